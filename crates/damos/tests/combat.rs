//! Combat alone: the tables, the printed example, and each ruling of a fight.

use grognard_damos::*;
use grognard_testkit::record;
use grognard_umpire::{Answer, Barred, BySide, Keep, Kind, Procedure, Side, Tape};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

fn charts() -> Arc<Charts> {
    Arc::new(Charts::load(&[]).unwrap())
}

fn open(name: &str) -> (Battle, Arc<BattleRules>) {
    let file = BATTLES.get_file(name).unwrap();
    open_battle(name, file.contents_utf8().unwrap(), &charts()).unwrap()
}

/// Plays a battle on a tape and hands back the end and the account, one line a ruling.
fn play(start: Battle, rules: &BattleRules, answers: &[Answer]) -> (BattleEnd, String) {
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

fn key(key: &str) -> Answer {
    Answer::Key(key.to_owned())
}

fn faces(faces: &[u8]) -> Answer {
    Answer::Faces(faces.to_vec())
}

#[test]
fn the_extended_example_comes_out_as_printed() {
    // 8.13: 18 against 12 SP; 16 + 2 gives 6 LP, 12 - 1 gives 3, raised to 4; the counterattack of 6 on
    // 14 throws 6 for 1/3; seven each, and the tie is the defender's.
    let (start, rules) = open("extended-example.toml");
    let answers = [
        key("penetration"),
        faces(&[6, 5, 5]),
        faces(&[6, 6]),
        // Together: A loses 4 on the infantry, B 6 on the armor.
        key("0-0-4"),
        key("0-6"),
        faces(&[6]),
        // The infantry and the mech tie at 5 for the largest: 2 on the infantry, 1 on the armor. The
        // book then prints the armor at 4, having had 4 before it lost 1: a slip, it has 3.
        key("1-0-2"),
        key("0-1"),
    ];
    let (end, account) = play(start, &rules, &answers);
    assert_eq!(end.winner, Role::Defender);
    assert_eq!(&end.left.first[..3], &[3, 5, 3]);
    assert_eq!(&end.left.second[..2], &[2, 3]);
    assert!(end.loser_demoralized);
    insta::assert_snapshot!(account);
}

/// Every cell that the rulebook prints, written out a second time as on its back cover.
#[test]
fn every_printed_cell_of_the_results_table() {
    const PRINTED: [&str; 21] = [
        "0 0 0 0 0 0h 0d 1 1 1h 1d 2",
        "0 0 0 0 0h 0d 1 1 1h 1d 2 2",
        "0 0 0 0h 0d 1 1 1h 1d 2 2 2",
        "0 0 0h 0d 1 1 1h 1d 2 2 2 2",
        "0 0h 0d 1 1 1h 1d 2 2 2 2 3",
        "0h 0 1 1 1h 1d 2 2 2 2 3 3",
        "0d 1 1 1h 1d 2 2 2 2 3 3 3",
        "1 1 1h 1d 2 2 2 2 3 3 3 3",
        "1 1h 1d 2 2 2 2 3 3 3 3 4",
        "1h 1d 2 2 2 2 3 3 3 3 4 4",
        "- - - - 2 3 3 3 3 4 4 4",
        "- - - - 3 3 3 3 4 4 4 4",
        "- - - - 3 3 3 4 4 4 4 5",
        "- - - - 3 3 4 4 4 4 5 5",
        "- - - - 3 4 4 4 4 5 5 5",
        "- - - - 4 4 4 4 5 5 5 5",
        "- - - - - - - - 5 5 5 6",
        "- - - - - - - - 5 5 6 6",
        "- - - - - - - - 5 6 6 6",
        "- - - - - - - - 6 6 6 6",
        "- - - - - - - - 6 6 6 7",
    ];
    let charts = charts();
    let dice: Vec<u8> = (0..COLUMNS).map(|column| charts.dice(column)).collect();
    assert_eq!(dice, [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
    let columns: Vec<usize> = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 18, 19, 23, 24, 99]
        .map(|sp| charts.column(sp, 0))
        .to_vec();
    assert_eq!(columns, [0, 1, 2, 2, 3, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11]);
    for (row, line) in PRINTED.iter().enumerate() {
        for (column, cell) in line.split(' ').enumerate() {
            if cell == "-" {
                continue;
            }
            let found = charts.results(row as i16, column, Erratum::Printed);
            assert_eq!(Some(found), LossPoints::read(cell), "row {row}, column {column}");
        }
    }
    // 8.6-b, 8.6-c: beyond the ends the nearest filled row is read.
    let read = |total, sp| charts.results(total, charts.column(sp, 0), Erratum::Printed).to_string();
    assert_eq!([read(-2, 8), read(10, 3), read(16, 7), read(21, 24)], ["0♥", "2", "4", "7"]);
    // CRT-b: the doubtful cell both ways.
    assert_eq!(charts.results(5, 1, Erratum::Printed).to_string(), "0");
    assert_eq!(charts.results(5, 1, Erratum::Diagonal).to_string(), "0♦");
}

#[test]
fn every_printed_cell_of_the_attrition_table() {
    const PRINTED: [(i16, [u8; 7]); 7] = [
        (2, [1, 2, 2, 3, 4, 5, 6]),
        (3, [1, 1, 2, 2, 3, 4, 5]),
        (4, [0, 1, 1, 2, 2, 3, 4]),
        (6, [0, 0, 1, 1, 2, 2, 3]),
        (9, [0, 0, 0, 1, 1, 2, 2]),
        (11, [0, 0, 0, 0, 1, 1, 2]),
        (12, [0, 0, 0, 0, 0, 1, 1]),
    ];
    let charts = charts();
    let rows = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    let bands = [(2, 3), (4, 5), (6, 8), (9, 11), (12, 15), (16, 19), (20, 40)];
    for roll in rows {
        let (_, line) = PRINTED.iter().rev().find(|(from, _)| *from <= roll).unwrap();
        for (column, (low, high)) in bands.iter().enumerate() {
            assert_eq!(charts.attrition(roll, *low), line[column], "{roll} {low}");
            assert_eq!(charts.attrition(roll, *high), line[column], "{roll} {high}");
        }
    }
    // 9.0-c: one point never loses; beyond the ends the nearest row.
    assert_eq!([charts.attrition(2, 1), charts.attrition(-1, 9), charts.attrition(15, 20)], [0, 3, 1]);
}

#[test]
fn the_other_printed_figures() {
    let charts = charts();
    assert_eq!([6, 7, 12, 13].map(|sp| charts.influence(sp)), [1, 2, 2, 3]);
    assert_eq!(Plan::ALL.map(|plan| charts.plan_points(plan)), [Some(0), Some(1), Some(2), None]);
    assert_eq!(Plan::ALL.map(|plan| charts.plan_modifier(plan)), [-1, 0, 1, 2]);
    assert_eq!(Arm::ALL.map(|arm| charts.exploit_rating(arm)), [0, 0, 0, 1, 1, 2]);
    let cell = charts.matrix(Plan::Penetration, Posture::Counterattack);
    assert_eq!(cell, MatrixCell { attacker_losses: 1, defender_modifier: -1, ..MatrixCell::default() });
    assert_eq!(charts.counterattack(6, 1), (1, 3));
    assert_eq!(
        [(3, 5), (6, 14), (7, 3), (4, 9), (9, 4), (6, 6), (1, 9), (9, 1)].map(|(a, b)| ratio_column(a, b)),
        [2, 1, 4, 1, 4, 3, 0, 5]
    );
    assert_eq!(
        [
            charts.reaction_needed,
            charts.reaction_more_mobile,
            charts.reaction_three_hexes,
            charts.reaction_against_slow
        ],
        [9, 1, -1, 1]
    );
    assert_eq!(
        [charts.attacker_unsupplied, charts.defender_unsupplied, charts.defender_demoralized],
        [-2, -1, 1]
    );
    assert_eq!(charts.attrition_modifiers, [1, 1, -1, -1]);
}

fn fight(attackers: &[(Arm, u8)], defenders: &[(Arm, u8)], ground: Ground, plans: Plans) -> Combat {
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

fn ground(terrain: grognard_board::Terrain, settlement: Option<grognard_board::Settlement>) -> Ground {
    Ground { terrain, settlement }
}

fn run(combat: Combat, options: &Options, answers: &[Answer]) -> Outcome {
    let charts = charts();
    let mut state = combat;
    let mut used = 0;
    loop {
        let mut tape = Tape::new(&answers[used..], Keep::Account);
        let flow = state.step(&charts, options, &mut tape);
        let flow = flow.unwrap_or_else(|_| panic!("open: {:?} misfit: {:?}", tape.open, tape.misfit));
        used += tape.used();
        record::reached(&tape.account, &tape.cited);
        match flow {
            Continue(next) => state = next,
            Break(outcome) => {
                assert_eq!(used, answers.len(), "answers left over");
                return outcome;
            }
        }
    }
}

use grognard_board::{Settlement, Terrain};
const CLEAR: Ground = Ground { terrain: Terrain::Clear, settlement: None };

#[test]
fn postures_follow_duty_ground_and_tanks() {
    let charts = charts();
    // Why the others are barred, each with its clause.
    let barred = |combat: &Combat| {
        let line = |barred: Barred| {
            let clause = barred.refusal.clause.unwrap();
            record::exercised(&[clause.id()]);
            format!("{} {}", barred.key, clause.id())
        };
        combat.barred_postures(&charts).into_iter().map(line).collect::<Vec<_>>()
    };
    let mut combat = fight(&[(Arm::Armor, 6)], &[(Arm::Motorized, 4)], CLEAR, Plans::Ordinary);
    combat.nations = BySide::new(Nation::Russian, Nation::German);
    assert_eq!(combat.postures(&charts), [Posture::Steadfast], "motorized alone does not counterattack");
    assert_eq!(barred(&combat), ["counterattack DAMOS-2.1-f", "elastic DAMOS-8.4-a", "delay DAMOS-8.4-a"]);
    combat.forces.second = fight(&[], &[(Arm::Cavalry, 4)], CLEAR, Plans::Ordinary).forces.second;
    assert_eq!(barred(&combat)[0], "counterattack AGC-2.1-d");
    let mut tanks = fight(&[(Arm::Armor, 6)], &[(Arm::Mechanized, 4)], CLEAR, Plans::Ordinary);
    tanks.nations = combat.nations;
    assert_eq!(tanks.postures(&charts), [Posture::Steadfast, Posture::Counterattack]);
    tanks.ground = ground(Terrain::Woods, None);
    assert_eq!(tanks.postures(&charts).len(), 4);
    tanks.ground = ground(Terrain::Woods, Some(Settlement::City));
    assert_eq!(tanks.postures(&charts), [Posture::Steadfast], "2.1-a");
    assert_eq!(barred(&tanks)[0], "counterattack AGC-2.1-a");
    tanks.nations = BySide::new(Nation::German, Nation::Russian);
    tanks.ground = ground(Terrain::Woods, None);
    assert_eq!(tanks.postures(&charts), [Posture::Counterattack], "2.1-b");
    assert_eq!(barred(&tanks)[0], "steadfast AGC-2.1-b");
    tanks.ground = ground(Terrain::Marsh, None);
    assert_eq!(tanks.postures(&charts), [Posture::Steadfast], "2.1-c, 2.1-e");
    assert_eq!(barred(&tanks), ["counterattack AGC-2.1-e", "elastic AGC-2.1-c", "delay AGC-2.1-c"]);
    tanks.demoralized = true;
    assert!(tanks.postures(&charts).is_empty(), "2.8-e");
}

#[test]
fn what_is_barred_is_said_with_its_clause() {
    let barred = |combat: Combat| {
        let mut tape = Tape::new(&[], Keep::Account);
        assert!(combat.step(&charts(), &Options::default(), &mut tape).is_err());
        let Kind::Choose { barred, .. } = tape.open[0].kind.clone() else { panic!("no choice") };
        let line = |barred: Barred| format!("{} {}", barred.key, barred.refusal.clause.unwrap().id());
        barred.into_iter().map(line).collect::<Vec<_>>()
    };
    let men = [(Arm::Infantry, 4)];
    let plain = fight(&men, &men, CLEAR, Plans::Ordinary);
    assert_eq!(barred(plain), ["grand-assault DAMOS-8.1-b", "penetration DAMOS-8.1-b"]);
    let exploiting = fight(&men, &men, CLEAR, Plans::Exploiting);
    assert_eq!(barred(exploiting), ["penetration DAMOS-8.12-e"]);
    // A German defends with tanks in the open against a settled plan.
    let mut german = fight(&[(Arm::Armor, 4)], &men, CLEAR, Plans::Settled(Plan::StandardAttack));
    german.attacker = Side::Second;
    assert_eq!(barred(german), ["elastic DAMOS-8.4-a", "delay DAMOS-8.4-a"]);
}

#[test]
fn ground_and_rivers_change_strength() {
    let charts = charts();
    let mut combat =
        fight(&[(Arm::Armor, 6), (Arm::Motorized, 4)], &[(Arm::Infantry, 3)], CLEAR, Plans::Ordinary);
    assert_eq!(combat.modified(&charts), BySide::new(10, 3));
    combat.crossing = Crossing::River;
    assert_eq!(combat.modified(&charts), BySide::new(8, 3));
    combat.ground = ground(Terrain::Marsh, None);
    assert_eq!(combat.modified(&charts), BySide::new(6, 5));
    combat.ground = ground(Terrain::Woods, Some(Settlement::Town));
    assert_eq!(combat.modified(&charts), BySide::new(7, 6));
    combat.ground = ground(Terrain::Clear, Some(Settlement::MajorCity));
    assert_eq!(combat.modified(&charts), BySide::new(6, 8));
}

#[test]
fn twelve_to_one_needs_no_dice() {
    let rifles = [(Arm::Infantry, 2)];
    let enough = fight(&[(Arm::Armor, 12), (Arm::Armor, 12)], &rifles, CLEAR, Plans::Ordinary);
    let outcome = run(enough, &Options::default(), &[]);
    assert!(outcome.automatic && outcome.winner == Role::Attacker);
    assert_eq!(outcome.forces.second.strength(), 0);
    let short = fight(&[(Arm::Armor, 12), (Arm::Armor, 11)], &rifles, CLEAR, Plans::Ordinary);
    assert!(!short.is_automatic(&charts(), &Options::default()));
}

#[test]
fn supply_and_demoralization_modify_the_dice() {
    let mut combat =
        fight(&[(Arm::Infantry, 7)], &[(Arm::Infantry, 7)], CLEAR, Plans::Settled(Plan::StandardAttack));
    combat.supplied = BySide::new(false, false);
    combat.demoralized = true;
    // 8 - 4 for two dice without supply + 1 against the demoralized = 5: 1♥; the defender 8 - 1 = 7: 2.
    let outcome = run(combat, &Options::default(), &[faces(&[4, 4]), faces(&[4, 4])]);
    assert_eq!([outcome.dealt.first.to_string(), outcome.dealt.second.to_string()], ["1♥", "2"]);
    assert_eq!(outcome.winner, Role::Defender);
}

#[test]
fn a_tie_is_the_defenders_and_symbols_break_ties() {
    let even = |a: &[u8], d: &[u8]| {
        let combat =
            fight(&[(Arm::Infantry, 7)], &[(Arm::Infantry, 7)], CLEAR, Plans::Settled(Plan::StandardAttack));
        run(combat, &Options::default(), &[faces(a), faces(d)])
    };
    // Steadfast gives the defender +1: 4 and 3+1 are both 1.
    let tie = even(&[2, 2], &[1, 2]);
    assert_eq!(
        (tie.dealt.first, tie.dealt.second, tie.winner),
        (tie.dealt.second, tie.dealt.first, Role::Defender)
    );
    // 5 is 1♥ against 1.
    assert_eq!(even(&[2, 3], &[1, 2]).winner, Role::Attacker);
}

#[test]
fn half_the_losses_fall_on_the_largest() {
    // 5 LP on 6, 4, 3 (the clause's own example): 2-3-0, 2-0-3 and 5-0-0 are legal, 1-4-0 is not.
    let force = fight(
        &[(Arm::Infantry, 6), (Arm::Infantry, 4), (Arm::Infantry, 3)],
        &[(Arm::Infantry, 24)],
        CLEAR,
        Plans::Settled(Plan::StandardAttack),
    );
    let attempt = |way: &str| {
        // 24 SP throw 3 dice: 12 + 1 steadfast = 13 gives 5 LP; 13 SP throw 3 dice: 3 gives 2 LP.
        let answers = [faces(&[1, 1, 1]), faces(&[4, 4, 4]), key(way)];
        let charts = charts();
        let mut state = force;
        let mut used = 0;
        loop {
            let mut tape = Tape::new(&answers[used..], Keep::Account);
            match state.step(&charts, &Options::default(), &mut tape) {
                Ok(Continue(next)) => state = next,
                Ok(Break(_)) => return true,
                Err(_) => return false,
            }
            used += tape.used();
        }
    };
    assert!(attempt("2-3-0") && attempt("2-0-3") && attempt("5-0-0"));
    assert!(!attempt("1-4-0") && !attempt("6-0-0") && !attempt("0-4-1"));
}

#[test]
fn a_wiped_out_defender_that_dealt_as_much_is_a_switch() {
    let combat =
        fight(&[(Arm::Infantry, 4)], &[(Arm::Infantry, 1)], CLEAR, Plans::Settled(Plan::StandardAttack));
    let answers = [faces(&[5]), faces(&[6])];
    // 5 in column 3-4 is 1; 6 + 1 in column 1 is 1: a tie with nobody left to hold the hex.
    let letter = run(combat, &Options::default(), &answers);
    assert_eq!((letter.winner, letter.forces.second.strength()), (Role::Defender, 0));
    let holds = Options { wiped_out: WipedOut::AttackerHolds, ..Options::default() };
    assert_eq!(run(combat, &holds, &answers).winner, Role::Attacker);
}

#[test]
fn replacements_pay_up_to_two_for_the_supplied() {
    let mut combat =
        fight(&[(Arm::Infantry, 16)], &[(Arm::Infantry, 12)], CLEAR, Plans::Settled(Plan::StandardAttack));
    combat.replacements = BySide::new(0, 3);
    // 16 SP: 10 gives 4 LP. 12 SP: 2 + 1 gives 1♦.
    let outcome = run(combat, &Options::default(), &[faces(&[4, 3, 3]), faces(&[1, 1]), key("2+rp2")]);
    assert_eq!((outcome.forces.second.strength(), outcome.replacements.second), (10, 1));
    assert_eq!(outcome.dealt.first.points(), 4, "paid points still count for the winner");
    combat.supplied.second = false;
    let outcome = run(combat, &Options::default(), &[faces(&[4, 3, 3]), faces(&[1, 1])]);
    assert_eq!(outcome.forces.second.strength(), 8, "no supply, no question");
}

#[test]
fn the_air_unit_shifts_and_rerolls() {
    let mut combat =
        fight(&[(Arm::Infantry, 8)], &[(Arm::Infantry, 8)], CLEAR, Plans::Settled(Plan::StandardAttack));
    combat.air = Some((Side::First, Air { shift: true, reroll: true }));
    // The German's dice come one by one, 1 and 4, then the defender's, and all is on the table when the
    // German has the 1 thrown again; it comes up 6: 10 in column 9-10 is 3.
    let answers = [key("air"), faces(&[1]), faces(&[4]), faces(&[1, 1]), key("reroll-1"), faces(&[6])];
    let outcome = run(combat, &Options::default(), &answers);
    assert_eq!(outcome.dealt.first.to_string(), "3");
    assert!(outcome.air_called);
    let refused = run(combat, &Options::default(), &[key("no-air"), faces(&[6, 4]), faces(&[1, 1])]);
    assert_eq!(refused.dealt.first.to_string(), "3");
    assert!(!refused.air_called);
}

#[test]
fn all_battle_files_open_and_bad_ones_are_refused_at_once() {
    for file in BATTLES.files() {
        let text = file.contents_utf8().unwrap();
        open_battle(file.path().to_str().unwrap(), text, &charts()).unwrap();
    }
    let text = BATTLES.get_file("extended-example.toml").unwrap().contents_utf8().unwrap();
    let bad = text.replace("ground = \"clear\"", "ground = \"sea\"").replace("\"armor\", 4", "\"armour\", 0");
    let error = open_battle("bad.toml", &bad, &charts()).unwrap_err().to_string();
    assert!(
        error.contains("no ground `sea`") && error.contains("no type `armour`") && error.contains("1 to 30"),
        "{error}"
    );
    let bad = text.replace("[defender]", "[defender]\nposture = \"elastic\"");
    let error = open_battle("bad.toml", &bad, &charts()).unwrap_err().to_string();
    assert!(error.contains("the ground does not allow it (DAMOS-8.4-a)"), "{error}");
}

#[test]
fn what_the_largest_cannot_take_passes_on_and_what_nobody_can_is_surplus() {
    let defenders = [(Arm::Infantry, 2), (Arm::Infantry, 1), (Arm::Infantry, 1)];
    let combat = fight(&[(Arm::Infantry, 24)], &defenders, CLEAR, Plans::Settled(Plan::Penetration));
    // 24 SP: 18 + 2 gives 7 LP on 4 SP: all go, 3 are left over. The defender's 1 - 1 deals nothing.
    let outcome = run(combat, &Options::default(), &[faces(&[6, 6, 6]), faces(&[1])]);
    assert_eq!((outcome.forces.second.strength(), outcome.surplus), (0, 3));
    assert_eq!(outcome.dealt.first.points(), 7, "all of it counts for the winner");
}

#[test]
fn surplus_counts_the_steps_of_the_matrix_and_the_counterattack() {
    let fought = |plan, defender, answers: &[Answer]| {
        let mut combat = fight(&[(Arm::Armor, 24)], &[(Arm::Armor, defender)], CLEAR, Plans::Settled(plan));
        combat.posture = Some(Posture::Counterattack);
        let outcome = run(combat, &Options::default(), answers);
        (outcome.forces.second.strength(), outcome.surplus, outcome.dealt.first.to_string())
    };
    // A grand assault, 4 + 1: 3 LP, a step more against the counterattack; 3 SP leave one over.
    assert_eq!(fought(Plan::GrandAssault, 3, &[faces(&[1, 1, 2]), faces(&[1])]), (0, 1, "4".to_owned()));
    // A standard attack, 3: 2 LP. The one point left strikes back at 24 and takes 3.
    let answers = [faces(&[1, 1, 1]), faces(&[1]), faces(&[1])];
    assert_eq!(fought(Plan::StandardAttack, 3, &answers), (0, 2, "5".to_owned()));
}

#[test]
fn a_meeting_engagement_demoralizes_nobody() {
    let fought = |plan: &str| {
        let text = BATTLES.get_file("bialystok-22-june.toml").unwrap().contents_utf8().unwrap();
        let text = text.replace("plans = \"ordinary\"", &format!("plans = \"{plan}\""));
        let text = text.replace("[defender]", "[defender]\ndemoralized = true");
        let (start, rules) = open_battle("b.toml", &text, &charts()).unwrap();
        // 16 SP throw 12: 4 LP (3 in a meeting engagement with 11: 4 too); 8 SP throw 2: 1.
        let answers = [faces(&[4, 4, 4]), faces(&[1, 1]), key("1-0-0-0"), key("2-2")];
        play(start, &rules, &answers).0
    };
    let (meeting, standard) = (fought("meeting-engagement"), fought("standard-attack"));
    assert!(!meeting.loser_demoralized && standard.loser_demoralized);
    let left = |end: &BattleEnd| end.left.second.iter().sum::<u8>();
    assert_eq!((left(&meeting), left(&standard)), (4, 3), "one point more for the demoralized");
}

#[test]
fn the_doubtful_cell_is_a_switch() {
    let combat =
        fight(&[(Arm::Infantry, 2)], &[(Arm::Infantry, 2)], CLEAR, Plans::Settled(Plan::StandardAttack));
    let dealt = |erratum_row_5| {
        let options = Options { erratum_row_5, ..Options::default() };
        run(combat, &options, &[faces(&[5]), faces(&[1])]).dealt.first.to_string()
    };
    assert_eq!(dealt(ErratumRow5::Printed), "0");
    assert_eq!(dealt(ErratumRow5::Diagonal), "0♦");
}

const SETTLED: Plans = Plans::Settled(Plan::StandardAttack);

fn foot(attacker: u8, defender: u8) -> Combat {
    fight(&[(Arm::Infantry, attacker)], &[(Arm::Infantry, defender)], CLEAR, SETTLED)
}

#[test]
fn totals_beyond_the_table_read_its_ends() {
    // 1 SP without supply, 1 - 2 - 1: below nought.
    let mut low = foot(1, 1);
    low.plans = Plans::Settled(Plan::MeetingEngagement);
    low.supplied.first = false;
    let outcome = run(low, &Options::default(), &[faces(&[1]), faces(&[1])]);
    assert_eq!(outcome.dealt.first.to_string(), "0", "8.6-b");
    // 4 SP with the air unit penetrate against the demoralized: 6 + 2 + 1 = 9 is the last row of one die.
    let mut high = foot(4, 1);
    high.plans = Plans::Settled(Plan::Penetration);
    high.demoralized = true;
    high.air = Some((Side::First, Air { shift: true, reroll: false }));
    let outcome = run(high, &Options::default(), &[key("air"), faces(&[6]), faces(&[1])]);
    assert_eq!(outcome.dealt.first.to_string(), "2", "6 + 3 = 9 in column 5-6");
    // 24 SP penetrate against the demoralized: 18 + 2 + 1 = 21 reads the row of 20.
    let mut most = foot(24, 3);
    most.plans = Plans::Settled(Plan::Penetration);
    most.demoralized = true;
    let outcome = run(most, &Options::default(), &[faces(&[6, 6, 6]), faces(&[1])]);
    assert_eq!(outcome.dealt.first.to_string(), "7", "8.6-c");
    let charts = charts();
    for (total, column, printed) in [(10, 3, "2"), (16, 4, "4"), (25, 11, "7")] {
        assert_eq!(charts.results(total, column, Erratum::Printed).to_string(), printed, "8.6-c");
    }
}

/// A matrix of one's own with larger steps, put over the crate's.
fn house(cell: &str) -> Charts {
    let text = format!(
        "[[combat-matrix.change]]\nrow = \"steadfast\"\ncolumn = \"standard-attack\"\ncell = \"{cell}\"\n"
    );
    Charts::load(&[("house.toml".to_owned(), text)]).unwrap()
}

fn run_with(charts: &Charts, combat: Combat, options: &Options, answers: &[Answer]) -> Outcome {
    let mut state = combat;
    let mut used = 0;
    loop {
        let mut tape = Tape::new(&answers[used..], Keep::Account);
        let flow = state.step(charts, options, &mut tape);
        let flow = flow.unwrap_or_else(|_| panic!("open: {:?} misfit: {:?}", tape.open, tape.misfit));
        used += tape.used();
        record::reached(&tape.account, &tape.cited);
        match flow {
            Continue(next) => state = next,
            Break(outcome) => return outcome,
        }
    }
}

#[test]
fn a_matrix_of_ones_own_moves_results_by_the_ladder() {
    // The sheet's matrix knows steps of one only; larger ones follow the same ladder.
    let dealt = |cell: &str, attack: &[u8]| {
        let outcome =
            run_with(&house(cell), foot(16, 12), &Options::default(), &[faces(attack), faces(&[1, 1])]);
        outcome.dealt.first.to_string()
    };
    // 16 SP: 7 is 3, 3 is 2.
    assert_eq!(dealt("D -2 LP", &[3, 2, 2]), "1", "8.7-e: by plain arithmetic past 2");
    assert_eq!(dealt("D -1 LP", &[1, 1, 1]), "1♦", "8.7-b");
    assert_eq!(dealt("D -2 LP", &[1, 1, 1]), "1♥", "rung by rung");
    assert_eq!(dealt("D +1 LP", &[1, 1, 1]), "3", "8.7-d");
    let none = |cell: &str| {
        let combat = fight(&[(Arm::Infantry, 4)], &[(Arm::Infantry, 3)], CLEAR, SETTLED);
        run_with(&house(cell), combat, &Options::default(), &[faces(&[1]), faces(&[1])])
            .dealt
            .first
            .to_string()
    };
    assert_eq!(none("D -1 LP"), "0", "8.7-c: nothing is less than nothing");
}

#[test]
fn a_counterattack_swaps_what_the_ground_does() {
    // In the woods: 10 SP of foot attack 8 SP of tanks, which strike back after the first exchange.
    let woods = ground(Terrain::Woods, None);
    let mut combat = fight(&[(Arm::Infantry, 10)], &[(Arm::Armor, 8)], woods, SETTLED);
    combat.crossing = Crossing::River;
    combat.posture = Some(Posture::Counterattack);
    // 10 SP less 2 for the river throw 12: 3. 8 SP and 2 for the woods throw 2: 1.
    // Then 5 tanks less 1 for the woods strike at 9 and 2 for the woods, the river forgotten: 4 against 11, 1:3.
    let answers = [faces(&[6, 6]), faces(&[1, 1]), faces(&[6])];
    let outcome = run(combat, &Options::default(), &answers);
    assert_eq!([outcome.dealt.first.to_string(), outcome.dealt.second.to_string()], ["4", "4"], "1/3 at 1:3");
    assert_eq!(outcome.winner, Role::Defender);
}

#[test]
fn the_number_of_dice_follows_the_ground_or_the_units() {
    // 5 SP in a city are 8: two dice; by the other reading the one die of 5 SP.
    let city = ground(Terrain::Clear, Some(Settlement::City));
    let combat = fight(&[(Arm::Infantry, 8)], &[(Arm::Infantry, 5)], city, SETTLED);
    run(combat, &Options::default(), &[faces(&[1, 1]), faces(&[1, 1])]);
    let current = Options { combat_dice: CombatDice::Current, ..Options::default() };
    run(combat, &current, &[faces(&[1, 1]), faces(&[1])]);
    // 6 SP shifted to the column of 7: two dice, or the one die they had.
    let mut shifted = foot(6, 6);
    shifted.air = Some((Side::First, Air { shift: true, reroll: false }));
    run(shifted, &Options::default(), &[key("air"), faces(&[1, 1]), faces(&[1])]);
    let old = Options { shifted_dice: ShiftedDice::OldColumn, ..Options::default() };
    run(shifted, &old, &[key("air"), faces(&[1]), faces(&[1])]);
    // Beyond the last column there is none: 24 SP stay in it.
    let mut last = foot(24, 12);
    last.air = shifted.air;
    let outcome = run(last, &Options::default(), &[key("air"), faces(&[1, 1, 1]), faces(&[1, 1])]);
    assert_eq!(outcome.dealt.first.to_string(), "2");
}

#[test]
fn points_nobody_could_take_or_that_were_paid_count_or_do_not() {
    // 2 SP in a major city count 7 and deal 2; they are dealt 3 and have 2.
    let city = ground(Terrain::Clear, Some(Settlement::MajorCity));
    let combat = fight(&[(Arm::Infantry, 9)], &[(Arm::Infantry, 2)], city, SETTLED);
    let answers = [faces(&[5, 4]), faces(&[5, 4])];
    assert_eq!(run(combat, &Options::default(), &answers).winner, Role::Attacker, "3 against 2");
    let ignored = Options { overkill: Overkill::Ignored, ..Options::default() };
    assert_eq!(run(combat, &ignored, &answers).winner, Role::Defender, "2 against 2");
    // 4 against 2, two of the four paid with replacements.
    let mut paying = foot(16, 12);
    paying.replacements = BySide::new(0, 3);
    let answers = [faces(&[4, 3, 3]), faces(&[2, 2]), key("2+rp2")];
    assert_eq!(run(paying, &Options::default(), &answers).winner, Role::Attacker);
    let not = Options { paid_losses: PaidLosses::DoNot, ..Options::default() };
    assert_eq!(run(paying, &not, &answers).winner, Role::Defender);
}

#[test]
fn symbols_go_or_stay_when_a_counterattack_adds() {
    let mut combat = fight(&[(Arm::Infantry, 3)], &[(Arm::Armor, 3)], CLEAR, SETTLED);
    combat.posture = Some(Posture::Counterattack);
    // 6 is 1; 3 is 0♥. Then 2 against 3 is 1:2, and 3 is 2/1.
    let dealt = |counterattack_symbols| {
        let options = Options { counterattack_symbols, ..Options::default() };
        run(combat, &options, &[faces(&[6]), faces(&[3]), faces(&[3])]).dealt.second.to_string()
    };
    assert_eq!(dealt(CounterattackSymbols::Dropped), "1");
    assert_eq!(dealt(CounterattackSymbols::Kept), "1♥");
}

#[test]
fn twelve_to_one_is_read_four_ways() {
    let charts = charts();
    let automatic = |combat: &Combat, strength, victims| {
        let options =
            Options { unprepared_strength: strength, unprepared_for: victims, ..Options::default() };
        combat.is_automatic(&charts, &options)
    };
    let mut woods = foot(12, 1);
    woods.ground = ground(Terrain::Woods, None);
    assert!(!automatic(&woods, UnpreparedStrength::Modified, UnpreparedFor::Everybody), "12 against 3");
    assert!(automatic(&woods, UnpreparedStrength::Current, UnpreparedFor::Everybody));
    let mut german = foot(12, 1);
    german.nations = BySide::new(Nation::Russian, Nation::German);
    assert!(automatic(&german, UnpreparedStrength::Modified, UnpreparedFor::Everybody));
    assert!(!automatic(&german, UnpreparedStrength::Modified, UnpreparedFor::Russians));
    assert!(automatic(&foot(12, 1), UnpreparedStrength::Modified, UnpreparedFor::Russians));
}

#[test]
fn the_air_unit_is_called_after_the_plans_or_before() {
    let mut combat = foot(8, 8);
    combat.plans = Plans::Ordinary;
    combat.air = Some((Side::First, Air { shift: true, reroll: false }));
    let first = |air_call| {
        let options = Options { air_call, ..Options::default() };
        let mut tape = Tape::new(&[], Keep::Account);
        assert!(combat.step(&charts(), &options, &mut tape).is_err());
        tape.open[0].asking.what
    };
    assert_eq!(first(AirCall::AfterPlans), "attack plan");
    assert_eq!(first(AirCall::BeforePlans), "call the air unit");
    let before = Options { air_call: AirCall::BeforePlans, ..Options::default() };
    let answers = [key("air"), key("standard-attack"), faces(&[1, 1]), faces(&[1, 1])];
    assert!(run(combat, &before, &answers).air_called);
}

#[test]
fn the_die_thrown_again_is_ones_own_or_anybodys() {
    let mut combat = foot(8, 8);
    combat.air = Some((Side::First, Air { shift: false, reroll: true }));
    let any = Options { air_reroll: AirReroll::AnyDie, ..Options::default() };
    // The German has 4 and 4, the Russian 6 and 5; the 6 is thrown again and comes up 1.
    let mut answers = vec![key("air")];
    answers.extend([4, 4, 6, 5].map(|face| faces(&[face])));
    answers.extend([key("reroll-enemy-6"), faces(&[1])]);
    let outcome = run(combat, &any, &answers);
    assert_eq!(
        [outcome.dealt.first.to_string(), outcome.dealt.second.to_string()],
        ["2", "2"],
        "8, and 6 + 1"
    );
    // By the default the enemy's dice are not on offer.
    let mut tape = vec![key("air"), faces(&[4]), faces(&[4]), faces(&[6, 5])];
    tape.push(key("reroll-4"));
    tape.push(faces(&[6]));
    assert_eq!(run(combat, &Options::default(), &tape).dealt.first.to_string(), "3", "10");
}

#[test]
fn the_demoralized_that_lose_a_meeting_engagement_pay_or_do_not() {
    let left = |options: &str| {
        let text = BATTLES.get_file("bialystok-22-june.toml").unwrap().contents_utf8().unwrap();
        let text = text.replace("plans = \"ordinary\"", "plans = \"meeting-engagement\"");
        let text = text.replace("[defender]", "[defender]\ndemoralized = true");
        let (start, rules) =
            open_battle("b.toml", &format!("{text}\n[options]\n{options}\n"), &charts()).unwrap();
        let answers = [faces(&[4, 4, 4]), faces(&[1, 1]), key("1-0-0-0"), key("2-2")];
        play(start, &rules, &answers).0.left.second.iter().sum::<u8>()
    };
    assert_eq!((left(""), left("second-loss = \"always\"")), (4, 3));
}

#[test]
fn a_major_city_may_be_held_at_a_price_in_a_battle_alone_too() {
    let text = BATTLES.get_file("bialystok-22-june.toml").unwrap().contents_utf8().unwrap();
    let ground = text.lines().find(|line| line.starts_with("ground")).unwrap();
    let text = text
        .replace(ground, "ground = \"major-city\"")
        .replace("plans = \"ordinary\"", "plans = \"standard-attack\"");
    let open =
        |options: &str| open_battle("b.toml", &format!("{text}\n[options]\n{options}\n"), &charts()).unwrap();
    let (start, rules) = open("");
    // The attackers throw well, the defenders badly.
    let base = [faces(&[6, 6, 6]), faces(&[1, 1, 1])];
    let asked = |answers: &[Answer]| {
        let (mut state, mut used) = (start, 0);
        loop {
            let mut tape = Tape::new(&answers[used..], Keep::Account);
            match state.step(&rules, &mut tape) {
                Ok(Continue(next)) => state = next,
                Ok(Break(_)) => return ("the end", Vec::new()),
                Err(_) => {
                    let keys = tape.open.iter().map(|question| match &question.kind {
                        Kind::Choose { options, .. } => options[0].0.clone(),
                        _ => String::new(),
                    });
                    return (tape.open[0].asking.what, keys.collect::<Vec<_>>());
                }
            }
            used += tape.used();
        }
    };
    let (what, losses) = asked(&base);
    assert_eq!(what, "take losses");
    let mut answers = base.to_vec();
    answers.extend(losses.iter().map(|loss| key(loss)));
    assert_eq!(asked(&answers).0, "rout the strongest unit and hold the city");
    let held = [answers.clone(), vec![key("yes")]].concat();
    let more = match asked(&held) {
        ("which unit is routed", list) => [held, vec![key(&list[0])]].concat(),
        _ => held,
    };
    let (end, _) = play(start, &rules, &more);
    assert_eq!((end.winner, end.loser_demoralized), (Role::Defender, true));
    let (end, _) = play(start, &rules, &[answers, vec![key("no")]].concat());
    assert_eq!(end.winner, Role::Attacker);
}
