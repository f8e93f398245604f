//! Naval battles inside the game: the naval battle with givens made from the board, prizes, and the beaten
//! running for port.

use super::super::{Game, Impulse, Post, Stage};
use super::flight::Fleeing;
use super::forms;
use super::{Anchorage, Goal, Sailing, Squadron};
use crate::battle::Fate;
use crate::fleet::Fleet;
use crate::leader::Commander;
use crate::naval::{LeavePolicy, Line, NavalBattle, NavalEnd, NavalEngagement, NavalPolicy, Navy, Sea, take};
use crate::power::Turn;
use crate::thirds::Thirds;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, BySide, Dice, Given, Offer, Procedure, Ruling, Side, Swapped, Umpire};
use std::ops::ControlFlow::{Break, Continue};

/// A naval battle under way; both fleets are off the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(in crate::game) struct SeaClash {
    pub(in crate::game) givens: Given<NavalEngagement>,
    pub(in crate::game) battle: NavalBattle,
    impulse: Impulse,
    sea: u8,
    /// The phasing side's fleet, then the other's.
    fleets: BySide<Sailing>,
    then: Then,
}

/// What follows a naval battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Then {
    /// The voyage of the phasing fleet goes on if it wins.
    SailOn,
    /// The battles at sea go on.
    Sweep,
}

impl SeaClash {
    /// The game's side that is the battle's first.
    pub(in crate::game) fn phasing(&self) -> Side {
        self.impulse.side
    }
}

/// What a fleet does about an enemy fleet in its zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Chase<'a> {
    Leave,
    Attack(u8, &'a str),
}

