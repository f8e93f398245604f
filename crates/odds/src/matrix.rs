//! Matrix games: what two sides should do who choose at the same time, each unseen by the other.

/// A mixed strategy for each side and the value for the first.
#[derive(Clone, PartialEq, Debug)]
pub struct Mixed {
    /// What the first side gets on average.
    pub value: f64,
    /// How often the first side should play each row.
    pub rows: Vec<f64>,
    /// How often the second side should play each column.
    pub columns: Vec<f64>,
}

/// More pivots than a table of options in any rulebook needs.
const PIVOTS_MAX: usize = 10_000;

/// Solves a zero-sum game: `payoff[row][column]` is what the first side gets.
///
/// The simplex method on the second side's programme (maximise the sum of y where A y <= 1, all
/// payoffs made positive); the first side's strategy is its dual. Bland's rule keeps it from cycling.
pub fn solve_matrix(payoff: &[Vec<f64>]) -> Mixed {
    let (rows, columns) = (payoff.len(), payoff[0].len());
    let lowest = payoff.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let highest = payoff.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
    let scale = (highest - lowest).max(1e-9);
    // Payoffs become 1 to 2, whatever they were, so that one tolerance fits all.
    let positive = |value: f64| (value - lowest) / scale + 1.0;
    let width = columns + rows + 1;
    let mut tableau: Vec<Vec<f64>> = (0..rows)
        .map(|row| {
            let mut line = vec![0.0; width];
            for column in 0..columns {
                line[column] = positive(payoff[row][column]);
            }
            line[columns + row] = 1.0;
            line[width - 1] = 1.0;
            line
        })
        .collect();
    let mut costs = vec![0.0; width];
    costs[..columns].fill(-1.0);
    let mut basis: Vec<usize> = (columns..columns + rows).collect();
    for _ in 0..PIVOTS_MAX {
        let Some(enter) = (0..width - 1).find(|&column| costs[column] < -1e-12) else { break };
        let ratio = |row: &usize| tableau[*row][width - 1] / tableau[*row][enter];
        let leave = (0..rows)
            .filter(|&row| tableau[row][enter] > 1e-12)
            .min_by(|a, b| ratio(a).total_cmp(&ratio(b)).then(basis[*a].cmp(&basis[*b])))
            .expect("payoffs are positive, so the programme is bounded");
        let pivot = tableau[leave][enter];
        tableau[leave].iter_mut().for_each(|value| *value /= pivot);
        let line = tableau[leave].clone();
        let eliminate = |target: &mut Vec<f64>| {
            let factor = target[enter];
            target.iter_mut().zip(&line).for_each(|(value, base)| *value -= factor * base);
        };
        (0..rows).filter(|&row| row != leave).for_each(|row| eliminate(&mut tableau[row]));
        eliminate(&mut costs);
        basis[leave] = enter;
    }
    let total = costs[width - 1];
    let mut second = vec![0.0; columns];
    for (row, &variable) in basis.iter().enumerate() {
        if variable < columns {
            second[variable] = tableau[row][width - 1] / total;
        }
    }
    let first = (0..rows).map(|row| (costs[columns + row] / total).max(0.0)).collect();
    Mixed { value: (1.0 / total - 1.0) * scale + lowest, rows: first, columns: second }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn matching_pennies_is_even() {
        let mixed = solve_matrix(&[vec![1.0, -1.0], vec![-1.0, 1.0]]);
        assert!(mixed.value.abs() < 1e-12);
        assert!((mixed.rows[0] - 0.5).abs() < 1e-12 && (mixed.columns[0] - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_saddle_is_played_purely() {
        let mixed = solve_matrix(&[vec![3.0, 1.0], vec![5.0, 2.0]]);
        assert_eq!((mixed.value, mixed.rows, mixed.columns), (2.0, vec![0.0, 1.0], vec![0.0, 1.0]));
    }

    proptest! {
        /// Neither side can do better against the other's strategy than the value.
        #[test]
        fn neither_side_can_do_better(
            payoff in (1usize..6, 1usize..6).prop_flat_map(|(rows, columns)| {
                proptest::collection::vec(proptest::collection::vec(-50.0..50.0f64, columns), rows)
            })
        ) {
            let mixed = solve_matrix(&payoff);
            prop_assert!((mixed.rows.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!((mixed.columns.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            for row in &payoff {
                let got: f64 = row.iter().zip(&mixed.columns).map(|(a, y)| a * y).sum();
                prop_assert!(got <= mixed.value + 1e-7);
            }
            for column in 0..payoff[0].len() {
                let got: f64 = payoff.iter().zip(&mixed.rows).map(|(row, x)| row[column] * x).sum();
                prop_assert!(got >= mixed.value - 1e-7);
            }
        }
    }
}
