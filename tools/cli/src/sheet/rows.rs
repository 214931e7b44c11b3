//! The cards of a kind as rows.

use super::cell;
use cardwright_content::{Files, tree};
use cardwright_kernel::rules::{AttrType, Category, Kind, Rules};

/// The sheet of one kind of card in one pack.
#[derive(Debug)]
pub struct Sheet<'r> {
    rules: &'r Rules,
    kind: &'r Kind,
    pack: &'r str,
}

impl<'r> Sheet<'r> {
    /// The sheet of a kind.
    pub fn new(rules: &'r Rules, kind: &'r Kind, pack: &'r str) -> Self {
        Self { rules, kind, pack }
    }

    /// The attributes that cards print, in the order of the ruleset.
    pub fn attributes(&self) -> impl Iterator<Item = (&'r str, &'r AttrType)> {
        let rules = self.rules;
        let all = self.kind.attributes.iter().filter_map(move |id| rules.attributes.get_index(id.index()));
        all.filter(|(_, attribute)| !attribute.changes).map(|(name, attribute)| (&**name, &attribute.type_))
    }

    /// The names of the columns.
    pub fn columns(&self) -> Vec<&'r str> {
        let plural = (self.kind.category == Category::Counted).then_some("plural");
        ["id", "name"]
            .into_iter()
            .chain(plural)
            .chain(["text"])
            .chain(self.attributes().map(|(name, _)| name))
            .collect()
    }

    /// The type of a column that can be changed.
    pub fn type_of(&self, column: &str) -> Option<&'r AttrType> {
        match column {
            "text" | "plural" => Some(&AttrType::Text),
            other => self.attributes().find(|(name, _)| *name == other).map(|(_, type_)| type_),
        }
    }

    /// The rows, in the order of the files.
    pub fn rows(&self, files: &Files) -> Vec<Vec<String>> {
        let cards = files.of_pack("cards", &format!("{}/{}", self.pack, self.kind.folder));
        cards.map(|(path, text)| self.row(path, text)).collect()
    }

    fn row(&self, path: &str, text: &str) -> Vec<String> {
        let (fields, _) = tree::parse(path, text);
        let cell = |column: &str| match column {
            "id" => id(path),
            name => tree::field(&fields, name).and_then(|field| cell::shown(&field.node.value)).unwrap_or_default(),
        };
        self.columns().into_iter().map(cell).collect()
    }
}

/// The id of the card in this file.
pub fn id(path: &str) -> String {
    let inside = path.strip_prefix("cards/").and_then(|path| path.strip_suffix(".toml"));
    inside.unwrap_or_default().replacen('/', ":", 1)
}

/// The rows as CSV, under the names of the columns.
pub fn written(columns: &[&str], rows: &[Vec<String>]) -> Result<String, String> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(columns).map_err(|error| error.to_string())?;
    for row in rows {
        csv.write_record(row).map_err(|error| error.to_string())?;
    }
    let bytes = csv.into_inner().map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}
