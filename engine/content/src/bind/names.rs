//! Names: everything that may be referred to, gathered before any detail is read.

use crate::bind::scripts::CommonScripts;
use crate::read::context::{Doc, Name, SourceFile};
use crate::read::tree::{self, TomlField};
use cardwright_kernel::ids::{AttrId, KindId, SiteId, Word};
use cardwright_kernel::problems::Span;
use cardwright_kernel::rules::{Attribute, Combine, DeclMap, Gate, Rules, ScriptSource, Words, ZoneDecl};
use cardwright_kernel::text::list;
use cardwright_kernel::words;
use indexmap::{IndexMap, IndexSet};
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// The largest number of names of one sort: ids are 16 bits wide.
pub const MOST: usize = 60_000;

/// The names of one sort: the zones of a game, or its actions.
#[derive(Debug)]
pub(crate) struct Scope {
    /// What is named, for messages: "zone".
    what: &'static str,
    /// The code of a problem with a name that is not known.
    code: &'static str,
    names: IndexMap<Box<str>, Option<(Box<str>, Span)>>,
}

impl Scope {
    /// No names yet.
    pub fn new(what: &'static str, code: &'static str) -> Self {
        Self { what, code, names: IndexMap::new() }
    }

    /// With these names, which no file declares.
    fn with<N: Into<Box<str>>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.names.extend(names.into_iter().map(|name| (name.into(), None)));
        self
    }

    /// Adds the name of something that no file declares.
    pub fn add(&mut self, name: &str) {
        self.names.insert(name.into(), None);
    }

    /// Adds a name that a file declares; a name that is taken is a problem.
    pub fn declare(&mut self, file: SourceFile<'_>, name: Name<'_>) -> Option<usize> {
        if self.names.len() >= MOST {
            let message = format!("there are more than {MOST} names of this sort: {}", self.what);
            file.report(file.problem("names-too-many", name.span, message).label("one too many"));
            return None;
        }
        if let Some(first) = self.names.get(name.text) {
            let message = format!("the {} `{}` is already declared", self.what, name.text);
            let problem = file.problem("name-duplicate", name.span, message).label("declared again");
            file.report(match first {
                Some((path, span)) => problem.note_at("first declared here", path, *span),
                None => problem.help("the engine uses this name itself; choose another"),
            });
            return None;
        }
        let place = Some((file.path.into(), name.span));
        Some(self.names.insert_full(name.text.into(), place).0)
    }

    /// The number of a name; one that is not known is a problem.
    pub fn find(&self, file: SourceFile<'_>, name: Name<'_>) -> Option<usize> {
        let found = self.get(name.text);

        if found.is_none() {
            let message = format!("there is no {} `{}`", self.what, name.text);
            file.unknown(self.code, name, message, self.iter());
        }
        found
    }

    /// The numbers of all names that are known; each other one is a problem.
    pub fn find_all<T: From<usize>>(&self, file: SourceFile<'_>, names: Option<Vec<Name<'_>>>) -> Vec<T> {
        let names = names.unwrap_or_default();
        names.into_iter().filter_map(|name| self.find(file, name)).map(T::from).collect()
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The number of a name.
    pub fn get(&self, name: &str) -> Option<usize> {
        self.names.get_index_of(name)
    }

    /// The name with this number.
    pub fn name(&self, index: usize) -> &str {
        self.names.get_index(index).map_or("", |(name, _)| name)
    }

    /// All names, in the order of declaration.
    pub fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        self.names.keys().map(|name| &**name)
    }
}

