//! How a game looks: `look.toml` of each of its packs, and the table `look` of its ruleset.
//!
//! Everything is optional. What nobody says gets a default here, so that all clients agree on it. A pack describes the look of
//! what it adds to a game; what another file has said already is a problem.

mod art;
mod board;
mod colour;
mod face;
mod icon;
mod image;
mod reading;
mod said;
mod zones;

use crate::bind::names::Declarations;
use crate::keys::{look, player_look, ruleset, seat_look};
use crate::patch::docs::Docs;
use crate::read::context::SourceFile;
use crate::read::files::Files;
use crate::read::reader::{self, Reader};
use crate::read::tree::TomlField;
use cardwright_kernel::rules::{DeclMap, Looks, Rules, SeatLook};
use reading::LookReading;
use said::Face;
use std::collections::BTreeMap;

/// The looks of a game. The rules know their kinds, zones, cards and board by now.
pub(super) fn read(docs: &Docs<'_>, declarations: &Declarations, rules: &Rules, files: &Files) -> Looks {
    let mut reading = LookReading {
        declarations,
        rules,
        files,
        said: BTreeMap::new(),
        icons: DeclMap::new(),
        common: Face::default(),
        kinds: BTreeMap::new(),
        zones: BTreeMap::new(),
        looks: Looks::default(),
    };
    let doc = &docs.ruleset;
    let game = doc.reader(&ruleset::TABLE);
    if let Some(reader) = game.table(ruleset::look) {
        reading.look(reader);
    }
    for doc in &docs.looks {
        reading.look(doc.reader(&look::TABLE));
    }
    let kinds = reading.resolved_kinds();
    let zones = reading.resolved_zones();
    Looks { kinds, zones, ..reading.looks }
}

impl<'t> LookReading<'t> {
    fn look(&mut self, reader: Reader<'t>) {
        self.own_icons(&reader);
        self.card(&reader);
        self.said_kinds(&reader);
        self.said_zones(&reader);
        self.art(&reader);
        self.seats(&reader);
        self.players(&reader);
        self.board(&reader);
    }

    fn own_icons(&mut self, reader: &Reader<'t>) {
        let file = reader.file;
        for field in reader.entries(look::icons) {
            let Some(path) = reader::text(file, &field.key, &field.node) else { continue };
            if !self.is_first("icons", file, field.into()) {
                continue;
            }
            if !icon::is_path(path.text) {
                let message = format!("the icon `{}` is no path", field.key);
                let problem = file.problem("icon-malformed", path.span, message);
                file.report(problem.help("write the data of an SVG path in a square of 12: `M6 1l5 5-5 5-5-5z`"));
                continue;
            }
            self.icons.insert(field.key.as_ref().into(), path.text.into());
        }
    }

    /// Pictures of cards, by the names of the cards.
    fn art(&mut self, reader: &Reader<'t>) {
        let file = reader.file;
        for field in reader.entries(look::art) {
            let Some(said) = reader::text(file, &field.key, &field.node) else { continue };
            let card = self.declarations.names.card(file, field.into());
            let picture = art::art(file, self.files, said);
            if let (Some(_), Some(picture), true) = (card, picture, self.is_first("art", file, field.into())) {
                self.looks.art.insert(field.key.as_ref().into(), picture);
            }
        }
    }

    fn seats(&mut self, reader: &Reader<'t>) {
        let file = reader.file;
        for field in reader.entries(look::seats) {
            let Some(table) = look::seats.open(file, field) else { continue };
            let seat = SeatLook {
                title: table.text(seat_look::title).map(|title| title.text.into()),
                colour: table.one_of(seat_look::colour).map(Box::from),
            };
            if self.is_seat(file, field) && self.is_first("seats", file, field.into()) {
                self.looks.seats.insert(field.key.as_ref().into(), seat);
            }
        }
    }

    fn is_seat(&self, file: SourceFile<'_>, field: &TomlField<'_>) -> bool {
        let letters: Vec<String> =
            (b'A'..).take(usize::from(self.rules.players.1)).map(|it| char::from(it).to_string()).collect();
        let message = format_args!("there is no seat `{}`", field.key);
        file.knows("seat-unknown", field.into(), message, letters.iter().map(String::as_str))
    }

    /// The facts that are shown of players.
    fn players(&mut self, reader: &Reader<'t>) {
        let file = reader.file;
        let Some(table) = reader.table(look::players) else { return };
        for field in table.entries(player_look::columns) {
            let title = reader::text(file, &field.key, &field.node);
            let known = self.field(file, Some(Rules::PLAYER), field.into());
            if let (Some(title), true, true) = (title, known, self.is_first("columns", file, field.into())) {
                self.looks.columns.insert(field.key.as_ref().into(), title.text.into());
            }
        }
    }
}
