//! Which files have which switches.

use super::{AttritionRulesText, NavalProfileText, ProfileName, ProfileText, SiegeProfileText};
use crate::campaign::campaign_switches;
use crate::exploration::exploration_switches;
use crate::interception::interception_switches;
use crate::sea_attrition::VoyageRulesText;
use crate::title::ReadingsText;
use crate::upkeep::upkeep_switches;
use grognard_charts::{Profiled, Switch, Switchboard};

/// The switches of one table of a file, by profile.
type Listed = fn(ProfileName) -> Vec<Switch>;

/// The switches of sieges that a whole game leaves open: it plays the supply segments itself.
fn sieges_of_a_game(name: ProfileName) -> Vec<Switch> {
    let mut switches = SiegeProfileText::switches(name);
    switches.retain(|switch| !["garrison-hunger", "besieged-supply"].contains(&switch.key));
    switches
}

/// Every switch of every kind of file.
pub fn switchboards() -> Vec<Switchboard> {
    const ITALIAN_WARS: &[&str] = &["italian-wars"];
    let tables: [(&'static [&'static str], &'static str, Listed); 16] = [
        (&["land-battle"], "rules", ProfileText::switches),
        (&["naval-battle"], "rules", NavalProfileText::switches),
        (&["siege", "assault"], "rules", SiegeProfileText::switches),
        (&["land-attrition", "supply-attrition"], "rules", AttritionRulesText::switches),
        (&["sea-attrition"], "rules", VoyageRulesText::switches),
        (&["exploration"], "rules", exploration_switches),
        (&["exploration"], "rules.voyage", VoyageRulesText::switches),
        (&["interception"], "rules", interception_switches),
        (&["campaign"], "rules", campaign_switches),
        (&["upkeep"], "rules", upkeep_switches),
        (ITALIAN_WARS, "rules", ReadingsText::switches),
        (ITALIAN_WARS, "rules.land", ProfileText::switches),
        (ITALIAN_WARS, "rules.naval", NavalProfileText::switches),
        (ITALIAN_WARS, "rules.siege", sieges_of_a_game),
        (ITALIAN_WARS, "rules.sea", VoyageRulesText::switches),
        (ITALIAN_WARS, "rules.attrition", AttritionRulesText::switches),
    ];
    let board = |(kinds, table, switches): (_, _, Listed)| Switchboard {
        kinds,
        table,
        switches: std::iter::once(ProfileName::SWITCH).chain(switches(ProfileName::Guide)).collect(),
        profiles: ProfileName::ALL
            .map(|name| {
                let stands = switches(name).iter().map(|switch| switch.default).collect();
                Profiled { names: name.names(), stands }
            })
            .to_vec(),
    };
    tables.map(board).to_vec()
}
