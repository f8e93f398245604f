//! The ends of one procedure, with what tells them: those that the rules left whole, and those whose parts are kept
//! apart and put together for whoever reads them.

use crate::column::Column;
use crate::ends::{Basis, EndId, Holds, Kept, Tally};
use grognard_odds::PartTables;
use grognard_umpire::{Fact, Figure, Part, Playable, Unit};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::{Arc, OnceLock};

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
    /// All places in it, likeliest first.
    all: Vec<u16>,
    /// The figures that read it.
    figures: Vec<usize>,
    lumps: Vec<Lump>,
}

/// The ends of a procedure: those whose probability is settled, and those that battles came to. They are kept just as they
/// were reached, since there may be hundreds of thousands of them.
pub(crate) struct KeptEnds<P: Playable> {
    rules: Arc<P::Rules>,
    settled: Vec<(P::End, f64)>,
    fought: Vec<(P::End, u64)>,
    tables: FxHashMap<Part, Table<P::End>>,
    basis: Basis,
    /// Each end once, with all that speaks for it; when somebody asks.
    apart: OnceLock<Vec<(u32, Tally)>>,
}

/// Ends that differ only in how their open parts come out.
struct Family {
    kept: u32,
    tally: Tally,
    /// Of each part the lump that it is in, where a condition on the figures holds of these alone.
    lumps: Option<Box<[u16]>>,
}

/// How a part of a family's ends may come out: places in its table, likeliest first.
type Places<'a, E> = (&'a Table<E>, &'a [u16]);

