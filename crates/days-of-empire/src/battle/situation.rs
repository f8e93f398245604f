//! Situations: a unit as the tests and the charts read it, made of its roster entry, its state and the survey.

use super::Battle;
use super::campaign::{Campaign, Post, Rank};
use super::ground::{Ground, Shelter};
use super::ids::{CommandId, UnitId, Units};
use super::state::{Piece, Place, Scene};
use crate::charts::{Mover, Pace};
use crate::clerk::Clerk;
use crate::command::{Command, OwnGeneral, Quality};
use crate::readings::RallyCommand;
use crate::staff::{Hour, Presence, Superior, command_of};
use crate::title::army::Bond;
use crate::unit::{Arm, Body, Cover, CoverOf, Fate, Formation, Impetus, Order, Rider, Support, Unit};
use grognard_umpire::{Asked, Clause, Umpire};

impl Scene<'_> {
    /// A unit without anything that only the table tells: in the open, unsupported, in command.
    pub(crate) fn bare(&self, unit: UnitId) -> (Unit, Body) {
        let (profile, state) = (self.profile(unit), self.unit(unit));
        let rider = |post: Post| {
            let with = self.now.riders(unit).find(|staff| self.post(*staff) == post);
            if with.is_some() { Rider::With } else { Rider::Nobody }
        };
        // Who has run with it is of no help to it.
        let helps = |staff: &UnitId| {
            self.post(*staff) == Post::General && self.unit(*staff).body.order != Order::Routing
        };
        let attached = self.now.riders(unit).find(helps);
        let plain = Unit {
            name: self.name(unit),
            arm: profile.arm,
            class: profile.class,
            weapon: profile.weapon,
            drill: profile.drill,
            start: profile.start.saturating_sub(self.apart(unit)),
            apart: self.apart(unit),
            cover: Cover::Open,
            cover_of: CoverOf::Works,
            support: Support::Unsupported,
            friend_routing: false,
            command: Unit::ordinary_command(),
            attached: attached.map(|general| self.unit(general).quality),
        };
        let body = match profile.arm {
            Arm::Staff => Body { general: Rider::With, ..state.body },
            _ => Body { general: rider(Post::General), engineer: rider(Post::Engineer), ..state.body },
        };
        (plain, body)
    }

    /// What a staff stand is: a general unless the roster says otherwise.
    pub(crate) fn post(&self, staff: UnitId) -> Post {
        self.profile(staff).post.unwrap_or(Post::General)
    }

    /// How many stands of a unit are out by themselves, or, for a part, with the others: they are not lost.
    fn apart(&self, unit: UnitId) -> u8 {
        let of = self.unit(unit).of;
        let there = |part: &UnitId| {
            let state = self.unit(*part);
            *part != unit && state.of == of && !state.place.is_lost() && !self.profile(unit).arm.is_gun()
        };
        self.now.all().filter(there).map(|part| self.unit(part).body.strength).sum()
    }

    /// A unit as a target of fire: pioneers and trains are none of the staff, whatever officer is over them.
    pub(crate) fn exposed(&self, unit: UnitId, clerk: Clerk<'_>) -> (Unit, Body) {
        let (plain, body) = self.bare(unit);
        match (self.profile(unit).post, self.unit(unit).piece) {
            (Some(Post::Engineer), _) => clerk(rule!("13.1-b")),
            (Some(Post::Pioneers | Post::Wagon), _) => {
                // In column, like infantry in column, and hit like it.
                clerk(rule!("13.3-b"));
                let body = Body { formation: Formation::MarchColumn, general: Rider::Nobody, ..body };
                return (Unit { arm: Arm::Infantry, ..plain }, body);
            }
            // A crew by itself is a handful of men.
            (_, Piece::Crew) => return (Unit { arm: Arm::Infantry, ..plain }, body),
            (_, Piece::Holders) => {
                clerk(rule!("13.3-b"));
                return (plain, Body { formation: Formation::Line, ..body });
            }
            _ => {}
        }
        (plain, body)
    }

    /// The clause by which nobody but skirmishers aims at a unit: generals, and engineer officers like them.
    pub(crate) fn protected(&self, unit: UnitId) -> Option<Clause> {
        match (self.profile(unit).arm, self.post(unit)) {
            (Arm::Staff, Post::General) => Some(rule!("17.3.8-d")),
            (Arm::Staff, Post::Engineer) => Some(rule!("17.3.8-i")),
            _ => None,
        }
    }

    /// A unit's distances. (T1) (T4)
    pub(crate) fn pace(&self, unit: UnitId) -> Pace {
        let profile = self.profile(unit);
        match self.unit(unit).piece {
            Piece::Crew => self.rules.charts.pace_of(Mover::Crew),
            _ => self.rules.charts.pace(profile.arm, self.unit(unit).body.formation, profile.horse_battery),
        }
    }

    /// Where a general is, seen from a unit. [14.2-b] [14.2-e]
    fn presence(&self, general: UnitId, unit: UnitId, in_reach: Units) -> Presence {
        let state = self.unit(general);
        let keeps = |with: UnitId| {
            self.rules.readings.rally_command == RallyCommand::Keeps
                && self.unit(with).body.order == Order::Routing
        };
        match state.rides_with {
            _ if !state.place.is_on_table() => Presence::Lost,
            // Who runs himself is of no help.
            _ if state.body.order == Order::Routing => Presence::Away,
            Some(with) if with == unit => Presence::Attached,
            Some(with) if !keeps(with) => Presence::WithOthers,
            _ if in_reach.has(general) => Presence::InReach,
            _ => Presence::Away,
        }
    }

    /// Whose help a unit has, by the generals within 16 inches: its own, those above him, and whoever is attached to it
    /// of these. [14.2]
    fn command(&self, unit: UnitId, in_reach: Units, clerk: Clerk<'_>) -> (Command, Option<Quality>) {
        let profile = self.profile(unit);
        let superior = |command: CommandId| {
            let (of, general) = (self.rules.command(command), self.rules.command(command).general?);
            let presence = self.presence(general, unit, in_reach);
            Some(Superior { rank: of.rank, arm: of.leads, quality: self.unit(general).quality, presence })
        };
        let of_army =
            |command: &super::campaign::Command| command.rank == Rank::Army && command.side == profile.side;
        let army = self.rules.commands.iter().position(of_army).map(|at| CommandId(at as u8));
        let Some(own) = profile.command else {
            let chain: Vec<Superior> = army.and_then(superior).into_iter().collect();
            return command_of(profile.arm, Bond::Independent, &chain, clerk);
        };
        // A unit with no general bought has the army's, who is away rather than lost to it. (A34)
        let instead = || {
            let army = army.and_then(superior)?;
            let lost = matches!(army.presence, Presence::Lost | Presence::WithOthers);
            Some(Superior { presence: if lost { Presence::Away } else { army.presence }, ..army })
        };
        let above = |command: CommandId| self.rules.command(command).above;
        let seniors = std::iter::successors(above(own), |command| above(*command));
        let chain: Vec<Superior> =
            superior(own).or_else(instead).into_iter().chain(seniors.filter_map(superior)).collect();
        command_of(profile.arm, Bond::Commanded, &chain, clerk)
    }
}

