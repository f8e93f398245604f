//! Stacks of several nations: who stands together, who commands, who pays, who is left behind, whose the losses are.

use super::super::{Impulse, Post, Stage};
use super::{Play, Table, besieging, occupying};
use crate::campaign::Campaign;
use crate::game::siege::Digging;
use crate::title::MinorsTogether;
use grognard_umpire::{BySide, Offer, Orders, Playable, Side};

/// France and Venice in Lombardia, France to move.
fn league(french: &str, venetians: &str) -> Table {
    Table::empty().troops("france", "lombardia", french).troops("venice", "lombardia", venetians)
}

/// The Empire to move under a multiple campaign.
fn imperial(table: Table) -> Table {
    table.with(|game, _| {
        game.campaign = BySide::new(Campaign::Passive, Campaign::Multiple);
        game.stage = Stage::Move(Impulse::first(Side::Second));
    })
}

fn clause(play: &mut Play, order: &str) -> &'static str {
    play.refused(order).clause.map_or("none", |clause| clause.id())
}

#[test]
fn a_minors_stack_joins_the_majors() {
    let mut play =
        Table::empty().troops("france", "lombardia", "A+").troops("venice", "mantova", "LD").play();
    play.march("mantova").answer("lombardia").answer("halt");
    assert_eq!(play.nations("lombardia", false), "france:A+/venice:LD");
    assert_eq!(play.nations("mantova", false), "nobody");
    play.says("LD of Venice marches from Mantova into Lombardia");
    let picture = play.game().drawing(play.rules(), None).unwrap();
    assert!(picture.contains("france A+ 4v + venice LD 1v"), "{picture}");
    assert!(play.game().draw_svg(play.rules()).contains(">LD</text>"));
}

/// Three counters and eight LD hold for all of them together.
#[test]
fn the_limits_hold_for_the_whole_stack() {
    for (french, venetians) in [("2A+", "LD"), ("A+ LD", "2LD"), ("2LD", "2LD")] {
        let mut play = Table::empty()
            .troops("france", "lombardia", french)
            .troops("venice", "mantova", venetians)
            .play();
        play.march("mantova");
        play.answer("lombardia");
        assert_eq!(clause(&mut play, "halt"), "EU9-STACK-b", "{french} and {venetians}");
    }
    let table = league("A+", "LD");
    assert!(table.game.check(&table.rules).is_ok());
    let broken = league("A+", "LD").with(|game, _| game.allegiance[3] = Some(Side::Second));
    assert!(broken.game.check(&broken.rules).unwrap_err().contains("of two sides"));
}

/// The title lets a minor's stack join a major's, and says nothing of minors among themselves.
#[test]
fn minors_do_not_come_together_without_a_major() {
    let table = |reading: MinorsTogether| {
        let mut rules = super::rules();
        rules.readings.minors_together = reading;
        Table::under(rules).troops("genoa", "parma", "LD").troops("venice", "mantova", "LD")
    };
    let mut play = table(MinorsTogether::WithAMajor).play();
    play.march("mantova").answer("parma");
    assert_eq!(clause(&mut play, "halt"), "EU9-ITALY-l");
    let mut play = table(MinorsTogether::Free).play();
    play.march("mantova").answer("parma").answer("halt");
    assert_eq!(play.nations("parma", false), "venice:LD/genoa:LD");
    // With a major among them they stand together, and are not left alone together.
    let mut play = table(MinorsTogether::WithAMajor).troops("france", "parma", "LD").play();
    play.march("mantova").answer("parma").answer("halt");
    assert_eq!(play.nations("parma", false), "france:LD/venice:LD/genoa:LD");
    let table = Table::empty()
        .troops("france", "parma", "LD")
        .troops("venice", "parma", "LD")
        .troops("genoa", "parma", "LD");
    let mut play = table.play();
    play.answer("move parma");
    assert!(play.keys().contains(&"france:LD/venice:LD".to_owned()), "{:?}", play.keys());
    assert!(!play.keys().contains(&"france:LD".to_owned()), "Venice and Genoa would be left alone");
    assert!(!play.keys().contains(&"venice:LD/genoa:LD".to_owned()));
}

