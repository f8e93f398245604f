//! Interception as a procedure of its own, on land and at sea. It knows nothing of battles, so that players
//! who have another way of intercepting can put it in its place.

use crate::answer::is_yes;
use crate::asks::Asks;
use crate::campaign::Campaign;
use crate::charts::{Charts, Entry};
use crate::modifier::Sheet;
use crate::naval::BOX_MAX;
use crate::power::{NavalTechnology, Technology};
use crate::profile::{Edition, MapEdition, ProfileName, listed};
use crate::sea_attrition::check_manoeuvre;
use grognard_charts::{BadData, Problem, Switch, read, refuse};
use grognard_umpire::{
    Asked, Asking, Choice, Clause, Dice, Fact, Figure, Flow, Modifier, Offer, Playable, Procedure, Ruling,
    Side, Umpire, Unit,
};
use serde::Deserialize;
use std::ops::ControlFlow::Break;
use std::sync::Arc;

/// Where a fleet waits for its prey.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Station {
    /// At sea.
    #[default]
    Sea,
    /// In an arsenal.
    Arsenal,
    /// In a plain port.
    Port,
}

/// What an interception depends on, besides the dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Circumstances {
    /// At sea, or on land.
    pub at_sea: bool,
    /// MAN of the interceptor less that of the target.
    pub manoeuvre: i8,
    /// The interceptor is 6 or more boxes of technology ahead.
    pub boxes_ahead: bool,
    /// Another friendly force, or a friendly city, is in the target's province.
    pub friends_there: bool,
    /// It intercepts in its own province, or in the sea zone it lies in.
    pub own_place: bool,
    /// The target's province is swamp.
    pub swamp: bool,
    /// The interceptor stands in a swamp or in flooded land.
    pub from_swamp: bool,
    /// The weather is bad.
    pub bad_weather: bool,
    /// It comes over a river or a mountain pass.
    pub river_or_pass: bool,
    /// Another enemy force that is not besieged is in the target's province.
    pub enemies_there: bool,
    /// It is besieging or blockading.
    pub engaged: bool,
    /// Its ships at sea are three-deckers or better.
    pub three_decker: bool,
    /// The target announces a landing where the interceptor can forestall it.
    pub landing: bool,
    /// Where a fleet lies.
    pub station: Station,
    /// Whether bad weather and a river add up, which they do since 2020.
    pub weather_and_river: bool,
}

/// A figure of the interception table.
fn figure(charts: &Charts, row: &str, at_sea: bool) -> i16 {
    let table = charts.pages.table("interception-modifiers").expect("checked");
    table.row(row).and_then(|row| table.number(row, 1 + usize::from(at_sea))).expect("checked")
}

/// What the die must come to.
#[derive(Clone, Copy)]
struct Needed {
    sum: i16,
    from: i16,
    natural: i16,
}

impl Needed {
    fn is_met(self, face: i16) -> bool {
        face >= self.natural || face + self.sum >= self.from
    }
}

impl Circumstances {
    /// What is added to the die.
    pub fn modifiers(&self, charts: &Charts) -> Vec<Modifier> {
        let mut list = Vec::new();
        self.put_modifiers(charts, &mut list);
        list
    }

    fn put_modifiers(&self, charts: &Charts, sheet: &mut impl Sheet) {
        let clause = rule!("INTERCEPT-a");
        let figure = |row: &str| figure(charts, row, self.at_sea);
        sheet.add(self.manoeuvre.into(), clause, "MAN difference");
        let mut add = |applies: bool, row: &str, words: &str| {
            if applies {
                sheet.add(figure(row), clause, words);
            }
        };
        add(self.boxes_ahead, "6 technology boxes ahead", "6 boxes of technology ahead");
        add(self.engaged, "besieging or blockading", if self.at_sea { "blockading" } else { "besieging" });
        add(self.bad_weather, "bad weather", "bad weather");
        if self.at_sea {
            // Of these only the best counts.
            let best = [
                (self.own_place, "own province or zone", "in its own zone"),
                (
                    self.three_decker && self.station == Station::Sea,
                    "three-decker at sea",
                    "three-deckers at sea",
                ),
                (self.landing, "announced landing", "a landing is announced"),
                (self.station == Station::Port, "plain port", "out of a plain port"),
            ];
            let best =
                best.into_iter().filter(|(applies, ..)| *applies).max_by_key(|(_, row, _)| figure(row));
            if let Some((_, row, words)) = best {
                add(true, row, words);
            }
        } else {
            add(self.friends_there, "friendly force or city there", "friends there");
            add(self.own_place, "own province or zone", "in its own province");
            add(self.swamp, "swamp", "swamp");
            add(self.from_swamp, "interceptor in swamp", "out of a swamp");
            let counts = self.weather_and_river || !self.bad_weather;
            add(self.river_or_pass && counts, "river or pass", "over a river or pass");
            add(self.enemies_there, "other enemy force there", "other enemies there");
        }
    }

