//! Sieges on the board: who leads them, who is inside, who may go on with them, and what becomes of whom.

use super::super::battle::Then;
use super::super::fallback::Fallback;
use super::super::siege::Digging;
use super::super::{Impulse, Post, Stage};
use super::{Play, Table, besieging, occupying};
use crate::campaign::Campaign;
use crate::charts::Siegework;
use crate::power::Country;
use grognard_umpire::{BySide, Side};

/// Every modifier told so far, in words.
fn modifiers(play: &Play) -> Vec<String> {
    let all = play.session.account().iter().chain(play.session.draft());
    all.flat_map(|ruling| &ruling.modifiers).map(|m| format!("{:+} {}", m.value, m.words)).collect()
}

fn has(play: &Play, words: &str) -> bool {
    modifiers(play).iter().any(|modifier| modifier == words)
}

/// The siege segment, both sides having paid for a campaign.
fn segment(table: Table) -> Table {
    table.with(|game, rules| {
        game.campaign = BySide::new(Campaign::Multiple, Campaign::Multiple);
        game.announced = BySide::new(true, true);
        game.stage = game.first_sieges(rules);
    })
}

/// A siege by a side at one of its steps.
fn step(table: Table, side: Side, at: &str, stage: Digging) -> Table {
    segment(table).with(|game, rules| {
        let at = rules.province(at).unwrap();
        besieging(game, rules, side, at, stage);
    })
}

fn inside(table: Table, leader: &str, at: &str) -> Table {
    let at = table.province(at);
    table.leader(leader, Post::Inside(at))
}

fn before(table: Table, leader: &str, at: &str) -> Table {
    let at = table.province(at);
    table.leader(leader, Post::At(at))
}

fn post(play: &Play, leader: &str) -> Post {
    let index = play.rules().leaders.iter().position(|l| l.id == leader).unwrap();
    play.game().posts[index]
}

#[test]
fn the_best_siege_counts_whoever_commands() {
    let table = Table::empty().troops("france", "hainaut", "A+ LD");
    let table = before(before(table, "francois_i", "hainaut"), "foix", "hainaut");
    let mut play = segment(table).play();
    play.answer("undermine").dice(5);
    assert!(has(&play, "+1 SIEGE of the besieger"), "{:?}", modifiers(&play));
}

#[test]
fn a_leader_in_the_city_helps_it() {
    let table = Table::empty().garrison("venice", "mantova", "2LD").troops("spain", "mantova", "A+ LD");
    let table = inside(table, "gritti", "mantova").with(|game, rules| {
        let parma = usize::from(rules.province("parma").unwrap());
        game.lands[parma].taken = Some(Side::Second);
    });
    let sieges = || segment(Table { game: table.game.clone(), rules: super::rules() }).play();
    let (mut play, mut storm) = (sieges(), sieges());
    play.answer("undermine").dice(5);
    assert!(has(&play, "-1 SIEGE of the besieged"), "{:?}", modifiers(&play));
    storm.answer("storm");
    assert_eq!(storm.what(), "replacement-leader");
    storm.dice(1).says("Spain has no leader");
    assert_eq!(storm.what(), "assault-fire", "Gritti commands inside");
}

#[test]
fn a_king_in_a_city_that_surrenders_is_taken() {
    let table = Table::empty().garrison("france", "lyonnais", "LD").troops("spain", "lyonnais", "A+");
    let table = inside(inside(table, "francois_i", "lyonnais"), "bayard", "lyonnais");
    let before = (table.game.points.second, table.game.purse, table.game.stability.first);
    let surrender = Digging::Outcome(Siegework::Surrender);
    let play = step(table, Side::Second, "lyonnais", surrender).play();
    play.says("François I is taken prisoner by Habsburg").says("Bayard is taken prisoner by Habsburg");
    assert_eq!((post(&play, "francois_i"), post(&play, "bayard")), (Post::Captive, Post::Captive));
    assert_eq!(play.game().points.second, before.0 + 10);
    assert_eq!(play.game().purse.second, before.1.second + 200);
    assert_eq!(play.game().purse.first, before.1.first - 200);
    assert_eq!(play.game().stability.first, before.2 - 2);
}

