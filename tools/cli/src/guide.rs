//! The guide: chapters for authors, in the order of its table of contents. `cardwright guide` prints them, and the site shows
//! them.

use include_dir::{Dir, include_dir};
use std::sync::LazyLock;

/// Rows of problems by what can have them, as the marks of generated tables call it.
pub const PROBLEMS: [(&str, &[(&str, &str)]); 6] = [
    ("problems of scripts", cardwright_script::problems::PROBLEMS),
    ("problems of files", cardwright_content::problems::IN_FILES),
    ("problems of boards", cardwright_content::problems::IN_BOARDS),
    ("problems of looks", cardwright_content::problems::IN_LOOKS),
    ("problems of rulings", cardwright_rulings::problems::PROBLEMS),
    ("warnings", cardwright_content::problems::OF_NO_USE),
];

/// What can fail in a game: what one can do, and the sentences of the faults against which it helps.
pub fn faults() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
    for (advice, sentences) in [cardwright_script::faults::FAULTS, cardwright_kernel::faults::FAULTS].concat() {
        match all.iter_mut().find(|(known, _)| *known == advice) {
            Some((_, known)) => known.extend(sentences),
            None => all.push((advice, sentences.to_vec())),
        }
    }
    all
}

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../guides");

/// The table of contents, which declares the order: a line for each chapter, under the heading of its part.
pub const CONTENTS: &str = include_str!("../../guides/README.md");

/// A chapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The heading under which it is listed.
    pub part: &'static str,
    /// What it is called: its file without the ending.
    pub name: &'static str,
    /// Its title, as it is listed.
    pub title: &'static str,
    /// What it is about, in a line.
    pub about: &'static str,
    /// Its Markdown.
    pub text: &'static str,
}

/// A heading of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heading<'d> {
    /// How deep it is: 1 for the title of the document.
    pub level: usize,
    /// Its text, which may have code in it.
    pub title: &'d str,
}

impl Heading<'_> {
    /// What links call it.
    pub fn anchor(&self) -> String {
        anchor(self.title)
    }
}

impl Chapter {
    /// The link to a heading of it, from another chapter.
    pub fn link(&self, heading: Heading<'_>) -> String {
        match heading.level {
            1 => format!("{}.md", self.name),
            _ => format!("{}.md#{}", self.name, heading.anchor()),
        }
    }

    /// Its text for readers: without the marks around what is generated.
    pub fn shown(&self) -> String {
        let paragraphs = self.text.split("\n\n").filter(|paragraph| !paragraph.starts_with("<!-- "));
        let shown = paragraphs.collect::<Vec<_>>().join("\n\n");
        format!("{}\n", shown.trim_end())
    }
}

/// The chapters in the order to read them.
pub fn chapters() -> &'static [Chapter] {
    static CHAPTERS: LazyLock<Vec<Chapter>> = LazyLock::new(listed);
    &CHAPTERS
}

fn listed() -> Vec<Chapter> {
    let mut part = "";
    let mut chapters = Vec::new();
    for line in CONTENTS.lines() {
        part = line.strip_prefix("## ").unwrap_or(part);
        let entry = line.strip_prefix("- [").and_then(|entry| entry.split_once("]("));
        if let Some((title, (name, about))) = entry.and_then(|(title, rest)| Some((title, rest.split_once(".md): ")?)))
        {
            let file = FILES.get_file(format!("{name}.md"));
            let text = file.and_then(|file| file.contents_utf8()).unwrap_or_default();
            chapters.push(Chapter { part, name, title, about, text });
        }
    }
    chapters
}

/// The chapter with this name.
pub fn chapter(name: &str) -> Option<&'static Chapter> {
    chapters().iter().find(|chapter| chapter.name == name)
}

/// Every heading of the chapters, with its chapter.
pub fn all_headings() -> impl Iterator<Item = (&'static Chapter, Heading<'static>)> {
    chapters().iter().flat_map(|chapter| headings(chapter.text).map(move |heading| (chapter, heading)))
}

/// The heading that links call so.
pub fn heading(anchor: &str) -> Option<(&'static Chapter, Heading<'static>)> {
    all_headings().find(|(_, heading)| heading.anchor() == anchor)
}

/// The headings of a document.
pub fn headings(text: &str) -> impl Iterator<Item = Heading<'_>> {
    let mut in_code = false;
    text.lines().filter_map(move |line| {
        in_code ^= line.trim_start().starts_with("```");
        let title = line.trim_start_matches('#').strip_prefix(' ')?;
        let level = line.len() - title.len() - 1;
        (level > 0 && !in_code).then_some(Heading { level, title: title.trim_end() })
    })
}

/// What links call a heading.
pub fn anchor(title: &str) -> String {
    let kept = title.to_lowercase().replace(' ', "-");
    kept.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// A chapter is read in one go: it has no more bytes than this.
    const LONGEST: usize = 15_360;

    #[test]
    fn every_chapter_is_in_the_order_and_short() {
        let listed: Vec<String> = chapters().iter().map(|chapter| format!("{}.md", chapter.name)).collect();
        let known: BTreeSet<&str> = listed.iter().map(String::as_str).collect();
        assert_eq!(known.len(), listed.len(), "a chapter is listed twice");
        let files: BTreeSet<&str> = FILES.files().filter_map(|file| file.path().to_str()).collect();
        assert_eq!(files, &known | &BTreeSet::from(["README.md"]), "README.md lists the chapters that there are");
        let long: Vec<_> = chapters().iter().filter(|chapter| chapter.text.len() > LONGEST).collect();
        assert!(long.is_empty(), "these have more than {LONGEST} bytes: {:?}", long.iter().map(|one| one.name));
    }

    #[test]
    fn every_chapter_begins_with_the_title_that_is_listed() {
        for chapter in chapters() {
            let titles: Vec<_> = headings(chapter.text).filter(|heading| heading.level == 1).collect();
            assert_eq!(titles, [Heading { level: 1, title: chapter.title }], "{}", chapter.name);
            assert!(chapter.text.starts_with("# "), "{}", chapter.name);
        }
    }

    /// Rows of keys link to headings without knowing in which chapter they are.
    #[test]
    fn no_two_headings_are_called_alike() {
        let mut anchors: Vec<String> = all_headings().map(|(_, heading)| heading.anchor()).collect();
        anchors.sort();
        let twice: Vec<_> = anchors.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| &pair[0]).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }

    #[test]
    fn headings_are_found_and_what_stands_in_code_is_none() {
        let text = "# A game\n\n```toml\n# cards/a.toml\n```\n\n## `[on.<signal>]`\n#none\n";
        let found: Vec<_> = headings(text).map(|heading| (heading.level, heading.anchor())).collect();
        assert_eq!(found, [(1, "a-game".to_owned()), (2, "onsignal".to_owned())]);
    }

    #[test]
    fn marks_of_what_is_generated_are_not_shown() {
        let text = "# Keys\n\n<!-- generated: keys -->\n\n| Key |\n\n<!-- end of generated: keys -->\n\nMore.\n";
        let chapter = Chapter { part: "", name: "", title: "", about: "", text };
        assert_eq!(chapter.shown(), "# Keys\n\n| Key |\n\nMore.\n");
    }
}
