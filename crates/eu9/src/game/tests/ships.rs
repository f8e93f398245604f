//! Ships one by one: refitted as far as there is room, counted under their counters, lost with all aboard.

use super::super::{Impulse, Post, Stage};
use super::{Play, Table};
use crate::campaign::Campaign;
use crate::fleet::Fleet;
use crate::stack::Stack;
use grognard_umpire::{Generator, Kind, Side};

fn lay_damaged(damaged: &str) -> Play {
    let damaged = Fleet::read(damaged).unwrap();
    Table::empty()
        .fleet("france", "provence", "F+ 4NWD NTD")
        .with(|game, _| {
            game.squadrons[0].damaged = damaged;
            game.purse.first = 500;
            game.stage = Stage::Upkeep(Side::First);
        })
        .play()
}

/// A full F+ and two loose ships are three counters; whoever does not fit in waits.
#[test]
fn ships_kept_are_refitted_as_far_as_there_is_room() {
    let mut play = lay_damaged("3NWD");
    play.answer("pay");
    assert_eq!((play.what(), play.ships("provence").as_str()), ("purchase", "F+ 6NWD NTD"));
    assert_eq!(play.game().squadrons[0].damaged.to_string(), "NWD");
}

#[test]
fn the_owner_says_which_ships_are_refitted() {
    let mut play = lay_damaged("2NWD 2NTD");
    play.answer("pay");
    assert_eq!((play.what(), play.keys()), ("which-ship-is-refitted", vec!["NWD".into(), "NTD".into()]));
    play.answer("NTD").answer("NWD");
    assert_eq!((play.what(), play.ships("provence").as_str()), ("purchase", "F+ 5NWD 2NTD"));
    assert_eq!(play.game().squadrons[0].damaged.to_string(), "NWD NTD");
}

/// Genoa has two counters for LD or ships: an LD and a galley use both, and a second galley in the same port
/// lies beside the first.
#[test]
fn two_galleys_of_a_stack_share_a_counter() {
    let table =
        Table::empty().troops("genoa", "liguria", "LD").fleet("genoa", "liguria", "F- 5NGD NTD").play();
    let (game, rules) = (table.game(), table.rules());
    let genoa = rules.nations.iter().position(|n| n.id == "genoa").unwrap() as u8;
    let [liguria, corsica] = ["liguria", "corsica"].map(|id| rules.province(id).unwrap());
    let galley = Fleet::read("NGD").unwrap();
    let left = |at: u8, fleet: Fleet| game.counters_left(genoa, Stack::default(), Some((at, fleet)), rules);
    assert!(left(liguria, galley).is_ok());
    assert!(left(corsica, galley).unwrap_err().to_string().contains("all ND counters"));
    assert!(left(liguria, Fleet::read("2NGD").unwrap()).is_err(), "that would be a third counter");
    let ld = Stack::read("LD").unwrap();
    let refusal = game.counters_left(genoa, ld, None, rules).unwrap_err();
    assert!(refusal.to_string().contains("all LD counters"), "{refusal}");
}

/// More LD than there are counters can only come of conversions; an A- needs none of them.
#[test]
fn an_army_needs_no_counter_of_a_detachment() {
    let table = Table::empty().troops("genoa", "liguria", "3LD").play();
    let (game, rules) = (table.game(), table.rules());
    let genoa = rules.nations.iter().position(|n| n.id == "genoa").unwrap() as u8;
    assert!(game.counters_left(genoa, Stack::read("A-").unwrap(), None, rules).is_ok());
    assert!(game.counters_left(genoa, Stack::read("LD").unwrap(), None, rules).is_err());
}

fn post_of(play: &Play, leader: &str) -> Post {
    let index = play.rules().leaders.iter().position(|l| l.id == leader).unwrap();
    play.game().posts[index]
}

/// Plays a battle out: dice as they fall, first options otherwise.
fn play_out(play: &mut Play, seed: u64) {
    let mut dice = Generator::new(seed);
    while !["campaign", "movement", "voyage"].contains(&play.what()) {
        match play.question().kind {
            Kind::Roll(_) => play.dice(dice.below(10) as u8 + 1),
            _ => {
                let first = play.keys()[0].clone();
                play.answer(&first)
            }
        };
    }
}

