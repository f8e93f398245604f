//! Profiles and options: the guide's readings and the arquebus in the game, and titles that are refused.

use super::super::{Impulse, Stage};
use super::{Table, rules, texts};
use crate::attrition::SeveralFleets;
use crate::charts::Charts;
use crate::engagement::Interception;
use crate::profile::{
    AttritionProfile, Edition, FarOff, GarrisonHunger, NavalProfileText, NavalSupply, Profile, ProfileText,
    ShipLosses, SiegeProfile, SiegeProfileText,
};
use crate::title::{Border, EnemyLand, GameRules, OutOfSupply, ReadingsText};
use grognard_umpire::{BySide, Side};
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
    let (field, siege) = artillery("");
    assert_eq!((field, siege), artillery("profile = \"guide\""));
    assert_ne!(field, artillery("profile = \"2020\"").0);
    assert_eq!(
        siege,
        crate::profile::SiegeProfile::GUIDE.artillery,
        "the same before walls as in a siege file"
    );
    let guide = rules().under(readings("profile = \"guide\"").readings().unwrap()).readings;
    assert_eq!(guide.siege.resistance, crate::profile::SiegeProfile::GUIDE.resistance);
    assert_eq!(guide.siege.small_besieger, crate::profile::SiegeProfile::GUIDE.small_besieger);
    assert_eq!(guide.naval.retreat_roll, guide.profile.retreat_roll);
    let of_2020 = readings("profile = \"2020\"").readings().unwrap();
    assert_ne!(guide.naval.retreat_roll, of_2020.naval.retreat_roll);
    assert_eq!(guide.out_of_supply, OutOfSupply::Waits);
    assert_eq!((guide.enemy_land, of_2020.enemy_land), (EnemyLand::Entered, EnemyLand::StoodIn));
    assert_eq!(of_2020.out_of_supply, OutOfSupply::Rolls);
    assert_eq!((guide.naval_supply, of_2020.naval_supply), (NavalSupply::Guide, NavalSupply::Published));
}

/// Single switches of a battle file, `switch = "reading"`, as the title's part of the same name has them.
fn switches<T: serde::de::DeserializeOwned>(text: &str) -> T {
    grognard_charts::read("battle.toml", text).unwrap()
}

#[test]
fn every_switch_of_land_battles_reaches_those_of_the_game() {
    let fought = |text: &str| {
        let table = Table::under(rules().under(readings(text).readings().unwrap()))
            .troops("spain", "hainaut", "A+ LD")
            .troops("france", "hainaut", "2A+");
        let (game, rules, at) = (&table.game, &table.rules, table.province("hainaut"));
        let forces = BySide::from_fn(|side| game.troops[game.field(side, at).unwrap()]);
        let commands = forces.map(|troops| game.command(rules, &troops.roster, at));
        game.engagement(rules, at, forces, commands, Border::None, Interception::None).profile
    };
    for switch in [
        "days = \"three\"",
        "retreat-roll = \"at-most\"",
        "no-artillery = \"no-army\"",
        "artillery = \"best-plus\"",
        "three-more = \"needs-army\"",
        "river = \"unless-intercepting\"",
        "mountain = \"unless-intercepting\"",
        "leader-difference = \"at-most-three\"",
        "destroyed = \"above-size\"",
        "destroyed-at-the-end = \"settled\"",
        "loss-cap = \"own-number\"",
        "seven-on-day-one = \"roll\"",
        "major-needs-army = \"always\"",
        "major-gap = \"four\"",
        "swedish-horse = \"text\"",
        "mixed-technology = \"median\"",
        "mixed-ties = \"armies\"",
        "mixed-traits = \"an-army\"",
    ] {
        let wanted = switches::<ProfileText>(switch).profile();
        assert_ne!(wanted, Profile::GUIDE, "{switch}");
        assert_eq!(fought(&format!("land.{switch}")), wanted, "{switch}");
    }
    // The profile of the whole, one switch of it otherwise; and a profile for the land alone.
    let mixed = fought("profile = \"guide\"\nland.retreat-roll = \"at-most\"");
    assert_eq!(mixed, switches::<ProfileText>("profile = \"guide\"\nretreat-roll = \"at-most\"").profile());
    for (word, profile) in [
        ("guide", Profile::GUIDE),
        ("2020", Profile::OF_2020),
        ("published", Profile::OF_2020),
        ("2013", Profile::OF_2013),
    ] {
        assert_eq!(fought(&format!("land.profile = \"{word}\"")), profile, "{word}");
    }
    let hunger = GarrisonHunger::Aside;
    let siege = readings("land.profile = \"2020\"").readings().unwrap().siege;
    assert_eq!(siege, SiegeProfile { garrison_hunger: hunger, ..SiegeProfile::GUIDE });
}

