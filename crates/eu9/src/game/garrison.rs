//! Into the city and out of it: garrisons, shelter from a battle, sorties.

use super::movement::Part;
use super::reaction::city;
use super::toll::veterans_left;
use super::{Game, Impulse, Post, Stage, Troops};
use crate::evasion::Evasion;
use crate::siege::garrison_room;
use crate::stack::Stack;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Offer, Refusal, Ruling, Side, Umpire};

/// Who of a stack goes, and who stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parting {
    pub(super) goes: Stack,
    pub(super) stays: Stack,
    /// Whether the leaders go.
    pub(super) leaders: bool,
    /// Whether there are leaders to say it of.
    choice: bool,
}

impl Parting {
    /// Every parting with the numbers named, with and without leaders.
    fn all(
        troops: &Troops,
        sizes: std::ops::RangeInclusive<u8>,
        choice: bool,
        rules: &GameRules,
    ) -> Vec<Parting> {
        let country = rules.nations[usize::from(troops.country)].country;
        let ways = sizes.flat_map(|size| match size == troops.stack.ld_count() {
            true => vec![(troops.stack, Stack::default())],
            false => troops.stack.partings(size, country),
        });
        let leaders: &[bool] = if choice { &[true, false] } else { &[false] };
        ways.flat_map(|(goes, stays)| {
            leaders.iter().map(move |&leaders| Parting { goes, stays, leaders, choice })
        })
        .collect()
    }

    /// What goes, what stays, and `alone` if leaders stay as well.
    pub(super) fn key(&self) -> String {
        let stays = match self.stays.counters() {
            0 => String::new(),
            _ => format!(" rest {}", self.stays.key()),
        };
        let alone = if self.choice && !self.leaders { " alone" } else { "" };
        format!("{}{stays}{alone}", self.goes.key())
    }

    pub(super) fn words(&self, does: &str) -> String {
        let leaders = match (self.choice, self.leaders) {
            (true, true) => " with its leaders",
            (true, false) => " without leaders",
            (false, _) => "",
        };
        match self.stays.counters() {
            0 => format!("{}{leaders} {does}", self.goes),
            _ => format!("{}{leaders} {does}, {} stays", self.goes, self.stays),
        }
    }

    /// The two stacks.
    pub(super) fn part(&self, troops: &Troops) -> (Troops, Troops) {
        let veterans = veterans_left(troops.veterans, self.goes.ld_count());
        let (going, staying) = (self.goes.ld_count(), self.stays.ld_count());
        let (hungry, rested) = (troops.hungry.min(going), troops.rested.min(going));
        let goes = Troops { stack: self.goes, veterans, hungry, rested, ..*troops };
        let hungry = (troops.hungry - hungry).min(staying);
        let (veterans, rested) = (troops.veterans - veterans, troops.rested.min(staying));
        (goes, Troops { stack: self.stays, veterans, hungry, rested, ..*troops })
    }
}

/// Who goes into the city before a battle, or out of it.
#[derive(Clone, Copy)]
enum Gate {
    Nobody,
    In(Parting),
    Out(Parting),
}

impl Offer for Gate {
    fn key(&self) -> String {
        match self {
            Gate::Nobody => "nobody".to_owned(),
            Gate::In(parting) | Gate::Out(parting) => parting.key(),
        }
    }
    fn words(&self) -> String {
        match self {
            Gate::Nobody => "nobody".to_owned(),
            Gate::In(parting) => parting.words("goes into the city"),
            Gate::Out(parting) => parting.words("sallies out"),
        }
    }
}

impl Game {
    /// How many LD of a country still find room in a city of its side: one a level, all of one nation.
    pub(super) fn city_room(&self, rules: &GameRules, side: Side, at: u8, country: u8) -> u8 {
        if self.control(at) != Some(side) {
            return 0;
        }
        let room = garrison_room(&rules.charts, self.lands[usize::from(at)].level);
        match self.garrison(at).map(|index| self.troops[index]) {
            None => room,
            Some(inside) if inside.country == country => room.saturating_sub(inside.stack.ld_count()),
            Some(_) => 0,
        }
    }

