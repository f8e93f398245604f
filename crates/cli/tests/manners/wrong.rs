//! All commands with wrong files, wrong kinds of file, wrong names, closed pipes and no terminal: one message that says
//! what, where and what would be right; nothing written; never a panic.

use crate::{file, folder, out, refused, run};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

/// What lies in a folder, to the last byte.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries
        .map(|entry| {
            (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap_or_default())
        })
        .collect()
}

/// Files that are not what is wanted, with a word that every refusal of them has.
struct Wrong {
    battle: String,
    journal: String,
    others: Vec<(String, &'static str)>,
}

fn wrong(folder: &Path) -> Wrong {
    let battle = file(folder, "battle.toml", &out(&["example", "eu9", "pavia"]));
    let journal = folder.join("game.journal").to_str().unwrap().to_owned();
    out(&["resolve", "eu9/pavia", "--seed", "7", "--journal", &journal]);
    std::fs::create_dir(folder.join("folder.toml")).unwrap();
    std::fs::write(folder.join("binary.toml"), [0xff, 0xfe, 0x00, 0x01]).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let others = vec![
        (path("missing.toml"), "no such file"),
        (path("folder.toml"), "this is a folder"),
        (path("binary.toml"), "not text in UTF-8|not a journal"),
        (file(folder, "empty.toml", ""), "missing field `system`|not a journal|no game was begun|empty"),
        (file(folder, "notes.toml", "Dear diary,\n"), "line 1"),
        (file(folder, "report.json", "{ \"p\": 1 }\n"), "this is JSON|not a journal"),
    ];
    Wrong { battle, journal, others }
}

/// Refused with status 1, in one message that names the file and says one of some words.
fn is_refused(arguments: &[&str], name: &str, says: &str) {
    let (status, message) = refused(arguments);
    assert_eq!(status, 1, "{arguments:?}: {message}");
    assert!(message.starts_with("error: "), "{arguments:?}: {message}");
    assert!(!message.contains("panicked") && !message.contains("untagged"), "{arguments:?}: {message}");
    let short = Path::new(name).file_name().unwrap().to_str().unwrap();
    assert!(message.contains(short), "{arguments:?} does not name {short}: {message}");
    let said = says.split('|').any(|words| message.to_lowercase().contains(&words.to_lowercase()));
    assert!(said, "{arguments:?} says nothing of `{says}`: {message}");
}

#[test]
fn where_a_battle_is_wanted_nothing_else_is_taken() {
    let folder = folder("wrong-battles");
    let wrong = wrong(&folder);
    let new = folder.join("new.journal").to_str().unwrap().to_owned();
    let svg = folder.join("new.svg").to_str().unwrap().to_owned();
    let before = contents(&folder);
    let commands: [&[&str]; 8] = [
        &["odds"],
        &["odds", "--json"],
        &["resolve", "--journal", &new],
        &["simulate", "-n", "10"],
        &["allocate"],
        &["new", "--journal", &new],
        &["study", "--games", "2", "--svg", &svg],
        &["bot", "--journal", &new],
    ];
    for command in commands {
        let with = |file: &str| -> Vec<String> {
            command.iter().map(|word| (*word).to_owned()).chain([file.to_owned()]).collect()
        };
        for (path, says) in &wrong.others {
            let arguments = with(path);
            is_refused(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), path, says);
        }
        if command[0] != "study" {
            let arguments = with(&wrong.journal);
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            is_refused(&arguments, &wrong.journal, "this is the journal of a game, not a battle file");
        }
        for (typed, says) in [
            ("eu9/pvaia", "did you mean `pavia`?"),
            ("pavia", "did you mean `eu9/pavia`?|no title `pavia`"),
            ("waterloo", "no such file|no title `waterloo`"),
        ] {
            let arguments = with(typed);
            is_refused(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), typed, says);
        }
    }
    is_refused(&["odds", "italian-wars"], "italian-wars", "this is a whole game, not a battle");
    assert_eq!(contents(&folder), before, "nothing is written");
}

