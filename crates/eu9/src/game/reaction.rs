//! Interception, overrun and evasion. Nothing here knows how a battle is fought, so another system of
//! interception can take its place.

use super::movement::Marching;
use super::{Game, Impulse, Stage, Troops};
use crate::power::Terrain;
use crate::siege::garrison_room;
use crate::title::{Border, GameRules};
use grognard_umpire::{Asked, Asking, Dice, Modifier, Offer, Ruling, Side, Umpire, YesNo};

/// What a stack may do before a battle it did not seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stand {
    Fight,
    Evade,
    City,
}

impl Offer for Stand {
    fn key(&self) -> String {
        match self {
            Stand::Fight => "fight",
            Stand::Evade => "evade",
            Stand::City => "city",
        }
        .to_owned()
    }
    fn words(&self) -> String {
        match self {
            Stand::Fight => "stand and fight",
            Stand::Evade => "try to slip away",
            Stand::City => "go into the city",
        }
        .to_owned()
    }
}

impl Game {
    /// The next enemy stack that could intercept a march where it now stands.
    pub(super) fn interceptor(
        &self,
        rules: &GameRules,
        side: Side,
        marching: &Marching,
        next: u8,
    ) -> Option<(usize, Border)> {
        let enemy = side.other();
        let at_home = self.control(marching.at) == Some(enemy);
        if self.campaign[enemy].may_intercept(at_home).is_err() || self.control(marching.at).is_none() {
            return None;
        }
        let here = &rules.provinces[usize::from(marching.at)];
        self.troops.iter().enumerate().skip(next.into()).find_map(|(index, t)| {
            let nation = &rules.nations[usize::from(t.country)];
            let free = !t.inside
                && !t.spent
                && self.side_of(t) == Some(enemy)
                && self.field(side, t.at).is_none()
                && marching.tried & (1 << t.at) == 0
                && nation.fights_in(marching.at);
            let border = here.borders.iter().find(|(at, _)| *at == t.at)?.1;
            free.then_some((index, border))
        })
    }

    fn interception_modifiers(
        &self,
        rules: &GameRules,
        marching: &Marching,
        hunter: &Troops,
        border: Border,
    ) -> Vec<Modifier> {
        let clause = rule!("INTERCEPT-a");
        let table = rules.charts.pages.table("interception-modifiers").expect("checked");
        let figure = |row: &str| -> i16 { table.row(row).and_then(|row| table.number(row, 1)).unwrap_or(0) };
        let mut list = Vec::new();
        let mut add = |value: i16, words: &str| {
            if value != 0 {
                list.push(Modifier::new(value, clause, words));
            }
        };
        let own = self.manoeuvre(rules, hunter.country, hunter.at);
        let target = self.manoeuvre(rules, marching.country, marching.at);
        add(i16::from(own - target), "MAN difference");
        let side = self.side_of(hunter);
        if self.control(marching.at) == side {
            add(figure("friendly force or city there"), "a friendly city there");
        }
        let swamp = |at: u8| rules.provinces[usize::from(at)].terrain == Terrain::Swamp;
        if swamp(marching.at) {
            add(figure("swamp"), "swamp");
        }
        if swamp(hunter.at) {
            add(figure("interceptor in swamp"), "out of a swamp");
        }
        if self.bad_weather {
            add(figure("bad weather"), "bad weather");
        }
        if matches!(border, Border::River | Border::Pass) {
            add(figure("river or pass"), "over a river or pass");
        }
        if self.control(hunter.at) != side {
            add(figure("besieging or blockading"), "it is besieging");
        }
        list
    }

    /// Enemy stacks next to the march may fall on it.
    pub(super) fn intercept(
        mut self,
        impulse: Impulse,
        mut marching: Marching,
        next: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let side = impulse.side;
        let enemy = side.other();
        let Some((index, border)) = self.interceptor(rules, side, &marching, next) else {
            return Ok(self.at_stage(Stage::March(impulse, marching)));
        };
        let hunter = self.troops[index];
        let campaign = self.campaign[enemy];
        let at_home = self.control(marching.at) == Some(enemy);
        let clause = if at_home { rule!("INTERCEPT-b") } else { campaign.interception_clause() };
        let asking = Asking::of(enemy, clause, "intercept");
        if *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::No {
            return Ok(self.at_stage(Stage::Intercept(impulse, marching, index as u8 + 1)));
        }
        ump.cite(clause);
        // Neither number nor size of interceptions depends on the campaign, and what counts is the one
        // last paid: passive before a side's first.
        ump.cite(rule!("CAMPAIGN-k"));
        // How interception works is left to the players; battles know nothing of this module.
        ump.cite(rule!("INTERCEPT-c"));
        ump.cite(rule!("CAMPAIGN-p"));
        let list = self.interception_modifiers(rules, &marching, &hunter, border);
        let sum = Modifier::sum(&list);
        let asking = Asking::of(enemy, rule!("INTERCEPT-f"), "interception");
        let met = ump.throw(asking, Dice::D10, |face| face == 10 || face as i16 + sum >= 8)?;
        ump.explain_throw(|face| {
            let name = &rules.nations[usize::from(hunter.country)].name;
            let result = if met { "intercepts the march" } else { "comes too late" };
            let text = format!("{name} from {} {result} ({})", rules.place(hunter.at), face as i16 + sum);
            Ruling::new(rule!("INTERCEPT-f"), text).with_modifiers(list)
        });
        marching.tried |= 1 << hunter.at;
        ump.cite(rule!("INTERCEPT-g"));
        if !met {
            return Ok(self.at_stage(Stage::Intercept(impulse, marching, index as u8 + 1)));
        }
        self.troops[index].spent = true;
        Ok(self.start_interception(impulse, marching, index, border, rules))
    }

