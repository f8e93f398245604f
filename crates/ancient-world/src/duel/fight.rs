//! Battles of the duel: the forces as they stand become a battle, and its end becomes their state.

use super::march::river_between;
use super::{Activation, Duel, Force, Phase, Rules, picture};
use crate::battle::{self, Battle, Field, Interception, Outcome, Questions, Setting};
use crate::force::{Party, Terrain, Way};
use crate::roster::Roster;
use crate::rule;
use grognard_umpire::{BySide, Flow, Given, Procedure, Side, Swapped, Umpire};
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
            ends_in: Some(picture::city_target(at)),
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
                ends_in: Some(picture::hex_target(next)),
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
    party.leaders =
        rules.serving(side, force).into_iter().map(|leader| party.leaders[leader].clone()).collect();
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
    let parties = BySide::from_fn(|side| party(duel, rules, side)).seated(attacker);
    battle::Rules {
        setting: Setting::Campaign,
        charts: rules.charts.clone(),
        readings: rules.readings,
        questions: Questions::All,
        title: rules.title.clone(),
        field,
        parties,
    }
}

/// A battle begins. Whoever plays by policy tries to get away from one he can hardly win.
pub(crate) fn begin(
    duel: Duel,
    rules: &Rules,
    activation: Activation,
    attacker: Side,
    interception: Interception,
) -> Duel {
    let mut givens = rules_of(&duel, rules, attacker, interception);
    givens.parties.second.policy.avoid |= battle::forecast(&givens) >= HOPELESS;
    let battle = givens.start();
    Duel { phase: Phase::Fight { activation, attacker, battle, givens: Given::new(givens) }, ..duel }
}

/// A step of the battle.
pub(crate) fn step(
    duel: Duel,
    rules: &Rules,
    activation: Activation,
    attacker: Side,
    battle: Battle,
    givens: Given<battle::Rules>,
    ump: &mut impl Umpire,
) -> Flow<Duel> {
    match battle.step(&givens, &mut Swapped::new(ump, attacker))? {
        Continue(battle) => {
            Ok(Continue(Duel { phase: Phase::Fight { activation, attacker, battle, givens }, ..duel }))
        }
        Break(end) => Ok(ended(duel, rules, activation, attacker, &givens, &end, ump)),
    }
}

/// The battle is over: strengths, status, leaders, places, and who goes on.
fn ended(
    mut duel: Duel,
    rules: &Rules,
    activation: Activation,
    attacker: Side,
    givens: &battle::Rules,
    end: &battle::End,
    ump: &mut impl Umpire,
) -> ControlFlow<super::End, Duel> {
    let goes = match end.outcome {
        Outcome::Avoided(_) => Some(attacker.other()),
        Outcome::Won { by, .. } => Some(by.other().seat(attacker)),
        Outcome::Draw => None,
    };
    // Where the ways led is worked out before anybody is moved.
    let exit = goes.zip(end.retreat).map(|(side, way)| (side, exits(&duel, rules, side)[usize::from(way)].1));
    let (troops, guile) = (end.troops.seated(attacker), end.guile.seated(attacker));
    let status = BySide::from_fn(|side| end.status(givens, side)).seated(attacker);
    let fates = end.fates.seated(attacker);
    for side in Side::ALL {
        let force = &mut duel.forces[side];
        force.troops = troops[side];
        force.guile = guile[side];
        force.status = status[side];
        force.leader_fates(rules, side, fates[side], ump);
        force.from = force.hex;
    }
    if let Some((side, exit)) = exit {
        ump.cite(rule!("DUEL-f"));
        let force = &mut duel.forces[side];
        force.siege = force.siege && exit.hex == force.hex && !exit.inside;
        force.hex = exit.hex;
        force.from = exit.hex;
        force.inside = exit.inside;
    }
    // The failed interception was good for one attack.
    let activation = Activation { interception_failed: false, ..activation };
    match end.outcome {
        // After a successful avoidance the active player chooses another operation.
        Outcome::Avoided(_) => Continue(Duel { phase: Phase::Operation(activation), ..duel }),
        // A beaten force does not go on.
        _ if goes == Some(activation.side) => duel.hand_over(rules, activation, ump),
        _ => duel.after_operation(rules, activation, ump),
    }
}

/// The total the attacker may expect, in tenths, from which a defender by policy tries to get away.
const HOPELESS: i32 = 90;

/// What attacking the enemy where he stands would come to: the total to be expected, in tenths. The table
/// is even between 40 and 50.
pub(crate) fn forecast(duel: &Duel, rules: &Rules, attacker: Side) -> i32 {
    let mut there = duel.clone();
    let enemy = duel.forces[attacker.other()].hex;
    let own = &mut there.forces[attacker];
    if own.hex != enemy {
        own.from = if own.hex < enemy { enemy - 1 } else { enemy + 1 };
        own.hex = enemy;
    }
    battle::forecast(&rules_of(&there, rules, attacker, Interception::None))
}

/// Where the ways out of a side's hex end.
pub(crate) fn ways_end(duel: &Duel, rules: &Rules, side: Side) -> Vec<(String, u8, bool)> {
    exits(duel, rules, side).into_iter().map(|(way, exit)| (way.key, exit.hex, exit.inside)).collect()
}
