//! Keys of a ruleset: its head, its zones, kinds, attributes and tables.

use super::cards::{effect, listener};
use super::endings::{loops, repetition, result, told, turn_limit, worth};
use super::filters::{action, gate};
use super::history::Since;
use super::looks::look;
use super::row::*;
use super::turns::{check, dice, phase, value, window};
use super::who::{EVERYONE, NOBODY, OTHERS, OWNER, YOU};
use cardwright_kernel::ids::Word;
use cardwright_kernel::rules::{
    AttrType, LeftWaiting, Lifetime, MethodValue, ReplacementOrder, SeenBy, TriggerOrder, Turns, ZonePer,
};

table! {
    /// `ruleset.toml`: a game.
    ruleset = "a ruleset" {
        /// The name shown to people.
        title: Text, required;
        /// How many people can play: `{ from = 2, to = 4 }`.
        players: Inner(&players::TABLE), required;
        /// Which player each seat belongs to, by number of people: with `["AB", "ABAB"]`, four people play for two players, who
        /// own everything. The seats of a player take turns at acting.
        sides: Texts;
        /// `"rotate"`, or `"shared"`: every turn belongs to everybody and is everybody's own; the same player begins each, or the
        /// next one who is still there.
        turns: FirstOf<Turns>(&TURNS);
        /// When state checks run in addition to between steps: `["questions", "batches"]` means before every question, and after
        /// everything that a script does.
        checked: Texts;
        /// The function that is called before the first turn, with `game`; `true`: `fn setup` must be there.
        setup: HookName, default "`fn setup`, if there is one";
        /// The function that is called when players have left, with `players`; `true`: `fn left` must be there.
        left: HookName, default "`fn left`, if there is one";
        /// What becomes of [the uses that a leaver has announced](#when-a-player-leaves): `"stays"` or `"cleared"`; a kind of
        /// card can say otherwise.
        left_waiting: FirstOf<LeftWaiting>(&LEFT_WAITING);
        /// [What the rules tell of hidden cards](#what-the-rules-tell) on purpose, each with the number of its rule.
        told: Tables(&told::TABLE);
        /// The card that `{ dull = 2 }` puts on the tables of rulings: one that does nothing. Without it, the first card of the
        /// game that does nothing, by name, so that a new card could change rulings.
        stand_in: Text, names &["card"];
        /// Where cards lie.
        zones: NamedOrFalse(&zone::TABLE);
        /// The kinds of cards.
        kinds: Named(&kind::TABLE);
        /// What is printed on cards, or changes during a game.
        attributes: Named(&attribute::TABLE);
        /// The ways of using a card.
        actions: Named(&action::TABLE);
        /// [Gates](#gates) that actions and cards name, by the names that they are named by.
        gates: Named(&gate::TABLE);
        /// When players are asked to act.
        windows: Named(&window::TABLE);
        /// The phases of a turn, in order.
        phases: Named(&phase::TABLE), required;
        /// Numbers and sets of words that cards modify.
        values: Named(&value::TABLE);
        /// What is chosen before a game begins.
        options: Named(&option::TABLE);
        /// Procedures, and their `locals`: values that live only as long as they do.
        procedures: Named(&procedure::TABLE);
        /// [Methods](#methods-of-cards): functions that cards may have, for the ruleset's scripts to call.
        methods: Named(&method::TABLE), history &[Since("0.3").key("hooks")];
        /// Lines that scripts write into the trace, [with names for what they are about](#what-is-filled-into-texts):
        /// `{ pays = "{player} pays {amount}" }` for `game().say("pays", #{ player: giver, amount: 3 })`.
        lines: Entries(&[ValueShape::Text]), history &[Since("0.3").within("{}", "{it}")];
        /// Tables in the middle of a game, on which rulings start and games can begin.
        tables: Named(&standing::TABLE);
        /// State checks, which run between steps.
        checks: Tables(&check::TABLE);
        /// Dice, and the attributes that their faces add to.
        dice: Named(&dice::TABLE);
        /// What [a board](#a-board) must satisfy, for a game that has one.
        board: Inner(&board_needs::TABLE);
        /// Words of the game's own, in addition to the engine's, for why cards leave.
        causes: Texts;
        /// Words of the game's own, in addition to the engine's, for what can be listened for.
        signals: Texts;
        /// `true`: a script that holds a card which has gone since reads what that [was when it went](#what-a-card-was), and
        /// listeners are told of cards that have left by what these were.
        remembers: FlagOr(false);
        /// The order in which triggers that come at the same time are put on the stack: `"as they came"`, or
        /// `"turn player first"`, then around the table, where each player orders their own, or `"turn player orders"` all of
        /// them; the last one resolves first.
        triggers: FirstOf<TriggerOrder>(&TRIGGERS);
        /// The order in which [replacements](#replacements) of one happening are called: `"as they came"`, in the order in which
        /// the cards were made, `"newest first"`, or `"affected player chooses"`.
        replacements: FirstOf<ReplacementOrder>(&REPLACEMENTS);
        /// [Effects](#effectsname) that any script may begin.
        effects: Named(&effect::TABLE);
        /// [What the ruleset listens for](#onsignal), always; its functions are given the game instead of a card, and it has only
        /// `when` (`"at once"` or `"instead"`) and `hook`.
        on: NamedTables(&listener::TABLE), keyed &["signal"];
        /// What people read about an end of the game, [with numbers and names](#how-a-game-ends).
        endings: Entries(&[ValueShape::Text]);
        /// `true`: all who are still there [win together or lose together](#how-a-game-ends).
        cooperative: FlagOr(false);
        /// [By what players are placed](#how-a-game-ends).
        result: Inner(&result::TABLE);
        /// After how many turns [the game ends by itself](#how-a-game-ends).
        turn_limit: Inner(&turn_limit::TABLE);
        /// How often the same position may come up before [the game ends by itself](#how-a-game-ends).
        repetition: Inner(&repetition::TABLE);
        /// How long a loop may be before [the game ends by itself](#how-a-game-ends).
        loops: Inner(&loops::TABLE);
        /// [How the game looks](#how-it-looks), for clients.
        look: Inner(&look::TABLE);
        /// [What a position is worth](#what-a-position-is-worth), for deciders that look ahead.
        worth: Inner(&worth::TABLE);
        /// How contributions to values are combined, in this order: `"set"`, `"add"`, `"multiply"`, `"at least"`,
        /// `"at most"`; `"remove"` for [sets of words](#sets-of-words).
        stages: Entries(&[ValueShape::Text]);
        /// [Layers](#layers) instead of `stages`, in the order in which continuous effects apply; each with the order of what
        /// applies in it: `"oldest first"`, `"newest first"`, `"dependencies first"`.
        layers: Entries(&[ValueShape::Text]);
        /// Pairs of zones between which a card stays the same card: `[["hand", "pool"]]`.
        joined: Value(&[ValueShape::Lists]), names &["zone"];
    }

    /// How many people can play.
    players = "the number of players" {
        /// The smallest number.
        from: Number(1, MOST_PLAYERS), required;
        /// The largest number.
        to: Number(1, MOST_PLAYERS), required;
    }

    /// A zone of the ruleset's own, or what it changes about one of the standard set.
    zone = "a zone" {
        /// Whether there is one for each `"player"`, for the `"game"`, or for each `"space"` or `"joint"`
        /// ([of a board](#a-board)).
        per: OneOf<ZonePer>(&PER), required_if "for a new zone";
        /// Who gets to know a card that enters: `"everyone"`, `"owner"`, `"others"` (everybody but its owner), `"you"`
        /// (the player whose card or use puts it there), `"nobody"`. A side is one player: what its owner sees, all its seats
        /// see.
        seen: OneOf<SeenBy>(&SEEN), required_if "for a new zone",
            history &[Since("0.3").word("all", EVERYONE), Since("0.3").word("who put it there", YOU)];
        /// The name shown to people.
        title: Text, default "its key";
        /// The order of its cards matters.
        ordered: Flag;
        /// `true`: each card has a numbered place, which it keeps as long as it stays; a new one takes the lowest free place, and
        /// on a table `place = 3` of a card says which. Whoever does not know the card names it by its place: `B's third card`.
        /// See [cards that only others see](#cards-that-only-others-see).
        places: Flag;
        /// The zone into which cards are drawn from this one. The first zone that has it is the draw pile: `player.draw(2)` draws
        /// from there, and decks lie there.
        drawn_to: Text, names &["zone"];
        /// How many cards it can hold; what finds no room stays where it is. `otherwise` in `goes` names a zone without one.
        capacity: Number(1, u32::MAX as i64);
        /// Its cards count as in play.
        in_play: Flag;
        /// Nothing ever leaves it: not by moving, drawing or paying, nor attached to another card; and no other player gains
        /// control of what lies there.
        terminal: Flag;
        /// Cards lie here while their use waits, and only then: nothing else puts them here, and nothing keeps a card here whose
        /// use is done. Exactly one zone has it.
        pending: Flag;
        /// Like cards lie here as piles [that are nobody's](#what-belongs-to-nobody).
        supply: Flag;
        /// `true`: cards go here when they leave and [their kind](#kinds) does not say where; `discard` has it, until another
        /// zone does.
        otherwise: Flag;
        /// From where cards come when a draw needs more than lie here: [`{ from, shuffled, keep }`](#what-belongs-to-nobody).
        refill: Inner(&refill::TABLE);
    }

    /// From where cards come when a zone runs short.
    refill = "a refill" {
        /// A zone of the same player, or of the game.
        from: Text, required, names &["zone"];
        /// Whether they are shuffled.
        shuffled: FlagOr(true);
        /// How many cards on top of the other zone stay there.
        keep: Number(0, u32::MAX as i64), default "none";
    }

    /// A kind of cards, or of spaces or joints.
    kind = "a kind" {
        /// The folder of its cards.
        folder: Text, required_if "for cards";
        /// `true`: [counted pieces](#counted-pieces) instead of cards.
        counted: FlagOr(false);
        /// `true`: a kind of spaces of [a board](#a-board), not of cards; it has no `folder`.
        space: FlagOr(false);
        /// `true`: a kind of joints of [a board](#a-board), not of cards; it has no `folder`.
        joint: FlagOr(false);
        /// The zones in which abilities of its cards work.
        works_in: Texts, names &["zone"];
        /// What becomes of a card of this kind that waits while it is used, [when its player leaves](#when-a-player-leaves):
        /// `"stays"` or `"cleared"`.
        left_waiting: OneOf<LeftWaiting>(&LEFT_WAITING), default "as the ruleset says";
        /// Hooks that every card of this kind must have, unless the card `lasts`.
        requires: Texts;
        /// Where its cards go, by cause.
        goes: Entries(&[ValueShape::Text]), names &["zone"], keyed &["cause"];
        /// Whose its cards are once they have left, [by cause](#what-belongs-to-nobody).
        becomes: Entries(&[ValueShape::Text]), keyed &["cause"];
        /// `true`: what is attached to a card goes with it when it leaves, and stays attached where cards are in play; otherwise
        /// it leaves by its own route, as `unattached`. `[on.unattached]` is called in both cases.
        attachments_follow: FlagOr(false);
    }

    /// What is printed on cards, or changes during a game.
    attribute = "an attribute" {
        /// `"number"`, `"flag"`, `"choice"`, `"choices"`, `"numbers"`, `"text"`, `"card"`, `"player"`, `"players"`; and of
        /// [a board](#a-board) `"space"`, `"side"`, `"sides"`.
        r#type: OneOf<TypeForm>(&TYPES), required;
        /// The kinds that have it; `player` and `game` are kinds.
        of: Texts, required, names &["kind"];
        /// The words of a choice or of choices.
        /// [Several choices, and lists of numbers](#words-that-come-and-go-lists-of-numbers-names-that-are-put-together),
        /// may change during a game.
        choices: Texts, required_if "for a choice";
        /// Every card must print it.
        required: FlagOr(false);
        /// Its value if nothing is printed; without a `default`, `false` for a flag, `[]` for choices and numbers, 0 for a number
        /// that changes.
        default: Value(&VALUES);
        /// No two cards print the same value.
        unique: FlagOr(false);
        /// Scripts may set it; not a text, not several sides, and choices only if there are 64 words at most.
        changes: FlagOr(false);
        /// Makes a number that changes a track, with named marks: `{ half = 5, end = 10 }`. Reaching a mark sends
        /// `crossed <attribute>`, falling back below it `crossed back <attribute>`, once for each mark that is passed;
        /// `event.mark` is the mark's name.
        marks: Entries(&[ValueShape::Number]);
        /// Its changes leave no line in the trace; for bookkeeping that no player would mention. `play` does not show it either,
        /// unless dice add to it.
        quiet: FlagOr(false);
        /// How long the value of an attribute that changes lives on a card that moves: `"while it lies there"`,
        /// `"while in play"`, `"for the game"`; after that it is what is printed. Between [joined](#a-game) zones a card stays
        /// what it is.
        lives: FirstOf<Lifetime>(&LIFETIMES);
        /// Only its controller sees it, its changes, and values that are computed from it; of the game and of the board, nobody
        /// does.
        secret: FlagOr(false);
    }

    /// Something that a ruleset does in several steps.
    procedure = "a procedure" {
        /// Values that live only as long as the procedure does.
        locals: Named(&local::TABLE);
    }

    /// A value that lives as long as a procedure.
    local = "a local value" {
        /// As for attributes.
        r#type: OneOf<TypeForm>(&TYPES), required;
        /// The words, of a choice.
        choices: Texts, required_if "for a choice";
        /// What it is when the procedure begins.
        default: Value(&VALUES), default "as for attributes";
        /// The kinds that have it.
        of: Texts, default "the game", names &["kind"];
    }

    /// What people agree on before they begin.
    option = "an option" {
        /// `"number"`, `"flag"` or `"choice"`.
        r#type: OneOf<TypeForm>(&TYPES), required;
        /// What it is if nobody chooses.
        default: Value(&VALUES), required;
        /// What it decides, in one sentence.
        text: Text, required;
        /// The smallest number, of a number.
        from: Number(i64::MIN, i64::MAX);
        /// The largest number, of a number.
        to: Number(i64::MIN, i64::MAX);
        /// The words, of a choice.
        choices: Texts, required_if "for a choice";
    }

    /// A function that cards may have.
    method = "a method" {
        /// The kinds of cards that may have `fn <name>(card, value)`.
        of: Texts, required, names &["kind"];
        /// What `value` is: `"player"`, `"card"`, `"space"`, `"number"`.
        takes: OneOf<MethodValue>(&METHOD_VALUES), default "anything";
    }

    /// What a ruleset asks of the board.
    board_needs = "what is asked of the board" {
        /// `true`: the game cannot be loaded without a board.
        required: FlagOr(false);
        /// Kinds whose spaces must all be reachable from each other, by way of spaces of these kinds.
        connected: Texts, names &["kind"];
    }

    /// A table in the middle of a game.
    standing = "a standing table", open Seats "the zones and `attributes` of one player, in addition to what `each` says" {
        /// What the table shows, in one sentence.
        text: Text, required;
        /// How many people it is meant for. More or fewer may sit at it: everybody gets what `each` says, and what belongs to
        /// players who are not there is left out.
        players: Number(1, u8::MAX as i64), default "as few as the game allows";
        /// Whose turn it is.
        turn: Text, default "`\"A\"`";
        /// The running phase.
        phase: Text, default "the first in which the turn player is asked to act", names &["phase"];
        /// The zones and `attributes` of every player, written as [in a ruling](#the-file):
        /// `{ name = "Apple", place = 3 }` is a card with its place.
        each: Value(&[ValueShape::Table]);
        /// The zones and `attributes` of the game.
        game: Value(&[ValueShape::Table]);
        /// The zones and `attributes` of spaces and joints, by their names.
        board: Value(&[ValueShape::Table]);
    }
}

