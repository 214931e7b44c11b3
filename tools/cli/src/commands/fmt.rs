//! `cardwright fmt`: one form for the files of packs.

use crate::out::Out;
use cardwright_kernel::problems::Source;
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::disk;
use cardwright_rulings::format::{Rehashed, formatted, has_form};
use cardwright_rulings::packs::Packs;
use clap::Args;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Lines stay where they are broken, and comments in their columns; blanks, indents and empty lines are put in order. A file that
cannot be read, or that would not mean the same, is reported and stays as it is.

Examples:
  cardwright fmt                      the packs around
  cardwright fmt cards/toy --check    whether these files have their form
  cardwright fmt - --as card.toml     standard input, for an editor";

/// The largest text that is read from standard input, in bytes.
const LARGEST_INPUT: u64 = 1 << 20;

/// Arguments of `cardwright fmt`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Files, and folders with all that lies in them; `-` is standard input [default: the packs around]
    paths: Vec<PathBuf>,
    /// Change nothing; list the files that are not in their form, with the first line that differs, and fail if there are any
    #[arg(long)]
    check: bool,
    /// The name of what comes from standard input: it tells TOML from a script
    #[arg(long = "as", value_name = "FILE")]
    name: Option<String>,
}

/// A file of a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    root: PathBuf,
    path: String,
}

/// What has been done.
#[derive(Default)]
struct Tally {
    files: usize,
    changed: usize,
    wrong: usize,
    hashes: Rehashed,
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
    if arguments.paths.iter().any(|path| path.as_os_str() == "-") {
        return arguments.standard_input(out);
    }
    if arguments.name.is_some() {
        return Err(CommandError::usage("`--as` names standard input").help("write `cardwright fmt - --as FILE`"));
    }
    let places = places(&arguments.paths, packs)?;
    let mut tally = Tally::default();
    for place in &places {
        arguments.file(place, &mut tally, out)?;
    }
    if !arguments.check {
        refresh(&places, packs, &tally.hashes, out)?;
    }
    let done = if arguments.check { "not in their form" } else { "formatted" };
    out.line(format_args!("{} of {} {done}", tally.changed, crate::counted(tally.files, "file")));
    Ok(crate::fine_if(tally.wrong == 0 && (tally.changed == 0 || !arguments.check)))
}

impl Arguments {
    fn standard_input(&self, out: &mut Out) -> Outcome {
        let name = self.name.as_deref().filter(|name| has_form(name) && self.paths.len() == 1).ok_or_else(|| {
            CommandError::usage("`-` stands alone, and needs `--as` with a name that ends with `.toml` or `.rhai`")
        })?;
        let mut text = String::new();
        io::stdin()
            .take(LARGEST_INPUT)
            .read_to_string(&mut text)
            .map_err(|error| CommandError::broken(format!("standard input cannot be read: {error}")))?;
        match formatted(name, &text) {
            Ok(now) if self.check => {
                let difference = first_difference(&text, &now);
                difference.iter().for_each(|(line, is)| out.line(format_args!("{name}:{line}: {is}")));
                Ok(crate::fine_if(difference.is_none()))
            }
            Ok(now) => {
                out.data(now);
                Ok(Verdict::Fine)
            }
            Err(problems) => Err(CommandError::broken(
                problems.render(&Source { path: name, text: &text }, cardwright_kernel::problems::Colour::Plain),
            )),
        }
    }

