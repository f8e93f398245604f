//! Battles inside the game: the land battle with givens made from the board, and what it leaves.

use super::fallback::Fallback;
use super::leaders::Command;
use super::movement::Marching;
use super::roster::Roster;
use super::toll::Ranks;
use super::{Band, Game, Impulse, Post, Stage, Troops, approach};
use crate::asks::Asks;
use crate::battle::{Battle, End, Fate, Pairs};
use crate::engagement::{Army, Engagement, Interception, Policy, RetreatPolicy};
use crate::host::{Contingent, Host, Quality, quality};
use crate::leader::Commander;
use crate::power::{Country, Technology, Turn};
use crate::profile::Mixed;
use crate::thirds::Thirds;
use crate::title::{Border, DrawnInterception, GameRules};
use grognard_umpire::{Asked, BySide, Given, Procedure, Ruling, Side, Swapped, Umpire};
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
    pub(super) at: u8,
    /// The phasing side's stack, then the other's.
    pub(super) forces: BySide<Troops>,
    /// Who commands each, and where each came from.
    commands: BySide<Command>,
    from: BySide<u8>,
    then: Then,
    /// Whether both have only just come here.
    passing: bool,
}

impl Clash {
    /// The game's side that is the battle's first.
    pub(super) fn phasing(&self) -> Side {
        self.impulse.side
    }

    /// Where the leaders of a party are posted: an interceptor's still where he came from.
    fn posted(&self, inner: Side) -> u8 {
        if inner == Side::Second { self.from.second } else { self.at }
    }
}

impl Game {
    /// Whether a country fights in tercios: Spain from turn 9, or with the arquebus.
    pub(super) fn tercios(&self, rules: &GameRules, country: u8) -> bool {
        let arquebus = rules.readings.technology == Technology::Arquebus;
        let formed = self.turn_number(rules) >= FIRST_TERCIOS || arquebus;
        formed && rules.nations[usize::from(country)].country == Country::Spain
    }

    /// Who commands in a fight: a leader of the title, or a substitute of the country.
    pub(super) fn head(rules: &GameRules, leader: Option<u8>, country: Country) -> Commander {
        match leader {
            Some(index) => {
                let leader = &rules.leaders[usize::from(index)];
                Commander::Present { name: leader.name.clone(), leader: leader.values, named: leader.named }
            }
            None => Commander::Drawn { row: country.key() },
        }
    }

    /// The nations of a stack as the library takes them, the one that commands first.
    pub(super) fn contingents(&self, rules: &GameRules, roster: &Roster, first: u8) -> Vec<Contingent> {
        let contingent = |band: Band| {
            let nation = &rules.nations[usize::from(band.country)];
            Contingent {
                name: nation.name.clone(),
                key: nation.id.clone(),
                country: nation.country,
                class: nation.class,
                corps: None,
                stack: band.stack,
                technology: rules.readings.technology,
                veterans: Thirds::whole(band.veterans.into()),
                tercios: self.tercios(rules, band.country),
            }
        };
        roster.led_by(first).map(contingent).collect()
    }

    /// What a stack fights like, and its nations if it is of several.
    pub(super) fn fights_like(
        &self,
        rules: &GameRules,
        roster: &Roster,
        first: u8,
        mixed: Mixed,
    ) -> (Quality, Vec<Contingent>) {
        if !roster.is_mixed() {
            let quality = Quality {
                technology: rules.readings.technology,
                veteran: roster.band(first).is_veteran(),
                tercios: self.tercios(rules, first),
            };
            return (quality, Vec::new());
        }
        let nations = self.contingents(rules, roster, first);
        (quality(&nations, mixed), nations)
    }

    fn army(&self, rules: &GameRules, troops: &Troops, command: Command, border: Border) -> Army {
        let nation = &rules.nations[usize::from(command.country)];
        let (fights, nations) =
            self.fights_like(rules, &troops.roster, command.country, rules.readings.profile.mixed);
        Army {
            name: nation.name.clone(),
            country: nation.country,
            class: nation.class,
            corps: None,
            stack: troops.stack(),
            nations,
            change: self.change(rules, Ranks::of(troops), command.country),
            technology: fights.technology,
            veteran: fights.veteran,
            tercios: fights.tercios,
            commander: Game::head(rules, command.leader, nation.country),
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
        commands: BySide<Command>,
        border: Border,
        interception: Interception,
    ) -> Engagement {
        let mut defender = self.army(rules, &forces.second, commands.second, Border::None);
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
            armies: BySide::new(self.army(rules, &forces.first, commands.first, border), defender),
            parameters: Pairs::default(),
            scales: BySide::default(),
        };
        engagement.prepare();
        engagement
    }

