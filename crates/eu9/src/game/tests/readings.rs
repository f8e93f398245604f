//! Profiles and options: the guide's readings and the arquebus in the game, and titles that are refused.

use super::super::{Impulse, Stage};
use super::{Table, rules, texts};
use crate::charts::Charts;
use crate::title::{GameRules, ReadingsText};
use grognard_umpire::Side;
use std::sync::Arc;

fn readings(text: &str) -> ReadingsText {
    grognard_charts::read("title.toml", text).unwrap()
}

#[test]
fn the_arquebus_brings_tercios_from_the_start() {
    let fight = |text: &str| {
        let rules = rules().under(readings(text).readings().unwrap());
        let table = Table::under(rules)
            .troops("spain", "hainaut", "A+ LD")
            .troops("france", "hainaut", "2A+")
            .with(|game, _| game.stage = Stage::Battles(Impulse::first(Side::First)));
        let mut play = table.play();
        play.answer("nobody").answer("fight").until("movement");
        // Shock against tercios.
        play.session.account().iter().flat_map(|r| &r.modifiers).any(|m| m.clause.id() == "EU9-BATTLE-p")
    };
    assert!(fight("technology = \"arquebus\""));
    assert!(!fight(""), "the tercios come with turn 9");
    assert!(readings("technology = \"lace\"").readings().is_err());
}

#[test]
fn the_guide_counts_guns_otherwise() {
    let artillery = |text: &str| {
        let readings = rules().under(readings(text).readings().unwrap()).readings;
        (readings.profile.artillery, readings.siege.artillery)
    };
    let (field, siege) = artillery("profile = \"guide\"");
    assert_ne!(field, artillery("").0);
    assert_eq!(
        siege,
        crate::profile::SiegeProfile::GUIDE.artillery,
        "the same before walls as in a siege file"
    );
    let guide = rules().under(readings("profile = \"guide\"").readings().unwrap()).readings;
    assert_eq!(guide.siege.resistance, crate::profile::SiegeProfile::GUIDE.resistance);
    assert_eq!(guide.siege.small_besieger, crate::profile::SiegeProfile::GUIDE.small_besieger);
    assert_eq!(guide.naval.retreat_roll, guide.profile.retreat_roll);
    assert_ne!(guide.naval.retreat_roll, rules().readings.naval.retreat_roll);
}

#[test]
fn bad_seas_and_fleets_are_refused_by_name() {
    let [map, countries, setup] = texts();
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let error = |map: &str, setup: &str| {
        GameRules::read("pavia", map, &countries, setup, &charts).err().expect("refused").to_string()
    };
    let changed = |text: &str, from: &str, to: &str| {
        let after = text.replacen(from, to, 1);
        assert_ne!(after, text, "{from}");
        after
    };
    let one_sided =
        changed(&map, "borders = [[\"ionian\", \"strait\"]]", "borders = [[\"ionian\", \"none\"]]");
    assert!(error(&one_sided, &setup).contains("one side only"), "{}", error(&one_sided, &setup));
    let no_coast = changed(&map, "coast = [\"armor\", \"finistere\"", "coast = [\"armor\"");
    let message = error(&no_coast, &setup);
    assert!(message.contains("sea celtic must name finistere"), "{message}");
    let stranger = changed(&map, "coast = [\"illes_balears\"", "coast = [\"atlantis\", \"illes_balears\"");
    assert!(error(&stranger, &setup).contains("no province `atlantis`"));
    let inland = changed(&map, "coast = [\"illes_balears\"", "coast = [\"champagne\", \"illes_balears\"");
    assert!(error(&inland, &setup).contains("province champagne must name algiers"));
    let straits = [
        ("\"tyrrhenian\"]\nfort", "\"styx\"]\nfort", "no sea `styx`"),
        ("\"tyrrhenian\"]\nfort", "\"gabes\"]\nfort", "as a \"strait\""),
        ("fort = \"sicilia\"", "fort = \"champagne\"", "`champagne` lies on neither sea"),
        ("fort = \"sicilia\"", "fort = \"scylla\"", "no province `scylla`"),
    ];
    for (from, to, expected) in straits {
        let message = error(&changed(&map, from, to), &setup);
        assert!(message.contains(expected) && message.contains("strait ionian"), "{expected}: {message}");
    }
    let fleets = [
        ("port = \"provence\"", "port = \"champagne\"", "has no port (EU9-SUPPLY-t)"),
        ("port = \"provence\"", "port = \"campania\"", "not a port of its side"),
        ("ships = \"F- 4NGD NTD\"", "ships = \"F- 9NGD 3NTD\"", "EU9-STACK-f"),
        ("ships = \"2NWD\"", "ships = \"2NGD\"", "EU9-LOGISTICS-b"),
        ("ships = \"2NWD\"", "ships = \"2XWD\"", "`2XWD` is no ship"),
        ("leaders = [\"france_a0\"]", "leaders = [\"bayard\"]", "an admiral leads a fleet"),
        ("leaders = [\"france_a0\"]", "leaders = [\"doria\"]", "serves another country"),
        ("leaders = [\"france_a0\"]", "leaders = [\"nelson\"]", "no leader `nelson`"),
        ("ships = \"2NWD\"", "ships = \"2F- 4NWD\"", "EU9-MOVE-c"),
    ];
    for (from, to, expected) in fleets {
        let setup = match expected {
            // Two F counters in a plain port.
            "EU9-MOVE-c" => {
                changed(&setup, "port = \"finistere\"", "port = \"picardie\"").replacen(from, to, 1)
            }
            _ => changed(&setup, from, to),
        };
        let message = error(&map, &setup);
        assert!(message.contains(expected) && message.contains("setup.toml"), "{expected}: {message}");
    }
    grognard_testkit::record::exercised(&["EU9-STACK-f", "EU9-LOGISTICS-b", "EU9-SUPPLY-t", "EU9-MOVE-c"]);
}
