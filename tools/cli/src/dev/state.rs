//! What is known of a ruling on the bench.

use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::ids::DefId;
use cardwright_kernel::problems::{Colour, Problems};
use cardwright_kernel::scripts::Scripts;
use cardwright_rulings::packs::embedded_snapshot;
use cardwright_rulings::rulings::{self, Comparison, RulingFile};
use cardwright_rulings::runner::shown;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What came of a ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulingState {
    /// Its trace is that of its snapshot.
    Holds,
    /// Its trace is another: the difference.
    Moved(String),
    /// It has no snapshot: its trace.
    New(String),
    /// It fails, whatever its snapshot says: why.
    Fails(String),
    /// Its file cannot be read: the problems are shown with the others.
    Unreadable,
}

/// A ruling that was run.
#[derive(Clone, Debug)]
pub struct JudgedRuling {
    /// What came of it.
    pub outcome: RulingState,
    /// What is wrong in its file.
    pub problems: Problems,
    /// The cards that lay on its table at any time.
    pub cards: BTreeSet<Box<str>>,
    /// What scripts have written for their author meanwhile.
    pub logged: String,
    /// The cards that it says it is about; none if its file cannot be read.
    pub about: Option<Vec<Box<str>>>,
}

/// Reads and runs a ruling.
pub fn judge(file: &RulingFile, ruleset: &Ruleset, host: &Rc<dyn Scripts>) -> JudgedRuling {
    let ruling = match rulings::read(file, ruleset) {
        Ok(ruling) => ruling,
        Err(problems) => {
            let (outcome, cards) = (RulingState::Unreadable, BTreeSet::new());
            return JudgedRuling { outcome, problems, cards, logged: String::new(), about: None };
        }
    };
    let run = rulings::run(&ruling, ruleset, host);
    let name = |def: DefId| ruleset.rules().definitions.get_index(def.index()).map(|(name, _)| name.clone());
    let lay = run.game.state().entities().filter_map(|(_, entity)| name(entity.def));
    let cards = lay.chain(ruling.cards.iter().cloned()).collect();
    let logged = ruleset.reporter(&run.game, None).logged(run.game.logged_lines());
    let outcome = match run.failures.is_empty() {
        false => RulingState::Fails(shown(file, &run.failures, Colour::Plain)),
        true => compared(file, run.trace),
    };
    JudgedRuling { outcome, problems: Problems::new(), cards, logged, about: Some(ruling.cards) }
}

fn compared(file: &RulingFile, trace: String) -> RulingState {
    let comparison = match file.root.as_os_str().is_empty() {
        true => Ok(embedded_snapshot(file).map_or(Comparison::Missing, |old| rulings::compare_with(old, &trace))),
        false => rulings::compare(file, &trace),
    };
    match comparison {
        Ok(Comparison::Same) => RulingState::Holds,
        Ok(Comparison::Differs(difference)) => RulingState::Moved(difference),
        Ok(Comparison::Missing) => RulingState::New(trace),
        Err(error) => RulingState::Fails(format!("its snapshot cannot be read: {error}")),
    }
}
