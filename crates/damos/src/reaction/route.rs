//! The ways a reacting force may come. [2.6.1-i]

use crate::campaign::{Campaign, Rivers};
use crate::charts::Ground;
use crate::field::Field;
use crate::game::Game;
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
    to: Hex,
}

impl Search<'_> {
    /// The hexes next on a shortest way: nearer, enterable, and without enemies short of the end.
    fn next(&self, at: Hex) -> impl Iterator<Item = (Direction, Hex)> {
        let board = &self.rules.board;
        let left = board.distance(at, self.to);
        board.neighbours(at).filter(move |&(_, next)| {
            board.distance(next, self.to) < left
                && (next == self.to || !self.enemies.has(next))
                && self.game.may_enter(self.rules, self.side, at, next).is_ok()
        })
    }

    fn reaches(&self, at: Hex) -> bool {
        at == self.to || self.next(at).any(|(_, next)| self.reaches(next))
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

    fn walk(&self, at: Hex, path: Path, met: Met, found: &mut Vec<Route>) {
        if at == self.to {
            let gained = path
                .hexes()
                .filter(|&hex| hex != self.to && self.game.controller(hex) != self.side)
                .collect();
            found.push(Route { path, penalty: self.penalty(met), gained });
            return;
        }
        for (way, next) in self.next(at) {
            let met = self.meet(met, at, way, next);
            self.walk(next, path.with(next, self.rules.board.id(next)), met, found);
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
    /// Whether a force can come from one hex to another by a shortest way.
    pub(super) fn has_route(&self, rules: &Campaign, field: &Field, side: Side, from: Hex, to: Hex) -> bool {
        Search { game: self, rules, enemies: &field.at[side.other()], side, to }.reaches(from)
    }

    /// Every shortest way between two hexes that differs from the others in its terrain or in the hexes
    /// it brings under control: the easiest first, and of those the one that gains most.
    pub(super) fn routes(&self, rules: &Campaign, side: Side, from: Hex, to: Hex) -> Vec<Route> {
        let field = Field::of(self, rules, None);
        let search = Search { game: self, rules, enemies: &field.at[side.other()], side, to };
        let mut found = Vec::new();
        search.walk(from, Path::NONE, Met::default(), &mut found);
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
