//! The scripts of one pack together: which function calls which, with what, and what that returns.

use super::blame::CallsHeard;
use super::kind::Type;
use super::signature::VerbEffect;
use super::variables::FileVariables;
use super::vocabulary::Vocabulary;
use crate::compile::{Script, original};
use crate::syntax::finding::LineSpan;
use crate::syntax::tree::{Constant, Function};
use cardwright_kernel::problems::Span;
use cardwright_kernel::rules::{Patched, ScriptRole, ScriptSource};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// A function that the engine calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookSignature {
    /// Its name.
    pub name: Box<str>,
    /// What it is given: the usual names of the parameters and their kinds.
    pub takes: Vec<(Box<str>, Type)>,
    /// What it must give.
    pub gives: Type,
    /// Whether it may only look: a predicate, a contributor.
    pub pure: bool,
    /// Whether it takes of that what it names, as predicates do, and not all of it in order.
    pub named: bool,
}

impl HookSignature {
    /// The kinds of what a function with these parameters is given; nothing is known of those that it cannot be given.
    pub fn given(&self, parameters: &[Box<str>]) -> Vec<Option<&Type>> {
        let named = |name: &str| self.place(name).map(|at| &self.takes[at].1);
        match self.named {
            true => parameters.iter().map(|name| named(name)).collect(),
            false => (0..parameters.len()).map(|at| self.takes.get(at).map(|(_, kind)| kind)).collect(),
        }
    }

    /// The place of what a parameter with this name is given: what has the name, or else what the declaring file says.
    fn place(&self, name: &str) -> Option<usize> {
        let of = |wanted: &str| self.takes.iter().position(|(known, _)| **known == *wanted);
        of(name).or_else(|| of(GIVEN))
    }

    /// The first parameter that it cannot be given.
    pub fn not_given<'p>(&self, parameters: &'p [Box<str>]) -> Option<&'p str> {
        let has_twin =
            |at: usize| parameters[..at].iter().any(|other| self.place(other) == self.place(&parameters[at]));
        let mut places = parameters.iter().enumerate();
        let found = places.find(|(at, name)| self.place(name).is_none() || has_twin(*at));
        found.map(|(_, name)| &**name)
    }
}

/// What a file gives a function by a key of its own.
const GIVEN: &str = "value";

/// A script and what may call it.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'a> {
    /// The script.
    pub script: &'a Script,
    /// What the rules say of it.
    pub source: &'a ScriptSource,
    /// The functions of it that the engine calls.
    pub hooks: &'a [HookSignature],
}

/// A script that could not be read: nobody knows what it declares.
#[derive(Clone, Copy, Debug)]
pub struct Unread<'a> {
    /// Its path.
    pub path: &'a str,
    /// What the rules say of it.
    pub source: &'a ScriptSource,
}

impl Unread<'_> {
    /// Whether others may call its functions.
    pub fn is_common(self) -> bool {
        matches!(self.source.role, ScriptRole::Ruleset | ScriptRole::Shared)
    }

    /// Whether a name occurs in it.
    pub fn mentions(self, name: &str) -> bool {
        let text = &self.source.text;
        let is_part = |letter: char| letter == '_' || letter.is_alphanumeric();
        let is_whole =
            |(at, _): &(usize, &str)| !text[..*at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part);
        !name.is_empty() && text.match_indices(name).any(|found| is_whole(&found))
    }
}

/// What a file gives a function besides what the engine gives it: `with` of a gate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredArgument {
    /// The file.
    pub path: Box<str>,
    /// The bytes in it.
    pub span: Span,
    /// The path of the function's script.
    pub script: Box<str>,
    /// Its name.
    pub function: Box<str>,
    /// The position of the parameter.
    pub parameter: usize,
    /// What it is.
    pub kind: Type,
    /// The text, if it is one.
    pub text: Option<Box<str>>,
}

/// A function of the pack: its file and its place in it.
pub(super) type FunctionKey = (usize, usize);

/// A file of the pack.
pub(crate) struct File<'a> {
    pub unit: Unit<'a>,
    /// Its functions, in its order.
    pub functions: Vec<Function>,
    pub constants: Vec<Constant>,
    variables: OnceCell<FileVariables>,
}

