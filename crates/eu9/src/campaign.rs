//! Campaigns: what is paid, and what may then be done.

use crate::charts::Charts;
use crate::fleet::Fleet;
use crate::power::Country;
use grognard_umpire::{Clause, Offer, Refusal};

/// The campaign a side pays for in its impulse.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Campaign {
    /// Nothing moves and nothing intercepts.
    None,
    /// Moves at home, interceptions at home, sieges kept up, exploration. Whoever has not chosen yet
    /// counts as having paid this.
    #[default]
    Passive,
    /// One small stack on land and one at sea may act aggressively.
    Simple,
    /// The same for less, but 3 LD already count as massed.
    SimpleNoLogistics,
    /// One stack of any size, or any number of small ones; land and sea apart.
    Major,
    /// No limits but those of stacking.
    Multiple,
}

impl Campaign {
    /// All of them, cheapest rights first.
    pub const ALL: [Campaign; 6] = [
        Campaign::None,
        Campaign::Passive,
        Campaign::SimpleNoLogistics,
        Campaign::Simple,
        Campaign::Major,
        Campaign::Multiple,
    ];

    /// The row of the campaign costs.
    pub const fn row(self) -> &'static str {
        match self {
            Campaign::None => "none",
            Campaign::Passive => "passive",
            Campaign::Simple => "simple",
            Campaign::SimpleNoLogistics => "simple no logistics",
            Campaign::Major => "major",
            Campaign::Multiple => "multiple",
        }
    }

    /// The clause that sets its price.
    pub const fn clause(self) -> Clause {
        match self {
            Campaign::None | Campaign::Passive => rule!("CAMPAIGN-b"),
            Campaign::Simple => rule!("CAMPAIGN-h"),
            Campaign::SimpleNoLogistics => rule!("CAMPAIGN-r"),
            Campaign::Major => rule!("CAMPAIGN-l"),
            Campaign::Multiple => rule!("CAMPAIGN-o"),
        }
    }

    /// What it costs in ducats.
    pub fn cost(self, charts: &Charts) -> i16 {
        charts.figure("campaign-costs", self.row())
    }

    /// Whether a country may choose it: campaigns without logistics are for a few.
    pub fn is_open_to(self, charts: &Charts, country: Country) -> bool {
        let listed = || {
            let table = charts.pages.table("campaigns-without-logistics").expect("checked");
            (0..table.rows()).any(|row| table.row_label(row) == country.key())
        };
        self != Campaign::SimpleNoLogistics || listed()
    }

    /// Whether a sea stack may act aggressively under it at all: without logistics no F counter does.
    ///
    /// # Errors
    /// Why not.
    pub fn may_act_at_sea(self, fleet: Fleet) -> Result<(), Refusal> {
        match self == Campaign::SimpleNoLogistics && fleet.f_counters() > 0 {
            true => Err(Refusal::new(rule!("CAMPAIGN-r"), "without logistics no F counter acts at sea")),
            false => Ok(()),
        }
    }

    /// The campaign that somebody has free of charge, and how often.
    pub fn free_for(charts: &Charts, who: &str) -> Option<(Campaign, Often)> {
        let table = charts.pages.table("free-campaigns").ok()?;
        let row = table.row(who).ok()?;
        let campaign = Campaign::ALL.into_iter().find(|c| c.row() == table.cell(row, 1).text())?;
        let often = match table.cell(row, 2).text() {
            "round" => Often::Round,
            _ => Often::Turn,
        };
        Some((campaign, often))
    }

    /// Whether it lets a stack go somewhere or do something that is no attack on an enemy: a passive campaign
    /// forbids falling on revolts and pirates, but not to go on with a fight or a siege already begun, nor
    /// to explore or to fight natives.
    ///
    /// # Errors
    /// Why not.
    pub fn may_do(self, errand: Errand) -> Result<(), Refusal> {
        let clause = match errand {
            Errand::FallOnRevoltOrPirates => rule!("CAMPAIGN-e"),
            Errand::GoOnWithSiegeOrFight => rule!("CAMPAIGN-f"),
            Errand::ExploreOrFightNatives => rule!("CAMPAIGN-g"),
        };
        match (self, errand) {
            (Campaign::None, _) => Err(Refusal::new(clause, "without a campaign nothing moves")),
            (Campaign::Passive, Errand::FallOnRevoltOrPirates) => {
                Err(Refusal::new(clause, "a passive campaign does not move onto revolts or pirates"))
            }
            _ => Ok(()),
        }
    }

    /// Whether stacks may move at home.
    pub fn moves_at_home(self) -> bool {
        self != Campaign::None
    }

    /// Whether its payer may intercept: at home with a passive campaign, anywhere with a dearer one,
    /// whatever the size and number of the stacks.
    ///
    /// # Errors
    /// Why not.
    pub fn may_intercept(self, at_home: bool) -> Result<(), Refusal> {
        // Neither the size nor the number of interceptions is limited by the campaign (CAMPAIGN-k).
        match (self, at_home) {
            (Campaign::None, _) => {
                Err(Refusal::new(rule!("CAMPAIGN-d"), "without a campaign nothing intercepts"))
            }
            (Campaign::Passive, false) => Err(Refusal::new(
                rule!("CAMPAIGN-d"),
                "a passive campaign intercepts in friendly territory only; a simple one is needed",
            )),
            _ => Ok(()),
        }
    }

    /// The clause under which its payer intercepts, at home or in enemy land.
    pub const fn interception_right(self, at_home: bool) -> Clause {
        match self {
            _ if at_home => rule!("INTERCEPT-b"),
            Campaign::None | Campaign::Passive => rule!("CAMPAIGN-d"),
            Campaign::Simple | Campaign::SimpleNoLogistics => rule!("CAMPAIGN-j"),
            Campaign::Major | Campaign::Multiple => rule!("CAMPAIGN-s"),
        }
    }
}

