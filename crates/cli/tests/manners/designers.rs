//! A designer's road: two titles with the same dice, one number at several values, and the switch that matters most.

use crate::{file, folder, json, out, refused};

#[test]
fn two_titles_are_set_against_each_other_game_by_game() {
    let same = json(&["study", "duel-for-apulia", "--against", "duel-for-apulia", "--games", "10", "--json"]);
    for figure in same["figures"].as_array().unwrap() {
        assert_eq!(
            (figure["difference"].as_f64(), figure["sure"].as_bool()),
            (Some(0.0), Some(false)),
            "{figure}"
        );
        assert_eq!(
            (figure["low"].as_f64(), figure["high"].as_f64()),
            (Some(0.0), Some(0.0)),
            "the dice are the same"
        );
    }
    let arguments = ["study", "duel-for-apulia", "--against", "pyrrhus-on-the-road-to-rome", "--games", "24"];
    let both = json(&[&arguments[..], &["--json"]].concat());
    assert_eq!(both["games"], 24);
    let alone = json(&["study", "pyrrhus-on-the-road-to-rome", "--games", "24", "--json"]);
    let figure =
        &both["figures"].as_array().unwrap().iter().find(|figure| figure["key"] == "first-wins").unwrap();
    assert_eq!(
        figure["second"], alone["summary"]["first-wins"]["mean"],
        "the same games as a study of its own"
    );
    let (first, second) = (figure["first"].as_f64().unwrap(), figure["second"].as_f64().unwrap());
    assert!((figure["difference"].as_f64().unwrap() - (second - first)).abs() < 1e-12);
    assert!(figure["low"].as_f64() < figure["difference"].as_f64());
    let page = out(&arguments);
    assert!(page.contains("24 games each, with the same dice") && page.contains("Rome wins"), "{page}");
    assert!(
        out(&[&arguments[..], &["--csv"]].concat()).starts_with("figure,first,second,difference,low,high\n")
    );
    let (status, message) = refused(&["study", "duel-for-apulia", "--against", "duel-for-apulai"]);
    assert!(status == 1 && message.contains("did you mean `duel-for-apulia`?"), "{message}");
    let (status, message) = refused(&["study", "duel-for-apulia", "--against", "eu9/pavia", "--games", "2"]);
    assert!(status == 1 && message.contains("have no figure in common"), "{message}");
}

/// The tables of the other may be others.
#[test]
fn a_chart_of_ones_own_is_set_against_the_printed_one() {
    let tables = folder("against-tables");
    file(&tables, "mine.toml", "[[combat-results.change]]\nrow = \"10\"\ncolumn = \"A\"\ncell = \"-\"\n");
    let arguments = ["study", "eu9/pavia", "--against", "eu9/pavia", "--games", "300", "--json"];
    let other = json(&[&arguments[..], &["--against-tables", tables.to_str().unwrap()]].concat());
    let lost = other["figures"]
        .as_array()
        .unwrap()
        .iter()
        .find(|figure| figure["key"] == "attacker-losses")
        .unwrap();
    assert!(lost["difference"].as_f64().unwrap() < 0.0, "a blow less is a loss less: {lost}");
}

#[test]
fn one_number_is_drawn_over_its_values() {
    let folder = folder("vary");
    let svg = folder.join("fire.svg");
    let arguments = ["study", "eu9/pavia", "--vary", "attacker.leader.fire=0..3"];
    let page = out(&[&arguments[..], &["--svg", svg.to_str().unwrap()]].concat());
    assert!(page.contains("attacker.leader.fire varied\nexact"), "{page}");
    let values = json(&[&arguments[..], &["--json"]].concat());
    let wins: Vec<f64> = values["values"]
        .as_array()
        .unwrap()
        .iter()
        .map(|at| at["figures"]["attacker-wins"]["mean"].as_f64().unwrap())
        .collect();
    assert!(wins.len() == 4 && wins.windows(2).all(|pair| pair[0] < pair[1]), "fire helps: {wins:?}");
    // Each is what a file with that value has.
    let text = out(&["example", "eu9", "pavia"]).replacen("fire = 4", "fire = 2", 1);
    let two = json(&["odds", &file(&folder, "two.toml", &text), "--json", "--summary"]);
    let odds = two["summary"]["attacker-wins"]["mean"].as_f64().unwrap();
    assert!((odds - wins[2]).abs() < 1e-12, "{odds} {wins:?}");
    let picture = std::fs::read_to_string(&svg).unwrap();
    assert!(picture.starts_with("<svg") && picture.matches("<polyline").count() >= 3, "{picture}");
    // A chart's cell is varied as well, and a title is played.
    let cell = json(&["study", "eu9/pavia", "--vary", "combat-results/10/A=-,4", "--json"]);
    let lost = |at: usize| cell["values"][at]["figures"]["defender-losses"]["mean"].as_f64().unwrap();
    assert!(lost(0) < lost(1), "{cell}");
    let title = json(&["study", "duel-for-apulia", "--vary", "turns=1..2", "--games", "4", "--json"]);
    assert_eq!((&title["values"][0]["exact"], &title["values"][0]["samples"]), (&false.into(), &4.into()));
    for (vary, says) in [
        ("attacker.leader.fire", "has no values; write FIELD=1..4"),
        ("atacker.leader.fire=0..3", "did you mean `attacker`?"),
        ("attacker.leader.fire=0..30", "attacker.leader.fire: 7 is no leader's value; write 0 to 6"),
        ("combat-result/10/A=-,1", "did you mean `combat-results`?"),
        ("combat-results/10/Q=-,1", "no column `Q`; there are die, A, B, C, D, E"),
    ] {
        let (status, message) = refused(&["study", "eu9/pavia", "--vary", vary]);
        assert!(status == 1 && message.contains(says), "{vary}: {message}");
    }
    let before = std::fs::read(&svg).unwrap();
    assert_eq!(refused(&[&arguments[..], &["--svg", svg.to_str().unwrap()]].concat()).0, 1);
    assert_eq!(std::fs::read(&svg).unwrap(), before, "no picture is written over");
}

