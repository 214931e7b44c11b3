//! What the packs declare, as the kernel reads it: the *rules* of one game, immutable while it is played.
//!
//! The crate `content` builds a [`Rules`] from the TOML files of a pack and the packs it depends on; the game layer
//! then compiles the scripts and binds every [`Hook`]. Nothing here knows any one game: every word of a game
//! is a key of one of these tables.

mod abilities;
mod actions;
mod board;
mod cards;
mod dice;
mod filters;
mod held;
mod hooks;
mod kinds;
mod lines;
mod look;
mod outline;
mod recorder;
mod results;
mod signals;
mod tables;
mod targets;
mod template;
mod told;
mod turns;
mod values;
mod windows;
mod zones;

pub use abilities::{
    Abilities, Contribution, Does, Lasts, Listener, MaskedListener, NamedEffect, ReplacementOrder, Silence,
    StaticAbility, TriggerOrder, When,
};
pub use actions::{Action, AffectedBy, Amount, Cost, CostPart, Gate, Holder, MOST_GIVEN, Price, Whose};
pub use board::{Board, Joint, Space};
pub use cards::{Deck, Definition, Use};
pub use dice::Dice;
pub use filters::{Affects, Filter, Relation, Who};
pub use hooks::{Bearer, Hook, HookGives, HookPlace, HookTakes, Predicate, Purpose, Taken};
pub use kinds::{AttrType, Attribute, Category, GameOption, Kind, Lifetime, NewOwner, Printed, Route};
pub use lines::{SourceLine, SourceLines};
pub use look::{BoardForm, BoardLook, KindLook, LookBy, LookIcon, Looks, SeatLook, ZoneForm, ZoneLook, ZoneSide};
pub use outline::{OutlinedFunction, ScriptOutline};
pub use recorder::{AbilitySort, Exercised, Recorder};
pub use results::{Ending, EndingHole, EndingText, Loops, Repetition, Scoring, TurnLimit, Worth};
pub use signals::{FieldType, SIGNALS, SignalRow, SignalSort};
pub use tables::{ArrangedCard, ArrangedValue, ArrangedZone, Arrangement, StandingTable, ZoneHolder};
pub use targets::Targets;
pub use template::Template;
pub use told::{ToldMoment, ToldRule};
pub use turns::{Check, CheckedAt, LeftWaiting, Phase, Turns};
pub use values::{Combine, LayerOrder, ValueDecl};
pub use windows::{AfterActing, AskOrder, Asks, First, Opening, Pass, Then, Window};
pub use zones::{Refill, SeenBy, ZoneDecl, ZonePer};

use crate::model::ids::{AttrId, DefId, KindId, PhaseId, PlayerId, ScriptId, ValueId, WindowId, Word, ZoneDeclId};
use indexmap::{IndexMap, IndexSet};
use std::sync::Arc;

/// A function of a script, by its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FunctionId {
    /// The script.
    pub script: ScriptId,
    /// The function's number in that script; `None` if the script has no such function.
    pub function: Option<u16>,
}

/// The words of a game, each interned once: values of choices, causes, signals, classes of offers, questions.
#[derive(Clone, Debug, Default)]
pub struct Words(IndexSet<Box<str>>);

impl Words {
    /// The number of a word, which is added if it is new.
    pub fn intern(&mut self, word: &str) -> Word {
        if let Some(index) = self.0.get_index_of(word) {
            return Word::from(index);
        }
        Word::from(self.0.insert_full(word.into()).0)
    }

    /// The number of a known word.
    pub fn get(&self, word: &str) -> Option<Word> {
        self.0.get_index_of(word).map(Word::from)
    }

    /// The text of a word.
    pub fn text(&self, word: Word) -> &str {
        self.0.get_index(word.index()).map_or("?", |text| text)
    }

    /// How many words there are.
    #[expect(clippy::len_without_is_empty, reason = "the kernel's own words are always there")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// All words, in the order in which they were first met.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|word| &**word)
    }
}

/// Tables are kept in the order of declaration; an id is a position.
pub type DeclMap<T> = IndexMap<Box<str>, T>;

