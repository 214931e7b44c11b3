//! `cardwright fmt`: files are put into their form, or refused and left as they are.

use crate::common::{Folder, run_in};

const TEA: &str = "scripts/toy/boons/warm-tea.rhai";
const CARD: &str = "cards/toy/boons/warm-tea.toml";

/// The toy, in which a script and a card are out of form.
fn untidy() -> Folder {
    let folder = Folder::new().with_toy();
    folder.write(TEA, "fn resolve(item){\n  item.player.hearts=min( item.player.hearts+2,5 ); // two\n}\n");
    folder.write(CARD, &folder.read(CARD).replacen(" = ", "=", 1));
    folder
}

#[test]
fn files_are_put_into_their_form() {
    let folder = untidy();
    let ran = run_in(&folder.0, &["fmt", "--check"], "");
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.out.contains(&format!("{TEA}:1: fn resolve(item) {{\n")), "{}", ran.out);
    assert!(ran.out.contains("\n2 of ") && ran.out.ends_with(" files not in their form\n"), "{}", ran.out);
    assert!(folder.read(TEA).contains("min( item"), "it only looks");

    let ran = run_in(&folder.0, &["fmt"], "");
    assert_eq!(ran.status, 0, "{ran:?}");
    let formed = "fn resolve(item) {\n    item.player.hearts = min(item.player.hearts + 2, 5); // two\n}\n";
    assert_eq!(folder.read(TEA), formed);
    let ran = run_in(&folder.0, &["fmt", "--check"], "");
    assert!(ran.status == 0 && ran.out.starts_with("0 of "), "{ran:?}");
    let ran = run_in(&folder.0, &["check", "toy"], "");
    assert_eq!(ran.status, 0, "it means the same: {ran:?}");
}

#[test]
fn only_what_is_named_is_touched() {
    let folder = untidy();
    let card = folder.read(CARD);
    let ran = run_in(&folder.0, &["fmt", "scripts", TEA], "");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(folder.read(TEA).contains("min(item"), "{}", folder.read(TEA));
    assert_eq!(folder.read(CARD), card);
    for nothing in ["fnord", "cards/toy/RULES.md"] {
        let ran = run_in(&folder.0, &["fmt", nothing], "");
        assert!(ran.status == 2 && ran.err.contains("is no folder, no TOML file and no script"), "{ran:?}");
    }
}

#[test]
fn what_cannot_be_read_is_refused_with_its_place_and_stays() {
    let folder = untidy();
    let broken = "fn resolve(item) {\n  let = 3;\n}\n";
    folder.write("scripts/toy/boons/blessing.rhai", broken);
    folder.write("cards/toy/boons/blessing.toml", "name = \n");
    let ran = run_in(&folder.0, &["fmt"], "");
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.out.contains("boons/blessing.rhai:2:7") && ran.out.contains("boons/blessing.toml:1:"), "{}", ran.out);
    assert_eq!(folder.read("scripts/toy/boons/blessing.rhai"), broken);
    assert_eq!(folder.read("cards/toy/boons/blessing.toml"), "name = \n");
    assert!(folder.read(TEA).contains("min(item"), "the others are formatted: {}", folder.read(TEA));
}

#[test]
fn an_editor_uses_standard_input() {
    let folder = Folder::new();
    let ran = run_in(&folder.0, &["fmt", "-", "--as", "x.toml"], "a=1\n");
    assert_eq!((ran.status, &*ran.out, &*ran.err), (0, "a = 1\n", ""));
    let ran = run_in(&folder.0, &["fmt", "-", "--as", "x.rhai"], "fn f(){1}");
    assert_eq!((ran.status, &*ran.out), (0, "fn f() { 1 }\n"));
    let ran = run_in(&folder.0, &["fmt", "-", "--check", "--as", "x.toml"], "a = 1\nb=2\n");
    assert_eq!((ran.status, &*ran.out), (1, "x.toml:2: b = 2\n"));
    let ran = run_in(&folder.0, &["fmt", "-", "--as", "x.toml"], "a = \n");
    assert!(ran.status != 0 && ran.out.is_empty() && ran.err.contains("x.toml:1:"), "{ran:?}");
    for wrong in [&["fmt", "-"][..], &["fmt", "-", "--as", "x.md"], &["fmt", "-", "cards", "--as", "x.toml"]] {
        assert_eq!(run_in(&folder.0, wrong, "a = 1\n").status, 2, "{wrong:?}");
    }
}

#[test]
fn patches_know_the_functions_in_their_form() {
    let folder = Folder::new().with_toy();
    let form = "fn resolve(item) {\n    item.player.hearts = min(item.player.hearts + 2, 5);\n}\n";
    assert_eq!(folder.read(TEA), form, "the card of the example");
    let untidy = form.replace("min(", "min( ");
    folder.write(TEA, &untidy);
    folder.write(
        "cards/sweet/pack.toml",
        "name = \"sweet\"\ntitle = \"Sweet\"\nversion = \"0.1.0\"\nengine = \"0.3\"\nrequires = [\"toy\"]\n",
    );
    let patch = "cards/sweet/patches/warm-tea.toml";
    let head = "card = \"toy:boons/warm-tea\"\n\n[[hook]]\nname = \"resolve\"\nhow = \"wrap\"\n";
    folder.write(patch, head);
    folder.write(
        "scripts/sweet/patches/warm-tea.rhai",
        "fn resolve(item) {\n    original_resolve(item);\n    item.player.draw(1);\n}\n",
    );
    let check = |folder: &Folder| run_in(&folder.0, &["check", "sweet"], "");
    let told = check(&folder).out;
    let hash =
        told.split("`expect = \"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_else(|| panic!("{told}"));
    folder.write(patch, &format!("{head}expect = \"{hash}\"\n"));
    assert_eq!(check(&folder).status, 0, "{:?}", check(&folder));
    let ran = run_in(&folder.0, &["fmt"], "");
    assert!(ran.status == 0 && ran.out.contains("patches/warm-tea.toml: the hashes"), "{ran:?}");
    assert_eq!(folder.read(TEA), form);
    assert!(!folder.read(patch).contains(hash), "{}", folder.read(patch));
    assert_eq!(check(&folder).status, 0, "the patch still fits: {:?}", check(&folder));
}
