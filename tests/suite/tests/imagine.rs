//! What a seat imagines: games that it cannot tell from the one that is played, each as likely as the others.

use crate::twins::{OPEN, first_difference, sight};
use cardwright_content::Files;
use cardwright_game::{
    Begin, DealError, Match, MatchInside, Progress, Random, Ruleset, RulesetInside, Seat, Viewer, load,
};
use cardwright_kernel::ids::{AttrId, DefId, EntityId, ZoneId};
use cardwright_kernel::problems::Colour;
use cardwright_kernel::questions::Input;
use cardwright_kernel::rules::{Printed, Rules};
use cardwright_kernel::setup::{Generator, Hidden};
use cardwright_kernel::state::{Chance, Learned};
use cardwright_kernel::values::Value;
use std::collections::BTreeMap;
use suite::{content, cores, game, is_long};

/// How many questions of a random game are played at most, and of how many games.
const MOST: usize = 150;
const GAMES: [u64; 2] = [2, 200];

/// How many seeds of one unknown card are tried for each card that could be it.
const PER_CARD: usize = 14;

/// A game in which a seat imagines things, as it is played at random.
fn positions(ruleset: &Ruleset, people: u8, seed: u64, mut at: impl FnMut(&Match, usize)) {
    let mut playing = Match::begin(ruleset, &Begin::new(people, seed)).expect("so many can play it");
    let mut random = Random::new(seed);
    for question in 0..MOST {
        if playing.advance().expect("no script fails") == Progress::Over {
            return;
        }
        at(&playing, question);
        let prompts = playing.prompts(Viewer::Host);
        let prompt = &prompts[(seed as usize + question) % prompts.len()];
        playing.answer(prompt.number, random.choose(prompt)).expect("what is drawn fits");
    }
}

/// By what the seat can tell what it imagines from the game, if by anything.
fn difference(ruleset: &Ruleset, playing: &Match, seat: Seat, seed: u64) -> Option<String> {
    let mut fork = playing.fork();
    fork.advance().expect("it asks again");
    let imagined = match playing.imagine(seat, seed) {
        Ok(imagined) => imagined,
        Err(why) => return Some(why.to_string()),
    };
    let (one, other) = (sight(ruleset, &fork, seat), sight(ruleset, &imagined, seat));
    let view = |of: &Match| serde_json::to_string(&(of.view(Viewer::Seat(seat)), of.prompts(Viewer::Seat(seat))));
    let same = view(playing).expect("plain data") == view(&imagined).expect("plain data");
    first_difference(&one, &other).or_else(|| (!same).then(|| "the view and the prompt are other ones".to_string()))
}

fn in_game(name: &str) -> Vec<String> {
    let ruleset = game(name);
    let rules = ruleset.rules();
    let seeds: Vec<u64> = (1..=GAMES[usize::from(is_long())]).collect();
    let found = cores::each(&seeds, |seed| {
        let (mut found, mut luck) = (Vec::new(), Generator::new(*seed));
        let people =
            rules.players.0 + (seed % (1 + u64::from(rules.players.1.min(4).saturating_sub(rules.players.0)))) as u8;
        positions(&ruleset, people, *seed, |playing, question| {
            if luck.below(8) > 0 {
                return;
            }
            let seat = Seat(luck.below(playing.people() as u32) as u8);
            let different = difference(&ruleset, playing, seat, u64::from(luck.bits()));
            let what = |what| format!("{name}, seed {seed}, question {question}, {}: {what}", seat.letter());
            found.extend(different.map(what));
        });
        found
    });
    found.into_iter().flatten().collect()
}

#[test]
fn a_seat_cannot_tell_what_it_imagines_from_the_game() {
    let found: Vec<String> = content().games.keys().flat_map(|name| in_game(name)).collect();
    let shown: Vec<&str> = found.iter().take(12).map(|what| &**what).collect();
    assert!(found.is_empty(), "{} times:\n{}", found.len(), shown.join("\n"));
}

/// How often each card lies in a place, over this many imagined games.
fn dealt(playing: &Match, seat: Seat, place: EntityId, seeds: usize) -> BTreeMap<DefId, usize> {
    let mut dealt = BTreeMap::new();
    for seed in 0..seeds as u64 {
        let imagined = playing.imagine(seat, seed).expect("there are deals");
        *dealt.entry(imagined.game().state().entity(place).def).or_default() += 1;
    }
    dealt
}

