//! What people see of a battle.

use super::removal::Removal;
use super::{Battle, End, Outcome, Rules, Stage, apart, elephants, losses, pursuit};
use crate::force::{Arm, Fate, Joined, LossPolicy, Status, Troops};
use crate::guile::GuilePoints;
use grognard_umpire::{BySide, Choice, Fact, Figure, Offer, Playable, Reading, Side, Unit};

impl Stage {
    /// The stage's stable word.
    pub const fn key(&self) -> &'static str {
        match self {
            Stage::Avoidance => "avoidance",
            Stage::AvoidanceRoll { .. } => "avoidance-roll",
            Stage::AvoidanceLosses { .. } => "avoidance-losses",
            Stage::Coordination { .. } => "coordination",
            Stage::MarchLosses { .. } => "march-losses",
            Stage::Tactics { .. } => "tactics",
            Stage::Commitment { .. } => "elephant-commitment",
            Stage::Elephants { .. } => "elephants",
            Stage::Trampled { .. } => "trampled",
            Stage::BattleDie { .. } => "battle-die",
            Stage::Unpredictable { .. } => "unpredictable",
            Stage::Result { .. } => "result",
            Stage::Losses { .. } => "losses",
            Stage::Leaders { .. } | Stage::Fates { .. } => "leaders",
            Stage::Replacement { .. } => "replacement",
            Stage::Pursuit { .. } => "pursuit",
            Stage::PursuitLosses { .. } => "pursuit-losses",
            Stage::Retreat { .. } => "retreat",
            Stage::RetreatLosses { .. } => "retreat-losses",
        }
    }

    /// What is added to the battle die, once it is known.
    const fn modifier(&self) -> Option<i16> {
        match self {
            Stage::Tactics { clash }
            | Stage::Commitment { clash, .. }
            | Stage::Elephants { clash, .. }
            | Stage::Trampled { charge: super::Charge { clash, .. } }
            | Stage::BattleDie { clash } => Some(clash.modifier),
            _ => None,
        }
    }
}

/// The SP a side began with, those of forces that joined included.
fn began_with(rules: &Rules, side: Side, joined: Joined) -> u16 {
    rules.strength(side, &rules.parties[side].troops(), joined)
}

fn lost(rules: &Rules, side: Side, end: &End) -> i64 {
    let left = rules.strength(side, &end.troops[side], end.joined[side]);
    i64::from(began_with(rules, side, end.joined[side])) - i64::from(left)
}

fn arm_lost(rules: &Rules, side: Side, end: &End, arm: Arm) -> i64 {
    let party = &rules.parties[side];
    let began = party.of_arm(&party.troops(), end.joined[side], arm);
    i64::from(began) - i64::from(party.of_arm(&end.troops[side], end.joined[side], arm))
}

fn leaders_killed(rules: &Rules, side: Side, end: &End) -> i64 {
    let leaders = 0..rules.parties[side].leaders.len();
    leaders.filter(|leader| matches!(end.fates[side].of(*leader), Fate::Killed | Fate::Replaced)).count()
        as i64
}

/// Points for a victory, and for a major one, in the objective.
const VICTORY: i64 = 10;
const MAJOR_VICTORY: i64 = 20;
/// Points for an enemy leader's death, and for a level of status, in the objective.
const LEADER: i64 = 5;
const STATUS: i64 = 2;

pub(super) fn score(rules: &Rules, side: Side, end: &End) -> i64 {
    let enemy = side.other();
    let victory = match end.outcome {
        Outcome::Won { by, major } => {
            let points = if major { MAJOR_VICTORY } else { VICTORY };
            if by == side { points } else { -points }
        }
        Outcome::Draw | Outcome::Avoided(_) => 0,
    };
    let leaders = leaders_killed(rules, enemy, end) - leaders_killed(rules, side, end);
    let status = end.status(rules, enemy) as i64 - end.status(rules, side) as i64;
    let guile = i64::from(end.guile[side]) - i64::from(end.guile[enemy]);
    let elephants = arm_lost(rules, enemy, end, Arm::Elephants) - arm_lost(rules, side, end, Arm::Elephants);
    victory + lost(rules, enemy, end) - lost(rules, side, end)
        + LEADER * leaders
        + STATUS * status
        + elephants
        + guile
}

