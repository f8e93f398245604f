//! What a land battle costs, and what is left of the armies and their leaders.

use crate::field::*;
use crate::playing::comes_to;
use grognard_eu9::{Charts, Class, Country, Fate, Period, Stack, Thirds};
use grognard_umpire::{Kind, Side};

#[test]
fn losses_are_summed_cut_and_sized() {
    let charts = Charts::load(&[]).unwrap();
    // Small stacks.
    let cuts: Vec<i16> = (1..=8).map(|ld| charts.small_stack(ld, 0, true).0).collect();
    assert_eq!(cuts, [6, 4, 3, 2, 2, 1, 1, 0]);
    assert_eq!(charts.small_stack(7, 0, false), Thirds::ZERO);
    assert_eq!(
        [(0, 1), (0, 2), (1, 1), (1, 2)].map(|(ld, d)| charts.small_stack(ld, d, true).0),
        [9, 7, 5, 5]
    );
    // Size steps: the difference in threes, antisymmetric, within two.
    for own in 0..=7i8 {
        for enemy in 0..=7i8 {
            let step = charts.size_step(own, enemy);
            let want = f64::from(own - enemy) / 3.0;
            assert_eq!(f64::from(step), want.round(), "{own} {enemy}");
            assert_eq!(step, -charts.size_step(enemy, own));
        }
    }
    // Steps of 0 and -1 change nothing; the others look whole and fraction up apart.
    for losses in 0..40 {
        for step in [0, -1] {
            assert_eq!(charts.by_size(Thirds(losses), step), Thirds(losses));
        }
    }
    let by_size = |thirds, step| charts.by_size(Thirds(thirds), step).0;
    assert_eq!([by_size(11, 1), by_size(5, 1), by_size(2, 1)], [13, 6, 2]);
    assert_eq!(
        [by_size(11, 2), by_size(11, -2), by_size(25, 3), by_size(19, -2), by_size(19, 1)],
        [16, 8, 40, 15, 22]
    );
}

#[test]
fn sizes_of_classes_in_all_periods() {
    let charts = Charts::load(&[]).unwrap();
    let size = |country, period| charts.size(charts.class_of(country, period).unwrap(), period);
    for &period in Period::ALL {
        let step = |a, b| charts.size_step(size(a, period), size(b, period));
        let england = if period == Period::VII { 0 } else { 1 };
        let france = [Country::Spain, Country::England].map(|other| step(Country::France, other));
        comes_to("EU9-LOSS-k", france, [1, england]);
        for &class in Class::ALL {
            comes_to("EU9-LOSS-j", [5, 6].contains(&charts.size(class, period)), false);
        }
    }
    // A step of two needs an army of size 7.
    assert_eq!((charts.size_step(7, 2), charts.size_step(7, 3), charts.size_step(4, 0)), (2, 1, 1));
}

#[test]
fn nobody_inflicts_more_than_his_own_ld_nor_less_than_nothing() {
    // One LD deals 2/3 and 1 1/3; its cut of 2 leaves nothing.
    let fought = Field {
        attacker: army("portugal", "LD", "muskets", ""),
        defender: army("venice", "A+ A-", "muskets", ""),
        ..field()
    }
    .fight("8 1 8 1 stay stay 1 1 1 1 1");
    assert_eq!(
        fought.ruling("portugal dealt").text,
        "portugal dealt 2; as a stack of 1 LD it takes 2 off, leaving 0"
    );
    // A lone LD dealing 3 1/3 would inflict 1 1/3, but has only one to inflict with.
    let lucky = Field {
        attacker: army("portugal", "LD", "muskets", "leader = { manoeuvre = 2, fire = 6, shock = 6 }"),
        defender: army(
            "venice",
            "A+ A-",
            "muskets",
            "veteran = true\nleader = { manoeuvre = 2, fire = 2, shock = 2 }",
        ),
        ..field()
    }
    .fight("6 1 6 1");
    assert_eq!(lucky.ruling("venice has really lost").text, "venice has really lost 1 of 6 so far");
}

