//! Situations on the map, played on a tape: rules, rulings, and every switch both ways.

mod closely;
mod fights;
mod ground;
mod letter;
mod marches;
mod pins;
mod readings;
mod refusals;
mod rulings;
mod secrets;
mod special;
mod table;
mod turns;
