//! The scripts of one game, as they were read.

use super::check::{DeclaredArgument, check, hooks, units, unread, vocabulary};
use super::compile::{Script, compile};
use super::lower::{lower, program::Program};
use super::sandbox;
use super::syntax::Finding;
use cardwright_kernel::rules::Rules;
use std::sync::Arc;

/// The scripts of a game.
pub struct Library {
    pub(super) scripts: Vec<Option<Script>>,
}

impl Library {
    /// Reads all scripts, in the order of [`Rules::scripts`]; what cannot be a script is left out and reported.
    pub fn compile(rules: &Rules) -> (Self, Vec<Finding>) {
        let engine = sandbox::engine();
        let mut findings = Vec::new();
        let compiled = rules
            .scripts
            .iter()
            .map(|(path, source)| compile(&engine, path, &source.text).map_err(|found| findings.extend(found)).ok());
        let scripts = compiled.collect();
        (Self { scripts }, findings)
    }

    /// The scripts.
    pub fn scripts(&self) -> &[Option<Script>] {
        &self.scripts
    }

    /// Checks the scripts, and hands over what is wrong in them. If that is nothing that keeps them from being run, gives
    /// them lowered, and what cannot be lowered.
    pub fn lower(
        &self,
        rules: &Arc<Rules>,
        arguments: &[DeclaredArgument],
        can_run: impl FnOnce(Vec<Finding>) -> bool,
    ) -> Option<(Program, Vec<Finding>)> {
        let (hooks, vocabulary) = (hooks(rules), vocabulary(rules));
        let unread = unread(rules, &self.scripts);
        let (findings, trees) = check(&vocabulary, &units(rules, &self.scripts, &hooks), unread, arguments);
        can_run(findings).then(|| lower(rules, &trees))
    }
}
