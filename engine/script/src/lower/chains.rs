//! The lowering of chains: properties, verbs and indexes one behind the other, read or set.

use super::body::Body;
use super::code::{Binary, IndexPlace, Link, NodeId, NodeRange, Op, Path};
use super::lowering::{added, is_plain, point, start_of};
use crate::syntax::tree::{Node, NodeKind};

/// What asks for what cards were: that is remembered only where a script has one of them.
const MEMORIES: [&str; 2] = ["was", "given"];

impl Body<'_, '_> {
    /// A chain of properties, verbs and indexes. The arguments of all links come before what the chain starts from, the
    /// first link's first: where several have something to compute, it is computed ahead.
    pub(super) fn chain(&mut self, node: &Node) -> NodeId {
        let mut links = Vec::new();
        let mut base = node;
        while let NodeKind::Property { of, .. } | NodeKind::Method { of, .. } | NodeKind::Index { of, .. } = &base.what
        {
            links.push(base);
            base = of;
        }
        links.reverse();
        let busy = |link: &&&Node| link_arguments(link).iter().any(|argument| !is_plain(argument));
        let ahead = links.iter().filter(busy).count() > 1;
        let next = self.next;
        let mut first = Vec::new();
        let mut ready: Vec<Vec<NodeId>> = Vec::new();
        if ahead {
            for link in &links {
                let ids: Vec<NodeId> =
                    link_arguments(link).into_iter().map(|argument| self.ahead(argument, &mut first)).collect();
                ready.push(ids);
            }
        }
        let mut of = match links.first().map(|link| &link.what) {
            // Whoever changes a list changes it where it lies.
            Some(NodeKind::Method { .. }) if links.len() == 1 => NodeId(u32::MAX),
            _ => self.lower(base),
        };
        for (at, link) in links.iter().enumerate() {
            let given = ready.get(at).map(Vec::as_slice);
            let before = if at == 0 { base } else { links[at - 1] };
            of = self.link(link, of, before, given);
        }
        self.next = next;
        if first.is_empty() {
            return of;
        }
        first.push(of);
        self.gathered(&first, start_of(node.at))
    }

    /// Reckons an argument ahead, unless it is plain.
    fn ahead(&mut self, argument: &Node, first: &mut Vec<NodeId>) -> NodeId {
        if is_plain(argument) && !matches!(argument.what, NodeKind::Variable(_)) {
            return NodeId(u32::MAX);
        }
        let slot = self.hidden();
        let value = self.lower(argument);
        first.push(self.lowering.node(Op::Let(slot, value), start_of(argument.at), point(argument.whole)));
        self.lowering.node(Op::Local(slot), start_of(argument.at), point(argument.whole))
    }

    fn link(&mut self, link: &Node, of: NodeId, before: &Node, given: Option<&[NodeId]>) -> NodeId {
        match &link.what {
            NodeKind::Property { name, .. } => {
                let property = self.property(name);
                self.put(Op::Property(of, property), link)
            }
            NodeKind::Index { index, .. } => {
                let ready = given.and_then(|given| given.first()).copied().filter(|id| id.0 != u32::MAX);
                let at = point(index.start);
                let index = ready.unwrap_or_else(|| self.lower(index));
                self.lowering.node(Op::Index(of, index, start_of(link.at)), at, point(link.whole))
            }
            NodeKind::Method { name, arguments, .. } => {
                let method = self.lowering.program.members.method(name, arguments.len());
                let arguments = match given {
                    Some(given) => self.given(method, arguments, given),
                    None => self.arguments(method, arguments),
                };
                if self.lowering.program.method(method).is_local
                    && let Some(path) = self.path(before)
                {
                    return self.put(Op::Mutate(path, method, arguments), link);
                }
                let of = if of.0 == u32::MAX { self.lower(before) } else { of };
                self.put(Op::Method(of, method, arguments), link)
            }
            _ => of,
        }
    }

    /// The place of a property; that a script asks what a card was is noted.
    fn property(&mut self, name: &str) -> u16 {
        self.lowering.program.remembers |= MEMORIES.contains(&name);
        self.lowering.program.members.property(name)
    }

    fn given(&mut self, method: u16, nodes: &[Node], given: &[NodeId]) -> NodeRange {
        let mut ids = Vec::new();
        for (node, id) in nodes.iter().zip(given) {
            let id = if id.0 == u32::MAX {
                let few = self.arguments(method, std::slice::from_ref(node));
                self.lowering.program.few(few)[0]
            } else {
                *id
            };
            ids.push(id);
        }
        self.lowering.few(&ids)
    }

    /// The path to something in a variable, by way of elements and properties.
    fn path(&mut self, node: &Node) -> Option<u32> {
        let (slot, links) = self.way(node, false).ok()?;
        let path = Path { slot, links, value: NodeId(u32::MAX), by: None, at: start_of(node.at) };
        Some(added(&mut self.lowering.program.paths, path))
    }

    /// The variable that a path starts from, which changes, and the way from there; otherwise the node at which no path
    /// can go on.
    fn way<'n>(&mut self, node: &'n Node, has_verbs: bool) -> Result<(u16, Vec<Link>), &'n Node> {
        let (mut links, mut base) = (Vec::new(), node);
        loop {
            let (link, of) = match &base.what {
                NodeKind::Property { of, name } => (Link::Property(self.property(name), start_of(base.at)), of),
                NodeKind::Index { of, index } => {
                    let place = IndexPlace { index: point(index.start), bracket: start_of(base.at) };
                    (Link::Index(self.lower(index), place), of)
                }
                NodeKind::Method { of, name, arguments } if has_verbs => {
                    let method = self.lowering.program.members.method(name, arguments.len());
                    (Link::Method(method, self.arguments(method, arguments), start_of(base.at)), of)
                }
                NodeKind::Variable(name) => {
                    let slot = self.slot(name).ok_or(base)?;
                    self.changes(base, name);
                    links.reverse();
                    return Ok((slot, links));
                }
                _ => return Err(base),
            };
            links.push(link);
            base = of;
        }
    }

    pub(super) fn assign(&mut self, node: &Node, target: &Node, symbol: &str, value: &Node) -> NodeId {
        let by = symbol.strip_suffix('=').filter(|symbol| !symbol.is_empty());
        let by = by.and_then(Binary::of);
        if symbol != "=" && by.is_none() {
            return self.forbid(node, symbol);
        }
        if let NodeKind::Variable(name) = &target.what {
            let Some(slot) = self.slot(name) else { return self.no_way(target) };
            self.changes(target, name);
            let value = self.lower(value);
            let op = match by {
                Some(by) => Op::Change(slot, by, value),
                None => Op::Let(slot, value),
            };
            return self.put(op, node);
        }
        let value = self.lower(value);
        match self.way(target, true) {
            Ok((slot, links)) => {
                let path = Path { slot, links, value, by, at: start_of(node.at) };
                let op = Op::Set(added(&mut self.lowering.program.paths, path));
                self.put(op, node)
            }
            Err(base) => self.no_way(base),
        }
    }

    fn no_way(&mut self, base: &Node) -> NodeId {
        match &base.what {
            NodeKind::Variable(name) => {
                self.refuse(base, &format!("`{name}` cannot be set here"), "this is no variable")
            }
            _ => self.refuse(base, "this cannot be set: name it first", "only variables can be changed"),
        }
    }
}

fn link_arguments(link: &Node) -> Vec<&Node> {
    match &link.what {
        NodeKind::Method { arguments, .. } => arguments.iter().collect(),
        NodeKind::Index { index, .. } => vec![index],
        _ => Vec::new(),
    }
}
