//! Seeds, and a small generator for what need not stay hidden.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What the chance of a game comes from, and the handles of its seats: 256 bits.
///
/// If anything depends on hidden things staying hidden, they are drawn from the operating system. A short seed is a number
/// that a person can type: simulations and tests begin with one, and it can be guessed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Seed([u8; 32]);

impl Seed {
    /// All its bits.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The number that a short seed was made from.
    pub fn short(&self) -> Option<u64> {
        let (number, rest) = self.0.split_first_chunk()?;
        rest.iter().all(|byte| *byte == 0).then(|| u64::from_le_bytes(*number))
    }

    /// A short seed for something beside the game, for instance a player at random: nothing leads back from it.
    pub fn aside(&self, number: u64) -> u64 {
        let key = blake3::derive_key("cardwright 2026-11-22 aside", &self.0);
        let hash = blake3::keyed_hash(&key, &number.to_le_bytes());
        u64::from_le_bytes(hash.as_bytes().first_chunk().copied().unwrap_or_default())
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Self(bytes)
    }
}

impl From<[u8; 32]> for Seed {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl fmt::Display for Seed {
    /// A short seed as its number, another as 64 hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.short() {
            Some(number) => write!(f, "{number}"),
            None => self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
        }
    }
}

/// Why a text is no seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeedError;

impl fmt::Display for SeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a seed is a whole number, or 64 hexadecimal digits")
    }
}

impl std::error::Error for SeedError {}

/// The digits of the greatest short seed: a longer text of digits alone is hexadecimal.
const MOST_DIGITS: usize = 20;

impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Self, SeedError> {
        if text.len() <= MOST_DIGITS {
            return text.parse::<u64>().map(Self::from).map_err(|_| SeedError);
        }
        if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(SeedError);
        }
        let mut bytes = [0; 32];
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).map_err(|_| SeedError)?;
        }
        Ok(Self(bytes))
    }
}

/// A small, fast generator (PCG XSH RR 64/32) for what need not stay hidden: players at random, simulations and tests.
///
/// What it gives tells how it goes on. The chance of a game comes from [`Chance`](crate::model::chance::Chance).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Generator {
    state: u64,
    increment: u64,
}

impl Generator {
    /// A generator for a short seed.
    pub fn new(seed: u64) -> Self {
        // The increment must be odd, which drops the highest bit of the seed: the state below takes in the whole seed.
        let mut generator = Self { state: 0, increment: (seed << 1) | 1 };
        generator.bits();
        generator.state = generator.state.wrapping_add(seed ^ 0x9E37_79B9_7F4A_7C15);
        generator.bits();
        generator
    }

    /// The next 32 random bits.
    pub fn bits(&mut self) -> u32 {
        let old = self.state;
        self.state = old.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(self.increment);
        let xorshifted = (((old >> 18) ^ old) >> 27) as u32;
        xorshifted.rotate_right((old >> 59) as u32)
    }

    /// A number below `bound`, each as likely as the others; 0 for a bound of 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        below(bound, || self.bits())
    }

    /// A place in a list of this length, each as likely as the others; 0 for an empty list.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(u32::try_from(length).unwrap_or(u32::MAX)) as usize
    }

    /// Puts a list into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// A number below `bound` from random bits, each as likely as the others (Lemire's method); 0 for a bound of 0.
pub(super) fn below(bound: u32, mut bits: impl FnMut() -> u32) -> u32 {
    if bound == 0 {
        return 0;
    }
    let threshold = bound.wrapping_neg() % bound;
    loop {
        let wide = u64::from(bits()) * u64::from(bound);
        if (wide as u32) >= threshold {
            return (wide >> 32) as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Seed, SeedError};

    #[test]
    fn a_seed_is_written_as_it_is_read() {
        let long = Seed::from([7; 32]);
        let mut last = [0; 32];
        last[31] = 1;
        for seed in [Seed::from(0), Seed::from(u64::MAX), long, Seed::from(last)] {
            assert_eq!(seed.to_string().parse(), Ok(seed));
        }
        assert_eq!(long.short(), None);
        assert_eq!(Seed::from(5).short(), Some(5));
        for wrong in ["", "-1", "x", &"0".repeat(63), &"+1".repeat(32), &"ä".repeat(32)] {
            assert_eq!(wrong.parse::<Seed>(), Err(SeedError), "{wrong}");
        }
    }

    #[test]
    fn seeds_aside_are_of_the_whole_seed_and_of_their_number() {
        let one = Seed::from([1; 32]);
        let mut other = [1; 32];
        other[31] = 2;
        assert_eq!(one.aside(0), one.aside(0));
        assert_ne!(one.aside(0), one.aside(1));
        assert_ne!(one.aside(0), Seed::from(other).aside(0));
    }
}
