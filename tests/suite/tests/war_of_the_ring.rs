//! War of the Ring in whole games of random play, judged by what lies on the table and not by its scripts: no event card
//! is played whose requirement does not hold, whatever lies on the table still may whenever anybody is asked, figures
//! are conserved, and armies, garrisons and hands keep to their limits.

use cardwright_game::{Begin, Random, Ruleset, RulesetInside};
use cardwright_kernel::ids::{AttrId, DefId, EntityId, PlayerId, SiteId};
use cardwright_kernel::questions::{Answer, Choice, Prompt, Question};
use cardwright_kernel::rules::{Printed, Rules};
use cardwright_kernel::state::{Game, State};
use cardwright_kernel::table::Decider;
use cardwright_kernel::values::Value;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

const FREE: PlayerId = PlayerId(0);
const DARK: PlayerId = PlayerId(1);
const WISE: [&str; 2] = ["Strider", "Aragorn"];

fn ruleset() -> Ruleset {
    suite::game("war_of_the_ring")
}

/// Figures of one sort that lie somewhere.
struct Figure<'a> {
    name: &'a str,
    nation: &'a str,
    rank: &'a str,
    owner: PlayerId,
    count: u32,
    zone: &'a str,
    site: Option<SiteId>,
}

impl Figure<'_> {
    fn fights(&self) -> bool {
        self.rank == "regular" || self.rank == "elite"
    }
}

/// A table as it lies there.
struct Table<'a> {
    rules: &'a Rules,
    state: &'a State,
}

impl<'a> Table<'a> {
    fn attribute(&self, name: &str) -> AttrId {
        AttrId::from(self.rules.attributes.get_index_of(name).expect("an attribute"))
    }