#[test]
fn seven_ld_need_a_die() {
    let seven = Field { attacker: army("portugal", "A+ A- LD", "muskets", ""), ..field() };
    let end = |die: u8| {
        let fought = seven.fight("5 1 6 1 stay stay 1 1 1 1");
        assert_eq!(fought.asked(), "small-stack-of-seven");
        Fought::go_on(fought.0, &format!("{die} 1 1")).finish(7).losses.second
    };
    // 1/3 and 2/3 dealt: 1, less a third on an odd die; both are 1 in Europe.
    let text = |die: u8| {
        let fought = seven.fight(&format!("5 1 6 1 stay stay 1 1 1 1 {die}"));
        fought.ruling("portugal dealt").text.clone()
    };
    assert!(text(3).ends_with("takes 1/3 off, leaving 2/3"), "{}", text(3));
    assert!(text(4).ends_with("takes nothing off, leaving 1"), "{}", text(4));
    assert_eq!((end(3), end(4)), (Thirds::whole(1), Thirds::whole(1)));
    let roll = Field { rules: "seven-on-day-one = \"roll\"".to_owned(), ..seven.clone() };
    assert_eq!(roll.fight("5 1 6 1").asked(), "small-stack-of-seven");
    assert_eq!(seven.fight("5 1 6 1").asked(), "leave-the-field-after-day-1");
}

#[test]
fn natives_in_great_numbers_roll_several_dice() {
    let natives = Field {
        theatre: "rest-of-the-world",
        attacker: army("spain", "A+", "arquebus", ""),
        defender: army("natives", "20LD", "medieval", ""),
        year: 1545,
        ..field()
    };
    assert_eq!(natives.fight("1 1 10").asked(), "a-further-die-of-natives");
    // Medieval against arquebus: column B. 20 LD are three dice; the last stands for 4 LD, cut by 2/3.
    let fought = natives.fight("1 1 7 8 7");
    let further = fought.0.account().iter().filter(|ruling| ruling.clause.id() == "EU9-BATTLE-ae");
    let further: Vec<&str> = further.map(|ruling| ruling.text.as_str()).collect();
    assert_eq!(further.len(), 2, "{further:?}");
    assert!(further[0].ends_with("; of a further die only the losses count"), "{further:?}");
    assert!(!further[0].contains("technology"), "{further:?}");
    // At +1 for numbers: 1 1/3 + 1 2/3 + (1 1/3 - 2/3) = 3 2/3; size 7 against 0 is +2: 4 1/3 and 1.
    assert_eq!(fought.ruling("spain has really lost").text, "spain has really lost 5 1/3 of 4 so far");
    // Of the stars only the first die's count: three dice with a star each leave Spain one of two.
    assert!(fought.ruling("Victory for natives").text.ends_with("(morale spain 1, natives 1)"));
}

#[test]
fn retreat_losses_for_whoever_has_not_won() {
    // A draw: both roll; MAN 2 makes a 7 into a 5.
    let fought = field().fight("1 1 1 1 stay stay 1 1 1 1 7 10");
    assert_eq!(fought.ruling("portugal, retreating").text, "portugal, retreating, loses 2/3 more on the way");
    assert_eq!(fought.ruling("venice, retreating").text, "venice, retreating, loses 1 more on the way");
    // Routed: the leader does not count.
    let mut quick = field();
    quick.attacker = army("portugal", "A+ A-", "muskets", "leader = { manoeuvre = 2, fire = 5, shock = 2 }");
    let routed = quick.fight("10 1 1 5");
    assert_eq!(routed.ruling("venice, routed").text, "venice, routed, loses 2/3 more on the way");
    assert!(routed.ruling("venice, routed").modifiers.is_empty());
    let charts = Charts::load(&[]).unwrap();
    let all: Vec<i16> = (-3..=12).map(|die| charts.retreat_loss(die).0).collect();
    assert_eq!(all, [0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3]);
}

