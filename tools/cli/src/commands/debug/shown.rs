//! What is shown of a game whose scripts have stopped.

use super::Followed;
use cardwright_game::RulesetInside;
use cardwright_kernel::ids::EntityId;
use cardwright_kernel::state::Game;
use cardwright_kernel::values::{Carried, Value};
use cardwright_report::Reporter;
use cardwright_rulings::debug::Frame;
use cardwright_script::watch::WatchedVariable;

/// A game that is looked at.
#[derive(Clone, Copy)]
pub(super) struct Looked<'l> {
    /// What is followed.
    pub followed: &'l Followed,
    /// The game at this moment.
    pub game: &'l Game,
}

impl<'l> Looked<'l> {
    /// What words things.
    pub fn reporter(self) -> Reporter<'l> {
        self.followed.ruleset.reporter(self.game, None)
    }

    /// A line of the script of a frame.
    pub fn source_line(self, frame: &Frame, line: u16) -> Option<&'l str> {
        let text = &self.followed.ruleset.rules().scripts.get(&frame.path)?.text;
        text.lines().nth(usize::from(line).checked_sub(1)?)
    }

    /// What waits on the stack of the game, the newest first.
    pub fn items(self) -> Vec<String> {
        let handle = |id: EntityId| Carried::One(Value::Entity(self.game.state().handle(id)));
        self.game.state().items().iter().rev().map(|item| self.reporter().carried(&handle(item.id))).collect()
    }

    /// Where the cards lie: each zone that is not empty, and its cards from the bottom to the top.
    pub fn zones(self) -> Vec<(String, String)> {
        let zones = self.game.state().zones().filter(|(_, zone)| !zone.cards.is_empty());
        let name = |id: &EntityId| self.followed.ruleset.rules().name_of(self.game.state().entity(*id).def).to_owned();
        let cards = |cards: &[EntityId]| cards.iter().map(name).collect::<Vec<_>>().join(", ");
        zones.map(|(id, zone)| (self.reporter().zone(id), cards(&zone.cards))).collect()
    }

    /// A function that is running, with what it was given.
    pub fn call(self, frame: &Frame) -> String {
        let given = frame.variables.iter().filter(|variable| variable.is_parameter);
        let given = given.map(|variable| format!("{} = {}", variable.name, held(variable, &self.reporter())));
        let given = given.collect::<Vec<_>>().join(", ");
        format!("{}({given}) at {}:{}", frame.function, frame.path, frame.line)
    }
}

/// What a variable holds; in a word, if that means nothing outside of its function.
pub(super) fn held(variable: &WatchedVariable, reporter: &Reporter<'_>) -> String {
    match &variable.held {
        Ok(held) => reporter.carried(held),
        Err(called) => called.clone(),
    }
}
