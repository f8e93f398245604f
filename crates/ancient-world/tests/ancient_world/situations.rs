//! Forces that join, units with a status of their own, forces wiped out, and the readings about them.

use crate::sheet;
use crate::sheet::{HERD, HOME, LINE, Sheet, play, sheet, side, total};
use grognard_ancient_world::battle::may_coordinate;
use grognard_ancient_world::{Asks, Charts, setup};
use grognard_umpire::{Fact, Header, Kind, Session, Side};
use std::sync::Arc;

/// A force of a side one hex away on flat ground.
fn relief(owner: &str, more: &str, troops: &str) -> String {
    format!(
        "[[{owner}.nearby]]\nname = \"Relief\"\ndistance = 1\npath = [\"flat\"]\n{more}\n\
         leader = {{ name = \"Ally\", campaign = 5, mortality = 9 }}\ncontingent = [{troops}]\n"
    )
}

const CALL: (&str, &str) = ("call-in-a-nearby-force", "yes");
const COMMIT: (&str, &str) = ("commit-elephants", "1");

fn infantry(sp: u8) -> String {
    format!("{{ name = \"Line\", arm = \"infantry\", sp = {sp} }}")
}

#[test]
fn a_useless_force_may_not_join_an_attack() {
    let useless = "{ name = \"Beaten\", arm = \"infantry\", sp = 1, status = \"useless\" }";
    let mut attack = sheet();
    attack.attacker.push_str("status = \"disorganized\"\n");
    attack.attacker.push_str(&relief("attacker", "", useless));
    let refusal = may_coordinate(&attack.rules(), Side::First, 0).unwrap_err();
    assert_eq!(refusal.clause.unwrap().id(), "AW-8.21-a");
    let played = play(&attack, &[0, 0, 9], &[]);
    assert_eq!(played.modifier("AW-8.77-a"), -5);
    assert!(played.has("AW-8.21-a"));
    // To defend it may come, and the worst status governs.
    let mut defence = sheet();
    defence.defender.push_str(&relief("defender", "", useless));
    assert_eq!(play(&defence, &[0, 0, 0, 4], &[CALL]).modifier("AW-8.77-b"), 5);
}

#[test]
fn a_nearby_force_has_a_status_of_its_own() {
    let mut sheet = sheet();
    sheet.defender.push_str("status = \"disrupted\"\n");
    sheet.defender.push_str(&relief("defender", "status = \"disorganized\"", &infantry(5)));
    // Alone the defender is Disrupted, joined by the relief Disorganized.
    assert_eq!(play(&sheet, &[9, 0, 0, 4], &[CALL]).modifier("AW-8.77-b"), 1);
    assert_eq!(play(&sheet, &[0, 0, 0, 4], &[CALL]).modifier("AW-8.77-b"), 3);
    // And a relief of which nothing is said is fresh, whatever the main force is.
    let mut fresh = sheet::sheet();
    fresh.defender.push_str("status = \"useless\"\n");
    fresh.defender.push_str(&relief("defender", "", &infantry(60)));
    let played = play(&fresh, &[0, 0, 0, 4], &[CALL]);
    // One flat hex is one point on 60 attrition SP: nothing. Three rows down it would be 4 points, 2 SP.
    assert_eq!(played.figure("defender.lost") - 15, 0, "15 % of 100");
}

#[test]
fn a_path_leads_through_the_hexes_between() {
    let mut sheet = sheet();
    sheet.top = "game = \"carthage\"\nterrain = \"mountain\"";
    sheet.attacker.push_str(&relief("attacker", "", &infantry(5)).replace("[\"flat\"]", "[\"mountain\"]"));
    assert!(play(&sheet, &[0, 0, 0, 4], &[CALL]).has("AW-8.26-g"));
    let strict = play(&sheet.reading("coordination-path = \"battle-hex-too\""), &[0, 0, 4], &[]);
    assert!(strict.has("AW-8.26-d") && !strict.has("AW-8.26-g"));
}

#[test]
fn either_side_may_be_the_first_to_call() {
    let both = || {
        let mut sheet = sheet();
        sheet.attacker.push_str(&relief("attacker", "", &infantry(5)));
        sheet.defender.push_str(&relief("defender", "", &infantry(5)));
        sheet
    };
    let first_asked = |sheet: Sheet| {
        let rules = Arc::new(sheet.rules());
        let mut session = Session::start(rules.start(), rules, Header::default());
        session.answer(Side::Second, "stand").unwrap();
        session.pending()[0].asking.by.unwrap()
    };
    assert_eq!(first_asked(both()), Side::First);
    assert_eq!(first_asked(both().reading("coordination-order = \"defender-first\"")), Side::Second);
    // Either way both come, and the account tells what the march cost.
    for order in ["attacker-first", "defender-first"] {
        let sheet = both().reading(&format!("coordination-order = \"{order}\""));
        let played = play(&sheet, &[0, 0, 0, 0, 4], &[CALL, CALL]);
        assert_eq!((played.figure("attacker.sp"), played.figure("defender.sp")), (38, 38), "{order}");
    }
}

#[test]
fn the_account_tells_what_a_march_cost() {
    let mut sheet = sheet();
    sheet.attacker.push_str(&relief("attacker", "", &infantry(100)));
    let played = play(&sheet, &[0, 0, 0, 4, 0], &[CALL]);
    let told =
        played.session.account().iter().any(|ruling| ruling.text == "lost on the march: 1 Line infantry");
    assert!(told, "{:?}", played.session.account());
}

