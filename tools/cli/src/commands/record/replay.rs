//! `cardwright record replay`: plays a recorded game again, and says what has become of it.

use crate::migrate::migrate;
use crate::out::Out;
use cardwright_content::{Files, file_beside, packs, tree};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::problems::{Colour, Source};
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::disk;
use cardwright_rulings::packs::Packs;
use cardwright_rulings::record::{Again, LARGEST, Record, culprits};
use cardwright_rulings::rulings;
use clap::Args;
use std::path::{Path, PathBuf};

/// Arguments of `cardwright record replay`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The record, as written by `sim --record` or `play`
    file: PathBuf,
    /// Play it with the cards and scripts stored in the record
    #[arg(long)]
    old: bool,
    /// Print the trace
    #[arg(long)]
    trace: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
    let record = read(&arguments.file)?;
    let ruleset = match arguments.old {
        true => old(&record, out)?,
        false => packs.ruleset(&record.game)?,
    };
    let again = record.play(&ruleset, &ruleset.host()).map_err(|why| no_beginning(&arguments.file, &why))?;
    if arguments.trace {
        out.text(&again.trace);
    }
    let lines = again.trace.lines().count();
    if again.trace == record.trace {
        out.line(format_args!(
            "same game: {}, {}",
            crate::counted(again.inputs, "input"),
            crate::counted(lines, "line")
        ));
        record.players().into_iter().for_each(|players| out.line(format_args!("played by {players}")));
        return Ok(Verdict::Fine);
    }
    tell(&record, &again, packs, arguments.old, out);
    Ok(Verdict::Found)
}

/// Reads the record in a file.
pub fn read(file: &Path) -> Result<Record, CommandError> {
    let bytes = disk::read_up_to(file, LARGEST).map_err(|error| CommandError::unreadable(file, &error))?;
    Record::read(&bytes)
        .map_err(|why| CommandError::broken(format!("`{}` is no record of a game: {why}", file.display())))
}

/// What a record says of its beginning does not fit the rules.
pub fn no_beginning(file: &Path, why: &str) -> CommandError {
    CommandError::broken(format!("the game in `{}` cannot start: {why}", file.display()))
        .help("`cardwright record replay --old` plays it with the cards stored in it; a file edited by hand must use names that exist")
}

/// Writes a record.
pub fn write(record: &Record, file: &Path) -> Result<(), CommandError> {
    disk::write(file, record.text()).map_err(|error| CommandError::unwritable(file, &error))
}

/// The rules stored in the record. Those of an earlier version are brought to this one first, as `cardwright migrate` does it.
fn old(record: &Record, out: &mut Out) -> Result<Ruleset, CommandError> {
    let files = record.old_files();
    if record.engine == env!("CARGO_PKG_VERSION") {
        return loaded(record, &files);
    }
    let now = migrated(files.clone());
    let changed = now.iter().filter(|(path, text)| files.get(path) != Some(*text)).count();
    if changed > 0 {
        let files = crate::counted(changed, "file");
        out.line(format_args!("{files} of version {} brought to {}", record.engine, env!("CARGO_PKG_VERSION")));
    }
    loaded(record, &now)
}

fn loaded(record: &Record, files: &Files) -> Result<Ruleset, CommandError> {
    let loaded = cardwright_game::load(files, &record.game);
    loaded.ruleset.ok_or_else(|| {
        let problems = loaded.problems.render(files, Colour::Plain);
        let failure =
            CommandError::broken(format!("this engine cannot load the cards stored in the record\n\n{problems}"));
        failure.help(format!("version {} wrote the record: replay it with that one", record.engine))
    })
}

/// The files of packs in the language of this version.
fn migrated(mut files: Files) -> Files {
    for pack in packs(&files) {
        let changed = migrate(&files, &pack.name).files;
        files = files.with_texts(changed.iter().map(|(path, text)| (&**path, &**text)));
    }
    files
}

/// How the game differs, and which changes cause it.
fn tell(record: &Record, again: &Again, packs: &Packs, old: bool, out: &mut Out) {
    out.line(format_args!("{} of {} inputs fit, but the trace differs:\n", again.inputs, record.log.len()));
    out.text(rulings::diff(&record.trace, &again.trace));
    if let Some(stuck) = &again.stuck {
        out.line(format_args!("\ninput {} does not fit: {stuck}", again.inputs + 1));
    }
    if old {
        out.line(format_args!("\nit was played with engine {}; this is {}", record.engine, env!("CARGO_PKG_VERSION")));
        return;
    }
    let culprits = culprits(record, &packs.files);
    match &culprits[..] {
        [] => out.line("\nno change to a card or script explains this: the engine plays differently"),
        [one] => out.line(format_args!("\nthe cause is the change to {}", named(one, record, packs))),
        several => {
            out.line("\nthe causes are the changes to:");
            several.iter().for_each(|path| out.line(format_args!("- {}", named(path, record, packs))));
        }
    }
}

/// A file, with the card that it is about and the first line that has changed.
fn named(path: &str, record: &Record, packs: &Packs) -> String {
    let (old, new) = (record.files.get(path).map(String::as_str), packs.files.get(path));
    let card = file_beside(path);
    let text = packs.files.get(&card).or_else(|| record.files.get(&card).map(String::as_str));
    let fields = text.map(|text| tree::parse(&card, text).0).unwrap_or_default();
    let card = tree::texts(&fields, "name").first().map(|(name, _)| format!("{name}, ")).unwrap_or_default();
    let place = match (old, new) {
        (Some(old), Some(new)) => format!("{path}:{}", first_difference(old, new)),
        (None, _) => format!("{path}, which is new"),
        (_, None) => format!("{path}, which is gone"),
    };
    format!("{card}{place}")
}

fn first_difference(old: &str, new: &str) -> usize {
    let same = old.bytes().zip(new.bytes()).take_while(|(old, new)| old == new).count();
    Source { path: "", text: new }.line_column(same).0
}
