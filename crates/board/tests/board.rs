//! The board's geometry and searches, on the map of Army Group Center.

use grognard_board::{Board, Direction, Hex, HexId, HexSet, Kinds, Terrain};
use proptest::prelude::*;

fn board() -> Board {
    Board::load("map.toml", include_str!("../../damos/titles/army-group-center/map.toml")).unwrap()
}

fn hex(board: &Board, id: u16) -> Hex {
    board.hex(HexId(id)).unwrap()
}

#[test]
fn the_map_has_the_figures_of_its_sheet() {
    let board = board();
    assert_eq!(board.len(), 496);
    assert_eq!(board.area().len(), 383);
    let inside = |terrain| board.area().iter().filter(|&hex| board.terrain(hex) == terrain).count();
    assert_eq!([inside(Terrain::Clear), inside(Terrain::Woods), inside(Terrain::Marsh)], [268, 101, 14]);
    let sides = |f: &dyn Fn(Hex, Direction) -> bool| {
        board.hexes().map(|hex| Direction::ALL.iter().filter(|&&way| f(hex, way)).count()).sum::<usize>() / 2
    };
    assert_eq!(sides(&|hex, way| board.river(hex, way)), 225);
    assert_eq!(sides(&|hex, way| board.rail(hex, way)), 282);
    let moscow = board.named("Moscow").unwrap();
    let mut around: Vec<u16> = board.around(moscow).iter().map(|hex| board.id(hex).0).collect();
    around.sort_unstable();
    assert_eq!(around, [2602, 2603, 2702, 2704, 2802, 2803]);
}

#[test]
fn the_printed_diagonal_runs_south_east() {
    // The rulebook fixes the lattice: 3218 to 3716 runs directly to the south-east.
    let board = board();
    let mut at = hex(&board, 3218);
    for id in [3318, 3417, 3517, 3616, 3716] {
        at = board.neighbours(at).map(|(_, to)| to).find(|&to| board.id(to).0 == id).unwrap();
    }
    assert_eq!(board.distance(hex(&board, 3218), at), 5);
}

#[test]
fn numbers_that_are_not_on_the_map_are_no_hex() {
    let board = board();
    for id in [2132, 2200, 2232, 3801, 0, 9999] {
        assert_eq!(board.hex(HexId(id)), None, "{id}");
    }
    assert_eq!(board.read("27 3"), None);
    assert_eq!(board.read("2703"), board.named("Moscow"));
}

#[test]
fn points_reach_what_they_pay_for() {
    let board = board();
    let start = hex(&board, 2819);
    let flat = |_: Hex, _: Direction, _: Hex| Some(2);
    let reach = board.reach(start, 7, &flat);
    for to in board.hexes() {
        let distance = board.distance(start, to);
        assert_eq!(reach.cost(to), (distance <= 3).then_some(distance * 2), "{}", board.id(to));
    }
    let wall = |_: Hex, _: Direction, _: Hex| None;
    assert_eq!(board.reach(start, 200, &wall).hexes().len(), 1);
}

#[test]
fn floods_stop_at_closed_hexes_but_cover_them() {
    let board = board();
    let start = hex(&board, 2819);
    let open: HexSet = board.hexes().filter(|&hex| board.distance(start, hex) < 2).collect();
    let flood = board.flood(&[start].into_iter().collect(), &open, None);
    assert_eq!(flood.len(), 1 + 6 + 12);
    let one = board.flood(&[start].into_iter().collect(), &open, Some(1));
    assert_eq!(one.len(), 7);
    let steps = board.steps_to(&[start].into_iter().collect(), &open);
    assert_eq!(steps[hex(&board, 2820).index()], 1);
    assert_eq!(steps[hex(&board, 2822).index()], 255);
}

