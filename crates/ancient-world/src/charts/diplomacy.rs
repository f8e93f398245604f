//! The diplomacy charts. [12.34]

use super::{COUNT, bounded, figure};
use crate::force::words;
use grognard_charts::{BadData, Bands, Pages};
use serde::Deserialize;

words! {
    /// An ambassador's Diplomacy Rating.
    DiplomacyRating {
        /// The best.
        A = "A",
        /// Good.
        B = "B",
        /// Fair.
        C = "C",
        /// Poor.
        D = "D",
    }
}

/// What a cell of the Ambassador Table says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AmbassadorResult {
    /// So many alliance boxes for the sender.
    Boxes(i8),
    /// Roll: even is so many boxes, odd a disaster.
    BoxesOrDisaster(i8),
    /// A disaster.
    Disaster,
}

words! {
    /// What becomes of the ambassador in a disaster.
    Disaster {
        /// He is killed.
        Killed = "killed",
        /// He is held to ransom.
        Ransom = "ransom",
        /// He dies, mourned by all.
        Dies = "dies",
        /// He deserts.
        Deserts = "deserts",
        /// The audience is postponed.
        Postponed = "postponed",
    }
}

/// The diplomacy charts.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct DiplomacyChart {
    ambassador: (Bands, Vec<[AmbassadorResult; 4]>),
    disasters: [(i8, Disaster); 10],
    pub cost_of_sending: u8,
    pub ransom_divisor: u16,
    pub ransom_min: u16,
    pub cost_of_recovery: u8,
    pub cost_of_audience: u8,
    pub cost_of_replacement: u8,
}

impl DiplomacyChart {
    pub(crate) fn read(pages: &Pages) -> Result<DiplomacyChart, BadData> {
        let table = pages.table("ambassador")?;
        let mut rows = Vec::new();
        for row in 0..table.rows() {
            let mut cells = [AmbassadorResult::Disaster; 4];
            for rating in DiplomacyRating::ALL {
                let column = table.column(rating.key())?;
                cells[*rating as usize] =
                    table.parse(row, column, "boxes such as `+2`, `D` or `-1/D?`", read_ambassador)?;
            }
            rows.push(cells);
        }
        let page = pages.table("diplomatic-disasters")?;
        let bands = page.bands()?;
        let mut disasters = [(0, Disaster::Killed); 10];
        for (die, slot) in disasters.iter_mut().enumerate() {
            let row = bands.row(die as i32);
            *slot = (
                bounded(page, row, 1, -9..=9)?,
                page.parse(row, 2, "what becomes of him", Disaster::from_key)?,
            );
        }
        let costs = pages.table("guile-costs")?;
        Ok(DiplomacyChart {
            ambassador: (table.bands()?, rows),
            disasters,
            cost_of_sending: figure(costs, "sending", COUNT)?,
            ransom_divisor: figure(costs, "ransom, die divided by", 1..=99)?,
            ransom_min: figure(costs, "ransom, at least", COUNT)?,
            cost_of_recovery: figure(costs, "recovering a deserter", COUNT)?,
            cost_of_audience: figure(costs, "arranging the audience again", COUNT)?,
            cost_of_replacement: figure(costs, "replacing a subordinate", COUNT)?,
        })
    }

    /// The row and the cell of the Ambassador Table for a modified die. [12.34-a]
    pub fn ambassador(&self, rating: DiplomacyRating, total: i16) -> (usize, AmbassadorResult) {
        let row = self.ambassador.0.row(i32::from(total));
        (row, self.ambassador.1[row][rating as usize])
    }

    /// The boxes and the ambassador's lot in a disaster.
    pub fn disaster(&self, die: u16) -> (i8, Disaster) {
        self.disasters[usize::from(die)]
    }
}

fn read_ambassador(text: &str) -> Option<AmbassadorResult> {
    if text == "D" {
        return Some(AmbassadorResult::Disaster);
    }
    let boxes = |text: &str| text.parse().ok().filter(|boxes: &i8| (-9..=9).contains(boxes));
    match text.strip_suffix("/D?") {
        Some(text) => boxes(text).map(AmbassadorResult::BoxesOrDisaster),
        None => boxes(text).map(AmbassadorResult::Boxes),
    }
}