    fn name(&self, def: DefId) -> &'a str {
        self.rules.name_of(def)
    }

    /// A word that is printed; nothing on a card that has none.
    fn word(&self, def: DefId, name: &str) -> &'a str {
        match self.rules.printed(def, self.attribute(name)) {
            Printed::Word(word) => self.rules.words.text(*word),
            _ => "",
        }
    }

    fn value(&self, id: EntityId, name: &str) -> Value {
        self.state.changing(self.rules, id, self.attribute(name)).unwrap_or_default()
    }

    /// Everything in the zones of the game.
    fn figures(&self) -> Vec<Figure<'a>> {
        let zones = self.state.zones();
        let lying = zones.flat_map(|(_, zone)| zone.cards.iter().map(move |card| (zone, *card)));
        lying
            .map(|(zone, card)| {
                let entity = self.state.entity(card);
                let key = self.rules.zones.get_index(zone.decl.index()).map_or("", |(key, _)| &**key);
                Figure {
                    name: self.name(entity.def),
                    nation: self.word(entity.def, "nation"),
                    rank: self.word(entity.def, "rank"),
                    owner: entity.owner,
                    count: entity.count,
                    zone: key,
                    site: zone.site.is_some().then_some(zone.site),
                }
            })
            .collect()
    }

    fn on_map(&self) -> Vec<Figure<'a>> {
        self.figures().into_iter().filter(|figure| figure.site.is_some()).collect()
    }

    fn region(&self, name: &str) -> SiteId {
        let def = self.rules.definitions.get_index_of(name).expect("a region");
        self.rules.board.site_of(def.into()).expect("it lies on the map")
    }

    fn nation_at(&self, site: SiteId) -> &'a str {
        self.word(self.rules.board.def(site), "nation")
    }

    fn site_of(&self, names: &[&str]) -> Option<SiteId> {
        self.on_map().into_iter().find(|figure| names.contains(&figure.name)).and_then(|figure| figure.site)
    }

    fn units(&self, site: SiteId, owner: PlayerId) -> u32 {
        let here = self.on_map().into_iter().filter(|figure| figure.site == Some(site));
        here.filter(|figure| figure.owner == owner && figure.fights()).map(|figure| figure.count).sum()
    }

    fn shut_in(&self, site: SiteId, owner: PlayerId) -> bool {
        let castle = |figure: &Figure<'_>| figure.zone == "castle" && figure.owner == owner && figure.fights();
        self.on_map().iter().any(|figure| figure.site == Some(site) && castle(figure))
    }

    /// Whether a Shadow army besieges a garrison there.
    fn besieged(&self, site: SiteId) -> bool {
        self.shut_in(site, FREE) && self.units(site, DARK) > 0
    }

    fn has(&self, site: SiteId, wanted: impl Fn(&Figure<'_>) -> bool) -> bool {
        self.on_map().iter().any(|figure| figure.site == Some(site) && wanted(figure))
    }

    fn companion(&self, name: &str) -> bool {
        let def = self.rules.definitions.get_index_of(name).expect("a card");
        let kind = self.rules.definitions[def].kind;
        self.rules.kinds.get_index(kind.index()).is_some_and(|(key, _)| &**key == "companion")
    }

    fn walks_along(&self, name: &str) -> bool {
        self.figures().iter().any(|figure| figure.name == name && figure.zone == "fellowship")
    }

    fn nation(&self, name: &str) -> EntityId {
        let def = self.rules.definitions.get_index_of(name).map(DefId::from).expect("a nation");
        self.state.entities().find(|(_, entity)| entity.def == def).map(|(id, _)| id).expect("it is in the game")
    }

    fn at_war(&self, nation: &str) -> bool {
        self.value(self.nation(nation), "steps") == Value::Number(0)
    }

    fn active(&self, nation: &str) -> bool {
        self.value(self.nation(nation), "active") == Value::Flag(true)
    }

    fn ring(&self) -> SiteId {
        match self.value(EntityId::GAME, "ring") {
            Value::Entity(handle) => self.state.site_of(self.rules, handle.id).expect("the Ring is in a region"),
            other => panic!("the Ring is nowhere: {other:?}"),
        }
    }

    /// A region and those beside it.
    fn around(&self, site: SiteId) -> BTreeSet<usize> {
        let near = self.rules.board.around(site).map(|(_, space)| space.index());
        near.chain([site.index()]).collect()
    }

    fn regions(&self) -> Vec<SiteId> {
        self.rules.board.space_ids().collect()
    }

    /// Whether an army with such a figure stands at or beside an army of the other side that has such a one.
    fn face_to_face(&self, free: impl Fn(&Figure<'_>) -> bool, dark: impl Fn(&Figure<'_>) -> bool) -> bool {
        let armies = |owner: PlayerId| self.regions().into_iter().filter(move |site| self.units(*site, owner) > 0);
        let near: Vec<BTreeSet<usize>> =
            armies(FREE).filter(|site| self.has(*site, &free)).map(|site| self.around(site)).collect();
        armies(DARK).any(|site| self.has(site, &dark) && near.iter().any(|near| near.contains(&site.index())))
    }

    fn held_by(&self, site: SiteId) -> Option<PlayerId> {
        let side = |nation: &str| match nation {
            "sauron" | "isengard" | "southrons" => Some(DARK),
            "none" => None,
            _ => Some(FREE),
        };
        match self.value(self.state.entity_at(site), "holder") {
            Value::Player(seat) => Some(seat),
            _ => side(self.nation_at(site)),
        }
    }

    fn settled(&self, site: SiteId) -> bool {
        ["town", "city", "stronghold"].contains(&self.word(self.rules.board.def(site), "settlement"))
    }

    /// What a card requires (WR-08), read from the printed text.
    fn holds(&self, card: &str) -> bool {
        let wraith = |figure: &Figure<'_>| figure.rank == "nazgul" || figure.name == "The Witch-king";
        let friend = |figure: &Figure<'_>| self.companion(figure.name);
        let with_army = |site: SiteId| self.units(site, FREE) > 0;
        let game = |name: &str| self.value(EntityId::GAME, name);
        let saruman = self.site_of(&["Saruman"]).is_some();
        let king = self.site_of(&WISE);
        let shadow_at_war = ["Sauron", "Isengard", "The Southrons"].iter().all(|nation| self.at_war(nation));

        match card {
            "Axe and Bow" => self.walks_along("Gimli") || self.walks_along("Legolas"),
            "Horn of Gondor" => self.walks_along("Boromir"),
            "Wizard's Staff" => self.walks_along("Gandalf the Grey"),
            "Challenge of the King" => {
                king.is_some_and(|site| ["gondor", "rohan"].contains(&self.nation_at(site)) && with_army(site))
            }
            "Dead Men of Dunharrow" => king.is_some_and(|site| self.nation_at(site) == "rohan"),
            "The Grey Company" => king.is_some_and(with_army),
            "House of the Stewards" => self.site_of(&["Boromir"]).is_some_and(|site| self.nation_at(site) == "gondor"),
            "The Last Battle" => self.site_of(&["Aragorn"]).is_some_and(|site| {
                with_army(site) && ["none", "sauron", "isengard", "southrons"].contains(&self.nation_at(site))
            }),
            "The Ents Awake: Treebeard" | "The Ents Awake: Huorns" | "The Ents Awake: Entmoot" => {
                self.site_of(&["Gandalf the White"]).is_some() && self.has(self.region("Fangorn"), friend)
            }
            "The Eagles are Coming!" => self.face_to_face(friend, |figure| figure.rank == "nazgul"),
            "Dreadful Spells" => self.face_to_face(|figure| figure.fights(), wraith),
            "I Will Go Alone" => {
                self.figures().iter().any(|figure| figure.zone == "fellowship" && self.companion(figure.name))
            }
            "Through a Day and a Night" => {
                self.regions().into_iter().any(|site| with_army(site) && self.has(site, friend))
            }
            "The Red Arrow" => self.active("Gondor"),
            "Paths of the Woses" => self.at_war("Rohan"),
            "Cirdan's Ships" => self.at_war("The Elves"),
            "Éomer, Son of Éomund" => self.regions().into_iter().any(|site| {
                let ours = self.nation_at(site) == "rohan" && self.held_by(site) == Some(FREE);
                ours && self.settled(site) && self.units(site, DARK) == 0
            }),
            "Orc Patrol" | "Isildur's Bane" | "Foul Thing from the Deep" | "Candles of Corpses" => {
                let free = !["none", "sauron", "isengard", "southrons"].contains(&self.nation_at(self.ring()));
                !(self.settled(self.ring()) && free)
            }
            "Cruel Weather" | "Nazgûl Search" | "The Nazgûl Strike!" => game("progress").number() > 0,
            "Morgul Wound" | "Lure of the Ring" | "The Breaking of the Fellowship" => {
                game("revealed") == Value::Flag(true)
            }
            "The Black Captain Commands" | "Return of the Witch-king" => self.site_of(&["The Witch-king"]).is_some(),
            "The King is Revealed" => self.site_of(&["Aragorn"]).is_some(),
            "Grond, Hammer of the Underworld" => {
                self.site_of(&["The Witch-king"]).is_some_and(|site| self.besieged(site))
            }
            "The Palantír of Orthanc" | "Wormtongue" | "A New Power is Rising" => saruman,
            "The Fighting Uruk-hai" => {
                let orcs = |figure: &Figure<'_>| figure.nation == "isengard" && figure.fights();
                saruman && self.regions().into_iter().any(|site| self.besieged(site) && self.has(site, orcs))
            }
            "Denethor's Folly" => self.besieged(self.region("Minas Tirith")),
            "Return to Valinor" => self.regions().into_iter().any(|site| {
                let stronghold = self.word(self.rules.board.def(site), "settlement") == "stronghold";
                stronghold && self.nation_at(site) == "elves" && self.held_by(site) == Some(DARK)
            }),
            "The Day Without Dawn" | "The Shadow is Moving" | "Musterings of Long-planned War" => shadow_at_war,
            "Stormcrow" => {
                let lands = [("dwarves", "The Dwarves"), ("elves", "The Elves"), ("gondor", "Gondor")];
                let lands = lands.into_iter().chain([("north", "The North"), ("rohan", "Rohan")]);
                let near = |key: &str| {
                    let strolls = |figure: &Figure<'_>| figure.site.is_some_and(|site| self.nation_at(site) == key);
                    self.nation_at(self.ring()) == key
                        || self.on_map().iter().any(|figure| strolls(figure) && self.companion(figure.name))
                };
                lands.into_iter().any(|(key, name)| !self.at_war(name) && near(key))
            }
            "Corsairs of Umbar" | "Hordes from the East" => self.at_war("The Southrons"),
            "Rage of the Dunlendings" | "Half-orcs and Goblin-men" => self.at_war("Isengard"),
            "Hill-Trolls" | "Olog-hai" | "Pits of Mordor" => self.at_war("Sauron"),
            _ => true,
        }
    }

    /// Whether a card that lies on the table may lie there still (WR-14, WR-16).
    fn may_stay(&self, card: &str) -> bool {
        let requires = ["Axe and Bow", "Horn of Gondor", "Wizard's Staff", "The Last Battle", "Denethor's Folly"];
        match card {
            "Wormtongue" => self.holds(card) && !self.active("Rohan"),
            "The Palantír of Orthanc" => self.holds(card),
            card if requires.contains(&card) => self.holds(card),
            _ => true,
        }
    }

    fn table_is_clean(&self, asked: &Prompt) {
        for figure in self.figures().iter().filter(|figure| figure.zone == "table") {
            let may_stay = self.may_stay(figure.name);
            assert!(may_stay, "{} should have left the table, while {:?} is asked", figure.name, self.question(asked));
        }
    }

    /// What is asked, as it is written.
    fn question(&self, asked: &Prompt) -> String {
        match asked.question {
            Question::Choose(word) => self.rules.words.text(word).to_string(),
            other => format!("{other:?}"),
        }
    }

    /// How many figures there are of each sort, wherever they are.
    fn census(&self) -> BTreeMap<(PlayerId, &'a str), u32> {
        let mut census = BTreeMap::new();
        for figure in self.figures().iter().filter(|figure| !figure.rank.is_empty()) {
            *census.entry((figure.owner, figure.name)).or_default() += figure.count;
        }
        census
    }

    /// WR-12, WR-22, WR-26, WR-30, WR-34, WR-38: when an action is asked for everything is settled.
    fn limits_hold(&self) {
        let figures = self.figures();
        let count = |site: SiteId, owner: PlayerId, zone: &str, rank: fn(&Figure<'_>) -> bool| -> u32 {
            let there = figures.iter().filter(|figure| figure.site == Some(site) && figure.zone == zone);
            there.filter(|figure| figure.owner == owner && rank(figure)).map(|figure| figure.count).sum()
        };
        for site in self.regions() {
            let name = self.name(self.rules.board.def(site));
            let [free, dark] = [FREE, DARK].map(|owner| {
                let units = ["field", "castle"].map(|zone| count(site, owner, zone, |figure| figure.fights()));
                assert!(units[0] <= 10 && units[1] <= 5, "{name}: {units:?} units");
                assert!(units[0] == 0 || units[1] == 0, "{name}: an army is in two places");
                units
            });
            assert!(free[0] == 0 || dark[0] == 0, "{name}: two armies in one region");
            assert!(free[1] == 0 || dark[0] > 0, "{name}: who besieges it?");
            assert!(dark[1] == 0 || free[0] > 0, "{name}: who besieges it?");
            let leaders: u32 =
                ["field", "castle"].iter().map(|zone| count(site, FREE, zone, |figure| figure.rank == "leader")).sum();
            assert!(leaders == 0 || free[0] + free[1] > 0, "{name}: a Leader without an army");
        }
        for owner in [FREE, DARK] {
            let hand = figures.iter().filter(|figure| figure.zone == "hand" && figure.owner == owner).count();
            assert!(hand <= 6, "{hand} cards in a hand");
        }
    }
}

