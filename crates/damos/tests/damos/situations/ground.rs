//! Stacking, zones, supply, control.

use super::table::*;
use grognard_damos::*;
use grognard_umpire::Side;
use std::sync::Arc;

fn units(rules: &Campaign, keys: &[&str]) -> Units {
    keys.iter().map(|key| rules.unit(key).unwrap()).collect()
}

/// The Germans control everything west of column 19, so that rails of former Poland carry supply.
pub(crate) fn west(rules: &Campaign) -> Vec<grognard_board::Hex> {
    let west = |hex: &grognard_board::Hex| {
        (20..=31).contains(&rules.board.id(*hex).column()) && rules.board.side(*hex) == Side::Second
    };
    rules.board.hexes().filter(west).collect()
}

#[test]
fn stacking_counts_what_the_title_says() {
    let rules = standard();
    let fits = |keys: &[&str]| may_stack(&rules, units(&rules, keys));
    // 4.1-a: four Germans of any kind.
    assert!(fits(&["G-Pz3", "G-Pz4", "G-Inf5", "G-Inf6"]));
    assert!(!fits(&["G-Pz3", "G-Pz4", "G-Inf5", "G-Inf6", "G-Inf7"]));
    // 4.1-b to 4.1-d: two of any kind, and a division more where a division is; brigades count as divisions.
    assert!(fits(&["S-RC1", "S-RC2"]) && !fits(&["S-RC1", "S-RC2", "S-RC4"]));
    assert!(fits(&["S-RC1", "S-RD75", "S-RD155"]) && !fits(&["S-RC1", "S-RC2", "S-RD75"]));
    assert!(fits(&["S-RC1", "S-TB4", "S-TBM"]));
    assert!(fits(&["S-RD75", "S-RD155", "S-RD78"]) && !fits(&["S-RD75", "S-RD155", "S-RD78", "S-TD57"]));
    // 4.1-e: one regiment of internal troops is free, a second is not.
    assert!(fits(&["S-RD75", "S-RD155", "S-RD78", "S-NKVD17"]));
    assert!(!fits(&["S-RD75", "S-RD155", "S-RD78", "S-NKVD17", "S-NKVD86"]));
}

/// AGC-4.1-e: what stacks free is a regiment; internal troops of another size are units like others.
#[test]
fn only_regiments_of_internal_troops_stack_free() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let text = |name: &str| TITLES.get_file(name).unwrap().contents_utf8().unwrap().to_owned();
    let title = text("army-group-center/title.toml");
    let find = |name: &str| Some(text(name).replace("\"nkvd\", \"III\"", "\"nkvd\", \"XXX\""));
    let rules = open_campaign_with("t.toml", &title, &charts, find).unwrap();
    let corps = ["S-RC1", "S-RC2", "S-NKVD17"];
    assert!(may_stack(&standard(), units(&standard(), &corps)));
    assert_eq!(stacking_barred(&rules, units(&rules, &corps)).map(|clause| clause.id()), Some("AGC-4.1-b"));
}

