//! The rows of the verbs as members of the values that they are asked of.

use super::members::{Candidate, Getter, Members, Setter, kinds_of};
use crate::call::script_value::ScriptType;
use crate::check::{Signature, Type};
use crate::verbs::row::{Access, Row};
use crate::verbs::rows;
use cardwright_kernel::rules::Rules;

/// The members of all values: the verbs of the engine, and what these rules declare.
pub fn members(rules: &Rules) -> Members {
    let mut members = Members::default();
    for (at, row) in rows().iter().enumerate() {
        for signature in row.signatures() {
            add_row(&mut members, at as u16, row, &signature);
        }
    }
    members.add_declared(rules);
    for method in &mut members.methods {
        method.sort();
    }
    members
}

/// Adds a way to call a verb, or to read or set a property.
fn add_row(members: &mut Members, at: u16, row: &Row, signature: &Signature) {
    let takes: Vec<u32> = signature.takes.iter().map(kinds_of).collect();
    if signature.property || row.access == Access::Sets {
        let property = members.property(&signature.name);
        let kinds = takes.first().copied().unwrap_or(0);
        for kind in ScriptType::ALL.into_iter().filter(|kind| kinds & kind.bit() != 0) {
            match row.access {
                Access::Sets => members.properties[usize::from(property)].writers[kind as usize] = Setter::Row(at),
                _ => members.properties[usize::from(property)].readers[kind as usize] = Getter::Row(at),
            }
        }
        return;
    }
    let method = members.method(&signature.name, takes.len().saturating_sub(1));
    let method = &mut members.methods[usize::from(method)];
    method.is_local |= row.access == Access::Local;
    method.takes_closure |= signature.takes.iter().any(|kind| matches!(kind, Type::Closure(_)));
    let (of, rest) = takes.split_first().map_or((ScriptType::Nothing.bit(), &[][..]), |(of, rest)| (*of, rest));
    let number = method.candidates.len() as u8;
    method.candidates.push(Candidate { row: at, takes: rest.into() });
    for kind in ScriptType::ALL.into_iter().filter(|kind| of & kind.bit() != 0) {
        method.of[kind as usize].push(number);
    }
}
