//! Checking what a file says, collecting everything that is wrong.

use super::{PolicyFile, UnitFile};
use crate::charts::{Charts, HorseBattery};
use crate::command::{Command, OwnGeneral, Quality};
use crate::policy::{Answer, Feint, FireWhen, Plan, Policy, Wish};
use crate::unit::{
    Arm, Body, Cover, CoverOf, Drill, Fate, FirstFire, Formation, Impetus, Order, Rider, Support, Unit,
    Weapon,
};
use grognard_charts::Problem;
use grognard_umpire::{Refusal, Side};

/// More stands than any unit has.
pub(crate) const STANDS_MAX: u8 = 24;

/// Collects what is wrong with a file.
#[derive(Default)]
pub(crate) struct Examiner {
    pub(crate) problems: Vec<Problem>,
}

/// Reads a word of a closed list, or the default where it is left out.
macro_rules! word {
    ($examiner:expr, $path:expr, $field:literal, $text:expr, $type:ty, $default:expr) => {
        match $text.as_deref() {
            None => $default,
            Some(word) => <$type>::from_word(word).unwrap_or_else(|| {
                let words: Vec<&str> = <$type>::ALL.iter().map(|one| one.word()).collect();
                let problem = format!("no `{word}`: write {}", words.join(", "));
                $examiner.wrong(&format!("{}.{}", $path, $field), problem);
                $default
            }),
        }
    };
}
pub(crate) use word;

impl Examiner {
    pub(crate) fn wrong(&mut self, path: &str, problem: impl Into<String>) {
        self.problems.push(Problem::new(path, problem));
    }

    pub(crate) fn refuse(&mut self, path: &str, refusal: Result<(), Refusal>) {
        if let Err(refusal) = refusal {
            self.wrong(path, refusal.to_string());
        }
    }

    /// A title and names that can be read.
    pub(crate) fn head(&mut self, title: &str, names: [&str; 2]) {
        for (path, name) in [("title", title), ("attacker.name", names[0]), ("defender.name", names[1])] {
            if name.trim().is_empty() || name.chars().count() > 80 {
                self.wrong(path, "write a name of up to 80 letters");
            }
        }
    }

    pub(crate) fn policy(&mut self, path: &str, file: &PolicyFile) -> Policy {
        let path = format!("{path}.policy");
        let plain = Policy::default();
        Policy {
            plan: word!(self, path, "plan", file.plan, Plan, plain.plan),
            counter_charge: word!(
                self,
                path,
                "counter-charge",
                file.counter_charge,
                Wish,
                plain.counter_charge
            ),
            answer: word!(self, path, "answer", file.answer, Answer, plain.answer),
            feint: word!(self, path, "feint", file.feint, Feint, plain.feint),
            fire: word!(self, path, "fire", file.fire, FireWhen, plain.fire),
            follow: word!(self, path, "follow", file.follow, Wish, plain.follow),
            hold_cover: word!(self, path, "hold-cover", file.hold_cover, Wish, plain.hold_cover),
        }
    }

    pub(crate) fn higher(&mut self, path: &str, word: Option<&str>) -> Option<Side> {
        match word {
            None | Some("nobody") => None,
            Some("attacker") => Some(Side::First),
            Some("defender") => Some(Side::Second),
            Some(other) => {
                self.wrong(path, format!("no `{other}`: write attacker, defender or nobody"));
                None
            }
        }
    }

    fn quality(&mut self, path: &str, word: Option<&str>) -> Option<Quality> {
        let word = word?;
        let found = Quality::ALL.into_iter().find(|quality| quality.word() == word);
        if found.is_none() {
            self.wrong(path, format!("no `{word}`: write inept, capable or exceptional"));
        }
        found
    }

    fn command(&mut self, path: &str, file: &UnitFile) -> Command {
        let own = match file.general.as_deref() {
            // An attached general is the unit's own unless it has another.
            None if file.attached.is_some() => OwnGeneral::Lost,
            None => Unit::ordinary_command().own,
            Some("away") => OwnGeneral::Away,
            Some("lost") => OwnGeneral::Lost,
            Some("independent") => OwnGeneral::Independent,
            Some(word) => match Quality::ALL.into_iter().find(|quality| quality.word() == word) {
                Some(quality) => OwnGeneral::InReach(quality),
                None => {
                    let problem =
                        format!("no `{word}`: write inept, capable, exceptional, away, lost or independent");
                    self.wrong(&format!("{path}.general"), problem);
                    OwnGeneral::Away
                }
            },
        };
        Command { own, senior: self.quality(&format!("{path}.senior"), file.senior.as_deref()) }
    }

