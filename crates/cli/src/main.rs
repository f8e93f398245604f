//! The command line of Grognard. It reads files and terminals, calls the façade, and writes.

mod allocate;
mod answer;
mod args;
mod asked;
mod battle;
mod books;
mod bot;
mod compare;
mod desk;
mod dicebox;
mod files;
mod hint;
mod keeping;
mod ledger;
mod manual;
mod menu;
mod odds;
mod own_dice;
mod paint;
mod plot;
mod prompt;
mod repair;
mod replay;
mod resolve;
mod roster;
mod serve;
mod sheet;
mod stored;
mod study;
mod switches;
mod table;
mod typed;
mod umpire;
mod vault;

use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use grognard::umpire::{BySide, Side};
use grognard::{Best, Budget, Fought, OddsRequest, Player, StudyRequest};
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;
use table::DiceFrom;

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
    let width = if cli.command.is_for_programs() { usize::MAX } else { paint::width() };
    match run(cli.command) {
        Ok(text) => write_out(&paint::fitted(&text, width)),
        Err(Failure(message)) => {
            // Nothing more can be done if even standard error is gone.
            let message = format!("{}: {message}", paint::styled(paint::BAD, "error"));
            let _ = writeln!(
                anstream::stderr(),
                "{}",
                paint::clean(&paint::fitted(&message, paint::width_of_errors()))
            );
            ExitCode::from(1)
        }
    }
}

fn run(command: Command) -> Outcome {
    match command {
        Command::Systems { json } => books::systems(json),
        Command::Rules { system, trace: true, json, .. } => books::trace(&system, json),
        Command::Rules { system, switches: true, json, .. } => switches::list(&system, json),
        Command::Rules { system, coverage, json, .. } => books::rules(&system, coverage, json),
        Command::Rule { clause, tables, json } => books::rule(&clause, &tables, json),
        Command::Tables { system, table, tables, toml, json } => {
            let print = match (toml, json) {
                (true, _) => books::Print::Toml,
                (false, true) => books::Print::Json,
                (false, false) => books::Print::Page,
            };
            books::tables(&system, table.as_deref(), &tables, print)
        }
        Command::Sheet { system, reading, svg, html: _, tables } => {
            sheet::sheet(&system, &reading, svg, &tables)
        }
        Command::Roster { army, source, tables } => roster::roster(army.as_deref(), source, &tables),
        Command::Umpire { system, files, turns, journal, tables } => {
            umpire::umpire(&system, &files, (turns, journal), &tables)
        }
        Command::Battle { system, kind, from, file } => {
            battle::battle(&battle::Asked { system, kind, from, file })
        }
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
            sensitivity,
            switches,
            json,
        } => {
            let best = best.map(|side| match side.as_str() {
                "attacker" | "first" => Best::Side(Side::First),
                "defender" | "second" => Best::Side(Side::Second),
                _ => Best::Both,
            });
            let time = Duration::from_secs_f64(seconds);
            let budget = if best.is_some() { Budget::patient(time) } else { Budget::default().within(time) };
            let request = OddsRequest { sample, seed, best, objective, budget, margin: margin / 100.0 };
            let ends = if summary { 0 } else { ends.unwrap_or(odds::ENDS_TOLD) };
            odds::odds(&battle, &odds::Asked { request, given, joint, ends, sensitivity, switches, json })
        }
        Command::Simulate { battle, n, seed, seconds, json, csv } => {
            let fought = Fought { n, seed, time: Some(Duration::from_secs_f64(seconds)) };
            odds::simulate(&battle, &fought, json, csv)
        }
        Command::Allocate { battle, all, list, json } => allocate::allocate(&battle, all, list, json),
        Command::New { title, journal, seed, dice, computer, position, tables } => {
            let dice = if dice { Some(DiceFrom::Asked) } else { seed.map(DiceFrom::Seed) };
            let position = position.as_deref();
            stored::new(title.as_deref(), journal, dice, computer.as_deref(), position, &tables)
        }
        Command::Play { journal, computer, strength, nonce, tables } => {
            stored::play(&journal, (computer.as_deref(), strength), &nonce, &tables)
        }
        Command::Answer { journal, order, side, take, undo, view, tables, json } => {
            let act = match (order, take, undo) {
                (Some(order), _, _) => answer::Act::Order(order),
                (None, true, _) => answer::Act::Take,
                (None, false, true) => answer::Act::Undo,
                (None, false, false) => answer::Act::Nothing,
            };
            answer::answer(&answer::Answer { journal, act, side, sight: sight(view), json, tables })
        }
        Command::Bot { title, side, opponent, games, seed, view, journal, tables } => {
            let (opponent, sight) = (player(&opponent), sight(view));
            bot::bot(&bot::Bot { title, side, opponent, games, seed, sight, journal, tables })
        }
        Command::Repair { journal } => repair::repair(&journal),
        Command::Show { journal, entry, position: true, tables, .. } => {
            stored::position(&journal, entry, &tables)
        }
        Command::Show { journal, entry, side, board: true, tables, .. } => {
            stored::board(&journal, entry, side.as_deref(), &tables)
        }
        Command::Show { journal, entry, side, svg, json, position: false, board: false, tables } => {
            stored::show(&journal, entry, side.as_deref(), (svg, json), &tables)
        }
        Command::Verify { journal, tables, json } => stored::verify(&journal, &tables, json),
        Command::Replay { journal, side, svg: Some(folder), tables, .. } => {
            replay::pictures(&journal, side.as_deref(), &tables, &folder)
        }
        Command::Replay { journal, side, html: Some(file), tables, .. } => {
            replay::film(&journal, side.as_deref(), &tables, &file)
        }
        Command::Replay { journal, side, all, tables, json, svg: None, html: None } => {
            replay::replay(&journal, side.as_deref(), &tables, all, json)
        }
        Command::Study {
            title,
            entry,
            side,
            games,
            seconds,
            margin,
            seed,
            first,
            second,
            against,
            against_tables,
            vary,
            switches,
            svg,
            tables,
            json,
            csv,
        } => {
            let request = StudyRequest {
                players: BySide::new(player(&first), player(&second)),
                games,
                seed,
                time: Some(Duration::from_secs_f64(seconds)),
                margin: margin.map(|points| points / 100.0),
            };
            let against_tables = against_tables.map(|folder| args::HouseTables { tables: Some(folder) });
            study::study(&study::Study {
                title,
                entry,
                side,
                request,
                against,
                against_tables,
                vary,
                switches,
                tables,
                svg,
                json,
                csv,
            })
        }
        Command::Server(command) => serve::run(command),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "grognard", &mut text);
            Ok(String::from_utf8(text)?)
        }
        Command::Man { command, dir } => manual::manual(command.as_deref(), dir.as_deref()),
    }
}

/// Who plays a side of a study.
fn player(word: &str) -> Player {
    match word {
        "easy" => Player::Easy,
        "naive" => Player::Naive,
        "policy" => Player::Policy,
        "random" => Player::Random,
        _ => Player::Computer,
    }
}

/// Whether the position is wanted too.
fn sight(wanted: bool) -> grognard_wire::Sight {
    if wanted { grognard_wire::Sight::With } else { grognard_wire::Sight::Without }
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
