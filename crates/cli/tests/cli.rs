//! The command line as people and scripts use it.

mod manners;
mod trust;

use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grognard"))
        .args(arguments)
        .stdin(Stdio::null())
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .output()
        .expect("the program starts")
}

fn out(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&out(arguments)).unwrap()
}

/// The message and the exit status of a command that must fail.
fn refused(arguments: &[&str]) -> (i32, String) {
    let output = run(arguments);
    assert!(output.stdout.is_empty(), "{arguments:?} wrote to standard output");
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// A scratch folder of one test, emptied first.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn file(folder: &std::path::Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn help_reads_well() {
    insta::assert_snapshot!("help", out(&["--help"]));
    for command in [
        "resolve", "odds", "simulate", "rules", "tables", "example", "new", "play", "show", "repair", "study",
    ] {
        insta::assert_snapshot!(format!("help_{command}"), out(&[command, "--help"]));
    }
}

#[test]
fn a_battle_by_real_dice_is_told_clause_by_clause() {
    let dice = "9,6,6,7,7,3,10,7,6,3,3,5,5";
    let arguments = ["resolve", "eu9/italian-plain", "--dice", dice, "--choose", "retreat,stay,A+/A-,A-"];
    insta::assert_snapshot!("resolve", out(&arguments));
}

#[test]
fn a_seed_always_gives_the_same_battle() {
    let once = out(&["resolve", "eu9/pavia", "--seed", "7"]);
    assert_eq!(once, out(&["resolve", "eu9/pavia", "--seed", "7"]));
    assert!(once.contains("The same again: --seed 7"));
}

#[test]
fn impossible_or_missing_dice_are_refused() {
    let resolve = |dice: &str| refused(&["resolve", "eu9/italian-plain", "--policy", "--dice", dice]);
    let (status, message) = resolve("9,11");
    assert_eq!(status, 1);
    assert_eq!(
        message,
        "error: --dice: Spain, day 1 Fire (EU9-BATTLE-e): 11 is not on the die: d10 shows 1 to 10\n"
    );
    assert!(resolve("9,x").1.contains("--dice, number 2: `x` is not a face"));
    assert!(resolve("9,6").1.contains("too few faces; after 2 answers d10 is due: France, day 1 Shock"));
    let long = ["9"; 40].join(",");
    assert!(resolve(&long).1.contains("faces are left over"));
    let (_, message) = refused(&["resolve", "eu9/italian-plain", "--seed", "1", "--choose", "dance"]);
    assert!(message.contains("`dance` is not among stay, retreat"), "{message}");
}

#[test]
fn resolve_in_json_has_the_fixed_shape() {
    let value = json(&["resolve", "eu9/pavia", "--seed", "7", "--json"]);
    assert!(value["end"].is_object() && value["journal"].as_str().unwrap().starts_with("grognard-journal 2"));
    let account = value["account"].as_array().unwrap();
    for ruling in account {
        for key in ["clause", "text", "modifiers", "table", "dice"] {
            assert!(ruling.get(key).is_some(), "{ruling}");
        }
    }
    assert!(account.iter().any(|ruling| ruling["table"]["mark"] == "published"));
}

#[test]
fn odds_in_json_sum_to_one() {
    let value = json(&["odds", "eu9/pavia", "--json"]);
    let total: f64 = value["ends"].as_array().unwrap().iter().map(|end| end["p"].as_f64().unwrap()).sum();
    assert!((total - 1.0).abs() < 1e-12, "{total}");
    assert_eq!((&value["system"], &value["exact"]), (&"eu9".into(), &true.into()));
    for key in ["battle", "states", "seconds", "summary"] {
        assert!(value.get(key).is_some(), "{key}");
    }
    let sampled = json(&["odds", "eu9/pavia", "--sample", "20000", "--json"]);
    assert_eq!(sampled["exact"], false);
    assert!(sampled["ends"][0]["interval"]["low"].is_number());
}

