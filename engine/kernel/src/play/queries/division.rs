//! How what a player could give is divided among the parts of a price: a price can be paid if there is some way to divide
//! it, whatever the order of its parts.

use crate::model::ids::{Handle, ZoneId};
use crate::model::rules::MOST_GIVEN;
use smallvec::SmallVec;

/// A set of parts of a price, a bit for each.
pub type PartSet = u8;

/// What a player could give for the parts of a price, and what these still ask for.
#[derive(Clone, Debug, Default)]
pub struct Division {
    /// How many each part still asks for.
    pub due: SmallVec<[i64; 2]>,
    /// What could be given, each card and pile once.
    pub stock: SmallVec<[Stock; 8]>,
    /// Where something of this goes and only so many find room; one that all of it would fill is not listed.
    rooms: SmallVec<[(ZoneId, i64); 1]>,
}

/// A card or a pile that could be given.
#[derive(Clone, Copy, Debug)]
pub struct Stock {
    /// The card or pile.
    pub card: Handle,
    /// How many are left of it.
    pub left: i64,
    /// For which parts it will do.
    pub fits: PartSet,
    /// Where it goes.
    pub to: ZoneId,
}

impl Division {
    /// Adds a part that asks for so many of these, of each as many as there are; each goes somewhere.
    pub fn add(&mut self, due: i64, cards: impl Iterator<Item = (Handle, i64, ZoneId)>) {
        let part = bit(self.due.len());
        self.due.push(due);
        for (card, left, to) in cards {
            match self.stock.iter_mut().find(|stock| stock.card == card) {
                Some(stock) => stock.fits |= part,
                None => self.stock.push(Stock { card, left, fits: part, to }),
            }
        }
    }

    /// Where something of this would go.
    pub fn zones(&self) -> SmallVec<[ZoneId; 4]> {
        let mut zones: SmallVec<[ZoneId; 4]> = self.stock.iter().map(|stock| stock.to).collect();
        zones.sort_unstable();
        zones.dedup();
        zones
    }

    /// Only so many find room in a zone.
    pub fn limit(&mut self, zone: ZoneId, room: i64) {
        if room < self.going_to(zone, PartSet::MAX) {
            self.rooms.push((zone, room));
        }
    }

    /// Whether there is a way to give every part what it asks for. There is one if every set of parts together asks for
    /// no more than there is that will do for any of them.
    pub(crate) fn can_be_met(&self) -> bool {
        self.sets().all(|set| self.due_of(set) <= self.supply_of(set))
    }

    /// The zone that is too full, if there would be enough for a part with more room.
    pub(crate) fn too_full(&self, part: usize) -> Option<ZoneId> {
        let there: i64 = self.fitting(bit(part)).map(|stock| stock.left).sum();
        self.rooms.first().map(|(zone, _)| *zone).filter(|_| there >= self.due[part])
    }

    /// Whether there is anything left of a card or pile that will do for a part.
    pub fn fits(&self, part: usize, stock: usize) -> bool {
        let Stock { left, fits, .. } = self.stock[stock];
        left > 0 && fits & bit(part) != 0
    }

    /// How many of a card or pile can be given for a part, so that the rest can be met.
    pub fn most(&self, part: usize, stock: usize) -> i64 {
        let Stock { left, fits, to, .. } = self.stock[stock];
        if fits & bit(part) == 0 {
            return 0;
        }
        // Of what is given for the part, the other parts miss only what would have done for them.
        let others = |set: &PartSet| set & bit(part) == 0 && set & fits != 0;
        let spare = |set: PartSet| self.supply_of(set) - self.due_of(set);
        let spared = self.sets().filter(others).map(spare).min().unwrap_or(i64::MAX);
        let room = self.room(to).map_or(i64::MAX, |room| self.room_left(part, stock, room));
        left.min(self.due[part]).min(spared).min(room).max(0)
    }

    /// How many of a card or pile find room where it goes, so that what the other parts are given does as well.
    fn room_left(&self, part: usize, stock: usize, room: i64) -> i64 {
        let Stock { fits, to, .. } = self.stock[stock];
        let others = |set: &PartSet| set & bit(part) == 0 && set & fits == 0;
        let spare = |set| self.supply_of(set) - self.due_of(set) + (room - self.going_to(to, set)).max(0);
        self.sets().filter(others).map(spare).fold(room, i64::min)
    }

    /// Whether the rest can be met however a part takes what it asks for, of each card or pile no more than its cap.
    pub(crate) fn any_way(&self, part: usize, caps: &[i64]) -> bool {
        let due = self.due[part];
        if !self.rooms.is_empty() {
            // Where room is short, the other parts may miss it as well.
            let is_last = self.due.iter().enumerate().all(|(other, due)| other == part || *due == 0);
            return due == 0 || is_last && self.rooms.iter().all(|(_, room)| *room >= due);
        }
        self.sets().filter(|set| set & bit(part) == 0).all(|set| {
            let shared = self.stock.iter().zip(caps).filter(|(stock, _)| stock.fits & set != 0);
            let taken: i64 = shared.map(|(_, cap)| *cap).sum();
            self.supply_of(set) - taken.min(due) >= self.due_of(set)
        })
    }

