//! Claims about loading, each on a small pack of its own.

mod board;
mod cards;
mod families;
mod hooks;
mod hostile;
mod look;
mod packs;
mod patches;
mod ruleset;
mod tables;
mod valid;

use super::{Files, LoadedRules, load};
use cardwright_kernel::problems::{Problem, Source, Sources};
use cardwright_script::syntax::outline;

/// The smallest pack with a bit of everything.
const DEMO: [(&str, &str); 7] = [
    ("cards/demo/pack.toml", "name = \"demo\"\ntitle = \"Demo\"\nversion = \"1\"\n"),
    ("cards/demo/ruleset.toml", include_str!("demo.toml")),
    (
        "cards/demo/events/calm.toml",
        "name = \"Calm\"\npolarity = \"helpful\"\ntext = \"Undo.\"\n\n[answers]\nround = \"stop\"\nto = { kind = \"event\", polarity = \"harmful\" }\n",
    ),
    ("cards/demo/realms/keep.toml", "name = \"Keep\"\nlevel = 3\ntext = \"No power.\"\n"),
    ("cards/demo/decks/start.toml", "title = \"Start\"\n\n[cards]\nCalm = 2\nKeep = 1\n\n[zones.pool]\nKeep = 1\n"),
    ("scripts/demo/ruleset.rhai", "fn resolve_build(item) {}\nfn begin_main(player) {}\n"),
    ("scripts/demo/events/calm.rhai", "fn resolve(item) {}\n"),
];

/// The demo pack with changes.
struct Demo(Files);

impl Demo {
    fn new() -> Self {
        Self(Files::new(DEMO))
    }

    /// With this file, instead of the one with the same path.
    fn file(self, path: &str, text: &str) -> Self {
        let kept = self.0.iter().filter(|(other, _)| *other != path);
        Self(Files::new(kept.chain([(path, text)])))
    }

    fn without(self, path: &str) -> Self {
        Self(Files::new(self.0.iter().filter(|(other, _)| *other != path)))
    }

    /// With a part of a file replaced.
    fn replace(self, path: &str, old: &str, new: &str) -> Self {
        let text = self.0.get(path).unwrap_or_default();
        assert!(text.contains(old), "{path} has no {old}");
        let text = text.replacen(old, new, 1);
        self.file(path, &text)
    }

    /// With a part of the ruleset replaced.
    fn rules(self, old: &str, new: &str) -> Self {
        self.replace("cards/demo/ruleset.toml", old, new)
    }

    /// With something at the end of the ruleset.
    fn more_rules(self, more: &str) -> Self {
        let text = format!("{}{more}", self.0.get("cards/demo/ruleset.toml").unwrap_or_default());
        self.file("cards/demo/ruleset.toml", &text)
    }

    /// With a realm whose file has these lines besides the name and the text.
    fn realm(self, lines: &str) -> Self {
        self.file("cards/demo/realms/tower.toml", &format!("name = \"Tower\"\ntext = \"Tall.\"\n{lines}"))
    }

    fn load(&self) -> LoadedRules {
        load(&self.0, "demo", outline)
    }

    /// Each problem as its code, what it points at and its label, or its help if it has no label.
    fn problems(&self) -> Vec<String> {
        self.load().problems.iter().map(|problem| self.line(problem)).collect()
    }

    fn line(&self, problem: &Problem) -> String {
        let text = self.0.text(&problem.path).unwrap_or_default();
        let source = Source { path: &problem.path, text };
        let at = problem.span.map_or("", |span| &text[source.clamp(span).range()]);
        let hint = if problem.label.is_empty() { problem.help.as_deref().unwrap_or_default() } else { &problem.label };
        format!("{}: {at}: {hint}", problem.code)
    }
}

/// The only problem, in the form of [`Demo::problems`].
#[track_caller]
fn only(demo: &Demo) -> String {
    let problems = demo.problems();
    assert_eq!(problems.len(), 1, "{problems:#?}");
    problems.into_iter().next().unwrap_or_default()
}
