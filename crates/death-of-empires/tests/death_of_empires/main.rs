//! The tests of the library and of whole games, one program so that they are linked once.

mod common;
mod constraints;
mod counts;
mod fights;
mod figures;
mod hardships;
mod laws;
mod properties;
mod readings;
mod script;
mod setup;
mod situations;
mod solver;
mod tables;
mod worked;
