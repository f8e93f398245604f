//! Generals in battle: hit, wounded, captured, back again, replaced. (14)

use super::campaign::{Campaign, Rank};
use super::ground::Ground;
use super::ids::{CommandId, UnitId};
use super::state::{Place, Position, Scene};
use super::{Battle, Phase};
use crate::asks::Asks;
use crate::command::Quality;
use crate::staff::{self, Health, Hour, Promoter, Vacancy};
use crate::unit::{Fate, Rider, capital};
use grognard_umpire::{Asked, Asking, Dice, Offer, Ruling, Side, Target, TargetKind, Umpire, YesNo};

/// A post whose general is lost, and what has become of him.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Vacant {
    /// The post.
    pub command: CommandId,
    /// What has become of its general.
    pub health: Health,
    /// The turn in which he was lost.
    pub since: u8,
    /// How good he is, should he come back.
    pub quality: Quality,
    /// Whether somebody has been promoted in his place. [14.3-e]
    pub filled: bool,
}

impl Phase {
    /// The phase of the book that this belongs to. (17)
    pub fn of_book(&self) -> staff::Phase {
        match self {
            Phase::Deployment(_) | Phase::Initiative => staff::Phase::Initiative,
            Phase::Promote(_) | Phase::Rally(_) | Phase::Announce(_) | Phase::Declare(_) => {
                staff::Phase::Morale
            }
            Phase::ToCharge | Phase::Answer | Phase::Feint => staff::Phase::Morale,
            Phase::DeclareFire(..) | Phase::Fire | Phase::Effects | Phase::ShotTests => {
                staff::Phase::Shooting
            }
            Phase::Routers | Phase::SecondImpulse | Phase::Moves(_) | Phase::Clock => staff::Phase::Movement,
            Phase::Assaults | Phase::TurnEnd => staff::Phase::CloseAssault,
        }
    }
}

/// A place that a general may take: touching a unit of his formation. [14.3-g]
#[derive(Clone, PartialEq, Eq, Debug)]
struct Beside(UnitId, String, String);

impl Offer for Beside {
    fn key(&self) -> String {
        self.1.clone()
    }
    fn words(&self) -> String {
        format!("with {}", self.2)
    }
    fn targets(&self) -> Vec<Target> {
        vec![Target::new(TargetKind::Unit, &self.1)]
    }
}

impl Position {
    /// The command whose general a staff stand is.
    pub fn post_of(&self, rules: &Campaign, staff: UnitId) -> Option<CommandId> {
        let holds = |command: &super::campaign::Command| command.general == Some(self.unit(staff).of);
        rules.commands.iter().position(holds).map(|at| CommandId(at as u8))
    }

    /// What a throw on the table of casualties does to a staff stand: who is wounded leaves the table for so many
    /// turns, who is killed or taken is gone; his formation is out of command until he is replaced. [14.3-a] [14.5-b]
    pub fn staff_hit(
        &mut self,
        rules: &Campaign,
        staff: UnitId,
        (rider, hour): (Rider, Hour),
        ump: &mut impl Umpire,
    ) {
        let health = Health::Well.after(rider, hour, &mut |clause| ump.cite(clause));
        let place = match health {
            Health::Well => return,
            Health::Unhorsed => {
                // The next Movement Phase is this turn's, unless it is over or under way.
                let over = matches!(hour.phase, staff::Phase::Movement | staff::Phase::CloseAssault);
                self.unit_mut(staff).silent_until = hour.turn + u8::from(over);
                return;
            }
            Health::Wounded(back) => Place::Away(back.turn),
            Health::Killed | Health::Captured => Place::Gone,
        };
        let quality = self.unit(staff).quality;
        let post = self.post_of(rules, staff);
        let state = self.unit_mut(staff);
        state.place = place;
        state.rides_with = None;
        let Some(command) = post else { return };
        ump.cite(rule!("14.2-i"));
        if health == Health::Captured {
            ump.cite(rule!("14.5-b"));
        }
        match self.vacant.iter_mut().find(|vacant| vacant.command == command) {
            // Whoever was promoted is lost for good; who is away with his wound comes back all the same.
            Some(vacant) if vacant.filled => {
                vacant.filled = false;
                vacant.since = hour.turn;
                if !matches!(vacant.health, Health::Wounded(_)) {
                    vacant.health = health;
                }
            }
            _ => self.vacant.push(Vacant { command, health, since: hour.turn, quality, filled: false }),
        }
    }

