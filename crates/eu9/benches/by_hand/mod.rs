//! One battle, `italian-plain.toml`, written out by hand as bare loops over arrays: the yardstick for what the
//! general rules cost. It knows this one battle and nothing else; a test holds it to the same odds as the
//! rules.
//!
//! Losses are in thirds. France: 8 LD, morale 3, MAN 3, +3/0. Spain: 5 LD, morale 4, MAN 4, 0/+1.

use grognard_umpire::{Die, Generator};

const C: [(u8, u8); 12] =
    [(0, 0), (0, 0), (1, 0), (1, 0), (2, 1), (3, 1), (4, 1), (5, 2), (6, 2), (7, 2), (8, 3), (9, 3)];
const B: [(u8, u8); 12] =
    [(0, 0), (0, 0), (1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 2), (7, 2), (8, 2), (9, 3), (11, 3)];
const E: [(u8, u8); 12] =
    [(0, 0), (0, 0), (0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (4, 1), (5, 1), (6, 2), (6, 2), (7, 3)];
const RETREAT: [u8; 10] = [0, 0, 1, 1, 2, 2, 3, 3, 3, 3];

/// How it ended, packed: winner (0 nobody, 1 France, 2 Spain), routs, losses in LD, leaders hit.
pub(crate) type Key = u32;

/// The end as one number.
pub(crate) fn key(winner: u8, routed: [bool; 2], losses: [u8; 2], hit: [bool; 2]) -> Key {
    let bits = |pair: [bool; 2]| u32::from(pair[0]) * 2 + u32::from(pair[1]);
    ((((u32::from(winner) * 4 + bits(routed)) * 16 + u32::from(losses[0])) * 16 + u32::from(losses[1])) * 4)
        + bits(hit)
}

fn read(table: &[(u8, u8); 12], die: i32) -> (u8, u8) {
    table[(die.clamp(3, 14) - 3) as usize]
}

fn fire(die: i32) -> (u8, u8) {
    let (losses, stars) = read(&C, die);
    (losses / 2, stars)
}

/// A roll of the four of a day: France's Fire, Spain's Fire, France's Shock, Spain's Shock.
fn roll(which: usize, later: bool, spain_failed: bool, face: i32) -> (u8, u8) {
    let day = i32::from(later);
    let bonus = i32::from(later && spain_failed);
    match which {
        0 => fire(face + 3 - day + bonus),
        1 => fire(face - day),
        2 => read(&B, face - day + bonus),
        _ => read(&B, face + 1 - day),
    }
}

/// What Spain suffers of what France dealt: size +1.
fn on_spain(dealt: u8) -> u8 {
    match dealt {
        19.. => dealt + 3,
        _ => [0, 4, 7, 11, 14, 18, 21][usize::from(dealt / 3)] + dealt % 3,
    }
}

/// What France suffers of what Spain dealt: 5 LD take 2 thirds off.
fn on_france(dealt: u8) -> u8 {
    dealt.saturating_sub(2)
}

fn rounded(losses: u8, size: u8) -> u8 {
    ((losses + 1) / 3).min(size)
}

/// The fighting as it stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
struct Field {
    dealt: [u8; 2],
    stars: [u8; 2],
}

impl Field {
    fn hit(&mut self, which: usize, (losses, stars): (u8, u8)) {
        let by = which % 2;
        self.dealt[by] += losses;
        self.stars[1 - by] = (self.stars[1 - by] + stars).min([3, 4][1 - by]);
    }
    fn left(&self) -> [u8; 2] {
        [3 - self.stars[0], 4 - self.stars[1]]
    }
    fn routed(&self) -> [bool; 2] {
        [self.stars[0] == 3, self.stars[1] == 4]
    }
    /// After the first day and when the fighting is over, without rounding.
    fn spain_destroyed(&self) -> bool {
        on_spain(self.dealt[0]) >= 15
    }
    /// 0 nobody, 1 France, 2 Spain.
    fn winner(&self, spain_left: bool) -> u8 {
        let [france, spain] = self.left();
        match (self.spain_destroyed(), spain_left) {
            (true, _) | (_, true) => 1,
            _ if france > spain => 1,
            _ if spain > france => 2,
            _ => 0,
        }
    }
}

/// Fights it once.
pub(crate) fn fight(dice: &mut Generator) -> Key {
    let mut d10 = || i32::from(dice.face(Die::D10));
    let mut field = Field::default();
    let (mut over, mut left, mut failed, mut first_day, mut after_fire) = (false, false, false, true, false);
    'battle: for day in 0..2 {
        for phase in 0..2 {
            for which in [phase * 2, phase * 2 + 1] {
                let reading = roll(which, day == 1, failed, d10());
                field.hit(which, reading);
            }
            if field.routed() != [false, false] {
                (over, after_fire) = (true, phase == 0);
                break 'battle;
            }
        }
        if day == 0 {
            if field.spain_destroyed() {
                over = true;
                break;
            }
            let [france, spain] = field.left();
            if spain < france {
                if d10() < i32::from(4 + spain) {
                    left = true;
                    over = true;
                    break;
                }
                failed = true;
            }
            first_day = false;
        }
    }
    let _ = over;
    let winner = field.winner(left);
    let mut routed = field.routed();
    let mut thirds = [on_france(field.dealt[1]), 0];
    let mut dealt = field.dealt;
    if winner != 0 {
        let (win, lose) = if winner == 1 { (0, 1) } else { (1, 0) };
        if !routed[win] {
            let shock = i32::from(win == 1);
            let (losses, stars) = read(&E, d10() + shock + 2 * i32::from(first_day) + i32::from(after_fire));
            dealt[win] += losses;
            routed[lose] |= stars >= field.left()[lose];
        }
    }
    thirds[0] = on_france(dealt[1]);
    thirds[1] = on_spain(dealt[0]);
    let mut losses = [0; 2];
    for side in 0..2 {
        if usize::from(winner) != side + 1 {
            let man = if routed[side] { 0 } else { [3, 4][side] };
            thirds[side] += RETREAT[((d10() - man).clamp(1, 10) - 1) as usize];
        }
        losses[side] = rounded(thirds[side], [8, 5][side]);
    }
    let mut hit = [false; 2];
    for side in 0..2 {
        let won = usize::from(winner) == side + 1;
        let bound = 1 + i32::from(!won) + 5 * i32::from(losses[side] == [8, 5][side]);
        hit[side] = d10() <= bound;
    }
    key(winner, routed, losses, hit)
}

