//! What the sea costs, and how a voyage ends: in port, at sea, off a blockaded city, or on a beach.

use super::super::itinerary::Itinerary;
use super::super::roster::{Form, Roster};
use super::super::situation::led_by;
use super::super::toll::Ranks;
use super::super::{Game, Impulse, Stage};
use super::flight::Flight;
use super::transport::lift_need;
use super::{Anchorage, Goal, Sailing, forms};
use crate::asks::Asks;
use crate::attrition::{Voyage, Wreck, remaining};
use crate::fleet::Fleet;
use crate::thirds::Thirds;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Ruling, Side, Umpire};

/// A fleet that rolls for attrition at the end of its voyage.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(in crate::game) struct Gale {
    pub(in crate::game) sailing: Sailing,
    pub(in crate::game) routed: bool,
    pub(in crate::game) then: Haven,
    step: Step,
}

/// Where a voyage belongs to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(in crate::game) enum Haven {
    /// The movement segment.
    Movement(Impulse),
    /// A fleet comes in where this one lies, and rolls next.
    Joined(Box<Gale>),
    /// Ships running for a port.
    Flight(Box<Flight>),
    /// The end of the turn.
    Winter,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Step {
    /// The dice are still to be thrown.
    Roll,
    /// Of which ships so much is lost, at that percentage.
    Shed(u8, Thirds),
    /// These ships are left of the fleet at that percentage.
    Left(u8, Fleet),
    /// So many LD aboard are drowned.
    Drowned(u8),
    /// The ships left carry what they can.
    Lighten,
}

impl Gale {
    pub(in crate::game) fn new(impulse: Impulse, sailing: Sailing) -> Gale {
        Gale { sailing, routed: false, then: Haven::Movement(impulse), step: Step::Roll }
    }

    pub(in crate::game) fn on_the_way(sailing: Sailing, routed: bool, then: Haven) -> Gale {
        Gale { sailing, routed, then, step: Step::Roll }
    }

    /// The same without dice: only the boats are counted.
    pub(in crate::game) fn calm(sailing: Sailing, then: Haven) -> Gale {
        Gale { sailing, routed: false, then, step: Step::Lighten }
    }
}

