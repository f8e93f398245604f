//! The supply segment: lines of supply, hunger, campaigns.

use super::{Game, Impulse, Stage, Troops};
use crate::attrition::{March, Occasion};
use crate::campaign::Campaign;
use crate::charts::Toll;
use crate::siege::regroup_after;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Barred, Openness, Refusal, Ruling, Side, Umpire};

/// How attrition goes on for a stack: the dice, then P, then regrouping.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Hunger {
    /// The dice are still to be thrown.
    Roll,
    /// P is to be settled.
    Ration(Toll),
    /// So many LD are to be taken off.
    Lose(u8),
}

/// How far each province is from supply, in MP: from owned cities, and from any controlled one.
pub(super) struct Reach {
    pub(super) owned: Vec<u8>,
    pub(super) any: Vec<u8>,
}

/// Further than any line reaches.
const FAR: u8 = 200;

impl Game {
    /// Lines of supply of a side: from controlled cities, over provinces it controls or may pass, not through
    /// the enemy's stacks.
    pub(super) fn reach(&self, rules: &GameRules, side: Side) -> Reach {
        let owned = |at: usize| {
            let land = &self.lands[at];
            land.taken.is_none() && self.allegiance[usize::from(land.owner)] == Some(side)
        };
        let any = |at: usize| self.control(at as u8) == Some(side);
        Reach { owned: self.spread(rules, side, owned), any: self.spread(rules, side, any) }
    }

    fn spread(&self, rules: &GameRules, side: Side, source: impl Fn(usize) -> bool) -> Vec<u8> {
        let count = rules.provinces.len();
        let mut enemy = vec![false; count];
        for troops in self.troops.iter().filter(|t| !t.inside && self.side_of(t) == Some(side.other())) {
            enemy[usize::from(troops.at)] = true;
        }
        let mut distance: Vec<u8> = (0..count).map(|at| if source(at) { 0 } else { FAR }).collect();
        // Lines are short and the map small: relax until nothing changes.
        let mut queue: Vec<u8> = (0..count as u8).filter(|&at| distance[usize::from(at)] == 0).collect();
        while let Some(at) = queue.pop() {
            let here = distance[usize::from(at)];
            if here > 12 {
                continue;
            }
            for &(to, border) in &rules.provinces[usize::from(at)].borders {
                let passable = self.control(to).is_some() || self.may_transit(rules, side, to);
                if !passable {
                    continue;
                }
                let friendly = self.control(to) != Some(side.other());
                let cost = here + self.costs(rules, at, to, border, friendly);
                if cost < distance[usize::from(to)] {
                    distance[usize::from(to)] = cost;
                    if !enemy[usize::from(to)] {
                        queue.push(to);
                    }
                }
            }
        }
        distance
    }

    fn costs(&self, rules: &GameRules, at: u8, to: u8, border: crate::title::Border, friendly: bool) -> u8 {
        super::board::step_cost(rules, at, to, border, friendly)
    }

    /// The length of a stack's line of supply in MP.
    pub(super) fn supply_line(&self, rules: &GameRules, side: Side, at: u8) -> u8 {
        let reach = self.reach(rules, side);
        reach.any[usize::from(at)]
    }

    /// Checks the supply of the side's stacks one after the other.
    pub(super) fn supply(
        mut self,
        impulse: Impulse,
        next: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        if next == 0 {
            for troops in &mut self.troops {
                (troops.moved, troops.spent, troops.foraging) = (false, false, false);
                troops.came = (troops.at, crate::title::Border::None);
            }
        }
        let reach = self.reach(rules, impulse.side);
        let mut index = usize::from(next);
        while index < self.troops.len() {
            let troops = self.troops[index];
            if self.side_of(&troops) != Some(impulse.side) {
                index += 1;
                continue;
            }
            let at = usize::from(troops.at);
            let besieged = troops.inside && self.field(impulse.side.other(), troops.at).is_some();
            let (owned, any) = (reach.owned[at], reach.any[at]);
            ump.cite(rule!("SUPPLY-a"));
            let [_, weak_from, longest] = rules.bounds;
            if any > longest && !besieged {
                if troops.hungry {
                    ump.explain(|| {
                        let text = format!(
                            "{} at {} was out of supply last round too and is destroyed",
                            rules.nations[usize::from(troops.country)].name,
                            rules.place(troops.at)
                        );
                        Ruling::new(rule!("SUPPLY-n"), text)
                    });
                    self.remove(index);
                    continue;
                }
                ump.explain(|| {
                    let text = format!("The stack at {} is out of supply", rules.place(troops.at));
                    Ruling::new(rule!("SUPPLY-f"), text)
                });
                self.troops[index].hungry = true;
                index += 1;
                continue;
            }
            self.troops[index].hungry = false;
            let weak = match (besieged, owned < weak_from, any < weak_from) {
                (true, ..) => Some(rule!("SUPPLY-m")),
                (false, true, _) => None,
                (false, false, true) => Some(rule!("SUPPLY-k")),
                (false, false, false) => Some(rule!("SUPPLY-g")),
            };
            if let Some(clause) = weak {
                ump.explain(|| {
                    let text =
                        format!("The stack at {} is weakly supplied ({any} MP)", rules.place(troops.at));
                    Ruling::new(clause, text)
                });
                ump.cite(rule!("SUPPLY-o"));
                return Ok(self.at_stage(Stage::Starving(impulse, index as u8, Hunger::Roll)));
            }
            index += 1;
        }
        Ok(self.at_stage(Stage::Campaign(impulse)))
    }

