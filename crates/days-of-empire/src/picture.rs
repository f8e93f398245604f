//! The table from above as a picture: ground, contours and crests, woods, villages, water with its banks; stands with
//! their facing and colours, states by mark and shape; a scale bar and a legend. Light and dark by the reader's theme.
//!
//! Everything is made from plain data ([`Scene`]), so that a title, a running battle and a planned move are drawn by the
//! same hand. Whole numbers only: tenths of a pixel.

mod ground;
mod legend;
mod style;
mod troops;

use crate::terrain::Terrain;
use crate::unit::Order;
use grognard_board::table::{FeatureId, Heading, Layout, Mils, Point, Pose};
use grognard_umpire::Side;
use std::fmt::Write as _;

/// Pixels for an inch of the table.
const INCH: i32 = 24;
/// The frame around the table, in pixels: left, top, right, bottom.
const FRAME: (i32, i32, i32, i32) = (56, 96, 56, 186);

/// What a stand shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figure {
    /// Men on foot.
    Foot,
    /// Men in the saddle.
    Horse,
    /// A gun in action.
    Gun,
    /// A gun behind its team.
    Limbered,
    /// A general or an engineer officer.
    Staff,
    /// A wagon.
    Wagon,
    /// Horses without their riders.
    Holders,
}

/// Colours of a nation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colours {
    /// Red coats.
    British,
    /// Blue coats, red trousers.
    French,
    /// Dark blue coats and the fez.
    Turkish,
    /// Light blue-grey coats.
    Sardinian,
    /// Green coats and grey greatcoats.
    Russian,
}

impl Colours {
    /// All of them.
    pub const ALL: [Colours; 5] =
        [Colours::British, Colours::French, Colours::Turkish, Colours::Sardinian, Colours::Russian];

    /// The class of the style sheet.
    const fn class(self) -> &'static str {
        match self {
            Colours::British => "british",
            Colours::French => "french",
            Colours::Turkish => "turkish",
            Colours::Sardinian => "sardinian",
            Colours::Russian => "russian",
        }
    }

    /// The colours of a nation of the army lists.
    pub fn of(nation: &str) -> Colours {
        let named = |colours: &Colours| colours.class().eq_ignore_ascii_case(nation);
        Colours::ALL.into_iter().find(named).unwrap_or(Colours::Russian)
    }
}

/// What the rules hold against a unit for a while, besides the state of its ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hold {
    /// Nothing.
    Free,
    /// May come no nearer.
    Halted,
}

/// A body of troops in the picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// Its key, written beside it.
    pub key: String,
    /// Its name and what more a reader may want, for the pointer that rests on it.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// What its stands show.
    pub figure: Figure,
    /// Its colours.
    pub colours: Colours,
    /// Its shape.
    pub layout: Layout,
    /// Its place.
    pub pose: Pose,
    /// The state of its ranks.
    pub order: Order,
    /// What is held against it.
    pub hold: Hold,
    /// Stands it has lost.
    pub lost: u8,
    /// Whether this is where it might go, not where it is.
    pub ghost: Ghost,
}

/// Whether a body is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ghost {
    /// It stands there.
    Real,
    /// It could go there.
    Planned,
    /// It may not.
    Refused,
}

/// Something drawn over the ground: what a unit could shoot at, hit or reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Overlay {
    /// A field of fire.
    Arc(Vec<Point>),
    /// The corridor of a shot, which friends keep out of.
    Corridor(Vec<Point>),
    /// Where a shot bounces on.
    Bounce(Vec<Point>),
    /// A way that was or might be gone.
    Way(Vec<Point>),
    /// A deployment zone.
    Zone(Side, Vec<Point>),
    /// A distance around a point: a range, a command radius.
    Circle(Point, Mils),
    /// Powder smoke before muzzles that fired this turn.
    Powder(Vec<Point>),
}

/// A place worth holding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// Its name.
    pub name: String,
    /// Its middle.
    pub at: Point,
    /// How far it reaches.
    pub radius: Mils,
    /// Who holds it.
    pub held: Option<Side>,
}

/// A side in the legend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Party {
    /// Its name.
    pub name: String,
    /// Its nations.
    pub nations: Vec<Colours>,
    /// A line about it, such as points lost.
    pub about: String,
}

