//! TOML as a tree in which everything knows its place; the only file that knows the parser.

use crate::read::unclosed;
use cardwright_kernel::problems::{Problem, Problems, SourceId, Span};
use cardwright_kernel::text::{is_typographic_quote, not_a_quote};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeArray, DeInteger, DeTable, DeValue};

/// A value and its place.
#[derive(Clone, Debug)]
pub struct TomlNode<'s> {
    /// The value.
    pub value: TomlValue<'s>,
    /// Its place.
    pub span: Span,
}

impl<'s> TomlNode<'s> {
    /// The fields of a table; of anything else, none.
    pub fn fields(&self) -> &[TomlField<'s>] {
        match &self.value {
            TomlValue::Fields(fields) => fields,
            _ => &[],
        }
    }

    /// The values of a list, or the one that stands where a list could.
    pub fn nodes(&self) -> &[Self] {
        match &self.value {
            TomlValue::List(nodes) => nodes,
            _ => std::slice::from_ref(self),
        }
    }
}

/// A key with its value.
#[derive(Clone, Debug)]
pub struct TomlField<'s> {
    /// The key.
    pub key: Cow<'s, str>,
    /// The place of the key.
    pub span: Span,
    /// The value.
    pub node: TomlNode<'s>,
}

/// A value.
#[derive(Clone, Debug)]
pub enum TomlValue<'s> {
    /// A text.
    Text(Cow<'s, str>),
    /// A whole number.
    Number(i64),
    /// True or false.
    Flag(bool),
    /// A list.
    List(Vec<TomlNode<'s>>),
    /// A table, in the order of the file.
    Fields(Vec<TomlField<'s>>),
    /// Something that no key accepts, with its name for messages.
    Other(&'static str),
}

impl TomlValue<'_> {
    /// The name of the value's type in messages.
    pub fn describe(&self) -> &'static str {
        match self {
            Self::Text(_) => "a text",
            Self::Number(_) => "a number",
            Self::Flag(_) => "true or false",
            Self::List(_) => "a list",
            Self::Fields(_) => "a table",
            Self::Other(name) => name,
        }
    }
}

impl fmt::Display for TomlValue<'_> {
    /// Writes the value as TOML does, on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(&quoted(text)),
            Self::Number(number) => write!(f, "{number}"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::List(nodes) => {
                let shown: Vec<String> = nodes.iter().map(|node| node.value.to_string()).collect();
                write!(f, "[{}]", shown.join(", "))
            }
            Self::Fields(fields) if fields.is_empty() => f.write_str("{}"),
            Self::Fields(fields) => {
                let shown = fields.iter().map(|field| format!("{} = {}", key(&field.key), field.node.value));
                write!(f, "{{ {} }}", shown.collect::<Vec<_>>().join(", "))
            }
            Self::Other(name) => f.write_str(name),
        }
    }
}

/// Values are equal if they have the same content, regardless of their location and of the order of keys.
impl PartialEq for TomlValue<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(one), Self::Text(other)) => one == other,
            (Self::Number(one), Self::Number(other)) => one == other,
            (Self::Flag(one), Self::Flag(other)) => one == other,
            (Self::List(one), Self::List(other)) => {
                one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.value == other.value)
            }
            (Self::Fields(one), Self::Fields(other)) => one.len() == other.len() && has_all(other, one),
            _ => false,
        }
    }
}

/// Whether these fields are all among those.
pub fn has_all(fields: &[TomlField<'_>], wanted: &[TomlField<'_>]) -> bool {
    wanted.iter().all(|field| self::field(fields, &field.key).is_some_and(|found| found.node.value == field.node.value))
}

/// A key as TOML writes it.
pub fn key(key: &str) -> String {
    let bare = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    if !key.is_empty() && key.chars().all(bare) { key.to_owned() } else { quoted(key) }
}

/// A text as TOML writes it.
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// How deeply tables and lists may be nested.
const DEEPEST: usize = 32;

/// The parser limits brackets and the parts of one dotted key, but not their product: what has more dots than
/// this is parsed on a stack of its own.
const MANY_DOTS: usize = 200;

/// The size of that stack, in bytes.
const BIG_STACK: usize = 64 << 20;

