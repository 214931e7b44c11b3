//! A verb as one row: its signature, what it does, its documentation, and its function over plain values. Everything
//! else comes from it: the direct call, the registration with the reference evaluator, what the checker knows, the
//! documents.

use crate::call::context::CallContext;
use crate::call::script_value::ScriptValue;
use crate::check::{Signature, Type, VerbEffect};
use cardwright_kernel::faults::Stop;

/// What a verb does, and so what belongs to each of its calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It computes with what it is given, and needs no game.
    Plain,
    /// It changes the list that it is asked of.
    Local,
    /// It looks at the game, and notes itself what it reads.
    Looks,
    /// It looks at what it is asked of: that is noted for it.
    Reads,
    /// It sets a property.
    Sets,
    /// It changes the game; refused where scripts may only look.
    Changes,
    /// It asks a player or chance; refused where scripts may only look.
    Asks,
    /// It calls a function of a card, which does what it does: where scripts may only look, so may the function.
    Calls,
}

/// A verb or a property.
pub struct Row {
    /// What it does.
    pub access: Access,
    /// How it is written, with the kinds of what it takes and gives.
    pub signatures: &'static [&'static str],
    /// What it does, in words.
    pub doc: &'static [&'static str],
    /// The names of what it takes, what it is asked of first.
    pub names: &'static [&'static str],
    /// What it, and what it replaces, were written like before, and how that is written now: `x` is what it is asked of, `a`,
    /// `b`, `c` and `d` are what it takes.
    pub history: &'static [(&'static str, &'static str)],
    /// What it is.
    pub run: fn(&mut CallContext<'_>, &[ScriptValue]) -> Result<ScriptValue, Stop>,
}

impl Row {
    /// Whether it can be called outside of a game.
    pub const fn needs_no_game(&self) -> bool {
        matches!(self.access, Access::Plain | Access::Local)
    }

    /// Its signatures as they are written: `Card or Player.begin(effect) -> Effect` is one.
    ///
    /// # Panics
    /// If one is none: a mistake of the engine's authors.
    pub fn written(&self) -> impl Iterator<Item = Signature> {
        self.signatures.iter().map(|text| {
            let signature = Signature::parse(text).expect("the rows' signatures are tested");
            Signature { effect: self.effect(), ..signature }
        })
    }

    /// Its signatures, one for each kind of thing that it is asked of.
    pub fn signatures(&self) -> impl Iterator<Item = Signature> {
        self.written().flat_map(|signature| match signature.takes.first() {
            Some(Type::OneOf(kinds)) => kinds.iter().map(|kind| asked_of(kind, &signature)).collect(),
            _ => vec![signature],
        })
    }

    /// What the checker calls it.
    pub const fn effect(&self) -> VerbEffect {
        match self.access {
            Access::Plain | Access::Looks | Access::Reads | Access::Sets => VerbEffect::None,
            Access::Local => VerbEffect::Local,
            Access::Asks | Access::Calls => VerbEffect::Asks,
            Access::Changes => VerbEffect::Changes,
        }
    }

    /// What it takes, with the names and kinds, what it is asked of first.
    pub fn parameters(&self, signature: &Signature) -> Vec<String> {
        self.names.iter().zip(&signature.takes).map(|(name, kind)| format!("{name}: {kind}")).collect()
    }

    /// What it does, in one line.
    pub fn told(&self) -> String {
        self.doc.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ").trim().to_string()
    }
}

/// The signature for one of the kinds of things that it is asked of.
fn asked_of(kind: &Type, signature: &Signature) -> Signature {
    let mut signature = signature.clone();
    signature.takes[0] = kind.clone();
    signature
}

/// Declares verbs: documentation, access, signatures, what they were before, and a function.
macro_rules! verbs {
    ($($(#[doc = $doc:literal])* $access:ident $($signature:literal),+ $(was $old:literal = $new:literal)* => |$ctx:ident $(, $name:ident: $kind:ty)*| $body:block)*) => {
        /// The verbs of this file.
        pub(super) const ROWS: &[crate::verbs::row::Row] = &[$(crate::verbs::row::Row {
            access: crate::verbs::row::Access::$access,
            signatures: &[$($signature),+],
            doc: &[$($doc),*],
            names: &[$(stringify!($name)),*],
            history: &[$(($old, $new)),*],
            run: |ctx, arguments| {
                #[allow(unused_variables, clippy::unnecessary_wraps, reason = "not every verb needs all of it")]
                fn body(
                    $ctx: &mut crate::call::context::CallContext<'_>
                    $(, $name: $kind)*
                ) -> Result<impl Into<crate::call::script_value::ScriptValue>, cardwright_kernel::faults::Stop> $body
                let mut given = arguments.iter().copied();
                $(let $name = crate::verbs::row::take::<$kind>(ctx, given.next())?;)*
                let _ = &mut given;
                body(ctx $(, $name)*).map(Into::into)
            },
        }),*];
    };
}
pub(super) use verbs;

/// An argument as the type that a verb takes. The caller of a verb has already checked the kinds.
///
/// # Errors
/// A fault if it is of another kind.
#[inline]
pub fn take<T: crate::verbs::taking::Take>(ctx: &CallContext<'_>, held: Option<ScriptValue>) -> Result<T, Stop> {
    let held = held.unwrap_or_default();
    T::take(held).ok_or_else(|| not_for(ctx, held))
}

#[cold]
fn not_for(ctx: &CallContext<'_>, held: ScriptValue) -> Stop {
    crate::faults::verb_not_for(ctx.verb, ctx.called(held)).into()
}
