//! Counter-interceptions, admirals who change fleets, winter postings, and what owners are asked when stacks part
//! and come together.

use super::super::{Impulse, Post, Stage};
use super::{Play, Table, rules, texts};
use crate::campaign::Campaign;
use crate::charts::Charts;
use crate::title::{GameRules, HelpedMarch};
use grognard_umpire::{BySide, Choice, Fact, List, Openness, Playable, Side};
use std::sync::Arc;

fn post(play: &Play, id: &str) -> Post {
    let index = play.rules().leaders.iter().position(|l| l.id == id).unwrap();
    play.game().posts[index]
}

/// Spaniards march from Brabant into Hainaut past the French in Champagne; others stand in Luxemburg.
fn hainaut(helper: &str) -> Table {
    Table::empty()
        .troops("spain", "brabant", "A-")
        .troops("spain", "luxemburg", helper)
        .troops("france", "champagne", "A+")
        .with(|game, _| {
            game.campaign = BySide::new(Campaign::Simple, Campaign::Passive);
            game.stage = Stage::Move(Impulse::first(Side::Second));
        })
}

#[test]
fn the_moving_side_intercepts_interceptors() {
    let mut play = hainaut("A- LD").play();
    play.march("brabant").answer("hainaut").answer("yes").intercepts(10);
    assert_eq!((play.what(), play.question().asking.by), ("intercept", Some(Side::Second)));
    play.answer("yes").intercepts(6);
    // 6 and the march itself as friends there: 7 is too late.
    play.says("EU9-INTERCEPT-f Spain from Luxemburg comes too late: 7 against 8");
    assert_eq!(play.stack("luxemburg"), "A- LD");
    assert_ne!(play.what(), "intercept", "one try, and nobody counters a counter-interception");
    let mut play = hainaut("A- LD").play();
    play.march("brabant").answer("hainaut").answer("yes").intercepts(10).answer("yes").intercepts(7);
    assert_eq!(play.what(), "joined-stacks");
    let keys = play.keys();
    assert!(keys.contains(&"2A-/LD".to_owned()) && keys.contains(&"A+/LD".to_owned()), "{keys:?}");
    play.answer("A+/LD").says("EU9-INTERCEPT-i A- LD of Spain comes to the help of the march in Hainaut");
    assert_eq!(play.stack("luxemburg"), "nobody");
    // 8 in all, and 5 LD fight: nobody has 3 LD more. Without help 2 would have stood against 4.
    play.until("movement");
    assert!(play.account().contains("EU9-INTERCEPT-i"));
}

#[test]
fn who_is_locked_or_full_or_over_a_strait_does_not_help() {
    let asked = |table: Table| {
        let mut play = table.play();
        play.march("brabant").answer("hainaut").answer("yes").intercepts(10);
        play.what() == "intercept"
    };
    assert!(asked(hainaut("A-")));
    let locked = hainaut("A-").troops("france", "luxemburg", "LD");
    assert!(!asked(locked), "an enemy of its own");
    assert!(!asked(hainaut("2A+")), "no room beside the march");
    let none = hainaut("A-").with(|game, _| game.campaign.second = Campaign::Passive);
    assert!(asked(none), "a passive campaign intercepts at home");
}

/// The march has won with the help of others: all of them stay where they have fought.
#[test]
fn helpers_do_not_march_on() {
    let won = (1..=60u64).find_map(|seed| {
        let table = hainaut("2A-").reading(|readings| readings.helped_march = HelpedMarch::Stays);
        let mut play = table.play();
        play.march("brabant").answer("hainaut").answer("yes").intercepts(10).answer("yes").intercepts(10);
        let mut dice = grognard_umpire::Generator::new(seed);
        for _ in 0..200 {
            match play.what() {
                "march" => panic!("nobody marches on"),
                "movement" => return (play.stack("hainaut") != "nobody").then_some(play),
                _ => {}
            }
            match play.question().kind {
                grognard_umpire::Kind::Roll(_) => {
                    let french = play.question().asking.by == Some(Side::First);
                    play.dice(if french { 1 } else { dice.below(4) as u8 + 7 });
                }
                _ => {
                    let first = play.keys()[0].clone();
                    play.answer(&first);
                }
            }
        }
        None
    });
    let play = won.expect("it wins at last");
    let own = play.game().troops.iter().filter(|t| t.roster.first() == 1);
    assert_eq!(own.count(), 1, "one stack");
    assert_eq!((play.stack("luxemburg"), play.stack("brabant")), ("nobody".into(), "nobody".into()));
}

