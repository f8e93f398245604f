//! Journals as text: both forms, header, events, and every kind of damage.

use grognard_umpire::{Answer, BySide, DiceSource, Event, Flaw, Form, Header, Journal, Seat, Side};

fn header(form: Form) -> Header {
    Header {
        form,
        system: "toy".to_owned(),
        version: "0.1.0".to_owned(),
        title: "pavia".to_owned(),
        seats: match form {
            Form::One => BySide::default(),
            Form::Two => BySide::new(Seat::Person, Seat::Computer),
        },
        dice: match form {
            Form::One => DiceSource::Seed(11),
            Form::Two => DiceSource::Pledged([0x9f; 32]),
        },
        options: vec![("profile".to_owned(), "published".to_owned())],
        tables: vec![("ours.toml".to_owned(), "a = 1\n\nb = 2\n".to_owned())],
        setup: "one\n\n| three\nbegin 4f\n".to_owned(),
    }
}

fn answered(question: &str, answer: Answer) -> Event {
    Event::Answered { question: question.to_owned(), answer }
}

/// A journal with every kind of event its form has.
fn journal(form: Form) -> Journal {
    let mut journal = Journal::new(header(form));
    let choice = answered("first T-1 [posture] choose", Answer::Key("hold".to_owned()));
    let events = [
        answered("umpire T-2 [weather] roll 2d6", Answer::Faces(vec![3, 6])),
        answered("second T-3 [march] order", Answer::Key("move 3128 → 3127".to_owned())),
        Event::Undone { by: Side::Second },
        Event::Sealed {
            by: Side::First,
            question: "first T-4 [plan] choose".to_owned(),
            key: "a".to_owned(),
        },
    ];
    let of_form_two = [
        Event::Nonce { by: Side::First, nonce: [0xab; 16] },
        Event::Secret { by: Side::First, commitment: choice.commitment([7; 16]) },
        Event::Opened { entry: 6, salt: [7; 16], event: Box::new(choice) },
        Event::Seated { by: Side::Second, seat: Seat::Person },
        Event::DiceSecret { secret: [0x5a; 32] },
    ];
    for event in events {
        journal.append(event);
    }
    if form == Form::Two {
        for event in of_form_two {
            journal.append(event);
        }
    }
    journal
}

#[test]
fn both_forms_read_back_to_the_letter() {
    for form in [Form::One, Form::Two] {
        let written = journal(form);
        let read = Journal::read(&written.text()).unwrap();
        assert_eq!(read, written);
        assert_eq!(read.text(), written.text());
        assert_eq!(read.header(), &header(form));
    }
    let text = journal(Form::Two).text();
    let head = "grognard-journal 2\nsystem: toy\nversion: 0.1.0\ntitle: pavia\nseat: first person\nseat: second computer\n";
    assert!(text.starts_with(head), "{text}");
    assert!(text.contains(" nonce first abababababababababababababababab\n"), "{text}");
    assert!(
        text.contains(" open 6 07070707070707070707070707070707 first T-1 [posture] choose => hold\n"),
        "{text}"
    );
    assert_eq!(journal(Form::Two).seats(), BySide::new(Seat::Person, Seat::Person), "the last word counts");
    let seeded = Journal::new(Header { dice: DiceSource::Seed(11), ..Header::default() }).text();
    assert!(seeded.contains("dice: xoshiro256++/splitmix64/1 seed 11 (can be foreseen)\n"), "{seeded}");
}

/// What stands for a secret is SHA-256 of salt, a zero byte and the event's text, as printed by `sha256sum`.
#[test]
fn a_secret_is_committed_to_with_its_salt() {
    let event = answered("first T-1 [posture] choose", Answer::Key("hold".to_owned()));
    assert_eq!(event.line(), "first T-1 [posture] choose => hold");
    let hex: String = event.commitment([7; 16]).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "cdcea72b5ec77d4ecbba1db4065e86fc964e2728ed506d26a073513bd5ad9327");
    assert_ne!(event.commitment([8; 16]), event.commitment([7; 16]));
}

/// Events of the second form mean nothing in the first.
#[test]
fn a_form_has_its_own_events_only() {
    for event in [
        Event::Nonce { by: Side::First, nonce: [0xab; 16] },
        Event::Seated { by: Side::Second, seat: Seat::Person },
        Event::DiceSecret { secret: [0x5a; 32] },
    ] {
        let mut journal = Journal::new(header(Form::One));
        journal.append(event);
        let bad = Journal::read(&journal.text()).unwrap_err();
        assert_eq!((bad.entry, bad.flaw), (Some(1), Flaw::Changed), "{bad}");
    }
}

/// The header's hash is over what was understood; a line that would change nothing must not slip in.
#[test]
fn header_lines_come_once_and_in_order() {
    for form in [Form::One, Form::Two] {
        let text = journal(form).text();
        let lines: Vec<&str> = text.lines().collect();
        let begin = lines.iter().rposition(|line| line.starts_with("begin ")).unwrap();
        for at in 0..=begin {
            let mut doubled = lines.clone();
            doubled.insert(at, lines[at]);
            let bad = Journal::read(&(doubled.join("\n") + "\n")).unwrap_err();
            assert!(bad.line >= 1 && bad.line <= begin + 2, "line {at} doubled: {bad}");
            assert!(matches!(bad.flaw, Flaw::Header | Flaw::Changed), "line {at} doubled: {bad}");
            for other in 0..at {
                if lines[at] != lines[other] {
                    let mut swapped = lines.clone();
                    swapped.swap(at, other);
                    assert!(Journal::read(&(swapped.join("\n") + "\n")).is_err(), "{other} and {at} swapped");
                }
            }
            let mut missing = lines.clone();
            missing.remove(at);
            assert!(Journal::read(&(missing.join("\n") + "\n")).is_err(), "line {at} left out");
        }
    }
    let text = journal(Form::Two).text();
    let error = |from: &str, to: &str| Journal::read(&text.replacen(from, to, 1)).unwrap_err().to_string();
    assert_eq!(
        error("system: toy\n", "system: toy\nsystem: eu9\n"),
        "line 3: `version: ` is due here, each line once and in order"
    );
    assert_eq!(
        error("seat: second computer", "seat: second dog"),
        "line 6: `seat: second` and person, computer or policy is due here"
    );
    assert!(
        error("option: profile", "option: profile = a\noption: profile")
            .contains("line 9: the option `profile`")
    );
    assert!(
        error("hmac-sha256/1", "hmac-sha256/2").contains("line 7: dice of a kind that is not known here")
    );
    assert!(error("\n", "\r\n").contains("line 1"), "no other ends of lines");
}
