//! All switches of the land battle together, and the `[rules]` of its files.

use super::{
    ArtilleryCount, Days, Destroyed, DestroyedAtTheEnd, LeaderDifference, LossCap, MajorGap, MajorNeedsArmy,
    MixedTechnology, MixedTies, MixedTraits, Mountain, NoArtillery, ProfileName, RetreatRoll, River,
    SevenOnDayOne, SwedishHorse, ThreeMore,
};
use serde::Deserialize;

/// The switches of stacks of several nations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mixed {
    /// Their technology.
    pub technology: MixedTechnology,
    /// Ties in technology and morale.
    pub ties: MixedTies,
    /// Tercios and large armies.
    pub traits: MixedTraits,
}

impl Mixed {
    /// The defaults.
    pub const PUBLISHED: Mixed = Mixed {
        technology: MixedTechnology::Majority,
        ties: MixedTies::Worst,
        traits: MixedTraits::MoreThanHalf,
    };
}

/// All switches of the land battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Profile {
    /// Whose figures the others started from.
    pub name: ProfileName,
    /// Days of battle.
    pub days: Days,
    /// The retreat roll.
    pub retreat_roll: RetreatRoll,
    /// Who lacks artillery.
    pub no_artillery: NoArtillery,
    /// Counting artillery.
    pub artillery: ArtilleryCount,
    /// Three LD more.
    pub three_more: ThreeMore,
    /// Rivers and passes.
    pub river: River,
    /// Mountains.
    pub mountain: Mountain,
    /// Leader difference.
    pub leader_difference: LeaderDifference,
    /// Destruction.
    pub destroyed: Destroyed,
    /// Destruction when the fighting is over.
    pub destroyed_at_the_end: DestroyedAtTheEnd,
    /// What a stack can inflict at most.
    pub loss_cap: LossCap,
    /// 7 LD after day 1.
    pub seven_on_day_one: SevenOnDayOne,
    /// Major battles and A counters.
    pub major_needs_army: MajorNeedsArmy,
    /// The gap of a major battle.
    pub major_gap: MajorGap,
    /// Swedish horse.
    pub swedish_horse: SwedishHorse,
    /// Stacks of several nations.
    pub mixed: Mixed,
}

impl Profile {
    /// The edition of 2020.
    pub const OF_2020: Profile = Profile {
        name: ProfileName::Of2020,
        days: Days::Two,
        retreat_roll: RetreatRoll::AtMost,
        no_artillery: NoArtillery::NoArmy,
        artillery: ArtilleryCount::BestPlus,
        three_more: ThreeMore::Any,
        river: River::Phasing,
        mountain: Mountain::UnlessIntercepted,
        leader_difference: LeaderDifference::Unlimited,
        destroyed: Destroyed::AtSize,
        destroyed_at_the_end: DestroyedAtTheEnd::AsOnDayOne,
        loss_cap: LossCap::OwnNumber,
        seven_on_day_one: SevenOnDayOne::Subtract,
        major_needs_army: MajorNeedsArmy::RestOfTheWorld,
        major_gap: MajorGap::Three,
        swedish_horse: SwedishHorse::Table,
        mixed: Mixed::PUBLISHED,
    };

    /// The edition of 2013, where it differs from the later one.
    pub const OF_2013: Profile = Profile {
        name: ProfileName::Of2013,
        three_more: ThreeMore::NeedsArmy,
        river: River::UnlessIntercepting,
        mountain: Mountain::UnlessIntercepting,
        major_needs_army: MajorNeedsArmy::Always,
        ..Profile::OF_2020
    };

    /// The guide's letter; where it is silent, the later edition.
    pub const GUIDE: Profile = Profile {
        name: ProfileName::Guide,
        retreat_roll: RetreatRoll::Under,
        no_artillery: NoArtillery::ZeroArtillery,
        artillery: ArtilleryCount::Sum,
        loss_cap: LossCap::None,
        major_needs_army: MajorNeedsArmy::Never,
        ..Profile::OF_2020
    };

    /// That of a name.
    pub const fn of(name: ProfileName) -> Profile {
        match name {
            ProfileName::Guide => Profile::GUIDE,
            ProfileName::Of2020 => Profile::OF_2020,
            ProfileName::Of2013 => Profile::OF_2013,
        }
    }
}

/// The `[rules]` part of a battle file: a profile, and single switches that differ from it.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ProfileText {
    profile: Option<ProfileName>,
    days: Option<Days>,
    retreat_roll: Option<RetreatRoll>,
    no_artillery: Option<NoArtillery>,
    artillery: Option<ArtilleryCount>,
    three_more: Option<ThreeMore>,
    river: Option<River>,
    mountain: Option<Mountain>,
    leader_difference: Option<LeaderDifference>,
    destroyed: Option<Destroyed>,
    destroyed_at_the_end: Option<DestroyedAtTheEnd>,
    loss_cap: Option<LossCap>,
    seven_on_day_one: Option<SevenOnDayOne>,
    major_needs_army: Option<MajorNeedsArmy>,
    major_gap: Option<MajorGap>,
    swedish_horse: Option<SwedishHorse>,
    mixed_technology: Option<MixedTechnology>,
    mixed_ties: Option<MixedTies>,
    mixed_traits: Option<MixedTraits>,
}

impl ProfileText {
    /// The same; where it names no profile, this one counts.
    pub(crate) fn under(self, profile: Option<ProfileName>) -> ProfileText {
        ProfileText { profile: self.profile.or(profile), ..self }
    }

    /// The switches it comes to.
    pub fn profile(&self) -> Profile {
        let base = Profile::of(self.profile.unwrap_or_default());
        Profile {
            name: base.name,
            days: self.days.unwrap_or(base.days),
            retreat_roll: self.retreat_roll.unwrap_or(base.retreat_roll),
            no_artillery: self.no_artillery.unwrap_or(base.no_artillery),
            artillery: self.artillery.unwrap_or(base.artillery),
            three_more: self.three_more.unwrap_or(base.three_more),
            river: self.river.unwrap_or(base.river),
            mountain: self.mountain.unwrap_or(base.mountain),
            leader_difference: self.leader_difference.unwrap_or(base.leader_difference),
            destroyed: self.destroyed.unwrap_or(base.destroyed),
            destroyed_at_the_end: self.destroyed_at_the_end.unwrap_or(base.destroyed_at_the_end),
            loss_cap: self.loss_cap.unwrap_or(base.loss_cap),
            seven_on_day_one: self.seven_on_day_one.unwrap_or(base.seven_on_day_one),
            major_needs_army: self.major_needs_army.unwrap_or(base.major_needs_army),
            major_gap: self.major_gap.unwrap_or(base.major_gap),
            swedish_horse: self.swedish_horse.unwrap_or(base.swedish_horse),
            mixed: Mixed {
                technology: self.mixed_technology.unwrap_or(base.mixed.technology),
                ties: self.mixed_ties.unwrap_or(base.mixed.ties),
                traits: self.mixed_traits.unwrap_or(base.mixed.traits),
            },
        }
    }
}
