//! What must hold of the content and of whole games, and the checks on the repository: one binary for all of it, so that
//! it is linked once. Rulings and mistakes are found when they run, in `rulings.rs`.

mod calamities;
mod chance;
mod ci;
mod compare;
mod coverage;
mod deciders;
mod dictated;
mod forged;
mod guide;
mod guides;
mod handles;
mod imagine;
mod imports;
mod limits;
mod loading;
mod mangled;
mod mutations;
mod opportunity;
mod outside;
mod pieces;
mod properties;
mod recorded;
mod reference;
mod refusals;
mod schemas;
mod several;
mod shape;
mod targets;
mod tidy;
mod time_nodes;
mod together;
mod twins;
mod untold;
mod unusual;
mod war_of_the_ring;
