//! Packs: which there are, what they require, and which of them make up a game.

use super::desk::{Desk, Doc, Name};
use super::files::{Files, pack_of};
use super::reader::Reader;
use super::tree::{self, Field, Value};
use crate::base::Problem;
use std::collections::{BTreeMap, BTreeSet};

/// The packs that have a ruleset, in the order of their names.
pub fn games(files: &Files) -> Vec<&str> {
    files.iter().filter_map(|(path, _)| game_of(path)).collect()
}

/// The names of the packs that make up a game, in order. Problems with them are reported, and problems with
/// packs that belong to no game at all.
pub(super) fn resolve<'t>(desk: &Desk, files: &'t Files, game: &str) -> Vec<&'t str> {
    let packs = Packs::of(files);
    let mut members = Vec::new();

    for (name, pack) in &packs.0 {
        let games = packs.games(name);

        if games.contains(game) || games.is_empty() {
            packs.check(desk, name, pack, &games);
        }
        if games.contains(game) {
            members.push(*name);
        }
    }
    members
}

/// The pack whose ruleset this file is.
fn game_of(path: &str) -> Option<&str> {
    path.strip_prefix("cards/")?.strip_suffix("/ruleset.toml").filter(|pack| !pack.contains('/'))
}

/// A pack, as far as its `pack.toml` tells.
#[derive(Default)]
struct Pack<'t> {
    /// The path of `pack.toml`, its fields and its syntax errors.
    file: Option<(&'t str, Vec<Field<'t>>, Vec<Problem>)>,
    has_ruleset: bool,
}

