//! What holds of every realisation of Time Nodes: explanations add up, both wordings of the sign of a link agree, what
//! comes later changes nothing that was decided earlier, and an organising that is refused or given up leaves nothing.

use cardwright::game::{Begin, Random, Ruleset};
use cardwright::kernel::flow::Progress;
use cardwright::kernel::generator::Generator;
use cardwright::kernel::ids::{AttrId, DefId, PhaseId, Seat, SiteId, ZoneDeclId};
use cardwright::kernel::permission::Attempt;
use cardwright::kernel::prompt::{Answer, Choice, Question};
use cardwright::kernel::setup::{Arranged, Lot, Pieces, Setup, Start, Subject};
use cardwright::kernel::table::{Decider, Game, Scripts, Table};
use cardwright::kernel::trace::{Fact, Thing, What};
use cardwright::kernel::value::Value;
use rulings_content::Content;
use std::rc::Rc;

const BOARDS: u64 = 40;

fn game() -> Ruleset {
    let content = Content::read();
    match content.games.get("time_nodes") {
        Some(Ok(game)) => game.clone(),
        Some(Err(problems)) => panic!("{problems}"),
        None => panic!("there is no game `time_nodes`"),
    }
}

/// A board full of events, before its nodes are realised from the centre outwards.
#[derive(Clone)]
struct Board {
    setup: Setup,
    /// The nodes with events, in the order of time, each with the number of its event.
    events: Vec<(SiteId, usize)>,
}

struct Maker<'a> {
    game: &'a Ruleset,
    luck: Generator,
}

impl Maker<'_> {
    fn zone(&self, key: &str) -> ZoneDeclId {
        self.game.rules().zones.get_index_of(key).expect("the zone is declared").into()
    }

    fn attribute(&self, key: &str) -> AttrId {
        self.game.rules().attributes.get_index_of(key).expect("the attribute is declared").into()
    }

    fn card(&self, name: &str) -> DefId {
        self.game.rules().definitions.get_index_of(name).expect("the card is there").into()
    }

    fn one_of(&mut self, names: &[&str]) -> DefId {
        let at = self.luck.below(names.len() as u32) as usize;
        self.card(names[at])
    }

    /// Any event whatever its marks face: how points are reckoned does not depend on that.
    fn event(&mut self) -> DefId {
        let rules = self.game.rules();
        let kind = rules.kinds.get_index_of("event").expect("there are events");
        let events = rules.definitions.iter().enumerate().filter(|(_, (_, card))| card.kind.index() == kind);
        let events: Vec<DefId> = events.map(|(at, _)| at.into()).collect();
        events[self.luck.below(events.len() as u32) as usize]
    }

    fn board(&mut self) -> Board {
        let rules = self.game.rules().clone();
        let node = rules.kinds.get_index_of("node").expect("there are nodes");
        let is_node = |site: &SiteId| rules.definitions[rules.board.def(*site).index()].kind.index() == node;
        let phase = PhaseId::from(rules.phases.get_index_of("actions").expect("there is the phase"));
        let (mut cards, mut pieces, mut sets, mut events) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());

        for site in rules.board.space_ids().filter(is_node) {
            if self.luck.below(4) == 0 {
                continue;
            }
            let owner = Seat(self.luck.below(3) as u8);
            let number = events.len();
            events.push((site, number));
            cards.push(Lot { owner, zone: self.zone("slot"), site, cards: vec![self.event()] });
            let turned = Value::Number(i64::from(self.luck.below(6)));
            sets.push((Subject::Card(number), self.attribute("turned"), turned));
            let token = self.card("Token");
            let side = if self.luck.below(2) == 0 { "yes" } else { "no" };
            pieces.push(Pieces { owner, zone: self.zone(side), site, def: token, count: 1 });
            for side in ["yes", "no"] {
                if self.luck.below(3) == 0 {
                    let def = self.one_of(&["Influence 1", "Influence 2", "Influence 3"]);
                    let owner = Seat(self.luck.below(3) as u8);
                    let count = 1 + self.luck.below(2);
                    pieces.push(Pieces { owner, zone: self.zone(side), site, def, count });
                }
            }
        }
        for site in rules.board.joint_ids() {
            if self.luck.below(5) == 0 {
                let def = self.one_of(&["Single Arrow", "Double Arrow"]);
                let owner = Seat(self.luck.below(3) as u8);
                pieces.push(Pieces { owner, zone: self.zone("arrows"), site, def, count: 1 + self.luck.below(2) });
            }
        }
        let start = Start::Middle(Arranged { phase, sets, attached: Vec::new() });
        let (players, seats, first, seed) = (3, rules.seating(3), Seat(0), 1);
        Board { setup: Setup { players, seats, first, seed, cards, pieces, start }, events }
    }
}

