//! What went wrong by the letter of the rulebook, and does not any more: each on a situation of its own.

use super::fights::{exploiting, front};
use super::ground::west;
use super::table::*;
use grognard_board::Hex;
use grognard_damos::*;
use grognard_umpire::{Answer, BySide, Offer, Side};
use std::sync::Arc;

fn key(key: &str) -> Answer {
    Answer::Key(key.to_owned())
}

fn paths(table: &Table, side: Side, from: u16) -> Vec<String> {
    let hex = hex(&table.rules, from);
    table.game().retreat_paths(&table.rules, side, hex, 2, 3).iter().map(Offer::key).collect()
}

/// Everything Russian from a column westward is German.
fn taken_from(rules: &Campaign, column: u16) -> Vec<Hex> {
    let west = |hex: &Hex| rules.board.id(*hex).column() >= column && rules.board.side(*hex) == Side::Second;
    rules.board.hexes().filter(west).collect()
}

/// 8.11-a: from Grodno a beaten corps was herded to Bialystok, the nearest city, and past it to the west;
/// Vilnius, twice as far, is a source too.
#[test]
fn a_retreat_goes_toward_any_source_not_only_the_nearest() {
    let table = Table::new(&standard(), 3, Side::First, &["S-RC2 2625"]);
    let paths = paths(&table, Side::Second, 2625);
    assert!(paths.contains(&"2624-2524".to_owned()), "to Vilnius: {paths:?}");
    assert!(paths.contains(&"2726-2826".to_owned()), "to Bialystok: {paths:?}");
    assert!(!paths.contains(&"2726-2826-2827".to_owned()), "not past it toward the enemy: {paths:?}");
    // One source all the way: a step to Bialystok and one back toward Vilnius is no way to either.
    assert!(!paths.iter().any(|path| path.starts_with("2726-2625")), "{paths:?}");
}

/// 8.11-a: the city a garrison has just lost is no source for it, so it does not flee westward out of it.
#[test]
fn a_city_just_lost_is_no_source_to_retreat_to() {
    let rules = standard();
    let taken: Vec<Hex> = taken_from(&rules, 10).into_iter().filter(|&at| at != hex(&rules, 2811)).collect();
    let table = Table::arranged(&rules, 6, Side::First, &["S-RC2 2811"], |a| a.taken = taken.clone());
    let paths = paths(&table, Side::Second, 2811);
    assert!(!paths.is_empty());
    for back in ["2812", "2712", "2912"] {
        assert!(!paths.iter().any(|path| path.starts_with(back)), "{back}: {paths:?}");
    }
}

/// 8.11-c: two hexes of retreat are two hexes entered, wherever the second lies; by the switch they lie two away.
#[test]
fn a_retreat_of_two_hexes_may_bend() {
    let bends = |options: &str| {
        let table = Table::new(&with(options), 3, Side::First, &["S-RC2 2625"]);
        paths(&table, Side::Second, 2625).contains(&"2726-2725".to_owned())
    };
    let free = "retreat-steps = \"free\"";
    assert!(bends(free));
    assert!(!bends(&format!("{free}\nretreat-length = \"away\"")));
}

