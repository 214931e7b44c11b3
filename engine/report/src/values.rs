//! How values come about, in one sentence.

use crate::{Reporter, listed};
use cardwright_kernel::ids::ValueId;
use cardwright_kernel::rules::Combine;
use cardwright_kernel::trace::{Named, Thing, Written};
use cardwright_kernel::values::{ChoiceSet, Line, Value};

impl Reporter<'_> {
    /// `Menhir: might 6 = 4 to begin with, set to 5 (Golem Rite), +1 (Banner)`
    pub fn story_of_value(&self, value: ValueId, thing: Option<&Thing>, total: i64, lines: &[Line]) -> String {
        let name = self.rules.values.get_index(value.index()).map_or("?", |(name, _)| name).replace('_', " ");
        let of = thing.map_or_else(String::new, |thing| format!("{}: ", self.thing(thing, None)));
        let steps: Vec<String> = lines.iter().map(|line| self.step_of_value(value, line)).collect();
        let least = lines.last().is_some_and(|line| line.total != total).then(|| format!(", at least {total}"));
        let (total, least) = (self.amount_of_value(value, total), least.unwrap_or_default());
        format!("{of}{name} {total} = {}{least}", steps.join(", "))
    }

    /// What a value is, or is changed by, in words.
    pub fn amount_of_value(&self, value: ValueId, amount: i64) -> String {
        let decl = &self.rules.values[value.index()];
        match decl.words.and(decl.base) {
            Some(base) => self.value(base, Value::Choices(ChoiceSet::of_bits(amount))),
            None => amount.to_string(),
        }
    }

    /// What a line of that does, in which stage or layer, and where it is declared: `change: +1 (Banner)`.
    pub fn place_of_step(&self, value: ValueId, line: &Line) -> (String, Option<String>) {
        let at = usize::from(line.stage);
        let stage = self.rules.stages.get_index(at).map(|(key, _)| key);
        let stage = stage.or_else(|| self.rules.layers.get_index(at).map(|(key, _)| key));
        let stage = stage.filter(|_| line.by.is_some()).map_or_else(String::new, |stage| format!("{stage}: "));
        let place = line.line.and_then(|line| self.written(Written::Declared(line)));
        (format!("{stage}{}", self.step_of_value(value, line)), place)
    }

    fn step_of_value(&self, value: ValueId, line: &Line) -> String {
        let amount = self.amount_of_value(value, line.amount);
        let is_set = self.rules.values[value.index()].words.is_some();
        let what = match (&line.by, line.how) {
            (None, _) => match self.things(&line.why, None) {
                why if why.is_empty() => format!("{amount} to begin with"),
                why => format!("{:+} ({})", line.amount, listed(why)),
            },
            (Some(_), Combine::Set) => format!("set to {amount}"),
            (Some(_), Combine::Add) if is_set => format!("with {amount}"),
            (Some(_), Combine::Add) => format!("{:+}", line.amount),
            (Some(_), Combine::Remove) => format!("without {amount}"),
            (Some(_), Combine::Multiply) => format!("times {amount}"),
            (Some(_), Combine::AtLeast) => format!("at least {amount}"),
            (Some(_), Combine::AtMost) => format!("at most {amount}"),
        };
        line.by.as_ref().map_or_else(|| what.clone(), |by: &Named| format!("{what} ({})", self.name(by)))
    }
}