/// An admiral goes to another fleet of his country by land or on some ship, once an impulse.
#[test]
fn admirals_change_fleets() {
    let at = |id: &str| rules().province(id).unwrap();
    let table = || {
        Table::empty()
            .fleet("spain", "catalunya", "F- 4NGD NTD")
            .fleet("spain", "campania", "F- 4NGD NTD")
            .fleet("spain", "tyrrhenian", "NGD")
            .leader("spain_a1", Post::At(at("catalunya")))
            .with(|game, _| {
                game.campaign = BySide::new(Campaign::None, Campaign::Passive);
                game.stage = Stage::Move(Impulse::first(Side::Second));
            })
    };
    let mut play = table().play();
    let boards = |play: &Play| play.keys().iter().filter(|key| key.starts_with("board ")).count();
    assert_eq!(boards(&play), 2, "{:?}", play.keys());
    play.answer("board spain_a1 campania").says("EU9-LEADER-e");
    assert_eq!(post(&play, "spain_a1"), Post::At(at("campania")));
    assert_eq!(play.refused("board spain_a1 catalunya").clause.unwrap().id(), "EU9-LEADER-e");
    let mut play = table().play();
    play.answer("board spain_a1 tyrrhenian");
    assert!(matches!(post(&play, "spain_a1"), Post::Afloat(_)));
    // An enemy fleet in the way, and no campaign at all.
    let mut play =
        table().fleet("france", "gulf_of_lion", "F- 4NGD NTD").fleet("france", "alboran", "NGD").play();
    assert!(play.refused("board spain_a1 campania").to_string().contains("by sea"), "{:?}", play.keys());
    assert!(play.refused("board bayard campania").to_string().contains("no admiral of yours"));
    assert!(play.refused("board spain_a1 provence").to_string().contains("no other fleet"));
    let mut play = table().with(|game, _| game.campaign.second = Campaign::None).play();
    assert_eq!(play.refused("board spain_a1 campania").clause.unwrap().id(), "EU9-CAMPAIGN-b");
    let mut play = table().with(|game, _| game.squadrons.iter_mut().for_each(|s| s.moved = true)).play();
    assert!(play.refused("board spain_a1 campania").to_string().contains("sailed"));
}

#[test]
fn leaders_are_posted_anew_when_a_winter_passes() {
    let at = |id: &str| rules().province(id).unwrap();
    let table = |round: u8| {
        Table::empty()
            .troops("france", "champagne", "A+")
            .troops("france", "provence", "A+")
            .fleet("spain", "catalunya", "F- 4NGD NTD")
            .fleet("spain", "campania", "F- 4NGD NTD")
            .leader("bayard", Post::At(at("champagne")))
            .leader("spain_a1", Post::At(at("catalunya")))
            .with(|game, _| {
                game.round = crate::charts::RoundBox(round);
                game.stage = Stage::Continuation;
            })
    };
    // From the first summer into its winter no year ends.
    let mut play = table(1).play();
    play.dice(1);
    assert_ne!(play.what(), "leaders-in-winter");
    let mut play = table(2).play();
    play.dice(1);
    // Charles V's side has the initiative.
    assert_eq!((play.what(), play.question().asking.by), ("leaders-in-winter", Some(Side::Second)));
    assert_eq!(play.keys(), ["done", "send spain_a1 campania"]);
    play.answer("send spain_a1 campania");
    assert_eq!(post(&play, "spain_a1"), Post::At(at("campania")));
    assert_eq!(
        (play.what(), play.question().asking.by),
        ("leaders-in-winter", Some(Side::First)),
        "each once"
    );
    play.answer("send bayard provence").says("EU9-LEADER-f Bayard goes to those at Provence for the winter");
    assert_eq!(post(&play, "bayard"), Post::At(at("provence")));
    // Whoever is besieged stays.
    let mut play = Table::empty()
        .garrison("france", "champagne", "LD")
        .troops("spain", "champagne", "A+")
        .troops("france", "provence", "A+")
        .leader("bayard", Post::Inside(at("champagne")))
        .with(|game, _| {
            game.round = crate::charts::RoundBox(2);
            game.stage = Stage::Continuation;
        })
        .play();
    play.dice(1);
    assert_ne!(play.what(), "leaders-in-winter");
}