/// Three divisions win a meeting engagement in 3019 with one of their five points spent.
fn after_own_fight(options: &str) -> (Table, String) {
    let units = ["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "S-RC2 3019"];
    let mut table = front(&with(options), 3, &units);
    table.order("activate 3020");
    table.order("move 3019");
    table.order("meeting-engagement");
    table.order("no-air");
    table.throw(&[6, 6]);
    assert_eq!(table.throw(&[1]), "retreat-along");
    let asked = table.first();
    (table, asked)
}

/// Panzers on their way are met by a corps; hands back the table before the dice.
fn met_on_the_way(options: &str) -> Table {
    let units = ["G-Pz3 3021", "G-Pz4 3021", "G-Pz7 3021", "S-MC6 3120"];
    let mut table = front(&with(options), 3, &units);
    table.order("activate 3021");
    table.order("move 3020");
    table.order("react 3120 S-MC6");
    table.throw(&[6, 6]);
    table.order("no-air");
    table
}

/// The same, and the panzers win.
fn after_forced_fight(options: &str) -> Table {
    let mut table = met_on_the_way(options);
    table.throw(&[6, 6, 6]);
    table.throw(&[1, 1]);
    table.order("1-0-0");
    assert_eq!(table.throw(&[1]), "exploit");
    table
}

/// 7.0-a: a combat ends the activation, or by the switch it does not; a meeting engagement that a reaction made
/// is told apart.
#[test]
fn a_combat_ends_the_activation_or_leaves_the_points() {
    let (table, asked) = after_own_fight("");
    assert_eq!((asked.as_str(), table.spent("G-Inf5")), ("operations", true));
    assert_eq!(
        after_own_fight("after-combat = \"forced-goes-on\"").1,
        "operations",
        "it was their own choice"
    );
    let (mut table, asked) = after_own_fight("after-combat = \"goes-on\"");
    assert_eq!(asked, "order-to-the-active-force");
    let Phase::Active(active) = *table.game().phase() else { panic!() };
    assert_eq!((active.spent, active.exploit), (2, None), "one hex, in halves");
    for to in [3020, 3021, 3020, 3021] {
        table.order(&format!("move {to}"));
    }
    assert_eq!(
        table.offers().iter().filter(|offer| offer.starts_with("move")).count(),
        0,
        "five points in all"
    );
}

#[test]
fn a_forced_meeting_engagement_ends_the_activation_or_leaves_the_points() {
    assert_eq!(after_forced_fight("").refused("go on"), "DAMOS-7.0-a");
    for options in ["after-combat = \"forced-goes-on\"", "after-combat = \"goes-on\""] {
        let mut table = after_forced_fight(options);
        assert_eq!(table.order("go on"), "order-to-the-active-force");
        let Phase::Active(active) = *table.game().phase() else { panic!() };
        assert_eq!((active.spent, active.mode, active.exploit), (2, Mode::Free, None));
        table.order("move 3019");
        // Whoever exploits has chosen.
        let mut table = after_forced_fight(options);
        table.order("exploit G-Pz3");
        table.order("finish");
        assert_eq!(table.refused("go on"), "DAMOS-7.0-a");
    }
    // Beaten, the force goes back and on with what it has left.
    let beaten = |options: &str| {
        let mut table = met_on_the_way(options);
        table.throw(&[1, 1, 1]);
        table.throw(&[6, 6]);
        table.order("1-1-1");
        table.order("3021")
    };
    assert_eq!(beaten(""), "operations");
    assert_eq!(beaten("after-combat = \"forced-goes-on\""), "order-to-the-active-force");
}

/// 8.1-h, 7.0-a: an assault that was intercepted is still to be made, where the switch lets the force go on.
#[test]
fn an_intercepted_assault_is_made_where_the_force_goes_on() {
    let units = ["G-Pz3 3021", "G-Pz4 3021", "G-Pz7 3021", "S-RC2 3019", "S-MC6 3120"];
    let mut table = front(&with("after-combat = \"forced-goes-on\""), 3, &units);
    table.order("concerted 3019");
    table.order("done");
    table.order("attack-from 3021");
    table.order("move 3020");
    table.order("react 3120 S-MC6");
    table.throw(&[6, 6]);
    table.order("no-air");
    table.throw(&[6, 6, 6]);
    table.throw(&[1, 1]);
    table.order("1-0-0");
    assert_eq!(table.throw(&[1]), "exploit");
    table.order("go on");
    assert_eq!(table.refused("finish"), "DAMOS-8.1-h");
    table.order("move 3019");
    let Phase::Combat(_, combat) = table.game().phase() else { panic!("{:?}", table.game().phase()) };
    assert_eq!(combat.plans, Plans::Settled(Plan::GrandAssault));
    assert_eq!(combat.posture, Some(Posture::Steadfast), "as it was taken");
}

/// 7.0-p: units dropped off on the way fought again when a later force was met in their hex.
#[test]
fn the_dropped_do_not_fight_again() {
    let units = ["G-Inf5 3021", "G-Inf35 3021", "G-Inf6 3022", "S-MC6 3018"];
    let mut table = front(&standard(), 3, &units);
    table.order("activate 3021");
    assert_eq!(table.order("move 3020"), "react");
    table.order("done");
    table.order("drop G-Inf35");
    table.order("move 3021");
    table.order("finish");
    table.order("activate 3022");
    table.order("move 3021");
    assert_eq!(table.order("move 3020"), "react");
    table.order("react 3018 S-MC6");
    table.throw(&[6, 6]);
    let Phase::Combat(_, combat) = table.game().phase() else { panic!("{:?}", table.game().phase()) };
    assert_eq!(combat.forces.first.strength(), 4, "the active division alone");
}

/// 2.10-g: whoever is met by a reaction traces from where he stands, not from where he came.
#[test]
fn supply_is_traced_from_where_the_mover_is_met() {
    let rules = standard();
    let met = |from: u16, to: u16, reactor: u16| {
        let units = [format!("G-Inf5 {from}"), format!("S-MC6 {reactor}")];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = front(&rules, 3, &units);
        table.order(&format!("activate {from}"));
        assert_eq!(table.order(&format!("move {to}")), "react");
        let asked = table.order(&format!("react {reactor} S-MC6"));
        if asked == "react-along" {
            table.first();
        }
        table.throw(&[6, 6]);
        let Phase::Combat(_, combat) = table.game().phase() else { panic!("{:?}", table.game().phase()) };
        combat.supplied.first
    };
    // 3018 is three hexes from the rails, 3017 four.
    assert!(met(3017, 3018, 3016), "into supply");
    assert!(!met(3018, 3017, 3015), "out of it");
}

/// AGC-1.3-d: rows 33 to 37 were open from the set-up on; they open when Germans are east of the marshes.
#[test]
fn the_south_opens_when_germans_are_past_the_marshes() {
    let rules = standard();
    let mut table = Table::of(&rules, Game::new(&rules));
    let manned = [
        ("S-RC1", 2525),
        ("S-RC2", 2625),
        ("S-RC4", 2626),
        ("S-RC5", 2627),
        ("S-RC21", 2728),
        ("S-RC28", 2828),
        ("S-RC44", 2928),
        ("S-RC47", 3027),
        ("S-RC29", 3127),
        ("S-MC6", 3227),
    ];
    for (unit, hex) in manned {
        table.order(&format!("place {unit} {hex}"));
    }
    assert_eq!(table.refused("place S-MC11 3515"), "AGC-1.3-d", "Gomel");
    // AGC-6.0-b: a second unit in a border hex is legal whenever it comes.
    table.order("place S-MC11 2525");
    // In the game: neither side enters, and the cities there feed nobody, until a German is far enough east.
    let closed = |more: &[&str]| {
        let units = [&["S-RC1 3218", "S-RC2 3309"][..], more].concat();
        let mut table = Table::new(&rules, 3, Side::Second, &units);
        let field = Field::of(table.game(), &rules, None, &mut clerk());
        let network = table.game().network(&rules, Side::Second, &field, &mut clerk());
        let fed = network.has(hex(&rules, 3309));
        table.order("activate 3218");
        (!table.offers().contains(&"move 3318".to_owned()), fed)
    };
    assert_eq!(closed(&["G-Inf5 2719"]), (true, false), "19 is the last column of the marshes");
    assert_eq!(closed(&["G-Inf5 2718"]), (false, true));
    let mut russian = Table::new(&rules, 3, Side::Second, &["S-RC1 3218"]);
    russian.order("activate 3218");
    assert_eq!(russian.refused("move 3318"), "AGC-1.3-d");
    // The step that opens it, and that stays opened.
    let mut german = Table::new(&rules, 3, Side::First, &["G-Pz3 2719", "S-RC1 3218"]);
    assert!(!german.game().area(&rules).has(hex(&rules, 3318)));
    german.order("activate 2719");
    german.order("move 2718");
    assert!(german.game().area(&rules).has(hex(&rules, 3318)));
    german.order("move 2719");
    assert!(german.game().area(&rules).has(hex(&rules, 3318)));
    // By the switch it was never closed.
    let open = with("southern-boundary = \"open\"");
    let mut table = Table::new(&open, 3, Side::Second, &["S-RC1 3218"]);
    table.order("activate 3218");
    table.order("move 3318");
}

/// AGC-1.3-b: the marshes bind Germans only until one of them has got past them.
#[test]
fn past_the_marshes_germans_may_enter_them() {
    let rules = standard();
    let mut bound = Table::new(&rules, 12, Side::First, &["G-Inf5 3120", "G-Pz3 2719"]);
    bound.order("activate 3120");
    assert_eq!(bound.refused("move 3220"), "AGC-1.3-b");
    let mut free = Table::new(&rules, 12, Side::First, &["G-Inf5 3120", "G-Pz3 2718"]);
    free.order("activate 3120");
    free.order("move 3220");
    free.order("finish");
    free.order("activate 2718");
    free.order("finish");
    free.order("end operations");
}

fn house(table: &str, row: &str, column: &str, cell: &str) -> Result<Charts, String> {
    let text = format!("[[{table}.change]]\nrow = \"{row}\"\ncolumn = \"{column}\"\ncell = \"{cell}\"\n");
    Charts::load(&[("house.toml".to_owned(), text)]).map_err(|error| error.to_string())
}

fn with_charts(charts: Charts) -> Arc<Campaign> {
    let text = TITLES.get_file("army-group-center/title.toml").unwrap().contents_utf8().unwrap();
    open_campaign("t.toml", text, &Arc::new(charts)).unwrap()
}

/// 2.6.1-i, 3.0-b: every reaction cell of the terrain chart counts, whatever its row and its sign.
#[test]
fn reaction_reads_every_row_of_the_terrain_chart() {
    let modifier = |row: &str, cell: &str, to: u16, reactor: u16| {
        let rules = with_charts(house("terrain", row, "reaction", cell).unwrap());
        let from = to + 1;
        let units = [format!("G-Inf5 {from}"), format!("S-MC6 {reactor}")];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = Table::new(&rules, 3, Side::First, &units);
        table.order(&format!("activate {from}"));
        assert_eq!(table.order(&format!("move {to}")), "react");
        let asked = table.order(&format!("react {reactor} S-MC6"));
        assert_eq!(asked, "reaction");
        // More mobile and against foot: two; seven is enough with nothing more.
        table.throw(&[3, 4]);
        let came = table.at("S-MC6") == Some(to);
        let mut table = Table::new(&rules, 3, Side::First, &units);
        table.order(&format!("activate {from}"));
        table.order(&format!("move {to}"));
        table.order(&format!("react {reactor} S-MC6"));
        table.throw(&[3, 3]);
        (came, table.at("S-MC6") == Some(to))
    };
    // 3019 is clear, next to 3018.
    assert_eq!(modifier("clear", "0", 3019, 3018), (true, false), "two more make nine of seven");
    assert_eq!(modifier("clear", "-1", 3019, 3018), (false, false));
    assert_eq!(modifier("clear", "1", 3019, 3018), (true, true));
    // 3120 is a town in the open, next to 3119; 2819 is a city, next to 2818.
    assert_eq!(modifier("town", "-1", 3120, 3119), (false, false));
    assert_eq!(modifier("city", "1", 2819, 2818), (true, true));
}

/// 3.0-a, 3.0-b: all cells of a town add to those of its terrain, and the rail rate is what the chart says.
#[test]
fn a_town_and_the_rails_are_read_cell_by_cell() {
    let clear_town = Ground {
        terrain: grognard_board::Terrain::Clear,
        settlement: Some(grognard_board::Settlement::Town),
    };
    for (column, of) in [
        ("mp", (|e: GroundEffects| i16::from(e.half_points)) as fn(GroundEffects) -> i16),
        ("mp-foot", |e| i16::from(e.half_points_foot)),
        ("defender", |e| i16::from(e.defender)),
        ("per-armor", |e| i16::from(e.per_armor)),
        ("per-wheels", |e| i16::from(e.per_wheels)),
        ("reaction", |e| i16::from(e.reaction)),
        ("attrition", |e| i16::from(e.attrition)),
    ] {
        let plain = of(house("terrain", "town", column, "0").unwrap().ground(clear_town));
        let more = of(house("terrain", "town", column, "3").unwrap().ground(clear_town));
        let wanted = if column.starts_with("mp") { 6 } else { 3 };
        assert_eq!(more - plain, wanted, "{column}");
    }
    // Rail hexes for a point: from Minsk along the lines, four points doubled.
    let reached = |hexes: &str| {
        let rules = with_charts(house("rail-move", "usable", "hexes", hexes).unwrap());
        let table = Table::new(&rules, 3, Side::Second, &["S-RC2 2819"]);
        let units: Units = [table.unit("S-RC2")].into_iter().collect();
        table.game().strategic_reach(&rules, units, hex(&rules, 2819)).hexes().len()
    };
    let counts = ["1", "2", "3", "4", "6"].map(reached);
    assert!(counts.windows(2).all(|two| two[0] <= two[1]) && counts[0] < counts[1], "{counts:?}");
    assert!(counts[1] < counts[4], "{counts:?}");
}

/// What the program could not carry out it refuses, with the cell.
#[test]
fn cells_that_cannot_be_read_are_refused_by_name() {
    let refused = |table: &str, row: &str, column: &str, cell: &str, words: &str| {
        let error = house(table, row, column, cell).unwrap_err();
        assert!(error.contains(words) && error.contains(row), "{error}");
    };
    refused("rail-move", "usable", "hexes", "5", "1, 2, 3, 4 or 6");
    refused("river-attack", "river", "attacker", "2", "-1 to -20");
    refused("terrain", "river", "defender", "1", "river-attack");
    refused("terrain", "river", "per-armor", "1", "river-attack");
    refused("terrain", "river", "attrition", "-1", "river-attack");
    refused("terrain", "woods", "defender", "200", "0 to 20");
    refused("attack-plans", "penetration", "points", "3", "all");
    refused("attack-plans", "grand-assault", "points", "all", "0 to 20");
}

/// AGC-5.0-e: the combined game is played for four cities, and refused without them.
#[test]
fn the_combined_game_is_judged_by_four_cities() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let text = TITLES.get_file("army-group-center/title.toml").unwrap().contents_utf8().unwrap();
    let bare = format!("{text}\n[options]\ncombined = true\n");
    let error = open_campaign("t.toml", &bare, &charts).unwrap_err().to_string();
    assert!(error.contains("combined-objectives") && error.contains("AGC-5.0-e"), "{error}");
    let rules = with("combined = true");
    let verdict =
        |units: &[&str]| Table::new(&rules, 13, Side::Second, units).game().verdict(&rules, &mut clerk());
    // Moscow alone, with two Germans next to nothing, is neither a major nor a minor victory here.
    assert_eq!(verdict(&["G-Pz3 2703", "G-Pz4 2811", "S-A24 2819", "S-A28 3005"]), Verdict::SecondPlayer);
    assert_eq!(verdict(&["G-Pz3 2703", "G-Pz4 2811", "G-Pz7 2819", "S-A28 3005"]), Verdict::MajorFirst);
    let ring = ["G-Pz7 2820", "G-Pz10 2818", "G-Pz12 2719", "G-Pz17 2720", "G-Pz18 2919", "G-Pz19 2920"];
    let isolated = [&["G-Pz3 2703", "G-Pz4 2811", "S-A24 2819", "S-A28 3005"][..], &ring].concat();
    assert_eq!(verdict(&isolated), Verdict::MajorFirst, "isolated counts like controlled");
    // Two Germans next to Moscow are no minor victory in the combined game.
    assert_eq!(verdict(&["S-A24 2703", "G-Pz3 2704", "G-Pz4 2803"]), Verdict::SecondPlayer);
}

