//! What can fail in a script, beside what the kernel says of it ([`cardwright_kernel::faults`](mod@cardwright_kernel::faults)).

use crate::sandbox::{CALL_LEVELS, LIST_SIZE, MAP_SIZE, TEXT_SIZE};
use cardwright_kernel::faults;
use cardwright_kernel::limits::CALL_WORK;

faults! {
    "check that the list is not empty before `choose`, or let nothing be chosen, with `may_choose`" {
        nothing_to_choose(question) "there is nothing to choose from: `{question}`";
        everything_ruled_out(question) "everything is ruled out: `{question}`";
    }
    "the bounds of the question are wrong" {
        choice_out_of_bounds(from, to, question) "nobody can choose from {from} to {to} things: `{question}`";
        number_out_of_bounds(from, to, question) "there is no number from {from} to {to}: `{question}`";
        caps_missing(question) "there must be one cap for each option: `{question}`";
        cap_not_number(given) "a cap is a number, not {given}";
        dice_out_of_bounds() "up to 100 dice can be rolled";
        sides_out_of_bounds() "up to 100 dice with 1 to 1000 sides can be rolled";
        extra_turns_below_none(turns) "nobody has {turns} extra turns";
    }
    "offer cards, items, effects, players, spaces, zones, numbers, texts or lists of cards; ask everybody once" {
        cannot_be_chosen(thing) "{thing} cannot be chosen";
        group_not_cards() "only a list of cards can be an option";
        group_empty() "a list without cards cannot be an option";
        rules_out_nothing() "what rules options out is a card, an effect or a text";
        asked_twice() "nobody is asked twice at the same time";
    }
    "something is of another type, or is `()`: compare with `!= ()` first" {
        type_mismatch(found, wanted) "here stands {found}, where {wanted} is wanted";
        property_unreadable(property, thing) "`{property}` of {thing} cannot be read";
        property_unsettable(property, thing) "`{property}` of {thing} cannot be set like this";
        verb_not_for(verb, things) "there is no `{verb}` for {things}";
        verb_unknown(verb) "there is no `{verb}`";
        no_elements(thing) "{thing} has no elements";
        not_iterable() "For loop expects iterable type";
        no_card(thing) "{thing} is no card";
        not_players(thing) "this must be a list of players, and {thing} is in it";
        sum_of_others(thing) "a sum needs numbers, not {thing}";
        not_ordered(verb, thing) "`{verb}` cannot order by {thing}";
        not_ordered_together(verb) "`{verb}` cannot order numbers, texts and flags together";
        not_compared(kind) "there is no `==` for {kind} and {kind}";
        part_for(thing) "a part of a value cannot be for {thing}";
        attached_to_other(thing) "a card is attached to a card, not to {thing}";
        owner_other(thing) "a card is a player's or nobody's, not {thing}'s";
        closure_gives(verb, wanted, found) "the closure of `{verb}` must give {wanted}, not {found}";
        function_gives(wanted, given) "this function must give {wanted}, not {given}";
        cannot_be(thing, what) "{thing} cannot be {what}";
        form_other(thing) "a card turns to a form, by its key, or to its own side with `()`, not to {thing}";
    }
    "ask how long the list is, or what keys the map has" {
        no_such_element(len, index) "the list has {len} elements, and none at {index}";
        no_such_entry(key) "Property not found: {key}";
    }
    "check the numbers before they are computed with" {
        overflow() "integer overflow";
        arithmetic(what, one, symbol, other) "{what}: {one} {symbol} {other}";
        sum_too_large() "this sum is too large";
    }
    "write texts out: they are read with the packs" {
        text_unknown(text) "`{text}` stands in no file of the packs: write such texts out, do not put them together";
        manner_unknown(said, known) "`{said}` is no way to do that: write {known}";
    }
    "fill in each name of the text, and nothing else: see [what is filled into texts](rules.md#what-is-filled-into-texts)" {
        blank_unknown(text, name) "`{text}` has no name `{{{name}}}`";
        blank_missing(name, text) "nothing is given for `{{{name}}}` in `{text}`";
        line_of_many(line) "the line `{line}` is not about one thing: say which is which in a map";
        question_not_text(thing) "a question is a text, or a map with one, and not {thing}";
        question_without_text() "a question that is a map has its text under `ask`";
        text_malformed(text, what) "`{text}`: {what}";
    }
    "declare it, or look at how it is spelt" {
        name_unknown(what, name) "there is no {what} `{name}`";
        thing_unknown(thing) "there is no thing `{thing}`";
        pieces_unknown(name) "there are no counted pieces `{name}`";
        form_unknown(card, name) "`{card}` has no form `{name}`";
        dice_unknown(name) "there are no dice `{name}`";
        space_unknown(name) "the board has no space `{name}`";
        method_unknown(name) "the ruleset declares no method `{name}`";
        procedure_unknown(name) "the ruleset has no procedure `{name}`";
        line_unknown(name) "the ruleset has no line `{name}`";
        function_unknown(name) "the ruleset's script has no function `{name}`";
        dialogue_unknown(name) "the ruleset's script has no function `{name}(player, value)`";
        attribute_missing(thing, name) "{thing} has no attribute of this name: `{name}`";
        attribute_unchanging(thing, name) "{thing} has no attribute that changes: `{name}`";
        draw_pile_unknown() "no zone says where cards are drawn to: write `drawn_to`";
    }
    "the attribute has another type, or too little room" {
        attribute_cannot_become(attribute, value) "`{attribute}` cannot become {value}: that is not one of its values";
        attribute_cannot_be(thing) "an attribute cannot be {thing}";
        attribute_value_unknown(thing, attribute) "{thing} is no value of `{attribute}`";
        local_not_running(attribute, procedure)
            "`{attribute}` is a local value of `{procedure}`, which does not go on";
        numbers_too_many(len, most) "a list of {len} numbers is too long for an attribute, which holds {most} at most";
        number_too_large(len, largest) "a number is too large for an attribute that holds {len}: each is at most {largest}";
    }
    "say which zone is meant" {
        zone_of_uses(zone) "cards lie in `{zone}` only while their uses wait";
        zone_on_board(zone) "the zone `{zone}` lies on the board: say on which space or joint";
        zone_elsewhere(zone) "the zone `{zone}` does not lie there";
        joint_elsewhere() "this joint does not end at that space";
        board_without_sides() "the spaces of this board have no sides";
    }
    "cards and counted pieces have verbs of their own: see [what belongs to nobody](commons.md)" {
        only_pieces_replaced() "only counted pieces can be replaced: move a card with `move_to`";
        only_pieces_in_part() "only counted pieces can be moved in part: move a card with `move_to`";
        pieces_not_taken() "counted pieces are moved with `pile.move_to(zone, amount)`";
        pile_controlled() "a pile of pieces belongs to whose zone it lies in, or to its owner";
        pile_owned() "a pile keeps its owner";
        pieces_attached() "pieces are attached to nothing, and nothing to them";
        attached_to_itself() "a card cannot be attached to itself, nor to what is attached to it";
    }
    "do not keep `event`; what happens instead is said by a listener with `when = \"instead\"`" {
        event_over() "an event is known only while its listener runs";
        event_past()
            "what has happened can be neither stopped nor changed: declare the listener with `when = \"instead\"`";
        event_without_way() "only a card that is about to go somewhere can be sent elsewhere";
    }
    "hand on less, or keep it in an attribute" {
        carried_too_much(things, bytes, done) "more than {things} things, or {bytes} bytes of text, cannot be {done} together";
        carried_too_deep(most, done) "lists and maps more than {most} deep in each other cannot be {done}";
        text_too_large() "a text grows too large: it may have {TEXT_SIZE} bytes, and so may all texts of a list or map together";
        list_too_large() "a list grows too large: it may have {LIST_SIZE} elements, those of lists in it counted";
        map_too_large() "a map grows too large: it may have {MAP_SIZE} entries, those of maps in it counted";
    }
    "a loop or a recursion runs too long: go through a list, and see [the limits](limits.md)" {
        call_exhausted() "this script does not come to an end: it took more than {CALL_WORK} operations";
        levels_exhausted()
            "functions call each other too deeply: up to {CALL_LEVELS} may be inside each other; go through a list with a loop instead";
    }
    "a function is called with as many values as it takes" {
        arguments_wrong() "a function is given more or fewer values than it takes";
    }
    "it is what the script says with `throw`" {
        thrown(message) "{message}";
    }
    "please report it" {
        engine_failed() "the engine itself failed here: please report it";
        function_gone() "there is no such function";
        closure_foreign() "a closure of another evaluator cannot be called";
        nothing_reads() "nothing reads this";
        nothing_sets() "nothing sets this";
    }
}
