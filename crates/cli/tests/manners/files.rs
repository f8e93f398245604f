//! Files of one's own: what may be left out, what is said of slips, and a file by question and answer.

use crate::{file, folder, json, out, refused};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The least that a battle says.
const LEAST: &str = r#"system = "eu9"
kind = "land-battle"
title = "A meeting"
year = 1525
theatre = "europe"
terrain = "plain"
[attacker]
name = "Imperials"
country = "spain"
counters = "A+ LD"
technology = "renaissance"
leader = { name = "Pescara", manoeuvre = 4, fire = 4, shock = 3 }
[defender]
name = "France"
country = "france"
counters = "A+ A-"
technology = "renaissance"
leader = "replacement"
"#;

#[test]
fn date_sources_and_policy_may_be_left_out() {
    let folder = folder("left-out");
    let odds = |name: &str, text: &str| {
        json(&["odds", &file(&folder, name, text), "--json", "--summary"])["summary"].clone()
    };
    let least = odds("least.toml", LEAST);
    let stated = LEAST.replace("[defender]", "policy = { retreat = \"never\" }\n[defender]");
    assert_eq!(least, odds("stated.toml", &stated), "left out, nobody leaves the field");
    let leaving = LEAST.replace("[defender]", "policy = { retreat = \"always\" }\n[defender]");
    assert_ne!(least, odds("leaving.toml", &leaving));
    // Every ready battle is one without them too.
    let head = |line: &&str| !line.starts_with("date = ") && !line.starts_with("sources = ");
    for (system, name) in [("eu9", "lepanto"), ("ancient-world", "cannae"), ("damos", "smolensk-july")] {
        let text = out(&["example", system, name]);
        let less: Vec<&str> = text.lines().filter(head).collect();
        assert!(less.len() < text.lines().count(), "{system}/{name}");
        out(&[
            "resolve",
            &file(&folder, &format!("{name}.toml"), &less.join("\n")),
            "--seed",
            "1",
            "--policy",
        ]);
    }
}

/// Nobody who writes a battle has to know what the program is written in.
#[test]
fn slips_in_the_shape_of_a_file_are_told_in_plain_words() {
    let folder = folder("slips");
    let said = |from: &str, to: &str| {
        assert!(LEAST.contains(from), "{from}");
        let path = file(&folder, "slip.toml", &LEAST.replacen(from, to, 1));
        let (status, message) = refused(&["odds", &path]);
        assert_eq!(status, 1);
        for word in
            ["untagged", "enum", "struct", "expected u", "expected i", "serde", "sequence", "panicked"]
        {
            assert!(!message.contains(word), "{message}");
        }
        message.replace(&path, "slip.toml")
    };
    let slips = [
        said("year = 1525", "year = \"1525\""),
        said("year = 1525", "year = 99999"),
        said("year = 1525", "yeer = 1525"),
        said("terrain = \"plain\"", "terrain = \"plane\""),
        said("terrain = \"plain\"", "terrain = 3"),
        said("fire = 4", "fire = \"four\""),
        said("fire = 4", "fyre = 4"),
        said("leader = { name = \"Pescara\", manoeuvre = 4, fire = 4, shock = 3 }", "leader = 7"),
        said("leader = { name = \"Pescara\", manoeuvre = 4, fire = 4, shock = 3 }", "leader = { fire = 4 }"),
        said("counters = \"A+ LD\"", "counters = [\"A+\", \"LD\"]"),
        said("[defender]", "veteran = \"yes\"\n[defender]"),
        said("[attacker]", "attacker = 3\n[atacker]"),
        said("system = \"eu9\"", "system = \"eu8\""),
        said("title = \"A meeting\"\n", ""),
    ];
    insta::assert_snapshot!("slips", slips.join(""));
}

