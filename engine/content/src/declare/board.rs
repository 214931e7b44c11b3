//! A board: `board.toml`, with its spaces and the joints between them.
//!
//! A game has at most one. A pack that depends on another may bring a board of its own, which is played on instead.

use crate::bind::names::Names;
use crate::bind::schema::CardSchema;
use crate::declare::board_file::{Pair, pairs, point, side, tables};
use crate::declare::{card_text, cards};
use crate::keys::row::{Key, Text};
use crate::keys::{board, joint, space};
use crate::read::context::{Doc, LoadContext, Name, SourceFile};
use crate::read::files;
use crate::read::reader::{self, Reader, wrong};
use crate::read::tree::{self, TomlField, TomlValue};
use cardwright_kernel::ids::{AttrId, DefId, KindId, SiteId};
use cardwright_kernel::problems::{Problem, Span};
use cardwright_kernel::rules::{AttrType, Board, Category, DeclMap, Definition, Joint, Printed, Space};
use std::collections::BTreeMap;

/// The largest number of spaces.
pub const MOST_SPACES: usize = 2_000;

/// The largest number of joints.
pub const MOST_JOINTS: usize = 8_000;

/// How many spaces that cannot be reached are reported one by one.
const MOST_UNREACHED: usize = 5;

/// A board before attributes are known: which spaces and joints there are.
pub(crate) struct BoardOutline<'t> {
    file: SourceFile<'t>,
    reader: Reader<'t>,
    pack: &'t str,
    spaces: Vec<SpaceFile<'t>>,
    joints: Vec<JointFile<'t>>,
}

struct SpaceFile<'t> {
    name: Name<'t>,
    kind: KindId,
    fields: &'t [TomlField<'t>],
    at: Span,
}

struct JointFile<'t> {
    name: String,
    kind: KindId,
    /// Where it is declared.
    at: Span,
    ends: [(SiteId, Option<u8>); 2],
    fields: &'t [TomlField<'t>],
    /// Whether this is the first joint that its table declares, so that mistakes in the table are reported once.
    first: bool,
}

/// The board that is played on: that of a pack that depends on the game's, otherwise that of the game.
pub(crate) fn chosen<'d, 't>(docs: &'d [Doc<'t>], game: &str) -> Option<&'d Doc<'t>> {
    let own = |doc: &&Doc<'_>| is_own(doc, game);
    let mut others = docs.iter().filter(|doc| !own(doc));
    let chosen = others.next();

    if let (Some(first), Some(second)) = (chosen, others.next()) {
        let message =
            format!("the packs `{}` and `{}` both bring a board", pack_of(first.file.path), pack_of(second.file.path));
        second.file.report(
            Problem::new("board-twice", second.file.path, message)
                .help("a game has one board: leave one of the packs out"),
        );
    }
    chosen.or_else(|| docs.iter().find(own))
}

/// Whether a board is that of the game itself.
pub(crate) fn is_own(doc: &Doc<'_>, game: &str) -> bool {
    pack_of(doc.file.path) == game
}

fn pack_of(path: &str) -> &str {
    files::pack_of(path).unwrap_or_default()
}

/// The spaces and joints of a board; their names are declared among those of the cards.
pub(crate) fn outline<'t>(doc: &'t Doc<'t>, kinds: &BoardKinds<'_>, names: &mut Names) -> BoardOutline<'t> {
    let file = doc.file;
    let reader = doc.reader(&board::TABLE);

    names.cards_incomplete |= file.context.is_broken(file.path);
    names.sides = reader.number(board::sides).unwrap_or(0);
    let kind = reader.text(board::kind).and_then(|name| kinds.find(file, names, name, Category::Space));
    let joint = reader.text(board::joint).and_then(|name| kinds.find(file, names, name, Category::Joint));
    let mut outline = BoardOutline { file, reader, pack: pack_of(file.path), spaces: Vec::new(), joints: Vec::new() };

    outline.spaces(kind, kinds, names);
    names.end_spaces();
    outline.joints(joint, kinds, names);
    outline
}

/// Which kinds are those of spaces and joints.
pub(crate) struct BoardKinds<'k>(pub &'k [Category]);

