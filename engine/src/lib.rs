#![doc = include_str!("../README.md")]

pub mod audit;
pub mod base;
pub mod catalog;
pub mod game;
pub mod model;
pub mod play;
pub mod report;
pub mod script;
