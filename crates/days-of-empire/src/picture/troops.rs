//! Stands with their facing, command stands with their colours, marks of order; and what is drawn over the ground.

use super::{Figure, Ghost, Hold, Overlay, Scene, Sheet, Shown, escaped, px, tenths};
use crate::unit::Order;
use grognard_board::table::{Point, StandAt};
use grognard_umpire::{Side, Target, TargetKind};
use std::fmt::Write as _;

impl Figure {
    const fn symbol(self) -> &'static str {
        match self {
            Figure::Foot => "foot",
            Figure::Horse => "horse",
            Figure::Gun => "gun",
            Figure::Limbered => "limbered",
            Figure::Staff => "staff",
            Figure::Wagon => "wagon",
            Figure::Holders => "holders",
        }
    }
}

pub(super) const fn side_line(side: Side) -> &'static str {
    match side {
        Side::First => "first-line",
        Side::Second => "second-line",
    }
}

/// Fields of fire, corridors, ways, zones.
pub(super) fn overlays(sheet: &mut Sheet, scene: &Scene<'_>) {
    let _ = writeln!(sheet.svg, "<g clip-path=\"url(#table)\">");
    for overlay in &scene.overlays {
        match overlay {
            Overlay::Arc(points) => sheet.polygon("arc", points),
            Overlay::Corridor(points) => sheet.polygon("corridor", points),
            Overlay::Bounce(points) => sheet.polygon("bounce", points),
            Overlay::Way(points) => sheet.polyline("way", points),
            Overlay::Zone(side, points) => sheet.polygon(&format!("zone {}", side_line(*side)), points),
            Overlay::Powder(muzzles) => {
                for (number, muzzle) in muzzles.iter().enumerate() {
                    let (x, y) = sheet.at(*muzzle);
                    let _ = writeln!(
                        sheet.svg,
                        "<circle class=\"smoke\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                        px(x),
                        px(y),
                        8 + number % 4
                    );
                }
            }
            Overlay::Circle(at, radius) => {
                let (x, y) = sheet.at(*at);
                let _ = writeln!(
                    sheet.svg,
                    "<circle class=\"circle\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                    px(x),
                    px(y),
                    px(tenths(radius.0))
                );
            }
        }
    }
    let _ = writeln!(sheet.svg, "</g>");
}

/// Everybody: stands first, then flags, marks and keys, so that nothing hides them.
pub(super) fn draw(sheet: &mut Sheet, scene: &Scene<'_>) {
    for body in &scene.bodies {
        stands(sheet, body);
    }
    for body in &scene.bodies {
        if body.ghost == Ghost::Real {
            colours(sheet, body);
        }
    }
    for body in &scene.bodies {
        marks(sheet, body);
    }
}

/// All stands of a body, block by block.
fn each_stand(body: &Shown) -> Vec<StandAt> {
    body.layout.blocks(body.pose).iter().flat_map(|block| block.each_stand().collect::<Vec<_>>()).collect()
}

fn stands(sheet: &mut Sheet, body: &Shown) {
    let ghost = match body.ghost {
        Ghost::Real => "",
        Ghost::Planned => " ghost",
        Ghost::Refused => " refused",
    };
    let class = body.colours.class();
    // Only what stands there is chosen by a click; a ghost is no unit.
    let target = match body.ghost {
        Ghost::Real => format!(" data-target=\"{}\"", Target::new(TargetKind::Unit, escaped(&body.key))),
        Ghost::Planned | Ghost::Refused => String::new(),
    };
    let name = escaped(&body.name);
    let _ = writeln!(sheet.svg, "<g class=\"{class}{ghost}\"{target}><title>{name}</title>");
    for stand in each_stand(body) {
        let (x, y) = sheet.at(stand.pose.at);
        let turn = stand.pose.heading;
        let _ = writeln!(
            sheet.svg,
            "<use href=\"#{}\" transform=\"translate({} {}) rotate({turn})\"/>",
            body.figure.symbol(),
            px(x),
            px(y)
        );
    }
    let _ = writeln!(sheet.svg, "</g>");
}

/// The flag on the command stand.
fn colours(sheet: &mut Sheet, body: &Shown) {
    if matches!(body.figure, Figure::Wagon | Figure::Holders | Figure::Gun | Figure::Limbered) {
        return;
    }
    let (x, y) = sheet.at(body.pose.place(0, -500));
    let key = format!("flag-{}", body.colours.class());
    sheet.symbol(&key, "", (x, y));
}

/// The mark of its order, and its key with the stands it has left.
fn marks(sheet: &mut Sheet, body: &Shown) {
    let (left, right, rear) = body.layout.extent();
    let behind = |by: i32| body.pose.place((left + right) / 2, rear - by);
    if body.ghost == Ghost::Real {
        let mark = match body.order {
            Order::Good => None,
            Order::Disordered => Some("mark-disordered"),
            Order::Shaken => Some("mark-shaken"),
            Order::Pursuing => Some("mark-pursuing"),
            Order::Routing => Some("mark-routing"),
        };
        let aside = |by: i32| Point::new(behind(450).x + by, behind(450).y);
        if let Some(mark) = mark {
            let at = sheet.at(aside(-900));
            sheet.symbol(mark, "", at);
        }
        if body.hold == Hold::Halted {
            let at = sheet.at(aside(900));
            sheet.symbol("mark-halted", "", at);
        }
    }
    let words = match (body.figure, body.lost) {
        (Figure::Foot | Figure::Horse, 0) => format!("{} {}", body.key, body.layout.stands()),
        (Figure::Foot | Figure::Horse, lost) => format!("{} {}−{lost}", body.key, body.layout.stands()),
        (_, 0) => body.key.clone(),
        (_, lost) => format!("{} −{lost}", body.key),
    };
    // Above a unit that faces south its flag flies, so that its key keeps clear of it.
    let above = behind(0).y > body.pose.at.y && !matches!(body.figure, Figure::Gun | Figure::Limbered);
    let (x, y) = sheet.at(behind(450));
    sheet.text("label", (x, y + if above { -60 } else { 40 }), &words);
}
