//! The tests of the library, one program so that they are linked once.

mod common;
mod laws;
mod odds;
mod readings;
mod roster;
mod rulings;
mod setup;
mod sheet;
mod tables;
mod worked;
