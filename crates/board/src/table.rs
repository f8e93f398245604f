//! The measured table: stands that are pushed about with a ruler, in exact whole numbers.
//!
//! Lengths are thousandths of an inch, angles tenths of a degree. Every yes or no is decided by integer
//! arithmetic, so all machines agree and journals replay. No rule of any game is in here: the module
//! knows poses, blocks, lanes, lines of sight and how far a body can walk; what a wood costs and whom one
//! may shoot at its callers tell it.
//!
//! * [`Mils`], [`Notches`], [`Heading`], [`Gap`]: measures, and the one tolerance rule.
//! * [`Point`], [`Pose`], [`Layout`], [`Block`]: where every stand of a formation is.
//! * [`Ground`], [`Feature`]: terrain, checked when it is laid.
//! * [`Field`], [`Body`]: bodies on the ground; [`Field::sees`] and [`Lookout`]: who sees whom.
//! * [`fire`]: arcs, ranges, corridors, bounce lanes, cover. [`Aspect`], [`closed_ring`]: sides and squares.
//! * [`March`], [`Field::walk`]: the only mover. [`charge_distance`], [`contact`]: charges.

mod charge;
pub mod convex;
mod field;
pub mod fire;
mod ground;
mod layout;
mod lookout;
mod march;
mod measure;
mod point;
mod region;
mod sides;
mod sight;
mod walk;

pub use charge::{Contact, away_from, charge_distance, conform, contact, deflections};
pub use convex::Convex;
pub use field::{Body, BodyId, Bulk, CrestSide, Eyes, Field, Footing, Looks, Placed, Ranks, Smoke, Standing};
pub use ground::{
    BadGround, CORNERS_MAX, FEATURES_MAX, Feature, FeatureId, Flaw, Ground, Kind, Level, OffTable, Outline,
    TABLE_MAX, Thickness,
};
pub use layout::{BadLayout, Bend, Block, Formation, Layout, STANDS_MAX, Stand, StandAt, Swing};
pub use lookout::Lookout;
pub use march::{
    Approach, Change, Crossing, Edge, Hindrance, Item, March, Regard, STEPS_MAX, Step, Stop, TOLLS_MAX, Toll,
    Walked, Ways,
};
pub use measure::{BadMeasure, CONTACT, CONTACT_EDGE, Gap, Hand, Heading, Mils, NEAR, Notches, TOUCH};
pub use point::{Point, Pose, direction};
pub use region::{Along, Bounds, Region};
pub use sides::{Aspect, Facing, aspect, closed_ring};
pub use sight::{BodiesBlock, CrestBehind, Look, OverCover, Sightline, Visibility, distance};
