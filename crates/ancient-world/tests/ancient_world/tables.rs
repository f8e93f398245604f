//! Every cell of every chart against an independent copy of the page.

use grognard_ancient_world::Charts;
use grognard_ancient_world::battle::ratio;
use grognard_ancient_world::charts::{AmbassadorResult, BattleResult, DiplomacyRating, Disaster, Loss};
use grognard_ancient_world::force::{Game, Letter, People, Rank, Status, Terrain};
use grognard_ancient_world::guile::{GuileUse, may_spend};
use grognard_ancient_world::readings::{BoldResults, LossChart, PrintedZero, RatioBeyondThree, RoughCavalry};
use grognard_testkit::record::exercised;
use grognard_umpire::{Mark, Side};

/// Notes the clauses that a refusal names.
fn noted(refusal: String) -> String {
    let words = refusal.split(|c: char| !(c.is_ascii_alphanumeric() || "-.".contains(c)));
    exercised(&words.filter(|word| word.starts_with("AW-")).collect::<Vec<_>>());
    refusal
}

fn charts() -> Charts {
    Charts::load(&[]).unwrap()
}

/// Total, unpredictable number, result, who retreats.
const BATTLE_RESULTS: [(i16, &str, &str, &str); 36] = [
    (-13, "", "50/0", "attacker"),
    (-12, "", "45/*", "attacker"),
    (-11, "", "40/*", "attacker"),
    (-10, "0", "30/*", "attacker"),
    (-9, "", "35/10", "attacker"),
    (-8, "1", "30/5", "attacker"),
    (-7, "", "30/10", "attacker"),
    (-6, "", "25/5", "attacker"),
    (-5, "", "X(-2)", "-"),
    (-4, "", "25/10", "attacker"),
    (-3, "2", "20/5", "attacker"),
    (-2, "", "30/20", "attacker"),
    (-1, "3", "25/15", "attacker"),
    (0, "", "20/10", "attacker"),
    (1, "", "15/5", "attacker"),
    (2, "", "X(-1)", "-"),
    (3, "4", "15/10", "attacker"),
    (4, "", "15/15", "draw"),
    (5, "", "20/20", "draw"),
    (6, "5", "10/15", "defender"),
    (7, "", "X(+1)", "-"),
    (8, "", "5/15", "defender"),
    (9, "", "10/20", "defender"),
    (10, "6", "15/25", "defender"),
    (11, "", "20/30", "defender"),
    (12, "7", "5/20", "defender"),
    (13, "", "10/25", "defender"),
    (14, "", "X(+2)", "-"),
    (15, "", "5/25", "defender"),
    (16, "", "10/30", "defender"),
    (17, "8", "5/30", "defender"),
    (18, "9", "*/30", "defender"),
    (19, "", "*/35", "defender"),
    (20, "", "*/40", "defender"),
    (21, "", "*/50", "defender"),
    (22, "", "*/75", "defender"),
];

#[test]
fn battle_results_are_those_of_the_page() {
    let charts = charts();
    for (total, number, result, retreats) in BATTLE_RESULTS {
        let row = charts.results.row(total);
        let page = charts.pages.table("battle-results").unwrap();
        assert_eq!(page.row_label(row), total.to_string());
        assert_eq!(page.cell(row, 1).text(), number, "row {total}");
        assert_eq!(page.cell(row, 2).text(), result, "row {total}");
        if let Ok(number) = number.parse() {
            assert_eq!(charts.results.numbered(number), row);
        }
        let read = charts.results.result(row, BoldResults::LargerLoss, PrintedZero::NoLoss);
        let loss = |text: &str| match text {
            "*" => Loss::Star,
            percent => Loss::Percent(percent.parse().unwrap()),
        };
        match (read, result.split_once('/')) {
            (BattleResult::Losses { loss: read, retreats: who }, Some((attacker, defender))) => {
                assert_eq!((read.first, read.second), (loss(attacker), loss(defender)), "row {total}");
                let expected = match retreats {
                    "attacker" => Some(Side::First),
                    "defender" => Some(Side::Second),
                    _ => None,
                };
                assert_eq!(who, expected, "row {total}");
            }
            (BattleResult::Unpredictable(shift), None) => assert_eq!(format!("X({shift:+})"), result),
            other => panic!("row {total}: {other:?}"),
        }
    }
    assert_eq!(charts.results.row(-20), charts.results.row(-13));
    assert_eq!(charts.results.row(31), charts.results.row(22));
}