    /// So many of a card or pile are given for a part.
    pub fn take(&mut self, part: usize, stock: usize, count: i64) {
        let to = self.stock[stock].to;
        self.stock[stock].left -= count;
        self.due[part] -= count;
        self.rooms.iter_mut().filter(|(zone, _)| *zone == to).for_each(|(_, room)| *room -= count);
    }

    fn room(&self, zone: ZoneId) -> Option<i64> {
        self.rooms.iter().find(|(limited, _)| *limited == zone).map(|(_, room)| *room)
    }

    /// How much would go to a zone of what will do for any of these parts.
    fn going_to(&self, zone: ZoneId, set: PartSet) -> i64 {
        self.fitting(set).filter(|stock| stock.to == zone).map(|stock| stock.left).sum()
    }

    fn fitting(&self, set: PartSet) -> impl Iterator<Item = &Stock> {
        self.stock.iter().filter(move |stock| stock.fits & set != 0)
    }

    /// Every set of parts but the empty one.
    fn sets(&self) -> impl Iterator<Item = PartSet> + use<> {
        1..=((1_u16 << self.due.len().min(MOST_GIVEN)) - 1) as PartSet
    }

    fn due_of(&self, set: PartSet) -> i64 {
        let due = self.due.iter().enumerate().filter(|(part, _)| set & bit(*part) != 0);
        due.map(|(_, due)| *due).fold(0, i64::saturating_add)
    }

    fn supply_of(&self, set: PartSet) -> i64 {
        let free = self.fitting(set).filter(|stock| self.room(stock.to).is_none()).map(|stock| stock.left);
        let limited = self.rooms.iter().map(|(zone, room)| self.going_to(*zone, set).min(*room));
        free.chain(limited).sum()
    }
}

/// The set of one part. Loading sees to it that there are not more.
const fn bit(part: usize) -> PartSet {
    if part < MOST_GIVEN { 1 << part } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::generator::Generator;
    use crate::model::ids::EntityId;

    fn card(number: usize) -> Handle {
        Handle { id: EntityId(number as u32), incarnation: 0 }
    }

    /// What a search through all ways finds out.
    fn can_be_met(division: &Division) -> bool {
        let Some(part) = division.due.iter().position(|due| *due > 0) else { return true };
        (0..division.stock.len()).any(|stock| {
            let Stock { left, fits, to, .. } = division.stock[stock];
            let mut rest = division.clone();
            rest.take(part, stock, 1);
            left > 0 && fits & bit(part) != 0 && division.room(to) != Some(0) && can_be_met(&rest)
        })
    }

    fn some(chance: &mut Generator) -> Division {
        let mut division = Division::default();
        let piles: Vec<(i64, ZoneId)> =
            (0..chance.below(5)).map(|_| (i64::from(chance.below(3)), ZoneId(chance.below(3) as u16))).collect();
        for _ in 0..1 + chance.below(3) {
            let fitting: Vec<(Handle, i64, ZoneId)> = piles
                .iter()
                .enumerate()
                .filter(|_| chance.below(2) == 0)
                .map(|(number, (count, to))| (card(number), *count, *to))
                .collect();
            division.add(i64::from(chance.below(3)), fitting.into_iter());
        }
        for zone in division.zones() {
            if chance.below(3) == 0 {
                division.limit(zone, i64::from(chance.below(3)));
            }
        }
        division
    }

    #[test]
    fn finds_a_way_if_there_is_one_and_tells_what_may_be_taken() {
        let mut chance = Generator::new(33);
        for _ in 0..3_000 {
            let division = some(&mut chance);
            assert_eq!(division.can_be_met(), can_be_met(&division), "{division:?}");
            if !division.can_be_met() {
                continue;
            }
            for part in 0..division.due.len() {
                let caps: Vec<i64> = (0..division.stock.len()).map(|stock| division.most(part, stock)).collect();
                for (stock, cap) in caps.iter().enumerate() {
                    let after = |count: i64| {
                        let mut rest = division.clone();
                        rest.take(part, stock, count);
                        let has_room = rest.rooms.iter().all(|(_, room)| *room >= 0);
                        rest.due[part] >= 0 && rest.stock[stock].left >= 0 && has_room && can_be_met(&rest)
                    };
                    assert!(after(*cap), "{division:?}, {part}: {cap} of {stock}");
                    let fits = division.stock[stock].fits & bit(part) != 0;
                    assert!(!fits || !after(cap + 1), "{division:?}, {part}: more than {cap} of {stock}");
                }
                let any_way = division.any_way(part, &caps);
                let holds = every_way(&division, part, &caps);
                // Where room is short, one is chosen at a time whether that is needed or not.
                assert!(
                    if division.rooms.is_empty() { any_way == holds } else { !any_way || holds },
                    "{division:?}, {part}"
                );
            }
        }
    }

    /// Whether the rest can be met in every way in which a part can take what it asks for.
    fn every_way(division: &Division, part: usize, caps: &[i64]) -> bool {
        if division.due[part] == 0 {
            return can_be_met(division);
        }
        (0..caps.len()).filter(|stock| caps[*stock] > 0).all(|stock| {
            let (mut rest, mut caps) = (division.clone(), caps.to_vec());
            rest.take(part, stock, 1);
            caps[stock] -= 1;
            every_way(&rest, part, &caps)
        })
    }
}
