//! After a combat: who is lost, who goes on from where, who exploits and who does not.

use super::fights::{exploiting, front};
use super::ground::west;
use super::table::*;
use grognard_board::{Hex, Settlement};
use grognard_damos::*;
use grognard_umpire::{Kind, Offer, Side};

/// Takes the first option of losses and retreats until something else is asked.
fn to_the_end(table: &mut Table) -> String {
    for _ in 0..6 {
        match table.asked().unwrap().asking.topic.key() {
            "take-losses" | "retreat-along" | "counterattack" => table.first(),
            what => return what.to_owned(),
        };
    }
    panic!("no end");
}

/// Two panzer divisions beat the defenders of Moscow, who hold it at the price of their strongest.
fn rout_in_moscow(plan: &str, defenders: &[&str]) -> (Table, String) {
    let units = [&["G-Pz3 2704", "G-Pz4 2704"][..], defenders].concat();
    let mut table = Table::new(&standard(), 8, Side::First, &units);
    table.order("activate 2704");
    table.order("move 2703");
    table.order(plan);
    table.throw(&[6, 6]);
    // Ones, however many dice the city gives them.
    table.first();
    while table.asked().unwrap().asking.topic == Asks::TakeLosses {
        table.first();
    }
    assert_eq!(table.asked().unwrap().asking.topic, Asks::HoldTheCity);
    table.order("yes");
    if table.asked().unwrap().asking.topic == Asks::WhichUnitIsRouted {
        table.first();
    }
    let asked = to_the_end(&mut table);
    (table, asked)
}

/// 8.11-k: whoever is sent back by a rout is demoralized, though it was a meeting engagement, which demoralizes
/// nobody.
#[test]
fn a_rout_demoralizes_the_attacker_even_after_a_meeting_engagement() {
    for plan in ["standard-attack", "meeting-engagement"] {
        let (table, asked) = rout_in_moscow(plan, &["S-RC2 2703=2", "S-RC44 2703=2"]);
        assert_eq!((table.at("G-Pz3"), asked.as_str()), (Some(2704), "operations"), "{plan}");
        assert!(table.demoralized("G-Pz3") && table.demoralized("G-Pz4"), "{plan}");
    }
}

/// 8.12-i: a lone defender that routs itself has held the city; the hex is empty, but nobody exploits.
#[test]
fn a_lone_rout_leaves_nothing_to_exploit() {
    let (table, asked) = rout_in_moscow("standard-attack", &["S-RC2 2703=3"]);
    assert_eq!(asked, "operations");
    assert_eq!(table.game().place_of(table.unit("S-RC2")), Place::ELIMINATED);
    assert_eq!((table.at("G-Pz3"), table.demoralized("G-Pz3")), (Some(2704), true));
    assert_eq!(table.game().controller(hex(&table.rules, 2703)), Side::Second, "nobody has taken it");
    assert!(
        !table.cited.iter().any(|clause| clause == "DAMOS-8.12-a"),
        "nothing to exploit is even looked for"
    );
}

/// 7.0-a by the switch: whoever was thrown back goes on from where he was thrown.
#[test]
fn a_beaten_force_goes_on_from_where_it_fell_back_to() {
    let units = ["G-Pz3 3021", "G-Pz4 3021", "G-Pz7 3021", "S-MC6 3120"];
    let mut table = front(&with("after-combat = \"forced-goes-on\""), 3, &units);
    table.order("activate 3021");
    table.order("move 3020");
    table.order("react 3120 S-MC6");
    table.throw(&[6, 6]);
    table.order("no-air");
    table.throw(&[1, 1, 1]);
    table.throw(&[6, 6]);
    table.order("1-1-1");
    table.order("2921");
    let Phase::Active(active) = *table.game().phase() else { panic!("{:?}", table.game().phase()) };
    assert_eq!((table.rules.board.id(active.at).0, active.from), (2921, None));
    assert_eq!(table.refused("move 3019"), "DAMOS-7.0-i", "that was next to where it stood");
    table.order("move 2922");
    assert_eq!(table.at("G-Pz3"), Some(2922));
}

