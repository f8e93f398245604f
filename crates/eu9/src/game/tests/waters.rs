//! What the sea and its battles do to fleets: nobody dodges a roll, prizes are kept, ports hold what they can.

use super::super::{Anchorage, Impulse, Stage};
use super::{Play, Table};
use crate::campaign::Campaign;
use crate::charts::Charts;
use crate::fleet::Fleet;
use crate::title::GameRules;
use grognard_umpire::{BySide, Generator, Kind, Side};
use std::sync::Arc;

fn modifiers(play: &Play) -> Vec<String> {
    let account = play.session.account();
    let last = account.iter().rfind(|r| r.text.ends_with("of the fleet lost at sea")).unwrap();
    last.modifiers.iter().map(|m| format!("{:+} {}", m.value, m.words)).collect()
}

#[test]
fn other_counters_do_not_spare_a_fleet_its_roll() {
    let mut play = Table::empty().fleet("france", "gulf_of_lion", "F- 4NGD NTD").play();
    let form = play.keys().into_iter().find(|key| key.starts_with("form france gulf_of_lion")).unwrap();
    play.answer(&form).answer("done");
    assert_eq!(play.what(), "sea-attrition");
}

#[test]
fn a_part_that_sets_out_cannot_stay_with_the_rest() {
    let mut play = Table::empty().fleet("france", "gulf_of_lion", "F- 4NGD NTD").play();
    play.answer("sail france gulf_of_lion").answer("NTD");
    let refusal = play.refused("stay");
    assert_eq!(refusal.clause.unwrap().id(), "EU9-ATTRITION-k");
    play.answer("port provence").dice(1).answer("done");
    assert_eq!(play.what(), "sea-attrition", "the rest rolls too");
}

#[test]
fn a_fleet_that_is_joined_rolls_on_its_own() {
    let table = Table::empty().fleet("france", "gulf_of_lion", "2NGD").fleet("france", "provence", "NGD");
    let mut play = table.play();
    play.answer("sail france provence").answer("sail gulf_of_lion").answer("stay");
    play.dice(1).dice(1);
    assert_eq!((play.what(), play.ships("gulf_of_lion").as_str()), ("movement", "3NGD"));
    play.answer("done");
    assert_ne!(play.what(), "sea-attrition", "everybody has paid");
}

#[test]
fn the_fleet_that_blockades_may_fight_under_the_same_campaign() {
    let mut play = Table::empty()
        .fleet("spain", "gulf_of_lion", "F- 4NGD NTD")
        .fleet("france", "gulf_of_lion", "NWD")
        .with(|game, _| {
            game.campaign = BySide::new(Campaign::None, Campaign::Simple);
            game.stage = Stage::Move(Impulse::first(Side::Second));
        })
        .play();
    play.answer("sail spain gulf_of_lion").answer("F-/4NGD/NTD").answer("blockade provence").dice(1);
    play.answer("done");
    assert_eq!((play.what(), play.keys()), ("attack-at-sea", vec!["no".into(), "attack france".into()]));
}

/// Two enemies in the zone: who leaves them alone is asked once, who attacks is not asked again.
#[test]
fn a_fleet_is_asked_once_whom_it_attacks() {
    let mut play = Table::empty()
        .fleet("france", "gulf_of_lion", "F- 4NGD NTD")
        .fleet("genoa", "gulf_of_lion", "F- 4NGD NTD")
        .fleet("spain", "gulf_of_lion", "NGD")
        .with(|game, _| game.stage = Stage::SeaBattles(Impulse::first(Side::First), 0))
        .play();
    let mut asked = 0;
    while play.what() == "attack-at-sea" {
        asked += 1;
        play.answer("no");
    }
    assert_eq!(asked, 2, "France and Genoa");
}

/// A fleet that intercepts and wins keeps what it captures.
#[test]
fn the_prizes_of_an_interceptor_stay_with_it() {
    let most = (0..60)
        .map(|seed| {
            let mut play = Table::empty()
                .fleet("france", "provence", "F- 4NGD NTD")
                .fleet("spain", "gulf_of_lion", "F+ 8NGD NTD")
                .play();
            play.answer("sail france provence").answer("F-/4NGD/NTD").answer("sail gulf_of_lion");
            play.answer("yes").intercepts(10);
            let mut dice = Generator::new(seed);
            while play.what() != "movement" && play.what() != "voyage" {
                match play.question().kind {
                    Kind::Roll(_) => play.dice(dice.below(10) as u8 + 1),
                    _ => {
                        let first = play.keys()[0].clone();
                        play.answer(&first)
                    }
                };
            }
            let spain = play.game().squadrons.iter().filter(|s| s.country == 1);
            spain.map(|s| s.fleet.galleys + s.damaged.galleys).sum::<u8>()
        })
        .max();
    assert!(most > Some(8), "{most:?}: French galleys are taken at least once");
}

