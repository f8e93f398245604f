//! In and out of ports and through straits: blockades that are run, siegeworks and strait forts that fire at
//! whoever passes. The rules are those of evasion and of straits.

use super::super::reaction::city;
use super::super::situation::squadron_words;
use super::super::{Game, Impulse, Stage};
use super::{Anchorage, Goal, Sailing, forms};
use crate::asks::Asks;
use crate::evasion::{Escape, Evasion, EvasionEnd, Refuge, Stand};
use crate::passage::{Battery, Narrows, Strait, level_of};
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Barred, Offer, Openness, Procedure, Ruling, Side, Swapped, Umpire};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

impl Sailing {
    /// The port it is leaving or making for.
    pub(in crate::game) fn port(&self) -> Option<u8> {
        match (self.at, self.goal) {
            (Anchorage::Port(port), _) | (Anchorage::Sea(_), Goal::Port(port)) => Some(port),
            _ => None,
        }
    }
}

/// What a fleet does about those who blockade its port.
enum Run {
    /// It tries to slip past them: so many faces in ten, and up to this one they may force a battle.
    Slip(usize, i16),
    Fight(String),
    Stay(Anchorage),
}

impl Offer for Run {
    fn key(&self) -> String {
        match self {
            Run::Slip(..) => "slip",
            Run::Fight(_) => "fight",
            Run::Stay(_) => "stay",
        }
        .to_owned()
    }
    fn words(&self) -> String {
        match self {
            Run::Slip(chance, forced) => {
                format!("slip past them: {chance} in 10, and on {forced} or less they may force a battle")
            }
            Run::Fight(guard) => format!("attack {guard}, which may slip away and leave the port open"),
            Run::Stay(Anchorage::Port(_)) => "stay in port".to_owned(),
            Run::Stay(Anchorage::Sea(_)) => "stay before the port".to_owned(),
        }
    }
}

/// What a fleet is called in the account.
fn name(rules: &GameRules, sailing: &Sailing) -> String {
    format!("{}'s fleet", rules.nations[usize::from(sailing.country)].name)
}

impl Game {
    /// How a fleet may get out of the way of another.
    pub(super) fn escape_by_sea(
        rules: &GameRules,
        sailing: &Sailing,
        hunter: &Sailing,
        refuges: Vec<Refuge>,
    ) -> Escape {
        Escape {
            charts: Arc::clone(&rules.charts),
            title: String::new(),
            names: [name(rules, sailing), name(rules, hunter)],
            manoeuvre: Game::seamanship(rules, sailing.leaders) - Game::seamanship(rules, hunter.leaders),
            stack: None,
            blockade: None,
            fortress: None,
            divides: None,
            refuges,
            walls: String::new(),
            moving: sailing.intercepted,
            stand: Stand::Fight,
            forces_battle: false,
            overrun: false,
        }
    }

    /// What a fleet depends on that runs a blockade, and the place of the blockader.
    fn run(&self, rules: &GameRules, sailing: &Sailing, port: u8) -> (usize, Escape) {
        let index = self.blockader(rules, port).expect("somebody blockades it");
        let guard = self.squadrons[index];
        let guards = guard.under_way(self.admirals_at(rules, guard.country, guard.at));
        let technology = self.naval_technology(rules, guard.country);
        let escape = Escape {
            blockade: Some((sailing.fleet.nd(), guard.fleet, technology)),
            ..Game::escape_by_sea(rules, sailing, &guards, Vec::new())
        };
        (index, escape)
    }

