//! The end of an activation, of the operations phase and of a player's turn. [9.0, 10.0, 11.0]

use crate::asks::Asks;
use crate::campaign::Campaign;
use crate::combat::spread;
use crate::engagement::Which;
use crate::field::Field;
use crate::game::{Active, Game, GameEnd, Phase, Place};
use crate::options::{AttritionPoints, Garrison, Undying};
use crate::stacking::{is_full, may_stack, note_stacking};
use crate::unit::{UNITS_MAX, UnitId, Units};
use crate::{agc, rule};
use grognard_board::{Hex, HexSet};
use grognard_umpire::{Asked, Asking, Clerk, Dice, Die, Modifier, Offer, Openness, Ruling, Side, Umpire};

/// What a throw for attrition looks like to whoever does not know the strength of the force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Seems {
    /// It costs nothing, however strong the force is, or there is nothing to decide.
    Free,
    /// It may cost something that its owner has to spread.
    Costly,
}

/// So many units of a crowd share attrition, the strongest of it.
const WORN_MAX: usize = 12;

/// Points of attrition taken by each unit of a force on the march, which may be larger than any that stays together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Worn(pub(crate) Vec<u8>);

impl Offer for Worn {
    fn key(&self) -> String {
        self.0.iter().map(u8::to_string).collect::<Vec<_>>().join("-")
    }

    fn words(&self) -> String {
        format!("lose {}", self.key())
    }
}

impl Active {
    /// The same force with what it has spent in exploitation so far taken down.
    #[must_use]
    pub(crate) fn so_far(mut self) -> Active {
        if self.exploit.is_some() {
            self.exploited = self.exploited.max(self.spent);
        }
        self
    }

    /// Whether a force has spent more than half of what the slowest of those who began had. [9.0-b]
    pub(crate) fn has_marched_far(&self, rules: &Campaign) -> bool {
        // Exploitation's points do not count; those of the combat do.
        let spent = match (self.exploit, rules.options.attrition_points) {
            (None, _) => self.spent,
            (Some(_), AttritionPoints::WithoutExploitation) => self.spent_before,
            (Some(_), AttritionPoints::WithExploitation) => self.spent_before.saturating_add(self.exploited),
        };
        u16::from(spent) * 2 > u16::from(self.had)
    }
}

impl Game {
    /// The activation closes: attrition for those who marched without supply, then all are spent.
    pub(crate) fn close(
        &mut self,
        active: Active,
        mut unchecked: Units,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let side = self.phasing;
        ump.cite(rule!("9.0-b"));
        let more_than_half = active.has_marched_far(rules);
        ump.note_if(rule!("9.0-f"), || more_than_half && self.turn == 1);
        if self.is_worn_by(&active, rules) {
            ump.cite(rule!("2.10-e"));
            let field = Field::of(self, rules, None, ump);
            let supplied = self.supplied(rules, side, &field, ump);
            while let Some(unit) = unchecked.iter().next() {
                let Some(hex) = self.hex_of(unit) else {
                    unchecked = unchecked.without(Units::one(unit));
                    continue;
                };
                let group = self.units_at(hex).both(unchecked);
                unchecked = unchecked.without(group);
                ump.cite(rule!("9.0-a"));
                if supplied.has(hex) {
                    continue;
                }
                let (lost, seems) = self.throw_attrition(rules, hex, group, ump)?;
                if lost > 0 || seems == Seems::Costly {
                    self.phase = Phase::Wearing(active, unchecked.with(group), hex, lost);
                    return Ok(());
                }
            }
        }
        self.close_for_good(active, rules, ump);
        Ok(())
    }

    /// Whether the march of a force puts those of it who are out of supply to the test. [9.0-b, 9.0-f]
    pub(crate) fn is_worn_by(&self, active: &Active, rules: &Campaign) -> bool {
        active.has_marched_far(rules) && self.turn > 1
    }

    fn close_for_good(&mut self, active: Active, rules: &Campaign, ump: &mut impl Umpire) {
        ump.cite(rule!("7.0-e"));
        self.spent = self.spent.with(active.taking_part.both(self.on_map(rules, self.phasing)));
        self.spend_reactors(ump);
        for side in Side::ALL {
            self.contaminate(rules, side, ump);
        }
        self.phase = Phase::Operations;
    }