/// As many ends as wanted, likeliest first, and how much is left out.
#[test]
fn ends_in_json_are_as_many_as_wanted() {
    let of = |value: &serde_json::Value| -> Vec<f64> {
        value["ends"].as_array().unwrap().iter().map(|end| end["p"].as_f64().unwrap()).collect()
    };
    let all = json(&["odds", "eu9/rocroi", "--json", "--ends", "all"]);
    let few = json(&["odds", "eu9/rocroi", "--json", "--ends", "5"]);
    assert!(all.get("left_out").is_none());
    assert_eq!(of(&few), of(&all)[..5], "likeliest first");
    assert_eq!(few["left_out"]["ends"], of(&all).len() - 5);
    let left = few["left_out"]["p"].as_f64().unwrap();
    assert!((of(&few).iter().sum::<f64>() + left - 1.0).abs() < 1e-12);
    let none = json(&["odds", "eu9/rocroi", "--json", "--summary"]);
    assert!(of(&none).is_empty());
    assert_eq!(none["summary"], all["summary"]);
    assert_eq!(refused(&["odds", "eu9/rocroi", "--json", "--ends", "some"]).0, 2);
}

/// Two figures together, and what is so given something else, agree with the ends one by one.
#[test]
fn figures_go_together_and_can_be_given() {
    let all = json(&["odds", "eu9/italian-plain", "--json", "--joint", "attacker-wins,defender-losses"]);
    let joint = &all["joint"];
    let rows: Vec<f64> = joint["p"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_array().unwrap().iter().map(|p| p.as_f64().unwrap()).sum())
        .collect();
    let wins = all["summary"]["attacker-wins"]["mean"].as_f64().unwrap();
    assert_eq!(joint["rows"], serde_json::json!([0, 1]));
    assert!((rows[1] - wins).abs() < 1e-12 && (rows[0] + rows[1] - 1.0).abs() < 1e-12, "{rows:?} {wins}");
    let given = json(&["odds", "eu9/italian-plain", "--json", "--given", "attacker-wins"]);
    assert!((given["given"]["p"].as_f64().unwrap() - wins).abs() < 1e-12);
    assert!((given["summary"]["attacker-wins"]["mean"].as_f64().unwrap() - 1.0).abs() < 1e-12);
    let total: f64 = given["ends"].as_array().unwrap().iter().map(|end| end["p"].as_f64().unwrap()).sum();
    assert!((total - 1.0).abs() < 1e-12, "{total}");
    for (index, value) in given["summary"]["defender-losses"]["values"].as_array().unwrap().iter().enumerate()
    {
        let at = joint["columns"].as_array().unwrap().iter().position(|column| *column == value["value"]);
        let cell = joint["p"][1][at.unwrap()].as_f64().unwrap();
        assert!((value["p"].as_f64().unwrap() - cell / wins).abs() < 1e-12, "{index}");
    }
    let page =
        out(&["odds", "eu9/italian-plain", "--given", "attacker-wins", "--given", "defender-losses>=3"]);
    assert!(page.contains("given attacker-wins and defender-losses>=3 ("), "{page}");
    let page = out(&["odds", "eu9/italian-plain", "--joint", "attacker-wins,draw"]);
    assert!(page.contains("(rows) against a draw (columns)"), "{page}");
    let refusal = |arguments: &[&str]| refused(&[&["odds", "eu9/italian-plain"], arguments].concat());
    assert!(refusal(&["--given", "glory"]).1.contains("no figure `glory`; there are"));
    assert!(refusal(&["--given", "attacker-losses>=many"]).1.contains("`many` is no whole number"));
    assert!(refusal(&["--given", "attacker-losses>=9999"]).1.contains("is true of no end"));
    assert_eq!(refusal(&["--joint", "draw"]).0, 2);
}

/// What cannot be counted out in time is sampled from where the counting stopped, and says so.
#[test]
fn what_takes_too_long_is_sampled_and_says_so() {
    let arguments = ["odds", "ancient-world/zama", "--seconds", "0.01", "--margin", "5"];
    let page = out(&arguments);
    assert!(page.contains("too much to count out") && page.contains("95 % interval"), "{page}");
    let value = json(&[&arguments[..], &["--json", "--ends", "10"]].concat());
    assert_eq!(value["exact"], false);
    assert!(value["unsettled"].as_f64().unwrap() > 0.0);
    assert!(value["samples"].as_u64().unwrap() > 0);
    assert!(value["ends"][0]["interval"]["low"].is_number());
    let (status, message) = refused(&["odds", "ancient-world/zama", "--best", "both", "--seconds", "0.01"]);
    assert_eq!((status, message.contains("too large to solve for best play")), (1, true), "{message}");
}