#[test]
fn a_landing_does_not_carry_others_over_a_river() {
    let mut sheet = sheet().reading("landing-and-river = \"landing-only\"");
    sheet.situation = "landing = \"attacker\"\nriver-crossed = true".to_owned();
    assert_eq!(play(&sheet, &[0, 0, 9], &[]).modifier("AW-8.31-m"), 0);
    sheet.attacker.push_str(&relief("attacker", "enters-across-river = true", &infantry(5)));
    let joined = play(&sheet, &[0, 0, 0, 9], &[CALL]);
    assert_eq!((joined.modifier("AW-8.31-m"), joined.modifier("AW-8.31-q")), (-3, -3));
}

#[test]
fn a_status_goes_with_the_unit_that_had_it() {
    let mut sheet = sheet();
    let troops = "{ name = \"Line\", arm = \"infantry\", sp = 39 }, { name = \"Beaten\", arm = \"infantry\", sp = 1, status = \"useless\" }";
    sheet.defender = side("C", 0, troops, HOME);
    // +5 for the Useless unit; die 3 is row +8, 5/15: six SP.
    let gone = play(&sheet, &[0, 0, 3], &[("losses", "line-infantry=5 beaten-infantry=1")]);
    assert_eq!((gone.figure("defender.sp"), gone.word("defender.status")), (34, "disorganized".to_owned()));
    let kept = play(&sheet, &[0, 0, 3], &[("losses", "line-infantry=6")]);
    assert_eq!(kept.word("defender.status"), "useless");
    let Fact::List(units) = kept.fact("defender.units") else { panic!("units are a list") };
    let status: Vec<Option<&Fact>> = units.iter().map(|unit| unit.get("status")).collect();
    assert_eq!(status, [Some(&Fact::from("disorganized")), Some(&Fact::from("useless"))]);
    // Nor does a unit that is gone slow the march: 34 fresh men on 3 points lose 1, not 6 points' worth.
    let mut away = sheet;
    away.defender = side("C", 0, troops, "{ name = \"back\", hexes = [\"flat\", \"mountain\"] }");
    let left = play(&away, &[0, 0, 3], &[("losses", "line-infantry=5 beaten-infantry=1")]);
    let stayed = play(&away, &[0, 0, 3], &[("losses", "line-infantry=6")]);
    assert_eq!((left.figure("defender.lost"), stayed.figure("defender.lost")), (7, 8));
}

#[test]
fn whoever_is_wiped_out_has_lost() {
    let mut sheet = sheet();
    sheet.attacker = side("C", 0, &infantry(6), HOME);
    sheet.defender = side("C", 0, &infantry(1), HOME);
    sheet.situation = "river-crossed = true".to_owned();
    // 6 against 1 is +6, -3: die 2 is a draw (+5), die 5 is row +8. Either way the single SP is gone.
    for die in [2, 5] {
        let played = play(&sheet, &[0, 0, die], &[]);
        assert_eq!(played.word("outcome"), "attacker-major-victory", "{die}");
        assert!(played.has("AW-8.33-e") && played.has("AW-8.54-h"));
    }
    let sheet = sheet.reading("destroyed-force = \"by-percentage\"");
    for die in [2, 5] {
        assert_eq!(play(&sheet, &[0, 0, die], &[]).word("outcome"), "attacker-wins", "{die}");
    }
}

#[test]
fn two_forces_that_trample_each_other_to_death_draw() {
    let mut sheet = sheet();
    let lone =
        "{ name = \"Line\", arm = \"infantry\", sp = 1 }, { name = \"Herd\", arm = \"elephants\", sp = 1 }";
    sheet.attacker = side("C", 0, lone, HOME);
    sheet.defender = side("C", 0, lone, HOME);
    // Each herd's 1 costs its own side the only infantry SP; then row +9, which would make the defender lose.
    let played = play(&sheet, &[0, 0, 1, 1, 9], &[COMMIT, COMMIT]);
    assert_eq!((played.figure("attacker.sp"), played.figure("defender.sp")), (0, 0));
    assert_eq!((played.word("outcome"), played.fact("retreat")), ("draw".to_owned(), Fact::Nothing));
    assert!(played.has("AW-8.54-h"));
}

#[test]
fn elephants_without_an_army() {
    let mut sheet = sheet();
    let lone =
        "{ name = \"Line\", arm = \"infantry\", sp = 1 }, { name = \"Herd\", arm = \"elephants\", sp = 2 }";
    sheet.attacker = side("C", 0, lone, HOME);
    sheet.defender = side("C", 0, &infantry(1), HOME);
    // One elephant SP takes the only infantry SP with it; the other is left without an army.
    let lost = play(&sheet, &[0, 0, 1, 9], &[COMMIT]);
    assert_eq!((lost.figure("attacker.sp"), lost.figure("attacker.elephants")), (0, 0));
    assert_eq!(lost.word("outcome"), "defender-major-victory");
    assert!(lost.has("AW-8.36-m"));
    let kept = play(&sheet.reading("orphan-elephants = \"survive\""), &[0, 0, 1, 9], &[COMMIT]);
    assert_eq!((kept.figure("attacker.sp"), kept.figure("attacker.elephants")), (0, 1));
}