/// The fields of a file that is read alone, as many as could be understood, and what could not.
pub fn parse<'s>(path: &str, text: &'s str) -> (Vec<TomlField<'s>>, Vec<Problem>) {
    parse_source(SourceId::NAMED, path, text)
}

/// The fields of one of several files that are read together: every span in them knows its source.
pub fn parse_source<'s>(source: SourceId, path: &str, text: &'s str) -> (Vec<TomlField<'s>>, Vec<Problem>) {
    if text.bytes().filter(|byte| *byte == b'.').count() > MANY_DOTS {
        stacker::grow(BIG_STACK, || parse_here(source, path, text))
    } else {
        parse_here(source, path, text)
    }
}

fn parse_here<'s>(source: SourceId, path: &str, text: &'s str) -> (Vec<TomlField<'s>>, Vec<Problem>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let first = errors.first().and_then(|first| Some((first.message(), first.span()?.start)));
    let problems = match first.and_then(|(complaint, at)| unclosed::found(path, text, complaint, at)) {
        // All that follows may come of it.
        Some(unclosed) => vec![unclosed],
        None => errors.iter().take(Problems::MOST).map(|error| syntax(path, text, error)).collect(),
    };

    (TreeBuilder { source }.fields(table.into_inner(), 0), problems)
}

/// The field with this key.
pub fn field<'t, 's>(fields: &'t [TomlField<'s>], key: &str) -> Option<&'t TomlField<'s>> {
    fields.iter().find(|field| field.key == key)
}

/// The fields of the table with this key; none if there is no such table.
pub fn table<'t, 's>(fields: &'t [TomlField<'s>], key: &str) -> &'t [TomlField<'s>] {
    field(fields, key).map_or(&[], |field| field.node.fields())
}

/// The texts under a key that holds one or a list of them, with their places.
pub fn texts<'t>(fields: &'t [TomlField<'_>], key: &str) -> Vec<(&'t str, Span)> {
    let nodes = field(fields, key).map_or(&[][..], |field| field.node.nodes());
    let text = |node: &'t TomlNode<'_>| match &node.value {
        TomlValue::Text(text) => Some((&**text, node.span)),
        _ => None,
    };
    nodes.iter().filter_map(text).collect()
}

fn syntax(path: &str, text: &str, error: &toml::de::Error) -> Problem {
    let problem = Problem::new("toml-syntax", path, error.message());

    match error.span() {
        Some(span) => match typographic_quote(text, span.clone()) {
            Some((at, quote)) => Problem { message: not_a_quote(quote), ..problem }.at(at.into()).label("here"),
            None => problem.at(span.into()).label("here"),
        },
        None => problem,
    }
}

/// The first quote in this stretch of a text that only word processors set, and its place.
fn typographic_quote(text: &str, span: Range<usize>) -> Option<(Range<usize>, char)> {
    let (at, quote) = text.get(span.clone())?.char_indices().find(|(_, letter)| is_typographic_quote(*letter))?;
    let start = span.start + at;
    Some((start..start + quote.len_utf8(), quote))
}

/// Builds the tree of a source from the parser's output.
#[derive(Clone, Copy)]
struct TreeBuilder {
    source: SourceId,
}

