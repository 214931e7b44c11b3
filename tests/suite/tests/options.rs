//! Options of games: each choice of each option can be played and is kept in saves, and nothing else can be chosen.

use cardwright_game::{Begin, Match, MatchInside, Progress, Random, Ruleset, RulesetInside, Viewer};
use cardwright_kernel::rules::AttrType;
use std::fs;
use suite::{content, cores, game, root};

/// How many questions are answered in each game.
const MOST: usize = 150;

/// Each choice of each option of a game: all words, both flags, the smallest and the largest number.
fn choices(game: &Ruleset) -> Vec<(String, String)> {
    let rules = game.rules();
    let mut all = Vec::new();
    for (_, name, attribute, option) in rules.options() {
        let choices: Vec<String> = match &attribute.type_ {
            AttrType::Number => vec![option.from.to_string(), option.to.to_string()],
            AttrType::Choice(words) => words.iter().map(|word| rules.words.text(*word).to_string()).collect(),
            _ => vec!["true".to_string(), "false".to_string()],
        };
        all.extend(choices.into_iter().map(|choice| (name.to_string(), choice)));
    }
    all
}

fn begun(game: &Ruleset, options: &[(&str, &str)]) -> Result<Match, String> {
    let options = options.iter().map(|(name, choice)| ((*name).to_string(), (*choice).to_string())).collect();
    let begin = Begin { options, ..Begin::new(game.rules().players.0, 1) };
    Match::begin(game, &begin).map_err(|error| error.to_string())
}

#[test]
fn each_choice_of_each_option_is_played_and_kept() {
    let games = content().games.values().filter_map(|game| game.as_ref().ok());
    let all: Vec<_> = games.flat_map(|game| choices(game).into_iter().map(move |chosen| (game, chosen))).collect();
    assert!(all.len() > 40, "only {} choices were found", all.len());
    cores::each(&all, |(game, (name, choice))| {
        let what = format!("{}, {name} = {choice}", game.rules().title);
        let mut of = begun(game, &[(name, choice)]).expect("it can be chosen");
        let mut random = Random::new(1);
        for _ in 0..MOST {
            if of.advance().expect("no script goes astray") == Progress::Over {
                break;
            }
            let asked = of.prompts(Viewer::Host).remove(0);
            of.answer(asked.number, random.choose(&asked)).expect("what is drawn at random fits");
        }
        of.advance().expect("no script goes astray");
        let trace = game.trace(of.game(), None);
        assert!(!trace.lines().any(|line| line.trim_start().starts_with('!')), "{what}:\n{trace}");
        let mut loaded = Match::load(game, &of.save()).expect("it can be loaded");
        // A save stands where the running step began.
        loaded.advance().expect("no script goes astray");
        assert_eq!(loaded.view(Viewer::Host), of.view(Viewer::Host), "{what}");
    });
}

#[test]
fn nothing_else_can_be_chosen() {
    let game = game("time_nodes");
    let refused = |options: &[(&str, &str)]| begun(&game, options).map(|_| ()).expect_err("it cannot be chosen");
    assert_eq!(
        refused(&[("ring", "3")]),
        "there is no option `ring`; there are: rings, second_price, gift, allow_past, idle_arrows"
    );
    assert_eq!(refused(&[("rings", "0")]), "the option `rings` cannot be `0`, but 1 to 4");
    assert_eq!(refused(&[("rings", "5")]), "the option `rings` cannot be `5`, but 1 to 4");
    assert_eq!(refused(&[("rings", "three")]), "the option `rings` cannot be `three`, but 1 to 4");
    assert_eq!(refused(&[("allow_past", "1")]), "the option `allow_past` cannot be `1`, but true or false");
    assert_eq!(refused(&[("rings", "2"), ("rings", "2")]), "the option `rings` is chosen twice");
}

#[test]
fn each_reading_has_rulings_and_names_options_that_are_there() {
    let text = fs::read_to_string(root().join("cards/READINGS.md")).expect("the readings are written down");
    let games = content().games.values().filter_map(|game| game.as_ref().ok());
    let options: Vec<String> = games
        .flat_map(|game| game.rules().options().map(|(_, name, ..)| name.to_string()).collect::<Vec<_>>())
        .collect();
    let rows = text.lines().filter(|line| line.starts_with("| ") && line.contains('-') && !line.starts_with("| Rule"));
    let mut named = 0;
    for row in rows {
        let columns: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [rules, _, option] = columns[..] else { panic!("a row has three columns: {row}") };
        for rule in rules.split(", ") {
            let quoted = format!("\"{rule}\"");
            assert!(content().rulings.iter().any(|file| file.text.contains(&quoted)), "no ruling shows {rule}");
        }
        for option in option.split('`').skip(1).step_by(2) {
            assert!(options.iter().any(|name| name == option), "there is no option {option}");
            named += 1;
        }
        assert!(option.contains('`') || option.starts_with("None: "), "{row}");
    }
    assert!(named > 10, "only {named} options were found");
}
