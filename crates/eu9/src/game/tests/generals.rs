//! Generals and the stacks they are with: who goes along when a stack is driven off, who is asked about it.

use super::super::{Impulse, Post, Stage};
use super::{Play, Table, rules};
use grognard_umpire::Side;

fn post(play: &Play, leader: &str) -> Post {
    let index = play.rules().leaders.iter().position(|l| l.id == leader).unwrap();
    play.game().posts[index]
}

fn at(id: &str) -> Post {
    Post::At(rules().province(id).unwrap())
}

/// Spain before a French army in Hainaut, and Frundsberg with it, whose own men are all lost.
fn survivor(french: &str, spaniards: &str) -> Table {
    Table::empty()
        .troops("spain", "hainaut", spaniards)
        .troops("france", "hainaut", french)
        .leader("habsburg_g1", at("hainaut"))
        .with(|game, _| game.stage = Stage::Battles(Impulse::first(Side::First)))
}

/// France throws high and Spain low until something is asked, or the impulse is over.
fn crush<'a>(play: &'a mut Play, (high, low): (u8, u8), what: &str) -> &'a mut Play {
    for _ in 0..300 {
        let question = play.question();
        let over = matches!(play.game().stage, Stage::Opening(_) | Stage::Supply(..) | Stage::Campaign(_));
        if over || question.asking.topic.key() == what {
            break;
        }
        match play.keys().first() {
            None => play.dice(if question.asking.by == Some(Side::First) { high } else { low }),
            Some(first) => play.answer(&first.clone()),
        };
    }
    play
}

/// Whoever has lost his own men in a stack of several nations goes where it goes.
#[test]
fn a_general_without_men_goes_with_the_stack_that_falls_back() {
    let mut play = survivor("2A+", "2A+").play();
    crush(&mut play, (9, 2), "retreat-to");
    assert_eq!(play.what(), "retreat-to", "{}", play.account());
    let to = play.keys().into_iter().find(|key| !key.starts_with("city")).unwrap();
    play.answer(&to);
    assert_eq!(post(&play, "habsburg_g1"), at(&to));
    play.game().check(play.rules()).unwrap();
}

#[test]
fn a_general_without_men_goes_with_the_stack_that_slips_away() {
    let mut play = survivor("2A+", "A+ LD").play();
    play.answer("nobody").answer("evade").dice(10);
    let to = play.keys()[0].clone();
    play.answer(&to);
    assert_eq!(post(&play, "habsburg_g1"), at(&to));
    // Behind the walls too.
    let mut play = survivor("2A+", "LD").play();
    play.answer("fortress");
    assert_eq!(post(&play, "habsburg_g1"), Post::Inside(play.rules().province("hainaut").unwrap()));
}

/// Where nobody is left to go with, he goes into the city, or gets away.
#[test]
fn a_general_without_friends_is_not_left_among_the_enemy() {
    let lost = |at_home: bool| {
        let mut play = survivor("2A+", "LD")
            .with(move |game, rules| {
                let hainaut = usize::from(rules.province("hainaut").unwrap());
                game.lands[hainaut].taken = (!at_home).then_some(Side::First);
            })
            .play();
        crush(&mut play, (10, 1), "retreat-to");
        assert_eq!(play.nations("hainaut", false), "france:2A+", "the LD is lost");
        post(&play, "habsburg_g1")
    };
    assert_eq!(lost(true), Post::Inside(rules().province("hainaut").unwrap()));
    assert_eq!(lost(false), Post::Away);
}

/// The king and Lautrec with an army in Lombardia.
fn two_generals() -> Table {
    let lombardia = at("lombardia");
    Table::empty()
        .troops("france", "lombardia", "A+ LD")
        .leader("francois_i", lombardia)
        .leader("foix", lombardia)
}

/// A part of a stack goes under one of two generals, the other stays.
#[test]
fn generals_go_by_name() {
    let mut play = two_generals().play();
    play.answer("move lombardia").answer("LD");
    assert_eq!((play.what(), play.question().asking.by), ("who-goes-along", Some(Side::First)));
    assert_eq!(play.keys(), ["all", "without francois_i", "without foix"]);
    assert_eq!(play.question().about, "LD of France goes, A+ of France stays");
    play.answer("without francois_i").answer("parma").until("march").answer("halt");
    assert_eq!((post(&play, "francois_i"), post(&play, "foix")), (at("lombardia"), at("parma")));
    // Into the city, and both.
    let mut play = two_generals().play();
    play.answer("garrison lombardia LD").answer("without foix");
    let inside = Post::Inside(play.rules().province("lombardia").unwrap());
    assert_eq!((post(&play, "francois_i"), post(&play, "foix")), (inside, at("lombardia")));
    let mut play = two_generals().play();
    play.answer("garrison lombardia LD").answer("all");
    assert_eq!((post(&play, "francois_i"), post(&play, "foix")), (inside, inside));
    // The whole stack, or a part alone: there is nothing to ask.
    let mut play = two_generals().play();
    play.answer("move lombardia").answer("A+/LD");
    assert_eq!(play.what(), "march");
    let mut play = two_generals().play();
    play.answer("move lombardia").answer("LD/alone");
    assert_eq!(play.what(), "march");
}

