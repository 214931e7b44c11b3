//! Kinds of card: where they go, where they work, and what each card of a kind must have.

use crate::bind::hooks::conventional;
use crate::bind::names::{Declarations, Names};
use crate::keys::row::{Entries, FlagOr, Key};
use crate::keys::{kind, ruleset};
use crate::read::context::{Name, SourceFile};
use crate::read::reader::Reader;
use crate::read::tree::{self, TomlField, TomlNode, TomlValue};
use cardwright_kernel::ids::{AttrId, KindId, ZoneDeclId};
use cardwright_kernel::problems::{Problem, Span};
use cardwright_kernel::rules::{AttrType, Category, DeclMap, Kind, NewOwner, Route, Rules};
use std::collections::BTreeMap;

/// All kinds: the kernel's own, then the ruleset's.
pub(crate) fn kinds(reader: &Reader<'_>, declarations: &Declarations) -> DeclMap<Kind> {
    let file = reader.file;
    let mut kinds: DeclMap<Kind> = Rules::OWN_KINDS.iter().map(|name| (Box::from(*name), Kind::default())).collect();

    for field in reader.entries(ruleset::kinds) {
        if declarations.names.kinds.get(&field.key).is_none() {
            continue;
        }
        let read = ruleset::kinds.open(file, field);
        let kind = read.map(|reader| kind(reader, declarations)).unwrap_or_default();
        kinds.entry(field.key.as_ref().into()).or_insert(kind);
    }
    for (index, kind) in kinds.values_mut().enumerate() {
        if [Rules::GAME, Rules::PLAYER].contains(&KindId::from(index)) {
            kind.category = Category::Actor;
        }
        kind.attributes = attributes_of(declarations, KindId::from(index));
        let declared = |id: &AttrId| &declarations.attributes[id.index()];
        kind.changing = kind.attributes.iter().copied().filter(|id| declared(id).changes).collect();
        let places = kind.changing.iter().zip(0..).filter(|(id, _)| declared(id).type_ == AttrType::Card);
        kind.pointing = places.map(|(_, place)| place).collect();
        if kind.category == Category::Counted {
            report_changing(reader, declarations, kind);
        }
    }
    kinds
}

/// The pieces of a pile are all the same: nothing about them can change.
fn report_changing(reader: &Reader<'_>, declarations: &Declarations, kind: &Kind) {
    for attr in &kind.changing {
        let name = declarations.names.attributes.name(attr.index());
        let message = format!("counted pieces cannot have an attribute that changes, such as `{name}`");
        let problem = Problem::new("attribute-of-pieces", reader.file.path, message);
        let field = reader.entries(ruleset::attributes).iter().find(|field| field.key == name);
        let problem = match field {
            Some(field) => problem.at(field.span).label("of a kind that is `counted`"),
            None => problem,
        };
        reader.file.report(problem.help("keep it on the space where they lie, or make them cards"));
    }
}

fn kind(reader: Reader<'_>, declarations: &Declarations) -> Kind {
    let file = reader.file;
    let category = category(&reader);
    if category.is_site() {
        let why = "spaces and joints are no cards";
        reader.refuse("key-unknown", kind::folder, why);
        reader.refuse("key-unknown", kind::goes, why);
        reader.refuse("key-unknown", kind::becomes, why);
    } else {
        reader.require(kind::folder);
    }
    let folder = reader.text(kind::folder).filter(|_| !category.is_site());
    Kind {
        category,
        folder: folder.map(|folder| folder.text.into()).unwrap_or_default(),
        attributes: Vec::new(),
        changing: Vec::new(),
        pointing: Vec::new(),
        routes: if category.is_site() { Vec::new() } else { kind_routes(&reader, declarations) },
        works_in: declarations.names.zones.find_all(file, reader.words(kind::works_in)),
        left_waiting: reader.one_of(kind::left_waiting),
        required: required(&reader, &declarations.names),
        attachments_follow: reader.flag_or(kind::attachments_follow),
    }
}

const CATEGORIES: [(Key<FlagOr>, Category); 3] =
    [(kind::space, Category::Space), (kind::joint, Category::Joint), (kind::counted, Category::Counted)];

/// What the entities of a kind are: cards, unless it says otherwise.
fn category(reader: &Reader<'_>) -> Category {
    let said: Vec<Category> =
        CATEGORIES.into_iter().filter(|(key, _)| reader.flag_or(*key)).map(|(_, category)| category).collect();
    if said.len() > 1 {
        let message = "a kind is for spaces, joints or counted pieces, not for several of these";
        let problem = reader.file.problem("kind-of-other-sort", reader.at, message);
        reader.file.report(problem.label("remove the others"));
    }
    said.first().copied().unwrap_or_default()
}

