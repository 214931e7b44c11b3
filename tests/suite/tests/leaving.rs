//! Players who leave: every combination of them in a turn that is everybody's, conceding and losing, and several at the same
//! time in every game.

use cardwright_content::Files;
use cardwright_game::{Begin, Ruleset, RulesetInside, load};
use cardwright_kernel::ids::{PlayerId, Players};
use cardwright_kernel::questions::Answer;
use cardwright_kernel::table::{Progress, Table};
use cardwright_rulings::sim::{self, Answers, Decks, Flaw, Plan};
use suite::{content, cores, is_long, root};

/// How many sit at the gong.
const SEATS: u8 = 4;

/// How somebody leaves in the first turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// By a concession before anybody has answered, one after another.
    Concedes,
    /// The same, at the same time as all others who do.
    ConcedesTogether,
    /// By a concession when those who stay have answered.
    ConcedesLate,
    /// By not staying.
    Loses,
}

const WAYS: [Way; 4] = [Way::Concedes, Way::ConcedesTogether, Way::ConcedesLate, Way::Loses];

fn gong() -> Ruleset {
    let (files, _) = Files::read(&root().join("tests/packs/gong"));
    load(&files, "gong").ruleset.expect("it is right")
}

fn all(players: impl Iterator<Item = PlayerId>) -> Players {
    players.fold(Players::NONE, Players::with)
}

/// Every way in which these players can leave together.
fn ways(leavers: Players) -> Vec<Vec<(PlayerId, Way)>> {
    leavers.iter().fold(vec![Vec::new()], |all, player| {
        let with = |way: Way| all.iter().map(move |one| [one.clone(), vec![(player, way)]].concat());
        WAYS.into_iter().flat_map(with).collect()
    })
}

/// A game in whose first turn these players leave, in this order.
fn left(game: &Ruleset, leavers: &[(PlayerId, Way)]) -> Table {
    let begin = Begin::new(SEATS, 1);
    let mut table = game.table_of_people(&game.host(), game.begin(&begin).expect("it can begin"));
    let way = |player: PlayerId| leavers.iter().find(|(leaver, _)| *leaver == player).map(|(_, way)| *way);
    let of = |wanted: Way| leavers.iter().filter(move |(_, way)| *way == wanted).map(|(player, _)| *player);
    table.advance();
    for player in of(Way::Concedes) {
        table.leave(player);
        table.advance();
    }
    of(Way::ConcedesTogether).for_each(|player| table.leave(player));
    table.advance();
    while table.state().turn().number == 1 && table.state().outcome().is_none() {
        let prompts = table.game().prompts();
        let answers = |way: Option<Way>| way != Some(Way::ConcedesLate);
        let Some(prompt) = prompts.iter().find(|prompt| answers(way(PlayerId(prompt.seat.0)))).cloned() else { break };
        let stays = way(PlayerId(prompt.seat.0)).is_none();
        table.answer(prompt.number, Answer::one(usize::from(stays))).expect("it is yes or no");
        table.advance();
    }
    of(Way::ConcedesLate).for_each(|player| table.leave(player));
    table.advance();
    table
}

#[test]
fn whoever_leaves_a_shared_turn_the_others_go_on_with_it() {
    let game = gong();
    let subsets: Vec<Players> = (1_u32..1 << SEATS).map(Players).collect();
    cores::each(&subsets, |subset| {
        let game = game.clone();
        for mut leavers in ways(*subset) {
            for _ in 0..2 {
                went_on(&game, &leavers);
                leavers.reverse();
            }
        }
    });
}

/// The bell was rung in the turn in which these players left; the next one belongs to those who are still there, and the first
/// of them begins it. Where nobody is, nobody has won.
fn went_on(game: &Ruleset, leavers: &[(PlayerId, Way)]) {
    let mut table = left(game, leavers);
    let trace = game.trace(table.game(), None);
    assert!(!trace.contains('!'), "{leavers:?}\n{trace}");
    let rest = Players::first(usize::from(SEATS)).minus(all(leavers.iter().map(|(player, _)| *player)));
    if rest.is_empty() {
        assert_eq!(table.advance(), Progress::Over, "{leavers:?}\n{trace}");
        assert!(table.state().outcome().is_some_and(|outcome| outcome.winners.is_empty()), "{leavers:?}\n{trace}");
        return;
    }
    let first = rest.iter().next().map_or('-', PlayerId::letter);
    assert!(trace.contains(&format!("- rung 0 → 1\n# Turn 2: {first}\n")), "{leavers:?}\n{trace}");
    let asked = all(table.game().prompts().iter().map(|prompt| PlayerId(prompt.seat.0)));
    assert_eq!(asked, rest, "{leavers:?}\n{trace}");
    assert_eq!(table.state().present(), rest, "{leavers:?}\n{trace}");
}

/// How many games of each game and number of players; `CARDWRIGHT_LONG` asks for many.
fn games() -> u64 {
    if is_long() { 1_000 } else { 6 }
}

/// Of most of these games one player or several leave at a random moment; the rest of each game, or as much of it as shows
/// what becomes of it, goes on without a fault.
#[test]
fn several_may_leave_every_game_at_the_same_time() {
    let games_of = content().games.values().filter_map(|game| game.as_ref().ok());
    let played: Vec<(&Ruleset, u8)> = games_of
        .flat_map(|game| {
            let (fewest, most) = game.rules().players;
            [fewest, most.min(4).max(fewest)].map(|players| (game, players))
        })
        .collect();
    cores::each(&played, |(game, players)| {
        let host = game.host();
        for seed in 1..=games() {
            let told = sim::play(game, &host, &plan(*players), seed);
            let cut_off = |flaw: &&Flaw| flaw.kind == Flaw::ENDLESS && flaw.message.starts_with("no end after");
            let flaws: Vec<&Flaw> = told.flaws.iter().filter(|flaw| !cut_off(flaw)).collect();
            assert!(flaws.is_empty(), "{}, {players} players, seed {seed}: {flaws:?}", game.rules().title);
        }
    });
}

fn plan(players: u8) -> Plan {
    Plan {
        games: 1,
        players,
        seed: 1,
        threads: 1,
        decks: Decks::InTurn,
        contenders: Vec::new(),
        lineup: Vec::new(),
        keeps_seats: false,
        curves: false,
        until: None,
        options: Vec::new(),
        leaving: true,
        answers: Answers::AtOnce,
        checked: false,
        digest: false,
        traces: false,
        profile: false,
        max_turns: 2_000,
        max_decisions: 700,
    }
}
