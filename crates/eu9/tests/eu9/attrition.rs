//! Attrition on land and at sea, and what fires at passing fleets.

use crate::places::*;
use grognard_eu9::*;
use grognard_testkit::record;
use grognard_umpire::{Answer, Keep, Side, Tape};

fn march(ld: u8) -> March {
    March::new(Side::First, ld, Technology::Renaissance)
}

fn total(march: March) -> i16 {
    grognard_umpire::Modifier::sum(&march.modifiers(&charts()))
}

#[test]
fn land_attrition_adds_up_as_the_guide_says() {
    assert_eq!(total(march(3)), 6);
    assert_eq!(total(March { enemy_province: true, ..march(3) }), 8);
    assert_eq!(total(March { leader: 3, ..march(3) }), 3);
    assert_eq!(total(March { pillage_minus: 1, pillage_plus: 1, ..march(3) }), 9);
    // Large, 6 MP, 3 MP in poor weather, an enemy beach: four causes.
    assert_eq!(total(March { causes: 4, enemy_province: true, ..march(8) }), 14);
    for causes in 1..=4 {
        assert_eq!(total(March { causes, ..march(3) }), 6 + 2 * (i16::from(causes) - 1));
    }
    let supply = March { occasion: Occasion::Supply, massed: true, ..march(6) };
    assert_eq!(total(supply) + 4, 12, "6 LD at home, die 4, no leader");
    let siege = March { occasion: Occasion::Siege, leader: 2, ..march(6) };
    assert_eq!(total(siege), 4, "SIEGE instead of MAN");
    assert_eq!(total(March { pillage_minus: 1, pillage_plus: 1, ..siege }), 7);
    assert_eq!(total(March { massed: true, bad_weather: true, ..siege }), 8);
    assert_eq!(total(March { enemy_siege: 3, ..siege }), 7);
    assert_eq!(total(March { no_supply: true, ..siege }), 6);
    assert_eq!(total(March { no_supply: true, too_small: true, ..siege }), 8);
    assert_eq!(total(March { too_small: true, ..siege }), 4, "too small alone adds nothing");
}

/// The toll of a march whose die is a 5.
fn lost(march: March) -> Toll {
    let answers = [Answer::Faces(vec![5])];
    let mut tape = Tape::new(&answers, Keep::Account);
    let toll = march.roll(&charts(), &mut tape).unwrap();
    record::reached(&tape.account, &tape.cited);
    toll
}

/// What lies on the way: revolts, hostile straits; and what makes it easier.
#[test]
fn revolts_straits_and_redeployment() {
    assert_eq!(total(March { revolt_minus: 1, revolt_plus: 2, ..march(3) }), 6 + 1 + 4);
    assert_eq!(total(March { no_supply: true, ..march(3) }), 8);
    assert_eq!(total(March { strait_forts: 2, ..march(3) }), 10);
    let elsewhere = March { theatre: Theatre::RestOfTheWorld, strait_forts: 3, ..march(3) };
    assert_eq!(total(elsewhere), 9, "outside Europe half the level of each, here 3 together");
    assert_eq!(total(March { redeployment: true, ..march(3) }), 4);
    assert_eq!(lost(march(3)), Toll { ld: 0, pillage: false }, "11");
    assert_eq!(lost(March { revolt_minus: 1, ..march(3) }), Toll { ld: 0, pillage: true }, "12");
    let siege = March { occasion: Occasion::Siege, ..march(3) };
    let same = March { revolt_minus: 1, redeployment: true, strait_forts: 1, ..siege };
    assert_eq!(total(same), total(siege), "none of it at a siege");
}

/// Behind two siegeworks+ a garrison loses what it would not lose before them; an open port feeds it.
#[test]
fn besieged_troops_suffer_from_the_works_and_live_by_the_port() {
    let besieged = March { occasion: Occasion::Besieged, ..march(2) };
    assert_eq!(total(besieged), 6);
    assert_eq!(total(March { works: Works { minus: 0, plus: 2 }, ..besieged }), 12);
    assert_eq!(total(March { works: Works { minus: 1, plus: 1 }, ..besieged }), 10);
    assert_eq!(total(March { open_port: true, ..besieged }), 3);
    assert_eq!(total(March { leader: 2, enemy_siege: 1, ..besieged }), 5);
    assert_eq!(
        total(March { pillage_plus: 2, ..besieged }),
        6,
        "what lies outside the walls is nothing to them"
    );
    let siege = March { occasion: Occasion::Siege, ..march(2) };
    let works = March { works: Works { minus: 0, plus: 2 }, open_port: true, ..siege };
    assert_eq!(total(works), total(siege), "the besieger's own works do not trouble him");
    assert_eq!(lost(besieged), Toll { ld: 0, pillage: false }, "11");
    assert_eq!(
        lost(March { works: Works { minus: 0, plus: 2 }, ..besieged }),
        Toll { ld: 1, pillage: false }
    );
}