/// Rows -8 to +17 but for +4 and +5: row 9 - r is row r with the sides exchanged.
#[test]
fn rows_mirror_each_other() {
    let charts = charts();
    let results = &charts.results;
    let row = |total: i16| results.result(results.row(total), BoldResults::LargerLoss, PrintedZero::NoLoss);
    let other = |result: BattleResult| match result {
        BattleResult::Unpredictable(shift) => BattleResult::Unpredictable(-shift),
        BattleResult::Losses { loss, retreats } => BattleResult::Losses {
            loss: grognard_umpire::BySide::new(loss.second, loss.first),
            retreats: retreats.map(Side::other),
        },
    };
    for total in (-8..=17).filter(|total| ![4, 5].contains(total)) {
        assert_eq!(row(total), other(row(9 - total)), "row {total}");
    }
    assert_ne!(row(4), other(row(5)), "the middle does not");
    assert_ne!(row(-9), other(row(18)), "nor do those beyond");
    exercised(&["AW-8.3-f"]);
}

#[test]
fn a_table_that_breaks_its_own_laws_is_refused() {
    let house = |text: &str| {
        noted(Charts::load(&[("house.toml".to_owned(), text.to_owned())]).unwrap_err().to_string())
    };
    let change = |table: &str, row: &str, column: &str, cell: &str| {
        house(&format!("[[{table}.change]]\nrow = \"{row}\"\ncolumn = \"{column}\"\ncell = \"{cell}\"\n"))
    };
    assert!(change("battle-results", "22", "result", "*/78").contains("percentages of the loss chart"));
    assert!(change("battle-results", "7", "number", "5").contains("another X (AW-8.4-d)"));
    assert!(change("battle-results", "8", "number", "5").contains("a second row numbered [5]"));
    assert!(change("battle-results", "6", "number", "").contains("no row carries the number [5]"));
    assert!(change("tactical-ability", "5", "A", "6").contains("AW-8.32-c"));
    assert!(
        change("tactical-ability", "9", "E", "9").contains("AW-8.32-c"),
        "better than a D on the same die"
    );
    assert!(change("tactical-ability", "9", "A", "12").contains("0 to 9"));
    assert!(change("war-elephants", "4", "battle die", "2").contains("0 or 1"));
    assert!(change("ambassador", "4", "B", "x").contains("boxes such as"));
    let moved =
        house("[[cavalry-superiority.change]]\nrow = \"flat, Roman\"\ncolumn = \"1\"\ncell = \"x\"\n");
    assert!(moved.contains("a range"), "{moved}");
}

