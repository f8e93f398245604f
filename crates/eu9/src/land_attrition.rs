//! Land attrition as a procedure of its own, in the movement segment and in the supply segment: why a stack
//! must roll, what it loses, what P comes to, and how the survivors regroup.

mod playable;
mod weakness;

use crate::asks::Asks;
use crate::attrition::{Logistics, March, Occasion, Suffered, march_causes, remaining};
use crate::charts::{Charts, Toll};
use crate::passage::strait_fort_abroad;
use crate::power::{Country, Technology, Theatre, Turn};
use crate::profile::{
    AttritionProfile, AttritionRulesText, BesiegedSupply, Edition, LoneDetachment, Snowflake,
};
use crate::sea_attrition::check_manoeuvre;
use crate::siege::LEVEL_MAX;
use crate::stack::Stack;
use crate::supply::is_lone;
use crate::supply::timar_wintering;
use crate::thirds::Thirds;
use grognard_charts::{BadData, Problem, read, refuse};
use grognard_umpire::{Asking, Barred, Clause, Flow, Openness, Procedure, Ruling, Side, Umpire};
use serde::Deserialize;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;
use weakness::{SupplyText, Weakness};

/// What P is to be, if nobody is asked and the technology leaves a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PillagePolicy {
    /// Lose an LD.
    #[default]
    Lose,
    /// Pillage the province.
    Pillage,
}

/// The owner's `[policy]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AttritionPolicy {
    /// What P is to be; an LD is lost if left out.
    #[serde(default)]
    pub p: PillagePolicy,
}

/// The movement of a stack.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct MovementText {
    /// Movement points spent; none for a stack that stays put.
    points: u8,
    #[serde(default)]
    bad_weather: bool,
    /// Whether it embarks or lands away from a controlled port.
    #[serde(default)]
    beach: bool,
    /// Whether the campaign is one without logistics.
    #[serde(default)]
    without_logistics: bool,
    /// Whether it redeploys of its own will or evacuates after a peace.
    #[serde(default)]
    redeployment: bool,
}

grognard_charts::battle_file! {
    /// A land attrition or supply attrition file.
    #[derive(Clone, Debug)]
    pub struct LandAttritionText {
        year: u16,
        theatre: Theatre,
        name: String,
        country: Country,
        counters: String,
        /// The worst technology in the stack.
        technology: Technology,
        #[serde(default)]
        manoeuvre: i8,
        /// Whether it entered, or stands in, an enemy province.
        #[serde(default)]
        enemy_province: bool,
        #[serde(default)]
        pillage_minus: u8,
        #[serde(default)]
        pillage_plus: u8,
        /// Unfriendly revolts on the way.
        #[serde(default)]
        revolt_minus: u8,
        #[serde(default)]
        revolt_plus: u8,
        /// Hostile strait forts that its supply by sea passes: those in Europe, counted.
        #[serde(default)]
        strait_forts: u8,
        /// And those elsewhere, by the level of their fortress.
        #[serde(default)]
        strait_fort_levels: Vec<u8>,
        /// The number under the snowflake, outside Europe.
        #[serde(default)]
        snow: u8,
        movement: Option<MovementText>,
        supply: Option<SupplyText>,
        #[serde(default)]
        rules: AttritionRulesText,
        #[serde(default)]
        policy: AttritionPolicy,
    }
}

/// The givens of a stack's attrition.
pub struct Hardship {
    /// The tables.
    pub charts: Arc<Charts>,
    /// Its name.
    pub title: String,
    /// Whose stack.
    pub name: String,
    /// Its country.
    pub country: Country,
    /// Its counters.
    pub stack: Stack,
    /// The roll, if there is a cause.
    pub march: March,
    /// Every cause of the roll, with its clause.
    pub causes: Vec<(Clause, String)>,
    /// Whose remaining troops.
    pub edition: Edition,
    /// LD of Timars that winter so many provinces from home; they roll a test of their own.
    pub timars: Option<(u8, u8)>,
    /// How the owner decides when nobody is asked.
    pub policy: AttritionPolicy,
}

/// More pillage, revolts or forts than a long march can meet.
const PERILS_MAX: u8 = 20;

