//! Twins: two games that are equal in all that a seat may know and different in what it may not. The seat cannot tell them
//! apart by anything that it gets, neither where they stand nor while both go on in the same way.
//!
//! Found once: who is asked tells what a hand holds; what was reserved is told; what is shown is not seen.

mod answers;

use cardwright_game::{
    Begin, Match, MatchInside, PlayerId, Progress, PromptView, Random, Ruleset, RulesetInside, Seat, ValueOf, View,
    Viewer,
};
use cardwright_kernel::ids::EntityId;
use cardwright_kernel::questions::{Answer, Branch, Input, Question};
use cardwright_kernel::rules::{Rules, ToldMoment};
use cardwright_kernel::setup::{Generator, Hidden};
use cardwright_kernel::state::Entity;
use cardwright_report::Reporter;
use suite::{content, cores, game, is_long, part, root};

/// How many positions are compared in each game, in short and in long; `CARDWRIGHT_TWINS=100` compares so many.
const POSITIONS: [u64; 2] = [10, 2_000];

/// How many questions of a random game are played, and how many of them lie between two positions at most.
const MOST: usize = 120;
const APART: u32 = 12;

/// How many answers both twins go on from a position.
const ON: usize = 4;

/// Of how many things the seat asks at a position how their values come about.
const EXPLAINED: usize = 6;

/// How many pairs of cards are tried at a position, and how many answers to a question.
const TRIES: usize = 40;

/// Two games, and the cards in which they differ.
struct Twins {
    one: Match,
    other: Match,
    seat: Seat,
    cards: [EntityId; 2],
    began: [Entity; 2],
    /// How much was learned about them when the twins were made.
    learned: usize,
}