/// Between two steps, so that nothing but the place decides which card can lie there.
fn lie_everywhere(name: &str) {
    let ruleset = game(name);
    let rules = ruleset.rules();
    let mut groups = 0;
    positions(&ruleset, rules.players.0, 5, |playing, question| {
        let (state, seat) = (playing.game().state(), Seat((question % playing.people()) as u8));
        if question % 10 > 1 || playing.fork().game().log().iter().any(Input::is_decision) || groups > 2 {
            return;
        }
        let hidden = Hidden::of(rules, ruleset.homes(), state, state, seat).expect("only cards are hidden");
        let nothing_learned = |group: &Vec<EntityId>| group.iter().all(|card| state.learned(*card).next().is_none());
        for group in hidden.groups().filter(|group| group.len() <= 80).filter(nothing_learned) {
            groups += 1;
            let mut could: Vec<DefId> = group.iter().map(|place| state.entity(*place).def).collect();
            could.sort_unstable();
            could.dedup();
            let found = dealt(playing, seat, group[group.len() / 2], PER_CARD * group.len());
            let found: Vec<DefId> = found.into_keys().collect();
            assert_eq!(found, could, "{name}, question {question}, {}", seat.letter());
        }
    });
    assert!(groups > 0 || OPEN.contains(&name), "{name} hides nothing");
}

#[test]
fn each_unknown_card_lies_wherever_it_can() {
    for name in content().games.keys() {
        lie_everywhere(name);
    }
}

/// How far counts are from being equal: the sum of the squares of the differences, by what is expected.
fn chi_squared(counts: impl Iterator<Item = usize>, of: usize, cells: usize) -> f64 {
    let expected = of as f64 / cells as f64;
    let counts: Vec<f64> = counts.map(|count| count as f64).collect();
    let missing = (cells - counts.len()) as f64 * expected;
    counts.iter().map(|count| (count - expected).powi(2) / expected).sum::<f64>() + missing
}

/// The first moment at which the seat is asked.
fn asked_first(name: &str, seat: Seat) -> Match {
    let mut playing = Match::begin(&game(name), &Begin::new(2, 3)).expect("two can play it");
    loop {
        playing.advance().expect("no script fails");
        let prompt = playing.prompts(Viewer::Host).remove(0);
        if prompt.seat == seat {
            return playing;
        }
        playing.answer(prompt.number, prompt.default).expect("the default fits");
    }
}

/// The cards that the seat does not know, in the order of their places, as they were dealt in each imagined game.
fn deals(playing: &Match, seat: Seat, seeds: u64) -> BTreeMap<Vec<DefId>, usize> {
    let mut deals: BTreeMap<Vec<DefId>, usize> = BTreeMap::new();
    for seed in 0..seeds {
        let imagined = playing.imagine(seat, seed).expect("there are deals");
        let state = imagined.game().state();
        let hidden = state.entities().filter(|(_, entity)| entity.zone.is_some() && !entity.known.has(seat));
        *deals.entry(hidden.map(|(_, entity)| entity.def).collect()).or_default() += 1;
    }
    deals
}

// The bounds are those that chance alone exceeds once in a hundred thousand times; the seeds are always the same.

#[test]
fn in_kuhn_poker_both_deals_are_as_likely() {
    for (seat, bound) in [(Seat(0), 19.5), (Seat(1), 19.5)] {
        let deals = deals(&asked_first("kuhn_poker", seat), seat, 4_000);
        assert_eq!(deals.len(), 2);
        let far = chi_squared(deals.into_values(), 4_000, 2);
        assert!(far < bound, "{far}");
    }
}

#[test]
fn in_leduc_poker_all_deals_are_as_likely() {
    let deals = deals(&asked_first("leduc_poker", Seat(1)), Seat(1), 6_000);
    // Five cards in five places.
    assert_eq!(deals.len(), 120);
    let far = chi_squared(deals.into_values(), 6_000, 120);
    // 119 degrees of freedom.
    assert!(far < 196.0, "{far}");
}

/// The hands and piles of what a seat does not know, each without its order.
type Hands = BTreeMap<ZoneId, Vec<DefId>>;

