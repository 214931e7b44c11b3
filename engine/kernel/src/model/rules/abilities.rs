//! Abilities that work by themselves.

use super::{Combine, Filter, Hook, Relation, Rules, SourceLine, Targets, Who};
use crate::model::ids::{ActionId, DefId, PhaseId, ProcedureId, ValueId, Word, ZoneDeclId};
use serde::{Deserialize, Serialize};

/// Abilities that work by themselves.
#[derive(Clone, Debug, Default)]
pub struct Abilities {
    /// What it listens for.
    pub listeners: Vec<Listener>,
    /// What it forbids, allows, modifies and protects.
    pub statics: Vec<StaticAbility>,
    /// `fn lasts(effect)`, for [`Lasts::While`].
    pub lasts: Option<Hook>,
}

impl Abilities {
    /// None at all.
    pub const NONE: Self = Self { listeners: Vec::new(), statics: Vec::new(), lasts: None };
}

/// When a listener is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum When {
    /// Instead of what is about to happen: a replacement.
    Instead,
    /// After the batch, inside the transaction.
    AtOnce,
    /// When the running resolution ends.
    After,
    /// Gathered, and called at the next check.
    Queued,
    /// Gathered, and put on the stack at the next check, as an item that waits there: `fn on_<signal>(item, event)`.
    Stacked,
}

/// A listener: `[on.<signal>]`, calling `fn on_<signal>(me, event)`.
#[derive(Clone, Debug)]
pub struct Listener {
    /// How people call it, where a card listens in several ways: asked in which order its triggers wait.
    pub title: Option<Word>,
    /// The word by which it can be taken away alone.
    pub keyword: Option<Word>,
    /// What it listens for: a cause of leaving ("discarded"), `drawn`, `enters`, `leaves`, `played`, `resolved`,
    /// `negated`, `turn begins`, `turn ends`, `phase begins`, `phase ends`, `changed <attribute>`, `extra turn`,
    /// or a signal that the ruleset's scripts send.
    pub signal: Word,
    /// When it is called.
    pub when: When,
    /// Whose action or card, or which card, it listens for; `None` for all.
    pub of: Option<Relation>,
    /// Which cards or items.
    pub filter: Filter,
    /// The zones from which it listens, if they are not `works_in` (a card that acts when it is discarded
    /// from the pool listens from the pool).
    pub from: Option<Vec<ZoneDeclId>>,
    /// Whether everybody is asked who might have such a card, and the function is called only for cards that are chosen.
    pub masked: bool,
    /// `fn <name>(me, event)`: a pure predicate; it is called only if that is true as well.
    pub condition: Option<Hook>,
    /// `fn announce_on_<signal>(item, event)`: choices made when a stacked call is put on the stack.
    pub announce: Option<Hook>,
    /// What a stacked call is aimed at.
    pub targets: Vec<Targets>,
    /// The function.
    pub hook: Hook,
}

/// A masked listener of a card, and what it listens for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaskedListener {
    /// The signal.
    pub signal: Word,
    /// When it is called.
    pub when: When,
    /// The card.
    pub def: DefId,
    /// Its number among the listeners of the card.
    pub number: u16,
}

/// A standing effect that a card or a ruleset declares, and that a script begins by its name: `[effects.<name>]`.
#[derive(Clone, Debug)]
pub struct NamedEffect {
    /// Its name.
    pub name: Box<str>,
    /// How long it lasts.
    pub lasts: Lasts,
    /// What works as long as it stands.
    pub abilities: Abilities,
    /// `fn ends_<name>(effect)`: when it ends.
    pub ends: Option<Hook>,
}

/// The order in which triggers that came together are put on the stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TriggerOrder {
    /// As they came.
    #[default]
    AsTheyCame,
    /// Those of the turn player first, then around the table; each player orders their own.
    TurnPlayerFirst,
    /// As the turn player orders them all.
    TurnPlayer,
}

/// The order in which replacements of one happening are called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReplacementOrder {
    /// In the order of their entities.
    #[default]
    AsTheyCame,
    /// What has arrived, begun or been attached last comes first.
    NewestFirst,
    /// As the player chooses to whom it happens.
    AffectedPlayer,
}