impl Playable for Battle {
    fn side_name(rules: &Rules, side: Side) -> String {
        rules.parties[side].name.clone()
    }

    fn view(&self, rules: &Rules, _viewer: Option<Side>) -> Fact {
        let side = |side: Side| {
            let party = &rules.parties[side];
            Fact::record([
                ("name", Fact::from(party.name.as_str())),
                ("sp", Fact::from(self.strength(rules, side))),
                ("guile", Fact::from(self.guile[side])),
                ("units", party.units_fact(&self.troops[side], self.joined[side], Status::Fresh)),
                ("leaders", party.leaders_fact(self.fates[side])),
            ])
        };
        Fact::record([
            ("stage", Fact::from(self.stage.key())),
            ("terrain", Fact::from(rules.field.terrain.key())),
            ("modifier", Fact::from(self.stage.modifier())),
            ("attacker", side(Side::First)),
            ("defender", side(Side::Second)),
        ])
    }

    fn end_facts(rules: &Rules, end: &End) -> Fact {
        let side = |side: Side| {
            let party = &rules.parties[side];
            let of_arm = |arm| Fact::from(party.of_arm(&end.troops[side], end.joined[side], arm));
            Fact::record([
                ("sp", Fact::from(rules.strength(side, &end.troops[side], end.joined[side]))),
                ("lost", Fact::from(lost(rules, side, end))),
                ("infantry", of_arm(Arm::Infantry)),
                ("cavalry", of_arm(Arm::Cavalry)),
                ("elephants", of_arm(Arm::Elephants)),
                ("guile", Fact::from(end.guile[side])),
                ("status", Fact::from(end.status(rules, side).key())),
                ("units", party.units_fact(&end.troops[side], end.joined[side], end.given[side])),
                ("leaders", party.leaders_fact(end.fates[side])),
            ])
        };
        let way = end.retreat.zip(goes(end));
        let way = way.map(|(way, side)| rules.parties[side].ways[usize::from(way)].key.clone());
        Fact::record([
            ("outcome", Fact::from(outcome_key(end.outcome))),
            ("retreat", Fact::from(way)),
            ("attacker", side(Side::First)),
            ("defender", side(Side::Second)),
        ])
    }

    fn end_words(rules: &Rules, end: &End) -> String {
        let name = |side: Side| &rules.parties[side].name;
        let result = match end.outcome {
            Outcome::Avoided(_) => format!("{} gets away; there is no battle.", name(Side::Second)),
            Outcome::Draw => "A draw; both stay.".to_owned(),
            Outcome::Won { by, major: true } => format!("{} wins a major victory.", name(by)),
            Outcome::Won { by, major: false } => format!("{} wins.", name(by)),
        };
        let losses = |side: Side| {
            let left = rules.strength(side, &end.troops[side], end.joined[side]);
            let way = end.retreat.filter(|_| goes(end) == Some(side));
            let way =
                way.map(|way| format!(", and goes {}", rules.parties[side].ways[usize::from(way)].name));
            let lost = lost(rules, side, end);
            match left {
                0 => format!("{} loses all its {lost} SP", name(side)),
                left => {
                    let (status, way) = (end.status(rules, side).key(), way.unwrap_or_default());
                    format!("{} loses {lost} SP and has {left}, {status}{way}", name(side))
                }
            }
        };
        let mut words = format!("{result} {}; {}.", losses(Side::First), losses(Side::Second));
        for more in [elephants_and_guile(rules, end), fates_in_words(rules, end)].into_iter().flatten() {
            words.push(' ');
            words.push_str(&more);
        }
        words
    }

