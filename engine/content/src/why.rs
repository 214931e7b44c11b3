//! Why a card is what it is: all its lines after patching, and where each was written.

use crate::declare::families;
use crate::patch::docs::{self, Docs};
use crate::patch::pack;
use crate::patch::patches::{self, AppliedPatches, HookPatch};
use crate::read::context::{Doc, LoadContext, ReadScript, function_hash};
use crate::read::files::{Files, card_of};
use crate::read::tree::{self, TomlField, TomlNode, TomlValue};
use cardwright_kernel::problems::{Source, Span};
use cardwright_kernel::rules::OutlinedFunction;

/// A card and its lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Why {
    /// Its printed name.
    pub name: String,
    /// By what packs call it: `toy:boons/warm-tea`.
    pub id: String,
    /// Its kind.
    pub kind: String,
    /// Its lines: what it prints, what its kind adds, and its functions.
    pub lines: Vec<CardLine>,
}

/// A line of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardLine {
    /// What it says, as TOML or as the head of a function.
    pub text: String,
    /// The file in which it is written.
    pub path: String,
    /// The line there, from 1.
    pub line: usize,
    /// What else there is to know: what a patch found there, what a hook wraps, the hash of a function.
    pub note: String,
}

/// The card with this printed name or id, as the packs of a game make it, or the table that its ruleset declares by this
/// name or id; none if there is neither.
///
/// What is wrong in the files is left to [`load`](super::load()): what finds its place is shown.
pub fn why(files: &Files, game: &str, card: &str, read_script: ReadScript) -> Option<Why> {
    let context = LoadContext::reading(read_script);
    let members = pack::resolve(&context, files, game);
    let packs: Vec<&str> = members.iter().map(|member| member.name).collect();
    let mut docs = docs::parse(&context, files, &packs, game)?;
    let patches = std::mem::take(&mut docs.patches);
    let mut targets: Vec<&mut Doc<'_>> = docs.cards.iter_mut().chain([&mut docs.ruleset]).collect();
    let patched = patches::apply(&patches, &mut targets, files, &members);
    (docs.cards, _) = families::expand(std::mem::take(&mut docs.cards));
    let Some(found) = docs.cards.iter().find(|doc| id(doc) == card || name(doc) == card) else {
        return standing_table(&context, files, &docs.ruleset, card);
    };
    let teller = Explainer { context: &context, files, docs: &docs, patched: &patched, card: found };
    let kind = teller.kind();
    let mut lines = teller.printed();
    lines.extend(teller.taken_away());
    lines.extend(kind.map(|kind| teller.given(kind)).unwrap_or_default());
    lines.extend(teller.functions());
    let kind = kind.map(|kind| kind.key.to_string()).unwrap_or_default();

    Some(Why { name: name(found).to_owned(), id: id(found), kind, lines })
}

/// A table that the ruleset declares, with a line for each zone and attribute.
fn standing_table(context: &LoadContext, files: &Files, ruleset: &Doc<'_>, wanted: &str) -> Option<Why> {
    let game = ruleset.file.path.split('/').nth(1)?;
    let id = |table: &TomlField<'_>| format!("{game}:tables/{}", table.key);
    let mut tables = tree::table(&ruleset.fields, "tables").iter();
    let table = tables.find(|table| table.key == wanted || id(table) == wanted)?;
    let mut lines = Vec::new();
    tell_fields("", &table.node, &mut |text, span| {
        lines.push(line(context, files, text, (ruleset.file.path, span)));
    });
    Some(Why { name: table.key.to_string(), id: id(table), kind: "table".to_owned(), lines })
}

/// Tells the values in a table, and those in the tables that it holds.
fn tell_fields(key: &str, node: &TomlNode<'_>, tell: &mut impl FnMut(String, Span)) {
    let TomlValue::Fields(fields) = &node.value else { return tell(format!("{key} = {}", node.value), node.span) };
    for field in fields {
        let inner = tree::key(&field.key);
        let inner = if key.is_empty() { inner } else { format!("{key}.{inner}") };
        tell_fields(&inner, &field.node, tell);
    }
}