    /// A fleet that wants to leave a blockaded port, or to enter one, slips past the blockader, attacks it, or
    /// stays where it is.
    pub(in crate::game) fn blockaded(
        mut self,
        mut impulse: Impulse,
        mut sailing: Box<Sailing>,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let port = sailing.port().expect("a blockade is run at a port");
        let (index, escape) = self.run(rules, &sailing, port);
        let guard = self.squadrons[index];
        let Anchorage::Sea(sea) = guard.at else { unreachable!("a blockader is at sea") };
        let forced = rules.charts.figure("evasion", "forced battle at most");
        let may_attack = self.may_attack_at_sea(rules, impulse, &sailing);
        let mut runs = vec![Run::Slip(escape.chance(), forced)];
        if may_attack.is_ok() {
            runs.push(Run::Fight(squadron_words(rules, &guard)));
        }
        runs.push(Run::Stay(sailing.at));
        let asking = Asking::of(impulse.side, rule!("SIEGE-l"), Asks::RunningTheBlockade);
        let barred = || {
            let refusal = may_attack.as_ref().err().cloned();
            refusal.map(|refusal| Barred { key: "fight".to_owned(), refusal }).into_iter().collect()
        };
        ump.about(|| {
            let (own, guard) = (sailing.words(rules), squadron_words(rules, &guard));
            format!("{own}; {} is blockaded by {guard}", rules.place(port))
        });
        match ump.choose_among(asking, &runs, Openness::Open, &barred)? {
            Run::Slip(..) => Ok(self.at_stage(Stage::Escape(impulse, sailing, Evasion::Slip))),
            Run::Stay(Anchorage::Sea(_)) => self.turn_away(impulse, sailing, port, rules, ump),
            Run::Stay(Anchorage::Port(_)) => {
                sailing.goal = Goal::Stay;
                self.end_voyage(impulse, sailing, rules, ump)
            }
            Run::Fight(_) => {
                if !sailing.aggressive {
                    sailing.aggressive = true;
                    Game::count_sea_aggression(&mut impulse, rules, sailing.country, sailing.fleet);
                }
                ump.explain(|| {
                    let words =
                        format!("{} attacks {}", name(rules, &sailing), squadron_words(rules, &guard));
                    Ruling::new(rule!("SIEGE-l"), words)
                });
                self.squadrons.remove(index);
                let guard = self.afloat(rules, impulse.side.other(), &guard);
                Ok(self.at_stage(Stage::SeaEvade(impulse, Box::new((*sailing, guard)), sea, Evasion::Stand)))
            }
        }
    }

    /// A fleet tries to slip out of a blockaded port, or into one; on a poor roll the blockader may force a
    /// battle.
    pub(in crate::game) fn escape(
        mut self,
        impulse: Impulse,
        sailing: Box<Sailing>,
        evasion: Evasion,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let port = sailing.port().expect("a blockade is run at a port");
        let (index, escape) = self.run(rules, &sailing, port);
        let inward = sailing.at != Anchorage::Port(port);
        Ok(match evasion.step(&escape, &mut Swapped::new(ump, impulse.side))? {
            Continue(Evasion::Refuge) if inward => self.come_in(impulse, sailing, port, rules, ump)?,
            // Whoever has slipped out goes where he likes.
            Continue(Evasion::Refuge) => self.at_stage(Stage::Sail(impulse, sailing)),
            Continue(next) => self.at_stage(Stage::Escape(impulse, sailing, next)),
            Break(EvasionEnd::ForcedBattle) => self.fight_at_sea(impulse, *sailing, index, true, rules, ump),
            Break(_) if inward => self.turn_away(impulse, sailing, port, rules, ump)?,
            Break(_) => {
                self.moor(rules, sailing.squadron());
                self.at_stage(Stage::Move(impulse))
            }
        })
    }

    /// Siegeworks+ of the enemy before a place.
    fn guns(&self, side: Side, port: u8) -> u8 {
        match self.field(side.other(), port) {
            Some(_) => self.lands[usize::from(port)].works.plus,
            None => 0,
        }
    }

    /// The fort of the enemy that commands the way from one zone to another.
    pub(super) fn strait_fort(&self, rules: &GameRules, side: Side, from: u8, to: u8) -> Option<u8> {
        let mut straits = rules.seas[usize::from(from)].straits.iter();
        let held = |fort: u8| self.control(fort) == Some(side.other());
        straits.find(|&&(beyond, fort)| beyond == to && held(fort)).map(|&(_, fort)| fort)
    }

