//! Several words or numbers in one value: packed, so that a state still copies in one piece.

use crate::model::ids::Word;
use serde::{Deserialize, Serialize};

/// Some of the choices of an attribute: a set, by their places among the choices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct ChoiceSet(u64);

impl ChoiceSet {
    /// How many choices an attribute can have of which several are set while a game runs.
    pub const MOST: usize = 64;

    /// The set of these words; none if one of them is no choice.
    pub fn of(choices: &[Word], words: impl IntoIterator<Item = Word>) -> Option<Self> {
        words.into_iter().try_fold(Self::default(), |set, word| {
            let place = choices.iter().take(Self::MOST).position(|choice| *choice == word)?;
            Some(Self(set.0 | 1 << place))
        })
    }

    /// Its words, in the order of the choices.
    pub fn words(self, choices: &[Word]) -> impl Iterator<Item = Word> + use<'_> {
        choices
            .iter()
            .take(Self::MOST)
            .enumerate()
            .filter(move |(place, _)| self.0 >> place & 1 == 1)
            .map(|(_, word)| *word)
    }

    /// The set with all of another one.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The set without any of another one.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The set as a number, one bit for each choice.
    pub const fn bits(self) -> i64 {
        self.0.cast_signed()
    }

    /// The set of such a number.
    pub const fn of_bits(bits: i64) -> Self {
        Self(bits.cast_unsigned())
    }

    /// Whether all of the other set are in it.
    pub const fn has_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether it is made of so many choices at most.
    pub const fn is_of(self, choices: usize) -> bool {
        choices >= Self::MOST || self.0 >> choices == 0
    }
}

/// A list of numbers. They share 112 bits: the more there are, the smaller each must be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct NumberList {
    len: u8,
    /// The numbers one after another, in two's complement, the first in the lowest bits; the rest is 0.
    bits: [u8; Self::BYTES],
}

impl NumberList {
    /// How many numbers a list can have.
    pub const MOST: usize = 16;
    const BYTES: usize = 14;

    /// The bits of each number in a list of so many.
    const fn width(len: usize) -> u32 {
        match (8 * Self::BYTES).checked_div(len) {
            None => 0,
            Some(width) if width > 64 => 64,
            Some(width) => width as u32,
        }
    }

    /// The largest number that a list of so many can hold; the smallest is one less than its negative.
    pub const fn largest(len: usize) -> i64 {
        if len == 0 { 0 } else { i64::MAX >> (64 - Self::width(len)) }
    }

    /// The list of these numbers; none if there are too many, or one is too large for that many.
    pub fn of(numbers: &[i64]) -> Option<Self> {
        let (len, largest) = (numbers.len(), Self::largest(numbers.len()));
        let fits = |number: &i64| (-largest - 1..=largest).contains(number);
        if len > Self::MOST || !numbers.iter().all(fits) {
            return None;
        }
        let width = Self::width(len);
        let bits =
            numbers.iter().rev().fold(0_u128, |bits, number| bits << width | u128::from(*number as u64 & mask(width)));
        let mut list = Self { len: len as u8, ..Self::default() };
        list.bits.copy_from_slice(&bits.to_le_bytes()[..Self::BYTES]);
        Some(list)
    }

    /// The numbers, in order.
    pub fn iter(self) -> impl Iterator<Item = i64> {
        let mut bytes = [0; 16];
        bytes[..Self::BYTES].copy_from_slice(&self.bits);
        let (bits, width) = (u128::from_le_bytes(bytes), Self::width(usize::from(self.len)));
        (0..u32::from(self.len)).map(move |at| {
            let unsigned = (bits >> (at * width)) as u64 & mask(width);
            // Its highest bit is its sign.
            (unsigned << (64 - width)) as i64 >> (64 - width)
        })
    }

    /// Whether it is what these numbers are packed to: what was read from outside may be anything.
    pub fn is_sound(self) -> bool {
        usize::from(self.len) <= Self::MOST && Self::of(&self.iter().collect::<Vec<_>>()) == Some(self)
    }
}

const fn mask(width: u32) -> u64 {
    if width == 64 { u64::MAX } else { (1 << width) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_out_as_they_went_in() {
        for len in 0..=NumberList::MOST {
            let largest = NumberList::largest(len);
            let alternating = |at: usize| if at.is_multiple_of(2) { largest } else { -largest - i64::from(len > 0) };
            let numbers: Vec<i64> = (0..len).map(alternating).collect();
            let list = NumberList::of(&numbers).expect("the largest fit");
            assert_eq!(list.iter().collect::<Vec<_>>(), numbers);
            assert!(list.is_sound());
        }
        assert_eq!(NumberList::largest(4), 134_217_727);
        assert_eq!(NumberList::largest(8), 8_191);
        assert_eq!(NumberList::largest(16), 63);
    }

    #[test]
    fn what_is_too_large_or_too_many_does_not_fit() {
        assert_eq!(NumberList::of(&[8_192; 8]), None);
        assert_eq!(NumberList::of(&[-8_193; 8]), None);
        assert!(NumberList::of(&[-8_192; 8]).is_some());
        assert_eq!(NumberList::of(&[0; 17]), None);
        let forged = NumberList { len: 17, ..NumberList::default() };
        assert!(!forged.is_sound());
        let forged = NumberList { len: 0, bits: [1; 14] };
        assert!(!forged.is_sound(), "bits that belong to no number");
    }

    #[test]
    fn a_set_knows_its_words_in_the_order_of_the_choices() {
        let choices = [Word(7), Word(3), Word(5)];
        let set = ChoiceSet::of(&choices, [Word(5), Word(7), Word(5)]).expect("both are choices");
        assert_eq!(set.words(&choices).collect::<Vec<_>>(), [Word(7), Word(5)]);
        assert_eq!(ChoiceSet::of(&choices, [Word(4)]), None);
        assert!(set.is_of(3) && !set.is_of(2));
        assert!(set.has_all(ChoiceSet::of(&choices, [Word(5)]).expect("a choice")));
    }
}
