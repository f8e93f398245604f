//! Situations on the map, played on a tape: rules, rulings, and every switch both ways.

mod beaten;
mod closely;
mod edges;
mod fights;
mod ground;
mod guide;
mod letter;
mod marches;
mod pins;
mod policy;
mod prospects;
mod readings;
mod refusals;
mod rulings;
mod secrets;
mod special;
mod table;
mod turns;
