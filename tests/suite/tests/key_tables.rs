//! The guide tells about every key: its tables are made of the rows that the readers ask through.

use cardwright_content::tables;
use std::collections::BTreeSet;
use std::fs;
use suite::root;

const GUIDE: &str = "cards/README.md";

/// What begins and ends what is made, around what it is made of: `keys of a window`.
const BEGINS: &str = "<!-- generated: ";
const ENDS: &str = "<!-- end of generated: ";

/// The guide as it would be if its tables were made now, and the tables of keys that are in it.
fn current(guide: &str) -> (String, BTreeSet<&str>) {
    let tables = tables();
    let mut told = BTreeSet::new();
    let mut current = String::new();
    let mut rest = guide;
    while let Some((before, behind)) = rest.split_once(BEGINS) {
        let (what, behind) = behind.split_once(" -->\n").expect("the mark is on a line of its own");
        let end = format!("{ENDS}{what} -->");
        let (_, after) = behind.split_once(&end).unwrap_or_else(|| panic!("`{end}` is missing"));
        let (only_own, names) = match what.split_once("keys of ") {
            Some(("own ", names)) => (true, names),
            Some(("", names)) => (false, names),
            _ => panic!("`{what}` is not made of keys"),
        };
        let names: Vec<&str> = names.split(", ").collect();
        let table = |name: &str| tables.get(name).unwrap_or_else(|| panic!("there is no table `{name}`"));
        let rows = table(names[0]).to_markdown(only_own);
        assert!(names.iter().all(|name| table(name).to_markdown(only_own) == rows), "these differ: {names:?}");
        told.extend(names);
        current.push_str(&format!("{before}{BEGINS}{what} -->\n\n{rows}\n{end}"));
        rest = after;
    }
    (current + rest, told)
}

#[test]
fn the_guide_tells_about_every_key() {
    let guide = fs::read_to_string(root().join(GUIDE)).expect("the guide is there");
    let (current, told) = current(&guide);
    let untold: Vec<&str> = tables().into_keys().filter(|name| !told.contains(name)).collect();
    assert!(untold.is_empty(), "{GUIDE} has no `{BEGINS}keys of … -->` for: {untold:#?}");
    if current != guide {
        fs::write(root().join(format!("{GUIDE}.new")), &current).expect("it can be written");
        panic!("rows have changed: rename `{GUIDE}.new`, in which the tables are made of them, to `{GUIDE}`");
    }
}
