//! A fight as people see it.

use super::{Cause, End, Fight, FightRules, StackId, Stage};
use crate::allocation::unit_facts;
use crate::circumstances::Case;
use crate::force::Strengths;
use crate::policy;
use grognard_umpire::{BySide, Choice, Clause, Fact, Figure, Playable, Reading, Side, Umpire, Unit};

/// Strength points of a list of stacks.
fn total(strengths: &[Strengths]) -> i64 {
    strengths.iter().flatten().map(|&strength| i64::from(strength)).sum()
}

impl End {
    /// Whether any defending stack is still in the hex.
    pub fn is_held(&self) -> bool {
        let stacks = self.strength.second.iter().zip(&self.hexes.second);
        stacks.into_iter().any(|(strength, &hexes)| hexes == 0 && strength.iter().any(|&sp| sp > 0))
    }

    fn losses(&self, before: &End, side: Side) -> i64 {
        total(&before.strength[side]) - total(&self.strength[side])
    }

    fn morale_losses(&self, before: &End, side: Side) -> i64 {
        let levels = |end: &End| end.morale[side].iter().map(|&level| i64::from(level)).sum::<i64>();
        levels(before) - levels(self)
    }
}

impl FightRules {
    /// The worth of an end to the defender, in tenths of an infantry SP: what he keeps less what the
    /// attacker keeps.
    pub(super) fn worth_to_defender(&self, end: &End) -> i64 {
        let weights = &self.weights;
        let of_side = |side: Side| {
            let stacks = self.stacks[side].iter().zip(end.strength[side].iter().zip(&end.hexes[side]));
            let held = match side {
                Side::First => 0,
                Side::Second => i64::from(end.is_held()) * weights.hold,
            };
            let standing: i64 = stacks
                .map(|(stack, (strength, &hexes))| {
                    let units = stack.force.units.iter().zip(strength);
                    let kept: i64 = units.map(|(unit, &sp)| weights.of_arm(unit.arm) * i64::from(sp)).sum();
                    kept - weights.hex * i64::from(hexes)
                })
                .sum();
            let morale: i64 = end.morale[side].iter().map(|&level| weights.morale * i64::from(level)).sum();
            standing + morale + held + weights.prisoner * i64::from(end.prisoners[side])
        };
        let markers =
            weights.marker * i64::from(end.marker) - weights.superiority * i64::from(end.superiority);
        of_side(Side::Second) - of_side(Side::First) + markers
    }
}

/// An umpire that is only there to be told clauses: nothing is asked while a case is made up.
pub(super) struct Silent;

impl Umpire for Silent {
    fn throw<R: Clone + PartialEq>(
        &mut self,
        _: grognard_umpire::Asking,
        _: grognard_umpire::Dice,
        _: impl Fn(u16) -> R,
    ) -> grognard_umpire::Asked<R> {
        Err(grognard_umpire::Stopped)
    }
    fn decide(&mut self, _: Choice<'_>) -> grognard_umpire::Asked<usize> {
        Err(grognard_umpire::Stopped)
    }
    fn decide_together(&mut self, _: Choice<'_>, _: Choice<'_>) -> grognard_umpire::Asked<(usize, usize)> {
        Err(grognard_umpire::Stopped)
    }
    fn cite(&mut self, _: Clause) {}
}

impl Fight {
    /// The allocation under way and its case, if there is one.
    pub fn under_way<'a>(&self, rules: &'a FightRules) -> Option<(Case<'a>, crate::allocation::Allocation)> {
        let Stage::Results { cause, of, allocation } = self.stage else { return None };
        Some((self.case(rules, cause, of, &mut Silent), allocation))
    }

    /// The fight as it stands at this moment: a stack whose results are being taken is back in its place.
    pub(super) fn as_it_stands(&self, rules: &FightRules) -> Fight {
        let mut now = *self;
        if let Stage::Results { cause, of, allocation } = self.stage {
            now.close_results(rules, cause, of, &allocation);
        }
        now
    }

    fn stack_facts(&self, rules: &FightRules, of: StackId) -> Fact {
        let stack = &rules.stacks[of.side][of.index()];
        let standing = &self.stacks[of.side][of.index()];
        Fact::record([
            ("force", Fact::from(stack.force.name.as_str())),
            ("units", unit_facts(&stack.force, &standing.strength)),
            ("morale", Fact::from(self.morale[of.side][stack.formation])),
            ("hexes", Fact::from(standing.hexes + u8::from(standing.driven))),
        ])
    }
}

fn stage_words(stage: &Stage) -> &'static str {
    match stage {
        Stage::Barrage => "barrage",
        Stage::CheckAfterBarrage => "morale check after the barrage",
        Stage::Combat => "combat",
        Stage::CheckAfterCombat(_) => "morale check after the combat",
        Stage::Results { cause, .. } => match cause {
            Cause::Barrage { .. } => "results of the barrage",
            Cause::CheckAfterBarrage => "results of the morale check after the barrage",
            Cause::Combat(_) => "results of the combat",
            Cause::CheckAfterCombat => "results of the morale check after the combat",
        },
        Stage::Over => "over",
    }
}

