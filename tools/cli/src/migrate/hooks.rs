//! Hooks that are called once with a list, as their rows say, and were called for each of its elements before.

use super::Replacement;
use cardwright_content::Purpose;
use cardwright_script::syntax::outline;

/// Calls what was called for each, of a ruleset's script: `fn left(player)` becomes `fn each_left(player)`, and `fn
/// left(players)` calls it. A file that has such a function already is left as it is.
pub(super) fn replacements(path: &str, text: &str) -> Vec<Replacement> {
    if !path.contains("/ruleset") {
        return Vec::new();
    }
    let outline = outline(text);
    let mut found = Vec::new();
    for purpose in Purpose::ALL {
        let (name, [(list, _)]) = (purpose.usual_name(), purpose.parameters()) else { continue };
        let Some(one) = list.strip_suffix('s') else { continue };
        let each = format!("each_{name}");
        let Some(function) = outline.function(name) else { continue };
        if function.parameters.len() != 1 || *function.parameters[0] != *one || outline.function(&each).is_some() {
            continue;
        }
        let head = format!("{name}({one})");
        let whole = function.whole.range();
        let Some(start) = text[whole.clone()].find(&head).map(|at| whole.start + at) else { continue };
        let new = format!("{name}({list}) {{\n    for {one} in {list} {{ {each}({one}); }}\n}}\n\nfn {each}({one})");
        found.push(Replacement { range: start..start + head.len(), text: new, note: "" });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::replacements;

    #[test]
    fn what_was_called_for_each_is_called_from_what_gets_the_list() {
        let path = "scripts/old/ruleset/end.rhai";
        let old = "/// Their cards go.\nfn left(player) {\n    player.hand.discard();\n}\n";
        let found = replacements(path, old);
        let mut new = old.to_owned();
        new.replace_range(found[0].range.clone(), &found[0].text);
        let wanted = "/// Their cards go.\nfn left(players) {\n    for player in players { each_left(player); }\n}\n\n\
                      fn each_left(player) {\n    player.hand.discard();\n}\n";
        assert_eq!(new, wanted);
        assert!(replacements(path, &new).is_empty());
        assert!(replacements("scripts/old/boons/tea.rhai", old).is_empty());
        assert!(replacements(path, "fn left(who) {}").is_empty());
    }
}