#[test]
fn a_fleet_that_slips_away_pays_for_where_it_started() {
    let mut play = Table::empty()
        .fleet("spain", "tyrrhenian", "F- 4NGD NTD")
        .fleet("france", "tyrrhenian", "F- 4NGD NTD")
        .with(|game, rules| {
            for id in ["liguria", "corsica"] {
                game.lands[usize::from(rules.province(id).unwrap())].taken = Some(Side::Second);
            }
            game.campaign.second = Campaign::Multiple;
            game.stage = Stage::SeaBattles(Impulse::first(Side::Second), 0);
        })
        .play();
    play.answer("attack france").answer("evade").dice(8).dice(1);
    // The Tyrrhenian Sea without a port, and an F counter one zone off.
    assert_eq!(modifiers(&play), ["+5 difficulty of the sea", "+3 far from port"]);
}

#[test]
fn whoever_finds_no_room_in_the_zone_does_not_intercept() {
    let table = |there: &str| {
        Table::empty().fleet("france", "provence", "2NGD").fleet("spain", "catalunya", "F+ 8NGD NTD").fleet(
            "spain",
            "gulf_of_lion",
            there,
        )
    };
    let hunters = |there: &str| {
        let mut play = table(there).play();
        play.answer("sail france provence").answer("2NGD").answer("sail gulf_of_lion");
        let mut hunters = 0;
        while play.what() == "intercept" {
            hunters += 1;
            play.answer("no");
        }
        hunters
    };
    assert_eq!(hunters("F- 4NGD NTD"), 2);
    assert_eq!(hunters("3F+ 24NGD 3NTD"), 1, "the fleet of Barcelona would be a fourth counter");
}

#[test]
fn ships_hit_in_a_round_are_refitted_in_a_later_one() {
    let table = |hit: bool| {
        Table::empty().fleet("france", "provence", "F- 2NGD").with(|game, _| {
            game.squadrons[0].damaged = Fleet { galleys: 2, ..Fleet::default() };
            game.squadrons[0].hit = hit;
            game.stage = Stage::Refit(Side::First);
        })
    };
    assert_eq!(table(false).play().what(), "refit-damaged-ships");
    let mut play = table(true).play();
    assert_eq!(play.what(), "another-round");
    assert!(!play.game().squadrons[0].hit, "from now on they can be");
    play.dice(1);
}

#[test]
fn a_plain_port_holds_one_f_counter_whoever_comes() {
    let enters = |there: &str, country: &str| {
        let mut play = Table::empty()
            .fleet(country, "valencia", there)
            .fleet("spain", "alboran", "F- 4NGD NTD")
            .with(|game, _| {
                game.campaign = BySide::new(Campaign::None, Campaign::Passive);
                game.stage = Stage::Move(Impulse::first(Side::Second));
            })
            .play();
        play.answer("sail spain alboran").answer("F-/4NGD/NTD");
        play.keys().contains(&"port valencia".to_owned())
    };
    assert!(enters("NGD", "spain"));
    assert!(enters("F- 4NGD", "spain"), "together they are an F+");
    assert!(!enters("F+ 8NGD 2NTD", "spain"));
    assert!(!enters("F- 4NGD", "habsburg"));
}

#[test]
fn a_blockade_outlasts_the_turn() {
    let blockade = |port: &str| {
        let table = Table::empty().fleet("spain", "gulf_of_lion", "F- 4NGD NTD").with(|game, rules| {
            game.squadrons[0].blockades = rules.province(port);
            game.turn = 1;
            game.stage = Stage::Levy;
        });
        let mut play = table.play();
        play.until("upkeep");
        play.game().squadrons.iter().find(|s| s.at == Anchorage::Sea(0)).and_then(|s| s.blockades).is_some()
    };
    assert!(blockade("provence"), "an enemy port stays closed");
    assert!(!blockade("catalunya"), "a port of one's own does not");
}

#[test]
fn a_fleet_feeds_one_stack_until_the_next_supply() {
    let table = Table::empty()
        .fleet("france", "gulf_of_lion", "F- 4NGD NTD")
        .troops("france", "rosselo", "A-")
        .troops("france", "catalunya", "A-");
    let length = |fed: Option<&str>| {
        let mut game = table.game.clone();
        game.squadrons[0].feeds = fed.and_then(|id| table.rules.province(id));
        let stack = crate::stack::Stack::read("A-").unwrap();
        let at = table.province("catalunya");
        game.supply_line(&table.rules, Side::First, at, stack)
    };
    let by_land = length(None);
    assert!(length(Some("catalunya")) < by_land, "{:?} {by_land:?}", length(Some("catalunya")));
    assert_eq!(length(Some("rosselo")), by_land);
}

