//! What is shown of two traces that differ.

use crate::rulings::diff;

#[test]
fn lines_that_differ_are_shown_with_some_around_them() {
    let before = "a\nb\nc\nd\ne\nf\ng\nh\n";
    let shown = "--- expected\n+++ found\n@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n";

    assert_eq!(diff(before, &before.replace('e', "E")), shown);
    assert_eq!(diff(before, &format!("{before}\n\n")), "");
}

/// 20,000 lines without one in common would take minutes.
#[test]
fn long_traces_are_compared_from_their_first_difference_on() {
    let same = "as before\n".repeat(5_000);
    let [before, after] = ["b", "a"].map(|word| {
        let own: String = (0..20_000).map(|line| format!("{word} {line}\n")).collect();
        format!("{same}{own}")
    });
    let shown = diff(&before, &after);

    assert!(shown.contains("\n as before\n-b 0\n"), "{}", &shown[..200]);
    assert!(shown.contains("\n+a 1999\n") && !shown.contains("a 2000"));
    assert!(
        shown.ends_with("… and up to 18000 lines more, which were not compared\n"),
        "{}",
        &shown[shown.len() - 80..]
    );
}
