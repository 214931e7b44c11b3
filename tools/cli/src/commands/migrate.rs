//! `cardwright migrate`: brings a pack that was written for an older version to this one.

use crate::migrate::{Migration, migrate};
use crate::out::Out;
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::disk;
use cardwright_rulings::packs::Packs;
use clap::Args;
use std::path::Path;

/// Arguments of `cardwright migrate`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The pack
    pack: String,
    /// Show what would change, without changing anything
    #[arg(long)]
    dry_run: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
    let pack = &arguments.pack;
    packs.check_name(pack)?;
    let Some(root) = packs.home_of(pack) else {
        return Err(CommandError::usage(format!("`{pack}` is built in and needs no migration")));
    };
    let migration = migrate(&packs.files, pack);
    if migration.files.is_empty() && migration.left.is_empty() {
        out.line(format_args!("nothing to migrate: `{pack}` is up to date"));
        return Ok(Verdict::Fine);
    }
    for change in &migration.changes {
        out.line(format_args!("{}:{}: {}", change.path, change.line, change.what));
    }
    if !arguments.dry_run {
        write(&migration, root)?;
    }
    let done = if arguments.dry_run { "would change" } else { "changed" };
    let (changes, files) = (migration.changes.len(), migration.files.len());
    out.line(format_args!("\n{done} {} in {}", crate::counted(changes, "line"), crate::counted(files, "file")));
    if !migration.left.is_empty() {
        out.line(format_args!("\nto do by hand:"));
    }
    for left in &migration.left {
        out.line(format_args!("{}:{}: {}", left.path, left.line, left.what));
    }
    if !arguments.dry_run {
        out.line(format_args!("next: run `cardwright check {pack}` to see what is left to do by hand"));
    }
    Ok(Verdict::Fine)
}

fn write(migration: &Migration, root: &Path) -> Result<(), CommandError> {
    for (path, text) in &migration.files {
        disk::write_inside(root, path, text).map_err(|error| CommandError::unwritable(&root.join(path), &error))?;
    }
    Ok(())
}
