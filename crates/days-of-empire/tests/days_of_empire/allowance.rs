//! Allowances item by item, from the tables.

use crate::common::{charts, heard};
use grognard_board::table::Mils;
use grognard_days_of_empire::allowance::{Changing, Fired, Haste, Marcher, OnRoad, Reckoning};
use grognard_days_of_empire::charts::{Asks, ChangeCost, Charts, Evolution, Going, Mover, MovesAs, Tread};
use grognard_days_of_empire::length::Length;
use grognard_days_of_empire::readings::Readings;

fn infantry(mover: Mover, class: u8) -> Marcher {
    Marcher { class: Some(class), ..Marcher::plain(mover, MovesAs::Infantry) }
}

fn begun(marcher: &Marcher, charts: &Charts) -> Reckoning {
    told(marcher.basic(charts, OnRoad::No, &mut heard))
}

/// A reckoning, the clauses of its items taken down.
fn told(reckoning: Reckoning) -> Reckoning {
    reckoning.entries.iter().for_each(|entry| heard(entry.clause));
    reckoning
}

fn left(marcher: Marcher, road: OnRoad) -> Mils {
    told(marcher.basic(&charts(), road, &mut heard)).left
}

/// The movement table, typed apart from the file: normal, forced, road.
#[test]
fn every_row_moves_as_the_table_says() {
    let rows = [
        (Mover::InfantryLine, 6, 0, 0),
        (Mover::InfantryManoeuvreColumn, 8, 0, 2),
        (Mover::InfantryMarchColumn, 10, 16, 4),
        (Mover::InfantrySkirmish, 10, 0, 0),
        (Mover::InfantrySquare, 2, 0, 0),
        (Mover::HeavyLine, 12, 0, 0),
        (Mover::HeavyColumn, 14, 22, 4),
        (Mover::LightLine, 14, 0, 0),
        (Mover::LightColumn, 16, 24, 4),
        (Mover::LightSkirmish, 16, 0, 0),
        (Mover::DismountedSkirmish, 8, 0, 0),
        (Mover::DismountedFormed, 6, 0, 0),
        (Mover::LeadingHorses, 6, 0, 0),
        (Mover::FootLimbered, 8, 12, 4),
        (Mover::HorseLimbered, 14, 20, 4),
        (Mover::SiegeLimbered, 4, 0, 2),
        (Mover::FieldDeployed, 2, 0, 0),
        (Mover::SiegeDeployed, 0, 0, 0),
        (Mover::Crew, 8, 0, 0),
        (Mover::Staff, 20, 0, 4),
        (Mover::Engineers, 8, 0, 4),
        (Mover::Wagon, 6, 0, 2),
    ];
    assert_eq!(rows.len(), Mover::ALL.len());
    for (mover, normal, forced, road) in rows {
        let plain = Marcher::plain(mover, MovesAs::Infantry);
        assert_eq!(left(plain, OnRoad::No), Mils::inches(normal), "{mover:?}");
        let hurried = Marcher { haste: Haste::Forced, ..plain };
        assert_eq!(left(hurried, OnRoad::No), Mils::inches(forced), "{mover:?} forced");
        let bonus = if normal == 0 { 0 } else { road };
        assert_eq!(left(plain, OnRoad::Yes), Mils::inches(normal + bonus), "{mover:?} by road");
    }
}

