//! Reading archives that anybody may have written.

use super::manifest::{FORMAT, Listed, Manifest};
use super::spellings::{Clash, Spellings};
use super::{Archive, paths, write as writing};
use cardwright_content::LARGEST_FILE;
use cardwright_kernel::text::text_of;
use flate2::bufread::GzDecoder;
use std::collections::BTreeMap;
use std::fmt;
use std::io::Read;
use tar::{Entry, EntryType};

/// How many files an archive may hold.
pub const MOST_FILES: usize = 20_000;

/// How much it may hold unpacked, in bytes.
pub const MOST_UNPACKED: u64 = 64 << 20;

/// Why an archive is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is no gzipped tar.
    NoArchive(String),
    /// It unpacks to more than is allowed.
    TooLarge,
    /// It holds more files than are allowed.
    TooMany,
    /// It does not begin with its manifest, or that cannot be read.
    Manifest(String),
    /// It was written by a version of the command that this one cannot read.
    Format(u32),
    /// A path may not be there, and why.
    Path(String, &'static str),
    /// An entry is no file: what it is.
    NoFile(String, &'static str),
    /// A file is larger than files may be.
    FileTooLarge(String),
    /// Two files have one path, or paths that are one on some machines.
    Twice(String),
    /// A file has the path of a folder.
    FileAndFolder(String),
    /// A file that the manifest does not list, or lists elsewhere.
    Unlisted(String),
    /// A file that the manifest lists is not there.
    Missing(String),
    /// A file is not what the manifest says.
    Hash(String),
    /// A file of cards or scripts is no text.
    NoText(String),
    /// There is something besides the files.
    More,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoArchive(why) => write!(f, "it is no archive of a pack ({why})"),
            Self::TooLarge => write!(f, "it unpacks to more than {} MiB", MOST_UNPACKED >> 20),
            Self::TooMany => write!(f, "it holds more than {MOST_FILES} files"),
            Self::Manifest(why) => write!(f, "its manifest cannot be read: {why}"),
            Self::Format(format) => write!(f, "its format is {format}, and this command reads {FORMAT}"),
            Self::Path(path, why) => write!(f, "it holds `{}`: {why}", path.escape_debug()),
            Self::NoFile(path, what) => write!(f, "it holds `{}`, which is {what}", path.escape_debug()),
            Self::FileTooLarge(path) => write!(f, "`{path}` is larger than {} MiB", LARGEST_FILE >> 20),
            Self::Twice(path) => {
                write!(
                    f,
                    "it holds `{path}` twice, or two paths that some machines take for one (`A` and `a`, `ß` and `ss`)"
                )
            }
            Self::FileAndFolder(path) => write!(f, "it holds `{path}` as a file and as a folder"),
            Self::Unlisted(path) => write!(f, "it holds `{path}` where its manifest lists no such file"),
            Self::Missing(path) => write!(f, "its manifest lists `{path}`, and it is not there"),
            Self::Hash(path) => write!(f, "`{path}` is not what the manifest says: its hash is another"),
            Self::NoText(path) => write!(f, "`{path}` is no UTF-8 text"),
            Self::More => f.write_str("it holds something besides its files"),
        }
    }
}

/// Reads an archive.
///
/// # Errors
/// The first thing by which it differs from what [`Archive::build`] writes.
pub fn read(bytes: &[u8]) -> Result<Archive, Refused> {
    let tar = unpacked(bytes)?;
    let mut opened = tar::Archive::new(&*tar);
    let mut entries = entries(&mut opened)?;
    let manifest = manifest(&mut entries)?;
    let files = files(&mut entries, &manifest)?;
    let canonical = writing::written(&manifest.text(), &files).map_err(Refused::NoArchive)?;
    // Whatever else the form of a tar could hide.
    if canonical != tar {
        return Err(Refused::More);
    }
    Ok(Archive { manifest, files })
}

fn unpacked(bytes: &[u8]) -> Result<Vec<u8>, Refused> {
    let mut gzip = GzDecoder::new(bytes);
    let mut tar = Vec::new();
    let read = gzip.by_ref().take(MOST_UNPACKED + 1).read_to_end(&mut tar);

    read.map_err(|error| Refused::NoArchive(error.to_string()))?;
    if tar.len() as u64 > MOST_UNPACKED {
        return Err(Refused::TooLarge);
    }
    if !gzip.into_inner().is_empty() {
        return Err(Refused::More);
    }
    Ok(tar)
}

