//! The leaders of both sides as a table and as facts: where they are and what they are worth.

use super::playable::SIDE_KEYS;
use super::{Game, Post};
use crate::title::{GameRules, TitleLeader};
use grognard_umpire::Fact;

impl Game {
    /// Where a leader is, in a word and with the place if he is on the map.
    fn post_of(&self, rules: &GameRules, index: usize) -> (&'static str, Option<String>) {
        let province = |at: u8| Some(rules.provinces[usize::from(at)].id.clone());
        match self.posts[index] {
            Post::At(at) => ("with the stack", province(at)),
            Post::Inside(at) => ("in the city", province(at)),
            Post::Afloat(sea) => ("at sea", Some(rules.seas[usize::from(sea)].id.clone())),
            Post::Aboard => ("aboard", None),
            Post::Away => ("away until the next turn", None),
            Post::Wounded(_) => ("wounded", None),
            Post::Captive => ("a prisoner", None),
            Post::Gone => ("dead", None),
        }
    }

    /// Those who serve in this turn.
    fn serving_now<'a>(&self, rules: &'a GameRules) -> impl Iterator<Item = (usize, &'a TitleLeader)> {
        let number = self.turn_number(rules);
        let serves = move |leader: &TitleLeader| (leader.turns[0]..=leader.turns[1]).contains(&number);
        rules.leaders.iter().enumerate().filter(move |(_, leader)| serves(leader))
    }

    /// The table of the leaders who are on the map: name, key, whose, where, values, rank.
    pub(super) fn leader_rows(&self, rules: &GameRules) -> Vec<Vec<String>> {
        let on_map = |(index, leader): (usize, &TitleLeader)| {
            let place = self.post_of(rules, index).1?;
            let where_to = match self.posts[index] {
                Post::Inside(_) => format!("[{place}]"),
                _ => place,
            };
            let TitleLeader { name, id, country, values, siege, rank, .. } = leader;
            Some(vec![
                name.clone(),
                id.clone(),
                rules.nations[usize::from(*country)].id.clone(),
                where_to,
                format!("{} {} {} {siege}", values.manoeuvre, values.fire, values.shock),
                rank_letter(*rank),
            ])
        };
        self.serving_now(rules).filter_map(on_map).collect()
    }

    /// Every leader of this turn: who, whose, where, what he is worth.
    pub(super) fn leader_facts(&self, rules: &GameRules) -> Fact {
        let facts = self.serving_now(rules).map(|(index, leader)| {
            let (post, place) = self.post_of(rules, index);
            let side = self.flag(leader.country).map(|side| SIDE_KEYS[side as usize].1);
            Fact::record([
                ("id", Fact::from(leader.id.as_str())),
                ("name", leader.name.as_str().into()),
                ("country", rules.nations[usize::from(leader.country)].id.as_str().into()),
                ("side", side.into()),
                ("admiral", (!leader.general).into()),
                ("monarch", leader.monarch.into()),
                ("post", post.into()),
                ("place", place.into()),
                ("man", leader.values.manoeuvre.into()),
                ("fire", leader.values.fire.into()),
                ("shock", leader.values.shock.into()),
                ("siege", leader.siege.into()),
                ("rank", rank_letter(leader.rank).into()),
                ("first-turn", leader.turns[0].into()),
                ("last-turn", leader.turns[1].into()),
            ])
        });
        Fact::List(facts.collect())
    }
}

/// A rank as the counters have it.
fn rank_letter(rank: u8) -> String {
    char::from(b'A' + rank.min(25)).to_string()
}