/// What ground asks, typed apart from the file; -1 is closed.
#[test]
fn every_kind_of_ground_asks_what_the_table_says() {
    let rows = [
        (Going::GentleUp, [1, 0, 2, 2, 0]),
        (Going::SteepUp, [2, 1, 4, 4, 2]),
        (Going::SteepDown, [1, 0, 2, 2, 0]),
        (Going::Difficult, [2, 1, 4, 4, 2]),
        (Going::LightWood, [2, 1, 6, 4, 2]),
        (Going::HeavyWood, [4, 2, -1, -1, -1]),
        (Going::LightUrban, [2, 1, 4, 2, 1]),
        (Going::HeavyUrban, [3, 1, 6, 4, 1]),
        (Going::Swamp, [4, 2, -1, -1, -1]),
        (Going::StreamOrFord, [2, 2, 4, 4, 2]),
        (Going::River, [-1, -1, -1, -1, -1]),
        (Going::Bridge, [0, 0, 0, 0, 0]),
        (Going::LightObstacle, [2, 1, 4, -1, 2]),
        (Going::HeavyObstacle, [4, 2, -1, -1, -1]),
    ];
    assert_eq!(rows.len(), Going::ALL.len());
    let charts = charts();
    for (going, asks) in rows {
        for (tread, wanted) in Tread::ALL.iter().zip(asks) {
            let wanted = match wanted {
                -1 => Asks::Closed,
                inches => Asks::Part(Length::inches(inches as u8)),
            };
            assert_eq!(charts.asks(going, *tread), wanted, "{going:?} {tread:?}");
        }
    }
    let led = Marcher::plain(Mover::LeadingHorses, MovesAs::Cavalry);
    assert_eq!(led.ground(&charts, Going::Swamp, &mut heard), Asks::Part(Length::inches(4)));
    assert_eq!(led.ground(&charts, Going::HeavyWood, &mut heard), Asks::Closed);
}

#[test]
fn a_change_costs_what_the_table_says_and_the_class_adds() {
    let charts = charts();
    let cost = |marcher: Marcher, change| match marcher.change_cost(&charts, change, &mut heard) {
        Ok(ChangeCost::Part(cost)) => cost.to_string(),
        Ok(other) => format!("{other:?}"),
        Err(refusal) => refusal.to_string(),
    };
    let foot = |class| infantry(Mover::InfantryLine, class);
    let wanted = [
        ("2", "3", "1"),
        ("3", "4", "2"),
        ("3", "4", "2"),
        ("4", "5", "3"),
        ("2", "3", "1"),
        ("3", "4", "2"),
    ];
    for (change, (plain, poor, crack)) in Evolution::ALL.iter().zip(wanted) {
        assert_eq!(cost(foot(2), *change), plain, "{change:?}");
        assert_eq!(cost(foot(3), *change), plain, "{change:?}");
        assert_eq!(cost(foot(1), *change), poor, "{change:?}");
        assert_eq!(cost(foot(4), *change), crack, "{change:?}");
    }
    let horse = |class| Marcher { class: Some(class), ..Marcher::plain(Mover::LightLine, MovesAs::Cavalry) };
    assert_eq!(cost(horse(2), Evolution::ColumnAndLine), "4");
    assert_eq!(cost(horse(4), Evolution::About), "2");
    assert_eq!(cost(horse(2), Evolution::MountOrDismount), "WholeMove");
    assert!(cost(horse(2), Evolution::Square).contains("cavalry make no change of square"));
    let gun = |moves_as, horses| Marcher { horses, ..Marcher::plain(Mover::HorseLimbered, moves_as) };
    assert_eq!(cost(gun(MovesAs::FootGuns, 4), Evolution::Limber), "WholeMove");
    assert_eq!(cost(gun(MovesAs::HorseGuns, 5), Evolution::Limber), "7");
    assert_eq!(
        cost(gun(MovesAs::HorseGuns, 4), Evolution::Limber),
        "WholeMove",
        "at foot pace it limbers so too"
    );
    assert_eq!(cost(gun(MovesAs::SiegeGuns, 4), Evolution::Limber), "TwoPhases");
}

/// V15: a horse battery that has lost two horses moves as foot artillery; teams below three horses slow down.
#[test]
fn horses_draw_the_guns() {
    let gun = |horses| Marcher { horses, ..Marcher::plain(Mover::HorseLimbered, MovesAs::HorseGuns) };
    for (horses, inches) in [(6, 14), (5, 14), (4, 8), (3, 8), (2, 4), (1, 0), (0, 0)] {
        assert_eq!(left(gun(horses), OnRoad::No), Mils::inches(inches), "{horses} horses");
    }
    let foot = |horses| Marcher { horses, ..Marcher::plain(Mover::FootLimbered, MovesAs::FootGuns) };
    assert_eq!(left(foot(3), OnRoad::Yes), Mils::inches(12));
    assert_eq!(left(foot(2), OnRoad::Yes), Mils::inches(8));
    assert_eq!(left(foot(1), OnRoad::Yes), Mils::ZERO, "no road helps a gun without horses");
    let line = begun(&gun(2), &charts()).line();
    assert_eq!(line, "foot battery limbered 8; only 2 horses 4: 4 left");
}

