//! What is hidden stays hidden at the command line: journals under seal, seats' own files, one terminal for two.
#![cfg(unix)]

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grognard"));
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1").env("COLUMNS", "100");
    command
}

fn run(folder: &Path, arguments: &[&str]) -> std::process::Output {
    command(folder, arguments).stdin(Stdio::null()).output().expect("the program starts")
}

fn out(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert!(!output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).unwrap()
}

/// A scratch folder of one test, emptied first.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("secrets-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Where the program writes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Output {
    Here,
    Elsewhere,
}

/// The program at a terminal of its own, and whoever types there.
struct Terminal {
    child: Child,
    keys: File,
    screen: Receiver<Vec<u8>>,
    seen: String,
    read: usize,
}

impl Terminal {
    fn start(folder: &Path, arguments: &[&str]) -> Terminal {
        Terminal::spawn(&mut command(folder, arguments), Output::Here)
    }

    fn spawn(command: &mut Command, output: Output) -> Terminal {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let side = || Stdio::from(OpenOptions::new().read(true).write(true).open(&name).unwrap());
        if output == Output::Here {
            command.stdout(side());
        }
        let child = command.stdin(side()).stderr(side()).spawn().unwrap();
        let keys = File::from(master);
        let mut output = keys.try_clone().unwrap();
        let (send, screen) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The terminal is gone when the program is.
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                if send.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal { child, keys, screen, seen: String::new(), read: 0 }
    }

    /// Waits until some words have come since the last that were waited for, and hands back what came with them.
    fn until(&mut self, words: &str) -> String {
        for _ in 0..2_000 {
            if let Some(at) = self.seen[self.read..].find(words) {
                let from = self.read;
                self.read += at + words.len();
                return self.seen[from..self.read].to_owned();
            }
            match self.screen.recv_timeout(Duration::from_millis(100)) {
                Ok(bytes) => self.seen.push_str(&String::from_utf8_lossy(&bytes)),
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {}
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
            }
        }
        panic!("`{words}` did not come after:\n{}", &self.seen[self.read..]);
    }

