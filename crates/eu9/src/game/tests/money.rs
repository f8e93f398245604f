//! Money, ends of turns, victory: upkeep, purchases, walls, peace.

use super::super::market::Bought;
use super::super::{Impulse, Post, Stage};
use super::{Play, Table, occupying, rules, texts};
use crate::charts::Charts;
use crate::title::GameRules;
use grognard_umpire::{BySide, Phase, Side};
use std::sync::Arc;

fn shopping(table: Table) -> Play {
    table.with(|game, _| game.stage = Stage::Purchase(Side::First, Bought::default())).play()
}

#[test]
fn walls_grow_a_level_a_turn_and_cost_upkeep() {
    let mut play = shopping(Table::empty());
    let at = play.rules().province("finistere").unwrap();
    let (level, purse) = (play.game().lands[usize::from(at)].level, play.game().purse.first);
    assert_eq!(level, 1);
    play.answer("build finistere").says("EU9-LOGISTICS-w Valois raises Finistère to level 2 for 25 ducats");
    assert_eq!(play.game().lands[usize::from(at)].level, 2);
    assert_eq!(purse - play.game().purse.first, 25);
    assert!(play.refused("build finistere").to_string().contains("one level a turn"));
    assert!(play.refused("build hainaut").to_string().contains("its own provinces"));
    let table = Table::empty().with(|game, rules| {
        let at = usize::from(rules.province("finistere").unwrap());
        game.lands[at].level = 2;
        game.stage = Stage::Upkeep(Side::First);
    });
    let mut play = table.play();
    assert_eq!(play.keys(), ["pay", "raze finistere"]);
    let purse = play.game().purse.first;
    play.answer("pay");
    assert_eq!(purse - play.game().purse.first, 2);
}

#[test]
fn ships_are_bought_in_ports_within_the_limit() {
    let mut play = shopping(Table::empty().with(|game, _| game.purse.first = 900));
    let purse = play.game().purse.first;
    play.answer("buy F- france provence");
    assert_eq!(play.ships("provence"), "F- 2NWD NTD");
    assert_eq!(purse - play.game().purse.first, 70, "a full F- of carracks");
    // The limit is 3 ND, and the transport of the F- is none; in the editions it is one.
    play.answer("buy NWD france finistere");
    let refusal = play.refused("buy NWD france finistere");
    assert_eq!(refusal.clause.unwrap().id(), "EU9-LOGISTICS-m");
    let readings: crate::ReadingsText =
        grognard_charts::read("title.toml", "purchase-limit = \"all-ships\"").unwrap();
    let editions = Table::under(rules().under(readings.readings().unwrap()));
    let mut play = shopping(editions.with(|game, _| game.purse.first = 900));
    play.answer("buy F- france provence");
    assert_eq!(play.refused("buy NWD france finistere").clause.unwrap().id(), "EU9-LOGISTICS-m");
    let mut play = shopping(Table::empty().with(|game, _| game.purse.first = 900));
    play.answer("buy galley-F- france provence");
    assert_eq!(play.ships("provence"), "F- 4NGD NTD");
    assert_eq!(play.refused("buy NGD france picardie").clause.unwrap().id(), "EU9-LOGISTICS-b");
    assert_eq!(play.refused("buy VGD france provence").clause.unwrap().id(), "EU9-LOGISTICS-y");
    assert!(play.refused("buy NWD france champagne").to_string().contains("no port"));
}

/// With galleasses fifty years early, and Venice a major of the French side, they are for sale.
#[test]
fn venice_buys_a_galleass_a_turn() {
    let [map, countries, setup] = texts();
    let venice = countries.find("id = \"venice\"").unwrap();
    let (before, after) = countries.split_at(venice);
    let after = after.replacen("major = false", "major = true", 1).replacen(
        "sides = [\"france\", \"france\", \"neutral\", \"neutral\"]",
        "side = \"france\"",
        1,
    );
    let countries = format!("{before}{after}");
    let early =
        "[naval-technology-dates]\nchange = [{ row = \"galleass\", column = \"turn\", cell = 7 }]".to_owned();
    let charts = Arc::new(Charts::load(&[("early.toml".to_owned(), early)]).unwrap());
    let rules = GameRules::read("campaign", &map, &countries, &setup, &charts).unwrap();
    let mut play = shopping(Table::under(rules).with(|game, _| game.purse.first = 900));
    let purse = play.game().purse.first;
    play.answer("buy VGD venice veneto");
    assert_eq!(play.ships("veneto"), "VGD");
    assert_eq!(purse - play.game().purse.first, 20, "two galleys of the carrack list");
    assert!(play.refused("buy VGD venice veneto").to_string().contains("one galleass is bought a turn"));
}