    /// A number within bounds, or the default.
    fn count(&mut self, path: &str, value: Option<u8>, (least, most): (u8, u8), default: u8) -> u8 {
        match value {
            None => default,
            Some(value) if (least..=most).contains(&value) => value,
            Some(value) => {
                self.wrong(path, format!("{value}; write {least} to {most}"));
                default
            }
        }
    }

    /// A unit and how it stands.
    pub(crate) fn unit(
        &mut self,
        path: &str,
        file: &UnitFile,
        charts: &Charts,
    ) -> (Unit, Body, HorseBattery) {
        let path = &format!("{path}.unit");
        if file.name.trim().is_empty() || file.name.chars().count() > 80 {
            self.wrong(&format!("{path}.name"), "write a name of up to 80 letters");
        }
        let arm = Arm::from_word(&file.arm).unwrap_or_else(|| {
            let words: Vec<&str> = Arm::ALL.iter().map(|arm| arm.word()).collect();
            self.wrong(&format!("{path}.arm"), format!("no arm `{}`: write {}", file.arm, words.join(", ")));
            Arm::Infantry
        });
        let horse = self.horse_battery(path, file, arm);
        let (strength, horses) = self.strength(path, file, arm, horse, charts);
        let attached = self.quality(&format!("{path}.attached"), file.attached.as_deref());
        let unit = Unit {
            name: file.name.clone(),
            arm,
            class: self.class(path, file, arm, charts),
            weapon: self.weapon(path, file, arm),
            drill: word!(self, path, "drill", file.drill, Drill, Drill::Regular),
            start: self.start(path, file, arm, strength, horse, charts),
            apart: 0,
            cover: word!(self, path, "cover", file.cover, Cover, Cover::Open),
            cover_of: word!(self, path, "cover-of", file.cover_of, CoverOf, CoverOf::Works),
            support: word!(self, path, "support", file.support, Support, Support::Unsupported),
            friend_routing: file.friend_routing,
            command: self.command(path, file),
            attached,
        };
        let usual = if arm.is_gun() { Formation::Deployed } else { Formation::Line };
        let formation = word!(self, path, "formation", file.formation, Formation, usual);
        let rider = |there: bool| if there { Rider::With } else { Rider::Nobody };
        let body = Body {
            strength,
            horses: if formation == Formation::Limbered { horses } else { 0 },
            order: word!(self, path, "order", file.order, Order, Order::Good),
            formation,
            first_fire: word!(self, path, "first-fire", file.first_fire, FirstFire, FirstFire::Kept),
            fate: Fate::Fights,
            general: if arm == Arm::Staff { Rider::With } else { rider(attached.is_some()) },
            engineer: rider(file.engineer),
            impetus: Impetus::Standing,
        };
        self.refuse(&format!("{path}.formation"), may_take(&unit, &body, charts));
        (unit, body, horse)
    }

    fn horse_battery(&mut self, path: &str, file: &UnitFile, arm: Arm) -> HorseBattery {
        let light = matches!(arm, Arm::FieldGun | Arm::FieldHowitzer);
        if file.horse_artillery && !light {
            self.wrong(
                &format!("{path}.horse-artillery"),
                "only field guns and howitzers are horse artillery",
            );
        }
        if file.horse_artillery && light { HorseBattery::Yes } else { HorseBattery::No }
    }

    fn strength(
        &mut self,
        path: &str,
        file: &UnitFile,
        arm: Arm,
        horse: HorseBattery,
        charts: &Charts,
    ) -> (u8, u8) {
        if arm.is_gun() {
            let (crew, horses) = team(arm, horse, charts);
            if file.stands.is_some() {
                self.wrong(&format!("{path}.stands"), "a gun has a crew, not stands");
            }
            let crew = self.count(&format!("{path}.crew"), file.crew, (1, crew), crew);
            return (crew, self.count(&format!("{path}.horses"), file.horses, (0, horses), horses));
        }
        if file.crew.is_some() || file.horses.is_some() {
            self.wrong(&format!("{path}.crew"), "only guns have crew and horses");
        }
        if arm == Arm::Staff {
            return (1, 0);
        }
        if file.stands.is_none() {
            self.wrong(&format!("{path}.stands"), format!("write its stands, 1 to {STANDS_MAX}"));
        }
        (self.count(&format!("{path}.stands"), file.stands, (1, STANDS_MAX), 4), 0)
    }

