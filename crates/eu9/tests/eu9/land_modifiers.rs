//! What helps and hinders in a land battle.

use crate::field::*;
use grognard_eu9::Class;
use grognard_umpire::Side;

#[test]
fn fire_by_technology() {
    let fire = |technology: &str, counters: &str, theatre| {
        let field = Field {
            year: 1600,
            theatre,
            attacker: army("portugal", counters, technology, ""),
            defender: army("venice", "A+ A-", "muskets", ""),
            ..field()
        };
        let fought = field.fight("10");
        let all: Vec<String> =
            fought.0.account().iter().chain(fought.0.draft()).map(|r| r.text.clone()).collect();
        all.into_iter().rfind(|text| text.contains("Fire of portugal") || text.contains("no Fire")).unwrap()
    };
    assert_eq!(fire("medieval", "A+", "europe"), "portugal has no Fire");
    assert!(
        fire("renaissance", "A+", "europe").ends_with("makes *"),
        "{}",
        fire("renaissance", "A+", "europe")
    );
    assert_eq!(fire("renaissance", "2LD", "europe"), "portugal has no Fire", "no A counter in Europe");
    assert!(fire("renaissance", "2LD", "rest-of-the-world").contains("Fire of portugal"));
    assert!(fire("arquebus", "A+", "europe").contains("which the technology makes"));
    assert!(!fire("muskets", "A+", "europe").contains("makes"));
}

#[test]
fn a_poorer_leader_is_no_penalty() {
    let mut field = field();
    field.attacker = army("portugal", "A+ A-", "muskets", "leader = { manoeuvre = 1, fire = 4, shock = 1 }");
    assert_eq!(modifiers(&field, "portugal"), (2, 0));
    assert_eq!(modifiers(&field, "venice"), (0, 1));
    field.attacker = army("portugal", "A+ A-", "muskets", "leader = { manoeuvre = 1, fire = 6, shock = 1 }");
    assert_eq!(modifiers(&field, "portugal").0, 4);
    field.rules = "leader-difference = \"at-most-three\"".to_owned();
    assert_eq!(modifiers(&field, "portugal").0, 3);
}

#[test]
fn rough_ground() {
    for terrain in ["dense-forest", "sparse-forest", "northern-forest", "swamp", "desert"] {
        let field = Field { terrain, ..field() };
        assert_eq!(
            (modifiers(&field, "portugal"), modifiers(&field, "venice")),
            ((-1, -1), (-1, -1)),
            "{terrain}"
        );
    }
    let mountain = Field { terrain: "mountain", ..field() };
    assert_eq!((modifiers(&mountain, "portugal"), modifiers(&mountain, "venice")), ((-1, -1), (0, 0)));
    let with = |more: &str, rules: &str| {
        let field = Field { more: more.to_owned(), rules: rules.to_owned(), ..mountain.clone() };
        modifiers(&field, "portugal").0
    };
    assert_eq!(with("interception = \"by-defender\"", ""), 0);
    assert_eq!(with("interception = \"by-attacker\"", ""), -1);
    assert_eq!(with("interception = \"by-defender\"", "mountain = \"unless-intercepting\""), -1);
    assert_eq!(with("interception = \"by-attacker\"", "mountain = \"unless-intercepting\""), 0);
}

#[test]
fn rivers_straits_and_landings_hinder_the_first_day() {
    let approach = |how: &str, rules: &str, more: &str| {
        let mut field = Field { rules: rules.to_owned(), more: more.to_owned(), ..field() };
        field.attacker.push_str(&format!("approach = \"{how}\"\n"));
        let fought = field.fight("5 5 5 5 stay stay 5 5 5 5");
        let sum = |what: &str| fought.sum(&format!("{what} of portugal"));
        (sum("Day 1 Fire"), sum("Day 1 Shock"), sum("Day 2 Fire"))
    };
    assert_eq!(approach("open", "", ""), (0, 0, -1));
    assert_eq!(approach("river", "", ""), (-1, -1, -1));
    assert_eq!(approach("pass", "", ""), (-1, -1, -1));
    assert_eq!(approach("strait", "", ""), (-2, -3, -1));
    assert_eq!(approach("landing", "", ""), (-2, -3, -1));
    let counter = "interception = \"by-attacker\"";
    assert_eq!(approach("river", "", counter), (-1, -1, -1));
    assert_eq!(approach("river", "river = \"unless-intercepting\"", counter), (0, 0, -1));
}

