//! Hooks: the functions of scripts that the engine calls. A row for each sort of them says what it takes, what it gives, and what it
//! is for; binding, the checker, the reference and the guides go by the rows.

use super::{Abilities, DeclMap, Definition, Does, FunctionId, Gate, Listener, NamedEffect, Rules, Targets, When};
use crate::model::ids::{KindId, ScriptId, Word};

/// A function of a script, as declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hook {
    /// The script that should define the function.
    pub script: ScriptId,
    /// The name of the function.
    pub name: Box<str>,
    /// What it is for.
    pub purpose: Purpose,
    /// The function's number in that script; `None` if the script has no function with this name that takes what it is given.
    pub function: Option<u16>,
    /// What it takes of that.
    pub taken: Taken,
}

impl Hook {
    /// The function that it calls.
    pub const fn id(&self) -> FunctionId {
        FunctionId { script: self.script, function: self.function }
    }

    /// It as a predicate.
    pub const fn predicate(&self) -> Predicate {
        Predicate { function: self.id(), taken: self.taken }
    }
}

/// A function that says whether something is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// The function.
    pub function: FunctionId,
    /// What it takes of what it could be given.
    pub taken: Taken,
}

/// Which of the things that a purpose gives a function takes, in its order, by their places in the purpose's row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    places: [u8; Self::MOST],
    count: u8,
}

impl Taken {
    /// How many things a purpose gives at most.
    pub const MOST: usize = 4;

    /// All of so many, in order.
    pub fn all(count: usize) -> Self {
        Self::of((0..count as u8).map(Some)).unwrap_or_default()
    }

    /// Those at these places; none if one of them has no place, or there are too many.
    pub fn of(places: impl Iterator<Item = Option<u8>>) -> Option<Self> {
        let mut taken = Self::default();
        for place in places {
            *taken.places.get_mut(usize::from(taken.count))? = place?;
            taken.count += 1;
        }
        Some(taken)
    }

    /// The places.
    pub fn places(&self) -> &[u8] {
        &self.places[..usize::from(self.count)]
    }

    /// At which place of its own a function takes what has this place in the row.
    pub fn position(&self, place: u8) -> Option<usize> {
        self.places().iter().position(|taken| *taken == place)
    }
}

/// What a hook takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookTakes {
    /// What the hook belongs to: the card, the effect, or for a ruleset the game.
    Me,
    /// What a value is computed of.
    Subject,
    /// Anything that cards can protect.
    Thing,
    /// A value that the declaring file gives.
    Given,
    /// What `card.perform` is given.
    Performed,
    /// A card.
    Card,
    /// A player.
    Player,
    /// A list of players.
    Players,
    /// An item.
    Item,
    /// A standing effect.
    Effect,
    /// An event.
    Event,
    /// The game.
    Game,
}

impl HookTakes {
    /// Its type, as signatures of verbs write it.
    pub const fn type_name(self) -> &'static str {
        match self {
            Self::Me => "Card or Effect or Game",
            Self::Subject | Self::Given | Self::Performed => "any",
            Self::Thing => "Card or Item or Player or Space",
            Self::Card => "Card",
            Self::Player => "Player",
            Self::Players => "[Player]",
            Self::Item => "Item",
            Self::Effect => "Effect",
            Self::Event => "Event",
            Self::Game => "Game",
        }
    }

    /// What it is beyond its type, for authors.
    pub const fn describe(self) -> Option<&'static str> {
        match self {
            Self::Me => Some("what declares it"),
            Self::Subject => Some("what the value is a value of"),
            Self::Given => Some("what `with` says"),
            Self::Performed => Some("what `perform` was given"),
            Self::Event => Some("has what its signal says"),
            Self::Thing | Self::Card | Self::Player | Self::Players | Self::Item | Self::Effect | Self::Game => None,
        }
    }
}

