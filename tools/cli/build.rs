//! The guide is part of the binary: it is built anew when a chapter changes.

fn main() {
    println!("cargo::rerun-if-changed=../guides");
}
