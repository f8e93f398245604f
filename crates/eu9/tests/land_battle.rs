//! The land battle, situation by situation: each test is named for what the clause says.

use grognard_eu9::{
    BATTLES, Battle, Charts, Class, Contest, Country, End, Engagement, Fate, Period, Stack, Technology,
    Thirds, as_the_guide_counts, guide_example, open,
};
use grognard_testkit::record;
use grognard_umpire::{Header, Kind, Phase, Session, Side};
use std::sync::Arc;

/// A battle file put together from a few words.
#[derive(Clone)]
struct Field {
    year: u16,
    terrain: &'static str,
    theatre: &'static str,
    rules: String,
    more: String,
    attacker: String,
    defender: String,
}

/// Two armies of class III with muskets, equal in everything and without any modifier.
fn field() -> Field {
    Field {
        year: 1600,
        terrain: "plain",
        theatre: "europe",
        rules: String::new(),
        more: String::new(),
        attacker: army(
            "portugal",
            "A+ A-",
            "muskets",
            "leader = { name = \"A\", manoeuvre = 2, fire = 2, shock = 2 }",
        ),
        defender: army(
            "venice",
            "A+ A-",
            "muskets",
            "leader = { name = \"B\", manoeuvre = 2, fire = 2, shock = 2 }",
        ),
    }
}

fn army(country: &str, counters: &str, technology: &str, more: &str) -> String {
    let leader = if more.contains("leader") { "" } else { "leader = { manoeuvre = 2, fire = 2, shock = 2 }" };
    format!(
        "name = \"{country}\"\ncountry = \"{country}\"\ncounters = \"{counters}\"\ntechnology = \"{technology}\"\n{leader}\n{more}\n"
    )
}

impl Field {
    fn text(&self) -> String {
        let Field { year, terrain, theatre, rules, more, attacker, defender } = self;
        let policy = "policy = { retreat = \"never\" }";
        format!(
            "system = \"eu9\"\nkind = \"land-battle\"\ntitle = \"t\"\ndate = \"d\"\nsources = []\nyear = {year}\n\
             terrain = \"{terrain}\"\ntheatre = \"{theatre}\"\n{more}\n[rules]\n{rules}\n[attacker]\n{attacker}{policy}\n\
             [defender]\n{defender}{policy}\n"
        )
    }

    fn open(&self) -> (Battle, Arc<Engagement>) {
        let charts = Arc::new(Charts::load(&[]).unwrap());
        match open("field.toml", &self.text(), &charts).unwrap_or_else(|error| panic!("{error}")) {
            Contest::LandBattle(start, engagement) => (start, engagement),
            _ => panic!("a land battle"),
        }
    }

    fn refused(&self) -> String {
        let charts = Arc::new(Charts::load(&[]).unwrap());
        open("field.toml", &self.text(), &charts).err().expect("refused").to_string()
    }

    /// Fights with these faces and choices, as far as they go.
    fn fight(&self, answers: &str) -> Fought {
        let (start, engagement) = self.open();
        Fought::go_on(Session::start(start, engagement, Header::default()), answers)
    }
}

struct Fought(Session<Battle>);

impl Fought {
    fn go_on(mut session: Session<Battle>, answers: &str) -> Fought {
        for answer in answers.split_whitespace() {
            let question = session
                .pending()
                .first()
                .map(|q| (*q).clone())
                .unwrap_or_else(|| panic!("over before {answer}"));
            let result = match &question.kind {
                Kind::Roll(_) => session
                    .faces(&[answer.parse().unwrap_or_else(|_| panic!("{} for {answer}", question.line()))]),
                _ => session.answer(question.asking.by.unwrap(), answer),
            };
            result.unwrap_or_else(|refusal| panic!("{}: {refusal}", question.line()));
        }
        record::reached(session.account(), session.cited());
        Fought(session)
    }

    /// Plays on with a face for every die left and the first option for every choice.
    fn finish(mut self, face: u8) -> End {
        while let Some(question) = self.0.pending().first().map(|q| (*q).clone()) {
            let _ = match &question.kind {
                Kind::Roll(_) => self.0.faces(&[face]),
                Kind::Choose { options, .. } => self.0.answer(question.asking.by.unwrap(), &options[0].0),
                Kind::Order { .. } => unreachable!(),
            }
            .unwrap();
        }
        self.end()
    }

