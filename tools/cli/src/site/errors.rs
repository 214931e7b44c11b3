//! Errors: each with a mistake that the tests make, and what is said about it.

use super::html::{contents, inline, sentence};
use super::{SearchEntry, SitePage, code, escape};
use crate::guide::PROBLEMS;
use cardwright_content::tree::{self, TomlField, TomlValue};
use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;

static MISTAKES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../tests/mistakes");

/// A mistake: what it is, the file in which it is made, and what is said.
struct Mistake {
    what: String,
    source: String,
    said: String,
}

impl Mistake {
    /// How much there is to read.
    fn length(&self) -> usize {
        self.source.len() + self.said.len()
    }
}

/// The page of errors.
pub(super) fn page() -> SitePage {
    let codes = codes();
    let places: Vec<_> = codes.keys().map(|code| (code.clone(), code.clone())).collect();
    let mut body = format!(
        "<h1>Errors</h1>\n<p>Every message has a code in brackets. Here is one for each, with a mistake that leads to it.</p>\n{}",
        contents(&places)
    );
    let mut entries = Vec::new();
    for (code_, (doc, mistake)) in codes {
        body.push_str(&format!("<h3 id=\"{code_}\"><code>{code_}</code></h3>\n<p>{}</p>\n", sentence(&doc)));
        if let Some(mistake) = mistake {
            body.push_str(&format!(
                "<p>{}</p>\n{}<p>Then this is said:</p>\n{}",
                inline(&mistake.what),
                made(&mistake.source),
                code(&mistake.said)
            ));
        }
        entries.push(SearchEntry { title: code_.clone(), place: format!("errors.html#{code_}"), text: doc });
    }
    SitePage { file: "errors.html".into(), title: "Errors".into(), body, entries }
}

/// What no mistake shows: it needs pictures, a second pack, decks that do not fit, rulings, or a script that nobody has thought of.
#[cfg(test)]
const NOT_SHOWN: [&str; 5] = ["art-missing", "board-twice", "clause-unexercised", "decks-misfit", "script-unusual"];

/// The codes that have a row but no mistake.
#[cfg(test)]
fn missing() -> Vec<String> {
    codes()
        .into_iter()
        .filter(|(code, (_, mistake))| mistake.is_none() && !NOT_SHOWN.contains(&&**code))
        .map(|(code, _)| code)
        .collect()
}

fn codes() -> BTreeMap<String, (String, Option<Mistake>)> {
    let mut codes: BTreeMap<String, (String, Option<Mistake>)> = BTreeMap::new();
    for (code, doc) in told() {
        codes.insert(code, (doc, None));
    }
    let mut files: Vec<_> = MISTAKES.dirs().flat_map(|dir| dir.files()).collect();
    files.sort_by_key(|file| file.path());
    for snap in files.iter().filter(|file| file.path().extension().is_some_and(|it| it == "snap")) {
        let mut parts = snap.contents_utf8().unwrap_or_default().splitn(3, "---\n").skip(1);
        let (head, said) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let beside = snap.path().with_extension("toml");
        let source = files.iter().find(|file| file.path() == beside).and_then(|file| file.contents_utf8());
        for code in codes_in(said) {
            let entry = codes.entry(code).or_default();
            let found = mistake(head, source.unwrap_or_default(), said);
            if entry.1.as_ref().is_none_or(|known| found.length() < known.length()) {
                entry.1 = Some(found);
            }
        }
    }
    codes
}

/// A mistake by the head of its snapshot, the file beside it, if there is one, and what is said.
fn mistake(head: &str, source: &str, said: &str) -> Mistake {
    let (fields, _) = tree::parse("", source);
    let described = || head.lines().find_map(|line| line.strip_prefix("description: ")).unwrap_or_default();
    let written = tree::texts(&fields, "mistake").first().map(|(what, _)| (*what).to_string());
    let what = written.unwrap_or_else(|| described().trim_matches('"').to_string());
    Mistake { what, source: source.to_string(), said: said.trim_end().to_string() }
}

