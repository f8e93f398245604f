//! The tests of the library and of whole games, one program so that they are linked once.

mod combat;
mod games;
mod laws;
mod odds;
mod positions;
mod situations;
mod worked;
