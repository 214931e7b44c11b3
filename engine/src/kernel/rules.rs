//! What the packs declare, as the kernel reads it: the *rules* of one game, immutable while it is played.
//!
//! The catalog builds a [`Rules`] from the TOML files of a pack and the packs it depends on; the game layer
//! then compiles the scripts and binds every [`Hook`]. Nothing here knows any one game: every word of a game
//! is a key of one of these tables.

use super::ids::{ActionId, AttrId, DefId, KindId, PhaseId, ScriptId, ValueId, WindowId, Word, ZoneDeclId};
use indexmap::{IndexMap, IndexSet};

/// A function of a script, as declared, and where it was found once the scripts are compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hook {
    /// The script that should define the function.
    pub script: ScriptId,
    /// The name of the function.
    pub name: Box<str>,
    /// Bound by the script layer: the function's number in that script; `None` until then.
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

    /// All words, in the order in which they were first met.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|word| &**word)
    }
}

/// Tables are kept in the order of declaration; an id is a position.
pub type Table<T> = IndexMap<Box<str>, T>;

/// The rules of one game: everything that its packs declare.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The pack that holds the ruleset, by its folder's name (`paperwood`).
    pub pack: Box<str>,
    /// The game's title.
    pub title: Box<str>,
    /// The smallest and the largest number of players.
    pub players: (u8, u8),
    /// A hash of every source file of every pack in play: a save names it.
    pub hash: [u8; 32],
    /// The interned words.
    pub words: Words,
    /// Kinds of entity. The first are the kernel's own, see [`Rules::GAME`] and its neighbours.
    pub kinds: Table<Kind>,
    /// Attributes of all kinds.
    pub attributes: Table<Attribute>,
    /// Zones: the standard set, then the ruleset's own.
    pub zones: Table<ZoneDecl>,
    /// Pairs of zones between which a card stays the same incarnation.
    pub joined: Vec<(ZoneDeclId, ZoneDeclId)>,
    /// Ways of using a card.
    pub actions: Table<Action>,
    /// Windows.
    pub windows: Table<Window>,
    /// The phases of a turn, in order.
    pub phases: Table<Phase>,
    /// The stages in which a value is computed, in order (`set`, `add`, `multiply`, `limit`).
    pub stages: Table<Stage>,
    /// Numbers that cards may modify.
    pub values: Table<ValueDecl>,
    /// State checks, in order.
    pub checks: Vec<Check>,
    /// What is printed on cards, by printed name.
    pub definitions: Table<Definition>,
    /// Decks, by name.
    pub decks: Table<Deck>,
    /// Script files that the packs hold, by path relative to the pack's root (`scripts/paperwood/ruleset.rhai`).
    pub scripts: Table<ScriptSource>,
    /// `fn setup(game)` of the ruleset: after the decks are in the draw piles, before the first turn.
    pub setup: Option<Hook>,
    /// `fn left(player)` of the ruleset: what becomes of the cards, items and turns of a player who leaves.
    pub left: Option<Hook>,
    /// Functions of the ruleset's script that scripts may put on the agenda by name (`game.next("round", player)`);
    /// filled when the scripts are compiled: all functions of `ruleset.rhai`.
    pub named_hooks: Vec<(Word, Hook)>,
    /// Listeners of the ruleset itself, always active.
    pub listeners: Vec<Listener>,
}

impl Rules {
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
    /// The functions that others may call: names and numbers of parameters, in the order of the file.
    pub functions: Vec<(Box<str>, usize)>,
}

/// What a script file is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScriptRole {
    /// `scripts/<pack>/ruleset.rhai`.
    #[default]
    Ruleset,
    /// `scripts/<pack>/<kind>/<card>.rhai`.
    Card,
    /// `scripts/<pack>/shared/<deed>.rhai`: its functions can be called from every script of the pack.
    Shared,
}

