//! Texts, and what they are the names of.

use super::context::CallContext;
use super::held::TextId;
use crate::model::ids::{DefId, EntityId, PlayerId, SiteId, WindowId, Word, ZoneDeclId, ZoneId};
use crate::play::session::{Fault, Stop};
use crate::script::sandbox::TEXT_SIZE;

impl CallContext<'_> {
    /// A text.
    pub fn text(&self, text: TextId) -> &str {
        let known = self.program.text(text);
        known.unwrap_or_else(|| self.scratch.text(text.0 - self.program.text_count()))
    }

    /// The number of a text.
    pub fn text_of(&mut self, text: &str) -> TextId {
        let known = self.program.text_of(text);
        known.unwrap_or_else(|| TextId(self.program.text_count() + self.scratch.text_number(text)))
    }

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
        let text = self.text(text);
        Err(Fault::stop(format!(
            "`{text}` stands in no file of the packs: write such texts out, do not put them together"
        )))
    }

    /// A text that may not be too long.
    ///
    /// # Errors
    /// A fault of a limit.
    pub(super) fn sized_text(&mut self, text: &str) -> Result<TextId, Stop> {
        if text.len() > TEXT_SIZE {
            return Err(Fault::stop(format!("a text grows too large: it may have {TEXT_SIZE} bytes")));
        }
        Ok(self.text_of(text))
    }

    /// The declared zone with this key.
    ///
    /// # Errors
    /// A fault if no zone has this key.
    pub fn zone_decl(&self, key: TextId) -> Result<ZoneDeclId, Stop> {
        let decl = self.program.meaning(key).zone.map(ZoneDeclId);
        decl.ok_or_else(|| Fault::stop(format!("there is no zone `{}`", self.text(key))))
    }

    /// The zone with this key, of a player or the game's.
    ///
    /// # Errors
    /// A fault if no zone has this key.
    pub fn zone_of(&self, key: TextId, seat: PlayerId) -> Result<ZoneId, Stop> {
        let zone = self.state().zone_of(self.rules(), self.zone_decl(key)?, seat);
        if !zone.is_some() {
            let key = self.text(key);
            return Err(Fault::stop(format!("the zone `{key}` lies on the board: say on which space or joint")));
        }
        Ok(zone)
    }

    /// The zone with this key on a space or joint.
    ///
    /// # Errors
    /// A fault if no zone has this key, or it lies elsewhere.
    pub fn zone_at(&self, key: TextId, site: EntityId) -> Result<ZoneId, Stop> {
        let decl = self.zone_decl(key)?;
        let zone = self.state().zone_at(self.rules(), decl, self.site(site));
        if !zone.is_some() {
            return Err(Fault::stop(format!("the zone `{}` does not lie there", self.text(key))));
        }
        Ok(zone)
    }

    /// The site that an entity is.
    pub fn site(&self, id: EntityId) -> SiteId {
        self.state().site_of(self.rules(), id).unwrap_or(SiteId::NONE)
    }

    /// The window with this key.
    ///
    /// # Errors
    /// A fault if no window has this key.
    pub fn window(&self, key: TextId) -> Result<WindowId, Stop> {
        let key = self.text(key);
        let decl = self.rules().windows.get_index_of(key).map(WindowId::from);
        decl.ok_or_else(|| Fault::stop(format!("there is no window `{key}`")))
    }

    /// The definition with this printed name.
    ///
    /// # Errors
    /// A fault if no card has this name.
    pub fn definition(&self, name: TextId) -> Result<DefId, Stop> {
        let def = self.program.meaning(name).definition.map(DefId);
        def.ok_or_else(|| Fault::stop(format!("there is no card `{}`", self.text(name))))
    }

    /// The printed name of an entity.
    pub fn name_of(&self, id: EntityId) -> TextId {
        let def = self.state().entity(id).def;
        self.program.names.get(def.index()).copied().unwrap_or_else(|| self.empty_text())
    }

    /// The key of an entity's kind.
    pub fn kind_of(&self, id: EntityId) -> TextId {
        let kind = self.state().entity(id).kind;
        self.program.kinds.get(kind.index()).copied().unwrap_or_else(|| self.empty_text())
    }

    /// The key of a zone; empty for none.
    pub fn zone_key(&self, zone: ZoneId) -> TextId {
        if !zone.is_some() {
            return self.empty_text();
        }
        self.program.zones[self.state().zone(zone).decl.index()]
    }

    /// The empty text.
    pub fn empty_text(&self) -> TextId {
        self.program.empty_text
    }
}