/// What a hook gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookGives {
    /// Nothing: it does something.
    Nothing,
    /// Whatever `card.perform` then has: it does something, and may answer.
    Answer,
    /// Whether it is so.
    Flag,
    /// A number.
    Number,
    /// A number, or nothing.
    Contribution,
}

impl HookGives {
    /// Its type, as signatures of verbs write it; none where nothing is expected.
    pub const fn type_name(self) -> Option<&'static str> {
        match self {
            Self::Nothing => None,
            Self::Answer => Some("any"),
            Self::Flag => Some("flag"),
            Self::Number => Some("number"),
            Self::Contribution => Some("number or nothing"),
        }
    }
}

/// A row for each purpose: the parameters with their types, the result, the usual name, and what it is for.
macro_rules! purposes {
    ($($name:ident($($parameter:ident: $takes:ident),+) -> $gives:ident, $usual:literal, $what:literal;)+) => {
        /// What a hook is for; what it takes and gives, and its usual name, follow from that.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Purpose {
            $(#[doc = $what] $name,)+
        }

        impl Purpose {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The parameters: the names that the documents use, and what each is.
            pub const fn parameters(self) -> &'static [(&'static str, HookTakes)] {
                match self { $(Self::$name => &[$((stringify!($parameter), HookTakes::$takes)),+],)+ }
            }

            /// The result.
            pub const fn gives(self) -> HookGives {
                match self { $(Self::$name => HookGives::$gives,)+ }
            }

            /// The name of such a function; `<name>` if the declaring file chooses the name.
            pub const fn usual_name(self) -> &'static str {
                match self { $(Self::$name => $usual,)+ }
            }

            /// What it is for.
            pub const fn describe(self) -> &'static str {
                match self { $(Self::$name => $what,)+ }
            }
        }
    };
}

purposes! {
    Announce(item: Item) -> Nothing, "announce",
        "choices made while a card is used, before its price is paid";
    Resolve(item: Item) -> Nothing, "resolve",
        "what a card does once its use resolves";
    Listen(me: Me, event: Event) -> Nothing, "on_<signal>",
        "called when the signal comes; declared by `[on.<signal>]`";
    Trigger(item: Item, event: Event) -> Nothing, "on_<signal>, announce_on_<signal>",
        "with `when = \"stacked\"`: what a call that waits on the stack does, and what it chooses when it is put there";
    Condition(me: Me, event: Event) -> Flag, "<name>",
        "whether the listener is called at all; named by `if` of the listener";
    Gate(player: Player, card: Card, item: Item) -> Flag, "<name>",
        "whether a gate of an action is open; named by `if` of the gate. `item` is the use that would be answered: whatever answers \
         nothing passes a gate that takes it";
    GateWith(player: Player, card: Card, item: Item, value: Given) -> Flag, "<name>",
        "the same, for a gate with a value: a parameter with any other name is given what `with` says";
    Perform(card: Card, value: Performed) -> Answer, "<name>",
        "a method of a card: what the ruleset's scripts call with `card.perform`; declared in `[methods]` of the ruleset";
    Permission(me: Me, player: Player, card: Card) -> Flag, "<name>",
        "whether a ban or a grant holds; named by `if` in `[[forbids]]` and `[[allows]]`";
    Contribute(me: Me, subject: Subject) -> Contribution, "<name>",
        "what is contributed to a value, or nothing; named by `amount` in `[[modifies]]`";
    Protect(me: Me, subject: Thing, item: Item) -> Flag, "<name>",
        "whether something is protected from an item; named by `if` in `[[protects]]`";
    Target(player: Player, card: Card, target: Thing) -> Flag, "<name>",
        "whether something may be a target; named by `if` in `[[targets]]`";
    Lasts(effect: Effect) -> Flag, "<name>",
        "whether a standing effect continues; named by `lasts.if`";
    Ends(effect: Effect) -> Nothing, "ends",
        "what happens when a standing effect ends";
    Window(player: Player) -> Flag, "<name>",
        "who is asked in a window, who may pass in it, whether a phase takes place; named by `if` and `pass.if`";
    Phase(player: Player) -> Nothing, "begin_<phase>, end_<phase>",
        "the beginning or the end of a phase, for the player whose turn it is";
    TomlValue(subject: Subject) -> Number, "value_<value>",
        "the number that a value starts from";
    Check(game: Game) -> Nothing, "check_<check>",
        "a state check, run until none changes anything";
    Setup(game: Game) -> Nothing, "setup",
        "the setup of a game, before its first turn";
    Leave(players: Players) -> Nothing, "left",
        "what becomes of the cards of players who have left, all at the same time";
}

