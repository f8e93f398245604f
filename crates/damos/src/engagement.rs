//! From a move into the enemy's hex to the first die: who fights whom, and with what. [8.0, 8.2]

use crate::asks::Asks;
use crate::campaign::{Campaign, Rivers};
use crate::charts::Plan;
use crate::combat::{Air, Combat, Crossing, Fighter, Force, Outcome, Plans};
use crate::field::Field;
use crate::game::{Active, Game, Mode, Phase, Setting};
use crate::options::{Bystanders, CombatSupply, OwedAttacks};
use crate::stacking::{may_stack, note_stacking};
use crate::unit::{Nation, UnitId, Units};
use crate::{agc, rule};
use grognard_board::Hex;
use grognard_umpire::{Asked, Asking, BySide, Clerk, NoClerk, Offer, Reveal, Ruling, Side, Target, Umpire};

/// A unit as a choice.
#[derive(Clone, Copy)]
pub(crate) struct Which<'a>(pub(crate) UnitId, pub(crate) &'a Campaign);

impl Offer for Which<'_> {
    fn key(&self) -> String {
        self.1.counter(self.0).key.clone()
    }
    fn words(&self) -> String {
        self.1.counter(self.0).name.clone()
    }
    fn targets(&self) -> Vec<Target> {
        vec![self.1.unit_target(self.0)]
    }
}

/// Where a combat is fought.
#[derive(Clone, Copy)]
struct Arena {
    /// Where the attacker came from.
    from: Option<Hex>,
    /// The hex.
    at: Hex,
    /// Where the attacker's line of supply begins.
    traced: Hex,
}

impl Game {
    fn force(&self, rules: &Campaign, units: Units) -> Force {
        let fighters: Vec<Fighter> = units
            .iter()
            .map(|unit| Fighter { unit, arm: rules.counter(unit).arm, strength: self.strength(unit) })
            .collect();
        Force::new(&fighters)
    }

    /// Those of a stack who may fight: above the limit the owner says who stays out. [2.3-e]
    pub(crate) fn fit(
        &self,
        rules: &Campaign,
        side: Side,
        mut units: Units,
        ump: &mut impl Umpire,
    ) -> Asked<Units> {
        note_stacking(rules, units, self.marked(rules), ump);
        while !may_stack(rules, units) {
            let list: Vec<Which<'_>> = units.iter().map(|unit| Which(unit, rules)).collect();
            let asking = Asking::of(side, rule!("2.3-e"), Asks::WhoStaysOutOfTheCombat);
            units = units.without(Units::one(ump.choose(asking, &list)?.0));
        }
        Ok(units)
    }

    /// A combat between all of one side and all of the other in a hex, before any question: what a
    /// player or a computer looks at before he commits himself. Above the stacking limit the weakest
    /// are taken to stay out.
    pub fn combat_between(
        &self,
        rules: &Campaign,
        attackers: Units,
        from: Option<Hex>,
        at: Hex,
        plans: Plans,
    ) -> Combat {
        let attacker = self.phasing;
        let defenders = self.force_at(rules, attacker.other(), at);
        let mut forces = BySide::default();
        forces[attacker] = self.force(rules, self.within_limit(rules, attackers));
        forces[attacker.other()] = self.force(rules, self.within_limit(rules, defenders));
        let arena = Arena { from, at, traced: from.unwrap_or(at) };
        self.combat(rules, forces, arena, plans, &mut NoClerk)
    }

    fn within_limit(&self, rules: &Campaign, mut units: Units) -> Units {
        while !may_stack(rules, units) {
            let weakest = units.iter().min_by_key(|&unit| self.strength(unit));
            units = units.without(weakest.map_or(units, Units::one));
        }
        units
    }

