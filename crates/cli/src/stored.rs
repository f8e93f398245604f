//! Journals: begun, played on, shown, carried out again, checked, told.

use crate::args::HouseTables;
use crate::dicebox::draw;
use crate::files::{by_file_name, file_name, house, house_and_beside, title_text};
use crate::ledger::Ledger;
use crate::paint::{DIM, GOOD, HEAD, styled};
use crate::table::{DiceFrom, Table, Who, say, shown};
use crate::{Failure, Outcome, dicebox, ledger, prompt, vault};
use grognard::umpire::{
    BySide, DiceSource, Difference, Differs, Event, Fact, Form, Header, Journal, Proof, Seat, Side,
};
use grognard::{Play, Strength};
use grognard_wire as wire;
use serde_json::json;
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Begins a game: a journal with nothing but its header. Unless they are given its dice come from a new secret.
pub(crate) fn new(
    title: Option<&str>,
    journal: Option<PathBuf>,
    dice: Option<DiceFrom>,
    computer: Option<&str>,
    position: Option<&Path>,
    tables: &HouseTables,
) -> Outcome {
    let Some(title) = title else { return Ok(titles()) };
    let (name, setup) = title_text(title)?;
    let tables = house_and_beside(&name, &setup, tables)?;
    let contest = grognard::open(&name, &setup, &tables)?;
    let name = file_name(&name);
    let dice = match dice {
        Some(dice) => dice,
        None => DiceFrom::Pledged(draw()?),
    };
    let header = Header {
        system: contest.system().to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        title: name.clone(),
        seats: seats(computer.unwrap_or("none")),
        dice: dice.source(),
        tables: by_file_name(&tables),
        setup,
        position: position.map(position_in_lines).transpose()?.unwrap_or_default(),
        ..Header::default()
    };
    // What is wrong with a position is said before anything is written.
    let start = match position {
        Some(file) => contest.start_from(&file.display().to_string(), header.clone())?,
        None => contest.start(Header::default()),
    };
    let stem = Path::new(&name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let path = journal.unwrap_or_else(|| PathBuf::from(format!("{stem}.journal")));
    begin(&path, &Journal::new(header), &dice)?;
    let names = contest.side_names();
    let mut text = format!("{}: {} against {}.", styled(HEAD, path.display()), names.first, names.second);
    for (side, _) in seats(computer.unwrap_or("none")).iter().filter(|(_, seat)| **seat == Seat::Computer) {
        let _ = write!(text, " The computer plays {}.", names[side]);
    }
    let _ = writeln!(text);
    let guide = start.guide(None);
    text.push_str(&prompt::aims(&guide.aims(), &names));
    let origins = guide.origins();
    if !origins.is_empty() {
        let _ = write!(text, "Its data:\n{}", prompt::origins(&origins));
    }
    let _ = writeln!(text, "Play it with:\n  grognard play {}", path.display());
    let words = match dice {
        DiceFrom::Pledged(_) => {
            let secret = dicebox::place(&path);
            format!(
                "The secret of the dice lies in {} until the game is over. Do not look into it, and keep it beside \
                 the journal.",
                secret.display()
            )
        }
        DiceFrom::Seed(_) => {
            "Dice of a seed can be foreseen by whoever reads the journal; leave --seed out for a real game."
                .to_owned()
        }
        DiceFrom::Asked | DiceFrom::Given(_) => "Throw your own dice and type what they show.".to_owned(),
    };
    let _ = writeln!(text, "{}", styled(DIM, words));
    Ok(text)
}

/// A position as the head of a journal reads it back: line by line.
fn position_in_lines(file: &Path) -> Result<String, Failure> {
    let text = crate::files::read(file)?;
    if text.starts_with("grognard-journal ") {
        let file = file.display();
        return Err(Failure(format!(
            "{file}: this is the journal of a game, not a position; print one of it: grognard show {file} --position"
        )));
    }
    Ok(text.lines().map(|line| format!("{line}\n")).collect())
}

/// Prints how a game stands as a position file.
pub(crate) fn position(path: &Path, entry: Option<usize>, tables: &HouseTables) -> Outcome {
    let play = open_until(path, None, tables)?;
    let fail = |reason: String| Failure(format!("{}: {reason}", path.display()));
    // Whether anything is hidden is a matter of how the game stands now, whatever moment is asked for.
    let whole = grognard::position_text(&*play).map_err(|refusal| fail(refusal.to_string()))?;
    match entry {
        None => Ok(whole),
        Some(entry) => {
            let then = open_until(path, Some(entry), tables)?;
            let over = play.end().is_some();
            let text = if over {
                Ok(grognard::whole_position_text(&*then))
            } else {
                grognard::position_text(&*then)
            };
            text.map_err(|refusal| fail(refusal.to_string()))
        }
    }
}

/// Writes a new journal, and the secret of its dice before it.
pub(crate) fn begin(path: &Path, journal: &Journal, dice: &DiceFrom) -> Result<Ledger, Failure> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        return Err(Failure(format!("{}: no such folder; make it first", folder.display())));
    }
    vault::none_yet(path)?;
    let DiceFrom::Pledged(secret) = dice else { return Ledger::create(path, journal) };
    if path.exists() {
        // Said by whoever refuses to write over it, before anything is written beside it.
        return Ledger::create(path, journal);
    }
    dicebox::keep(path, secret)?;
    Ledger::create(path, journal).inspect_err(|_| dicebox::clear(path, journal.header()))
}

