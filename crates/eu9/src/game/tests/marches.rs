//! Marches: who rolls for attrition and at what, where a march may pass, in which form stacks come together.

use super::super::{Impulse, Post, Stage};
use super::{Play, Table};
use crate::attrition::Pillage;
use crate::campaign::Campaign;
use grognard_umpire::{BySide, Side};

fn rolls_after_done(play: &mut Play) -> bool {
    play.answer("done");
    play.what() == "attrition"
}

/// The last modifiers told, as `+2 words`.
fn modifiers(play: &Play) -> Vec<String> {
    let mut all = play.session.account().iter().chain(play.session.draft());
    let last = all.rfind(|ruling| !ruling.modifiers.is_empty()).expect("a roll was told");
    last.modifiers.iter().map(|m| format!("{:+} {}", m.value, m.words)).collect()
}

#[test]
fn a_large_stack_does_not_dodge_its_roll_by_halting_at_once() {
    let mut play = Table::empty().troops("france", "champagne", "2A+").play();
    play.answer("move champagne").answer("A+").answer("halt").until("movement");
    assert!(rolls_after_done(&mut play), "nobody has left the province");
    // A detachment that joins from next door spares the others nothing.
    let mut play =
        Table::empty().troops("france", "champagne", "A+ A-").troops("france", "ile_de_france", "LD").play();
    play.march("ile_de_france").answer("champagne").answer("halt").until("movement");
    assert!(rolls_after_done(&mut play));
    play.dice(9).says("EU9-ATTRITION-f 15: 2 LD lost and P");
    play.until("campaign");
    // Leaving in parts and coming back does.
    let mut play = Table::empty().troops("france", "champagne", "2A+").play();
    play.answer("move champagne").answer("A+").answer("ile_de_france").answer("champagne").answer("halt");
    play.until("movement");
    assert!(!rolls_after_done(&mut play));
}

#[test]
fn regrouping_is_no_march() {
    let mut play = Table::empty().troops("france", "champagne", "A+ A-").play();
    play.answer("regroup champagne A+/2LD");
    assert!(rolls_after_done(&mut play));
    let mut play = Table::empty().troops("france", "champagne", "A+").play();
    play.answer("regroup champagne A-/2LD");
    assert!(play.refused("regroup champagne A+").to_string().contains("once"));
    play.answer("move champagne").answer("A-").answer("hainaut");
    // And an A+ may fall apart on the march.
    let mut play = Table::empty().troops("france", "champagne", "A+").play();
    play.answer("move champagne").answer("LD/leaving/3LD").answer("hainaut").answer("halt");
    assert_eq!((play.stack("champagne"), play.stack("hainaut")), ("3LD".to_owned(), "LD".to_owned()));
}

#[test]
fn the_commander_not_the_best_leads_the_march() {
    let champagne = super::rules().province("champagne").unwrap();
    let mut play = Table::empty()
        .troops("france", "champagne", "2A+")
        .leader("francois_i", Post::At(champagne))
        .leader("tremoille", Post::At(champagne))
        .play();
    play.march("champagne").answer("ile_de_france").answer("halt").dice(5);
    assert!(modifiers(&play).contains(&"-3 MAN of the leader".to_owned()), "{:?}", modifiers(&play));
}

#[test]
fn a_march_that_is_beaten_pays_for_its_way() {
    let mut play = Table::empty()
        .troops("france", "picardie", "2A+")
        .troops("spain", "brabant", "2A+")
        .with(|game, _| {
            game.bad_weather = true;
            game.campaign = BySide::new(Campaign::Multiple, Campaign::Simple);
        })
        .play();
    play.march("picardie").answer("artois").until("march").answer("hainaut");
    play.until("intercept").answer("yes").intercepts(10);
    // France throws ones, Spain tens.
    for _ in 0..100 {
        if play.what() == "attrition" || play.what() == "retreat-to" {
            break;
        }
        let france = play.question().asking.by == Some(Side::First);
        match play.question().kind {
            grognard_umpire::Kind::Roll(_) => play.dice(if france { 1 } else { 10 }),
            _ => {
                let first = play.keys()[0].clone();
                play.answer(&first)
            }
        };
    }
    assert_eq!(play.what(), "attrition", "{}", play.account());
    assert_eq!(play.question().asking.by, Some(Side::First));
    play.dice(5);
    let told = modifiers(&play);
    assert!(told.contains(&"+8 in enemy land".to_owned()), "{told:?}");
    play.until("retreat-to");
}