impl Purpose {
    /// The number of parameters, as far as a function must take all of them.
    pub const fn arity(self) -> usize {
        self.parameters().len()
    }

    /// Whether it is a predicate: such a function names what it looks at, and takes nothing else.
    pub const fn is_predicate(self) -> bool {
        matches!(self.gives(), HookGives::Flag)
    }

    /// What a function with these parameters takes of what it could be given; none if it takes anything else.
    pub fn taken(self, parameters: &[Box<str>]) -> Option<Taken> {
        let given = self.parameters();
        if !self.is_predicate() {
            return (parameters.len() == given.len()).then(|| Taken::all(given.len()));
        }
        let place = |name: &str| {
            let known = given.iter().position(|(known, _)| *known == name);
            let place = known.or_else(|| given.iter().position(|(_, takes)| *takes == HookTakes::Given))?;
            Some(place as u8)
        };
        let taken = Taken::of(parameters.iter().map(|name| place(name)))?;
        let is_once = |place: &u8| taken.places().iter().filter(|other| *other == place).count() == 1;
        taken.places().iter().all(is_once).then_some(taken)
    }

    /// Whether the function may only look: no changes, no questions, no chance.
    pub const fn is_pure(self) -> bool {
        !matches!(self.gives(), HookGives::Nothing | HookGives::Answer)
    }

    /// The head of such a function: `fn on_discarded(me, event)`.
    pub fn head(self, name: &str) -> String {
        let parameters: Vec<&str> = self.parameters().iter().map(|(name, _)| *name).collect();
        format!("fn {name}({})", parameters.join(", "))
    }

    /// The same with what each is, and what it gives: `fn may_pass(player: Player) -> flag`.
    pub fn signature(self, name: &str) -> String {
        let typed = |(name, takes): &(&str, HookTakes)| format!("{name}: {}", takes.type_name());
        let parameters: Vec<String> = self.parameters().iter().map(typed).collect();
        let gives = self.gives().type_name().map_or(String::new(), |gives| format!(" -> {gives}"));
        format!("fn {name}({}){gives}", parameters.join(", "))
    }

    /// What is to be said about its parameters beyond their types.
    pub fn notes(self) -> Vec<(&'static str, &'static str)> {
        self.parameters().iter().filter_map(|(name, takes)| Some((*name, takes.describe()?))).collect()
    }
}

/// What a hook belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearer {
    /// The ruleset.
    Game,
    /// A card.
    Card,
    /// A standing effect.
    Effect,
}

/// Where a hook is declared, as far as it matters to what it takes.
#[derive(Clone, Copy, Debug)]
pub struct HookPlace<'r> {
    /// What it belongs to.
    pub bearer: Bearer,
    /// The kinds of which a value is computed; all if there are none.
    pub of: &'r [KindId],
    /// Of a listener: the signal, and when it is called.
    pub hears: Option<(Word, When)>,
}

