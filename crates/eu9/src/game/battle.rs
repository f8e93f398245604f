//! Battles inside the game: the land battle with givens made from the board, and where the beaten go.

use super::movement::Marching;
use super::reaction::city;
use super::toll::veterans_left;
use super::{Game, Impulse, Post, Stage, Troops, approach};
use crate::battle::{Battle, End, Fate};
use crate::engagement::{Army, Engagement, Interception, Policy, RetreatPolicy};
use crate::leader::Commander;
use crate::power::{Technology, Turn};
use crate::siege::garrison_room;
use crate::stack::Stack;
use crate::title::{Border, GameRules};
use grognard_umpire::{Asked, Asking, BySide, Given, Offer, Procedure, Ruling, Side, Swapped, Umpire};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// What follows a battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Then {
    /// The battles of the impulse go on.
    Battles,
    /// The mover goes on marching if it wins.
    MarchOn(Marching),
}

/// A battle under way; both stacks are off the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Clash {
    pub(super) givens: Given<Engagement>,
    pub(super) battle: Battle,
    impulse: Impulse,
    at: u8,
    /// The phasing side's stack, then the other's.
    forces: BySide<Troops>,
    /// Who commands each, and where each came from.
    leaders: BySide<Option<u8>>,
    from: BySide<u8>,
    then: Then,
}

impl Clash {
    /// The game's side that is the battle's first.
    pub(super) fn phasing(&self) -> Side {
        self.impulse.side
    }
}

/// Beaten stacks on their way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Fallback {
    impulse: Impulse,
    at: u8,
    /// Stacks that must leave, with the leaders who go along and where they came from.
    leaving: Vec<(Side, Troops, u32, u8)>,
    then: Then,
    /// Whether the mover is among the beaten, so that its march is over.
    over: bool,
}

impl Fallback {
    /// The stack of a side that must leave.
    pub(super) fn of(&self, side: Side) -> Option<Troops> {
        self.leaving.iter().find(|leaving| leaving.0 == side).map(|leaving| leaving.1)
    }

    /// Leaves a side's stack with these counters. Hands back the leaders who have lost theirs.
    pub(super) fn reduce(&mut self, side: Side, kept: Stack) -> u32 {
        let Some(place) = self.leaving.iter().position(|leaving| leaving.0 == side) else { return 0 };
        if kept.counters() == 0 {
            return self.leaving.remove(place).2;
        }
        let troops = &mut self.leaving[place].1;
        troops.veterans = veterans_left(troops.veterans, troops.stack.ld_count(), kept.ld_count());
        troops.stack = kept;
        0
    }
}

/// Where a beaten stack may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Refuge<'a> {
    pub(super) at: u8,
    pub(super) inside: bool,
    name: &'a str,
}

impl Offer for Refuge<'_> {
    fn key(&self) -> String {
        if self.inside { "city".to_owned() } else { self.name.to_owned() }
    }
    fn words(&self) -> String {
        if self.inside { format!("into the city of {}", self.name) } else { format!("to {}", self.name) }
    }
}

impl Game {
    fn army(&self, rules: &GameRules, troops: &Troops, leader: Option<u8>, border: Border) -> Army {
        let nation = &rules.nations[usize::from(troops.country)];
        let technology = rules.readings.technology;
        let commander = match leader {
            Some(index) => {
                let leader = &rules.leaders[usize::from(index)];
                Commander::Present { name: leader.name.clone(), leader: leader.values, named: leader.named }
            }
            None => Commander::Drawn { row: nation.country.key() },
        };
        // Spain's tercios come with turn 9, or with the arquebus.
        let formed = self.turn_number(rules) >= FIRST_TERCIOS || technology == Technology::Arquebus;
        let tercios = nation.country == crate::power::Country::Spain && formed;
        Army {
            name: nation.name.clone(),
            country: nation.country,
            class: nation.class,
            corps: None,
            stack: troops.stack,
            technology,
            veteran: troops.is_veteran(),
            tercios,
            commander,
            approach: approach(border),
            foraging: troops.foraging,
            first_fight_with_turkey: false,
            conquistador: false,
            policy: Policy { retreat: RetreatPolicy::WhenBehind },
        }
    }

