//! The packs of the repository are part of the binary: it is built anew when they change.

fn main() {
    for folder in ["cards", "scripts", "tests/rulings"] {
        println!("cargo::rerun-if-changed=../../{folder}");
    }
}