#[test]
fn a_force_cut_down_to_one_point_is_eliminated() {
    // 12 against 2 is +6; the herd's 5 leaves the defender one SP. Row +1 (15/5) would cost it nothing.
    let mut sheet = sheet();
    let troops =
        "{ name = \"Line\", arm = \"infantry\", sp = 12 }, { name = \"Herd\", arm = \"elephants\", sp = 1 }";
    sheet.attacker = side("C", 0, troops, HOME);
    sheet.defender = side("C", 0, &infantry(2), HOME);
    sheet.situation = "river-crossed = true\nlanding = \"attacker\"".to_owned();
    let dice = [0, 0, 5, 1];
    assert_eq!(play(&sheet, &dice, &[COMMIT]).figure("defender.sp"), 0);
    assert_eq!(play(&sheet.reading("loss-base = \"start\""), &dice, &[COMMIT]).figure("defender.sp"), 1);
}

#[test]
fn an_elephant_is_a_loss_to_a_winner() {
    let mut sheet = sheet();
    let troops =
        "{ name = \"Line\", arm = \"infantry\", sp = 60 }, { name = \"Herd\", arm = \"elephants\", sp = 1 }";
    sheet.attacker = side("C", 0, troops, HOME);
    sheet.defender = side("C", 0, &infantry(10), HOME);
    // 60:10 is +6, and the 2 costs the elephant only; row +8, 5 % adjusted to nothing.
    let dice = [0, 0, 2, 2];
    let won = play(&sheet, &dice, &[COMMIT]);
    assert_eq!((won.lost(), won.figure("attacker.elephants")), ((0, 2), 0));
    assert_eq!(won.word("attacker.status"), "disrupted");
    let apart = play(&sheet.reading("unscathed-winner = \"elephants-apart\""), &dice, &[COMMIT]);
    assert_eq!(apart.word("attacker.status"), "fresh");
}

#[test]
fn the_owner_says_which_herd_is_lost() {
    let mut sheet = sheet();
    sheet.attacker =
        side("C", 0, &format!("{HERD}, {{ name = \"Indian\", arm = \"elephants\", sp = 1 }}"), HOME);
    let rules = Arc::new(sheet.rules());
    let mut session = Session::start(rules.start(), rules, Header::default());
    session.answer(Side::Second, "stand").unwrap();
    session.faces(&[0]).unwrap();
    session.faces(&[0]).unwrap();
    session.answer(Side::First, "1").unwrap();
    // A 1: the elephant SP and an infantry SP of its own side.
    session.faces(&[1]).unwrap();
    let question = session.pending_for(Side::First).unwrap();
    let Kind::Choose { options, .. } = &question.kind else { panic!("{}", question.line()) };
    let keys: Vec<&str> = options.iter().map(|offered| offered.key.as_str()).collect();
    assert_eq!(keys, ["herd-elephants", "indian-elephants"]);
    session.answer(Side::First, "indian-elephants").unwrap();
    assert_eq!(session.state().troops.first.0[..4], [37, 2, 1, 0]);
}

#[test]
fn totals_beyond_the_table() {
    let mut sheet = sheet();
    sheet.attacker = side("A", 0, &infantry(30), HOME);
    sheet.defender = side("E", 0, &infantry(10), HOME);
    sheet.defender.push_str("status = \"useless\"\n");
    sheet.situation = "ambush = true\ndouble-envelopment = true".to_owned();
    // +3 ratio, +5, +5, +4, tactics 9 - 0: with a 9 the total is 35, thirteen beyond row +22, */75.
    let end = play(&sheet, &[9, 0, 9, 0], &[]);
    assert_eq!(end.figure("defender.lost"), 8);
    let further = play(&sheet.reading("beyond-the-table = \"five-percent-a-point\""), &[9, 0, 9, 0], &[]);
    assert_eq!(further.figure("defender.sp"), 0);
    // One beyond: 80 % of ten is eight as well, of a hundred it is five more.
    let mut large = sheet::sheet().with(&infantry(100));
    large.situation = "ambush = true\ndouble-envelopment = true".to_owned();
    large.attacker = side("A", 0, &infantry(100), HOME);
    large.defender = side("E", 0, &infantry(100), HOME);
    // +9, tactics 5 - 0 = 5: a 9 makes 23.
    let plain = play(&large, &[1, 0, 9, 0], &[]);
    let more = play(&large.reading("beyond-the-table = \"five-percent-a-point\""), &[1, 0, 9, 0], &[]);
    assert_eq!((plain.lost().1, more.lost().1), (75, 80));
}

#[test]
fn unpredictable_numbers_beyond_nine_and_nought() {
    let with_guile = || {
        let mut sheet = sheet();
        sheet.attacker = side("C", 3, LINE, HOME);
        sheet.defender = side("C", 3, LINE, HOME);
        sheet
    };
    let further = || with_guile().reading("unpredictable-beyond = \"further-rows\"");
    let guile = |first: &'static str, second: &'static str| {
        [("guile-for-the-unpredictable-result", first), ("guile-for-the-unpredictable-result", second)]
    };
    // X(+1), die 9, three points: 13. Row [9] is +18 (*/30); four rows further out is +22 (*/75).
    assert_eq!(play(&with_guile(), &[0, 0, 7, 9, 0], &guile("3", "0")).lost().1, 12);
    assert_eq!(play(&further(), &[0, 0, 7, 9, 0], &guile("3", "0")).lost().1, 30);
    // Die 0, three points against: -2. Row [0] is -10 (30/*); two further out is -12 (45/*).
    assert_eq!(play(&with_guile(), &[0, 0, 7, 0, 0], &guile("0", "3")).lost().0, 12);
    assert_eq!(play(&further(), &[0, 0, 7, 0, 0], &guile("0", "3")).lost().0, 18);
}

