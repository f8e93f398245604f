//! Retreats: the ways open to a beaten force. [8.11]

use crate::campaign::Campaign;
use crate::field::Field;
use crate::game::Game;
use crate::options::{
    AttackerRetreat, RetreatFriends, RetreatLength, RetreatSteps, RetreatZones, ShortRetreat,
};
use crate::rule;
use grognard_board::{HEXES_MAX, Hex, HexId, HexSet};
use grognard_umpire::{Barred, NoClerk, Offer, Refusal, Side, Target, TargetKind};

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

    fn targets(&self) -> Vec<Target> {
        let hexes = self.hexes[..usize::from(self.count)].iter();
        hexes.map(|(_, id)| Target::new(TargetKind::Hex, id)).collect()
    }
}

/// Which of the sources a retreat may still be going to: a bit for each.
type Goals = u64;

/// No map has more cities that supply the second player: each is a goal of its own, and the edge of the map is
/// one more. A title with more of them is refused.
pub(crate) const CITIES_MAX: usize = Goals::BITS as usize - 1;

/// The sources of supply a force may retreat to, each with the steps from every hex to it.
struct Sources(Vec<[u8; HEXES_MAX]>);

impl Sources {
    /// All of them.
    fn all(&self) -> Goals {
        (0..self.0.len()).map(|index| 1 << index).sum()
    }

    /// Those among some goals that hold.
    fn which(&self, goals: Goals, holds: impl Fn(&[u8; HEXES_MAX]) -> bool) -> Goals {
        let kept =
            |(index, steps): (usize, &[u8; HEXES_MAX])| if holds(steps) { goals & (1 << index) } else { 0 };
        self.0.iter().enumerate().map(kept).sum()
    }

    /// The goals that a step brings nearer.
    fn nearer(&self, goals: Goals, at: Hex, to: Hex) -> Goals {
        self.which(goals, |steps| steps[to.index()] < steps[at.index()])
    }

    /// The goals after a hex: whoever has reached a source goes on to any other.
    fn beyond(&self, goals: Goals, at: Hex) -> Goals {
        match self.which(goals, |steps| steps[at.index()] == 0) {
            0 => goals,
            _ => self.which(self.all(), |steps| steps[at.index()] > 0),
        }
    }
}

/// How strictly a search keeps to the sources.
#[derive(Clone, Copy)]
enum Steps<'a> {
    /// Each step comes nearer to one of them, all the way to the same, if any legal step does.
    Toward(&'a Sources),
    /// Any legal step will do.
    Free,
}

struct Ways<'a> {
    rules: &'a Campaign,
    from: Hex,
    open: HexSet,
    halt: HexSet,
    least: u8,
    most: u8,
    found: Vec<Path>,
    /// Ways that are too short.
    cut_short: Vec<Path>,
}

impl Ways<'_> {
    /// Whether a way is long enough to stop at its end.
    fn is_long_enough(&self, at: Hex, path: &Path) -> bool {
        let length = match self.rules.options.retreat_length {
            RetreatLength::Entered => path.count,
            RetreatLength::Away => path.count.min(self.rules.board.distance(self.from, at)),
        };
        length >= self.least || (path.count == 1 && self.halt.has(at))
    }

    /// Follows a way on; no hex is entered twice.
    fn walk(&mut self, at: Hex, path: Path, goals: Goals, steps: Steps<'_>) {
        if self.is_long_enough(at, &path) {
            self.found.push(path);
        } else if path.count > 0 {
            self.cut_short.push(path);
        }
        if path.count == self.most {
            return;
        }
        let fresh = |to: &Hex| self.open.has(*to) && path.hexes().all(|hex| hex != *to);
        let open: Vec<Hex> = self.rules.board.neighbours(at).map(|(_, to)| to).filter(fresh).collect();
        let toward = |to: Hex| match steps {
            Steps::Toward(sources) => sources.nearer(goals, at, to),
            Steps::Free => 0,
        };
        let strict = open.iter().any(|&to| toward(to) != 0);
        for to in open {
            let kept = match steps {
                Steps::Toward(_) if strict && toward(to) == 0 => continue,
                Steps::Toward(sources) if strict => sources.beyond(toward(to), to),
                // Where no legal step leads to a source the next one may go to any.
                Steps::Toward(sources) => sources.all(),
                Steps::Free => 0,
            };
            self.walk(to, path.with(to, self.rules.board.id(to)), kept, steps);
        }
    }
}

