//! How much a picture draws with all that is repeated in it, before the renderer repeats it: each element, with what lies in it
//! and what it names.

use crate::fault::{DEEPEST, DEEPEST_LAYER, Fault, MOST, STOPS};
use crate::{allowed, sheet, values};
use roxmltree::{Document, Node, NodeId};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// What makes a shape dearer: a layer of its own, and the colours of a gradient.
const LAYER: u64 = 20;
const GRADIENT: u64 = 19;

/// How many attributes and declarations of one element cost as much as a shape: each is compared with all others, so they cost
/// their square.
const ATTRIBUTES: u64 = 32;

/// How many bytes of its style cost as much as a shape, and their square: it is read again wherever the element is drawn.
const STYLE: u64 = 512;

/// How many bytes of its outline cost as much as a shape. Edges of one outline that cross each other cost their square.
const OUTLINE: u64 = 64;
const CROSSING: u64 = 4096;

/// An element: what it costs itself, and what is drawn with it.
#[derive(Debug, Default)]
struct Part {
    cost: u64,
    has_layer: bool,
    /// Those inside of it and those that it names, by their numbers.
    with: Vec<usize>,
}

/// What an element comes to with all that is drawn with it.
#[derive(Clone, Copy, Debug)]
enum Sum {
    /// It is being added up: whoever meets it now is inside of it.
    Begun,
    Done {
        cost: u64,
        layers: u32,
    },
}

/// Adds up what everything costs; all lie in the first, so that can be told as soon as it is too much. Elements that are repeated without end, or too often, are told.
pub(crate) fn check(read: &Document<'_>) -> Result<(), (Fault, Range<usize>)> {
    let is_drawn = |node: &Node<'_, '_>| node.is_element() && !allowed::is_remark(*node);
    let nodes: Vec<Node<'_, '_>> = read.descendants().filter(is_drawn).collect();
    let root = || read.root_element().range();
    if let Some(node) = nodes.get(MOST as usize) {
        return Err((Fault::TooMuch, node.range()));
    }
    let texts = sheet::texts(read);
    let sheet = sheet::rules(&texts, &nodes).map_err(|fault| (fault, root()))?;
    let numbers: HashMap<NodeId, usize> = nodes.iter().enumerate().map(|(at, node)| (node.id(), at)).collect();
    // Where several have an id, it means the first, as it does for the renderer.
    let mut ids: BTreeMap<&str, usize> = BTreeMap::new();
    for (at, id) in nodes.iter().enumerate().filter_map(|(at, node)| Some((at, node.attribute("id")?))) {
        ids.entry(id).or_insert(at);
    }
    let (mut parts, mut cost) = (Vec::with_capacity(nodes.len()), 0);
    for node in &nodes {
        let part = Part::of(*node, &nodes, &numbers, &ids, sheet::declarations(&sheet, *node));
        let part = part.map_err(|fault| (fault, node.range()))?;
        cost += part.cost;
        if cost > MOST {
            return Err((Fault::TooMuch, node.range()));
        }
        parts.push(part);
    }
    let mut sums = vec![None; parts.len()];
    // Backwards, so that the innermost element is told in which there is too much.
    (0..parts.len()).rev().try_for_each(|at| match summed(&parts, &mut sums, at, 0) {
        Err((fault, at)) => Err((fault, nodes[at].range())),
        Ok((cost, _)) if cost > MOST => Err((Fault::TooMuch, nodes[at].range())),
        Ok((_, layers)) if layers > DEEPEST_LAYER => Err((Fault::Layers, nodes[at].range())),
        Ok(_) => Ok(()),
    })
}

impl Part {
    fn of<'s>(
        node: Node<'_, '_>,
        nodes: &[Node<'_, '_>],
        numbers: &HashMap<NodeId, usize>,
        ids: &BTreeMap<&str, usize>,
        declared: impl Iterator<Item = (&'s str, &'s str)>,
    ) -> Result<Self, Fault> {
        if node.ancestors().nth(DEEPEST).is_some() {
            return Err(Fault::TooDeep);
        }
        let inside = node.children().filter_map(|child| numbers.get(&child.id()).copied());
        let mut part = Self { cost: 1 + letters(node), has_layer: false, with: inside.collect() };
        let stops = node.children().filter(|child| child.tag_name().name() == "stop").count();
        if stops > STOPS {
            return Err(Fault::Stops);
        }
        let mut said = 0;
        for attribute in node.attributes() {
            said += 1;
            match attribute.name() {
                "d" | "points" => part.cost += outline_cost(attribute.value()),
                "href" => part.with.extend(attribute.value().trim().strip_prefix('#').and_then(|id| ids.get(id))),
                name => part.say(name, attribute.value(), nodes, ids)?,
            }
        }
        part.cost += (node.attribute("style").map_or(0, str::len) as u64 / STYLE).pow(2);
        for (name, value) in declared {
            said += 1;
            part.say(name, value, nodes, ids)?;
            if (said / ATTRIBUTES).pow(2) > MOST {
                return Err(Fault::TooMuch);
            }
        }
        part.cost += (said / ATTRIBUTES).pow(2);
        Ok(part)
    }

    /// What a property adds.
    fn say(
        &mut self,
        name: &str,
        value: &str,
        nodes: &[Node<'_, '_>],
        ids: &BTreeMap<&str, usize>,
    ) -> Result<(), Fault> {
        for at in values::names(value).filter_map(|id| ids.get(id).copied()) {
            match nodes[at].tag_name().name() {
                "linearGradient" | "radialGradient" => self.cost += GRADIENT,
                _ => self.with.push(at),
            }
        }
        let is_said = !value.trim().eq_ignore_ascii_case("none");
        match name {
            "opacity" | "mask" | "clip-path" | "mix-blend-mode" | "isolation" if is_said => {
                self.cost += LAYER;
                self.has_layer = true;
            }
            "clipPathUnits" | "maskContentUnits" if value.trim() == "objectBoundingBox" => {
                return Err(Fault::Unbounded("objectBoundingBox".into()));
            }
            _ => {}
        }
        Ok(())
    }
}

/// What an element costs with all that is drawn with it, and how many layers lie in each other there.
fn summed(parts: &[Part], sums: &mut [Option<Sum>], at: usize, depth: usize) -> Result<(u64, u32), (Fault, usize)> {
    match sums[at] {
        Some(Sum::Done { cost, layers }) => return Ok((cost, layers)),
        Some(Sum::Begun) => return Err((Fault::Circle, at)),
        None if depth > 2 * DEEPEST => return Err((Fault::TooDeep, at)),
        None => sums[at] = Some(Sum::Begun),
    }
    let (mut cost, mut layers) = (parts[at].cost, 0);
    for with in &parts[at].with {
        let (other, deep) = summed(parts, sums, *with, depth + 1)?;
        (cost, layers) = (cost.saturating_add(other), layers.max(deep));
    }
    layers += u32::from(parts[at].has_layer);
    sums[at] = Some(Sum::Done { cost, layers });
    Ok((cost, layers))
}

/// How many letters an element shows by itself.
fn letters(node: Node<'_, '_>) -> u64 {
    let is_shown = matches!(node.tag_name().name(), "text" | "tspan" | "textPath");
    let texts = node.children().filter(|_| is_shown).filter_map(|child| child.text());
    texts.map(|text| text.trim().len() as u64).sum()
}

/// What drawing an outline costs besides its shape.
fn outline_cost(data: &str) -> u64 {
    let length = data.len() as u64;
    length / OUTLINE + (length / CROSSING).pow(2)
}
