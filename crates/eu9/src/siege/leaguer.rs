//! The givens of a siege or an assault, read from a battle file.

use super::assault::Head;
use crate::artillery::{artillery_of, artillery_sum};
use crate::change::Change;
use crate::charts::{Charts, Entry};
use crate::host::{
    Allies, Contingent, Host, Quality, allies_of, artillery_together, has_trait, host_of, nations_now,
    quality, worst_technology,
};
use crate::leader::{Commander, Leader};
use crate::power::{Class, Corps, Country, Period, Technology, Terrain, Theatre, Turn};
use crate::profile::{Edition, LargeArmies, Resistance, SiegeProfile, SiegeProfileText, SmallBesieger};
use crate::scene::{AllyText, Claim, LeaderText, Scene};
use crate::stack::Stack;
use crate::thirds::Thirds;
use grognard_charts::{BadData, Problem, read, refuse};
use grognard_umpire::{BySide, Refusal, Ruling, Side, Umpire};
use serde::Deserialize;
use std::sync::Arc;

/// The port of a besieged place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Port {
    /// It has none.
    #[default]
    None,
    /// Open: no fleet blockades it.
    Open,
    /// Blockaded.
    Blockaded,
}

/// When the besieger storms, if nobody is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StormPolicy {
    /// Never.
    Never,
    /// Once a breach is made.
    AfterBreach,
    /// Every round.
    Always,
}

/// The besieger's `[….policy]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SiegePolicy {
    /// When it storms; once a breach is made if left out.
    #[serde(default = "after_breach")]
    pub storm: StormPolicy,
    /// Whether it grants war honours when it may; no if left out.
    #[serde(default)]
    pub honours: bool,
    /// It lifts the siege with fewer LD than this; with none if left out.
    #[serde(default = "last_detachment")]
    pub lift_below: u8,
}

fn after_breach() -> StormPolicy {
    StormPolicy::AfterBreach
}

fn last_detachment() -> u8 {
    1
}

impl Default for SiegePolicy {
    fn default() -> Self {
        SiegePolicy { storm: after_breach(), honours: false, lift_below: last_detachment() }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct BesiegerText {
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
    /// Nations that besiege under its command.
    #[serde(default)]
    allies: Vec<AllyText>,
    supply_line: u8,
    #[serde(default)]
    policy: SiegePolicy,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct BesiegedText {
    name: String,
    country: Country,
    level: u8,
    #[serde(default)]
    garrison: String,
    technology: Technology,
    leader: LeaderText,
    /// Nations that are besieged with it.
    #[serde(default)]
    allies: Vec<InsideText>,
    #[serde(default)]
    port: Port,
}

/// Troops of another nation in the place: the walls have one technology, whoever stands on them.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct InsideText {
    name: Option<String>,
    country: Country,
    garrison: String,
}

grognard_charts::battle_file! {
    /// A siege or assault file.
    #[derive(Clone, Debug)]
    pub struct SiegeText {
        year: u16,
        theatre: Theatre,
        terrain: Terrain,
        #[serde(default = "one")]
        rounds: u8,
        #[serde(default)]
        from_an_earlier_turn: bool,
        #[serde(default)]
        bad_weather: bool,
        #[serde(default)]
        breach: bool,
        #[serde(default)]
        rules: SiegeProfileText,
        besieger: BesiegerText,
        besieged: BesiegedText,
    }
}

fn one() -> u8 {
    1
}

/// One side of a siege: the besieger is the first, the besieged the second.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Party {
    /// What it is called.
    pub name: String,
    /// Its country.
    pub country: Country,
    /// Its class.
    pub class: Class,
    /// Its corps, if it differs.
    pub corps: Option<Corps>,
    /// The troops at the start: the besieging stack, or the garrison, allies among them.
    pub stack: Stack,
    /// The nations of several, the one that commands first; empty if it is of one.
    pub nations: Vec<Contingent>,
    /// The LD counters left to make change with.
    pub change: Change,
    /// Its technology.
    pub technology: Technology,
    /// Whether they are veterans; a fortress always is.
    pub veteran: bool,
    /// Whether they fight in tercios.
    pub tercios: bool,
    /// Who commands in an assault.
    pub commander: Commander,
    /// SIEGE of the best leader there.
    pub siege: i8,
}

impl Party {
    /// The nations under its command.
    pub(crate) fn allies(&self) -> &[Contingent] {
        allies_of(&self.nations)
    }

