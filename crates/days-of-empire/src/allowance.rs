//! How far a unit may move, every deduction item by item: what the measured table walks by, and what an umpire
//! beside a real table says aloud. (17.4.3 to 17.4.7)
//!
//! ```text
//! march column 10; form line 3, of the lesser 6: 3 left; light wood 2: 1 left
//! ```

use crate::charts::{Asks, ChangeCost, Charts, Draught, Evolution, Going, Mover, MovesAs, Tread};
use crate::clerk::{Clerk, deaf};
use crate::length::Length;
use crate::readings::{ChangeBalance, Readings};
use crate::unit::{counted, words};
use grognard_board::table::Mils;
use grognard_umpire::{Clause, Refusal};

words! {
    /// How a unit goes about its move.
    Haste {
        /// As usual.
        Ordinary "ordinary",
        /// It makes a forced march. [17.4.5]
        Forced "forced",
    }
}

words! {
    /// Whether the whole path lies on roads, bridges and fords. [15.2-a]
    OnRoad {
        /// It does not.
        No "no",
        /// It does.
        Yes "yes",
    }
}

words! {
    /// What a unit has done this turn that may keep it from moving.
    Fired {
        /// It has not fired.
        No "no",
        /// It has.
        Yes "yes",
    }
}

/// What a unit's allowance depends on: its formation and circumstances as the phase begins. [17.4-c]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marcher {
    /// Its row of the movement table.
    pub mover: Mover,
    /// Its column of the table of formation changes.
    pub moves_as: MovesAs,
    /// Its class, 1 to 4; guns, staff and trains have none that matters here.
    pub class: Option<u8>,
    /// The horses of a gun's team.
    pub horses: u8,
    /// Whether it has fired this turn.
    pub fired: Fired,
    /// How it goes about it.
    pub haste: Haste,
}

impl Marcher {
    /// Troops of no special circumstances.
    pub const fn plain(mover: Mover, moves_as: MovesAs) -> Marcher {
        Marcher { mover, moves_as, class: None, horses: 6, fired: Fired::No, haste: Haste::Ordinary }
    }

    /// The row by which a unit really moves. [10.3-e] [T1-a]
    fn moves_by(&self, charts: &Charts, clerk: Clerk<'_>) -> Mover {
        if self.mover == Mover::HorseLimbered && self.horses <= charts.figures.horses_slow {
            clerk(rule!("10.3-e"));
            return Mover::FootLimbered;
        }
        self.mover
    }

    /// How it limbers: a horse battery down to foot pace does so like foot artillery.
    fn changes_as(&self, charts: &Charts, clerk: Clerk<'_>) -> MovesAs {
        if self.moves_as == MovesAs::HorseGuns && self.horses <= charts.figures.horses_slow {
            clerk(rule!("10.3-f"));
            return MovesAs::FootGuns;
        }
        self.moves_as
    }

    /// The allowance before anything is taken off, and what it is made of.
    pub fn basic(&self, charts: &Charts, road: OnRoad, clerk: Clerk<'_>) -> Reckoning {
        let mover = self.moves_by(charts, clerk);
        let pace = charts.pace_of(mover);
        clerk(rule!("17.4-c"));
        let mut reckoning = match self.haste {
            Haste::Ordinary => {
                clerk(rule!("T1-a"));
                Reckoning::from(rule!("17.4.3-a"), mover.word(), pace.normal.unwrap_or_default().mils())
            }
            // Only march columns have a figure here, and the single column of horse and guns. [12.1-e]
            Haste::Forced => {
                clerk(rule!("T4-a"));
                let forced = pace.forced.unwrap_or_default().mils();
                Reckoning::from(rule!("17.4.5-a"), &format!("{}, forced march", mover.word()), forced)
            }
        };
        if mover == Mover::InfantrySquare && self.fired == Fired::Yes {
            let whole = reckoning.left;
            reckoning.take(rule!("12.3-f"), "it has fired".to_owned(), whole);
        }
        if mover.tread() == Tread::LimberedGuns && mover.is_column() && mover != Mover::Wagon {
            let lost = match charts.draught(self.horses) {
                Draught::Whole => Mils::ZERO,
                Draught::Half => Mils(reckoning.left.0 - reckoning.left.0 / 2),
                Draught::None => reckoning.left,
            };
            if lost > Mils::ZERO {
                let horses = counted(i64::from(self.horses), "horse");
                reckoning.take(rule!("T1-a"), format!("only {horses}"), lost);
            }
        }
        if road == OnRoad::Yes
            && let Some(bonus) = pace.road
            && reckoning.left > Mils::ZERO
        {
            reckoning.add(rule!("15.2-a"), "by road".to_owned(), bonus.mils());
        }
        reckoning
    }