impl Hardship {
    /// Reads a land attrition or supply attrition file.
    ///
    /// # Errors
    /// What is wrong with it, where, and what would be right.
    pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<Hardship, BadData> {
        let setup: LandAttritionText = read(file, text)?;
        let mut problems = Vec::new();
        let stack = setup.stack(charts, &mut problems);
        let (occasion, causes) = setup.causes(charts, stack, &mut problems);
        if !problems.is_empty() {
            return Err(refuse(file, text, &problems));
        }
        let profile = setup.rules.profile();
        let edition = profile.edition;
        let no_supply = causes.iter().any(|(clause, _)| *clause == Weakness::NoLine.clause());
        let march = March {
            occasion,
            d: stack.d,
            theatre: setup.theatre,
            leader: setup.manoeuvre,
            enemy_province: setup.enemy_province,
            causes: match occasion {
                Occasion::March => causes.len() as u8,
                _ => profile.causes(causes.len() as u8),
            },
            massed: stack.is_massed(charts, false),
            pillage_minus: setup.pillage_minus,
            pillage_plus: setup.pillage_plus,
            snow: setup.snow,
            revolt_minus: setup.revolt_minus,
            revolt_plus: setup.revolt_plus,
            no_supply,
            strait_forts: setup.straits(charts),
            redeployment: setup.movement.is_some_and(|movement| movement.redeployment),
            ..March::new(Side::First, stack.ld_count(), setup.technology)
        };
        let march = match setup.supply.as_ref().and_then(|supply| supply.walls) {
            Some(walls) if profile.besieged_supply == BesiegedSupply::SiegeList => {
                walls.behind(march, edition)
            }
            _ => march,
        };
        Ok(Hardship {
            charts: Arc::clone(charts),
            title: setup.title,
            name: setup.name,
            country: setup.country,
            stack,
            march,
            causes,
            edition,
            timars: setup
                .supply
                .as_ref()
                .and_then(|supply| supply.timars)
                .map(|timars| (timars.ld, timars.provinces_from_home)),
            policy: setup.policy,
        })
    }
}

impl LandAttritionText {
    /// What strait forts add: their number in Europe, the halves of their levels elsewhere.
    fn straits(&self, charts: &Charts) -> u8 {
        let abroad =
            self.strait_fort_levels.iter().map(|&level| u16::from(strait_fort_abroad(charts, level)));
        let levels = abroad.sum::<u16>();
        match self.theatre {
            Theatre::Europe => self.strait_forts,
            Theatre::RestOfTheWorld => levels.min(100) as u8,
        }
    }

    /// The guide adds the snowflake to the rolls of the winter only.
    fn check_snow(&self, profile: AttritionProfile, problems: &mut Vec<Problem>) {
        let winter = self.supply.as_ref().is_some_and(|supply| supply.weak.contains(&Weakness::Winter));
        if self.snow > 0 && !winter && profile.snowflake == Snowflake::Winter {
            let words = "the snowflake counts in a roll of the winter: weak = [\"winter\"], or in [rules] snowflake = \"every-roll\"";
            problems.push(Problem::new("snow", words));
        }
    }

    fn check_perils(&self, problems: &mut Vec<Problem>) {
        let mut wrong = |path: &str, words: String| problems.push(Problem::new(path, words));
        if self.revolt_minus > PERILS_MAX || self.revolt_plus > PERILS_MAX {
            wrong("revolt-plus", format!("write at most {PERILS_MAX} counters"));
        }
        let forts = usize::from(self.strait_forts).max(self.strait_fort_levels.len());
        if forts > usize::from(PERILS_MAX) || self.strait_fort_levels.iter().any(|&level| level > LEVEL_MAX) {
            wrong("strait-forts", format!("write at most {PERILS_MAX} forts, of levels 0 to 5"));
        }
        let (field, right) = match self.theatre {
            Theatre::Europe => ("strait-fort-levels", "strait-forts, a number"),
            Theatre::RestOfTheWorld => ("strait-forts", "strait-fort-levels, a list"),
        };
        let misplaced = match self.theatre {
            Theatre::Europe => !self.strait_fort_levels.is_empty(),
            Theatre::RestOfTheWorld => self.strait_forts > 0,
        };
        if misplaced {
            wrong(field, format!("in this theatre write {right}"));
        }
    }