/// Half of a stack are veterans: who goes into the city, or out of it, is the owner's choice.
#[test]
fn veterans_among_those_who_go_into_a_city_or_out_of_it_are_asked_for() {
    let table = || {
        Table::empty().troops("france", "champagne", "A- 2LD").with(|game, rules| {
            let france = rules.nations.iter().position(|n| n.id == "france").unwrap() as u8;
            let at = rules.province("champagne").unwrap();
            let troops = game.troops.iter_mut().find(|t| t.at == at).unwrap();
            troops.roster = troops.roster.with_veterans(france, 2);
        })
    };
    let inside = |play: &Play| {
        let found = play.game().troops.iter().find(|t| t.inside).unwrap();
        found.roster.veterans()
    };
    for (key, veterans) in [("1", 1), ("0", 0)] {
        let mut play = table().play();
        play.answer("garrison champagne LD");
        assert_eq!((play.what(), play.keys()), ("veterans-among-those-who-go", vec!["1".into(), "0".into()]));
        play.answer(key);
        assert_eq!(inside(&play), veterans);
    }
    let mut play = table()
        .troops("spain", "hainaut", "2A+")
        .with(|game, _| {
            game.campaign = BySide::new(Campaign::None, Campaign::Major);
            game.stage = Stage::Move(Impulse::first(Side::Second));
        })
        .play();
    play.march("hainaut").answer("champagne").until("who-goes-into-the-city");
    let one = play.keys().into_iter().find(|key| key.starts_with("LD rest")).unwrap();
    play.answer(&one);
    assert_eq!(play.what(), "veterans-among-those-who-go");
    play.answer("0");
    assert_eq!(inside(&play), 0);
}

/// A stack that evades joins friends in the form its owner says.
#[test]
fn whoever_evades_says_in_what_form_he_joins() {
    let mut play = Table::empty()
        .troops("france", "champagne", "A-")
        .troops("france", "troyes", "2LD")
        .troops("spain", "hainaut", "A+ A-")
        .with(|game, _| {
            game.campaign = BySide::new(Campaign::None, Campaign::Major);
            game.stage = Stage::Move(Impulse::first(Side::Second));
        })
        .play();
    play.march("hainaut").answer("champagne").until("stand-or-evade");
    play.answer("evade").dice(10);
    while play.what() != "joined-stacks" && play.what() != "movement" {
        play.answer("troyes");
    }
    assert_eq!((play.what(), play.question().asking.by), ("joined-stacks", Some(Side::First)));
    play.answer("A+");
    assert_eq!(play.stack("troyes"), "A+");
}

/// Four against one: there is no time to evade, and that is what the refusal says.
#[test]
fn an_overrun_leaves_no_time_to_evade() {
    let mut play = Table::empty()
        .troops("france", "champagne", "LD")
        .troops("spain", "hainaut", "A+")
        .with(|game, _| {
            game.campaign = BySide::new(Campaign::None, Campaign::Major);
            game.stage = Stage::Move(Impulse::first(Side::Second));
        })
        .play();
    play.march("hainaut").answer("champagne");
    let refusal = play.refused("evade");
    assert!(refusal.to_string().contains("no time to evade"), "{refusal}");
    assert_eq!(refusal.clause.unwrap().id(), "EU9-INTERCEPT-e");
}

/// More leaders than a country has in a turn are refused where they are written, unless they are named ones.
#[test]
fn leaders_a_turn_are_counted() {
    let read = |change: &dyn Fn(String) -> String| {
        let [map, countries, setup] = texts();
        let charts = Arc::new(Charts::load(&[]).unwrap());
        GameRules::read("campaign", &map, &change(countries), &setup, &charts).err().map(|e| e.to_string())
    };
    assert_eq!(read(&|text| text), None);
    let second = "id = \"spain_g4\"\n";
    let more = read(&|text| {
        let (head, tail) = text.split_once(second).unwrap();
        format!("{head}{second}{}", tail.replacen("turns = [7, 7]", "turns = [7, 8]", 1))
    });
    let more = more.expect("three unnamed generals in turn 8");
    assert!(more.contains("3 generals in turn 8") && more.contains("EU9-ITALY-g"), "{more}");
    let admirals = read(&|text| text.replacen("leaders = [3, 1]", "leaders = [3, 0]", 1));
    let admirals = admirals.expect("one unnamed admiral in turn 7");
    assert!(admirals.contains("1 admiral in turn 7 (La Fayette `"), "{admirals}");
}