/// What has been found out about a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    pub takes: Vec<Type>,
    pub gives: Type,
    pub effect: VerbEffect,
    /// The verb that it owes its effect to.
    pub through: Option<Box<str>>,
    /// Whether any script calls it.
    pub called: bool,
    /// What it must be given, judging by what it does with it; open if it accepts anything.
    pub wants: Vec<Type>,
    /// Where it shows that, for each parameter.
    pub wanted_at: Vec<Option<LineSpan>>,
    /// For each parameter, whether some caller passes the right kind: then a caller that does not is wrong.
    pub suited: Vec<bool>,
    /// Whether its end can be reached, in which case it returns nothing.
    pub falls: bool,
    /// Where it is left early without a value.
    pub leaves: Option<LineSpan>,
    /// Where its result is used, if it is: the first place, in the order of files.
    pub valued: Option<(usize, LineSpan)>,
    /// Whether a caller asks whether it gave nothing.
    pub doubted: bool,
}

/// What scripts note about items and effects: the kinds of the notes by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Notes {
    pub kinds: BTreeMap<Box<str>, Type>,
    /// Whether some script makes up the name of a note.
    pub open: bool,
    /// The names of those that are read.
    pub sought: BTreeSet<Box<str>>,
    /// Whether some script makes up the name of a note that it reads.
    pub sought_open: bool,
}

/// The scripts of a pack as trees, with what has been found out about them.
pub struct PackScripts<'a> {
    pub(super) vocabulary: &'a Vocabulary,
    pub(crate) files: Vec<File<'a>>,
    /// The functions of all files by their names, those of each name in the order of the files.
    named: FxHashMap<Box<str>, Vec<FunctionKey>>,
    /// The same of the files that others may call: nearly every card has a function of the same name as all others, so
    /// none may look through those of cards.
    shared: FxHashMap<Box<str>, Vec<FunctionKey>>,
    /// The constants of the ruleset's scripts by their names, those of each name in the order of the files.
    constants: FxHashMap<Box<str>, Vec<(usize, usize)>>,
    /// The files by their paths.
    pub(super) by_path: FxHashMap<&'a str, usize>,
    pub(super) known: Vec<Vec<Known>>,
    pub(super) notes: Notes,
    /// The keys of all maps that scripts write.
    pub(super) keys: BTreeSet<Box<str>>,
    /// How often each text occurs in the scripts.
    pub(super) texts: BTreeMap<Box<str>, u32>,
    /// What files give functions.
    pub(super) arguments: &'a [DeclaredArgument],
    /// Which calls from other packs say what a function is given.
    pub(super) heard: CallsHeard,
    /// The scripts that are missing here because they could not be read.
    unread: Vec<Unread<'a>>,
}