/// Players have letters.
const MOST_PLAYERS: i64 = 26;

/// The shapes of the values of attributes.
const VALUES: [ValueShape; 5] =
    [ValueShape::Text, ValueShape::Texts, ValueShape::Number, ValueShape::Numbers, ValueShape::Flag];

const TURNS: [(&str, Turns); 2] = [("rotate", Turns::Rotate), ("shared", Turns::Shared)];

const TRIGGERS: [(&str, TriggerOrder); 3] = [
    ("as they came", TriggerOrder::AsTheyCame),
    ("turn player first", TriggerOrder::TurnPlayerFirst),
    ("turn player orders", TriggerOrder::TurnPlayer),
];

const REPLACEMENTS: [(&str, ReplacementOrder); 3] = [
    ("as they came", ReplacementOrder::AsTheyCame),
    ("newest first", ReplacementOrder::NewestFirst),
    ("affected player chooses", ReplacementOrder::AffectedPlayer),
];

const LEFT_WAITING: [(&str, LeftWaiting); 2] = [("stays", LeftWaiting::Stays), ("cleared", LeftWaiting::Cleared)];

const PER: [(&str, ZonePer); 4] =
    [("player", ZonePer::Player), ("game", ZonePer::Game), ("space", ZonePer::Space), ("joint", ZonePer::Joint)];

