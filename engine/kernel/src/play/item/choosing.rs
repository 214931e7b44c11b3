//! What is chosen while a card is announced.

use crate::model::carried::Carried;
use crate::model::change::Change;
use crate::model::ids::{EntityId, Handle, PlayerId, SiteId, Word};
use crate::model::item::FREE;
use crate::model::prompt::{Answer, AskedText, Choice, Question, Shape};
use crate::model::spent::SMALL;
use crate::model::trace::{Against, FactKind, Named, Reason, Thing, Things};
use crate::model::value::Value;
use crate::play::ask::Ask;
use crate::play::call::Stop;
use crate::play::faults;
use crate::play::run::RuledOutFrom;
use crate::play::session::Table;
use smallvec::SmallVec;

/// The largest amount that a player can divide: it is handed out one by one.
const MOST_SHARED: i64 = 1000;

impl Table {
    /// A choice that belongs to an announcement: it becomes a target or a note, and part of the line of the use.
    ///
    /// # Errors
    /// [`Stop::Illegal`] if there is nothing to choose from; a stop from the question.
    pub fn aim(&mut self, handle: Handle, phrase: Word, options: Vec<Choice>) -> Result<Choice, Stop> {
        let chosen = self.aim_some(handle, phrase, options, Shape::OneOf)?;
        Ok(chosen.into_iter().next().unwrap_or(Choice::Pass))
    }

    /// The same of several choices, or of another number.
    pub(super) fn aim_some(
        &mut self,
        handle: Handle,
        phrase: Word,
        mut options: Vec<Choice>,
        shape: Shape,
    ) -> Result<Vec<Choice>, Stop> {
        let Some(item) = self.state().item(handle.id) else {
            return Err(faults::item_gone().into());
        };
        let player = item.player;
        let mut ruled_out = None;
        options.retain(|option| match self.why_ruled_out(RuledOutFrom::Announcement(handle), option) {
            Some(against) => {
                ruled_out.get_or_insert(against);
                false
            }
            None => true,
        });
        if options.is_empty() {
            let nothing = || Against::done(Reason::NoTarget(phrase), self.run.place);
            return Err(Stop::Illegal(ruled_out.unwrap_or_else(nothing)));
        }
        // A trigger has no line of its own that a choice could stand on.
        let asked = item.trigger.is_some();
        let public = self.all_see(&options);
        let ask = Ask {
            player,
            question: if asked { Question::Choose(phrase) } else { Question::Announce(phrase) },
            about: Things::new(),
            shape,
            options: self.offered_to(player, options),
            public,
        };
        let (answer, options) = self.ask(ask)?;
        let chosen = self.first_of_copies(player, &options, answer.options());
        let chosen: Vec<Choice> = chosen.iter().map(|at| options[usize::from(*at)].clone()).collect();
        let things: Things = chosen.iter().flat_map(Choice::things).collect();
        match asked {
            true => self.tell_choice(player, phrase, things),
            false => self.tell(FactKind::Announces(phrase, things)),
        }
        Ok(chosen)
    }

    /// Adds a target to an item.
    pub fn add_target(&mut self, handle: Handle, target: Value) {
        if self.state().item(handle.id).is_some() {
            self.change(Change::Target { id: handle.id, target, role: FREE });
        }
    }

