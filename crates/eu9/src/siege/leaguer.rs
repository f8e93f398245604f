//! The givens of a siege or an assault, read from a battle file.

use super::assault::Head;
use crate::artillery::{artillery_of, artillery_sum};
use crate::charts::Charts;
use crate::leader::{Commander, Leader};
use crate::power::{Class, Corps, Country, Period, Technology, Terrain, Theatre, Turn};
use crate::profile::{Edition, LargeArmies, Resistance, SiegeProfile, SiegeProfileText, SmallBesieger};
use crate::scene::{Claim, Scene};
use crate::stack::Stack;
use crate::thirds::Thirds;
use grognard_charts::{BadData, Problem, read, refuse};
use grognard_umpire::{BySide, Refusal, Side};
use serde::Deserialize;
use std::sync::Arc;

/// The port of a besieged place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
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
    /// When it storms.
    pub storm: StormPolicy,
    /// Whether it grants war honours when it may.
    pub honours: bool,
    /// It lifts the siege with fewer LD than this.
    pub lift_below: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum LeaderText {
    /// `replacement` or `vizier`.
    Drawn(String),
    /// A leader on the spot.
    Present(PresentText),
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct PresentText {
    name: Option<String>,
    manoeuvre: i8,
    fire: i8,
    shock: i8,
    #[serde(default)]
    siege: i8,
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
    supply_line: u8,
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
    #[serde(default)]
    port: Port,
}

/// A siege or assault file.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SiegeText {
    #[allow(dead_code)]
    system: String,
    #[allow(dead_code)]
    kind: String,
    title: String,
    #[allow(dead_code)]
    date: String,
    #[allow(dead_code)]
    sources: Vec<String>,
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

fn one() -> u8 {
    1
}

/// One side of a siege: the besieger is the first, the besieged the second.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Party {
    /// What it is called.
    pub name: String,
    /// Its country.
    pub country: Country,
    /// Its class.
    pub class: Class,
    /// Its corps, if it differs.
    pub corps: Option<Corps>,
    /// The troops at the start: the besieging stack, or the garrison.
    pub stack: Stack,
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

/// What the dice of a siege need and never changes in it.
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
        let morale = BySide::from_fn(|side: Side| {
            let (own, enemy) = (&self.parties[side], &self.parties[side.other()]);
            let plain = self.charts.morale(own.technology, enemy.technology);
            plain + u8::from(own.veteran) + u8::from(own.tercios)
        });
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
        let party = &self.parties.first;
        let artillery = artillery_of(&self.charts, party.country, party.class, party.corps, self.period);
        let who = match (party.country, party.corps) {
            (Country::Turkey, Some(Corps::Janissary)) => "turkey janissary",
            (country, _) => country.key(),
        };
        let is_large = |who: &str| self.charts.siege.is_large(who, self.period);
        let by_class = self.profile.large_armies == LargeArmies::ClassOne && is_large(party.class.key());
        let large = is_large(who) || by_class;
        let supplied = i16::from(self.supply_line) <= self.charts.figure("supply-figures", "longest");
        self.groundwork = Groundwork { morale, leaders, substitutes, artillery, large, supplied };
        self
    }

    /// Reads a siege or assault file.
    ///
    /// # Errors
    /// What is wrong with it, where, and what would be right.
    pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<SiegeGivens, BadData> {
        let setup: SiegeText = read(file, text)?;
        let mut problems: Vec<Problem> = Vec::new();
        let turn = Turn::of_year(setup.year).unwrap_or_else(|| {
            let problem = format!("{} is outside the game; write 1490 to 1799", setup.year);
            problems.push(Problem::new("year", problem));
            Turn(1)
        });
        let period = charts.period(turn).unwrap_or(Period::I);
        let (attack, defence) = (&setup.besieger, &setup.besieged);
        let scene = Scene { charts, turn, period, year: setup.year, theatre: setup.theatre };
        let mut counters = |path, text, country| {
            scene.stack(path, text, country, &mut problems).unwrap_or(Stack { ld: 1, ..Stack::default() })
        };
        let stack = counters("besieger.counters", &attack.counters, attack.country);
        let garrison = counters("besieged.garrison", &defence.garrison, defence.country);
        if stack.size() == Thirds::ZERO {
            problems.push(Problem::new("besieger.counters", "an empty stack besieges nobody"));
        }
        let room = garrison_room(defence.level);
        if garrison.ld_count() > room {
            let problem = format!(
                "{} LD; a fortress of level {} holds at most {room} ({})",
                garrison.ld_count(),
                defence.level,
                rule!("SIEGE-h")
            );
            problems.push(Problem::new("besieged.garrison", problem));
        }
        if defence.level > 5 {
            problems.push(Problem::new("besieged.level", "a level is 0 (a fort) to 5"));
        }
        if setup.rounds == 0 || setup.rounds > ROUNDS_MAX {
            problems.push(Problem::new("rounds", format!("write 1 to {ROUNDS_MAX}")));
        }
        let BesiegerText { country, class, corps, technology, tercios, .. } = *attack;
        let class = scene
            .check(&Claim { key: "besieger", country, class, corps, technology, tercios }, &mut problems);
        scene.check_technology("besieged", defence.technology, &mut problems);
        let (commander, siege) =
            leader("besieger", &attack.name, attack.country, &attack.leader, &mut problems);
        let (governor, defence_siege) =
            leader("besieged", &defence.name, defence.country, &defence.leader, &mut problems);
        if !problems.is_empty() {
            return Err(refuse(file, text, &problems));
        }
        Ok(SiegeGivens {
            charts: Arc::clone(charts),
            profile: setup.rules.profile(),
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
                Party {
                    name: attack.name.clone(),
                    country: attack.country,
                    class,
                    corps: attack.corps,
                    stack,
                    technology: attack.technology,
                    veteran: attack.veteran && stack.pashas == 0,
                    tercios: attack.tercios,
                    commander,
                    siege,
                },
                Party {
                    name: defence.name.clone(),
                    country: defence.country,
                    class: charts.class_of(defence.country, period).unwrap_or(Class::III),
                    corps: None,
                    stack: garrison,
                    technology: defence.technology,
                    veteran: true,
                    tercios: false,
                    commander: governor,
                    siege: defence_siege,
                },
            ),
            groundwork: Groundwork::default(),
        }
        .prepared())
    }

    /// The artillery of a besieging stack.
    pub fn artillery(&self, stack: Stack) -> u8 {
        artillery_sum(self.profile.artillery, stack, self.groundwork.artillery)
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

/// The row of the Turkish viziers.
pub(super) const VIZIER: &str = "vizier";

/// More rounds than a siege has in two turns.
const ROUNDS_MAX: u8 = 24;

/// How many LD a fortress holds: one a level, one in a fort.
pub fn garrison_room(level: u8) -> u8 {
    level.max(1)
}

fn leader(
    key: &str,
    name: &str,
    country: Country,
    text: &LeaderText,
    problems: &mut Vec<Problem>,
) -> (Commander, i8) {
    match text {
        LeaderText::Drawn(word) => {
            let row = match (word.as_str(), country) {
                ("vizier", Country::Turkey) => VIZIER,
                (_, country) => country.key(),
            };
            if word != "replacement" && row != VIZIER {
                let problem = format!(
                    "`{word}` is no leader; write \"replacement\", for Turkey also \"vizier\", or his values"
                );
                problems.push(Problem::new(format!("{key}.leader"), problem));
            }
            (Commander::Drawn { row }, 0)
        }
        LeaderText::Present(present) => {
            let leader = Leader { manoeuvre: present.manoeuvre, fire: present.fire, shock: present.shock };
            let values = [leader.manoeuvre, leader.fire, leader.shock, present.siege];
            if values.iter().any(|value| !(0..=Leader::VALUE_MAX).contains(value)) {
                problems.push(Problem::new(format!("{key}.leader"), "a leader's values are 0 to 6"));
            }
            let named = present.name.is_some();
            let name = present.name.clone().unwrap_or_else(|| format!("the leader of {name}"));
            (Commander::Present { name, leader, named }, present.siege)
        }
    }
}
