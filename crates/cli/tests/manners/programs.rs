//! A programmer's road: one answer a call, and lines of JSON.

use crate::{folder, json, out, refused, run};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A program at the other end of `grognard bot`.
struct Bot {
    child: Child,
    say: ChildStdin,
    hear: BufReader<ChildStdout>,
}

impl Bot {
    fn start(arguments: &[&str]) -> Bot {
        let mut child = Command::new(env!("CARGO_BIN_EXE_grognard"))
            .arg("bot")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (say, hear) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Bot { child, say, hear }
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.hear.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: `{line}`"))
    }

    fn say(&mut self, line: &str) -> Value {
        writeln!(self.say, "{line}").unwrap();
        self.hear()
    }

    /// The exit status and the message of one that is left alone.
    fn leave(self) -> (i32, String) {
        let Bot { child, say, hear } = self;
        drop((say, hear));
        let output = child.wait_with_output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    }
}

#[test]
fn a_bot_is_asked_answered_refused_and_told_the_end() {
    let mut bot = Bot::start(&["eu9/pavia", "--side", "both", "--seed", "7", "--games", "2"]);
    let begin = bot.hear();
    assert_eq!(
        (&begin["type"], &begin["protocol"], &begin["games"]),
        (&"begin".into(), &1.into(), &2.into())
    );
    assert_eq!(begin["seats"], serde_json::json!(["first", "second"]));
    let ask = bot.hear();
    assert_eq!(ask["type"], "ask");
    assert!(!ask["told"].as_array().unwrap().is_empty(), "the first day has been fought");
    assert!(ask.get("view").is_none());
    let refused = bot.say("{\"answer\": \"dance\"}");
    assert_eq!(refused["type"], "refused");
    assert!(refused["refusal"]["reason"].as_str().unwrap().contains("`dance` is not among stay, retreat"));
    assert!(
        bot.say("{\"dance\": 1}")["refusal"]["reason"].as_str().unwrap().contains("write {\"answer\": KEY}")
    );
    assert_eq!(bot.say("{\"why\": \"stay\"}"), serde_json::json!({ "type": "why", "refusal": null }));
    assert!(bot.say("{\"why\": \"dance\"}")["refusal"]["reason"].is_string());
    let key = bot.say("{\"suggest\": true}")["answer"].as_str().unwrap().to_owned();
    assert_eq!(bot.say("{\"view\": true}")["type"], "view");
    let mut message = bot.say(&key);
    let mut ends = Vec::new();
    for _ in 0..100 {
        message = match message["type"].as_str().unwrap() {
            "ask" => {
                let key = message["question"]["options"][0]["key"].as_str().unwrap().to_owned();
                bot.say(&format!("{{\"answer\": {}}}", Value::from(key)))
            }
            "end" if ends.len() == 1 => break,
            "end" => {
                ends.push(message);
                bot.hear()
            }
            "begin" => bot.hear(),
            other => panic!("{other}"),
        };
    }
    ends.push(message);
    assert_eq!(
        (&ends[0]["seed"], &ends[1]["seed"]),
        (&7.into(), &8.into()),
        "the next game has the next seed"
    );
    let figures = ends[0]["end"]["figures"].as_object().unwrap();
    let won: i64 =
        ["attacker-wins", "draw", "defender-wins"].iter().map(|key| figures[*key].as_i64().unwrap()).sum();
    assert_eq!(won, 1);
    assert_eq!(bot.leave(), (0, String::new()));
}

#[test]
fn a_bot_gives_up_and_its_journal_is_sound() {
    let journal = folder("bot-journal").join("given-up.journal");
    let path = journal.to_str().unwrap();
    let mut bot = Bot::start(&["eu9/pavia", "--seed", "7", "--view", "--journal", path]);
    bot.hear();
    assert!(bot.hear()["view"].is_object());
    let end = bot.say("{\"resign\": true}");
    assert!(end["end"]["words"].as_str().unwrap().contains("Habsburg gave up"), "{end}");
    assert_eq!(end["end"]["figures"], serde_json::json!({}), "no rule ended it");
    assert_eq!(bot.leave().0, 0);
    assert!(out(&["verify", path]).starts_with("verified: "));
    let (status, message) = refused(&["bot", "eu9/pavia", "--games", "2", "--journal", path]);
    assert!(status == 1 && message.contains("--journal keeps one game"), "{message}");
}

