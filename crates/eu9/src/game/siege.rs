//! The siege segment: side by side in order of initiative, every stack before an enemy city digs, storms,
//! starves or goes. The siege itself is the library's, with givens made from the board.

use super::homing::{Homeless, Why};
use super::reaction::city;
use super::roster::Roster;
use super::toll::{Hunger, Ranks};
use super::{Game, Land, Stage, Troops};
use crate::asks::Asks;
use crate::attrition::March;
use crate::charts::Siegework;
use crate::fleet::Fleet;
use crate::host::Host;
use crate::siege::{
    Assault, AssaultEnd, Effort, Fallen, Occupied, Open, SiegeGivens, Terms, Works, works_words,
};
use crate::stack::Stack;
use crate::thirds::Thirds;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Given, Offer, Procedure, Ruling, Side, Swapped, Target, Umpire};
use std::ops::ControlFlow::{Break, Continue};

/// Whose sieges are under way, and those that are over, a bit for each province.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Circuit {
    pub(super) side: Side,
    pub(super) done: u128,
}

/// Where a siege stands this round.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Leaguer {
    pub(super) at: u8,
    pub(super) circuit: Circuit,
    pub(super) stage: Digging,
    pub(super) givens: Given<SiegeGivens>,
}

/// The steps of one siege in one round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Digging {
    /// What to do.
    Choice,
    /// Attrition, the siegework still to take effect.
    Attrition(Siegework, Hunger),
    /// The siegework takes effect.
    Outcome(Siegework),
    /// Storm the breach?
    Breach,
    /// The assault.
    Storm(Assault),
    /// The garrison leaves with war honours.
    Honours,
    /// The garrison has beaten off an assault and closes its ranks.
    Garrison(u8),
    /// The place is taken: leave a garrison?
    Occupy,
    /// The siege is lifted, with attrition on the way.
    Leave(Hunger),
}

impl Land {
    /// Nobody besieges the place any more: the works are filled in, the walls mended.
    pub(super) fn forget_siege(&mut self) {
        (self.works, self.breached, self.costly) = (Works::default(), false, false);
        (self.siege_rounds, self.old_siege) = (0, false);
    }

    fn shows_siege(&self) -> bool {
        self.works != Works::default()
            || self.breached
            || self.costly
            || self.siege_rounds > 0
            || self.old_siege
    }
}

/// A province where a side has a battle to fight or a siege to lay.
struct Front<'a> {
    game: &'a Game,
    rules: &'a GameRules,
    side: Side,
    at: u8,
}

impl Offer for Front<'_> {
    fn key(&self) -> String {
        self.rules.provinces[usize::from(self.at)].id.clone()
    }
    fn words(&self) -> String {
        let Front { game, rules, side, at } = *self;
        match game.field(side.other(), at) {
            Some(_) => game.confrontation(rules, side, at),
            None => {
                let besieger = game.field(side, at).map(|index| &game.troops[index]);
                let besieger = besieger.map_or_else(String::new, |troops| game.stack_words(rules, troops));
                match game.garrison(at).map(|index| game.troops[index].roster.words(rules)) {
                    Some(inside) => format!("{}, held by {inside}, besieged by {besieger}", city(rules, at)),
                    None => format!("{}, besieged by {besieger}", city(rules, at)),
                }
            }
        }
    }
    fn targets(&self) -> Vec<Target> {
        vec![self.rules.land(self.at)]
    }
}

impl Circuit {
    /// The sieges go on after that of a province.
    fn after(self, at: u8) -> Stage {
        Stage::Sieges(Circuit { done: self.done | 1 << at, ..self })
    }
}

impl Game {
    /// The sieges of the segment, those of the side with the initiative first.
    pub(super) fn first_sieges(&self, rules: &GameRules) -> Stage {
        Stage::Sieges(Circuit { side: self.first_side(rules), done: 0 })
    }

