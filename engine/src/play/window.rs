//! The one configurable window: who may answer, in what order and how often, what a pass means, and when it closes.

use crate::model::agenda::{OpenWindow, Step};
use crate::model::change::Change;
use crate::model::ids::{ActionId, DefId, EntityId, Handle, PlayerId, Players, Seat, Seats, WindowId, Word, ZoneId};
use crate::model::index::Topic;
use crate::model::prompt::{Choice, Question, Shape};
use crate::model::rules::{AfterActing, Asks, Filter, First, Pass, Relation, Then, Window};
use crate::model::state::{Item, Status};
use crate::model::trace::{Reasons, What};
use crate::model::value::Value;
use crate::play::ask::Ask;
use crate::play::filter::Looker;
use crate::play::permission::Attempt;
use crate::play::session::{Arg, Stop, Table};
use smallvec::SmallVec;

impl Table {
    /// Opens the windows that this signal of an item opens.
    pub(super) fn open_windows(&mut self, signal: Word, subject: Handle, actor: PlayerId, about: bool) {
        let rules = self.rules.clone();
        // In reverse, because the agenda is a stack: the window that is declared first asks first.
        for at in (0..rules.windows.len()).rev() {
            let window = &rules.windows[at];
            let looker = Looker { player: actor, source: EntityId::NONE };
            let opens = window
                .opens
                .iter()
                .any(|opening| opening.on == signal && self.passes(&opening.filter, subject.id, looker));
            if opens {
                self.open_window(WindowId::from(at), if about { subject } else { Handle::NONE }, actor);
            }
        }
    }

    /// Puts a window on the agenda.
    pub fn open_window(&mut self, decl: WindowId, subject: Handle, actor: PlayerId) {
        let open = self.new_window(decl, subject, actor);
        self.push_step(Step::Window(open));
        if let Some(item) = self.state().item(subject.id).filter(|_| subject != Handle::NONE)
            && !item.answerable
        {
            let before = Box::new(item.clone());
            let after = Box::new(Item { answerable: true, ..(*before).clone() });
            self.change(Change::EditItem { before, after });
        }
    }

    /// A window before anybody was asked in it.
    pub(super) fn new_window(&self, decl: WindowId, subject: Handle, actor: PlayerId) -> OpenWindow {
        let cursor = self.first_asked(decl, actor);
        OpenWindow { decl, subject, actor, round: 0, cursor, passed: Players::NONE, used: 0, acted: Players::NONE }
    }

    fn first_asked(&self, decl: WindowId, actor: PlayerId) -> PlayerId {
        match self.rules.windows[decl.index()].from {
            First::LeftOfActor => self.state().left_of(actor),
            First::Actor => actor,
            First::TurnPlayer => self.state().turn.player,
        }
    }

    /// One step of a window: it closes, goes to its next round, or asks one player.
    ///
    /// # Errors
    /// A stop from the question or from what is announced.
    pub(super) fn window_step(&mut self, open: OpenWindow) -> Result<(), Stop> {
        let rules = self.rules.clone();
        let window = &rules.windows[open.decl.index()];
        let mut open = open;
        loop {
            if self.subject_is_stopped(&open) {
                return self.close(window);
            }
            match self.next_asked(window, &mut open)? {
                Some((player, options)) => return self.ask_in(window, open, player, options),
                None if usize::from(open.round) + 1 < window.rounds.len() && window.then == Then::Continue => {
                    open.round += 1;
                    open.passed = Players::NONE;
                    open.cursor = self.first_asked(open.decl, open.actor);
                }
                None => return self.close_round(window, open),
            }
        }
    }

    fn subject_is_stopped(&self, open: &OpenWindow) -> bool {
        open.subject != Handle::NONE && self.status(open.subject).is_none_or(|status| status != Status::Pending)
    }

