//! What files say of kinds and zones, before defaults are filled in.

use cardwright_kernel::rules::{LookBy, LookIcon, ZoneForm, ZoneSide};

/// Which fields stand where, as far as it is said.
#[derive(Clone, Debug, Default)]
pub(super) struct Face {
    pub badge: Option<Box<str>>,
    pub left: Option<Box<str>>,
    pub right: Option<Box<str>>,
    pub foot: Option<Box<str>>,
    pub tags: Option<Vec<Box<str>>>,
}

/// What is said of a kind.
#[derive(Clone, Debug, Default)]
pub(super) struct SaidKind {
    pub colour: Option<(Box<str>, Option<Box<str>>)>,
    pub icon: Option<LookIcon>,
    pub tint: Option<LookBy<Box<str>>>,
    pub icons: Option<LookBy<LookIcon>>,
    pub art: Option<Box<str>>,
    pub face: Face,
}

/// What is said of a zone.
#[derive(Clone, Debug, Default)]
pub(super) struct SaidZone {
    pub form: Option<ZoneForm>,
    pub place: Option<ZoneSide>,
    pub slot: Option<Box<str>>,
    pub rows: Vec<u8>,
    pub columns: Option<u8>,
}
