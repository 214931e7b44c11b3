//! Secrets: what opens a seat or the author's page. Only hashes of them are kept.

use std::fmt;

/// 128 random bits, as 32 hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// The hash by which a secret is recognised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SecretHash(pub [u8; 32]);

impl Secret {
    /// A new one.
    ///
    /// # Errors
    /// The operating system gives no random bytes.
    pub fn new() -> Result<Self, RandomnessError> {
        Ok(Self(random::<16>()?.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn hash(&self) -> SecretHash {
        SecretHash::of(&self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl SecretHash {
    /// The hash of what somebody says.
    pub(crate) fn of(said: &str) -> Self {
        Self(blake3::derive_key("cardwright 2026-11-22 seat secret", said.as_bytes()))
    }

    /// Whether this is what was hashed. Hashes are compared as wholes: how long that takes says nothing about the secret.
    pub(crate) fn opens_with(&self, said: &str) -> bool {
        blake3::Hash::from(self.0) == blake3::Hash::from(Self::of(said).0)
    }
}

/// What opens the replay of a game. It follows from the hashes of all seats' secrets: it need not be kept, and whoever knows the
/// secret of one seat does not know it.
pub(crate) fn of_replay(seats: impl IntoIterator<Item = SecretHash>) -> Secret {
    let seats: Vec<u8> = seats.into_iter().flat_map(|seat| seat.0).collect();
    let key = blake3::derive_key("cardwright 2026-11-23 replay secret", &seats);
    Secret(key[..16].iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The operating system gives no random bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomnessError;

impl fmt::Display for RandomnessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the operating system gives no random numbers")
    }
}

impl std::error::Error for RandomnessError {}

/// Bytes that nobody can guess.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], RandomnessError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| RandomnessError)?;
    Ok(bytes)
}
