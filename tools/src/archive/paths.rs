//! Paths that an archive may hold: inside the folders of its pack, and the names of files on every machine.

/// How long a path may be, in bytes: what the oldest form of a tar can hold.
const LONGEST: usize = 180;

/// Names that some machines keep for themselves.
const KEPT: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// The endings of files that belong to a pack.
const ENDINGS: [&str; 5] = [".toml", ".rhai", ".snap", ".md", ".txt"];

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

fn part_problem(part: &str) -> Result<(), &'static str> {
    let stem = part.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let kept = KEPT.iter().any(|kept| {
        stem == *kept
            || stem.strip_prefix(kept).is_some_and(|rest| rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit())
    });
    let strange = |letter: char| letter.is_control() || matches!(letter, '*' | '?' | '"' | '<' | '>' | '|');
    match () {
        () if part.is_empty() || part == "." => Err("a part of it is empty"),
        () if part.starts_with('.') => Err("a part of it is hidden"),
        () if part.ends_with(['.', ' ']) || part.chars().any(strange) => Err("not every machine can have such a file"),
        () if kept => Err("some machines keep this name for themselves"),
        () => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_inside_the_folders_of_the_pack_are_good() {
        for path in ["cards/a/pack.toml", "scripts/a/events/x.rhai", "tests/rulings/a/x/y.snap", "cards/a/LICENSE-MIT"]
        {
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
        ] {
            assert!(check(path, "a").is_err(), "{path}");
        }
        assert!(check(&format!("cards/a/{}.toml", "x".repeat(200)), "a").is_err());
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
    }
}
