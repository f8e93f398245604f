//! Lines of supply: how long, over what, from which city, through which fleet. The game traces its lines with
//! [`Reach`] and judges them with [`Line::supply`]; nothing else decides who is supplied.

use crate::charts::Charts;
use crate::fleet::Fleet;
use crate::power::{Period, Theatre};
use crate::stack::Stack;
use grognard_umpire::{Asked, Asking, Clause, Dice, Refusal, Ruling, Side, Umpire};
use serde::Deserialize;

/// How well a stack is supplied.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Supply {
    /// Fully.
    Full,
    /// Weakly: it rolls for attrition, each reason being a cause.
    Weak(Vec<Clause>),
    /// Not at all, for this reason.
    Out(Clause),
}

/// One province of a line, from the source to the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// What the step into it costs.
    pub points: u8,
    /// Whether it is desert.
    pub desert: bool,
    /// Whether it is national territory.
    pub national: bool,
    /// Whether it lies in the cold area.
    pub cold: bool,
}

impl Link {
    /// What it adds to the length of a line.
    fn length(self, cold: ColdRule) -> u8 {
        let doubled = cold == ColdRule::Doubled && self.cold && !self.national;
        if doubled { 2 * self.points } else { self.points }
    }
}

/// The way of a line over the sea.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passage {
    /// The fleet it goes over.
    pub fleet: Fleet,
    /// Whether the fleet lies next to a friendly port that can hold it.
    pub beside_port: bool,
    /// How many zones the fleet's own supply crosses.
    pub zones: u8,
}

/// A line of supply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Europe or not.
    pub theatre: Theatre,
    /// Whether the source lies in a desert that is not national territory.
    pub source_in_desert: bool,
    /// Whether the source is owned and not merely controlled.
    pub source_owned: bool,
    /// The provinces after the source, the stack's own last; empty if it stands in the source's.
    pub links: Vec<Link>,
    /// Its way over the sea, if it has one.
    pub passage: Option<Passage>,
    /// Whether the stack is besieged.
    pub besieged: bool,
}

/// How cold areas are played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ColdRule {
    /// The older rounds: cold provinces that are not national cost double when a line is measured.
    Doubled,
    /// The new rounds: attrition after each winter instead.
    Wintering,
}

impl ColdRule {
    /// The clause it goes by.
    pub const fn clause(self) -> Clause {
        match self {
            ColdRule::Doubled => rule!("SUPPLY-q"),
            ColdRule::Wintering => rule!("SUPPLY-r"),
        }
    }
}

impl Line {
    /// Its length in MP.
    pub fn length(&self, charts: &Charts, cold: ColdRule) -> u8 {
        let over_land = self.links.iter().fold(0u8, |sum, link| sum.saturating_add(link.length(cold)));
        let through = charts.figure("supply-figures", "through a fleet") as u8;
        over_land.saturating_add(self.passage.map_or(0, |passage| through + passage.zones))
    }

    /// How well it supplies a stack.
    pub fn supply(
        &self,
        charts: &Charts,
        stack: Stack,
        period: Period,
        line: &str,
        cold: ColdRule,
    ) -> Supply {
        let figure = |row: &str| charts.figure("supply-figures", row) as u8;
        if let Some(passage) = self.passage
            && let Err(refusal) = feeds(charts, passage.fleet, stack, period, line)
        {
            return Supply::Out(refusal.clause.unwrap_or(rule!("SUPPLY-b")));
        }
        let length = self.length(charts, cold);
        if length > figure("longest") {
            return Supply::Out(rule!("SUPPLY-f"));
        }
        // A lone LD outside Europe needs its line but does not mind its length, up to the limit of all.
        let lone = self.theatre == Theatre::RestOfTheWorld && stack.ld_count() == 1 && stack.armies() == 0;
        let long = length >= figure("weak from");
        let reasons = [
            (self.besieged, rule!("SUPPLY-m")),
            (!self.source_owned, rule!("SUPPLY-k")),
            (self.source_in_desert && !self.links.is_empty(), rule!("SUPPLY-j")),
            (self.links.iter().any(|link| link.desert && !link.national), rule!("SUPPLY-i")),
            (self.passage.is_some_and(|passage| !passage.beside_port), rule!("SUPPLY-l")),
            (long && !lone, rule!("SUPPLY-g")),
        ];
        let weak: Vec<Clause> =
            reasons.into_iter().filter(|(met, _)| *met).map(|(_, clause)| clause).collect();
        if weak.is_empty() { Supply::Full } else { Supply::Weak(weak) }
    }
}

