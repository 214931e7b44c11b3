//! Filters that nothing can ever pass, so that what they are part of never happens.

use crate::declare::cards::CardFile;
use crate::read::context::SourceFile;
use crate::read::tree::{self, TomlField, TomlNode, TomlValue};
use cardwright_kernel::problems::Span;
use cardwright_kernel::rules::{Definition, Rules};

/// The keys under which a card has its own abilities.
const ABILITIES: [&str; 5] = ["on", "forbids", "allows", "modifies", "protects"];

/// The parts of a filter that only uses have.
const OF_USES: [&str; 5] = ["action", "affects", "answer", "copy", "trigger"];

/// Signals of the engine about cards.
const ABOUT_CARDS: [&str; 2] = ["enters", "leaves"];

/// Reports them.
pub(crate) fn report(cards: &[CardFile<'_>], rules: &Rules) {
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
        if let Some(definition) = definition.filter(|_| !stands) {
            of_own_uses(card, definition, rules);
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

/// A listener for a card's own use, in a card that does not listen where it waits while it is used.
fn of_own_uses(card: &CardFile<'_>, definition: &Definition, rules: &Rules) {
    let Some((pending, _)) = rules.zones.iter().find(|(_, zone)| zone.pending) else { return };
    let works_there = definition.works_in.iter().any(|zone| rules.zones[zone.index()].pending);
    for signal in tree::table(card.fields, "on").iter().filter(|signal| moves_what_is_used(rules, &signal.key)) {
        for table in signal.node.nodes().iter().map(TomlNode::fields) {
            let own = tree::texts(table, "of").into_iter().find(|(of, _)| *of == "this");
            let from = tree::texts(table, "from");
            let hears = if from.is_empty() { works_there } else { from.iter().any(|(zone, _)| **zone == **pending) };
            if let Some((_, span)) = own.filter(|_| !hears) {
                let message = format!("while it is used it lies in `{pending}`, from where it does not listen");
                never(card.file, span, &message, &format!("write `from = [\"{pending}\"]`"));
            }
        }
    }
}

/// Whether only actions send a signal, and all of them move the card.
fn moves_what_is_used(rules: &Rules, signal: &str) -> bool {
    let is_word = |word| rules.words.text(word) == signal;
    let mut senders = rules.actions.values().filter(|action| action.signal.is_some_and(is_word)).peekable();
    let has_sender = senders.peek().is_some();
    let written = format!("\"{signal}\"");
    let is_sent_otherwise = || {
        rules.causes.iter().any(|cause| is_word(*cause)) || rules.scripts.values().any(|it| it.text.contains(&written))
    };
    has_sender && senders.all(|action| action.moves) && !is_sent_otherwise()
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
