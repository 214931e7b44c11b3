//! What a pack changes about the cards of another.

use super::Demo;
use crate::function_hash;
use cardwright_kernel::rules::Printed;
use cardwright_script::syntax::outline;

const MORE: &str = "name = \"more\"\ntitle = \"More\"\nversion = \"1\"\nrequires = [\"demo\"]\n";
const KEEP: &str = "card = \"demo:realms/keep\"\n";
const PATH: &str = "cards/more/patches/keep.toml";

/// The hash of the first function of a script.
fn hash_of(script: &str) -> String {
    function_hash(script, &outline(script).functions[0])
}

#[test]
fn a_hash_is_that_of_one_function() {
    let first = hash_of("fn a(x) { if x { `}${ {} }` } }\nfn b() {}");
    assert_eq!(first, hash_of("fn a(x) {\n    if x { `}${ {} }` }\n}"));
    assert_ne!(first, hash_of("fn a(x) { if x { `}${ {} }` } 2 }"));
    assert_eq!(first.len(), 8);
}

/// The demo with a patch of Keep by another pack.
fn patched(changes: &str) -> Demo {
    Demo::new().file("cards/more/pack.toml", MORE).file(PATH, &format!("{KEEP}{changes}"))
}

fn level(demo: &Demo) -> Printed {
    let loaded = demo.load();
    assert!(loaded.problems.is_empty(), "{:#?}", loaded.problems);
    let (keep, rules) = (&loaded.rules.definitions["Keep"], &loaded.rules);
    let slot = rules.kinds[keep.kind.index()].attributes.iter();
    let slot = slot.into_iter().position(|id| rules.attributes.get_index(id.index()).unwrap().0.as_ref() == "level");
    keep.printed[slot.unwrap()].clone()
}

#[test]
fn a_field_is_changed_and_taken_away() {
    assert_eq!(level(&Demo::new()), Printed::Number(3));
    assert_eq!(level(&patched("[[field]]\nname = \"level\"\nexpect = 3\nto = 5\n")), Printed::Number(5));
    assert_ne!(level(&patched("[[field]]\nname = \"level\"\nexpect = 3\n")), Printed::Number(3));
}

#[test]
fn a_pack_builds_on_what_it_needs() {
    let demo = patched("[[field]]\nname = \"level\"\nexpect = 3\nto = 5\n")
        .file("cards/again/pack.toml", &MORE.replace("\"more\"", "\"again\"").replace("\"demo\"]", "\"more\"]"))
        .file("cards/again/patches/keep.toml", &format!("{KEEP}[[field]]\nname = \"level\"\nexpect = 5\nto = 6\n"));

    // By name `again` comes first, but it needs `more`.
    assert_eq!(level(&demo), Printed::Number(6));
}

#[test]
fn strangers_can_change_different_entries_of_one_list() {
    let bans = "\n[[forbids]]\naction = \"build\"\n\n[[forbids]]\naction = \"play\"\n";
    let keep = Demo::new().0.get("cards/demo/realms/keep.toml").unwrap_or_default().to_owned() + bans;
    let change = |action: &str, who: &str| {
        format!(
            "{KEEP}[[entry]]\nlist = \"forbids\"\nexpect = {{ action = \"{action}\" }}\nto = {{ action = \"{action}\", who = \"{who}\" }}\n"
        )
    };
    let demo = Demo::new()
        .file("cards/demo/realms/keep.toml", &keep)
        .file("cards/more/pack.toml", MORE)
        .file(PATH, &change("build", "you"))
        .file("cards/again/pack.toml", &MORE.replace("\"more\"", "\"again\""))
        .file("cards/again/patches/keep.toml", &change("play", "others"));
    let loaded = demo.load();

    assert!(loaded.problems.is_empty(), "{:#?}", loaded.problems);
    let who: Vec<_> =
        loaded.rules.definitions["Keep"].abilities.statics.iter().map(|ban| format!("{:?}", ban.who)).collect();
    assert_eq!(who, ["You", "Others"]);
}

#[test]
fn a_patch_for_a_pack_that_may_be_absent_waits_for_it() {
    let pack = format!("{MORE}optional = [\"rare\"]\n");
    let demo = Demo::new()
        .file("cards/more/pack.toml", &pack)
        .file(
            "cards/more/patches/gem.toml",
            "card = \"rare:realms/gem\"\n[[hook]]\nname = \"resolve\"\nhow = \"add\"\n",
        )
        .file("scripts/more/patches/gem.rhai", "fn resolve(item) {}\n");
    let loaded = demo.load();

    assert!(loaded.problems.is_empty(), "{:#?}", loaded.problems);
    assert!(!loaded.rules.scripts.contains_key("scripts/more/patches/gem.rhai"));
}

#[test]
fn a_hook_of_a_patch_is_that_of_its_card_only() {
    let patch = "card = \"demo:events/calm\"\n[[hook]]\nname = \"resolve\"\nhow = \"replace\"\nexpect = \"HASH\"\n";
    let hash = hash_of("fn resolve(item) {}\n");
    let twin = Demo::new().0.get("cards/demo/events/calm.toml").unwrap_or_default().replace("Calm", "Hush");
    let demo = Demo::new()
        .file("cards/more/pack.toml", MORE)
        .file("cards/demo/events/hush.toml", &format!("script = \"events/calm\"\n{twin}"))
        .file("cards/more/patches/calm.toml", &patch.replace("HASH", &hash))
        .file("scripts/more/patches/calm.rhai", "fn resolve(item) {}\n");
    let loaded = demo.load();

    assert!(loaded.problems.is_empty(), "{:#?}", loaded.problems);
    let script = |card: &str| {
        let hook = loaded.rules.definitions[card].resolve.as_ref().map(|hook| hook.script.index());
        hook.and_then(|script| loaded.rules.scripts.get_index(script)).map(|(path, _)| path.to_string())
    };
    assert_eq!(script("Calm").as_deref(), Some("scripts/more/patches/calm.rhai"));
    assert_eq!(script("Hush").as_deref(), Some("scripts/demo/events/calm.rhai"));
}
