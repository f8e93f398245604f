//! What people see of a land battle.

use super::{Battle, End, Fate, Fighting, apart};
use crate::engagement::{Engagement, RetreatPolicy};
use crate::host::Host;
use crate::leader::{Commander, rounds_words};
use crate::thirds::Thirds;
use grognard_umpire::{Choice, Fact, Figure, Playable, Side, Unit};

const SIDE_KEYS: [(Side, &str); 2] = [(Side::First, "attacker"), (Side::Second, "defender")];

impl Playable for Battle {
    fn side_name(engagement: &Engagement, side: Side) -> String {
        engagement.armies[side].name.clone()
    }

    /// Nothing is hidden in a land battle.
    fn view(&self, engagement: &Engagement, _viewer: Option<Side>) -> Fact {
        let mut pairs = vec![("stage".to_owned(), Fact::from(self.stage()))];
        if let Battle::Round(f) | Battle::Retreat(f, _) | Battle::Verdict(f, _) = self {
            pairs.push(("day".to_owned(), f.day.into()));
            for (side, key) in SIDE_KEYS {
                pairs.push((key.to_owned(), f.view_of(side, engagement)));
            }
        }
        Fact::Record(pairs)
    }

    fn end_facts(engagement: &Engagement, end: &End) -> Fact {
        let stability = engagement.charts.figure("battle-figures", "stability");
        let points = engagement.charts.figure("battle-figures", "victory points");
        let mut pairs = vec![
            ("winner".to_owned(), end.winner.map(side_key).into()),
            ("major".to_owned(), end.major.into()),
        ];
        for (side, key) in SIDE_KEYS {
            let change = match (end.major, end.winner) {
                (true, Some(winner)) if winner == side => stability,
                (true, _) => -stability,
                (false, _) => 0,
            };
            let mut army = vec![
                ("name", Fact::from(engagement.armies[side].name.as_str())),
                ("losses", end.losses[side].to_string().into()),
                ("losses-thirds", end.losses[side].0.into()),
                ("routed", end.routed[side].into()),
                ("destroyed", (end.losses[side] == engagement.armies[side].stack.size()).into()),
                ("kept", end.kept[side].to_string().into()),
                ("leader", fate_key(end.leaders[side]).into()),
                ("stability", change.into()),
                ("victory-points", if end.major && end.winner == Some(side) { points } else { 0 }.into()),
            ];
            if !engagement.armies[side].nations.is_empty() {
                army.push(("allies", ally_facts(engagement, end, side)));
            }
            pairs.push((key.to_owned(), Fact::record(army)));
        }
        Fact::Record(pairs)
    }

    fn end_words(engagement: &Engagement, end: &End) -> String {
        let name = |side: Side| engagement.armies[side].name.as_str();
        let result = match (end.winner, end.major) {
            (Some(side), true) => format!("A major victory for {}.", name(side)),
            (Some(side), false) => format!("Victory for {}.", name(side)),
            (None, _) => "A drawn battle.".to_owned(),
        };
        let loss = |side: Side| {
            let routed = if end.routed[side] { ", routed" } else { "" };
            let army = &engagement.armies[side];
            let (lost, kept) = (end.losses[side], end.host(side).nation_words(&army.nations));
            format!("{}: {lost} LD lost{routed}, {kept} left", name(side))
        };
        let leader = |side: Side| match (&engagement.armies[side].commander, end.leaders[side]) {
            (Commander::Present { name, .. }, Fate::Killed) => format!(" {name} falls."),
            (Commander::Present { name, .. }, Fate::Wounded(rounds)) => {
                format!(" {name} is wounded for {}.", rounds_words(rounds))
            }
            _ => String::new(),
        };
        let (first, second) = (Side::First, Side::Second);
        format!("{result} {}; {}.{}{}", loss(first), loss(second), leader(first), leader(second))
    }

