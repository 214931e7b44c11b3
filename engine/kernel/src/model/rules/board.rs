//! A board: spaces, the joints between them, and how they lie. It never changes while a game is played.

use super::{Category, Rules, ZonePer};
use crate::model::ids::{AttrId, DefId, SiteId};
use std::collections::VecDeque;

/// The board of a game; without spaces if it is played without one.
///
/// A *site* is a space or a joint: sites are numbered, the spaces first.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// The spaces, in the order of the file.
    pub spaces: Vec<Space>,
    /// The joints, in the order of the file.
    pub joints: Vec<Joint>,
    /// How many sides a space has; 0 if joints lie at no sides.
    pub sides: u8,
    /// The attribute of a card that says by how many sides it is turned on its space.
    pub rotation: Option<AttrId>,
}

/// A space.
#[derive(Clone, Debug)]
pub struct Space {
    /// What is printed on it.
    pub def: DefId,
    /// Where it is drawn, from left to right and from top to bottom.
    pub at: Option<(i32, i32)>,
    /// The joints that end here, by side, otherwise in the order of the file.
    pub joints: Vec<SiteId>,
}

/// A joint between two spaces.
#[derive(Clone, Debug)]
pub struct Joint {
    /// What is printed on it.
    pub def: DefId,
    /// The two spaces.
    pub ends: [SiteId; 2],
    /// At which side of each of them it lies.
    pub sides: Option<[u8; 2]>,
}

impl Joint {
    /// The space at the other end.
    pub fn across(&self, space: SiteId) -> SiteId {
        if self.ends[0] == space { self.ends[1] } else { self.ends[0] }
    }

    /// The side of this space at which the joint lies.
    pub fn side_of(&self, space: SiteId) -> Option<u8> {
        let end = self.ends.iter().position(|end| *end == space)?;
        self.sides.map(|sides| sides[end])
    }
}

impl Board {
    /// How many spaces and joints there are.
    pub fn sites(&self) -> usize {
        self.spaces.len() + self.joints.len()
    }

    /// The sites that are spaces.
    pub fn space_ids(&self) -> impl Iterator<Item = SiteId> + Clone + use<> {
        (0..self.spaces.len()).map(SiteId::from)
    }

    /// The sites that are joints.
    pub fn joint_ids(&self) -> impl Iterator<Item = SiteId> + Clone + use<> {
        (self.spaces.len()..self.sites()).map(SiteId::from)
    }

    /// The space with this number, if the site is one.
    pub fn space(&self, site: SiteId) -> Option<&Space> {
        self.spaces.get(site.index())
    }

    /// The joint with this number, if the site is one.
    pub fn joint(&self, site: SiteId) -> Option<&Joint> {
        self.joints.get(site.index().checked_sub(self.spaces.len())?)
    }

    /// What is printed on a site.
    pub fn def(&self, site: SiteId) -> DefId {
        let def = |space: &Space| space.def;
        self.space(site).map(def).or_else(|| self.joint(site).map(|joint| joint.def)).unwrap_or(DefId::NONE)
    }

    /// The site on which this is printed. Definitions of sites follow one another in the order of the sites.
    pub fn site_of(&self, def: DefId) -> Option<SiteId> {
        let at = def.index().checked_sub(self.spaces.first()?.def.index())?;
        (at < self.sites()).then(|| SiteId::from(at))
    }

    /// The joints of a space with the spaces across them.
    pub fn around(&self, space: SiteId) -> impl Iterator<Item = (SiteId, SiteId)> {
        let joints = self.space(space).map_or(&[][..], |space| &space.joints);
        joints.iter().filter_map(move |joint| Some((*joint, self.joint(*joint)?.across(space))))
    }

    /// The joint at a side of a space.
    pub fn joint_at(&self, space: SiteId, side: u8) -> Option<SiteId> {
        let at_side = |joint: &SiteId| self.joint(*joint).and_then(|joint| joint.side_of(space)) == Some(side);
        self.space(space)?.joints.iter().copied().find(at_side)
    }