/// What was seen in the games.
#[derive(Default)]
struct Seen {
    played: BTreeMap<String, u32>,
    laid: u32,
    census: BTreeMap<(PlayerId, String), u32>,
}

/// Plays at random, and looks at the table whenever somebody is asked.
struct Watch {
    luck: Random,
    seen: Rc<RefCell<Seen>>,
}

impl Decider for Watch {
    fn decide(&mut self, asked: &Prompt, game: &Game, rules: &Rules) -> Option<Answer> {
        let table = Table { rules, state: game.state() };
        let mut seen = self.seen.borrow_mut();
        table.table_is_clean(asked);
        seen.laid += table.figures().iter().filter(|figure| figure.zone == "table").count() as u32;
        let census: BTreeMap<_, _> =
            table.census().into_iter().map(|((owner, name), count)| ((owner, name.to_string()), count)).collect();
        if seen.census.is_empty() {
            seen.census = census;
        } else {
            assert_eq!(seen.census, census, "figures are conserved");
        }
        if matches!(asked.question, Question::Act { .. }) && in_actions(rules, asked.question) {
            table.limits_hold();
        }
        let answer = self.luck.decide(asked, game, rules)?;
        if let Some(card) = played(&table, asked, &answer) {
            assert!(table.holds(card), "{card} is played, and what it requires does not hold");
            *seen.played.entry(card.to_string()).or_default() += 1;
        }
        Some(answer)
    }
}