/// No figure of a player's takes the sums of a battle or a march out of what the state can hold, and the
/// refusal names the cell.
#[test]
fn figures_have_bounds() {
    for (table, row, column, bad, bounds) in [
        ("combat-ratio", "1-3", "modifier", "-100", "-99 to 99"),
        ("battle-modifiers", "river crossed", "value", "100", "-99 to 99"),
        ("battle-modifiers", "subordinate battle points at most", "value", "-1", "0 to 99"),
        ("battle-modifiers", "elite SP at least", "value", "100", "0 to 99"),
        ("loss-adjustment", "star, percent of the force at most", "value", "101", "0 to 100"),
        ("loss-adjustment", "percent less for each point beyond it", "value", "101", "0 to 100"),
        ("pursuit", "butchery", "SP per point of pursuit", "100", "0 to 99"),
        ("command-efficiency", "A", "legions", "-1", "0 to 99"),
        ("coordination", "leaders whose ratings are averaged", "value", "0", "1 to 99"),
        ("retirement-attrition", "marsh", "points", "21", "0 to 20"),
        ("attrition", "divisor", "value", "0", "1 to 9999"),
        ("attrition", "weight of a cavalry SP", "value", "100", "0 to 99"),
        ("attrition", "retirement loss, percent at most", "value", "101", "0 to 100"),
        ("status-effects", "movement attrition, rows down", "useless", "-1", "0 to 20"),
        ("status-effects", "battle defence", "useless", "no", "-99 to 99"),
        ("status-effects", "siege attrition", "useless", "no", "-99 to 99"),
        ("after-battle-limits", "SP of one side at the start, at least", "value", "251", "0 to 250"),
        ("percentage-loss-ones", "95", "3", "4", "0 to 3"),
        ("percentage-loss-ones", "95", "10", "11", "0 to 10"),
        ("percentage-loss-tens", "5", "20", "21", "0 to 20"),
        ("guile-costs", "ransom, die divided by", "points", "0", "1 to 99"),
        ("guile-costs", "ransom, at least", "points", "300", "0 to 99"),
        ("campaign", "operations in an activation, at most", "value", "0", "1 to 99"),
        ("campaign", "march points, river", "value", "100", "0 to 99"),
        ("campaign", "garrison SP of a captured city", "value", "21", "0 to 20"),
        ("siege-attrition", ">=7", "SP lost", "100", "0 to 99"),
        ("siege-assault", ">=9", "garrison SP", "100", "0 to 99"),
    ] {
        let text = format!("[[{table}.change]]\nrow = \"{row}\"\ncolumn = \"{column}\"\ncell = \"{bad}\"\n");
        let error = Charts::load(&[("house.toml".to_owned(), text)]).map(|_| ()).unwrap_err().to_string();
        let wanted = format!("column `{column}` holds `{bad}`, which is not a whole number from {bounds}");
        assert!(error.contains(&wanted) && error.contains(row), "{error}");
    }
    // At the bounds everything fits.
    let text = "[[status-effects.change]]\nrow = \"battle defence\"\ncolumn = \"useless\"\ncell = 99\n\
                [[retirement-attrition.change]]\nrow = \"marsh\"\ncolumn = \"points\"\ncell = 20\n";
    let charts = Charts::load(&[("house.toml".to_owned(), text.to_owned())]).unwrap();
    assert_eq!(charts.status.defence(Status::Useless), 99);
}

/// Die, then A to E.
const TACTICAL: [[u8; 5]; 10] = [
    [4, 3, 2, 0, 0],
    [5, 4, 3, 1, 0],
    [6, 4, 4, 2, 1],
    [6, 5, 4, 2, 2],
    [7, 6, 4, 2, 2],
    [7, 6, 5, 3, 2],
    [7, 6, 6, 3, 3],
    [7, 7, 6, 4, 3],
    [8, 7, 6, 5, 4],
    [9, 8, 7, 6, 5],
];

#[test]
fn tactical_ability_and_command_efficiency() {
    let charts = charts();
    for (die, row) in TACTICAL.iter().enumerate() {
        for (letter, value) in Letter::ALL.iter().zip(row) {
            assert_eq!(charts.tactical(*letter, die as u16), *value, "{letter:?} rolls {die}");
        }
    }
    let limits: Vec<u8> = Letter::ALL.iter().map(|letter| charts.legions_max(*letter)).collect();
    assert_eq!(limits, [6, 5, 4, 3, 2]);
}

#[test]
fn ratios() {
    let charts = charts();
    let truncate = |a, d| ratio(&charts, a, d, RatioBeyondThree::Truncate);
    for (a, d, modifier) in [
        (30, 5, 6),
        (14, 10, 0),
        (15, 10, 1),
        (19, 10, 1),
        (20, 10, 2),
        (29, 10, 2),
        (30, 10, 3),
        (39, 10, 3),
        (40, 10, 4),
        (7, 1, 7),
        (10, 10, 0),
        (10, 11, -1),
        (10, 15, -1),
        (10, 16, -2),
        (10, 20, -2),
        (10, 21, -3),
        (10, 30, -3),
        (10, 39, -3),
        (10, 40, -4),
        (1, 10, -10),
        (28, 30, -1),
        (8, 25, -3),
        (70, 42, 1),
    ] {
        assert_eq!(truncate(a, d), modifier, "{a}:{d}");
    }
    let favour = |a, d| ratio(&charts, a, d, RatioBeyondThree::DefenderFavour);
    assert_eq!((favour(8, 25), favour(10, 30), favour(10, 21), favour(10, 40)), (-4, -3, -3, -4));
}