impl<'a> PackScripts<'a> {
    /// These scripts, of which nothing is known yet.
    pub fn new(vocabulary: &'a Vocabulary, units: &[Unit<'a>], arguments: &'a [DeclaredArgument]) -> Self {
        let files: Vec<File<'a>> = units.iter().map(File::new).collect();
        let known = at_first(&files);
        let (mut keys, mut texts) = (BTreeSet::new(), BTreeMap::new());
        let bodies = files.iter().flat_map(|file| &file.functions).flat_map(|function| &function.body);
        let constants = files.iter().flat_map(|file| &file.constants).map(|constant| &constant.value);
        bodies.chain(constants).for_each(|node| node.words(&mut keys, &mut texts));
        let keys = keys.into_iter().map(Box::from).collect();
        let texts = texts.into_iter().map(|(text, count)| (text.into(), count)).collect();
        let named = by_name(&files, |_| true);
        let shared = by_name(&files, |file| file.is_common());
        let constants = constants_of_ruleset(&files);
        let by_path = files.iter().enumerate().map(|(index, file)| (file.path(), index)).collect();
        let (notes, heard, unread) = (Notes::default(), CallsHeard::All, Vec::new());
        Self {
            vocabulary,
            files,
            named,
            shared,
            constants,
            by_path,
            known,
            notes,
            keys,
            texts,
            arguments,
            heard,
            unread,
        }
    }

    /// The same scripts, beside others that could not be read: what those may declare is not missed.
    pub fn beside(self, unread: Vec<Unread<'a>>) -> Self {
        Self { unread, ..self }
    }

    /// Whether all scripts could be read.
    pub(super) fn is_whole(&self) -> bool {
        self.unread.is_empty()
    }

    /// Whether a script that could not be read may declare a function of this name that another can call.
    pub(super) fn may_find(&self, from: usize, name: &str) -> bool {
        let own = self.files[from].unit.source;
        let patched = own.patches.as_ref().and_then(|patches| patches.script.as_deref());
        let is_patched = |unread: &Unread<'_>| patched == Some(unread.path);
        let sees = |unread: &Unread<'_>| match unread.source.role {
            ScriptRole::Ruleset => true,
            ScriptRole::Shared => own.sees(&unread.source.pack),
            ScriptRole::Card | ScriptRole::Patch => false,
        };
        let name = name.strip_prefix("original_").unwrap_or(name);
        self.unread.iter().any(|unread| (is_patched(unread) || sees(unread)) && unread.mentions(name))
    }

    /// Whether a script that could not be read patches this one, and so may call its functions.
    pub(super) fn may_be_patched(&self, file: usize) -> bool {
        let path = self.files[file].path();
        let patches = self.unread.iter().filter_map(|unread| unread.source.patches.as_ref());
        patches.into_iter().any(|patches| patches.script.as_deref() == Some(path))
    }

    /// What is known about a function.
    pub(super) fn known(&self, (file, function): FunctionKey) -> &Known {
        &self.known[file][function]
    }

    /// The hook that a function is.
    pub(super) fn hook(&self, (file, function): FunctionKey) -> Option<&'a HookSignature> {
        self.files[file].hook(&self.files[file].functions[function].name)
    }

    /// The function to which a file gives something, if it has that parameter.
    pub(super) fn given(&self, argument: &DeclaredArgument) -> Option<FunctionKey> {
        let file = *self.by_path.get(&*argument.script)?;
        let has = |key: &&FunctionKey| argument.parameter < self.known(**key).wants.len();
        self.own(file, &argument.function).iter().find(has).copied()
    }

    /// The functions of a file with this name.
    pub(super) fn own(&self, file: usize, name: &str) -> &[FunctionKey] {
        let all = self.named.get(name).map_or(&[][..], Vec::as_slice);
        let start = all.partition_point(|key| key.0 < file);
        let end = start + all[start..].partition_point(|key| key.0 == file);
        &all[start..end]
    }

    /// The constant that a name means in a file: its own, or one of another script of the same ruleset.
    pub(crate) fn constant(&self, from: usize, name: &str) -> Option<&Constant> {
        self.files[from].constant(name).or_else(|| self.constant_beside(from, name).map(|(_, constant)| constant))
    }

    /// The constant of another script of the same ruleset, and its file.
    pub(super) fn constant_beside(&self, from: usize, name: &str) -> Option<(usize, &Constant)> {
        let all = self.constants.get(name).filter(|_| self.files[from].is_of_ruleset())?;
        let (file, at) = *all.iter().find(|(file, _)| *file != from)?;
        Some((file, &self.files[file].constants[at]))
    }

    /// The names of the constants that the scripts of the ruleset beside this one declare.
    pub(super) fn constants_beside(&self, from: usize) -> impl Iterator<Item = (&str, &Constant)> {
        let all = self.constants.keys().filter_map(move |name| self.constant_beside(from, name));
        all.map(|(_, constant)| (&*constant.name, constant))
    }

    /// Whether a script of the ruleset that could not be read may declare a constant of this name that another sees.
    pub(super) fn may_have_constant(&self, from: usize, name: &str) -> bool {
        let declares = |unread: &Unread<'_>| unread.source.role == ScriptRole::Ruleset && unread.mentions(name);
        self.files[from].is_of_ruleset() && self.unread.iter().any(declares)
    }

    /// The functions that a script can call by a name, its own first.
    pub(crate) fn find(&self, from: usize, name: &str) -> Vec<FunctionKey> {
        let patched = self.patched(from).filter(|patched| *patched != from);
        let mut found = self.own(from, name).to_vec();
        found.extend(patched.iter().flat_map(|file| self.own(*file, name)));
        let shared = self.shared.get(name).into_iter().flatten();
        found.extend(shared.filter(|key| Some(key.0) != patched && self.shares(from, key.0)));
        if let Some((file, wrapped)) = self.original(from, name) {
            found.extend(self.own(file, wrapped));
        }
        found
    }

    /// Whether a script can call the functions of another file because they are there for everybody of its pack, of one
    /// that this requires, or of the pack that it patches.
    fn shares(&self, from: usize, other: usize) -> bool {
        let source = self.files[other].unit.source;
        let is_for_all = || source.role == ScriptRole::Ruleset || self.files[from].unit.source.sees(&source.pack);
        other != from && self.files[other].is_common() && is_for_all()
    }

    /// The function that a patch wraps, if this is how it calls it: its file and its name.
    fn original<'n>(&self, from: usize, name: &'n str) -> Option<(usize, &'n str)> {
        let patches = self.files[from].patches()?;
        let wrapped =
            name.strip_prefix("original_").filter(|name| patches.wraps.iter().any(|wrap| **wrap == **name))?;
        Some((self.patched(from)?, wrapped))
    }

    /// How the script of a patch calls what it wraps.
    pub(super) fn originals(&self, from: usize) -> Vec<String> {
        let wraps = self.files[from].patches().into_iter().flat_map(|patches| &patches.wraps);
        wraps.map(|wrapped| original(wrapped)).collect()
    }

    /// The file that the script of a patch patches.
    fn patched(&self, from: usize) -> Option<usize> {
        let path = self.files[from].patches()?.script.as_deref()?;
        self.by_path.get(path).copied()
    }

    /// The functions of all files that are a method of this name.
    pub(super) fn methods(&self, name: &str) -> Vec<FunctionKey> {
        let is_method = |key: &FunctionKey| self.hook(*key).is_some_and(|hook| hook.gives == Type::Lasting);
        self.named.get(name).into_iter().flatten().copied().filter(is_method).collect()
    }

    /// The first file that has a function of this name, whoever can call it.
    pub(super) fn home_of(&self, name: &str) -> Option<&str> {
        let key = self.named.get(name)?.first()?;
        Some(self.files[key.0].path())
    }

    /// The names of all functions that a script can call: its own, for the script of a patch those of what it patches, and
    /// what is shared with it.
    pub(super) fn names(&self, from: usize) -> impl Iterator<Item = &str> {
        let shared = (0..self.files.len()).filter(move |other| self.shares(from, *other));
        let reached = std::iter::once(from).chain(self.patched(from)).chain(shared);
        reached.flat_map(|file| &self.files[file].functions).map(|function| &*function.name)
    }
}

