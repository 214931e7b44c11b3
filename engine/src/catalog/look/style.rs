//! The style sheet inside of an SVG: which declarations its classes add to an element.

use std::collections::BTreeMap;

/// Declarations by class.
#[derive(Debug, Default)]
pub(super) struct StyleSheet {
    /// What stands in braces.
    texts: Vec<String>,
    /// By class, the numbers of its texts.
    classes: BTreeMap<String, Vec<usize>>,
    /// Those that are not only for elements of a class, which are taken to be for every element.
    common: Vec<usize>,
    selectors: usize,
}

impl StyleSheet {
    /// Adds the rules of a text.
    pub fn add(&mut self, text: &str) {
        let text = without_comments(text);
        // What lies in braces inside of braces is not looked into.
        if text.contains('@') {
            self.selectors += text.matches(['{', ',']).count();
            self.common.push(self.texts.len());
            self.texts.push(text.replace(['{', '}'], ";"));
            return;
        }
        for rule in text.split('}') {
            let (selectors, declarations) = rule.split_once('{').unwrap_or(("", rule));
            for selector in selectors.split(',') {
                let class = selector.trim().strip_prefix('.').filter(|name| name.chars().all(is_of_a_name));
                let of = match class {
                    Some(class) => self.classes.entry(class.to_owned()).or_default(),
                    None => &mut self.common,
                };
                of.push(self.texts.len());
                self.selectors += 1;
            }
            self.texts.push(declarations.to_owned());
        }
    }

    /// How many selectors each element is compared with when it is drawn.
    pub fn selectors(&self) -> usize {
        self.selectors
    }

    /// The declarations for an element with these classes, as texts.
    pub fn of<'t>(&'t self, classes: &'t str) -> impl Iterator<Item = &'t str> {
        let of_classes = classes.split_whitespace().filter_map(|class| self.classes.get(class));
        of_classes.chain([&self.common]).flatten().map(|text| &*self.texts[*text])
    }
}

/// The names and values of declarations, in small letters without blanks around them.
pub(super) fn declarations(text: &str) -> impl Iterator<Item = (String, &str)> {
    let declared = text.split(';').filter_map(|declaration| declaration.split_once(':'));
    declared.map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim()))
}

fn is_of_a_name(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '-' | '_')
}

/// A text of a style without its comments; one that does not end ends with the text.
pub(super) fn without_comments(text: &str) -> String {
    let mut parts = text.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once("*/").map_or("", |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_classes_are_for_their_elements_and_others_for_all() {
        let mut sheet = StyleSheet::default();
        sheet.add("/* a{} */.a, .b{fill:url(#x)} .b{OPACITY : .5} path{mask:url(#y)}");
        let of = |sheet: &StyleSheet, classes: &str| {
            sheet.of(classes).flat_map(declarations).map(|(name, _)| name).collect::<Vec<_>>()
        };
        assert_eq!(of(&sheet, "b"), ["fill", "opacity", "mask"]);
        assert_eq!(of(&sheet, "a c"), ["fill", "mask"]);
        assert_eq!(of(&sheet, ""), ["mask"]);
        sheet.add("@media all { .c { filter: none } }");
        assert!(of(&sheet, "").contains(&"filter".to_owned()), "what is not understood is for all");
    }
}
