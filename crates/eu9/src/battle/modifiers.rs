//! The modifiers of Fire, Shock and pursuit. They are worked out once, from the armies as they came to
//! the field, and never again.

use crate::charts::{Entry, Phase};
use crate::engagement::{Approach, Engagement, Interception};
use crate::host::Kind;
use crate::leader::Leader;
use crate::power::{Corps, Country, Terrain, Theatre};
use crate::profile::{LeaderDifference, Mountain, NoArtillery, River, SwedishHorse, ThreeMore};
use grognard_umpire::{BySide, Modifier, Side};

/// Which roll the modifiers are for.
#[derive(Clone, Copy)]
pub(crate) struct Roll {
    pub(crate) side: Side,
    /// A day after the first.
    pub(crate) later: bool,
    pub(crate) phase: Phase,
    /// The enemy tried to retreat after the first day and failed.
    pub(crate) enemy_failed: bool,
}

/// Every modifier of a Fire or Shock roll.
pub(crate) fn of_roll(engagement: &Engagement, leaders: BySide<Leader>, roll: Roll) -> Vec<Modifier> {
    let Roll { side, later, phase, enemy_failed } = roll;
    let charts = &engagement.charts;
    let army = &engagement.armies[side];
    let mut all = Vec::new();
    let mut add =
        |row: &str, clause, words: &str| all.extend(charts.modifier(row, later, phase, clause, words));

    // Nobody is worse off for a poorer leader: the difference is a bonus of the better side.
    let difference = leader_difference(engagement, leaders, side, phase);
    if later {
        add("later day", rule!("BATTLE-q"), "a day after the first");
        if enemy_failed {
            add("enemy failed to retreat", rule!("BATTLE-v"), "the enemy failed to retreat");
        }
    }
    if army.foraging {
        add("foraging", rule!("BATTLE-ab"), "foraging on the march");
    }
    let shields = |kind: Kind| charts.words.covers(kind.class);
    if engagement.armies[side.other()].tercios && !army.has_army_of(shields) {
        add("against tercios", rule!("BATTLE-p"), "against tercios");
    }
    if army.first_fight_with_turkey {
        add("first fight with Turkey", rule!("BATTLE-ac"), "meets Turkey for the first time");
    }
    if let Some((row, words)) = terrain_row(engagement, side) {
        add(row, rule!("BATTLE-k"), words);
    }
    if let Some((row, words)) = approach_row(engagement, side) {
        add(row, rule!("BATTLE-ad"), words);
    }
    let artillery = engagement.artillery(side);
    let lacking = match engagement.profile.no_artillery {
        NoArtillery::NoArmy => army.stack.armies() == 0,
        NoArtillery::ZeroArtillery => artillery == 0,
    };
    // Both sides can have the bonus or the penalty at the same time: each looks at its own guns only.
    if lacking && !army.conquistador {
        add("no artillery", rule!("BATTLE-l"), "no artillery");
    }
    if i16::from(artillery) >= charts.figure("battle-figures", "artillery for the bonus") {
        add("much artillery", rule!("BATTLE-m"), &format!("{artillery} artillery"));
    }
    let more = army.stack.size().0 - engagement.armies[side.other()].stack.size().0;
    let allowed = engagement.profile.three_more == ThreeMore::Any || army.stack.armies() > 0;
    if allowed && more >= 3 * charts.figure("battle-figures", "LD more for the bonus") {
        add("three LD more", rule!("BATTLE-n"), "3 LD more than the enemy");
    }
    if has_cavalry(engagement, side) {
        add("cavalry", rule!("BATTLE-o"), "cavalry");
    }
    if difference > 0 {
        let name = match phase {
            Phase::Fire => "FIRE",
            Phase::Shock => "SHOCK",
        };
        all.insert(0, Modifier::new(difference, rule!("BATTLE-j"), format!("{name} of the leaders")));
    }
    all
}