impl BoardKinds<'_> {
    /// The kind with this name, if it is of this sort; anything else is a problem.
    fn find(&self, file: SourceFile<'_>, names: &Names, name: Name<'_>, category: Category) -> Option<KindId> {
        let kind = names.kinds.find(file, name)?;

        if self.0.get(kind) == Some(&category) {
            return Some(KindId::from(kind));
        }
        let (what, key) = if category == Category::Space { ("spaces", "space") } else { ("joints", "joint") };
        let problem = file.problem("kind-of-other-sort", name.span, format!("`{}` is not a kind of {what}", name.text));
        file.report(problem.help(format!("declare it in the ruleset with `{key} = true`")));
        None
    }
}

impl<'t> BoardOutline<'t> {
    fn spaces(&mut self, usual: Option<KindId>, kinds: &BoardKinds<'_>, names: &mut Names) {
        let file = self.file;

        for field in self.reader.entries(board::spaces) {
            let name = Name::from(field);
            if self.spaces.len() == MOST_SPACES {
                return too_many(file, name.span, MOST_SPACES, "spaces");
            }
            cards::check_name(file, name);
            let TomlValue::Fields(fields) = &field.node.value else {
                wrong::<()>(file, name.text, &field.node, "a table");
                continue;
            };
            let Some(kind) = kind_of(file, fields, usual, name.span, kinds, names, Category::Space) else {
                names.cards_incomplete = true;
                continue;
            };
            if names.cards.declare(file, name).is_none() {
                names.cards_incomplete = true;
            } else {
                self.spaces.push(SpaceFile { name, kind, fields, at: name.span });
            }
        }
    }

    fn joints(&mut self, usual: Option<KindId>, kinds: &BoardKinds<'_>, names: &mut Names) {
        let file = self.file;
        let Some(field) = self.reader.field(board::joints) else { return };
        let mut joined = BTreeMap::new();

        for (fields, at) in tables(file, field) {
            let Some(kind) = kind_of(file, fields, usual, at, kinds, names, Category::Joint) else { continue };
            for (number, pair) in pairs(file, fields, at).into_iter().enumerate() {
                if self.joints.len() == MOST_JOINTS {
                    return too_many(file, pair.at, MOST_JOINTS, "joints");
                }
                let joint = JointFile {
                    name: String::new(),
                    kind,
                    at: pair.at,
                    ends: Default::default(),
                    fields,
                    first: number == 0,
                };
                self.joint(joint, &pair, &mut joined, names);
            }
        }
    }

    fn joint(
        &mut self,
        mut joint: JointFile<'t>,
        pair: &Pair<'t>,
        joined: &mut BTreeMap<[SiteId; 2], Span>,
        names: &mut Names,
    ) {
        let file = self.file;
        let ends = pair.ends.each_ref().map(|(name, _)| names.space_site(file, *name));
        let [Some(one), Some(other)] = ends else { return };

        if one == other {
            let problem = file.problem("joint-loop", pair.at, "a joint cannot lead from a space to itself");
            return file.report(problem.label("both ends are the same"));
        }
        let own_name = tree::texts(joint.fields, joint::name.name).first().map(|(text, _)| (*text).to_string());
        let first = joined.insert([one.min(other), one.max(other)], pair.at);
        if let (Some(first), None) = (first, &own_name) {
            let [(one, _), (other, _)] = &pair.ends;
            let message = format!("`{}` and `{}` are already joined", one.text, other.text);
            let problem = file.problem("joint-duplicate", pair.at, message).label("joined again");
            return file.report(
                problem
                    .note_at("first joined here", file.path, first)
                    .help("give the second joint a `name` if there are two"),
            );
        }
        let sides = pair.ends.each_ref().map(|(_, node)| node.and_then(|node| side(file, names.sides, node)));
        joint.ends = [(one, sides[0]), (other, sides[1])];
        joint.name = own_name.unwrap_or_else(|| format!("{} - {}", pair.ends[0].0.text, pair.ends[1].0.text));
        self.check_sides(pair, &joint, names);

        if names.cards.declare(file, Name { text: &joint.name, span: pair.at }).is_some() {
            self.joints.push(joint);
        }
    }