    /// An interception from the question to the dice. The right to it comes from the campaign, whatever the
    /// size of the stack and the number of interceptions; a stack may try each moving enemy stack once.
    ///
    /// # Errors
    /// Stopped at the question or the dice.
    pub fn attempt(
        &self,
        charts: &Charts,
        side: Side,
        right: Clause,
        name: impl Fn() -> String,
        ump: &mut impl Umpire,
    ) -> Asked<InterceptionEnd> {
        match Circumstances::is_tried(side, right, ump)? {
            true => self.carry_out(charts, side, right, name, ump),
            false => Ok(InterceptionEnd::LetPass),
        }
    }

    /// Whether the interceptor tries.
    pub(crate) fn is_tried(side: Side, right: Clause, ump: &mut impl Umpire) -> Asked<bool> {
        let asking = Asking::of(side, right, Asks::Intercept);
        is_yes(asking, ["let them pass", "fall on them"], ump)
    }

    /// The interceptor tries.
    pub(crate) fn carry_out(
        &self,
        charts: &Charts,
        side: Side,
        right: Clause,
        name: impl Fn() -> String,
        ump: &mut impl Umpire,
    ) -> Asked<InterceptionEnd> {
        ump.cite(right);
        ump.cite(rule!("INTERCEPT-g"));
        ump.cite(rule!("CAMPAIGN-k"));
        let met = self.roll(charts, side, name, ump)?;
        Ok(if met { InterceptionEnd::Met } else { InterceptionEnd::Missed })
    }

    fn needed(&self, charts: &Charts) -> Needed {
        let mut sum = 0i16;
        self.put_modifiers(charts, &mut sum);
        let figure = |row: &str| figure(charts, row, self.at_sea);
        Needed { sum, from: figure("success from"), natural: figure("natural success") }
    }

    /// On how many of the ten faces the target would be met.
    pub fn chance(&self, charts: &Charts) -> usize {
        let needed = self.needed(charts);
        (1..=10).filter(|&face| needed.is_met(face)).count()
    }

