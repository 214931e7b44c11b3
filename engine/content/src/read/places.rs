//! Places: where hooks and cards were declared, for problems that are found later.

use cardwright_kernel::base::Span;
use cardwright_kernel::model::ids::{DefId, ScriptId};
use std::collections::BTreeMap;

/// A row for each purpose: the parameters, the usual name, whether the function may only look, and what it is for.
macro_rules! purposes {
    ($($name:ident($($parameter:ident),+) $usual:literal $is_pure:literal $what:literal;)+) => {
        /// What a hook is for; its parameters and its name follow from that.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Purpose {
            $(#[doc = $what] $name,)+
        }

        impl Purpose {
            /// All of them.
            pub const ALL: [Self; 19] = [$(Self::$name),+];

            /// The parameters, by the names that the documents use.
            pub const fn parameters(self) -> &'static [&'static str] {
                match self { $(Self::$name => &[$(stringify!($parameter)),+],)+ }
            }

            /// The name of such a function; `<name>` if the declaring file chooses the name.
            pub const fn usual_name(self) -> &'static str {
                match self { $(Self::$name => $usual,)+ }
            }

            /// What it is for.
            pub const fn describe(self) -> &'static str {
                match self { $(Self::$name => $what,)+ }
            }

            /// Whether the function may only look: no changes, no questions, no chance.
            pub const fn is_pure(self) -> bool {
                match self { $(Self::$name => $is_pure,)+ }
            }
        }
    };
}

purposes! {
    Announce(item) "announce" false
        "choices made while a card is used, before its price is paid";
    Resolve(item) "resolve" false
        "what a card does once its use resolves";
    Listen(me, event) "on_<signal>" false
        "called when the signal comes; declared by `[on.<signal>]`";
    Trigger(item, event) "on_<signal>, announce_on_<signal>" false
        "with `when = \"stacked\"`: what a call that waits on the stack does, and what it chooses when it is put there";
    Condition(me, event) "<name>" true
        "whether the listener is called at all; named by `condition` of the listener";
    Gate(player, card) "<name>" true
        "whether a gate of an action is open; named by `script` of the gate";
    GateWith(player, card, value) "<name>" true
        "the same, for a gate with a value: it is given what `with` says";
    GateAnswering(player, card, item) "<name>" true
        "the same, for a gate with `answered`: it is given the use that would be answered";
    Perform(card, value) "<name>" false
        "what the ruleset's scripts call with `card.perform`; declared in `[hooks]` of the ruleset";
    Permission(me, player, card) "<name>" true
        "whether a ban or a grant holds; named by `script` in `[[forbids]]` and `[[allows]]`";
    Contribute(me, subject) "<name>" true
        "what is contributed to a value, or nothing; named by `script` in `[[modifies]]`";
    Protect(me, subject, item) "<name>" true
        "whether something is protected from an item; named by `script` in `[[protects]]`";
    Effect(effect) "lasts, ends" true
        "whether a standing effect continues; what happens when it ends";
    Window(player) "<name>" true
        "who is asked in a window, who may pass in it, whether a phase takes place; named by `only` and `may_pass`";
    Phase(player) "begin_<phase>, end_<phase>" false
        "the beginning or the end of a phase, for the player whose turn it is";
    TomlValue(subject) "value_<value>" true
        "the number that a value starts from";
    Check(game) "check_<check>" false
        "a state check, run until none changes anything";
    Setup(game) "setup" false
        "the setup of a game, before its first turn";
    Leave(players) "left" false
        "what becomes of the cards of players who have left, all at the same time";
}

impl Purpose {
    /// The number of parameters.
    pub const fn arity(self) -> usize {
        self.parameters().len()
    }

    /// The head of such a function: `fn on_discarded(me, event)`.
    pub fn head(self, name: &str) -> String {
        format!("fn {name}({})", self.parameters().join(", "))
    }
}

/// Where a hook was declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookPlace {
    /// The file.
    pub path: Box<str>,
    /// The bytes in it.
    pub span: Span,
    /// What the hook is for.
    pub purpose: Purpose,
}

/// A value that a gate gives its function (`with`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookArgument {
    /// The script of the function.
    pub script: ScriptId,
    /// Its name.
    pub function: Box<str>,
    /// The position of the parameter.
    pub parameter: usize,
    /// What it is given.
    pub value: GivenArgument,
    /// The file.
    pub path: Box<str>,
    /// The bytes in it.
    pub span: Span,
}

/// What a file gives a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GivenArgument {
    /// A text.
    Text(Box<str>),
    /// A number.
    Number(i64),
    /// True or false.
    Flag(bool),
}

/// Where everything that is bound to scripts later was declared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    hooks: BTreeMap<ScriptId, BTreeMap<Box<str>, Vec<HookPlace>>>,
    definitions: Vec<(Box<str>, Span)>,
    arguments: Vec<HookArgument>,
}

impl Places {
    /// Where the files declare this function of this script as a hook, in the order of reading.
    pub fn of(&self, script: ScriptId, function: &str) -> &[HookPlace] {
        self.hooks.get(&script).and_then(|hooks| hooks.get(function)).map_or(&[], Vec::as_slice)
    }

    /// All declared hooks: the script, the function and where it was declared.
    pub fn hooks(&self) -> impl Iterator<Item = (ScriptId, &str, &HookPlace)> {
        self.hooks.iter().flat_map(|(script, functions)| {
            functions.iter().flat_map(|(name, places)| places.iter().map(|place| (*script, &**name, place)))
        })
    }

    /// The path of a definition's file and the place of its printed name.
    pub fn definition(&self, definition: DefId) -> Option<(&str, Span)> {
        self.definitions.get(definition.index()).map(|(path, span)| (&**path, *span))
    }

    /// What files give functions besides what the engine gives them.
    pub fn arguments(&self) -> &[HookArgument] {
        &self.arguments
    }

    pub(crate) fn add_argument(&mut self, argument: HookArgument) {
        self.arguments.push(argument);
    }

    pub(crate) fn add_hook(&mut self, script: ScriptId, function: &str, place: HookPlace) {
        let functions = self.hooks.entry(script).or_default();
        functions.entry(function.into()).or_default().push(place);
    }

    pub(crate) fn add_definition(&mut self, path: Box<str>, span: Span) {
        self.definitions.push((path, span));
    }
}