    pub(super) fn engagement(
        &self,
        rules: &GameRules,
        at: u8,
        forces: BySide<Troops>,
        leaders: BySide<Option<u8>>,
        border: Border,
        interception: Interception,
    ) -> Engagement {
        let mut defender = self.army(rules, &forces.second, leaders.second, Border::None);
        defender.approach = crate::engagement::Approach::Open;
        let mut engagement = Engagement {
            charts: Arc::clone(&rules.charts),
            profile: rules.readings.profile,
            title: rules.place(at).to_owned(),
            turn: Turn(self.turn_number(rules)),
            period: rules.period,
            theatre: rules.provinces[usize::from(at)].theatre,
            terrain: rules.provinces[usize::from(at)].terrain,
            interception,
            armies: BySide::new(self.army(rules, &forces.first, leaders.first, border), defender),
            parameters: Vec::new(),
            scales: BySide::default(),
            dangers: [0; 8],
        };
        engagement.prepare();
        engagement
    }

    #[allow(clippy::too_many_arguments)]
    fn clash(
        self,
        impulse: Impulse,
        at: u8,
        forces: BySide<Troops>,
        from: BySide<u8>,
        border: Border,
        interception: Interception,
        then: Then,
        rules: &GameRules,
    ) -> Game {
        let leaders = BySide::new(
            match &then {
                Then::MarchOn(march) => self.leads_march(rules, march),
                Then::Battles => self.commander(rules, forces.first.country, at),
            },
            self.commander(rules, forces.second.country, from.second),
        );
        let engagement = self.engagement(rules, at, forces, leaders, border, interception);
        let clash = Clash {
            givens: Given::new(engagement),
            battle: Battle::new(),
            impulse,
            at,
            forces,
            leaders,
            from,
            then,
        };
        self.at_stage(Stage::Fight(Box::new(clash)))
    }

    /// The interceptor falls on the march.
    pub(super) fn start_interception(
        mut self,
        impulse: Impulse,
        marching: Marching,
        index: usize,
        _border: Border,
        rules: &GameRules,
    ) -> Game {
        let hunter = self.remove(index);
        let from = BySide::new(marching.from, hunter.at);
        let forces = BySide::new(marching.troops(), hunter);
        let then = Then::MarchOn(marching);
        let by = Interception::ByDefender;
        self.clash(impulse, marching.at, forces, from, marching.border, by, then, rules)
    }

    /// Four to one: a battle at once.
    pub(super) fn start_overrun(
        mut self,
        impulse: Impulse,
        marching: Marching,
        index: usize,
        rules: &GameRules,
    ) -> Game {
        let enemy = self.remove(index);
        let from = BySide::new(marching.from, enemy.at);
        let forces = BySide::new(marching.troops(), enemy);
        let then = Then::MarchOn(marching);
        let by = Interception::ByAttacker;
        self.clash(impulse, marching.at, forces, from, marching.border, by, then, rules)
    }

    /// The battles of an impulse, province by province.
    pub(super) fn battles(self, impulse: Impulse, next: u8, rules: &GameRules, _: &mut impl Umpire) -> Game {
        let side = impulse.side;
        for at in next..rules.provinces.len() as u8 {
            if self.field(side, at).is_some() && self.field(side.other(), at).is_some() {
                return self.at_stage(Stage::Evade(impulse, at));
            }
        }
        if impulse.last {
            return self.at_stage(Stage::Sieges(0));
        }
        let next = Impulse { side: side.other(), last: true, ..Impulse::first(side) };
        self.at_stage(Stage::Supply(next, 0))
    }

    /// The battle of two stacks that stand in the same province.
    pub(super) fn start_battle(mut self, impulse: Impulse, at: u8, rules: &GameRules) -> Game {
        let side = impulse.side;
        let own = self.field(side, at).expect("both stand there");
        let own = self.remove(own);
        let enemy = self.field(side.other(), at).expect("both stand there");
        let enemy = self.remove(enemy);
        let forces = BySide::new(own, enemy);
        let (came_from, border) = own.came;
        let from = BySide::new(came_from, at);
        self.clash(impulse, at, forces, from, border, Interception::None, Then::Battles, rules)
    }