    fn stack(&self, charts: &Charts, problems: &mut Vec<Problem>) -> Stack {
        let mut wrong = |path: &str, words: String| problems.push(Problem::new(path, words));
        let stack = Stack::read(&self.counters).unwrap_or_else(|problem| {
            wrong("counters", problem);
            Stack { ld: 1, ..Stack::default() }
        });
        for refusal in stack.check(self.country).err().unwrap_or_default() {
            wrong("counters", refusal.to_string());
        }
        if stack.size() == Thirds::ZERO {
            wrong("counters", "an empty stack suffers nothing; write for example \"A+ LD\"".to_owned());
        }
        if self.theatre == Theatre::Europe && stack.d > 0 {
            let clause = rule!("ATTRITION-ac");
            wrong("counters", format!("land d are lost on entering Europe ({clause}); leave them out"));
        }
        if self.theatre == Theatre::Europe && self.snow > 0 {
            wrong("snow", "snowflakes are printed outside Europe only".to_owned());
        }
        if self.pillage_minus > PERILS_MAX || self.pillage_plus > PERILS_MAX || self.snow > 2 {
            wrong("pillage-plus", format!("write at most {PERILS_MAX} counters, and a snowflake of 0 to 2"));
        }
        match Turn::of_year(self.year) {
            None => wrong("year", Turn::outside(self.year)),
            Some(turn) if turn < charts.first_turn(self.technology.key()) => {
                let first = charts.first_turn(self.technology.key()).0;
                wrong("technology", format!("{} does not exist before turn {first}", self.technology));
            }
            Some(_) => {}
        }
        check_manoeuvre(self.manoeuvre, "manoeuvre", problems);
        self.check_perils(problems);
        stack
    }

    /// Why the stack rolls: each cause with its clause.
    fn causes(
        &self,
        charts: &Charts,
        stack: Stack,
        problems: &mut Vec<Problem>,
    ) -> (Occasion, Vec<(Clause, String)>) {
        let profile = self.rules.profile();
        self.check_snow(profile, problems);
        match (self.kind.as_str(), &self.movement, &self.supply) {
            ("land-attrition", Some(movement), None) => {
                let MovementText { points, bad_weather, beach, without_logistics, .. } = *movement;
                let logistics = match without_logistics {
                    true => Logistics::Low(profile.low_cost),
                    false => Logistics::Paid,
                };
                let causes = march_causes(charts, stack, points, bad_weather, beach, logistics);
                (
                    Occasion::March,
                    causes.into_iter().map(|cause| (cause.clause(), cause.words(charts, points))).collect(),
                )
            }
            ("supply-attrition", None, Some(supply)) => {
                let mut causes: Vec<(Clause, String)> = Vec::new();
                let list = profile.besieged_supply;
                supply.check((self.country, stack.ld_count()), self.manoeuvre, list, problems);
                let far = profile.lone_detachment == LoneDetachment::LengthAndFleet;
                for &weakness in &supply.weak {
                    let spared = weakness == Weakness::Length || (far && weakness == Weakness::Fleet);
                    if spared && is_lone(self.theatre, stack) {
                        continue;
                    }
                    if causes.iter().any(|(clause, _)| *clause == weakness.clause()) {
                        problems.push(Problem::new("supply.weak", "each reason once"));
                    }
                    causes.push((weakness.clause(), weakness.words(charts)));
                }
                let besieged = supply.weak.contains(&Weakness::Besieged);
                let occasion = match (besieged, list) {
                    (false, _) => Occasion::Supply,
                    (true, BesiegedSupply::SiegeList) => Occasion::Besieged,
                    (true, BesiegedSupply::AsOthers) => Occasion::BesiegedSupply,
                };
                (occasion, causes)
            }
            (kind, ..) => {
                let wanted = if kind == "supply-attrition" { "[supply]" } else { "[movement]" };
                problems
                    .push(Problem::new("kind", format!("a {kind} file has a {wanted} part and no other")));
                (Occasion::March, Vec::new())
            }
        }
    }
}

/// A stack's attrition under way. Equal states have equal futures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LandAttrition {
    /// The roll.
    Roll,
    /// P is settled, in Europe.
    Ration(Toll),
    /// So many per cent are lost, outside Europe.
    Waste(u8),
    /// The survivors regroup.
    Regroup(Losses),
}

/// What attrition takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Losses {
    lost: Thirds,
    pillage: bool,
    foraging: bool,
}

