//! Allocating loss results: all legal sequences, or one decision at a time with what each is worth.

use crate::args::BattleFile;
use crate::files::{OpenBattle, open};
use crate::paint::{DIM, HEAD, styled};
use crate::resolve::{fresh_seed, told};
use crate::table::{DiceFrom, Table, Who};
use crate::{Failure, Outcome};
use grognard::Play;
use grognard::umpire::{BySide, Header, Kind};
use grognard_wire as wire;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::IsTerminal;

pub(crate) fn allocate(battle: &BattleFile, all: bool, list: usize, as_json: bool) -> Outcome {
    let opened = open(battle)?;
    if all {
        return sequences(&opened, list, as_json);
    }
    let OpenBattle { name, text, contest, .. } = opened;
    let header =
        Header { system: contest.system().to_owned(), title: name, setup: text, ..Header::default() };
    let play = contest.start(header);
    if as_json {
        return Ok(wire::text(&due(play.as_ref())));
    }
    let person = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let who = if person { Who::Person } else { Who::Policy };
    let mut table = Table::new(play, DiceFrom::Seed(fresh_seed()), BySide::new(who, who));
    table.told = 0;
    table.advises = true;
    if let Err(failure) = table.play() {
        // Whoever gets up from the table has not failed.
        return if table.left {
            Ok("Left before the end; nothing of it is kept.\n".to_owned())
        } else {
            Err(failure)
        };
    }
    let mut text: String = table.play.account().iter().skip(table.told).map(told).collect();
    let (_, words) = table.play.end().ok_or_else(|| Failure("it did not come to its end".to_owned()))?;
    let _ = writeln!(text, "\n{}", styled(HEAD, words));
    Ok(text)
}

/// The decision that is due: what is offered and its worth, what is not and why.
fn due(play: &dyn Play) -> Value {
    let names = play.side_names();
    let questions: Vec<Value> = play
        .pending()
        .iter()
        .map(|question| {
            let (options, barred) = match &question.kind {
                Kind::Choose { options, barred, .. } => (options.as_slice(), barred.as_slice()),
                Kind::Order { offers, .. } => (offers.as_slice(), &[][..]),
                Kind::Roll(_) => (&[][..], &[][..]),
            };
            let advice = play.advice();
            let options: Vec<Value> = options
                .iter()
                .map(|offered| {
                    let worth = advice.iter().find(|a| a.key == offered.key);
                    json!({ "key": offered.key, "words": offered.words, "value": worth.map(|a| a.value), "weight": worth.map(|a| a.weight) })
                })
                .collect();
            let barred: Vec<Value> = barred
                .iter()
                .map(|b| json!({ "key": b.key, "reason": b.refusal.reason, "clause": b.refusal.clause.map(|c| c.id()) }))
                .collect();
            let by = question.asking.by.map(|side| names[side].clone());
            json!({ "by": by, "what": question.asking.words(), "about": question.about, "clause": question.asking.clause.id(), "options": options, "barred": barred })
        })
        .collect();
    json!({ "pending": questions })
}

fn sequences(opened: &OpenBattle, list: usize, as_json: bool) -> Outcome {
    let all =
        opened.contest.sequences(list).map_err(|reason| Failure(format!("{}: {reason}", opened.name)))?;
    if as_json {
        let listed: Vec<Value> =
            all.listed.iter().map(|(keys, end)| json!({ "choices": keys, "end": end })).collect();
        let value = json!({ "sequences": all.count.to_string(), "ends": all.ends, "listed": listed });
        return Ok(wire::text(&value));
    }
    let mut text = String::new();
    for (index, (keys, end)) in all.listed.iter().enumerate() {
        let _ = writeln!(text, "{:>6}  {}\n        {}", index + 1, keys.join(", "), styled(DIM, end));
    }
    let counts = format!("{} legal sequences, {} different ends", all.count, all.ends);
    let _ = writeln!(text, "\n{}", styled(HEAD, counts));
    if all.count > all.listed.len() as u128 {
        let _ = writeln!(
            text,
            "{}",
            styled(DIM, format!("the first {} are listed; --list N lists more", all.listed.len()))
        );
    }
    Ok(text)
}
