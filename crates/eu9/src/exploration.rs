//! Exploration: a move to the brink of the unknown, the attrition of that move, then the discovery.

mod expedition;
mod playable;

pub(crate) use expedition::exploration_switches;
pub use expedition::{Expedition, ExplorationText, ExplorerKind, Party, Way};

use crate::asks::Asks;
use crate::attrition::{Voyage, Wreck, remaining};
use crate::battle::capitalised;
use crate::charts::{Discovery, Entry, LeaderTest};
use crate::fleet::Fleet;
use crate::profile::Edition;
use crate::thirds::Thirds;
use grognard_umpire::{Asked, Asking, Clause, Dice, Flow, Modifier, Offer, Procedure, Ruling, Side, Umpire};
use std::ops::ControlFlow::{self, Break, Continue};

/// Who is still on the way: ships by kind, land troops in thirds, or the leader alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Company {
    /// Ships.
    Ships(Fleet),
    /// Land troops.
    Troops(Thirds),
    /// Nobody but the leader.
    Alone,
}

impl Company {
    /// What is left, in thirds.
    pub fn size(self) -> Thirds {
        match self {
            Company::Ships(fleet) => fleet.size(),
            Company::Troops(thirds) => thirds,
            Company::Alone => Thirds::ZERO,
        }
    }

    /// Whether an expedition that set out with somebody has nobody left.
    fn is_lost(self) -> bool {
        self != Company::Alone && self.size() == Thirds::ZERO
    }
}

impl std::fmt::Display for Company {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Company::Ships(fleet) => fleet.fmt(f),
            Company::Troops(thirds) => write!(f, "{thirds} LD"),
            Company::Alone => f.write_str("nobody but the leader"),
        }
    }
}

/// An exploration under way. Equal states have equal futures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Exploration {
    /// The move to the brink, with its attrition.
    Brink,
    /// So many per cent are lost on the way.
    Waste(u8),
    /// The discovery roll, with what is left.
    Discover(Company),
    /// What the discovery costs.
    Toll(Company, Discovery, u8),
    /// Of which ships so much is lost: on the way, or by the discovery.
    Shed(Company, Thirds, Option<Discovery>),
    /// A half success is settled.
    Half(Company),
    /// The explorer is tested.
    Test(Company, bool),
}

/// How an exploration ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ExplorationEnd {
    /// Whether anything was found.
    pub found: bool,
    /// What is left.
    pub left: Company,
    /// Whether the explorer died.
    pub died: bool,
}

impl Expedition {
    /// What a percentage leaves, ships and land troops by the same table; or how much is lost of ships whose owner
    /// has a choice.
    fn waste(&self, company: Company, percent: u8, ump: &mut impl Umpire) -> Asked<Result<Company, Thirds>> {
        Ok(Ok(match company {
            _ if percent == 0 => company,
            Company::Alone => company,
            Company::Troops(thirds) => {
                let left = remaining(&self.charts, Side::First, thirds, percent, self.edition, ump)?;
                Company::Troops(left)
            }
            Company::Ships(fleet) => match self.voyage(fleet).wreck(&self.charts, percent, ump)? {
                Wreck::Left(left) => Company::Ships(left),
                Wreck::Due(lost) => return Ok(Err(lost)),
            },
        }))
    }

    /// Ships that are to take losses.
    fn voyage(&self, fleet: Fleet) -> Voyage {
        let (Party::Ships { technology, .. }, Way::Sea(way)) = (&self.party, &self.way) else {
            unreachable!("only a fleet on its way has ships");
        };
        let (losses, edition) = (way.losses, way.edition);
        Voyage { edition, losses, ..Voyage::new(Side::First, fleet, *technology) }
    }

    /// The owner says of which ships so much is lost.
    fn shed(&self, company: Company, lost: Thirds, ump: &mut impl Umpire) -> Asked<Company> {
        match company {
            Company::Ships(fleet) => Ok(Company::Ships(self.voyage(fleet).shed(lost, ump)?)),
            _ => Ok(company),
        }
    }

    /// Whoever is left after the way goes on.
    fn after_the_way(
        &self,
        left: Company,
        ump: &mut impl Umpire,
    ) -> ControlFlow<ExplorationEnd, Exploration> {
        ump.explain(|| {
            let on = if left.is_lost() { "nobody goes on".to_owned() } else { format!("{left} go on") };
            let text = format!("The way has its price before anything is found: {on}");
            Ruling::new(rule!("EXPLORE-b"), text)
        });
        match left.is_lost() {
            true => Break(ExplorationEnd { found: false, left, died: false }),
            false => Continue(Exploration::Discover(left)),
        }
    }

    /// The attrition of the way, if any is due: the percentage lost.
    fn way(&self, ump: &mut impl Umpire) -> Asked<u8> {
        match &self.way {
            // Staying next to the unknown can be the move.
            Way::None => Ok(0),
            Way::Sea(voyage) => voyage.roll(&self.charts, ump),
            Way::Land(march, _) if march.causes == 0 => Ok(0),
            Way::Land(march, _) => march.roll_percent(&self.charts, ump),
        }
    }

