//! Title files: bad ones are refused with file, key and what would be right, and no single slip of the pen makes a
//! game that breaks.

use grognard_eu9::*;
use grognard_umpire::*;
use proptest::prelude::*;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::{Arc, LazyLock};

static CHARTS: LazyLock<Arc<Charts>> = LazyLock::new(|| Arc::new(Charts::load(&[]).unwrap()));

const FILES: [&str; 3] = ["map.toml", "countries.toml", "setup.toml"];

fn texts() -> [String; 3] {
    FILES.map(|name| {
        let file = TITLES.get_file(format!("italian-wars/{name}")).unwrap();
        file.contents_utf8().unwrap().to_owned()
    })
}

fn read(texts: &[String; 3]) -> Result<GameRules, String> {
    let [map, countries, setup] = texts;
    GameRules::read("campaign", map, countries, setup, &CHARTS).map_err(|error| error.to_string())
}

/// The title with the first place where one text stands changed to another is refused, with all these words.
fn refused(file: &str, from: &str, to: &str, expected: &[&str]) {
    let mut texts = texts();
    let index = FILES.iter().position(|name| *name == file).unwrap();
    let changed = texts[index].replacen(from, to, 1);
    assert_ne!(changed, texts[index], "nothing says {from}");
    texts[index] = changed;
    let Err(message) = read(&texts) else { panic!("{to:?} is taken in {file}") };
    for words in [file].iter().chain(expected) {
        assert!(message.contains(words), "{to:?}: {words:?} is not in {message}");
    }
}

#[test]
fn the_title_as_it_stands_is_good() {
    let rules = read(&texts()).unwrap();
    Game::new(&rules).check(&rules).unwrap();
}

#[test]
fn words_that_mean_nothing_are_refused() {
    let setup = |from: &str, to: &str, expected: &[&str]| refused("setup.toml", from, to, expected);
    setup(
        "side = \"either\"",
        "side = \"ether\"",
        &["victory lombardia, side", "`ether`", "france, empire or either"],
    );
    setup(
        "monarch = \"francois_i\"",
        "monarch = \"francis\"",
        &["side france, monarch", "`francis`", "francois_i"],
    );
    setup(
        "monarch = \"francois_i\"",
        "monarch = \"bayard\"",
        &["side france, monarch", "`bayard`", "a king"],
    );
    setup("monarch = \"francois_i\"", "monarch = \"carlos_i\"", &["side france, monarch", "another side"]);
    setup("capital = \"ile_de_france\"", "capital = \"castilla_la_vieja\"", &["side france, capital"]);
    let countries = |from: &str, to: &str, expected: &[&str]| refused("countries.toml", from, to, expected);
    countries(
        "side = \"france\"",
        "side = \"valois\"",
        &["country france, side", "`valois`", "france or empire"],
    );
    countries(
        "sides = [\"france\", \"france\", \"neutral\"",
        "sides = [\"france\", \"france\", \"nobody\"",
        &["country venice, sides", "`nobody`", "france, empire or neutral"],
    );
    countries(
        "sides = [\"france\", \"france\", \"neutral\", \"neutral\"]",
        "sides = [\"france\", \"france\"]",
        &["country venice, sides", "2", "turns 7 to 10"],
    );
    countries(
        "sides = [\"france\"",
        "side = \"france\"\nsides = [\"france\"",
        &["country venice, sides", "one of"],
    );
    countries(
        "transit = [\"both\"",
        "transit = [\"all\"",
        &["country savoy, transit", "`all`", "france, empire, both or none"],
    );
    countries(
        "kind = \"king\"",
        "kind = \"queen\"",
        &["leader francois_i, kind", "`queen`", "general, king or admiral"],
    );
    countries("home = \"veneto\"\n", "", &["country venice, home", "a minor needs one"]);
    countries("id = \"france\"", "id = \"gaul\"", &["country gaul, id", "major", "france"]);
    countries("rank = \"A\"", "rank = \"AB\"", &["leader francois_i, rank", "`AB`", "A to Z"]);
    countries("colour = \"#3b5bb5\"", "colour = \"blue\"", &["country france, colour", "`blue`", "#rrggbb"]);
    let map = |from: &str, to: &str, expected: &[&str]| refused("map.toml", from, to, expected);
    map(
        "national = \"france\"",
        "national = \"frence\"",
        &["province finistere, national", "`frence`", "elsewhere"],
    );
    map("owner = \"france\"", "owner = \"frence\"", &["province finistere, owner", "`frence`"]);
    map("id = \"finistere\"", "id = \"Finis Terrae\"", &["province Finis Terrae, id", "small letters"]);
}

