//! Boards: what they are drawn as, where their spaces are, and what tells spaces apart.

use super::colour::HUES;
use super::icon;
use super::reading::LookReading;
use crate::declare::board_file::point;
use crate::declare::printed::choices_of;
use crate::keys::row::{Inner, Key};
use crate::keys::{board_look, by_attribute, look};
use crate::read::context::{Name, SourceFile};
use crate::read::reader::{self, Reader};
use cardwright_kernel::ids::KindId;
use cardwright_kernel::rules::{AttrType, BoardLook, DeclMap, LookBy, LookIcon};

impl<'t> LookReading<'t> {
    pub(super) fn board(&mut self, reader: &Reader<'t>) {
        let file = reader.file;
        let Some(field) = reader.field(look::board) else { return };
        let Some(table) = reader.table(look::board) else { return };
        let mut look = BoardLook { form: table.one_of(board_look::r#as), ..BoardLook::default() };
        for field in table.entries(board_look::at) {
            let space = self.declarations.names.space(file, field.into());
            let at = point(file, &field.node);
            look.at.extend(space.and(at).map(|at| (field.key.as_ref().into(), at)));
        }
        look.tint = self.tint(&table, board_look::tint, |said| self.of_spaces(file, said));
        look.icons = self.icons_by(&table, board_look::icons, |said| self.of_spaces(file, said));
        look.note =
            table.text(board_look::note).filter(|said| self.of_spaces(file, *said)).map(|said| said.text.into());
        if self.is_first("board", file, field.into()) {
            self.looks.board = look;
        }
    }

    /// The hues of spaces or cards, by an attribute that they have.
    pub(super) fn tint(
        &self,
        table: &Reader<'_>,
        key: Key<Inner>,
        has: impl Fn(Name<'_>) -> bool,
    ) -> Option<LookBy<Box<str>>> {
        let file = table.file;
        self.by(table.table(key), has, |said| {
            let message = format_args!("there is no hue `{}`", said.text);
            file.knows("colour-unknown", said, message, HUES.into_iter()).then(|| said.text.into())
        })
    }

    /// The icons of spaces or cards, by an attribute that they have.
    pub(super) fn icons_by(
        &self,
        table: &Reader<'_>,
        key: Key<Inner>,
        has: impl Fn(Name<'_>) -> bool,
    ) -> Option<LookBy<LookIcon>> {
        let file = table.file;
        self.by(table.table(key), has, |said| icon::icon(file, &self.icons, said))
    }

    /// A table with an attribute under `by`, and something for its words.
    fn by<T>(
        &self,
        table: Option<Reader<'_>>,
        has: impl Fn(Name<'_>) -> bool,
        read: impl Fn(Name<'_>) -> Option<T>,
    ) -> Option<LookBy<T>> {
        let table = table?;
        let file = table.file;
        let by = table.text(by_attribute::by).filter(|said| has(*said));
        let words = by.map(|by| self.words(file, by));
        let mut of = DeclMap::new();
        for field in table.entries(by_attribute::of) {
            let Some(said) = reader::text(file, &field.key, &field.node) else { continue };
            let message = format_args!("`{}` cannot be `{}`", by.map_or("", |by| by.text), field.key);
            let known = words.iter().flatten().map(String::as_str);
            let known = words.is_none() || file.knows("choice-unknown", field.into(), message, known);
            of.extend(read(said).filter(|_| known).map(|value| (Box::from(field.key.as_ref()), value)));
        }
        Some(LookBy { by: by?.text.into(), of })
    }

    /// The words that an attribute can be.
    fn words(&self, file: SourceFile<'_>, by: Name<'_>) -> Vec<String> {
        match self.declarations.attributes.get(by.text).map(|attribute| &attribute.type_) {
            Some(AttrType::Flag) => ["true", "false"].map(str::to_owned).to_vec(),
            type_ => type_.map(|type_| choices_of(file, type_)).unwrap_or_default(),
        }
    }

    /// Whether spaces have this attribute; one that they have not is a problem.
    fn of_spaces(&self, file: SourceFile<'_>, said: Name<'_>) -> bool {
        let is_space = |kind: &KindId| self.rules.kinds[kind.index()].category.is_site();
        let attributes = self.declarations.attributes.iter();
        let known = attributes.filter(|(_, it)| it.local_to.is_none() && it.of.iter().any(is_space));
        let known: Vec<&str> = known.map(|(key, _)| &**key).collect();
        let message = format_args!("no space has a field `{}`", said.text);
        file.knows("field-unknown", said, message, known.iter().copied())
    }
}
