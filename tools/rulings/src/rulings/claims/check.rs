//! Whether a claim is true of a table; if not, what is true instead, in the words of a claim.

use super::{CardName, Claim, ClaimSubject, Contents, HeldCard, Quality, ZoneName, story};
use cardwright_kernel::ids::{AttrId, EntityId, PlayerId, Seat, SiteId, ZoneId};
use cardwright_kernel::questions::{Prompt, Question};
use cardwright_kernel::rules::{Category, Rules};
use cardwright_kernel::scripts::is_pile;
use cardwright_kernel::state::{Game, State};
use cardwright_kernel::table::{Nobody, Table};
use cardwright_kernel::trace::Named;
use cardwright_kernel::values::{ChoiceSet, Value, ValueNow};
use cardwright_report::{Reporter, listed};

/// What is not so: what is instead.
type ClaimCheck = Result<(), String>;

/// What a claim can be about besides the table.
pub(in crate::rulings) struct ClaimContext<'a> {
    /// The trace.
    pub trace: &'a str,
    /// The seats that have answered a question since the step before began.
    pub answered: &'a [Seat],
}

impl Claim {
    /// Whether the claim is true now.
    ///
    /// # Errors
    /// Says what is true instead.
    pub fn check(&self, table: &Table, so_far: &ClaimContext<'_>) -> ClaimCheck {
        match self {
            Self::Says(text, times) => says(text, *times, so_far.trace),
            Self::HasAnswered(seat, wanted) => {
                let has = so_far.answered.contains(seat);
                let not = if has { "" } else { "not " };
                truth(has == *wanted, || format!("{} has {not}answered", seat.letter()))
            }
            Self::Quality(subject, quality, wanted) => {
                let entity = TableView { table }.entity(subject)?;
                let found = quality_of(table, entity, *quality)?;
                let scene = TableView { table };
                truth(found == **wanted, || {
                    let plain = || format!("{}: {} {found}", scene.called(entity), scene.title(*quality));
                    story::of(table, entity, *quality).map_or_else(plain, |story| story.text)
                })
            }
            claim => TableView { table }.check(claim),
        }
    }
}

fn truth(holds: bool, instead: impl FnOnce() -> String) -> ClaimCheck {
    if holds { Ok(()) } else { Err(instead()) }
}

/// How many lines hold the text.
fn says(text: &str, times: Option<usize>, trace: &str) -> ClaimCheck {
    let whole = |line: &str| {
        line.match_indices(text).any(|(at, _)| {
            let before = line[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
            before && line[at + text.len()..].chars().next().is_none_or(|c| !c.is_alphanumeric())
        })
    };
    let found = trace.lines().filter(|line| whole(line)).count();
    let told = match found {
        0 => "never says it".to_string(),
        1 => "says it once".to_string(),
        2 => "says it twice".to_string(),
        _ => format!("says it {found} times"),
    };
    truth(times.map_or(found > 0, |times| times == found), || format!("the trace {told}"))
}

/// What an attribute or a value is, as the trace writes it.
fn quality_of(table: &Table, entity: EntityId, quality: Quality) -> Result<String, String> {
    let attr = match quality {
        Quality::Attribute(attr) => attr,
        Quality::Value(value_id) => {
            // The table waits for an answer, and scripts stop there: they are asked at a copy of it.
            let game = table.game().clone();
            let mut copy = table.table_for(game, Box::new(Nobody));
            let ValueNow { value, faults, .. } = copy.value_now(value_id, entity);
            if let Some(fault) = faults.first() {
                return Err(Reporter::new(table.rules(), table.state()).sentence(fault));
            }
            let decl = &table.rules().values[value_id.index()];
            let value = value.map(|value| match decl.words.and(decl.base) {
                Some(base) => {
                    let reporter = Reporter::new(table.rules(), table.state());
                    reporter.value(base, Value::Choices(ChoiceSet::of_bits(value)))
                }
                None => value.to_string(),
            });
            return value.ok_or_else(|| "it cannot be computed here".to_string());
        }
    };
    let reporter = Reporter::new(table.rules(), table.state());
    if let Some(value) = table.state().changing(table.rules(), entity, attr) {
        return Ok(reporter.value(attr, value));
    }
    let printed = reporter.printed(table.rules().printed(table.state().entity(entity).def, attr));
    Ok(if printed.is_empty() { "none".to_string() } else { printed })
}

/// A table that is only looked at.
pub(super) struct TableView<'t> {
    pub(super) table: &'t Table,
}

