//! Meetings on the way: what an interceptor sends, blockades broken by force, drawn battles, marches that were helped.

use super::super::{Anchorage, Impulse, Post, Stage};
use super::{Play, Table, rules};
use crate::campaign::Campaign;
use crate::title::{DrawnInterception, HelpedMarch};
use grognard_umpire::{BySide, Kind, Side};

/// Throws ones and stands fast until something is asked: nobody hurts anybody, and the battle is a draw.
fn drawn<'a>(play: &'a mut Play, what: &[&str]) -> &'a mut Play {
    for _ in 0..200 {
        let keys = play.keys();
        if what.contains(&play.what()) {
            return play;
        }
        match keys.iter().find(|key| *key == "stay").or(keys.first()) {
            None => play.dice(1),
            Some(key) => play.answer(&key.clone()),
        };
    }
    panic!("never asked for any of {what:?}");
}

/// The Empire to move.
fn imperial(table: Table) -> Table {
    table.with(|game, _| {
        game.campaign = BySide::new(Campaign::Simple, Campaign::Multiple);
        game.stage = Stage::Move(Impulse::first(Side::Second));
    })
}

/// Spaniards march from Brabant into Hainaut past the French in Champagne.
fn hainaut() -> Table {
    imperial(Table::empty().troops("spain", "brabant", "A+").troops("france", "champagne", "A+"))
}

/// After a draw both go back where they came from; by the other reading only the march.
#[test]
fn a_drawn_interception_sends_both_back() {
    let after = |reading: DrawnInterception| {
        let mut play = hainaut().reading(|readings| readings.drawn_interception = reading).play();
        play.march("brabant").answer("hainaut").answer("yes").intercepts(10);
        drawn(&mut play, &["movement", "retreat-to"]);
        if play.what() == "retreat-to" {
            assert_eq!(play.question().asking.by, Some(Side::Second));
            play.answer("brabant").until("movement");
        }
        let stands = ["brabant", "hainaut", "champagne"].map(|at| play.stack(at) != "nobody");
        (stands, play.account().contains("EU9-INTERCEPT-k"))
    };
    assert_eq!(after(DrawnInterception::BothReturn), ([true, false, true], true));
    assert_eq!(after(DrawnInterception::MarchLeaves), ([true, true, false], false));
}

/// Friends of the interceptor who stand there stay, and he with them.
#[test]
fn an_interceptor_among_friends_stays_after_a_draw() {
    let table = Table::empty().troops("spain", "brabant", "A+").troops("france", "hainaut", "A-").troops(
        "france",
        "champagne",
        "A+",
    );
    let mut play = imperial(table).play();
    play.march("brabant").answer("hainaut").answer("yes").intercepts(10);
    drawn(&mut play, &["retreat-to"]);
    assert_eq!(play.question().asking.by, Some(Side::Second));
    assert_eq!(play.nations("hainaut", false), "france:A+/A-");
}

/// An interceptor leaves men behind, and whoever besieges a city goes on doing so.
#[test]
fn an_interceptor_sends_a_part() {
    let siege = || {
        hainaut().troops("france", "artois", "A+ LD").with(|game, rules| {
            game.troops.retain(|t| t.at != rules.province("champagne").unwrap());
            game.lands[usize::from(rules.province("artois").unwrap())].works.minus = 1;
        })
    };
    let mut play = siege().play();
    play.march("brabant").answer("hainaut").answer("yes").dice(10);
    assert_eq!((play.what(), play.question().asking.by), ("what-intercepts", Some(Side::First)));
    assert!(play.question().about.contains("falls on A+ of Spain"), "{}", play.question().about);
    assert_eq!(play.keys()[..3], ["A+/LD", "A+", "LD"]);
    assert!(play.keys().contains(&"A-/LD/leaving/2LD".to_owned()), "{:?}", play.keys());
    play.answer("A+").says("EU9-INTERCEPT-j LD of France stays behind in Artois");
    let Stage::Fight(clash) = &play.game().stage else { panic!("{:?}", play.game().stage) };
    assert_eq!(clash.forces.second.stack().to_string(), "A+");
    assert_eq!(play.stack("artois"), "LD");
    drawn(&mut play, &["movement"]);
    assert_eq!(play.stack("artois"), "A+ LD", "they are together again");
    let artois = play.rules().province("artois").unwrap();
    assert_eq!(play.game().lands[usize::from(artois)].works.minus, 1, "the siege goes on");
}

/// The dice were thrown under its commander, so he goes.
#[test]
fn the_commander_goes_with_an_interceptor() {
    let champagne = Post::At(rules().province("champagne").unwrap());
    let mut play = hainaut().troops("france", "champagne", "LD").leader("bayard", champagne).play();
    play.march("brabant").answer("hainaut").answer("yes").dice(10).answer("LD");
    let Stage::Fight(clash) = &play.game().stage else { panic!("{:?}", play.game().stage) };
    let commander = &clash.givens.armies.second.commander;
    assert!(format!("{commander:?}").contains("Bayard"), "{commander:?}");
}

