//! Loss results in a fight: which stack takes them next, under what circumstances, and what follows.

use super::{Cause, Fight, FightRules, StackId, Stage, Standing, takes_barrage_check};
use crate::allocation::{self, Allocation, Assigned, Losses};
use crate::charts::CombatResult;
use crate::circumstances::{Case, Circumstances, Occasion};
use crate::force::Condition;
use crate::readings::{AfterDriven, ChargeSides, EarlierLosses, OneEachScope, OverrunBar};
use grognard_umpire::{BySide, Ruling, Side, Umpire};

impl Cause {
    pub(super) const fn occasion(self) -> Occasion {
        match self {
            Cause::Barrage { .. } => Occasion::Barrage,
            Cause::CheckAfterBarrage => Occasion::CheckAfterBarrage,
            Cause::Combat(_) => Occasion::Combat,
            Cause::CheckAfterCombat => Occasion::CheckAfterCombat,
        }
    }
}

impl Fight {
    /// The case of a stack that takes results.
    pub(super) fn case<'a>(
        &self,
        rules: &'a FightRules,
        cause: Cause,
        of: StackId,
        ump: &mut impl Umpire,
    ) -> Case<'a> {
        let stack = &rules.stacks[of.side][of.index()];
        let formation = &rules.formations[of.side][stack.formation];
        let driven = self.stacks[of.side][of.index()].driven;
        let circumstances = Circumstances {
            occasion: cause.occasion(),
            charge: charge_bears_on(rules, of.side, ump),
            stand_fast: formation.stand_fast,
            driven,
            overrun: self.overrun_bears(rules, of.side),
            engineers: stack.engineers,
            posted: formation.posted,
            barrage_strength: rules.barrage.map_or(0, |barrage| barrage.strength),
            prisoners: takes_prisoners(rules, cause, of, driven, ump),
        };
        let (readings, limits) = (&rules.readings, &rules.charts.limits);
        Case { force: &stack.force, circumstances, readings, limits, names: &rules.names }
    }

    fn overrun_bears(&self, rules: &FightRules, side: Side) -> bool {
        let bars = rules.readings.overrun_bar == OverrunBar::Always || self.is_held();
        rules.overrun && side == Side::First && bars
    }

    /// Opens the allocation of results on a stack and lifts the stack out of the fight meanwhile.
    pub(super) fn open_results(
        &mut self,
        rules: &FightRules,
        cause: Cause,
        of: StackId,
        found: u8,
        ump: &mut impl Umpire,
    ) {
        let case = self.case(rules, cause, of, ump);
        let formation = rules.stacks[of.side][of.index()].formation;
        let standing = &mut self.stacks[of.side][of.index()];
        let condition = Condition {
            strength: std::mem::take(&mut standing.strength),
            morale: std::mem::take(&mut self.morale[of.side][formation]),
            hexes: std::mem::take(&mut standing.hexes),
            marker: self.marker,
            superiority: self.superiority,
            prisoners: 0,
        };
        let earlier = std::mem::take(&mut standing.losses);
        let mut allocation = Allocation::open(&case, condition, found, &mut |clause| ump.cite(clause));
        match cause {
            Cause::Barrage { .. } => {}
            Cause::Combat(_) => allocation.assigned = self.assigned,
            // A check keeps counters of its own.
            Cause::CheckAfterBarrage | Cause::CheckAfterCombat => {
                ump.cite(rule!("B3-d"));
                allocation = allocation.after(&case, earlier);
            }
        }
        if allocation.results != found {
            ump.explain(|| allocation::changed_ruling(&case, found, allocation.results));
        }
        self.stage = Stage::Results { cause, of, allocation };
    }

    /// Puts a stack back with what its allocation made of it.
    pub(super) fn close_results(
        &mut self,
        rules: &FightRules,
        cause: Cause,
        of: StackId,
        allocation: &Allocation,
    ) {
        let condition = &allocation.condition;
        let driven = self.stacks[of.side][of.index()].driven;
        let losses = match (cause, rules.readings.earlier_losses) {
            (Cause::Barrage { .. } | Cause::Combat(_), EarlierLosses::Counted) => allocation.losses,
            _ => Losses::default(),
        };
        self.stacks[of.side][of.index()] =
            Standing { strength: condition.strength, hexes: condition.hexes, driven, losses };
        self.morale[of.side][rules.stacks[of.side][of.index()].formation] = condition.morale;
        self.marker = condition.marker;
        self.superiority = condition.superiority;
        self.prisoners[of.side.other()] += u16::from(condition.prisoners);
        if matches!(cause, Cause::Combat(_)) && rules.readings.one_each_scope == OneEachScope::WholeCombat {
            self.assigned = allocation.assigned;
        }
    }

    /// Goes on until something has to be thrown or chosen.
    pub(super) fn settle(&mut self, rules: &FightRules, ump: &mut impl Umpire) {
        while let Stage::Results { cause, of, allocation } = self.stage {
            if !allocation.is_over(&mut |clause| ump.cite(clause)) {
                return;
            }
            self.close_results(rules, cause, of, &allocation);
            match cause {
                Cause::Barrage { check } => self.after_barrage(rules, of, check, ump),
                Cause::CheckAfterBarrage => self.begin_combat(rules, ump),
                Cause::Combat(result) => self.next_results(rules, result, ump),
                Cause::CheckAfterCombat => self.next_check(),
            }
        }
    }

    fn after_barrage(&mut self, rules: &FightRules, of: StackId, check: bool, ump: &mut impl Umpire) {
        let alive = self.stacks[of.side][of.index()].is_alive();
        if check && alive && takes_barrage_check(rules, of) {
            // The star calls for a check besides.
            ump.cite(rule!("T6"));
            self.stage = Stage::CheckAfterBarrage;
        } else {
            self.begin_combat(rules, ump);
        }
    }

    fn begin_combat(&mut self, rules: &FightRules, ump: &mut impl Umpire) {
        for standing in &mut self.stacks.second {
            standing.losses = Losses::default();
        }
        self.stage = Stage::Combat;
        if self.strengths(rules).second == 0 {
            ump.explain(|| {
                Ruling::new(rule!("E1"), "Nobody is left in the hex, and nobody has to fight for it.")
            });
            self.stage = Stage::Over;
        }
    }

    /// Results for the next stack that awaits them, or the checks.
    pub(super) fn next_results(&mut self, rules: &FightRules, result: CombatResult, ump: &mut impl Umpire) {
        match StackId::first_of(self.due) {
            Some(of) => {
                self.due &= !of.bit();
                let found = match of.side {
                    Side::First => result.attacker,
                    Side::Second => result.defender,
                };
                self.open_results(rules, Cause::Combat(result), of, found, ump);
            }
            None => {
                self.assigned = BySide::<Assigned>::default();
                self.due = self.checks_due(rules, ump);
                self.struck = 0;
                self.next_check();
            }
        }
    }

    /// Who checks morale after the combat: every stack that took results and is still there; those
    /// posted at a fort only if they retreated.
    fn checks_due(&self, rules: &FightRules, ump: &mut impl Umpire) -> u8 {
        let mut struck = self.struck;
        let mut due = 0;
        while let Some(of) = StackId::first_of(struck) {
            struck &= !of.bit();
            let stack = &rules.stacks[of.side][of.index()];
            let standing = &self.stacks[of.side][of.index()];
            if rules.formations[of.side][stack.formation].posted && !standing.has_retreated() {
                ump.explain(|| {
                    let text = format!(
                        "No morale check for {}: it is posted at the fort and has not retreated.",
                        stack.force.name
                    );
                    Ruling::new(rule!("F5b-a"), text)
                });
                continue;
            }
            if standing.is_alive() {
                due |= of.bit();
            }
        }
        due
    }

    pub(super) fn next_check(&mut self) {
        self.stage = match StackId::first_of(self.due) {
            Some(of) => {
                self.due &= !of.bit();
                Stage::CheckAfterCombat(of)
            }
            None => Stage::Over,
        };
    }
}

