//! Packs: which there are, what they require, and which of them make up a game.

mod requirement;

use crate::keys::{numbered_rules, pack};
use crate::read::context::{Doc, LoadContext, Name, SourceFile};
use crate::read::files::{Files, pack_of};
use crate::read::tree::{self, TomlField, TomlValue};
use cardwright_kernel::problems::Problem;
use requirement::Requirement;
use semver::{Comparator, Version, VersionReq};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The packs that have a ruleset, in the order of their names.
pub fn games(files: &Files) -> Vec<&str> {
    files.iter().filter_map(|(path, _)| game_of(path)).collect()
}

/// The packs that make up a game: each after those that it needs, otherwise by name. Problems with them are reported,
/// and problems with packs that belong to no game at all.
pub(crate) fn resolve<'t>(context: &LoadContext, files: &'t Files, game: &str) -> Vec<GamePack<'t>> {
    let packs = Packs::of(files);
    let mut members = Vec::new();

    for (name, pack) in &packs.0 {
        let games = packs.games(name);

        let is_whole = files.unreadable(|pack| pack == *name).is_empty();
        if is_whole && (games.contains(game) || games.is_empty()) {
            packs.check(context, name, pack, &games);
        }
        if games.contains(game) {
            members.push(*name);
        }
    }
    members.extend(packs.libraries(&members));
    packs.check_conflicts(context, &members);
    packs.ordered(members)
}

/// The packs without whose files a pack cannot be played: all that are loaded with its game, or those that a library
/// requires.
pub fn needed(files: &Files, pack: &str) -> BTreeSet<String> {
    let packs = Packs::of(files);
    let games = packs.games(pack);
    let mut needed: BTreeSet<&str> = packs.reach(pack, PackFile::requires);
    for game in &games {
        let members: Vec<&str> = packs.0.keys().copied().filter(|name| packs.games(name).contains(game)).collect();
        needed.extend(packs.libraries(&members));
        needed.extend(members);
    }
    needed.insert(pack);
    needed.into_iter().map(str::to_owned).collect()
}

/// The packs of the same game that replace the board on which a pack is played, and those that require them: with these,
/// what the rulings of the pack say does not hold.
pub fn rivals(files: &Files, pack: &str) -> BTreeSet<String> {
    // Nearly always there is none, and this is asked for every pack.
    if !has_other_boards(files) {
        return BTreeSet::new();
    }
    let packs = Packs::of(files);
    let games = packs.games(pack);
    let own = packs.reach(pack, PackFile::requires);
    let has_board = |name: &str| files.get(&format!("cards/{name}/board.toml")).is_some();
    let is_other = |name: &&&str| **name != pack && !own.contains(**name);
    let of_game = packs.0.keys().filter(|name| packs.games(name).iter().any(|game| games.contains(game)));
    let others: Vec<&str> = of_game.filter(is_other).copied().collect();
    let replaces = |name: &str| has_board(name) && !packs.0.get(name).is_some_and(|pack| pack.has_ruleset);
    let requires = |name: &str| {
        packs.reach(name, PackFile::requires).into_iter().any(|other| others.contains(&other) && replaces(other))
    };
    others.iter().filter(|name| replaces(name) || requires(name)).map(|name| (*name).to_owned()).collect()
}

/// Whether a pack without a ruleset of its own brings a board.
fn has_other_boards(files: &Files) -> bool {
    let boards = files.iter().filter_map(|(path, _)| path.strip_prefix("cards/")?.strip_suffix("/board.toml"));
    boards.into_iter().any(|pack| files.get(&format!("cards/{pack}/ruleset.toml")).is_none())
}

/// A pack of a game, and the packs that come before it because it needs them.
#[derive(Clone, Debug)]
pub(crate) struct GamePack<'t> {
    /// Its name.
    pub name: &'t str,
    /// What it requires or can make use of, through however many others.
    pub needs: BTreeSet<Box<str>>,
    /// The packs that it requires, through however many others.
    pub requires: Arc<[Box<str>]>,
}

/// The pack whose ruleset this file is.
fn game_of(path: &str) -> Option<&str> {
    path.strip_prefix("cards/")?.strip_suffix("/ruleset.toml").filter(|pack| !pack.contains('/'))
}

/// A pack, as its `pack.toml` describes it.
#[derive(Default)]
struct PackFile<'t> {
    /// The path of `pack.toml`, its fields and its syntax errors.
    file: Option<(&'t str, Vec<TomlField<'t>>, Vec<Problem>)>,
    has_ruleset: bool,
}