/// How often something is free.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Often {
    /// Once a round.
    Round,
    /// Once a turn.
    Turn,
}

impl Offer for Campaign {
    fn key(&self) -> String {
        self.row().replace(' ', "-")
    }
    fn words(&self) -> String {
        match self {
            Campaign::None => "no campaign",
            Campaign::Passive => "a passive campaign: move at home",
            Campaign::Simple => "a simple campaign: one small stack attacks",
            Campaign::SimpleNoLogistics => "a simple campaign without logistics",
            Campaign::Major => "a major campaign: one large stack or any number of small ones attack",
            Campaign::Multiple => "a multiple campaign: everybody attacks",
        }
        .to_owned()
    }
}

/// What a stack may be about besides attacking an enemy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Errand {
    /// Moving onto revolts or pirates.
    FallOnRevoltOrPirates,
    /// Keeping up a siege, or a fight against revolts or pirates already in contact.
    GoOnWithSiegeOrFight,
    /// Exploring, or fighting natives.
    ExploreOrFightNatives,
}

/// How many stacks have acted aggressively in an impulse, on land or at sea.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Aggression {
    /// Small stacks.
    pub small: u8,
    /// Large stacks.
    pub large: u8,
}

/// Land or sea: limits are counted apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Element {
    /// Land.
    Land,
    /// Sea.
    Sea,
}

impl Aggression {
    /// Whether one more stack may act aggressively under a campaign.
    ///
    /// # Errors
    /// Why not.
    pub fn allows(self, campaign: Campaign, small: bool, element: Element) -> Result<(), Refusal> {
        let refuse = |clause, reason: &str| Err(Refusal::new(clause, reason));
        match campaign {
            Campaign::None | Campaign::Passive => {
                refuse(rule!("CAMPAIGN-c"), "a passive campaign does not enter enemy territory")
            }
            Campaign::Simple | Campaign::SimpleNoLogistics if !small => {
                refuse(rule!("CAMPAIGN-i"), "a simple campaign moves one small stack, and this one is large")
            }
            Campaign::Simple | Campaign::SimpleNoLogistics if self.small + self.large > 0 => {
                refuse(rule!("CAMPAIGN-i"), "a simple campaign moves one small stack, and one has acted")
            }
            Campaign::Major if self.large > 0 || (!small && self.small > 0) => {
                let clause = match element {
                    Element::Land => rule!("CAMPAIGN-m"),
                    Element::Sea => rule!("CAMPAIGN-n"),
                };
                refuse(clause, "a major campaign moves one large stack or any number of small ones, not both")
            }
            _ => Ok(()),
        }
    }

    /// The same with one more stack.
    pub fn and(self, small: bool) -> Aggression {
        match small {
            true => Aggression { small: self.small + 1, ..self },
            false => Aggression { large: self.large + 1, ..self },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_testkit::record;

    #[test]
    fn some_campaigns_are_free() {
        let charts = Charts::load(&[]).unwrap();
        let free = |who: &str| Campaign::free_for(&charts, who);
        assert_eq!(free("minor at war"), Some((Campaign::Simple, Often::Round)));
        assert_eq!(free("minor in limited intervention"), Some((Campaign::Simple, Often::Turn)));
        assert_eq!(free("sweden"), Some((Campaign::Major, Often::Turn)));
        assert_eq!(free("prussia"), Some((Campaign::Multiple, Often::Turn)));
        assert_eq!(free("france"), None);
    }

    #[test]
    fn without_logistics_no_fleet_counter_acts() {
        let fleet = |text: &str| Fleet::read(text).unwrap();
        assert!(Campaign::SimpleNoLogistics.may_act_at_sea(fleet("F- 2NWD")).is_err());
        assert!(Campaign::SimpleNoLogistics.may_act_at_sea(fleet("2NWD")).is_ok());
        assert!(Campaign::Simple.may_act_at_sea(fleet("F- 2NWD")).is_ok());
        record::exercised(&["EU9-CAMPAIGN-r"]);
    }
}