/// What a mistake does to sound files: what is taken out, put in the place of something else, or written anew.
fn made(source: &str) -> String {
    let (fields, _) = tree::parse("", source);
    let mut shown = String::new();
    for (path, _) in tree::texts(&fields, "remove") {
        shown.push_str(&format!("<p>Without <code>{}</code>.</p>\n", escape(path)));
    }
    for edit in entries(&fields, "edit") {
        let (file, old, new) = (text(edit, "file"), text(edit, "old"), text(edit, "new"));
        shown.push_str(&format!("<p>In <code>{}</code>, where this stands:</p>\n{}", escape(file), code(old.trim())));
        shown.push_str(&match new.trim() {
            "" => "<p>nothing stands now.</p>\n".to_string(),
            new => format!("<p>this stands now:</p>\n{}", code(new)),
        });
    }
    for many in entries(&fields, "many") {
        let times = tree::field(many, "times").map(|field| field.node.value.to_string()).unwrap_or_default();
        let file = escape(text(many, "file"));
        shown.push_str(&format!("<p>In <code>{file}</code>, {times} times:</p>\n{}", code(text(many, "line"))));
    }
    for file in tree::table(&fields, "files") {
        if let TomlValue::Text(text) = &file.node.value {
            shown.push_str(&format!("<p><code>{}</code>:</p>\n{}", escape(&file.key), code(text.trim())));
        }
    }
    match text(&fields, "ruling") {
        "" => shown,
        ruling => format!("{shown}<p>The ruling:</p>\n{}", code(ruling.trim())),
    }
}

/// The tables of a list.
fn entries<'t, 's>(fields: &'t [TomlField<'s>], key: &str) -> impl Iterator<Item = &'t [TomlField<'s>]> + use<'t, 's> {
    let nodes = match tree::field(fields, key).map(|field| &field.node.value) {
        Some(TomlValue::List(nodes)) => nodes.as_slice(),
        _ => &[],
    };
    nodes.iter().filter_map(|node| match &node.value {
        TomlValue::Fields(fields) => Some(fields.as_slice()),
        _ => None,
    })
}

fn text<'t>(fields: &'t [TomlField<'_>], key: &str) -> &'t str {
    tree::texts(fields, key).first().map_or("", |(text, _)| *text)
}

fn codes_in(said: &str) -> Vec<String> {
    let marks = ["error[", "warning["];
    let found = marks.iter().flat_map(|mark| said.split(mark).skip(1));
    found.filter_map(|rest| rest.split_once("]:").map(|(code, _)| code.to_string())).collect()
}

/// The codes of all problems, with what they mean.
fn told() -> impl Iterator<Item = (String, String)> {
    let rows = PROBLEMS.iter().flat_map(|(_, rows)| rows.iter());
    rows.flat_map(|(codes, means)| codes.split(' ').map(|code| (code.to_string(), unlinked(means))))
}

/// A text of a row, in which links are their words.
fn unlinked(text: &str) -> String {
    let mut parts = text.split("](#");
    let first = parts.next().unwrap_or_default().to_string();
    let rest = parts.filter_map(|part| part.split_once(')').map(|(_, behind)| behind));
    let whole = rest.fold(first, |whole, part| whole + part);
    whole.replacen("[`", "`", whole.matches("[`").count())
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_error_is_shown() {
        assert_eq!(super::missing(), [""; 0]);
    }

    #[test]
    fn every_code_that_is_shown_has_a_row() {
        let told: std::collections::BTreeSet<String> = super::told().map(|(code, _)| code).collect();
        let untold: Vec<String> = super::codes().into_keys().filter(|code| !told.contains(code)).collect();
        assert_eq!(untold, [""; 0]);
    }

    #[test]
    fn messages_have_codes() {
        assert_eq!(super::codes_in("error[a-b]: x\n\nwarning[c]: y"), ["a-b", "c"]);
    }
}
