//! Fleets: sailing, carrying, blockading, fighting, wintering.

use super::super::{Anchorage, Post, Stage};
use super::Table;
use crate::fleet::Fleet;
use crate::siege::Works;
use grognard_umpire::Side;

/// A French fleet at Marseille with troops beside it.
fn marseille() -> Table {
    Table::empty().troops("france", "provence", "A- LD").fleet("france", "provence", "F- 4NGD NTD")
}

#[test]
fn troops_go_from_port_to_port_without_attrition_of_their_own() {
    let mut play = marseille().play();
    play.answer("sail france provence").answer("F-/4NGD/NTD");
    play.answer("embark provence A-/LD").answer("sail gulf_of_lion").answer("port liguria");
    assert_eq!(play.what(), "sea-attrition");
    play.dice(3);
    // Two MP are no cause, and the fleet is next to Genoa's port: 3 + 5 - 2.
    assert_eq!(play.what(), "march", "they may march on from Genoa");
    play.answer("halt");
    assert_eq!((play.stack("liguria").as_str(), play.ships("liguria").as_str()), ("A- LD", "F- 4NGD NTD"));
    play.says("EU9-LOGISTICS-s A- LD of France goes aboard at Provence: 5 of 7 transport points");
    play.says("EU9-ATTRITION-z 6: 0 % of the fleet lost at sea");
}

#[test]
fn a_beach_costs_more_and_is_a_cause() {
    let mut play = marseille().with(|game, _| game.campaign.second = crate::Campaign::None).play();
    play.answer("sail france provence").answer("F-/4NGD/NTD");
    play.answer("embark provence A-/LD").answer("sail gulf_of_lion");
    let refusal = play.refused("stay");
    assert_eq!(refusal.clause.unwrap().id(), "EU9-MOVE-b");
    play.answer("land rosselo").dice(3).answer("halt");
    assert_eq!(play.what(), "attrition");
    play.dice(4).says("EU9-INTERCEPT-a France announces a landing in Rossel");
    // One cause, enemy land, nobody's MAN: 4 + 8.
    play.says("12: P");
    assert_eq!(play.ships("gulf_of_lion"), "F- 4NGD NTD", "the fleet lies off the beach");
}

#[test]
fn a_fleet_carries_what_it_can() {
    let table = Table::empty().troops("france", "provence", "2A+").fleet("france", "provence", "F- 4NGD NTD");
    let mut play = table.play();
    play.answer("sail france provence").answer("F-/4NGD/NTD");
    let refusal = play.refused("embark provence 2A+");
    assert!(refusal.to_string().contains("needs 12 transport points and the fleet has 7"), "{refusal}");
    play.answer("embark provence A+");
    assert_eq!(play.refused("embark provence A+").to_string(), "there are troops aboard already");
    // Whoever has gone aboard and stays in port goes ashore again.
    play.answer("stay");
    assert_eq!(play.stack("provence"), "2A+");
}

/// A garrison and a stack before the city are told apart when both could go aboard.
#[test]
fn the_garrison_is_named_when_it_embarks() {
    let table = Table::empty().garrison("france", "provence", "LD").troops("france", "provence", "LD");
    let mut play = table.fleet("france", "provence", "F- 4NGD NTD").play();
    play.answer("sail france provence").answer("F-/4NGD/NTD");
    let keys = play.keys();
    assert!(keys.contains(&"embark provence LD".to_owned()), "{keys:?}");
    play.answer("embark provence LD garrison").answer("stay");
    assert_eq!(play.stack("provence"), "2LD");
}

#[test]
fn a_simple_campaign_sets_one_small_stack_ashore() {
    let mut play = marseille().with(|game, _| game.campaign.first = crate::Campaign::Passive).play();
    play.answer("sail france provence").answer("F-/4NGD/NTD");
    play.answer("embark provence A-/LD").answer("sail gulf_of_lion");
    let refusal = play.refused("land rosselo");
    assert_eq!(refusal.clause.unwrap().id(), "EU9-CAMPAIGN-c");
}