#[test]
fn whose_twenty_points_make_a_status() {
    let mut sheet = sheet().with(&infantry(19));
    sheet.attacker.push_str(&relief("attacker", "", &infantry(5)));
    // 24 against 19 with the relief: row +9, the defender loses.
    let joined = play(&sheet, &[0, 0, 0, 9], &[CALL]);
    assert_eq!(joined.word("defender.status"), "disorganized");
    let main = play(&sheet.reading("twenty-points = \"main-forces\""), &[0, 0, 0, 9], &[CALL]);
    assert_eq!(main.word("defender.status"), "fresh");
    assert!(main.has("AW-8.54-a") && !main.has("AW-8.54-d"));
}

#[test]
fn a_row_down_is_a_point_or_an_sp() {
    let mut sheet = sheet();
    sheet.defender = side("C", 0, &infantry(40), "{ name = \"back\", hexes = [\"flat\"] }");
    sheet.defender.push_str("status = \"useless\"\n");
    let back: &[(&str, &str)] = &[("stand-or-avoid-battle", "back")];
    // One point and three rows: 4 points on 40 are 1 SP; or 1 point, nothing, and three SP.
    assert_eq!(play(&sheet, &[0], back).figure("defender.lost"), 1);
    assert_eq!(play(&sheet.reading("attrition-row = \"one-sp\""), &[0], back).figure("defender.lost"), 3);
}

#[test]
fn what_a_replacement_costs() {
    let mut sheet = sheet();
    sheet.attacker = side("C", 1, LINE, HOME);
    sheet.attacker.push_str("subordinate = [{ name = \"Legate\", mortality = 0 }]\n");
    let dice = [0, 0, 5, 0, 9, 9, 0];
    let yes: &[(&str, &str)] = &[("replace-a-killed-subordinate", "yes")];
    assert_eq!(play(&sheet, &dice, yes).figure("attacker.guile"), 0);
    let free = play(&sheet.reading("replacement-cost = 0"), &dice, yes);
    assert_eq!(free.figure("attacker.guile"), 1);
    let mut dear = sheet::sheet();
    dear.attacker = side("C", 1, LINE, HOME);
    dear.attacker.push_str("subordinate = [{ name = \"Legate\", mortality = 0 }]\n");
    let dear = play(&dear.reading("replacement-cost = 2"), &dice, &[]);
    assert_eq!(dear.end.fates.first.of(1).key(), "killed");
}

#[test]
fn an_odd_point_takes_a_horse_only_where_there_is_no_foot() {
    let horse =
        "{ name = \"Horse\", arm = \"cavalry\", sp = 20 }, { name = \"Guard\", arm = \"cavalry\", sp = 5 }";
    // Row +5: 20 % of 25 is 5, an odd number: three cavalry SP of either.
    let mounted = sheet().with(horse);
    let played = play(&mounted, &total(5, 0), &[("losses", "guard-cavalry=3")]);
    assert_eq!(played.lost().0, 3);
    let mixed =
        "{ name = \"Line\", arm = \"infantry\", sp = 3 }, { name = \"Horse\", arm = \"cavalry\", sp = 37 }";
    let rules = Arc::new(sheet().with(mixed).rules());
    let mut session = Session::start(rules.start(), rules, Header::default());
    session.answer(Side::Second, "stand").unwrap();
    for face in [0, 0, 5] {
        session.faces(&[face]).unwrap();
    }
    // Three foot and three horse pay nine where eight are due, and two foot and three horse pay eight.
    let refusal = session.answer(Side::First, "line-infantry=3 horse-cavalry=3").unwrap_err();
    assert_eq!(refusal.clause.map(|clause| clause.id()), Some("AW-8.34-f"), "{refusal}");
    session.answer(Side::First, "line-infantry=2 horse-cavalry=3").unwrap();
}

