//! What is written otherwise since some version, by the histories of the rows: what `cardwright migrate` changes in a file.

use crate::keys::{Former, FormerWay, Holds, KeyRow, KeyTable, card, patch, ruleset, table_of};
use crate::read::tree::{self, TomlField, TomlNode, TomlValue};
use std::ops::Range;

/// A stretch of a file, and what is written there now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// Where.
    pub range: Range<usize>,
    /// What.
    pub text: String,
}

/// What is written otherwise now in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outdated {
    /// What becomes of its text.
    pub rewrites: Vec<Rewrite>,
    /// Predicates that are named in it, with what they were given, in order: now they take it by these names.
    pub predicates: Vec<(String, &'static [&'static str])>,
}

/// What is written otherwise now in the file of a pack with this path; whether its script has a function, `has` says.
pub fn outdated(path: &str, text: &str, has: &dyn Fn(&str) -> bool) -> Outdated {
    let Some(table) = table_of(path).filter(|_| path.ends_with(".toml")) else { return Outdated::default() };
    let (fields, problems) = tree::parse(path, text);
    let mut historian = Historian { text, has, found: Outdated::default() };
    if problems.is_empty() {
        historian.table(table, &fields, "");
        if std::ptr::eq(table, &patch::TABLE) {
            historian.edits(&fields);
        }
    }
    historian.found
}

/// Goes through a file beside the tables of its keys.
struct Historian<'t> {
    text: &'t str,
    has: &'t dyn Fn(&str) -> bool,
    found: Outdated,
}

