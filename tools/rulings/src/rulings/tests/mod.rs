//! What rulings can say, and what is said of those that are wrong.

mod claims;
mod completion;
mod kernel;
mod notation;
mod pack;
mod pieces;
mod ruled_out;
mod secrets;
mod shown;
mod steps;
mod tables;
mod variants;
