//! A first ruling by analogy: that of another card of the same kind, with the new card in its place.
//!
//! What can be done with a card shows best at a table that was set for its like. The claims of the other ruling are
//! about the other card, so that only its table and its steps are taken.

use super::place::quoted;
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::ids::DefId;
use cardwright_rulings::packs::Packs;

/// How many rulings are tried before a card goes without.
const MOST_TRIED: usize = 150;

/// The texts of rulings in which another card of the same kind gave way to this one, the shortest ones first: each up
/// to the step in which the card is used, and whole.
pub fn texts(packs: &Packs, ruleset: &Ruleset, card: DefId, claim: &str) -> Vec<String> {
    let rules = ruleset.rules();
    let (own, kind) = (rules.name_of(card), rules.definitions[card.index()].kind);
    let like = rules.definitions.iter().filter(|(name, other)| other.kind == kind && ***name != *own);
    let like: Vec<&str> = like.map(|(name, _)| &**name).collect();
    let mut rulings = packs.rulings("");
    let infos = packs.infos();
    let of_game =
        |pack: &str| infos.iter().any(|info| info.name == pack && info.games.contains(&rules.pack.to_string()));
    rulings.retain(|file| of_game(file.pack()));
    rulings.sort_by_key(|file| file.text.len());
    let of = |text: &str| {
        let table = text.split("[play]").next().unwrap_or_default();
        let table: Vec<&str> = table.lines().filter(|line| !is_about(line)).collect();
        let other = like.iter().find(|name| table.iter().any(|line| line.contains(&quoted(name))))?;
        Some(replaced(text, other, own, claim))
    };
    rulings.iter().filter_map(|file| of(&file.text)).take(MOST_TRIED).flatten().collect()
}

/// Whether a line of a ruling says what it is about.
fn is_about(line: &str) -> bool {
    ["claim", "rules", "cards"].iter().any(|key| line.starts_with(key))
}

/// The text of a ruling about one card as one about another.
fn replaced(text: &str, other: &str, own: &str, claim: &str) -> Vec<String> {
    let Some((table, play)) = text.split_once("[play]") else { return Vec::new() };
    let Some(steps) = play.split("\"\"\"").nth(1) else { return Vec::new() };
    let kept = table.lines().filter(|line| !is_about(line));
    let table: Vec<String> = kept.map(|line| line.replace(&quoted(other), &quoted(own))).collect();
    let steps: Vec<String> = steps.trim().lines().map(|line| line.replace(other, own)).collect();
    let written = |steps: &[String], more: &str| {
        let steps: String = steps.iter().map(|step| format!("{step}\n")).collect();
        format!(
            "claim = {}\ncards = [{}]\n{}\n\n[play]\nsteps = \"\"\"\n{steps}{more}\"\"\"\n",
            quoted(claim),
            quoted(own),
            table.join("\n").trim(),
        )
    };
    let used = steps.iter().position(|step| step.contains(own) && !step.contains(" cannot "));
    let up_to = used.map(|at| &steps[..=at]);
    let first = up_to.into_iter().flat_map(|steps| [written(steps, "all pass\n"), written(steps, "")]);
    first.chain([written(&steps, "")]).collect()
}

#[cfg(test)]
mod tests {
    use super::replaced;

    const RULING: &str = "claim = \"Hush does something.\"\nrules = [\"X-01\"]\ncards = [\"Hush\"]\nphase = \"main\"\n\n\
        [A]\nhand = [\"Hush\", \"Keep\"]\n\n[play]\nsteps = \"\"\"\nA plays Hush\nall pass\nB plays Keep\n\"\"\"\n";

    #[test]
    fn the_new_card_stands_where_the_other_stood() {
        let texts = replaced(RULING, "Hush", "My Card", "My Card can be played.");
        let table = "claim = \"My Card can be played.\"\ncards = [\"My Card\"]\nphase = \"main\"\n\n\
            [A]\nhand = [\"My Card\", \"Keep\"]\n\n[play]\nsteps = \"\"\"\n";
        assert_eq!(texts[0], format!("{table}A plays My Card\nall pass\n\"\"\"\n"));
        assert_eq!(texts[1], format!("{table}A plays My Card\n\"\"\"\n"));
        assert_eq!(texts[2], format!("{table}A plays My Card\nall pass\nB plays Keep\n\"\"\"\n"));
    }

    #[test]
    fn a_ruling_without_steps_is_passed_over() {
        assert!(replaced("claim = \"x\"\n", "Hush", "My Card", "").is_empty());
    }
}
