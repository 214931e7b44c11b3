//! Places: where hooks and cards were declared, for problems that are found later.

use crate::base::Span;
use crate::model::ids::{DefId, ScriptId};
use std::collections::BTreeMap;

/// What a hook is for; its parameters and its name follow from that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Choices made before payment.
    Announce,
    /// What a use does.
    Resolve,
    /// A listener.
    Listen,
    /// A listener whose call waits on the stack, and what it is aimed at.
    Trigger,
    /// Whether a listener is called.
    Condition,
    /// Whether a gate is open.
    Gate,
    /// Whether a gate is open that gives its function a value (`with`).
    GateWith,
    /// Whether a gate is open that asks about what is answered (`answered`).
    GateAnswering,
    /// A function of a card that the ruleset's scripts call.
    Perform,
    /// Whether a ban or a grant holds.
    Permission,
    /// What is contributed to a value.
    Contribute,
    /// Whether something is protected.
    Protect,
    /// Whether a standing effect goes on, or has ended.
    Effect,
    /// Which players are asked in a window, or may pass in it.
    Window,
    /// The beginning or the end of a phase.
    Phase,
    /// Where a value starts.
    TomlValue,
    /// A state check.
    Check,
    /// The setup of a game.
    Setup,
    /// A player leaves.
    Leave,
}

impl Purpose {
    /// The parameters, by the names that the documents use.
    pub const fn parameters(self) -> &'static [&'static str] {
        match self {
            Self::Announce | Self::Resolve => &["item"],
            Self::Listen | Self::Condition => &["me", "event"],
            Self::Trigger => &["item", "event"],
            Self::Gate => &["player", "card"],
            Self::GateWith => &["player", "card", "value"],
            Self::GateAnswering => &["player", "card", "item"],
            Self::Perform => &["card", "value"],
            Self::Permission => &["me", "player", "card"],
            Self::Contribute => &["me", "subject"],
            Self::Protect => &["me", "subject", "item"],
            Self::Effect => &["effect"],
            Self::Window | Self::Phase | Self::Leave => &["player"],
            Self::TomlValue => &["subject"],
            Self::Check | Self::Setup => &["game"],
        }
    }

    /// All of them.
    pub const ALL: [Self; 19] = [
        Self::Announce,
        Self::Resolve,
        Self::Listen,
        Self::Trigger,
        Self::Condition,
        Self::Gate,
        Self::GateWith,
        Self::GateAnswering,
        Self::Perform,
        Self::Permission,
        Self::Contribute,
        Self::Protect,
        Self::Effect,
        Self::Window,
        Self::Phase,
        Self::TomlValue,
        Self::Check,
        Self::Setup,
        Self::Leave,
    ];

    /// The name of such a function; `<name>` if the declaring file chooses the name.
    pub const fn usual_name(self) -> &'static str {
        match self {
            Self::Announce => "announce",
            Self::Resolve => "resolve",
            Self::Listen => "on_<signal>",
            Self::Trigger => "on_<signal>, announce_on_<signal>",
            Self::Condition => "<name>",
            Self::Gate | Self::GateWith | Self::GateAnswering | Self::Perform => "<name>",
            Self::Permission => "<name>",
            Self::Contribute => "<name>",
            Self::Protect => "<name>",
            Self::Effect => "lasts, ends",
            Self::Window => "<name>",
            Self::Phase => "begin_<phase>, end_<phase>",
            Self::TomlValue => "value_<value>",
            Self::Check => "check_<check>",
            Self::Setup => "setup",
            Self::Leave => "left",
        }
    }

    /// What it is for.
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Announce => "choices made while a card is used, before its price is paid",
            Self::Resolve => "what a card does once its use resolves",
            Self::Listen => "called when the signal comes; declared by `[on.<signal>]`",
            Self::Trigger => {
                "with `when = \"stacked\"`: what a call that waits on the stack does, and what it chooses when it is put there"
            }
            Self::Condition => "whether the listener is called at all; named by `condition` of the listener",
            Self::Gate => "whether a gate of an action is open; named by `script` of the gate",
            Self::GateWith => "the same, for a gate with a value: it is given what `with` says",
            Self::GateAnswering => "the same, for a gate with `answered`: it is given the use that would be answered",
            Self::Perform => {
                "what the ruleset's scripts call with `card.perform`; declared in `[hooks]` of the ruleset"
            }
            Self::Permission => "whether a ban or a grant holds; named by `script` in `[[forbids]]` and `[[allows]]`",
            Self::Contribute => "what is contributed to a value, or nothing; named by `script` in `[[modifies]]`",
            Self::Protect => "whether something is protected from an item; named by `script` in `[[protects]]`",
            Self::Effect => "whether a standing effect continues; what happens when it ends",
            Self::Window => {
                "who is asked in a window, who may pass in it, whether a phase takes place; named by `only` and `may_pass`"
            }
            Self::Phase => "the beginning or the end of a phase, for the player whose turn it is",
            Self::TomlValue => "the number that a value starts from",
            Self::Check => "a state check, run until none changes anything",
            Self::Setup => "the setup of a game, before its first turn",
            Self::Leave => "what becomes of the cards of a player who has left",
        }
    }

    /// The number of parameters.
    pub const fn arity(self) -> usize {
        self.parameters().len()
    }

    /// Whether the function may only look: no changes, no questions, no chance.
    pub const fn is_pure(self) -> bool {
        match self {
            Self::Gate
            | Self::GateWith
            | Self::GateAnswering
            | Self::Condition
            | Self::Permission
            | Self::Contribute
            | Self::Protect
            | Self::Effect
            | Self::Window
            | Self::TomlValue => true,
            Self::Announce
            | Self::Resolve
            | Self::Listen
            | Self::Trigger
            | Self::Perform
            | Self::Phase
            | Self::Check
            | Self::Setup
            | Self::Leave => false,
        }
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

    pub(super) fn add_argument(&mut self, argument: HookArgument) {
        self.arguments.push(argument);
    }

    pub(super) fn add_hook(&mut self, script: ScriptId, function: &str, place: HookPlace) {
        let functions = self.hooks.entry(script).or_default();
        functions.entry(function.into()).or_default().push(place);
    }

    pub(super) fn add_definition(&mut self, path: Box<str>, span: Span) {
        self.definitions.push((path, span));
    }
}
