//! Fighting a battle once, by seed, by real dice, or by hand.

use crate::args::BattleFile;
use crate::dicebox::draw;
use crate::files::{OpenBattle, file_name, open};
use crate::paint::{DIM, HEAD, WARN, styled};
use crate::stored::begin;
use crate::table::{DiceFrom, Table, Who, say};
use crate::{Failure, Outcome, dicebox, switches, vault};
use grognard::umpire::{BySide, Header, Mark, Ruling};
use grognard_wire as wire;
use grognard_wire::NamedSwitch;
use serde_json::json;
use std::fmt::Write as _;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::IsTerminal;
use std::path::PathBuf;

/// How to fight it.
pub(crate) struct How {
    pub(crate) seed: Option<u64>,
    pub(crate) dice: Option<String>,
    pub(crate) choose: Vec<String>,
    pub(crate) policy: bool,
    pub(crate) journal: Option<PathBuf>,
    pub(crate) json: bool,
}

pub(crate) fn resolve(battle: &BattleFile, how: &How) -> Outcome {
    let OpenBattle { name, text, tables, contest } = open(battle)?;
    let dice = dice_from(how)?;
    let seed = match dice {
        DiceFrom::Seed(seed) => Some(seed),
        _ => None,
    };
    let person =
        std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && !how.json && !how.policy;
    let who = if person { Who::Person } else { Who::Policy };
    let header = Header {
        system: contest.system().to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        title: file_name(&name),
        seats: BySide::new(who, who),
        dice: dice.source(),
        tables,
        setup: text,
        ..Header::default()
    };
    let play = contest.start(header);
    let ledger = how.journal.as_ref().map(|path| begin(path, play.journal(), &dice)).transpose()?;
    let mut table = Table::new(play, dice, BySide::new(who, who));
    table.journal = ledger;
    table.told = 0;
    table.choices = how.choose.clone().into();
    let played = table.sit_down(&[]).and_then(|()| table.play()).and_then(|()| table.show_dice());
    if let Some(path) = &how.journal {
        match &played {
            Ok(()) => {
                dicebox::clear(path, table.play.journal().header());
                vault::clear(path, table.play.journal());
            }
            // What a person has said or thrown stays; what was given beforehand can be given again.
            Err(_) if table.asked => {
                let kept =
                    format!("What there is of it is kept; go on with: grognard play {}\n", path.display());
                if table.left {
                    // Whoever says so leaves in order.
                    return Ok(kept);
                }
                say(&kept)?;
            }
            Err(_) => {
                vault::clear(path, table.play.journal());
                let ledger = table.journal.take();
                ledger.into_iter().for_each(|ledger| ledger.discard(table.play.journal().header()));
            }
        }
    }
    if table.left {
        return Ok(
            "Left before the end; nothing of it is kept. With --journal FILE it would be.\n".to_owned()
        );
    }
    played?;
    let play = table.play;
    let (facts, words) =
        play.end().ok_or_else(|| Failure("the battle did not come to its end".to_owned()))?;
    let named = grognard::named_switches(&*contest, play.journal(), &[]);
    if how.json {
        let switches: Vec<NamedSwitch> = named.iter().map(NamedSwitch::from).collect();
        let account: Vec<_> = play.account().iter().map(wire::ruling).collect();
        let value = json!({
            "system": contest.system(), "battle": name, "end": wire::fact(&facts), "words": words,
            "switches": switches, "account": account, "journal": play.journal().text(),
        });
        return Ok(wire::text(&value));
    }
    let mut text = switches::head(&named);
    for ruling in play.account().iter().skip(table.told) {
        text.push_str(&told(ruling));
    }
    let _ = writeln!(text, "\n{}", styled(HEAD, words));
    if let Some(path) = how.journal.as_ref().filter(|_| seed.is_none() && how.dice.is_none()) {
        let again = format!("Every die can be checked: grognard verify {}", path.display());
        let _ = writeln!(text, "{}", styled(DIM, again));
    }
    if let Some(seed) = seed {
        let _ = writeln!(text, "{}", styled(DIM, format!("The same again: --seed {seed}")));
    }
    Ok(text)
}

fn dice_from(how: &How) -> Result<DiceFrom, Failure> {
    match how.dice.as_deref() {
        // A journal is for showing to others, who can check such dice; a battle told once is told again by its seed.
        None if how.seed.is_none() && how.journal.is_some() => Ok(DiceFrom::Pledged(draw()?)),
        None => Ok(DiceFrom::Seed(how.seed.unwrap_or_else(fresh_seed))),
        Some("") => Ok(DiceFrom::Asked),
        Some(list) => {
            let face = |(index, face): (usize, &str)| {
                let wrong = || {
                    Failure(format!(
                        "--dice, number {}: `{face}` is not a face of a die; write them with commas between, as 9,6,10",
                        index + 1
                    ))
                };
                face.trim().parse::<u8>().map_err(|_| wrong())
            };
            Ok(DiceFrom::Given(list.split(',').enumerate().map(face).collect::<Result<_, _>>()?))
        }
    }
}

/// A seed from the operating system, by way of the standard library's hasher.
pub(crate) fn fresh_seed() -> u64 {
    // Short enough to be read out and typed again.
    RandomState::new().build_hasher().finish() >> 32
}

/// A ruling as a player reads it: the words, then what they rest on.
pub(crate) fn told(ruling: &Ruling) -> String {
    let words = match ruling.heading {
        true => format!("\n{}", styled(HEAD, &ruling.text)),
        false => ruling.text.clone(),
    };
    let mut text = format!("{words}  {}\n", styled(DIM, ruling.clause));
    let mut facts = Vec::new();
    for thrown in &ruling.dice {
        let faces: Vec<String> = thrown.faces.iter().map(u8::to_string).collect();
        facts.push(format!("{}: {}", thrown.dice, faces.join(" ")));
    }
    for modifier in &ruling.modifiers {
        facts.push(format!("{:+} {} {}", modifier.value, modifier.words, styled(DIM, modifier.clause)));
    }
    if let Some(look) = &ruling.table {
        let mark = match look.mark {
            Mark::Reconstructed | Mark::Ruling | Mark::House => styled(WARN, look.mark),
            Mark::Printed | Mark::Published => styled(DIM, look.mark),
        };
        facts.push(format!("{} {} × {}: {} {mark}", look.table, look.row, look.column, look.cell));
    }
    for fact in facts {
        let _ = writeln!(text, "      {fact}");
    }
    text
}
