//! The one configurable window: who may answer, in what order and how often, what a pass means, and when it closes.

use crate::model::agenda::{OpenWindow, Step};
use crate::model::change::Change;
use crate::model::ids::{ActionId, EntityId, Handle, PlayerId, Players, WindowId, Word};
use crate::model::item::{Item, Status};
use crate::model::prompt::{Choice, Prompt, Question, Shape};
use crate::model::rules::{AfterActing, AskOrder, Asks, First, Opening, Pass, Rules, Then, Window};
use crate::model::trace::{FactKind, Things};
use crate::play::ask::Ask;
use crate::play::call::{Arg, Stop};
use crate::play::kept::AskedInWindow;
use crate::play::queries::{Attempt, Viewpoint, attempt_at, passes};
use crate::play::session::Table;
use smallvec::SmallVec;

/// Who is asked now in a window, and the options of each.
pub(super) type AskedNow = SmallVec<[(PlayerId, Vec<Choice>); 1]>;

impl Table {
    /// Opens the windows that this signal of an item opens.
    pub(super) fn open_windows(&mut self, signal: Word, subject: Handle, actor: PlayerId, about: bool) {
        let viewpoint = Viewpoint { player: actor, source: EntityId::NONE };
        let opens =
            |opening: &Opening| opening.on == signal && passes(self.reading(), &opening.filter, subject.id, viewpoint);
        let windows = self.rules.windows.values().enumerate();
        let opened: SmallVec<[usize; 2]> =
            windows.filter(|(_, window)| window.opens.iter().any(opens)).map(|(at, _)| at).collect();
        // In reverse, because the agenda is a stack: the window that is declared first asks first.
        for at in opened.into_iter().rev() {
            self.open_window(WindowId::from(at), if about { subject } else { Handle::NONE }, actor);
        }
    }

