//! All switches of land attrition together, and the `[rules]` of its files.

use super::{BesiegedSupply, Edition, LoneDetachment, LowCost, ProfileName, Snowflake, WeakReasons};

/// All switches of land attrition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AttritionProfile {
    /// Whose remaining troops, outside Europe.
    pub edition: Edition,
    /// Low-cost campaigns.
    pub low_cost: LowCost,
    /// Besieged troops in the supply segment.
    pub besieged_supply: BesiegedSupply,
    /// What a lone LD outside Europe is spared.
    pub lone_detachment: LoneDetachment,
    /// Which rolls a snowflake is added to.
    pub snowflake: Snowflake,
    /// Several reasons for weak supply.
    pub weak_reasons: WeakReasons,
}

impl AttritionProfile {
    /// The edition of 2020.
    pub const OF_2020: AttritionProfile = AttritionProfile {
        edition: Edition::Of2020,
        low_cost: LowCost::Massed,
        besieged_supply: BesiegedSupply::SiegeList,
        lone_detachment: LoneDetachment::LengthAndFleet,
        snowflake: Snowflake::EveryRoll,
        weak_reasons: WeakReasons::Each,
    };

    /// The guide's letter; where it is silent, the later edition.
    pub const GUIDE: AttritionProfile = AttritionProfile {
        edition: Edition::Of2020,
        low_cost: LowCost::Further,
        besieged_supply: BesiegedSupply::AsOthers,
        lone_detachment: LoneDetachment::Length,
        snowflake: Snowflake::Winter,
        weak_reasons: WeakReasons::Each,
    };

    /// As how many causes so many reasons for weak supply count.
    pub(crate) fn causes(self, reasons: u8) -> u8 {
        match self.weak_reasons {
            WeakReasons::Each => reasons,
            WeakReasons::Once => reasons.min(1),
        }
    }

    /// That of a name.
    pub const fn of(name: ProfileName) -> AttritionProfile {
        match name {
            ProfileName::Guide => AttritionProfile::GUIDE,
            ProfileName::Of2020 => AttritionProfile::OF_2020,
            ProfileName::Of2013 => AttritionProfile { edition: Edition::Of2013, ..AttritionProfile::OF_2020 },
        }
    }
}

profile_text! {
    /// The `[rules]` part of a land attrition or supply attrition file: a profile, and single switches that differ from it.
    pub(crate) struct AttritionRulesText of AttritionProfile {
        edition: Edition = "edition" at edition of "EU9-ATTRITION-ab" about "Whose remaining troops count outside Europe.";
        low_cost: LowCost = "low-cost" at low_cost of "EU9-ATTRITION-q";
        besieged_supply: BesiegedSupply = "besieged-supply" at besieged_supply of "EU9-SUPPLY-m";
        lone_detachment: LoneDetachment = "lone-detachment" at lone_detachment of "EU9-SUPPLY-h";
        snowflake: Snowflake = "snowflake" at snowflake of "EU9-SUPPLY-s";
        weak_reasons: WeakReasons = "weak-reasons" at weak_reasons of "EU9-ATTRITION-af";
    }
}
