//! What verbs mean by texts, and how they name things: keys of zones and windows, names of cards, words.

use crate::call::context::CallContext;
use crate::call::script_value::{ListId, ScriptValue, TextId};
use crate::faults;
use cardwright_kernel::faults::Stop;
use cardwright_kernel::ids::{AttrId, DefId, EntityId, Handle, PlayerId, WindowId, Word, ZoneDeclId, ZoneId};

impl CallContext<'_> {
    /// The text of a word.
    pub const fn word_text(&self, word: Word) -> TextId {
        TextId(word.0)
    }

    /// The word of a text.
    ///
    /// # Errors
    /// A fault if nothing in the packs has it: such a text was put together while the script ran.
    pub fn word(&self, text: TextId) -> Result<Word, Stop> {
        if text.index() < self.rules().words.len() {
            return Ok(Word(text.0));
        }
        Err(faults::text_unknown(self.text(text)).into())
    }

    /// What has been found under a key; a fault if that is nothing.
    pub fn known<T>(&self, found: Option<T>, what: &str, key: TextId) -> Result<T, Stop> {
        found.ok_or_else(|| faults::name_unknown(what, self.text(key)).into())
    }

    /// The attribute with this key; a fault if there is none.
    pub fn attribute_named(&self, key: TextId) -> Result<AttrId, Stop> {
        self.known(self.program.meaning(key).attribute.map(AttrId), "attribute", key)
    }

    /// The declared zone with this key; a fault if there is none.
    pub fn zone_decl(&self, key: TextId) -> Result<ZoneDeclId, Stop> {
        self.known(self.program.meaning(key).zone.map(ZoneDeclId), "zone", key)
    }

    /// The zone with this key, of a player or the game's; a fault if there is none.
    pub fn zone_of(&self, key: TextId, seat: PlayerId) -> Result<ZoneId, Stop> {
        let decl = self.zone_decl(key)?;
        self.own_zone(decl, seat)
    }

    /// The zone with this key, of a player or the game's, in which cards can be put.
    ///
    /// # Errors
    /// A fault if no zone has this key, or cards lie there only while their uses wait.
    pub fn resting_zone(&self, key: TextId, seat: PlayerId) -> Result<ZoneId, Stop> {
        let decl = self.zone_decl(key)?;
        if self.rules().zones[decl.index()].pending {
            return Err(faults::zone_of_uses(self.text(key)).into());
        }
        self.own_zone(decl, seat)
    }

    /// The instance of a declared zone that is a player's or the game's; a fault if it lies on the board.
    pub fn own_zone(&self, decl: ZoneDeclId, seat: PlayerId) -> Result<ZoneId, Stop> {
        let zone = self.state().zone_of(self.rules(), decl, seat);
        if !zone.is_some() {
            let key = self.rules().zones.get_index(decl.index()).map_or("?", |(key, _)| key);
            return Err(faults::zone_on_board(key).into());
        }
        Ok(zone)
    }

    /// The zone with this key on a space or joint; a fault if there is none, or it lies elsewhere.
    pub fn zone_at(&self, key: TextId, site: EntityId) -> Result<ZoneId, Stop> {
        let decl = self.zone_decl(key)?;
        let zone = self.state().zone_at(self.rules(), decl, self.site(site));
        if !zone.is_some() {
            return Err(faults::zone_elsewhere(self.text(key)).into());
        }
        Ok(zone)
    }

    /// The window with this key; a fault if there is none.
    pub fn window(&self, key: TextId) -> Result<WindowId, Stop> {
        self.known(self.rules().windows.get_index_of(self.text(key)).map(WindowId::from), "window", key)
    }

    /// The definition with this printed name; a fault if no card has it.
    pub fn definition(&self, name: TextId) -> Result<DefId, Stop> {
        self.known(self.program.meaning(name).definition.map(DefId), "card", name)
    }

    /// The printed name of a definition.
    pub fn name_of(&self, def: DefId) -> TextId {
        self.program.names.get(def.index()).copied().unwrap_or(self.program.empty_text)
    }

    /// The key of an entity's kind.
    pub fn kind_of(&self, id: EntityId) -> TextId {
        let kind = self.state().entity(id).kind;
        self.program.kinds.get(kind.index()).copied().unwrap_or(self.program.empty_text)
    }

    /// The key of a zone; empty for none.
    pub fn zone_key(&self, zone: ZoneId) -> TextId {
        if !zone.is_some() {
            return self.program.empty_text;
        }
        self.program.zones[self.state().zone(zone).decl.index()]
    }

    /// The cards of a list; a fault if something else is in it.
    pub fn handles(&self, list: ListId) -> Result<Vec<Handle>, Stop> {
        let handle = |held: &ScriptValue| held.handle().ok_or_else(|| faults::no_card(self.called(*held)).into());
        self.items(list).iter().map(handle).collect()
    }

    /// A card, by its entity, as it is now.
    pub fn card(&self, id: EntityId) -> ScriptValue {
        ScriptValue::Card(self.state().handle(id))
    }
}
