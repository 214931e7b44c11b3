//! Functions as such: whether each is called, has the right parameters and a name of its own.

use super::judge::counted;
use super::kind::Type;
use super::pack::{File, FunctionKey, PackScripts};
use crate::syntax::finding::{Finding, did_you_mean};
use crate::syntax::tree::{Constant, Function};
use cardwright_kernel::rules::{ScriptRole, ScriptSource};
use cardwright_kernel::text::{list, suggest};

/// Names that the engine knows hooks by, and beginnings of such names.
const USUAL: [&str; 12] = [
    "resolve",
    "announce",
    "ends",
    "setup",
    "left",
    "on_*",
    "resolve_*",
    "announce_*",
    "begin_*",
    "end_*",
    "check_*",
    "value_*",
];

/// What is wrong with a function, seen from outside.
pub(super) fn judge(pack: &PackScripts<'_>, key: FunctionKey) -> Vec<Finding> {
    let file = &pack.files[key.0];
    let judge = FunctionCheck { pack, key, file, function: &file.functions[key.1] };
    judge.role().into_iter().chain(judge.name()).collect()
}

/// Whether two packs whose shared functions the script of a patch sees share one of the same name: what the wrapped
/// function calls would not be what it meant. Where the one requires the other, its own function is told of already.
pub(super) fn shared_twice(pack: &PackScripts<'_>, file: usize) -> Option<Finding> {
    let (own, patched) = (pack.files[file].unit.source, &*pack.files[file].patches()?.pack);
    if own.requires.iter().any(|required| **required == *patched) {
        return None;
    }
    let shared = |of: &'_ str| -> Vec<(&File<'_>, &Function)> {
        let is_shared = |source: &ScriptSource| source.role == ScriptRole::Shared && *source.pack == *of;
        let files = pack.files.iter().filter(|file| is_shared(file.unit.source));
        files.flat_map(|file| file.functions.iter().map(move |function| (file, function))).collect()
    };
    let others = shared(patched);
    let same =
        |one: &Function, other: &Function| one.name == other.name && one.parameters.len() == other.parameters.len();
    let (twin, function) =
        shared(&own.pack).into_iter().find(|(_, one)| others.iter().any(|(_, other)| same(one, other)))?;
    let message = format!(
        "`{}` and `{patched}` both have a shared function `{}`, and a patch sees both",
        own.pack, function.name
    );
    let finding = Finding::new("function-twice", twin.path(), function.at, message);
    Some(finding.help("choose another name"))
}

/// The constants of a script of a ruleset that another one of it has declared before. Twice in one file, the parser refuses them.
pub(super) fn constants_twice(pack: &PackScripts<'_>, file: usize) -> Vec<Finding> {
    let own = &pack.files[file];
    let twice = |constant: &Constant| {
        let (other, first) = pack.constant_beside(file, &constant.name).filter(|(other, _)| *other < file)?;
        let message = format!("there is already a constant `{}`", constant.name);
        let finding = Finding::new("constant-twice", own.path(), constant.at, message);
        let finding = finding.note("it is declared here", pack.files[other].path(), first.at);
        Some(finding.help("declare it once: all scripts of a ruleset see it"))
    };
    own.constants.iter().filter_map(twice).collect()
}

/// Where a function ends without a value.
struct End {
    words: String,
    is_early: bool,
}

struct FunctionCheck<'a> {
    pack: &'a PackScripts<'a>,
    key: FunctionKey,
    file: &'a File<'a>,
    function: &'a Function,
}

