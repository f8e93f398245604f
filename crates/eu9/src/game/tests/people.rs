//! Leaders and minors: who comes back when, who is taken, whose lands are closed, who raises troops where.

use super::super::levy::Muster;
use super::super::market::Bought;
use super::super::{Impulse, Post, Stage};
use super::{Play, Table, rules};
use crate::campaign::Campaign;
use grognard_umpire::{BySide, Phase, Side};

fn leader(play: &Play, id: &str) -> Post {
    let index = play.rules().leaders.iter().position(|l| l.id == id).unwrap();
    play.game().posts[index]
}

#[test]
fn a_wounded_leader_misses_as_many_rounds_as_the_dice_say() {
    let mut play = Table::empty()
        .troops("france", "champagne", "A+")
        .troops("france", "picardie", "A+")
        .leader("bayard", Post::wounded(1))
        .with(|game, _| {
            game.round = crate::charts::RoundBox(1);
            game.stage = Stage::Continuation;
        })
        .play();
    play.dice(5).until("campaign");
    assert!(matches!(leader(&play, "bayard"), Post::Wounded(1)), "he misses a round");
    play.until("another-round").dice(5).until("where-a-leader-joins");
    assert_eq!(play.keys(), ["champagne", "picardie"]);
    play.answer("champagne").says("EU9-ITALY-g Bayard joins the army at Champagne");
    assert_eq!(play.what(), "campaign");
}

#[test]
fn leaders_change_sides_with_their_country() {
    let provence = rules().province("provence").unwrap();
    let mut play = Table::empty()
        .fleet("genoa", "provence", "F- 4NGD NTD")
        .leader("doria", Post::At(provence))
        .with(|game, _| {
            game.turn = 2;
            game.stage = Stage::Levy;
        })
        .play();
    play.until("movement").says("Andrea Doria joins the fleet at Liguria");
    assert_eq!(leader(&play, "doria"), Post::At(play.rules().province("liguria").unwrap()));
}

#[test]
fn what_a_friend_has_taken_is_the_owners_again() {
    let mut play = Table::empty()
        .with(|game, rules| {
            game.turn = 2;
            game.stage = Stage::Levy;
            game.lands[usize::from(rules.province("liguria").unwrap())].taken = Some(Side::Second);
            game.lands[usize::from(rules.province("corsica").unwrap())].taken = Some(Side::First);
        })
        .play();
    play.until("movement");
    let taken = |id: &str| play.game().lands[usize::from(play.rules().province(id).unwrap())].taken;
    assert_eq!((taken("liguria"), taken("corsica")), (None, Some(Side::First)));
}

#[test]
fn leaders_who_find_nobody_have_a_second_chance_when_troops_are_bought() {
    let muster = |muster| {
        let table = Table::empty().troops("habsburg", "tirol", "A+").troops("habsburg", "karnten", "A+");
        table.with(move |game, _| {
            game.stage = Stage::Arrival(0, muster);
        })
    };
    // The Emperor may lead the other major's troops.
    let mut play = muster(Muster::Turn).play();
    assert_eq!((play.what(), play.keys()[0].as_str()), ("where-a-leader-joins", "tirol"));
    play.answer("tirol").says("Charles V joins the army at Tirol");
    let mut play = muster(Muster::Purchased).play();
    play.until("first-round");
    play.says("Bayard finds nobody to lead and waits");
}

/// A king overrun, or without a way out, is a prisoner.
#[test]
fn a_king_is_taken_with_his_troops() {
    let hainaut = rules().province("hainaut").unwrap();
    let mut play = Table::empty()
        .troops("spain", "hainaut", "LD")
        .troops("france", "champagne", "2A+")
        .leader("carlos_i", Post::At(hainaut))
        .with(|game, _| game.campaign = BySide::new(Campaign::Multiple, Campaign::None))
        .play();
    let (points, purse) = (play.game().points.first, play.game().purse.first);
    play.march("champagne").answer("hainaut").answer("fight").says("Charles V is taken prisoner by Valois");
    assert_eq!(play.game().points.first - points, 10);
    assert_eq!(play.game().purse.first - purse, 200);
    assert_eq!(leader(&play, "carlos_i"), Post::Captive);
}

#[test]
fn collapse_ends_the_war_at_once() {
    let table = |first, second| {
        Table::empty().with(move |game, _| game.stability = BySide::new(first, second)).play()
    };
    let play = table(-4, 1);
    let Phase::Ended(end) = play.session.phase() else { panic!("goes on") };
    assert_eq!((end.winner, end.sudden), (Some(Side::Second), true));
    play.says("EU9-ITALY-f Valois collapses, and Habsburg wins at once");
    let play = table(-4, -4);
    let Phase::Ended(end) = play.session.phase() else { panic!("goes on") };
    assert_eq!((end.winner, end.sudden), (None, false));
    play.says("the points decide");
    assert!(!matches!(table(-3, 1).session.phase(), Phase::Ended(_)));
}

