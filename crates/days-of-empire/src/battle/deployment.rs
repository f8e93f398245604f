//! Before turn 1: the wind, the quality of the generals, and who stands where. (16) [14.1] [15.12]

mod placing;

use super::campaign::{Campaign, Rank};
use super::ground::Ground;
use super::ids::{CommandId, UnitId, Units};
use super::measured::{self, Measured, SIGHT, body_of};
use super::orders::{Covert, Moment, Wanted};
use super::state::{Place, Position, Scene};
use super::{Battle, Phase};
use crate::asks::Asks;
use crate::readings::{Scouting, StaffQuality};
use crate::setup::examine::may_take;
use crate::title::army::Edge;
use crate::title::{Deployment, PlacesFirst};
use crate::unit::{Formation, capital};
use crate::wind::Wind;
use grognard_board::table::{Body, Heading, Mils, Placed, Point, Pose, Region};
use grognard_umpire::{Asked, Asking, Dice, Openness, Refusal, Reveal, Ruling, Side, Umpire};

pub(super) use placing::place;

/// What is left to do before turn 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Setup {
    /// The wind.
    Wind,
    /// Who begins at which edge. [16-a] [16-c]
    Sides,
    /// The quality of the generals. [14-c]
    Quality,
    /// Who places first. [16.1-b] [19.3]
    First,
    /// A side places a brigade, which is begun or still to be chosen.
    Placing(Side, Option<CommandId>),
    /// A side draws its map in secret. [16.1-a]
    Map(Side),
    /// Nothing.
    Done,
}

/// Whether somebody has moved, so that sight was taken anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seen {
    /// Nobody has.
    Before,
    /// Somebody has.
    Anew,
}

/// A lead of so many scouting points out-scouts the opponent. [19.3-a]
pub const OUT_SCOUTED_BY: u32 = 15;

