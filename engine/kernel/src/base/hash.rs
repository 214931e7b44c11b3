//! Hashes that fit into a number.

/// The first eight bytes of the hash of some bytes: the same on every machine.
pub fn short_hash(bytes: &[u8]) -> u64 {
    blake3::hash(bytes).as_bytes().first_chunk().map_or(0, |first| u64::from_le_bytes(*first))
}