#[test]
fn galleys_keep_to_their_sea_and_minors_to_their_range() {
    let table =
        Table::empty().fleet("spain", "catalunya", "F- 4NGD NTD").fleet("venice", "veneto", "F+ 10NGD NTD");
    let mut play = table.with(|game, _| game.stage = Stage::Move(super::Impulse::first(Side::Second))).play();
    play.until("movement");
    let refusal = play.refused("sail venice veneto");
    assert!(refusal.to_string().contains("not yours"), "{refusal}");
    play.answer("done").until("campaign");
    let mut play = Table::empty()
        .fleet("spain", "catalunya", "F- 4NGD NTD")
        .fleet("venice", "veneto", "F+ 10NGD NTD")
        .with(|game, _| game.campaign.second = crate::Campaign::None)
        .play();
    play.answer("sail venice veneto").answer("F+/10NGD/NTD").answer("sail adriatic").answer("sail ionian");
    let refusal = play.refused("sail tyrrhenian");
    assert_eq!(refusal.clause.unwrap().id(), "EU9-ITALY-j");
    let table = Table::empty().fleet("france", "alboran", "F- 4NGD NTD");
    let mut play = table.play();
    play.answer("sail france alboran").answer("F-/4NGD/NTD");
    assert_eq!(play.refused("sail cadiz").clause.unwrap().id(), "EU9-LOGISTICS-b");
}

#[test]
fn a_blockade_needs_enough_ships_and_closes_the_port() {
    let table =
        Table::empty().fleet("france", "gulf_of_lion", "F- 4NGD NTD").troops("france", "catalunya", "A+ LD");
    let mut play = table.with(|game, _| game.campaign.second = crate::Campaign::None).play();
    let port = |play: &super::Play| {
        let at = play.rules().province("catalunya").unwrap();
        play.game().blockader(play.rules(), at).is_some()
    };
    assert!(!port(&play));
    play.answer("sail france gulf_of_lion").answer("F-/4NGD/NTD").answer("blockade catalunya").dice(3);
    assert!(port(&play), "an F- with two ND or more closes a place of level 2");
    play.answer("done").until("the-siege-this-round").answer("undermine").dice(5);
    assert!(!play.account().contains("an open port"));
    let one = Table::empty().fleet("france", "gulf_of_lion", "2NWD");
    let mut play = one
        .with(|game, rules| {
            let at = rules.province("catalunya").unwrap();
            game.lands[usize::from(at)].level = 2;
        })
        .play();
    play.answer("sail france gulf_of_lion").answer("2NWD");
    let refusal = play.refused("blockade catalunya");
    assert!(refusal.to_string().contains("at least F- with 2 ND"), "{refusal}");
}

#[test]
fn an_open_port_helps_the_besieged() {
    let table = Table::empty().troops("france", "catalunya", "A+ LD");
    let mut play = table.with(|game, rules| game.stage = game.first_sieges(rules)).play();
    play.until("the-siege-this-round").answer("undermine").dice(5);
    let open =
        play.session.account().iter().any(|r| r.modifiers.iter().any(|m| m.clause.id() == "EU9-SIEGE-k"));
    assert!(open, "{}", play.account());
}

/// A Spanish fleet in Barcelona, a French one before it.
fn bottled_up() -> Table {
    Table::empty()
        .fleet("spain", "catalunya", "F- 4NGD NTD")
        .fleet("france", "gulf_of_lion", "F- 4NGD NTD")
        .with(|game, rules| {
            game.squadrons.iter_mut().for_each(|s| {
                if s.at != Anchorage::Port(rules.province("catalunya").unwrap()) {
                    s.blockades = rules.province("catalunya");
                }
            });
            game.campaign.second = crate::Campaign::Simple;
            game.stage = Stage::Move(super::Impulse::first(Side::Second));
        })
}