    /// What a change of formation costs it, class and all.
    ///
    /// # Errors
    /// The change is not for these troops.
    pub fn change_cost(
        &self,
        charts: &Charts,
        change: Evolution,
        clerk: Clerk<'_>,
    ) -> Result<ChangeCost, Refusal> {
        let of = self.changes_as(charts, clerk);
        clerk(rule!("T3-a"));
        match charts.change_cost(change, of) {
            ChangeCost::Never => {
                let words = format!("{} make no change of {}", of.word(), change.word());
                Err(Refusal::new(rule!("17.4.7-h"), words))
            }
            ChangeCost::Part(cost) => {
                let inch = Mils::inches(1);
                let cost = match self.class {
                    Some(1) => cost.mils() + inch,
                    Some(4) => (cost.mils() - inch).max(inch),
                    _ => cost.mils(),
                };
                Ok(ChangeCost::Part(Length::measured(cost)))
            }
            whole => Ok(whole),
        }
    }

    /// What is left of an allowance for the whole move when a unit changes to another formation: the figure that
    /// limits everything spent, the change's own cost counted in.
    pub fn after_change(
        &self,
        charts: &Charts,
        readings: &Readings,
        to: Mover,
        cost: Mils,
        clerk: Clerk<'_>,
    ) -> Mils {
        clerk(rule!("17.4.3-b"));
        let new =
            Marcher { mover: to, haste: Haste::Ordinary, ..*self }.basic(charts, OnRoad::No, &mut deaf).left;
        clerk(rule!("17.4.7-c"));
        match readings.change_balance {
            ChangeBalance::LesserLessCost => new,
            // The cost comes off the formation the unit began in, not off the new one.
            ChangeBalance::StartLessCost => new + cost,
        }
    }

    /// What ground asks of it, by the formation in which it began the phase. [17.4.7-j]
    pub fn ground(&self, charts: &Charts, going: Going, clerk: Clerk<'_>) -> Asks {
        clerk(rule!("17.4.7-j"));
        clerk(rule!("T2-a"));
        let tread = match (self.mover, going) {
            // Led horses go through a swamp at foot pace. [15.6-a]
            (Mover::LeadingHorses, Going::Swamp) => Tread::FormedFoot,
            // Engineers and pioneers go as infantry, single men where ranks would be. [A134]
            (mover, _) => mover.tread(),
        };
        charts.asks(going, tread)
    }
}

/// A change of formation: what is done, and what comes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Changing {
    /// The row of the table of changes.
    pub change: Evolution,
    /// The row of the movement table afterwards.
    pub to: Mover,
}

/// One item of an allowance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The clause behind it.
    pub clause: Clause,
    /// What it is for.
    pub words: String,
    /// What it adds; below nought, what it takes.
    pub amount: Mils,
    /// What is left after it.
    pub left: Mils,
}

/// An allowance as it is used up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reckoning {
    /// The items, in order.
    pub entries: Vec<Entry>,
    /// What is left.
    pub left: Mils,
    moved: Mils,
    paid: Vec<(Going, Mils)>,
}

