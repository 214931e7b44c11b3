//! Pictures of packs: what is wrong with those that are drawings.

use cardwright_content::Files;
use cardwright_kernel::problems::Problems;
use cardwright_pictures::Judge;
use std::collections::BTreeSet;

/// What this judge finds wrong with the SVG files of the packs of a game.
pub fn problems(judge: &Judge, files: &Files, game: &str) -> Problems {
    if files.images().all(|(path, _)| !path.ends_with(".svg")) {
        return Problems::new();
    }
    let of_game = cardwright_content::packs(files).into_iter().filter(|info| info.games.iter().any(|it| it == game));
    let members: BTreeSet<String> = of_game.map(|info| info.name.to_string()).collect();
    judge.problems(files, |pack| members.contains(pack))
}
