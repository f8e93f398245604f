//! A title made ready to be fought: rosters, commands and how everybody stands at the start.

use super::campaign::{Campaign, Command, Post, Profile, Rank, Terrain};
use super::ids::{CommandId, UnitId};
use super::state::{Place, UnitState};
use crate::charts::{Charts, HorseBattery};
use crate::staff::QualityDie;
use crate::terrain::{Density, Footing, Material, Piece, PieceKind, Slope};
use crate::title::army::{self, Army, Bond, Engineers, Formed, General, GeneralArm, PIONEERS};
use crate::title::outcome::Margins;
use crate::title::{Title, examine};
use crate::unit::{Arm, Body, Drill, Formation};
use crate::wind::Wind;
use grognard_board::table::{FeatureId, Heading, Pose, Thickness};
use grognard_charts::BadData;
use grognard_umpire::{BySide, Side};
use std::sync::Arc;

/// What is given for a battle, from its title.
///
/// # Errors
/// A table in force that lacks a line.
pub fn campaign(title: &Title, charts: &Arc<Charts>) -> Result<Campaign, BadData> {
    let mut lists =
        Lists { charts, units: Vec::new(), start: Vec::new(), commands: Vec::new(), entries: Vec::new() };
    for side in Side::ALL {
        lists.army(side, &title.armies[side]);
    }
    let size = title.terrain.ground.size();
    let (wind, wind_rolled) = match title.wind {
        Wind::Towards(heading) => (heading, false),
        Wind::Rolled => (Heading::NORTH, true),
    };
    let pieces = &title.terrain.pieces;
    let difficult = |(_, piece): &(usize, &Piece)| {
        matches!(piece.kind, PieceKind::Hill { footing: Footing::Difficult, .. })
    };
    let national = |side: Side| {
        let nation = title.armies[side].nations.first().map_or("ordinary", String::as_str);
        QualityDie::read(charts, nation)
    };
    Ok(Campaign {
        charts: Arc::clone(charts),
        readings: title.readings,
        title: title.name.clone(),
        date: title.date.clone(),
        names: BySide::from_fn(|side| title.armies[side].name.clone()),
        land: title.terrain.ground.clone(),
        terrain: pieces.iter().map(|piece| word_of(piece.kind)).collect(),
        difficult: pieces.iter().enumerate().filter(difficult).map(|(at, _)| FeatureId(at as u8)).collect(),
        afoot: lists.units.iter().map(Profile::dismounted).collect(),
        units: lists.units,
        start: lists.start,
        commands: lists.commands,
        turns: title.turns,
        attacker: title.attacker,
        home: BySide::from_fn(|side| title.armies[side].baseline.inward().back()),
        wind,
        policies: BySide::default(),
        pieces: pieces.clone(),
        wind_rolled,
        points: title.points,
        deployment: title.deployment,
        places_first: title.places_first,
        sides: title.sides,
        zones: BySide::from_fn(|side| examine::zone(&title.armies[side], size)),
        baselines: BySide::from_fn(|side| title.armies[side].baseline),
        entries: lists.entries,
        objectives: title.objectives.clone(),
        outcomes: title.outcomes.clone(),
        margins: Margins::read(charts)?,
        scouting: BySide::from_fn(|side| title.armies[side].scouting),
        nations: BySide::from_fn(|side| title.armies[side].nations.clone()),
        ordinary_quality: QualityDie::read(charts, "ordinary")?,
        national_quality: BySide::new(national(Side::First)?, national(Side::Second)?),
        promoted_quality: QualityDie::read(charts, "promoted")?,
        about: title.about.clone(),
        lessons: title.lessons,
    })
}

/// What a piece is called by rules that only need its kind.
fn word_of(kind: PieceKind) -> Terrain {
    match kind {
        PieceKind::Hill { slope: Slope::Gentle, .. } => Terrain::GentleHill,
        PieceKind::Hill { slope: Slope::Steep, .. } => Terrain::SteepHill,
        PieceKind::Wood(Density::Light) => Terrain::LightWood,
        PieceKind::Wood(Density::Heavy) => Terrain::HeavyWood,
        PieceKind::Wood(Density::Unknown) => Terrain::UnknownWood,
        PieceKind::Urban(Thickness::Light) => Terrain::LightTown,
        PieceKind::Urban(Thickness::Heavy) => Terrain::HeavyTown,
        PieceKind::Swamp => Terrain::Swamp,
        PieceKind::River => Terrain::River,
        PieceKind::Stream => Terrain::Stream,
        PieceKind::Road | PieceKind::Gap => Terrain::Road,
        // A bridge that is down leaves the water as it is.
        PieceKind::Ruin => Terrain::River,
        PieceKind::Bridge(Material::Stone) => Terrain::StoneBridge,
        PieceKind::Bridge(_) | PieceKind::Pontoon => Terrain::WoodenBridge,
        PieceKind::Ford => Terrain::Ford,
        PieceKind::Obstacle { weight: Thickness::Heavy, .. } => Terrain::HeavyWorks,
        PieceKind::Obstacle { material: Material::Wood, .. } => Terrain::LightFence,
        PieceKind::Obstacle { .. } => Terrain::LightWall,
    }
}

/// The lists of a battle while they grow.
struct Lists<'a> {
    charts: &'a Charts,
    units: Vec<Profile>,
    start: Vec<UnitState>,
    commands: Vec<Command>,
    entries: Vec<Option<army::Entry>>,
}

