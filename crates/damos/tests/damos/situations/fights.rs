//! Combats on the map: attacks, concerted attacks, retreats, exploitation.

use super::ground::west;
use super::table::*;
use grognard_damos::*;
use grognard_umpire::{Kind, Openness, Side};
use std::sync::Arc;

pub(crate) fn front(rules: &Arc<Campaign>, turn: u8, units: &[&str]) -> Table {
    let taken = west(rules);
    Table::arranged(rules, turn, Side::First, units, |a| a.taken = taken.clone())
}

#[test]
fn a_standard_attack_from_the_move_to_the_exploitation() {
    let rules = standard();
    let mut table = front(&rules, 3, &["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "S-RC2 3019"]);
    table.order("activate 3020");
    assert_eq!(table.order("move 3019"), "attack-plan");
    let question = table.asked().unwrap();
    assert!(matches!(question.kind, Kind::Choose { openness: Openness::Secret, .. }), "8.4-d");
    table.order("standard-attack");
    table.order("no-air");
    // 12 SP throw 8: 3 LP. 4 SP throw 1, +1 steadfast: 0. The corps is down to 1 and goes, demoralized.
    table.throw(&[4, 4]);
    assert_eq!(table.throw(&[1]), "retreat-along");
    let paths = table.offers();
    assert!(paths.iter().all(|path| (9..=14).contains(&path.len())), "two or three hexes: {paths:?}");
    let first = paths[0].clone();
    assert_eq!(table.order(&first), "exploit");
    assert_eq!((table.strength("S-RC2"), table.demoralized("S-RC2")), (1, true));
    assert_eq!(table.game().controller(hex(&rules, 3019)), Side::First);
    // Foot after a standard attack has one point: rating 0 and the point of the plan.
    assert_eq!(table.order("exploit G-Inf5"), "order-to-the-active-force");
    assert_eq!(table.refused("move 3118"), "DAMOS-7.0-i");
    table.order("move 3018");
    assert_eq!(table.refused("move 3019"), "DAMOS-8.12-c");
    assert_eq!(table.order("finish"), "exploit", "the next sub-force");
    assert_eq!(table.refused("exploit G-Inf5"), "DAMOS-8.12.2-a");
    assert_eq!(table.order("end exploitation"), "operations");
    for key in ["G-Inf5", "G-Inf35", "G-Inf6"] {
        assert!(table.spent(key), "{key}");
    }
}

#[test]
fn a_beaten_attacker_goes_back_where_it_came_from() {
    let units = ["G-Inf5 3020", "S-RC2 3019", "S-RC44 3019"];
    let play = |rules: &Arc<Campaign>| {
        let mut table = front(rules, 3, &units);
        table.order("activate 3020");
        table.order("move 3019");
        table.order("standard-attack");
        table.order("no-air");
        table.throw(&[1]);
        let asked = table.throw(&[6, 6]);
        (table, asked)
    };
    let way_back = with("attacker-retreat = \"way-back\"");
    let (table, asked) = play(&way_back);
    assert_eq!(asked, "operations");
    assert_eq!((table.at("G-Inf5"), table.demoralized("G-Inf5")), (Some(3020), true));
    assert_eq!(
        table.game().controller(hex(&table.rules, 3019)),
        Side::Second,
        "repulsed, nothing changes hands"
    );
    // By the letter it goes toward supply: to the west, wherever it came from.
    let (mut table, asked) = play(&standard());
    assert_eq!(asked, "retreat-along");
    assert_eq!(table.offers(), ["2920", "3020", "3120"]);
    let (mut table, _) = play(&with("contested-control = \"last-to-enter\""));
    table.order("3020");
    assert_eq!(
        table.game().controller(hex(&table.rules, 3019)),
        Side::First,
        "by the letter the last to enter has it"
    );
}

#[test]
fn through_enemy_zones_nobody_gets_away() {
    let rules = standard();
    let ring = ["G-Inf7 3118", "G-Inf23 2819", "G-Inf87 3121", "G-Inf258 3021"];
    let mut units = vec!["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "S-RC2 3019"];
    units.extend(ring);
    let mut table = front(&rules, 3, &units);
    table.order("activate 3020");
    table.order("move 3019");
    table.order("standard-attack");
    table.order("no-air");
    table.throw(&[4, 4]);
    table.throw(&[1]);
    assert_eq!(table.game().place_of(table.unit("S-RC2")), Place::ELIMINATED);
}

#[test]
fn lost_russians_may_straggle_back_on_the_first_turns() {
    for (options, strength) in [("", 4), ("stragglers = \"half\"", 2)] {
        let rules = with(options);
        let ring = ["G-Inf7 3118", "G-Inf23 2819", "G-Inf87 3121", "G-Inf258 3021"];
        let mut units = vec!["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "S-RC2 3019=1"];
        units.extend(ring);
        let mut table = front(&rules, 2, &units);
        table.order("activate 3020");
        assert_eq!(table.order("move 3019"), "straggle-back", "12 to 1: no plan, no dice");
        table.throw(&[5]);
        // A die of 3 is 2 turns; a win by odds alone leaves one point to exploit with.
        assert_eq!(table.throw(&[3]), "exploit");
        assert_eq!(table.game().place_of(table.unit("S-RC2")), Place::due(4));
        assert_eq!(table.strength("S-RC2"), strength);
        table.order("exploit G-Inf5+G-Inf35+G-Inf6");
        table.order("move 3018");
        assert_eq!(table.offers().iter().filter(|offer| offer.starts_with("move")).count(), 0);
    }
}

#[test]
fn a_major_city_is_held_at_a_price() {
    let play = |rules: &Arc<Campaign>, defenders: &[&str]| {
        let mut units = vec!["G-Inf78 2704", "G-Inf5 2704", "G-Inf6 2704", "G-Inf7 2704"];
        units.extend_from_slice(defenders);
        let mut table = Table::new(rules, 8, Side::First, &units);
        table.order("activate 2704");
        table.order("move 2703");
        table.order("standard-attack");
        table
    };
    let mut table = play(&standard(), &["S-A24 2703", "S-A28 2703"]);
    // 17 SP without supply: 18 - 6 is 4 LP. 10 SP are 15 in Moscow, steadfast: 3 + 1 is 2 LP.
    table.throw(&[6, 6, 6]);
    assert_eq!(table.throw(&[1, 1, 1]), "take-losses");
    table
        .say(&[
            grognard_umpire::Answer::Key("0-0-1-1".to_owned()),
            grognard_umpire::Answer::Key("4-0".to_owned()),
        ])
        .unwrap();
    assert_eq!(table.asked().unwrap().asking.topic, Asks::HoldTheCity);
    // Two points for the city and one for the plan are more than half of five, without supply.
    assert_eq!(table.order("yes"), "which-unit-is-routed");
    assert_eq!(table.offers(), ["S-A28"], "no tie is told by not asking");
    assert_eq!(table.order("S-A28"), "attrition");
    // 15 SP: 12, less 1 for the demoralized and 1 for the full stack, is row 9-10: 1 LP.
    assert_eq!(table.throw(&[6, 6]), "take-attrition");
    let first = table.offers()[0].clone();
    assert_eq!(table.order(&first), "operations");
    assert_eq!(table.game().place_of(table.unit("S-A28")), Place::ELIMINATED, "4 is more than the 2 left");
    assert_eq!((table.at("S-A24"), table.at("G-Inf78")), (Some(2703), Some(2704)));
    assert!(table.demoralized("G-Inf78") && !table.demoralized("S-A24"));
    // A lone defender may do it by the letter, and may not by the switch.
    let lone = |rules: &Arc<Campaign>| {
        let mut table = play(rules, &["S-A24 2703"]);
        table.throw(&[6, 6, 6]);
        assert_eq!(table.throw(&[1, 1]), "take-losses");
        let first = table.offers()[0].clone();
        table.order(&first)
    };
    assert_eq!(lone(&standard()), "hold-the-city");
    assert_ne!(lone(&with("lone-rout = \"refused\"")), "hold-the-city");
}

#[test]
fn among_equals_the_owner_says_who_is_routed() {
    let units = ["G-Inf78 2704", "G-Inf5 2704", "G-Inf6 2704", "G-Inf7 2704", "S-A24 2703=4", "S-A28 2703=4"];
    let mut table = Table::new(&standard(), 8, Side::First, &units);
    table.order("activate 2704");
    table.order("move 2703");
    table.order("standard-attack");
    table.throw(&[6, 6, 6]);
    table.throw(&[1, 1, 1]);
    let key = |key: &str| grognard_umpire::Answer::Key(key.to_owned());
    table.say(&[key("0-0-1-1"), key("2-2")]).unwrap();
    assert_eq!(table.order("yes"), "which-unit-is-routed");
    assert_eq!(table.offers(), ["S-A24", "S-A28"]);
    assert_eq!(table.asked().unwrap().asking.by, Some(Side::Second));
    table.order("S-A28");
    table.throw(&[6, 6]);
    table.first();
    assert_eq!(table.game().place_of(table.unit("S-A28")), Place::ELIMINATED);
    assert_eq!((table.at("S-A24"), table.strength("S-A24")), (Some(2703), 2));
}

#[test]
fn among_equals_the_owner_says_who_loses_one_more() {
    let units = ["G-Inf5 3020=4", "G-Inf35 3020=4", "S-RC2 3019!=3", "S-RC44 3019!=3"];
    let mut table = front(&standard(), 3, &units);
    table.order("activate 3020");
    table.order("move 3019");
    table.order("standard-attack");
    table.order("no-air");
    // 8 SP, 6 + 1 is 2 LP; 6 SP throw 1 and do nothing.
    table.throw(&[3, 3]);
    assert_eq!(table.throw(&[1]), "take-losses");
    assert_eq!(table.order("1-1"), "retreat-along");
    let first = table.offers()[0].clone();
    assert_eq!(table.order(&first), "which-unit-loses-one-point-more");
    assert_eq!(table.offers(), ["S-RC2", "S-RC44"]);
    table.order("S-RC44");
    assert_eq!((table.strength("S-RC2"), table.strength("S-RC44")), (2, 1));
}

/// The owner of an overstacked hex says who fights before he takes his posture, so that the posture is
/// that of the fighters: with tanks among them they counterattack, without they stand fast.
#[test]
fn who_fights_is_said_before_the_posture() {
    let rules = standard();
    let play = |out: &str| {
        let units = ["G-Pz3 3020", "S-RC2 3019", "S-RC44 3019", "S-MC6 3019"];
        let mut table = front(&rules, 3, &units);
        table.order("concerted 3019");
        assert_eq!(table.order("penetration"), "who-stays-out-of-the-combat");
        assert_eq!(table.offers(), ["S-RC2", "S-RC44", "S-MC6"]);
        assert_eq!(table.order(out), "name-the-attacking-force");
        let Phase::Naming(_, _, posture) = *table.game().phase() else {
            panic!("{:?}", table.game().phase())
        };
        table.order("attack-from 3020");
        let Phase::Combat(_, combat) = table.game().phase() else { panic!("{:?}", table.game().phase()) };
        assert!(combat.forces.second.fighters().iter().all(|fighter| fighter.unit != table.unit(out)));
        assert_eq!(combat.forces.second.fighters().len(), 2);
        posture
    };
    assert_eq!(play("S-RC2"), Some(Posture::Counterattack));
    assert_eq!(play("S-MC6"), Some(Posture::Steadfast));
}

#[test]
fn a_concerted_attack_hides_its_kind_and_its_force() {
    let rules = standard();
    let units = ["G-Pz3 3020", "G-Pz4 3020", "S-RC2 3018", "S-MC5 3016"];
    let mut table = front(&rules, 3, &units);
    assert_eq!(table.refused("concerted 3016"), "DAMOS-8.1-c", "12 SP reach two hexes");
    assert_eq!(table.refused("concerted 3020"), "DAMOS-8.1-c", "no enemy there");
    // Two hexes away only a grand assault is possible.
    assert_eq!(table.order("concerted 3018"), "name-the-attacking-force");
    assert_eq!(table.refused("lapse"), "DAMOS-8.1-h");
    table.order("attack-from 3020");
    assert_eq!(table.refused("finish"), "DAMOS-8.1-h");
    assert_eq!(table.refused("rally"), "DAMOS-7.0-b");
    table.order("move 3019");
    assert_eq!(table.order("move 3018"), "call-the-air-unit", "the plan is settled");
}

#[test]
fn a_penetration_takes_everything_and_breaks_through() {
    let rules = standard();
    let units = ["G-Pz3 3020", "G-Pz4 3020", "G-Pz7 3020", "S-RC2 3019"];
    let mut table = front(&rules, 3, &units);
    assert_eq!(table.order("concerted 3019"), "kind-of-concerted-attack");
    let question = table.asked().unwrap();
    assert!(matches!(question.kind, Kind::Choose { openness: Openness::Secret, .. }), "8.1-b");
    assert_eq!(table.order("penetration"), "name-the-attacking-force");
    assert_eq!(table.order("attack-from 3020"), "call-the-air-unit");
    table.order("no-air");
    // 18 SP, 12 + 2 is 5 LP on 4 SP: one to spare. The defender with 1 - 1 deals nothing.
    table.throw(&[4, 4, 4]);
    assert_eq!(table.throw(&[1]), "exploit");
    // Rating 2, allowance 8 less 1 for the clear hex, surplus 1: ten points.
    let Phase::Exploitation(active) = *table.game().phase() else { panic!("{:?}", table.game().phase()) };
    let exploit = active.exploit.unwrap();
    assert_eq!(table.game().exploit_allowance(&rules, &exploit, active.units), 20);
    assert_eq!(exploit.surplus, 1);
}

#[test]
fn exploitation_points_follow_type_plan_and_surplus() {
    let rules = standard();
    let table =
        Table::new(&rules, 3, Side::First, &["G-Pz3 3019", "G-Mot10 3019", "G-Inf5 3019", "G-DR 3019"]);
    let exploit = |plan, surplus, automatic| Exploit {
        hex: hex(&rules, 3019),
        left: Units::NONE,
        plan,
        surplus,
        automatic,
        supplied: true,
        capable: true,
        goes_on: false,
    };
    let points = |keys: &[&str], exploit: Exploit| {
        let units: Units = keys.iter().map(|key| rules.unit(key).unwrap()).collect();
        table.game().exploit_allowance(&rules, &exploit, units) / 2
    };
    assert_eq!(points(&["G-Pz3"], exploit(Plan::GrandAssault, 0, false)), 4);
    assert_eq!(points(&["G-DR"], exploit(Plan::StandardAttack, 0, false)), 2);
    assert_eq!(points(&["G-Inf5"], exploit(Plan::MeetingEngagement, 0, false)), 0);
    assert_eq!(points(&["G-Pz3"], exploit(Plan::StandardAttack, 2, false)), 5);
    assert_eq!(points(&["G-Inf5"], exploit(Plan::StandardAttack, 2, false)), 1, "8.12.1-c");
    assert_eq!(points(&["G-Pz3", "G-Mot10"], exploit(Plan::StandardAttack, 0, false)), 2, "8.12.1-e");
    assert_eq!(points(&["G-Pz3"], exploit(Plan::Penetration, 0, false)), 9);
    assert_eq!(points(&["G-Pz3"], exploit(Plan::Penetration, 3, true)), 1, "4.6.2-b");
}

#[test]
fn a_demoralized_defender_that_wins_rallies_and_one_that_loses_pays() {
    let rules = standard();
    let units = ["G-Inf5 3020", "G-Inf35 3020", "S-RC2 3019!"];
    let play = |attack: &[u8], defence: &[u8]| {
        let mut table = front(&rules, 3, &units);
        table.order("activate 3020");
        table.order("move 3019");
        table.order("standard-attack");
        table.order("no-air");
        table.throw(attack);
        let asked = table.throw(defence);
        (table, asked)
    };
    // One each, and the tie is the defender's.
    let (mut table, asked) = play(&[1, 1], &[6]);
    assert_eq!(asked, "take-losses");
    assert_eq!(table.order("1-0"), "retreat-along");
    table.first();
    assert!(!table.demoralized("S-RC2") && table.demoralized("G-Inf5"));
    // 8 SP, 6 + 1 is 2 LP; the corps of 4 loses 2 and one more.
    let (mut table, asked) = play(&[3, 3], &[1]);
    assert_eq!(asked, "retreat-along");
    let first = table.offers()[0].clone();
    table.order(&first);
    assert_eq!((table.strength("S-RC2"), table.demoralized("S-RC2")), (1, true));
}

#[test]
fn reactors_join_the_defence_within_the_limit() {
    let rules = standard();
    // Two corps stand in 3019: nobody more fits.
    let units = ["G-Inf5 3020", "S-RC2 3019", "S-RC44 3019", "S-MC6 3018"];
    let mut table = front(&rules, 3, &units);
    table.order("activate 3020");
    assert_eq!(table.order("move 3019"), "react");
    assert_eq!(table.offers(), ["done", "withdraw 3018"], "2.6.1-o");
    let units = ["G-Inf5 3020", "S-RC2 3019", "S-MC6 3018"];
    let mut table = front(&rules, 3, &units);
    table.order("activate 3020");
    table.order("move 3019");
    table.order("react 3018 S-MC6");
    assert_eq!(table.throw(&[6, 6]), "attack-plan", "the hex was defended, so the plan is the attacker's");
    let Phase::Combat(_, combat) = table.game().phase() else { panic!() };
    assert_eq!(combat.forces.second.strength(), 12);
}

#[test]
fn the_overstacked_stand_by_and_share_the_fate_of_the_hex() {
    let rules = standard();
    let units = [
        "G-Inf5 3020",
        "G-Inf35 3020",
        "G-Inf6 3020",
        "G-Inf7 3020",
        "S-RC2 3019",
        "S-RC44 3019",
        "S-RC1 3019",
    ];
    let play = |attack: &[u8], defence: &[u8]| {
        let mut table = front(&rules, 3, &units);
        table.order("activate 3020");
        assert_eq!(table.order("move 3019"), "who-stays-out-of-the-combat");
        assert_eq!(table.order("S-RC1"), "attack-plan");
        let Phase::Combat(_, combat) = table.game().phase() else { panic!() };
        assert_eq!(combat.forces.second.strength(), 8, "two corps fight");
        table.order("standard-attack");
        table.order("no-air");
        table.throw(attack);
        table.throw(defence);
        for _ in 0..20 {
            if matches!(table.game().phase(), Phase::Operations | Phase::Exploitation(_)) {
                break;
            }
            table.first();
        }
        table
    };
    // 16 SP throw 18: 6 LP; the two that fought retreat, the third is lost with the hex.
    let lost = play(&[6, 6, 6], &[1, 1]);
    assert_eq!(lost.game().place_of(lost.unit("S-RC1")), Place::ELIMINATED);
    // 16 SP throw 3: 2 LP; 8 SP throw 12: 3 LP. The hex holds, and with it the third.
    let held = play(&[1, 1, 1], &[6, 6]);
    assert_eq!(held.at("S-RC1"), Some(3019));
}

#[test]
fn a_friendly_major_city_ends_a_retreat() {
    let rules = standard();
    let table = Table::new(&rules, 3, Side::First, &["S-A24 2704"]);
    let paths = table.game().retreat_paths(&rules, Side::Second, hex(&rules, 2704), 2, 3);
    let keys: Vec<String> = paths.iter().map(grognard_umpire::Offer::key).collect();
    assert!(keys.contains(&"2703".to_owned()), "one hex is enough into Moscow: {keys:?}");
    assert!(keys.iter().all(|key| key == "2703" || key.len() >= 9), "but nowhere else: {keys:?}");
}

/// Three panzer divisions have won 3019 by a grand assault and have four points each to exploit with; before
/// them stands a corps, and a mechanized one is near enough to react if it could.
pub(crate) fn exploiting(more: &[&str]) -> Table {
    let rules = standard();
    let mut units = vec!["G-Pz3 3020", "G-Pz4 3020", "G-Pz7 3020", "S-RC2 3019", "S-RC44 3018"];
    units.extend_from_slice(more);
    let mut table = front(&rules, 3, &units);
    table.order("concerted 3019");
    table.order("grand-assault");
    table.order("attack-from 3020");
    assert_eq!(table.order("move 3019"), "call-the-air-unit");
    let Phase::Combat(_, combat) = table.game().phase() else { panic!("{:?}", table.game().phase()) };
    assert_eq!(
        (combat.supplied.first, combat.supplied.second),
        (true, true),
        "fighting cuts nobody's supply"
    );
    table.order("no-air");
    // 18 SP, 9 + 1: 4 LP wipe the corps out. Rating 2 and the two points of the plan: four to exploit with.
    table.throw(&[3, 3, 3]);
    assert_eq!(table.throw(&[1]), "exploit");
    table
}

#[test]
fn exploiting_forces_attack_again_but_do_not_penetrate() {
    let mut table = exploiting(&[]);
    table.order("exploit G-Pz3+G-Pz4+G-Pz7");
    assert_eq!(table.order("move 3018"), "attack-plan");
    assert_eq!(
        table.offers(),
        ["meeting-engagement", "standard-attack"],
        "a grand assault is announced first"
    );
    table.order("standard-attack");
    table.order("no-air");
    table.throw(&[6, 6, 6]);
    assert_eq!(table.throw(&[1]), "operations", "no second exploitation");
    assert_eq!(table.at("G-Pz3"), Some(3018));
}

#[test]
fn retreats_come_nearer_to_supply_unless_the_switch_frees_them() {
    let paths = |rules: &Arc<Campaign>| {
        let table = Table::new(rules, 3, Side::First, &["S-A24 2710", "G-Pz3 2711"]);
        table.game().retreat_paths(rules, Side::Second, hex(rules, 2710), 2, 3).len()
    };
    let (strict, free) = (paths(&standard()), paths(&with("retreat-steps = \"free\"")));
    assert!(0 < strict && strict < free, "{strict} of {free}");
}

/// Alone at the table there are no secrets; otherwise kind and posture are hidden.
#[test]
fn playing_alone_lifts_the_secrecy_of_a_concerted_attack() {
    for (options, secret) in [("", Openness::Secret), ("solitaire = true", Openness::Open)] {
        let mut table = front(&with(options), 3, &["G-Pz3 3020", "S-RC2 3019"]);
        assert_eq!(table.order("concerted 3019"), "kind-of-concerted-attack");
        let Kind::Choose { openness, .. } = table.asked().unwrap().kind else { panic!("no choice") };
        assert_eq!(openness, secret);
        // The posture is fixed before the force moves, alone or not.
        assert_eq!(table.order("grand-assault"), "name-the-attacking-force");
        assert!(matches!(table.game().phase(), Phase::Naming(_, _, Some(Posture::Steadfast))));
    }
}
