//! `cardwright list`: what there is: packs, cards, rulings, tables, options, verbs, hooks, limits.

use crate::out::Out;
use cardwright_content::tree;
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::rules::{Attribute, GameOption};
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::packs::Packs;
use cardwright_rulings::rulings::RulingFile;
use cardwright_script::syntax::outline;
use clap::{Args, ValueEnum};
use serde::Serialize;

/// Arguments of `cardwright list`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// What to list
    #[arg(value_enum, default_value_t)]
    what: Listing,
    /// List only what belongs to this pack
    #[arg(long, value_name = "PACK")]
    pack: Option<String>,
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Listing {
    /// Packs and the games they belong to
    #[default]
    Packs,
    /// Cards by kind
    Cards,
    /// Rulings by pack and subject
    Rulings,
    /// Tables that games declare, for rulings and for `play --table`
    Tables,
    /// What can be chosen before a game begins, with `--option`
    Options,
    /// What scripts can ask and do
    Verbs,
    /// Functions that the engine calls
    Hooks,
    /// How much there may be of what, in scripts and in games
    Limits,
}

/// A pack, with how much it holds.
#[derive(Serialize)]
struct Pack {
    name: String,
    title: String,
    version: String,
    game: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    engine: String,
    authors: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    licence: String,
    requires: Vec<String>,
    optional: Vec<String>,
    conflicts: Vec<String>,
    cards: usize,
    rulings: usize,
}

/// A card.
#[derive(Serialize)]
struct Card {
    name: String,
    pack: String,
    kind: String,
    id: String,
    text: String,
}

/// A ruling.
#[derive(Serialize)]
struct Ruling {
    name: String,
    pack: String,
    path: String,
    claim: String,
}

/// A table that a game declares.
#[derive(Serialize)]
struct DeclaredTable {
    name: String,
    pack: String,
    players: u8,
    text: String,
}

/// An option that a game declares.
#[derive(Serialize)]
struct DeclaredOption {
    name: String,
    pack: String,
    choices: String,
    default: String,
    text: String,
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
    if let Some(pack) = &arguments.pack {
        packs.check_name(pack)?;
    }
    let wanted = |pack: &str| arguments.pack.as_deref().is_none_or(|only| only == pack);
    match arguments.what {
        Listing::Packs => show(arguments, out, list_packs(packs, wanted), pack_line),
        Listing::Cards => show(arguments, out, list_cards(packs, wanted)?, card_line),
        Listing::Rulings => show(arguments, out, list_rulings(packs, wanted), ruling_line),
        Listing::Tables => show(arguments, out, list_tables(packs, wanted), table_line),
        Listing::Options => show(arguments, out, list_options(packs, wanted), option_line),
        Listing::Verbs => show(arguments, out, cardwright_game::verbs(), verb_line),
        Listing::Hooks => show(arguments, out, cardwright_game::hooks(), hook_line),
        Listing::Limits => show(arguments, out, cardwright_game::limits(), limit_line),
    }
    Ok(Verdict::Fine)
}

fn show<T: Serialize>(arguments: &Arguments, out: &mut Out, all: Vec<T>, line: impl Fn(&T) -> String) {
    if arguments.json {
        out.json(&serde_json::to_string_pretty(&all).unwrap_or_default());
    } else {
        all.iter().for_each(|one| out.line(line(one)));
    }
}

fn list_packs(packs: &Packs, wanted: impl Fn(&str) -> bool) -> Vec<Pack> {
    let holds = |name: &str, folder: &str, depth: usize| {
        let in_folder =
            |path: &str| path.strip_prefix(folder)?.strip_prefix(name)?.strip_prefix('/').map(str::to_owned);
        let files = packs.files.iter().filter_map(|(path, _)| in_folder(path));
        files
            .filter(|path| {
                path.matches('/').count() == depth && !path.starts_with("decks/") && !path.starts_with("patches/")
            })
            .count()
    };
    let infos = packs.infos().into_iter().filter(|info| wanted(&info.name));
    let pack = |info: cardwright_content::PackInfo| Pack {
        cards: holds(&info.name, "cards/", 1),
        rulings: holds(&info.name, "tests/rulings/", 1),
        name: info.name,
        title: info.title,
        version: info.version,
        game: info.games.join(", "),
        engine: info.engine,
        authors: info.authors,
        licence: info.licence,
        requires: info.requires,
        optional: info.optional,
        conflicts: info.conflicts,
    };
    infos.map(pack).collect()
}

fn pack_line(pack: &Pack) -> String {
    let game = match &pack.game {
        game if game.is_empty() => "no game".to_string(),
        game if *game == pack.name => "a game".to_string(),
        game => format!("for {game}"),
    };
    let Pack { name, title, version, cards, rulings, .. } = pack;
    format!("{name:<16} {title}, {version}, {game}: {cards} cards, {rulings} rulings")
}

