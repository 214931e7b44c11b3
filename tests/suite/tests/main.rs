//! What must hold of the content and of whole games, and the checks on the repository: one binary for all of it, so that
//! it is linked once. Rulings and mistakes are found when they run, in `rulings.rs`.

mod boundaries;
mod bounds;
mod broken;
mod calamities;
mod chance;
mod ci;
mod commanded;
mod compare;
mod coverage;
mod deciders;
mod dictated;
mod earned;
mod evaluators;
mod every_verb;
mod forged;
mod form;
mod fuzzed;
mod guide;
mod guides;
mod handles;
mod imagine;
mod key_tables;
mod leaving;
mod limits;
mod links;
mod loading;
mod looks;
mod mangled;
mod mutations;
mod numbers;
mod old_packs;
mod opportunity;
mod options;
mod outside;
mod pieces;
mod promises;
mod properties;
mod recorded;
mod reference;
mod refusals;
mod renamed;
mod schemas;
mod several;
mod shape;
mod targets;
mod thicket;
mod tidy;
mod time_nodes;
mod together;
mod twins;
mod untold;
mod unusual;
mod waiting;
mod war_of_the_ring;

use mimalloc::MiMalloc;

/// As the command has it: packs are loaded many times, and games copied.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;
