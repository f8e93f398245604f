//! All switches of land attrition together, and the `[rules]` of its files.

use super::{BesiegedSupply, Edition, LoneDetachment, LowCost, ProfileName, Snowflake};
use serde::Deserialize;

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
}

impl AttritionProfile {
    /// The edition of 2020.
    pub const OF_2020: AttritionProfile = AttritionProfile {
        edition: Edition::Of2020,
        low_cost: LowCost::Massed,
        besieged_supply: BesiegedSupply::SiegeList,
        lone_detachment: LoneDetachment::LengthAndFleet,
        snowflake: Snowflake::EveryRoll,
    };

    /// The guide's letter; where it is silent, the later edition.
    pub const GUIDE: AttritionProfile = AttritionProfile {
        edition: Edition::Of2020,
        low_cost: LowCost::Further,
        besieged_supply: BesiegedSupply::AsOthers,
        lone_detachment: LoneDetachment::Length,
        snowflake: Snowflake::Winter,
    };

    /// That of a name.
    pub const fn of(name: ProfileName) -> AttritionProfile {
        match name {
            ProfileName::Guide => AttritionProfile::GUIDE,
            ProfileName::Of2020 => AttritionProfile::OF_2020,
            ProfileName::Of2013 => AttritionProfile { edition: Edition::Of2013, ..AttritionProfile::OF_2020 },
        }
    }
}

/// The `[rules]` part of a land attrition or supply attrition file: a profile, and single switches that differ from it.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct AttritionRulesText {
    profile: Option<ProfileName>,
    edition: Option<Edition>,
    low_cost: Option<LowCost>,
    besieged_supply: Option<BesiegedSupply>,
    lone_detachment: Option<LoneDetachment>,
    snowflake: Option<Snowflake>,
}

impl AttritionRulesText {
    /// The same; where it names no profile, this one counts.
    pub(crate) fn under(self, profile: Option<ProfileName>) -> AttritionRulesText {
        AttritionRulesText { profile: self.profile.or(profile), ..self }
    }

    /// The switches it comes to.
    pub(crate) fn profile(self) -> AttritionProfile {
        let base = AttritionProfile::of(self.profile.unwrap_or_default());
        AttritionProfile {
            edition: self.edition.unwrap_or(base.edition),
            low_cost: self.low_cost.unwrap_or(base.low_cost),
            besieged_supply: self.besieged_supply.unwrap_or(base.besieged_supply),
            lone_detachment: self.lone_detachment.unwrap_or(base.lone_detachment),
            snowflake: self.snowflake.unwrap_or(base.snowflake),
        }
    }
}