/// The rules of one game: everything that its packs declare.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The pack that holds the ruleset, by its folder's name (`paperwood`).
    pub pack: Box<str>,
    /// The game's title.
    pub title: Box<str>,
    /// The card that stands for those that do not matter, if the ruleset names one.
    pub stand_in: Option<DefId>,
    /// The smallest and the largest number of people at the table.
    pub players: (u8, u8),
    /// Whose seats they take: for each number of people the player of every seat; empty where each has a seat of their own.
    pub sides: Vec<Vec<PlayerId>>,
    /// Whose turn follows whose.
    pub turns: Turns,
    /// When state checks run besides between two steps.
    pub checked_at: CheckedAt,
    /// A hash of every source file of every pack in play: a save names it.
    pub hash: [u8; 32],
    /// The interned words.
    pub words: Words,
    /// Kinds of entity. The first are the kernel's own, see [`Rules::GAME`] and its neighbours.
    pub kinds: DeclMap<Kind>,
    /// Attributes of all kinds.
    pub attributes: DeclMap<Attribute>,
    /// Procedures, whose local values are among the attributes.
    pub procedures: DeclMap<Procedure>,
    /// Lines that scripts write into the trace, with names in braces for what they are about.
    pub lines: DeclMap<Template>,
    /// What is told of endings, by the reasons that scripts give for them.
    pub endings: DeclMap<EndingText>,
    /// Functions that cards of some kinds may have, for the ruleset's scripts to call: `fn <name>(card, value)`.
    pub methods: DeclMap<Method>,
    /// Zones: the standard set, then the ruleset's own.
    pub zones: DeclMap<ZoneDecl>,
    /// Pairs of zones between which a card stays the same incarnation.
    pub joined: Vec<(ZoneDeclId, ZoneDeclId)>,
    /// Ways of using a card.
    pub actions: DeclMap<Action>,
    /// Dice that are rolled into resources of a player.
    pub dice: DeclMap<Dice>,
    /// Windows.
    pub windows: DeclMap<Window>,
    /// The phases of a turn, in order.
    pub phases: DeclMap<Phase>,
    /// The stages in which a value is computed, in order (`set`, `add`, `multiply`, `limit`).
    pub stages: DeclMap<Combine>,
    /// The layers in which continuous effects apply instead, in order, and the order within each.
    pub layers: DeclMap<LayerOrder>,
    /// Values, which cards may modify.
    pub values: DeclMap<ValueDecl>,
    /// Those of them that are sets of words, with the attributes that they start from.
    pub sets: Vec<(ValueId, AttrId)>,
    /// Whether something takes abilities away.
    pub silences: bool,
    /// Whether something is an effect of control.
    pub controls: bool,
    /// State checks, in order.
    pub checks: Vec<Check>,
    /// What is printed on cards, by printed name.
    pub definitions: DeclMap<Definition>,
    /// The definitions of players and of the game, where the ruleset declares actions of theirs.
    pub actors: Vec<(KindId, DefId)>,
    /// The board, without spaces if the game is played without one.
    pub board: Board,
    /// Decks, by name.
    pub decks: DeclMap<Deck>,
    /// Decks whose cards belong to nobody.
    pub commons: DeclMap<Deck>,
    /// Tables in the middle of a game, by name: games can begin on them, and rulings start from them.
    pub tables: DeclMap<StandingTable>,
    /// Script files that the packs hold, by path relative to the pack's root (`scripts/paperwood/ruleset.rhai`).
    pub scripts: DeclMap<ScriptSource>,
    /// The files that declare cards and rules, by path: where a [`SourceLine`] lies.
    pub files: Vec<Box<str>>,
    /// `fn setup(game)` of the ruleset: after the decks are in the draw piles, before the first turn.
    pub setup: Option<Hook>,
    /// `fn left(players)` of the ruleset: what becomes of the cards of players who leave at the same time.
    pub left: Option<Hook>,
    /// What becomes of the items of a player who leaves that still wait.
    pub left_waiting: LeftWaiting,
    /// Why a game is over that all players have left, if the ruleset does not say; behind all other words.
    pub nobody_left: Word,
    /// The names of the functions of each script, by their numbers; set when the scripts are compiled.
    pub function_names: Vec<Vec<Box<str>>>,
    /// Functions of the ruleset's script that scripts may put on the agenda by name (`game.next("round", player)`);
    /// filled when the scripts are compiled: all functions of `ruleset.rhai`.
    pub named_hooks: Vec<(Word, FunctionId)>,
    /// Why a card can leave its zone: the kernel's causes and the ruleset's.
    pub causes: Vec<Word>,
    /// What can be listened for: the kernel's signals and the ruleset's.
    pub signals: Vec<Word>,
    /// Whether a card that has gone is taken for what it was: by scripts that hold it, and by whatever listens for its going.
    pub remembers: bool,
    /// The order in which triggers that came together are put on the stack.
    pub triggers: TriggerOrder,
    /// The order in which replacements of one happening are called.
    pub replacements: ReplacementOrder,
    /// Standing effects that any script may begin.
    pub effects: Vec<NamedEffect>,
    /// Functions of the ruleset's script with two parameters: dialogues of simultaneous questions
    /// (`game.together(players, "losses", card)`), filled like the others.
    pub dialogues: Vec<(Word, FunctionId)>,
    /// Whether all who are still there win together or lose together.
    pub cooperative: bool,
    /// By what players are placed at the end.
    pub result: Option<Scoring>,
    /// What a position is worth before the end, if the ruleset says so.
    pub worth: Option<Worth>,
    /// After how many turns the game ends by itself.
    pub turn_limit: Option<TurnLimit>,
    /// How often a position may come up before the game ends by itself.
    pub repetition: Option<Repetition>,
    /// How much may be set off in a row before the game ends by itself.
    pub loops: Option<Loops>,
    /// How it all looks, for clients.
    pub looks: Looks,
    /// Listeners of the ruleset itself, always active.
    pub listeners: Vec<Listener>,
    /// What the rules tell of hidden cards, on purpose.
    pub told: Vec<ToldRule>,
    /// The masked listeners of cards.
    pub masked: Vec<MaskedListener>,
    /// Collects what is exercised, where somebody wants to know.
    pub recorder: Option<Arc<Recorder>>,
}