    /// One step of the battle.
    pub(super) fn fight(
        mut self,
        mut clash: Box<Clash>,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let mut swap = Swapped::new(ump, clash.phasing());
        match clash.battle.step(&clash.givens, &mut swap)? {
            Continue(battle) => {
                clash.battle = battle;
                Ok(self.at_stage(Stage::Fight(clash)))
            }
            Break(end) => {
                self.settle(&clash, &end, rules, ump);
                Ok(self.after_battle(*clash, end, rules, ump))
            }
        }
    }

    /// Glory, leaders lost, monarchs taken.
    fn settle(&mut self, clash: &Clash, end: &End, rules: &GameRules, ump: &mut impl Umpire) {
        let game_side = |inner: Side| match inner {
            Side::First => clash.phasing(),
            Side::Second => clash.phasing().other(),
        };
        if let (Some(winner), true) = (end.winner, end.major) {
            self.glory(game_side(winner), rules, ump);
        }
        for inner in Side::ALL {
            let Some(leader) = clash.leaders[inner] else { continue };
            let post = &mut self.posts[usize::from(leader)];
            match end.leaders[inner] {
                Fate::Killed => *post = Post::Gone,
                Fate::Wounded(rounds) => *post = Post::wounded(rounds),
                Fate::Unhurt | Fate::NotTested if end.kept[inner].counters() == 0 => {
                    *post = Post::Away;
                    let side = game_side(inner);
                    if rules.leaders[usize::from(leader)].monarch && end.winner == Some(inner.other()) {
                        self.capture(side, leader, rules, ump);
                    }
                }
                _ => {}
            }
        }
    }

    /// A major victory, on land or at sea: points and stability.
    pub(super) fn glory(&mut self, winner: Side, rules: &GameRules, ump: &mut impl Umpire) {
        let stability = rules.charts.figure("battle-figures", "stability") as i8;
        self.points[winner] += rules.figures.major_battle;
        self.stability[winner] = (self.stability[winner] + stability).min(3);
        self.stability[winner.other()] -= stability;
        ump.explain(|| {
            let name = &rules.sides[winner].name;
            let text =
                format!("{name} gains {} points and {stability} stability", rules.figures.major_battle);
            Ruling::new(rule!("MAJOR-e"), text)
        });
    }

    /// A monarch is taken: points, ransom, unrest at home.
    pub(super) fn capture(&mut self, side: Side, leader: u8, rules: &GameRules, ump: &mut impl Umpire) {
        let enemy = side.other();
        self.points[enemy] += rules.figures.monarch_captured;
        self.purse[enemy] += rules.figures.ransom;
        self.purse[side] -= rules.figures.ransom;
        self.stability[side] -= rules.figures.ransom_stability;
        self.posts[usize::from(leader)] = Post::Away;
        ump.explain(|| {
            let name = &rules.leaders[usize::from(leader)].name;
            let text = format!("{name} is taken prisoner by {}", rules.sides[enemy].name);
            Ruling::new(rule!("ITALY-e"), text)
        });
    }

    fn after_battle(mut self, clash: Clash, end: End, rules: &GameRules, ump: &mut impl Umpire) -> Game {
        let Clash { impulse, at, forces, from, mut then, .. } = clash;
        let mut leaving = Vec::new();
        let mut over = true;
        for inner in Side::ALL {
            let side = if inner == Side::First { impulse.side } else { impulse.side.other() };
            let before = forces[inner];
            let stack = end.kept[inner];
            let veterans = veterans_left(before.veterans, before.stack.ld_count(), stack.ld_count());
            let troops = Troops { at, stack, veterans, moved: true, ..before };
            let home = if inner == Side::Second { from.second } else { at };
            let leaders = match (inner, then) {
                (Side::First, Then::MarchOn(march)) => self.with_march(&march),
                _ => self.leaders_at(rules, before.country, home),
            };
            if stack.counters() == 0 {
                self.post_leaders(leaders, Post::Away);
                continue;
            }
            self.post_leaders(leaders, Post::At(at));
            let stays = match end.winner {
                Some(winner) => winner == inner,
                // In a draw the side that came last leaves.
                None => inner == Side::Second,
            };
            match (stays, inner, then) {
                (true, Side::First, Then::MarchOn(marching)) => {
                    then = Then::MarchOn(Marching { stack, veterans, ..marching });
                    over = false;
                }
                (true, ..) => self.place(rules, troops),
                (false, ..) => leaving.push((side, troops, leaders, from[inner])),
            }
        }
        let fallback = Fallback { impulse, at, leaving, then, over };
        match then {
            Then::MarchOn(march) if over => self.broken_off(impulse, march, fallback, rules, ump),
            _ => self.at_stage(Stage::Fallback(Box::new(fallback))),
        }
    }