#[test]
fn where_a_journal_is_wanted_nothing_else_is_taken() {
    let folder = folder("wrong-journals");
    let wrong = wrong(&folder);
    let before = contents(&folder);
    let database = format!("sqlite:{}", folder.join("games.db").display());
    for command in [
        &["show"][..],
        &["show", "--svg"],
        &["play"],
        &["replay"],
        &["verify"],
        &["repair"],
        &["answer"],
        &["answer", "--json", "--take"],
        &["study", "--entry", "1"],
        &["import", "--database", &database],
    ] {
        for (path, says) in wrong.others.iter().map(|(path, says)| (path, *says)) {
            let says = if says == "line 1" { "not a journal" } else { says };
            is_refused(&[command, &[path.as_str()]].concat(), path, says);
        }
        is_refused(
            &[command, &[wrong.battle.as_str()]].concat(),
            &wrong.battle,
            "this is a battle file or a title, not the journal of a game; begin a game of it with: grognard new",
        );
    }
    let mut after = contents(&folder);
    // The database is made before it is known that nothing goes into it; no game is in it.
    after.retain(|name, _| !name.starts_with("games.db"));
    assert_eq!(after, before, "nothing is written");
}

#[test]
fn wrong_names_are_met_with_the_nearest_right_one() {
    for (arguments, says) in [
        (&["rules", "eu8"][..], "did you mean `eu9`?"),
        (&["tables", "damso"], "did you mean `damos`?"),
        (&["tables", "eu9", "combat-result"], "did you mean `combat-results`?"),
        (&["example", "eu9", "pvaia"], "did you mean `pavia`?"),
        (&["schema", "ancient-wold"], "did you mean `ancient-world`?"),
        (&["rule", "EU9-BATTLE-zz"], "no clause `EU9-BATTLE-zz`"),
        (&["new", "bialystok-misnk"], "did you mean `bialystok-minsk`?"),
        (&["study", "italian-was"], "did you mean `italian-wars`?"),
        (&["man", "ods"], "did you mean `odds`?"),
        (&["odds", "eu9/pavia", "--given", "atacker-wins"], "did you mean `attacker-wins`?"),
        (
            &["odds", "eu9/pavia", "--best", "both", "--objective", "atacker-losses"],
            "did you mean `attacker-losses`?",
        ),
        (&["roster", "british-801"], "british-80"),
        (&["umpire", "eu9", "eu9/pavia"], "only days-of-empire is played on a real table"),
    ] {
        let (status, message) = refused(arguments);
        assert!(status == 1 && message.contains(says), "{arguments:?}: {message}");
    }
    for arguments in
        [&["oods"][..], &["odds", "eu9/pavia", "--jsno"], &["answer"], &["bot", "x", "--side", "third"]]
    {
        let (status, message) = refused(arguments);
        assert_eq!(status, 2, "{arguments:?}: {message}");
    }
}

/// Whatever is written for people to look at is written over nothing.
#[test]
fn no_page_and_no_picture_is_written_over_a_file() {
    let folder = folder("written-over");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let journal = path("duel.journal");
    out(&["new", "duel-for-apulia", "--seed", "1", "--computer", "both", "--journal", &journal]);
    let thesis = file(&folder, "thesis.html", "important");
    let pictures = folder.join("pictures");
    std::fs::create_dir(&pictures).unwrap();
    file(&pictures, "001.svg", "important");
    let before = (contents(&folder), contents(&pictures));
    for (option, at, named) in [
        ("--html", thesis.as_str(), "thesis.html"),
        ("--svg", pictures.to_str().unwrap(), "001.svg"),
        ("--html", pictures.to_str().unwrap(), "pictures"),
    ] {
        is_refused(&["replay", &journal, option, at], named, "none is written over");
    }
    assert_eq!((contents(&folder), contents(&pictures)), before);
    let page = path("page.html");
    out(&["replay", &journal, "--html", &page]);
    assert!(std::fs::read_to_string(&page).unwrap().trim_end().ends_with("</html>"));
    out(&["replay", &journal, "--svg", &path("new")]);
    assert!(folder.join("new").join("001.svg").exists());
}

