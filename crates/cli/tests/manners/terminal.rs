//! The program at a terminal of its own, so many columns wide.

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// Runs a command at a terminal, types lines as they are asked for, and hands back what stood on the screen and whether it
/// went well.
pub(super) fn at_terminal(
    folder: &Path,
    arguments: &[&str],
    lines: &[&str],
    columns: &str,
) -> (String, bool) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
    let side = || Stdio::from(OpenOptions::new().read(true).write(true).open(&name).unwrap());
    let mut child = Command::new(env!("CARGO_BIN_EXE_grognard"))
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env("COLUMNS", columns)
        .stdin(side())
        .stdout(side())
        .stderr(side())
        .spawn()
        .unwrap();
    let mut keys = File::from(master);
    let mut screen = keys.try_clone().unwrap();
    // What is typed ahead waits in the terminal until it is asked for.
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    keys.write_all(text.as_bytes()).unwrap();
    let reader = std::thread::spawn(move || {
        let (mut seen, mut bytes) = (Vec::new(), [0; 4096]);
        // The terminal is gone when the program is.
        while let Ok(count @ 1..) = screen.read(&mut bytes) {
            seen.extend_from_slice(&bytes[..count]);
        }
        String::from_utf8_lossy(&seen).replace("\r\n", "\n")
    });
    let begun = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if begun.elapsed() > PATIENCE => {
                child.kill().unwrap();
                break child.wait().unwrap();
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    (reader.join().unwrap(), status.success())
}

/// Nothing that is printed for people is wider than the terminal.
#[test]
fn nothing_is_wider_than_the_terminal() {
    let folder = crate::folder("narrow");
    for journal in
        [("game.journal", "bialystok-minsk"), ("wars.journal", "italian-wars"), ("alma.journal", "the-alma")]
    {
        let path = folder.join(journal.0);
        crate::out(&[
            "new",
            journal.1,
            "--seed",
            "1",
            "--computer",
            "both",
            "--journal",
            path.to_str().unwrap(),
        ]);
    }
    crate::out(&[
        "resolve",
        "eu9/pavia",
        "--seed",
        "7",
        "--journal",
        folder.join("pavia.journal").to_str().unwrap(),
    ]);
    for columns in ["40", "60", "80"] {
        let width: usize = columns.parse().unwrap();
        for arguments in [
            &["systems"][..],
            &["rules", "damos"],
            &["rule", "EU9-BATTLE-u"],
            &["tables", "eu9"],
            &["tables", "eu9", "combat-results"],
            &["example", "eu9"],
            &["new"],
            &["odds", "eu9/pavia"],
            &["odds", "eu9/pavia", "--best", "both"],
            &["odds", "eu9/pavia", "--joint", "attacker-wins,defender-losses"],
            &["simulate", "eu9/pavia", "-n", "1000"],
            &["resolve", "eu9/pavia", "--seed", "7", "--policy"],
            &["study", "duel-for-apulia", "--games", "4"],
            &["study", "eu9/pavia", "--vary", "attacker.leader.fire=0..5"],
            &["show", "game.journal"],
            &["show", "wars.journal"],
            &["show", "alma.journal"],
            &["show", "pavia.journal"],
            &["replay", "pavia.journal", "--all"],
            &["verify", "pavia.journal"],
            &["answer", "game.journal"],
            &["roster"],
            &["odds", "nothing.toml"],
        ] {
            let (screen, _) = at_terminal(&folder, arguments, &[], columns);
            assert!(!screen.is_empty(), "{arguments:?}");
            // On a busy machine a bar of progress may have been shown, and wiped out again.
            let shown = screen.lines().map(|line| line.rsplit("\u{1b}[2K").next().unwrap_or(line));
            let wide = shown.into_iter().find(|line| line.chars().count() > width);
            assert_eq!(wide, None, "{arguments:?} at {columns} columns");
        }
    }
    // A board that cannot fit says so and offers the picture; on a wide terminal it is drawn.
    let board = |columns: &str| at_terminal(&folder, &["show", "game.journal"], &[], columns).0;
    assert!(board("40").contains("show game.journal --svg"), "{}", board("40"));
    assert!(!board("400").contains("show game.journal --svg"));
    // So does a table of provinces: its rows are not broken into two.
    let wars = |columns: &str| at_terminal(&folder, &["show", "wars.journal"], &[], columns).0;
    for columns in ["40", "80", "120"] {
        let screen = wars(columns);
        let plain: String = screen.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(plain.contains("show wars.journal --svg") && !plain.contains("province city"), "{screen}");
        assert!(plain.contains("Habsburg: Campania (campania):"), "who stands where is listed: {screen}");
    }
    assert!(wars("400").contains("province           city"), "{}", wars("400"));
}

