//! Cards: one file each, under the folder of their kind.

use crate::bind::hooks::HookBinder;
use crate::bind::names::{Declarations, Names};
use crate::bind::schema::CardSchema;
use crate::bind::scripts;
use crate::declare::abilities;
use crate::declare::card_text;
use crate::declare::effects;
use crate::declare::forms;
use crate::declare::kinds;
use crate::declare::printed;
use crate::declare::targets;
use crate::declare::uses;
use crate::keys::card;
use crate::read::context::{Doc, Name, SourceFile};
use crate::read::files::{card_of, script_path};
use crate::read::places::Purpose;
use crate::read::reader::Reader;
use crate::read::tree::{self, TomlField};
use cardwright_kernel::ids::{AttrId, DefId, KindId};
use cardwright_kernel::problems::{Problem, Span};
use cardwright_kernel::rules::{Category, DeclMap, Definition, Hook, Kind, Lasts, Printed, ZoneDecl};
use cardwright_kernel::text::suggest;
use indexmap::IndexMap;
use std::collections::BTreeSet;

/// The longest name, in characters.
const LONGEST_NAME: usize = 80;

/// A card's file, with what its path and its name tell.
pub(crate) struct CardFile<'t> {
    pub file: SourceFile<'t>,
    pub fields: &'t [TomlField<'t>],
    pack: &'t str,
    /// `events/hush`.
    path: &'t str,
    kind: KindId,
    pub name: Option<Name<'t>>,
    /// The key of the form that it is, if it is one: of the last card before it that is none.
    form: Option<&'t str>,
    /// The number of its definition, once its name is declared.
    pub id: Option<usize>,
}

impl CardFile<'_> {
    /// The id of what the file declares: its path.
    fn definition_id(&self) -> Box<str> {
        format!("{}:{}", self.pack, self.path).into()
    }
}

