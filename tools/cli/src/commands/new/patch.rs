//! A new patch: what a pack changes about a card of another, with what it finds there now.

use super::place::{Draft, file_name, quoted};
use crate::out::Out;
use cardwright_content::{CardLine, Why};
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::packs::Packs;
use cardwright_script::syntax::outline;
use clap::Args;
use std::path::Path;

/// Arguments of `cardwright new patch`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The card: its printed name, or its id
    card: String,
    /// The pack that changes it [default: the only pack in the folder]
    #[arg(long)]
    pack: Option<String>,
    /// A field to change (repeatable)
    #[arg(long, value_name = "NAME")]
    field: Vec<String>,
    /// A function of its script to wrap (repeatable)
    #[arg(long, value_name = "NAME")]
    hook: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, root: &Path, out: &mut Out) -> Outcome {
    let pack = match &arguments.pack {
        Some(pack) => pack.clone(),
        None => super::card::only_pack(root)?,
    };
    let game = packs.game_of(&pack)?;
    let Some(why) = cardwright_content::why(&packs.files, &game, &arguments.card, outline) else {
        let loaded = cardwright_content::load(&packs.files, &game, outline);
        let names = loaded.rules.definitions.keys().map(|name| &**name);
        return Err(CommandError::unknown("card", &arguments.card, names));
    };
    let target = why.id.split(':').next().unwrap_or_default();
    if target == pack {
        return Err(CommandError::usage(format!("`{}` belongs to `{pack}` itself", why.name))
            .help("change the files of the card; `cardwright why` shows where they are"));
    }
    let mut draft = Draft::default();
    let file = file_name(&why.name);
    draft.add(format!("cards/{pack}/patches/{file}.toml"), arguments.patch(&why)?);
    if !arguments.hook.is_empty() {
        draft.add(format!("scripts/{pack}/patches/{file}.rhai"), arguments.script(&why)?);
    }
    draft.write(root, packs, out)?;
    let info = packs.infos().into_iter().find(|info| info.name == pack).unwrap_or_default();
    if !info.requires.iter().chain(&info.optional).any(|name| name == target) {
        out.line(format_args!("\nnext: add `{target}` to `requires` in `cards/{pack}/pack.toml`"));
    }
    out.line("\nnext: write what it should be, then run `cardwright check` and `cardwright why`");
    Ok(Verdict::Fine)
}

impl Arguments {
    fn patch(&self, why: &Why) -> Result<String, CommandError> {
        let mut text = format!("card = {}\nwhy  = \"Why it is changed.\"\n", quoted(&why.id));
        let text_field = ["text".to_owned()];
        let fields = if self.field.is_empty() && self.hook.is_empty() { &text_field[..] } else { &self.field };
        for field in fields {
            let value = printed(why, field);
            text += &format!("\n[[field]]\nname   = {}\n", quoted(field));
            if let Some(value) = value {
                text += &format!("expect = {value}\n");
            }
            text += &format!("to     = {}\n", value.unwrap_or("\"\""));
        }
        for hook in &self.hook {
            let hash = function(why, hook)?.note.rsplit_once("hash ").map_or("", |(_, hash)| hash);
            text += &format!("\n[[hook]]\nname   = {}\nhow    = \"wrap\"\nexpect = {}\n", quoted(hook), quoted(hash));
        }
        Ok(text)
    }

    fn script(&self, why: &Why) -> Result<String, CommandError> {
        let mut text = "//! What it does now, in a sentence of your own.\n".to_owned();
        for hook in &self.hook {
            let head = &function(why, hook)?.text;
            let parameters = head.split_once('(').map_or(")", |(_, parameters)| parameters);
            text += &format!("\n{head} {{\n    original_{hook}({parameters};\n}}\n");
        }
        Ok(text)
    }
}

/// What the card prints under this name itself.
fn printed<'w>(why: &'w Why, field: &str) -> Option<&'w str> {
    let own = why.lines.iter().filter(|line| !line.note.starts_with("of its kind") && line.note != "by default");
    own.filter_map(|line| line.text.split_once(" = ")).find(|(name, _)| *name == field).map(|(_, value)| value)
}

fn function<'w>(why: &'w Why, name: &str) -> Result<&'w CardLine, CommandError> {
    let named = |line: &&CardLine| line.text.strip_prefix("fn ").and_then(|head| head.split('(').next()) == Some(name);
    why.lines.iter().find(named).ok_or_else(|| {
        let heads = why.lines.iter().filter_map(|line| line.text.strip_prefix("fn ")?.split('(').next());
        CommandError::unknown("function", name, heads.collect::<Vec<_>>())
    })
}
