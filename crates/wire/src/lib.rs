//! The JSON of everything: what the command line prints under `--json`, what the server sends and takes, and what
//! a link holds. The types are their own structs, so that the rules stay free of JSON; each carries its schema.

mod account;
mod battle;
mod books;
mod cards;
mod fight;
mod link;
mod odds;
mod refusal;

pub use account::{DiceThrown, LookUp, ModifierLine, RulingLine, fact};
pub use battle::{Battle, HouseTable};
pub use books::{CellCard, ClauseCard, ClauseList, SourceCard, TableCard, TableList};
pub use cards::{BattleCard, CoverageCard, KindCard, SideNames, SystemCard, SystemList, system_list};
pub use fight::{
    Act, BarredOption, DiceFrom, Fight, FightRequest, Fresh, OpenQuestion, OptionLine, QuestionKind,
};
pub use link::{Linked, is_link, read_link, write_link};
pub use odds::{
    AlternativeLine, BestAnswer, BestPlay, EndLine, FigureLine, IntervalLine, Joint, OddsAnswer, OddsRequest,
    ValueLine,
};
pub use refusal::Refusal;
