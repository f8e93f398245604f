//! Lines of supply: how long, over what, from which city, through which fleet.

use crate::charts::Charts;
use crate::fleet::Fleet;
use crate::power::{Period, Theatre};
use crate::stack::Stack;
use grognard_umpire::{Asked, Asking, Clause, Dice, Refusal, Ruling, Side, Umpire};

/// How well a stack is supplied.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Supply {
    /// Fully.
    Full,
    /// Weakly: it rolls for attrition, for this reason.
    Weak(Clause),
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
    /// The fleet it goes over, if it crosses the sea, and whether that fleet lies next to a friendly port.
    pub fleet: Option<(Fleet, bool)>,
    /// Whether the stack is besieged.
    pub besieged: bool,
}

/// How cold areas are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColdRule {
    /// The older rounds: cold provinces that are not national cost double when a line is measured.
    Doubled,
    /// The new rounds: attrition after each winter instead.
    Wintering,
}

impl Line {
    /// Its length in MP.
    pub fn length(&self, charts: &Charts, cold: ColdRule) -> u8 {
        let over_land: u8 = self
            .links
            .iter()
            .map(|link| {
                let doubled = cold == ColdRule::Doubled && link.cold && !link.national;
                if doubled { 2 * link.points } else { link.points }
            })
            .sum();
        let through = charts.figure("supply-figures", "through a fleet") as u8;
        over_land + if self.fleet.is_some() { through } else { 0 }
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
        if let Some((fleet, _)) = self.fleet
            && let Err(refusal) = feeds(charts, fleet, stack, period, line)
        {
            return Supply::Out(refusal.clause.unwrap_or(rule!("SUPPLY-b")));
        }
        let length = self.length(charts, cold);
        // A lone LD outside Europe needs its line but does not mind its length, up to the limit of all.
        let lone = self.theatre == Theatre::RestOfTheWorld && stack.ld_count() == 1 && stack.armies() == 0;
        let desert = self.links.iter().any(|link| link.desert && !link.national);
        let out_of_desert = self.source_in_desert && !self.links.is_empty();
        if length > figure("longest") {
            return Supply::Out(rule!("SUPPLY-f"));
        }
        if self.besieged {
            return Supply::Weak(rule!("SUPPLY-m"));
        }
        if !self.source_owned {
            return Supply::Weak(rule!("SUPPLY-k"));
        }
        if out_of_desert {
            return Supply::Weak(rule!("SUPPLY-j"));
        }
        if desert {
            return Supply::Weak(rule!("SUPPLY-i"));
        }
        if self.fleet.is_some_and(|(_, in_port)| !in_port) {
            return Supply::Weak(rule!("SUPPLY-l"));
        }
        if length >= figure("weak from") && !lone {
            return Supply::Weak(rule!("SUPPLY-g"));
        }
        Supply::Full
    }
}

/// The clause that spares a lone LD outside Europe.
pub const LONE_DETACHMENT: Clause = rule!("SUPPLY-h");
/// The clause by which fleets never roll in the supply segment.
pub const FLEETS_DO_NOT_STARVE: Clause = rule!("SUPPLY-p");
/// The clauses of the two ways to play cold areas.
pub const COLD: [(ColdRule, Clause); 2] =
    [(ColdRule::Doubled, rule!("SUPPLY-q")), (ColdRule::Wintering, rule!("SUPPLY-r"))];

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
            fleet: None,
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
        assert_eq!(supply(&line(&[3, 3]), "A+"), Supply::Weak(rule!("SUPPLY-g")));
        assert_eq!(supply(&line(&[6, 6]), "A+"), Supply::Weak(rule!("SUPPLY-g")));
        assert_eq!(supply(&line(&[6, 7]), "A+"), Supply::Out(rule!("SUPPLY-f")));
        let far = Line { theatre: Theatre::RestOfTheWorld, ..line(&[9]) };
        assert_eq!(supply(&far, "LD"), Supply::Full, "{LONE_DETACHMENT}");
        assert_eq!(supply(&far, "2LD"), Supply::Weak(rule!("SUPPLY-g")));
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
        assert_eq!(supply(&through, "A+"), Supply::Weak(rule!("SUPPLY-i")));
        through.links[0].national = true;
        assert_eq!(supply(&through, "A+"), Supply::Full);
        let next_door = Line { source_in_desert: true, ..line(&[1]) };
        assert_eq!(supply(&next_door, "A+"), Supply::Weak(rule!("SUPPLY-j")));
        assert_eq!(supply(&Line { source_in_desert: true, ..line(&[]) }, "A+"), Supply::Full);
        assert_eq!(
            supply(&Line { source_owned: false, ..line(&[1]) }, "A+"),
            Supply::Weak(rule!("SUPPLY-k"))
        );
        assert_eq!(supply(&Line { besieged: true, ..line(&[]) }, "LD"), Supply::Weak(rule!("SUPPLY-m")));
        record::exercised(&["EU9-SUPPLY-i", "EU9-SUPPLY-j", "EU9-SUPPLY-k", "EU9-SUPPLY-m"]);
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
        let at_port = Line { fleet: Some((fleet, true)), ..line(&[1]) };
        assert_eq!(supply(&at_port, "A+"), Supply::Full);
        assert_eq!(
            supply(&Line { fleet: Some((fleet, false)), ..at_port }, "A+"),
            Supply::Weak(rule!("SUPPLY-l"))
        );
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
        record::exercised(&["EU9-SUPPLY-q", "EU9-SUPPLY-r"]);
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