    fn file(&self, place: &Place, tally: &mut Tally, out: &mut Out) -> Result<(), CommandError> {
        let file = place.root.join(&place.path);
        let read =
            disk::read_inside(&place.root, &place.path).map_err(|error| CommandError::unreadable(&file, &error))?;
        let Some(text) = read else { return Ok(()) };
        let shown = file.to_string_lossy();
        tally.files += 1;
        let now = match formatted(&shown, &text) {
            Ok(now) => now,
            Err(problems) => {
                tally.wrong += 1;
                out.rendered(problems.render(&Source { path: &shown, text: &text }, out.colour()));
                return Ok(());
            }
        };
        let Some((line, is)) = first_difference(&text, &now) else { return Ok(()) };
        tally.changed += 1;
        if self.check {
            out.line(format_args!("{shown}:{line}: {is}"));
            return Ok(());
        }
        if place.path.ends_with(".rhai") {
            tally.hashes.note(&text, &now);
        }
        write(place, &now)
    }
}

fn write(place: &Place, text: &str) -> Result<(), CommandError> {
    let file = || place.root.join(&place.path);
    disk::write_inside(&place.root, &place.path, text).map_err(|error| CommandError::unwritable(&file(), &error))
}

/// The first line that differs: its number, and how it is written in its form. Of a file that has only too many lines, that.
fn first_difference(text: &str, now: &str) -> Option<(usize, String)> {
    if text == now {
        return None;
    }
    let is_same = |(one, other): &(&str, &str)| one == other;
    let same = text.split('\n').zip(now.split('\n')).take_while(is_same).count();
    let is = match now.split('\n').nth(same) {
        Some("") => "no line here".to_owned(),
        Some(line) => line.trim_end().to_owned(),
        None => "the file ends here".to_owned(),
    };
    Some((same + 1, is))
}

/// Writes the hashes of functions as they are now into the patches that know them.
fn refresh(places: &[Place], packs: &Packs, hashes: &Rehashed, out: &mut Out) -> Result<(), CommandError> {
    let roots = packs.roots.iter().map(|root| (root.clone(), root.join("cards")));
    let mut patches: BTreeSet<Place> = places.iter().cloned().collect();
    for (root, folder) in roots {
        walk(&root, &folder, &mut patches)?;
    }
    for place in patches {
        let file = place.root.join(&place.path);
        let read =
            disk::read_inside(&place.root, &place.path).map_err(|error| CommandError::unreadable(&file, &error))?;
        let whole = file.to_string_lossy().replace('\\', "/");
        let Some(now) = read.and_then(|text| hashes.refreshed(&whole, &text)) else { continue };
        write(&place, &now)?;
        out.line(format_args!("{}: the hashes of functions that were formatted", file.display()));
    }
    Ok(())
}

/// The files that are meant, each once.
fn places(paths: &[PathBuf], packs: &Packs) -> Result<Vec<Place>, CommandError> {
    let mut places = BTreeSet::new();
    for path in paths {
        if path.is_dir() {
            walk(path, path, &mut places)?;
            continue;
        }
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if !path.is_file() || !has_form(&name) {
            let message = format!("`{}` is no folder, no TOML file and no script", path.display());
            return Err(CommandError::usage(message));
        }
        let root = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        places.insert(Place { root: root.to_path_buf(), path: name });
    }
    if paths.is_empty() {
        for root in &packs.roots {
            for folder in ["cards", "scripts", "tests/rulings"] {
                walk(root, &root.join(folder), &mut places)?;
            }
        }
        if packs.roots.is_empty() {
            return Err(CommandError::usage("there are no packs around").help("name files or folders"));
        }
    }
    Ok(places.into_iter().collect())
}

/// The files under a folder that have a form. Links and hidden folders are not entered, and what Cargo reads is left out.
fn walk(root: &Path, folder: &Path, places: &mut BTreeSet<Place>) -> Result<(), CommandError> {
    if !folder.is_dir() {
        return Ok(());
    }
    let entries = fs::read_dir(folder).map_err(|error| CommandError::unreadable(folder, &error))?;
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() && !name.starts_with('.') && name != "target" {
            walk(root, &path, places)?;
        } else if kind.is_file() && has_form(&name) && name != "Cargo.toml" {
            let inside = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            places.insert(Place { root: root.to_path_buf(), path: inside });
        }
    }
    Ok(())
}