impl<G: Ground> Battle<G> {
    /// A unit as its tests read it: support, friends on the run, command. Its cover is the caller's business.
    pub(super) fn situate(
        &mut self,
        rules: &Campaign,
        unit: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<(Unit, Body)> {
        let Battle { now, ground, .. } = self;
        let scene = Scene { rules, now };
        let (plain, body) = scene.bare(unit);
        let support = ground.support(scene, unit, ump)?;
        let friend_routing = ground.friend_routing(scene, unit, ump)?;
        let (command, attached) = match rules.commands.is_empty() {
            // Without generals on the table nobody is out of command.
            true => (Command { own: OwnGeneral::Independent, senior: None }, plain.attached),
            false => {
                // The general it began under is its own all battle.
                ump.cite(rule!("14.2-g"));
                let in_reach = ground.generals_in_reach(scene, unit, ump)?;
                scene.command(unit, in_reach, &mut |clause| ump.cite(clause))
            }
        };
        Ok((Unit { support, friend_routing, command, attached, ..plain }, body))
    }

    /// The same, in its cover against nobody in particular.
    pub(super) fn situate_in_cover(
        &mut self,
        rules: &Campaign,
        unit: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<(Unit, Body)> {
        let (plain, body) = self.situate(rules, unit, ump)?;
        let Battle { now, ground, .. } = self;
        let shelter = ground.shelter(Scene { rules, now }, unit, ump)?;
        Ok((sheltered(plain, shelter), body))
    }

    /// The same, in its cover against somebody who comes at it.
    pub(super) fn situate_against(
        &mut self,
        rules: &Campaign,
        unit: UnitId,
        enemy: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<(Unit, Body)> {
        let (plain, body) = self.situate(rules, unit, ump)?;
        let Battle { now, ground, .. } = self;
        let shelter = ground.shelter_from(Scene { rules, now }, unit, enemy, ump)?;
        Ok((sheltered(plain, shelter), body))
    }

    /// Takes down what a procedure has made of a unit: its body, its riders, and whether it is gone.
    pub(super) fn settle(&mut self, rules: &Campaign, unit: UnitId, body: Body, ump: &mut impl Umpire) {
        let scene = self.scene(rules);
        let own = Some(unit).filter(|unit| scene.profile(*unit).arm == Arm::Staff);
        let rider = |post: Post| self.now.riders(unit).find(|staff| scene.post(*staff) == post);
        let hurt = [
            (own, body.general),
            (rider(Post::General), body.general),
            (rider(Post::Engineer), body.engineer),
        ];
        for (staff, fate) in hurt {
            if let Some(staff) = staff {
                let hour = Hour { turn: self.now.turn, phase: self.phase.of_book() };
                self.now.staff_hit(rules, staff, (fate, hour), ump);
            }
        }
        let turn = self.now.turn;
        let state = self.now.unit_mut(unit);
        if let Fate::Silenced(turns) = body.fate {
            state.silent_until = state.silent_until.max(turn + turns);
        }
        state.body =
            Body { general: Rider::Nobody, engineer: Rider::Nobody, impetus: Impetus::Standing, ..body };
        if body.fate.is_gone() && state.place.is_on_table() {
            self.now.remove(unit, Place::Gone);
        }
        if body.fate == Fate::Shattered {
            self.shattered_whole(unit);
        }
    }
}

impl<G: Ground> Battle<G> {
    /// A unit is shattered as a whole: whatever is left of it elsewhere goes with it. [17.5.8-b]
    fn shattered_whole(&mut self, unit: UnitId) {
        let of = self.now.unit(unit).of;
        let parts: Vec<UnitId> = self
            .now
            .all()
            .filter(|part| {
                let state = self.now.unit(*part);
                *part != unit && state.of == of && !state.place.is_lost()
            })
            .collect();
        for part in parts {
            self.now.unit_mut(part).body.fate = Fate::Shattered;
            self.now.remove(part, Place::Gone);
        }
    }
}

/// A unit in some cover.
pub(super) fn sheltered(unit: Unit, shelter: Shelter) -> Unit {
    Unit { cover: shelter.cover, cover_of: shelter.of, ..unit }
}
