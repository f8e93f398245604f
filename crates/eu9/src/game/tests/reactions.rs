//! Interceptions, overruns and evasions on the board: the library's rules with givens made from it.

use super::super::{Impulse, Stage};
use super::{Play, Table};
use crate::campaign::Campaign;
use grognard_umpire::Side;

/// The modifiers of the last throw told under a clause, in words.
fn modifiers(play: &Play, clause: &str) -> Vec<String> {
    let mut found = play.session.account().iter().chain(play.session.draft());
    let last = found
        .rfind(|r| r.clause.id() == clause)
        .unwrap_or_else(|| panic!("no {clause} in\n{}", play.account()));
    last.modifiers.iter().map(|m| format!("{:+} {}", m.value, m.words)).collect()
}

#[test]
fn a_garrison_of_the_target_hampers_the_interceptor() {
    let table = |inside: bool| {
        let table = match inside {
            true => Table::empty().garrison("spain", "hainaut", "LD"),
            false => Table::empty(),
        };
        table.troops("spain", "brabant", "A+").troops("france", "champagne", "2A+").with(|game, _| {
            game.campaign = grognard_umpire::BySide::new(Campaign::Simple, Campaign::Passive);
            game.stage = Stage::Move(Impulse::first(Side::Second));
        })
    };
    let meet = |inside: bool| {
        let mut play = table(inside).play();
        play.march("brabant").answer("hainaut").answer("yes").intercepts(1);
        modifiers(&play, "EU9-INTERCEPT-f")
    };
    assert!(meet(false).is_empty());
    assert_eq!(meet(true), ["-2 other enemies there"]);
}

#[test]
fn a_minor_intercepts_under_its_own_campaign_once_its_side_has_chosen() {
    let table = |announced: bool| {
        Table::empty().troops("spain", "tirol", "A-").troops("venice", "mantova", "A-").with(|game, _| {
            game.campaign = grognard_umpire::BySide::new(Campaign::None, Campaign::Passive);
            game.announced.first = announced;
            game.stage = Stage::Move(Impulse::first(Side::Second));
        })
    };
    let asked = |announced: bool| {
        let mut play = table(announced).play();
        play.march("tirol").answer("trentino");
        (play.what() == "intercept").then(|| play.question().asking.clause.id())
    };
    assert_eq!(asked(true), Some("EU9-CAMPAIGN-j"));
    assert_eq!(asked(false), None, "until then everybody counts as passive");
}

/// An interceptor that has won may fall on the next stack; one that has not may not.
#[test]
fn whoever_wins_intercepts_again() {
    let again = |face: u8| {
        let mut play = Table::empty()
            .troops("spain", "hainaut", "A-")
            .troops("spain", "brabant", "LD")
            .troops("france", "ile_de_france", "2A+")
            .with(|game, _| {
                game.campaign = grognard_umpire::BySide::new(Campaign::Simple, Campaign::Multiple);
                game.stage = Stage::Move(Impulse::first(Side::Second));
            })
            .play();
        play.march("hainaut").answer("champagne").answer("yes").intercepts(face).until("movement");
        let stands = play.stack("champagne");
        play.march("brabant").answer("hainaut");
        (stands, play.what())
    };
    assert_eq!(again(10), ("2A+".to_owned(), "intercept"), "France has won and stands in Champagne");
}

#[test]
fn overruns_go_by_the_same_table_everywhere() {
    let march = |own: &str, enemy: &str| {
        let table = Table::empty().troops("france", "champagne", own).troops("spain", "hainaut", enemy);
        let mut play = table.with(|game, _| game.campaign.second = Campaign::None).play();
        play.march("champagne").answer("hainaut");
        if play.what() == "stand-or-evade" && !play.account().contains("EU9-INTERCEPT-e") {
            play.answer("fight");
        }
        let line = play.account().lines().find(|line| line.contains("EU9-INTERCEPT-e")).unwrap().to_owned();
        (play.what(), line)
    };
    let (what, line) = march("2A+", "LD");
    assert_eq!(
        (what, line.as_str()),
        ("march", "EU9-INTERCEPT-e 8 LD come upon 1. France overruns Spain and marches on.")
    );
    let (_, line) = march("A+", "LD");
    assert!(line.ends_with("France attacks Spain at once."), "{line}");
    let (_, line) = march("A+", "A-");
    assert!(line.ends_with("in the battle segment."), "{line}");
}