/// All names of a game.
pub(crate) struct Names {
    pub kinds: Scope,
    /// Attributes, then the local values of procedures, then options.
    pub attributes: Scope,
    pub procedures: Scope,
    pub zones: Scope,
    pub actions: Scope,
    pub windows: Scope,
    pub phases: Scope,
    pub stages: Scope,
    pub layers: Scope,
    pub values: Scope,
    /// Printed names of cards, then of spaces, then of joints.
    pub cards: Scope,
    /// How many of them are those of cards, and how many of cards and spaces.
    cards_end: usize,
    spaces_end: usize,
    /// How many sides the spaces of the board have.
    pub sides: u8,
    /// What is declared of the zones.
    pub zone_decls: DeclMap<ZoneDecl>,
    /// The numbers of those cards that are forms of others.
    pub forms: BTreeSet<usize>,
    /// The cards of each family, by the family's id.
    pub families: IndexMap<Box<str>, Vec<usize>>,
    /// Whether some file may name a card that is not known here: then unknown cards are not reported.
    pub cards_incomplete: bool,
    /// Folders of kinds.
    pub folders: IndexMap<Box<str>, KindId>,
    /// The gates of each action, by the action's number.
    pub gates: Vec<IndexSet<Box<str>>>,
    pub causes: Scope,
    /// Besides those of attributes that change.
    pub signals: Scope,
    rounds: IndexSet<Box<str>>,
}

impl Names {
    /// The names that a ruleset declares.
    pub fn of(ruleset: &Doc<'_>) -> Self {
        let fields = &ruleset.fields;
        let declare = |mut scope: Scope, table: &str| {
            for field in tree::table(fields, table) {
                scope.declare(ruleset.file, field.into());
            }
            scope
        };
        let kinds = Scope::new("kind", "kind-unknown").with(Rules::OWN_KINDS);
        let causes = Scope::new("cause", "cause-unknown").with(said(fields, "causes", "actions", "leaves"));
        let causes = causes.with(kernel_words());
        let signals = Scope::new("signal", "signal-unknown").with(said(fields, "signals", "actions", "signal"));
        let kinds = declare(kinds, "kinds");

        Self {
            folders: folders(ruleset, &kinds),
            kinds,
            attributes: declare(
                locals(ruleset, declare(Scope::new("attribute", "attribute-unknown"), "attributes")),
                "options",
            ),
            procedures: declare(Scope::new("procedure", "procedure-unknown"), "procedures"),
            zones: Scope::new("zone", "zone-unknown"),
            gates: gates(tree::table(fields, "actions")),
            actions: declare(Scope::new("action", "action-unknown"), "actions"),
            windows: declare(Scope::new("window", "window-unknown"), "windows"),
            phases: declare(Scope::new("phase", "phase-unknown"), "phases"),
            stages: declare(Scope::new("stage", "stage-unknown"), "stages"),
            layers: declare(Scope::new("layer", "layer-unknown"), "layers"),
            values: declare(Scope::new("value", "value-unknown"), "values"),
            cards: Scope::new("card", "card-unknown"),
            cards_end: 0,
            forms: BTreeSet::new(),
            families: IndexMap::new(),
            spaces_end: 0,
            sides: 0,
            zone_decls: DeclMap::new(),
            cards_incomplete: false,
            signals: signals.with(causes.iter()),
            causes,
            rounds: said(fields, "", "windows", "rounds"),
        }
    }

    /// All cards have their names; spaces and joints follow.
    pub fn end_cards(&mut self) {
        self.cards_end = self.cards.len();
        self.end_spaces();
    }

    /// All spaces have their names; joints follow.
    pub fn end_spaces(&mut self) {
        self.spaces_end = self.cards.len();
    }

    /// Whether a printed name is that of a space or joint.
    pub fn is_site(&self, number: usize) -> bool {
        number >= self.cards_end
    }

    /// The number of a space among all that has a printed name; one that is not known is a problem.
    pub fn space(&self, file: SourceFile<'_>, name: Name<'_>) -> Option<usize> {
        let spaces = self.cards_end..self.spaces_end;
        let found = self.cards.get(name.text).filter(|number| spaces.contains(number));

        if found.is_none() && !self.cards_incomplete {
            let known = spaces.map(|number| self.cards.name(number));
            file.unknown("space-unknown", name, format!("there is no space `{}`", name.text), known);
        }
        found
    }

    /// The space among the sites of the board.
    pub fn space_site(&self, file: SourceFile<'_>, name: Name<'_>) -> Option<SiteId> {
        self.space(file, name).map(|number| SiteId::from(number - self.cards_end))
    }