#[test]
fn fleets_cost_upkeep_beyond_the_free_detachments() {
    // France keeps A+, A- and one GD for nothing; two F- are 4 ND, of which the GD covers one.
    let table = Table::empty().fleet("france", "provence", "2F- 8NGD 2NTD");
    assert_eq!(table.game.upkeep_due(Side::First, &table.rules), 25 + 15);
    // With an LD to keep as well, the GD goes where it saves most.
    let table = table.troops("france", "champagne", "A+ A- LD");
    let land = 7;
    assert_eq!(table.game.upkeep_due(Side::First, &table.rules), 25 + 15 + land);
    // Spain's first F- is free while Naples is held, its three GD pay for another and an ND.
    let table = Table::empty().fleet("spain", "campania", "2F- 8NGD 2NTD").fleet("spain", "vizcaya", "2NWD");
    assert_eq!(table.game.upkeep_due(Side::Second, &table.rules), 14);
    let taken = table.with(|game, rules| {
        let at = usize::from(rules.province("campania").unwrap());
        game.lands[at].taken = Some(Side::First);
        game.squadrons.retain(|s| s.country == 1);
    });
    assert!(taken.game.upkeep_due(Side::Second, &taken.rules) > 14);
}

fn turn_end(change: impl FnOnce(&mut super::Game, &GameRules)) -> Play {
    Table::empty()
        .with(|game, rules| {
            game.stage = Stage::TurnEnd;
            change(game, rules);
        })
        .play()
}

#[test]
fn holding_the_capital_or_outlasting_the_enemy_wins_at_once() {
    let play = turn_end(|game, rules| {
        let madrid = usize::from(rules.sides.second.capital);
        game.lands[madrid].taken = Some(Side::First);
    });
    let Phase::Ended(end) = play.session.phase() else { panic!("goes on") };
    assert_eq!((end.winner, end.sudden), (Some(Side::First), true));
    play.says("EU9-ITALY-f Valois holds");
    let play = turn_end(|game, _| game.stability.first = -4);
    let Phase::Ended(end) = play.session.phase() else { panic!("goes on") };
    assert_eq!((end.winner, end.sudden), (Some(Side::Second), true));
    let play = turn_end(|game, _| game.stability.first = -3);
    assert!(!matches!(play.session.phase(), Phase::Ended(_)), "-3 is not below -3");
}

#[test]
fn lombardia_goes_to_its_holder() {
    let mut play = turn_end(|game, rules| {
        let at = usize::from(rules.province("lombardia").unwrap());
        game.lands[at].taken = Some(Side::Second);
    });
    play.says("EU9-ITALY-h Lombardia is now Spain's own");
    play.until("first-round");
    let land = play.game().lands[usize::from(play.rules().province("lombardia").unwrap())];
    assert_eq!((land.owner, land.taken), (1, None));
}

#[test]
fn peace_is_offered_and_refused_at_a_price() {
    let mut play = turn_end(|game, _| game.stability.first = -2);
    assert_eq!((play.what(), play.question().asking.by), ("offer-peace", Some(Side::First)));
    let points = play.game().points.second;
    play.answer("yes");
    assert_eq!((play.what(), play.question().asking.by), ("accept-peace", Some(Side::Second)));
    play.answer("no").says("EU9-ITALY-k Habsburg refuses the peace that Valois offers");
    assert_eq!(play.game().points.second, points - 3);
    let mut play = turn_end(|game, _| game.stability.first = -2);
    play.answer("yes").answer("yes");
    let Phase::Ended(end) = play.session.phase() else { panic!("goes on") };
    assert!(!end.sudden);
    let play = turn_end(|game, _| game.stability.first = -1);
    assert_ne!(play.what(), "offer-peace");
}