#[test]
fn what_was_reconstructed_is_marked() {
    let texts = |played: &sheet::Played| -> Vec<String> {
        let rulings = played.session.account().iter();
        rulings
            .flat_map(|ruling| {
                let words = ruling.modifiers.iter().map(|modifier| modifier.words.clone());
                std::iter::once(ruling.text.clone()).chain(words)
            })
            .collect()
    };
    let marked = |played: &sheet::Played, start: &str, mark: &str| {
        let all = texts(played);
        let found =
            all.iter().find(|text| text.contains(start)).unwrap_or_else(|| panic!("no {start}: {all:?}"));
        assert!(found.contains(mark), "{found}");
    };
    // The rough-terrain row, the major loser, cavalry at double rate, cells of the loss chart, pursuit, retreat.
    let mut rough = sheet();
    rough.top = "game = \"carthage\"\nterrain = \"rough\"";
    let horse =
        "{ name = \"Line\", arm = \"infantry\", sp = 30 }, { name = \"Horse\", arm = \"cavalry\", sp = 12 }";
    rough.attacker = side("C", 0, horse, HOME);
    rough.defender = side("C", 0, &infantry(42), HOME);
    let script = [("losses", "horse-cavalry=3"), ("pursue", "pursue")];
    let played = play(&rough, &[0, 0, 8, 0, 0, 0], &script);
    marked(&played, "12 cavalry SP against 0", "reconstructed");
    marked(&played, "is a major loser", "reconstructed");
    marked(&played, "removes 3 Horse cavalry", "published");
    marked(&played, "25 % of 42 SP", "reconstructed");
    marked(&played, "pursuit value of 1", "reconstructed");
    marked(&played, "a butchery", "reconstructed");
    marked(&played, "D retreats: home", "reconstructed");
    let look = played.session.account().iter().filter_map(|ruling| ruling.table.as_ref());
    assert!(look.into_iter().any(|look| look.column == "retreats" && look.mark.key() == "reconstructed"));
    // 25 % of 40 is all printed.
    let plain = play(&sheet(), &total(5, 0), &[]);
    assert!(texts(&plain).contains(&"A: 20 % of 40 SP is 8".to_owned()));
}

#[test]
fn forces_that_cannot_be_are_refused() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let refused = |change: &dyn Fn(&mut Sheet), wanted: &str| {
        let mut sheet = sheet();
        change(&mut sheet);
        let error = setup::open_battle("sheet.toml", &sheet.text(), &charts).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    };
    let near = |from: &str, to: &str| relief("attacker", "", &infantry(5)).replace(from, to);
    let add = |text: String| move |sheet: &mut Sheet| sheet.attacker.push_str(&text);
    refused(&add(near("distance = 1", "distance = 3")), "3 hexes away and its path has 1");
    refused(&add(near("[\"flat\"]", "[\"rough\"]")), "must end in the battle hex, flat");
    refused(
        &add(near("distance = 1\npath = [\"flat\"]", "distance = 0\npath = []\nrivers = 1")),
        "has no river to cross",
    );
    refused(
        &add(near("mortality = 9 }", "mortality = 9, guile = 2 }")),
        "Ally is the leader of a force near by, of whom nobody reads the number of Guile Points",
    );
    refused(
        &add("subordinate = [{ name = \"Decius\", mortality = 9, guile = 2 }]\n".to_owned()),
        "Decius is a subordinate in a battle, of whom nobody reads the number of Guile Points",
    );
    for (figure, noun) in [
        ("battle = \"C\"", "battle letter"),
        ("campaign = 5", "campaign rating"),
        ("initiative = 3", "initiative"),
        ("overall-commander = true", "rank"),
    ] {
        let text = format!("subordinate = [{{ name = \"Decius\", mortality = 9, {figure} }}]\n");
        refused(
            &add(text),
            &format!("Decius is a subordinate in a battle, of whom nobody reads the {noun}; leave it out"),
        );
    }
    refused(
        &|sheet| sheet.attacker = sheet.attacker.replace("guile = 0", "guile = 0, initiative = 3"),
        "General is a commander, of whom nobody reads the initiative",
    );
    refused(
        &|sheet| sheet.attacker = sheet.attacker.replace("guile = 0", "battle-points = 1"),
        "General is a commander, of whom nobody reads the number of battle points",
    );
    refused(&add("legion = [{ name = \"I\", sp = 5 }]\n".to_owned()), "A is not Roman and has legions");
    refused(&add("policy = { avoid = true }\n".to_owned()), "A attacks and has no battle to avoid");
    refused(
        &|sheet| {
            sheet.attacker =
                side("C", 0, LINE, "{ name = \"back\", hexes = [\"flat\"], across-river = true }")
        },
        "only the river of a defender's way out counts",
    );
    let over = relief("defender", "enters-across-river = true", &infantry(5));
    refused(&|sheet| sheet.defender.push_str(&over), "only a river that an attacker crosses counts");
    refused(&|sheet| sheet.readings.push_str("replacement-cost = 21"), "more than any commander has");
    let legions: Vec<String> = (0..13).map(|n| format!("{{ name = \"L{n}\", sp = 1 }}")).collect();
    refused(
        &add(format!("roman = true\nlegion = [{}]\n", legions.join(", "))),
        "at most 12 can be kept: put auxiliaries of one arm together",
    );
}

#[test]
fn recomputed_modifiers_replace_the_old_ones() {
    // Horse 9 against 0 is +3 and stays so after an infantry SP is trampled; counted twice it would be +6.
    let mut sheet = sheet().reading("elephant-timing = \"recomputed\"");
    sheet.attacker = side(
        "C",
        0,
        "{ name = \"Line\", arm = \"infantry\", sp = 31 }, { name = \"Horse\", arm = \"cavalry\", sp = 9 }, { name = \"Herd\", arm = \"elephants\", sp = 1 }",
        HOME,
    );
    // 40:40 and then 40:39 are 0 both; die 2 makes row +5, a draw.
    let played = play(&sheet, &[0, 0, 5, 2], &[COMMIT]);
    assert_eq!(played.word("outcome"), "draw");
}

