//! Who stands where at the start of a title, and what scores.

use super::files::sound;
use super::text::{ScenarioText, SetupText, SideText, TroopsText};
use super::{
    FIRST_TURN, Force, LAST_TURN, Nation, Province, SeaZone, StartingFleet, StartingTroops, TURNS,
    TitleFigures, TitleLeader, TitleSide, check, people,
};
use crate::charts::Charts;
use crate::fleet::Fleet;
use crate::host::ALLIES_MAX;
use crate::power::Period;
use crate::siege::garrison_room;
use crate::stack::Stack;
use grognard_charts::{BadData, Problem};
use grognard_umpire::{BySide, Side};

/// The scenario with a key, all of them being sound.
///
/// # Errors
/// Which there are, or what is wrong with one.
pub(super) fn chosen<'a>(
    setup: &'a SetupText,
    text: &str,
    scenario: &str,
) -> Result<&'a ScenarioText, BadData> {
    let mut problems = Vec::new();
    check::ids(&mut problems, "scenario", setup.scenario.iter().map(|s| s.key.as_str()));
    setup.scenario.iter().for_each(|scenario| check_scenario(scenario, &mut problems));
    check::ids(&mut problems, "side", setup.side.iter().map(|s| s.id.as_str()));
    for side in &setup.side {
        if ["neutral", "none", "both", "either"].contains(&side.id.as_str()) {
            let problem = format!("`{}` means something else in these files", side.id);
            problems.push(Problem::new(format!("side {}, id", side.id), problem));
        }
    }
    if setup.side.len() != 2 {
        problems.push(Problem::new("side", format!("{} sides; a title has two", setup.side.len())));
    }
    sound("setup.toml", text, &problems)?;
    setup.scenario.iter().find(|s| s.key == scenario).ok_or_else(|| {
        let keys: Vec<&str> = setup.scenario.iter().map(|s| s.key.as_str()).collect();
        let problem = format!("no scenario `{scenario}`; there are {}", keys.join(", "));
        BadData::new("setup.toml", "scenario", problem)
    })
}

fn check_scenario(scenario: &ScenarioText, problems: &mut Vec<Problem>) {
    let place = |field: &str| format!("scenario {}, {field}", scenario.key);
    check::name(problems, place("name"), &scenario.name);
    for points in scenario.offset {
        check::within(problems, place("offset"), points, check::POINTS);
    }
    let mut wrong = |problem: String| problems.push(Problem::new(place("turns"), problem));
    if scenario.turns.is_empty() {
        wrong("a scenario has at least one turn".to_owned());
    }
    for &turn in &scenario.turns {
        if !(FIRST_TURN..=LAST_TURN).contains(&turn) {
            wrong(format!("turn {turn} is out of bounds; the title has {}", check::turns()));
        }
    }
    if !scenario.turns.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1])) {
        wrong("turns follow one another, the earliest first".to_owned());
    }
}

/// Reads the set-up against the map and the countries.
pub(super) struct Reader<'a> {
    pub(super) charts: &'a Charts,
    pub(super) period: Period,
    pub(super) provinces: &'a [Province],
    pub(super) seas: &'a [SeaZone],
    pub(super) nations: &'a [Nation],
    pub(super) leaders: &'a [TitleLeader],
    /// The turn the scenario begins with.
    pub(super) turn: u8,
    /// The fortress of every province, counters included.
    pub(super) levels: Vec<u8>,
    /// The leaders who have their post.
    pub(super) posted: Vec<u8>,
    pub(super) problems: Vec<Problem>,
}

