//! What the sea costs: attrition of fleets, and forts that fire at them.

use super::remaining;
use crate::asks::Asks;
use crate::charts::{Charts, Entry};
use crate::fleet::{Fleet, Ship};
use crate::modifier::Sheet;
use crate::power::NavalTechnology;
use crate::profile::{Edition, ShipLosses, switch};
use crate::thirds::Thirds;
use grognard_umpire::{Asked, Asking, Clause, Dice, Modifier, Offer, Ruling, Side, Umpire};
use std::collections::BTreeSet;

switch! {
    /// How several F counters weigh at sea, which every source says otherwise.
    SeveralFleets {
        /// +3 for two, +6 for three: the guide and the edition of 2013.
        Guide = "guide",
        /// +2 for two, +4 for three: the guide's French sibling.
        French = "french",
        /// By the zones entered instead, and one less from arsenal to arsenal: the edition of 2020.
        Of2020 = "2020",
    }
}

// The switch is written by its macro, which derives no default.
#[allow(clippy::derivable_impls)]
impl Default for SeveralFleets {
    fn default() -> Self {
        SeveralFleets::Guide
    }
}

/// A fleet that must roll for attrition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Voyage {
    /// Who.
    pub side: Side,
    /// Its ships.
    pub fleet: Fleet,
    /// The technology of its warships.
    pub technology: NavalTechnology,
    /// MAN of its leader; it does not count after a rout.
    pub leader: i8,
    /// The worst difficulty on its way, ports taken into account.
    pub difficulty: i8,
    /// Zones entered.
    pub zones: u8,
    /// How many zones it started from being next to its port.
    pub off: u8,
    /// Special penalties of the seas entered.
    pub penalty: i8,
    /// Bad weather.
    pub bad_weather: bool,
    /// Whether it runs after a rout.
    pub routed: bool,
    /// Whether the guide's +9 for five zones off counts.
    pub far_off: bool,
    /// Whether it stays at sea when the turn ends.
    pub not_back: bool,
    /// Unfriendly privateer- on its way.
    pub privateer_minus: u8,
    /// Unfriendly privateer+ on its way.
    pub privateer_plus: u8,
    /// What the strait forts on its line of supply add: 2 each in Europe, half their level elsewhere.
    pub strait_forts: u8,
    /// SIEGE of its leader and the level of the fortress it was blockading, in the edition of 2020.
    pub blockaded: Option<(i8, u8)>,
    /// Whether it goes from arsenal to arsenal.
    pub between_arsenals: bool,
    /// How several F counters weigh.
    pub several: SeveralFleets,
    /// Whose remaining troops, and whether a blockade counts.
    pub edition: Edition,
    /// How losses are read off and shared out.
    pub losses: ShipLosses,
}

impl Voyage {
    /// A fleet that has stayed where it was, next to its port, in fair weather.
    pub fn new(side: Side, fleet: Fleet, technology: NavalTechnology) -> Voyage {
        Voyage {
            side,
            fleet,
            technology,
            leader: 0,
            difficulty: 0,
            zones: 0,
            off: 0,
            penalty: 0,
            bad_weather: false,
            routed: false,
            far_off: true,
            not_back: false,
            privateer_minus: 0,
            privateer_plus: 0,
            strait_forts: 0,
            blockaded: None,
            between_arsenals: false,
            several: SeveralFleets::Guide,
            edition: Edition::Of2020,
            losses: ShipLosses::Together,
        }
    }

