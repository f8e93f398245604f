//! Every cell of every table, and the typed charts made of them.

use grognard_eu9::*;

fn charts() -> Charts {
    Charts::load(&[]).unwrap_or_else(|error| panic!("{error}"))
}

/// Every cell, as the page prints it: a changed figure changes this.
#[test]
fn every_page_stands_as_checked() {
    for table in charts().pages.tables() {
        insta::assert_snapshot!(table.key().to_owned(), table.page());
    }
}

#[test]
fn every_table_names_a_clause_that_exists() {
    let book = grognard_charts::Rulebook::read("rules.tsv", RULES).unwrap();
    for table in charts().pages.tables() {
        assert!(book.clause(table.rule()).is_some(), "{} names {}", table.key(), table.rule());
    }
}

#[test]
fn attrition_reads_as_the_guide_says() {
    let charts = charts();
    for ld in 1..=8 {
        assert_eq!(charts.attrition.toll(11, ld), Toll::default(), "nothing on 11 or less");
    }
    assert_eq!(charts.attrition.toll(12, 6), Toll { ld: 1, pillage: true });
    assert_eq!(charts.attrition.toll(12, 1), Toll::default());
    assert_eq!(charts.attrition.toll(17, 2), Toll { ld: 1, pillage: false });
    assert_eq!(charts.attrition.toll(25, 8), Toll { ld: 3, pillage: true });
    assert_eq!(charts.attrition.percent(11), 0);
    assert_eq!(charts.attrition.percent(13), 20);
    assert_eq!(charts.attrition.percent(40), 100);
    let four_at_twenty = charts.attrition.left(4, 0, 20, false);
    assert_eq!((four_at_twenty.thirds, four_at_twenty.coin), (Thirds::whole(3), false));
    assert_eq!(charts.attrition.left(7, 0, 80, false).thirds, Thirds(3));
    assert_eq!(charts.attrition.left(7, 0, 80, true).thirds, Thirds(4));
    assert!(charts.attrition.left(1, 0, 10, false).coin);
    for whole in 1..=10u8 {
        let mut before = Thirds::whole(whole.into());
        for percent in (10..=100).step_by(10) {
            let left = charts.attrition.left(whole, 0, percent, false).thirds;
            assert!(left <= before, "{whole}D at {percent}%");
            before = left;
        }
    }
}

#[test]
fn exploration_losses_start_at_two() {
    let charts = charts();
    let line = |expl: i16| expl + 10;
    assert_eq!(charts.attrition.percent(line(1)), 0);
    assert_eq!(charts.attrition.percent(line(2)), 10);
    let sure = |success, test| Discovery::Certain { success, test };
    assert_eq!(charts.attrition.discovery(line(3), true, false), sure(true, LeaderTest::Always));
    assert_eq!(charts.attrition.discovery(line(7), true, false), sure(false, LeaderTest::Never));
    assert_eq!(charts.attrition.discovery(line(7), true, true), sure(false, LeaderTest::Alone));
    assert_eq!(charts.attrition.discovery(line(5), false, true), Discovery::Half);
    assert_eq!(charts.attrition.half(9, true), sure(true, LeaderTest::Alone));
}

#[test]
fn siege_charts_read_as_published() {
    let charts = charts();
    assert_eq!(charts.siege.siegework(3), Siegework::Nothing);
    assert_eq!(charts.siege.siegework(4), Siegework::Minus);
    assert_eq!(charts.siege.siegework(9), Siegework::Plus);
    assert_eq!(charts.siege.siegework(11), Siegework::Breach);
    assert_eq!(charts.siege.siegework(12), Siegework::BreachOrHonours);
    assert_eq!(charts.siege.siegework(20), Siegework::Surrender);
    assert_eq!(charts.siege.artillery_bonus(3, 4), 1);
    assert_eq!(charts.siege.artillery_bonus(3, 7), 3);
    assert_eq!(charts.siege.artillery_bonus(0, 0), 0);
    for level in 0..=5 {
        assert!(charts.siege.resistance(level, true) <= charts.siege.resistance(level, false));
        for die in 1..=14 {
            let pairs = [
                (AssaultColumn::BesiegedFire, AssaultColumn::BesiegedFireBreach),
                (AssaultColumn::BesiegedShock, AssaultColumn::BesiegedShockBreach),
            ];
            for (whole, breach) in pairs {
                let (whole, breach) =
                    (charts.siege.assault(whole, die, false), charts.siege.assault(breach, die, false));
                assert!(breach.losses <= whole.losses && breach.stars == whole.stars);
            }
        }
    }
    assert_eq!(charts.siege.assault(AssaultColumn::BesiegedShock, 8, false).losses, Thirds(5));
    assert_eq!(charts.siege.assault(AssaultColumn::BesiegedShock, 8, true).losses, Thirds(4));
}

#[test]
fn fleets_and_prices_read_as_the_guide_says() {
    let charts = charts();
    let russia = |period| charts.logistics.full_fleet("russia", period, true);
    assert_eq!(russia(Period::III).to_string(), "3NWD NTD");
    assert_eq!(russia(Period::VII).to_string(), "7NWD 2NTD");
    for period in Period::ALL {
        for line in ["england", "spain", "france", "turkey", "class III and portugal"] {
            let minus = charts.logistics.full_fleet(line, *period, false);
            assert!(minus.warships <= 3 && minus.transports <= 1, "an F- is at most 3 ND and 1 transport");
        }
    }
    let price = charts.logistics.land_price(Country::Portugal, Technology::Medieval).unwrap();
    assert_eq!(price.war[1][0], 8, "a medieval veteran A-");
    assert_eq!(charts.logistics.transport_points("IV", Period::II), Some(6));
    assert_eq!(charts.logistics.transport_points("IV", Period::VII), Some(12));
    let forces = charts.logistics.forces(Country::France, Period::II).unwrap();
    assert_eq!((forces.allowance(), forces.buys_nd, forces.buys_ld), ((6, 0, 1), 3, 4));
    let spain = charts.logistics.forces(Country::Spain, Period::II).unwrap();
    assert_eq!(spain.allowance(), (8, 0, 3));
    assert!(charts.logistics.forces(Country::Prussia, Period::I).is_none());
}

