//! The page is part of the binary: it is built anew when the page changes.

fn main() {
    println!("cargo::rerun-if-changed=../studio/dist");
}