impl Game {
    /// Every legal way for a side's force to retreat from a hex by so many hexes: no enemies, no enemy
    /// zone of control but that of the force it fights, inside the area, toward a source of supply.
    pub fn retreat_paths(&self, rules: &Campaign, side: Side, from: Hex, least: u8, most: u8) -> Vec<Path> {
        let mut ways = self.ways(rules, side, from, least, most);
        if rules.options.retreat_steps == RetreatSteps::Nearer {
            let sources = self.sources_beyond(rules, side, from);
            ways.walk(from, Path::NONE, sources.all(), Steps::Toward(&sources));
        }
        if ways.found.is_empty() {
            // Where every way toward a source is a dead end, any legal way is better than none.
            ways.walk(from, Path::NONE, 0, Steps::Free);
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

    /// Whether a beaten defender of a hex would find any way out.
    pub fn can_retreat(&self, rules: &Campaign, side: Side, from: Hex) -> bool {
        let mut ways = self.ways(rules, side, from, 2, 3);
        ways.walk(from, Path::NONE, 0, Steps::Free);
        let stops = rules.options.short_retreat == ShortRetreat::Stops && !ways.cut_short.is_empty();
        !ways.found.is_empty() || stops
    }

    fn ways<'a>(&self, rules: &'a Campaign, side: Side, from: Hex, least: u8, most: u8) -> Ways<'a> {
        let field = self.retreat_field(rules, side, from);
        let mut open = self.retreat_hexes(rules, side, &field);
        open.take(from);
        // A friendly major city as the first hex is a place to stop.
        let halt = rules.major_cities.and(&self.controlled(rules, side));
        Ways { rules, from, open, halt, least, most, found: Vec::new(), cut_short: Vec::new() }
    }

    /// The sources a force that leaves a hex may go to: each city by itself, an edge of the map as a whole,
    /// and never the hex that it leaves.
    fn sources_beyond(&self, rules: &Campaign, side: Side, from: Hex) -> Sources {
        let field = self.retreat_field(rules, side, from);
        let mut free = self.area(rules).less(&field.at[side.other()]);
        // Nobody gets to supply through the hex he was driven out of, nor finds it there.
        free.take(from);
        let sources = self.sources(rules, side).and(&free);
        let edge = match side {
            Side::First => sources,
            Side::Second => sources.and(&rules.east),
        };
        let cities = sources.less(&edge);
        let single = cities.iter().map(|hex| [hex].into_iter().collect::<HexSet>());
        let all = single.chain((!edge.is_empty()).then_some(edge));
        Sources(all.map(|source| rules.board.steps_to(&source, &free)).collect())
    }

    /// The ways that a force may not take, each with the reason: onto the enemy, through his zone of control,
    /// or away from supply. Only made for whoever asks why.
    pub(crate) fn barred_retreats(
        &self,
        rules: &Campaign,
        side: Side,
        from: Hex,
        length: (u8, u8),
        legal: &[Path],
    ) -> Vec<Barred> {
        let field = self.retreat_field(rules, side, from);
        let (open, area) = (self.retreat_hexes(rules, side, &field), self.area(rules));
        let ways: Vec<String> = legal.iter().map(Offer::key).collect();
        let mut found = Vec::new();
        let mut paths = vec![(from, Path::NONE)];
        while let Some((at, path)) = paths.pop() {
            let fresh = |to: Hex| area.has(to) && to != from && path.hexes().all(|hex| hex != to);
            for (_, to) in rules.board.neighbours(at).filter(|&(_, to)| fresh(to)) {
                let path = path.with(to, rules.board.id(to));
                if path.count < length.1 {
                    paths.push((to, path));
                }
                if path.count >= length.0 && !legal.contains(&path) {
                    found.push(path);
                }
            }
        }
        let legal_words = format!("legal: {}", ways.join(", "));
        let why = |path: &Path| match path.hexes().find(|&hex| !open.has(hex)) {
            Some(hex) if field.at[side.other()].has(hex) => {
                (rule!("8.11-e"), format!("the enemy stands in {}", rules.board.id(hex)))
            }
            Some(hex) => (rule!("8.11-e"), format!("{} is in an enemy zone of control", rules.board.id(hex))),
            None if self.ends_too_near(rules, from, length.0, path) => {
                (rule!("8.11-c"), format!("it ends less than {} hexes away", length.0))
            }
            None => (rule!("8.11-a"), "that is no way toward a source of supply".to_owned()),
        };
        found
            .iter()
            .map(|path| {
                let (clause, reason) = why(path);
                let refusal = Refusal::new(clause, format!("{reason}; {legal_words}"));
                Barred { key: path.key(), refusal }
            })
            .collect()
    }

    /// Whether a way that has its hexes ends too near, where the switch wants them away.
    fn ends_too_near(&self, rules: &Campaign, from: Hex, least: u8, path: &Path) -> bool {
        rules.options.retreat_length == RetreatLength::Away && rules.board.distance(from, path.end()) < least
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
        self.area(rules).less(&field.at[enemy]).less(&zones)
    }

    /// The ways of a beaten attacker: one hex toward supply, or, by the switch, back where it came from.
    pub fn attacker_paths(&self, rules: &Campaign, side: Side, at: Hex, from: Option<Hex>) -> Vec<Path> {
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
