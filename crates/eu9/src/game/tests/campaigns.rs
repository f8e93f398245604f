//! Campaigns: what they cost, what they let stacks do, who intercepts where.

use super::super::{Impulse, Post, Stage};
use super::{Play, Table, texts};
use crate::campaign::Campaign;
use crate::charts::Charts;
use crate::title::GameRules;
use grognard_umpire::Side;
use std::sync::Arc;

/// The guide's own case: Spanish troops go from Liège to Hainaut, a French stack waits in Champagne.
fn hainaut(france: Campaign) -> Play {
    Table::empty()
        .troops("spain", "brabant", "A+")
        .troops("france", "champagne", "2A+")
        .with(|game, _| {
            game.campaign = grognard_umpire::BySide::new(france, Campaign::Passive);
            game.stage = Stage::Move(Impulse::first(Side::Second));
        })
        .play()
}

fn moves_in(play: &mut Play) -> bool {
    play.march("brabant").answer("hainaut");
    play.what() == "intercept"
}

#[test]
fn a_passive_campaign_does_not_intercept_in_enemy_land() {
    assert!(!moves_in(&mut hainaut(Campaign::Passive)));
    assert!(!moves_in(&mut hainaut(Campaign::None)));
    for campaign in [Campaign::Simple, Campaign::Major, Campaign::Multiple] {
        let mut play = hainaut(campaign);
        assert!(moves_in(&mut play), "{campaign:?}");
        assert_eq!(play.question().asking.by, Some(Side::First));
        let clause = play.question().asking.clause.id();
        let expected = if campaign == Campaign::Simple { "EU9-CAMPAIGN-j" } else { "EU9-CAMPAIGN-s" };
        assert_eq!(clause, expected);
        play.answer("yes").intercepts(10).says("intercepts: ");
        assert!(play.session.cited().iter().any(|c| c.id() == clause));
    }
}

#[test]
fn at_home_a_passive_campaign_intercepts() {
    let mut play = Table::empty()
        .troops("spain", "hainaut", "A+")
        .troops("france", "ile_de_france", "2A+")
        .with(|game, _| {
            game.campaign = grognard_umpire::BySide::new(Campaign::Passive, Campaign::Simple);
            game.stage = Stage::Move(Impulse::first(Side::Second));
        })
        .play();
    play.march("hainaut").answer("champagne");
    assert_eq!((play.what(), play.question().asking.clause.id()), ("intercept", "EU9-INTERCEPT-b"));
    play.answer("yes").intercepts(1).says("comes too late");
}

/// What was announced holds in the enemy's next movement, even if nothing was done with it.
#[test]
fn the_choice_is_announced_and_kept() {
    let mut play = Table::empty()
        .troops("spain", "brabant", "A+")
        .troops("france", "champagne", "2A+")
        .with(|game, _| game.stage = Stage::Campaign(Impulse::first(Side::First)))
        .play();
    play.answer("simple").answer("done").says("announces a simple campaign for 20 ducats");
    play.until("campaign").answer("passive");
    assert!(moves_in(&mut play));
}

#[test]
fn a_minor_has_its_own_campaign() {
    let swiss = |counters: &str| {
        Table::empty()
            .troops("swiss", "suisse", counters)
            .troops("swiss", "graubunden", "LD")
            .with(|game, rules| {
                let at = usize::from(rules.province("lombardia").unwrap());
                game.lands[at].taken = Some(Side::Second);
                game.campaign.first = Campaign::None;
            })
            .play()
    };
    let mut play = swiss("A+");
    play.march("suisse").answer("lombardia");
    play.answer("halt").says("EU9-CAMPAIGN-u A+ of Switzerland marches from Suisse into Lombardia, ");
    play.until("movement").march("graubunden");
    let refusal = play.refused("lombardia");
    assert_eq!(refusal.clause.unwrap().id(), "EU9-CAMPAIGN-u");
    let mut play = swiss("A+ A-");
    play.march("suisse");
    assert_eq!(play.refused("lombardia").clause.unwrap().id(), "EU9-CAMPAIGN-u");
    assert_eq!(play.refused("bresse").clause.unwrap().id(), "EU9-ITALY-j");
}

/// The title with France called otherwise in all its files.
fn france_as(country: &str) -> GameRules {
    let name = format!("\"{country}\"");
    let [map, countries, setup] = texts().map(|text| text.replace("\"france\"", &name));
    GameRules::read("campaign", &map, &countries, &setup, &Arc::new(Charts::load(&[]).unwrap())).unwrap()
}

#[test]
fn sweden_has_a_major_campaign_for_nothing_once_a_turn() {
    let table = Table::under(france_as("sweden")).troops("sweden", "champagne", "A+");
    let mut play = table.with(|game, _| game.stage = Stage::Campaign(Impulse::first(Side::First))).play();
    let purse = play.game().purse.first;
    play.answer("major").says("announces a major campaign for 0 ducats");
    play.answer("done").until("campaign").until("movement").answer("done");
    play.until("campaign");
    while play.question().asking.by != Some(Side::First) {
        play.answer("none").until("campaign");
    }
    play.answer("major");
    assert_eq!(purse - play.game().purse.first, 50, "{}", play.account());
}

