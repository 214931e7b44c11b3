//! How a value comes about: from where it starts, through the stages or the layers of its ruleset, line by line.

use crate::model::carried::Carried;
use crate::model::ids::{EntityId, ValueId};
use crate::model::index::{Cell, IndexEntry, Topic};
use crate::model::packed::ChoiceSet;
use crate::model::rules::{AbilitySort, Combine, Contribution, Does, FunctionId, Hook, SourceLine};
use crate::model::trace::{Named, Things};
use crate::model::value::Value;
use crate::play::call::{Fault, Stop, Wanted};
use crate::play::faults;
use crate::play::kept::Parts;
use crate::play::queries::{EffectPart, Entries, Shapes, passes};
use crate::play::session::Table;

/// A line of a value's explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Who contributes; `None` for what the value starts from.
    pub by: Option<Named>,
    /// In which stage or layer, a position in [`Rules::stages`](crate::model::rules::Rules::stages) or
    /// [`Rules::layers`](crate::model::rules::Rules::layers).
    pub stage: u16,
    /// How it is combined with what the value was.
    pub how: Combine,
    /// What is set, added, multiplied by; of a set of words, the words as bits.
    pub amount: i64,
    /// What the value is then.
    pub total: i64,
    /// What it is for, where a script says so.
    pub why: Things,
    /// Where that is declared.
    pub line: Option<SourceLine>,
}

impl Line {
    /// What a value starts from, or a part of that.
    const fn of_start(amount: i64, total: i64, why: Things) -> Self {
        Self { by: None, stage: 0, how: Combine::Add, amount, total, why, line: None }
    }
}

impl Table {
    pub(super) fn compute(
        &mut self,
        value: ValueId,
        subject: EntityId,
        lines: Option<&mut Vec<Line>>,
    ) -> Result<i64, Stop> {
        let computed = (value, subject, self.run.before);
        if self.run.computing.contains(&computed) {
            return Err(self.circle(value).into());
        }
        self.run.computing.push(computed);
        // A contribution that begins or ceases to work changes the result, though nothing that was read has changed.
        self.note_read(Cell::about(Topic::contribution(value)));
        self.run.work.add(1);
        let in_layers = self.rules.has_layers() || self.rules.values[value.index()].words.is_some();
        let result = match in_layers {
            true => self.compute_in_layers(value, subject, lines),
            false => self.compute_in_stages(value, subject, lines),
        };
        self.run.computing.pop();
        result
    }

    fn circle(&self, value: ValueId) -> Fault {
        let name = |id: ValueId| self.rules.values.get_index(id.index()).map_or("?", |(name, _)| name);
        let chain: Vec<&str> = self.run.computing.iter().map(|(value, ..)| name(*value)).collect();
        let value = name(value);
        faults::value_in_circle(value, format!("{} needs {value}", chain.join(" needs ")))
    }

    fn compute_in_stages(
        &mut self,
        value: ValueId,
        subject: EntityId,
        mut lines: Option<&mut Vec<Line>>,
    ) -> Result<i64, Stop> {
        self.note_read(Cell::Entity(subject));
        let mut total = self.start_of(value, subject, lines.as_deref_mut())?;
        let entries = self.contributors(value, subject);
        for stage in 0..self.rules.stages.len() {
            for entry in &entries {
                self.charge(1)?;
                if self.is_unseen(self.state().entity(entry.entity)) {
                    continue;
                }
                let Some(amount) = self.contributed(*entry, stage, subject)? else {
                    continue;
                };
                let how = self.rules.stages[stage];
                total = how.number(total, amount);
                if let Some(lines) = &mut lines {
                    lines.push(self.line(*entry, (stage as u16, how), amount, total));
                }
            }
        }
        Ok(self.at_least(value, total))
    }

