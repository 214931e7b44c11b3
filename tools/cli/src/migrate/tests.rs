use super::{Migration, migrate};
use cardwright_content::Files;

fn migrated(files: &[(&str, &str)]) -> Migration {
    migrate(&Files::new(files.iter().copied()), "old")
}

fn one(path: &str, text: &str) -> String {
    let migration = migrated(&[(path, text)]);
    migration.files.get(path).cloned().unwrap_or_else(|| text.to_owned())
}

#[test]
fn keys_are_renamed_in_their_own_tables_only() {
    let ruleset = "\
[actions.play]
says = \"plays\"
gates.own = { script = \"is_own\", why = \"no\" }    # SF-1
gates.other = { why = \"no\", script = \"is_own\" }
[[actions.play.cost]]
give = { from = \"hand\", count = 2, cause = \"paid\" }
[windows.x]
only     = \"is_own\"
rounds   = \"x\"
[values]
price = { of = \"player\", start = 1 }
height = { of = \"card\", base = \"rank\" }
worth = { of = \"card\", script = true }
[[checks]]
name   = \"end\"
script = \"is_over\"
";
    let new = "\
[actions.play]
says = \"plays\"
gates.own = { if = \"is_own\", why = \"no\" }        # SF-1
gates.other = { why = \"no\", if = \"is_own\" }
[[actions.play.cost]]
give = { from = \"hand\", amount = 2, cause = \"paid\" }
[windows.x]
if       = \"is_own\"
rounds   = \"x\"
[values]
price = { of = \"player\", amount = 1 }
height = { of = \"card\", amount = \"rank\" }
worth = { of = \"card\", amount = true }
[[checks]]
name   = \"end\"
hook   = \"is_over\"
";
    assert_eq!(one("cards/old/ruleset.toml", ruleset), new);
    assert_eq!(one("cards/old/ruleset.toml", new), new);
    assert_eq!(one("cards/old/decks/first.toml", ruleset), ruleset);
    let card = "script = \"boons/tea\"\n[answers]\nonly = true\n";
    assert_eq!(one("cards/old/boons/x.toml", card), card);
}

#[test]
fn what_stood_alone_or_beside_goes_inside() {
    let ruleset = "[windows.x]\npass = \"hands on\"\nmay_pass = \"never\"\n";
    let new = "[windows.x]\npass.holds = \"hands on\"\npass.if = \"never\"\n";
    assert_eq!(one("cards/old/ruleset.toml", ruleset), new);
}

#[test]
fn what_lasts_while_a_function_says_so_names_it() {
    let card = "lasts = \"while\"\n[effects.far_away]\nlasts = \"while\"\n[effects.near]\nlasts = \"forever\"\n";
    let script = "fn lasts(effect) { true }\nfn lasts_far_away(effect) { true }\n";
    let files = [("cards/old/boons/x.toml", card), ("scripts/old/boons/x.rhai", script)];
    let new = "lasts.if = \"lasts\"\n[effects.far_away]\nlasts.if = \"lasts_far_away\"\n[effects.near]\nlasts = \"forever\"\n";
    assert_eq!(migrated(&files).files["cards/old/boons/x.toml"], new);
    let by_gates = "lasts = \"while its gates are open\"\n";
    assert_eq!(one("cards/old/boons/x.toml", "lasts = \"while\"\n"), by_gates);
}

#[test]
fn what_nothing_needs_goes_with_its_comma_or_its_line() {
    let gates = |before: &str, after: &str| {
        format!("[actions.x.gates]\na = {{ {before}if = \"is_a\"{after} }}\n[actions.x.gates.b]\nif = \"is_b\"\n")
    };
    let old = gates("answered = true, ", "").replace("if", "script") + "answered = true # whatever\nwhy = \"no\"\n";
    assert_eq!(one("cards/old/ruleset.toml", &old), gates("", "") + "why = \"no\"\n");
    let old = gates("", ", answered = true").replace("if", "script");
    assert_eq!(one("cards/old/ruleset.toml", &old), gates("", ""));
}

#[test]
fn predicates_take_by_name_what_they_were_given_in_order() {
    let card = "[[protects]]\nsubject = {}\nscript = \"is_mine\"\n\
        [uses.play.gates]\nnear = { script = \"is_near\", with = \"inn\" }\n";
    let script = "fn is_mine(me, bearer, item) { #{ bearer: bearer.bearer }; bearer == me }\n\
        fn is_near(who, card, place) { who.at(place) }\nfn other(bearer) { bearer }\n";
    let files = [("cards/old/boons/x.toml", card), ("scripts/old/boons/x.rhai", script)];
    let new = "fn is_mine(me, subject, item) { #{ bearer: subject.bearer }; subject == me }\n\
        fn is_near(player, card, place) { player.at(place) }\nfn other(bearer) { bearer }\n";
    assert_eq!(migrated(&files).files["scripts/old/boons/x.rhai"], new);
    let taken = script.replace("bearer == me", "let subject = 1; bearer == me");
    let files = [("cards/old/boons/x.toml", card), ("scripts/old/boons/x.rhai", &taken)];
    assert!(migrated(&files).files["scripts/old/boons/x.rhai"].contains("fn is_mine(me, bearer, item)"));
}

#[test]
fn patches_are_migrated_as_what_they_change() {
    let patch = "ruleset = \"base\"\n[[field]]\nname = \"windows.x.may_pass\"\nto = \"never\"\n\
        [[field]]\nname = \"windows.y\"\nto = { asks = \"others\", rounds = \"y\", only = \"is_own\" }\n\
        [[field]]\nname = \"actions.play.gates.own.script\"\nexpect = \"is_own\"\nto = \"is_other\"\n\
        [[field]]\nname = \"windows.x.pass\"\nto = \"hands on\"\n\
        [[entry]]\nlist = \"checks\"\nto = { name = \"end\", script = \"is_over\" }\n";
    let new = "ruleset = \"base\"\n[[field]]\nname = \"windows.x.pass.if\"\nto = \"never\"\n\
        [[field]]\nname = \"windows.y\"\nto = { asks = \"others\", rounds = \"y\", if = \"is_own\" }\n\
        [[field]]\nname = \"actions.play.gates.own.if\"\nexpect = \"is_own\"\nto = \"is_other\"\n\
        [[field]]\nname = \"windows.x.pass.holds\"\nto = \"hands on\"\n\
        [[entry]]\nlist = \"checks\"\nto = { name = \"end\", hook = \"is_over\" }\n";
    assert_eq!(one("cards/old/patches/x.toml", patch), new);
    assert_eq!(one("cards/old/patches/x.toml", new), new);
}

#[test]
fn hashes_in_patches_of_rulesets_follow_their_functions() {
    let patch = "ruleset = \"base\"\n[[hook]]\nname = \"begin_ebb\"\nhow = \"wrap\"\nexpect = \"00000000\"\n";
    let script = "fn begin_ebb(player) { player.draw(1); }\n";
    let files = [("scripts/base/ruleset/tides.rhai", script), ("cards/old/patches/tides.toml", patch)];
    let hash = cardwright_content::function_hash(script, &cardwright_script::syntax::outline(script).functions[0]);
    assert_eq!(migrated(&files).files["cards/old/patches/tides.toml"], patch.replace("00000000", &hash));
}

#[test]
fn the_engine_becomes_this_one() {
    let pack = |engine: &str| format!("name = \"old\"\nengine = \"{engine}\"\n");
    assert_eq!(one("cards/old/pack.toml", &pack("0.1")), pack(super::ENGINE));
    assert_eq!(one("cards/old/pack.toml", &pack(">=0.1, <9")), pack(">=0.1, <9"));
    assert_eq!(one("cards/old/pack.toml", &pack("no version")), pack("no version"));
}

#[test]
fn hashes_of_functions_that_have_changed_follow_them() {
    let patch = "card = \"base:boons/tea\"\n[[hook]]\nname = \"resolve\"\nhow = \"wrap\"\nexpect = \"00000000\"\n";
    let files = [
        ("cards/base/boons/tea.toml", "name = \"Tea\"\n"),
        ("scripts/base/boons/tea.rhai", "fn resolve(item) { item.player.draw(1); }\n"),
        ("cards/old/patches/tea.toml", patch),
    ];
    let migration = migrated(&files);
    let outline = cardwright_script::syntax::outline(files[1].1);
    let hash = cardwright_content::function_hash(files[1].1, &outline.functions[0]);
    assert_eq!(migration.files["cards/old/patches/tea.toml"], patch.replace("00000000", &hash));
    assert_eq!((migration.changes.len(), migration.changes[0].line), (1, 5));
    assert!(migration.changes[0].what.contains("the function has changed"), "{:?}", migration.changes);
}

#[test]
fn a_script_that_repeats_the_text_of_its_card_begins_with_its_code() {
    let card = ("cards/old/boons/tea.toml", "name = \"Tea\"\ntext = \"Draw a card, or two.\"\n");
    let script = |head: &str| format!("{head}fn resolve(item) {{}}\n");
    let path = "scripts/old/boons/tea.rhai";
    let repeated = script("//! Draw a card,\n//! or two.\n\n");
    let migration = migrated(&[card, (path, &repeated)]);
    assert_eq!(migration.files[path], script(""));
    assert!(migration.changes[0].what.starts_with("`//! Draw a card, //! or two.` removed: "), "{migration:?}");
    let explained = script("//! Counts cards first.\n\n");
    assert_eq!(migrated(&[card, (path, &explained)]), Migration::default());
}

#[test]
fn other_packs_and_broken_files_stay_as_they_are() {
    let files = [("cards/other/pack.toml", "engine = \"0.1\"\n"), ("cards/old/pack.toml", "engine = = \"0.1\"\n")];
    assert_eq!(migrated(&files), Migration::default());
}

#[test]
fn comments_stay_in_their_columns() {
    let ruleset = "[windows.x]\nasks         = \"actor\"     # GA-1\nrounds       = \"x\"         # GA-2\nmasked = true  # GA-3\n";
    let new = "[windows.x]\nasks         = \"you\"       # GA-1\nrounds       = \"x\"         # GA-2\nmasked = true  # GA-3\n";
    assert_eq!(one("cards/old/ruleset.toml", ruleset), new);
}

#[test]
fn whoever_is_meant_is_called_alike_in_options_too() {
    let ruleset = |who: &str| {
        format!(
            "[options]\nagain = {{ type = \"choice\", choices = [\"{who}\", \"next\"], default = \"{who}\", text = \"{who}\" }}\n\
             [windows.x]\nafter_acting = \"again\"\n[windows.y]\nafter_acting = \"again\"\n"
        )
    };
    let new = ruleset("you").replace("text = \"you\"", "text = \"actor\"");
    assert_eq!(one("cards/old/ruleset.toml", &ruleset("actor")), new);
    let zones =
        "[zones]\na = { per = \"player\", seen = \"all\" }\nb = { per = \"game\", seen = \"who put it there\" }\n";
    let new = "[zones]\na = { per = \"player\", seen = \"everyone\" }\nb = { per = \"game\", seen = \"you\" }\n";
    assert_eq!(one("cards/old/ruleset.toml", zones), new);
}