#[test]
fn a_campaign_is_not_counted_out() {
    let title = concat!(env!("CARGO_MANIFEST_DIR"), "/../ancient-world/titles/duel-for-apulia.toml");
    let (status, message) = refused(&["odds", title]);
    assert_eq!(status, 1);
    assert!(message.contains("a whole campaign cannot be counted out; `grognard study`"), "{message}");
}

#[test]
fn odds_are_drawn_for_people() {
    let text = out(&["odds", "eu9/mohacs"]);
    // The time it took differs from run to run.
    let steady: Vec<&str> = text.lines().filter(|line| !line.starts_with("exact,")).collect();
    insta::assert_snapshot!("odds", steady.join("\n"));
}

#[test]
fn best_play_is_no_worse_and_names_its_objective() {
    let value = |arguments: &[&str]| {
        json(&[&["odds", "eu9/rocroi", "--json"], arguments].concat())["summary"]["defender-losses"]["mean"]
            .as_f64()
            .unwrap()
    };
    let policy = value(&[]);
    let best = value(&["--best", "defender", "--objective=-defender-losses"]);
    assert!(best <= policy + 1e-12, "{best} {policy}");
    let (status, message) = refused(&["odds", "eu9/rocroi", "--best", "both", "--objective", "glory"]);
    assert_eq!(status, 1);
    assert!(message.contains("no figure `glory`; there are attacker-wins, draw"), "{message}");
}

#[test]
fn a_simulation_is_the_same_to_the_last_character() {
    let arguments = ["simulate", "eu9/pavia", "-n", "30000", "--seed", "4", "--csv"];
    assert_eq!(out(&arguments), out(&arguments));
    assert!(out(&arguments).starts_with("share,low,high,end\n"));
    let arguments = ["simulate", "eu9/pavia", "-n", "30000", "--seed", "4", "--json"];
    assert_eq!(out(&arguments), out(&arguments));
}

/// Plans are chosen against postures in secret: the table shows each against each, with the mixture of both.
#[test]
fn best_play_of_both_shows_each_plan_against_each_posture() {
    let arguments = ["odds", "damos/orel-withdrawal", "--best", "both"];
    let text = out(&arguments);
    assert!(text.contains("(rows) against each of"), "{text}");
    let best = &json(&[&arguments[..], &["--json"]].concat())["best"];
    let of = |side: &str| -> Vec<f64> {
        let all = best["alternatives"].as_array().unwrap().iter().filter(|a| a["by"] == side);
        all.map(|a| a["weight"].as_f64().unwrap()).collect()
    };
    let (plans, postures) = (of("first"), of("second"));
    let payoffs = best["payoffs"].as_array().unwrap();
    assert_eq!(payoffs.len(), plans.len());
    let value: f64 = payoffs
        .iter()
        .zip(&plans)
        .map(|(row, plan)| {
            let row = row.as_array().unwrap();
            assert_eq!(row.len(), postures.len());
            row.iter().zip(&postures).map(|(p, posture)| p.as_f64().unwrap() * posture * plan).sum::<f64>()
        })
        .sum();
    assert!((value - best["value"].as_f64().unwrap()).abs() < 1e-6, "{value} {best}");
}

/// What three battles have not met may still happen.
#[test]
fn a_sample_never_says_never() {
    let text = out(&["simulate", "eu9/pavia", "-n", "3", "--seed", "1"]);
    assert!(!text.contains("never") && !text.contains("always"), "{text}");
    assert!(text.contains("0.0 % (0.0 to 56.2)"), "{text}");
}

