//! A step that is run again must ask and change what it did the first time. What it did then is kept for as long as
//! the step waits for its answers, only to be shown beside what it did instead.

use crate::model::agenda::Step;
use crate::model::change::Change;
use crate::model::game::Game;
use crate::model::guise::Guise;
use crate::model::ids::{EntityId, PlayerId};
use crate::model::prompt::{Choice, Prompt, Question};
use crate::model::rules::Rules;
use crate::model::state::State;
use crate::model::tape::{Input, QuestionHash};
use crate::model::trace::Thing;
use crate::model::value::Value;
use crate::play::call::Stop;
use crate::play::faults;
use crate::play::session::Table;

/// More options than this are not listed.
const LISTED: usize = 6;

impl Game {
    /// An open prompt gets its answer, and the step is rewound: how it came to the question is kept.
    pub(super) fn keep_earlier(&mut self, prompt: &Prompt) {
        self.earlier.asked.retain(|(at, _)| *at < self.log.len() && *at >= self.tape_from);
        self.earlier.asked.push((self.log.len(), prompt.clone()));
        self.earlier.changes = self.changes_since_mark().to_vec();
    }
}

impl Table {
    /// The re-run of a step asked or changed something else than the first run: what the tape still holds belongs to
    /// the first version and is dropped. `now` is what is asked this time, and its hash.
    pub(super) fn diverged(&mut self, now: &str, hash: QuestionHash) -> Stop {
        if let Some(running) = &self.run.branch {
            if let Some(branch) = self.game.branch_at(running.entry, running.branch) {
                branch.inputs_mut(running.is_sealed()).truncate(running.at);
            }
            return faults::not_deterministic().into();
        }
        let at = self.game.tape_from + self.run.at;
        let expected = self.game.log[at..].first().cloned();
        self.game.log.truncate(at);
        let (first, changes) = match &expected {
            Some(Input::Answer(before, seat, _)) => {
                let asked = self.game.earlier.asked.iter().find(|(place, _)| *place == at);
                let asked = asked.map(|(_, prompt)| described(&self.rules, self.state(), prompt));
                (asked.unwrap_or_else(|| format!("{} was asked something", seat.letter())), Some(*before))
            }
            Some(Input::Chance(..)) => ("chance was asked".to_string(), None),
            Some(Input::Together(..)) => ("several seats were asked together".to_string(), None),
            Some(input @ (Input::Leave(_) | Input::LeaveTogether(_))) => {
                let letters: String = input.leavers().iter().map(PlayerId::letter).collect();
                (format!("{letters} left the game"), None)
            }
            Some(Input::Withdrawn(..)) | None => ("nothing was asked".to_string(), None),
        };
        let same = first == now && changes.is_none_or(|before| before.changes == hash.changes);
        let versions = match self.first_other_change(changes) {
            Some(other) if first == now => other,
            _ if same => format!("both times {now}, but the game was different"),
            _ => format!(
                "first {first}{}, then {now}{}",
                after(changes.map(|before| before.changes)),
                after(changes.map(|_| hash.changes))
            ),
        };
        faults::differs_when_run_again(versions).into()
    }

    /// The first change before the question that is not the one of the first run.
    fn first_other_change(&self, before: Option<QuestionHash>) -> Option<String> {
        let first = &self.game.earlier.changes;
        let first = &first[..first.len().min(before?.changes as usize)];
        let now = self.game.changes_since_mark();
        let at = (0..first.len().max(now.len())).find(|at| first.get(*at) != now.get(*at))?;
        let name = |change: Option<&Change>| {
            change.map_or_else(
                || "nothing more changed".to_string(),
                |change| described_change(&self.rules, self.state(), change),
            )
        };
        Some(format!("first {}, then {}", name(first.get(at)), name(now.get(at))))
    }
}

fn after(changes: Option<u32>) -> String {
    match changes {
        Some(1) => " after 1 change".to_string(),
        Some(changes) => format!(" after {changes} changes"),
        None => String::new(),
    }
}

/// `B was asked "discard which manor" (Coldhaven, Redcliff)`.
pub(super) fn described(rules: &Rules, state: &State, prompt: &Prompt) -> String {
    let question = match prompt.question {
        Question::Act { .. } => "what to do next",
        Question::Announce(word) | Question::Choose(word) => rules.words.text(word),
    };
    let named =
        |option: &Choice| -> Vec<String> { option.things().iter().map(|named| thing(rules, state, named)).collect() };
    let options = prompt.options.iter().map(|option| named(option).join(" and "));
    let mut options: Vec<String> = options.collect();
    if options.len() > LISTED {
        let more = options.len() - LISTED;
        options.truncate(LISTED);
        options.push(format!("and {more} more"));
    }
    let options = if options.is_empty() { String::new() } else { format!(" ({})", options.join(", ")) };
    format!("{} was asked \"{}\"{options}", prompt.seat.letter(), question.trim_start_matches(", "))
}

