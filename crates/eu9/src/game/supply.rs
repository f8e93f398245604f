//! The supply segment: lines of supply, fleets that feed, hunger and winters.

mod country;
mod feeder;

use super::roster::Roster;
use super::sea::{Anchorage, Squadron};
use super::toll::Hunger;
use super::{Game, Impulse, Stage, Troops};
use crate::asks::Asks;
use crate::attrition::{March, Occasion};
use crate::naval_supply::{may_feed, may_feed_another};
use crate::power::Theatre;
use crate::profile::{BesiegedSupply, Edition, NavalSupply};
use crate::siege::Port;
use crate::stack::Stack;
use crate::supply::{ColdRule, Ground, Line, Passage, Supply};
use crate::thirds::Thirds;
use crate::title::{GameRules, OutOfSupply};
use country::Country;
use feeder::{Comes, Feeder};
use grognard_umpire::{Asked, Asking, Clause, Offer, Ruling, Side, Umpire};

/// How bad supply is: out is worse than weak, and weak the worse the more reasons there are.
fn rank(supply: &Supply) -> usize {
    match supply {
        Supply::Full => 0,
        Supply::Weak(reasons) => reasons.len(),
        Supply::Out(_) => usize::MAX,
    }
}

impl Game {
    /// Whether a side owns a province and holds its city.
    pub(super) fn owns(&self, side: Side, at: u8) -> bool {
        let land = &self.lands[usize::from(at)];
        land.taken.is_none() && self.allegiance[usize::from(land.owner)] == Some(side)
    }

    fn is_besieged(&self, side: Side, troops: &Troops) -> bool {
        troops.inside && self.field(side.other(), troops.at).is_some()
    }

    /// The lines that fleets off the coast offer a stack, each with the fleet's index; of one fleet the better last.
    fn lines_by_sea(&self, rules: &GameRules, side: Side, at: u8, stack: Stack) -> Vec<(usize, Line)> {
        let ground = Country::of(self, rules, side);
        let naval = rules.readings.naval_supply;
        let mut found = Vec::new();
        for (index, squadron) in self.squadrons.iter().enumerate() {
            let Anchorage::Sea(sea) = squadron.at else { continue };
            let adjacent = Game::on_coast(rules, at, sea);
            let line = rules.nations[usize::from(squadron.country)].line;
            let fed = u8::from(squadron.feeds.is_some_and(|fed| fed != at));
            if self.flag(squadron.country) != Some(side)
                || may_feed_another(naval, fed, adjacent).is_err()
                || may_feed(naval, &rules.charts, squadron.fleet, stack, rules.period, line).is_err()
            {
                continue;
            }
            let fleet = squadron.fleet;
            let line = |source_owned: bool| {
                let port = |at: u8| match source_owned {
                    true => self.owns(side, at),
                    false => self.control(at) == Some(side),
                };
                let (zones, _) = self.way_to_port(rules, side, (squadron.country, fleet), sea, port)?;
                let desert = ground.in_desert(at);
                // By the guide any port of its side will do for the fleet to lie next to.
                let beside_port = zones == 0 || self.has_port_on(rules, side, fleet, sea);
                Some(Line {
                    theatre: rules.provinces[usize::from(at)].theatre,
                    source_in_desert: false,
                    source_owned,
                    links: Vec::new(),
                    passage: Some(Passage { fleet, beside_port, zones, desert }),
                    besieged: false,
                })
            };
            // From the nearest port that is owned, and from one that is only held if that is nearer.
            let (owned, held) = (line(true), line(false));
            let zones = |line: &Line| line.passage.as_ref().map(|passage| passage.zones);
            let nearer = |held: &Line| owned.as_ref().is_none_or(|owned| zones(held) < zones(owned));
            found.extend(held.filter(nearer).into_iter().chain(owned.clone()).map(|line| (index, line)));
        }
        found
    }

    /// The length of a stack's line of supply in MP, over land or through a fleet that feeds it; none if there
    /// is no line.
    pub(super) fn supply_line(&self, rules: &GameRules, side: Side, at: u8, stack: Stack) -> Option<u8> {
        if self.control(at) == Some(side) {
            return Some(0);
        }
        let cold = rules.readings.cold;
        let ground = Country::of(self, rules, side);
        let [.., longest] = rules.bounds;
        let source = |from: u8| self.control(from) == Some(side) && (from == at || !ground.ends(from));
        let by_land = Line::trace(&ground, at, source, longest, cold);
        let by_land =
            by_land.map(|(_, links)| links.iter().map(|link| link.length(&rules.charts, cold)).sum());
        let by_sea = self.lines_by_sea(rules, side, at, stack).into_iter();
        let by_sea = by_sea.filter(|&(index, _)| self.is_fed_by(rules, at, index));
        let by_sea = by_sea.map(|(_, line)| line.length(&rules.charts, cold)).min();
        by_land.into_iter().chain(by_sea).min()
    }

