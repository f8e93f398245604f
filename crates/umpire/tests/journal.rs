//! Journals as text: both forms, header, events, and every kind of damage.

use grognard_umpire::{
    Answer, BySide, Dice, DiceSource, Die, Event, Flaw, Form, Header, Journal, Pledge, Proof, Seat, Side,
    seeded_faces,
};

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
        position: String::new(),
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
        "line 6: `seat: second` and person, computer, easy or policy is due here"
    );
    assert!(
        error("option: profile", "option: profile = a\noption: profile")
            .contains("line 9: the option `profile`")
    );
    assert!(
        error("hmac-sha256/1", "hmac-sha256/2").contains("line 7: dice of a kind that is not known here")
    );
    for from in ["system: toy", "| three", "| a = 1", "option: profile = published"] {
        let bad = error(&format!("{from}\n"), &format!("{from}\r\n"));
        assert!(bad.ends_with(": a control character"), "no other ends of lines: {bad}");
        let bad = error(&format!("{from}\n"), &format!("{from}\u{9b}\n"));
        assert!(bad.ends_with(": a control character"), "{bad}");
    }
    assert!(error("[weather]", "[wea\u{1b}ther]").contains("entry 1: a control character"));
}

const SECRET: [u8; 32] = [0x5a; 32];
const POOL: Dice = Dice::Sum { count: 40, die: Die::D10FromZero };

/// A head that is made up holds so much and no more.
#[test]
fn a_header_lists_no_more_than_a_game_has() {
    let many = |count: usize| (0..count).map(|n| (format!("x{n}"), "1".to_owned())).collect::<Vec<_>>();
    for (wanted, head) in [
        ("more than 1000 options", Header { options: many(1_001), ..header(Form::Two) }),
        ("more than 1000 files of tables", Header { tables: many(1_001), ..header(Form::Two) }),
    ] {
        let bad = Journal::read(&Journal::new(head).text()).unwrap_err();
        assert_eq!((bad.flaw, bad.reason.as_str()), (Flaw::Header, wanted));
    }
    let whole = Journal::new(Header { options: many(1_000), tables: many(1_000), ..header(Form::Two) });
    assert_eq!(Journal::read(&whole.text()).unwrap().header().options.len(), 1_000);
}

fn thrown(faces: Vec<u8>, dice: Dice) -> Event {
    answered(&format!("umpire T-2 [weather] roll {dice}"), Answer::Faces(faces))
}

/// A game with pledged dice: both sides seated, nothing thrown yet.
fn pledged() -> Journal {
    let dice = DiceSource::Pledged(Pledge::commitment(&SECRET));
    let mut journal = Journal::new(Header { dice, ..header(Form::Two) });
    journal.append(Event::Nonce { by: Side::First, nonce: [1; 16] });
    journal.append(Event::Nonce { by: Side::Second, nonce: [2; 16] });
    journal
}

/// The figures come from another program: HMAC-SHA-256 of Python's standard library, by the words of the README.
#[test]
fn pledged_dice_are_those_of_the_published_hash() {
    let pledge = Pledge::of(&pledged(), SECRET).unwrap();
    let hex: String = pledged().begin().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "265796c72669e304964d1fb84caaba54");
    assert_eq!(pledge.faces(0, Dice::Sum { count: 8, die: Die::D6 }), [3, 4, 4, 5, 1, 1, 1, 3]);
    assert_eq!(pledge.faces(1, Dice::Sum { count: 8, die: Die::D6 }), [1, 6, 3, 4, 4, 1, 3, 2]);
    // Forty dice need more than one block of the hash, and leave out bytes from 250 on.
    assert_eq!(
        pledge.faces(7, POOL),
        [
            6, 0, 4, 1, 0, 6, 0, 3, 8, 0, 6, 3, 9, 7, 6, 4, 9, 6, 0, 5, 1, 8, 7, 0, 9, 9, 5, 9, 3, 6, 3, 6,
            5, 1, 5, 9, 3, 9, 1, 4
        ]
    );
    assert!(Pledge::of(&pledged(), [0x5b; 32]).is_none(), "not the secret that was pledged");
    assert!(Pledge::of(&Journal::new(pledged().header().clone()), SECRET).is_none(), "nobody has sat down");
}

#[test]
fn every_face_of_pledged_dice_is_as_likely() {
    let pledge = Pledge::of(&pledged(), SECRET).unwrap();
    let mut seen = [0u32; 10];
    for throw in 0..1_000 {
        pledge
            .faces(throw, Dice::Sum { count: 10, die: Die::D10FromZero })
            .iter()
            .for_each(|&f| seen[usize::from(f)] += 1);
    }
    assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
}