    fn start(
        &mut self,
        path: &str,
        file: &UnitFile,
        arm: Arm,
        strength: u8,
        horse: HorseBattery,
        charts: &Charts,
    ) -> u8 {
        let whole = if arm.is_gun() { team(arm, horse, charts).0 } else { strength };
        self.count(&format!("{path}.start"), file.start, (strength, STANDS_MAX), whole)
    }

    fn class(&mut self, path: &str, file: &UnitFile, arm: Arm, charts: &Charts) -> u8 {
        let path = &format!("{path}.class");
        if arm.is_gun() || arm == Arm::Staff {
            if file.class.is_some() {
                self.wrong(path, "guns and staff have no class of their own (DOE-6-e)");
            }
            return charts.gun_class();
        }
        if file.class.is_none() {
            self.wrong(path, "write its class, 1 to 4");
        }
        self.count(path, file.class, (1, 4), 2)
    }

    fn weapon(&mut self, path: &str, file: &UnitFile, arm: Arm) -> Option<Weapon> {
        let usual = match arm {
            Arm::LightCavalry | Arm::HeavyCavalry | Arm::DismountedCavalry => Some(Weapon::Carbine),
            _ => None,
        };
        let weapon = match &file.weapon {
            None => usual,
            Some(_) => Some(word!(self, path, "weapon", file.weapon, Weapon, Weapon::Musket)),
        };
        let path = &format!("{path}.weapon");
        match (arm, weapon) {
            (Arm::Infantry, None) => {
                self.wrong(path, "infantry has muskets or rifles: write musket or rifle")
            }
            (Arm::Infantry, Some(Weapon::Carbine)) => self.wrong(path, "infantry has muskets or rifles"),
            (arm, Some(_)) if arm.is_gun() || arm == Arm::Staff => {
                self.wrong(path, "guns and staff have no small arms")
            }
            (arm, Some(Weapon::Musket | Weapon::Rifle)) if arm != Arm::Infantry => {
                self.wrong(path, "cavalry has carbines");
            }
            _ => {}
        }
        weapon
    }
}

/// The crew and the horses of a gun.
pub(crate) fn team(arm: Arm, horse: HorseBattery, charts: &Charts) -> (u8, u8) {
    charts.crews[match (arm, horse) {
        (Arm::SiegeGun | Arm::SiegeHowitzer, _) => 2,
        (_, HorseBattery::Yes) => 1,
        (_, HorseBattery::No) => 0,
    }]
}

/// Whether a unit may be drawn up like this. [12.1-a] [12.3-b] [8.1-b] [9.2-b]
///
/// # Errors
/// The clause that forbids it.
pub(crate) fn may_take(unit: &Unit, now: &Body, charts: &Charts) -> Result<(), Refusal> {
    let refuse = |clause, words: String| Err(Refusal::new(clause, words));
    match (unit.arm, now.formation) {
        (Arm::Infantry, Formation::Skirmish) if unit.class == 1 => {
            refuse(rule!("8.1-b"), "class 1 infantry does not take skirmish order".to_owned())
        }
        (Arm::HeavyCavalry, Formation::Skirmish) => {
            refuse(rule!("9.2-b"), "heavy cavalry in the saddle does not skirmish".to_owned())
        }
        (Arm::Infantry, Formation::Square) if unit.drill == Drill::Irregular => {
            refuse(rule!("12.3-b"), "only regular line infantry forms square".to_owned())
        }
        (Arm::Infantry, Formation::Square) if now.strength < charts.figures.square_stands => {
            refuse(rule!("12.3-c"), format!("a square needs {} stands", charts.figures.square_stands))
        }
        (_, Formation::Square) if unit.arm != Arm::Infantry => {
            refuse(rule!("12.3-b"), "only regular line infantry forms square".to_owned())
        }
        (arm, Formation::Deployed | Formation::Limbered) if !arm.is_gun() => {
            refuse(rule!("10.1-a"), "only guns are deployed or limbered".to_owned())
        }
        (arm, formation)
            if arm.is_gun() && !matches!(formation, Formation::Deployed | Formation::Limbered) =>
        {
            refuse(rule!("10.1-a"), "a gun is deployed or limbered".to_owned())
        }
        (arm, Formation::ManoeuvreColumn | Formation::MarchColumn | Formation::MarchColumnOneWide)
            if arm.is_horse() =>
        {
            refuse(rule!("12.1-a"), "cavalry has one kind of column: write column".to_owned())
        }
        (arm, Formation::CavalryColumn) if !arm.is_horse() => refuse(
            rule!("12.1-a"),
            "only cavalry has this column: write march-column or manoeuvre-column".to_owned(),
        ),
        _ => Ok(()),
    }
}