#[test]
fn bad_files_get_one_clear_message_and_status_1() {
    let folder = folder("bad-files");
    let good = out(&["example", "eu9", "pavia"]);
    let say = |name: &str, text: &str| {
        let path = file(&folder, name, text);
        let (status, message) = refused(&["odds", &path]);
        assert_eq!(status, 1);
        message.replace(&path, name)
    };
    let slips = [
        say("unknown-key.toml", &good.replace("terrain =", "terain =")),
        say("technology.toml", &good.replacen("\"renaissance\"", "\"lace\"", 1)),
        say("nine.toml", &good.replacen("counters = \"A+ LD\"", "counters = \"9LD\"", 1)),
        say("system.toml", &good.replace("system = \"eu9\"", "system = \"eu10\"")),
        say("not-toml.toml", "this is not TOML"),
        say("empty.toml", ""),
    ];
    insta::assert_snapshot!("bad_files", slips.join(""));
    let missing = folder.join("missing.toml");
    assert_eq!(refused(&["odds", missing.to_str().unwrap()]).0, 1);
    let binary = folder.join("binary.toml");
    std::fs::write(&binary, [0xff, 0xfe, 0x00]).unwrap();
    assert!(refused(&["odds", binary.to_str().unwrap()]).1.contains("not text in UTF-8"));
    assert!(refused(&["resolve", "eu9/waterloo"]).1.contains("no such battle; eu9 has"));
}

#[test]
fn wrong_usage_has_status_2() {
    for arguments in
        [&["fight"][..], &["odds"], &["odds", "eu9/pavia", "--best", "nobody"], &["simulate", "eu9/pavia"]]
    {
        assert_eq!(refused(arguments).0, 2, "{arguments:?}");
    }
}

#[test]
fn a_players_own_tables_are_used_and_marked() {
    let folder = folder("house-tables");
    let row = "[[combat-results.change]]\nrow = \"12\"\ncolumn = \"C\"\ncell = \"2 2/3 **\"\n";
    file(&folder, "mine.toml", row);
    let tables = folder.to_str().unwrap();
    let text = out(&["tables", "eu9", "combat-results", "--tables", tables]);
    assert!(text.contains("row 12, column C: house: "), "{text}");
    // 2 2/3 halved is 1 1/3 instead of 1: Spain loses a whole LD more and has no choice left.
    let dice = "9,6,6,7,7,3,10,7,6,3,3,5,5";
    let arguments = [
        "resolve",
        "eu9/italian-plain",
        "--dice",
        dice,
        "--choose",
        "retreat,stay,A+/A-",
        "--tables",
        tables,
    ];
    let told = out(&arguments);
    assert!(told.contains("combat-results 12 × C: 2 2/3 ** house"), "{told}");
    assert!(told.contains("which the technology makes 1 1/3 **"), "{told}");
    file(&folder, "mine.toml", "[combat-results]\nrows = [[\"<=3\", \"-\", \"-\", \"-\", \"-\", \"-\"]]\n");
    let (status, message) = refused(&["odds", "eu9/pavia", "--tables", tables]);
    assert_eq!(status, 1);
    assert!(message.contains("mine.toml, line 1, combat-results: the row `4` is missing"), "{message}");
    file(&folder, "mine.toml", "[no-such-table]\nrows = []\n");
    assert!(refused(&["odds", "eu9/pavia", "--tables", tables]).1.contains("no such table"));
}

#[test]
fn journals_are_written_verified_and_told_again() {
    let folder = folder("journals");
    let journal = folder.join("pavia.journal");
    let path = journal.to_str().unwrap();
    out(&["resolve", "eu9/pavia", "--seed", "7", "--journal", path]);
    assert!(out(&["verify", path]).starts_with("verified: "));
    assert_eq!(json(&["verify", path, "--json"])["verified"], true);
    let told = out(&["replay", path]);
    let once = out(&["resolve", "eu9/pavia", "--seed", "7"]);
    let end = once.trim_end().lines().rev().nth(1).unwrap();
    assert!(told.trim_end().ends_with(end));
    let (status, message) = refused(&["resolve", "eu9/pavia", "--seed", "8", "--journal", path]);
    assert!(status == 1 && message.contains("none is written over"), "never over another file: {message}");
    let text = std::fs::read_to_string(&journal).unwrap();
    let forged = text.replacen(" => ", " => 1", 1);
    let path = file(&folder, "forged.journal", &forged);
    assert!(refused(&["verify", &path]).1.contains("entry 1"));
}