    /// How many joints lie on the shortest way from a space to each space; `None` where no way leads.
    pub fn distances(&self, from: SiteId) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.spaces.len()];
        let mut open = VecDeque::from([(from, 0)]);
        if let Some(own) = distances.get_mut(from.index()) {
            *own = Some(0);
        }
        while let Some((space, steps)) = open.pop_front() {
            for (_, next) in self.around(space) {
                if distances[next.index()].is_none() {
                    distances[next.index()] = Some(steps + 1);
                    open.push_back((next, steps + 1));
                }
            }
        }
        distances
    }
}

impl Rules {
    /// How many instances of a zone there are in a game of so many players.
    pub fn instances(&self, per: ZonePer, players: usize) -> usize {
        match per {
            ZonePer::Player => players,
            ZonePer::Game => 1,
            ZonePer::Space => self.board.spaces.len(),
            ZonePer::Joint => self.board.joints.len(),
        }
    }

    /// The printed name of a definition.
    pub fn name_of(&self, def: DefId) -> &str {
        self.definitions.get_index(def.index()).map_or("?", |(name, _)| name)
    }

    /// What entities made from a definition are.
    pub fn category_of(&self, def: DefId) -> Category {
        let kind = self.definition(def).and_then(|definition| self.kinds.get_index(definition.kind.index()));
        kind.map_or(Category::Card, |(_, kind)| kind.category)
    }

    /// Whether a definition is one of cards: not of a part of the board, nor of players or the game.
    pub fn is_card(&self, def: DefId) -> bool {
        matches!(self.category_of(def), Category::Card | Category::Counted)
    }

    /// The space or joint with this name; of a joint without a name of its own, its spaces in either order will do.
    pub fn site_named(&self, name: &str) -> Option<SiteId> {
        let site = |name: &str| self.board.site_of(self.definitions.get_index_of(name)?.into());
        let turned = |(at, dash): (usize, &str)| site(&format!("{}{dash}{}", &name[at + dash.len()..], &name[..at]));
        site(name).or_else(|| name.match_indices(" - ").find_map(turned))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spaces in a row, joined from left to right at sides 1 and 0, the last one apart.
    fn row(length: usize) -> Board {
        let mut board = Board { sides: 2, ..Board::default() };
        for at in 0..length {
            board.spaces.push(Space { def: DefId::from(7 + at), at: None, joints: Vec::new() });
        }
        for at in 0..length.saturating_sub(2) {
            let ends = [SiteId::from(at), SiteId::from(at + 1)];
            let site = SiteId::from(length + at);
            board.joints.push(Joint { def: DefId::from(7 + length + at), ends, sides: Some([1, 0]) });
            ends.iter().for_each(|end| board.spaces[end.index()].joints.push(site));
        }
        board
    }

    #[test]
    fn neighbours_are_across_joints() {
        let board = row(4);
        let around: Vec<SiteId> = board.around(SiteId(1)).map(|(_, space)| space).collect();

        assert_eq!(around, [SiteId(0), SiteId(2)]);
        assert_eq!(board.around(SiteId(3)).count(), 0);
    }

    #[test]
    fn a_joint_lies_at_one_side_of_each_end() {
        let board = row(3);
        let joint = board.joint_at(SiteId(0), 1);

        assert_eq!(board.joint(joint.expect("there is one")).expect("it is one").ends, [SiteId(0), SiteId(1)]);
        assert_eq!(joint, board.joint_at(SiteId(1), 0));
        assert_eq!(board.joint_at(SiteId(0), 0), None);
    }

    #[test]
    fn what_is_apart_has_no_distance() {
        assert_eq!(row(4).distances(SiteId(2)), [Some(2), Some(1), Some(0), None]);
    }

    #[test]
    fn definitions_and_sites_name_each_other() {
        let board = row(4);
        for site in board.space_ids().chain(board.joint_ids()) {
            assert_eq!(board.site_of(board.def(site)), Some(site));
        }
        assert_eq!(board.site_of(DefId(6)), None);
        assert_eq!(board.site_of(DefId::from(7 + board.sites())), None);
        assert_eq!(Board::default().site_of(DefId(0)), None);
    }
}