/// A low-cost campaign: 3 LD are a further cause of attrition, and by the editions no F counter acts.
#[test]
fn russia_may_pay_for_a_low_cost_campaign() {
    let table = |text: &str, counters: &str| {
        let readings: crate::ReadingsText = grognard_charts::read("title.toml", text).unwrap();
        Table::under(france_as("russia").under(readings.readings().unwrap()))
            .troops("russia", "champagne", counters)
            .fleet("russia", "provence", "F- 2NGD")
            .with(|game, _| game.stage = Stage::Campaign(Impulse::first(Side::First)))
    };
    let mut play = table("", "3LD").play();
    play.answer("simple-no-logistics").says("announces a simple no logistics campaign for 10 ducats");
    play.march("champagne").answer("hainaut").answer("halt");
    assert_eq!(play.what(), "attrition", "3 LD are enough");
    assert!(play.session.cited().iter().any(|c| c.id() == "EU9-ATTRITION-q"));
    let course = |text: &str| {
        let mut play = table(text, "LD").play();
        play.answer("simple-no-logistics").until("movement");
        play.answer("sail russia provence").answer("F-/2NGD").answer("sail gulf_of_lion").until("voyage");
        play
    };
    let mut play = course("profile = \"2020\"");
    assert_eq!(play.refused("blockade rosselo").clause.unwrap().id(), "EU9-SIEGE-k");
    assert_eq!(play.refused("blockade catalunya").clause.unwrap().id(), "EU9-CAMPAIGN-v");
    // The guide bars no fleet.
    course("").answer("blockade catalunya");
    let mut play =
        Table::empty().with(|game, _| game.stage = Stage::Campaign(Impulse::first(Side::First))).play();
    let refusal = play.refused("simple-no-logistics");
    assert!(refusal.to_string().contains("low-cost campaigns are for Poland and Russia"), "{refusal}");
}

/// Stacks of 3 to 5 LD that stay where they are roll in a low-cost campaign too; a large one has two causes in the
/// guide and one in the editions.
#[test]
fn a_low_cost_campaign_tires_who_stays() {
    let rolled = |text: &str, counters: &str, campaign: Campaign| {
        let readings: crate::ReadingsText = grognard_charts::read("title.toml", text).unwrap();
        let mut play = Table::under(france_as("russia").under(readings.readings().unwrap()))
            .troops("russia", "champagne", counters)
            .with(|game, _| {
                game.campaign.first = campaign;
                game.stage = Stage::Move(Impulse::first(Side::First));
            })
            .play();
        play.answer("done");
        if play.what() != "attrition" {
            return None;
        }
        play.dice(1);
        let account = play.session.account();
        let further =
            account.iter().flat_map(|ruling| &ruling.modifiers).find(|m| m.words == "further causes");
        Some(further.map_or(0, |modifier| modifier.value))
    };
    let low = Campaign::SimpleNoLogistics;
    assert_eq!(rolled("", "3LD", low), Some(0));
    assert_eq!(rolled("", "2LD", low), None);
    assert_eq!(rolled("", "3LD", Campaign::Simple), None);
    assert_eq!(rolled("", "2A+", low), Some(2), "a large stack, and 3 LD or more");
    assert_eq!(rolled("profile = \"2020\"", "2A+", low), Some(0));
    assert_eq!(rolled("", "2A+", Campaign::Simple), Some(0));
}

#[test]
fn a_summer_campaign_goes_on_into_the_winter_without_further_pay() {
    let mut play = Table::empty()
        .with(|game, _| {
            game.round = crate::charts::RoundBox(1);
            game.campaign = grognard_umpire::BySide::new(Campaign::Simple, Campaign::Passive);
            game.stage = Stage::Continuation;
        })
        .play();
    let purse = play.game().purse;
    play.dice(5).says("The war goes on to W1, in bad weather, and the campaigns of the summer go on");
    play.until("campaign");
    assert_eq!(play.question().asking.by, Some(Side::Second));
    play.answer("passive").until("movement").answer("done").until("campaign");
    let refusal = play.refused("passive").to_string();
    assert!(refusal.contains("the campaign of the summer goes on"), "{refusal}");
    play.answer("major");
    assert_eq!(purse.second - play.game().purse.second, 0);
    assert_eq!(purse.first - play.game().purse.first, 50 - 20);
}

#[test]
fn or_the_winter_is_paid_for_anew() {
    let text = "extended-campaign = \"anew\"";
    let readings: crate::ReadingsText = grognard_charts::read("title.toml", text).unwrap();
    let table = Table::under(super::rules().under(readings.readings().unwrap()));
    let mut play = table
        .with(|game, _| {
            game.round = crate::charts::RoundBox(1);
            game.stage = Stage::Continuation;
        })
        .play();
    let purse = play.game().purse;
    play.dice(5).until("campaign").answer("passive");
    assert_eq!(purse.second - play.game().purse.second, 10);
}

#[test]
fn leaders_ride_alone() {
    let champagne = super::rules().province("champagne").unwrap();
    let table = Table::empty()
        .troops("france", "provence", "A+")
        .troops("france", "champagne", "A-")
        .leader("bayard", Post::At(champagne));
    let mut play = table.play();
    let refusal = play.refused("ride bayard hainaut");
    assert_eq!(refusal.clause.unwrap().id(), "EU9-LEADER-b");
    play.answer("ride bayard provence").says("Bayard rides to Provence");
    assert!(play.refused("ride bayard champagne").to_string().contains("has ridden"));
    play.answer("move provence");
    assert!(play.keys().contains(&"A+/alone".to_owned()), "he commands there now");
    // One who has lost his troops is offered the others.
    let table = Table::empty()
        .troops("france", "lyonnais", "LD")
        .troops("france", "provence", "A+")
        .leader("bayard", Post::At(champagne));
    let mut play = table.play();
    play.answer("ride bayard");
    assert_eq!(play.keys(), ["provence", "lyonnais"]);
    assert!(play.question().options()[0].words.contains("MP; A+ of France there"));
    play.answer("provence").says("Bayard rides to Provence");
}