#[test]
fn p_goes_by_technology() {
    let charts = charts();
    let toll = Toll { ld: 1, pillage: true };
    let ask = |technology, occasion, answers: &[Answer]| {
        let mut tape = Tape::new(answers, Keep::Account);
        let march = March { occasion, ..March::new(Side::First, 5, technology) };
        let suffered = march.pillage(&charts, toll, &mut tape);
        record::reached(&tape.account, &tape.cited);
        suffered
    };
    let key = |text: &str| [Answer::Key(text.to_owned())];
    let both = ask(Technology::Renaissance, Occasion::March, &[]).unwrap();
    assert_eq!(both, Suffered { ld: 2, pillage: true, foraging: false });
    let lose = ask(Technology::Muskets, Occasion::March, &key("lose")).unwrap();
    assert_eq!(lose, Suffered { ld: 2, pillage: false, foraging: false });
    let forage = ask(Technology::Muskets, Occasion::March, &key("pillage")).unwrap();
    assert_eq!(forage, Suffered { ld: 1, pillage: true, foraging: true });
    let lace = ask(Technology::Lace, Occasion::March, &key("pillage")).unwrap();
    assert_eq!(lace, Suffered { ld: 1, pillage: true, foraging: false });
    let besieged = ask(Technology::Lace, Occasion::Besieged, &[]).unwrap();
    assert_eq!(besieged, Suffered { ld: 2, pillage: false, foraging: false });
    assert_eq!(Pillage(1).more().counters(), (0, 1), "two pillage- make a pillage+");
    assert_eq!(Pillage(4).more(), Pillage::MAX);
}

fn voyage(ships: &str) -> Voyage {
    Voyage::new(Side::First, Fleet::read(ships).unwrap(), NavalTechnology::NaoGaleon)
}

#[test]
fn sea_attrition_adds_up_as_the_guide_says() {
    let total = |voyage: Voyage| grognard_umpire::Modifier::sum(&voyage.modifiers(&charts()));
    let f = voyage("F- 2NWD");
    assert_eq!(total(Voyage { leader: 2, bad_weather: true, ..f }), 0);
    assert_eq!(total(Voyage { difficulty: 5, ..f }), 5);
    for (zones, value) in [(3, 0), (4, 1), (7, 1), (8, 2)] {
        assert_eq!(total(Voyage { zones, ..f }), value);
    }
    for (off, value) in [(0, 0), (1, 3), (2, 6), (5, 9)] {
        assert_eq!(total(Voyage { off, ..f }), value);
        assert_eq!(total(Voyage { off, ..voyage("2NWD") }), 0, "plain ND do not mind");
    }
    assert_eq!(total(Voyage { off: 5, far_off: false, ..f }), 6);
    assert_eq!(total(voyage("2F- 4NWD")), 3);
    assert_eq!(total(voyage("3F- 6NWD")), 6);
    assert_eq!(total(Voyage { penalty: 2, ..f }), 2);
    assert_eq!(total(Voyage { technology: NavalTechnology::SeventyFour, ..f }), -3);
}

