//! Odds whose ends leave parts open: what is independent of all else is kept as a small table beside them, and not
//! multiplied out.

use crate::budget::{Budget, OverBudget, Patience, Progress};
use crate::exact::counted;
use crate::odometer::Wheels;
use crate::sampled::cores;
use crate::spread::Odds;
use grognard_umpire::{Choice, Part, Procedure};
use rustc_hash::FxHashMap;

/// How each open part can come out by itself: ends of the procedure that decides it alone, likeliest first.
pub type PartTables<E> = FxHashMap<Part, Vec<(E, f64)>>;

/// Exact odds with the parts of the ends apart.
#[derive(Clone, Debug)]
pub struct Apart<E> {
    /// The ends, parts of which may be [open](Procedure::open_parts).
    pub odds: Odds<E>,
    /// How every open part can come out.
    pub tables: PartTables<E>,
}

/// The exact odds, given how each side decides, with the ends' independent parts apart.
///
/// # Errors
/// [`OverBudget`] where there is more to follow than the budget allows.
pub fn exact_apart<P>(
    start: &P,
    rules: &P::Rules,
    decide: &(impl Fn(&P, &Choice<'_>) -> usize + Sync),
    budget: Budget,
) -> Result<Apart<P::End>, OverBudget>
where
    P: Procedure + Send + Sync,
    P::Rules: Sync,
    P::End: Send,
{
    let progress = Progress::default();
    let patience = Patience::new(budget, &progress);
    let counted = counted(cores(), start, rules, decide, &patience, Wheels::leaving_open(true));
    if !counted.open.is_empty() {
        return Err(OverBudget);
    }
    let tables = tables_of::<P>(&counted.odds, rules, decide, &patience)?;
    Ok(Apart { odds: counted.odds, tables })
}

/// How each part that is open somewhere can come out.
pub(crate) fn tables_of<P>(
    odds: &Odds<P::End>,
    rules: &P::Rules,
    decide: &(impl Fn(&P, &Choice<'_>) -> usize + Sync),
    patience: &Patience<'_>,
) -> Result<PartTables<P::End>, OverBudget>
where
    P: Procedure + Send + Sync,
    P::Rules: Sync,
    P::End: Send,
{
    let mut tables = PartTables::default();
    let mut parts = Vec::new();
    for (end, _) in odds.pairs() {
        parts.clear();
        P::open_parts(rules, end, &mut parts);
        for &part in &parts {
            if tables.contains_key(&part) {
                continue;
            }
            let alone = P::part_alone(rules, part);
            let counted = counted(1, &alone, rules, decide, patience, Wheels::default());
            if !counted.open.is_empty() {
                return Err(OverBudget);
            }
            let mut table = counted.odds.ends().to_vec();
            // Stable: what is equally likely stays in the ends' own order.
            table.sort_by(|(_, p), (_, q)| q.total_cmp(p));
            tables.insert(part, table);
        }
    }
    Ok(tables)
}
