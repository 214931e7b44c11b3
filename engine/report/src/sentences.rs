//! Sentences about what happened. The names in them come from [`names`](super::names), the reasons why something is
//! not possible from [`reasons`](super::reasons).

use super::{Reporter, and, holder, letters, listed, ordinal};
use cardwright_kernel::ids::{ActionId, AttrId, LineId, PlayerId, Players, ScriptId, Seat, Seats, Word, ZoneId};
use cardwright_kernel::questions::{Choice, Question};
use cardwright_kernel::rules::{Amount, Definition, EndingHole, Template};
use cardwright_kernel::trace::{FactKind, Named, Placing, ScriptLocation, Thing, Things};
use cardwright_kernel::values::Value;
use cardwright_kernel::words;

impl<'a> Reporter<'a> {
    /// The sentence for a fact; empty for a fact that has no line.
    pub fn sentence(&self, what: &FactKind) -> String {
        match what {
            FactKind::Turn(number, seat, false) => format!("Turn {number}: {}", seat.letter()),
            FactKind::Turn(number, seat, true) => format!("Turn {number}: {}, an extra turn", seat.letter()),
            FactKind::Phase(phase) => self.rules.phases[phase.index()].title.to_string(),
            FactKind::Uses { seat, action, card, answers } => self.uses(*seat, *action, card, answers.as_ref()),
            FactKind::Announces(phrase, things) => self.announces(*phrase, things, None),
            FactKind::Passes(seat, ..) => format!("{} passes", seat.letter()),
            FactKind::Waits(seat) => format!("{} waits", seat.letter()),
            FactKind::Lost(seat, things) => {
                let instead = self.chosen(*seat, things);
                format!("not all of {}'s answer is possible any more: {instead} instead", seat.letter())
            }
            FactKind::Chooses(seat, question, about, things) => {
                format!("{}{}", self.asks(*seat, *question, about), self.chosen(*seat, things))
            }
            FactKind::Chance(what, player, things, seen) => self.chance(*what, *player, things, *seen),
            FactKind::Moves(card, _, to, cause) => self.moves(card, *to, *cause),
            // It stands on the line of what has gone.
            FactKind::Sent(_) => String::new(),
            FactKind::Pieces(pile, count, from, to, _) => self.pieces(pile, *count, *from, *to),
            FactKind::Value(value, thing, total) => self.computed(value.index(), thing.as_ref(), *total),
            FactKind::Part(amount, by, why) => self.value_part(*amount, by.as_ref(), why),
            FactKind::Sets(thing, attr, before, after) => self.sets(thing.as_ref(), *attr, *before, *after),
            FactKind::Attaches(card, Some(host)) => format!("{} is attached to {}", self.name(card), self.name(host)),
            FactKind::Attaches(card, None) => format!("{} is no longer attached", self.name(card)),
            FactKind::Becomes(card, now) => format!("{} becomes {}", self.name(card), self.name(now)),
            FactKind::Controls(card, seat) => format!("{} controls {}", seat.letter(), self.name(card)),
            FactKind::Shows(card, seats) => {
                let to = if seats.len() >= self.state.people() {
                    "everybody".to_string()
                } else {
                    letters(seats.iter().map(Seat::letter))
                };
                format!("{} is shown to {to}", self.name(card))
            }
            FactKind::Learns { by, attr, value, is, things } => self.learns(*by, *attr, (*value, *is), things),
            FactKind::Restacks(zone, count, under) => {
                let cards = if *count == 1 { "a card is".to_string() } else { format!("{count} cards are") };
                let place = if *under { "at the bottom of" } else { "on top of" };
                format!("{cards} put {place} {}", self.zone(*zone))
            }
            FactKind::Shuffles(zone) => format!("{} is shuffled", self.zone(*zone)),
            FactKind::Refills(from, to) => format!("{} goes to {}", self.zone(*from), self.zone(*to)),
            FactKind::Owns(card, player) if player.is_somebody() => {
                format!("{} owns {}", player.letter(), self.name(card))
            }
            FactKind::Owns(card, _) => format!("{} belongs to nobody", self.name(card)),
            FactKind::Resolves(item) => format!("{} resolves", self.name(item)),
            FactKind::Triggers(item) => format!("{} triggers", self.name(item)),
            FactKind::Idle(thing, reason) => {
                format!("{} does not trigger: {}", self.thing(thing, None), self.reason(*reason))
            }
            FactKind::TriggerResolves(item) => format!("{}'s trigger resolves", self.name(item)),
            FactKind::TriggerLeaves(item) => format!("{}'s trigger leaves the stack", self.name(item)),
            FactKind::Creates(card, zone) => format!("{} is created in {}", self.name(card), self.zone(*zone)),
            FactKind::Vanishes(card, words::LEFT) => format!("{} leaves the game", self.name(card)),
            FactKind::Vanishes(card, _) => format!("{} ceases to exist", self.name(card)),
            FactKind::Negated(item, by) => self.negated(item, by),
            FactKind::Fizzles(item) => format!("{} fizzles: nothing is left that it could do", self.name(item)),
            FactKind::Exempt(seat, item) => format!("{} is exempt from {}", seat.letter(), self.name(item)),
            FactKind::Retargets(item, things) => {
                format!("{} is now aimed at {}", self.name(item), and(self.things(things, None)))
            }
            FactKind::Copies(seat, item) => format!("{} is going to copy {}", seat.letter(), self.name(item)),
            FactKind::Copied(seat, item) => format!("{} copies {}", seat.letter(), self.name(item)),
            FactKind::Stands(card) => format!("{} stays in effect", self.name(card)),
            FactKind::Ends(card) => format!("{} ends", self.name(card)),
            FactKind::ExtraTurn(seat) => format!("{} is going to take an extra turn", seat.letter()),
            FactKind::Skip(seat, false) => format!("{}'s next turn will be skipped", seat.letter()),
            FactKind::Skip(seat, true) => format!("{}'s turn is skipped", seat.letter()),
            FactKind::Reverses => "the direction of play is reversed".to_string(),
            FactKind::Says(line, things) => self.says(*line, things, |thing| self.thing(thing, None)),
            FactKind::SaysOf(line, things) => self.says(*line, things, |thing| self.whose(thing)),
            FactKind::Stays(thing, reason) => self.stays(thing, *reason),
            FactKind::Refused { seat, action, card, answers, choosing, why } => {
                let mut cannot = self.cannot(*seat, *action, card, answers.as_ref());
                if let Some((phrase, thing)) = choosing {
                    cannot.push_str(&self.announces(*phrase, &[*thing].into_iter().collect(), Some(*seat)));
                }
                format!("{cannot}: {}", self.against(why, card))
            }
            FactKind::RefusedChoice { seat, question, about, things, why } => {
                let question = self.asked(*question, about);
                let answer = self.chosen(*seat, things);
                format!("{} cannot {question}: {answer}: {}", seat.letter(), self.against_choice(why))
            }
            FactKind::Faulted(who, place, message) => self.faulted(who.as_ref(), *place, message),
            FactKind::Leaves(player) => format!("{} leaves the game", player.letter()),
            FactKind::LeaveTogether(players) => {
                format!("{} leave the game", letters(players.iter().map(PlayerId::letter)))
            }
            FactKind::Drops(player) => format!("{} is out of the game", player.letter()),
            FactKind::Repeats(times) => format!("the same position comes up for the {} time", ordinal(*times)),
            FactKind::Loops(times, cards) => self.loops(*times, cards),
            FactKind::Scores(placings) => self.scores(placings),
            FactKind::Over(winners, why, defeat) => self.over(*winners, *defeat, *why, &[]),
            FactKind::Ended { winners, why, defeat, about } => self.over(*winners, *defeat, *why, about),
        }
    }

