//! All switches of the land battle together, and the `[rules]` of its files.

use super::{
    ArtilleryCount, Days, Destroyed, DestroyedAtTheEnd, LeaderDifference, LossCap, MajorGap, MajorNeedsArmy,
    MixedTechnology, MixedTies, MixedTraits, Mountain, NoArtillery, ProfileName, RetreatRoll, River,
    SevenOnDayOne, SwedishHorse, ThreeMore,
};

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

profile_text! {
    /// The `[rules]` part of a battle file: a profile, and single switches that differ from it.
    pub struct ProfileText of Profile {
        days: Days = "days" at days of "EU9-BATTLE-c";
        retreat_roll: RetreatRoll = "retreat-roll" at retreat_roll of "EU9-BATTLE-u";
        no_artillery: NoArtillery = "no-artillery" at no_artillery of "EU9-BATTLE-l";
        artillery: ArtilleryCount = "artillery" at artillery of "EU9-LOGISTICS-r";
        three_more: ThreeMore = "three-more" at three_more of "EU9-BATTLE-n";
        river: River = "river" at river of "EU9-BATTLE-ad";
        mountain: Mountain = "mountain" at mountain of "EU9-BATTLE-k";
        leader_difference: LeaderDifference = "leader-difference" at leader_difference of "EU9-BATTLE-j";
        destroyed: Destroyed = "destroyed" at destroyed of "EU9-LOSS-o";
        destroyed_at_the_end: DestroyedAtTheEnd = "destroyed-at-the-end" at destroyed_at_the_end of "EU9-BATTLE-ag";
        loss_cap: LossCap = "loss-cap" at loss_cap of "EU9-LOSS-p";
        seven_on_day_one: SevenOnDayOne = "seven-on-day-one" at seven_on_day_one of "EU9-BATTLE-t";
        major_needs_army: MajorNeedsArmy = "major-needs-army" at major_needs_army of "EU9-MAJOR-a";
        major_gap: MajorGap = "major-gap" at major_gap of "EU9-MAJOR-c";
        swedish_horse: SwedishHorse = "swedish-horse" at swedish_horse of "EU9-BATTLE-o";
        mixed_technology: MixedTechnology = "mixed-technology" at mixed.technology of "EU9-STACK-s";
        mixed_ties: MixedTies = "mixed-ties" at mixed.ties of "EU9-STACK-s";
        mixed_traits: MixedTraits = "mixed-traits" at mixed.traits of "EU9-STACK-t";
    }
}