    /// Its troops at the start, by nation.
    pub(crate) fn host(&self) -> Host {
        host_of(self.stack, &self.nations)
    }
}

/// The givens of a siege.
pub struct SiegeGivens {
    /// The tables.
    pub charts: Arc<Charts>,
    /// The readings in force.
    pub profile: SiegeProfile,
    /// Its name.
    pub title: String,
    /// The period.
    pub period: Period,
    /// Europe or not.
    pub theatre: Theatre,
    /// The ground.
    pub terrain: Terrain,
    /// The fortress level; 0 is a fort.
    pub level: u8,
    /// The port.
    pub port: Port,
    /// The length of the besieger's line of supply in MP.
    pub supply_line: u8,
    /// How many rounds are played.
    pub rounds: u8,
    /// Whether the siege goes on from an earlier turn.
    pub from_an_earlier_turn: bool,
    /// Whether the weather is bad.
    pub bad_weather: bool,
    /// Whether the assault follows a breach at once (assault files only).
    pub breach: bool,
    /// The besieger and the besieged.
    pub parties: BySide<Party>,
    /// How the besieger decides when nobody is asked.
    pub policy: SiegePolicy,
    /// Why the besieger may neither undermine nor storm, in a game: he has paid for no campaign.
    pub idle: Option<Refusal>,
    /// What follows from the rest and is worked out once.
    pub(crate) groundwork: Groundwork,
}

/// What a besieging stack fights like, which changes with its losses if it is of several nations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Besieger {
    pub(super) technology: Technology,
    /// What attrition goes by.
    pub(super) worst_technology: Technology,
    /// Of both sides in an assault.
    pub(super) morale: BySide<u8>,
    pub(super) artillery: u8,
    /// Whether it is a large army.
    pub(super) large: bool,
}

/// What the dice of a siege need and never changes in it, but for a besieger of several nations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Groundwork {
    /// The morale of each side in an assault.
    pub(crate) morale: BySide<u8>,
    /// The leader on the spot; of no account where there is none.
    leaders: BySide<Leader>,
    /// The substitute each face would draw.
    substitutes: BySide<[Leader; 10]>,
    /// The artillery of an A+ of the besieger.
    artillery: u8,
    /// Whether the besieger's army is a large one.
    pub(crate) large: bool,
    /// Whether the besieger's line of supply is one.
    pub(crate) supplied: bool,
}

impl SiegeGivens {
    /// Works out what follows from the givens.
    pub(crate) fn prepared(mut self) -> SiegeGivens {
        let party = &self.parties.first;
        let Party { technology, veteran, tercios, .. } = *party;
        let morale = self.morale_of(Quality { technology, veteran, tercios });
        let leaders = BySide::from_fn(|side: Side| match self.parties[side].commander {
            Commander::Present { leader, .. } => leader,
            Commander::Drawn { .. } => Leader::default(),
        });
        let substitutes = BySide::from_fn(|side: Side| {
            let row = match self.parties[side].commander {
                Commander::Present { .. } => self.parties[side].country.key(),
                Commander::Drawn { row } => row,
            };
            *self.charts.replacements(row).expect("every country has its row")
        });
        let artillery = artillery_of(&self.charts, party.country, party.class, party.corps, self.period);
        let large = self.is_large(party.country, party.class, party.corps);
        let supplied = i16::from(self.supply_line) <= self.charts.value(Entry::Longest);
        self.groundwork = Groundwork { morale, leaders, substitutes, artillery, large, supplied };
        self
    }