#[test]
fn a_square_that_has_fired_stays() {
    let square = infantry(Mover::InfantrySquare, 3);
    assert_eq!(left(square, OnRoad::No), Mils::inches(2));
    assert_eq!(left(Marcher { fired: Fired::Yes, ..square }, OnRoad::No), Mils::ZERO);
    let line = infantry(Mover::InfantryLine, 3);
    assert_eq!(left(Marcher { fired: Fired::Yes, ..line }, OnRoad::No), Mils::inches(6));
}

/// V37 and V44: what is left after a change, by both readings.
#[test]
fn the_lesser_formation_limits_what_is_left() {
    let charts = charts();
    let march = infantry(Mover::InfantryMarchColumn, 2);
    let form_line = Changing { change: Evolution::ColumnAndLine, to: Mover::InfantryLine };
    let after = |readings: &Readings, first: Mils| {
        let mut reckoning = begun(&march, &charts);
        if first > Mils::ZERO {
            reckoning.pay(reckoning.entries[0].clause, "advance", first).unwrap();
        }
        reckoning.change(&charts, readings, &march, form_line).map(|()| reckoning)
    };
    let lesser = Readings::default();
    let mut start = Readings::default();
    start.set("change-balance", "start-less-cost").unwrap();
    assert_eq!(after(&lesser, Mils::ZERO).unwrap().left, Mils::inches(3));
    assert_eq!(after(&start, Mils::ZERO).unwrap().left, Mils::inches(6));
    // Two inches gone before the change come off in both.
    assert_eq!(after(&lesser, Mils::inches(2)).unwrap().left, Mils::inches(1));
    assert_eq!(after(&start, Mils::inches(2)).unwrap().left, Mils::inches(4));
    let refused = after(&lesser, Mils::inches(4)).unwrap_err().to_string();
    assert!(refused.contains("column and line takes 3 and 2 is left: 1 too much"), "{refused}");
    assert_eq!(
        after(&lesser, Mils::ZERO).unwrap().line(),
        "infantry march column 10; infantry line moves less 4: 6 left; column and line 3: 3 left"
    );
    // The other way round the new formation is the faster, and only the cost comes off.
    let line = infantry(Mover::InfantryLine, 2);
    let mut reckoning = begun(&line, &charts);
    let form = Changing { change: Evolution::ColumnAndLine, to: Mover::InfantryMarchColumn };
    reckoning.change(&charts, &lesser, &line, form).unwrap();
    assert_eq!(reckoning.left, Mils::inches(3));
}

/// V38: a wall and a stream, each once; and closed ground.
#[test]
fn ground_takes_its_part_once() {
    let charts = charts();
    let line = infantry(Mover::InfantryLine, 2);
    let mut reckoning = begun(&line, &charts);
    for going in [Going::LightObstacle, Going::StreamOrFord, Going::LightObstacle] {
        reckoning.ground(&charts, &line, going).unwrap();
    }
    assert_eq!(reckoning.left, Mils::inches(2));
    assert_eq!(reckoning.line(), "infantry line 6; light obstacle 2: 4 left; stream or ford 2: 2 left");
    let short = reckoning.ground(&charts, &line, Going::HeavyUrban).unwrap_err().to_string();
    assert!(short.contains("heavy urban area takes 3 and 2 is left: 1 too much"), "{short}");
    let closed = reckoning.ground(&charts, &line, Going::River).unwrap_err().to_string();
    assert!(closed.contains("river off a ford is closed to infantry line"), "{closed}");
}

/// V2 and V36: a wheel costs twice the outer arc.
#[test]
fn a_wheel_costs_twice_its_arc() {
    let charts = charts();
    let column = infantry(Mover::InfantryManoeuvreColumn, 2);
    let mut reckoning = begun(&column, &charts);
    reckoning.wheel(Mils::inches(2)).unwrap();
    assert_eq!(reckoning.left, Mils::inches(4));
    assert!(reckoning.wheel(Mils(2001)).unwrap_err().to_string().contains("0.002 too much"));
    let mut reckoning = begun(&column, &charts);
    reckoning.wheel(Mils(3142)).unwrap();
    assert_eq!(reckoning.left, Mils(1716));
}