impl Rules {
    /// Notes that something is exercised, if that is recorded.
    pub fn exercise(&self, what: impl FnOnce() -> Exercised) {
        if let Some(recorder) = &self.recorder {
            recorder.note(what());
        }
    }

    /// The text of an ending, if the ruleset declares one for this reason.
    pub fn ending(&self, why: Word) -> Option<&EndingText> {
        self.endings.get(self.words.text(why))
    }

    /// Why a game has ended, with `…` for what is put into the text: the same for all games that end in this way.
    pub fn kind_of_ending(&self, why: Word) -> String {
        self.ending(why)
            .map_or_else(|| self.words.text(why).to_owned(), |ending| ending.text.filled(|_| "…".to_owned()))
    }

    /// Whether a game that ended for this reason did so by itself, because nobody had brought it to an end in time.
    pub fn ends_by_itself(&self, why: Word) -> bool {
        self.turn_limit.is_some_and(|limit| limit.why == why)
            || self.repetition.as_ref().is_some_and(|repetition| repetition.why == why)
            || self.loops.is_some_and(|loops| loops.why == why)
    }

    /// The name of a function, for people.
    pub fn function_name(&self, id: FunctionId) -> &str {
        let names = self.function_names.get(id.script.index());
        let name = names.zip(id.function).and_then(|(names, function)| names.get(usize::from(function)));
        name.map_or("?", |name| name)
    }

    /// A definition; nothing for what has none.
    pub fn definition(&self, def: DefId) -> Option<&Definition> {
        self.definitions.get_index(def.index()).map(|(_, definition)| definition)
    }

    /// How a definition can be used, if it has such a use.
    pub fn usage(&self, def: DefId, number: u16) -> Option<&Use> {
        self.definition(def)?.uses.get(usize::from(number))
    }

    /// The abilities of a part of a definition: 0 for its own, otherwise those of a named effect.
    pub fn abilities(&self, def: DefId, part: u16) -> &Abilities {
        static NONE: Abilities = Abilities::NONE;
        match self.named_effect(def, part) {
            Some(effect) => &effect.abilities,
            None => self.definition(def).map_or(&NONE, |definition| &definition.abilities),
        }
    }

