//! A fight from the first shell to the last morale check.
//!
//! Barrage, the morale check it may call for, combat, the loss results on each stack, a morale check of
//! each stack that took any, retreats and prisoners. Each throw and each choice is a step of its own.

mod contest;
mod results;
mod stake;

use crate::allocation::{Allocation, Assigned, Losses, in_order};
use crate::asks::Asks;
use crate::charts::{BarrageResult, Charts, CombatResult};
use crate::check::Check;
use crate::circumstances::Occasion;
use crate::force::{FORMATIONS_MAX, Force, MissionOrder, STACKS_MAX, Strengths};
use crate::objective::Weights;
use crate::policy::Policy;
use crate::readings::{FortDriven, PostedBarrageCheck, Readings, RetreatHexes};
use crate::seen::Seen;
use grognard_umpire::{Asked, Asking, BySide, Dice, Flow, Procedure, Ruling, Side, Umpire};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// A Primary Formation: what the stacks of a corps or division have in common. Its morale level changes
/// and is kept in the fight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formation {
    /// Its name for people.
    pub name: String,
    /// Its mission order.
    pub order: MissionOrder,
    /// Whether it stands fast.
    pub stand_fast: bool,
    /// Whether it is posted at a fort.
    pub posted: bool,
}

/// A stack in a fight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stack {
    /// Its units.
    pub force: Force,
    /// Its formation, by number.
    pub formation: usize,
    /// Whether its engineers modify the combat.
    pub engineers: bool,
}

/// A barrage before the combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Barrage {
    /// Its strength.
    pub strength: u16,
    /// The defending stack it falls on, by number.
    pub target: usize,
}

/// What is given for a fight.
#[derive(Clone, Debug)]
pub struct FightRules {
    /// The charts.
    pub charts: Arc<Charts>,
    /// The readings in force.
    pub readings: Readings,
    /// What the sides are called.
    pub names: BySide<String>,
    /// Each side's formations.
    pub formations: BySide<Vec<Formation>>,
    /// Each side's stacks.
    pub stacks: BySide<Vec<Stack>>,
    /// The barrage, if there is one.
    pub barrage: Option<Barrage>,
    /// The column of the combat table, where the players have worked it out themselves.
    pub column: Option<usize>,
    /// Which side's cavalry charges.
    pub charge: Option<Side>,
    /// Whether the attack is an overrun.
    pub overrun: bool,
    /// How each side decides when nobody is asked.
    pub policies: BySide<Policy>,
    /// What things are worth.
    pub weights: Weights,
    /// How it all started.
    pub before: End,
}

/// A stack by side and number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StackId {
    /// Whose it is.
    pub side: Side,
    /// Its number.
    pub number: u8,
}

impl StackId {
    const fn bit(self) -> u8 {
        let base = match self.side {
            Side::First => 0,
            Side::Second => STACKS_MAX as u8,
        };
        1 << (base + self.number)
    }

    fn index(self) -> usize {
        usize::from(self.number)
    }

    /// The first stack of a set: the attacker's come before the defender's.
    fn first_of(set: u8) -> Option<StackId> {
        let place = (set != 0).then(|| set.trailing_zeros() as u8)?;
        Some(match place.checked_sub(STACKS_MAX as u8) {
            Some(number) => StackId { side: Side::Second, number },
            None => StackId { side: Side::First, number: place },
        })
    }
}

/// A stack as it stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Standing {
    /// Strength points, unit by unit.
    pub strength: Strengths,
    /// Hexes of retreat taken as results.
    pub hexes: u8,
    /// Whether the table's `r` has driven it back.
    pub driven: bool,
    /// What it has lost in the allocation before, kept only while the reading O3 wants to know.
    losses: Losses,
}

impl Standing {
    fn is_alive(&self) -> bool {
        self.strength.iter().any(|&strength| strength > 0)
    }

    fn has_retreated(&self) -> bool {
        self.hexes > 0 || self.driven
    }

