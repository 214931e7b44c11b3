//! Rows as a Parquet file.

use super::rows::{Cell, Column};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use std::fs::File;
use std::sync::Arc;

/// How many rows are written together.
const TOGETHER: usize = 50_000;

/// A Parquet file that is written. Every column may be empty in a row.
pub(super) struct Table {
    writer: SerializedFileWriter<File>,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    pub fn create(file: File, columns: &[(String, Column)]) -> Result<Self, String> {
        let create = || {
            let fields = columns.iter().map(|(name, column)| field(name, *column)).collect::<Result<Vec<_>, _>>()?;
            let schema = Arc::new(Type::group_type_builder("rows").with_fields(fields).build()?);
            SerializedFileWriter::new(file, schema, Arc::new(WriterProperties::builder().build()))
        };
        let writer = create().map_err(|error: ParquetError| error.to_string())?;
        Ok(Self { writer, columns: columns.iter().map(|(_, column)| *column).collect(), rows: Vec::new() })
    }

    pub fn add(&mut self, row: Vec<Cell>) -> Result<(), String> {
        self.rows.push(row);
        if self.rows.len() < TOGETHER {
            return Ok(());
        }
        self.write().map_err(|error| error.to_string())
    }

    pub fn finish(mut self) -> Result<(), String> {
        let mut finish = || {
            self.write()?;
            self.writer.finish()
        };
        finish().map(drop).map_err(|error| error.to_string())
    }

    fn write(&mut self) -> Result<(), ParquetError> {
        let rows = std::mem::take(&mut self.rows);
        let mut group = self.writer.next_row_group()?;
        for (at, column) in self.columns.iter().enumerate() {
            let cells = rows.iter().map(|row| &row[at]);
            match column {
                Column::Number => write::<Int64Type>(&mut group, cells, |cell| match cell {
                    Cell::Number(number) => Some(*number),
                    _ => None,
                })?,
                Column::Real => write::<DoubleType>(&mut group, cells, |cell| match cell {
                    Cell::Real(number) => Some(*number),
                    _ => None,
                })?,
                Column::Text => write::<ByteArrayType>(&mut group, cells, |cell| match cell {
                    Cell::Text(text) => Some(ByteArray::from(text.as_str())),
                    _ => None,
                })?,
            }
        }
        group.close().map(drop)
    }
}

fn field(name: &str, column: Column) -> Result<Arc<Type>, ParquetError> {
    let (physical, logical) = match column {
        Column::Number => (Physical::INT64, None),
        Column::Real => (Physical::DOUBLE, None),
        Column::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let field = Type::primitive_type_builder(name, physical).with_repetition(Repetition::OPTIONAL);
    Ok(Arc::new(field.with_logical_type(logical).build()?))
}

/// Writes a column: what there is, and in which rows it is.
fn write<'c, T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    cells: impl Iterator<Item = &'c Cell>,
    read: impl Fn(&Cell) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let values: Vec<Option<T::T>> = cells.map(read).collect();
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let values: Vec<T::T> = values.into_iter().flatten().collect();
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    column.typed::<T>().write_batch(&values, Some(&levels), None)?;
    column.close()
}