#[test]
fn foraging_and_the_first_fight_with_turkey() {
    let mut foraging = field();
    foraging.attacker.push_str("foraging = true\n");
    assert_eq!(modifiers(&foraging, "portugal"), (-1, -1));
    let mut turkey = Field { year: 1540, ..field() };
    turkey.attacker = army("portugal", "A+ A-", "arquebus", "first-fight-with-turkey = true");
    turkey.defender = army("turkey", "A+ A-", "arquebus", "");
    assert_eq!(modifiers(&turkey, "portugal").1, -2);
    turkey.year = 1560;
    assert!(turkey.refused().contains("only before 1560"));
    turkey.year = 1540;
    turkey.attacker = turkey.attacker.replace("portugal", "venice");
    assert!(turkey.refused().contains("Venice knows the Turks"));
}

#[test]
fn artillery_of_none_few_and_many() {
    let guns = |rules: &str, counters: &str, year: u16| {
        let field = Field {
            year,
            rules: rules.to_owned(),
            attacker: army("france", counters, "muskets", ""),
            defender: army("venice", "A+ A-", "muskets", ""),
            ..field()
        };
        modifiers(&field, "france").0
    };
    let (published, guide) = ("", "profile = \"guide\"");
    assert_eq!(guns(published, "3LD", 1600), -1);
    assert_eq!(guns(published, "A-", 1600), 0);
    // France in period III: 3 an A+. Best plus 2 is 5; the sum is 6.
    assert_eq!(guns(published, "2A+", 1600), 0);
    assert_eq!(guns(guide, "2A+", 1600), 1);
    // Period IV: 4 and 2 more make 6.
    assert_eq!(guns(published, "2A+", 1620), 1);
    assert_eq!(guns(published, "A+", 1750), 1, "6 guns in one A+");
    // Russia in period I has 1 an A+, so an A- has none: an army without guns.
    let russia = |rules: &str| {
        let field = Field {
            year: 1500,
            rules: rules.to_owned(),
            attacker: army("russia", "A-", "renaissance", ""),
            defender: army("poland", "A-", "renaissance", ""),
            ..field()
        };
        modifiers(&field, "russia").0
    };
    assert_eq!((russia(published), russia(guide)), (0, -1));
    // Both sides can have it at once.
    let both = Field {
        year: 1750,
        attacker: army("france", "A+", "manoeuvre", ""),
        defender: army("prussia", "A+", "manoeuvre", ""),
        ..field()
    };
    assert_eq!((modifiers(&both, "france").0, modifiers(&both, "prussia").0), (1, 1));
    let neither = Field {
        attacker: army("france", "3LD", "muskets", ""),
        defender: army("venice", "3LD", "muskets", ""),
        ..field()
    };
    assert_eq!((modifiers(&neither, "france").0, modifiers(&neither, "venice").0), (-1, -1));
    let mut conquistador = Field { theatre: "rest-of-the-world", year: 1520, ..neither };
    conquistador.attacker = army("spain", "2LD", "renaissance", "conquistador = true");
    conquistador.defender = army("natives", "3LD", "medieval", "");
    assert_eq!(conquistador.fight("5 5").sum("Day 1 Fire of spain"), 0);
}

