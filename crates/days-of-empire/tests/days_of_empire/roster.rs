//! Orders of battle: prices, checks, the sheet.

use grognard_days_of_empire::roster::{Roster, open};
use grognard_days_of_empire::{Charts, ROSTERS};

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
    assert!(over.contains("the army costs 78 points, 1 more than the 77 agreed (6)"), "{over}");
    wrong("{ name = \"a\", troops = \"Guards\", class = 5, stands = 12 }", "class 5: Guards is 4 (6)");
    wrong(
        "{ name = \"a\", troops = \"Highlanders\", class = 2, stands = 12 }",
        "class 2: Highlanders is 3 or 4 (6)",
    );
    wrong(
        "{ name = \"a\", troops = \"Highlanders\", stands = 12 }",
        "choose its class: Highlanders is 3 or 4 (6)",
    );
    wrong(
        "{ name = \"a\", troops = \"Zouaves\", class = 3, stands = 12 }",
        "`Zouaves` is not in the British list",
    );
    wrong("{ name = \"a\", troops = \"Guards\", stands = 2 }", "2 stands: infantry has 3 to 24");
    wrong("{ name = \"a\", troops = \"Guards\", stands = 25 }", "25 stands: infantry has 3 to 24");
    wrong(
        "{ name = \"a\", troops = \"British heavy cavalry\", class = 3, stands = 1 }",
        "1 stands: cavalry has 2 to 24",
    );
    wrong("{ name = \"a\", troops = \"field artillery\", stands = 2 }", "guns have neither class nor stands");
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
    assert!(works.contains("buy at least 1 package (15.10)"), "{works}");
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
