//! Naval battles inside the game: the naval battle with givens made from the board, prizes, and the beaten
//! running for port.

use super::super::situation::squadron_words;
use super::super::{Game, Impulse, Post, Stage};
use super::flight::{Fleeing, Flight};
use super::forms;
use super::gale::{Gale, Haven};
use super::{Anchorage, Goal, Sailing, Squadron};
use crate::asks::Asks;
use crate::evasion::{Evasion, EvasionEnd};
use crate::fleet::Fleet;
use crate::leader::Commander;
use crate::naval::{LeavePolicy, Line, NavalBattle, NavalEnd, NavalEngagement, NavalPolicy, Navy, Sea};
use crate::power::Turn;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, BySide, Given, Offer, Procedure, Ruling, Side, Swapped, Umpire};
use std::ops::ControlFlow::{Break, Continue};

/// A naval battle under way; both fleets are off the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(in crate::game) struct SeaClash {
    pub(in crate::game) givens: Given<NavalEngagement>,
    pub(in crate::game) battle: NavalBattle,
    impulse: Impulse,
    pub(in crate::game) sea: u8,
    /// The phasing side's fleet, then the other's.
    pub(in crate::game) fleets: BySide<Sailing>,
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
    Attack(u8, &'a str, Fleet, &'a str),
}

impl Offer for Chase<'_> {
    fn key(&self) -> String {
        match self {
            Chase::Leave => "no".to_owned(),
            Chase::Attack(_, id, ..) => format!("attack {id}"),
        }
    }
    fn words(&self) -> String {
        match self {
            Chase::Leave => "leave the enemy alone".to_owned(),
            Chase::Attack(_, _, fleet, name) => format!("attack {fleet} of {name}"),
        }
    }
}

/// What a fleet does after a drawn battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Retires<'a> {
    Port,
    Stay(&'a str),
}

