//! How a game is scored, and when it ends by itself.

use crate::bind::names::Declarations;
use crate::declare::actions;
use crate::read::context::{Name, SourceFile};
use crate::read::reader::{self, Reader};
use cardwright_kernel::model::ids::{AttrId, KindId, Word};
use cardwright_kernel::model::rules::{
    Amount, DeclMap, Ending, EndingHole, EndingText, Loops, Repetition, Rules, Scoring, TurnLimit, ValueDecl, Worth,
};
use cardwright_kernel::model::spent::SET_OFF;

const ENDINGS: [(&str, Ending); 3] = [("draw", Ending::Draw), ("score", Ending::Score), ("defeat", Ending::Defeat)];

/// `cooperative`: whether all win together. Then nothing places them.
pub(crate) fn cooperative(reader: &mut Reader<'_>) -> bool {
    let cooperative = reader.flag("cooperative").unwrap_or(false);
    let field = reader.field("result").filter(|_| cooperative);
    if let Some(field) = field {
        let message = "players who win together are not placed by points";
        let problem = reader.file.problem("cooperative-places", field.span, message);
        reader.file.report(problem.help("remove `result`, or `cooperative` if one of them can win"));
    }
    cooperative
}

/// `[result]`: what counts, and what breaks ties.
pub(crate) fn scoring(reader: &mut Reader<'_>, declarations: &Declarations) -> Option<Scoring> {
    let mut table = reader.table("result", "a result")?;
    table.require("score");
    let score = table.text("score").and_then(|name| of_players(&table, name, declarations));
    let ties = table.words("ties").unwrap_or_default();
    let ties = ties.into_iter().filter_map(|name| of_players(&table, name, declarations)).collect();
    let lowest = table.flag("lowest").unwrap_or(false);
    table.finish();
    Some(Scoring { score: score?, ties, lowest })
}

/// `[endings]`: what people read about endings, by the reasons that scripts and limits give.
pub(crate) fn endings(
    reader: &mut Reader<'_>,
    declarations: &Declarations,
    values: &DeclMap<ValueDecl>,
    scored: bool,
) -> DeclMap<EndingText> {
    let file = reader.file;
    let mut endings = DeclMap::new();
    for field in reader.entries("endings") {
        let Some(said) = reader::text(file, &field.key, &field.node) else { continue };
        let mut holes = Vec::new();
        EndingText::filled(said.text, |text| {
            holes.extend(hole(file, Name { text, span: said.span }, (declarations, values), scored));
            String::new()
        });
        file.word(&field.key);
        endings.insert(field.key.as_ref().into(), EndingText { text: said.text.into(), holes });
    }
    endings
}

/// What a name in the text of an ending means.
fn hole(
    file: SourceFile<'_>,
    name: Name<'_>,
    (declarations, values): (&Declarations, &DeclMap<ValueDecl>),
    scored: bool,
) -> Option<EndingHole> {
    let has = |of: &[KindId]| of.contains(&Rules::GAME) || of.contains(&Rules::PLAYER);
    let names = &declarations.names;
    let found = match name.text {
        "winners" => Some((EndingHole::Winners, true)),
        "turn" => Some((EndingHole::Turn, true)),
        "score" => Some((EndingHole::Score, scored)),
        text => {
            let value = values.get_full(text).map(|(at, _, value)| (EndingHole::Value(at.into()), has(&value.of)));
            let zone = || names.zones.get(text).map(|at| (EndingHole::Zone(at.into()), true));
            let attribute = || declarations.attribute(text).map(|(at, own)| (EndingHole::Attribute(at), has(&own.of)));
            value.or_else(attribute).or_else(zone)
        }
    };
    match found {
        Some((hole, true)) => Some(hole),
        Some(_) if name.text == "score" => {
            let message = "the text of an ending names the points, but the ruleset does not say what counts";
            file.report(file.problem("key-missing", name.span, message).help("add `[result]`"));
            None
        }
        Some(_) => {
            let message = format!("neither the game nor players have `{}`", name.text);
            file.report(file.problem("attribute-of-other-kind", name.span, message));
            None
        }
        None => {
            let own = ["winners", "turn", "score"].into_iter();
            let known = own.chain(names.values.iter()).chain(names.attributes.iter()).chain(names.zones.iter());
            file.unknown("value-unknown", name, format!("nothing is called `{}` at the end", name.text), known);
            None
        }
    }
}

/// `[worth]`: what a position is worth to a player before the game is over.
pub(crate) fn worth(reader: &mut Reader<'_>, declarations: &Declarations) -> Option<Worth> {
    let mut table = reader.table("worth", "what a position is worth")?;
    table.require("value");
    table.require("scale");
    let value = table.text("value").and_then(|name| of_players(&table, name, declarations));
    let scale = table.count("scale", 1);
    let lowest = table.flag("lowest").unwrap_or(false);
    table.finish();
    Some(Worth { value: value?, scale: i64::from(scale?), lowest })
}

