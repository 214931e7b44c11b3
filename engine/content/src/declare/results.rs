//! How a game is scored, and when it ends by itself.

use crate::bind::names::Declarations;
use crate::declare::actions;
use crate::keys::{ending, loops, repetition, result, ruleset, turn_limit, worth};
use crate::read::blanks::{blank, text_with_names};
use crate::read::context::{Name, SourceFile};
use crate::read::reader::{self, Reader};
use cardwright_kernel::ids::{AttrId, KindId, Word};
use cardwright_kernel::rules::{
    Amount, DeclMap, Ending, EndingHole, EndingText, Loops, Repetition, Rules, Scoring, TurnLimit, ValueDecl, Worth,
};

/// `cooperative`: whether all win together. Then nothing places them.
pub(crate) fn cooperative(reader: &Reader<'_>) -> bool {
    let cooperative = reader.flag_or(ruleset::cooperative);
    let field = reader.field(ruleset::result).filter(|_| cooperative);
    if let Some(field) = field {
        let message = "players who win together are not placed by points";
        let problem = reader.file.problem("cooperative-places", field.span, message);
        reader.file.report(problem.help("remove `result`, or `cooperative` if one of them can win"));
    }
    cooperative
}

/// `[result]`: what counts, and what breaks ties.
pub(crate) fn scoring(reader: &Reader<'_>, declarations: &Declarations) -> Option<Scoring> {
    let table = reader.table(ruleset::result)?;
    let score = table.text(result::score).and_then(|name| of_players(&table, name, declarations));
    let ties = table.words(result::ties).unwrap_or_default();
    let ties = ties.into_iter().filter_map(|name| of_players(&table, name, declarations)).collect();
    let lowest = table.flag_or(result::lowest);
    Some(Scoring { score: score?, ties, lowest })
}

/// `[endings]`: what people read about endings, by the reasons that scripts and limits give.
pub(crate) fn endings(
    reader: &Reader<'_>,
    declarations: &Declarations,
    values: &DeclMap<ValueDecl>,
    scored: bool,
) -> DeclMap<EndingText> {
    let file = reader.file;
    let mut endings = DeclMap::new();
    for field in reader.entries(ruleset::endings) {
        let Some(said) = reader::text(file, &field.key, &field.node) else { continue };
        let Some(text) = text_with_names(file, said) else { continue };
        let names = text.blanks().map(|name| blank(said, name));
        let holes = names.filter_map(|name| hole(file, name, (declarations, values), scored)).collect();
        file.word(&field.key);
        endings.insert(field.key.as_ref().into(), EndingText { text, holes });
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
            let value = values
                .get_full(text)
                .filter(|(.., value)| value.words.is_none())
                .map(|(at, _, value)| (EndingHole::Value(at.into()), has(&value.of)));
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
pub(crate) fn worth(reader: &Reader<'_>, declarations: &Declarations) -> Option<Worth> {
    let table = reader.table(ruleset::worth)?;
    let value = table.text(worth::value).and_then(|name| of_players(&table, name, declarations));
    let scale = table.number(worth::scale);
    let lowest = table.flag_or(worth::lowest);
    Some(Worth { value: value?, scale: scale?, lowest })
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
fn turns(table: &Reader<'_>, declarations: &Declarations) -> Option<Amount> {
    let field = table.field(turn_limit::turns)?;
    let amount = actions::amount(table.file, field, 1, declarations)?;
    let is_the_games = is_of(amount, Rules::GAME, declarations);
    if !is_the_games {
        let problem = table.file.problem("attribute-of-other-kind", field.node.span, "the game has no such attribute");
        table.file.report(problem.help("name an option, or an attribute or a value of the game"));
    }
    is_the_games.then_some(amount)
}

/// `[turn_limit]`: after how many turns the game ends, why and how.
pub(crate) fn turn_limit(reader: &Reader<'_>, declarations: &Declarations, scored: bool) -> Option<TurnLimit> {
    let table = reader.table(ruleset::turn_limit)?;
    let turns = turns(&table, declarations);
    let (why, ending) = by_itself(&table, scored);
    Some(TurnLimit { turns: turns?, why: why?, ending })
}

/// `[repetition]`: what a position is, and how often it may come up.
pub(crate) fn repetition(reader: &Reader<'_>, declarations: &Declarations, scored: bool) -> Option<Repetition> {
    let table = reader.table(ruleset::repetition)?;
    let file = table.file;
    let times = table.number(repetition::times);
    let zones = declarations.names.zones.find_all(file, table.words(repetition::zones));
    let attributes = table.words(repetition::attributes).unwrap_or_default();
    let named = !attributes.is_empty();
    let attributes: Vec<AttrId> =
        attributes.into_iter().filter_map(|name| of_position(file, name, declarations)).collect();
    if zones.is_empty() && !named {
        let problem = file.problem("key-missing", table.at, "nothing says what a position consists of");
        file.report(problem.help("add `zones`, `attributes` or both"));
    }
    let (why, ending) = by_itself(&table, scored);
    Some(Repetition { times: times?, zones, attributes, why: why?, ending })
}

/// `[loops]`: how much may be set off in a row while nobody does anything but pass.
pub(crate) fn loops(reader: &Reader<'_>, scored: bool) -> Option<Loops> {
    let table = reader.table(ruleset::loops)?;
    let times = table.number(loops::times);
    let (why, ending) = by_itself(&table, scored);
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
fn by_itself(table: &Reader<'_>, scored: bool) -> (Option<Word>, Ending) {
    let why = table.text(ending::why).map(|why| table.file.word(why.text));
    let ending = table.first_of(ending::ends);
    if ending == Ending::Score && !scored {
        let message = "the players are scored, but the ruleset does not say by what";
        table.file.report(table.file.problem("key-missing", table.at, message).help("add `[result]`"));
    }
    (why, ending)
}
