//! The help of the whole command: its subcommands in groups, in the order in which somebody meets them.

use clap::Command;
use std::fmt::Write;

/// The groups, each with its commands. The README shows the same table.
pub const GROUPS: &[(&str, &[&str])] = &[
    ("Write", &["new", "check", "why", "list", "dev", "fmt", "migrate"]),
    ("Test", &["run", "test", "accept", "compare", "coverage", "explain", "ask", "debug"]),
    ("Play", &["play", "studio", "serve", "sim"]),
    ("Records", &["record replay", "record promote"]),
    ("Share", &["pack", "csv", "print"]),
    ("Reference", &["guide", "docs", "schema", "lsp"]),
    ("Work on the engine", &["mutate"]),
];

/// The command with its help in groups.
pub fn in_groups(command: Command) -> Command {
    let groups = groups(&command);
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}\nGlobal options:\n{{options}}\n\n\
         `cardwright <COMMAND> --help` describes one command.\n"
    ))
}

/// The groups as text, with what each command says of itself.
pub fn groups(command: &Command) -> String {
    let longest = GROUPS.iter().flat_map(|(_, names)| *names).map(|name| name.len()).max().unwrap_or_default();
    let mut text = String::new();
    for (title, names) in GROUPS {
        // Writing into a string cannot fail.
        let _ = writeln!(text, "{title}:");
        for name in *names {
            let about = found(command, name).and_then(Command::get_about).map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {name:longest$}  {about}");
        }
        text.push('\n');
    }
    text.truncate(text.trim_end_matches('\n').len());
    text.push('\n');
    text
}

/// The subcommand that these words name.
fn found<'c>(command: &'c Command, name: &str) -> Option<&'c Command> {
    name.split(' ').try_fold(command, |command, word| command.find_subcommand(word))
}

#[cfg(test)]
mod tests {
    use super::{GROUPS, found, groups};
    use crate::Arguments;
    use clap::CommandFactory;

    const README: &str = include_str!("../../../README.md");

    #[test]
    fn every_command_is_in_one_group() {
        let command = Arguments::command();
        let mut listed: Vec<&str> =
            GROUPS.iter().flat_map(|(_, names)| *names).map(|name| name.split(' ').next().unwrap_or(name)).collect();
        listed.dedup();
        let known: Vec<&str> =
            command.get_subcommands().filter(|one| !one.is_hide_set()).map(clap::Command::get_name).collect();
        assert_eq!(listed, known, "the groups list the commands in the order in which they are declared");
        for name in GROUPS.iter().flat_map(|(_, names)| *names) {
            assert!(found(&command, name).is_some_and(|one| one.get_about().is_some()), "{name} says what it does");
        }
    }

    #[test]
    fn the_readme_shows_the_same_groups() {
        let groups = groups(&Arguments::command()).replace("\n\n", "\n");
        assert!(README.contains(&groups), "README.md needs this table:\n{groups}");
    }

    #[test]
    fn old_names_are_hidden_but_known() {
        let command = Arguments::command();
        for old in ["replay", "promote"] {
            assert!(found(&command, old).is_some_and(clap::Command::is_hide_set), "{old}");
        }
    }
}