    fn end(&self) -> End {
        record::reached(self.0.account(), self.0.cited());
        match self.0.phase() {
            Phase::Ended(end) => *end,
            Phase::Waiting(open) => panic!("still open: {}", open[0].line()),
        }
    }

    fn asked(&self) -> &'static str {
        self.0.pending().first().map_or("nothing", |question| question.asking.what)
    }

    /// The modifiers of the ruling that begins like this, as one sum.
    fn sum(&self, begins: &str) -> i16 {
        self.ruling(begins).modifiers.iter().map(|modifier| modifier.value).sum()
    }

    fn ruling(&self, begins: &str) -> &grognard_umpire::Ruling {
        let all = self.0.account().iter().chain(self.0.draft());
        all.into_iter().find(|ruling| ruling.text.starts_with(begins)).unwrap_or_else(|| {
            panic!("no ruling `{begins}`:\n{}", grognard_testkit::account_text(self.0.account()))
        })
    }
}

fn modifiers(field: &Field, name: &str) -> (i16, i16) {
    let fought = field.fight("5 5 5 5");
    (fought.sum(&format!("Day 1 Fire of {name}")), fought.sum(&format!("Day 1 Shock of {name}")))
}

#[test]
fn the_guides_example_look_up_by_look_up() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let text = BATTLES.get_file("italian-plain.toml").unwrap().contents_utf8().unwrap();
    let Ok(Contest::LandBattle(_, engagement)) = open("italian-plain.toml", text, &charts) else {
        panic!("opens")
    };
    for look_up in guide_example(&engagement) {
        record::exercised(&[look_up.clause.id()]);
        if look_up.clause.id() == "EU9-EXAMPLE-r" {
            // The guide miscounts: France has taken two stars of three.
            assert_eq!((look_up.printed, look_up.ours.as_str()), ("2, 1", "1, 1"));
        } else {
            assert_eq!(look_up.ours, look_up.printed, "{} {}", look_up.clause, look_up.what);
        }
    }
    // With France at 2, as the guide counts, everything after it comes out as printed.
    let session = Session::start(as_the_guide_counts(&engagement), engagement, Header::default());
    let end = Fought::go_on(session, "9 3 A+/A- 7 7").end();
    assert_eq!((end.winner, end.major), (Some(Side::First), true));
    assert_eq!((end.losses.first, end.losses.second), (Thirds::whole(2), Thirds::whole(5)));
    assert!(end.routed.second && !end.routed.first);
    assert_eq!(end.kept.second, Stack::default());
}

#[test]
fn a_side_without_a_leader_draws_one() {
    let mut field = field();
    field.attacker = army("spain", "A-", "muskets", "leader = \"replacement\"");
    let fought = field.fight("1 5");
    assert_eq!(
        fought.ruling("spain has no leader").text,
        "spain has no leader and draws one with MAN 2, FIRE 3, SHOCK 2"
    );
    assert_eq!(fought.sum("Day 1 Fire of spain"), 1, "FIRE 3 against 2");
    let natives = Field {
        theatre: "rest-of-the-world",
        attacker: army("natives", "A+ A-", "medieval", "leader = \"replacement\""),
        ..field
    };
    assert!(natives.fight("2").ruling("natives has no leader").text.ends_with("MAN 4, FIRE 0, SHOCK 5"));
    let end = natives.fight("2").finish(1);
    assert_eq!(end.leaders.first, Fate::NotTested, "a substitute leaves with the battle");
}

#[test]
fn fire_then_shock_for_two_days_and_no_third() {
    let asked = |answers: &str| field().fight(answers).asked();
    assert_eq!(asked(""), "day 1 Fire");
    assert_eq!(asked("1 1"), "day 1 Shock");
    assert_eq!(asked("1 1 1 1"), "leave the field after day 1");
    assert_eq!(asked("1 1 1 1 stay stay"), "day 2 Fire");
    assert_eq!(asked("1 1 1 1 stay stay 1 1"), "day 2 Shock");
    assert_eq!(asked("1 1 1 1 stay stay 1 1 1 1"), "retreat losses", "a draw: both withdraw, nobody pursues");
    let three = Field { rules: "days = \"three\"".to_owned(), ..field() };
    assert_eq!(three.fight("1 1 1 1 stay stay 1 1 1 1").asked(), "day 3 Fire");
    let fought = three.fight("1 1 1 1 stay stay 1 1 1 1 1 1 1 1");
    assert_eq!(fought.sum("Day 3 Fire of portugal"), -1, "like the second day");
    assert_eq!(fought.asked(), "retreat losses");
}