/// A kind of entity.
#[derive(Clone, Debug, Default)]
pub struct Kind {
    /// The folder of its cards under `cards/<pack>/` (`events` for `event`).
    pub folder: Box<str>,
    /// All attributes that entities of this kind have, in the order of their printed values.
    pub attributes: Vec<AttrId>,
    /// Those of them that change during a game; each has a slot in the state.
    pub changing: Vec<AttrId>,
    /// Where a leaving card goes, by cause; the last row has no cause and serves every other.
    pub routes: Vec<Route>,
    /// The zones in which the abilities of a card of this kind work, unless the card says otherwise.
    pub works_in: Vec<ZoneDeclId>,
    /// Hooks that every card of this kind must provide.
    pub required: Vec<Box<str>>,
    /// Where attachments of a leaving card of this kind go: `true` if they follow it, otherwise they leave
    /// by their own route with the cause `unattached`.
    pub attachments_follow: bool,
}

/// A row of a routing table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    /// The cause of leaving; `None` serves every cause without a row of its own.
    pub cause: Option<Word>,
    /// The zone to go to, of the card's owner if the zone is a player's.
    pub to: ZoneDeclId,
}

/// An attribute.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// What its values are.
    pub type_: AttrType,
    /// The kinds that have it.
    pub of: Vec<KindId>,
    /// Whether it changes during a game.
    pub changes: bool,
    /// Whether every card of those kinds must print it.
    pub required: bool,
    /// The value where nothing is printed.
    pub default: Printed,
    /// Who may see it on an entity: everyone who knows the entity, or only its controller.
    pub secret: bool,
    /// Whether its changes leave no line in the trace: book-keeping that no player would speak of.
    pub quiet: bool,
    /// The signal that its changes send (`changed <attribute>`), if anything listens for it.
    pub changed: Option<Word>,
}

/// What the values of an attribute are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttrType {
    /// A whole number.
    Number,
    /// True or false.
    Flag,
    /// One of these words.
    Choice(Vec<Word>),
    /// Some of these words.
    Choices(Vec<Word>),
    /// A text for people; scripts can compare it only.
    Text,
    /// A card, or none.
    Card,
    /// A player, or none.
    Player,
    /// A set of players.
    Players,
}

/// A printed value.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Printed {
    /// Nothing.
    #[default]
    Nothing,
    /// A number.
    Number(i64),
    /// A flag.
    Flag(bool),
    /// A word.
    Word(Word),
    /// Some words, in the order of printing.
    Words(Box<[Word]>),
    /// A text.
    Text(Box<str>),
}

/// A declared zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneDecl {
    /// How people call it: "draw pile", "Abyss".
    pub title: Box<str>,
    /// One for every player, or one for all.
    pub per: ZonePer,
    /// Whether the order of its cards means anything (and so may be seen only by who may look).
    pub ordered: bool,
    /// Who learns a card that enters.
    pub seen: SeenBy,
    /// The largest number of cards in it.
    pub capacity: Option<u32>,
    /// Whether nothing ever leaves it.
    pub terminal: bool,
    /// Whether cards in it lie sideways or upright, face up or down, is no business of the kernel; whether they
    /// count as *in play* is: prompts and the checker offer `in_play` cards of a game.
    pub in_play: bool,
    /// Whether this is the zone in which a card lies while its item waits to resolve. Exactly one zone is.
    pub pending: bool,
}

/// How many instances of a zone there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZonePer {
    /// One for every player.
    Player,
    /// One for the game.
    Game,
}

/// Who learns a card that enters a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenBy {
    /// Everybody.
    All,
    /// The player whose zone it is.
    Owner,
    /// Nobody.
    Nobody,
}