impl Rules {
    /// Visits every hook that the rules declare.
    pub fn each_hook<'r>(&'r self, visit: &mut dyn FnMut(&'r Hook, HookPlace<'r>)) {
        let mut visitor = Visitor { rules: self, at: HookPlace { bearer: Bearer::Game, of: &[], hears: None }, visit };
        visitor.all([&self.setup, &self.left]);
        for action in self.actions.values() {
            visitor.all([&action.announce, &action.resolve]);
            visitor.targets(&action.targets);
            visitor.gates(&action.gates);
        }
        for window in self.windows.values() {
            visitor.all([&window.condition, &window.may_pass]);
        }
        for phase in self.phases.values() {
            visitor.all([&phase.begin, &phase.end, &phase.condition]);
        }
        for value in self.values.values() {
            visitor.of(&value.of).all([&value.script]);
        }
        self.checks.iter().for_each(|check| visitor.one(&check.hook));
        self.listeners.iter().for_each(|listener| visitor.listener(listener));
        self.effects.iter().for_each(|effect| visitor.effect(effect));
        self.definitions.values().for_each(|definition| visitor.definition(definition));
    }
}

struct Visitor<'r, 'v> {
    rules: &'r Rules,
    at: HookPlace<'r>,
    visit: &'v mut dyn FnMut(&'r Hook, HookPlace<'r>),
}

impl<'r> Visitor<'r, '_> {
    fn by(&mut self, bearer: Bearer) -> Visitor<'r, '_> {
        self.at(HookPlace { bearer, ..self.at })
    }

    fn of(&mut self, of: &'r [KindId]) -> Visitor<'r, '_> {
        self.at(HookPlace { of, ..self.at })
    }

    fn at(&mut self, at: HookPlace<'r>) -> Visitor<'r, '_> {
        Visitor { rules: self.rules, at, visit: &mut *self.visit }
    }

    fn one(&mut self, hook: &'r Hook) {
        (self.visit)(hook, self.at);
    }

    fn all<const N: usize>(&mut self, hooks: [&'r Option<Hook>; N]) {
        hooks.into_iter().flatten().for_each(|hook| self.one(hook));
    }

    fn gates(&mut self, gates: &'r DeclMap<Gate>) {
        gates.values().for_each(|gate| self.all([&gate.condition]));
    }

    fn targets(&mut self, targets: &'r [Targets]) {
        targets.iter().for_each(|targets| self.all([&targets.condition]));
    }

    fn listener(&mut self, listener: &'r Listener) {
        let mut own = self.at(HookPlace { hears: Some((listener.signal, listener.when)), ..self.at });
        own.one(&listener.hook);
        own.all([&listener.condition, &listener.announce]);
        own.targets(&listener.targets);
    }

    fn definition(&mut self, definition: &'r Definition) {
        let bearer = if definition.lasts.is_some() { Bearer::Effect } else { Bearer::Card };
        let mut own = self.by(bearer);
        own.all([&definition.resolve, &definition.announce, &definition.ends]);
        own.targets(&definition.targets);
        definition.performs.iter().for_each(|hook| own.one(hook));
        for usage in &definition.uses {
            own.all([&usage.resolve, &usage.announce]);
            usage.targets.iter().for_each(|targets| own.targets(targets));
            own.gates(&usage.gates);
        }
        own.abilities(&definition.abilities);
        definition.effects.iter().for_each(|effect| own.effect(effect));
    }

    fn effect(&mut self, effect: &'r NamedEffect) {
        let mut own = self.by(Bearer::Effect);
        own.all([&effect.ends]);
        own.abilities(&effect.abilities);
    }

    fn abilities(&mut self, abilities: &'r Abilities) {
        let Abilities { listeners, statics, lasts } = abilities;
        listeners.iter().for_each(|listener| self.listener(listener));
        for ability in statics {
            match &ability.does {
                Does::Modify(contribution) => {
                    let value = self.rules.values.get_index(contribution.value.index());
                    self.of(value.map_or(&[], |(_, value)| &value.of)).all([&ability.script]);
                }
                Does::Forbid(_) | Does::Allow(..) | Does::Protect(_) | Does::Silence(_) | Does::Control(_) => {
                    self.all([&ability.script])
                }
            }
        }
        self.all([lasts]);
    }
}