#[test]
fn every_switch_of_naval_battles_reaches_those_of_the_game() {
    let fought = |text: &str| {
        let table = Table::under(rules().under(readings(text).readings().unwrap()))
            .fleet("france", "tyrrhenian", "F- 4NGD")
            .fleet("spain", "tyrrhenian", "F- 4NGD");
        let sailing = [0, 1].map(|index| table.game.squadrons[index].under_way(0));
        let sea = table.rules.sea("tyrrhenian").unwrap();
        table.game.sea_givens(&table.rules, BySide::new(&sailing[0], &sailing[1]), sea).profile
    };
    let published = switches::<NavalProfileText>("").profile();
    for switch in [
        "sea-retreat = \"automatic\"",
        "retreat-roll = \"at-most\"",
        "carrack-fire = \"2013\"",
        "veteran-galleys = \"turkish\"",
        "loss-row-three = \"2013\"",
        "wind-boxes = \"2013\"",
        "leader-difference = \"at-most-three\"",
        "line-losses = \"in-order\"",
        "loss-size = \"first-line\"",
        "loss-cycle = \"by-outcome\"",
        "destroyed = \"never\"",
    ] {
        let wanted = switches::<NavalProfileText>(switch).profile();
        assert_ne!(wanted, published, "{switch}");
        assert_eq!(fought(&format!("naval.{switch}")), wanted, "{switch}");
    }
}

#[test]
fn every_switch_of_sieges_reaches_those_of_the_game() {
    let before_walls = |text: &str| {
        let table = Table::under(rules().under(readings(text).readings().unwrap()))
            .troops("france", "artois", "A+ LD")
            .garrison("spain", "artois", "LD");
        let at = table.province("artois");
        let troops = table.game.troops[table.game.field(Side::First, at).unwrap()];
        table.game.siege_givens(&table.rules, Side::First, &troops).profile
    };
    for switch in [
        "artillery = \"sum\"",
        "edition = \"2013\"",
        "too-weak = \"leaves\"",
        "resistance = \"table\"",
        "garrison-shield = \"first\"",
        "small-besieger = \"six-or-fewer\"",
        "large-armies = \"named\"",
        "besieged-fire = \"by-technology\"",
        "storm-danger = \"walls\"",
        "mixed-technology = \"median\"",
        "mixed-ties = \"armies\"",
        "mixed-traits = \"an-army\"",
    ] {
        let wanted = SiegeProfile {
            garrison_hunger: GarrisonHunger::Aside,
            ..switches::<SiegeProfileText>(switch).profile()
        };
        let plain = SiegeProfile { garrison_hunger: GarrisonHunger::Aside, ..SiegeProfile::GUIDE };
        assert_ne!(wanted, plain, "{switch}");
        assert_eq!(before_walls(&format!("siege.{switch}")), wanted, "{switch}");
    }
    let hunger = readings("siege.garrison-hunger = \"rolls\"").readings().unwrap_err().to_string();
    assert!(hunger.contains("rules.siege.garrison-hunger: the game plays"), "{hunger}");
    let list = readings("siege.besieged-supply = \"siege-list\"").readings().unwrap_err().to_string();
    assert!(list.contains("write it under rules.attrition"), "{list}");
}

/// A besieger of two LD before a fortress of level 2 is too weak to dig: he starves, or by the edition of 2013 he
/// goes.
#[test]
fn a_besieger_who_is_too_weak_stays_or_leaves_as_the_title_says() {
    let before_arras = |text: &str| {
        let table = Table::under(rules().under(readings(text).readings().unwrap()))
            .troops("france", "artois", "LD")
            .garrison("spain", "artois", "LD");
        table.with(|game, rules| game.stage = game.first_sieges(rules)).play()
    };
    let play = before_arras("");
    assert_eq!(
        (play.what(), play.keys()),
        ("the-siege-this-round", vec!["stay".into(), "storm".into(), "lift".into()])
    );
    // There is nothing to be asked: he goes, and rolls on the way.
    before_arras("siege.too-weak = \"leaves\"").says("lifts the siege");
}

/// Three F counters off the coast of their own country: what their number costs is every source's own.
#[test]
fn what_several_fleets_pay_is_a_reading_of_the_title() {
    let malus = |text: &str| {
        let table = Table::under(rules().under(readings(text).readings().unwrap())).fleet(
            "france",
            "gulf_of_lion",
            "3F- 12NGD",
        );
        let mut play = table.play();
        play.answer("done").dice(1);
        let account = play.session.account();
        account
            .iter()
            .flat_map(|r| &r.modifiers)
            .find(|m| m.clause.id() == "EU9-ATTRITION-x")
            .map(|m| m.value)
    };
    assert_eq!(malus(""), Some(6));
    assert_eq!(malus("sea.several-fleets = \"french\""), Some(4));
    let sea = |text: &str| readings(text).readings().unwrap().sea;
    assert_eq!(sea("sea.far-off = \"six\"").far_off, FarOff::Six);
    assert_eq!(sea("sea.edition = \"2013\"").edition, Edition::Of2013);
    assert_eq!(sea("sea.ship-losses = \"by-kind\"").ship_losses, ShipLosses::ByKind);
    let attrition = |text: &str| readings(text).readings().unwrap().attrition;
    assert_eq!(attrition("attrition.edition = \"2013\"").edition, Edition::Of2013);
    assert_eq!(attrition(""), AttritionProfile::GUIDE);
    assert_eq!(attrition("profile = \"2020\""), AttritionProfile::OF_2020);
    assert_eq!(attrition("profile = \"2013\"").edition, Edition::Of2013);
    assert_eq!(sea("profile = \"2020\"").several_fleets, SeveralFleets::Of2020);
    assert_eq!(sea("profile = \"2013\"").several_fleets, SeveralFleets::Guide);
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
        ("port = \"provence\"", "port = \"champagne\"", "has no port (EU9-MOVE-c)"),
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
}