impl TreeBuilder {
    fn fields(self, table: DeTable<'_>, depth: usize) -> Vec<TomlField<'_>> {
        let mut fields: Vec<TomlField<'_>> = table
            .into_iter()
            .map(|(key, value)| TomlField {
                span: self.span(key.span()),
                key: key.into_inner(),
                node: self.node(value, depth + 1),
            })
            .collect();

        fields.sort_by_key(|field| field.span.start);
        fields
    }

    fn node(self, value: Spanned<DeValue<'_>>, depth: usize) -> TomlNode<'_> {
        let span = self.span(value.span());
        let value = match value.into_inner() {
            DeValue::String(text) => TomlValue::Text(text),
            DeValue::Integer(number) => integer(&number),
            DeValue::Boolean(flag) => TomlValue::Flag(flag),
            DeValue::Array(_) | DeValue::Table(_) if depth > DEEPEST => TomlValue::Other("nested too deep"),
            DeValue::Array(list) => self.list_of(list, depth),
            DeValue::Table(table) => TomlValue::Fields(self.fields(table, depth)),
            DeValue::Float(_) => TomlValue::Other("a number with a fraction"),
            DeValue::Datetime(_) => TomlValue::Other("a date"),
        };
        TomlNode { value, span }
    }

    fn list_of(self, list: DeArray<'_>, depth: usize) -> TomlValue<'_> {
        TomlValue::List(list.into_iter().map(|value| self.node(value, depth + 1)).collect())
    }

    fn span(self, range: Range<usize>) -> Span {
        Span::from(range).of(self.source)
    }
}

fn integer(number: &DeInteger<'_>) -> TomlValue<'static> {
    match i64::from_str_radix(number.as_str(), number.radix()) {
        Ok(number) => TomlValue::Number(number),
        Err(_) => TomlValue::Other("a number that is far too large"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(fields: &[TomlField<'_>]) -> Vec<String> {
        fields.iter().map(|field| field.key.to_string()).collect()
    }

    #[test]
    fn keys_keep_the_order_of_the_file() {
        let (fields, problems) = parse("x", "z = 1\n[m.b]\na = 1\n[k]\n[m.a]\n");

        assert!(problems.is_empty());
        assert_eq!(keys(&fields), ["z", "m", "k"]);
        assert_eq!(keys(table(&fields, "m")), ["b", "a"]);
    }

    #[test]
    fn every_syntax_error_is_found() {
        let (fields, problems) = parse("x", "a = \nb = 1\nc = = 2\nd = 3\n");

        assert!(problems.len() >= 2, "{problems:?}");
        assert!(field(&fields, "b").is_some() && field(&fields, "d").is_some());
    }

    #[test]
    fn places_are_those_of_keys_and_values() {
        let text = "[windows.turn]\ntitle = \"turn\"\n";
        let (fields, _) = parse("x", text);
        let turn = &table(&fields, "windows")[0];

        assert_eq!(&text[turn.span.range()], "turn");
        assert_eq!(texts(table(table(&fields, "windows"), "turn"), "title"), [("turn", Span::from(23..29))]);
    }

    #[test]
    fn deep_nesting_is_refused_by_the_parser() {
        let lists = format!("a = {}{}", "[".repeat(100_000), "]".repeat(100_000));
        let tables = format!("a = {}{}", "{a=".repeat(100_000), "}".repeat(100_000));
        let dots = format!("{}a = 1", "a.".repeat(100_000));
        let header = format!("[{}a]", "a.".repeat(100_000));

        for text in [lists, tables, dots, header] {
            assert!(!parse("x", &text).1.is_empty());
        }
    }

    fn parsed_on_a_small_stack(text: String) -> bool {
        let small = std::thread::Builder::new().stack_size(2 << 20);
        let run = small.spawn(move || parse("x", &text).1.len());

        run.is_ok_and(|handle| handle.join().is_ok())
    }

    fn dotted_tables(dots: usize, tables: usize) -> String {
        let key = format!("{}a", "a.".repeat(dots));
        format!("[{key}]\n{key} = {}1{}", format!("{{{key} = ").repeat(tables), "}".repeat(tables))
    }

    #[test]
    fn the_deepest_tree_that_the_parser_lets_through_fits_a_small_stack() {
        assert!(parsed_on_a_small_stack(dotted_tables(78, 78)));
    }

    #[test]
    fn the_deepest_tree_with_few_dots_fits_a_small_stack() {
        assert!(parsed_on_a_small_stack(dotted_tables(2, MANY_DOTS / 2 - 2)));
        assert!(parsed_on_a_small_stack(dotted_tables(MANY_DOTS / 4, 2)));
        assert!(parsed_on_a_small_stack(dotted_tables(1, 78)));
    }

    #[test]
    fn numbers_out_of_reach_are_told_apart() {
        let (fields, problems) = parse("x", "a = 0x10\nb = 99999999999999999999\nc = 1.5\n");

        assert!(problems.is_empty());
        assert!(matches!(fields[0].node.value, TomlValue::Number(16)));
        assert!(matches!(fields[1].node.value, TomlValue::Other("a number that is far too large")));
        assert!(matches!(fields[2].node.value, TomlValue::Other("a number with a fraction")));
    }
}
