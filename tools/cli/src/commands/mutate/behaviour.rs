//! `cardwright mutate --behaviour`: small changes that check clean, and whether a ruling fails by each.

use super::{Arguments, rulings};
use crate::commands::new::root;
use crate::commands::record::promote;
use crate::out::Out;
use cardwright_content::{Files, pack_of};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_rulings::command_error::{CommandError, Outcome};
use cardwright_rulings::extensions::{self, Extension};
use cardwright_rulings::mutants::{
    self, Equivalents, Fate, Guard, Judge, Mutant, MutantTally, Resumed, Touched, draft,
};
use cardwright_rulings::packs::Packs;
use cardwright_rulings::parallel;
use cardwright_rulings::rulings::RulingFile;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;

/// A game whose packs are changed.
pub(super) struct ChangedGame {
    name: String,
    pub(super) files: Files,
    pub(super) ruleset: Ruleset,
    pub(super) touched: Touched,
    guards: Vec<Guard>,
    /// What the paths of the files begin with that are changed.
    pub(super) wanted: Vec<String>,
    /// Its mutants with their ranks, by which the sample is drawn.
    candidates: Vec<([u8; 32], Mutant)>,
}

impl ChangedGame {
    /// Whether a file is one of those that are changed.
    pub(super) fn is_wanted(&self, path: &str) -> bool {
        self.wanted.iter().any(|start| path.starts_with(&**start))
    }
}

/// A mutant of the sample, and what became of it.
struct Judged {
    game: usize,
    mutant: Mutant,
    fate: Fate,
}

/// Runs the command.
pub fn run(arguments: &Arguments, mut packs: Packs, out: &mut Out) -> Outcome {
    let games = games(arguments, &packs)?;
    let equivalents = equivalents(&packs);
    let holds = !arguments.judge || rulings::judge(&games, &packs, out)?;
    let judges: Vec<Judge<'_>> = games
        .iter()
        .map(|game| {
            let judge = Judge::new(&game.files, &game.name, &game.ruleset, &game.touched, arguments.games);
            judge.with_guards(&game.guards)
        })
        .collect();
    let judged = judge_all(arguments, &games, &judges, &equivalents)?;
    let mut tally = MutantTally::default();
    judged.iter().for_each(|one| tally.add(&one.mutant, &one.fate));
    for one in judged.iter().filter(|one| one.fate.survives()) {
        out.text(survivor(one, &games[one.game]));
    }
    if arguments.write {
        let root = root(None, &mut packs)?;
        for one in judged.iter().filter(|one| matches!(one.fate, Fate::Matters(_))) {
            match draft::draft(&judges[one.game], &packs, &one.mutant) {
                Ok(promoted) => promote::write(&promoted, &root, out)?,
                Err(why) => out.line(format_args!("no ruling for {}: {why}", place(one, &games[one.game]))),
            }
        }
    }
    out.text(format_args!("{}\n{tally}", tally.files()));
    let wrong = wrong_equivalents(&games, &judges, &judged, &equivalents, &tally);
    wrong.iter().for_each(|line| out.line(line));
    let enough = arguments.at_least.is_none_or(|least| tally.share() >= least);
    Ok(crate::fine_if(holds && enough && wrong.is_empty()))
}