impl PackFile<'_> {
    fn fields(&self) -> &[TomlField<'_>] {
        self.file.as_ref().map_or(&[], |(_, fields, _)| fields)
    }

    /// What it says of other packs under this key.
    fn said(&self, key: &str) -> Vec<Requirement<'_>> {
        let said = tree::texts(self.fields(), key).into_iter();
        said.map(|(text, span)| Requirement::new(Name { text, span })).collect()
    }

    fn requires(&self) -> Vec<Requirement<'_>> {
        self.said("requires")
    }

    /// Whether it belongs to no game: it shares scripts with those that require it.
    fn is_library(&self) -> bool {
        tree::field(self.fields(), "library").is_some_and(|field| matches!(field.node.value, TomlValue::Flag(true)))
    }

    /// What it requires, and what it comes after if it is there.
    fn follows(&self) -> Vec<Requirement<'_>> {
        self.requires().into_iter().chain(self.said("optional")).collect()
    }

    fn text(&self, key: &str) -> Option<Name<'_>> {
        tree::texts(self.fields(), key).first().map(|(text, span)| Name { text, span: *span })
    }

    fn version(&self) -> &str {
        self.text("version").map_or("", |version| version.text)
    }

    /// `SF-01` and so on, as `rules = { prefix = "SF", from = 1, to = 67 }` says.
    fn rules(&self) -> Vec<String> {
        let rules = tree::table(self.fields(), "rules");
        let number = |key: &str| match tree::field(rules, key).map(|field| &field.node.value) {
            Some(TomlValue::Number(number)) => u32::try_from(*number).ok(),
            _ => None,
        };
        let prefix = tree::texts(rules, "prefix").first().map(|(text, _)| *text);
        match (prefix, number("to")) {
            (Some(prefix), Some(to)) => {
                (number("from").unwrap_or(1)..=to).map(|rule| format!("{prefix}-{rule:02}")).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// All packs, by name.
struct Packs<'t>(BTreeMap<&'t str, PackFile<'t>>);

impl<'t> Packs<'t> {
    fn of(files: &'t Files) -> Self {
        let mut packs: BTreeMap<&str, PackFile<'_>> = BTreeMap::new();

        for (path, text) in files.iter().filter(|(path, _)| !path.starts_with("tests/")) {
            let Some(name) = pack_of(path) else { continue };
            let pack = packs.entry(name).or_default();

            if path.strip_prefix("cards/") == Some(&format!("{name}/pack.toml")) {
                let (fields, errors) = tree::parse(path, text);
                pack.file = Some((path, fields, errors));
            }
            pack.has_ruleset |= game_of(path).is_some();
        }
        Self(packs)
    }

    /// The packs with a ruleset that this one is, or requires through however many others.
    fn games(&self, name: &'t str) -> BTreeSet<&str> {
        let has_ruleset = |name: &str| self.0.get(name).is_some_and(|pack| pack.has_ruleset);

        if has_ruleset(name) {
            return BTreeSet::from([name]);
        }
        self.reach(name, PackFile::requires).into_iter().filter(|name| has_ruleset(name)).collect()
    }

    /// The libraries that these packs require, through however many others.
    fn libraries(&self, members: &[&str]) -> Vec<&'t str> {
        let required: BTreeSet<&str> = members.iter().flat_map(|name| self.reach(name, PackFile::requires)).collect();
        let libraries = self.0.iter().filter(|(name, pack)| pack.is_library() && required.contains(*name));
        libraries.map(|(name, _)| *name).filter(|name| !members.contains(name)).collect()
    }

    /// The packs that this one names in this way, through however many others; itself only in a circle.
    fn reach<'s>(&'s self, name: &str, named: fn(&'s PackFile<'t>) -> Vec<Requirement<'s>>) -> BTreeSet<&'s str> {
        let mut reached = BTreeSet::new();
        let mut open = vec![name];

        while let Some(name) = open.pop() {
            for need in self.0.get(name).map(named).unwrap_or_default() {
                if reached.insert(need.pack) {
                    open.push(need.pack);
                }
            }
        }
        reached
    }

    /// These packs, each after those that it follows, otherwise by name.
    fn ordered(&self, mut open: Vec<&'t str>) -> Vec<GamePack<'t>> {
        let mut done: Vec<GamePack<'t>> = Vec::new();

        while !open.is_empty() {
            let waits = |name: &str| {
                let follows = self.0.get(name).map(PackFile::follows).unwrap_or_default();
                follows.iter().any(|need| need.pack != name && open.contains(&need.pack))
            };
            // In a circle, which is reported, the first by name goes on.
            let next = open.iter().position(|name| !waits(name)).unwrap_or_default();
            let name = open.remove(next);
            let needs = self.reach(name, PackFile::follows).into_iter().map(Box::from).collect();
            let requires = self.reach(name, PackFile::requires).into_iter().map(Box::from).collect();
            done.push(GamePack { name, needs, requires });
        }
        done
    }

    fn check_conflicts(&self, context: &LoadContext, members: &[&str]) {
        for name in members {
            let Some((pack, (path, ..))) = self.0.get(name).and_then(|pack| Some((pack, pack.file.as_ref()?))) else {
                continue;
            };
            for need in pack.said("conflicts").iter().filter(|need| members.contains(&need.pack)) {
                let Some(other) = self.0.get(need.pack) else { continue };
                if !need.accepts(other.version()) {
                    continue;
                }
                let message = format!("`{name}` and `{}` cannot be played together", need.pack);
                let file = SourceFile { context, path };
                let problem = file.problem("pack-conflict", need.said.span, message).label("declared here");
                let problem = problem.help("remove one of them, or leave it out with `--without`");
                file.report(self.note_version(problem, "the other pack", need.pack));
            }
        }
    }

    /// The problem with a note on the version of a pack.
    fn note_version(&self, problem: Problem, message: &str, pack: &str) -> Problem {
        let other = self.0.get(pack);
        let place = other.and_then(|pack| Some((pack.file.as_ref()?.0, pack.text("version")?)));
        match place {
            Some((path, version)) => problem.note_at(message, path, version.span),
            None => problem,
        }
    }

    fn check(&self, context: &LoadContext, name: &str, pack: &PackFile<'_>, games: &BTreeSet<&str>) {
        let Some((path, fields, errors)) = &pack.file else {
            let path = format!("cards/{name}/pack.toml");
            let problem = Problem::new("pack-file-missing", &path, format!("the pack `{name}` has no `pack.toml`"));
            let help = format!("write it with the keys `name = \"{name}\"`, `title` and `version`");
            return context.report(problem.help(help));
        };
        let doc = context.open(path, fields.clone(), errors.clone());
        check_file(&doc, name);
        check_ranges(doc.file, pack);
        self.check_requires(&doc, name, pack, games);
    }

    /// Whether a pack that is there can be used as another says: no circle, and a version that will do.
    fn check_need(&self, file: SourceFile<'_>, name: &str, need: &Requirement<'_>) -> bool {
        let (span, other) = (need.said.span, need.pack);

        if other == name || self.reach(other, PackFile::follows).contains(name) {
            let message = format!("`{name}` and `{other}` require each other");
            file.report(file.problem("pack-cycle", span, message).label("completes a circle"));
            return false;
        }
        let version = self.0.get(other).map_or("", PackFile::version);
        if !need.accepts(version) {
            let message = format!("`{name}` needs `{other}` {}, but this is {version}", need.range);
            let problem = file.problem("pack-version", span, message).label("this version is not present");
            file.report(self.note_version(problem, "its version", other));
        }
        true
    }

    fn check_requires(&self, doc: &Doc<'_>, name: &str, pack: &PackFile<'_>, games: &BTreeSet<&str>) {
        let file = doc.file;
        let mut sound = true;

        for required in pack.requires() {
            let (span, other) = (required.said.span, required.pack);
            if !self.0.contains_key(other) {
                let message = format!("there is no pack `{other}`");
                file.unknown("pack-unknown", Name { text: other, span }, message, self.0.keys().copied());
                sound = false;
            } else if pack.has_ruleset && !self.0.get(other).is_some_and(PackFile::is_library) {
                let message = format!("`{name}` has a ruleset of its own and can only require libraries");
                let problem = file.problem("pack-of-two-games", span, message);
                file.report(problem.help("a library says `library = true` in its `pack.toml`"));
            }
        }
        for need in pack.follows().iter().filter(|need| self.0.contains_key(need.pack)) {
            sound &= self.check_need(file, name, need);
        }
        if games.len() > 1 {
            let games: Vec<&str> = games.iter().copied().collect();
            let message = format!("`{name}` belongs to several games: {}", games.join(", "));
            file.report(Problem::new("pack-of-two-games", file.path, message));
        }
        if games.is_empty() && sound && !pack.is_library() && !file.context.is_broken(file.path) {
            let message = format!("`{name}` belongs to no game");
            let problem = Problem::new("pack-without-game", file.path, message);
            file.report(problem.help("require the pack of its game, or give it a `ruleset.toml`"));
        }
    }
}

/// Reports what is malformed in the ranges of versions under these keys.
fn check_ranges(file: SourceFile<'_>, pack: &PackFile<'_>) {
    let said = ["requires", "optional", "conflicts"].into_iter().flat_map(|key| pack.said(key));

    for need in said.filter(|need| requirement::range(need.range).is_none()) {
        report_range(file, Name { text: need.range, span: need.said.span });
    }
}

fn report_range(file: SourceFile<'_>, range: Name<'_>) {
    let message = format!("`{}` is not a range of versions", range.text);
    let problem = file.problem("version-malformed", range.span, message);
    file.report(problem.help("write `0.2` for all versions compatible with 0.2, or `>=0.2, <0.4`"));
}

fn check_version(file: SourceFile<'_>, version: Name<'_>) {
    if requirement::version_of(version.text).is_none() {
        let problem = file.problem("version-malformed", version.span, format!("`{}` is not a version", version.text));
        file.report(problem.help("a version is three numbers: `0.1.0`"));
    }
}

fn check_file(doc: &Doc<'_>, folder: &str) {
    let file = doc.file;
    let reader = doc.reader(&pack::TABLE);

    if let Some(name) = reader.text(pack::name).filter(|name| name.text != folder) {
        let message = format!("the pack in the folder `{folder}` is called `{}`", name.text);
        let problem = file.problem("pack-name", name.span, message);
        file.report(problem.label(format!("write `{folder}`, or rename the folder")));
    }
    reader.text(pack::title);
    if let Some(version) = reader.text(pack::version) {
        check_version(file, version);
    }
    reader.flag_or(pack::library);
    reader.words(pack::authors);
    reader.text(pack::licence);
    for key in [pack::requires, pack::optional, pack::conflicts] {
        reader.words(key);
    }
    if let Some(rules) = reader.table(pack::rules) {
        rules.text(numbered_rules::prefix);
        rules.number::<u32>(numbered_rules::from);
        rules.number::<u32>(numbered_rules::to);
    }
    if let Some(engine) = reader.text(pack::engine) {
        check_engine(file, engine, folder);
    }
}

/// The engine must be one of those that the pack was made for.
fn check_engine(file: SourceFile<'_>, engine: Name<'_>, folder: &str) {
    const OWN: &str = env!("CARGO_PKG_VERSION");

    match (requirement::range(engine.text), requirement::version_of(OWN)) {
        (Some(range), Some(own)) if !range.matches(&own) => {
            let message = format!("this pack is for engine {}, but this is {OWN}", engine.text);
            let problem = file.problem("engine-mismatch", engine.span, message);
            file.report(problem.help(match is_older(&range, &own) {
                true => format!(
                    "`cardwright migrate {folder}` changes what was only renamed; CHANGELOG.md lists what else is new"
                ),
                false => "it needs another version of Cardwright".to_owned(),
            }));
        }
        (None, _) => report_range(file, engine),
        _ => {}
    }
}

/// Whether this range ends before a version: nothing in it is as new.
fn is_older(range: &VersionReq, version: &Version) -> bool {
    let reaches = |part: &Comparator| {
        let least = Version::new(part.major, part.minor.unwrap_or_default(), part.patch.unwrap_or_default());
        least > *version
    };
    !range.comparators.iter().any(reaches)
}

/// What a pack says about itself, and the games to which it belongs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackInfo {
    /// Its name: that of its folder.
    pub name: String,
    /// How people call it.
    pub title: String,
    /// Its version.
    pub version: String,
    /// For which versions of the engine it was made, as it says.
    pub engine: String,
    /// Who made it.
    pub authors: Vec<String>,
    /// Under which licence it may be passed on.
    pub licence: String,
    /// The packs that it requires.
    pub requires: Vec<String>,
    /// The packs that it comes after if they are there.
    pub optional: Vec<String>,
    /// The packs that it cannot be played with.
    pub conflicts: Vec<String>,
    /// The packs whose games it is part of: one, if nothing is wrong.
    pub games: Vec<String>,
    /// The numbers of the rules that it implements: each must be shown by a ruling.
    pub rules: Vec<String>,
}

/// All packs, in the order of their names, as far as their files can be read.
pub fn packs(files: &Files) -> Vec<PackInfo> {
    let packs = Packs::of(files);
    let info = |(name, pack): (&&str, &PackFile<'_>)| {
        let text = |key: &str| pack.text(key).map(|said| said.text.to_string()).unwrap_or_default();
        let names = |key: &str| pack.said(key).iter().map(|need| need.pack.to_string()).collect();
        PackInfo {
            name: (*name).to_string(),
            title: text("title"),
            version: text("version"),
            engine: text("engine"),
            authors: tree::texts(pack.fields(), "authors").into_iter().map(|(author, _)| author.to_string()).collect(),
            licence: text("licence"),
            requires: names("requires"),
            optional: names("optional"),
            conflicts: names("conflicts"),
            games: packs.games(name).into_iter().map(str::to_string).collect(),
            rules: pack.rules(),
        }
    };
    packs.0.iter().map(info).collect()
}