/// 2.4-b, 8.11-g: a unit whose last point is the one more is gone, and those who go on go without it.
#[test]
fn the_last_point_of_the_demoralized_takes_the_unit_with_it() {
    let options = "second-loss = \"always\"\nafter-combat = \"forced-goes-on\"";
    let mut table = front(&with(options), 3, &["G-Inf5 3022!=1", "G-Inf35 3022!=2", "S-MC6 3019"]);
    table.order("activate 3022");
    table.order("move 3021");
    table.order("react 3019 S-MC6");
    table.throw(&[6, 6]);
    table.order("no-air");
    table.throw(&[1]);
    // 8 SP throw 2: 1 LP on the larger, and one point more on one of two equals.
    table.throw(&[1, 1]);
    let larger = if table.unit("G-Inf5") < table.unit("G-Inf35") { "0-1" } else { "1-0" };
    table.order(larger);
    while table.asked().unwrap().asking.topic == Asks::RetreatAlong {
        table.first();
    }
    assert_eq!(table.asked().unwrap().asking.topic, Asks::WhichUnitLosesOnePointMore);
    assert_eq!(table.order("G-Inf5"), "order-to-the-active-force");
    assert_eq!(table.game().place_of(table.unit("G-Inf5")), Place::ELIMINATED);
    let Phase::Active(active) = *table.game().phase() else { panic!("{:?}", table.game().phase()) };
    assert_eq!(active.units, [table.unit("G-Inf35")].into_iter().collect());
    let step = table.offers().into_iter().find(|offer| offer.starts_with("move")).unwrap();
    table.order(&step);
    assert_eq!(table.game().place_of(table.unit("G-Inf5")), Place::ELIMINATED, "the dead do not march along");
}

/// 8.11-c: by the switch a delay is no more than its cell, and who loses it goes two hexes like anybody.
#[test]
fn a_delay_that_fights_on_retreats_as_far_as_others() {
    let shortest = |options: &str| {
        let rules = with(options);
        let taken = west(&rules);
        let units = ["S-A24 2917", "S-A28 2917", "G-Inf5 2918=2"];
        let mut table = Table::arranged(&rules, 4, Side::Second, &units, |a| a.taken = taken.clone());
        table.order("activate 2917");
        table.order("move 2918");
        let key = |key: &str| grognard_umpire::Answer::Key(key.to_owned());
        table.say(&[key("delay"), key("standard-attack")]).unwrap();
        table.order("no-air");
        table.throw(&[3, 4]);
        table.throw(&[1]);
        while table.asked().unwrap().asking.topic == Asks::TakeLosses {
            table.first();
        }
        assert_eq!(table.asked().unwrap().asking.topic, Asks::RetreatAlong, "{options}");
        table.offers().iter().map(String::len).min()
    };
    assert_eq!((shortest(""), shortest("delay = \"fights-on\"")), (Some(4), Some(9)));
}

/// 8.12.2-a: whoever has had his exploitation has had it, though he did not stir.
#[test]
fn a_sub_force_that_stays_has_gone_all_the_same() {
    let mut table = exploiting(&[]);
    table.order("exploit G-Pz3");
    assert_eq!(table.order("finish"), "exploit");
    assert_eq!(table.refused("exploit G-Pz3"), "DAMOS-8.12.2-a");
    assert_eq!(table.refused("exploit G-Pz3+G-Pz4"), "DAMOS-8.12.2-a");
}

/// 8.12.1-c by the switch: the surplus helps whoever exploits, if the force that attacked had a zone of influence.
#[test]
fn surplus_helps_by_the_force_that_attacked() {
    let points = |attackers: &[&str], options: &str| {
        let units = [attackers, &["S-NKVD17 3019=1"]].concat();
        let mut table = front(&with(options), 3, &units);
        table.order("activate 3020");
        table.order("move 3019");
        table.order("standard-attack");
        table.order("no-air");
        table.throw(&[6, 6]);
        table.throw(&[1]);
        assert_eq!(to_the_end(&mut table), "exploit");
        let Phase::Exploitation(active) = *table.game().phase() else { panic!("{:?}", table.game().phase()) };
        let exploit = active.exploit.unwrap();
        let foot: Units = [table.unit("G-Inf5")].into_iter().collect();
        (exploit.surplus, table.game().exploit_allowance(&table.rules, &exploit, foot) / 2)
    };
    let (mixed, foot) = (["G-Inf5 3020", "G-Pz3 3020=4"], ["G-Inf5 3020", "G-Inf6 3020"]);
    let switch = "surplus-for = \"attacking-force\"";
    let (surplus, own) = points(&mixed, "");
    assert_eq!((own, points(&mixed, switch).1), (1, 1 + surplus), "the tanks were along");
    assert!(surplus > 0);
    assert_eq!((points(&foot, "").1, points(&foot, switch).1), (1, 1));
}

/// 8.11-a: whoever has come to a source goes on to another, and not back toward the enemy.
#[test]
fn a_retreat_past_its_source_goes_on_to_another() {
    let rules = standard();
    let city = |at: &Hex| {
        matches!(rules.board.settlement(*at), Some(Settlement::City | Settlement::MajorCity))
            && ![2826, 2422].contains(&rules.board.id(*at).0)
    };
    let taken: Vec<Hex> = rules.board.hexes().filter(city).collect();
    let table = Table::arranged(&rules, 3, Side::First, &["S-RC2 2625"], |a| a.taken = taken.clone());
    let from = hex(&rules, 2625);
    let ways: Vec<String> =
        table.game().retreat_paths(&rules, Side::Second, from, 2, 3).iter().map(Offer::key).collect();
    assert!(ways.contains(&"2726-2826".to_owned()), "to Bialystok: {ways:?}");
    let past: Vec<&String> = ways.iter().filter(|way| way.starts_with("2726-2826-")).collect();
    assert!(!past.is_empty(), "{ways:?}");
    for west in ["2726-2826-2827", "2726-2826-2926", "2726-2826-2927"] {
        assert!(!past.iter().any(|way| *way == west), "{past:?}");
    }
}

