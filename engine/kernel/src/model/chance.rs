//! What a game's chance comes from: a key that is made from the seed, and how much was drawn.

use crate::model::generator::{Seed, below};
use serde::{Deserialize, Serialize};
use std::fmt;

/// How many words a block has.
const WORDS: u64 = 16;

/// A source of chance: blocks of BLAKE3 in counter mode, each keyed with the game's own key.
///
/// Only the count is ever changed, so only the count is in the journal. Whoever knows everything that chance has shown,
/// but not the key, can compute neither the key nor anything else that chance has given or will give.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Chance {
    key: [u8; 32],
    /// How many words of 32 bits were drawn.
    drawn: u64,
}

impl Chance {
    /// The chance of the game with this seed, before anything was drawn.
    pub fn new(seed: &Seed) -> Self {
        Self { key: blake3::derive_key("cardwright 2026-11-22 chance", seed.bytes()), drawn: 0 }
    }

    /// How many words were drawn.
    pub const fn drawn(&self) -> u64 {
        self.drawn
    }

    /// The same source after so many words.
    #[must_use]
    pub const fn at(self, drawn: u64) -> Self {
        Self { drawn, ..self }
    }

    /// A source for one part of what happens now: what it gives says nothing about what this one or another part gives.
    #[must_use]
    pub fn part(&self, number: u64) -> Self {
        // A block is made from 8 bytes, and so is never the same as this.
        let mut named = [0; 16];
        named[..8].copy_from_slice(&self.drawn.to_le_bytes());
        named[8..].copy_from_slice(&number.to_le_bytes());
        Self { key: *blake3::keyed_hash(&self.key, &named).as_bytes(), drawn: 0 }
    }

    /// Draws from here on. What was drawn counts once the source stands [`at`](Self::at) the end of it.
    pub const fn draw(self) -> Draws {
        Draws { source: self, block: [0; 4 * WORDS as usize], made: None }
    }
}

impl fmt::Debug for Chance {
    /// Shows how much was drawn, and never the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chance({})", self.drawn)
    }
}

/// Numbers that are being drawn from a source of chance.
pub struct Draws {
    source: Chance,
    block: [u8; 4 * WORDS as usize],
    /// Which block was made last.
    made: Option<u64>,
}

impl fmt::Debug for Draws {
    /// Shows how much was drawn, and never the key nor a block.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.source.fmt(f)
    }
}

impl Draws {
    /// The source, standing behind what was drawn.
    pub const fn source(&self) -> Chance {
        self.source
    }

    /// The next 32 random bits.
    pub fn bits(&mut self) -> u32 {
        let (number, word) = (self.source.drawn / WORDS, (self.source.drawn % WORDS) as usize);
        if self.made != Some(number) {
            let mut hasher = blake3::Hasher::new_keyed(&self.source.key);
            hasher.update(&number.to_le_bytes()).finalize_xof().fill(&mut self.block);
            self.made = Some(number);
        }
        // A save can be forged to stand at the last word.
        self.source.drawn = self.source.drawn.wrapping_add(1);
        let bytes = self.block[4 * word..].first_chunk().copied().unwrap_or_default();
        u32::from_le_bytes(bytes)
    }

    /// A number below `bound`, each as likely as the others; 0 for a bound of 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        below(bound, || self.bits())
    }
}

#[cfg(test)]
mod tests {
    use super::Chance;
    use crate::model::generator::Seed;

    fn chance() -> Chance {
        Chance::new(&Seed::from([7; 32]))
    }

    fn words(source: Chance, count: usize) -> Vec<u32> {
        let mut draws = source.draw();
        (0..count).map(|_| draws.bits()).collect()
    }

    #[test]
    fn blocks_are_keyed_hashes_of_their_numbers() {
        let key = blake3::derive_key("cardwright 2026-11-22 chance", &[7; 32]);
        let mut expected = Vec::new();
        for block in 0_u64..3 {
            let mut bytes = [0; 64];
            blake3::Hasher::new_keyed(&key).update(&block.to_le_bytes()).finalize_xof().fill(&mut bytes);
            expected.extend(bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])));
        }
        assert_eq!(words(chance(), 48), expected);
    }

    #[test]
    fn drawing_goes_on_where_it_stopped() {
        let all = words(chance(), 40);
        for stop in 0..40 {
            let mut first = chance().draw();
            let before: Vec<u32> = (0..stop).map(|_| first.bits()).collect();
            let after = words(first.source(), 40 - stop);
            assert_eq!([before, after].concat(), all);
            assert_eq!(words(chance().at(stop as u64), 40 - stop), all[stop..]);
        }
    }

    #[test]
    fn every_bit_of_a_seed_counts() {
        let first = |byte: usize| {
            let mut bytes = [1; 32];
            bytes[byte] = 2;
            words(Chance::new(&Seed::from(bytes)), 1)[0]
        };
        let mut all: Vec<u32> = (0..32).map(first).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 32);
    }

    #[test]
    fn parts_have_nothing_in_common() {
        let here = chance();
        let parts = [here, here.part(0), here.part(1), here.at(1).part(0), here.part(0).part(0)];
        let mut all: Vec<u32> = parts.iter().flat_map(|part| words(*part, 100)).collect();
        all.sort_unstable();
        all.dedup();
        // Of 500 words of 32 bits hardly ever two are equal.
        assert!(all.len() > 498);
    }

    #[test]
    fn ranges_are_unbiased() {
        let mut draws = chance().draw();
        for bound in [0, 1] {
            assert_eq!(draws.below(bound), 0);
        }
        // Cut off at the greatest multiple, half of this range would come twice as often as the rest.
        let bound = 3 << 30;
        let low = (0..4_000).filter(|_| draws.below(bound) < bound / 2).count();
        assert!((1_850..2_150).contains(&low), "{low}");
        let mut faces = [0; 6];
        for _ in 0..6_000 {
            faces[draws.below(6) as usize] += 1;
        }
        assert!(faces.iter().all(|count| (850..1_150).contains(count)), "{faces:?}");
    }

    #[test]
    fn a_source_at_its_end_goes_round() {
        assert_eq!(words(chance().at(u64::MAX), 2)[1], words(chance(), 1)[0]);
    }

    #[test]
    fn its_key_is_not_shown() {
        assert_eq!(format!("{:?}", chance().at(3)), "Chance(3)");
    }
}
