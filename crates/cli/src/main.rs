//! The command line of Grognard. It reads files and terminals, calls the façade, and writes.

mod allocate;
mod args;
mod books;
mod dicebox;
mod files;
mod json;
mod ledger;
mod odds;
mod paint;
mod repair;
mod replay;
mod resolve;
mod roster;
mod serve;
mod sheet;
mod stored;
mod study;
mod table;
mod vault;

use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use grognard::umpire::{BySide, Side};
use grognard::{Best, Budget, OddsRequest};
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

/// What a command could not do, as one message for standard error.
pub(crate) struct Failure(pub(crate) String);

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure(error.to_string())
    }
}

/// What a command prints.
pub(crate) type Outcome = Result<String, Failure>;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli.command) {
        Ok(text) => write_out(&text),
        Err(Failure(message)) => {
            // Nothing more can be done if even standard error is gone.
            let _ = writeln!(
                anstream::stderr(),
                "{}: {}",
                paint::styled(paint::BAD, "error"),
                paint::clean(&message)
            );
            ExitCode::from(1)
        }
    }
}

fn run(command: Command) -> Outcome {
    match command {
        Command::Systems { json } => books::systems(json),
        Command::Rules { system, trace: true, json, .. } => books::trace(&system, json),
        Command::Rules { system, coverage, json, .. } => books::rules(&system, coverage, json),
        Command::Rule { clause, tables, json } => books::rule(&clause, &tables, json),
        Command::Tables { system, table, tables, json } => {
            books::tables(&system, table.as_deref(), &tables, json)
        }
        Command::Sheet { system, reading, svg, html: _, tables } => {
            sheet::sheet(&system, &reading, svg, &tables)
        }
        Command::Roster { army, source, tables } => roster::roster(army.as_deref(), source, &tables),
        Command::Example { system, name } => books::example(&system, name.as_deref()),
        Command::Schema { system } => books::schema(&system),
        Command::Resolve { battle, seed, dice, choose, policy, journal, json } => {
            resolve::resolve(&battle, &resolve::How { seed, dice, choose, policy, journal, json })
        }
        Command::Odds {
            battle,
            sample,
            seed,
            best,
            objective,
            given,
            joint,
            seconds,
            margin,
            ends,
            summary,
            json,
        } => {
            let best = best.map(|side| match side.as_str() {
                "attacker" | "first" => Best::Side(Side::First),
                "defender" | "second" => Best::Side(Side::Second),
                _ => Best::Both,
            });
            let budget = Budget::default().within(Duration::from_secs_f64(seconds));
            let request = OddsRequest { sample, seed, best, objective, budget, margin: margin / 100.0 };
            let ends = if summary { 0 } else { ends.unwrap_or(odds::ENDS_TOLD) };
            odds::odds(&battle, &odds::Asked { request, given, joint, ends, json })
        }
        Command::Simulate { battle, n, seed, json, csv } => odds::simulate(&battle, n, seed, json, csv),
        Command::Allocate { battle, all, list, json } => allocate::allocate(&battle, all, list, json),
        Command::New { title, journal, seed, computer, tables } => {
            stored::new(title.as_deref(), journal, seed, computer.as_deref(), &tables)
        }
        Command::Play { journal, computer, nonce, tables } => {
            stored::play(&journal, computer.as_deref(), &nonce, &tables)
        }
        Command::Repair { journal } => repair::repair(&journal),
        Command::Show { journal, entry, side, svg, json, tables } => {
            stored::show(&journal, entry, side.as_deref(), (svg, json), &tables)
        }
        Command::Verify { journal, tables, json } => stored::verify(&journal, &tables, json),
        Command::Replay { journal, side, all, tables, json } => {
            replay::replay(&journal, side.as_deref(), &tables, all, json)
        }
        Command::Study { title, games, seed, first, second, svg, tables, json, csv } => {
            let players = BySide::new(first, second);
            study::study(&study::Study { title, games, seed, players, tables, svg, json, csv })
        }
        Command::Serve { listen, host, openapi } => serve::serve(listen, host, openapi),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "grognard", &mut text);
            Ok(String::from_utf8(text)?)
        }
        Command::Man => {
            let mut text = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut text)?;
            Ok(String::from_utf8(text)?)
        }
    }
}

/// Writes all at once. A reader that has gone away, such as `head`, is no failure.
fn write_out(text: &str) -> ExitCode {
    let mut out = anstream::stdout().lock();
    match out.write_all(paint::clean(text).as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(anstream::stderr(), "error: cannot write: {error}");
            ExitCode::from(1)
        }
    }
}
