//! Attrition: what marching, hunger, sieges and the sea cost.

use crate::charts::{Bound, Charts, LandModifier, PillageRule, SiegeModifier, Toll};
use crate::fleet::Fleet;
use crate::modifier::Sheet;
use crate::power::{NavalTechnology, Technology, Theatre};
use crate::profile::Edition;
use crate::siege::Works;
use crate::thirds::Thirds;
use grognard_umpire::{Asked, Asking, Clause, Dice, Modifier, Offer, Ruling, Side, Umpire};

/// Pillage in a province, in halves: a pillage- is one, a pillage+ two; two pillage- make a pillage+.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Pillage(pub u8);

impl Pillage {
    /// The most a province holds: two pillage+.
    pub const MAX: Pillage = Pillage(4);

    /// One more pillage-.
    pub fn more(self) -> Pillage {
        Pillage((self.0 + 1).min(Pillage::MAX.0))
    }

    /// How many pillage- and pillage+ lie there.
    pub fn counters(self) -> (u8, u8) {
        (self.0 % 2, self.0 / 2)
    }
}

/// Why a land stack rolls for attrition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Occasion {
    /// In the movement segment.
    March,
    /// In the supply segment.
    Supply,
    /// At a siege, as besieger.
    Siege,
    /// At a siege, as besieged.
    Besieged,
}

/// A land stack that must roll.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct March {
    /// Who.
    pub side: Side,
    /// Why.
    pub occasion: Occasion,
    /// Its LD.
    pub ld: u8,
    /// Its thirds beyond whole LD, outside Europe.
    pub d: u8,
    /// Europe or not.
    pub theatre: Theatre,
    /// Its technology, the worst present.
    pub technology: Technology,
    /// MAN of its leader, or SIEGE at a siege.
    pub leader: i8,
    /// SIEGE of an enemy leader at a siege.
    pub enemy_siege: i8,
    /// Whether it entered, or stands in, an enemy province.
    pub enemy_province: bool,
    /// How many causes there are.
    pub causes: u8,
    /// Whether it counts as massed, which in supply and sieges adds a cause.
    pub massed: bool,
    /// Pillage- on its way.
    pub pillage_minus: u8,
    /// Pillage+ on its way.
    pub pillage_plus: u8,
    /// Bad weather, at a siege.
    pub bad_weather: bool,
    /// The snowflake of an uncontrolled cold province outside Europe.
    pub snow: u8,
    /// Unfriendly revolt- on its way.
    pub revolt_minus: u8,
    /// Unfriendly revolt+ on its way.
    pub revolt_plus: u8,
    /// Whether it has no line of supply.
    pub no_supply: bool,
    /// Whether it is too small for the fortress it besieges.
    pub too_small: bool,
    /// Hostile strait forts that its supply by sea passes: in Europe their number, elsewhere the halves of
    /// their levels together.
    pub strait_forts: u8,
    /// Whether it redeploys of its own will or evacuates after a peace.
    pub redeployment: bool,
    /// The siegeworks before it, if it is besieged.
    pub works: Works,
    /// Whether it is besieged in a port that no fleet blockades.
    pub open_port: bool,
}

impl March {
    /// A stack of so many LD marching in Europe for one cause.
    pub fn new(side: Side, ld: u8, technology: Technology) -> March {
        March {
            side,
            occasion: Occasion::March,
            ld,
            d: 0,
            theatre: Theatre::Europe,
            technology,
            leader: 0,
            enemy_siege: 0,
            enemy_province: false,
            causes: 1,
            massed: false,
            pillage_minus: 0,
            pillage_plus: 0,
            bad_weather: false,
            snow: 0,
            revolt_minus: 0,
            revolt_plus: 0,
            no_supply: false,
            too_small: false,
            strait_forts: 0,
            redeployment: false,
            works: Works::default(),
            open_port: false,
        }
    }

    /// What is added to the die.
    pub fn modifiers(&self, charts: &Charts) -> Vec<Modifier> {
        let mut list = Vec::new();
        self.put_modifiers(charts, &mut list);
        list
    }