/// AGC-5.0-b: an empty Moscow in a German zone of control has no line that begins there.
#[test]
fn an_empty_city_in_an_enemy_zone_is_cut_off() {
    let rules = standard();
    let verdict =
        |units: &[&str]| Table::new(&rules, 13, Side::Second, units).game().verdict(&rules, &mut clerk());
    // A zone of control does not reach into a major city that its enemies hold; empty it does.
    assert_eq!(verdict(&["S-A24 2703", "G-Pz3 2704"]), Verdict::SecondPlayer);
    assert_eq!(verdict(&["S-A24 2602", "G-Pz3 2704"]), Verdict::MajorFirst);
    assert_eq!(verdict(&["S-A24 2602", "G-Pz3 2706"]), Verdict::SecondPlayer);
}

/// 8.12-e: in exploitation a grand assault was a plan picked on entering the hex; it is announced beforehand, and
/// the posture taken before anybody knows who comes.
#[test]
fn a_grand_assault_in_exploitation_is_executed_as_normal() {
    let mut table = exploiting(&[]);
    assert_eq!(table.refused("concerted 3020"), "DAMOS-8.12-e", "no enemy there");
    assert_eq!(table.order("concerted 3018"), "name-the-exploiting-force");
    assert!(matches!(table.game().phase(), Phase::ExploitNaming(_, _, Some(Posture::Steadfast))));
    assert_eq!(table.refused("end exploitation"), "DAMOS-8.12-e");
    assert_eq!(table.order("exploit G-Pz3+G-Pz4"), "order-to-the-active-force");
    assert_eq!(table.refused("finish"), "DAMOS-8.1-h", "it has to be made");
    assert_eq!(table.order("move 3018"), "call-the-air-unit", "the plan is settled");
    let Phase::Combat(_, combat) = table.game().phase() else { panic!("{:?}", table.game().phase()) };
    assert_eq!(combat.plans, Plans::Settled(Plan::GrandAssault));
    assert_eq!(combat.forces.first.strength(), 12);
    table.order("no-air");
    table.throw(&[6, 6]);
    assert_eq!(table.throw(&[1]), "exploit", "the third division still has its turn");
    assert_eq!(table.offers(), ["end exploitation", "exploit G-Pz7"]);
}