#[test]
fn ships_are_lost_by_the_table() {
    let charts = charts();
    let sink = |ships: &str, percent, faces: &[u8]| {
        let answers: Vec<Answer> = faces.iter().map(|&f| Answer::Faces(vec![f])).collect();
        let mut tape = Tape::new(&answers, Keep::Account);
        let Wreck::Left(left) = voyage(ships).wreck(&charts, percent, &mut tape).unwrap() else {
            panic!("one kind is no choice");
        };
        let left = left.to_string();
        record::reached(&tape.account, &tape.cited);
        left
    };
    assert_eq!(sink("4NWD", 20, &[]), "3NWD");
    assert_eq!(sink("12NWD", 50, &[]), "6NWD", "ten, then two");
    assert_eq!(sink("NWD", 10, &[5]), "2d");
    assert_eq!(sink("NWD", 10, &[6]), "NWD");
    assert_eq!(sink("NTD", 20, &[]), "NTD", "two thirds of a transport are left whole");
    assert_eq!(sink("NTD", 50, &[]), "nothing", "one third is lost");
    assert_eq!(sink("4NWD", 100, &[]), "nothing");
}

#[test]
fn one_move_can_meet_several_causes() {
    let charts = charts();
    let all = |stack: &str, points, bad, beach, logistics| {
        march_causes(&charts, Stack::read(stack).unwrap(), points, bad, beach, logistics)
    };
    let causes = |stack: &str, points, bad, beach, low: bool| {
        let logistics = if low { Logistics::Low(LowCost::Further) } else { Logistics::Paid };
        all(stack, points, bad, beach, logistics).len()
    };
    assert_eq!(causes("A+ A-", 0, false, false, false), 1, "a large stack rolls even at rest");
    assert_eq!(causes("A+ LD", 5, false, false, false), 0);
    assert_eq!(causes("A+ LD", 6, false, false, false), 1);
    assert_eq!(causes("A+ LD", 2, true, false, false), 0);
    assert_eq!(causes("A+ LD", 3, true, false, false), 1);
    assert_eq!(causes("A+ LD", 3, false, false, false), 0);
    assert_eq!(causes("LD", 1, false, true, false), 1);
    assert_eq!(causes("2A+", 6, true, true, false), 4);
    assert_eq!(causes("3LD", 2, false, false, true), 1);
    assert_eq!(causes("2LD", 2, false, false, true), 0);
    // A large stack in a low-cost campaign: two causes in the guide, one in the editions.
    let low = |stack, low| all(stack, 0, false, false, Logistics::Low(low));
    assert_eq!(low("2A+", LowCost::Further), [Cause::Large, Cause::Crowd]);
    assert_eq!(low("2A+", LowCost::Massed), [Cause::Crowd]);
    assert_eq!(low("3LD", LowCost::Massed), [Cause::Crowd]);
    assert_eq!(low("2LD", LowCost::Massed), []);
    assert_eq!(worst_sea(&charts, &[(2, false), (5, false), (3, false)]).1, 5);
    assert_eq!(worst_sea(&charts, &[(5, true)]).1, 3);
}

#[test]
fn forts_fire_at_passing_fleets() {
    let charts = charts();
    let besieged = |face, level, works, ships: &str| {
        let answers = [Answer::Faces(vec![face])];
        let mut tape = Tape::new(&answers, Keep::Account);
        let names = ["the fort", "the fleet"];
        fort_fire(&charts, Side::First, level, works, Fleet::read(ships).unwrap(), names, &mut tape).unwrap()
    };
    let fire = |face, level, ships: &str| besieged(face, level, 0, ships);
    assert_eq!([6, 7].map(|face| besieged(face, 0, 2, "2NWD").0), [false, true], "+1 for each siegeworks+");
    assert_eq!(fire(6, 2, "2NWD"), (false, 0));
    assert_eq!(fire(6, 2, "F- 2NWD"), (true, 0));
    assert_eq!(fire(9, 2, "2NWD"), (true, 1));
    assert_eq!(fire(10, 2, "F- 2NWD"), (true, 2));
}

#[test]
fn land_d_die_on_entering_europe() {
    let text = crate::playing::file("the-road-to-poltava.toml").replace("A+ A- LD", "LD 2d");
    let message = crate::playing::refusal(&text);
    assert!(message.contains("counters") && message.contains("EU9-ATTRITION-ac"), "{message}");
}

/// What is left at nothing per cent: the whole detachments and the thirds beside them.
#[test]
fn nothing_lost_leaves_everything() {
    let charts = charts();
    let left = |whole, thirds| charts.attrition.left(whole, thirds, 0, false);
    assert_eq!([(3, 0), (0, 2), (2, 1)].map(|(whole, d)| left(whole, d).thirds.0), [9, 2, 7]);
    assert!(!left(3, 0).coin, "and no die takes a d");
}
