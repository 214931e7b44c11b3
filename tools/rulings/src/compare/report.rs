//! A comparison as text, as JSON, and as a page of HTML that needs nothing else.

use super::{Difference, GameComparison};
use cardwright_kernel::text::printable;
use serde_json::{Value, json};
use std::fmt::Write;

/// The comparisons as text.
pub fn text(comparisons: &[GameComparison]) -> String {
    let mut text = String::new();
    for comparison in comparisons {
        let (rulings, games) = comparison.played;
        let _ = writeln!(text, "{}: {rulings} rulings and {games} games under both versions", comparison.game);
        for (side, problems) in &comparison.refused {
            let _ = writeln!(text, "\n{side} does not check, so nothing can be compared:\n\n{problems}");
        }
        for (what, names) in lists(comparison) {
            let _ = writeln!(text, "  {what}: {}", names.join(", "));
        }
        for difference in &comparison.differences {
            let _ = write!(text, "\n{}", of_difference(difference));
        }
        if comparison.is_empty() {
            text.push_str("  no difference in behaviour\n");
        }
        text.push('\n');
    }
    if comparisons.is_empty() {
        text.push_str("no file of a game differs\n");
    }
    text
}

fn lists(comparison: &GameComparison) -> Vec<(&'static str, Vec<String>)> {
    let cards = &comparison.cards;
    let renamed = cards.renamed.iter().map(|(old, new)| format!("{old} -> {new}")).collect();
    let all = [("renamed", renamed), ("new", cards.new.clone()), ("gone", cards.gone.clone())];
    all.into_iter().filter(|(_, names): &(_, Vec<String>)| !names.is_empty()).collect()
}

fn of_difference(difference: &Difference) -> String {
    let mut text = format!("{} behaves differently ({})\n", difference.subject, how_often(difference));
    let _ = writeln!(text, "  by {}", difference.files.join(", "));
    let _ = writeln!(text, "  {}:", difference.shown.title());
    for (mark, line) in difference.shown.lines() {
        let _ = writeln!(text, "    {mark} {line}");
    }
    text
}

fn how_often(difference: &Difference) -> String {
    let count = |number: usize, one: &str, many: &str| format!("{number} {}", if number == 1 { one } else { many });
    let mut parts = Vec::new();
    if !difference.rulings.is_empty() {
        parts.push(count(difference.rulings.len(), "ruling", "rulings"));
    }
    if !difference.games.is_empty() {
        parts.push(count(difference.games.len(), "game", "games"));
    }
    parts.join(", ")
}

/// The comparisons as one JSON object.
pub fn as_json(comparisons: &[GameComparison]) -> String {
    let games: Vec<Value> = comparisons.iter().map(of_game).collect();
    json!({ "games": games }).to_string()
}

fn of_game(comparison: &GameComparison) -> Value {
    let refused = comparison.refused.iter().map(|(side, problems)| json!({ "side": side, "problems": problems }));
    let differences = comparison.differences.iter().map(|difference| {
        json!({
            "subject": difference.subject,
            "files": difference.files,
            "rulings": difference.rulings,
            "games": difference.games,
            "shown": {
                "of": difference.shown.of,
                "lines": [difference.shown.length.0, difference.shown.length.1],
                "ruling": difference.shown.ruling,
                "old": difference.shown.old,
                "new": difference.shown.new,
            },
        })
    });
    json!({
        "game": comparison.game,
        "rulings": comparison.played.0,
        "seededGames": comparison.played.1,
        "refused": refused.collect::<Vec<_>>(),
        "renamed": comparison.cards.renamed,
        "new": comparison.cards.new,
        "gone": comparison.cards.gone,
        "differences": differences.collect::<Vec<_>>(),
    })
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}\
    pre{background:#f6f6f6;padding:.7em;overflow:auto}.old{background:#fdd}.new{background:#dfd}code{background:#f0f0f0}";

/// The comparisons as a page of its own.
pub fn html(title: &str, comparisons: &[GameComparison]) -> String {
    let mut body = String::new();
    for comparison in comparisons {
        let (rulings, games) = comparison.played;
        let _ = writeln!(
            body,
            "<h2>{}</h2>\n<p>{rulings} rulings and {games} games under both versions.</p>",
            escape(&comparison.game)
        );
        for (side, problems) in &comparison.refused {
            let _ = writeln!(body, "<p>{} does not check:</p><pre>{}</pre>", escape(side), escape(problems));
        }
        for (what, names) in lists(comparison) {
            let _ = writeln!(body, "<p>{what}: {}</p>", escape(&names.join(", ")));
        }
        for difference in &comparison.differences {
            let files = difference.files.iter().map(|file| format!("<code>{}</code>", escape(file)));
            let _ = writeln!(
                body,
                "<h3>{}</h3>\n<p>{}, by {}</p>\n<p>{}</p>\n<pre>{}</pre>{}",
                escape(&difference.subject),
                how_often(difference),
                files.collect::<Vec<_>>().join(", "),
                escape(&difference.shown.title()),
                difference.shown.lines().into_iter().map(of_line).collect::<String>(),
                difference.shown.ruling.as_deref().map(as_details).unwrap_or_default()
            );
        }
        if comparison.is_empty() {
            body.push_str("<p>No difference in behaviour.</p>\n");
        }
    }
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}</body>\n</html>\n"
    )
}

/// The ruling that shows a difference, to be opened.
fn as_details(ruling: &str) -> String {
    format!("\n<details><summary>The ruling</summary><pre>{}</pre></details>", escape(ruling))
}

fn of_line((mark, line): (char, &str)) -> String {
    let class = match mark {
        '-' => "old",
        '+' => "new",
        _ => "same",
    };
    format!("<span class=\"{class}\">{mark} {}</span>\n", escape(line))
}

/// A text as a page shows it, with what cannot be seen made visible: a page is attached to a request, to be judged by.
fn escape(text: &str) -> String {
    printable(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