#[test]
fn a_stack_slips_away_or_goes_behind_its_walls() {
    let table = |counters: &str| {
        Table::empty()
            .troops("spain", "hainaut", counters)
            .troops("france", "hainaut", "2A+")
            .with(|game, _| game.stage = Stage::Battles(Impulse::first(Side::First)))
    };
    let mut play = table("LD").play();
    assert_eq!(
        (play.what(), play.keys()),
        ("stand-or-evade", vec!["fight".into(), "evade".into(), "fortress".into()])
    );
    play.answer("fortress").says("EU9-INTERCEPT-d LD of Spain goes into Mons");
    assert!(play.game().troops.iter().any(|t| t.inside));
    let mut play = table("A+ LD").play();
    play.answer("nobody");
    let refusal = play.refused("fortress");
    assert!(refusal.to_string().contains("5 LD; the fortress holds"), "{refusal}");
    play.answer("evade").dice(8).says("A+ LD of Spain slips away: 8 against 8");
    assert_eq!(play.what(), "where-to");
    let to = play.keys()[0].clone();
    play.answer(&to);
    assert_eq!(play.stack(&to), "A+ LD");
    let mut play = table("A+ LD").play();
    play.answer("nobody")
        .answer("evade")
        .dice(7)
        .says("A+ LD of Spain is held: 7 against 8")
        .says("Battle of Hainaut");
}

#[test]
fn whoever_is_outnumbered_may_go_behind_his_walls_before() {
    let table = Table::empty().troops("spain", "artois", "LD").troops("france", "champagne", "2A+");
    let mut play = table.with(|game, _| game.campaign.second = Campaign::None).play();
    play.march("champagne").answer("artois");
    assert_eq!((play.what(), play.question().asking.by), ("stand-or-evade", Some(Side::Second)));
    assert_eq!(play.keys(), ["fight", "fortress"]);
    play.answer("fortress").says("EU9-INTERCEPT-d LD of Spain goes into Arras");
    assert_eq!(play.what(), "march");
    assert!(!play.account().contains("EU9-INTERCEPT-e"));
}

/// Friends next door come to the help of a stack that is marched upon, and fight together with it.
#[test]
fn an_interceptor_joins_its_friends() {
    let mut play = Table::empty()
        .troops("spain", "hainaut", "A+ A-")
        .troops("france", "champagne", "A-")
        .troops("france", "ile_de_france", "A+")
        .with(|game, _| {
            game.campaign = grognard_umpire::BySide::new(Campaign::Passive, Campaign::Multiple);
            game.stage = Stage::Move(Impulse::first(Side::Second));
        })
        .play();
    play.march("hainaut").answer("champagne");
    assert_eq!((play.what(), play.question().asking.by), ("intercept", Some(Side::First)));
    play.answer("yes").intercepts(10);
    assert_eq!(modifiers(&play, "EU9-INTERCEPT-f"), ["+1 friends there"]);
    play.until("movement");
    play.says("France: A+ A- (6 LD)");
}

#[test]
fn nobody_intercepts_over_a_strait() {
    let mut play = Table::empty()
        .troops("spain", "sicilia", "2A+")
        .troops("france", "basilicata", "A-")
        .with(|game, rules| {
            let at = usize::from(rules.province("calabria").unwrap());
            game.lands[at].taken = Some(Side::Second);
            game.campaign.second = Campaign::Multiple;
        })
        .play();
    play.march("basilicata").answer("calabria");
    assert_eq!(play.what(), "march");
}