/// Who stacks how, who projects a zone of influence, and what rallying costs are tables: a title or a house
/// that wants it otherwise brings its own.
#[test]
fn stacking_and_zones_are_read_from_tables() {
    let text = TITLES.get_file("army-group-center/title.toml").unwrap().contents_utf8().unwrap();
    let charts = |change: &str| Charts::load(&[("house.toml".to_owned(), change.to_owned())]);
    let change = |table: &str, row: &str, column: &str, cell: &str| {
        charts(&format!("[[{table}.change]]\nrow = \"{row}\"\ncolumn = \"{column}\"\ncell = \"{cell}\"\n"))
    };
    let open = |charts: Charts| open_campaign("t.toml", text, &Arc::new(charts)).unwrap();
    let more = open(change("stacking", "russian", "units", "3").unwrap());
    assert!(may_stack(&more, units(&more, &["S-RC1", "S-RC2", "S-RC4"])));
    assert!(!may_stack(&more, units(&more, &["S-RC1", "S-RC2", "S-RC4", "S-RC5"])));
    let riders = open(change("zones-of-influence", "russian", "cavalry", "yes").unwrap());
    let table = Table::new(&riders, 3, Side::First, &["S-CC6 3019"]);
    assert_eq!(table.game().influence(&riders, Side::Second, hex(&riders, 3019), &mut clerk()), 1);
    let dear = open(change("activation-costs", "rally", "points", "6").unwrap());
    let taken = west(&dear);
    let mut table = Table::arranged(&dear, 3, Side::First, &["G-Inf5 3022!"], |a| a.taken = taken.clone());
    table.order("activate 3022");
    assert_eq!(table.refused("rally"), "DAMOS-2.8-g", "six points are more than five");
    // What cannot be is refused, with its place.
    let refusal = |table: &str, row: &str, column: &str, cell: &str| {
        change(table, row, column, cell).unwrap_err().to_string()
    };
    let crowd = refusal("stacking", "german", "units", "9");
    assert!(crowd.contains("german") && crowd.contains("6 in all at most"), "{crowd}");
    let perhaps = refusal("zones-of-influence", "russian", "armor", "perhaps");
    assert!(perhaps.contains("yes or no") && perhaps.contains("armor"), "{perhaps}");
    let none = refusal("combat-limits", "", "figure", "12");
    assert!(none.contains("combat-limits"), "{none}");
    assert!(refusal("combat-limits", "automatic-odds", "figure", "0").contains("1 to 40"));
}

#[test]
fn zones_of_control_surround_the_steady() {
    let rules = standard();
    let zone = |unit: &str, turn| {
        let table = Table::new(&rules, turn, Side::First, &[unit]);
        let field = Field::of(table.game(), &rules, None, &mut clerk());
        (field.zoc.first.len(), field.zoc.second.len())
    };
    assert_eq!(zone("G-Pz3 3019", 3), (6, 0), "six hexes, not its own");
    assert_eq!(zone("G-Pz3 3019!", 3), (0, 0), "2.5-f");
    assert_eq!(zone("S-RC1 3019", 1), (0, 0), "4.6.1-b: none on the turn of surprise");
    assert_eq!(zone("S-RC1 3019", 2), (0, 6));
    // 2.5-c: not into a major city that the enemy holds.
    let table = Table::new(&rules, 3, Side::First, &["G-Pz3 2704", "S-RC1 2703"]);
    let field = Field::of(table.game(), &rules, None, &mut clerk());
    assert!(!field.zoc.first.has(hex(&rules, 2703)) && field.zoc.first.has(hex(&rules, 2705)));
    let empty = Table::new(&rules, 3, Side::First, &["G-Pz3 2704"]);
    assert!(Field::of(empty.game(), &rules, None, &mut clerk()).zoc.first.has(hex(&rules, 2703)));
}

#[test]
fn zones_of_influence_follow_strength_type_and_morale() {
    let rules = standard();
    let range = |units: &[&str], side, turn| {
        let table = Table::new(&rules, turn, Side::First, units);
        table.game().influence(&rules, side, hex(&rules, 3019), &mut clerk())
    };
    let (german, russian) = (Side::First, Side::Second);
    assert_eq!(range(&["G-Pz3 3019"], german, 3), 1, "6 SP");
    assert_eq!(range(&["G-Pz3 3019", "G-Inf5 3019=1"], german, 3), 2, "7 SP, the foot counts along");
    assert_eq!(range(&["G-Pz3 3019", "G-Pz4 3019=1", "G-Inf5 3019", "G-Inf6 3019=2"], german, 3), 3, "13 SP");
    assert_eq!(range(&["G-Inf5 3019", "G-Inf6 3019"], german, 3), 0, "foot alone has none");
    assert_eq!(range(&["G-Cav1 3019"], german, 3), 1, "German cavalry has");
    assert_eq!(range(&["G-Pz3 3019!"], german, 3), 0, "2.6-c");
    assert_eq!(range(&["S-MC6 3019"], russian, 3), 2);
    assert_eq!(range(&["S-CC6 3019"], russian, 3), 0, "Russian cavalry has none");
    assert_eq!(range(&["S-MC6 3019"], russian, 1), 0, "nor anybody on the turn of surprise");
}