fn boards(game: &Ruleset) -> impl Iterator<Item = (Board, Generator)> + use<'_> {
    (1..=BOARDS).map(move |seed| {
        let mut maker = Maker { game, luck: Generator::new(seed) };
        let board = maker.board();
        (board, maker.luck)
    })
}

/// Realises every radius, to the end of the game.
fn realised(game: &Ruleset, host: &Rc<dyn Scripts>, board: &Board) -> Game {
    let start = Game::new(game.rules(), &board.setup);
    let mut table = game.table_of_people(host, start);
    // An event may let its organiser do something; everybody passes, and all rounds go by.
    while table.advance() != Progress::Over {
        let prompt = table.game().prompts()[0].clone();
        table.answer(prompt.number, prompt.default).expect("what stands for an answer fits");
    }
    let broken = table.game().check_invariants(game.rules());
    assert!(broken.is_empty(), "{broken:?}");
    table.game().clone()
}

/// Each event's points as they are told, with its parts.
fn explanations(trace: &[Fact]) -> Vec<(i64, Vec<&Fact>)> {
    let told = trace.iter().enumerate().filter_map(|(at, fact)| match fact.what {
        What::Value(_, _, total) => Some((at, total)),
        _ => None,
    });
    let parts = |at: usize| trace[at + 1..].iter().take_while(|fact| matches!(fact.what, What::Part(..)));
    told.map(|(at, total)| (total, parts(at).collect())).collect()
}

#[test]
fn every_explanation_adds_up_to_its_total() {
    let game = game();
    let host = game.host();
    let mut told = 0;
    for (board, _) in boards(&game) {
        let end = realised(&game, &host, &board);
        for (total, parts) in explanations(end.trace()) {
            let sum: i64 =
                parts.iter().map(|fact| if let What::Part(amount, ..) = fact.what { amount } else { 0 }).sum();
            assert_eq!(sum, total, "{:?}", parts);
            told += 1;
        }
    }
    assert!(told > 1000, "only {told} explanations were seen");
}

#[test]
fn both_wordings_of_the_sign_agree() {
    let game = game();
    let host = game.host();
    let word = |text: &str| Thing::Word(game.rules().words.get(text).expect("the pack says it"));
    let (cause, hindrance) = (word("cause"), word("hindrance"));
    let (yes, no) = (word("happened"), word("did not happen"));
    let mut links = 0;
    for (board, _) in boards(&game) {
        let end = realised(&game, &host, &board);
        for fact in explanations(end.trace()).into_iter().flat_map(|(_, parts)| parts) {
            let What::Part(amount, _, why) = &fact.what else { continue };
            let says = |thing: &Thing| why.contains(thing);
            // A cause adds its strength if the event happened and takes it if not; a hindrance the other way round.
            let adds = match (says(&cause), says(&hindrance)) {
                (true, false) => says(&yes),
                (false, true) => says(&no),
                _ => continue,
            };
            assert!(says(&yes) != says(&no), "{why:?}");
            assert_eq!(*amount > 0, adds, "{why:?}");
            assert!(amount.abs() >= 2, "{why:?}");
            links += 1;
        }
    }
    assert!(links > 500, "only {links} links were seen");
}

