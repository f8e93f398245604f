//! From a move into the enemy's hex to the loser's lot: setting a combat up and carrying its outcome
//! out on the map. [8.0, 8.11, AGC-4.4, AGC-4.6]

use crate::battle::Fate;
use crate::campaign::{Campaign, Rivers};
use crate::charts::{Plan, Posture};
use crate::combat::{Air, Combat, Crossing, Fighter, Force, Outcome, Plans, Role};
use crate::field::{Field, may_stack};
use crate::game::{Active, Exploit, Game, Mode, Phase, Place, Setting};
use crate::options::{LoneRout, Stragglers};
use crate::unit::{Nation, UnitId, Units};
use crate::{agc, rule};
use grognard_board::Hex;
use grognard_umpire::{Asked, Asking, BySide, Dice, Die, Offer, Ruling, Side, Umpire, YesNo};

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
}

/// One of the air unit's two benefits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Benefit {
    Shift,
    Reroll,
}

impl Offer for Benefit {
    fn key(&self) -> String {
        match self {
            Benefit::Shift => "keep-shift".to_owned(),
            Benefit::Reroll => "keep-reroll".to_owned(),
        }
    }
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
    fn fit(&self, rules: &Campaign, side: Side, mut units: Units, ump: &mut impl Umpire) -> Asked<Units> {
        while !may_stack(rules, units) {
            let list: Vec<Which<'_>> = units.iter().map(|unit| Which(unit, rules)).collect();
            let asking = Asking::of(side, rule!("2.3-e"), "who stays out of the combat");
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
        self.combat(rules, forces, from, at, plans)
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
        from: Option<Hex>,
        at: Hex,
        plans: Plans,
    ) -> Combat {
        let attacker = self.phasing;
        let river = from
            .and_then(|from| rules.board.way(from, at).map(|way| rules.board.river(from, way)))
            .unwrap_or(false);
        let crossing = match (river, self.rivers_for(rules, attacker)) {
            (true, Rivers::Count) => Crossing::River,
            _ => Crossing::Open,
        };
        let mut combat = Combat::new(attacker, forces, rules.ground(at), crossing, plans);
        combat.nations = BySide::new(Nation::German, Nation::Russian);
        // Those who fight do not cut each other's supply; the attacker traces from where he came.
        let field = Field::of(self, rules, Some(at));
        combat.supplied = BySide::from_fn(|side| {
            let hex = if side == attacker { from.unwrap_or(at) } else { at };
            self.supplied(rules, side, &field).has(hex)
        });
        combat.replacements = self.replacements;
        if self.air.is_ready() && (self.air.shift || self.air.reroll) {
            let heads = self.railheads(rules, &Field::of(self, rules, None));
            if heads.iter().any(|head| rules.board.distance(head, at) <= rules.special.air_range) {
                combat.air = Some((Side::First, Air { shift: self.air.shift, reroll: self.air.reroll }));
            }
        }
        combat
    }

    /// The combat a defender of a hex looks forward to, whoever attacks: what his posture depends on.
    pub(crate) fn expected_at(&self, rules: &Campaign, at: Hex) -> Combat {
        let side = self.phasing.other();
        let defenders = self.force_at(rules, side, at);
        let mut forces = BySide::default();
        // All who stand there count, those with tanks first; who fights is asked when the fight begins.
        let tanks: Units = defenders.iter().filter(|&unit| rules.counter(unit).arm.has_tanks()).collect();
        let all = tanks.iter().chain(defenders.without(tanks).iter());
        forces[side] = self.force(rules, all.take(crate::combat::FIGHTERS_MAX).collect());
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
        let bystanders = all[side].without(active.units).both(self.demoralized);
        let fighting = BySide::new(
            self.fit(
                rules,
                Side::First,
                all.first.without(if side == Side::First { bystanders } else { Units::NONE }),
                ump,
            )?,
            self.fit(
                rules,
                Side::Second,
                all.second.without(if side == Side::Second { bystanders } else { Units::NONE }),
                ump,
            )?,
        );
        let idle =
            all.first.with(all.second).without(fighting.first).without(fighting.second).without(bystanders);
        let defenders = all[side.other()];
        let left = self.points(rules, &active, active.units).saturating_sub(active.spent);
        // Where only reactors defend it is a meeting engagement.
        let plans = match active.mode {
            _ if defenders.within(self.came) => Plans::Settled(Plan::MeetingEngagement),
            Mode::Penetration => Plans::Settled(Plan::Penetration),
            Mode::GrandAssault { .. } => Plans::Settled(Plan::GrandAssault),
            Mode::Exploiting if left >= 4 && self.is_capable(rules, active.units) => {
                // Exploiting, a grand assault is open, a penetration is not.
                ump.cite(rule!("8.12-e"));
                Plans::Exploiting
            }
            _ if left >= 2 => Plans::Ordinary,
            _ => Plans::Settled(Plan::MeetingEngagement),
        };
        ump.cite(rule!("7.0-j"));
        ump.cite(rule!("8.3-f"));
        let forces = BySide::new(self.force(rules, fighting.first), self.force(rules, fighting.second));
        let mut combat = self.combat(rules, forces, active.from, active.at, plans);
        ump.cite(rule!("2.10-g"));
        ump.cite(rule!("2.10-f"));
        // The air unit comes while it is ready and a railhead is near.
        ump.cite(if self.air.is_ready() { agc!("4.4-a") } else { agc!("4.4-f") });
        combat.demoralized = !fighting[side.other()].both(self.demoralized).is_empty();
        combat.posture = match plans {
            Plans::Settled(Plan::GrandAssault | Plan::Penetration) => active.posture,
            _ => None,
        };
        if let Some(exploit) = active.exploit {
            // The exploiting force keeps the supply it had; the defender's is looked at anew.
            ump.cite(rule!("8.12-g"));
            ump.cite(rule!("8.12-h"));
            combat.supplied[side] = exploit.supplied;
        }
        if side == Side::Second && self.turn == rules.special.owed_attacks_turn {
            ump.cite(agc!("4.6.3-b"));
            self.made = self.made.saturating_add(1);
        }
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

    /// A combat has an outcome: points are paid, and the aftermath begins.
    pub(crate) fn end_combat(
        &mut self,
        mut active: Active,
        combat: &Combat,
        outcome: Outcome,
        rules: &Campaign,
    ) {
        if let (Some(points), false) = (rules.charts.plan_points(outcome.plan), outcome.automatic) {
            active.spent = active.spent.saturating_add(points * 2);
        }
        self.note_activity(rules, active.units);
        let setting = Setting {
            hex: active.at,
            demoralized: combat.demoralized,
            supplied: combat.supplied[self.phasing],
            idle: self.idle,
        };
        self.idle = Units::NONE;
        self.phase = Phase::Aftermath(active, outcome, setting);
    }

    /// Units go out; on the first turns Russians may straggle back. [AGC-4.6.4-a]
    pub(crate) fn eliminate(&mut self, rules: &Campaign, units: Units, ump: &mut impl Umpire) -> Asked<()> {
        for unit in units.iter() {
            ump.cite(rule!("2.4-b"));
            self.remove(unit, Place::ELIMINATED);
            if rules.counter(unit).nation != Nation::Russian || self.turn > rules.special.undying_last_turn {
                continue;
            }
            let asking = Asking::of(Side::Second, agc!("4.6.4-a"), "straggle back");
            if !ump.throw(asking, Dice::D6, |die| die >= 5)? {
                continue;
            }
            let asking = Asking::of(Side::Second, agc!("4.6.4-a"), "turns until stragglers return");
            let turns = ump.throw(asking, Dice::D6, |die| die.div_ceil(2) as u8)?;
            let printed = rules.counter(unit).strength;
            self.strength[unit.index()] = match rules.options.stragglers {
                Stragglers::Half => printed.div_ceil(2),
                Stragglers::Full => printed,
            };
            self.place[unit.index()] = Place::due(self.turn + turns);
        }
        Ok(())
    }

    pub(crate) fn remove(&mut self, unit: UnitId, to: Place) {
        let one = Units::one(unit);
        self.place[unit.index()] = to;
        self.strength[unit.index()] = 0;
        self.demoralized = self.demoralized.without(one);
        self.spent = self.spent.without(one);
        self.cossacks = self.cossacks.without(one);
    }

    /// Losses come off the map, and the air unit is checked.
    pub(crate) fn aftermath(
        &mut self,
        mut active: Active,
        outcome: Outcome,
        setting: Setting,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let mut dead = Units::NONE;
        for (_, force) in outcome.forces.iter() {
            for fighter in force.fighters() {
                self.strength[fighter.unit.index()] = fighter.strength;
                if fighter.strength == 0 {
                    dead = dead.with(Units::one(fighter.unit));
                }
            }
        }
        self.replacements = outcome.replacements;
        self.eliminate(rules, dead, ump)?;
        active.units = active.units.without(dead);
        active.taking_part = active.taking_part.without(dead);
        self.phase = Phase::Beaten(active, outcome, setting);
        if outcome.air_called {
            let needed = 2 + u16::from(self.turn);
            let asking = Asking::of(Side::First, agc!("4.4-d"), "air unit");
            let two = Dice::Sum { count: 2, die: Die::D6 };
            let kept = ump.throw(asking, two, |dice| dice >= needed)?;
            if kept {
                if self.air.shift && self.air.reroll {
                    self.phase = Phase::AirChoice(active, outcome, setting);
                }
            } else {
                // The first failure does nothing, the second grounds it until next turn.
                ump.cite(agc!("4.4-e"));
                self.air.failures += 1;
            }
            ump.explain(|| {
                let text = if kept { "the air unit stays ready" } else { "the air unit's check fails" };
                Ruling::new(agc!("4.4-d"), text)
            });
        }
        Ok(())
    }

    /// The German keeps the shift or the reroll for the rest of the turn.
    pub(crate) fn keep_air(
        &mut self,
        active: Active,
        outcome: Outcome,
        setting: Setting,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let asking = Asking::of(Side::First, agc!("4.4-d"), "which benefit to keep");
        match ump.choose(asking, &[Benefit::Shift, Benefit::Reroll])? {
            Benefit::Shift => self.air.reroll = false,
            Benefit::Reroll => self.air.shift = false,
        }
        self.phase = Phase::Beaten(active, outcome, setting);
        Ok(())
    }

    /// The loser retreats, is demoralized, or holds a major city at a price. [8.11]
    pub(crate) fn beaten(
        &mut self,
        mut active: Active,
        outcome: Outcome,
        setting: Setting,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let (attacker, defender) = (self.phasing, self.phasing.other());
        let mut fate = Fate::of(&outcome, setting.demoralized, ump);
        let mut winner = outcome.winner;
        let defenders = self.force_at(rules, defender, setting.hex);
        let mut routed = Units::NONE;
        if winner == Role::Attacker && self.offers_rout(rules, setting.hex, defenders) {
            // Instead of leaving a major city the defender may rout his strongest unit and stay.
            let asking = Asking::of(defender, rule!("8.11-j"), "rout the strongest unit and hold the city");
            if *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::Yes {
                let strongest = self.strongest(rules, defenders);
                let asking = Asking::of(defender, rule!("8.11-j"), "which unit is routed");
                routed = Units::one(ump.choose(asking, &strongest)?.0);
                for clause in [rule!("8.11-j"), rule!("8.11-k"), rule!("8.11-l")] {
                    ump.cite(clause);
                }
                winner = Role::Defender;
                fate = Fate::Demoralized;
            }
        }
        if winner == Role::Defender && rules.major_cities.has(setting.hex) && routed.is_empty() {
            // Only defenders have the choice; an attacker beaten by a counterattack in a city goes.
            ump.cite(rule!("8.11-m"));
        }
        let loser = if winner == Role::Attacker { defender } else { attacker };
        let lost_it = self.force_at(rules, loser, setting.hex);
        // Those above the stacking limit who stood by are lost with the hex, and saved with it.
        ump.cite(rule!("2.3-f"));
        ump.cite(rule!("2.3-g"));
        let stood_by = setting.idle.both(lost_it);
        let going = lost_it.without(stood_by);
        let mut gone = stood_by.with(routed);
        if !going.is_empty() {
            let paths = match winner {
                Role::Defender => self.attacker_paths(rules, attacker, setting.hex, active.from),
                Role::Attacker => {
                    // Whoever delays may stop after a single hex.
                    ump.cite(rule!("8.11-c"));
                    let least = if outcome.posture == Some(Posture::Delay) { 1 } else { 2 };
                    self.retreat_paths(rules, defender, setting.hex, least, 3)
                }
            };
            // Toward supply, all to one hex; the zones of those just fought do not count.
            for clause in [rule!("8.11-a"), rule!("8.11-d"), rule!("2.5-e")] {
                ump.cite(clause);
            }
            if paths.is_empty() {
                // Through an enemy zone of control nobody gets away.
                ump.cite(rule!("8.11-e"));
                gone = gone.with(going);
            } else {
                let clause = if winner == Role::Attacker { rule!("8.11-c") } else { rule!("8.11-b") };
                let path = ump.choose(Asking::of(loser, clause, "retreat along"), &paths)?;
                let end = path.end();
                if winner == Role::Attacker && path.hexes().count() == 1 && rules.major_cities.has(end) {
                    // A friendly major city as the first hex was a place to stop.
                    ump.cite(rule!("8.11-i"));
                }
                // Retreating changes no control.
                ump.cite(rule!("2.9-b"));
                self.put(going, end);
                gone = gone.with(self.bear(rules, going, fate, ump)?);
                if loser == attacker {
                    active.at = end;
                }
                ump.explain(|| {
                    let (from, to) = (rules.board.id(setting.hex), rules.board.id(end));
                    Ruling::new(clause, format!("the loser retreats from {from} to {to}"))
                });
            }
        }
        if winner == Role::Defender && setting.demoralized && outcome.winner == Role::Defender {
            // A demoralized defender that wins rallies at once.
            ump.cite(rule!("2.8-h"));
            self.demoralized = self.demoralized.without(defenders);
        }
        self.eliminate(rules, gone, ump)?;
        active.units = active.units.without(gone);
        active.taking_part = active.taking_part.without(gone);
        self.contaminate(rules, loser);
        self.settle_control(rules, setting.hex);
        self.after_combat(active, outcome, winner, setting, rules, ump);
        Ok(())
    }

    fn offers_rout(&self, rules: &Campaign, hex: Hex, defenders: Units) -> bool {
        let enough = match rules.options.lone_rout {
            LoneRout::Allowed => 1,
            LoneRout::Refused => 2,
        };
        rules.major_cities.has(hex) && defenders.len() >= enough
    }

    /// The units among some that have the most strength, for their owner to pick from.
    fn strongest<'a>(&self, rules: &'a Campaign, units: Units) -> Vec<Which<'a>> {
        let most = units.iter().map(|unit| self.strength(unit)).max();
        units
            .iter()
            .filter(|&unit| Some(self.strength(unit)) == most)
            .map(|unit| Which(unit, rules))
            .collect()
    }

