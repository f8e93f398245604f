//! Sea attrition as a procedure of its own: any fleet that is not in port rolls, even one that stays put.

use crate::attrition::{SeveralFleets, Voyage, Wreck, worst_sea};
use crate::charts::Charts;
use crate::fleet::{Fleet, fleet_line};
use crate::passage::strait_fort_abroad;
use crate::power::{Class, Country, NavalTechnology, Period, Turn};
use crate::profile::{Edition, FarOff, MapEdition, ProfileName, ShipLosses, profile_text};
use crate::thirds::Thirds;
use grognard_charts::{BadData, Problem, read, refuse};
use grognard_umpire::{Choice, Fact, Figure, Flow, Playable, Procedure, Ruling, Side, Umpire, Unit};
use serde::Deserialize;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// A sea zone on the way: entered, or stayed in.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct ZoneText {
    difficulty: i8,
    /// Whether the fleet's side has a port on it; in the editions, one that can hold the fleet.
    #[serde(default)]
    port: bool,
    /// Its own penalty.
    #[serde(default)]
    penalty: i8,
}

/// What a fleet was blockading, in the edition of 2020.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct BlockadeText {
    siege: i8,
    level: u8,
}

profile_text! {
    /// The `[rules]` of a voyage.
    pub(crate) struct VoyageRulesText of VoyageProfile {
        several_fleets: SeveralFleets = "several-fleets" at several_fleets of "EU9-ATTRITION-x";
        far_off: FarOff = "far-off" at far_off of "EU9-ATTRITION-v";
        edition: Edition = "edition" at edition of "EU9-ATTRITION-z"
            about "Whose remaining troops count, and whether a blockader pays.";
        ship_losses: ShipLosses = "ship-losses" at ship_losses of "EU9-ATTRITION-z";
        map: MapEdition = "map" at map of "EU9-SUPPLY-t";
    }
}

/// All switches of sea attrition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VoyageProfile {
    /// Two F counters or more.
    pub several_fleets: SeveralFleets,
    /// Starting far from port.
    pub far_off: FarOff,
    /// The remaining troops and what a blockader pays.
    pub edition: Edition,
    /// Which ships are lost.
    pub ship_losses: ShipLosses,
    /// Which map.
    pub map: MapEdition,
}

impl VoyageProfile {
    /// That of a name. The edition of 2013 has the guide's figures for several F counters.
    pub const fn of(name: ProfileName) -> VoyageProfile {
        VoyageProfile {
            several_fleets: match name {
                ProfileName::Guide | ProfileName::Of2013 => SeveralFleets::Guide,
                ProfileName::Of2020 => SeveralFleets::Of2020,
            },
            far_off: FarOff::Nine,
            edition: name.edition(),
            ship_losses: ShipLosses::Together,
            map: MapEdition::New,
        }
    }
}

impl VoyageRulesText {
    /// Whose remaining troops, if it says so.
    pub(crate) fn edition(self) -> Option<Edition> {
        self.edition
    }
}

impl Voyage {
    /// The same under these switches.
    #[must_use]
    pub fn under(self, profile: VoyageProfile) -> Voyage {
        Voyage {
            several: profile.several_fleets,
            far_off: profile.far_off == FarOff::Nine,
            edition: profile.edition,
            losses: profile.ship_losses,
            ..self
        }
    }
}

/// A year that may be left out is one of the game's.
pub(crate) fn check_year(year: Option<u16>, problems: &mut Vec<Problem>) {
    if let Some(year) = year.filter(|&year| Turn::of_year(year).is_none()) {
        problems.push(Problem::new("year", Turn::outside(year)));
    }
}

/// A voyage: the way of a fleet and what befalls it.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct WayText {
    /// The zones entered; for a fleet that stays put, the one it lies in.
    zones: Vec<ZoneText>,
    #[serde(default)]
    stays: bool,
    /// How many zones it starts from being next to its port.
    #[serde(default)]
    from_port: u8,
    #[serde(default)]
    bad_weather: bool,
    #[serde(default)]
    routed: bool,
    #[serde(default)]
    not_back: bool,
    #[serde(default)]
    privateer_minus: u8,
    #[serde(default)]
    privateer_plus: u8,
    /// Strait forts on its line of supply: those in Europe, counted.
    #[serde(default)]
    strait_forts: u8,
    /// And those elsewhere, by the level of their fortress.
    #[serde(default)]
    strait_fort_levels: Vec<u8>,
    blockaded: Option<BlockadeText>,
    #[serde(default)]
    between_arsenals: bool,
}

/// More zones than there are seas.
const ZONES_MAX: usize = 100;

