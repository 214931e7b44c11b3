//! How a game looks: what packs say about it, with defaults for everything else. Only clients read it; nothing here can
//! change what happens in a game.

use super::DeclMap;
use serde::Serialize;

/// How a game looks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Looks {
    /// The look of each kind.
    pub kinds: DeclMap<KindLook>,
    /// The look of each zone.
    pub zones: DeclMap<ZoneLook>,
    /// What is said of seats, by their letters.
    pub seats: DeclMap<SeatLook>,
    /// The facts that are shown of each player, with their titles; the client chooses if there are none.
    pub columns: DeclMap<Box<str>>,
    /// The look of the board.
    pub board: BoardLook,
    /// The picture of a card, by the name of the card: its path from the root.
    pub art: DeclMap<Box<str>>,
}

/// How cards of a kind look. Fields are named by the keys of attributes and values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KindLook {
    /// One of the named hues, or `#rrggbb`.
    pub colour: Box<str>,
    /// The colour of text on a colour that is not a named hue.
    pub ink: Option<Box<str>>,
    /// The sign that tells the kind without its colour.
    pub icon: LookIcon,
    /// The hues of cards that differ from the others of their kind.
    pub tint: Option<LookBy<Box<str>>>,
    /// Their signs.
    pub icons: Option<LookBy<LookIcon>>,
    /// The field in the upper corner.
    pub badge: Option<Box<str>>,
    /// The field in the lower left corner.
    pub left: Option<Box<str>>,
    /// The field in the lower right corner.
    pub right: Option<Box<str>>,
    /// The field at the foot.
    pub foot: Option<Box<str>>,
    /// The fields above the text; the client chooses if nothing is said.
    pub tags: Option<Vec<Box<str>>>,
    /// The picture of cards that have none of their own: its path from the root.
    pub art: Option<Box<str>>,
}

/// A sign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LookIcon {
    /// The data of an SVG path in a square of 12.
    Path(Box<str>),
    /// A letter.
    Letter(Box<str>),
}

/// How the cards of a zone lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ZoneForm {
    /// Side by side, as in a hand.
    Fan,
    /// Side by side.
    Row,
    /// On top of each other.
    Pile,
    /// In rows of different lengths.
    Pyramid,
    /// In rows of the same length.
    Grid,
    /// Away from the table, opened when wanted.
    Drawer,
    /// What waits to resolve; of each player, in the middle of the table, in front of whose it is.
    Stack,
    /// On the spaces or joints of the board.
    Board,
    /// Not shown.
    Hidden,
}

/// Where a zone lies among those of its player, or of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ZoneSide {
    /// At the left.
    Left,
    /// Between left and right.
    Middle,
    /// At the right.
    Right,
}

/// How a zone looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ZoneLook {
    /// How its cards lie.
    pub form: ZoneForm,
    /// Where it lies.
    pub place: ZoneSide,
    /// The attribute that numbers the place of a card in a pyramid or grid, from 1 on.
    pub slot: Option<Box<str>>,
    /// The lengths of the rows of a pyramid.
    pub rows: Vec<u8>,
    /// The length of the rows of a grid.
    pub columns: u8,
}

/// How a seat is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SeatLook {
    /// What it is called.
    pub title: Option<Box<str>>,
    /// Its hue.
    pub colour: Option<Box<str>>,
}

/// What a board is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardForm {
    /// Hexagons side by side.
    Hexagons,
    /// Regions with borders.
    Map,
}

/// How the board looks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BoardLook {
    /// What it is drawn as.
    pub form: Option<BoardForm>,
    /// Where spaces are drawn, by name: how far along, how far down. The places of the board's file hold for the others.
    pub at: DeclMap<(i32, i32)>,
    /// The hues of spaces.
    pub tint: Option<LookBy<Box<str>>>,
    /// The signs of spaces.
    pub icons: Option<LookBy<LookIcon>>,
    /// The number that is written on a space, unless it is 0.
    pub note: Option<Box<str>>,
}

/// Something that depends on what an attribute says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LookBy<T> {
    /// The attribute.
    pub by: Box<str>,
    /// What holds for each word.
    pub of: DeclMap<T>,
}