#[test]
fn pillage_where_a_stack_stands_counts() {
    let mut play = Table::empty()
        .troops("france", "champagne", "2A+")
        .with(|game, rules| {
            let at = usize::from(rules.province("champagne").unwrap());
            game.lands[at].pillage = Pillage(2);
        })
        .play();
    assert!(rolls_after_done(&mut play));
    play.dice(5);
    assert_eq!(modifiers(&play), ["+6 in friendly land", "+2 pillage+"]);
}

#[test]
fn the_owner_of_the_march_says_what_is_pillaged() {
    let mut play = Table::empty().troops("france", "champagne", "2A+").play();
    play.march("champagne").answer("hainaut").until("march").answer("halt");
    assert_eq!(play.what(), "attrition");
    for face in 1..=10 {
        let mut trial = Table::empty().troops("france", "champagne", "2A+").play();
        trial.march("champagne").answer("hainaut").until("march").answer("halt").dice(face);
        if trial.what() == "pillage" {
            trial.answer("pillage");
        }
        if trial.what() == "where-to-pillage" {
            assert_eq!(trial.keys(), ["champagne", "hainaut"]);
            trial.answer("champagne").says("EU9-ATTRITION-h Champagne is pillaged");
            trial.until("movement");
            let at = |id: &str| usize::from(trial.rules().province(id).unwrap());
            assert_eq!(trial.game().lands[at("champagne")].pillage, Pillage(1));
            assert_eq!(trial.game().lands[at("hainaut")].pillage, Pillage(0));
            return;
        }
    }
    panic!("no P on any die");
}

#[test]
fn joined_stacks_stand_as_their_owner_likes() {
    let mut play =
        Table::empty().troops("france", "champagne", "A-").troops("france", "ile_de_france", "2LD").play();
    play.march("ile_de_france").answer("champagne").answer("halt");
    assert_eq!(play.what(), "joined-stacks");
    assert_eq!(play.keys(), ["A-/2LD", "A+"]);
    play.answer("A+");
    assert_eq!(play.stack("champagne"), "A+");
}

#[test]
fn who_goes_of_a_mixed_stack_is_asked() {
    let mut play = Table::empty()
        .troops("france", "champagne", "A- 2LD")
        .with(|game, _| game.troops[0].roster = game.troops[0].roster.with_veterans(0, 2))
        .play();
    play.answer("move champagne").answer("A-");
    assert_eq!(play.what(), "veterans-among-those-who-go");
    assert_eq!(play.keys(), ["2", "1", "0"]);
    play.answer("0").answer("ile_de_france").answer("halt");
    let veterans: Vec<u8> = play.game().troops.iter().map(|t| t.roster.veterans()).collect();
    let at = play.rules().province("champagne").unwrap();
    let stayed = play.game().troops.iter().find(|t| t.at == at).unwrap();
    assert_eq!((stayed.roster.veterans(), veterans.iter().sum::<u8>()), (2, 2));
}

/// The Spanish Road: from Franche-Comté over Alsace and the Palatinate to Luxemburg.
#[test]
fn several_neutrals_in_a_row_may_be_passed() {
    let mut play = Table::empty()
        .troops("spain", "franche_comte", "A+")
        .with(|game, _| game.stage = Stage::Move(Impulse::first(Side::Second)))
        .play();
    play.march("franche_comte").answer("alsace");
    assert!(!play.keys().contains(&"halt".to_owned()));
    play.answer("pfalz").answer("luxemburg").answer("halt").until("movement");
    assert_eq!(play.stack("luxemburg"), "A+");
}

#[test]
fn a_march_passes_where_friends_stand() {
    let play = |friend: (&str, &str)| {
        let mut play = Table::empty()
            .troops("spain", "marche", "A-")
            .troops(friend.0, "romagna", friend.1)
            .with(|game, _| {
                game.stage = Stage::Move(Impulse::first(Side::Second));
                game.campaign = BySide::new(Campaign::Passive, Campaign::Multiple);
            })
            .play();
        play.march("marche").answer("romagna");
        play
    };
    for friend in [("papacy", "3LD"), ("spain", "2A+")] {
        let mut passing = play(friend);
        let refusal = passing.refused("halt");
        assert_eq!(refusal.clause.unwrap().id(), "EU9-STACK-b", "{refusal}");
        passing.answer("mantova");
    }
}

