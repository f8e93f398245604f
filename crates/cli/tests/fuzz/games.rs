//! What games are begun from and kept in, damaged: whole titles, positions, journals, rosters.

use crate::damage::tried;
use grognard::days_of_empire::{Charts, ROSTERS, roster};
use grognard::umpire::{Event, Generator, Header, Journal, Kind, Opening, Proposal, Side};
use grognard::{Contest, Play, systems, whole_position_text};

/// How often each kind of damage is tried on one file.
fn times() -> u64 {
    super::number("GROGNARD_FUZZ", 200) / 20
}

/// A title, opened.
struct Title {
    name: String,
    text: &'static str,
    contest: Box<dyn Contest>,
}

impl Title {
    fn header(&self) -> Header {
        Header {
            system: self.contest.system().to_owned(),
            title: self.name.clone(),
            setup: self.text.to_owned(),
            ..Header::default()
        }
    }
}

fn titles() -> Vec<Title> {
    let all = systems().iter().flat_map(|system| system.titles());
    let open = |(name, text): (String, &'static str)| {
        let contest = grognard::open(&name, text, &[]).unwrap();
        Title { name, text, contest }
    };
    all.map(open).collect()
}

/// Plays on at random for so many decisions; hands back what opens its secret answers.
fn played_on(play: &mut dyn Play, decisions: usize, dice: &mut Generator) -> Vec<Opening> {
    let mut openings = Vec::new();
    for _ in 0..decisions {
        while play.throw(dice).is_some() {}
        let Some((side, key)) = play.pending().first().map(|question| {
            let side = question.asking.by.expect("a decision belongs to a side");
            let options = match &question.kind {
                Kind::Choose { options, .. } | Kind::Order { offers: options, .. } => options,
                Kind::Roll(_) => unreachable!("dice were thrown"),
            };
            assert!(!options.is_empty(), "nothing can be answered: {}", question.line());
            (side, options[dice.below(options.len() as u32) as usize].key.clone())
        }) else {
            break;
        };
        let entered = play.answer(side, &key, [dice.below(256) as u8; 16]).expect("it was offered");
        openings.extend(entered.opening);
        play.open_due();
    }
    openings
}

/// What people look at at any moment.
fn looked_at(play: &dyn Play) {
    for viewer in [None, Some(Side::First), Some(Side::Second)] {
        let _ = (play.view(viewer), play.picture(viewer), play.drawing(viewer), play.guide(viewer).aims());
    }
}

#[test]
fn damaged_titles_are_refused_or_played() {
    for title in titles() {
        tried(&title.name, title.text, times(), &|damaged| {
            let contest = grognard::open("title.toml", damaged, &[]).map_err(|bad| bad.to_string())?;
            let mut play = contest.start(Header::default());
            played_on(&mut *play, 6, &mut Generator::new(1));
            looked_at(&*play);
            Ok(())
        });
    }
}

/// The same on a real table, whose people are asked what they measure.
#[test]
fn damaged_tables_of_ones_own_are_refused_or_played() {
    for title in titles().iter().filter(|title| title.contest.system() == grognard::days_of_empire::KEY) {
        let text = title.text.replacen("kind = \"battle\"", "kind = \"umpired-battle\"", 1);
        tried(&title.name, &text, times(), &|damaged| {
            let contest = grognard::open("title.toml", damaged, &[]).map_err(|bad| bad.to_string())?;
            let mut play = contest.start(Header::default());
            played_on(&mut *play, 12, &mut Generator::new(1));
            looked_at(&*play);
            Ok(())
        });
    }
}

/// A position that is read can be looked at and played on.
#[test]
fn damaged_positions_are_refused_or_played() {
    let mut read = 0;
    for title in titles() {
        let mut play = title.contest.start(title.header());
        played_on(&mut *play, 60, &mut Generator::new(3));
        let text = whole_position_text(&*play);
        read += tried(&title.name, &text, 4 * times(), &|damaged| {
            let header = Header { position: damaged.to_owned(), ..title.header() };
            let begun = title.contest.start_from("position.toml", header);
            let mut play = begun.map_err(|bad| bad.to_string())?;
            looked_at(&*play);
            played_on(&mut *play, 12, &mut Generator::new(2));
            Ok(())
        });
    }
    assert!(read > times(), "only {read} damaged positions are read");
}

#[test]
fn damaged_rosters_are_refused_or_printed() {
    let charts = Charts::load(&[]).unwrap();
    for file in ROSTERS.files() {
        let (name, text) = (file.path().to_str().unwrap(), file.contents_utf8().unwrap());
        tried(name, text, 2 * times(), &|damaged| {
            let army = roster::open(name, damaged, &charts).map_err(|bad| bad.to_string())?;
            let choices = army.choices(&charts).map_err(|bad| bad.to_string())?;
            assert!(!army.sheet(&charts, &choices).is_empty());
            Ok(())
        });
    }
}

/// A journal whose hashes are right and whose entries are not those of any game.
fn forged(journal: &Journal, dice: &mut Generator) -> Journal {
    let mut events: Vec<Event> = journal.entries().iter().map(|entry| entry.event.clone()).collect();
    for _ in 0..1 + dice.below(4) {
        let mut below = |bound: usize| dice.below(bound.max(1) as u32) as usize;
        let (at, other) = (below(events.len()), below(events.len()));
        let side = Side::ALL[below(2)];
        match below(10) {
            0 => drop(events.remove(at)),
            1 => events.insert(at, events[other].clone()),
            2 => events.swap(at, other),
            3 => events.insert(at, Event::Undone { by: side }),
            4 => events.insert(at, Event::Proposed { by: side, what: Proposal::Rewind(other) }),
            5 => events.insert(at, Event::Agreed { by: side }),
            6 => events.insert(at, Event::Secret { by: side, commitment: [7; 32] }),
            7 => events.insert(at, Event::Nonce { by: side, nonce: [7; 16] }),
            8 => events.insert(at, Event::DiceSecret { secret: [7; 32] }),
            _ => {
                if let (Event::Answered { question, .. }, Event::Answered { answer, .. }) =
                    (&events[at], &events[other])
                {
                    events[at] = Event::Answered { question: question.clone(), answer: answer.clone() };
                }
            }
        }
    }
    let mut forged = Journal::new(journal.header().clone());
    for event in events {
        forged.append(event);
    }
    forged
}

/// Whoever works the hashes out again gets a game or a reason with the entry.
#[test]
fn forged_journals_are_opened_or_refused_by_their_entry() {
    let mut carried_out = 0;
    for title in titles() {
        let mut dice = Generator::new(5);
        let mut play = title.contest.start(title.header());
        let openings = played_on(&mut *play, 120, &mut dice);
        let journal = play.journal().clone();
        assert!(title.contest.replay(&journal, &openings).is_ok(), "{}", title.name);
        for number in 0..4 * times() {
            // Faces for a choice, or a key for dice, read back as what they are not.
            let Ok(forged) = Journal::read(&forged(&journal, &mut dice).text()) else { continue };
            carried_out += 1;
            let opened = super::timed(&title.name, || title.contest.replay(&forged, &openings).map(drop));
            if let Err(differs) = opened {
                assert!(differs.entry <= forged.entries().len() + 1, "{}, {number}: {differs}", title.name);
                assert!(!differs.to_string().is_empty());
            }
        }
    }
    assert!(carried_out > 20 * times(), "{carried_out} journals could be carried out");
}