    fn total(&self) -> u16 {
        self.strength.iter().map(|&strength| u16::from(strength)).sum()
    }
}

/// Why results are being allocated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// The barrage table, which may also call for a check.
    Barrage {
        /// Whether it does.
        check: bool,
    },
    /// A check failed because of the barrage.
    CheckAfterBarrage,
    /// The combat table.
    Combat(CombatResult),
    /// A check failed because of the combat.
    CheckAfterCombat,
}

/// Where the fight stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// The barrage is due.
    Barrage,
    /// The shelled stack's morale check is due.
    CheckAfterBarrage,
    /// The combat is due.
    Combat,
    /// A stack's morale check after the combat is due.
    CheckAfterCombat(StackId),
    /// Results on a stack are being allocated.
    Results {
        /// Why.
        cause: Cause,
        /// Which stack; it is lifted out of the fight meanwhile.
        of: StackId,
        /// How far.
        allocation: Allocation,
    },
    /// Nothing is left to do.
    Over,
}

/// A fight under way.
///
/// # Equality
/// Two fights are equal if everything later steps read is: strengths, morale, markers, hexes, prisoners,
/// and which stacks still await results or checks. A stack whose results are being allocated is lifted
/// out and stands at nought here, so that its past does not tell equal fights apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fight {
    /// Where it stands.
    pub stage: Stage,
    /// Each side's stacks.
    pub stacks: BySide<[Standing; STACKS_MAX]>,
    /// The morale levels of each side's formations.
    pub morale: BySide<[u8; FORMATIONS_MAX]>,
    /// The level of the defender's combat marker.
    pub marker: u8,
    /// Whether the attacker has artillery superiority.
    pub superiority: bool,
    /// Prisoners taken by each side.
    pub prisoners: BySide<u16>,
    /// Stacks that await results or checks.
    due: u8,
    /// Stacks that took results in the combat.
    struck: u8,
    /// What each player has used up in this combat, kept only while the reading O2 wants to know.
    assigned: BySide<Assigned>,
}

/// How a fight ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct End {
    /// Strength points of each side's stacks, unit by unit.
    pub strength: BySide<[Strengths; STACKS_MAX]>,
    /// How far each stack retreats.
    pub hexes: BySide<[u8; STACKS_MAX]>,
    /// The morale levels of each side's formations.
    pub morale: BySide<[u8; FORMATIONS_MAX]>,
    /// The level of the defender's combat marker.
    pub marker: u8,
    /// Whether the attacker has artillery superiority.
    pub superiority: bool,
    /// Prisoners taken by each side.
    pub prisoners: BySide<u16>,
}

impl Fight {
    /// A fight about to start, from the forces as they are before it.
    pub fn start(before: &End, barrage: Option<Barrage>) -> Fight {
        let stacks = BySide::from_fn(|side| {
            before.strength[side].map(|strength| Standing { strength, ..Standing::default() })
        });
        Fight {
            stage: if barrage.is_some() { Stage::Barrage } else { Stage::Combat },
            stacks,
            morale: before.morale,
            marker: before.marker,
            superiority: before.superiority,
            prisoners: BySide::default(),
            due: 0,
            struck: 0,
            assigned: BySide::default(),
        }
    }

    fn barrage(mut self, rules: &FightRules, ump: &mut impl Umpire) -> Asked<Fight> {
        let barrage = rules.barrage.expect("the stage is only reached with one");
        let of = StackId { side: Side::Second, number: barrage.target as u8 };
        // The strength finds the column.
        ump.cite(rule!("T5"));
        let column = rules.charts.barrage_column(barrage.strength);
        let asking = Asking::of(Side::First, rule!("T2"), Asks::Barrage);
        let seen = ump.throw(asking, Dice::D10, |face| {
            let die = i32::from(face);
            Seen { what: rules.charts.barrage(die, column), die }
        })?;
        ump.explain(|| {
            let name = &rules.stacks[of.side][of.index()].force.name;
            let text = format!(
                "A barrage of strength {} falls on {name}: {}.",
                barrage.strength,
                barrage_words(seen.what)
            );
            Ruling::new(rule!("T2"), text).with_look(rules.charts.barrage_look(seen.die, column))
        });
        let BarrageResult { results, check } = seen.what;
        self.open_results(rules, Cause::Barrage { check }, of, results, ump);
        Ok(self)
    }

