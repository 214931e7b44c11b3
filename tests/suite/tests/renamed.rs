//! No zone has a name that the engine knows: every zone of every game gets another, in TOML, scripts and rulings alike. The
//! games go as before, and so do the rulings.
//!
//! The renaming reads no grammar. It takes every word that is the name of a zone for one, except where only something else can
//! stand; so phases, actions and words of attributes that are named like a zone are renamed with it, which does no harm.

use cardwright_content::Files;
use cardwright_game::{Begin, Match, Progress, Random, Ruleset, RulesetInside, Viewer, load};
use cardwright_rulings::rulings::{self, RulingFile};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use suite::{content, cores, root};

/// What is put before the name of each zone.
const NEW: &str = "zz_";

/// How many questions are answered in each game.
const QUESTIONS: usize = 40;

/// Of so many rulings one is run.
const STRIDE: usize = 40;

/// The values of these keys are never zones, and neither is what stands in these tables.
const OTHER_KEYS: [&str; 13] =
    ["folder", "on", "signal", "phase", "phases", "table", "says", "title", "name", "as", "text", "why", "of"];
const OTHER_TABLES: [&str; 2] = ["phases", "on"];

/// Zones with their declarations, in the order of their declaration.
type Zones = Vec<(String, String)>;

/// The standard zones, as the engine declares them.
fn standard() -> Zones {
    let path = root().join("engine/content/src/declare/standard.toml");
    let text = fs::read_to_string(path).expect("the engine has standard zones");
    text.lines().filter_map(declared).map(|(zone, fields)| (zone.to_string(), fields.to_string())).collect()
}

/// The name and the fields of a zone that a line declares.
fn declared(line: &str) -> Option<(&str, &str)> {
    let (name, fields) = line.split_once('=')?;
    let fields = fields.trim().strip_prefix('{')?.rsplit_once('}')?.0;
    Some((name.trim(), fields.trim()))
}

/// The words, texts, comments and signs of a file, with what lies between them.
fn tokens<'t>(text: &'t str, comment: &str) -> Vec<&'t str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-' && comment == "#";
        let length = if rest.starts_with("\"\"\"") || rest.starts_with("'''") {
            rest[3..].find(&rest[..3]).map_or(rest.len(), |end| end + 6)
        } else if first == '"' {
            ended(rest)
        } else if rest.starts_with(comment) && !rest.starts_with("#{") {
            rest.find('\n').unwrap_or(rest.len())
        } else if is_word(first) {
            rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, behind) = rest.split_at(length);
        tokens.push(token);
        rest = behind;
    }
    tokens
}