    /// Goes through the sequence of continuous effects, up to where something looks that is computed in a layer. Every script
    /// is asked at the place of its part: what it looks at is what the parts before that have made.
    fn compute_in_layers(
        &mut self,
        value: ValueId,
        subject: EntityId,
        mut lines: Option<&mut Vec<Line>>,
    ) -> Result<i64, Stop> {
        self.note_read(Cell::Body(subject));
        let base = self.rules.values[value.index()].base;
        if let Some(slot) = base.and_then(|base| self.state().slot_of(&self.rules, subject, base)) {
            self.note_read(Cell::Slot(slot));
        }
        let mut total = self.start_of(value, subject, lines.as_deref_mut())?;
        let sequence = self.reading().sequence();
        let mut idle = self.idle_parts(value, subject).into_iter().peekable();
        let mut profile = self.reading().first_profile(subject);
        let until = self.run.before.map_or(sequence.parts.len(), |before| before as usize);
        for (at, part) in sequence.parts.iter().enumerate().take(until) {
            while let Some(own) = idle.next_if(|own| own.order() < part.order()) {
                self.combine_part((&own, at), subject, &mut total, lines.as_deref_mut())?;
            }
            let counts = part.is_about(value);
            if !counts && !part.shapes_profiles() || !self.reading().begins(&sequence.parts, at, subject, &profile) {
                continue;
            }
            profile.take(self.reading(), at, part);
            if counts {
                self.combine_part((part, at), subject, &mut total, lines.as_deref_mut())?;
            }
        }
        // What is looked at in a layer is what there was before.
        let rest: Vec<EffectPart> = if self.run.before.is_none() { idle.collect() } else { Vec::new() };
        for own in rest {
            self.combine_part((&own, until), subject, &mut total, lines.as_deref_mut())?;
        }
        Ok(self.at_least(value, total))
    }

    /// What a part at this place of the sequence makes of a value.
    fn combine_part(
        &mut self,
        (part, at): (&EffectPart, usize),
        subject: EntityId,
        total: &mut i64,
        lines: Option<&mut Vec<Line>>,
    ) -> Result<(), Stop> {
        let Does::Modify(of) = self.reading().static_ability(part.entry).does else { return Ok(()) };
        self.charge(1)?;
        self.exercise(AbilitySort::Static, part.entry);
        let outer = self.run.before.replace(at as u32);
        let amount = self.contribution(part.entry, of, subject);
        self.run.before = outer;
        let Some(amount) = amount? else { return Ok(()) };
        *total = match part.shapes {
            Shapes::Words(..) => of.how.words(ChoiceSet::of_bits(*total), ChoiceSet::of_bits(amount)).bits(),
            Shapes::Number(_) | Shapes::Silence | Shapes::Control => of.how.number(*total, amount),
        };
        if let Some(lines) = lines {
            lines.push(self.line(part.entry, (of.stage, of.how), amount, *total));
        }
        Ok(())
    }

    /// What a card that lies idle says of its own price, in the order in which it applies.
    fn idle_parts(&self, value: ValueId, subject: EntityId) -> Vec<EffectPart> {
        if !self.rules.values[value.index()].is_price {
            return Vec::new();
        }
        let at = self.reading();
        let topic = Topic::contribution(value);
        let working = at.state.index.about(topic);
        let idle = at.concerning(topic, subject).into_iter().filter(|entry| !working.contains(entry));
        let mut parts: Vec<EffectPart> = idle.map(|entry| at.part(entry, Shapes::Number(value))).collect();
        parts.sort_unstable_by_key(EffectPart::order);
        parts
    }

    /// What a value starts from.
    fn start_of(&mut self, value: ValueId, subject: EntityId, lines: Option<&mut Vec<Line>>) -> Result<i64, Stop> {
        let decl = &self.rules.values[value.index()];
        let (base, is_set) = (decl.base, decl.words.is_some());
        let mut parts = Vec::new();
        let total = match (decl.script.as_ref().map(Hook::id), base) {
            (Some(script), _) if lines.is_some() => self.with_parts(script, subject, &mut parts)?,
            (Some(script), _) => self.number_of(script, subject)?,
            (None, Some(attr)) if is_set => self.reading().first_set(attr, subject).bits(),
            (None, Some(attr)) => self.rules.base_number(attr, self.state().attribute(&self.rules, subject, attr)),
            (None, None) => decl.start,
        };
        if let Some(lines) = lines {
            lines.extend(start(parts, total));
        }
        Ok(total)
    }

