//! Verbs, properties and hooks.

use super::examples::by_usage;
use super::html::{contents, inline, sentence};
use super::{SearchEntry, SiteContext, SitePage, anchor, code, escape};
use cardwright_content::Purpose;
use std::collections::BTreeMap;

/// The page of verbs and properties. `traces` are those of the examples, by their scripts.
pub(super) fn verbs(context: &SiteContext<'_>, traces: &BTreeMap<String, String>) -> SitePage {
    let examples = by_usage(context);
    let mut body = String::new();
    let mut entries = Vec::new();
    let mut of = None;
    let mut groups = Vec::new();
    for verb in cardwright_game::verbs() {
        if of.as_ref() != Some(&verb.of) {
            let title = if verb.of.is_empty() { "Functions" } else { &verb.of };
            let group = format!("of-{}", place_of(title));
            body.push_str(&format!("<h2 id=\"{group}\">{}</h2>\n", escape(title)));
            groups.push((group, title.to_string()));
            of = Some(verb.of.clone());
        }
        let place = place_of(&verb.usage);
        let effect = match (verb.changes, verb.asks) {
            (true, _) => " <span class=\"note\">changes the game</span>",
            (_, true) => " <span class=\"note\">asks</span>",
            _ => "",
        };
        body.push_str(&format!("<h3 id=\"{place}\"><code>{}</code>{effect}</h3>\n", escape(&verb.usage)));
        body.push_str(&format!("<p>{}</p>\n", inline(&verb.doc)));
        for example in examples.get(&verb.usage).into_iter().flatten().take(1) {
            body.push_str(&code(&example.code));
            match traces.get(&example.path) {
                Some(trace) => body.push_str(&code(trace)),
                None => body.push_str(&format!("<p class=\"note\">From <code>{}</code></p>\n", escape(&example.path))),
            }
        }
        entries.push(SearchEntry { title: verb.usage, place: format!("verbs.html#{place}"), text: verb.doc });
    }
    let body = format!("<h1>Verbs and properties</h1>\n{}{body}", contents(&groups));
    SitePage { file: "verbs.html".into(), title: "Verbs and properties".into(), body, entries }
}

/// The place of a verb, or of what has it; what a list has is not what one of its things has.
fn place_of(usage: &str) -> String {
    let list = if usage.starts_with('[') { "list-" } else { "" };
    let set = if usage.contains(" = ") { "set-" } else { "" };
    format!("{list}{set}{}", anchor(usage))
}

/// The page of hooks.
pub(super) fn hooks(context: &SiteContext<'_>) -> SitePage {
    let mut body = String::new();
    let mut entries = Vec::new();
    let mut heads = Vec::new();
    for purpose in Purpose::ALL.iter().copied() {
        let head = purpose.head(purpose.usual_name());
        let place = anchor(&head);
        let looks = if purpose.is_pure() { " <span class=\"note\">only looks</span>" } else { "" };
        let usage = escape(&purpose.signature(purpose.usual_name()));
        body.push_str(&format!("<h3 id=\"{place}\"><code>{usage}</code>{looks}</h3>\n"));
        body.push_str(&format!("<p>{}</p>\n", sentence(purpose.describe())));
        let notes: Vec<String> = purpose.notes().iter().map(|(name, what)| format!("{name}: {what}")).collect();
        if !notes.is_empty() {
            body.push_str(&format!("<p class=\"note\">{}</p>\n", escape(&notes.join("; "))));
        }
        heads.push((place.clone(), head.clone()));
        if let Some((path, text)) = shown(context, purpose) {
            body.push_str(&code(&text));
            body.push_str(&format!("<p class=\"note\">From <code>{}</code></p>\n", escape(&path)));
        }
        entries.push(SearchEntry {
            title: head,
            place: format!("hooks.html#{place}"),
            text: purpose.describe().into(),
        });
    }
    let head = "<h1>Hooks</h1>\n<p>Functions that the engine calls, if a file declares them.</p>\n";
    let body = format!("{head}{}{body}", contents(&heads));
    SitePage { file: "hooks.html".into(), title: "Hooks".into(), body, entries }
}

/// A function of a pack that is such a hook: the shortest that does something.
pub(super) fn shown(context: &SiteContext<'_>, purpose: Purpose) -> Option<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for (_, lens) in &context.lenses {
        for (script, name, place) in lens.places().hooks() {
            let Some((path, source)) = lens.rules().scripts.get_index(script.index()) else { continue };
            if place.purpose != purpose || super::examples::is_example(path) {
                continue;
            }
            let Some(start) = source.text.find(&format!("fn {name}(")) else { continue };
            let end = source.text[start..].find("\n}").map_or(source.text.len(), |end| start + end + 2);
            let text = &source.text[start..end];
            if text.split_once('{').is_some_and(|(_, body)| !body.trim_end_matches('}').trim().is_empty()) {
                found.push((path.to_string(), text.to_string()));
            }
        }
    }
    found.into_iter().min_by_key(|(_, text)| text.len())
}

#[cfg(test)]
mod tests {
    use super::place_of;
    use std::collections::BTreeSet;

    #[test]
    fn every_verb_has_a_place_of_its_own() {
        let places: Vec<String> = cardwright_game::verbs().iter().map(|verb| place_of(&verb.usage)).collect();
        let own: BTreeSet<&String> = places.iter().collect();
        assert_eq!(own.len(), places.len());
        assert_ne!(place_of("[Card].reveal()"), place_of("Card.reveal()"));
    }
}
