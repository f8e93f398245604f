//! The checks that turn what a file says of a side into a force: every problem is found, none stops the search.

use super::{ContingentText, LeaderText, LegionText, PartyText, WayText, distinct, key_of};
use crate::force::{
    Arm, Grade, LEADERS_MAX, Leader, Letter, NEARBY_MAX, Nearby, Party, People, Policy, Rank, Status,
    UNITS_MAX, Unit, Way,
};
use crate::guile::GUILE_MAX;
use crate::roster::Roster;
use crate::rule;
use grognard_charts::Problem;

/// What becomes of a leader's figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Used {
    /// It must be there.
    Needed,
    /// It may be there.
    Read,
    /// Nobody reads it, so it may not.
    Unread,
}

/// A leader's figure in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LeaderFigure {
    Battle,
    Campaign,
    Mortality,
    Initiative,
    BattlePoints,
    Guile,
    OverallCommander,
}

impl LeaderFigure {
    /// Its key in files, and what it is called.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            LeaderFigure::Battle => ("battle", "battle letter"),
            LeaderFigure::Campaign => ("campaign", "campaign rating"),
            LeaderFigure::Mortality => ("mortality", "mortality rating"),
            LeaderFigure::Initiative => ("initiative", "initiative"),
            LeaderFigure::BattlePoints => ("battle-points", "number of battle points"),
            LeaderFigure::Guile => ("guile", "number of Guile Points"),
            LeaderFigure::OverallCommander => ("overall-commander", "rank"),
        }
    }
}

/// A leader's place in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// The commander of a battle.
    Commander,
    /// A subordinate in a battle.
    Subordinate,
    /// The leader of a force near by.
    Nearby(u8),
    /// The commander of a campaign.
    Campaigner,
    /// A subordinate of a campaign, who may have to take over.
    Deputy,
}

impl Role {
    /// What becomes of a figure of a leader in this place.
    const fn uses(self, figure: LeaderFigure) -> Used {
        use LeaderFigure::{Battle, BattlePoints, Campaign, Guile, Initiative, Mortality, OverallCommander};
        match (self, figure) {
            (_, Mortality) => Used::Needed,
            (Role::Commander | Role::Campaigner | Role::Deputy, Battle | Campaign) => Used::Needed,
            (Role::Campaigner | Role::Deputy, Initiative) => Used::Needed,
            (Role::Nearby(_), Campaign) => Used::Needed,
            (Role::Commander | Role::Campaigner, Guile | OverallCommander) => Used::Read,
            (Role::Deputy, Guile) => Used::Read,
            (Role::Subordinate | Role::Nearby(_) | Role::Deputy, BattlePoints) => Used::Read,
            _ => Used::Unread,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Role::Commander => "a commander",
            Role::Subordinate => "a subordinate in a battle",
            Role::Nearby(_) => "the leader of a force near by",
            Role::Campaigner => "the commander of a campaign",
            Role::Deputy => "a subordinate of a campaign",
        }
    }

    const fn nearby(self) -> Option<u8> {
        match self {
            Role::Nearby(force) => Some(force),
            _ => None,
        }
    }
}

/// A leader of a file under examination.
struct LeaderAt<'a> {
    checker: &'a mut Checker,
    path: &'a str,
    name: &'a str,
    role: Role,
}

impl LeaderAt<'_> {
    /// A figure: refused where nobody would read it, asked for where it is needed.
    fn given<T>(&mut self, figure: LeaderFigure, value: Option<T>) -> Option<T> {
        let (key, noun) = figure.words();
        let (name, role) = (self.name, self.role.words());
        let problem = match (self.role.uses(figure), &value) {
            (Used::Needed, None) => format!("{name} has no {noun}; {role} needs one"),
            (Used::Unread, Some(_)) => {
                format!("{name} is {role}, of whom nobody reads the {noun}; leave it out")
            }
            _ => return value,
        };
        self.checker.problem(format!("{}.{key}", self.path), problem);
        None
    }

    fn number(&mut self, figure: LeaderFigure, value: Option<i64>, most: u8) -> u8 {
        let (key, noun) = figure.words();
        let what = format!("{}'s {noun}", self.name);
        match self.given(figure, value) {
            Some(value) => {
                self.checker.number(format!("{}.{key}", self.path), value, 0, i64::from(most), &what)
            }
            None => 0,
        }
    }
}

/// A side's part in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// It attacks.
    Attacker,
    /// It is attacked.
    Defender,
    /// It marches in a campaign.
    Campaigner,
}

/// The problems found so far, and where we are.
pub(crate) struct Checker {
    pub(crate) problems: Vec<Problem>,
}

impl Checker {
    pub(crate) fn problem(&mut self, path: impl Into<String>, problem: impl Into<String>) {
        self.problems.push(Problem::new(path, problem));
    }

    pub(crate) fn number(&mut self, path: String, value: i64, low: i64, high: i64, what: &str) -> u8 {
        if (low..=high).contains(&value) {
            return value as u8;
        }
        self.problem(path, format!("{what} is {value}; it must be {low} to {high}"));
        low as u8
    }

