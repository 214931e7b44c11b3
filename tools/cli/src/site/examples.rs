//! Examples: for each verb and property a function that uses it, and what comes of it.
//!
//! The scripts under `tests/examples/` are played at a table with something of everything; a test does the same, so that
//! an example that fails fails the test. Where a verb is not shown by one of them, a script of a pack shows it, which its
//! rulings play.

use super::SiteContext;
use cardwright_content::Files;
use cardwright_game::{Ruleset, RulesetInside, load};
use cardwright_kernel::problems::Colour;
use cardwright_rulings::packs::Packs;
use cardwright_rulings::rulings::{self, RulingFile};
use cardwright_script::check::Meaning;
use cardwright_script::syntax::{LineSpan, comments, tokens};
use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

static EXAMPLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../tests/examples");
static PACKS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../tests/packs");
static UNUSUAL: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../tests/unusual");

/// The game that the examples are written for.
pub const GAME: &str = "spellfire";
/// The pack in which they are staged.
const PACK: &str = "examples";

/// A function that shows something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The script.
    pub path: String,
    /// The function, with the comment above it.
    pub code: String,
}

/// The names and the scripts of the examples, by name; those that show one thing go before those that are unusual.
pub fn scripts() -> Vec<(String, &'static str)> {
    let of = |dir: &'static Dir<'static>, prefix: &'static str| {
        let scripts = dir.files().filter(|file| file.path().extension().is_some_and(|it| it == "rhai"));
        let mut scripts: Vec<(String, &'static str)> = scripts
            .filter_map(|file| {
                let stem = file.path().file_stem()?.to_string_lossy().into_owned();
                Some((format!("{prefix}{stem}"), file.contents_utf8()?))
            })
            .collect();
        scripts.sort();
        scripts
    };
    of(&EXAMPLES, "a-").into_iter().chain(of(&UNUSUAL, "b-")).collect()
}

/// The name of the card that has an example as its script.
pub fn card(name: &str) -> String {
    format!("Example {}", &name[2..].replace('-', " "))
}

/// The packs with the examples among them, and the traces of the examples by the paths of their scripts.
pub(super) fn staged(packs: &Packs) -> (Packs, BTreeMap<String, String>) {
    let scripts = scripts();
    let mut all = packs.files.clone();
    of_tests().into_iter().for_each(|pack| all.overlay(pack));
    let staged = Packs { files: files(&all, &scripts), ..packs.clone() };
    let Some(ruleset) = load(&staged.files, GAME).ruleset else { return (packs.clone(), BTreeMap::new()) };
    let trace = |(name, _): &(String, &str)| Some((path(name), play(name, &ruleset).ok()?));
    let traces = scripts.iter().filter_map(trace).collect();
    (staged, traces)
}

/// The packs that the tests play, each with its game: they show what no other game has.
fn of_tests() -> Vec<Files> {
    fn gather(dir: &Dir<'static>, root: &std::path::Path, pairs: &mut Vec<(String, &'static str)>) {
        for file in dir.files() {
            let path = file.path().strip_prefix(root).unwrap_or(file.path()).to_string_lossy().replace('\\', "/");
            if path.ends_with(".toml") || path.ends_with(".rhai") {
                pairs.extend(file.contents_utf8().map(|text| (path, text)));
            }
        }
        dir.dirs().for_each(|dir| gather(dir, root, pairs));
    }
    let mut packs = Vec::new();
    for dir in PACKS.dirs() {
        let mut pairs = Vec::new();
        gather(dir, dir.path(), &mut pairs);
        packs.push(Files::new(pairs));
    }
    packs
}

/// These files with a pack of the examples.
pub fn files(files: &Files, scripts: &[(String, &str)]) -> Files {
    let head = format!("name = \"{PACK}\"\ntitle = \"Examples\"\nversion = \"0.1.0\"\nrequires = [\"{GAME}\"]\n");
    let mut own = vec![(format!("cards/{PACK}/pack.toml"), head)];
    for (name, text) in scripts {
        // Lines that begin so are further lines of the card's file.
        let more: String =
            text.lines().filter_map(|line| line.strip_prefix("//+ ")).map(|line| format!("{line}\n")).collect();
        let name_and_text = format!("name = \"{}\"\npolarity = \"helpful\"\ntext = \"An example.\"\n", card(name));
        let printed = format!("{name_and_text}{more}");
        own.push((format!("cards/{PACK}/events/{name}.toml"), printed));
        own.push((path(name), (*text).to_string()));
    }
    let old = files.iter().map(|(path, text)| (path.to_string(), text.to_string()));
    let files_of_packs = Files::new(old.chain(own));
    if files.has_images() { files_of_packs.with_images(files.images()) } else { files_of_packs }
}

fn path(name: &str) -> String {
    format!("scripts/{PACK}/events/{name}.rhai")
}

/// Whether a file belongs to the pack of the examples.
pub(super) fn is_example(path: &str) -> bool {
    path.split('/').nth(1) == Some(PACK)
}

/// The trace of an example that is played.
///
/// # Errors
/// What went wrong.
pub fn play(name: &str, ruleset: &Ruleset) -> Result<String, String> {
    let file = ruling(name);
    let ruling = rulings::read(&file, ruleset).map_err(|problems| problems.render(&file.source(), Colour::Plain))?;
    let run = rulings::run(&ruling, ruleset, &ruleset.host());
    let failed = run.trace.lines().find(|line| line.trim_start().starts_with("! "));
    match failed {
        Some(line) => Err(line.to_string()),
        None if run.trace.contains(&format!("- {} resolves", card(name))) => Ok(run.trace),
        None => Err(format!("it does not resolve:\n{}", run.trace)),
    }
}

