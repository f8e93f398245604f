//! The lines that are about the program as people start it.

use super::{Held, contest, line, ready, unmeasured};
use grognard::OddsRequest;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The program, if somebody says where it is.
fn program() -> Option<PathBuf> {
    std::env::var_os("GROGNARD_PROGRAM").map(PathBuf::from).filter(|path| path.is_file())
}

const NAME_IT: &str = "GROGNARD_PROGRAM=target/release/grognard";

/// Files that are hard to answer: everything at its largest that a file of the kind may hold.
fn hard_files() -> Vec<(&'static str, String)> {
    let staffs = include_str!("../great-staffs.toml");
    let herds = staffs.replace("arm = \"elephants\"\nsp = 4", "arm = \"elephants\"\nsp = 8");
    let herds = herds.replace("elephants = 4", "elephants = 8");
    let nearby = |side: &str| -> String {
        let one = |n: u8| {
            format!(
                "\n[[{side}.nearby]]\nname = \"{side} {n}\"\ndistance = 1\nrivers = 1\npath = [\"flat\"]\n\
                 leader = {{ name = \"{side} leader {n}\", campaign = {n}, mortality = 7 }}\n\
                 contingent = [{{ name = \"{side} men {n}\", arm = \"infantry\", sp = {n} }}]\n"
            )
        };
        // With those who are there eight leaders a side: there can be no more.
        (3..=5).map(one).collect()
    };
    let called = format!("{herds}{}{}", nearby("attacker"), nearby("defender"));
    let siege = ready("eu9", "siege-of-pavia");
    let armada = ready("eu9", "lepanto");
    vec![
        ("four subordinates and four elephants a side", staffs.to_owned()),
        ("eight elephants a side", herds),
        ("eight elephants, eight leaders and three forces nearby a side", called),
        ("a siege of 24 rounds", siege.replace("rounds = 4 ", "rounds = 24 ")),
        ("Lepanto", armada.to_owned()),
        ("Zama", ready("ancient-world", "zama").to_owned()),
        ("Krasnik", ready("death-of-empires", "krasnik").to_owned()),
    ]
}

/// Seconds and megabytes that a run of the program takes, as the system's `time` tells them; none where there is no such
/// program.
fn cost(program: &Path, words: &[&str]) -> Option<(f64, f64)> {
    let told = Command::new("/usr/bin/time")
        .args(["-f", "COST %U %S %M"])
        .arg(program)
        .args(words)
        .stdout(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&told.stderr).into_owned();
    assert!(told.status.success(), "a file that is refused costs nothing: {text}");
    let line = text.lines().find_map(|line| line.strip_prefix("COST "))?;
    let numbers: Vec<f64> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
    let [user, system, kilobytes] = numbers[..] else { return None };
    Some((user + system, kilobytes / 1024.0))
}

/// The dearest of the hard files, in seconds of the processor and in megabytes.
pub(super) fn files() {
    let (time, bytes) = ("any file answered, the dearest, seconds", "any file answered, the dearest, MB");
    let Some(program) = program() else {
        unmeasured(time, NAME_IT);
        return unmeasured(bytes, NAME_IT);
    };
    let folder = std::env::temp_dir().join(format!("grognard-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder of our own");
    let (mut slowest, mut largest): ((f64, &str), (f64, &str)) = ((0.0, ""), (0.0, ""));
    for (name, text) in hard_files() {
        let path = folder.join("file.toml");
        std::fs::write(&path, text).expect("our own folder");
        let path = path.display().to_string();
        let Some((seconds, megabytes)) = cost(&program, &["odds", &path, "--json"]) else {
            unmeasured(time, "/usr/bin/time is missing");
            break;
        };
        if seconds > slowest.0 {
            slowest = (seconds, name);
        }
        if megabytes > largest.0 {
            largest = (megabytes, name);
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    line(&format!("{time} ({})", slowest.1), slowest.0, Held::AtMost(2.0, 1.0));
    line(&format!("{bytes} ({})", largest.1), largest.0, Held::AtMost(300.0, 200.0));
}

/// Whether this run only counts a battle out so many times, to be counted in its turn: `alone 3`.
pub(super) fn is_alone(words: &[String]) -> bool {
    let [word, times] = words else { return false };
    if word != "alone" {
        return false;
    }
    let contest = contest("italian-plain", ready("eu9", "italian-plain"));
    for _ in 0..times.parse().unwrap_or(1) {
        std::hint::black_box(contest.odds(&OddsRequest::default()).expect("a ready battle"));
    }
    true
}

/// The instructions that a program takes, counted one by one.
fn instructions(program: &Path, words: &[&str]) -> Option<f64> {
    let told = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(words)
        .stdout(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&told.stderr).into_owned();
    let line = text.lines().find(|line| line.contains("Collected :"))?;
    line.rsplit(' ').next()?.parse().ok()
}

/// A cold run over the odds alone, by instructions: those of two odds less those of one.
pub(super) fn cold() {
    let what = "cold `odds eu9/italian-plain` over the odds alone, instructions";
    let Some(program) = program() else { return unmeasured(what, NAME_IT) };
    let own = std::env::current_exe().expect("a program knows where it is");
    let counts = (
        instructions(&program, &["odds", "eu9/italian-plain"]),
        instructions(&own, &["alone", "1"]),
        instructions(&own, &["alone", "2"]),
    );
    match counts {
        (Some(cold), Some(one), Some(two)) => line(what, cold / (two - one), Held::AtMost(2.5, 1.5)),
        _ => unmeasured(what, "valgrind is missing"),
    }
}

/// How large the program is.
pub(super) fn disk() {
    let what = "program on disk, MB";
    match program().and_then(|path| File::open(path).ok()?.metadata().ok()) {
        Some(data) => line(what, data.len() as f64 / 1e6, Held::AtMost(40.0, 20.0)),
        None => unmeasured(what, NAME_IT),
    }
}
