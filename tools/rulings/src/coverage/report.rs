//! Coverage as text, as lcov and as JSON.

use super::points::PointSort;
use super::{Coverage, CoveredPoint};
use cardwright_content::pack_of;
use serde_json::{Value, json as object};
use std::collections::BTreeMap;
use std::fmt::Write;

/// How far down in the list something stands: first what no ruling runs at all, last what may only be printed.
const fn weight(sort: PointSort) -> u8 {
    match sort {
        PointSort::Function => 0,
        PointSort::Clause => 1,
        PointSort::Branch => 2,
        PointSort::Gate => 3,
        PointSort::Key => 4,
    }
}

/// A table of packs, and under it everything that no ruling exercises: what matters most first.
pub fn text(coverage: &Coverage) -> String {
    let mut text = String::new();
    let _ = write!(text, "{:16}", "");
    for sort in PointSort::ALL {
        let _ = write!(text, "{:>16}", sort.title());
    }
    text.push('\n');
    let mut packs: BTreeMap<&str, Vec<&CoveredPoint>> = BTreeMap::new();
    for point in &coverage.points {
        packs.entry(pack_of(&point.point.path).unwrap_or_default()).or_default().push(point);
    }
    for (pack, points) in &packs {
        let _ = write!(text, "{pack:16}");
        for sort in PointSort::ALL {
            let (met, all) = share(points.iter().filter(|point| point.point.sort == sort).copied());
            let _ = write!(text, "{:>16}", format!("{met}/{all}"));
        }
        text.push('\n');
    }
    let marked = coverage.points.iter().filter(|point| point.reason.is_some()).count();
    let _ =
        writeln!(text, "\n{} rulings; {marked} places are marked as `unexercised`, with a reason", coverage.rulings);
    let mut open: Vec<&CoveredPoint> = coverage.points.iter().filter(|point| !point.is_fine()).collect();
    open.sort_by_key(|point| weight(point.point.sort));
    if !open.is_empty() {
        let _ = writeln!(text, "\nNo ruling shows:");
    }
    for point in open {
        let _ = writeln!(text, "  {}", said(point));
    }
    text
}

/// A point that is not exercised, in one line.
pub fn said(covered: &CoveredPoint) -> String {
    let point = &covered.point;
    let unmet: Vec<&str> = covered.open().map(|need| need.unmet).collect();
    let place = match point.column {
        0 => format!("{}:{}", point.path, point.line),
        column => format!("{}:{}:{column}", point.path, point.line),
    };
    let what = match point.sort {
        PointSort::Function => format!("`{}`", point.name),
        PointSort::Clause => "this statement".to_owned(),
        PointSort::Branch => "this condition".to_owned(),
        PointSort::Key => format!("`{}`", point.name),
        PointSort::Gate => format!("the gate `{}`", point.name),
    };
    format!("{place}: {what} {}", unmet.join(" and "))
}

/// How many needs of these points are met or excused, and how many there are.
fn share<'p>(points: impl Iterator<Item = &'p CoveredPoint>) -> (usize, usize) {
    points.fold((0, 0), |(met, all), point| {
        let needs = point.point.needs.len();
        (met + needs - point.open().count(), all + needs)
    })
}

/// Coverage in the format of lcov: gates and conditions are branches; keys, clauses and cases are lines.
pub fn lcov(coverage: &Coverage) -> String {
    let mut files: BTreeMap<&str, Vec<&CoveredPoint>> = BTreeMap::new();
    for point in &coverage.points {
        files.entry(&point.point.path).or_default().push(point);
    }
    let mut text = String::new();
    for (path, points) in files {
        let _ = writeln!(text, "TN:cardwright\nSF:{path}");
        for CoveredPoint { point, counts, .. } in points.iter().filter(|it| it.point.sort == PointSort::Function) {
            let _ = writeln!(text, "FN:{},{}\nFNDA:{},{}", point.line, point.name, counts[0], point.name);
        }
        let mut lines: BTreeMap<u32, u32> = BTreeMap::new();
        for (block, CoveredPoint { point, counts, .. }) in points.iter().enumerate() {
            if point.needs.len() > 1 {
                for (branch, count) in counts.iter().enumerate() {
                    let _ = writeln!(text, "BRDA:{},{block},{branch},{count}", point.line);
                }
            }
            // A line counts as often as its most exercised part.
            let most = counts.iter().copied().max().unwrap_or(0);
            let line = lines.entry(point.line).or_default();
            *line = most.max(*line);
        }
        for (line, count) in lines {
            let _ = writeln!(text, "DA:{line},{count}");
        }
        text.push_str("end_of_record\n");
    }
    text
}

/// Coverage as one JSON object: `rulings`, and `points` with `path`, `line`, `column`, `sort`, `name`, `needs`, `reason`.
pub fn json(coverage: &Coverage) -> String {
    let points: Vec<Value> = coverage.points.iter().map(of_point).collect();
    object!({ "rulings": coverage.rulings, "points": points }).to_string()
}

fn of_point(covered: &CoveredPoint) -> Value {
    let CoveredPoint { point, counts, reason } = covered;
    let needs: Vec<Value> = point
        .needs
        .iter()
        .zip(counts)
        .map(|(need, count)| object!({ "otherwise": need.unmet, "rulings": count }))
        .collect();
    object!({
        "path": point.path,
        "line": point.line,
        "column": point.column,
        "sort": point.sort.title(),
        "name": point.name,
        "needs": needs,
        "reason": reason,
    })
}
