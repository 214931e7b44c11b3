//! Renamed keys of TOML files, and the version of the engine in `pack.toml`.

use super::{ENGINE, FileForm, Rename, Renamed, Replacement};
use cardwright_content::tree::{self, TomlField, TomlValue};
use semver::{Version, VersionReq};

/// The keys of a file that are others now.
pub(super) fn replacements(path: &str, text: &str, renames: &[Rename]) -> Vec<Replacement> {
    let Some(form) = FileForm::of(path) else { return Vec::new() };
    let (fields, problems) = tree::parse(path, text);
    if !problems.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for rename in renames.iter().filter(|rename| rename.what == Renamed::Key(form)) {
        let path: Vec<&str> = rename.old.split('.').collect();
        gather(&fields, &path, rename.new, &mut found);
    }
    if form == FileForm::Pack {
        found.extend(engine(text, &fields));
    }
    found
}

/// The fields to which this path leads.
fn gather(fields: &[TomlField<'_>], path: &[&str], new: &str, found: &mut Vec<Replacement>) {
    let Some((head, rest)) = path.split_first() else { return };
    for field in fields.iter().filter(|field| *head == "*" || *field.key == **head) {
        if rest.is_empty() {
            found.push(Replacement { range: field.span.range(), text: new.to_owned(), note: "" });
        } else {
            inside(&field.node.value).into_iter().for_each(|fields| gather(fields, rest, new, found));
        }
    }
}

/// The tables that a value is or holds.
fn inside<'v, 's>(value: &'v TomlValue<'s>) -> Vec<&'v [TomlField<'s>]> {
    match value {
        TomlValue::Fields(fields) => vec![fields],
        TomlValue::List(nodes) => nodes.iter().flat_map(|node| inside(&node.value)).collect(),
        _ => Vec::new(),
    }
}

/// The engine that a pack is for, if this one is none of those.
fn engine(text: &str, fields: &[TomlField<'_>]) -> Option<Replacement> {
    let field = tree::field(fields, "engine")?;
    let TomlValue::Text(said) = &field.node.value else { return None };
    let own = Version::parse(env!("CARGO_PKG_VERSION")).ok()?;
    let range = VersionReq::parse(said).ok()?;
    let quoted = tree::quoted(ENGINE);
    let is_old = !range.matches(&own) && text.get(field.node.span.range()) != Some(&*quoted);
    is_old.then(|| Replacement { range: field.node.span.range(), text: quoted, note: "" })
}
