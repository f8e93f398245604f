//! An army bought as a roster: its units as they fight, everybody still to be placed.

use super::army::{
    Army, Bond, CommandId, Edge, Engineers, Entry, Formed, General, GeneralArm, PACKAGE_PONTOON, Post, Rank,
    Troop,
};
use crate::charts::{Charts, HorseBattery};
use crate::roster::{self, Body, ListArm, Piece, Roster};
use crate::setup::examine::team;
use crate::unit::{self, Arm, Drill, Formation, Unit, Weapon};

/// A unit as it fights, from what was bought.
pub(super) fn fighting(bought: &roster::Unit, charts: &Charts) -> (Unit, HorseBattery, u8) {
    let arm = match (bought.troops.arm, bought.body) {
        (ListArm::Infantry, _) => Arm::Infantry,
        (ListArm::HeavyCavalry, _) => Arm::HeavyCavalry,
        (ListArm::LightCavalry | ListArm::IrregularCavalry, _) => Arm::LightCavalry,
        (ListArm::SiegeArtillery, Body::Gun(Piece::Howitzer)) => Arm::SiegeHowitzer,
        (ListArm::SiegeArtillery, _) => Arm::SiegeGun,
        (_, Body::Gun(Piece::Howitzer)) => Arm::FieldHowitzer,
        _ => Arm::FieldGun,
    };
    let horse_battery = match bought.troops.arm {
        ListArm::HorseArtillery => HorseBattery::Yes,
        _ => HorseBattery::No,
    };
    let (class, start, horses) = match bought.body {
        Body::Stands { class, stands } => (class, stands, 0),
        Body::Gun(_) => {
            let (crew, horses) = team(arm, horse_battery, charts);
            (charts.gun_class(), crew, horses)
        }
    };
    let weapon = if arm.is_horse() { Some(Weapon::Carbine) } else { bought.troops.weapon };
    let drill = match bought.troops.arm {
        ListArm::IrregularCavalry => Drill::Irregular,
        _ => Drill::Regular,
    };
    let unit = Unit {
        name: bought.name.clone(),
        arm,
        class,
        weapon,
        drill,
        start,
        apart: 0,
        cover: unit::Cover::Open,
        cover_of: unit::CoverOf::Works,
        support: unit::Support::Unsupported,
        friend_routing: false,
        command: Unit::ordinary_command(),
        attached: None,
    };
    (unit, horse_battery, horses)
}

/// An army bought as a roster, everybody still to be placed. Keys are made from the names.
pub(super) fn from_roster(roster: &Roster, baseline: Edge, keys: &mut Keys, charts: &Charts) -> Army {
    let file = &roster.file;
    let mut commands = Vec::new();
    let general = General { key: keys.make(&file.general), name: file.general.clone(), post: None };
    for division in &file.division {
        commands.push(Formed {
            key: keys.make(&division.name),
            name: division.name.clone(),
            rank: Rank::Division,
            under: None,
            arm: GeneralArm::Both,
            general: Some(General {
                key: keys.make(&division.general),
                name: division.general.clone(),
                post: None,
            }),
            bond: Bond::Commanded,
            entry: None,
            troops: Vec::new(),
            engineers: None,
            points: 0,
        });
    }
    for brigade in &roster.brigades {
        let troops: Vec<Troop> = brigade.units.iter().map(|unit| to_place(unit, keys, charts)).collect();
        let horse = troops.iter().any(|troop| troop.unit.arm.is_horse());
        let under = brigade.file.division.as_ref().and_then(|name| {
            file.division.iter().position(|division| division.name == *name).map(|at| CommandId(at as u8))
        });
        let general = brigade.file.general.as_ref();
        commands.push(Formed {
            key: keys.make(&brigade.file.name),
            name: brigade.file.name.clone(),
            rank: Rank::Brigade,
            under,
            arm: if horse { GeneralArm::Cavalry } else { GeneralArm::Infantry },
            general: general.map(|name| General { key: keys.make(name), name: name.clone(), post: None }),
            bond: if brigade.file.independent { Bond::Independent } else { Bond::Commanded },
            entry: brigade.file.off_board.then_some(Entry { edge: None, from_turn: 1, span: None }),
            troops,
            engineers: None,
            points: brigade.points,
        });
    }
    if let (Some(bought), Some(first)) =
        (&file.engineers, commands.iter_mut().find(|one| one.rank == Rank::Brigade))
        && bought.packages > 0
    {
        first.engineers = Some(Engineers {
            key: keys.make("Engineers"),
            name: "Engineers".to_owned(),
            post: None,
            pontoon_inches: PACKAGE_PONTOON.saturating_add(bought.pontoon_inches),
        });
    }
    Army {
        name: file.name.clone(),
        nations: vec![file.nation.clone()],
        baseline,
        zone: None,
        general,
        commands,
        points: roster.points,
        scouting: roster.scouting,
    }
}

fn to_place(bought: &roster::Unit, keys: &mut Keys, charts: &Charts) -> Troop {
    let (unit, horse_battery, horses) = fighting(bought, charts);
    let formation = match unit.arm {
        arm if arm.is_gun() => Formation::Limbered,
        arm if arm.is_horse() => Formation::CavalryColumn,
        _ => Formation::ManoeuvreColumn,
    };
    Troop {
        key: keys.make(&bought.name),
        unit,
        horse_battery,
        horses,
        formation,
        post: Post::Away,
        points: bought.points,
        troops: bought.troops.name.clone(),
        nation: bought.troops.nation.clone(),
    }
}

/// Keys made from names, each once.
#[derive(Default)]
pub(super) struct Keys(Vec<String>);

impl Keys {
    /// Small letters and digits of the first words: `7th Fusiliers` is `7thfus`; a second one gets a number.
    fn make(&mut self, name: &str) -> String {
        let letters = |word: &str| word.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
        let mut stem: String = name
            .split_whitespace()
            .map(letters)
            .filter(|word| !matches!(word.to_ascii_lowercase().as_str(), "" | "the" | "of"))
            .map(|word| word.chars().take(4).collect::<String>())
            .take(2)
            .collect::<String>()
            .to_ascii_lowercase();
        if stem.is_empty() {
            stem.push('u');
        }
        let mut key = stem.clone();
        let mut number = 2;
        while self.0.contains(&key) {
            key = format!("{stem}-{number}");
            number += 1;
        }
        self.0.push(key.clone());
        key
    }
}