/// An order says whose counters go, and a minor's are left behind at the edge of its range.
#[test]
fn parts_are_named_by_nation_and_minors_keep_to_their_range() {
    let mut play = league("A+", "LD").play();
    play.answer("move lombardia");
    assert_eq!(play.keys()[..3], ["france:A+/venice:LD", "france:A+", "venice:LD"]);
    assert!(play.keys().contains(&"france:A-/leaving/france:2LD/venice:LD".to_owned()), "{:?}", play.keys());
    play.answer("france:A+/venice:LD");
    let refusal = play.refused("suisse");
    assert_eq!(refusal.clause.unwrap().id(), "EU9-ITALY-j");
    assert!(refusal.reason.contains("Venice does not fight there; its counters must be left behind"));
    let mut play = league("A+", "LD").play();
    play.answer("move lombardia").answer("france:A+").answer("suisse").answer("halt");
    assert_eq!(
        (play.nations("suisse", false), play.nations("lombardia", false)),
        ("france:A+".into(), "venice:LD".into())
    );
}

/// The major pays for all who march with it; alone a minor has its own free campaign.
#[test]
fn the_major_pays_for_those_who_have_joined_it() {
    let table = || {
        league("LD", "LD").troops("venice", "mantova", "LD").with(|game, _| {
            game.campaign = BySide::new(Campaign::Simple, Campaign::None);
        })
    };
    // Together: Venice's own campaign is still to be had.
    let mut play = table().play();
    play.march("lombardia").answer("trentino").answer("halt");
    play.says("EU9-ITALY-l LD of France with LD of Venice marches from Lombardia into Trentino");
    play.march("mantova").answer("trentino").answer("halt");
    play.says("EU9-CAMPAIGN-u LD of Venice marches from Mantova into Trentino, ");
    play.says("EU9-STACK-h LD of Venice joins LD of France with LD of Venice at Trentino");
    // Alone: it has been used.
    let mut play = table().play();
    play.answer("move lombardia").answer("venice:LD").answer("trentino").answer("halt");
    play.march("mantova");
    assert_eq!(clause(&mut play, "trentino"), "EU9-CAMPAIGN-u");
    // A large stack is large with its allies in it.
    let mut play = league("A+ LD", "LD")
        .with(|game, _| game.campaign = BySide::new(Campaign::Simple, Campaign::None))
        .play();
    play.march("lombardia");
    assert!(play.refused("trentino").clause.unwrap().id().starts_with("EU9-STACK-"));
    // Without a campaign of the major only the minor moves.
    let mut play =
        league("LD", "LD").with(|game, _| game.campaign = BySide::new(Campaign::None, Campaign::None)).play();
    play.answer("move lombardia");
    let Stage::March(_, march) = &play.game().stage else { panic!("{:?}", play.game().stage) };
    assert_eq!(march.roster.key(true, play.rules()), "venice:LD");
    // Two minors march under the campaigns of both.
    let mut rules = super::rules();
    rules.readings.minors_together = MinorsTogether::Free;
    let mut play = Table::under(rules)
        .troops("venice", "mantova", "LD")
        .troops("genoa", "mantova", "LD")
        .troops("genoa", "lombardia", "LD")
        .play();
    play.march("mantova").answer("trentino").answer("halt").march("lombardia");
    assert_eq!(clause(&mut play, "trentino"), "EU9-CAMPAIGN-u");
}

/// A monarch commands, else the leader of the most LD, a substitute if they have none; then rank, then the title.
#[test]
fn one_nation_commands() {
    let command = |table: Table| {
        let at = table.province("lombardia");
        let command = table.game.command(&table.rules, &table.game.troops[0].roster, at);
        let name = command
            .leader
            .map_or("a substitute", |leader| table.rules.leaders[usize::from(leader)].id.as_str());
        format!("{} under {name}", table.rules.nations[usize::from(command.country)].id)
    };
    let at = Post::At(league("LD", "LD").province("lombardia"));
    let led = |french: &str, venetians: &str, leaders: &[&str]| {
        command(leaders.iter().fold(league(french, venetians), |table, leader| table.leader(leader, at)))
    };
    assert_eq!(led("LD", "A-", &["bayard", "gritti"]), "venice under gritti");
    assert_eq!(led("LD", "A-", &["bayard"]), "venice under a substitute");
    assert_eq!(led("LD", "A-", &["francois_i", "gritti"]), "france under francois_i");
    assert_eq!(
        led("A-", "A-", &["gritti"]),
        "venice under gritti",
        "he who is there goes before a substitute"
    );
    assert_eq!(led("A-", "A-", &["bayard", "gritti"]), "venice under gritti", "of the higher rank");
    assert_eq!(led("A-", "A-", &["foix", "gritti"]), "france under foix");
    assert_eq!(led("A-", "A-", &[]), "france under a substitute");
    // The Emperor leads Habsburg troops, and their allies with them.
    let table = Table::empty().troops("habsburg", "lombardia", "LD").troops("papacy", "lombardia", "LD");
    assert_eq!(command(table.leader("carlos_i", at)), "habsburg under carlos_i");
}

