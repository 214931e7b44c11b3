//! Why a seat cannot do what it cannot do, and how a number comes about.

use super::super::handles::SeatHandle;
use super::datum::Datum;
use super::observer::{Observer, STRANGER, Told};
use cardwright_kernel::ids::{ActionId, EntityId, Handle, PlayerId, Seat, SiteId, ValueId, ZoneId};
use cardwright_kernel::limits::LOOK_WORK;
use cardwright_kernel::questions::{Answer, Choice, Prompt, Question};
use cardwright_kernel::scripts::{Attempt, RuledOut};
use cardwright_kernel::state::{Entity, State};
use cardwright_kernel::table::Table;
use cardwright_kernel::trace::{Against, Named, NotNow, Reason, Reasons, Thing, Written};
use cardwright_kernel::values::{ChoiceSet, Line};
use serde::Serialize;

/// What a seat cannot do now, and why.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct WhyNot {
    /// What its cards could be used for, but not now. A card that has no better reason tells why it is not offered.
    pub refused: Vec<Attempted>,
    /// Why it is asked nothing, while others are.
    pub unasked: Option<String>,
    /// What the script that asks has ruled out, and why.
    pub ruled_out: Vec<Attempted>,
    /// The file and line of the script that asks; only authors are told.
    pub asked_at: Option<String>,
    /// Why the action that the seat chose last has proved impossible and was taken back, if it was.
    pub impossible: Option<Attempted>,
    /// Why not everything is told that the seat cannot do, if it would take too long to find out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

/// Something that was tried, or could be, and why it is not possible.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Attempted {
    /// `A cannot play Hush`; the name of what was ruled out.
    pub text: String,
    /// The name of the card in it.
    pub name: String,
    /// The card.
    pub card: Option<SeatHandle>,
    /// The reasons.
    pub why: Vec<WhyView>,
}

/// A reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WhyView {
    /// In words.
    pub text: String,
    /// The file and line of the rule or card that gives it; only authors are told.
    pub place: Option<String>,
}

/// What has a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ValueOf {
    /// The game.
    Game,
    /// A player.
    Player(PlayerId),
    /// A card, an item or an effect, as the viewer names it.
    Card(SeatHandle),
    /// A space or joint of the board.
    Site(Box<str>),
}

/// A value and how it comes about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ValueView {
    /// What it is: a number, or the words of a set.
    pub value: Datum,
    /// How it comes about, in one sentence.
    pub text: Box<str>,
    /// What fails of it; the value is what the rest comes to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<Box<str>>,
    /// How it is computed, step by step.
    pub lines: Vec<ValueLine>,
}

/// A step of computing a value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ValueLine {
    /// Who contributes; nothing for what the value starts from.
    pub by: Option<String>,
    /// The stage, or the layer.
    pub stage: Box<str>,
    /// What is set, added, removed, multiplied by.
    pub amount: Datum,
    /// What the value is then.
    pub total: Datum,
    /// Where that is declared, for authors.
    pub place: Option<String>,
}

/// A use that was chosen: by whom, of which card, and which action.
pub(crate) type TriedUse = (Seat, Named, ActionId);

/// The use that a prompt is answered with, if it is one.
pub(crate) fn tried_by(prompt: &Prompt, answer: &Answer) -> Option<TriedUse> {
    match prompt.options.get(usize::from(*answer.options().first()?))? {
        Choice::Use { named, action, .. } => Some((prompt.seat, *named, *action)),
        _ => None,
    }
}

/// What a game keeps of its last step for whoever asks why. All of it belongs to a prompt, so that what others do changes
/// nothing of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aftermath {
    /// What was chosen last.
    tried: Option<TriedUse>,
    /// What proved impossible and was taken back, and why, by the number of the prompt that is open since.
    impossible: Vec<(u32, Named, ActionId, Against)>,
    /// What the script that asks has ruled out, by the seat that is asked.
    ruled_out: Vec<(Seat, RuledOut)>,
}

impl Aftermath {
    /// Notes what has been chosen.
    pub fn note_tried(&mut self, tried: Option<TriedUse>) {
        self.tried = tried;
    }

    /// Notes what is to be told of the prompts that are open now: what has proved impossible and with which card, and what is
    /// ruled out.
    pub fn note_open(
        &mut self,
        open: &[Prompt],
        illegal: Option<(Against, Option<Handle>)>,
        ruled_out: Vec<(Seat, RuledOut)>,
    ) {
        self.ruled_out = ruled_out;
        self.impossible.retain(|(number, ..)| open.iter().any(|prompt| prompt.number == *number));
        let Some((seat, card, action)) = self.tried.take() else { return };
        let asked = open.iter().find(|prompt| prompt.seat == seat);
        // What another seat has tried meanwhile is not told to this one.
        let against = illegal.filter(|(_, used)| used.is_some_and(|used| used.id == card.card));
        if let (Some(prompt), Some((against, _))) = (asked, against) {
            self.impossible.push((prompt.number, card, action, against));
        }
    }
}