impl Offer for Chase<'_> {
    fn key(&self) -> String {
        match self {
            Chase::Leave => "no".to_owned(),
            Chase::Attack(_, id) => format!("attack {id}"),
        }
    }
    fn words(&self) -> String {
        match self {
            Chase::Leave => "leave the enemy alone".to_owned(),
            Chase::Attack(_, id) => format!("attack the fleet of {id}"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stand {
    Fight,
    Evade,
}

impl Offer for Stand {
    fn key(&self) -> String {
        match self {
            Stand::Fight => "fight",
            Stand::Evade => "evade",
        }
        .to_owned()
    }
}

impl Game {
    fn navy(&self, rules: &GameRules, sailing: &Sailing) -> Navy {
        let nation = &rules.nations[usize::from(sailing.country)];
        let commander = match Game::flag_officer(rules, sailing.leaders) {
            Some(index) => {
                let leader = &rules.leaders[usize::from(index)];
                Commander::Present { name: leader.name.clone(), leader: leader.values, named: leader.named }
            }
            None => Commander::Drawn { row: nation.country.key() },
        };
        let galleys = sailing.fleet.galleys + sailing.fleet.galleasses;
        let first_line = if galleys > sailing.fleet.warships { Line::Galleys } else { Line::Warships };
        Navy {
            name: nation.name.clone(),
            country: nation.country,
            fleet: sailing.fleet,
            technology: self.naval_technology(rules, sailing.country),
            veteran: sailing.veteran,
            first_fight_with_turkey: false,
            commander,
            policy: NavalPolicy { first_line, leave: LeavePolicy::WhenBehind },
        }
    }

    /// The givens of a battle between two fleets.
    pub(in crate::game) fn sea_givens(
        &self,
        rules: &GameRules,
        fleets: BySide<&Sailing>,
        sea: u8,
    ) -> NavalEngagement {
        let zone = &rules.seas[usize::from(sea)];
        let navies = BySide::from_fn(|side| self.navy(rules, fleets[side]));
        let waters = if zone.mediterranean { Sea::Mediterranean } else { Sea::Ocean };
        let turn = Turn(self.turn_number(rules));
        NavalEngagement::new(&rules.charts, rules.readings.naval, zone.name.clone(), turn, waters, navies)
    }

    /// A fleet under way is met by an enemy one, which leaves the board too.
    pub(in crate::game) fn fight_at_sea(
        mut self,
        impulse: Impulse,
        sailing: Sailing,
        index: usize,
        before_port: bool,
        rules: &GameRules,
    ) -> Game {
        let hunter = self.squadrons.remove(index);
        let leaders = self.admirals_at(rules, hunter.country, hunter.at);
        let sea = match (sailing.at, hunter.at) {
            (Anchorage::Sea(sea), _) => sea,
            (_, Anchorage::Sea(sea)) if before_port => sea,
            (Anchorage::Port(port), _) => rules.provinces[usize::from(port)].seas[0],
        };
        self.meet(impulse, sailing, hunter.under_way(leaders), sea, Then::SailOn, rules)
    }

    fn meet(
        self,
        impulse: Impulse,
        own: Sailing,
        enemy: Sailing,
        sea: u8,
        then: Then,
        rules: &GameRules,
    ) -> Game {
        let givens = Given::new(self.sea_givens(rules, BySide::new(&own, &enemy), sea));
        let fleets = BySide::new(own, enemy);
        let clash = SeaClash { givens, battle: NavalBattle::new(), impulse, sea, fleets, then };
        self.at_stage(Stage::SeaFight(Box::new(clash)))
    }

    /// The battles of an impulse at sea: each fleet of the phasing side may fall on an enemy in its zone.
    pub(in crate::game) fn sea_battles(
        mut self,
        mut impulse: Impulse,
        next: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let side = impulse.side;
        for index in usize::from(next)..self.squadrons.len() {
            let own = self.squadrons[index];
            let Anchorage::Sea(sea) = own.at else { continue };
            if self.flag(own.country) != Some(side)
                || own.fleet.is_empty()
                || self.sea_aggression(rules, impulse, own.country, own.fleet).is_err()
            {
                continue;
            }
            let mut chases = vec![Chase::Leave];
            for (other, squadron) in self.squadrons.iter().enumerate() {
                if squadron.at == own.at && self.flag(squadron.country) == Some(side.other()) {
                    let id = rules.nations[usize::from(squadron.country)].id.as_str();
                    chases.push(Chase::Attack(other as u8, id));
                }
            }
            let asking = Asking::of(side, rule!("CAMPAIGN-i"), "attack at sea");
            let Chase::Attack(other, _) = *ump.choose(asking, &chases)? else {
                continue;
            };
            Game::count_sea_aggression(&mut impulse, rules, own.country, own.fleet);
            let enemy = self.squadrons[usize::from(other)];
            for gone in [index.max(usize::from(other)), index.min(usize::from(other))] {
                self.squadrons.remove(gone);
            }
            let own = own.under_way(self.admirals_at(rules, own.country, own.at));
            let enemy = enemy.under_way(self.admirals_at(rules, enemy.country, enemy.at));
            return Ok(self.at_stage(Stage::SeaEvade(impulse, Box::new((own, enemy)), sea)));
        }
        Ok(self.at_stage(Stage::Battles(impulse, 0)))
    }

    /// A fleet that did not seek the battle may slip away to a port.
    pub(in crate::game) fn sea_evade(
        mut self,
        impulse: Impulse,
        (own, enemy): (Sailing, Sailing),
        sea: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let clause = rule!("INTERCEPT-d");
        let asking = Asking::of(impulse.side.other(), clause, "stand or evade at sea");
        if *ump.choose(asking, &[Stand::Fight, Stand::Evade])? == Stand::Evade {
            let difference = Game::seamanship(rules, enemy.leaders) - Game::seamanship(rules, own.leaders);
            let bonus = i16::from(difference.max(0));
            let from = rules.charts.figure("evasion", "success from");
            let asking = Asking::of(impulse.side.other(), clause, "evasion at sea");
            let away = ump.throw(asking, Dice::D10, |face| face as i16 + bonus >= from)?;
            ump.explain(|| {
                let result = if away { "slips away" } else { "is held" };
                let name = &rules.nations[usize::from(enemy.country)].name;
                Ruling::new(clause, format!("{name}'s fleet {result}"))
            });
            if away {
                self.moor(rules, Squadron { spent: true, ..own.squadron() });
                let next = Stage::SeaBattles(impulse, 0);
                return Ok(self.flee(vec![Fleeing { sailing: enemy, routed: false, in_peace: false }], next));
            }
        }
        Ok(self.meet(impulse, own, enemy, sea, Then::Sweep, rules))
    }

    /// One step of the battle.
    pub(in crate::game) fn sea_fight(
        mut self,
        mut clash: Box<SeaClash>,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let lines = clash.battle.sorted_lines();
        let mut swap = Swapped::new(ump, clash.phasing());
        match clash.battle.step(&clash.givens, &mut swap)? {
            Continue(battle) => {
                clash.battle = battle;
                Ok(self.at_stage(Stage::SeaFight(clash)))
            }
            Break(end) => {
                let lines = lines.expect("a naval battle ends with the sorting of its losses");
                self.sea_fame(&clash, &end, rules, ump);
                Ok(self.after_sea_battle(*clash, end, lines, rules, ump))
            }
        }
    }

    fn sea_fame(&mut self, clash: &SeaClash, end: &NavalEnd, rules: &GameRules, ump: &mut impl Umpire) {
        if let (Some(winner), true) = (end.winner, end.major) {
            let winner = if winner == Side::First { clash.phasing() } else { clash.phasing().other() };
            self.glory(winner, rules, ump);
        }
        for inner in Side::ALL {
            let Some(leader) = Game::flag_officer(rules, clash.fleets[inner].leaders) else { continue };
            let post = &mut self.posts[usize::from(leader)];
            match end.leaders[inner] {
                Fate::Killed => *post = Post::Gone,
                Fate::Wounded(rounds) => *post = Post::wounded(rounds),
                _ => {}
            }
        }
    }

    fn after_sea_battle(
        mut self,
        clash: SeaClash,
        end: NavalEnd,
        lines: BySide<Line>,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Game {
        let SeaClash { impulse, sea, mut fleets, then, .. } = clash;
        for inner in Side::ALL {
            let spoils = Spoils::of(fleets[inner].fleet, lines[inner], &end, inner);
            let country = fleets[inner].country;
            let fleet = forms::refit(rules, country, spoils.kept, fleets[inner].fleet);
            fleets[inner].fleet = fleet.unwrap_or(spoils.kept);
            fleets[inner].damaged = forms::sum(fleets[inner].damaged, spoils.damaged);
            // Admirals who have fallen are aboard no longer.
            fleets[inner].leaders = self.still_aboard(fleets[inner].leaders);
            if let Some(winner) = end.winner.filter(|&winner| winner != inner) {
                self.prizes(&mut fleets[winner], spoils, rules, ump);
            }
        }
        // In a draw the side that came leaves.
        let stays = end.winner.unwrap_or(Side::Second);
        let beaten = Sailing { at: Anchorage::Sea(sea), off: 0, ..fleets[stays.other()] };
        let due = vec![Fleeing { sailing: beaten, routed: end.routed[stays.other()], in_peace: false }];
        let victor = fleets[stays];
        if stays == Side::First && then == Then::SailOn {
            let empty = victor.fleet.is_empty() && victor.damaged.is_empty();
            let next = match victor.goal {
                _ if empty => Stage::Move(impulse),
                Goal::Open => Stage::Sail(impulse, Box::new(victor)),
                _ => Stage::Waylay(impulse, Box::new(victor), 0),
            };
            return self.flee(due, next);
        }
        let at = Anchorage::Sea(sea);
        self.post_leaders(victor.leaders, Game::berth(at));
        let blockades = self.squadron_blockade(&victor, sea, rules);
        self.moor(rules, Squadron { at, moved: stays == Side::First, blockades, ..victor.squadron() });
        let next = match then {
            Then::SailOn => Stage::Move(impulse),
            Then::Sweep => Stage::SeaBattles(impulse, 0),
        };
        self.flee(due, next)
    }

    fn still_aboard(&self, leaders: u32) -> u32 {
        (0..self.posts.len())
            .filter(|&index| leaders & (1 << index) != 0)
            .filter(|&index| !matches!(self.posts[index], Post::Gone | Post::Wounded(_) | Post::Away))
            .fold(0, |mask, index| mask | 1 << index)
    }

    /// A blockader that has fought before the port keeps it closed.
    fn squadron_blockade(&self, victor: &Sailing, sea: u8, rules: &GameRules) -> Option<u8> {
        match victor.goal {
            Goal::Blockade(port) if Game::on_coast(rules, port, sea) => Some(port),
            _ => None,
        }
    }

    /// Captured ships join the victor: sound ones if his stack has room, the others to be refitted.
    fn prizes(&self, victor: &mut Sailing, spoils: Spoils, rules: &GameRules, ump: &mut impl Umpire) {
        let all = forms::sum(spoils.prizes, spoils.hulks);
        if all.is_empty() {
            return;
        }
        match forms::joined(rules, victor.country, victor.fleet, spoils.prizes) {
            Some(fleet) => {
                victor.fleet = fleet;
                victor.damaged = forms::sum(victor.damaged, spoils.hulks);
            }
            None => victor.damaged = forms::sum(victor.damaged, all),
        }
        ump.explain(|| {
            let name = &rules.nations[usize::from(victor.country)].name;
            Ruling::new(rule!("NAVAL-h"), format!("{name} takes prizes: {all}"))
        });
    }
}

/// What becomes of a fleet's ships, by kind.
#[derive(Clone, Copy)]
struct Spoils {
    kept: Fleet,
    damaged: Fleet,
    /// Sound ships taken by the enemy.
    prizes: Fleet,
    /// Damaged ships taken by the enemy.
    hulks: Fleet,
}

impl Spoils {
    fn of(before: Fleet, line: Line, end: &NavalEnd, side: Side) -> Spoils {
        let sorted = end.sorted[side];
        let afloat = take(before, line, sorted.sunk + sorted.damaged);
        let hit = forms::without(before, afloat).unwrap_or_default();
        let damaged = take(hit, line, sorted.sunk);
        let left = take(damaged, line, Thirds::whole(end.hulks[side].into()));
        Spoils {
            kept: end.kept[side],
            damaged: Fleet { f_plus: 0, f_minus: 0, ..left },
            prizes: forms::without(afloat, end.kept[side]).unwrap_or_default(),
            hulks: forms::without(damaged, left).unwrap_or_default(),
        }
    }
}