/// What is no folder of tables, no position and no journal is told what is wanted there.
#[test]
fn other_files_in_the_wrong_place_are_told_what_is_wanted() {
    let folder = folder("wrong-places");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let journal = path("duel.journal");
    out(&["new", "duel-for-apulia", "--seed", "1", "--journal", &journal]);
    let notes = file(&folder, "notes.txt", "Dear diary,\n");
    let wanted = "--tables takes a folder with TOML files";
    is_refused(&["odds", "eu9/pavia", "--tables", &notes], &notes, wanted);
    is_refused(&["odds", "eu9/pavia", "--tables", &path("nowhere")], "nowhere", "no such folder");
    let new = path("new.journal");
    let arguments = ["new", "duel-for-apulia", "--journal", &new, "--position"];
    is_refused(&[&arguments[..], &[journal.as_str()]].concat(), &journal, "show");
    is_refused(&["new", "duel-for-apulia", "--journal", &path("none/x.journal")], "none", "no such folder");
    is_refused(
        &["study", "eu9/pavia", "--entry", "3"],
        "eu9/pavia",
        "--entry goes with the journal of a game",
    );
    assert_eq!(contents(&folder).len(), 2, "nothing is written");
}

/// A reader that goes away is no failure and no panic.
#[test]
fn a_closed_pipe_ends_it_quietly() {
    for arguments in [
        &["systems"][..],
        &["rules", "eu9", "--coverage"],
        &["tables", "eu9", "--json"],
        &["odds", "eu9/pavia", "--json"],
        &["simulate", "eu9/pavia", "-n", "1000", "--csv"],
        &["schema", "eu9"],
        &["resolve", "eu9/pavia", "--seed", "1", "--json"],
        &["completions", "zsh"],
        &["man"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_grognard"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), message.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

/// Without a terminal nothing waits for somebody who is not there.
#[test]
fn without_a_terminal_nothing_waits() {
    let folder = folder("no-terminal");
    let journal = folder.join("game.journal");
    let journal = journal.to_str().unwrap();
    out(&["new", "eu9/pavia", "--seed", "1", "--journal", journal]);
    let (status, message) = refused(&["play", journal]);
    assert!(status == 1 && message.contains("a person has to sit at a terminal"), "{message}");
    for arguments in
        [&["battle", "eu9"][..], &["resolve", "eu9/pavia", "--dice"], &["bot", "eu9/pavia", "--seed", "7"]]
    {
        let output = run(arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(
            output.status.code() == Some(1) && message.contains("input ended"),
            "{arguments:?}: {message}"
        );
    }
}

#[test]
fn man_pages_and_completions_know_everything() {
    assert!(out(&["man", "odds"]).contains(".TH grognard-odds"));
    let folder = folder("man");
    let said = out(&["man", "--dir", folder.to_str().unwrap()]);
    assert!(folder.join("grognard-bot.1").exists() && said.contains("pages in"), "{said}");
    let (status, message) = refused(&["man", "--dir", folder.to_str().unwrap()]);
    assert!(status == 1 && message.contains("none is written over"), "{message}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = out(&["completions", shell]);
        if ["bash", "zsh"].contains(&shell) {
            for name in ["eu9/pavia", "bialystok-minsk", "days-of-empire"] {
                assert!(text.contains(name), "{shell} does not know {name}");
            }
        }
    }
    // What is known is not all that is taken, and help does not list it.
    assert!(!out(&["odds", "--help"]).contains("eu9/cerignola"));
}