    /// Notes something about an item or a standing effect.
    pub fn note_on(&mut self, handle: Handle, name: Word, value: Carried) {
        let state = self.state();
        let of_effect = || state.effect(handle.id).map(|effect| &effect.notes);
        let Some(notes) = state.item(handle.id).map(|item| &item.notes).or_else(of_effect) else { return };
        let before = notes.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone());
        self.change(Change::Note { id: handle.id, name, before, after: value });
    }

    /// Whether every seat knows what the options are.
    pub fn all_see(&self, options: &[Choice]) -> bool {
        let everyone = self.everyone();
        options.iter().all(|option| match option {
            Choice::Entity(_, named) | Choice::Use { named, .. } => named.known == everyone,
            Choice::Group(cards) => cards.iter().all(|(_, named)| named.known == everyone),
            Choice::Pass | Choice::Player(_) | Choice::Word(_) | Choice::Number(_) | Choice::Zone(_) => true,
        })
    }

    /// Options as a player is offered them: of like copies those that are known come first, each has a name of its own, and
    /// what the player does not know stands behind the others.
    pub fn offered_to(&self, player: PlayerId, options: Vec<Choice>) -> Vec<Choice> {
        self.in_order_of_places(player, self.told_apart(player, self.known_first(player, options)))
    }

    /// Distinguishes options of the same name and controller: by their sites on the board, otherwise by numbers. What the
    /// player who is asked does not know is distinguished by its place alone.
    pub fn told_apart(&self, player: PlayerId, mut options: Vec<Choice>) -> Vec<Choice> {
        // Each is compared with each.
        self.run.work.add((options.len() * options.len() / SMALL) as u64);
        self.name_places(&mut options);
        self.place_unseen(player, &mut options);
        for at in 0..options.len() {
            let Choice::Entity(handle, named) = options[at] else {
                continue;
            };
            if named.ordinal > 0 {
                continue;
            }
            let twins = options[..at].iter().filter(|other| {
                matches!(other, Choice::Entity(_, twin)
                    if twin.def == named.def && twin.controller == named.controller && twin.site == named.site)
            });
            let ordinal = u8::try_from(twins.count()).unwrap_or(u8::MAX);
            if ordinal > 0 {
                options[at] = Choice::Entity(handle, Named { ordinal: ordinal.saturating_add(1), ..named });
            }
        }
        options
    }

    /// Options that the asked player does not know are named by their places, and come in the order of these behind the
    /// others: nothing about the cards themselves tells them apart.
    pub(crate) fn in_order_of_places(&self, player: PlayerId, mut options: Vec<Choice>) -> Vec<Choice> {
        if !self.place_unseen(player, &mut options) {
            return options;
        }
        let seat = self.state().acting_seat(player);
        // Entities are numbered as the decks list them, which would tell cards apart.
        let place = |choice: &Choice| match choice {
            Choice::Entity(_, named) if !named.known.has(seat) => Some((named.zone, named.place, 0)),
            Choice::Use { number, named, .. } if !named.known.has(seat) => Some((named.zone, named.place, *number)),
            Choice::Entity(..)
            | Choice::Use { .. }
            | Choice::Pass
            | Choice::Player(_)
            | Choice::Word(_)
            | Choice::Number(_)
            | Choice::Zone(_)
            | Choice::Group(_) => None,
        };
        options.sort_by_key(place);
        options
    }

    /// Names cards that the player who is asked does not know by their places. Returns whether there are any.
    fn place_unseen(&self, player: PlayerId, options: &mut [Choice]) -> bool {
        let seat = self.state().acting_seat(player);
        let mut unseen = false;
        let mut place = |named: &mut Named| {
            let is_card = named.card != EntityId::NONE && self.state().entity(named.card).zone.is_some();
            unseen |= !named.known.has(seat);
            if is_card && !named.known.has(seat) {
                *named = self.by_place(*named);
            }
        };
        for option in options {
            match option {
                Choice::Entity(_, named) | Choice::Use { named, .. } => place(named),
                Choice::Group(cards) => cards.iter_mut().for_each(|(_, named)| place(named)),
                Choice::Pass | Choice::Player(_) | Choice::Word(_) | Choice::Number(_) | Choice::Zone(_) => {}
            }
        }
        unseen
    }

    /// A name that a seat without knowledge of the card can tell from others by its place: that of the card, or else where it lies
    /// in its zone just now.
    pub(super) fn by_place(&self, named: Named) -> Named {
        let zone = self.state().entity(named.card).zone;
        let cards = &self.state().zone(zone).cards;
        self.run.work.add((cards.len() / SMALL) as u64);
        let place = match named.place {
            0 => cards.iter().position(|card| *card == named.card).map_or(0, |at| at as u16 + 1),
            place => place,
        };
        let twin = |card: &EntityId| {
            let entity = self.state().entity(*card);
            *card != named.card && entity.def == named.def && entity.controller == named.controller
        };
        let ordinal = if cards.iter().any(twin) { place.min(255) as u8 } else { 0 };
        Named { zone, place, ordinal, ..named }
    }

    /// A player divides an amount over these options, each up to its cap. What is given when there is nothing to decide is
    /// not told.
    ///
    /// # Errors
    /// A fault if it is more than can be divided; a stop from the question.
    pub fn share_out(
        &mut self,
        player: PlayerId,
        question: Word,
        options: Vec<Choice>,
        (amount, caps): (i64, SmallVec<[i64; 4]>),
    ) -> Result<SmallVec<[i64; 4]>, Stop> {
        let most = caps.iter().sum();
        let is_asked = !self.all_see(&options) || amount > 0 && options.len() > 1 && amount < most;
        let (things, shares) = self.divide(player, &question.into(), options, (amount, caps))?;
        if is_asked {
            self.tell_choice(player, question, things);
        }
        Ok(shares)
    }

    /// A player divides an amount among these options, each up to its cap. Also returns what the trace shows.
    ///
    /// # Errors
    /// As [`Table::share_out`].
    pub fn divide(
        &mut self,
        player: PlayerId,
        question: &AskedText,
        options: Vec<Choice>,
        (amount, mut caps): (i64, SmallVec<[i64; 4]>),
    ) -> Result<(Things, SmallVec<[i64; 4]>), Stop> {
        if amount > MOST_SHARED {
            let question = self.rules.words.text(question.text);
            return Err(faults::too_much_to_divide(MOST_SHARED, question).into());
        }
        caps.iter_mut().for_each(|cap| *cap = (*cap).clamp(0, MOST_SHARED));
        for (option, cap) in options.iter().zip(&mut caps) {
            if self.why_ruled_out(RuledOutFrom::NextQuestion(player), option).is_some() {
                *cap = 0;
            }
        }
        let public = self.all_see(&options);
        let amount = amount.clamp(0, caps.iter().sum());
        let ask = Ask {
            player,
            question: Question::Choose(question.text),
            about: question.about.clone(),
            shape: Shape::Shares(amount, caps),
            options: self.told_apart(player, options),
            public,
        };
        let (answer, options) = self.ask(ask)?;
        self.forget_ruled_out(player);
        let Answer::Shares(shares) = answer else { return Ok((Things::new(), SmallVec::new())) };
        let mut things = Things::new();
        for (choice, share) in options.iter().zip(&shares) {
            things.extend(choice.things());
            things.push(Thing::Number(*share));
        }
        Ok((things, shares))
    }

    /// Says of options with one name and controller where on the board they lie.
    fn name_places(&self, options: &mut [Choice]) {
        for at in 0..options.len() {
            let Choice::Entity(handle, named) = options[at] else { continue };
            let is_like = |other: &&Choice| matches!(other, Choice::Entity(_, twin) if twin.def == named.def && twin.controller == named.controller);
            if options.iter().filter(is_like).count() > 1 {
                let site = self.state().site_under(handle.id).unwrap_or(SiteId::NONE);
                options[at] = Choice::Entity(handle, Named { site, ..named });
            }
        }
    }

    /// A player chooses some of these cards, from and to so many.
    ///
    /// # Errors
    /// A stop from the question.
    pub(crate) fn choose_entities(
        &mut self,
        player: PlayerId,
        question: Word,
        cards: &[Handle],
        bounds: (u32, u32),
        announcing: bool,
    ) -> Result<Vec<Handle>, Stop> {
        let options: Vec<Choice> = cards.iter().map(|card| Choice::Entity(*card, self.named(card.id))).collect();
        let public = self.all_see(&options);
        let options = self.offered_to(player, options);
        let to = bounds.1.min(options.len() as u32);
        let ask = Ask {
            player,
            question: if announcing { Question::Announce(question) } else { Question::Choose(question) },
            about: Things::new(),
            shape: Shape::SomeOf(bounds.0.min(to), to),
            options,
            public,
        };
        let (answer, options) = self.ask(ask)?;
        let chosen = self.first_of_copies(player, &options, answer.options());
        let chosen: Vec<&Choice> = chosen.iter().map(|at| &options[usize::from(*at)]).collect();
        let things: Things = chosen.iter().flat_map(|choice| choice.things()).collect();
        match announcing {
            true => self.tell(FactKind::Announces(question, things)),
            false => self.tell_choice(player, question, things),
        }
        Ok(chosen.iter().map(|choice| self.state().handle(choice.entity())).collect())
    }
}
