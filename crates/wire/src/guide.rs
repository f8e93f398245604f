//! What a seat is told when it asks: how to win and how it stands, what an answer will cost, and the fight that it leads
//! to. All of it comes from what the seat may know.

use crate::battle::HouseTable;
use crate::cards::SideNames;
use crate::odds::FigureLine;
use crate::switches::SwitchCard;
use grognard::umpire::{Aims, Consequence};
use grognard::{Budget, OddsRequest, Progress, Prospect, Stands};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;
use utoipa::ToSchema;

/// Nobody waits longer for one fight; what could not be counted out by then is sampled.
const TIME_MAX: Duration = Duration::from_millis(800);
/// So many figures of a fight are told, the most wanted first.
const FIGURES_TOLD: usize = 4;

/// Where a game stands in its length.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TurnCard {
    /// The turn, from one.
    pub now: u16,
    /// How many there are; nothing where the rules set no last one.
    pub of: Option<u16>,
    /// What the turn is called.
    pub date: String,
    /// The phase in a word or two.
    pub phase: String,
}

/// Something that is played for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct AimCard {
    /// Whose aim it is, `first` or `second`; both sides' where nobody is named.
    pub side: Option<String>,
    /// What is to be reached.
    pub words: String,
    /// The clause that makes it one.
    pub clause: Option<String>,
    /// What there is of it now, where it can be counted.
    pub now: Option<i64>,
    /// What is needed.
    pub needed: Option<i64>,
    /// Whether it is reached as things stand.
    pub reached: bool,
    /// The places it is about.
    pub targets: Vec<String>,
}

/// How to win, and how it stands.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, ToSchema)]
pub struct AimsCard {
    /// Turn of turns.
    pub turn: Option<TurnCard>,
    /// What is played for, the most wanted first.
    pub list: Vec<AimCard>,
    /// How it would end if it ended now; nothing where that means nothing.
    pub standing: Option<String>,
}

impl From<Aims> for AimsCard {
    fn from(aims: Aims) -> Self {
        AimsCard {
            turn: aims.turns.map(|turns| TurnCard {
                now: turns.now,
                of: turns.of,
                date: turns.date,
                phase: turns.phase,
            }),
            list: aims
                .list
                .into_iter()
                .map(|aim| AimCard {
                    side: aim.side.map(|side| side.key().to_owned()),
                    words: aim.words,
                    clause: aim.clause.map(|clause| clause.id().to_owned()),
                    now: aim.count.map(|count| count.now),
                    needed: aim.count.map(|count| count.needed),
                    reached: aim.reached,
                    targets: aim.targets.iter().map(ToString::to_string).collect(),
                })
                .collect(),
            standing: aims.standing,
        }
    }
}

/// What an answer will cost whoever gives it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct CostCard {
    /// What it costs: `eliminated`, `surrendered`, `worn`, `idle`, `unpaid` or `spent`.
    pub loss: String,
    /// How sure it is: `all`, `some` or `perhaps`.
    pub sure: String,
    /// Whether a player wants to be asked once more.
    pub grave: bool,
    /// The clause that brings it about.
    pub clause: String,
    /// In a sentence.
    pub words: String,
    /// Whom it comes over, and where.
    pub targets: Vec<String>,
}

impl From<&Consequence> for CostCard {
    fn from(one: &Consequence) -> Self {
        CostCard {
            loss: one.loss.key().to_owned(),
            sure: one.sure.key().to_owned(),
            grave: one.loss.is_grave(),
            clause: one.clause.id().to_owned(),
            words: one.words.clone(),
            targets: one.targets.iter().map(ToString::to_string).collect(),
        }
    }
}

/// A fight that an answer would lead to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct FightAhead {
    /// What it is reckoned from: `whole`, or, where something is hidden, `best`, `likely` and `worst` of what it may be.
    pub known: String,
    /// Whether every branch was followed.
    pub exact: bool,
    /// The figures, most wanted first.
    pub figures: Vec<FigureLine>,
    /// Why it could not be reckoned, where it could not.
    pub why_not: Option<String>,
}

impl FightAhead {
    /// Reckons a fight; takes a while.
    pub fn of(prospect: &Prospect, progress: &Progress) -> FightAhead {
        let budget = Budget::of(200_000, 4_000_000).within(TIME_MAX);
        let request = OddsRequest { budget, ..OddsRequest::default() };
        let known = prospect.known.key().to_owned();
        match prospect.contest.odds_watched(&request, progress) {
            Ok(report) => FightAhead {
                known,
                exact: report.exact,
                figures: report.figures.iter().take(FIGURES_TOLD).map(FigureLine::from).collect(),
                why_not: None,
            },
            Err(why) => {
                FightAhead { known, exact: false, figures: Vec::new(), why_not: Some(why.to_string()) }
            }
        }
    }
}

/// What lies behind an answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct AheadAnswer {
    /// What it will cost.
    pub costs: Vec<CostCard>,
    /// The fight it leads to; none where it leads to none that can be told beforehand.
    pub fights: Vec<FightAhead>,
}

/// A game that might be begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewRequest {
    /// A ready battle or title: `damos/bialystok-minsk`.
    pub title: String,
    /// Switches that are not to stand as the title has them, by path.
    #[serde(default)]
    pub switches: BTreeMap<String, String>,
    /// The players' own tables.
    #[serde(default)]
    pub tables: Vec<HouseTable>,
}

/// A switch of a game that might be begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct StandingSwitch {
    /// Where it is written, with dots.
    pub path: String,
    /// What it stands at.
    pub value: String,
    /// The switch.
    pub switch: SwitchCard,
}

impl From<&Stands> for StandingSwitch {
    fn from(stands: &Stands) -> Self {
        StandingSwitch {
            path: stands.path.clone(),
            value: stands.value.clone(),
            switch: SwitchCard::from(&stands.switch),
        }
    }
}

/// How a game that might be begun would look to somebody who looks on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GamePreview {
    /// The sides' names.
    pub sides: SideNames,
    /// How its unclear and optional rules are read.
    pub switches: Vec<StandingSwitch>,
    /// How to win.
    pub aims: AimsCard,
    /// The position as a picture in SVG.
    pub picture: Option<String>,
    /// The position in letters.
    pub drawing: Option<String>,
}