impl WayText {
    /// The voyage of a fleet along this way.
    pub(crate) fn voyage(
        &self,
        charts: &Charts,
        fleet: Fleet,
        technology: NavalTechnology,
        leader: i8,
        rules: VoyageRulesText,
        problems: &mut Vec<Problem>,
    ) -> Voyage {
        if self.zones.is_empty() || self.zones.len() > ZONES_MAX {
            problems.push(Problem::new("way.zones", "write the zones entered, or the one the fleet lies in"));
        }
        if self.strait_fort_levels.len() > ZONES_MAX {
            problems.push(Problem::new("way.strait-fort-levels", "more forts than there are straits"));
        }
        if self.between_arsenals && rules.map == Some(MapEdition::Old) {
            let problem = format!("the old map has no arsenals ({}); leave it out", rule!("SUPPLY-t"));
            problems.push(Problem::new("way.between-arsenals", problem));
        }
        if self.stays && self.zones.len() > 1 {
            problems.push(Problem::new("way.stays", "a fleet that stays put lies in one zone"));
        }
        let seas: Vec<(i8, bool)> = self.zones.iter().map(|zone| (zone.difficulty, zone.port)).collect();
        let penalty: i32 = self.zones.iter().map(|zone| i32::from(zone.penalty)).sum();
        let each = charts.figure("sea-attrition-modifiers", "strait fort") as u16;
        let abroad: u16 =
            self.strait_fort_levels.iter().map(|&level| u16::from(strait_fort_abroad(charts, level))).sum();
        let straits = u16::from(self.strait_forts) * each + abroad;
        Voyage {
            leader,
            difficulty: worst_sea(charts, &seas).1,
            zones: if self.stays { 0 } else { self.zones.len().min(ZONES_MAX) as u8 },
            off: self.from_port,
            penalty: penalty.clamp(-100, 100) as i8,
            bad_weather: self.bad_weather,
            routed: self.routed,
            not_back: self.not_back,
            privateer_minus: self.privateer_minus,
            privateer_plus: self.privateer_plus,
            strait_forts: straits.min(100) as u8,
            blockaded: self.blockaded.map(|blockade| (blockade.siege, blockade.level)),
            between_arsenals: self.between_arsenals,
            ..Voyage::new(Side::First, fleet, technology).under(rules.profile())
        }
    }
}

grognard_charts::battle_file! {
    /// A sea attrition file.
    #[derive(Clone, Debug)]
    pub struct SeaAttritionText {
        year: u16,
        name: String,
        country: Country,
        class: Option<Class>,
        ships: String,
        technology: NavalTechnology,
        #[serde(default)]
        manoeuvre: i8,
        /// Whether it lies in a port, where nobody rolls.
        #[serde(default)]
        in_port: bool,
        way: WayText,
        #[serde(default)]
        rules: VoyageRulesText,
    }
}

/// The givens of a fleet's attrition.
pub struct Crossing {
    /// The tables.
    pub charts: Arc<Charts>,
    /// Its name.
    pub title: String,
    /// Whose fleet.
    pub name: String,
    /// Whether it lies in port.
    pub in_port: bool,
    /// The fleet on its way.
    pub voyage: Voyage,
}

/// Reads ships and checks them against the country's line, the year and the stacking limit.
pub(crate) fn ships(
    charts: &Charts,
    (text, technology): (&str, NavalTechnology),
    (country, class): (Country, Option<Class>),
    year: u16,
    problems: &mut Vec<Problem>,
) -> Fleet {
    let turn = Turn::of_year(year).unwrap_or_else(|| {
        problems.push(Problem::new("year", Turn::outside(year)));
        Turn(1)
    });
    let fleet = Fleet::read(text).unwrap_or_else(|problem| {
        problems.push(Problem::new("ships", problem));
        Fleet { warships: 1, ..Fleet::default() }
    });
    if fleet.is_empty() {
        problems.push(Problem::new("ships", "a fleet needs ships, for example \"2NWD d\""));
    }
    let line = fleet_line(country, class.map_or("III", |class| class.key()));
    let period = charts.period(turn).unwrap_or(Period::I);
    if let Err(refusal) = fleet.check(charts, line, period) {
        problems.push(Problem::new("ships", refusal.to_string()));
    }
    let first = charts.sea.first_turn(technology.key());
    if turn < first {
        let problem = format!("{technology} does not exist before turn {}", first.0);
        problems.push(Problem::new("technology", problem));
    }
    fleet
}

/// Checks the MAN of a leader.
pub(crate) fn check_manoeuvre(manoeuvre: i8, path: &str, problems: &mut Vec<Problem>) {
    if !(0..=crate::leader::Leader::VALUE_MAX).contains(&manoeuvre) {
        problems.push(Problem::new(path, format!("{manoeuvre} is no leader's value; write 0 to 6")));
    }
}

