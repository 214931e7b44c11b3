//! Why something is not possible or does not happen, and where that is written.

use super::Reporter;
use super::names::or;
use cardwright_kernel::ids::DefId;
use cardwright_kernel::rules::{Holder, Phase, Window};
use cardwright_kernel::trace::{Against, Named, NotNow, Reason, ScriptLocation, Thing, Written};

impl Reporter<'_> {
    pub(super) fn stays(&self, thing: &Thing, reason: Reason) -> String {
        let who = self.thing(thing, None);
        match (thing, reason) {
            (Thing::Player(_), Reason::Short(wanted, there)) => format!("{who} gets only {there} of {wanted}"),
            (Thing::Player(_), Reason::InPart(..)) => format!("{who}, {}", self.reason(reason)),
            (Thing::Player(_), reason) => format!("{who} is left out: {}", self.reason(reason)),
            (Thing::Word(_), Reason::Short(wanted, there)) => format!("{who}: only {there} of {wanted}"),
            (Thing::Word(_), reason) => format!("{who} does not happen: {}", self.reason(reason)),
            (_, reason) => format!("{who} stays: {}", self.reason(reason)),
        }
    }

    /// The reasons against an attempt with a card that a reader may be told, each with the place where it is written. Whoever
    /// does not see the card is told only of what would stand against any card, or else that there is a reason: neither which
    /// reasons are read from the card, nor how many.
    pub fn reasons_told(&self, why: &[Against], card: &Named) -> Vec<(String, Option<String>)> {
        let told = |against: &Against| (self.reason(against.reason), self.place_of(against, card));
        if self.sees(card) {
            return why.iter().map(told).collect();
        }
        let of_any: Vec<_> = why.iter().filter(|against| !self.is_of_the_card(against.reason)).map(told).collect();
        match of_any.is_empty() && !why.is_empty() {
            true => vec![("for a reason that you cannot see".to_owned(), None)],
            false => of_any,
        }
    }

    /// Words the reasons against an attempt with a card, with their places if places are shown.
    pub fn against(&self, why: &[Against], card: &Named) -> String {
        let with_place = |(reason, place): (String, Option<String>)| match place.filter(|_| self.places) {
            Some(place) => format!("{reason} ({place})"),
            None => reason,
        };
        self.reasons_told(why, card).into_iter().map(with_place).collect::<Vec<_>>().join("; ")
    }

    /// Whether a reason is read from the card of the attempt: a gate is if it asks what the card is, or lets a script ask.
    fn is_of_the_card(&self, reason: Reason) -> bool {
        let Reason::Gate(action, gate) = reason else { return reason.is_of_the_card() };
        let gates = &self.rules.actions[action.index()].gates;
        gates.get_index(usize::from(gate)).is_none_or(|(_, gate)| gate.card.is_some() || gate.condition.is_some())
    }

    /// The file and line where a reason against an option is written that is no card. Not shown to a reader who does not
    /// see what forbids it.
    pub fn place_of_choice(&self, against: &Against) -> Option<String> {
        let told = match against.reason {
            Reason::Forbidden(by) | Reason::Protected(by) | Reason::Replaced(by) => self.sees(&by),
            _ => true,
        };
        against.written.filter(|_| told).and_then(|written| self.written(written))
    }

    /// A reason against an answer, with its place if places are told: that of the script that asks.
    pub(super) fn against_choice(&self, against: &Against) -> String {
        let reason = self.reason(against.reason);
        let written = against.written.filter(|_| self.places && self.reader.is_none());
        match written.and_then(|written| self.written(written)) {
            Some(place) => format!("{reason} ({place})"),
            None => reason,
        }
    }

    /// The file and line where a reason against an attempt with a card is written. Not shown to a reader who sees
    /// neither the card nor what forbids it.
    fn place_of(&self, against: &Against, card: &Named) -> Option<String> {
        let told = match against.reason {
            Reason::Forbidden(by) | Reason::Protected(by) | Reason::Replaced(by) => self.sees(&by),
            _ => self.sees(card),
        };
        against.written.filter(|_| told).and_then(|written| self.written(written))
    }

    /// The file and line of the script that asks a question. Not shown to a reader who does not see the card that asks.
    pub fn asking(&self, place: ScriptLocation, by: Option<&Named>) -> Option<String> {
        let told = by.is_none_or(|by| self.sees(by));
        told.then(|| self.written(Written::Done(place))).flatten()
    }

    /// A place in the files of the packs: `cards/toy/ruleset.toml:12`.
    pub fn written(&self, written: Written) -> Option<String> {
        match written {
            Written::Declared(line) => Some(format!("{}:{}", self.rules.files.get(usize::from(line.file))?, line.line)),
            Written::Done(place) => {
                let (path, _) = self.rules.scripts.get_index(usize::from(place.script))?;
                Some(format!("{path}:{}", place.line))
            }
        }
    }

    /// A reason in words.
    pub fn reason(&self, reason: Reason) -> String {
        match reason {
            Reason::Exempt(seat, by) => format!("{} is exempt ({})", seat.letter(), self.name(&by)),
            Reason::Protected(by) => format!("{} protects it", self.name_or_unseen(&by)),
            Reason::Replaced(by) => format!("{} prevents it", self.name_or_unseen(&by)),
            Reason::Gone => "it is no longer what it was".to_string(),
            Reason::Terminal(zone) => format!("nothing leaves {}", self.zone(zone)),
            Reason::Full(zone) => format!("{} is full", self.zone(zone)),
            Reason::Room(zone, room) => format!("there is room for only {room} in {}", self.zone(zone)),
            Reason::Out(player) => format!("{} is out of the game", player.letter()),
            Reason::Short(wanted, there) => format!("{there} of {wanted} are there"),
            Reason::InPart(what, wanted, done) => {
                format!("{}: only {done} of {wanted}", self.rules.words.text(what))
            }
            Reason::Gate(action, gate) => {
                let gates = &self.rules.actions[action.index()].gates;
                gates.get_index(usize::from(gate)).map_or("?", |(_, gate)| &*gate.why).to_string()
            }
            Reason::OwnGate(def, usage, gate) => {
                let gates = &self.rules.definitions[def.index()].uses[usize::from(usage)].gates;
                gates.get_index(usize::from(gate)).map_or("?", |(_, gate)| &*gate.why).to_string()
            }
            Reason::Forbidden(by) => match self.sees(&by) {
                true => format!("{} forbids it", self.name(&by)),
                false => "something you cannot see forbids it".to_string(),
            },
            Reason::Cost => "its price cannot be paid".to_string(),
            Reason::Needed => "too little would be left for the rest of the price".to_string(),
            Reason::Gives(count, zone) => format!("it costs {count} from the {}", self.zone_title(zone)),
            Reason::Spends(amount, attribute) => {
                let name = self.rules.attributes.get_index(attribute.index()).map_or("?", |(name, _)| &**name);
                format!("it costs {amount} {}", counted(amount, &name.replace('_', " ")))
            }
            Reason::Unpaid(names) => {
                let names: Vec<&str> = names.iter().map(|name| self.rules.words.text(name)).collect();
                format!("it costs {}", or(&names))
            }
            Reason::NoTarget(phrase) => {
                format!("there is nothing to choose for `{}`", self.rules.words.text(phrase).trim_start_matches(", "))
            }
            Reason::NotNow(moment) => self.not_now(moment),
            Reason::Elsewhere(def, number) => self.used_from(def, number),
            Reason::NotYours(def, number) => match self.rules.usage(def, number).map(|usage| usage.action) {
                Some(action) if self.rules.actions[action.index()].holder == Holder::Others => {
                    "only another player can do that".to_string()
                }
                _ => "only its controller can do that".to_string(),
            },
            Reason::Unasked(seat, window) => {
                format!("only {} is asked ({})", seat.letter(), self.rules.windows[window.index()].title)
            }
            Reason::NotAmong(phrase) => {
                format!("it cannot be chosen for `{}`", self.rules.words.text(phrase).trim_start_matches(", "))
            }
            Reason::NotAnswered(def, number) => {
                let answers = self.rules.usage(def, number).and_then(|usage| usage.answers.as_ref());
                let why = answers.and_then(|answers| answers.why.as_deref());
                why.unwrap_or("it answers nothing of that kind").to_string()
            }
            Reason::Word(word) => self.rules.words.text(word).to_string(),
        }
    }

    /// Why something is not offered at a moment.
    fn not_now(&self, moment: NotNow) -> String {
        match moment {
            NotNow::Passed(player) => format!("{} has passed", player.letter()),
            NotNow::Spent(player) => format!("{} has no answer left here", player.letter()),
            NotNow::Uninvited(player, window) => {
                format!("{} is not asked here ({})", player.letter(), self.rules.windows[window.index()].title)
            }
            NotNow::Asked(seat) => format!("{} must answer another question first", seat.letter()),
            NotNow::RoundOver => "the round in which it could be used is over".to_string(),
            NotNow::RoundToCome => "it is used only in a later round of this window".to_string(),
            NotNow::OtherWindow(def, number) => self.used_in(def, number),
            NotNow::Tried => "it was tried, and has proved impossible".to_string(),
            NotNow::NothingToAnswer => "there is nothing here that it could answer".to_string(),
            NotNow::AnswersNothing => "it answers nothing".to_string(),
            NotNow::Sealed => "all who are asked in secret must answer first".to_string(),
        }
    }

    /// `it is used only in the night phase`; windows that are opened by what happens are named instead.
    fn used_in(&self, def: DefId, number: u16) -> String {
        const MOST: usize = 3;
        let Some(usage) = self.rules.usage(def, number) else { return "?".to_string() };
        let classes = usage.offered.as_ref().unwrap_or(&self.rules.actions[usage.action.index()].offered);
        let offers = |window: &Window| window.rounds.iter().any(|round| classes.contains(round));
        let windows: Vec<&Window> = self.rules.windows.values().filter(|window| offers(window)).collect();
        let phases = self.rules.phases.values();
        let holds = |phase: &&Phase| phase.windows.iter().any(|window| offers(&self.rules.windows[window.index()]));
        let mut phases: Vec<&str> = phases.filter(holds).map(|phase| &*phase.title).collect();
        phases.dedup();
        let opened = windows.iter().any(|window| !window.opens.is_empty() || window.for_waiting);
        let mut titles: Vec<&str> = windows.iter().map(|window| &*window.title).collect();
        titles.dedup();
        match (phases.len(), titles.len()) {
            (1..=MOST, _) if !opened => format!("it is used only in the {} phase", or(&phases)),
            (_, 1..=MOST) => format!("it is used only at another time ({})", or(&titles)),
            _ => "it is not used in this window".to_string(),
        }
    }

    /// `it is used only from the hand`.
    fn used_from(&self, def: DefId, number: u16) -> String {
        let Some(usage) = self.rules.usage(def, number) else { return "?".to_string() };
        let from = usage.from.as_ref().unwrap_or(&self.rules.actions[usage.action.index()].from);
        let zones: Vec<&str> = from.iter().map(|zone| self.zone_title(*zone)).collect();
        format!("it is used only from the {}", or(&zones))
    }
}

/// The name of an attribute that counts something: one of the `coins` is a coin.
fn counted(amount: i64, name: &str) -> &str {
    name.strip_suffix('s').filter(|one| amount == 1 && !one.ends_with('s')).unwrap_or(name)
}