#[test]
fn a_besieged_leader_does_not_ride_out() {
    let table = Table::empty().garrison("france", "lyonnais", "LD").troops("spain", "lyonnais", "A+");
    let mut play = inside(table, "bayard", "lyonnais").play();
    let refusal = play.refused("ride bayard provence");
    assert!(refusal.to_string().contains("shut up in a besieged city"), "{refusal}");
    let free = Table::empty().garrison("france", "lyonnais", "LD").troops("france", "provence", "LD");
    let mut play = inside(free, "bayard", "lyonnais").play();
    play.answer("ride bayard provence");
    assert_eq!(post(&play, "bayard"), Post::At(play.rules().province("provence").unwrap()));
}

/// A leader who rides to a garrison of his country goes in, and does not march off with others from before it.
#[test]
fn a_leader_joins_a_garrison() {
    let table = Table::empty().garrison("france", "lyonnais", "LD").troops("france", "provence", "LD");
    let mut play = before(table, "bayard", "provence").play();
    play.answer("ride bayard lyonnais");
    let (rules, at) = (play.rules(), play.rules().province("lyonnais").unwrap());
    let roster = play.game().troops.iter().find(|t| t.at == at).unwrap().roster;
    assert_eq!(post(&play, "bayard"), Post::Inside(at));
    assert_eq!(play.game().leaders_at(rules, &roster, at), 0, "he is not with a stack in the open");
    assert_ne!(play.game().generals_inside(rules, at), 0);
}

#[test]
fn a_leader_alone_goes_into_his_city() {
    let table = Table::empty().troops("france", "champagne", "A+").with(|game, _| {
        game.campaign = BySide::new(Campaign::Multiple, Campaign::Passive);
    });
    let mut play = before(table, "spain_g4", "hainaut").play();
    play.march("champagne").answer("hainaut").answer("halt");
    assert_eq!(post(&play, "spain_g4"), Post::Inside(play.rules().province("hainaut").unwrap()));
}

#[test]
fn spaniards_storm_in_tercios_from_turn_nine() {
    let morale = |turn: u8| {
        let table = Table::empty().troops("spain", "lombardia", "A+").with(|game, _| game.turn = turn);
        let (_, givens) = table.game.storm(&table.game.troops[0], false, &table.rules);
        givens.groundwork.morale.first
    };
    assert_eq!(morale(2), morale(0) + 1);
}

#[test]
fn whoever_holds_a_city_defends_it() {
    let held = |garrison: bool| {
        let table = match garrison {
            true => Table::empty().garrison("habsburg", "lombardia", "LD"),
            false => Table::empty(),
        };
        let table = table.with(|game, rules| {
            let at = rules.province("lombardia").unwrap();
            game.lands[usize::from(at)].taken = Some(Side::Second);
        });
        // The garrison helper turns everybody there into a garrison.
        let table = table.troops("france", "lombardia", "A+");
        let french = *table.game.troops.iter().find(|t| !t.inside).unwrap();
        table.game.storm(&french, false, &table.rules).1.parties.second.country
    };
    assert_eq!(held(false), Country::Spain);
    assert_ne!(held(true), Country::France);
}

#[test]
fn an_empty_city_with_honours_sends_its_own_ld_home() {
    let table = Table::empty().troops("france", "toscana", "A+");
    let mut play = step(table, Side::First, "toscana", Digging::Outcome(Siegework::BreachOrHonours)).play();
    play.answer("honours");
    assert_eq!((play.what(), play.question().asking.by), ("where-the-garrison-goes", Some(Side::Second)));
    let to = play.keys()[0].clone();
    play.answer(&to);
    assert_eq!(play.stack(&to), "LD");
}

