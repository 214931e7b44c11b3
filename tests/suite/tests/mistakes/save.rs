//! Saves that were cut off, changed, or made elsewhere.

use super::mistake::{GAME, edited, sound};
use cardwright_game::{Begin, FORMAT, LoadError, Random, Ruleset, RulesetInside};
use cardwright_kernel::setup::Generator;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::{Decider, Progress};
use libtest_mimic::Failed;
use serde_json::Value;
use suite::saves::{HEAD, sealed};

/// What is checked here.
pub const CHECKS: &[super::Check] = &[
    ("save/messages", messages),
    ("save/cut_off_anywhere", cut_off_anywhere),
    ("save/changed_anywhere", changed_anywhere),
    ("save/no_save_at_all", no_save_at_all),
];

/// A game after so many random answers, waiting for the next one.
fn played(ruleset: &Ruleset, answers: usize) -> Game {
    let game = ruleset.begin(&Begin::new(2, 7)).expect("two can play");
    let mut table = ruleset.table_of_people(&ruleset.host(), game);
    let mut random = Random::new(3);
    for _ in 0..answers {
        if table.advance() == Progress::Waiting {
            let prompt = table.game().prompts()[0].clone();
            let answer = random.decide(&prompt, table.game(), ruleset.rules()).expect("it always answers");
            assert_eq!(table.answer(prompt.number, answer), Ok(()));
        }
    }
    table.advance();
    table.game().clone()
}

fn damage(ruleset: &Ruleset, bytes: &[u8]) -> Option<LoadError> {
    ruleset.load(bytes).err()
}

/// The save with another value in one field, and the hash that belongs to it.
fn forged(bytes: &[u8], field: &str, value: Value) -> Vec<u8> {
    let game: Game = postcard::from_bytes(&bytes[HEAD..]).expect("a save holds a game");
    let mut game = serde_json::to_value(&game).expect("a game is plain data");
    *game.pointer_mut(field).expect("it has that field") = value;
    let game: Game = serde_json::from_value(game).expect("it is still a game");
    let payload = postcard::to_stdvec(&game).expect("a game can be written");
    sealed(bytes, &payload)
}

/// What a person is told.
fn messages() -> Result<(), Failed> {
    let ruleset = sound();
    let bytes = ruleset.save(&played(&ruleset, 5));
    let other = super::mistake::ruleset(&edited("cards/fair/stalls/bakery.toml", "goods = 4", "goods = 5"), GAME)?;
    let mut newer = bytes.clone();
    newer[4..6].copy_from_slice(&(FORMAT + 1).to_le_bytes());
    let cases = [
        ("a text", damage(&ruleset, b"once upon a time")),
        ("of another version of the packs", damage(&other, &bytes)),
        ("of a later format", damage(&ruleset, &newer)),
        ("cut off", damage(&ruleset, &bytes[..bytes.len() - 1])),
        ("of a turn of nobody", damage(&ruleset, &forged(&bytes, "/state/turn/player", 9.into()))),
        ("of a card without a place", damage(&ruleset, &forged(&bytes, "/state/zones/0/cards", Value::Array(vec![])))),
    ];
    let mut told = String::new();
    for (what, damage) in cases {
        let damage = damage.ok_or_else(|| format!("a save {what} was loaded"))?;
        told.push_str(&format!("{what}: {damage}\n"));
    }
    super::told("save", "messages", "A save is none, or none of this game.", &told);
    Ok(())
}

fn cut_off_anywhere() -> Result<(), Failed> {
    let ruleset = sound();
    let bytes = ruleset.save(&played(&ruleset, 9));
    for end in 0..bytes.len() {
        let wanted = if end < 4 { LoadError::NoSave } else { LoadError::Corrupt };
        assert_eq!(damage(&ruleset, &bytes[..end]), Some(wanted), "{end} bytes");
    }
    let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
    assert_eq!(damage(&ruleset, &longer), Some(LoadError::Corrupt));
    assert!(ruleset.load(&bytes).is_ok());
    Ok(())
}

fn changed_anywhere() -> Result<(), Failed> {
    let ruleset = sound();
    let mut bytes = ruleset.save(&played(&ruleset, 9));
    for at in 0..bytes.len() {
        for bit in 0..8 {
            bytes[at] ^= 1 << bit;
            assert!(damage(&ruleset, &bytes).is_some(), "bit {bit} of byte {at}");
            bytes[at] ^= 1 << bit;
        }
    }
    assert!(ruleset.load(&bytes).is_ok());
    Ok(())
}

fn no_save_at_all() -> Result<(), Failed> {
    let ruleset = sound();
    let mut generator = Generator::new(5);
    for length in 0..2_000u32 {
        let bytes: Vec<u8> = (0..length % 300).map(|_| generator.bits() as u8).collect();
        assert_eq!(damage(&ruleset, &bytes), Some(LoadError::NoSave));
        let marked: Vec<u8> = b"CWSV".iter().copied().chain(bytes).collect();
        assert!(damage(&ruleset, &marked).is_some());
    }
    Ok(())
}
