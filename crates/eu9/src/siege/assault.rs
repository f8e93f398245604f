//! The assault: one Fire, one Shock, and does the place fall?

use super::leaguer::SiegeGivens;
use crate::battle::Fate;
use crate::charts::{AssaultColumn, FireEffect, Phase, Reading};
use crate::leader::{Commander, Leader, Peril, casualty};
use crate::power::{Corps, Country, Technology, Theatre};
use crate::stack::Stack;
use crate::thirds::Thirds;
use grognard_umpire::{Asked, Asking, BySide, Dice, Flow, Modifier, Procedure, Ruling, Side, Umpire};
use std::ops::ControlFlow::{Break, Continue};

/// An assault under way. The besieger is the first side, the besieged the second.
///
/// # Equality
/// Equal states have equal futures: what was dealt is kept as totals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Assault {
    pub(super) stack: Stack,
    pub(super) garrison: Stack,
    pub(super) breach: bool,
    costly: bool,
    leaders: BySide<u8>,
    pub(super) dealt: BySide<Thirds>,
    stars: BySide<u8>,
    /// What is added to each side's Fire and Shock; follows from the rest and is worked out once.
    sums: BySide<[i8; 2]>,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Stage {
    Muster,
    Roll(Phase, Side),
    Settle,
    Regroup { losses: Thirds, killed: u8, falls: bool },
    Casualties { kept: Stack, losses: Thirds, killed: u8, falls: bool },
}

/// How an assault ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AssaultEnd {
    /// Whether the place fell.
    pub falls: bool,
    /// Who was routed.
    pub routed: BySide<bool>,
    /// What the besieger lost.
    pub losses: Thirds,
    /// LD of the garrison killed.
    pub killed: u8,
    /// Whether the place took a whole loss or more, which helps the next assault.
    pub hurt: bool,
    /// What the besieger has left.
    pub kept: Stack,
    /// What became of the leaders.
    pub leaders: BySide<Fate>,
}

impl Assault {
    /// An assault by a stack on a garrison.
    pub fn new(stack: Stack, garrison: Stack, breach: bool, costly: bool) -> Assault {
        let (leaders, dealt, stars) = (BySide::default(), BySide::default(), BySide::default());
        let sums = BySide::default();
        Assault { stack, garrison, breach, costly, leaders, dealt, stars, sums, stage: Stage::Muster }
    }

    /// The assault of an assault file.
    pub fn of(givens: &SiegeGivens) -> Assault {
        Assault::new(givens.parties.first.stack, givens.parties.second.stack, givens.breach, false)
    }

