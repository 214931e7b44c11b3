//! What is declared before cards are read.

use crate::bind::names::Declarations;
use crate::patch::patches::HookPatch;
use cardwright_kernel::rules::{Action, DeclMap, Kind, Method, ValueDecl};

/// What cards are read by.
#[derive(Clone, Copy)]
pub(crate) struct CardSchema<'t> {
    pub declarations: &'t Declarations,
    pub kinds: &'t DeclMap<Kind>,
    pub actions: &'t DeclMap<Action>,
    pub methods: &'t DeclMap<Method>,
    pub values: &'t DeclMap<ValueDecl>,
    /// What patches put in the place of hooks.
    pub patched: &'t [HookPatch<'t>],
}
