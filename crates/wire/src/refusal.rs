//! The one form of every refusal.

use grognard::umpire;
use grognard::{BadData, Unreckoned};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why something was not done: what, where, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Refusal {
    /// What is wrong, and what would be right.
    pub reason: String,
    /// The key of the field, with dots: `attacker.counters`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The line of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The clause that forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

impl Refusal {
    /// A refusal without a place.
    pub fn plain(reason: impl Into<String>) -> Self {
        Refusal { reason: reason.into(), field: None, line: None, clause: None }
    }

    /// A refusal of a field.
    pub fn of_field(field: impl Into<String>, reason: impl Into<String>) -> Self {
        Refusal { field: Some(field.into()), ..Refusal::plain(reason) }
    }
}

impl From<BadData> for Refusal {
    fn from(bad: BadData) -> Self {
        let field = Some(bad.place).filter(|place| !place.is_empty());
        Refusal { reason: bad.problem, field, line: bad.line, clause: None }
    }
}

impl From<Unreckoned> for Refusal {
    fn from(why: Unreckoned) -> Self {
        let field = match why {
            Unreckoned::NoSuchFigure { .. } => Some("objective".to_owned()),
            Unreckoned::TooLargeForBest(_) => Some("best".to_owned()),
            _ => None,
        };
        let reason = match why {
            // The page has no such option; it has a field.
            Unreckoned::TooLargeForBest(_) => "too large to solve for best play; leave it out".to_owned(),
            why => why.to_string(),
        };
        Refusal { field, ..Refusal::plain(reason) }
    }
}

impl From<umpire::Refusal> for Refusal {
    fn from(refusal: umpire::Refusal) -> Self {
        let clause = refusal.clause.map(|clause| clause.id().to_owned());
        Refusal { clause, ..Refusal::plain(refusal.reason) }
    }
}