fn name<'t>(doc: &'t Doc<'_>) -> &'t str {
    tree::texts(&doc.fields, "name").first().map_or("", |(name, _)| *name)
}

/// The id of the card in this file.
fn id(doc: &Doc<'_>) -> String {
    card_of(doc.file.path).map(|(pack, path)| format!("{pack}:{path}")).unwrap_or_default()
}

struct Explainer<'a> {
    context: &'a LoadContext,
    files: &'a Files,
    docs: &'a Docs<'a>,
    patched: &'a AppliedPatches<'a>,
    card: &'a Doc<'a>,
}

impl<'a> Explainer<'a> {
    /// The card's kind, as the ruleset declares it.
    fn kind(&self) -> Option<&'a TomlField<'a>> {
        let folder = self.card.file.path.split('/').nth(2)?;
        let is_it =
            |field: &&TomlField<'_>| tree::texts(field.node.fields(), "folder").iter().any(|(text, _)| *text == folder);
        tree::table(&self.docs.ruleset.fields, "kinds").iter().find(is_it)
    }

    /// The content of the card's file, with patches applied.
    fn printed(&self) -> Vec<CardLine> {
        let mut lines = Vec::new();
        for field in &self.card.fields {
            self.tell(&tree::key(&field.key), &field.node, &mut lines);
        }
        lines
    }

    /// Adds lines for a value, one for each part if the parts come from several files.
    fn tell(&self, key: &str, node: &TomlNode<'_>, lines: &mut Vec<CardLine>) {
        match &node.value {
            TomlValue::Fields(fields) if !fields.is_empty() => {
                for field in fields {
                    self.tell(&format!("{key}.{}", tree::key(&field.key)), &field.node, lines);
                }
            }
            TomlValue::List(nodes) if nodes.iter().any(|part| self.is_apart(part, node)) => {
                for (at, part) in nodes.iter().enumerate() {
                    self.tell(&format!("{key}.{}", at + 1), part, lines);
                }
            }
            value => {
                let line = self.line(format!("{key} = {value}"), self.card.file.path, node.span);
                lines.push(CardLine { note: self.changed(key), ..line });
            }
        }
    }

    /// Whether a part of a list gets a line of its own: it is a table, or from another file.
    fn is_apart(&self, part: &TomlNode<'_>, list: &TomlNode<'_>) -> bool {
        let written_in = |node: &TomlNode<'_>| self.context.origin(self.card.file.path, node.span).0;
        matches!(part.value, TomlValue::Fields(_)) || written_in(part) != written_in(list)
    }

    /// What the patch replaced.
    fn changed(&self, key: &str) -> String {
        let made = self.patched.changes.iter().rev();
        let change = made.filter(|change| change.card == self.card.file.path).find(|change| {
            key == change.field_path || key.strip_prefix(&*change.field_path).is_some_and(|rest| rest.starts_with('.'))
        });
        match change.and_then(|change| change.before.as_ref()) {
            Some((value, path, span)) => format!("was {value}, {}", self.place(path, *span)),
            None if change.is_some() => "not there before".to_owned(),
            None => String::new(),
        }
    }

    /// What patches took away.
    fn taken_away(&self) -> Vec<CardLine> {
        let changes = self.patched.changes.iter().filter(|change| change.card == self.card.file.path && !change.stays);
        let line = |change: &patches::AppliedEdit| {
            let line = self.line(format!("# no {}", change.field_path), &change.at.0, change.at.1);
            let before = change.before.as_ref();
            let note = before.map(|(value, path, span)| format!("was {value}, {}", self.place(path, *span)));
            CardLine { note: note.unwrap_or_default(), ..line }
        };
        changes.map(line).collect()
    }

