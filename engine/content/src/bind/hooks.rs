//! Hooks: functions of scripts that the files declare, or that a script has by convention.

use crate::bind::names::Declarations;
use crate::keys::row::{HookName, Key, Text};
use crate::patch::patches::HookPatch;
use crate::read::context::{Name, SourceFile};
use crate::read::files::pack_of;
use crate::read::places::{DeclaredAt, GivenArgument, HookArgument, Purpose};
use crate::read::reader::{Reader, wrong};
use crate::read::tree::TomlValue;
use cardwright_kernel::ids::ScriptId;
use cardwright_kernel::problems::Span;
use cardwright_kernel::rules::{Hook, ScriptSource, Taken};
use cardwright_kernel::text::suggest;

/// Binds the hooks that a file declares to functions of its script.
#[derive(Clone, Copy)]
pub(crate) struct HookBinder<'t> {
    file: SourceFile<'t>,
    /// What conventional names of hooks end with: the name of an effect.
    suffix: &'t str,
    /// Its path, whether there is such a file or not.
    path: &'t str,
    script: Option<(ScriptId, &'t ScriptSource)>,
    /// Whether the file is a ruleset: its functions may be in any of the ruleset's scripts.
    is_ruleset: bool,
    pub declarations: &'t Declarations,
    /// What patches put in the place of hooks.
    patched: &'t [HookPatch<'t>],
}