    /// Whether counters may go into a city.
    pub(super) fn fits_inside(&self, rules: &GameRules, side: Side, troops: &Troops, stack: Stack) -> bool {
        let country = rules.nations[usize::from(troops.country)].country;
        let joins = self
            .garrison(troops.at)
            .is_none_or(|index| self.troops[index].stack.joined(stack, country).is_some());
        joins && stack.ld_count() <= self.city_room(rules, side, troops.at, troops.country)
    }

    /// The parts of a stack that could go into the local city while the rest stays out.
    pub(super) fn partings_inside(
        &self,
        rules: &GameRules,
        side: Side,
        troops: &Troops,
        leaders: u32,
    ) -> Vec<Parting> {
        let room = self.city_room(rules, side, troops.at, troops.country);
        let most = room.min(troops.stack.ld_count().saturating_sub(1));
        if most == 0 {
            return Vec::new();
        }
        let mut ways = Parting::all(troops, 1..=most, leaders != 0, rules);
        ways.retain(|way| self.fits_inside(rules, side, troops, way.goes));
        ways
    }

    /// A battle is due: the stack that did not seek it may first send men into the city.
    pub(super) fn seek_shelter(self, impulse: Impulse, at: u8, rules: &GameRules) -> Game {
        let enemy = impulse.side.other();
        let shelter = self
            .field(enemy, at)
            .is_some_and(|index| !self.partings_inside(rules, enemy, &self.troops[index], 0).is_empty());
        self.at_stage(match shelter {
            true => Stage::Shelter(impulse, at),
            false => Stage::Evade(impulse, at, Evasion::Stand),
        })
    }

    /// Who goes into the city before the battle; the rest may still evade.
    pub(super) fn shelter(
        mut self,
        impulse: Impulse,
        at: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let side = impulse.side.other();
        let then = Stage::Evade(impulse, at, Evasion::Stand);
        let Some(index) = self.field(side, at) else { return Ok(self.at_stage(then)) };
        let troops = self.troops[index];
        let leaders = self.leaders_of(rules, &troops);
        let clause = rule!("INTERCEPT-d");
        let ways = self.partings_inside(rules, side, &troops, leaders).into_iter().map(Gate::In);
        let gates: Vec<Gate> = std::iter::once(Gate::Nobody).chain(ways).collect();
        if let Gate::In(parting) = *ump.choose(Asking::of(side, clause, "who goes into the city"), &gates)? {
            let (goes, stays) = parting.part(&troops);
            self.troops[index] = stays;
            self.go_inside(goes, if parting.leaders { leaders } else { 0 }, rules, ump)?;
            ump.explain(|| {
                let text = format!("{} goes into {}, {} stays", goes.stack, city(rules, at), stays.stack);
                Ruling::new(clause, text)
            });
        }
        Ok(self.at_stage(then))
    }

    /// Troops that are off the board go into the city, and these leaders with them.
    pub(super) fn go_inside(
        &mut self,
        troops: Troops,
        leaders: u32,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        self.post_leaders(leaders, Post::Inside(troops.at));
        self.join(rules, Troops { inside: true, ..troops }, ump)
    }

    /// The ways in which a besieged garrison can join a battle before its city.
    fn sorties(&self, rules: &GameRules, impulse: Impulse, at: u8) -> Vec<Parting> {
        let (Some(field), Some(inside)) = (self.field(impulse.side, at), self.garrison(at)) else {
            return Vec::new();
        };
        let (field, inside) = (self.troops[field], self.troops[inside]);
        if inside.country != field.country {
            return Vec::new();
        }
        let country = rules.nations[usize::from(field.country)].country;
        let choice = self.leaders_of(rules, &inside) != 0;
        let mut ways = Parting::all(&inside, 1..=inside.stack.ld_count(), choice, rules);
        ways.retain(|way| field.stack.joined(way.goes, country).is_some());
        // The whole garrison first.
        ways.sort_by_key(|way| way.stays.ld_count());
        ways
    }