    /// A zone that is not on the board; one that is, is a problem.
    pub fn own_zone(&self, file: SourceFile<'_>, name: Name<'_>) -> Option<usize> {
        let zone = self.zones.find(file, name)?;

        if self.zone_decls[zone].per.is_on_board() {
            let problem =
                file.problem("zone-on-board", name.span, format!("the zone `{}` lies on the board", name.text));
            file.report(problem.label("on which space?").help("name a zone of players or of the game"));
            return None;
        }
        Some(zone)
    }

    /// A zone of players or of the game in which cards can stay; one where they wait for their uses is a problem: nothing
    /// would ever take them off it.
    pub fn resting_zone(&self, file: SourceFile<'_>, name: Name<'_>) -> Option<usize> {
        let zone = self.own_zone(file, name)?;

        if self.zone_decls[zone].pending {
            let message = format!("cards lie in `{}` only while their uses wait", name.text);
            let problem = file.problem("zone-pending", name.span, message).label("no card stays here");
            file.report(problem.help("name a zone that is not `pending`"));
            return None;
        }
        Some(zone)
    }

    /// Adds the printed name of a card; one that is too much like another is a problem.
    pub fn add_card<'t>(
        &mut self,
        file: SourceFile<'t>,
        name: Name<'t>,
        alike: &mut IndexMap<String, (SourceFile<'t>, Name<'t>)>,
    ) -> Option<usize> {
        let index = self.cards.declare(file, name)?;

        if let Some((first, other)) = alike.insert(normal(name.text), (file, name)) {
            let message = format!("the names `{}` and `{}` are too alike", name.text, other.text);
            let problem = file.problem("name-alike", name.span, message);
            let problem = problem.label("differs only in case, spaces or marks");
            file.report(problem.note_at("the other card", first.path, other.span));
        }
        Some(index)
    }

    /// The number of a card; one that is not known is a problem.
    pub fn card(&self, file: SourceFile<'_>, name: Name<'_>) -> Option<usize> {
        if self.cards_incomplete { self.cards.get(name.text) } else { self.cards.find(file, name) }
    }

    /// A cause; an undeclared one is a problem.
    pub fn cause(&self, file: SourceFile<'_>, name: Name<'_>) -> Word {
        self.causes.find(file, name);
        file.word(name.text)
    }

    /// A signal; one that nothing sends is a problem.
    pub fn signal(&self, file: SourceFile<'_>, name: Name<'_>) -> Word {
        let attribute =
            ["changed ", "crossed back ", "crossed "].into_iter().find_map(|what| name.text.strip_prefix(what));
        match attribute {
            Some(attribute) => self.attributes.find(file, Name { text: attribute, ..name }),
            None => self.signals.find(file, name),
        };
        file.word(name.text)
    }

    /// Classes of offers; one that no window asks for is a problem.
    pub fn rounds(&self, file: SourceFile<'_>, names: Option<Vec<Name<'_>>>) -> Option<Vec<Word>> {
        let round = |name: Name<'_>| {
            let message = format_args!("no window has a round `{}`", name.text);
            file.knows("round-unknown", name, message, self.rounds.iter().map(|round| &**round));
            file.word(name.text)
        };
        Some(names?.into_iter().map(round).collect())
    }

    /// A name of a gate of this action, or `from`; another is a problem.
    pub fn gate(&self, file: SourceFile<'_>, action: usize, name: Name<'_>) -> Option<Box<str>> {
        let gates = self.gates.get(action)?;
        let known = gates.iter().map(|gate| &**gate).chain(["from"]);
        let message = format_args!("the action `{}` has no gate `{}`", self.actions.name(action), name.text);
        file.knows("gate-unknown", name, message, known).then(|| name.text.into())
    }
}

/// What is known of a game before the details of its cards and windows are read.
pub(crate) struct Declarations {
    pub names: Names,
    /// All attributes; one that is declared wrongly is there too, but not in `sound`.
    pub attributes: DeclMap<Attribute>,
    /// Whether the type of an attribute is known.
    pub sound: Vec<bool>,
    pub scripts: DeclMap<ScriptSource>,
    /// Those of them that belong to no card.
    pub common: CommonScripts,
    /// What is printed for attributes that must differ, and where.
    pub uniques: RefCell<Uniques>,
    /// The gates that the ruleset declares for actions and cards to name, as soon as they are read.
    pub gates: OnceCell<DeclMap<Gate>>,
    /// How values are modified, as soon as that is read.
    pub modifying: OnceCell<Modifying>,
}

