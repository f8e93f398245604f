//! Boards as JSON, for interfaces that draw their own: what never changes, known by its hash, and what does, as one seat
//! may know it. Everything is whole numbers, by the ids that options, orders and pictures use.

use grognard::umpire::{Board, Cell, CellNow, Guide, Line, Piece, Reckoned, Side, Spot, Target};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A point: so far east and so far south of the board's corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SpotPair(pub i32, pub i32);

/// A board, as far as it never changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BoardCard {
    /// What it is known by: whoever has a board with this hash has all of it.
    pub hash: String,
    /// What it is made of: `hexes`, `areas`, or `table` where it is measured with a ruler.
    pub kind: String,
    /// How far it reaches to the east and the south.
    pub size: SpotPair,
    /// Its cells; on a table its pieces of terrain.
    pub cells: Vec<BoardCell>,
    /// What is drawn on it besides.
    pub lines: Vec<LineCard>,
    /// What grounds, borders, lines and towns are called.
    pub legend: Vec<SignCard>,
}

/// A cell of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BoardCell {
    /// Which, as options and pictures name it: `hex:1204`.
    pub id: String,
    /// Its name; empty where it has none.
    pub name: String,
    /// Its outline: rings of corners, each closed by its first.
    pub rings: Vec<Vec<SpotPair>>,
    /// Where what stands in it is drawn.
    pub middle: SpotPair,
    /// Its town, if it has one.
    pub town: Option<TownCard>,
    /// Its ground, by its key in the legend.
    pub ground: String,
    /// Its neighbours.
    pub neighbours: Vec<NeighbourCard>,
}

/// A city, a fortress or a village.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TownCard {
    /// Which, as options and pictures name it.
    pub id: String,
    /// What it is, by its key in the legend.
    pub kind: String,
    /// Where it lies.
    pub at: SpotPair,
}

/// A neighbour of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct NeighbourCard {
    /// Which cell.
    pub id: String,
    /// What lies between, by its key in the legend; another word where nothing is drawn there.
    pub between: String,
}

/// A line on a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LineCard {
    /// What it is, by its key in the legend, if it has one there.
    pub kind: String,
    /// Its corners.
    pub spots: Vec<SpotPair>,
}

/// A line of the legend.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SignCard {
    /// What it stands for: `ground`, `between`, `line` or `town`.
    pub of: String,
    /// Its key.
    pub key: String,
    /// What it is called.
    pub words: String,
}

/// A figure of a piece or a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct FigureCard {
    /// What it is: `strength`.
    pub key: String,
    /// How much of it there is; nothing where this seat may not know.
    pub now: Option<i64>,
    /// How much there was at its best, where that is counted.
    pub of: Option<i64>,
}

/// A piece as a seat may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PieceCard {
    /// Which, as options and pictures name it: `unit:G-Pz3`. It stays the same as long as the piece is the same.
    pub id: String,
    /// Whose it is, `first` or `second`; nobody's where no side is named.
    pub side: Option<String>,
    /// Its name.
    pub name: String,
    /// What it is, in a word: `armor`, `fleet`, `leader`.
    pub symbol: String,
    /// Its figures.
    pub figures: Vec<FigureCard>,
    /// Its states in a word each: `spent`, `besieging`.
    pub marks: Vec<String>,
    /// The cell it is in, or its point on a table; nothing where it is on no board.
    pub place: Option<String>,
    /// Where it is if it is on no board, in words.
    pub elsewhere: String,
    /// How it stands, on a board that is measured.
    pub stance: Option<StanceCard>,
}

/// How a piece stands on a measured table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct StanceCard {
    /// Where.
    pub at: SpotPair,
    /// Where it faces: tenths of a degree, clockwise from the north.
    pub facing: u16,
    /// The corners of each of its blocks.
    pub blocks: Vec<Vec<SpotPair>>,
}

/// A cell as it is now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct CellNowCard {
    /// Which cell.
    pub id: String,
    /// Who holds it, `first` or `second`.
    pub holder: Option<String>,
    /// Its states in a word each: `besieged`, `burning`.
    pub marks: Vec<String>,
    /// Its figures.
    pub figures: Vec<FigureCard>,
}

/// What changes on a board, as a seat may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BoardNow {
    /// The cells of which there is something to say.
    pub cells: Vec<CellNowCard>,
    /// Lines that come and go.
    pub lines: Vec<LineCard>,
    /// Every piece.
    pub pieces: Vec<PieceCard>,
}

/// The board of a game, and how it stands: what `show --board` prints and the server sends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BoardAnswer {
    /// The hash of the board; nothing where the game has none.
    pub hash: Option<String>,
    /// The board itself; nothing where whoever asks has it already, or there is none.
    pub board: Option<BoardCard>,
    /// How it stands.
    pub now: BoardNow,
}

impl BoardAnswer {
    /// The board of a game as its guide tells it. `known` is the hash of the board that whoever asks has already.
    pub fn of(guide: &dyn Guide, known: Option<&str>) -> BoardAnswer {
        let board = guide.board().map(|board| BoardCard::from(&board));
        BoardAnswer {
            hash: board.as_ref().map(|board| board.hash.clone()),
            board: board.filter(|board| Some(board.hash.as_str()) != known),
            now: BoardNow {
                cells: guide.cells().iter().map(CellNowCard::from).collect(),
                lines: guide.lines().iter().map(LineCard::from).collect(),
                pieces: guide.pieces().iter().map(PieceCard::from).collect(),
            },
        }
    }
}

