//! What went wrong in simulated games, and the command that plays such a game again.
//!
//! Found once: like faults are told one by one where they differ in a number.

use super::Arguments;
use crate::out::Out;
use cardwright_deciders::PATIENCE;
use cardwright_rulings::packs::Packs;
use cardwright_rulings::sim::{Answers, Flaw, Plan, SimTally};
use std::collections::BTreeMap;
use std::fs;

/// After how many turns a game is given up, unless something else is asked for.
pub(super) const MOST_TURNS: u32 = 500;

/// After how many decisions a game is given up, unless something else is asked for.
pub(super) const MOST_DECISIONS: u64 = 100_000;

/// How many seeds are named of games that went wrong in the same way.
const MOST_SEEDS: usize = 8;

impl Arguments {
    /// The command that plays one of the games again: whatever has to do with how it is played, with its seed.
    pub(super) fn repeat(&self, packs: &Packs, plan: &Plan, seed: u64) -> String {
        let mut words = vec!["cardwright".to_owned(), "sim".to_owned(), self.pack.clone()];
        let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
        packs.named.iter().for_each(|folder| option("--packs", folder.display().to_string()));
        packs.without.iter().for_each(|pack| option("--without", pack.clone()));
        option("--games", "1".to_owned());
        option("--seats", plan.players.to_string());
        option("--seed", seed.to_string());
        if let Some(deciders) = &self.deciders {
            option("--deciders", deciders.clone());
        }
        if self.patience.patience != PATIENCE.as_secs() {
            option("--patience", self.patience.patience.to_string());
        }
        if !self.decks.is_empty() {
            option("--decks", self.decks.join(","));
        }
        if let Some(table) = &self.table {
            option("--table", table.clone());
        }
        self.options.iter().for_each(|(name, said)| option("--option", format!("{name}={said}")));
        match self.answers {
            Answers::AtOnce => {}
            Answers::Late => option("--answers", "late".to_owned()),
            Answers::Saved => option("--answers", "saved".to_owned()),
        }
        if self.max_turns != MOST_TURNS {
            option("--max-turns", self.max_turns.to_string());
        }
        if self.max_decisions != MOST_DECISIONS {
            option("--max-decisions", self.max_decisions.to_string());
        }
        let flags = [
            ("--keep-seats", self.keep_seats),
            ("--any-cards", self.any_cards),
            ("--leave", self.leave),
            ("--checked", self.checked),
        ];
        words.extend(flags.into_iter().filter(|(_, given)| *given).map(|(flag, _)| flag.to_owned()));
        words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }

    /// What rows depend on: the command that plays such games, and a hash of the packs in sight.
    pub(super) fn settings(&self, packs: &Packs, plan: &Plan) -> String {
        let mut hash = blake3::Hasher::new();
        for (path, text) in packs.files.iter().filter(|(path, _)| !path.starts_with("tests/")) {
            for part in [path, text] {
                hash.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
            }
        }
        // What a program answers cannot be foreseen, but a table of preferences can be compared.
        for table in plan.contenders.iter().filter_map(|contender| contender.name().weights()) {
            hash.update(&fs::read(table).unwrap_or_default());
        }
        let mut command = self.repeat(packs, plan, plan.seed);
        for (flag, _) in [(" --curves", self.curves), (" --matrix", self.matrix)].iter().filter(|(_, given)| *given) {
            command += flag;
        }
        format!("{command}\ncardwright {}, packs {}\n", env!("CARGO_PKG_VERSION"), hash.finalize().to_hex())
    }

    /// Prints what went wrong, once for all games in which it was alike, as the first of them tells it.
    pub(super) fn print_flaws(&self, packs: &Packs, plan: &Plan, tally: &SimTally, out: &mut Out) {
        for (flaw, seeds) in alike(&tally.flaws) {
            out.line(format_args!("\n! {}, {}: {}", listed(&seeds), flaw.kind, flaw.message));
            if let Some(first) = seeds.first() {
                out.line(format_args!("  {}", self.repeat(packs, plan, *first)));
            }
        }
        match tally.flaws.len() {
            0 => out.line("\nno faults"),
            1 => out.line("\n1 fault"),
            count => out.line(format_args!("\n{count} faults")),
        }
    }
}

/// What went wrong, with the seeds of the games: faults of one kind whose messages differ in numbers only are told once, in the
/// words of the first.
fn alike(flaws: &[(u64, Flaw)]) -> Vec<(&Flaw, Vec<u64>)> {
    let (mut groups, mut places) = (Vec::<(&Flaw, Vec<u64>)>::new(), BTreeMap::new());
    for (seed, flaw) in flaws {
        let place = *places.entry((flaw.kind, without_numbers(&flaw.message))).or_insert(groups.len());
        if place == groups.len() {
            groups.push((flaw, Vec::new()));
        }
        // The faults of a game follow each other.
        let seeds = &mut groups[place].1;
        if seeds.last() != Some(seed) {
            seeds.push(*seed);
        }
    }
    groups
}

/// A message without its numbers, except those of the place in a script or in the engine that it begins with.
fn without_numbers(message: &str) -> String {
    let (place, reason) = message.split_once(": ").map_or(("", message), |(place, reason)| (place, reason));
    let mut words: Vec<&str> = vec![place];
    words.extend(reason.split(|letter: char| letter.is_ascii_digit()).filter(|word| !word.is_empty()));
    words.join("#")
}

/// `seed 3`, or `seeds 3, 5, 8 and 12 more`.
fn listed(seeds: &[u64]) -> String {
    let named: Vec<String> = seeds.iter().take(MOST_SEEDS).map(u64::to_string).collect();
    let more = seeds.len().saturating_sub(MOST_SEEDS);
    let plural = if seeds.len() == 1 { "" } else { "s" };
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("seed{plural} {}{more}", named.join(", "))
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./,=+:@%".contains(letter);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_split_them() {
        assert_eq!(quoted("../my-packs/x_1"), "../my-packs/x_1");
        assert_eq!(quoted("my packs"), "'my packs'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn faults_that_differ_in_numbers_only_are_alike() {
        let flaw = |kind, message: &str| Flaw { kind, message: message.to_owned() };
        let at = |line: u32, number: u32| {
            flaw(
                Flaw::SCRIPT,
                &format!("Ember failed at a.rhai:{line}:9: the list has 2 elements, and none at {number}"),
            )
        };
        let flaws =
            [(1, at(7, 6)), (1, at(7, 12)), (2, at(8, 6)), (4, at(7, 3)), (5, flaw(Flaw::PANIC, &at(7, 6).message))];
        let groups: Vec<(&str, Vec<u64>)> = alike(&flaws).into_iter().map(|(flaw, seeds)| (flaw.kind, seeds)).collect();
        assert_eq!(groups, [(Flaw::SCRIPT, vec![1, 4]), (Flaw::SCRIPT, vec![2]), (Flaw::PANIC, vec![5])]);
        assert_eq!(alike(&flaws)[0].0, &at(7, 6), "the first is told");
        assert_ne!(without_numbers("no end after 5 turns"), without_numbers("no end after 5 decisions"));
    }

    #[test]
    fn seeds_of_like_faults_are_listed() {
        assert_eq!(listed(&[3]), "seed 3");
        assert_eq!(listed(&(1..=10).collect::<Vec<u64>>()), "seeds 1, 2, 3, 4, 5, 6, 7, 8 and 2 more");
    }
}
