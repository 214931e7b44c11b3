//! A game's scripts, lowered: what is run. It is built once, when packs are loaded, and shared by all games and threads.

use super::code::{Choose, ClosureCode, CodeNode, Keys, Loop, Lowered, NodeId, NodeRange, Path, Probe};
use super::members::{Members, MethodTable, PropertyTable};
use crate::call::scratch::PRINTED;
use crate::call::script_value::{ListId, ScriptValue, TextId};
use crate::watch::SlotNames;
use cardwright_kernel::ids::{DefId, KindId, Word};
use cardwright_kernel::rules::{FunctionId, Printed, Rules};
use cardwright_kernel::trace::ScriptLocation;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What a text is the name of: positions in the tables of the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextMeaning {
    /// A declared zone.
    pub zone: Option<u16>,
    /// A definition.
    pub definition: Option<u16>,
    /// An attribute.
    pub attribute: Option<u16>,
    /// An action.
    pub action: Option<u16>,
}

/// Everything that scripts of a game need besides a game.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The rules.
    pub rules: Arc<Rules>,
    pub(crate) nodes: Vec<CodeNode>,
    pub(crate) children: Vec<NodeId>,
    pub(crate) functions: Vec<Lowered>,
    pub(crate) closings: Vec<ClosureCode>,
    pub(crate) switches: Vec<Choose>,
    pub(crate) loops: Vec<Loop>,
    pub(crate) paths: Vec<Path>,
    pub(crate) keys: Vec<Keys>,
    /// Functions that are used as closures: for each name, those with this many parameters.
    pub(crate) named: Vec<Vec<u32>>,
    pub(crate) members: Members,
    /// Whether a script asks what a card was before it moved.
    pub remembers: bool,
    /// The names of properties, as keys of maps.
    pub(crate) keys_of_properties: Vec<TextId>,
    /// The text without a character.
    pub(crate) empty_text: TextId,
    /// The functions of each script, in the order of the file.
    pub(crate) scripts: Vec<Vec<u32>>,
    /// Texts that are no words of the rules.
    texts: Vec<Box<str>>,
    known: FxHashMap<Box<str>, u32>,
    meanings: Vec<TextMeaning>,
    pub(crate) lists: Vec<Box<[ScriptValue]>>,
    pub(crate) names: Vec<TextId>,
    pub(crate) kinds: Vec<TextId>,
    pub(crate) zones: Vec<TextId>,
    pub(crate) actions: Vec<TextId>,
    pub(crate) phases: Vec<TextId>,
    /// What is printed, by definition, then by attribute.
    printed: Vec<ScriptValue>,
    /// Where it is recorded what scripts do; none unless the program was made for that.
    pub(crate) probes: Vec<Probe>,
    /// What the slots of functions are called, for whoever watches; of what lies in something else, that comes first.
    pub(crate) slot_names: Vec<SlotNames>,
    /// Which of an entity's slots holds an attribute, by kind, then by attribute.
    slots: Vec<Option<u16>>,
}

impl Program {
    /// A program without scripts.
    pub fn bare(rules: Arc<Rules>, members: Members) -> Self {
        let mut program = Self { rules, members, ..Self::default() };
        program.name_things();
        program.print();
        program.find_slots();
        program
    }

    fn name_things(&mut self) {
        let rules = Arc::clone(&self.rules);
        self.names = rules.definitions.keys().map(|name| self.add_text(name)).collect();
        self.kinds = rules.kinds.keys().map(|name| self.add_text(name)).collect();
        self.zones = rules.zones.keys().map(|name| self.add_text(name)).collect();
        self.actions = rules.actions.keys().map(|name| self.add_text(name)).collect();
        self.phases = rules.phases.keys().map(|name| self.add_text(name)).collect();
        let attributes: Vec<TextId> = rules.attributes.keys().map(|name| self.add_text(name)).collect();
        self.empty_text = self.add_text("");
        self.meanings = vec![TextMeaning::default(); self.rules.words.len() + self.texts.len()];
        let mut mean = |texts: &[TextId], part: fn(&mut TextMeaning) -> &mut Option<u16>| {
            for (at, text) in texts.iter().enumerate() {
                *part(&mut self.meanings[text.index()]) = Some(at as u16);
            }
        };
        mean(&self.zones, |text| &mut text.zone);
        mean(&self.names, |text| &mut text.definition);
        mean(&self.actions, |text| &mut text.action);
        mean(&attributes, |text| &mut text.attribute);
    }

    /// Makes texts of the names of properties, when all are known.
    pub(super) fn name_properties(&mut self) {
        let names: Vec<Box<str>> = self.members.properties().iter().map(|known| known.name.clone()).collect();
        self.keys_of_properties = names.iter().map(|name| self.add_text(name)).collect();
    }

