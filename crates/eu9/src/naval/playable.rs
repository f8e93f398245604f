//! What people see of a naval battle.

use super::armada::LeavePolicy;
use super::{NavalBattle, NavalEnd, NavalEngagement, Stage};
use crate::battle::Fate;
use crate::thirds::Thirds;
use grognard_umpire::{Choice, Fact, Figure, Playable, Side, Unit};

const SIDE_KEYS: [(Side, &str); 2] = [(Side::First, "attacker"), (Side::Second, "defender")];

fn fate_word(fate: Fate) -> &'static str {
    match fate {
        Fate::NotTested => "not tested",
        Fate::Unhurt => "unhurt",
        Fate::Killed => "killed",
        _ => "wounded",
    }
}

impl Playable for NavalBattle {
    fn side_name(givens: &NavalEngagement, side: Side) -> String {
        givens.navies[side].name.clone()
    }

    /// Nothing is hidden in a naval battle.
    fn view(&self, givens: &NavalEngagement, _viewer: Option<Side>) -> Fact {
        let stage = match self.stage() {
            Stage::Lines(_) => "first lines",
            Stage::Muster(_) => "muster",
            Stage::Wind(_) => "wind",
            Stage::Round(_) => "fighting",
            Stage::Slip(_) => "leaving with the wind",
            Stage::Leave(_) => "leaving after day 1",
            Stage::Pursuit(_) => "pursuit",
            Stage::Sorting(_) => "losses and prizes",
        };
        let mut pairs = vec![("stage".to_owned(), Fact::from(stage))];
        for (side, key) in SIDE_KEYS {
            let navy = &givens.navies[side];
            let mut facts =
                vec![("name", Fact::from(navy.name.as_str())), ("ships", navy.fleet.to_string().into())];
            if let Stage::Round(f) | Stage::Slip(f) | Stage::Leave(f) = self.stage() {
                facts.push(("morale", f.morale_left(givens, side).into()));
                facts.push(("dealt", f.dealt[side].to_string().into()));
                facts.push(("wind", (f.wind == Some(side)).into()));
            }
            pairs.push((key.to_owned(), Fact::record(facts)));
        }
        Fact::Record(pairs)
    }

    fn end_facts(givens: &NavalEngagement, end: &NavalEnd) -> Fact {
        let winner = end.winner.map(|side| SIDE_KEYS[side as usize].1);
        let figure = |row: &str| givens.charts.figure("battle-figures", row);
        let mut pairs =
            vec![("winner".to_owned(), Fact::from(winner)), ("major".to_owned(), end.major.into())];
        for (side, key) in SIDE_KEYS {
            let sorted = end.sorted[side];
            let stability = match (end.major, end.winner) {
                (true, Some(winner)) if winner == side => figure("stability"),
                (true, Some(_)) => -figure("stability"),
                _ => 0,
            };
            let points = if end.major && end.winner == Some(side) { figure("victory points") } else { 0 };
            let facts = Fact::record([
                ("name", Fact::from(givens.navies[side].name.as_str())),
                ("losses", end.losses[side].to_string().into()),
                ("losses-thirds", end.losses[side].0.into()),
                ("sunk", sorted.sunk.to_string().into()),
                ("damaged", (sorted.damaged - Thirds::whole(end.hulks_of(side).into())).to_string().into()),
                ("refitted", sorted.refitted.to_string().into()),
                ("captured", end.captured(side).into()),
                ("routed", end.routed[side].into()),
                ("kept", end.kept[side].to_string().into()),
                ("leader", fate_word(end.leaders[side]).into()),
                ("stability", stability.into()),
                ("victory-points", points.into()),
            ]);
            pairs.push((key.to_owned(), facts));
        }
        Fact::Record(pairs)
    }

