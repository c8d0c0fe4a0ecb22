//! The fairest mixture of assignments in floats, by column generation: each assignment is a best answer to
//! the prices derived from the earlier ones. If the prices oscillate, as they do with many tasks, all
//! assignments are kept and prices are held near the best ones so far. The result is a proposed basis, and
//! decides nothing.

/// The largest number of exchanges of the plain method.
const PLAIN: usize = 1000;

/// Reduced costs up to this number count as zero in the plain method.
const CLOSE: f64 = 1e-10;

/// Reduced costs up to this number count as zero where prices sum to about one.
const NEAR: f64 = 1e-11;

/// Weights of the best prices so far in the next prices: the first value at the start, each later one if its
/// predecessor finds no new assignment.
const STEADY: [f64; 3] = [0.8, 0.4, 0.0];

/// The number of exchanges after which the inverse of the basis is computed again.
const STALE: usize = 64;

/// The content of a basis position: the slack of a task, or a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The slack of the task with this index.
    Slack(usize),
    /// The column with this index.
    Column(usize),
}

/// The best mixture according to floats.
pub(super) struct Guess<A> {
    /// The value; if a goal ended the search, only a number on the value's side of the goal.
    pub(super) value: f64,
    /// The basis: one column or slack for each task.
    pub(super) basis: Vec<Place>,
    /// The assignments, by the index of their column.
    pub(super) assignments: Vec<A>,
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The prices, scaled to sum to one.
fn normal(prices: &[f64]) -> Vec<f64> {
    let all: f64 = prices.iter().map(|p| p.max(0.0)).sum();
    prices.iter().map(|p| p.max(0.0) / all).collect()
}

/// Minimises, over mixtures of assignments, the largest payment of a task, each in its own unit. `answer`
/// gives the assignment of least total at given prices, and each task's payment in it. With a `goal`, only
/// the side of the goal matters, and the search may end early. `None` if nothing can be assigned.
pub(super) fn guess<A>(
    tasks: usize,
    answer: impl Fn(&[f64]) -> Option<(A, Vec<f64>)>,
    goal: Option<f64>,
) -> Option<Guess<A>> {
    if let Some(plain) = plainly(tasks, &answer)? {
        return Some(plain);
    }
    steadily(tasks, &answer, goal)
}

/// The plain method: answers at the prices of the basis. `Some(None)` if it takes too long.
fn plainly<A>(tasks: usize, answer: &impl Fn(&[f64]) -> Option<(A, Vec<f64>)>) -> Option<Option<Guess<A>>> {
    let (mut master, mut assignments) = (Master::new(tasks), Vec::new());
    for _ in 0..PLAIN {
        let dual = master.duals();
        let place = if let Some(j) = (0..tasks).find(|&j| dual[j] < -CLOSE) {
            Place::Slack(j)
        } else {
            let (assignment, paid) = answer(&dual)?;
            if dot(&paid, &dual) > 1.0 - CLOSE {
                let value = 1.0 / master.objective();
                return Some(Some(Guess { value, basis: master.basis, assignments }));
            }
            assignments.push(assignment);
            master.columns.push(paid);
            Place::Column(master.columns.len() - 1)
        };
        if !master.enter(place) {
            break;
        }
    }
    Some(None)
}

/// The stabilised method: answers at prices between those of the basis and the best so far, keeping all
/// assignments.
fn steadily<A>(
    tasks: usize,
    answer: &impl Fn(&[f64]) -> Option<(A, Vec<f64>)>,
    goal: Option<f64>,
) -> Option<Guess<A>> {
    let even = vec![1.0 / tasks as f64; tasks];
    let (first, mut paid) = answer(&even)?;
    // The unit is such that the value is near one.
    let unit = dot(&even, &paid);
    if unit <= 0.0 || !unit.is_finite() {
        return None;
    }
    paid.iter_mut().for_each(|x| *x /= unit);
    let goal = goal.map(|goal| goal / unit);
    let (mut steady, mut lower) = (even, 1.0);
    let (mut master, mut assignments) = (Master::new(tasks), vec![first]);
    master.columns.push(paid);
    'rounds: for _ in 0..100 * (tasks + 10) {
        master.optimise();
        let value = 1.0 / master.objective();
        let decided = |goal: f64| value < goal || lower >= goal;
        if goal.is_some_and(decided) {
            break;
        }
        let dual = master.duals();
        let eager = normal(&dual);
        for part in STEADY {
            let prices: Vec<f64> =
                steady.iter().zip(&eager).map(|(s, e)| part * s + (1.0 - part) * e).collect();
            let Some((assignment, mut paid)) = answer(&prices) else { break 'rounds };
            paid.iter_mut().for_each(|x| *x /= unit);
            let bound = dot(&prices, &paid);
            if bound > lower {
                (lower, steady) = (bound, prices);
            }
            if dot(&dual, &paid) < 1.0 - NEAR {
                assignments.push(assignment);
                master.columns.push(paid);
                continue 'rounds;
            }
        }
        break;
    }
    master.renew();
    master.optimise();
    // If the goal ended the search from below, the bound that did so.
    let value = 1.0 / master.objective();
    let value = goal.filter(|goal| lower >= *goal).map_or(value, |_| lower.max(value));
    Some(Guess { value: value * unit, basis: master.basis, assignments })
}

/// The master problem by the revised simplex method: maximise the sum of all columns' parts while no task
/// pays more than one.
struct Master {
    columns: Vec<Vec<f64>>,
    basis: Vec<Place>,
    inverse: Vec<Vec<f64>>,
    right: Vec<f64>,
    exchanges: usize,
}

impl Master {
    fn new(tasks: usize) -> Self {
        let unit = |j: usize| (0..tasks).map(|k| f64::from(u8::from(k == j))).collect();
        Master {
            columns: Vec::new(),
            basis: (0..tasks).map(Place::Slack).collect(),
            inverse: (0..tasks).map(unit).collect(),
            right: vec![1.0; tasks],
            exchanges: 0,
        }
    }