/// The results of the events, in the order of time.
fn results(game: &Ruleset, board: &Board, end: &Game) -> Vec<Value> {
    let result = AttrId::from(game.rules().attributes.get_index_of("result").expect("it is declared"));
    let of = |(_, number): &(SiteId, usize)| {
        let card = board.setup.card(game.rules(), *number).id;
        end.state().changing(game.rules(), card, result).expect("events have results")
    };
    board.events.iter().map(of).collect()
}

#[test]
fn what_lies_later_changes_no_earlier_result() {
    let game = game();
    let host = game.host();
    let mut changed = 0;
    for (board, luck) in boards(&game) {
        let before = results(&game, &board, &realised(&game, &host, &board));
        assert!(before.iter().all(|result| *result != Value::Nothing), "every event is decided");
        let mut maker = Maker { game: &game, luck };
        for _ in 0..4 {
            let at = maker.luck.below(board.events.len() as u32) as usize;
            let mut other = board.clone();
            other.setup.cards[at].cards = vec![maker.event()];
            let after = results(&game, &other, &realised(&game, &host, &other));
            assert_eq!(before[..at], after[..at], "the event at {at} was exchanged");
            changed += usize::from(before != after);
        }
    }
    assert!(changed > 10, "an exchange should change something now and then: {changed}");
}

/// The bytes of a state, as a save holds them.
fn bytes(table: &Table) -> Vec<u8> {
    postcard::to_allocvec(table.state()).expect("a state can be written")
}

#[test]
fn an_organising_that_comes_to_nothing_leaves_nothing() {
    let game = game();
    let host = game.host();
    let organise = game.rules().actions.get_index_of("organise").expect("it is declared");
    let (mut given_up, mut refused) = (0, 0);
    for seed in 1..6 {
        let start = game.begin(&Begin::new(3, seed)).expect("the game has decks");
        let mut table = game.table_of_people(&host, start);
        let mut random = Random::new(seed);
        while table.advance() != Progress::Over {
            let prompt = table.game().prompts()[0].clone();
            if let Question::Act { .. } = prompt.question {
                let before = bytes(&table);
                let organises =
                    |option: &Choice| matches!(option, Choice::Use { action, .. } if action.index() == organise);
                if let Some(at) = prompt.options.iter().position(organises) {
                    table.answer(prompt.number, Answer::one(at)).expect("it is offered");
                    table.advance();
                    let asked = table.game().prompts()[0].clone();
                    assert!(asked.withdrawable, "the token is asked for before anything is done");
                    table.withdraw(asked.number).expect("it can be given up");
                    table.advance();
                    assert!(bytes(&table) == before, "seed {seed}: given up");
                    given_up += 1;
                }
                refused += refuse_all(&mut table, prompt.seat, organise);
                assert!(bytes(&table) == before, "seed {seed}: refused");
            }
            let prompt = table.game().prompts()[0].clone();
            let answer = random.decide(&prompt, table.game(), &table.rules).expect("it answers always");
            table.answer(prompt.number, answer).expect("what is drawn at random fits");
        }
    }
    assert!(given_up > 20 && refused > 100, "{given_up} were given up, {refused} refused");
}

/// Asks of every event in the seat's hand why it cannot be organised; gives how many cannot.
fn refuse_all(table: &mut Table, seat: Seat, organise: usize) -> usize {
    let rules = table.rules.clone();
    let hand = ZoneDeclId::from(rules.zones.get_index_of("hand").expect("there are hands"));
    let hand = table.state().zone_of(&rules, hand, seat);
    let cards = table.state().zone(hand).cards.clone();
    let mut refused = 0;
    for card in cards {
        let uses = &rules.definitions[table.state().entity(card).def.index()].uses;
        let Some(number) = uses.iter().position(|usage| usage.action.index() == organise) else { continue };
        let attempt = Attempt { player: seat, card, number: number as u16, subject: None, free: false };
        refused += usize::from(!table.reasons_against(attempt).expect("it can be asked").is_empty());
    }
    refused
}
