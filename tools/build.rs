//! The packs of the repository and the guide are part of the binary: it is built anew when they change.

fn main() {
    for folder in ["../cards", "../scripts", "../tests/rulings", "guides"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
