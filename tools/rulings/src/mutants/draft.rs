//! The ruling that a survivor lacks: shrunk from the seeded game in which the mutant is noticed earliest.

use super::{Judge, Mutant};
use crate::packs::Packs;
use crate::promote::{Patience, Promoted, Promoting};
use crate::record::Record;
use crate::rulings::RulingFile;
use crate::sim::{self, Plan};
use cardwright_content::pack_of;
use cardwright_game::{Ruleset, RulesetInside};

/// How many lines from the first difference on are tried as the one that the ruling shows.
const LINES: usize = 4;

/// Where a game with a mutant goes differently.
struct Difference {
    /// The line of the trace, from 0.
    at: usize,
    plan: usize,
    seed: u64,
}

/// The shortest ruling found that holds now and fails by the mutant.
///
/// # Errors
/// Why there is none.
pub fn draft(judge: &Judge<'_>, packs: &Packs, mutant: &Mutant) -> Result<Promoted, String> {
    let mutated = judge.mutated(mutant).ok_or("the change does not check clean")?;
    let differences = judge.seeded().filter_map(|game| difference(judge, &mutated, game));
    let first = differences.min_by_key(|difference| difference.at).ok_or("no seeded game goes differently")?;

    let host = judge.ruleset.host();
    let played = sim::play(judge.ruleset, &host, &traced(judge, first.plan), first.seed);
    let (Some(game), Some(trace)) = (played.game, played.trace) else { return Err("the game cannot be told".into()) };
    let record = Record::new(packs, judge.ruleset, &game).map_err(|failure| failure.to_string())?;
    let (pack, subject) = (pack_of(&mutant.path).unwrap_or_default(), subject(&mutant.path));
    let path = format!("tests/rulings/{pack}/{subject}/{}.toml", claim_file(mutant, judge));
    let mutated_host = mutated.host();
    let notices = |file: &RulingFile, trace: &str| judge.tells_otherwise(file, trace, &mutated, &mutated_host);
    let mut reasons = Vec::new();
    for line in trace.lines().skip(first.at).take(LINES) {
        let promoting = Promoting {
            record: &record,
            ruleset: judge.ruleset,
            host: &host,
            path: path.clone(),
            claim: format!(
                "This happened in a game: {}",
                line.trim().trim_start_matches(['-', '!', 'x', '#', '>', ' '])
            ),
            line: line.trim().to_owned(),
            also: Some(&notices),
            from: 0,
            keeps_line: true,
            patience: &Patience::OfAPerson,
        };
        match promoting.promote() {
            Ok(promoted) => return Ok(promoted),
            Err(why) => reasons.extend(why.into_iter().take(1)),
        }
    }
    Err(reasons.into_iter().next().unwrap_or_else(|| "the trace ends before the difference".to_owned()))
}

fn difference(judge: &Judge<'_>, mutated: &Ruleset, (plan, seed): (usize, u64)) -> Option<Difference> {
    let traced = traced(judge, plan);
    let before = sim::play(judge.ruleset, &judge.ruleset.host(), &traced, seed).trace?;
    let after = sim::play(mutated, &mutated.host(), &traced, seed).trace?;
    let at = before.lines().zip(after.lines()).position(|(one, other)| one != other);
    let at = at.or_else(|| (before.len() > after.len()).then(|| after.lines().count()))?;
    Some(Difference { at, plan, seed })
}

/// A plan whose games keep their traces.
fn traced(judge: &Judge<'_>, plan: usize) -> Plan {
    Plan { traces: true, ..judge.plans[plan].plan.clone() }
}

/// The folder of a ruling about a file: the card's or the topic's name.
fn subject(path: &str) -> &str {
    path.rsplit('/').next().and_then(|file| file.split('.').next()).unwrap_or("drafted")
}

fn claim_file(mutant: &Mutant, judge: &Judge<'_>) -> String {
    let text = judge.files.get(&mutant.path).unwrap_or_default();
    let hash = blake3::hash(format!("{:?}{}", mutant.span, mutant.instead).as_bytes()).to_hex();
    format!("drafted-line-{}-{}", mutant.line(text), &hash[..6])
}
