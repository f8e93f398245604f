//! Rules ask, umpires answer.
//!
//! A rule is a plain function. What it cannot know, the fall of the dice or a player's decision, it asks
//! of an [`Umpire`]; `?` marks each such place. Swap the umpire and the same rule is live play
//! ([`Live`]), a replay or a paused game ([`Tape`], [`Session`]), exact odds or a search (crate
//! `grognard-odds`). There is no second implementation of any rule.
//!
//! ```
//! use grognard_umpire::*;
//!
//! topics! {
//!     /// What a duel asks.
//!     enum Asks of "duel" {
//!         Blow: "blow", "blow";
//!     }
//! }
//!
//! /// A duel: each round both throw a die; the higher wins, equal dice throw again.
//! #[derive(Clone, PartialEq, Eq, Hash, Debug)]
//! struct Duel;
//!
//! impl Procedure for Duel {
//!     type Rules = ();
//!     type End = Side;
//!     fn step(self, _: &(), ump: &mut impl Umpire) -> Flow<Self> {
//!         const DUEL: Clause = Clause::new("DUEL-1");
//!         let first = ump.roll(Asking::of(Side::First, DUEL, Asks::Blow), Dice::D6)?;
//!         let second = ump.roll(Asking::of(Side::Second, DUEL, Asks::Blow), Dice::D6)?;
//!         ump.explain(|| Ruling::new(DUEL, format!("{first} against {second}")));
//!         Ok(match first.cmp(&second) {
//!             std::cmp::Ordering::Greater => std::ops::ControlFlow::Break(Side::First),
//!             std::cmp::Ordering::Less => std::ops::ControlFlow::Break(Side::Second),
//!             std::cmp::Ordering::Equal => std::ops::ControlFlow::Continue(self),
//!         })
//!     }
//! }
//!
//! let answers = [Answer::Faces(vec![5]), Answer::Faces(vec![2])];
//! let mut tape = Tape::new(&answers, Keep::Account);
//! assert_eq!(Duel.step(&(), &mut tape), Ok(std::ops::ControlFlow::Break(Side::First)));
//! assert_eq!(tape.account[0].text, "5 against 2");
//! ```

mod ask;
mod between;
mod clause;
mod clerk;
mod dice;
mod fact;
mod follow;
mod grammar;
mod guide;
mod header;
mod inner;
mod journal;
mod live;
mod map;
mod pledge;
mod position;
mod procedure;
mod reading;
mod replay;
mod reveal;
mod ruling;
mod secret;
mod session;
mod sheet;
mod side;
mod snapshot;
mod swapped;
mod table;
mod tape;
mod target;
mod topic;
mod umpire;

pub use ask::{
    Asked, Asking, Barred, Choice, Kind, List, Offer, Offered, Openness, Options, Orders, Question, Stopped,
    YesNo,
};
pub use between::Between;
pub use clause::Clause;
pub use clerk::{Clerk, Minutes, NoClerk};
pub use dice::{Dice, Die, Generator};
pub use fact::Fact;
pub use grammar::{Need, Slot, Takes, Verb};
pub use guide::{
    Aim, Aims, CellNow, Consequence, Count, Guide, Known, Loss, Origin, Piece, Presence, Reckoned, Stance,
    Stock, Sure, Turns,
};
pub use header::{DiceSource, Form, Header, Seat};
pub use inner::play_out;
pub use journal::{BadJournal, Entry, Event, Flaw, Journal};
pub use live::{Live, Looking, at_random};
pub use map::{Board, BoardKind, Cell, Line, Sign, SignOf, Spot, Town};
pub use pledge::{Pledge, Proof, seeded_faces};
pub use position::{Misread, Position, Start};
pub use procedure::{Figure, Flow, Part, Playable, Procedure, Unit, Visitor};
pub use reading::Reading;
pub use replay::{Difference, Differs};
pub use reveal::{Audience, Reveal};
pub use ruling::{Look, Mark, Modifier, Refusal, Ruling, Thrown};
pub use secret::{Entered, Opening, Salt};
pub use session::{Phase, Session};
pub use sheet::{Counter, Heading, Style, sheet};
pub use side::{BySide, Side};
pub use swapped::{Given, Swapped};
pub use table::{Closing, Proposal};
pub use tape::{Answer, Keep, Tape, check_faces};
pub use target::{Cost, Target, TargetKind};
pub use topic::{Card, Topic, Topics};
pub use umpire::Umpire;
