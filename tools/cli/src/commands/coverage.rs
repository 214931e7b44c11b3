//! `cardwright coverage`: which parts of scripts, cards and rules are exercised by rulings.

use crate::out::Out;
use cardwright_content::pack_of;
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::coverage::{self, Coverage, PointSort};
use cardwright_rulings::extensions::Extension;
use cardwright_rulings::packs::Packs;
use cardwright_rulings::parallel;
use cardwright_rulings::rulings::RulingFile;
use cardwright_rulings::selection::selected;
use clap::Args;
use clap::builder::PossibleValuesParser;

/// Arguments of `cardwright coverage`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The pack, or the beginning of the path of a card or script [default: all packs]
    pack: Option<String>,
    /// Only these rulings: files, folders, packs, or what their names begin with or contain [default: all of the game, and
    /// those of packs under tests/packs that extend it]
    rulings: Vec<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "lcov")]
    json: bool,
    /// Print a tracefile of lcov, for editors and CI
    #[arg(long)]
    lcov: bool,
    /// Fail if something of these sorts is not exercised and no `unexercised:` comment says why [default: all]
    #[arg(
        long,
        value_name = "SORT",
        num_args = 0..,
        require_equals = true,
        value_delimiter = ',',
        value_parser = PossibleValuesParser::new(PointSort::ALL.map(PointSort::title))
    )]
    require: Option<Vec<String>>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, mut packs: Packs, out: &mut Out) -> Outcome {
    let mut all = Coverage::default();
    let rulings = selected(&mut packs, &arguments.rulings)?;
    for game in games(arguments.pack.as_deref(), &packs)? {
        all.extend(of_game(arguments, &packs, &game, &rulings)?);
    }
    if all.points.is_empty() {
        let meant = arguments.pack.as_deref().unwrap_or_default();
        return Err(CommandError::usage(format!("no pack, card or script begins with `{meant}`")));
    }
    match (arguments.json, arguments.lcov) {
        (true, _) => out.json(&coverage::json(&all)),
        (_, true) => out.data(coverage::lcov(&all)),
        _ => out.text(coverage::text(&all)),
    }
    let is_required = |sort: PointSort| {
        let sorts = arguments.require.as_ref();
        sorts.is_some_and(|sorts| sorts.is_empty() || sorts.iter().any(|name| name == sort.title()))
    };
    let fails = all.points.iter().any(|point| is_required(point.point.sort) && !point.is_fine());
    Ok(if fails { Verdict::Found } else { Verdict::Fine })
}

/// The games that are meant: that of a pack or of a file, or all.
fn games(meant: Option<&str>, packs: &Packs) -> Result<Vec<String>, CommandError> {
    let Some(meant) = meant else {
        return Ok(cardwright_content::games(&packs.files).into_iter().map(str::to_owned).collect());
    };
    match pack_of(meant) {
        Some(pack) => Ok(vec![packs.game_of(pack)?]),
        None => Ok(vec![packs.game_of(meant)?]),
    }
}

fn of_game(arguments: &Arguments, packs: &Packs, game: &str, rulings: &[RulingFile]) -> Result<Coverage, CommandError> {
    let ruleset = packs.ruleset(game)?;
    let infos = packs.infos();
    let is_of_game =
        |pack: &str| infos.iter().any(|info| info.name == pack && info.games.first().is_some_and(|it| it == game));
    let is_wanted = |path: &str| {
        let pack = pack_of(path).unwrap_or_default();
        match arguments.pack.as_deref() {
            Some(meant) if pack_of(meant).is_some() => path.starts_with(meant),
            Some(meant) => pack == meant,
            None => is_of_game(pack),
        }
    };
    let rulings: Vec<RulingFile> = rulings.iter().filter(|file| is_of_game(file.pack())).cloned().collect();
    let points = coverage::points(&packs.files, &ruleset, is_wanted);
    let footprints = coverage::footprints(&ruleset, &rulings, parallel::threads());
    let mut coverage = Coverage::of(&packs.files, points, &footprints);
    if arguments.rulings.is_empty() {
        for pack in Extension::all(packs, game) {
            let points = coverage::points(&pack.files, &pack.ruleset, is_wanted);
            let footprints = coverage::footprints(&pack.ruleset, &pack.rulings, parallel::threads());
            coverage.add_of_extension(&Coverage::of(&pack.files, points, &footprints));
        }
    }
    Ok(coverage)
}