    /// The named effect of this number, counted from 1: first those of the definition, then those of the rules.
    pub(crate) fn named_effect(&self, def: DefId, part: u16) -> Option<&NamedEffect> {
        let at = usize::from(part).checked_sub(1)?;
        let own = self.definition(def).map_or(&[][..], |definition| &definition.effects);
        own.get(at).or_else(|| self.effects.get(at.checked_sub(own.len())?))
    }

    /// The number of the effect with this name that a definition can begin; 0 if there is none.
    pub(crate) fn effect_number(&self, def: DefId, name: &str) -> u16 {
        let own = self.definition(def).map_or(&[][..], |definition| &definition.effects);
        let at = own.iter().chain(&self.effects).position(|effect| &*effect.name == name);
        at.map_or(0, |at| at as u16 + 1)
    }

    /// The kind of the game itself; its attributes are the game's counters and flags.
    pub const GAME: KindId = KindId(0);
    /// The kind of players.
    pub const PLAYER: KindId = KindId(1);
    /// The kind of items: uses that have been announced and wait to resolve.
    pub const ITEM: KindId = KindId(2);
    /// The kind of standing effects.
    pub const EFFECT: KindId = KindId(3);
    /// Names of the kernel's own kinds, in the order of their ids.
    pub const OWN_KINDS: [&'static str; 4] = ["game", "player", "item", "effect"];

    /// The player of every seat when so many people sit at the table: each their own, or as the sides say.
    pub fn seating(&self, people: u8) -> Vec<PlayerId> {
        let declared = self.sides.iter().find(|seats| seats.len() == usize::from(people));
        declared.cloned().unwrap_or_else(|| (0..people).map(PlayerId).collect())
    }

    /// The zone from which cards are drawn if no other is said, and where they are drawn to.
    pub fn draw_pile(&self) -> Option<(ZoneDeclId, ZoneDeclId)> {
        let mut piles = self.zones.values().enumerate();
        piles.find_map(|(at, zone)| Some((at.into(), zone.drawn_to?)))
    }

    /// The deck with which a player begins if nothing else is said: their own, or one after another.
    pub fn deck_of(&self, player: PlayerId) -> Option<&Deck> {
        let own = self.decks.values().find(|deck| deck.player == Some(player));
        own.or_else(|| self.decks.get_index(player.index() % self.decks.len().max(1)).map(|(_, deck)| deck))
    }

    /// Whether cards of a definition come from a deck that is nobody's.
    pub fn is_common(&self, def: DefId) -> bool {
        let mut all = self.commons.values().flat_map(|deck| &deck.zones).flat_map(|(_, cards)| cards);
        all.any(|card| *card == def)
    }

    /// Whether like cards of a definition lie as a pile in a zone: pieces do everywhere, cards in a supply.
    pub fn piles_up(&self, def: DefId, zone: ZoneDeclId) -> bool {
        let supply = self.zones.get_index(zone.index()).is_some_and(|(_, decl)| decl.supply);
        match self.category_of(def) {
            Category::Counted => true,
            Category::Card => supply,
            Category::Actor | Category::Space | Category::Joint => false,
        }
    }

    /// The definition of the players or of the game; none unless the ruleset declares actions of theirs.
    pub(crate) fn actor_def(&self, kind: KindId) -> DefId {
        self.actors.iter().find(|(of, _)| *of == kind).map_or(DefId::NONE, |(_, def)| *def)
    }

    /// Whether a definition is that of players or of the game, or of what they do.
    pub fn is_of_actor(&self, def: DefId) -> bool {
        self.category_of(def) == Category::Actor
    }

    /// The definition of the item that a use leaves on the stack, and its use there: of a card the card's, of a player or of
    /// the game the action's own.
    pub(crate) fn item_of(&self, def: DefId, number: u16) -> (DefId, u16) {
        let action = self.definitions[def.index()].uses[usize::from(number)].action;
        self.actions[action.index()].item.filter(|_| self.is_of_actor(def)).map_or((def, number), |item| (item, 0))
    }

    /// The first phase in which the turn player is asked what to do.
    pub fn first_own_phase(&self) -> PhaseId {
        let asks =
            |window: &WindowId| self.windows.get_index(window.index()).is_some_and(|(_, it)| it.asks == Asks::Actor);
        PhaseId::from(self.phases.values().position(|phase| phase.windows.iter().any(asks)).unwrap_or(0))
    }

    /// How many players there are when so many people sit at the table.
    pub fn players_of(&self, people: u8) -> u8 {
        self.seating(people).iter().map(|player| player.0 + 1).max().unwrap_or(people)
    }
}

/// Something that a ruleset does in several steps: its local values have their defaults when it begins, and are gone
/// when it ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Procedure {
    /// Its local values: attributes of the game, of players or of cards.
    pub locals: Vec<AttrId>,
    /// Where entities of each kind keep them.
    pub places: Vec<Vec<LocalPlace>>,
}