    /// Where a beaten stack may go: where it came from, a friendly neighbour, or the city.
    pub(super) fn refuges<'a>(
        &self,
        rules: &'a GameRules,
        side: Side,
        troops: &Troops,
        from: Option<u8>,
    ) -> Vec<Refuge<'a>> {
        let at = troops.at;
        let nation = &rules.nations[usize::from(troops.country)];
        let mut all = Vec::new();
        let land = &self.lands[usize::from(at)];
        let free = self.garrison(at).is_none();
        if self.control(at) == Some(side) && free && troops.stack.ld_count() <= garrison_room(land.level) {
            all.push(Refuge { at, inside: true, name: city(rules, at) });
        }
        for &(to, _) in &rules.provinces[usize::from(at)].borders {
            let friendly = self.control(to) == Some(side) || (from == Some(to) && self.control(to).is_some());
            if friendly
                && nation.fights_in(to)
                && self.field(side.other(), to).is_none()
                && self.has_room(rules, side, to, troops.country, troops.stack)
            {
                all.push(Refuge {
                    at: to,
                    inside: false,
                    name: rules.provinces[usize::from(to)].id.as_str(),
                });
            }
        }
        // Troops that came over the sea may go back aboard to where they came from.
        if let Some(home) = from.filter(|&home| home != at) {
            let bordering = rules.provinces[usize::from(at)].borders.iter().any(|(to, _)| *to == home);
            let open = self.control(home) == Some(side) && self.field(side.other(), home).is_none();
            if !bordering && open && self.has_room(rules, side, home, troops.country, troops.stack) {
                let name = rules.provinces[usize::from(home)].id.as_str();
                all.push(Refuge { at: home, inside: false, name });
            }
        }
        all
    }

    /// Whoever must leave goes somewhere, or is lost.
    pub(super) fn fall_back(
        mut self,
        mut fallback: Box<Fallback>,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let Some(&(side, troops, leaders, from)) = fallback.leaving.first() else {
            let impulse = fallback.impulse;
            return Ok(match fallback.then {
                Then::Battles => self.at_stage(Stage::Battles(impulse, fallback.at + 1)),
                Then::MarchOn(_) if fallback.over => self.at_stage(Stage::Move(impulse)),
                Then::MarchOn(marching) => self.at_stage(Stage::Intercept(impulse, marching, 0)),
            });
        };
        let ways = self.refuges(rules, side, &troops, Some(from));
        let clause = rule!("RETREAT-a");
        if ways.is_empty() {
            ump.explain(|| {
                let text = format!("{} has nowhere to go and lays down its arms", troops.stack);
                Ruling::new(clause, text)
            });
            self.lay_down_arms(leaders, rules, ump);
        } else {
            let refuge = *ump.choose(Asking::of(side, clause, "retreat to"), &ways)?;
            self.post_leaders(leaders, Post::At(refuge.at));
            self.join(rules, Troops { at: refuge.at, inside: refuge.inside, ..troops }, ump)?;
            ump.explain(|| {
                let name = &rules.nations[usize::from(troops.country)].name;
                let place = if refuge.inside { city(rules, refuge.at) } else { rules.place(refuge.at) };
                let into = if refuge.inside { "into" } else { "to" };
                Ruling::new(clause, format!("{} of {name} falls back {into} {place}", troops.stack))
            });
        }
        fallback.leaving.remove(0);
        Ok(self.at_stage(Stage::Fallback(fallback)))
    }

    /// An evading stack picks where to go, without loss.
    pub(super) fn slip_away(mut self, impulse: Impulse, index: usize, rules: &GameRules) -> Game {
        let troops = self.remove(index);
        let side = impulse.side.other();
        let leaders = self.leaders_at(rules, troops.country, troops.at);
        let leaving = vec![(side, troops, leaders, troops.at)];
        let fallback = Fallback { impulse, at: troops.at, leaving, then: Then::Battles, over: true };
        self.at_stage(Stage::Fallback(Box::new(fallback)))
    }
}

/// Spain's tercios come with turn 9.
const FIRST_TERCIOS: u8 = 9;