#[test]
fn a_retirement_costs_a_tenth_at_most() {
    // Four points and three rows down on 8 + 2 x 40 attrition SP are 6; a tenth of 48 is 4.
    let mut sheet = sheet();
    let troops =
        "{ name = \"Line\", arm = \"infantry\", sp = 8 }, { name = \"Horse\", arm = \"cavalry\", sp = 40 }";
    sheet.defender = side("C", 0, troops, "{ name = \"back\", hexes = [\"marsh\", \"mountain\"] }");
    sheet.defender.push_str("status = \"useless\"\n");
    let played = play(&sheet, &[0], &[("stand-or-avoid-battle", "back")]);
    assert_eq!(played.figure("defender.lost"), 4);
}

#[test]
fn what_cannot_be_avoided_is_not_asked() {
    // All that is left goes without a question, and so does nothing.
    let mut sheet = sheet().with(
        "{ name = \"Line\", arm = \"infantry\", sp = 1 }, { name = \"Horse\", arm = \"cavalry\", sp = 1 }",
    );
    sheet.attacker = side("A", 0, LINE, HOME);
    sheet.situation = "ambush = true\ndouble-envelopment = true".to_owned();
    // +20 ratio and more: row +22, 75 % of 2 is 2, which only the cavalry SP pays for exactly.
    let played = play(&sheet, &[0, 0, 0], &[]);
    assert_eq!((played.figure("defender.infantry"), played.figure("defender.cavalry")), (1, 0));
    let all = play(&sheet.reading("cavalry-losses = \"single\""), &[0, 0, 0], &[]);
    assert_eq!(all.figure("defender.sp"), 0);
    assert!(!all.session.journal().text().contains("[losses]"), "two of two is no choice");
}

#[test]
fn elephants_are_given_up_last_even_with_the_select() {
    // Elephants count as SP and may be given up; the offers leave them to the end.
    let sheet = sheet().with("{ name = \"Line\", arm = \"infantry\", sp = 30, elite = 10 }, { name = \"Herd\", arm = \"elephants\", sp = 10 }");
    let rules = Arc::new(sheet.reading("elephant-strength = \"counted\"").rules());
    let mut session = Session::start(rules.start(), rules, Header::default());
    session.answer(Side::Second, "stand").unwrap();
    session.faces(&[0]).unwrap();
    session.faces(&[0]).unwrap();
    session.answer(Side::First, "0").unwrap();
    session.answer(Side::Second, "0").unwrap();
    session.faces(&[5]).unwrap();
    let question = session.pending_for(Side::First).unwrap();
    let Kind::Order { offers, .. } = &question.kind else { panic!("{}", question.line()) };
    let keys: Vec<&str> = offers.iter().map(|offered| offered.key.as_str()).collect();
    assert_eq!(keys, ["line-infantry=8", "elite-line-infantry=8"]);
}

#[test]
fn what_pays_for_losses_and_what_does_not() {
    // A unit that was trampled away is no second choice: the rest goes without a question.
    let mut sheet = sheet();
    sheet.attacker = side("C", 0, HERD, HOME);
    sheet.defender = side(
        "C",
        0,
        "{ name = \"Line\", arm = \"infantry\", sp = 39 }, { name = \"Few\", arm = \"infantry\", sp = 1 }",
        HOME,
    );
    let dice = [0, 0, 5, 5];
    let few = ("the-unit-hit-by-elephants", "few-infantry");
    let played = play(&sheet, &dice, &[COMMIT, few, ("losses", "line-infantry=8")]);
    assert_eq!(played.figure("defender.sp"), 31);
    assert_eq!(played.session.journal().text().matches("second AW-8.34-e [losses]").count(), 0);
    // Elephants do not pay where they do not count.
    let rules = Arc::new(sheet.rules());
    let mut session = Session::start(rules.start(), rules, Header::default());
    session.answer(Side::Second, "stand").unwrap();
    session.faces(&[0]).unwrap();
    session.faces(&[0]).unwrap();
    session.answer(Side::First, "0").unwrap();
    session.faces(&[5]).unwrap();
    let refusal = session.answer(Side::First, "line-infantry=7 herd-elephants=1").unwrap_err();
    assert_eq!(refusal.clause.map(|clause| clause.id()), Some("AW-8.34-e"), "{refusal}");
}

#[test]
fn an_even_policy_weighs_the_arms_by_what_they_pay() {
    use grognard_ancient_world::battle::{Rate, Removal};
    use grognard_ancient_world::force::LossPolicy;
    let rules = sheet()
        .with("{ name = \"Line\", arm = \"infantry\", sp = 20 }, { name = \"Horse\", arm = \"cavalry\", sp = 20 }")
        .rules();
    let troops = rules.start().troops.first;
    let mut removal = Removal::new(&rules.parties.first, &troops, Default::default(), 8);
    removal.rate = Rate::CavalryDouble;
    // 8 x 20 of 60 points' worth is 2 cavalry SP, and 4 infantry SP for the rest.
    assert_eq!(removal.by_policy(LossPolicy::Even)[..2], [4, 2]);
}

#[test]
fn a_forecast_is_the_mean_total() {
    use grognard_ancient_world::battle::forecast;
    assert_eq!(forecast(&sheet().rules()), 45);
    // A rolls 66 on all ten faces together, E 22: 4.4 better. And 80 against 40 is +2.
    let mut better = sheet();
    better.attacker = side("A", 0, &infantry(80), HOME);
    better.defender = side("E", 0, LINE, HOME);
    assert_eq!(forecast(&better.rules()), 45 + 44 + 20);
}

