//! Claims about the form of files: what is put in order, and what stays as its author has it.

use super::{Rehashed, formatted};

/// A TOML file in its form, which is the same when it is formatted again.
#[track_caller]
fn toml(text: &str) -> String {
    again("cards/x.toml", text)
}

/// A script in its form, which is the same when it is formatted again.
#[track_caller]
fn script(text: &str) -> String {
    again("scripts/x.rhai", text)
}

#[track_caller]
fn again(path: &str, text: &str) -> String {
    let once = formatted(path, text).expect("it can be read");
    let twice = formatted(path, &once).expect("it can be read again");
    assert_eq!(once, twice, "the form of the form");
    once
}

#[test]
fn keys_under_each_other_have_one_column_unless_all_are_narrow() {
    assert_eq!(toml("a = 1\nlonger = 2\n"), "a = 1\nlonger = 2\n");
    assert_eq!(toml("a   = 1\nlonger = 2\n"), "a      = 1\nlonger = 2\n");
    // A key that is longer than most stands out.
    assert_eq!(toml("a    = 1\nbcd  = 2\nmuch_longer = 3\n"), "a    = 1\nbcd  = 2\nmuch_longer = 3\n");
    assert_eq!(toml("a    = 1\nbcd  = 2\ne=3\n"), "a    = 1\nbcd  = 2\ne    = 3\n");
    // An empty line or a table begins anew, a comment does not.
    assert_eq!(toml("a  = 1\n\nbcd = 2\n"), "a = 1\n\nbcd = 2\n");
    assert_eq!(toml("a    = 1\n# of b\nbcd = 2\n"), "a   = 1\n# of b\nbcd = 2\n");
}

#[test]
fn blanks_and_empty_lines_of_toml_are_put_in_order() {
    let text = "\n\n a=1  \n[ t . u ]\nb = [ 1,2 , 3]\nc={x=1,y = {} }\n\n\n\n[[l]]\n\n";
    assert_eq!(toml(text), "a = 1\n\n[t.u]\nb = [1, 2, 3]\nc = { x = 1, y = {} }\n\n[[l]]\n");
    assert_eq!(toml(""), "");
    assert_eq!(toml("# only this"), "# only this\n");
    assert_eq!(toml("a = 1\r\nb = 2\r\n"), "a = 1\nb = 2\n");
}

#[test]
fn lists_of_several_lines_are_indented_by_their_brackets() {
    let text = "a = [\n1, # one\n\n\n  # two\n  { b = [\n  3 ] },\n\n]\n";
    assert_eq!(toml(text), "a = [\n    1, # one\n\n    # two\n    { b = [\n        3] },\n]\n");
    assert_eq!(toml("a = [{\n  b = 1 }]\n"), "a = [{\n    b = 1 }]\n");
}

#[test]
fn texts_and_keys_stay_as_they_are_written() {
    let text = "\"a b\".c = 'x  #  y'\nd = \"\"\"\n  two   blanks  \n\\\" # no comment\"\"\"\"\ne = '''\n'a'  '''\n";
    assert_eq!(toml(text), text);
    assert_eq!(toml("a = \"\\\\\" # \"\n"), "a = \"\\\\\" # \"\n");
    assert_eq!(toml("a =  1979-05-27 07:32:00\n"), "a = 1979-05-27 07:32:00\n");
}

#[test]
fn comments_stay_in_their_columns() {
    let text = "a = 1          # one\nbcd = 2        # two\n";
    assert_eq!(toml(text), text);
    // Where a line grows past the column, all of the group give way.
    let narrow = "a    = [1,2]  # one\nb    = 2      # two\n";
    assert_eq!(toml(narrow), "a    = [1, 2]  # one\nb    = 2       # two\n");
    assert_eq!(toml("a = 1 # one\n"), "a = 1 # one\n");
    assert_eq!(toml("a = 1# one\n"), "a = 1 # one\n");
}

