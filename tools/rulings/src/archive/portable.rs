//! Whether the files of packs can be passed on: what no archive can hold, on this machine or another.

use super::paths;
use super::spellings::{Clash, Spellings};
use cardwright_content::{Files, pack_of};
use cardwright_kernel::problems::Problem;
use std::collections::BTreeMap;

/// Warnings of files that `pack build` would refuse: of those whose paths are `meant`.
pub fn unportable(files: &Files, meant: impl Fn(&str) -> bool) -> Vec<Problem> {
    let mut paths: Vec<&str> = files.iter().map(|(path, _)| path).chain(files.images().map(|(path, _)| path)).collect();
    paths.retain(|path| meant(path));
    paths.sort_unstable();
    let mut spellings: BTreeMap<&str, Spellings> = BTreeMap::new();
    paths.into_iter().filter_map(|path| problem(path, spellings.entry(pack_of(path)?).or_default())).collect()
}

fn problem(path: &str, spellings: &mut Spellings) -> Option<Problem> {
    let pack = pack_of(path)?;
    let why = match (paths::check(path, pack), spellings.add(path)) {
        (Err(why), _) => why,
        (Ok(()), Err(Clash::Twice)) => "on some machines another file or folder of the pack has the same name",
        (Ok(()), Err(Clash::FileAndFolder)) => "on some machines a file and a folder would have this name",
        (Ok(()), Ok(())) => return None,
    };
    let problem = Problem::new("file-unportable", path, format!("no archive can hold this file: {why}"));
    Some(problem.warning().help("give it another name; `cardwright pack build` refuses the pack as it is"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_names_and_names_that_differ_in_case_are_told() {
        let paths = ["cards/a/x/nul.toml", "cards/a/x/one.toml", "cards/a/x/One.toml", "cards/b/x/ONE.toml"];
        let files = Files::new(paths.map(|path| (path, "")));
        let found = |meant: &dyn Fn(&str) -> bool| {
            let problems = unportable(&files, meant);
            problems.iter().map(|problem| problem.path.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(found(&|_| true), ["cards/a/x/nul.toml", "cards/a/x/one.toml"]);
        assert!(found(&|path| path.starts_with("cards/b/")).is_empty());
        assert!(unportable(&files, |_| true).iter().all(|problem| problem.is_warning));
    }
}
