//! Who reckons the odds of a battle, a storm or a fight at sea.

use super::super::counter::Rescue;
use super::super::leaders::Command;
use super::super::movement::Marching;
use super::super::sea::Sailing;
use super::super::{Anchorage, Game, Troops};
use crate::engagement::{Engagement, Interception};
use crate::fleet::Fleet;
use crate::naval::NavalEngagement;
use crate::siege::{Assault, SiegeGivens};
use crate::stack::Stack;
use crate::title::{Border, GameRules};
use grognard_umpire::{BySide, Given, Side};

/// Chances of winning in a thousand; what is missing are draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chances {
    /// Of the first side, the one that moves.
    pub first: u16,
    /// Of the other.
    pub second: u16,
}

/// Reckons the odds of what the game may come to. It is told who would meet, and can have the battle itself:
/// the crate's own procedure with its givens, ready to be counted out.
pub trait Judge {
    /// A land battle of two stacks.
    fn battle(&mut self, stacks: BySide<Stack>, givens: &dyn Fn() -> Engagement) -> Chances;
    /// A naval battle of two fleets.
    fn naval(&mut self, fleets: BySide<Fleet>, givens: &dyn Fn() -> NavalEngagement) -> Chances;
    /// The chance in a thousand that a place falls to an assault.
    fn assault(&mut self, walls: Walls, storm: &dyn Fn() -> (Assault, Given<SiegeGivens>)) -> u16;
}

/// Who would storm what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Walls {
    /// The besieger and the garrison.
    pub stacks: BySide<Stack>,
    /// The level of the fortress.
    pub level: u8,
    /// Whether there is a breach.
    pub breach: bool,
}

/// Counts heads, and nothing else.
pub struct RuleOfThumb;

/// The larger side wins the more often the larger it is.
fn by_numbers(first: i32, second: i32) -> Chances {
    let edge = (first - second) * 110;
    let first = (450 + edge).clamp(30, 950) as u16;
    Chances { first, second: 960 - first.min(930) }
}

impl Judge for RuleOfThumb {
    fn battle(&mut self, stacks: BySide<Stack>, _: &dyn Fn() -> Engagement) -> Chances {
        let BySide { first, second } = stacks.map(|stack| i32::from(stack.ld_count()));
        by_numbers(first, second)
    }

    fn naval(&mut self, fleets: BySide<Fleet>, _: &dyn Fn() -> NavalEngagement) -> Chances {
        let BySide { first, second } = fleets.map(|fleet| i32::from(fleet.nd()));
        by_numbers(first, second)
    }

    fn assault(&mut self, walls: Walls, _: &dyn Fn() -> (Assault, Given<SiegeGivens>)) -> u16 {
        let BySide { first: besiegers, second: inside } =
            walls.stacks.map(|stack| i32::from(stack.ld_count()));
        let relief = if walls.breach { 250 } else { 0 };
        let walls = 2 * i32::from(walls.level) + inside;
        (200 + relief + 80 * (besiegers - walls)).clamp(0, 950) as u16
    }
}