/// The entries of a tar as paths and bytes, each judged before it is read.
fn entries<'a>(
    tar: &'a mut tar::Archive<&'a [u8]>,
) -> Result<impl Iterator<Item = Result<(String, Vec<u8>), Refused>> + use<'a>, Refused> {
    let entries = tar.entries().map_err(|error| Refused::NoArchive(error.to_string()))?;
    // Raw: entries that change others are entries of their own, and no files.
    Ok(entries.raw(true).map(|entry| file(entry.map_err(|error| Refused::NoArchive(error.to_string()))?)))
}

fn file(mut entry: Entry<'_, impl Read>) -> Result<(String, Vec<u8>), Refused> {
    let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
    if let Some(what) = no_file(entry.header().entry_type()) {
        return Err(Refused::NoFile(path, what));
    }
    if entry.size() > LARGEST_FILE.max(LARGEST_MANIFEST) {
        return Err(Refused::FileTooLarge(path));
    }
    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes).map_err(|error| Refused::NoArchive(error.to_string()))?;
    Ok((path, bytes))
}

/// What an entry is, if it is no file.
fn no_file(kind: EntryType) -> Option<&'static str> {
    match kind {
        EntryType::Regular => None,
        EntryType::Link | EntryType::Symlink => Some("a link"),
        EntryType::Directory => Some("a folder"),
        EntryType::Char | EntryType::Block | EntryType::Fifo => Some("a device"),
        _ => Some("no plain file"),
    }
}

/// The largest manifest, in bytes.
const LARGEST_MANIFEST: u64 = 8 << 20;

fn manifest(entries: &mut impl Iterator<Item = Result<(String, Vec<u8>), Refused>>) -> Result<Manifest, Refused> {
    let wrong = |why: &str| Refused::Manifest(why.to_owned());
    let Some(first) = entries.next() else { return Err(wrong("there is none")) };
    let (path, bytes) = first?;

    if path != writing::MANIFEST {
        return Err(wrong("it is not the first entry"));
    }
    #[derive(serde::Deserialize)]
    struct Head {
        format: u32,
    }
    let head: Head = serde_json::from_slice(&bytes).map_err(|error| Refused::Manifest(error.to_string()))?;
    if head.format != FORMAT {
        return Err(Refused::Format(head.format));
    }
    let manifest: Manifest = serde_json::from_slice(&bytes).map_err(|error| Refused::Manifest(error.to_string()))?;
    if !paths::is_name(&manifest.name) {
        return Err(wrong("the name of its pack is none"));
    }
    if !paths::is_version(&manifest.version) {
        return Err(wrong("the version of its pack is none"));
    }
    if manifest.files.len() > MOST_FILES {
        return Err(Refused::TooMany);
    }
    Ok(manifest)
}

/// The files behind the manifest.
fn files(
    entries: &mut impl Iterator<Item = Result<(String, Vec<u8>), Refused>>,
    manifest: &Manifest,
) -> Result<BTreeMap<String, Vec<u8>>, Refused> {
    let mut files = BTreeMap::new();
    let mut spellings = Spellings::default();
    let mut listed = manifest.files.iter();

    for entry in entries {
        let (path, bytes) = entry?;
        paths::check(&path, &manifest.name).map_err(|why| Refused::Path(path.clone(), why))?;
        if spellings.has(&path) {
            return Err(Refused::Twice(path));
        }
        match spellings.add(&path) {
            Ok(()) => {}
            Err(Clash::Twice) => return Err(Refused::Twice(path)),
            Err(Clash::FileAndFolder) => return Err(Refused::FileAndFolder(path)),
        }
        if bytes.len() as u64 > LARGEST_FILE {
            return Err(Refused::FileTooLarge(path));
        }
        check_listed(&path, &bytes, listed.next(), manifest)?;
        files.insert(path, bytes);
        if files.len() > MOST_FILES {
            return Err(Refused::TooMany);
        }
    }
    match listed.next() {
        Some(missing) => Err(Refused::Missing(missing.path.clone())),
        None => Ok(files),
    }
}

/// Checks a file against the next one that the manifest lists.
fn check_listed(path: &str, bytes: &[u8], next: Option<&Listed>, manifest: &Manifest) -> Result<(), Refused> {
    let Some(listed) = next.filter(|listed| listed.path == path) else {
        let later = manifest.files.iter().any(|listed| listed.path == path);
        return Err(match next {
            Some(missing) if later => Refused::Missing(missing.path.clone()),
            _ => Refused::Unlisted(path.to_owned()),
        });
    };
    if *listed != Listed::of(path, bytes) {
        return Err(Refused::Hash(path.to_owned()));
    }
    let is_text = path.ends_with(".toml") || path.ends_with(".rhai") || path.ends_with(".snap");
    if is_text && text_of(bytes).is_err() {
        return Err(Refused::NoText(path.to_owned()));
    }
    Ok(())
}
