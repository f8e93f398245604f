//! A procedure inside another: its questions reach the right player, its answers the right side.

use grognard_umpire::{
    Answer, Asked, Asking, BySide, Clause, Dice, Given, Keep, Reveal, Ruling, Side, Swapped, Tape, Umpire,
    topics,
};

topics! {
    /// What the raid asks.
    enum Asks of "raid" {
        WhereToStrike: "where-to-strike", "where to strike";
        WhereToStand: "where-to-stand", "where to stand";
        Luck: "luck", "luck";
    }
}

const RAID: Clause = Clause::new("RAID-1");

/// Attacker and defender choose in secret, then the attacker throws.
fn raid(ump: &mut impl Umpire) -> Asked<(String, String, u16)> {
    let of = |side, topic: Asks| Asking::of(side, RAID, topic);
    let (attack, defence) = ump.choose_together(
        (of(Side::First, Asks::WhereToStrike), &["left", "right"]),
        (of(Side::Second, Asks::WhereToStand), &["hill", "ford", "wood"]),
    )?;
    let die = ump.roll(of(Side::First, Asks::Luck), Dice::D6)?;
    ump.explain_throw(|result| Ruling::new(RAID, format!("threw {result}")).only_for(Side::First));
    Ok(((*attack).to_owned(), (*defence).to_owned(), die))
}

#[test]
fn questions_of_an_inner_procedure_reach_the_right_player() {
    for first in Side::ALL {
        // The tape has the players in their order, whoever attacks.
        let by_player = BySide::new("right", "wood").seated(first);
        let mut answers = vec![by_player.first, by_player.second]
            .into_iter()
            .map(|key| Answer::Key(key.to_owned()))
            .collect::<Vec<_>>();
        let mut tape = Tape::new(&answers, Keep::Account);
        assert!(raid(&mut Swapped::new(&mut tape, first)).is_err(), "waits for the die");
        assert_eq!(tape.misfit, None, "attacked by {first}");
        assert_eq!(tape.open[0].asking.by, Some(first), "the attacker throws");

        answers.push(Answer::Faces(vec![4]));
        let mut tape = Tape::new(&answers, Keep::Account);
        let result = raid(&mut Swapped::new(&mut tape, first));
        assert_eq!(result, Ok(("right".to_owned(), "wood".to_owned(), 4)), "attacked by {first}");
        assert_eq!(tape.account[0].text, "threw 4");
        assert!(tape.account[0].audience.includes(Some(first)), "the attacker hears it, whoever it is");
        assert!(!tape.account[0].audience.includes(Some(first.other())));
    }
}

#[test]
fn seats_are_their_own_inverse() {
    for (first, side) in Side::ALL.into_iter().flat_map(|first| Side::ALL.map(|side| (first, side))) {
        assert_eq!(side.seat(first).seat(first), side);
    }
    assert_eq!(Side::First.seat(Side::Second), Side::Second);
    assert_eq!(BySide::new(1, 2).seated(Side::Second), BySide::new(2, 1));
}

#[test]
fn givens_are_no_part_of_what_makes_states_equal() {
    let (one, two) = (Given::new("a"), Given::new("b"));
    assert_eq!(one, two);
    assert_eq!(one.len(), 1, "and are at hand");
}

/// What an inner procedure reveals, it reveals of the right player and to the right player.
#[test]
fn reveals_of_an_inner_procedure_are_seated() {
    for first in Side::ALL {
        let mut tape = Tape::new(&[], Keep::Account);
        let mut inner = Swapped::new(&mut tape, first);
        inner.reveal(Reveal::answer(Side::First, RAID));
        inner.reveal(Reveal::to(Side::Second));
        inner.reveal(Reveal::TO_EVERYBODY);
        let defender = first.other();
        assert_eq!(
            tape.revealed,
            [(0, Reveal::answer(first, RAID)), (0, Reveal::to(defender)), (0, Reveal::TO_EVERYBODY)]
        );
        let to: Vec<[bool; 3]> = tape
            .revealed
            .iter()
            .map(|(_, reveal)| [Some(first), Some(defender), None].map(|viewer| reveal.to.includes(viewer)))
            .collect();
        assert_eq!(to, [[true; 3], [false, true, false], [true; 3]]);
    }
}