#[test]
fn a_bot_that_goes_away_is_told_so_in_one_line() {
    let mut bot = Bot::start(&["eu9/pavia", "--seed", "7"]);
    bot.hear();
    bot.hear();
    let (status, message) = bot.leave();
    assert_eq!((status, message.as_str()), (1, "error: the input ended before the game did\n"));
    let mut bot = Bot::start(&["eu9/pavia", "--seed", "7"]);
    bot.hear();
    bot.hear();
    for _ in 0..999 {
        assert_eq!(bot.say("dance")["type"], "refused");
    }
    writeln!(bot.say, "dance").unwrap();
    let (status, message) = bot.leave();
    assert!(status == 1 && message.contains("refused 1000 times at one question"), "{message}");
}

/// A seat is told what it may know: of the other's plan against 3127 nothing stands in any line before it is shown.
#[test]
fn a_bot_hears_nothing_that_its_seat_may_not_know() {
    let told = |seat: &str, seed: &str| {
        let mut bot =
            Bot::start(&["damos/orel-withdrawal", "--side", seat, "--seed", seed, "--opponent", "random"]);
        bot.hear();
        bot.hear()
    };
    // The opponent's choice goes by the seed; the question of this seat does not.
    let (one, two) = (told("first", "1"), told("first", "2"));
    assert_eq!((&one["type"], &one["question"]), (&"ask".into(), &two["question"]));
    assert_eq!(one["told"], two["told"]);
}

/// The player in the documentation plays whole games. Where there is no Python nothing is said.
#[test]
fn the_player_in_python_plays_whole_games() {
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let player = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bots/player.py");
    let lines = std::fs::read_to_string(player).unwrap().lines().filter(|line| !line.is_empty()).count();
    assert!(lines <= 40, "{lines} lines are no short example");
    let here = Path::new(env!("CARGO_BIN_EXE_grognard")).parent().unwrap();
    let path = std::env::join_paths(
        std::iter::once(here.to_owned())
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    )
    .unwrap();
    for (arguments, games) in [
        (&["duel-for-apulia", "--seed", "5"][..], 1),
        (&["eu9/pavia", "--side", "both", "--games", "3", "--seed", "1"], 3),
        (&["bialystok-minsk", "--side", "second", "--opponent", "policy", "--seed", "2"], 1),
    ] {
        let output = Command::new("python3").arg(player).args(arguments).env("PATH", &path).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(text.lines().filter(|line| line.starts_with("Game ")).count(), games, "{text}");
    }
}

/// Places go by name here as at the prompt, and ways to name several are told in a line.
#[test]
fn orders_by_mail_may_name_places() {
    let path = folder("answer-names").join("drive.journal");
    let path = path.to_str().unwrap();
    out(&["new", "bialystok-minsk", "--computer", "second", "--seed", "11", "--journal", path]);
    out(&["answer", path, "end strategic"]);
    let (status, message) = refused(&["answer", path, "move brest"]);
    assert!(status == 1 && !message.contains("no hex `brest`"), "no force marches yet: {message}");
    let page = out(&["answer", path, "activate 3128"]);
    assert!(page.contains("ways to name several at once") && !page.contains("drop G-Pz17+G-Mot29"), "{page}");
    let page = out(&["answer", path, "move brest"]);
    assert!(page.contains("combat in 3127"), "{page}");
}

/// A whole battle by single answers, from the first question to the dice that are shown when it is over.
#[test]
fn a_journal_is_driven_without_a_terminal() {
    let folder = folder("answer");
    // Dice that nobody could foresee: now and then the first day ends it, and nobody is asked.
    let (journal, first) = (0..50)
        .map(|number| {
            let journal = folder.join(format!("pavia-{number}.journal"));
            let path = journal.to_str().unwrap();
            out(&["new", "eu9/pavia", "--computer", "second", "--journal", path]);
            let first = json(&["answer", path, "--json", "--view"]);
            (journal, first)
        })
        .find(|(_, first)| {
            first["questions"][0]["what"].as_str().is_some_and(|what| what.contains("leave the field"))
        })
        .expect("a battle in which the attacker is asked");
    let path = journal.to_str().unwrap();
    assert_eq!(first["seat"], "first", "the one person who plays");
    assert!(first["view"].is_object() && first["end"].is_null());
    assert!(!first["told"].as_array().unwrap().is_empty(), "the first day has been fought");
    let question = &first["questions"][0];
    assert_eq!(question["by"], "first");
    let again = json(&["answer", path, "--json"]);
    assert_eq!(again["number"], first["number"], "asking changes nothing");
    let before = std::fs::read(&journal).unwrap();
    let (status, message) = refused(&["answer", path, "dance", "--json"]);
    assert!(status == 1 && message.contains("`dance` is not among stay, retreat"), "{message}");
    let (status, message) = refused(&["answer", path, "stay", "--side", "second"]);
    assert!(
        status == 1 && message.contains("the computer plays France; answer for --side first"),
        "{message}"
    );
    assert_eq!(std::fs::read(&journal).unwrap(), before, "what is refused is not written");
    for _ in 0..20 {
        let news = json(&["answer", path, "--take", "--json"]);
        if !news["end"].is_null() {
            assert_eq!(news["questions"], serde_json::json!([]));
            let verified = json(&["verify", path, "--json"]);
            assert_eq!(verified["dice"]["checked"], true, "the secret of the dice is shown");
            assert!(!journal.with_extension("journal.dice").exists());
            let (status, message) = refused(&["answer", path, "--take"]);
            assert!(status == 1 && message.contains("the game is over"), "{message}");
            return;
        }
    }
    panic!("it did not end");
}

