//! Targets: what an option or an order touches, as data that pictures carry too.

use std::fmt;

/// The kinds of thing that can be touched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TargetKind {
    /// A hex of a map.
    Hex,
    /// A province or another area of land.
    Province,
    /// A sea zone.
    Sea,
    /// A city or fortress as such, apart from the land around it.
    City,
    /// A single unit.
    Unit,
    /// A leader.
    Leader,
    /// Units that stand and go together.
    Stack,
    /// Ships that lie and sail together.
    Fleet,
    /// A cell of a printed table.
    Cell,
    /// A stand of miniatures.
    Stand,
    /// A point of a measured table.
    Point,
    /// A piece of terrain on a measured table.
    Terrain,
    /// A line of a list that is drawn beside the map: a box, a track, a purse.
    Box,
}

impl TargetKind {
    /// Every kind.
    pub const ALL: [TargetKind; 13] = [
        TargetKind::Hex,
        TargetKind::Province,
        TargetKind::Sea,
        TargetKind::City,
        TargetKind::Unit,
        TargetKind::Leader,
        TargetKind::Stack,
        TargetKind::Fleet,
        TargetKind::Cell,
        TargetKind::Stand,
        TargetKind::Point,
        TargetKind::Terrain,
        TargetKind::Box,
    ];

    /// The kind's one word, as pictures and the wire use it.
    pub const fn key(self) -> &'static str {
        match self {
            TargetKind::Hex => "hex",
            TargetKind::Province => "province",
            TargetKind::Sea => "sea",
            TargetKind::City => "city",
            TargetKind::Unit => "unit",
            TargetKind::Leader => "leader",
            TargetKind::Stack => "stack",
            TargetKind::Fleet => "fleet",
            TargetKind::Cell => "cell",
            TargetKind::Stand => "stand",
            TargetKind::Point => "point",
            TargetKind::Terrain => "terrain",
            TargetKind::Box => "box",
        }
    }

    /// The kind with that word.
    pub fn from_key(key: &str) -> Option<TargetKind> {
        TargetKind::ALL.into_iter().find(|kind| kind.key() == key)
    }
}

/// Something that an option or an order touches. An element of a picture that shows it carries the same words,
/// `hex:1204`, in its attribute `data-target`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Target {
    /// What kind of thing it is.
    pub kind: TargetKind,
    /// Which one, by the key that orders use for it.
    pub id: String,
}

impl Target {
    /// A target.
    pub fn new(kind: TargetKind, id: impl fmt::Display) -> Target {
        Target { kind, id: id.to_string() }
    }

    /// The target that `hex:1204` names.
    pub fn read(text: &str) -> Option<Target> {
        let (kind, id) = text.split_once(':')?;
        Some(Target { kind: TargetKind::from_key(kind)?, id: id.to_owned() })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind.key(), self.id)
    }
}

/// What an option costs, where the rules count it, and what is left after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cost {
    /// How much, in the smallest unit that the rules know.
    pub amount: i32,
    /// What is left then; nothing where the rules keep no account.
    pub left: Option<i32>,
    /// What is counted: `half points`, `ducats`.
    pub of: &'static str,
}
