//! Interception, overrun and evasion. Nothing here knows how a battle is fought, so another system of
//! interception can take its place.

use super::leaders::Command;
use super::movement::Marching;
use super::situation::led_by;
use super::{Game, Impulse, Stage, Troops};
use crate::campaign::Campaign;
use crate::evasion::{Escape, Evasion, EvasionEnd, Stand};
use crate::interception::{Circumstances, InterceptionEnd};
use crate::passage::{Meeting, come_upon, meeting};
use crate::power::Terrain;
use crate::profile::Edition;
use crate::title::{Border, GameRules};
use grognard_umpire::{Asked, Procedure, Side, Swapped, Umpire};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

impl Game {
    /// The campaign under which stacks and fleets intercept: the one their side has last paid, if a major is
    /// among them, or a minor's own free one. Before a side has chosen one in the turn, it is passive for all.
    pub(super) fn campaign_of(&self, rules: &GameRules, side: Side, major: bool) -> Campaign {
        match major {
            false if self.announced[side] => rules.minor_campaign,
            _ => self.campaign[side],
        }
    }

    /// The next enemy stack that could intercept a march where it now stands.
    pub(super) fn interceptor(
        &self,
        rules: &GameRules,
        side: Side,
        marching: &Marching,
        next: u8,
    ) -> Option<(usize, Border)> {
        let enemy = side.other();
        let control = self.control(marching.at)?;
        let here = &rules.provinces[usize::from(marching.at)];
        self.troops.iter().enumerate().skip(next.into()).find_map(|(index, t)| {
            // Into its own province, or one next door.
            let own_place = t.at == marching.at;
            let border = match own_place {
                true => Border::None,
                false => here.borders.iter().find(|(at, _)| *at == t.at)?.1,
            };
            // Nobody intercepts over a strait.
            let free = border != Border::Strait
                && !t.inside
                && !t.spent
                && self.side_of(t) == Some(enemy)
                && self.field(side, t.at).is_none()
                && marching.tried & (1 << t.at) == 0
                && Game::fights_in(rules, &t.roster, marching.at).is_ok()
                && (own_place || self.has_room(rules, enemy, marching.at, &t.roster))
                && self
                    .campaign_of(rules, enemy, t.roster.has_major(rules))
                    .may_intercept(control == enemy)
                    .is_ok();
            free.then_some((index, border))
        })
    }

    /// What an interception on land depends on.
    fn interception(
        &self,
        rules: &GameRules,
        marching: &Marching,
        hunter: &Troops,
        border: Border,
    ) -> Circumstances {
        let side = self.side_of(hunter);
        let own = self.manoeuvre(rules, &hunter.roster, hunter.at);
        let leads = self.leads_march(rules, marching).leader;
        let target = leads.map_or(0, |leader| rules.leaders[usize::from(leader)].values.manoeuvre);
        let swamp = |at: u8| rules.provinces[usize::from(at)].terrain == Terrain::Swamp;
        let here = |side: Option<Side>| {
            self.troops.iter().filter(move |t| t.at == marching.at && self.side_of(t) == side)
        };
        // A garrison that is besieged hampers nobody.
        let besieged = here(side).any(|t| !t.inside);
        let enemies_there = here(side.map(Side::other)).any(|t| !t.inside || !besieged);
        Circumstances {
            at_sea: false,
            manoeuvre: own - target,
            // It is not its own friend.
            friends_there: self.control(marching.at) == side || here(side).any(|t| t != hunter),
            own_place: hunter.at == marching.at,
            enemies_there,
            swamp: swamp(marching.at),
            from_swamp: swamp(hunter.at),
            bad_weather: self.bad_weather,
            river_or_pass: matches!(border, Border::River | Border::Pass),
            engaged: self.control(hunter.at) != side,
            weather_and_river: rules.readings.interception == Edition::Of2020,
            ..Circumstances::default()
        }
    }

