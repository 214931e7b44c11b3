//! What came of many games, as people read it: in lines of at most 80 columns.

use super::Arguments;
use crate::out::Out;
use crate::wrap::wrapped;
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::ids::PlayerId;
use cardwright_rulings::sim::{CardTally, CurvePoint, Plan, Share, SimTally, Spread};
use std::time::Duration;

/// How many functions the profile shows.
const FUNCTIONS: usize = 30;

/// How many points a curve has at most.
const POINTS: usize = 24;

/// How wide lines are.
const COLUMNS: usize = 80;

/// How wide the names of cards and deciders may be.
const NAME: usize = 30;

impl Arguments {
    pub(super) fn print(&self, ruleset: &Ruleset, plan: &Plan, tally: &SimTally, took: Duration, out: &mut Out) {
        let title = &ruleset.rules().title;
        let last = plan.seed.wrapping_add(tally.games.saturating_sub(1));
        out.line(format_args!(
            "{} game{} of {title}, {} players, seeds {} to {last}",
            tally.games,
            if tally.games == 1 { "" } else { "s" },
            plan.players,
            plan.seed
        ));
        out.line(format_args!(
            "speed   {:.1} s, {:.1} games/s, {:.0} decisions/s",
            took.as_secs_f64(),
            super::per_second(tally.games, took),
            super::per_second(tally.decisions, took)
        ));
        let Spread { min, median, mean, max } = tally.turns();
        out.line(format_args!("turns   {min} to {max}, median {median}, mean {mean:.1}"));
        let share = |count: u64| format!("{count} ({:.1}%)", 100.0 * count as f64 / tally.games.max(1) as f64);
        let drawn = (tally.drawn > 0).then(|| format!("nobody {}", share(tally.drawn)));
        let wins = tally.wins().map(|(seat, wins)| format!("{seat} {}", share(wins))).chain(drawn);
        out.line(format_args!("wins    {}", wins.collect::<Vec<_>>().join(", ")));
        let scores = tally.scores().map(|(player, min, mean, max)| format!("{player} {min} to {max}, mean {mean:.1}"));
        let scores: Vec<String> = scores.collect();
        if !scores.is_empty() {
            out.line(format_args!("points  {}", scores.join("; ")));
        }
        let endings = tally.endings.iter().map(|(why, count)| format!("{why} {}", share(*count)));
        let endings = format!("endings {}", endings.collect::<Vec<_>>().join(", "));
        out.line(wrapped(&endings, COLUMNS));
        if tally.by_itself > 0 {
            out.line(format_args!(
                "stale   {} by a limit of turns, by repetition or by a loop",
                share(tally.by_itself)
            ));
        }
        if plan.digest {
            out.line(format_args!("digest  {}", tally.digest()));
        }
        print_seats(tally, out);
        print_contenders(tally, out);
        match self.effects {
            true => print_effects(tally, out),
            false => print_uses(tally, out),
        }
        if plan.curves {
            print_curves(&tally.curves.points(), out);
        }
        print_profile(tally, took * plan.threads as u32, out);
    }
}

/// `53.2 % (46.3 to 60.0)`; a dash without games.
pub(super) fn shown(share: &Share) -> String {
    if share.games() == 0 {
        return "    –".to_owned();
    }
    let (low, high) = share.interval();
    format!("{:5.1} % ({:.1} to {:.1})", 100.0 * share.mean(), 100.0 * low, 100.0 * high)
}

/// A score with its doubt, and a star where chance alone hardly explains how far it is from the usual one.
fn brief(share: &Share, usual: f64) -> String {
    if share.games() == 0 {
        return format!("{:>7} {:>12}", "", "");
    }
    let star = if share.differs_from(usual) { '*' } else { ' ' };
    format!("{:>7} {:>5.1} ±{:<4.1}{star}", share.games(), 100.0 * share.mean(), 100.0 * share.doubt())
}

/// A name that is not wider than its column.
pub(super) fn fitted(name: &str, width: usize) -> String {
    match name.chars().count() > width {
        true => format!("{}…", name.chars().take(width - 1).collect::<String>()),
        false => format!("{name:<width$}"),
    }
}

/// The score of each seat; the first player's says how much it is worth to begin.
fn print_seats(tally: &SimTally, out: &mut Out) {
    out.line("\nseat   score");
    for (seat, of) in tally.seats().iter().enumerate() {
        let place = of.place().map(|place| format!("   mean place {place:.2}")).unwrap_or_default();
        let differs = if of.score.differs_from(tally.usual()) { "  *" } else { "" };
        out.line(format_args!("{:<5} {}{place}{differs}", PlayerId(seat as u8).letter(), shown(&of.score)));
    }
}

