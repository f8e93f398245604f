//! Manners: what programs, designers and people who slip are owed.

mod designers;
mod files;
#[cfg(unix)]
mod people;
mod programs;
mod schemas;
#[cfg(unix)]
mod terminal;
mod wrong;