/// Every die that was changed is found, whoever worked the hashes out again.
#[test]
fn a_forged_die_is_found_by_its_entry() {
    let proved = |events: &[Event]| {
        let mut journal = pledged();
        events.iter().for_each(|event| drop(journal.append(event.clone())));
        Journal::read(&journal.text()).unwrap().prove_dice(None).map_err(|differs| differs.entry)
    };
    let pledge = Pledge::of(&pledged(), SECRET).unwrap();
    let order = answered("second T-3 [march] order", Answer::Key("move 1".to_owned()));
    let (undo, shown) = (Event::Undone { by: Side::Second }, Event::DiceSecret { secret: SECRET });
    let throw = |number: u64, dice: Dice| thrown(pledge.faces(number, dice), dice);
    // Orders and orders taken back between two throws change no die.
    let game = [throw(0, Dice::D6), order.clone(), undo, order, throw(1, POOL), throw(2, Dice::D10)];
    assert_eq!(proved(&game), Ok(Proof::SecretKept(3)));
    let mut running = pledged();
    game.iter().for_each(|event| drop(running.append(event.clone())));
    assert_eq!(
        running.prove_dice(Some(SECRET)),
        Ok(Proof::Pledged(3)),
        "whoever keeps the secret can check now"
    );
    assert_eq!(running.prove_dice(Some([1; 32])), Ok(Proof::SecretKept(3)));
    let over: Vec<Event> = game.iter().cloned().chain([shown.clone()]).collect();
    assert_eq!(proved(&over), Ok(Proof::Pledged(3)));
    for at in [0, 4, 5] {
        let Event::Answered { question, answer: Answer::Faces(faces) } = &over[at] else { panic!("a throw") };
        let (low, sides) = if at == 0 { (1, 6) } else { (u8::from(at == 5), 10) };
        for turn in 1..sides {
            let mut faces = faces.clone();
            let last = faces.last_mut().unwrap();
            *last = low + (*last - low + turn) % sides;
            let mut forged = over.clone();
            forged[at] = Event::Answered { question: question.clone(), answer: Answer::Faces(faces) };
            assert_eq!(proved(&forged), Err(at + 3), "entries count from 1, after both nonces");
        }
    }
    assert_eq!(proved(&[throw(1, Dice::D6), shown.clone()]), Err(3), "throws are numbered from nought");
    assert_eq!(proved(&[Event::DiceSecret { secret: [1; 32] }]), Err(3), "another secret");
    assert_eq!(proved(&[shown.clone(), shown.clone()]), Err(4));
    assert_eq!(proved(&[shown, throw(0, Dice::D6)]), Err(4), "no throw once the secret is known");
    let late = Event::Nonce { by: Side::First, nonce: [3; 16] };
    assert_eq!(proved(std::slice::from_ref(&late)), Err(3), "a second one would choose the dice");
    assert_eq!(proved(&[throw(0, Dice::D6), late]), Err(4));
    let mut alone = Journal::new(pledged().header().clone());
    alone.append(Event::Nonce { by: Side::First, nonce: [1; 16] });
    alone.append(throw(0, Dice::D6));
    assert_eq!(alone.prove_dice(None).unwrap_err().entry, 2, "thrown before both had sat down");
}

#[test]
fn seeded_dice_are_worked_out_again_in_both_forms() {
    for form in [Form::One, Form::Two] {
        let mut journal = Journal::new(Header { dice: DiceSource::Seed(11), ..header(form) });
        let order = answered("second T-3 [march] order", Answer::Key("move 1".to_owned()));
        for dice in [POOL, Dice::D6, Dice::D10] {
            journal.append(order.clone());
            let faces = seeded_faces(11, &journal, dice);
            journal.append(thrown(faces, dice));
        }
        assert_eq!(journal.prove_dice(None), Ok(Proof::Seed(3)));
        let mut forged = journal.first(3);
        let Event::Answered { answer: Answer::Faces(faces), .. } = &journal.entries()[3].event else {
            panic!()
        };
        forged.append(thrown(vec![faces[0] % 6 + 1], Dice::D6));
        let differs = forged.prove_dice(None).unwrap_err();
        assert_eq!(differs.entry, 4);
        assert!(differs.to_string().ends_with(&format!("roll d6 => {}`", faces[0])), "{differs}");
        let mut nonce = journal.clone();
        nonce.append(Event::Nonce { by: Side::First, nonce: [1; 16] });
        assert_eq!(nonce.prove_dice(None).unwrap_err().entry, 7, "these dice come from no secret");
    }
    // A choice taken back is an entry, and moved the dice of the first form on. It moves those of the second no more.
    let mut journal = Journal::new(Header { dice: DiceSource::Seed(11), ..header(Form::Two) });
    let before = seeded_faces(11, &journal, POOL);
    journal.append(answered("first T-3 [march] order", Answer::Key("move 1".to_owned())));
    journal.append(Event::Undone { by: Side::First });
    assert_eq!(seeded_faces(11, &journal, POOL), before);
    let mut typed = Journal::new(Header { dice: DiceSource::Table, ..header(Form::Two) });
    typed.append(thrown(vec![6], Dice::D6));
    assert_eq!(typed.prove_dice(None), Ok(Proof::Typed(1)));
}