/// A way of using a card: playing it, putting it on the table, attacking with it, discarding it as a price.
#[derive(Clone, Debug, Default)]
pub struct Action {
    /// The verb of the trace in the third person: "plays", "discards".
    pub says: Box<str>,
    /// The kinds of card that have it by themselves; a card may declare more in `[uses.<action>]`.
    pub of: Vec<KindId>,
    /// The zones from which a card is used.
    pub from: Vec<ZoneDeclId>,
    /// Who may use a card in those zones.
    pub holder: Holder,
    /// The classes of offers it belongs to; a window's round offers one class.
    pub offered: Vec<Word>,
    /// What must be true; a grant opens a gate by its name.
    pub gates: Table<Gate>,
    /// What is paid when it is announced.
    pub cost: Cost,
    /// Whether the card moves to the pending zone while its item waits; otherwise it stays where it is.
    pub moves: bool,
    /// `fn announce_<action>(item)` of the ruleset: choices made before payment; the card's own `announce` replaces it.
    pub announce: Option<Hook>,
    /// `fn resolve_<action>(item)` of the ruleset: what it does; the card's own `resolve` replaces it.
    pub resolve: Option<Hook>,
    /// Whether the ruleset's `resolve_<action>` holds even if the card's script has a `resolve` of its own.
    pub own_resolve: bool,
    /// The signal that its announcement sends ("played"), for windows and listeners.
    pub signal: Option<Word>,
    /// The cause with which the card leaves the pending zone when its item is done.
    pub leaves: Option<Word>,
    /// Whether everybody is told at once what is used (true), or the card stays unknown until it resolves.
    pub open: bool,
}

/// Who may use a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Holder {
    /// Its controller.
    #[default]
    Controller,
    /// Every other player.
    Others,
    /// Everybody.
    Anyone,
}

/// One gate of an action: a predicate, and how people call it.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    /// Why it is closed, for people: "only in the combat phase".
    pub why: Box<str>,
    /// In one of these phases; empty for any.
    pub phases: Vec<PhaseId>,
    /// In whose turn.
    pub turn: Option<Whose>,
    /// Only while no item waits.
    pub stack_empty: bool,
    /// What the card must be.
    pub card: Option<Filter>,
    /// What the player must be.
    pub player: Option<Filter>,
    /// `fn <name>(player, card)` of the ruleset or of the card: a pure predicate.
    pub script: Option<Hook>,
}

/// Whose turn it is, seen from a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// His own.
    Own,
    /// Another player's.
    Others,
}

/// What an action costs: one of these alternatives; none at all if empty.
pub type Cost = Vec<Vec<CostPart>>;

/// A part of a price. All parts are paid, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CostPart {
    /// The card itself leaves with this cause.
    Leave(Word),
    /// A flag or number of the card itself is set; it must not have that value already.
    Set(AttrId, Printed),
    /// The player's attribute goes down by this much; it must not fall below zero.
    Spend(AttrId, i64),
    /// Cards of the player's zone leave with this cause.
    Give {
        /// How many.
        count: u32,
        /// From which of his zones.
        from: ZoneDeclId,
        /// Which cards will do.
        card: Filter,
        /// The cause of their leaving.
        cause: Word,
        /// Drawn at random instead of chosen.
        random: bool,
    },
}

/// A filter of cards or items, declared as a TOML table. Every part must hold; an empty filter lets all through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Of one of these kinds.
    pub kinds: Vec<KindId>,
    /// With these values; for [`AttrType::Choices`] the value must be among them.
    pub attributes: Vec<(AttrId, Printed)>,
    /// Not with these values.
    pub not: Vec<(AttrId, Printed)>,
    /// One of these definitions; filled from names by the catalog.
    pub names: Vec<DefId>,
    /// None of these definitions.
    pub not_names: Vec<DefId>,
    /// Used by one of these actions (items only).
    pub actions: Vec<ActionId>,
    /// Whom the item affects, seen from the asking player (items only).
    pub affects: Option<Affects>,
    /// Whose it is, seen from the asking player or the source.
    pub of: Option<Relation>,
    /// Whether the item answers another item (items only).
    pub answer: Option<bool>,
    /// Whether the item is a copy (items only).
    pub copy: Option<bool>,
    /// Whether what is printed states how long it lasts.
    pub lasts: Option<bool>,
    /// In one of these zones.
    pub zones: Vec<ZoneDeclId>,
}

/// Whom an item must affect to pass a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Affects {
    /// The asking player, perhaps with others.
    You,
    /// The asking player and nobody else.
    YouAlone,
}

