//! The first ruling of a new card: where it can be used, or that it cannot; found by trying.

use super::analogy;
use super::place::{Draft, file_name, quoted};
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::ids::{DefId, PhaseId, PlayerId, ZoneDeclId};
use cardwright_kernel::questions::{Answer, Choice, Prompt, Question};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::scripts::Scripts;
use cardwright_kernel::setup::{Arranged, Lot, Setup, Start};
use cardwright_kernel::state::Game;
use cardwright_kernel::table::Decider;
use cardwright_rulings::packs::Packs;
use cardwright_rulings::rulings::{self, RulingFile};
use std::cell::Cell;
use std::path::PathBuf;
use std::rc::Rc;

/// Questions after which a try is given up.
const MOST_QUESTIONS: u32 = 200;

/// Adds a ruling about the card, and its snapshot; true if it plays the card. Nothing is added for a card that no ruling
/// comes to mind for.
pub fn add(draft: &mut Draft, packs: &Packs, pack: &str, card: &str) -> bool {
    find(packs, pack, card).is_some_and(|(file, snapshot, plays)| {
        let beside = file.path.replace(".toml", ".snap");
        draft.add(file.path, file.text);
        draft.add(beside, snapshot);
        plays
    })
}

/// A ruling about the card, its snapshot, and whether it plays the card.
fn find(packs: &Packs, pack: &str, card: &str) -> Option<(RulingFile, String, bool)> {
    let ruleset = packs.ruleset_of_rulings(pack).ok()?;
    let def = ruleset.rules().definitions.get_index_of(card).map(DefId::from)?;
    let trial = Trial { ruleset: &ruleset, host: ruleset.host(), pack, card, def };
    let plays = trial.can_be_used().or_else(|| trial.like_another(packs));
    let is_played = plays.is_some();
    let file = plays.or_else(|| trial.cannot_be_used())?;
    let snapshot = trial.snapshot(&file)?;
    Some((file, snapshot, is_played))
}

struct Trial<'a> {
    ruleset: &'a Ruleset,
    host: Rc<dyn Scripts>,
    pack: &'a str,
    card: &'a str,
    def: DefId,
}