#[test]
fn a_general_of_two_goes_behind_the_walls_before_a_battle() {
    let mut play = two_generals()
        .troops("spain", "lombardia", "2A+")
        .with(|game, _| game.stage = Stage::Battles(Impulse::first(Side::Second)))
        .play();
    let part = play.keys().into_iter().find(|key| key.starts_with("LD rest") && !key.ends_with("alone"));
    play.answer(&part.unwrap()).answer("without foix");
    let lombardia = play.rules().province("lombardia").unwrap();
    assert_eq!(
        (post(&play, "francois_i"), post(&play, "foix")),
        (Post::Inside(lombardia), Post::At(lombardia))
    );
}

#[test]
fn admirals_go_by_name() {
    let venice = at("veneto");
    let mut play = Table::empty()
        .fleet("venice", "veneto", "F+ 8NGD 2NTD")
        .leader("venice_a1", venice)
        .leader("venice_a2", venice)
        .play();
    play.answer("sail venice veneto");
    let part = play.keys().into_iter().find(|key| key.contains("NTD") && *key != play.keys()[0]).unwrap();
    play.answer(&part);
    assert_eq!(play.keys(), ["all", "without venice_a1", "without venice_a2"]);
    play.answer("without venice_a2").answer("sail adriatic").until("voyage").answer("stay");
    play.until("movement");
    assert_eq!(post(&play, "venice_a2"), venice);
    let adriatic = play.rules().sea("adriatic").unwrap();
    assert_eq!(post(&play, "venice_a1"), Post::Afloat(adriatic));
}

/// La Trémoille and Lautrec are of one rank: their king says who commands, and it holds on the march.
#[test]
fn equals_command_as_their_owner_says() {
    let lombardia = at("lombardia");
    let table = || {
        Table::empty()
            .troops("france", "lombardia", "2A+")
            .leader("tremoille", lombardia)
            .leader("foix", lombardia)
            .troops("spain", "lombardia", "A+")
            .with(|game, _| game.stage = Stage::Battles(Impulse::first(Side::First)))
    };
    let commander = |picked: &str| {
        let mut play = table().play();
        play.until("who-commands");
        assert_eq!(
            (play.keys(), play.question().asking.by),
            (vec!["tremoille".into(), "foix".into()], Some(Side::First))
        );
        assert_eq!(play.question().asking.clause.id(), "EU9-LEADER-d");
        assert_eq!(play.offer("foix").unwrap(), "Lautrec (Odet de Foix) of France, MAN 3, FIRE 2, SHOCK 3");
        play.answer(picked);
        let Stage::Fight(clash) = &play.game().stage else { panic!("{:?}", play.game().stage) };
        let army = format!("{:?}", clash.givens.armies.first.commander);
        let roster = clash.forces.first.roster;
        let at = play.rules().province("lombardia").unwrap();
        (army.contains("Lautrec"), play.game().manoeuvre(play.rules(), &roster, at))
    };
    assert_eq!(commander("tremoille"), (false, 4));
    assert_eq!(commander("foix"), (true, 3));
    // A king is before them both, and nobody is asked.
    let mut play = table().leader("francois_i", lombardia).play();
    for _ in 0..20 {
        assert_ne!(play.what(), "who-commands");
        match play.keys().first() {
            Some(first) => play.answer(&first.clone()),
            None => break,
        };
    }
}

/// As many LD of France as of Venice, and leaders of one rank: the side says who commands all of them.
#[test]
fn nations_with_the_same_claim_command_as_their_side_says() {
    let lombardia = at("lombardia");
    let table = || {
        Table::empty()
            .troops("france", "lombardia", "A-")
            .troops("venice", "lombardia", "A-")
            .leader("foix", lombardia)
            .troops("spain", "lombardia", "A+")
            .with(|game, _| game.stage = Stage::Battles(Impulse::first(Side::First)))
    };
    let mut play = table().leader("gritti", lombardia).play();
    play.until("who-commands");
    assert_eq!(play.keys(), ["foix", "gritti"]);
    play.answer("gritti");
    let Stage::Fight(clash) = &play.game().stage else { panic!("{:?}", play.game().stage) };
    assert_eq!(clash.givens.armies.first.name, "Venice");
    // Whoever has a leader there is before the other.
    let mut play = table().play();
    play.until("replacement-leader");
    let Stage::Fight(clash) = &play.game().stage else { panic!("{:?}", play.game().stage) };
    assert_eq!(clash.givens.armies.first.name, "France");
}

/// Before a siege equals are settled once.
#[test]
fn equals_before_a_city_are_settled_once() {
    let hainaut = at("hainaut");
    let mut play = Table::empty()
        .troops("france", "hainaut", "2A+")
        .leader("tremoille", hainaut)
        .leader("foix", hainaut)
        .with(|game, rules| game.stage = game.first_sieges(rules))
        .play();
    play.until("who-commands").answer("foix");
    let foix = play.rules().leaders.iter().position(|l| l.id == "foix").unwrap();
    assert_eq!(play.game().preferred, 1 << foix);
    play.until("another-round");
    assert_eq!(play.account().matches("LEADER-d").count(), 0);
    play.dice(1).until("the-siege-this-round");
    assert_eq!(play.game().preferred, 1 << foix);
}

/// A stack that falls back finds a general of the enemy alone: he gets away, as from a march.
#[test]
fn a_general_alone_gets_away_from_a_stack_that_falls_back() {
    let mut play = survivor("2A+", "2A+").leader("foix", at("brabant")).play();
    crush(&mut play, (9, 2), "retreat-to");
    play.answer("brabant");
    assert_eq!(post(&play, "foix"), Post::Away);
}
