//! Packs that are kept loaded, and brought up to date file by file.

use super::affected::{Touched, closure};
use super::state::{JudgedRuling, RulingState, judge};
use cardwright_content::pack_of;
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::problems::{Problem, Problems};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::scripts::Scripts;
use cardwright_rulings::packs::{Packs, apart};
use cardwright_rulings::pictures;
use cardwright_rulings::rulings::{self, RulingFile};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Packs, their games and their rulings.
pub struct Bench {
    packs: Packs,
    games: BTreeMap<String, Game>,
    rulings: BTreeMap<Box<str>, JudgedRuling>,
}

/// A game on the bench.
struct Game {
    /// The packs that belong to it.
    packs: BTreeSet<String>,
    problems: Problems,
    /// What can be played; what could be played last is kept by its rules, for telling what a change touches.
    playable: Option<(Ruleset, Rc<dyn Scripts>)>,
    /// With what the rulings of packs are run that do not ask for another board, by these packs.
    apart: BTreeMap<String, (Ruleset, Rc<dyn Scripts>)>,
    last: Option<Ruleset>,
}

impl Bench {
    /// A bench with these packs, loaded; no ruling has been run yet.
    pub fn new(packs: Packs) -> Self {
        let mut bench = Self { packs, games: BTreeMap::new(), rulings: BTreeMap::new() };
        bench.load(|_| true);
        bench
    }

    /// The packs.
    pub const fn packs(&self) -> &Packs {
        &self.packs
    }

    /// Brings the bench up to date after changes of these files, and tells what they touch. Games are loaded anew, no
    /// ruling is run.
    pub fn update(&mut self, changed: &BTreeSet<PathBuf>) -> Touched {
        let mut touched = Touched::default();
        for file in changed {
            let Some((root, path)) = self.inside(file) else { continue };
            self.take(&mut touched, &root, &path, file);
        }
        if touched.content {
            let packs = touched.packs.clone();
            let known = |pack: &String| self.games.values().any(|game| game.packs.contains(pack));
            // What belongs to which game may be another.
            let is_new = !packs.iter().all(known) || changed.iter().any(|file| file.ends_with("pack.toml"));
            self.load(|game| is_new || game.is_none_or(|game| game.packs.iter().any(|pack| packs.contains(pack))));
        }
        // What is there only now is known only now.
        for file in changed {
            let Some((_, path)) = self.inside(file) else { continue };
            touched.add(&path, self.packs.files.get(&path), self.rules_of(&path));
        }
        for path in &touched.rulings {
            self.rulings.remove(path);
        }
        touched
    }

    /// Takes in one changed file, if its name alone says what that means.
    fn take(&mut self, touched: &mut Touched, root: &Path, path: &str, file: &Path) {
        let pack = pack_of(path).unwrap_or_default();
        let plain = path.ends_with(".toml") || path.ends_with(".rhai") || path.ends_with(".snap");
        let known = self.packs.files.iter().any(|(path, _)| pack_of(path) == Some(pack));
        let at_home = self.packs.home_of(pack) == Some(root);

        if !plain || file.is_dir() || !known || !at_home {
            // A folder, or a pack that comes from elsewhere now: anything may be another.
            if !plain && !file.is_dir() && file.exists() {
                return;
            }
            self.packs.read_again();
            (touched.content, touched.anything) = (true, true);
            touched.packs.insert(pack.to_owned());
            return;
        }
        touched.add(path, self.packs.files.get(path), self.rules_of(path));
        if !path.ends_with(".snap") {
            self.packs.read_file_again(root, path);
        }
    }

    /// The root and the path from there of a file.
    fn inside(&self, file: &Path) -> Option<(PathBuf, String)> {
        self.packs.roots.iter().rev().find_map(|root| {
            let inside = file.strip_prefix(root).ok()?.to_string_lossy().replace('\\', "/");
            let hidden = inside.split('/').any(|part| part.starts_with('.'));
            (!hidden && pack_of(&format!("{inside}/")).is_some()).then(|| (root.clone(), inside))
        })
    }

    /// Loads the games that are concerned: those that are on the bench, and those that are new.
    fn load(&mut self, concerned: impl Fn(Option<&Game>) -> bool) {
        let names: Vec<String> = cardwright_content::games(&self.packs.files).into_iter().map(str::to_owned).collect();
        self.games.retain(|name, _| names.contains(name));
        let infos = self.packs.infos();
        for name in names.into_iter().filter(|name| concerned(self.games.get(name))).collect::<Vec<_>>() {
            let loaded = cardwright_game::load(&self.packs.files, &name);
            let mut problems = loaded.told();
            problems.extend(pictures::problems(self.packs.judge, &self.packs.files, &name));
            let old = self.games.remove(&name);
            let playable = loaded.ruleset.map(with_host);
            let last = playable.as_ref().map(|(ruleset, _)| ruleset.clone()).or_else(|| old.and_then(|old| old.last));
            let members = infos.iter().filter(|info| info.games.contains(&name)).map(|info| info.name.clone());
            // A pack that belongs to no game is a problem of all of them.
            let packs = members.chain(infos.iter().filter(|info| info.games.is_empty()).map(|info| info.name.clone()));
            let packs: BTreeSet<String> = packs.collect();
            let apart = apart(&self.packs.files, &name);
            let apart = apart.into_iter().map(|(pack, ruleset)| (pack, with_host(ruleset))).collect();
            let game = Game { packs, problems, playable, apart, last };
            self.games.insert(name, game);
        }
    }

