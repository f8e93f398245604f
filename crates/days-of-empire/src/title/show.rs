//! A title drawn before the battle: the ground, both zones, everybody who has a place for all to see.

use super::army::{Army, Engineers, Formed, Post, Troop};
use super::{Title, examine};
use crate::picture::{Colours, Figure, Ghost, Goal, Hold, Overlay, Party, Scene, Shown, draw};
use crate::terrain::AtFirst;
use crate::unit::{Formation, Order};
use crate::wind::Wind;
use grognard_board::table::{Layout, Pose, Stand};
use grognard_umpire::Side;

impl Title {
    /// The picture of the table before the battle; who is hidden is not on it.
    pub fn picture(&self) -> String {
        let terrain = &self.terrain;
        let burning = terrain.pieces().filter(|(_, piece)| piece.at_first == AtFirst::Burning);
        let size = terrain.ground.size();
        let goals = self.objectives.iter().map(|one| Goal {
            name: one.name.clone(),
            at: one.at,
            radius: one.radius,
            held: None,
        });
        let party = |side: Side| Party {
            name: self.armies[side].name.clone(),
            nations: self.armies[side].nations.iter().map(|nation| Colours::of(nation)).collect(),
            about: format!("{} points", self.armies[side].points),
        };
        let zone = |side: Side| Overlay::Zone(side, examine::zone(&self.armies[side], size));
        draw(&Scene {
            title: &self.name,
            about: &self.date,
            terrain,
            burning: burning.map(|(id, _)| id).collect(),
            wind: match self.wind {
                Wind::Towards(heading) => Some(heading),
                Wind::Rolled => None,
            },
            goals: goals.collect(),
            parties: [party(Side::First), party(Side::Second)],
            aims: Vec::new(),
            bodies: Side::ALL.into_iter().flat_map(|side| shown(&self.armies[side], side)).collect(),
            overlays: vec![zone(Side::First), zone(Side::Second)],
        })
    }
}

/// Everybody of an army whom all may see.
fn shown(army: &Army, side: Side) -> Vec<Shown> {
    let nation = Colours::of(army.nations.first().map_or("", String::as_str));
    let staff = Layout::single(Stand::INCH);
    let one = |key: &str, name: &str, figure: Figure, layout: Layout, pose: Pose| Shown {
        key: key.to_owned(),
        name: name.to_owned(),
        side,
        figure,
        colours: nation,
        layout,
        pose,
        order: Order::Good,
        hold: Hold::Free,
        lost: 0,
        ghost: Ghost::Real,
    };
    let general = &army.general;
    let mut all: Vec<Shown> = general
        .post
        .map(|pose| one(&general.key, &general.name, Figure::Staff, staff, pose))
        .into_iter()
        .collect();
    for command in &army.commands {
        if let Some((general, pose)) = command.general.as_ref().and_then(|one| Some((one, one.post?))) {
            all.push(one(&general.key, &general.name, Figure::Staff, staff, pose));
        }
        for troop in &command.troops {
            if let (Post::Open(pose), Some(layout)) = (troop.post, troop.layout()) {
                let colours = colours(troop, army);
                let name = about(troop, command);
                all.push(Shown { colours, ..one(&troop.key, &name, figure(troop), layout, pose) });
            }
        }
        if let Some((engineers, post)) = command.engineers.as_ref().and_then(|one| Some((one, one.post?))) {
            all.push(one(&engineers.key, &engineers.name, Figure::Foot, Engineers::pioneers(), post));
            all.push(one("", "Engineer officer", Figure::Staff, staff, Engineers::officer(post)));
            let wagon = Layout::single(Stand::WAGON);
            all.push(one("", "Pontoon wagon", Figure::Wagon, wagon, Engineers::wagon(post)));
        }
    }
    all
}

fn figure(troop: &Troop) -> Figure {
    match troop.formation {
        Formation::Deployed => Figure::Gun,
        Formation::Limbered => Figure::Limbered,
        _ if troop.unit.arm.is_horse() => Figure::Horse,
        _ => Figure::Foot,
    }
}

/// The colours of a contingent are its own: the line of the lists it was bought from names its nation.
fn colours(troop: &Troop, army: &Army) -> Colours {
    let nation = troop.nation.as_str();
    if nation == "all" {
        Colours::of(army.nations.first().map_or("", String::as_str))
    } else {
        Colours::of(nation)
    }
}

fn about(troop: &Troop, command: &Formed) -> String {
    let formation = troop.formation.word();
    format!(
        "{}, {}: {}, class {}, {formation}",
        troop.unit.name, command.name, troop.troops, troop.unit.class
    )
}