/// Bad weather and a river add up since 2020; by the older edition they do not.
#[test]
fn the_edition_of_interceptions_is_a_reading_of_the_title() {
    let sum = |readings: &str| {
        let readings: crate::title::ReadingsText = grognard_charts::read("rules.toml", readings).unwrap();
        let mut play = Table::under(rules().under(readings.readings().unwrap()))
            .troops("spain", "brabant", "A-")
            .troops("france", "flandre", "A+")
            .with(|game, _| {
                game.bad_weather = true;
                game.campaign = BySide::new(Campaign::Simple, Campaign::Passive);
                game.stage = Stage::Move(Impulse::first(Side::Second));
            })
            .play();
        play.march("brabant").answer("hainaut").answer("yes").intercepts(5);
        let account = play.session.account().iter().chain(play.session.draft()).collect::<Vec<_>>();
        let last = account.iter().rfind(|r| r.clause.id() == "EU9-INTERCEPT-f").unwrap();
        last.modifiers.iter().map(|m| m.value).sum::<i16>()
    };
    // Besieging Lille is one less in both.
    assert_eq!((sum(""), sum("interception = \"2013\"")), (-5, -3));
}

/// A country's range is in the view, so that nobody has to guess where a minor may go.
#[test]
fn ranges_are_in_view() {
    let play = Table::empty().play();
    let view = play.game().view(play.rules(), None);
    let Some(Fact::List(countries)) = view.get("countries") else { panic!("no countries") };
    let of = |id: &str| countries.iter().find(|c| c.get("id") == Some(&Fact::from(id))).unwrap();
    let Some(Fact::List(range)) = of("genoa").get("sea-range") else { panic!("Genoa sails anywhere") };
    assert!(
        range.contains(&Fact::from("gulf_of_lion")) && !range.contains(&Fact::from("biscay")),
        "{range:?}"
    );
    assert_eq!(of("genoa").get("side"), Some(&Fact::from("france")));
}

/// The policy leaves a man in a threatened city, and sends as many as it holds behind the walls of a lost field.
#[test]
fn the_policy_garrisons_and_shelters() {
    let policy = |play: &Play| {
        let asking = play.question().asking;
        let keys = play.keys();
        let names: Vec<&str> = keys.iter().map(String::as_str).collect();
        let choice = Choice { asking, options: &List(&names), openness: Openness::Open, barred: &Vec::new };
        keys[play.game().policy(play.rules(), &choice)].clone()
    };
    let mut play =
        Table::empty().troops("france", "champagne", "A+ 2LD").troops("spain", "hainaut", "2A+").play();
    assert_eq!(policy(&play), "garrison champagne");
    assert_eq!(policy(play.answer("garrison champagne")), "LD");
    let mut play = Table::empty()
        .troops("france", "champagne", "A- LD")
        .troops("spain", "hainaut", "2A+")
        .with(|game, rules| {
            let at = rules.province("champagne").unwrap();
            game.lands[usize::from(at)].level = 1;
            game.campaign = BySide::new(Campaign::None, Campaign::Major);
            game.stage = Stage::Move(Impulse::first(Side::Second));
        })
        .play();
    play.march("hainaut").answer("champagne").until("who-goes-into-the-city");
    assert!(policy(&play).starts_with("LD rest"), "{:?}", play.keys());
}