#[test]
fn the_owner_says_under_which_counters_ships_sail() {
    // What is left of an F+ fits into an F- or needs no counter.
    let mut play = Table::empty().fleet("france", "algiers", "F+ 5NGD").play();
    play.answer("done").dice(10);
    while play.what() != "counters-of-the-fleet" {
        play.dice(10);
    }
    assert_eq!(play.question().asking.by, Some(Side::First));
    let forms = play.keys();
    assert!(forms.len() == 2 && forms[0].starts_with("F-/") && !forms[1].contains('F'), "{forms:?}");
    play.answer(&forms[1]);
    assert_eq!(play.ships("algiers"), forms[1]);
    // Three small fleets in a port: their counters do not fit in side by side.
    let table =
        Table::empty().fleet("spain", "catalunya", "F- 2NGD").fleet("spain", "gulf_of_lion", "2F- 4NGD");
    let mut play = table
        .with(|game, _| {
            game.campaign = BySide::new(Campaign::None, Campaign::Passive);
            game.stage = Stage::Move(Impulse::first(Side::Second));
        })
        .play();
    play.answer("sail spain gulf_of_lion").answer("2F-/4NGD").answer("port catalunya").dice(1);
    assert_eq!((play.what(), play.question().asking.by), ("counters-of-the-fleet", Some(Side::Second)));
    let forms = play.keys();
    assert!(forms.len() > 1, "{forms:?}");
    play.answer(&forms[1]);
    assert_eq!(play.ships("catalunya").replace(' ', "/"), forms[1]);
}

/// Two sieges on one coast and one fleet: it can be the line of one of them only, as its owner says; by the
/// published table it feeds both.
#[test]
fn a_fleet_is_the_line_of_one_siege_only() {
    let sieges = |readings: &str| {
        let readings: crate::title::ReadingsText = grognard_charts::read("rules.toml", readings).unwrap();
        let table = Table::under(super::rules().under(readings.readings().unwrap()))
            .fleet("france", "tyrrhenian", "F- 4NGD NTD")
            .troops("france", "sardegna", "A+")
            .troops("france", "sicilia", "A+");
        table.with(|game, rules| game.stage = game.first_sieges(rules)).play()
    };
    let line = |play: &Play, id: &str| {
        let at = play.rules().province(id).unwrap();
        let stack = crate::stack::Stack::read("A+").unwrap();
        play.game().supply_line(play.rules(), Side::First, at, stack)
    };
    let mut play = sieges("");
    play.until("which-siege").answer("sardegna");
    assert_eq!((play.what(), play.question().asking.by), ("who-feeds-the-besiegers", Some(Side::First)));
    assert_eq!(play.keys(), ["nobody", "france tyrrhenian"]);
    play.answer("france tyrrhenian");
    assert_eq!((line(&play, "sardegna"), line(&play, "sicilia")), (Some(3), None));
    play.until("the-siege-this-round").answer("undermine");
    play.says("is fed by the fleet of France in the Tyrrhenian Sea: a line of 3 MP, and nobody else is");
    play.until("the-siege-this-round");
    assert!(!play.keys().contains(&"undermine".to_owned()), "without a line nobody digs: {:?}", play.keys());
    // Whoever saves the fleet for the other siege has no line here.
    let mut play = sieges("");
    play.until("which-siege").answer("sardegna").answer("nobody");
    assert_eq!((line(&play, "sardegna"), line(&play, "sicilia")), (None, None));
    let play = sieges("naval-supply = \"published\"");
    assert_eq!((line(&play, "sardegna"), line(&play, "sicilia")), (Some(3), Some(3)));
}

/// Four ships without a counter: by the guide they feed an army, by the published table three LD at most.
#[test]
fn which_fleets_feed_whom_is_a_reading_of_the_title() {
    let asked = |readings: &str, counters: &str| {
        let readings: crate::title::ReadingsText = grognard_charts::read("rules.toml", readings).unwrap();
        let table = Table::under(super::rules().under(readings.readings().unwrap()))
            .fleet("france", "tyrrhenian", "3NGD")
            .troops("france", "sardegna", counters)
            .with(|game, _| game.stage = Stage::Opening(Impulse::first(Side::First)));
        table.play().what() == "who-feeds-the-stack"
    };
    assert!(asked("", "A+") && asked("", "3LD"));
    assert!(!asked("naval-supply = \"published\"", "A+") && asked("naval-supply = \"published\"", "3LD"));
}

