//! An offered use, announced on a table of its own with the choices of a line: what is refused of it, and why.

use super::answers::{QuestionInWords, variants_of};
use super::spell::NoOption;
use cardwright_kernel::ids::{EntityId, PlayerId, Seat, Word};
use cardwright_kernel::questions::{Answer, Choice, Prompt, Question};
use cardwright_kernel::scripts::Attempt;
use cardwright_kernel::table::{Nobody, Table};
use cardwright_kernel::trace::{Against, Fact, FactKind, Reason, ScriptLocation, Thing};
use cardwright_report::Reporter;

/// What is refused: a choice, unless it is the use as a whole; and why.
type Refused = (Option<(Word, Thing)>, Against);

/// A use that is being announced where nobody sees it.
pub(super) struct Rehearsal {
    table: Table,
    seat: Seat,
    /// How long the trace was before.
    facts: usize,
}

impl Rehearsal {
    /// The option of the prompt is chosen that is this attempt.
    pub fn new(table: &Table, prompt: &Prompt, attempt: Attempt) -> Self {
        let facts = table.game().trace().len();
        let game = table.game().clone();
        let mut table = table.table_for(game, Box::new(Nobody));
        if let Some(option) = prompt.options.iter().position(|option| is_use(option, attempt)) {
            // An answer that is refused leaves the question open, and nothing is found against the use.
            let _ = table.answer(prompt.number, Answer::one(option));
        }
        Self { table, seat: prompt.seat, facts }
    }

    /// Announces with the choices that the rest of a line names; nothing if they are all allowed.
    ///
    /// # Errors
    /// Says what is wrong with the line.
    pub fn run(mut self, line: &str) -> Result<Option<Refused>, String> {
        loop {
            self.table.step();
            if let Some(against) = self.table.illegal() {
                return Ok(Some((None, against)));
            }
            let rest = match self.follow(line) {
                Ok(rest) => rest.to_string(),
                Err((phrase, place, rest)) => return self.refused(phrase, rest, place).map(Some),
            };
            let prompt = self.table.game().prompts().first().filter(|prompt| prompt.seat == self.seat).cloned();
            let open = prompt.and_then(|prompt| announcing(&prompt).map(|phrase| (prompt, phrase)));
            let Some((prompt, phrase)) = open else {
                return if rest.is_empty() { Ok(None) } else { Err(unwritten(&rest)) };
            };
            if rest.is_empty() {
                return Ok(None);
            }
            match QuestionInWords::new(&prompt, self.reporter()).announced(&rest) {
                Ok(answer) => self.table.answer(prompt.number, answer).map_err(|_| unwritten(&rest))?,
                Err(NoOption::Several(options)) => return Err(format!("this can mean: {}", options.join(" | "))),
                Err(NoOption::Unknown) => {
                    let place = self.table.asked_at().map(|asked| asked.place);
                    return self.refused(phrase, &rest, place).map(Some);
                }
            }
        }
    }

    /// What is left of the line behind what was announced; where the line says something else, that place.
    fn follow<'x>(&self, line: &'x str) -> Result<&'x str, (Word, Option<ScriptLocation>, &'x str)> {
        let mut rest = line;
        for Fact { what, place, .. } in self.table.game().trace().get(self.facts..).unwrap_or_default() {
            let FactKind::Announces(phrase, things) = what else { continue };
            if rest.is_empty() {
                break;
            }
            let spelt = |at: usize| {
                let things = things.iter().map(|thing| variant(*thing, self.player(), at)).collect();
                self.reporter().announces(*phrase, &things, Some(self.seat))
            };
            match (0..4).find_map(|at| rest.strip_prefix(&*spelt(at))) {
                Some(left) => rest = left,
                None => return Err((*phrase, *place, rest)),
            }
        }
        Ok(rest)
    }

    /// The choice that a line names and that cannot be made.
    fn refused(&self, phrase: Word, rest: &str, place: Option<ScriptLocation>) -> Result<Refused, String> {
        let thing = self.named(phrase, rest).ok_or_else(|| unwritten(rest))?;
        let ruled_out = self.table.ruled_out(self.player()).find(|ruled_out| ruled_out.is_told_as(&thing));
        let against = ruled_out.map_or_else(|| Against::done(Reason::NotAmong(phrase), place), |found| found.against);
        Ok((Some((phrase, thing)), against))
    }

    /// The card, place or player on the table with whose name the rest of a line begins.
    fn named(&self, phrase: Word, rest: &str) -> Option<Thing> {
        let state = self.table.state();
        let is_site = |id: EntityId| state.site_of(self.table.rules(), id).is_some();
        let cards = state.entities().filter(|(id, entity)| entity.zone.is_some() || is_site(*id));
        let cards = cards.map(|(id, _)| Thing::Card(self.table.named(id)));
        let players = (0..state.players()).map(|player| Thing::Player(PlayerId(player as u8)));
        let spelt = |thing: Thing, at: usize| {
            let things = [variant(thing, self.player(), at)].into_iter().collect();
            self.reporter().announces(phrase, &things, Some(self.seat))
        };
        let begins = |thing: Thing| {
            let spellings = (0..6).map(|at| spelt(thing, at));
            let ends = |left: &str| left.is_empty() || left.starts_with([' ', ',']);
            spellings.filter(|spelling| rest.strip_prefix(&**spelling).is_some_and(ends)).map(|it| it.len()).max()
        };
        let words = self.table.rules().words.iter().filter_map(|word| self.table.rules().words.get(word));
        let words = words.map(Thing::Word);
        // Of those that are written alike the last is meant: a card before a word.
        let found = words.chain(players).chain(cards).filter_map(|thing| Some((begins(thing)?, thing)));
        found.max_by_key(|(length, _)| *length).map(|(_, thing)| thing)
    }

    /// Who speaks.
    fn player(&self) -> PlayerId {
        self.table.state().player_of(self.seat)
    }

    fn reporter(&self) -> Reporter<'_> {
        Reporter::new(self.table.rules(), self.table.state())
    }
}

/// Whether an option is this attempt.
pub(super) fn is_use(option: &Choice, attempt: Attempt) -> bool {
    matches!(option, Choice::Use { card, number, answers, .. }
        if card.id == attempt.card && *number == attempt.number && *answers == attempt.subject.is_some())
}

/// What an open question chooses for a use, if it does.
const fn announcing(prompt: &Prompt) -> Option<Word> {
    match prompt.question {
        Question::Announce(phrase) => Some(phrase),
        Question::Act { .. } | Question::Choose(_) => None,
    }
}

fn unwritten(rest: &str) -> String {
    format!("nothing here is written `{}`", rest.trim())
}

/// A thing as the trace writes it, or as [`variants_of`] has its name.
fn variant(thing: Thing, player: PlayerId, at: usize) -> Thing {
    match thing {
        Thing::Card(named) => Thing::Card(variants_of(named, player)[at]),
        Thing::Player(_) | Thing::Word(_) | Thing::Number(_) | Thing::Zone(_) => thing,
    }
}
