//! The files of the engine import each other one way: each can be read after those that it imports.

use crate::tidy::{code, files};
use std::collections::{BTreeMap, BTreeSet};

/// The modules of a crate by their paths (`play::item`), as code without comments, texts and tests.
struct Modules {
    codes: BTreeMap<String, String>,
    /// What a module has from another by `pub use`: by the module and the name, the path of what is meant.
    passed_on: BTreeMap<(String, String), Vec<String>>,
}

impl Modules {
    /// The modules in these files.
    fn of(files: &[(String, String)]) -> Self {
        let own = files.iter().filter(|(path, _)| !path.contains("/tests/"));
        let codes = own.map(|(path, text)| (module_at(path), without_texts(text))).collect();
        let mut modules = Self { codes, passed_on: BTreeMap::new() };
        for (module, code) in &modules.codes {
            for (path, name) in statements(code).filter(|use_| use_.is_public).flat_map(|use_| expanded(use_.tree)) {
                if let Some(path) = modules.absolute(module, &path) {
                    modules.passed_on.insert((module.clone(), name), path);
                }
            }
        }
        modules
    }

    /// For each module those that it imports. What it only passes on to others is no import of its own.
    fn imports(&self) -> BTreeMap<String, BTreeSet<String>> {
        let imports = |(module, code): (&String, &String)| {
            let mut rest = code.clone();
            let mut paths: Vec<Vec<String>> = Vec::new();
            for use_ in statements(code) {
                rest = rest.replace(use_.whole, "");
                if !use_.is_public {
                    paths.extend(expanded(use_.tree).into_iter().map(|(path, _)| path));
                }
            }
            let is_of_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
            let inline = rest.split(|letter| !is_of_path(letter)).filter(|word| word.contains("::"));
            paths.extend(inline.map(|word| word.split("::").map(String::from).collect()));
            let seen = paths.iter().filter_map(|path| self.module_of(&self.absolute(module, path)?));
            (module.clone(), seen.filter(|seen| seen != module).collect())
        };
        self.codes.iter().map(imports).collect()
    }

    /// A path from the root of the crate; none if it is of another crate, or of something that was imported by name.
    fn absolute(&self, module: &str, path: &[String]) -> Option<Vec<String>> {
        let mut at: Vec<String> = module.split("::").map(String::from).collect();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => {
                at.clear();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|first| first == "super") {
                    at.pop();
                    rest = &rest[1..];
                }
            }
            child if self.codes.contains_key(&format!("{module}::{child}")) => {}
            _ => return None,
        }
        at.extend(rest.iter().cloned());
        Some(at)
    }

    /// The module in which something stands: not the one that passes it on.
    fn module_of(&self, path: &[String]) -> Option<String> {
        let found = (1..=path.len()).rev().find(|end| self.codes.contains_key(&path[..*end].join("::")))?;
        let module = path[..found].join("::");
        let passed_on = path.get(found).and_then(|name| self.passed_on.get(&(module.clone(), name.clone())));
        match passed_on {
            Some(target) => self.module_of(&[target, &path[found + 1..]].concat()),
            None => Some(module),
        }
    }
}

/// The path of the module in a file.
fn module_at(path: &str) -> String {
    let path = path.trim_start_matches("engine/src/").trim_end_matches(".rs");
    path.trim_end_matches("/mod").replace('/', "::")
}

/// The lines of code of a file, without the texts in them.
fn without_texts(text: &str) -> String {
    let kept = |line: &str| line.replace("\\\"", "").split('"').step_by(2).collect::<Vec<_>>().join("\"");
    code(text).map(|(_, line)| kept(line) + "\n").collect()
}

/// A `use`.
struct Use<'c> {
    whole: &'c str,
    tree: &'c str,
    is_public: bool,
}

/// The `use` statements of some code.
fn statements(code: &str) -> impl Iterator<Item = Use<'_>> {
    let starts = code.match_indices("use ").map(|(at, _)| at);
    let begins_a_line = |at: &usize| {
        let before = code[..*at].rsplit('\n').next().unwrap_or_default().trim();
        before.is_empty() || before.starts_with("pub")
    };
    starts.filter(begins_a_line).filter_map(|at| {
        let start = code[..at].rfind('\n').map_or(0, |end| end + 1);
        let end = at + code[at..].find(';')?;
        let is_public = code[start..at].trim().starts_with("pub");
        Some(Use { whole: &code[start..=end], tree: &code[at + 4..end], is_public })
    })
}

/// The paths of a tree of imports, each with the name by which it is known afterwards.
fn expanded(tree: &str) -> Vec<(Vec<String>, String)> {
    let tree = tree.trim();
    let Some((before, inner)) = tree.split_once('{') else {
        let (path, name) = tree.split_once(" as ").unwrap_or((tree, tree));
        let path: Vec<String> = path.trim().split("::").filter(|part| *part != "self").map(String::from).collect();
        let name = name.rsplit("::").find(|part| *part != "self").unwrap_or_default();
        return vec![(path, name.trim().to_string())];
    };
    let inner = &inner[..inner.rfind('}').unwrap_or(inner.len())];
    parts(inner).into_iter().flat_map(|part| expanded(&format!("{before}{part}"))).collect()
}

/// The parts between the commas that are in no inner braces.
fn parts(inner: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(inner[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(inner[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// The modules that import each other in circles, or import or are imported by such a one on the way to another.
fn circles(mut imports: BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, BTreeSet<String>> {
    loop {
        let seen: BTreeSet<String> = imports.values().flatten().cloned().collect();
        let (before, left) = (imports.len(), imports.keys().cloned().collect::<BTreeSet<_>>());
        imports.retain(|name, imported| {
            imported.retain(|other| left.contains(other));
            !imported.is_empty() && seen.contains(name)
        });
        if imports.len() == before {
            return imports;
        }
    }
}

#[test]
fn the_files_of_the_engine_import_each_other_one_way() {
    let modules = Modules::of(&files("engine/src", &["rs"]));
    let imports = modules.imports();
    let count: usize = imports.values().map(BTreeSet::len).sum();
    assert!(imports.len() > 200 && count > 900, "{} modules import {count}", imports.len());
    let circles = circles(imports);
    assert!(circles.is_empty(), "these import each other in circles: {circles:#?}");
}

#[test]
fn files_that_import_each_other_in_a_circle_are_found() {
    let file = |path: &str, text: &str| (format!("engine/src/{path}.rs"), text.to_string());
    let two = [
        file("one/mod", "mod inner;\npub use inner::Inner;\n"),
        file("one/inner", "use crate::other::{self, Other};\n\npub struct Inner;\n"),
        file("other", "fn other(inner: crate::one::Inner) {}\n"),
        file("more", "use crate::other;\n"),
    ];
    let found = circles(Modules::of(&two).imports());
    assert_eq!(found.keys().collect::<Vec<_>>(), ["one::inner", "other"], "{found:?}");
    let one_way = file("other", "// crate::one::Inner\nfn other() -> &'static str { \"crate::one::Inner\" }\n");
    assert!(circles(Modules::of(&[two[0].clone(), two[1].clone(), one_way]).imports()).is_empty());
}
