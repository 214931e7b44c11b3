//! Small changes that are not made, because no ruling could ever notice them. Each has its reason here; a change that some
//! ruling could notice is made, however hard that ruling is to write.

use crate::coverage::Marks;
use cardwright_content::{Files, pack_of};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::rules::{DeclMap, Looks, NewOwner, Rules, ZonePer};
use cardwright_script::syntax::{Token, TokenSort, tokens};
use std::collections::BTreeSet;

/// Keys of a ruleset that are no behaviour of the game.
const NO_BEHAVIOUR: [&[&str]; 4] = [
    // What rules tell of hidden cards is read by the variants of rulings.
    &["told"],
    // What a position is worth is read by bots, to choose among what the rules let them do.
    &["worth"],
    // The stand-in is read by rulings; a game does not know it.
    &["stand_in"],
    // What must be true of a board is judged when the packs are loaded; the board itself stays as it is.
    &["board"],
];

/// Verbs by which a card can come under the control of somebody who does not own it, or the other way around.
const PARTING: [&str; 2] = ["take", "deal_out"];

/// Properties that do so when they are set.
const PARTING_PROPERTIES: [&str; 4] = ["controller", "owner", "host", "to"];

/// The verb with which a card goes into a zone; a second argument may say whose.
const MOVING: &str = "move_to";

/// Whether a key of a ruleset, by its path, is no behaviour of the game.
pub(super) fn is_no_behaviour(path: &[&str]) -> bool {
    NO_BEHAVIOUR.iter().any(|known| path.starts_with(known))
}

/// Whether a number of a ruleset, by the path of its key, may not become this one. A ruling can choose any value that an
/// option has, and so notices if there are fewer; but one that it must not have cannot be chosen in any ruling.
pub(super) fn is_out_of_bounds(path: &[&str], was: i64, now: i64) -> bool {
    match path {
        ["options", _, "from"] => now < was,
        ["options", _, "to"] => now > was,
        _ => false,
    }
}

/// Whether the zone with this key of the standard set, were it not switched off, would have no card in any game: nothing that
/// checks clean names it, so only the kernel could put a card there, and does so for three zones. Decks begin in the draw
/// pile, cards are drawn from it to the hand, and what leaves goes to the discard pile where its kind says nothing else.
pub(super) fn is_never_entered(rules: &Rules, throughout: Throughout, zone: &str) -> bool {
    match zone {
        "draw" => rules.decks.is_empty() && !throughout.draws,
        "hand" => !rules.zones.contains_key("draw"),
        // Without it, every kind has said where its cards go.
        "discard" | "pool" | "abyss" | "void" => true,
        _ => false,
    }
}

/// What holds in all files of a game, so that some changes cannot matter.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Throughout {
    /// Whoever owns a card controls it in every game; only a ruling's table could say something else, about a position that
    /// no game has.
    pub owners_control: bool,
    /// There are never more than two players, so each has one rival.
    pub one_rival: bool,
    /// Some script draws from the pile of which the rules say that cards are drawn from it.
    pub draws: bool,
}

impl Throughout {
    /// What holds in the files of a game.
    pub fn of(files: &Files, ruleset: &Ruleset) -> Self {
        let rules = ruleset.rules();
        let scripts: Vec<&str> = files
            .iter()
            .filter(|(path, _)| path.ends_with(".rhai") && pack_of(path).is_some())
            .map(|(_, text)| text)
            .collect();
        let mut routes = rules.kinds.values().flat_map(|kind| &kind.routes);
        let parts = routes.any(|route| route.owner != NewOwner::Same)
            || !rules.commons.is_empty()
            || rules.zones.values().any(|zone| zone.supply)
            || scripts.iter().any(|text| parts(rules, text));
        let draws = scripts.iter().any(|text| calls(text, "draw"));
        Self {
            owners_control: !parts,
            one_rival: (rules.players.0..=rules.players.1).all(|people| rules.players_of(people) == 2),
            draws,
        }
    }

    /// Whether replacing a word of a chain by another is no change at all.
    pub fn same(self, before: &str, was: &str, now: &str) -> bool {
        match (was, now) {
            ("owner", "controller") | ("controller", "owner") => self.owners_control,
            ("first", "last") | ("last", "first") => self.one_rival && before == "rivals",
            _ => false,
        }
    }
}

/// Whether a script calls a verb with this name.
fn calls(text: &str, verb: &str) -> bool {
    let tokens = tokens(text);
    let shown = |token: &Token| text[token.span.clone()].to_owned();
    tokens.windows(2).any(|pair| shown(&pair[0]) == verb && shown(&pair[1]) == "(")
}