#[test]
fn a_blockade_is_run_or_fought() {
    let mut play = bottled_up().play();
    play.answer("sail spain catalunya").answer("F-/4NGD/NTD").answer("slip");
    assert_eq!(play.what(), "evasion");
    play.dice(8).says("slips away");
    assert_eq!(play.what(), "voyage");
    let mut play = bottled_up().play();
    play.answer("sail spain catalunya").answer("F-/4NGD/NTD").answer("slip").dice(6).says("is held");
    assert_eq!((play.what(), play.ships("catalunya").as_str()), ("movement", "F- 4NGD NTD"));
    let mut play = bottled_up().play();
    play.answer("sail spain catalunya").answer("F-/4NGD/NTD").answer("slip").dice(5);
    assert_eq!((play.what(), play.question().asking.by), ("force-a-battle", Some(Side::First)));
    play.answer("yes");
    play.until("movement").says("EU9-BATTLE-");
}

#[test]
fn fleets_are_intercepted_and_the_beaten_run_for_port() {
    let table = Table::empty()
        .fleet("france", "provence", "2NGD")
        .fleet("spain", "catalunya", "F+ 8NGD NTD")
        .leader("spain_a1", Post::At(super::rules().province("catalunya").unwrap()));
    let mut play = table.play();
    play.answer("sail france provence").answer("2NGD").answer("sail gulf_of_lion");
    assert_eq!((play.what(), play.question().asking.by), ("intercept", Some(Side::Second)));
    play.answer("yes").intercepts(9).says("intercepts: ");
    play.until("after-the-draw").answer("stay").until("movement");
    play.says("EU9-NAVAL-c");
    let spain = play.game().squadrons.iter().find(|s| s.country == 1).expect("Spain stays");
    assert_eq!(spain.at, Anchorage::Sea(play.rules().sea("gulf_of_lion").unwrap()));
    assert!(spain.fleet.galleys >= 8, "{}", spain.fleet);
}

#[test]
fn a_fleet_at_sea_rolls_even_if_it_stays() {
    let table = Table::empty().fleet("france", "algiers", "F- 4NGD NTD").fleet("france", "provence", "2NGD");
    let mut play = table.play();
    play.answer("done");
    assert_eq!(play.what(), "sea-attrition");
    // Difficulty 5, and an F counter that starts one zone off: 4 + 5 + 3.
    play.dice(4).says("12: 10 % of the fleet lost at sea");
    play.until("campaign");
    assert!(play.account().matches("of the fleet lost at sea").count() == 1, "{}", play.account());
}

/// With Brest the only port left, the Tyrrhenian Sea is five zones off: over the Gulf of Lion, Alborán, Cádiz
/// and Biscay to the Celtic Sea.
#[test]
fn far_from_port_an_f_counter_pays_nine_or_six() {
    for (reading, malus) in [("nine", 9), ("six", 6)] {
        let [map, countries, setup] = super::texts();
        let map = map
            .replace("port = \"port\"", "port = \"none\"")
            .replace("port = \"arsenal\"", "port = \"none\"");
        let map = map.replacen("port = \"none\"", "port = \"arsenal\"", 1);
        let charts = std::sync::Arc::new(crate::charts::Charts::load(&[]).unwrap());
        let rules = crate::GameRules::read("pavia", &map, &countries, &drop_fleets(&setup), &charts).unwrap();
        let readings: crate::ReadingsText =
            grognard_charts::read("title.toml", &format!("sea.far-off = \"{reading}\"")).unwrap();
        let table = Table::under(rules.under(readings.readings().unwrap()));
        let mut play = table.fleet("france", "tyrrhenian", "F- 2NWD").play();
        play.answer("done").dice(1);
        let account = play.session.account();
        let off = account.iter().flat_map(|r| &r.modifiers).find(|m| m.clause.id() == "EU9-ATTRITION-v");
        assert_eq!(off.map(|m| m.value), Some(malus), "{reading}");
    }
}

fn drop_fleets(setup: &str) -> String {
    let mut out = String::new();
    for block in setup.split("\n[[") {
        if !block.starts_with("fleet]]") {
            if !out.is_empty() {
                out.push_str("\n[[");
            }
            out.push_str(block);
        } else if let Some(figures) = block.split("\n[figures]").nth(1) {
            out.push_str("\n[figures]");
            out.push_str(figures);
        }
    }
    out
}