impl Lists<'_> {
    fn army(&mut self, side: Side, army: &Army) {
        let top = CommandId(self.commands.len() as u8);
        let general = self.general(side, &army.general, Some(top), 0);
        self.commands.push(Command {
            key: format!("{}-army", side.key()),
            name: army.name.clone(),
            side,
            rank: Rank::Army,
            above: None,
            general: Some(general),
            leads: GeneralArm::Both,
        });
        self.entries.push(None);
        for formed in &army.commands {
            self.formed(side, formed, top);
        }
    }

    fn formed(&mut self, side: Side, formed: &Formed, top: CommandId) {
        let id = CommandId(self.commands.len() as u8);
        let own = (formed.bond == Bond::Commanded).then_some(id);
        let price = match formed.rank {
            army::Rank::Division => "division general",
            _ => "brigade general",
        };
        let price = self.charts.price(price);
        let general = formed.general.as_ref().map(|general| self.general(side, general, Some(id), price));
        self.commands.push(Command {
            key: formed.key.clone(),
            name: formed.name.clone(),
            side,
            rank: formed.rank,
            // The army stands first in a side's list, its formations after it in the file's order.
            above: Some(formed.under.map_or(top, |under| CommandId(top.0 + 1 + under.0))),
            general,
            leads: formed.arm,
        });
        self.entries.push(formed.entry);
        let away = if formed.entry.is_some() { Place::OffBoard } else { Place::Unplaced };
        if let (Some(general), Place::OffBoard) = (general, away) {
            self.start[general.index()].place = away;
        }
        for troop in &formed.troops {
            let unit = &troop.unit;
            let profile = Profile {
                key: troop.key.clone(),
                name: with_article(&unit.name),
                side,
                command: own,
                arm: unit.arm,
                class: unit.class,
                weapon: unit.weapon,
                drill: unit.drill,
                start: unit.start,
                horses: troop.horses,
                horse_battery: troop.horse_battery,
                points: troop.points as u16,
                post: None,
                dismounts: unit.arm == Arm::LightCavalry || troop.troops.contains("dragoons"),
                pontoons: 0,
            };
            let place = match troop.post {
                army::Post::Open(_) => Place::Table,
                army::Post::Hidden(_) => Place::Hidden,
                army::Post::Away => away,
            };
            let horses = if troop.formation == Formation::Limbered { troop.horses } else { 0 };
            let body = Body { horses, ..Body::fresh(unit.start, troop.formation) };
            self.put(profile, body, place, troop.post.pose().unwrap_or_default());
        }
        if let Some(engineers) = &formed.engineers {
            self.engineers(side, engineers, own, away);
        }
    }

    fn put(&mut self, profile: Profile, body: Body, place: Place, pose: Pose) -> UnitId {
        let id = UnitId(self.units.len() as u8);
        self.units.push(profile);
        self.start.push(UnitState::new(id, body, place, pose));
        id
    }

    fn stand(
        &mut self,
        side: Side,
        (key, name): (String, String),
        post: Post,
        command: Option<CommandId>,
    ) -> Profile {
        let class = self.charts.gun_class();
        Profile {
            key,
            name,
            side,
            command,
            arm: Arm::Staff,
            class,
            weapon: None,
            drill: Drill::Regular,
            start: 1,
            horses: 0,
            horse_battery: HorseBattery::No,
            points: 0,
            post: Some(post),
            dismounts: false,
            pontoons: 0,
        }
    }

    fn general(&mut self, side: Side, general: &General, command: Option<CommandId>, points: u32) -> UnitId {
        let names = (general.key.clone(), general.name.clone());
        let profile = Profile { points: points as u16, ..self.stand(side, names, Post::General, command) };
        let place = if general.post.is_some() { Place::Table } else { Place::Unplaced };
        self.put(profile, Body::fresh(1, Formation::Line), place, general.post.unwrap_or_default())
    }

    /// An officer, six pioneers and a wagon: the officer costs what the whole package does. [5.1-d]
    fn engineers(&mut self, side: Side, engineers: &Engineers, command: Option<CommandId>, away: Place) {
        let (key, post) = (&engineers.key, engineers.post);
        let place = if post.is_some() { Place::Table } else { away };
        let pose = post.unwrap_or_default();
        let names = |tail: &str, name: &str| (format!("{key}{tail}"), name.to_owned());
        let pioneers = self.stand(side, names("", "the pioneers"), Post::Pioneers, command);
        let pioneers = Profile { start: PIONEERS, ..pioneers };
        self.put(pioneers, Body::fresh(PIONEERS, Formation::MarchColumn), place, pose);
        let officer = self.stand(side, names("-off", "the engineer officer"), Post::Engineer, command);
        let officer = Profile { points: self.charts.price("engineer package") as u16, ..officer };
        self.put(officer, Body::fresh(1, Formation::Line), place, Engineers::officer(pose));
        let wagon = self.stand(side, names("-wag", "the pontoon wagon"), Post::Wagon, command);
        let wagon = Profile { pontoons: engineers.pontoon_inches, ..wagon };
        self.put(wagon, Body::fresh(1, Formation::Line), place, Engineers::wagon(pose));
    }
}

/// A unit's name as it stands in a sentence.
fn with_article(name: &str) -> String {
    if name.starts_with("the ") { name.to_owned() } else { format!("the {name}") }
}