#[test]
fn wurtemberg_has_its_price() {
    let table = || {
        Table::empty().troops("habsburg", "wurtemberg", "A+").with(|game, _| {
            game.turn = 3;
            game.stage = Stage::Wurtemberg;
        })
    };
    let mut play = table().play();
    let purse = play.game().purse.second;
    play.answer("yes").says("EU9-ITALY-i Habsburg keeps Wurtemberg for 25 ducats");
    assert_eq!(purse - play.game().purse.second, 25);
    let mut play = table().play();
    play.answer("no").says("EU9-ITALY-i Wurtemberg and Schwaben leave the war");
    assert_eq!(play.what(), "where-troops-go-home-to");
    play.until("movement");
    let at = play.rules().province("wurtemberg").unwrap();
    assert_eq!(play.game().control(at), None);
    let owner = play.game().lands[usize::from(at)].owner;
    assert_eq!(play.rules().nations[usize::from(owner)].id, "wurtemberg", "it is nobody else's");
    // A city that France has taken stays France's.
    let taken = table().with(|game, rules| {
        let at = rules.province("wurtemberg").unwrap();
        game.troops.clear();
        game.lands[usize::from(at)].taken = Some(Side::First);
    });
    let mut play = taken.play();
    play.answer("no").until("movement");
    assert_eq!(play.game().control(at), Some(Side::First));
}

#[test]
fn a_taken_city_drops_a_level_if_it_is_garrisoned() {
    let occupied = |answer: &str| {
        let table = Table::empty().troops("france", "hainaut", "A+ LD").with(|game, rules| {
            let at = rules.province("hainaut").unwrap();
            game.lands[usize::from(at)].level = 3;
            occupying(game, rules, Side::First, at);
        });
        let mut play = table.play();
        play.answer(answer);
        let at = play.rules().province("hainaut").unwrap();
        play.game().lands[usize::from(at)].level
    };
    assert_eq!(occupied("none"), 1);
    assert_eq!(occupied("garrison/A+"), 2);
}

#[test]
fn minors_come_with_their_fleets() {
    // Genoa goes over to the Empire in turn 9 with its basic force.
    let table = Table::empty().fleet("genoa", "liguria", "2NGD").fleet("spain", "veneto", "NWD");
    let mut table = table;
    table.game.squadrons.retain(|s| s.country != 1);
    let mut play = table
        .with(|game, _| {
            game.turn = 2;
            game.stage = Stage::Levy;
        })
        .play();
    play.until("where-ships-gather");
    assert_eq!(play.question().asking.by, Some(Side::Second));
    play.answer("liguria").until("movement");
    assert_eq!(play.ships("liguria"), "F- 4NGD NTD");
}

#[test]
fn an_overrun_or_a_battle_at_once() {
    let play = |ours: &str| {
        let mut play = Table::empty()
            .troops("france", "champagne", ours)
            .troops("spain", "hainaut", "LD")
            .with(|game, _| game.campaign = BySide::new(crate::Campaign::Multiple, crate::Campaign::None))
            .play();
        play.march("champagne").answer("hainaut").answer("fight");
        play
    };
    play("2A+").says("8 LD come upon 1. France overruns Spain");
    let play = play("A+");
    assert!(play.what() != "march" && play.what() != "stand-or-evade", "{}", play.what());
    let _ = (Impulse::first(Side::First), Post::Away);
}

#[test]
fn a_stack_is_kept_as_veterans_or_as_conscripts() {
    let hainaut = super::rules().province("hainaut").unwrap();
    let table = || {
        let table = Table::empty().troops("spain", "catalunya", "A-").troops("spain", "campania", "2A+");
        table.troops("spain", "hainaut", "2A+").with(move |game, _| {
            game.stage = Stage::Upkeep(Side::Second);
            // What is free covers the dearest: the veterans of Hainaut.
            game.troops.iter_mut().filter(|t| t.at != hainaut).for_each(|t| {
                t.roster = t.roster.with_veterans(t.roster.first(), 0);
            });
        })
    };
    let mut play = table().play();
    let before = play.game().upkeep_due(Side::Second, play.rules());
    play.answer("veterans campania").says(" at Campania as veterans: costs");
    let after = play.game().upkeep_due(Side::Second, play.rules());
    assert!(after > before, "{before} {after}");
    play.answer("conscripts campania").says(" at Campania as conscripts: saves");
    assert_eq!(play.game().upkeep_due(Side::Second, play.rules()), before);
    play.answer("veterans catalunya").answer("pay").until("movement");
    let at = play.rules().province("catalunya").unwrap();
    let kept: u8 = play.game().troops.iter().filter(|t| t.at == at).map(|t| t.roster.veterans()).sum();
    let all: u8 = play.game().troops.iter().map(|t| t.roster.veterans()).sum();
    assert_eq!((kept, all), (2, 2 + 8));
}