#[test]
fn a_legion_that_is_gone_is_commanded_by_nobody() {
    let mut sheet = sheet();
    sheet.top = "game = \"rise-of-the-roman-republic\"\nterrain = \"flat\"";
    sheet.attacker.push_str("roman = true\nlegion = [{ name = \"A\", sp = 1 }, { name = \"B\", sp = 1 }, { name = \"C\", sp = 1 }]\n");
    let legions = "legion = [{ name = \"X\", sp = 99 }, { name = \"Y\", sp = 1 }]";
    sheet.attacker.push_str(&relief("attacker", legions, &infantry(10)));
    // Five legions under a C, who commands four; the march costs one SP of the 110.
    let whole = play(&sheet, &[0, 0, 0, 9], &[CALL, ("attrition-of-the-march", "x=1")]);
    assert_eq!(whole.modifier("AW-5.57-b"), -1);
    let emptied = play(&sheet, &[0, 0, 0, 9], &[CALL, ("attrition-of-the-march", "y=1")]);
    assert_eq!(emptied.modifier("AW-5.57-b"), 0);
}

#[test]
fn a_dead_overall_commander_replaces_nobody() {
    let mut sheet = sheet();
    sheet.attacker = side("C", 1, LINE, HOME).replace("mortality = 9", "mortality = 0");
    sheet.attacker.push_str("subordinate = [{ name = \"Legate\", mortality = 0 }]\n");
    // A draw in which both die: nobody is asked.
    let played = play(&sheet, &[0, 0, 5, 9, 9, 9, 9, 0], &[]);
    assert_eq!(played.end.fates.first.of(1).key(), "killed");
    assert_eq!(played.figure("attacker.guile"), 1);
    let asked = |played: &sheet::Played| {
        played.session.journal().text().contains(Asks::ReplaceAKilledSubordinate.topic().words())
    };
    assert!(!asked(&played));
    // Wounded only, he is asked.
    let wounded = play(&sheet, &[0, 0, 5, 9, 0, 9, 9, 0], &[("replace-a-killed-subordinate", "yes")]);
    assert!(asked(&wounded));
    assert_eq!((wounded.end.fates.first.of(1).key(), wounded.figure("attacker.guile")), ("replaced", 0));
}

#[test]
fn a_star_is_limited_by_whole_twentieths_of_the_moment() {
    let mut sheet = sheet();
    sheet.situation = "ambush = true\ndouble-envelopment = true".to_owned();
    for (sp, most) in [(59, 2), (60, 3), (61, 3)] {
        let sheet = Sheet { situation: sheet.situation.clone(), ..sheet::sheet().with(&infantry(sp)) };
        assert_eq!(play(&sheet, &[0, 0, 9, 9], &[]).lost().0, most, "{sp} SP");
    }
    // Sixty less one that its own elephant trampled down: of 59, or of the 60 it began with.
    sheet.attacker =
        side("C", 0, &format!("{}, {{ name = \"Herd\", arm = \"elephants\", sp = 1 }}", infantry(60)), HOME);
    sheet.defender = side("C", 0, &infantry(60), HOME);
    assert_eq!(play(&sheet, &[0, 0, 1, 9, 9], &[COMMIT]).lost().0, 1 + 2);
    let start = play(&sheet.reading("loss-base = \"start\""), &[0, 0, 1, 9, 9], &[COMMIT]);
    assert_eq!(start.lost().0, 1 + 3);
}

/// The readings that an account names as having decided something, in order.
fn named(played: &sheet::Played) -> Vec<String> {
    let told = played.session.account().iter().filter_map(|ruling| ruling.text.strip_prefix("reading "));
    told.map(|text| text.split(';').next().unwrap().to_owned()).collect()
}

