//! Lines of supply: how long, over what, from which city, through which fleet. The game traces its lines with
//! [`Line::trace`] and judges them with [`Line::supply`]; nothing else decides who is supplied.

use crate::asks::Asks;
use crate::charts::{Charts, Entry};
use crate::fleet::Fleet;
use crate::naval_supply::may_feed;
use crate::power::{Period, Theatre};
use crate::profile::{LoneDetachment, NavalSupply, switch};
use crate::stack::Stack;
use crate::thirds::Thirds;
use grognard_umpire::{Asked, Asking, Clause, Dice, Refusal, Ruling, Side, Umpire};

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
    pub fn length(self, charts: &Charts, cold: ColdRule) -> u8 {
        // Foreign deserts are twice as wide to a line as to a march, and so are cold provinces of old.
        let desert = self.desert && !self.national;
        let cold = cold == ColdRule::Doubled && self.cold && !self.national;
        let times = |applies: bool, entry| if applies { charts.count(entry) } else { 1 };
        self.points * times(desert, Entry::ForeignDesert) * times(cold, Entry::ForeignCold)
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
    /// Whether the shore is a desert that is not national territory.
    pub desert: bool,
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

switch! {
    /// How cold areas are played.
    ColdRule {
        /// The older rounds: cold provinces that are not national cost double when a line is measured.
        Doubled = "doubled",
        /// The new rounds: attrition after each winter instead.
        Wintering = "wintering",
    }
}

/// The readings a line of supply is judged under.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SupplyReadings {
    /// Cold areas.
    pub cold: ColdRule,
    /// Which fleets feed which stacks.
    pub naval: NavalSupply,
    /// What a lone LD outside Europe is spared.
    pub lone: LoneDetachment,
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
        let over_land =
            self.links.iter().fold(0u8, |sum, link| sum.saturating_add(link.length(charts, cold)));
        let over_sea = |passage: Passage| {
            let times = if passage.desert { charts.count(Entry::ThroughFleetIntoDesert) } else { 1 };
            let zones = passage.zones.saturating_mul(charts.count(Entry::FleetZone));
            (charts.count(Entry::ThroughFleet) * times).saturating_add(zones)
        };
        over_land.saturating_add(self.passage.map_or(0, over_sea))
    }

    /// The clause by which a lone LD does not mind the length of the line.
    pub fn spares(&self, stack: Stack) -> Option<Clause> {
        is_lone(self.theatre, stack).then_some(rule!("SUPPLY-h"))
    }

    /// The clause by which it is longer than the march along it: foreign deserts count more, and so does the way
    /// through a fleet.
    pub fn lengthened(&self) -> Option<Clause> {
        let desert = self.links.iter().any(|link| link.desert && !link.national);
        (desert || self.passage.is_some()).then_some(rule!("SUPPLY-v"))
    }

    /// How well it supplies a stack.
    pub fn supply(
        &self,
        charts: &Charts,
        stack: Stack,
        period: Period,
        line: &str,
        readings: SupplyReadings,
    ) -> Supply {
        if let Some(passage) = self.passage
            && let Err(refusal) = may_feed(readings.naval, charts, passage.fleet, stack, period, line)
        {
            return Supply::Out(refusal.clause.unwrap_or(rule!("SUPPLY-b")));
        }
        let length = self.length(charts, readings.cold);
        if length > charts.count(Entry::Longest) {
            return Supply::Out(rule!("SUPPLY-f"));
        }
        let lone = self.spares(stack).is_some();
        let long = length >= charts.count(Entry::WeakFrom);
        // A desert shore that a fleet lands on is crossed like any other.
        let through_desert = self.links.iter().any(|link| link.desert && !link.national)
            || self.passage.is_some_and(|passage| passage.desert);
        let far_fleet = self.passage.is_some_and(|passage| !passage.beside_port);
        let minds_fleet = !lone || readings.lone == LoneDetachment::Length;
        let reasons = [
            (self.besieged, rule!("SUPPLY-m")),
            (!self.source_owned, rule!("SUPPLY-k")),
            // A line through deserts is weak once, wherever it meets the first of them.
            (self.source_in_desert && !self.links.is_empty() && !through_desert, rule!("SUPPLY-j")),
            (through_desert, rule!("SUPPLY-i")),
            (far_fleet && minds_fleet, rule!("SUPPLY-l")),
            (long && !lone, rule!("SUPPLY-g")),
        ];
        let weak: Vec<Clause> =
            reasons.into_iter().filter(|(met, _)| *met).map(|(_, clause)| clause).collect();
        if weak.is_empty() { Supply::Full } else { Supply::Weak(weak) }
    }
}

/// Whether a stack is no more than a lone LD outside Europe: it needs its line but does not mind its length, up to
/// the limit of all; in the editions not how far the fleet is from port either.
pub(crate) fn is_lone(theatre: Theatre, stack: Stack) -> bool {
    theatre == Theatre::RestOfTheWorld && stack.size() <= Thirds::whole(1)
}

/// A map that lines of supply run over.
pub trait Ground {
    /// The tables.
    fn charts(&self) -> &Charts;
    /// How many places it has.
    fn places(&self) -> usize;
    /// The places from which a line can come into one, with what the step costs it.
    fn steps_into(&self, to: u8, step: &mut dyn FnMut(u8, Link));
    /// Whether a line ends in a place and goes no further: the enemy stands there.
    fn ends(&self, at: u8) -> bool;
    /// Whether a source there lies in a desert that is not national territory.
    fn in_desert(&self, at: u8) -> bool;
}

