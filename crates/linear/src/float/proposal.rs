//! The end of a run of the simplex method in floats, and the proposal made there.

use super::{End, FLAT, Floats, NEAR, NOWHERE, Weights};
use crate::basis::Basis;

/// The proposal at the end of a run in floats.
#[derive(Clone, Debug)]
pub(crate) enum Proposal {
    /// The basis is optimal.
    Optimal(Basis),
    /// No point satisfies the rows. The weights are those of the infeasible basic variables and slacks in the
    /// sum of infeasibilities, which the basis minimises.
    Infeasible(Basis, Weights),
    /// The variable or slack with this label grows without bound from the basis.
    Unbounded(Basis, usize),
}

impl Floats<'_> {
    /// The present basis.
    pub(crate) fn basis(&self) -> Basis {
        let basic = |label: usize| self.place[label] != NOWHERE;
        Basis {
            variables: (0..self.variables).map(basic).collect(),
            slacks: (0..self.rows).map(|i| basic(self.variables + i)).collect(),
        }
    }

    /// Runs to an end under relaxed bounds, and continues under the true bounds if the point violates one of
    /// them.
    fn settle(&mut self) -> End {
        let end = self.run();
        if end == End::Optimal {
            let value = self.values(&self.right);
            let misses = |at: usize| value[at] < -NEAR || value[at] > NEAR && self.fixed(self.basis[at]);
            if !(0..self.rows).any(misses) {
                return end;
            }
        }
        self.widened.clone_from(&self.right);
        self.invert();
        self.run()
    }

    /// Runs to the end and returns the proposal found there.
    pub(crate) fn propose(&mut self) -> Option<Proposal> {
        self.widen();
        match self.settle() {
            End::Optimal => Some(Proposal::Optimal(self.basis())),
            End::Unbounded(label) => Some(Proposal::Unbounded(self.basis(), label)),
            End::Infeasible => {
                // In the programme's own units: a scaled variable is smaller by its column's factor.
                let unit = |label: usize| {
                    if label < self.variables {
                        1.0 / self.column_scale[label]
                    } else {
                        self.row_scale[label - self.variables]
                    }
                };
                let off = self.infeasible().into_iter();
                let weights = off.map(|(at, sign)| (self.basis[at], sign * unit(self.basis[at]))).collect();
                Some(Proposal::Infeasible(self.basis(), weights))
            }
            End::Lost => None,
        }
    }

    /// Raises the last variable, the smallest level, as far as possible. The rows from `base` on belong to levels,
    /// and those of `active` levels bound it. Returns the basis there, in which the slack of the tightest active row
    /// replaces the level, and that row.
    pub(crate) fn peak(
        &mut self,
        smallest: usize,
        base: usize,
        active: impl Fn(usize) -> bool,
    ) -> Option<(Basis, usize)> {
        if self.settle() != End::Optimal || self.place[smallest] == NOWHERE {
            return None;
        }
        let prices = self.prices(&[(self.place[smallest], 1.0)]);
        let holding =
            (base..self.rows).filter(|&i| active(i - base) && self.place[self.variables + i] == NOWHERE);
        let tightest = holding.max_by(|&a, &b| prices[a].abs().total_cmp(&prices[b].abs()))?;
        let mut basis = self.basis();
        basis.variables.truncate(smallest);
        basis.slacks[tightest] = true;
        Some((basis, tightest - base))
    }

    /// Measures the smallest level from its present value, and releases the levels that are settled: the rows
    /// from `base` on have the lower bounds `bounds` from now on.
    pub(crate) fn go_on(
        &mut self,
        smallest: usize,
        base: usize,
        tightest: usize,
        bounds: &[f64],
        settled: &[usize],
    ) -> Option<()> {
        let at = self.place[smallest];
        let reached = self.value[at];
        let column: Vec<(usize, f64)> = self.column(smallest).collect();
        for &(i, x) in &column {
            self.widened[i] -= x * reached;
            if x != 0.0 {
                self.right[i] = -bounds[i - base] * self.row_scale[i];
            }
        }
        self.value[at] = 0.0;
        let label = self.variables + base + tightest;
        let moved = self.moved(label);
        if moved[at].abs() < FLAT {
            return None;
        }
        self.exchange(label, at, &moved);
        for &u in settled {
            self.columns.clear(smallest, base + u);
            self.by_row.clear(base + u, smallest);
        }
        self.weight.fill(1.0);
        self.revalue();
        self.reduce();
        Some(())
    }
}