/// Every modifier of the winner's pursuit.
pub(crate) fn of_pursuit(
    engagement: &Engagement,
    leaders: BySide<Leader>,
    winner: Side,
    first_day: bool,
    after_fire: bool,
) -> Vec<Modifier> {
    let clause = rule!("BATTLE-y");
    let figure = |row: &str, words: &str| {
        Modifier::new(engagement.charts.figure("pursuit-modifiers", row), clause, words)
    };
    let mut all = Vec::new();
    let difference = leader_difference(engagement, leaders, winner, Phase::Shock);
    if difference > 0 {
        all.push(Modifier::new(difference, clause, "SHOCK of the leaders"));
    }
    if engagement.terrain != Terrain::Plain {
        all.push(figure("not plain", "rough ground"));
    }
    let sipahi = |kind: Kind| kind.country == Country::Turkey && has_own_cavalry(engagement, kind);
    if engagement.armies[winner].has_army_of(sipahi) {
        all.push(figure("sipahi", "sipahi"));
    }
    if first_day {
        all.push(figure("ended on day 1", "over on the first day"));
    }
    if after_fire {
        all.push(figure("ended after Fire", "over after a Fire"));
    }
    all
}

fn leader_difference(engagement: &Engagement, leaders: BySide<Leader>, side: Side, phase: Phase) -> i16 {
    let value = |side: Side| match phase {
        Phase::Fire => leaders[side].fire,
        Phase::Shock => leaders[side].shock,
    };
    let difference = i16::from(value(side) - value(side.other())).max(0);
    match engagement.profile.leader_difference {
        LeaderDifference::Unlimited => difference,
        LeaderDifference::AtMostThree => difference.min(engagement.charts.value(Entry::LeaderMost)),
    }
}

/// The row of the terrain's modifier for a side: the attacker is the phasing side.
fn terrain_row(engagement: &Engagement, side: Side) -> Option<(&'static str, &'static str)> {
    let phasing = side == Side::First;
    match engagement.terrain {
        Terrain::Plain => None,
        Terrain::DenseForest | Terrain::SparseForest | Terrain::NorthernForest => {
            Some(("forest swamp or desert", "forest"))
        }
        Terrain::Swamp => Some(("forest swamp or desert", "swamp")),
        Terrain::Desert => Some(("forest swamp or desert", "desert")),
        Terrain::Mountain => {
            let spared = match engagement.profile.mountain {
                Mountain::UnlessIntercepted => engagement.interception == Interception::ByDefender,
                Mountain::UnlessIntercepting => engagement.interception == Interception::ByAttacker,
            };
            (phasing && !spared).then_some(("mountain", "attacks in mountains"))
        }
    }
}

/// The row of the modifier for how a side came to the field.
fn approach_row(engagement: &Engagement, side: Side) -> Option<(&'static str, &'static str)> {
    let spared = engagement.profile.river == River::UnlessIntercepting
        && engagement.interception == Interception::ByAttacker;
    match engagement.armies[side].approach {
        Approach::Open => None,
        Approach::River if !spared => Some(("river or pass", "came over a river")),
        Approach::Pass if !spared => Some(("river or pass", "came over a pass")),
        Approach::River | Approach::Pass => None,
        Approach::Strait => Some(("strait or landing", "came over a strait")),
        Approach::Landing => Some(("strait or landing", "landed from ships")),
    }
}

/// Whether a side has the structural cavalry bonus: an A of the right class or country, period, ground.
fn has_cavalry(engagement: &Engagement, side: Side) -> bool {
    let bonus = |who: &str| engagement.charts.cavalry(who, engagement.period, engagement.terrain);
    engagement.armies[side].has_army_of(|kind| bonus(kind.class.key()) || has_own_cavalry(engagement, kind))
}

/// Whether a country's own cavalry is in its element; the sipahi are gone after the second reform.
fn has_own_cavalry(engagement: &Engagement, kind: Kind) -> bool {
    let bonus = |terrain| engagement.charts.cavalry(kind.country.key(), engagement.period, terrain);
    let swedes = kind.country == Country::Sweden && engagement.profile.swedish_horse == SwedishHorse::Text;
    // By the text Swedish horse charges on plains in the same periods.
    let on_plains = swedes && engagement.terrain == Terrain::Plain && bonus(Terrain::NorthernForest);
    kind.corps != Some(Corps::SecondReform) && (bonus(engagement.terrain) || on_plains)
}

/// Whether a side's Fire is rolled at all, beyond its having a column.
pub(crate) fn can_fire(engagement: &Engagement, side: Side) -> bool {
    let army = &engagement.armies[side];
    let needs_army = army.technology == crate::power::Technology::Renaissance;
    !(needs_army && engagement.theatre == Theatre::Europe && army.stack.armies() == 0)
}