impl Game {
    /// The odds of two stacks in a province.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn land_chances(
        &self,
        rules: &GameRules,
        at: u8,
        own: Troops,
        enemy: Troops,
        commands: BySide<Command>,
        border: Border,
        judge: &mut impl Judge,
    ) -> Chances {
        let forces = BySide::new(own, enemy);
        let givens = || self.engagement(rules, at, forces, commands, border, Interception::None);
        judge.battle(forces.map(|troops| troops.stack()), &givens)
    }

    /// The odds if a stack attacks whoever stands in a province, coming into it over such a border.
    pub(super) fn attack_chances(
        &self,
        rules: &GameRules,
        troops: &Troops,
        to: u8,
        border: Border,
        judge: &mut impl Judge,
    ) -> Option<Chances> {
        let side = self.side_of(troops)?;
        let enemy = self.troops[self.field(side.other(), to)?];
        let (own, theirs) = (troops.roster.ld_count(), enemy.roster.ld_count());
        // Nobody counts out what is plain to see.
        if own >= 4 * theirs {
            return Some(Chances { first: 980, second: 0 });
        }
        if 2 * own <= theirs {
            return Some(Chances { first: 20, second: 960 });
        }
        let commands = BySide::new(
            self.command(rules, &troops.roster, troops.at),
            self.command(rules, &enemy.roster, to),
        );
        Some(self.land_chances(rules, to, *troops, enemy, commands, border, judge))
    }

    /// The odds if the stack that is asked now intercepts a march.
    pub(super) fn interception_chances(
        &self,
        rules: &GameRules,
        marching: &Marching,
        next: u8,
        judge: &mut impl Judge,
    ) -> Option<Chances> {
        let side = self.flag(marching.roster.first())?;
        let (index, _) = self.interceptor(rules, side, marching, next)?;
        let hunter = self.troops[index];
        let commands =
            BySide::new(self.leads_march(rules, marching), self.command(rules, &hunter.roster, hunter.at));
        let own = marching.troops();
        Some(self.land_chances(rules, marching.at, own, hunter, commands, marching.border, judge))
    }

    /// The odds of an interception battle if the stack that is asked now comes to the help of the march.
    pub(super) fn rescue_chances(
        &self,
        rules: &GameRules,
        rescue: &Rescue,
        judge: &mut impl Judge,
    ) -> Option<Chances> {
        let Rescue { marching, hunter, .. } = rescue;
        let (index, _) = self.helper(rules, rescue)?;
        let roster = marching.roster.joined(&self.troops[index].roster, rules)?;
        let commands =
            BySide::new(self.leads_march(rules, marching), self.command(rules, &hunter.roster, hunter.at));
        let own = Troops { roster, ..marching.troops() };
        Some(self.land_chances(rules, marching.at, own, *hunter, commands, marching.border, judge))
    }

    /// The odds of two fleets in a zone.
    pub(super) fn sea_chances(
        &self,
        rules: &GameRules,
        own: &Sailing,
        enemy: &Sailing,
        sea: u8,
        judge: &mut impl Judge,
    ) -> Chances {
        let givens = || self.sea_givens(rules, BySide::new(own, enemy), sea);
        judge.naval(BySide::new(own.fleet, enemy.fleet), &givens)
    }

    /// The odds if the fleet that is asked now intercepts one that sails.
    pub(super) fn waylay_chances(
        &self,
        rules: &GameRules,
        sailing: &Sailing,
        next: u8,
        judge: &mut impl Judge,
    ) -> Option<Chances> {
        let Anchorage::Sea(sea) = sailing.at else { return None };
        let hunter = self.squadrons[self.waylayer(rules, sailing, sea, next)?];
        let hunter = hunter.under_way(self.admirals_at(rules, hunter.country, hunter.at));
        Some(self.sea_chances(rules, sailing, &hunter, sea, judge))
    }

    /// The odds of a battle with the blockader of a port that a fleet is leaving or making for.
    pub(super) fn guard_chances(
        &self,
        rules: &GameRules,
        sailing: &Sailing,
        judge: &mut impl Judge,
    ) -> Option<Chances> {
        let guard = self.squadrons[self.blockader(rules, sailing.port()?)?];
        let Anchorage::Sea(sea) = guard.at else { return None };
        let guard = guard.under_way(self.admirals_at(rules, guard.country, guard.at));
        Some(self.sea_chances(rules, sailing, &guard, sea, judge))
    }

    /// The best odds of a fleet of the side against the one named, in the same zone.
    pub(super) fn best_hunt(
        &self,
        rules: &GameRules,
        side: Side,
        key: &str,
        judge: &mut impl Judge,
    ) -> Option<Chances> {
        let nation = key.strip_prefix("attack ")?;
        let country = rules.nations.iter().position(|n| n.id == nation)? as u8;
        let mut best: Option<Chances> = None;
        for prey in self.squadrons.iter().filter(|s| s.country == country) {
            let Anchorage::Sea(sea) = prey.at else { continue };
            for own in self.squadrons.iter().filter(|s| s.at == prey.at && self.flag(s.country) == Some(side))
            {
                let own = own.under_way(self.admirals_at(rules, own.country, own.at));
                let prey = prey.under_way(self.admirals_at(rules, prey.country, prey.at));
                let chances = self.sea_chances(rules, &own, &prey, sea, judge);
                if best.is_none_or(|best| chances.first > best.first) {
                    best = Some(chances);
                }
            }
        }
        best
    }
}