/// The games that are meant, with their candidates.
fn games(arguments: &Arguments, packs: &Packs) -> Result<Vec<ChangedGame>, CommandError> {
    let meant = arguments.game.as_deref();
    let mut found = Vec::new();
    // A pack or a path says which game is meant; a card's name does not.
    let pack = meant.and_then(|meant| pack_of(meant).or(packs.check_name(meant).is_ok().then_some(meant)));
    let only = pack.map(|pack| packs.game_of(pack)).transpose()?;
    let is_meant = |name: &String| only.as_ref().is_none_or(|only| only == name);
    for name in cardwright_content::games(&packs.files).into_iter().map(str::to_owned).filter(is_meant) {
        let ruleset = packs.ruleset(&name)?;
        let wanted = wanted(meant, packs, &ruleset, &name);
        if wanted.is_empty() {
            continue;
        }
        let files = extensions::files_of_game(&packs.files, &name);
        let infos = packs.infos();
        let members = infos.iter().map(|info| &*info.name);
        let members: BTreeSet<&str> =
            members.filter(|pack| packs.game_of(pack).is_ok_and(|game| game == name)).collect();
        let of_game = |file: &RulingFile| members.contains(file.pack());
        let rulings = packs.rulings("").into_iter().filter(of_game).collect();
        let touched = Touched::of(&ruleset, rulings, parallel::threads());
        let is_wanted = |path: &str| wanted.iter().any(|start| path.starts_with(&**start));
        let candidates = mutants::candidates(&files, &ruleset, is_wanted).into_iter();
        let candidates = candidates.map(|mutant| (mutant.rank(&files, arguments.seed), mutant)).collect();
        let guards = Extension::all(packs, &name).into_iter().map(|pack| Guard::new(&name, pack)).collect();
        found.push(ChangedGame { name, files, ruleset, touched, guards, wanted, candidates });
    }
    if found.is_empty() {
        let infos = packs.infos();
        let known = infos.iter().map(|info| &*info.name);
        return Err(CommandError::unknown("pack or card", meant.unwrap_or_default(), known));
    }
    Ok(found)
}

/// What the paths of the files begin with that are changed: those of a pack, of a card, or a path itself.
fn wanted(meant: Option<&str>, packs: &Packs, ruleset: &Ruleset, game: &str) -> Vec<String> {
    let of_pack = |pack: &str| vec![format!("cards/{pack}/"), format!("scripts/{pack}/")];
    let is_of_game = |pack: &str| packs.game_of(pack).is_ok_and(|of| of == game);
    let Some(meant) = meant else {
        let infos = packs.infos();
        return infos.iter().filter(|info| is_of_game(&info.name)).flat_map(|info| of_pack(&info.name)).collect();
    };
    if let Some(pack) = pack_of(meant) {
        return if is_of_game(pack) { vec![meant.to_owned()] } else { Vec::new() };
    }
    if packs.check_name(meant).is_ok() {
        return if is_of_game(meant) { of_pack(meant) } else { Vec::new() };
    }
    let Some(card) = ruleset.rules().definitions.get(meant) else { return Vec::new() };
    let own = format!("cards/{}.toml", card.id.replacen(':', "/", 1));
    let script = card.script.and_then(|script| ruleset.rules().scripts.get_index(script.index()));
    [own].into_iter().chain(script.map(|(path, _)| path.to_string())).collect()
}

fn equivalents(packs: &Packs) -> Equivalents {
    let infos = packs.infos();
    let homes = infos.iter().filter_map(|info| Some((&*info.name, packs.home_of(&info.name)?.to_path_buf())));
    Equivalents::read(homes)
}