/// What speaks for the end of a family with the parts at these places of their lists.
fn tally_at<E>(family: &Family, parts: &[Places<'_, E>], at: &[u16]) -> Tally {
    let p =
        |(part, (table, of)): (usize, &Places<'_, E>)| table.ends[usize::from(of[usize::from(at[part])])].1;
    let settled = parts.iter().enumerate().fold(family.tally.settled, |settled, part| settled * p(part));
    Tally { settled, count: family.tally.count }
}

impl<P: Playable> KeptEnds<P> {
    pub(crate) fn new(
        rules: Arc<P::Rules>,
        settled: Vec<(P::End, f64)>,
        fought: Vec<(P::End, u64)>,
        tables: PartTables<P::End>,
        basis: Basis,
    ) -> Self {
        let figures = if tables.is_empty() { Vec::new() } else { P::figures(&rules) };
        let mut kept =
            KeptEnds { rules, settled, fought, tables: FxHashMap::default(), basis, apart: OnceLock::new() };
        // Any end with the part open will do: figures that read a part read nothing else.
        let mut open = Vec::new();
        let (settled, fought) =
            (kept.settled.iter().map(|(end, _)| end), kept.fought.iter().map(|(end, _)| end));
        for end in settled.chain(fought).take_while(|_| !tables.is_empty()) {
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

    /// An end by its number.
    fn end(&self, kept: u32) -> &P::End {
        let kept = kept as usize;
        match self.settled.get(kept) {
            Some((end, _)) => end,
            None => &self.fought[kept - self.settled.len()].0,
        }
    }

    /// Every end as it was reached, with what speaks for it.
    fn all(&self) -> impl Iterator<Item = (&P::End, Tally)> {
        let settled = self.settled.iter().map(|(end, p)| (end, Tally { settled: *p, count: 0 }));
        settled.chain(self.fought.iter().map(|(end, n)| (end, Tally { settled: 0.0, count: *n })))
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
        let mut end = self.end(id.kept).clone();
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
        (end, tally): (&P::End, Tally),
        parts: &mut Vec<Part>,
        visit: &mut dyn FnMut(&[i64], Tally, &[usize]),
    ) {
        let mut values: Vec<i64> = figures.iter().map(|figure| (figure.of)(end)).collect();
        self.parts(end, parts);
        if parts.is_empty() {
            return visit(&values, tally, &[]);
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
    fn told_apart(&self) -> &[(u32, Tally)] {
        self.apart.get_or_init(|| {
            let count = self.settled.len() + self.fought.len();
            let mut place: FxHashMap<&P::End, u32> = FxHashMap::default();
            place.reserve(count);
            let mut apart: Vec<(u32, Tally)> = Vec::with_capacity(count);
            for (index, (end, tally)) in self.all().enumerate() {
                let place = *place.entry(end).or_insert(apart.len() as u32);
                match apart.get_mut(place as usize) {
                    Some((_, sum)) => *sum += tally,
                    None => apart.push((index as u32, tally)),
                }
            }
            apart
        })
    }

    /// Goes through the ends of which a condition holds, those that differ only in their parts together.
    fn each_family(&self, holds: Option<&Holds>, visit: &mut dyn FnMut(Family)) {
        let figures = if holds.is_some() { P::figures(&self.rules) } else { Vec::new() };
        let mut open = Vec::new();
        for &(kept, tally) in self.told_apart() {
            let Some(holds) = holds else {
                visit(Family { kept, tally, lumps: None });
                continue;
            };
            self.each_way(&figures, (self.end(kept), tally), &mut open, &mut |values, _, lumps| {
                if holds(values) {
                    let lumps = lumps.iter().map(|lump| *lump as u16).collect();
                    visit(Family { kept, tally, lumps: Some(lumps) });
                }
            });
        }
    }

    /// How the parts of a family's ends may come out.
    fn places(&self, family: &Family) -> Vec<Places<'_, P::End>> {
        self.places_of(family, &mut Vec::new()).collect()
    }

    /// The same one by one, with a list that is used again.
    fn places_of<'a>(
        &'a self,
        family: &Family,
        parts: &mut Vec<Part>,
    ) -> impl Iterator<Item = Places<'a, P::End>> {
        self.parts(self.end(family.kept), parts);
        parts.iter().enumerate().map(move |(index, &part)| {
            let table = self.table(part);
            let of = match &family.lumps {
                Some(lumps) => &table.lumps[usize::from(lumps[index])].of,
                None => &table.all,
            };
            (table, &of[..])
        })
    }

    /// What speaks for the likeliest end of a family.
    fn likeliest(&self, family: &Family, parts: &mut Vec<Part>) -> Tally {
        let Tally { settled, count } = family.tally;
        let first =
            |settled: f64, (table, of): Places<'_, P::End>| settled * table.ends[usize::from(of[0])].1;
        Tally { settled: self.places_of(family, parts).fold(settled, first), count }
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
    let all = (0..ends.len() as u16).collect();
    Table { ends, all, figures: reading, lumps }
}

/// The next end of a family, waiting for its turn.
struct Candidate<'a, E> {
    weight: f64,
    end: &'a E,
    family: u32,
    /// The places of its parts in their lists, none for the first of each. Those before `from` are not moved any more, so
    /// that every end comes up once.
    at: Box<[u16]>,
    from: u16,
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
struct Ranked<'a, P: Playable> {
    kept: &'a KeptEnds<P>,
    families: Vec<Family>,
    waiting: BinaryHeap<Candidate<'a, P::End>>,
}

impl<P: Playable> Iterator for Ranked<'_, P> {
    type Item = (EndId, Tally);

    fn next(&mut self) -> Option<(EndId, Tally)> {
        let mut first = self.waiting.pop()?;
        let family = &self.families[first.family as usize];
        let parts = self.kept.places(family);
        if first.at.is_empty() {
            first.at = vec![0; parts.len()].into();
        }
        for part in usize::from(first.from)..parts.len() {
            if usize::from(first.at[part]) + 1 < parts[part].1.len() {
                let mut at = first.at.clone();
                at[part] += 1;
                let weight = self.kept.basis.weight(tally_at(family, &parts, &at));
                let (end, family) = (first.end, first.family);
                self.waiting.push(Candidate { weight, end, family, at, from: part as u16 });
            }
        }
        let places = parts.iter().zip(&first.at).map(|((_, of), at)| of[usize::from(*at)]).collect();
        Some((EndId { kept: family.kept, parts: places }, tally_at(family, &parts, &first.at)))
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

    fn columns(&self) -> Vec<Column> {
        let figures = P::figures(&self.rules);
        let mut columns: Vec<Column> = figures.iter().map(|_| Column::default()).collect();
        let mut parts = Vec::new();
        for (end, tally) in self.all() {
            self.parts(end, &mut parts);
            for (number, (figure, column)) in figures.iter().zip(&mut columns).enumerate() {
                let open = parts.iter().find(|part| figure.part == Some(part.place));
                match open.map(|&part| self.table(part)) {
                    None => column.add((figure.of)(end), tally),
                    // By itself a figure knows nothing of how the other parts come out.
                    Some(table) => {
                        let place = table.figures.iter().position(|reads| *reads == number);
                        let place = place.expect("the table has the figures of its part");
                        for lump in &table.lumps {
                            let settled = tally.settled * lump.p;
                            column.add(lump.values[place], Tally { settled, count: tally.count });
                        }
                    }
                }
            }
        }
        columns
    }

    fn each(&self, visit: &mut dyn FnMut(&[i64], Tally)) {
        let figures = P::figures(&self.rules);
        if self.tables.is_empty() {
            let mut values = Vec::new();
            for (end, tally) in self.all() {
                values.clear();
                values.extend(figures.iter().map(|figure| (figure.of)(end)));
                visit(&values, tally);
            }
            return;
        }
        let mut parts = Vec::new();
        for kept in self.all() {
            self.each_way(&figures, kept, &mut parts, &mut |values, tally, _| visit(values, tally));
        }
    }

    fn count(&self, holds: Option<&Holds>) -> usize {
        let mut count: usize = 0;
        let mut parts = Vec::new();
        self.each_family(holds, &mut |family| {
            let lengths = self.places_of(&family, &mut parts).map(|(_, of)| of.len());
            count = count.saturating_add(lengths.fold(1, usize::saturating_mul));
        });
        count
    }

    fn ranked<'a>(&'a self, holds: Option<&Holds>) -> Box<dyn Iterator<Item = (EndId, Tally)> + 'a> {
        let mut families = Vec::new();
        self.each_family(holds, &mut |family| families.push(family));
        let mut parts = Vec::new();
        let first = |(index, family): (usize, &Family)| {
            let weight = self.basis.weight(self.likeliest(family, &mut parts));
            Candidate {
                weight,
                end: self.end(family.kept),
                family: index as u32,
                at: Box::default(),
                from: 0,
            }
        };
        let waiting = families.iter().enumerate().map(first).collect();
        Box::new(Ranked { kept: self, families, waiting })
    }

    fn words(&self, end: &EndId) -> String {
        P::end_words(&self.rules, &self.whole(end))
    }

    fn tell(&self, end: &EndId) -> (Fact, String) {
        let end = self.whole(end);
        (P::end_facts(&self.rules, &end), P::end_words(&self.rules, &end))
    }
}