/// Only who has stayed behind may still intercept somebody else.
#[test]
fn those_who_stay_behind_have_not_intercepted() {
    let mut play = hainaut().troops("france", "champagne", "A-").play();
    play.march("brabant").answer("hainaut").answer("yes").dice(10).answer("A-");
    let spent: Vec<bool> = play.game().troops.iter().map(|t| t.spent).collect();
    assert_eq!((spent, play.stack("champagne")), (vec![false], "A+".to_owned()));
}

/// A Spanish fleet in Barcelona, a French one before it.
fn bottled_up(spaniards: &str, campaign: Campaign) -> Table {
    Table::empty().fleet("spain", "catalunya", spaniards).fleet("france", "gulf_of_lion", "F- 4NGD NTD").with(
        |game, rules| {
            let france = game.squadrons.iter_mut().find(|s| s.country == 0).unwrap();
            france.blockades = rules.province("catalunya");
            game.campaign = BySide::new(Campaign::Passive, campaign);
            game.stage = Stage::Move(Impulse::first(Side::Second));
        },
    )
}

/// A blockaded fleet slips out, comes out to fight, or stays.
#[test]
fn a_blockaded_fleet_may_come_out_and_fight() {
    let mut play = bottled_up("F+ 8NGD 2NTD", Campaign::Simple).play();
    play.answer("sail spain catalunya").answer("F+/8NGD/2NTD");
    assert_eq!((play.what(), play.keys().join(" ")), ("running-the-blockade", "slip fight stay".into()));
    let about = play.question().about;
    assert!(about.contains("is blockaded by F- 4NGD NTD of France"), "{about}");
    play.answer("fight").says("EU9-SIEGE-l Spain's fleet attacks F- 4NGD NTD of France in the Gulf of Lion");
    assert_eq!((play.what(), play.question().asking.by), ("stand-or-evade", Some(Side::First)));
    play.answer("fight");
    assert!(matches!(play.game().stage, Stage::SeaFight(_)));
    // The blockader may get out of the way, and the port is open.
    let mut play = bottled_up("F+ 8NGD 2NTD", Campaign::Simple).play();
    play.answer("sail spain catalunya").answer("F+/8NGD/2NTD").answer("fight").answer("evade").dice(10);
    play.until("voyage");
    assert_eq!(play.ships("gulf_of_lion"), "none");
    // To stay costs nothing.
    let mut play = bottled_up("F- 4NGD NTD", Campaign::Simple).play();
    play.answer("sail spain catalunya").answer("F-/4NGD/NTD").answer("stay");
    assert_eq!((play.what(), play.ships("catalunya")), ("movement", "F- 4NGD NTD".to_owned()));
}

/// An attack is aggressive: the campaign must allow it.
#[test]
fn coming_out_to_fight_needs_a_campaign() {
    let mut play = bottled_up("F- 4NGD NTD", Campaign::Passive).play();
    play.answer("sail spain catalunya").answer("F-/4NGD/NTD");
    assert_eq!(play.keys(), ["slip", "stay"]);
    assert!(play.refused("fight").clause.unwrap().id().starts_with("EU9-CAMPAIGN-"));
}

/// Into a port that is blockaded a fleet may fight its way too.
#[test]
fn a_fleet_fights_its_way_into_port() {
    let mut play = bottled_up("F+ 8NGD 2NTD", Campaign::Simple)
        .with(|game, rules| {
            let spain = game.squadrons.iter_mut().find(|s| s.country == 1).unwrap();
            spain.at = Anchorage::Sea(rules.sea("alboran").unwrap());
            game.squadrons.sort_unstable();
        })
        .play();
    play.answer("sail spain alboran").answer("F+/8NGD/2NTD").answer("sail gulf_of_lion").answer("no");
    play.answer("port catalunya");
    assert_eq!((play.what(), play.keys().join(" ")), ("running-the-blockade", "slip fight stay".into()));
    play.answer("fight").answer("evade").dice(10).until("movement");
    assert_eq!(play.ships("catalunya"), "F+ 8NGD 2NTD");
}