#[test]
fn numbers_out_of_their_bounds_are_refused() {
    let setup = |from: &str, to: &str, expected: &[&str]| refused("setup.toml", from, to, expected);
    setup("turns = [7, 8, 9, 10]", "turns = [10, 9, 8, 7]", &["scenario campaign, turns", "follow"]);
    setup(
        "turns = [7, 8, 9, 10]",
        "turns = [7, 8, 9, 10, 11]",
        &["scenario campaign, turns", "11", "7 to 10"],
    );
    setup("turns = [7, 8, 9, 10]", "turns = [7, 9]", &["scenario campaign, turns", "follow"]);
    setup("turns = [7, 8]\n", "turns = [6, 7]\n", &["scenario pavia, turns", "6", "7 to 10"]);
    setup("turns = [7, 8]\n", "turns = []\n", &["scenario pavia, turns", "at least one"]);
    setup("level = 3", "level = 9", &["fortress lombardia, level", "9", "1 to 5"]);
    setup("level = 3", "level = 1", &["fortress lombardia, level", "1", "printed"]);
    setup("points = 5", "points = -5", &["victory lombardia, points", "-5"]);
    setup("treasury = 250", "treasury = -250", &["side france, treasury", "-250"]);
    setup("stability = 1", "stability = 4", &["side france, stability", "4", "-3 to 3"]);
    setup("draw-up-to = 7", "draw-up-to = 20", &["figures, marginal-up-to", "20"]);
    setup("neutral-attacked = -5", "neutral-attacked = 5", &["figures, neutral-attacked"]);
    let countries = |from: &str, to: &str, expected: &[&str]| refused("countries.toml", from, to, expected);
    countries("turns = [1, 7]", "turns = [7, 1]", &["leader tremoille, turns", "7", "before"]);
    countries("turns = [1, 7]", "turns = [1, 6]", &["leader tremoille, turns", "none of turns 7 to 10"]);
    countries("values = [3, 2, 4, 0]", "values = [3, 2, 14, 0]", &["leader francois_i, values", "14"]);
    countries("armies = 2", "armies = 200", &["country venice, armies", "200"]);
    countries("basic = \"A+\"", "basic = \"3A+\"", &["country swiss, basic", "EU9-STACK-b"]);
    countries("basic = \"A+\"", "basic = \"A+ A-\"", &["country swiss, basic", "1 A counter"]);
    let map = |from: &str, to: &str, expected: &[&str]| refused("map.toml", from, to, expected);
    map("fortress = 1", "fortress = 6", &["province finistere, fortress", "6", "1 to 5"]);
    map("income = 7", "income = -7", &["province finistere, income", "-7"]);
    map("latitude = 4835", "latitude = 48350", &["province finistere, latitude", "hundredths of a degree"]);
}

