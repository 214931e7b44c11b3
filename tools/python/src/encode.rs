//! An observation as numbers: everything in it comes from the [`View`] and the prompts of one seat, so it holds what that
//! seat may know and nothing else. What a seat is not shown is 0.

use crate::layout::{Block, Form, Layout, ROW, TURN};
use crate::spelling::Spelling;
use crate::table::{Overflow, relative};
use cardwright_game::{
    AnswerShape, CardView, Datum, EffectView, ItemStatus, ItemView, LearnedView, NamedView, PlayerId, PromptView,
    Properties, QuestionView, Ruleset, RulesetInside, Seat, SeatHandle, UnknownCardView, View, Viewer, WindowView,
    ZoneKey, ZoneView,
};
use cardwright_kernel::rules::{Rules, ZonePer};
use cardwright_kernel::values::NumberList;
use std::collections::HashMap;

/// What a row is about.
#[derive(Clone, Copy)]
enum Sort {
    Card = 1,
    Unknown = 2,
    Item = 3,
    Effect = 4,
}

/// What sees a game as numbers.
pub struct Encoder<'a> {
    layout: &'a Layout,
    rules: &'a Rules,
    me: PlayerId,
    seat: Seat,
    out: &'a mut [f32],
    row: usize,
    /// The rows and definitions of what the seat has handles for.
    handles: HashMap<SeatHandle, (usize, usize)>,
}

impl<'a> Encoder<'a> {
    /// Writes what a seat sees and is asked. Without a prompt those columns are 0.
    ///
    /// # Errors
    /// There are more cards, items and effects than rows.
    pub fn write(
        layout: &'a Layout,
        ruleset: &'a Ruleset,
        view: &View,
        asked: Option<(&PromptView, &Spelling)>,
        out: &'a mut [f32],
    ) -> Result<(), Overflow> {
        out.fill(0.0);
        let seat = match view.viewer {
            Viewer::Seat(seat) => seat,
            Viewer::Host => Seat(0),
        };
        let mine = view.players.iter().find(|player| player.seats.contains(&seat));
        let me = mine.map_or(PlayerId(0), |player| player.player);
        let rules = ruleset.rules();
        let handles = handles(layout, view);
        let mut encoder = Self { layout, rules, me, seat, out, row: 0, handles };
        encoder.turn(view);
        encoder.window(view.windows.last());
        encoder.properties(layout.game, &layout.of_game, &view.game);
        encoder.players(view);
        for (number, site) in view.board.iter().enumerate() {
            encoder.properties(layout.sites + number * layout.of_site.width(), &layout.of_site, &site.properties);
        }
        if let Some((prompt, spelling)) = asked {
            encoder.prompt(prompt, spelling);
        }
        view.zones.iter().try_for_each(|zone| encoder.zone(zone))?;
        view.items.iter().try_for_each(|item| encoder.item(item))?;
        view.effects.iter().try_for_each(|effect| encoder.effect(effect))
    }

    fn relative(&self, player: PlayerId) -> usize {
        relative(player, self.me, self.layout.players as u32) as usize
    }

    fn mark(&mut self, start: usize, players: &[PlayerId]) {
        for player in players.iter().filter(|player| player.is_somebody()) {
            self.out[start + self.relative(*player)] = 1.0;
        }
    }

    fn turn(&mut self, view: &View) {
        let at = self.layout.turn;
        self.out[at] = view.turn.number as f32;
        self.out[at + 1] = flag(view.turn.extra);
        self.out[at + 2] = flag(view.turn.reversed);
        self.mark(at + TURN.len(), &[view.turn.player]);
        if let Some(phase) = self.rules.phases.get_index_of(&view.turn.phase) {
            self.out[at + TURN.len() + self.layout.players + phase] = 1.0;
        }
        for seat in &view.waiting_for {
            let people = self.layout.people;
            self.out[self.layout.waiting + (seat.index() + people - self.seat.index()) % people] = 1.0;
        }
    }

