//! Games: one page each, with the words that their rulesets declare and the functions that scripts of cards may call.

use super::html::{inline, sentence};
use super::{SearchEntry, SiteContext, SitePage, anchor, escape};
use cardwright_game::Lens;
use cardwright_kernel::rules::ScriptRole;
use std::collections::BTreeSet;

/// Sorts of declared words, by the checker's names, and their headings.
const SORTS: [(&str, &str); 9] = [
    ("kind", "Kinds"),
    ("attribute", "Attributes"),
    ("zone", "Zones"),
    ("action", "Actions"),
    ("phase", "Phases"),
    ("value", "Values"),
    ("stage", "Stages of values"),
    ("cause", "Causes"),
    ("signal", "Signals"),
];

/// A function that every script of the game may call.
struct Function<'s> {
    name: &'s str,
    head: String,
    doc: String,
    script: &'s str,
}

/// The file of a game's page.
pub(super) fn file(game: &str) -> String {
    format!("game-{}.html", anchor(game))
}

/// A page for each game.
pub(super) fn pages(context: &SiteContext<'_>) -> Vec<SitePage> {
    context.shown().map(|(game, lens)| page(game, lens)).collect()
}

fn page(game: &str, lens: &Lens) -> SitePage {
    let (title, file) = (&lens.rules().title, file(game));
    let mut body = format!(
        "<h1>{}</h1>\n<p><a href=\"{}\">Its cards</a>. Here is what the files of a card of it may name, and \
         which functions of its own its scripts may call, besides the <a href=\"verbs.html\">verbs</a>.</p>\n",
        escape(title),
        super::cards::gallery_file(game)
    );
    for (sort, heading) in SORTS {
        let words: Vec<String> =
            lens.words(sort).into_iter().map(|word| format!("<code>{}</code>", escape(word))).collect();
        if !words.is_empty() {
            let place = anchor(heading);
            body.push_str(&format!("<h2 id=\"{place}\">{heading}</h2>\n<p>{}</p>\n", words.join(", ")));
        }
    }
    let mut entries = Vec::new();
    body.push_str(&tables(lens, &file, &mut entries));
    let functions = functions(lens);
    if !functions.is_empty() {
        body.push_str("<h2 id=\"functions\">Functions</h2>\n");
    }
    for Function { name, head, doc, script } in functions {
        let place = format!("fn-{}", anchor(name));
        body.push_str(&format!("<h3 id=\"{place}\"><code>{}</code></h3>\n", escape(&head)));
        if !doc.is_empty() {
            body.push_str(&format!("<p>{}</p>\n", sentence(&doc)));
        }
        body.push_str(&format!("<p class=\"note\">From {}</p>\n", inline(&format!("`{script}`"))));
        let text = if doc.is_empty() { title.to_string() } else { format!("{title}: {doc}") };
        entries.push(SearchEntry { title: head, place: format!("{file}#{place}"), text });
    }
    SitePage { file, title: title.to_string(), body, entries }
}

/// The tables that the ruleset declares: for whom each is meant, and what it shows.
fn tables(lens: &Lens, file: &str, entries: &mut Vec<SearchEntry>) -> String {
    let mut body = String::new();
    for (name, table) in &lens.rules().tables {
        let place = format!("table-{}", anchor(name));
        body.push_str(&format!("<h3 id=\"{place}\"><code>{}</code></h3>\n", escape(name)));
        body.push_str(&format!("<p>{} players. {}</p>\n", table.people, sentence(&table.text)));
        let place = format!("{file}#{place}");
        entries.push(SearchEntry { title: format!("table {name}"), place, text: table.text.to_string() });
    }
    if body.is_empty() { body } else { format!("<h2 id=\"tables\">Tables</h2>\n{body}") }
}

/// The functions of the ruleset and the shared scripts that are no hooks, by their names.
fn functions(lens: &Lens) -> Vec<Function<'_>> {
    let hooks: BTreeSet<(usize, &str)> =
        lens.places().hooks().map(|(script, name, _)| (script.index(), name)).collect();
    let scripts = lens.rules().scripts.iter().enumerate();
    let callable = scripts.filter(|(_, (script, source))| {
        matches!(source.role, ScriptRole::Ruleset | ScriptRole::Shared) && !script.starts_with("scripts/examples/")
    });
    let mut functions: Vec<Function<'_>> = Vec::new();
    for (at, (script, _)) in callable {
        let own = lens.functions_of(script).iter().filter(|function| !hooks.contains(&(at, &*function.name)));
        functions.extend(own.map(|function| Function {
            name: &function.name,
            head: format!("{}({})", function.name, function.params.join(", ")),
            doc: function.doc.lines().map(str::trim).collect::<Vec<_>>().join(" "),
            script,
        }));
    }
    functions.sort_by_key(|function| function.name);
    functions
}
