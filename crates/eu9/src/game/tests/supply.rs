//! Supply: lines over land and sea, hunger, winters.

use super::super::{Impulse, Roster, Stage};
use super::{Play, Table, texts};
use crate::charts::Charts;
use crate::title::GameRules;
use grognard_umpire::{Keep, Side, Tape};
use std::sync::Arc;

fn supplied(table: Table) -> Play {
    table.with(|game, _| game.stage = Stage::Opening(Impulse::first(Side::First))).play()
}

#[test]
fn whoever_stands_at_home_is_supplied_and_far_away_is_weak() {
    let play = supplied(Table::empty().troops("france", "champagne", "A+"));
    assert_eq!(play.what(), "campaign");
    let mut play = supplied(Table::empty().troops("france", "castilla_la_nueva", "A+"));
    assert_eq!(play.what(), "supply-attrition", "{}", play.account());
    play.dice(1).says("EU9-SUPPLY-g A+ of France at Castilla");
    let play = supplied(Table::empty().troops("france", "sardegna", "A+"));
    play.says("EU9-SUPPLY-f A+ of France at Sard");
}

#[test]
fn two_rounds_without_supply_destroy_a_stack() {
    let table = Table::empty().troops("france", "sardegna", "A+");
    let play = supplied(table.with(|game, _| game.troops[0].hungry = game.troops[0].roster.ld_count()));
    play.says("EU9-SUPPLY-n A+ of France at Sard").says("was out of supply last round too and is destroyed");
    assert_eq!(play.stack("sardegna"), "nobody");
}

/// Only those who starved before are destroyed; who has joined them since starves for the first time.
#[test]
fn fresh_men_do_not_feed_the_hungry() {
    let readings: crate::ReadingsText =
        grognard_charts::read("title.toml", "out-of-supply = \"rolls\"").unwrap();
    let rules = super::rules().under(readings.readings().unwrap());
    let table = Table::under(rules).troops("france", "sardegna", "A+");
    let mut play = supplied(table.with(|game, _| game.troops[0].hungry = 3));
    play.says("EU9-SUPPLY-n 3 LD of A+ of France at Sard");
    assert_eq!(play.what(), "supply-attrition", "{}", play.account());
    play.dice(1).until("campaign");
    assert_eq!(play.stack("sardegna"), "LD");
    assert_eq!(play.game().troops[0].hungry, 1);
}

#[test]
fn the_first_round_without_supply() {
    let table = |text: &str| {
        let readings: crate::ReadingsText = grognard_charts::read("title.toml", text).unwrap();
        let rules = super::rules().under(readings.readings().unwrap());
        supplied(Table::under(rules).troops("france", "sardegna", "2A+"))
    };
    let mut play = table("out-of-supply = \"rolls\"");
    assert_eq!(play.what(), "supply-attrition");
    assert!(play.session.cited().iter().any(|clause| clause.id() == "EU9-SUPPLY-w"));
    play.dice(1);
    // 1, +8 in enemy land, +2 a large stack, +2 no line of supply.
    play.says("EU9-ATTRITION-f 13");
    assert_eq!(table("profile = \"2013\"").what(), "supply-attrition");
    // The guide knows the second round only.
    assert_eq!(table("").what(), "campaign");
}

#[test]
fn the_line_with_the_fewest_faults_is_taken() {
    // A taken city next door, and owned ones far away: one fault either way.
    let table = Table::empty().troops("france", "castilla_la_nueva", "A+").with(|game, rules| {
        let at = usize::from(rules.province("castilla_la_vieja").unwrap());
        game.lands[at].taken = Some(Side::First);
    });
    let mut play = supplied(table);
    play.dice(1);
    assert_eq!(play.account().matches("weak supply").count(), 1, "{}", play.account());
}