    fn combat(
        &self,
        rules: &Campaign,
        forces: BySide<Force>,
        arena: Arena,
        plans: Plans,
        clerk: &mut impl Clerk,
    ) -> Combat {
        let (attacker, Arena { from, at, traced }) = (self.phasing, arena);
        let river = from
            .and_then(|from| rules.board.way(from, at).map(|way| rules.board.river(from, way)))
            .unwrap_or(false);
        clerk.note_if(agc!("4.6.5-a"), || river && self.rivers_for(rules, attacker) == Rivers::Ignored);
        let crossing = match (river, self.rivers_for(rules, attacker)) {
            (true, Rivers::Count) => Crossing::River,
            _ => Crossing::Open,
        };
        let mut combat = Combat::new(attacker, forces, rules.ground(at), crossing, plans);
        combat.nations = BySide::new(Nation::German, Nation::Russian);
        // Those who fight do not cut each other's supply; the attacker traces from where he came, or from where
        // he stands if the enemy came to him.
        clerk.note(rule!("2.10-e"));
        clerk.note(rule!("2.10-g"));
        combat.supplied = BySide::from_fn(|side| {
            let (fought, origin) = match rules.options.combat_supply {
                CombatSupply::EnteredFrom => (Some((side, at)), traced),
                CombatSupply::CombatHex => (None, at),
            };
            let field = Field::of(self, rules, fought, clerk);
            let hex = if side == attacker { origin } else { at };
            self.supplied(rules, side, &field, clerk).has(hex)
        });
        combat.replacements = self.replacements;
        // The air unit comes while it is ready and a railhead is near.
        clerk.note_if(agc!("4.4-f"), || !self.air.is_ready());
        if self.air.is_ready() && (self.air.shift || self.air.reroll) {
            clerk.note(agc!("4.4-a"));
            let heads = self.railheads(rules, &Field::of(self, rules, None, clerk), clerk);
            if heads.iter().any(|head| rules.board.distance(head, at) <= rules.special.air_range) {
                combat.air = Some((Side::First, Air { shift: self.air.shift, reroll: self.air.reroll }));
            }
        }
        combat
    }

    /// The combat a defender of a hex looks forward to, whoever attacks: what his posture depends on.
    pub(crate) fn expected_at(&self, rules: &Campaign, at: Hex) -> Combat {
        let side = self.phasing.other();
        let defenders = self.force_at(rules, side, at).without(self.idle);
        let mut forces = BySide::default();
        forces[side] = self.force(rules, self.within_limit(rules, defenders));
        let mut combat =
            Combat::new(self.phasing, forces, rules.ground(at), Crossing::Open, Plans::Concerted);
        combat.demoralized = !defenders.both(self.demoralized).is_empty();
        combat
    }

    /// An active force and the enemies in its hex fight.
    pub(crate) fn join_battle(
        &mut self,
        active: Active,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let side = self.phasing;
        let all = BySide::from_fn(|of: Side| self.force_at(rules, of, active.at));
        // Fresh friends in the hex of a reaction fight along, the demoralized among them aside; whoever was
        // dropped off or has gone before has done his fighting.
        let friends = all[side].without(active.units);
        ump.note_if(rule!("7.0-p"), || !friends.both(self.spent).is_empty());
        let bystanders = self.bystanders(&active, rules);
        // Who of a crowd stays out of a concerted attack was said before the posture was chosen.
        let settled = bystanders.with(self.idle);
        let fighting = BySide::new(
            self.fit(rules, Side::First, all.first.without(settled), ump)?,
            self.fit(rules, Side::Second, all.second.without(settled), ump)?,
        );
        // Each side has its own limit.
        ump.note_if(rule!("2.3-a"), || fighting.first.len() + fighting.second.len() > 4);
        let idle =
            all.first.with(all.second).without(fighting.first).without(fighting.second).without(bystanders);
        let from_elsewhere = active.from.is_some();
        // Whoever's turn it is attacks.
        ump.cite(rule!("2.1-h"));
        ump.cite(rule!("8.0-a"));
        // Both stand in one hex, and the attacker by moving into it.
        ump.cite(rule!("2.7-a"));
        ump.note_if(rule!("7.0-j"), || from_elsewhere);
        ump.note_if(rule!("8.3-f"), || active.spent > 0 && active.exploit.is_none());
        let combat = self.combat_of(&active, fighting, rules, ump);
        let forces = combat.forces;
        if rules.options.owed_attacks == OwedAttacks::AnyCombat {
            self.note_attack(rules, ump);
        }
        ump.reveal(Reveal::TO_EVERYBODY);
        ump.explain(|| {
            let id = rules.board.id(active.at);
            let (own, other) = (forces[side].strength(), forces[side.other()].strength());
            // The opponent learns the totals and no more.
            Ruling::new(rule!("2.4-d"), format!("combat in {id}: {own} SP attack {other} SP"))
        });
        self.idle = idle;
        self.phase = Phase::Combat(active, combat);
        Ok(())
    }

    /// Friends in the hex of an active force who have no part in its combat.
    fn bystanders(&self, active: &Active, rules: &Campaign) -> Units {
        let friends = self.force_at(rules, self.phasing, active.at).without(active.units);
        match rules.options.bystanders {
            Bystanders::Join => friends.both(self.demoralized.with(self.spent)),
            Bystanders::StandBy => friends,
        }
    }

