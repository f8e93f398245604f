//! Situations on the map, played on a tape: rules, rulings, and every switch both ways.

mod fights;
mod ground;
mod marches;
mod special;
mod table;
mod turns;