    fn loops(&self, times: u32, cards: &Things) -> String {
        let cards: Vec<String> = cards.iter().map(|card| self.thing(card, None)).collect();
        let what = match &cards[..] {
            [] => "the rules set themselves off".to_string(),
            [card] => format!("{card} sets itself off"),
            _ => format!("{} set each other off", listed(cards)),
        };
        format!("{what} again and again: nobody has done anything but pass, {times} times in a row")
    }

    fn over(&self, winners: Players, defeat: bool, why: Word, about: &[Thing]) -> String {
        let why = self.ending(winners, why, about);
        match winners.len() {
            _ if defeat => format!("Everybody loses: {why}"),
            0 => format!("The game is drawn: {why}"),
            1 => format!("{} wins: {why}", letters(winners.iter().map(PlayerId::letter))),
            _ => format!("{} win: {why}", letters(winners.iter().map(PlayerId::letter))),
        }
    }

    /// Why a game has ended, with these things in the text if the ruleset declares one.
    pub fn ending(&self, winners: Players, why: Word, about: &[Thing]) -> String {
        let Some(ending) = self.rules.ending(why) else { return self.rules.words.text(why).to_string() };
        let (mut holes, mut things) = (ending.holes.iter(), about.iter());
        ending.text.filled(|_| match (holes.next(), winners.is_empty()) {
            (Some(EndingHole::Winners), true) | (None, _) => "nobody".to_string(),
            (Some(EndingHole::Winners), false) => letters(winners.iter().map(PlayerId::letter)),
            (Some(_), _) => things.next().map_or_else(|| "nothing".to_string(), |thing| self.thing(thing, None)),
        })
    }

