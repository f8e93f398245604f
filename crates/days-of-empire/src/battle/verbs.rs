//! How orders are formed, as data: so that a gesture on the table can form one that is not offered, and ask why not.

use grognard_umpire::{Slot, TargetKind, Verb};

const UNIT: Slot = Slot::one("unit", TargetKind::Unit);
const TARGET: Slot = Slot::one("target", TargetKind::Unit);
const COMMAND: Slot = Slot::text("command");
const STANDS: Slot = Slot::text("stands");
const PLACE: [Slot; 5] =
    [UNIT, Slot::text("x"), Slot::text("y"), Slot::text("heading"), Slot::text("formation")];

/// Charges. [17.2.2-a]
pub(super) const CHARGES: &[Verb] = &[
    Verb::plain("done", "no more charges"),
    Verb::with("charge brigade", "a brigade charges", &[COMMAND, TARGET]),
    Verb::with(
        "charge",
        "a unit charges, perhaps after a change of formation or a wheel",
        &[UNIT, TARGET, Slot::rest("form, wheel, advance")],
    ),
    Verb::with("charge", "squadrons of a unit charge", &[STANDS, Slot::text("of"), UNIT, TARGET]),
];

/// Fire. [17.3-o]
pub(super) const FIRE: &[Verb] = &[
    Verb::plain("done", "nobody else fires"),
    Verb::plain("all", "everybody left fires"),
    Verb::with("fire", "guns fire at a target", &[UNIT, TARGET]),
    Verb::with(
        "fire",
        "a unit fires at an enemy where it passed",
        &[UNIT, Slot::text("passing"), Slot::one("enemy", TargetKind::Unit)],
    ),
    Verb::with("fire", "so many stands fire", &[UNIT, STANDS]),
    Verb::with("reserve", "so many stands keep their fire", &[UNIT, STANDS]),
    Verb::with("light", "two stands set something alight", &[UNIT, Slot::one("area", TargetKind::Terrain)]),
];

/// The end of a turn. (18)
pub(super) const ENDING: &[Verb] = &[
    Verb::plain("done", "fight on"),
    Verb::plain("end", "offer to end the battle"),
    Verb::with("surrender", "a unit lays down its arms", &[UNIT]),
];

/// Placing before the battle. (16)
pub(super) const PLACING: &[Verb] = &[
    Verb::with("place", "a unit is placed in the open", &PLACE),
    Verb::with("hide", "a unit is hidden", &PLACE),
    Verb::with("reserve", "a command is kept off the table", &[COMMAND]),
    Verb::with("rest", "the umpire places a command", &[COMMAND]),
];

/// Ordinary moves. [17.4.3]
pub(super) const MOVES: &[Verb] = &[
    Verb::plain("done", "nobody else moves"),
    Verb::plain("dispute", "a dispute is settled by a die"),
    Verb::with("brigade", "a brigade goes together", &[COMMAND, Slot::rest("acts")]),
    Verb::with("", "a unit goes, act by act", &[UNIT, Slot::rest("acts")]),
];

/// Announcements of whoever is off the table. [17.2.1]
pub(super) const ANNOUNCING: &[Verb] = &[
    Verb::plain("done", "nobody comes"),
    Verb::with("show", "a hidden unit is placed openly", &[UNIT]),
    Verb::with("bring", "a command comes on", &[COMMAND, Slot::text("edge"), Slot::text("along")]),
];