    /// Puts a window on the agenda.
    pub fn open_window(&mut self, decl: WindowId, subject: Handle, actor: PlayerId) {
        let open = self.new_window(decl, subject, actor);
        self.push_step(Step::Window(open));
        if let Some(item) = self.state().item(subject.id).filter(|_| subject != Handle::NONE)
            && !item.answerable
        {
            let id = item.id;
            self.change(Change::Answerable(id));
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
    pub(super) fn window_step(&mut self, rules: &Rules, open: OpenWindow) -> Result<(), Stop> {
        let window = &rules.windows[open.decl.index()];
        if let Some((asked, ask)) = self.answered_here(open) {
            return self.ask_again(rules, asked, ask);
        }
        let began = open;
        let mut open = open;
        loop {
            if self.subject_is_stopped(&open) {
                self.pop_step();
                return Ok(());
            }
            // Whoever acted first has ended it; it has stayed on the agenda until that was done.
            if window.order == AskOrder::AtOnce && !open.acted.is_empty() {
                return self.close_round(window, open);
            }
            let asked = self.next_asked(rules, &mut open)?;
            match window.order {
                _ if asked.is_empty() => {}
                AskOrder::InTurn => {
                    let Some((player, options)) = asked.into_iter().next() else { continue };
                    let ask = self.acting(rules, open, player, options)?;
                    self.note_asked(began, open, player);
                    return self.ask_in(rules, open, ask);
                }
                AskOrder::AtOnce => return self.ask_at_once(rules, open, asked),
                AskOrder::InSecret => return self.ask_in_secret(open, &asked),
            }
            if usize::from(open.round) + 1 >= window.rounds.len() || window.then != Then::Continue {
                return self.close_round(window, open);
            }
            open.round += 1;
            open.passed = Players::NONE;
            open.cursor = self.first_asked(open.decl, open.actor);
        }
    }

    fn subject_is_stopped(&self, open: &OpenWindow) -> bool {
        open.subject != Handle::NONE && self.status(open.subject).is_none_or(|status| status != Status::Pending)
    }

    /// The players to ask now, from the cursor on, and the options of each: one player, or all who are asked at the same
    /// time.
    fn next_asked(&mut self, rules: &Rules, open: &mut OpenWindow) -> Result<AskedNow, Stop> {
        let window = &rules.windows[open.decl.index()];
        let mut asked = AskedNow::new();
        for player in self.state().around(open.cursor) {
            if !self.takes_part(window, open, player)? {
                continue;
            }
            let options = self.offers(rules, open, player)?;
            // A seat that could only pass is asked if leaving it out would tell the others that it has nothing, or if
            // its pass is what resolves the stack.
            if options.len() > 1 || window.masked || window.then == Then::ResolveTop {
                asked.push((player, options));
                if window.order == AskOrder::InTurn {
                    break;
                }
            } else {
                open.passed = open.passed.with(player);
            }
        }
        Ok(asked)
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
        match &window.condition {
            Some(hook) => self.predicate(hook.predicate(), &[Arg::Player(player)]),
            None => Ok(true),
        }
    }

    fn ask_in(&mut self, rules: &Rules, open: OpenWindow, ask: Ask) -> Result<(), Stop> {
        let player = ask.player;
        let (answer, options) = self.ask(ask)?;
        self.answered_in(rules, open, player, &options[answer.first()])
    }

    /// Notes who is asked, if the step has done nothing else that a step which runs again must do again.
    fn note_asked(&mut self, began: OpenWindow, open: OpenWindow, player: PlayerId) {
        let (clock, work) = (self.state().index.clock(), self.run.work.total());
        self.cache.asked = self.has_only_listed().then_some(AskedInWindow { clock, began, open, player, work });
    }

    /// Whether the step has only found out what can be done.
    fn has_only_listed(&self) -> bool {
        let (game, run) = (&self.game, &self.run);
        let (changes, facts) = (game.journal.len() == game.mark.changes, game.trace.len() == game.mark.facts);
        changes && facts && run.at == 0 && game.barred.is_empty() && run.barred.is_empty() && run.branch.is_none()
    }

    /// The question of this window that has just been answered, if nothing has changed since it was asked.
    fn answered_here(&mut self, open: OpenWindow) -> Option<(AskedInWindow, Ask)> {
        let Prompt { question, shape, options, .. } = self.cache.answered.take()?;
        let asked = self.cache.asked.take()?;
        // A question of what was announced may come from the same step.
        let (window, round) = (asked.open.decl, asked.open.round);
        let acts = matches!(question, Question::Act { window: own, round: at, .. } if own == window && at == round);
        let unchanged = asked.began == open && asked.clock == self.state().index.clock();
        let same = acts && unchanged && self.has_only_listed();
        let ask = Ask { player: asked.player, question, about: Things::new(), shape, options, public: false };
        same.then_some((asked, ask))
    }

    /// Asks what was asked before this step ran again. It is charged for what that took.
    fn ask_again(&mut self, rules: &Rules, asked: AskedInWindow, ask: Ask) -> Result<(), Stop> {
        if cfg!(debug_assertions) {
            let mut open = asked.open;
            let found = self.next_asked(rules, &mut open)?.into_iter().next();
            let fresh = match found {
                Some((player, options)) => self.acting(rules, open, player, options)?.options,
                None => Vec::new(),
            };
            debug_assert_eq!(fresh, ask.options, "what is asked again must be what a fresh listing gives");
        }
        self.run.work.set(asked.work);
        self.ask_in(rules, asked.open, ask)
    }

    /// The question what a player does in a window. The options begin with the pass, which may not be allowed.
    pub(super) fn acting(
        &mut self,
        rules: &Rules,
        open: OpenWindow,
        player: PlayerId,
        mut options: Vec<Choice>,
    ) -> Result<Ask, Stop> {
        let may_pass = match &rules.windows[open.decl.index()].may_pass {
            Some(hook) if options.len() > 1 => self.predicate(hook.predicate(), &[Arg::Player(player)])?,
            _ => true,
        };
        if !may_pass {
            options.remove(0);
        }
        let subject = (open.subject != Handle::NONE).then(|| self.named(open.subject.id));
        let question = Question::Act { window: open.decl, round: open.round, subject };
        Ok(Ask { player, question, about: Things::new(), shape: Shape::OneOf, options, public: false })
    }

    /// A player acts in a window, or passes.
    pub(super) fn answered_in(
        &mut self,
        rules: &Rules,
        open: OpenWindow,
        player: PlayerId,
        chosen: &Choice,
    ) -> Result<(), Stop> {
        match chosen {
            Choice::Use { card, number, named, .. } => {
                self.act_in(rules, open, player, (card.id, *number), named.ordinal)
            }
            _ => {
                self.pass_in(&rules.windows[open.decl.index()], open, player);
                Ok(())
            }
        }
    }

    fn pass_in(&mut self, window: &Window, mut open: OpenWindow, player: PlayerId) {
        self.tell(FactKind::Passes(self.state().acting_seat(player), open.decl, open.round));
        open.passed = open.passed.with(player);
        if window.pass == Pass::HandsOn {
            open.passed = if open.acted.is_empty() { open.passed } else { Players::only(player) };
            open.acted = Players::NONE;
        }
        // Of those who are asked at the same time the order stays as it was declared.
        if window.order == AskOrder::InTurn {
            open.cursor = self.state().left_of(player);
        }
        self.restep(Step::Window(open));
    }

    fn act_in(
        &mut self,
        rules: &Rules,
        mut open: OpenWindow,
        player: PlayerId,
        usage: (EntityId, u16),
        copy: u8,
    ) -> Result<(), Stop> {
        let window = &rules.windows[open.decl.index()];
        open.count(player, 1);
        open.acted = open.acted.with(player);
        if matches!(window.pass, Pass::UntilStackChanges | Pass::HandsOn) {
            open.passed = Players::NONE;
        }
        let action = self.action_of(usage);
        let keeps = self.rules.actions[action.index()].keeps_turn;
        let after = self.rules.actions[action.index()].after_acting.unwrap_or(window.after_acting);
        open.cursor = match self.asked_after(after) {
            AfterActing::Next if !keeps => self.state().left_of(player),
            AfterActing::Actor | AfterActing::Next | AfterActing::Option(_) => player,
            AfterActing::TurnPlayer => self.state().turn.player,
        };
        // Before the use is announced: announcing puts steps above the window, and only the step on top can be
        // replaced.
        self.restep(Step::Window(open));
        if !keeps
            && window.then == Then::Continue
            && open.subject == Handle::NONE
            && self.state().seats_of(player).len() > 1
        {
            self.push_step(Step::NextSeat(player));
        }
        let subject = (open.subject != Handle::NONE).then_some(open.subject);
        let attempt = attempt_at(self.reading(), player, usage.0, usage.1, subject);
        self.announce_offered(rules, Attempt { copy, ..attempt })
    }

    /// Who is asked after somebody acted, where an option of the game may decide it.
    fn asked_after(&self, after: AfterActing) -> AfterActing {
        let AfterActing::Option(option) = after else { return after };
        let chosen = self.state().attribute(&self.rules, EntityId::GAME, option);
        // Loading has checked that each choice of the option is one of the words.
        AfterActing::named(&self.rules.option_text(chosen)).unwrap_or_default()
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
        let at = self.state().agenda.len() as u32 - 1;
        let all = Players::first(self.state().players());
        let acted = all.iter().filter(|player| open.used_by(*player) > 0).fold(Players::NONE, Players::with);
        self.run.closed = Some((at, acted));
        self.pop_step();
        Ok(())
    }

    /// Opens a window about nothing, and goes on when it has closed. Gives who has acted in it, whatever was passed since.
    ///
    /// # Errors
    /// A stop from one of the steps.
    pub fn open_nested(&mut self, decl: WindowId, actor: PlayerId) -> Result<Players, Stop> {
        // The floor lies below it.
        let at = self.state().agenda.len() as u32 + 1;
        self.run.closed = None;
        self.run_nested(|table| table.open_window(decl, Handle::NONE, actor))?;
        Ok(self.run.closed.take().filter(|(closed, _)| *closed == at).map_or(Players::NONE, |(_, acted)| acted))
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
                    after.refresh(player);
                }
                self.change(Change::Restep { at: at as u32, before: Step::Window(open), after: Step::Window(after) });
            }
        }
    }

    /// Replaces the running step.
    pub(super) fn restep(&mut self, after: Step) {
        let at = self.state().agenda.len() - 1;
        let before = self.state().agenda[at].clone();
        if before != after {
            self.change(Change::Restep { at: at as u32, before, after });
        }
    }

    /// Takes the running step off the agenda.
    pub(super) fn pop_step(&mut self) {
        let at = self.state().agenda.len() - 1;
        let step = self.state().agenda[at].clone();
        self.change(Change::Pop { at: at as u32, step });
    }
}