#[test]
fn morale_by_technology_veterans_and_tercios() {
    let morale = |country: &str, technology: &str, enemy: &str, more: &str, year| {
        let field = Field {
            year,
            attacker: army(country, "A+", technology, more),
            defender: army("turkey", "A+", enemy, ""),
            ..field()
        };
        let text = field.fight("").ruling(&format!("{country}: morale")).text.clone();
        text.trim_start_matches(|c: char| !c.is_ascii_digit()).chars().next().unwrap().to_digit(10).unwrap()
    };
    assert_eq!(morale("portugal", "medieval", "medieval", "", 1500), 1);
    assert_eq!(morale("portugal", "renaissance", "medieval", "", 1500), 1);
    assert_eq!(morale("portugal", "renaissance", "renaissance", "", 1500), 2);
    assert_eq!(morale("portugal", "arquebus", "arquebus", "", 1550), 2);
    assert_eq!(morale("portugal", "arquebus", "arquebus", "veteran = true", 1550), 3);
    assert_eq!(morale("spain", "arquebus", "arquebus", "veteran = true\ntercios = true", 1550), 4);
    for technology in ["muskets", "baroque", "manoeuvre", "lace"] {
        assert_eq!(morale("portugal", technology, "muskets", "", 1780), 3);
    }
    let pashas = Field { defender: army("turkey", "A+ pasha", "muskets", "veteran = true"), ..field() };
    assert_eq!(
        pashas.fight("").ruling("turkey: morale").text,
        "turkey: morale 3",
        "pashas make it conscript"
    );
}

#[test]
fn an_army_without_morale_routs_and_its_own_roll_still_counts() {
    // Muskets against muskets: column C; 10 is two stars, so two Fires of 10 against morale 3 need help.
    let mut field = field();
    field.attacker = army("portugal", "A+ A-", "muskets", "leader = { manoeuvre = 2, fire = 5, shock = 2 }");
    // 10 + 3 = 13 in column C: three stars at once.
    let fought = field.fight("10 10");
    assert_eq!(fought.ruling("venice has no morale").clause.id(), "EU9-BATTLE-g");
    assert_eq!(fought.asked(), "pursuit", "no Shock any more");
    let end = fought.finish(4);
    assert_eq!(end.winner, Some(Side::First));
    assert!(end.routed.second);
    assert!(end.losses.first > Thirds::ZERO, "venice's 10 in the same Fire still hurt");
}

#[test]
fn both_routed_is_a_draw() {
    let mut field = field();
    let leader = "leader = { manoeuvre = 2, fire = 5, shock = 2 }";
    field.rules = "profile = \"guide\"".to_owned();
    field.year = 1780;
    field.attacker = army("france", "2A+", "lace", leader);
    field.defender = army("prussia", "2A+", "lace", leader);
    // Lace against lace: column B; 6 artillery and more give +1, so a 10 is 11: two stars each. Shock: 10 is two stars.
    let fought = field.fight("10 10 10 10");
    assert_eq!(fought.ruling("A draw").text, "A draw: both have run (morale france 0, prussia 0)");
    let end = fought.finish(5);
    assert!(end.winner.is_none() && end.routed.first && end.routed.second);
}

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

#[test]
fn the_second_day_and_a_failed_retreat() {
    let fought = field().fight("5 5 5 5 retreat 10 stay 5 5 5 5");
    assert_eq!(
        fought.ruling("venice tries to leave").text,
        "venice tries to leave with MAN 2 and morale 3: it takes 5 or less, and a 10 fails"
    );
    assert_eq!(fought.sum("Day 2 Fire of portugal"), 0, "-1 of the day, +1 of the failure");
    assert_eq!(fought.sum("Day 2 Fire of venice"), -1);
    let both = field().fight("5 5 5 5 retreat 10 retreat 10 5 5 5 5");
    assert_eq!((both.sum("Day 2 Shock of portugal"), both.sum("Day 2 Shock of venice")), (0, 0));
}

