//! Figures and branches that no other test would miss.

use crate::playing::{file, noted, play, refusal};
use grognard_eu9::*;
use grognard_umpire::{Modifier, Side};

fn fleet(text: &str) -> Fleet {
    Fleet::read(text).unwrap()
}

#[test]
fn presidios_and_siegeworks_fire_at_fleets() {
    let text = file("under-the-castles.toml").replace("ships = \"F+ 4NWD 2NTD\"", "ships = \"2NWD\"");
    let kind = |battery: &str, level: u8, works: u8| {
        text.replace("battery = \"strait-fort\"", &format!("battery = \"{battery}\""))
            .replace("level = 2", &format!("level = {level}"))
            .replace("siegeworks-plus = 0", &format!("siegeworks-plus = {works}"))
    };
    let stops = |text: &str, face: &str| play(text, &[face]).end.contains("stops");
    let presidio = kind("presidio", 3, 0);
    assert!(stops(&presidio, "6") && !stops(&presidio, "5"), "its level");
    let works = kind("siegeworks", 3, 2);
    assert!(stops(&works, "7") && !stops(&works, "6"), "one for each siegeworks+, whatever the level");
    let both = kind("presidio", 2, 1);
    assert!(stops(&both, "6") && !stops(&both, "5"));
    assert!(play(&both, &["6"]).account.contains("+1 siegeworks+"), "{}", play(&both, &["6"]).account);
}

#[test]
fn several_fleets_and_every_hull_at_sea() {
    let charts = Charts::load(&[]).unwrap();
    let sum = |voyage: Voyage| Modifier::sum(&voyage.modifiers(&charts));
    let plain = Voyage { zones: 5, ..Voyage::new(Side::First, fleet("NWD"), NavalTechnology::NaoGaleon) };
    assert_eq!(sum(plain), 1, "one for four full zones");
    let several = |ships: &str, several| sum(Voyage { fleet: fleet(ships), several, ..plain });
    let (two, three) = ("2F+ 8NWD", "3F+ 12NWD");
    assert_eq!((several(two, SeveralFleets::Guide), several(three, SeveralFleets::Guide)), (1 + 3, 1 + 6));
    assert_eq!((several(two, SeveralFleets::French), several(three, SeveralFleets::French)), (1 + 2, 1 + 4));
    assert_eq!((several(two, SeveralFleets::Of2020), several(three, SeveralFleets::Of2020)), (4, 8));
    let arsenals = Voyage { fleet: fleet(two), between_arsenals: true, ..plain };
    assert_eq!(sum(Voyage { several: SeveralFleets::Of2020, ..arsenals }), 3, "from arsenal to arsenal");
    assert_eq!(sum(arsenals), 4, "only in 2020");
    for (technology, modifier) in [
        (NavalTechnology::Carrack, 1),
        (NavalTechnology::GalleonFluyt, 0),
        (NavalTechnology::Battery, -1),
        (NavalTechnology::Vessel, -2),
        (NavalTechnology::ThreeDecker, -2),
        (NavalTechnology::SeventyFour, -3),
    ] {
        assert_eq!(sum(Voyage { technology, ..plain }), 1 + modifier, "{technology}");
    }
}

#[test]
fn interceptors_besiege_or_are_ahead() {
    let text = file("into-hainault.toml");
    let engaged = play(&text.replace("engaged = false", "engaged = true"), &["yes", "9"]).account;
    assert!(engaged.contains("-1 besieging"), "{engaged}");
    let ahead = |own: &str, theirs: &str| {
        let text = text.replacen("technology-box = 21", own, 1).replacen("technology-box = 21", theirs, 1);
        play(&text, &["yes", "9"]).account.contains("6 boxes of technology ahead")
    };
    assert!(ahead("technology-box = 27", "technology-box = 21"));
    assert!(!ahead("technology-box = 26", "technology-box = 21"));
    assert!(ahead("technology = \"muskets\"", "technology = \"arquebus\""), "box 30 against 21");
    assert!(!ahead("technology = \"arquebus\"", "technology-box = 16"), "box 21 against 16");
    let one = refusal(&text.replacen("technology-box = 21", "", 1));
    assert!(one.contains("interceptor.technology") && one.contains("both sides"), "{one}");
    let wrong = refusal(&text.replacen("technology-box = 21", "technology = \"vessel\"", 1));
    assert!(wrong.contains("no technology `vessel`; write medieval, "), "{wrong}");
    let high = refusal(&text.replacen("technology-box = 21", "technology-box = 71", 1));
    assert!(high.contains("the track has 70 boxes"), "{high}");
}

