//! The systems behind one interface.
//!
//! Whoever wants to use the rules without knowing which system they belong to, the command line, the
//! server, Python, comes here: [`systems`] lists them, [`open`] opens a battle file, and what it hands
//! back can be resolved, counted out, sampled and replayed.
//!
//! ```
//! let text = grognard::system("eu9").unwrap().battle("italian-plain").unwrap();
//! let contest = grognard::open("italian-plain.toml", text, &[]).unwrap();
//! let report = contest.odds(&grognard::OddsRequest::default()).unwrap();
//! assert!(report.exact);
//! let total: f64 = report.ends.iter().map(|end| end.p).sum();
//! assert!((total - 1.0).abs() < 1e-12);
//! ```

mod advised;
mod begun;
mod campaign;
mod column;
mod coming;
mod contest;
mod coverage;
mod ends;
mod guide;
mod joint;
mod kept;
mod play;
mod policy;
mod ready;
mod report;
mod seat;
mod study;
mod switches;
mod system;
mod unreckoned;

pub use advised::{SAME, best_of, points, told_plainly};
pub use begun::{position_text, whole_position_text};
pub use coming::{Coming, Result as ComingResult, coming};
pub use contest::{Contest, Fought, Listed};
pub use coverage::{Coverage, CoverageLine};
pub use ends::{EndReport, Ends};
pub use grognard_charts::{
    Alternative as SwitchWord, BadData, ClauseText, Pages, Profiled, Rulebook, Section, Sections, Source,
    Stands, Switch, Switchboard, Table, Takes, nearest, turned,
};
pub use grognard_days_of_empire as days_of_empire;
pub use grognard_odds::{Alternative, Best, Budget, Interval, Progress};
pub use grognard_umpire as umpire;
pub use joint::Joint;
pub use play::{Fight, Play, Prospect, Sees, TableAct, Thought};
pub use policy::PolicyLine;
pub use report::{FigureReport, OddsRequest, Report, Share};
pub use seat::{Asked, Game, Seat, Told};
pub use study::{Games, Player, Strength, StudyRequest};
pub use switches::{Named, named_switches, switches_in};
pub use system::{Kind, System, files_beside, open, system, systems};
pub use unreckoned::Unreckoned;

/// The README's example is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