#[test]
fn who_may_leave_first_and_what_it_takes() {
    let side = |more: &str| {
        let field = Field { more: more.to_owned(), ..field() };
        let fought = field.fight("5 5 5 5");
        fought.0.pending()[0].asking.by.unwrap()
    };
    assert_eq!(side(""), Side::Second, "the non-phasing side decides first");
    assert_eq!(side("interception = \"by-defender\""), Side::First);
    // MAN 2 + morale 3 = 5.
    let gone = |rules: &str, face: u8| {
        let field = Field { rules: rules.to_owned(), ..field() };
        field.fight(&format!("5 5 5 5 retreat {face}")).asked() == "pursuit"
    };
    assert!(gone("", 5) && !gone("", 6));
    assert!(gone("retreat-roll = \"under\"", 4) && !gone("retreat-roll = \"under\"", 5));
    let end = field().fight("5 5 5 5 retreat 1").finish(4);
    assert_eq!(end.winner, Some(Side::First), "whoever leaves has lost");
    assert!(!end.routed.second);
}

#[test]
fn destroyed_after_the_first_day() {
    let weak = Field {
        attacker: army("portugal", "2A+", "muskets", "leader = { manoeuvre = 2, fire = 6, shock = 6 }"),
        defender: army(
            "venice",
            "A-",
            "muskets",
            "veteran = true\nleader = { manoeuvre = 2, fire = 2, shock = 2 }",
        ),
        ..field()
    };
    // Column C at +4: a 4 is 8, 1 with a star; column B at +5: a 3 is 8, 1 1/3 with a star.
    let fought = weak.fight("4 1 3 1");
    assert_eq!(fought.ruling("venice has really lost").clause.id(), "EU9-BATTLE-t");
    assert_eq!(fought.ruling("Victory for portugal").clause.id(), "EU9-BATTLE-s");
    assert_eq!(fought.asked(), "pursuit", "no retreat attempts any more");
    let end = fought.finish(3);
    assert_eq!(
        (end.winner, end.losses.second, end.kept.second),
        (Some(Side::First), Thirds::whole(2), Stack::default())
    );
    // Exactly the size destroys it, unless the prose of 2020 is followed: 1 and 1 against 2 LD.
    let exact = |rules: &str| {
        let field = Field { rules: rules.to_owned(), ..weak.clone() };
        field.fight("4 1 2 1").asked()
    };
    assert_eq!(exact(""), "pursuit");
    assert_eq!(exact("destroyed = \"above-size\""), "leave the field after day 1");
}

/// The die of the check is the die of the losses: a side it finds destroyed has lost, whatever its morale.
#[test]
fn the_seven_ld_die_of_the_check_decides() {
    let seven = |rules: &str| Field {
        rules: rules.to_owned(),
        attacker: army("portugal", "A+ A- LD", "muskets", "leader = { manoeuvre = 2, fire = 6, shock = 6 }"),
        defender: army("venice", "A-", "muskets", "veteran = true"),
        ..field()
    };
    // 1 and 1 against 2 LD; two stars each, so that venice has 2 of 4 left and portugal 1 of 3.
    for rules in ["", "destroyed-at-the-end = \"as-on-day-one\""] {
        let roll = seven(&format!("seven-on-day-one = \"roll\"\n{rules}"));
        let even = roll.fight("4 10 2 1 8");
        assert_eq!(even.ruling("venice has really lost").text, "venice has really lost 2 of 2 so far");
        assert!(even.ruling("Victory for portugal").text.contains("the enemy is destroyed"));
        assert_eq!(even.asked(), "pursuit", "no second die for the 7 LD");
        assert!(Fought::go_on(even.0, "1").ruling("portugal dealt").text.contains("takes nothing off"));
        let odd = roll.fight("4 10 2 1 7");
        assert_eq!(odd.asked(), "leave the field after day 1");
    }
    // Without a die in the check it comes when the fighting is over, once.
    let fought = seven("").fight("4 10 2 1 stay stay 1 1 1 1");
    assert_eq!(fought.asked(), "small stack of 7 LD");
    let even = Fought::go_on(fought.0, "8");
    assert!(even.ruling("Victory for portugal").text.contains("the enemy is destroyed"));
    assert_eq!(even.asked(), "pursuit");
}