impl Pack<'_> {
    fn requires(&self) -> Vec<Name<'_>> {
        let Some((_, fields, _)) = &self.file else {
            return Vec::new();
        };
        let named = tree::texts(fields, "requires").into_iter();
        named.map(|(text, span)| Name { text, span }).collect()
    }

    /// `SF-01` and so on, as `rules = { prefix = "SF", from = 1, to = 67 }` says.
    fn rules(&self) -> Vec<String> {
        let Some((_, fields, _)) = &self.file else {
            return Vec::new();
        };
        let rules = tree::table(fields, "rules");
        let number = |key: &str| match tree::field(rules, key).map(|field| &field.node.value) {
            Some(Value::Number(number)) => u32::try_from(*number).ok(),
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
struct Packs<'t>(BTreeMap<&'t str, Pack<'t>>);

impl<'t> Packs<'t> {
    fn of(files: &'t Files) -> Self {
        let mut packs: BTreeMap<&str, Pack<'_>> = BTreeMap::new();

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
        self.reach(name).into_iter().filter(|name| has_ruleset(name)).collect()
    }

    /// The packs that this one requires, through however many others; itself only in a circle.
    fn reach(&self, name: &str) -> BTreeSet<&str> {
        let mut reached = BTreeSet::new();
        let mut open = vec![name];

        while let Some(pack) = open.pop().and_then(|name| self.0.get(name)) {
            for required in pack.requires() {
                if reached.insert(required.text) {
                    open.push(required.text);
                }
            }
            open.retain(|name| self.0.contains_key(name));
        }
        reached
    }

    fn check(&self, desk: &Desk, name: &str, pack: &Pack<'_>, games: &BTreeSet<&str>) {
        let Some((path, fields, errors)) = &pack.file else {
            let path = format!("cards/{name}/pack.toml");
            let problem = Problem::new("pack-file-missing", &path, format!("the pack `{name}` has no `pack.toml`"));
            let help = format!("write it with the keys `name = \"{name}\"`, `title` and `version`");
            return desk.report(problem.help(help));
        };
        let doc = desk.open(path, fields.clone(), errors.clone());
        check_file(&doc, name);
        self.check_requires(&doc, name, pack, games);
    }

    fn check_requires(&self, doc: &Doc<'_>, name: &str, pack: &Pack<'_>, games: &BTreeSet<&str>) {
        let page = doc.page;
        let mut sound = true;

        for required in pack.requires() {
            if !self.0.contains_key(required.text) {
                let message = format!("there is no pack `{}`", required.text);
                page.unknown("pack-unknown", required, message, self.0.keys().copied());
                sound = false;
            } else if required.text == name || self.reach(required.text).contains(name) {
                let message = format!("`{name}` and `{}` require each other", required.text);
                page.report(page.problem("pack-cycle", required.span, message).label("closes a circle"));
                sound = false;
            } else if pack.has_ruleset {
                let message = format!("`{name}` has a ruleset of its own and cannot require another pack");
                page.report(page.problem("pack-of-two-games", required.span, message));
            }
        }
        if games.len() > 1 {
            let games: Vec<&str> = games.iter().copied().collect();
            let message = format!("`{name}` belongs to several games: {}", games.join(", "));
            page.report(Problem::new("pack-of-two-games", page.path, message));
        }
        if games.is_empty() && sound && !page.desk.is_broken(page.path) {
            let message = format!("`{name}` belongs to no game");
            let problem = Problem::new("pack-without-game", page.path, message);
            page.report(problem.help("require the pack of its game, or give it a `ruleset.toml`"));
        }
    }
}

fn check_file(doc: &Doc<'_>, folder: &str) {
    let page = doc.page;
    let mut reader = Reader::new(page, "a pack", &(0..0), &doc.fields);

    if let Some(name) = reader.required_text("name").filter(|name| name.text != folder) {
        let message = format!("the pack in the folder `{folder}` is called `{}`", name.text);
        let problem = page.problem("pack-name", name.span, message);
        page.report(problem.label(format!("write `{folder}`, or rename the folder")));
    }
    reader.required_text("title");
    reader.required_text("version");
    reader.words("authors");
    reader.text("licence");
    reader.words("requires");
    if let Some(mut rules) = reader.table("rules", "the numbers of rules") {
        rules.required_text("prefix");
        rules.require("to");
        rules.count::<u32>("from", 0);
        rules.count::<u32>("to", 0);
        rules.finish();
    }
    if let Some(engine) = reader.text("engine").filter(|engine| !fits(engine.text)) {
        let message = format!("this pack is for engine {}, and this is {}", engine.text, env!("CARGO_PKG_VERSION"));
        page.report(page.problem("engine-mismatch", engine.span, message));
    }
    reader.finish();
}

/// Whether this engine has the version, as far as it is given.
fn fits(version: &str) -> bool {
    let mut own = env!("CARGO_PKG_VERSION").split('.');
    version.split('.').all(|part| own.next() == Some(part))
}

/// What a pack tells of itself, and the games to which it belongs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackInfo {
    /// Its name: that of its folder.
    pub name: String,
    /// How people call it.
    pub title: String,
    /// Its version.
    pub version: String,
    /// The packs that it requires.
    pub requires: Vec<String>,
    /// The packs whose games it is part of: one, if nothing is wrong.
    pub games: Vec<String>,
    /// The numbers of the rules that it implements: each must be shown by a ruling.
    pub rules: Vec<String>,
}

/// All packs, in the order of their names, as far as their files can be read.
pub fn packs(files: &Files) -> Vec<PackInfo> {
    let packs = Packs::of(files);
    let info = |(name, pack): (&&str, &Pack<'_>)| {
        let text = |key: &str| {
            let fields = pack.file.as_ref().map(|(_, fields, _)| fields);
            fields.and_then(|fields| tree::texts(fields, key).first().map(|(text, _)| text.to_string()))
        };
        PackInfo {
            name: (*name).to_string(),
            title: text("title").unwrap_or_default(),
            version: text("version").unwrap_or_default(),
            requires: pack.requires().iter().map(|required| required.text.to_string()).collect(),
            games: packs.games(name).into_iter().map(str::to_string).collect(),
            rules: pack.rules(),
        }
    };
    packs.0.iter().map(info).collect()
}