    #[allow(clippy::too_many_arguments)]
    fn clash(
        mut self,
        impulse: Impulse,
        at: u8,
        forces: BySide<Troops>,
        from: BySide<u8>,
        border: Border,
        interception: Interception,
        (then, passing): (Then, bool),
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let leaders = BySide::new(
            match &then {
                Then::MarchOn(march) => self.with_march(march),
                Then::Battles => self.leaders_at(rules, &forces.first.roster, at),
            },
            self.leaders_at(rules, &forces.second.roster, from.second),
        );
        let [own, enemy] = [impulse.side, impulse.side.other()];
        let commands = BySide::new(
            self.settle_command(own, &forces.first.roster, leaders.first, rules, ump)?,
            self.settle_command(enemy, &forces.second.roster, leaders.second, rules, ump)?,
        );
        let engagement = self.engagement(rules, at, forces, commands, border, interception);
        let clash = Clash {
            givens: Given::new(engagement),
            battle: Battle::new(),
            impulse,
            at,
            forces,
            commands,
            from,
            then,
            passing,
        };
        Ok(self.at_stage(Stage::Fight(Box::new(clash))))
    }

    /// The interceptor falls on the march. If it was joined by friends who stand there, it stands there too.
    pub(super) fn start_interception(
        self,
        impulse: Impulse,
        marching: Marching,
        hunter: Troops,
        joined: bool,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let from = BySide::new(marching.from, hunter.at);
        ump.explain(|| {
            let Marching { roster, from, border, at, .. } = &marching;
            let borders = &rules.provinces[usize::from(*at)].borders;
            let over = borders.iter().find(|(next, _)| *next == hunter.at).map(|(_, over)| *over);
            let own = (roster, self.with_march(&marching), (*from, *border));
            let leaders = self.leaders_at(rules, &hunter.roster, hunter.at);
            let enemy = (&hunter.roster, leaders, (hunter.at, over.unwrap_or(Border::None)));
            self.battle_heading(rules, *at, [own, enemy])
        });
        let forces = BySide::new(marching.troops(), hunter);
        let then = (Then::MarchOn(marching), !joined);
        let by = Interception::ByDefender;
        self.clash(impulse, marching.at, forces, from, marching.border, by, then, rules, ump)
    }

    /// Four to one: a battle at once.
    pub(super) fn start_overrun(
        mut self,
        impulse: Impulse,
        marching: Marching,
        index: usize,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let enemy = self.remove(index);
        ump.explain(|| {
            let Marching { roster, from, border, at, .. } = &marching;
            let own = (roster, self.with_march(&marching), (*from, *border));
            let leaders = self.leaders_at(rules, &enemy.roster, *at);
            self.battle_heading(rules, *at, [own, (&enemy.roster, leaders, enemy.came)])
        });
        let from = BySide::new(marching.from, enemy.at);
        let forces = BySide::new(marching.troops(), enemy);
        let then = (Then::MarchOn(marching), false);
        let by = Interception::ByAttacker;
        self.clash(impulse, marching.at, forces, from, marching.border, by, then, rules, ump)
    }

    /// The battles of an impulse, in the order that the phasing side says.
    pub(super) fn battles(self, impulse: Impulse, rules: &GameRules, ump: &mut impl Umpire) -> Asked<Game> {
        let side = impulse.side;
        let own = self.troops.iter().filter(|t| !t.inside && self.side_of(t) == Some(side)).map(|t| t.at);
        let mut open: Vec<u8> = own.filter(|&at| self.field(side.other(), at).is_some()).collect();
        open.sort_unstable();
        let at = match open[..] {
            [] if impulse.last => {
                let sieges = self.first_sieges(rules);
                return Ok(self.at_stage(sieges));
            }
            [] => {
                let next = Impulse { side: side.other(), last: true, ..Impulse::first(side) };
                return Ok(self.at_stage(Stage::Opening(next)));
            }
            [at] => at,
            _ => self.which(side, Asks::WhichBattle, &open, rules, ump)?,
        };
        ump.explain(|| {
            let party = |side: Side| {
                let index = self.field(side, at).expect("both stand there");
                let troops = &self.troops[index];
                (&troops.roster, self.leaders_of(rules, troops), troops.came)
            };
            self.battle_heading(rules, at, [party(side), party(side.other())])
        });
        Ok(self.seek_shelter(impulse, at, rules))
    }

