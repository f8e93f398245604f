//! An engagement: everything that is given before a land battle begins, read from a battle file.

use crate::artillery::{artillery_of, artillery_sum};
use crate::battle::{Pairs, Scale};
use crate::change::Change;
use crate::charts::Charts;
use crate::host::{
    Contingent, Host, Kind, Quality, allies_of, artillery_together, average_size, host_of, quality,
};
use crate::leader::Commander;
use crate::power::{Class, Corps, Country, Period, Technology, Terrain, Theatre, Turn};
use crate::profile::{Profile, ProfileText};
use crate::scene::{AllyText, Claim, LeaderText, Scene, first_fight_problem};
use crate::stack::Stack;
use crate::thirds::Thirds;
use grognard_charts::{BadData, Problem, read, refuse};
use grognard_umpire::{BySide, Side};
use serde::Deserialize;
use std::sync::Arc;

/// How the phasing side came to the field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Approach {
    /// By open country.
    #[default]
    Open,
    /// Over a river.
    River,
    /// Over a mountain pass.
    Pass,
    /// Over a strait.
    Strait,
    /// From ships.
    Landing,
}

/// Whether one side intercepted the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Interception {
    /// No.
    #[default]
    None,
    /// The defender intercepted the moving attacker.
    ByDefender,
    /// The attacker, the phasing side, counter-intercepted.
    ByAttacker,
}

/// When a side tries to leave the field after the first day, if nobody is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RetreatPolicy {
    /// Never.
    #[default]
    Never,
    /// Always.
    Always,
    /// When it has less morale left than the enemy.
    WhenBehind,
    /// When it has one point of morale left.
    WhenShaken,
}

/// One side's `[….policy]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// Trying to leave after the first day; never if left out.
    #[serde(default)]
    pub retreat: RetreatPolicy,
}

/// One side of a battle file.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ArmyText {
    name: String,
    country: Country,
    class: Option<Class>,
    corps: Option<Corps>,
    counters: String,
    technology: Technology,
    #[serde(default)]
    veteran: bool,
    #[serde(default)]
    tercios: bool,
    leader: LeaderText,
    /// Nations that fight under its command.
    #[serde(default)]
    allies: Vec<AllyText>,
    #[serde(default)]
    approach: Approach,
    #[serde(default)]
    foraging: bool,
    #[serde(default)]
    first_fight_with_turkey: bool,
    #[serde(default)]
    conquistador: bool,
    #[serde(default)]
    policy: Policy,
}

grognard_charts::battle_file! {
    /// A land battle file.
    #[derive(Clone, Debug)]
    pub struct EngagementText {
        year: u16,
        theatre: Theatre,
        terrain: Terrain,
        #[serde(default)]
        interception: Interception,
        #[serde(default)]
        rules: ProfileText,
        attacker: ArmyText,
        defender: ArmyText,
    }
}

/// One army on the field.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Army {
    /// What the side is called.
    pub name: String,
    /// Its country: of several nations the one that commands.
    pub country: Country,
    /// Its class.
    pub class: Class,
    /// Its corps, if it differs from the country's others.
    pub corps: Option<Corps>,
    /// Its counters at the start, those of its allies among them.
    pub stack: Stack,
    /// The nations of a stack of several, the one that commands first; empty if it is of one.
    pub nations: Vec<Contingent>,
    /// The LD counters left to make change with.
    pub change: Change,
    /// Its technology.
    pub technology: Technology,
    /// Whether more than half of it are veterans.
    pub veteran: bool,
    /// Whether it fights in tercios.
    pub tercios: bool,
    /// Who commands.
    pub commander: Commander,
    /// How it came; only the attacker's matters.
    pub approach: Approach,
    /// Whether it lived off the land on its way.
    pub foraging: bool,
    /// Whether it meets Turkey for the first time, before 1560.
    pub first_fight_with_turkey: bool,
    /// Whether a conquistador leads it outside Europe.
    pub conquistador: bool,
    /// How it decides when nobody is asked.
    pub policy: Policy,
}

impl Army {
    /// The nations that fight under its command.
    pub(crate) fn allies(&self) -> &[Contingent] {
        allies_of(&self.nations)
    }

    /// Its counters by nation.
    pub(crate) fn host(&self) -> Host {
        host_of(self.stack, &self.nations)
    }

    /// Whether it has an A counter of a kind.
    pub(crate) fn has_army_of(&self, kind: impl Fn(Kind) -> bool) -> bool {
        let Army { country, class, corps, .. } = *self;
        match &self.nations[..] {
            [] => self.stack.armies() > 0 && kind(Kind { country, class, corps }),
            nations => nations.iter().any(|nation| nation.stack.armies() > 0 && kind(nation.kind())),
        }
    }
}

/// The givens of a battle. The state of a [`Battle`](crate::Battle) holds only what changes.
pub struct Engagement {
    /// The tables.
    pub charts: Arc<Charts>,
    /// The readings in force.
    pub profile: Profile,
    /// The battle's name.
    pub title: String,
    /// The turn.
    pub turn: Turn,
    /// The period.
    pub period: Period,
    /// Europe or not.
    pub theatre: Theatre,
    /// The ground.
    pub terrain: Terrain,
    /// Who intercepted.
    pub interception: Interception,
    /// The armies: the attacker is the first side.
    pub armies: BySide<Army>,
    pub(crate) parameters: Pairs,
    pub(crate) scales: BySide<Scale>,
}