impl Observer<'_> {
    /// What the viewer cannot do, and why; nothing for the host.
    pub(crate) fn why_not(&self, aftermath: &Aftermath) -> WhyNot {
        let Some(seat) = self.seat else { return WhyNot::default() };
        let Some(prompt) = self.game.prompts().iter().find(|prompt| prompt.seat == seat) else {
            return WhyNot { unasked: self.unasked(seat), ..WhyNot::default() };
        };
        let acts = matches!(prompt.question, Question::Act { .. });
        let reporter = self.reporter();
        let asked_at = prompt.asked_at.filter(|_| !acts && self.told == Told::ToAuthors);
        let (refused, failed) = if acts { self.refused(seat) } else { (Vec::new(), None) };
        WhyNot {
            failed,
            refused,
            unasked: None,
            ruled_out: if acts { Vec::new() } else { self.ruled_out(seat, &aftermath.ruled_out) },
            asked_at: asked_at.and_then(|asked| reporter.asking(asked.place, asked.by.as_ref())),
            impossible: self.impossible(prompt, aftermath),
        }
    }

    /// Why a seat is asked nothing, while others are.
    fn unasked(&self, seat: Seat) -> Option<String> {
        let known = (seat != STRANGER).then(|| self.state().player_of(seat))?;
        let reason = match self.game.sealed() {
            Some(_) => Reason::NotNow(NotNow::Sealed),
            None => self.scratch_asked().why_unasked(known)?,
        };
        Some(self.reporter().reason(reason))
    }

    /// A table with a copy of the state on which the same is asked.
    fn scratch_asked(&self) -> Table {
        let mut copy = self.game.state_only();
        copy.prompts = self.game.prompts.clone();
        copy.barred = self.game.barred.clone();
        self.ruleset.table_of_people(&self.ruleset.host(), copy)
    }

    /// What a seat cannot do, and why that is not all of it, if it is not.
    fn refused(&self, seat: Seat) -> (Vec<Attempted>, Option<String>) {
        let mut scratch = self.scratch_asked();
        let Ok((attempts, is_all)) = scratch.refused_here(seat) else {
            return (Vec::new(), Some("a rule failed where the reasons were asked for: none is told".into()));
        };
        // What could not be done here at all needs no reasons.
        let is_near = |why: &Reasons| !why.iter().any(|against| against.reason.is_elsewhere());
        let (mut near, others): (Vec<_>, Vec<_>) = attempts.into_iter().partition(|(_, why)| is_near(why));
        for (attempt, why) in others {
            let waits = why.iter().all(|against| matches!(against.reason, Reason::NotNow(_)));
            if waits && !self.has_other_use(seat, attempt.card, &near) {
                near.push((attempt, why));
            }
        }
        let attempted =
            |(attempt, why): (Attempt, Reasons)| self.attempted(seat, attempt, &why, scratch.named(attempt.card));
        let left_out = || format!("to find out why took more than {LOOK_WORK} operations: the rest is left out");
        (near.into_iter().map(attempted).collect(), (!is_all).then(left_out))
    }

    /// Whether a seat is told about a card already: it is offered, or there is a reason against it. What players do without
    /// a card is not told of at other times.
    fn has_other_use(&self, seat: Seat, card: EntityId, told: &[(Attempt, Reasons)]) -> bool {
        let def = self.state().entity(card).def;
        let own = self.game.prompts().iter().filter(|prompt| prompt.seat == seat);
        let mut options = own.flat_map(|prompt| &prompt.options);
        let offered = options.any(|option| matches!(option, Choice::Use { named, .. } if named.def == def));
        offered || self.rules().is_of_actor(def) || told.iter().any(|(attempt, _)| attempt.card == card)
    }

    fn attempted(&self, seat: Seat, attempt: Attempt, why: &[Against], card: Named) -> Attempted {
        let action = self.rules().definitions[card.def.index()].uses[usize::from(attempt.number)].action;
        let subject = attempt.subject.map(|subject| self.named_now(subject.id));
        let text = self.reporter().cannot(seat, action, &card, subject.as_ref());
        self.against(text, seat, &card, why)
    }

    fn ruled_out(&self, seat: Seat, all: &[(Seat, RuledOut)]) -> Vec<Attempted> {
        let own = all.iter().filter(|(asked, _)| *asked == seat);
        own.map(|(_, ruled_out)| match &ruled_out.option {
            Choice::Entity(card, _) => {
                let named = self.named_now(card.id);
                let text = self.reporter().thing(&Thing::Card(named), Some(seat));
                self.against(text, seat, &named, &[ruled_out.against])
            }
            option => self.against_option(self.reporter().chosen(seat, &option.things()), &ruled_out.against),
        })
        .collect()
    }

    /// What is ruled out and is no card.
    fn against_option(&self, text: String, against: &Against) -> Attempted {
        let reporter = self.reporter();
        let place = self.place_told(reporter.place_of_choice(against));
        let why = WhyView { text: reporter.reason(against.reason), place };
        Attempted { name: text.clone(), text, card: None, why: vec![why] }
    }

    fn impossible(&self, prompt: &Prompt, aftermath: &Aftermath) -> Option<Attempted> {
        let tried = aftermath.impossible.iter().find(|(number, ..)| *number == prompt.number);
        tried.map(|(_, card, action, against)| {
            let text = self.reporter().cannot(prompt.seat, *action, card, None);
            self.against(text, prompt.seat, card, &[*against])
        })
    }

    fn against(&self, text: String, seat: Seat, card: &Named, why: &[Against]) -> Attempted {
        let reporter = self.reporter();
        let reason = |(text, place)| WhyView { text, place: self.place_told(place) };
        Attempted {
            text,
            name: reporter.name_for(card, Some(seat)),
            card: self.sees(card.known).then(|| self.handle(card.card)),
            why: reporter.reasons_told(why, card).into_iter().map(reason).collect(),
        }
    }

    fn place_told(&self, place: Option<String>) -> Option<String> {
        place.filter(|_| self.told == Told::ToAuthors)
    }

    fn named_now(&self, id: EntityId) -> Named {
        let entity = self.state().entity(id);
        let Entity { def, controller, known, place, .. } = *entity;
        let zone = if place > 0 { entity.zone } else { ZoneId::NONE };
        Named { def, controller, ordinal: 0, known, site: SiteId::NONE, zone, place, card: id }
    }

    /// A value by its key, and how it comes about; nothing if there is no such value, or nothing there that the viewer
    /// knows.
    pub(crate) fn explain(&self, of: &ValueOf, value: &str) -> Option<ValueView> {
        let id = self.subject(of)?;
        let kind = self.state().entity(id).kind;
        let (at, _, decl) = self.rules().values.get_full(value)?;
        let mut scratch = self.scratch().of_beholder(self.seat);
        let now = scratch.value_now(at.into(), id);
        if !self.knows_all(&now.reads) {
            return None;
        }
        let (total, lines) = decl.of.contains(&kind).then(|| scratch.explain_now(at.into(), id))??;
        let at = ValueId::from(at);
        let thing = (id != EntityId::GAME).then(|| scratch.thing(id));
        let text = self.reporter().story_of_value(at, thing.as_ref(), total, &lines).into();
        let failed = now.faults.iter().map(|fault| self.reporter().sentence(fault).into()).collect();
        let lines = lines.iter().map(|line| self.value_line(at, line)).collect();
        Some(ValueView { value: self.datum_of_value(at, total), text, failed, lines })
    }

    fn subject(&self, of: &ValueOf) -> Option<EntityId> {
        match of {
            ValueOf::Game => Some(EntityId::GAME),
            ValueOf::Player(player) => (player.index() < self.state().players()).then(|| State::player_entity(*player)),
            ValueOf::Card(handle) => self.meant(*handle),
            ValueOf::Site(name) => {
                let board = &self.rules().board;
                let mut sites = board.space_ids().chain(board.joint_ids());
                sites.find(|site| self.site_name(*site) == *name).map(|site| self.state().entity_at(site))
            }
        }
    }

    fn value_line(&self, value: ValueId, line: &Line) -> ValueLine {
        let at = usize::from(line.stage);
        let stage = self.rules().stages.get_index(at).map(|(key, _)| key);
        let layer = || self.rules().layers.get_index(at).map(|(key, _)| key);
        let stage = stage.or_else(layer).filter(|_| line.by.is_some()).cloned().unwrap_or_default();
        let by = line.by.as_ref().map(|by| self.reporter().name(by));
        let [amount, total] = [line.amount, line.total].map(|amount| self.datum_of_value(value, amount));
        let place = line.line.and_then(|line| self.reporter().written(Written::Declared(line)));
        ValueLine { by, stage, amount, total, place: self.place_told(place) }
    }

    fn datum_of_value(&self, value: ValueId, amount: i64) -> Datum {
        let decl = &self.rules().values[value.index()];
        match decl.words.and(decl.base) {
            Some(base) => self.words(ChoiceSet::of_bits(amount), base),
            None => Datum::Number(amount),
        }
    }
}