/// Whether a cavalry charge bears on a side's stacks; the reading O5 says if on both.
fn charge_bears_on(rules: &FightRules, side: Side, ump: &mut impl Umpire) -> bool {
    let Some(charging) = rules.charge else { return false };
    ump.cite(rule!("F1-d"));
    charging == side || rules.readings.charge_sides == ChargeSides::BothSides
}

/// Whether SP losses are prisoners too: the table says so, or a stand-fast defender was driven back. The check after
/// that takes none, unless the reading O9 has him stand fast in it still.
fn takes_prisoners(
    rules: &FightRules,
    cause: Cause,
    of: StackId,
    driven: bool,
    ump: &mut impl Umpire,
) -> bool {
    let by_the_table = match cause {
        Cause::Combat(result) => result.prisoners,
        Cause::CheckAfterCombat if rules.readings.after_driven == AfterDriven::StandingFast => false,
        _ => return false,
    };
    if of.side != Side::Second {
        return false;
    }
    if by_the_table {
        ump.cite(rule!("T7"));
    }
    let stack = &rules.stacks[of.side][of.index()];
    let driven_from_stand = driven && rules.formations[of.side][stack.formation].stand_fast;
    if driven_from_stand {
        ump.cite(rule!("F2-c"));
    }
    by_the_table || driven_from_stand
}