/// How many keys there are.
const KEYS: usize = 3 * 4 * 16 * 16 * 4;

/// The exact odds of every end that can come up, by hand: the field's distribution, roll after roll, then the
/// aftermath. Everything lies in plain arrays; what comes to the same is added up before it is followed on.
pub(crate) fn odds() -> Vec<(Key, f64)> {
    let mut settled = Settled::default();
    let mut fields: Vec<(Field, bool, f64)> = vec![(Field::default(), false, 1.0)];
    let mut place = vec![u32::MAX; 41 * 41 * 4 * 5 * 2];
    for day in 0..2 {
        for phase in 0..2 {
            for which in [phase * 2, phase * 2 + 1] {
                fields = spread(&fields, which, day == 1, &mut place);
            }
            let closing = Closing { left: false, first_day: day == 0, after_fire: phase == 0 };
            fields.retain(|(field, _, p)| {
                let routed = field.routed() != [false, false];
                if routed {
                    aftermath(*field, *p, closing, &mut settled);
                }
                !routed
            });
        }
        if day == 0 {
            fields = night(&fields, &mut settled);
        }
    }
    for (field, _, p) in fields {
        aftermath(field, p, Closing { left: false, first_day: false, after_fire: false }, &mut settled);
    }
    settled.ends()
}

fn index(field: &Field, failed: bool) -> usize {
    let [a, b] = field.dealt.map(usize::from);
    let [s, t] = field.stars.map(usize::from);
    (((a.min(40) * 41 + b.min(40)) * 4 + s) * 5 + t) * 2 + usize::from(failed)
}

/// What a roll can come to, faces that are read alike together.
fn readings(which: usize, later: bool, failed: bool) -> Vec<((u8, u8), f64)> {
    let mut all: Vec<((u8, u8), f64)> = Vec::with_capacity(10);
    for face in 1..=10 {
        let reading = roll(which, later, failed, face);
        match all.iter_mut().find(|(known, _)| *known == reading) {
            Some((_, chance)) => *chance += 0.1,
            None => all.push((reading, 0.1)),
        }
    }
    all
}

fn spread(
    fields: &[(Field, bool, f64)],
    which: usize,
    later: bool,
    place: &mut [u32],
) -> Vec<(Field, bool, f64)> {
    let by_failed = [readings(which, later, false), readings(which, later, true)];
    let mut next: Vec<(Field, bool, f64)> = Vec::with_capacity(fields.len() * 2);
    for (field, failed, p) in fields {
        for (reading, chance) in &by_failed[usize::from(*failed)] {
            let mut after = *field;
            after.hit(which, *reading);
            let slot = &mut place[index(&after, *failed)];
            if *slot == u32::MAX {
                *slot = next.len() as u32;
                next.push((after, *failed, p * chance));
            } else {
                next[*slot as usize].2 += p * chance;
            }
        }
    }
    for (field, failed, _) in &next {
        place[index(field, *failed)] = u32::MAX;
    }
    next
}