const SEEN: [(&str, SeenBy); 5] = [
    (EVERYONE, SeenBy::All),
    (OWNER, SeenBy::Owner),
    (OTHERS, SeenBy::Others),
    (YOU, SeenBy::Mover),
    (NOBODY, SeenBy::Nobody),
];

const LIFETIMES: [(&str, Lifetime); 3] = [
    ("while it lies there", Lifetime::Incarnation),
    ("while in play", Lifetime::InPlay),
    ("for the game", Lifetime::Game),
];

const METHOD_VALUES: [(&str, MethodValue); 4] = [
    ("player", MethodValue::Player),
    ("card", MethodValue::Card),
    ("space", MethodValue::Space),
    ("number", MethodValue::Number),
];

/// The type of an attribute: by itself, or with its choices.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TypeForm {
    /// By itself.
    Plain(fn() -> AttrType),
    /// With its choices.
    Chosen(fn(Vec<Word>) -> AttrType),
}

const TYPES: [(&str, TypeForm); 12] = [
    ("number", TypeForm::Plain(|| AttrType::Number)),
    ("flag", TypeForm::Plain(|| AttrType::Flag)),
    ("choice", TypeForm::Chosen(AttrType::Choice)),
    ("choices", TypeForm::Chosen(AttrType::Choices)),
    ("numbers", TypeForm::Plain(|| AttrType::Numbers)),
    ("text", TypeForm::Plain(|| AttrType::Text)),
    ("card", TypeForm::Plain(|| AttrType::Card)),
    ("player", TypeForm::Plain(|| AttrType::Player)),
    ("players", TypeForm::Plain(|| AttrType::Players)),
    ("space", TypeForm::Plain(|| AttrType::Space)),
    ("side", TypeForm::Plain(|| AttrType::Side)),
    ("sides", TypeForm::Plain(|| AttrType::Sides)),
];