/// Leaders go with those of their nation who go.
#[test]
fn leaders_stay_with_their_nation() {
    let at = Post::At(league("LD", "LD").province("lombardia"));
    let table = || league("A+", "LD").leader("foix", at).leader("gritti", at);
    let post = |play: &Play, leader: &str| {
        play.game().posts[play.rules().leaders.iter().position(|l| l.id == leader).unwrap()]
    };
    let mut play = table().play();
    play.answer("move lombardia").answer("venice:LD").answer("parma").answer("halt");
    let parma = Post::At(play.rules().province("parma").unwrap());
    assert_eq!((post(&play, "foix"), post(&play, "gritti")), (at, parma));
    let mut play = table().play();
    play.answer("move lombardia").answer("france:A+/venice:LD").answer("parma").answer("halt");
    assert_eq!((post(&play, "foix"), post(&play, "gritti")), (parma, parma));
    let mut play = table().play();
    play.answer("move lombardia").answer("venice:LD/alone").answer("parma").answer("halt");
    assert_eq!((post(&play, "foix"), post(&play, "gritti")), (at, at));
}

/// The library's battle with both nations, and the losses on whichever their side says.
#[test]
fn nations_fight_together_and_share_their_losses() {
    let mut play = league("A-", "A-").troops("spain", "trentino", "2A+").play();
    play.march("lombardia").answer("trentino").until("regroup-the-survivors");
    let Stage::Fight(clash) = &play.game().stage else { panic!("{:?}", play.game().stage) };
    let army = &clash.givens.armies.first;
    assert_eq!((army.nations.len(), army.stack.to_string()), (2, "2A-".to_owned()));
    assert_eq!((army.nations[0].name.as_str(), army.veteran), ("France", true));
    let keys = play.keys();
    assert!(keys.iter().all(|key| key.contains("france:") || key.contains("venice:")), "{keys:?}");
    let (french, venetians): (Vec<_>, Vec<_>) = (
        keys.iter().filter(|key| key.contains("france:A-")).collect(),
        keys.iter().filter(|key| key.contains("venice:A-")).collect(),
    );
    assert!(!french.is_empty() && !venetians.is_empty(), "either may lose: {keys:?}");
    let kept = venetians[0].clone();
    play.answer(&kept).until("retreat-to");
    play.answer("lombardia");
    assert_eq!(play.nations("lombardia", false), kept);
}

/// Four conscripts of France and two veterans of Venice are conscripts; three of four French veterans make it a tie.
#[test]
fn most_ld_say_whether_a_stack_is_veteran() {
    let veteran = |french: u8| {
        let table = league("A+", "2LD").with(|game, _| {
            game.troops[0].roster = game.troops[0].roster.with_veterans(0, french);
        });
        let (at, troops) = (table.province("lombardia"), table.game.troops[0]);
        let enemy = Table::empty().troops("spain", "lombardia", "LD").game.troops[0];
        let command = |roster| table.game.command(&table.rules, roster, at);
        let commands = BySide::new(command(&troops.roster), command(&enemy.roster));
        let forces = BySide::new(troops, enemy);
        let none = crate::engagement::Interception::None;
        let border = crate::title::Border::None;
        let engagement = table.game.engagement(&table.rules, at, forces, commands, border, none);
        engagement.armies.first.veteran
    };
    assert_eq!([0, 1, 2].map(veteran), [false, false, true], "2, 3 and 4 of 6 LD");
}

/// Attrition on the march, in the supply segment and at sieges asks whose the losses are.
#[test]
fn attrition_takes_whom_the_owner_says() {
    let mut play = league("A+", "LD")
        .with(|game, _| {
            let lombardia = game.troops[0].at;
            game.lands[usize::from(lombardia)].taken = Some(Side::Second);
            game.stage = Stage::Starving(
                Impulse::first(Side::First),
                0,
                1,
                super::super::toll::Hunger::Lose(crate::Thirds::whole(1)),
            );
        })
        .play();
    assert_eq!(play.what(), "regroup-the-survivors");
    assert_eq!(play.keys(), ["france:A+", "france:A-/2LD", "france:A-/LD/venice:LD"]);
    play.answer("france:A-/LD/venice:LD");
    assert_eq!(play.nations("lombardia", false), "france:A-/LD/venice:LD");
    assert!(play.session.cited().iter().any(|clause| clause.id() == "EU9-STACK-u"));
}