#[test]
fn the_emperor_marches_with_the_troops_he_leads() {
    let at = super::rules().province("trentino").unwrap();
    let table = || {
        Table::empty()
            .troops("habsburg", "trentino", "A+")
            .leader("carlos_i", Post::At(at))
            .with(|game, _| game.stage = Stage::Move(Impulse::first(Side::Second)))
    };
    let mut play = table().play();
    play.answer("move trentino");
    assert_eq!(play.keys()[..2], ["A+", "A+/alone"]);
    play.answer("A+").answer("tirol").answer("halt");
    let emperor = play.rules().leaders.iter().position(|l| l.id == "carlos_i").unwrap();
    assert_eq!(play.game().posts[emperor], Post::At(play.rules().province("tirol").unwrap()));
    // With a few Spaniards among them he commands as their monarch.
    let table = table().troops("spain", "trentino", "LD");
    let command = table.game.command_of(&table.rules, &table.game.troops[0]);
    assert_eq!((command.country, command.leader), (table.country("spain"), Some(emperor as u8)));
}

#[test]
fn a_wrong_order_is_told_what_is_wrong_with_it() {
    let mut play = Table::empty()
        .troops("france", "champagne", "A+")
        .troops("france", "lyonnais", "LD")
        .garrison("france", "parma", "LD")
        .troops("spain", "hainaut", "A+")
        .play();
    let mut told = |order: &str| play.refused(order).to_string();
    assert!(told("regroup champagne A+/XX").contains("XX"));
    assert!(told("regroup lyonnais").contains("LD of France has no other form"));
    assert!(told("regroup champagne A+").contains("stands as A+ already"));
    assert!(told("move champagne garisson").contains("`garisson` means nothing here"));
    assert!(told("move champagne garrison").contains("no garrison in champagne"));
    assert!(told("move parma").contains("nobody stands at parma"));
    assert!(told("move hainaut").contains("not yours to order"));
    assert!(told("move atlantis").contains("no province `atlantis`"));
}

/// A province counts once, however often a march goes through it.
#[test]
fn pillage_on_the_way_counts_once() {
    let mut play = Table::empty()
        .troops("france", "parma", "A-")
        .with(|game, rules| {
            let at = rules.province("lombardia").unwrap();
            game.lands[usize::from(at)].pillage = crate::attrition::Pillage(1);
        })
        .play();
    play.march("parma").answer("lombardia").answer("parma").answer("lombardia");
    let Stage::March(_, march) = &play.game().stage else { panic!("{:?}", play.game().stage) };
    assert_eq!((march.pillage_minus, march.steps), (1, 3));
}

/// Of those who came different ways the worst counts for all, whoever came last.
#[test]
fn an_army_came_the_worst_way() {
    use crate::title::Border;
    let came = |order: [(&str, Border); 2]| {
        let mut table = Table::empty();
        let at = table.province("provence");
        for (from, border) in order {
            let from = table.province(from);
            let stack = crate::Stack::read("LD").unwrap();
            let troops =
                super::Troops { moved: true, came: (from, border), ..super::Troops::new(at, 0, stack, 0) };
            table.game.place(&table.rules, troops);
        }
        let (from, border) = table.game.troops[0].came;
        (table.rules.provinces[usize::from(from)].id.clone(), border)
    };
    let (landed, marched) = (("corsica", Border::Strait), ("languedoc", Border::River));
    assert_eq!(came([landed, marched]), ("corsica".to_owned(), Border::Strait));
    assert_eq!(came([marched, landed]), ("corsica".to_owned(), Border::Strait));
}

/// A garrison marches past those before its gates beside whom there is no room.
#[test]
fn a_garrison_marches_out_past_friends() {
    let mut play =
        Table::empty().garrison("france", "lombardia", "LD").troops("france", "lombardia", "2A+").play();
    play.answer("move lombardia garrison");
    assert_eq!(play.refused("halt").clause.unwrap().id(), "EU9-STACK-b");
    play.answer("parma").answer("halt");
    assert_eq!(play.stack("parma"), "LD");
}