#[test]
fn set_ups_that_the_rules_forbid_are_refused() {
    let setup = |from: &str, to: &str, expected: &[&str]| refused("setup.toml", from, to, expected);
    let first = "counters = \"A+ LD\"\nveteran = true\nleaders = [\"foix\"]\ninside = ";
    setup(&format!("{first}false"), &format!("{first}true"), &["troops 1, inside", "3 LD", "EU9-SIEGE-h"]);
    setup(
        "leaders = [\"foix\"]",
        "leaders = [\"montmorency\"]",
        &["troops 1, leaders", "serves in turns 9 to 16"],
    );
    setup("leaders = [\"foix\"]", "leaders = [\"bayard\"]", &["leaders", "`bayard`", "stands elsewhere"]);
    setup(
        "leaders = [\"foix\"]",
        "leaders = [\"carlos_i\"]",
        &["troops 1, leaders", "`carlos_i` serves another country"],
    );
    setup("country = \"swiss\"", "country = \"savoy\"", &["troops 8, country", "neutral in turn 7"]);
    setup("at = \"navarra\"", "at = \"suisse\"", &["troops 12, at", "Spain does not fight"]);
    setup("at = \"champagne\"", "at = \"trier\"", &["troops 5, at", "neutral"]);
    setup("at = \"rosselo\"", "at = \"provence\"", &["troops 13, at", "inside"]);
    setup("counters = \"LD\"", "counters = \"\"", &["troops 2, counters", "at least one"]);
    setup(
        "at = \"suisse\"\ncountry = \"swiss\"\ncounters = \"A+\"\nveteran = true",
        "at = \"suisse\"\ncountry = \"swiss\"\ncounters = \"A+\"\nveteran = false",
        &["troops 8, veteran"],
    );
    setup("at = \"parma\"", "at = \"lombardia\"", &["troops 3, at", "France", "as one"]);
    setup("ships = \"2NWD\"", "ships = \"4NWD\"", &["fleet 2, ships", "EU9-STACK-f"]);
}

/// Several nations of a side may stand in one place from the start, if the rules let them stand together.
#[test]
fn nations_of_a_side_may_begin_in_one_stack() {
    let swiss = "at = \"suisse\"\ncountry = \"swiss\"\ncounters = \"A+\"";
    let setup = |at: &str, counters: &str| {
        let mut texts = texts();
        let moved = format!("at = \"{at}\"\ncountry = \"swiss\"\ncounters = \"{counters}\"");
        texts[2] = texts[2].replacen(swiss, &moved, 1);
        read(&texts)
    };
    let rules = setup("lombardia", "LD").unwrap();
    let game = Game::new(&rules);
    game.check(&rules).unwrap();
    let table = game.drawing(&rules, None).unwrap();
    let milan = table.lines().find(|line| line.starts_with("lombardia ")).unwrap();
    assert!(milan.contains("france A+ LD 5v + swiss LD 1v"), "{milan}");
    let too_many = setup("lombardia", "A+").err().unwrap();
    assert!(too_many.contains("troops 8, counters: with those beside it: 9 LD"), "{too_many}");
    let minors = setup("mantova", "LD").err().unwrap();
    assert!(minors.contains("troops 9, at: minors join") && minors.contains("EU9-ITALY-l"), "{minors}");
    let mut texts = texts();
    texts[2] = texts[2].replacen(
        "at = \"lombardia\"\ncountry = \"france\"\ncounters = \"LD\"",
        "at = \"lombardia\"\ncountry = \"swiss\"\ncounters = \"LD\"",
        1,
    );
    let veterans = "counters = \"LD\"\nveteran = ";
    texts[2] = texts[2].replacen(&format!("{veterans}false"), &format!("{veterans}true"), 1);
    read(&texts).expect("a garrison of a friend");
}

