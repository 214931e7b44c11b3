//! The names of rooms: a word and a number, easy to say and to type.

use crate::RandomnessError;
use crate::room::RoomId;
use crate::secrets::random;

const WORDS: [&str; 32] = [
    "alder", "aspen", "badger", "bream", "cedar", "crane", "dipper", "elder", "falcon", "finch", "hazel", "heron",
    "ibis", "juniper", "kestrel", "larch", "linnet", "magpie", "marmot", "maple", "otter", "osprey", "plover", "raven",
    "robin", "rowan", "sable", "siskin", "swift", "teal", "willow", "wren",
];

/// A name that is not taken. Where many are, the number becomes longer.
pub(crate) fn new_name(is_taken: impl Fn(&str) -> bool) -> Result<RoomId, RandomnessError> {
    for attempt in 0_u32.. {
        let [word, number @ ..] = random::<9>()?;
        let number = u64::from_be_bytes(number) % 10_u64.pow((3 + attempt / 8).min(18));
        let name: RoomId = format!("{}-{number}", WORDS[usize::from(word) % WORDS.len()]).into();
        if !is_taken(&name) {
            return Ok(name);
        }
    }
    Err(RandomnessError)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_always_another_name() {
        let short = |name: &str| name.rsplit('-').next().is_some_and(|number| number.len() <= 4);
        let name = new_name(short).expect("there is chance");
        assert!(!short(&name), "{name}");
    }
}
