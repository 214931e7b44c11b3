//! Filters that nothing can ever pass, so that what they are part of never happens.

use super::cards::CardFile;
use super::context::SourceFile;
use super::tree::{self, TomlField, TomlNode, TomlValue};
use crate::base::Span;
use crate::model::rules::Rules;

/// The keys under which a card has its own abilities.
const ABILITIES: [&str; 5] = ["on", "forbids", "allows", "modifies", "protects"];

/// The parts of a filter that only uses have.
const OF_USES: [&str; 5] = ["action", "affects", "answer", "copy", "trigger"];

/// Signals of the engine about cards.
const ABOUT_CARDS: [&str; 2] = ["enters", "leaves"];

/// Reports them.
pub(super) fn report(cards: &[CardFile<'_>], rules: &Rules) {
    for card in cards {
        let definition = card.id.and_then(|id| rules.definitions.get_index(id)).map(|(_, definition)| definition);
        let stands = definition.is_none_or(|definition| definition.lasts.is_some());
        let of_effects = tree::table(card.fields, "effects").iter().flat_map(|effect| effect.node.fields());
        for field in card.fields.iter().chain(of_effects).filter(|field| ABILITIES.contains(&&*field.key)) {
            about_uses(card.file, rules, field);
        }
        for field in card.fields.iter().filter(|field| !stands && ABILITIES.contains(&&*field.key)) {
            of_targets(card.file, &field.node);
        }
    }
}

/// `of = "target"` in the abilities of a card: only a standing effect is about something.
fn of_targets(file: SourceFile<'_>, node: &TomlNode<'_>) {
    for field in node.nodes().iter().flat_map(TomlNode::fields) {
        match &field.node.value {
            TomlValue::Text(text) if field.key == "of" && text == "target" => {
                let message = "a card is about nothing: only a standing effect has a target";
                never(file, field.node.span, message, "write it into an effect: `[effects.<name>]`");
            }
            _ => of_targets(file, &field.node),
        }
    }
}

/// Filters of cards with parts that only uses have.
fn about_uses(file: SourceFile<'_>, rules: &Rules, abilities: &TomlField<'_>) {
    let listed = match &*abilities.key {
        "on" => {
            let signals = abilities.node.fields().iter().filter(|signal| is_about_cards(rules, &signal.key));
            signals.flat_map(|signal| signal.node.nodes()).collect()
        }
        "forbids" | "allows" => abilities.node.nodes().iter().collect::<Vec<_>>(),
        _ => Vec::new(),
    };
    for table in listed {
        for part in tree::table(table.fields(), "card").iter().filter(|part| OF_USES.contains(&&*part.key)) {
            let message = format!("this is about cards, and only uses have `{}`", part.key);
            never(file, part.span, &message, "leave it out");
        }
    }
}

/// Whether a signal is always about a card: that it moves for a cause.
fn is_about_cards(rules: &Rules, signal: &str) -> bool {
    let is_word = |word| rules.words.text(word) == signal;
    let of_use = rules.actions.values().any(|action| action.signal.is_some_and(is_word));
    ABOUT_CARDS.contains(&signal) && !of_use
}

fn never(file: SourceFile<'_>, span: Span, message: &str, help: &str) {
    file.report(file.problem("filter-never", span, message).label("nothing passes this").help(help));
}