    /// The enemy stands: a besieged garrison may join the relief, and the battle begins.
    pub(super) fn relieve(self, impulse: Impulse, at: u8, rules: &GameRules) -> Game {
        match self.sorties(rules, impulse, at).is_empty() {
            true => self.start_battle(impulse, at, rules),
            false => self.at_stage(Stage::Sortie(impulse, at)),
        }
    }

    /// Who of a besieged garrison sallies out to join the battle.
    pub(super) fn sortie(
        mut self,
        impulse: Impulse,
        at: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let ways = self.sorties(rules, impulse, at).into_iter().map(Gate::Out);
        let gates: Vec<Gate> = std::iter::once(Gate::Nobody).chain(ways).collect();
        let clause = rule!("CAMPAIGN-a");
        let gate = *ump.choose(Asking::of(impulse.side, clause, "sortie"), &gates)?;
        if let (Gate::Out(parting), Some(index)) = (gate, self.garrison(at)) {
            let inside = self.remove(index);
            let leaders = if parting.leaders { self.leaders_of(rules, &inside) } else { 0 };
            let (goes, stays) = parting.part(&inside);
            self.post_leaders(leaders, Post::At(at));
            self.place(rules, stays);
            self.join(rules, Troops { inside: false, ..goes }, ump)?;
            ump.explain(|| Ruling::new(clause, format!("{} sallies out of {}", goes.stack, city(rules, at))));
        }
        Ok(self.start_battle(impulse, at, rules))
    }

    /// Whether a stack may send men into the city of its province.
    pub(super) fn may_garrison(&self, rules: &GameRules, side: Side, troops: &Troops) -> Result<(), Refusal> {
        let clause = rule!("SIEGE-h");
        if rules.nations[usize::from(troops.country)].major && !self.campaign[side].moves_at_home() {
            return Err(Refusal::new(rule!("CAMPAIGN-b"), "without a campaign nothing moves"));
        }
        if troops.inside {
            return Err(Refusal::new(clause, "only a stack before the city goes into it"));
        }
        if self.control(troops.at) != Some(side) {
            return Err(Refusal::new(clause, "the city is the enemy's"));
        }
        if self.field(side.other(), troops.at).is_some() {
            return Err(Refusal::new(clause, "the enemy stands before the city"));
        }
        match self.city_room(rules, side, troops.at, troops.country) {
            0 => Err(Refusal::new(clause, "there is no room in the city: one LD a level, all of one nation")),
            _ => Ok(()),
        }
    }

    /// The parts of a stack that may go into the city of its province.
    pub(super) fn garrison_parts(&self, rules: &GameRules, side: Side, troops: &Troops) -> Vec<Part> {
        if self.may_garrison(rules, side, troops).is_err() {
            return Vec::new();
        }
        let mut parts = self.marching_parts(rules, troops);
        parts.retain(|part| self.fits_inside(rules, side, troops, part.stack));
        parts
    }

    /// Part of a stack goes into the city; it does not come out again in this impulse.
    pub(super) fn enter_city(
        mut self,
        impulse: Impulse,
        index: u8,
        part: Part,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let marching = self.take_part(impulse, usize::from(index), part, rules);
        let troops = marching.troops();
        self.go_inside(troops, marching.leaders, rules, ump)?;
        ump.explain(|| {
            let name = &rules.nations[usize::from(troops.country)].name;
            let text = format!("{} of {name} goes into {}", troops.stack, city(rules, troops.at));
            Ruling::new(rule!("SIEGE-h"), text)
        });
        Ok(self.at_stage(Stage::Move(impulse)))
    }
}