impl Crossing {
    /// Reads a sea attrition file.
    ///
    /// # Errors
    /// What is wrong with it, where, and what would be right.
    pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<Crossing, BadData> {
        let setup: SeaAttritionText = read(file, text)?;
        let mut problems = Vec::new();
        let (country, class) = (setup.country, setup.class);
        let built = (setup.ships.as_str(), setup.technology);
        let fleet = ships(charts, built, (country, class), setup.year, &mut problems);
        check_manoeuvre(setup.manoeuvre, "manoeuvre", &mut problems);
        let (technology, leader) = (setup.technology, setup.manoeuvre);
        let voyage = setup.way.voyage(charts, fleet, technology, leader, setup.rules, &mut problems);
        if !problems.is_empty() {
            return Err(refuse(file, text, &problems));
        }
        let (title, name, in_port) = (setup.title, setup.name, setup.in_port);
        Ok(Crossing { charts: Arc::clone(charts), title, name, in_port, voyage })
    }
}

/// A fleet's attrition under way. Equal states have equal futures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SeaAttrition {
    /// The roll.
    Roll,
    /// So many per cent are lost.
    Sink(u8),
    /// Of which ships so much is lost, at that percentage.
    Shed(u8, Thirds),
}

/// What the sea left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SeaAttritionEnd {
    /// The percentage lost.
    pub percent: u8,
    /// The ships left.
    pub kept: Fleet,
}

impl Procedure for SeaAttrition {
    type Rules = Crossing;
    type End = SeaAttritionEnd;

    fn step(self, rules: &Crossing, ump: &mut impl Umpire) -> Flow<Self> {
        let charts = &rules.charts;
        Ok(match self {
            SeaAttrition::Roll if rules.in_port => {
                ump.explain(|| {
                    let text = format!("{} lies in port and does not roll", rules.name);
                    Ruling::new(rule!("ATTRITION-k"), text)
                });
                Break(SeaAttritionEnd { percent: 0, kept: rules.voyage.fleet })
            }
            SeaAttrition::Roll => match rules.voyage.roll(charts, ump)? {
                0 => Break(SeaAttritionEnd { percent: 0, kept: rules.voyage.fleet }),
                percent => Continue(SeaAttrition::Sink(percent)),
            },
            SeaAttrition::Sink(percent) => match rules.voyage.wreck(charts, percent, ump)? {
                Wreck::Left(kept) => Break(SeaAttritionEnd { percent, kept }),
                Wreck::Due(lost) => Continue(SeaAttrition::Shed(percent, lost)),
            },
            SeaAttrition::Shed(percent, lost) => {
                let kept = rules.voyage.shed(lost, ump)?;
                Break(SeaAttritionEnd { percent, kept })
            }
        })
    }
}

impl Playable for SeaAttrition {
    fn side_name(rules: &Crossing, side: Side) -> String {
        match side {
            Side::First => rules.name.clone(),
            Side::Second => "the sea".to_owned(),
        }
    }

    fn view(&self, rules: &Crossing, _: Option<Side>) -> Fact {
        let stage = match self {
            SeaAttrition::Roll => "attrition",
            SeaAttrition::Sink(_) | SeaAttrition::Shed(..) => "losses",
        };
        Fact::record([("stage", Fact::from(stage)), ("ships", rules.voyage.fleet.to_string().into())])
    }

    fn end_facts(rules: &Crossing, end: &SeaAttritionEnd) -> Fact {
        let lost = rules.voyage.fleet.size() - end.kept.size();
        Fact::record([
            ("percent", Fact::from(end.percent)),
            ("kept", end.kept.to_string().into()),
            ("losses", lost.to_string().into()),
        ])
    }

    fn end_words(rules: &Crossing, end: &SeaAttritionEnd) -> String {
        match end.percent {
            0 => format!("{} loses nothing to the sea.", rules.name),
            percent => {
                let lost = rules.voyage.fleet.size() - end.kept.size();
                format!("{} loses {lost} ND, {percent} %, to the sea and keeps {}.", rules.name, end.kept)
            }
        }
    }

    fn figures(rules: &Crossing) -> Vec<Figure<SeaAttrition>> {
        let size = rules.voyage.fleet.size();
        vec![
            Figure::new("percent", "per cent lost", Unit::Count, |end: &SeaAttritionEnd| end.percent.into()),
            Figure::new("losses", "ND lost", Unit::Thirds, move |end: &SeaAttritionEnd| {
                (size - end.kept.size()).0.into()
            }),
        ]
    }

    fn objective(_: &Crossing, side: Side, end: &SeaAttritionEnd) -> i64 {
        let kept = i64::from(end.kept.size().0);
        if side == Side::First { kept } else { -kept }
    }

    fn objective_words(_: &Crossing, _: Side) -> String {
        "1 for each third of an ND left".to_owned()
    }

    fn policy(&self, _: &Crossing, _: &Choice<'_>) -> usize {
        0
    }
}