/// After a draw each fleet returns to port or stays at sea, the phasing one first; its voyage is over.
#[test]
fn after_a_draw_at_sea_both_are_asked() {
    let meet = || {
        let table = Table::empty().fleet("france", "provence", "F- 4NGD NTD").fleet(
            "spain",
            "catalunya",
            "F- 4NGD NTD",
        );
        let mut play = table.play();
        play.answer("sail france provence").answer("F-/4NGD/NTD").answer("sail gulf_of_lion");
        play.answer("yes").dice(10);
        drawn(&mut play, &["after-the-draw"]);
        assert_eq!(play.question().asking.by, Some(Side::First));
        assert_eq!(play.keys(), ["port", "stay"]);
        play
    };
    let spain = |play: &Play| play.game().squadrons.iter().find(|s| s.country == 1).unwrap().at;
    let gulf = Anchorage::Sea(rules().sea("gulf_of_lion").unwrap());
    let mut play = meet();
    play.answer("stay");
    assert_eq!((play.what(), play.question().asking.by), ("after-the-draw", Some(Side::Second)));
    play.answer("port").until("sea-attrition").until("movement");
    assert_ne!(spain(&play), gulf);
    let france = play.game().squadrons.iter().find(|s| s.country == 0).unwrap();
    assert_eq!((france.at, france.moved, france.paid), (gulf, true, true), "it has rolled for its voyage");
    let mut play = meet();
    play.answer("port").answer("stay").until("movement");
    let france = play.game().squadrons.iter().find(|s| s.country == 0).unwrap();
    assert!(spain(&play) == gulf && france.at != gulf);
    let spaniards = play.game().squadrons.iter().find(|s| s.country == 1).unwrap();
    assert!(spaniards.spent, "it intercepts nobody else in this impulse");
}

/// Others have helped a march to win: it goes on, and leaves of its helpers whom it likes.
#[test]
fn a_march_that_was_helped_goes_on() {
    let won = |reading: HelpedMarch| {
        let mut play = imperial(
            Table::empty().troops("spain", "brabant", "A-").troops("spain", "luxemburg", "A- LD").troops(
                "france",
                "champagne",
                "LD",
            ),
        )
        .reading(|readings| readings.helped_march = reading)
        .play();
        play.march("brabant").answer("hainaut").answer("yes").dice(10).answer("yes").intercepts(10);
        for _ in 0..200 {
            if ["what-marches-on", "movement", "march"].contains(&play.what()) {
                break;
            }
            match play.question().kind {
                Kind::Roll(_) => {
                    play.dice(if play.question().asking.by == Some(Side::First) { 1 } else { 10 })
                }
                _ => {
                    let first = play.keys()[0].clone();
                    play.answer(&first)
                }
            };
        }
        play
    };
    let play = won(HelpedMarch::Stays);
    assert_eq!((play.what(), play.stack("hainaut") == "nobody"), ("movement", false));
    let mut play = won(HelpedMarch::GoesOn);
    assert_eq!(play.what(), "what-marches-on");
    let stays = |key: &String| key == "A-" || key == "A-/LD";
    let part = play.keys().into_iter().find(stays).unwrap_or_else(|| panic!("{:?}", play.keys()));
    play.answer(&part);
    assert_eq!(play.what(), "march");
    play.says("EU9-INTERCEPT-l");
    play.answer("champagne").answer("halt").until("movement");
    assert_ne!(play.stack("hainaut"), "nobody");
    assert_ne!(play.stack("champagne"), "nobody");
    play.game().check(play.rules()).unwrap();
}

/// Of a stack of two nations only a part goes that its commander leads.
#[test]
fn no_part_intercepts_without_the_commander() {
    let lombardia = Post::At(rules().province("lombardia").unwrap());
    let table = Table::empty()
        .troops("france", "lombardia", "A-")
        .troops("venice", "lombardia", "LD")
        .leader("foix", lombardia)
        .troops("spain", "trentino", "A+");
    let mut play = imperial(table).play();
    play.march("trentino").answer("mantova").answer("yes").dice(10);
    let keys = play.keys();
    assert!(keys.contains(&"france:A-".to_owned()), "{keys:?}");
    assert!(!keys.contains(&"venice:LD".to_owned()), "Lautrec would stay: {keys:?}");
}

/// With troops aboard a fleet does not stay at sea after a draw.
#[test]
fn after_a_draw_troops_aboard_go_home() {
    let mut play = Table::empty()
        .troops("france", "provence", "LD")
        .fleet("france", "provence", "F- 4NGD NTD")
        .fleet("spain", "catalunya", "F- 4NGD NTD")
        .play();
    play.answer("sail france provence").answer("F-/4NGD/NTD").answer("embark provence LD");
    play.answer("sail gulf_of_lion").answer("yes").dice(10);
    drawn(&mut play, &["after-the-draw"]);
    assert_eq!(play.question().asking.by, Some(Side::Second), "France has no choice");
    play.answer("stay").until("movement");
    let gulf = Anchorage::Sea(rules().sea("gulf_of_lion").unwrap());
    assert!(play.game().squadrons.iter().all(|s| s.country != 0 || s.at != gulf));
    assert!(play.game().troops.iter().any(|t| t.roster.first() == 0), "the LD is ashore again");
}