/// A change of two lines is told by its own lines, not by those of the chart it changes.
#[test]
fn a_slip_in_a_table_is_told_by_its_line() {
    let folder = folder("table-slips");
    let said = |text: &str| {
        file(&folder, "mine.toml", text);
        let (status, message) = refused(&["odds", "eu9/pavia", "--tables", folder.to_str().unwrap()]);
        assert_eq!(status, 1);
        message.replace(folder.to_str().unwrap(), "mine")
    };
    let change = "[[combat-results.change]]\nrow = \"12\"\ncolumn = \"C\"\ncell = \"2 LD\"\n";
    let slips = [
        said(change),
        said(&change.replace("row = \"12\"", "row = \"99\"")),
        said(&change.replace("column = \"C\"", "column = \"Q\"")),
        said(&change.replace("combat-results", "combat-result")),
        said(&change.replace("cell", "sell")),
        said("combat-results.change = [{ row = \"12\", column = \"C\", cell = \"2 LD\" }]\n"),
    ];
    insta::assert_snapshot!("table_slips", slips.join(""));
}

/// Types lines into `grognard battle`.
fn typed(folder: &Path, arguments: &[&str], lines: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grognard"))
        .arg("battle")
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    // One that ends before it has read everything has said why.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    child.wait_with_output().unwrap()
}

#[test]
fn a_battle_is_written_by_question_and_answer() {
    let folder = folder("asked");
    let names = |folder: &Path| std::fs::read_dir(folder).unwrap().count();
    let lines = [
        "My meeting",
        "1525",
        "?",
        "",
        "swamp",
        "Us",
        "spain",
        "A+",
        "renaissnce",
        "renaissance",
        "no",
        "Me",
        "9",
        "4",
        "5",
        "5",
        "Them",
        "",
        "A-",
        "renaissance",
        "",
        "He",
        "1",
        "1",
        "1",
    ];
    let output = typed(&folder, &["eu9"], &lines);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(
        said.contains("did you mean `renaissance`?") && said.contains("9 is out of bounds; 0 to 6"),
        "{said}"
    );
    assert!(said.contains("Europe, or the rest of the world"), "`?` tells what is meant: {said}");
    let path = folder.join("my-meeting.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    for line in
        ["terrain = \"swamp\"", "counters = \"A+\"", "manoeuvre = 4", "veteran = false", "name = \"He\""]
    {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(json(&["odds", path.to_str().unwrap(), "--json", "--summary"])["exact"].as_bool().unwrap());
    // Never over another, and that is said at once.
    let output = typed(&folder, &["eu9", "--file", "my-meeting.toml"], &["x"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("none is written over"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    // What the rules refuse is asked again.
    let many: Vec<&str> =
        ["Too many", "", "", "", "", "", "9LD"].into_iter().chain([""; 16]).chain(["A+"; 3]).collect();
    let output = typed(&folder, &["eu9"], &many);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("attacker.counters: 9 counters; a land stack has at most 3"), "{said}");
    assert!(output.status.success() && folder.join("too-many.toml").exists(), "{said}");
    // Left half-way, nothing is written.
    let before = names(&folder);
    for (lines, says) in
        [(&["Half", "1525"][..], "the input ended"), (&["Half", "quit"], "left before the end")]
    {
        let output = typed(&folder, &["eu9"], lines);
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(
            output.status.code() == Some(1)
                && message.contains(says)
                && message.contains("nothing is written")
        );
    }
    assert_eq!(names(&folder), before);
}

/// Every kind that has a ready battle can be written so, and what comes of it is a battle.
#[test]
fn every_kind_of_battle_can_be_asked_for() {
    let folder = folder("asked-kinds");
    for system in grognard::systems() {
        for kind in system.kinds {
            let line = format!("kind = \"{}\"", kind.key);
            if !system.battles().iter().any(|(_, text)| text.lines().any(|own| own.starts_with(&line))) {
                continue;
            }
            let name = format!("{}-{}.toml", system.key, kind.key);
            let lines: Vec<&str> = ["Mine"].into_iter().chain([""; 200]).collect();
            let output = typed(&folder, &[system.key, kind.key, "--file", &name], &lines);
            assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
            out(&["resolve", folder.join(&name).to_str().unwrap(), "--seed", "1", "--policy"]);
        }
    }
    let (status, message) = refused(&["battle", "eu9", "land-batle"]);
    assert!(status == 1 && message.contains("did you mean `land-battle`?"), "{message}");
    let (status, message) = refused(&["battle", "eu9", "--from", "pvaia"]);
    assert!(status == 1 && message.contains("did you mean `pavia`?"), "{message}");
}