/// A value or a number attribute by its name, which players must have.
fn of_players(table: &Reader<'_>, name: Name<'_>, declarations: &Declarations) -> Option<Amount> {
    let amount = actions::named_amount(table.file, name, declarations)?;
    let is_theirs = is_of(amount, Rules::PLAYER, declarations);
    if !is_theirs {
        let message = format!("players have no attribute `{}`", name.text);
        table.file.report(table.file.problem("attribute-of-other-kind", name.span, message));
    }
    is_theirs.then_some(amount)
}

/// Whether what is counted is a number, a value, or an attribute that entities of this kind have.
fn is_of(amount: Amount, kind: KindId, declarations: &Declarations) -> bool {
    let Amount::Attribute(attr) = amount else { return true };
    declarations.attributes[attr.index()].of.contains(&kind)
}

/// A number of turns, or the name of an option, of another number of the game or of a value of it.
fn turns(table: &mut Reader<'_>, declarations: &Declarations) -> Option<Amount> {
    table.require("turns");
    let field = table.field("turns")?;
    let amount = actions::amount(table.file, field, 1, declarations)?;
    let is_the_games = is_of(amount, Rules::GAME, declarations);
    if !is_the_games {
        let problem = table.file.problem("attribute-of-other-kind", field.node.span, "the game has no such attribute");
        table.file.report(problem.help("name an option, or an attribute or a value of the game"));
    }
    is_the_games.then_some(amount)
}

/// `[turn_limit]`: after how many turns the game ends, why and how.
pub(crate) fn turn_limit(reader: &mut Reader<'_>, declarations: &Declarations, scored: bool) -> Option<TurnLimit> {
    let mut table = reader.table("turn_limit", "a limit of turns")?;
    let turns = turns(&mut table, declarations);
    let (why, ending) = by_itself(&mut table, scored);
    table.finish();
    Some(TurnLimit { turns: turns?, why: why?, ending })
}

/// `[repetition]`: what a position is, and how often it may come up.
pub(crate) fn repetition(reader: &mut Reader<'_>, declarations: &Declarations, scored: bool) -> Option<Repetition> {
    let mut table = reader.table("repetition", "an end by repetition")?;
    let file = table.file;
    table.require("times");
    let times = table.number("times", 2..=Repetition::REMEMBERED as i64);
    let zones = declarations.names.zones.find_all(file, table.words("zones"));
    let attributes = table.words("attributes").unwrap_or_default();
    let named = !attributes.is_empty();
    let attributes: Vec<AttrId> =
        attributes.into_iter().filter_map(|name| of_position(file, name, declarations)).collect();
    if zones.is_empty() && !named {
        let problem = file.problem("key-missing", table.at, "nothing says what a position consists of");
        file.report(problem.help("add `zones`, `attributes` or both"));
    }
    let (why, ending) = by_itself(&mut table, scored);
    table.finish();
    Some(Repetition { times: times?, zones, attributes, why: why?, ending })
}

/// `[loops]`: how much may be set off in a row while nobody does anything but pass.
pub(crate) fn loops(reader: &mut Reader<'_>, scored: bool) -> Option<Loops> {
    let mut table = reader.table("loops", "an end of loops")?;
    table.require("times");
    let times = table.number("times", 1..=i64::from(SET_OFF));
    let (why, ending) = by_itself(&mut table, scored);
    table.finish();
    Some(Loops { times: times?, why: why?, ending })
}

/// An attribute that can be part of a position: it changes, and everybody sees it.
fn of_position(file: SourceFile<'_>, name: Name<'_>, declarations: &Declarations) -> Option<AttrId> {
    declarations.names.attributes.find(file, name)?;
    let (at, attribute) = declarations.attribute(name.text)?;
    if attribute.secret || !attribute.changes {
        let how = if attribute.secret { "is secret" } else { "never changes" };
        let message = format!("a position consists of what changes and everybody sees, but `{}` {how}", name.text);
        file.report(file.problem("type-wrong", name.span, message));
        return None;
    }
    Some(at)
}

/// Why and how a game ends by itself.
fn by_itself(table: &mut Reader<'_>, scored: bool) -> (Option<Word>, Ending) {
    let why = table.required_text("why").map(|why| table.file.word(why.text));
    let ending = table.one_of("ends", &ENDINGS).unwrap_or_default();
    if ending == Ending::Score && !scored {
        let message = "the players are scored, but the ruleset does not say by what";
        table.file.report(table.file.problem("key-missing", table.at, message).help("add `[result]`"));
    }
    (why, ending)
}