    /// A stack or a fleet, of a major or of minors only, may fall on a moving enemy, whose march is told if it
    /// does.
    pub(super) fn try_interception(
        &self,
        circumstances: &Circumstances,
        (impulse, side, major, at_home): (Impulse, Side, bool, bool),
        name: impl Fn() -> String,
        march: Option<&mut Marching>,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<InterceptionEnd> {
        // What counts is the campaign last paid: passive before a side's first.
        let right = self.campaign_of(rules, side, major).interception_right(at_home);
        if !Circumstances::is_tried(side, right, ump)? {
            return Ok(InterceptionEnd::LetPass);
        }
        if let Some(march) = march {
            self.tell_march(march, rules, ump);
        }
        let end = circumstances.carry_out(&rules.charts, side, right, name, ump)?;
        // A side that has not had its impulse yet in this round goes by the campaign of the last one, if any.
        if side != impulse.side && !impulse.last {
            ump.cite(rule!("CAMPAIGN-p"));
        }
        Ok(end)
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
        let (side, enemy) = (impulse.side, impulse.side.other());
        let Some((index, border)) = self.interceptor(rules, side, &marching, next) else {
            return Ok(match self.field(enemy, marching.at) {
                // There is an enemy to fight in the battle segment: the march is over.
                Some(_) => self.halt(impulse, marching, rules, ump),
                None => self.at_stage(Stage::March(impulse, marching)),
            });
        };
        let hunter = self.troops[index];
        let circumstances = self.interception(rules, &marching, &hunter, border);
        let at_home = self.control(marching.at) == Some(enemy);
        let name = || {
            let country = self.command(rules, &hunter.roster, hunter.at).country;
            let nation = &rules.nations[usize::from(country)].name;
            format!("{nation} from {}", rules.place(hunter.at))
        };
        let of = (impulse, enemy, hunter.roster.has_major(rules), at_home);
        ump.about(|| {
            let (hunter, march) = (self.stack_words(rules, &hunter), marching.words(rules));
            format!("{hunter} could fall on {march}: {} in 10", circumstances.chance(&rules.charts))
        });
        let quarry = Some(&mut marching);
        Ok(match self.try_interception(&circumstances, of, name, quarry, rules, ump)? {
            InterceptionEnd::LetPass => self.at_stage(Stage::Intercept(impulse, marching, index as u8 + 1)),
            InterceptionEnd::Missed => {
                marching.tried |= 1 << hunter.at;
                self.at_stage(Stage::Intercept(impulse, marching, index as u8 + 1))
            }
            InterceptionEnd::Met => {
                marching.tried |= 1 << hunter.at;
                // Unless it wins, it intercepts nobody else in this impulse.
                (self.troops[index].spent, self.troops[index].intercepted) = (true, true);
                self.at_stage(Stage::Gather(impulse, marching, index as u8))
            }
        })
    }

    /// A march comes upon the enemy: an overrun, a battle at once, or one at the end of the segment. Whoever
    /// is so far outnumbered may go behind his walls before.
    pub(super) fn meeting(
        mut self,
        impulse: Impulse,
        mut marching: Marching,
        index: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        self.tell_march(&mut marching, rules, ump);
        let enemy = self.troops[usize::from(index)];
        let sizes = [marching.roster.size(), enemy.roster.size()];
        if meeting(&rules.charts, sizes) != Meeting::Later {
            let escape = self.escape_by_land(rules, &marching.troops(), &enemy);
            let escape = Escape { overrun: true, ..escape };
            let mut swap = Swapped::new(ump, impulse.side.other());
            if Evasion::Stand.step(&escape, &mut swap)? == Break(EvasionEnd::Inside) {
                let leaders = self.followers(rules, &enemy);
                self.remove(usize::from(index));
                self.go_inside(enemy, leaders, rules, ump)?;
                return Ok(self.at_stage(Stage::Intercept(impulse, marching, 0)));
            }
        }
        let name = |command: Command| rules.nations[usize::from(command.country)].name.clone();
        let names = || [name(self.leads_march(rules, &marching)), name(self.command_of(rules, &enemy))];
        Ok(match come_upon(&rules.charts, sizes, names, ump) {
            Meeting::Removed => {
                let lost = self.leaders_of(rules, &enemy);
                self.remove(usize::from(index));
                self.capture(lost & !marching.leaders, rules, ump);
                self.at_stage(Stage::Intercept(impulse, marching, 0))
            }
            Meeting::AtOnce => self.start_overrun(impulse, marching, usize::from(index), rules, ump)?,
            // Their friends next door may come to their help.
            Meeting::Halted | Meeting::Later => self.at_stage(Stage::Intercept(impulse, marching, 0)),
        })
    }

    /// The stack that did not seek the battle may slip away, or go into the city.
    pub(super) fn evade(
        mut self,
        impulse: Impulse,
        at: u8,
        evasion: Evasion,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let enemy = impulse.side.other();
        let (Some(hunter), Some(index)) = (self.field(impulse.side, at), self.field(enemy, at)) else {
            return Ok(self.at_stage(Stage::Battles(impulse)));
        };
        let (hunter, troops) = (self.troops[hunter], self.troops[index]);
        let escape = self.escape_by_land(rules, &hunter, &troops);
        ump.about(|| {
            let both = self.confrontation(rules, impulse.side, at);
            match (evasion, escape.refuges.is_empty()) {
                (Evasion::Stand, false) => format!("{both}; {} in 10 to slip away", escape.chance()),
                _ => both,
            }
        });
        let end = match evasion.step(&escape, &mut Swapped::new(ump, enemy))? {
            Continue(next) => return Ok(self.at_stage(Stage::Evade(impulse, at, next))),
            Break(end) => end,
        };
        let away = match end {
            EvasionEnd::Inside => Some((at, true)),
            EvasionEnd::Away(place) => {
                rules.province(&escape.refuges[usize::from(place)].key).map(|to| (to, false))
            }
            _ => None,
        };
        if let Some((to, inside)) = away {
            let leaders = self.followers(rules, &troops);
            self.remove(index);
            let troops = Troops { at: to, inside, ..troops };
            self.post_leaders(leaders, Game::post_with(&troops));
            self.join(rules, troops, ump)?;
            return Ok(self.at_stage(Stage::Battles(impulse)));
        }
        self.relieve(impulse, at, rules, ump)
    }

    /// How a stack may get out of the way of another in its province.
    fn escape_by_land(&self, rules: &GameRules, hunter: &Troops, troops: &Troops) -> Escape {
        let at = troops.at;
        let side = self.side_of(troops);
        let name = |troops: &Troops| {
            let led = led_by(rules, self.leaders_of(rules, troops));
            format!("{}{led}", troops.roster.words(rules))
        };
        let manoeuvre = |troops: &Troops| self.manoeuvre(rules, &troops.roster, at);
        // What is left of the room counts as the level, unless the counters inside leave none for these.
        let room = side.map_or(0, |side| self.city_room(rules, side, at));
        let fits = side.is_some_and(|side| self.fits_inside(rules, side, at, &troops.roster));
        let walls = room > 0 && (fits || troops.roster.ld_count() > room);
        let ways = side.map_or(Vec::new(), |side| self.refuges(rules, side, troops, None));
        let provinces = ways.iter().filter(|refuge| !refuge.inside && refuge.goes == troops.roster);
        Escape {
            charts: Arc::clone(&rules.charts),
            title: String::new(),
            names: [name(troops), name(hunter)],
            manoeuvre: manoeuvre(troops) - manoeuvre(hunter),
            stack: Some(troops.stack()),
            blockade: None,
            fortress: walls.then_some(room),
            divides: None,
            refuges: provinces.map(|refuge| rules.refuge(refuge.at)).collect(),
            walls: city(rules, at).to_owned(),
            moving: troops.intercepted,
            stand: Stand::Fight,
            forces_battle: false,
            overrun: false,
        }
    }
}

pub(super) fn city(rules: &GameRules, at: u8) -> &str {
    &rules.provinces[usize::from(at)].city
}