    /// The battle of two stacks that stand in the same province.
    pub(super) fn start_battle(
        mut self,
        impulse: Impulse,
        at: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let side = impulse.side;
        let own = self.field(side, at).expect("both stand there");
        let own = self.remove(own);
        let enemy = self.field(side.other(), at).expect("both stand there");
        let enemy = self.remove(enemy);
        let forces = BySide::new(own, enemy);
        let (came_from, border) = own.came;
        let from = BySide::new(came_from, at);
        let then = (Then::Battles, false);
        self.clash(impulse, at, forces, from, border, Interception::None, then, rules, ump)
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
                Ok(self.after_battle(&clash, &end, rules, ump))
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
            let commander = clash.commands[inner].leader;
            // Nobody is left to bring them off.
            let lost = end.kept[inner].counters() == 0 && end.winner == Some(inner.other());
            if let Some(leader) = commander {
                self.suffers(leader, end.leaders[inner], lost);
            }
            if lost {
                let led = self.leaders_at(rules, &clash.forces[inner].roster, clash.posted(inner));
                self.capture(led | commander.map_or(0, |leader| 1 << leader), rules, ump);
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
            let side = |side: Side| {
                format!(
                    "{} {} points, stability {:+}",
                    rules.sides[side].name, self.points[side], self.stability[side]
                )
            };
            let text = format!("A major victory: {}; {}", side(winner), side(winner.other()));
            Ruling::new(rule!("MAJOR-e"), text)
        });
    }

    /// What a fight has done to a leader. Among men who are lost a wounded one is taken like any other.
    pub(super) fn suffers(&mut self, leader: u8, fate: Fate, lost: bool) {
        let post = &mut self.posts[usize::from(leader)];
        match fate {
            Fate::Killed => *post = Post::Gone,
            Fate::Wounded(rounds) if !lost => *post = Post::wounded(rounds),
            Fate::Wounded(_) | Fate::Unhurt | Fate::NotTested => {}
        }
    }

    fn after_battle(mut self, clash: &Clash, end: &End, rules: &GameRules, ump: &mut impl Umpire) -> Game {
        let Clash { impulse, at, forces, from, mut then, .. } = *clash;
        let mut leaving = Vec::new();
        let mut over = true;
        let both = rules.readings.drawn_interception == DrawnInterception::BothReturn;
        let back = end.winner.is_none() && clash.passing && both;
        for inner in Side::ALL {
            let side = if inner == Side::First { impulse.side } else { impulse.side.other() };
            let before = forces[inner];
            let host = Host { stack: end.kept[inner], allies: end.allies[inner] };
            let roster = before.roster.left(clash.commands[inner].country, host);
            // An interceptor that has won may intercept again.
            let spent = before.spent && end.winner != Some(inner);
            let troops = Troops { at, moved: true, spent, ..before.reduced(roster) };
            let leaders = match (inner, then) {
                (Side::First, Then::MarchOn(march)) => self.with_march(&march),
                _ => self.leaders_at(rules, &before.roster, clash.posted(inner)),
            };
            if roster.is_empty() {
                self.get_away(leaders, rules, ump);
                continue;
            }
            // Whoever has no men of his own there goes where the stack goes.
            let leaders = match self.field(side, at) {
                None => leaders | self.generals_at(rules, side, at),
                Some(_) => leaders,
            };
            self.post_leaders(leaders, Post::At(at));
            let stays = match end.winner {
                Some(winner) => winner == inner,
                // In a draw whoever has only just come goes back.
                None => inner == Side::Second && !back,
            };
            match (stays, inner, then) {
                (true, Side::First, Then::MarchOn(marching)) => {
                    then = Then::MarchOn(marching.reduced(roster));
                    over = false;
                }
                (true, ..) => self.place(rules, troops),
                (false, ..) => leaving.push((side, troops, leaders, from[inner])),
            }
        }
        let fallback = Fallback { impulse, at, leaving, then, over, back };
        match then {
            Then::MarchOn(march) if over => self.broken_off(impulse, march, fallback, rules, ump),
            _ => self.at_stage(Stage::Fallback(Box::new(fallback))),
        }
    }
}

/// Spain's tercios come with turn 9.
const FIRST_TERCIOS: u8 = 9;