    fn at_least(&self, value: ValueId, total: i64) -> i64 {
        self.rules.values[value.index()].at_least.map_or(total, |least| total.max(least))
    }

    fn line(&self, entry: IndexEntry, (stage, how): (u16, Combine), amount: i64, total: i64) -> Line {
        let line = self.reading().static_ability(entry).line;
        Line { by: Some(self.named(entry.entity)), stage, how, amount, total, why: Things::new(), line }
    }

    /// The contributions to a value that work. What a card says of its own price counts wherever the card lies, since a
    /// grant may let it be used from there.
    fn contributors(&self, value: ValueId, subject: EntityId) -> Entries {
        let topic = Topic::contribution(value);
        match self.rules.values[value.index()].is_price {
            true => self.reading().concerning(topic, subject),
            false => self.reading().about(topic),
        }
    }

    /// Computes where a value starts, and gathers the parts that its script names.
    fn with_parts(
        &mut self,
        script: FunctionId,
        subject: EntityId,
        parts: &mut Vec<(i64, Things)>,
    ) -> Result<i64, Stop> {
        let depth = self.run.computing.len();
        let outer = self.run.parts.replace(Parts { depth, parts: Vec::new() });
        let result = self.number_of(script, subject);
        let own = std::mem::replace(&mut self.run.parts, outer);
        parts.extend(own.into_iter().flat_map(|own| own.parts));
        result
    }

    /// The number that a function gives of something.
    fn number_of(&mut self, script: FunctionId, subject: EntityId) -> Result<i64, Stop> {
        let given = self.pure_call(script, &[self.arg_of(subject)], Wanted::Number)?;
        Ok(given.one().map_or(0, Value::number))
    }

    /// What a contribution makes of a value in a stage, if it belongs to the stage and concerns the subject.
    fn contributed(&mut self, entry: IndexEntry, stage: usize, subject: EntityId) -> Result<Option<i64>, Stop> {
        let at = self.reading();
        let ability = at.static_ability(entry);
        let Does::Modify(of) = ability.does else { return Ok(None) };
        if usize::from(of.stage) != stage {
            return Ok(None);
        }
        self.note_read(Cell::Entity(entry.entity));
        if !at.applies(entry, ability, self.state().entity(subject).controller)
            || !passes(at, &ability.subject, subject, at.viewpoint_of(entry))
        {
            return Ok(None);
        }
        self.exercise(AbilitySort::Static, entry);
        self.contribution(entry, of, subject)
    }

    /// How much a contribution is; nothing if its script contributes nothing.
    fn contribution(&mut self, entry: IndexEntry, of: Contribution, subject: EntityId) -> Result<Option<i64>, Stop> {
        let script = self.reading().static_ability(entry).script.as_ref().map(Hook::id);
        let Some(script) = script else { return Ok(Some(of.amount)) };
        self.room_for_a_call()?;
        let args = [self.arg_of(entry.entity), self.arg_of(subject)];
        match self.pure_call(script, &args, Wanted::NumberOrNothing) {
            Ok(Carried::One(Value::Number(amount))) => Ok(Some(amount)),
            // A contributor that fails adds nothing; the call has told the fault already.
            Ok(_) | Err(Stop::Fault(_)) => Ok(None),
            Err(stop) => Err(stop),
        }
    }
}

/// The lines for where a value starts: its parts, and the rest if they are not all of it.
fn start(parts: Vec<(i64, Things)>, total: i64) -> Vec<Line> {
    let mut sum = 0_i64;
    let mut lines: Vec<Line> = Vec::with_capacity(parts.len() + 1);
    for (amount, why) in parts {
        sum = sum.saturating_add(amount);
        lines.push(Line::of_start(amount, sum, why));
    }
    if sum != total || lines.is_empty() {
        let amount = total.saturating_sub(sum);
        lines.push(Line::of_start(amount, total, Things::new()));
    }
    lines
}