proptest! {
    #[test]
    fn neighbours_are_mutual_and_one_apart(index in 0u16..496) {
        let board = board();
        let at = Hex(index);
        prop_assert_eq!(board.hex(board.id(at)), Some(at));
        for (way, to) in board.neighbours(at) {
            prop_assert_eq!(board.next(to, way.back()), Some(at));
            prop_assert_eq!(board.distance(at, to), 1);
            prop_assert_eq!(board.river(at, way), board.river(to, way.back()));
            prop_assert_eq!(board.rail(at, way), board.rail(to, way.back()));
        }
    }

    #[test]
    fn distance_is_the_number_of_steps(a in 0u16..496, b in 0u16..496) {
        let board = board();
        let all: HexSet = board.hexes().collect();
        let steps = board.steps_to(&[Hex(a)].into_iter().collect(), &all);
        prop_assert_eq!(steps[usize::from(b)], board.distance(Hex(a), Hex(b)));
        prop_assert_eq!(board.distance(Hex(a), Hex(b)), board.distance(Hex(b), Hex(a)));
    }

    #[test]
    fn sets_do_what_lists_do(a in proptest::collection::vec(0u16..512, 0..40), b in proptest::collection::vec(0u16..512, 0..40)) {
        let (x, y): (HexSet, HexSet) = (a.iter().map(|&h| Hex(h)).collect(), b.iter().map(|&h| Hex(h)).collect());
        let mut sorted = a.clone();
        sorted.sort_unstable();
        sorted.dedup();
        prop_assert_eq!(x.iter().map(|hex| hex.0).collect::<Vec<_>>(), sorted);
        for hex in (0..512).map(Hex) {
            prop_assert_eq!(x.or(&y).has(hex), x.has(hex) || y.has(hex));
            prop_assert_eq!(x.less(&y).has(hex), x.has(hex) && !y.has(hex));
        }
    }
}

/// Two searches for one thing: a hex is linked with others exactly when a flood from them covers it.
#[test]
fn links_are_what_floods_cover_and_distances_what_steps_count() {
    let board = board();
    let clear: HexSet = board.hexes().filter(|&hex| board.terrain(hex) == Terrain::Clear).collect();
    let everywhere: HexSet = board.hexes().collect();
    for from in board.hexes() {
        let mut alone = HexSet::EMPTY;
        alone.put(from);
        let steps = board.steps_to(&alone, &everywhere);
        for to in board.hexes() {
            assert_eq!(board.distance(from, to), steps[to.index()]);
        }
        for apart in [7, 61, 193] {
            let mut goals: HexSet = board.hexes().filter(|hex| hex.0 % apart == 3).collect();
            goals.take(from);
            let covered = board.flood(&goals, &clear, None).has(from);
            assert_eq!(board.is_linked(from, &goals, &clear), covered);
        }
    }
}

#[test]
fn hex_numbers_have_four_digits() {
    for id in [0, 7, 101, 999, 2819, 9999] {
        assert_eq!(HexId(id).to_string(), format!("{id:04}"));
    }
    assert_eq!(
        (format!("{:<6}|", HexId(101)), HexId(12345).to_string()),
        ("0101  |".to_owned(), "12345".to_owned())
    );
}

proptest! {
    /// The search by kinds of ground finds what the search step by step finds, at the same cost.
    #[test]
    fn a_reach_by_kind_is_the_reach_step_by_step(
        start in 0u16..496, points in 0u8..40, closed in 0u64..u64::MAX, river in 0u8..4, along in 1u8..3,
    ) {
        let board = board();
        let mut dice = grognard_umpire::Generator::new(closed);
        let some = |dice: &mut grognard_umpire::Generator, of: u32| -> HexSet {
            board.hexes().filter(|_| dice.below(10) < of).collect()
        };
        let (open, rails) = (some(&mut dice, 8), some(&mut dice, 7));
        let enters = |hex: Hex| match board.terrain(hex) {
            Terrain::Clear => 2u8,
            Terrain::Woods => 4,
            _ => 6,
        };
        let step = |at: Hex, way: Direction, to: Hex| {
            let linked = board.rail(at, way) && rails.has(at) && rails.has(to);
            let over = if board.river(at, way) { river } else { 0 };
            open.has(to).then(|| if linked { along } else { enters(to) + over })
        };
        let ground = |cost: u8| -> HexSet { board.hexes().filter(|&hex| enters(hex) == cost).collect() };
        let entering = vec![(2, ground(2)), (4, ground(4)), (6, ground(6))];
        let kinds = Kinds { open, entering, river, along_rails: along, rails };
        let (slow, quick) = (board.reach(Hex(start), points, &step), board.reach_by_kind(Hex(start), points, &kinds));
        for hex in board.hexes() {
            prop_assert_eq!(slow.cost(hex), quick.cost(hex), "{}", board.id(hex));
        }
    }
}
