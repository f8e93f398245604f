//! Sieges, as far as the charts' modifiers go; the tables under them are reconstructed. [8.77-d, 8.77-e]

use super::{Activation, City, Duel, Rules, march};
use crate::asks::Asks;
use crate::battle::{DIE, ratio, reconstructed};
use crate::force::Terrain;
use crate::rule;
use grognard_umpire::{Asking, Flow, Modifier, Side, Umpire};

/// Whether a friendly city is near enough to supply a besieger.
fn is_supplied(duel: &Duel, rules: &Rules, side: Side) -> bool {
    let hex = duel.forces[side].hex;
    let most = rules.charts.campaign.supply_distance_max;
    (0..rules.hexes.len() as u8)
        .any(|other| other.abs_diff(hex) <= most && duel.city_owner(other) == Some(side))
}

/// The modifiers of the besieger's siege attrition; the worst status of his units is his force's.
fn besieger_modifiers(duel: &Duel, rules: &Rules, side: Side) -> Vec<Modifier> {
    let force = &duel.forces[side];
    let chart = &rules.charts.campaign;
    let mut modifiers = Vec::new();
    if is_supplied(duel, rules, side) {
        modifiers.push(Modifier::new(chart.supplied_besieger, rule!("DUEL-g"), "the besieger is supplied"));
    }
    if rules.hexes[usize::from(force.hex)].terrain == Terrain::Flat {
        modifiers.push(Modifier::new(chart.besieger_on_flat, rule!("DUEL-g"), "the ground is flat"));
    }
    let status = rules.charts.status.siege_attrition(force.status);
    if status != 0 {
        let words = format!("the besieger is {}", force.status.key());
        modifiers.push(Modifier::new(status, rule!("8.77-d"), words));
    }
    modifiers
}

/// A siege is laid or kept: both the besieger and the city check attrition. [8.77-d]
pub(crate) fn besiege(
    mut duel: Duel,
    rules: &Rules,
    activation: Activation,
    ump: &mut impl Umpire,
) -> Flow<Duel> {
    let side = activation.side;
    duel.forces[side].siege = true;
    let hex = usize::from(duel.forces[side].hex);
    let chart = &rules.charts.campaign;
    // What status does to it; nothing to a force that is fresh or Disrupted.
    ump.cite(rule!("8.77-d"));
    let modifiers = besieger_modifiers(&duel, rules, side);
    let added = Modifier::sum(&modifiers);
    let asking = Asking::of(side, rule!("DUEL-g"), Asks::SiegeAttritionOfTheBesieger);
    let due = ump.throw(asking, DIE, |die| chart.siege(die as i16 + added))?;
    ump.explain(|| {
        reconstructed(rule!("DUEL-g"), format!("{}, besieging, loses {due} SP", rules.parties[side].name))
            .with_modifiers(modifiers)
    });
    let enemy = &duel.forces[side.other()];
    let inside = enemy.inside && usize::from(enemy.hex) == hex;
    let added = if inside { rules.charts.status.siege_attrition(enemy.status) } else { 0 };
    let enemy_status = enemy.status.key();
    let asking = Asking::of(side.other(), rule!("DUEL-g"), Asks::SiegeAttritionOfTheCity);
    let lost = ump.throw(asking, DIE, |die| chart.siege(die as i16 + added))?;
    ump.explain(|| {
        let status = Modifier::new(added, rule!("8.77-d"), format!("the force inside is {}", enemy_status));
        let list = if added == 0 { Vec::new() } else { vec![status] };
        reconstructed(rule!("DUEL-g"), format!("{} loses {lost} SP", rules.city_name(hex as u8)))
            .with_modifiers(list)
    });
    let mut losses = march::of_side(side, u16::from(due));
    losses[side.other()] = weaken(&mut duel, rules, side, lost, ump);
    Ok(march::charge(duel, rules, activation, losses, None, ump))
}

/// The garrison goes first, then the force inside, whose owner has so many SP to remove; a city without
/// defenders falls.
fn weaken(duel: &mut Duel, rules: &Rules, side: Side, lost: u8, ump: &mut impl Umpire) -> u16 {
    let hex = usize::from(duel.forces[side].hex);
    let garrison = duel.cities[hex].garrison;
    duel.cities[hex].garrison = garrison.saturating_sub(lost);
    let more = u16::from(lost.saturating_sub(garrison));
    let held = inside(duel, rules, side);
    if duel.cities[hex].garrison == 0 && held <= more {
        fall(duel, rules, side, ump);
        return 0;
    }
    more
}