/// Survivors regroup so that they find room beside the stack they have marched to; nobody gets lost on the way.
#[test]
fn survivors_regroup_so_that_they_fit_in() {
    let mut play = Table::empty()
        .troops("france", "berry", "2LD")
        .troops("france", "picardie", "A+")
        .with(|game, _| game.campaign.second = Campaign::None)
        .play();
    play.march("picardie").answer("ile_de_france").answer("champagne").answer("troyes");
    play.answer("orleanais").answer("berry").answer("halt").dice(10);
    play.until("movement");
    assert_eq!(play.stack("berry"), "A- 2LD", "as four LD they would be four counters");
}

/// A question says who could fall on whom, where, and how likely; and whoever is off the board is in the view.
#[test]
fn an_interception_says_whom_it_is_about() {
    let mut play = Table::empty()
        .troops("spain", "hainaut", "A-")
        .troops("france", "ile_de_france", "2A+")
        .with(|game, _| {
            game.campaign = grognard_umpire::BySide::new(Campaign::Simple, Campaign::Multiple);
            game.stage = Stage::Move(Impulse::first(Side::Second));
        })
        .play();
    play.march("hainaut").answer("champagne");
    let march = "A- of Spain on the march in Champagne, from Hainaut, 2 MP spent";
    let about = format!("2A+ of France at Île-de-France could fall on {march}: 4 in 10");
    assert_eq!((play.what(), play.question().about), ("intercept", about));
    let view = format!("{:?}", play.session.view(None));
    assert!(view.contains(march), "{view}");
    let drawing = grognard_umpire::Playable::drawing(play.game(), play.rules(), None).unwrap();
    assert!(drawing.contains(&format!("interception: {march}")), "{drawing}");
    // He is met on as many faces as were promised.
    let met = |face: u8| {
        let mut play =
            Table::empty().troops("spain", "hainaut", "A-").troops("france", "ile_de_france", "2A+");
        play = play.with(|game, _| {
            game.campaign = grognard_umpire::BySide::new(Campaign::Simple, Campaign::Multiple);
            game.stage = Stage::Move(Impulse::first(Side::Second));
        });
        let mut play = play.play();
        play.march("hainaut").answer("champagne").answer("yes").intercepts(face);
        play.account().contains("France from Île-de-France intercepts")
    };
    assert_eq!((1..=10).filter(|&face| met(face)).count(), 4);
}

/// Spain falls on a French march into Lombardia, where French men are inside and others of Spain's before the walls.
#[test]
fn a_besieged_garrison_hampers_nobody() {
    let meet = |besieged: bool| {
        let table = Table::empty()
            .garrison("france", "lombardia", "LD")
            .troops("france", "parma", "A-")
            .troops("spain", "trentino", "A-")
            .with(|game, _| {
                game.campaign = grognard_umpire::BySide::new(Campaign::Multiple, Campaign::Multiple);
                game.announced.second = true;
            });
        let table = if besieged { table.troops("spain", "lombardia", "A-") } else { table };
        let mut play = table.play();
        play.march("parma").answer("lombardia").until("intercept");
        play.answer("yes").intercepts(1);
        modifiers(&play, "EU9-INTERCEPT-f")
    };
    assert!(meet(false).contains(&"-2 other enemies there".to_owned()), "{:?}", meet(false));
    assert!(!meet(true).contains(&"-2 other enemies there".to_owned()), "{:?}", meet(true));
}

/// Whoever happens to be in the province does not lead a march that comes by.
#[test]
fn the_targets_manoeuvre_is_its_own_leaders() {
    let at = crate::game::tests::rules().province("champagne").unwrap();
    let mut play = Table::empty()
        .troops("france", "ile_de_france", "A-")
        .troops("spain", "hainaut", "A-")
        .leader("francois_i", super::super::Post::At(at))
        .with(|game, _| {
            game.campaign = grognard_umpire::BySide::new(Campaign::Multiple, Campaign::Multiple);
            game.announced.second = true;
        })
        .play();
    play.march("ile_de_france").answer("champagne").until("intercept");
    play.answer("yes").intercepts(5);
    let told = modifiers(&play, "EU9-INTERCEPT-f");
    assert!(!told.iter().any(|words| words.contains("MAN")), "{told:?}");
}

