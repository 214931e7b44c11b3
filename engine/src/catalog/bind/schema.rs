//! What is declared before cards are read.

use crate::catalog::bind::names::Declarations;
use crate::catalog::patch::patches::HookPatch;
use crate::model::rules::{Action, CardHook, DeclMap, Kind};

/// What cards are read by.
#[derive(Clone, Copy)]
pub(in crate::catalog) struct CardSchema<'t> {
    pub declarations: &'t Declarations,
    pub kinds: &'t DeclMap<Kind>,
    pub actions: &'t DeclMap<Action>,
    pub hooks: &'t DeclMap<CardHook>,
    /// What patches put in the place of hooks.
    pub patched: &'t [HookPatch<'t>],
}