    fn modifier_sum(&self, charts: &Charts) -> i16 {
        let mut sum = 0;
        self.put_modifiers(charts, &mut sum);
        sum
    }

    fn put_modifiers(&self, charts: &Charts, sheet: &mut impl Sheet) {
        let land = |row: LandModifier| charts.attrition.land_modifier(row);
        match self.occasion {
            Occasion::March | Occasion::Supply => self.put_way(charts, sheet),
            Occasion::Siege | Occasion::Besieged => self.put_siege(charts, sheet),
        }
        let mut add = |value: i16, clause, words: &str| sheet.add(value, clause, words);
        if self.occasion != Occasion::Besieged {
            let clause = match self.occasion {
                Occasion::Siege => rule!("SIEGE-f"),
                _ => rule!("ATTRITION-d"),
            };
            add(i16::from(self.pillage_minus) * land(LandModifier::PillageMinus), clause, "pillage-");
            add(i16::from(self.pillage_plus) * land(LandModifier::PillagePlus), clause, "pillage+");
        }
        if self.theatre == Theatre::RestOfTheWorld {
            add(i16::from(self.snow), rule!("SUPPLY-s"), "the snowflake");
        }
    }

    /// What counts on the march and in the supply segment.
    fn put_way(&self, charts: &Charts, sheet: &mut impl Sheet) {
        let mut add = |value: i16, clause, words: &str| sheet.add(value, clause, words);
        let land = |row: LandModifier| charts.attrition.land_modifier(row);
        let (row, words) = match self.enemy_province {
            true => (LandModifier::Enemy, "in enemy land"),
            false => (LandModifier::Friendly, "in friendly land"),
        };
        add(land(row), rule!("ATTRITION-b"), words);
        add(-i16::from(self.leader), rule!("ATTRITION-c"), "MAN of the leader");
        let extra = i16::from(self.causes.saturating_sub(1));
        add(extra * land(LandModifier::Extra), rule!("ATTRITION-o"), "further causes");
        if self.massed && self.occasion == Occasion::Supply {
            add(land(LandModifier::Extra), rule!("ATTRITION-e"), "a large stack");
        }
        let clause = rule!("ATTRITION-ad");
        add(i16::from(self.revolt_minus) * land(LandModifier::RevoltMinus), clause, "revolt-");
        add(i16::from(self.revolt_plus) * land(LandModifier::RevoltPlus), clause, "revolt+");
        if self.no_supply {
            add(land(LandModifier::NoSupply), clause, "no line of supply");
        }
        let fort = match self.theatre {
            Theatre::Europe => land(LandModifier::StraitFort),
            Theatre::RestOfTheWorld => 1,
        };
        add(i16::from(self.strait_forts) * fort, clause, "strait forts");
        if self.redeployment {
            add(land(LandModifier::Redeployment), clause, "redeployment");
        }
    }

    /// What counts before and behind the walls.
    fn put_siege(&self, charts: &Charts, sheet: &mut impl Sheet) {
        let mut add = |value: i16, words: &str| sheet.add(value, rule!("SIEGE-e"), words);
        let siege = |row: SiegeModifier| charts.attrition.siege_modifier(row);
        add(siege(SiegeModifier::Base), "siege");
        add(-i16::from(self.leader), "SIEGE of the leader");
        add(i16::from(self.enemy_siege), "SIEGE of the enemy");
        if self.massed {
            add(siege(SiegeModifier::Massed), "a large stack");
        }
        if self.bad_weather {
            add(siege(SiegeModifier::BadWeather), "bad weather");
        }
        match self.occasion {
            Occasion::Besieged => {
                add(i16::from(self.works.minus) * siege(SiegeModifier::WorksMinus), "siegeworks-");
                add(i16::from(self.works.plus) * siege(SiegeModifier::WorksPlus), "siegeworks+");
                if self.open_port {
                    add(siege(SiegeModifier::OpenPort), "an open port");
                }
            }
            _ if self.no_supply => {
                add(siege(SiegeModifier::NoSupply), "no line of supply");
                if self.too_small {
                    add(siege(SiegeModifier::AlsoTooSmall), "too small as well");
                }
            }
            _ => {}
        }
    }