    /// Throws for attrition: what it costs, and whether the enemy, who does not know how strong the force is,
    /// has to reckon with a loss to be spread.
    fn throw_attrition(
        &self,
        rules: &Campaign,
        hex: Hex,
        group: Units,
        ump: &mut impl Umpire,
    ) -> Asked<(u8, Seems)> {
        let charts = &rules.charts;
        let [settlement, alone, demoralized, full] = charts.attrition_modifiers;
        let force = self.force_at(rules, self.phasing, hex);
        let terrain = charts.ground(rules.ground(hex)).attrition;
        let list = [
            (rules.board.settlement(hex).is_some(), settlement, rule!("9.0-g"), "in a town or city"),
            (force.len() == 1, alone, rule!("9.0-h"), "a single unit in the hex"),
            (!group.both(self.demoralized).is_empty(), demoralized, rule!("9.0-i"), "demoralized"),
            (is_full(rules, force), full, rule!("9.0-j"), "a full stack"),
            (terrain != 0, terrain, rule!("3.0-b"), "the ground"),
        ];
        let sum: i16 = list.iter().filter(|(holds, ..)| *holds).map(|(_, value, ..)| i16::from(*value)).sum();
        let strength = self.strength_of(group);
        let printed = group.iter().map(|unit| rules.counter(unit).strength).fold(0, u8::saturating_add);
        let costs = |roll: i16| {
            let costly = |strength: u8| group.len() > 1 && charts.attrition(roll, strength) > 0;
            let seems = if (group.len()..=printed).any(costly) { Seems::Costly } else { Seems::Free };
            (charts.attrition(roll, strength), seems)
        };
        ump.cite(rule!("ATT-a"));
        let asking = Asking::of(self.phasing, rule!("9.0-c"), Asks::Attrition);
        let dice = Dice::Sum { count: 2, die: Die::D6 };
        let costs = ump.throw(asking, dice, |dice| costs(dice as i16 + sum))?;
        ump.explain(|| {
            let modifiers = list
                .iter()
                .filter(|(holds, ..)| *holds)
                .map(|&(_, value, clause, words)| Modifier::new(i16::from(value), clause, words))
                .collect();
            // How much it costs would tell the strength of the force, which is its owner's business.
            let id = rules.board.id(hex);
            Ruling::new(rule!("9.0-c"), format!("attrition in {id}")).with_modifiers(modifiers)
        });
        Ok(costs)
    }

    /// The owner spreads attrition: the first point on the largest, nobody below one.
    pub(crate) fn wear(
        &mut self,
        active: Active,
        unchecked: Units,
        hex: Hex,
        lost: u8,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let group = self.units_at(hex).both(unchecked);
        let ways = self.ways_to_wear(group, lost);
        ump.cite(rule!("9.0-d"));
        ump.note_if(rule!("9.0-e"), || self.strength_of(group) < lost + group.len());
        let asking = Asking::of(self.phasing, rule!("9.0-d"), Asks::TakeAttrition);
        // How much there is to spread would tell of the strengths.
        let seeming = usize::from(group.len());
        let way = ump.choose_seeming(asking, &ways, Openness::Secret, &Vec::new, seeming)?;
        for (unit, points) in group.iter().zip(&way.0) {
            self.strength[unit.index()] -= points;
        }
        self.phase = Phase::Closing(active, unchecked.without(group));
        Ok(())
    }

    pub(crate) fn ways_to_wear(&self, group: Units, lost: u8) -> Vec<Worn> {
        let units: Vec<UnitId> = group.iter().collect();
        let mut room: Vec<u8> = units.iter().map(|&unit| self.strength(unit).saturating_sub(1)).collect();
        let largest = units.iter().map(|&unit| self.strength(unit)).max().unwrap_or(0);
        // The ways of a mass are more than anybody could read.
        let mut strongest_first: Vec<usize> = (0..units.len()).collect();
        strongest_first.sort_by_key(|&index| std::cmp::Reverse(room[index]));
        strongest_first.into_iter().skip(WORN_MAX).for_each(|index| room[index] = 0);
        let total = lost.min(room.iter().copied().fold(0, u8::saturating_add));
        let mut ways = Vec::new();
        spread(&room, total, &mut |taken: &[u8; UNITS_MAX]| {
            let first =
                units.iter().zip(taken).any(|(&unit, &points)| self.strength(unit) == largest && points > 0);
            if first || total == 0 {
                ways.push(Worn(taken[..units.len()].to_vec()));
            }
        });
        ways
    }