/// Where the cards lie that the seat does not know, and which these are, in the order of their places.
fn unknown(playing: &Match, seat: Seat, places: &Match) -> Vec<(ZoneId, DefId)> {
    let known = places.game().state();
    let hidden = known.entities().filter(|(_, entity)| entity.zone.is_some() && !entity.known.has(seat));
    hidden.map(|(id, entity)| (entity.zone, playing.game().state().entity(id).def)).collect()
}

fn hands(cards: impl IntoIterator<Item = (ZoneId, DefId)>) -> Hands {
    let mut hands = Hands::new();
    cards.into_iter().for_each(|(zone, card)| hands.entry(zone).or_default().push(card));
    hands.values_mut().for_each(|hand| hand.sort_unstable());
    hands
}

/// How likely all hands are of which the seat knows nothing: each way in which its unknown cards can lie counts once.
fn posterior(playing: &Match, seat: Seat) -> BTreeMap<Hands, f64> {
    let (places, mut cards): (Vec<ZoneId>, Vec<DefId>) = unknown(playing, seat, playing).into_iter().unzip();
    let (mut ways, mut all) = (BTreeMap::new(), 0.0);
    each_order(&mut cards, 0, &mut |cards| {
        *ways.entry(hands(places.iter().copied().zip(cards.iter().copied()))).or_insert(0.0) += 1.0;
        all += 1.0;
    });
    ways.values_mut().for_each(|ways| *ways /= all);
    ways
}

fn each_order(cards: &mut [DefId], from: usize, told: &mut impl FnMut(&[DefId])) {
    if from == cards.len() {
        return told(cards);
    }
    for at in from..cards.len() {
        cards.swap(from, at);
        each_order(cards, from + 1, told);
        cards.swap(from, at);
    }
}

/// The level at which a distribution counts as another one: chance alone exceeds it once in a hundred thousand times.
const SIGNIFICANCE_DEVIATES: f64 = 4.265;

/// What the sum of squares exceeds at this level with so many degrees of freedom, as Wilson and Hilferty approximate it.
fn bound(freedom: usize) -> f64 {
    let freedom = freedom as f64;
    let part = 2.0 / (9.0 * freedom);
    freedom * (1.0 - part + SIGNIFICANCE_DEVIATES * part.sqrt()).powi(3)
}

/// How far hands that somebody draws are from how likely they are, and how far they may be; `draw` gives those of a seed.
fn far(likely: &BTreeMap<Hands, f64>, draw: impl Fn(u64) -> Hands) -> (f64, f64) {
    let draws = (60 * likely.len()).max(1_000);
    let mut counts: BTreeMap<Hands, f64> = BTreeMap::new();
    for seed in 0..draws as u64 {
        *counts.entry(draw(seed)).or_default() += 1.0;
    }
    let strange = counts.keys().find(|hands| !likely.contains_key(*hands));
    assert_eq!(strange, None, "hands that cannot be");
    let square = |(hands, share): (&Hands, &f64)| {
        let expected = share * draws as f64;
        (counts.get(hands).copied().unwrap_or_default() - expected).powi(2) / expected
    };
    (likely.iter().map(square).sum(), bound(likely.len() - 1))
}

/// Hearts with two cards for each, of which none are passed on.
fn small_hearts() -> Ruleset {
    let cards = ["2 of Clubs", "3 of Clubs", "4 of Clubs", "2 of Diamonds", "3 of Diamonds", "Queen of Spades"];
    let cards = cards.into_iter().chain(["2 of Hearts", "3 of Hearts"]);
    let deck: String = cards.map(|card| format!("{card:?} = 1\n")).collect();
    let changed = |path: &str, text: &str| match path {
        "cards/hearts/decks/hearts.toml" => text.replace("\"french_deck:cards/french\" = 1\n", &deck),
        "cards/hearts/ruleset.toml" => text.replace("default = \"left\"", "default = \"none\""),
        "scripts/hearts/ruleset/dealing.rhai" => text.replace("const HAND = 13;", "const HAND = 2;"),
        _ => text.to_string(),
    };
    let files = Files::new(content().files.iter().map(|(path, text)| (path.to_string(), changed(path, text))));
    let loaded = load(&files, "hearts");
    loaded.ruleset.unwrap_or_else(|| panic!("{}", loaded.problems.render(&files, Colour::Plain)))
}

