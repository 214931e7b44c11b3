//! The vocabulary: everything that a script may name.
//!
//! Verbs and properties come from the engine, with their documentation; the words of a game (its zones, its
//! attributes, the names of its cards) are added by whoever has read its packs.

use super::kind::Type;
use super::signature::{Signature, VerbEffect};
use indexmap::{IndexMap, IndexSet};
use rhai::{Engine, FuncMetadata};

/// Everything that a script may name.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// How people call a registered type: `Item` is "a stack item".
    called: IndexMap<Box<str>, Box<str>>,
    verbs: IndexMap<Box<str>, Vec<Signature>>,
    properties: IndexMap<Box<str>, Vec<Property>>,
    words: IndexMap<Box<str>, IndexSet<Box<str>>>,
    mistakes: Vec<String>,
    has_commons: bool,
}

/// Something that is read, and perhaps set, without parentheses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property {
    pub of: Type,
    pub kind: Type,
    pub writable: bool,
    pub effect: VerbEffect,
}

/// The sort of zones that belong to players or the game, in signatures of what reaches no zone on the board.
pub(super) const OWN_ZONE: &str = "own_zone";

/// The sort of those among them in which cards can be put: not the one where they wait while they are used.
pub(super) const RESTING_ZONE: &str = "resting_zone";

/// How people call a sort of words.
pub(super) fn called_sort(sort: &str) -> &str {
    if [OWN_ZONE, RESTING_ZONE].contains(&sort) { "zone" } else { sort }
}

impl Vocabulary {
    /// Whether cards of the game may be nobody's.
    pub(super) fn has_commons(&self) -> bool {
        self.has_commons
    }

    /// Says that cards of the game may be nobody's.
    pub(super) fn add_commons(&mut self) {
        self.has_commons = true;
    }

    /// What the engine has registered.
    ///
    /// The kinds of parameters and values are taken from a verb's `Signature:` line, otherwise from its Rust types;
    /// its effect from the lines `Changes state.`, `Asks.`, `Changes the list.`
    pub fn of_engine(engine: &Engine) -> Self {
        let mut registered = engine.collect_fn_metadata(None, |info| Some(info.metadata.clone()), false);
        registered.sort_by(|first, second| {
            (&first.name, &first.params_info, &first.comments).cmp(&(
                &second.name,
                &second.params_info,
                &second.comments,
            ))
        });
        let mut vocabulary = Self::default();
        for function in &registered {
            vocabulary.register(function);
        }
        vocabulary
    }

    /// Signatures in the documentation that could not be read: mistakes of the engine's authors.
    pub fn mistakes(&self) -> &[String] {
        &self.mistakes
    }

    /// How people call a registered type, with its article: "a stack item".
    pub fn call_type(&mut self, name: &str, called: &str) {
        self.called.insert(name.into(), called.into());
    }

    /// Adds a property, `("Card", "razed", Kind::Flag, true)`, or says more about one that the engine has.
    pub fn add_property(&mut self, of: &str, name: &str, kind: Type, writable: bool) {
        let property = Property { of: Type::named(of), kind, writable, effect: VerbEffect::None };
        let properties = self.properties.entry(name.into()).or_default();
        properties.retain(|known| known.of != property.of);
        properties.push(property);
    }

    /// Adds a verb or function.
    pub fn add_verb(&mut self, signature: Signature) {
        self.verbs.entry(signature.name.clone()).or_default().push(signature);
    }

