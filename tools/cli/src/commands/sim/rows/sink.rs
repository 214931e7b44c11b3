//! Files of rows: CSV, JSON by lines, Parquet.

use super::FORMATS;
use cardwright_rulings::command_error::CommandError;
use serde_json::{Map, Value};
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Column {
    /// Whole numbers.
    Number,
    /// Numbers with a fraction.
    Real,
    /// Texts.
    Text,
}

/// What a row has in a column.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) enum Cell {
    Number(i64),
    Real(f64),
    Text(String),
    Nothing,
}

impl Cell {
    pub fn text(text: Option<String>) -> Self {
        text.map_or(Self::Nothing, Self::Text)
    }

    fn plain(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Real(number) => number.to_string(),
            Self::Text(text) => text.clone(),
            Self::Nothing => String::new(),
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::Number(number) => (*number).into(),
            Self::Real(number) => (*number).into(),
            Self::Text(text) => text.as_str().into(),
            Self::Nothing => Value::Null,
        }
    }
}

/// A file that rows are written to.
pub(super) struct Sink {
    file: PathBuf,
    columns: Vec<(String, Column)>,
    format: Format,
}

enum Format {
    Csv(Box<csv::Writer<File>>),
    Lines(BufWriter<File>),
    #[cfg(feature = "parquet")]
    Parquet(Box<super::super::parquet::Table>),
}

fn no_rows(file: &Path) -> CommandError {
    CommandError::usage(format!("`{}` is no file of rows", file.display())).help(format!("its name ends in {FORMATS}"))
}

/// Checks that rows are written to files of this name, or behind what they hold.
pub fn check_name(file: &Path, append: bool) -> Result<(), CommandError> {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("csv" | "jsonl") => Ok(()),
        Some("parquet") if cfg!(feature = "parquet") && append => {
            let failure = CommandError::usage("a Parquet file cannot be gone on with");
            Err(failure.help("resume a run with `.csv` or `.jsonl`"))
        }
        Some("parquet") if cfg!(feature = "parquet") => Ok(()),
        _ => Err(no_rows(file)),
    }
}

impl Sink {
    /// Opens a file by its ending, anew or behind what it holds.
    pub fn open(file: &Path, columns: Vec<(String, Column)>, append: bool) -> Result<Self, CommandError> {
        let open = || {
            let opened = OpenOptions::new().create(true).write(true).append(append).truncate(!append).open(file);
            opened.map_err(|error| CommandError::unwritable(file, &error))
        };
        let format = match file.extension().and_then(|ending| ending.to_str()) {
            Some("csv") => {
                let opened = open()?;
                let is_empty = opened.metadata().is_ok_and(|about| about.len() == 0);
                let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(opened);
                if is_empty {
                    let names = columns.iter().map(|(name, _)| name);
                    csv.write_record(names).map_err(|error| unwritable(file, &error))?;
                }
                Format::Csv(Box::new(csv))
            }
            Some("jsonl") => Format::Lines(BufWriter::new(open()?)),
            #[cfg(feature = "parquet")]
            Some("parquet") => {
                let table = super::super::parquet::Table::create(open()?, &columns);
                Format::Parquet(Box::new(table.map_err(|error| unwritable(file, &error))?))
            }
            _ => return Err(no_rows(file)),
        };
        Ok(Self { file: file.to_owned(), columns, format })
    }

    /// Adds a row.
    pub fn add(&mut self, row: Vec<Cell>) -> Result<(), CommandError> {
        let written = match &mut self.format {
            Format::Csv(csv) => csv.write_record(row.iter().map(Cell::plain)).map_err(|error| error.to_string()),
            Format::Lines(file) => {
                let names = self.columns.iter().map(|(name, _)| name.clone());
                let object: Map<String, Value> = names.zip(row.iter().map(Cell::json)).collect();
                writeln!(file, "{}", Value::Object(object)).map_err(|error| error.to_string())
            }
            #[cfg(feature = "parquet")]
            Format::Parquet(table) => table.add(row),
        };
        written.map_err(|error| unwritable(&self.file, &error))
    }

    /// Hands all rows so far to the system; a Parquet file has them only when it is finished.
    pub fn flush(&mut self) -> Result<(), CommandError> {
        let written = match &mut self.format {
            Format::Csv(csv) => csv.flush(),
            Format::Lines(file) => file.flush(),
            #[cfg(feature = "parquet")]
            Format::Parquet(_) => Ok(()),
        };
        written.map_err(|error| unwritable(&self.file, &error))
    }

    /// Writes what is left.
    pub fn finish(mut self) -> Result<(), CommandError> {
        self.flush()?;
        match self.format {
            Format::Csv(_) | Format::Lines(_) => Ok(()),
            #[cfg(feature = "parquet")]
            Format::Parquet(table) => table.finish().map_err(|error| unwritable(&self.file, &error)),
        }
    }
}

fn unwritable(file: &Path, error: &dyn std::fmt::Display) -> CommandError {
    CommandError::broken(format!("`{}` cannot be written: {error}", file.display()))
}
