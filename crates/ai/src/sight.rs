//! What a side sees of a game: its own forces whole, the enemy's by type and size, never by strength.

use crate::atlas::Atlas;
use grognard_board::{HEXES_MAX, Hex, HexSet};
use grognard_damos::{
    Campaign, Combat, Crossing, Field, Fighter, Force, Game, Nation, NoClerk, Phase, Plan, Plans, Units,
};
use grognard_umpire::{BySide, Fact, Playable, Side};

/// The enemy in a hex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Enemy {
    pub(crate) hex: Hex,
    pub(crate) units: Units,
    /// Its strength by the averages.
    pub(crate) guess: f64,
    pub(crate) supplied: bool,
}

/// The situation as one side sees it at one moment.
pub(crate) struct Sight<'a> {
    pub(crate) game: &'a Game,
    pub(crate) rules: &'a Campaign,
    pub(crate) atlas: &'a Atlas,
    pub(crate) side: Side,
    pub(crate) field: Field,
    /// Own units, hex by hex.
    stacks: Vec<Units>,
    /// Where own units can trace a line of supply.
    pub(crate) supplied: HexSet,
    /// The hexes from which own supply flows.
    pub(crate) network: HexSet,
    pub(crate) enemies: Vec<Enemy>,
    /// Steps from each hex to the nearest enemy.
    pub(crate) to_enemy: [u8; HEXES_MAX],
    /// Hexes into which the enemy might react, for all that this side knows.
    pub(crate) met: HexSet,
    /// Enemy strength that stands within two hexes of each hex, by the averages.
    pub(crate) threat: Vec<f64>,
    /// Attacks the second player still owes this turn.
    pub(crate) owed: i64,
    /// Where the second player's forces are wanted: hex and importance.
    pub(crate) posts: Vec<(Hex, f64)>,
    /// Rail hexes the first player has to take next so that his rails go on, with what each is worth.
    pub(crate) gaps: Vec<(Hex, f64)>,
    /// Which of his forces is to hold which post.
    pub(crate) assigned: Vec<(Hex, Hex)>,
}

