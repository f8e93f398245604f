//! The end of an activation, of the operations phase and of a player's turn. [9.0, 10.0, 11.0]

use crate::campaign::Campaign;
use crate::clerk::Clerk;
use crate::combat::{Allocation, FIGHTERS_MAX, spread};
use crate::engagement::Which;
use crate::field::Field;
use crate::game::{Active, Game, GameEnd, Phase, Place};
use crate::options::{AttritionPoints, Garrison, Undying};
use crate::stacking::{is_full, may_stack, note_stacking};
use crate::unit::{UnitId, Units};
use crate::{agc, rule};
use grognard_board::{Hex, HexSet};
use grognard_umpire::{Asked, Asking, Dice, Die, Modifier, Ruling, Side, Umpire};

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
        // Exploitation's points do not count; those of the combat do.
        let spent = match (active.exploit, rules.options.attrition_points) {
            (None, _) => active.spent,
            (Some(_), AttritionPoints::WithoutExploitation) => active.spent_before,
            (Some(_), AttritionPoints::WithExploitation) => {
                active.spent_before.saturating_add(active.exploited)
            }
        };
        // More than half of what the slowest of those who began it had.
        ump.cite(rule!("9.0-b"));
        let more_than_half = u16::from(spent) * 2 > u16::from(active.had);
        ump.note_if(rule!("9.0-f"), || more_than_half && self.turn == 1);
        if more_than_half && self.turn > 1 {
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
                let lost = self.throw_attrition(rules, hex, group, ump)?;
                if lost > 0 {
                    self.phase = Phase::Wearing(active, unchecked.with(group), hex, lost);
                    return Ok(());
                }
            }
        }
        self.close_for_good(active, rules, ump);
        Ok(())
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

    fn throw_attrition(&self, rules: &Campaign, hex: Hex, group: Units, ump: &mut impl Umpire) -> Asked<u8> {
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
        ump.cite(rule!("ATT-a"));
        let asking = Asking::of(self.phasing, rule!("9.0-c"), "attrition");
        let dice = Dice::Sum { count: 2, die: Die::D6 };
        let lost = ump.throw(asking, dice, |dice| charts.attrition(dice as i16 + sum, strength))?;
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
        Ok(lost)
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
        let way = ump.choose_secretly(Asking::of(self.phasing, rule!("9.0-d"), "take attrition"), &ways)?;
        for (unit, points) in group.iter().zip(way.taken) {
            self.strength[unit.index()] -= points;
        }
        self.phase = Phase::Closing(active, unchecked.without(group));
        Ok(())
    }

    fn ways_to_wear(&self, group: Units, lost: u8) -> Vec<Allocation> {
        let units: Vec<UnitId> = group.iter().take(FIGHTERS_MAX).collect();
        let room: Vec<u8> = units.iter().map(|&unit| self.strength(unit).saturating_sub(1)).collect();
        let largest = units.iter().map(|&unit| self.strength(unit)).max().unwrap_or(0);
        let total = lost.min(room.iter().sum());
        let mut ways = Vec::new();
        spread(&room, total, &mut |taken| {
            let first =
                units.iter().zip(taken).any(|(&unit, &points)| self.strength(unit) == largest && points > 0);
            if first || total == 0 {
                ways.push(Allocation::of(*taken, units.len() as u8));
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
                let asking = Asking::of(side, rule!("2.3-c"), "who is too many");
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

    /// Forces next to a steady, supplied enemy that can trace no line at all are gone. [10.0]
    fn surrender(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<()> {
        let side = self.phasing;
        let field = Field::of(self, rules, None, ump);
        let enemy_supplied = self.supplied(rules, side.other(), &field, ump);
        let threatening: HexSet = rules.units_of[side.other()]
            .iter()
            .filter(|&unit| !self.demoralized.has(unit))
            .filter_map(|unit| self.hex_of(unit))
            .filter(|&hex| enemy_supplied.has(hex))
            .collect();
        // A friend cancels the enemy's zone of control in his own hex.
        ump.note_if(rule!("10.0-d"), || !field.zoc[side.other()].and(&field.at[side]).is_empty());
        let open = field.open(self, rules, side, ump);
        let sources = self.sources(rules, side).and(&open);
        let linked = rules.board.flood(&sources, &open, None);
        for hex in field.at[side].iter() {
            if rules.board.around(hex).and(&threatening).is_empty() {
                continue;
            }
            ump.cite(rule!("10.0-a"));
            ump.cite(rule!("10.0-b"));
            let holds = match rules.options.garrison {
                Garrison::HoldsOut => linked.has(hex),
                Garrison::NeedsLine => {
                    let mut others = sources;
                    others.take(hex);
                    rules.board.flood(&others, &open, None).has(hex)
                }
            };
            if holds {
                continue;
            }
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