impl FunctionCheck<'_> {
    fn finding(&self, code: &'static str, message: String) -> Finding {
        Finding::new(code, self.file.path(), self.function.at, message)
    }

    /// Whether a function is what the engine expects.
    fn role(&self) -> Option<Finding> {
        let name = &self.function.name;
        let known = self.pack.known(self.key);
        let Some(hook) = self.pack.hook(self.key) else {
            // Functions of the others are there for whoever wants them.
            let is_own = !self.file.is_common() && !self.pack.may_be_patched(self.key.0);
            return match known.called {
                true => self.sometimes_nothing(),
                false if is_own || self.is_like_a_hook() => Some(self.unknown_hook()),
                false if self.is_of_library() => None,
                false => Some(self.unused()),
            };
        };
        if let Some(parameter) = hook.not_given(&self.function.parameters).filter(|_| hook.named) {
            let given = list(hook.takes.iter().map(|(name, _)| &**name));
            let message = format!("`{name}` takes `{parameter}`, but is given only: {given}");
            return Some(self.finding("hook-parameter", message).help("a predicate takes what it names, in any order"));
        }
        if !hook.named && hook.takes.len() != self.function.parameters.len() {
            let names: Vec<&str> = hook.takes.iter().map(|(name, _)| &**name).collect();
            let (wanted, written) = (counted(names.len(), "argument"), self.function.parameters.len());
            let message = format!("`{name}` is called with {wanted}, but this one takes {written}");
            return Some(self.finding("hook-arity", message).label(format!("write `fn {name}({})`", names.join(", "))));
        }
        let fits = known.gives.fits(&hook.gives, &mut Default::default());
        if let Some(end) = self.without_value().filter(|_| fits && hook.gives == Type::Flag) {
            let message = format!("`{name}` must return true or false, but returns nothing {}", end.words);
            return Some(self.finding("hook-gives", message).help(match end.is_early {
                true => "write `return false;`, if that is what you mean",
                false => "end it with `false`, if that is what you mean",
            }));
        }
        if hook.gives == Type::Nothing || fits {
            return None;
        }
        let (wanted, given) = (self.pack.vocabulary.call(&hook.gives), self.pack.vocabulary.call(&known.gives));
        Some(self.finding("hook-gives", format!("`{name}` must return {wanted}, not {given}")))
    }

    /// A function that returns a number, a flag or a list, except in some cases, and whose value is used without a doubt.
    fn sometimes_nothing(&self) -> Option<Finding> {
        let known = self.pack.known(self.key);
        let (file, at) = known.valued.filter(|_| !known.doubted && is_certain(&known.gives))?;
        let end = self.without_value()?;
        let (name, gives) = (&self.function.name, self.pack.vocabulary.call(&known.gives));
        let message = format!("`{name}` returns {gives} in some cases, but nothing {}", end.words);
        let finding = self.finding("function-gives", message).help(match end.is_early {
            true => {
                "return a value there, too; the value of the last statement is what a function returns, even with a `;`"
            }
            false => "return a value there, too",
        });
        Some(finding.note("its value is used here", self.pack.files[file].path(), at))
    }

    /// Where the function ends without a value.
    fn without_value(&self) -> Option<End> {
        let known = self.pack.known(self.key);
        match known.leaves {
            _ if known.falls => Some(End { words: "when it reaches its end".into(), is_early: false }),
            Some(at) => Some(End { words: format!("at `return;` in line {}", at.line), is_early: true }),
            None => None,
        }
    }

    /// Whether a function of a ruleset is named as its hooks are, or nearly so: it is meant to be called by that name.
    fn is_like_a_hook(&self) -> bool {
        let name = &*self.function.name;
        let begins = |usual: &&str| usual.strip_suffix('*').is_some_and(|beginning| name.starts_with(beginning));
        let is_of_ruleset = self.file.unit.source.role == ScriptRole::Ruleset;
        // One with just that name is not called because a key names another.
        let is_named = || self.usual_names().iter().any(|usual| usual == name);
        is_of_ruleset && !is_named() && (USUAL.iter().any(begins) || suggest(name, ["setup", "left"]).is_some())
    }

    /// The names by which the engine calls functions of a ruleset.
    fn usual_names(&self) -> Vec<String> {
        let of = |sort: &str, beginning: &str| -> Vec<String> {
            let words = self.pack.vocabulary.words_of(sort);
            words.map(|word| format!("{beginning}_{}", word.replace(['-', ' '], "_"))).collect()
        };
        let sorts =
            [("action", "resolve"), ("action", "announce"), ("phase", "begin"), ("phase", "end"), ("value", "value")];
        sorts.into_iter().flat_map(|(sort, beginning)| of(sort, beginning)).collect()
    }

    /// Whether the function is shared by a pack that the pack of the ruleset requires: it is there for other games, too.
    fn is_of_library(&self) -> bool {
        let mut rulesets =
            self.pack.files.iter().map(|file| file.unit.source).filter(|source| source.role == ScriptRole::Ruleset);
        rulesets.any(|ruleset| ruleset.requires.contains(&self.file.unit.source.pack))
    }

    /// A function of a ruleset, or one that is shared, that nothing in these packs calls.
    fn unused(&self) -> Finding {
        let finding = self.finding("function-unused", format!("nothing calls `{}`", self.function.name));
        Finding { is_warning: true, ..finding }.help("remove it, unless it is meant for other packs")
    }

    fn unknown_hook(&self) -> Finding {
        let name = &self.function.name;
        let of_ruleset = if self.file.is_common() { self.usual_names() } else { Vec::new() };
        let hooks = self.file.unit.hooks.iter().map(|hook| &*hook.name);
        let declared = self.pack.vocabulary.words_of("method");
        let usual = USUAL.into_iter().chain(of_ruleset.iter().map(String::as_str));
        let names: Vec<&str> = hooks.clone().chain(usual).chain(declared).collect();
        let near = suggest(name, names.iter().copied()).map(String::from).or_else(|| beginning(name, &names));
        let help = match self.file.unit.hooks {
            [] => "no function of this script is declared as a hook".into(),
            _ => format!("the hooks of this script are: {}", hooks.collect::<Vec<_>>().join(", ")),
        };
        self.finding("hook-unknown", format!("nothing calls `{name}`: it is not a hook, and no function here calls it"))
            .label(did_you_mean(near.as_deref().filter(|near| **near != **name)))
            .help(help)
    }

    /// Whether a function hides a verb or another function.
    ///
    /// A function called `draw` with one parameter would be called by `player.draw(1)`, too. A hook may have the name of
    /// other hooks, which nobody calls by their names, but not of a function that others call.
    fn name(&self) -> Option<Finding> {
        let name = &self.function.name;
        let is_hook = self.pack.hook(self.key).is_some();
        let arity = |key: &FunctionKey| self.pack.known(*key).takes.len();
        let clashes = |other: &FunctionKey| {
            let same = other.0 != self.key.0 && arity(other) == arity(&self.key);
            same && !(is_hook && self.pack.hook(*other).is_some())
        };
        let twin = self.pack.find(self.key.0, name).into_iter().find(clashes);
        let (message, label) = if is_hook || self.pack.vocabulary.verb(name).is_empty() {
            let (file, at) = twin?;
            let (path, at) = (self.pack.files[file].path(), self.pack.files[file].functions[at].at);
            (format!("there is already a function `{name}`"), format!("in {path}:{}", at.line))
        } else {
            (format!("`{name}` is already a verb"), String::new())
        };
        Some(self.finding("function-twice", message).label(label).help("choose another name"))
    }
}

/// Whether nothing is no value of this kind that a caller would expect.
fn is_certain(kind: &Type) -> bool {
    matches!(kind, Type::Number | Type::Flag | Type::List(_) | Type::Map)
}

/// A name that begins as a hook does and goes on as this one: `on_discarded` for `no_discarded`.
fn beginning(name: &str, hooks: &[&str]) -> Option<String> {
    let (start, rest) = name.split_at(name.find('_')? + 1);
    let beginnings = hooks.iter().filter_map(|hook| hook.strip_suffix('*'));
    suggest(start, beginnings).map(|meant| format!("{meant}{rest}"))
}