/// Whether a script can part control from ownership: by a verb that does so, or by moving a card into a zone that it may
/// find before another player.
fn parts(rules: &Rules, text: &str) -> bool {
    let tokens = tokens(text);
    let shown = |at: usize| tokens.get(at).map_or("", |token: &Token| &text[token.span.clone()]);
    (1..tokens.len()).any(|at| {
        if !matches!(shown(at - 1), "." | "?.") {
            return false;
        }
        match (shown(at), shown(at + 1)) {
            (MOVING, "(") => {
                let inside = arguments(text, &tokens, at + 2);
                inside.len() > 1 && !is_before_nobody(rules, inside[0])
            }
            (word, "(") => PARTING.contains(&word),
            (word, "=") => PARTING_PROPERTIES.contains(&word),
            _ => false,
        }
    })
}

/// The texts of the arguments that begin with this token.
fn arguments<'t>(text: &'t str, tokens: &[Token], first: usize) -> Vec<&'t str> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0_i32, None);
    for token in tokens.iter().skip(first) {
        let shown = &text[token.span.clone()];
        let begin = *start.get_or_insert(token.span.start);
        match shown {
            "(" | "[" | "{" | "#{" => depth += 1,
            ")" | "]" | "}" if depth > 0 => depth -= 1,
            ")" => {
                found.push(text[begin..token.span.start].trim());
                return found;
            }
            "," if depth == 0 => {
                found.push(text[begin..token.span.start].trim());
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// Whether an argument names a zone that lies before no player, so that nobody gains control of what enters.
fn is_before_nobody(rules: &Rules, argument: &str) -> bool {
    let [Token { sort: TokenSort::Text(key), .. }] = &tokens(argument)[..] else { return false };
    rules.zones.get(key).is_some_and(|zone| zone.per != ZonePer::Player)
}

/// The lines of a file that no ruling can reach: those marked as `unexercised`, whose reason says so; where a function is
/// marked, all of it.
pub(super) fn unreachable_lines(files: &Files, path: &str) -> BTreeSet<u32> {
    let mut marks = Marks::default();
    let (mut found, mut inside) = (BTreeSet::new(), false);
    for (number, line) in (1..).zip(files.get(path).unwrap_or_default().lines()) {
        let is_marked = marks.reason(files, path, number).is_some();
        inside = (inside && !line.starts_with('}')) || (is_marked && line.starts_with("fn "));
        if is_marked || inside {
            found.insert(number);
        }
    }
    found
}

/// Whether two rulesets are the same in all that a game can notice, so that a change between them was none: it left out what
/// is so anyway.
pub(super) fn are_alike(one: &Ruleset, other: &Ruleset) -> bool {
    shown(one.rules()) == shown(other.rules())
}

/// All that a game reads of its rules. Scripts are left out: only changes of TOML files are compared like this.
fn shown(rules: &Rules) -> String {
    let read = Rules {
        hash: [0; 32],
        worth: None,
        stand_in: None,
        scripts: DeclMap::default(),
        looks: Looks::default(),
        recorder: None,
        ..rules.clone()
    };
    format!("{read:?}")
}

#[cfg(test)]
mod tests {
    use super::{Throughout, is_out_of_bounds, parts, unreachable_lines};
    use cardwright_content::Files;
    use cardwright_kernel::rules::Rules;

    #[test]
    fn an_option_is_never_wider_in_any_ruling() {
        assert!(is_out_of_bounds(&["options", "lamps", "to"], 8, 9));
        assert!(!is_out_of_bounds(&["options", "lamps", "to"], 8, 7));
        assert!(is_out_of_bounds(&["options", "lamps", "from"], 4, 3));
        assert!(!is_out_of_bounds(&["values", "lamps", "to"], 8, 9));
    }

    #[test]
    fn control_parts_from_ownership_by_a_few_verbs() {
        let rules = Rules::default();
        for text in ["fn f(a, b) { a.controller = b; }", "fn f(a, b) { a.move_to(\"hand\", b.next); }"] {
            assert!(parts(&rules, text), "{text}");
        }
        for text in ["fn f(a) { a.move_to(\"hand\"); }", "fn f(a) { a.take_back(); a.b = a.controller; }"] {
            assert!(!parts(&rules, text), "{text}");
        }
    }

    #[test]
    fn words_are_the_same_only_where_it_is_known() {
        let known = Throughout { owners_control: true, one_rival: true, draws: true };
        assert!(known.same("me", "controller", "owner"));
        assert!(known.same("rivals", "first", "last"));
        assert!(!known.same("hand", "first", "last"));
        assert!(!Throughout::default().same("me", "controller", "owner"));
    }

    #[test]
    fn a_marked_function_is_marked_to_its_end() {
        let text =
            "fn a() { // unexercised: nobody is there\n    1\n}\n\nfn b() {\n    2 // unexercised: nor here\n}\n";
        let lines = unreachable_lines(&Files::new([("a.rhai", text)]), "a.rhai");
        assert_eq!(lines.into_iter().collect::<Vec<_>>(), [1, 2, 6]);
    }
}