#[test]
fn a_game_is_begun_and_played_by_the_computer() {
    let folder = folder("games");
    let journal = folder.join("pavia.journal");
    let path = journal.to_str().unwrap();
    out(&["new", "eu9/pavia", "--seed", "3", "--journal", path]);
    assert!(out(&["show", path]).contains("Waiting for"));
    assert!(refused(&["play", path]).1.contains("a person has to sit at a terminal"));
    out(&["play", path, "--computer", "both"]);
    assert!(out(&["verify", path]).starts_with("verified: "));
}

#[test]
fn every_system_answers_every_command() {
    let systems = json(&["systems", "--json"]);
    for system in systems["systems"].as_array().unwrap() {
        let key = system["key"].as_str().unwrap();
        let coverage = json(&["rules", key, "--coverage", "--json"]);
        assert!(!coverage["clauses"].as_array().unwrap().is_empty());
        assert!(out(&["rules", key, "--coverage"]).contains("clauses"));
        assert!(!json(&["tables", key, "--json"])["tables"].as_array().unwrap().is_empty());
        assert!(json(&["schema", key])["battle-files"].is_object());
        for battle in system["battles"].as_array().unwrap() {
            let name = format!("{key}/{}", battle.as_str().unwrap());
            out(&["resolve", &name, "--seed", "1", "--policy"]);
        }
    }
}

#[test]
fn sheets_are_made_from_the_tables_and_switches_in_force() {
    assert!(out(&["sheet", "days-of-empire"]).starts_with("<!DOCTYPE html>"));
    let folder = folder("sheet-tables");
    file(&folder, "mine.toml", "[[ladder.change]]\nrow = \"1\"\ncolumn = \"6\"\ncell = \"HH\"\n");
    let tables = folder.to_str().unwrap();
    let svg =
        out(&["sheet", "days-of-empire", "--svg", "--reading", "square-target=line", "--tables", tables]);
    assert!(svg.starts_with("<svg") && svg.contains("HH*") && svg.contains("Changed: square-target line"));
    assert!(refused(&["sheet", "eu9"]).1.contains("eu9 has no sheets; days-of-empire has"));
    let (status, message) = refused(&["sheet", "days-of-empire", "--reading", "square-target=round"]);
    assert!(status == 1 && message.contains("write `dense` or `line`"), "{message}");
    assert!(refused(&["sheet", "days-of-empire", "--reading", "square"]).1.contains("write KEY=VALUE"));
}

#[test]
fn completions_and_man_page_are_made() {
    assert!(out(&["completions", "bash"]).contains("_grognard"));
    assert!(out(&["man"]).contains(".TH grognard"));
}

#[test]
fn a_study_plays_a_title_many_times_and_says_how_sure_it_is() {
    fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
        [&["study", "duel-for-apulia", "--games", "40", "--seed", "5"], more].concat()
    }
    let page = out(&with(&[]));
    assert!(page.contains("sampled, 40 games"), "{page}");
    let first = json(&with(&["--json"]));
    assert_eq!(first, json(&with(&["--json"])), "the same for a seed");
    assert_eq!(first["samples"], 40);
    let total: f64 = first["ends"].as_array().unwrap().iter().map(|end| end["p"].as_f64().unwrap()).sum();
    assert!((total - 1.0).abs() < 1e-9);
    // Who plays matters: chance against the policy is another study.
    assert_ne!(first, json(&with(&["--json", "--second", "random"])));
    let csv = out(&with(&["--csv"]));
    assert!(csv.starts_with("figure,value,share,low,high\n"), "{csv}");
    let folder = folder("study");
    let picture = folder.join("study.svg");
    let path = picture.to_str().unwrap();
    out(&with(&["--svg", path]));
    let svg = std::fs::read_to_string(&picture).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    // A picture is never written over another.
    assert_eq!(refused(&with(&["--svg", path])).0, 1);
    assert_eq!(refused(&["study", "nothing"]).0, 1);
    assert_eq!(refused(&["study", "duel-for-apulia", "--games", "0"]).0, 2);
}