/// The clause that spares a lone LD outside Europe.
pub const LONE_DETACHMENT: Clause = rule!("SUPPLY-h");

/// A map that lines of supply run over.
pub trait Ground {
    /// How many places it has.
    fn places(&self) -> usize;
    /// The places a line can go on to, with what each costs it.
    fn steps(&self, from: u8, step: &mut dyn FnMut(u8, Link));
    /// Whether a line ends in a place and goes no further: the enemy stands there.
    fn ends(&self, at: u8) -> bool;
    /// Whether a source there lies in a desert that is not national territory.
    fn in_desert(&self, at: u8) -> bool;
}

/// How far every place is from the nearest of some sources, and by which way.
pub struct Reach {
    /// Length of the line to each place, none beyond the longest, with the place before it.
    ways: Vec<Option<(u8, u8)>>,
    links: Vec<Link>,
}

const NO_LINK: Link = Link { points: 0, desert: false, national: false, cold: false };

impl Reach {
    /// Traces lines from sources to every place that one reaches.
    pub fn from(
        ground: &impl Ground,
        sources: impl Iterator<Item = u8>,
        longest: u8,
        cold: ColdRule,
    ) -> Reach {
        let mut reach = Reach { ways: vec![None; ground.places()], links: vec![NO_LINK; ground.places()] };
        // Lines are short: a shelf for each length, emptied in order.
        let mut shelves: Vec<Vec<u8>> = vec![Vec::new(); usize::from(longest) + 1];
        for at in sources {
            reach.ways[usize::from(at)] = Some((0, at));
            shelves[0].push(at);
        }
        for length in 0..=longest {
            while let Some(at) = shelves[usize::from(length)].pop() {
                let settled = reach.ways[usize::from(at)].is_some_and(|(found, _)| found < length);
                if settled || (length > 0 && ground.ends(at)) {
                    continue;
                }
                ground.steps(at, &mut |to, link| {
                    let here = length.saturating_add(link.length(cold));
                    let nearer = reach.ways[usize::from(to)].is_none_or(|(found, _)| here < found);
                    if here <= longest && nearer {
                        reach.ways[usize::from(to)] = Some((here, at));
                        reach.links[usize::from(to)] = link;
                        shelves[usize::from(here)].push(to);
                    }
                });
            }
        }
        reach
    }

    /// The length of the line to a place, if one reaches it.
    pub fn length(&self, at: u8) -> Option<u8> {
        self.ways[usize::from(at)].map(|(length, _)| length)
    }

    /// The line to a place, if one reaches it.
    pub fn line(&self, ground: &impl Ground, at: u8, source_owned: bool, theatre: Theatre) -> Option<Line> {
        let mut links = Vec::new();
        let mut here = at;
        loop {
            let (_, before) = self.ways[usize::from(here)]?;
            if before == here {
                break;
            }
            links.push(self.links[usize::from(here)]);
            here = before;
        }
        links.reverse();
        let source_in_desert = ground.in_desert(here);
        Some(Line { theatre, source_in_desert, source_owned, links, passage: None, besieged: false })
    }
}

/// Whether a place beside a fleet is a port to it: arsenals count only on the new map.
///
/// # Errors
/// That it is none.
pub fn is_port(port: bool, arsenal: bool, new_map: bool) -> Result<(), Refusal> {
    match port || (arsenal && new_map) {
        true => Ok(()),
        false => Err(Refusal::new(rule!("SUPPLY-t"), "an arsenal without a port counts on the new map only")),
    }
}

/// Whether a fleet next to a stack can feed it: a small one by an F counter or 2 ND, a large one by a full F+
/// or 3 ND.
///
/// # Errors
/// Why not.
pub fn feeds(charts: &Charts, fleet: Fleet, stack: Stack, period: Period, line: &str) -> Result<(), Refusal> {
    let figure = |row: &str| charts.figure("supply-figures", row) as u8;
    let warships = fleet.nd() - fleet.transports;
    if stack.is_small() {
        if fleet.f_counters() >= figure("small stack fed by F") || warships >= figure("small stack fed by ND")
        {
            return Ok(());
        }
        return Err(Refusal::new(rule!("SUPPLY-c"), "a small stack is fed by an F counter or 2 ND"));
    }
    let full = charts.logistics.contents(line, period).plus_warships;
    let full_plus = fleet.f_plus >= figure("large stack fed by full F+") && warships >= full;
    if full_plus || warships >= figure("large stack fed by ND") {
        return Ok(());
    }
    Err(Refusal::new(rule!("SUPPLY-d"), "a large stack is fed by a full F+ or 3 ND"))
}

