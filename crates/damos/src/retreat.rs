//! Retreats: the ways open to a beaten force. [8.11]

use crate::campaign::Campaign;
use crate::clerk::NoClerk;
use crate::field::Field;
use crate::game::Game;
use crate::options::{AttackerRetreat, RetreatFriends, RetreatSteps, RetreatZones, ShortRetreat};
use grognard_board::{HEXES_MAX, Hex, HexId, HexSet};
use grognard_umpire::{Offer, Side};

/// A way to retreat or to react: one to three hexes, the last of them its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Path {
    hexes: [(Hex, HexId); 3],
    count: u8,
}

impl Path {
    pub(crate) const NONE: Path = Path { hexes: [(Hex(0), HexId(0)); 3], count: 0 };

    /// Where it ends.
    pub fn end(&self) -> Hex {
        self.hexes[usize::from(self.count) - 1].0
    }

    /// Its hexes.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        self.hexes[..usize::from(self.count)].iter().map(|(hex, _)| *hex)
    }

    pub(crate) fn with(mut self, hex: Hex, id: HexId) -> Path {
        self.hexes[usize::from(self.count)] = (hex, id);
        self.count += 1;
        self
    }
}

impl Offer for Path {
    fn key(&self) -> String {
        let ids: Vec<String> =
            self.hexes[..usize::from(self.count)].iter().map(|(_, id)| id.to_string()).collect();
        ids.join("-")
    }
}

struct Ways<'a> {
    rules: &'a Campaign,
    from: Hex,
    open: HexSet,
    steps: [u8; HEXES_MAX],
    halt: HexSet,
    least: u8,
    most: u8,
    found: Vec<Path>,
    /// Ways that are too short.
    cut_short: Vec<Path>,
}

impl Ways<'_> {
    /// Follows a way on. A retreat of two hexes ends two hexes away, and no hex is entered twice.
    fn walk(&mut self, at: Hex, path: Path, steps: RetreatSteps) {
        let away = self.rules.board.distance(self.from, at);
        if (path.count >= self.least && away >= self.least) || (path.count == 1 && self.halt.has(at)) {
            self.found.push(path);
        } else if path.count > 0 {
            self.cut_short.push(path);
        }
        if path.count == self.most {
            return;
        }
        let fresh = |to: &Hex| self.open.has(*to) && path.hexes().all(|hex| hex != *to);
        let open: Vec<Hex> = self.rules.board.neighbours(at).map(|(_, to)| to).filter(fresh).collect();
        // Each step goes nearer to a source, if any legal step does.
        let here = self.steps[at.index()];
        let strict = steps == RetreatSteps::Nearer && open.iter().any(|to| self.steps[to.index()] < here);
        for to in open {
            if !strict || self.steps[to.index()] < here {
                self.walk(to, path.with(to, self.rules.board.id(to)), steps);
            }
        }
    }
}

impl Game {
    /// Every legal way for a side's force to retreat from a hex by so many hexes: no enemies, no enemy
    /// zone of control but that of the force it fights, inside the area, toward a source of supply.
    pub fn retreat_paths(&self, rules: &Campaign, side: Side, from: Hex, least: u8, most: u8) -> Vec<Path> {
        let field = self.retreat_field(rules, side, from);
        let mut open = self.retreat_hexes(rules, side, &field);
        open.take(from);
        let free = rules.area.less(&field.at[side.other()]);
        let steps = rules.board.steps_to(&self.sources(rules, side).and(&free), &free);
        // A friendly major city as the first hex is a place to stop.
        let halt = rules.major_cities.and(&self.controlled(rules, side));
        let (found, cut_short) = (Vec::new(), Vec::new());
        let mut ways = Ways { rules, from, open, steps, halt, least, most, found, cut_short };
        ways.walk(from, Path::NONE, rules.options.retreat_steps);
        if ways.found.is_empty() {
            // Where every way toward a source is a dead end, any legal way is better than none.
            ways.walk(from, Path::NONE, RetreatSteps::Free);
        }
        if ways.found.is_empty() && rules.options.short_retreat == ShortRetreat::Stops {
            let longest = ways.cut_short.iter().map(|path| path.count).max();
            ways.cut_short.retain(|path| Some(path.count) == longest);
            ways.cut_short.sort_unstable();
            ways.cut_short.dedup();
            return ways.cut_short;
        }
        ways.found
    }

    /// The field as a retreat from a hex sees it: the zones of those in the same hex do not count.
    fn retreat_field(&self, rules: &Campaign, side: Side, from: Hex) -> Field {
        let fought = match rules.options.retreat_zones {
            RetreatZones::OthersOnly => Some((side, from)),
            RetreatZones::All => None,
        };
        Field::of(self, rules, fought, &mut NoClerk)
    }

    /// The hexes a side may retreat into; a friend in the way does not help against a zone of control.
    fn retreat_hexes(&self, rules: &Campaign, side: Side, field: &Field) -> HexSet {
        let enemy = side.other();
        let zones = match rules.options.retreat_friends {
            RetreatFriends::NoHelp => field.zoc[enemy],
            RetreatFriends::Help => field.zoc[enemy].less(&field.at[side]),
        };
        rules.area.less(&field.at[enemy]).less(&zones)
    }

    /// The ways of a beaten attacker: one hex, back where it came from if that is legal.
    pub(crate) fn attacker_paths(
        &self,
        rules: &Campaign,
        side: Side,
        at: Hex,
        from: Option<Hex>,
    ) -> Vec<Path> {
        let back = from.filter(|_| rules.options.attacker_retreat == AttackerRetreat::WayBack);
        if let Some(back) = back {
            let open = self.retreat_hexes(rules, side, &self.retreat_field(rules, side, at));
            if open.has(back) && rules.board.around(at).has(back) {
                return vec![Path::NONE.with(back, rules.board.id(back))];
            }
        }
        self.retreat_paths(rules, side, at, 1, 1)
    }
}
