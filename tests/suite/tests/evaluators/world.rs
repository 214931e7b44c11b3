//! A world just large enough to run scripts in.

use cardwright_script::compile::{Script, compile};
use rhai::plugin::*;
use rhai::{Array, Dynamic, Engine};
use std::cell::RefCell;
use std::rc::Rc;
use suite::reference::{Allowance, Bound, Ended, Halt, Meter, ScriptFault, engine};

/// A player, as scripts hold one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player(pub i64);

/// A card, as scripts hold one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card(pub i64);

thread_local! {
    static DONE: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    static METER: RefCell<Option<Rc<Meter>>> = const { RefCell::new(None) };
}

/// What verbs have done since the last time.
pub fn done() -> Vec<String> {
    DONE.with(RefCell::take)
}

fn note(context: &NativeCallContext<'_>, what: String) {
    METER.with_borrow(|meter| {
        if let Some(meter) = meter {
            meter.at_verb(context);
        }
    });
    DONE.with_borrow_mut(|done| done.push(what));
}

#[export_module]
mod verbs {
    #[rhai_fn(get = "cards", pure)]
    pub fn cards(player: &mut Player) -> Array {
        (1..=3).map(|n| Dynamic::from(Card(player.0 * 10 + n))).collect()
    }

    #[rhai_fn(get = "n", pure)]
    pub fn player_number(player: &mut Player) -> i64 {
        player.0
    }

    #[rhai_fn(get = "n", pure)]
    pub fn card_number(card: &mut Card) -> i64 {
        card.0
    }

    pub fn discard(context: NativeCallContext<'_>, card: &mut Card) {
        note(&context, format!("discard {}", card.0));
    }

    /// Asks the player, who does not answer now.
    #[rhai_fn(return_raw)]
    pub fn ask(context: NativeCallContext<'_>, player: &mut Player) -> Result<i64, Box<EvalAltResult>> {
        note(&context, format!("ask {}", player.0));
        METER.with_borrow(|meter| meter.as_ref().map(|meter| meter.stop()));
        Err(Meter::termination(Halt::Stopped))
    }

    /// Refuses.
    #[rhai_fn(return_raw)]
    pub fn refuse(context: NativeCallContext<'_>, card: &mut Card) -> Result<(), Box<EvalAltResult>> {
        note(&context, format!("refuse {}", card.0));
        Err("this card cannot do that".into())
    }

    #[rhai_fn(name = "==")]
    pub fn same_card(first: Card, second: Card) -> bool {
        first == second
    }

    #[rhai_fn(name = "==")]
    pub fn same_player(first: Player, second: Player) -> bool {
        first == second
    }
}

/// A host of scripts.
pub struct World {
    pub engine: Engine,
    pub meter: Rc<Meter>,
}

impl World {
    pub fn new() -> Self {
        Self::with(Allowance::default())
    }

    pub fn with(allowance: Allowance) -> Self {
        let meter = Rc::new(Meter::new(allowance));
        let mut engine = engine(&meter);
        engine.register_type_with_name::<Player>("Player");
        engine.register_type_with_name::<Card>("Card");
        engine.register_global_module(exported_module!(verbs).into());
        METER.with_borrow_mut(|slot| *slot = Some(Rc::clone(&meter)));
        done();
        Self { engine, meter }
    }

    /// Compiles a script that must compile.
    pub fn script(&self, path: &str, text: &str) -> Script {
        compile(&self.engine, path, text).unwrap_or_else(|findings| panic!("{}", findings[0]))
    }

    /// What the compiler says about a script that must not compile.
    pub fn refusal(&self, text: &str) -> String {
        match compile(&self.engine, "scripts/test/card.rhai", text) {
            Ok(_) => "it compiles".into(),
            Err(findings) => findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
        }
    }

    pub fn call(&self, bound: &Bound, function: u16, arguments: &mut [Dynamic]) -> Result<Dynamic, Ended> {
        bound.call(&self.engine, &self.meter, Dynamic::UNIT, function, arguments)
    }

    /// Calls the only or first function of a script, with player 1 if it takes something.
    pub fn run(&self, text: &str) -> Result<Dynamic, Ended> {
        let script = self.script("scripts/test/card.rhai", text);
        let mut arguments = vec![Dynamic::from(Player(1)); script.functions()[0].params.len()];
        self.meter.begin();
        self.call(&Bound::new(&script, []), 0, &mut arguments)
    }

    /// What a script gives that must end well.
    pub fn value(&self, text: &str) -> String {
        match self.run(text) {
            Ok(value) => format!("{value:?}"),
            Err(Ended::Stopped) => "stopped".into(),
            Err(Ended::Faulted(fault)) => format!("fault: {fault}"),
        }
    }

    /// The fault of a script that must fail.
    pub fn fault(&self, text: &str) -> ScriptFault {
        match self.run(text) {
            Err(Ended::Faulted(fault)) => *fault,
            other => panic!("no fault but {other:?}"),
        }
    }
}
