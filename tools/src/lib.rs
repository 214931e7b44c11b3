//! What the command `cardwright` is made of, for its tests and for other tools.

pub mod rulings;
