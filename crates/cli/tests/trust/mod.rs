//! Nothing is lost, nothing is foreseen: files, locks, full disks, torn lines, kills and dice.

mod dice;
mod kills;

use crate::{file, folder, json, out, refused, run};
use grognard::umpire::{Flaw, Journal};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The files of a folder with their bytes.
fn listing(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

/// A game that asks for typed dice on standard input and decides everything else by policy.
fn at_the_dice(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_grognard"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .env("NO_COLOR", "1")
        .spawn()
        .expect("the program starts")
}

/// Reads a game's output up to its next call for dice.
fn until_prompt(child: &mut Child) -> String {
    let mut told = Vec::new();
    let mut byte = [0];
    let stdout = child.stdout.as_mut().unwrap();
    while !told.ends_with(b" > ") && stdout.read(&mut byte).unwrap() == 1 {
        told.push(byte[0]);
    }
    String::from_utf8(told).unwrap()
}

/// A game that waits for its third throw, with its journal.
fn waiting_game(journal: &str) -> Child {
    let mut child = at_the_dice(&["resolve", "eu9/pavia", "--policy", "--dice", "--journal", journal]);
    for _ in 0..2 {
        assert!(until_prompt(&mut child).ends_with("throw d10 > "));
        child.stdin.as_mut().unwrap().write_all(b"5\n").unwrap();
    }
    until_prompt(&mut child);
    child
}

fn killed(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn nothing_is_written_to_a_file_that_is_not_a_journal() {
    let folder = folder("not-ours");
    let whole = folder.join("whole.journal");
    out(&["new", "eu9/pavia", "--seed", "1", "--journal", whole.to_str().unwrap()]);
    let begun = fs::read_to_string(&whole).unwrap();
    let texts = [
        "important",
        "important\nand more",
        "important\n",
        "",
        "grognard-journal 2",
        "grognard-journal 2\nmy diary\nof July",
        "grognard-journal 9\nsystem: eu9\n",
        &begun.replace("title: pavia", "title: pavai"),
        &format!("{begun}1 0000 first"),
        &format!("{begun}1 0000 first X [y] choose => z\n2 00"),
    ];
    for (index, text) in texts.iter().enumerate() {
        file(&folder, &format!("{index}.txt"), text);
    }
    let before = listing(&folder);
    for index in 0..texts.len() {
        let path = folder.join(format!("{index}.txt"));
        let path = path.to_str().unwrap();
        for arguments in
            [&["play", path][..], &["play", path, "--computer", "both"], &["show", path], &["verify", path]]
        {
            let (status, message) = refused(arguments);
            assert!(status == 1 && message.contains(path), "{arguments:?}: {message}");
        }
        // A torn line is the one thing that repair may touch; it is the eighth.
        if index != 8 {
            let (status, message) = refused(&["repair", path]);
            assert!(status == 1 && message.contains(path), "{message}");
        }
    }
    assert_eq!(listing(&folder), before);
}

#[test]
fn what_is_no_ordinary_file_is_refused_at_once() {
    let folder = folder("wonders");
    let pipe = folder.join("pipe.toml");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (pipe, folder) = (pipe.to_str().unwrap(), folder.to_str().unwrap());
    for path in ["/dev/zero", pipe, folder] {
        for command in ["odds", "resolve", "new", "study", "play", "show", "verify", "replay", "repair"] {
            let since = Instant::now();
            let (status, message) = refused(&[command, path]);
            assert_eq!(status, 1, "{command} {path}: {message}");
            let reason =
                if path == folder { "this is a folder; name a file" } else { "no ordinary file but a pipe" };
            assert!(message.contains(path) && message.contains(reason), "{command} {path}: {message}");
            assert!(since.elapsed() < Duration::from_secs(5), "{command} {path}");
        }
    }
}

/// Names of files stand in journals and on terminals.
#[test]
fn file_names_with_control_characters_are_refused() {
    let folder = folder("names");
    let battle = out(&["example", "eu9", "pavia"]);
    for name in ["two\nlines.toml", "red\u{1b}[31m.toml"] {
        let path = file(&folder, name, &battle);
        for command in ["odds", "resolve", "new"] {
            let (status, message) = refused(&[command, &path]);
            assert!(status == 1 && message.contains("control characters"), "{message}");
            assert!(!message.trim_end().contains(['\n', '\u{1b}']), "{message}");
        }
    }
    let journal = folder.join("two\nlines.journal");
    let (status, _) = refused(&["new", "eu9/pavia", "--journal", journal.to_str().unwrap()]);
    assert!(status == 1 && !journal.exists());
    let house = folder.join("house");
    fs::create_dir(&house).unwrap();
    file(&house, "a\nb.toml", "");
    let (_, message) = refused(&["odds", "eu9/pavia", "--tables", house.to_str().unwrap()]);
    assert!(message.contains("control characters"), "{message}");
}

/// Keys of options come from files; some of them no journal could hold.
#[test]
fn words_in_files_that_would_break_a_journal_or_a_terminal_are_refused() {
    let folder = folder("words");
    let battle = out(&["example", "death-of-empires", "reference-combat"]);
    for (bad, reason) in [
        ("I => 1", "` => ` has a meaning of its own"),
        ("I\\n1", "a control character"),
        ("I\\u001b[2J1", "a control character"),
    ] {
        let path = file(&folder, "battle.toml", &battle.replace("\"I1\"", &format!("\"{bad}\"")));
        for command in ["resolve", "allocate", "odds", "new"] {
            let (status, message) = refused(&[command, &path]);
            assert_eq!(status, 1, "{command}: {message}");
            assert!(
                message.contains("battle.toml, line ") && message.contains(reason),
                "{command}: {message}"
            );
        }
    }
    // What is quoted from a damaged journal is stripped.
    let journal = folder.join("a.journal");
    out(&["new", "eu9/pavia", "--seed", "1", "--journal", journal.to_str().unwrap()]);
    let text = fs::read_to_string(&journal).unwrap();
    let path = file(&folder, "b.journal", &text.replace("title: pavia", "title: \u{1b}[31mpavia"));
    let (_, message) = refused(&["show", &path]);
    assert!(message.contains("line 4: a control character") && !message.contains('\u{1b}'), "{message}");
}

#[test]
fn a_journal_names_no_folder_of_this_machine() {
    let folder = folder("where");
    let path = file(&folder, "mine.toml", &out(&["example", "eu9", "pavia"]));
    let (new, resolved) = (folder.join("new.journal"), folder.join("resolved.journal"));
    out(&["new", &path, "--journal", new.to_str().unwrap()]);
    out(&["resolve", &path, "--journal", resolved.to_str().unwrap()]);
    for journal in [&new, &resolved] {
        let text = fs::read_to_string(journal).unwrap();
        assert!(text.contains("\ntitle: mine.toml\n"), "{text}");
        assert!(!text.contains(folder.to_str().unwrap()));
        assert!(out(&["verify", journal.to_str().unwrap()]).contains("verified"));
    }
    // By default a journal goes where one is, not where the battle file is.
    let value = json(&["resolve", &path, "--seed", "1", "--json"]);
    assert!(!value["journal"].as_str().unwrap().contains(folder.to_str().unwrap()));
}

#[test]
fn one_journal_is_played_by_one_program_at_a_time() {
    let folder = folder("locked");
    let journal = folder.join("pavia.journal");
    let path = journal.to_str().unwrap();
    let child = waiting_game(path);
    let before = fs::read(&journal).unwrap();
    for command in ["play", "repair"] {
        let (status, message) = refused(&[command, path]);
        let who = format!("process {} has had it open since a moment ago; close that game first", child.id());
        assert!(status == 1 && message.contains(&who), "{message}");
    }
    // Looking on is free.
    assert!(out(&["show", path]).contains("Waiting for"));
    assert!(out(&["verify", path]).contains("2 throws, typed by people"));
    assert_eq!(fs::read(&journal).unwrap(), before);
    // A note that a dead program has left behind keeps nobody out.
    killed(child);
    assert!(folder.join("pavia.journal.lock").exists(), "left behind");
    let mut next = at_the_dice(&["play", path]);
    assert!(until_prompt(&mut next).ends_with("throw d10 > "));
    drop(next.stdin.take());
    assert_eq!(next.wait().unwrap().code(), Some(1));
    assert!(!folder.join("pavia.journal.lock").exists(), "taken away");
    // Nor is somebody's own file of that name touched.
    file(&folder, "pavia.journal.lock", "the key of the shed");
    let mut next = at_the_dice(&["play", path]);
    until_prompt(&mut next);
    assert!(refused(&["play", path]).1.contains("another program has it open; close that game first"));
    killed(next);
    assert_eq!(fs::read_to_string(folder.join("pavia.journal.lock")).unwrap(), "the key of the shed");
}

/// Whatever another program does to the file, nothing is added to what we did not write.
#[test]
fn the_end_of_the_file_is_looked_at_before_every_entry() {
    let folder = folder("meddled");
    type Meddle = fn(&Path);
    let meddling: [(&str, Meddle, &str); 5] = [
        (
            "longer",
            |path| fs::OpenOptions::new().append(true).open(path).unwrap().write_all(b"x").unwrap(),
            "another program has written to it",
        ),
        (
            "shorter",
            |path| fs::write(path, &fs::read(path).unwrap()[..700]).unwrap(),
            "another program has written to it",
        ),
        (
            "other",
            |path| {
                let mut bytes = fs::read(path).unwrap();
                let last = bytes.len() - 2;
                bytes[last] ^= 1;
                fs::write(path, bytes).unwrap();
            },
            "another program has written to it",
        ),
        (
            "replaced",
            |path| {
                let copy = path.with_extension("copy");
                fs::copy(path, &copy).unwrap();
                fs::rename(&copy, path).unwrap();
            },
            "it was moved or replaced",
        ),
        (
            "gone",
            |path| fs::rename(path, path.with_extension("elsewhere")).unwrap(),
            "it was moved or replaced",
        ),
    ];
    for (name, meddle, reason) in meddling {
        let journal = folder.join(format!("{name}.journal"));
        let mut child = waiting_game(journal.to_str().unwrap());
        meddle(&journal);
        let after = fs::read(&journal).ok();
        child.stdin.as_mut().unwrap().write_all(b"5\n").unwrap();
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && message.contains(reason), "{name}: {message}");
        assert!(message.contains("the last answer is not kept"), "{message}");
        assert_eq!(fs::read(&journal).ok(), after, "{name}: nothing is written");
    }
}

/// A limit on the size of files stands in for a full disk: the first entry that does not fit is written in part.
#[test]
fn a_full_disk_loses_nothing_that_was_told() {
    let folder = folder("full");
    let battle = out(&["example", "eu9", "pavia"]);
    let limited = |blocks: usize, arguments: &str| {
        let program = env!("CARGO_BIN_EXE_grognard");
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec '{program}' {arguments}");
        Command::new("sh").arg("-c").arg(script).stdin(Stdio::null()).output().unwrap()
    };
    // The limit comes in blocks of 512 bytes; padding moves it through the entries.
    for padding in (0..512).step_by(64) {
        let battle = file(&folder, "battle.toml", &format!("{battle}# {}\n", "-".repeat(padding)));
        let journal = folder.join(format!("{padding}.journal"));
        let path = journal.to_str().unwrap();
        out(&["new", &battle, "--seed", "3", "--computer", "both", "--journal", path]);
        let begun = fs::read(&journal).unwrap();
        out(&["play", path]);
        let whole = fs::read_to_string(&journal).unwrap();
        let blocks = begun.len().div_ceil(512);
        assert!(whole.len() > blocks * 512, "the limit lies within the game");
        fs::write(&journal, &begun).unwrap();
        let output = limited(blocks, &format!("play '{path}'"));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{message}");
        let words = "The last answer is not kept; everything before it is";
        assert!(message.contains(path) && message.contains(words), "{message}");
        let kept = fs::read_to_string(&journal).unwrap();
        assert!(whole.starts_with(&kept) && kept.ends_with('\n'), "whole entries only");
        let next = whole[kept.len()..].find('\n').unwrap();
        assert!(kept.len() + next + 1 > blocks * 512, "and every one that had room");
        let replayed = out(&["replay", path, "--all"]);
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        for line in told.lines().filter(|line| line.contains("EU9-")) {
            assert!(replayed.contains(line), "told, and in no file: {line}");
        }
        assert!(out(&["verify", path]).starts_with("verified: "));
        out(&["play", path]);
        assert_eq!(fs::read_to_string(&journal).unwrap(), whole, "and goes on when there is room again");
    }
    // Where there is no room for a note of who has it open, no half of one stays behind.
    let begun = folder.join("begun.journal");
    let path = begun.to_str().unwrap();
    out(&["new", "eu9/pavia", "--seed", "3", "--computer", "both", "--journal", path]);
    assert_eq!(limited(0, &format!("play '{path}'")).status.code(), Some(1));
    assert!(!folder.join("begun.journal.lock").exists(), "half a note");
    // A journal that cannot be begun leaves nothing behind, nor does its secret.
    let none = folder.join("none.journal");
    let output = limited(1, &format!("new eu9/pavia --journal '{}'", none.display()));
    assert!(
        output.status.code() == Some(1) && String::from_utf8_lossy(&output.stderr).contains("none.journal")
    );
    let left: Vec<String> =
        listing(&folder).into_iter().map(|(name, _)| name).filter(|name| name.starts_with("none")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_torn_line_is_said_to_be_torn_and_mended_by_consent() {
    let folder = folder("torn");
    let journal = folder.join("pavia.journal");
    let path = journal.to_str().unwrap();
    out(&["new", "eu9/pavia", "--seed", "3", "--computer", "both", "--journal", path]);
    out(&["play", path]);
    let whole = fs::read_to_string(&journal).unwrap();
    assert!(out(&["repair", path]).contains("nothing is changed"));
    let last = whole.trim_end().rfind('\n').unwrap() + 1;
    let mut copies = Vec::new();
    for length in [last + 1, last + 20, whole.len() - 2, whole.len() - 1] {
        let torn = &whole.as_bytes()[..length];
        fs::write(&journal, torn).unwrap();
        for command in ["play", "show", "verify", "replay"] {
            let (status, message) = refused(&[command, path]);
            assert!(status == 1 && message.contains("cut short in the middle of being written"), "{message}");
            assert!(
                message.contains(&format!("grognard repair {path}")) && !message.contains("hash"),
                "{message}"
            );
        }
        assert_eq!(fs::read(&journal).unwrap(), torn, "nothing happens unasked");
        let told = out(&["repair", path]);
        copies.push(torn.to_vec());
        for (index, copy) in copies.iter().enumerate() {
            let name = if index == 0 { "torn".to_owned() } else { format!("torn-{}", index + 1) };
            assert_eq!(&fs::read(folder.join(format!("pavia.journal.{name}"))).unwrap(), copy, "{told}");
        }
        // A line that lacks nothing but its end is an entry.
        let kept = if length == whole.len() - 1 { &whole } else { &whole[..last] };
        assert_eq!(fs::read_to_string(&journal).unwrap(), *kept, "{told}");
        out(&["play", path]);
        assert_eq!(fs::read_to_string(&journal).unwrap(), whole, "with the same dice to the same end");
    }
    // A change in the middle is no torn line.
    fs::write(&journal, whole.replacen(" => ", " => 1", 1)).unwrap();
    let (_, message) = refused(&["repair", path]);
    assert!(message.contains("entry 1") && message.contains("nothing is changed"), "{message}");
    let header = &whole[..whole.find("begin ").unwrap()];
    fs::write(&journal, header).unwrap();
    assert!(refused(&["repair", path]).1.contains("No game was begun in it"));
}

/// The journal says who plays, so that nobody has to say it again.
#[test]
fn a_journal_keeps_who_plays_which_seat() {
    let folder = folder("seats");
    let journal = folder.join("pavia.journal");
    let path = journal.to_str().unwrap();
    let told = out(&["new", "eu9/pavia", "--seed", "3", "--computer", "second", "--journal", path]);
    assert!(told.contains("The computer plays France."), "{told}");
    let text = fs::read_to_string(&journal).unwrap();
    assert!(text.contains("\nseat: first person\nseat: second computer\n"), "{text}");
    assert!(refused(&["play", path]).1.contains("a person has to sit at a terminal"));
    assert_eq!(fs::read_to_string(&journal).unwrap(), text);
    // Another choice is said, and kept.
    let told = out(&["play", path, "--computer", "both"]);
    let words = "From here on the computer plays Habsburg; until now it was a person.";
    assert!(told.contains(words) && told.matches("From here on").count() == 1, "{told}");
    let text = fs::read_to_string(&journal).unwrap();
    assert!(text.lines().any(|line| line.ends_with(" seat first computer")), "{text}");
    assert!(out(&["verify", path]).starts_with("verified: "));
    let journal = folder.join("both.journal");
    let path = journal.to_str().unwrap();
    out(&["new", "eu9/pavia", "--computer", "both", "--journal", path]);
    out(&["play", path]);
    assert!(json(&["verify", path, "--json"])["end"].is_object());
}

/// What was typed is kept; what a script got wrong leaves nothing behind.
#[test]
fn a_battle_is_written_down_as_it_goes() {
    let folder = folder("as-it-goes");
    let journal = folder.join("pavia.journal");
    let path = journal.to_str().unwrap();
    let child = waiting_game(path);
    let throws = |text: &str| text.lines().filter(|line| line.contains(" roll ")).count();
    assert_eq!(throws(&fs::read_to_string(&journal).unwrap()), 2);
    killed(child);
    let mut child = at_the_dice(&["play", path]);
    until_prompt(&mut child);
    child.stdin.as_mut().unwrap().write_all(b"5\n").unwrap();
    drop(child.stdin.take());
    let output = child.wait_with_output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("the input ended before the game did"));
    assert_eq!(throws(&fs::read_to_string(&journal).unwrap()), 3);
    let bad = folder.join("bad.journal");
    let bad = bad.to_str().unwrap();
    refused(&["resolve", "eu9/italian-plain", "--journal", bad, "--choose", "dance"]);
    refused(&["resolve", "eu9/italian-plain", "--journal", bad, "--policy", "--dice", "9,11"]);
    let left: Vec<String> = listing(&folder).into_iter().map(|(name, _)| name).collect();
    assert_eq!(left, ["pavia.journal"]);
}

/// What the tests of the file layer share with the kills: a journal on disk that is whole, or torn and mended.
fn whole_or_mended(path: &Path) -> Option<Journal> {
    let bytes = fs::read(path).ok()?;
    match Journal::read_bytes(&bytes) {
        Ok(journal) => Some(journal),
        Err(bad) if bad.flaw == Flaw::Torn => {
            assert!(run(&["repair", path.to_str().unwrap()]).status.success());
            Some(Journal::read_bytes(&fs::read(path).unwrap()).unwrap())
        }
        Err(bad) => {
            assert!(matches!(bad.flaw, Flaw::HeaderCutShort | Flaw::NotAJournal), "{bad}");
            None
        }
    }
}