    fn figures(rules: &Rules) -> Vec<Figure<Self>> {
        let shared = std::sync::Arc::new(rules.clone());
        let name = |side: Side| rules.parties[side].name.clone();
        let mut figures = vec![
            flag("attacker-wins", format!("{} wins", name(Side::First)), |end| won(end) == Some(Side::First)),
            flag("defender-wins", format!("{} wins", name(Side::Second)), |end| {
                won(end) == Some(Side::Second)
            }),
            flag("draw", "a draw".to_owned(), |end| end.outcome == Outcome::Draw),
            flag("attacker-major", format!("{} wins a major victory", name(Side::First)), |end| {
                end.outcome == Outcome::Won { by: Side::First, major: true }
            }),
            flag("defender-major", format!("{} wins a major victory", name(Side::Second)), |end| {
                end.outcome == Outcome::Won { by: Side::Second, major: true }
            }),
        ];
        if !rules.parties.second.ways.is_empty() {
            figures.push(flag("avoided", format!("{} gets away", name(Side::Second)), |end| {
                matches!(end.outcome, Outcome::Avoided(_))
            }));
        }
        let keys = [
            ["attacker-losses", "attacker-leader-killed", "attacker-useless", "attacker-left"],
            ["defender-losses", "defender-leader-killed", "defender-useless", "defender-left"],
        ];
        let disorganized = ["attacker-disorganized", "defender-disorganized"];
        for ((side, [losses, killed, useless, left]), worse) in
            Side::ALL.into_iter().zip(keys).zip(disorganized)
        {
            let rules = shared.clone();
            let words = format!("SP lost by {}", name(side));
            figures.push(Figure::new(losses, words, Unit::Count, move |end| lost(&rules, side, end)));
            // What is left says nothing new where it is known who fights.
            if !shared.parties[side].nearby.is_empty() {
                let rules = shared.clone();
                let words = format!("SP left to {}", name(side));
                figures.push(Figure::new(left, words, Unit::Count, move |end: &End| {
                    i64::from(rules.strength(side, &end.troops[side], end.joined[side]))
                }));
            }
            let leader = &shared.parties[side].commander().name;
            let killed =
                flag(killed, format!("{leader} is killed"), move |end| end.fates[side].of(0) == Fate::Killed);
            figures.push(killed.of_part(apart::place(side, 0)));
            for (key, status) in [(worse, Status::Disorganized), (useless, Status::Useless)] {
                let rules = shared.clone();
                let word = if status == Status::Useless { "Useless" } else { "Disorganized or worse" };
                figures.push(flag(key, format!("{} is {word}", name(side)), move |end| {
                    end.status(&rules, side) >= status
                }));
            }
        }
        figures
    }

    fn objective(rules: &Rules, side: Side, end: &End) -> i64 {
        score(rules, side, end)
    }

    fn at_stake(self, rules: &Rules, parts: &mut Vec<Battle>) -> BySide<i64> {
        let (battle, settled) = self.without_what_is_settled(rules);
        parts.push(battle);
        settled
    }

    fn objective_words(rules: &Rules, side: Side) -> String {
        format!(
            "SP lost by the enemy less those lost by {}, a victory {VICTORY}, a major one {MAJOR_VICTORY}, a \
             leader {LEADER}, a level of status {STATUS}, an elephant SP or a Guile Point 1",
            rules.parties[side].name
        )
    }

    fn readings(rules: &Rules) -> Vec<Reading> {
        rules.readings_in_force()
    }

    fn policy(&self, rules: &Rules, choice: &Choice<'_>) -> usize {
        let side = choice.asking.by.unwrap_or(Side::First);
        let policy = &rules.parties[side].policy;
        let last = choice.options.count() - 1;
        match self.stage {
            Stage::Avoidance => usize::from(policy.avoid),
            Stage::AvoidanceRoll { .. } => usize::from(policy.avoidance_guile).min(last),
            Stage::Coordination { .. } => usize::from(policy.coordinate),
            Stage::Commitment { .. } => usize::from(policy.elephants).min(last),
            Stage::Trampled { charge } => {
                charge.hit().map_or(0, |(hit, arm)| elephants::policy_victim(self, rules, hit, arm))
            }
            Stage::Unpredictable { .. } => usize::from(policy.unpredictable_guile).min(last),
            Stage::Losses { due, .. } => {
                pays(policy.losses, || losses::removal(self, rules, side, u16::from(due[side])))
            }
            Stage::PursuitLosses { due, .. } => {
                pays(policy.losses, || pursuit::removal(self, rules, side, u16::from(due)))
            }
            Stage::AvoidanceLosses { due, .. } | Stage::RetreatLosses { due, .. } => {
                pays(policy.losses, || march(self, rules, side, None, due))
            }
            Stage::MarchLosses { due, force, .. } => {
                pays(policy.losses, || march(self, rules, side, Some(force), due))
            }
            Stage::Replacement { .. } => usize::from(policy.replace),
            Stage::Pursuit { .. } => usize::from(policy.pursue),
            Stage::Retreat { .. }
            | Stage::Tactics { .. }
            | Stage::Elephants { .. }
            | Stage::BattleDie { .. }
            | Stage::Result { .. }
            | Stage::Leaders { .. }
            | Stage::Fates { .. } => 0,
        }
    }
}