    /// Whether a fleet that can feed the stack of a province does so: where it feeds one only, that is the one
    /// its owner has named.
    fn is_fed_by(&self, rules: &GameRules, at: u8, index: usize) -> bool {
        rules.readings.naval_supply == NavalSupply::Published || self.squadrons[index].feeds == Some(at)
    }

    /// Besiegers whom a fleet that feeds nobody yet would give a shorter line: their owner says whether it does.
    pub(super) fn feed_besiegers(
        &mut self,
        side: Side,
        at: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let Some(troops) = self.field(side, at).map(|index| self.troops[index]) else { return Ok(()) };
        let now = self.supply_line(rules, side, at, troops.stack());
        let mut feeders = vec![now.map_or(Feeder::Nobody, |points| Feeder::Land(Comes::Line(points)))];
        for (index, line) in self.lines_by_sea(rules, side, at, troops.stack()) {
            let length = line.length(&rules.charts, rules.readings.cold);
            let Anchorage::Sea(sea) = self.squadrons[index].at else { continue };
            let named = feeders.iter().any(|feeder| feeder.is_fleet(index));
            if !named && !self.is_fed_by(rules, at, index) && now.is_none_or(|now| length < now) {
                let nation = &rules.nations[usize::from(self.squadrons[index].country)];
                let (index, comes) = (index as u8, Comes::Line(length));
                feeders.push(Feeder::Fleet { index, nation, sea, comes, rules });
            }
        }
        let asking = Asking::of(side, rule!("SUPPLY-e"), Asks::WhoFeedsTheBesiegers);
        ump.about(|| self.stack_words(rules, &troops));
        let picked = *ump.choose(asking, &feeders)?;
        if let Feeder::Fleet { index, .. } = picked {
            self.squadrons[usize::from(index)].feeds = Some(at);
            ump.explain(|| {
                let (who, how) = (self.stack_words(rules, &troops), picked.words());
                Ruling::new(rule!("SUPPLY-e"), format!("{who} is fed {how}, and nobody else is"))
            });
        }
        Ok(())
    }

    /// A side's impulse begins.
    pub(super) fn open_impulse(mut self, impulse: Impulse, rules: &GameRules, ump: &mut impl Umpire) -> Game {
        self.new_impulse(impulse);
        ump.explain(|| {
            let round = rules.charts.logistics.box_name(self.round);
            let text = format!("Round {round}: the impulse of {}", rules.sides[impulse.side].name);
            Ruling::heading(rule!("CAMPAIGN-a"), text)
        });
        let at_sea =
            |s: &Squadron| matches!(s.at, Anchorage::Sea(_)) && self.flag(s.country) == Some(impulse.side);
        if self.squadrons.iter().any(at_sea) {
            // Only land stacks are looked at, whoever else is out.
            ump.cite(rule!("SUPPLY-p"));
        }
        self.at_stage(Stage::Supply(impulse, 0))
    }