impl<'a> Sight<'a> {
    pub(crate) fn new(game: &'a Game, rules: &'a Campaign, atlas: &'a Atlas, side: Side) -> Sight<'a> {
        let field = Field::of(game, rules, None, &mut NoClerk);
        let foes = game.supplied(rules, side.other(), &field, &mut NoClerk);
        let their_stacks = game.stacks(rules, side.other());
        let mut enemies = Vec::new();
        let mut threat = vec![0.0; HEXES_MAX];
        for hex in field.at[side.other()].iter() {
            let units = their_stacks[hex.index()];
            let guess: f64 = units.iter().map(|unit| f64::from(atlas.guess(unit))).sum();
            enemies.push(Enemy { hex, units, guess, supplied: foes.has(hex) });
            let steady = units.iter().any(|unit| !game.is_demoralized(unit));
            if steady {
                spread_threat(rules, hex, guess, &mut threat);
            }
        }
        let mut sight = Sight {
            supplied: game.supplied(rules, side, &field, &mut NoClerk),
            network: game.network(rules, side, &field, &mut NoClerk),
            to_enemy: rules.board.steps_to(&field.at[side.other()], &atlas.area),
            game,
            rules,
            atlas,
            side,
            field,
            stacks: game.stacks(rules, side),
            enemies,
            met: game.may_be_met(rules, side.other()),
            threat,
            owed: owed(game, rules, side),
            posts: Vec::new(),
            gaps: Vec::new(),
            assigned: Vec::new(),
        };
        if side == Side::First {
            sight.gaps = crate::depot::gaps(&sight);
        } else {
            sight.posts = crate::posts::wanted(&sight);
            sight.assigned = crate::posts::assign(&sight);
        }
        sight
    }

    /// The strength of own units.
    pub(crate) fn own(&self, units: Units) -> f64 {
        units.iter().map(|unit| f64::from(self.game.strength(unit))).sum()
    }

    /// Own units in a hex.
    pub(crate) fn here(&self, hex: Hex) -> Units {
        self.stacks[hex.index()]
    }

    /// Own units of a hex that are fresh.
    pub(crate) fn fresh(&self, hex: Hex) -> Units {
        self.here(hex).iter().filter(|&unit| !self.game.is_spent(unit)).collect()
    }

    pub(crate) fn is_shaken(&self, units: Units) -> bool {
        units.iter().any(|unit| self.game.is_demoralized(unit))
    }

    /// Half points of the slowest.
    pub(crate) fn allowance(&self, units: Units) -> u8 {
        units.iter().map(|unit| self.rules.counter(unit).allowance * 2).min().unwrap_or(0)
    }

    pub(crate) fn rivers(&self) -> bool {
        !(self.side == Side::First && self.game.is_surprise(self.rules))
    }

    /// Turns after this one.
    pub(crate) fn turns_left(&self) -> u8 {
        self.rules.turns() - self.game.turn()
    }

    /// The hexes from the objective to the nearest enemy.
    pub(crate) fn enemy_distance(&self, hex: Hex) -> u8 {
        self.to_enemy[hex.index()]
    }

    /// Whether the enemy's force of a hex has nowhere to retreat to.
    pub(crate) fn is_trapped(&self, enemy: &Enemy) -> bool {
        !self.game.can_retreat(self.rules, self.side.other(), enemy.hex)
    }

    pub(crate) fn force_of(&self, units: Units) -> Force {
        let fighter = |unit| {
            let own = self.rules.side_of(unit) == self.side;
            let strength = if own { self.game.strength(unit) } else { self.atlas.guess(unit) };
            Fighter { unit, arm: self.rules.counter(unit).arm, strength }
        };
        let fighters: Vec<Fighter> = units.iter().map(fighter).take(grognard_damos::FIGHTERS_MAX).collect();
        Force::new(&fighters)
    }

    /// A combat as this side expects it: own strengths known, the enemy's guessed.
    pub(crate) fn combat(
        &self,
        attacker: Side,
        attackers: Units,
        defenders: Units,
        from: Option<Hex>,
        at: Hex,
        plan: Plan,
    ) -> Combat {
        let mut forces = BySide::default();
        forces[attacker] = self.force_of(attackers);
        forces[attacker.other()] = self.force_of(defenders);
        let river = from
            .and_then(|from| self.rules.board.way(from, at).map(|way| self.rules.board.river(from, way)))
            .unwrap_or(false);
        let surprised = attacker == Side::First && self.game.is_surprise(self.rules);
        let crossing = if river && !surprised { Crossing::River } else { Crossing::Open };
        let ground = self.rules.ground(at);
        let mut combat = Combat::new(attacker, forces, ground, crossing, Plans::Settled(plan));
        combat.nations = BySide::new(Nation::German, Nation::Russian);
        combat.demoralized = defenders.iter().any(|unit| self.game.is_demoralized(unit));
        let foe = |hex: Hex| self.enemies.iter().find(|enemy| enemy.hex == hex).is_none_or(|e| e.supplied);
        combat.supplied = BySide::from_fn(|side| match side == self.side {
            true => from.is_none_or(|from| self.supplied.has(from)) || self.supplied.has(at),
            false => foe(at),
        });
        combat
    }
}

/// The attacks a side still owes this turn, as its view tells.
fn owed(game: &Game, rules: &Campaign, side: Side) -> i64 {
    let due = side == Side::Second
        && game.phasing() == Side::Second
        && game.turn() == rules.special.owed_attacks_turn
        && matches!(game.phase(), Phase::Operations | Phase::Active(_));
    if !due {
        return 0;
    }
    match game.view(rules, Some(side)).get("attacks-owed") {
        Some(Fact::Number(number)) => *number,
        _ => 0,
    }
}

fn spread_threat(rules: &Campaign, hex: Hex, guess: f64, threat: &mut [f64]) {
    let near = rules.board.around(hex);
    let mut far = HexSet::EMPTY;
    for next in near.iter() {
        threat[next.index()] += guess;
        far = far.or(rules.board.around(next));
    }
    far.take(hex);
    for next in far.less(near).iter() {
        threat[next.index()] += guess * 0.5;
    }
}
