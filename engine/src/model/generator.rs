//! The source of chance: a small seeded generator that is part of the state.

use serde::{Deserialize, Serialize};

/// A small seeded generator (PCG XSH RR 64/32), part of the state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Generator {
    state: u64,
    increment: u64,
}

impl Generator {
    /// A generator for a seed.
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

    /// A number below `bound`, each as likely as the others (Lemire's method); 0 for a bound of 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let wide = u64::from(self.bits()) * u64::from(bound);
            if (wide as u32) >= threshold {
                return (wide >> 32) as u32;
            }
        }
    }

    /// Puts a list into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}