/// A journal cut anywhere, with any bit turned, with lines swapped, doubled or left out.
#[test]
fn any_damage_is_opened_mended_or_refused_at_the_right_entry() {
    for form in [Form::One, Form::Two] {
        let whole = journal(form);
        let text = whole.text();
        let bytes = text.as_bytes();
        let ends: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] == b'\n').collect();
        let head = ends.len() - whole.entries().len();
        // The number of the entry that a byte belongs to; none in the header.
        let entry_at = |at: usize| {
            (ends.iter().filter(|&&end| end < at).count() + 1).checked_sub(head).filter(|&n| n > 0)
        };
        for length in 0..bytes.len() {
            let cut = &bytes[..length];
            let complete = ends.iter().filter(|&&end| end < length).count();
            match Journal::read_bytes(cut) {
                Ok(journal) => {
                    assert_eq!(length, ends[complete - 1] + 1, "only whole lines are opened");
                    assert_eq!(journal, whole.first(complete - head));
                }
                Err(bad) if complete < head => {
                    let flaw = matches!(bad.flaw, Flaw::NotAJournal | Flaw::HeaderCutShort);
                    assert!(flaw && bad.entry.is_none(), "cut at {length}: {bad}");
                    assert_eq!(Journal::mended(cut), None, "there is no game yet");
                }
                Err(bad) => {
                    assert_eq!(
                        (bad.flaw, bad.entry),
                        (Flaw::Torn, entry_at(length)),
                        "cut at {length}: {bad}"
                    );
                    let kept = complete - head + usize::from(bytes[length] == b'\n');
                    assert_eq!(Journal::mended(cut), Some(whole.first(kept).text()), "cut at {length}");
                }
            }
        }
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut flipped = bytes.to_vec();
                flipped[at] ^= 1 << bit;
                let bad = Journal::read_bytes(&flipped).expect_err("every byte counts");
                let entry = entry_at(at);
                // A newline that is gone makes one line of two; a new one makes two of one.
                let end = at + 1 == bytes.len();
                match end {
                    true => assert_eq!(bad.flaw, Flaw::Torn),
                    false => assert_ne!(bad.flaw, Flaw::Torn, "byte {at}, bit {bit}: {bad}"),
                }
                assert_eq!(bad.entry, entry, "byte {at}, bit {bit}: {bad}");
                assert!(end || Journal::mended(&flipped).is_none());
            }
        }
        let lines: Vec<&str> = text.lines().collect();
        let joined = |lines: &[&str]| lines.iter().flat_map(|line| [*line, "\n"]).collect::<String>();
        for at in head..lines.len() {
            let number = at - head + 1;
            let mut doubled = lines.clone();
            doubled.insert(at, lines[at]);
            assert_eq!(Journal::read(&joined(&doubled)).unwrap_err().entry, Some(number + 1));
            for other in head..at {
                let mut swapped = lines.clone();
                swapped.swap(at, other);
                assert_eq!(Journal::read(&joined(&swapped)).unwrap_err().entry, Some(other - head + 1));
            }
            if at + 1 < lines.len() {
                let mut missing = lines.clone();
                missing.remove(at);
                assert_eq!(Journal::read(&joined(&missing)).unwrap_err().entry, Some(number));
            }
        }
    }
}

/// A position in the head reads back as it was; without one the head is what it always was.
#[test]
fn a_position_stands_in_the_head() {
    let plain = Journal::new(header(Form::Two));
    assert!(!plain.text().contains("position:"));
    let position = "turn = 3\n\nposition:\n".to_owned();
    let begun = Journal::new(Header { position: position.clone(), ..header(Form::Two) });
    assert_eq!(Journal::read(&begun.text()).unwrap().header().position, position);
    let said = begun.text().replace("\nposition:\n", "\nposition: here\n");
    assert_eq!(Journal::read(&said).unwrap_err().flaw, Flaw::Header);
}

/// Every line hangs on all those before it: what is changed far up changes the last hash.
#[test]
fn a_line_hangs_on_all_before_it() {
    let last = |first: &str| {
        let mut journal = Journal::new(header(Form::Two));
        journal.append(answered("first T-1 [posture] choose", Answer::Key(first.to_owned())));
        journal.append(Event::Undone { by: Side::Second });
        journal.append(Event::Undone { by: Side::First })
    };
    let (hold, leave) = (last("hold"), last("leave"));
    assert!(hold.starts_with("3 ") && hold.ends_with(" undo first"), "{hold}");
    assert_eq!(hold, last("hold"));
    assert_ne!(hold, leave);
}