#[test]
fn a_fleet_feeds_one_stack_and_is_asked_for() {
    let table = || {
        Table::empty().troops("france", "sardegna", "A+").troops("france", "palermo", "A+").fleet(
            "france",
            "tyrrhenian",
            "F- 4NGD NTD",
        )
    };
    let mut play = supplied(table());
    assert_eq!((play.what(), play.question().asking.by), ("who-feeds-the-stack", Some(Side::First)));
    assert_eq!(play.keys(), ["land", "france tyrrhenian"]);
    play.answer("france tyrrhenian");
    // Genoa's port lies on the same sea: three MP, full supply; the other stack has no fleet left.
    play.says("EU9-SUPPLY-c A+ of France at").says("is fed by the fleet of France in the Tyrrhenian Sea");
    play.says("is out of supply");
    let mut play = supplied(table());
    play.answer("land").until("who-feeds-the-stack").answer("france tyrrhenian");
    play.says("is out of supply").says("is fed by the fleet of France in the Tyrrhenian Sea");
}

#[test]
fn a_large_stack_needs_a_large_fleet() {
    let table =
        |ships: &str| Table::empty().troops("france", "sardegna", "2A+").fleet("france", "tyrrhenian", ships);
    supplied(table("F- 2NGD NTD")).says("out of supply");
    let mut play = supplied(table("F- 4NGD NTD"));
    play.answer("france tyrrhenian").says("EU9-SUPPLY-d");
}

#[test]
fn besieged_troops_are_weakly_supplied() {
    let rolled = |text: &str| {
        let readings: crate::ReadingsText = grognard_charts::read("title.toml", text).unwrap();
        let table = Table::under(super::rules().under(readings.readings().unwrap()));
        let inside = crate::game::Post::Inside(table.province("lombardia"));
        let table = table
            .garrison("france", "lombardia", "2LD")
            .troops("spain", "lombardia", "A+")
            .leader("foix", inside)
            .with(|game, rules| {
                let at = usize::from(rules.province("lombardia").unwrap());
                game.lands[at].pillage = crate::attrition::Pillage(1);
            });
        let mut play = supplied(table);
        let what = play.what();
        play.dice(9).says("EU9-SUPPLY-m");
        let account = play.session.account();
        let list = account.iter().flat_map(|ruling| &ruling.modifiers);
        (what, list.map(|m| format!("{:+} {}", m.value, m.words)).collect::<Vec<_>>())
    };
    // Like anybody in weak supply: the land is theirs, MAN counts, and so does the pillage.
    let (what, list) = rolled("");
    assert_eq!(what, "supply-attrition");
    assert_eq!(list, ["+6 in friendly land", "-3 MAN of the leader", "+1 pillage-"]);
    // In the editions by the list of sieges.
    let (what, list) = rolled("profile = \"2020\"");
    assert_eq!((what, list[0].as_str()), ("siege-attrition", "+6 siege"));
}

#[test]
fn hunger_shortens_the_line_of_a_besieger_by_sea() {
    let table =
        Table::empty().troops("france", "sardegna", "A+").fleet("france", "tyrrhenian", "F- 4NGD NTD");
    let at = table.province("sardegna");
    let (game, rules) = (&table.game, &table.rules);
    let stack = game.troops[0].stack();
    assert_eq!(game.supply_line(rules, Side::First, at, stack), None, "the fleet feeds nobody yet");
    let mut fed = game.clone();
    fed.squadrons[0].feeds = Some(at);
    assert_eq!(fed.supply_line(rules, Side::First, at, stack), Some(3));
}

/// A title whose Franche-Comté lies in the cold, or outside Europe as well.
fn cold(lines: &str) -> GameRules {
    let [map, countries, setup] = texts();
    let map = map.replacen("id = \"franche_comte\"\n", &format!("id = \"franche_comte\"\n{lines}"), 1);
    GameRules::read("campaign", &map, &countries, &setup, &Arc::new(Charts::load(&[]).unwrap())).unwrap()
}

#[test]
fn winter_costs_men_in_the_cold() {
    let frost = |lines: &str| {
        let table = Table::under(cold(lines)).troops("france", "franche_comte", "A+");
        table.with(|game, _| game.stage = Stage::Frost(0, super::super::toll::Hunger::Roll, 0)).play()
    };
    let mut play = frost("cold = 0\n");
    assert_eq!(play.what(), "supply-attrition");
    play.dice(4).says("EU9-SUPPLY-r A+ of France at Franche");
    let mut play = frost("cold = 2\ntheatre = \"rest-of-the-world\"\n");
    assert_eq!(play.what(), "attrition");
    // 4, +8 in enemy land, +2 under the snowflake: 14 costs 30 %.
    play.dice(4).says("EU9-ATTRITION-ab 14: 30 % lost outside Europe");
    let snow =
        play.session.account().iter().flat_map(|r| &r.modifiers).any(|m| m.clause.id() == "EU9-SUPPLY-s");
    assert!(snow, "{}", play.account());
    play.until("campaign");
    assert_eq!(play.stack("franche_comte"), "A- LD", "4 LD at 30 % leave 3");
}

