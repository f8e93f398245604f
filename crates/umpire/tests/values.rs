//! The small things that rules hand out: what they say of themselves is what was put in.

use grognard_umpire::{
    Aim, Aims, Asking, Choice, Clause, Clerk, Cost, Dice, Fact, Figure, Flow, Keep, Modifier, Need, Offer,
    Offered, Playable, Procedure, Ruling, Side, Slot, Tape, Target, TargetKind, Umpire, Unit, Verb, topics,
};
use std::ops::ControlFlow::Break;

topics! {
    /// What the toy asks.
    enum Asks of "toy" {
        Throw: "throw", "throw";
    }
}

const TOY: Clause = Clause::new("TOY-1");

/// A single throw.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Throw;

impl Procedure for Throw {
    type Rules = ();
    type End = u16;
    fn step(self, (): &(), ump: &mut impl Umpire) -> Flow<Self> {
        Ok(Break(ump.roll(Asking::neutral(TOY, Asks::Throw), Dice::D6)?))
    }
}

impl Playable for Throw {
    fn side_name((): &(), side: Side) -> String {
        side.to_string()
    }
    fn view(&self, (): &(), _: Option<Side>) -> Fact {
        Fact::Nothing
    }
    fn end_facts((): &(), _: &u16) -> Fact {
        Fact::Nothing
    }
    fn end_words((): &(), _: &u16) -> String {
        "over".to_owned()
    }
    fn figures((): &()) -> Vec<Figure<Throw>> {
        let face = || Figure::new("face", "the face", Unit::Count, |face: &u16| i64::from(*face));
        vec![face(), face().of_part(3)]
    }
    fn objective((): &(), _: Side, _: &u16) -> i64 {
        0
    }
    fn objective_words((): &(), _: Side) -> String {
        String::new()
    }
    fn policy(&self, (): &(), _: &Choice<'_>) -> usize {
        0
    }
}

#[test]
fn a_figure_names_the_part_it_reads() {
    let figures = Throw::figures(&());
    assert_eq!([figures[0].part, figures[1].part], [None, Some(3)]);
    assert_eq!(((figures[1].of)(&4), figures[1].key), (4, "face"), "and reads the same as before");
}

#[test]
fn modifiers_add_up() {
    let modifiers = |values: &[i16]| -> Vec<Modifier> {
        values.iter().map(|value| Modifier::new(*value, TOY, "a hill")).collect()
    };
    assert_eq!(Modifier::sum(&[]), 0);
    assert_eq!(Modifier::sum(&modifiers(&[3, -1, 2])), 4);
    assert_eq!(Modifier::sum(&modifiers(&[-3])), -3);
}

#[test]
fn only_a_heading_begins_a_part() {
    let (plain, heading) = (Ruling::new(TOY, "turn 2"), Ruling::heading(TOY, "turn 2"));
    assert!(!plain.heading && heading.heading);
    assert_eq!(Ruling { heading: false, ..heading }, plain, "else it is a ruling like any other");
}

static SLOTS: [Slot; 2] = [Slot::one("to", TargetKind::Hex), Slot::text("how").or_nothing()];
static STRICT: [Slot; 2] = [Slot::one("to", TargetKind::Hex), Slot::text("how")];

#[test]
fn a_slot_that_may_be_left_out_may_be_left_out() {
    let (verb, strict) = (Verb::with("move", "go", &SLOTS), Verb::with("move", "go", &STRICT));
    let words = |verb: &Verb, order| verb.read(order).map(|filled| filled.len());
    assert_eq!([SLOTS[1].need, STRICT[1].need], [Need::MayBeLeftOut, Need::Always]);
    assert_eq!(
        ["move", "move 12", "move 12 fast", "move 12 fast now"].map(|order| words(&verb, order)),
        [None, Some(1), Some(2), None]
    );
    assert_eq!(["move 12", "move 12 fast"].map(|order| words(&strict, order)), [None, Some(2)]);
}

struct March;

impl Offer for March {
    fn key(&self) -> String {
        "march".to_owned()
    }
    fn words(&self) -> String {
        "march to 12".to_owned()
    }
    fn targets(&self) -> Vec<Target> {
        vec![Target::new(TargetKind::Hex, 12)]
    }
    fn cost(&self) -> Option<Cost> {
        Some(Cost { amount: 2, left: Some(1), of: "points" })
    }
}

/// An offer that a paused game has shown can be offered again, and is the same to the last detail.
#[test]
fn an_offer_shown_is_an_offer() {
    let shown = Offered::of(&March);
    assert_eq!((shown.targets.len(), shown.cost.map(|cost| cost.amount)), (1, Some(2)));
    assert_eq!(Offered::of(&shown), shown);
    assert_eq!(Offered::of(&&shown), shown);
}

/// Whoever looks something up for an umpire cites to him what had an effect, and nothing else.
#[test]
fn an_umpire_is_a_clerk() {
    let other = Clause::new("TOY-2");
    let mut tape = Tape::new(&[], Keep::Everything);
    assert!(Clerk::listens(&tape));
    Clerk::note(&mut tape, TOY);
    tape.note_if(other, || false);
    assert_eq!(tape.cited, [TOY]);
}

#[test]
fn what_both_sides_want_stands_once_unless_one_of_them_has_it() {
    let aim = |side, reached| Aim {
        key: "bridge",
        side: Some(side),
        clause: None,
        words: "hold the bridge".to_owned(),
        count: None,
        reached,
        targets: Vec::new(),
    };
    let told = |second| {
        let list = vec![aim(Side::First, false), aim(Side::Second, second)];
        let aims = Aims { list, ..Aims::default() };
        aims.told().into_iter().map(|(whose, aim)| (whose, aim.reached)).collect::<Vec<_>>()
    };
    assert_eq!(told(false), [(None, false)]);
    assert_eq!(told(true), [(Some(Side::First), false), (Some(Side::Second), true)]);
}
