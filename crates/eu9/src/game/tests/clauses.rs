//! Every refusal and ruling stands under the clause that it follows from, and none is cited without its rule.

use super::super::{Impulse, Stage};
use super::{Play, Table};
use crate::campaign::Campaign;
use grognard_umpire::{BySide, Side};

fn cites(play: &Play, clause: &str) -> bool {
    play.session.cited().iter().any(|cited| cited.id() == clause)
}

#[test]
fn movement_points_and_ports_have_clauses_of_their_own() {
    let table = Table::empty().troops("france", "provence", "A-").with(|game, _| {
        game.campaign.second = Campaign::None;
    });
    let mut play = table.play();
    play.march("provence");
    let refusal = loop {
        // Back and forth until the points are spent.
        let there = play.keys().into_iter().find(|key| key == "dauphine" || key == "provence");
        match there {
            Some(key) => play.answer(&key),
            None => break play.refused("languedoc"),
        };
    };
    assert_eq!(refusal.clause.unwrap().id(), "EU9-MOVE-a", "{refusal}");
    let mut play = Table::empty().fleet("france", "gulf_of_lion", "F- 4NGD NTD").play();
    play.answer("sail france gulf_of_lion").answer("F-/4NGD/NTD");
    assert_eq!(play.refused("port catalunya").clause.unwrap().id(), "EU9-MOVE-c");
}

#[test]
fn the_end_of_a_voyage_without_end() {
    let mut play = Table::empty().fleet("france", "gulf_of_lion", "F- 4NGD NTD").play();
    play.answer("sail france gulf_of_lion").answer("F-/4NGD/NTD");
    for zone in ["tyrrhenian", "gulf_of_lion"].into_iter().cycle().take(13) {
        play.answer(&format!("sail {zone}"));
    }
    assert_eq!(play.refused("sail gulf_of_lion").clause.unwrap().id(), "EU9-MOVE-d");
}

/// Only a zone with a port of its own is easier for a fleet.
#[test]
fn ports_are_cited_where_they_ease_a_voyage() {
    let stays = |sea: &str| {
        let mut play = Table::empty().fleet("france", sea, "F- 4NGD NTD").play();
        play.answer("done").dice(1);
        cites(&play, "EU9-ATTRITION-t")
    };
    assert!(stays("gulf_of_lion"));
    assert!(!stays("algiers"));
}

#[test]
fn fleets_are_spared_in_supply_where_there_are_any() {
    let opens = |table: Table| {
        let opening = Stage::Opening(Impulse::first(Side::First));
        let play = table.with(|game, _| game.stage = opening).play();
        cites(&play, "EU9-SUPPLY-p")
    };
    assert!(opens(Table::empty().fleet("france", "gulf_of_lion", "NGD")));
    assert!(!opens(Table::empty().fleet("france", "provence", "NGD").fleet("spain", "algiers", "NGD")));
}

/// The campaign of the round before counts for whoever has not had his impulse yet.
#[test]
fn a_campaign_is_carried_over_into_the_next_round() {
    let meets = |last: bool| {
        let mut play = Table::empty()
            .troops("spain", "brabant", "A+")
            .troops("france", "champagne", "2A+")
            .with(|game, _| {
                game.campaign = BySide::new(Campaign::Simple, Campaign::Passive);
                game.stage = Stage::Move(Impulse { last, ..Impulse::first(Side::Second) });
            })
            .play();
        play.march("brabant").answer("hainaut").answer("yes").dice(1);
        cites(&play, "EU9-CAMPAIGN-p")
    };
    assert!(meets(false));
    assert!(!meets(true), "France has chosen its campaign in this very round");
}

#[test]
fn who_is_not_paid_is_let_go() {
    let mut play = Table::empty()
        .fleet("france", "provence", "F- 4NGD NTD")
        .with(|game, _| game.stage = Stage::Upkeep(Side::First))
        .play();
    play.answer("lay-up france provence")
        .says("EU9-LOGISTICS-z Valois lays up F- 4NGD NTD of France in port at Provence: saves");
}

#[test]
fn wintering_flight_and_sorties_are_asked_under_their_own_clauses() {
    let clause = |play: &Play| play.question().asking.clause.id();
    let winter = Table::empty().fleet("france", "gulf_of_lion", "F- 4NGD NTD");
    let play = winter.with(|game, _| game.stage = Stage::Winter).play();
    assert_eq!((play.what(), clause(&play)), ("where-the-fleet-winters", "EU9-ATTRITION-ae"));
    let fallen = Table::empty().fleet("genoa", "liguria", "F- 4NGD NTD").troops("spain", "liguria", "A+ LD");
    let mut play = fallen
        .with(|game, rules| {
            let at = rules.province("liguria").unwrap();
            super::occupying(game, rules, Side::Second, at);
        })
        .play();
    play.until("which-port-the-fleet-runs-to");
    assert_eq!(clause(&play), "EU9-NAVAL-m");
    let relief = Table::empty()
        .garrison("france", "champagne", "LD")
        .troops("france", "champagne", "A+")
        .troops("spain", "champagne", "A+")
        .with(|game, _| game.stage = Stage::Sortie(Impulse::first(Side::First), game.troops[0].at));
    let play = relief.play();
    assert_eq!((play.what(), clause(&play)), ("sortie", "EU9-BATTLE-af"));
}
