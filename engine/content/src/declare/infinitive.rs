//! The two forms of a verb: `A plays Landslide!`, and behind `cannot`: `A cannot play Landslide!`.

use crate::keys::action;
use crate::read::reader::Reader;

/// What an action says of somebody who takes it, and what it says behind `cannot`.
pub(crate) fn said(reader: &Reader<'_>) -> (Box<str>, Box<str>) {
    let file = reader.file;
    let says = reader.text(action::says);
    let cannot = reader.text(action::cannot);
    let Some(says) = says else { return Default::default() };
    let formed = cannot.map(|cannot| cannot.text.into()).or_else(|| infinitive(says.text));
    if formed.is_none() {
        let message = format!("it is not known how `{}` is said behind `cannot`", says.text);
        let problem = file.problem("verb-form", says.span, message).label("not a verb in the third person");
        file.report(problem.help("write it as in `A plays`, or say the other form: `cannot = \"…\"`"));
    }
    (says.text.into(), formed.unwrap_or_else(|| says.text.to_string()).into())
}

/// `plays` → `play`, `carries out` → `carry out`: only the first word changes. Nothing if it is no third person.
fn infinitive(says: &str) -> Option<String> {
    let (verb, rest) = says.split_at(says.find(' ').unwrap_or(says.len()));
    Some(format!("{}{rest}", infinitive_of(verb)?))
}

fn infinitive_of(verb: &str) -> Option<String> {
    let cut = |by: usize| verb[..verb.len() - by].to_string();
    match verb {
        "has" => return Some("have".to_string()),
        "is" => return Some("be".to_string()),
        _ => {}
    }
    let is_long = verb.chars().count() > 4;
    let hisses = ["sses", "shes", "ches", "xes", "zzes", "oes"].iter().any(|end| verb.ends_with(end));
    match verb {
        // `tidies`, but `lies`.
        _ if is_long && verb.ends_with("ies") => Some(format!("{}y", cut(3))),
        _ if hisses => Some(cut(2)),
        _ if verb.ends_with('s') && !verb.ends_with("ss") && verb.len() > 1 => Some(cut(1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::infinitive;

    #[test]
    fn the_first_word_loses_its_third_person() {
        let forms = [
            ("plays", "play"),
            ("has a card removed", "have a card removed"),
            ("is ready", "be ready"),
            ("passes on", "pass on"),
            ("goes", "go"),
            ("mixes", "mix"),
            ("tidies up", "tidy up"),
            ("lies down", "lie down"),
            ("razes", "raze"),
            ("sits down on", "sit down on"),
        ];
        for (says, cannot) in forms {
            assert_eq!(infinitive(says).as_deref(), Some(cannot));
        }
    }

    #[test]
    fn what_is_no_third_person_has_no_other_form() {
        for says in ["play", "", "s", "toss", "will play"] {
            assert_eq!(infinitive(says), None, "{says}");
        }
    }
}