    /// What is added to the die.
    pub fn modifiers(&self, charts: &Charts) -> Vec<Modifier> {
        let mut list: Vec<Modifier> = Vec::new();
        let mut add = |value: i16, clause, words: &str| list.add(value, clause, words);
        let sea = |row: &str| charts.figure("sea-attrition-modifiers", row);
        match self.routed {
            true => add(sea("rout"), rule!("ATTRITION-ae"), "routed"),
            false => add(-i16::from(self.leader), rule!("ATTRITION-r"), "MAN of the admiral"),
        }
        if self.bad_weather {
            add(sea("bad weather"), rule!("ATTRITION-r"), "bad weather");
        }
        let technology = match self.technology {
            // Galleys do not suffer for the carracks' sake; a naval d is a third of a warship.
            NavalTechnology::Carrack if self.fleet.warships + self.fleet.d > 0 => sea("carrack"),
            NavalTechnology::Battery
            | NavalTechnology::Vessel
            | NavalTechnology::ThreeDecker
            | NavalTechnology::SeventyFour => sea(self.technology.key()),
            _ => 0,
        };
        add(technology, rule!("ATTRITION-r"), "naval technology");
        add(self.difficulty.into(), rule!("ATTRITION-s"), "difficulty of the sea");
        let counters = self.fleet.f_counters();
        // Plain detachments do not mind how far they start from port.
        if counters > 0 {
            let row = match self.off {
                0 => None,
                1 => Some("F 1 zone off"),
                2..=4 => Some("F 2 zones off"),
                _ if self.far_off => Some("F 5 zones off"),
                _ => Some("F 2 zones off"),
            };
            add(row.map_or(0, sea), rule!("ATTRITION-v"), "far from port");
        }
        let full = |entry| i16::from(self.zones / charts.count(entry));
        let (fours, twos) = (full(Entry::ZonesStep), full(Entry::SeveralFleetsStep));
        let (by_zones, by_counters) = match (counters, self.several) {
            (0 | 1, _) => (fours * sea("per four zones"), 0),
            (2, SeveralFleets::Guide) => (fours * sea("per four zones"), sea("two F")),
            (_, SeveralFleets::Guide) => (fours * sea("per four zones"), sea("three F")),
            (2, SeveralFleets::French) => (fours * sea("per four zones"), sea("two F of the French guide")),
            (_, SeveralFleets::French) => (fours * sea("per four zones"), sea("three F of the French guide")),
            (2, SeveralFleets::Of2020) => (twos * sea("two F per two zones of 2020"), 0),
            (_, SeveralFleets::Of2020) => (twos * sea("three F per two zones of 2020"), 0),
        };
        add(by_zones, rule!("ATTRITION-u"), "zones entered");
        add(by_counters, rule!("ATTRITION-x"), "several F counters");
        if self.several == SeveralFleets::Of2020 && counters > 1 && self.between_arsenals {
            add(sea("several F from arsenal to arsenal of 2020"), rule!("ATTRITION-x"), "arsenal to arsenal");
        }
        add(self.penalty.into(), rule!("ATTRITION-y"), "these seas");
        self.put_perils(charts, &mut list);
        list
    }

    /// What is added for what else may befall a fleet, by the published editions.
    fn put_perils(&self, charts: &Charts, list: &mut Vec<Modifier>) {
        let clause = rule!("ATTRITION-ae");
        let sea = |row: &str| charts.figure("sea-attrition-modifiers", row);
        if self.not_back {
            list.add(sea("not back at turn end"), clause, "not back in port");
        }
        list.add(i16::from(self.privateer_minus) * sea("privateer-"), clause, "privateer-");
        list.add(i16::from(self.privateer_plus) * sea("privateer+"), clause, "privateer+");
        list.add(self.strait_forts.into(), clause, "strait forts on the line of supply");
        if let Some((siege, level)) = self.blockaded.filter(|_| self.edition == Edition::Of2020) {
            list.add(-i16::from(siege), clause, "SIEGE of the blockader");
            list.add(
                level.div_ceil(charts.count(Entry::BlockadeDivisor)).into(),
                clause,
                "the fortress it blockaded",
            );
        }
    }

