//! The tables that a ruleset declares by name: set-ups in the middle of a game.

use crate::declare::arranging::{self, ArrangementReader, LocatedName, LoneFile};
use crate::keys::{ruleset, standing};
use crate::read::context::{Doc, Name};
use crate::read::reader::Reader;
use crate::read::tree::TomlField;
use cardwright_kernel::ids::PlayerId;
use cardwright_kernel::rules::{DeclMap, Rules, StandingTable};
use cardwright_kernel::text::from_to;

/// The tables of a ruleset. The rules know their words, cards and board by now. On the board of another pack, tables that
/// cannot be laid there are left out.
pub(crate) fn tables(doc: &Doc<'_>, rules: &Rules, on_another_board: bool) -> DeclMap<StandingTable> {
    let reader = doc.reader(&ruleset::TABLE);
    let fields = reader.entries(ruleset::tables).iter();
    fields.filter_map(|field| Some((field.key.as_ref().into(), table(doc, field, rules, on_another_board)?))).collect()
}

fn table(doc: &Doc<'_>, field: &TomlField<'_>, rules: &Rules, on_another_board: bool) -> Option<StandingTable> {
    let reader = ruleset::tables.open(doc.file, field)?;
    let page = LoneFile::new(doc.file.path, Vec::new());
    let text = reader.text(standing::text).map(|text| text.text.into()).unwrap_or_default();
    let people = people(&reader, rules);
    let players = rules.players_of(people);
    let turn = reader.text(standing::turn).and_then(|name| player(doc, name, players)).unwrap_or(PlayerId(0));
    let phase = reader.text(standing::phase);
    let phase =
        arranging::phase(&page, rules, phase.as_ref().map(|name| LocatedName { text: name.text, span: &name.span }));
    let mut lies = ArrangementReader::new(&page, rules, players);
    let shared = [reader.field(standing::each), reader.field(standing::game), reader.field(standing::board)];
    let mut parts: Vec<&TomlField<'_>> = shared.into_iter().flatten().collect();
    parts.extend(reader.rest());
    parts.sort_by_key(|part| part.span.start);
    for part in parts {
        if !lies.read(part) {
            reader.unknown(part, std::iter::empty());
        }
    }
    let arrangement = lies.arrangement(None);
    let problems = page.problems();
    if on_another_board && !problems.is_empty() {
        return None;
    }
    for problem in problems {
        doc.file.report(problem);
    }
    Some(StandingTable { text, people, turn, phase, arrangement })
}

/// For how many people a table is: as few as the game allows, unless it says more.
fn people(reader: &Reader<'_>, rules: &Rules) -> u8 {
    let (least, most) = rules.players;
    let Some(people) = reader.number::<u8>(standing::players) else { return least };
    if most > 0 && (people < least || people > most) {
        let message = format!("{} is for {} players, not for {people}", rules.title, from_to(least, most));
        reader.file.report(reader.file.problem("number-out-of-range", reader.at, message).label("this table"));
    }
    people.clamp(least, most.max(least))
}

fn player(doc: &Doc<'_>, name: Name<'_>, players: u8) -> Option<PlayerId> {
    let player = crate::declare::turn::player(doc.file, name)?;
    if player.0 >= players {
        let message = format!("`{}` is no seat of this table, which has {players} players", name.text);
        doc.file.report(doc.file.problem("seat-unknown", name.span, message));
        return None;
    }
    Some(player)
}
