//! The board: what is printed on a map, in fixed arrays.

use crate::hex::{Direction, Hex, HexId};
use crate::set::HexSet;
use grognard_umpire::Side;

/// What covers a hex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Terrain {
    /// Open ground.
    Clear,
    /// Woods.
    Woods,
    /// Marsh.
    Marsh,
    /// A lake, which nobody enters.
    Lake,
}

/// A settlement in a hex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Settlement {
    /// A town, on top of the hex's terrain.
    Town,
    /// A city.
    City,
    /// A major city.
    MajorCity,
}

/// The gauge of the rails in a hex at the start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Gauge {
    /// The first player's.
    First,
    /// Between two frontiers: whose it is depends on the scenario.
    Between,
    /// The second player's.
    Second,
}

/// A printed map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    pub(crate) title: String,
    pub(crate) source: grognard_charts::Source,
    pub(crate) first_row: u16,
    pub(crate) rows: u16,
    pub(crate) columns: u16,
    pub(crate) shifted: u16,
    pub(crate) terrain: Vec<Terrain>,
    pub(crate) settlement: Vec<Option<Settlement>>,
    pub(crate) name: Vec<Option<String>>,
    pub(crate) side: Vec<Side>,
    pub(crate) gauge: Vec<Option<Gauge>>,
    pub(crate) area: HexSet,
    pub(crate) ways: Vec<[Option<Hex>; 6]>,
    pub(crate) around: Vec<HexSet>,
    /// The neighbours that no river parts from a hex.
    pub(crate) dry: Vec<HexSet>,
    /// The neighbours that a railway leads to.
    pub(crate) linked: Vec<HexSet>,
    pub(crate) rivers: Vec<u8>,
    pub(crate) rails: Vec<u8>,
    /// Two axes of each hex, for distances.
    pub(crate) axes: Vec<(i16, i16)>,
    pub(crate) border: HexSet,
}

impl Board {
    /// The map's name.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Where the map comes from.
    pub fn source(&self) -> &grognard_charts::Source {
        &self.source
    }

    /// How many hexes there are.
    pub fn len(&self) -> usize {
        self.terrain.len()
    }

    /// Whether there are none; a loaded map always has some.
    pub fn is_empty(&self) -> bool {
        self.terrain.is_empty()
    }