    /// A fleet leaves its place for a zone; out of the port of a besieged place, or through a strait of the
    /// enemy's, it goes under fire.
    pub(super) fn put_to_sea(
        self,
        impulse: Impulse,
        sailing: Box<Sailing>,
        sea: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Game {
        match sailing.at {
            Anchorage::Port(port) if self.guns(impulse.side, port) > 0 => {
                self.at_stage(Stage::UnderFire(impulse, sailing, Strait::Fire, Some(sea)))
            }
            Anchorage::Sea(from) if self.strait_fort(rules, impulse.side, from, sea).is_some() => {
                self.at_stage(Stage::UnderFire(impulse, sailing, Strait::Fire, Some(sea)))
            }
            _ => self.enter(impulse, sailing, sea, rules, ump),
        }
    }

    /// A fleet makes for a port, past those who blockade it.
    pub(super) fn make_port(
        self,
        impulse: Impulse,
        sailing: Box<Sailing>,
        port: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        match self.blockader(rules, port) {
            Some(_) => Ok(self.at_stage(Stage::Blockaded(impulse, sailing))),
            None => self.come_in(impulse, sailing, port, rules, ump),
        }
    }

    /// A fleet comes in, under fire if the place is besieged.
    fn come_in(
        self,
        impulse: Impulse,
        sailing: Box<Sailing>,
        port: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        match self.guns(impulse.side, port) {
            0 => self.end_voyage(impulse, sailing, rules, ump),
            _ => Ok(self.at_stage(Stage::UnderFire(impulse, sailing, Strait::Fire, None))),
        }
    }

    /// Who fires at a fleet: the fort of the strait on its way, or siegeworks+ before the port it enters or leaves.
    fn narrows(&self, rules: &GameRules, side: Side, sailing: &Sailing, out: Option<u8>) -> Narrows {
        let fort = match (sailing.at, out) {
            (Anchorage::Sea(from), Some(sea)) => self.strait_fort(rules, side, from, sea),
            _ => None,
        };
        let (at, battery) = match (fort, sailing.port()) {
            (Some(fort), _) => (fort, Battery::StraitFort),
            (None, port) => (port.expect("siegeworks fire at ports"), Battery::Siegeworks),
        };
        let (guns, works_plus) = match battery {
            Battery::StraitFort => (format!("the guns of {}", city(rules, at)), 0),
            _ => (format!("the siegeworks before {}", city(rules, at)), self.guns(side, at)),
        };
        let (theatre, level) = (rules.provinces[usize::from(at)].theatre, self.lands[usize::from(at)].level);
        Narrows {
            charts: Arc::clone(&rules.charts),
            title: String::new(),
            names: [name(rules, sailing), guns],
            fleet: sailing.fleet,
            level: level_of(&rules.charts, battery, theatre, level),
            works_plus,
        }
    }

    /// Siegeworks+ fire at a fleet that enters the port of a besieged place or leaves it for a zone, and the fort
    /// of a strait at one that passes.
    pub(in crate::game) fn under_fire(
        self,
        impulse: Impulse,
        mut sailing: Box<Sailing>,
        strait: Strait,
        out: Option<u8>,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let narrows = self.narrows(rules, impulse.side, &sailing, out);
        let end = match strait.step(&narrows, &mut Swapped::new(ump, impulse.side))? {
            Continue(next) => return Ok(self.at_stage(Stage::UnderFire(impulse, sailing, next, out))),
            Break(end) => end,
        };
        let owner = (impulse.side, sailing.country);
        sailing.fleet = forms::reform(rules, owner, end.kept, sailing.fleet, ump)?;
        match (end.stopped, out, sailing.at) {
            (false, Some(sea), _) => Ok(self.enter(impulse, sailing, sea, rules, ump)),
            (true, Some(_), Anchorage::Port(port)) => {
                (sailing.goal, sailing.barred) = (Goal::Stay, Some(port));
                self.end_voyage(impulse, sailing, rules, ump)
            }
            (true, Some(sea), Anchorage::Sea(from)) => {
                let fort = self.strait_fort(rules, impulse.side, from, sea).expect("it has fired");
                self.turn_away(impulse, sailing, fort, rules, ump)
            }
            (false, None, _) => self.end_voyage(impulse, sailing, rules, ump),
            (true, None, _) => {
                let port = sailing.port().expect("siegeworks fire at ports");
                self.turn_away(impulse, sailing, port, rules, ump)
            }
        }
    }

    /// A fleet does not get into a port, or past a fort, and stays before it; with troops aboard it must go on
    /// elsewhere.
    fn turn_away(
        self,
        impulse: Impulse,
        mut sailing: Box<Sailing>,
        port: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        sailing.barred = Some(port);
        sailing.goal = if sailing.cargo.is_some() { Goal::Open } else { Goal::Stay };
        match sailing.goal {
            Goal::Open if !sailing.fleet.is_empty() => Ok(self.at_stage(Stage::Sail(impulse, sailing))),
            _ => self.end_voyage(impulse, sailing, rules, ump),
        }
    }
}
