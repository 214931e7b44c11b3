//! Properties: reading them, setting them, and indexes in brackets.

use super::Judge;
use crate::check::kind::{Bindings, HeardSignal, Type};
use crate::check::signature::VerbEffect;
use crate::check::symbol_uses::Meaning;
use crate::check::vocabulary::Property;
use crate::syntax::finding::{LineSpan, did_you_mean};
use crate::syntax::tree::{Node, NodeKind};
use crate::verbs::formerly;
use cardwright_kernel::text::suggest;

impl<'p> Judge<'p> {
    pub(super) fn property(&mut self, of: &'p Node, name: &str, at: LineSpan) -> Type {
        self.judge_uncalled(of);
        let kind = self.value(of);
        self.restrict_to_owners(of, name, None);
        if kind == Type::Map {
            self.judge_key(name, at);
            return Type::Unknown;
        }
        self.see(at, |_| Meaning::Member { of: kind.clone(), name: name.into() });
        self.read_property(&kind, name, at)
    }

    /// The kind of a property of something of this kind, which must have it.
    pub(super) fn read_property(&mut self, kind: &Type, name: &str, at: LineSpan) -> Type {
        let found = self.properties(kind, name);
        if found.is_empty() {
            self.unknown_member(kind, name, false, at);
        }
        if let Type::Event(heard) = kind
            && let Some(known) = self.pack.vocabulary.property_of_event(heard, name)
        {
            if known == Type::Nothing {
                self.report_never(heard, name, at);
            }
            return known;
        }
        let kinds = found.into_iter().map(|(property, letters)| property.kind.filled(&letters));
        kinds.reduce(Type::join).unwrap_or_default()
    }

    /// No event of these signals ever has this property.
    fn report_never(&mut self, heard: &[HeardSignal], name: &str, at: LineSpan) {
        let signals: Vec<String> = heard.iter().map(|heard| format!("`{}`", heard.signal)).collect();
        let has = self.pack.vocabulary.event_has(heard);
        let has: Vec<String> = has.iter().map(|(name, what)| format!("`{name}` ({what})")).collect();
        let message = format!("an event of {} never has `{name}`", signals.join(" or "));
        let finding = self.report("event-lacks", at, message);
        finding.label = "there is never anything here".into();
        finding.help = Some(format!("it has {}, `signal` and `cause`", has.join(", ")));
    }

    /// What has happened is neither stopped nor changed: something here does that to an event.
    pub(super) fn judge_event(&mut self, kind: &Type, name: &str, at: LineSpan) {
        let Type::Event(heard) = kind else { return };
        if heard.is_empty() || heard.iter().any(|heard| heard.instead) {
            return;
        }
        let signals: Vec<String> = heard.iter().map(|heard| format!("`{}`", heard.signal)).collect();
        let message = format!("`{name}` comes too late: this is called after {}", signals.join(" or "));
        let finding = self.report("event-past", at, message);
        finding.label = "what has happened can be neither stopped nor changed".into();
        finding.help = Some("declare the listener with `when = \"instead\"`: it is called before it happens".into());
    }

    /// A key that is read from a map must be set in some map.
    fn judge_key(&mut self, name: &str, at: LineSpan) {
        let keys = &self.pack.keys;
        if keys.contains(name) || !self.pack.is_whole() {
            return;
        }
        if ["len", "is_empty"].contains(&name) {
            let help = format!("ask its keys: `map.keys().{name}`");
            self.report("property-unknown", at, format!("a map has no property `{name}`")).help = Some(help);
            return;
        }
        if let Some(near) = suggest(name, keys.iter().map(|key| &**key)) {
            let label = did_you_mean(Some(near));
            self.report("property-unknown", at, format!("no script sets `{name}` in a map")).label = label;
        }
    }

    /// The properties of this name that a value of this kind may have.
    fn properties(&self, of: &Type, name: &str) -> Vec<(&'p Property, Bindings)> {
        let properties = self.pack.vocabulary.property(name).iter();
        let fitting = properties.filter_map(|property| {
            let mut letters = Bindings::new();
            of.fits(&property.of, &mut letters).then_some((property, letters))
        });
        fitting.collect()
    }

    pub(super) fn index(&mut self, of: &'p Node, index: &'p Node) -> Type {
        self.judge_uncalled(of);
        let kind = self.value(of);
        let wanted = match kind {
            Type::List(_) => Type::Number,
            Type::Map => Type::Text,
            _ => Type::Unknown,
        };
        if kind == Type::Nothing {
            self.report_nothing(of);
        }
        if matches!(kind, Type::Number | Type::Flag | Type::Text | Type::Word(_)) {
            let message = format!("{} has no elements", self.call(&kind));
            self.report("index-kind", index.at, message).label = "only lists and maps have any".into();
        }
        let given = self.value(index);
        if wanted == Type::Number {
            self.restrict(index, &wanted);
        }
        if !given.fits(&wanted, &mut Bindings::new()) {
            let message = format!("{} is indexed by {}", self.call(&kind), self.call(&wanted));
            let label = format!("not by {}", self.call(&given));
            self.report("index-kind", index.at, message).label = label;
        }
        kind.element().unwrap_or_default()
    }