    /// Checks the supply of the side's stacks one after the other.
    pub(super) fn supply(
        mut self,
        impulse: Impulse,
        next: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let side = impulse.side;
        let mut index = usize::from(next);
        while index < self.troops.len() {
            let troops = self.troops[index];
            if self.side_of(&troops) != Some(side) {
                index += 1;
                continue;
            }
            ump.cite(rule!("SUPPLY-a"));
            // Whoever stands before an owned city has the shortest of lines.
            let supply = match self.owns(side, troops.at) && !self.is_besieged(side, &troops) {
                true => Supply::Full,
                false => self.judge_supply(side, &troops, rules, ump)?,
            };
            match supply {
                Supply::Full => {
                    self.troops[index].hungry = 0;
                    index += 1;
                }
                Supply::Out(clause) if troops.hungry >= troops.roster.ld_count() => {
                    self.starve_to_death(index, clause, rules, ump);
                }
                Supply::Out(clause) if troops.hungry > 0 => {
                    // Fresh men have joined them; only those who starved before are destroyed.
                    ump.cite(clause);
                    ump.explain(|| {
                        let (lost, stack) = (troops.hungry, self.stack_words(rules, &troops));
                        let text = format!(
                            "{lost} LD of {stack} were out of supply last round too and are destroyed"
                        );
                        Ruling::new(rule!("SUPPLY-n"), text)
                    });
                    self.troops[index].hungry = 0;
                    let lost = Hunger::Lose(Thirds::whole(troops.hungry.into()));
                    return Ok(self.at_stage(Stage::Starving(impulse, index as u8, 0, lost)));
                }
                Supply::Out(clause) => {
                    ump.explain(|| {
                        let text = format!("{} is out of supply", self.stack_words(rules, &troops));
                        Ruling::new(clause, text)
                    });
                    self.troops[index].hungry = troops.roster.ld_count();
                    if rules.readings.out_of_supply == OutOfSupply::Rolls {
                        ump.cite(rule!("SUPPLY-w"));
                        return Ok(self.at_stage(Stage::Starving(impulse, index as u8, 1, Hunger::Roll)));
                    }
                    index += 1;
                }
                Supply::Weak(reasons) => {
                    self.troops[index].hungry = 0;
                    self.explain_weak(&troops, &reasons, rules, ump);
                    let causes = reasons.len() as u8;
                    return Ok(self.at_stage(Stage::Starving(impulse, index as u8, causes, Hunger::Roll)));
                }
            }
        }
        Ok(self.at_stage(Stage::Campaign(impulse)))
    }

    /// A new impulse: nobody has moved yet, and no fleet feeds anybody.
    fn new_impulse(&mut self, impulse: Impulse) {
        self.forget_sieges();
        for troops in &mut self.troops {
            (troops.moved, troops.spent, troops.foraging) = (false, false, false);
            troops.intercepted = false;
            (troops.rested, troops.regrouped) = (troops.roster.ld_count(), false);
            troops.came = (troops.at, crate::title::Border::None);
            troops.trail = troops.trail.after_an_impulse();
        }
        let allegiance = &self.allegiance;
        for squadron in &mut self.squadrons {
            (squadron.moved, squadron.formed) = (false, false);
            (squadron.spent, squadron.tried, squadron.intercepted) = (false, false, false);
            (squadron.paid, squadron.aggressive, squadron.asked) = (false, false, false);
            if allegiance[usize::from(squadron.country)] == Some(impulse.side) {
                squadron.feeds = None;
            }
        }
    }