#[test]
fn minor_countries_have_their_class() {
    let charts = charts();
    let class = |name: &str| charts.logistics.minor_class(name);
    assert_eq!((class("Crimea"), class("Mamluks")), (Some(Class::I), Some(Class::II)));
    assert_eq!((class("Hungary"), class("Savoy")), (Some(Class::IIm), Some(Class::IIIm)));
    assert_eq!((class("USA"), class("Switzerland")), (Some(Class::IV), Some(Class::III)));
    assert_eq!((class("English Parliament"), class("Aztecs")), (Some(Class::IVm), Some(Class::A)));
    assert_eq!(class("France"), None, "a major power has its own table");
}

#[test]
fn the_round_track_leads_to_its_end() {
    let charts = charts();
    let logistics = &charts.logistics;
    let mut round = logistics.first_round(1);
    assert_eq!(logistics.box_name(round), "W0");
    assert_eq!(logistics.box_name(logistics.first_round(10)), "S3");
    let mut rounds = 0;
    while round < logistics.end_box() {
        round = charts.continuation(round, 1, Period::II, false).to;
        rounds += 1;
    }
    assert_eq!(rounds, 11, "one box at a time");
}

#[test]
fn a_bad_cell_is_named() {
    let house = |text: &str| Charts::load(&[("house.toml".to_owned(), text.to_owned())]).err().unwrap();
    let error = house("[[attrition.change]]\nrow = \"12\"\ncolumn = \"6+ LD\"\ncell = \"many\"\n");
    assert!(error.to_string().contains("`many`"), "{error}");
    let error = house("[[siegework.change]]\nrow = \"12\"\ncolumn = \"result\"\ncell = \"tea\"\n");
    assert!(error.to_string().contains("`tea`"), "{error}");
}

/// The cells that the guide itself prints.
#[test]
fn every_cell_the_guide_prints() {
    let charts = Charts::load(&[]).unwrap();
    let cell = |table: &str, row: &str, column: &str| {
        let table = charts.pages.table(table).unwrap();
        table.cell(table.row(row).unwrap(), table.column(column).unwrap()).text().to_owned()
    };
    for (row, column, want) in [
        ("12", "C", "2 1/3 **"),
        ("6", "C", "1/3"),
        ("6", "B", "2/3"),
        ("8", "B", "1 1/3 *"),
        ("9", "C", "1 1/3 *"),
        ("7", "B", "1 *"),
        ("9", "E", "1 *"),
    ] {
        assert_eq!(cell("combat-results", row, column), want);
    }
    assert_eq!(cell("land-technology", "arquebus", "arquebus"), "CB");
    assert_eq!(
        (cell("artillery", "france", "II"), cell("artillery", "spain", "II")),
        ("3".into(), "3".into())
    );
    assert_eq!((cell("army-size", "IV", "II"), cell("army-size", "III", "II")), ("2".into(), "0".into()));
    assert_eq!(
        (cell("small-stack", "5", "odd die"), cell("small-stack", "8", "odd die")),
        ("2/3".into(), "-".into())
    );
    assert_eq!(
        (cell("loss-by-size", "1", "3"), cell("loss-by-size", "1", "2/3")),
        ("3 2/3".into(), "2/3".into())
    );
    assert_eq!(cell("retreat-losses", "3", "loss"), "1/3");
    assert_eq!(
        (cell("battle-figures", "major gap", "value"), cell("battle-days", "days", "value")),
        ("3".into(), "2".into())
    );
    for (table, row, want) in [
        ("battle-days", "days of the guide's remark", "3"),
        ("small-stacks", "LD at most", "5"),
        ("small-stacks", "pashas at most", "1"),
        ("small-stacks", "F counters at most", "1"),
        ("supply-figures", "weak from", "6"),
        ("supply-figures", "longest", "12"),
        ("supply-figures", "small stack fed by F", "1"),
        ("supply-figures", "small stack fed by ND", "2"),
        ("supply-figures", "large stack fed by full F+", "1"),
        ("supply-figures", "large stack fed by ND", "3"),
        ("artillery-figures", "divisor for an A-", "2"),
        ("purchase-figures", "tranches of the land limit", "3"),
        ("purchase-figures", "price factor of the first", "1"),
        ("purchase-figures", "price factor of the second", "2"),
        ("purchase-figures", "price factor of the third", "3"),
        ("purchase-figures", "upkeep size of F+", "4"),
        ("sea-figures", "zones to one point", "4"),
    ] {
        assert_eq!(cell(table, row, "value"), want, "{table}, {row}");
        let table = charts.pages.table(table).unwrap();
        let source = table.source_of(table.row(row).unwrap(), 1);
        assert_ne!(source.mark, grognard_umpire::Mark::Published, "{row} is the guide's own");
    }
    assert_eq!(Technology::ALL.len(), 7);
}