    /// The roll: whether the target is met.
    fn roll(
        &self,
        charts: &Charts,
        side: Side,
        name: impl Fn() -> String,
        ump: &mut impl Umpire,
    ) -> Asked<bool> {
        let needed = self.needed(charts);
        let Needed { sum, from, natural } = needed;
        let clause = rule!("INTERCEPT-f");
        let met = ump.throw(Asking::of(side, clause, Asks::Interception), Dice::D10, |face| {
            needed.is_met(face as i16)
        })?;
        ump.explain_throw(|face| {
            let result = if met { "intercepts" } else { "comes too late" };
            let text = format!("{} {result}: {} against {from}, or a {natural}", name(), face as i16 + sum);
            Ruling::new(clause, text).with_modifiers(self.modifiers(charts))
        });
        Ok(met)
    }
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct HunterText {
    name: String,
    #[serde(default)]
    manoeuvre: i8,
    /// The box its technology has reached.
    technology_box: Option<u8>,
    /// Its technology, instead of a box: that of the ships at sea.
    technology: Option<String>,
    /// The campaign last paid: none, passive, simple, simple-no-logistics, major, multiple.
    campaign: String,
    #[serde(default)]
    engaged: bool,
    #[serde(default)]
    three_decker: bool,
    #[serde(default)]
    station: Station,
    /// Whether it intercepts, if nobody is asked.
    intercepts: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct QuarryText {
    name: String,
    #[serde(default)]
    manoeuvre: i8,
    technology_box: Option<u8>,
    /// Its technology, instead of a box: that of the ships at sea.
    technology: Option<String>,
    #[serde(default)]
    announces_landing: bool,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct GroundText {
    /// Whether the interceptor's side holds the place.
    #[serde(default)]
    friendly: bool,
    #[serde(default)]
    own: bool,
    #[serde(default)]
    friends: bool,
    #[serde(default)]
    enemies: bool,
    #[serde(default)]
    swamp: bool,
    #[serde(default)]
    from_swamp: bool,
    #[serde(default)]
    river_or_pass: bool,
    #[serde(default)]
    bad_weather: bool,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct InterceptionRulesText {
    profile: Option<ProfileName>,
    edition: Option<Edition>,
    map: Option<MapEdition>,
}

/// The switches of an interception file, each with its reading under a profile.
pub(crate) fn interception_switches(name: ProfileName) -> Vec<Switch> {
    listed![
        "edition" Edition = name.edition(), of "EU9-INTERCEPT-a"
            about "Whether bad weather and a river add up: not in the edition of 2013.";
        "map" MapEdition = MapEdition::New, of "EU9-SUPPLY-t";
    ]
}

grognard_charts::battle_file! {
    /// An interception file.
    #[derive(Clone, Debug)]
    pub struct InterceptionText {
        at_sea: bool,
        interceptor: HunterText,
        target: QuarryText,
        #[serde(default)]
        place: GroundText,
        #[serde(default)]
        rules: InterceptionRulesText,
    }
}

impl InterceptionText {
    /// What belongs to the other element: each with what is wrong with it.
    fn misplaced(&self) -> Vec<(&'static str, &'static str)> {
        let (place, hunter) = (self.place, &self.interceptor);
        let ashore = [
            (place.swamp, "place.swamp"),
            (place.from_swamp, "place.from-swamp"),
            (place.river_or_pass, "place.river-or-pass"),
            (place.friends, "place.friends"),
            (place.enemies, "place.enemies"),
        ];
        let afloat = [
            (hunter.three_decker, "interceptor.three-decker"),
            (hunter.station != Station::Sea, "interceptor.station"),
            (self.target.announces_landing, "target.announces-landing"),
        ];
        let (keys, words) = match self.at_sea {
            true => (&ashore[..], "counts on land only; leave it out"),
            false => (&afloat[..], "counts at sea only; leave it out"),
        };
        keys.iter().filter(|(said, _)| *said).map(|&(_, key)| (key, words)).collect()
    }
}

/// The box of the technology track that a side has reached, as a number or by the name of a technology.
fn reached(
    charts: &Charts,
    at_sea: bool,
    (key, number, name): (&str, Option<u8>, Option<&str>),
    problems: &mut Vec<Problem>,
) -> Option<u8> {
    let mut wrong = |field: &str, words: String| problems.push(Problem::new(format!("{key}.{field}"), words));
    if number.is_some_and(|number| number > BOX_MAX) {
        wrong("technology-box", format!("the track has {BOX_MAX} boxes"));
    }
    let Some(name) = name else { return number };
    if number.is_some() {
        wrong("technology", "write a technology or a box of the track, not both".to_owned());
    }
    let boxes: Vec<(&str, u8)> = match at_sea {
        true => NavalTechnology::ALL.iter().map(|&built| (built.key(), charts.sea.box_of(built))).collect(),
        false => Technology::ALL.iter().map(|&known| (known.key(), charts.words.box_of(known))).collect(),
    };
    let found = boxes.iter().find(|(key, _)| *key == name).map(|&(_, reached)| reached);
    if found.is_none() {
        let names: Vec<&str> = boxes.iter().map(|(key, _)| *key).collect();
        wrong("technology", format!("no technology `{name}`; write {}", names.join(", ")));
    }
    found
}

/// The givens of an interception. The interceptor is the first side.
pub struct Hunt {
    /// The tables.
    pub charts: Arc<Charts>,
    /// Its name.
    pub title: String,
    /// The interceptor.
    pub interceptor: String,
    /// The target.
    pub target: String,
    /// The campaign under which it intercepts.
    pub campaign: Campaign,
    /// Whether its side holds the place.
    pub friendly: bool,
    /// What else counts.
    pub circumstances: Circumstances,
    /// Whether it intercepts, if nobody is asked.
    pub intercepts: bool,
}

impl Hunt {
    /// Reads an interception file.
    ///
    /// # Errors
    /// What is wrong with it, where, and what would be right; among it a campaign that does not allow it.
    pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<Hunt, BadData> {
        let setup: InterceptionText = read(file, text)?;
        let mut problems = Vec::new();
        let (hunter, quarry, place) = (&setup.interceptor, &setup.target, setup.place);
        check_manoeuvre(hunter.manoeuvre, "interceptor.manoeuvre", &mut problems);
        check_manoeuvre(quarry.manoeuvre, "target.manoeuvre", &mut problems);
        let campaign = Campaign::ALL.into_iter().find(|campaign| campaign.key() == hunter.campaign);
        match campaign.map(|campaign| campaign.may_intercept(place.friendly)) {
            Some(Ok(())) => {}
            Some(Err(refusal)) => problems.push(Problem::new("interceptor.campaign", refusal.to_string())),
            None => {
                let keys: Vec<String> = Campaign::ALL.iter().map(Offer::key).collect();
                let problem = format!("no campaign `{}`; write {}", hunter.campaign, keys.join(", "));
                problems.push(Problem::new("interceptor.campaign", problem));
            }
        }
        let reached = |key: &str, number: Option<u8>, name: Option<&str>, problems: &mut Vec<Problem>| {
            reached(charts, setup.at_sea, (key, number, name), problems)
        };
        let boxes = [
            reached("interceptor", hunter.technology_box, hunter.technology.as_deref(), &mut problems),
            reached("target", quarry.technology_box, quarry.technology.as_deref(), &mut problems),
        ];
        let ahead = match boxes {
            [Some(own), Some(theirs)] => own >= theirs.saturating_add(charts.count(Entry::BoxesAhead)),
            [None, None] => false,
            [own, _] => {
                let key = if own.is_some() { "target" } else { "interceptor" };
                let words = "boxes are compared: write both sides' or neither's";
                problems.push(Problem::new(format!("{key}.technology"), words));
                false
            }
        };
        if setup.rules.map == Some(MapEdition::Old) && hunter.station == Station::Arsenal {
            let problem = format!("the old map has no arsenals ({}); write \"port\"", rule!("SUPPLY-t"));
            problems.push(Problem::new("interceptor.station", problem));
        }
        for (key, words) in setup.misplaced() {
            problems.push(Problem::new(key, words));
        }
        if !problems.is_empty() {
            return Err(refuse(file, text, &problems));
        }
        let circumstances = Circumstances {
            at_sea: setup.at_sea,
            manoeuvre: hunter.manoeuvre - quarry.manoeuvre,
            boxes_ahead: ahead,
            // A city of its own counts as friends there.
            friends_there: place.friends || (place.friendly && !setup.at_sea),
            own_place: place.own,
            swamp: place.swamp,
            from_swamp: place.from_swamp,
            bad_weather: place.bad_weather,
            river_or_pass: place.river_or_pass,
            enemies_there: place.enemies,
            engaged: hunter.engaged,
            three_decker: hunter.three_decker,
            landing: quarry.announces_landing,
            station: hunter.station,
            weather_and_river: setup
                .rules
                .edition
                .unwrap_or(setup.rules.profile.unwrap_or_default().edition())
                == Edition::Of2020,
        };
        Ok(Hunt {
            charts: Arc::clone(charts),
            title: setup.title,
            interceptor: setup.interceptor.name,
            target: setup.target.name,
            campaign: campaign.unwrap_or_default(),
            friendly: place.friendly,
            circumstances,
            intercepts: setup.interceptor.intercepts,
        })
    }
}

/// An interception about to be tried: a stack may try each moving enemy stack once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct InterceptionAttempt;

/// How an interception came out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum InterceptionEnd {
    /// The target was let pass.
    LetPass,
    /// It was missed.
    Missed,
    /// It was met: a battle follows at once.
    Met,
}

impl Procedure for InterceptionAttempt {
    type Rules = Hunt;
    type End = InterceptionEnd;

    fn step(self, rules: &Hunt, ump: &mut impl Umpire) -> Flow<Self> {
        let right = rules.campaign.interception_right(rules.friendly);
        let name = || rules.interceptor.clone();
        Ok(Break(rules.circumstances.attempt(&rules.charts, Side::First, right, name, ump)?))
    }
}

impl Playable for InterceptionAttempt {
    fn side_name(rules: &Hunt, side: Side) -> String {
        match side {
            Side::First => rules.interceptor.clone(),
            Side::Second => rules.target.clone(),
        }
    }

    fn view(&self, rules: &Hunt, _: Option<Side>) -> Fact {
        let bonus = Modifier::sum(&rules.circumstances.modifiers(&rules.charts));
        Fact::record([("stage", Fact::from("interception")), ("modifier", bonus.into())])
    }

    fn end_facts(_: &Hunt, end: &InterceptionEnd) -> Fact {
        Fact::record([
            ("tried", Fact::from(*end != InterceptionEnd::LetPass)),
            ("met", (*end == InterceptionEnd::Met).into()),
        ])
    }

    fn end_words(rules: &Hunt, end: &InterceptionEnd) -> String {
        let (hunter, target) = (&rules.interceptor, &rules.target);
        match end {
            InterceptionEnd::LetPass => format!("{hunter} lets {target} pass."),
            InterceptionEnd::Missed => format!("{hunter} misses {target}."),
            InterceptionEnd::Met => format!("{hunter} intercepts {target}; they fight at once."),
        }
    }

    fn figures(rules: &Hunt) -> Vec<Figure<InterceptionAttempt>> {
        let words = format!("{} is intercepted", rules.target);
        vec![Figure::new("met", words, Unit::Flag, |end| (*end == InterceptionEnd::Met).into())]
    }

    fn objective(_: &Hunt, side: Side, end: &InterceptionEnd) -> i64 {
        let met = i64::from(*end == InterceptionEnd::Met);
        if side == Side::First { met } else { -met }
    }

    fn objective_words(_: &Hunt, _: Side) -> String {
        "interceptions".to_owned()
    }

    fn policy(&self, rules: &Hunt, _: &Choice<'_>) -> usize {
        usize::from(rules.intercepts)
    }
}