    fn end_words(givens: &NavalEngagement, end: &NavalEnd) -> String {
        let name = |side: Side| givens.navies[side].name.as_str();
        let result = match (end.winner, end.major) {
            (Some(side), true) => format!("A major victory at sea for {}.", name(side)),
            (Some(side), false) => format!("{} wins at sea.", name(side)),
            (None, _) => "A drawn battle at sea.".to_owned(),
        };
        let loss = |side: Side| {
            let routed = if end.routed[side] { ", routed" } else { "" };
            let (lost, kept) = (end.losses[side], end.kept[side]);
            let refit = match end.damaged[side].is_empty() {
                true => String::new(),
                false => format!(" and {} to refit", end.damaged[side]),
            };
            let captured = match end.captured(side) {
                0 => String::new(),
                captured => format!(", {captured} captured"),
            };
            format!("{} loses {lost} ND{routed}{captured}, and keeps {kept}{refit}", name(side))
        };
        format!("{result} {}; {}.", loss(Side::First), loss(Side::Second))
    }

    fn figures(givens: &NavalEngagement) -> Vec<Figure<NavalBattle>> {
        let name = |side: Side| givens.navies[side].name.clone();
        let mut all = Vec::new();
        let mut flag = |key, words: String, of: fn(&NavalEnd) -> bool| {
            all.push(Figure::new(key, words, Unit::Flag, move |end| i64::from(of(end))));
        };
        let (first, second) = (name(Side::First), name(Side::Second));
        flag("attacker-wins", format!("{first} wins"), |end| end.winner == Some(Side::First));
        flag("draw", "nobody wins".to_owned(), |end| end.winner.is_none());
        flag("defender-wins", format!("{second} wins"), |end| end.winner == Some(Side::Second));
        flag("attacker-major", format!("a major victory for {first}"), |end| {
            end.major && end.winner == Some(Side::First)
        });
        flag("defender-major", format!("a major victory for {second}"), |end| {
            end.major && end.winner == Some(Side::Second)
        });
        flag("attacker-routed", format!("{first} routed"), |end| end.routed.first);
        flag("defender-routed", format!("{second} routed"), |end| end.routed.second);
        for (key, side) in [("attacker-losses", Side::First), ("defender-losses", Side::Second)] {
            let words = format!("ND lost by {}", name(side));
            let of = move |end: &NavalEnd| i64::from(end.losses[side].0);
            all.push(Figure::new(key, words, Unit::Thirds, of));
        }
        for (key, side) in [("attacker-sunk", Side::First), ("defender-sunk", Side::Second)] {
            let words = format!("ND of {} sunk", name(side));
            let of = move |end: &NavalEnd| i64::from(end.sorted[side].sunk.0);
            all.push(Figure::new(key, words, Unit::Thirds, of));
        }
        all
    }

    /// A major victory is worth four points, a victory two, a defeat as much the other way; a third of
    /// an ND more lost by the enemy breaks ties.
    fn objective(_: &NavalEngagement, side: Side, end: &NavalEnd) -> i64 {
        let stake = if end.major { 4 } else { 2 };
        let result = match end.winner {
            Some(winner) if winner == side => stake,
            Some(_) => -stake,
            None => 0,
        };
        result * 100 + i64::from((end.losses[side.other()] - end.losses[side]).0)
    }

    fn objective_words(_: &NavalEngagement, _: Side) -> String {
        "points: a victory 200, a major one 400, a defeat the same lost, and 1 for each third of an ND the \
         enemy loses more"
            .to_owned()
    }

    #[inline]
    fn policy(&self, givens: &NavalEngagement, choice: &Choice<'_>) -> usize {
        let Some(side) = choice.asking.by else { return 0 };
        let policy = givens.navies[side].policy;
        match self.stage() {
            Stage::Lines(_) => {
                let lines = givens.navies[side].lines();
                lines.iter().position(|line| *line == policy.first_line).unwrap_or(0)
            }
            Stage::Slip(f) | Stage::Leave(f) => {
                let left = |side| f.morale_left(givens, side);
                usize::from(match policy.leave {
                    LeavePolicy::Never => false,
                    LeavePolicy::WhenBehind => left(side) < left(side.other()),
                    LeavePolicy::WhenShaken => left(side) <= 1,
                })
            }
            _ => 0,
        }
    }
}