#[test]
fn what_counts_on_the_other_element_is_refused() {
    let land = file("into-hainault.toml");
    for (key, field) in [("three-decker = true", "three-decker"), ("station = \"port\"", "station")] {
        let text = land.replacen("engaged = false", &format!("engaged = false\n{key}"), 1);
        let error = refusal(&text);
        assert!(error.contains(&format!("interceptor.{field}")) && error.contains("at sea only"), "{error}");
    }
    let sea = land.replace("at-sea = false", "at-sea = true").replace("swamp = false", "swamp = true");
    let error = refusal(&sea);
    assert!(error.contains("place.swamp") && error.contains("place.enemies"), "{error}");
    assert!(error.contains("counts on land only; leave it out"), "{error}");
}

/// A counter larger than what is left of the allowance pays for the uncovered part at its own sizes.
#[test]
fn an_army_may_be_covered_in_part() {
    let charts = Charts::load(&[]).unwrap();
    let price = charts.logistics.land_price(Country::France, Technology::Renaissance).unwrap();
    let army = Stack::read("A+").unwrap();
    let due = |allowance| upkeep(&price, army, true, allowance);
    // 20 for the A+, 12 for an A-, 7 for an LD.
    assert_eq!((due(0), due(1), due(2), due(3)), ((20, 0), (12 + 7, 0), (12, 0), (7, 0)));
    assert_eq!((due(4), due(6)), ((0, 0), (0, 2)));
    let pashas = Stack::read("LD 2pasha").unwrap();
    assert_eq!(upkeep(&price, pashas, true, 0), (7, 0), "pashas cost nothing");
}

/// More counters than any navy has are a number, not a crash.
#[test]
fn fleets_beyond_counting_are_refused() {
    let charts = Charts::load(&[]).unwrap();
    for text in ["30F+ 30F-", "200NWD", "120NWD 120NGD 15VGD", "255NTD F+"] {
        let Ok(fleet) = Fleet::read(text) else { continue };
        assert!(fleet.check(&charts, "england", Period::VII).is_err(), "{text}");
        let _ = (fleet.half_nd(), fleet.upkeep_nd(&charts, "england", Period::VII));
    }
}

/// The morale of veteran galleys, by the three readings.
#[test]
fn veteran_galleys_may_be_turkish_only() {
    let charts = std::sync::Arc::new(Charts::load(&[]).unwrap());
    let morale = |rules: &str| {
        let text = file("lepanto.toml").replacen("sea-retreat", &format!("{rules}\nsea-retreat"), 1);
        let Contest::NavalBattle(_, givens) = open("lepanto.toml", &text, &charts).unwrap() else { panic!() };
        givens.profile.veteran_galleys
    };
    assert_eq!(morale(""), VeteranGalleys::All);
    assert_eq!(morale("veteran-galleys = \"turkish\""), VeteranGalleys::Turkish);
    assert_eq!(morale("veteran-galleys = \"2013\""), VeteranGalleys::None);
}

/// Clauses of counters that only a refusal or a bill shows.
#[test]
fn large_fleets_full_counters_and_russian_armies() {
    let large = Aggression::default().allows(Campaign::Simple, false, Element::Sea).unwrap_err();
    assert!(noted(large.to_string()).contains("EU9-STACK-q"), "{large}");
    let charts = Charts::load(&[]).unwrap();
    let loose = fleet("2F+ 12NWD").check(&charts, "france", Period::I).unwrap_err();
    assert!(noted(loose.to_string()).contains("EU9-LOGISTICS-i"), "{loose}");
    let text = file("portugal-sets-sail.toml");
    assert!(refusal(&text.replace("counters = \"LD\"", "counters = \"A+\"")).contains("EU9-LOGISTICS-p"));
    let poland = text
        .replace("year = 1497", "year = 1710")
        .replace("country = \"portugal\"", "country = \"poland\"")
        .replace("\"medieval\"", "\"manoeuvre\"")
        .replace("\"carrack\"", "\"three-decker\"")
        .replace("ships = \"F+ 4NWD\"", "ships = \"F+ 5NWD 2NTD\"")
        .replace("ships = \"NTD\"", "ships = \"\"");
    let account = play(&poland, &[]).account;
    assert!(account.contains("[EU9-LOGISTICS-j]"), "a 5/2 fleet counts as 4 ND: {account}");
}
