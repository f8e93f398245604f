//! Forces and answers to fight with.

use grognard_board::Terrain;
use grognard_damos::*;
use grognard_testkit::record;
use grognard_umpire::{Answer, BySide, Keep, Procedure, Side, Tape};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

pub(crate) fn charts() -> Arc<Charts> {
    Arc::new(Charts::load(&[]).unwrap())
}

/// Plays a battle on a tape and hands back the end and the account, one line a ruling.
pub(crate) fn play(start: Battle, rules: &BattleRules, answers: &[Answer]) -> (BattleEnd, String) {
    let mut state = start;
    let mut used = 0;
    let mut lines = Vec::new();
    for _ in 0..50 {
        let mut tape = Tape::new(&answers[used..], Keep::Account);
        let flow = state.step(rules, &mut tape);
        let flow = flow.unwrap_or_else(|_| panic!("open: {:?} misfit: {:?}", tape.open, tape.misfit));
        used += tape.used();
        record::reached(&tape.account, &tape.cited);
        lines.extend(tape.account.iter().map(|ruling| {
            let modifiers: Vec<String> = ruling
                .modifiers
                .iter()
                .map(|m| format!(" [{:+} {} {}]", m.value, m.words, m.clause))
                .collect();
            let look = ruling
                .table
                .as_ref()
                .map_or(String::new(), |look| format!(" <{} {}>", look.table, look.mark));
            format!("{} {}{}{look}", ruling.clause, ruling.text, modifiers.concat())
        }));
        match flow {
            Continue(next) => state = next,
            Break(end) => {
                assert_eq!(used, answers.len(), "answers left over");
                return (end, lines.join("\n"));
            }
        }
    }
    panic!("a combat never ends");
}

pub(crate) fn key(key: &str) -> Answer {
    Answer::Key(key.to_owned())
}

pub(crate) fn faces(faces: &[u8]) -> Answer {
    Answer::Faces(faces.to_vec())
}

pub(crate) fn fight(
    attackers: &[(Arm, u8)],
    defenders: &[(Arm, u8)],
    ground: Ground,
    plans: Plans,
) -> Combat {
    let force = |units: &[(Arm, u8)]| {
        let fighters: Vec<Fighter> = units
            .iter()
            .enumerate()
            .map(|(i, &(arm, strength))| Fighter { unit: UnitId(i as u8), arm, strength })
            .collect();
        Force::new(&fighters)
    };
    Combat::new(Side::First, BySide::new(force(attackers), force(defenders)), ground, Crossing::Open, plans)
}

pub(crate) fn ground(
    terrain: grognard_board::Terrain,
    settlement: Option<grognard_board::Settlement>,
) -> Ground {
    Ground { terrain, settlement }
}

/// Fights a combat on a tape that leaves no answer over.
pub(crate) fn run(combat: Combat, options: &Options, answers: &[Answer]) -> Outcome {
    run_with(&charts(), combat, options, answers)
}

/// The same with tables of one's own. Every step gets it further.
pub(crate) fn run_with(charts: &Charts, combat: Combat, options: &Options, answers: &[Answer]) -> Outcome {
    let mut state = combat;
    let mut used = 0;
    loop {
        let mut tape = Tape::new(&answers[used..], Keep::Account);
        let flow = state.step(charts, options, &mut tape);
        let flow = flow.unwrap_or_else(|_| panic!("open: {:?} misfit: {:?}", tape.open, tape.misfit));
        used += tape.used();
        record::reached(&tape.account, &tape.cited);
        match flow {
            Continue(next) => {
                assert!(next.rank() > state.rank(), "{} after {}", next.rank(), state.rank());
                state = next;
            }
            Break(outcome) => {
                assert_eq!(used, answers.len(), "answers left over");
                return outcome;
            }
        }
    }
}

pub(crate) const CLEAR: Ground = Ground { terrain: Terrain::Clear, settlement: None };

pub(crate) const SETTLED: Plans = Plans::Settled(Plan::StandardAttack);

pub(crate) fn foot(attacker: u8, defender: u8) -> Combat {
    fight(&[(Arm::Infantry, attacker)], &[(Arm::Infantry, defender)], CLEAR, SETTLED)
}
