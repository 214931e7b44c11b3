//! `cardwright csv`: the cards of a pack as a sheet, and back.

use super::pack::new_problems;
use crate::out::Out;
use crate::sheet::{self, Sheet};
use cardwright_content::Files;
use cardwright_game::RulesetInside;
use cardwright_kernel::problems::Colour;
use cardwright_kernel::rules::{Kind, Rules};
use cardwright_kernel::text::text_of;
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::disk;
use cardwright_rulings::packs::Packs;
use clap::{Args, Subcommand};
use std::fs;
use std::path::PathBuf;

/// Arguments of `cardwright csv`.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(subcommand)]
    what: CsvCommand,
}

/// Out or in.
#[derive(Subcommand, Debug)]
enum CsvCommand {
    /// Write the cards of one kind as CSV
    Out(OutArguments),
    /// Write what a sheet changed back into the files of the cards
    In(InArguments),
}

/// Arguments of `cardwright csv out`.
#[derive(Args, Debug)]
struct OutArguments {
    /// The pack
    pack: String,
    /// The kind of card, as named in the ruleset
    kind: String,
    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Arguments of `cardwright csv in`.
#[derive(Args, Debug)]
struct InArguments {
    /// The pack
    pack: String,
    /// The kind of card, as named in the ruleset
    kind: String,
    /// The sheet
    file: PathBuf,
    /// Show what would change, without changing anything
    #[arg(long)]
    dry: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
    match &arguments.what {
        CsvCommand::Out(arguments) => write(arguments, packs, out),
        CsvCommand::In(arguments) => read(arguments, packs, out),
    }
}

fn kind<'r>(rules: &'r Rules, name: &str) -> Result<&'r Kind, CommandError> {
    let kinds = || rules.kinds.iter().filter(|(_, kind)| !kind.folder.is_empty());
    let found = kinds().find(|(key, _)| &***key == name).map(|(_, kind)| kind);
    found.ok_or_else(|| CommandError::unknown("kind", name, kinds().map(|(key, _)| &**key)))
}

fn write(arguments: &OutArguments, packs: &Packs, out: &mut Out) -> Outcome {
    let ruleset = packs.ruleset(&arguments.pack)?;
    let kind = kind(ruleset.rules(), &arguments.kind)?;
    let sheet = Sheet::new(ruleset.rules(), kind, &arguments.pack);
    let csv = sheet::written(&sheet.columns(), &sheet.rows(&packs.files)).map_err(CommandError::broken)?;
    match &arguments.out {
        None => out.data(csv),
        Some(file) => {
            disk::write(file, csv).map_err(|error| CommandError::unwritable(file, &error))?;
            out.line(format_args!("wrote {}", file.display()));
        }
    }
    Ok(Verdict::Fine)
}

fn read(arguments: &InArguments, packs: &Packs, out: &mut Out) -> Outcome {
    let ruleset = packs.ruleset(&arguments.pack)?;
    let kind = kind(ruleset.rules(), &arguments.kind)?;
    let shown = arguments.file.display();
    let bytes = fs::read(&arguments.file).map_err(|error| CommandError::unreadable(&arguments.file, &error))?;
    // Spreadsheets offer other encodings.
    let csv =
        text_of(&bytes).map_err(|why| CommandError::broken(format!("`{shown}`: {why}")).help("save it as UTF-8"))?;
    let edited = sheet::put(&Sheet::new(ruleset.rules(), kind, &arguments.pack), &packs.files, csv);
    if !edited.wrong.is_empty() {
        let message =
            format!("nothing was changed, because something is wrong with `{shown}`:\n\n{}", edited.wrong.join("\n"));
        return Err(CommandError::broken(message));
    }
    let old = packs.files.iter().map(|(path, text)| (path.to_owned(), text.to_owned()));
    let new = edited.files.iter().map(|(path, text)| (path.clone(), text.clone()));
    let after = Packs { files: Files::new(old.chain(new)), ..packs.clone() };
    let problems = new_problems(packs, &after, &arguments.pack);
    if !problems.is_empty() {
        let shown = problems.render(&after.files, Colour::Plain);
        return Err(CommandError::broken(format!("nothing was changed, because this would be wrong:\n\n{shown}")));
    }
    for change in &edited.changes {
        out.line(change);
    }
    let changed = edited.files.iter().filter(|(path, text)| packs.files.get(path) != Some(text));
    let mut count = 0;
    for (path, text) in changed {
        count += 1;
        if !arguments.dry {
            save(packs, &arguments.pack, path, text)?;
        }
    }
    let done = if arguments.dry { "would be changed" } else { "changed" };
    out.line(format_args!("{count} of {} cards {done}", edited.files.len()));
    Ok(Verdict::Fine)
}

fn save(packs: &Packs, pack: &str, path: &str, text: &str) -> Result<(), CommandError> {
    let Some(root) = packs.home_of(pack) else {
        return Err(CommandError::usage(format!("`{pack}` is built in; its files cannot be changed"))
            .help("`cardwright new patch` changes a card of another pack"));
    };
    disk::write_inside(root, path, text).map_err(|error| CommandError::unwritable(&root.join(path), &error))
}