/// The functions of some files by their names.
fn by_name(files: &[File<'_>], wanted: impl Fn(&File<'_>) -> bool) -> FxHashMap<Box<str>, Vec<FunctionKey>> {
    let mut named: FxHashMap<Box<str>, Vec<FunctionKey>> = FxHashMap::default();
    for (file, unit) in files.iter().enumerate().filter(|(_, unit)| wanted(unit)) {
        for (index, function) in unit.functions.iter().enumerate() {
            named.entry(function.name.clone()).or_default().push((file, index));
        }
    }
    named
}

/// The constants of the ruleset's scripts by their names.
fn constants_of_ruleset(files: &[File<'_>]) -> FxHashMap<Box<str>, Vec<(usize, usize)>> {
    let mut named: FxHashMap<Box<str>, Vec<(usize, usize)>> = FxHashMap::default();
    for (file, unit) in files.iter().enumerate().filter(|(_, unit)| unit.is_of_ruleset()) {
        for (at, constant) in unit.constants.iter().enumerate() {
            named.entry(constant.name.clone()).or_default().push((file, at));
        }
    }
    named
}

/// What is known before anything has been looked at.
pub(super) fn at_first(files: &[File<'_>]) -> Vec<Vec<Known>> {
    files.iter().map(|file| file.functions.iter().map(|function| file.at_first(function)).collect()).collect()
}

impl<'a> File<'a> {
    fn new(unit: &Unit<'a>) -> Self {
        let (functions, constants) = unit.script.tree();
        Self { unit: *unit, functions, constants, variables: OnceCell::new() }
    }

    pub fn path(&self) -> &'a str {
        self.unit.script.path()
    }

    /// Whether others may call its functions.
    pub(super) fn is_common(&self) -> bool {
        matches!(self.unit.source.role, ScriptRole::Ruleset | ScriptRole::Shared)
    }

    /// Whether it is a script of the ruleset.
    fn is_of_ruleset(&self) -> bool {
        self.unit.source.role == ScriptRole::Ruleset
    }

    /// What it changes, if it is the script of a patch.
    pub(super) fn patches(&self) -> Option<&'a Patched> {
        self.unit.source.patches.as_ref()
    }

    /// A constant of its own.
    fn constant(&self, name: &str) -> Option<&Constant> {
        self.constants.iter().find(|constant| *constant.name == *name)
    }

    /// Where its functions declare their variables.
    pub(super) fn variables(&self) -> &FileVariables {
        self.variables.get_or_init(|| FileVariables::of(&self.functions))
    }

    fn hook(&self, name: &str) -> Option<&'a HookSignature> {
        self.unit.hooks.iter().find(|hook| *hook.name == *name)
    }

    /// What is known about a function before anything has been looked at.
    fn at_first(&self, function: &Function) -> Known {
        let none = || vec![None; function.parameters.len()];
        let given = self.hook(&function.name).map_or_else(none, |hook| hook.given(&function.parameters));
        let takes = given.iter().map(|kind| kind.map_or(Type::Never, Type::clone)).collect();
        let wants = vec![Type::Unknown; function.parameters.len()];
        let suited = given.iter().map(|kind| kind.is_some_and(|kind| *kind != Type::Never)).collect();
        let wanted_at = vec![None; wants.len()];
        Known { suited, takes, gives: Type::Never, wants, wanted_at, ..Known::default() }
    }
}