/// What is finally counted as lost says who is destroyed: 1 2/3 of 2 LD are 2 in Europe, 1 2/3 elsewhere.
#[test]
fn a_destroyed_army_does_not_win() {
    let few = |rules: &str, theatre: &'static str| Field {
        rules: rules.to_owned(),
        theatre,
        attacker: army("portugal", "2A+", "muskets", ""),
        defender: army("venice", "A-", "muskets", "veteran = true"),
        ..field()
    };
    let answers = "6 1 5 1 stay stay 7 1 5 1";
    let fought = few("", "europe").fight(answers);
    assert_eq!(fought.ruling("venice has really lost").text, "venice has really lost 1 of 2 so far");
    assert!(fought.ruling("Victory for portugal").text.contains("the enemy is destroyed"));
    let end = fought.finish(1);
    assert_eq!((end.winner, end.kept.second), (Some(Side::First), Stack::default()));
    let elsewhere = few("", "rest-of-the-world").fight(answers);
    assert!(elsewhere.ruling("Victory for venice").text.contains("more morale left"));
    assert_eq!(elsewhere.asked(), "pursuit");
    // By the count of the first day it wins on morale; but there is nobody left to pursue.
    let unrounded = few("destroyed-at-the-end = \"as-on-day-one\"", "europe").fight(answers);
    assert!(unrounded.ruling("Victory for venice").text.contains("more morale left"));
    assert_eq!(unrounded.ruling("venice has nobody").clause.id(), "EU9-BATTLE-y");
    assert_eq!(unrounded.asked(), "retreat losses");
}

/// Single LD of lace: 5 thirds by Fire and 5 by Shock, less the cut of 2 LD, is more than the one LD there is.
fn single_ld() -> Field {
    Field {
        year: 1780,
        attacker: army("portugal", "LD", "lace", "veteran = true"),
        defender: army("venice", "LD", "lace", "veteran = true"),
        ..field()
    }
}

#[test]
fn both_destroyed_is_a_draw() {
    let fought = single_ld().fight("10 10 9 9");
    assert_eq!(fought.ruling("A draw").clause.id(), "EU9-BATTLE-s");
    assert_eq!(fought.ruling("A draw").text, "A draw: both are destroyed (morale portugal 2, venice 2)");
    let end = fought.finish(1);
    assert_eq!((end.winner, end.major), (None, false));
    assert_eq!((end.kept.first, end.kept.second), (Stack::default(), Stack::default()));
}

#[test]
fn a_winner_who_has_run_does_not_pursue() {
    // Three stars rout the attacker in the Shock that wipes the defender out.
    let field = Field { attacker: army("portugal", "3LD", "lace", ""), ..single_ld() };
    let fought = field.fight("10 10 9 10");
    assert_eq!(fought.ruling("portugal has no morale").clause.id(), "EU9-BATTLE-g");
    assert!(fought.ruling("Victory for portugal").text.contains("the enemy is destroyed"));
    assert_eq!(fought.asked(), "retreat losses", "no die of pursuit");
    let end = fought.finish(1);
    assert_eq!(end.winner, Some(Side::First));
    assert!(end.routed.first && !end.routed.second);
}

#[test]
fn more_morale_wins_after_the_second_day() {
    // One star of venice in the last Shock: 8 - 1 in column B.
    let fought = field().fight("1 1 1 1 stay stay 1 1 8 1");
    assert_eq!(fought.ruling("Victory for portugal").clause.id(), "EU9-BATTLE-w");
    assert_eq!(fought.asked(), "pursuit");
    let drawn = field().fight("1 1 1 1 stay stay 1 1 1 1");
    assert_eq!(drawn.ruling("A draw").clause.id(), "EU9-BATTLE-x");
    let end = drawn.finish(1);
    assert_eq!(end.winner, None);
}

