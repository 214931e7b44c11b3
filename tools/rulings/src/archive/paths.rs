//! Paths that an archive may hold: inside the folders of its pack, and the names of files on every machine.
//!
//! Found once: names in archives.

use cardwright_kernel::text::acts;
use unicase::UniCase;
use unicode_normalization::UnicodeNormalization;

/// How long a path may be, in bytes: what the oldest form of a tar can hold.
const LONGEST: usize = 180;

/// Names that some machines keep for themselves.
const KEPT: [&str; 7] = ["con", "prn", "aux", "nul", "conin$", "conout$", "clock$"];

/// Names that some machines keep for themselves when a digit follows.
const KEPT_WITH_DIGIT: [&str; 2] = ["com", "lpt"];

/// The endings of files that belong to a pack.
const ENDINGS: [&str; 10] = [".toml", ".rhai", ".snap", ".md", ".txt", ".png", ".jpg", ".jpeg", ".webp", ".svg"];

/// Whether a file of this name belongs into an archive.
pub fn belongs(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let licence = ["LICENSE", "LICENCE"].iter().any(|start| name.starts_with(start)) && !name.contains('.');
    licence || ENDINGS.iter().any(|ending| name.ends_with(ending)) && !name.starts_with('.')
}

/// Whether this can be the name of a pack: lower-case letters, digits, `-` and `_`, a letter first.
pub fn is_name(name: &str) -> bool {
    let fits = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || matches!(letter, '-' | '_');
    name.starts_with(|first: char| first.is_ascii_lowercase()) && name.chars().all(fits) && name.len() <= 60
}

/// Whether this can be the version of a pack: digits first, then whatever versions are written with.
pub fn is_version(text: &str) -> bool {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '+');
    text.starts_with(|first: char| first.is_ascii_digit()) && text.chars().all(fits) && text.len() <= 60
}

/// Checks a path in the archive of a pack.
///
/// # Errors
/// Why it may not be there.
pub fn check(path: &str, pack: &str) -> Result<(), &'static str> {
    if path.starts_with('/') || path.contains(['\\', ':']) {
        return Err("it is no path from the root");
    }
    if path.split('/').any(|part| part == "..") {
        return Err("it leads out of the folder");
    }
    let folders = ["cards", "scripts", "tests/rulings"];
    if !folders.iter().any(|folder| path.strip_prefix(&format!("{folder}/{pack}/")).is_some()) {
        return Err("it lies outside of the folders of the pack");
    }
    if path.len() > LONGEST {
        return Err("it is too long");
    }
    match path.split('/').find_map(|part| part_problem(part).err()) {
        Some(why) => Err(why),
        None if !belongs(path) => Err("files like it do not belong to a pack"),
        None => Ok(()),
    }
}

/// The path as a machine may compare it that knows neither case nor how a letter is composed: two paths for which this is
/// the same can be one file.
pub fn folded(path: &str) -> String {
    let folded = |text: &str| UniCase::unicode(text).to_folded_case();
    let once: String = folded(path).nfkd().collect();
    // What was composed of compatible letters may have a case only now.
    folded(&once).nfkc().collect()
}

fn part_problem(part: &str) -> Result<(), &'static str> {
    // A superscript digit counts as its digit, and blanks before the dot as nothing.
    let plain: String = part.nfkc().collect::<String>().to_lowercase();
    let stem = plain.split('.').next().unwrap_or_default().trim_end();
    let numbered = |kept: &&str| {
        let rest = stem.strip_prefix(*kept).unwrap_or_default();
        rest.chars().count() == 1 && rest.chars().all(char::is_numeric)
    };
    let is_kept = KEPT.contains(&stem) || KEPT_WITH_DIGIT.iter().any(numbered);
    match () {
        () if part.is_empty() || part == "." => Err("a part of it is empty"),
        () if part.starts_with('.') => Err("a part of it is hidden"),
        () if part.chars().any(acts) => Err("a part of it has a character that cannot be seen"),
        () if part.chars().any(is_unseen) => Err("a part of it has a character that cannot be seen"),
        () if part.ends_with('.') || part.contains(['*', '?', '"', '<', '>', '|', '\t', '\n']) => {
            Err("not every machine can have such a file")
        }
        () if has_loose_blank(part) => Err("a blank begins or ends a part of it"),
        () if is_kept => Err("some machines keep this name for themselves"),
        () if !part.nfc().eq(part.chars()) => Err("its letters are not composed (it is not in the form NFC)"),
        () => Ok(()),
    }
}