    /// If spaces have sides, every joint names the sides at which it lies, and no two joints share a side.
    fn check_sides(&self, pair: &Pair<'_>, joint: &JointFile<'_>, names: &Names) {
        let file = self.file;

        if names.sides > 0 && pair.ends.iter().any(|(_, node)| node.is_none()) {
            let problem = file.problem(
                "key-missing",
                pair.at,
                "a joint of this board must say at which side of each end it lies",
            );
            return file.report(
                problem
                    .label("its sides are missing")
                    .help("write `sides = [2, 5]` beside `between`, or pairs as `[\"a\", 2, \"b\", 5]`"),
            );
        }
        for ((space, side), (name, node)) in joint.ends.iter().zip(&pair.ends) {
            let taken = |other: &&JointFile<'_>| side.is_some() && other.ends.contains(&(*space, *side));
            if let (Some(other), Some(node)) = (self.joints.iter().find(taken), node) {
                let message = format!("another joint already lies at this side of `{}`", name.text);
                let problem = file.problem("side-taken", node.span, message).label("this side is taken");
                file.report(problem.note_at(format!("by `{}`", other.name), file.path, other.at));
            }
        }
    }

    /// What is printed on spaces and joints, and how they are connected.
    pub fn read(self, schema: CardSchema<'t>, definitions: &mut DeclMap<Definition>, connected: &[KindId]) -> Board {
        let rotation = self.reader.text(board::rotation).and_then(|name| rotation(self.file, schema, name));
        let mut board = Board { sides: schema.declarations.names.sides, rotation, ..Board::default() };

        for entry in &self.spaces {
            let reader = Reader::new(self.file, &space::TABLE, entry.at, entry.fields);
            let at = reader.field(space::at).and_then(|field| point(self.file, &field.node));
            let definition = self.definition(reader, space::text, entry.kind, (entry.name.text, schema));
            let def = add(self.file, definitions, entry.name.text, entry.at, definition);
            board.spaces.push(Space { def, at, joints: Vec::new() });
        }
        self.read_joints(schema, definitions, &mut board);
        self.check_attributes(schema, definitions, &board);
        // Where a joint is wrong, what it would lead to is not reported besides.
        if !self.file.context.has_problems(self.file.path) {
            self.check_connected(definitions, &board, connected);
        }
        board
    }

    fn read_joints(&self, schema: CardSchema<'t>, definitions: &mut DeclMap<Definition>, board: &mut Board) {
        let spaces = board.spaces.len();
        let silent = LoadContext::new();

        for (number, entry) in self.joints.iter().enumerate() {
            // What is wrong with the values of a table of many pairs is reported with its first.
            let file = if entry.first { self.file } else { SourceFile { context: &silent, ..self.file } };
            let reader = Reader::new(file, &joint::TABLE, entry.at, entry.fields);
            let definition = self.definition(reader, joint::text, entry.kind, (&entry.name, schema));
            let [(one, first), (other, second)] = entry.ends;
            let sides = first.zip(second).map(|(first, second)| [first, second]);
            let def = add(self.file, definitions, &entry.name, entry.at, definition);
            board.joints.push(Joint { def, ends: [one, other], sides });
            let site = SiteId::from(spaces + number);
            [one, other].into_iter().for_each(|end| board.spaces[end.index()].joints.push(site));
        }
        let joints = &board.joints;
        for (number, space) in board.spaces.iter_mut().enumerate() {
            space.joints.sort_by_key(|joint| joints[joint.index() - spaces].side_of(SiteId::from(number)));
        }
    }