fn pair(spot: Spot) -> SpotPair {
    SpotPair(spot.0, spot.1)
}

fn pairs(spots: &[Spot]) -> Vec<SpotPair> {
    spots.iter().copied().map(pair).collect()
}

fn words(list: &[&'static str]) -> Vec<String> {
    list.iter().map(|word| (*word).to_owned()).collect()
}

fn side(side: Option<Side>) -> Option<String> {
    side.map(|side| side.key().to_owned())
}

impl From<&Board> for BoardCard {
    fn from(board: &Board) -> Self {
        BoardCard {
            hash: board.hash(),
            kind: board.kind.key().to_owned(),
            size: pair(board.size),
            cells: board.cells.iter().map(BoardCell::from).collect(),
            lines: board.lines.iter().map(LineCard::from).collect(),
            legend: board
                .legend
                .iter()
                .map(|sign| SignCard {
                    of: sign.of.key().to_owned(),
                    key: sign.key.to_owned(),
                    words: sign.words.to_owned(),
                })
                .collect(),
        }
    }
}

impl From<&Cell> for BoardCell {
    fn from(cell: &Cell) -> Self {
        BoardCell {
            id: cell.id.to_string(),
            name: cell.name.clone(),
            rings: cell.rings.iter().map(|ring| pairs(ring)).collect(),
            middle: pair(cell.middle),
            town: cell.town.as_ref().map(|town| TownCard {
                id: town.id.to_string(),
                kind: town.kind.to_owned(),
                at: pair(town.at),
            }),
            ground: cell.ground.to_owned(),
            neighbours: cell
                .neighbours
                .iter()
                .map(|(id, between)| NeighbourCard { id: id.to_string(), between: (*between).to_owned() })
                .collect(),
        }
    }
}

impl From<&Line> for LineCard {
    fn from(line: &Line) -> Self {
        LineCard { kind: line.kind.to_owned(), spots: pairs(&line.spots) }
    }
}

impl From<&Reckoned> for FigureCard {
    fn from(figure: &Reckoned) -> Self {
        FigureCard { key: figure.key.to_owned(), now: figure.now, of: figure.of }
    }
}

impl From<&CellNow> for CellNowCard {
    fn from(now: &CellNow) -> Self {
        CellNowCard {
            id: now.cell.to_string(),
            holder: side(now.holder),
            marks: words(&now.marks),
            figures: now.figures.iter().map(FigureCard::from).collect(),
        }
    }
}

impl From<&Piece> for PieceCard {
    fn from(piece: &Piece) -> Self {
        PieceCard {
            id: piece.id.to_string(),
            side: side(piece.side),
            name: piece.name.clone(),
            symbol: piece.symbol.to_owned(),
            figures: piece.figures.iter().map(FigureCard::from).collect(),
            marks: words(&piece.marks),
            place: piece.place.as_ref().map(Target::to_string),
            elsewhere: piece.elsewhere.clone(),
            stance: piece.stance.as_ref().map(|stance| StanceCard {
                at: pair(stance.at),
                facing: stance.facing,
                blocks: stance.blocks.iter().map(|block| pairs(block)).collect(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard::umpire::{Header, Kind};
    use grognard::{Game, Seat};

    /// Every title with a board says it in JSON; whoever has the board is not sent it again; and what may be chosen is
    /// found in it by id.
    #[test]
    fn every_title_has_a_board() {
        let mut boards = 0;
        for system in grognard::systems() {
            for (name, text) in system.titles() {
                let contest = grognard::open(&format!("{name}.toml"), text, &[]).unwrap();
                let header = Header { system: system.key.to_owned(), ..Header::default() };
                let game = Game::new(contest.start(header));
                let guide = game.guide(Seat::Onlooker);
                let whole = BoardAnswer::of(&*guide, None);
                let board = whole.board.as_ref().unwrap_or_else(|| panic!("{name} has no board"));
                assert!(board.cells.len() > 2 || board.kind == "table", "{name}");
                let again = BoardAnswer::of(&*guide, whole.hash.as_deref());
                assert_eq!(
                    (again.board, again.hash, again.now),
                    (None, whole.hash.clone(), whole.now.clone())
                );
                let read: BoardAnswer =
                    serde_json::from_str(&serde_json::to_string(&whole).unwrap()).unwrap();
                assert_eq!(read, whole, "{name}");
                let known = |id: &str| {
                    let towns = board.cells.iter().filter_map(|cell| cell.town.as_ref());
                    board.cells.iter().any(|cell| cell.id == id)
                        || towns.map(|town| &town.id).any(|town| town == id)
                };
                for side in game.to_decide() {
                    let seat = Seat::Side(side);
                    let pieces: Vec<String> =
                        game.guide(seat).pieces().iter().map(|piece| piece.id.to_string()).collect();
                    for asked in game.questions(seat) {
                        let grognard::Asked::Whole(asked) = asked else { continue };
                        if matches!(asked.kind, Kind::Roll(_)) {
                            continue;
                        }
                        for target in asked.options().iter().flat_map(|option| &option.targets) {
                            let id = target.to_string();
                            assert!(known(&id) || pieces.contains(&id), "{name}: {id} is not on the board");
                        }
                    }
                }
                boards += 1;
            }
        }
        assert_eq!(boards, 2 + 2 + 6 + 2);
    }
}