fn list_cards(packs: &Packs, wanted: impl Fn(&str) -> bool) -> Result<Vec<Card>, CommandError> {
    let mut cards = Vec::new();
    for game in cardwright_content::games(&packs.files) {
        let of_game =
            |info: &cardwright_content::PackInfo| info.games.iter().any(|name| name == game) && wanted(&info.name);
        if packs.infos().iter().any(of_game) {
            cards.extend(cards_of(&packs.ruleset(game)?).into_iter().filter(|card| wanted(&card.pack)));
        }
    }
    Ok(cards)
}

fn cards_of(ruleset: &Ruleset) -> Vec<Card> {
    let rules = ruleset.rules();
    let mut cards: Vec<Card> = Vec::with_capacity(rules.definitions.len());
    let printed = rules.definitions.iter().enumerate().filter(|(at, _)| rules.is_card((*at).into()));
    for (_, (name, definition)) in printed {
        let kind = rules.kinds.get_index(definition.kind.index()).map_or("", |(kind, _)| &**kind);
        cards.push(Card {
            name: name.to_string(),
            pack: definition.id.split(':').next().unwrap_or_default().to_string(),
            kind: kind.to_string(),
            id: definition.id.to_string(),
            text: definition.text.to_string(),
        });
    }
    cards.sort_by(|one, other| (&one.pack, &one.kind, &one.name).cmp(&(&other.pack, &other.kind, &other.name)));
    cards
}

fn card_line(card: &Card) -> String {
    format!("{:<10} {:<32} {}", card.kind, card.name, card.text)
}

fn list_rulings(packs: &Packs, wanted: impl Fn(&str) -> bool) -> Vec<Ruling> {
    let rulings = packs.rulings("").into_iter().filter(|file| wanted(file.pack()));
    let ruling = |file: RulingFile| {
        let (fields, _) = tree::parse(&file.path, &file.text);
        Ruling {
            name: file.name().to_string(),
            pack: file.pack().to_string(),
            path: file.path.to_string(),
            claim: tree::texts(&fields, "claim").first().map_or("", |(claim, _)| claim).to_string(),
        }
    };
    rulings.map(ruling).collect()
}

fn ruling_line(ruling: &Ruling) -> String {
    format!("{}\n    {}", ruling.name, ruling.claim)
}

fn list_tables(packs: &Packs, wanted: impl Fn(&str) -> bool) -> Vec<DeclaredTable> {
    let games = cardwright_content::games(&packs.files).into_iter().filter(|game| wanted(game));
    let tables = games.flat_map(|game| {
        let tables = cardwright_content::load(&packs.files, game, outline).rules.tables.into_iter();
        tables.map(|(name, table)| DeclaredTable {
            name: name.into(),
            pack: game.to_string(),
            players: table.people,
            text: table.text.into(),
        })
    });
    tables.collect()
}

fn table_line(table: &DeclaredTable) -> String {
    let DeclaredTable { name, pack, players, text } = table;
    format!("{pack:<16} {name:<16} {players:>2} players: {text}")
}

fn list_options(packs: &Packs, wanted: impl Fn(&str) -> bool) -> Vec<DeclaredOption> {
    let games = cardwright_content::games(&packs.files).into_iter().filter(|game| wanted(game));
    let options = games.flat_map(|game| {
        let rules = cardwright_content::load(&packs.files, game, outline).rules;
        let option = |(_, name, attribute, option): (_, &str, &Attribute, &GameOption)| DeclaredOption {
            name: name.to_string(),
            pack: game.to_string(),
            choices: rules.choices(attribute, option),
            default: rules.option_default(attribute),
            text: option.text.to_string(),
        };
        rules.options().map(option).collect::<Vec<_>>()
    });
    options.collect()
}

fn option_line(option: &DeclaredOption) -> String {
    let DeclaredOption { name, pack, choices, default, text } = option;
    format!("{pack:<16} {name:<16} {choices} ({default} if not given)\n    {text}")
}

fn verb_line(verb: &cardwright_game::Verb) -> String {
    let effect = match (verb.changes, verb.asks) {
        (true, _) => "changes state",
        (_, true) => "asks",
        _ => return format!("{}\n    {}", verb.usage, verb.doc),
    };
    format!("{}   [{effect}]\n    {}", verb.usage, verb.doc)
}

fn limit_line(limit: &cardwright_game::LimitDoc) -> String {
    format!("{:>9}  {}", grouped(limit.most), limit.what)
}

/// A number with commas: `4,000,000`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let comma = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    digits.chars().enumerate().flat_map(|(at, digit)| comma(at).then_some(',').into_iter().chain([digit])).collect()
}

fn hook_line(hook: &cardwright_game::HookDoc) -> String {
    let pure = if hook.pure { "   [only looks]" } else { "" };
    let notes: Vec<String> = hook.takes.iter().map(|(name, takes)| format!("{name}: {takes}")).collect();
    let notes = if notes.is_empty() { String::new() } else { format!("\n    {}", notes.join("; ")) };
    format!("{}{pure}\n    {}{notes}", hook.usage, hook.doc)
}