    fn definition(
        &self,
        reader: Reader<'t>,
        text: Key<Text>,
        kind: KindId,
        (name, schema): (&str, CardSchema<'t>),
    ) -> Definition {
        let printed = cards::printed(&reader, kind, schema);
        let text = card_text::text(&reader, text, (kind, &printed), schema);
        Definition { id: format!("{}:board/{name}", self.pack).into(), kind, text, printed, ..Definition::default() }
    }

    /// A joint lies at every side that a space prints.
    fn check_attributes(&self, schema: CardSchema<'_>, definitions: &DeclMap<Definition>, board: &Board) {
        for (number, entry) in self.spaces.iter().enumerate() {
            let space = SiteId::from(number);
            let Some((_, definition)) = definitions.get_index(board.def(space).index()) else { continue };
            let attributes = &schema.kinds[entry.kind.index()].attributes;
            for (id, value) in attributes.iter().zip(&definition.printed) {
                let is_side = schema.declarations.attributes[id.index()].type_ == AttrType::Side;
                let (true, Printed::Number(side)) = (is_side, value) else { continue };
                if u8::try_from(*side).ok().and_then(|side| board.joint_at(space, side)).is_none() {
                    self.report_loose_side(
                        entry,
                        schema.declarations.names.attributes.name(id.index()),
                        *side,
                        (space, board),
                    );
                }
            }
        }
    }

    fn report_loose_side(&self, entry: &SpaceFile<'_>, attribute: &str, side: i64, (space, board): (SiteId, &Board)) {
        let span = tree::field(entry.fields, attribute).map_or(entry.at, |field| field.node.span);
        let message = format!("no joint lies at side {side} of `{}`", entry.name.text);
        let joints = board.around(space).filter_map(|(joint, _)| board.joint(joint)?.side_of(space));
        let sides: Vec<String> = joints.map(|side| side.to_string()).collect();
        let problem = self.file.problem("side-unknown", span, message).label("leads nowhere");
        self.file.report(
            problem.help(format!("joints lie at: {}", cardwright_kernel::text::list(sides.iter().map(String::as_str)))),
        );
    }

    /// Every space of these kinds can be reached from every other, over spaces of these kinds.
    fn check_connected(&self, definitions: &DeclMap<Definition>, board: &Board, kinds: &[KindId]) {
        let meant = |space: &SiteId| {
            definitions
                .get_index(board.def(*space).index())
                .is_some_and(|(_, definition)| kinds.contains(&definition.kind))
        };
        let Some(first) = board.space_ids().find(meant) else { return };
        let mut reached = vec![false; board.spaces.len()];
        let mut open = vec![first];
        reached[first.index()] = true;

        while let Some(space) = open.pop() {
            for (_, next) in board.around(space).filter(|(_, next)| meant(next)) {
                if !std::mem::replace(&mut reached[next.index()], true) {
                    open.push(next);
                }
            }
        }
        let lost = board.space_ids().filter(|space| meant(space) && !reached[space.index()]);
        for space in lost.take(MOST_UNREACHED) {
            let entry = &self.spaces[space.index()];
            let message =
                format!("`{}` cannot be reached from `{}`", entry.name.text, self.spaces[first.index()].name.text);
            let problem = self.file.problem("space-unreachable", entry.at, message).label("no way leads here");
            self.file.report(problem.help("join it to its neighbours in `[[joints]]`"));
        }
    }
}

fn add(
    file: SourceFile<'_>,
    definitions: &mut DeclMap<Definition>,
    name: &str,
    span: Span,
    definition: Definition,
) -> DefId {
    file.context.place(|places| places.add_definition(file.path.into(), span));
    DefId::from(definitions.insert_full(name.into(), definition).0)
}

/// The kind that a table names, or the usual one.
fn kind_of(
    file: SourceFile<'_>,
    fields: &[TomlField<'_>],
    usual: Option<KindId>,
    at: Span,
    kinds: &BoardKinds<'_>,
    names: &Names,
    category: Category,
) -> Option<KindId> {
    let key = if category == Category::Space { space::kind } else { joint::kind };
    let named = tree::field(fields, key.name).and_then(|field| reader::text(file, key.name, &field.node));
    match (named, usual) {
        (Some(name), _) => kinds.find(file, names, name, category),
        (None, Some(kind)) => Some(kind),
        (None, None) => {
            let (what, head) = if category == Category::Space { ("a space", "kind") } else { ("a joint", "joint") };
            let problem = file.problem("key-missing", at, format!("{what} needs the key `kind`"));
            file.report(
                problem
                    .label("of which kind is this?")
                    .help(format!("or name the usual kind at the head of the board: `{head} = …`")),
            );
            None
        }
    }
}

/// The attribute for the rotation of a card: a number that changes.
fn rotation(file: SourceFile<'_>, schema: CardSchema<'_>, name: Name<'_>) -> Option<AttrId> {
    schema.declarations.names.attributes.find(file, name)?;
    let (id, attribute) = schema.declarations.attribute(name.text)?;
    let fits = attribute.type_ == AttrType::Number && attribute.changes;

    if schema.declarations.is_sound(id) && !fits {
        let problem =
            file.problem("type-wrong", name.span, format!("`{}` cannot be the rotation of a card", name.text));
        file.report(problem.help("declare it with `type = \"number\"` and `changes = true`"));
    }
    fits.then_some(id)
}

fn too_many(file: SourceFile<'_>, span: Span, most: usize, what: &str) {
    let message = format!("a board may have at most {most} {what}");
    file.report(file.problem("number-out-of-range", span, message).label("one too many"));
}
