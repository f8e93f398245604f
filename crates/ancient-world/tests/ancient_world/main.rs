//! The tests of the library and of whole games, one program so that they are linked once.

mod accounts;
mod bearing;
mod campaigns;
mod chapters;
mod coordination;
mod deputies;
mod duel;
mod elephants;
mod files;
mod laws;
mod missions;
mod operations;
mod policies;
mod positions;
mod properties;
mod secrecy;
mod sheet;
mod situations;
mod tables;
mod worked;
