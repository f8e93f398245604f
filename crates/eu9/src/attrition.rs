//! Attrition: what marching, hunger and sieges cost, and the sea.

mod voyage;

pub use voyage::{SeveralFleets, Voyage, Wreck, fort_fire, worst_sea};

use crate::asks::Asks;
use crate::charts::{Bound, Charts, LandModifier, PillageRule, SiegeModifier, Toll};
use crate::modifier::Sheet;
use crate::power::{Technology, Theatre};
use crate::profile::{Edition, LowCost};
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
    /// In the supply segment, behind walls that the enemy besieges.
    BesiegedSupply,
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
            Occasion::March | Occasion::Supply | Occasion::BesiegedSupply => self.put_way(charts, sheet),
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
        let hungry = matches!(self.occasion, Occasion::Supply | Occasion::BesiegedSupply);
        let clause = if hungry { rule!("ATTRITION-af") } else { rule!("ATTRITION-o") };
        add(extra * land(LandModifier::Extra), clause, "further causes");
        if self.massed && hungry {
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
        let topic = match self.occasion {
            Occasion::March => Asks::Attrition,
            Occasion::Supply | Occasion::BesiegedSupply => Asks::SupplyAttrition,
            Occasion::Siege | Occasion::Besieged => Asks::SiegeAttrition,
        };
        let asking = Asking::of(self.side, clause, topic);
        let toll = ump.throw(asking, Dice::D10, |face| charts.attrition.toll(face as i16 + sum, self.ld))?;
        ump.explain_throw(|face| {
            let total = face as i16 + sum;
            let text = match toll {
                Toll { ld: 0, pillage: false } => format!("{total}: no attrition"),
                Toll { ld, pillage: false } => format!("{total}: {ld} LD lost to attrition"),
                Toll { ld: 0, pillage: true } => format!("{total}: P"),
                Toll { ld, pillage: true } => format!("{total}: {ld} LD lost and P"),
            };
            Ruling::new(clause, text)
                .with_modifiers(self.modifiers(charts))
                .with_look(charts.attrition.toll_look(&charts.pages, total, self.ld))
        });
        if toll == (Toll { ld: 0, pillage: false }) {
            ump.cite(rule!("ATTRITION-a"));
        }
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
            Occasion::Besieged | Occasion::BesiegedSupply => None,
            _ => Some(charts.attrition.pillage(self.technology)),
        };
        let choice = match rule {
            None => Ration::Lose,
            Some(PillageRule::Both) => {
                suffered.ld += 1;
                Ration::Pillage
            }
            Some(PillageRule::ChoiceWithForaging | PillageRule::Choice) => {
                *ump.choose(Asking::of(self.side, clause, Asks::Pillage), &[Ration::Lose, Ration::Pillage])?
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
        let asking = Asking::of(self.side, rule!("ATTRITION-ab"), Asks::Attrition);
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

/// What makes a land stack roll for attrition in the movement segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// It is a large stack, moving or not.
    Large,
    /// It is 3 LD or more in a low-cost campaign.
    Crowd,
    /// It moves far.
    Far,
    /// It moves in bad weather.
    BadWeather,
    /// It embarks or lands anywhere but in a controlled port.
    Beach,
}

impl Cause {
    /// The clause that says so.
    pub const fn clause(self) -> Clause {
        match self {
            Cause::Large => rule!("ATTRITION-i"),
            Cause::Crowd => rule!("ATTRITION-q"),
            Cause::Far => rule!("ATTRITION-m"),
            Cause::BadWeather => rule!("ATTRITION-n"),
            Cause::Beach => rule!("ATTRITION-l"),
        }
    }

    /// The cause in words, for a stack that moves so many MP, with the figures of the tables.
    pub(crate) fn words(self, charts: &Charts, points: u8) -> String {
        let far = |row: Bound| format!("it moves {points} MP, {} or more", charts.attrition.bound(row));
        match self {
            Cause::Large => "it is a large stack, moving or not".to_owned(),
            Cause::Crowd => "in a low-cost campaign so many LD are a crowd".to_owned(),
            Cause::Far => far(Bound::Points),
            Cause::BadWeather => format!("{} in bad weather", far(Bound::PointsInBadWeather)),
            Cause::Beach => "it embarks or lands away from a controlled port".to_owned(),
        }
    }
}

/// Whether a campaign is paid for in full, or a low-cost one, with what that changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Logistics {
    /// In full.
    Paid,
    /// A low-cost one.
    Low(LowCost),
}

/// The causes of attrition of a land stack in the movement segment; one move can meet several.
pub fn march_causes(
    charts: &Charts,
    stack: crate::stack::Stack,
    points: u8,
    bad_weather: bool,
    beach: bool,
    logistics: Logistics,
) -> Vec<Cause> {
    let bound = |row: Bound| charts.attrition.bound(row);
    let mut causes = Vec::new();
    // In the editions a crowd of the low-cost campaign is its large stack; in the guide it may be both.
    if stack.is_massed(charts, false) && logistics != Logistics::Low(LowCost::Massed) {
        causes.push(Cause::Large);
    }
    if stack.is_massed(charts, true) && logistics != Logistics::Paid {
        causes.push(Cause::Crowd);
    }
    if points >= bound(Bound::Points) {
        causes.push(Cause::Far);
    }
    if bad_weather && points >= bound(Bound::PointsInBadWeather) {
        causes.push(Cause::BadWeather);
    }
    if beach {
        causes.push(Cause::Beach);
    }
    causes
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
    if percent == 0 || size == Thirds::ZERO {
        return Ok(size);
    }
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
    let clause = rule!("ATTRITION-z");
    let look = || charts.attrition.left_look(&charts.pages, size, percent, old);
    ump.explain(|| {
        let open = if coins > 0 { ", or a d less" } else { "" };
        let all = match size {
            Thirds(3) => "1 detachment".to_owned(),
            part if part < Thirds::whole(1) => format!("{part} of a detachment"),
            several => format!("{several} detachments"),
        };
        let left = if left == Thirds::ZERO { "nothing".to_owned() } else { left.to_string() };
        let ruling = Ruling::new(clause, format!("{percent} % of {all} leaves {left}{open}"));
        look().into_iter().fold(ruling, Ruling::with_look)
    });
    for _ in 0..coins {
        let lost =
            ump.throw(Asking::of(side, clause, Asks::OneDetachmentMore), Dice::D10, |face| face <= 5)?;
        left = left - Thirds(i16::from(lost)).min(left);
        ump.explain_throw(|face| {
            let text = match lost {
                true => format!("{face}: one d more is lost, {left} left"),
                false => format!("{face}: no d more is lost, {left} left"),
            };
            Ruling::new(clause, text)
        });
    }
    Ok(left)
}