#[test]
fn nobody_enters_or_attacks_the_cantons() {
    let mut play = Table::empty()
        .troops("habsburg", "tirol", "A+")
        .with(|game, _| {
            game.stage = Stage::Move(Impulse::first(Side::Second));
            game.campaign = BySide::new(Campaign::Passive, Campaign::Multiple);
        })
        .play();
    play.march("tirol");
    assert_eq!(play.refused("graubunden").clause.unwrap().id(), "EU9-ITALY-j");
    let mut play = Table::empty().troops("france", "bourgogne", "A+").play();
    play.march("bourgogne").answer("franche_comte").until("march").answer("suisse");
    let mut play = Table::empty()
        .with(|game, rules| {
            let swiss = rules.nations.iter().position(|n| n.id == "swiss").unwrap();
            game.allegiance[swiss] = None;
        })
        .play();
    assert!(!play.keys().contains(&"attack swiss".to_owned()));
    assert!(play.refused("attack swiss").to_string().contains("closed"));
    // A Swiss reinforcement is veteran like all Swiss.
    let mut play = Table::empty()
        .troops("swiss", "suisse", "A+")
        .with(|game, _| {
            game.turn = 1;
            game.stage = Stage::Levy;
        })
        .play();
    play.until("movement");
    let swiss = play
        .game()
        .troops
        .iter()
        .filter(|t| play.rules().nations[usize::from(t.roster.first())].id == "swiss");
    assert!(swiss.clone().count() > 0 && swiss.clone().all(|t| t.roster.veterans() == t.roster.ld_count()));
    assert_eq!(swiss.map(|t| t.roster.ld_count()).sum::<u8>(), 5);
}

#[test]
fn two_neutrals_may_be_attacked_before_anything_moves() {
    let mut play = Table::empty().troops("france", "provence", "A+").play();
    let points = play.game().points.first;
    play.answer("attack savoy").until("movement").answer("attack montferrat").until("movement");
    assert_eq!(play.game().points.first - points, -10);
    play.march("provence").answer("halt").until("movement");
    assert_eq!(play.refused("attack lucca").clause.unwrap().id(), "EU9-ITALY-b");
}

#[test]
fn troops_are_raised_at_home() {
    let shop = |side| {
        let table = Table::empty().with(move |game, rules| {
            game.stage = Stage::Purchase(side, Bought::default());
            game.purse = BySide::new(900, 900);
            let milan = &mut game.lands[usize::from(rules.province("lombardia").unwrap())];
            milan.owner = 1;
        });
        table.play()
    };
    let mut play = shop(Side::Second);
    for place in ["campania", "hainaut", "zeeland", "catalunya"] {
        assert!(play.keys().contains(&format!("buy LD spain {place}")), "{place}");
    }
    for place in ["lombardia", "franche_comte", "rosselo", "illes_balears"] {
        assert_eq!(
            play.refused(&format!("buy LD spain {place}")).clause.unwrap().id(),
            "EU9-ITALY-d",
            "{place}"
        );
    }
}

#[test]
fn a_country_runs_out_of_counters() {
    let mut table = Table::empty().with(|game, _| {
        game.stage = Stage::Purchase(Side::Second, Bought::default());
        game.purse = BySide::new(900, 900);
    });
    for place in ["tirol", "karnten"] {
        table = table.troops("habsburg", place, "3LD");
    }
    let mut play = table.troops("habsburg", "trentino", "2LD").play();
    let refusal = play.refused("buy LD habsburg slovenija");
    assert!(refusal.to_string().contains("all LD counters"), "{refusal}");
}

#[test]
fn gold_is_the_provinces() {
    let play = Table::empty().play();
    let incomes = play.game().incomes(play.rules());
    let taken = |id: &str, side| {
        let table = Table::empty().with(|game, rules| {
            game.lands[usize::from(rules.province(id).unwrap())].taken = Some(side);
        });
        table.game.incomes(&table.rules)
    };
    let after = taken("karnten", Side::First);
    assert_eq!((incomes.second - after.second, after.first - incomes.first), (45, 22));
    // A minor's city pays its holder half as well, or nothing by the other reading.
    assert_eq!(taken("liguria", Side::Second).second - incomes.second, 3);
    let readings: crate::ReadingsText =
        grognard_charts::read("title.toml", "taken-minors = \"nothing\"").unwrap();
    let table = Table::under(rules().under(readings.readings().unwrap())).with(|game, rules| {
        game.lands[usize::from(rules.province("liguria").unwrap())].taken = Some(Side::Second);
    });
    assert_eq!(table.game.incomes(&table.rules).second, incomes.second);
}

