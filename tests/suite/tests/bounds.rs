//! Numbers of limits in the documents are those that hold. The table in the guide is generated; these stand in sentences.

use crate::guides::document;
use cardwright_game::limits;
use cardwright_kernel::values::NumberList;

/// A number with commas.
fn grouped(number: u64) -> String {
    if number < 1_000 {
        return number.to_string();
    }
    format!("{},{:03}", grouped(number / 1_000), number % 1_000)
}

/// The limit of something, as the table calls it.
fn most(what: &str) -> u64 {
    let all = limits();
    let found = all.iter().find(|limit| limit.what.starts_with(what));
    found.unwrap_or_else(|| panic!("nothing is called `{what}`")).most
}

#[test]
fn the_documents_say_the_numbers_that_hold() {
    let set_off = most("things set off in a row");
    let positions = most("positions that `[repetition]` remembers");
    let (names, cases) = (most("different names in a script"), most("cases of `switch`"));
    let (line, family) = (most("bytes in a line"), most("cards of a family"));
    let numbers = most("numbers in an attribute");
    let largest = |len: usize| grouped(NumberList::largest(len).unsigned_abs());
    let stated = [
        ("tools/guides/card.md", format!("a family has at most {} cards", grouped(family))),
        ("tools/guides/endings.md", format!("for so many times, from 2 to {positions}")),
        ("tools/guides/endings.md", format!("The last {} positions are remembered", grouped(positions))),
        ("tools/guides/endings.md", format!("after {} things in a row", grouped(set_off))),
        ("tools/guides/endings.md", format!("in a row, from 1 to {set_off}")),
        ("tools/guides/chance.md", format!("a list of at most {numbers} numbers")),
        ("tools/guides/chance.md", format!("four numbers go up to {} million", NumberList::largest(4) / 1_000_000)),
        ("tools/guides/chance.md", format!("eight up to {}, sixteen up to {}", largest(8), largest(16))),
        (
            "tools/guides/script-errors.md",
            format!("more than {} different names, {} cases of `switch`", grouped(names), grouped(cases)),
        ),
        ("tools/guides/script-errors.md", format!("or {} bytes in a line", grouped(line))),
        ("engine/INSIDE.md", format!("joins the state, at most {} of them", grouped(positions))),
        ("SECURITY.md", format!("at most {} problems of a file are kept", most("problems of a file"))),
        ("SECURITY.md", format!("A file has at most {} MiB", most("bytes of a file") >> 20)),
        ("SECURITY.md", format!("script uses at most {} different names", grouped(names))),
        (
            "SECURITY.md",
            format!("at most {} lines of at most {} bytes", grouped(most("lines of a script")), grouped(line)),
        ),
    ];
    let untrue: Vec<_> = stated
        .iter()
        .filter(|(path, sentence)| !document(path).split_whitespace().collect::<Vec<_>>().join(" ").contains(sentence))
        .collect();
    assert!(untrue.is_empty(), "these are no sentences of the documents, or say another number: {untrue:#?}");
}