/// Who sits where, if the computer plays this: `first`, `second`, `both` or `none`.
fn seats(computer: &str) -> BySide<Seat> {
    BySide::from_fn(|side| match computer {
        "both" => Seat::Computer,
        name if name == side.key() => Seat::Computer,
        _ => Seat::Person,
    })
}

fn titles() -> String {
    let mut text = String::new();
    let keys =
        grognard::systems().iter().flat_map(|system| system.titles()).map(|(key, _)| key.chars().count());
    let wide = keys.max().unwrap_or(0);
    for system in grognard::systems() {
        for (key, setup) in system.titles() {
            let value = |name: &str| {
                let line = setup.lines().find(|line| line.starts_with(&format!("{name} = ")));
                line.and_then(|line| line.split('"').nth(1)).unwrap_or("").to_owned()
            };
            let about = format!("{}, {}", value("date"), system.title);
            let _ = writeln!(
                text,
                "{}  {}  {}",
                styled(HEAD, format!("{key:<wide$}")),
                value("title"),
                styled(DIM, about)
            );
        }
    }
    let _ = writeln!(text, "\nOne of them: grognard new NAME; or any battle: grognard new eu9/pavia");
    text
}

/// Plays a game on. Every entry is in the file before anybody is told of it.
pub(crate) fn play(
    path: &Path,
    (computer, strength): (Option<&str>, Option<Strength>),
    nonces: &[String],
    tables: &HouseTables,
) -> Outcome {
    let fail = |reason: String| Failure(format!("{}: {reason}", path.display()));
    let nonces = nonces.iter().map(|nonce| read_nonce(nonce)).collect::<Result<Vec<_>, _>>()?;
    let (ledger, journal) = Ledger::open(path)?;
    let play = carry_out(path, journal, None, tables)?;
    let dice = dice_of(path, &*play)?;
    let kept = play.journal().seats();
    let who = at_strength(computer.map_or(kept, seats), strength, &*play);
    let person = who.iter().any(|(_, seat)| *seat == Seat::Person);
    if person && play.end().is_none() && !std::io::stdin().is_terminal() {
        return Err(fail("a person has to sit at a terminal; --computer both plays by itself".to_owned()));
    }
    if let Some((side, _)) = nonces
        .iter()
        .find(|(side, _)| !matches!(dice, DiceFrom::Pledged(_)) || play.journal().nonces()[*side].is_some())
    {
        return Err(fail(format!("--nonce: the {side} side can add nothing to these dice any more")));
    }
    let form = play.journal().header().form;
    let mut table = Table::new(play, dice, who);
    table.journal = Some(ledger);
    // What was known when the program last stopped and had not been entered.
    table.open_due()?;
    if table.play.end().is_none() {
        let mut words = String::new();
        if form == Form::Two {
            words = table.take_seats(kept)?;
            table.sit_down(&nonces)?;
        }
        let viewer = viewer_of(&table.who);
        say(&table.on_sitting_down(viewer))?;
        say(&styled(DIM, words))?;
        if viewer.is_some() && hides(&*table.play) {
            let words =
                "The computer does not see what you hide. What it says aloud tells nothing of what it hides.";
            say(&format!("{}\n", styled(DIM, words)))?;
        }
    }
    let played = table.play();
    if !table.is_kept() {
        // Nobody is told of what is in no file.
        return played.map(|()| String::new());
    }
    table.tell()?;
    if table.left {
        // Every answer is in the file already.
        return Ok(format!("Everything is kept; go on with: grognard play {}\n", path.display()));
    }
    played?;
    table.show_dice()?;
    dicebox::clear(path, table.play.journal().header());
    vault::clear(path, table.play.journal());
    let words = table.play.end().map_or(String::new(), |(_, words)| words);
    let file = path.display();
    let again = format!("Look back: grognard replay {file}; check every die: grognard verify {file}");
    Ok(format!("\n{}\n{}\n", styled(HEAD, words), styled(DIM, again)))
}

