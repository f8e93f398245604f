//! Combat alone, chapter by chapter: the tables, the printed example, each ruling and each reading of a
//! fight.

mod airpower;
mod battles;
mod exchange;
mod fight;
mod losses;
mod matrix;
mod tables;
mod winner;