/// What is wrong with the lists of equivalents: entries without an argument, about no mutant, or only about such by which a
/// ruling fails; packs that have too many.
fn wrong_equivalents(
    games: &[ChangedGame],
    judges: &[Judge<'_>],
    judged: &[Judged],
    equivalents: &Equivalents,
    tally: &MutantTally,
) -> Vec<String> {
    let mut wrong = equivalents.wrong.clone();
    for game in games {
        let candidates: Vec<&Mutant> = game.candidates.iter().map(|(_, mutant)| mutant).collect();
        wrong.extend(equivalents.stale(&game.files, &candidates, |path| game.is_wanted(path)));
    }
    for one in judged {
        let game = &games[one.game];
        if let (Fate::Killed(by), Some(_)) = (&one.fate, equivalents.why(&game.files, &one.mutant)) {
            let candidates: Vec<&Mutant> = game.candidates.iter().map(|(_, mutant)| mutant).collect();
            let alike = equivalents.alike(&game.files, &one.mutant, &candidates);
            if alike.into_iter().any(|other| judges[one.game].judge(other).survives()) {
                continue;
            }
            wrong.push(format!("listed as equivalent, but {by} fails by it: {}", place(one, game)));
        }
    }
    let too_many = tally.with_too_many_equivalents();
    wrong.extend(too_many.map(|pack| format!("{pack}: more than 5 % are listed as equivalent")));
    wrong
}

/// Judges the sample: as many mutants that check clean as are wanted, the lowest ranks first; all without a sample.
fn judge_all(
    arguments: &Arguments,
    games: &[ChangedGame],
    judges: &[Judge<'_>],
    equivalents: &Equivalents,
) -> Result<Vec<Judged>, CommandError> {
    let mut candidates: Vec<(&[u8; 32], usize, &Mutant)> = games
        .iter()
        .enumerate()
        .flat_map(|(at, game)| game.candidates.iter().map(move |(rank, mutant)| (rank, at, mutant)))
        .collect();
    candidates.sort_by(|one, other| one.0.cmp(other.0));
    let most = arguments.sample.unwrap_or(usize::MAX).min(candidates.len());
    let known = known(arguments, games)?;
    let bar = bar(most as u64);
    let (mut judged, mut rest, mut broken) = (Vec::new(), &candidates[..], None);
    while judged.len() < most && !rest.is_empty() && broken.is_none() {
        let (batch, later) = rest.split_at((most - judged.len()).min(rest.len()));
        rest = later;
        let fate = |(_, game, mutant): &(&[u8; 32], usize, &Mutant)| {
            let earlier = known[*game].get(mutant).cloned();
            let is_new = earlier.is_none();
            let fate = earlier.unwrap_or_else(|| judges[*game].judge(mutant));
            let why = equivalents.why(&games[*game].files, mutant).filter(|_| fate.survives());
            (is_new, why.map_or(fate, |why| Fate::Equivalent(why.to_owned())))
        };
        parallel::each(
            batch,
            arguments.threads(),
            || fate,
            |at, (is_new, fate)| {
                let (_, game, mutant) = batch[at];
                if is_new {
                    broken = known[game].keep(mutant, &fate).err().or(broken.take());
                }
                if fate != Fate::Refused {
                    bar.inc(1);
                    judged.push(Judged { game, mutant: mutant.clone(), fate });
                }
                if broken.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
    }
    bar.finish_and_clear();
    match broken {
        Some(error) => Err(CommandError::broken(format!("the state cannot be written: {error}"))),
        None => {
            judged.sort_by(|one, other| {
                let place = |one: &Judged| (one.mutant.path.clone(), one.mutant.span.start);
                place(one).cmp(&place(other)).then_with(|| one.mutant.instead.cmp(&other.mutant.instead))
            });
            Ok(judged)
        }
    }
}

fn known(arguments: &Arguments, games: &[ChangedGame]) -> Result<Vec<Resumed>, CommandError> {
    let file = arguments.state.as_deref();
    let read = |game: &ChangedGame| {
        let own = game.touched.all().iter();
        let all: Vec<RulingFile> = own.chain(game.guards.iter().flat_map(Guard::rulings)).cloned().collect();
        Resumed::read(file, &game.files, &all)
    };
    let all: io::Result<Vec<Resumed>> = games.iter().map(read).collect();
    all.map_err(|error| CommandError::unreadable(file.unwrap_or("".as_ref()), &error))
}

fn bar(most: u64) -> ProgressBar {
    let bar = ProgressBar::new(most);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} mutants, {eta} left") {
        bar.set_style(style);
    }
    bar
}

fn place(judged: &Judged, game: &ChangedGame) -> String {
    let text = game.files.get(&judged.mutant.path).unwrap_or_default();
    format!("{}:{}", judged.mutant.path, judged.mutant.line(text))
}

/// A survivor: where it is, what is missing, and the change.
fn survivor(judged: &Judged, game: &ChangedGame) -> String {
    let text = game.files.get(&judged.mutant.path).unwrap_or_default();
    let missing = match &judged.fate {
        Fate::Untouched => "no ruling gets there".to_owned(),
        Fate::Matters(game) => format!("no ruling fails by it, though {game} goes differently"),
        _ => "no ruling fails by it, and no seeded game goes differently: perhaps nobody can notice it".to_owned(),
    };
    let (place, sort) = (place(judged, game), judged.mutant.sort);
    format!("survived: {place} ({sort}): {missing}\n{}\n", judged.mutant.diff(text))
}