/// The cards among these files. Files in folders that no kind has are reported, and make the names incomplete.
pub(crate) fn files<'t>(docs: &'t [Doc<'t>], names: &mut Names) -> Vec<CardFile<'t>> {
    let mut cards = Vec::new();
    let mut reported = BTreeSet::new();

    for doc in docs {
        let Some((pack, path)) = card_of(doc.file.path) else {
            continue;
        };
        let folder = path.split_once('/').map_or("", |(folder, _)| folder);

        match names.folders.get(folder) {
            Some(kind) => cards.push(card_file(doc, pack, path, *kind)),
            None => {
                names.cards_incomplete = true;
                if reported.insert((pack, folder)) {
                    report_folder(doc.file, folder, names);
                }
            }
        }
    }
    declare(&mut cards, names);
    cards
}

/// Declares the printed names of the cards.
fn declare(cards: &mut [CardFile<'_>], names: &mut Names) {
    let mut alike = IndexMap::new();

    for card in cards {
        match card.name {
            Some(name) => {
                card.id = names.add_card(card.file, name, &mut alike);
                if card.form.is_some() {
                    names.forms.extend(card.id);
                }
                if tree::field(card.fields, card::family.name).is_some() {
                    names.families.entry(card.definition_id()).or_default().extend(card.id);
                }
            }
            None => names.cards_incomplete = true,
        }
    }
    names.end_cards();
}

fn card_file<'t>(doc: &'t Doc<'t>, pack: &'t str, path: &'t str, kind: KindId) -> CardFile<'t> {
    let name = tree::texts(&doc.fields, "name").first().map(|(text, span)| Name { text, span: *span });
    let (form, fields) = forms::form_of(&doc.fields);
    CardFile { file: doc.file, fields, pack, path, kind, name, form, id: None }
}

fn report_folder(file: SourceFile<'_>, folder: &str, names: &Names) {
    let known = || names.folders.keys().map(|folder| &**folder);
    let problem = Problem::new("folder-unknown", file.path, format!("no kind of card has the folder `{folder}`"));
    file.report(match suggest(folder, known()) {
        Some(meant) => problem.help(format!("did you mean `{meant}`?")),
        None => problem.help(format!("known: {}", cardwright_kernel::text::list(known()))),
    });
}

/// What is printed on all cards, by name, and which scripts they have.
pub(crate) fn definitions<'t>(cards: &'t [CardFile<'t>], schema: CardSchema<'t>) -> (DeclMap<Definition>, Vec<bool>) {
    let mut definitions = DeclMap::new();
    let mut used = vec![false; schema.declarations.scripts.len()];

    for card in cards {
        let definition = definition(card, schema);

        if let Some(used) = definition.script.and_then(|script| used.get_mut(script.index())) {
            *used = true;
        }
        if let (Some(name), Some(_)) = (card.name, card.id) {
            let (path, span) = card.file.context.origin(card.file.path, name.span);
            card.file.context.place(|places| places.add_definition(path, span));
            definitions.insert(name.text.into(), definition);
        }
    }
    link_forms(cards, &mut definitions);
    (definitions, used)
}

/// Notes of each card which forms it has, and of each form whose it is.
fn link_forms(cards: &[CardFile<'_>], definitions: &mut DeclMap<Definition>) {
    let mut own = None;
    for card in cards {
        let (Some(key), Some(own), Some(form)) = (card.form, own, card.id) else {
            own = card.id.map(DefId::from).filter(|_| card.form.is_none()).or(own.filter(|_| card.form.is_some()));
            continue;
        };
        let key = card.file.word(key);
        definitions[own.index()].forms.push((key, DefId::from(form)));
        definitions[form].form_of = Some((own, key));
    }
}

fn definition<'t>(card: &'t CardFile<'t>, schema: CardSchema<'t>) -> Definition {
    let (file, declarations) = (card.file, schema.declarations);
    let at = card.name.map_or(Span::START, |name| name.span);
    let reader = Reader::new(file, &card::TABLE, at, card.fields);
    let script = script_of(&reader, card, declarations);
    // What it holds was taken apart before; that it is a table is judged here.
    reader.entries(card::family);
    let binder = HookBinder::new(file, declarations, &script, schema.patched);
    let kind = &schema.kinds[card.kind.index()];

    if let Some(name) = reader.text(card::name) {
        check_name(file, name);
    }
    if let Some(name) = reader.text(card::renamed_from) {
        check_old_name(file, declarations, name);
    }
    let works_in = reader.words(card::works_in).map(|zones| declarations.names.zones.find_all(file, Some(zones)));
    let (lasts, goes_on) = effects::lasting(&reader, card::lasts, binder);

    let mut definition = Definition {
        first_values: Box::default(),
        id: card.definition_id(),
        kind: card.kind,
        text: Box::default(),
        plural: plural(&reader, kind),
        forms: Vec::new(),
        form_of: None,
        printed: Box::default(),
        script: binder.script(),
        affects: reader.first_of(card::affects),
        uses: uses::uses(&reader, card.kind, at, schema, binder),
        lasts,
        says_where: works_in.is_some(),
        works_in: works_in.unwrap_or_else(|| kind.works_in.clone()),
        abilities: abilities::abilities(&reader, binder),
        performs: performs(card.kind, schema, binder, at),
        effects: effects::effects(&reader, card::effects, binder),
        routes: kinds::routes(&reader, card::goes, declarations),
        resolve: binder.optional("resolve", at, Purpose::Resolve),
        announce: binder.optional("announce", at, Purpose::Announce),
        targets: targets::targets(&reader, card::targets, binder).unwrap_or_default(),
        ends: binder.optional("ends", at, Purpose::Ends),
    };
    let lasting = definition.uses.iter().any(|usage| usage.gates.values().any(|gate| gate.lasting));
    if lasts == Some(Lasts::While) && !lasting && !reader.has_table(card::lasts) {
        let problem =
            file.problem("effect-endless", at, "this lasts while its gates are open, but none of them is `lasting`");
        file.report(problem.help("write `lasting = true` in a gate of its use, or `lasts.if = \"<name>\"`"));
    }
    definition.abilities.lasts = goes_on;
    if !reader.has(card::lasts) {
        // What lasts works by what it declares; it needs no `resolve` besides.
        require_hooks(card, schema, kind, binder, at);
    }
    definition.printed = printed(&reader, card.kind, schema);
    definition.text = card_text::text(&reader, card::text, (card.kind, &definition.printed), schema);
    require_words(file, at, &definition);
    require_place(file, at, &definition, schema);
    definition
}

/// The functions that the card has for the ruleset's scripts to call.
fn performs(kind: KindId, schema: CardSchema<'_>, binder: HookBinder<'_>, at: Span) -> Vec<Hook> {
    let declared = schema.methods.iter().filter(|(_, method)| method.of.contains(&kind));
    declared.filter_map(|(name, _)| binder.optional(name, at, Purpose::Perform)).collect()
}

/// A card that does something says what.
fn require_words(file: SourceFile<'_>, at: Span, card: &Definition) {
    if card.text.is_empty() && !card.is_dull() {
        let problem = file.problem("key-missing", at, "a card that does something needs the key `text`");
        file.report(problem.label("`text` is missing here"));
    }
}

/// A card that lasts, and lies on the stack while it is used, says where it lies then.
fn require_place(file: SourceFile<'_>, at: Span, card: &Definition, schema: CardSchema<'_>) {
    let rests = |zone: &ZoneDecl| !zone.per.is_on_board() && !zone.pending;
    let zone = card.works_in.first().map(|zone| &schema.declarations.names.zone_decls[zone.index()]);
    let is_moved = card.uses.iter().any(|usage| !usage.passing && schema.actions[usage.action.index()].moves);
    if card.lasts.is_some() && is_moved && !zone.is_some_and(rests) {
        let problem = file.problem("zone-missing", at, "a card that lasts needs a zone in which it lies");
        let help = "name it first in `works_in`, of the card or of its kind: a zone of players or of the game, not the one \
                    where cards wait while they are used";
        file.report(problem.label("where does it lie when it has resolved?").help(help));
    }
}

/// The plural of the name of a piece; none for a card.
fn plural(reader: &Reader<'_>, kind: &Kind) -> Option<Box<str>> {
    if kind.category != Category::Counted {
        reader.refuse("key-unknown", card::plural, "only counted pieces have a plural");
        return None;
    }
    reader.text(card::plural).map(|plural| plural.text.into())
}

/// The path of the card's script: that of its own name, or the one that it names.
fn script_of(reader: &Reader<'_>, card: &CardFile<'_>, declarations: &Declarations) -> String {
    let own = script_path(card.pack, card.path);
    let Some(name) = reader.text(card::script) else {
        return own;
    };
    let path = script_path(card.pack, name.text);

    if !declarations.scripts.contains_key(&*path) {
        scripts::report_missing(card.file, card.pack, name, &declarations.scripts);
        return own;
    }
    path
}

/// A name that a card had before is no card's now.
fn check_old_name(file: SourceFile<'_>, declarations: &Declarations, name: Name<'_>) {
    if declarations.names.cards.get(name.text).is_some() {
        let message = format!("there is still a card `{}`", name.text);
        let problem = file.problem("name-in-use", name.span, message).label("no card has been renamed from this");
        file.report(problem.help("remove the key, or rename the other card"));
    }
}

pub(crate) fn check_name(file: SourceFile<'_>, name: Name<'_>) {
    let label = if name.text.trim().is_empty() {
        "a card needs a name"
    } else if name.text.trim() != name.text {
        "it begins or ends with a space"
    } else if name.text.chars().any(char::is_control) {
        "it contains a line break or another control character"
    } else if name.text.chars().count() > LONGEST_NAME {
        "it is far too long"
    } else {
        return;
    };
    file.report(file.problem("name-malformed", name.span, "this cannot be the name of a card").label(label));
}

fn require_hooks(card: &CardFile<'_>, schema: CardSchema<'_>, kind: &Kind, binder: HookBinder<'_>, at: Span) {
    let why = format!("every card of the kind `{}` needs", schema.declarations.names.kinds.name(card.kind.index()));

    for function in &kind.required {
        let purpose = match &**function {
            "ends" => Purpose::Ends,
            name if name.starts_with("announce") => Purpose::Announce,
            _ => Purpose::Resolve,
        };
        binder.require(function, at, purpose, &why);
    }
}

/// The printed values, in the order of the kind's attributes.
pub(crate) fn printed(reader: &Reader<'_>, kind: KindId, schema: CardSchema<'_>) -> Box<[Printed]> {
    let (file, declarations) = (reader.file, schema.declarations);
    let attributes = &schema.kinds[kind.index()].attributes;
    let mut said = BTreeSet::new();
    let mut values: Vec<Printed> =
        attributes.iter().map(|id| declarations.attributes[id.index()].default.clone()).collect();

    for field in reader.rest() {
        let Some((id, _)) = declarations.attribute(&field.key) else {
            reader.unknown(field, attributes.iter().map(|id| declarations.names.attributes.name(id.index())));
            continue;
        };
        said.insert(id);
        let value = declarations.valued(file, field, kind);
        if let Some((_, value)) = &value {
            require_unique(file, declarations, field, id, value);
        }
        let slot = attributes.iter().position(|other| *other == id);

        if let (Some((_, value)), Some(slot)) = (value, slot) {
            values[slot] = value;
        }
    }
    for id in attributes.iter().filter(|id| !said.contains(id)) {
        require_attribute(reader, declarations, *id);
    }
    values.into()
}

/// No two print one value of an attribute that is `unique`.
fn require_unique(
    file: SourceFile<'_>,
    declarations: &Declarations,
    field: &TomlField<'_>,
    id: AttrId,
    value: &Printed,
) {
    if !declarations.attributes[id.index()].unique {
        return;
    }
    let here = (file.path.into(), field.node.span);
    let key = (id, format!("{value:?}"));
    let other = declarations.uniques.borrow().get(&key).cloned();
    // A form prints what its card prints.
    if let Some((path, span)) = other.filter(|other| *other != here) {
        let message = format!("`{}` must be unique, but another prints the same", field.key);
        let problem = file.problem("attribute-not-unique", field.node.span, message).label("already printed");
        return file.report(problem.note_at("first printed here", &path, span));
    }
    declarations.uniques.borrow_mut().insert(key, here);
}

fn require_attribute(reader: &Reader<'_>, declarations: &Declarations, id: AttrId) {
    if !declarations.attributes[id.index()].required {
        return;
    }
    let name = declarations.names.attributes.name(id.index());
    let message = format!("every {} of this kind must print its `{name}`", reader.noun());
    let problem = reader.file.problem("attribute-missing", reader.at, message);
    let problem = problem.label(format!("`{name}` is missing here"));
    let choices = printed::choices_of(reader.file, &declarations.attributes[id.index()].type_);
    reader.file.report(match choices.is_empty() {
        true => problem,
        false => {
            problem.help(format!("choose from: {}", cardwright_kernel::text::list(choices.iter().map(String::as_str))))
        }
    });
}