#[test]
fn german_supply_needs_converted_rails_and_shortens_in_winter() {
    let rules = standard();
    let supplied = |unit: &str, turn, others: &[&str]| {
        let mut list = vec![unit];
        list.extend_from_slice(others);
        let taken = west(&rules);
        let table = Table::arranged(&rules, turn, Side::First, &list, |a| a.taken = taken.clone());
        let hex = placed(&rules, unit).hex;
        table.game().has_supply(&rules, Side::First, hex, &mut clerk())
    };
    // Rails end at 3021 and 2921, the 1939 frontier; 3018 is three hexes on, 3017 four.
    assert!(supplied("G-Pz3 3018", 8, &[]));
    assert!(!supplied("G-Pz3 3017", 8, &[]));
    assert!(!supplied("G-Pz3 3018", 9, &[]), "two hexes from November on");
    assert!(supplied("G-Pz3 3019", 9, &[]));
    // An enemy zone of control across the way cuts it, a friend in the way mends it.
    let cut = ["S-RC1 2919", "S-RC2 3119"];
    assert!(!supplied("G-Pz3 3018", 8, &cut));
    assert!(supplied("G-Pz3 3018", 8, &["S-RC1 2919", "S-RC2 3119", "G-Inf5 3019", "G-Inf6 3020"]));
    // By the literal border nothing of former Poland works unconverted.
    let border = with("gauge-line = \"border\"");
    let taken = west(&border);
    let table = Table::arranged(&border, 3, Side::First, &["G-Pz3 3021"], |a| a.taken = taken.clone());
    assert!(!table.game().has_supply(&border, Side::First, hex(&border, 3021), &mut clerk()));
}

#[test]
fn russian_supply_runs_to_cities_and_the_east() {
    let rules = standard();
    let supplied = |unit: &str, turn, change: &dyn Fn(&mut Arrangement)| {
        let table = Table::arranged(&rules, turn, Side::Second, &[unit], change);
        table.game().has_supply(&rules, Side::Second, placed(&rules, unit).hex, &mut clerk())
    };
    assert!(supplied("S-RC1 2818", 10, &|_| {}));
    // All cities lost: the rails still lead to the east edge.
    let cities: Vec<_> = rules
        .board
        .hexes()
        .filter(|&hex| {
            matches!(
                rules.board.settlement(hex),
                Some(grognard_board::Settlement::City | grognard_board::Settlement::MajorCity)
            )
        })
        .filter(|&hex| rules.board.side(hex) == Side::Second)
        .collect();
    assert!(supplied("S-RC1 2910", 10, &|a| a.taken = cities.clone()));
    // Converted rails are of no use: with the whole net converted nobody is supplied away from it.
    let rails: Vec<_> = rules.board.hexes().filter(|&hex| rules.board.gauge(hex).is_some()).collect();
    assert!(!supplied("S-RC1 2910", 10, &|a| a.converted = rails.clone()));
}

#[test]
fn control_follows_moves_not_retreats() {
    let rules = standard();
    let mut table = Table::new(&rules, 3, Side::First, &["G-Inf5 3019"]);
    table.order("activate 3019");
    table.order("move 3018");
    table.order("move 2918");
    table.order("finish");
    for id in [3018, 2918] {
        assert_eq!(table.game().controller(hex(&rules, id)), Side::First, "{id}");
    }
    assert_eq!(table.game().controller(hex(&rules, 2917)), Side::Second, "a zone of control takes nothing");
}

