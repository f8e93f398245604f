//! Every figure of every ready battle, to the last bit: written before the engine is changed and compared
//! afterwards.
//!
//! `cargo run --release -p grognard --example figures > figures.tsv`

use grognard::{OddsRequest, systems};
use std::io::Write;

fn main() -> std::io::Result<()> {
    let only: Vec<String> = std::env::args().skip(1).collect();
    let mut out = std::io::stdout().lock();
    for system in systems() {
        for (name, text) in system.battles() {
            let battle = format!("{}/{name}", system.key);
            if !only.is_empty() && !only.contains(&battle) {
                continue;
            }
            let contest = grognard::open(&name, text, &[]).expect("a test opens every ready battle");
            let Ok(report) = contest.odds(&OddsRequest::default()) else { continue };
            for figure in &report.figures {
                let key = figure.key;
                writeln!(out, "{battle}\t{key}\tmean\t{:.17e}", figure.mean)?;
                writeln!(out, "{battle}\t{key}\tdeviation\t{:.17e}", figure.deviation)?;
                for (value, share) in &figure.values {
                    writeln!(out, "{battle}\t{key}\t{value}\t{:.17e}", share.p)?;
                }
            }
        }
    }
    Ok(())
}