#[test]
fn a_city_takes_in_men_of_several_nations() {
    let mut play = league("LD", "2LD").garrison("france", "lombardia", "2LD").play();
    assert_eq!(clause(&mut play, "garrison lombardia venice:2LD"), "EU9-SIEGE-h");
    assert_eq!(clause(&mut play, "garrison lombardia france:2LD"), "EU9-SIEGE-h");
    assert!(play.refused("garrison lombardia 2LD").reason.contains("say whose"));
    assert!(play.refused("garrison lombardia genoa:LD").reason.contains("no counters of Genoa"));
    play.answer("garrison lombardia venice:LD");
    assert_eq!(play.nations("lombardia", true), "france:2LD/venice:LD");
    assert_eq!(play.nations("lombardia", false), "france:LD/venice:LD");
    // Both hold the walls, and the larger nation commands there.
    let table = Table::empty()
        .garrison("france", "lombardia", "LD")
        .garrison("venice", "lombardia", "LD")
        .troops("spain", "lombardia", "2A+");
    let spain = table.game.troops.iter().find(|t| !t.inside).unwrap();
    let (_, givens) = table.game.storm(spain, false, &table.rules);
    assert_eq!(givens.parties.second.nations.len(), 2);
    assert_eq!(givens.parties.second.stack.to_string(), "2LD");
}

/// Men of a besieged garrison join the relief, whatever their nation.
#[test]
fn a_garrison_of_allies_sallies_out() {
    let mut play = Table::empty()
        .garrison("venice", "lombardia", "LD")
        .troops("spain", "lombardia", "A+")
        .troops("france", "parma", "A+")
        .play();
    play.march("parma").answer("lombardia").until("sortie");
    assert_eq!(play.keys(), ["nobody", "LD"]);
    play.answer("LD").says("sallies out");
    let Stage::Fight(clash) = &play.game().stage else { panic!("{:?}", play.game().stage) };
    assert_eq!(clash.givens.armies.first.nations.len(), 2);
    // But nobody joins his enemy's.
    let mut play = Table::empty()
        .garrison("spain", "trentino", "LD")
        .troops("spain", "trentino", "A+")
        .troops("france", "lombardia", "A+")
        .play();
    play.march("lombardia").answer("trentino").until("movement");
    assert!(!play.account().contains("sallies out"));
}

/// A besieger of two nations storms with both, starves as its owner says, and leaves whose LD he likes in the city.
#[test]
fn nations_besiege_together() {
    let table = || {
        Table::empty().troops("france", "trentino", "A+").troops("venice", "trentino", "A-").with(
            |game, rules| {
                let at = rules.province("trentino").unwrap();
                besieging(game, rules, Side::First, at, Digging::Choice);
            },
        )
    };
    let play = table().play();
    let Stage::Siege(leaguer) = &play.game().stage else { panic!() };
    assert_eq!(leaguer.givens.parties.first.nations.len(), 2);
    let mut play = table().play();
    play.answer("storm").until("regroup-the-survivors");
    assert!(play.keys().iter().all(|key| key.contains("france:")), "{:?}", play.keys());
    let mut play = table()
        .with(|game, rules| {
            let at = rules.province("trentino").unwrap();
            besieging(
                game,
                rules,
                Side::First,
                at,
                Digging::Attrition(
                    crate::charts::Siegework::Breach,
                    super::super::toll::Hunger::Lose(crate::Thirds::whole(2)),
                ),
            );
        })
        .play();
    assert!(play.keys().contains(&"france:A+".to_owned()), "{:?}", play.keys());
    // Venice is gone before the breach is stormed.
    play.answer("france:A+").until("storm-the-breach");
    play.answer("storm").until("regroup-the-survivors");
    assert!(play.keys().iter().all(|key| !key.contains(':')), "{:?}", play.keys());
    let mut play = table()
        .with(|game, rules| {
            occupying(game, rules, Side::First, rules.province("trentino").unwrap());
        })
        .play();
    assert_eq!(play.keys(), ["none", "garrison/france:A+/venice:LD", "garrison/france:A-/LD/venice:A-"]);
    play.answer("garrison/france:A+/venice:LD");
    assert_eq!(play.nations("trentino", true), "venice:LD");
    assert_eq!(play.nations("trentino", false), "france:A+/venice:LD");
}