/// The sort of every kind, in the order of the kinds, before anything else about them is known.
pub(crate) fn categories(ruleset: &[TomlField<'_>], names: &Names) -> Vec<Category> {
    let declared = tree::table(ruleset, "kinds").iter();
    let declared: BTreeMap<&str, Category> =
        declared.map(|field| (&*field.key, declared_category(&field.node))).collect();
    names.kinds.iter().map(|kind| declared.get(kind).copied().unwrap_or_default()).collect()
}

/// The sort that the table of a kind declares.
fn declared_category(kind: &TomlNode<'_>) -> Category {
    let value = |key: Key<FlagOr>| tree::field(kind.fields(), key.name).map(|field| &field.node.value);
    let is_said = |(key, _): &(Key<FlagOr>, Category)| matches!(value(*key), Some(TomlValue::Flag(true)));
    CATEGORIES.into_iter().find(is_said).map(|(_, category)| category).unwrap_or_default()
}

fn attributes_of(declarations: &Declarations, kind: KindId) -> Vec<AttrId> {
    let having = declarations.attributes.values().enumerate().filter(|(_, attribute)| attribute.of.contains(&kind));
    having.map(|(index, _)| AttrId::from(index)).collect()
}

const OWNERS: [(&str, NewOwner); 2] = [("nobody's", NewOwner::Nobody), ("the actor's", NewOwner::Actor)];

/// The routes of a kind; the last one, without a cause, goes where the ruleset's zones say unless `otherwise` says more.
fn kind_routes(reader: &Reader<'_>, declarations: &Declarations) -> Vec<Route> {
    let mut found = routes(reader, kind::goes, declarations);

    if found.last().is_none_or(|route| route.cause.is_some()) {
        match declarations.names.zone_decls.values().position(|zone| zone.otherwise) {
            Some(zone) => {
                let name = declarations.names.zones.name(zone);
                check_room(reader.file, (name, reader.at), zone, declarations);
                found.push(Route { cause: None, to: ZoneDeclId::from(zone), owner: NewOwner::Same });
            }
            None => {
                let message = "without a zone that says `otherwise = true`, a kind needs `goes = { otherwise = … }`";
                reader.file.report(reader.file.problem("route-missing", reader.at, message));
            }
        }
    }
    give_owners(reader, declarations, &mut found);
    found
}

/// The table under `becomes`: whose cards are once they have left for a cause.
fn give_owners(reader: &Reader<'_>, declarations: &Declarations, routes: &mut Vec<Route>) {
    let file = reader.file;
    for field in reader.entries(kind::becomes) {
        let cause = (field.key != "otherwise").then(|| declarations.names.cause(file, field.into()));
        let Some(said) = crate::read::reader::text(file, &field.key, &field.node) else { continue };
        let Some((_, owner)) = OWNERS.iter().find(|(word, _)| *word == said.text) else {
            let message = format!("cards cannot become `{}`", said.text);
            file.unknown("choice-unknown", said, message, OWNERS.iter().map(|(word, _)| *word));
            continue;
        };
        let otherwise = routes.last().map(|route| route.to);
        match (routes.iter_mut().find(|route| route.cause == cause), otherwise) {
            (Some(route), _) => route.owner = *owner,
            (None, Some(to)) => routes.insert(0, Route { cause, to, owner: *owner }),
            (None, None) => {}
        }
    }
}

/// The table under `goes`: causes and zones, `otherwise` last.
pub(crate) fn routes(reader: &Reader<'_>, key: Key<Entries>, declarations: &Declarations) -> Vec<Route> {
    let file = reader.file;
    let fields = reader.entries(key);
    let mut routes: Vec<Route> = fields.iter().filter_map(|field| route(file, field, declarations)).collect();

    routes.sort_by_key(|route| route.cause.is_none());
    routes
}

/// Reports a zone that can be full, or where cards only wait, where every card must find a place for all other causes: what
/// is done must leave the stack.
fn check_room(file: SourceFile<'_>, (key, at): (&str, Span), zone: usize, declarations: &Declarations) {
    let zone = &declarations.names.zone_decls[zone];
    let why = match (zone.pending, zone.capacity.is_some()) {
        (true, _) => "holds cards only while their uses wait",
        (_, true) => "can be full",
        (false, false) => return,
    };
    let message = format!("`{key}` {why}: a card needs a place for every cause");
    let problem = file.problem("route-missing", at, message).label("not every card finds a place here");
    file.report(problem.help("write `otherwise` with a zone that has no `capacity` and is not `pending`"));
}

fn route(file: SourceFile<'_>, field: &TomlField<'_>, declarations: &Declarations) -> Option<Route> {
    let cause = (field.key != "otherwise").then(|| declarations.names.cause(file, field.into()));
    let zone = crate::read::reader::text(file, &field.key, &field.node)?;
    let to = declarations.names.resting_zone(file, zone)?;
    if cause.is_none() {
        check_room(file, (zone.text, zone.span), to, declarations);
    }

    Some(Route { cause, to: ZoneDeclId::from(to), owner: NewOwner::Same })
}

/// The hooks that every card must have.
fn required(reader: &Reader<'_>, names: &Names) -> Vec<Box<str>> {
    let file = reader.file;
    let said = reader.words(kind::requires).unwrap_or_default();
    let plain = ["resolve", "announce", "ends", "lasts"].into_iter().map(str::to_owned);
    let of_actions =
        names.actions.iter().flat_map(|action| [conventional("resolve", action), conventional("announce", action)]);
    let known: Vec<String> = plain.chain(of_actions).collect();
    let is_hook = |name: &Name<'_>| {
        let message = format_args!("cards have no hook `{}`", name.text);
        file.knows("hook-unknown", *name, message, known.iter().map(String::as_str))
    };
    said.into_iter().filter(is_hook).map(|name| name.text.into()).collect()
}