    /// A leader, with the figures that somebody reads and no others.
    fn leader(&mut self, path: &str, text: &LeaderText, role: Role) -> Leader {
        let name = &text.name;
        let mut at = LeaderAt { checker: self, path, name, role };
        let letter = at.given(LeaderFigure::Battle, text.battle.as_deref()).map(|key| {
            Letter::from_key(key).unwrap_or_else(|| {
                let problem = format!("{name} has the battle letter `{key}`; it must be A to E");
                at.checker.problem(format!("{path}.battle"), problem);
                Letter::E
            })
        });
        let overall = at.given(LeaderFigure::OverallCommander, text.overall_commander);
        Leader {
            name: name.clone(),
            // Whoever has no letter here never commands.
            letter: letter.unwrap_or(Letter::E),
            campaign: at.number(LeaderFigure::Campaign, text.campaign, 9),
            mortality: at.number(LeaderFigure::Mortality, text.mortality, 9),
            battle_points: at.number(LeaderFigure::BattlePoints, text.battle_points, 9),
            initiative: at.number(LeaderFigure::Initiative, text.initiative, 9),
            guile: at.number(LeaderFigure::Guile, text.guile, GUILE_MAX),
            rank: if overall == Some(true) { Rank::OverallCommander } else { Rank::Leader },
            nearby: role.nearby(),
        }
    }

    fn units(
        &mut self,
        path: &str,
        status: Status,
        legions: &[LegionText],
        contingents: &[ContingentText],
        nearby: Option<u8>,
    ) -> Vec<Unit> {
        let mut units = Vec::new();
        for legion in legions {
            let sp = self.number(
                format!("{path}.legion"),
                legion.sp,
                1,
                200,
                &format!("the SP of {}", legion.name),
            );
            let grade = if legion.veteran { Grade::VeteranLegion } else { Grade::Legion };
            units.push(Unit {
                key: key_of(&legion.name),
                name: legion.name.clone(),
                contingent: "Roman".to_owned(),
                arm: Arm::Infantry,
                grade,
                status: legion.status.unwrap_or(status),
                sp,
                nearby,
            });
        }
        for contingent in contingents {
            let name = format!("{} {}", contingent.name, contingent.arm.key());
            let at = format!("{path}.contingent");
            let sp = self.number(at.clone(), contingent.sp, 1, 200, &format!("the SP of the {name}"));
            if contingent.elite > contingent.sp || contingent.elite < 0 {
                let problem =
                    format!("{} elite SP among {} SP of the {name}", contingent.elite, contingent.sp);
                self.problem(at.clone(), format!("{problem}; there cannot be more than all"));
                continue;
            }
            if contingent.arm == Arm::Elephants && contingent.elite > 0 {
                self.problem(at, "elephants are not elite".to_owned());
            }
            let elite = contingent.elite as u8;
            let mut add = |grade: Grade, sp: u8| {
                let name = match grade {
                    Grade::Elite if elite < contingent.sp as u8 => format!("elite {name}"),
                    _ => name.clone(),
                };
                units.push(Unit {
                    key: key_of(&name),
                    name,
                    contingent: contingent.name.clone(),
                    arm: contingent.arm,
                    grade,
                    status: contingent.status.unwrap_or(status),
                    sp,
                    nearby,
                });
            };
            if sp > elite {
                add(Grade::Line, sp - elite);
            }
            if elite > 0 {
                add(Grade::Elite, elite);
            }
        }
        units
    }

    fn way(&mut self, path: &str, text: &WayText) -> Way {
        let hexes = text.hexes.len();
        if hexes > 2 {
            let problem = format!("`{}` is {hexes} hexes long; a force goes at most two", text.name);
            self.problem(format!("{path}.way"), format!("{problem} ({})", rule!("8.23-o")));
        }
        if hexes == 0 && !text.into_city {
            let problem = format!("`{}` leads nowhere; name its hexes or make it a city", text.name);
            self.problem(format!("{path}.way"), problem);
        }
        Way {
            key: key_of(&text.name),
            name: text.name.clone(),
            into_city: text.into_city,
            hexes: text.hexes.clone(),
            across_river: text.across_river,
            ends_in: None,
        }
    }