/// The chance to win from a moment of a game: from its start as the title's own, later by what has happened since.
#[test]
fn a_study_plays_a_journal_on() {
    let folder = folder("study-journal");
    let path = folder.join("apulia.journal");
    let journal = path.to_str().unwrap();
    out(&["new", "duel-for-apulia", "--journal", journal, "--seed", "3", "--computer", "both"]);
    out(&["play", journal]);
    let games = ["--games", "20", "--seed", "5", "--json"];
    let title = json(&[&["study", "duel-for-apulia"][..], &games].concat());
    let moment = |entry: &str| json(&[&["study", journal, "--entry", entry][..], &games].concat());
    assert_eq!(moment("0")["summary"], title["summary"], "nothing has happened yet");
    let lines = std::fs::read_to_string(&path).unwrap().lines().filter(|line| line.contains(" => ")).count();
    let late = (lines - 2).to_string();
    assert_ne!(moment(&late)["summary"], title["summary"], "by then it is as good as over");
    let page = out(&["study", journal, "--entry", "4", "--games", "3"]);
    assert!(page.contains("played on from entry 4") && page.contains("sampled, 3 games"), "{page}");
    let (code, message) = refused(&["study", journal]);
    assert_eq!(code, 1);
    assert!(message.contains("the game is over; name an earlier entry"), "{message}");
    assert!(refused(&["study", journal, "--entry", "99999"]).1.contains("there is no moment after entry"));
}

/// A study and a simulation end when enough is known or the time is up, and say how many they have played.
#[test]
fn studies_and_simulations_keep_to_their_limits() {
    let page = out(&["study", "duel-for-apulia", "--games", "5000", "--margin", "15"]);
    assert!(page.contains("sampled, 64 games"), "{page}");
    let begun = std::time::Instant::now();
    let page = out(&["simulate", "eu9/pavia", "-n", "9000000000", "--seconds", "3"]);
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
    assert!(page.contains("sampled, "), "{page}");
    // What was cut short says so, with how many were done of how many; what was not says nothing of it.
    let short = ["study", "duel-for-apulia", "--games", "10000000", "--seconds", "2"];
    let page = out(&short);
    assert!(page.contains("The time of 2 s was up after ") && page.contains(" of 10000000 games"), "{page}");
    assert!(page.contains("95 % interval"), "{page}");
    let page = out(&["study", "duel-for-apulia", "--games", "3"]);
    assert!(!page.contains("was up"), "{page}");
    // Without a word there is a limit too, and the help says which.
    for (command, default) in [("simulate", "[default: 60]"), ("study", "[default: 600]")] {
        let help = out(&[command, "--help"]);
        assert!(help.split_once("--seconds").unwrap().1.contains(default), "{help}");
    }
    let (code, message) = refused(&["study", "bialystok-minsk", "--games", "10", "--seconds", "0.01"]);
    assert_eq!(code, 1);
    assert!(message.contains("not one came to its end in this time; give it more"), "{message}");
}

/// A journal keeps the tables it was begun with, and is carried out by no others.
#[test]
fn a_journal_keeps_its_tables() {
    let folder = folder("journal-tables");
    let tables = folder.join("house");
    std::fs::create_dir_all(&tables).unwrap();
    let row = "[[campaign-costs.change]]\nrow = \"simple\"\ncolumn = \"ducats\"\ncell = \"25\"\n";
    file(&tables, "ours.toml", row);
    let (tables, journal) = (tables.to_str().unwrap(), folder.join("war.journal"));
    let journal = journal.to_str().unwrap();
    out(&["new", "italian-wars", "--journal", journal, "--tables", tables]);
    let text = std::fs::read_to_string(journal).unwrap();
    assert!(text.contains("tables: ours.toml\n| [[campaign-costs.change]]\n"), "{text}");
    assert!(!text.contains(tables), "where the folder lies is nobody's business");
    for arguments in [&["verify", journal][..], &["verify", journal, "--tables", tables]] {
        assert!(out(arguments).contains("verified"));
    }
    file(std::path::Path::new(tables), "ours.toml", &row.replace("25", "30"));
    let (_, message) = refused(&["verify", journal, "--tables", tables]);
    assert!(message.contains("it was begun with other tables, which it keeps"), "{message}");
    let plain = folder.join("plain.journal");
    let plain = plain.to_str().unwrap();
    out(&["new", "italian-wars", "--journal", plain]);
    assert!(refused(&["show", plain, "--tables", tables]).1.contains("begun without tables of your own"));
    assert!(refused(&["new", "italian-wars", "--journal", plain]).1.contains("none is written over"));
}

