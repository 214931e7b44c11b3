//! "Did you mean …?"

/// The nearest of some words, if one is near enough to be meant.
pub(super) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1);
    let distance = |known: &str| strsim::damerau_levenshtein(word, known);
    let near = known
        .into_iter()
        .map(|known| (distance(known), known))
        .filter(|(distance, _)| *distance <= limit);
    near.min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// The label of something unknown: a suggestion, or nothing.
pub(super) fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |word| format!("did you mean `{word}`?"))
}
