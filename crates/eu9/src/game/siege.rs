//! The siege segment: every stack before an enemy city digs, storms or waits.

use super::homing::{Homeless, Why};
use super::reaction::city;
use super::toll::{Hunger, veterans_left};
use super::{Game, Post, Stage, Troops};
use crate::attrition::{March, Occasion};
use crate::charts::Siegework;
use crate::fleet::Fleet;
use crate::leader::Commander;
use crate::power::Theatre;
use crate::siege::{
    Assault, Effort, Groundwork, Mine, Open, Party, Port, SiegeGivens, SiegePolicy, StormPolicy, Works,
    artillery_of, artillery_sum, close_ranks, garrison_room,
};
use crate::stack::Stack;
use crate::thirds::Thirds;
use crate::title::GameRules;
use grognard_umpire::{
    Asked, Asking, Barred, BySide, Given, Offer, Openness, Procedure, Refusal, Ruling, Side, Swapped, Umpire,
};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// Where a siege stands this round.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Leaguer {
    pub(super) at: u8,
    pub(super) side: Side,
    pub(super) stage: Digging,
}

/// The steps of one siege in one round.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
    Storm(Box<(Given<SiegeGivens>, Assault)>),
    /// The garrison leaves with war honours.
    Honours,
    /// The garrison has beaten off an assault and closes its ranks.
    Garrison(u8),
    /// The place is taken: leave a garrison?
    Occupy,
}

/// Who stays in a city that was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Guard {
    /// Nobody.
    None,
    /// An LD, and this is what the stack keeps.
    One(Stack),
}