    /// All hexes, row by row from the north-west.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        (0..self.terrain.len() as u16).map(Hex)
    }

    /// The number of rows and of hexes in each.
    pub fn size(&self) -> (u16, u16) {
        (self.rows, self.columns)
    }

    /// The hex with a printed number.
    pub fn hex(&self, id: HexId) -> Option<Hex> {
        let row = id.row().checked_sub(self.first_row).filter(|&row| row < self.rows)?;
        let east = self.columns.checked_sub(id.column()).filter(|_| id.column() > 0)?;
        Some(Hex(row * self.columns + east))
    }

    /// The hex written in four digits.
    pub fn read(&self, digits: &str) -> Option<Hex> {
        (digits.len() == 4).then(|| digits.parse().ok().map(HexId)).flatten().and_then(|id| self.hex(id))
    }

    /// The printed number of a hex.
    pub fn id(&self, hex: Hex) -> HexId {
        let (row, east) = (hex.0 / self.columns, hex.0 % self.columns);
        HexId((row + self.first_row) * 100 + self.columns - east)
    }

    /// Whether a row sits half a hex to the east of the others.
    pub fn is_shifted(&self, row: u16) -> bool {
        row % 2 == self.shifted
    }

    /// What covers a hex.
    #[inline]
    pub fn terrain(&self, hex: Hex) -> Terrain {
        self.terrain[hex.index()]
    }

    /// The settlement in a hex.
    #[inline]
    pub fn settlement(&self, hex: Hex) -> Option<Settlement> {
        self.settlement[hex.index()]
    }

    /// The name printed in a hex.
    pub fn name(&self, hex: Hex) -> Option<&str> {
        self.name[hex.index()].as_deref()
    }

    /// The hex with a name.
    pub fn named(&self, name: &str) -> Option<Hex> {
        self.hexes().find(|&hex| self.name(hex) == Some(name))
    }

    /// The side of the border a hex lies on.
    #[inline]
    pub fn side(&self, hex: Hex) -> Side {
        self.side[hex.index()]
    }

    /// The gauge of a rail hex at the start.
    #[inline]
    pub fn gauge(&self, hex: Hex) -> Option<Gauge> {
        self.gauge[hex.index()]
    }

    /// The hexes inside the operational area.
    pub fn area(&self) -> &HexSet {
        &self.area
    }

    /// The hexes of either side that touch the border.
    pub fn border(&self) -> &HexSet {
        &self.border
    }

    /// The hex that lies one way of another.
    #[inline]
    pub fn next(&self, hex: Hex, way: Direction) -> Option<Hex> {
        self.ways[hex.index()][way as usize]
    }

    /// The neighbours of a hex with the way to each.
    #[inline]
    pub fn neighbours(&self, hex: Hex) -> impl Iterator<Item = (Direction, Hex)> + use<> {
        let ways = self.ways[hex.index()];
        Direction::ALL.into_iter().filter_map(move |way| ways[way as usize].map(|to| (way, to)))
    }

    /// The neighbours of a hex as a set.
    #[inline]
    pub fn around(&self, hex: Hex) -> &HexSet {
        &self.around[hex.index()]
    }

    /// The neighbours of a hex that no river parts from it.
    #[inline]
    pub fn around_dry(&self, hex: Hex) -> &HexSet {
        &self.dry[hex.index()]
    }

    /// The neighbours of a hex that a railway leads to.
    #[inline]
    pub fn linked(&self, hex: Hex) -> &HexSet {
        &self.linked[hex.index()]
    }

    /// The way from a hex to its neighbour.
    pub fn way(&self, from: Hex, to: Hex) -> Option<Direction> {
        self.neighbours(from).find(|&(_, next)| next == to).map(|(way, _)| way)
    }

    /// Whether a river runs along a hexside.
    #[inline]
    pub fn river(&self, hex: Hex, way: Direction) -> bool {
        self.rivers[hex.index()] >> way as u8 & 1 == 1
    }

    /// Whether a railway runs across a hexside.
    #[inline]
    pub fn rail(&self, hex: Hex, way: Direction) -> bool {
        self.rails[hex.index()] >> way as u8 & 1 == 1
    }

    /// The hexes a railway leads to from a hex.
    #[inline]
    pub fn along_rails(&self, hex: Hex) -> impl Iterator<Item = Hex> + use<> {
        let rails = self.rails[hex.index()];
        self.neighbours(hex).filter(move |(way, _)| rails >> *way as u8 & 1 == 1).map(|(_, to)| to)
    }

    /// The number of hexes from one to another as the crow flies.
    ///
    /// ```text
    /// rows lean: with q = east - (row - shift) / 2 each hex has the axes q, row and q + row,
    /// and the distance is the longest of the three differences.
    /// ```
    #[inline]
    pub fn distance(&self, a: Hex, b: Hex) -> u8 {
        let ((q1, r1), (q2, r2)) = (self.axes[a.index()], self.axes[b.index()]);
        let (dq, dr) = (q1 - q2, r1 - r2);
        dq.abs().max(dr.abs()).max((dq + dr).abs()) as u8
    }

    /// The axes q and row of a hex.
    pub(crate) fn axes_of(&self, hex: Hex) -> (i16, i16) {
        let (row, east) = ((hex.0 / self.columns) as i16, (hex.0 % self.columns) as i16);
        let printed = row + self.first_row as i16;
        let shift = i16::from(printed % 2 == self.shifted as i16);
        let lean = (printed - shift - i16::from(self.shifted == 0)) / 2;
        (east - lean, printed)
    }
}