/// What a march enters counts, not what it leaves.
#[test]
fn leaving_enemy_land_is_not_entering_it() {
    let mut play = Table::empty().troops("france", "hainaut", "A+ A-").play();
    play.march("hainaut").answer("champagne").answer("halt");
    assert_eq!(play.what(), "attrition");
    play.dice(5);
    assert_eq!(modifiers(&play)[0], "+6 in friendly land");
    // Nor has whoever stays; in the editions it counts that he stands in it.
    let stays = |text: &str| {
        let readings: crate::ReadingsText = grognard_charts::read("title.toml", text).unwrap();
        let rules = super::rules().under(readings.readings().unwrap());
        let mut play = Table::under(rules).troops("france", "hainaut", "A+ A-").play();
        play.until("movement").answer("done");
        play.dice(5);
        modifiers(&play)[0].clone()
    };
    assert_eq!(stays(""), "+6 in friendly land");
    assert_eq!(stays("enemy-land = \"stood-in\""), "+8 in enemy land");
    assert_eq!(stays("profile = \"2020\""), "+8 in enemy land");
}

/// The river that one LD has waded counts for the army that came after it over open ground.
#[test]
fn the_worst_way_of_all_counts_in_the_battle() {
    let battle = |last: &str| {
        let order = if last == "bearn" { ["languedoc", "bearn"] } else { ["bearn", "languedoc"] };
        let mut play = Table::empty()
            .troops("spain", "languedoc", "LD")
            .troops("spain", "bearn", "A-")
            .troops("france", "guyenne", "A- LD")
            .with(|game, _| {
                game.campaign = grognard_umpire::BySide::new(Campaign::None, Campaign::Multiple);
                game.stage = Stage::Move(Impulse::first(Side::Second));
            })
            .play();
        for from in order {
            play.march(from).answer("guyenne").until("movement");
        }
        play.answer("done").until("campaign");
        let modifiers = play.session.account().iter().flat_map(|ruling| &ruling.modifiers);
        modifiers.filter(|m| m.clause.id() == "EU9-BATTLE-ad").map(|m| m.value).collect::<Vec<_>>()
    };
    assert_eq!(battle("bearn"), battle("languedoc"));
    assert!(battle("bearn").contains(&-1), "{:?}", battle("bearn"));
}

/// Whoever is called back before the first step has not moved, and neither have those who stayed.
#[test]
fn a_march_that_is_called_off_is_none() {
    let mut play = Table::empty().troops("france", "champagne", "A+ LD").play();
    play.answer("move champagne").answer("LD");
    assert_eq!(play.offer("halt").unwrap(), "stay after all; they have not moved");
    play.answer("halt").until("movement");
    assert!(play.keys().contains(&"move champagne".to_owned()));
    play.march("champagne").answer("troyes").answer("halt").until("movement");
    assert!(play.refused("move troyes").to_string().contains("has moved"));
    // Nobody changes his mind for ever.
    let mut play = Table::empty().troops("france", "champagne", "LD").play();
    let called_off = (1..100).find(|_| {
        play.answer("move champagne").answer("halt");
        !play.keys().contains(&"move champagne".to_owned())
    });
    assert_eq!(called_off, Some(13));
}

/// Who has lived off the land does not shake it off by standing about.
#[test]
fn a_march_that_is_called_off_is_still_hungry() {
    let foraging = |step: &str| {
        let mut play = Table::empty()
            .troops("france", "champagne", "A-")
            .with(|game, _| game.troops[0].foraging = true)
            .play();
        play.march("champagne");
        if step != "halt" {
            play.answer(step);
        }
        play.answer("halt").until("movement");
        play.game().troops[0].foraging
    };
    assert!(foraging("halt"));
    assert!(!foraging("troyes"));
}

/// A fleet that does not leave its port has not moved.
#[test]
fn a_voyage_that_is_called_off_is_none() {
    let mut play = Table::empty().fleet("france", "provence", "F- 4NGD NTD").play();
    play.answer("sail france provence").answer("F-/4NGD/NTD").answer("stay");
    assert!(play.keys().contains(&"sail france provence".to_owned()), "{:?}", play.keys());
}