    /// The ways a stack may be fed that are better than its line by land, after that one, and what each comes to.
    fn ways_to_be_fed<'a>(
        &self,
        side: Side,
        troops: &Troops,
        by_land: Supply,
        rules: &'a GameRules,
    ) -> (Vec<Feeder<'a>>, Vec<Supply>) {
        let mut feeders = vec![Feeder::Land(Comes::Grade(rank(&by_land)))];
        let mut supplies = vec![by_land];
        for (index, line) in self.lines_by_sea(rules, side, troops.at, troops.stack()) {
            let squadron = &self.squadrons[index];
            let nation = &rules.nations[usize::from(squadron.country)];
            let supply = line.supply(
                &rules.charts,
                troops.stack(),
                rules.period,
                nation.line,
                rules.supply_readings(),
            );
            let Anchorage::Sea(sea) = squadron.at else { continue };
            if rank(&supply) < rank(&supplies[0]) {
                // The same fleet by a better line.
                if feeders.last().is_some_and(|feeder| feeder.is_fleet(index)) {
                    feeders.pop();
                    supplies.pop();
                }
                let (index, comes) = (index as u8, Comes::Grade(rank(&supply)));
                feeders.push(Feeder::Fleet { index, nation, sea, comes, rules });
                supplies.push(supply);
            }
        }
        (feeders, supplies)
    }

    /// How well a stack of a side would be supplied if its impulse began as things stand, in the best of the ways
    /// that its owner may choose.
    pub(super) fn expected_supply(&self, side: Side, troops: &Troops, rules: &GameRules) -> Supply {
        let besieged = self.is_besieged(side, troops);
        if self.owns(side, troops.at) && !besieged {
            return Supply::Full;
        }
        let (_, by_land) = Country::of(self, rules, side).supply(troops);
        if by_land == Supply::Full || besieged {
            return by_land;
        }
        let (_, supplies) = self.ways_to_be_fed(side, troops, by_land, rules);
        supplies.into_iter().min_by_key(rank).unwrap_or(Supply::Full)
    }

    /// The same game at the beginning of a side's impulse: no fleet of its own feeds anybody yet.
    pub(super) fn at_its_next_impulse(&self, side: Side) -> Game {
        let mut then = self.clone();
        then.new_impulse(Impulse::first(side));
        then
    }

    /// How well a stack is supplied, by land or, if its owner likes, by a fleet that can do better.
    fn judge_supply(
        &mut self,
        side: Side,
        troops: &Troops,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Supply> {
        let (line, by_land) = Country::of(self, rules, side).supply(troops);
        for clause in
            line.into_iter().flat_map(|line| [line.spares(troops.stack()), line.lengthened()]).flatten()
        {
            ump.cite(clause);
        }
        if by_land == Supply::Full || self.is_besieged(side, troops) {
            return Ok(by_land);
        }
        let (feeders, mut supplies) = self.ways_to_be_fed(side, troops, by_land, rules);
        if feeders.len() == 1 {
            return Ok(supplies.remove(0));
        }
        let asking = Asking::of(side, rule!("SUPPLY-b"), Asks::WhoFeedsTheStack);
        ump.about(|| self.stack_words(rules, troops));
        let picked = *ump.choose(asking, &feeders)?;
        let Feeder::Fleet { index, .. } = picked else { return Ok(supplies.remove(0)) };
        self.squadrons[usize::from(index)].feeds = Some(troops.at);
        ump.cite(rule!("SUPPLY-e"));
        ump.cite(rule!("SUPPLY-v"));
        ump.explain(|| {
            let clause =
                if troops.stack().is_small(&rules.charts) { rule!("SUPPLY-c") } else { rule!("SUPPLY-d") };
            Ruling::new(clause, format!("{} is fed {}", self.stack_words(rules, troops), picked.words()))
        });
        let place = feeders.iter().position(|feeder| feeder.key() == picked.key()).unwrap_or(0);
        Ok(supplies.swap_remove(place))
    }

    fn explain_weak(&self, troops: &Troops, reasons: &[Clause], rules: &GameRules, ump: &mut impl Umpire) {
        for &clause in reasons {
            ump.explain(|| {
                let why = match clause.id() {
                    "EU9-SUPPLY-m" => "is besieged",
                    "EU9-SUPPLY-k" => "lives on a city it has taken",
                    "EU9-SUPPLY-l" => "is fed by a fleet far from its port",
                    "EU9-SUPPLY-g" => "is far from its city",
                    _ => "is fed across a desert",
                };
                Ruling::new(clause, format!("{} {why}: weak supply", self.stack_words(rules, troops)))
            });
        }
        ump.cite(rule!("SUPPLY-o"));
    }

    fn starve_to_death(&mut self, index: usize, clause: Clause, rules: &GameRules, ump: &mut impl Umpire) {
        let troops = self.remove(index);
        ump.cite(clause);
        ump.explain(|| {
            let text = format!(
                "{} at {} was out of supply last round too and is destroyed",
                troops.roster.words(rules),
                rules.place(troops.at)
            );
            Ruling::new(rule!("SUPPLY-n"), text)
        });
        if !troops.inside {
            let leaders = self.leaders_of(rules, &troops);
            self.get_away(leaders, rules, ump);
        }
    }

    /// The strait forts of the enemy's that lie between a stack's fleet and its port.
    fn forts_on_the_line(&self, side: Side, troops: &Troops, rules: &GameRules) -> u8 {
        let fleets = self.squadrons.iter().filter(|s| !troops.inside && s.feeds == Some(troops.at));
        let forts = fleets.filter(|s| self.flag(s.country) == Some(side)).filter_map(|s| match s.at {
            Anchorage::Sea(sea) => Some(self.supply_at_sea(rules, side, s.country, s.fleet, sea).1),
            Anchorage::Port(_) => None,
        });
        forts.min().unwrap_or(0)
    }

    fn hungry_march(&self, side: Side, troops: &Troops, causes: u8, rules: &GameRules) -> March {
        let (pillage_minus, pillage_plus) = self.lands[usize::from(troops.at)].pillage.counters();
        let besieged = self.is_besieged(side, troops);
        // In the editions the besieged roll by the list of sieges: SIEGE counts, on both sides, and what lies
        // before the walls.
        let by_siege_list = rules.readings.attrition.besieged_supply == BesiegedSupply::SiegeList;
        let occasion = match (besieged, by_siege_list) {
            (false, _) => Occasion::Supply,
            (true, true) => Occasion::Besieged,
            (true, false) => Occasion::BesiegedSupply,
        };
        let manoeuvre = |leader: u8| rules.leaders[usize::from(leader)].values.manoeuvre;
        let leader = match occasion {
            Occasion::Besieged => self.siege_inside(rules, troops.at),
            Occasion::BesiegedSupply => self.governor(rules, troops.at).map_or(0, manoeuvre),
            _ => self.command_of(rules, troops).leader.map_or(0, manoeuvre),
        };
        // The enemy's SIEGE came with the later edition, and weather behind the walls went.
        let old = rules.readings.siege.edition == Edition::Of2013;
        let besieger = self.besieger(troops.at).map(|index| self.troops[index]).filter(|_| besieged && !old);
        March {
            occasion,
            leader,
            theatre: rules.provinces[usize::from(troops.at)].theatre,
            enemy_province: self.control(troops.at) != Some(side),
            causes: rules.readings.attrition.causes(causes),
            massed: troops.stack().is_massed(&rules.charts, false),
            no_supply: troops.hungry > 0,
            pillage_minus,
            pillage_plus,
            enemy_siege: besieger.map_or(0, |besieger| self.siege_outside(rules, &besieger)),
            bad_weather: besieged && old && self.bad_weather,
            works: self.lands[usize::from(troops.at)].works,
            open_port: besieged && self.port(rules, troops.at) == Port::Open,
            strait_forts: self.forts_on_the_line(side, troops, rules),
            ..March::new(side, troops.roster.ld_count(), rules.readings.technology)
        }
    }

    /// A weakly supplied stack loses men.
    pub(super) fn starving(
        mut self,
        impulse: Impulse,
        index: u8,
        causes: u8,
        hunger: Hunger,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let troops = self.troops[usize::from(index)];
        let march = self.hungry_march(impulse.side, &troops, causes, rules);
        match self.suffer(&march, hunger, &troops, rules, ump)? {
            Ok(next) => Ok(self.at_stage(Stage::Starving(impulse, index, causes, next))),
            Err(left) => {
                let next = self.reduce(usize::from(index), left, rules, ump);
                // Without a cause it was the dead of last round; the living are looked at once more.
                let next = if causes == 0 { index } else { next };
                Ok(self.at_stage(Stage::Supply(impulse, next)))
            }
        }
    }

    /// Leaves a stack with these counters; hands back the index of the next one.
    fn reduce(&mut self, place: usize, kept: Roster, rules: &GameRules, ump: &mut impl Umpire) -> u8 {
        let gone = kept.is_empty();
        self.shrink(place, kept, rules, ump);
        if gone { place as u8 } else { place as u8 + 1 }
    }

    /// A winter passes: stacks in the cold, in a province neither theirs nor national, lose men.
    pub(super) fn frost(
        mut self,
        index: u8,
        hunger: Hunger,
        more: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let freezes = |game: &Game, t: &Troops| {
            let province = &rules.provinces[usize::from(t.at)];
            let side = game.side_of(t);
            let national = province.national.and_then(|country| game.allegiance[usize::from(country)]);
            province.cold.is_some() && side.is_some() && game.control(t.at) != side && national != side
        };
        let wintering = rules.readings.cold == ColdRule::Wintering;
        let found =
            (usize::from(index)..self.troops.len()).find(|&i| wintering && freezes(&self, &self.troops[i]));
        let Some(found) = found else {
            return Ok(match more {
                0 => {
                    let quarters = self.first_quarters(rules);
                    self.at_stage(quarters)
                }
                _ => self.at_stage(Stage::Frost(0, Hunger::Roll, more - 1)),
            });
        };
        // A step that goes on stays with its stack.
        let hunger = if found == usize::from(index) { hunger } else { Hunger::Roll };
        let troops = self.troops[found];
        let side = self.side_of(&troops).expect("it freezes for a side");
        if hunger == Hunger::Roll {
            ump.explain(|| {
                let text = format!("{} winters in the cold", self.stack_words(rules, &troops));
                Ruling::new(rules.readings.cold.clause(), text)
            });
        }
        let province = &rules.provinces[usize::from(troops.at)];
        let snow = match province.theatre {
            Theatre::RestOfTheWorld => province.cold.unwrap_or(0),
            Theatre::Europe => 0,
        };
        let march = March { snow, ..self.hungry_march(side, &troops, 1, rules) };
        match self.suffer(&march, hunger, &troops, rules, ump)? {
            Ok(next) => Ok(self.at_stage(Stage::Frost(found as u8, next, more))),
            Err(left) => {
                let next = self.reduce(found, left, rules, ump);
                Ok(self.at_stage(Stage::Frost(next, Hunger::Roll, more)))
            }
        }
    }
}
