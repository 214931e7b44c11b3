//! Writing archives: a tar without times, owners and rights, gzipped without a time.

use flate2::{Compression, GzBuilder};
use std::collections::BTreeMap;
use std::io::Write;
use tar::{Builder, EntryType, Header};

/// The name of the first entry.
pub const MANIFEST: &str = "manifest.json";

/// The tar of a manifest and these files, uncompressed.
pub fn written(manifest: &str, files: &BTreeMap<String, Vec<u8>>) -> Result<Vec<u8>, String> {
    let mut tar = Builder::new(Vec::new());
    let first = (MANIFEST, manifest.as_bytes());
    for (path, bytes) in std::iter::once(first).chain(files.iter().map(|(path, bytes)| (&**path, &**bytes))) {
        let mut header = Header::new_ustar();
        header.set_path(path).map_err(|error| format!("`{path}` cannot be put into an archive: {error}"))?;
        header.set_entry_type(EntryType::Regular);
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        header.set_mtime(0);
        header.set_cksum();
        tar.append(&header, bytes).map_err(|error| error.to_string())?;
    }
    tar.into_inner().map_err(|error| error.to_string())
}

/// These bytes, gzipped.
pub fn packed(tar: &[u8]) -> Result<Vec<u8>, String> {
    /// Of no system.
    const NO_SYSTEM: u8 = 255;
    let mut gzip = GzBuilder::new().mtime(0).operating_system(NO_SYSTEM).write(Vec::new(), Compression::best());
    gzip.write_all(tar).and_then(|()| gzip.finish()).map_err(|error| error.to_string())
}