    fn hungry_march(&self, impulse: Impulse, troops: &Troops, rules: &GameRules) -> March {
        let (pillage_minus, pillage_plus) = self.lands[usize::from(troops.at)].pillage.counters();
        let besieged = troops.inside && self.field(impulse.side.other(), troops.at).is_some();
        let leader = if besieged { 0 } else { self.manoeuvre(rules, troops.country, troops.at) };
        March {
            occasion: if besieged { Occasion::Besieged } else { Occasion::Supply },
            leader,
            enemy_province: self.control(troops.at) != Some(impulse.side),
            massed: troops.stack.is_massed(&rules.charts, false),
            pillage_minus,
            pillage_plus,
            ..March::new(impulse.side, troops.stack.ld_count(), self.technology())
        }
    }

    /// A weakly supplied stack loses men.
    pub(super) fn starving(
        mut self,
        impulse: Impulse,
        index: u8,
        hunger: Hunger,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let place = usize::from(index);
        let troops = self.troops[place];
        let march = self.hungry_march(impulse, &troops, rules);
        let next = match hunger {
            Hunger::Roll => Hunger::Ration(march.roll(&rules.charts, ump)?),
            Hunger::Ration(toll) => {
                let suffered = march.pillage(&rules.charts, toll, ump)?;
                if suffered.pillage {
                    let land = &mut self.lands[usize::from(troops.at)];
                    land.pillage = land.pillage.more();
                }
                Hunger::Lose(suffered.ld)
            }
            Hunger::Lose(ld) => {
                let country = rules.nations[usize::from(troops.country)].country;
                let kept = regroup_after(impulse.side, troops.stack, country, ld, ump)?;
                let next = self.reduce(place, kept);
                return Ok(self.at_stage(Stage::Supply(impulse, next)));
            }
        };
        Ok(self.at_stage(Stage::Starving(impulse, index, next)))
    }

    /// Leaves a stack with these counters; hands back the index of the next one.
    fn reduce(&mut self, place: usize, kept: crate::stack::Stack) -> u8 {
        if kept.counters() == 0 {
            self.remove(place);
            return place as u8;
        }
        let troops = &mut self.troops[place];
        troops.veterans = veterans_left(troops.veterans, troops.stack.ld_count(), kept.ld_count());
        troops.stack = kept;
        place as u8 + 1
    }

    /// The side announces and pays its campaign.
    pub(super) fn choose_campaign(
        mut self,
        impulse: Impulse,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let side = impulse.side;
        let purse = self.purse[side];
        let country = rules.nations[usize::from(rules.sides[side].major)].country;
        let affordable = |campaign: &Campaign| {
            campaign.is_open_to(country) && campaign.cost(&rules.charts) <= purse.max(0)
        };
        let open: Vec<Campaign> = Campaign::ALL.into_iter().filter(affordable).collect();
        let barred = || {
            let closed = Campaign::ALL.into_iter().filter(|campaign| !affordable(campaign));
            closed
                .map(|campaign| {
                    let cost = campaign.cost(&rules.charts);
                    let reason = format!("it costs {cost} ducats; the treasury has {purse}");
                    let refusal = Refusal::new(campaign.clause(), reason);
                    Barred { key: grognard_umpire::Offer::key(&campaign), refusal }
                })
                .collect()
        };
        let asking = Asking::of(side, rule!("CAMPAIGN-q"), "campaign");
        let campaign = *ump.choose_among(asking, &open, Openness::Open, &barred)?;
        let cost = campaign.cost(&rules.charts);
        self.purse[side] -= cost;
        self.campaign[side] = campaign;
        ump.explain(|| {
            let text = format!(
                "{} announces a {} campaign for {cost} ducats",
                rules.sides[side].name,
                campaign.row()
            );
            Ruling::new(campaign.clause(), text)
        });
        Ok(self.at_stage(Stage::Move(impulse)))
    }
}

/// How many veterans are left when a stack shrinks: as many in a hundred as before, rounded up.
pub(super) fn veterans_left(veterans: u8, before: u8, after: u8) -> u8 {
    if before == 0 {
        return 0;
    }
    (u16::from(veterans) * u16::from(after)).div_ceil(u16::from(before)) as u8
}
