//! Which cards are new, gone or only renamed.

use cardwright_content::Files;
use cardwright_content::tree::{self, TomlField};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::rules::Definition;

/// How the cards of two versions of a game correspond.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardChanges {
    /// Cards with another name, the old one first: those that say so (`renamed_from`), or have the same fields and the same
    /// script.
    pub renamed: Vec<(String, String)>,
    /// Cards that only the new version has.
    pub new: Vec<String>,
    /// Cards that only the old version has.
    pub gone: Vec<String>,
}

impl CardChanges {
    /// Compares the cards of two versions of a game.
    pub fn of(old: (&Files, &Ruleset), new: (&Files, &Ruleset)) -> Self {
        let names = |ruleset: &Ruleset| ruleset.rules().definitions.keys().map(ToString::to_string).collect::<Vec<_>>();
        let (before, after) = (names(old.1), names(new.1));
        let mut gone: Vec<String> = before.iter().filter(|name| !after.contains(name)).cloned().collect();
        let mut added: Vec<String> = after.iter().filter(|name| !before.contains(name)).cloned().collect();
        let mut renamed = Vec::new();
        gone.retain(|name| {
            if let Some(at) = added.iter().position(|other| renamed_from(new, other).as_ref() == Some(name)) {
                renamed.push((name.clone(), added.remove(at)));
                return false;
            }
            let Some(print) = print(old, name) else { return true };
            let Some(at) = added.iter().position(|other| self::print(new, other).as_ref() == Some(&print)) else {
                return true;
            };
            renamed.push((name.clone(), added.remove(at)));
            false
        });
        Self { renamed, new: added, gone }
    }

    /// A text of the old version with the names of the new one.
    pub fn renamed_in(&self, text: &str) -> String {
        self.renamed_where(text, |_, _| true)
    }

    /// A text with the new names of those cards for which this holds, by the old and the new name.
    pub fn renamed_where(&self, text: &str, holds: impl Fn(&str, &str) -> bool) -> String {
        let renamed = self.renamed.iter().filter(|(old, new)| holds(old, new));
        renamed.fold(text.to_owned(), |text, (old, new)| text.replace(old, new))
    }

    /// A text of the new version with the names of the old one.
    pub fn named_as_before(&self, text: &str) -> String {
        self.renamed.iter().fold(text.to_owned(), |text, (old, new)| text.replace(new, old))
    }

    /// Whether only one of the two versions has a card.
    pub fn is_of_one_version(&self, name: &str) -> bool {
        self.new.iter().chain(&self.gone).any(|other| other == name)
    }
}

/// The name that a card says it had before.
fn renamed_from((files, ruleset): (&Files, &Ruleset), name: &str) -> Option<String> {
    let definition = ruleset.rules().definitions.get(name)?;
    let path = format!("cards/{}.toml", definition.id.replacen(':', "/", 1));
    let (fields, _) = tree::parse(&path, files.get(&path)?);
    tree::texts(&fields, "renamed_from").first().map(|(name, _)| (*name).to_owned())
}

/// What a card is besides its name: its kind, its fields, the text of its script.
fn print((files, ruleset): (&Files, &Ruleset), name: &str) -> Option<String> {
    let rules = ruleset.rules();
    let definition: &Definition = rules.definitions.get(name)?;
    let path = format!("cards/{}.toml", definition.id.replacen(':', "/", 1));
    let text = files.get(&path)?;
    let (fields, _) = tree::parse(&path, text);
    let mut fields: Vec<&TomlField<'_>> =
        fields.iter().filter(|field| !matches!(&*field.key, "name" | "renamed_from")).collect();
    fields.sort_by(|one, other| one.key.cmp(&other.key));
    let fields: Vec<String> = fields.iter().map(|field| format!("{}={}", field.key, field.node.value)).collect();
    let script = definition.script.and_then(|script| rules.scripts.get_index(script.index()));
    let script = script.map(|(_, source)| source.text.replace(name, "")).unwrap_or_default();
    let kind = rules.kinds.get_index(definition.kind.index()).map_or("", |(kind, _)| kind);
    Some(format!("{kind}\n{}\n{script}", fields.join("\n")))
}
