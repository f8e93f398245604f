//! The ways a reacting force may come. [2.6.1-i]

use crate::campaign::{Campaign, Rivers};
use crate::charts::Ground;
use crate::clerk::NoClerk;
use crate::field::Field;
use crate::game::Game;
use crate::options::ReactionWays;
use crate::retreat::Path;
use grognard_board::{Direction, Hex, HexSet, Terrain};
use grognard_umpire::{Offer, Side};
use std::cmp::Reverse;

/// One of the shortest ways from a reacting force to the hex it reacts into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Route {
    path: Path,
    /// What the terrain on it does to the roll.
    pub(super) penalty: i8,
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
        match self.penalty {
            0 => self.path.key(),
            penalty => format!("{}, {penalty} for the terrain", self.path.key()),
        }
    }
}

/// The kinds of terrain met on a way; each counts once.
#[derive(Clone, Copy, Default)]
struct Met {
    woods: bool,
    marsh: bool,
    river: bool,
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

    fn meet(&self, mut met: Met, at: Hex, way: Direction, next: Hex) -> Met {
        let (rules, ground) = (self.rules, self.rules.ground(next));
        if rules.charts.ground(ground).reaction < 0 {
            met.woods |= ground.terrain == Terrain::Woods;
            met.marsh |= ground.terrain == Terrain::Marsh;
        }
        let rivers = self.game.rivers_for(rules, self.side);
        met.river |= rivers == Rivers::Count && rules.board.river(at, way);
        met
    }

    fn walk(&self, at: Hex, left: u8, path: Path, met: Met, found: &mut Vec<Route>) {
        if at == self.to {
            let gained = path
                .hexes()
                .filter(|&hex| hex != self.to && self.game.controller(hex) != self.side)
                .collect();
            found.push(Route { path, penalty: self.penalty(met), gained });
            return;
        }
        for (way, next) in self.next(at, left) {
            if path.hexes().all(|hex| hex != next) {
                let met = self.meet(met, at, way, next);
                self.walk(next, left - 1, path.with(next, self.rules.board.id(next)), met, found);
            }
        }
    }

    fn penalty(&self, met: Met) -> i8 {
        let charts = &self.rules.charts;
        let of = |terrain| charts.ground(Ground { terrain, settlement: None }).reaction;
        i8::from(met.woods) * of(Terrain::Woods)
            + i8::from(met.marsh) * of(Terrain::Marsh)
            + i8::from(met.river) * charts.river().reaction
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
        search.walk(from, length, Path::NONE, Met::default(), &mut found);
        found.sort_by_key(|route| Reverse((route.penalty, route.gained.len())));
        let mut routes: Vec<Route> = Vec::new();
        for route in found {
            let same = |old: &Route| (old.penalty, old.gained) == (route.penalty, route.gained);
            if !routes.iter().any(same) {
                routes.push(route);
            }
        }
        routes
    }
}