#[test]
fn rounding_in_europe_and_thirds_elsewhere() {
    let answers = "1 1 1 5 stay stay 1 1 1 1 3 7";
    let loss = |theatre| {
        let field = Field { theatre, ..field() };
        field.fight(answers).finish(7).losses
    };
    // venice deals 1/3, retreat losses 0 and 2/3: rounded once, after the retreat is added.
    assert_eq!(loss("europe").second, Thirds::whole(1));
    assert_eq!(loss("rest-of-the-world").second, Thirds(2));
    let elsewhere = Field { theatre: "rest-of-the-world", ..field() }.fight(answers);
    assert!(elsewhere.0.account().iter().any(|r| r.clause.id() == "EU9-LOSS-m"));
}

#[test]
fn a_major_victory() {
    let quick = |rules: &str, attacker: &str, theatre: &'static str| Field {
        rules: rules.to_owned(),
        theatre,
        attacker: army(attacker, "2A+", "muskets", "leader = { manoeuvre = 2, fire = 6, shock = 2 }"),
        defender: army("venice", "3LD", "muskets", "leader = { manoeuvre = 2, fire = 2, shock = 2 }"),
        ..field()
    };
    let major = |field: Field| {
        // Fire 10 at +4 or +5: 3 ***; pursuit 1; retreat 1.
        let end = field.fight("10 1 1 1").finish(9);
        assert!(end.routed.second && end.winner == Some(Side::First));
        assert_eq!(end.losses.second - end.losses.first, Thirds::whole(3));
        end.major
    };
    assert!(major(quick("", "portugal", "europe")));
    assert!(!major(quick("major-gap = \"four\"", "portugal", "europe")));
    assert!(!major(quick("", "turkey", "europe")), "size +2 needs 4");
    assert!(!major(quick("", "portugal", "rest-of-the-world")), "no A among the losers");
    assert!(major(quick("major-needs-army = \"never\"", "portugal", "rest-of-the-world")));
    assert!(!major(quick("major-needs-army = \"always\"", "portugal", "europe")));
    // Outside Europe it takes a European A: that of natives is none.
    let against = |country: &str, class: &str| {
        let mut field = Field { year: 1710, ..quick("", "portugal", "rest-of-the-world") };
        let more = format!("{class}\nleader = {{ manoeuvre = 2, fire = 2, shock = 2 }}");
        field.defender = army(country, "A- LD", "muskets", &more);
        field
    };
    assert!(major(against("venice", "")), "an A of Venice");
    assert!(!major(against("natives", "")) && !major(against("minor", "class = \"A\"")));
    let told = quick("", "portugal", "europe").fight("10 1 1 1");
    let fought = Fought::go_on(told.0, "9 9");
    let stability = &fought.ruling("portugal gains").text;
    assert_eq!(stability, "portugal gains 1 stability and 5 victory points, venice loses 1 stability");
    // Without a rout the same gap is not major.
    let mut steady = quick("", "portugal", "europe");
    steady.defender.push_str("veteran = true\n");
    let end = steady.fight("8 1 8 1 1 1 9 9").end();
    assert_eq!((end.losses.second, end.routed.second, end.major), (Thirds::whole(3), false, false));
}

#[test]
fn leaders_are_hit() {
    let fate = |answers: &str| field().fight(answers).end().leaders;
    let draw = "1 1 1 1 stay stay 1 1 1 1 1 1 "; // nobody loses anything
    let with = |rest: &str| fate(&format!("{draw}{rest}"));
    assert_eq!(with("3 3").first, Fate::Unhurt, "3 - 1 is 2");
    assert_eq!(with("2 7 3").first, Fate::Killed, "2 - 1 is 1; 7 is odd");
    assert_eq!(with("2 6 3").first, Fate::Wounded(3));
    assert_eq!(with("3 2 10").second, Fate::Wounded(5));
    let mut unnamed = field();
    unnamed.attacker = army("portugal", "A+ A-", "muskets", "");
    assert_eq!(unnamed.fight(&format!("{draw}2 3")).end().leaders.first, Fate::Killed, "no second die");
    let mut daring = field();
    daring.attacker =
        army("portugal", "A+ A-", "muskets", "leader = { name = \"A\", manoeuvre = 2, fire = 6, shock = 2 }");
    assert_eq!(daring.fight(&format!("{draw}3 8 3")).end().leaders.first, Fate::Wounded(4), "3 - 1 - 1 is 1");
    // In Europe nobody is hurt by fewer than 3 LD.
    let weak = Field { defender: army("venice", "A-", "muskets", ""), ..field() };
    assert_eq!(weak.fight("1 1 1 1 stay stay 1 1 1 1 1 1").finish(1).leaders.first, Fate::NotTested);
}