#[test]
fn upkeep_and_campaigns_are_asked_with_their_price() {
    let words = |play: &Play| -> Vec<String> {
        match play.question().kind {
            grognard_umpire::Kind::Choose { options, .. } => {
                options.into_iter().map(|offered| offered.words).collect()
            }
            grognard_umpire::Kind::Order { offers, .. } => {
                offers.into_iter().map(|offered| offered.words).collect()
            }
            grognard_umpire::Kind::Roll(_) => Vec::new(),
        }
    };
    let table = || {
        Table::empty().troops("france", "champagne", "2A+").with(|game, _| {
            game.stage = Stage::Upkeep(Side::First);
        })
    };
    let mut play = table().play();
    let due = play.game().upkeep_due(Side::First, play.rules());
    let told = words(&play);
    assert_eq!(told[0], format!("pay the upkeep of {due} ducats"));
    assert!(told.contains(&format!("disband 2A+ of France at Champagne: saves {due} ducats")), "{told:?}");
    // Only what is too dear is let go.
    play.answer("disband champagne A+").says("Valois disbands A+ of France at Champagne, keeping A+: saves");
    assert_eq!(play.stack("champagne"), "A+");
    let message = play.refused("disband champagne 2A-").to_string();
    assert!(message.contains("A+ at champagne does not part so that 2A- goes"), "{message}");
    assert!(play.refused("disband hainaut").to_string().contains("nothing of the kind"));
    let mut play = table().with(|game, _| game.purse.first = 1).play();
    let message = play.refused("pay").to_string();
    assert!(message.contains(&format!("{due} ducats are due and the treasury has 1")), "{message}");
    let table = Table::empty().with(|game, _| game.stage = Stage::Campaign(Impulse::first(Side::First)));
    assert!(words(&table.play()).iter().any(|w| w.ends_with("attacks (20 ducats)")));
}

#[test]
fn bought_troops_join_as_their_owner_likes() {
    let mut play = shopping(Table::empty().troops("france", "champagne", "A- LD"));
    play.answer("buy LD france champagne");
    assert_eq!((play.what(), play.keys()), ("joined-stacks", vec!["A-/2LD".to_owned(), "A+".to_owned()]));
    play.answer("A+");
    assert_eq!(play.stack("champagne"), "A+");
}

/// Walls are not let fall over the heads of more men than they would hold.
#[test]
fn razed_walls_still_hold_their_garrison() {
    let table = |counters: &str| {
        Table::empty().garrison("france", "champagne", counters).with(|game, rules| {
            let at = usize::from(rules.province("champagne").unwrap());
            game.lands[at].level = rules.provinces[at].fortress + 1;
            game.stage = Stage::Upkeep(Side::First);
        })
    };
    let level = table("LD").game.lands[usize::from(table("LD").province("champagne"))].level;
    let mut play = table(&format!("{level}LD")).play();
    assert_eq!(play.refused("raze champagne").clause.unwrap().id(), "EU9-SIEGE-h");
    table("LD").play().answer("raze champagne");
}

/// Five veterans and three conscripts in one stack: the three are paid as what they are, and cost what they become.
#[test]
fn conscripts_among_veterans_are_billed_as_conscripts() {
    let due = |veterans: u8| {
        let table = Table::empty().troops("france", "champagne", "2A+").with(|game, _| {
            // Others use up what is free of charge.
            game.stage = Stage::Upkeep(Side::First);
        });
        let table = table.troops("france", "ile_de_france", "2A+").with(|game, rules| {
            let at = rules.province("champagne").unwrap();
            for troops in game.troops.iter_mut().filter(|t| t.at == at) {
                troops.roster = troops.roster.with_veterans(0, veterans);
            }
        });
        table.game.upkeep_due(Side::First, &table.rules)
    };
    let bills: Vec<i16> = (0..=8).map(due).collect();
    assert!(bills.is_sorted(), "{bills:?}");
    assert!(bills[5] < bills[8] && bills[0] < bills[3], "{bills:?}");
    assert!(bills[4] > bills[3] && bills[5] > bills[4], "no step over the half: {bills:?}");
}