/// Three LD counters fill a stack: the LD of the honours goes on its own.
#[test]
fn the_ld_of_the_honours_is_never_lost() {
    let table = Table::empty().garrison("spain", "hainaut", "3LD").troops("france", "hainaut", "A+");
    let table = table.with(|game, rules| {
        game.lands[usize::from(rules.province("hainaut").unwrap())].level = 3;
    });
    let table = inside(table, "spain_g4", "hainaut");
    let mut play = step(table, Side::First, "hainaut", Digging::Honours).play();
    for _ in 0..2 {
        assert_eq!(play.what(), "where-the-garrison-goes");
        let to = play.keys().last().unwrap().clone();
        play.answer(&to);
    }
    let all: u8 = play.game().troops.iter().map(|t| t.roster.ld_count()).sum();
    assert_eq!(all, 4 + 4);
    assert!(matches!(post(&play, "spain_g4"), Post::At(_)), "he goes along");
}

#[test]
fn without_a_campaign_a_siege_is_only_kept_up() {
    let table = segment(Table::empty().troops("france", "hainaut", "A+ LD"));
    let mut play = table.with(|game, _| game.campaign.first = Campaign::None).play();
    assert_eq!(play.keys(), ["stay", "lift"]);
    assert_eq!(play.refused("undermine").clause.unwrap().id(), "EU9-CAMPAIGN-f");
    assert_eq!(play.refused("storm").clause.unwrap().id(), "EU9-CAMPAIGN-f");
    play.answer("stay");
    assert_eq!(play.what(), "siege-attrition");
    let minor = segment(Table::empty().troops("venice", "trentino", "A+ LD"));
    let play = minor.with(|game, _| game.campaign.first = Campaign::None).play();
    assert!(play.keys().contains(&"storm".to_owned()), "a minor has its own");
}

#[test]
fn who_cannot_undermine_starves_with_all_its_maluses() {
    let table = Table::empty().troops("france", "sardegna", "2LD").with(|game, rules| {
        game.lands[usize::from(rules.province("sardegna").unwrap())].level = 3;
    });
    let mut play = segment(table).play();
    play.answer("stay").dice(5);
    assert!(
        has(&play, "+2 no line of supply") && has(&play, "+2 too small as well"),
        "{:?}",
        modifiers(&play)
    );
}

#[test]
fn lifting_a_siege_takes_the_stack_away() {
    let table = before(Table::empty().troops("france", "hainaut", "A+ LD"), "foix", "hainaut");
    let mut play = segment(table).play();
    play.answer("lift").dice(5).says("lifts the siege of");
    assert!(has(&play, "-2 redeployment"), "{:?}", modifiers(&play));
    play.says("A+ LD of France goes to Champagne");
    assert_eq!((play.stack("hainaut"), play.stack("champagne")), ("nobody".into(), "A+ LD".into()));
    assert_eq!(post(&play, "foix"), Post::At(play.rules().province("champagne").unwrap()));
}

#[test]
fn men_are_put_into_a_city() {
    let table = before(Table::empty().troops("france", "champagne", "A+ LD"), "foix", "champagne");
    let mut play = table.play();
    let refusal = play.refused("garrison champagne A+");
    assert!(refusal.to_string().contains("there is room for 2"), "{refusal}");
    assert!(play.refused("garrison hainaut LD").to_string().contains("no stack of yours"));
    play.answer("garrison champagne LD/alone").says("LD of France goes into");
    let garrison = *play.game().troops.iter().find(|t| t.inside).unwrap();
    assert_eq!((garrison.stack().ld, garrison.roster.veterans()), (1, 1));
    assert!(matches!(post(&play, "foix"), Post::At(_)));
    assert!(!play.keys().contains(&"move champagne garrison".to_owned()), "it has moved");
    let table = before(Table::empty().troops("france", "champagne", "LD"), "foix", "champagne");
    let mut play = table.play();
    play.answer("garrison champagne LD");
    assert!(matches!(post(&play, "foix"), Post::Inside(_)));
    let refused = |table: Table| table.play().refused("garrison hainaut LD").to_string();
    let enemy = Table::empty().troops("france", "hainaut", "LD");
    assert!(refused(enemy).contains("the city is the enemy's"));
}