/// Other counters are no voyage: a fleet that has taken them may still sail, and takes no others.
#[test]
fn a_fleet_that_takes_other_counters_may_still_sail() {
    let mut play = Table::empty().fleet("france", "provence", "F- 4NGD NTD").play();
    let refusal = play.refused("form france provence 3NGD").to_string();
    assert!(refusal.contains("it may sail as 4NGD/NTD"), "{refusal}");
    play.answer("form france provence").says("F- 4NGD NTD now sails as 4NGD NTD");
    assert!(play.refused("form france provence F-/4NGD/NTD").to_string().contains("once is enough"));
    let keys = play.keys();
    assert!(keys.contains(&"sail france provence".to_owned()), "{keys:?}");
    assert!(!keys.iter().any(|key| key.starts_with("form ")), "{keys:?}");
}

/// Whoever has marched does not ride, with whosever troops; who has only been joined may.
#[test]
fn who_has_marched_does_not_ride() {
    let trentino = rules().province("trentino").unwrap();
    let table = || {
        Table::empty().leader("carlos_i", Post::At(trentino)).with(|game, _| {
            game.campaign = BySide::new(Campaign::None, Campaign::Passive);
            game.stage = Stage::Move(Impulse::first(Side::Second));
        })
    };
    let mut play = table().troops("habsburg", "trentino", "A-").play();
    play.march("trentino").answer("tirol").answer("halt");
    let refusal = play.refused("ride carlos_i trentino");
    assert!(refusal.to_string().contains("he has marched"), "{refusal}");
    let mut play = table().troops("habsburg", "tirol", "LD").troops("habsburg", "trentino", "A-").play();
    play.march("tirol").answer("trentino").answer("halt").until("movement");
    play.answer("ride carlos_i tirol");
    assert_eq!(post(&play, "carlos_i"), Post::At(play.rules().province("tirol").unwrap()));
}

/// A fleet that comes out of port to intercept leaves its damaged ships there, and after a draw is done.
#[test]
fn damaged_ships_stay_in_port_when_a_fleet_intercepts() {
    let mut play = Table::empty()
        .fleet("france", "gulf_of_lion", "2NGD")
        .fleet("spain", "catalunya", "F- 4NGD NTD")
        .with(|game, _| {
            let spain = game.squadrons.iter_mut().find(|s| s.country == 1).unwrap();
            spain.damaged = crate::fleet::Fleet { galleys: 2, ..Default::default() };
        })
        .play();
    play.answer("sail france gulf_of_lion").answer("2NGD").answer("sail alboran");
    if play.what() != "intercept" {
        play.answer("sail gulf_of_lion");
    }
    play.answer("yes").intercepts(10);
    let port = play.rules().province("catalunya").unwrap();
    let left = play.game().squadrons.iter().find(|s| s.at == super::super::Anchorage::Port(port)).unwrap();
    assert_eq!((left.damaged.galleys, left.fleet.is_empty()), (2, true));
}

/// Beaten fleets do not run into a port that the enemy keeps closed while there is another.
#[test]
fn nobody_runs_into_a_blockaded_port() {
    let shelters = |closed: bool| {
        let table = Table::empty()
            .fleet("spain", "gulf_of_lion", "F- 4NGD NTD")
            .fleet("france", "gulf_of_lion", "F- 4NGD NTD")
            .with(|game, rules| {
                if closed {
                    let spain = game.squadrons.iter_mut().find(|s| s.country == 1).unwrap();
                    spain.blockades = rules.province("provence");
                }
            });
        let france = table.game.squadrons.iter().find(|s| s.country == 0).unwrap().under_way(0);
        let found = table.game.shelters(&table.rules, Side::First, &france);
        found.iter().map(grognard_umpire::Offer::key).collect::<Vec<_>>()
    };
    assert!(shelters(false).contains(&"provence".to_owned()));
    let open = shelters(true);
    assert!(!open.is_empty() && !open.contains(&"provence".to_owned()), "{open:?}");
}

/// Where no ship stays behind no admiral does.
#[test]
fn admirals_are_not_left_in_the_water() {
    let sea = rules().sea("gulf_of_lion").unwrap();
    let mut play = Table::empty()
        .fleet("france", "gulf_of_lion", "F- 4NGD NTD")
        .leader("france_a0", Post::Afloat(sea))
        .play();
    play.answer("sail france gulf_of_lion");
    let keys = play.keys();
    assert!(keys.contains(&"F-/4NGD/NTD".to_owned()) && !keys.contains(&"F-/4NGD/NTD/alone".to_owned()));
    assert!(keys.contains(&"NTD/alone".to_owned()), "{keys:?}");
}