/// Beaten, a minor does not run beyond its range: the rest may go without it.
#[test]
fn a_minor_is_left_behind_in_a_retreat() {
    let table = league("A-", "LD");
    let refuges = table.game.refuges(&table.rules, Side::First, &table.game.troops[0], None);
    let keys: Vec<String> = refuges.iter().map(Offer::key).collect();
    assert!(keys.contains(&"suisse france:A-".to_owned()) && keys.contains(&"parma".to_owned()), "{keys:?}");
    let mut play = league("A-", "LD").troops("spain", "trentino", "2A+").play();
    play.march("lombardia").answer("trentino").until("retreat-to");
    let at = play.rules().province("trentino").unwrap();
    let Stage::Fallback(fallback) = &play.game().stage else { panic!() };
    assert_eq!(fallback.leaving[0].1.at, at);
}

/// Regrouping keeps every counter with its nation.
#[test]
fn no_counter_changes_its_nation() {
    let mut play = league("LD", "A-").play();
    assert!(!play.keys().iter().any(|key| key.contains("A+")), "{:?}", play.keys());
    assert_eq!(clause(&mut play, "regroup lombardia france:A-/LD"), "EU9-STACK-h");
    assert_eq!(clause(&mut play, "regroup lombardia venice:3LD"), "EU9-STACK-h");
    play.answer("regroup lombardia france:LD/venice:2LD");
    assert_eq!(play.nations("lombardia", false), "france:LD/venice:2LD");
    assert_eq!(clause(&mut play, "regroup lombardia france:LD/venice:A-"), "EU9-STACK-g");
    let mut play = league("A-", "2LD").play();
    assert_eq!(clause(&mut play, "regroup lombardia france:2LD/venice:2LD"), "EU9-STACK-a");
}

/// A minor that turns goes home out of its friends' stack; the rest stays.
#[test]
fn a_minor_that_turns_leaves_its_friends() {
    let mut play = Table::empty()
        .troops("spain", "abruzzo", "A+")
        .troops("papacy", "abruzzo", "LD")
        .with(|game, rules| {
            game.troops[0].hungry = 5;
            let papal =
                game.troops[0].roster.only(|country| rules.nations[usize::from(country)].id == "papacy");
            assert!(!papal.is_empty());
            (game.turn, game.stage) = (1, Stage::Levy);
        })
        .play();
    play.until("upkeep");
    assert_eq!(play.nations("abruzzo", false), "spain:A+");
    assert!(play.game().troops.iter().all(|t| t.hungry <= t.roster.ld_count()));
}

/// Each major's men are kept and let go by themselves; a minor's cost nothing and stay.
#[test]
fn upkeep_goes_by_nation() {
    let mut play = imperial(
        Table::empty()
            .troops("spain", "abruzzo", "A- LD")
            .troops("papacy", "abruzzo", "LD")
            .troops("spain", "tirol", "A-")
            .troops("habsburg", "tirol", "A-"),
    )
    .with(|game, _| game.stage = Stage::Upkeep(Side::Second))
    .play();
    for key in ["conscripts abruzzo spain", "disband abruzzo spain", "conscripts tirol habsburg"] {
        assert!(play.keys().contains(&key.to_owned()), "{key} in {:?}", play.keys());
    }
    assert!(!play.keys().iter().any(|key| key.contains("papacy")), "{:?}", play.keys());
    assert_eq!(clause(&mut play, "disband abruzzo papacy:LD"), "EU9-LOGISTICS-f");
    play.answer("disband abruzzo spain:LD").answer("conscripts tirol habsburg").answer("disband tirol spain");
    assert_eq!(play.nations("abruzzo", false), "spain:A-/papacy:LD");
    assert_eq!(play.nations("tirol", false), "habsburg:A-");
    let tirol = play.rules().province("tirol").unwrap();
    let kept = play.game().troops.iter().find(|t| t.at == tirol).unwrap();
    assert_eq!(kept.roster.veterans(), 0);
}