    fn window(&mut self, window: Option<&WindowView>) {
        let Some(window) = window else { return };
        let (at, windows) = (self.layout.window, self.rules.windows.len());
        if let Some(number) = self.rules.windows.get_index_of(&window.window) {
            self.out[at + number] = 1.0;
        }
        self.out[at + windows] = self.text(&window.round);
        self.mark(at + windows + 1, &window.passed);
        self.mark(at + windows + 1 + self.layout.players, &window.acted);
    }

    fn players(&mut self, view: &View) {
        let width = 1 + self.layout.of_player.width();
        for player in &view.players {
            let at = self.layout.player + self.relative(player.player) * width;
            self.out[at] = flag(player.present);
            self.properties(at + 1, &self.layout.of_player, &player.properties);
        }
    }

    fn prompt(&mut self, prompt: &PromptView, spelling: &Spelling) {
        let (question, window, round) = match &prompt.question {
            QuestionView::Act { window, round } => {
                let window = self.rules.windows.get_index_of(window).map_or(0, |number| number + 1);
                (0.0, window as f32, f32::from(*round) + 1.0)
            }
            QuestionView::Announce { phrase: question } | QuestionView::Choose { question } => {
                (self.text(question), 0.0, 0.0)
            }
        };
        let options = prompt.options.len() as f32;
        let (shape, from, to) = match &prompt.shape {
            AnswerShape::OneOf => (0, 1.0, 1.0),
            AnswerShape::SomeOf { from, to } => (1, *from as f32, *to as f32),
            AnswerShape::InOrder => (2, options, options),
            AnswerShape::Number { from, to } => (3, *from as f32, *to as f32),
            AnswerShape::Shares { amount, .. } => (4, *amount as f32, *amount as f32),
        };
        let at = self.layout.prompt;
        self.out[at..at + 4].copy_from_slice(&[1.0, question, window, round]);
        self.out[at + 4 + shape] = 1.0;
        let chosen = spelling.chosen() as f32;
        let rest = [from, to, chosen, flag(prompt.may_wait), flag(prompt.sealed), flag(prompt.withdrawable)];
        self.out[at + 9..at + 15].copy_from_slice(&rest);
        for id in spelling.said() {
            self.out[self.layout.said + *id as usize] += 1.0;
        }
    }

    // ---- rows ----

    fn zone(&mut self, zone: &ZoneView) -> Result<(), Overflow> {
        let number = self.zone_number(&zone.zone);
        let at = self.layout.zones + 2 * number;
        self.out[at] = zone.count as f32;
        self.out[at + 1] = zone.unknown as f32;
        zone.cards.iter().try_for_each(|card| self.card(&zone.zone, card))?;
        zone.places.iter().try_for_each(|unknown| self.unknown(&zone.zone, unknown))
    }

    /// Which of the zones it is, as the viewer counts players.
    fn zone_number(&self, zone: &ZoneKey) -> usize {
        let (first, per) = self.layout.zone_numbers[&zone.zone];
        match per {
            ZonePer::Game => first,
            ZonePer::Player => first + zone.owner.map_or(0, |owner| self.relative(owner)),
            ZonePer::Space | ZonePer::Joint => first + self.site(zone.site.as_deref()).saturating_sub(1),
        }
    }

    fn next_row(&mut self, sort: Sort) -> Result<usize, Overflow> {
        if self.row == self.layout.count {
            let message =
                format!("there are more than {} cards, items and effects: load the game with more rows", self.row);
            return Err(Overflow(message));
        }
        let at = self.layout.rows + self.row * self.layout.row_width();
        self.row += 1;
        self.out[at] = f32::from(sort as u8);
        Ok(at)
    }