/// What the asked seat imagines at so many questions of random games is as likely as it must be. How many there were.
fn is_as_likely(ruleset: &Ruleset, people: u8, games: u64, questions: usize) -> usize {
    let mut tried = 0;
    for seed in 1..=games {
        positions(ruleset, people, seed, |playing, question| {
            if question >= questions {
                return;
            }
            let seat = playing.prompts(Viewer::Host)[0].seat;
            let likely = posterior(playing, seat);
            if likely.len() < 2 {
                return;
            }
            let imagined = |seed| {
                let imagined = playing.imagine(seat, seed).expect("there are deals");
                hands(unknown(&imagined, seat, playing))
            };
            let (far, bound) = far(&likely, imagined);
            let named = format!("game {seed}, question {question}, {}, {} deals", seat.letter(), likely.len());
            assert!(far < bound, "{named}: {far}, not below {bound}");
            tried += 1;
        });
    }
    tried
}

#[test]
fn imagined_hands_are_as_likely_as_what_a_seat_knows_makes_them() {
    let times = if is_long() { 20 } else { 1 };
    // In the first trick of hearts it says nothing that the two of clubs was led.
    for (name, ruleset, people, games, questions, least) in [
        ("kuhn_poker", game("kuhn_poker"), 2, 6, MOST, 12),
        ("leduc_poker", game("leduc_poker"), 2, 4, MOST, 12),
        ("hearts", small_hearts(), 4, 3, 2, 6),
    ] {
        let tried = is_as_likely(&ruleset, people, times * games, questions);
        assert!(tried >= least, "{name}: {tried} questions");
    }
}

/// The test above can fail.
#[test]
fn hands_that_are_drawn_with_a_bias_are_told_from_those_that_are_not() {
    let ruleset = small_hearts();
    let mut playing = Match::begin(&ruleset, &Begin::new(4, 1)).expect("four can play it");
    playing.advance().expect("no script fails");
    let seat = playing.prompts(Viewer::Host)[0].seat;
    let likely = posterior(&playing, seat);
    assert_eq!(likely.len(), 90, "six cards in three hands");
    let fair = |seed| hands(unknown(&playing.imagine(seat, seed).expect("there are deals"), seat, &playing));
    // A true hand is dealt nearly twice as often as it should: where it was not, everything is dealt once more.
    let own = hands(unknown(&playing, seat, &playing));
    let (zone, truth) = own.iter().next().expect("somebody else has cards");
    let biased = |seed: u64| match fair(seed) {
        hands if hands.get(zone) != Some(truth) => fair(seed + 1_000_000),
        hands => hands,
    };
    let ((fairly, bound), (far, same)) = (far(&likely, fair), far(&likely, biased));
    assert!(fairly < bound && far > same, "{fairly} and {far}, the bound is {bound}");
}

/// For one degree of freedom it is a tenth too large.
#[test]
fn the_bound_is_that_of_tables() {
    for (freedom, table) in [(1, 19.51), (30, 75.02), (90, 159.02)] {
        let bound = bound(freedom);
        assert!((0.98 * table..1.12 * table).contains(&bound), "{freedom}: {bound}");
    }
}

/// The Rose Window, of which high panes are painted before anybody draws: what is printed on them is no longer so.
fn painted() -> Ruleset {
    let painting =
        "fn setup(game) {\n    for pane in game.crate { if pane.height > 3 { pane.colour = [\"azure\"]; } }\n";
    let changed = |path: &str, text: &str| match path {
        "cards/rose_window/ruleset.toml" => text
            .replace("required = true }\nheight", "changes = true, lives = \"for the game\", quiet = true }\nheight"),
        "scripts/rose_window/ruleset/beginning.rhai" => text.replace("fn setup(game) {\n", painting),
        _ => text.to_string(),
    };
    let files = Files::new(content().files.iter().map(|(path, text)| (path.to_string(), changed(path, text))));
    let loaded = load(&files, "rose_window");
    loaded.ruleset.unwrap_or_else(|| panic!("{}", loaded.problems.render(&files, Colour::Plain)))
}

