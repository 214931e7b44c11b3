//! Texts of cards that nothing carries out: no script, nothing declared, and no ruling that shows what they say.

use cardwright_content::{Files, tree};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::problems::{Problem, Problems};
use cardwright_kernel::rules::{Category, Definition, Rules};
use std::collections::BTreeSet;

/// A warning for each card whose text says something that neither the card nor a ruling does anything about.
///
/// Each ruling of the game stands for the cards that it is about; one that could not be read may be about any, and then
/// nothing is told.
pub fn unshown<'r>(
    files: &Files,
    ruleset: &Ruleset,
    rulings: impl IntoIterator<Item = Option<&'r [Box<str>]>>,
) -> Problems {
    let Some(about) = rulings.into_iter().collect::<Option<Vec<_>>>() else { return Problems::new() };
    let rules = ruleset.rules();
    let shown: BTreeSet<&str> = about.into_iter().flatten().map(|card| &**card).collect();
    let silent = |at: usize, name: &str, card: &Definition| {
        !card.text.is_empty() && card.is_dull() && !shown.contains(name) && is_card(rules, at)
    };
    let definitions = rules.definitions.iter().enumerate();
    let silent = definitions.filter(|(at, (name, card))| silent(*at, name, card));
    silent.filter_map(|(_, (name, card))| problem(files, name, card)).collect()
}

fn is_card(rules: &Rules, at: usize) -> bool {
    matches!(rules.category_of(at.into()), Category::Card | Category::Counted)
}

fn problem(files: &Files, name: &str, card: &Definition) -> Option<Problem> {
    let path = format!("cards/{}.toml", card.id.replacen(':', "/", 1));
    let (fields, _) = tree::parse(&path, files.get(&path)?);
    let text = tree::field(&fields, "text")?;
    let message = format!("nothing does what `{name}` says, and no ruling shows it");
    let problem = Problem::new("text-unshown", &path, message).at(text.node.span).warning();
    let help = "give it a script, declare what it does, or write a ruling about it; remove the text if it only \
                repeats what is printed beside it";
    Some(problem.help(help))
}