fn thing(rules: &Rules, state: &State, thing: &Thing) -> String {
    match thing {
        Thing::Card(named) => definition(rules, named.def.index()),
        Thing::Player(player) => player.letter().to_string(),
        Thing::Word(word) => rules.words.text(*word).to_string(),
        Thing::Number(number) => number.to_string(),
        Thing::Zone(zone) => {
            let decl = state.zones.get(zone.index()).and_then(|zone| rules.zones.get_index(zone.decl.index()));
            decl.map_or("a zone", |(_, decl)| &*decl.title).to_string()
        }
    }
}

fn definition(rules: &Rules, def: usize) -> String {
    rules.definitions.get_index(def).map_or("a card", |(name, _)| &**name).to_string()
}

/// What a change did, for the author of a script.
fn described_change(rules: &Rules, state: &State, change: &Change) -> String {
    let entity = |id: &EntityId| match state.entities.get(id.index()) {
        Some(entity) if entity.kind == Rules::GAME => "the game".to_string(),
        Some(entity) if entity.kind == Rules::PLAYER => entity.owner.letter().to_string(),
        Some(entity) => definition(rules, entity.def.index()),
        None => "something new".to_string(),
    };
    match change {
        Change::Set { id, slot, after, .. } => {
            let attribute = state.entities.get(id.index()).and_then(|entity| {
                let changing = &rules.kinds[entity.kind.index()].changing;
                let attr = changing.get(slot.checked_sub(entity.slot)? as usize)?;
                rules.attributes.get_index(attr.index())
            });
            let attribute = attribute.map_or("an attribute", |(name, _)| name);
            format!("`{attribute}` of {} became {}", entity(id), value(rules, *after))
        }
        Change::Move { id, after, .. } => {
            format!("{} went to the {}", entity(id), thing(rules, state, &Thing::Zone(after.zone)))
        }
        Change::Create { entity: new, .. } => format!("{} was created", definition(rules, new.def.index())),
        Change::End { id, .. }
        | Change::Arrive { id, .. }
        | Change::Give { id, .. }
        | Change::BeginGuise(Guise { card: id, .. })
        | Change::EndGuise { guise: Guise { card: id, .. }, .. }
        | Change::Alter { id, .. }
        | Change::Status { id, .. }
        | Change::Answerable(id)
        | Change::Target { id, .. }
        | Change::Retarget { id, .. }
        | Change::Exempt { id, .. }
        | Change::Note { id, .. } => format!("{} changed", entity(id)),
        Change::Remember { memory, .. } => format!("what {} was is remembered", entity(&memory.card.id)),
        Change::AddItem(item) | Change::RemoveItem { item, .. } => {
            format!("the item {} changed", definition(rules, item.def.index()))
        }
        Change::AddEffect(effect) | Change::RemoveEffect { effect, .. } => {
            format!("the effect {} changed", definition(rules, effect.def.index()))
        }
        Change::Learn(learned) | Change::Forget { learned, .. } => {
            format!("what is known of {} changed", entity(&learned.card.id))
        }
        Change::Order { zone, .. } => format!("the {} was ordered", thing(rules, state, &Thing::Zone(*zone))),
        Change::Push { step, .. } | Change::Pop { step, .. } | Change::Restep { after: step, .. } => match step {
            Step::Window(_) => "a window changed".to_string(),
            _ => "what is to be done next changed".to_string(),
        },
        Change::BeginProcedure(_) => "a procedure began".to_string(),
        Change::EndProcedure { .. } => "a procedure ended".to_string(),
        Change::Queue(_) | Change::TakeQueue(_) => "what waits for the next check changed".to_string(),
        Change::Supply { .. } => "how many pieces there are changed".to_string(),
        Change::Turn { .. } => "the turn changed".to_string(),
        Change::Chance { .. } => "chance was used".to_string(),
        Change::Present { .. } | Change::ActingSeat { .. } => "who plays changed".to_string(),
        Change::Position { .. } => "the position is another".to_string(),
        Change::Outcome { .. } => "the end of the game changed".to_string(),
    }
}

fn value(rules: &Rules, value: Value) -> String {
    match value {
        Value::Nothing => "nothing".to_string(),
        Value::Number(number) => number.to_string(),
        Value::Flag(flag) => flag.to_string(),
        Value::Word(word) => rules.words.text(word).to_string(),
        Value::Player(player) => player.letter().to_string(),
        Value::Entity(_) | Value::Players(_) | Value::Choices(_) | Value::Numbers(_) => "another".to_string(),
    }
}
