//! Orders of battle: prices, checks, the sheet.

use grognard_days_of_empire::roster::{Roster, class_word, open};
use grognard_days_of_empire::{Charts, ROSTERS};
use grognard_testkit::record::exercised;

fn charts() -> Charts {
    Charts::load(&[]).unwrap()
}

/// An army of one brigade and whatever is added to it.
fn army(limit: u32, rest: &str) -> String {
    format!(
        "system = \"days-of-empire\"\nkind = \"roster\"\nname = \"Ours\"\nnation = \"British\"\nlimit = {limit}\ngeneral = \"Me\"\n{rest}"
    )
}

fn brigade(units: &str) -> String {
    format!("[[brigade]]\nname = \"Brigade\"\ngeneral = \"He\"\nunits = [{units}]\n")
}

fn bought(text: &str) -> Roster {
    open("ours.toml", text, &charts()).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(text: &str) -> String {
    open("ours.toml", text, &charts()).map(|roster| roster.points).unwrap_err().to_string()
}

fn points(unit: &str) -> u32 {
    bought(&army(1200, &brigade(unit))).points - 30
}

const LINE: &str = "{ name = \"line\", troops = \"British line\", class = 3, stands = 12 }";

#[test]
fn prices_are_those_of_the_book() {
    // Eight rifles of class 3 cost 32; a horse gun 45, twelve rifles of class 4 60, six horse of class 4 60.
    assert_eq!(points("{ name = \"a\", troops = \"British line\", class = 3, stands = 8 }"), 32);
    assert_eq!(points("{ name = \"a\", troops = \"horse artillery\" }"), 45);
    assert_eq!(points("{ name = \"a\", troops = \"Guards\", stands = 12 }"), 60);
    assert_eq!(points("{ name = \"a\", troops = \"British heavy cavalry\", class = 4, stands = 6 }"), 60);
    assert_eq!(points("{ name = \"a\", troops = \"field artillery\", piece = \"howitzer\" }"), 35);
    assert_eq!(points("{ name = \"a\", troops = \"siege artillery\" }"), 50);
    assert_eq!(points("{ name = \"a\", troops = \"Redif\", stands = 12 }"), 12, "a Turkish contingent");
    // Begun lengths of works and pontoon are paid whole: 9 inches of works are 30.
    let engineers = |rest: &str| {
        bought(&army(400, &format!("[engineers]\npackages = 1\n{rest}\n{}", brigade(LINE)))).points - 78
    };
    assert_eq!([engineers(""), engineers("works-inches = 9"), engineers("pontoon-inches = 3")], [30, 60, 50]);
    let division = army(400, &format!("[[division]]\nname = \"D\"\ngeneral = \"She\"\n{}", brigade(LINE)));
    assert_eq!(bought(&division).points, 108);
}

/// Every line of the account has its clause, so that the opponent can check it.
#[test]
fn the_account_of_an_army_can_be_checked() {
    let unit = |unit: &str| bought(&army(1200, &brigade(unit))).brigades[0].units[0].clone();
    let bill = |text: &str| -> Vec<(String, u32, u32)> {
        unit(text).bill.iter().map(|item| (item.clause.id().to_owned(), item.count, item.each)).collect()
    };
    let line = |id: &str, count: u32, each: u32| (id.to_owned(), count, each);
    // By class: infantry 1 to 4, cavalry 4 to 10; rifles one more a stand.
    for (troops, class, each) in [("Redif", 1, 1), ("Nizam", 2, 2)] {
        let text = format!("{{ name = \"a\", troops = \"{troops}\", class = {class}, stands = 6 }}");
        assert_eq!(bill(&text), [line("DOE-5.3-a", 6, each)]);
    }
    for (troops, class, each) in [("British line", 3, 3), ("Guards", 4, 4)] {
        let text = format!("{{ name = \"a\", troops = \"{troops}\", class = {class}, stands = 6 }}");
        assert_eq!(bill(&text), [line("DOE-5.3-a", 6, each), line("DOE-5.4-a", 6, 1)]);
    }
    for (troops, class, each) in [
        ("Turkish cavalry", 1, 4),
        ("Turkish cavalry", 2, 6),
        ("British light cavalry", 3, 8),
        ("British heavy cavalry", 4, 10),
    ] {
        let text = format!("{{ name = \"a\", troops = \"{troops}\", class = {class}, stands = 6 }}");
        assert_eq!(bill(&text), [line("DOE-5.3-b", 6, each)]);
    }
    // Guns with their free teams: four horses, or six of the horse artillery.
    let gun = |troops: &str| bill(&format!("{{ name = \"a\", troops = \"{troops}\" }}"));
    assert_eq!(gun("field artillery"), [line("DOE-5.2-a", 1, 35), line("DOE-5.2-c", 4, 0)]);
    assert_eq!(gun("siege artillery"), [line("DOE-5.2-b", 1, 50), line("DOE-5.2-c", 4, 0)]);
    let horse = [line("DOE-5.2-a", 1, 35), line("DOE-5.4-b", 1, 10), line("DOE-10.3-d", 6, 0)];
    assert_eq!(gun("horse artillery"), horse);
    // The army's own account.
    let text = format!(
        "[engineers]\npackages = 1\npontoon-inches = 3\nworks-inches = 9\n[[division]]\nname = \"D\"\ngeneral = \"She\"\n{}",
        brigade(LINE)
    );
    let roster = bought(&army(400, &text));
    let own: Vec<_> =
        roster.bill.iter().map(|item| (item.clause.id().to_owned(), item.count, item.each)).collect();
    let wanted = [
        line("DOE-5.1-a", 1, 0),
        line("DOE-5.1-b", 1, 30),
        line("DOE-5.1-d", 1, 30),
        line("DOE-5.2-d", 2, 10),
        line("DOE-5.2-e", 3, 10),
    ];
    assert_eq!(own, wanted);
    let units: u32 = roster.brigades.iter().flat_map(|one| &one.units).map(|unit| unit.points).sum();
    let items: u32 = roster.bill.iter().map(|item| item.points()).sum();
    // The brigade's general is 30 more.
    assert_eq!(roster.points, items + units + 30);
    // The book's own example: 8 x (3 + 1) = 32.
    let eight = unit("{ name = \"a\", troops = \"British line\", class = 3, stands = 8 }");
    assert_eq!(eight.account().1, "8 x (3 + 1) = 32");
    assert_eq!(eight.account().0.map(|clause| clause.id()), ["DOE-3.3-d", "DOE-6.1-c", "DOE-6.1-d"]);
    exercised(&[
        "DOE-3.3-d",
        "DOE-5.1-a",
        "DOE-5.1-b",
        "DOE-5.1-c",
        "DOE-5.1-d",
        "DOE-5.2-a",
        "DOE-5.2-b",
        "DOE-5.2-c",
        "DOE-5.2-d",
        "DOE-5.2-e",
        "DOE-5.3-a",
        "DOE-5.3-b",
        "DOE-5.4-a",
        "DOE-5.4-b",
        "DOE-6.1-c",
        "DOE-6.1-d",
        "DOE-10.3-d",
    ]);
}

/// What an army stands for: 50 men a stand, 10 a gun, general, officer or pioneer stand; two guns a model.
#[test]
fn an_army_is_mustered() {
    let guns =
        "{ name = \"g\", troops = \"field artillery\" }, { name = \"h\", troops = \"horse artillery\" }";
    let text = format!("[engineers]\npackages = 1\n{}", brigade(&format!("{LINE}, {guns}")));
    let roster = bought(&army(400, &text));
    // 600 foot, two models with 10 men each, two generals, an officer and six pioneers.
    assert_eq!((roster.muster().men, roster.muster().guns), (600 + 20 + 20 + 70, 4));
    let sheet = roster.sheet(&charts(), &[]);
    assert!(sheet.contains("710 men, 4 guns\n"), "{sheet}");
    // A battalion has 12 stands when nothing else is said; horse must say.
    let plain = bought(&army(400, &brigade("{ name = \"a\", troops = \"Redif\" }")));
    assert_eq!(plain.points, 30 + 12);
    let horse = "{ name = \"a\", troops = \"Turkish cavalry\", class = 1 }";
    assert!(refused(&army(400, &brigade(horse))).contains("0 stands: cavalry has 2 to 24"));
    exercised(&["DOE-3.1-a", "DOE-3.1-b", "DOE-3.1-c", "DOE-6.1-a"]);
}

/// Unusual armies are allowed, with a word about it; classes have names.
#[test]
fn what_is_unusual_is_remarked() {
    let remarks = |text: &str| -> Vec<String> {
        bought(text).remarks.iter().map(|one| format!("{}: {}", one.clause.id(), one.words)).collect()
    };
    let horse = |stands: u8| {
        brigade(&format!("{{ name = \"a\", troops = \"Turkish cavalry\", class = 1, stands = {stands} }}"))
    };
    let contingent = "DOE-T15-a: a is a Turkish contingent.";
    assert_eq!(remarks(&army(400, &horse(6))), [contingent]);
    assert_eq!(remarks(&army(400, &horse(12))), [contingent]);
    let few = "DOE-6.1-b: a has 5 stands; cavalry usually has 6 to 12.";
    assert_eq!(remarks(&army(400, &horse(5))), [few, contingent]);
    assert_eq!(remarks(&army(400, &horse(13))).len(), 2);
    for (limit, unusual) in [(399, true), (400, false), (1200, false), (1201, true)] {
        let remarked = remarks(&army(limit, &brigade(LINE))).iter().any(|one| one.starts_with("DOE-3.6-b"));
        assert_eq!(remarked, unusual, "{limit}");
    }
    let words: Vec<_> = (1..=4).map(|class| (class_word(class).0.id(), class_word(class).1)).collect();
    let names = ["poor", "average", "good", "crack"];
    assert_eq!(
        words,
        ["DOE-7.1-a", "DOE-7.2-a", "DOE-7.3-a", "DOE-7.4-a"].into_iter().zip(names).collect::<Vec<_>>()
    );
    exercised(&["DOE-3.6-b", "DOE-6.1-b", "DOE-T15-a", "DOE-7.1-a", "DOE-7.2-a", "DOE-7.3-a", "DOE-7.4-a"]);
}

#[test]
fn light_horse_scouts() {
    let stands = |class: u8, stands: u8| {
        let unit = format!(
            "{{ name = \"a\", troops = \"British light cavalry\", class = {class}, stands = {stands} }}"
        );
        bought(&army(1200, &brigade(&unit))).scouting
    };
    assert_eq!([stands(3, 8), stands(3, 7), stands(4, 6)], [16, 14, 18]);
    let heavy = "{ name = \"a\", troops = \"British heavy cavalry\", class = 3, stands = 8 }";
    assert_eq!(bought(&army(400, &brigade(heavy))).scouting, 0);
}

#[test]
fn armies_that_cannot_be_are_refused() {
    let wrong = |unit: &str, why: &str| {
        let error = refused(&army(1200, &brigade(unit)));
        assert!(error.contains(why), "{error}");
    };
    let over = refused(&army(77, &brigade(LINE)));
    assert!(over.contains("the army costs 78 points, 1 more than the 77 agreed (DOE-6-a)"), "{over}");
    wrong(
        "{ name = \"a\", troops = \"Guards\", class = 5, stands = 12 }",
        "class 5: there are four, and Guards is 4 (DOE-6-d)",
    );
    wrong(
        "{ name = \"a\", troops = \"Highlanders\", class = 2, stands = 12 }",
        "class 2: Highlanders is 3 or 4 (DOE-6-c)",
    );
    wrong(
        "{ name = \"a\", troops = \"Highlanders\", stands = 12 }",
        "choose its class, one for all its stands: Highlanders is 3 or 4 (DOE-6-b)",
    );
    wrong(
        "{ name = \"a\", troops = \"Zouaves\", class = 3, stands = 12 }",
        "`Zouaves` is not in the British list: Guards, Highlanders, British line, Rifle Brigade",
    );
    wrong("{ name = \"a\", troops = \"Guards\", stands = 2 }", "2 stands: infantry has 3 to 24");
    wrong("{ name = \"a\", troops = \"Guards\", stands = 25 }", "25 stands: infantry has 3 to 24");
    wrong(
        "{ name = \"a\", troops = \"British heavy cavalry\", class = 3, stands = 1 }",
        "1 stands: cavalry has 2 to 24",
    );
    wrong(
        "{ name = \"a\", troops = \"field artillery\", stands = 2 }",
        "guns have neither class nor stands: each unit is one model (DOE-6-e)",
    );
    wrong("{ name = \"a\", troops = \"field artillery\", piece = \"mortar\" }", "no piece `mortar`");
    wrong("{ name = \"a\", troops = \"Guards\", stands = 4, piece = \"gun\" }", "only artillery has a piece");
    wrong(&format!("{LINE}, {LINE}"), "the name `line` is used twice");
    wrong("", "it has no units");
    let mixed =
        format!("{LINE}, {{ name = \"b\", troops = \"British heavy cavalry\", class = 3, stands = 6 }}");
    wrong(&mixed, "infantry and cavalry do not serve in one brigade");
    wrong(&format!("{LINE}, {{ name = \"b\", troops = \"horse artillery\", weight = 3 }}"), "weight");
    let works =
        refused(&army(400, &format!("[engineers]\npackages = 0\nworks-inches = 4\n{}", brigade(LINE))));
    assert!(works.contains("buy at least 1 package (DOE-15.10-b)"), "{works}");
    exercised(&["DOE-6-a", "DOE-6-b", "DOE-6-c", "DOE-6-d", "DOE-6-e", "DOE-15.10-b", "DOE-T15-a"]);
    let lost = format!("{}division = \"Nowhere\"\n", brigade(LINE));
    assert!(refused(&army(400, &lost)).contains("no division `Nowhere`"));
    let free = "[[brigade]]\nname = \"B\"\nindependent = true\ngeneral = \"He\"\noff-board = true\nunits = [";
    let free = refused(&army(400, &format!("{free}{LINE}]\n")));
    assert!(
        free.contains("independent units have no general") && free.contains("only brigades are kept off"),
        "{free}"
    );
}

#[test]
fn a_third_may_stay_off_the_table() {
    let two = |stands: u8| {
        let reserve = format!("{{ name = \"b\", troops = \"Redif\", stands = {stands} }}");
        army(
            400,
            &format!(
                "{}[[brigade]]\nname = \"R\"\noff-board = true\nunits = [{reserve}]\n",
                brigade(&LINE.replace("12", "3"))
            ),
        )
    };
    // A brigade of 42 on the table, and 21 off it: a third of 63 to the point.
    assert_eq!(bought(&two(21)).points, 63);
    let error = refused(&two(22));
    assert!(
        error.contains("22 points are off the table: at most a third, here 21, may be (16.5)"),
        "{error}"
    );
}

#[test]
fn ready_armies_are_lawful_and_spend_what_they_may() {
    let mut sizes = Vec::new();
    for file in ROSTERS.files() {
        let name = file.path().file_name().unwrap().to_string_lossy().into_owned();
        let roster =
            open(&name, file.contents_utf8().unwrap(), &charts()).unwrap_or_else(|error| panic!("{error}"));
        assert!(roster.left() <= 20, "{name}: {} points left", roster.left());
        assert!(name.ends_with(&format!("-{}.toml", roster.file.limit)), "{name}");
        sizes.push((roster.file.limit, roster.file.nation.clone()));
    }
    for nation in ["British", "French", "Turkish", "Sardinian", "Russian"] {
        assert!(sizes.contains(&(400, nation.to_owned())), "{nation}");
    }
    for size in [400, 800, 1200] {
        assert!(sizes.iter().filter(|one| one.0 == size).count() >= 2, "{size}");
    }
}

#[test]
fn what_a_point_more_would_buy() {
    let roster = bought(&army(81, &brigade(LINE)));
    let choices = roster.choices(&charts()).unwrap();
    assert_eq!((choices[0].points, choices[0].what.as_str()), (4, "one stand more for line"));
    let sheet = roster.sheet(&charts(), &choices);
    assert!(
        sheet.ends_with("Points left: 3\n1 point more would buy:\n    4  one stand more for line\n"),
        "{sheet}"
    );
    // Every choice that can be paid for is lawful when it is made.
    let more = bought(&army(82, &brigade(&LINE.replace("12", "13"))));
    assert_eq!(more.points, 82);
    let better = brigade("{ name = \"h\", troops = \"Highlanders\", class = 3, stands = 12 }");
    let choices = bought(&army(400, &better)).choices(&charts()).unwrap();
    assert!(choices.iter().any(|choice| choice.what == "class 4 instead of 3 for h" && choice.points == 12));
    assert!(!choices.iter().any(|choice| choice.what.contains("works")), "nobody could build them");
}

#[test]
fn the_sheet_has_boxes_for_losses() {
    let file = ROSTERS.get_file("russian-800.toml").unwrap().contents_utf8().unwrap();
    let roster = bought(file);
    let choices = roster.choices(&charts()).unwrap();
    insta::assert_snapshot!(roster.sheet(&charts(), &choices));
}
