//! What a parameter must be, as far as it is known.

use crate::check::kind::{Bindings, Type};
use crate::syntax::finding::LineSpan;

/// What a parameter must be.
#[derive(Clone, Debug, Default)]
pub(super) struct Constraint {
    /// One of these; anything so far if there are none.
    pub kinds: Vec<Type>,
    /// Whether it may be anything after all.
    pub open: bool,
    /// Where the function says so last.
    pub at: Option<LineSpan>,
}

impl Constraint {
    /// A hook is given this by the engine, and so must be given the same by others.
    pub fn of(kind: &Type) -> Self {
        let open = kind.filled(&Bindings::new()) == Type::Unknown;
        Self { kinds: kind.clone().alternatives(), open, at: None }
    }

    /// What it must be, as a kind.
    pub fn kind(self) -> Type {
        match self.kinds.len() {
            _ if self.open => Type::Unknown,
            0 => Type::Unknown,
            1 => self.kinds.into_iter().next().unwrap_or_default(),
            _ => Type::OneOf(self.kinds),
        }
    }

    /// It must also be one of these. If nothing can be both, the function tells them apart in a way that is not seen
    /// here, and may be given anything.
    pub fn narrow(&mut self, wanted: Vec<Type>, at: LineSpan) {
        self.at = Some(at);
        if self.kinds.is_empty() {
            self.kinds = wanted;
            return;
        }
        if self.kinds.iter().chain(&wanted).all(|kind| matches!(kind, Type::Word(_))) {
            // It is compared now with words of one sort, now with those of another.
            let more = wanted.into_iter().filter(|kind| !self.kinds.contains(kind)).collect::<Vec<_>>();
            self.kinds.extend(more);
            return;
        }
        let both = |first: &Type| wanted.iter().find_map(|second| both(first, second));
        self.kinds = self.kinds.iter().filter_map(both).collect();
        self.open |= self.kinds.is_empty();
    }
}

/// The narrower of two kinds, if something can be both.
fn both(first: &Type, second: &Type) -> Option<Type> {
    match (first, second) {
        (Type::Text, Type::Word(_)) => Some(second.clone()),
        (Type::List(one), Type::List(other)) if one.is_open() || other.is_open() => {
            Some(if one.is_open() { second.clone() } else { first.clone() })
        }
        _ => first.fits(second, &mut Bindings::new()).then(|| first.clone()),
    }
}