    /// The next player to ask, from the cursor on, and the options.
    fn next_asked(&mut self, window: &Window, open: &mut OpenWindow) -> Result<Option<(PlayerId, Vec<Choice>)>, Stop> {
        for player in self.state().around(open.cursor) {
            if !self.takes_part(window, open, player)? {
                continue;
            }
            let options = self.offers(window, open, player)?;
            // A seat that could only pass is asked if leaving it out would tell the others that it has nothing, or if
            // its pass is what resolves the stack.
            if options.len() > 1 || window.masked || window.then == Then::ResolveTop {
                return Ok(Some((player, options)));
            }
            open.passed = open.passed.with(player);
        }
        Ok(None)
    }

    fn takes_part(&mut self, window: &Window, open: &OpenWindow, player: PlayerId) -> Result<bool, Stop> {
        let invited = match window.asks {
            Asks::Everyone => true,
            Asks::Others => player != open.actor,
            Asks::Actor => player == open.actor,
        };
        if !invited || open.passed.has(player) || window.quota.is_some_and(|quota| open.used_by(player) >= quota) {
            return Ok(false);
        }
        match &window.only {
            Some(hook) => self.predicate(hook, &[Arg::Player(player)]),
            None => Ok(true),
        }
    }

    /// What a player may do in the running round of a window; passing comes first.
    fn offers(&mut self, window: &Window, open: &OpenWindow, player: PlayerId) -> Result<Vec<Choice>, Stop> {
        let mut options = Vec::with_capacity(4);
        options.push(Choice::Pass);
        let Some(class) = window.rounds.get(usize::from(open.round)).copied() else {
            return Ok(options);
        };
        let subject = (open.subject != Handle::NONE).then_some(open.subject);
        let mut candidates: SmallVec<[(EntityId, u16); 8]> = SmallVec::new();
        let index = &self.state().index;
        for topic in [Topic::offer(class, player), Topic::foreign_offer(class)] {
            candidates.extend(index.about(topic).iter().map(|entry| (entry.entity, entry.number)));
        }
        candidates.extend(self.granted_elsewhere(class, player));
        let mut judged: SmallVec<[Judged; 8]> = SmallVec::new();
        for (card, number) in candidates {
            // Copies of a card that cannot be told apart are judged once.
            let twin = self.judged(card, number);
            if twin.is_some_and(|twin| judged.contains(&twin)) {
                continue;
            }
            judged.extend(twin);
            let attempt = self.attempt(player, card, number, subject);
            let barred = (self.state().handle(card), number);
            if !self.game.barred.contains(&barred) && !self.run.barred.contains(&barred) && self.may(attempt)? {
                options.push(self.use_choice(attempt));
            }
        }
        Ok(same_once(options))
    }

