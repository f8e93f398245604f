//! What a player reads when he is asked, question by question.

use super::super::{Impulse, Post, Stage};
use super::{Play, Table, rules};
use crate::campaign::Campaign;
use grognard_umpire::{BySide, Kind, Offered, Side};

fn at(id: &str) -> Post {
    Post::At(rules().province(id).unwrap())
}

/// The question as it stands on the screen.
fn read(play: &Play) -> String {
    let question = play.question();
    let (Kind::Choose { options: offers, .. } | Kind::Order { offers, .. }) = &question.kind else {
        return "dice".to_owned();
    };
    let who = question.asking.by.map_or("?", |side| play.rules().sides[side].name.as_str());
    let mut text = format!("{who}, {} ({})\n", question.asking.words(), question.asking.clause.id());
    if !question.about.is_empty() {
        text += &format!("{}\n", question.about);
    }
    for Offered { key, words, .. } in offers {
        text += &format!("  {key}: {words}\n");
    }
    text
}

fn imperial(table: Table) -> Table {
    table.with(|game, _| {
        game.campaign = BySide::new(Campaign::Simple, Campaign::Multiple);
        game.stage = Stage::Move(Impulse::first(Side::Second));
    })
}

fn generals() -> String {
    let lombardia = at("lombardia");
    let table = || {
        Table::empty()
            .troops("france", "lombardia", "A- LD")
            .leader("tremoille", lombardia)
            .leader("foix", lombardia)
    };
    let mut parts = table().play();
    parts.answer("move lombardia").answer("LD");
    let mut battle = table()
        .troops("spain", "lombardia", "A-")
        .with(|game, _| game.stage = Stage::Battles(Impulse::first(Side::First)))
        .play();
    battle.until("who-commands");
    format!("{}\n{}", read(&parts), read(&battle))
}

fn interception() -> String {
    let table = Table::empty().troops("spain", "brabant", "A+").troops("spain", "luxemburg", "LD").troops(
        "france",
        "champagne",
        "A- LD",
    );
    let mut play = imperial(table).play();
    play.march("brabant").answer("hainaut").answer("yes").dice(10);
    let mut text = read(&play);
    play.answer("A-/LD").answer("yes").dice(10);
    for _ in 0..200 {
        if play.what() == "what-marches-on" {
            text += &format!("\n{}", read(&play));
            break;
        }
        match play.keys().first() {
            Some(first) => play.answer(&first.clone()),
            None => play.dice(if play.question().asking.by == Some(Side::First) { 1 } else { 9 }),
        };
    }
    text
}

fn fleets() -> String {
    let table = Table::empty()
        .fleet("spain", "catalunya", "F- 4NGD NTD")
        .fleet("france", "gulf_of_lion", "F- 4NGD NTD")
        .with(|game, rules| {
            let france = game.squadrons.iter_mut().find(|s| s.country == 0).unwrap();
            france.blockades = rules.province("catalunya");
        });
    let mut play = imperial(table).play();
    play.answer("sail spain catalunya").answer("F-/4NGD/NTD");
    let blockade = read(&play);
    play.answer("fight").answer("fight");
    for _ in 0..200 {
        let keys = play.keys();
        match keys.iter().find(|key| *key == "stay").or(keys.first()) {
            _ if play.what() == "after-the-draw" => break,
            Some(key) => play.answer(&key.clone()),
            None => play.dice(1),
        };
    }
    format!("{blockade}\n{}", read(&play))
}

fn upkeep() -> String {
    let mut play = Table::empty()
        .troops("france", "champagne", "A- 2LD")
        .troops("france", "berry", "2A+")
        .fleet("france", "provence", "4NGD NTD")
        .with(|game, _| game.stage = Stage::Upkeep(Side::First))
        .play();
    let orders = read(&play);
    play.answer("disband champagne part");
    let part = read(&play);
    let first = play.keys()[0].clone();
    play.answer(&first).answer("lay-up france provence part");
    format!("{orders}\n{part}\n{}", read(&play))
}

#[test]
fn questions_as_a_player_reads_them() {
    insta::assert_snapshot!([generals(), interception(), fleets(), upkeep()].join("\n"));
}
