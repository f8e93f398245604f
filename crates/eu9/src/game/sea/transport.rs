//! Troops aboard: what a fleet can carry, going aboard, and where they may be set ashore.

use super::super::movement::Marching;
use super::super::parting::Part;
use super::super::roster::Roster;
use super::super::{Band, Game, Impulse, Post, Stage};
use super::{Cargo, Sailing};
use crate::asks::Asks;
use crate::logistics::transport_need;
use crate::title::{Border, GameRules};
use grognard_umpire::{Asked, Asking, Offer, Refusal, Ruling, Side, Umpire};

/// Where troops go that land in a besieged city of theirs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Quarters {
    City,
    Field,
}

impl Offer for Quarters {
    fn key(&self) -> String {
        match self {
            Quarters::City => "city",
            Quarters::Field => "field",
        }
        .to_owned()
    }
    fn words(&self) -> String {
        match self {
            Quarters::City => "go behind the walls",
            Quarters::Field => "fall on the besiegers",
        }
        .to_owned()
    }
}

impl Game {
    /// Whether troops fit into a fleet, and one end of the trip can be a controlled port.
    pub(super) fn may_embark(
        &self,
        rules: &GameRules,
        side: Side,
        sailing: &Sailing,
        index: usize,
        goes: &Roster,
    ) -> Result<(), Refusal> {
        let troops = &self.troops[index];
        if sailing.cargo.is_some() {
            return Err(Refusal::plain("there are troops aboard already"));
        }
        if self.field(side.other(), troops.at).is_some() {
            return Err(Refusal::plain("with the enemy in the province nobody goes aboard"));
        }
        let words = || goes.counters(troops.roster.is_mixed(), rules);
        if troops.roster.without(goes).is_none() {
            return Err(Refusal::plain(format!("{} is not in that stack", words())));
        }
        self.may_set_out(rules, side, goes)?;
        let (need, lift) = (lift_need(rules, goes), sailing.fleet.lift(&rules.charts));
        if need > lift {
            let (need, lift) = (need.div_ceil(2), lift / 2);
            let reason = format!("{} needs {need} transport points and the fleet has {lift}", words());
            return Err(Refusal::new(rule!("LOGISTICS-s"), reason));
        }
        Ok(())
    }

    /// Whether troops aboard may be set ashore in a province.
    pub(super) fn may_go_ashore(
        &self,
        rules: &GameRules,
        impulse: Impulse,
        sailing: &Sailing,
        cargo: &Cargo,
        at: u8,
    ) -> Result<(), Refusal> {
        let side = impulse.side;
        let friendly = self.control(at) == Some(side);
        let port = friendly && rules.provinces[usize::from(at)].berths(sailing.fleet).is_ok();
        if !cargo.from_port && !port {
            let reason = "one end of a sea trip is a controlled port that can hold the fleet";
            return Err(Refusal::new(rule!("MOVE-b"), reason));
        }
        if self.control(at).is_none() {
            return Err(Refusal::new(rule!("ITALY-b"), "the province is neutral"));
        }
        Game::fights_in(rules, &cargo.march.roster, at)?;
        let march = self.ashore(rules, side, sailing, cargo, at);
        let [limit, ..] = rules.bounds;
        if march.points > limit {
            let reason = format!("{} MP with the sea trip; a stack has {limit}", march.points);
            return Err(Refusal::new(rule!("MOVE-a"), reason));
        }
        if !friendly {
            if !cargo.march.aggressive {
                self.may_attack(rules, impulse, &cargo.march)?;
            }
            self.may_attack_at_sea(rules, impulse, sailing)?;
        }
        match self.may_halt(rules, side, &march) {
            true => Ok(()),
            false => Err(self.why_no_room(rules, side, at, &march.roster)),
        }
    }

    /// The troops as they would be ashore: the trip costs less from port to port, and is no cause of
    /// attrition then.
    pub(in crate::game) fn ashore(
        &self,
        rules: &GameRules,
        side: Side,
        sailing: &Sailing,
        cargo: &Cargo,
        at: u8,
    ) -> Marching {
        let [.., trip, from_port_to_port] = rules.costs[rules.provinces[usize::from(at)].theatre as usize];
        let friendly = self.control(at) == Some(side);
        let port = friendly && rules.provinces[usize::from(at)].berths(sailing.fleet).is_ok();
        let harbours = cargo.from_port && port;
        let points = cargo.march.points + if harbours { from_port_to_port } else { trip };
        Marching {
            from: cargo.march.at,
            at,
            border: Border::Strait,
            points,
            steps: cargo.march.steps + 1,
            beach: cargo.march.beach || !(cargo.from_haven && self.is_haven(rules, side, sailing.fleet, at)),
            ..cargo.march
        }
    }

    /// Troops that land in a besieged city of theirs go behind the walls, or meet the besieger.
    pub(in crate::game) fn into_the_city(
        mut self,
        impulse: Impulse,
        marching: Marching,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let clause = rule!("SIEGE-h");
        let asking = Asking::of(impulse.side, clause, Asks::CityOrField);
        let besieger = self.field(impulse.side.other(), marching.at);
        Ok(match (*ump.choose(asking, &[Quarters::City, Quarters::Field])?, besieger) {
            (Quarters::Field, Some(index)) => self.at_stage(Stage::Meeting(impulse, marching, index as u8)),
            _ => {
                ump.explain(|| {
                    let city = &rules.provinces[usize::from(marching.at)].city;
                    Ruling::new(
                        clause,
                        format!("{} goes behind the walls of {city}", marching.roster.words(rules)),
                    )
                });
                self.go_inside(marching.troops(), marching.leaders, rules, ump)?;
                self.at_stage(Stage::Move(impulse))
            }
        })
    }

    /// Troops go aboard.
    pub(super) fn embark(
        mut self,
        impulse: Impulse,
        mut sailing: Box<Sailing>,
        index: u8,
        mut part: Part,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let troops = self.troops[usize::from(index)];
        self.pick_veterans(impulse.side, &troops.roster, (&mut part.goes, &mut part.stays), ump)?;
        let province = &rules.provinces[usize::from(troops.at)];
        let from_port =
            self.control(troops.at) == Some(impulse.side) && province.berths(sailing.fleet).is_ok();
        let along = self.leaders_along(impulse.side, &troops, &part, rules, ump)?;
        let march = self.take_part(usize::from(index), part, along);
        self.post_leaders(march.leaders, Post::Aboard);
        let from_haven = self.is_haven(rules, impulse.side, sailing.fleet, troops.at);
        sailing.cargo = Some(Cargo { march, from_port, from_haven });
        ump.explain(|| {
            let (need, lift) = (lift_need(rules, &part.goes), sailing.fleet.lift(&rules.charts));
            let text = format!(
                "{} goes aboard at {}: {} of {} transport points",
                part.goes.words(rules),
                rules.place(troops.at),
                need.div_ceil(2),
                lift / 2
            );
            Ruling::new(rule!("LOGISTICS-s"), text)
        });
        Ok(self.at_stage(Stage::Sail(impulse, sailing)))
    }
}

/// The half transport points that a stack needs; more than any fleet has for a class without a row.
pub(in crate::game) fn lift_need(rules: &GameRules, roster: &Roster) -> u16 {
    let need = |band: Band| {
        let class = rules.nations[usize::from(band.country)].class.key();
        transport_need(&rules.charts, band.stack, class, rules.period).map_or(u16::MAX, |(_, need)| need)
    };
    roster.bands().map(need).fold(0, u16::saturating_add)
}