    fn settle(
        &self,
        left: Company,
        discovery: Discovery,
        ump: &mut impl Umpire,
    ) -> ControlFlow<ExplorationEnd, Exploration> {
        match discovery {
            Discovery::Half => Continue(Exploration::Half(left)),
            Discovery::Certain { success, test } => {
                ump.explain(|| {
                    let text = if success { "A discovery" } else { "Nothing is found" };
                    Ruling::new(rule!("EXPLORE-d"), text)
                });
                let alone = matches!(self.party, Party::Alone);
                let tested = test == LeaderTest::Always || (test == LeaderTest::Alone && alone);
                // Where nobody commands, nobody is tested.
                match tested && self.leader.is_some() {
                    true => Continue(Exploration::Test(left, success)),
                    false => Break(ExplorationEnd { found: success, left, died: false }),
                }
            }
        }
    }

    fn discover(&self, company: Company, ump: &mut impl Umpire) -> Asked<Exploration> {
        let list = self.modifiers();
        let sum = Modifier::sum(&list);
        let (charts, newer) = (&self.charts.attrition, self.edition == Edition::Of2020);
        let clause = rule!("EXPLORE-d");
        // Explorations are read some lines below the attrition column.
        let below = self.charts.value(Entry::ExplorationLines);
        let (discovery, percent) =
            ump.throw(Asking::of(Side::First, clause, Asks::Exploration), Dice::D10, |face| {
                let line = face as i16 + sum + below;
                (charts.discovery(line, self.at_sea(), newer), charts.percent(line))
            })?;
        ump.explain_throw(|face| {
            let total = face as i16 + sum;
            let look = charts.percent_look(&self.charts.pages, total + below);
            // Who has no troops has none to lose.
            let lost = if company == Company::Alone { String::new() } else { format!(", {percent} % lost") };
            Ruling::new(clause, format!("{} explores: {total}{lost}", self.name))
                .with_modifiers(list)
                .with_look(look)
        });
        Ok(Exploration::Toll(company, discovery, percent))
    }
}

impl Procedure for Exploration {
    type Rules = Expedition;
    type End = ExplorationEnd;

    fn step(self, rules: &Expedition, ump: &mut impl Umpire) -> Flow<Self> {
        let newer = rules.edition == Edition::Of2020;
        let clause: Clause = rule!("EXPLORE-d");
        Ok(match self {
            Exploration::Brink => {
                ump.explain(|| {
                    let how = match &rules.way {
                        Way::Sea(voyage) if voyage.zones == 0 => "stays beside what is to be found",
                        Way::None | Way::Land(_, 0) => "stays beside what is to be found",
                        _ => "moves up to what is to be found",
                    };
                    Ruling::new(rule!("EXPLORE-a"), format!("{} {how}", rules.name))
                });
                ump.explain(|| {
                    let text = format!(
                        "{} is enough to explore",
                        capitalised(rules.campaign.words().split(':').next().unwrap_or_default())
                    );
                    Ruling::new(rule!("CAMPAIGN-g"), text)
                });
                // Whatever the move costs comes before the discovery.
                match rules.way(ump)? {
                    0 => Continue(Exploration::Discover(rules.company())),
                    percent => Continue(Exploration::Waste(percent)),
                }
            }
            Exploration::Waste(percent) => match rules.waste(rules.company(), percent, ump)? {
                Ok(left) => rules.after_the_way(left, ump),
                Err(lost) => Continue(Exploration::Shed(rules.company(), lost, None)),
            },
            Exploration::Discover(company) => Continue(rules.discover(company, ump)?),
            Exploration::Toll(company, discovery, percent) => match rules.waste(company, percent, ump)? {
                Ok(left) => rules.settle(left, discovery, ump),
                Err(lost) => Continue(Exploration::Shed(company, lost, Some(discovery))),
            },
            Exploration::Shed(company, lost, discovery) => {
                let left = rules.shed(company, lost, ump)?;
                match discovery {
                    None => rules.after_the_way(left, ump),
                    Some(discovery) => rules.settle(left, discovery, ump),
                }
            }
            Exploration::Half(left) => {
                let asking = Asking::of(Side::First, clause, Asks::HalfSuccess);
                let discovery =
                    ump.throw(asking, Dice::D10, |face| rules.charts.attrition.half(face as i16, newer))?;
                ump.explain_throw(|face| {
                    let look = rules.charts.attrition.half_look(&rules.charts.pages, face as i16, newer);
                    Ruling::new(clause, format!("Half a success: {face}")).with_look(look)
                });
                rules.settle(left, discovery, ump)
            }
            Exploration::Test(left, found) => {
                let asking = Asking::of(Side::First, clause, Asks::TheExplorersLife);
                let bound = i16::from(rules.own_manoeuvre());
                let died = ump.throw(asking, Dice::D10, |face| face as i16 > bound)?;
                ump.explain_throw(|face| {
                    let fate = if died { "dies" } else { "lives" };
                    let text = format!("{} throws {face} and {fate}: MAN {bound} or less lives", rules.name);
                    Ruling::new(clause, text)
                });
                Break(ExplorationEnd { found, left, died })
            }
        })
    }
}