/// Friends who starve are still hungry when an interceptor has joined them.
#[test]
fn an_interceptor_shares_the_hunger_of_its_friends() {
    let mut play = Table::empty()
        .troops("france", "champagne", "2LD")
        .troops("france", "ile_de_france", "A-")
        .troops("spain", "hainaut", "A-")
        .with(|game, rules| {
            let at = rules.province("champagne").unwrap();
            game.troops.iter_mut().filter(|t| t.at == at).for_each(|t| t.hungry = 2);
            game.campaign = grognard_umpire::BySide::new(Campaign::Simple, Campaign::Simple);
            game.stage = Stage::Move(Impulse::first(Side::Second));
        })
        .play();
    play.march("hainaut").answer("champagne").answer("yes").intercepts(10);
    assert_eq!(play.what(), "joined-stacks", "in what form is the owner's choice");
    play.answer("A+");
    let Stage::Fight(clash) = &play.game().stage else { panic!("no battle: {}", play.what()) };
    let hunter = clash.forces.second;
    assert_eq!((hunter.roster.ld_count(), hunter.hungry), (4, 2));
}

/// Whoever has intercepted has sought the battle: he neither slips away nor goes behind his walls.
#[test]
fn interceptors_do_not_evade() {
    let table = |intercepted: bool| {
        Table::empty().troops("spain", "hainaut", "A+").troops("france", "hainaut", "2A+").with(
            |game, rules| {
                let at = rules.province("hainaut").unwrap();
                let index = game.field(Side::Second, at).unwrap();
                game.troops[index].intercepted = intercepted;
                game.stage = Stage::Battles(Impulse::first(Side::First));
            },
        )
    };
    let mut play = table(false).play();
    assert_eq!(play.what(), "who-goes-into-the-city");
    assert_eq!(play.answer("nobody").keys(), ["fight", "evade"]);
    let play = table(true).play();
    assert!(!matches!(play.what(), "who-goes-into-the-city" | "stand-or-evade"), "{}", play.what());
    // A fleet likewise; the mark comes with the interception and goes with the impulse.
    let mut play = Table::empty()
        .troops("spain", "hainaut", "LD")
        .troops("france", "champagne", "2A+")
        .with(|game, _| {
            game.campaign = grognard_umpire::BySide::new(Campaign::Simple, Campaign::Multiple);
            game.stage = Stage::Move(Impulse::first(Side::Second));
        })
        .play();
    play.march("hainaut").answer("artois").answer("yes").dice(10).until("movement");
    let marked = |play: &super::Play| play.game().troops.iter().any(|troops| troops.intercepted);
    assert!(marked(&play));
    play.answer("done").until("campaign");
    assert!(!marked(&play));
}

/// A march into the province of an enemy may be fallen upon there and then, before others come up.
#[test]
fn a_stack_intercepts_where_it_stands() {
    let table = || {
        Table::empty()
            .troops("spain", "artois", "A+")
            .troops("france", "picardie", "A-")
            .with(|game, _| game.campaign.second = Campaign::Passive)
    };
    let mut play = table().play();
    play.march("picardie").answer("artois");
    assert_eq!((play.what(), play.question().asking.by), ("intercept", Some(Side::Second)));
    play.answer("yes").dice(6);
    let modifiers = |play: &super::Play| {
        let account = play.session.account().iter().chain(play.session.draft());
        account.flat_map(|ruling| ruling.modifiers.clone()).map(|m| m.words.to_string()).collect::<Vec<_>>()
    };
    assert!(modifiers(&play).iter().any(|words| words == "in its own province"), "{:?}", modifiers(&play));
    play.until("movement");
    // Friends on the spot come to the help of a march that is met.
    let mut play = table().troops("france", "artois", "LD").troops("spain", "hainaut", "A-").play();
    play.march("picardie").answer("artois");
    assert_eq!(play.what(), "intercept", "the stack that is locked there is not asked, its neighbour is");
    play.answer("yes").dice(10).until("intercept");
    assert_eq!(play.question().asking.by, Some(Side::First));
}
