//! The tests of the library and of whole games, one program so that they are linked once.

mod bearing;
mod campaigns;
mod chapters;
mod duel;
mod laws;
mod missions;
mod operations;
mod positions;
mod properties;
mod sheet;
mod situations;
mod tables;
mod worked;