/// A table with something of everything, at which the example is played.
fn ruling(name: &str) -> RulingFile {
    let card = card(name);
    let text = format!(
        "claim = \"An example.\"\n\n[A]\nhand = [\"{card}\", {{ dull = 2 }}]\npool = [\"Griffin\"]\n\
         formation = [\"Cormyr\", \"Celene\"]\ndiscard = [{{ dull = 2 }}]\ndraw = [{{ dull = 9 }}]\n\n\
         [B]\nhand = [{{ dull = 3 }}]\npool = []\nformation = [\"Menzoberranzan\", \"Ancient Kalidnay\"]\n\
         discard = [{{ dull = 2 }}]\ndraw = [{{ dull = 9 }}]\n\n\
         [play]\nsteps = \"\"\"\nA plays {card}\nall pass\nall pass\nall pass\n\"\"\"\n"
    );
    let path = format!("tests/rulings/{PACK}/examples/{name}.toml");
    RulingFile { root: PathBuf::new(), path: path.into(), text: text.into() }
}

/// For each way to write a verb or property, the functions that use it: examples first, at most so many.
pub(super) fn by_usage(context: &SiteContext<'_>) -> BTreeMap<String, Vec<Example>> {
    const MOST: usize = 2;
    let mut found: BTreeMap<String, Vec<Example>> = BTreeMap::new();
    for (_, lens) in &context.lenses {
        let mut known = BTreeMap::new();
        let mut all = lens.all_symbol_uses();
        all.sort_by_key(|(path, _)| (!is_example(path), path.clone()));
        for (path, symbol_uses) in all {
            let text = lens.rules().scripts.get(&path).map_or("", |source| &*source.text);
            for sight in symbol_uses {
                let usages = match &sight.means {
                    Meaning::Member { of, name } => known
                        .entry((format!("{of:?}"), name.clone()))
                        .or_insert_with(|| {
                            let named = |member: &cardwright_game::Member| *member.name == **name;
                            let members = lens.members(of).into_iter().filter(named);
                            let found: Vec<String> = members.map(|member| member.usage).collect();
                            // A function with one argument can be written behind a dot as well.
                            let free = lens.functions().into_iter().filter(named).map(|member| member.usage);
                            if found.is_empty() { free.collect() } else { found }
                        })
                        .clone(),
                    Meaning::Free(name) => {
                        let free = lens.functions().into_iter().filter(|member| *member.name == **name);
                        free.map(|member| member.usage).collect()
                    }
                    _ => continue,
                };
                for usage in usages {
                    let examples = found.entry(usage).or_default();
                    let code = function_at(text, sight.at);
                    if examples.len() < MOST && !examples.iter().any(|example| example.code == code) {
                        examples.push(Example { path: path.to_string(), code: code.to_string() });
                    }
                }
            }
        }
    }
    found
}

/// The function around a location, with the comment above it.
fn function_at(text: &str, at: LineSpan) -> &str {
    let before = (at.line as usize).saturating_sub(1);
    let line: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
    let Some(function) = functions(text).into_iter().rfind(|function| function.start <= line) else { return text };
    let is_beside = |comment: &Range<usize>, next: usize| {
        comment.end <= next && text[comment.end..next].trim().is_empty() && !text[comment.end..next].contains("\n\n")
    };
    let comments = comments(text).into_iter().rev().skip_while(|comment| comment.start > function.start);
    let start =
        comments.fold(function.start, |next, comment| if is_beside(&comment, next) { comment.start } else { next });
    let rest = text[function.end..].find('\n').map_or(text.len(), |at| function.end + at + 1);
    &text[start..rest]
}

/// Where the functions of a script are, with `private` before one.
fn functions(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let (mut open, mut start) = (0_usize, None);
    for token in tokens(text) {
        let written = &text[token.span.clone()];
        match written {
            "private" | "fn" if open == 0 => start = start.or(Some(token.span.start)),
            "{" | "#{" => open += 1,
            "}" => {
                open = open.saturating_sub(1);
                found.extend(start.take_if(|_| open == 0).map(|start| start..token.span.end));
            }
            _ => {}
        }
    }
    found
}

/// Verbs that do the same for whatever has attributes: one example of each is enough.
const OF_ALL: [&str; 2] = [".attribute(", ".set_attribute("];

fn is_shown_elsewhere<'s>(usage: &str, mut shown: impl Iterator<Item = &'s String>) -> bool {
    OF_ALL.iter().find(|verb| usage.contains(**verb)).is_some_and(|verb| shown.any(|other| other.contains(verb)))
}

/// The verbs and properties of the engine that no script shows.
pub fn missing(packs: &Packs) -> Vec<String> {
    let (staged, _) = staged(packs);
    let lenses = cardwright_content::games(&staged.files).into_iter();
    let lenses = lenses.map(|game| (game.to_string(), cardwright_game::Lens::new(&staged.files, game))).collect();
    let shown = by_usage(&SiteContext { packs: &staged, games: Vec::new(), lenses });
    let all = cardwright_game::verbs().into_iter().map(|verb| verb.usage);
    all.filter(|usage| !shown.contains_key(usage) && !is_shown_elsewhere(usage, shown.keys())).collect()
}
