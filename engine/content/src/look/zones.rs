//! Zones: how their cards lie, and where.

use super::reading::LookReading;
use super::said::SaidZone;
use crate::keys::{LONGEST_ROW, look, zone_look};
use crate::read::reader::{self, Reader, wrong};
use crate::read::tree::TomlValue;
use cardwright_kernel::rules::{AttrType, DeclMap, SeenBy, ZoneDecl, ZoneForm, ZoneLook, ZonePer, ZoneSide};

impl<'t> LookReading<'t> {
    pub(super) fn said_zones(&mut self, reader: &Reader<'t>) {
        let file = reader.file;
        for field in reader.entries(look::zones) {
            let zone = self.declarations.names.zones.find(file, field.into());
            let Some(table) = look::zones.open(file, field) else { continue };
            let said = SaidZone {
                form: table.one_of(zone_look::r#as),
                place: table.one_of(zone_look::place),
                slot: self.slot(&table),
                rows: rows(&table),
                columns: table.number(zone_look::columns),
            };
            let Some(zone) = zone else { continue };
            let lies_on_board = self.rules.zones.get_index(zone).is_some_and(|(_, decl)| decl.per.is_on_board());
            if lies_on_board && !matches!(said.form, None | Some(ZoneForm::Hidden)) {
                let problem =
                    file.problem("zone-on-board", field.span, format!("the zone `{}` lies on the board", field.key));
                file.report(problem.help("it is drawn where it lies there; `as` can only be `hidden`"));
            } else if self.is_first("zones", file, field.into()) {
                self.zones.insert(zone, said);
            }
        }
    }

    /// The attribute that numbers places: a number of some card.
    fn slot(&self, table: &Reader<'_>) -> Option<Box<str>> {
        let file = table.file;
        let said = table.text(zone_look::slot)?;
        if !self.field(file, None, said) {
            return None;
        }
        let is_number =
            self.declarations.attributes.get(said.text).is_some_and(|it| matches!(it.type_, AttrType::Number));
        if !is_number {
            let problem = file.problem("type-wrong", said.span, format!("`{}` does not number places", said.text));
            file.report(problem.label("this must be an attribute that is a number"));
        }
        is_number.then(|| said.text.into())
    }

    /// All zones, with defaults for what nobody says.
    pub(super) fn resolved_zones(&self) -> DeclMap<ZoneLook> {
        let said = |number| self.zones.get(&number).cloned().unwrap_or_default();
        let zones = self.rules.zones.iter().enumerate();
        zones.map(|(number, (key, decl))| (key.clone(), resolved(said(number), decl))).collect()
    }
}

fn resolved(said: SaidZone, decl: &ZoneDecl) -> ZoneLook {
    ZoneLook {
        form: said.form.unwrap_or_else(|| usual_form(decl)),
        place: said.place.unwrap_or(ZoneSide::Middle),
        slot: said.slot,
        rows: if said.rows.is_empty() { vec![1, 2, 3] } else { said.rows },
        columns: said.columns.unwrap_or(3),
    }
}

fn rows(table: &Reader<'_>) -> Vec<u8> {
    let file = table.file;
    let Some(field) = table.field(zone_look::rows) else { return Vec::new() };
    let TomlValue::List(nodes) = &field.node.value else {
        return wrong(file, "rows", &field.node, "a list of numbers").unwrap_or_default();
    };
    let count = |node| reader::number(file, "rows", node, 1..=LONGEST_ROW);
    nodes.iter().take(LONGEST_ROW as usize).filter_map(count).collect()
}

/// How the cards of a zone lie if nobody says it.
fn usual_form(zone: &ZoneDecl) -> ZoneForm {
    match zone.per {
        ZonePer::Space | ZonePer::Joint => ZoneForm::Board,
        _ if zone.pending => ZoneForm::Stack,
        _ if zone.in_play => ZoneForm::Row,
        ZonePer::Player if matches!(zone.seen, SeenBy::Owner | SeenBy::Others) => ZoneForm::Fan,
        ZonePer::Player => ZoneForm::Pile,
        ZonePer::Game => ZoneForm::Drawer,
    }
}