#[test]
fn the_operational_area_has_the_printed_limits() {
    let rules = standard();
    // A unit next to each limit may step on one side of it and not on the other.
    let steps = [
        // Row 23 begins at 2317, row 22 at 2212, row 24 at Vilnius.
        (2417, 2317, 2318, "AGC-1.3-e"),
        (2312, 2212, 2213, "AGC-1.3-e"),
        (2422, 2421, 2423, "AGC-1.3-e"),
        // South of row 32 the area opens from 3218 to 3716.
        (3218, 3318, 3319, "AGC-1.3-d"),
        (3617, 3716, 3717, "AGC-1.3-d"),
    ];
    for (from, inside, outside, clause) in steps {
        let from = if rules.board.area().has(hex(&rules, from)) { from } else { from - 1 };
        // A German stands east of the marshes, so that the south is open.
        let mut table = Table::new(&rules, 3, Side::Second, &[&format!("S-RC1 {from}"), "G-Inf5 2718"]);
        table.order(&format!("activate {from}"));
        assert!(table.offers().contains(&format!("move {inside}")), "{from} to {inside}");
        if rules.board.way(hex(&rules, from), hex(&rules, outside)).is_some() {
            assert_eq!(table.refused(&format!("move {outside}")), clause, "{from} to {outside}");
        }
    }
    for (outside, inside) in [(2318, 2317), (2213, 2212), (2423, 2422), (3319, 3318), (3717, 3716)] {
        assert!(!rules.board.area().has(hex(&rules, outside)), "{outside}");
        assert!(rules.board.area().has(hex(&rules, inside)), "{inside}");
    }
    // A part of the map that a title leaves out is out of play.
    let short = titled("bialystok-minsk");
    let mut table = Table::new(&short, 3, Side::Second, &["S-RC1 2813"]);
    table.order("activate 2813");
    assert_eq!(table.refused("move 2812"), "AGC-1.3-a");
}

#[test]
fn cities_outside_the_area_feed_nobody() {
    // On the short map the east edge is column 13: Smolensk beyond it is no source.
    let rules = campaign(|text| {
        text.replace("columns = [1, 31]", "columns = [13, 31]")
            .replace("objective = 2703", "objective = 2819")
    });
    let table = Table::new(&rules, 3, Side::Second, &["S-RC1 2818"]);
    let field = Field::of(table.game(), &rules, None, &mut clerk());
    let network = table.game().network(&rules, Side::Second, &field, &mut clerk());
    assert!(
        network.has(hex(&rules, 2819)) && !network.has(hex(&rules, 2811)) && !network.has(hex(&rules, 2812))
    );
}

#[test]
fn russian_lines_reach_five_hexes_and_lost_rails_cut_them() {
    let rules = standard();
    // Only Moscow is left to the Russian, a city with rails: five hexes from it there is supply, on any turn.
    let moscow = hex(&rules, 2703);
    let taken: Vec<_> =
        rules.board.hexes().filter(|&hex| hex != moscow && rules.board.side(hex) == Side::Second).collect();
    let supplied = |unit: &str, taken: &[grognard_board::Hex]| {
        let table = Table::arranged(&rules, 10, Side::Second, &[unit], |a| a.taken = taken.to_vec());
        table.game().has_supply(&rules, Side::Second, placed(&rules, unit).hex, &mut clerk())
    };
    assert!(supplied("S-RC1 2708", &taken));
    assert!(!supplied("S-RC1 2709", &taken));
    assert!(supplied("S-RC1 2709", &[]), "with the rails its own");
    let mut all = taken.clone();
    all.push(moscow);
    assert!(!supplied("S-RC1 2708", &all), "a lost city feeds nobody");
}

#[test]
fn a_unit_keeps_its_figures_when_demoralized_and_a_stack_has_no_favourites() {
    let rules = standard();
    // Divisions of different corps stack, march and fight together.
    let mut table = Table::new(&rules, 3, Side::First, &["G-Inf5 3021!", "G-Inf7 3021!"]);
    assert_eq!((table.strength("G-Inf5"), table.strength("G-Inf7")), (4, 4));
    table.order("activate 3021");
    for to in [3020, 3019, 3018, 3019, 3018] {
        table.order(&format!("move {to}"));
    }
    assert_eq!((table.at("G-Inf5"), table.at("G-Inf7")), (Some(3018), Some(3018)), "five points, as printed");
}
