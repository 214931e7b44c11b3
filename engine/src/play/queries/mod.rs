//! Looking: what the rules and the state of a game say by themselves. Nothing here changes anything or calls a script, so
//! it needs no table; what is read is noted for the computation that runs.

mod attributes;
mod division;
mod filter;
mod gate;
mod price;
mod reading;
mod uses;
mod zones;

pub use division::Division;
pub use filter::{Viewpoint, passes};
pub use gate::{GateTest, gate_test};
pub use price::{concerns, givable};
pub use reading::Reading;
pub use uses::{Attempt, attempt_at, granted_elsewhere, idle_abilities};
pub use zones::{
    are_joined, attachments, has_route, is_full, is_in_supply, is_pile, pile_in, room_in, route, route_otherwise,
    zone_decl,
};
