//! How answers are spelt: each option of a prompt is a path of ids, from what it is to which of several; an answer says
//! one path after another. Every answer that fits a prompt can be spelt, and nothing else.

use crate::table::{IdTable, Overflow, relative};
use cardwright_game::{Answer, PlayerId, Seat};
use cardwright_kernel::ids::{DefId, Handle, ZoneId};
use cardwright_kernel::questions::{Choice, Prompt, Shape};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::state::State;
use cardwright_kernel::trace::Named;
use smallvec::SmallVec;

/// The ids that name an option.
type Path = SmallVec<[u32; 6]>;

/// A prompt that is being answered, id by id.
#[derive(Clone, Debug)]
pub struct Spelling {
    /// The prompt's number.
    pub number: u32,
    /// Who is asked.
    pub seat: Seat,
    shape: Shape,
    may_wait: bool,
    /// No two are equal.
    paths: Vec<Path>,
    /// The options that were chosen, in order.
    chosen: Vec<u16>,
    /// How much each option has got, where something is shared out.
    shares: Vec<i64>,
    /// The path as far as it was said.
    prefix: Path,
    said: Vec<u32>,
}

/// What an id has led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// More must be said.
    More,
    /// This is the answer.
    Whole(Answer),
    /// The id was not legal; nothing has changed.
    Illegal,
}

impl Spelling {
    /// A prompt of which nothing was answered yet.
    ///
    /// # Errors
    /// The table has no room for one of its options.
    pub fn new(ids: &IdTable, rules: &Rules, state: &State, prompt: &Prompt) -> Result<Self, Overflow> {
        if let Shape::Number(from, to) = prompt.shape {
            ids.number(from)?;
            ids.number(to)?;
        }
        let naming = Naming { ids, rules, state, seat: prompt.seat };
        let mut paths = prompt.options.iter().map(|choice| naming.path(choice)).collect::<Result<Vec<_>, _>>()?;
        number_copies(ids, &mut paths)?;
        Ok(Self {
            number: prompt.number,
            seat: prompt.seat,
            shape: prompt.shape.clone(),
            may_wait: prompt.may_wait(),
            shares: vec![0; if matches!(prompt.shape, Shape::Shares(..)) { paths.len() } else { 0 }],
            paths,
            chosen: Vec::new(),
            prefix: Path::new(),
            said: Vec::new(),
        })
    }

    /// What was said so far.
    pub fn said(&self) -> &[u32] {
        &self.said
    }

    /// How many options were chosen, or units shared out.
    pub fn chosen(&self) -> usize {
        self.chosen.len() + self.shares.iter().sum::<i64>() as usize
    }

    /// Takes back what was said. Says whether there was anything.
    pub fn restart(&mut self) -> bool {
        self.prefix.clear();
        self.chosen.clear();
        self.shares.fill(0);
        !std::mem::take(&mut self.said).is_empty()
    }

    /// Calls this with each legal id, some of them several times.
    pub fn each_legal(&self, ids: &IdTable, mut each: impl FnMut(u32)) {
        if let Shape::Number(from, to) = self.shape {
            (from..=to).filter_map(|number| ids.number(number).ok()).for_each(&mut each);
        }
        for option in self.candidates() {
            each(self.paths[option].get(self.prefix.len()).copied().unwrap_or(IdTable::DONE));
        }
        if self.may_end() {
            each(IdTable::DONE);
        }
        if self.may_wait && self.said.is_empty() {
            each(IdTable::WAIT);
        }
    }

    /// Every legal id, in order.
    pub fn legal(&self, ids: &IdTable) -> Vec<u32> {
        let mut all = Vec::new();
        self.each_legal(ids, |id| all.push(id));
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Says an id.
    pub fn say(&mut self, ids: &IdTable, id: u32) -> Said {
        let mut legal = false;
        self.each_legal(ids, |one| legal |= one == id);
        if !legal {
            return Said::Illegal;
        }
        self.said.push(id);
        if id == IdTable::WAIT {
            return Said::Whole(Answer::Wait);
        }
        if let Shape::Number(..) = self.shape {
            return ids.number_at(id).map_or(Said::Illegal, |number| Said::Whole(Answer::Number(number)));
        }
        if id == IdTable::DONE && self.prefix.is_empty() {
            return Said::Whole(self.answer());
        }
        let named = match id {
            IdTable::DONE => self.candidates().find(|option| self.paths[*option].len() == self.prefix.len()),
            _ => self.follow(id),
        };
        match named {
            Some(option) => self.choose(option as u16),
            None => Said::More,
        }
    }

    /// Goes along the path, past what can only be said. Gives the option if one alone is left.
    fn follow(&mut self, id: u32) -> Option<usize> {
        self.prefix.push(id);
        loop {
            let mut left = self.candidates();
            let first = left.next()?;
            let next = self.paths[first].get(self.prefix.len()).copied();
            let (mut alone, mut forced) = (true, true);
            for other in left {
                alone = false;
                forced &= self.paths[other].get(self.prefix.len()).copied() == next;
            }
            match next {
                _ if alone => return Some(first),
                Some(next) if forced => self.prefix.push(next),
                _ => return None,
            }
        }
    }

    fn choose(&mut self, option: u16) -> Said {
        self.prefix.clear();
        match self.shape {
            Shape::OneOf => Said::Whole(Answer::one(usize::from(option))),
            Shape::Shares(..) => {
                self.shares[usize::from(option)] += 1;
                Said::More
            }
            Shape::SomeOf(..) | Shape::InOrder | Shape::Number(..) => {
                self.chosen.push(option);
                Said::More
            }
        }
    }

    fn answer(&self) -> Answer {
        match self.shape {
            Shape::Shares(..) => Answer::Shares(self.shares.iter().copied().collect()),
            Shape::OneOf | Shape::SomeOf(..) | Shape::InOrder | Shape::Number(..) => {
                Answer::Options(self.chosen.iter().copied().collect())
            }
        }
    }

    /// Whether the answer may end here.
    fn may_end(&self) -> bool {
        self.prefix.is_empty()
            && match &self.shape {
                Shape::OneOf | Shape::Number(..) => false,
                Shape::SomeOf(from, _) => self.chosen.len() >= *from as usize,
                Shape::InOrder => self.chosen.len() == self.paths.len(),
                Shape::Shares(amount, _) => self.shares.iter().sum::<i64>() == *amount,
            }
    }

    /// The options that may still be meant.
    fn candidates(&self) -> impl Iterator<Item = usize> + '_ {
        let room = match &self.shape {
            Shape::Number(..) => false,
            Shape::OneOf | Shape::InOrder => true,
            Shape::SomeOf(_, to) => self.chosen.len() < *to as usize,
            Shape::Shares(amount, _) => self.shares.iter().sum::<i64>() < *amount,
        };
        let options = if room { 0..self.paths.len() } else { 0..0 };
        options.filter(|option| self.is_open(*option) && self.paths[*option].starts_with(&self.prefix))
    }