    /// What losing does to a force's morale; hands back a unit that its last point leaves with.
    fn bear(&mut self, rules: &Campaign, units: Units, fate: Fate, ump: &mut impl Umpire) -> Asked<Units> {
        match fate {
            Fate::None => {}
            Fate::Demoralized => {
                ump.cite(rule!("8.11-f"));
                self.demoralized = self.demoralized.with(units);
            }
            Fate::OneMore => {
                ump.cite(rule!("8.11-g"));
                let largest = self.strongest(rules, units);
                let owner = rules.side_of(largest[0].0);
                let asking = Asking::of(owner, rule!("8.11-g"), "which unit loses one point more");
                let unit = ump.choose_secretly(asking, &largest)?.0;
                self.strength[unit.index()] -= 1;
                if self.strength(unit) == 0 {
                    return Ok(Units::one(unit));
                }
            }
        }
        Ok(Units::NONE)
    }

    /// A hex with one side left in it is that side's. [2.9-a]
    fn settle_control(&mut self, rules: &Campaign, hex: Hex) {
        if rules.options.contested_control != crate::options::ContestedControl::Holder {
            return;
        }
        let here = BySide::from_fn(|side| !self.force_at(rules, side, hex).is_empty());
        match (here.first, here.second) {
            (true, false) => self.take_control(rules, Side::First, hex),
            (false, true) => self.take_control(rules, Side::Second, hex),
            _ => {}
        }
    }

    /// After the loser's lot: exploitation for an attacker who won, otherwise the end.
    fn after_combat(
        &mut self,
        mut active: Active,
        outcome: Outcome,
        winner: Role,
        setting: Setting,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) {
        let (attacker, defender) = (self.phasing, self.phasing.other());
        let vacated = self.force_at(rules, defender, setting.hex).is_empty();
        let earned = outcome.automatic
            || outcome.posture == Some(Posture::Delay)
            || outcome.dealt[attacker] > outcome.dealt[defender];
        // Defenders never exploit, a counterattack notwithstanding; nor does a second exploitation follow.
        ump.cite(rule!("8.12-i"));
        ump.cite(rule!("8.12-f"));
        let first = active.exploit.is_none();
        if winner == Role::Attacker && vacated && earned && first && !active.units.is_empty() {
            ump.cite(rule!("8.12-a"));
            active.spent_before = active.spent;
            active.exploit = Some(Exploit {
                hex: setting.hex,
                left: active.units,
                plan: outcome.plan,
                surplus: outcome.surplus,
                automatic: outcome.automatic,
                supplied: setting.supplied,
            });
            self.phase = Phase::Exploitation(active);
            return;
        }
        self.finish_activity(active);
    }
}