    /// Stacking is checked when the owner's operations end; what is too much goes. [2.3-c]
    pub(crate) fn end_operations(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<()> {
        let side = self.phasing;
        let field = Field::of(self, rules, None, ump);
        // A side overstacked in the enemy's phase has until the end of its own next one.
        let enemy = side.other();
        let crowded = |hex: Hex| !may_stack(rules, self.force_at(rules, enemy, hex));
        ump.note_if(rule!("2.3-d"), || field.at[enemy].iter().any(crowded));
        let marked = if ump.listens() { self.marked(rules) } else { Units::NONE };
        for hex in field.at[side].iter() {
            let force = self.force_at(rules, side, hex);
            note_stacking(rules, force, marked, ump);
            if !may_stack(rules, force) {
                let list: Vec<Which<'_>> = force.iter().map(|unit| Which(unit, rules)).collect();
                let asking = Asking::of(side, rule!("2.3-c"), Asks::WhoIsTooMany);
                let unit = ump.choose(asking, &list)?.0;
                return self.eliminate(rules, Units::one(unit), ump);
            }
        }
        self.phase = Phase::PlayerEnd;
        Ok(())
    }

    /// Surrender, reset, and on to the next player, the next turn or the end.
    pub(crate) fn end_player_turn(
        &mut self,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<Option<GameEnd>> {
        let side = self.phasing;
        self.surrender(rules, ump)?;
        // Own units become fresh; those of the other side that reacted stay spent through their turn.
        ump.cite(rule!("11.0-a"));
        ump.note_if(rule!("11.0-b"), || !self.spent.both(rules.units_of[side.other()]).is_empty());
        self.spent = self.spent.without(rules.units_of[side]);
        if side == Side::First && !self.is_surprise(rules) {
            self.phasing = Side::Second;
            self.phase = Phase::PlayerStart;
            return Ok(None);
        }
        if side == Side::First {
            // There is no Russian player turn on the turn of surprise, but he has his points of every turn.
            ump.cite(agc!("4.6.1-a"));
            self.receive(rules, Side::Second, ump);
        }
        self.cossacks = Units::NONE;
        if self.turn == rules.turns() {
            return Ok(Some(self.end(rules, ump)));
        }
        self.turn += 1;
        self.phase = Phase::TurnStart;
        Ok(None)
    }

    /// The hexes whose force of the phasing side stands next to a steady, supplied enemy and can trace no line at
    /// all: it is gone when the turn ends. [10.0]
    pub(crate) fn pockets(&self, rules: &Campaign, clerk: &mut impl Clerk) -> Vec<Hex> {
        let side = self.phasing;
        let field = Field::of(self, rules, None, clerk);
        let enemy_supplied = self.supplied(rules, side.other(), &field, clerk);
        let threatening: HexSet = rules.units_of[side.other()]
            .iter()
            .filter(|&unit| !self.demoralized.has(unit))
            .filter_map(|unit| self.hex_of(unit))
            .filter(|&hex| enemy_supplied.has(hex))
            .collect();
        // A friend cancels the enemy's zone of control in his own hex.
        clerk.note_if(rule!("10.0-d"), || !field.zoc[side.other()].and(&field.at[side]).is_empty());
        let open = field.open(self, rules, side, clerk);
        let sources = self.sources(rules, side).and(&open);
        let linked = rules.board.flood(&sources, &open, None);
        let mut pockets = Vec::new();
        for hex in field.at[side].iter() {
            if rules.board.around(hex).and(&threatening).is_empty() {
                continue;
            }
            clerk.note(rule!("10.0-a"));
            clerk.note(rule!("10.0-b"));
            let holds = match rules.options.garrison {
                Garrison::HoldsOut => linked.has(hex),
                Garrison::NeedsLine => {
                    let mut others = sources;
                    others.take(hex);
                    rules.board.flood(&others, &open, None).has(hex)
                }
            };
            if !holds {
                pockets.push(hex);
            }
        }
        pockets
    }

    /// Those who are cut off give themselves up. [10.0]
    fn surrender(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<()> {
        let side = self.phasing;
        for hex in self.pockets(rules, ump) {
            ump.explain(|| {
                let (id, who) = (rules.board.id(hex), rules.names(self.force_at(rules, side, hex)));
                Ruling::new(rule!("10.0-c"), format!("{who} in {id}: surrendered"))
            });
            for unit in self.force_at(rules, side, hex).iter() {
                self.remove(unit, Place::SURRENDERED);
                // Nobody straggles back from a pocket.
                match rules.options.undying {
                    Undying::Combat => {
                        ump.note_if(agc!("4.6.4-b"), || self.turn <= rules.special.undying_last_turn);
                    }
                    Undying::SurrenderToo => self.straggle(rules, unit, ump)?,
                }
            }
        }
        Ok(())
    }
}