/// An ability that works by being there, and is never called: what one does says its [`Does`].
#[derive(Clone, Debug)]
pub struct StaticAbility {
    /// What it does.
    pub does: Does,
    /// Who is meant, seen from the controller of the source.
    pub who: Who,
    /// Which cards, items or players, seen from the controller of the source.
    pub subject: Filter,
    /// A pure predicate that must be true as well; of what modifies, it gives the amount, or `()` for none.
    pub script: Option<Hook>,
    /// Where it is declared.
    pub line: Option<SourceLine>,
    /// The word by which it can be taken away alone.
    pub keyword: Option<Word>,
    /// The ability, by its number, with whose effect it goes on: it applies to whatever that has begun to apply to.
    pub goes_on: Option<u16>,
}

/// What a static ability does.
#[derive(Clone, Debug)]
pub enum Does {
    /// `[[forbids]]`: it closes an action, whatever its gates say.
    Forbid(ActionId),
    /// `[[allows]]`: it opens these gates of an action; `from` opens the zone.
    Allow(ActionId, Vec<Box<str>>),
    /// `[[modifies]]`: it contributes to a value.
    Modify(Contribution),
    /// `[[silences]]`: it takes abilities away.
    Silence(Silence),
    /// `[[controls]]`: whoever controls its source controls the subject, from this layer on, a position in
    /// [`Rules::layers`](super::Rules::layers).
    Control(u16),
    /// `[[protects]]`: what an item that passes this filter does to the subject becomes an `x` line.
    Protect(Filter),
}

/// What is contributed to a value.
#[derive(Clone, Copy, Debug)]
pub struct Contribution {
    /// The value.
    pub value: ValueId,
    /// The stage, a position in [`Rules::stages`](super::Rules::stages); or the layer, one in
    /// [`Rules::layers`](super::Rules::layers).
    pub stage: u16,
    /// How it is combined with the value.
    pub how: Combine,
    /// A fixed amount, otherwise the script gives it; of a set of words, the words as bits.
    pub amount: i64,
}

/// Which abilities are taken away.
#[derive(Clone, Debug)]
pub struct Silence {
    /// The layer, a position in [`Rules::layers`](super::Rules::layers).
    pub layer: u16,
    /// The keywords of the abilities; all abilities if there are none.
    pub keywords: Vec<Word>,
}

impl Silence {
    /// Whether it takes an ability with this keyword away.
    pub fn takes(&self, keyword: Option<Word>) -> bool {
        self.keywords.is_empty() || keyword.is_some_and(|keyword| self.keywords.contains(&keyword))
    }
}

impl StaticAbility {
    /// The stage or the layer in which it applies, if it applies in one.
    pub(crate) const fn stage(&self) -> Option<u16> {
        match &self.does {
            Does::Modify(contribution) => Some(contribution.stage),
            Does::Silence(silence) => Some(silence.layer),
            Does::Control(layer) => Some(*layer),
            Does::Forbid(_) | Does::Allow(..) | Does::Protect(_) => None,
        }
    }
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
    /// Until the end of this phase: of the running one if it is that, otherwise of the next.
    UntilEndOf(PhaseId),
    /// Until the innermost running procedure of this name ends; if none is running, until the next one does.
    UntilConcluded(ProcedureId),
    /// Until it is negated or otherwise made to end.
    UntilNegated,
    /// As long as `fn lasts(effect)` of its script is true, and every gate of its use that is `lasting` open; every
    /// state check asks.
    While,
    /// To the end of the game.
    Forever,
}

impl Rules {
    /// Notes whether anything takes abilities away, and whether anything is an effect of control.
    pub(crate) fn note_effects(&mut self) {
        let effects = self.definitions.values().flat_map(|definition| &definition.effects).chain(&self.effects);
        let own = self.definitions.values().map(|definition| &definition.abilities);
        let statics = own.chain(effects.map(|effect| &effect.abilities)).flat_map(|abilities| &abilities.statics);
        let (mut silences, mut controls) = (false, false);
        for ability in statics {
            silences |= matches!(ability.does, Does::Silence(_));
            controls |= matches!(ability.does, Does::Control(_));
        }
        (self.silences, self.controls) = (silences, controls);
    }

    /// Lists the masked listeners of all cards.
    pub(crate) fn note_masked(&mut self) {
        let definitions = self.definitions.values().enumerate().filter(|(_, definition)| definition.lasts.is_none());
        let listeners = definitions.flat_map(|(def, definition)| {
            definition.abilities.listeners.iter().enumerate().map(move |(number, listener)| (def, number, listener))
        });
        let masked = listeners.filter(|(.., listener)| listener.masked).map(|(def, number, listener)| MaskedListener {
            signal: listener.signal,
            when: listener.when,
            def: def.into(),
            number: number as u16,
        });
        self.masked = masked.collect();
    }
}