/// Whose something is, seen from a player or a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// His own.
    Yours,
    /// Anybody else's.
    Others,
    /// The source itself.
    This,
    /// What the source is attached to.
    Host,
}

/// A window: who may answer, in what order, how often, and what happens when it closes.
#[derive(Clone, Debug)]
pub struct Window {
    /// How people call it.
    pub title: Box<str>,
    /// What opens it; a window that nothing opens is opened by scripts or phases.
    pub opens: Vec<Opening>,
    /// Who is asked.
    pub asks: Asks,
    /// Who is asked first.
    pub from: First,
    /// Who is asked after somebody acted.
    pub after_acting: AfterActing,
    /// Classes of offers, one a round.
    pub rounds: Vec<Word>,
    /// How many answers a participant has for the whole window; `None` for any number.
    pub quota: Option<u8>,
    /// Whether an answer that was stopped does not count.
    pub refund: bool,
    /// What a pass means.
    pub pass: Pass,
    /// Whether a player who becomes newly affected by the subject is asked again although he passed.
    pub reopens: bool,
    /// Whether everyone is asked, also who could not answer.
    pub masked: bool,
    /// What the closing of the window does.
    pub then: Then,
    /// `fn <name>(player)` of the ruleset: only who passes this predicate is asked.
    pub only: Option<Hook>,
    /// `fn <name>(player)` of the ruleset: a pass is legal only if this predicate holds.
    pub may_pass: Option<Hook>,
}

/// What opens a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The signal.
    pub on: Word,
    /// Which cards or items must have sent it.
    pub filter: Filter,
}

/// Who takes part in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Everybody but the player whose deed opened it.
    Others,
    /// Everybody.
    Everyone,
    /// Only the player for whom it was opened: the actor, or the turn player.
    Actor,
}

/// Who is asked first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// The neighbour of the acting player, in the direction of play.
    LeftOfActor,
    /// The acting player.
    Actor,
    /// The turn player.
    TurnPlayer,
}

/// Who is asked after somebody acted in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterActing {
    /// The next participant.
    Next,
    /// The same player again.
    Actor,
}

/// What a pass means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// It holds for this round of this window.
    Final,
    /// It holds until an item is added or resolves; the window closes when all passed in succession.
    UntilStackChanges,
    /// It only hands the turn on; the window closes when nobody has anything left to do.
    HandsOn,
}

/// What the closing of a window does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The flow goes on.
    Continue,
    /// The top item of the stack resolves and the window asks again; with nothing waiting, the flow goes on.
    ResolveTop,
}

/// A phase of a turn.
#[derive(Clone, Debug, Default)]
pub struct Phase {
    /// How people call it: "draw".
    pub title: Box<str>,
    /// `fn begin_<phase>(player)` of the ruleset.
    pub begin: Option<Hook>,
    /// Windows that are opened after that, one after another.
    pub windows: Vec<WindowId>,
    /// `fn end_<phase>(player)` of the ruleset.
    pub end: Option<Hook>,
    /// Whether state checks are left out in this phase.
    pub unchecked: bool,
    /// Whether this phase belongs to the gap between two turns.
    pub between_turns: bool,
}

/// A stage of computing a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The contribution replaces the value.
    Set,
    /// The contribution is added.
    Add,
    /// The value is multiplied by the contribution.
    Multiply,
    /// The value is at least the contribution.
    AtLeast,
    /// The value is at most the contribution.
    AtMost,
}

/// A number that cards may modify.
#[derive(Clone, Debug)]
pub struct ValueDecl {
    /// The kinds of entity that have it.
    pub of: Vec<KindId>,
    /// The attribute it starts from.
    pub base: Option<AttrId>,
    /// The number it starts from where there is no attribute.
    pub start: i64,
    /// `fn value_<name>(subject)` of the ruleset, which gives the start instead.
    pub script: Option<Hook>,
    /// It is never below this.
    pub at_least: Option<i64>,
}