    fn entry(&self, place: Place) -> Vec<f64> {
        match place {
            Place::Slack(j) => (0..self.basis.len()).map(|k| f64::from(u8::from(k == j))).collect(),
            Place::Column(k) => self.columns[k].clone(),
        }
    }

    fn duals(&self) -> Vec<f64> {
        let mut dual = vec![0.0; self.basis.len()];
        for (row, place) in self.inverse.iter().zip(&self.basis) {
            if matches!(place, Place::Column(_)) {
                dual.iter_mut().zip(row).for_each(|(y, b)| *y += b);
            }
        }
        dual
    }

    fn objective(&self) -> f64 {
        let parts = self.right.iter().zip(&self.basis);
        parts.filter(|(_, place)| matches!(place, Place::Column(_))).map(|(part, _)| part).sum()
    }

    /// Exchanges until no slack and no known column improves the objective, or for long enough.
    fn optimise(&mut self) {
        for _ in 0..20 * (self.basis.len() + 10) {
            let dual = self.duals();
            let slacks = dual.iter().enumerate().map(|(j, y)| (*y, Place::Slack(j)));
            let columns =
                self.columns.iter().enumerate().map(|(k, paid)| (dot(&dual, paid) - 1.0, Place::Column(k)));
            let best = slacks.chain(columns).min_by(|a, b| a.0.total_cmp(&b.0));
            let Some((_, place)) = best.filter(|(gain, _)| *gain < -NEAR) else { return };
            if !self.enter(place) {
                return;
            }
            self.exchanges += 1;
            if self.exchanges.is_multiple_of(STALE) {
                self.renew();
            }
        }
    }

    /// Brings `place` into the basis; returns `false` if nothing can leave.
    fn enter(&mut self, place: Place) -> bool {
        let entry = self.entry(place);
        let moved: Vec<f64> = self.inverse.iter().map(|row| dot(row, &entry)).collect();
        let limits = (0..moved.len()).filter(|&k| moved[k] > 1e-9).map(|k| (self.right[k] / moved[k], k));
        let Some((step, out)) =
            limits.min_by(|a, b| a.0.total_cmp(&b.0).then(moved[b.1].total_cmp(&moved[a.1])))
        else {
            return false;
        };
        let pivot: Vec<f64> = self.inverse[out].iter().map(|b| b / moved[out]).collect();
        for k in (0..moved.len()).filter(|&k| k != out && moved[k] != 0.0) {
            self.right[k] = (self.right[k] - step * moved[k]).max(0.0);
            self.inverse[k].iter_mut().zip(&pivot).for_each(|(b, p)| *b -= moved[k] * p);
        }
        self.right[out] = step;
        self.inverse[out] = pivot;
        self.basis[out] = place;
        true
    }

    /// Computes the inverse again from the columns of the basis; an ill-conditioned basis keeps its inverse.
    fn renew(&mut self) {
        let tasks = self.basis.len();
        // The columns of the basis beside the unit matrix, by rows.
        let mut rows: Vec<Vec<f64>> = vec![vec![0.0; 2 * tasks]; tasks];
        for (at, place) in self.basis.iter().enumerate() {
            self.entry(*place).into_iter().enumerate().for_each(|(j, x)| rows[j][at] = x);
        }
        rows.iter_mut().enumerate().for_each(|(j, row)| row[tasks + j] = 1.0);
        for at in 0..tasks {
            let largest = (at..tasks).max_by(|&a, &b| rows[a][at].abs().total_cmp(&rows[b][at].abs()));
            let Some(from) = largest.filter(|&row| rows[row][at].abs() > 1e-9) else { return };
            rows.swap(at, from);
            let pivot = rows[at][at];
            rows[at].iter_mut().for_each(|x| *x /= pivot);
            let line = rows[at].clone();
            for (_, row) in rows.iter_mut().enumerate().filter(|(j, row)| *j != at && row[at] != 0.0) {
                let factor = row[at];
                row.iter_mut().zip(&line).for_each(|(x, l)| *x -= factor * l);
            }
        }
        self.inverse = rows.into_iter().map(|row| row[tasks..].to_vec()).collect();
        self.right = self.inverse.iter().map(|row| row.iter().sum::<f64>().max(0.0)).collect();
    }
}
