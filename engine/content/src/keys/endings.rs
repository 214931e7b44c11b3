//! Keys of how a game ends, of what a position is worth, and of what the rules tell.

use super::row::*;
use cardwright_kernel::limits::SET_OFF;
use cardwright_kernel::rules::{Ending, Repetition};

table! {
    /// What counts at the end, and what breaks ties.
    result = "a result" {
        /// The points: a value of players, or a number attribute.
        score: Text, required;
        /// What decides between players with equally many points, in this order: values or attributes, of which the larger wins.
        ties: Texts;
        /// `true`: the lowest score wins.
        lowest: FlagOr(false);
    }

    /// After how many turns a game ends.
    turn_limit = "a limit of turns" with ending {
        /// After how many turns of all players together the game ends: a number, or the name of an option, of an attribute or of
        /// a value of the game.
        turns: Value(&[ValueShape::Number, ValueShape::Text]), required;
    }

    /// How often a position may come up.
    repetition = "an end by repetition" with ending {
        /// The game ends when a position comes up for so many times, from 2 to 1000.
        times: Number(2, Repetition::REMEMBERED as i64), required;
        /// The zones whose cards make the position.
        zones: Texts, names &["zone"];
        /// The changing attributes that make it, none of them secret: of the game, of players, of the board, and of cards in
        /// those zones.
        attributes: Texts, names &["attribute"];
    }

    /// How long a loop may go on.
    loops = "an end of loops" with ending {
        /// How many things may be set off in a row, from 1 to 2000; if one more is, the game ends.
        times: Number(1, SET_OFF as i64), required;
    }

    /// How a game ends by itself.
    ending = "an ending" {
        /// The reason that people read.
        why: Text, required;
        /// `"draw"`; `"score"`: by points; `"defeat"`: everybody loses.
        ends: FirstOf<Ending>(&ENDINGS);
    }

    /// What a position is worth before the game is over.
    worth = "what a position is worth" {
        /// What a position is worth to a player: a value of players, which a script can compute, or a number attribute.
        value: Text, required;
        /// How far ahead of the best of the others a player has nearly won.
        scale: Number(1, u32::MAX as i64), required;
        /// `true`: less is better.
        lowest: FlagOr(false);
    }

    /// What the published rules tell of hidden cards.
    told = "what is told" {
        /// The number of the rule, or the card that says it.
        rule: Text, required;
        /// What is told, for people.
        what: Text, required;
        /// The names of the cards of which it is told.
        cards: Texts, default "any", names &["card"];
        /// The kinds of cards of which it is told.
        kinds: Texts, default "any", names &["kind"];
        /// The questions by which it is told: one of them is open.
        questions: Texts;
        /// The phases in which it is told.
        phases: Texts, names &["phase"];
        /// `true`: only when the game is over.
        over: FlagOr(false);
    }
}

const ENDINGS: [(&str, Ending); 3] = [("draw", Ending::Draw), ("score", Ending::Score), ("defeat", Ending::Defeat)];