impl Historian<'_> {
    fn table(&mut self, table: &'static KeyTable, fields: &[TomlField<'_>], name: &str) {
        for field in fields {
            match table.key(&field.key) {
                Some(row) => self.field(row, field, name),
                None => self.old_key(table, fields, field),
            }
        }
    }

    fn field(&mut self, row: &'static KeyRow, field: &TomlField<'_>, name: &str) {
        if let Some(hook) = usual_hook(row, &field.node, name).filter(|(_, hook)| (self.has)(hook)) {
            let (key, hook) = hook;
            self.key(field, &format!("{}.{key}", row.name));
            return self.rewrite(field.node.span.range(), tree::quoted(&hook));
        }
        let is_alone = !matches!(field.node.value, TomlValue::Fields(_));
        if let Some(FormerWay::Alone(key)) = row.alone().map(|former| former.was).filter(|_| is_alone) {
            self.key(field, &format!("{}.{key}", row.name));
        }
        self.value(row, &field.node);
        if let (Holds::OneOf(words), TomlValue::Text(text)) = (&row.holds, &field.node.value)
            && !words.words().contains(&&**text)
        {
            self.option(row, text);
        }
    }

    /// The words of an option of the game that stands where a word could: they are such words.
    fn option(&mut self, row: &'static KeyRow, name: &str) {
        let (fields, _) = tree::parse("", self.text);
        let option = tree::table(&fields, "options").iter().find(|field| field.key == name);
        for field in option.map_or(&[][..], |field| field.node.fields()) {
            if matches!(&*field.key, "choices" | "default") {
                self.value(row, &field.node);
            }
        }
    }

    /// What stands under a key.
    fn value(&mut self, row: &'static KeyRow, node: &TomlNode<'_>) {
        for node in node.nodes() {
            if let TomlValue::Text(text) = &node.value
                && let Some((new, _)) = row.formerly(text)
            {
                self.rewrite(node.span.range(), tree::quoted(new));
            }
            let texts = node.fields().iter().map(|field| &field.node).chain([node]);
            for node in texts.filter(|_| matches!(row.holds, Holds::Entries(_))) {
                if let TomlValue::Text(text) = &node.value
                    && let Some(new) = row.within(text)
                {
                    self.rewrite(node.span.range(), tree::quoted(&new));
                }
            }
            let Some(table) = row.holds.table() else { continue };
            if !row.holds.is_named() {
                self.table(table, node.fields(), "");
                continue;
            }
            for field in node.fields() {
                field.node.nodes().iter().for_each(|node| self.table(table, node.fields(), &field.key));
            }
        }
    }

    fn old_key(&mut self, table: &'static KeyTable, fields: &[TomlField<'_>], field: &TomlField<'_>) {
        let Some((row, former)) = table.formerly(&field.key) else { return };
        match former.was {
            FormerWay::Key(_) if tree::field(fields, row.name).is_none() => {
                self.key(field, row.name);
                self.predicate(former, fields, field);
            }
            FormerWay::Beside(_, key) => self.key(field, &format!("{}.{key}", row.name)),
            FormerWay::Gone(_) => self.remove(field.span.range().start..field.node.span.range().end),
            FormerWay::Key(_)
            | FormerWay::Word { .. }
            | FormerWay::Alone(_)
            | FormerWay::Usual { .. }
            | FormerWay::Within { .. } => {}
        }
    }

    /// Notes a function that is named here, and what it was given.
    fn predicate(&mut self, former: &Former, fields: &[TomlField<'_>], field: &TomlField<'_>) {
        if let (TomlValue::Text(name), false) = (&field.node.value, former.gave.is_empty()) {
            // What `with` gives has any name.
            let known = if tree::field(fields, "with").is_some() { 2 } else { former.gave.len() };
            self.found.predicates.push((name.to_string(), &former.gave[..known]));
        }
    }

    /// Another key in the place of one, wherever it is written; a value that stands in a column with those of other lines stays
    /// there.
    fn key(&mut self, field: &TomlField<'_>, new: &str) {
        let own = field.node.fields().iter();
        let again: Vec<_> = own.filter_map(|own| self.written_before(&field.key, own)).collect();
        again.into_iter().filter(|again| *again != field.span.range()).for_each(|at| self.rewrite(at, new.to_owned()));
        let Range { start, end } = field.span.range();
        let spaces = self.text[end..].len() - self.text[end..].trim_start_matches(' ').len();
        let is_before_value = self.text[end + spaces..].starts_with('=');
        let width = end - start + spaces;
        if is_before_value && (spaces > 1 || self.is_column(start, end + spaces)) {
            let padded = format!("{new:<0$}", width.saturating_sub(1));
            return self.rewrite(start..end + spaces, format!("{padded} "));
        }
        self.rewrite(start..end, new.to_owned());
    }

    /// Where a key is written once more before one of its own keys: as in `[hooks.one]`, `[hooks.two]`.
    fn written_before(&self, key: &str, own: &TomlField<'_>) -> Option<Range<usize>> {
        let before = self.text[..own.span.range().start].trim_end_matches([' ', '"', '\'']);
        let before = before.strip_suffix('.')?.trim_end_matches(' ');
        before.ends_with(key).then(|| before.len() - key.len()..before.len())
    }

    /// Whether the sign of equality at this place is below or above that of another line.
    fn is_column(&self, key: usize, sign: usize) -> bool {
        let start = self.text[..key].rfind('\n').map_or(0, |at| at + 1);
        if !self.text[start..key].trim().is_empty() {
            return false;
        }
        let column = sign - start;
        let above = self.text[..start].trim_end_matches('\n').rsplit('\n').next();
        let below = self.text[sign..].split('\n').nth(1);
        above.into_iter().chain(below).any(|line| line.get(column..).is_some_and(|rest| rest.starts_with("= ")))
    }

    /// Removes a key and its value, with the comma beside it or the line in which they are alone.
    fn remove(&mut self, range: Range<usize>) {
        let Range { mut start, mut end } = range;
        let before = self.text[..start].trim_end_matches([' ', '\t']);
        let after = self.text[end..].trim_start_matches([' ', '\t']);
        if before.ends_with(',') {
            start = before.len() - 1;
        } else if let Some(after) = after.strip_prefix(',') {
            end = self.text.len() - after.trim_start_matches(' ').len();
        } else if before.is_empty() || before.ends_with('\n') {
            start = before.len();
            end = self.text[end..].find('\n').map_or(self.text.len(), |at| end + at + 1);
        }
        self.rewrite(start..end, String::new());
    }

    fn rewrite(&mut self, range: Range<usize>, text: String) {
        // Several windows may name one option.
        let rewrite = Rewrite { range, text };
        if !self.found.rewrites.contains(&rewrite) {
            self.found.rewrites.push(rewrite);
        }
    }

    /// What a patch changes in fields and entries of a card or a ruleset.
    fn edits(&mut self, fields: &[TomlField<'_>]) {
        let target = if tree::field(fields, "ruleset").is_some() { &ruleset::TABLE } else { &card::TABLE };
        for (edits, path) in [("field", "name"), ("entry", "list")] {
            let nodes = tree::field(fields, edits).map_or(&[][..], |field| field.node.nodes());
            nodes.iter().for_each(|edit| self.edit(target, edit.fields(), path));
        }
    }

    fn edit(&mut self, target: &'static KeyTable, edit: &[TomlField<'_>], path: &str) {
        let Some((name, span)) = tree::texts(edit, path).first().copied() else { return };
        let values = || ["to", "expect", "before"].iter().filter_map(|key| tree::field(edit, key));
        let mut at = At::Table(target);
        let mut parts: Vec<String> = Vec::new();
        for part in name.split('.') {
            let new = at.step(part);
            parts.extend(new.map_or_else(
                || vec![part.to_owned()],
                |(parts, next)| {
                    at = next;
                    parts
                },
            ));
        }
        let is_alone = values().any(|field| !matches!(field.node.value, TomlValue::Fields(_)));
        if let (At::Row(row), true) = (&at, is_alone)
            && let Some(FormerWay::Alone(key)) = row.alone().map(|former| former.was)
        {
            parts.push(key.to_owned());
        }
        let new = parts.join(".");
        if new != name {
            self.rewrite(span.range(), tree::quoted(&new));
        }
        for field in values() {
            match at {
                At::Table(table) => self.table(table, field.node.fields(), ""),
                At::Row(row) => self.value(row, &field.node),
                At::Names(table) => {
                    for field in field.node.fields() {
                        self.table(table, field.node.fields(), &field.key);
                    }
                }
                At::Nowhere => {}
            }
        }
    }
}

