//! What holds between any two steps of a game: pieces are conserved, majors are called in their order, nobody is chosen
//! against a bar, nobody gains by his own calamity.

use cardwright_kernel::ids::{AttrId, DefId, PlayerId};
use cardwright_kernel::rules::{Printed, Rules};
use cardwright_kernel::state::{Game, State};
use cardwright_kernel::trace::{Fact, FactKind, Thing};
use cardwright_kernel::values::Value;
use std::collections::BTreeMap;

/// What holds between any two steps of a game.
pub struct Watch<'a> {
    rules: &'a Rules,
    facts: usize,
    calls: Vec<String>,
    /// How many secondary victims were named.
    pub named: u32,
    /// How many have gained by a calamity.
    pub gained: u32,
}

impl<'a> Watch<'a> {
    pub fn new(rules: &'a Rules) -> Self {
        Self { rules, facts: 0, calls: Vec::new(), named: 0, gained: 0 }
    }

    pub fn look(&mut self, game: &Game) {
        self.pieces_are_conserved(game.state());
        let facts = &game.trace()[self.facts..];
        for fact in facts {
            assert!(!matches!(fact.what, FactKind::Faulted(..)), "{:?}", fact.what);
            if let FactKind::Says(line, about) = &fact.what
                && let [Thing::Card(card)] = about[..]
                && self.rules.lines.get_index(line.index()).is_some_and(|(key, _)| ["call", "unheld"].contains(&&**key))
            {
                self.calls.push(self.rules.name_of(card.def).to_string());
            }
        }
        self.bars_hold(game, facts);
        self.facts = game.trace().len();
    }

    fn attribute(&self, at: usize) -> &str {
        self.rules.attributes.get_index(at).map_or("", |(name, _)| name)
    }

    fn name(&self, def: DefId) -> &str {
        self.rules.name_of(def)
    }

    /// MC-49: stock, board and treasury together.
    fn pieces_are_conserved(&self, state: &State) {
        let mut counts: BTreeMap<(PlayerId, &str), u32> = BTreeMap::new();
        for (_, zone) in state.zones() {
            for id in &zone.cards {
                let entity = state.entity(*id);
                *counts.entry((entity.owner, self.name(entity.def))).or_default() += entity.count;
            }
        }
        for seat in (0..state.players()).map(|seat| PlayerId(seat as u8)) {
            for (name, count) in [("Token", 55), ("City", 9), ("Ship", 4)] {
                assert_eq!(counts.get(&(seat, name)), Some(&count), "{name} of {}", seat.letter());
            }
        }
    }

    /// MC-31 to MC-37: who is named as a secondary victim, in the call that has just been resolved.
    fn bars_hold(&mut self, game: &Game, facts: &[Fact]) {
        let state = game.state();
        let called = self.calls.last().cloned().unwrap_or_default();
        let row = self.rules.zones.get_index_of("row").expect("a zone");
        let mut barred: Vec<PlayerId> = Vec::new();
        for (_, zone) in state.zones().filter(|(_, zone)| zone.decl.index() == row) {
            let holds = zone.cards.iter().any(|card| self.name(state.entity(*card).def) == called);
            barred.extend(zone.owner.filter(|_| holds));
        }
        for fact in facts {
            match &fact.what {
                FactKind::Sets(Some(Thing::Card(card)), attr, _, Value::Player(heir))
                    if self.attribute(attr.index()) == "beneficiary" =>
                {
                    let victim = card.controller;
                    assert!(victim != *heir, "{} gains by his own {called}", heir.letter());
                    assert!(self.reaches(state, &called, victim, *heir), "{called} leaves its half");
                    barred.push(*heir);
                    self.gained += 1;
                }
                FactKind::Chooses(victim, question, _, things)
                    if self.rules.words.text(*question) == "name secondary victims" =>
                {
                    for thing in things {
                        let Thing::Player(named) = thing else { panic!("players are named") };
                        assert!(!barred.contains(named), "{} names {}: barred", victim.letter(), named.letter());
                        assert!(
                            self.reaches(state, &called, state.player_of(*victim), *named),
                            "{called} leaves its half"
                        );
                        barred.push(*named);
                        self.named += 1;
                    }
                }
                _ => {}
            }
        }
    }

    fn reaches(&self, state: &State, called: &str, victim: PlayerId, named: PlayerId) -> bool {
        let half = self.attr("half");
        let half_of = |seat: PlayerId| state.changing(self.rules, State::player_entity(seat), half);
        !self.is_fixed(called) || half_of(victim) == half_of(named)
    }

    /// Whether it cannot be traded.
    fn is_fixed(&self, name: &str) -> bool {
        matches!(self.printed(name, "weight"), Printed::Word(word) if self.rules.words.text(*word) == "fixed")
    }

    /// MC-20 to MC-22: all sixteen, over and over, in the declared order.
    pub fn calls_are_in_order(&self) {
        let first = self.calls.iter().take(16).cloned().collect::<Vec<_>>();
        assert_eq!(first.first().map(String::as_str), Some("Volcanic Eruption or Earthquake"));
        let mut names = first.clone();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 16, "every major is called once");
        assert!(self.calls.chunks(16).all(|turn| turn == &first[..turn.len()]), "in the same order in every turn");
        let order: Vec<(i64, bool)> = first.iter().map(|name| (self.number(name), !self.is_fixed(name))).collect();
        assert!(order.is_sorted(), "by number, and of one number first what cannot be traded: {order:?}");
    }

    fn attr(&self, name: &str) -> AttrId {
        AttrId::from(self.rules.attributes.get_index_of(name).expect("an attribute"))
    }

    fn printed(&self, card: &str, attribute: &str) -> &Printed {
        let at = self.rules.definitions.get_index_of(card).expect("a card");
        self.rules.printed(DefId::from(at), self.attr(attribute))
    }

    fn number(&self, name: &str) -> i64 {
        match self.printed(name, "number") {
            Printed::Number(number) => *number,
            _ => 0,
        }
    }
}