/// AGC-4.1-a: a battle file let six divisions of any nation fight together.
#[test]
fn a_battle_file_keeps_to_the_stacking_limit() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let text = BATTLES.get_file("bialystok-22-june.toml").unwrap().contents_utf8().unwrap();
    let crowd = |side: &str, count: usize| {
        let at = text.find(&format!("[{side}]")).unwrap();
        let (head, tail) = text.split_at(at);
        let start = tail.find("units = [").unwrap();
        let end = start + tail[start..].find('\n').unwrap();
        let list = vec!["[\"X\", \"infantry\", 3]"; count].join(", ");
        format!("{head}{}units = [{list}]{}", &tail[..start], &tail[end..])
    };
    let error = |side: &str, count| match open_battle("b.toml", &crowd(side, count), &charts) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    };
    assert_eq!(error("attacker", 4), "");
    assert!(error("attacker", 5).contains("AGC-4.1-a"), "{}", error("attacker", 5));
    assert_eq!(error("defender", 3), "", "three divisions may stack");
    assert!(error("defender", 4).contains("AGC-4.1-c"), "{}", error("defender", 4));
}

/// AGC-4.5-b: five points a turn throughout the game are ten on turn 2.
#[test]
fn the_russian_has_the_points_of_the_turn_of_surprise() {
    let rules = standard();
    let mut table = Table::new(&rules, 1, Side::First, &["G-Inf5 3029", "S-A24 2703"]);
    table.order("end operations");
    assert_eq!((table.game().turn(), table.game().replacements(Side::Second)), (2, 5));
    while table.game().phasing() == Side::First {
        let end = table.offers().into_iter().find(|offer| offer.starts_with("end ")).unwrap();
        table.order(&end);
    }
    if table.asked().unwrap().asking.topic == Asks::AttacksOwed {
        table.throw(&[1]);
    }
    assert_eq!(table.game().replacements(Side::Second), 10);
}