#[test]
fn siegeworks_fire_at_ships() {
    let table = Table::empty()
        .fleet("spain", "catalunya", "F- 4NGD NTD")
        .troops("france", "catalunya", "A+ LD")
        .with(|game, rules| {
            let at = usize::from(rules.province("catalunya").unwrap());
            game.lands[at].works = Works { minus: 0, plus: 2 };
            game.campaign = grognard_umpire::BySide::new(crate::Campaign::None, crate::Campaign::Passive);
            game.stage = Stage::Move(super::Impulse::first(Side::Second));
        });
    let mut play = table.play();
    play.answer("sail spain catalunya").answer("F-/4NGD/NTD").answer("sail alboran");
    assert_eq!(play.what(), "fire-of-the-fort");
    // 10 + 2 works + 1 for the F counter: stopped, two ND sunk, and the owner says which.
    play.dice(10).says("is stopped and loses 2 ND");
    assert_eq!((play.what(), play.question().asking.by), ("a-ship-is-sunk", Some(Side::Second)));
    play.answer("NTD");
    assert_eq!(play.ships("catalunya"), "F- 3NGD");
}

/// The Spanish fleet lies outside its blockaded port instead.
fn locked_out() -> Table {
    bottled_up().with(|game, rules| {
        let catalunya = rules.province("catalunya").unwrap();
        let alboran = rules.sea("alboran").unwrap();
        for squadron in &mut game.squadrons {
            if squadron.at == Anchorage::Port(catalunya) {
                squadron.at = Anchorage::Sea(alboran);
            }
        }
        game.squadrons.sort_unstable();
        game.campaign.first = crate::Campaign::None;
    })
}

#[test]
fn a_blockade_is_run_inwards_too() {
    let mut play = locked_out().play();
    play.answer("sail spain alboran").answer("F-/4NGD/NTD").answer("sail gulf_of_lion");
    play.answer("port catalunya").answer("slip");
    assert_eq!((play.what(), play.question().asking.by), ("evasion", Some(Side::Second)));
    play.dice(8).says("Spain's fleet slips away: 8 against 8");
    play.until("movement");
    assert_eq!(play.ships("catalunya"), "F- 4NGD NTD");
    let mut play = locked_out().play();
    play.answer("sail spain alboran").answer("F-/4NGD/NTD").answer("sail gulf_of_lion");
    play.answer("port catalunya").answer("slip").dice(6).says("is held");
    play.until("movement");
    assert_eq!(play.ships("catalunya"), "none", "it stays before the port");
    let mut play = locked_out().play();
    play.answer("sail spain alboran").answer("F-/4NGD/NTD").answer("sail gulf_of_lion");
    play.answer("port catalunya").answer("slip").dice(5);
    assert_eq!((play.what(), play.question().asking.by), ("force-a-battle", Some(Side::First)));
}

#[test]
fn troops_land_behind_the_walls_of_a_besieged_city() {
    let table = || {
        Table::empty()
            .troops("spain", "valencia", "LD")
            .troops("france", "catalunya", "A+")
            .fleet("spain", "valencia", "F- 4NGD NTD")
            .with(|game, rules| {
                let at = rules.province("catalunya").unwrap();
                game.lands[usize::from(at)].level = 2;
                game.campaign =
                    grognard_umpire::BySide::new(crate::Campaign::None, crate::Campaign::Multiple);
                game.stage = Stage::Move(super::Impulse::first(Side::Second));
            })
    };
    let land = |mut play: super::Play| {
        play.answer("sail spain valencia").answer("F-/4NGD/NTD").answer("embark valencia LD");
        let seas: Vec<String> = play.keys().into_iter().filter(|key| key.starts_with("sail ")).collect();
        play.answer(&seas[0]);
        if seas[0] != "sail gulf_of_lion" {
            play.answer("sail gulf_of_lion");
        }
        play.answer("port catalunya").dice(1);
        play
    };
    let mut play = land(table().play());
    assert_eq!((play.what(), play.keys()), ("city-or-field", vec!["city".to_owned(), "field".to_owned()]));
    play.answer("city").says("EU9-SIEGE-h LD of Spain goes behind the walls of Barcelona");
    assert!(play.game().troops.iter().any(|t| t.inside && t.stack().ld_count() == 1));
    let mut play = land(table().garrison("spain", "catalunya", "2LD").play());
    play.until("movement");
    assert!(!play.account().contains("behind the walls"), "there is no room for a third LD");
}