    fn check_after_barrage(mut self, rules: &FightRules, ump: &mut impl Umpire) -> Asked<Fight> {
        let barrage = rules.barrage.expect("the stage is only reached with one");
        let of = StackId { side: Side::Second, number: barrage.target as u8 };
        let results = self.throw_check(rules, of, Occasion::CheckAfterBarrage, ump)?;
        self.open_results(rules, Cause::CheckAfterBarrage, of, results, ump);
        Ok(self)
    }

    fn check_after_combat(mut self, rules: &FightRules, of: StackId, ump: &mut impl Umpire) -> Asked<Fight> {
        let results = self.throw_check(rules, of, Occasion::CheckAfterCombat, ump)?;
        self.open_results(rules, Cause::CheckAfterCombat, of, results, ump);
        Ok(self)
    }

    fn throw_check(
        &self,
        rules: &FightRules,
        of: StackId,
        occasion: Occasion,
        ump: &mut impl Umpire,
    ) -> Asked<u8> {
        let stack = &rules.stacks[of.side][of.index()];
        // A stack checks with the level of its formation.
        ump.cite(rule!("M9"));
        let morale = self.morale[of.side][stack.formation];
        let check = Check { side: of.side, name: &stack.force.name, occasion, morale, modifiers: &[] };
        check.throw(&rules.charts, ump)
    }

    fn combat(mut self, rules: &FightRules, ump: &mut impl Umpire) -> Asked<Fight> {
        let strength = self.strengths(rules);
        let charts = &rules.charts;
        let column = rules.column.unwrap_or_else(|| charts.odds_column(strength.first, strength.second));
        let modifier =
            i32::from(charts.combat_modifier(self.superiority, self.marker, rules.readings.marker_levels));
        let asking = Asking::of(Side::First, rule!("T1"), Asks::Combat);
        let seen = ump.throw(asking, Dice::D10, |face| {
            let die = i32::from(face) + modifier;
            Seen { what: charts.combat(die, column), die }
        })?;
        ump.explain(|| self.combat_ruling(rules, strength, column, &seen));
        let result = seen.what;
        for of in self.in_combat(rules) {
            self.strike(rules, of, result, ump);
        }
        self.struck = self.due;
        self.next_results(rules, result, ump);
        Ok(self)
    }

    /// What the table does to one stack: it is due for results if there are any for its side, and a
    /// defender may be driven back besides.
    fn strike(&mut self, rules: &FightRules, of: StackId, result: CombatResult, ump: &mut impl Umpire) {
        ump.cite(rule!("E1"));
        let results = match of.side {
            Side::First => result.attacker,
            Side::Second => result.defender,
        };
        if results > 0 {
            self.due |= of.bit();
        }
        if of.side == Side::First || !result.retreat {
            return;
        }
        let stack = &rules.stacks[of.side][of.index()];
        let formation = &rules.formations[of.side][stack.formation];
        if formation.stand_fast {
            ump.cite(rule!("F2-b"));
        }
        if formation.posted {
            ump.cite(rule!("F5b-d"));
        }
        let standing = &mut self.stacks[of.side][of.index()];
        let name = &stack.force.name;
        if !stack.force.is_fort() {
            standing.driven = true;
            ump.explain(|| Ruling::new(rule!("T1"), format!("The table's r drives {name} back a hex.")));
            return;
        }
        match rules.readings.fort_driven {
            FortDriven::Stays => {
                ump.explain(|| {
                    Ruling::new(rule!("F5a"), format!("The table's r does not move {name}: a fort stays."))
                });
            }
            FortDriven::Falls => {
                self.prisoners.first += standing.total();
                standing.strength = Strengths::default();
                self.due &= !of.bit();
                ump.explain(|| {
                    Ruling::new(
                        rule!("F5a"),
                        format!("The table's r is the fall of {name}: its garrison is taken."),
                    )
                });
            }
        }
    }

