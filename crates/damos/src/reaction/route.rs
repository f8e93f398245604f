//! The ways a reacting force may come. [2.6.1-i]

use crate::campaign::{Campaign, Rivers};
use crate::charts::{Charts, TerrainRows};
use crate::field::Field;
use crate::game::Game;
use crate::options::ReactionWays;
use crate::retreat::Path;
use grognard_board::{Direction, Hex, HexSet};
use grognard_umpire::{NoClerk, Offer, Side, Target};
use std::cmp::Reverse;

/// One of the shortest ways from a reacting force to the hex it reacts into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Route {
    path: Path,
    /// What the terrain on it does to the roll.
    pub(super) modifier: i8,
    /// The hexes between that come under the reactor's control.
    gained: HexSet,
}

impl Route {
    /// The hexes it goes through, without the first and the last.
    pub(super) fn between(&self) -> impl Iterator<Item = Hex> + '_ {
        let end = self.end();
        self.path.hexes().filter(move |&hex| hex != end)
    }

    /// Where it ends.
    pub(super) fn end(&self) -> Hex {
        self.path.end()
    }
}

impl Offer for Route {
    fn key(&self) -> String {
        self.path.key()
    }

    fn words(&self) -> String {
        match self.modifier {
            0 => self.path.key(),
            modifier => format!("{}, {modifier:+} for the terrain", self.path.key()),
        }
    }

    fn targets(&self) -> Vec<Target> {
        self.path.targets()
    }
}

/// A search for the ways between two hexes.
struct Search<'a> {
    game: &'a Game,
    rules: &'a Campaign,
    enemies: &'a HexSet,
    side: Side,
    from: Hex,
    to: Hex,
}

impl Search<'_> {
    /// The hexes next on a way of so many more: enterable, and without enemies short of the end.
    fn next(&self, at: Hex, left: u8) -> impl Iterator<Item = (Direction, Hex)> {
        let board = &self.rules.board;
        board.neighbours(at).filter(move |&(_, next)| {
            board.distance(next, self.to) < left
                && next != self.from
                && (next == self.to || !self.enemies.has(next))
                && self.game.may_enter(self.rules, self.side, at, next).is_ok()
        })
    }

    fn reaches(&self, at: Hex, left: u8) -> bool {
        at == self.to || self.next(at, left).any(|(_, next)| self.reaches(next, left - 1))
    }

    /// The rows of the terrain chart met up to a step and on it; each counts once.
    fn meet(&self, met: TerrainRows, at: Hex, way: Direction, next: Hex) -> TerrainRows {
        let rules = self.rules;
        let rivers = self.game.rivers_for(rules, self.side);
        let river = match rivers == Rivers::Count && rules.board.river(at, way) {
            true => TerrainRows::RIVER,
            false => TerrainRows::default(),
        };
        met.with(Charts::rows_of(rules.ground(next))).with(river)
    }

    fn walk(&self, at: Hex, left: u8, path: Path, met: TerrainRows, found: &mut Vec<Route>) {
        if at == self.to {
            let gained = path
                .hexes()
                .filter(|&hex| hex != self.to && self.game.controller(hex) != self.side)
                .collect();
            found.push(Route { path, modifier: self.rules.charts.reaction_over(met), gained });
            return;
        }
        for (way, next) in self.next(at, left) {
            if path.hexes().all(|hex| hex != next) {
                let met = self.meet(met, at, way, next);
                self.walk(next, left - 1, path.with(next, self.rules.board.id(next)), met, found);
            }
        }
    }
}

impl Game {
    /// How many hexes long a way between two hexes may be.
    fn route_length(rules: &Campaign, from: Hex, to: Hex, range: u8) -> u8 {
        match rules.options.reaction_ways {
            ReactionWays::Shortest => rules.board.distance(from, to),
            ReactionWays::WithinRange => range,
        }
    }

    /// Whether a reacting force can come from one hex to another.
    pub(super) fn has_route(&self, rules: &Campaign, field: &Field, from: Hex, to: Hex, range: u8) -> bool {
        let side = self.phasing.other();
        let search = Search { game: self, rules, enemies: &field.at[self.phasing], side, from, to };
        search.reaches(from, Game::route_length(rules, from, to, range))
    }

    /// Every way between two hexes that differs from the others in its terrain or in the hexes it brings
    /// under control: the easiest first, and of those the one that gains most.
    pub(super) fn routes(&self, rules: &Campaign, from: Hex, to: Hex) -> Vec<Route> {
        let side = self.phasing.other();
        let field = Field::of(self, rules, None, &mut NoClerk);
        let search = Search { game: self, rules, enemies: &field.at[self.phasing], side, from, to };
        let range = self.influence(rules, side, from, &mut NoClerk);
        let length = Game::route_length(rules, from, to, range);
        let mut found = Vec::new();
        search.walk(from, length, Path::NONE, TerrainRows::default(), &mut found);
        found.sort_by_key(|route| Reverse((route.modifier, route.gained.len())));
        let mut routes: Vec<Route> = Vec::new();
        for route in found {
            let same = |old: &Route| (old.modifier, old.gained) == (route.modifier, route.gained);
            if !routes.iter().any(same) {
                routes.push(route);
            }
        }
        routes
    }
}