/// 8.12-a, AGC-4.5.1-c: an attacker who wins by the switch, because what he paid does not count, exploits.
#[test]
fn whoever_wins_by_what_was_paid_exploits() {
    let play = |options: &str| {
        let rules = with(options);
        let taken = west(&rules);
        let units = ["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "S-A24 3019", "S-A28 3019"];
        let mut table = Table::arranged(&rules, 3, Side::First, &units, |a| {
            a.taken = taken.clone();
            a.replacements = BySide::new(2, 0);
        });
        table.order("activate 3020");
        table.order("move 3019");
        table.order("standard-attack");
        table.order("no-air");
        // 12 SP throw 10: 3. 10 SP throw 12 + 1: 4.
        table.throw(&[5, 5]);
        table.throw(&[6, 6]);
        table.say(&[key("1-1-0+rp2"), key("3-0")]).unwrap();
        assert_eq!(table.asked().unwrap().asking.topic, Asks::RetreatAlong);
        table.first()
    };
    assert_eq!(play("paid-losses = \"do-not\""), "exploit", "3 against 2");
    assert_eq!(play(""), "operations", "3 against 4: the attacker went back");
}

/// 2.8-f by the switch: a demoralized mover that a reaction catches and beats pays too.
#[test]
fn a_demoralized_mover_beaten_by_a_reaction_pays_or_does_not() {
    let left = |options: &str| {
        let mut table = front(&with(options), 3, &["G-Inf5 3022!", "S-MC6 3019"]);
        table.order("activate 3022");
        assert_eq!(table.order("move 3021"), "react");
        table.order("react 3019 S-MC6");
        table.throw(&[6, 6]);
        table.order("no-air");
        table.throw(&[1]);
        // 8 SP throw 4: 1♥ on 4 SP.
        assert_eq!(table.throw(&[2, 2]), "retreat-along");
        table.first();
        table.strength("G-Inf5")
    };
    assert_eq!((left(""), left("second-loss = \"always\"")), (3, 2));
}

/// 2.1-c by the switch: a part of a force may make a concerted attack.
#[test]
fn parts_of_a_force_make_concerted_attacks_where_the_switch_lets_them() {
    let units = ["G-Pz3 3020", "G-Inf5 3020", "S-RC2 3019"];
    let named = |options: &str| {
        let mut table = front(&with(options), 3, &units);
        table.order("concerted 3019");
        table.order("penetration");
        table
    };
    let mut whole = named("");
    assert_eq!(whole.offers(), ["attack-from 3020"]);
    assert_eq!(whole.refused("attack-from 3020 G-Pz3"), "DAMOS-8.1-g");
    let mut parts = named("activation = \"any-part\"");
    assert_eq!(parts.refused("attack-from 3020 G-Inf5"), "DAMOS-8.1-g", "no zone of influence");
    parts.order("attack-from 3020 G-Pz3");
    let Phase::Combat(_, combat) = parts.game().phase() else { panic!("{:?}", parts.game().phase()) };
    assert_eq!(combat.forces.first.strength(), 6);
    assert!(!parts.spent("G-Inf5"));
}

/// 7.0-l, 2.8-b: the demoralized may be picked up; whoever gathers them is one of them.
#[test]
fn the_demoralized_may_be_picked_up_and_are_catching() {
    let mut table = Table::new(&standard(), 3, Side::First, &["G-Inf5 3020", "G-Inf6 3019!"]);
    table.order("activate 3020");
    table.order("move 3019");
    table.order("pick-up G-Inf6");
    assert!(table.demoralized("G-Inf5"), "at once: it is one stack");
    let Phase::Active(active) = *table.game().phase() else { panic!() };
    assert_eq!((active.units.len(), active.spent), (2, 4));
    // Those demoralized together go on together, and are rallied together.
    let rules = standard();
    let taken = west(&rules);
    let units = ["G-Inf5 3022!", "G-Inf6 3021!"];
    let mut table = Table::arranged(&rules, 3, Side::First, &units, |a| a.taken = taken.clone());
    table.order("activate 3022");
    table.order("move 3021");
    table.order("pick-up G-Inf6");
    table.order("rally");
    assert!(!table.demoralized("G-Inf5") && !table.demoralized("G-Inf6"));
    // An assault does not gather them.
    let units = ["G-Pz3 3021", "G-Pz4 3021", "G-Pz7 3020!", "S-RC2 3019"];
    let mut table = front(&standard(), 3, &units);
    table.order("concerted 3019");
    if table.asked().unwrap().asking.topic == Asks::KindOfConcertedAttack {
        table.order("grand-assault");
    }
    table.order("attack-from 3021");
    table.order("move 3020");
    assert_eq!(table.refused("pick-up G-Pz7"), "DAMOS-2.8-c");
}

/// AGC-4.3.1-g: by the switch rails are converted whoever controls them, but not under the enemy's feet.
#[test]
fn rails_are_converted_under_control_or_wherever_no_enemy_is() {
    let offered = |options: &str, more: &[&str]| {
        let rules = with(options);
        let taken: Vec<Hex> = west(&rules).into_iter().filter(|&at| at != hex(&rules, 2920)).collect();
        let units = [&["G-Pz3 3021"][..], more].concat();
        let mut table = Table::arranged(&rules, 4, Side::First, &units, |a| {
            a.taken = taken.clone();
            a.phase = Phase::Reinforcements;
        });
        table.offers().contains(&"extend 2921 2920".to_owned())
    };
    assert!(!offered("", &[]) && offered("conversion = \"any\"", &[]));
    assert!(!offered("conversion = \"any\"", &["S-RC2 2920"]));
    assert!(!offered("conversion = \"any\"", &["S-RC2 3019"]), "in his zone of control");
}

/// 1.0-a: a title brings its own map and its own order of battle.
#[test]
fn a_title_brings_its_own_map_and_order_of_battle() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let text = |name: &str| TITLES.get_file(name).unwrap().contents_utf8().unwrap().to_owned();
    let title = text("army-group-center/title.toml")
        .replace("army-group-center/map.toml", "steppe.toml")
        .replace("army-group-center/order-of-battle.toml", "divisions.toml");
    assert_eq!(files_beside("own.toml", &title).unwrap(), ["steppe.toml", "divisions.toml"]);
    let delivered = text("army-group-center/title.toml");
    assert_eq!(files_beside("t.toml", &delivered).unwrap(), Vec::<String>::new(), "they come with the game");
    let error = match open("own.toml", &title, &charts) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    };
    assert!(error.contains("no file steppe.toml beside the title"), "{error}");
    let map = text("army-group-center/map.toml").replace("\"Moscow\"", "\"Saray\"");
    let units = text("army-group-center/order-of-battle.toml").replace("3. Panzer-Division", "1st Horde");
    let texts = [("steppe.toml".to_owned(), map), ("divisions.toml".to_owned(), units)];
    let Ok(Contest::Campaign(_, rules)) = open_with("own.toml", &title, &charts, &texts) else {
        panic!("it opens")
    };
    assert_eq!(rules.board.name(rules.objective), Some("Saray"));
    assert_eq!(rules.counter(rules.unit("G-Pz3").unwrap()).name, "1st Horde");
}

