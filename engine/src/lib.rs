#![doc = include_str!("../README.md")]

pub mod base;
pub mod catalog;
pub mod game;
pub mod kernel;
pub mod report;
pub mod script;