#[test]
fn cavalry_superiority() {
    let charts = charts();
    let value =
        |difference, terrain, people| charts.cavalry(difference, terrain, people, RoughCavalry::ByFives);
    for difference in 0..60u16 {
        let (threes, fives) = ((difference / 3).min(8) as i16, (difference / 5).min(8) as i16);
        assert_eq!(value(difference, Terrain::Flat, People::Other), threes);
        assert_eq!(value(difference, Terrain::Flat, People::Roman), fives);
        assert_eq!(value(difference, Terrain::Rough, People::Other), fives);
        assert_eq!(value(difference, Terrain::Rough, People::Roman), 0);
        for people in People::ALL {
            assert_eq!(value(difference, Terrain::Mountain, *people), 0);
            assert_eq!(value(difference, Terrain::Marsh, *people), 0);
        }
        let by_threes = charts.cavalry(difference, Terrain::Rough, People::Other, RoughCavalry::ByThrees);
        assert_eq!(by_threes, threes);
    }
    let page = charts.pages.table("cavalry-superiority").unwrap();
    assert_eq!(page.source_of(page.row("rough, not Roman").unwrap(), 3).mark, Mark::Reconstructed);
}

#[test]
fn elephants() {
    let charts = charts();
    let rows: Vec<[i16; 6]> = charts
        .elephants
        .iter()
        .map(|e| {
            let small =
                [e.own_cavalry, e.own_infantry, e.elephant, e.enemy_infantry, e.enemy_cavalry].map(i16::from);
            [small[0], small[1], small[2], small[3], small[4], e.battle_die]
        })
        .collect();
    let expected = [
        [1, 0, 1, 0, 0, 0],
        [0, 1, 1, 0, 0, 0],
        [0, 0, 1, 0, 0, 0],
        [0, 0, 1, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
        [0, 0, 0, 1, 0, 0],
        [0, 0, 0, 0, 1, 0],
        [0, 0, 0, 0, 1, 0],
        [0, 0, 0, 0, 0, 1],
        [0, 0, 0, 0, 0, 1],
    ];
    assert_eq!(rows, expected);
}

#[test]
fn status_and_its_effects() {
    let charts = charts();
    let s = &charts.status;
    use Status::{Disorganized, Disrupted, Fresh, Useless};
    assert_eq!((s.winner, s.loser, s.major_loser), (Disrupted, Disorganized, Useless));
    assert_eq!((s.draw_small, s.draw_great), (Disrupted, Disorganized));
    assert_eq!((s.sp_min, s.small_loss_max, s.major_loss_min), (20, 15, 25));
    let all = [Fresh, Disrupted, Disorganized, Useless];
    assert_eq!(all.map(|x| s.attack(x)), [Some(0), Some(-3), Some(-5), None]);
    assert_eq!(all.map(|x| s.defence(x)), [0, 1, 3, 5]);
    assert_eq!(all.map(|x| s.movement_rows(x)), [0, 0, 1, 3]);
    assert_eq!(all.map(|x| s.siege_attrition(x)), [0, 0, 1, 3]);
    assert_eq!(all.map(|x| s.siege_assault(x)), [Some(0), Some(-2), Some(-4), None]);
    assert_eq!(all.map(|x| s.may_intercept(x)), [true, true, false, false]);
}

/// Percentage, SP lost by 1 to 10 SP, SP lost by 20 to 100 SP.
#[rustfmt::skip]
const LOSSES: [(u8, [u16; 10], [u16; 9]); 19] = [
    (5, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [1, 2, 2, 3, 3, 4, 4, 5, 5]),
    (10, [0, 0, 0, 0, 1, 1, 1, 1, 1, 1], [2, 3, 4, 5, 6, 7, 8, 9, 10]),
    (15, [0, 0, 0, 1, 1, 1, 1, 1, 1, 2], [3, 5, 6, 8, 9, 11, 12, 14, 15]),
    (20, [0, 0, 1, 1, 1, 1, 1, 2, 2, 2], [4, 6, 8, 10, 12, 14, 16, 18, 20]),
    (25, [0, 1, 1, 1, 1, 2, 2, 2, 2, 3], [5, 8, 10, 13, 15, 18, 20, 23, 25]),
    (30, [0, 1, 1, 1, 2, 2, 2, 2, 3, 3], [6, 9, 12, 15, 18, 21, 24, 27, 30]),
    (35, [0, 1, 1, 1, 2, 2, 2, 3, 3, 4], [7, 11, 14, 18, 21, 25, 28, 32, 35]),
    (40, [0, 1, 1, 2, 2, 2, 3, 3, 4, 4], [8, 12, 16, 20, 24, 28, 32, 36, 40]),
    (45, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5], [9, 14, 18, 23, 27, 32, 36, 41, 45]),
    (50, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5], [10, 15, 20, 25, 30, 35, 40, 45, 50]),
    (55, [1, 1, 2, 2, 3, 3, 4, 4, 5, 6], [11, 17, 22, 28, 33, 39, 44, 50, 55]),
    (60, [1, 1, 2, 2, 3, 4, 4, 5, 5, 6], [12, 18, 24, 30, 36, 42, 48, 54, 60]),
    (65, [1, 1, 2, 3, 3, 4, 5, 5, 6, 7], [13, 20, 26, 33, 39, 46, 52, 59, 65]),
    (70, [1, 1, 2, 3, 4, 4, 5, 6, 6, 7], [14, 21, 28, 35, 42, 49, 56, 63, 70]),
    (75, [1, 2, 2, 3, 4, 5, 5, 6, 7, 8], [15, 23, 30, 38, 45, 53, 60, 68, 75]),
    (80, [1, 2, 2, 3, 4, 5, 6, 6, 7, 8], [16, 24, 32, 40, 48, 56, 64, 72, 80]),
    (85, [1, 2, 3, 3, 4, 5, 6, 7, 8, 9], [17, 26, 34, 43, 51, 60, 68, 77, 85]),
    (90, [1, 2, 3, 4, 5, 5, 6, 7, 8, 9], [18, 27, 36, 45, 54, 63, 72, 81, 90]),
    (95, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [19, 29, 38, 48, 57, 67, 76, 86, 95]),
];

