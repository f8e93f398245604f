//! The readings of a title: what a group may settle otherwise.

use super::text::ReadingsText;
use crate::power::Technology;
use crate::profile::{
    AttritionPorts, AttritionProfile, Edition, GarrisonHunger, MapEdition, NavalProfile, NavalSupply,
    Profile, ProfileName, PurchaseLimit, SiegeProfile, listed, switch,
};
use crate::sea_attrition::VoyageProfile;
use crate::supply::{ColdRule, SupplyReadings};
use grognard_charts::{BadData, Switch};

switch! {
    /// What becomes of a stack in the first round without a line of supply: the guide names the second only.
    OutOfSupply {
        /// It rolls for attrition like a weakly supplied one, at +2.
        Rolls = "rolls",
        /// Nothing yet.
        Waits = "waits",
    }
}

switch! {
    /// What a minor's province pays whoever has taken it: minors pay nothing, but a province held by the enemy pays
    /// half to its holder.
    TakenMinors {
        /// Half, like any other.
        Half = "half",
        /// Nothing.
        Nothing = "nothing",
    }
}

switch! {
    /// A campaign that goes on from a summer round into the winter: one campaign in both rounds.
    ExtendedCampaign {
        /// It has been paid for; a dearer one costs the difference.
        Paid = "paid",
        /// The winter is paid for like any other round.
        Anew = "anew",
    }
}

switch! {
    /// Which minors stand in one stack: the title lets a minor's stack join one of its side's major, and says nothing of
    /// minors among themselves.
    MinorsTogether {
        /// Only those who join a major's.
        WithAMajor = "with-a-major",
        /// Any of one side; their stack marches under the free campaign of each.
        Free = "free",
    }
}

switch! {
    /// Who leaves the field after a drawn battle of an interceptor with a march: an older part of the published text sends
    /// both back, the list of a battle's steps the side that entered last.
    DrawnInterception {
        /// Both go back to where they came from, unless friends of the interceptor stand there.
        BothReturn = "both-return",
        /// The march falls back, and the interceptor stays.
        MarchLeaves = "march-leaves",
    }
}

switch! {
    /// What becomes of a march that others have helped to win a battle on its way.
    HelpedMarch {
        /// It may go on, with its helpers or without: a stack takes up and leaves troops on its way.
        GoesOn = "goes-on",
        /// It stays where it has won, together with them.
        Stays = "stays",
    }
}

switch! {
    /// Where a large stack that stays in the movement segment rolls as in enemy land.
    EnemyLand {
        /// Nowhere: it has not entered any. The guide.
        Entered = "entered",
        /// Where it stands in a province that it does not hold: both editions.
        StoodIn = "stood-in",
    }
}

/// The readings a game is played under.
#[derive(Clone, Copy, Debug)]
pub struct Readings {
    /// Of land battles.
    pub profile: Profile,
    /// Of naval battles.
    pub naval: NavalProfile,
    /// Of sieges.
    pub siege: SiegeProfile,
    /// Everybody's land technology; with Arquebus Spain has its tercios from the start.
    pub technology: Technology,
    /// Cold areas.
    pub cold: ColdRule,
    /// The first round without a line of supply.
    pub out_of_supply: OutOfSupply,
    /// What a minor's province pays whoever has taken it.
    pub taken_minors: TakenMinors,
    /// A campaign that goes on into the winter.
    pub extended_campaign: ExtendedCampaign,
    /// Minors in one stack.
    pub minors_together: MinorsTogether,
    /// Which fleets feed which stacks.
    pub naval_supply: NavalSupply,
    /// Of sea attrition.
    pub sea: VoyageProfile,
    /// Of land attrition.
    pub attrition: AttritionProfile,
    /// Interceptions in bad weather over a river.
    pub interception: Edition,
    /// A drawn battle with an interceptor.
    pub drawn_interception: DrawnInterception,
    /// A march that was helped.
    pub helped_march: HelpedMarch,
    /// Large stacks that stay in enemy land.
    pub enemy_land: EnemyLand,
    /// Which map.
    pub map: MapEdition,
    /// What counts against the naval purchase limit.
    pub purchase_limit: PurchaseLimit,
    /// Which ports help in attrition at sea.
    pub attrition_ports: AttritionPorts,
}