/// The same seats with the computer thinking so hard, where its player has two strengths; left out, as it did before.
fn at_strength(who: BySide<Seat>, strength: Option<Strength>, play: &dyn Play) -> BySide<Seat> {
    let two = play.strengths().contains(&Strength::Easy);
    BySide::from_fn(|side| match (who[side], strength) {
        (Seat::Computer, Some(Strength::Easy)) if two => Seat::Easy,
        (Seat::Easy, Some(Strength::Full)) => Seat::Computer,
        (seat, _) => seat,
    })
}

/// What a side adds to the dice: `second=any words`.
fn read_nonce(text: &str) -> Result<(Side, [u8; 16]), Failure> {
    let (side, words) = text.split_once('=').unwrap_or((text, ""));
    let side = Side::from_key(side).filter(|_| !words.is_empty());
    let wanted = || Failure(format!("--nonce: `{text}`; write first='any words' or second='any words'"));
    Ok((side.ok_or_else(wanted)?, dicebox::nonce(words)))
}

/// Who looks at the screen: the one person, or nobody in particular.
fn viewer_of(who: &BySide<Who>) -> Option<Side> {
    match (who.first, who.second) {
        (Who::Person, Who::Computer | Who::Easy) => Some(Side::First),
        (Who::Computer | Who::Easy, Who::Person) => Some(Side::Second),
        _ => None,
    }
}

/// Whether the sides see different things.
pub(crate) fn hides(play: &dyn Play) -> bool {
    Side::ALL.iter().any(|&side| play.view(Some(side)) != play.view(None))
}

/// Who looks at a game: whoever is named. Of one that is over everything may be seen; of one that is on, the one person
/// who plays it against the computer sees his own side.
///
/// # Errors
/// Where it matters who looks and nobody has said.
pub(crate) fn looker(
    path: &Path,
    play: &dyn Play,
    side: Option<&str>,
    over: bool,
) -> Result<Option<Side>, Failure> {
    let seats = play.journal().seats();
    let people = seats.iter().filter(|(_, seat)| **seat == Seat::Person).count();
    match side {
        Some(side) => Ok(Side::from_key(side)),
        None if over || people == 0 => Ok(None),
        None if people == 1 => Ok(viewer_of(&seats)),
        None if !hides(play) => Ok(None),
        None => Err(Failure(format!(
            "{}: the game is still on, and the sides see different things; say who looks: \
             --side first, second or onlooker",
            path.display()
        ))),
    }
}