/// What a seat gets at one moment, by part: each line by line.
pub(crate) type Sight = Vec<(&'static str, Vec<String>)>;

/// A test for each game of this repository.
macro_rules! games_keep_their_secrets {
    ($($test:ident: $name:literal,)*) => {
        $(#[test]
        fn $test() {
            keep_secrets($name, &game($name));
        })*

        const TESTED: &[&str] = &[$($name),*];
    };
}

games_keep_their_secrets! {
    crazy_eights_keeps_its_secrets: "crazy_eights",
    gin_rummy_keeps_its_secrets: "gin_rummy",
    grand_archive_keeps_its_secrets: "grand_archive",
    hearts_keeps_its_secrets: "hearts",
    kuhn_poker_keeps_its_secrets: "kuhn_poker",
    leduc_poker_keeps_its_secrets: "leduc_poker",
    masquerade_keeps_its_secrets: "masquerade",
    mega_calamities_keeps_its_secrets: "mega_calamities",
    menagerie_keeps_its_secrets: "menagerie",
    roadstead_keeps_its_secrets: "roadstead",
    rose_window_keeps_its_secrets: "rose_window",
    spellfire_keeps_its_secrets: "spellfire",
    tideline_keeps_its_secrets: "tideline",
    time_nodes_keeps_its_secrets: "time_nodes",
    war_of_the_ring_keeps_its_secrets: "war_of_the_ring",
}

/// Games in which everybody sees everything.
pub(crate) const OPEN: &[&str] = &["apiary"];

#[test]
fn every_game_is_among_them() {
    let mut tested: Vec<&str> = TESTED.iter().chain(OPEN).copied().collect();
    tested.sort_unstable();
    assert_eq!(content().games.keys().collect::<Vec<_>>(), tested);
}

/// Attack 16: who is asked tells what a hand holds.
#[test]
fn camps_keep_their_secrets() {
    let (files, _) = cardwright_content::Files::read(&root().join("tests/packs/camps"));
    keep_secrets("camps", &cardwright_game::load(&files, "camps").ruleset.expect("it is right"));
}

/// Plays random games until enough positions were compared.
fn keep_secrets(name: &str, ruleset: &Ruleset) {
    let wanted = std::env::var("CARDWRIGHT_TWINS").ok().and_then(|wanted| wanted.parse().ok());
    let range = part(wanted.unwrap_or(POSITIONS[usize::from(is_long())]));
    // Each part plays other games.
    let (wanted, first) = (range.end - range.start, 1 + 100 * range.start);
    let (mut compared, mut found) = (0, Vec::new());
    // A game has a dozen positions, so that few need to be played in short.
    let at_once = wanted.div_ceil(5).clamp(2, 8);
    for seeds in (first..).step_by(at_once as usize) {
        let seeds: Vec<u64> = (seeds..seeds + at_once).collect();
        for (positions, differences) in cores::each(&seeds, |seed| compare(ruleset, *seed)) {
            compared += positions;
            found.extend(differences);
        }
        assert!(compared > 0, "no cards can be exchanged in {name}");
        if compared >= wanted {
            break;
        }
    }
    let shown: Vec<String> = found.iter().take(12).cloned().collect();
    assert!(found.is_empty(), "{} of {compared} twins of {name} can be told apart:\n{}", found.len(), shown.join("\n"));
}

/// Compares twins at some positions of a random game. Gives how many there were, and by what they can be told apart.
fn compare(ruleset: &Ruleset, seed: u64) -> (u64, Vec<String>) {
    let rules = ruleset.rules();
    let mut luck = Generator::new(seed);
    let people = rules.players.0.max(3).min(rules.players.1);
    let mut playing = Match::begin(ruleset, &Begin::new(people, seed)).expect("so many can play it");
    let mut random = Random::new(seed);
    let (mut positions, mut found) = (0, Vec::new());
    // Some games are over after three questions.
    let mut next = luck.below(3);
    for question in 0..MOST as u32 {
        if playing.advance().expect("no script fails") == Progress::Over {
            break;
        }
        if question >= next {
            let seat = Seat(luck.below(u32::from(people)) as u8);
            let twins = Twins::at(ruleset, &playing, seat, &mut luck);
            if let Some(mut twins) = twins.filter(|twins| !twins.is_told(rules)) {
                if positions == 0 {
                    twins.expect_that_they_differ(ruleset);
                }
                positions += 1;
                next = question + 1 + luck.below(APART);
                found.extend(twins.difference(ruleset, &mut luck).map(|what| {
                    let [one, other] = twins.cards.map(|card| named(&playing, rules, card));
                    format!("seed {seed}, question {question}, {} could tell {one} from {other}: {what}", seat.letter())
                }));
            }
        }
        let prompt = playing.prompts(Viewer::Host).remove(0);
        playing.answer(prompt.number, random.choose(&prompt)).expect("what is drawn fits");
    }
    (positions, found)
}

fn named(playing: &Match, rules: &Rules, card: EntityId) -> String {
    let entity = playing.game().state().entity(card);
    let zone = rules.zones.get_index(playing.game().state().zone(entity.zone).decl.index()).map_or("", |(key, _)| key);
    format!("{} ({}'s {zone})", rules.name_of(entity.def), entity.controller.letter())
}

impl Twins {
    /// Twins of a game that stands before a question, if two cards can be exchanged that the seat does not know.
    fn at(ruleset: &Ruleset, playing: &Match, seat: Seat, luck: &mut Generator) -> Option<Self> {
        let (game, rules) = (playing.game(), ruleset.rules());
        // Answers that the running step has been given are about one of the twins.
        if !game.fork(rules).log().iter().all(is_unanswered) {
            return None;
        }
        let hidden = Hidden::of(ruleset.rules(), ruleset.homes(), game.state(), game.state(), seat).ok()?;
        let cards = hidden.pair(ruleset.rules(), game.state(), luck, TRIES)?;
        let [one, other] = cards;
        let twins = Self {
            one: ruleset.match_of(game.fork(rules)),
            other: ruleset.match_of(game.fork_exchanged(rules, one, other)),
            seat,
            cards,
            began: cards.map(|card| *game.state().entity(card)),
            learned: game.state().learned(one).chain(game.state().learned(other)).count(),
        };
        Some(twins)
    }

    /// Whether the rules themselves tell something of one of the cards, where they stand: `[[told]]`.
    fn is_told(&self, rules: &Rules) -> bool {
        let both = || [&self.one, &self.other].into_iter();
        let questions =
            both().flat_map(|playing| playing.game().prompts()).filter_map(|prompt| match prompt.question {
                Question::Choose(word) | Question::Announce(word) => Some(word),
                Question::Act { .. } => None,
            });
        let is_over = both().all(|playing| playing.game().state().outcome().is_some());
        let phases = both().map(|playing| playing.game().state().turn().phase).collect();
        let moment = ToldMoment { asked: questions.collect(), phases, over: is_over };
        rules.is_told(&self.began.map(|card| card.def), &moment)
    }

    /// Who knows one of the cards can tell the twins apart: otherwise there would be nothing to keep.
    fn expect_that_they_differ(&mut self, ruleset: &Ruleset) {
        let _ = self.one.advance();
        let _ = self.other.advance();
        let knows = |seat: &Seat| self.began.iter().any(|card| card.known.has(*seat));
        for seat in (0..self.one.people() as u8).map(Seat).filter(knows) {
            let (one, other) = (sight(ruleset, &self.one, seat), sight(ruleset, &self.other, seat));
            assert!(first_difference(&one, &other).is_some(), "{} sees no difference", seat.letter());
        }
    }

    /// By what the seat can tell the twins apart, if by anything: as they stand, then as they go on.
    fn difference(&mut self, ruleset: &Ruleset, luck: &mut Generator) -> Option<String> {
        let mut random = Random::new(u64::from(luck.bits()));
        let mut said = String::new();
        for step in 0..=ON {
            let over = (self.one.advance(), self.other.advance());
            if self.may_know_more() || self.is_told(ruleset.rules()) {
                return None;
            }
            let (mut one, mut other) = (sight(ruleset, &self.one, self.seat), sight(ruleset, &self.other, self.seat));
            if step == 0 {
                let of = self.of_values(luck);
                one.push(explained(ruleset.rules(), &self.one, self.seat, &of));
                other.push(explained(ruleset.rules(), &self.other, self.seat, &of));
            }
            if let Some(what) = first_difference(&one, &other) {
                return Some(format!("{said}{what}"));
            }
            if [over.0, over.1].contains(&Ok(Progress::Over)) {
                return None;
            }
            said += &self.go_on(&mut random)?;
        }
        None
    }

    /// Some of the things that the seat sees.
    fn of_values(&self, luck: &mut Generator) -> Vec<ValueOf> {
        let view = self.one.view(Viewer::Seat(self.seat));
        let players = (0..view.players.len() as u8).map(|player| ValueOf::Player(PlayerId(player)));
        let sites = view.board.iter().map(|site| ValueOf::Site(site.name.clone()));
        let cards = view.zones.iter().flat_map(|zone| &zone.cards).map(|card| ValueOf::Card(card.handle));
        let mut all: Vec<ValueOf> = std::iter::once(ValueOf::Game).chain(players).chain(sites).chain(cards).collect();
        luck.shuffle(&mut all);
        all.truncate(EXPLAINED);
        all
    }

    /// Whether something has happened to one of the exchanged cards: then the seat may have come to know more.
    fn may_know_more(&self) -> bool {
        [&self.one, &self.other].iter().any(|playing| {
            let state = playing.game().state();
            let touched = |(card, began): (&EntityId, &Entity)| {
                let now = state.entity(*card);
                (now.zone, now.known, now.incarnation) != (began.zone, began.known, began.incarnation)
            };
            let learned: usize = self.cards.iter().map(|card| state.learned(*card).count()).sum();
            learned != self.learned || self.cards.iter().zip(&self.began).any(touched)
        })
    }

    /// Gives both twins the same answer. Gives what was said; nothing if no answer was found that means the same.
    fn go_on(&mut self, random: &mut Random) -> Option<String> {
        let one = self.one.prompts(Viewer::Host).into_iter().next()?;
        let other = self.other.prompts(Viewer::Host).into_iter().find(|other| other.seat == one.seat)?;
        for _ in 0..TRIES {
            let answer = random.choose(&one);
            if let Some(same) = translated(&one, &answer, &other) {
                self.one.answer(one.number, answer.clone()).ok()?;
                self.other.answer(other.number, same).ok()?;
                let chosen: Vec<&str> =
                    answer.options().iter().map(|at| one.options[usize::from(*at)].text.as_str()).collect();
                return Some(format!("after {} ({}), ", chosen.join(" and "), one.text.trim()));
            }
        }
        None
    }
}

/// Whether it is a question to several seats that none of them has answered.
fn is_unanswered(input: &Input) -> bool {
    let blank = |branch: &Branch| branch.sealed.is_empty() && branch.in_view.is_empty();
    matches!(input, Input::Together(_, branches) if branches.iter().all(blank))
}

/// The answer to one prompt that means what this answer means to another.
fn translated(one: &PromptView, answer: &Answer, other: &PromptView) -> Option<Answer> {
    let same = match answer {
        Answer::Options(chosen) => {
            let found = chosen.iter().map(|at| {
                let option = &one.options[usize::from(*at)];
                other.options.iter().position(|own| own == option).map(|at| at as u16)
            });
            Answer::Options(found.collect::<Option<_>>()?)
        }
        Answer::Shares(_) if one.options != other.options => return None,
        Answer::Shares(_) | Answer::Number(_) | Answer::Wait => answer.clone(),
    };
    (one.question == other.question && other.check(&same).is_ok()).then_some(same)
}

/// Everything that a seat gets.
pub(crate) fn sight(ruleset: &Ruleset, playing: &Match, seat: Seat) -> Sight {
    let (game, viewer) = (playing.game(), Viewer::Seat(seat));
    let seen = playing.observe(viewer);
    let reporter = Reporter::for_seat(ruleset.rules(), game.state(), seat);
    let asked = game.prompts().iter().filter(|prompt| prompt.seat == seat).map(|prompt| {
        let (options, default) = (prompt.options.len(), &prompt.default);
        format!("{} {:?} {options} {default:?} {}", prompt.number, prompt.shape, prompt.withdrawable)
    });
    vec![
        ("the seats that are asked", vec![format!("{:?}", seen.view.waiting_for)]),
        ("the trace", seen.trace.iter().map(|line| line.to_string()).collect()),
        ("the prompt", vec![json(&seen.prompts)]),
        ("the raw prompt", asked.collect()),
        ("why it cannot", vec![json(&seen.why_not)]),
        ("the table", lines_of(&seen.view)),
        ("the trace as JSON", reporter.json_lines(game.trace(), &[]).lines().map(str::to_string).collect()),
    ]
}

fn json(what: &impl serde::Serialize) -> String {
    serde_json::to_string(what).expect("it is plain data")
}

/// The parts of a view, each on a line of its own.
fn lines_of(view: &View) -> Vec<String> {
    let zones = view.zones.iter().map(json);
    let players = view.players.iter().map(json);
    let board = view.board.iter().map(json);
    let whole = [json(&view.turn), json(&view.outcome), json(&view.game), json(&view.items), json(&view.effects)];
    whole.into_iter().chain([json(&view.windows)]).chain(players).chain(zones).chain(board).collect()
}

/// How the values of these come about.
fn explained(rules: &Rules, playing: &Match, seat: Seat, of: &[ValueOf]) -> (&'static str, Vec<String>) {
    let mut explained = Vec::new();
    for (value, of) in rules.values.keys().flat_map(|value| of.iter().map(move |of| (value, of))) {
        if let Some(view) = playing.explain(Viewer::Seat(seat), of, value) {
            explained.push(format!("{of:?} {value}: {}", json(&view)));
        }
    }
    ("how a value comes about", explained)
}

/// The first thing by which two sights differ.
pub(crate) fn first_difference(one: &Sight, other: &Sight) -> Option<String> {
    one.iter().zip(other).find_map(|((part, one), (_, other))| {
        let lines = one.iter().zip(other).find(|(one, other)| one != other);
        let lines = lines.map(|(one, other)| format!("{part} shows\n    {}", apart(one, other)));
        lines.or_else(|| {
            (one.len() != other.len()).then(|| {
                let (longer, at) = if one.len() > other.len() { (one, other.len()) } else { (other, one.len()) };
                format!("{part} shows in one of them\n    {}", longer[at])
            })
        })
    })
}

/// Two texts from shortly before they differ.
fn apart(one: &str, other: &str) -> String {
    let at = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    let from = |text: &str| {
        let from = (0..=at.saturating_sub(60)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text[from..].chars().take(180).collect::<String>()
    };
    format!("{}\n    or else\n    {}", from(one), from(other))
}