#[test]
fn pursuit_and_its_modifiers() {
    let pursuit = |field: &Field, answers: &str| field.fight(answers).sum("portugal pursues");
    // Won on the second day by a star in the last Shock.
    let late = "1 1 1 1 stay stay 1 1 8 1 5";
    assert_eq!(pursuit(&field(), late), 0, "column E at +0, as in the guide's example");
    let rough = Field { terrain: "swamp", ..field() };
    assert_eq!(pursuit(&rough, "1 1 1 1 stay stay 1 1 9 1 5"), -1);
    let mut shock = field();
    shock.attacker = army("portugal", "A+ A-", "muskets", "leader = { manoeuvre = 2, fire = 2, shock = 4 }");
    assert_eq!(pursuit(&shock, late), 2);
    assert_eq!(pursuit(&field(), "1 1 1 1 retreat 1 5"), 2, "over on the first day");
    let mut quick = field();
    quick.attacker = army("portugal", "A+ A-", "muskets", "leader = { manoeuvre = 2, fire = 5, shock = 2 }");
    assert_eq!(pursuit(&quick, "10 1 5"), 3, "on the first day, and after a Fire");
    let mut turkey = Field { year: 1600, ..field() };
    turkey.attacker = army("turkey", "A+ A-", "muskets", "leader = { manoeuvre = 2, fire = 2, shock = 2 }");
    assert_eq!(turkey.fight("1 1 1 1 stay stay 1 1 8 1 5").sum("turkey pursues"), 1, "sipahi");
}

#[test]
fn pursuit_can_turn_a_retreat_into_a_rout() {
    // venice lost two stars of three (Shock 10 in column B is two), and then the pursuit takes one more.
    let fought = field().fight("1 1 10 1 stay stay 1 1 1 1 9");
    let text = &fought.ruling("portugal pursues").text;
    assert!(text.ends_with("the retreat of venice becomes a rout"), "{text}");
    assert!(fought.finish(1).routed.second);
    let calm = field().fight("1 1 10 1 stay stay 1 1 1 1 8");
    assert!(!calm.finish(1).routed.second);
}

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
    record::exercised(&["EU9-LOSS-f", "EU9-LOSS-g", "EU9-LOSS-h", "EU9-LOSS-i"]);
}

#[test]
fn sizes_of_classes_in_all_periods() {
    let charts = Charts::load(&[]).unwrap();
    let size = |country, period| charts.size(charts.class_of(country, period).unwrap(), period);
    for &period in Period::ALL {
        let step = |a, b| charts.size_step(size(a, period), size(b, period));
        assert_eq!(step(Country::France, Country::Spain), 1, "{period}");
        let england = if period == Period::VII { 0 } else { 1 };
        assert_eq!(step(Country::France, Country::England), england, "{period}");
        for &class in Class::ALL {
            assert!(![5, 6].contains(&charts.size(class, period)), "no size 5 or 6");
        }
    }
    // A step of two needs an army of size 7.
    assert_eq!((charts.size_step(7, 2), charts.size_step(7, 3), charts.size_step(4, 0)), (2, 1, 1));
    record::exercised(&["EU9-LOSS-j", "EU9-LOSS-k"]);
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
    record::exercised(&["EU9-LOSS-p", "EU9-LOSS-d"]);
}