#[test]
fn survivors_regroup_as_their_owner_likes() {
    let fought = field().fight("1 1 1 10 stay stay 1 1 1 1 1 1");
    assert_eq!(fought.asked(), "regroup-the-survivors");
    let question = fought.0.pending()[0].clone();
    let Kind::Choose { options, .. } = &question.kind else { panic!("a choice") };
    let keys: Vec<&str> = options.iter().map(|offered| offered.key.as_str()).collect();
    assert_eq!(keys, ["A+", "2A-", "A-/2LD"], "4 of 6 LD, at most two A counters and three counters");
    let end = Fought::go_on(fought.0, "2A- 7 7").end();
    assert_eq!(end.kept.first, Stack::read("2A-").unwrap());
}

/// Three d are an LD to the small-stack cut and to the cap, and any number of them can regroup.
#[test]
fn three_d_count_as_an_ld() {
    let column = |counters: &str| {
        let field = Field {
            theatre: "rest-of-the-world",
            attacker: army("spain", counters, "muskets", "conquistador = true"),
            defender: army("portugal", "A+ A-", "muskets", ""),
            ..field()
        };
        field.fight("1 1 1 1 stay stay 1 1 1 1").ruling("spain dealt").text.clone()
    };
    assert!(column("d").ends_with("as a stack of 1/3 LD it takes 3 off, leaving 0"), "{}", column("d"));
    assert!(column("2d").contains("takes 2 1/3 off"), "{}", column("2d"));
    assert!(column("3d").contains("takes 2 off"), "{}", column("3d"));
    assert!(column("LD 3d").contains("takes 1 1/3 off"), "{}", column("LD 3d"));
    assert!(column("LD 5d").contains("takes 1 1/3 off"), "{}", column("LD 5d"));
    let crowd = Field {
        theatre: "rest-of-the-world",
        attacker: army("spain", "3LD 4d", "muskets", ""),
        defender: army("portugal", "A+ A-", "muskets", ""),
        ..field()
    };
    // Shock 6 in column B is 2/3, less the third that 6 LD take off: one d.
    let end = crowd.fight("1 1 1 6 stay stay 1 1 1 1").finish(1);
    assert_eq!((end.losses.first, end.kept.first), (Thirds(1), Stack::read("3LD 3d").unwrap()));
}

/// A lone d deals at most its own third.
#[test]
fn d_inflict_no_more_than_they_are() {
    let field = Field {
        theatre: "rest-of-the-world",
        attacker: army("spain", "d", "muskets", "leader = { manoeuvre = 2, fire = 6, shock = 6 }"),
        defender: army("portugal", "A+", "medieval", "veteran = true"),
        ..field()
    };
    let inflicted = |field: &Field| field.fight("10 10 1").ruling("spain dealt").text.clone();
    let most = "takes 3 off and can inflict no more than its own number, leaving 1/3";
    assert!(inflicted(&field).ends_with(most), "{}", inflicted(&field));
    let field = Field { attacker: field.attacker.replace("\"d\"", "\"LD 2d\""), ..field };
    let text = inflicted(&field);
    assert!(text.contains("takes 1 2/3 off") && text.ends_with("leaving 1 2/3"), "{text}");
}