#[test]
fn winters_are_counted_when_they_are_left_out() {
    // From S1 a six goes to S2 and leaves W1 out.
    let table = |round: u8| {
        let table = Table::under(cold("cold = 0\n")).troops("france", "franche_comte", "A+");
        table.with(|game, _| {
            game.round = crate::charts::RoundBox(round);
            game.stage = Stage::Continuation;
        })
    };
    let mut play = table(1).play();
    play.dice(6);
    assert_eq!(play.what(), "supply-attrition");
    let mut play = table(1).play();
    play.dice(2);
    assert_eq!(play.what(), "campaign", "W1 is still to come; {}", play.account());
    let mut play = table(2).play();
    play.dice(2);
    assert_eq!(play.what(), "supply-attrition");
    let winters = |play: &mut Play| {
        play.until("campaign");
        play.account().matches("winters in the cold").count()
    };
    assert_eq!(winters(&mut play), 1);
    // Three boxes from W1 to S3: W2 was left out, and was a winter too.
    let mut play = table(2).play();
    play.dice(10).says("The war goes on to S3");
    assert_eq!(winters(&mut play), 2);
}

#[test]
fn the_older_rounds_double_the_cold_instead() {
    let readings: crate::ReadingsText = grognard_charts::read("title.toml", "cold = \"doubled\"").unwrap();
    let rules = cold("cold = 0\n").under(readings.readings().unwrap());
    let table = Table::under(rules).troops("france", "franche_comte", "A+");
    let at = table.province("franche_comte");
    let stack = table.game.troops[0].stack();
    let doubled = table.game.supply_line(&table.rules, Side::First, at, stack);
    let plain = Table::under(cold("cold = 0\n"));
    let single = plain.game.supply_line(&plain.rules, Side::First, at, stack);
    assert_eq!(doubled, single.map(|length| 2 * length));
    let play = table.with(|game, _| game.stage = Stage::Frost(0, super::super::toll::Hunger::Roll, 0)).play();
    assert_eq!(play.what(), "campaign");
}

/// Nobody is hungry or rested who is not there any more.
#[test]
fn hunger_does_not_outlive_the_men() {
    let mut table = Table::empty().troops("france", "sardegna", "A+ A- LD").with(|game, _| {
        (game.troops[0].hungry, game.troops[0].rested) = (7, 7);
    });
    let left = Roster::of(0, crate::Stack::read("A+ LD").unwrap(), 5);
    table.game.shrink(0, left, &table.rules, &mut Tape::new(&[], Keep::Account));
    assert_eq!((table.game.troops[0].hungry, table.game.troops[0].rested), (5, 5));
    assert!(table.game.check(&table.rules).is_ok());
    table.game.troops[0].rested = 6;
    assert!(table.game.check(&table.rules).unwrap_err().contains("rested"));
}

/// The impulse is opened once, also if the first stack of the list starves to death.
#[test]
fn an_impulse_begins_once() {
    let mut play = Table::empty()
        .troops("france", "sardegna", "A+")
        .with(|game, _| {
            game.troops[0].hungry = 4;
            game.stage = Stage::Opening(Impulse::first(Side::First));
        })
        .play();
    play.until("campaign");
    assert_eq!(play.account().matches("the impulse of Valois").count(), 1, "{}", play.account());
    assert_eq!(play.stack("sardegna"), "nobody");
}

/// Who has lost nobody has nobody to regroup.
#[test]
fn nothing_is_asked_where_nobody_was_lost() {
    let table = Table::empty().troops("france", "sardegna", "A- 2LD").with(|game, _| {
        let nobody = crate::game::toll::Hunger::Lose(crate::Thirds::ZERO);
        game.stage = Stage::Starving(Impulse::first(Side::First), 0, 1, nobody);
    });
    assert_ne!(table.play().what(), "regroup-the-survivors");
}