/// Who leaves the battle hex.
const fn goes(end: &End) -> Option<Side> {
    match end.outcome {
        Outcome::Avoided(_) => Some(Side::Second),
        Outcome::Won { by, .. } => Some(by.other()),
        Outcome::Draw => None,
    }
}

/// The elephant SP lost and the Guile Points spent, where there are any.
fn elephants_and_guile(rules: &Rules, end: &End) -> Option<String> {
    let mut parts = Vec::new();
    for side in Side::ALL {
        let party = &rules.parties[side];
        let elephants = arm_lost(rules, side, end, Arm::Elephants);
        if elephants > 0 {
            parts.push(format!("{} loses {elephants} elephant SP", party.name));
        }
        let spent = party.guile - end.guile[side];
        if spent > 0 {
            parts.push(format!("{} spends {}", party.name, GuilePoints(spent).words()));
        }
    }
    (!parts.is_empty()).then(|| format!("{}.", parts.join(", ")))
}

/// The leaders who did not come off unhurt.
fn fates_in_words(rules: &Rules, end: &End) -> Option<String> {
    let mut parts = Vec::new();
    for side in Side::ALL {
        for (index, leader) in rules.parties[side].leaders.iter().enumerate() {
            match end.fates[side].of(index) {
                Fate::Unhurt => {}
                Fate::Replaced => parts.push(format!("{} is killed and replaced", leader.name)),
                fate => parts.push(format!("{} is {}", leader.name, fate.key())),
            }
        }
    }
    (!parts.is_empty()).then(|| format!("{}.", parts.join(", ")))
}

fn pays<'a>(policy: LossPolicy, removal: impl Fn() -> Removal<'a>) -> usize {
    match policy {
        LossPolicy::InfantryFirst => 0,
        other => removal().policy_index(other),
    }
}

fn march<'a>(battle: &'a Battle, rules: &'a Rules, side: Side, only: Option<u8>, due: u8) -> Removal<'a> {
    let troops: &Troops = &battle.troops[side];
    let mut removal = Removal::new(&rules.parties[side], troops, battle.joined[side], u16::from(due));
    removal.only = only;
    removal
}

fn flag(
    key: &'static str,
    words: String,
    of: impl Fn(&End) -> bool + Send + Sync + 'static,
) -> Figure<Battle> {
    Figure::new(key, words, Unit::Flag, move |end| i64::from(of(end)))
}

const fn won(end: &End) -> Option<Side> {
    match end.outcome {
        Outcome::Won { by, .. } => Some(by),
        Outcome::Avoided(_) | Outcome::Draw => None,
    }
}

const fn outcome_key(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Avoided(_) => "avoided",
        Outcome::Won { by: Side::First, major: false } => "attacker-wins",
        Outcome::Won { by: Side::First, major: true } => "attacker-major-victory",
        Outcome::Won { by: Side::Second, major: false } => "defender-wins",
        Outcome::Won { by: Side::Second, major: true } => "defender-major-victory",
        Outcome::Draw => "draw",
    }
}

impl End {
    /// SP lost by each side, as counted in ratios.
    pub fn lost(&self, rules: &Rules) -> BySide<i64> {
        BySide::from_fn(|side| lost(rules, side, self))
    }
}