/// A stack has three counters: a major and two minors fill it, and a third ally is refused by the list of allies too.
#[test]
fn two_allies_may_begin_beside_a_major() {
    let setup = |genoa: &str| {
        let mut texts = texts();
        let mut to_parma = |from: &str, country: &str, counters: &str| {
            let entry = format!("at = \"{from}\"\ncountry = \"{country}\"\ncounters = \"{counters}\"");
            assert!(texts[2].contains(&entry), "nothing says {entry}");
            let moved = format!("at = \"parma\"\ncountry = \"{country}\"\ncounters = \"LD\"");
            texts[2] = texts[2].replacen(&entry, &moved, 1);
        };
        to_parma("guyenne", "france", "A-");
        to_parma("suisse", "swiss", "A+");
        to_parma("mantova", "venice", "A- LD");
        let inside = "country = \"genoa\"\ncounters = \"LD\"\nveteran = true\nleaders = []\ninside = true";
        let start = format!("at = \"liguria\"\n{inside}");
        assert!(texts[2].contains(&start));
        let moved = format!("at = \"{genoa}\"\n{}", inside.replace("inside = true", "inside = false"));
        texts[2] = texts[2].replacen(&start, &moved, 1);
        read(&texts)
    };
    let rules = setup("liguria").unwrap_or_else(|message| panic!("{message}"));
    let game = Game::new(&rules);
    game.check(&rules).unwrap();
    let table = game.drawing(&rules, None).unwrap();
    let parma = table.lines().find(|line| line.starts_with("parma ")).unwrap();
    assert!(["france LD", "swiss LD", "venice LD"].iter().all(|band| parma.contains(band)), "{parma}");
    let message = setup("parma").err().unwrap();
    assert!(message.contains("troops 10, at: minors join") && message.contains("EU9-ITALY-l"), "{message}");
}

/// A list of so many more of what the file has, made of one entry.
fn many(entry: &str, id: &str, more: usize) -> String {
    (0..more).map(|number| format!("\n{}", entry.replace(id, &format!("{id}{number}")))).collect()
}

/// Provinces, leaders and countries are kept as bits of a word, so a title has no more of them than that.
#[test]
fn titles_too_large_to_be_kept_are_refused() {
    let part = |text: &str, from: &str| {
        let start = text.find(from).unwrap();
        let end = text[start + 4..].find("\n[[").map_or(text.len(), |end| start + 4 + end);
        text[start..end].to_owned()
    };
    let too_many = |file: usize, entry: &str, id: &str, more: usize, expected: &str| {
        let mut texts = texts();
        texts[file].push_str(&many(entry, id, more));
        let message = read(&texts).err().expect("too many");
        assert!(message.contains(FILES[file]) && message.contains(expected), "{message}");
    };
    let [map, countries, _] = texts();
    let lonely = part(&map, "[[province]]\nid = \"finistere\"");
    let lonely: String = lonely
        .lines()
        .map(|line| match line {
            line if line.starts_with("borders") => "borders = []\n".to_owned(),
            line if line.starts_with("seas") => "seas = []\n".to_owned(),
            line if line.starts_with("port") => "port = \"none\"\n".to_owned(),
            line => format!("{line}\n"),
        })
        .collect();
    too_many(0, &lonely, "finistere", 39, "129 provinces; a title has at most 128");
    let sea = "[[sea]]\nid = \"pond\"\nname = \"Pond\"\ndifficulty = 5\npenalty = 0\nmediterranean = true\nlatitude = 0\nlongitude = 0\ncoast = []\nborders = []\n";
    too_many(0, sea, "pond", 117, "129 sea zones; a title has at most 128");
    let country = part(&countries, "[[country]]\nid = \"lucca\"");
    too_many(1, &country, "\"lucca", 14, "33 countries; a title has at most 32");
    let leader = part(&countries, "[[leader]]\nid = \"foix\"");
    too_many(1, &leader, "foix", 9, "33 leaders; a title has at most 32");
    let mut texts = texts();
    texts[1] = texts[1].replacen("id = \"savoy\"", "id = \"russia\"", 1).replacen(
        "class = \"IIIM\"\nmajor = false",
        "class = \"IIIM\"\nmajor = true",
        1,
    );
    let message = read(&texts).err().expect("a major after minors");
    assert!(message.contains("majors stand first"), "{message}");
}

/// A file with one value changed for another.
struct Slip {
    text: String,
    /// The key, what stands there now and before, the line, and the entry (`troops 2`) with its own key: one of which
    /// a refusal names.
    words: [String; 6],
}

/// The words and numbers of a value: `["a", 7]` is a, 7.
fn values(line: &str) -> Vec<&str> {
    match line.contains('"') {
        true => line.split('"').skip(1).step_by(2).collect(),
        false => line.split([' ', ',', '[', ']']).filter(|word| !word.is_empty()).collect(),
    }
}

