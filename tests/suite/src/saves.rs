//! How a save is laid out, for tests that forge one: a head of fixed length, in which the hash and the length of the payload stand
//! last, and the payload.

use std::ops::Range;

/// The length of the head.
pub const HEAD: usize = 78;

/// Where the payload's hash lies in the head.
pub const HASH: Range<usize> = 38..70;

/// Where its length lies.
pub const LENGTH: Range<usize> = 70..HEAD;

/// A save with another payload, and the hash and length that belong to it. Of the save, only the head is used.
///
/// # Panics
/// If the save is shorter than a head.
pub fn sealed(save: &[u8], payload: &[u8]) -> Vec<u8> {
    let mut bytes = save[..HEAD].to_vec();
    bytes[HASH].copy_from_slice(blake3::hash(payload).as_bytes());
    bytes[LENGTH].copy_from_slice(&(payload.len() as u64).to_le_bytes());
    bytes.extend_from_slice(payload);
    bytes
}
