//! Errors: each with a mistake that the tests make, and what is said about it.

use super::html::inline;
use super::{Entry, Page, code};
use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;

static MISTAKES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../tests/mistakes");
const GUIDES: [&str; 3] = [
    include_str!("../../../cards/README.md"),
    include_str!("../../../scripts/README.md"),
    include_str!("../../../tests/README.md"),
];

/// A mistake: what it is, the files, and what is said.
struct Mistake {
    what: String,
    files: String,
    said: String,
}

/// The page of errors.
pub(super) fn page() -> Page {
    let mut body = String::from(
        "<h1>Errors</h1>\n<p>Every message has a code in brackets. Here is one for each, with a mistake that leads to it.</p>\n",
    );
    let mut entries = Vec::new();
    for (code_, (doc, mistake)) in codes() {
        body.push_str(&format!("<h3 id=\"{code_}\"><code>{code_}</code></h3>\n<p>{}</p>\n", inline(&doc)));
        if let Some(mistake) = mistake {
            body.push_str(&format!(
                "<p>{}</p>\n{}{}",
                inline(&mistake.what),
                code(&mistake.files),
                code(&mistake.said)
            ));
        }
        entries.push(Entry { title: code_.clone(), place: format!("errors.html#{code_}"), text: doc });
    }
    Page { file: "errors.html".into(), title: "Errors".into(), body, entries }
}

/// The codes that the guides tell about and no mistake shows.
#[cfg(test)]
fn missing() -> Vec<String> {
    codes().into_iter().filter(|(_, (_, mistake))| mistake.is_none()).map(|(code, _)| code).collect()
}

fn codes() -> BTreeMap<String, (String, Option<Mistake>)> {
    let mut codes: BTreeMap<String, (String, Option<Mistake>)> = BTreeMap::new();
    for (code, doc) in told() {
        codes.insert(code, (doc, None));
    }
    let mut files: Vec<_> = MISTAKES.dirs().flat_map(|dir| dir.files()).collect();
    files.sort_by_key(|file| file.path());
    for snap in files.iter().filter(|file| file.path().extension().is_some_and(|it| it == "snap")) {
        let said = snap.contents_utf8().unwrap_or_default().splitn(3, "---\n").nth(2).unwrap_or_default();
        let beside = snap.path().with_extension("toml");
        let source = files.iter().find(|file| file.path() == beside).and_then(|file| file.contents_utf8());
        for code in codes_in(said) {
            let entry = codes.entry(code).or_default();
            let shorter = entry.1.as_ref().is_none_or(|known| said.len() < known.said.len());
            if shorter {
                entry.1 = Some(mistake(source.unwrap_or_default(), said));
            }
        }
    }
    codes
}

fn mistake(source: &str, said: &str) -> Mistake {
    let (first, rest) = source.split_once('\n').unwrap_or((source, ""));
    let what = first.split('"').nth(1).unwrap_or_default().to_string();
    Mistake { what, files: rest.trim().to_string(), said: said.trim_end().to_string() }
}

fn codes_in(said: &str) -> Vec<String> {
    let marks = ["error[", "warning["];
    let found = marks.iter().flat_map(|mark| said.split(mark).skip(1));
    found.filter_map(|rest| rest.split_once("]:").map(|(code, _)| code.to_string())).collect()
}

/// The codes in the tables of the guides, with what stands beside them.
fn told() -> Vec<(String, String)> {
    let mut told = Vec::new();
    for guide in GUIDES {
        let mut in_codes = false;
        for line in guide.lines() {
            in_codes = line.starts_with("| Code |") || in_codes && line.starts_with('|');
            let Some((first, rest)) = line.strip_prefix("| ").and_then(|line| line.split_once(" | ")) else { continue };
            if !in_codes || first == "Code" {
                continue;
            }
            let doc = rest.trim_end_matches(['|', ' ']).to_string();
            told.extend(first.split('`').skip(1).step_by(2).map(|code| (code.to_string(), doc.clone())));
        }
    }
    told
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_error_is_shown() {
        assert_eq!(super::missing(), [""; 0]);
    }

    #[test]
    fn messages_have_codes() {
        assert_eq!(super::codes_in("error[a-b]: x\n\nwarning[c]: y"), ["a-b", "c"]);
    }
}
