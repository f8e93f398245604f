//! The special rules of Army Group Center.

use super::ground::west;
use super::table::*;
use grognard_damos::*;
use grognard_umpire::{BySide, Kind, Openness, Side};
use std::sync::Arc;

/// The Russian hexes as far east as a column.
fn taken_to(rules: &Campaign, column: u16) -> Vec<grognard_board::Hex> {
    rules
        .board
        .hexes()
        .filter(|&hex| rules.board.id(hex).column() >= column && rules.board.side(hex) == Side::Second)
        .collect()
}

fn rails(rules: &Arc<Campaign>, turn: u8, units: &[&str]) -> Table {
    // The Germans control everything as far as column 12.
    let taken = taken_to(rules, 12);
    Table::arranged(rules, turn, Side::First, units, |a| {
        a.taken = taken.clone();
        a.phase = Phase::Reinforcements;
    })
}

#[test]
fn railheads_advance_by_a_die_each() {
    let rules = standard();
    let mut table = rails(&rules, 4, &["G-Pz3 3019", "S-RC2 3112"]);
    assert_eq!(table.asked().unwrap().asking.topic, Asks::AdvanceTheRailheads);
    assert_eq!(table.refused("extend 3021 3022"), "AGC-4.3.1-d", "that needs no conversion");
    assert_eq!(table.refused("extend 2819 2818"), "AGC-4.3.1-e", "no railhead there yet");
    // Die 5 is three hexes: 2920, then 2819, where the line forks; the German may stop anywhere.
    table.order("extend 2921 2920");
    assert_eq!(table.throw(&[5]), "which-branch");
    assert_eq!(table.offers(), ["stop", "2819"]);
    assert_eq!(table.order("2819"), "which-branch");
    assert!(table.offers().contains(&"2818".to_owned()) && table.offers().len() > 2, "4.3.1-i");
    table.order("2818");
    assert!(table.offers().contains(&"end rails".to_owned()));
    assert_eq!(table.order("end rails"), "strategic-movement");
    // From a junction every branch goes on by its own die.
    let mut table = rails(&rules, 4, &["G-Pz3 3019"]);
    table.order("extend 2921 2920");
    table.throw(&[3]);
    assert_eq!(table.order("2819"), "advance-the-railheads");
    let taken = taken_to(&rules, 12);
    let converted = vec![hex(&rules, 2920), hex(&rules, 2819)];
    let mut fork = Table::arranged(&rules, 5, Side::First, &["G-Pz3 3019"], |a| {
        a.taken = taken.clone();
        a.converted = converted.clone();
        a.phase = Phase::Reinforcements;
    });
    let branches: Vec<String> =
        fork.offers().into_iter().filter(|offer| offer.starts_with("extend 2819")).collect();
    assert!(branches.len() > 1, "4.3.1-h: {branches:?}");
    for branch in branches {
        fork.order(&branch);
        fork.throw(&[1]);
    }
}

#[test]
fn an_enemy_zone_stops_conversion_where_no_friend_stands() {
    let rules = standard();
    let mut table = rails(&rules, 4, &["S-RC2 3019"]);
    assert_eq!(table.refused("extend 2921 2920"), "AGC-4.3.1-g");
    let mut table = rails(&rules, 4, &["S-RC2 3019", "G-Pz3 2920"]);
    table.order("extend 2921 2920");
}

#[test]
fn rails_slow_down_in_winter_and_the_options_change_them() {
    let hexes = |options: &str, turn: u8, die: u8| {
        let rules = with(options);
        let mut table = rails(&rules, turn, &["G-Pz3 3019"]);
        table.order("extend 2921 2920");
        table.throw(&[die]);
        table
            .account
            .iter()
            .find_map(|line| line.strip_prefix("AGC-4.3.1-e "))
            .map(|line| line[..1].to_owned())
    };
    assert_eq!(hexes("", 10, 5).as_deref(), Some("3"));
    assert_eq!(hexes("", 11, 5).as_deref(), Some("2"), "1d2 from turn 11 on");
    assert_eq!(hexes("", 11, 3).as_deref(), Some("1"));
    let thrust = "rail-advance = \"concentrated-thrust\"";
    assert_eq!(hexes(thrust, 10, 6).as_deref(), Some("4"));
    assert_eq!(hexes(thrust, 11, 6).as_deref(), Some("4"), "1d3+1 on every turn");
    assert_eq!(hexes(thrust, 13, 3).as_deref(), Some("3"));
}

