//! The printed tables, cell by cell, and their ends. [8.6, 9.0, CRT]

use super::fight::*;
use grognard_damos::*;
use grognard_umpire::Side;

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
