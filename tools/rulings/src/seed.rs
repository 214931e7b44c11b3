//! Seeds: drawn from the operating system, and as files write them.

use crate::command_error::CommandError;
use cardwright_game::Seed;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// A seed that nobody can guess.
///
/// # Errors
/// The operating system gives none.
pub fn drawn() -> Result<Seed, CommandError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| {
        CommandError::broken(format!("the operating system gives no random numbers: {error}"))
            .help("begin with a number as the seed; who guesses it knows every hidden card")
    })?;
    Ok(Seed::from(bytes))
}

/// How files write it: a short seed as its number, another as 64 hexadecimal digits in quotes.
pub fn written(seed: &Seed) -> String {
    if seed.short().is_some() { seed.to_string() } else { format!("\"{seed}\"") }
}

/// Writes a seed to a record.
pub(crate) fn serialize<S: Serializer>(seed: &Seed, serializer: S) -> Result<S::Ok, S::Error> {
    match seed.short() {
        Some(number) => serializer.serialize_u64(number),
        None => serializer.collect_str(seed),
    }
}

/// Reads a seed from a record.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Number(u64),
        Digits(String),
    }
    match Written::deserialize(deserializer)? {
        Written::Number(number) => Ok(Seed::from(number)),
        Written::Digits(digits) => digits.parse().map_err(D::Error::custom),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Held(#[serde(with = "super")] Seed);

    #[test]
    fn records_hold_short_and_long_seeds() {
        for (seed, text) in [
            (Seed::from(7), "7".to_string()),
            (Seed::from(u64::MAX), u64::MAX.to_string()),
            (Seed::from([171; 32]), format!("\"{}\"", "ab".repeat(32))),
        ] {
            assert_eq!(serde_json::to_string(&Held(seed)).ok(), Some(text.clone()));
            assert_eq!(written(&seed), text);
            assert_eq!(serde_json::from_str(&text).ok(), Some(Held(seed)));
        }
        for wrong in ["-1", "\"x\"", "1.5", "null"] {
            assert!(serde_json::from_str::<Held>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn no_two_drawn_seeds_are_alike_and_none_is_short() {
        let seeds: Vec<Seed> = (0..4).filter_map(|_| drawn().ok()).collect();
        assert_eq!(seeds.len(), 4);
        for (at, seed) in seeds.iter().enumerate() {
            assert!(seed.short().is_none() && !seeds[..at].contains(seed));
        }
    }
}
