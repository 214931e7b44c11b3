//! A small game written by hand, without any kernel: what a game can cost at least.
//!
//! Two players with ten hearts and a deck of strikes, balms and parries. Each turn begins with a card; then its player
//! plays as many cards as he likes, and each may be parried once. Cards are numbers, and every rule is a line of code. What
//! the engine does for every game besides, a trace and a journal with which all can be taken back, can be switched on.

use cardwright_kernel::setup::Generator;

/// A card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Card {
    /// The other player loses two hearts.
    Strike,
    /// Its player gains a heart.
    Balm,
    /// Negates what the other player has just played.
    Parry,
}

/// How many of each are in a deck.
pub const DECK: [(Card, usize); 3] = [(Card::Strike, 14), (Card::Balm, 8), (Card::Parry, 8)];
pub const HEARTS: i32 = 10;
pub const HAND: usize = 5;

/// What happened, as a trace would have it.
#[derive(Clone, Copy, Debug)]
#[expect(dead_code, reason = "it is written, and nobody reads it here")]
pub enum Fact {
    Draws(usize, Card),
    Plays(usize, Card),
    Passes(usize),
    Negated(usize, Card),
    Hearts(usize, i32),
}

/// How a change is taken back.
#[derive(Clone, Copy, Debug)]
pub enum Undo {
    /// The last card of a pile of discarded cards goes back to a place in the hand.
    ToHand(usize, usize),
    /// The last card of a hand goes back on the deck.
    ToDeck(usize),
    Hearts(usize, i32),
}

/// A game, with or without a trace and a journal.
#[derive(Debug)]
pub struct Duel<const TRACE: bool, const JOURNAL: bool> {
    hearts: [i32; 2],
    decks: [Vec<Card>; 2],
    hands: [Vec<Card>; 2],
    discarded: [Vec<Card>; 2],
    random: Generator,
    trace: Vec<Fact>,
    journal: Vec<Undo>,
    /// How many questions were answered.
    pub decisions: u64,
}

impl<const TRACE: bool, const JOURNAL: bool> Duel<TRACE, JOURNAL> {
    /// Shuffled and dealt.
    pub fn new(seed: u64) -> Self {
        let deck = || DECK.iter().flat_map(|(card, count)| std::iter::repeat_n(*card, *count)).collect();
        let mut duel = Self {
            hearts: [HEARTS; 2],
            decks: [deck(), deck()],
            hands: [Vec::new(), Vec::new()],
            discarded: [Vec::new(), Vec::new()],
            random: Generator::new(seed),
            trace: Vec::new(),
            journal: Vec::new(),
            decisions: 0,
        };
        for seat in 0..2 {
            for at in (1..duel.decks[seat].len()).rev() {
                let other = duel.random.below(at as u32 + 1) as usize;
                duel.decks[seat].swap(at, other);
            }
            (0..HAND).for_each(|_| duel.draw(seat));
        }
        duel
    }

    /// Plays at random to its end.
    pub fn play(&mut self) {
        for turn in 0.. {
            let seat = turn % 2;
            if self.decks[seat].is_empty() {
                self.change(seat, -1)
            } else {
                self.draw(seat)
            }
            while !self.is_over() && self.act(seat) {}
            if self.is_over() {
                return;
            }
        }
    }

    fn is_over(&self) -> bool {
        self.hearts.iter().any(|hearts| *hearts <= 0)
    }

    /// A card is played, or its player passes and this is false.
    fn act(&mut self, seat: usize) -> bool {
        let Some(card) = self.ask(seat, |card| card != Card::Parry) else { return false };
        if self.ask(1 - seat, |card| card == Card::Parry).is_some() {
            self.tell(|| Fact::Negated(seat, card));
            return true;
        }
        match card {
            Card::Strike => self.change(1 - seat, -2),
            Card::Balm => self.change(seat, 1),
            Card::Parry => {}
        }
        true
    }

    /// A player uses one of the cards that may be used, or passes.
    fn ask(&mut self, seat: usize, may: impl Fn(Card) -> bool) -> Option<Card> {
        self.decisions += 1;
        let options: Vec<usize> = (0..self.hands[seat].len()).filter(|at| may(self.hands[seat][*at])).collect();
        let chosen = self.random.below(options.len() as u32 + 1) as usize;
        let Some(at) = options.get(chosen).copied() else {
            self.tell(|| Fact::Passes(seat));
            return None;
        };
        let card = self.hands[seat].remove(at);
        self.discarded[seat].push(card);
        self.note(|| Undo::ToHand(seat, at));
        self.tell(|| Fact::Plays(seat, card));
        Some(card)
    }

    fn draw(&mut self, seat: usize) {
        let Some(card) = self.decks[seat].pop() else { return };
        self.hands[seat].push(card);
        self.note(|| Undo::ToDeck(seat));
        self.tell(|| Fact::Draws(seat, card));
    }

    fn change(&mut self, seat: usize, by: i32) {
        self.note(|| Undo::Hearts(seat, by));
        self.hearts[seat] += by;
        self.tell(|| Fact::Hearts(seat, by));
    }

    fn tell(&mut self, fact: impl FnOnce() -> Fact) {
        if TRACE {
            self.trace.push(fact());
        }
    }

    fn note(&mut self, undo: impl FnOnce() -> Undo) {
        if JOURNAL {
            self.journal.push(undo());
        }
    }

    /// Takes everything back; how many changes there were.
    pub fn undo(&mut self) -> usize {
        let all = std::mem::take(&mut self.journal);
        for undo in all.iter().rev() {
            match *undo {
                Undo::ToHand(seat, at) => {
                    let card = self.discarded[seat].pop().expect("it was discarded");
                    self.hands[seat].insert(at, card);
                }
                Undo::ToDeck(seat) => self.decks[seat].push(self.hands[seat].pop().expect("it was drawn")),
                Undo::Hearts(seat, by) => self.hearts[seat] -= by,
            }
        }
        all.len()
    }

    /// Whether all is as before the deal.
    pub fn is_untouched(&self) -> bool {
        self.hearts == [HEARTS; 2] && self.hands.iter().chain(&self.discarded).all(Vec::is_empty)
    }
}
