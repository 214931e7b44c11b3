//! How a value comes about that a claim is about.

use super::check::TableView;
use super::read::read;
use super::{Claim, Quality};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::ids::EntityId;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::{Nobody, Table};
use cardwright_report::Reporter;

/// How a value comes about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueStory {
    /// In one sentence.
    pub text: String,
    /// Step by step, each with the place where it is declared.
    pub steps: Vec<(String, Option<String>)>,
}

/// How a value of something comes about, in the words of a claim: `Ox: might`.
///
/// # Errors
/// Says why there is no such value.
pub fn story_of_value(ruleset: &Ruleset, game: &Game, words: &str) -> Result<ValueStory, String> {
    let malformed = || format!("`{words}` names no value: write it like `Calm: level`");
    // A number for a number, and a list without words for words.
    let claims = [format!("{words} 0"), format!("{words} none")];
    let claims: Vec<_> = claims.iter().filter_map(|claim| read(claim, ruleset.rules())).collect();
    let claim = claims.iter().find_map(|claim| claim.as_ref().ok());
    match (claim, claims.first()) {
        (Some(Claim::Quality(subject, quality, _)), _) => {
            let table = ruleset.table_of_people(&ruleset.host(), game.clone());
            let entity = TableView { table: &table }.entity(subject)?;
            of(&table, entity, *quality).ok_or_else(malformed)
        }
        (_, Some(Err(misread))) => Err(misread.message.clone()),
        _ => Err(malformed()),
    }
}

/// How a value of an entity comes about; nothing for an attribute, which is what it is.
pub(super) fn of(table: &Table, entity: EntityId, quality: Quality) -> Option<ValueStory> {
    let Quality::Value(value) = quality else { return None };
    // The table waits for an answer, and scripts stop there: they are asked at a copy of it.
    let mut copy = table.table_for(table.game().clone(), Box::new(Nobody));
    let (total, lines) = copy.explain_now(value, entity)?;
    let thing = (entity != EntityId::GAME).then(|| copy.thing(entity));
    let reporter = Reporter::new(table.rules(), table.state());
    let steps = lines.iter().map(|line| reporter.place_of_step(value, line)).collect();
    Some(ValueStory { text: reporter.story_of_value(value, thing.as_ref(), total, &lines), steps })
}
