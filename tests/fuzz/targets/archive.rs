//! An archive of a pack, or a tar that is packed as archives are: it is refused, or holds nothing but files of its pack.
#![no_main]

use cardwright_rulings::archive;
use flate2::{Compression, GzBuilder};
use libfuzzer_sys::fuzz_target;
use std::io::Write;

fuzz_target!(|input: &[u8]| {
    let mut packed = GzBuilder::new().write(Vec::new(), Compression::fast());
    packed.write_all(input).expect("memory takes it");
    for bytes in [input, &packed.finish().expect("memory takes it")] {
        let Ok(archive) = archive::read(bytes) else { continue };
        let name = &archive.manifest.name;
        for path in archive.files.keys() {
            let folders = ["cards", "scripts", "tests/rulings"].map(|folder| format!("{folder}/{name}/"));
            let is_inside = folders.iter().any(|folder| path.starts_with(folder));
            assert!(is_inside && !path.split('/').any(|part| matches!(part, "" | "." | "..")), "{path:?}");
        }
        let built = archive.build().expect("what was read can be built");
        assert!(archive::read(&built).is_ok(), "what was built can be read");
    }
});