#[test]
fn part_of_a_stack_goes_behind_the_walls_before_a_battle() {
    let table = Table::empty().troops("spain", "hainaut", "A+ LD").troops("france", "hainaut", "2A+");
    let table = table.with(|game, _| game.stage = Stage::Battles(Impulse::first(Side::First)));
    let mut play = table.play();
    assert_eq!((play.what(), play.question().asking.by), ("who-goes-into-the-city", Some(Side::Second)));
    play.answer("2LD rest A-/LD").says("2LD of Spain goes into Mons, A- LD stays");
    assert_eq!(play.what(), "stand-or-evade");
    assert!(!play.keys().contains(&"fortress".to_owned()), "the city is full");
}

#[test]
fn a_beaten_stack_splits_between_city_and_country() {
    let table = Table::empty().garrison("spain", "hainaut", "LD").troops("france", "hainaut", "2A+");
    let table = table.troops("spain", "brabant", "A-");
    let mut table = before(table, "spain_g4", "hainaut");
    let brabant = table.province("brabant");
    let index = table.game.troops.iter().position(|t| t.at == brabant).unwrap();
    let beaten = table.game.troops.remove(index);
    let at = table.province("hainaut");
    let beaten = super::Troops { at, ..beaten };
    let leader = table.rules.leaders.iter().position(|l| l.id == "spain_g4").unwrap();
    table.game.stage = Stage::Fallback(Box::new(Fallback {
        at,
        impulse: Impulse::first(Side::First),
        leaving: vec![(Side::Second, beaten, 1 << leader, brabant)],
        then: Then::Battles,
        over: true,
        back: false,
    }));
    let mut play = table.play();
    assert!(!play.keys().contains(&"city".to_owned()), "there is room for one LD: {:?}", play.keys());
    play.answer("city LD rest LD").says("LD of Spain under Nassau falls back into Mons");
    assert!(matches!(post(&play, "spain_g4"), Post::Inside(_)));
    play.answer("brabant");
    assert_eq!(play.stack("brabant"), "LD");
}

#[test]
fn a_king_without_a_refuge_is_taken() {
    let mut table = before(Table::empty(), "francois_i", "castilla_la_nueva");
    let at = table.province("castilla_la_nueva");
    let beaten = super::Troops::new(at, table.country("france"), crate::Stack::read("LD").unwrap(), 0);
    let king = table.rules.leaders.iter().position(|l| l.id == "francois_i").unwrap();
    table.game.stage = Stage::Fallback(Box::new(Fallback {
        at,
        impulse: Impulse::first(Side::First),
        leaving: vec![(Side::First, beaten, 1 << king, at)],
        then: Then::Battles,
        over: true,
        back: false,
    }));
    let play = table.play();
    play.says("lays down its arms")
        .says("François I is taken prisoner by Habsburg: 10 points, 200 ducats of ransom");
    assert_eq!(play.game().posts[king], Post::Captive);
}

#[test]
fn works_without_a_besieger_are_filled_in() {
    let works = |besieger: bool| {
        let table = match besieger {
            true => Table::empty().troops("france", "hainaut", "A+ LD"),
            false => Table::empty(),
        };
        let table = table.with(|game, rules| {
            let land = &mut game.lands[usize::from(rules.province("hainaut").unwrap())];
            (land.works.plus, land.breached, land.old_siege) = (1, true, true);
        });
        let play = segment(table).play();
        let land = play.game().lands[usize::from(play.rules().province("hainaut").unwrap())];
        (land.works.plus, land.breached, land.old_siege)
    };
    assert_eq!(works(true), (1, true, true));
    assert_eq!(works(false), (0, false, false));
}

