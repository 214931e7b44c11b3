//! E0423: cannot initialize a tuple struct which contains private fields
//! A handle that no view has given.

use cardwright::SeatHandle;

fn misuse() -> SeatHandle {
    SeatHandle(1)
}

fn main() {
    let _ = misuse;
}