/// Two people: each says who he is once something is hidden, and neither is told the other's answer.
#[test]
fn of_two_people_each_answers_for_himself() {
    let folder = folder("answer-two");
    let journal = folder.join("orel.journal");
    let path = journal.to_str().unwrap();
    out(&["new", "damos/orel-withdrawal", "--seed", "4", "--journal", path]);
    let (status, message) = refused(&["answer", path, "--json"]);
    assert!(status == 1 && message.contains("say for whom: --side first or second"), "{message}");
    let mine = json(&["answer", path, "--side", "first", "--json"]);
    assert_eq!(mine["questions"].as_array().unwrap().len(), 1);
    assert_eq!(mine["others"][0]["by"], "second");
    assert!(mine["others"][0].get("options").is_none());
    let options = mine["questions"][0]["options"].as_array().unwrap().clone();
    assert!(options.len() > 1);
    // Whatever the one plans, the other is asked and told the same.
    let mut seen = Vec::new();
    for option in &options {
        let copy = folder.join(format!("orel-{}.journal", seen.len()));
        std::fs::copy(&journal, &copy).unwrap();
        let copy = copy.to_str().unwrap();
        json(&["answer", copy, option["key"].as_str().unwrap(), "--side", "first", "--json"]);
        seen.push(json(&["answer", copy, "--side", "second", "--json", "--view"]));
        let undone = json(&["answer", copy, "--undo", "--side", "first", "--json"]);
        assert_eq!(undone["questions"], mine["questions"], "taken back before anything was shown");
    }
    assert!(seen.iter().all(|news| *news == seen[0]), "{seen:?}");
}

/// Dice of a real table are asked for and given by their faces.
#[test]
fn dice_of_a_real_table_are_given_by_their_faces() {
    let folder = folder("answer-dice");
    let path = folder.join("alma.journal");
    let path = path.to_str().unwrap();
    // An umpire's journal has the dice of a table; without a terminal it is begun and then left.
    let begun = run(&["umpire", "days-of-empire", "british-400", "russian-400", "--journal", path]);
    assert_eq!(begun.status.code(), Some(1), "a person has to sit at a terminal");
    let mut news = json(&["answer", path, "--side", "first", "--json"]);
    for _ in 0..200 {
        let roll =
            news["questions"].as_array().unwrap().iter().find(|question| question["kind"] == "roll").cloned();
        let Some(roll) = roll else {
            let asked = |side: &str| json(&["answer", path, "--side", side, "--json"]);
            let side = if asked("first")["questions"][0]["kind"].is_string() { "first" } else { "second" };
            news = json(&["answer", path, "--take", "--side", side, "--json"]);
            continue;
        };
        let (status, message) = refused(&["answer", path, "stay", "--side", "first"]);
        assert!(status == 1 && message.contains("dice are due: write 7 or 7,3"), "{message}");
        let (status, _) = refused(&["answer", path, "99", "--side", "first"]);
        assert_eq!(status, 1, "no such face");
        let faces = vec![roll["range"][0].to_string(); roll["faces"].as_u64().unwrap() as usize].join(",");
        let after = json(&["answer", path, &faces, "--side", "first", "--json"]);
        assert!(after["number"].as_u64() > news["number"].as_u64());
        return;
    }
    panic!("no dice were due");
}
