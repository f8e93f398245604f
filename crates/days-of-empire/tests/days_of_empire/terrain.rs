//! Terrain files: what they say, and everything that can be wrong with one.

use crate::common::noted;
use grognard_board::table::{Heading, Kind, Level, Point, Thickness};
use grognard_days_of_empire::terrain::file::{read_file, read_points};
use grognard_days_of_empire::terrain::{AtFirst, Barrier, Material, PieceKind, Slope, Terrain};
use grognard_days_of_empire::wind::Wind;

fn file(pieces: &[&str]) -> String {
    let head = "system = \"days-of-empire\"\nkind = \"terrain\"\ntitle = \"the ground\"\nwind = \"315\"\n";
    let pieces: String = pieces.iter().map(|piece| format!("[[terrain]]\n{piece}\n")).collect();
    format!("{head}{pieces}")
}

fn laid(pieces: &[&str]) -> Terrain {
    read_file("ground.toml", &file(pieces)).unwrap_or_else(|error| panic!("{error}")).0
}

#[track_caller]
fn refused(pieces: &[&str], wanted: &str) {
    let error = noted(read_file("ground.toml", &file(pieces)).expect_err("it is wrong").to_string());
    assert!(error.contains(wanted), "{error}\nwanted: {wanted}");
}

const HILL: &str = "key = \"hill\"\nkind = \"hill\"\nslope = \"steep\"\nground = \"difficult\"\nheight = \"high\"\n\
                    polygon = \"10 10, 30 10, 30 20, 10 20\"\ncrests = [\"12 15, 28 15\"]";
const RIVER: &str = "key = \"river\"\nkind = \"river\"\nwide = \"3\"\npath = \"0 24, 72 24\"";
const ROAD: &str =
    "key = \"road\"\nname = \"the road\"\nkind = \"road\"\nwide = \"1\"\npath = \"36 0, 36 48\"";

#[test]
fn a_file_lays_the_ground() {
    let terrain = laid(&[
        HILL,
        RIVER,
        "key = \"bridge\"\nkind = \"bridge\"\nmaterial = \"wood\"\npolygon = \"35 22, 37 22, 37 26, 35 26\"",
        ROAD,
        "key = \"wood\"\nkind = \"wood\"\ndensity = \"unknown\"\npolygon = \"50 30, 60 30, 60 40\"",
        "key = \"inn\"\nkind = \"urban\"\ndensity = \"light\"\nburning = true\npolygon = \"40 30, 44 30, 44 34, 40 34\"",
        "key = \"hedge\"\nkind = \"obstacle\"\nbarrier = \"hedge\"\npath = \"5 40, 15 40.5\"",
        "key = \"works\"\nkind = \"obstacle\"\nbarrier = \"works\"\npath = \"5 44, 15 44\"",
    ]);
    assert_eq!(terrain.pieces.len(), 8, "a bridge leads over: no ford is made");
    let kinds: Vec<PieceKind> = terrain.pieces.iter().map(|piece| piece.kind).collect();
    assert_eq!(kinds[2], PieceKind::Bridge(Material::Wood));
    assert_eq!(kinds[6], PieceKind::Obstacle { weight: Thickness::Light, material: Material::Wood });
    assert_eq!(kinds[7], PieceKind::Obstacle { weight: Thickness::Heavy, material: Material::Earth });
    assert!(matches!(kinds[0], PieceKind::Hill { slope: Slope::Steep, .. }));
    let wood = terrain.by_key("wood").unwrap();
    assert_eq!(
        terrain.ground.feature(wood).kind,
        Kind::Wood(Thickness::Heavy),
        "unknown is heavy until rolled"
    );
    assert_eq!(terrain.pieces[5].at_first, AtFirst::Burning);
    assert_eq!(terrain.pieces[3].name, "the road");
    assert_eq!(terrain.ground.level(Point::new(20_000, 15_000)), Level::HIGH);
    assert_eq!(terrain.ground.size(), Point::new(72_000, 48_000));
}

/// Where a road meets water and nothing leads over there is a known ford.
#[test]
fn roads_make_fords() {
    let terrain = laid(&[RIVER, ROAD]);
    assert_eq!(terrain.pieces.len(), 3);
    assert_eq!(terrain.pieces[2].kind, PieceKind::Ford);
    assert_eq!(terrain.pieces[2].name, "the ford of the road");
    let ford = &terrain.ground.feature(terrain.by_key("ford-road-river-0").unwrap()).region;
    assert!(ford.holds(Point::new(36_900, 22_600)) && ford.holds(Point::new(35_100, 25_400)));
    assert!(!ford.holds(Point::new(37_100, 24_000)), "it is two inches wide");
    assert!(!ford.holds(Point::new(36_000, 21_000)));
}