    /// `A plays Landslide!`, `B answers Landslide! with Hush`.
    pub fn uses(&self, seat: Seat, action: ActionId, card: &Named, answers: Option<&Named>) -> String {
        self.does(seat, [&self.rules.actions[action.index()].says, "answers"], card, answers)
    }

    /// `B cannot answer Good Fortune with Hush`.
    pub fn cannot(&self, seat: Seat, action: ActionId, card: &Named, answers: Option<&Named>) -> String {
        let says = format!("cannot {}", self.rules.actions[action.index()].cannot);
        self.does(seat, [&says, "cannot answer"], card, answers)
    }

    /// What a player does with a card, or without one: `A takes income`, `B doubts income`.
    fn does(&self, seat: Seat, [says, answering]: [&str; 2], card: &Named, answers: Option<&Named>) -> String {
        let (who, item) = (seat.letter(), answers.map(|item| self.name(item)));
        if self.rules.is_of_actor(card.def) {
            return format!("{who} {says}{}", item.map(|item| format!(" {item}")).unwrap_or_default());
        }
        let name = self.name_for(card, Some(seat));
        match item {
            Some(item) => format!("{who} {answering} {item} with {name}"),
            None => format!("{who} {says} {name}"),
        }
    }

    /// `Hush is negated by Snuff`; two of one name are told apart by whose they are.
    fn negated(&self, item: &Named, by: &Named) -> String {
        let (one, other) = (self.name(item), self.name(by));
        if one != other || item.controller == by.controller {
            return format!("{one} is negated by {other}");
        }
        format!("{} is negated by {}", self.whose(&Thing::Card(*item)), self.whose(&Thing::Card(*by)))
    }

    /// `A learns that colour is red: A's second card`; to a seat that neither learns it nor sees the cards only that there was
    /// something to learn.
    fn learns(&self, by: Seats, attr: AttrId, (value, is): (Value, bool), things: &Things) -> String {
        let who = letters(by.iter().map(Seat::letter));
        let learn = if by.len() == 1 { "learns" } else { "learn" };
        let cards = listed(self.things(things, None));
        let told = self.reader.is_none_or(|reader| by.has(reader)) || things.iter().all(|thing| self.sees_thing(thing));
        if !told {
            return format!("{who} {learn} something about {cards}");
        }
        format!("{who} {learn} that {}: {cards}", self.learned(attr, value, is))
    }

    /// `colour is red`, `level is not 3`, `fragile is true`.
    pub fn learned(&self, attr: AttrId, value: Value, is: bool) -> String {
        let name = self.rules.attributes.get_index(attr.index()).map_or("?", |(name, _)| name).replace('_', " ");
        let is = if is { "is" } else { "is not" };
        format!("{name} {is} {}", self.value(attr, value))
    }

    fn sees_thing(&self, thing: &Thing) -> bool {
        match thing {
            Thing::Card(named) => self.sees(named),
            Thing::Player(_) | Thing::Word(_) | Thing::Number(_) | Thing::Zone(_) => true,
        }
    }

