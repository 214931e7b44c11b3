//! Static abilities: which are about something, and whom they mean.

use super::{Reading, Viewpoint};
use crate::model::ids::{DefId, EntityId, PlayerId};
use crate::model::index::{IndexEntry, Topic};
use crate::model::rules::{Relation, Rules, StaticAbility, Who};
use smallvec::SmallVec;

/// Entries of the index about one topic.
pub(crate) type Entries = SmallVec<[IndexEntry; 8]>;

impl<'g> Reading<'g> {
    /// The abilities about a topic that work.
    pub(crate) fn about(self, topic: Topic) -> Entries {
        let mut entries: Entries = self.state.index.about(topic).into();
        if self.rules.silences {
            entries.retain(|entry| !self.is_silenced(entry.entity, self.static_ability(*entry).keyword));
        }
        entries
    }

    /// The abilities about a topic that may concern the use of a card: those that work, and what the card says of its own use
    /// where it lies idle.
    pub(crate) fn concerning(self, topic: Topic, card: EntityId) -> Entries {
        let mut entries = self.about(topic);
        for (number, own) in idle(self, card).iter().enumerate() {
            if Topic::of(own) == topic && own.subject.of == Some(Relation::This) && !self.is_silenced(card, own.keyword)
            {
                let entry = IndexEntry { topic, entity: card, number: number as u16 };
                entries.insert(entries.partition_point(|other| *other < entry), entry);
            }
        }
        entries
    }

    /// The static ability of an entry.
    pub(crate) fn static_ability(self, entry: IndexEntry) -> &'g StaticAbility {
        self.rules.static_ability(self.state.entity(entry.entity), entry.number)
    }

    /// Whether an ability means a player, who is not exempt from the effect that has it.
    pub(crate) fn applies(self, entry: IndexEntry, ability: &StaticAbility, player: PlayerId) -> bool {
        self.applies_by(entry, ability, (player, self.state.entity(entry.entity).controller))
    }

    /// The same where another than before may control the source.
    pub(super) fn applies_by(
        self,
        entry: IndexEntry,
        ability: &StaticAbility,
        (player, by): (PlayerId, PlayerId),
    ) -> bool {
        let is_exempt = || self.state.effect(entry.entity).is_some_and(|effect| effect.exempt.has(player));
        ability.who.has(player, by) && !is_exempt()
    }

    /// From where the source of an ability sees things.
    pub(crate) fn viewpoint_of(self, entry: IndexEntry) -> Viewpoint {
        Viewpoint { player: self.state.entity(entry.entity).controller, source: entry.entity }
    }
}

impl Who {
    /// Whether a player is meant, seen from the controller of the source.
    pub fn has(self, player: PlayerId, controller: PlayerId) -> bool {
        match self {
            Self::Everyone => true,
            Self::You => player == controller,
            Self::Others => player != controller,
        }
    }
}

/// The static abilities of a card that lies where they do not work because of its kind. What it says there of its own use
/// counts all the same: a kind cannot know from where a grant will let its cards be used, and a card that means some zones
/// only says so.
fn idle(at: Reading<'_>, id: EntityId) -> &[StaticAbility] {
    let entity = at.state.entity(id);
    if !entity.zone.is_some() || entity.def == DefId::NONE || entity.kind.index() < Rules::OWN_KINDS.len() {
        return &[];
    }
    let definition = &at.rules.definitions[entity.def.index()];
    let statics = &definition.abilities.statics[..];
    let is_idle = !statics.is_empty()
        && !definition.works_in.contains(&at.state.zone(entity.zone).decl)
        && !definition.says_where
        && definition.lasts.is_none();
    if is_idle { statics } else { &[] }
}