/// A line on the way back from its end: how long it is so far, and where it goes on to.
#[derive(Clone, Copy)]
struct Way {
    length: u8,
    next: u8,
    link: Link,
}

impl Line {
    /// The lines that are worth judging: the shortest, and if that one is weak for a desert also the shortest
    /// round all foreign deserts.
    pub fn traces(
        ground: &impl Ground,
        at: u8,
        source: impl Fn(u8) -> bool,
        longest: u8,
        cold: ColdRule,
    ) -> Vec<(u8, Vec<Link>)> {
        let shortest = Line::trace(ground, at, &source, longest, cold);
        let through = |(from, links): &(u8, Vec<Link>)| {
            (*from != at && ground.in_desert(*from)) || links.iter().any(|link| link.desert && !link.national)
        };
        let round = shortest.as_ref().filter(|line| through(line)).and_then(|_| {
            let green = |place: u8| source(place) && (place == at || !ground.in_desert(place));
            Line::trace_over(ground, at, green, longest, cold, |link| !link.desert || link.national)
        });
        shortest.into_iter().chain(round).collect()
    }

    /// The shortest line from any source to a place, if one is no longer than the longest; traced back from the
    /// place, so that a source next door is found at once.
    pub fn trace(
        ground: &impl Ground,
        at: u8,
        source: impl Fn(u8) -> bool,
        longest: u8,
        cold: ColdRule,
    ) -> Option<(u8, Vec<Link>)> {
        Line::trace_over(ground, at, source, longest, cold, |_| true)
    }

    /// The same over such links only.
    fn trace_over(
        ground: &impl Ground,
        at: u8,
        source: impl Fn(u8) -> bool,
        longest: u8,
        cold: ColdRule,
        over: impl Fn(Link) -> bool,
    ) -> Option<(u8, Vec<Link>)> {
        let here = Link { points: 0, desert: false, national: false, cold: false };
        let mut ways: Vec<Option<Way>> = vec![None; ground.places()];
        ways[usize::from(at)] = Some(Way { length: 0, next: at, link: here });
        // Lines are short: a shelf for each length, emptied in order.
        let mut shelves: Vec<Vec<u8>> = vec![Vec::new(); usize::from(longest) + 1];
        shelves[0].push(at);
        for length in 0..=longest {
            while let Some(place) = shelves[usize::from(length)].pop() {
                if ways[usize::from(place)].is_none_or(|way| way.length < length) {
                    continue;
                }
                if source(place) {
                    return Some((place, Line::links(&ways, place)));
                }
                // The enemy lets a line end where he stands, but not pass.
                if place != at && ground.ends(place) {
                    continue;
                }
                ground.steps_into(place, &mut |from, link| {
                    let longer = length.saturating_add(link.length(ground.charts(), cold));
                    let shorter = ways[usize::from(from)].is_none_or(|way| longer < way.length);
                    if longer <= longest && shorter && over(link) {
                        ways[usize::from(from)] = Some(Way { length: longer, next: place, link });
                        shelves[usize::from(longer)].push(from);
                    }
                });
            }
        }
        None
    }

    fn links(ways: &[Option<Way>], source: u8) -> Vec<Link> {
        let mut links = Vec::new();
        let mut here = source;
        while let Some(way) = ways[usize::from(here)].filter(|way| way.next != here) {
            links.push(way.link);
            here = way.next;
        }
        links
    }
}

/// Whether a fleet next to a stack can feed it: a small one by an F counter or 2 ND, a large one by a full F+
/// or 3 ND.
///
/// # Errors
/// Why not.
pub fn feeds(charts: &Charts, fleet: Fleet, stack: Stack, period: Period, line: &str) -> Result<(), Refusal> {
    let count = |entry| charts.count(entry);
    let warships = fleet.fighting_nd();
    if stack.is_small(charts) {
        if fleet.f_counters() >= count(Entry::SmallFedByF) || warships >= count(Entry::SmallFedByNd) {
            return Ok(());
        }
        return Err(Refusal::new(rule!("SUPPLY-c"), "a small stack is fed by an F counter or 2 ND"));
    }
    let full = charts.logistics.contents(line, period).plus_warships;
    let full_plus = fleet.f_plus >= count(Entry::LargeFedByFullF) && warships >= full;
    if full_plus || warships >= count(Entry::LargeFedByNd) {
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
pub(crate) fn timar_wintering(
    charts: &Charts,
    side: Side,
    distance: u8,
    ld: u8,
    ump: &mut impl Umpire,
) -> Asked<u8> {
    let figure = |row: &str| charts.figure("timar-wintering", row);
    // The test is the later edition's, whose attrition table begins 6 lower.
    let sum = figure("per province from home") * i16::from(distance) + figure("numbering of the table");
    let asking = Asking::of(side, rule!("SUPPLY-u"), Asks::TimarWintering);
    let home = ump.throw(asking, Dice::D10, |face| charts.attrition.toll(face as i16 + sum, ld).ld)?;
    ump.explain(|| Ruling::new(rule!("SUPPLY-u"), format!("{home} LD of Timars go home for the winter")));
    Ok(home)
}

#[cfg(test)]
mod tests;