#[test]
fn a_thrust_moves_one_railhead_and_pays_the_russian() {
    let rules = with("rail-advance = \"concentrated-thrust\"");
    let mut table = rails(&rules, 4, &["G-Pz3 3019"]);
    table.order("extend 2921 2920");
    table.throw(&[3]);
    table.order("2819");
    assert_eq!(table.order("2818"), "strategic-movement", "the others stand");
    assert_eq!(table.game().income(&rules, Side::Second, &mut clerk()), 6);
}

#[test]
fn the_operational_pause_is_earned_by_rest() {
    let rules = with("rail-advance = \"operational-pause\"");
    let play = |moves: bool, claim: &str| {
        let taken = west(&rules);
        let mut table = Table::arranged(&rules, 4, Side::First, &["G-Pz3 3020", "S-A24 2703"], |a| {
            a.taken = taken.clone();
            a.phase = Phase::TurnStart;
        });
        table.order("end reinforcements");
        table.order("end rails");
        table.order("end strategic");
        if moves {
            table.order("activate 3020");
            table.order("move 3021");
            table.order("finish");
        }
        table.order("end operations");
        // The Russian's turn 4, then turn 5.
        for order in ["end reinforcements", "end strategic", "end operations", claim, "end reinforcements"] {
            if table.offers().contains(&order.to_owned()) {
                table.order(order);
            }
        }
        table
    };
    // Whoever rested but does not claim it pays no price.
    assert_eq!(play(false, "no").game().income(&rules, Side::Second, &mut clerk()), 6);
    let mut rested = play(false, "yes");
    assert_eq!(rested.game().turn(), 5);
    assert_eq!(rested.game().income(&rules, Side::Second, &mut clerk()), 12);
    rested.order("extend 2921 2920");
    rested.throw(&[4]);
    assert!(rested.account.iter().any(|line| line.contains("6 rail hexes")), "4 + 2");
    assert_eq!(play(true, "yes").game().income(&rules, Side::Second, &mut clerk()), 6);
}