    fn card(&mut self, zone: &ZoneKey, card: &CardView) -> Result<(), Overflow> {
        let at = self.next_row(Sort::Card)?;
        let attached = card.attached_to.as_ref().map_or(0.0, |to| self.row_of(to));
        self.place(at, zone);
        self.out[at + 1] = self.definition(&card.name);
        self.out[at + 4] = self.someone(card.controller);
        self.out[at + 5] = self.someone(card.owner);
        self.out[at + 6] = card.place.map_or(0.0, |place| place as f32 + 1.0);
        self.out[at + 7] = card.number.map_or(0.0, f32::from);
        self.out[at + 8] = card.count as f32;
        self.out[at + 9] = flag(card.token);
        self.out[at + 10] = attached;
        self.properties(at + ROW.len(), &self.layout.of_card, &card.properties);
        self.learned(at, &card.learned);
        Ok(())
    }

    fn unknown(&mut self, zone: &ZoneKey, unknown: &UnknownCardView) -> Result<(), Overflow> {
        let at = self.next_row(Sort::Unknown)?;
        self.place(at, zone);
        self.out[at + 7] = f32::from(unknown.number);
        self.out[at + 8] = 1.0;
        self.learned(at, &unknown.learned);
        Ok(())
    }

    fn place(&mut self, at: usize, zone: &ZoneKey) {
        self.out[at + 2] = self.zone_number(zone) as f32 + 1.0;
        self.out[at + 3] = self.site(zone.site.as_deref()) as f32;
    }

    /// What was learned of a card: a number or word that it has, and −1 for each word that it has not.
    fn learned(&mut self, row: usize, learned: &[LearnedView]) {
        let start = row + ROW.len() + self.layout.of_card.width();
        for one in learned {
            let Some((at, form)) = self.layout.of_learned.attributes.get(&one.attribute) else { continue };
            if one.is {
                self.datum(start + at, form, &one.value);
            } else if let (Form::Words(words), Datum::Word(word)) = (form, &one.value)
                && let Some(number) = words.iter().position(|one| one == word)
            {
                self.out[start + at + number] = -1.0;
            }
        }
    }

    fn item(&mut self, item: &ItemView) -> Result<(), Overflow> {
        let at = self.next_row(Sort::Item)?;
        self.stands(at, item.what.as_ref(), item.source.as_ref(), item.controller, &item.targets, &item.exempt);
        self.out[at + 11] = f32::from(status(item.status));
        self.out[at + 12] = flag(item.copy);
        let action = item.action.as_ref().and_then(|action| self.rules.actions.get_index_of(action));
        self.out[at + 13] = action.map_or(0.0, |action| action as f32 + 1.0);
        Ok(())
    }

    fn effect(&mut self, effect: &EffectView) -> Result<(), Overflow> {
        let at = self.next_row(Sort::Effect)?;
        self.stands(
            at,
            effect.what.as_ref(),
            effect.source.as_ref(),
            effect.controller,
            &effect.targets,
            &effect.exempt,
        );
        Ok(())
    }

    /// What items and effects have in common.
    fn stands(
        &mut self,
        at: usize,
        what: Option<&NamedView>,
        source: Option<&Datum>,
        controller: PlayerId,
        targets: &[Datum],
        exempt: &[PlayerId],
    ) {
        self.out[at + 1] = what.map_or(0.0, |what| self.definition(&what.name));
        self.out[at + 4] = self.someone(Some(controller));
        self.out[at + 8] = 1.0;
        self.out[at + 10] = source.map_or(0.0, |source| self.row_of(source));
        self.out[at + 14] = targets.len() as f32;
        self.out[at + 15] = exempt.len() as f32;
    }

    // ---- values ----

    fn properties(&mut self, start: usize, block: &Block, properties: &Properties) {
        for (name, value) in &properties.attributes {
            if let Some((at, form)) = block.attributes.get(name) {
                self.datum(start + at, form, value);
            }
        }
        for (name, value) in &properties.values {
            if let Some(at) = block.values.get(name) {
                self.out[start + at] = *value as f32;
            }
        }
    }