    fn print(&mut self) {
        let rules = Arc::clone(&self.rules);
        for def in 0..rules.definitions.len() {
            for attr in 0..rules.attributes.len() {
                let held = self.held_of(rules.printed(def.into(), attr.into()));
                self.printed.push(held);
            }
        }
    }

    fn find_slots(&mut self) {
        let rules = Arc::clone(&self.rules);
        for kind in rules.kinds.values() {
            for attr in 0..rules.attributes.len() {
                let position = kind.changing.iter().position(|own| own.index() == attr);
                self.slots.push(position.map(|position| position as u16));
            }
        }
    }

    /// Which of the slots of an entity of this kind holds an attribute, if it changes.
    pub fn slot(&self, kind: KindId, attr: usize) -> Option<u16> {
        self.slots.get(kind.index() * self.rules.attributes.len() + attr).copied().flatten()
    }

    fn held_of(&mut self, printed: &Printed) -> ScriptValue {
        match printed {
            // Which entity a printed space is depends on the game.
            Printed::Nothing | Printed::Space(_) => ScriptValue::Nothing,
            Printed::Number(number) => ScriptValue::Number(*number),
            Printed::Flag(flag) => ScriptValue::Flag(*flag),
            Printed::Word(word) => ScriptValue::Text(TextId(word.0)),
            Printed::Text(text) => ScriptValue::Text(self.add_text(text)),
            Printed::Words(words) => {
                self.add_list(words.iter().map(|word| ScriptValue::Text(TextId(word.0))).collect())
            }
            Printed::Numbers(numbers) => self.add_list(numbers.iter().copied().map(ScriptValue::Number).collect()),
            Printed::Sides(sides) => {
                self.add_list((0..32).filter(|side| sides >> side & 1 == 1).map(ScriptValue::Number).collect())
            }
        }
    }

    fn add_list(&mut self, items: Box<[ScriptValue]>) -> ScriptValue {
        self.lists.push(items);
        ScriptValue::List(ListId((self.lists.len() - 1) as u32 | PRINTED))
    }

    /// What is printed for an attribute.
    pub fn printed(&self, def: DefId, attr: usize) -> ScriptValue {
        let width = self.rules.attributes.len();
        self.printed.get(def.index() * width + attr).copied().unwrap_or_default()
    }

    /// The number of a text, which is added if it is new.
    pub(crate) fn add_text(&mut self, text: &str) -> TextId {
        if let Some(known) = self.text_of(text) {
            return known;
        }
        let number = (self.rules.words.len() + self.texts.len()) as u32;
        self.texts.push(text.into());
        self.known.insert(text.into(), number);
        TextId(number)
    }

    /// The number of a text that the packs have.
    pub fn text_of(&self, text: &str) -> Option<TextId> {
        let word = self.rules.words.get(text).map(|word| TextId(word.0));
        word.or_else(|| self.known.get(text).map(|number| TextId(*number)))
    }

    /// How many texts the packs have.
    pub fn text_count(&self) -> u32 {
        (self.rules.words.len() + self.texts.len()) as u32
    }

    /// A text of the packs; `None` for one that a call has put together.
    pub fn text(&self, text: TextId) -> Option<&str> {
        let words = self.rules.words.len();
        match text.index().checked_sub(words) {
            None => Some(self.rules.words.text(Word(text.0))),
            Some(at) => self.texts.get(at).map(|text| &**text),
        }
    }

    /// What a text is the name of.
    pub fn meaning(&self, text: TextId) -> TextMeaning {
        self.meanings.get(text.index()).copied().unwrap_or_default()
    }

    pub(crate) fn node(&self, id: NodeId) -> &CodeNode {
        &self.nodes[id.0 as usize]
    }

    pub(crate) fn few(&self, few: NodeRange) -> &[NodeId] {
        &self.children[few.start as usize..(few.start + few.count) as usize]
    }

    pub(crate) fn method(&self, at: u16) -> &MethodTable {
        &self.members.methods[usize::from(at)]
    }

    pub(crate) fn property(&self, at: u16) -> &PropertyTable {
        &self.members.properties[usize::from(at)]
    }

    /// The function that a hook means.
    pub fn function(&self, id: FunctionId) -> Option<u32> {
        self.scripts.get(id.script.index())?.get(usize::from(id.function?)).copied()
    }

    /// Where the function of a hook is written.
    pub fn place_of(&self, id: FunctionId) -> Option<ScriptLocation> {
        let lowered = self.functions.get(self.function(id)? as usize)?;
        Some(ScriptLocation { script: lowered.script, line: lowered.at.line, column: lowered.at.column })
    }

    /// Which of its parameters a function reads, as bits.
    pub fn parameters_read(&self, id: FunctionId) -> u8 {
        self.function(id).map_or(u8::MAX, |function| self.functions[function as usize].reads)
    }
}