    /// Uses of cards in zones from which only a grant lets them be used.
    fn granted_elsewhere(&self, class: Word, player: PlayerId) -> SmallVec<[(EntityId, u16); 4]> {
        let rules = self.rules.clone();
        let mut found = SmallVec::new();
        for at in 0..rules.actions.len() {
            let action = ActionId::from(at);
            for entry in self.state().index.about(Topic::grant(action)) {
                let source = self.state().entity(entry.entity);
                let grant = &rules.abilities_of(source).grants[usize::from(entry.number)];
                if grant.gates.iter().any(|gate| &**gate == "from") && grant.who.has(player, source.controller) {
                    let cards = self.meant_by(&grant.card, entry.entity);
                    found.extend(cards.into_iter().flat_map(|card| self.uses_by(card, action, class)));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The cards that a grant of the zone can apply to: the targets of its effect, or the cards in the zones that it
    /// names.
    fn meant_by(&self, filter: &Filter, source: EntityId) -> Vec<EntityId> {
        if filter.of == Some(Relation::Target) {
            let targets = self.state().effect(source).map(|effect| effect.targets.clone()).unwrap_or_default();
            let fresh = |target: &Value| match target {
                Value::Entity(handle) if self.state().fresh(*handle) => Some(handle.id),
                _ => None,
            };
            return targets.iter().filter_map(fresh).collect();
        }
        let zones = self.state().zones().filter(|(_, zone)| filter.zones.contains(&zone.decl));
        zones.flat_map(|(_, zone)| zone.cards.iter().copied()).collect()
    }

    /// The uses of a card by an action that are offered in rounds of a class, and not from where it lies.
    fn uses_by(&self, card: EntityId, action: ActionId, class: Word) -> SmallVec<[(EntityId, u16); 1]> {
        let entity = self.state().entity(card);
        if entity.def == DefId::NONE || !entity.zone.is_some() {
            return SmallVec::new();
        }
        let decl = self.state().zone(entity.zone).decl;
        let uses = self.rules.definitions[entity.def.index()].uses.iter().enumerate();
        let elsewhere = uses.filter(|(_, usage)| {
            let rule = &self.rules.actions[usage.action.index()];
            usage.action == action
                && usage.offered.as_ref().unwrap_or(&rule.offered).contains(&class)
                && !usage.from.as_ref().unwrap_or(&rule.from).contains(&decl)
        });
        elsewhere.map(|(number, _)| (card, number as u16)).collect()
    }

    /// By what copies of a card count as one; `None` for a card whose kind has attributes that change.
    fn judged(&self, card: EntityId, number: u16) -> Option<Judged> {
        let entity = self.state().entity(card);
        let plain = self.rules.kinds[entity.kind.index()].changing.is_empty() && entity.attachments == 0;
        plain.then_some(Judged { def: entity.def, number, zone: entity.zone, known: entity.known, host: entity.host })
    }

    /// The attempt that a use would be: uses that answer are about the subject, others stand alone.
    pub fn attempt(&self, player: PlayerId, card: EntityId, number: u16, subject: Option<Handle>) -> Attempt {
        let def = self.state().entity(card).def;
        let usage = &self.rules.definitions[def.index()].uses[usize::from(number)];
        Attempt { player, card, number, subject: subject.filter(|_| usage.answers.is_some()), free: false }
    }

    fn use_choice(&self, attempt: Attempt) -> Choice {
        let named = self.named(attempt.card);
        let usage = &self.rules.definitions[named.def.index()].uses[usize::from(attempt.number)];
        Choice::Use {
            card: self.state().handle(attempt.card),
            number: attempt.number,
            action: usage.action,
            named,
            answers: attempt.subject.is_some(),
        }
    }

    fn ask_in(
        &mut self,
        window: &Window,
        open: OpenWindow,
        player: PlayerId,
        options: Vec<Choice>,
    ) -> Result<(), Stop> {
        let may_pass = match &window.may_pass {
            Some(hook) if options.len() > 1 => self.predicate(hook, &[Arg::Player(player)])?,
            _ => true,
        };
        let options = if may_pass { options } else { options[1..].to_vec() };
        let subject = (open.subject != Handle::NONE).then(|| self.named(open.subject.id));
        let ask = Ask {
            player,
            question: Question::Act { window: open.decl, round: open.round, subject },
            shape: Shape::OneOf,
            options,
            default: None,
            public: false,
        };
        let (answer, options) = self.ask(ask)?;
        match options[usize::from(answer.options().first().copied().unwrap_or(0))] {
            Choice::Use { card, number, .. } => self.act_in(window, open, player, (card.id, number)),
            Choice::Pass
            | Choice::Entity(..)
            | Choice::Player(_)
            | Choice::Word(_)
            | Choice::Number(_)
            | Choice::Zone(_) => {
                self.pass_in(window, open, player);
                Ok(())
            }
        }
    }

    fn pass_in(&mut self, window: &Window, mut open: OpenWindow, player: PlayerId) {
        let seat = self.state().speaker(player);
        self.tell(What::Passes(seat, open.decl, open.round));
        open.passed = open.passed.with(player);
        if window.pass == Pass::HandsOn {
            open.passed = if open.acted.is_empty() { open.passed } else { Players::only(player) };
            open.acted = Players::NONE;
        }
        open.cursor = self.state().left_of(player);
        self.restep(Step::Window(open));
    }

    fn act_in(
        &mut self,
        window: &Window,
        mut open: OpenWindow,
        player: PlayerId,
        usage: (EntityId, u16),
    ) -> Result<(), Stop> {
        open.count(player, 1);
        open.acted = open.acted.with(player);
        if matches!(window.pass, Pass::UntilStackChanges | Pass::HandsOn) {
            open.passed = Players::NONE;
        }
        let action = self.action_of(usage);
        let keeps = self.rules.actions[action.index()].keeps_turn;
        open.cursor = match self.rules.actions[action.index()].after_acting.unwrap_or(window.after_acting) {
            AfterActing::Next if !keeps => self.state().left_of(player),
            AfterActing::Actor | AfterActing::Next => player,
            AfterActing::TurnPlayer => self.state().turn.player,
        };
        // Before the use is announced: announcing puts steps above the window, and only the step on top can be
        // replaced.
        self.restep(Step::Window(open));
        if !keeps && window.then == Then::Continue && open.subject == Handle::NONE && self.seats_of(player).len() > 1 {
            self.push_step(Step::NextSpeaker(player));
        }
        let subject = (open.subject != Handle::NONE).then_some(open.subject);
        let attempt = self.attempt(player, usage.0, usage.1, subject);
        self.announce(attempt)
    }

    /// The action of this use of a card.
    fn action_of(&self, (card, number): (EntityId, u16)) -> ActionId {
        self.rules.definitions[self.state().entity(card).def.index()].uses[usize::from(number)].action
    }

    /// Nobody is left to ask: the top item resolves and the window asks again, or the window closes.
    fn close_round(&mut self, window: &Window, open: OpenWindow) -> Result<(), Stop> {
        if window.then == Then::ResolveTop
            && let Some(top) = self.state().items.last()
        {
            let top = self.state().handle(top.id);
            let cursor = self.first_asked(open.decl, open.actor);
            self.restep(Step::Window(OpenWindow { passed: Players::NONE, cursor, ..open }));
            self.push_step(Step::Finish(top));
            self.push_step(Step::Resolve(top));
            return Ok(());
        }
        self.close(window)
    }

    /// Whether a step is a window that resolves the top of the stack when it closes.
    pub(super) fn resolves_top(&self, step: &Step) -> bool {
        matches!(step, Step::Window(open) if self.rules.windows[open.decl.index()].then == Then::ResolveTop)
    }

    /// Whether items wait, and nothing on the agenda would resolve them.
    pub(super) fn waits_in_vain(&self) -> bool {
        let resolves = |step: &Step| match step {
            Step::Window(_) => self.resolves_top(step),
            step => step.item().is_some() || matches!(step, Step::Trigger(_)),
        };
        let waits = self.state().items.iter().any(|item| item.status == Status::Pending);
        waits && !self.state().agenda.iter().any(resolves)
    }

    /// Opens the window that the rules have for items that nothing would resolve.
    pub(super) fn open_for_waiting(&mut self) {
        if let Some(at) = self.rules.windows.values().position(|window| window.for_waiting) {
            let player = self.state().turn.player;
            self.open_window(WindowId::from(at), Handle::NONE, player);
        }
    }

    /// An item was added: whoever passed until the stack changes is asked again.
    pub(super) fn stack_changed(&mut self) {
        for at in 0..self.state().agenda.len() {
            let Step::Window(open) = self.state().agenda[at] else {
                continue;
            };
            if self.rules.windows[open.decl.index()].pass == Pass::UntilStackChanges && !open.passed.is_empty() {
                let (before, after) = (Step::Window(open), Step::Window(OpenWindow { passed: Players::NONE, ..open }));
                self.change(Change::Restep { at: at as u32, before, after });
            }
        }
    }

    fn close(&mut self, _window: &Window) -> Result<(), Stop> {
        self.pop_step();
        Ok(())
    }

    /// Returns a stopped answer to the quota of its player.
    pub(super) fn refund(&mut self, answer: &Item) {
        let answered = |step: &Step| matches!(step, Step::Window(open) if open.subject == answer.answers);
        let Some(at) = self.state().agenda.iter().rposition(answered) else {
            return;
        };
        let Step::Window(open) = self.state().agenda[at] else {
            return;
        };
        if answer.answers == Handle::NONE || !self.rules.windows[open.decl.index()].refund {
            return;
        }
        let mut after = open;
        after.count(answer.player, -1);
        after.cursor = answer.player;
        self.change(Change::Restep { at: at as u32, before: Step::Window(open), after: Step::Window(after) });
    }

    /// Players who are newly affected by an item may answer again in its windows.
    pub(super) fn reopen_windows(&mut self, subject: Handle, newly: Players) {
        for at in 0..self.state().agenda.len() {
            let Step::Window(open) = self.state().agenda[at] else {
                continue;
            };
            if open.subject == subject && self.rules.windows[open.decl.index()].reopens && !newly.is_empty() {
                let mut after = open;
                after.passed = open.passed.minus(newly);
                if open.round > 0 {
                    after.round = 0;
                    after.passed = Players::first(self.state().players()).minus(newly);
                }
                for player in newly.iter() {
                    after.count(player, -3);
                }
                self.change(Change::Restep { at: at as u32, before: Step::Window(open), after: Step::Window(after) });
            }
        }
    }

    /// What a player could use here if it were allowed, with the reasons why it is not.
    ///
    /// # Errors
    /// A stop from a predicate.
    pub fn refused_here(&mut self, seat: Seat) -> Result<Vec<(Attempt, Reasons)>, Stop> {
        let Some(Step::Window(open)) = self.state().agenda.last().copied() else {
            return Ok(Vec::new());
        };
        let subject = (open.subject != Handle::NONE).then_some(open.subject);
        let mut found = Vec::new();
        let player = self.state().player_of(seat);
        let own: Vec<EntityId> = self
            .state()
            .entities()
            .filter(|(_, entity)| entity.zone.is_some() && entity.controller == player && entity.known.has(seat))
            .map(|(id, _)| id)
            .collect();
        for card in own {
            let def = self.state().entity(card).def;
            let uses = self.rules.definitions[def.index()].uses.len();
            for number in 0..uses {
                let attempt = self.attempt(player, card, number as u16, subject);
                let why = self.reasons_against(attempt)?;
                if !why.is_empty() {
                    found.push((attempt, why));
                }
            }
        }
        Ok(found)
    }

    /// Replaces the running step.
    pub(super) fn restep(&mut self, after: Step) {
        let at = self.state().agenda.len() - 1;
        let before = self.state().agenda[at];
        if before != after {
            self.change(Change::Restep { at: at as u32, before, after });
        }
    }

    /// Takes the running step off the agenda.
    pub(super) fn pop_step(&mut self) {
        let at = self.state().agenda.len() - 1;
        let step = self.state().agenda[at];
        self.change(Change::Pop { at: at as u32, step });
    }
}

/// What indistinguishable copies of a card have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Judged {
    def: DefId,
    number: u16,
    zone: ZoneId,
    known: Seats,
    host: EntityId,
}

/// Two copies of a card that can be used alike are one option.
fn same_once(options: Vec<Choice>) -> Vec<Choice> {
    let mut once: Vec<Choice> = Vec::with_capacity(options.len());
    for option in options {
        let twin = |other: &Choice| match (other, &option) {
            (Choice::Use { number, named, .. }, Choice::Use { number: n, named: own, .. }) => {
                number == n && named.def == own.def && named.controller == own.controller && named.known == own.known
            }
            _ => false,
        };
        if !once.iter().any(twin) {
            once.push(option);
        }
    }
    once
}