impl Trial<'_> {
    /// A ruling that uses the card, in the first phase in which it is offered.
    fn can_be_used(&self) -> Option<RulingFile> {
        let rules = self.ruleset.rules();
        let zone = self.zone()?;
        (0..rules.phases.len()).find_map(|phase| {
            let lines = self.inputs(zone, PhaseId::from(phase))?;
            let (key, decl) = rules.phases.get_index(phase)?;
            let claim = format!("{} can be used in the {} phase.", self.card, decl.title);
            let shorter = shortened(&lines);
            [shorter, lines.join("\n")].into_iter().find_map(|steps| {
                let file = self.file("can-be-used", &claim, Some(key), zone, &steps);
                self.snapshot(&file).map(|_| file)
            })
        })
    }

    /// A ruling that plays the card as another ruling plays a card of the same kind.
    fn like_another(&self, packs: &Packs) -> Option<RulingFile> {
        let name = "is-played-like-others";
        let claim = format!("{} is played like others of its kind.", self.card);
        let texts = analogy::texts(packs, self.ruleset, self.def, &claim);
        texts.into_iter().map(|text| self.ruling(name, text)).find(|file| self.shows_the_card(file))
    }

    /// Whether a ruling holds, and something is done with the card in it.
    fn shows_the_card(&self, file: &RulingFile) -> bool {
        let Some(snapshot) = self.snapshot(file) else { return false };
        let lines = || snapshot.lines().skip_while(|line| !line.starts_with("description")).skip(1);
        let is_action = |line: &str| line.starts_with("> ") || line.starts_with("- ");
        lines().all(|line| !line.trim_start().starts_with("! "))
            && lines().any(|line| is_action(line.trim_start()) && line.contains(self.card))
    }

    /// A ruling that says that the card cannot be used at the beginning.
    fn cannot_be_used(&self) -> Option<RulingFile> {
        let rules = self.ruleset.rules();
        let zone = self.zone()?;
        let claim = format!("{} cannot be used by itself.", self.card);
        let uses = &rules.definitions[self.def.index()].uses;
        let says = uses.iter().map(|usage| &rules.actions[usage.action.index()].says);
        says.chain([&"uses".into()]).find_map(|says| {
            let verb = says.strip_suffix('s').unwrap_or(says);
            let steps = format!("A cannot {verb} {}", self.card);
            let file = self.file("cannot-be-used-by-itself", &claim, None, zone, &steps);
            self.snapshot(&file).filter(|snapshot| !snapshot.contains("\n! ")).map(|_| file)
        })
    }

    /// The zone from which the card is used first of all.
    fn zone(&self) -> Option<ZoneDeclId> {
        let rules = self.ruleset.rules();
        let zones = |usage: &cardwright_kernel::rules::Use| {
            usage.from.clone().unwrap_or_else(|| rules.actions[usage.action.index()].from.clone())
        };
        let used_from = rules.definitions[self.def.index()].uses.iter().flat_map(zones).next();
        used_from.or_else(|| rules.draw_pile().map(|(_, hand)| hand))
    }

    /// The inputs with which the card is used and resolves.
    fn inputs(&self, zone: ZoneDeclId, phase: PhaseId) -> Option<Vec<String>> {
        let rules = self.ruleset.rules();
        let setup = Setup {
            players: rules.players_of(rules.players.0),
            seats: rules.seating(rules.players.0),
            first: PlayerId(0),
            seed: 1.into(),
            cards: vec![Lot::new(PlayerId(0), zone, vec![self.def])],
            pieces: Vec::new(),
            options: Vec::new(),
            start: Start::Middle(Arranged { phase, ..Arranged::default() }),
        };
        let used = Rc::new(Cell::new(false));
        let scout = Scout { card: self.def, phase, used: Rc::clone(&used), asked: 0 };
        let mut table = self.ruleset.table(&self.host, Game::new(rules, &setup), Box::new(scout));
        table.advance();
        if !used.get() {
            return None;
        }
        let reporter = self.ruleset.reporter(table.game(), None);
        let lines = reporter.lines(table.game().trace()).into_iter();
        let inputs = lines.filter_map(|(_, line)| {
            let line = line.trim_start();
            if line.starts_with("* ") { Some(line.to_string()) } else { line.strip_prefix("> ").map(str::to_string) }
        });
        Some(inputs.collect())
    }

    fn file(&self, name: &str, claim: &str, phase: Option<&str>, zone: ZoneDeclId, steps: &str) -> RulingFile {
        let phase = phase.map(|phase| format!("phase = {}\n", quoted(phase))).unwrap_or_default();
        let zone = self.ruleset.rules().zones.get_index(zone.index()).map_or("hand", |(key, _)| key);
        let (claim, card) = (quoted(claim), quoted(self.card));
        let text = format!(
            "claim = {claim}\n{phase}\n[A]\n{zone} = [{card}]\n\n[play]\nsteps = \"\"\"\n{}\n\"\"\"\n",
            steps.trim_end()
        );
        self.ruling(name, text)
    }

    fn ruling(&self, name: &str, text: String) -> RulingFile {
        let path = format!("tests/rulings/{}/{}/{name}.toml", self.pack, file_name(self.card));
        RulingFile { root: PathBuf::new(), path: path.into(), text: text.into() }
    }

    /// The snapshot of a ruling that holds.
    fn snapshot(&self, file: &RulingFile) -> Option<String> {
        let ruling = rulings::read(file, self.ruleset).ok()?;
        let run = rulings::run(&ruling, self.ruleset, &self.host);
        run.failures.is_empty().then(|| rulings::written(&ruling, &run.trace))
    }
}

/// The inputs as a person would write them: without the passes before the first action, and with `all pass` for
/// those that follow each other.
fn shortened(lines: &[String]) -> String {
    let is_pass = |line: &str| line.ends_with(" passes") || line.ends_with(" pass");
    let mut steps: Vec<&str> = Vec::new();
    for line in lines {
        match (is_pass(line), steps.last()) {
            (true, None | Some(&"all pass")) => {}
            (true, Some(_)) => steps.push("all pass"),
            (false, _) => steps.push(line),
        }
    }
    steps.join("\n")
}

/// Uses the card as soon as it is offered, and does nothing else.
struct Scout {
    card: DefId,
    phase: PhaseId,
    used: Rc<Cell<bool>>,
    asked: u32,
}

impl Decider for Scout {
    fn decide(&mut self, asked: &Prompt, game: &Game, _: &Rules) -> Option<Answer> {
        self.asked += 1;
        let state = game.state();
        let too_late = !self.used.get() && state.turn().phase != self.phase;
        if self.asked > MOST_QUESTIONS || state.turn().number > 1 || too_late {
            return None;
        }
        let Question::Act { .. } = asked.question else { return Some(asked.default.clone()) };
        if !self.used.get() {
            let is_it = |choice: &Choice| matches!(choice, Choice::Use { named, .. } if named.def == self.card);
            if let Some(at) = asked.options.iter().position(is_it) {
                self.used.set(true);
                return Some(Answer::one(at));
            }
        } else if state.player_of(asked.seat) == state.turn().player && state.items().is_empty() {
            return None;
        }
        asked.pass()
    }
}