/// A state check: a hook that runs to a fixpoint whenever something that it watches has changed.
#[derive(Clone, Debug)]
pub struct Check {
    /// Its name.
    pub name: Box<str>,
    /// `fn check_<name>(game)` of the ruleset.
    pub hook: Hook,
    /// It runs when a card entered or left one of these zones…
    pub zones: Vec<ZoneDeclId>,
    /// …or one of these attributes changed; with neither it runs after every step.
    pub attributes: Vec<AttrId>,
}

/// What is printed on a card.
#[derive(Clone, Debug, Default)]
pub struct Definition {
    /// `pack:kind/file`, the same on every machine.
    pub id: Box<str>,
    /// Its kind.
    pub kind: KindId,
    /// A paraphrase of its text.
    pub text: Box<str>,
    /// Printed values, in the order of [`Kind::attributes`].
    pub printed: Box<[Printed]>,
    /// Its script, if it has one.
    pub script: Option<ScriptId>,
    /// Whom it affects when it is played (`affects = "everyone"`).
    pub affects: AffectedBy,
    /// What it does once used; the actions of its kind come first.
    pub uses: Vec<Use>,
    /// How long it lasts once played; `None` if it is over at once.
    pub lasts: Option<Lasts>,
    /// The zones in which its abilities work.
    pub works_in: Vec<ZoneDeclId>,
    /// Its standing abilities: they work while the card lies in one of `works_in`, or, if it `lasts`, while
    /// the standing effect does.
    pub abilities: Abilities,
    /// Routes of its own, which go before those of its kind.
    pub routes: Vec<Route>,
    /// `fn resolve(item)`.
    pub resolve: Option<Hook>,
    /// `fn announce(item)`: choices made before payment.
    pub announce: Option<Hook>,
    /// `fn ends(effect)`: when the standing effect ends.
    pub ends: Option<Hook>,
}

impl Definition {
    /// Whether a card only is what is printed on it: it can be used as every card of its kind, and no more.
    pub fn is_dull(&self) -> bool {
        let abilities = &self.abilities;
        self.script.is_none()
            && self.lasts.is_none()
            && self.uses.iter().all(|usage| usage.answers.is_none() && usage.gates.is_empty())
            && abilities.listeners.is_empty()
            && abilities.bans.is_empty()
            && abilities.grants.is_empty()
            && abilities.contributions.is_empty()
            && abilities.protections.is_empty()
    }
}

/// Whom an item affects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AffectedBy {
    /// The player who used it.
    #[default]
    Actor,
    /// Every player.
    Everyone,
    /// Every player but the one who used it.
    Others,
    /// The players among its targets and the controllers of the cards among them.
    Targets,
    /// Nobody: it deals with an item.
    Nobody,
}

/// How a definition can be used.
#[derive(Clone, Debug, Default)]
pub struct Use {
    /// The action.
    pub action: ActionId,
    /// The zones, if they are not the action's.
    pub from: Option<Vec<ZoneDeclId>>,
    /// The classes of offers, if they are not the action's.
    pub offered: Option<Vec<Word>>,
    /// Which items it answers; offered as an answer only if this is given.
    pub answers: Option<Filter>,
    /// Gates besides the action's.
    pub gates: Table<Gate>,
    /// The price, if it is not the action's.
    pub cost: Option<Cost>,
    /// `fn resolve_<action>(item)` of the card's script, where one card has several uses.
    pub resolve: Option<Hook>,
    /// `fn announce_<action>(item)` of the card's script.
    pub announce: Option<Hook>,
}

/// How long a standing effect lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasts {
    /// Until the start of its player's next turn.
    UntilYourNextTurn,
    /// Until the end of its player's next turn.
    UntilEndOfYourNextTurn,
    /// Until the end of the running turn.
    UntilEndOfTurn,
    /// Until the end of the running phase.
    UntilEndOfPhase,
    /// Until it is negated or otherwise made to end.
    UntilNegated,
    /// As long as `fn lasts(effect)` of its script is true, which every state check asks.
    While,
    /// To the end of the game.
    Forever,
}

