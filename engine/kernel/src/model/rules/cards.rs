//! What is printed on cards: definitions, their uses, decks.

use super::{
    Abilities, AffectedBy, Cost, DeclMap, Filter, Gate, Hook, Lasts, NamedEffect, Printed, Route, Rules, SourceLines,
    Targets,
};
use crate::model::ids::{ActionId, DefId, KindId, PlayerId, ScriptId, Word, ZoneDeclId};
use crate::model::value::Value;

/// What is printed on a card.
#[derive(Clone, Debug, Default)]
pub struct Definition {
    /// `pack:kind/file`, the same on every machine.
    pub id: Box<str>,
    /// Its kind.
    pub kind: KindId,
    /// A paraphrase of its text.
    pub text: Box<str>,
    /// How several of it are called, for counted pieces; its name with an `s` where nothing is said.
    pub plural: Option<Box<str>>,
    /// What the card can be instead, by the keys of these forms. The forms themselves have none.
    pub forms: Vec<(Word, DefId)>,
    /// Of a form, the card whose it is, and its key.
    pub form_of: Option<(DefId, Word)>,
    /// Printed values, in the order of [`Kind::attributes`](super::Kind::attributes).
    pub printed: Box<[Printed]>,
    /// What its changing attributes are at first, in the order of [`Kind::changing`](super::Kind::changing).
    pub first_values: Box<[Value]>,
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
    /// Whether the card says so itself, and not its kind for all its cards.
    pub says_where: bool,
    /// Its standing abilities: they work while the card lies in one of `works_in`, or, if it `lasts`, while
    /// the standing effect does.
    pub abilities: Abilities,
    /// Routes of its own, which go before those of its kind.
    pub routes: Vec<Route>,
    /// `fn resolve(item)`.
    pub resolve: Option<Hook>,
    /// `fn announce(item)`: choices made before payment.
    pub announce: Option<Hook>,
    /// What its uses are aimed at.
    pub targets: Vec<Targets>,
    /// Functions of its script that the ruleset declares in `[methods]`, for its scripts to call.
    pub performs: Vec<Hook>,
    /// Standing effects that its scripts begin.
    pub effects: Vec<NamedEffect>,
    /// `fn ends(effect)`: when the standing effect ends.
    pub ends: Option<Hook>,
}

impl Definition {
    /// Whether a card has printed values only, and can be used like every card of its kind.
    pub fn is_dull(&self) -> bool {
        let abilities = &self.abilities;
        self.script.is_none()
            && self.lasts.is_none()
            && self.uses.iter().all(|usage| usage.answers.is_none() && usage.gates.is_empty())
            && abilities.listeners.is_empty()
            && abilities.statics.is_empty()
    }
}

impl Rules {
    /// What the card of a form is by itself; a definition that is no form.
    pub fn own_side(&self, def: DefId) -> DefId {
        self.form_of(def).map_or(def, |(own, _)| own)
    }

    /// Of a form, the card whose it is, and its key.
    pub fn form_of(&self, def: DefId) -> Option<(DefId, Word)> {
        self.definition(def)?.form_of
    }

    /// The form of a card with this key.
    pub fn form_named(&self, def: DefId, key: Word) -> Option<DefId> {
        let forms = &self.definition(self.own_side(def))?.forms;
        forms.iter().find(|(own, _)| *own == key).map(|(_, form)| *form)
    }
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
    pub gates: DeclMap<Gate>,
    /// The price, if it is not the action's.
    pub cost: Option<Cost>,
    /// `fn resolve_<action>(item)` of the card's script, where one card has several uses.
    pub resolve: Option<Hook>,
    /// `fn announce_<action>(item)` of the card's script.
    pub announce: Option<Hook>,
    /// What it is aimed at, if that is not what its card or its action says.
    pub targets: Option<Vec<Targets>>,
    /// Whether it leaves nothing in effect although the card `lasts`.
    pub passing: bool,
    /// The word by which it can be taken away alone.
    pub keyword: Option<Word>,
    /// Whether the card declares it: what all cards of its kind can do is no ability, and is not taken away.
    pub own: bool,
    /// Where it is declared, if the card does so.
    pub lines: SourceLines,
}

/// A deck.
#[derive(Clone, Debug, Default)]
pub struct Deck {
    /// How people call it.
    pub title: Box<str>,
    /// Whose it is, in a game whose players differ from the beginning.
    pub player: Option<PlayerId>,
    /// Definitions, in the order of the file, each as often as it says.
    pub cards: Vec<DefId>,
    /// The zone the cards start in, if it is not the draw pile: by zone, in the order of the file.
    pub zones: Vec<(ZoneDeclId, Vec<DefId>)>,
    /// Whether its cards belong to nobody: they lie in the game's zones, once.
    pub commons: bool,
}
