//! The names of rooms: a word and a number, easy to say and to type.

use crate::NoRandomness;
use crate::room::RoomId;
use crate::secrets::random;

const WORDS: [&str; 32] = [
    "alder", "aspen", "badger", "bream", "cedar", "crane", "dipper", "elder", "falcon", "finch", "hazel", "heron",
    "ibis", "juniper", "kestrel", "larch", "linnet", "magpie", "marmot", "maple", "otter", "osprey", "plover", "raven",
    "robin", "rowan", "sable", "siskin", "swift", "teal", "willow", "wren",
];

/// A name that is not taken.
pub(crate) fn new_name(is_taken: impl Fn(&str) -> bool) -> Result<RoomId, NoRandomness> {
    loop {
        let [word, high, low] = random::<3>()?;
        let number = u16::from_be_bytes([high, low]) % 1000;
        let name: RoomId = format!("{}-{number}", WORDS[usize::from(word) % WORDS.len()]).into();
        if !is_taken(&name) {
            return Ok(name);
        }
    }
}
