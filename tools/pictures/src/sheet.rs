//! The style sheets of a picture: which declarations an element has, as the renderer finds them.

use crate::fault::Fault;
use roxmltree::{Document, Node};
use simplecss::{AttributeOperator, DeclarationTokenizer, PseudoClass, StyleSheet};
use std::ops::Range;

/// How many letters of classes, ids and names may be compared with selectors.
const COMPARED: usize = 64 << 20;

/// The texts of all style sheets.
pub(crate) fn texts(read: &Document<'_>) -> Vec<String> {
    let sheets = read.descendants().filter(|node| node.tag_name().name() == "style");
    sheets.map(|sheet| sheet.children().filter_map(|child| child.text()).collect()).collect()
}

/// Where the first of them stands.
pub(crate) fn place(read: &Document<'_>) -> Range<usize> {
    let sheet = read.descendants().find(|node| node.tag_name().name() == "style");
    sheet.unwrap_or_else(|| read.root_element()).range()
}

/// The rules of these texts, if it does not take long to compare them with these elements.
pub(crate) fn rules<'t>(texts: &'t [String], elements: &[Node<'_, '_>]) -> Result<StyleSheet<'t>, Fault> {
    let mut sheet = StyleSheet::new();
    texts.iter().for_each(|text| sheet.parse_more(text));
    let length = |node: &Node<'_, '_>| {
        let said = |name| node.attribute(name).map_or(0, str::len);
        node.tag_name().name().len() + said("class") + said("id")
    };
    let letters: usize = elements.iter().map(length).sum();
    if sheet.rules.len().saturating_mul(letters) > COMPARED { Err(Fault::TooMuch) } else { Ok(sheet) }
}

/// The declarations of an element: those of the rules that select it, and its own.
pub(crate) fn declarations<'s>(
    sheet: &'s StyleSheet<'s>,
    node: Node<'s, 's>,
) -> impl Iterator<Item = (&'s str, &'s str)> {
    let selected = sheet.rules.iter().filter(move |rule| rule.selector.matches(&Selected(node)));
    let selected = selected.flat_map(|rule| rule.declarations.iter().map(|said| (said.name, said.value)));
    let own = DeclarationTokenizer::from(node.attribute("style").unwrap_or_default());
    selected.chain(own.map(|said| (said.name, said.value)))
}

/// An element as selectors see it.
struct Selected<'a>(Node<'a, 'a>);

impl simplecss::Element for Selected<'_> {
    fn parent_element(&self) -> Option<Self> {
        self.0.parent_element().map(Self)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.0.prev_sibling_element().map(Self)
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.0.tag_name().name() == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator<'_>) -> bool {
        self.0.attribute(name).is_some_and(|value| operator.matches(value))
    }

    fn pseudo_class_matches(&self, _: PseudoClass<'_>) -> bool {
        false
    }
}