/// What the picture shows.
pub struct Scene<'a> {
    /// The heading.
    pub title: &'a str,
    /// The line below it: the date, the turn.
    pub about: &'a str,
    /// The ground.
    pub terrain: &'a Terrain,
    /// What burns.
    pub burning: Vec<FeatureId>,
    /// Where the wind blows to.
    pub wind: Option<Heading>,
    /// Places worth holding.
    pub goals: Vec<Goal>,
    /// The sides, first and second.
    pub parties: [Party; 2],
    /// How to win and how it stands, a line each.
    pub aims: Vec<String>,
    /// Everybody.
    pub bodies: Vec<Shown>,
    /// What is drawn over it.
    pub overlays: Vec<Overlay>,
}

/// A sheet being drawn.
struct Sheet {
    svg: String,
    size: Point,
}

/// A length in pixels, to a tenth.
fn px(tenths: i64) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    let tenths = tenths.abs();
    match tenths % 10 {
        0 => format!("{sign}{}", tenths / 10),
        part => format!("{sign}{}.{part}", tenths / 10),
    }
}

/// A length of the table in tenths of a pixel.
fn tenths(mils: i32) -> i64 {
    i64::from(mils) * i64::from(INCH) / 100
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

impl Sheet {
    /// A point of the table on the sheet, in tenths of a pixel.
    fn at(&self, point: Point) -> (i64, i64) {
        (i64::from(FRAME.0) * 10 + tenths(point.x), i64::from(FRAME.1) * 10 + tenths(self.size.y - point.y))
    }

    /// The same as it stands in attributes.
    fn written(&self, point: Point) -> String {
        let (x, y) = self.at(point);
        format!("{},{}", px(x), px(y))
    }

    fn points(&self, points: &[Point]) -> String {
        points.iter().map(|&point| self.written(point)).collect::<Vec<_>>().join(" ")
    }

    fn polygon(&mut self, class: &str, points: &[Point]) {
        let points = self.points(points);
        let _ = writeln!(self.svg, "<polygon class=\"{class}\" points=\"{points}\"/>");
    }

    fn polyline(&mut self, class: &str, points: &[Point]) {
        let points = self.points(points);
        let _ = writeln!(self.svg, "<polyline class=\"{class}\" points=\"{points}\"/>");
    }

    /// A ring through the middles of its edges, its corners rounded off.
    fn rounded(&mut self, class: &str, ring: &[Point]) {
        let middle = |a: Point, b: Point| Point::new((a.x + b.x) / 2, (a.y + b.y) / 2);
        let count = ring.len();
        let mut path = format!("M{}", self.written(middle(ring[count - 1], ring[0])));
        for at in 0..count {
            let next = middle(ring[at], ring[(at + 1) % count]);
            let _ = write!(path, "Q{} {}", self.written(ring[at]), self.written(next));
        }
        let _ = writeln!(self.svg, "<path class=\"{class}\" d=\"{path}Z\"/>");
    }

    fn text(&mut self, class: &str, (x, y): (i64, i64), words: &str) {
        let words = escaped(words);
        let _ = writeln!(self.svg, "<text class=\"{class}\" x=\"{}\" y=\"{}\">{words}</text>", px(x), px(y));
    }

    /// A symbol of the style sheet at a point of the sheet.
    fn symbol(&mut self, key: &str, class: &str, (x, y): (i64, i64)) {
        let _ = writeln!(
            self.svg,
            "<use href=\"#{key}\" class=\"{class}\" transform=\"translate({} {})\"/>",
            px(x),
            px(y)
        );
    }
}

/// The picture of a scene.
pub fn draw(scene: &Scene<'_>) -> String {
    let size = scene.terrain.ground.size();
    let mut sheet = Sheet { svg: String::with_capacity(64 * 1024), size };
    ground::draw(&mut sheet, scene);
    troops::overlays(&mut sheet, scene);
    troops::draw(&mut sheet, scene);
    ground::goal_names(&mut sheet, scene);
    ground::smoke(&mut sheet, scene);
    legend::draw(&mut sheet, scene);
    let width = tenths(size.x) / 10 + i64::from(FRAME.0 + FRAME.2);
    let height = tenths(size.y) / 10 + i64::from(FRAME.1 + FRAME.3) + legend::more(scene) / 10;
    let (wide, deep) = (tenths(size.x) / 10, tenths(size.y) / 10);
    let (left, top) = (FRAME.0, FRAME.1);
    let style = style::STYLE;
    let symbols = style::SYMBOLS;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"Georgia, 'DejaVu Serif', serif\">\n<title>{}</title>\n<style>{style}</style>\n\
         <defs>{symbols}<clipPath id=\"table\"><rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{deep}\"/>\
         </clipPath></defs>\n<rect class=\"wall\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
        escaped(scene.title),
        sheet.svg
    )
}