impl Reckoning {
    /// A figure to begin with.
    pub fn from(clause: Clause, words: &str, amount: Mils) -> Reckoning {
        let entry = Entry { clause, words: words.to_owned(), amount, left: amount };
        Reckoning { entries: vec![entry], left: amount, moved: Mils::ZERO, paid: Vec::new() }
    }

    fn add(&mut self, clause: Clause, words: String, amount: Mils) {
        self.left += amount;
        self.entries.push(Entry { clause, words, amount, left: self.left });
    }

    fn take(&mut self, clause: Clause, words: String, amount: Mils) {
        self.add(clause, words, -amount);
    }

    /// Pays for something, if there is enough left.
    ///
    /// # Errors
    /// By how much it falls short.
    pub fn pay(&mut self, clause: Clause, words: &str, amount: Mils) -> Result<(), Refusal> {
        if amount > self.left {
            let short = amount - self.left;
            return Err(Refusal::new(
                clause,
                format!("{words} takes {amount} and {} is left: {short} too much", self.left),
            ));
        }
        self.moved += amount;
        self.take(clause, words.to_owned(), amount);
        Ok(())
    }

    /// Pays for a wheel by the arc that the outer end goes.
    ///
    /// # Errors
    /// By how much it falls short.
    pub fn wheel(&mut self, arc: Mils) -> Result<(), Refusal> {
        // Printed with the example of two inches that cost four. [17.4.6-d]
        self.pay(rule!("17.4.6-c"), "wheel", arc + arc)
    }

    /// Pays for ground, once for each kind in a phase. [T2-b]
    ///
    /// # Errors
    /// It is closed, or what is left does not cover it.
    pub fn ground(&mut self, charts: &Charts, marcher: &Marcher, going: Going) -> Result<(), Refusal> {
        let Asks::Part(cost) = marcher.ground(charts, going, &mut deaf) else {
            let words = format!("{} is closed to {}", going.word(), marcher.mover.word());
            return Err(Refusal::new(rule!("T2-a"), words));
        };
        if self.paid.iter().any(|paid| paid.0 == going) {
            return Ok(());
        }
        self.pay(rule!("17.4.4-a"), going.word(), cost.mils())?;
        self.paid.push((going, cost.mils()));
        Ok(())
    }

    /// Pays for a change of formation; what is left is limited by the lesser of both formations.
    ///
    /// # Errors
    /// These troops do not make it, it takes the whole move, or more than is left.
    pub fn change(
        &mut self,
        charts: &Charts,
        readings: &Readings,
        marcher: &Marcher,
        Changing { change, to }: Changing,
    ) -> Result<(), Refusal> {
        let cost = match marcher.change_cost(charts, change, &mut deaf)? {
            ChangeCost::Part(cost) => cost.mils(),
            ChangeCost::WholeMove | ChangeCost::TwoPhases if self.moved > Mils::ZERO => {
                let words = format!("{} takes the whole move, and {} is gone", change.word(), self.moved);
                return Err(Refusal::new(rule!("T3-a"), words));
            }
            ChangeCost::WholeMove | ChangeCost::TwoPhases => self.left,
            ChangeCost::Never => unreachable!("refused before"),
        };
        let whole = self.left + self.moved;
        let limit = marcher.after_change(charts, readings, to, cost, &mut deaf);
        if limit < whole {
            self.take(rule!("17.4.3-b"), format!("{} moves less", to.word()), whole - limit);
        }
        // A change dearer than there is takes the whole move, if nothing of it is gone.
        let cost = if self.moved == Mils::ZERO { cost.min(self.left) } else { cost };
        self.pay(rule!("17.4.7-c"), change.word(), cost)
    }

    /// The account in one line.
    pub fn line(&self) -> String {
        let one = |(at, entry): (usize, &Entry)| {
            let amount = Mils(entry.amount.0.abs());
            if at == 0 {
                format!("{} {amount}", entry.words)
            } else {
                format!("{} {amount}: {} left", entry.words, entry.left)
            }
        };
        self.entries.iter().enumerate().map(one).collect::<Vec<_>>().join("; ")
    }
}
