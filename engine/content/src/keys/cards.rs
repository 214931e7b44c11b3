//! Keys of cards and of their abilities.

use super::filters::{RELATIONS, WHO, WHOM, answer, filter, target, usage};
use super::history::{Former, Since};
use super::row::*;
use super::who::YOU;
use cardwright_kernel::rules::{AffectedBy, Lasts, Relation, When, Who};

table! {
    /// `<folder>/<card>.toml`: a card, or a family of cards.
    card = "a card" with abilities,
        open Attributes "every attribute that the ruleset declares for the kind; if not given, what the ruleset says" {
        /// The printed name; no other card has the same.
        name: Text, required;
        /// The name that the card had before, which no card has now;
        /// [`cardwright compare`](#what-a-change-breaks) follows it where more than the name has changed.
        renamed_from: Text;
        /// What the card says, in your own words; required if the card does something.
        text: Text, default "nothing";
        /// Whom a use of the card affects: `"you"`, `"everyone"`, `"others"`, `"targets"` (players who are targets, or control
        /// one), `"nobody"` (it deals with another use).
        affects: FirstOf<AffectedBy>(&WHOM);
        /// `"until your next turn"`, `"until the end of your next turn"`, `"until end of turn"`, `"until end of phase"`,
        /// `"until negated"`, `"while its gates are open"` (those of its use that are `lasting`), `"forever"`;
        /// `lasts.if = "<name>"`: as long as `fn <name>(effect)` is true; `lasts.until = "combat"`: until that phase or
        /// procedure ends.
        lasts: OneOfOrTable<Lasts>(&LASTS, &lasting::TABLE), default "over at once", history &LASTING;
        /// The zones in which its abilities work; a card that `lasts` lies in the first of them while it does.
        works_in: Texts, default "the kind's", names &["zone"];
        /// Another card's script of the same pack: `"events/storm"`.
        script: Text, default "its own path";
        /// The file declares [a family of cards](#a-family-of-cards).
        family: Entries(&[ValueShape::Text, ValueShape::Texts, ValueShape::Numbers]), default "a single card",
            keyed &["attribute"];
        /// Where the card goes when it leaves, by cause: `goes = { discarded = "abyss", otherwise = "discard" }`.
        goes: Entries(&[ValueShape::Text]), default "the kind's", names &["zone"], keyed &["cause"];
        /// What its uses [are aimed at](#targets), unless a use says that itself.
        targets: Tables(&target::TABLE), default "what its actions say";
        /// Which uses it answers.
        answers: Tables(&answer::TABLE);
        /// An action that its kind does not have, or one that it has, on other terms.
        uses: Named(&usage::TABLE), keyed &["action"];
        /// Standing effects that its scripts begin by name.
        effects: Named(&effect::TABLE);
        /// [What it can turn to](#forms), by key.
        forms: Named(&form::TABLE);
        /// Of [counted pieces](#counted-pieces): how several of them are called.
        plural: Text;
    }

    /// What a card is while it is turned to this form. What the table says stands in the place of what the card says.
    form = "a form" with abilities,
        open Attributes "attributes; those that are not given are the card's" {
        /// Its printed name; no other card or form has the same.
        name: Text, default "the card's, with the key in brackets";
        /// What the form says.
        text: Text, default "the card's";
        /// Whom a use affects, as for a card.
        affects: FirstOf<AffectedBy>(&WHOM), default "the card's";
        /// How long it lasts, as for a card.
        lasts: OneOfOrTable<Lasts>(&LASTS, &lasting::TABLE), default "the card's", history &LASTING;
        /// The zones in which its abilities work.
        works_in: Texts, default "the card's", names &["zone"];
        /// Another script of the same pack, for a form with functions of its own.
        script: Text, default "the card's";
        /// Where the card goes when it leaves.
        goes: Entries(&[ValueShape::Text]), default "the card's", names &["zone"], keyed &["cause"];
        /// Which uses it answers.
        answers: Tables(&answer::TABLE), default "the card's";
        /// Its own actions.
        uses: Named(&usage::TABLE), default "the card's", keyed &["action"];
        /// Standing effects that its scripts begin by name.
        effects: Named(&effect::TABLE), default "the card's";
    }

    /// What a card, or an effect that lasts, does by itself.
    abilities = "an ability" {
        /// What it listens for.
        on: NamedTables(&listener::TABLE), keyed &["signal"];
        /// Bans: what nobody may do.
        forbids: Tables(&ban::TABLE);
        /// Grants, which open gates.
        allows: Tables(&grant::TABLE);
        /// What it contributes to a value.
        modifies: Tables(&contribution::TABLE);
        /// What it keeps from being touched.
        protects: Tables(&protection::TABLE);
        /// [Which abilities it takes away](#silences).
        silences: Tables(&silence::TABLE);
        /// [Which cards its controller controls](#control).
        controls: Tables(&control::TABLE);
    }

    /// What a card or a ruleset listens for.
    listener = "a listener" {
        /// `"instead"`: before it happens, with the chance to stop or change it; `"at once"`: right after it; `"after"`: as a
        /// step of its own, once the running step is done; `"queued"`: collected, and called at the next state check;
        /// `"stacked"`: collected, and put on the stack at the next state check, as a use that waits there.
        when: FirstOf<When>(&WHEN);
        /// Whose doing, or whose card, it must be: `"you"`, `"others"`: by player; `"this"`: the card itself, or a use of it;
        /// `"host"`: what it is attached to; `"target"`: what the effect is about.
        of: OneOf<Relation>(&RELATIONS), default "anybody's", history &[Since("0.3").word("yours", YOU)];
        /// A filter of the card or use that it is about.
        card: Inner(&filter::TABLE), default "anything";
        /// The zones from which the card listens.
        from: Texts, default "`works_in`", names &["zone"];
        /// [Everybody who may hold such a card is asked](#being-asked-betrays-nothing), and the function is called only for
        /// cards that are chosen.
        masked: FlagOr(false);
        /// A [predicate](#predicates), which may take `me` and `event`: the listener is called only if this is true.
        r#if: Text, history &[Since("0.3").key("condition").gave(&["me", "event"])];
        /// Of a `"stacked"` one: what it [is aimed at](#targets) when it is put on the stack.
        targets: Tables(&target::TABLE);
        /// The function, with `_` for spaces and dashes.
        hook: Text, default "`on_<signal>`";
        /// Its name when players put triggers in order, for a card that has several.
        r#as: Text, default "its card's name";
        /// A word by which [silences](#silences) may name it.
        keyword: Text;
    }

    /// What nobody may do.
    ban = "a ban" {
        /// The action that is forbidden.
        action: Text, required, names &["action"];
        /// To whom: `"everyone"`, `"you"`, `"others"`.
        who: FirstOf<Who>(&WHO);
        /// A filter of the card that would be used.
        card: Inner(&filter::TABLE), default "any";
        /// A [predicate](#predicates), which may take `me`, `player` and `card`, and must be true as well.
        r#if: Text, history &[Since("0.3").key("script").gave(&["me", "player", "card"])];
        /// A word by which [silences](#silences) may name it.
        keyword: Text;
    }

    /// Which gates are opened.
    grant = "a grant" {
        /// The action whose gates are opened.
        action: Text, required, names &["action"];
        /// The gates that are opened; if `from` is among them, `card` must name the zone, or say `of = "target"`.
        gates: Texts, required, names &["gate"];
        /// To whom: `"everyone"`, `"you"`, `"others"`.
        who: OneOf<Who>(&WHO), default "`\"you\"`";
        /// A filter of the card that would be used.
        card: Inner(&filter::TABLE), default "any";
        /// A [predicate](#predicates), which may take `me`, `player` and `card`, and must be true as well.
        r#if: Text, history &[Since("0.3").key("script").gave(&["me", "player", "card"])];
        /// A word by which [silences](#silences) may name it.
        keyword: Text;
    }

    /// What is contributed to a value.
    contribution = "a contribution" with share {
        /// When it is applied: one of the ruleset's stages, which follow each other in order.
        stage: Text, required_if "without layers", names &["stage"];
        /// The number to add, multiply by, set and so on, depending on the stage; or the name of a function:
        /// `fn <name>(me, subject)` returns the number, or `()` for no contribution. Of a set of words, a list of words.
        amount: Value(&AMOUNTS), required_if "without layers", history &[Since("0.3").key("script")];
        /// A filter of what is modified.
        subject: Inner(&filter::TABLE), default "everything that has the value";
        /// With layers: what the effect goes on with, in the same layer or a later one, for all that it has
        /// [begun to apply to](#what-an-effect-goes-on-with).
        and: Tables(&share::TABLE);
        /// A word by which [silences](#silences) may name it.
        keyword: Text;
    }

    /// What an effect does to a value in a layer: a contribution says it, and so does whatever an effect goes on with. One of
    /// `set`, `add` and the like is given.
    share = "what an effect does in a layer" {
        /// The value that is modified, one of the ruleset's.
        value: Text, required, names &["value"];
        /// In which of the ruleset's [layers](#layers).
        layer: Text, required_if "with layers", names &["layer"];
        /// What it becomes: a number, the name of a function as for `amount`, or a list of words.
        set: Value(&AMOUNTS);
        /// What is added to it.
        add: Value(&AMOUNTS);
        /// The words that are taken out of it.
        remove: Value(&[ValueShape::Texts]);
        /// What it is multiplied by.
        multiply: Value(&[ValueShape::Number, ValueShape::Text]);
        /// What it is at least.
        at_least: Value(&[ValueShape::Number, ValueShape::Text]);
        /// What it is at most.
        at_most: Value(&[ValueShape::Number, ValueShape::Text]);
    }

    /// Which abilities are taken away.
    silence = "a silence" {
        /// In which of the ruleset's [layers](#layers); from then on the abilities do nothing.
        layer: Text, required, names &["layer"];
        /// A filter of the cards that lose them.
        subject: Inner(&filter::TABLE), required;
        /// The keywords of the abilities.
        abilities: Texts, default "all that the card's own file declares";
        /// What the effect goes on with, as for a contribution.
        and: Tables(&share::TABLE);
        /// A word by which other silences may name it.
        keyword: Text;
    }

    /// Which cards the controller of the card or effect controls, as long as it is there.
    control = "an effect of control" {
        /// In which of the ruleset's [layers](#layers) it is settled who controls what.
        layer: Text, required_if "with layers", names &["layer"];
        /// A filter of the cards in play that are controlled.
        subject: Inner(&filter::TABLE), required;
        /// What the effect goes on with, as for a contribution.
        and: Tables(&share::TABLE);
        /// A word by which [silences](#silences) may name it.
        keyword: Text;
    }

    /// What is protected.
    protection = "a protection" {
        /// A filter of what is protected.
        subject: Inner(&filter::TABLE), required;
        /// A filter of the uses that it protects against.
        against: Inner(&filter::TABLE), default "all";
        /// A [predicate](#predicates), which may take `me`, `subject` and `item`, and must be true as well.
        r#if: Text, history &[Since("0.3").key("script").gave(&["me", "subject", "item"])];
        /// A word by which [silences](#silences) may name it.
        keyword: Text;
    }

    /// A standing effect that scripts begin by its name.
    effect = "an effect" with abilities {
        /// How long, as for a card.
        lasts: OneOfOrTable<Lasts>(&LASTS, &lasting::TABLE), required, history &LASTING;
    }

    /// What lasts as long as something is true, or until something ends.
    lasting = "how long it lasts" {
        /// `fn <name>(effect)`: it ends as soon as this is false.
        r#if: Text;
        /// A phase or a procedure: it ends with the running one, or with the next if none is running.
        until: Text, names &["phase", "procedure"];
    }
}

const LASTS: [(&str, Lasts); 7] = [
    ("until your next turn", Lasts::UntilYourNextTurn),
    ("until the end of your next turn", Lasts::UntilEndOfYourNextTurn),
    ("until end of turn", Lasts::UntilEndOfTurn),
    ("until end of phase", Lasts::UntilEndOfPhase),
    ("until negated", Lasts::UntilNegated),
    ("while its gates are open", Lasts::While),
    ("forever", Lasts::Forever),
];

const LASTING: [Former; 2] =
    [Since("0.3").usual("while", "lasts", "if"), Since("0.3").word("while", "while its gates are open")];

/// What may be contributed.
const AMOUNTS: [ValueShape; 3] = [ValueShape::Number, ValueShape::Text, ValueShape::Texts];

const WHEN: [(&str, When); 5] = [
    ("at once", When::AtOnce),
    ("instead", When::Instead),
    ("after", When::After),
    ("queued", When::Queued),
    ("stacked", When::Stacked),
];