#[test]
fn percentage_losses() {
    let charts = charts();
    let loss = |percent, sp| charts.losses.loss(percent, sp, LossChart::Formula);
    for (percent, ones, tens) in LOSSES {
        for (index, lost) in ones.iter().enumerate() {
            assert_eq!(loss(percent, index as u16 + 1), *lost, "{percent} % of {}", index + 1);
        }
        for (index, lost) in tens.iter().enumerate() {
            assert_eq!(loss(percent, 10 * (index as u16 + 2)), *lost, "{percent} % of {}", 10 * (index + 2));
        }
    }
    assert_eq!((loss(20, 4), loss(20, 25), loss(5, 55), loss(35, 123)), (1, 5, 3, 43));
    assert_eq!((loss(20, 28), loss(20, 30), loss(25, 8), loss(5, 25), loss(15, 39)), (6, 6, 2, 1, 6));
    assert_eq!((loss(35, 223), loss(0, 50), loss(100, 50)), (78, 0, 50));
    let printed = |percent, sp| charts.losses.loss(percent, sp, LossChart::AsPrinted);
    assert_eq!((printed(5, 90), printed(55, 30), printed(55, 50)), (4, 15, 25));
    assert_eq!((printed(5, 80), printed(60, 30), printed(50, 50)), (4, 18, 25));
}

