//! Keys of a board.

use super::row::*;

/// The largest number of sides of a space.
pub const MOST_SIDES: i64 = 24;

table! {
    /// `board.toml`: spaces, and the joints between them.
    board = "a board" {
        /// How many sides a space has, numbered clockwise from 0. Each joint then names a side at each of its ends, and no two
        /// joints share a side. Without `sides`, joints have no position.
        sides: Number(1, MOST_SIDES);
        /// The kind of every space that has no `kind` of its own.
        kind: Text, names &["kind"];
        /// The kind of every joint that has no `kind` of its own.
        joint: Text, names &["kind"];
        /// The attribute of a card that says by how many sides it is turned on its space.
        rotation: Text, names &["attribute"];
        /// Names of spaces, each with what is printed on it.
        spaces: Named(&space::TABLE), required;
        /// The joints.
        joints: Tables(&joint::TABLE);
    }

    /// A space.
    space = "a space", open Attributes "every attribute of its kind" {
        /// Its kind.
        kind: Text, default "the board's", names &["kind"];
        /// Where `cardwright play` draws it: columns from the left, lines from the top.
        at: Value(&[ValueShape::Numbers]);
        /// What is written on it.
        text: Text;
    }

    /// A joint, or several of one kind.
    joint = "a joint", open Attributes "every attribute of its kind" {
        /// Its kind.
        kind: Text, default "the board's `joint`", names &["kind"];
        /// The two spaces that it joins.
        between: Value(&[ValueShape::Texts]);
        /// The sides of these spaces at which it lies.
        sides: Value(&[ValueShape::Numbers]);
        /// Several joints at once: each `["a", "b"]`, or with sides `["a", 1, "b", 3]`.
        pairs: Value(&[ValueShape::Lists]);
        /// Its name.
        name: Text, default "`a - b`";
        /// What is written on it.
        text: Text;
    }
}
