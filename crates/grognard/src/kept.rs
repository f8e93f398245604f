//! The ends of one procedure, with what tells them: those that the rules left whole, and those whose parts are kept
//! apart and put together for whoever reads them.

use crate::ends::{Basis, EndId, Holds, Kept, Tally};
use grognard_odds::{Odds, PartTables};
use grognard_umpire::{Fact, Figure, Part, Playable, Unit};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// The ends of exact odds.
pub(crate) fn settled<E: Ord + Clone + std::hash::Hash>(odds: Odds<E>) -> Vec<(E, Tally)> {
    odds.into_pairs().into_iter().map(|(end, settled)| (end, Tally { settled, count: 0 })).collect()
}

/// One way in which the figures that read a part can come out: their values, and the part's ends that give them.
struct Lump {
    values: Vec<i64>,
    p: f64,
    /// Places in the part's table, likeliest first.
    of: Vec<u16>,
}

/// A part as it can come out.
struct Table<E> {
    ends: Vec<(E, f64)>,
    /// The figures that read it.
    figures: Vec<usize>,
    lumps: Vec<Lump>,
}

/// The ends of a procedure.
pub(crate) struct KeptEnds<P: Playable> {
    rules: Arc<P::Rules>,
    ends: Vec<(P::End, Tally)>,
    tables: FxHashMap<Part, Table<P::End>>,
    basis: Basis,
}

/// Ends that differ only in how their open parts come out: how each may, likeliest first.
struct Family<'a, E> {
    kept: u32,
    end: &'a E,
    tally: Tally,
    parts: Vec<(&'a Table<E>, Vec<u16>)>,
}

impl<E> Family<'_, E> {
    fn count(&self) -> usize {
        self.parts.iter().map(|(_, of)| of.len()).product()
    }

    /// What speaks for the end with the parts at these places of their lists.
    fn tally(&self, at: &[u16]) -> Tally {
        let p = |((table, of), at): (&(&Table<E>, Vec<u16>), &u16)| {
            table.ends[usize::from(of[usize::from(*at)])].1
        };
        let settled = self.parts.iter().zip(at).fold(self.tally.settled, |settled, part| settled * p(part));
        Tally { settled, count: self.tally.count }
    }

    fn id(&self, at: &[u16]) -> EndId {
        let parts = self.parts.iter().zip(at).map(|((_, of), at)| of[usize::from(*at)]).collect();
        EndId { kept: self.kept, parts }
    }
}

impl<P: Playable> KeptEnds<P> {
    pub(crate) fn new(
        rules: Arc<P::Rules>,
        ends: Vec<(P::End, Tally)>,
        tables: PartTables<P::End>,
        basis: Basis,
    ) -> Self {
        let figures = if tables.is_empty() { Vec::new() } else { P::figures(&rules) };
        let mut kept = KeptEnds { rules, ends, tables: FxHashMap::default(), basis };
        // Any end with the part open will do: figures that read a part read nothing else.
        let mut open = Vec::new();
        for (end, _) in kept.ends.iter().take_while(|_| !tables.is_empty()) {
            open.clear();
            P::open_parts(&kept.rules, end, &mut open);
            for &part in &open {
                if kept.tables.contains_key(&part) {
                    continue;
                }
                let Some(table) = tables.get(&part) else { continue };
                kept.tables.insert(part, lumped::<P>(&kept.rules, &figures, end, part, table.clone()));
            }
        }
        kept
    }

    /// The open parts of an end.
    fn parts(&self, end: &P::End, parts: &mut Vec<Part>) {
        parts.clear();
        if !self.tables.is_empty() {
            P::open_parts(&self.rules, end, parts);
        }
    }

    fn table(&self, part: Part) -> &Table<P::End> {
        self.tables.get(&part).expect("every open part has its table")
    }

    /// An end put together.
    fn whole(&self, id: &EndId) -> P::End {
        let mut end = self.ends[id.kept as usize].0.clone();
        let mut parts = Vec::new();
        self.parts(&end, &mut parts);
        for (&part, &at) in parts.iter().zip(&id.parts) {
            end = P::with_part(&self.rules, &end, part, &self.table(part).ends[usize::from(at)].0);
        }
        end
    }