    /// The rules of the game to which a file belongs, as they could be played last.
    fn rules_of(&self, path: &str) -> Option<&Rules> {
        let pack = pack_of(path)?;
        let game = self.games.values().find(|game| game.packs.contains(pack))?;
        game.last.as_ref().map(|ruleset| &**ruleset.rules())
    }

    /// Whether the rulings of some game cannot be run, because something is wrong with it; of this pack's games, if one
    /// is named.
    pub fn waits(&self, pack: Option<&str>) -> bool {
        let concerns = |game: &Game| pack.is_none_or(|pack| game.packs.contains(pack));
        self.games.values().any(|game| game.playable.is_none() && concerns(game))
    }

    /// All problems that are known: in files, in games, in rulings that were looked at, and cards that no ruling shows.
    pub fn problems(&self) -> Problems {
        let mut problems = self.packs.problems.clone();
        problems.extend(self.games.values().flat_map(|game| game.problems.iter().cloned()));
        problems
            .extend(self.rulings.values().flat_map(|judged| judged.problems.iter().cloned()).collect::<Vec<Problem>>());
        problems.extend(self.games.values().flat_map(|game| self.unshown(game)));
        problems
    }

    /// The cards of a game whose texts nothing carries out or shows, once all its rulings were looked at.
    fn unshown(&self, game: &Game) -> Problems {
        let Some((ruleset, _)) = &game.playable else { return Problems::new() };
        let files = self.packs.files.iter().map(|(path, _)| path);
        let own = |path: &&str| {
            let is_ruling = path.starts_with("tests/rulings/") && path.ends_with(".toml");
            is_ruling && pack_of(path).is_some_and(|pack| game.packs.contains(pack))
        };
        let about = |path: &str| self.rulings.get(path)?.about.as_deref();
        rulings::unshown(&self.packs.files, ruleset, files.filter(own).map(about))
    }

    /// The rulings that a change can affect, those that speak of what was touched first, and all others of its games.
    pub fn sorted(&self, touched: &Touched) -> (Vec<RulingFile>, Vec<RulingFile>) {
        let games: Vec<&Game> =
            self.games.values().filter(|game| game.packs.iter().any(|pack| touched.packs.contains(pack))).collect();
        let cards: BTreeSet<Box<str>> = games
            .iter()
            .filter_map(|game| game.last.as_ref())
            .flat_map(|ruleset| closure(&touched.cards, ruleset.rules()))
            .collect();
        let of_games = |file: &RulingFile| games.iter().any(|game| game.packs.contains(file.pack()));
        let all: Vec<RulingFile> = self.packs.rulings("").into_iter().filter(of_games).collect();
        let (mut affected, others): (Vec<_>, Vec<_>) =
            all.into_iter().filter(|_| touched.content || !touched.rulings.is_empty()).partition(|file| {
                let known = self.rulings.get(&file.path);
                let shares = known.is_none_or(|judged| !judged.cards.is_disjoint(&cards) || judged.cards.is_empty());
                touched.rulings.contains(&file.path) || touched.content && (touched.anything || shares)
            });
        let quiet = |file: &RulingFile| self.rulings.get(&file.path).is_some_and(|it| it.outcome == RulingState::Holds);
        affected.sort_by_key(|file| (!touched.rulings.contains(&file.path), quiet(file)));
        (affected, if touched.content { others } else { Vec::new() })
    }

    /// Runs a ruling; none if its game cannot be played. Also returns what came of it before.
    pub fn judge(&mut self, file: &RulingFile) -> Option<(Option<JudgedRuling>, &JudgedRuling)> {
        let game = self.games.values().find(|game| game.packs.contains(file.pack()))?;
        let (ruleset, host) = game.apart.get(file.pack()).or(game.playable.as_ref())?;
        let judged = judge(file, ruleset, host);
        let old = self.rulings.insert(file.path.clone(), judged);
        Some((old, self.rulings.get(&file.path)?))
    }

    /// Forgets the rulings whose files are gone, and counts the others: how many hold, and how many there are.
    pub fn count(&mut self, pack: Option<&str>) -> (usize, usize) {
        let files = &self.packs.files;
        self.rulings.retain(|path, _| files.get(path).is_some());
        let own = |path: &str| pack.is_none_or(|pack| pack_of(path) == Some(pack));
        let all = self.rulings.iter().filter(|(path, _)| own(path));
        let holds = all.clone().filter(|(_, judged)| judged.outcome == RulingState::Holds).count();
        (holds, all.count())
    }
}

fn with_host(ruleset: Ruleset) -> (Ruleset, Rc<dyn Scripts>) {
    let host = ruleset.host();
    (ruleset, host)
}