/// Nations of a stack go aboard together, and each counts by its class.
#[test]
fn nations_sail_together() {
    let mut play = Table::empty()
        .troops("france", "liguria", "LD")
        .troops("genoa", "liguria", "LD")
        .fleet("france", "liguria", "F- 4NGD 2NTD")
        .play();
    play.answer("sail france liguria");
    let whole = play.keys()[0].clone();
    play.answer(&whole).answer("embark liguria france:LD/genoa:LD");
    play.says("LD of France with LD of Genoa goes aboard");
    play.answer("sail tyrrhenian").answer("land corsica").until("march");
    play.answer("halt");
    assert_eq!(play.nations("corsica", false), "france:LD/genoa:LD");
}

/// Where one nation of a stack does not fight, the stack does not intercept.
#[test]
fn nobody_intercepts_beyond_a_minors_range() {
    let hunters = |table: Table| {
        let mut play = imperial(table.troops("spain", "hainaut", "A-"))
            .with(|game, _| game.announced.first = true)
            .play();
        play.march("hainaut").answer("champagne");
        play.what()
    };
    let french = || Table::empty().troops("france", "ile_de_france", "A+");
    assert_eq!(hunters(french()), "intercept");
    assert_ne!(hunters(french().troops("venice", "ile_de_france", "LD")), "intercept", "out of Italy");
}

/// What an interceptor finds of its side where it goes fights with it, whatever the nation.
#[test]
fn an_interceptor_is_joined_by_friends_of_another_nation() {
    let mut play = imperial(
        Table::empty()
            .troops("venice", "mantova", "A-")
            .troops("france", "lombardia", "A+")
            .troops("spain", "trentino", "A+"),
    )
    .play();
    play.march("trentino").answer("mantova").until("intercept");
    play.answer("yes").intercepts(10);
    if play.what() == "joined-stacks" {
        play.answer("france:A+/venice:A-");
    }
    let Stage::Fight(clash) = &play.game().stage else { panic!("{:?}", play.game().stage) };
    assert_eq!(clash.forces.second.roster.key(true, play.rules()), "france:A+/venice:A-");
}

/// Every offer of a stack of several nations is accepted as it is written.
#[test]
fn offers_read_back() {
    let table = league("A- LD", "LD").garrison("france", "lombardia", "LD");
    let orders = super::super::orders::MoveOrders {
        game: &table.game,
        rules: &table.rules,
        impulse: Impulse::first(Side::First),
    };
    for offer in orders.offers() {
        assert_eq!(orders.check(&offer.key()).unwrap().key(), offer.key());
        assert!(!offer.words().is_empty());
    }
}

/// A garrison that goes aboard past friends and does not sail goes back behind its walls.
#[test]
fn a_garrison_that_stays_in_port_goes_back_inside() {
    let mut play = Table::empty()
        .garrison("genoa", "liguria", "LD")
        .troops("france", "liguria", "2A+")
        .fleet("genoa", "liguria", "F- 4NGD NTD")
        .play();
    play.answer("sail genoa liguria");
    let whole = play.keys()[0].clone();
    play.answer(&whole).answer("embark liguria LD garrison").answer("stay");
    assert_eq!(play.nations("liguria", true), "genoa:LD");
    play.game().check(play.rules()).unwrap();
}

/// Beaten at Genoa between the Swiss in Milan and the Venetians in Parma, the French go to either of them.
#[test]
fn a_beaten_stack_finds_refuge_with_its_friends() {
    use super::super::battle::Then;
    use super::super::fallback::Fallback;
    let mut table = Table::empty().troops("swiss", "lombardia", "A+").troops("venice", "parma", "A-");
    let (at, from) = (table.province("liguria"), table.province("liguria"));
    let beaten = super::Troops::new(at, table.country("france"), crate::Stack::read("A- LD").unwrap(), 0);
    table.game.stage = Stage::Fallback(Box::new(Fallback {
        impulse: Impulse::first(Side::Second),
        at,
        leaving: vec![(Side::First, beaten, 0, from)],
        then: Then::Battles,
        over: true,
        back: false,
    }));
    let mut play = table.troops("spain", "liguria", "2A+").play();
    assert_eq!(play.what(), "retreat-to");
    let keys = play.keys();
    assert!(["lombardia", "parma"].iter().all(|to| keys.contains(&(*to).to_owned())), "{keys:?}");
    play.answer("lombardia");
    assert_eq!(play.nations("lombardia", false), "france:A-/LD/swiss:A+");
}
