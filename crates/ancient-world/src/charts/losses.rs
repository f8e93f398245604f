//! The Percentage Loss Chart. [8.34]

use super::{PERCENT, bounded};
use crate::readings::LossChart;
use grognard_charts::{BadData, Pages};

/// The chart: SP lost by percentage and strength.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LossTable {
    /// By percentage in fives, then by 1 to 9 SP (index 0 unused).
    ones: [[u16; 10]; 20],
    /// By percentage in fives, then by tens (index 10 is the column of 100 SP).
    tens: [[u16; 11]; 20],
    /// The doubtful cells as the page shows them: percentage, tens, loss.
    as_printed: Vec<(u8, usize, u16)>,
}

impl LossTable {
    pub(crate) fn read(pages: &Pages) -> Result<LossTable, BadData> {
        let (ones_page, tens_page) =
            (pages.table("percentage-loss-ones")?, pages.table("percentage-loss-tens")?);
        let mut table = LossTable { ones: [[0; 10]; 20], tens: [[0; 11]; 20], as_printed: Vec::new() };
        for fives in 1..20 {
            let label = (fives * 5).to_string();
            let (one, ten) = (ones_page.row(&label)?, tens_page.row(&label)?);
            for sp in 1..10 {
                table.ones[fives][sp] =
                    bounded(ones_page, one, ones_page.column(&sp.to_string())?, 0..=sp as i32)?;
            }
            table.tens[fives][1] = bounded(ones_page, one, ones_page.column("10")?, 0..=10)?;
            for tens in 2..11 {
                let column = tens_page.column(&(tens * 10).to_string())?;
                table.tens[fives][tens] = bounded(tens_page, ten, column, 0..=10 * tens as i32)?;
            }
        }
        let printed = pages.table("percentage-loss-as-printed")?;
        for row in 0..printed.rows() {
            let (percent, sp): (u8, usize) =
                (bounded(printed, row, 1, PERCENT)?, bounded(printed, row, 2, PERCENT)?);
            table.as_printed.push((percent, sp / 10, bounded(printed, row, 3, PERCENT)?));
        }
        Ok(table)
    }

    /// The SP that a percentage of a force comes to: hundreds, tens and ones each looked up by
    /// themselves. [8.34-a, 8.34-b, 8.34-c]
    pub fn loss(&self, percent: u8, sp: u16, reading: LossChart) -> u16 {
        if percent >= 100 {
            return sp;
        }
        let row = usize::from(percent / 5);
        let (hundreds, tens, ones) = (sp / 100, usize::from(sp / 10 % 10), usize::from(sp % 10));
        let cell = |tens: usize| match reading {
            LossChart::Formula => self.tens[row][tens],
            LossChart::AsPrinted => {
                let printed = self.as_printed.iter().find(|(p, t, _)| (*p, *t) == (percent, tens));
                printed.map_or(self.tens[row][tens], |(_, _, loss)| *loss)
            }
        };
        (hundreds * cell(10) + cell(tens) + self.ones[row][ones]).min(sp)
    }
}