    fn figures(engagement: &Engagement) -> Vec<Figure<Battle>> {
        let name = |side: Side| engagement.armies[side].name.clone();
        let mut all = Vec::new();
        let (first, second) = (Side::First, Side::Second);
        let mut flag = |key, words: String, of: fn(&End) -> bool| {
            all.push(Figure::new(key, words, Unit::Flag, move |end| i64::from(of(end))));
        };
        flag("attacker-wins", format!("victory for {}", name(first)), |end| end.winner == Some(Side::First));
        flag("draw", "a draw".to_owned(), |end| end.winner.is_none());
        flag("defender-wins", format!("victory for {}", name(second)), |end| {
            end.winner == Some(Side::Second)
        });
        flag("attacker-major", format!("major victory for {}", name(first)), |end| {
            end.major && end.winner == Some(Side::First)
        });
        flag("defender-major", format!("major victory for {}", name(second)), |end| {
            end.major && end.winner == Some(Side::Second)
        });
        flag("attacker-routed", format!("{} routed", name(first)), |end| end.routed.first);
        flag("defender-routed", format!("{} routed", name(second)), |end| end.routed.second);
        for (key, side) in [("attacker-leader-hit", first), ("defender-leader-hit", second)] {
            let words = format!("the leader of {} hit", name(side));
            let hit = Figure::new(key, words, Unit::Flag, move |end: &End| i64::from(hit(end.leaders[side])));
            all.push(hit.of_part(apart::place(side)));
        }
        for (key, side) in [("attacker-losses", first), ("defender-losses", second)] {
            let words = format!("LD lost by {}", name(side));
            all.push(Figure::new(key, words, Unit::Thirds, move |end: &End| i64::from(end.losses[side].0)));
        }
        all
    }

    /// A major victory is worth four points, a victory two, a defeat as much the other way; a third of
    /// an LD more for the enemy's losses than for one's own breaks ties.
    fn objective(_: &Engagement, side: Side, end: &End) -> i64 {
        let stake = if end.major { 4 } else { 2 };
        let result = match end.winner {
            Some(winner) if winner == side => stake,
            Some(_) => -stake,
            None => 0,
        };
        let margin = end.losses[side.other()] - end.losses[side];
        result * 100 + i64::from(margin.0)
    }

    fn objective_words(_: &Engagement, _: Side) -> String {
        "points: a victory 200, a major one 400, a defeat the same lost, and 1 for each third of an LD the \
         enemy loses more"
            .to_owned()
    }

    #[inline]
    fn policy(&self, engagement: &Engagement, choice: &Choice<'_>) -> usize {
        match (self, choice.asking.by) {
            (Battle::Retreat(fighting, _), Some(side)) => {
                let left = |side| fighting.morale_left(engagement, side);
                let retreat = match engagement.armies[side].policy.retreat {
                    RetreatPolicy::Never => false,
                    RetreatPolicy::Always => true,
                    RetreatPolicy::WhenBehind => left(side) < left(side.other()),
                    RetreatPolicy::WhenShaken => left(side) <= 1,
                };
                usize::from(retreat)
            }
            // Regrouping: keep as many full armies as there can be.
            _ => 0,
        }
    }
}

impl Battle {
    fn stage(&self) -> &'static str {
        match self {
            Battle::Muster(_) => "muster",
            Battle::Round(_) => "fighting",
            Battle::Retreat(..) => "retreat attempts",
            Battle::Verdict(..) => "verdict",
            Battle::Pursuit(_) => "pursuit",
            Battle::Withdrawal(_) => "withdrawal",
            Battle::Regrouping(_) => "regrouping",
            Battle::Casualties(_) | Battle::Leader(_) => "leaders",
        }
    }
}

impl Fighting {
    fn view_of(&self, side: Side, engagement: &Engagement) -> Fact {
        let dealt: Thirds = self.dealt[side].total();
        Fact::record([
            ("name", Fact::from(engagement.armies[side].name.as_str())),
            ("stack", engagement.armies[side].stack.to_string().into()),
            ("morale", self.morale_left(engagement, side).into()),
            ("dealt", dealt.to_string().into()),
        ])
    }
}

impl End {
    /// What a side has left, by nation.
    fn host(&self, side: Side) -> Host {
        Host { stack: self.kept[side], allies: self.allies[side] }
    }
}

fn ally_facts(engagement: &Engagement, end: &End, side: Side) -> Fact {
    let facts = end.host(side).ally_facts(engagement.armies[side].allies());
    Fact::Record(facts.into_iter().map(|(name, kept)| (name, kept.into())).collect())
}

fn side_key(side: Side) -> &'static str {
    SIDE_KEYS[side as usize].1
}

fn hit(fate: Fate) -> bool {
    matches!(fate, Fate::Killed | Fate::Wounded(_))
}

pub(crate) fn fate_key(fate: Fate) -> String {
    match fate {
        Fate::NotTested => "not tested".to_owned(),
        Fate::Unhurt => "unhurt".to_owned(),
        Fate::Wounded(rounds) => format!("wounded {rounds}"),
        Fate::Killed => "killed".to_owned(),
    }
}