/// Where a table has no room its columns go on below; no line of it is broken.
#[test]
fn tables_go_on_below_where_there_is_no_room() {
    let folder = crate::folder("cut-tables");
    for columns in ["40", "60", "80"] {
        let joint = ["odds", "eu9/pavia", "--joint", "attacker-losses,defender-losses"];
        let (screen, _) = at_terminal(&folder, &joint, &[], columns);
        let table: Vec<&str> =
            screen.lines().filter(|line| line.contains('%') || line.contains('–')).collect();
        let rows: Vec<&str> = ["0", "1", "2", "3", "4", "5", "all"].into_iter().collect();
        let parts = table.len() / rows.len();
        assert_eq!((table.len(), parts > 1), (parts * rows.len(), columns != "80"), "{columns}: {screen}");
        for (at, line) in table.iter().enumerate() {
            assert_eq!(line.split_whitespace().next(), Some(rows[at % rows.len()]), "{columns}: {screen}");
        }
        let against =
            ["study", "duel-for-apulia", "--against", "pyrrhus-on-the-road-to-rome", "--games", "4"];
        let (screen, _) = at_terminal(&folder, &against, &[], columns);
        for line in screen.lines().filter(|line| line.contains('±')) {
            let cells = line.split('±').next().unwrap().split_whitespace();
            let numbers = cells.filter(|word| word.parse::<f64>().is_ok()).count();
            assert_eq!(numbers, 3, "{columns}: {screen}");
        }
        assert_eq!(screen.lines().filter(|line| line.contains('±')).count(), 4, "{columns}: {screen}");
        // The rule below the heads of a chart is cut, not carried over.
        let (screen, _) = at_terminal(&folder, &["tables", "eu9", "combat-results"], &[], columns);
        assert_eq!(screen.lines().filter(|line| line.contains('─')).count(), 1, "{columns}: {screen}");
    }
}

/// Every title is played in any terminal: no line of a question, of what can be asked there or of the board is wider.
#[test]
fn every_title_is_asked_within_the_terminal() {
    let folder = crate::folder("titles-narrow");
    for title in grognard::systems().iter().flat_map(|system| system.titles()).map(|(key, _)| key) {
        let journal = format!("{title}.journal");
        let path = folder.join(&journal);
        let path = path.to_str().unwrap();
        crate::out(&["new", &title, "--seed", "1", "--computer", "second", "--journal", path]);
        for columns in ["40", "80", "120"] {
            let lines = ["", "show", "goal", "odds", "advice", "why 2", "odds 2", "quit"];
            let (screen, well) = at_terminal(&folder, &["play", &journal], &lines, columns);
            assert!(well, "{title}: {screen}");
            assert!(screen.contains("Everything is kept"), "{title}: {screen}");
            let width: usize = columns.parse().unwrap();
            // What was typed is not echoed here: an answer stands right behind the prompt.
            let answers = screen.lines().map(|line| line.trim_start_matches("> "));
            let wide = answers.into_iter().find(|line| line.chars().count() > width);
            assert_eq!(wide, None, "{title} at {columns} columns");
        }
    }
}

/// Whoever closes the line at a terminal gets up from the table: that is no error, and everything is kept.
#[test]
fn closing_the_line_is_leaving() {
    let folder = crate::folder("closing");
    let path = folder.join("duel.journal");
    crate::out(&["new", "duel-for-apulia", "--seed", "1", "--journal", path.to_str().unwrap()]);
    let (screen, well) = at_terminal(&folder, &["play", "duel.journal"], &["goal\n\u{4}"], "80");
    assert!(well && screen.contains("Everything is kept"), "{screen}");
}