    fn type_line(&mut self, line: &str) {
        self.keys.write_all(format!("{line}\n").as_bytes()).unwrap();
        // What is typed is echoed; wait for it, so that it is not taken for an answer.
        self.until(line);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Takes the screen and what scrolled off it.
const OFF_THE_SCREEN: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";

/// Two at one terminal, up to the German's choice of a plan against 3127.
fn at_the_plan(folder: &Path) -> Terminal {
    out(folder, &["new", "bialystok-minsk", "--seed", "11"]);
    let mut terminal = Terminal::start(folder, &["play", "bialystok-minsk.journal"]);
    for (asked, order) in [
        ("strategic movement", "end strategic"),
        ("operations", "activate 3128"),
        ("Do it all the same?", "yes"),
        ("order to the active force", "move 3127"),
    ] {
        terminal.until(asked);
        terminal.until("> ");
        terminal.type_line(order);
    }
    terminal.until("20 SP attack 6 SP");
    terminal
}

/// Two at one terminal who both lay a card: the attacker is to look first.
fn at_the_cards(folder: &Path) -> Terminal {
    out(folder, &["new", "damos/orel-withdrawal", "--journal", "orel.journal", "--seed", "1"]);
    let mut terminal = Terminal::start(folder, &["play", "orel.journal"]);
    terminal.until("Only 29th Army");
    terminal
}

/// The move that told a strength stays made.
#[test]
fn a_strength_that_was_told_is_not_taken_back() {
    let folder = folder("undo");
    let mut terminal = at_the_plan(&folder);
    terminal.until("Only ");
    terminal.until("> ");
    terminal.type_line("");
    terminal.until("attack plan");
    terminal.until("> ");
    terminal.type_line("undo");
    terminal.until("nothing can be taken back");
    terminal.until("> ");
    terminal.type_line("quit");
    terminal.until("go on with");
    let journal = std::fs::read_to_string(folder.join("bialystok-minsk.journal")).unwrap();
    assert!(journal.contains("=> move 3127\n") && !journal.contains("undo"), "{journal}");
}

/// The first player's secret answer is off the screen before the second is asked, and under seal in the journal until
/// both are in.
#[test]
fn two_at_one_terminal_do_not_see_each_others_secrets() {
    let folder = folder("terminal");
    let mut terminal = at_the_cards(&folder);
    assert!(!terminal.seen.contains("standard-attack"), "the question comes when the other looks away");
    terminal.until("> ");
    terminal.type_line("");
    terminal.until("standard-attack");
    terminal.until("> ");
    terminal.type_line("standard-attack");
    terminal.until(OFF_THE_SCREEN);
    let between = terminal.until("Only Group of the Ninth Army");
    assert!(!between.contains("standard"), "{between}");
    let journal = || std::fs::read_to_string(folder.join("orel.journal")).unwrap();
    assert!(journal().contains(" secret first ") && !journal().contains("] choose"), "{}", journal());
    let kept = folder.join("orel.journal.first");
    assert!(std::fs::read_to_string(&kept).unwrap().contains("[attack plan] choose => standard-attack\n"));
    assert_eq!(std::fs::metadata(&kept).unwrap().permissions().mode() & 0o777, 0o600, "for its owner alone");
    terminal.until("> ");
    terminal.type_line("");
    let menu = terminal.until("steadfast");
    assert!(!menu.contains("standard"), "{menu}");
    terminal.until("> ");
    terminal.type_line("steadfast");
    terminal.until(OFF_THE_SCREEN);
    terminal.until("standard attack against steadfast");
    let journal = journal();
    for shown in ["[attack plan] choose => standard-attack", "[defensive posture] choose => steadfast"] {
        let line = journal.lines().find(|line| line.ends_with(shown)).expect(shown);
        assert!(line.split(' ').nth(2) == Some("open"), "{line}");
    }
}

/// A game in which a secret waits is opened with the seats' files, and not without.
#[test]
fn a_secret_that_waits_is_opened_from_its_seats_own_file() {
    let folder = folder("sealed");
    let mut terminal = at_the_cards(&folder);
    terminal.until("> ");
    terminal.type_line("");
    terminal.until("> ");
    terminal.type_line("standard-attack");
    terminal.until("Only Group of the Ninth Army");
    drop(terminal);
    let name = "orel.journal";
    let verified = out(&folder, &["verify", name]);
    assert!(
        verified.contains("verified") && verified.contains("1 secret answer is under seal"),
        "{verified}"
    );
    // Without the file the rest is still checked, and the entry named that cannot be.
    let kept = folder.join("orel.journal.first");
    std::fs::rename(&kept, folder.join("away")).unwrap();
    let error = refused(&folder, &["show", name, "--side", "second"]);
    assert!(error.contains("orel.journal.first") && error.contains("entry 1 "), "{error}");
    let verified = out(&folder, &["verify", name]);
    assert!(verified.contains("under seal") && verified.contains("as far as"), "{verified}");
    // Another game's secrets are not mistaken for this one's.
    std::fs::write(&kept, "grognard-secrets 1 first 00000000000000000000000000000000\n").unwrap();
    let error = refused(&folder, &["show", name, "--side", "second"]);
    assert!(error.contains("no secrets of this game"), "{error}");
    std::fs::rename(folder.join("away"), &kept).unwrap();
    // A line that a power failure cut short is passed over, and the game goes on.
    OpenOptions::new().append(true).open(&kept).unwrap().write_all(b"open 9 33").unwrap();
    let mut terminal = Terminal::start(&folder, &["play", name]);
    terminal.until("Only Group of the Ninth Army");
    terminal.until("> ");
    terminal.type_line("");
    terminal.until("steadfast");
    terminal.until("> ");
    terminal.type_line("elastic");
    terminal.until("standard attack against elastic");
}

/// Where the screen cannot be cleared, nobody is asked for a secret.
#[test]
fn without_a_screen_no_secret_is_asked_for() {
    let folder = folder("pipe");
    out(&folder, &["new", "damos/orel-withdrawal", "--journal", "orel.journal", "--seed", "1"]);
    let mut piped = command(&folder, &["play", "orel.journal"]);
    let mut terminal = Terminal::spawn(piped.stdout(Stdio::null()), Output::Elsewhere);
    terminal.until("cannot be taken off the screen");
}

/// Whoever looks at a running game says who he is; when it is over everything may be seen.
#[test]
fn a_running_game_is_shown_to_a_seat() {
    let folder = folder("seats");
    out(&folder, &["new", "bialystok-minsk", "--seed", "11"]);
    let name = "bialystok-minsk.journal";
    for verb in ["show", "replay"] {
        let error = refused(&folder, &[verb, name]);
        assert!(error.contains("--side first, second or onlooker"), "{error}");
    }
    let strength = |side: &str| {
        let view = out(&folder, &["show", name, "--json", "--side", side]);
        let view: serde_json::Value = serde_json::from_str(&view).unwrap();
        let known = |side: &str| {
            let units = view["units"].as_array().unwrap().iter();
            units.filter(|unit| unit["side"] == side && unit["strength"].is_number()).count()
        };
        (known("first") > 0, known("second") > 0)
    };
    assert_eq!(strength("first"), (true, false));
    assert_eq!(strength("second"), (false, true));
    assert_eq!(strength("onlooker"), (false, false));
    assert!(out(&folder, &["replay", name, "--side", "onlooker"]).contains("not over yet"));
    // Nothing is hidden in a battle of EU9, and nobody is asked.
    out(&folder, &["new", "eu9/pavia", "--journal", "pavia.journal", "--seed", "1"]);
    out(&folder, &["show", "pavia.journal"]);
    // One person against the computer looks with his own eyes.
    out(
        &folder,
        &["new", "bialystok-minsk", "--seed", "11", "--computer", "first", "--journal", "one.journal"],
    );
    let view = out(&folder, &["show", "one.journal", "--json"]);
    assert_eq!(view, out(&folder, &["show", "one.journal", "--json", "--side", "second"]));
    // A game that is over, and its secrets with it.
    out(
        &folder,
        &["new", "bialystok-minsk", "--seed", "11", "--computer", "both", "--journal", "two.journal"],
    );
    out(&folder, &["play", "two.journal"]);
    let journal = std::fs::read_to_string(folder.join("two.journal")).unwrap();
    let count = |word: &str| journal.lines().filter(|line| line.split(' ').nth(2) == Some(word)).count();
    assert!(count("secret") > 10 && count("secret") == count("open"), "{}", count("secret"));
    for seat in ["first", "second"] {
        assert!(!folder.join(format!("two.journal.{seat}")).exists(), "nothing is left to keep");
    }
    out(&folder, &["show", "two.journal"]);
    out(&folder, &["replay", "two.journal", "--all"]);
    assert!(out(&folder, &["verify", "two.journal"]).contains("verified"));
    // An earlier moment of it may be seen too.
    out(&folder, &["show", "two.journal", "--entry", "40"]);
}

/// Another game's secrets are never written over or added to.
#[test]
fn a_new_game_keeps_off_another_games_secrets() {
    let folder = folder("others");
    std::fs::write(folder.join("bialystok-minsk.journal.second"), "mine").unwrap();
    let error = refused(&folder, &["new", "bialystok-minsk", "--seed", "11"]);
    assert!(error.contains(".journal.second") && error.contains("another game"), "{error}");
    assert_eq!(std::fs::read_to_string(folder.join("bialystok-minsk.journal.second")).unwrap(), "mine");
    assert!(!folder.join("bialystok-minsk.journal").exists());
}

/// A person is told what the computer does not see.
#[test]
fn the_computer_does_not_see_what_a_person_hides() {
    let folder = folder("told");
    out(&folder, &["new", "bialystok-minsk", "--seed", "11", "--computer", "second"]);
    let mut terminal = Terminal::start(&folder, &["play", "bialystok-minsk.journal"]);
    terminal.until("The computer does not see what you hide");
    terminal.until("> ");
}