    /// Adds declared words of a sort: the names of the game's zones to `zone`. A sort without any is not checked.
    pub fn add_words<'a>(&mut self, sort: &str, words: impl IntoIterator<Item = &'a str>) {
        self.words.entry(sort.into()).or_default().extend(words.into_iter().map(Box::from));
    }

    /// The properties that something of this kind has, with their kinds, as signatures write them.
    pub fn declared_of(&self, of: &Type) -> Vec<(&str, String)> {
        let named = |name: &'_ str| {
            let has = |property: &&Property| of.fits(&property.of, &mut Default::default());
            self.property(name).iter().find(has).map(|property| property.kind.to_string())
        };
        self.properties_of(of).filter_map(|name| Some((name, named(name)?))).collect()
    }

    /// The words of a sort.
    pub fn words_of(&self, sort: &str) -> impl Iterator<Item = &str> {
        self.words.get(sort).into_iter().flatten().map(|word| &**word)
    }

    /// Whether something of this kind is what a verb is asked of, as signatures write it.
    pub fn has(&self, of: &Type, receiver: &str) -> bool {
        let signature = Signature::parse(&format!("{receiver}.x"));
        let wanted = signature.ok().and_then(|signature| signature.takes.into_iter().next());
        wanted.is_some_and(|wanted| wanted != Type::Unknown && of.fits(&wanted, &mut Default::default()))
    }

    /// How people call a kind, with its article.
    pub fn called(&self, kind: &Type) -> String {
        self.call(kind)
    }

    pub(super) fn verb(&self, name: &str) -> &[Signature] {
        self.verbs.get(name).map_or(&[], Vec::as_slice)
    }

    pub(super) fn property(&self, name: &str) -> &[Property] {
        self.properties.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether this is a declared word of a sort.
    pub(super) fn is_word(&self, sort: &str, word: &str) -> bool {
        self.words(sort).is_some_and(|words| words.contains(word))
    }

    /// The words of a sort, if it is declared.
    pub(super) fn words(&self, sort: &str) -> Option<&IndexSet<Box<str>>> {
        self.words.get(sort)
    }

    /// All sorts of words that are declared, with their words.
    pub(super) fn sorts(&self) -> impl Iterator<Item = (&str, &IndexSet<Box<str>>)> {
        self.words.iter().map(|(sort, words)| (&**sort, words))
    }

    /// The names of all verbs that something of this kind has, and of free functions if there is no kind.
    pub(super) fn verbs_of(&self, of: Option<&Type>) -> impl Iterator<Item = &str> {
        let has = move |signature: &Signature| match (of, signature.takes.first()) {
            // What takes anything is a function of its own.
            (Some(of), Some(first)) => *first != Type::Unknown && of.fits(first, &mut Default::default()),
            (None, first) => first.is_none(),
            (Some(_), None) => false,
        };
        let named = self.verbs.iter().filter(move |(_, signatures)| signatures.iter().any(has));
        named.map(|(name, _)| &**name)
    }

    /// The names of all properties that something of this kind has.
    pub(super) fn properties_of(&self, of: &Type) -> impl Iterator<Item = &str> {
        let has = |property: &Property| of.fits(&property.of, &mut Default::default());
        let named = self.properties.iter().filter(move |(_, properties)| properties.iter().any(has));
        named.map(|(name, _)| &**name)
    }

    /// How people call a kind, with its article.
    pub(super) fn call(&self, kind: &Type) -> String {
        match kind {
            Type::Unknown | Type::Never | Type::Var(_) => "something".into(),
            Type::Nothing => "nothing".into(),
            Type::Number => "a number".into(),
            Type::Text => "a text".into(),
            Type::Flag => "true or false".into(),
            Type::Map => "a map".into(),
            Type::List(_) => "a list".into(),
            Type::Closure(_) => "a closure".into(),
            Type::Word(sort) => format!("the name of a {}", called_sort(sort)),
            Type::Named(name) => self.called.get(name).map_or_else(|| with_article(name), |called| called.to_string()),
            Type::OneOf(kinds) => kinds.iter().map(|kind| self.call(kind)).collect::<Vec<_>>().join(" or "),
        }
    }

    fn register(&mut self, function: &FuncMetadata) {
        let doc: Vec<&str> = function.comments.iter().flat_map(|comment| comment.lines()).map(bare).collect();
        let effect = doc.iter().filter_map(|line| VerbEffect::declared(line)).max().unwrap_or_default();
        if function.params_info.len() < function.num_params {
            // Registered without documentation: whoever did so declares it to the checker.
            return;
        }
        let getter = function.name.strip_prefix("get$");
        let setter = function.name.strip_prefix("set$");
        if !function.name.starts_with(|c: char| c.is_alphabetic() || c == '_') || function.name.starts_with("index$") {
            return;
        }
        let signature = match doc.iter().find_map(|line| line.strip_prefix("Signature:")) {
            Some(text) => Signature::parse(text),
            None => Ok(of_types(function)),
        };
        match (signature, getter, setter) {
            (Err(mistake), _, _) => self.mistakes.push(format!("{}: {mistake}", function.name)),
            (Ok(signature), Some(name), _) => self.get(name, signature, effect),
            (Ok(signature), None, Some(name)) => self.set(name, &signature),
            (Ok(signature), None, None) => {
                self.add_verb(Signature { name: function.name.as_str().into(), effect, property: false, ..signature });
            }
        }
    }

    fn get(&mut self, name: &str, signature: Signature, effect: VerbEffect) {
        let Signature { takes, gives, .. } = signature;
        let of = takes.into_iter().next().unwrap_or_default();
        let properties = self.properties.entry(name.into()).or_default();
        properties.push(Property { of, kind: gives, writable: false, effect });
    }

    /// Getters come before setters, because names are sorted.
    fn set(&mut self, name: &str, signature: &Signature) {
        let of = signature.takes.first();
        for property in self.properties.entry(name.into()).or_default() {
            property.writable |= Some(&property.of) == of;
        }
    }
}

fn with_article(name: &str) -> String {
    let name = name.to_lowercase();
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

pub(super) fn bare(line: &str) -> &str {
    line.trim().trim_start_matches('/').trim()
}

/// A signature from Rust types.
pub(super) fn of_types(function: &FuncMetadata) -> Signature {
    let kind_of = |parameter: &str| kind_of(parameter.split_once(':').map_or(parameter, |(_, type_)| type_));
    Signature {
        name: function.name.as_str().into(),
        takes: function.params_info.iter().map(|parameter| kind_of(parameter)).collect(),
        gives: kind_of(&function.return_type),
        effect: VerbEffect::None,
        property: false,
    }
}

/// The kind of a Rust type.
fn kind_of(type_: &str) -> Type {
    let type_ = type_.trim().trim_start_matches('&').trim_start_matches("mut ").trim();
    let (outer, inner) = type_.split_once('<').unwrap_or((type_, ""));
    match last_segment(outer) {
        "Result" | "Outcome" | "RhaiResultOf" => kind_of(inner.split([',', '>']).next().unwrap_or(inner)),
        "" | "()" => Type::Nothing,
        "i64" | "INT" => Type::Number,
        "bool" => Type::Flag,
        "str" | "ImmutableString" | "String" => Type::Text,
        "Array" | "Vec" => Type::list(Type::Unknown),
        "Map" | "BTreeMap" => Type::Map,
        "Dynamic" | "FnPtr" | "RhaiResult" => Type::Unknown,
        name => Type::named(name),
    }
}

fn last_segment(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path).trim()
}