    /// What the ruleset gives to every card of the kind, unless the card says otherwise.
    fn given(&self, kind: &TomlField<'_>) -> Vec<CardLine> {
        let ruleset = &self.docs.ruleset;
        let mut lines = Vec::new();
        let mut add = |text: String, span: Span, note: &str| {
            lines.push(CardLine { note: note.to_owned(), ..self.line(text, ruleset.file.path, span) });
        };
        for field in kind.node.fields().iter().filter(|field| ["works_in", "goes"].contains(&&*field.key)) {
            if tree::field(&self.card.fields, &field.key).is_none() {
                add(format!("{} = {}", field.key, field.node.value), field.node.span, "of its kind");
            }
        }
        let is_of =
            |field: &TomlField<'_>| tree::texts(field.node.fields(), "of").iter().any(|(of, _)| *of == kind.key);
        for field in tree::table(&ruleset.fields, "attributes").iter().filter(|field| is_of(field)) {
            let default = tree::field(field.node.fields(), "default");
            if let (Some(default), None) = (default, tree::field(&self.card.fields, &field.key)) {
                let text = format!("{} = {}", tree::key(&field.key), default.node.value);
                add(text, default.node.span, "by default");
            }
        }
        for field in tree::table(&ruleset.fields, "actions").iter().filter(|field| is_of(field)) {
            add(format!("uses.{}", tree::key(&field.key)), field.span, "of its kind");
        }
        lines
    }

    /// The functions of its script, and those that patches have put in their place.
    fn functions(&self) -> Vec<CardLine> {
        let path = patches::script_of_card(self.card).unwrap_or_default();
        let text = self.files.get(&path).unwrap_or_default();
        let patches = || self.patched.hooks.iter().filter(|patch| patch.card == self.card.file.path);
        let own = self.context.outline(text);
        let mut lines: Vec<CardLine> = own
            .functions
            .iter()
            .filter_map(|OutlinedFunction { name, .. }| {
                let own = self.function(&path, name)?;
                match patches().find(|patch| *patch.name.text == **name) {
                    Some(patch) => self.patch(patch, Some(&own)),
                    None => Some(own),
                }
            })
            .collect();
        let added = patches().filter(|patch| own.function(patch.name.text).is_none());
        lines.extend(added.filter_map(|patch| self.patch(patch, None)));
        lines
    }

    fn patch(&self, patch: &HookPatch<'_>, own: Option<&CardLine>) -> Option<CardLine> {
        let line = self.function(&patch.script, patch.name.text)?;
        let note = match own {
            Some(own) => {
                let how = if patch.wraps { "wraps" } else { "replaces" };
                format!("{how} {}:{}, {}", own.path, own.line, own.note)
            }
            None => "added".to_owned(),
        };
        Some(CardLine { note, ..line })
    }

    fn function(&self, path: &str, name: &str) -> Option<CardLine> {
        let text = self.files.get(path)?;
        let outline = self.context.outline(text);
        let function = outline.function(name)?;
        let (head, _) = text[function.whole.range()].split_once('{')?;
        let line = self.line(format!("fn {}", head.trim()), path, function.at);
        Some(CardLine { note: format!("hash {}", function_hash(text, function)), ..line })
    }

    fn line(&self, text: String, path: &str, span: Span) -> CardLine {
        line(self.context, self.files, text, (path, span))
    }

    fn place(&self, path: &str, span: Span) -> String {
        format!("{path}:{}", number(self.files, path, span))
    }
}

/// A line with the place where its text was written.
fn line(context: &LoadContext, files: &Files, text: String, (path, span): (&str, Span)) -> CardLine {
    let (path, span) = context.origin(path, span);
    let line = number(files, &path, span);
    CardLine { text, path: path.into(), line, note: String::new() }
}

fn number(files: &Files, path: &str, span: Span) -> usize {
    let text = files.get(path).unwrap_or_default();
    Source { path, text }.line_column(span.start).0
}