fn in_actions(rules: &Rules, question: Question) -> bool {
    let Question::Act { window, .. } = question else { return false };
    rules.windows.get_index(window.index()).is_some_and(|(key, _)| &**key == "actions")
}

/// The event card that an answer plays, by a die or without one.
fn played<'a>(table: &Table<'a>, asked: &Prompt, answer: &Answer) -> Option<&'a str> {
    let option = &asked.options[usize::from(*answer.options().first()?)];
    let plays = match (option, asked.question) {
        (Choice::Use { action, .. }, _) => {
            table.rules.actions.get_index(action.index()).is_some_and(|(key, _)| &**key == "play")
        }
        (Choice::Entity(..), Question::Choose(word)) => table.rules.words.text(word) == "play which card without a die",
        _ => false,
    };
    plays.then(|| table.name(table.state.entity(option.entity()).def))
}

fn watched(seats: u8, seeds: std::ops::Range<u64>) -> Seen {
    let game = ruleset();
    let host = game.host();
    let seen = Rc::new(RefCell::new(Seen::default()));
    for seed in seeds {
        let begin = game.begin(&Begin::new(seats, seed)).expect("so many can play");
        let watch = Watch { luck: Random::new(seed), seen: Rc::clone(&seen) };
        let mut table = game.table(&host, begin, Box::new(watch));
        while table.step().is_none() {}
        assert!(table.state().outcome().is_some(), "seed {seed}: it comes to an end");
        let broken = table.game().check_invariants(game.rules());
        assert!(broken.is_empty(), "{broken:?}");
    }
    seen.take()
}

#[test]
fn games_of_two_hold() {
    let seen = watched(2, 1..9);
    let count: u32 = seen.played.values().sum();
    assert!(count > 100 && seen.played.len() > 30, "few cards were played: {:?}", seen.played);
    assert!(seen.laid > 100, "few cards lay on the table");
}

#[test]
fn games_of_three_and_four_hold() {
    assert!(watched(3, 1..3).played.len() > 10 && watched(4, 1..3).played.len() > 10, "few cards were played");
}