    fn is_open(&self, option: usize) -> bool {
        match &self.shape {
            Shape::Shares(_, caps) => caps.get(option).is_some_and(|cap| self.shares[option] < *cap),
            Shape::OneOf | Shape::SomeOf(..) | Shape::InOrder | Shape::Number(..) => {
                !self.chosen.contains(&(option as u16))
            }
        }
    }
}

/// Tells options apart that are otherwise alike, by their order.
fn number_copies(ids: &IdTable, paths: &mut [Path]) -> Result<(), Overflow> {
    let mut order: SmallVec<[usize; 32]> = (0..paths.len()).collect();
    order.sort_unstable_by(|one, other| paths[*one].cmp(&paths[*other]).then(one.cmp(other)));
    let mut rest = &order[..];
    while let Some(first) = rest.first() {
        let alike = rest.iter().take_while(|other| paths[**other] == paths[*first]).count();
        let (copies, others) = rest.split_at(alike);
        for (number, copy) in (1..).zip(copies).take_while(|_| alike > 1) {
            paths[*copy].push(ids.copy(number)?);
        }
        rest = others;
    }
    Ok(())
}

/// How a seat names options.
struct Naming<'a> {
    ids: &'a IdTable,
    rules: &'a Rules,
    state: &'a State,
    seat: Seat,
}

impl Naming<'_> {
    fn path(&self, choice: &Choice) -> Result<Path, Overflow> {
        let mut path = Path::new();
        match choice {
            Choice::Pass => path.push(IdTable::PASS),
            Choice::Use { card, action, named, .. } => {
                path.push(self.thing(*card, named));
                path.push(self.ids.action(*action));
                self.where_it_lies(*card, named, &mut path)?;
            }
            Choice::Entity(card, named) => {
                path.push(self.thing(*card, named));
                self.where_it_lies(*card, named, &mut path)?;
            }
            Choice::Player(player) => path.push(self.player(*player)),
            Choice::Word(word) => path.push(self.ids.word(*word)),
            Choice::Number(number) => path.push(self.ids.number(*number)?),
            Choice::Zone(zone) => self.zone(*zone, &mut path),
            Choice::Group(cards) => {
                path.extend(cards.iter().map(|(card, named)| self.thing(*card, named)));
                path.sort_unstable();
            }
        }
        Ok(path)
    }

    /// What the seat knows of something: the site that it is, what is printed on it, or nothing.
    fn thing(&self, card: Handle, named: &Named) -> u32 {
        if self.state.fresh(card) {
            if let Some(site) = self.state.site_of(self.rules, card.id) {
                return self.ids.site(site);
            }
            if self.knows(card, named) {
                return self.ids.card(self.state.entity(card.id).def);
            }
        }
        self.ids.card(DefId::NONE)
    }

    /// Whether the seat knows a card, and knew it when it was asked: as a prompt's options name a card only then.
    fn knows(&self, card: Handle, named: &Named) -> bool {
        named.known.has(self.seat) && self.state.fresh(card) && self.state.entity(card.id).known.has(self.seat)
    }

    /// The zone, and the place of a card that is named by it.
    fn where_it_lies(&self, card: Handle, named: &Named, path: &mut Path) -> Result<(), Overflow> {
        if self.knows(card, named) {
            let zone = self.state.entity(card.id).zone;
            if zone.is_some() {
                self.zone(zone, path);
            }
        } else if !named.known.has(self.seat) && named.zone.is_some() && named.place > 0 {
            self.zone(named.zone, path);
            path.push(self.ids.number(i64::from(named.place))?);
        }
        Ok(())
    }

    fn zone(&self, zone: ZoneId, path: &mut Path) {
        let zone = self.state.zone(zone);
        path.push(self.ids.zone(zone, self.me(), self.state.players() as u32));
        if zone.site.is_some() {
            path.push(self.ids.site(zone.site));
        }
    }

    fn player(&self, player: PlayerId) -> u32 {
        self.ids.player(relative(player, self.me(), self.state.players() as u32))
    }

    fn me(&self) -> PlayerId {
        self.state.player_of(self.seat)
    }
}
