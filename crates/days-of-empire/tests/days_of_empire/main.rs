//! The tests of the library, one program so that they are linked once.

mod ahead;
mod allowance;
mod at_work;
mod common;
mod laws;
mod marches;
mod moves;
mod odds;
mod offered;
mod path;
mod readings;
mod roster;
mod rulings;
mod setup;
mod sheet;
mod table;
mod tables;
mod terrain;
mod title;
mod umpired;
mod vectors;
mod worked;