/// AGC-4.3.1-g: not even a demoralized enemy, who has no zone of control, lets his rails be relaid.
#[test]
fn rails_are_not_converted_under_the_demoralized_either() {
    let rules = with("conversion = \"any\"");
    let offered = |units: &[&str]| {
        let taken: Vec<Hex> = west(&rules).into_iter().filter(|&at| at != hex(&rules, 2920)).collect();
        let units = [&["G-Pz3 3021"][..], units].concat();
        let mut table = Table::arranged(&rules, 4, Side::First, &units, |a| {
            a.taken = taken.clone();
            a.phase = Phase::Reinforcements;
        });
        table.offers().contains(&"extend 2921 2920".to_owned())
    };
    assert!(offered(&[]) && offered(&["S-RC2 3019!"]) && !offered(&["S-RC2 2920!"]));
}

/// 8.12-e, 8.1-c: a grand assault in exploitation is one on an enemy in the zone of influence of the winners.
#[test]
fn an_assault_in_exploitation_is_made_within_the_zone_of_influence() {
    let declared = |winners: &[&str]| {
        let units = [winners, &["S-RC2 3019=2", "S-RC44 3017"]].concat();
        let mut table = front(&standard(), 3, &units);
        table.order("concerted 3019");
        table.order("penetration");
        table.order("attack-from 3020");
        table.order("no-air");
        let dice = [6; 3];
        table.throw(&dice[..winners.len().min(3)]);
        table.throw(&[1]);
        assert_eq!(to_the_end(&mut table), "exploit");
        table.offers().contains(&"concerted 3017".to_owned())
    };
    // Six strength points reach one hex, twelve two.
    assert!(!declared(&["G-Pz3 3020"]));
    assert!(declared(&["G-Pz3 3020", "G-Pz4 3020"]));
}

/// 2.3-e, 8.12-e: who of a crowd stays out of an assault in exploitation is said before the posture, as ever.
#[test]
fn who_is_too_many_is_said_before_an_assault_in_exploitation() {
    let mut table = exploiting(&["S-RC28 3018", "S-RC47 3018"]);
    assert_eq!(table.order("concerted 3018"), "who-stays-out-of-the-combat");
    assert_eq!(table.order("S-RC28"), "name-the-exploiting-force");
    table.order("exploit G-Pz3+G-Pz4+G-Pz7");
    assert_eq!(table.order("move 3018"), "call-the-air-unit", "nobody is asked again");
    let Phase::Combat(_, combat) = table.game().phase() else { panic!("{:?}", table.game().phase()) };
    let out = table.unit("S-RC28");
    assert!(combat.forces.second.fighters().iter().all(|fighter| fighter.unit != out));
}

/// 8.12-e: the posture taken when the assault was announced is the one that stands.
#[test]
fn the_posture_before_an_assault_in_exploitation_stands() {
    let rules = standard();
    let units = ["S-MC6 2917", "S-MC11 2917", "G-Inf5 2918=2", "G-Pz3 2919", "G-Pz4 2919"];
    let taken = west(&rules);
    let mut table = Table::arranged(&rules, 6, Side::Second, &units, |a| a.taken = taken.clone());
    table.order("concerted 2918");
    table.order("penetration");
    for _ in 0..12 {
        match table.asked().unwrap().asking.topic.key() {
            "react" => table.order("done"),
            "defensive-posture" => table.order("steadfast"),
            "name-the-attacking-force" => table.order("attack-from 2917"),
            "call-the-air-unit" => table.order("no-air"),
            "attackers-combat-dice" => {
                let Kind::Roll(dice) = table.asked().unwrap().kind else { unreachable!() };
                table.throw(&vec![6; usize::from(dice.count())])
            }
            "exploit" => break,
            _ => table.first(),
        };
    }
    assert_eq!(table.order("concerted 2919"), "defensive-posture");
    assert_eq!(table.asked().unwrap().asking.by, Some(Side::First));
    let posture = table.offers().into_iter().find(|posture| posture != "steadfast").unwrap();
    assert_eq!(table.order(&posture), "name-the-exploiting-force");
    table.order("exploit S-MC6+S-MC11");
    let asked = table.order("move 2919");
    assert_ne!(asked, "defensive-posture", "it has been taken");
    let Phase::Combat(_, combat) = table.game().phase() else { panic!("{:?}", table.game().phase()) };
    assert_eq!(combat.posture.map(Posture::word), Some(posture.as_str()));
}