    /// Says what a stack of several nations fights like in an assault.
    pub(super) fn explain_nations(&self, host: Host, ump: &mut impl Umpire) {
        let party = &self.parties.first;
        if party.nations.is_empty() {
            return;
        }
        ump.explain(|| {
            let nations = host.nation_words(&party.nations);
            let Besieger { technology, morale, .. } = self.besieger(host);
            let text = format!("{}: {nations}; {technology}, morale {}", party.name, morale.first);
            Ruling::new(rule!("STACK-s"), text)
        });
    }

    /// Says what losses have left, and of several nations whom they have fallen on.
    pub(super) fn explain_left(&self, side: Side, left: Host, ump: &mut impl Umpire) {
        let party = &self.parties[side];
        ump.explain(|| {
            let words = left.nation_words(&party.nations);
            let clause = if party.nations.is_empty() { rule!("STACK-r") } else { rule!("STACK-u") };
            Ruling::new(clause, format!("{} keeps {words}", party.name))
        });
    }

    /// The allies of both sides at the start.
    pub(super) fn allies(&self) -> BySide<Allies> {
        BySide::from_fn(|side: Side| self.parties[side].host().allies)
    }

    /// The morale of both sides in an assault by such a besieger.
    fn morale_of(&self, besieger: Quality) -> BySide<u8> {
        let (walls, charts) = (&self.parties.second, &self.charts);
        BySide::new(
            charts.morale(besieger.technology, walls.technology, besieger.veteran, besieger.tercios),
            charts.morale(walls.technology, besieger.technology, walls.veteran, walls.tercios),
        )
    }

    /// Whether a nation's armies are large ones.
    fn is_large(&self, country: Country, class: Class, corps: Option<Corps>) -> bool {
        let who = match (country, corps) {
            (Country::Turkey, Some(Corps::Janissary)) => "turkey janissary",
            (country, _) => country.key(),
        };
        let is_large = |who: &str| self.charts.siege.is_large(who, self.period);
        is_large(who) || (self.profile.large_armies == LargeArmies::ClassOne && is_large(class.key()))
    }

    /// What a besieging stack as it is now fights like.
    #[inline]
    pub(super) fn besieger(&self, host: Host) -> Besieger {
        let party = &self.parties.first;
        if !party.nations.is_empty() {
            return self.besieger_of_nations(host);
        }
        let Groundwork { morale, artillery, large, .. } = self.groundwork;
        let artillery = artillery_sum(&self.charts, self.profile.artillery, host.stack, artillery);
        let technology = party.technology;
        Besieger { technology, worst_technology: technology, morale, artillery, large }
    }

    #[cold]
    fn besieger_of_nations(&self, host: Host) -> Besieger {
        let nations = nations_now(&self.parties.first.nations, host);
        let fights = quality(&nations, self.profile.mixed);
        Besieger {
            technology: fights.technology,
            worst_technology: worst_technology(&nations).unwrap_or(fights.technology),
            morale: self.morale_of(fights),
            artillery: artillery_together(&self.charts, self.profile.artillery, &nations, self.period),
            large: has_trait(&nations, self.profile.mixed.traits, |nation| {
                self.is_large(nation.country, nation.class, nation.corps)
            }),
        }
    }