/// A drawn battle: the interceptor stays in the zone, and falls on nobody else in that impulse.
#[test]
fn whoever_draws_at_sea_does_not_intercept_again() {
    let mut play = Table::empty()
        .fleet("france", "gulf_of_lion", "F- 4NGD NTD")
        .fleet("spain", "catalunya", "F- 4NGD NTD")
        .fleet("spain", "valencia", "2NGD")
        .with(|game, _| {
            game.campaign = BySide::new(Campaign::Simple, Campaign::Multiple);
            game.stage = Stage::Move(Impulse::first(Side::Second));
        })
        .play();
    play.answer("sail spain catalunya").answer("F-/4NGD/NTD").answer("sail gulf_of_lion");
    play.answer("yes").dice(10).until("after-the-draw");
    while play.what() == "after-the-draw" {
        play.answer("stay");
    }
    play.until("movement");
    let lion = Anchorage::Sea(play.rules().sea("gulf_of_lion").unwrap());
    let stays = play.game().squadrons.iter().find(|s| s.at == lion && s.country == 0);
    assert!(stays.is_some_and(|s| !s.fleet.is_empty()), "{}", play.account());
    play.answer("sail spain valencia").answer("2NGD").answer("sail alboran");
    assert_eq!(play.what(), "voyage", "nobody is asked to intercept");
}

/// Two fleets lie before Marseille: when one has slipped away the other is still there.
#[test]
fn another_blockader_keeps_the_port_closed() {
    let mut play = Table::empty()
        .fleet("france", "provence", "F- 4NGD NTD")
        .fleet("spain", "gulf_of_lion", "F- 4NGD NTD")
        .fleet("habsburg", "gulf_of_lion", "F- 4NGD")
        .with(|game, rules| {
            for squadron in game.squadrons.iter_mut().filter(|s| s.country != 0) {
                squadron.blockades = rules.province("provence");
            }
        })
        .play();
    play.answer("sail france provence").answer("F-/4NGD/NTD");
    let first = play.question().about;
    play.answer("fight").answer("evade").dice(8);
    for _ in 0..20 {
        match (play.what(), play.keys().first().cloned()) {
            ("running-the-blockade" | "voyage", _) => break,
            (_, Some(key)) => play.answer(&key),
            _ => play.dice(1),
        };
    }
    assert_eq!(play.what(), "running-the-blockade", "{}", play.account());
    let second = play.question().about;
    assert!(first.contains("blockaded by") && second.contains("blockaded by"), "{first}; {second}");
    assert_ne!(first, second);
}

/// Whoever comes out of port to fight has entered the zone, whether he stays in it after the draw or runs for port;
/// whoever lay there has not. One zone is a point here, where by the guide four are, and the Gulf of Lion has a penalty.
#[test]
fn a_fleet_that_fights_its_way_out_has_entered_the_zone() {
    let house = "[[sea-figures.change]]\nrow = \"zones to one point\"\ncolumn = \"value\"\ncell = \"1\"\n";
    let charts = Arc::new(Charts::load(&[("house.toml".to_owned(), house.to_owned())]).unwrap());
    let entered = |from: &str, after: &str| {
        let [map, countries, setup] = super::texts();
        let mut rules = GameRules::read("campaign", &map, &countries, &setup, &charts).unwrap();
        let lion = usize::from(rules.sea("gulf_of_lion").unwrap());
        rules.seas[lion].penalty = 2;
        let mut play = Table::under(rules)
            .fleet("spain", from, "F- 4NGD NTD")
            .fleet("france", "gulf_of_lion", "F- 4NGD NTD")
            .with(|game, rules| {
                let france = game.squadrons.iter_mut().find(|s| s.country == 0).unwrap();
                france.blockades = rules.province("catalunya");
                game.campaign = BySide::new(Campaign::Simple, Campaign::Multiple);
                game.stage = Stage::Move(Impulse::first(Side::Second));
            })
            .play();
        play.answer(&format!("sail spain {from}")).answer("F-/4NGD/NTD");
        if from == "gulf_of_lion" {
            play.answer("port catalunya");
        }
        while play.what() != "after-the-draw" {
            let keys = play.keys();
            let wanted =
                ["fight", "no", "stay"].iter().find(|key| keys.iter().any(|offered| offered == *key));
            match (wanted, keys.first()) {
                (Some(key), _) => play.answer(key),
                (None, Some(key)) => play.answer(key),
                _ => play.dice(1),
            };
        }
        assert_eq!(play.question().asking.by, Some(Side::Second));
        play.answer(after).until("after-the-draw").answer("stay");
        play.until("sea-attrition").dice(1);
        let all = modifiers(&play).into_iter();
        all.filter(|words| words.ends_with("zones entered") || words.ends_with("these seas"))
            .collect::<Vec<_>>()
    };
    for after in ["stay", "port"] {
        assert_eq!(entered("catalunya", after), ["+1 zones entered", "+2 these seas"], "{after}");
        assert!(entered("gulf_of_lion", after).is_empty(), "{after}");
    }
}
