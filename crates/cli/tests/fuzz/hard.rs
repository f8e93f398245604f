//! Files at the edge of what can be written: leaders by the dozen, herds of elephants, sieges without end, dice by the
//! thousand. Answered or refused, in time, within the limits, with what the program allows by itself.

use grognard::OddsRequest;
use serde_json::{Value, json};

/// A ready battle as a value, to be changed.
fn ready(system: &str, battle: &str) -> Value {
    let text = grognard::system(system).unwrap().battle(battle).unwrap();
    grognard_charts::read(battle, text).unwrap()
}

/// How a file fared.
#[derive(Debug, PartialEq)]
enum Fared {
    Answered,
    Refused(String),
}

fn tried(name: &str, file: &Value) -> Fared {
    let text = super::forge::toml(file);
    let fared = match grognard::open("hard.toml", &text, &[]) {
        Err(bad) => Fared::Refused(bad.to_string()),
        Ok(contest) => {
            let report = super::timed(name, || contest.odds(&OddsRequest::default())).unwrap();
            super::sound(&report);
            // What a page and a program read of it.
            super::timed(name, || (report.ends.alike(1_000).len(), report.ends.iter().take(20_000).count()));
            Fared::Answered
        }
    };
    let size = super::megabytes();
    assert!(size <= super::MEGABYTES_MAX, "{size} MB after {name}");
    fared
}

fn subordinates(side: &str, count: usize) -> Value {
    let one = |n| json!({ "name": format!("{side} {n}"), "battle-points": 1, "mortality": 6 + n % 3 });
    (0..count).map(one).collect()
}

fn nearby(side: &str, count: usize) -> Value {
    let one = |n: usize| {
        json!({
            "name": format!("{side} force {n}"), "distance": 1, "rivers": n % 2, "path": ["flat"],
            "leader": { "name": format!("{side} legate {n}"), "campaign": 3 + n % 5, "mortality": 7 },
            "contingent": [{ "name": format!("{side} men {n}"), "arm": "infantry", "sp": 1 + n }],
        })
    };
    (0..count).map(one).collect()
}

#[test]
fn staffs_and_herds_of_any_size_are_answered_or_refused() {
    for (leaders, forces) in [(4, 0), (7, 0), (3, 4), (8, 8), (40, 8)] {
        let mut file = ready("ancient-world", "zama");
        for side in ["attacker", "defender"] {
            file[side]["subordinate"] = subordinates(side, leaders);
            file[side]["nearby"] = nearby(side, forces);
            let herd = json!({ "name": "Herd", "arm": "elephants", "sp": 8 });
            file[side]["contingent"].as_array_mut().unwrap().push(herd);
            file[side]["policy"]["elephants"] = json!(8);
        }
        let fared = tried(&format!("{leaders} subordinates, {forces} forces nearby"), &file);
        match leaders {
            ..=7 => assert_eq!(fared, Fared::Answered, "{leaders} {forces}"),
            _ => {
                let Fared::Refused(reason) = fared else { panic!("{leaders} leaders were taken") };
                assert!(reason.contains("leaders; at most"), "{reason}");
            }
        }
    }
}

#[test]
fn sieges_without_end_are_refused() {
    let mut file = ready("eu9", "siege-of-pavia");
    for rounds in [24, 25, 255, 10_000] {
        file["rounds"] = json!(rounds);
        match tried(&format!("a siege of {rounds} rounds"), &file) {
            Fared::Answered => assert_eq!(rounds, 24),
            Fared::Refused(reason) => assert!(rounds > 24 && reason.contains("rounds"), "{reason}"),
        }
    }
}

/// Every number of every ready battle at a thousand: nothing throws so many dice that nobody sees an answer.
#[test]
fn numbers_by_the_thousand_are_answered_or_refused() {
    let every = if super::number("GROGNARD_FUZZ", 200) > 200 { 1 } else { 29 };
    let mut place = 0;
    for system in grognard::systems() {
        for (name, text) in system.battles() {
            let file: Value = grognard_charts::read(&name, text).unwrap();
            for path in numbers(&file, String::new()) {
                place += 1;
                if place % every == 0 {
                    let mut file = file.clone();
                    *file.pointer_mut(&path).unwrap() = json!(1_000);
                    tried(&format!("{name}, a thousand at {path}"), &file);
                }
            }
        }
    }
    assert!(place > 500, "{place} numbers");
}

/// Where the numbers of a file stand.
fn numbers(value: &Value, path: String) -> Vec<String> {
    match value {
        Value::Number(_) => vec![path],
        Value::Array(items) => {
            let each = items.iter().enumerate();
            each.flat_map(|(index, item)| numbers(item, format!("{path}/{index}"))).collect()
        }
        Value::Object(fields) => {
            fields.iter().flat_map(|(key, item)| numbers(item, format!("{path}/{key}"))).collect()
        }
        _ => Vec::new(),
    }
}
