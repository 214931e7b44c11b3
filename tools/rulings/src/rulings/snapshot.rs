//! Snapshots: the trace of a ruling in a file beside it, in insta's format.

use super::files::RulingFile;
use super::read::Ruling;
use crate::disk;
use similar::TextDiff;
use std::borrow::Cow;
use std::io;

/// The file that insta names as the source of every ruling's snapshot.
const SOURCE: &str = "tests/suite/tests/rulings.rs";

/// How a trace and a snapshot compare.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// They are the same.
    Same,
    /// There is no snapshot.
    Missing,
    /// They differ, as this diff shows.
    Differs(String),
}

/// Compares a trace with the snapshot of its ruling.
///
/// # Errors
/// The snapshot is there and cannot be read.
pub fn compare(file: &RulingFile, trace: &str) -> io::Result<Comparison> {
    let snapshot = disk::bytes_inside(&file.root, &file.snapshot_path())?;
    // What is no text is no trace, and one that was accepted takes its place.
    let snapshot = snapshot.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(snapshot.map_or(Comparison::Missing, |snapshot| compare_with(&snapshot, trace)))
}

/// A snapshot as it was written: on its way it may have got the line ends of another system, and a mark before its text.
fn as_written(snapshot: &str) -> Cow<'_, str> {
    let text = snapshot.strip_prefix('\u{feff}').unwrap_or(snapshot);
    if text.contains('\r') { text.replace("\r\n", "\n").into() } else { text.into() }
}

/// Compares a trace with the text of a snapshot.
pub fn compare_with(snapshot: &str, trace: &str) -> Comparison {
    let snapshot = as_written(snapshot);
    let before = contents(&snapshot);
    match before.trim_end() == trace.trim_end() {
        true => Comparison::Same,
        false => Comparison::Differs(diff(before, trace)),
    }
}

/// Whether the snapshot of a ruling has this trace and the ruling's claim.
pub fn is_current(file: &RulingFile, ruling: &Ruling, trace: &str) -> bool {
    let snapshot = disk::read_inside(&file.root, &file.snapshot_path()).ok().flatten().unwrap_or_default();
    let snapshot = as_written(&snapshot);
    let description = head(ruling).nth(1).unwrap_or_default();
    contents(&snapshot).trim_end() == trace.trim_end() && snapshot.lines().any(|line| line == description)
}

/// Writes the snapshot of a ruling; one that was put aside goes away.
///
/// # Errors
/// The file cannot be written.
pub fn accept(file: &RulingFile, ruling: &Ruling, trace: &str) -> io::Result<()> {
    disk::write_inside(&file.root, &file.snapshot_path(), written(ruling, trace))?;
    disk::remove_inside(&file.root, &aside(file))
}

/// Removes a trace that was put aside: the snapshot stays as it is.
///
/// # Errors
/// The file cannot be removed.
pub fn reject(file: &RulingFile) -> io::Result<()> {
    match file.root.as_os_str().is_empty() {
        true => Ok(()),
        false => disk::remove_inside(&file.root, &aside(file)),
    }
}

/// Writes a trace beside the snapshot, to be reviewed.
///
/// # Errors
/// The file cannot be written.
pub fn put_aside(file: &RulingFile, ruling: &Ruling, trace: &str) -> io::Result<()> {
    disk::write_inside(&file.root, &aside(file), written(ruling, trace))
}

fn aside(file: &RulingFile) -> String {
    format!("{}.new", file.snapshot_path())
}

/// How many lines are compared from the first one on that differs. The time to find the shortest difference grows with what
/// differs, squared, and nobody reads on.
const COMPARED: usize = 2_000;

/// The lines that differ, with some around them.
pub fn diff(before: &str, after: &str) -> String {
    let [mut before, mut after] = [before, after].map(|text| text.trim_end().lines().collect::<Vec<_>>());
    let same = before.iter().zip(&after).take_while(|(before, after)| before == after).count();
    let cut = before.len().max(after.len()).saturating_sub(same + COMPARED);
    before.truncate(same + COMPARED);
    after.truncate(same + COMPARED);
    let diff = TextDiff::from_slices(&before, &after);
    let shown = diff.unified_diff().context_radius(3).header("expected", "found").to_string();
    if cut == 0 { shown } else { format!("{shown}… and up to {cut} lines more, which were not compared\n") }
}

/// What a snapshot holds besides what insta notes about it.
pub fn contents(snapshot: &str) -> &str {
    let after_head = snapshot.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
    after_head.map_or(snapshot, |(_, contents)| contents)
}

/// What the snapshot of a ruling with this trace holds.
pub fn written(ruling: &Ruling, trace: &str) -> String {
    let head: String = head(ruling).map(|line| line + "\n").collect();
    format!("---\n{head}---\n{}\n", trace.trim_end())
}

/// What insta notes about a snapshot: where it comes from, and what it shows.
fn head(ruling: &Ruling) -> impl Iterator<Item = String> {
    let claim = serde_json::Value::from(ruling.claim.as_str());
    [format!("source: {SOURCE}"), format!("description: {claim}")].into_iter()
}
