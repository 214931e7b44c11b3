//! The façade: load packs, start a game, ask and answer, view, fork, save. It wires the other layers together.

mod handles;
mod hosts;
mod lens;
mod load;
mod reference;
mod replay;
mod save;
mod table;
mod told;
mod view;

pub use handles::SeatHandle;
pub use lens::{Lens, Member};
pub use load::{Loaded, Ruleset, load};
pub use reference::{Hook, Verb, hooks, verbs};
pub use replay::{Onlooker, Replaying};
pub use save::{Damage, FORMAT};
pub use table::{Begin, Misfit, Player, Random};
pub use view::{CardView, SiteView, View, ZoneView};