    pub(super) fn assign(&mut self, target: &'p Node, symbol: &'p str, value: &'p Node) {
        let mut given = self.kept(value);
        if let Some(operator) = symbol.strip_suffix('=').filter(|operator| !operator.is_empty()) {
            let before = self.value(target);
            given = self.combined(operator, before, given, target.at);
        }
        match &target.what {
            NodeKind::Variable(name) => match self.variable(name) {
                Some(variable) => {
                    variable.kind = std::mem::take(&mut variable.kind).join(given);
                    variable.parameter = None;
                    let more = self.texts(value);
                    self.variable(name).into_iter().for_each(|variable| variable.texts.extend(&more));
                }
                None => drop(self.value(target)),
            },
            NodeKind::Property { of, name } => self.set(of, name, value, &given, target.at),
            _ => drop(self.value(target)),
        }
    }

    fn set(&mut self, of: &'p Node, name: &str, value: &'p Node, given: &Type, at: LineSpan) {
        let kind = self.value(of);
        self.restrict_to_owners(of, name, None);
        if kind == Type::Map {
            return;
        }
        self.see(at, |_| Meaning::Member { of: kind.clone(), name: name.into() });
        self.has_effect(VerbEffect::Changes, name, None, at);
        self.judge_event(&kind, name, at);
        self.judge_set((&kind, name), value, given, at);
    }

    /// A property of something of this kind becomes this value.
    pub(super) fn judge_set(&mut self, (kind, name): (&Type, &str), value: &'p Node, given: &Type, at: LineSpan) {
        let found = self.properties(kind, name);
        let writable = found.iter().filter(|(property, _)| property.writable);
        let Some(wanted) = writable.map(|(property, letters)| property.kind.filled(letters)).reduce(Type::join) else {
            if found.is_empty() {
                self.unknown_member(kind, name, false, at);
            } else {
                self.read_only(kind, name, at);
            }
            return;
        };
        self.restrict(value, &wanted);
        self.judge_words(&wanted, value);
        // Nothing clears whatever it is.
        if *given != Type::Nothing && !given.fits(&wanted, &mut Bindings::new()) {
            let message = format!("`{name}` of {} is {}", self.call(kind), self.call(&wanted));
            let label = format!("it cannot be {}", self.call(given));
            self.report("value-kind", value.at, message).label = label;
        }
    }

    fn read_only(&mut self, kind: &Type, name: &str, at: LineSpan) {
        let whose = self.call(kind);
        let near = self.pack.vocabulary.verbs_of(Some(kind)).find(|verb| *verb == format!("set_{name}"));
        let label = did_you_mean(near);
        self.report("property-read-only", at, format!("`{name}` of {whose} can be read but not set")).label = label;
    }

    /// A value of this kind has no such verb or property.
    pub(super) fn unknown_member(&mut self, kind: &Type, name: &str, verb: bool, at: LineSpan) {
        let vocabulary = self.pack.vocabulary;
        let (code, sort) = if verb { ("verb-unknown", "verb") } else { ("property-unknown", "property") };
        let names = || vocabulary.verbs_of(Some(kind)).chain(vocabulary.properties_of(kind));
        let is_other_sort = names().any(|known| known == name);
        // Whoever writes a name that something else has means that name, not one that is spelt like it.
        let help = self.elsewhere(kind, name).or_else(|| formerly(name)).filter(|_| !is_other_sort);
        let label = if is_other_sort {
            let written = if verb { name.to_string() } else { format!("{name}(…)") };
            format!("write `{written}`: it is a {}", if verb { "property" } else { "verb" })
        } else if help.is_some() {
            String::new()
        } else {
            did_you_mean(suggest(name, names()))
        };
        let message = if kind.is_open() {
            format!("there is no {sort} `{name}`")
        } else {
            format!("{} has no {sort} `{name}`", self.call(kind))
        };
        let finding = self.report(code, at, message);
        finding.label = label;
        finding.help = help;
    }

    /// The kinds that have the verb or property instead.
    fn elsewhere(&self, kind: &Type, name: &str) -> Option<String> {
        let vocabulary = self.pack.vocabulary;
        let receivers = vocabulary.verb(name).iter().filter_map(|signature| signature.takes.first());
        let owners = vocabulary.property(name).iter().map(|property| &property.of);
        let mut owners: Vec<&Type> = receivers.chain(owners).filter(|owner| !owner.is_open()).collect();
        owners.dedup();
        if let Type::List(element) = kind
            && !element.is_open()
            && owners.contains(&&**element)
        {
            let owner = self.call(element);
            return Some(format!("{owner} has it: go through the list with `for`"));
        }
        let names: Vec<String> = owners.into_iter().map(|owner| self.call(owner)).collect();
        (!names.is_empty()).then(|| format!("{} has it", names.join(" or ")))
    }
}
