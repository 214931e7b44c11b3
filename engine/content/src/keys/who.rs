//! Who is meant: the words for players, the same under every key. Each key has those that can be meant by it.

/// A row for each word: what it means, wherever it stands.
macro_rules! words {
    ($($name:ident $word:literal $doc:literal;)+) => {
        $(#[doc = $doc] pub(super) const $name: &str = $word;)+

        /// The words for players, and whom each means.
        pub const WHO_IS_MEANT: &[(&str, &str)] = &[$(($word, $doc)),+];
    };
}

words! {
    YOU "you" "the player whose card it is: who controls it; of a window or an act, who acts or has acted";
    OTHERS "others" "everybody but you; of what a zone shows, everybody but the owner of the card";
    EVERYONE "everyone" "all players";
    NOBODY "nobody" "no player";
    OWNER "owner" "the player whose card it was from the beginning, whoever controls it";
    TARGETS "targets" "players who are targets, or control one";
    NEXT "next" "the player after you, in the direction of play";
    TURN_PLAYER "turn player" "the player whose turn it is";
}