/// A player as claims name them.
fn whose(player: PlayerId) -> String {
    if player.is_somebody() { player.letter().to_string() } else { "nobody".to_string() }
}

impl TableView<'_> {
    fn check(&self, claim: &Claim) -> ClaimCheck {
        let state = self.table.state();
        match claim {
            Claim::Holds(zone, contents) => self.contents(*zone, contents),
            Claim::Flag(subject, attr, wanted) => self.flag(subject, *attr, *wanted),
            Claim::Attached(card, host) => self.attached(card, host.as_ref()),
            Claim::Owns(player, card) => {
                let card = self.card(card)?;
                let owner = state.entity(card).owner;
                truth(owner == *player, || format!("{} owns {}", whose(owner), self.called(card)))
            }
            Claim::Controls(player, card) => {
                let card = self.card(card)?;
                let controller = state.entity(card).controller;
                truth(controller == *player, || format!("{} controls {}", whose(controller), self.called(card)))
            }
            Claim::Knows(seat, card, zone, wanted) => self.knows(*seat, card, *zone, *wanted),
            Claim::Learned { seat, has, attr, value, is, cards } => {
                cards.iter().try_for_each(|card| self.learned(*seat, card, (*attr, value, *is), *has))
            }
            Claim::InEffect(def, wanted) => {
                let goes_on = state.effects().iter().any(|effect| effect.def == *def);
                let name = self.table.rules().name_of(*def);
                truth(goes_on == *wanted, || format!("{name} is {}in effect", if goes_on { "" } else { "not " }))
            }
            Claim::IsAsked(seat, question) => self.is_asked(*seat, question),
            Claim::Moment(player, phase) => {
                let turn = state.turn();
                let holds = turn.player == *player && phase.is_none_or(|phase| phase == turn.phase);
                let title = &self.table.rules().phases[turn.phase.index()].title;
                truth(holds, || format!("it is {}'s {title} phase", turn.player.letter()))
            }
            Claim::Quality(..) | Claim::HasAnswered(..) | Claim::Says(..) => Ok(()),
        }
    }

    fn reporter(&self) -> Reporter<'_> {
        Reporter::new(self.table.rules(), self.table.state())
    }

    // ---- zones ----

    fn contents(&self, zone: ZoneName, contents: &Contents) -> ClaimCheck {
        let id = self.zone(zone)?;
        let rules = self.table.rules();
        let mut there = self.table.state().zone(id).cards.clone();
        // The last card of a zone is the top one, and lists begin on top.
        there.reverse();
        let ordered = rules.zones[zone.decl.index()].ordered;
        if !ordered {
            there.reverse();
        }
        let cards = there.iter().filter(|card| !self.is_pile(**card)).count();
        let holds = match contents {
            Contents::Only(wanted) if ordered => wanted.len() == there.len() && self.in_order(wanted, &there),
            Contents::Only(wanted) => wanted.len() == there.len() && self.are_among(wanted, &there),
            Contents::These(wanted) => self.are_among(wanted, &there),
            Contents::None(wanted) => wanted.iter().all(|held| !there.iter().any(|card| self.is(held, *card))),
            Contents::Cards(wanted) => cards == *wanted,
            Contents::Top(wanted) => self.in_order(wanted, &there),
            Contents::Bottom(wanted) => {
                there.len().checked_sub(wanted.len()).is_some_and(|skipped| self.in_order(wanted, &there[skipped..]))
            }
        };
        let called = self.reporter().zone(id);
        truth(holds, || match contents {
            Contents::Cards(_) => format!("{called} holds {}", number_of_cards(cards)),
            _ if there.is_empty() => format!("{called} holds no cards"),
            _ => format!("{called} holds only: {}", listed(there.iter().map(|card| self.listed(*card, id)).collect())),
        })
    }

    fn zone(&self, zone: ZoneName) -> Result<ZoneId, String> {
        let (state, rules) = (self.table.state(), self.table.rules());
        Ok(match zone.site.is_some() {
            true => state.zone_at(rules, zone.decl, zone.site),
            false => state.zone_of(rules, zone.decl, self.player(zone.owner.unwrap_or(PlayerId(0)))?),
        })
    }

    /// The player with the letter that a claim gives; it may be that of a seat, which owns nothing.
    fn player(&self, named: PlayerId) -> Result<PlayerId, String> {
        let state = self.table.state();
        let owner = state.player_of(Seat(named.0));
        let message = || format!("{} plays for {}, whose it all is", named.letter(), owner.letter());
        if named.index() < state.players() { Ok(named) } else { Err(message()) }
    }

    fn is_pile(&self, id: EntityId) -> bool {
        is_pile(self.table.reading(), id)
    }

    fn in_order(&self, wanted: &[HeldCard], there: &[EntityId]) -> bool {
        wanted.len() <= there.len() && wanted.iter().zip(there).all(|(held, card)| self.is(held, *card))
    }

    /// Whether each of these is there, two of a name twice. Those that say whose they are choose first.
    fn are_among(&self, wanted: &[HeldCard], there: &[EntityId]) -> bool {
        let mut left = there.to_vec();
        let (exact, loose): (Vec<&HeldCard>, Vec<&HeldCard>) = wanted.iter().partition(|held| held.card.of.is_some());
        exact.into_iter().chain(loose).all(|held| {
            let found = left.iter().position(|card| self.is(held, *card));
            found.is_some_and(|at| {
                left.remove(at);
                true
            })
        })
    }

    fn is(&self, held: &HeldCard, card: EntityId) -> bool {
        self.is_called(&held.card, card)
            && held.pieces.is_none_or(|pieces| self.table.state().entity(card).count == pieces)
    }

    fn is_called(&self, name: &CardName, card: EntityId) -> bool {
        let entity = self.table.state().entity(card);
        let site = self.table.state().site_under(card);
        entity.exists
            && entity.def == name.def
            && name.of.is_none_or(|player| player == entity.controller)
            && name.site.is_none_or(|wanted| site == Some(wanted))
    }

    /// A card or some pieces as a list of a zone names them.
    fn listed(&self, card: EntityId, zone: ZoneId) -> String {
        let entity = self.table.state().entity(card);
        let rules = self.table.rules();
        let name = rules.name_of(entity.def);
        let name = match (rules.category_of(entity.def), entity.count) {
            (Category::Card, count) if self.is_pile(card) => format!("{count} {name}"),
            (Category::Counted, 1) => format!("1 {name}"),
            (Category::Counted, count) => {
                let plural = rules.definitions[entity.def.index()].plural.as_deref();
                plural.map_or_else(|| format!("{count} {name}s"), |plural| format!("{count} {plural}"))
            }
            _ => name.to_string(),
        };
        match self.table.state().zone(zone).owner {
            Some(owner) if owner == entity.controller => name,
            _ if !entity.controller.is_somebody() => name,
            _ => format!("{name} ({})", whose(entity.controller)),
        }
    }

    // ---- cards and other things ----

    pub(super) fn entity(&self, subject: &ClaimSubject) -> Result<EntityId, String> {
        match subject {
            ClaimSubject::Game => Ok(EntityId::GAME),
            ClaimSubject::Player(player) => Ok(State::player_entity(self.player(*player)?)),
            ClaimSubject::Site(site) => Ok(self.table.state().entity_at(*site)),
            ClaimSubject::Card(card) => self.card(card),
        }
    }

    /// The card with this name: those in play come before others, and one must be meant.
    fn card(&self, name: &CardName) -> Result<EntityId, String> {
        let all = self.all_called(name);
        let plain = self.table.rules().name_of(name.def);
        match (name.ordinal, &all[..]) {
            (_, []) => Err(format!("there is no {plain} on the table")),
            (None, [card]) => Ok(*card),
            // The trace writes the first of several without a number.
            (None, [first, others @ ..]) if others.iter().all(|card| self.is_numbered_with(*first, *card)) => {
                Ok(*first)
            }
            (Some(ordinal), _) => {
                // Where cards have places, their numbers are these.
                let place = |card: &EntityId| usize::from(self.table.state().entity(*card).place);
                let found = match all.iter().all(|card| place(card) > 0) {
                    true => all.iter().find(|card| place(card) == ordinal),
                    false => ordinal.checked_sub(1).and_then(|at| all.get(at)),
                };
                found.copied().ok_or_else(|| format!("there are only {} of {plain}", all.len()))
            }
            (None, _) => {
                let called = all.iter().enumerate().map(|(at, card)| self.told_apart(*card, at, &all));
                Err(format!("this can mean: {}", called.collect::<Vec<_>>().join(" | ")))
            }
        }
    }

    fn all_called(&self, name: &CardName) -> Vec<EntityId> {
        let state = self.table.state();
        let is_in_play = |zone: usize| self.table.rules().zones[zone].in_play;
        let of_zones = |in_play: bool| -> Vec<EntityId> {
            let zones = state.zones().filter(|(_, zone)| is_in_play(zone.decl.index()) == in_play);
            let cards = zones.flat_map(|(_, zone)| zone.cards.iter().copied());
            cards.filter(|card| self.is_called(name, *card)).collect()
        };
        let in_play = of_zones(true);
        if in_play.is_empty() { of_zones(false) } else { in_play }
    }

    /// Whether the trace tells two cards of one name apart by numbers alone: they lie in one zone, and one player
    /// controls both.
    fn is_numbered_with(&self, one: EntityId, other: EntityId) -> bool {
        let (one, other) = (self.table.state().entity(one), self.table.state().entity(other));
        (one.zone, one.controller) == (other.zone, other.controller)
    }

    /// A name that only this one of several has.
    fn told_apart(&self, card: EntityId, at: usize, all: &[EntityId]) -> String {
        let state = self.table.state();
        let of = |card: EntityId| state.entity(card).controller;
        let name = self.called(card);
        match all.iter().filter(|other| of(**other) == of(card)).count() {
            1 => format!("{name} ({})", of(card).letter()),
            _ => format!("{name} #{}", at + 1),
        }
    }

    /// How the trace calls it.
    fn called(&self, id: EntityId) -> String {
        let state = self.table.state();
        if id == EntityId::GAME {
            return "the game".to_string();
        }
        let players = (0..state.players()).map(|player| PlayerId(player as u8));
        let player = players.into_iter().find(|player| State::player_entity(*player) == id);
        match player {
            Some(player) => player.letter().to_string(),
            None => self.reporter().name(&Named { site: SiteId::NONE, ..self.table.named(id) }),
        }
    }

    fn title(&self, quality: Quality) -> String {
        let rules = self.table.rules();
        let name = match quality {
            Quality::Attribute(attr) => rules.attributes.get_index(attr.index()).map(|(name, _)| name),
            Quality::Value(value) => rules.values.get_index(value.index()).map(|(name, _)| name),
        };
        name.map_or_else(String::new, |name| name.replace('_', " "))
    }

    fn flag(&self, subject: &ClaimSubject, attr: AttrId, wanted: bool) -> ClaimCheck {
        let entity = self.entity(subject)?;
        let set = self.reporter().value(attr, self.table.state().attribute(self.table.rules(), entity, attr)) == "yes";
        let not = if set { "" } else { "not " };
        truth(set == wanted, || format!("{} is {not}{}", self.called(entity), self.title(Quality::Attribute(attr))))
    }

    fn attached(&self, name: &CardName, host: Option<&CardName>) -> ClaimCheck {
        let card = self.card(name)?;
        let found = Some(self.table.state().entity(card).host).filter(|host| *host != EntityId::NONE);
        let holds = match (host, found) {
            (None, None) => true,
            (Some(host), Some(found)) => self.is_called(host, found),
            (None, Some(_)) | (Some(_), None) => false,
        };
        truth(holds, || {
            let host = found.map_or_else(|| "nothing".to_string(), |host| self.called(host));
            format!("{} is attached to {host}", self.called(card))
        })
    }

    fn knows(&self, seat: Seat, name: &CardName, zone: ZoneName, wanted: bool) -> ClaimCheck {
        let id = self.zone(zone)?;
        let there = self.table.state().zone(id).cards.iter().filter(|card| self.is_called(name, **card));
        let there: Vec<EntityId> = there.copied().collect();
        let (plain, called) = (self.table.rules().name_of(name.def), self.reporter().zone(id));
        if there.is_empty() {
            return Err(format!("there is no {plain} in {called}"));
        }
        let knows = there.iter().any(|card| self.table.state().entity(*card).known.has(seat));
        let does = if knows { "knows" } else { "does not know" };
        truth(knows == wanted, || format!("{} {does} {plain} in {called}", seat.letter()))
    }

    fn learned(
        &self,
        seat: Seat,
        name: &CardName,
        (attr, value, is): (AttrId, &str, bool),
        wanted: bool,
    ) -> ClaimCheck {
        let card = self.card(name)?;
        let of_seat = self.table.state().learned(card).filter(|learned| learned.by.has(seat));
        let parts: Vec<String> =
            of_seat.map(|learned| self.reporter().learned(learned.attr, learned.value, learned.is)).collect();
        let not = if is { "" } else { "not " };
        let title = self.title(Quality::Attribute(attr));
        let has = parts.contains(&format!("{title} is {not}{value}"));
        truth(has == wanted, || match parts.is_empty() {
            true => format!("{} has learned nothing about {}", seat.letter(), self.called(card)),
            false => format!("{} has learned of {}: {}", seat.letter(), self.called(card), parts.join(", ")),
        })
    }

    // ---- questions ----

    fn is_asked(&self, seat: Seat, wanted: &str) -> ClaimCheck {
        let (game, rules) = (self.table.game(), self.table.rules());
        let of_seat = game.prompts().iter().find(|prompt| prompt.seat == seat);
        let asked = of_seat.map(|prompt| words(prompt, game, rules));
        truth(asked.as_deref() == Some(wanted), || {
            let others = open_questions(game, rules);
            if others.is_empty() { "nobody is asked anything".to_string() } else { others.join("; ") }
        })
    }
}

/// What a question is called in a claim.
fn words(prompt: &Prompt, game: &Game, rules: &Rules) -> String {
    match prompt.question {
        Question::Act { window, .. } => rules.windows[window.index()].title.to_string(),
        Question::Announce(word) | Question::Choose(word) => {
            let asked = Reporter::new(rules, game.state()).asked(word, &prompt.about);
            asked.trim_start_matches([',', ' ']).to_string()
        }
    }
}

/// The questions that are open, as claims: `B is asked: discard which realm`.
pub fn open_questions(game: &Game, rules: &Rules) -> Vec<String> {
    let claim = |prompt: &Prompt| format!("{} is asked: {}", prompt.seat.letter(), words(prompt, game, rules));
    game.prompts().iter().map(claim).collect()
}

fn number_of_cards(count: usize) -> String {
    match count {
        0 => "no cards".to_string(),
        1 => "1 card".to_string(),
        _ => format!("{count} cards"),
    }
}
