//! The tests of the library and of the whole game, one program so that they are linked once.

mod attrition;
mod baseline;
mod bounds;
mod branches;
mod encounters;
mod expeditions;
mod field;
mod hardships;
mod house_tables;
mod italian_wars;
mod land_battle;
mod land_losses;
mod land_modifiers;
mod laws;
mod letter;
mod mixed_stacks;
mod naval_battle;
mod places;
mod playing;
mod procedures;
mod sieges;
mod storms;
mod tables;
mod titles;
mod treasury;
mod worked;
