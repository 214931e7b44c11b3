//! Writing the cells of a sheet back into the files of cards where they differ.

use super::cell;
use super::rows::{Sheet, id};
use cardwright_content::Files;
use cardwright_content::tree::{self, TomlField};
use cardwright_kernel::problems::{Source, Span};
use std::collections::BTreeMap;
use std::ops::Range;

/// What a sheet changes.
#[derive(Debug, Default)]
pub struct Edited {
    /// The files as they shall be, by their paths.
    pub files: BTreeMap<String, String>,
    /// What is changed, for telling.
    pub changes: Vec<String>,
    /// What is wrong with the sheet.
    pub wrong: Vec<String>,
}

/// Compares a sheet with the files of the cards.
pub fn put(sheet: &Sheet<'_>, files: &Files, csv: &str) -> Edited {
    let mut edited = Edited::default();
    let mut reader = csv::ReaderBuilder::new().from_reader(csv.trim_start_matches('\u{feff}').as_bytes());
    let head: Vec<String> = match reader.headers() {
        Ok(head) => head.iter().map(str::to_owned).collect(),
        Err(error) => {
            edited.wrong.push(format!("the sheet cannot be read: {error}"));
            return edited;
        }
    };
    let known = sheet.columns();
    for column in head.iter().filter(|column| !known.contains(&column.as_str())) {
        edited.wrong.push(format!("there is no column `{column}`; columns are: {}", known.join(", ")));
    }
    for (at, column) in head.iter().enumerate().filter(|(at, column)| head[..*at].contains(column)) {
        edited.wrong.push(format!("column {} has the same head as another one: `{column}`", at + 1));
    }
    let Some(ids) = head.iter().position(|column| column == "id") else {
        edited.wrong.push("the column `id` is missing: it says which card a row is about".to_owned());
        return edited;
    };
    for (at, record) in reader.records().enumerate() {
        // The head is the first row.
        let row = at + 2;
        match record {
            Ok(record) => edited.row(sheet, files, row, record.get(ids).unwrap_or_default(), &head, &record),
            Err(error) => edited.wrong.push(format!("row {row} cannot be read: {error}")),
        }
    }
    edited
}

impl Edited {
    fn row(
        &mut self,
        sheet: &Sheet<'_>,
        files: &Files,
        row: usize,
        card: &str,
        head: &[String],
        record: &csv::StringRecord,
    ) {
        let path = format!("cards/{}.toml", card.replacen(':', "/", 1));
        let Some(text) = files.get(&path).filter(|_| id(&path) == card) else {
            self.wrong.push(format!("row {row}: there is no card `{card}`; `cardwright new card` creates one"));
            return;
        };
        if self.files.contains_key(&path) {
            self.wrong.push(format!("row {row}: `{card}` already has a row"));
            return;
        }
        let mut edits = Edits { text, edits: Vec::new() };
        let (fields, _) = tree::parse(&path, text);
        for (column, cell) in head.iter().zip(record) {
            let found = tree::field(&fields, column);
            let now = found.map(|field| &field.node.value);
            let shown = now.and_then(cell::shown);
            let same = shown.as_deref().unwrap_or_default() == cell;
            if now.is_some() && shown.is_none() && !same {
                self.wrong.push(format!("row {row}, column `{column}`: a sheet cannot change what the card has there"));
                continue;
            }
            let Some(type_) = sheet.type_of(column).filter(|_| !same) else {
                if column == "name" && !same {
                    self.wrong.push(format!("row {row}: a sheet cannot change the name of a card"));
                }
                continue;
            };
            let change = match cell.is_empty() {
                true => Ok(None),
                false => cell::written(cell, type_, now).map(Some),
            };
            match change {
                Ok(new) => {
                    let shown = |value: Option<String>| value.unwrap_or_else(|| "nothing".to_owned());
                    let (old, to) = (shown(now.map(ToString::to_string)), shown(new.clone()));
                    if old != to {
                        self.changes.push(format!("{card}: {column} {old} → {to}"));
                        edits.change(column, found, new, &fields);
                    }
                }
                Err(wanted) => {
                    self.wrong.push(format!("row {row}, column `{column}`: `{cell}` is not {wanted}"));
                }
            }
        }
        self.files.insert(path, edits.done());
    }
}

/// Changes of one file, each at its place.
struct Edits<'t> {
    text: &'t str,
    edits: Vec<(Range<usize>, String)>,
}

impl Edits<'_> {
    fn change(&mut self, key: &str, found: Option<&TomlField<'_>>, new: Option<String>, fields: &[TomlField<'_>]) {
        match (found, new) {
            (Some(field), Some(new)) => self.edits.push((field.node.span.range(), new)),
            (Some(field), None) => {
                let lines = self.lines(field.span.to(field.node.span));
                self.edits.push((lines, String::new()));
            }
            (None, Some(new)) => {
                let at = self.end_of_plain(fields);
                self.edits.push((at..at, format!("{} = {new}\n", tree::key(key))));
            }
            (None, None) => {}
        }
    }

    /// Whole lines, with their ends.
    fn lines(&self, span: Span) -> Range<usize> {
        let (lines, start) = Source { path: "", text: self.text }.lines(span);
        let end = start + lines.len();
        start..(end + usize::from(self.text[end..].starts_with('\n')))
    }

    /// Behind the last field that is not in a table of its own.
    fn end_of_plain(&self, fields: &[TomlField<'_>]) -> usize {
        let table = self.text.lines().scan(0, |at, line| {
            let start = *at;
            *at += line.len() + 1;
            Some((start, line))
        });
        let first_table = table.filter(|(_, line)| line.trim_start().starts_with('[')).map(|(at, _)| at);
        // A list that goes on over lines may begin one with a bracket; no field ends behind a table.
        let first_table = first_table
            .filter(|at| !fields.iter().any(|field| field.span.to(field.node.span).range().contains(at)))
            .min();
        let before = fields.iter().filter(|field| first_table.is_none_or(|table| field.span.start < table));
        let end = before.map(|field| self.lines(field.span.to(field.node.span)).end).max();
        end.unwrap_or_default()
    }

    fn done(mut self) -> String {
        let mut text = self.text.to_owned();
        // From the end, so that places stay where they are; what is added at one place stays in its order.
        self.edits.sort_by_key(|(span, _)| span.start);
        for (range, new) in self.edits.into_iter().rev() {
            text.replace_range(range, &new);
        }
        text
    }
}
