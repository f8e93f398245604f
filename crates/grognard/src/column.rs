//! How one figure is distributed.

use crate::ends::Tally;
use std::collections::BTreeMap;

/// More values than this apart and they are not kept side by side.
const SIDE_BY_SIDE_MAX: i64 = 4096;

/// What speaks for each value of a figure. Nearly all figures are small numbers, which are kept side by side.
#[derive(Default)]
pub(crate) struct Column {
    lowest: i64,
    near: Vec<Option<Tally>>,
    far: BTreeMap<i64, Tally>,
}

impl Column {
    #[inline]
    pub(crate) fn add(&mut self, value: i64, tally: Tally) {
        if let Ok(index) = usize::try_from(value.wrapping_sub(self.lowest))
            && let Some(Some(known)) = self.near.get_mut(index)
        {
            *known += tally;
            return;
        }
        self.add_new(value, tally);
    }

    #[cold]
    fn add_new(&mut self, value: i64, tally: Tally) {
        if self.near.is_empty() {
            self.lowest = value;
        }
        let below = self.lowest.saturating_sub(value);
        let above = value.saturating_sub(self.lowest);
        if below + self.near.len() as i64 > SIDE_BY_SIDE_MAX || above >= SIDE_BY_SIDE_MAX {
            *self.far.entry(value).or_default() += tally;
            return;
        }
        if below > 0 {
            self.near.splice(0..0, (0..below).map(|_| None));
            self.lowest = value;
        }
        let index = (value - self.lowest) as usize;
        if index >= self.near.len() {
            self.near.resize(index + 1, None);
        }
        *self.near[index].get_or_insert_default() += tally;
    }

    pub(crate) fn finish(mut self) -> BTreeMap<i64, Tally> {
        for (index, tally) in self.near.into_iter().enumerate() {
            if let Some(tally) = tally {
                *self.far.entry(self.lowest + index as i64).or_default() += tally;
            }
        }
        self.far
    }
}