/// How long a text in quotes is.
fn ended(text: &str) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|(_, letter)| {
        let is_end = *letter == '"' && !escaped;
        escaped = *letter == '\\' && !escaped;
        is_end
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

/// A file of TOML in which the zones have other names.
fn toml(text: &str, zones: &BTreeSet<String>) -> String {
    let tokens = tokens(text, "#");
    let mut renamed = String::new();
    let (mut key, mut table) = ("", "");
    for (at, token) in tokens.iter().copied().enumerate() {
        let mut behind = tokens[at + 1..].iter().filter(|token| !matches!(**token, " " | "\t"));
        let (next, then) = (behind.next().copied().unwrap_or(""), behind.next().copied().unwrap_or(""));
        let begins = at == 0 || tokens[at - 1] == "\n";
        if begins && token == "[" {
            table = tokens[at + 1..].iter().find(|token| **token != "[").copied().unwrap_or("");
        }
        let is_key = matches!(next, "=" | "." | "]") && !token.starts_with('"');
        if next == "=" && !token.trim().is_empty() {
            key = token;
        }
        let names_zone = match is_key {
            // `table = "war"` names no zone.
            true => !(OTHER_TABLES.contains(&table) || next == "=" && then.starts_with('"')),
            false => token.starts_with('"') && !OTHER_KEYS.contains(&key),
        };
        renamed.push_str(&if names_zone { called(token, zones) } else { token.to_string() });
    }
    // What an ending tells: `{window}`.
    zones.iter().fold(renamed, |text, zone| text.replace(&format!("{{{zone}}}"), &format!("{{{NEW}{zone}}}")))
}

/// A word or a text, which is called otherwise if it is the name of a zone.
fn called(token: &str, zones: &BTreeSet<String>) -> String {
    let bare = token.trim_matches('"');
    match zones.contains(bare) {
        true => token.replace(bare, &format!("{NEW}{bare}")),
        false => token.to_string(),
    }
}

/// A script in which the zones have other names: properties, and texts that are not questions.
fn script(text: &str, zones: &BTreeSet<String>) -> String {
    let tokens = tokens(text, "//");
    let said = |at: Option<usize>| at.and_then(|at| tokens.get(at)).copied().unwrap_or("");
    let renamed = tokens.iter().enumerate().map(|(at, token)| {
        let (before, next) = (said(at.checked_sub(1)), said(Some(at + 1)));
        let asks = before == "(" && said(at.checked_sub(2)).contains("choose");
        let hook = ["resolve_", "announce_"].into_iter().find_map(|hook| Some((hook, token.strip_prefix(hook)?)));
        match hook {
            Some((hook, action)) => format!("{hook}{}", called(action, zones)),
            None if before == "." && next != "(" || token.starts_with('"') && !asks => called(token, zones),
            None => (*token).to_string(),
        }
    });
    renamed.collect()
}

/// A ruleset that has none of the standard zones: it declares them itself, by other names.
fn ruleset(text: &str, standard: &Zones, zones: &BTreeSet<String>) -> String {
    let heading = "[zones]\n";
    let text =
        if text.contains(heading) { text.to_string() } else { text.replacen("\n[", &format!("\n{heading}\n["), 1) };
    let (before, rest) = text.split_once(heading).expect("it has just been added");
    let (own, behind) = rest.split_at(rest.find("\n[").unwrap_or(rest.len()));
    let mut declarations = String::new();
    let mut dropped = String::new();
    for (zone, fields) in standard.iter().filter(|(zone, _)| zones.contains(zone)) {
        let over = own.lines().filter_map(declared).find(|(name, _)| name == zone).map_or("", |(_, fields)| fields);
        let is_over = |field: &&str| !over.contains(&format!("{} =", field.split(" = ").next().unwrap_or("")));
        let kept: Vec<&str> = fields.split(", ").filter(is_over).chain((!over.is_empty()).then_some(over)).collect();
        declarations += &format!("{zone} = {{ {} }}\n", kept.join(", "));
        dropped += &format!("{zone} = false\n");
    }
    let is_own = |line: &&str| declared(line).is_none_or(|(zone, _)| standard.iter().all(|(name, _)| name != zone));
    let is_dropped = |line: &&str| line.trim_end().ends_with("= false");
    let (old, own): (Vec<&str>, Vec<&str>) = own.lines().filter(is_own).partition(is_dropped);
    let declared = toml(&format!("{heading}{declarations}{}\n", own.join("\n")), zones);
    let (head, behind) = (toml(before, zones), toml(behind, zones));
    format!("{head}{declared}{dropped}{}\n{behind}", old.join("\n"))
}

/// The files of a pack and its rulings, with other names for the zones.
fn renamed(path: &str, text: &str, standard: &Zones, zones: &BTreeSet<String>) -> String {
    match path.rsplit('/').next() {
        Some("ruleset.toml") => ruleset(text, standard, zones),
        _ if path.ends_with(".toml") => toml(text, zones),
        _ if path.ends_with(".rhai") => script(text, zones),
        _ => text.to_string(),
    }
}

/// What a trace would say if the zones had their old names.
fn as_before(text: &str) -> String {
    text.replace(NEW, "").replace(&NEW.replace('_', " "), "")
}

/// The trace of a game that is played at random.
fn played(game: &Ruleset) -> String {
    let mut random = Random::new(3);
    let mut table = Match::begin(game, &Begin::new(game.rules().players.0.max(2), 3)).expect("it has decks");
    for _ in 0..QUESTIONS {
        if table.advance().expect("no script goes astray") != Progress::Waiting {
            break;
        }
        let prompt = table.prompts(Viewer::Host).remove(0);
        let answer = random.choose(&prompt);
        table.answer(prompt.number, answer).expect("what is drawn at random fits");
    }
    table.trace(Viewer::Host).into_iter().map(|line| line.text + "\n").collect()
}

/// The zones of each pack; a library calls those of the standard set by their names.
fn zones() -> BTreeMap<String, BTreeSet<String>> {
    let content = content();
    let standard = || standard().into_iter().map(|(zone, _)| zone).collect();
    let of = |game: &Ruleset| game.rules().zones.keys().map(ToString::to_string).collect();
    let zones = content.packs.iter().map(|pack| {
        let game = content.games.get(&*pack.name);
        (pack.name.to_string(), game.map_or_else(standard, |game| of(game.as_ref().expect("it is right"))))
    });
    zones.collect()
}

#[test]
fn any_zone_can_have_any_name() {
    let (standard, zones) = (standard(), zones());
    let new = |path: &str, text: &str| {
        let pack = path.split('/').find_map(|part| zones.get(part)).expect("every file is of a pack");
        renamed(path, text, &standard, pack)
    };
    let files = content().files.iter().map(|(path, text)| (path.to_string(), new(path, text)));
    let files = Files::new(files.collect::<Vec<_>>());
    let games: Vec<&String> = content().games.keys().collect();

    cores::each(&games, |name| {
        let loaded = load(&files, name);
        let problems = loaded.problems.render(&files, cardwright_kernel::problems::Colour::Plain);
        let game = loaded.ruleset.unwrap_or_else(|| panic!("{problems}"));
        let kept: Vec<_> = game.rules().zones.keys().filter(|zone| !zone.starts_with(NEW)).collect();
        assert!(kept.is_empty(), "{name} still has {kept:?}");
        let before = content().games[*name].as_ref().expect("it is right");
        assert_eq!(as_before(&played(&game)), played(before), "{name}");

        let own = content().rulings.iter().filter(|file| file.pack() == *name);
        for file in own.step_by(STRIDE) {
            let text = new(&file.path, &file.text).into_boxed_str();
            let ruling = rulings::read(&RulingFile { text, ..file.clone() }, &game);
            let ruling = ruling.unwrap_or_else(|problems| panic!("{}: {problems:?}", file.name()));
            let run = rulings::run(&ruling, &game, &game.host());
            assert!(run.failures.is_empty(), "{}: {:?}", file.name(), run.failures);
            let old = rulings::read(file, before).expect("it is right");
            assert_eq!(as_before(&run.trace), rulings::run(&old, before, &before.host()).trace, "{}", file.name());
        }
    });
}
