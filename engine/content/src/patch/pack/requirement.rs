//! What a pack says of others: a name, and perhaps a range of versions; and versions themselves.

use crate::read::context::Name;
use semver::{Version, VersionReq};

/// Another pack, as one pack names it: `"toy"`, `"toy 0.2"`, `"toy >=0.2, <0.4"`.
pub(super) struct Requirement<'t> {
    /// The name of the other pack.
    pub pack: &'t str,
    /// The versions that will do, as they are written; empty for all.
    pub range: &'t str,
    /// The whole text and its place.
    pub said: Name<'t>,
}

impl<'t> Requirement<'t> {
    /// What this text says.
    pub fn new(said: Name<'t>) -> Self {
        let (pack, range) = said.text.split_once(char::is_whitespace).unwrap_or((said.text, ""));
        Self { pack, range: range.trim(), said }
    }

    /// Whether a version will do; one that is malformed is another problem.
    pub fn accepts(&self, version: &str) -> bool {
        let (Some(range), Some(version)) = (range(self.range), version_of(version)) else { return true };
        range.matches(&version)
    }
}

/// A range of versions: `0.2` is any version that changes nothing in 0.2, `>=0.2, <0.4` says both ends.
pub(super) fn range(text: &str) -> Option<VersionReq> {
    if text.is_empty() { Some(VersionReq::STAR) } else { VersionReq::parse(text).ok() }
}

/// A version of one to three numbers.
pub(super) fn version_of(text: &str) -> Option<Version> {
    let dots = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').filter(|byte| *byte == b'.');
    let full = match dots.count() {
        0 => format!("{text}.0.0"),
        1 => format!("{text}.0"),
        _ => text.to_owned(),
    };
    Version::parse(&full).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_kernel::problems::Span;

    fn accepts(said: &str, version: &str) -> bool {
        Requirement::new(Name { text: said, span: Span::START }).accepts(version)
    }

    #[test]
    fn a_name_may_be_followed_by_a_range() {
        assert!(accepts("toy", "9") && accepts("toy 0.2", "0.2.7") && !accepts("toy 0.2", "0.3.0"));
        assert!(accepts("toy >=0.2, <0.4", "0.3") && !accepts("toy >=0.2, <0.4", "0.4.0"));
        assert!(accepts("toy =1.2.3", "1.2.3") && !accepts("toy =1.2.3", "1.2.4"));
    }

    #[test]
    fn a_version_has_one_to_three_numbers() {
        assert_eq!(version_of("1"), version_of("1.0.0"));
        assert_eq!(version_of("0.2"), version_of("0.2.0"));
        assert!(version_of("0.2.0-beta.1").is_some());
        assert!(version_of("").is_none() && version_of("one").is_none() && version_of("1.2.3.4").is_none());
    }
}