    /// The combat between an active force and the enemies in its hex, once it is known who fights.
    fn combat_of(
        &self,
        active: &Active,
        fighting: BySide<Units>,
        rules: &Campaign,
        clerk: &mut impl Clerk,
    ) -> Combat {
        let side = self.phasing;
        let plans = self.open_plans(active, self.force_at(rules, side.other(), active.at), rules);
        let forces = BySide::new(self.force(rules, fighting.first), self.force(rules, fighting.second));
        let (at, from) = (active.at, active.from);
        let traced = if self.is_forced(rules, at) { at } else { from.unwrap_or(at) };
        let mut combat = self.combat(rules, forces, Arena { from, at, traced }, plans, clerk);
        clerk.note_if(rule!("2.10-f"), || !combat.supplied.first || !combat.supplied.second);
        combat.demoralized = !fighting[side.other()].both(self.demoralized).is_empty();
        combat.posture = match plans {
            Plans::Settled(Plan::GrandAssault | Plan::Penetration) => active.posture,
            _ => None,
        };
        if let Some(exploit) = active.exploit {
            // The exploiting force keeps the supply it had; the defender's is looked at anew.
            clerk.note(rule!("8.12-g"));
            clerk.note(rule!("8.12-h"));
            combat.supplied[side] = exploit.supplied;
        }
        combat
    }

    /// The combat that an active force comes to in its hex if nobody reacts. Above the stacking limit the weakest
    /// are taken to stay out.
    pub(crate) fn combat_ahead(&self, active: &Active, rules: &Campaign) -> Combat {
        let out = self.bystanders(active, rules).with(self.idle);
        let fighting = BySide::from_fn(|side: Side| {
            self.within_limit(rules, self.force_at(rules, side, active.at).without(out))
        });
        self.combat_of(active, fighting, rules, &mut NoClerk)
    }

    /// Whether a reaction makes the combat in a hex: nobody defends it but those who came. [2.6.1-l]
    fn is_forced(&self, rules: &Campaign, hex: Hex) -> bool {
        let defenders = self.force_at(rules, self.phasing.other(), hex);
        !defenders.is_empty() && defenders.within(self.came)
    }

    /// The plans open to an active force against the defenders of its hex.
    fn open_plans(&self, active: &Active, defenders: Units, rules: &Campaign) -> Plans {
        let left = self.points(rules, active, active.units).saturating_sub(active.spent);
        match active.mode {
            // Where only reactors defend it is a meeting engagement.
            _ if defenders.within(self.came) => Plans::Settled(Plan::MeetingEngagement),
            Mode::Penetration => Plans::Settled(Plan::Penetration),
            Mode::GrandAssault { .. } => Plans::Settled(Plan::GrandAssault),
            _ if left >= rules.charts.plan_half_points(Plan::StandardAttack) => Plans::Ordinary,
            _ => Plans::Settled(Plan::MeetingEngagement),
        }
    }

    /// One of the attacks the Russian owes is made.
    fn note_attack(&mut self, rules: &Campaign, clerk: &mut impl Clerk) {
        if self.phasing == Side::Second && self.turn == rules.special.owed_attacks_turn {
            clerk.note(agc!("4.6.3-b"));
            self.made = self.made.saturating_add(1);
        }
    }

    /// Units that markers lie on: spent, demoralized, or with strength lost.
    pub(crate) fn marked(&self, rules: &Campaign) -> Units {
        let reduced = |unit: &UnitId| self.strength(*unit) < rules.counter(*unit).strength;
        let worn: Units = rules.units_of.first.with(rules.units_of.second).iter().filter(reduced).collect();
        self.spent.with(self.demoralized).with(worn)
    }

    /// Which sides of a combat were demoralized.
    fn shaken(&self, combat: &Combat, active: &Active) -> BySide<bool> {
        let mut shaken = BySide::default();
        shaken[combat.attacker] = !active.units.both(self.demoralized).is_empty();
        shaken[combat.defender()] = combat.demoralized;
        shaken
    }

    /// A combat has an outcome: points are paid, and the aftermath begins.
    pub(crate) fn end_combat(
        &mut self,
        mut active: Active,
        combat: &Combat,
        outcome: Outcome,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) {
        let prepared = outcome.plan != Plan::MeetingEngagement || outcome.automatic;
        if prepared && rules.options.owed_attacks == OwedAttacks::Prepared {
            self.note_attack(rules, ump);
        }
        // Whoever wins by odds alone pays for a plan only if he had declared it.
        let paid = !outcome.automatic || matches!(active.mode, Mode::GrandAssault { .. });
        if let (Some(points), true) = (rules.charts.plan_points(outcome.plan), paid) {
            active.spent = active.spent.saturating_add(points * 2);
        }
        self.note_activity(rules, active.units, ump);
        let setting = Setting {
            hex: active.at,
            demoralized: self.shaken(combat, &active),
            forced: self.is_forced(rules, active.at),
            supplied: combat.supplied[self.phasing],
            idle: self.idle,
        };
        self.idle = Units::NONE;
        // Whoever came by reaction has fought: what follows is no fight made by it.
        self.came = Units::NONE;
        self.phase = Phase::Aftermath(active, outcome, setting);
    }
}