/// Where a path of a patch has led.
#[derive(Clone, Copy)]
enum At {
    Table(&'static KeyTable),
    /// What has such tables under names.
    Names(&'static KeyTable),
    Row(&'static KeyRow),
    Nowhere,
}

impl At {
    /// One part further: how it is written now, and where it leads.
    fn step(self, part: &str) -> Option<(Vec<String>, Self)> {
        let own = vec![part.to_owned()];
        let is_place = part.bytes().all(|letter| letter.is_ascii_digit());
        match self {
            Self::Names(table) => Some((own, Self::Table(table))),
            Self::Row(KeyRow { holds: Holds::Tables(table), .. }) if is_place => Some((own, Self::Table(table))),
            Self::Table(table) if is_place => Some((own, Self::Table(table))),
            Self::Row(row) => match row.holds.table() {
                Some(table) => Self::Table(table).step(part),
                None if matches!(row.holds, Holds::Entries(_)) => Some((own, self)),
                None => Some((own, Self::Nowhere)),
            },
            Self::Nowhere => Some((own, Self::Nowhere)),
            Self::Table(table) => {
                let (parts, row) = match (table.key(part), table.formerly(part)) {
                    (Some(row), _) => (own, row),
                    (None, Some((row, Former { was: FormerWay::Key(_), .. }))) => (vec![row.name.to_owned()], row),
                    (None, Some((row, Former { was: FormerWay::Beside(_, key), .. }))) => {
                        (vec![row.name.to_owned(), (*key).to_owned()], row.holds.table()?.key(key)?)
                    }
                    (None, _) => return Some((own, Self::Nowhere)),
                };
                let holds = row.holds;
                let named = holds.table().filter(|_| holds.is_named());
                Some((parts, named.map_or(Self::Row(row), Self::Names)))
            }
        }
    }
}

/// The function that a script had for a word, and the key that names it now.
fn usual_hook(row: &KeyRow, node: &TomlNode<'_>, name: &str) -> Option<(&'static str, String)> {
    row.history.iter().find_map(|former| match (former.was, &node.value) {
        (FormerWay::Usual { word, hook, key }, TomlValue::Text(text)) if **text == *word => {
            let end = name.replace([' ', '-'], "_");
            Some((key, if end.is_empty() { hook.to_owned() } else { format!("{hook}_{end}") }))
        }
        _ => None,
    })
}