    /// Where it stands, in a word.
    pub(crate) fn stage_words(&self) -> &'static str {
        match self.stage {
            Stage::Muster => "muster",
            Stage::Roll(Phase::Fire, _) => "Fire",
            Stage::Roll(Phase::Shock, _) => "Shock",
            Stage::Settle => "settling",
            Stage::Regroup { .. } => "regrouping",
            Stage::Casualties { .. } => "leaders",
        }
    }

    fn morale(&self, givens: &SiegeGivens, side: Side) -> u8 {
        let (own, enemy) = (&givens.parties[side], &givens.parties[side.other()]);
        givens.charts.morale(own.technology, enemy.technology) + u8::from(own.veteran) + u8::from(own.tercios)
    }

    fn routed(&self, givens: &SiegeGivens, side: Side) -> bool {
        self.stars[side] >= self.morale(givens, side)
    }

    fn draw_leaders(mut self, givens: &SiegeGivens, ump: &mut impl Umpire) -> Asked<Assault> {
        for side in Side::ALL {
            let Commander::Drawn { .. } = givens.parties[side].commander else { continue };
            if self.leaders[side] == 0 {
                let asking = Asking::of(side, rule!("BATTLE-a"), "replacement leader");
                self.leaders[side] = ump.throw(asking, Dice::D10, |face| face as u8)?;
                return Ok(self);
            }
        }
        self.sums = BySide::from_fn(|side| {
            [Phase::Fire, Phase::Shock].map(|phase| Modifier::sum(&self.modifiers(givens, side, phase)) as i8)
        });
        self.stage = Stage::Roll(Phase::Fire, Side::First);
        Ok(self)
    }

    fn modifiers(&self, givens: &SiegeGivens, side: Side, phase: Phase) -> Vec<Modifier> {
        // A short list of its own: nothing of the field's terrain, numbers or artillery.
        let clause = rule!("ASSAULT-b");
        let (own, enemy) = (self.leader(givens, side), self.leader(givens, side.other()));
        let (difference, words) = match phase {
            Phase::Fire => (own.fire - enemy.fire, "FIRE of the leader"),
            Phase::Shock => (own.shock - enemy.shock, "SHOCK of the leader"),
        };
        let mut list = Vec::new();
        let mut add = |value: i16, words: &str| {
            if value != 0 {
                list.push(Modifier::new(value, clause, words));
            }
        };
        add(i16::from(difference.max(0)), words);
        if side == Side::First {
            let figure = |row: &str| givens.charts.figure("assault-modifiers", row);
            match givens.parties.second.technology {
                Technology::Medieval => add(figure("besieged medieval"), "against medieval walls"),
                Technology::Renaissance => {}
                _ => add(figure("besieged arquebus or better"), "against modern works"),
            }
            if !self.breach {
                let level = i16::from(givens.level);
                add(level * figure("per level without breach"), "level of the fortress");
            }
            let artillery = givens.artillery(self.stack);
            add(givens.charts.siege.artillery_bonus(givens.level, artillery), "siege artillery");
            if self.costly && !givens.is_old() {
                add(figure("costly assault"), "an earlier assault");
            }
        }
        list
    }

    fn leader(&self, givens: &SiegeGivens, side: Side) -> Leader {
        givens.leader(side, self.leaders[side])
    }

    fn column(&self, side: Side, phase: Phase) -> AssaultColumn {
        // After a breach the besieged deal far less.
        match (side, phase, self.breach) {
            (Side::First, Phase::Fire, _) => AssaultColumn::BesiegerFire,
            (Side::First, Phase::Shock, _) => AssaultColumn::BesiegerShock,
            (Side::Second, Phase::Fire, false) => AssaultColumn::BesiegedFire,
            (Side::Second, Phase::Fire, true) => AssaultColumn::BesiegedFireBreach,
            (Side::Second, Phase::Shock, false) => AssaultColumn::BesiegedShock,
            (Side::Second, Phase::Shock, true) => AssaultColumn::BesiegedShockBreach,
        }
    }

    /// What technology leaves of a besieger's Fire; the besieged fire at full effect.
    fn effect(&self, givens: &SiegeGivens, side: Side, phase: Phase) -> FireEffect {
        if side == Side::Second || phase == Phase::Shock {
            return FireEffect::Full;
        }
        let technology = givens.parties.first.technology;
        let needs_army = technology == Technology::Renaissance && givens.theatre == Theatre::Europe;
        if needs_army && self.stack.armies() == 0 {
            return FireEffect::None;
        }
        givens.charts.fire_effect(technology)
    }

    fn roll(
        mut self,
        phase: Phase,
        side: Side,
        givens: &SiegeGivens,
        ump: &mut impl Umpire,
    ) -> Asked<Assault> {
        ump.cite(rule!("ASSAULT-a"));
        let effect = self.effect(givens, side, phase);
        // Whoever Fire has routed does not roll Shock.
        let silent = phase == Phase::Shock && self.routed(givens, side);
        if effect != FireEffect::None && !silent {
            let sum = i16::from(self.sums[side][phase as usize]);
            let column = self.column(side, phase);
            let read = |face: u16| {
                effect.apply(givens.charts.siege.assault(column, face as i16 + sum, givens.is_old()))
            };
            let what = match phase {
                Phase::Fire => "assault Fire",
                Phase::Shock => "assault Shock",
            };
            let reading: Reading = ump.throw(Asking::of(side, rule!("ASSAULT-c"), what), Dice::D10, read)?;
            ump.explain_throw(|face| {
                let total = face as i16 + sum;
                let text = format!("{what} of {}: {total} deals {reading}", givens.parties[side].name);
                Ruling::new(rule!("ASSAULT-c"), text)
                    .with_modifiers(self.modifiers(givens, side, phase))
                    .with_look(givens.charts.siege.assault_look(&givens.charts.pages, column, total))
            });
            self.dealt[side] += reading.losses;
            self.stars[side.other()] += reading.stars;
        }
        self.stage = match (phase, side) {
            (_, Side::First) => Stage::Roll(phase, Side::Second),
            (Phase::Fire, Side::Second) => Stage::Roll(Phase::Shock, Side::First),
            (Phase::Shock, Side::Second) => Stage::Settle,
        };
        Ok(self)
    }

    /// What the besieger's losses dealt come to: less for a small stack or one without an A, more for the
    /// large armies.
    fn dealt_by_the_besieger(&self, givens: &SiegeGivens) -> Thirds {
        let correction = |row: &str| givens.charts.siege.correction(row);
        let mut dealt = self.dealt.first;
        let ld = self.stack.ld_count();
        if ld <= 6 {
            dealt += correction("6 LD or fewer");
        }
        if ld <= 4 {
            dealt += correction("4 LD or fewer");
        }
        if self.stack.armies() == 0 {
            dealt += correction("no A");
        }
        let party = &givens.parties.first;
        let who = match (party.country, party.corps) {
            (Country::Turkey, Some(Corps::Janissary)) => "turkey janissary",
            (country, _) => country.key(),
        };
        if self.stack.a_plus > 0 && givens.charts.siege.is_large(who, givens.period) {
            dealt += correction("large army");
        }
        dealt.max(Thirds::ZERO)
    }

    /// What the besieged deal: capped by what holds the walls, more if the besieger ran.
    fn dealt_by_the_besieged(&self, givens: &SiegeGivens, routed: bool) -> Thirds {
        let resistance = givens.charts.siege.resistance(givens.level, self.breach);
        let cap = Thirds(2 * resistance.0) + self.garrison.size();
        let dealt = self.dealt.second.min(cap);
        let more = if routed { givens.charts.siege.correction("besieger routed") } else { Thirds::ZERO };
        dealt + more
    }

    fn settle(mut self, givens: &SiegeGivens, ump: &mut impl Umpire) -> Assault {
        ump.cite(rule!("ASSAULT-e"));
        ump.cite(rule!("ASSAULT-g"));
        let routed = BySide::from_fn(|side| self.routed(givens, side));
        let size = self.stack.size();
        let losses = Stack::round(givens.theatre, self.dealt_by_the_besieged(givens, routed.first)).min(size);
        let inflicted = self.dealt_by_the_besieger(givens);
        let resistance = givens.charts.siege.resistance(givens.level, self.breach);
        let killed = (inflicted.rounded().floor() as u8).min(self.garrison.ld_count());
        let storms = inflicted - self.garrison.size() >= resistance;
        let wiped_out = losses == size;
        let falls = !wiped_out && (routed.second || storms);
        ump.explain(|| {
            let (besieger, besieged) = (&givens.parties.first.name, &givens.parties.second.name);
            let (clause, result) = match (wiped_out, routed.second, storms) {
                (true, _, _) => (rule!("ASSAULT-g"), "the stormers are wiped out and the place holds"),
                (false, true, _) => (rule!("ASSAULT-f"), "the garrison routs and the place falls"),
                (false, false, true) => (rule!("ASSAULT-d"), "the walls are carried"),
                (false, false, false) => (rule!("ASSAULT-d"), "the place holds"),
            };
            let text = format!(
                "{besieger} deals {inflicted} against a resistance of {resistance}, {besieged} {losses}: {result}"
            );
            Ruling::new(clause, text)
        });
        let killed = if falls { self.garrison.ld_count() } else { killed };
        self.stage = Stage::Regroup { losses, killed, falls };
        self
    }
}

