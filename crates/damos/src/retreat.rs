//! Retreats: the ways open to a beaten force. [8.11]

use crate::campaign::Campaign;
use crate::field::Field;
use crate::game::Game;
use crate::options::RetreatSteps;
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
    open: HexSet,
    steps: [u8; HEXES_MAX],
    halt: HexSet,
    least: u8,
    most: u8,
    found: Vec<Path>,
}

impl Ways<'_> {
    fn walk(&mut self, at: Hex, path: Path) {
        if path.count >= self.least || (path.count == 1 && self.halt.has(at)) {
            self.found.push(path);
        }
        if path.count == self.most {
            return;
        }
        let open: Vec<Hex> =
            self.rules.board.neighbours(at).map(|(_, to)| to).filter(|&to| self.open.has(to)).collect();
        // Each step goes nearer to a source, if any legal step does.
        let strict = self.rules.options.retreat_steps == RetreatSteps::Nearer;
        let nearer = strict && open.iter().any(|to| self.steps[to.index()] < self.steps[at.index()]);
        for to in open {
            if !nearer || self.steps[to.index()] < self.steps[at.index()] {
                self.walk(to, path.with(to, self.rules.board.id(to)));
            }
        }
    }
}

impl Game {
    /// Every legal way for a side's force to retreat from a hex by so many hexes: no enemies, no enemy
    /// zone of control but that of the force it fights, inside the area, toward supply.
    pub fn retreat_paths(&self, rules: &Campaign, side: Side, from: Hex, least: u8, most: u8) -> Vec<Path> {
        // The zones of those in the same hex do not count; a friend in the way does not help.
        let field = Field::of(self, rules, Some(from));
        let enemy = side.other();
        let free = rules.area.less(&field.at[enemy]);
        let mut open = free.less(&field.zoc[enemy]);
        open.take(from);
        let mut sources = self.network(rules, side, &field);
        if sources.is_empty() {
            sources = self.sources(rules, side);
        }
        let steps = rules.board.steps_to(&sources, &free);
        // A friendly major city as the first hex is a place to stop.
        let halt = rules.major_cities.and(&self.controlled(rules, side));
        let mut ways = Ways { rules, open, steps, halt, least, most, found: Vec::new() };
        ways.walk(from, Path::NONE);
        ways.found
    }

    /// The ways of a beaten attacker: one hex, back where it came from if that is legal.
    pub(crate) fn attacker_paths(
        &self,
        rules: &Campaign,
        side: Side,
        at: Hex,
        from: Option<Hex>,
    ) -> Vec<Path> {
        let back =
            from.filter(|_| rules.options.attacker_retreat == crate::options::AttackerRetreat::WayBack);
        if let Some(back) = back {
            let field = Field::of(self, rules, Some(at));
            let enemy = side.other();
            let legal = rules.area.has(back)
                && rules.board.around(at).has(back)
                && !field.at[enemy].has(back)
                && !field.zoc[enemy].has(back);
            if legal {
                return vec![Path::NONE.with(back, rules.board.id(back))];
            }
        }
        self.retreat_paths(rules, side, at, 1, 1)
    }
}
