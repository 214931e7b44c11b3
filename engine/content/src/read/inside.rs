//! Paths inside of a folder of packs, where no link leads out.

use std::io;
use std::path::{Component, Path, PathBuf};

/// What is said of a link.
pub(crate) const LINK: &str = "this is a link; links are not followed";

/// Where a file of a folder of packs lies on the disk.
///
/// The root may be reached through links, because whoever names it knows them; below it there may be none, because a pack
/// from elsewhere can hold them. Nothing needs to exist there. Nobody else may change the folder at the same time.
///
/// # Errors
/// If a part of the path is a link, or the path is not one from the root downwards.
pub fn path_inside(root: &Path, path: &str) -> io::Result<PathBuf> {
    let refused = |why: String| Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    let mut whole = root.to_path_buf();
    for part in Path::new(path).components() {
        let Component::Normal(part) = part else {
            return refused("this is no path inside of a folder of packs".to_owned());
        };
        whole.push(part);
        if whole.symlink_metadata().is_ok_and(|entry| entry.is_symlink()) {
            let is_whole = whole == root.join(path);
            return refused(
                if is_whole { LINK } else { "a folder above this is a link; links are not followed" }.to_owned(),
            );
        }
    }
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_downwards() {
        let root = Path::new("/nowhere/at/all");
        assert_eq!(path_inside(root, "cards/a/x.toml").ok(), Some(root.join("cards/a/x.toml")));
        for path in ["..", "cards/../x", "/etc/passwd", "cards/../../x"] {
            assert!(path_inside(root, path).is_err(), "{path}");
        }
    }
}