impl Offer for Retires<'_> {
    fn key(&self) -> String {
        match self {
            Retires::Port => "port",
            Retires::Stay(_) => "stay",
        }
        .to_owned()
    }
    fn words(&self) -> String {
        match self {
            Retires::Port => {
                "run for one of the nearest ports; the way costs a roll for attrition".to_owned()
            }
            Retires::Stay(sea) => format!("stay in the {sea}, and do nothing more"),
        }
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
        ump: &mut impl Umpire,
    ) -> Game {
        let mut hunter = self.squadrons.remove(index);
        if let Anchorage::Port(_) = hunter.at {
            // Damaged ships stay in port.
            let damaged = std::mem::take(&mut hunter.damaged);
            self.moor(rules, Squadron { fleet: Fleet::default(), damaged, ..hunter });
        }
        let sea = match (sailing.at, hunter.at) {
            (_, Anchorage::Sea(sea)) if before_port => sea,
            (Anchorage::Sea(sea), _) => sea,
            (Anchorage::Port(port), _) => rules.provinces[usize::from(port)].seas[0],
        };
        let hunter = self.afloat(rules, impulse.side.other(), &hunter);
        tell_sea_battle(rules, sea, [&sailing, &hunter], ump);
        self.meet(impulse, sailing, hunter, sea, Then::SailOn, rules)
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
            // A fleet that has acted aggressively goes on under the same campaign.
            let may = own.aggressive || self.sea_aggression(rules, impulse, own.country, own.fleet).is_ok();
            if self.flag(own.country) != Some(side) || own.fleet.is_empty() || own.asked || !may {
                continue;
            }
            let mut chases = vec![Chase::Leave];
            for (other, squadron) in self.squadrons.iter().enumerate() {
                if squadron.at == own.at && self.flag(squadron.country) == Some(side.other()) {
                    let nation = &rules.nations[usize::from(squadron.country)];
                    chases.push(Chase::Attack(other as u8, &nation.id, squadron.fleet, &nation.name));
                }
            }
            if chases.len() == 1 {
                continue;
            }
            let asking = Asking::of(side, rule!("CAMPAIGN-i"), Asks::AttackAtSea);
            ump.about(|| squadron_words(rules, &own));
            let chase = *ump.choose(asking, &chases)?;
            self.squadrons[index].asked = true;
            let Chase::Attack(other, ..) = chase else {
                return Ok(self.at_stage(Stage::SeaBattles(impulse, 0)));
            };
            if !own.aggressive {
                Game::count_sea_aggression(&mut impulse, rules, own.country, own.fleet);
            }
            let enemy = self.squadrons[usize::from(other)];
            for gone in [index.max(usize::from(other)), index.min(usize::from(other))] {
                self.squadrons.remove(gone);
            }
            let own = Sailing { aggressive: true, ..self.afloat(rules, side, &own) };
            let enemy = self.afloat(rules, side.other(), &enemy);
            tell_sea_battle(rules, sea, [&own, &enemy], ump);
            return Ok(self.at_stage(Stage::SeaEvade(impulse, Box::new((own, enemy)), sea, Evasion::Stand)));
        }
        Ok(self.at_stage(Stage::Battles(impulse)))
    }

    /// A fleet that did not seek the battle may slip away to a port.
    pub(in crate::game) fn sea_evade(
        mut self,
        impulse: Impulse,
        (own, enemy): (Sailing, Sailing),
        sea: u8,
        evasion: Evasion,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let side = impulse.side.other();
        // A blockader was attacked by a fleet that is on its way out or in.
        let under_way = own.port().is_some();
        let shelters = self.shelters(rules, side, &enemy);
        let refuges = shelters.iter().map(|shelter| rules.refuge(shelter.port)).collect();
        let escape = Game::escape_by_sea(rules, &enemy, &own, refuges);
        Ok(match evasion.step(&escape, &mut Swapped::new(ump, side))? {
            Continue(next) => self.at_stage(Stage::SeaEvade(impulse, Box::new((own, enemy)), sea, next)),
            Break(EvasionEnd::Away(place)) => {
                let mut enemy = enemy;
                shelters[usize::from(place)].set_course(&mut enemy);
                let then = match under_way {
                    false => {
                        self.moor(rules, Squadron { spent: true, asked: true, ..own.squadron() });
                        Stage::SeaBattles(impulse, 0)
                    }
                    true => self.sails_on(impulse, own, rules),
                };
                let then = Flight { due: Vec::new(), then };
                let gale = Gale::on_the_way(enemy, false, Haven::Flight(Box::new(then)));
                self.at_stage(Stage::Gale(Box::new(gale)))
            }
            Break(_) => {
                let then = if under_way { Then::SailOn } else { Then::Sweep };
                self.meet(impulse, own, enemy, sea, then, rules)
            }
        })
    }

    /// One step of the battle.
    pub(in crate::game) fn sea_fight(
        mut self,
        mut clash: Box<SeaClash>,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let mut swap = Swapped::new(ump, clash.phasing());
        match clash.battle.step(&clash.givens, &mut swap)? {
            Continue(battle) => {
                clash.battle = battle;
                Ok(self.at_stage(Stage::SeaFight(clash)))
            }
            Break(end) => {
                self.sea_fame(&clash, &end, rules, ump);
                self.after_sea_battle(&clash, end, rules, ump)
            }
        }
    }

    fn sea_fame(&mut self, clash: &SeaClash, end: &NavalEnd, rules: &GameRules, ump: &mut impl Umpire) {
        if let (Some(winner), true) = (end.winner, end.major) {
            let winner = if winner == Side::First { clash.phasing() } else { clash.phasing().other() };
            self.glory(winner, rules, ump);
        }
        for inner in Side::ALL {
            let sailing = &clash.fleets[inner];
            let left = forms::sum(forms::sum(end.kept[inner], end.damaged[inner]), sailing.damaged);
            let lost = left.is_empty() && end.winner == Some(inner.other());
            if let Some(leader) = Game::flag_officer(rules, sailing.leaders) {
                self.suffers(leader, end.leaders[inner], lost);
            }
            if lost {
                // Whoever is aboard when the enemy takes or sinks the last ship is fished out of the water.
                self.capture(sailing.all_leaders(), rules, ump);
            }
        }
    }

    fn after_sea_battle(
        mut self,
        clash: &SeaClash,
        end: NavalEnd,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let SeaClash { impulse, sea, mut fleets, then, .. } = *clash;
        for inner in Side::ALL {
            let sailing = &mut fleets[inner];
            let side = if inner == Side::First { impulse.side } else { impulse.side.other() };
            let owner = (side, sailing.country);
            sailing.fleet = forms::reform(rules, owner, end.kept[inner], sailing.fleet, ump)?;
            sailing.damaged = forms::sum(sailing.damaged, end.damaged[inner]);
            sailing.hit |= !end.damaged[inner].is_empty();
            // Admirals who have fallen are aboard no longer.
            sailing.leaders = self.still_aboard(sailing.leaders);
        }
        if let Some(winner) = end.winner {
            let side = if winner == Side::First { impulse.side } else { impulse.side.other() };
            self.prizes(side, &mut fleets[winner], &end, rules, ump)?;
        }
        let Some(stays) = end.winner else { return self.drawn_at_sea(clash, fleets, &end, rules, ump) };
        let beaten = self.beaten(fleets[stays.other()], sea, rules);
        let due = vec![Fleeing { sailing: beaten, routed: end.routed[stays.other()], in_peace: false }];
        let victor = fleets[stays];
        if stays == Side::First && then == Then::SailOn {
            let next = match victor.is_lost() {
                true => {
                    self.get_away(victor.all_leaders(), rules, ump);
                    Stage::Move(impulse)
                }
                false => self.sails_on(impulse, victor, rules),
            };
            return Ok(self.flee(due, next));
        }
        let at = Anchorage::Sea(sea);
        match victor.is_lost() {
            true => self.get_away(victor.leaders, rules, ump),
            false => self.post_leaders(victor.leaders, Game::berth(at)),
        }
        let blockades = self.squadron_blockade(&victor, sea, rules);
        let (moved, asked) = (stays == Side::First, true);
        self.moor(rules, Squadron { at, moved, paid: moved, asked, blockades, ..victor.squadron() });
        let next = match then {
            Then::SailOn => Stage::Move(impulse),
            Then::Sweep => Stage::SeaBattles(impulse, 0),
        };
        Ok(self.flee(due, next))
    }

    /// How a fleet goes on that has won on its voyage: past another blockader, or on its way.
    fn sails_on(&self, impulse: Impulse, own: Sailing, rules: &GameRules) -> Stage {
        let closed = match own.at {
            Anchorage::Port(port) => self.blockader(rules, port).is_some(),
            Anchorage::Sea(_) => false,
        };
        match own.goal {
            Goal::Open if closed => Stage::Blockaded(impulse, Box::new(own)),
            Goal::Open => Stage::Sail(impulse, Box::new(own)),
            _ => Stage::Waylay(impulse, Box::new(own), 0),
        }
    }

    /// A drawn battle: either side returns to a port or stays at sea, the phasing one first. It does nothing more.
    fn drawn_at_sea(
        mut self,
        clash: &SeaClash,
        fleets: BySide<Sailing>,
        end: &NavalEnd,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let SeaClash { impulse, sea, then, .. } = *clash;
        let (mut due, mut stays) = (Vec::new(), BySide::new(None, None));
        for inner in Side::ALL {
            let side = if inner == Side::First { impulse.side } else { impulse.side.other() };
            let sailing = self.beaten(fleets[inner], sea, rules);
            match self.puts_in(side, &sailing, sea, rules, ump)? {
                true => due.push(Fleeing { sailing, routed: end.routed[inner], in_peace: false }),
                false => stays[inner] = Some(sailing),
            }
        }
        let at = Anchorage::Sea(sea);
        let mut next = match then {
            Then::SailOn => Stage::Move(impulse),
            Then::Sweep => Stage::SeaBattles(impulse, 0),
        };
        for inner in Side::ALL {
            let Some(sailing) = stays[inner] else { continue };
            self.post_leaders(sailing.leaders, Game::berth(at));
            match (inner, then) {
                // Its voyage ends here, and the sea has its toll.
                (Side::First, Then::SailOn) => {
                    let sailing = Sailing { goal: Goal::Stay, ..sailing };
                    next = Stage::Waylay(impulse, Box::new(sailing), u8::MAX);
                }
                _ => {
                    let moved = inner == Side::First;
                    let blockades = self.squadron_blockade(&sailing, sea, rules);
                    // Whoever has fought without winning intercepts nobody else in this impulse.
                    let squadron = Squadron {
                        at,
                        moved,
                        paid: moved,
                        spent: true,
                        asked: true,
                        blockades,
                        ..sailing.squadron()
                    };
                    self.moor(rules, squadron);
                }
            }
        }
        Ok(self.flee(due, next))
    }

    /// Whether a fleet puts into port after a drawn battle. With troops aboard it must, and where its own ships leave
    /// it no room in the zone.
    fn puts_in(
        &self,
        side: Side,
        sailing: &Sailing,
        sea: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<bool> {
        let beside = self.squadron_at(Anchorage::Sea(sea), sailing.country);
        let room = beside.is_none_or(|other| {
            forms::joined(rules, sailing.country, self.squadrons[other].fleet, sailing.fleet).is_some()
        });
        if sailing.fleet.is_empty() || sailing.cargo.is_some() || !room {
            return Ok(true);
        }
        if self.shelters(rules, side, sailing).is_empty() {
            return Ok(false);
        }
        let name = rules.seas[usize::from(sea)].name.as_str();
        let asking = Asking::of(side, rule!("NAVAL-n"), Asks::AfterTheDraw);
        ump.about(|| sailing.words(rules));
        let retires = *ump.choose(asking, &[Retires::Port, Retires::Stay(name)])?;
        ump.explain(|| {
            let what = match retires {
                Retires::Port => "runs for port".to_owned(),
                Retires::Stay(sea) => format!("stays in the {sea}"),
            };
            Ruling::new(rule!("NAVAL-n"), format!("After the draw {} {what}", sailing.words(rules)))
        });
        Ok(retires == Retires::Port)
    }

    /// A fleet that has not won, about to run for port from the zone of the battle or to stay there: its waters count,
    /// and whoever has come out of a port to fight has entered them.
    fn beaten(&self, sailing: Sailing, sea: u8, rules: &GameRules) -> Sailing {
        let here = self.flag(sailing.country).map(|side| self.difficulty(rules, side, sailing.fleet, sea));
        let (zones, penalty) = match sailing.at {
            Anchorage::Port(_) => (1, rules.seas[usize::from(sea)].penalty),
            Anchorage::Sea(_) => (0, 0),
        };
        Sailing {
            at: Anchorage::Sea(sea),
            zones: sailing.zones + zones,
            worst: sailing.worst.max(here),
            penalty: sailing.penalty + penalty,
            ..sailing
        }
    }

    fn still_aboard(&self, leaders: u32) -> u32 {
        (0..self.posts.len())
            .filter(|&index| leaders & (1 << index) != 0)
            .filter(|&index| {
                !matches!(self.posts[index], Post::Gone | Post::Wounded(_) | Post::Captive | Post::Away)
            })
            .fold(0, |mask, index| mask | 1 << index)
    }

    /// A blockader that has fought before the port keeps it closed.
    fn squadron_blockade(&self, victor: &Sailing, sea: u8, rules: &GameRules) -> Option<u8> {
        match victor.goal {
            Goal::Blockade(port) if Game::on_coast(rules, port, sea) => Some(port),
            _ => None,
        }
    }

    /// Captured ships join the victor: sound ones as far as his stack has room, the others to be refitted.
    fn prizes(
        &self,
        side: Side,
        victor: &mut Sailing,
        end: &NavalEnd,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let all = forms::sum(end.prizes, end.hulks);
        if all.is_empty() {
            return Ok(());
        }
        let asking = Asking::of(side, rule!("NAVAL-h"), Asks::WhichPrizeJoinsTheFleet);
        let (fleet, rest) = forms::take_in(rules, (asking, victor.country), victor.fleet, end.prizes, ump)?;
        victor.fleet = fleet;
        victor.damaged = forms::sum(victor.damaged, forms::sum(end.hulks, rest));
        victor.hit |= !victor.damaged.is_empty();
        ump.explain(|| {
            let name = &rules.nations[usize::from(victor.country)].name;
            Ruling::new(rule!("NAVAL-h"), format!("{name} takes prizes: {all}"))
        });
        Ok(())
    }
}

/// The heading of a naval battle: the waters, both fleets, who leads them and where they come from.
fn tell_sea_battle(rules: &GameRules, sea: u8, fleets: [&Sailing; 2], ump: &mut impl Umpire) {
    ump.explain(|| {
        let here = Anchorage::Sea(sea);
        let [own, enemy] = fleets.map(|sailing| match sailing.at == here {
            true => sailing.company_words(rules),
            false => sailing.words(rules),
        });
        let zone = rules.waters(sea);
        Ruling::heading(rule!("CAMPAIGN-a"), format!("Battle in the {zone}: {own} against {enemy}"))
    });
}