    /// Goes through the ways in which the figures of an end can come out: their values, what speaks for them, and
    /// which lump each of its parts is in.
    #[allow(clippy::type_complexity)]
    fn each_way(
        &self,
        figures: &[Figure<P>],
        (end, tally): &(P::End, Tally),
        parts: &mut Vec<Part>,
        visit: &mut dyn FnMut(&[i64], Tally, &[usize]),
    ) {
        let mut values: Vec<i64> = figures.iter().map(|figure| (figure.of)(end)).collect();
        self.parts(end, parts);
        if parts.is_empty() {
            return visit(&values, *tally, &[]);
        }
        let tables: Vec<&Table<P::End>> = parts.iter().map(|&part| self.table(part)).collect();
        let mut at = vec![0; tables.len()];
        loop {
            let mut settled = tally.settled;
            for (table, &at) in tables.iter().zip(&at) {
                let lump = &table.lumps[at];
                settled *= lump.p;
                table.figures.iter().zip(&lump.values).for_each(|(&figure, value)| values[figure] = *value);
            }
            visit(&values, Tally { settled, count: tally.count }, &at);
            // The next way, like an odometer.
            let Some(turned) = (0..at.len()).find(|&part| at[part] + 1 < tables[part].lumps.len()) else {
                return;
            };
            at[..turned].fill(0);
            at[turned] += 1;
        }
    }

    /// Each end once, with all that speaks for it.
    fn told_apart(&self) -> Vec<(u32, Tally)> {
        let mut place: FxHashMap<&P::End, usize> = FxHashMap::default();
        let mut apart: Vec<(u32, Tally)> = Vec::new();
        for (index, (end, tally)) in self.ends.iter().enumerate() {
            let place = *place.entry(end).or_insert(apart.len());
            match apart.get_mut(place) {
                Some((_, sum)) => *sum += *tally,
                None => apart.push((index as u32, *tally)),
            }
        }
        apart
    }

    /// The ends of which a condition holds, those that differ only in their parts together.
    fn families(&self, holds: Option<&Holds>) -> Vec<Family<'_, P::End>> {
        let figures = if holds.is_some() { P::figures(&self.rules) } else { Vec::new() };
        let mut families = Vec::new();
        let mut parts = Vec::new();
        for (kept, tally) in self.told_apart() {
            let end = &self.ends[kept as usize].0;
            let Some(holds) = holds else {
                self.parts(end, &mut parts);
                let all = |&part| {
                    let table = self.table(part);
                    (table, (0..table.ends.len() as u16).collect())
                };
                families.push(Family { kept, end, tally, parts: parts.iter().map(all).collect() });
                continue;
            };
            let mut open = Vec::new();
            self.each_way(&figures, &(end.clone(), tally), &mut open, &mut |values, _, lumps| {
                if holds(values) {
                    self.parts(end, &mut parts);
                    let some = |(&part, &lump): (&Part, &usize)| {
                        let table = self.table(part);
                        (table, table.lumps[lump].of.clone())
                    };
                    let parts = parts.iter().zip(lumps).map(some).collect();
                    families.push(Family { kept, end, tally, parts });
                }
            });
        }
        families
    }
}

/// A part's table with the ways in which the figures that read it can come out.
fn lumped<P: Playable>(
    rules: &P::Rules,
    figures: &[Figure<P>],
    end: &P::End,
    part: Part,
    ends: Vec<(P::End, f64)>,
) -> Table<P::End> {
    let reading: Vec<usize> = (0..figures.len()).filter(|&at| figures[at].part == Some(part.place)).collect();
    let mut lumps: Vec<Lump> = Vec::new();
    for (at, (alone, p)) in ends.iter().enumerate() {
        let whole = P::with_part(rules, end, part, alone);
        let values: Vec<i64> = reading.iter().map(|&at| (figures[at].of)(&whole)).collect();
        match lumps.iter_mut().find(|lump| lump.values == values) {
            Some(lump) => {
                lump.p += p;
                lump.of.push(at as u16);
            }
            None => lumps.push(Lump { values, p: *p, of: vec![at as u16] }),
        }
    }
    Table { ends, figures: reading, lumps }
}

