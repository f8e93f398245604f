//! Title, sides, marks, scale and wind.

use super::{FRAME, INCH, Scene, Sheet, px, tenths};
use crate::unit::counted;
use grognard_umpire::Side;
use std::fmt::Write as _;

pub(super) fn draw(sheet: &mut Sheet, scene: &Scene<'_>) {
    let left = i64::from(FRAME.0) * 10 - 260;
    sheet.text("title", (left, 390), scene.title);
    sheet.text("about", (left, 620), scene.about);
    let top = i64::from(FRAME.1) * 10 + tenths(sheet.size.y) + 580;
    let wide = tenths(sheet.size.x) + 520;
    scale(sheet, (left, top));
    compass(sheet, scene, (left + wide - 420, top + 330));
    parties(sheet, scene, (left + 4400, top));
    match is_narrow(scene) {
        true => marks(sheet, (left + 80, top + MARKS_DEEP)),
        false => marks(sheet, (left + wide * 56 / 100, top)),
    }
    let mut y = top + MARKS_DEEP + if is_narrow(scene) { MARKS_DEEP } else { 0 };
    for line in &scene.aims {
        sheet.text("small", (left, y), line);
        y += LINE;
    }
}

/// How deep the marks and what they mean are, and a line of words, in tenths of a pixel.
const MARKS_DEEP: i64 = 1300;
const LINE: i64 = 200;

/// Whether the table is too narrow for marks and sides beside each other.
fn is_narrow(scene: &Scene<'_>) -> bool {
    tenths(scene.terrain.ground.size().x) < 11_000
}

/// How much deeper the legend is than one without aims on a wide table.
pub(super) fn more(scene: &Scene<'_>) -> i64 {
    scene.aims.len() as i64 * LINE + if is_narrow(scene) { MARKS_DEEP } else { 0 }
}

/// A bar of twelve inches.
fn scale(sheet: &mut Sheet, (x, y): (i64, i64)) {
    sheet.text("head", (x, y), "Scale");
    for part in 0..4 {
        let class = if part % 2 == 0 { "bar" } else { "bar2" };
        let _ = writeln!(
            sheet.svg,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"8\"/>",
            px(x + i64::from(part) * i64::from(INCH) * 30),
            px(y + 180),
            3 * INCH
        );
    }
    for inch in [0, 6, 12] {
        let at = x + i64::from(inch) * i64::from(INCH) * 10;
        let words = if inch == 12 { "12 inches".to_owned() } else { inch.to_string() };
        sheet.text("small", (at - if inch == 0 { 0 } else { 60 }, y + 440), &words);
    }
    let stars = "A star is an objective, its ring how far it reaches.";
    sheet.text("small", (x, y + 720), stars);
    sheet.text("small", (x, y + 920), "A dash-dotted line is a crest.");
}

/// The sides with their flags, two lines each.
fn parties(sheet: &mut Sheet, scene: &Scene<'_>, (x, y): (i64, i64)) {
    for (row, (side, party)) in Side::ALL.into_iter().zip(&scene.parties).enumerate() {
        let y = y + row as i64 * 560;
        let mut at = x;
        for nation in &party.nations {
            let key = format!("flag-{}", nation.class());
            sheet.symbol(&key, "", (at, y + 60));
            at += 220;
        }
        sheet.text("head", (at + 60, y), &crate::unit::capital(&party.name));
        let bodies = scene.bodies.iter().filter(|body| body.side == side && body.ghost == super::Ghost::Real);
        let count = bodies.filter(|body| body.figure != super::Figure::Staff).count() as i64;
        let words = match party.about.as_str() {
            "" => format!("{} on the table", counted(count, "unit")),
            about => format!("{} on the table; {about}", counted(count, "unit")),
        };
        sheet.text("small", (at + 60, y + 210), &words);
    }
}

/// What the marks beside units mean.
fn marks(sheet: &mut Sheet, (x, y): (i64, i64)) {
    let all = [
        ("mark-disordered", "disordered"),
        ("mark-shaken", "shaken"),
        ("mark-routing", "routing"),
        ("mark-pursuing", "pursuing"),
        ("mark-halted", "halted: no nearer to the enemy"),
    ];
    for (at, (mark, words)) in all.into_iter().enumerate() {
        let (column, row) = ((at % 2) as i64, (at / 2) as i64);
        let (x, y) = (x + column * 1500, y + row * 330);
        sheet.symbol(mark, "", (x, y - 40));
        sheet.text("small", (x + 180, y + 10), words);
    }
    sheet.text(
        "small",
        (x - 80, y + 1050),
        "Beside a unit: its key, stands left, stands lost. The bar is its front.",
    );
}

/// North, and where the wind blows to.
fn compass(sheet: &mut Sheet, scene: &Scene<'_>, (x, y): (i64, i64)) {
    let _ = writeln!(
        sheet.svg,
        "<circle class=\"ring\" cx=\"{}\" cy=\"{}\" r=\"30\"/><path class=\"needle\" d=\"M{},{} l6,30 l-6,-6 l-6,6Z\"/>",
        px(x),
        px(y),
        px(x),
        px(y - 280)
    );
    sheet.text("small centre", (x, y - 360), "N");
    if let Some(wind) = scene.wind {
        let _ = writeln!(
            sheet.svg,
            "<g transform=\"translate({} {}) rotate({wind})\"><path class=\"flow\" d=\"M-5,18 V-16 M5,18 V-16 M-11,-10 L0,-22 L11,-10\"/></g>",
            px(x),
            px(y)
        );
        sheet.text("small centre", (x, y + 520), "wind");
    }
}