/// Where entities of a kind keep a local value of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalPlace {
    /// The local value.
    pub attr: AttrId,
    /// Its position among the changing attributes of the kind.
    pub position: u16,
    /// Whether any definition prints something else than its default.
    pub is_printed: bool,
}

impl Rules {
    /// Finds out where the local values of procedures are kept, when all definitions are known.
    pub(crate) fn place_locals(&mut self) {
        let places = |procedure: &Procedure| {
            self.kinds
                .values()
                .enumerate()
                .map(|(at, kind)| {
                    let here = kind.changing.iter().enumerate().filter(|(_, attr)| procedure.locals.contains(attr));
                    here.map(|(position, attr)| self.local_place(KindId::from(at), position, *attr)).collect()
                })
                .collect()
        };
        let places: Vec<_> = self.procedures.values().map(places).collect();
        for (procedure, places) in self.procedures.values_mut().zip(places) {
            procedure.places = places;
        }
    }

    fn local_place(&self, kind: KindId, position: usize, attr: AttrId) -> LocalPlace {
        let decl = &self.attributes[attr.index()];
        let place = self.kinds[kind.index()].attributes.iter().position(|own| *own == attr);
        let prints = |definition: &Definition| {
            let printed = place.and_then(|place| definition.printed.get(place));
            definition.kind == kind && printed.is_some_and(|own| *own != Printed::Nothing && *own != decl.default)
        };
        let is_printed = self.definitions.values().any(prints);
        LocalPlace { attr, position: position as u16, is_printed }
    }
}

/// A function that cards may have, for the ruleset's scripts to call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Method {
    /// The kinds of card that may have it.
    pub of: Vec<KindId>,
    /// What it is given besides the card; anything where nothing is said.
    pub takes: Option<MethodValue>,
}

/// What a card's function is given besides the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodValue {
    /// A player.
    Player,
    /// A card.
    Card,
    /// A space of the board.
    Space,
    /// A number.
    Number,
}

/// A script file of a pack.
#[derive(Clone, Debug, Default)]
pub struct ScriptSource {
    /// The pack it belongs to.
    pub pack: Box<str>,
    /// Its text.
    pub text: Box<str>,
    /// What it is: a card's, the ruleset's, or shared by the pack's scripts.
    pub role: ScriptRole,
    /// What the text says by itself.
    pub outline: Arc<ScriptOutline>,
    /// What it patches, if it is the script of a patch.
    pub patches: Option<Patched>,
    /// The packs that its pack requires, through however many others.
    pub requires: Arc<[Box<str>]>,
}

impl ScriptSource {
    /// Whether it can call what the scripts of a pack share: its own, one that its pack requires, or the one that it
    /// patches.
    pub fn sees(&self, pack: &str) -> bool {
        *self.pack == *pack
            || self.requires.iter().any(|required| **required == *pack)
            || self.patches.as_ref().is_some_and(|patched| *patched.pack == *pack)
    }
}

/// What the script of a patch changes: some hooks of a card of another pack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patched {
    /// The pack of the card.
    pub pack: Box<str>,
    /// The script of the card, if it has one.
    pub script: Option<Box<str>>,
    /// The functions of that script that can be called as `original_<name>`, because they are wrapped.
    pub wraps: Vec<Box<str>>,
}

/// What a script file is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScriptRole {
    /// `scripts/<pack>/ruleset.rhai`.
    #[default]
    Ruleset,
    /// `scripts/<pack>/<kind>/<card>.rhai`.
    Card,
    /// `scripts/<pack>/shared/<function>.rhai`: its functions can be called from every script of the pack, and of the packs
    /// that require it.
    Shared,
    /// `scripts/<pack>/patches/<patch>.rhai`: hooks of a card of another pack, in place of its own.
    Patch,
}