    pub(crate) fn party(&mut self, path: &str, text: &PartyText, part: Part) -> Party {
        let status = text.status.unwrap_or(Status::Fresh);
        let (first, others) = match part {
            Part::Attacker | Part::Defender => (Role::Commander, Role::Subordinate),
            Part::Campaigner => (Role::Campaigner, Role::Deputy),
        };
        self.unread(path, text, part);
        let mut leaders = vec![self.leader(&format!("{path}.leader"), &text.leader, first)];
        for subordinate in &text.subordinate {
            leaders.push(self.leader(&format!("{path}.subordinate"), subordinate, others));
        }
        let mut units = self.units(path, status, &text.legion, &text.contingent, None);
        let mut nearby = Vec::new();
        if text.nearby.len() > NEARBY_MAX {
            self.problem(format!("{path}.nearby"), format!("at most {NEARBY_MAX} forces can be near by"));
        }
        for (index, force) in text.nearby.iter().enumerate().take(NEARBY_MAX) {
            let at = format!("{path}.nearby");
            let number = Some(index as u8);
            let leader = self.leader(&format!("{at}.leader"), &force.leader, Role::Nearby(index as u8));
            let distance = self.number(format!("{at}.distance"), force.distance, 0, 20, "the distance");
            let rivers = self.number(format!("{at}.rivers"), force.rivers, 0, 20, "the number of rivers");
            if force.path.len() != usize::from(distance) {
                let problem =
                    format!("{} is {distance} hexes away and its path has {}", force.name, force.path.len());
                self.problem(&at, format!("{problem}; list every hex it enters, the battle hex last"));
            }
            if distance == 0 && (rivers > 0 || force.enters_across_river) {
                self.problem(&at, format!("{} is in the battle hex and has no river to cross", force.name));
            }
            leaders.push(leader);
            let status = force.status.unwrap_or(Status::Fresh);
            units.extend(self.units(&at, status, &force.legion, &force.contingent, number));
            nearby.push(Nearby {
                name: force.name.clone(),
                leader: leaders.len() - 1,
                distance,
                rivers,
                path: force.path.clone(),
                enters_across_river: force.enters_across_river,
            });
        }
        self.check_units(path, &text.name, &mut units);
        if leaders.len() > LEADERS_MAX {
            self.problem(path, format!("{} leaders; at most {LEADERS_MAX} can be kept", leaders.len()));
            leaders.truncate(LEADERS_MAX);
        }
        let guile = leaders[0].guile;
        let people = if text.roman { People::Roman } else { People::Other };
        let policy = Policy {
            avoid: text.policy.avoid,
            avoidance_guile: text.policy.avoidance_guile,
            coordinate: text.policy.coordinate.unwrap_or(true),
            elephants: text.policy.elephants,
            unpredictable_guile: text.policy.unpredictable_guile,
            losses: text.policy.losses,
            pursue: text.policy.pursue,
            replace: text.policy.replace,
        };
        let mut ways: Vec<Way> = text.way.iter().map(|way| self.way(path, way)).collect();
        distinct(ways.iter_mut().map(|way| &mut way.key));
        let roster = Roster::new(&units);
        Party { name: text.name.clone(), people, leaders, guile, units, roster, nearby, ways, policy }
    }

    /// What stands in the file and would change nothing.
    fn unread(&mut self, path: &str, text: &PartyText, part: Part) {
        let name = &text.name;
        let legions = text.legion.len() + text.nearby.iter().map(|force| force.legion.len()).sum::<usize>();
        if !text.roman && legions > 0 {
            let problem =
                format!("{name} is not Roman and has legions; write roman = true or make them contingents");
            self.problem(format!("{path}.legion"), problem);
        }
        if part == Part::Attacker && text.policy.avoid {
            let problem = format!("{name} attacks and has no battle to avoid; leave it out");
            self.problem(format!("{path}.policy.avoid"), problem);
        }
        if part == Part::Attacker && text.way.iter().any(|way| way.across_river) {
            let problem = "only the river of a defender's way out counts; leave it out";
            self.problem(format!("{path}.way.across-river"), problem);
        }
        if part == Part::Defender && text.nearby.iter().any(|force| force.enters_across_river) {
            let problem = "only a river that an attacker crosses counts; leave it out";
            self.problem(format!("{path}.nearby.enters-across-river"), problem);
        }
        if part == Part::Campaigner && text.policy.coordinate.is_some() {
            let problem = "a campaign has no nearby forces to call in; leave it out";
            self.problem(format!("{path}.policy.coordinate"), problem);
        }
    }

    /// Whoever reads the file has to know what it is called. When it was and where its figures come from may be left
    /// out.
    pub(crate) fn title_page(&mut self, title: &str) {
        if title.trim().is_empty() {
            self.problem("title", "it is empty");
        }
    }

    fn check_units(&mut self, path: &str, name: &str, units: &mut Vec<Unit>) {
        let sp: u32 = units
            .iter()
            .filter(|unit| unit.nearby.is_none() && unit.arm != Arm::Elephants)
            .map(|unit| u32::from(unit.sp))
            .sum();
        if sp == 0 {
            self.problem(path, format!("{name} has 0 SP of infantry and cavalry; it needs at least 1"));
        }
        let all: u32 = units.iter().map(|unit| u32::from(unit.sp)).sum();
        if all > 250 {
            self.problem(path, format!("{name} has {all} SP; at most 250 can be kept"));
        }
        if units.len() > UNITS_MAX {
            let problem = format!("{name} has {} units; at most {UNITS_MAX} can be kept", units.len());
            self.problem(
                path,
                format!("{problem}: put auxiliaries of one arm together (legions are counted one by one)"),
            );
            units.truncate(UNITS_MAX);
        }
        distinct(units.iter_mut().map(|unit| &mut unit.key));
    }
}