impl Slip {
    fn of(text: &str, at: usize, part: usize, kind: usize) -> Option<Slip> {
        let lines: Vec<&str> = text.lines().map(|line| line.split(" #").next().unwrap().trim_end()).collect();
        let keyed: Vec<usize> = (0..lines.len()).filter(|&index| lines[index].contains(" = ")).collect();
        let index = keyed[at % keyed.len()];
        let (key, value) = lines[index].split_once(" = ").unwrap();
        let all = values(value);
        let old = *all.get(part % all.len().max(1))?;
        let like = lines.iter().filter_map(|line| line.strip_prefix(&format!("{key} = ")));
        let like: Vec<&str> = like.flat_map(values).collect();
        let new = match (old.parse::<i64>(), kind % 6) {
            (Ok(_), 0) => [0, -1, 99, 127, 128, 255, 256, 32_767, -32_768, 70_000][kind / 6 % 10].to_string(),
            (Ok(number), 1) => (number + 1).to_string(),
            (Ok(number), 2) => (number - 1).to_string(),
            (_, 0 | 1) if old == "true" || old == "false" => (old == "false").to_string(),
            (Err(_), 0) => String::new(),
            (Err(_), 1) => "nowhere".to_owned(),
            (Err(_), 2) => format!("{old}x"),
            _ => like[kind / 6 % like.len()].to_owned(),
        };
        let changed = match value.contains('"') {
            true => value.replacen(&format!("\"{old}\""), &format!("\"{new}\""), 1),
            false => value.replacen(old, &new, 1),
        };
        let header = lines[..index].iter().rev().find(|line| line.starts_with("[[")).unwrap_or(&"[[]]");
        let entry = lines[..index].iter().filter(|line| line == &header).count();
        let entry = format!("{} {entry}", header.trim_matches(['[', ']']));
        let begin = lines[..index].iter().rposition(|line| line.starts_with("[[")).unwrap_or(0);
        let own = values(lines[(begin + 1).min(index)]).first().copied().unwrap_or_default().to_owned();
        let changed = format!("{key} = {changed}");
        let text: Vec<&str> =
            (0..lines.len()).map(|other| if other == index { &changed } else { lines[other] }).collect();
        let words = [key.to_owned(), new, old.to_owned(), format!("line {}", index + 1), entry, own];
        Some(Slip { text: text.join("\n"), words })
    }
}

/// Plays some of the game at random: nothing on the board is ever broken.
fn plays(rules: &GameRules, seed: u64) -> Result<(), String> {
    let mut state = Game::new(rules);
    state.check(rules)?;
    let mut dice = Generator::new(seed);
    for _ in 0..400 {
        match state.step(rules, &mut Live { dice: &mut dice, decide: at_random }).expect("answered") {
            Continue(next) => state = next,
            Break(_) => return Ok(()),
        }
        state.check(rules)?;
    }
    state.view(rules, None);
    state.picture(rules, None);
    state.drawing(rules, None).map(drop).ok_or_else(|| "no drawing".to_owned())
}

proptest! {
#![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 4))]

    /// Any single value changed for another is refused where it stands, or makes a title that can be played.
    #[test]
    fn a_slip_is_refused_by_its_key_or_does_no_harm(
        file in 0usize..3,
        line in 0usize..2000,
        part in 0usize..20,
        kind in 0usize..1000,
    ) {
        let mut texts = texts();
        let Some(Slip { text, words }) = Slip::of(&texts[file], line, part, kind) else { return Ok(()) };
        texts[file] = text;
        match read(&texts) {
            Err(message) => {
                let named = words.iter().any(|word| !word.is_empty() && message.contains(word.as_str()));
                // What does not fit together any more may be named in another file, by entry and key.
                let elsewhere = FILES.iter().any(|other| *other != FILES[file] && message.starts_with(other));
                prop_assert!(named || elsewhere, "{words:?}: {message}");
            }
            Ok(rules) => {
                let played = plays(&rules, 7);
                prop_assert!(played.is_ok(), "{words:?}: {played:?}");
            }
        }
    }
}