#[test]
fn the_switch_that_matters_most_comes_first() {
    let value = json(&["odds", "eu9/pavia", "--switches", "--summary", "--json"]);
    let switches = &value["switches"];
    let p = switches["p"].as_f64().unwrap();
    let far: Vec<f64> = switches["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| (change["p"].as_f64().unwrap() - p).abs())
        .collect();
    assert!(far.len() > 5 && far[0] > 0.001 && far.windows(2).all(|pair| pair[0] >= pair[1]), "{far:?}");
    // The first is what the odds of a file with that switch say.
    let first = &switches["changes"][0];
    assert_eq!((&first["what"], &first["to"]), (&"rules.days".into(), &"three".into()));
    let text = format!("{}\n[rules]\ndays = \"three\"\n", out(&["example", "eu9", "pavia"]));
    let path = file(&folder("switches"), "three.toml", &text);
    let three =
        json(&["odds", &path, "--json", "--summary"])["summary"]["attacker-wins"]["mean"].as_f64().unwrap();
    assert!((three - first["p"].as_f64().unwrap()).abs() < 1e-12);
    assert!(
        out(&["odds", "eu9/pavia", "--switches"]).contains("Which switch matters most: victory for Habsburg")
    );
}

/// Every chart printed as a file is taken back whole, and every title and battle printed is one again.
#[test]
fn what_is_printed_to_be_changed_can_be_given_back() {
    let folder = folder("given-back");
    for (system, title, battle) in [
        ("eu9", "italian-wars", "eu9/pavia"),
        ("ancient-world", "duel-for-apulia", "ancient-world/cannae"),
        ("damos", "bialystok-minsk", "damos/smolensk-july"),
        ("days-of-empire", "the-alma", "days-of-empire/alma-volley"),
    ] {
        let tables = folder.join(format!("{system}-tables"));
        std::fs::create_dir_all(&tables).unwrap();
        file(&tables, "all.toml", &out(&["tables", system, "--toml"]));
        let tables = tables.to_str().unwrap();
        let odds = |more: &[&str]| {
            json(&[&["odds", battle, "--json", "--summary"], more].concat())["summary"].clone()
        };
        assert_eq!(odds(&["--tables", tables]), odds(&[]), "{system}: the same charts");
        let own = file(&folder, &format!("{system}-own.toml"), &out(&["example", system, title]));
        let journal = folder.join(format!("{system}.journal"));
        let journal = journal.to_str().unwrap();
        out(&["new", &own, "--journal", journal, "--seed", "1", "--computer", "both", "--tables", tables]);
        assert!(out(&["verify", journal]).contains("verified"), "{system}");
    }
}

/// Losses are counted in LD, as everybody else counts them.
#[test]
fn best_play_counts_losses_in_whole_detachments() {
    let value = json(&[
        "odds",
        "eu9/rocroi",
        "--best",
        "defender",
        "--objective=-defender-losses",
        "--summary",
        "--json",
    ]);
    let (best, mean) =
        (value["best"]["value"].as_f64().unwrap(), &value["summary"]["defender-losses"]["mean"]);
    assert!((best + mean.as_f64().unwrap() / 3.0).abs() < 1e-9, "{best} {mean}");
}

/// Which switch matters most to a whole game: every one is turned in its turn, with the same dice.
#[test]
fn the_switch_that_matters_most_is_found_in_a_game_too() {
    let arguments = ["study", "duel-for-apulia", "--switches", "first-score", "--games", "6"];
    let told = json(&[&arguments[..], &["--json"]].concat());
    let changes = told["changes"].as_array().unwrap();
    let size = |change: &serde_json::Value| change["difference"].as_f64().unwrap().abs();
    assert!(changes.len() > 20 && size(&changes[0]) > 0.0, "{told}");
    assert!(changes.windows(2).all(|two| size(&two[0]) >= size(&two[1])), "those that matter most first");
    // The first of them is what --against says of the same change.
    let (what, to) = (changes[0]["what"].as_str().unwrap(), changes[0]["to"].as_str().unwrap());
    let (table, key) = what.rsplit_once('.').unwrap();
    let folder = folder("study-switches");
    let text = out(&["example", "ancient-world", "duel-for-apulia"]);
    let head = format!("[{table}]\n");
    assert!(text.contains(&head) && !text.contains(&format!("\n{key} = ")), "{what} stands at its default");
    let other = file(&folder, "other.toml", &text.replace(&head, &format!("{head}{key} = \"{to}\"\n")));
    let against = ["study", "duel-for-apulia", "--against", &other, "--games", "6", "--json"];
    let figures = json(&against)["figures"].as_array().unwrap().clone();
    let figure = figures.iter().find(|figure| figure["key"] == "first-score").unwrap();
    assert_eq!(figure["difference"], changes[0]["difference"], "{what} = {to}");
    let page = out(&arguments);
    assert!(page.contains("which switch matters most") && page.contains(what), "{page}");
    let (status, message) =
        refused(&["study", "duel-for-apulia", "--switches", "first-scroe", "--games", "2"]);
    assert!(status == 1 && message.contains("did you mean `first-score`?"), "{message}");
}
