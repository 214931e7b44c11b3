//! Kinds: their colours and icons, and which fields stand where on the faces of their cards.

use super::colour::{self, HUES, LEAST_CONTRAST, WHITE};
use super::reading::LookReading;
use super::said::{Face, SaidKind};
use super::{art, icon};
use crate::keys::{face, kind_look, look};
use crate::read::context::{Name, SourceFile};
use crate::read::reader::Reader;
use cardwright_kernel::ids::KindId;
use cardwright_kernel::rules::{AttrType, Category, DeclMap, KindLook, Rules};
use cardwright_kernel::text::suggest;

impl<'t> LookReading<'t> {
    /// The face of cards of all kinds.
    pub(super) fn card(&mut self, reader: &Reader<'t>) {
        let file = reader.file;
        let Some(field) = reader.field(look::card) else { return };
        let Some(table) = reader.table(look::card) else { return };
        let face = self.face(&table, None);
        if self.is_first("card", file, field.into()) {
            self.common = face;
        }
    }

    pub(super) fn said_kinds(&mut self, reader: &Reader<'t>) {
        let file = reader.file;
        for field in reader.entries(look::kinds) {
            let kind = self.declarations.names.kinds.find(file, field.into());
            let Some(table) = look::kinds.open(file, field) else { continue };
            let has = |said: Name<'_>| self.field(file, kind.map(KindId::from), said);
            let said = SaidKind {
                colour: colours(&table),
                icon: table.text(kind_look::icon).and_then(|said| icon::icon(file, &self.icons, said)),
                tint: self.tint(&table, kind_look::tint, has),
                icons: self.icons_by(&table, kind_look::icons, has),
                art: table.text(kind_look::art).and_then(|said| art::art(file, self.files, said)),
                face: self.face(&table, kind.map(KindId::from)),
            };
            if let (Some(kind), true) = (kind, self.is_first("kinds", file, field.into())) {
                self.kinds.insert(kind, said);
            }
        }
    }

    fn face(&self, table: &Reader<'_>, kind: Option<KindId>) -> Face {
        let file = table.file;
        let known = |said: Option<Name<'_>>| -> Option<Box<str>> {
            said.filter(|said| self.field(file, kind, *said)).map(|said| said.text.into())
        };
        let [badge, left, right, foot] =
            [face::badge, face::left, face::right, face::foot].map(|key| known(table.text(key)));
        let tags = table.words(face::tags);
        let tags = tags.map(|tags| tags.into_iter().filter_map(|tag| known(Some(tag))).collect());
        Face { badge, left, right, foot, tags }
    }

    /// All kinds, with defaults for what nobody says.
    pub(super) fn resolved_kinds(&self) -> DeclMap<KindLook> {
        let declared = self.rules.kinds.keys().enumerate().skip(Rules::OWN_KINDS.len());
        let said = |number| self.kinds.get(&number).cloned().unwrap_or_default();
        declared.map(|(number, key)| (key.clone(), self.resolved_kind(number, said(number)))).collect()
    }

    fn resolved_kind(&self, number: usize, said: SaidKind) -> KindLook {
        let kind = KindId::from(number);
        let fields: Vec<&str> = self.fields(Some(kind)).collect();
        let common = |field: &Option<Box<str>>| field.clone().filter(|field| fields.contains(&&**field));
        let at = number - Rules::OWN_KINDS.len();
        let (colour, ink) = said.colour.unwrap_or_else(|| (HUES[at % HUES.len()].into(), None));
        let tags = self
            .common
            .tags
            .as_ref()
            .map(|tags| tags.iter().filter(|tag| fields.contains(&&***tag)).cloned().collect());
        KindLook {
            colour,
            ink,
            tint: said.tint,
            icons: said.icons,
            icon: said.icon.unwrap_or_else(|| icon::shape(at)),
            badge: said.face.badge.or_else(|| common(&self.common.badge)).or_else(|| self.usual_badge(kind)),
            left: said.face.left.or_else(|| common(&self.common.left)),
            right: said.face.right.or_else(|| common(&self.common.right)),
            foot: said.face.foot.or_else(|| common(&self.common.foot)),
            tags: said.face.tags.or(tags),
            art: said.art,
        }
    }

    /// The first number that all cards of a kind print.
    fn usual_badge(&self, kind: KindId) -> Option<Box<str>> {
        if self.rules.kinds[kind.index()].category != Category::Card {
            return None;
        }
        let mut printed = self.declarations.attributes.iter().filter(|(_, it)| it.of.contains(&kind) && !it.changes);
        printed.find(|(_, it)| it.required && matches!(it.type_, AttrType::Number)).map(|(key, _)| key.clone())
    }
}

/// The colour of a kind, and that of text on it.
fn colours(table: &Reader<'_>) -> Option<(Box<str>, Option<Box<str>>)> {
    let file = table.file;
    let (colour, ink) = (table.text(kind_look::colour), table.text(kind_look::ink));
    let ink = ink.filter(|ink| is_colour(file, *ink, false));
    let colour = colour.filter(|colour| is_colour(file, *colour, true))?;
    let Some(ground) = colour::channels(colour.text) else {
        if let Some(ink) = ink {
            let problem =
                file.problem("ink-of-hue", ink.span, format!("text on the hue `{}` has its own colour", colour.text));
            file.report(problem.help("remove `ink`, or write the colour as `#rrggbb`"));
        }
        return Some((colour.text.into(), None));
    };
    let text = ink.map_or(WHITE, |ink| ink.text);
    let found = colour::channels(text).map_or(0, |text| colour::contrast(text, ground));
    if found < LEAST_CONTRAST {
        let message = format!("text in `{text}` on `{}` is hard to read", colour.text);
        let problem = file.problem("contrast-low", ink.unwrap_or(colour).span, message);
        let problem =
            problem.label(format!("the contrast is {}.{:02} : 1, and must be 4.5 : 1", found / 100, found % 100));
        file.report(problem.help(match ink {
            Some(_) => "choose a colour that is further from the other one",
            None => "choose a darker colour, or a dark `ink` for the text on it",
        }));
    }
    Some((colour.text.into(), Some(text.into())))
}

fn is_colour(file: SourceFile<'_>, said: Name<'_>, may_be_hue: bool) -> bool {
    if colour::channels(said.text).is_some() || may_be_hue && HUES.contains(&said.text) {
        return true;
    }
    let problem = file.problem("colour-unknown", said.span, format!("`{}` is no colour", said.text));
    let meant = suggest(said.text, HUES).filter(|_| may_be_hue);
    file.report(match meant {
        Some(meant) => problem.label(format!("did you mean `{meant}`?")),
        None if may_be_hue => problem.help(format!("write `#rrggbb`, or one of the hues: {}", HUES.join(", "))),
        None => problem.help("write it as `#rrggbb`"),
    });
    false
}