    fn combat_ruling(
        &self,
        rules: &FightRules,
        strength: BySide<u16>,
        column: usize,
        seen: &Seen<CombatResult>,
    ) -> Ruling {
        let odds = &rules.charts.odds_heads()[column];
        let how = match rules.column {
            Some(_) => format!("odds of {odds}, as the players found them"),
            None => format!("{} SP against {}, odds of {odds}", strength.first, strength.second),
        };
        let number = |n: u8| if n == 1 { "1 loss result".to_owned() } else { format!("{n} loss results") };
        let mut text = format!(
            "Combat at {how}: {} for each stack of {}, {} for each of {}",
            number(seen.what.attacker),
            rules.names.first,
            number(seen.what.defender),
            rules.names.second
        );
        if seen.what.prisoners {
            text.push_str("; SP lost by the defender are prisoners");
        }
        text.push('.');
        Ruling::new(rule!("T1"), text)
            .with_modifiers(rules.charts.combat_modifiers(
                self.superiority,
                self.marker,
                rules.readings.marker_levels,
            ))
            .with_look(rules.charts.combat_look(seen.die, column))
    }

    /// The stacks that take part in the combat: whoever has strength and has not been shelled out.
    fn in_combat(&self, rules: &FightRules) -> Vec<StackId> {
        let of_side =
            |side: Side| (0..rules.stacks[side].len() as u8).map(move |number| StackId { side, number });
        of_side(Side::First)
            .chain(of_side(Side::Second))
            .filter(|of| {
                let standing = &self.stacks[of.side][of.index()];
                standing.is_alive() && standing.hexes == 0
            })
            .collect()
    }

    fn strengths(&self, rules: &FightRules) -> BySide<u16> {
        let mut strength = BySide::new(0, 0);
        for of in self.in_combat(rules) {
            strength[of.side] += self.stacks[of.side][of.index()].total();
        }
        strength
    }

    /// Whether any defending stack is still in the hex.
    fn is_held(&self) -> bool {
        self.stacks.second.iter().any(|standing| standing.is_alive() && !standing.has_retreated())
    }

    fn end(&self, rules: &FightRules, ump: &mut impl Umpire) -> End {
        let hexes = |standing: &Standing| {
            let driven = u8::from(standing.driven);
            match rules.readings.retreat_hexes {
                _ if !standing.is_alive() => 0,
                RetreatHexes::Added => standing.hexes + driven,
                RetreatHexes::Longest => standing.hexes.max(driven),
            }
        };
        let end = End {
            strength: BySide::from_fn(|side| self.stacks[side].map(|standing| standing.strength)),
            hexes: BySide::from_fn(|side| self.stacks[side].map(|standing| hexes(&standing))),
            morale: self.morale,
            marker: self.marker,
            superiority: self.superiority,
            prisoners: self.prisoners,
        };
        for side in Side::ALL {
            for (stack, &hexes) in rules.stacks[side].iter().zip(&end.hexes[side]) {
                if hexes > 0 {
                    let plural = if hexes == 1 { "hex" } else { "hexes" };
                    let name = &stack.force.name;
                    ump.explain(|| {
                        Ruling::new(rule!("M10"), format!("Retreat of {name}: {hexes} {plural}."))
                    });
                }
            }
        }
        end
    }
}

/// Ranks that the allocation of results on one stack takes: every result may name a form, then a unit.
const ALLOCATION: u32 = 2 * (u8::MAX as u32 + 1);
/// All stacks of both sides.
const STACKS_OF_BOTH: u32 = 2 * STACKS_MAX as u32;

