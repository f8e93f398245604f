//! Situations on the map: one for each rule and ruling, played on a tape.

mod fights;
mod ground;
mod marches;
mod special;
mod table;
mod turns;