    /// The roll in Europe: LD lost, and perhaps P.
    pub fn roll(&self, charts: &Charts, ump: &mut impl Umpire) -> Asked<Toll> {
        let sum = self.modifier_sum(charts);
        let clause = rule!("ATTRITION-f");
        let what = match self.occasion {
            Occasion::March => "attrition",
            Occasion::Supply => "supply attrition",
            Occasion::Siege | Occasion::Besieged => "siege attrition",
        };
        let asking = Asking::of(self.side, clause, what);
        let toll = ump.throw(asking, Dice::D10, |face| charts.attrition.toll(face as i16 + sum, self.ld))?;
        ump.explain_throw(|face| {
            let total = face as i16 + sum;
            let text = match toll {
                Toll { ld: 0, pillage: false } => format!("{total}: no attrition"),
                Toll { ld, pillage: false } => format!("{total}: {ld} LD lost to attrition"),
                Toll { ld: 0, pillage: true } => format!("{total}: P"),
                Toll { ld, pillage: true } => format!("{total}: {ld} LD lost and P"),
            };
            let clause = if total <= 11 { rule!("ATTRITION-a") } else { clause };
            Ruling::new(clause, text)
                .with_modifiers(self.modifiers(charts))
                .with_look(charts.attrition.toll_look(&charts.pages, total, self.ld))
        });
        Ok(toll)
    }

    /// What P comes to: by technology both, or one of two as the owner likes.
    pub fn pillage(&self, charts: &Charts, toll: Toll, ump: &mut impl Umpire) -> Asked<Suffered> {
        let mut suffered = Suffered { ld: toll.ld, pillage: false, foraging: false };
        if !toll.pillage {
            return Ok(suffered);
        }
        let clause = rule!("ATTRITION-g");
        // Besieged troops have nothing to pillage.
        let rule = match self.occasion {
            Occasion::Besieged => None,
            _ => Some(charts.attrition.pillage(self.technology)),
        };
        let choice = match rule {
            None => Ration::Lose,
            Some(PillageRule::Both) => {
                suffered.ld += 1;
                Ration::Pillage
            }
            Some(PillageRule::ChoiceWithForaging | PillageRule::Choice) => {
                *ump.choose(Asking::of(self.side, clause, "P"), &[Ration::Lose, Ration::Pillage])?
            }
        };
        match choice {
            Ration::Lose => suffered.ld += 1,
            Ration::Pillage => {
                suffered.pillage = true;
                suffered.foraging =
                    rule == Some(PillageRule::ChoiceWithForaging) && self.occasion == Occasion::March;
            }
        }
        suffered.ld = suffered.ld.min(self.ld);
        ump.explain(|| {
            let text = match (suffered.pillage, rule) {
                (true, Some(PillageRule::Both)) => "P: one LD more is lost and the province pillaged",
                (true, _) => "P: the province is pillaged",
                (false, _) => "P: one LD more is lost",
            };
            Ruling::new(clause, text)
        });
        if suffered.pillage {
            // The counter lies on its minus side: it worsens later rolls and is gone before income.
            ump.cite(rule!("ATTRITION-h"));
        }
        Ok(suffered)
    }