#[test]
fn words_of_a_script_have_the_blanks_that_they_have_everywhere() {
    let text = "fn f(a,b){\nlet x=a+ -b*( 2-1 ) ;\nif !x.is_empty&&a [ 0 ]==#{ n:1 , \"m\" : [ ] }.n{ return -1 }\n}\n";
    let formed = "fn f(a, b) {\n    let x = a + -b * (2 - 1);\n    if !x.is_empty && a[0] == #{ n: 1, \"m\": [] }.n { return -1 }\n}\n";
    assert_eq!(script(text), formed);
    assert_eq!(
        script("fn f( a ){ a.map( | x,y |x|y ).any(||true); a?.b ; a??b; for i in 0 .. 3{}; () }\n"),
        "fn f(a) { a.map(|x, y| x | y).any(|| true); a?.b; a ?? b; for i in 0..3 {}; () }\n"
    );
    assert_eq!(
        script("fn f(a){ switch a{ 1|2=>3,-4 =>(5), _=>[ 6 ] } }\n"),
        "fn f(a) { switch a { 1 | 2 => 3, -4 => (5), _ => [6] } }\n"
    );
    assert_eq!(script("const X=3;\n"), "const X = 3;\n");
}

#[test]
fn lines_of_a_script_are_indented_by_their_brackets() {
    let text = "fn f(a) {\na.each(|x| {\n      x.g(\n  1,\n2\n  );\n});\n\n\n\n  a\n.map(|x| x)\n&& b\n\n}\n";
    let formed = "fn f(a) {\n    a.each(|x| {\n        x.g(\n            1,\n            2\n        );\n    });\n\n    a\n        .map(|x| x)\n        && b\n}\n";
    assert_eq!(script(text), formed);
    // What stands before a value does not go on with the line before.
    assert_eq!(script("fn f(a) {\n-a\n}\n"), "fn f(a) {\n    -a\n}\n");
    assert_eq!(script("fn f(a) {\nlet b =\na;\nb\n}\n"), "fn f(a) {\n    let b =\n        a;\n    b\n}\n");
}

#[test]
fn comments_and_texts_of_a_script_stay() {
    let text = "//! What  it says.\n\n/// Doc.\nfn f(a) {\n    g(a); // one   two\n    /* a /* b */\n         c */\n    `x  ${ a+1 }  y` + \"a//b\"\n}\n";
    assert_eq!(script(text), text);
    assert_eq!(script("fn f() { /* a */1/* b */ }// c\n"), "fn f() { /* a */ 1 /* b */ } // c\n");
    assert_eq!(script("fn f() { 1 } // a\n// b"), "fn f() { 1 } // a\n// b\n");
}

#[test]
fn what_cannot_be_read_has_no_form() {
    let refused = |path: &str, text: &str| {
        let problems = formatted(path, text).expect_err("it cannot be read");
        problems.iter().next().map(|problem| (problem.code.to_string(), problem.span.map_or(0, |span| span.start)))
    };
    assert_eq!(refused("x.toml", "a = 1\nb = \n"), Some(("toml-syntax".to_owned(), 10)));
    assert_eq!(refused("x.rhai", "fn f() {\n  let = 1;\n}\n"), Some(("script-syntax".to_owned(), 15)));
    assert!(refused("x.rhai", "let x = 1;").is_some(), "nothing stands outside functions");
}

#[test]
fn patches_know_a_function_in_its_form() {
    let before = "fn resolve(item) { item.player.draw( 1 ); }\nfn other() { 1 }\n";
    let after = script(before);
    let mut hashes = Rehashed::default();
    hashes.note(before, &after);
    let hash = |text: &str| {
        let outline = cardwright_script::syntax::outline(text);
        cardwright_content::function_hash(text, outline.function("resolve").expect("it is there"))
    };
    let patch =
        |hash: &str| format!("card = \"x:y\"\n\n[[hook]]\nname   = \"resolve\"\nexpect = \"{hash}\" # as it was\n");
    let path = "cards/other/patches/y.toml";
    assert_eq!(hashes.refreshed(path, &patch(&hash(before))), Some(patch(&hash(&after))));
    assert_eq!(hashes.refreshed(path, &patch("01234567")), None, "a patch that was stale stays so");
    assert_eq!(hashes.refreshed("cards/other/y.toml", &patch(&hash(before))), None);
}