/// France in the upkeep phase.
fn books(table: Table) -> Play {
    table.with(|game, _| game.stage = Stage::Upkeep(Side::First)).play()
}

/// Larger counters are kept for less, and troops regroup when the upkeep is due.
#[test]
fn troops_regroup_when_the_upkeep_is_due() {
    let mut play = books(
        Table::empty()
            .troops("france", "champagne", "A- 2LD")
            .troops("france", "berry", "A- 2LD")
            .troops("france", "picardie", "A- 2LD"),
    );
    let words = play.offer("regroup champagne A+").expect("it is offered");
    assert!(words.starts_with("regroup A- 2LD of France at Champagne as A+: saves "), "{words}");
    assert_eq!(play.refused("regroup champagne 2A-").clause.unwrap().id(), "EU9-STACK-g");
    play.answer("regroup champagne A+");
    assert_eq!(play.stack("champagne"), "A+");
    play.says("EU9-STACK-h Valois regroups A- 2LD of France at Champagne as A+");
    assert!(play.offer("regroup champagne A+").is_none());
    // Any other form may be named.
    play.answer("regroup champagne A-/2LD");
    assert_eq!(play.stack("champagne"), "A- 2LD");
}

#[test]
fn fleets_form_when_the_upkeep_is_due() {
    let mut play = books(Table::empty().fleet("france", "provence", "4NGD NTD"));
    play.answer("form france provence F-/4NGD/NTD");
    assert_eq!(play.ships("provence"), "F- 4NGD NTD");
    assert_eq!(play.refused("form france provence F+/4NGD/NTD").clause.unwrap().id(), "EU9-STACK-f");
}

/// Part of a counter is let go, and the rest takes the form its owner likes.
#[test]
fn part_of_a_counter_is_let_go() {
    let mut play = books(Table::empty().troops("france", "champagne", "A+"));
    play.answer("disband champagne part");
    assert_eq!(play.what(), "what-is-let-go");
    assert_eq!(play.keys()[..2], ["disband champagne LD/leaving/A-/LD", "disband champagne LD/leaving/3LD"]);
    play.answer("disband champagne LD/leaving/3LD");
    assert_eq!(play.stack("champagne"), "3LD");
    let mut play = books(Table::empty().troops("france", "champagne", "A+"));
    play.answer("disband champagne LD");
    assert_eq!(play.stack("champagne"), "A- LD");
    assert_eq!(play.refused("disband champagne 4LD").clause.unwrap().id(), "EU9-STACK-h");
    // Conscripts first.
    let mut play = books(Table::empty().troops("france", "champagne", "A+").with(|game, _| {
        game.troops[0].roster = game.troops[0].roster.with_veterans(0, 2);
    }));
    play.answer("disband champagne LD");
    assert_eq!(play.game().troops[0].roster.veterans(), 2);
}

/// Part of a fleet is laid up; its admirals stay with the rest.
#[test]
fn part_of_a_fleet_is_laid_up() {
    let provence = Post::At(rules().province("provence").unwrap());
    let table =
        || books(Table::empty().fleet("france", "provence", "F- 4NGD NTD").leader("france_a0", provence));
    let mut play = table();
    play.answer("lay-up france provence part");
    assert!(play.keys().contains(&"lay-up france provence NTD".to_owned()), "{:?}", play.keys());
    let words = play.offer("lay-up france provence 2NGD").unwrap();
    assert!(words.starts_with("lay up 2NGD of France in port at Provence, keeping "), "{words}");
    play.answer("lay-up france provence NTD");
    assert_eq!(play.ships("provence"), "F- 4NGD");
    assert!(play.game().posts.contains(&provence));
    let mut play = table();
    play.answer("lay-up france provence 3NGD/NTD");
    assert_eq!(play.ships("provence"), "NGD");
    assert_eq!(play.refused("lay-up france provence 5NGD").clause.unwrap().id(), "EU9-STACK-f");
}