    /// Reads a siege or assault file.
    ///
    /// # Errors
    /// What is wrong with it, where, and what would be right.
    pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<SiegeGivens, BadData> {
        let setup: SiegeText = read(file, text)?;
        let mut problems: Vec<Problem> = Vec::new();
        let turn = Turn::of_year(setup.year).unwrap_or_else(|| {
            let problem = Turn::outside(setup.year);
            problems.push(Problem::new("year", problem));
            Turn(1)
        });
        let period = charts.period(turn).unwrap_or(Period::I);
        let (attack, defence) = (&setup.besieger, &setup.besieged);
        let profile = setup.rules.profile();
        let scene = Scene { charts, turn, period, year: setup.year, theatre: setup.theatre };
        let mut counters = |path, text, country| {
            scene.stack(path, text, country, &mut problems).unwrap_or(Stack { ld: 1, ..Stack::default() })
        };
        let stack = counters("besieger.counters", &attack.counters, attack.country);
        let garrison = counters("besieged.garrison", &defence.garrison, defence.country);
        if stack.size() == Thirds::ZERO {
            problems.push(Problem::new("besieger.counters", "an empty stack besieges nobody"));
        }
        let own = attack.contingent(stack, scene.check(&attack.claim(), &mut problems));
        let nations = scene.nations("besieger", own, &attack.leader, &attack.allies, &mut problems);
        let inside = defence.nations(garrison, &scene, &mut problems);
        let (stack, garrison) = (together(stack, &nations), together(garrison, &inside));
        setup.check_place(charts, garrison, &mut problems);
        scene.check_technology("besieged", defence.technology, &mut problems);
        let nameless = |name: &str| format!("the leader of {name}");
        let (commander, siege) =
            attack.leader.commander("besieger", attack.country, nameless(&attack.name), &mut problems);
        let (governor, defence_siege) =
            defence.leader.commander("besieged", defence.country, nameless(&defence.name), &mut problems);
        if !problems.is_empty() {
            return Err(refuse(file, text, &problems));
        }
        let class = charts.class_of(defence.country, period).unwrap_or(Class::III);
        Ok(SiegeGivens {
            charts: Arc::clone(charts),
            profile,
            title: setup.title,
            period,
            theatre: setup.theatre,
            terrain: setup.terrain,
            level: defence.level,
            port: defence.port,
            supply_line: attack.supply_line,
            rounds: setup.rounds,
            from_an_earlier_turn: setup.from_an_earlier_turn,
            bad_weather: setup.bad_weather,
            breach: setup.breach,
            policy: attack.policy,
            idle: None,
            parties: BySide::new(
                attack.party(stack, nations, commander, siege, profile),
                defence.party(garrison, inside, governor, defence_siege, class),
            ),
            groundwork: Groundwork::default(),
        }
        .prepared())
    }

    /// Who leads a side in an assault.
    pub(crate) fn leader(&self, side: Side, head: Head) -> Leader {
        match head {
            Head::Drawn(face) => self.groundwork.substitutes[side][usize::from(face.max(1) - 1)],
            Head::Own | Head::Wanted => self.groundwork.leaders[side],
        }
    }

    /// What an assault must reach to carry the walls.
    pub(crate) fn resistance(&self, breach: bool) -> Thirds {
        match self.profile.resistance {
            Resistance::Level if !breach && self.level > 0 => Thirds::whole(self.level.into()),
            _ => self.charts.siege.resistance(self.level, breach),
        }
    }

    /// The most LD of a small and of a smaller besieger in an assault.
    pub(crate) fn small_besiegers(&self) -> [u8; 2] {
        let [six, seven, four] = self.charts.siege.assault_sizes();
        match self.profile.small_besieger {
            SmallBesieger::SixOrFewer => [six, four],
            SmallBesieger::UnderEight => [seven, four],
        }
    }

    /// Whether the figures of 2013 are used.
    pub(crate) fn is_old(&self) -> bool {
        self.profile.edition == Edition::Of2013
    }
}

impl SiegeText {
    /// A place is one that can be, and holds its garrison.
    fn check_place(&self, charts: &Charts, garrison: Stack, problems: &mut Vec<Problem>) {
        let (level, ld) = (self.besieged.level, garrison.ld_count());
        let room = garrison_room(charts, level);
        if ld > room {
            let clause = rule!("SIEGE-h");
            let problem = format!("{ld} LD; a fortress of level {level} holds at most {room} ({clause})");
            problems.push(Problem::new("besieged.garrison", problem));
        }
        if level > LEVEL_MAX {
            let problem = format!("a level is 0 (a fort) to {LEVEL_MAX}");
            problems.push(Problem::new("besieged.level", problem));
        }
        if self.rounds == 0 || self.rounds > ROUNDS_MAX {
            problems.push(Problem::new("rounds", format!("write 1 to {ROUNDS_MAX}")));
        }
    }
}

