//! A record of a game: it is refused, or can be played again and made a ruling.
#![no_main]

use cardwright_rulings::promote::{Patience, Promoting};
use cardwright_rulings::record::Record;
use cardwright_fuzz::files_of;
use cardwright_game::{RulesetInside, load};
use libfuzzer_sys::{Corpus, fuzz_target};

/// How many rulings are tried.
const TRIES: u32 = 2;

fuzz_target!(|input: &[u8]| -> Corpus {
    let Ok(record) = Record::read(input) else { return Corpus::Keep };
    let Some(files) = files_of(&record.game) else { return Corpus::Reject };
    for files in [files, &record.old_files()] {
        let Some(ruleset) = load(files, &record.game).ruleset else { continue };
        let host = ruleset.host();
        let _ = record.play(&ruleset, &host);
        let line = record.trace.lines().map(str::trim).rfind(|line| !line.is_empty());
        let Some(line) = line else { continue };
        let promoting = Promoting {
            record: &record,
            ruleset: &ruleset,
            host: &host,
            path: format!("tests/rulings/{}/x/y.toml", record.game),
            claim: "This happened.".into(),
            line: line.to_owned(),
            also: None,
            from: 0,
            keeps_line: true,
            patience: &Patience::tries(TRIES),
        };
        let _ = promoting.promote();
    }
    Corpus::Keep
});
