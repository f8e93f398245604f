//! Positions of a duel as text: where the forces stand, what is left of them, who holds the cities.

use super::{Activation, City, Duel, Fallen, Force, HEXES_MAX, Phase, Rules};
use crate::force::{Status, Troops};
use grognard_charts::Page;
use grognard_umpire::{Fact, Side};

/// A phase, from the activation it comes with.
type Begin = fn(Activation) -> Phase;

/// The phases between two orders, by their words in files; each but the first comes with an activation.
const PHASES: [(&str, Begin); 3] = [
    ("initiative", |_| Phase::Initiative),
    ("operation", Phase::Operation),
    ("continuation", Phase::Continuation),
];

/// The position as a document.
pub(super) fn written(duel: &Duel, rules: &Rules) -> Fact {
    let (phase, activation) = match &duel.phase {
        Phase::Operation(activation) => ("operation", Some(activation)),
        Phase::Continuation(activation) => ("continuation", Some(activation)),
        _ => ("initiative", None),
    };
    let cities = duel.cities.iter().zip(&rules.hexes).filter_map(|(city, hex)| {
        hex.city.as_ref()?;
        Some(Fact::record([
            ("hex", Fact::from(hex.name.as_str())),
            ("owner", Fact::from(city.owner.map(Side::key))),
            ("garrison", Fact::from(city.garrison)),
        ]))
    });
    let flag = |flag: bool| flag.then_some(true);
    Fact::record([
        ("turn", Fact::from(duel.turn)),
        ("phase", Fact::from(phase)),
        ("side", Fact::from(activation.map(|activation| activation.side.key()))),
        ("goes-first", Fact::from(activation.and_then(|activation| flag(activation.first)))),
        ("operations-done", Fact::from(activation.map(|activation| activation.done))),
        (
            "interception-failed",
            Fact::from(activation.and_then(|activation| flag(activation.interception_failed))),
        ),
        ("cities", Fact::List(cities.collect())),
        ("first", force(duel, rules, Side::First)),
        ("second", force(duel, rules, Side::Second)),
    ])
}

fn force(duel: &Duel, rules: &Rules, side: Side) -> Fact {
    let (force, party) = (&duel.forces[side], &rules.parties[side]);
    let hex = |hex: u8| Fact::from(rules.hexes[usize::from(hex)].name.as_str());
    let flag = |flag: bool| Fact::from(flag.then_some(true));
    let units = party.units.iter().enumerate().map(|(index, unit)| {
        Fact::record([("unit", Fact::from(unit.key.as_str())), ("sp", Fact::from(force.troops.0[index]))])
    });
    let lost: Vec<Fact> = (0..party.leaders.len())
        .filter(|&leader| force.fallen.has(leader))
        .map(|leader| Fact::from(party.leaders[leader].name.as_str()))
        .collect();
    Fact::record([
        ("at", hex(force.hex)),
        ("came-from", if force.from == force.hex { Fact::Nothing } else { hex(force.from) }),
        ("inside", flag(force.inside)),
        ("besieges", flag(force.siege)),
        ("status", Fact::from(force.status.key())),
        ("guile", Fact::from(force.guile)),
        ("leaders-lost", if lost.is_empty() { Fact::Nothing } else { Fact::List(lost) }),
        ("units", Fact::List(units.collect())),
    ])
}

/// The duel of a document; what is wrong with it is noted on the page.
pub(super) fn read(rules: &Rules, page: &Page<'_>) -> Option<Duel> {
    let start = rules.start();
    let phase = page.needed("phase", page.one_of("phase", &PHASES));
    let side = page.side("side");
    let activation = Activation {
        side: side.unwrap_or(Side::First),
        first: page.flag("goes-first"),
        done: page.number("operations-done", 0..=u8::MAX, 0),
        interception_failed: page.flag("interception-failed"),
    };
    let phase = phase.map(|phase| phase(activation));
    if side.is_none() && !matches!(phase, None | Some(Phase::Initiative)) {
        page.wrong("side", "`side` is missing: somebody is active");
    }
    let mut duel = Duel { turn: page.number("turn", 1..=rules.turns, 1), ..start };
    read_cities(rules, page, &mut duel.cities);
    for side in Side::ALL {
        if let Some(page) = page.part(side.key()) {
            duel.forces[side] = read_force(rules, side, &page, duel.forces[side]);
        }
    }
    Some(Duel { phase: phase?, ..duel })
}

fn read_cities(rules: &Rules, page: &Page<'_>, cities: &mut [City; HEXES_MAX]) {
    for row in page.rows("cities") {
        let hex = row.needed("hex", row.named("hex", |name| hex_named(rules, name)));
        let owner = row.needed("owner", row.side("owner"));
        let garrison = row.number("garrison", 0..=u8::MAX, 0);
        let Some(hex) = hex.map(usize::from) else { continue };
        match rules.hexes[hex].city {
            Some(_) => cities[hex] = City { owner, garrison },
            None => row.wrong("hex", "there is no city in this hex"),
        }
    }
}

fn read_force(rules: &Rules, side: Side, page: &Page<'_>, usual: Force) -> Force {
    let party = &rules.parties[side];
    let hex = |key: &str| page.named(key, |name| hex_named(rules, name));
    let at = hex("at").unwrap_or(usual.hex);
    let leader = |name: &str| party.leaders.iter().position(|leader| leader.name == name);
    let lost = page.all_named("leaders-lost", leader);
    if lost.len() >= party.leaders.len() {
        page.wrong("leaders-lost", "somebody must be left to lead");
    }
    let mut troops = Troops::default();
    let rows = page.rows("units");
    if rows.is_empty() {
        troops = usual.troops;
    }
    for row in rows {
        let unit = row.named("unit", |key| party.units.iter().position(|unit| unit.key == key));
        let unit = row.needed("unit", unit);
        let most = unit.map_or(u8::MAX, |unit| party.units[unit].sp);
        let sp = row.number("sp", 0..=most, most);
        if let Some(unit) = unit {
            troops.0[unit] = sp;
        }
    }
    Force {
        hex: at,
        from: hex("came-from").unwrap_or(at),
        inside: page.flag("inside"),
        siege: page.flag("besieges"),
        troops,
        status: page.named("status", Status::from_key).unwrap_or(usual.status),
        guile: page.number("guile", 0..=u8::MAX, usual.guile),
        fallen: lost.into_iter().fold(Fallen::default(), Fallen::with),
    }
}

fn hex_named(rules: &Rules, name: &str) -> Option<u8> {
    rules.hexes.iter().position(|hex| hex.name == name).map(|index| index as u8)
}