/// More rounds than a siege has in two turns.
const ROUNDS_MAX: u8 = 24;

/// The strongest fortress there is.
pub(crate) const LEVEL_MAX: u8 = 5;

/// How many LD a fortress holds: one a level, one in a fort.
pub fn garrison_room(charts: &Charts, level: u8) -> u8 {
    match level {
        0 => charts.count(Entry::GarrisonOfFort),
        level => level * charts.count(Entry::GarrisonPerLevel),
    }
}

impl BesiegerText {
    fn claim(&self) -> Claim<'_> {
        let BesiegerText { country, class, corps, technology, tercios, .. } = *self;
        Claim { key: "besieger", country, class, corps, technology, tercios }
    }

    /// The besiegers of its own country.
    fn contingent(&self, stack: Stack, class: Class) -> Contingent {
        Contingent {
            name: self.country.name(),
            key: String::new(),
            country: self.country,
            class,
            corps: self.corps,
            stack,
            technology: self.technology,
            veterans: if self.veteran { stack.size() } else { Thirds::ZERO },
            tercios: self.tercios,
        }
    }

    fn party(
        &self,
        stack: Stack,
        nations: Vec<Contingent>,
        commander: Commander,
        siege: i8,
        profile: SiegeProfile,
    ) -> Party {
        let Quality { technology, veteran, tercios } = quality(&nations, profile.mixed);
        let own = &nations[0];
        let (country, class, corps) = (own.country, own.class, own.corps);
        let nations = if nations.len() > 1 { nations } else { Vec::new() };
        let (name, change) = (self.name.clone(), Change::ENOUGH);
        Party {
            name,
            country,
            class,
            corps,
            stack,
            nations,
            change,
            technology,
            veteran,
            tercios,
            commander,
            siege,
        }
    }
}

impl BesiegedText {
    /// The nations in the place.
    fn nations(&self, own: Stack, scene: &Scene<'_>, problems: &mut Vec<Problem>) -> Vec<Contingent> {
        let nation = |name: Option<&String>, country: Country, stack: Stack| Contingent {
            name: name.cloned().unwrap_or_else(|| country.name()),
            key: String::new(),
            country,
            class: scene.charts.class_of(country, scene.period).unwrap_or(Class::III),
            corps: None,
            stack,
            technology: self.technology,
            veterans: stack.size(),
            tercios: false,
        };
        let mut nations = vec![nation(None, self.country, own)];
        for (index, ally) in self.allies.iter().enumerate() {
            let path = format!("besieged.allies.{index}.garrison");
            let stack = scene.stack(&path, &ally.garrison, ally.country, problems).unwrap_or_default();
            if stack == Stack::default() {
                problems.push(Problem::new(path, "an ally without troops is none"));
            }
            nations.push(nation(ally.name.as_ref(), ally.country, stack));
        }
        scene.check_together("besieged", &nations, problems);
        nations
    }

    fn party(
        &self,
        stack: Stack,
        nations: Vec<Contingent>,
        commander: Commander,
        siege: i8,
        class: Class,
    ) -> Party {
        Party {
            name: self.name.clone(),
            country: self.country,
            class,
            corps: None,
            stack,
            nations: if nations.len() > 1 { nations } else { Vec::new() },
            change: Change::ENOUGH,
            technology: self.technology,
            veteran: true,
            tercios: false,
            commander,
            siege,
        }
    }
}

/// All counters of a stack of one or several nations.
fn together(own: Stack, nations: &[Contingent]) -> Stack {
    Host::gathered(own, allies_of(nations)).stack
}