impl Reader<'_> {
    fn found(&mut self, what: &str, place: &str, index: Option<usize>, id: &str) -> u8 {
        index.unwrap_or_else(|| {
            self.problems.push(Problem::new(place, format!("no {what} `{id}`")));
            0
        }) as u8
    }

    pub(super) fn province(&mut self, place: &str, id: &str) -> u8 {
        let index = self.provinces.iter().position(|p| p.id == id);
        self.found("province", place, index, id)
    }

    fn country(&mut self, place: &str, id: &str) -> u8 {
        let index = self.nations.iter().position(|n| n.id == id);
        self.found("country", place, index, id)
    }

    fn wrong(&mut self, place: &str, problem: impl Into<String>) {
        self.problems.push(Problem::new(place, problem));
    }

    /// The side of a country when the scenario begins.
    fn side_of(&self, country: u8) -> Option<Side> {
        self.nations[usize::from(country)].sides[usize::from(self.turn - FIRST_TURN)]
    }

    /// Whether a monarch leads the troops of another major of his side.
    fn crowned(&self, leader: &TitleLeader, country: u8) -> bool {
        let major = self.nations[usize::from(country)].major;
        leader.monarch && major && self.side_of(leader.country) == self.side_of(country)
    }

    fn posted(&mut self, place: &str, country: u8, ids: &[String], general: bool) -> Vec<u8> {
        let mut posted = Vec::new();
        for id in ids {
            let index = self.leaders.iter().position(|l| l.id == *id);
            let leader = self.found("leader", place, index, id);
            let known = &self.leaders[usize::from(leader)];
            if index.is_some() && known.general != general {
                let wanted = if general { "a general leads troops" } else { "an admiral leads a fleet" };
                self.problems.push(Problem::new(place, format!("{wanted}, and `{id}` is none")));
            } else if index.is_some() && known.country != country && !self.crowned(known, country) {
                self.problems.push(Problem::new(place, format!("`{id}` serves another country")));
            } else if index.is_some() && !(known.turns[0]..=known.turns[1]).contains(&self.turn) {
                let [first, last] = known.turns;
                self.problems.push(Problem::new(place, format!("`{id}` serves in turns {first} to {last}")));
            }
            if index.is_some() && self.posted.contains(&leader) {
                self.wrong(place, format!("`{id}` stands elsewhere too"));
            }
            self.posted.push(leader);
            posted.push(leader);
        }
        posted
    }

    pub(super) fn troops(&mut self, setup: &SetupText) -> Vec<StartingTroops> {
        let mut all: Vec<StartingTroops> = Vec::new();
        for (number, text) in setup.troops.iter().enumerate() {
            let place = format!("troops {}", number + 1);
            let at = self.province(&format!("{place}, at"), &text.at);
            let country = self.country(&format!("{place}, country"), &text.country);
            let leaders = self.posted(&format!("{place}, leaders"), country, &text.leaders, true);
            let stack = self.counters(&format!("{place}, counters"), country, text);
            self.check_ground(&place, at, country, text);
            if self.nations[usize::from(country)].always_veteran && !text.veteran {
                self.wrong(
                    &format!("{place}, veteran"),
                    "all troops of the country are veterans; write true",
                );
            }
            let inside = text.inside;
            all.push(StartingTroops { at, country, stack, veteran: text.veteran, leaders, inside });
            self.check_company(&place, &all);
        }
        for (index, nation) in self.nations.iter().enumerate() {
            let own = |t: &&StartingTroops| usize::from(t.country) == index;
            let armies: u8 = all.iter().filter(own).map(|t| t.stack.armies()).sum();
            if armies > nation.armies {
                let have = people::counters(nation.armies, "A");
                let problem = format!("{armies} A counters of `{}`, which has {have}", nation.id);
                self.problems.push(Problem::new("troops, counters", problem));
            }
        }
        // Majors first: a minor joins a stack of its side's major.
        all.sort_by_key(|t| t.country);
        all
    }

    /// The counters of a line of the set-up.
    fn counters(&mut self, place: &str, country: u8, text: &TroopsText) -> Stack {
        let stack = Stack::read(&text.counters).unwrap_or_else(|problem| {
            self.wrong(place, problem);
            Stack::default()
        });
        if text.counters.trim().is_empty() {
            self.wrong(place, "a stack has at least one counter");
        }
        for refusal in stack.check(self.nations[usize::from(country)].country).err().unwrap_or_default() {
            self.wrong(place, refusal.to_string());
        }
        if let Err(problem) = people::check_whole(Force { stack, fleet: Fleet::default() }) {
            self.wrong(place, problem);
        }
        stack
    }

    /// Troops are at war, fight where they stand, and are in a city only if it is their side's.
    fn check_ground(&mut self, place: &str, at: u8, country: u8, text: &TroopsText) {
        let (province, nation) = (&self.provinces[usize::from(at)], &self.nations[usize::from(country)]);
        let (side, owner) = (self.side_of(country), self.side_of(province.owner));
        if side.is_none() {
            let problem = format!("{} is neutral in turn {} by its `sides`", nation.name, self.turn);
            self.wrong(&format!("{place}, country"), problem);
        } else if owner.is_none() {
            self.wrong(
                &format!("{place}, at"),
                format!("`{}` is neutral: its `owner` has no part in turn {}", text.at, self.turn),
            );
        } else if !nation.fights_in(at) {
            let problem =
                format!("{} does not fight in `{}`, which is not in its `range`", nation.name, text.at);
            self.wrong(&format!("{place}, at"), problem);
        } else if text.inside && owner != side {
            let problem = format!(
                "the `owner` of `{}` is an enemy, and nobody of this side is inside its city",
                text.at
            );
            self.wrong(&format!("{place}, at"), problem);
        }
    }

    /// Those who stand together are of different nations, on one side, and within the limits of one stack.
    fn check_company(&mut self, place: &str, all: &[StartingTroops]) {
        let Some((last, before)) = all.split_last() else { return };
        let (side, spot) = (self.side_of(last.country), (last.at, last.inside));
        let beside = before.iter().filter(|t| (t.at, t.inside) == spot && self.side_of(t.country) == side);
        let beside: Vec<&StartingTroops> = beside.collect();
        let sum = beside.iter().fold(last.stack, |sum, t| sum.with(t.stack));
        let nation = |country: u8| &self.nations[usize::from(country)];
        let province = &self.provinces[usize::from(last.at)];
        let mut problems = Vec::new();
        if beside.iter().any(|t| t.country == last.country) {
            let problem =
                format!("{} stands there already; write its counters as one", nation(last.country).name);
            problems.push(("at", problem));
        } else if !beside.is_empty() {
            let limits = sum.check(nation(last.country).country).err().into_iter().flatten();
            problems.extend(limits.map(|refusal| ("counters", format!("with those beside it: {refusal}"))));
            let major = all.iter().any(|t| (t.at, t.inside) == spot && nation(t.country).major);
            if !major || beside.len() > ALLIES_MAX {
                let problem =
                    "minors join a stack of their side's major; without one they do not stand together";
                problems.push(("at", format!("{problem} ({})", rule!("ITALY-l"))));
            }
        }
        let room = garrison_room(self.charts, self.levels[usize::from(last.at)]);
        if last.inside && sum.ld_count() > room {
            let (ld, clause) = (sum.ld_count(), rule!("SIEGE-h"));
            problems
                .push(("inside", format!("{ld} LD in {}, which holds {room} LD ({clause})", province.city)));
        }
        for (field, problem) in problems {
            self.wrong(&format!("{place}, {field}"), problem);
        }
    }

    pub(super) fn fleets(&mut self, setup: &SetupText) -> Vec<StartingFleet> {
        let mut all: Vec<StartingFleet> = Vec::new();
        for (number, text) in setup.fleet.iter().enumerate() {
            let place = format!("fleet {}", number + 1);
            let port = self.province(&format!("{place}, port"), &text.port);
            let country = self.country(&format!("{place}, country"), &text.country);
            let leaders = self.posted(&format!("{place}, leaders"), country, &text.leaders, false);
            let fleet = Fleet::read(&text.ships).unwrap_or_else(|problem| {
                self.problems.push(Problem::new(format!("{place}, ships"), problem));
                Fleet::default()
            });
            self.check_fleet(&place, port, country, fleet);
            if all.iter().any(|f| (f.port, f.country) == (port, country)) {
                let problem = "another fleet of the country lies there already; write them as one";
                self.wrong(&format!("{place}, port"), problem);
            }
            all.push(StartingFleet { port, country, fleet, leaders });
            self.check_berths(&place, &all);
        }
        all
    }

    /// A fleet lies in a port that can hold it, within the limits of sea stacks, galleys in their own sea.
    fn check_fleet(&mut self, place: &str, port: u8, country: u8, fleet: Fleet) {
        let (province, nation) = (&self.provinces[usize::from(port)], &self.nations[usize::from(country)]);
        let mut wrong = |field: &str, problem: String| {
            self.problems.push(Problem::new(format!("{place}, {field}"), problem));
        };
        if fleet.is_empty() {
            wrong("ships", "a fleet needs at least one ship".to_owned());
        }
        if let Err(refusal) = province.berths(fleet) {
            wrong("port", refusal.to_string());
        }
        if let Err(refusal) = fleet.check(self.charts, nation.line, self.period) {
            wrong("ships", refusal.to_string());
        }
        let inner = province.seas.iter().any(|&sea| self.seas[usize::from(sea)].mediterranean);
        if fleet.galleys + fleet.galleasses > 0 && !inner {
            let clause = rule!("LOGISTICS-b");
            wrong("ships", format!("galleys keep to zones that are `mediterranean` ({clause})"));
        }
        if !province.seas.iter().any(|&sea| nation.sails(sea)) {
            wrong(
                "port",
                format!("{} does not sail the `seas` of {}; see its `sea-range`", nation.name, province.id),
            );
        }
        if let Err(problem) = people::check_whole(Force { stack: Stack::default(), fleet }) {
            wrong("ships", problem);
        }
        let (side, owner) = (self.side_of(country), self.side_of(province.owner));
        if side.is_none() {
            let problem = format!("{} is neutral in turn {} by its `sides`", nation.name, self.turn);
            self.wrong(&format!("{place}, country"), problem);
        } else if side != owner {
            self.wrong(
                &format!("{place}, port"),
                format!("{} is not a port of its side; see its `owner`", province.id),
            );
        }
    }

    /// All fleets of a side in a port find room there, and no country has more F counters than it owns.
    fn check_berths(&mut self, place: &str, all: &[StartingFleet]) {
        let Some(last) = all.last() else { return };
        let counters = |those: &dyn Fn(&StartingFleet) -> bool| {
            let those = all.iter().filter(|f| those(f));
            those.fold(0u8, |sum, f| sum.saturating_add(f.fleet.f_counters()))
        };
        let in_port = Fleet { f_plus: counters(&|f| f.port == last.port), ..Fleet::default() };
        let province = &self.provinces[usize::from(last.port)];
        let nation = &self.nations[usize::from(last.country)];
        let mut problems = Vec::new();
        if last.fleet.f_counters() > 0
            && let Err(refusal) = province.berths(in_port)
        {
            problems.push(("port", refusal.to_string()));
        }
        if counters(&|f| f.country == last.country) > nation.fleets {
            let have = people::counters(nation.fleets, "F");
            problems.push(("ships", format!("`{}` has {have}", nation.id)));
        }
        for (field, problem) in problems {
            self.wrong(&format!("{place}, {field}"), problem);
        }
    }

    pub(super) fn sides(&mut self, setup: &SetupText) -> BySide<TitleSide> {
        for (index, leader) in self.leaders.iter().enumerate().filter(|(_, l)| l.monarch) {
            if !setup.side.iter().any(|side| side.monarch == self.leaders[index].id) {
                let problem = format!("`{}` is a king, and no side's monarch", leader.id);
                self.problems.push(Problem::new("side, monarch", problem));
            }
        }
        BySide::from_fn(|side: Side| {
            let text = &setup.side[side as usize];
            let place = |field: &str| format!("side {}, {field}", text.id);
            let capital = self.province(&place("capital"), &text.capital);
            if self.side_of(self.provinces[usize::from(capital)].owner) != Some(side) {
                self.wrong(
                    &place("capital"),
                    format!("`{}` is not the side's; see its `owner`", text.capital),
                );
            }
            self.check_monarch(side, text);
            self.check_purse(text);
            let major = self.nations.iter().position(|n| n.major && n.sides[0] == Some(side));
            if major.is_none() {
                self.wrong(&place("id"), format!("no major of `{}` in countries.toml", text.id));
            }
            TitleSide {
                name: text.name.clone(),
                capital,
                initiative: text.initiative,
                treasury: text.treasury,
                stability: text.stability,
                fixed_income: text.off_map_income.saturating_add(text.income_adjustment),
                major: major.unwrap_or(0) as u8,
            }
        })
    }

    /// A side's monarch is a king of one of its majors.
    fn check_monarch(&mut self, side: Side, text: &SideText) {
        let place = format!("side {}, monarch", text.id);
        let kings: Vec<&str> = self.leaders.iter().filter(|l| l.monarch).map(|l| l.id.as_str()).collect();
        let monarch = self.leaders.iter().find(|leader| leader.id == text.monarch);
        let problem = match monarch {
            None => format!("no leader `{}`; the kings are {}", text.monarch, kings.join(", ")),
            Some(leader) if !leader.monarch => {
                format!("`{}` is not a king; the kings are {}", text.monarch, kings.join(", "))
            }
            Some(leader) if self.side_of(leader.country) != Some(side) => {
                format!("`{}` is of another side", text.monarch)
            }
            Some(leader) if !self.nations[usize::from(leader.country)].major => {
                format!("`{}` is of a minor; a side's monarch is of a major", text.monarch)
            }
            Some(_) => return,
        };
        self.wrong(&place, problem);
    }

    /// What a side has at the start, and can ever have, stays a sum that can be written down.
    fn check_purse(&mut self, text: &SideText) {
        let place = |field: &str| format!("side {}, {field}", text.id);
        check::name(&mut self.problems, place("name"), &text.name);
        check::within(&mut self.problems, place("initiative"), text.initiative, check::POINTS);
        check::within(&mut self.problems, place("treasury"), text.treasury, check::DUCATS);
        check::within(&mut self.problems, place("stability"), text.stability, check::STABILITY);
        check::within(&mut self.problems, place("off-map-income"), text.off_map_income, check::DUCATS);
        let adjustment = -check::DUCATS.end()..=*check::DUCATS.end();
        check::within(&mut self.problems, place("income-adjustment"), text.income_adjustment, adjustment);
        let incomes: i64 = self.provinces.iter().map(|p| i64::from(p.income) + i64::from(p.gold)).sum();
        let incomes =
            incomes + i64::from(text.off_map_income.max(0)) + i64::from(text.income_adjustment.max(0));
        let most = i64::from(text.treasury) + TURNS as i64 * incomes;
        if most > i16::MAX.into() {
            let problem = format!(
                "with all incomes of the map {most} ducats could be had; the books end at {}",
                i16::MAX
            );
            self.wrong(&place("treasury"), problem);
        }
    }

    /// Fortresses beyond what the map prints.
    pub(super) fn fortresses(&mut self, setup: &SetupText) {
        let mut known = Vec::new();
        for fortress in &setup.fortress {
            let place = format!("fortress {}, level", fortress.at);
            let at = self.province(&format!("fortress {}, at", fortress.at), &fortress.at);
            check::within(&mut self.problems, &place, fortress.level, check::LEVELS);
            let printed = self.provinces[usize::from(at)].fortress;
            if fortress.level < printed {
                self.wrong(
                    &place,
                    format!("{} is less than the {printed} printed on the map", fortress.level),
                );
            }
            if known.contains(&at) {
                self.wrong(&format!("fortress {}, at", fortress.at), "stands in the file twice");
            }
            known.push(at);
            self.levels[usize::from(at)] = fortress.level;
        }
    }

    /// What scores: province, side (none for either), points.
    pub(super) fn victory(&mut self, setup: &SetupText) -> Vec<(u8, Option<Side>, i16)> {
        let mut victory: Vec<(u8, Option<Side>, i16)> = Vec::new();
        let mut words: Vec<&str> = setup.side.iter().map(|side| side.id.as_str()).collect();
        words.push("either");
        for line in &setup.victory {
            let place = |field: &str| format!("victory {}, {field}", line.province);
            let at = self.province(&place("province"), &line.province);
            let side = words.iter().position(|word| *word == line.side);
            if side.is_none() {
                let problem = format!("no side `{}`; write {}", line.side, check::one_of(&words));
                self.wrong(&place("side"), problem);
            }
            check::within(&mut self.problems, place("points"), line.points, check::POINTS);
            if victory.iter().any(|(known, ..)| *known == at) {
                self.wrong(&place("province"), "stands in the file twice");
            }
            victory.push((at, side.and_then(|index| Side::ALL.get(index).copied()), line.points));
        }
        victory
    }

    /// The figures of the title: gains are gains, losses are losses, and a draw is less than a victory.
    pub(super) fn figures(&mut self, figures: &TitleFigures) {
        let lost = -check::POINTS.end()..=0;
        for (field, value, bounds) in [
            ("major-battle", figures.major_battle, check::POINTS),
            ("monarch-captured", figures.monarch_captured, check::POINTS),
            ("neutral-attacked", figures.neutral_attacked, lost.clone()),
            ("ransom", figures.ransom, check::DUCATS),
            ("ransom-stability", figures.ransom_stability.into(), 0..=6),
            ("draw-up-to", figures.draw_up_to, check::POINTS),
            ("marginal-up-to", figures.marginal_up_to, i64::from(figures.draw_up_to)..=*check::POINTS.end()),
            ("stability-lost-below", figures.stability_lost_below.into(), -3..=0),
            ("peace-offered-from", figures.peace_offered_from.into(), check::STABILITY),
            ("peace-refused", figures.peace_refused, lost),
            ("wurtemberg-price", figures.wurtemberg_price, check::DUCATS),
        ] {
            check::within(&mut self.problems, format!("figures, {field}"), value, bounds);
        }
    }
}