/// Whether a blank stands where some machines drop it: at either end, or before a dot.
fn has_loose_blank(part: &str) -> bool {
    part.split('.').any(|piece| piece.ends_with(' ')) || part.starts_with(' ')
}

/// Whether a character has no shape: joiners, variants, fillers, tags, blanks other than the plain one, what is private or
/// no character at all.
fn is_unseen(letter: char) -> bool {
    letter.is_whitespace() && letter != ' '
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{ffff}' | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}'
            | '\u{e0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_inside_the_folders_of_the_pack_are_good() {
        for path in [
            "cards/a/pack.toml",
            "scripts/a/events/x.rhai",
            "tests/rulings/a/x/y.snap",
            "cards/a/LICENSE-MIT",
            "cards/a/a b.toml",
            "cards/a/dragon's calm!.toml",
            "cards/a/é.toml",
            "cards/a/龍.toml",
            "cards/a/हिन्दी.toml",
            "cards/a/com.toml",
            "cards/a/com10.toml",
            "cards/a/console.toml",
        ] {
            assert_eq!(check(path, "a"), Ok(()), "{path}");
        }
        for path in [
            "/cards/a/x.toml",
            "cards/a/../b/x.toml",
            "../cards/a/x.toml",
            "cards/b/x.toml",
            "cards/a",
            "cards/a/",
            "cards/a//x.toml",
            "cards/a/./x.toml",
            "cards\\a\\x.toml",
            "C:/cards/a/x.toml",
            "cards/a/.hidden.toml",
            "cards/a/con.toml",
            "cards/a/LPT1.toml",
            "cards/a/x.toml ",
            "cards/a/x\n.toml",
            "cards/a/x*.toml",
            "cards/a/x.exe",
            "src/a/x.toml",
            // Attack 15.
            "cards/a/com\u{b9}.toml",
            "cards/a/LPT\u{2075}.x.toml",
            "cards/a/conin$.toml",
            "cards/a/CONOUT$.toml",
            "cards/a/aux .toml",
            "cards/a/ aux.toml",
            "cards/a/x .toml",
            "cards/a/x /y.toml",
            "cards/a/a\u{202e}b.toml",
            "cards/a/a\u{200f}b.toml",
            "cards/a/a\u{200b}b.toml",
            "cards/a/a\u{feff}b.toml",
            "cards/a/a\u{a0}b.toml",
            "cards/a/a\u{9b}b.toml",
            "cards/a/a\u{1b}b.toml",
            "cards/a/e\u{301}.toml",
            "cards/a/sub/LICENSE-\u{1b}[31m",
        ] {
            assert!(check(path, "a").is_err(), "{path}");
        }
        assert!(check(&format!("cards/a/{}.toml", "x".repeat(200)), "a").is_err());
    }

    #[test]
    fn paths_that_can_be_one_file_are_folded_to_one() {
        for (one, other) in [
            ("A/b", "a/B"),
            ("\u{e9}", "e\u{301}"),
            ("stra\u{df}e", "STRASSE"),
            ("\u{fb01}t", "FIT"),
            ("\u{212a}", "k"),
            ("\u{3a3}\u{3c2}", "\u{3c3}\u{3c3}"),
            ("\u{130}", "i\u{307}"),
            ("\u{ff21}", "a"),
        ] {
            assert_eq!(folded(one), folded(other), "{one} {other}");
            assert_eq!(folded(&folded(one)), folded(one));
        }
        assert_ne!(folded("a"), folded("b"));
    }

    #[test]
    fn names_of_packs_are_small() {
        assert!(
            is_name("my-pack2")
                && is_name("my_pack")
                && !is_name("")
                && !is_name("2x")
                && !is_name("My")
                && !is_name("a/b")
        );
        assert!(is_version("1") && is_version("0.2.0-beta.1+x"));
        for version in ["", "x", "../x", "0.1.0/../../x", "0.1.0\u{1b}[31m", "0.1.0 "] {
            assert!(!is_version(version), "{version}");
        }
    }
}