    /// The points of generals who are dead or taken. [14.5-d] [18.2-i]
    pub fn generals_lost(&self, rules: &Campaign, side: Side, ump: &mut impl Umpire) -> u32 {
        let mut lost = 0;
        for vacant in self.vacant.iter().filter(|vacant| rules.command(vacant.command).side == side) {
            let price =
                rules.command(vacant.command).general.map_or(0, |one| u32::from(rules.profile(one).points));
            if vacant.health.is_lost(&mut |clause| ump.cite(clause)) {
                lost += price;
            }
        }
        lost
    }
}

impl<G: Ground> Battle<G> {
    /// Who was wounded long enough ago is back when his phase begins, beside a unit of his formation. [14.3-e]
    /// [14.3-g]
    pub(super) fn return_wounded(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<()> {
        let hour = Hour { turn: self.now.turn, phase: self.phase.of_book() };
        let mut at = 0;
        while at < self.now.vacant.len() {
            let vacant = self.now.vacant[at];
            let health = vacant.health.at_start(hour, &mut |clause| ump.cite(clause));
            if health != Health::Well {
                at += 1;
                continue;
            }
            let Some(general) = rules.command(vacant.command).general else { break };
            if !vacant.filled && !self.beside(rules, vacant.command, ump)? {
                at += 1;
                continue;
            }
            self.now.vacant.remove(at);
            self.now.unit_mut(general).quality = vacant.quality;
            let name = &rules.profile(general).name;
            ump.explain(|| {
                Ruling::new(rule!("14.3-e"), format!("{} is back and takes his command.", capital(name)))
            });
        }
        Ok(())
    }

    /// A general who is taken, gives up or goes with those who are lost leaves his post, however that came about.
    /// [14.5-b] [14.5-d]
    pub(super) fn posts_fall_vacant(&mut self, rules: &Campaign, ump: &mut impl Umpire) {
        let hour = Hour { turn: self.now.turn, phase: self.phase.of_book() };
        for (at, command) in rules.commands.iter().enumerate() {
            let Some(general) = command.general else { continue };
            let (place, fate) = (self.now.unit(general).place, self.now.unit(general).body.fate);
            let open = |vacant: &Vacant| vacant.command == CommandId(at as u8) && !vacant.filled;
            if !place.is_lost() || self.now.vacant.iter().any(open) {
                continue;
            }
            let taken = fate == Fate::Captured || place == Place::Surrendered;
            let rider = if taken { Rider::Captured } else { Rider::Killed };
            self.now.staff_hit(rules, general, (rider, hour), ump);
            self.now.unit_mut(general).place = place;
        }
    }

    /// Staff whose unit is no more stand where it stood, on nobody.
    pub(super) fn dismissed(
        &mut self,
        rules: &Campaign,
        rode: &[Option<UnitId>],
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        for (at, with) in rode.iter().enumerate() {
            let (staff, Some(with)) = (UnitId(at as u8), *with) else { continue };
            let state = self.now.unit(staff);
            let alone = state.rides_with.is_none() && state.place.is_on_table();
            if alone && !self.now.unit(with).place.is_on_table() {
                self.make_room(rules, staff, ump)?;
            }
        }
        Ok(())
    }

    /// Puts a general beside a unit of his formation, of the owner's choice; not if nobody of it is on the table.
    fn beside(&mut self, rules: &Campaign, command: CommandId, ump: &mut impl Umpire) -> Asked<bool> {
        let Some(general) = rules.command(command).general else { return Ok(false) };
        let scene = Scene { rules, now: &self.now };
        let side = rules.command(command).side;
        let units: Vec<Beside> = self
            .now
            .troops(rules, side)
            .iter()
            .filter(|unit| self.now.is_under(rules, *unit, command))
            .map(|unit| Beside(unit, scene.key(unit), scene.name(unit)))
            .collect();
        if units.is_empty() {
            return Ok(false);
        }
        ump.about(|| {
            format!("{} joins a unit of his formation: which?", capital(&rules.profile(general).name))
        });
        let chosen = ump.choose(Asking::of(side, rule!("14.3-g"), Asks::WhereTheGeneralStands), &units)?;
        let pose = self.now.unit(chosen.0).pose;
        // He touches the unit he joins.
        ump.cite(rule!("14.2-f"));
        let state = self.now.unit_mut(general);
        state.place = Place::Table;
        state.pose = pose;
        state.rides_with = Some(chosen.0);
        Ok(true)
    }

    /// A side fills its empty posts, one question a post: the player's general must be near the formation, and a
    /// turn must have passed. [14.3-b] [14.3-c] [14.5-c]
    pub(super) fn promote(&mut self, rules: &Campaign, side: Side, ump: &mut impl Umpire) -> Asked<Phase> {
        let first = self.now.initiative;
        let turn = self.now.turn;
        let posts: Vec<(usize, Vacant)> = self
            .now
            .vacant
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, vacant)| !vacant.filled && rules.command(vacant.command).side == side)
            .collect();
        for (at, vacant) in posts {
            let vacancy = Vacancy {
                rank: rules.command(vacant.command).rank,
                health: vacant.health,
                since: vacant.since,
            };
            // Whether he may is asked before where he is: at a real table that is a question.
            let open = vacancy.check(turn, Promoter::Near, &mut crate::clerk::deaf);
            if open.is_err() {
                continue;
            }
            let promoter = self.promoter(rules, vacant.command, ump)?;
            if vacancy.check(turn, promoter, &mut |clause| ump.cite(clause)).is_err() {
                continue;
            }
            let name = rules.command(vacant.command).name.clone();
            ump.about(|| format!("{} has lost its general: is another promoted?", capital(&name)));
            let asking = Asking::of(side, rule!("14.3-c"), Asks::PromoteAGeneral);
            if *ump.choose(asking, &[YesNo::Yes, YesNo::No])? == YesNo::No {
                continue;
            }
            let Some(general) = rules.command(vacant.command).general else { continue };
            if !self.beside(rules, vacant.command, ump)? {
                continue;
            }
            let asking = Asking::of(side, rule!("14.3-d"), Asks::QualityOfThePromotedGeneral);
            let quality = ump.throw(asking, Dice::D6, |face| rules.promoted_quality.of(face))?;
            self.now.unit_mut(general).quality = quality;
            self.now.vacant[at].filled = true;
            ump.explain_throw(|_| {
                Ruling::new(rule!("14.3-d"), format!("The new general of {name} is {}.", quality.word()))
            });
        }
        Ok(self.then(side, Phase::Promote, Phase::Rally(first)))
    }

    /// Where the player's general is, seen from a formation.
    fn promoter(&mut self, rules: &Campaign, command: CommandId, ump: &mut impl Umpire) -> Asked<Promoter> {
        let side = rules.command(command).side;
        let army = rules.commands.iter().find(|one| one.side == side && one.rank == Rank::Army);
        let Some(general) = army.and_then(|army| army.general) else { return Ok(Promoter::Lost) };
        if !self.now.unit(general).place.is_on_table() {
            return Ok(Promoter::Lost);
        }
        let Battle { now, ground, .. } = self;
        let near = ground.general_near(Scene { rules, now }, general, command, ump)?;
        Ok(if near { Promoter::Near } else { Promoter::Far })
    }
}

impl Position {
    /// Whether a unit belongs to a command, directly or through one below it.
    pub fn is_under(&self, rules: &Campaign, unit: UnitId, command: CommandId) -> bool {
        let own = self.profile(rules, unit).command;
        std::iter::successors(own, |one| rules.command(*one).above).any(|one| one == command)
    }
}