/// A game as it stood after an entry, and who looks at it.
fn looked_at(
    path: &Path,
    entry: Option<usize>,
    side: Option<&str>,
    tables: &HouseTables,
) -> Result<(Box<dyn Play>, Option<Side>), Failure> {
    let play = open_until(path, entry, tables)?;
    let over = match (side, entry) {
        (None, Some(_)) => open(path, tables)?.end().is_some(),
        _ => play.end().is_some(),
    };
    let viewer = looker(path, &*play, side, over)?;
    Ok((play, viewer))
}

/// The board of a game as data, as whoever looks may know it.
pub(crate) fn board(path: &Path, entry: Option<usize>, side: Option<&str>, tables: &HouseTables) -> Outcome {
    let (play, viewer) = looked_at(path, entry, side, tables)?;
    let answer = wire::BoardAnswer::of(&*play.guide(viewer), None);
    if answer.hash.is_none() {
        return Err(Failure(format!("{}: this game has no board; leave --board out", path.display())));
    }
    Ok(wire::text(&json!(answer)))
}

/// Shows how a game stands.
pub(crate) fn show(
    path: &Path,
    entry: Option<usize>,
    side: Option<&str>,
    (svg, as_json): (bool, bool),
    tables: &HouseTables,
) -> Outcome {
    let (play, viewer) = looked_at(path, entry, side, tables)?;
    if svg {
        let none = || Failure(format!("{}: this game has no picture; leave --svg out", path.display()));
        return play.picture(viewer).ok_or_else(none);
    }
    if as_json {
        return Ok(wire::text(&wire::fact(&play.view(viewer))));
    }
    let waiting: Vec<String> = play
        .pending()
        .iter()
        .map(|question| {
            let names = play.side_names();
            let who = question.asking.by.map_or("nobody".to_owned(), |side| names[side].clone());
            // What a secret question is about is for the one who is asked.
            let told = viewer == question.asking.by || !question.kind.is_secret();
            match question.about.as_str() {
                about if told && !about.is_empty() => format!("{who}: {} ({about})", question.asking.words()),
                _ => format!("{who}: {}", question.asking.words()),
            }
        })
        .collect();
    let words = play.end().map_or_else(|| format!("Waiting for {}.", waiting.join("; ")), |(_, words)| words);
    Ok(format!("{}\n{}\n", shown(&*play, viewer, &path.display().to_string()), styled(HEAD, words)))
}

/// A fact as indented lines.
pub(crate) fn fact_lines(fact: &Fact, depth: usize) -> String {
    let pad = "  ".repeat(depth);
    match fact {
        Fact::Record(pairs) => pairs
            .iter()
            .map(|(key, value)| match value {
                Fact::Record(_) | Fact::List(_) => format!("{pad}{key}\n{}", fact_lines(value, depth + 1)),
                value => format!("{pad}{key}: {}", fact_lines(value, 0)),
            })
            .collect(),
        Fact::List(items) => items
            .iter()
            .map(|item| match item {
                Fact::Record(pairs)
                    if pairs.iter().all(|(_, v)| !matches!(v, Fact::Record(_) | Fact::List(_))) =>
                {
                    let parts: Vec<String> = pairs
                        .iter()
                        .map(|(key, v)| format!("{key} {}", fact_lines(v, 0).trim_end()))
                        .collect();
                    format!("{pad}{}\n", parts.join(", "))
                }
                item => fact_lines(item, depth),
            })
            .collect(),
        Fact::Nothing => format!("{pad}-\n"),
        Fact::Flag(flag) => format!("{pad}{}\n", if *flag { "yes" } else { "no" }),
        Fact::Number(number) => format!("{pad}{number}\n"),
        Fact::Text(text) => format!("{pad}{text}\n"),
    }
}

/// Reads a journal and carries it out again.
pub(crate) fn open(path: &Path, tables: &HouseTables) -> Result<Box<dyn Play>, Failure> {
    open_until(path, None, tables)
}

