//! The ground as the players have agreed on it before the battle: what each piece is, and what troops make of it. (15)
//!
//! The shapes lie on the measured table; what the rules know of a piece besides its shape stands here, piece for
//! feature. [`mod@file`] reads both from a terrain file.

pub mod file;

use crate::unit::{Cover, words};
use grognard_board::table::{FeatureId, Ground, Kind, Mils, Thickness};
use grognard_umpire::Clause;

words! {
    /// How a hill rises. [15.1]
    Slope {
        /// Gently.
        Gentle "gentle",
        /// Steeply.
        Steep "steep",
    }
}

words! {
    /// What a hill's ground is like.
    Footing {
        /// Easy.
        Easy "easy",
        /// Difficult: it slows and disorders.
        Difficult "difficult",
    }
}

words! {
    /// How high a hill is. (15.1-e)
    Height {
        /// One level above the table.
        Low "low",
        /// Two.
        High "high",
    }
}

words! {
    /// How dense a wood or a town is. [15.7] [15.8]
    Density {
        /// Timber houses, open woods.
        Light "light",
        /// Stone houses, dense woods.
        Heavy "heavy",
        /// A wood whose kind is rolled for when somebody comes near.
        Unknown "unknown",
    }
}

impl Density {
    /// How thick it is to look and walk through: heavy until a die says otherwise.
    pub const fn thickness(self) -> Thickness {
        match self {
            Density::Light => Thickness::Light,
            // Sight and passage take an unknown wood for heavy. (15.8-h)
            Density::Heavy | Density::Unknown => Thickness::Heavy,
        }
    }
}

words! {
    /// What a bridge or an obstacle is made of.
    Material {
        /// It burns, and is quickly demolished.
        Wood "wood",
        /// Stone.
        Stone "stone",
        /// Earth.
        Earth "earth",
    }
}

words! {
    /// What an obstacle is, for those who have not agreed on its weight. (15.10-f)
    Barrier {
        /// A hedge.
        Hedge "hedge",
        /// A fence.
        Fence "fence",
        /// A wall one can climb.
        LowWall "low-wall",
        /// Felled trees, carts, timber.
        Barricade "barricade",
        /// A thick wall of stone.
        ThickWall "thick-wall",
        /// Earthworks, emplacements, fortifications.
        Works "works",
    }
}

impl Barrier {
    /// Its weight where nothing else is agreed.
    pub const fn weight(self) -> Thickness {
        match self {
            Barrier::Hedge | Barrier::Fence | Barrier::LowWall | Barrier::Barricade => Thickness::Light,
            Barrier::ThickWall | Barrier::Works => Thickness::Heavy,
        }
    }

    /// What it is made of where nothing else is agreed.
    pub const fn material(self) -> Material {
        match self {
            Barrier::Hedge | Barrier::Fence | Barrier::Barricade => Material::Wood,
            Barrier::LowWall | Barrier::ThickWall => Material::Stone,
            Barrier::Works => Material::Earth,
        }
    }
}

/// What a piece of terrain is to the rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PieceKind {
    /// A hill.
    Hill {
        /// How it rises.
        slope: Slope,
        /// What its ground is like.
        footing: Footing,
    },
    /// A wood.
    Wood(Density),
    /// Houses.
    Urban(Thickness),
    /// Swamp or marsh.
    Swamp,
    /// Water wider than two inches.
    River,
    /// Water up to two inches wide.
    Stream,
    /// A road.
    Road,
    /// A bridge.
    Bridge(Material),
    /// A ford.
    Ford,
    /// A pontoon bridge.
    Pontoon,
    /// A wall, hedge, fence or work.
    Obstacle {
        /// How hard it is to cross, and how well it covers.
        weight: Thickness,
        /// What it is made of.
        material: Material,
    },
    /// A gap that engineers have cleared through an obstacle. [11-e]
    Gap,
    /// A bridge with a span down: nobody passes. [11-h]
    Ruin,
}

impl PieceKind {
    /// Whether it can burn. [15.9-a] [15.10-e]
    pub const fn is_flammable(self) -> bool {
        matches!(
            self,
            PieceKind::Wood(_) | PieceKind::Urban(_) | PieceKind::Obstacle { material: Material::Wood, .. }
        )
    }

    /// A wood or a town: what hides and covers whoever is in it.
    pub const fn is_area(self) -> bool {
        matches!(self, PieceKind::Wood(_) | PieceKind::Urban(_))
    }
}

/// Whether a piece burns when the battle begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AtFirst {
    /// It is as it should be.
    Sound,
    /// It is alight, and burns all battle.
    Burning,
}

/// A piece of terrain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// What orders call it.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// What it is.
    pub kind: PieceKind,
    /// Whether it burns from the start.
    pub at_first: AtFirst,
    /// The clause that put it there or gave it its shape, where that is not the file's word alone.
    pub by: Option<Clause>,
}

/// Everything on the table, and its shapes: piece for feature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terrain {
    /// The shapes.
    pub ground: Ground,
    /// What they are, in the order of the features.
    pub pieces: Vec<Piece>,
}

impl Terrain {
    /// A bare table.
    pub fn bare(ground: Ground) -> Terrain {
        Terrain { ground, pieces: Vec::new() }
    }

    /// One piece.
    pub fn piece(&self, id: FeatureId) -> &Piece {
        &self.pieces[usize::from(id.0)]
    }

    /// All pieces, in order.
    pub fn pieces(&self) -> impl Iterator<Item = (FeatureId, &Piece)> {
        self.pieces.iter().enumerate().map(|(at, piece)| (FeatureId(at as u8), piece))
    }

    /// The piece that orders call so.
    pub fn by_key(&self, key: &str) -> Option<FeatureId> {
        self.pieces().find(|(_, piece)| piece.key == key).map(|(id, _)| id)
    }
}

/// The cover that a thickness gives. [13.5] [13.6]
pub const fn cover(thickness: Thickness) -> Cover {
    match thickness {
        Thickness::Light => Cover::Light,
        Thickness::Heavy => Cover::Heavy,
    }
}

/// The widest water that is still a stream. [15.3-a]
pub const STREAM_MAX: Mils = Mils::inches(2);

/// What a piece is on the measured table.
pub const fn shape_kind(kind: PieceKind) -> Kind {
    match kind {
        PieceKind::Wood(density) => Kind::Wood(density.thickness()),
        PieceKind::Urban(thickness) => Kind::Town(thickness),
        PieceKind::Swamp => Kind::Swamp,
        PieceKind::River | PieceKind::Stream => Kind::Water,
        PieceKind::Road => Kind::Road,
        PieceKind::Bridge(_) | PieceKind::Ford | PieceKind::Pontoon | PieceKind::Gap => Kind::Way,
        PieceKind::Obstacle { weight, .. } => Kind::Obstacle(weight),
        // Hills are laid with their crests, which only the file knows.
        PieceKind::Hill { .. } | PieceKind::Ruin => Kind::Gone,
    }
}