/// MAN helps in a city that is not besieged as it does before it.
#[test]
fn a_general_in_a_city_helps_it_through_hunger() {
    let rolled = |led: bool| {
        let table = Table::empty().garrison("france", "hainaut", "LD").with(|game, rules| {
            let at = rules.province("hainaut").unwrap();
            game.lands[usize::from(at)].taken = Some(Side::First);
            let roll = crate::game::toll::Hunger::Roll;
            game.stage = Stage::Starving(Impulse::first(Side::First), 0, 1, roll);
        });
        let inside = crate::game::Post::Inside(table.province("hainaut"));
        let mut play = if led { table.leader("bayard", inside).play() } else { table.play() };
        play.dice(5);
        let modifiers = play.session.account().iter().flat_map(|ruling| &ruling.modifiers);
        modifiers.filter(|m| m.clause.id() == "EU9-ATTRITION-c").map(|m| m.value).collect::<Vec<_>>()
    };
    let bayard = super::rules().leaders.iter().find(|l| l.id == "bayard").unwrap().values.manoeuvre;
    assert_eq!((rolled(true), rolled(false)), (vec![i16::from(-bayard)], Vec::new()));
}

/// In the older edition bad weather troubles the besieged, and the enemy's SIEGE does not.
#[test]
fn weather_behind_the_walls_is_a_matter_of_edition() {
    let rolled = |edition: &str| {
        let text = format!("siege.edition = \"{edition}\"\nattrition.besieged-supply = \"siege-list\"");
        let readings: crate::ReadingsText = grognard_charts::read("title.toml", &text).unwrap();
        let table = Table::under(super::rules().under(readings.readings().unwrap()));
        let besieger = crate::game::Post::At(table.province("hainaut"));
        let mut play = table
            .garrison("spain", "hainaut", "LD")
            .troops("france", "hainaut", "A+")
            .leader("francois_i", besieger)
            .with(|game, _| {
                game.bad_weather = true;
                let roll = crate::game::toll::Hunger::Roll;
                let inside = game.troops.iter().position(|t| t.inside).unwrap() as u8;
                game.stage = Stage::Starving(Impulse::first(Side::Second), inside, 1, roll);
            })
            .play();
        play.dice(5);
        let modifiers = play.session.account().iter().flat_map(|ruling| &ruling.modifiers);
        modifiers.map(|m| format!("{:+} {}", m.value, m.words)).collect::<Vec<_>>()
    };
    assert!(rolled("2013").contains(&"+2 bad weather".to_owned()), "{:?}", rolled("2013"));
    assert!(!rolled("2020").contains(&"+2 bad weather".to_owned()), "{:?}", rolled("2020"));
}

/// Savoy has two counters for LD, one of which lies on its ship and one on an LD elsewhere: an A+ that loses an LD
/// cannot be shown as A- LD.
#[test]
fn losses_are_rounded_up_for_want_of_counters() {
    let left = |elsewhere: bool| {
        let table = Table::empty().troops("savoy", "savoia", "A+").fleet("savoy", "nice", "NWD");
        let table = if elsewhere { table.troops("savoy", "bresse", "LD") } else { table };
        let mut play = table
            .with(|game, rules| {
                let savoy = rules.nations.iter().position(|n| n.id == "savoy").unwrap();
                game.allegiance[savoy] = Some(Side::First);
                let at = rules.province("savoia").unwrap();
                let index = game.troops.iter().position(|t| t.at == at).unwrap() as u8;
                let lost = crate::game::toll::Hunger::Lose(crate::Thirds::whole(1));
                game.stage = Stage::Starving(Impulse::first(Side::First), index, 1, lost);
            })
            .play();
        play.until("campaign");
        (
            play.stack("savoia"),
            play.account().contains("EU9-STACK-v No LD counter is left to make change: 1 LD"),
        )
    };
    assert_eq!(left(false), ("A- LD".to_owned(), false));
    assert_eq!(left(true), ("A-".to_owned(), true));
}