#[test]
fn whoever_embarks_and_stays_has_not_moved() {
    let mut play = marseille().play();
    play.answer("sail france provence").answer("F-/4NGD/NTD").answer("embark provence LD").answer("stay");
    assert_eq!((play.what(), play.keys()), ("joined-stacks", vec!["A-/LD".into(), "3LD".into()]));
    play.answer("A-/LD");
    assert!(play.keys().contains(&"move provence".to_owned()), "{:?}", play.keys());
}

#[test]
fn a_fallen_port_drives_its_fleet_out() {
    let table = Table::empty()
        .fleet("genoa", "liguria", "F- 4NGD NTD")
        .troops("spain", "liguria", "A+ LD")
        .with(|game, rules| {
            let at = rules.province("liguria").unwrap();
            super::occupying(game, rules, Side::Second, at);
        });
    let mut play = table.play();
    play.until("which-port-the-fleet-runs-to");
    let ports = play.keys();
    assert!(ports.contains(&"corsica".to_owned()) && !ports.contains(&"liguria".to_owned()), "{ports:?}");
    assert_eq!(play.question().asking.by, Some(Side::First));
    play.answer("corsica");
    assert_eq!(play.what(), "sea-attrition");
    play.dice(1);
    assert_eq!(play.ships("corsica"), "F- 4NGD NTD");
    play.says("takes Genova");
}

#[test]
fn fleets_at_sea_winter_in_port_or_pay_for_it() {
    let sea = |stay: bool| {
        let table = Table::empty().fleet("france", "gulf_of_lion", "F- 4NGD NTD");
        let mut play = table.with(|game, _| game.stage = Stage::Winter).play();
        assert_eq!(play.what(), "where-the-fleet-winters");
        play.answer(if stay { "sea" } else { "provence" }).dice(4);
        play
    };
    sea(false).says("7: 0 % of the fleet lost at sea");
    sea(true).says("9: 0 % of the fleet lost at sea");
}

#[test]
fn damaged_ships_are_refitted_for_half_their_price() {
    let table = Table::empty().fleet("france", "provence", "F- 2NGD").with(|game, _| {
        game.squadrons[0].damaged = Fleet { galleys: 2, warships: 1, ..Fleet::default() };
        game.stage = Stage::Refit(Side::First);
    });
    let mut play = table.play();
    assert_eq!(play.keys(), ["done", "refit NWD france provence", "refit NGD france provence"]);
    let purse = play.game().purse.first;
    play.answer("refit NGD france provence").answer("refit NWD france provence");
    assert_eq!(purse - play.game().purse.first, 5 + 18, "half of 10 and of 35, rounded up");
    assert_eq!(play.ships("provence"), "F- NWD 3NGD");
    assert_eq!(play.game().squadrons[0].damaged.to_string(), "NGD");
    play.answer("done");
}

#[test]
fn fleets_split_and_form_as_they_like() {
    let table = Table::empty().fleet("france", "provence", "F- 4NGD NTD");
    let mut play = table.play();
    play.answer("sail france provence");
    let parts = play.keys();
    assert_eq!(parts[0], "F-/4NGD/NTD");
    assert!(parts.contains(&"2NGD".to_owned()) && parts.contains(&"NTD".to_owned()), "{parts:?}");
    play.answer("2NGD").answer("stay");
    assert_eq!(play.ships("provence"), "F- 4NGD NTD", "they come together again");
}
