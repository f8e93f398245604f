//! Printed tables as data.
//!
//! A chart of a rulebook is a grid in a TOML file that looks like the page: same rows, same columns,
//! same order. Each table says which clause it belongs to and where its figures come from; a single
//! doubtful cell can say it for itself. Tables are parsed once, when they are first asked for, checked, turned into typed
//! tables by their system, and can be replaced table by table or cell by cell from a folder.
//!
//! ```
//! let text = r#"
//! [storm]
//! title = "Storm results"
//! rule = "X-9.9"
//! roll = "d10 plus modifiers"
//! source = { mark = "printed", work = "the rulebook", note = "page 2" }
//! columns = ["die", "attacker", "garrison"]
//! rows = [
//!     ["<=3",  "2", "0"],
//!     ["4..7", "1", "1"],
//!     [">=8",  "0", "2"],
//! ]
//! "#;
//! let pages = grognard_charts::Pages::load(&[("storm.toml", text)], &[]).unwrap();
//! let storm = pages.table("storm").unwrap();
//! let bands = storm.bands().unwrap();
//! assert_eq!(storm.cell(bands.row(-5), 1).text(), "2");
//! assert_eq!(storm.cell(bands.row(12), 2).text(), "2");
//! ```

mod bad_data;
mod bands;
mod citations;
mod document;
mod head;
mod on_demand;
mod page;
mod pages;
mod position;
mod rulebook;
mod sections;
mod slips;
mod switches;
mod table;

pub use grognard_umpire::{Clause, Reading};

pub use bad_data::{BadData, Problem, read, refuse};
pub use bands::Bands;
pub use citations::citations;
pub use document::{document, document_text};
pub use head::kind_of;
pub use on_demand::OnDemand;
pub use page::Page;
pub use pages::Pages;
pub use position::{PositionFile, position_of};
pub use rulebook::{ClauseText, Rulebook, embedded};
pub use sections::{Section, Sections};
pub use slips::nearest;
pub use switches::{
    Alternative, NoSuchSwitch, Profiled, Stands, Switch, Switchboard, Takes, Written, stands_in, turned,
    written,
};
pub use table::{Cell, Source, Table};