/// Abilities that work by themselves.
#[derive(Clone, Debug, Default)]
pub struct Abilities {
    /// What it listens for.
    pub listeners: Vec<Listener>,
    /// What it forbids.
    pub bans: Vec<Ban>,
    /// What it allows.
    pub grants: Vec<Grant>,
    /// What it contributes to values.
    pub contributions: Vec<Contribution>,
    /// What it keeps from being touched.
    pub protections: Vec<Protection>,
    /// `fn lasts(effect)`, for [`Lasts::While`].
    pub lasts: Option<Hook>,
}

/// When a listener is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Instead of what is about to happen: a replacement.
    Instead,
    /// After the batch, inside the transaction.
    AtOnce,
    /// When the running resolution ends.
    After,
    /// Gathered, and put on the stack at the next check.
    Queued,
}

/// A listener: `[on.<signal>]`, calling `fn on_<signal>(me, event)`.
#[derive(Clone, Debug)]
pub struct Listener {
    /// What it listens for: a cause of leaving ("discarded"), `drawn`, `enters`, `leaves`, `played`, `resolved`,
    /// `negated`, `turn begins`, `turn ends`, `phase begins`, `phase ends`, `changed <attribute>`, `extra turn`,
    /// or a signal that the ruleset's scripts send.
    pub signal: Word,
    /// When it is called.
    pub when: When,
    /// Whose deed or card, or which card, it listens for; `None` for all.
    pub of: Option<Relation>,
    /// Which cards or items.
    pub filter: Filter,
    /// The zones from which it listens, if they are not `works_in` (a card that acts when it is discarded
    /// from the pool listens from the pool).
    pub from: Option<Vec<ZoneDeclId>>,
    /// The function.
    pub hook: Hook,
}

/// A ban: `[[forbids]]`. It closes an action whatever its gates say.
#[derive(Clone, Debug)]
pub struct Ban {
    /// The action.
    pub action: ActionId,
    /// Who is forbidden, seen from the controller of the source.
    pub who: Who,
    /// Which cards, seen from the controller of the source.
    pub card: Filter,
    /// `fn <name>(me, player, card)`: a pure predicate that must be true as well.
    pub script: Option<Hook>,
}

/// A grant: `[[allows]]`. It opens named gates of an action.
#[derive(Clone, Debug)]
pub struct Grant {
    /// The action.
    pub action: ActionId,
    /// The gates that it opens; `from` opens the zone.
    pub gates: Vec<Box<str>>,
    /// Who is allowed, seen from the controller of the source.
    pub who: Who,
    /// Which cards.
    pub card: Filter,
    /// `fn <name>(me, player, card)`: a pure predicate that must be true as well.
    pub script: Option<Hook>,
}

/// Players, seen from the controller of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Who {
    /// Everybody.
    #[default]
    Everyone,
    /// Himself.
    You,
    /// Everybody else.
    Others,
}

/// A contribution to a value: `[[modifies]]`.
#[derive(Clone, Debug)]
pub struct Contribution {
    /// The value.
    pub value: ValueId,
    /// The stage, a position in [`Rules::stages`].
    pub stage: u16,
    /// A fixed amount; otherwise the script gives it.
    pub amount: i64,
    /// Which subjects.
    pub subject: Filter,
    /// `fn <name>(me, subject)`: gives the amount, or `()` for none.
    pub script: Option<Hook>,
}

/// A protection: `[[protects]]`. What an item does to a protected entity becomes an `x` line.
#[derive(Clone, Debug)]
pub struct Protection {
    /// What is protected.
    pub subject: Filter,
    /// Against which items.
    pub against: Filter,
    /// `fn <name>(me, subject, item)`: a pure predicate that must be true as well.
    pub script: Option<Hook>,
}

/// A deck.
#[derive(Clone, Debug, Default)]
pub struct Deck {
    /// How people call it.
    pub title: Box<str>,
    /// Definitions, in the order of the file, each as often as it says.
    pub cards: Vec<DefId>,
    /// The zone the cards start in, if it is not the draw pile: by zone, in the order of the file.
    pub zones: Vec<(ZoneDeclId, Vec<DefId>)>,
}
