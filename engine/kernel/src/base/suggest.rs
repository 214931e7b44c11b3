//! Suggestions for misspelt words.

/// Words longer than this are not compared: nobody mistypes them by a letter.
const LONGEST: usize = 64;

/// The candidate that the word is probably meant to be; the first of several that are equally near.
pub fn suggest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    if word.len() > LONGEST {
        return None;
    }
    let plain = plain(word);
    let mut best: Option<(usize, &str)> = None;

    for candidate in candidates {
        let Some(distance) = distance(&plain, candidate) else {
            continue;
        };

        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Some words for a message, quoted, as many as a person will read: "`a`, `b` and 7 more".
pub fn list<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    const SHOWN: usize = 12;
    let words: Vec<&str> = words.into_iter().collect();
    let shown: Vec<String> = words.iter().take(SHOWN).map(|word| format!("`{word}`")).collect();

    match words.len() {
        0 => "none".to_owned(),
        count if count > SHOWN => format!("{} and {} more", shown.join(", "), count - SHOWN),
        _ => shown.join(", "),
    }
}

/// From how many to how many: `4`, `2 to 4`.
pub fn from_to(least: u8, most: u8) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// A noun with its article: "a card", "an area".
pub fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// How far a candidate is from the word, if it is near enough.
fn distance(word: &str, candidate: &str) -> Option<usize> {
    let allowed = (word.len().max(candidate.len()) / 3).max(1);

    if candidate.len() > LONGEST || candidate.len().abs_diff(word.len()) > allowed {
        return None;
    }
    let distance = strsim::osa_distance(word, &plain(candidate));
    (distance <= allowed && distance < word.chars().count()).then_some(distance)
}

/// The word without differences that people overlook: case, and how its parts are joined.
fn plain(word: &str) -> String {
    word.chars()
        .flat_map(char::to_lowercase)
        .map(|letter| if matches!(letter, '-' | ' ') { '_' } else { letter })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_a_letter_finds_its_word() {
        assert_eq!(suggest("neagte", ["resolve", "negate"]), Some("negate"));
        assert_eq!(suggest("polarty", ["polarity", "text"]), Some("polarity"));
    }

    #[test]
    fn case_and_joints_do_not_count() {
        assert_eq!(suggest("Event_Pause", ["turn", "event-pause"]), Some("event-pause"));
    }

    #[test]
    fn something_else_altogether_is_no_suggestion() {
        assert_eq!(suggest("moment", ["turn", "event-pause"]), None);
        assert_eq!(suggest("x", ["y"]), None);
    }

    #[test]
    fn the_first_of_equals_is_taken() {
        assert_eq!(suggest("cat", ["bat", "hat"]), Some("bat"));
    }

    #[test]
    fn long_lists_are_cut() {
        let words: Vec<String> = (0..20).map(|number| format!("w{number}")).collect();
        assert!(list(words.iter().map(String::as_str)).ends_with("and 8 more"));
    }
}