impl Game {
    /// How troops aboard can be made to fit: the fewest LD lost, every way to stand after that.
    fn lightened<'a>(&self, rules: &'a GameRules, sailing: &Sailing) -> Vec<Form<'a>> {
        let Some(cargo) = sailing.cargo else { return Vec::new() };
        let lift = sailing.fleet.lift(&rules.charts);
        let fits = |roster: &Roster| lift_need(rules, roster) <= lift;
        let aboard = cargo.march.roster;
        if fits(&aboard) {
            return vec![Form { roster: aboard, rules }];
        }
        for lost in 1..=aboard.ld_count() {
            let (ways, _) = self.remainders(Ranks::on_the_way(&aboard), Thirds::whole(lost.into()), rules);
            let ways = ways.into_iter().map(|host| aboard.left(aboard.first(), host));
            let ways: Vec<Form<'_>> = ways.filter(fits).map(|roster| Form { roster, rules }).collect();
            if !ways.is_empty() {
                return ways;
            }
        }
        vec![Form { roster: Roster::default(), rules }]
    }

    fn voyage(&self, rules: &GameRules, side: Side, gale: &Gale) -> Voyage {
        let sailing = &gale.sailing;
        let leader = if gale.routed { 0 } else { Game::seamanship(rules, sailing.leaders) };
        let admiral = Game::flag_officer(rules, sailing.leaders);
        let siege = admiral.map_or(0, |admiral| rules.leaders[usize::from(admiral)].siege);
        let blockaded = sailing.blockaded.map(|port| (siege, self.lands[usize::from(port)].level));
        Voyage {
            leader,
            difficulty: sailing.worst.unwrap_or(0),
            zones: sailing.zones,
            off: sailing.off,
            penalty: sailing.penalty,
            strait_forts: match sailing.forts {
                0 => 0,
                forts => forts * rules.charts.figure("sea-attrition-modifiers", "strait fort") as u8,
            },
            bad_weather: self.bad_weather,
            routed: gale.routed,
            blockaded,
            not_back: gale.then == Haven::Winter && !matches!(sailing.goal, Goal::Port(_)),
            ..Voyage::new(side, sailing.fleet, self.naval_technology(rules, sailing.country))
                .under(rules.readings.sea)
        }
    }

    /// Whether the last zone of the way has a port of the fleet's side and counts for less: the one it runs for,
    /// or the zone it lies in.
    fn counts_on_a_port(&self, rules: &GameRules, gale: &Gale) -> bool {
        match (&gale.then, gale.sailing.at) {
            (Haven::Flight(_), _) => true,
            (_, Anchorage::Sea(sea)) => {
                let side = self.flag(gale.sailing.country);
                side.is_some_and(|side| self.has_port_on(rules, side, gale.sailing.fleet, sea))
            }
            (_, Anchorage::Port(_)) => false,
        }
    }

    /// One step of a fleet's attrition.
    pub(in crate::game) fn gale(
        mut self,
        mut gale: Box<Gale>,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let Some(side) = self.flag(gale.sailing.country) else {
            return self.made_port(*gale, rules, ump);
        };
        match gale.step {
            Step::Roll => {
                let voyage = self.voyage(rules, side, &gale);
                if self.counts_on_a_port(rules, &gale) {
                    ump.cite(rule!("ATTRITION-t"));
                }
                // Whoever is not in port rolls, even if he has not moved.
                ump.cite(rule!("ATTRITION-k"));
                ump.explain(|| {
                    let text = format!("{} must roll: it is not in port", gale.sailing.words(rules));
                    Ruling::new(rule!("ATTRITION-k"), text)
                });
                let percent = voyage.roll(&rules.charts, ump)?;
                gale.step = match voyage.wreck(&rules.charts, percent, ump)? {
                    Wreck::Left(left) => Step::Left(percent, left),
                    Wreck::Due(lost) => Step::Shed(percent, lost),
                };
                Ok(self.at_stage(Stage::Gale(gale)))
            }
            Step::Shed(percent, lost) => {
                let left = self.voyage(rules, side, &gale).shed(lost, ump)?;
                gale.step = Step::Left(percent, left);
                Ok(self.at_stage(Stage::Gale(gale)))
            }
            Step::Left(percent, left) => {
                let (country, before) = (gale.sailing.country, gale.sailing.fleet);
                gale.sailing.fleet = forms::reform(rules, (side, country), left, before, ump)?;
                if gale.sailing.fleet != before {
                    ump.explain(|| {
                        let name = &rules.nations[usize::from(country)].name;
                        let Sailing { fleet, damaged, .. } = gale.sailing;
                        let kept = match (fleet.is_empty(), damaged.is_empty()) {
                            (_, true) => fleet.to_string(),
                            (true, false) => format!("{damaged} to refit"),
                            (false, false) => format!("{fleet} and {damaged} to refit"),
                        };
                        Ruling::new(rule!("LOGISTICS-k"), format!("{name}'s fleet is left with {kept}"))
                    });
                }
                let aboard = gale.sailing.cargo.map_or(0, |cargo| cargo.march.roster.ld_count());
                // Troops aboard suffer like the ships that carry them.
                let all = Thirds::whole(aboard.into());
                let alive = match (aboard, percent) {
                    (0, _) | (_, 0) => all,
                    _ => remaining(&rules.charts, side, all, percent, rules.readings.sea.edition, ump)?,
                };
                let drowned = aboard - alive.rounded().floor().clamp(0, i16::from(aboard)) as u8;
                gale.step = Step::Drowned(drowned);
                Ok(self.at_stage(Stage::Gale(gale)))
            }
            Step::Drowned(drowned) => {
                if drowned > 0 {
                    self.drown(&mut gale.sailing, side, drowned, rules, ump)?;
                }
                gale.step = Step::Lighten;
                Ok(self.at_stage(Stage::Gale(gale)))
            }
            Step::Lighten => {
                let ways = self.lightened(rules, &gale.sailing);
                if let (Some(cargo), false) = (gale.sailing.cargo, ways.is_empty()) {
                    let asking = Asking::of(side, rule!("LOGISTICS-s"), Asks::WhatTheShipsCanCarry);
                    let kept = ump.choose(asking, &ways)?.roster;
                    let lost = cargo.march.roster.ld_count() - kept.ld_count();
                    if lost > 0 {
                        ump.explain(|| {
                            let text = format!("{lost} LD go down with the ships that carried them");
                            Ruling::new(rule!("LOGISTICS-s"), text)
                        });
                        self.keep_aboard(&mut gale.sailing, kept, rules, ump);
                    }
                }
                self.made_port(*gale, rules, ump)
            }
        }
    }

    fn drown(
        &mut self,
        sailing: &mut Sailing,
        side: Side,
        drowned: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let Some(cargo) = sailing.cargo else { return Ok(()) };
        let asking = Asking::of(side, rule!("STACK-r"), Asks::RegroupTheSurvivors);
        let lost = Thirds::whole(drowned.into());
        let kept = self.regroup(asking, Ranks::on_the_way(&cargo.march.roster), lost, rules, ump)?;
        ump.explain(|| Ruling::new(rule!("ATTRITION-z"), format!("{drowned} LD are lost aboard")));
        self.keep_aboard(sailing, kept, rules, ump);
        Ok(())
    }

    fn keep_aboard(&mut self, sailing: &mut Sailing, kept: Roster, rules: &GameRules, ump: &mut impl Umpire) {
        let Some(cargo) = &mut sailing.cargo else { return };
        cargo.march = cargo.march.reduced(kept);
        if kept.is_empty() {
            let leaders = cargo.march.leaders;
            sailing.cargo = None;
            self.get_away(leaders, rules, ump);
        }
    }

    /// The voyage is over and paid for.
    fn made_port(mut self, gale: Gale, rules: &GameRules, ump: &mut impl Umpire) -> Asked<Game> {
        let Gale { sailing, then, .. } = gale;
        let impulse = match then {
            Haven::Joined(next) => {
                let gone = sailing.fleet.is_empty() && sailing.damaged.is_empty();
                match gone {
                    true => self.get_away(sailing.leaders, rules, ump),
                    false => self.post_leaders(sailing.leaders, Game::berth(sailing.at)),
                }
                self.moor(rules, super::Squadron { moved: false, paid: true, ..sailing.squadron() });
                return Ok(self.at_stage(Stage::Gale(next)));
            }
            Haven::Flight(flight) => return self.reached_port(sailing, flight, rules, ump),
            Haven::Winter => return Ok(self.wintered(sailing, rules, ump)),
            Haven::Movement(impulse) => impulse,
        };
        if sailing.fleet.is_empty() && sailing.damaged.is_empty() {
            return Ok(self.lost_at_sea(impulse, &sailing, rules, ump));
        }
        let (at, shore) = match (sailing.goal, sailing.at) {
            (Goal::Port(port), _) => (Anchorage::Port(port), Some(port)),
            (Goal::Land(coast), at) => (at, Some(coast)),
            (_, at) => (at, None),
        };
        self.post_leaders(sailing.leaders, Game::berth(at));
        self.moor(rules, super::Squadron { at, paid: true, ..sailing.squadron() });
        if let Goal::Port(port) = sailing.goal {
            ump.explain(|| {
                let name = &rules.nations[usize::from(sailing.country)].name;
                Ruling::new(rule!("MOVE-c"), format!("{name}'s fleet enters {}", rules.place(port)))
            });
        }
        Ok(match (sailing.cargo, shore) {
            (Some(_), Some(shore)) => self.set_ashore(impulse, &sailing, shore, rules, ump),
            (Some(cargo), None) => {
                ump.explain(|| Ruling::new(rule!("MOVE-b"), "The troops aboard find no shore and are lost"));
                self.get_away(cargo.march.leaders, rules, ump);
                self.at_stage(Stage::Move(impulse))
            }
            (None, _) => self.at_stage(Stage::Move(impulse)),
        })
    }

    /// Troops go ashore and may march on, if their points allow.
    fn set_ashore(
        mut self,
        mut impulse: Impulse,
        sailing: &Sailing,
        shore: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Game {
        let side = impulse.side;
        let Some(cargo) = sailing.cargo else { return self.at_stage(Stage::Move(impulse)) };
        let mut march = self.ashore(rules, side, sailing, &cargo, shore);
        self.step_into(&mut impulse, &mut march, rules);
        march.way = Itinerary::from(shore);
        ump.explain(|| {
            let (who, led, points) = (march.roster.words(rules), led_by(rules, march.leaders), march.points);
            let text = format!("{who}{led} goes ashore in {}, {points} MP", rules.place(shore));
            Ruling::new(rule!("MOVE-b"), text)
        });
        let walls = self.fits_inside(rules, side, shore, &march.roster);
        match self.field(side.other(), shore) {
            // Through an open port they can come behind the walls.
            Some(_) if matches!(sailing.goal, Goal::Port(_)) && walls => {
                self.at_stage(Stage::Ashore(impulse, march))
            }
            Some(index) => self.at_stage(Stage::Meeting(impulse, march, index as u8)),
            None => self.at_stage(Stage::Intercept(impulse, march, 0)),
        }
    }
}