    /// Which siege of the side comes next, as it says.
    pub(super) fn sieges(
        mut self,
        circuit: Circuit,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        self.forget_sieges();
        let side = circuit.side;
        let mut open: Vec<u8> = self
            .troops
            .iter()
            .filter(|t| !t.inside && self.side_of(t) == Some(side))
            .map(|t| t.at)
            .filter(|&at| self.control(at) == Some(side.other()) && circuit.done & (1 << at) == 0)
            .collect();
        open.sort_unstable();
        let at = match open[..] {
            [] if side == self.first_side(rules) => {
                return Ok(self.at_stage(Stage::Sieges(Circuit { side: side.other(), done: 0 })));
            }
            [] => return Ok(self.at_stage(Stage::Refit(Side::First))),
            [at] => at,
            _ => self.which(side, Asks::WhichSiege, &open, rules, ump)?,
        };
        self.feed_besiegers(side, at, rules, ump)?;
        self.settle_siege(side, at, rules, ump)?;
        Ok(self.begin_siege(circuit, at, Digging::Choice, rules))
    }

    /// One of several provinces, as a side says.
    pub(super) fn which(
        &self,
        side: Side,
        topic: Asks,
        open: &[u8],
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<u8> {
        let fronts: Vec<Front<'_>> = open.iter().map(|&at| Front { game: self, rules, side, at }).collect();
        Ok(ump.choose(Asking::of(side, rule!("CAMPAIGN-a"), topic), &fronts)?.at)
    }

    /// The siege of a province at one of its steps.
    pub(super) fn begin_siege(self, circuit: Circuit, at: u8, stage: Digging, rules: &GameRules) -> Game {
        let Some(index) = self.field(circuit.side, at) else { return self.at_stage(circuit.after(at)) };
        let troops = self.troops[index];
        let givens = Given::new(self.siege_givens(rules, circuit.side, &troops));
        self.at_stage(Stage::Siege(Box::new(Leaguer { at, circuit, stage, givens })))
    }

    /// Where the besieger is gone, nothing is left of the siege for the next comer.
    pub(super) fn forget_sieges(&mut self) {
        for at in 0..self.lands.len() as u8 {
            if self.lands[usize::from(at)].shows_siege() && self.besieger(at).is_none() {
                self.lands[usize::from(at)].forget_siege();
            }
        }
    }

    /// The stack before a city of the other side.
    pub(super) fn besieger(&self, at: u8) -> Option<usize> {
        self.field(self.control(at)?.other(), at)
    }

    /// One step of a siege.
    pub(super) fn besiege(
        mut self,
        mut leaguer: Box<Leaguer>,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let Leaguer { at, circuit, stage, .. } = *leaguer;
        let side = circuit.side;
        let Some(index) = self.field(side, at) else { return Ok(self.at_stage(circuit.after(at))) };
        let troops = self.troops[index];
        let next = match stage {
            Digging::Choice => self.siege_choice(&leaguer, &troops, rules, ump)?,
            Digging::Attrition(work, hunger) => {
                let march = self.lines(rules, &troops).march(&leaguer.givens);
                let swap = &mut Swapped::new(ump, side);
                match self.suffer(&march, hunger, &troops, rules, swap)? {
                    Ok(next) => Some(Digging::Attrition(work, next)),
                    Err(left) => {
                        self.shrink(index, left, rules, ump);
                        if let (true, Some(besieger)) = (troops.roster.is_mixed(), self.field(side, at)) {
                            // Other nations may command now, or none of one be left.
                            let givens = self.siege_givens(rules, side, &self.troops[besieger]);
                            leaguer.givens = Given::new(givens);
                        }
                        Some(Digging::Outcome(work))
                    }
                }
            }
            Digging::Outcome(work) => self.siege_outcome(side, at, work, rules, ump)?,
            Digging::Breach => match Open::ask(&mut Swapped::new(ump, side))? {
                Open::Wait => None,
                Open::Storm => Some(Digging::Storm(self.assault(rules, &troops, true))),
            },
            Digging::Storm(assault) => {
                let swap = &mut Swapped::new(ump, side);
                match assault.step(&leaguer.givens, swap)? {
                    Continue(assault) => Some(Digging::Storm(assault)),
                    Break(end) => self.after_storm(&troops, index, &end, rules, ump),
                }
            }
            Digging::Honours => return Ok(self.march_out(*leaguer, rules, ump)),
            Digging::Garrison(killed) => {
                self.close_ranks(side.other(), at, killed, rules, ump)?;
                None
            }
            Digging::Occupy => {
                self.occupy(side, at, index, rules, ump)?;
                let ships = self.driven_out(rules, at, false);
                return Ok(self.flee(ships, circuit.after(at)));
            }
            Digging::Leave(hunger) => return self.leave(leaguer, index, hunger, rules, ump),
        };
        Ok(match next {
            Some(stage) => {
                leaguer.stage = stage;
                self.at_stage(Stage::Siege(leaguer))
            }
            None => self.at_stage(circuit.after(at)),
        })
    }

    fn siege_choice(
        &mut self,
        leaguer: &Leaguer,
        troops: &Troops,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Digging>> {
        let at = leaguer.at;
        let side = leaguer.circuit.side;
        let lines = self.lines(rules, troops);
        ump.about(|| {
            let siege =
                format!("{} before {}", self.besieger_words(rules, troops), self.city_words(rules, at));
            match lines.may_mine(&leaguer.givens) {
                true => {
                    let mine = lines.mine(&leaguer.givens);
                    let [any, breach] = [Siegework::Minus, Siegework::Breach].map(|work| mine.chance(work));
                    format!("{siege}; digging comes to something {any} in 10, to a breach or better {breach}")
                }
                false => siege,
            }
        });
        let swap = &mut Swapped::new(ump, side);
        let told = |does: &str| {
            format!("{} {does} {}", self.besieger_words(rules, troops), self.city_words(rules, at))
        };
        let next = match lines.effort(&leaguer.givens, swap)? {
            Effort::Lift => {
                swap.explain(|| Ruling::new(rule!("SIEGE-h"), told("lifts the siege of")));
                Digging::Leave(Hunger::Roll)
            }
            Effort::Storm => {
                swap.explain(|| Ruling::new(rule!("ASSAULT-a"), told("storms")));
                Digging::Storm(self.assault(rules, troops, false))
            }
            Effort::Stay => {
                swap.explain(|| Ruling::new(rule!("SIEGE-h"), told("stays before")));
                Digging::Attrition(Siegework::Nothing, Hunger::Roll)
            }
            Effort::Undermine => {
                swap.explain(|| Ruling::new(rule!("SIEGE-a"), told("digs before")));
                // One die for the trenches and for the besieger's own hunger.
                swap.cite(rule!("SIEGE-d"));
                let (work, starves) = lines.mine(&leaguer.givens).roll(Side::First, swap)?;
                match starves {
                    true => Digging::Attrition(work, Hunger::Roll),
                    false => Digging::Outcome(work),
                }
            }
        };
        let rounds = &mut self.lands[usize::from(at)].siege_rounds;
        *rounds = rounds.saturating_add(1);
        Ok(Some(next))
    }

    fn siege_outcome(
        &mut self,
        side: Side,
        at: u8,
        work: Siegework,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Digging>> {
        let place = usize::from(at);
        Ok(match work {
            Siegework::Nothing => None,
            Siegework::Minus | Siegework::Plus => {
                ump.cite(rule!("SIEGE-i"));
                self.lands[place].works = self.lands[place].works.dig(work == Siegework::Plus);
                ump.explain(|| {
                    let lie = works_words(self.lands[place].works, false);
                    let text = format!("Before {} now{}", city(rules, at), lie.replacen(',', " lie:", 1));
                    Ruling::new(rule!("SIEGE-i"), text)
                });
                None
            }
            Siegework::BreachOrHonours if Terms::ask(&mut Swapped::new(ump, side))? == Terms::Honours => {
                Some(Digging::Honours)
            }
            Siegework::Breach | Siegework::BreachOrHonours => {
                self.lands[place].breached = true;
                Some(Digging::Breach)
            }
            Siegework::Surrender => {
                ump.explain(|| Ruling::new(rule!("SIEGE-i"), format!("{} surrenders", city(rules, at))));
                self.lose_garrison(at, rules, ump);
                Some(Digging::Occupy)
            }
        })
    }

    /// The garrison is lost, and whoever led it is taken.
    fn lose_garrison(&mut self, at: u8, rules: &GameRules, ump: &mut impl Umpire) {
        if let Some(index) = self.garrison(at) {
            self.remove(index);
        }
        self.capture(self.generals_inside(rules, at), rules, ump);
    }

    /// War honours: whoever is inside goes home, and an LD of the fortress's own with him; the place is taken.
    fn march_out(mut self, leaguer: Leaguer, rules: &GameRules, ump: &mut impl Umpire) -> Game {
        let at = leaguer.at;
        ump.explain(|| {
            let text = format!("{} opens its gates; the garrison leaves with honours", city(rules, at));
            Ruling::new(rule!("SIEGE-i"), text)
        });
        let holder = self.holder(rules, at);
        let leaders = self.generals_inside(rules, at);
        let own = Troops::new(at, holder, Stack { ld: 1, ..Stack::default() }, 0);
        let garrison = self.garrison(at).map(|index| self.remove(index));
        // Where the stack has no room for it, the LD goes on its own.
        let leaving = match garrison.map(|inside| (inside, inside.roster.joined(&own.roster, rules))) {
            None => vec![own],
            Some((inside, Some(roster))) => vec![Troops { inside: false, roster, ..inside }],
            Some((inside, None)) => vec![Troops { inside: false, ..inside }, own],
        };
        let homeless = |(index, troops): (usize, &Troops)| Homeless {
            country: troops.roster.first(),
            troops: *troops,
            ships: Fleet::default(),
            leaders: if index == 0 { leaders } else { 0 },
            why: Why::Honours,
        };
        let due = leaving.iter().enumerate().map(homeless).collect();
        let occupy = Leaguer { stage: Digging::Occupy, ..leaguer };
        self.send(due, Stage::Siege(Box::new(occupy)))
    }

    /// What an assault has left.
    fn after_storm(
        &mut self,
        troops: &Troops,
        index: usize,
        end: &AssaultEnd,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Option<Digging> {
        let at = troops.at;
        let command = self.command_of(rules, troops);
        let lost = end.kept.counters() == 0;
        if let Some(leader) = command.leader {
            self.suffers(leader, end.leaders.first, lost);
        }
        if lost {
            let led = self.leaders_of(rules, troops) | command.leader.map_or(0, |leader| 1 << leader);
            self.capture(led, rules, ump);
        }
        let host = Host { stack: end.kept, allies: end.allies };
        self.shrink(index, troops.roster.left(command.country, host), rules, ump);
        self.lands[usize::from(at)].costly |= end.hurt;
        if let Some(leader) = self.governor(rules, at) {
            self.suffers(leader, end.leaders.second, end.falls);
        }
        if end.falls {
            self.lose_garrison(at, rules, ump);
            return Some(Digging::Occupy);
        }
        match end.killed.floor() as u8 {
            0 => None,
            killed => Some(Digging::Garrison(killed)),
        }
    }

    /// The garrison has beaten off an assault and closes its ranks.
    fn close_ranks(
        &mut self,
        side: Side,
        at: u8,
        killed: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        if let Some(inside) = self.garrison(at) {
            let troops = self.troops[inside];
            let (killed, asking) =
                (Thirds::whole(killed.into()), Asking::of(side, rule!("STACK-r"), Asks::RegroupTheGarrison));
            let kept = self.regroup(asking, Ranks::of(&troops), killed, rules, ump)?;
            self.shrink(inside, kept, rules, ump);
        }
        Ok(())
    }

    /// The besieger goes to one of the nearest provinces of its side, with attrition on the way.
    fn leave(
        mut self,
        mut leaguer: Box<Leaguer>,
        index: usize,
        hunger: Hunger,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let (at, circuit) = (leaguer.at, leaguer.circuit);
        let troops = self.troops[index];
        let (pillage_minus, pillage_plus) = self.lands[usize::from(at)].pillage.counters();
        let massed = troops.stack().is_massed(&rules.charts, false);
        let march = March {
            leader: self.manoeuvre(rules, &troops.roster, at),
            theatre: rules.provinces[usize::from(at)].theatre,
            enemy_province: true,
            causes: 1 + u8::from(massed),
            pillage_minus,
            pillage_plus,
            redeployment: !self.lines(rules, &troops).must_leave(&leaguer.givens),
            ..March::new(circuit.side, troops.roster.ld_count(), rules.readings.technology)
        };
        let left = match self.suffer(&march, hunger, &troops, rules, ump)? {
            Ok(next) => {
                leaguer.stage = Digging::Leave(next);
                return Ok(self.at_stage(Stage::Siege(leaguer)));
            }
            Err(left) => left,
        };
        let leaders = self.followers(rules, &troops);
        self.shrink(index, left, rules, ump);
        let due = match left.is_empty() {
            true => Vec::new(),
            false => {
                let troops = self.remove(index);
                let country = troops.roster.first();
                vec![Homeless { country, troops, ships: Fleet::default(), leaders, why: Why::Lifted }]
            }
        };
        Ok(self.send(due, circuit.after(at)))
    }

    /// Leaves a stack with these counters, or takes it off the board.
    pub(super) fn shrink(&mut self, index: usize, kept: Roster, rules: &GameRules, ump: &mut impl Umpire) {
        if kept.is_empty() {
            let troops = self.remove(index);
            if !troops.inside {
                let leaders = self.leaders_of(rules, &troops);
                self.get_away(leaders, rules, ump);
            }
            return;
        }
        let troops = &mut self.troops[index];
        *troops = troops.reduced(kept);
    }

    /// The fortress drops two levels, or one if an LD is left in it.
    fn occupy(
        &mut self,
        side: Side,
        at: u8,
        index: usize,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let troops = self.troops[index];
        let (charts, level) = (&rules.charts, self.lands[usize::from(at)].level);
        let theatre = rules.provinces[usize::from(at)].theatre;
        let fallen = Fallen { charts, theatre, level, side };
        let first = troops.roster.first();
        let country = rules.nations[usize::from(first)].country;
        let nations = match troops.roster.is_mixed() {
            true => self.contingents(rules, &troops.roster, first),
            false => Vec::new(),
        };
        let Occupied { stack: host, guard, level } =
            fallen.occupy(troops.roster.host(first), country, &nations, ump)?;
        if guard {
            let kept = troops.roster.left(first, host);
            let leaders = self.leaders_of(rules, &troops);
            let guard = Troops { inside: true, ..troops }.reduced(troops.roster.guard(&kept));
            // With the last LD of a nation its leaders go in too.
            if kept.is_empty() {
                self.post_leaders(leaders, Game::post_with(&guard));
            }
            self.shrink(index, kept, rules, ump);
            self.place(rules, guard);
        }
        let owner = usize::from(self.lands[usize::from(at)].owner);
        let home = self.allegiance[owner] == Some(side);
        let land = &mut self.lands[usize::from(at)];
        land.level = level;
        land.taken = if home { None } else { Some(side) };
        land.forget_siege();
        ump.explain(|| {
            let inside = match self.garrison(at).filter(|_| guard) {
                Some(index) => format!(" and leaves {} in it", self.troops[index].roster.words(rules)),
                None => String::new(),
            };
            let (name, city) = (&rules.sides[side].name, city(rules, at));
            let text = format!("{name} takes {city}, now level {level},{inside}");
            Ruling::new(rule!("SIEGE-j"), text.trim_end_matches(',').to_owned())
        });
        Ok(())
    }
}