#[test]
fn small_figures() {
    let charts = charts();
    let a = &charts.avoidance;
    assert_eq!((a.city_near, a.city_far, a.closed_terrain), (-2, -1, -1));
    assert_eq!((a.defender_guile, a.attacker_guile, a.only_across_river, a.roman_honour), (-1, 1, 3, 4));
    let t = &charts.attrition;
    assert_eq!((t.hex, t.city, t.infantry_weight, t.cavalry_weight), ([1, 1, 2, 2], 0, 1, 2));
    assert_eq!((t.divisor, t.retirement_percent_max), (100, 10));
    let c = &charts.coordination;
    assert_eq!((c.leaders, c.hex, c.river, c.distance_max), (2, -1, -1, 3));
    let b = &charts.battle;
    assert_eq!((b.subordinates_max, b.elite, b.elite_sp_min, b.river, b.failure), (2, 1, 5, -3, 2));
    assert_eq!((b.double_envelopment, b.ambush, b.landing_attacks, b.landing_attacked), (4, 5, -3, 3));
    assert_eq!((b.discipline, b.veteran_sp_min, b.legion_over), (1, 6, -1));
    assert_eq!((charts.leader_loss.losing, charts.leader_loss.pluto, charts.pursuit), (1, 1, [1, 2]));
    let leader_loss = charts.pages.table("leader-loss").unwrap();
    assert_eq!((leader_loss.cell(0, 1).text(), leader_loss.cell(0, 2).text()), ("unhurt", "roll again"));
    assert_eq!((leader_loss.cell(1, 1).text(), leader_loss.cell(1, 2).text()), ("wounded", "killed"));
}

#[test]
fn ambassadors_and_disasters() {
    use AmbassadorResult::{Boxes as B, BoxesOrDisaster, Disaster as D};
    let charts = charts();
    let chart = &charts.diplomacy;
    let expected = [
        [B(3), B(2), B(2), B(2)],
        [B(2), B(2), B(2), B(1)],
        [B(2), B(2), B(1), B(1)],
        [B(2), B(2), B(1), B(1)],
        [B(2), B(1), B(1), B(1)],
        [B(1), B(1), B(0), B(0)],
        [B(1), B(1), B(0), B(0)],
        [B(1), B(0), B(0), B(-1)],
        [B(0), B(-1), B(-1), B(-1)],
        [BoxesOrDisaster(-1), D, D, D],
    ];
    for (die, row) in expected.iter().enumerate() {
        for (rating, result) in DiplomacyRating::ALL.iter().zip(row) {
            assert_eq!(chart.ambassador(*rating, die as i16).1, *result, "{rating:?} rolls {die}");
        }
    }
    assert_eq!(chart.ambassador(DiplomacyRating::B, 12).1, D);
    let disasters: Vec<(i8, Disaster)> = (0..10).map(|die| chart.disaster(die)).collect();
    let twice = |boxes, lot| [(boxes, lot); 2];
    let expected = [
        twice(-3, Disaster::Killed),
        twice(0, Disaster::Ransom),
        twice(1, Disaster::Dies),
        twice(-1, Disaster::Deserts),
        twice(0, Disaster::Postponed),
    ];
    assert_eq!(disasters, expected.concat());
    let costs =
        (chart.cost_of_sending, chart.cost_of_recovery, chart.cost_of_audience, chart.cost_of_replacement);
    assert_eq!((costs, chart.ransom_divisor, chart.ransom_min), ((1, 1, 1, 1), 2, 1));
}

#[test]
fn guile_goes_to_those_the_chart_names() {
    let charts = charts();
    use Game::{Carthage, RiseOfTheRomanRepublic as Republic};
    use People::{Other, Roman};
    let may = |game, people, rank, usage| may_spend(&charts, game, people, rank, usage).is_ok();
    for usage in [GuileUse::Replacement, GuileUse::Ambassadors] {
        assert!(may(Carthage, Other, Rank::OverallCommander, usage));
        assert!(!may(Carthage, Other, Rank::Leader, usage));
    }
    for usage in [GuileUse::Avoidance, GuileUse::UnpredictableResult, GuileUse::Treachery] {
        assert!(may(Carthage, Other, Rank::Leader, usage));
    }
    for usage in [GuileUse::TriumphRefusal, GuileUse::SenatePermission] {
        assert!(may(Republic, Roman, Rank::Leader, usage));
        assert!(!may(Republic, Other, Rank::Leader, usage));
        assert!(!may(Carthage, Roman, Rank::Leader, usage));
    }
    assert!(may(Republic, Roman, Rank::OverallCommander, GuileUse::LegionRaising));
    assert!(!may(Republic, Roman, Rank::Leader, GuileUse::LegionRaising));
    assert!(!may(Republic, Other, Rank::OverallCommander, GuileUse::LegionRaising));
}