#[test]
fn barriers_have_their_usual_weight() {
    let heavy: Vec<&str> =
        Barrier::ALL.iter().filter(|one| one.weight() == Thickness::Heavy).map(|one| one.word()).collect();
    assert_eq!(heavy, ["thick-wall", "works"]);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    refused(
        &[&HILL.replace("12 15, 28 15", "12 15, 31 15")],
        "terrain.0.crests: the crest's point 31 15 is off the hill",
    );
    refused(
        &[&HILL.replace("30 20, 10 20", "10 20, 30 20")],
        "terrain.0.polygon: the outline crosses itself",
    );
    refused(&[&HILL.replace("30 20,", "80 20,")], "the point 80 20 is off the table");
    refused(&[&HILL.replace("slope = \"steep\"\n", "")], "terrain.0.slope: missing: write gentle or steep");
    refused(&[&HILL.replace("\"high\"", "\"huge\"")], "no `huge`: write low or high");
    refused(&[&HILL.replace("height = \"high\"\n", "")], "write low or high (DOE-15.1-e)");
    refused(&["key = \"a\"\nkind = \"wood\"\npolygon = \"1 1, 2 1, 2 2\""], "(DOE-13.6-b)");
    let town = "key = \"a\"\nkind = \"urban\"\ndensity = \"unknown\"\npolygon = \"1 1, 2 1, 2 2\"";
    refused(&[town], "only a wood may be of unknown kind: write light or heavy (DOE-15.7-a)");
    let marsh = "key = \"a\"\nkind = \"swamp\"\nburning = true\npolygon = \"1 1, 2 1, 2 2\"";
    refused(&[marsh], "only woods and towns burn from the start (DOE-15-a)");
    let heap = "key = \"a\"\nkind = \"obstacle\"\nmaterial = \"wood\"\npath = \"1 1, 2 1\"";
    refused(&[heap], "write light or heavy, or say what barrier it is (DOE-15.10-f)");
    refused(&[HILL, HILL], "terrain.1.key: the name is used twice");
    refused(&[&RIVER.replace("\"3\"", "\"2\"")], "water of 2 inches or less is a stream");
    refused(&[&RIVER.replace("\"river\"\nwide", "\"stream\"\nwide")], "water wider than 2 inches is a river");
    refused(&[&RIVER.replace("\"3\"", "\"3.1415\"")], "terrain.0.wide: `3.1415` is no length");
    refused(&[&RIVER.replace("wide = \"3\"\n", "")], "how wide is it?");
    refused(
        &[&RIVER.replace("0 24, 72 24", "0 24 7, 72 24")],
        "terrain.0.path: `0 24 7` is no place: write inches",
    );
    refused(&[&RIVER.replace("0 24, 72 24", "-1 24, 72 24")], "`-1` is no length");
    refused(
        &["key = \"a\"\nkind = \"lava\"\npath = \"1 1, 2 2\""],
        "terrain.0.kind: no `lava`: write hill, wood,",
    );
    refused(&["key = \"a\"\nkind = \"swamp\""], "no outline: give a polygon or a path");
    refused(
        &["key = \"A b\"\nkind = \"swamp\"\npolygon = \"1 1, 2 1, 2 2\""],
        "terrain.0.key: `A b`: write 1 to 32",
    );
    refused(
        &["key = \"a\"\nkind = \"swamp\"\nslope = \"steep\"\npolygon = \"1 1, 2 1, 2 2\""],
        "a swamp has none: leave it out",
    );
    refused(
        &["key = \"a\"\nkind = \"urban\"\ndensity = \"unknown\"\npolygon = \"1 1, 2 1, 2 2\""],
        "only a wood may be of unknown kind",
    );
    refused(&["key = \"a\"\nkind = \"ford\"\nwide = \"3\"\npath = \"1 1, 2 2\""], "a ford is 2 inches wide");
    refused(
        &["key = \"a\"\nkind = \"obstacle\"\npath = \"1 1, 2 2\""],
        "write light or heavy, or say what barrier it is",
    );
    refused(
        &["key = \"a\"\nkind = \"swamp\"\nburning = true\npolygon = \"1 1, 2 1, 2 2\""],
        "only woods and towns burn",
    );
    let both =
        file(&[&HILL.replace("\"high\"", "\"huge\""), "key = \"a\"\nkind = \"lava\"\npath = \"1 1, 2 2\""]);
    let error = read_file("ground.toml", &both).unwrap_err().to_string();
    assert!(error.contains("huge") && error.contains("lava"), "everything at once: {error}");
    let small = file(&[]).replace("[[terrain]]", "") + "[table]\nwide = \"5\"\ndeep = \"48\"\n";
    assert!(read_file("ground.toml", &small).unwrap_err().to_string().contains("each side is 12 to 120"));
}

#[test]
fn places_and_winds_are_read() {
    assert_eq!(read_points("0 27, 18.5 26.125"), Ok(vec![Point::new(0, 27_000), Point::new(18_500, 26_125)]));
    assert_eq!(Wind::read("315"), Ok(Wind::Towards(Heading::new(3150))));
    assert_eq!(Wind::read("roll"), Ok(Wind::Rolled));
    assert_eq!(Wind::read("3 o'clock"), Ok(Wind::Towards(Heading::EAST)));
    assert_eq!(Wind::read("12 o'clock"), Ok(Wind::Towards(Heading::NORTH)));
    for bad in ["13 o'clock", "0 o'clock", "360", "northish", "-1"] {
        assert!(Wind::read(bad).unwrap_err().contains("write where it blows to"), "{bad}");
    }
    let dice: Vec<u16> = (1..=6).map(|face| Wind::of_die(face).notches()).collect();
    assert_eq!(dice, [0, 600, 1200, 1800, 2400, 3000]);
}