fn print_contenders(tally: &SimTally, out: &mut Out) {
    let all: Vec<_> = tally.contenders().collect();
    let Some((_, _, seats)) = all.first() else { return };
    let letters = (0..seats.len()).map(|seat| format!("   as {}", PlayerId(seat as u8).letter()));
    out.line(format_args!("\n{} score{:18}{}", fitted("decider", NAME), "", letters.collect::<String>()));
    for (name, score, seats) in &all {
        let seats = seats.iter().map(|seat| match seat.games() {
            0 => format!("{:>7}", "–"),
            _ => format!("{:>7.1}", 100.0 * seat.mean()),
        });
        out.line(format_args!("{}{:<24}{}", fitted(name, NAME), shown(score), seats.collect::<String>()));
    }
}

/// The cards with what they came to, those first that were best for the players who played them.
fn print_effects(tally: &SimTally, out: &mut Out) {
    let mut cards: Vec<(&str, &CardTally)> = tally.cards().filter(|(_, card)| card.is_met()).collect();
    cards.sort_by(|(one, a), (other, b)| {
        let key = |card: &CardTally| if card.played.games() > 0 { card.played.mean() } else { card.drawn.mean() };
        key(b).total_cmp(&key(a)).then_with(|| one.cmp(other))
    });
    let gains = cards.iter().any(|(_, card)| card.gained.games() > 0);
    let draws = cards.iter().any(|(_, card)| card.drawn.games() > 0);
    let columns = [("played", true), ("drawn", draws), ("gained", gains)];
    let width = if gains && draws { 17 } else { NAME };
    let heads = columns.iter().filter(|(_, shows)| *shows).map(|(head, _)| format!("{head:>7} {:<12}", "score"));
    out.line(format_args!("\n{}{}", fitted("card", width), heads.collect::<String>().trim_end()));
    let usual = tally.usual();
    for (name, card) in &cards {
        let shares = [(&card.played, true), (&card.drawn, draws), (&card.gained, gains)];
        let shares = shares.iter().filter(|(_, shows)| *shows).map(|(share, _)| brief(share, usual));
        out.line(format_args!("{}{}", fitted(name, width), shares.collect::<String>().trim_end()));
    }
    out.line(format_args!(
        "Scores of those who played, drew or gained a card at least once in a game; a *\nlies off {:.1} % by more than chance \
         explains in 95 of 100 cases. Of many\ncards, some do so by chance.",
        100.0 * usual
    ));
    print_never(tally, out);
}

fn print_uses(tally: &SimTally, out: &mut Out) {
    out.line("\ncards used");
    for (name, count) in tally.uses().into_iter().filter(|(_, count)| *count > 0) {
        out.line(format_args!("{count:>8} {name}"));
    }
    print_never(tally, out);
}

fn print_never(tally: &SimTally, out: &mut Out) {
    let never: Vec<&str> = tally.uses().into_iter().filter(|(_, count)| *count == 0).map(|(name, _)| name).collect();
    if !never.is_empty() {
        out.line(wrapped(&format!("   never {}", never.join(", ")), COLUMNS));
    }
}

fn print_curves(points: &[CurvePoint], out: &mut Out) {
    let players = points.iter().map(|point| point.worth.len()).max().unwrap_or(0);
    let letters = (0..players).map(|player| format!("{:>9}", format!("worth {}", PlayerId(player as u8).letter())));
    let ahead = if players > 0 { "   who is ahead" } else { "" };
    out.line(format_args!("\n turn   games  decisions{}{ahead}", letters.collect::<String>()));
    let step = points.len().div_ceil(POINTS).max(1);
    for point in points.iter().step_by(step) {
        let worth = point.worth.iter().map(|worth| format!("{worth:>9.1}")).collect::<String>();
        let ahead = match point.leader.games() {
            0 => String::new(),
            _ => format!("   {:.1} ±{:.1} %", 100.0 * point.leader.mean(), 100.0 * point.leader.doubt()),
        };
        out.line(format_args!("{:>5} {:>7} {:>10.1}{worth}{ahead}", point.turn, point.games, point.decisions));
    }
}

/// What functions took, of the time of all threads together.
fn print_profile(tally: &SimTally, took: Duration, out: &mut Out) {
    let all = tally.profile.took(tally.rules());
    if all.is_empty() {
        return;
    }
    out.line("\ntime by function\n   share    calls  µs/call");
    for one in all.iter().take(FUNCTIONS) {
        let share = 100.0 * one.seconds / took.as_secs_f64();
        let each = 1e6 * one.seconds / one.calls as f64;
        out.line(format_args!("{share:>7.1}% {:>8} {each:>10.1}  {} in {}", one.calls, one.function, one.script));
    }
}