/// 8.2-b: the account names the river that took strength.
#[test]
fn the_account_names_the_river() {
    let mut table = Table::new(&standard(), 3, Side::First, &["G-Pz3 2917", "G-Pz4 2917", "S-RC2 2918"]);
    table.order("activate 2917");
    table.order("move 2918");
    table.order("standard-attack");
    table.throw(&[3, 3]);
    table.throw(&[1]);
    let lines = table.account.join("\n");
    assert!(lines.contains("12 SP, 8 across a river in woods"), "{lines}");
    assert!(lines.contains("4 SP, 6 in woods"), "{lines}");
}

/// Dice stand under the line they belong to: each throw of stragglers and of the air unit has its own.
#[test]
fn stragglers_and_the_air_unit_tell_what_was_thrown() {
    let ring = ["G-Inf7 3118", "G-Inf23 2819", "G-Inf87 3121", "G-Inf258 3021"];
    let mut units = vec!["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "S-RC2 3019=1"];
    units.extend(ring);
    let mut table = front(&standard(), 2, &units);
    table.order("activate 3020");
    table.order("move 3019");
    table.throw(&[5]);
    table.throw(&[3]);
    let lines = table.account.join("\n");
    assert!(lines.contains("2 Rifle Corps: a 5, some straggle back"), "{lines}");
    assert!(lines.contains("2 Rifle Corps is back in 2 turns"), "{lines}");
}
