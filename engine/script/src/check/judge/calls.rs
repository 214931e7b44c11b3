//! Calls of verbs and functions: which one is meant, its arguments and its result.

use super::closures::open_closure;
use super::given::Given;
use super::{CallFound, Fate, Judge};
use crate::check::kind::{Bindings, Type};
use crate::check::pack::{FunctionKey, Known};
use crate::check::signature::{Signature, VerbEffect};
use crate::check::symbol_uses::Meaning;
use crate::check::vocabulary::{OWN_ZONE, RESTING_ZONE};
use crate::syntax::finding::{Finding, LineSpan, did_you_mean};
use crate::syntax::tree::{Node, NodeKind};
use crate::verbs::formerly;
use cardwright_kernel::text::suggest;
use std::collections::BTreeSet;

/// Functions of Rhai that authors may know and that are not here.
const ABSENT: [(&str, &str); 7] = [
    ("exit", "`return` leaves a function; a script cannot end the hook from inside another function"),
    ("print", "the trace shows what happens"),
    ("debug", "the trace shows what happens"),
    ("sleep", "a script has no clock"),
    ("timestamp", "a script has no clock"),
    ("rand", "ask chance with a verb: its results are recorded, so that the game can be replayed"),
    ("type_of", "the checker knows what each value is"),
];

/// Verbs that read or set an attribute by its name, which may be put together.
const BY_NAME: [&str; 2] = ["attribute", "set_attribute"];

impl<'p> Judge<'p> {
    pub(super) fn method(
        &mut self,
        of: &'p Node,
        name: &'p str,
        arguments: &'p [Node],
        at: LineSpan,
        fate: Fate,
    ) -> Type {
        let given = self.given(std::iter::once(of).chain(arguments));
        if name == "call" || self.judge_uncalled(of) {
            self.open_closures(&given);
            return Type::Unknown;
        }
        self.judge_root(of, name, arguments, at);
        self.restrict_to_owners(of, name, Some(&given));
        self.see(at, |_| Meaning::Member { of: given[0].kind.clone(), name: name.into() });
        let signatures = self.pack.vocabulary.verb(name).iter();
        let fits = |s: &&Signature| s.takes.first().is_some_and(|t| given[0].kind.fits(t, &mut Bindings::new()));
        let meant: Vec<&'p Signature> = signatures.filter(fits).collect();
        if meant.is_empty() {
            self.unknown_method(&given[0].kind, name, at);
            self.open_closures(&given);
            return Type::Unknown;
        }
        if meant.iter().all(|signature| signature.effect == VerbEffect::Changes) {
            self.judge_event(&given[0].kind, name, at);
        }
        self.apply(&meant, &given, name, 1, at, fate)
    }

    fn unknown_method(&mut self, kind: &Type, name: &str, at: LineSpan) {
        if self.pack.find(self.key.0, name).is_empty() {
            self.unknown_member(kind, name, true, at);
        } else {
            let message = format!("`{name}` is a function, not a verb");
            self.report("verb-unknown", at, message).label = format!("write `{name}(…)`");
        }
    }

    pub(super) fn free_call(&mut self, name: &'p str, arguments: &'p [Node], at: LineSpan, fate: Fate) -> Type {
        let given = self.given(arguments);
        let own = self.pack.find(self.key.0, name);
        let fitting = own.iter().find(|key| self.pack.known(**key).takes.len() == given.len());
        if let Some(key) = fitting {
            self.open_closures(&given);
            let kinds = self.judge_given(*key, name, &given);
            return self.own_call(*key, name, kinds, at, fate);
        }
        let meant: Vec<&'p Signature> = self.pack.vocabulary.verb(name).iter().collect();
        if own.is_empty() && !meant.is_empty() {
            self.see(at, |_| Meaning::Free(name.into()));
            if name.starts_with("is_") {
                arguments.iter().for_each(|argument| self.leave_open(argument));
            }
            return self.apply(&meant, &given, name, 0, at, fate);
        }
        self.open_closures(&given);
        if let Some(key) = own.first() {
            let wanted = self.pack.known(*key).takes.len();
            self.wrong_count(name, &[wanted], given.len(), at);
        } else {
            self.unknown_function(name, at);
        }
        Type::Unknown
    }

