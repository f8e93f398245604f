//! Battles of the duel: the forces as they stand become a battle, and its end becomes their state.

use super::march::river_between;
use super::seats::{Seated, seats};
use super::{Activation, Duel, Force, Phase, Rules};
use crate::battle::{self, Battle, Field, Interception, Outcome, Questions};
use crate::force::{Arm, Joined, Party, Terrain, Way};
use crate::roster::Roster;
use grognard_umpire::{BySide, Flow, Procedure, Side, Umpire};
use std::ops::ControlFlow::{self, Break, Continue};

/// A way out on the strip: where it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Exit {
    hex: u8,
    inside: bool,
}

/// The ways out of a force's hex: its own city there, and one or two hexes either way, but not towards
/// the hex the enemy came from, nor into an enemy city.
fn exits(duel: &Duel, rules: &Rules, side: Side) -> Vec<(Way, Exit)> {
    let (own, enemy) = (&duel.forces[side], &duel.forces[side.other()]);
    let mut ways = Vec::new();
    let at = own.hex;
    if duel.city_owner(at) == Some(side) {
        let way = Way {
            key: "city".to_owned(),
            name: "into the city".to_owned(),
            into_city: true,
            hexes: Vec::new(),
            across_river: false,
        };
        ways.push((way, Exit { hex: at, inside: true }));
    }
    for (direction, east) in [("west", false), ("east", true)] {
        let mut hexes: Vec<Terrain> = Vec::new();
        let mut across_river = false;
        let mut last = at;
        for distance in 1..=2u8 {
            let next = if east { last + 1 } else { last.wrapping_sub(1) };
            let Some(hex) = rules.hexes.get(usize::from(next)) else { break };
            if (next == enemy.from && enemy.from != at) || duel.city_owner(next) == Some(side.other()) {
                break;
            }
            across_river |= river_between(rules, last, next);
            last = next;
            hexes.push(hex.terrain);
            let into_city = duel.city_owner(next) == Some(side);
            let way = Way {
                key: format!("{direction}-{distance}"),
                name: format!("{direction} to {}", hex.name),
                into_city,
                hexes: hexes.clone(),
                across_river,
            };
            ways.push((way, Exit { hex: next, inside: into_city }));
        }
    }
    ways
}

/// A side as the battle sees it.
fn party(duel: &Duel, rules: &Rules, side: Side) -> Party {
    let force: &Force = &duel.forces[side];
    let mut party = rules.parties[side].clone();
    for (index, unit) in party.units.iter_mut().enumerate() {
        unit.sp = force.troops.0[index];
        unit.status = force.status;
    }
    party.roster = Roster::new(&party.units);
    party.leaders = vec![rules.leader(side, force).clone()];
    party.guile = force.guile;
    party.ways = exits(duel, rules, side).into_iter().map(|(way, _)| way).collect();
    party
}

/// The battle's rules for the forces as they stood when it began.
pub(crate) fn rules_of(
    duel: &Duel,
    rules: &Rules,
    attacker: Side,
    interception: Interception,
) -> battle::Rules {
    let (own, enemy) = (&duel.forces[attacker], &duel.forces[attacker.other()]);
    let marched_in = own.from != own.hex;
    let field = Field {
        game: rules.game,
        terrain: rules.hexes[usize::from(own.hex)].terrain,
        river_crossed: marched_in && river_between(rules, own.from, own.hex),
        landing: None,
        interception,
        double_envelopment: false,
        ambush: false,
        overrun: false,
        sortie: own.inside && enemy.siege,
        visit_from_pluto: false,
    };
    let parties = seats(attacker, BySide::from_fn(|side| party(duel, rules, side)));
    battle::Rules {
        charts: rules.charts.clone(),
        readings: rules.readings,
        questions: Questions::All,
        title: rules.title.clone(),
        field,
        parties,
    }
}

/// A battle begins.
pub(crate) fn begin(
    duel: Duel,
    rules: &Rules,
    activation: Activation,
    attacker: Side,
    interception: Interception,
) -> Duel {
    let battle = rules_of(&duel, rules, attacker, interception).start();
    Duel { phase: Phase::Fight { activation, attacker, interception, battle }, ..duel }
}

/// A step of the battle.
pub(crate) fn step(
    duel: Duel,
    rules: &Rules,
    activation: Activation,
    attacker: Side,
    interception: Interception,
    battle: Battle,
    ump: &mut impl Umpire,
) -> Flow<Duel> {
    let battle_rules = rules_of(&duel, rules, attacker, interception);
    let mut seated = Seated { ump, attacker };
    match battle.step(&battle_rules, &mut seated)? {
        Continue(battle) => {
            let phase = Phase::Fight { activation, attacker, interception, battle };
            Ok(Continue(Duel { phase, ..duel }))
        }
        Break(end) => Ok(ended(duel, rules, activation, attacker, &end)),
    }
}

/// The battle is over: strengths, status, leaders, places, and who goes on.
fn ended(
    mut duel: Duel,
    rules: &Rules,
    activation: Activation,
    attacker: Side,
    end: &battle::End,
) -> ControlFlow<super::End, Duel> {
    let goes = match end.outcome {
        Outcome::Avoided(_) => Some(attacker.other()),
        Outcome::Won { by, .. } => Some(if by == Side::First { attacker.other() } else { attacker }),
        Outcome::Draw => None,
    };
    // Where the ways led is worked out before anybody is moved.
    let exit = goes.zip(end.retreat).map(|(side, way)| (side, exits(&duel, rules, side)[usize::from(way)].1));
    let (troops, guile) = (seats(attacker, end.troops), seats(attacker, end.guile));
    let (status, fates) = (seats(attacker, end.status), seats(attacker, end.fates));
    for side in Side::ALL {
        let force = &mut duel.forces[side];
        force.troops = troops[side];
        force.guile = guile[side];
        force.status = status[side];
        force.leader_fate(fates[side].of(0));
        let left = |arm| rules.parties[side].of_arm(&force.troops, Joined::default(), arm);
        if left(Arm::Infantry) + left(Arm::Cavalry) == 0 {
            force.troops = Default::default();
        }
        force.from = force.hex;
    }
    if let Some((side, exit)) = exit {
        let force = &mut duel.forces[side];
        force.siege = force.siege && exit.hex == force.hex && !exit.inside;
        force.hex = exit.hex;
        force.from = exit.hex;
        force.inside = exit.inside;
    }
    match end.outcome {
        // After a successful avoidance the active player chooses another operation.
        Outcome::Avoided(_) => Continue(Duel { phase: Phase::Operation(spent(activation)), ..duel }),
        // A beaten force does not go on.
        _ if goes == Some(activation.side) => duel.hand_over(rules, activation),
        _ => duel.after_operation(rules, activation),
    }
}

/// The activation after an attack that came to nothing: the failed interception is behind it.
fn spent(activation: Activation) -> Activation {
    Activation { interception_failed: false, ..activation }
}
