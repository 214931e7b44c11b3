//! Answers that must be refused: `B cannot discard which realm: Cormyr`.

use super::refusals::unwritten_choice;
use crate::rulings::answers::{QuestionInWords, variants_of};
use crate::rulings::spell::{self, NoOption, Spellings};
use cardwright_kernel::ids::{PlayerId, Seat, Word};
use cardwright_kernel::questions::{Prompt, Question};
use cardwright_kernel::table::{Nobody, Table};
use cardwright_kernel::trace::{Against, Fact, FactKind, Reason, Thing, Things};
use cardwright_report::Reporter;

/// Something on the table that a choice can name.
struct Nameable {
    thing: Thing,
    spellings: Spellings,
}

/// Whether an answer to the open question is refused, if the text is one; gives the fact that says why it is.
pub(super) fn refused(table: &Table, prompt: &Prompt, text: &str) -> Option<Result<Fact, String>> {
    let Question::Choose(question) = prompt.question else { return None };
    let reporter = Reporter::new(table.rules(), table.state());
    let words = reporter.asked(question, &prompt.about);
    let answer = text.strip_prefix(&*format!("{} cannot {words}: ", prompt.seat.letter()))?;
    let asked = QuestionInWords::new(prompt, reporter);
    Some(match asked.chosen(&format!("{}{answer}", reporter.asks(prompt.seat, question, &prompt.about))) {
        Ok(_) => Err(format!("it is allowed: {}", text.replacen("cannot", "can", 1))),
        Err(NoOption::Several(options)) => Err(format!("this can mean: {}", options.join(" | "))),
        Err(NoOption::Unknown) => fact(table, prompt, question, answer),
    })
}

fn fact(table: &Table, prompt: &Prompt, question: Word, answer: &str) -> Result<Fact, String> {
    let nameable = nameable(table, prompt.seat);
    let spelt: Vec<Spellings> = nameable.iter().map(|other| other.spellings.clone()).collect();
    let things: Things = match answer.parse() {
        Ok(number) => std::iter::once(Thing::Number(number)).collect(),
        Err(_) => {
            let found = spell::whole_list(answer, &spelt, false).map_err(|_| unwritten_choice(answer))?;
            found.iter().map(|at| nameable[*at].thing).collect()
        }
    };
    // What a step rules out is known while it runs: a game that was loaded runs it again.
    let mut again = table.table_for(table.game().fork(table.rules()), Box::new(Nobody));
    again.advance();
    let place = again.asked_at().map(|asked| asked.place);
    let mut ruled_out = again.ruled_out(table.state().player_of(prompt.seat));
    let ruled_out = ruled_out.find(|ruled_out| things.iter().any(|thing| ruled_out.is_told_as(thing)));
    let why = ruled_out.map_or_else(|| Against::done(Reason::NotAmong(question), place), |found| found.against);
    let what = FactKind::RefusedChoice { seat: prompt.seat, question, about: prompt.about.clone(), things, why };
    Ok(Fact { depth: table.depth(), what, cause: None, place: None, input: false })
}

/// Cards, players and words, those with the longest names found first.
fn nameable(table: &Table, seat: Seat) -> Vec<Nameable> {
    let (state, rules) = (table.state(), table.rules());
    let reporter = Reporter::new(rules, state);
    let cards = state.entities().filter(|(_, entity)| entity.zone.is_some()).map(|(id, _)| {
        let named = table.named(id);
        let variants = variants_of(named, state.player_of(seat));
        let spellings = Spellings::new(variants.iter().map(|named| reporter.name_for(named, Some(seat))), []);
        Nameable { thing: Thing::Card(named), spellings }
    });
    let sites = rules.board.space_ids().map(|site| state.entity_at(site)).map(|id| {
        let named = table.named(id);
        Nameable { thing: Thing::Card(named), spellings: Spellings::of(reporter.name(&named)) }
    });
    let players = (0..state.players() as u8)
        .map(PlayerId)
        .map(|player| Nameable { thing: Thing::Player(player), spellings: Spellings::of(player.letter()) });
    let words = rules
        .words
        .iter()
        .filter_map(|text| rules.words.get(text))
        .map(|word| Nameable { thing: Thing::Word(word), spellings: Spellings::of(rules.words.text(word)) });
    cards.chain(sites).chain(players).chain(words).collect()
}
