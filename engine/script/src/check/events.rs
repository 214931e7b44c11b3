//! What the events of each signal of a game have, by the rows of signals.

use super::declared::type_of;
use super::kind::Type;
use super::vocabulary::{EventShape, Vocabulary};
use cardwright_kernel::ids::Word;
use cardwright_kernel::rules::{Attribute, Rules, SignalSort};

/// Adds what the events of all signals have that somebody listens for.
pub(super) fn add(vocabulary: &mut Vocabulary, rules: &Rules) {
    let mut heard: Vec<Word> = Vec::new();
    rules.each_hook(&mut |_, place| heard.extend(place.hears.map(|(signal, _)| signal)));
    heard.sort_unstable();
    heard.dedup();
    for signal in heard {
        let sorts = sorts(rules, signal);
        let shape = |sort: SignalSort| Some(EventShape { row: sort.row()?, bearer: bearer(rules, signal) });
        vocabulary.add_event(rules.words.text(signal), sorts.into_iter().filter_map(shape).collect());
    }
}

/// The sorts of signals that a word is; none if it is not known.
fn sorts(rules: &Rules, signal: Word) -> Vec<SignalSort> {
    let mut sorts: Vec<SignalSort> = SignalSort::of_engine(signal).to_vec();
    let attributes = || rules.attributes.values();
    if attributes().any(|attribute| attribute.changed == Some(signal)) {
        sorts.push(SignalSort::Change);
    }
    if attributes().any(|attribute| crosses(attribute, signal)) {
        sorts.push(SignalSort::Cross);
    }
    if rules.actions.values().any(|action| action.signal == Some(signal)) {
        sorts.push(SignalSort::Use);
    }
    if SignalSort::of_engine(signal).is_empty() && rules.causes.contains(&signal) {
        sorts.push(SignalSort::Cause);
    }
    // The signals of a game are also its causes, and those that its actions send.
    if sorts.is_empty() && rules.signals.contains(&signal) {
        sorts.push(SignalSort::Own);
    }
    sorts
}

fn crosses(attribute: &Attribute, signal: Word) -> bool {
    [attribute.crossed, attribute.crossed_back].contains(&Some(signal))
}

/// What has the attribute whose changes send a signal; of a player, an event says it otherwise.
fn bearer(rules: &Rules, signal: Word) -> Type {
    let sends = |attribute: &&Attribute| attribute.changed == Some(signal) || crosses(attribute, signal);
    let kinds = rules.attributes.values().filter(sends).flat_map(|attribute| &attribute.of);
    let types = kinds.filter(|kind| **kind != Rules::PLAYER).map(|kind| Type::named(type_of(rules, *kind)));
    types.fold(Type::Nothing, Type::join)
}