    /// `Scores: A 23, B and C 19`, with what broke ties: `A 23 (turns 4)`.
    fn scores(&self, placings: &[Placing]) -> String {
        let decl = self.rules.result.as_ref();
        let amount = |amount: &Amount| match amount {
            Amount::Fixed(number) => number.to_string(),
            Amount::Value(value) => {
                self.rules.values.get_index(value.index()).map_or("?", |(name, _)| name).replace('_', " ")
            }
            Amount::Attribute(attr) => {
                self.rules.attributes.get_index(attr.index()).map_or("?", |(name, _)| name).replace('_', " ")
            }
        };
        let one = |placing: &Placing| {
            let names = decl.map_or(&[][..], |decl| &decl.ties);
            let ties: Vec<String> =
                names.iter().zip(&placing.ties).map(|(name, tie)| format!("{} {tie}", amount(name))).collect();
            let ties = if ties.is_empty() { String::new() } else { format!(" ({})", ties.join(", ")) };
            format!("{} {}{ties}", placing.player.letter(), placing.score)
        };
        format!("Scores: {}", placings.iter().map(one).collect::<Vec<String>>().join(", "))
    }

    /// A line that the ruleset declares, with what it is about in place of its names.
    fn says(&self, line: LineId, things: &Things, name: impl Fn(&Thing) -> String) -> String {
        let Some((_, text)) = self.rules.lines.get_index(line.index()) else { return "?".to_string() };
        let mut things = things.iter();
        text.filled(|_| things.next().map_or_else(|| "nothing".to_string(), &name))
    }

    /// What a phrase of an announcement adds to the line: ` on Coldhaven (B)`, `, cast by Hedge Cleric`.
    pub fn announces(&self, phrase: Word, things: &Things, seat: Option<Seat>) -> String {
        let phrase = self.rules.words.text(phrase);
        let things = and(self.things(things, seat));
        match phrase {
            "" => format!(" {things}"),
            _ if phrase.starts_with(',') => format!("{phrase} {things}"),
            _ => format!(" {phrase} {things}"),
        }
    }

    /// What was chosen: one thing or several, with the amounts that they get.
    pub fn chosen(&self, seat: Seat, things: &Things) -> String {
        let mut names: Vec<String> = Vec::with_capacity(things.len());
        let mut before = None;
        for (thing, name) in things.iter().zip(self.things(things, Some(seat))) {
            // An amount follows what it is given to: `B 2, C 1`.
            let is_share = matches!((before, thing), (Some(false), Thing::Number(_)));
            match names.last_mut().filter(|_| is_share) {
                Some(last) => last.push_str(&format!(" {name}")),
                None => names.push(name),
            }
            before = Some(matches!(thing, Thing::Number(_)));
        }
        listed(names)
    }

    /// The beginning of the line of an answered question.
    pub fn asks(&self, seat: Seat, question: Word, about: &Things) -> String {
        format!("{}, {}: ", seat.letter(), self.asked(question, about))
    }

    /// What is asked: a text with these things in place of its names.
    pub fn asked(&self, question: Word, about: &Things) -> String {
        let text = self.rules.words.text(question);
        let Ok(template) = Template::parse(text) else { return text.to_string() };
        let mut about = about.iter();
        template.filled(|_| about.next().map_or_else(|| "nothing".to_string(), |thing| self.thing(thing, None)))
    }

    /// A fault: whose script failed; where and why, only for the host, since a seat might learn hidden things from it.
    fn faulted(&self, who: Option<&Named>, place: Option<ScriptLocation>, message: &str) -> String {
        let name = who.map(|who| self.name(who));
        if self.reader.is_some() {
            return format!("{} failed", name.as_deref().unwrap_or("a script"));
        }
        let own = place.and_then(|place| self.owner(place, who));
        let name = own.map(str::to_string).or(name);
        let place = place.and_then(|place| {
            let (path, _) = self.rules.scripts.get_index(usize::from(place.script))?;
            Some(format!(" at {path}:{}:{}", place.line, place.column))
        });
        format!("{} failed{}: {message}", name.as_deref().unwrap_or("the ruleset"), place.unwrap_or_default())
    }

    /// The card to whose script a place belongs, if it is not the card in whose name the script was called.
    fn owner(&self, place: ScriptLocation, who: Option<&Named>) -> Option<&str> {
        let is_own = |definition: &Definition| definition.script == Some(ScriptId(place.script));
        if who.and_then(|who| self.rules.definitions.get_index(who.def.index())).is_some_and(|(_, def)| is_own(def)) {
            return None;
        }
        self.rules.definitions.iter().find(|(_, definition)| is_own(definition)).map(|(name, _)| &**name)
    }