/// A city changes hands; a force inside is lost with it. A siege gives no after-battle status. [8.54-c]
fn fall(duel: &mut Duel, rules: &Rules, side: Side, ump: &mut impl Umpire) {
    let hex = duel.forces[side].hex;
    let garrison = rules.charts.campaign.captured_garrison;
    duel.cities[usize::from(hex)] = City { owner: Some(side), garrison };
    duel.forces[side].siege = false;
    let enemy = &mut duel.forces[side.other()];
    if enemy.inside && enemy.hex == hex {
        enemy.troops = Default::default();
    }
    ump.explain(|| {
        let city = rules.city_name(hex);
        let text =
            format!("{city} falls to {}, whose friends hold it with {garrison} SP", rules.parties[side].name);
        reconstructed(rule!("DUEL-j"), text)
    });
    // A siege gives nobody an after-battle status.
    ump.cite(rule!("8.54-c"));
}

/// The modifiers of an assault and their sum: status, ratio, walls.
pub(crate) fn assault_modifiers(duel: &Duel, rules: &Rules, side: Side) -> (Vec<Modifier>, i16) {
    let force = &duel.forces[side];
    let hex = usize::from(force.hex);
    let defenders = u16::from(duel.cities[hex].garrison) + inside(duel, rules, side);
    let sp = rules.strength(side, force);
    let walls = rules.hexes[hex].city.as_ref().map_or(0, |city| i16::from(city.walls));
    let status = rules.charts.status.siege_assault(force.status).unwrap_or(0);
    let modifiers = vec![
        Modifier::new(status, rule!("8.77-e"), format!("the besieger is {}", force.status.key())),
        Modifier::new(
            ratio(&rules.charts, sp, defenders, rules.readings.ratio_beyond_three),
            rule!("8.31-b"),
            format!("{sp} SP assault {defenders}"),
        ),
        Modifier::new(-walls, rule!("DUEL-h"), "the walls"),
    ];
    let sum = Modifier::sum(&modifiers);
    (modifiers, sum)
}

/// The SP of an enemy force shut up in the city before which a side lies.
fn inside(duel: &Duel, rules: &Rules, side: Side) -> u16 {
    let (own, enemy) = (&duel.forces[side], &duel.forces[side.other()]);
    if enemy.inside && enemy.hex == own.hex { rules.strength(side.other(), enemy) } else { 0 }
}

/// An assault on the walls. [8.77-e]
pub(crate) fn assault(
    mut duel: Duel,
    rules: &Rules,
    activation: Activation,
    ump: &mut impl Umpire,
) -> Flow<Duel> {
    let side = activation.side;
    let sp = rules.strength(side, &duel.forces[side]);
    let (modifiers, added) = assault_modifiers(&duel, rules, side);
    let asking = Asking::of(side, rule!("DUEL-h"), Asks::Assault);
    let row = ump.throw(asking, DIE, |die| rules.charts.campaign.assault(die as i16 + added))?;
    let due = rules.charts.losses.loss(row.besieger_percent, sp, rules.readings.loss_chart);
    ump.explain(|| {
        let city = rules.city_name(duel.forces[side].hex);
        let result = if row.falls { "is stormed" } else { "holds out" };
        let list = modifiers.into_iter().filter(|modifier| modifier.value != 0).collect();
        let text = format!("{city} {result}; {} loses {due} SP", rules.parties[side].name);
        reconstructed(rule!("DUEL-h"), text).with_modifiers(list)
    });
    let mut losses = march::of_side(side, due);
    if row.falls {
        fall(&mut duel, rules, side, ump);
    } else {
        losses[side.other()] = weaken(&mut duel, rules, side, row.garrison_sp, ump);
    }
    Ok(march::charge(duel, rules, activation, losses, None, ump))
}

/// A gate opened by night, for Guile Points. [G-b]
pub(crate) fn treachery(
    mut duel: Duel,
    rules: &Rules,
    activation: Activation,
    points: u8,
    ump: &mut impl Umpire,
) -> Flow<Duel> {
    let side = activation.side;
    duel.forces[side].guile -= points;
    let below = u16::from(points) * rules.charts.campaign.treachery_factor;
    // Any leader may spend guile on it; what it buys is ours.
    ump.cite(rule!("G-b"));
    let opened = ump.throw(Asking::of(side, rule!("DUEL-i"), Asks::Treachery), DIE, |die| die < below)?;
    ump.explain_throw(|die| {
        let result = if opened { "a gate is opened" } else { "the gates stay shut" };
        let name = &rules.parties[side].name;
        reconstructed(rule!("DUEL-i"), format!("{name} needs less than {below}, rolls {die}: {result}"))
    });
    if opened {
        fall(&mut duel, rules, side, ump);
    }
    Ok(duel.after_operation(rules, activation, ump))
}