impl Engagement {
    /// Reads a land battle file.
    ///
    /// # Errors
    /// What is wrong with it, where, and what would be right.
    pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<Engagement, BadData> {
        let setup: EngagementText = read(file, text)?;
        let Some((turn, period)) =
            Turn::of_year(setup.year).and_then(|turn| Some((turn, charts.period(turn)?)))
        else {
            let problem = Turn::outside(setup.year);
            return Err(refuse(file, text, &[Problem::new("year", problem)]));
        };
        let mut problems = Vec::new();
        let profile = setup.rules.profile();
        let scene = Scene { charts, turn, period, year: setup.year, theatre: setup.theatre };
        let armies = BySide::new(
            scene.army("attacker", &setup.attacker, &setup.defender, profile, &mut problems),
            scene.army("defender", &setup.defender, &setup.attacker, profile, &mut problems),
        );
        if setup.defender.approach != Approach::Open {
            let problem =
                "only the attacker, the phasing side, comes over rivers or from ships; leave it out";
            problems.push(Problem::new("defender.approach", problem));
        }
        if !problems.is_empty() {
            return Err(refuse(file, text, &problems));
        }
        let mut engagement = Engagement {
            charts: Arc::clone(charts),
            profile,
            title: setup.title,
            turn,
            period,
            theatre: setup.theatre,
            terrain: setup.terrain,
            interception: setup.interception,
            armies,
            parameters: Pairs::default(),
            scales: BySide::default(),
        };
        engagement.prepare();
        Ok(engagement)
    }

    /// Makes ready what the possible pairs of leaders come to. Done anew after any change.
    pub fn prepare(&mut self) {
        self.parameters = Pairs::of_all_leaders(self);
        self.scales = BySide::from_fn(|side| Scale::of(self, side));
    }

    /// The size step of a side over the other: -2 to +2, the negative of the other's.
    pub fn size_step(&self, side: Side) -> i8 {
        // The step is the difference of the sizes in threes.
        self.charts.size_step(self.size(side), self.size(side.other()))
    }

    /// The size of a side: by class and period, of several nations the average.
    pub fn size(&self, side: Side) -> i8 {
        let army = &self.armies[side];
        match &army.nations[..] {
            [] => self.charts.size(army.class, self.period),
            nations => average_size(&self.charts, nations, self.period),
        }
    }

    /// The artillery of a side's stack.
    pub fn artillery(&self, side: Side) -> u8 {
        let (army, count) = (&self.armies[side], self.profile.artillery);
        if !army.nations.is_empty() {
            return artillery_together(&self.charts, count, &army.nations, self.period);
        }
        let full = artillery_of(&self.charts, army.country, army.class, army.corps, self.period);
        artillery_sum(&self.charts, count, army.stack, full)
    }
}

impl Scene<'_> {
    fn army(
        &self,
        key: &str,
        text: &ArmyText,
        enemy: &ArmyText,
        profile: Profile,
        problems: &mut Vec<Problem>,
    ) -> Army {
        let stack = self.stack(&format!("{key}.counters"), &text.counters, text.country, problems);
        if stack.is_some_and(|stack| stack.size() == Thirds::ZERO) {
            problems.push(Problem::new(format!("{key}.counters"), "an empty stack cannot fight"));
        }
        let stack = stack.unwrap_or(Stack { ld: 1, ..Stack::default() });
        let ArmyText { country, class, corps, technology, tercios, veteran, .. } = *text;
        let class = self.check(&Claim { key, country, class, corps, technology, tercios }, problems);
        self.check_particulars(key, text, enemy, problems);
        let (name, key_of_orders) = (country.name(), String::new());
        let veterans = if veteran { stack.size() } else { Thirds::ZERO };
        let own = Contingent {
            name,
            key: key_of_orders,
            country,
            class,
            corps,
            stack,
            technology,
            veterans,
            tercios,
        };
        let mut nations = self.nations(key, own, &text.leader, &text.allies, problems);
        let stack = host_of(stack, &nations).stack;
        let Quality { technology, veteran, tercios } = quality(&nations, profile.mixed);
        if nations.len() == 1 {
            nations.clear();
        }
        let nameless = format!("The general of {}", text.name);
        Army {
            name: text.name.clone(),
            country,
            class,
            corps,
            stack,
            nations,
            change: Change::ENOUGH,
            technology,
            veteran,
            tercios,
            commander: text.leader.commander(key, country, nameless, problems).0,
            approach: text.approach,
            foraging: text.foraging,
            first_fight_with_turkey: text.first_fight_with_turkey,
            conquistador: text.conquistador,
            policy: text.policy,
        }
    }

    fn check_particulars(&self, key: &str, text: &ArmyText, enemy: &ArmyText, problems: &mut Vec<Problem>) {
        let mut problem = |field: &str, words: &str| {
            problems.push(Problem::new(format!("{key}.{field}"), words));
        };
        let turks = enemy.country == Country::Turkey || enemy.allies.iter().any(AllyText::is_turkish);
        if text.first_fight_with_turkey
            && let Some(words) = first_fight_problem(self.charts, self.year, turks, text.country, &text.name)
        {
            problem("first-fight-with-turkey", &words);
        }
        let last = self.charts.words.last_conquistadors();
        if text.conquistador && (self.theatre == Theatre::Europe || self.period > last) {
            problem("conquistador", &format!("only outside Europe, up to period {last}"));
        }
    }
}