/// The next end of a family, waiting for its turn.
struct Candidate<'a, E> {
    weight: f64,
    end: &'a E,
    family: usize,
    /// The places of its parts in their lists. Those before `from` are not moved any more, so that every end comes
    /// up once.
    at: Box<[u16]>,
    from: usize,
}

impl<E: Ord> Ord for Candidate<'_, E> {
    /// The likeliest first; those that are equally likely in the ends' own order.
    fn cmp(&self, other: &Self) -> Ordering {
        let likelier = self.weight.total_cmp(&other.weight);
        likelier.then_with(|| other.end.cmp(self.end)).then_with(|| other.at.cmp(&self.at))
    }
}

impl<E: Ord> PartialOrd for Candidate<'_, E> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<E: Ord> PartialEq for Candidate<'_, E> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<E: Ord> Eq for Candidate<'_, E> {}

/// Ends one by one, likeliest first: only those are put together that are come to.
struct Ranked<'a, E> {
    families: Vec<Family<'a, E>>,
    waiting: BinaryHeap<Candidate<'a, E>>,
    basis: Basis,
}

impl<E: Ord> Iterator for Ranked<'_, E> {
    type Item = (EndId, Tally);

    fn next(&mut self) -> Option<(EndId, Tally)> {
        let first = self.waiting.pop()?;
        let family = &self.families[first.family];
        for part in first.from..first.at.len() {
            if usize::from(first.at[part]) + 1 < family.parts[part].1.len() {
                let mut at = first.at.clone();
                at[part] += 1;
                let weight = self.basis.weight(family.tally(&at));
                self.waiting.push(Candidate { weight, end: first.end, family: first.family, at, from: part });
            }
        }
        Some((family.id(&first.at), family.tally(&first.at)))
    }
}

impl<P> Kept for KeptEnds<P>
where
    P: Playable,
    P::Rules: Send + Sync,
    P::End: Send + Sync,
{
    fn heads(&self) -> Vec<(&'static str, String, Unit)> {
        let head = |figure: Figure<P>| (figure.key, figure.words, figure.unit);
        P::figures(&self.rules).into_iter().map(head).collect()
    }

    fn each(&self, visit: &mut dyn FnMut(&[i64], Tally)) {
        let figures = P::figures(&self.rules);
        if self.tables.is_empty() {
            let mut values = Vec::new();
            for (end, tally) in &self.ends {
                values.clear();
                values.extend(figures.iter().map(|figure| (figure.of)(end)));
                visit(&values, *tally);
            }
            return;
        }
        let mut parts = Vec::new();
        for kept in &self.ends {
            self.each_way(&figures, kept, &mut parts, &mut |values, tally, _| visit(values, tally));
        }
    }

    fn count(&self, holds: Option<&Holds>) -> usize {
        self.families(holds).iter().map(Family::count).fold(0, usize::saturating_add)
    }

    fn ranked<'a>(&'a self, holds: Option<&Holds>) -> Box<dyn Iterator<Item = (EndId, Tally)> + 'a> {
        let (families, basis) = (self.families(holds), self.basis);
        let first = |(index, family): (usize, &Family<'a, P::End>)| {
            let at: Box<[u16]> = vec![0; family.parts.len()].into();
            let weight = basis.weight(family.tally(&at));
            Candidate { weight, end: family.end, family: index, at, from: 0 }
        };
        let waiting = families.iter().enumerate().map(first).collect();
        Box::new(Ranked { families, waiting, basis })
    }

    fn tell(&self, end: &EndId) -> (Fact, String) {
        let end = self.whole(end);
        (P::end_facts(&self.rules, &end), P::end_words(&self.rules, &end))
    }
}
