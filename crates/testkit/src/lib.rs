//! What every system is tested with: worked examples from files, the laws that hold for any rules, and
//! the house rules. For tests only, so it may read files and panic.

pub mod laws;
pub mod positions;
pub mod record;
pub mod secrets;
pub mod situations;
pub mod solved;
pub mod targets;
pub mod tidy;
pub mod worked;

use grognard_umpire::{Fact, Look, Modifier, Ruling};
use std::fmt::Write as _;

/// An account as a player reads it, one ruling a line with its facts below: what snapshots hold.
pub fn account_text(account: &[Ruling]) -> String {
    let mut text = String::new();
    for ruling in account {
        let _ = writeln!(text, "[{}] {}", ruling.clause, ruling.text);
        for thrown in &ruling.dice {
            let faces: Vec<String> = thrown.faces.iter().map(u8::to_string).collect();
            let _ = writeln!(text, "    {}: {}", thrown.dice, faces.join(" "));
        }
        for Modifier { value, clause, words } in &ruling.modifiers {
            let _ = writeln!(text, "    {value:+} {words} [{clause}]");
        }
        if let Some(Look { table, row, column, cell, mark, .. }) = &ruling.table {
            let _ = writeln!(text, "    {table}, row {row}, column {column}: {cell} ({mark})");
        }
    }
    text
}

/// A fact as indented text.
pub fn fact_text(fact: &Fact) -> String {
    fn write(fact: &Fact, depth: usize, text: &mut String) {
        let pad = "  ".repeat(depth);
        match fact {
            Fact::Nothing => text.push_str("nothing\n"),
            Fact::Flag(flag) => text.push_str(if *flag { "yes\n" } else { "no\n" }),
            Fact::Number(number) => {
                let _ = writeln!(text, "{number}");
            }
            Fact::Text(words) => {
                let _ = writeln!(text, "{words}");
            }
            Fact::List(items) => {
                text.push('\n');
                for item in items {
                    let _ = write!(text, "{pad}- ");
                    write(item, depth + 1, text);
                }
            }
            Fact::Record(pairs) => {
                text.push('\n');
                for (key, value) in pairs {
                    let _ = write!(text, "{pad}{key}: ");
                    write(value, depth + 1, text);
                }
            }
        }
    }
    let mut text = String::new();
    write(fact, 0, &mut text);
    text.trim_start().to_owned()
}