impl Playable for Fight {
    fn side_name(rules: &FightRules, side: Side) -> String {
        rules.names[side].clone()
    }

    fn view(&self, rules: &FightRules, _viewer: Option<Side>) -> Fact {
        let now = self.as_it_stands(rules);
        let stacks = |side: Side| {
            Fact::list(
                (0..rules.stacks[side].len() as u8)
                    .map(|number| now.stack_facts(rules, StackId { side, number })),
            )
        };
        Fact::record([
            ("stage", Fact::from(stage_words(&self.stage))),
            ("attacker", stacks(Side::First)),
            ("defender", stacks(Side::Second)),
            ("marker", Fact::from(now.marker)),
            ("superiority", Fact::from(now.superiority)),
            ("prisoners-of-attacker", Fact::from(now.prisoners.first)),
            ("prisoners-of-defender", Fact::from(now.prisoners.second)),
        ])
    }

    fn end_facts(rules: &FightRules, end: &End) -> Fact {
        let side_facts = |side: Side| {
            let stacks = rules.stacks[side].iter().enumerate().map(|(number, stack)| {
                Fact::record([
                    ("force", Fact::from(stack.force.name.as_str())),
                    ("units", unit_facts(&stack.force, &end.strength[side][number])),
                    ("hexes", Fact::from(end.hexes[side][number])),
                ])
            });
            let formations = rules.formations[side].iter().zip(&end.morale[side]);
            Fact::record([
                ("stacks", Fact::list(stacks)),
                ("morale", Fact::record(formations.map(|(f, &level)| (f.name.as_str(), Fact::from(level))))),
                ("losses", Fact::from(end.losses(&rules.before, side))),
                ("prisoners-taken", Fact::from(end.prisoners[side])),
            ])
        };
        Fact::record([
            ("held", Fact::from(end.is_held())),
            ("attacker", side_facts(Side::First)),
            ("defender", side_facts(Side::Second)),
            ("marker", Fact::from(end.marker)),
            ("superiority", Fact::from(end.superiority)),
        ])
    }

    fn end_words(rules: &FightRules, end: &End) -> String {
        let names = &rules.names;
        let place = if end.is_held() { "is held by" } else { "is lost by" };
        let losses = BySide::from_fn(|side| end.losses(&rules.before, side));
        let mut text = format!(
            "The hex {place} {}. SP lost: {} {}, {} {}.",
            names.second, names.first, losses.first, names.second, losses.second
        );
        for side in Side::ALL {
            if end.prisoners[side] > 0 {
                text.push_str(&format!(" Prisoners of {}: {} SP.", names[side], end.prisoners[side]));
            }
        }
        if end.superiority {
            text.push_str(&format!(" Artillery superiority is with {}.", names.first));
        }
        text
    }

    fn figures(rules: &FightRules) -> Vec<Figure<Self>> {
        let before = rules.before;
        let of_side = |key, words: String, side: Side| {
            Figure::new(key, words, Unit::Count, move |end: &End| end.losses(&before, side))
        };
        let morale = |key, words: String, side: Side| {
            Figure::new(key, words, Unit::Count, move |end: &End| end.morale_losses(&before, side))
        };
        let names = &rules.names;
        vec![
            Figure::new("held", format!("the hex is held by {}", names.second), Unit::Flag, |end: &End| {
                i64::from(end.is_held())
            }),
            of_side("attacker-losses", format!("SP lost by {}", names.first), Side::First),
            of_side("defender-losses", format!("SP lost by {}", names.second), Side::Second),
            morale("attacker-morale-losses", format!("morale levels lost by {}", names.first), Side::First),
            morale("defender-morale-losses", format!("morale levels lost by {}", names.second), Side::Second),
            Figure::new("hexes", "hexes of the longest defending retreat", Unit::Count, |end: &End| {
                end.hexes.second.iter().map(|&hexes| i64::from(hexes)).max().unwrap_or(0)
            }),
            Figure::new(
                "prisoners",
                format!("SP taken prisoner by {}", names.first),
                Unit::Count,
                |end: &End| i64::from(end.prisoners.first),
            ),
            Figure::new("superiority", "artillery superiority is placed", Unit::Flag, |end: &End| {
                i64::from(end.superiority)
            }),
        ]
    }

    fn objective(rules: &FightRules, side: Side, end: &End) -> i64 {
        let worth = rules.worth_to_defender(end);
        match side {
            Side::First => -worth,
            Side::Second => worth,
        }
    }

    fn at_stake(self, rules: &FightRules, parts: &mut Vec<Fight>) -> BySide<i64> {
        Fight::parts_at_stake(&self, rules, parts)
    }

    fn objective_words(_rules: &FightRules, _side: Side) -> String {
        "the worth of what the side keeps less what the enemy keeps, in tenths of an infantry SP".to_owned()
    }

    fn readings(rules: &FightRules) -> Vec<Reading> {
        rules.readings.in_force()
    }

    fn policy(&self, rules: &FightRules, _choice: &Choice<'_>) -> usize {
        self.under_way(rules)
            .map_or(0, |(case, allocation)| policy::pick(&rules.policies, &case, &allocation))
    }
}
