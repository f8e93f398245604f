//! A siege as the board shows it: who stands before the walls and behind them, and the givens of the library's
//! siege made from that.

use super::reaction::city;
use super::toll::Ranks;
use super::{Game, Troops};
use crate::campaign::Errand;
use crate::change::Change;
use crate::host::Host;
use crate::siege::{Assault, Groundwork, Lines, Party, Port, SiegeGivens, SiegePolicy, StormPolicy};
use crate::stack::Stack;
use crate::title::GameRules;
use grognard_umpire::{BySide, Given, Side};
use std::sync::Arc;

impl Game {
    pub(super) fn inside(&self, at: u8) -> Stack {
        self.garrison(at).map_or(Stack::default(), |index| self.troops[index].stack())
    }

    /// The best SIEGE of some leaders, 0 without one.
    fn best_siege(rules: &GameRules, leaders: u32) -> i8 {
        let there = |index: &usize| leaders & (1 << index) != 0;
        (0..rules.leaders.len()).filter(there).map(|index| rules.leaders[index].siege).max().unwrap_or(0)
    }

    /// The best SIEGE in a city.
    pub(super) fn siege_inside(&self, rules: &GameRules, at: u8) -> i8 {
        Game::best_siege(rules, self.generals_inside(rules, at))
    }

    /// The best SIEGE before a city: of the besieging leaders, or of an admiral who blockades it.
    pub(super) fn siege_outside(&self, rules: &GameRules, troops: &Troops) -> i8 {
        let blockader = self.blockader(rules, troops.at).map_or(0, |index| {
            let squadron = &self.squadrons[index];
            self.admirals_at(rules, squadron.country, squadron.at)
        });
        Game::best_siege(rules, self.leaders_of(rules, troops) | blockader)
    }

    /// A port is open unless a large enough fleet keeps it closed.
    pub(super) fn port(&self, rules: &GameRules, at: u8) -> Port {
        match (rules.provinces[usize::from(at)].is_port(), self.blockader(rules, at)) {
            (false, _) => Port::None,
            (true, None) => Port::Open,
            (true, Some(_)) => Port::Blockaded,
        }
    }

    /// The country whose men hold a city: the one that commands its garrison, or else its taker's or owner's.
    pub(super) fn holder(&self, rules: &GameRules, at: u8) -> u8 {
        let land = &self.lands[usize::from(at)];
        match (self.garrison(at), land.taken) {
            (Some(index), _) => self.command_of(rules, &self.troops[index]).country,
            (None, Some(side)) => rules.sides[side].major,
            (None, None) => land.owner,
        }
    }

    /// How the siege stands at the beginning of a round.
    pub(super) fn lines(&self, rules: &GameRules, troops: &Troops) -> Lines {
        let land = &self.lands[usize::from(troops.at)];
        let hosts = self.hosts(rules, troops);
        Lines {
            stack: hosts.first.stack,
            garrison: hosts.second.stack,
            allies: hosts.map(|host| host.allies),
            works: land.works,
            breached: land.breached,
            costly: land.costly,
            pillage: land.pillage,
            command: BySide::default(),
            round: if land.siege_rounds == 0 { 1 } else { 2 },
        }
    }

    /// Those before a city and those in it, by nation.
    fn hosts(&self, rules: &GameRules, troops: &Troops) -> BySide<Host> {
        let host = |troops: &Troops| troops.roster.host(self.command_of(rules, troops).country);
        let inside = self.garrison(troops.at).map(|index| self.troops[index]);
        BySide::new(host(troops), inside.map_or(Host::default(), |inside| host(&inside)))
    }

    pub(super) fn siege_givens(&self, rules: &GameRules, side: Side, troops: &Troops) -> SiegeGivens {
        let at = troops.at;
        let land = &self.lands[usize::from(at)];
        let command = self.command_of(rules, troops);
        let nation = &rules.nations[usize::from(command.country)];
        let holder = self.holder(rules, at);
        let inside = self.garrison(at).map(|index| self.troops[index].roster).unwrap_or_default();
        let mixed = rules.readings.siege.mixed;
        let (fights, nations) = self.fights_like(rules, &troops.roster, command.country, mixed);
        let (_, garrison) = self.fights_like(rules, &inside, holder, mixed);
        let holder = &rules.nations[usize::from(holder)];
        let campaign = self.campaign_of(rules, side, troops.roster.has_major(rules));
        SiegeGivens {
            charts: Arc::clone(&rules.charts),
            profile: rules.readings.siege,
            title: city(rules, at).to_owned(),
            period: rules.period,
            theatre: rules.provinces[usize::from(at)].theatre,
            terrain: rules.provinces[usize::from(at)].terrain,
            level: land.level,
            port: self.port(rules, at),
            supply_line: self.supply_line(rules, side, at, troops.stack()).unwrap_or(u8::MAX),
            rounds: 2,
            from_an_earlier_turn: land.old_siege,
            bad_weather: self.bad_weather,
            breach: false,
            parties: BySide::new(
                Party {
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
                    siege: self.siege_outside(rules, troops),
                },
                Party {
                    name: city(rules, at).to_owned(),
                    country: holder.country,
                    class: holder.class,
                    corps: None,
                    stack: inside.stack(),
                    nations: garrison,
                    change: Change::ENOUGH,
                    technology: rules.readings.technology,
                    veteran: true,
                    tercios: false,
                    commander: Game::head(rules, self.governor(rules, at), holder.country),
                    siege: self.siege_inside(rules, at),
                },
            ),
            policy: SiegePolicy { storm: StormPolicy::AfterBreach, honours: true, lift_below: 0 },
            idle: campaign.may_do(Errand::GoOnWithSiegeOrFight).err(),
            groundwork: Groundwork::default(),
        }
        .prepared()
    }

    /// An assault with its givens.
    pub(super) fn storm(
        &self,
        troops: &Troops,
        breach: bool,
        rules: &GameRules,
    ) -> (Assault, Given<SiegeGivens>) {
        let side = self.side_of(troops).unwrap_or(Side::First);
        (self.assault(rules, troops, breach), Given::new(self.siege_givens(rules, side, troops)))
    }

    pub(super) fn assault(&self, rules: &GameRules, troops: &Troops, breach: bool) -> Assault {
        let costly = self.lands[usize::from(troops.at)].costly;
        let hosts = self.hosts(rules, troops);
        Assault::new(hosts.first.stack, hosts.second.stack, breach, costly)
            .with_allies(hosts.map(|host| host.allies))
    }
}