#[test]
fn sieges_come_by_initiative_and_in_the_order_of_their_side() {
    let table = Table::empty().troops("france", "hainaut", "A+ LD").troops("france", "brabant", "A+ LD");
    let mut play = segment(table.troops("spain", "champagne", "A+ LD")).play();
    assert_eq!((play.what(), play.question().asking.by), ("the-siege-this-round", Some(Side::Second)));
    play.answer("storm").until("which-siege");
    assert_eq!((play.question().asking.by, play.keys().len()), (Some(Side::First), 2));
    play.answer("hainaut").answer("undermine").says("digs before Mons");
    play.until("the-siege-this-round");
    play.answer("undermine");
    assert!(play.account().contains("digs before"), "{}", play.account());
}

#[test]
fn battles_come_in_the_order_of_the_phasing_side() {
    let table = Table::empty().troops("france", "hainaut", "2A+").troops("france", "brabant", "2A+");
    let table = table.troops("spain", "hainaut", "A+").troops("spain", "brabant", "A+");
    let table = table.with(|game, _| game.stage = Stage::Battles(Impulse::first(Side::First)));
    let mut play = table.play();
    assert_eq!((play.what(), play.question().asking.by), ("which-battle", Some(Side::First)));
    play.answer("hainaut").answer("nobody").answer("fight").says("Battle of Hainaut");
}

#[test]
fn a_besieged_garrison_joins_its_relief() {
    let table = Table::empty().garrison("france", "lombardia", "2LD").troops("france", "lombardia", "A+");
    let table = table.troops("spain", "lombardia", "2A+");
    let table = inside(table, "foix", "lombardia");
    let table = table.with(|game, _| game.stage = Stage::Battles(Impulse::first(Side::First)));
    let mut play = table.play();
    play.answer("fight");
    assert_eq!((play.what(), play.question().asking.by), ("sortie", Some(Side::First)));
    assert_eq!(play.keys()[..2], ["nobody".to_owned(), "2LD".to_owned()]);
    play.answer("LD rest LD").says("sallies out of Milano");
    assert!(matches!(post(&play, "foix"), Post::At(_)));
    let inside = *play.game().troops.iter().find(|t| t.inside).unwrap();
    assert_eq!(inside.stack().ld, 1);
}

#[test]
fn works_and_an_open_port_count_for_the_besieged() {
    let text = "attrition.besieged-supply = \"siege-list\"";
    let readings: crate::ReadingsText = grognard_charts::read("title.toml", text).unwrap();
    let rules = super::rules().under(readings.readings().unwrap());
    let table =
        Table::under(rules).garrison("spain", "catalunya", "LD").troops("france", "catalunya", "A+ LD");
    let table = before(inside(table, "spain_g4", "catalunya"), "foix", "catalunya");
    let table = table.with(|game, rules| {
        game.lands[usize::from(rules.province("catalunya").unwrap())].works.plus = 1;
        game.stage = Stage::Opening(Impulse::first(Side::Second));
    });
    let mut play = table.play();
    assert_eq!(play.what(), "siege-attrition");
    play.dice(1);
    for words in ["+3 siegeworks+", "-3 an open port", "-1 SIEGE of the leader", "+1 SIEGE of the enemy"] {
        assert!(has(&play, words), "no {words} in {:?}", modifiers(&play));
    }
}

#[test]
fn the_last_ld_may_hold_the_city_with_its_leader() {
    let table = before(Table::empty().troops("france", "hainaut", "LD"), "foix", "hainaut");
    let table =
        table.with(|game, rules| occupying(game, rules, Side::First, rules.province("hainaut").unwrap()));
    let mut play = table.play();
    play.answer("garrison/nothing");
    assert!(play.game().troops.iter().all(|t| t.inside) && play.game().troops.len() == 1);
    assert!(matches!(post(&play, "foix"), Post::Inside(_)));
}