/// What attrition left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LandAttritionEnd {
    /// What is lost.
    pub lost: Thirds,
    /// What is kept.
    pub kept: Stack,
    /// Whether a pillage- is placed.
    pub pillage: bool,
    /// Whether the stack fights the worse for living off the land.
    pub foraging: bool,
}

impl Hardship {
    fn unharmed(&self) -> LandAttritionEnd {
        LandAttritionEnd { lost: Thirds::ZERO, kept: self.stack, pillage: false, foraging: false }
    }

    /// The forms of the survivors that are refused, each with its clause.
    fn refused(&self, lost: Thirds) -> Vec<Barred> {
        let left = self.stack.size() - lost;
        let (ld, d) = (left.floor() as u8, (left.0 % 3) as u8);
        let mut barred = Vec::new();
        for a_plus in (0..=ld / 4).rev() {
            for a_minus in (0..=(ld - 4 * a_plus) / 2).rev() {
                let form = Stack { a_plus, a_minus, ld: ld - 4 * a_plus - 2 * a_minus, pashas: 0, d };
                if let Err(refusal) = form.regroups_from(self.stack, self.country) {
                    barred.push(Barred { key: grognard_umpire::Offer::key(&form), refusal });
                }
            }
        }
        barred
    }

    fn roll(&self, ump: &mut impl Umpire) -> Flow<LandAttrition> {
        for (clause, words) in &self.causes {
            ump.explain(|| Ruling::new(*clause, format!("{} must roll: {words}", self.name)));
        }
        if let Some((ld, distance)) = self.timars {
            let home = timar_wintering(&self.charts, Side::First, distance, ld, ump)?;
            let lost = Thirds::whole(home.min(ld).into());
            return Ok(Continue(LandAttrition::Regroup(Losses { lost, pillage: false, foraging: false })));
        }
        match self.causes.len() {
            0 => {
                ump.explain(|| {
                    let text = format!("Nothing makes {} roll for attrition", self.name);
                    Ruling::new(rule!("ATTRITION-o"), text)
                });
                return Ok(Break(self.unharmed()));
            }
            1 => {}
            // One move can have several causes; each beyond the first is a modifier.
            _ => ump.cite(rule!("ATTRITION-p")),
        }
        Ok(match self.march.theatre {
            Theatre::Europe => match self.march.roll(&self.charts, ump)? {
                Toll { ld: 0, pillage: false } => Break(self.unharmed()),
                toll => Continue(LandAttrition::Ration(toll)),
            },
            Theatre::RestOfTheWorld => match self.march.roll_percent(&self.charts, ump)? {
                0 => Break(self.unharmed()),
                percent => Continue(LandAttrition::Waste(percent)),
            },
        })
    }
}

impl Procedure for LandAttrition {
    type Rules = Hardship;
    type End = LandAttritionEnd;

    fn step(self, rules: &Hardship, ump: &mut impl Umpire) -> Flow<Self> {
        match self {
            LandAttrition::Roll => rules.roll(ump),
            LandAttrition::Ration(toll) => {
                let Suffered { ld, pillage, foraging } = rules.march.pillage(&rules.charts, toll, ump)?;
                let lost = Thirds::whole(ld.into()).min(rules.stack.size());
                Ok(Continue(LandAttrition::Regroup(Losses { lost, pillage, foraging })))
            }
            LandAttrition::Waste(percent) => {
                let size = rules.stack.size();
                let left = remaining(&rules.charts, Side::First, size, percent, rules.edition, ump)?;
                let lost = size - left;
                Ok(Continue(LandAttrition::Regroup(Losses { lost, pillage: false, foraging: false })))
            }
            LandAttrition::Regroup(Losses { lost, pillage, foraging }) => {
                if lost == Thirds::ZERO {
                    return Ok(Break(LandAttritionEnd { pillage, foraging, ..rules.unharmed() }));
                }
                let ways = rules.stack.remainders(rules.country, lost);
                let asking = Asking::of(Side::First, rule!("STACK-r"), Asks::RegroupTheSurvivors);
                let refused = || rules.refused(lost);
                let kept = *ump.choose_among(asking, &ways, Openness::Open, &refused)?;
                ump.explain(|| {
                    let text = format!("{} loses {lost} LD and keeps {kept}", rules.name);
                    Ruling::new(rule!("STACK-r"), text)
                });
                Ok(Break(LandAttritionEnd { lost, kept, pillage, foraging }))
            }
        }
    }
}