const CHECK_AFTER_BARRAGE: u32 = 1 + ALLOCATION;
const COMBAT: u32 = CHECK_AFTER_BARRAGE + 1 + ALLOCATION;
const CHECKS: u32 = COMBAT + 1 + (STACKS_OF_BOTH + 1) * ALLOCATION;

impl Procedure for Fight {
    type Rules = FightRules;
    type End = End;

    /// How far the fight has got: the fewer stacks still await something, the further.
    fn rank(&self, _: &FightRules) -> Option<u32> {
        let done = STACKS_OF_BOTH - self.due.count_ones();
        Some(match self.stage {
            Stage::Barrage => 0,
            Stage::CheckAfterBarrage => CHECK_AFTER_BARRAGE,
            Stage::Combat => COMBAT,
            Stage::CheckAfterCombat(_) => CHECKS + done * (1 + ALLOCATION),
            Stage::Results { cause, allocation, .. } => {
                let before = match cause {
                    Cause::Barrage { .. } => 0,
                    Cause::CheckAfterBarrage => CHECK_AFTER_BARRAGE,
                    Cause::Combat(_) => COMBAT + done * ALLOCATION,
                    Cause::CheckAfterCombat => CHECKS + done * (1 + ALLOCATION),
                };
                before + 1 + allocation.sequence()
            }
            Stage::Over => CHECKS + (STACKS_OF_BOTH + 1) * (1 + ALLOCATION),
        })
    }

    /// Units of a stack that are of one arm and began with the same strength can stand for each other: the strongest
    /// come first.
    fn lumped(mut self, rules: &FightRules) -> Self {
        for side in Side::ALL {
            for (number, stack) in rules.stacks[side].iter().enumerate() {
                let began = &rules.before.strength[side][number];
                let alike = |one: usize, other: usize| {
                    stack.force.units[one].arm == stack.force.units[other].arm && began[one] == began[other]
                };
                let units = stack.force.units.len();
                match &mut self.stage {
                    Stage::Results { of, allocation, .. } if of.side == side && of.index() == number => {
                        allocation.lump(units, alike);
                    }
                    _ => {
                        let strength = &mut self.stacks[side][number].strength;
                        in_order(units, alike, |one, other| {
                            if strength[one] < strength[other] {
                                strength.swap(one, other);
                            }
                        });
                    }
                }
            }
        }
        self
    }

    /// One throw or one choice, and whatever follows from it without another.
    fn step(self, rules: &FightRules, ump: &mut impl Umpire) -> Flow<Self> {
        let mut fight = match self.stage {
            Stage::Barrage => self.barrage(rules, ump)?,
            Stage::CheckAfterBarrage => self.check_after_barrage(rules, ump)?,
            Stage::Combat => self.combat(rules, ump)?,
            Stage::CheckAfterCombat(of) => self.check_after_combat(rules, of, ump)?,
            Stage::Results { cause, of, allocation } => {
                let case = self.case(rules, cause, of, ump);
                let allocation = allocation.ask(&case, ump)?;
                Fight { stage: Stage::Results { cause, of, allocation }, ..self }
            }
            Stage::Over => self,
        };
        fight.settle(rules, ump);
        Ok(match fight.stage {
            Stage::Over => Break(fight.end(rules, ump)),
            _ => Continue(fight),
        })
    }
}

fn barrage_words(result: BarrageResult) -> String {
    let results = match result.results {
        0 => "no loss result".to_owned(),
        1 => "1 loss result".to_owned(),
        results => format!("{results} loss results"),
    };
    if result.check { format!("{results} and a morale check") } else { results }
}

/// Whether a shelled stack takes the check that the barrage calls for.
fn takes_barrage_check(rules: &FightRules, of: StackId) -> bool {
    let stack = &rules.stacks[of.side][of.index()];
    let posted = rules.formations[of.side][stack.formation].posted;
    !(posted && rules.readings.posted_barrage_check == PostedBarrageCheck::Spared)
}