    /// The percentage lost.
    pub fn roll(&self, charts: &Charts, ump: &mut impl Umpire) -> Asked<u8> {
        let list = self.modifiers(charts);
        let sum = Modifier::sum(&list);
        if self.fleet.f_counters() == 0 && self.off > 0 {
            ump.cite(rule!("ATTRITION-w"));
        }
        let asking = Asking::of(self.side, rule!("ATTRITION-k"), Asks::SeaAttrition);
        let percent = ump.throw(asking, Dice::D10, |face| charts.attrition.percent(face as i16 + sum))?;
        ump.explain_throw(|face| {
            let total = face as i16 + sum;
            Ruling::new(rule!("ATTRITION-z"), format!("{total}: {percent} % of the fleet lost at sea"))
                .with_modifiers(list)
                .with_look(charts.attrition.percent_look(&charts.pages, total))
        });
        Ok(percent)
    }

    /// What a percentage does to the ships. Where their owner has a choice, he is asked with [`Voyage::shed`].
    ///
    /// # Errors
    /// Stopped at the dice.
    pub fn wreck(&self, charts: &Charts, percent: u8, ump: &mut impl Umpire) -> Asked<Wreck> {
        if percent == 0 {
            return Ok(Wreck::Left(self.fleet));
        }
        let left = match self.losses {
            ShipLosses::ByKind => self.sink_by_kind(charts, percent, ump)?,
            ShipLosses::Together => {
                let size = self.fleet.size();
                let lost = size - remaining(charts, self.side, size, percent, self.edition, ump)?;
                match ways_to_lose(self.fleet, lost)[..] {
                    [left] => left,
                    _ => return Ok(Wreck::Due(lost)),
                }
            }
        }
        .or_nothing();
        if !self.fleet.is_empty() {
            ump.explain(|| {
                let text = format!("{percent} % of {} leaves {left}", self.fleet);
                Ruling::new(rule!("ATTRITION-z"), text)
            });
        }
        Ok(Wreck::Left(left))
    }

    /// The owner says which ships the sea takes.
    ///
    /// # Errors
    /// Stopped at the question.
    pub fn shed(&self, lost: Thirds, ump: &mut impl Umpire) -> Asked<Fleet> {
        let ways: Vec<Afloat> = ways_to_lose(self.fleet, lost).into_iter().map(Afloat).collect();
        let asking = Asking::of(self.side, rule!("ATTRITION-z"), Asks::WhichShipsTheSeaLeaves);
        let left = ump.choose(asking, &ways)?.0.or_nothing();
        ump.explain(|| {
            let text = format!("{lost} ND lost of {} leaves {left}", self.fleet);
            Ruling::new(rule!("ATTRITION-z"), text)
        });
        Ok(left)
    }

    /// Warships in thirds; a galley or transport reduced to two thirds is left whole, reduced to one it is lost.
    fn sink_by_kind(&self, charts: &Charts, percent: u8, ump: &mut impl Umpire) -> Asked<Fleet> {
        let mut left = self.fleet;
        let mut waste = |size: Thirds| match size {
            Thirds::ZERO => Ok(size),
            size => remaining(charts, self.side, size, percent, self.edition, ump),
        };
        let after = waste(Thirds::whole(self.fleet.warships.into()) + Thirds(self.fleet.d.into()))?;
        left.warships = after.floor() as u8;
        left.d = (after.0 % 3) as u8;
        for ships in [&mut left.galleys, &mut left.galleasses, &mut left.transports] {
            *ships = waste(Thirds::whole((*ships).into()))?.rounded().floor() as u8;
        }
        Ok(left)
    }
}

/// What the sea does to a fleet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wreck {
    /// It leaves these ships.
    Left(Fleet),
    /// It takes so much, and the owner says of which ships.
    Due(Thirds),
}