#[test]
fn whoever_leaves_an_island_goes_over_the_sea() {
    let mut play = Table::empty()
        .troops("france", "corsica", "2LD")
        .with(|game, _| {
            game.turn = 2;
            game.stage = Stage::Levy;
        })
        .play();
    play.until("where-troops-go-home-to");
    assert!(play.keys().contains(&"provence".to_owned()), "{:?}", play.keys());
    play.answer("provence");
    assert_eq!(play.stack("provence"), "2LD");
}

#[test]
fn peace_may_be_offered_in_the_last_turn_too() {
    let table = Table::empty().with(|game, _| {
        game.turn = 3;
        game.stability.first = -2;
        game.stage = Stage::TurnEnd;
    });
    let mut play = table.play();
    assert_eq!(play.what(), "offer-peace");
    let points = play.game().points.second;
    play.answer("yes").answer("no");
    let Phase::Ended(end) = play.session.phase() else { panic!("goes on") };
    assert_eq!(end.points.second, points - 3);
}

#[test]
fn leaders_do_not_ride_through_the_enemy() {
    let reach = |table: Table| {
        let from = table.province("finistere");
        let reach = table.game.ride_reach(&table.rules, Side::First, from);
        reach.into_iter().filter(|&there| there).count()
    };
    assert!(reach(Table::empty()) > 3);
    let table = Table::empty().troops("spain", "armor", "A+").troops("spain", "morbihan", "A+");
    assert_eq!(reach(table), 1, "both roads out of Brest are closed");
}

/// A counter without a name of its own is lost where others are wounded.
#[test]
fn leaders_of_unnamed_counters_are_killed() {
    use crate::leader::Commander;
    let rules = rules();
    let named = |id: &str| {
        let index = rules.leaders.iter().position(|l| l.id == id).unwrap() as u8;
        match crate::game::Game::head(&rules, Some(index), crate::power::Country::Spain) {
            Commander::Present { named, .. } => named,
            _ => panic!("{id} is a leader of the title"),
        }
    };
    assert!(named("bayard") && named("francois_i") && named("doria"));
    assert!(!named("spain_g5") && !named("habsburg_g1"));
}

/// Whoever has no range of his own fights where he likes, but for the closed lands.
#[test]
fn a_palatine_army_may_leave_home() {
    let rules = rules();
    let nation = |id: &str| rules.nations.iter().find(|n| n.id == id).unwrap();
    let at = |id: &str| rules.province(id).unwrap();
    assert!(nation("palatinate").fights_in(at("lorraine")));
    assert!(!nation("palatinate").fights_in(at("suisse")));
    assert!(!nation("lucca").fights_in(at("toscana")));
    assert!(nation("france").fights_in(at("suisse")) && !nation("spain").fights_in(at("suisse")));
}

/// A wounded king among men who are lost is a prisoner like any other; a dead one is nobody's.
#[test]
fn a_wounded_king_is_taken_with_his_men() {
    let fate = |test: u8| {
        let hainaut = rules().province("hainaut").unwrap();
        let mut play = Table::empty()
            .troops("spain", "hainaut", "A-")
            .troops("france", "champagne", "A+ 2LD")
            .leader("carlos_i", Post::At(hainaut))
            .with(|game, _| game.campaign = BySide::new(Campaign::Multiple, Campaign::None))
            .play();
        play.march("champagne").answer("hainaut");
        for _ in 0..200 {
            let question = play.question();
            match (question.asking.topic.key(), play.keys().first().cloned()) {
                ("campaign", _) => break,
                ("movement", _) => play.answer("done"),
                ("killed-or-wounded", _) => play.dice(test),
                (_, Some(key)) => play.answer(&key),
                _ => play.dice(if question.asking.by == Some(Side::First) { 10 } else { 1 }),
            };
        }
        assert_eq!(play.stack("hainaut"), "A- LD", "France stands there alone");
        leader(&play, "carlos_i")
    };
    assert_eq!((fate(1), fate(10)), (Post::Gone, Post::Captive));
}