#[test]
fn a_game_is_shown_as_it_once_stood() {
    let folder = folder("past");
    let journal = folder.join("past.journal");
    let journal = journal.to_str().unwrap();
    out(&["resolve", "eu9/pavia", "--seed", "7", "--policy", "--journal", journal]);
    let (start, now) = (out(&["show", journal, "--entry", "0"]), out(&["show", journal]));
    assert!(start.contains("Waiting for") && start != now, "{start}");
    assert!(refused(&["show", journal, "--entry", "9999"]).1.contains("there is no moment after entry 9999"));
    assert!(out(&["replay", journal, "--all"]).starts_with("pavia.toml"));
}

/// A title of one's own brings its map and its order of battle along: they lie beside it, and the journal keeps
/// them.
#[test]
fn a_title_brings_its_own_map_and_order_of_battle() {
    let folder = folder("own-title");
    let map =
        include_str!("../../damos/titles/army-group-center/map.toml").replace("\"Moscow\"", "\"Saray\"");
    let units = include_str!("../../damos/titles/army-group-center/order-of-battle.toml");
    let title = include_str!("../../damos/titles/bialystok-minsk/title.toml")
        .replace("army-group-center/map.toml", "steppe.toml")
        .replace("army-group-center/order-of-battle.toml", "divisions.toml");
    let title = file(&folder, "own.toml", &title);
    let journal = folder.join("own.journal").to_str().unwrap().to_owned();
    let (status, message) = refused(&["new", &title, "--journal", &journal]);
    assert!(status == 1 && message.contains("steppe.toml"), "{message}");
    let map = file(&folder, "steppe.toml", &map);
    file(&folder, "divisions.toml", units);
    out(&["new", &title, "--journal", &journal, "--seed", "1"]);
    // Whatever becomes of the files, the game goes on with those it was begun with.
    std::fs::remove_file(map).unwrap();
    assert!(out(&["verify", &journal]).contains("verified"));
}

/// A link from the battle desk is a battle like any other; one that was cut is refused in words.
#[test]
fn a_link_from_the_desk_is_read() {
    let text = grognard::system("eu9").unwrap().battle("italian-plain").unwrap();
    let battle = grognard_wire::Battle::from_text(text).unwrap();
    let linked = grognard_wire::Linked { battle, journal: None, openings: Vec::new() };
    let link = format!("http://127.0.0.1:1/{}", grognard_wire::write_link(&linked));
    let odds = |file: &str| json(&["odds", file, "--json", "--summary"])["summary"].clone();
    assert_eq!(odds(&link), odds("eu9/italian-plain"));
    let (status, message) = refused(&["odds", &link[..link.len() - 40]]);
    assert_eq!(status, 1);
    assert!(message.contains("cut or changed"), "{message}");
}

/// The desk's own tables travel in its links and files, and count here as they count there.
#[test]
fn a_link_or_file_from_the_desk_brings_its_tables() {
    let folder = folder("linked-tables");
    let row = "[[combat-results.change]]\nrow = \"12\"\ncolumn = \"C\"\ncell = \"2 2/3 **\"\n";
    file(&folder, "mine.toml", row);
    let text = grognard::system("eu9").unwrap().battle("italian-plain").unwrap();
    let mut battle = grognard_wire::Battle::from_text(text).unwrap();
    battle.tables = vec![grognard_wire::HouseTable { name: "mine.toml".to_owned(), text: row.to_owned() }];
    let linked = grognard_wire::Linked { battle, journal: None, openings: Vec::new() };
    let link = format!("http://127.0.0.1:1/{}", grognard_wire::write_link(&linked));
    let written = file(&folder, "battle.grognard", &format!("{link}\n"));
    let summary = |arguments: &[&str]| json(arguments)["summary"].clone();
    let own = summary(&["odds", "eu9/italian-plain", "--json", "--tables", folder.to_str().unwrap()]);
    assert_ne!(own, summary(&["odds", "eu9/italian-plain", "--json"]));
    assert_eq!(summary(&["odds", &link, "--json"]), own);
    assert_eq!(summary(&["odds", &written, "--json"]), own);
    // A whole game would be begun without them: that is not done behind anybody's back.
    let (status, message) = refused(&["new", &link]);
    assert!(status == 1 && message.contains("--tables"), "{message}");
}
