//! What rulings can say, and what is said of those that are wrong.

mod kernel;
mod pack;
mod steps;
mod tables;
mod variants;
