//! Every cell of the charts, and what replacing them does.

use grognard_death_of_empires::Charts;
use grognard_death_of_empires::charts::{BarrageResult, CombatResult};
use grognard_death_of_empires::readings::MarkerLevels;
use grognard_umpire::Mark;

/// The combat table as the reference sheet prints it.
const COMBAT: [&str; 10] = [
    "4/0 4/0 4/0 3/0 3/1 3/1 2/1 2/2 2/2 2/2",
    "4/0 4/0 3/0 3/1 3/1 2/1 2/2 2/2 2/2 1/3",
    "4/0 3/0 3/1 3/1 2/1 2/2 2/2 2/2 1/3 1/3r",
    "3/0 3/1 3/1 2/1 2/2 2/2 2/2 1/3 1/3r 1/3r",
    "3/1 3/1 2/1 2/2 2/2 2/2 1/3 1/3r 1/3r 1/4r",
    "3/1 2/1 2/2 2/2 2/2 1/3 1/3r 1/3r 1/4r 0/4rp",
    "2/1 2/2 2/2 2/2 1/3 1/3r 1/3r 1/4r 0/4rp 0/4rp",
    "2/2 2/2 2/2 1/3 1/3r 1/3r 1/4r 0/4rp 0/4rp 0/5rp",
    "2/2 2/2 1/3 1/3r 1/3r 1/4r 0/4rp 0/4rp 0/5rp 0/5rp",
    "2/2 1/3 1/3r 1/3r 1/4r 0/4rp 0/4rp 0/5rp 0/5rp 0/5rp",
];

/// The barrage table as the reference sheet prints it.
const BARRAGE: [&str; 10] = [
    "0 0 0 0 1 1 2*",
    "0 0 0 0 1 1 2*",
    "0 0 0 1 1 2* 2*",
    "0 0 0 1 1 2* 2*",
    "0 0 1 1 2* 2* 3*",
    "0 0 1 1 2* 2* 3*",
    "0 1 1 2* 2* 3* 3*",
    "0 1 1 2* 2* 3* 3*",
    "1 1 2* 2* 3* 3* 3*",
    "1 1 2* 2* 3* 3* 3*",
];

fn charts() -> Charts {
    Charts::load(&[]).unwrap()
}

/// The table's number for a value and the bounds below which it is 0, 1 and so on.
fn step(value: i32, bounds: &[i32]) -> u8 {
    bounds.iter().filter(|&&bound| value > bound).count() as u8
}

#[test]
fn every_cell_of_the_combat_table() {
    let charts = charts();
    for (row, line) in COMBAT.iter().enumerate() {
        for (column, cell) in line.split(' ').enumerate() {
            let die = row as i32 + 1;
            let result = charts.combat(die, column);
            assert_eq!(charts.combat_look(die, column).cell, cell);
            let written = format!(
                "{}/{}{}{}",
                result.attacker,
                result.defender,
                if result.retreat { "r" } else { "" },
                if result.prisoners { "p" } else { "" }
            );
            assert_eq!(written, cell, "die {die}, column {column}");
            let x = die + column as i32;
            let generated = CombatResult {
                attacker: step(20 - x, &[5, 9, 13, 16]),
                defender: step(x, &[4, 7, 10, 13, 16]),
                retreat: x >= 12,
                prisoners: x >= 15,
            };
            assert_eq!(result, generated, "the generator: die {die}, column {column}");
            assert_eq!(charts.combat_look(die, column).mark, Mark::Reconstructed);
        }
    }
}

#[test]
fn better_dice_and_odds_never_hurt() {
    let charts = charts();
    for column in 0..10 {
        for die in 1..=10 {
            let here = charts.combat(die, column);
            for there in [charts.combat(die + 1, column), charts.combat(die, (column + 1).min(9))] {
                assert!(there.defender >= here.defender && there.attacker <= here.attacker);
            }
        }
    }
}

#[test]
fn dice_beyond_the_table_read_its_ends() {
    let charts = charts();
    assert_eq!(charts.combat(0, 3), charts.combat(1, 3));
    assert_eq!(charts.combat(12, 3), charts.combat(10, 3));
}

#[test]
fn every_cell_of_the_barrage_table() {
    let charts = charts();
    for (row, line) in BARRAGE.iter().enumerate() {
        for (column, cell) in line.split(' ').enumerate() {
            let die = row as i32 + 1;
            let result = charts.barrage(die, column);
            assert_eq!(charts.barrage_look(die, column).cell, cell);
            let results = step(die + 2 * column as i32 - 5, &[3, 7, 11]);
            assert_eq!(result, BarrageResult { results, check: results >= 2 });
        }
    }
}

#[test]
fn barrage_strengths_find_their_column() {
    let charts = charts();
    let ends = [4, 9, 14, 24, 34, 49];
    for (column, end) in ends.into_iter().enumerate() {
        assert_eq!(charts.barrage_column(end), column);
        assert_eq!(charts.barrage_column(end + 1), column + 1);
    }
    assert_eq!(charts.barrage_column(1), 0);
    assert_eq!(charts.barrage_column(400), 6);
}

#[test]
fn odds_are_rounded_down_to_a_column() {
    let charts = charts();
    let head = |attacker, defender| charts.odds_heads()[charts.odds_column(attacker, defender)].clone();
    assert_eq!(head(1, 4), "1-3");
    assert_eq!(head(1, 3), "1-3");
    assert_eq!(head(5, 11), "1-3");
    assert_eq!(head(6, 12), "1-2");
    assert_eq!(head(9, 13), "2-3");
    assert_eq!(head(12, 13), "2-3");
    assert_eq!(head(13, 13), "1-1");
    assert_eq!(head(17, 12), "1-1");
    assert_eq!(head(18, 12), "3-2");
    assert_eq!(head(23, 12), "3-2");
    assert_eq!(head(24, 12), "2-1");
    assert_eq!(head(36, 12), "3-1");
    assert_eq!(head(48, 12), "4-1");
    assert_eq!(head(60, 12), "5-1");
    assert_eq!(head(72, 12), "6-1+");
    assert_eq!(head(200, 12), "6-1+");
    assert_eq!(charts.odds_column_named("2-1"), Some(5));
    assert_eq!(charts.odds_column_named("6-1"), Some(9));
    assert_eq!(charts.odds_column_named("7-1"), None);
}