/// The same with its first entries only.
pub(crate) fn open_until(
    path: &Path,
    entries: Option<usize>,
    tables: &HouseTables,
) -> Result<Box<dyn Play>, Failure> {
    carry_out(path, ledger::look(path)?, entries, tables)
}

/// Where the dice of a journal's game come from.
pub(crate) fn dice_of(path: &Path, play: &dyn Play) -> Result<DiceFrom, Failure> {
    let header = play.journal().header();
    Ok(match header.dice {
        DiceSource::Seed(seed) => DiceFrom::Seed(seed),
        DiceSource::Pledged(_) if play.end().is_some() && dice_are_shown(play.journal()) => DiceFrom::Asked,
        DiceSource::Pledged(_) => DiceFrom::Pledged(dicebox::find(path, header)?),
        DiceSource::Table => DiceFrom::Asked,
    })
}

/// Carries a journal out again, as far as it is wanted, and checks its dice.
pub(crate) fn carry_out(
    path: &Path,
    journal: Journal,
    entries: Option<usize>,
    tables: &HouseTables,
) -> Result<Box<dyn Play>, Failure> {
    let (play, sealed) = carry_out_to_seal(path, journal, entries, tables)?;
    match sealed {
        None => Ok(play),
        Some((entry, side)) => Err(Failure(format!(
            "{}: entry {entry} is a secret, and what opens it is not in {}, or that file may not be read",
            path.display(),
            vault::place(path, side).display()
        ))),
    }
}

/// The same as far as it goes without openings that are missing, with the first entry that wants one.
#[allow(clippy::type_complexity)]
fn carry_out_to_seal(
    path: &Path,
    mut journal: Journal,
    entries: Option<usize>,
    tables: &HouseTables,
) -> Result<(Box<dyn Play>, Option<(usize, Side)>), Failure> {
    let fail = |reason: String| Failure(format!("{}: {reason}", path.display()));
    let kept = dicebox::find(path, journal.header()).ok();
    journal
        .prove_dice(kept)
        .map_err(|differs| fail(format!("{differs}. The dice are not those that were due")))?;
    let openings = [journal.openings(), vault::openings(path, &journal)?].concat();
    if let Some(entries) = entries {
        let all = journal.entries().len();
        if entries > all {
            return Err(fail(format!("it has {all} entries; there is no moment after entry {entries}")));
        }
        journal = journal.first(entries);
    }
    let header = journal.header();
    // The head repeats how the switches of the set-up stand; that they still do is checked when it is carried out.
    let switches = grognard::switches_in(&header.system, &header.setup);
    let unknown = |(name, _): &&(String, String)| !switches.iter().any(|stands| stands.path == *name);
    if let Some((name, _)) = header.options.iter().find(unknown) {
        return Err(fail(format!(
            "the option `{name}` is not known here; the rules' options stand in the set-up"
        )));
    }
    // A journal is carried out by the tables it was played with, whatever lies in the folder today.
    if tables.tables.is_some() && by_file_name(&house(tables)?) != header.tables {
        let reason = match header.tables.is_empty() {
            true => "it was begun without tables of your own, and goes on so; leave --tables out",
            false => "it was begun with other tables, which it keeps; leave --tables out",
        };
        return Err(fail(reason.to_owned()));
    }
    let contest = grognard::open(&header.title, &header.setup, &header.tables)
        .map_err(|error| fail(format!("the set-up in it cannot be used: {error}")))?;
    if contest.system() != header.system {
        return Err(fail(format!("made by {}, but its set-up is for {}", header.system, contest.system())));
    }
    match contest.replay(&journal, &openings) {
        Ok(play) => Ok((play, None)),
        Err(Differs { entry, how: Difference::Sealed(side) }) => {
            let play = contest.replay(&journal.first(entry - 1), &openings);
            let play = play.map_err(|differs| fail(differs.to_string()))?;
            Ok((play, Some((entry, side))))
        }
        Err(differs) => Err(fail(differs.to_string())),
    }
}