/// A city with the enemy before its gates feeds nobody outside it.
#[test]
fn a_besieged_city_is_no_source() {
    let line = |table: Table| {
        let at = table.province("castilla_la_nueva");
        let stack = table.game.troops[table.game.field(Side::First, at).unwrap()].stack();
        table.game.supply_line(&table.rules, Side::First, at, stack)
    };
    let table = || {
        Table::empty().troops("france", "castilla_la_nueva", "A+").with(|game, rules| {
            let at = usize::from(rules.province("castilla_la_vieja").unwrap());
            game.lands[at].taken = Some(Side::First);
        })
    };
    let near = line(table()).unwrap();
    let besieged = line(table().troops("spain", "castilla_la_vieja", "A+"));
    assert!(besieged.is_none_or(|far| far > near), "{besieged:?} after {near}");
}

/// A port that is only held is a poor source for a fleet, as a city is for an army.
#[test]
fn a_fleet_lives_on_a_port_that_was_taken() {
    let play = |taken: bool| {
        let table =
            Table::empty().troops("france", "sardegna", "A+").fleet("france", "tyrrhenian", "F- 4NGD NTD");
        let mut play = supplied(table.with(|game, rules| {
            for (at, land) in game.lands.iter_mut().enumerate().filter(|_| taken) {
                if rules.provinces[at].is_port() {
                    land.taken = Some(Side::Second);
                }
            }
            let campania = usize::from(rules.province("campania").unwrap());
            game.lands[campania].taken = Some(Side::First);
        }));
        play.until("who-feeds-the-stack").answer("france tyrrhenian");
        play
    };
    let mut poor = play(true);
    assert_eq!(poor.what(), "supply-attrition");
    poor.dice(1).says("EU9-SUPPLY-k");
    assert_eq!(play(false).what(), "campaign", "Genoa's port lies on the same sea");
}

/// A fleet next to any port of its side feeds an army well; in the editions the port has to hold it.
#[test]
fn a_plain_port_is_enough_for_a_fleet_that_feeds() {
    let weak = |text: &str| {
        let readings: crate::ReadingsText = grognard_charts::read("title.toml", text).unwrap();
        let rules = super::rules().under(readings.readings().unwrap());
        let table = Table::under(rules).troops("france", "sardegna", "A+");
        let mut play = supplied(table.fleet("france", "tyrrhenian", "2F- 8NGD 2NTD").with(|game, rules| {
            // Of the ports on that sea Corsica's is held, which is no arsenal; Marseille is a zone off.
            let liguria = usize::from(rules.province("liguria").unwrap());
            game.lands[liguria].taken = Some(Side::Second);
        }));
        play.until("who-feeds-the-stack").answer("france tyrrhenian");
        let weak = play.what() == "supply-attrition";
        if weak {
            play.dice(1).says("EU9-SUPPLY-l");
        }
        weak
    };
    assert!(!weak(""));
    assert!(weak("attrition-ports = \"that-hold\"") && weak("profile = \"2020\""));
}

/// Troops in the open whom a fleet feeds past a strait fort of the enemy's mind it; whoever is inside eats what the
/// city has.
#[test]
fn strait_forts_trouble_whoever_is_fed_past_them() {
    let rolled = |inside: bool| {
        let table = Table::empty().fleet("france", "ionian", "F- 4NGD NTD");
        let table = match inside {
            true => table.garrison("france", "calabria", "LD"),
            false => table.troops("france", "calabria", "LD"),
        };
        let mut play = table
            .with(|game, rules| {
                // No port of Venice's is near: the way leads past Messina.
                for (land, province) in game.lands.iter_mut().zip(&rules.provinces) {
                    if province.is_port() && rules.nations[usize::from(land.owner)].id == "venice" {
                        land.taken = Some(Side::Second);
                    }
                }
                let calabria = rules.province("calabria").unwrap();
                game.lands[usize::from(calabria)].taken = inside.then_some(Side::First);
                game.squadrons[0].feeds = Some(calabria);
                let roll = crate::game::toll::Hunger::Roll;
                game.stage = Stage::Starving(Impulse::first(Side::First), 0, 1, roll);
            })
            .play();
        play.dice(5);
        let modifiers = play.session.account().iter().flat_map(|ruling| &ruling.modifiers);
        modifiers.filter(|m| m.words == "strait forts").map(|m| m.value).collect::<Vec<_>>()
    };
    assert_eq!((rolled(false), rolled(true)), (vec![2], Vec::new()));
}