/// France has no port left, and its fleet is beaten: the enemy has it, and its admiral.
#[test]
fn a_fleet_without_a_port_is_taken_with_its_admiral() {
    let sea = super::rules().sea("gulf_of_lion").unwrap();
    let table = || {
        Table::empty()
            .fleet("spain", "gulf_of_lion", "F+ 8NGD NTD")
            .fleet("france", "gulf_of_lion", "F- 4NGD NTD")
            .leader("france_a0", Post::Afloat(sea))
            .with(|game, rules| {
                for (land, province) in game.lands.iter_mut().zip(&rules.provinces) {
                    if province.is_port() {
                        land.taken = Some(Side::Second);
                    }
                }
                game.campaign.second = Campaign::Multiple;
                game.stage = Stage::SeaBattles(Impulse::first(Side::Second), 0);
            })
    };
    let mut taken = 0;
    for seed in 0..20 {
        let mut play = table().play();
        play.answer("attack france");
        play_out(&mut play, seed);
        if !play.account().contains("EU9-NAVAL-m France's fleet has no port to go to and is lost") {
            continue;
        }
        let post = post_of(&play, "france_a0");
        assert!(matches!(post, Post::Captive | Post::Gone | Post::Wounded(_)), "seed {seed}: {post:?}");
        taken += usize::from(post == Post::Captive);
    }
    assert!(taken > 0, "the admiral is never taken");
}

/// Two galleys with the king aboard meet eight: whenever none is left, he is a prisoner or dead.
#[test]
fn a_king_is_taken_with_the_last_ship() {
    let provence = super::rules().province("provence").unwrap();
    let mut taken = 0;
    for seed in 0..40 {
        let mut play = Table::empty()
            .troops("france", "provence", "LD")
            .leader("francois_i", Post::At(provence))
            .fleet("france", "provence", "2NGD")
            .fleet("spain", "gulf_of_lion", "F+ 8NGD NTD")
            .play();
        play.answer("sail france provence").answer("2NGD").answer("embark provence LD");
        play.answer("sail gulf_of_lion").answer("yes").dice(10);
        let points = play.game().points.second;
        play_out(&mut play, seed);
        let afloat = play.game().squadrons.iter().any(|s| s.country == 0);
        let post = post_of(&play, "francois_i");
        if play.what() == "voyage" {
            continue;
        }
        assert_ne!(post, Post::Aboard, "seed {seed}");
        if !afloat && post != Post::Away {
            assert_eq!(post, Post::Captive, "seed {seed}");
            taken += 1;
            assert!(play.game().points.second >= points + 10);
        }
    }
    assert!(taken > 0, "no fleet of forty is lost to the last ship");
}

/// A French fleet in the Ionian Sea, on its way past Spanish Messina.
fn off_messina() -> Table {
    Table::empty()
        .fleet("france", "ionian", "F- 4NGD NTD")
        .with(|game, _| game.campaign.second = Campaign::None)
}

#[test]
fn the_guns_of_messina_fire_at_the_enemy() {
    let mut play = off_messina().play();
    play.answer("sail france ionian").answer("F-/4NGD/NTD");
    let words = "sail into tyrrhenian, past the guns of Messina";
    assert_eq!(play.offer("sail tyrrhenian").as_deref(), Some(words));
    play.answer("sail tyrrhenian");
    assert_eq!((play.what(), play.question().asking.by), ("fire-of-the-fort", Some(Side::Second)));
    // 5 + 2 for a strait fort in Europe + 1 for the F counter.
    play.dice(5).says("EU9-INTERCEPT-h Fire of the guns of Messina, ");
    assert_eq!(play.what(), "voyage");
    let mut play = off_messina().play();
    play.answer("sail france ionian").answer("F-/4NGD/NTD").answer("sail tyrrhenian");
    play.dice(6).says("9: France's fleet is stopped");
    play.dice(1);
    assert_eq!((play.what(), play.ships("ionian").as_str()), ("movement", "F- 4NGD NTD"));
    // Other ways are free, and so is the strait for whoever holds the city.
    let mut play = off_messina().play();
    play.answer("sail france ionian").answer("F-/4NGD/NTD").answer("sail gabes");
    assert_eq!(play.what(), "voyage");
    let mut play = off_messina()
        .with(|game, rules| {
            game.lands[usize::from(rules.province("sicilia").unwrap())].taken = Some(Side::First)
        })
        .play();
    play.answer("sail france ionian").answer("F-/4NGD/NTD").answer("sail tyrrhenian");
    assert_eq!(play.what(), "voyage");
}