#[test]
fn janissaries_and_reformed_armies_have_their_own_rows() {
    let guns = |country: &str, corps: &str, year| {
        let more = if corps.is_empty() { String::new() } else { format!("corps = \"{corps}\"") };
        let field = Field { year, attacker: army(country, "A+", "renaissance", &more), ..field() };
        field.open().1.artillery(Side::First)
    };
    assert_eq!((guns("turkey", "", 1600), guns("turkey", "janissary", 1600)), (3, 4));
    assert_eq!((guns("russia", "", 1620), guns("russia", "reformed", 1620)), (2, 3));
    assert_eq!(guns("turkey", "reformed", 1600), 3, "after reform M-1a janissaries have no more than others");
    let usa = |corps: &str| {
        let more = format!("class = \"IV\"\n{corps}");
        let field = Field { year: 1780, attacker: army("minor", "A+", "lace", &more), ..field() };
        (field.open().1.artillery(Side::First), modifiers(&field, "minor").0)
    };
    assert_eq!((usa(""), usa("corps = \"usa\"")), ((5, 0), (6, 1)));
    let refused = |country: &str, more: &str| {
        Field { attacker: army(country, "A+", "renaissance", more), ..field() }.refused()
    };
    assert!(refused("minor", "class = \"III\"\ncorps = \"usa\"").contains("class IV"));
    assert!(refused("france", "corps = \"usa\"").contains("the USA are a minor country"));
    assert!(refused("russia", "corps = \"second-reform\"").contains("only Turkey"));
    assert!(refused("russia", "corps = \"janissary\"").contains("only Turkey"));
    assert!(refused("poland", "corps = \"reformed\"").contains("only Russia and Turkey"));
    let size = |corps: &str| {
        let more = if corps.is_empty() { String::new() } else { format!("corps = \"{corps}\"") };
        let field = Field { attacker: army("turkey", "A+", "renaissance", &more), ..field() };
        field.open().1.armies.first.class
    };
    assert_eq!((size(""), size("janissary"), size("reformed")), (Class::I, Class::I, Class::IReformed));
    assert_eq!(size("second-reform"), Class::IReformed);
}

#[test]
fn three_ld_more() {
    let shock = |counters: &str, rules: &str| {
        let field = Field {
            rules: rules.to_owned(),
            attacker: army("portugal", counters, "muskets", ""),
            defender: army("venice", "A+ LD", "muskets", ""),
            year: 1570,
            ..field()
        };
        let field = Field { terrain: "desert", year: 1600, ..field };
        modifiers(&field, "portugal").1 + 1
    };
    assert_eq!(shock("2A+", ""), 1, "8 against 5");
    assert_eq!(shock("A+ A- LD", ""), 0, "7 against 5");
    let few = |rules: &str| {
        let field = Field {
            rules: rules.to_owned(),
            terrain: "desert",
            attacker: army("portugal", "3LD", "muskets", ""),
            defender: army("venice", "LD", "muskets", ""),
            ..field()
        };
        let more = Field {
            attacker: army("venice", "LD", "muskets", ""),
            defender: army("portugal", "3LD", "muskets", ""),
            ..field.clone()
        };
        assert_eq!(modifiers(&more, "portugal").1 + 1, 0, "2 LD more only");
        let field =
            Field { theatre: "rest-of-the-world", defender: army("venice", "d", "muskets", ""), ..field };
        modifiers(&field, "portugal").1 + 1
    };
    assert_eq!(few(""), 0, "2 2/3 LD more are not 3");
    let natives = |rules: &str| {
        let field = Field {
            rules: rules.to_owned(),
            theatre: "rest-of-the-world",
            attacker: army("natives", "8LD", "medieval", ""),
            defender: army("venice", "3LD", "muskets", ""),
            ..field()
        };
        field.fight("5 5 5").sum("Day 1 Shock of natives")
    };
    assert_eq!((natives(""), natives("three-more = \"needs-army\"")), (1, 0));
}

