//! The command `cardwright`.
fn main() {}
