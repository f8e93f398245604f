//! The switches of a system, and those to name at the head of an account.

use crate::Outcome;
use crate::files::find_system;
use crate::paint::{DIM, HEAD, styled};
use grognard::Named;
use grognard_wire as wire;
use grognard_wire::{SwitchCard, SwitchList};
use serde_json::json;
use std::fmt::Write as _;

/// `grognard rules SYSTEM --switches`.
pub(crate) fn list(key: &str, as_json: bool) -> Outcome {
    let system = find_system(key)?;
    let list = SwitchList::of(system);
    if as_json {
        return Ok(wire::text(&json!(list)));
    }
    let mut text = String::new();
    let mut count = 0;
    for board in &list.boards {
        let place = format!("[{}] of {}", board.table, board.kinds.join(", "));
        let _ = writeln!(text, "{}\n", styled(HEAD, place));
        for switch in &board.switches {
            switch_lines(&mut text, switch);
            count += 1;
        }
        text.push('\n');
    }
    let _ = writeln!(text, "{}: {count} switches", system.key);
    Ok(text)
}

fn switch_lines(text: &mut String, switch: &SwitchCard) {
    let _ =
        writeln!(text, "  {}  {} {}", styled(HEAD, &switch.key), switch.about, styled(DIM, &switch.clause));
    for one in &switch.alternatives {
        let sign = if one.word == switch.default { "*" } else { " " };
        let under: Vec<&str> = switch
            .profiles
            .iter()
            .filter(|profiled| profiled.word == one.word)
            .map(|profiled| profiled.profile.as_str())
            .collect();
        let under = if under.is_empty() { String::new() } else { format!(" ({})", under.join(", ")) };
        let _ = writeln!(text, "    {sign} {}: {}{}", one.word, one.words, styled(DIM, under));
    }
    if switch.alternatives.is_empty() {
        let _ = writeln!(text, "    * a number; {} if it is left out", switch.default);
    }
}

/// The head of an account.
pub(crate) fn head(named: &[Named]) -> String {
    let mut text = String::new();
    for one in named {
        let line = format!("{}. {}", one.words(), one.stands.switch.about);
        let _ = writeln!(text, "{}", styled(DIM, format!("{line} {}", one.stands.switch.clause)));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}
