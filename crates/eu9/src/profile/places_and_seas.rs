//! All switches of sieges and of naval battles together, and the `[rules]` of their files.

use super::{
    ArtilleryCount, BesiegedFire, Edition, GarrisonHunger, LargeArmies, LeaderDifference, LineLosses,
    LossSize, Mixed, MixedTechnology, MixedTies, MixedTraits, Profile, ProfileName, Resistance, RetreatRoll,
    SeaRetreat, SmallBesieger, StormDanger, TooWeak, VeteranGalleys,
};
use serde::Deserialize;

/// The `[rules]` part of a siege or assault file: a profile, and single switches that differ from it.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SiegeProfileText {
    profile: Option<ProfileName>,
    artillery: Option<ArtilleryCount>,
    edition: Option<Edition>,
    too_weak: Option<TooWeak>,
    resistance: Option<Resistance>,
    small_besieger: Option<SmallBesieger>,
    large_armies: Option<LargeArmies>,
    besieged_fire: Option<BesiegedFire>,
    storm_danger: Option<StormDanger>,
    garrison_hunger: Option<GarrisonHunger>,
    mixed_technology: Option<MixedTechnology>,
    mixed_ties: Option<MixedTies>,
    mixed_traits: Option<MixedTraits>,
}

/// All switches of sieges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SiegeProfile {
    /// Counting artillery.
    pub artillery: ArtilleryCount,
    /// The assault table, the modifiers for earlier assaults, and the enemy's SIEGE in attrition.
    pub edition: Edition,
    /// A besieger who cannot undermine.
    pub too_weak: TooWeak,
    /// What carries the walls.
    pub resistance: Resistance,
    /// Small besiegers.
    pub small_besieger: SmallBesieger,
    /// Large armies.
    pub large_armies: LargeArmies,
    /// The fire of the besieged.
    pub besieged_fire: BesiegedFire,
    /// Leaders who storm.
    pub storm_danger: StormDanger,
    /// Hunger behind the walls.
    pub garrison_hunger: GarrisonHunger,
    /// Stacks of several nations.
    pub mixed: Mixed,
}

impl SiegeProfile {
    /// The published editions, the later where they differ.
    pub const PUBLISHED: SiegeProfile = SiegeProfile {
        artillery: ArtilleryCount::BestPlus,
        edition: Edition::Of2020,
        too_weak: TooWeak::Attrition,
        resistance: Resistance::Table,
        small_besieger: SmallBesieger::SixOrFewer,
        large_armies: LargeArmies::Named,
        besieged_fire: BesiegedFire::Full,
        storm_danger: StormDanger::Troops,
        garrison_hunger: GarrisonHunger::Aside,
        mixed: Mixed::PUBLISHED,
    };

    /// The guide, where its text differs. In sieges it counts artillery the new way.
    pub const GUIDE: SiegeProfile = SiegeProfile {
        resistance: Resistance::Level,
        small_besieger: SmallBesieger::UnderEight,
        large_armies: LargeArmies::ClassOne,
        ..SiegeProfile::PUBLISHED
    };
}

impl SiegeProfileText {
    /// What it says of hunger behind the walls.
    pub(crate) fn garrison_hunger(self) -> Option<GarrisonHunger> {
        self.garrison_hunger
    }

    /// The same; where it names no profile, this one counts.
    pub(crate) fn under(self, profile: Option<ProfileName>) -> SiegeProfileText {
        SiegeProfileText { profile: self.profile.or(profile), ..self }
    }

    /// The switches it comes to.
    pub fn profile(&self) -> SiegeProfile {
        let base = match self.profile.unwrap_or(ProfileName::Published) {
            ProfileName::Published => SiegeProfile::PUBLISHED,
            ProfileName::Guide => SiegeProfile::GUIDE,
        };
        SiegeProfile {
            artillery: self.artillery.unwrap_or(base.artillery),
            edition: self.edition.unwrap_or(base.edition),
            too_weak: self.too_weak.unwrap_or(base.too_weak),
            resistance: self.resistance.unwrap_or(base.resistance),
            small_besieger: self.small_besieger.unwrap_or(base.small_besieger),
            large_armies: self.large_armies.unwrap_or(base.large_armies),
            besieged_fire: self.besieged_fire.unwrap_or(base.besieged_fire),
            storm_danger: self.storm_danger.unwrap_or(base.storm_danger),
            garrison_hunger: self.garrison_hunger.unwrap_or(base.garrison_hunger),
            mixed: Mixed {
                technology: self.mixed_technology.unwrap_or(base.mixed.technology),
                ties: self.mixed_ties.unwrap_or(base.mixed.ties),
                traits: self.mixed_traits.unwrap_or(base.mixed.traits),
            },
        }
    }
}

/// The `[rules]` part of a naval battle file.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NavalProfileText {
    profile: Option<ProfileName>,
    sea_retreat: Option<SeaRetreat>,
    retreat_roll: Option<RetreatRoll>,
    carrack_fire: Option<Edition>,
    veteran_galleys: Option<VeteranGalleys>,
    loss_row_three: Option<Edition>,
    wind_boxes: Option<Edition>,
    leader_difference: Option<LeaderDifference>,
    line_losses: Option<LineLosses>,
    loss_size: Option<LossSize>,
}

/// All switches of the naval battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NavalProfile {
    /// Leaving after the first day.
    pub sea_retreat: SeaRetreat,
    /// What the roll for it must be.
    pub retreat_roll: RetreatRoll,
    /// Whether carracks fire at 74s.
    pub carrack_fire: Edition,
    /// Whether veteran galleys have more morale.
    pub veteran_galleys: VeteranGalleys,
    /// The loss row of the largest fleets.
    pub loss_row_three: Edition,
    /// Whether being far ahead in technology helps to the wind.
    pub wind_boxes: Edition,
    /// Leader difference.
    pub leader_difference: LeaderDifference,
    /// Which ships are hit.
    pub line_losses: LineLosses,
    /// Which ND correct losses.
    pub loss_size: LossSize,
}

impl NavalProfileText {
    /// The same; where it names no profile, this one counts.
    pub(crate) fn under(self, profile: Option<ProfileName>) -> NavalProfileText {
        NavalProfileText { profile: self.profile.or(profile), ..self }
    }

    /// The switches it comes to.
    pub fn profile(&self) -> NavalProfile {
        // A naval battle follows the land sequence, in the guide's own words about leaving as well.
        let base = match self.profile.unwrap_or(ProfileName::Published) {
            ProfileName::Published => Profile::PUBLISHED,
            ProfileName::Guide => Profile::GUIDE,
        };
        NavalProfile {
            sea_retreat: self.sea_retreat.unwrap_or(SeaRetreat::Roll),
            retreat_roll: self.retreat_roll.unwrap_or(base.retreat_roll),
            carrack_fire: self.carrack_fire.unwrap_or(Edition::Of2020),
            veteran_galleys: self.veteran_galleys.unwrap_or(VeteranGalleys::All),
            loss_row_three: self.loss_row_three.unwrap_or(Edition::Of2020),
            wind_boxes: self.wind_boxes.unwrap_or(Edition::Of2020),
            leader_difference: self.leader_difference.unwrap_or(LeaderDifference::Unlimited),
            line_losses: self.line_losses.unwrap_or(LineLosses::Owner),
            loss_size: self.loss_size.unwrap_or(LossSize::FirstLine),
        }
    }
}