#[test]
fn seven_ld_need_a_die() {
    let seven = Field { attacker: army("portugal", "A+ A- LD", "muskets", ""), ..field() };
    let end = |die: u8| {
        let fought = seven.fight("5 1 6 1 stay stay 1 1 1 1");
        assert_eq!(fought.asked(), "small stack of 7 LD");
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
    assert_eq!(roll.fight("5 1 6 1").asked(), "small stack of 7 LD");
    assert_eq!(seven.fight("5 1 6 1").asked(), "leave the field after day 1");
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
    assert_eq!(natives.fight("1 1 10").asked(), "a further die of natives");
    // Medieval against arquebus: column B. 20 LD are three dice; the last stands for 4 LD, cut by 2/3.
    let fought = natives.fight("1 1 7 8 7");
    // At +1 for numbers: 1 1/3 + 1 2/3 + (1 1/3 - 2/3) = 3 2/3; size 7 against 0 is +2: 4 1/3 and 1.
    assert_eq!(fought.ruling("spain has really lost").text, "spain has really lost 5 1/3 of 4 so far");
    // Of the stars only the first die's count: three dice with a star each leave Spain one of two.
    assert!(fought.ruling("Victory for natives").text.ends_with("(morale spain 1, natives 1)"));
    record::exercised(&["EU9-BATTLE-ae"]);
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
    assert_eq!(fought.asked(), "regroup the survivors");
    let question = fought.0.pending()[0].clone();
    let Kind::Choose { options, .. } = &question.kind else { panic!("a choice") };
    let keys: Vec<&str> = options.iter().map(|(key, _)| key.as_str()).collect();
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
    assert!(inflicted(&field).ends_with("takes 3 off, leaving 1/3"), "{}", inflicted(&field));
    let field = Field { attacker: field.attacker.replace("\"d\"", "\"LD 2d\""), ..field };
    assert!(inflicted(&field).ends_with("takes 1 2/3 off, leaving 1 2/3"), "{}", inflicted(&field));
}

#[test]
fn bad_battle_files_are_refused_by_name() {
    let text = field().text();
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let refused = |from: &str, to: &str| {
        let text = text.replacen(from, to, 1);
        open("field.toml", &text, &charts).err().map_or("accepted".to_owned(), |error| error.to_string())
    };
    insta::assert_snapshot!(
        [
            refused("terrain = \"plain\"", "terain = \"plain\""),
            refused("terrain = \"plain\"", "terrain = \"moor\""),
            refused("technology = \"muskets\"", "technology = \"lace\""),
            refused("counters = \"A+ A-\"", "counters = \"2A+ LD\""),
            refused("counters = \"A+ A-\"", "counters = \"9LD\""),
            refused("counters = \"A+ A-\"", "counters = \"\""),
            refused("counters = \"A+ A-\"", "counters = \"A+ pasha d\""),
            refused("year = 1600", "year = 1850"),
            refused("fire = 2", "fire = 9"),
            refused("country = \"portugal\"", "country = \"minor\""),
            refused("country = \"portugal\"", "country = \"portugal\"\nclass = \"III\""),
            refused("leader = { name", "tercios = true\nleader = { name"),
            refused("kind = \"land-battle\"", "kind = \"duel\""),
            refused("[defender]", "[defender]\napproach = \"river\""),
        ]
        .join("\n")
    );
    record::exercised(&["EU9-STACK-a", "EU9-STACK-b", "EU9-STACK-e"]);
}

#[test]
fn every_table_is_as_it_was() {
    let charts = Charts::load(&[]).unwrap();
    for table in charts.pages.tables() {
        if table.file() == "land-battle.toml" {
            insta::assert_snapshot!(format!("table_{}", table.key()), table.page());
        }
    }
}

/// The cells that the guide itself prints.
#[test]
fn every_cell_the_guide_prints() {
    let charts = Charts::load(&[]).unwrap();
    let cell = |table: &str, row: &str, column: &str| {
        let table = charts.pages.table(table).unwrap();
        table.cell(table.row(row).unwrap(), table.column(column).unwrap()).text().to_owned()
    };
    for (row, column, want) in [
        ("12", "C", "2 1/3 **"),
        ("6", "C", "1/3"),
        ("6", "B", "2/3"),
        ("8", "B", "1 1/3 *"),
        ("9", "C", "1 1/3 *"),
        ("7", "B", "1 *"),
        ("9", "E", "1 *"),
    ] {
        assert_eq!(cell("combat-results", row, column), want);
    }
    assert_eq!(cell("land-technology", "arquebus", "arquebus"), "CB");
    assert_eq!(
        (cell("artillery", "france", "II"), cell("artillery", "spain", "II")),
        ("3".into(), "3".into())
    );
    assert_eq!((cell("army-size", "IV", "II"), cell("army-size", "III", "II")), ("2".into(), "0".into()));
    assert_eq!(
        (cell("small-stack", "5", "odd die"), cell("small-stack", "8", "odd die")),
        ("2/3".into(), "-".into())
    );
    assert_eq!(
        (cell("loss-by-size", "1", "3"), cell("loss-by-size", "1", "2/3")),
        ("3 2/3".into(), "2/3".into())
    );
    assert_eq!(cell("retreat-losses", "3", "loss"), "1/3");
    assert_eq!(
        (cell("battle-figures", "major gap", "value"), cell("battle-figures", "days", "value")),
        ("3".into(), "2".into())
    );
    assert_eq!(Technology::ALL.len(), 7);
}