#[test]
fn cavalry_by_class_country_period_and_ground() {
    let bonus = |country: &str, class: &str, year, terrain| {
        let class = if class.is_empty() { String::new() } else { format!("class = \"{class}\"") };
        let field = Field {
            year,
            terrain,
            attacker: army(country, "A+", "renaissance", &class),
            defender: army("portugal", "A+", "renaissance", ""),
            ..field()
        };
        let rough = i16::from(terrain != "plain");
        modifiers(&field, country).1 + rough
    };
    assert_eq!(bonus("france", "", 1540, "plain"), 0, "period II is too early");
    assert_eq!(bonus("france", "", 1600, "plain"), 1);
    assert_eq!(bonus("france", "", 1600, "dense-forest"), 0);
    assert_eq!(bonus("france", "", 1710, "plain"), 0, "period VI is too late");
    assert_eq!(bonus("poland", "", 1500, "sparse-forest"), 1);
    assert_eq!(bonus("sweden", "", 1570, "northern-forest"), 1);
    assert_eq!(bonus("sweden", "", 1620, "dense-forest"), 1, "class IIIM");
    assert_eq!(bonus("minor", "IIIM", 1640, "northern-forest"), 1, "northern forest is a dense forest");
    assert_eq!(bonus("minor", "IIIM", 1640, "sparse-forest"), 0);
    assert_eq!(bonus("sweden", "", 1570, "dense-forest"), 0, "but not every dense forest is a northern one");
    assert_eq!(bonus("turkey", "", 1780, "desert"), 1);
    assert_eq!(bonus("minor", "IIM", 1500, "plain"), 1);
    assert_eq!(bonus("minor", "III", 1500, "plain"), 0);
    let no_army = Field { attacker: army("france", "3LD", "muskets", ""), ..field() };
    assert_eq!(modifiers(&no_army, "france").1, 0, "needs an A");
    let turks = |corps: &str| {
        let more = format!("corps = \"{corps}\"\nleader = {{ manoeuvre = 2, fire = 2, shock = 2 }}");
        let field = Field { year: 1780, attacker: army("turkey", "A+ A-", "muskets", &more), ..field() };
        let pursuit = field.fight("1 1 1 1 stay stay 1 1 8 1 5").sum("turkey pursues");
        (modifiers(&field, "turkey").1, pursuit)
    };
    assert_eq!((turks("reformed"), turks("second-reform")), ((1, 1), (0, 0)), "no sipahi after reform M-2");
}

#[test]
fn against_tercios() {
    let shock = |country: &str, counters: &str| {
        let field = Field {
            year: 1540,
            attacker: army(country, counters, "arquebus", ""),
            defender: army("spain", counters, "arquebus", "tercios = true"),
            ..field()
        };
        modifiers(&field, country).1
    };
    assert_eq!(shock("portugal", "A+"), -1);
    assert_eq!(shock("portugal", "3LD"), -1);
    assert_eq!(shock("russia", "A+"), 0, "class IM with an A");
    assert_eq!(shock("russia", "3LD"), -1, "class IM without one");
}

/// Swedish horse by the table, and by the text of 2020 on plains as well.
#[test]
fn swedish_horse_by_table_or_text() {
    let shock = |terrain: &'static str, rules: &str, year: u16| {
        let field = Field {
            year,
            terrain,
            rules: rules.to_owned(),
            attacker: army("sweden", "A+ A-", "muskets", ""),
            ..field()
        };
        let fought = field.fight("5 5 5 5");
        fought.ruling("Day 1 Shock of sweden").modifiers.iter().any(|modifier| modifier.words == "cavalry")
    };
    let text = "swedish-horse = \"text\"";
    assert!(shock("northern-forest", "", 1600) && shock("northern-forest", text, 1600));
    assert!(!shock("plain", "", 1600) && shock("plain", text, 1600));
    assert!(!shock("desert", text, 1600) && !shock("plain", text, 1760), "not in period VII");
}