/// Plays a game in which seats learn parts of cards, and deals anew at each question: whatever a seat has learned is so of the
/// cards that it imagines. What a card is like, `has` tells by what it is. Returns how many of what was learned was a colour.
fn learned_holds(ruleset: &Ruleset, has: impl Fn(DefId, &Learned) -> bool) -> usize {
    let (mut tried, mut others, mut colours) = (0, 0, [0; 2]);
    positions(ruleset, 2, 8, |playing, question| {
        let state = playing.game().state();
        for seat in [Seat(0), Seat(1)] {
            let learned: Vec<_> = state.entities().flat_map(|(id, _)| state.learned(id)).copied().collect();
            let learned: Vec<_> = learned.into_iter().filter(|learned| learned.told.has(seat)).collect();
            let imagined = playing.imagine(seat, question as u64).expect("there are deals");
            for part in learned {
                let (own, def) = (state.entity(part.card.id).def, imagined.game().state().entity(part.card.id).def);
                assert_eq!(has(own, &part), part.is, "question {question}: what the verb said");
                assert_eq!(has(def, &part), part.is, "question {question}, {}: what is imagined", seat.letter());
                tried += 1;
                others += usize::from(def != own);
                colours[usize::from(part.is)] += usize::from(matches!(part.value, Value::Word(_)));
            }
        }
    });
    assert!(tried > 20 && others > 0, "{tried} parts of cards were learned, {others} cards were imagined as others");
    let [lacks, has] = colours;
    lacks.min(has)
}

fn is_printed(rules: &Rules, def: DefId, part: &Learned) -> bool {
    match (rules.printed(def, part.attr), part.value) {
        (Printed::Words(words), Value::Word(word)) => words.contains(&word),
        (printed, value) => Value::of(printed) == value,
    }
}

#[test]
fn what_a_seat_has_learned_holds_in_what_it_imagines() {
    let ruleset = game("rose_window");
    let rules = ruleset.rules();
    let both = learned_holds(&ruleset, |def, part| is_printed(rules, def, part));
    assert!(both > 0, "some panes have a colour that was learned, and some lack it");
}

#[test]
fn what_a_seat_has_learned_of_what_changes_holds_in_what_it_imagines() {
    let ruleset = painted();
    let rules = ruleset.rules();
    let height = AttrId::from(rules.attributes.get_index_of("height").expect("panes have one"));
    let is_high = |def| matches!(Value::of(rules.printed(def, height)), Value::Number(4..));
    let both = learned_holds(&ruleset, |def, part| match part.value {
        Value::Word(word) if is_high(def) => rules.words.get("azure") == Some(word),
        _ => is_printed(rules, def, part),
    });
    assert!(both > 0, "some panes have a colour that was learned, and some lack it");
}

#[test]
fn the_chance_of_what_is_imagined_comes_from_the_seed() {
    let playing = asked_first("crazy_eights", Seat(0));
    let told = |seed| {
        let mut imagined = playing.imagine(Seat(0), seed).expect("there are deals");
        let prompt = imagined.prompts(Viewer::Host).remove(0);
        imagined.answer(prompt.number, prompt.default).expect("the default fits");
        for seat in 0..2 {
            imagined.seat(Seat(seat), Random::new(1));
        }
        let _ = imagined.advance_to_turn(12);
        imagined.trace(Viewer::Host)
    };
    assert_eq!(told(1), told(1));
    assert_ne!(told(1), told(2));
    let keys = |of: &Match| postcard::to_allocvec(of.game().state()).expect("it can be saved");
    let own = keys(&playing);
    let chance = Chance::new(&3.into());
    let key = postcard::to_allocvec(&chance).expect("it can be saved");
    let holds = |bytes: &[u8]| bytes.windows(32).any(|part| part == &key[..32]);
    assert!(holds(&own), "the game holds the key of its chance");
    assert!(!holds(&keys(&playing.imagine(Seat(0), 1).expect("there are deals"))), "what is imagined does not");
}

#[test]
fn nothing_can_be_imagined_where_nobody_is_asked_or_by_nobody() {
    let ruleset = game("kuhn_poker");
    let mut playing = Match::begin(&ruleset, &Begin::new(2, 1)).expect("two can play it");
    assert_eq!(playing.imagine(Seat(0), 1).err(), Some(DealError::NotAsked));
    playing.advance().expect("no script fails");
    assert_eq!(playing.imagine(Seat(2), 1).err(), Some(DealError::Nobody));
    assert!(playing.imagine(Seat(1), 1).is_ok());
}