    fn datum(&mut self, at: usize, form: &Form, datum: &Datum) {
        match (form, datum) {
            (Form::Number, Datum::Number(number)) => self.out[at] = *number as f32,
            (Form::Number, Datum::Flag(is)) => self.out[at] = flag(*is),
            (Form::Words(words), Datum::Word(word)) => self.words(at, words, std::slice::from_ref(word)),
            (Form::Words(words), Datum::Words(some)) => self.words(at, words, some),
            (Form::Text, Datum::Word(word)) => self.out[at] = self.text(word),
            (Form::Thing, Datum::Handle(handle)) => {
                self.out[at] = self.handles.get(handle).map_or(0.0, |(_, definition)| *definition as f32);
            }
            (Form::Thing, Datum::Site(site)) => self.out[at + 1] = self.site(Some(site)) as f32,
            (Form::Site, Datum::Site(site)) => self.out[at] = self.site(Some(site)) as f32,
            (Form::Players(_), Datum::Player(player)) => self.mark(at, &[*player]),
            (Form::Players(_), Datum::Players(players)) => self.mark(at, players),
            (Form::Sides(count), Datum::Sides(sides)) => {
                for side in sides.iter().filter(|side| usize::from(**side) < *count) {
                    self.out[at + usize::from(*side)] = 1.0;
                }
            }
            (Form::List, Datum::Numbers(numbers)) => {
                self.out[at] = numbers.len() as f32;
                // What changes is never longer; of what was learned of a card, the first are told.
                for (place, number) in numbers.iter().take(NumberList::MOST).enumerate() {
                    self.out[at + 1 + place] = *number as f32;
                }
            }
            // Nothing, or something that the seat does not know.
            _ => {}
        }
    }

    fn words(&mut self, at: usize, words: &[Box<str>], some: &[Box<str>]) {
        for number in some.iter().filter_map(|word| words.iter().position(|one| one == word)) {
            self.out[at + number] = 1.0;
        }
    }

    fn text(&self, word: &str) -> f32 {
        self.rules.words.get(word).map_or(0.0, |word| (word.index() + 1) as f32)
    }

    fn definition(&self, name: &str) -> f32 {
        self.layout.definitions.get(name).map_or(0.0, |number| (number + 1) as f32)
    }

    /// One more than the number of a site, or 0.
    fn site(&self, site: Option<&str>) -> usize {
        site.and_then(|site| self.layout.site_numbers.get(site)).map_or(0, |number| number + 1)
    }

    fn someone(&self, player: Option<PlayerId>) -> f32 {
        player.filter(|player| player.is_somebody()).map_or(0.0, |player| (self.relative(player) + 1) as f32)
    }

    /// One more than the row of something.
    fn row_of(&self, datum: &Datum) -> f32 {
        match datum {
            Datum::Handle(handle) => self.handles.get(handle).map_or(0.0, |(row, _)| (row + 1) as f32),
            _ => 0.0,
        }
    }
}

/// The rows of what a view has handles for, in the order in which rows are written.
fn handles(layout: &Layout, view: &View) -> HashMap<SeatHandle, (usize, usize)> {
    let number = |name: &str| layout.definitions.get(name).map_or(0, |number| number + 1);
    let named = |what: &Option<NamedView>| what.as_ref().map_or(0, |what| number(&what.name));
    let mut all = HashMap::new();
    let mut row = 0;
    for zone in &view.zones {
        for card in &zone.cards {
            all.insert(card.handle, (row, number(&card.name)));
            row += 1;
        }
        row += zone.places.len();
    }
    let items = view.items.iter().map(|item| (item.handle, named(&item.what)));
    let effects = view.effects.iter().map(|effect| (effect.handle, named(&effect.what)));
    for (handle, definition) in items.chain(effects) {
        all.insert(handle, (row, definition));
        row += 1;
    }
    all
}

const fn flag(is: bool) -> f32 {
    if is { 1.0 } else { 0.0 }
}

const fn status(status: ItemStatus) -> u8 {
    match status {
        ItemStatus::Pending => 1,
        ItemStatus::Resolving => 2,
        ItemStatus::Resolved => 3,
        ItemStatus::Negated => 4,
        ItemStatus::Fizzled => 5,
        ItemStatus::Faulted => 6,
        ItemStatus::Suspended => 7,
    }
}