    /// A march comes upon the enemy: an overrun, a battle at once, or one at the end of the segment.
    pub(super) fn meeting(
        mut self,
        impulse: Impulse,
        marching: Marching,
        index: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Game {
        let enemy = self.troops[usize::from(index)];
        let times = |row: &str| rules.charts.figure("overrun", row) as u8;
        let (own, other) = (marching.stack.ld_count(), enemy.stack.ld_count());
        if own >= other * times("removed without a battle") {
            ump.explain(|| {
                let text = format!("{own} LD overrun {other} at {}", rules.place(marching.at));
                Ruling::new(rule!("INTERCEPT-e"), text)
            });
            self.remove(usize::from(index));
            let lost = self.leaders_at(rules, enemy.country, enemy.at);
            self.lay_down_arms(lost & !marching.leaders, rules, ump);
            return self.at_stage(Stage::March(impulse, marching));
        }
        if own >= other * times("immediate battle") {
            ump.cite(rule!("INTERCEPT-e"));
            return self.start_overrun(impulse, marching, usize::from(index), rules);
        }
        self.halt(impulse, marching, rules, ump)
    }

    /// The stack that did not seek the battle may slip away, or go into the city.
    pub(super) fn evade(
        mut self,
        impulse: Impulse,
        at: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let enemy = impulse.side.other();
        let (Some(hunter), Some(index)) = (self.field(impulse.side, at), self.field(enemy, at)) else {
            return Ok(self.at_stage(Stage::Battles(impulse, at + 1)));
        };
        let (hunter, troops) = (self.troops[hunter], self.troops[index]);
        let clause = rule!("INTERCEPT-d");
        let mut stands = vec![Stand::Fight];
        let ways = self.refuges(rules, enemy, &troops, None);
        if ways.iter().any(|refuge| !refuge.inside) {
            stands.push(Stand::Evade);
        }
        let fits = troops.stack.ld_count() <= garrison_room(self.lands[usize::from(at)].level);
        if fits && ways.iter().any(|refuge| refuge.inside) {
            stands.push(Stand::City);
        }
        match *ump.choose(Asking::of(enemy, clause, "stand or evade"), &stands)? {
            Stand::Fight => {}
            Stand::City => {
                self.remove(index);
                self.place(rules, Troops { inside: true, ..troops });
                ump.explain(|| Ruling::new(clause, format!("The defenders go into {}", city(rules, at))));
                return Ok(self.at_stage(Stage::Battles(impulse, at + 1)));
            }
            Stand::Evade => {
                let own = self.manoeuvre(rules, troops.country, at);
                let other = self.manoeuvre(rules, hunter.country, at);
                let bonus = i16::from((own - other).max(0));
                let asking = Asking::of(enemy, clause, "evasion");
                let away = ump.throw(asking, Dice::D10, |face| face as i16 + bonus >= 8)?;
                ump.explain(|| {
                    let result = if away { "slip away" } else { "are held" };
                    Ruling::new(clause, format!("The defenders of {} {result}", rules.place(at)))
                });
                if away {
                    return Ok(self.slip_away(impulse, index, rules));
                }
            }
        }
        ump.explain(|| {
            let name = |troops: &Troops| &rules.nations[usize::from(troops.country)].name;
            let text = format!(
                "Battle of {}: {} of {} against {} of {}",
                rules.place(at),
                hunter.stack,
                name(&hunter),
                troops.stack,
                name(&troops)
            );
            Ruling::new(rule!("CAMPAIGN-a"), text)
        });
        Ok(self.start_battle(impulse, at, rules))
    }
}

pub(super) fn city(rules: &GameRules, at: u8) -> &str {
    &rules.provinces[usize::from(at)].city
}