fn night(fields: &[(Field, bool, f64)], settled: &mut Settled) -> Vec<(Field, bool, f64)> {
    let mut next = Vec::with_capacity(fields.len());
    let dusk = |left| Closing { left, first_day: true, after_fire: false };
    for (field, _, p) in fields {
        let [france, spain] = field.left();
        if field.spain_destroyed() {
            aftermath(*field, *p, dusk(false), settled);
        } else if spain < france {
            let away = f64::from((4 + spain).min(11) - 1) / 10.0;
            aftermath(*field, p * away, dusk(true), settled);
            next.push((*field, true, p * (1.0 - away)));
        } else {
            next.push((*field, false, *p));
        }
    }
    next
}

#[derive(Clone, Copy)]
struct Closing {
    left: bool,
    first_day: bool,
    after_fire: bool,
}

fn aftermath(field: Field, p: f64, closing: Closing, settled: &mut Settled) {
    let winner = field.winner(closing.left);
    let routed = field.routed();
    let (win, lose) = if winner == 1 { (0, 1) } else { (1, 0) };
    if winner == 0 || routed[win] {
        return settled.add(winner, routed, field.dealt, p);
    }
    let bonus = i32::from(win == 1) + 2 * i32::from(closing.first_day) + i32::from(closing.after_fire);
    for face in 1..=10 {
        let (losses, stars) = read(&E, face + bonus);
        let (mut dealt, mut routed) = (field.dealt, routed);
        dealt[win] += losses;
        routed[lose] |= stars >= field.left()[lose];
        settled.add(winner, routed, dealt, p / 10.0);
    }
}

/// Losses in thirds that make a difference: those of France go to 8 LD, those of Spain to 5.
const FRANCE: usize = 25;
const SPAIN: usize = 16;

/// Everything settled but stragglers and leaders: winner, routs, thirds lost.
struct Settled(Vec<f64>);

impl Default for Settled {
    fn default() -> Self {
        Settled(vec![0.0; 3 * 4 * FRANCE * SPAIN])
    }
}

impl Settled {
    fn add(&mut self, winner: u8, routed: [bool; 2], dealt: [u8; 2], p: f64) {
        let outcome = usize::from(winner) * 4 + usize::from(routed[0]) * 2 + usize::from(routed[1]);
        let france = usize::from(on_france(dealt[1])).min(FRANCE - 1);
        let spain = usize::from(on_spain(dealt[0])).min(SPAIN - 1);
        self.0[(outcome * FRANCE + france) * SPAIN + spain] += p;
    }

    fn ends(&self) -> Vec<(Key, f64)> {
        let mut ends = vec![0.0; KEYS];
        for outcome in 0..12 {
            let (winner, routed) = ((outcome / 4) as u8, [outcome & 2 != 0, outcome & 1 != 0]);
            for france in 0..FRANCE {
                let row = &self.0[(outcome * FRANCE + france) * SPAIN..][..SPAIN];
                if row.iter().all(|p| *p == 0.0) {
                    continue;
                }
                let of_france = straggle(0, winner, routed[0], france as u8);
                for (spain, &p) in row.iter().enumerate().filter(|(_, p)| **p > 0.0) {
                    let of_spain = straggle(1, winner, routed[1], spain as u8);
                    withdraw(winner, routed, p, [&of_france, &of_spain], &mut ends);
                }
            }
        }
        let all = ends.into_iter().enumerate().filter(|(_, p)| *p > 0.0);
        all.map(|(key, p)| (key as Key, p)).collect()
    }
}

/// The chances of each loss in LD, stragglers included.
fn straggle(side: usize, winner: u8, routed: bool, thirds: u8) -> [f64; 9] {
    let size = [8, 5][side];
    let mut all = [0.0; 9];
    if usize::from(winner) == side + 1 {
        all[usize::from(rounded(thirds, size))] = 1.0;
        return all;
    }
    let man = if routed { 0 } else { [3, 4][side] };
    for face in 1..=10i32 {
        let more = RETREAT[((face - man).clamp(1, 10) - 1) as usize];
        all[usize::from(rounded(thirds + more, size))] += 0.1;
    }
    all
}

fn withdraw(winner: u8, routed: [bool; 2], p: f64, lost: [&[f64; 9]; 2], ends: &mut [f64]) {
    let danger = |side: usize, losses: usize| {
        let won = usize::from(winner) == side + 1;
        f64::from(1 + u8::from(!won) + 5 * u8::from(losses == [8, 5][side])) / 10.0
    };
    for (a, q) in lost[0].iter().enumerate().filter(|(_, q)| **q > 0.0) {
        for (b, r) in lost[1].iter().enumerate().filter(|(_, r)| **r > 0.0) {
            let (of_france, of_spain) = (danger(0, a), danger(1, b));
            let whole = p * q * r;
            let first = key(winner, routed, [a as u8, b as u8], [false, false]) as usize;
            ends[first] += whole * (1.0 - of_france) * (1.0 - of_spain);
            ends[first + 1] += whole * (1.0 - of_france) * of_spain;
            ends[first + 2] += whole * of_france * (1.0 - of_spain);
            ends[first + 3] += whole * of_france * of_spain;
        }
    }
}
