//! Packs that were written for version 0.2 (those of this repository as they stood, and five that were written from the guides
//! alone) are brought to this version by `cardwright migrate`, load, and do what they did.

use cardwright_cli::migrate::migrate;
use cardwright_content::{Files, packs};
use cardwright_game::{Ruleset, RulesetInside, load};
use cardwright_kernel::problems::Colour;
use cardwright_rulings::rulings::{self, RulingFile};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;
use suite::{cores, root};

/// What no migration can do, since it depends on what was meant: what it told about the place, and what its author writes.
const BY_HAND: [(&str, &str, &str, &str); 3] = [
    (
        "scripts/mega_calamities/ruleset/trade.rhai",
        "`names.remove(giver.promised_one)` is gone",
        "    let first = names.remove(giver.promised_one);\n    let second = names.remove(giver.promised_two);\n\n    \
         first && second && ",
        "    let twice = if giver.promised_one == giver.promised_two { 2 } else { 1 };\n    \
         let given = [giver.promised_one, giver.promised_two].all(|name| names.count(|own| own == name) >= twice);\n\n    \
         given && ",
    ),
    (
        "scripts/spellfire/events/temporal-stasis.rhai",
        "`player.drop_extra_turns()` is `player.extra_turns = 0` now, which is a statement of its own",
        "    let dropped = player.drop_extra_turns();\n\n    if dropped == 0 {\n        player.skip_turn();\n    }\n",
        "    if player.extra_turns == 0 {\n        player.skip_turn();\n    }\n    player.extra_turns = 0;\n",
    ),
    (
        "scripts/spellfire/ruleset/realms.rhai",
        "`card.twins` is gone",
        "card.twins.is_empty",
        "(in_play() + game().cards(\"table\")).all(|other| other == card || other.name != card.name)",
    ),
];

/// Where the old packs stand.
fn old() -> PathBuf {
    root().join("tests/old-packs/0.2")
}

/// The old packs after one command for each, and what that left to do by hand.
fn migrated() -> (Files, Vec<String>) {
    let (mut files, unreadable) = Files::read(&old());
    assert!(unreadable.is_empty(), "{}", unreadable.render(&files, Colour::Plain));
    let mut left = Vec::new();
    let names: BTreeSet<String> = packs(&files).into_iter().map(|pack| pack.name).collect();
    for pack in &names {
        let migration = migrate(&files, pack);
        files = files.with_texts(migration.files.iter().map(|(path, text)| (&**path, &**text)));
        left.extend(migration.left.into_iter().map(|line| format!("{}: {}", line.path, line.what)));
        assert!(migrate(&files, pack).files.is_empty(), "{pack} is migrated once");
    }
    (files, left)
}

/// The games of the migrated packs, with what is done by hand.
static GAMES: LazyLock<BTreeMap<String, Result<Ruleset, String>>> = LazyLock::new(|| {
    let (mut files, _) = migrated();
    for (path, _, was, now) in BY_HAND {
        let text = files.get(path).unwrap_or_default();
        assert!(text.contains(was), "{path} says something else");
        files = files.with_texts([(path, &*text.replace(was, now))]);
    }
    let games = packs(&files).into_iter().flat_map(|pack| pack.games);
    let loaded = games.map(|game| {
        let loaded = load(&files, &game);
        let problems = loaded.problems.render(&files, Colour::Plain);
        (game, loaded.ruleset.filter(|_| problems.is_empty()).ok_or(problems))
    });
    loaded.collect()
});

#[test]
fn what_cannot_be_migrated_is_told_with_its_place() {
    let (_, left) = migrated();
    for (path, told, ..) in BY_HAND {
        assert!(left.iter().any(|line| line.starts_with(&format!("{path}: {told}"))), "{path}: {told}\n{left:#?}");
    }
    let known = |line: &&String| BY_HAND.iter().any(|(path, ..)| line.starts_with(path));
    assert_eq!(left.iter().filter(|line| !known(line)).count(), 0, "{left:#?}");
}

#[test]
fn old_packs_check_clean_after_one_command() {
    let wrong: Vec<String> =
        GAMES.iter().filter_map(|(game, loaded)| Some(format!("{game}\n{}", loaded.as_ref().err()?))).collect();
    assert!(GAMES.len() >= 20, "only {} games were found", GAMES.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The trace of a snapshot.
fn snapshot(file: &RulingFile) -> String {
    let text = fs::read_to_string(file.file().with_extension("snap")).unwrap_or_default();
    as_it_was(file.pack(), text.splitn(3, "---\n").nth(2).unwrap_or_default()).trim_end().to_owned()
}

/// A ruling of a game of this repository, or its trace, without what the game has come to say since: gin rummy and hearts have lines
/// of their own, and two questions name what they are about.
fn as_it_was(pack: &str, text: &str) -> String {
    let said = |line: &&str| !line.contains(" points of deadwood, ") && !line.contains(" has taken all 26 points: ");
    let asked = |line: &str| match (pack, line.split_once(", move into "), line.rsplit_once(": ")) {
        ("war_of_the_ring", Some((seat, _)), Some((_, answer))) => format!("{seat}, move into the region: {answer}"),
        ("gin_rummy", ..) => line.replace("lay off which card on A's melds", "lay off which card"),
        _ => line.to_owned(),
    };
    text.lines().filter(said).map(asked).collect::<Vec<String>>().join("\n")
}

/// What is wrong with a ruling in the migrated game, if anything.
fn differs(file: &RulingFile) -> Option<String> {
    let game = match &GAMES[file.pack()] {
        Ok(game) => game,
        Err(problems) => return Some(problems.clone()),
    };
    let file = &RulingFile { text: as_it_was(file.pack(), &file.text).into(), ..file.clone() };
    let ruling = match rulings::read(file, game) {
        Ok(ruling) => ruling,
        Err(problems) => return Some(problems.render(&file.source(), Colour::Plain)),
    };
    let run = rulings::run(&ruling, game, &game.host());
    let is_same = run.failures.is_empty() && run.trace.trim_end() == snapshot(file);
    (!is_same).then(|| format!("{}\n{}", file.name(), run.trace))
}

/// Games whose cards or rules have changed since: their rulings stand beside the old packs, as they were.
const CHANGED: [&str; 4] = ["war_of_the_ring", "spellfire", "mega_calamities", "grand_archive"];

/// The rulings of the packs of this repository as they are now, and those that came with the others.
#[test]
fn old_packs_do_what_they_did() {
    let now = rulings::find(&root(), "").0.into_iter().filter(|file| !CHANGED.contains(&file.pack()));
    let all = now.chain(rulings::find(&old(), "").0);
    let all: Vec<RulingFile> = all.filter(|file| GAMES.contains_key(file.pack())).collect();
    assert!(all.len() > 2_000, "only {} rulings were found", all.len());
    let found: Vec<String> = cores::each(&all, differs).into_iter().flatten().collect();
    assert!(found.is_empty(), "{} of {}:\n{}", found.len(), all.len(), found.join("\n\n"));
}