/// Any controlled port on the zone helps two F counters in attrition, though they cannot put in; in the editions
/// only an arsenal does.
#[test]
fn a_plain_port_helps_a_large_fleet_in_attrition() {
    let waters = |text: &str| {
        let readings: crate::ReadingsText = grognard_charts::read("title.toml", text).unwrap();
        let rules = super::rules().under(readings.readings().unwrap());
        let table = Table::under(rules).fleet("france", "gulf_of_lion", "2F- 4NWD").with(|game, rules| {
            // Of all ports on that sea only plain ones are held.
            let sea = usize::from(rules.sea("gulf_of_lion").unwrap());
            for (at, (land, province)) in game.lands.iter_mut().zip(&rules.provinces).enumerate() {
                let plain = province.is_port() && !province.is_arsenal();
                let near = rules.seas[sea].coast.contains(&(at as u8));
                land.taken = Some(if near && plain { Side::First } else { Side::Second });
            }
        });
        let (game, rules) = (&table.game, &table.rules);
        let sea = rules.sea("gulf_of_lion").unwrap();
        let sailing = game.afloat(rules, Side::First, &game.squadrons[0]);
        (sailing.off, sailing.worst.unwrap() - rules.seas[usize::from(sea)].difficulty)
    };
    assert_eq!(waters(""), (0, -2), "next to a port, which lowers the difficulty");
    let (off, relief) = waters("attrition-ports = \"that-hold\"");
    assert!(off >= 1 && relief == 0, "{off} {relief}");
    assert_eq!(waters("profile = \"2020\""), (off, relief));
}

/// From one friendly port to another troops do not tire, though the second cannot hold the fleet; in the editions it has
/// to.
#[test]
fn a_plain_port_spares_those_who_land_from_a_large_fleet() {
    let tires = |text: &str, to: &str| {
        let readings: crate::ReadingsText = grognard_charts::read("title.toml", text).unwrap();
        let rules = super::rules().under(readings.readings().unwrap());
        let table = Table::under(rules).troops("france", "provence", "A- LD");
        let mut play = table
            .fleet("france", "provence", "2F- 8NGD 2NTD")
            .with(|game, _| game.campaign.second = Campaign::None)
            .play();
        play.answer("sail france provence").answer("2F-/8NGD/2NTD").answer("embark provence A-/LD");
        play.answer("sail gulf_of_lion").answer(&format!("land {to}")).dice(1).answer("halt");
        play.what() == "attrition"
    };
    assert!(!tires("", "corsica") && tires("", "rosselo"));
    assert!(tires("attrition-ports = \"that-hold\"", "corsica") && tires("profile = \"2020\"", "corsica"));
}

/// With troops aboard a fleet that was turned back must find another way.
#[test]
fn a_convoy_that_is_turned_back_goes_elsewhere() {
    let mut play = Table::empty()
        .fleet("france", "tyrrhenian", "F- 4NGD NTD")
        .troops("france", "corsica", "LD")
        .with(|game, _| game.campaign.second = Campaign::None)
        .play();
    play.answer("sail france tyrrhenian").answer("F-/4NGD/NTD").answer("embark corsica LD");
    play.answer("sail ionian").dice(6);
    assert_eq!(play.what(), "voyage");
    assert_eq!(play.refused("sail ionian").clause.unwrap().id(), "EU9-INTERCEPT-h");
    play.answer("port liguria");
}

/// The way from the Ionian Sea to the next French port leads past Messina or round Sicily.
#[test]
fn strait_forts_on_the_line_of_supply_count() {
    let forts = |held: bool| {
        let table = off_messina().with(|game, rules| {
            // No port of Venice's is near.
            for (land, province) in game.lands.iter_mut().zip(&rules.provinces) {
                if province.is_port() && rules.nations[usize::from(land.owner)].id == "venice" {
                    land.taken = Some(Side::Second);
                }
            }
            if held {
                game.lands[usize::from(rules.province("sicilia").unwrap())].taken = Some(Side::First);
            }
        });
        let (country, sea) = (table.country("france"), table.rules.sea("ionian").unwrap());
        let fleet = table.game.squadrons[0].fleet;
        table.game.supply_at_sea(&table.rules, Side::First, country, fleet, sea)
    };
    // Genoa and Corsica lie on the Tyrrhenian Sea, one zone off.
    assert_eq!(forts(false), (1, 1));
    assert_eq!(forts(true).1, 0);
    let mut play = off_messina()
        .with(|game, rules| {
            for (land, province) in game.lands.iter_mut().zip(&rules.provinces) {
                if province.is_port() && rules.nations[usize::from(land.owner)].id == "venice" {
                    land.taken = Some(Side::Second);
                }
            }
        })
        .play();
    play.answer("done").dice(1);
    let account = play.session.account().iter().flat_map(|ruling| &ruling.modifiers);
    let words: Vec<String> = account.map(|m| format!("{:+} {}", m.value, m.words)).collect();
    assert!(words.contains(&"+2 strait forts on the line of supply".to_owned()), "{words:?}");
}