/// How the values of a game are modified.
#[derive(Debug, Default)]
pub(crate) struct Modifying {
    /// How contributions are combined in each stage.
    pub stages: Vec<Combine>,
    /// Of each value that is a set of words, the attribute from which it starts.
    pub sets: Vec<Option<AttrId>>,
}

/// Values of attributes that must differ, as text, with the file and the place of the first that prints it.
pub(crate) type Uniques = BTreeMap<(AttrId, String), (Box<str>, Span)>;

impl Declarations {
    /// The attribute with this name, if it is declared and its type known.
    pub fn attribute(&self, name: &str) -> Option<(AttrId, &Attribute)> {
        let index = self.names.attributes.get(name)?;
        let (_, attribute) = self.attributes.get_index(index)?;
        Some((AttrId::from(index), attribute))
    }

    /// Whether the type of an attribute is known.
    pub fn is_sound(&self, attribute: AttrId) -> bool {
        self.sound.get(attribute.index()).copied().unwrap_or(false)
    }
}

/// Adds the local values of procedures to the attributes.
fn locals(ruleset: &Doc<'_>, mut attributes: Scope) -> Scope {
    for procedure in tree::table(&ruleset.fields, "procedures") {
        for local in tree::table(procedure.node.fields(), "locals") {
            attributes.declare(ruleset.file, local.into());
        }
    }
    attributes
}

/// The words that a top-level list has, and those that each table of a table of tables has under a key.
fn said(fields: &[TomlField<'_>], list: &str, table: &str, key: &str) -> IndexSet<Box<str>> {
    let each = tree::table(fields, table).iter().flat_map(|field| tree::texts(field.node.fields(), key));
    tree::texts(fields, list).into_iter().chain(each).map(|(word, _)| Box::from(word)).collect()
}

/// The kernel's words that are causes or signals: not those for what players and windows answer.
fn kernel_words() -> Vec<Box<str>> {
    const OTHERS: [Word; 8] =
        [words::PASS, words::YES, words::NO, words::PAYS, words::PAID, words::ALONE, words::TRIGGERS, words::CIRCLE];
    let kernel = Words::kernel();
    let others = OTHERS.map(|word| kernel.text(word));

    kernel.iter().filter(|word| !others.contains(word)).map(Box::from).collect()
}

fn gates(actions: &[TomlField<'_>]) -> Vec<IndexSet<Box<str>>> {
    let gates = |field: &TomlField<'_>| {
        tree::table(field.node.fields(), "gates").iter().map(|gate| Box::from(&*gate.key)).collect()
    };
    actions.iter().map(gates).collect()
}

fn folders(ruleset: &Doc<'_>, kinds: &Scope) -> IndexMap<Box<str>, KindId> {
    const TAKEN: [&str; 4] = ["decks", "patches", "ruleset", "shared"];
    let file = ruleset.file;
    let mut folders: IndexMap<Box<str>, KindId> = IndexMap::new();

    for field in tree::table(&ruleset.fields, "kinds") {
        let Some(kind) = kinds.get(&field.key) else { continue };

        for (folder, span) in tree::texts(field.node.fields(), "folder") {
            if TAKEN.contains(&folder) || folder.is_empty() || folder.contains(['/', '\\']) {
                let message = format!("`{folder}` cannot be the folder of a kind");
                let help = format!("choose a name without slashes, other than {}", list(TAKEN));
                file.report(file.problem("folder-reserved", span, message).help(help));
            } else if let Some(other) = folders.insert(folder.into(), KindId::from(kind)) {
                let other = kinds.name(other.index());
                let message = format!("the folder `{folder}` already belongs to `{other}`");
                file.report(file.problem("folder-duplicate", span, message).label("taken"));
            }
        }
    }
    folders
}

/// A name without what people overlook: case, spaces, marks.
fn normal(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    let normal: String = letters.flat_map(char::to_lowercase).collect();

    let has_letters = normal.chars().any(char::is_alphabetic);
    if has_letters { normal } else { name.to_owned() }
}
