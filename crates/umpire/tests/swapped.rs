//! A procedure inside another: its questions reach the right player, its answers the right side.

use grognard_umpire::{
    Answer, Asked, Asking, Between, BySide, Choice, Clause, Dice, Given, Keep, Orders, Reveal, Ruling, Side,
    Swapped, Tape, Umpire, topics,
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
        Umpire::reveal(&mut inner, Reveal::answer(Side::First, RAID));
        Umpire::reveal(&mut inner, Reveal::to(Side::Second));
        Umpire::reveal(&mut inner, Reveal::TO_EVERYBODY);
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

/// Stands between and changes nothing.
struct Nobody<'a, U>(&'a mut U);

impl<U: Umpire> Between for Nobody<'_, U> {
    type Beyond = U;
    fn beyond(&self) -> &U {
        self.0
    }
    fn beyond_mut(&mut self) -> &mut U {
        self.0
    }
}

/// Takes down all that it is told.
#[derive(Default)]
struct Told(Vec<&'static str>);

impl Umpire for Told {
    fn throw<R: Clone + PartialEq>(&mut self, _: Asking, _: Dice, reading: impl Fn(u16) -> R) -> Asked<R> {
        self.0.push("throw");
        Ok(reading(6))
    }
    fn decide(&mut self, _: Choice<'_>) -> Asked<usize> {
        self.0.push("decide");
        Ok(1)
    }
    fn decide_together(&mut self, _: Choice<'_>, _: Choice<'_>) -> Asked<(usize, usize)> {
        self.0.push("decide together");
        Ok((1, 1))
    }
    fn listening(&self) -> bool {
        true
    }
    fn hear(&mut self, _: Ruling) {
        self.0.push("hear");
    }
    fn cite(&mut self, _: Clause) {
        self.0.push("cite");
    }
    fn reveal(&mut self, _: Reveal) {
        self.0.push("reveal");
    }
    fn pose<P: Send + 'static>(&mut self, _: impl FnOnce() -> P) {
        self.0.push("pose");
    }
    fn preface(&mut self, _: String) {
        self.0.push("preface");
    }
    fn leaves_open(&self) -> bool {
        true
    }
    fn last_throw(&self) -> u16 {
        17
    }
    fn order<O: Orders>(&mut self, _: Asking, orders: &O) -> Asked<O::Order> {
        self.0.push("order");
        Ok(orders.offers().remove(0))
    }
}

struct March;

impl Orders for March {
    type Order = &'static str;
    fn offers(&self) -> Vec<&'static str> {
        vec!["march"]
    }
    fn check(&self, _: &str) -> Result<&'static str, grognard_umpire::Refusal> {
        Ok("march")
    }
}

/// Asks and tells everything there is.
fn everything(ump: &mut impl Umpire) -> Asked<(u16, bool, u16)> {
    let asking = Asking::of(Side::First, RAID, Asks::Luck);
    let die = ump.roll(asking, Dice::D6)?;
    ump.choose(asking, &["left", "right"])?;
    ump.choose_together((asking, &["left", "right"]), (asking, &["hill", "ford", "wood"]))?;
    ump.order(asking, &March)?;
    ump.explain(|| Ruling::new(RAID, "told"));
    ump.cite(RAID);
    ump.reveal(Reveal::TO_EVERYBODY);
    ump.pose(|| 1);
    ump.about(|| "the ford".to_owned());
    Ok((die, ump.leaves_open(), ump.last_throw()))
}

/// Whoever stands between passes on all that he does not change, whatever it is.
#[test]
fn whoever_stands_between_passes_everything_on() {
    let (mut plain, mut through) = (Told::default(), Told::default());
    let told = everything(&mut plain);
    assert_eq!(everything(&mut Nobody(&mut through)), told);
    assert_eq!(told, Ok((6, true, 17)));
    assert_eq!(through.0, plain.0);
    let all = ["throw", "decide", "decide together", "order", "hear", "cite", "reveal", "pose", "preface"];
    assert_eq!(plain.0, all);
    // An inner procedure's position is its own, and it leaves nothing open that the outer game might read.
    let mut outer = Told::default();
    assert_eq!(everything(&mut Swapped::new(&mut outer, Side::Second)), Ok((6, false, 17)));
    assert_eq!(outer.0, all.iter().copied().filter(|told| *told != "pose").collect::<Vec<_>>());
}