    /// Judges what a function of the pack is given by what it does with it. What is wrong is not passed on: the
    /// mistake is told once.
    fn judge_given(&mut self, key: FunctionKey, name: &str, given: &[Given<'p>]) -> Vec<Type> {
        let mut kinds: Vec<Type> = given.iter().map(|given| given.kind.clone()).collect();
        let Known { wants, suited, .. } = self.knows(key);
        // What another pack shares was right before it was called like this.
        let is_foreign = self.pack.files[key.0].unit.source.pack != self.file().unit.source.pack;
        for (at, (wanted, given)) in wants.iter().zip(given).enumerate() {
            if !matches!(given.node.what, NodeKind::Text(_)) || !matches!(wanted, Type::Named(_)) {
                self.restrict(given.node, wanted);
                self.judge_words(wanted, given.node);
            }
            if given.kind == Type::Nothing {
                self.report_nothing(given.node);
            }
            let is_certain = suited[at] || is_foreign;
            if is_certain && given.kind != Type::Nothing && !given.kind.fits(wanted, &mut Bindings::new()) {
                self.report_given(key, name, at, given);
                kinds[at] = Type::Never;
            }
        }
        kinds
    }

    /// Reports what a function of the pack cannot be given.
    fn report_given(&mut self, key: FunctionKey, name: &str, at: usize, given: &Given<'p>) {
        let Known { wants, wanted_at, .. } = self.knows(key);
        let which = which(at, wants.len());
        let (wanted, kind) = (self.call(&without_map(&wants[at])), self.call(&given.kind));
        let message = format!("`{name}` takes {wanted} as {which}, not {kind}");
        let path = self.pack.files[key.0].path();
        let here = wanted_at[at].filter(|_| path != self.file().path());
        let finding = self.report_argument(given, message);
        finding.notes.extend(here.map(|at| (format!("there it must be {wanted}"), path.into(), at)));
    }

    fn unknown_function(&mut self, name: &str, at: LineSpan) {
        self.see(at, Self::nothing);
        if self.pack.may_find(self.key.0, name) {
            return;
        }
        if let Some((_, help)) = ABSENT.iter().find(|(absent, _)| *absent == name) {
            let message = format!("scripts cannot use `{name}`");
            self.report("script-forbidden", at, message).help = Some((*help).into());
            return;
        }
        let originals = self.pack.originals(self.key.0);
        let free = self.pack.vocabulary.verbs_of(None);
        let known = self.pack.names(self.key.0).chain(free).chain(originals.iter().map(String::as_str));
        let label = did_you_mean(suggest(name, known));
        let help = formerly(name).or_else(|| label.is_empty().then(|| self.callable(name)));
        let finding = self.report("function-unknown", at, format!("there is no function `{name}`"));
        (finding.label, finding.help) = (label, help);
    }

    /// What can be called instead, if there is no function of this name.
    fn callable(&self, name: &str) -> String {
        match self.pack.home_of(name) {
            Some(path) => {
                format!("only `{path}` can call its own functions: put what several files call into `shared/`")
            }
            None => "functions of this file, of `shared/` and of the ruleset can be called; verbs follow a dot: \
                     `cardwright list verbs`"
                .into(),
        }
    }

    /// A function of the pack.
    pub(super) fn own_call(
        &mut self,
        key: FunctionKey,
        name: &str,
        given: Vec<Type>,
        at: LineSpan,
        fate: Fate,
    ) -> Type {
        self.outcome.calls.push(CallFound { callee: key, given, at });
        match fate {
            Fate::Dropped => {}
            Fate::Returned => self.outcome.passes.push(key),
            Fate::Used => self.outcome.values.push((key, at)),
        }
        self.see(at, |judge| {
            let file = &judge.pack.files[key.0];
            Meaning::Function { path: file.path().into(), at: file.functions[key.1].at }
        });
        let known = self.knows(key);
        self.has_effect(known.effect, name, known.through.as_deref(), at);
        let idle = fate == Fate::Dropped && known.effect == VerbEffect::None;
        if idle && !known.gives.is_open() && known.gives != Type::Nothing {
            self.unused(name, at);
        }
        known.gives.clone()
    }

    /// Judges what is given; closures wait until it is known what they are given in turn.
    fn given(&mut self, nodes: impl IntoIterator<Item = &'p Node>) -> Vec<Given<'p>> {
        let mut kind = |node: &'p Node| match self.closure_of(node) {
            Some(closure) => open_closure(closure.parameters.len()),
            None => match self.function_of(node) {
                Some((_, key)) => open_closure(self.pack.known(key).takes.len()),
                None => self.value(node),
            },
        };
        nodes.into_iter().map(|node| Given { node, kind: kind(node) }).collect()
    }

    /// Calls one of the verbs that may be meant. The first `skipped` arguments precede the dot.
    fn apply(
        &mut self,
        meant: &[&'p Signature],
        given: &[Given<'p>],
        name: &'p str,
        skipped: usize,
        at: LineSpan,
        fate: Fate,
    ) -> Type {
        let counted: Vec<&Signature> = meant.iter().filter(|s| s.takes.len() == given.len()).copied().collect();
        let Some(first) = counted.first() else {
            let counts: Vec<usize> = meant.iter().map(|s| s.takes.len().saturating_sub(skipped)).collect();
            self.wrong_count(name, &counts, given.len() - skipped, at);
            self.open_closures(given);
            return Type::Unknown;
        };
        let fitting: Vec<&Signature> = counted.iter().filter(|s| bind(s, given).is_some()).copied().collect();
        if fitting.is_empty() {
            self.restrict_arguments(&counted, given);
            self.wrong_kind(first, given, name, skipped);
            self.open_closures(given);
            return Type::Unknown;
        }
        let wants_closure = |s: &&Signature| s.takes.iter().any(|kind| matches!(kind, Type::Closure(_)));
        let gets_closure = given.iter().any(|given| matches!(given.kind, Type::Closure(_)));
        let best = fitting.iter().find(|s| wants_closure(s) == gets_closure).unwrap_or(&fitting[0]);
        // Where another of them reaches zones on the board, it may be the one that is meant.
        let reaches_board = fitting.iter().any(|s| s.takes.contains(&Type::word("zone")));
        self.restrict_arguments(&counted, given);
        let gives = self.call_signature(best, given, name, reaches_board);
        // Where it is not known which one is meant, the mildest is assumed.
        let effect = fitting.iter().map(|s| s.effect).min().unwrap_or_default();
        match self.effect_of_method(best, given) {
            Some((effect, through)) => self.has_effect(effect, name, through, at),
            None => self.has_effect(effect, name, None, at),
        }
        let sure = fitting.iter().all(|s| s.gives != Type::Nothing && s.effect == VerbEffect::None);
        if fate == Fate::Dropped && sure {
            self.unused(name, at);
        }
        if fitting.len() > 1 && given.first().is_some_and(|given| given.kind.is_open()) {
            return fitting.iter().map(|s| s.gives.filled(&Bindings::new())).reduce(Type::join).unwrap_or_default();
        }
        gives
    }

    /// Each argument must be what one of these signatures takes beside the others. That does not depend on what it is
    /// this time: a parameter may be all kinds that have the verb.
    fn restrict_arguments(&mut self, meant: &[&'p Signature], given: &[Given<'p>]) {
        for (at, argument) in given.iter().enumerate() {
            let takes: Vec<Type> =
                meant.iter().filter(|s| fits_but(s, given, at)).map(|s| s.takes[at].clone()).collect();
            if !takes.is_empty() {
                self.restrict(argument.node, &Type::OneOf(takes));
            }
        }
    }

    /// The result of a verb for these arguments.
    fn call_signature(
        &mut self,
        signature: &'p Signature,
        given: &[Given<'p>],
        name: &'p str,
        reaches_board: bool,
    ) -> Type {
        let mut letters = bind(signature, given).unwrap_or_default();
        let named = matches!(signature.takes.first(), Some(Type::Named(_)) | Some(Type::Text)) || given.len() < 2;
        for (wanted, given) in signature.takes.iter().zip(given) {
            if given.kind == Type::Nothing {
                self.report_nothing(given.node);
            }
            if named && matches!(wanted, Type::Text | Type::Word(_)) && !BY_NAME.contains(&name) {
                self.judge_written_out(name, given.node);
            }
            if *wanted == Type::OneOf(vec![Type::Text, Type::Map]) {
                self.judge_question(name, given.node);
            }
            match wanted {
                Type::Closure(wanted) => self.closure_argument(wanted, given, name, &mut letters),
                wanted => {
                    self.open_closures(std::slice::from_ref(given));
                    let is_own = [OWN_ZONE, RESTING_ZONE].map(Type::word).contains(wanted);
                    let is_any = reaches_board && is_own;
                    let wanted = if is_any { Type::word("zone") } else { wanted.filled(&letters) };
                    self.judge_words(&wanted, given.node);
                }
            }
        }
        if BY_NAME.contains(&name) {
            return self.attribute_by_name(given);
        }
        self.judge_line(signature, given);
        if let Some(told) = self.note(signature, given).or_else(|| self.printed(signature, given)) {
            return told;
        }
        if let Some(gives) = self.named_call(signature, given) {
            return gives;
        }
        if let ("contains", [list, value]) = (name, given) {
            self.judge_membership((list.node, &list.kind), (value.node, &value.kind));
        }
        if signature.effect == VerbEffect::Local
            && let (Some(grown), Some(given)) = (signature.takes.first(), given.first())
            && let NodeKind::Variable(list) = &given.node.what
            && let Some(variable) = self.variable(list)
        {
            variable.kind = grown.filled(&letters);
        }
        signature.gives.filled(&letters)
    }

    fn wrong_count(&mut self, name: &str, wanted: &[usize], given: usize, at: LineSpan) {
        let wanted: BTreeSet<usize> = wanted.iter().copied().collect();
        let counts: Vec<String> = wanted.iter().map(usize::to_string).collect();
        let noun = if counts == ["1"] { "argument" } else { "arguments" };
        let message = format!("`{name}` takes {} {noun}, not {given}", counts.join(" or "));
        self.report("argument-count", at, message);
    }

    fn wrong_kind(&mut self, signature: &Signature, given: &[Given<'p>], name: &str, skipped: usize) {
        let mut letters = Bindings::new();
        let pairs = signature.takes.iter().zip(given).enumerate();
        let mut bad = pairs.filter(|(_, (wanted, given))| !given.kind.fits(wanted, &mut letters));
        let Some((index, (wanted, given))) = bad.next() else { return };
        let (wanted, kind) = (self.call(wanted), self.call(&given.kind));
        let which = which(index.saturating_sub(skipped), signature.takes.len() - skipped);
        self.report_argument(given, format!("`{name}` takes {wanted} as {which}, not {kind}"));
    }

    /// Reports an argument of the wrong kind; if it is the name of a function, its result may be meant.
    fn report_argument(&mut self, given: &Given<'p>, message: String) -> &mut Finding {
        let label = self.function_of(given.node).map(|(name, _)| format!("write `{}`", self.written_call(name)));
        let finding = self.report("argument-kind", given.node.at, message);
        finding.label = label.unwrap_or_default();
        finding
    }

    /// A text that is passed to the engine must be a literal in the script: it becomes a word of the game.
    pub(super) fn judge_written_out(&mut self, name: &str, given: &'p Node) {
        let is_sum = |node: &Node| matches!(&node.what, NodeKind::Operator { symbol, .. } if &**symbol == "+");
        if matches!(given.what, NodeKind::Interpolated(_)) || is_sum(given) {
            let message = format!("`{name}` needs a text that is written out, not one that is put together");
            let help = "write each text out, and choose between them with `if` or `switch`";
            self.report("text-built", given.at, message).help = Some(help.into());
        }
    }

    /// An attribute that is read or set by a name that is written out: what has it, and what it is or can become.
    fn attribute_by_name(&mut self, given: &[Given<'p>]) -> Type {
        let [of, named, rest @ ..] = given else { return Type::Unknown };
        let attributes = self.pack.vocabulary.words("attribute");
        let Some(key) = named.node.text().filter(|key| attributes.is_some_and(|all| all.contains(*key))) else {
            return if rest.is_empty() { Type::Unknown } else { Type::Nothing };
        };
        match rest {
            [value, ..] => {
                self.judge_set((&of.kind, key), value.node, &value.kind, named.node.at);
                Type::Nothing
            }
            [] => self.read_property(&of.kind, key, named.node.at),
        }
    }

    /// What is printed for an attribute is of the attribute's kind.
    fn printed(&mut self, signature: &Signature, given: &[Given<'p>]) -> Option<Type> {
        let at = signature.takes.iter().position(|kind| *kind == Type::word("attribute"))?;
        if signature.gives != Type::Unknown {
            return None;
        }
        let text = given.get(at)?.node.text()?;
        let properties = self.pack.vocabulary.property(text).iter();
        properties.map(|property| property.kind.clone()).reduce(Type::join)
    }

    /// A function that is called later, by its name, with the value beside it. If several are asked in a dialogue, what
    /// each of them gives.
    fn named_call(&mut self, signature: &Signature, given: &[Given<'p>]) -> Option<Type> {
        let is_name = |kind: &Type| *kind == Type::word("function") || *kind == Type::word("dialogue");
        let at = signature.takes.iter().position(is_name)?;
        let named = given.get(at).and_then(|given| Some((given.node, given.node.text()?)));
        let (Some((node, name)), Some(value)) = (named, given.get(at + 1)) else { return None };
        let mut given = vec![Given { node: value.node, kind: value.kind.clone() }];
        let is_dialogue = signature.takes[at] == Type::word("dialogue");
        if is_dialogue {
            given.insert(0, Given { node, kind: Type::named("Player") });
        }
        let fits = |key: &FunctionKey| self.pack.known(*key).takes.len() == given.len();
        let key = self.pack.find(self.key.0, name).into_iter().find(fits)?;
        let kinds = self.judge_given(key, name, &given);
        self.outcome.calls.push(CallFound { callee: key, given: kinds, at: node.at });
        (is_dialogue && matches!(signature.gives, Type::List(_))).then(|| Type::list(self.knows(key).gives.clone()))
    }

    /// What a verb does that calls a method of cards: the most that any card's function of this name does, and the verb to
    /// which it owes that; none where the method is not written out.
    fn effect_of_method(
        &mut self,
        signature: &Signature,
        given: &[Given<'p>],
    ) -> Option<(VerbEffect, Option<&'p str>)> {
        let at = signature.takes.iter().position(|kind| *kind == Type::word("method"))?;
        let keys = self.pack.methods(given.get(at)?.node.text()?);
        let effects = keys.into_iter().map(|key| {
            let known = self.knows(key);
            (known.effect, known.through.as_deref())
        });
        effects.max_by_key(|(effect, _)| *effect).or(Some((VerbEffect::None, None)))
    }

    fn unused(&mut self, name: &str, at: LineSpan) {
        let label = format!("`{name}` only returns a value and changes nothing");
        self.report("value-unused", at, "this value is not used").label = label;
    }
}

/// What the letters of a signature stand for, if it accepts the arguments.
fn bind(signature: &Signature, given: &[Given<'_>]) -> Option<Bindings> {
    let mut letters = Bindings::new();
    let mut all = signature.takes.iter().zip(given);
    all.all(|(wanted, given)| fits(wanted, given, &mut letters)).then_some(letters)
}

/// Whether a signature accepts all of these arguments but one, of which nothing is asked.
fn fits_but(signature: &Signature, given: &[Given<'_>], skipped: usize) -> bool {
    let mut letters = Bindings::new();
    let mut others = signature.takes.iter().zip(given).enumerate().filter(|(at, _)| *at != skipped);
    others.all(|(_, (wanted, given))| fits(wanted, given, &mut letters))
}

/// Whether a signature that wants this accepts what is given there.
fn fits(wanted: &Type, given: &Given<'_>, letters: &mut Bindings) -> bool {
    match wanted {
        Type::Closure(_) => matches!(given.kind, Type::Closure(_)) || given.kind.is_open(),
        wanted => given.kind.fits(wanted, letters),
    }
}

/// The name of one of so many arguments in a message.
fn which(at: usize, of: usize) -> String {
    if of == 1 { "its argument".into() } else { format!("argument {}", at + 1) }
}

/// A kind without the map that it might also be, because a map may have any property.
fn without_map(kind: &Type) -> Type {
    let others = kind.clone().alternatives().into_iter().filter(|kind| *kind != Type::Map);
    others.reduce(Type::join).unwrap_or(Type::Map)
}