impl<'t> HookBinder<'t> {
    /// The script with this path.
    pub fn new(
        file: SourceFile<'t>,
        declarations: &'t Declarations,
        path: &'t str,
        patched: &'t [HookPatch<'t>],
    ) -> Self {
        let found = declarations.scripts.get_full(path);
        let script = found.map(|(index, _, source)| (ScriptId::from(index), source));
        Self { file, path, suffix: "", script, is_ruleset: false, declarations, patched }
    }

    /// The same for a ruleset, whose functions may be in several scripts.
    pub fn of_ruleset(self) -> Self {
        let script = among(self.declarations, &self.declarations.common.ruleset).next();
        Self { script, is_ruleset: true, ..self }
    }

    /// The same script, for the hooks of an effect with this name: `on_drawn_watchful`, `ends_watchful`.
    pub fn of_effect(self, effect: &'t str) -> Self {
        Self { suffix: effect, ..self }
    }

    /// The conventional name of a hook here: `resolve_put_forward`, of an effect `on_drawn_watchful`.
    pub fn conventional(self, prefix: &str, name: &str) -> String {
        let name = match self.suffix {
            "" => name.to_owned(),
            suffix if name.is_empty() => suffix.to_owned(),
            suffix => format!("{name} {suffix}"),
        };
        if name.is_empty() { prefix.to_owned() } else { conventional(prefix, &name) }
    }

    /// Whether these are hooks of the ruleset itself, not of one of its effects.
    pub fn is_of_game(self) -> bool {
        self.is_ruleset && self.suffix.is_empty()
    }

    /// What a patch puts in the place of this function.
    fn patch(self, function: &str) -> Option<&'t HookPatch<'t>> {
        self.patched.iter().find(|patch| patch.name.text == function && patch.card == self.file.path)
    }

    /// The one of the file's own scripts that has this function.
    fn own(self, function: &str) -> Option<ScriptId> {
        let ruleset = if self.is_ruleset { &self.declarations.common.ruleset[..] } else { &[] };
        let mut own = self.script.into_iter().chain(among(self.declarations, ruleset));
        own.find(|(_, source)| defines(source, function)).map(|(script, _)| script)
    }

    /// The script of the ruleset, or the shared script that the file's pack sees, in which a named function is that is
    /// neither in the file's own script nor in a patch.
    fn borrowed(self, function: &str) -> Option<ScriptId> {
        if self.own(function).is_some() || self.patch(function).is_some() {
            return None;
        }
        let common = &self.declarations.common;
        let ruleset = among(self.declarations, &common.ruleset);
        let pack = pack_of(self.file.path).unwrap_or_default();
        let shared = among(self.declarations, &common.shared).filter(|(_, source)| common.sees(pack, &source.pack));
        let mut all = ruleset.chain(shared).filter(|(_, source)| defines(source, function));
        all.next().map(|(script, _)| script)
    }

    /// Whether a function with this name can be meant here.
    pub fn has(self, function: &str) -> bool {
        self.own(function).is_some() || self.patch(function).is_some() || self.borrowed(function).is_some()
    }

    /// The names of the functions in the file's own scripts.
    pub fn functions(self) -> impl Iterator<Item = &'t str> + Clone {
        let ruleset = if self.is_ruleset { &self.declarations.common.ruleset[..] } else { &[] };
        let own = self.script.into_iter().chain(among(self.declarations, ruleset));
        own.flat_map(|(_, source)| source.outline.functions.iter().map(|function| &*function.name))
    }

    /// The script, if there is one.
    pub fn script(self) -> Option<ScriptId> {
        self.script.map(|(script, _)| script)
    }

    /// A hook that the file declares at this place. Whether the function exists is found when scripts are bound;
    /// that there is no script at all is a problem here.
    pub fn declared(self, function: &str, span: Span, purpose: Purpose) -> Option<Hook> {
        if let Some(patch) = self.patch(function) {
            return self.bind_patch(patch, span, purpose);
        }
        let Some(script) = self.own(function).or(self.script()) else {
            let message = format!("`{function}` is a function of a script, but there is no `{}`", self.path);
            let problem = self.file.problem("script-missing", span, message).label("declared here");
            self.file.report(problem.help(self.advice(function, purpose)));
            return None;
        };
        Some(self.bind(script, function, span, purpose))
    }

    /// A hook that the script may have. That it takes other parameters is found when scripts are checked.
    pub fn optional(self, function: &str, span: Span, purpose: Purpose) -> Option<Hook> {
        if let Some(patch) = self.patch(function) {
            return self.bind_patch(patch, span, purpose);
        }
        self.own(function).map(|script| self.bind(script, function, span, purpose))
    }

    /// Reports a hook that the script must have and has not; `why` begins the sentence: "a card that … needs".
    pub fn require(self, function: &str, span: Span, purpose: Purpose, why: &str) {
        let label = match self.script {
            _ if self.patch(function).is_some() || self.own(function).is_some() => return,
            Some((_, source)) => {
                match suggest(function, source.outline.functions.iter().map(|function| &*function.name)) {
                    Some(near) => format!("`{}` has only `{near}`", self.path),
                    None => format!("`{}` has no such function", self.path),
                }
            }
            None => format!("there is no `{}`", self.path),
        };
        let message = format!("{why} `{}`", purpose.head(function));
        let problem = self.file.problem("hook-missing", span, message).label(label);
        self.file.report(problem.help(self.advice(function, purpose)));
    }

    /// The hook that a key names. Where the key is not given, it is the function of the conventional name, if there is one;
    /// `true` says that there is.
    pub fn key(self, reader: &Reader<'_>, key: Key<HookName>, name: &str, purpose: Purpose) -> Option<Hook> {
        let Some(field) = reader.field(key) else { return self.optional(name, reader.at, purpose) };
        match &field.node.value {
            TomlValue::Flag(true) => self.declared(name, field.span, purpose),
            TomlValue::Flag(false) => None,
            TomlValue::Text(name) => self.named(Name { text: name, span: field.node.span }, purpose),
            _ => wrong(self.file, key.name, &field.node, "true or the name of a function"),
        }
    }

    /// The hook that a key names.
    pub fn text(self, reader: &Reader<'_>, key: Key<Text>, purpose: Purpose) -> Option<Hook> {
        let name = reader.text(key)?;
        self.named(name, purpose)
    }

    /// The hook with this name; one that no function can have is a problem.
    pub fn named(self, name: Name<'_>, purpose: Purpose) -> Option<Hook> {
        if !check_name(self.file, name) {
            return None;
        }
        match self.borrowed(name.text) {
            Some(script) => Some(self.bind(script, name.text, name.span, purpose)),
            None => self.declared(name.text, name.span, purpose),
        }
    }

    /// Binds the function of a patch. The one that was there counts as declared: the patch may call it, and another
    /// card may have the same script.
    fn bind_patch(self, patch: &HookPatch<'_>, span: Span, purpose: Purpose) -> Option<Hook> {
        if let Some(script) = self.own(patch.name.text) {
            self.bind(script, patch.name.text, span, purpose);
        }
        patch.used.set(true);
        let (index, ..) = self.declarations.scripts.get_full(&*patch.script)?;
        let binder = HookBinder { file: patch.file, ..self };
        Some(binder.bind(ScriptId::from(index), patch.name.text, patch.name.span, purpose))
    }

    fn bind(self, script: ScriptId, function: &str, span: Span, purpose: Purpose) -> Hook {
        let (path, span) = self.file.context.origin(self.file.path, span);
        let place = DeclaredAt { path, span, purpose };
        self.file.context.place(|places| places.add_hook(script, function, place));
        let outline = &self.declarations.scripts[script.index()].outline;
        let mut own = outline.functions.iter().filter(|own| *own.name == *function);
        let found = own.find_map(|own| Some((own.number, purpose.taken(&own.parameters)?)));
        let (number, taken) = found.map_or((None, Taken::default()), |(number, taken)| (Some(number), taken));
        Hook { script, name: function.into(), purpose, function: number, taken }
    }

    /// Notes what this file gives a function besides what the engine gives it.
    pub fn note_argument(self, hook: &Hook, parameter: usize, value: GivenArgument, span: Span) {
        let (path, span) = self.file.context.origin(self.file.path, span);
        let function = hook.name.clone();
        let argument = HookArgument { script: hook.script, function, parameter, value, path, span };
        self.file.context.place(|places| places.add_argument(argument));
    }

    fn advice(self, function: &str, purpose: Purpose) -> String {
        format!("write `{} {{ … }}` in `{}`", purpose.head(function), self.path)
    }
}

/// Whether a function can have this name; one that none can have is a problem.
pub(crate) fn check_name(file: SourceFile<'_>, name: Name<'_>) -> bool {
    let is_name = !name.text.is_empty()
        && !name.text.starts_with(|letter: char| letter.is_ascii_digit())
        && name.text.chars().all(|letter| letter == '_' || letter.is_ascii_alphanumeric());

    if !is_name {
        let message = format!("`{}` cannot be the name of a function", name.text);
        file.report(file.problem("name-malformed", name.span, message).label("only letters, digits and `_`"));
    }
    is_name
}

/// The scripts with these numbers.
fn among<'d>(
    declarations: &'d Declarations,
    scripts: &'d [ScriptId],
) -> impl Iterator<Item = (ScriptId, &'d ScriptSource)> + Clone {
    scripts.iter().map(|script| (*script, &declarations.scripts[script.index()]))
}

fn defines(source: &ScriptSource, function: &str) -> bool {
    source.outline.function(function).is_some()
}

/// The conventional name of a hook: `resolve_put_forward` of `resolve` and `put forward`.
pub(crate) fn conventional(prefix: &str, name: &str) -> String {
    let letters = name.chars().map(|letter| if matches!(letter, '-' | ' ') { '_' } else { letter });
    std::iter::once(prefix).flat_map(str::chars).chain(['_']).chain(letters).collect()
}
