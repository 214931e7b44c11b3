//! Keys of how a game looks.

use super::row::*;
use cardwright_kernel::rules::{BoardForm, ZoneForm, ZoneSide};

table! {
    /// `look.toml`: how a game looks.
    look = "a look" {
        /// The face of the cards of all kinds that have these fields.
        card: Inner(&card_look::TABLE);
        /// For each kind what it looks like.
        kinds: Named(&kind_look::TABLE), keyed &["kind"];
        /// Icons by name: the data of an SVG path in a square of 12.
        icons: Entries(&[ValueShape::Text]);
        /// For each zone how it lies.
        zones: Named(&zone_look::TABLE), keyed &["zone"];
        /// For each seat what it looks like.
        seats: Named(&seat_look::TABLE);
        /// What is shown of players.
        players: Inner(&player_look::TABLE);
        /// What the board is drawn as.
        board: Inner(&board_look::TABLE);
        /// For each card the path of its picture inside of the pack.
        art: Entries(&[ValueShape::Text]), keyed &["card"];
    }

    /// Which fields stand where on a card.
    face = "a face" {
        /// The field in the upper corner.
        badge: Text, names &["attribute"];
        /// The field in the lower left corner.
        left: Text, names &["attribute"];
        /// The field in the lower right corner.
        right: Text, names &["attribute"];
        /// The field at the lower edge.
        foot: Text, names &["attribute"];
        /// The fields above the text.
        tags: Texts, names &["attribute"];
    }

    /// The face of cards of all kinds.
    card_look = "the face of cards" with face {}

    /// How cards of a kind look.
    kind_look = "the look of a kind" with face {
        /// A hue, or `#rrggbb` with an `ink`.
        colour: Text;
        /// The colour of text on `colour`.
        ink: Text;
        /// A shape, a character, or an icon of the pack.
        icon: Text;
        /// The path of a picture inside of the pack.
        art: Text;
        /// Hues by an attribute.
        tint: Inner(&hues::TABLE);
        /// Icons by an attribute.
        icons: Inner(&icons::TABLE);
    }

    /// Hues by an attribute.
    hues = "the hues of things" with by_attribute {}

    /// Icons by an attribute.
    icons = "the icons of things" with by_attribute {}

    /// What differs by an attribute.
    by_attribute = "the looks of things" {
        /// The attribute.
        by: Text, required, names &["attribute"];
        /// A hue or an icon for each of its words.
        of: Entries(&[ValueShape::Text]);
    }

    /// How the cards of a zone lie, and where.
    zone_look = "the look of a zone" {
        /// `"fan"`, `"row"`, `"pile"`, `"pyramid"`, `"grid"`, `"drawer"`, `"stack"` or `"hidden"`.
        r#as: OneOf<ZoneForm>(&ZONE_FORMS);
        /// `"left"`, `"middle"` or `"right"` among the zones of a player.
        place: OneOf<ZoneSide>(&ZONE_SIDES);
        /// The attribute that numbers places from 1 on.
        slot: Text, names &["attribute"];
        /// How many places each row of a pyramid has.
        rows: Value(&[ValueShape::Numbers]);
        /// How many columns a grid has.
        columns: Number(1, LONGEST_ROW);
    }

    /// How a seat looks.
    seat_look = "the look of a seat" {
        /// What it is called.
        title: Text;
        /// Its hue.
        colour: OneOf<&'static str>(&SEAT_COLOURS);
    }

    /// What is shown of players.
    player_look = "the look of players" {
        /// Which facts are shown of players, and under which title.
        columns: Entries(&[ValueShape::Text]), keyed &["attribute"];
    }

    /// What a board is drawn as.
    board_look = "the look of a board" {
        /// `"map"` or `"hexagons"`.
        r#as: OneOf<BoardForm>(&BOARD_FORMS);
        /// Where spaces are drawn, if not where the board has them: `{ "Moria" = [12, 20] }`.
        at: Entries(&[ValueShape::Numbers]);
        /// Hues of spaces, by an attribute.
        tint: Inner(&hues::TABLE);
        /// Icons of spaces, by an attribute.
        icons: Inner(&icons::TABLE);
        /// The number that is written on a space.
        note: Text, names &["attribute"];
    }
}

/// The longest row of a pyramid or grid, and the most rows of a pyramid.
pub(crate) const LONGEST_ROW: i64 = 20;

/// The hues of seats.
const SEAT_COLOURS: [(&str, &str); 6] = [
    ("cobalt", "cobalt"),
    ("ember", "ember"),
    ("fern", "fern"),
    ("violet", "violet"),
    ("amber", "amber"),
    ("slate", "slate"),
];

const ZONE_FORMS: [(&str, ZoneForm); 8] = [
    ("fan", ZoneForm::Fan),
    ("row", ZoneForm::Row),
    ("pile", ZoneForm::Pile),
    ("pyramid", ZoneForm::Pyramid),
    ("grid", ZoneForm::Grid),
    ("drawer", ZoneForm::Drawer),
    ("stack", ZoneForm::Stack),
    ("hidden", ZoneForm::Hidden),
];

const ZONE_SIDES: [(&str, ZoneSide); 3] =
    [("left", ZoneSide::Left), ("middle", ZoneSide::Middle), ("right", ZoneSide::Right)];

const BOARD_FORMS: [(&str, BoardForm); 2] = [("hexagons", BoardForm::Hexagons), ("map", BoardForm::Map)];
