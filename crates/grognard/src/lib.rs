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

mod contest;
mod coverage;
mod play;
mod report;
mod study;
mod system;

pub use contest::{Contest, Listed};
pub use coverage::{Coverage, CoverageLine};
pub use grognard_charts::{BadData, ClauseText, Pages, Rulebook, Source, Table};
pub use grognard_days_of_empire as days_of_empire;
pub use grognard_odds::{Alternative, Best, Budget, Interval, Progress};
pub use grognard_umpire as umpire;
pub use play::Play;
pub use report::{EndReport, FigureReport, OddsRequest, Report, Share};
pub use study::Player;
pub use system::{Kind, System, open, system, systems};

/// The README's example is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