/// Savoy, attacked as a neutral in turn 9, is the Empire's in turn 10 by the list: it comes with its full basic force.
#[test]
fn an_attacked_neutral_comes_with_its_basic_force() {
    let mut play = Table::empty()
        .with(|game, rules| {
            let savoy = rules.nations.iter().position(|nation| nation.id == "savoy").unwrap();
            for (index, nation) in rules.nations.iter().enumerate() {
                game.allegiance[index] = nation.sides[2];
            }
            game.allegiance[savoy] = Some(Side::Second);
            (game.turn, game.stage) = (3, Stage::Levy);
        })
        .play();
    play.until("upkeep");
    let savoy = play.rules().nations.iter().position(|nation| nation.id == "savoy").unwrap() as u8;
    let ld: u8 = play.game().troops.iter().map(|t| t.roster.band(savoy).stack.ld_count()).sum();
    assert_eq!(ld, 5, "A+ LD");
}

/// The board of a game that has ended at once shows the points it ended with.
#[test]
fn the_last_board_is_scored() {
    let table = Table::empty().with(|game, rules| {
        let capital = usize::from(rules.sides.second.capital);
        game.lands[capital].taken = Some(Side::First);
        game.stage = Stage::TurnEnd;
    });
    let before = table.game.points;
    let play = table.play();
    let Phase::Ended(end) = play.session.phase() else { panic!("goes on") };
    assert!(end.sudden && end.points != before);
    assert_eq!(play.game().points, end.points);
    let table = Table::empty().with(|game, _| {
        game.turn = 3;
        game.stability.first = -2;
        game.stage = Stage::TurnEnd;
    });
    let mut play = table.play();
    play.answer("yes").answer("no");
    let Phase::Ended(end) = play.session.phase() else { panic!("goes on") };
    assert_eq!(play.game().points, end.points, "after a peace that was refused too");
}

/// Genoa turns: a French general who is alone in its land does not stay there among enemies.
#[test]
fn a_lone_leader_leaves_a_host_that_turns() {
    let liguria = rules().province("liguria").unwrap();
    let levied = |turn: u8| {
        let mut play = Table::empty()
            .leader("francois_i", Post::At(liguria))
            .with(|game, _| {
                game.turn = turn;
                game.stage = Stage::Levy;
            })
            .play();
        play.until("campaign");
        leader(&play, "francois_i")
    };
    assert_eq!(levied(1), Post::At(liguria), "in turn 8 Genoa is a friend");
    assert_eq!(levied(2), Post::Away, "in turn 9 it is the Empire's");
}

/// Troops of his side elsewhere are no company for him. Genoa raises its own at home, so that nobody drives him out.
#[test]
fn a_lone_leader_does_not_stay_for_troops_elsewhere() {
    let corsica = rules().province("corsica").unwrap();
    let mut play = Table::empty()
        .troops("france", "berry", "LD")
        .leader("francois_i", Post::At(corsica))
        .with(|game, _| {
            game.turn = 2;
            game.stage = Stage::Levy;
        })
        .play();
    play.until("upkeep").says(" gets away and waits for the next turn");
    let berry = play.rules().province("berry").unwrap();
    assert_eq!(
        leader(&play, "francois_i"),
        Post::At(berry),
        "Genoa is the Empire's; those at home take him in"
    );
}

/// Genoa turns, and no other port is France's: its fleet is lost, but its admiral is not at war with his hosts.
#[test]
fn whoever_is_driven_out_in_peace_is_no_prisoner() {
    let liguria = rules().province("liguria").unwrap();
    let mut play = Table::empty()
        .fleet("france", "liguria", "F- 4NGD NTD")
        .leader("france_a0", Post::At(liguria))
        .with(|game, rules| {
            for (land, province) in game.lands.iter_mut().zip(&rules.provinces) {
                if province.is_port() && rules.nations[usize::from(land.owner)].id != "genoa" {
                    land.taken = Some(Side::Second);
                }
            }
            game.turn = 2;
            game.stage = Stage::Levy;
        })
        .play();
    play.until("upkeep").says("EU9-NAVAL-m France's fleet has no port to go to and is lost");
    play.says(" gets away and waits for the next turn");
    assert_eq!(leader(&play, "france_a0"), Post::Away);
    assert!(!play.account().contains("taken prisoner"), "{}", play.account());
}

/// Corsica falls with war honours: Provence is as near as Genoa, but beyond where the Genoese fight.
#[test]
fn whoever_goes_home_stays_in_range() {
    let play = Table::empty()
        .garrison("genoa", "corsica", "LD")
        .troops("spain", "corsica", "A+")
        .with(|game, rules| {
            let at = rules.province("corsica").unwrap();
            super::besieging(game, rules, Side::Second, at, super::Digging::Honours);
        })
        .play();
    assert_eq!((play.stack("liguria").as_str(), play.stack("provence").as_str()), ("2LD", "nobody"));
}