    fn chance(&self, what: Word, player: PlayerId, things: &Things, seen: Seats) -> String {
        let told = format!("{} for {}", self.rules.words.text(what), player.letter());
        match self.reader.is_none_or(|reader| seen.has(reader)) {
            true => format!("{told}: {}", listed(self.things(things, None))),
            false => told,
        }
    }

    fn moves(&self, card: &Named, to: ZoneId, cause: Word) -> String {
        let name = self.name(card);
        if cause == words::DRAWN
            && let Some(seat) = self.state.zone(to).owner
        {
            return format!("{} draws {name}", seat.letter());
        }
        format!("{name} goes to {}", self.zone(to))
    }

    /// `Landslide!: force 3`
    fn computed(&self, value: usize, thing: Option<&Thing>, total: i64) -> String {
        let name = self.rules.values.get_index(value).map_or("?", |(name, _)| name).replace('_', " ");
        thing.map_or_else(|| format!("{name} {total}"), |thing| format!("{}: {name} {total}", self.thing(thing, None)))
    }

    /// `Old Mill (B), upstream 2, turning: +2`; a number belongs to what precedes it.
    fn value_part(&self, amount: i64, by: Option<&Named>, why: &Things) -> String {
        let text = self.part_name(by, why);
        if amount == 0 { format!("{text}: 0") } else { format!("{text}: {amount:+}") }
    }

    /// Who or what a part of a value comes from.
    pub(super) fn part_name(&self, by: Option<&Named>, why: &Things) -> String {
        let by = by.map(|by| Thing::Card(*by));
        let mut text = String::new();
        for thing in by.iter().chain(why) {
            let space = match thing {
                _ if text.is_empty() => "",
                Thing::Number(_) => " ",
                _ => ", ",
            };
            text.push_str(space);
            text.push_str(&self.whose(thing));
        }
        if text.is_empty() {
            text.push_str("to begin with");
        }
        text
    }

    /// `3 Tokens (B) go to Moria`, `1 Coin goes to A's purse`.
    fn pieces(&self, pile: &Named, count: u32, from: ZoneId, to: ZoneId) -> String {
        let whose = |zone: ZoneId| zone.is_some().then(|| self.state.zone(zone).owner).flatten();
        let told = [from, to].into_iter().any(|zone| whose(zone) == Some(pile.controller));
        let letter = if told { String::new() } else { holder(pile.controller) };
        let go = if count == 1 { "goes" } else { "go" };
        let where_to = if to.is_some() { format!("to {}", self.zone(to)) } else { "out of the game".to_string() };
        format!("{}{letter} {go} {where_to}", self.counted(pile, count))
    }

    fn sets(&self, thing: Option<&Thing>, attr: AttrId, before: Value, after: Value) -> String {
        let Some((name, decl)) = self.rules.attributes.get_index(attr.index()) else { return String::new() };
        if decl.quiet || decl.secret && !self.may_learn_secrets_of(thing) {
            return String::new();
        }
        let title = name.replace('_', " ");
        let who = thing.map(|thing| self.thing(thing, None));
        let change = || format!("{title} {} → {}", self.value(attr, before), self.value(attr, after));
        match (after, who) {
            (Value::Flag(true), Some(who)) => format!("{who} is {title}"),
            (Value::Flag(false), Some(who)) => format!("{who} is no longer {title}"),
            (_, Some(who)) => format!("{who}: {}", change()),
            (_, None) => change(),
        }
    }

    /// An option of a prompt, as the line that would be written if it were chosen, without marks.
    pub fn option(&self, seat: Seat, question: Question, choice: &Choice) -> String {
        match (question, choice) {
            (_, Choice::Pass) => format!("{} passes", seat.letter()),
            (Question::Act { subject, .. }, Choice::Use { action, named, answers, .. }) => {
                self.uses(seat, *action, named, subject.filter(|_| *answers).as_ref())
            }
            (Question::Announce(phrase), choice) => self.announces(phrase, &choice.things(), Some(seat)),
            (_, choice) => self.chosen(seat, &choice.things()),
        }
    }
}