impl<G: Ground> Battle<G> {
    /// One step of what comes before turn 1.
    pub(super) fn deploy(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<Phase> {
        self.now.setup = match self.now.setup {
            Setup::Wind => {
                if rules.wind_rolled {
                    let asking = Asking::neutral(rule!("15.12-a"), Asks::Wind);
                    // By sixths of a turn, 1 being north.
                    ump.cite(rule!("15.12-c"));
                    self.now.wind = ump.throw(asking, Dice::D6, Wind::of_die)?;
                    let wind = self.now.wind;
                    let words =
                        move |_| Ruling::new(rule!("15.12-a"), format!("The wind blows to {wind} degrees."));
                    ump.explain_throw(words);
                }
                ump.cite(rule!("3.3-c"));
                Setup::Sides
            }
            Setup::Sides => {
                self.pick_sides(rules, ump)?;
                Setup::Quality
            }
            Setup::Quality => {
                // Options stand in the file, before anybody is placed; so do the charts, and the ground with all its
                // effects, as both have agreed or the battle has it.
                ump.cite(rule!("19-a"));
                ump.cite(rule!("2-a"));
                ump.cite(rule!("3.3-a"));
                ump.cite(rule!("16-b"));
                self.rate_generals(rules, ump)?;
                match rules.deployment {
                    Deployment::AsPlaced => Setup::Done,
                    // With scouting on, placing is always in turn.
                    Deployment::ByMap if rules.readings.scouting == Scouting::Off => Setup::Map(Side::First),
                    _ => Setup::First,
                }
            }
            Setup::First => Setup::Placing(self.who_places_first(rules, ump)?, None),
            Setup::Placing(side, begun) => self.place_next(rules, (side, begun), ump)?,
            Setup::Map(side) => self.draw_map(rules, side, ump)?,
            Setup::Done => return Ok(Phase::Initiative),
        };
        Ok(Phase::Deployment(Side::First))
    }

    /// A die for each general; the player's own is capable. [14.1-a] [14.1-b]
    fn rate_generals(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<()> {
        ump.cite(rule!("14-c"));
        for command in &rules.commands {
            let Some(general) = command.general else { continue };
            if command.rank == Rank::Army {
                ump.cite(rule!("14.1-b"));
                continue;
            }
            let (clause, die) = match rules.readings.staff_quality {
                StaffQuality::Ordinary => (rule!("14.1-a"), rules.ordinary_quality),
                StaffQuality::National => {
                    let nation = rules.nations[command.side].first().map_or("", String::as_str);
                    ump.cite(rule!("14.1-c"));
                    let clause = match nation {
                        "British" => rule!("19.4-a"),
                        "Sardinian" => rule!("19.4-c"),
                        _ => rule!("19.4-b"),
                    };
                    (clause, rules.national_quality[command.side])
                }
            };
            ump.about(|| format!("How good a general is {}?", rules.profile(general).name));
            let asking = Asking::of(command.side, clause, Asks::QualityOfAGeneral);
            let quality = ump.throw(asking, Dice::D6, |face| die.of(face))?;
            self.now.unit_mut(general).quality = quality;
            let name = &rules.profile(general).name;
            ump.explain_throw(|_| Ruling::new(clause, format!("{} is {}.", capital(name), quality.word())));
        }
        Ok(())
    }

    /// Whom scouting, the battle or dice let place first: the out-scouted, else the lower roller. [19.3] [16.1-b]
    fn who_places_first(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<Side> {
        if rules.readings.scouting == Scouting::On {
            let (first, second) = (rules.scouting.first, rules.scouting.second);
            ump.cite(rule!("19.1-a"));
            // Reserves scout too: the whole roster was counted.
            ump.cite(rule!("19.2-b"));
            let words = format!("Scouting points: {first} and {second}.");
            ump.explain(|| Ruling::new(rule!("19.2-a"), words));
            ump.cite(rule!("19.3-e"));
            if first.abs_diff(second) >= OUT_SCOUTED_BY {
                let side = if first < second { Side::First } else { Side::Second };
                let words = format!("Out-scouted, and so the first to place: {}.", rules.names[side]);
                ump.cite(rule!("19.3-b"));
                ump.explain(|| Ruling::new(rule!("19.3-a"), words));
                return Ok(side);
            }
            ump.cite(rule!("19.3-d"));
        } else if let PlacesFirst::Side(side) = rules.places_first {
            return Ok(side);
        }
        let asking = |side| Asking::of(side, rule!("16.1-b"), Asks::WhoPlacesFirst);
        loop {
            ump.about(|| "Who throws lower places the first brigade.".to_owned());
            let first = ump.roll(asking(Side::First), Dice::D6)?;
            let second = ump.roll(asking(Side::Second), Dice::D6)?;
            match first.cmp(&second) {
                std::cmp::Ordering::Less => return Ok(Side::First),
                std::cmp::Ordering::Greater => return Ok(Side::Second),
                // Ties are thrown again.
                std::cmp::Ordering::Equal => ump.cite(rule!("16.1-e")),
            }
        }
    }

    /// Brigades in turn; who has none left is passed over. [16.1-b] [16.1-e]
    fn place_next(
        &mut self,
        rules: &Campaign,
        (side, begun): (Side, Option<CommandId>),
        ump: &mut impl Umpire,
    ) -> Asked<Setup> {
        if self.now.unplaced(rules, side).is_empty() {
            return Ok(match self.now.unplaced(rules, side.other()).is_empty() {
                true => Setup::Done,
                false => Setup::Placing(side.other(), None),
            });
        }
        ump.cite(rule!("16.1-a"));
        if rules.readings.scouting == Scouting::On {
            ump.cite(rule!("19.3-c"));
        }
        let Battle { now, ground, .. } = self;
        let done = ground.place((rules, now), side, (begun, Openness::Open), ump)?;
        Ok(match done {
            Some(group) if now.group(rules, side, group).is_empty() => Setup::Placing(side.other(), None),
            Some(group) => Setup::Placing(side, Some(group)),
            None => Setup::Placing(side.other(), None),
        })
    }

    /// One side's map after the other's, neither shown before both are done. [16.1-a]
    fn draw_map(&mut self, rules: &Campaign, side: Side, ump: &mut impl Umpire) -> Asked<Setup> {
        if !self.now.unplaced(rules, side).is_empty() {
            // Everybody's place is on the sketch before anybody stands on the table.
            ump.cite(rule!("3.3-e"));
            let Battle { now, ground, .. } = self;
            ground.place((rules, now), side, (None, Openness::Secret), ump)?;
            return Ok(Setup::Map(side));
        }
        if side == Side::First {
            return Ok(Setup::Map(Side::Second));
        }
        ump.cite(rule!("16.1-a"));
        for side in Side::ALL {
            ump.reveal(Reveal::answer(side, rule!("16.1-a")));
        }
        for unit in &mut self.now.units {
            if unit.place == Place::Mapped {
                unit.place = Place::Table;
            }
        }
        Ok(Setup::Done)
    }

    /// Hidden units whom an enemy sees are placed on the table, and nothing is taken back past that. [16.4-b]
    pub(super) fn uncover(&mut self, rules: &Campaign, moved: Seen, ump: &mut impl Umpire) -> Asked<()> {
        if rules.keeps_secrets() && moved == Seen::Anew {
            // Who sees that nobody is there has learnt something too.
            ump.reveal(Reveal::TO_EVERYBODY);
        }
        let hidden: Vec<UnitId> =
            self.now.all().filter(|unit| self.now.unit(*unit).place == Place::Hidden).collect();
        for unit in hidden {
            let scene = Scene { rules, now: &self.now };
            SIGHT.into_iter().for_each(|clause| ump.cite(clause));
            let fired = self.now.unit(unit).fired > 0;
            if fired || self.ground.spots(scene, unit) {
                self.now.unit_mut(unit).place = Place::Table;
                self.make_room(rules, unit, ump)?;
                let name = self.scene(rules).name(unit);
                ump.reveal(Reveal::TO_EVERYBODY);
                ump.explain(|| {
                    Ruling::new(
                        rule!("16.4-b"),
                        format!("{}: seen, and placed on the table.", capital(&name)),
                    )
                });
            }
        }
        Ok(())
    }

    /// Somebody may have come to stand on hidden troops without knowing: they are placed as near behind as there
    /// is room. [16.4-b]
    pub(super) fn make_room(&mut self, rules: &Campaign, unit: UnitId, ump: &mut impl Umpire) -> Asked<()> {
        let (pose, formation) = (self.now.unit(unit).pose, self.now.unit(unit).body.formation);
        for back in 0..=24 {
            for aside in [0, -2, 2, -4, 4, -6, 6] {
                let at = pose.place(aside * 1000, -back * 500);
                self.now.unit_mut(unit).pose = Pose { at, ..pose };
                let Battle { now, ground, .. } = self;
                if ground.has_room(Scene { rules, now }, unit, formation, ump)? {
                    return Ok(());
                }
            }
        }
        self.now.unit_mut(unit).pose = pose;
        Ok(())
    }
}

impl Position {
    /// The units of a side that are still to be placed.
    pub fn unplaced(&self, rules: &Campaign, side: Side) -> Units {
        let waits =
            |unit: &UnitId| self.unit(*unit).place == Place::Unplaced && self.side(rules, *unit) == side;
        self.all().filter(waits).collect()
    }

    /// Those of them that go together: a brigade with its general, or those under nobody. [16.1-e]
    pub fn group(&self, rules: &Campaign, side: Side, group: CommandId) -> Units {
        let of = |unit: &UnitId| self.group_of(rules, *unit) == group;
        self.unplaced(rules, side).iter().filter(of).collect()
    }

    /// The group a unit is placed with: its command, or its army for independent units.
    pub fn group_of(&self, rules: &Campaign, unit: UnitId) -> CommandId {
        let profile = self.profile(rules, unit);
        let army =
            || rules.commands.iter().position(|one| one.side == profile.side && one.rank == Rank::Army);
        profile.command.unwrap_or_else(|| CommandId(army().unwrap_or(0) as u8))
    }
}