#[test]
fn the_morale_check_fails_by_the_difference_up_to_four() {
    let charts = charts();
    for (morale, fails, mean_tenths) in [(4, 6, 18), (5, 5, 14), (6, 4, 10), (7, 3, 6), (8, 2, 3)] {
        let results: Vec<u8> = (1..=10).map(|die| charts.check(die - morale)).collect();
        assert_eq!(results.iter().filter(|&&n| n > 0).count(), fails, "morale {morale}");
        assert_eq!(results.iter().map(|&n| u32::from(n)).sum::<u32>(), mean_tenths, "morale {morale}");
        assert_eq!(results, (1..=10).map(|die| (die - morale).clamp(0, 4) as u8).collect::<Vec<_>>());
    }
}

#[test]
fn mean_results_by_column_are_the_sheets() {
    let charts = charts();
    let sum = |column| {
        (1..=10)
            .map(|die| charts.combat(die, column))
            .fold((0, 0), |(a, d), r| (a + r.attacker, d + r.defender))
    };
    assert_eq!(sum(3), (20, 18), "1-1: 2.0 / 1.8");
    assert_eq!(sum(5), (15, 25), "2-1: 1.5 / 2.5");
    assert_eq!(sum(6), (12, 28), "3-1: 1.2 / 2.8");
    assert_eq!(sum(9), (6, 38), "6-1: 0.6 / 3.8");
}

#[test]
fn modifiers_and_limits() {
    let charts = charts();
    assert_eq!([0, 1, 2, 3, 4, 9].map(|points| charts.march(points)), [0, 0, 1, 2, 3, 3]);
    assert_eq!(charts.combat_modifier(false, 0, MarkerLevels::Two), 0);
    assert_eq!(charts.combat_modifier(true, 0, MarkerLevels::Two), 1);
    assert_eq!(charts.combat_modifier(false, 1, MarkerLevels::Two), 0);
    assert_eq!(charts.combat_modifier(false, 2, MarkerLevels::Two), -1);
    assert_eq!(charts.combat_modifier(true, 2, MarkerLevels::Two), 0);
    assert_eq!(charts.combat_modifiers(true, 2, MarkerLevels::Two).len(), 2);
    assert_eq!(charts.combat_modifiers(false, 1, MarkerLevels::Two), []);
    assert_eq!(charts.combat_modifier(false, 1, MarkerLevels::One), -1, "its only level is the full one");
    assert_eq!(charts.limits.check_results_max, 4);
    assert_eq!(charts.limits.superiority_strength_min, 35);
    assert_eq!(charts.limits.charge_factor, 2);
    assert_eq!(charts.pages.table("limits").unwrap().source().mark, Mark::Printed);
}

#[test]
fn a_players_chart_takes_the_place_of_ours() {
    let house = |text: &str| Charts::load(&[("mine.toml".to_owned(), text.to_owned())]);
    let changed =
        house("[[combat-results.change]]\nrow = \"5\"\ncolumn = \"2-1\"\ncell = \"1/4rp\"\n").unwrap();
    let expected = CombatResult { attacker: 1, defender: 4, retreat: true, prisoners: true };
    assert_eq!(changed.combat(5, 5), expected);
    assert_eq!(changed.combat_look(5, 5).mark, Mark::House);
    let single =
        house("[[limits.change]]\nrow = \"charge multiplies results by\"\ncolumn = \"value\"\ncell = 1\n");
    assert_eq!(single.unwrap().limits.charge_factor, 1);
    let most = house("[[barrage.change]]\nrow = \"5\"\ncolumn = \"50+\"\ncell = 10\n");
    assert_eq!(most.unwrap().barrage(5, 6), BarrageResult { results: 10, check: false });
    let slip = |text: &str| house(text).unwrap_err().to_string();
    assert!(
        slip("[[combat-results.change]]\nrow = \"5\"\ncolumn = \"2-1\"\ncell = \"1-4\"\n")
            .contains("which is not a result such as `1/3r`")
    );
    assert!(slip("[[barrage.change]]\nrow = \"5\"\ncolumn = \"50+\"\ncell = \"x\"\n").contains("`2*`"));
    assert!(slip("[[barrage.change]]\nrow = \"5\"\ncolumn = \"50+\"\ncell = \"99\"\n").contains("`2*`"));
    for (table, row, column, cell, says) in [
        ("combat-results", "5", "2-1", "1/11", "`1/3r`"),
        ("morale-check", "1", "results", "200", "a number of loss results"),
        ("forced-march", "2", "modifier", "21", "a modifier"),
        ("forced-march", "2", "modifier", "-21", "a modifier"),
        ("combat-modifiers", "artillery superiority", "modifier", "300", "a modifier"),
        ("limits", "charge multiplies results by", "value", "0", "a number of 1 to 10"),
        ("limits", "results of a failed morale check, at most", "value", "11", "a number of 1 to 10"),
    ] {
        let change =
            format!("[[{table}.change]]\nrow = \"{row}\"\ncolumn = \"{column}\"\ncell = \"{cell}\"\n");
        assert!(slip(&change).contains(says), "{change}");
    }
}