impl ReadingsText {
    /// The switches of a whole game, each with its reading under a profile.
    pub(crate) fn switches(name: ProfileName) -> Vec<Switch> {
        let usual = ReadingsText::named(name).readings().expect("a profile is without problems");
        listed![
            "cold" ColdRule = usual.cold, of "EU9-SUPPLY-r";
            "out-of-supply" OutOfSupply = usual.out_of_supply, of "EU9-SUPPLY-w";
            "taken-minors" TakenMinors = usual.taken_minors, of "EU9-CAMPAIGN-u";
            "extended-campaign" ExtendedCampaign = usual.extended_campaign, of "EU9-CAMPAIGN-w";
            "minors-together" MinorsTogether = usual.minors_together, of "EU9-STACK-s";
            "naval-supply" NavalSupply = usual.naval_supply, of "EU9-SUPPLY-c";
            "interception" Edition = usual.interception, of "EU9-INTERCEPT-a"
                about "Whether bad weather and a river add up when a march is intercepted: not in the edition of 2013.";
            "drawn-interception" DrawnInterception = usual.drawn_interception, of "EU9-INTERCEPT-k";
            "helped-march" HelpedMarch = usual.helped_march, of "EU9-INTERCEPT-l";
            "enemy-land" EnemyLand = usual.enemy_land, of "EU9-ATTRITION-b";
            "map" MapEdition = usual.map, of "EU9-SUPPLY-t";
            "purchase-limit" PurchaseLimit = usual.purchase_limit, of "EU9-LOGISTICS-m";
            "attrition-ports" AttritionPorts = usual.attrition_ports, of "EU9-ATTRITION-v";
        ]
    }

    /// Those of a profile by name.
    pub fn named(profile: ProfileName) -> ReadingsText {
        ReadingsText { profile: Some(profile), ..ReadingsText::default() }
    }

    /// The readings it comes to.
    ///
    /// # Errors
    /// That the technology is none of these wars, or that a switch has no place in a whole game.
    pub fn readings(&self) -> Result<Readings, BadData> {
        let technology = self.technology.unwrap_or(Technology::Renaissance);
        if !matches!(technology, Technology::Renaissance | Technology::Arquebus) {
            let problem =
                format!("{technology} is no technology of these wars; write renaissance or arquebus");
            return Err(BadData::new("title", "rules.technology", problem));
        }
        if self.siege.garrison_hunger() == Some(GarrisonHunger::Rolls) {
            let problem = "the game plays the supply segments itself; leave it out or write aside";
            return Err(BadData::new("title", "rules.siege.garrison-hunger", problem));
        }
        if self.siege.besieged_supply().is_some() {
            let problem = "the game plays the supply segments itself; write it under rules.attrition";
            return Err(BadData::new("title", "rules.siege.besieged-supply", problem));
        }
        let profile = self.profile.unwrap_or_default();
        let guide = profile == ProfileName::Guide;
        Ok(Readings {
            profile: self.land.under(self.profile).profile(),
            naval: self.naval.under(self.profile).profile(),
            // The game plays the supply segments itself.
            siege: SiegeProfile {
                garrison_hunger: GarrisonHunger::Aside,
                ..self.siege.under(self.profile).profile()
            },
            sea: self.sea.under(self.profile).profile(),
            attrition: self.attrition.under(self.profile).profile(),
            technology,
            cold: self.cold.unwrap_or(ColdRule::Wintering),
            out_of_supply: self.out_of_supply.unwrap_or(if guide {
                OutOfSupply::Waits
            } else {
                OutOfSupply::Rolls
            }),
            taken_minors: self.taken_minors.unwrap_or(TakenMinors::Half),
            extended_campaign: self.extended_campaign.unwrap_or(ExtendedCampaign::Paid),
            minors_together: self.minors_together.unwrap_or(MinorsTogether::WithAMajor),
            naval_supply: self.naval_supply.unwrap_or(if guide {
                NavalSupply::Guide
            } else {
                NavalSupply::Published
            }),
            interception: self.interception.unwrap_or(profile.edition()),
            drawn_interception: self.drawn_interception.unwrap_or(DrawnInterception::BothReturn),
            helped_march: self.helped_march.unwrap_or(HelpedMarch::GoesOn),
            enemy_land: self.enemy_land.unwrap_or(if guide {
                EnemyLand::Entered
            } else {
                EnemyLand::StoodIn
            }),
            map: self.map.unwrap_or(MapEdition::New),
            purchase_limit: self.purchase_limit.unwrap_or(PurchaseLimit::of(profile)),
            attrition_ports: self.attrition_ports.unwrap_or(if guide {
                AttritionPorts::Any
            } else {
                AttritionPorts::ThatHold
            }),
        })
    }
}

impl super::GameRules {
    /// The readings of its lines of supply.
    pub(crate) fn supply_readings(&self) -> SupplyReadings {
        SupplyReadings {
            cold: self.readings.cold,
            naval: self.readings.naval_supply,
            lone: self.readings.attrition.lone_detachment,
        }
    }
}