impl Offer for Guard {
    fn key(&self) -> String {
        match self {
            Guard::None => "none".to_owned(),
            Guard::One(kept) => format!("garrison/{}", kept.key()),
        }
    }
    fn words(&self) -> String {
        match self {
            Guard::None => "leave nobody in the city".to_owned(),
            Guard::One(kept) => format!("leave an LD in the city and keep {kept}"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Terms {
    Breach,
    Honours,
}

impl Offer for Terms {
    fn key(&self) -> String {
        match self {
            Terms::Breach => "breach",
            Terms::Honours => "honours",
        }
        .to_owned()
    }
}

impl Game {
    /// Which siege comes next.
    pub(super) fn sieges(self, next: u8, rules: &GameRules) -> Game {
        for at in next..rules.provinces.len() as u8 {
            for side in Side::ALL {
                if self.field(side, at).is_some() && self.control(at) == Some(side.other()) {
                    let leaguer = Leaguer { at, side, stage: Digging::Choice };
                    return self.at_stage(Stage::Siege(leaguer));
                }
            }
        }
        self.at_stage(Stage::Refit(Side::First))
    }

    pub(super) fn inside(&self, at: u8) -> Stack {
        self.garrison(at).map_or(Stack::default(), |index| self.troops[index].stack)
    }

    fn best_siege(&self, rules: &GameRules, country: u8, at: u8) -> i8 {
        self.commander(rules, country, at).map_or(0, |leader| rules.leaders[usize::from(leader)].siege)
    }

    fn siege_artillery(&self, rules: &GameRules, troops: &Troops) -> u8 {
        let nation = &rules.nations[usize::from(troops.country)];
        let full = artillery_of(&rules.charts, nation.country, nation.class, None, rules.period);
        artillery_sum(rules.readings.siege.artillery, troops.stack, full)
    }

    /// A port is open unless a large enough fleet keeps it closed.
    fn port(&self, rules: &GameRules, at: u8) -> Port {
        match (rules.provinces[usize::from(at)].is_port(), self.blockader(rules, at)) {
            (false, _) => Port::None,
            (true, None) => Port::Open,
            (true, Some(_)) => Port::Blockaded,
        }
    }

    fn mine<'a>(&self, rules: &'a GameRules, side: Side, at: u8, troops: &Troops) -> Mine<'a> {
        let land = &self.lands[usize::from(at)];
        Mine {
            charts: &rules.charts,
            theatre: Theatre::Europe,
            terrain: rules.provinces[usize::from(at)].terrain,
            port: self.port(rules, at),
            level: land.level,
            artillery: self.siege_artillery(rules, troops),
            breached: land.breached,
            costly: land.costly,
            works: land.works,
            siege: self.best_siege(rules, troops.country, at),
            enemy_siege: 0,
            garrison: self.inside(at),
            first_round: land.siege_rounds == 0,
            from_an_earlier_turn: land.old_siege,
            supply_line: self.supply_line(rules, side, at, troops.stack).unwrap_or(u8::MAX),
        }
    }

    fn siege_march(&self, rules: &GameRules, side: Side, at: u8, troops: &Troops) -> March {
        let (pillage_minus, pillage_plus) = self.lands[usize::from(at)].pillage.counters();
        March {
            occasion: Occasion::Siege,
            leader: self.best_siege(rules, troops.country, at),
            massed: troops.stack.is_massed(&rules.charts, false),
            pillage_minus,
            pillage_plus,
            bad_weather: self.bad_weather,
            theatre: rules.provinces[usize::from(at)].theatre,
            ..March::new(side, troops.stack.ld_count(), rules.readings.technology)
        }
    }

    /// One step of a siege.
    pub(super) fn besiege(
        mut self,
        leaguer: Leaguer,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let Leaguer { at, side, stage } = leaguer;
        let go = |stage: Digging| Stage::Siege(Leaguer { at, side, stage });
        match stage {
            Digging::Honours => return Ok(self.march_out(side, at, rules, ump)),
            Digging::Garrison(killed) => {
                if let Some(inside) = self.garrison(at) {
                    let troops = self.troops[inside];
                    let country = rules.nations[usize::from(troops.country)].country;
                    let kept =
                        close_ranks(side.other(), troops.stack, country, Thirds::whole(killed.into()), ump)?;
                    self.shrink(inside, kept, rules);
                }
                return Ok(self.at_stage(Stage::Sieges(at + 1)));
            }
            _ => {}
        }
        let Some(index) = self.field(side, at) else {
            return Ok(self.at_stage(Stage::Sieges(at + 1)));
        };
        let troops = self.troops[index];
        let next = match stage {
            Digging::Choice => self.siege_choice(side, at, &troops, rules, ump)?,
            Digging::Attrition(work, hunger) => {
                let march = self.siege_march(rules, side, at, &troops);
                match self.suffer(&march, hunger, troops.stack, (at, troops.country), rules, ump)? {
                    Ok(next) => Some(Digging::Attrition(work, next)),
                    Err(left) => {
                        self.shrink(index, left, rules);
                        Some(Digging::Outcome(work))
                    }
                }
            }
            Digging::Outcome(work) => self.siege_outcome(side, at, work, rules, ump)?,
            Digging::Breach => {
                let asking = Asking::of(side, rule!("SIEGE-a"), "storm the breach");
                match ump.choose(asking, &[Open::Wait, Open::Storm])? {
                    Open::Wait => None,
                    Open::Storm => Some(self.storming_party(at, &troops, true, rules)),
                }
            }
            Digging::Storm(storm) => return self.storming(side, at, *storm, rules, ump),
            Digging::Honours | Digging::Garrison(_) => None,
            Digging::Occupy => {
                self.occupy(side, at, index, rules, ump)?;
                let ships = self.driven_out(rules, at, false);
                return Ok(self.flee(ships, Stage::Sieges(at + 1)));
            }
        };
        Ok(match next {
            Some(stage) => self.at_stage(go(stage)),
            None => self.at_stage(Stage::Sieges(at + 1)),
        })
    }

    fn siege_choice(
        &mut self,
        side: Side,
        at: u8,
        troops: &Troops,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Digging>> {
        let level = self.lands[usize::from(at)].level;
        let strong = troops.stack.ld_count() >= garrison_room(level);
        let supplied = self.supply_line(rules, side, at, troops.stack).is_some();
        // Whoever is too weak for the walls, or unsupplied, storms them or starves before them.
        let mut efforts = match strong && supplied {
            true => vec![Effort::Lift, Effort::Storm],
            false => vec![Effort::Stay, Effort::Storm],
        };
        if strong && supplied {
            efforts.push(Effort::Undermine);
        }
        let barred = || {
            let reason = match strong {
                false => format!("a fortress of level {level} needs as many LD to undermine it"),
                true => "without a line of supply there is no undermining".to_owned(),
            };
            let refusal = Refusal::new(rule!("SIEGE-h"), reason);
            if strong && supplied {
                Vec::new()
            } else {
                vec![Barred { key: "undermine".to_owned(), refusal }]
            }
        };
        let asking = Asking::of(side, rule!("SIEGE-h"), "the siege this round");
        let effort = *ump.choose_among(asking, &efforts, Openness::Open, &barred)?;
        Ok(match effort {
            Effort::Lift => None,
            Effort::Storm => Some(self.storming_party(at, troops, false, rules)),
            Effort::Stay => Some(Digging::Attrition(Siegework::Nothing, Hunger::Roll)),
            Effort::Undermine => {
                ump.explain(|| {
                    let text = format!("{} digs before {}", rules.sides[side].name, city(rules, at));
                    Ruling::new(rule!("SIEGE-a"), text)
                });
                // One die for the trenches and for the besieger's own hunger.
                ump.cite(rule!("SIEGE-d"));
                let (work, starves) = self.mine(rules, side, at, troops).roll(side, ump)?;
                self.lands[usize::from(at)].siege_rounds += 1;
                Some(match starves {
                    true => Digging::Attrition(work, Hunger::Roll),
                    false => Digging::Outcome(work),
                })
            }
        })
    }

    fn siege_outcome(
        &mut self,
        side: Side,
        at: u8,
        work: Siegework,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Digging>> {
        let land = &mut self.lands[usize::from(at)];
        Ok(match work {
            Siegework::Nothing => None,
            Siegework::Minus | Siegework::Plus => {
                ump.cite(rule!("SIEGE-i"));
                land.works = land.works.dig(work == Siegework::Plus);
                None
            }
            Siegework::Breach => {
                land.breached = true;
                Some(Digging::Breach)
            }
            Siegework::BreachOrHonours => {
                let asking = Asking::of(side, rule!("SIEGE-i"), "breach or war honours");
                match ump.choose(asking, &[Terms::Breach, Terms::Honours])? {
                    Terms::Breach => {
                        self.lands[usize::from(at)].breached = true;
                        Some(Digging::Breach)
                    }
                    Terms::Honours => Some(Digging::Honours),
                }
            }
            Siegework::Surrender => {
                ump.explain(|| Ruling::new(rule!("SIEGE-i"), format!("{} surrenders", city(rules, at))));
                if let Some(index) = self.garrison(at) {
                    self.remove(index);
                }
                Some(Digging::Occupy)
            }
        })
    }

    /// War honours: the garrison goes home with an LD more, and the place is taken.
    fn march_out(mut self, side: Side, at: u8, rules: &GameRules, ump: &mut impl Umpire) -> Game {
        let then = Stage::Siege(Leaguer { at, side, stage: Digging::Occupy });
        ump.explain(|| {
            let text = format!("{} opens its gates; the garrison leaves with honours", city(rules, at));
            Ruling::new(rule!("SIEGE-i"), text)
        });
        let Some(index) = self.garrison(at) else { return self.at_stage(then) };
        let troops = self.remove(index);
        let nation = &rules.nations[usize::from(troops.country)];
        let more = Stack { ld: 1, ..Stack::default() };
        let stack = troops.stack.joined(more, nation.country).unwrap_or(troops.stack);
        let troops = Troops { inside: false, stack, ..troops };
        let ships = Fleet::default();
        self.send(vec![Homeless { troops, ships, leaders: 0, why: Why::Honours }], then)
    }

    fn storming_party(&self, at: u8, troops: &Troops, breach: bool, rules: &GameRules) -> Digging {
        let (assault, givens) = self.storm(at, troops, breach, rules);
        Digging::Storm(Box::new((givens, assault)))
    }

    /// An assault with its givens.
    pub(super) fn storm(
        &self,
        at: u8,
        troops: &Troops,
        breach: bool,
        rules: &GameRules,
    ) -> (Assault, Given<SiegeGivens>) {
        let land = &self.lands[usize::from(at)];
        let nation = &rules.nations[usize::from(troops.country)];
        let owner = &rules.nations[usize::from(land.owner)];
        let garrison = self.inside(at);
        let commander = match self.commander(rules, troops.country, at) {
            Some(index) => {
                let leader = &rules.leaders[usize::from(index)];
                Commander::Present { name: leader.name.clone(), leader: leader.values, named: leader.named }
            }
            None => Commander::Drawn { row: nation.country.key() },
        };
        let party = |name: &str, nation: &crate::title::Nation, stack, veteran, commander| Party {
            name: name.to_owned(),
            country: nation.country,
            class: nation.class,
            corps: None,
            stack,
            technology: rules.readings.technology,
            veteran,
            tercios: false,
            commander,
            siege: 0,
        };
        let veteran = troops.is_veteran();
        let givens = SiegeGivens {
            charts: Arc::clone(&rules.charts),
            profile: rules.readings.siege,
            title: city(rules, at).to_owned(),
            period: rules.period,
            theatre: Theatre::Europe,
            terrain: rules.provinces[usize::from(at)].terrain,
            level: land.level,
            port: self.port(rules, at),
            supply_line: 0,
            rounds: 1,
            from_an_earlier_turn: land.old_siege,
            bad_weather: self.bad_weather,
            breach,
            parties: BySide::new(
                party(&nation.name, nation, troops.stack, veteran, commander),
                party(city(rules, at), owner, garrison, true, Commander::Drawn { row: owner.country.key() }),
            ),
            policy: SiegePolicy { storm: StormPolicy::AfterBreach, honours: true, lift_below: 0 },
            groundwork: Groundwork::default(),
        }
        .prepared();
        (Assault::new(troops.stack, garrison, breach, land.costly), Given::new(givens))
    }

    fn storming(
        mut self,
        side: Side,
        at: u8,
        storm: (Given<SiegeGivens>, Assault),
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let (givens, assault) = storm;
        let mut swap = Swapped::new(ump, side);
        let end = match assault.step(&givens, &mut swap)? {
            Continue(assault) => {
                let stage = Digging::Storm(Box::new((givens, assault)));
                return Ok(self.at_stage(Stage::Siege(Leaguer { at, side, stage })));
            }
            Break(end) => end,
        };
        let index = self.field(side, at).expect("the besieger stands there");
        let country = self.troops[index].country;
        if let Some(leader) = self.commander(rules, country, at) {
            match end.leaders.first {
                crate::battle::Fate::Killed => self.posts[usize::from(leader)] = Post::Gone,
                crate::battle::Fate::Wounded(rounds) => {
                    self.posts[usize::from(leader)] = Post::wounded(rounds)
                }
                _ => {}
            }
        }
        self.shrink(index, end.kept, rules);
        self.lands[usize::from(at)].costly |= end.hurt;
        if end.falls {
            if let Some(inside) = self.garrison(at) {
                self.remove(inside);
            }
            return Ok(self.at_stage(Stage::Siege(Leaguer { at, side, stage: Digging::Occupy })));
        }
        Ok(match end.killed.floor() as u8 {
            0 => self.at_stage(Stage::Sieges(at + 1)),
            killed => self.at_stage(Stage::Siege(Leaguer { at, side, stage: Digging::Garrison(killed) })),
        })
    }

    /// Leaves a stack with these counters, or takes it off the board.
    pub(super) fn shrink(&mut self, index: usize, kept: Stack, rules: &GameRules) {
        if kept.counters() == 0 {
            let troops = self.remove(index);
            if !troops.inside {
                let leaders = self.leaders_at(rules, troops.country, troops.at);
                self.post_leaders(leaders, Post::Away);
            }
            return;
        }
        let troops = &mut self.troops[index];
        troops.veterans = veterans_left(troops.veterans, troops.stack.ld_count(), kept.ld_count());
        troops.stack = kept;
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
        let country = rules.nations[usize::from(troops.country)].country;
        let mut guards = vec![Guard::None];
        if troops.stack.ld_count() > 1 {
            let smaller = troops.stack.remainders(country, Thirds::whole(1));
            guards.extend(smaller.into_iter().map(Guard::One));
        }
        let guard = *ump.choose(Asking::of(side, rule!("SIEGE-j"), "garrison"), &guards)?;
        let figure = |row: &str| rules.charts.figure("fall", row) as u8;
        let drop = match guard {
            Guard::None => figure("fallen"),
            Guard::One(kept) => {
                self.shrink(index, kept, rules);
                let stack = Stack { ld: 1, ..Stack::default() };
                let veterans = u8::from(troops.is_veteran());
                self.place(rules, Troops { inside: true, stack, veterans, ..troops });
                figure("besieger leaves 1 LD")
            }
        };
        let owner = usize::from(self.lands[usize::from(at)].owner);
        let home = self.allegiance[owner] == Some(side);
        let land = &mut self.lands[usize::from(at)];
        land.level = land.level.saturating_sub(drop).max(figure("lowest in Europe"));
        land.taken = if home { None } else { Some(side) };
        (land.works, land.breached, land.costly, land.siege_rounds) = (Works::default(), false, false, 0);
        land.old_siege = false;
        ump.explain(|| {
            let text = format!("{} takes {}", rules.sides[side].name, city(rules, at));
            Ruling::new(rule!("SIEGE-j"), text)
        });
        Ok(())
    }
}