/// How many secret answers of a journal are under seal.
fn under_seal(journal: &Journal) -> usize {
    let secrets = journal.entries().iter().filter(|entry| matches!(entry.event, Event::Secret { .. }));
    secrets.count().saturating_sub(journal.openings().len())
}

fn dice_are_shown(journal: &Journal) -> bool {
    journal.entries().iter().any(|entry| matches!(entry.event, Event::DiceSecret { .. }))
}

pub(crate) fn verify(path: &Path, tables: &HouseTables, as_json: bool) -> Outcome {
    let journal = &ledger::look(path)?;
    let (play, sealed) = carry_out_to_seal(path, journal.clone(), None, tables)?;
    let entries = play.journal().entries().len();
    let kept = dicebox::find(path, journal.header()).ok();
    let proof = journal.prove_dice(kept)?;
    let (end, words) = match play.end() {
        Some((facts, words)) => (wire::fact(&facts), words),
        None => (serde_json::Value::Null, "It is not over yet.".to_owned()),
    };
    let (written, ours) = (&journal.header().version, env!("CARGO_PKG_VERSION"));
    if as_json {
        let (source, throws, checked) = match proof {
            Proof::Pledged(throws) => ("pledged", throws, true),
            Proof::SecretKept(throws) => ("pledged", throws, false),
            Proof::Seed(throws) => ("seed", throws, true),
            Proof::Typed(throws) => ("table", throws, false),
        };
        return Ok(wire::text(&json!({
            "verified": true, "entries": entries, "end": end, "written_by": written, "carried_out_by": ours,
            "dice": { "source": source, "throws": throws, "checked": checked },
            "secrets": { "under_seal": under_seal(journal), "carried_out_to": entries },
        })));
    }
    let mut text = format!(
        "{}: {}, every one follows from the rules. {words}\n",
        styled(GOOD, "verified"),
        many(entries as u64, "entry", "entries")
    );
    if under_seal(journal) > 0 {
        let count = many(under_seal(journal) as u64, "secret answer is", "secret answers are");
        let _ = match sealed {
            None => writeln!(
                text,
                "Secrets: {count} under seal; what opens them lies in the seats' own files, and fits."
            ),
            Some((entry, side)) => writeln!(
                text,
                "Secrets: {count} under seal, and what opens entry {entry} is not in {}: the rules were carried out as \
                 far as that, and every line after it is unchanged since it was written.",
                vault::place(path, side).display()
            ),
        };
    }
    let _ = writeln!(text, "{}", dice_words(proof, dice_are_shown(journal)));
    if written != ours {
        let _ = writeln!(text, "Rules: it was written by version {written}, and carried out here by {ours}.");
    }
    Ok(text)
}

fn many(count: u64, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// What checking the dice has shown, and what it has not.
fn dice_words(proof: Proof, shown: bool) -> String {
    let throws = |count: u64| many(count, "throw", "throws");
    match proof {
        Proof::Pledged(0) | Proof::SecretKept(0) | Proof::Seed(0) | Proof::Typed(0) => {
            "Dice: none were thrown.".to_owned()
        }
        Proof::Pledged(count) => format!(
            "Dice: {}, every face worked out again from {}. They were settled before the first throw: nobody could \
             change one, and nobody without the secret could foresee one.",
            throws(count),
            match shown {
                true => "the secret that was pledged before the game began",
                false => "the pledged secret, which lies beside the journal and is still to be kept",
            }
        ),
        Proof::SecretKept(count) => format!(
            "Dice: {}, not checked: their secret is pledged in the header and shown when the game is over.",
            throws(count)
        ),
        Proof::Seed(count) => format!(
            "Dice: {}, every face worked out again from the seed in the header. Whoever read the seed could foresee \
             them.",
            throws(count)
        ),
        Proof::Typed(count) => {
            format!("Dice: {}, typed by people. Nothing can be checked of them.", throws(count))
        }
    }
}