impl Procedure for Assault {
    type Rules = SiegeGivens;
    type End = AssaultEnd;

    fn step(mut self, givens: &SiegeGivens, ump: &mut impl Umpire) -> Flow<Self> {
        match self.stage {
            Stage::Muster => Ok(Continue(self.draw_leaders(givens, ump)?)),
            Stage::Roll(phase, side) => Ok(Continue(self.roll(phase, side, givens, ump)?)),
            Stage::Settle => Ok(Continue(self.settle(givens, ump))),
            Stage::Regroup { losses, killed, falls } => {
                let ways = self.stack.remainders(givens.parties.first.country, losses);
                let asking = Asking::of(Side::First, rule!("STACK-r"), "regroup the survivors");
                let kept = *ump.choose(asking, &ways)?;
                self.stage = Stage::Casualties { kept, losses, killed, falls };
                Ok(Continue(self))
            }
            Stage::Casualties { kept, losses, killed, falls } => {
                let mut leaders = BySide::new(Fate::NotTested, Fate::NotTested);
                let routed = BySide::from_fn(|side| self.routed(givens, side));
                let destroyed = BySide::new(losses == self.stack.size(), falls);
                for side in Side::ALL {
                    let leader = self.leader(givens, side);
                    let daring = leader.fire == Leader::VALUE_MAX || leader.shock == Leader::VALUE_MAX;
                    let won = falls == (side == Side::First);
                    let peril = Peril { won, destroyed: destroyed[side], daring };
                    let commander = &givens.parties[side].commander;
                    leaders[side] = casualty(&givens.charts, side, commander, peril, ump)?;
                }
                let hurt = self.dealt_by_the_besieger(givens) >= Thirds::whole(1);
                Ok(Break(AssaultEnd { falls, routed, losses, killed, hurt, kept, leaders }))
            }
        }
    }
}