#[test]
fn readings_that_decided_something_are_named() {
    // Forty against forty, row +5: a draw that no reading has a part in.
    assert_eq!(named(&play(&sheet(), &total(5, 0), &[])), Vec::<String>::new());
    // 12 against 40 is 1-4 or 1-3; 12 against 36 is 1-3 either way.
    let mut weak = sheet();
    weak.attacker = side("C", 0, &infantry(12), HOME);
    let named_in_draw = named(&play(&weak, &[0, 0, 9], &[]));
    assert_eq!(named_in_draw, ["ratio-beyond-three: defender-favour", "draw-percent: applied"]);
    weak.defender = side("C", 0, &infantry(36), HOME);
    assert_eq!(named(&play(&weak, &[0, 0, 7], &[])), Vec::<String>::new());
    // A close row.
    assert_eq!(named(&play(&sheet(), &total(6, 0), &[])), ["bold-results: larger-loss"]);
    let draw = sheet().reading("bold-results = \"close-rows-draw\"");
    assert_eq!(named(&play(&draw, &total(6, 0), &[])), ["bold-results: close-rows-draw"]);
    // Guile of both; of one alone nobody can tell how it was said.
    let guile = |first, second| {
        let mut sheet = sheet();
        sheet.attacker = side("C", first, LINE, HOME);
        sheet.defender = side("C", second, LINE, HOME);
        named(&play(&sheet, &[0, 0, 7, 5], &[]))
    };
    assert_eq!(guile(1, 1), ["guile: secret"]);
    assert_eq!(guile(1, 0), Vec::<String>::new());
    // Elephants of both; of one side alone nobody can tell who came first.
    let mut herds = sheet().with(HERD);
    let committed = |sheet: &Sheet| {
        named(&play(sheet, &[0, 0, 4], &[])).contains(&"elephants: attacker-first".to_owned())
    };
    assert!(committed(&herds));
    herds.defender = side("C", 0, LINE, HOME);
    assert!(!committed(&herds));
    // Command efficiency that is absent, where it would have cost something.
    let mut romans = sheet();
    romans.attacker = side("E", 0, LINE, HOME);
    romans.attacker.push_str("roman = true\nlegion = [{ name = \"I\", sp = 1 }, { name = \"II\", sp = 1 }, { name = \"III\", sp = 1 }]\n");
    assert_eq!(named(&play(&romans, &[9, 0, 2], &[])), ["efficiency-in-carthage: absent"]);
    // A way out that the other reading would close.
    let mut far = sheet();
    far.defender = side("C", 0, LINE, "{ name = \"far\", into-city = true, hexes = [\"flat\", \"flat\"] }");
    assert_eq!(named(&play(&far, &total(9, 0), &[])), ["retreat: two-hexes"]);
    // The choice itself, between a near way and a far one.
    far.defender = side(
        "C",
        0,
        LINE,
        "{ name = \"far\", into-city = true, hexes = [\"flat\", \"flat\"] }, { name = \"near\", into-city = true, hexes = [\"flat\"] }",
    );
    let near = play(&far, &total(9, 0), &[("way-of-retreat", "near")]);
    assert_eq!(named(&near), ["retreat: two-hexes"], "that there was a choice");
    let far = play(&far, &total(9, 0), &[("way-of-retreat", "far")]);
    assert_eq!(named(&far), ["retreat: two-hexes", "retreat: two-hexes"], "and what was chosen");
}

#[test]
fn the_account_begins_with_the_readings_in_force() {
    let head = |sheet: &Sheet, dice: &[u8]| {
        let played = play(sheet, dice, &[]);
        let first = played.session.account()[0].clone();
        assert_eq!(first.clause.id(), "AW-0-b");
        first.text
    };
    let plain = head(&sheet(), &total(5, 0));
    assert!(
        plain.starts_with("readings in force: bold-results larger-loss, ratio-beyond-three defender-favour"),
        "{plain}"
    );
    assert!(plain.ends_with("major-loser 25"), "{plain}");
    // What cannot bear on the battle is not listed.
    for absent in [
        "elephant",
        "guile",
        "coordination",
        "wounded",
        "cavalry",
        "elite",
        "landing",
        "replacement",
        "efficiency",
    ] {
        assert!(!plain.contains(absent), "{absent}: {plain}");
    }
    let changed = head(&sheet().reading("major-loser = 30\nretreat = \"one-hex\""), &total(5, 0));
    assert!(changed.contains("retreat one-hex (not the default)"), "{changed}");
    assert!(changed.contains("major-loser 30 (not the default)"), "{changed}");
    let rules = sheet().with(sheet::HERD).rules();
    let keys: Vec<&str> = rules.readings_in_force().iter().map(|reading| reading.key).collect();
    for listed in ["elephants", "elephant-strength", "orphan-elephants", "cavalry-losses", "pursuit"] {
        assert!(keys.contains(&listed), "{listed}: {keys:?}");
    }
}

/// A march costs infantry and cavalry; elephants have no part in it, whatever they count as in battle.
#[test]
fn no_march_is_paid_for_in_elephants() {
    let mut sheet = sheet();
    let troops = format!(
        "{}, {{ name = \"Horse\", arm = \"cavalry\", sp = 20 }}, {{ name = \"Herd\", arm = \"elephants\", sp = 9 }}",
        infantry(60)
    );
    sheet.defender = side("C", 0, &troops, "{ name = \"back\", hexes = [\"flat\", \"mountain\"] }");
    let rules = Arc::new(sheet.rules());
    let mut session = Session::start(rules.start(), rules, Header::default());
    session.answer(Side::Second, "back").unwrap();
    session.faces(&[5]).unwrap();
    let refusal = session.answer(Side::Second, "herd-elephants=3").unwrap_err();
    assert_eq!(refusal.clause.unwrap().id(), "AW-8.34-e");
    session.answer(Side::Second, "horse-cavalry=3").unwrap();
}

/// Of two equal statuses the attacker's counts, where only one does.
#[test]
fn of_equal_statuses_the_attackers_counts() {
    let mut sheet = sheet().reading("both-statuses = \"worse-only\"");
    sheet.attacker.push_str("status = \"disrupted\"\n");
    sheet.defender.push_str("status = \"disrupted\"\n");
    let played = play(&sheet, &[0, 0, 8], &[]);
    assert_eq!((played.modifier("AW-8.77-a"), played.modifier("AW-8.77-b")), (-3, 0));
}

/// What a side does whose file says nothing of it.
#[test]
fn a_side_without_a_policy_stands_and_fights_with_all_it_has() {
    let policy = sheet().rules().parties.second.policy;
    assert_eq!((policy.avoid, policy.avoidance_guile), (false, 0));
    assert_eq!((policy.elephants, policy.unpredictable_guile), (u8::MAX, u8::MAX));
    assert!(policy.coordinate && policy.pursue && policy.replace);
    assert_eq!(policy.losses.key(), "infantry-first");
}
