//! Who sees whom between two sides, without looking twice.

use super::convex;
use super::field::{BodyId, Bulk, Field, Placed};
use super::measure::TOUCH;
use super::point::Point;
use super::region::Bounds;
use super::sight::{BodiesBlock, Cause, Corridor, Look, Sight, Visibility};

/// Who sees whom between two sides, kept up to date as bodies move.
#[derive(Clone, Debug)]
pub struct Lookout {
    rules: Visibility,
    sides: [Vec<BodyId>; 2],
    seen: [Vec<Sight>; 2],
}

impl Lookout {
    /// Works out every line of sight between two sides.
    pub fn new(field: &Field, rules: Visibility, one: Vec<BodyId>, other: Vec<BodyId>) -> Lookout {
        let sides = [one, other];
        let seen = [0, 1].map(|side: usize| {
            let at = &sides[1 - side];
            sides[side].iter().flat_map(|&by| at.iter().map(move |&at| field.sight(&rules, by, at))).collect()
        });
        Lookout { rules, sides, seen }
    }

    /// Whether a body sees one of the other side, and with which stands.
    ///
    /// # Panics
    /// If the two are not on different sides.
    pub fn look(&self, by: BodyId, at: BodyId) -> Option<Look> {
        for side in 0..2 {
            let number = |list: &[BodyId], id: BodyId| list.iter().position(|&one| one == id);
            if let (Some(row), Some(column)) =
                (number(&self.sides[side], by), number(&self.sides[1 - side], at))
            {
                return match self.seen[side][row * self.sides[1 - side].len() + column] {
                    Sight::Seen(look) => Some(look),
                    Sight::Hidden(_) => None,
                };
            }
        }
        panic!("two bodies of one side")
    }

    /// Looks again after one body has moved: at it, from it, and past where it stood and stands.
    pub fn moved(&mut self, field: &Field, who: BodyId, before: &Placed) {
        let blocks =
            |body: &Placed| self.rules.bodies == BodiesBlock::Yes && body.body.looks.bulk != Bulk::Open;
        let stood = blocks(before).then_some(before);
        let stands = field.get(who).filter(|body| blocks(body));
        for side in 0..2 {
            let columns = self.sides[1 - side].len();
            for (row, &by) in self.sides[side].iter().enumerate() {
                for (column, &at) in self.sides[1 - side].iter().enumerate() {
                    let seen = &mut self.seen[side][row * columns + column];
                    let (Some(one), Some(other)) = (field.get(by), field.get(at)) else {
                        *seen = Sight::Hidden(Cause::Lasting);
                        continue;
                    };
                    let again = || field.sight(&self.rules, by, at);
                    match *seen {
                        _ if by == who || at == who => *seen = again(),
                        // Only a body that now stands in the very line can take away what was seen.
                        Sight::Seen(look) if stands.is_some_and(|body| in_line(body, one, other, look)) => {
                            *seen = again()
                        }
                        // Only one that stood between can have hidden it.
                        Sight::Hidden(Cause::Body(body)) if body == who => *seen = again(),
                        Sight::Hidden(Cause::Several) => {
                            let between = stood.filter(|body| Corridor::new(one, other).may_meet(body));
                            if let Some(body) = between {
                                // And then only along the lines that it stood in.
                                *seen = field
                                    .sight_along(&self.rules, by, at, &|from, to| stands_in(body, from, to));
                            }
                        }
                        Sight::Seen(_) | Sight::Hidden(_) => {}
                    }
                }
            }
        }
    }
}

/// Whether a body stands in a line of sight between two others.
fn in_line(body: &Placed, one: &Placed, other: &Placed, look: Look) -> bool {
    let from = one.stands[usize::from(look.by)].stand.eye();
    let to = other.stands[usize::from(look.at)].stand.centre;
    stands_in(body, from, to)
}

/// Whether a body stands in a line.
fn stands_in(body: &Placed, from: Point, to: Point) -> bool {
    let bounds = Bounds::of(&[from, to]);
    body.blocks
        .iter()
        .any(|footing| footing.bounds.meets(&bounds) && convex::pierced(&footing.outline, from, to, TOUCH))
}