    /// The percentage lost outside Europe.
    pub fn roll_percent(&self, charts: &Charts, ump: &mut impl Umpire) -> Asked<u8> {
        let sum = self.modifier_sum(charts);
        let asking = Asking::of(self.side, rule!("ATTRITION-ab"), "attrition");
        let percent = ump.throw(asking, Dice::D10, |face| charts.attrition.percent(face as i16 + sum))?;
        ump.explain_throw(|face| {
            let total = face as i16 + sum;
            Ruling::new(rule!("ATTRITION-ab"), format!("{total}: {percent} % lost outside Europe"))
                .with_modifiers(self.modifiers(charts))
                .with_look(charts.attrition.percent_look(&charts.pages, total))
        });
        Ok(percent)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ration {
    Lose,
    Pillage,
}

impl Offer for Ration {
    fn key(&self) -> String {
        match self {
            Ration::Lose => "lose",
            Ration::Pillage => "pillage",
        }
        .to_owned()
    }
    fn words(&self) -> String {
        match self {
            Ration::Lose => "lose an LD",
            Ration::Pillage => "pillage the province",
        }
        .to_owned()
    }
}

/// The causes of attrition of a land stack in the movement segment; one move can meet several.
pub fn march_causes(
    charts: &Charts,
    stack: crate::stack::Stack,
    points: u8,
    bad_weather: bool,
    beach: bool,
    without_logistics: bool,
) -> Vec<Clause> {
    let bound = |row: Bound| charts.attrition.bound(row);
    let mut causes = Vec::new();
    if stack.is_massed(charts, without_logistics) {
        causes.push(if without_logistics { rule!("ATTRITION-q") } else { rule!("ATTRITION-i") });
    }
    if points >= bound(Bound::Points) {
        causes.push(rule!("ATTRITION-m"));
    }
    if bad_weather && points >= bound(Bound::PointsInBadWeather) {
        causes.push(rule!("ATTRITION-n"));
    }
    // Embarking or landing anywhere but in a controlled port.
    if beach {
        causes.push(rule!("ATTRITION-l"));
    }
    causes
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
    ump: &mut impl Umpire,
) -> Asked<(bool, u8)> {
    let table = charts.pages.table("forts-and-straits").expect("checked");
    let bands = table.bands().expect("checked");
    let sum = i32::from(level) + i32::from(works_plus) + i32::from(fleet.f_counters() > 0);
    ump.throw(Asking::of(side, rule!("INTERCEPT-h"), "fire of the fort"), Dice::D10, |face| {
        let row = bands.row(i32::from(face) + sum);
        (table.cell(row, 1).text() == "stopped", table.number(row, 2).unwrap_or(0))
    })
}

/// What attrition in Europe came to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Suffered {
    /// LD lost.
    pub ld: u8,
    /// Whether a pillage- is placed.
    pub pillage: bool,
    /// Whether the stack lived off the land and fights the worse for it in this impulse.
    pub foraging: bool,
}

/// What a percentage leaves of so many thirds: blocks of ten detachments, then the rest, then the d; each
/// cell with a question mark throws a coin.
pub fn remaining(
    charts: &Charts,
    side: Side,
    size: Thirds,
    percent: u8,
    edition: Edition,
    ump: &mut impl Umpire,
) -> Asked<Thirds> {
    // The table's D and d: whole detachments, and thirds of one.
    ump.cite(rule!("ATTRITION-aa"));
    let old = edition == Edition::Of2013;
    let (mut whole, d) = (size.floor() as u8, (size.0 % 3) as u8);
    let mut left = Thirds::ZERO;
    let mut coins = 0;
    let mut block = |whole: u8, d: u8| {
        let cell = charts.attrition.left(whole, d, percent, old);
        left += cell.thirds;
        coins += u8::from(cell.coin);
    };
    while whole > 0 {
        let part = whole.min(10);
        block(part, 0);
        whole -= part;
    }
    if d > 0 {
        block(0, d);
    }
    for _ in 0..coins {
        let asking = Asking::of(side, rule!("ATTRITION-z"), "one d more");
        let lost = ump.throw(asking, Dice::D10, |face| face <= 5)?;
        left = left - Thirds(i16::from(lost)).min(left);
    }
    Ok(left)
}

/// A fleet that must roll for attrition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Voyage {
    /// Who.
    pub side: Side,
    /// Its ships.
    pub fleet: Fleet,
    /// The technology of its warships.
    pub technology: NavalTechnology,
    /// MAN of its leader; none after a rout.
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
        }
    }

    /// What is added to the die.
    pub fn modifiers(&self, charts: &Charts) -> Vec<Modifier> {
        let mut list = Vec::new();
        let mut add = |value: i16, clause, words: &str| {
            if value != 0 {
                list.push(Modifier::new(value, clause, words));
            }
        };
        let sea = |row: &str| charts.figure("sea-attrition-modifiers", row);
        add(-i16::from(self.leader), rule!("ATTRITION-r"), "MAN of the admiral");
        if self.bad_weather {
            add(sea("bad weather"), rule!("ATTRITION-r"), "bad weather");
        }
        let technology = match self.technology {
            // Galleys do not suffer for the carracks' sake.
            NavalTechnology::Carrack if self.fleet.warships > 0 => sea("carrack"),
            NavalTechnology::Battery
            | NavalTechnology::Vessel
            | NavalTechnology::ThreeDecker
            | NavalTechnology::SeventyFour => sea(self.technology.key()),
            _ => 0,
        };
        add(technology, rule!("ATTRITION-r"), "naval technology");
        add(self.difficulty.into(), rule!("ATTRITION-s"), "difficulty of the sea");
        let fours = i16::from(self.zones / 4);
        add(fours * sea("per four zones"), rule!("ATTRITION-u"), "every four zones");
        match self.fleet.f_counters() {
            // Plain detachments do not mind how far they start from port.
            0 => {}
            counters => {
                let row = match self.off {
                    0 => None,
                    1 => Some("F 1 zone off"),
                    2..=4 => Some("F 2 zones off"),
                    _ if self.far_off => Some("F 5 zones off"),
                    _ => Some("F 2 zones off"),
                };
                add(row.map_or(0, sea), rule!("ATTRITION-v"), "far from port");
                let several = match counters {
                    2 => sea("two F"),
                    3.. => sea("three F"),
                    _ => 0,
                };
                add(several, rule!("ATTRITION-x"), "several F counters");
            }
        }
        add(self.penalty.into(), rule!("ATTRITION-y"), "these seas");
        if self.routed {
            add(sea("rout"), rule!("ATTRITION-r"), "routed");
        }
        if self.not_back {
            add(sea("not back at turn end"), rule!("ATTRITION-r"), "not back in port");
        }
        list
    }

    /// The percentage lost.
    pub fn roll(&self, charts: &Charts, ump: &mut impl Umpire) -> Asked<u8> {
        let list = self.modifiers(charts);
        let sum = Modifier::sum(&list);
        if self.fleet.f_counters() == 0 {
            ump.cite(rule!("ATTRITION-w"));
        }
        let asking = Asking::of(self.side, rule!("ATTRITION-k"), "sea attrition");
        let percent = ump.throw(asking, Dice::D10, |face| charts.attrition.percent(face as i16 + sum))?;
        ump.explain_throw(|face| {
            let total = face as i16 + sum;
            Ruling::new(rule!("ATTRITION-z"), format!("{total}: {percent} % of the fleet lost at sea"))
                .with_modifiers(list)
                .with_look(charts.attrition.percent_look(&charts.pages, total))
        });
        Ok(percent)
    }

    /// What a percentage leaves of the ships, kind by kind: warships in thirds; a galley or transport
    /// reduced to two thirds is left whole, reduced to one it is lost.
    pub fn sink(&self, charts: &Charts, percent: u8, ump: &mut impl Umpire) -> Asked<Fleet> {
        if percent == 0 {
            return Ok(self.fleet);
        }
        let mut left = self.fleet;
        let pool = Thirds::whole(self.fleet.warships.into()) + Thirds(self.fleet.d.into());
        let after = remaining(charts, self.side, pool, percent, Edition::Of2020, ump)?;
        left.warships = after.floor() as u8;
        left.d = (after.0 % 3) as u8;
        let mut others = [self.fleet.galleys, self.fleet.galleasses, self.fleet.transports];
        for ships in &mut others {
            if *ships > 0 {
                let after = remaining(
                    charts,
                    self.side,
                    Thirds::whole((*ships).into()),
                    percent,
                    Edition::Of2020,
                    ump,
                )?;
                *ships = after.rounded().floor() as u8;
            }
        }
        [left.galleys, left.galleasses, left.transports] = others;
        Ok(left)
    }
}