/// A fleet feeds one stack only, and only one it lies next to.
///
/// # Errors
/// Why not.
pub fn one_stack_each(fed: u8, adjacent: bool) -> Result<(), Refusal> {
    if !adjacent {
        return Err(Refusal::new(rule!("SUPPLY-b"), "the fleet does not lie next to the army"));
    }
    if fed > 0 {
        return Err(Refusal::new(rule!("SUPPLY-e"), "the fleet feeds another stack already"));
    }
    Ok(())
}

/// Timars test when a winter box passes: losses go home, P does not count.
///
/// # Errors
/// Stopped at the dice.
pub fn timar_wintering(
    charts: &Charts,
    side: Side,
    distance: u8,
    ld: u8,
    ump: &mut impl Umpire,
) -> Asked<u8> {
    let per = charts.figure("timar-wintering", "per province from home");
    let sum = per * i16::from(distance);
    let asking = Asking::of(side, rule!("SUPPLY-u"), "Timar wintering");
    let home = ump.throw(asking, Dice::D10, |face| charts.attrition.toll(face as i16 + sum, ld).ld)?;
    ump.explain(|| Ruling::new(rule!("SUPPLY-u"), format!("{home} LD of Timars go home for the winter")));
    Ok(home)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_testkit::record;
    use grognard_umpire::{Answer, Keep, Tape};

    fn line(points: &[u8]) -> Line {
        let link = |&points: &u8| Link { points, desert: false, national: false, cold: false };
        Line {
            theatre: Theatre::Europe,
            source_in_desert: false,
            source_owned: true,
            links: points.iter().map(link).collect(),
            passage: None,
            besieged: false,
        }
    }

    fn supply(line: &Line, stack: &str) -> Supply {
        let charts = Charts::load(&[]).unwrap();
        let stack = Stack::read(stack).unwrap();
        line.supply(&charts, stack, Period::II, "france", ColdRule::Wintering)
    }

    #[test]
    fn length_decides() {
        assert_eq!(supply(&line(&[3, 2]), "A+"), Supply::Full);
        assert_eq!(supply(&line(&[3, 3]), "A+"), Supply::Weak(vec![rule!("SUPPLY-g")]));
        assert_eq!(supply(&line(&[6, 6]), "A+"), Supply::Weak(vec![rule!("SUPPLY-g")]));
        assert_eq!(supply(&line(&[6, 7]), "A+"), Supply::Out(rule!("SUPPLY-f")));
        let far = Line { theatre: Theatre::RestOfTheWorld, ..line(&[9]) };
        assert_eq!(supply(&far, "LD"), Supply::Full, "{LONE_DETACHMENT}");
        assert_eq!(supply(&far, "2LD"), Supply::Weak(vec![rule!("SUPPLY-g")]));
        assert_eq!(
            supply(&Line { theatre: Theatre::RestOfTheWorld, ..line(&[13]) }, "LD"),
            Supply::Out(rule!("SUPPLY-f"))
        );
        record::exercised(&["EU9-SUPPLY-a", "EU9-SUPPLY-f", "EU9-SUPPLY-g", "EU9-SUPPLY-h"]);
    }

    #[test]
    fn deserts_and_captured_cities_weaken() {
        let mut through = line(&[1, 1]);
        through.links[0].desert = true;
        assert_eq!(supply(&through, "A+"), Supply::Weak(vec![rule!("SUPPLY-i")]));
        through.links[0].national = true;
        assert_eq!(supply(&through, "A+"), Supply::Full);
        let next_door = Line { source_in_desert: true, ..line(&[1]) };
        assert_eq!(supply(&next_door, "A+"), Supply::Weak(vec![rule!("SUPPLY-j")]));
        assert_eq!(supply(&Line { source_in_desert: true, ..line(&[]) }, "A+"), Supply::Full);
        assert_eq!(
            supply(&Line { source_owned: false, ..line(&[1]) }, "A+"),
            Supply::Weak(vec![rule!("SUPPLY-k")])
        );
        assert_eq!(
            supply(&Line { besieged: true, ..line(&[]) }, "LD"),
            Supply::Weak(vec![rule!("SUPPLY-m")])
        );
        record::exercised(&["EU9-SUPPLY-i", "EU9-SUPPLY-j", "EU9-SUPPLY-k", "EU9-SUPPLY-m"]);
    }

    /// Every reason for weak supply is a cause of attrition of its own.
    #[test]
    fn reasons_add_up() {
        let far = Line { source_owned: false, besieged: true, ..line(&[4, 4]) };
        let reasons = vec![rule!("SUPPLY-m"), rule!("SUPPLY-k"), rule!("SUPPLY-g")];
        assert_eq!(supply(&far, "A+"), Supply::Weak(reasons));
    }

    /// A row of five places, a source at the left end, the enemy in the fourth.
    struct Row;

    impl Ground for Row {
        fn places(&self) -> usize {
            5
        }
        fn steps(&self, from: u8, step: &mut dyn FnMut(u8, Link)) {
            let link = Link { points: 2, desert: false, national: false, cold: from == 0 };
            if from > 0 {
                step(from - 1, link);
            }
            if from < 4 {
                step(from + 1, link);
            }
        }
        fn ends(&self, at: u8) -> bool {
            at == 3
        }
        fn in_desert(&self, at: u8) -> bool {
            at == 0
        }
    }

    #[test]
    fn lines_are_traced_up_to_the_enemy() {
        let reach = Reach::from(&Row, [0].into_iter(), 12, ColdRule::Wintering);
        assert_eq!([0, 1, 2, 3, 4].map(|at| reach.length(at)), [Some(0), Some(2), Some(4), Some(6), None]);
        let line = reach.line(&Row, 2, true, Theatre::Europe).unwrap();
        assert_eq!((line.links.len(), line.source_in_desert), (2, true));
        assert!(reach.line(&Row, 4, true, Theatre::Europe).is_none());
        let doubled = Reach::from(&Row, [0].into_iter(), 12, ColdRule::Doubled);
        assert_eq!(doubled.length(2), Some(6), "the first step is cold");
        let short = Reach::from(&Row, [0].into_iter(), 3, ColdRule::Wintering);
        assert_eq!(short.length(2), None);
    }

    #[test]
    fn fleets_feed_by_size() {
        let charts = Charts::load(&[]).unwrap();
        let ok = |fleet: &str, stack: &str| {
            let (fleet, stack) = (Fleet::read(fleet).unwrap(), Stack::read(stack).unwrap());
            feeds(&charts, fleet, stack, Period::II, "france").is_ok()
        };
        assert!(ok("F- NWD", "A+ LD") && ok("2NWD", "A+ LD") && !ok("NWD", "A+ LD"));
        assert!(ok("F+ 4NWD NTD", "A+ A-") && ok("3NWD", "A+ A-") && !ok("F- 2NWD", "A+ A-"));
        assert!(
            one_stack_each(0, true).is_ok()
                && one_stack_each(1, true).is_err()
                && one_stack_each(0, false).is_err()
        );
        let fleet = Fleet::read("F+ 4NWD").unwrap();
        let passage = Passage { fleet, beside_port: true, zones: 0 };
        let at_port = Line { passage: Some(passage), ..line(&[1]) };
        assert_eq!(supply(&at_port, "A+"), Supply::Full);
        assert_eq!(
            supply(
                &Line { passage: Some(Passage { beside_port: false, ..passage }), ..at_port.clone() },
                "A+"
            ),
            Supply::Weak(vec![rule!("SUPPLY-l")])
        );
        // Two zones further off the line is too long for full supply: 1 + 3 + 2.
        let far = Line { passage: Some(Passage { zones: 2, ..passage }), ..at_port };
        assert_eq!(supply(&far, "A+"), Supply::Weak(vec![rule!("SUPPLY-g")]));
        assert!(is_port(false, true, true).is_ok() && is_port(false, true, false).is_err());
        record::exercised(&[
            "EU9-SUPPLY-b",
            "EU9-SUPPLY-c",
            "EU9-SUPPLY-d",
            "EU9-SUPPLY-e",
            "EU9-SUPPLY-l",
            "EU9-SUPPLY-t",
        ]);
    }

    #[test]
    fn cold_provinces_cost_double_or_winter() {
        let charts = Charts::load(&[]).unwrap();
        let mut cold = line(&[1, 1, 1]);
        cold.links.iter_mut().for_each(|link| link.cold = true);
        assert_eq!(cold.length(&charts, ColdRule::Doubled), 6);
        assert_eq!(cold.length(&charts, ColdRule::Wintering), 3);
        record::exercised(&["EU9-SUPPLY-q"]);
    }

    #[test]
    fn timars_go_home() {
        let charts = Charts::load(&[]).unwrap();
        let answers = [Answer::Faces(vec![10])];
        let mut tape = Tape::new(&answers, Keep::Account);
        assert_eq!(timar_wintering(&charts, Side::First, 3, 4, &mut tape), Ok(1));
        record::reached(&tape.account, &tape.cited);
    }
}