/// Every fleet that a loss may leave, the strongest first. Of what is less than a ship a warship falls apart, a
/// galley or transport bears a third and is lost by two.
fn ways_to_lose(fleet: Fleet, lost: Thirds) -> Vec<Fleet> {
    let mut left = BTreeSet::from([fleet]);
    let whole = std::iter::repeat_n(3, lost.floor() as usize);
    for blow in whole.chain((lost.0 % 3 > 0).then_some(lost.0 % 3)) {
        let blow = blow as u8;
        let hit = |&fleet: &Fleet| {
            let there = Ship::ALL.into_iter().filter(move |ship| *ship.of(&mut { fleet }) > 0);
            let d = (fleet.d >= blow).then(|| Fleet { d: fleet.d - blow, ..fleet });
            there.map(move |ship| less(fleet, ship, blow)).chain(d)
        };
        left = left.iter().flat_map(hit).collect();
    }
    left.into_iter().rev().collect()
}

/// Ships that are still afloat.
#[derive(Clone, Copy)]
struct Afloat(Fleet);

impl Offer for Afloat {
    fn key(&self) -> String {
        Fleet { f_plus: 0, f_minus: 0, ..self.0 }.to_string().replace(' ', "/")
    }
    fn words(&self) -> String {
        format!("keep {}", Fleet { f_plus: 0, f_minus: 0, ..self.0 })
    }
}

/// A fleet that has lost so many thirds of a detachment of a kind: of a warship the rest falls apart, a galley or
/// transport bears one third.
fn less(mut fleet: Fleet, ship: Ship, thirds: u8) -> Fleet {
    match (ship, thirds) {
        (Ship::Warship, thirds) => {
            fleet.warships -= 1;
            fleet.d += 3 - thirds;
        }
        (Ship::Transport | Ship::Galley | Ship::Galleass, 1) => {}
        (ship, _) => *ship.of(&mut fleet) -= 1,
    }
    // Three d are a warship again.
    Fleet { warships: fleet.warships + fleet.d / 3, d: fleet.d % 3, ..fleet }
}

/// The difficulty that counts on a voyage: the worst zone, one with a port of the fleet's side counting less.
pub fn worst_sea(charts: &Charts, zones: &[(i8, bool)]) -> (Clause, i8) {
    let port = charts.figure("sea-attrition-modifiers", "usable port") as i8;
    let worst =
        zones.iter().map(|&(difficulty, has_port)| difficulty + if has_port { port } else { 0 }).max();
    (rule!("ATTRITION-t"), worst.unwrap_or(0))
}

/// A presidio, strait fort or siegeworks+ fires at a passing fleet: whether it is stopped, and how many ND
/// are sunk.
///
/// # Errors
/// Stopped at the dice.
pub fn fort_fire(
    charts: &Charts,
    side: Side,
    level: u8,
    works_plus: u8,
    fleet: Fleet,
    [fort, target]: [&str; 2],
    ump: &mut impl Umpire,
) -> Asked<(bool, u8)> {
    let clause = rule!("INTERCEPT-h");
    let mut list: Vec<Modifier> = Vec::new();
    list.add(level.into(), clause, "level");
    list.add(i16::from(works_plus) * charts.value(Entry::FireWorksPlus), clause, "siegeworks+");
    if fleet.f_counters() > 0 {
        list.add(charts.value(Entry::FireF), clause, "an F counter is a large target");
    }
    let sum = i32::from(Modifier::sum(&list));
    let fire = ump.throw(Asking::of(side, clause, Asks::FireOfTheFort), Dice::D10, |face| {
        charts.words.guns(i32::from(face) + sum)
    })?;
    ump.explain_throw(|face| {
        let total = i32::from(face) + sum;
        let fate = match fire {
            (false, _) => "passes".to_owned(),
            (true, 0) => "is stopped".to_owned(),
            (true, sunk) => format!("is stopped and loses {sunk} ND"),
        };
        let text = format!("Fire of {fort}, {total}: {target} {fate}");
        Ruling::new(clause, text).with_modifiers(list).with_look(charts.words.guns_look(&charts.pages, total))
    });
    Ok(fire)
}