#[test]
fn the_air_unit_tires() {
    let rules = standard();
    let taken = west(&rules);
    let units = ["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "S-RC2 3019", "S-RC44 3018=2", "G-Pz3 2921"];
    let mut table = Table::arranged(&rules, 6, Side::First, &units, |a| a.taken = taken.clone());
    table.order("activate 3020");
    table.order("move 3019");
    table.order("standard-attack");
    // 12 SP one column right is 13-15: three dice, one by one.
    assert_eq!(table.order("air"), "combat-dice-one-by-one");
    table.throw(&[4]);
    table.throw(&[4]);
    assert_eq!(table.throw(&[1]), "defenders-combat-dice");
    table.throw(&[1]);
    assert_eq!(table.order("reroll-1"), "the-die-thrown-again");
    assert_eq!(table.throw(&[1]), "air-unit");
    // Turn 6 needs 8.
    assert_eq!(table.throw(&[4, 4]), "which-benefit-to-keep");
    table.order("keep-shift");
    assert_eq!(table.game().air(), AirUnit { shift: true, reroll: false, failures: 0 });
}

#[test]
fn air_needs_a_railhead_within_five_hexes() {
    let rules = standard();
    let mut table = Table::new(&rules, 6, Side::First, &["G-Inf5 3014", "S-RC2 3013"]);
    table.order("activate 3014");
    table.order("move 3013");
    assert_eq!(table.order("meeting-engagement"), "attackers-combat-dice", "nobody asks for the air unit");
}

#[test]
fn replacements_come_by_the_turn_and_go_by_the_rules() {
    let rules = standard();
    let income = |side, turn| Table::new(&rules, turn, side, &[]).game().income(&rules, side, &mut clerk());
    assert_eq!([1, 2, 3, 13].map(|turn| income(Side::First, turn)), [0, 0, 2, 2]);
    assert_eq!([1, 2, 3, 13].map(|turn| income(Side::Second, turn)), [5, 5, 5, 5]);
    let units = ["S-A24 2703=3", "S-A28 2910=1", "S-A29 2705=2", "S-RC2 2706", "G-Pz3 2911"];
    let mut table = Table::arranged(&rules, 5, Side::Second, &units, |a| {
        a.phase = Phase::Reinforcements;
        a.replacements = BySide::new(0, 3);
    });
    for _ in 0..3 {
        // Who takes the point is the owner's secret.
        assert_eq!(table.order("replace"), "which-unit-takes-the-point");
        let question = table.asked().unwrap();
        assert!(matches!(question.kind, Kind::Choose { openness: Openness::Secret, .. }), "2.4-c");
        assert_eq!(table.refused("S-A28"), "DAMOS-5.0-d", "in an enemy zone of control");
        assert_eq!(table.refused("S-A30"), "DAMOS-5.0-f", "it surrendered");
        assert_eq!(table.refused("S-RC2"), "DAMOS-5.0-c", "at its printed strength");
        assert_eq!(table.refused("G-Pz3"), "`G-Pz3` is not among S-A24, S-A29");
        table.order("S-A24");
    }
    assert_eq!(table.strength("S-A24"), 6);
}

#[test]
fn eliminated_units_are_rebuilt_and_arrive_like_others() {
    let rules = standard();
    // The corps is lost on turn 3, out of the stragglers' reach.
    let ring = ["G-Inf7 3118", "G-Inf23 2819", "G-Inf87 3121", "G-Inf258 3021"];
    let mut units = vec!["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "S-RC2 3019=1", "S-A24 2703"];
    units.extend(ring);
    let taken = west(&rules);
    let mut table = Table::arranged(&rules, 3, Side::First, &units, |a| {
        a.taken = taken.clone();
        a.replacements = BySide::new(0, 2);
    });
    table.order("activate 3020");
    table.order("move 3019");
    table.order("end exploitation");
    assert_eq!(table.order("end operations"), "reinforcements-and-replacements");
    // The first point brings it back, and it may take more before it arrives: up to the printed four.
    table.replace("S-RC2", 1);
    assert_eq!(table.game().place_of(table.unit("S-RC2")), Place::REBUILT);
    let mut whole = Table::of(&rules, table.game().clone());
    whole.replace("S-RC2", 3);
    assert!(!whole.offers().contains(&"replace".to_owned()), "no more than printed");
    assert_eq!(whole.refused("replace"), "DAMOS-5.0-d");
    table.replace("S-RC2", 2);
    assert_eq!(table.refused("place S-RC2 3018"), "AGC-4.9-a");
    assert_eq!(table.refused("place S-RC2 2819"), "AGC-4.9-a", "a city the Germans hold");
    table.order("place S-RC2 2811");
    assert_eq!(
        (table.at("S-RC2"), table.strength("S-RC2"), table.game().replacements(Side::Second)),
        (Some(2811), 3, 4)
    );
}

#[test]
fn attacks_owed_and_not_made_cost_replacements() {
    let rules = standard();
    let mut table = Table::arranged(&rules, 2, Side::Second, &["S-RC2 3018", "G-Inf5 3020"], |a| {
        a.phase = Phase::PlayerStart
    });
    assert_eq!(table.asked().unwrap().asking.topic, Asks::AttacksOwed);
    // Die 5: three attacks. One is made.
    table.throw(&[5]);
    table.order("end reinforcements");
    table.order("end strategic");
    table.order("activate 3018");
    table.order("move 3019");
    table.order("move 3020");
    table.order("meeting-engagement");
    table.throw(&[1]);
    table.throw(&[1]);
    table.order("3019");
    assert_eq!(table.order("end operations"), "reinforcements-and-replacements");
    let game = table.game().clone();
    assert_eq!(game.income(&rules, Side::Second, &mut clerk()), 5, "not yet on turn 3");
    for _ in 0..2 {
        table.order("end reinforcements");
        table.order("end strategic");
        table.order("end operations");
    }
    assert_eq!(table.game().turn(), 4);
    assert_eq!(table.game().income(&rules, Side::Second, &mut clerk()), 3, "5 less the 2 attacks not made");
}

#[test]
fn smolensk_or_the_end_of_august_slows_the_panzers_down() {
    let rules = standard();
    let start = |rules: &Arc<Campaign>, turn| {
        let units = ["G-Pz3 3019", "G-Inf5 2919", "S-RC2 3018"];
        let mut table = Table::arranged(rules, turn, Side::First, &units, |a| a.phase = Phase::TurnStart);
        table.order("end reinforcements");
        table.order("end strategic");
        table
    };
    let mut slowed = start(&rules, 5);
    assert!(slowed.game().is_slowed(&rules) && !start(&rules, 4).game().is_slowed(&rules));
    assert_eq!(slowed.refused("concerted 3018"), "AGC-4.7-b");
    slowed.order("activate 2919");
    slowed.order("finish");
    slowed.order("activate 3019");
    assert_eq!(slowed.refused("move 3018"), "AGC-4.7-b", "no attack");
    slowed.order("move 3020");
    assert_eq!(slowed.refused("move 3021"), "AGC-4.7-b", "one hex");
    // Taken on turn 3, Smolensk slows turns 4 and 5.
    let mut early = Table::new(&rules, 3, Side::First, &["G-Pz3 2812"]);
    early.order("activate 2812");
    early.order("move 2811");
    early.order("finish");
    early.order("end operations");
    while early.game().turn() == 3 {
        let order = early.offers().into_iter().find(|offer| offer.starts_with("end")).unwrap();
        early.order(&order);
    }
    assert!(early.game().is_slowed(&rules));
    let combined = with("combined = true");
    let mut free = start(&combined, 5);
    assert!(!free.game().is_slowed(&combined));
    assert_eq!(free.order("concerted 3018"), "kind-of-concerted-attack");
}

#[test]
fn cossacks_ride_from_turn_ten() {
    let rules = standard();
    let set = |turn| {
        Table::arranged(&rules, turn, Side::First, &["S-CCB 3018", "S-CCD 3018", "G-Inf5 3021"], |a| {
            a.phase = Phase::TurnStart
        })
    };
    assert_ne!(set(9).asked().unwrap().asking.topic, Asks::NameTheCossacksHex);
    let mut table = set(10);
    assert_eq!(table.asked().unwrap().asking.topic, Asks::NameTheCossacksHex);
    table.order("3018");
    assert_eq!(table.game().influence(&rules, Side::Second, hex(&rules, 3018), &mut clerk()), 2, "9 SP");
    assert_eq!(set(10).offers(), ["nobody", "3018"]);
}

#[test]
fn germans_ignore_rivers_on_the_turn_of_surprise() {
    let rules = standard();
    let spend = |turn| {
        let mut table = Table::new(&rules, turn, Side::First, &["G-Inf5 2822"]);
        table.order("activate 2822");
        table.order("move 2922");
        let Phase::Active(active) = *table.game().phase() else { panic!() };
        active.spent
    };
    assert_eq!((spend(1), spend(2)), (2, 4), "half points: a river costs one more");
}

/// From turn 11 on no throw passes the check: two calls a turn, then nobody asks.
#[test]
fn the_air_unit_is_grounded_by_its_second_failure() {
    let rules = standard();
    let taken = west(&rules);
    let units = ["G-Inf5 3020", "S-RC2 3019", "G-Inf6 2921", "S-RC44 2920", "G-Inf7 2820", "S-RC1 2819"];
    let calls_on = |turn: u8, throw: [u8; 2]| {
        let mut table = Table::arranged(&rules, turn, Side::First, &units, |a| a.taken = taken.clone());
        let mut calls = 0;
        for (from, to) in [(3020, 3019), (2921, 2920), (2820, 2819)] {
            table.order(&format!("activate {from}"));
            table.order(&format!("move {to}"));
            table.order("standard-attack");
            if table.asked().unwrap().asking.topic == Asks::CallTheAirUnit {
                calls += 1;
                table.order("air");
            }
            for _ in 0..20 {
                if matches!(table.game().phase(), Phase::Operations) {
                    break;
                }
                if table.asked().unwrap().asking.topic == Asks::AirUnit {
                    table.throw(&throw);
                } else {
                    table.first();
                }
            }
        }
        (calls, table.game().air().failures)
    };
    for turn in 11..=13 {
        assert_eq!(calls_on(turn, [6, 6]), (2, 2), "turn {turn}");
    }
    // On turn 10 a twelve still passes, and an eleven does not.
    assert_eq!(calls_on(10, [6, 6]), (3, 0));
    assert_eq!(calls_on(10, [6, 5]), (2, 2));
}

#[test]
fn a_surrounded_city_takes_reinforcements_unless_the_switch_wants_it_linked() {
    let arrives = |options: &str| {
        let rules = with(options);
        // Smolensk is Russian, and Germans stand all around it; a corps is lost far away and rebuilt.
        let around: Vec<_> = rules.board.around(hex(&rules, 2811)).iter().collect();
        let germans = ["G-Inf7", "G-Inf23", "G-Inf87", "G-Inf258", "G-Inf78", "G-Pz3"];
        let mut units: Vec<String> =
            around.iter().zip(germans).map(|(&at, unit)| format!("{unit} {}", rules.board.id(at))).collect();
        let fight = ["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "S-RC2 3019=1", "S-A24 2703"];
        units.extend(fight.map(str::to_owned));
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let taken = [west(&rules), around].concat();
        let mut table = Table::arranged(&rules, 3, Side::First, &units, |a| {
            a.taken = taken.clone();
            a.replacements = BySide::new(0, 2);
        });
        table.order("activate 3020");
        table.order("move 3019");
        table.order("end exploitation");
        assert_eq!(table.order("end operations"), "reinforcements-and-replacements");
        table.replace("S-RC2", 3);
        let offers = table.offers();
        assert!(offers.contains(&"place S-RC2 2703".to_owned()), "Moscow is open: {offers:?}");
        offers.contains(&"place S-RC2 2811".to_owned())
    };
    assert!(arrives(""), "by the letter on cities, whatever stands around them");
    assert!(!arrives("reinforcement-cities = \"linked\""));
}
