//! `cardwright guide`: lists the chapters of the guide, or prints one of them.

use crate::guide::{Chapter, Heading, all_headings, anchor, chapter, chapters, heading};
use crate::out::Out;
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use clap::Args;
use std::io::{self, Write};

/// Arguments of `cardwright guide`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// A chapter, or a heading in one [default: list the chapters]
    #[arg(value_name = "NAME")]
    name: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> Outcome {
    if arguments.name.is_empty() {
        list(out);
        return Ok(Verdict::Fine);
    }
    let name = arguments.name.join(" ");
    let (chapter, heading) = find(&name)?;
    if let Some(heading) = heading {
        let title = heading.title;
        // Nobody is left to be told if this fails.
        let _ = writeln!(io::stderr(), "hint: `{name}` is in the chapter `{}`: {title}", chapter.name);
    }
    out.text(chapter.shown());
    Ok(Verdict::Fine)
}

/// The chapters in the order to read them, by their parts.
fn list(out: &mut Out) {
    let longest = chapters().iter().map(|chapter| chapter.name.len()).max().unwrap_or_default();
    let mut part = "";
    for chapter in chapters() {
        if chapter.part != part {
            let space = if part.is_empty() { "" } else { "\n" };
            out.line(format!("{space}{}:", chapter.part));
            part = chapter.part;
        }
        out.line(format!("  {:longest$}  {}: {}", chapter.name, chapter.title, chapter.about));
    }
}

/// The chapter that is called so; or the first with a heading that is, or that has these words, and the heading.
fn find(name: &str) -> Result<(&'static Chapter, Option<Heading<'static>>), CommandError> {
    let wanted = anchor(name);
    if let Some(chapter) = chapter(&wanted) {
        return Ok((chapter, None));
    }
    let found = heading(&wanted).or_else(|| all_headings().find(|(_, heading)| has_words(&heading.anchor(), &wanted)));
    let found = found.map(|(chapter, heading)| (chapter, Some(heading)));
    found.ok_or_else(|| unknown(name, &wanted))
}

/// Whether these words follow each other in the anchor of a heading.
fn has_words(anchor: &str, words: &str) -> bool {
    !words.is_empty() && format!("-{anchor}-").contains(&format!("-{words}-"))
}

fn unknown(name: &str, wanted: &str) -> CommandError {
    let anchors: Vec<String> = all_headings().map(|(_, heading)| heading.anchor()).collect();
    let names = chapters().iter().map(|chapter| chapter.name);
    let near = cardwright_kernel::text::suggest(wanted, names.chain(anchors.iter().map(String::as_str)));
    let failure = CommandError::usage(format!("the guide has no chapter or heading `{name}`"));
    let failure = near.into_iter().fold(failure, |failure, near| failure.help_more(&format!("did you mean `{near}`?")));
    failure.help_more("`cardwright guide` lists the chapters")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_heading_are_found_whole() {
        assert!(has_words("what-a-position-is-worth", "worth") && has_words("a-board", "board"));
        assert!(!has_words("a-board", "boar") && !has_words("a-board", ""));
    }

    #[test]
    fn every_chapter_and_every_heading_is_found() {
        for (chapter, heading) in all_headings() {
            assert_eq!(find(chapter.name).ok().map(|(found, _)| found), Some(chapter));
            // Where a chapter is called so as well, that is found.
            let named = super::chapter(&heading.anchor()).unwrap_or(chapter);
            assert_eq!(find(heading.title).ok().map(|(found, _)| found), Some(named), "{}", heading.title);
        }
    }
}
