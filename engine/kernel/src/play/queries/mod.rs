//! Looking: what the rules and the state of a game say by themselves. Nothing here changes anything or calls a script, so
//! it needs no table; what is read is noted for the computation that runs.

mod attributes;
mod control;
mod division;
mod filter;
mod gate;
mod layers;
mod price;
mod reading;
mod sequence;
mod statics;
mod uses;
mod zones;

pub use division::Division;
pub use filter::{Viewpoint, passes};
pub use gate::GateTest;
pub(crate) use gate::gate_test;
pub use layers::LayerMemory;
pub(in crate::play) use layers::Moment;
pub use price::concerns;
pub(crate) use price::givable;
pub use reading::Reading;
pub(in crate::play) use sequence::{EffectPart, Shapes};
pub(crate) use statics::Entries;
pub(crate) use uses::granted_elsewhere;
pub use uses::{Attempt, attempt_at};
pub(crate) use zones::{are_joined, has_route, room_in, route_otherwise};
pub use zones::{attachments, is_full, is_in_supply, is_pile, pile_in, route, zone_decl};
