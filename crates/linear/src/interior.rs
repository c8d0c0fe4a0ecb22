//! An interior-point method in floats (Mehrotra 1992) for the largest common level of users who share many
//! servers. It proposes and decides nothing.
//!
//! The programme: maximise `t <= most`, where the loads of a user sum to at least `t`, or to at least the
//! level that is held for the user, and the loads on a server keep within its room. The normal equations have
//! one small block for each server, and a dense complement with one row for each user.

use super::Patience;

/// An iterate: its error, the variables, the prices of the rows, and the slacks of the prices.
type Iterate = (f64, Vec<f64>, Vec<f64>, Vec<f64>);

/// Iterations after which the method gives up.
const MOST_ITERATIONS: usize = 120;
/// The largest number of users, for which the dense complement takes 300 megabytes.
const MOST_USERS: usize = 6_000;
/// The relative gap and residual at which the method stops.
const NEAR: f64 = 1e-12;
/// The part of the way to the boundary that a step takes.
const STEP: f64 = 0.9995;

/// Levels over servers. A pair is a user on a server; the pairs of a server are adjacent.
#[derive(Clone, Debug)]
pub struct Levels {
    /// The number of resources of every server.
    pub resources: usize,
    /// The user of each pair.
    pub user: Vec<usize>,
    /// The first pair of each server, and the number of pairs at the end.
    pub first: Vec<usize>,
    /// Use of a level of one (pairs x resources).
    pub usage: Vec<f64>,
    /// Room for use, above zero (servers x resources).
    pub room: Vec<f64>,
    /// The level below which each user may not fall; `None` for users whose level is raised.
    pub held: Vec<Option<f64>>,
    /// Upper bound of the common level.
    pub most: f64,
}

/// A point of the programme and its prices, both rounded.
#[derive(Clone, Debug)]
pub struct Proposed {
    /// The common level of the users that are raised.
    pub level: f64,
    /// The load of each pair, in levels of its user.
    pub load: Vec<f64>,
    /// The price of each resource (servers x resources).
    pub price: Vec<f64>,
    /// The multiplier of the level of each user.
    pub weight: Vec<f64>,
    /// The excess of each user's level over the common or held level.
    pub excess: Vec<f64>,
}

/// Variables in one vector: loads, slacks of resources, excesses, the level, the slack of the level's bound.
struct Layout {
    pairs: usize,
    slacks: usize,
    users: usize,
}

impl Layout {
    fn slack(&self) -> usize {
        self.pairs
    }
    fn excess(&self) -> usize {
        self.pairs + self.slacks
    }
    fn level(&self) -> usize {
        self.excess() + self.users
    }
    fn len(&self) -> usize {
        self.level() + 2
    }
    /// Rows: resources, users, the level's bound.
    fn rows(&self) -> usize {
        self.slacks + self.users + 1
    }
}

/// Factors of the normal equations.
struct Normal {
    /// Cholesky factors of the servers' blocks (servers x resources x resources).
    blocks: Vec<f64>,
    /// The coupling of each pair (pairs x resources), multiplied by the inverse factor.
    coupling: Vec<f64>,
    /// The Cholesky factor of the complement, by rows.
    dense: Vec<f64>,
}

/// Overwrites the lower triangle of `a` (`n` x `n`, by rows) with its Cholesky factor. A pivot lost to
/// rounding becomes so large that its unknown stays where it is.
fn cholesky(a: &mut [f64], n: usize, patience: &Patience) -> Option<()> {
    let largest = (0..n).map(|i| a[i * n + i]).fold(0.0, f64::max);
    for j in 0..n {
        patience.check().ok()?;
        for i in j..n {
            let (above, from) = a.split_at(i * n);
            let row = &from[..j];
            let other = if i == j { row } else { &above[j * n..j * n + j] };
            let rest = from[j] - row.iter().zip(other).map(|(x, y)| x * y).sum::<f64>();
            a[i * n + j] = if i == j {
                if rest > largest * 1e-30 { rest.sqrt() } else { 1e100 }
            } else {
                rest / a[j * n + j]
            };
        }
    }
    Some(())
}

/// Solves `factor x = b` in place.
fn forward(factor: &[f64], n: usize, b: &mut [f64]) {
    for i in 0..n {
        let sum: f64 = factor[i * n..i * n + i].iter().zip(&*b).map(|(l, x)| l * x).sum();
        b[i] = (b[i] - sum) / factor[i * n + i];
    }
}

/// Solves `transposed factor x = b` in place.
fn backward(factor: &[f64], n: usize, b: &mut [f64]) {
    for i in (0..n).rev() {
        b[i] /= factor[i * n + i];
        let x = b[i];
        for (to, l) in b[..i].iter_mut().zip(&factor[i * n..i * n + i]) {
            *to -= l * x;
        }
    }
}

impl Levels {
    fn layout(&self) -> Layout {
        Layout { pairs: self.user.len(), slacks: self.room.len(), users: self.held.len() }
    }

    fn servers(&self) -> impl Iterator<Item = (usize, std::ops::Range<usize>)> + '_ {
        self.first.windows(2).map(|ends| ends[0]..ends[1]).enumerate()
    }

    /// The left sides of all rows at `v`.
    fn rows(&self, v: &[f64]) -> Vec<f64> {
        let (at, m) = (self.layout(), self.resources);
        let mut rows = vec![0.0; at.rows()];
        rows[..at.slacks].copy_from_slice(&v[at.slack()..at.excess()]);
        for (i, pairs) in self.servers() {
            for p in pairs {
                for r in 0..m {
                    rows[i * m + r] += self.usage[p * m + r] * v[p];
                }
                rows[at.slacks + self.user[p]] += v[p];
            }
        }
        for (u, held) in self.held.iter().enumerate() {
            rows[at.slacks + u] -= v[at.excess() + u];
            if held.is_none() {
                rows[at.slacks + u] -= v[at.level()];
            }
        }
        rows[at.rows() - 1] = v[at.level()] + v[at.level() + 1];
        rows
    }

    /// The columns of all variables, priced by `y`.
    fn priced(&self, y: &[f64]) -> Vec<f64> {
        let (at, m) = (self.layout(), self.resources);
        let mut priced = vec![0.0; at.len()];
        for (i, pairs) in self.servers() {
            for p in pairs {
                let own: f64 = (0..m).map(|r| self.usage[p * m + r] * y[i * m + r]).sum();
                priced[p] = own + y[at.slacks + self.user[p]];
            }
        }
        priced[at.slack()..at.excess()].copy_from_slice(&y[..at.slacks]);
        let bound = y[at.rows() - 1];
        for (u, held) in self.held.iter().enumerate() {
            priced[at.excess() + u] = -y[at.slacks + u];
            if held.is_none() {
                priced[at.level()] -= y[at.slacks + u];
            }
        }
        priced[at.level()] += bound;
        priced[at.level() + 1] = bound;
        priced
    }

    /// The factors of the normal equations with the diagonal `d` of the variables; `None` if the work is cut short.
    fn normal(&self, d: &[f64], patience: &Patience) -> Option<Normal> {
        let (at, m) = (self.layout(), self.resources);
        let n = at.users + 1;
        let mut blocks = vec![0.0; self.room.len() * m];
        let mut coupling = vec![0.0; at.pairs * m];
        let mut dense = vec![0.0; n * n];
        let (mut lines, mut sums) = (Vec::new(), Vec::new());
        for (i, pairs) in self.servers() {
            patience.check().ok()?;
            let block = &mut blocks[i * m * m..(i + 1) * m * m];
            for r in 0..m {
                block[r * m + r] = d[at.slack() + i * m + r];
            }
            for p in pairs.clone() {
                let a = &self.usage[p * m..(p + 1) * m];
                for r in 0..m {
                    for q in 0..=r {
                        block[r * m + q] += d[p] * a[r] * a[q];
                    }
                    coupling[p * m + r] = d[p] * a[r];
                }
                dense[self.user[p] * (n + 1)] += d[p];
            }
            cholesky(block, m, patience)?;
            for p in pairs.clone() {
                forward(block, m, &mut coupling[p * m..(p + 1) * m]);
            }
            // The pairs of a server are in the order of their users, so the lower triangle is filled.
            lines.clear();
            lines.extend(
                (0..m).flat_map(|r| pairs.clone().map(move |p| (p, r))).map(|(p, r)| coupling[p * m + r]),
            );
            for (k, p) in pairs.clone().enumerate() {
                sums.clear();
                sums.resize(k + 1, 0.0);
                for line in lines.chunks(pairs.len()) {
                    let own = line[k];
                    sums.iter_mut().zip(line).for_each(|(sum, x)| *sum += own * x);
                }
                let row = &mut dense[self.user[p] * n..][..n];
                self.user[pairs.clone()].iter().zip(&sums).for_each(|(&u, sum)| row[u] -= sum);
            }
        }
        let level = d[at.level()];
        for u in 0..at.users {
            dense[u * (n + 1)] += d[at.excess() + u];
            if self.held[u].is_some() {
                continue;
            }
            for w in (0..=u).filter(|&w| self.held[w].is_none()) {
                dense[u * n + w] += level;
            }
            dense[at.users * n + u] = -level;
        }
        dense[n * n - 1] = level + d[at.level() + 1];
        cholesky(&mut dense, n, patience)?;
        Some(Normal { blocks, coupling, dense })
    }

    /// The solution of the normal equations for the right side `b`.
    fn solve(&self, normal: &Normal, b: &[f64]) -> Vec<f64> {
        let (at, m) = (self.layout(), self.resources);
        let n = at.users + 1;
        let mut y = b.to_vec();
        let (own, users) = y.split_at_mut(at.slacks);
        for (i, pairs) in self.servers() {
            let part = &mut own[i * m..(i + 1) * m];
            forward(&normal.blocks[i * m * m..(i + 1) * m * m], m, part);
            for p in pairs {
                let line = &normal.coupling[p * m..(p + 1) * m];
                users[self.user[p]] -= line.iter().zip(&*part).map(|(x, y)| x * y).sum::<f64>();
            }
        }
        forward(&normal.dense, n, users);
        backward(&normal.dense, n, users);
        for (i, pairs) in self.servers() {
            let part = &mut own[i * m..(i + 1) * m];
            for p in pairs {
                for r in 0..m {
                    part[r] -= normal.coupling[p * m + r] * users[self.user[p]];
                }
            }
            backward(&normal.blocks[i * m * m..(i + 1) * m * m], m, part);
        }
        y
    }

    /// A solution near the optimum; `None` if the method fails or is cut short.
    pub fn propose(&self, patience: &Patience) -> Option<Proposed> {
        let at = self.layout();
        let raised = self.held.iter().filter(|held| held.is_none()).count();
        if raised == 0 || self.most <= 0.0 || at.users > MOST_USERS {
            return None;
        }
        let mut right = self.room.clone();
        right.extend(self.held.iter().map(|held| held.unwrap_or(0.0)));
        right.push(self.most);
        let (mut v, mut y) = self.start(raised)?;
        let cost = |k: usize| if k == at.level() { -1.0 } else { 0.0 };
        let rest = |y: &[f64], z: &[f64]| -> Vec<f64> {
            self.priced(y).iter().zip(z).enumerate().map(|(k, (a, z))| cost(k) - a - z).collect()
        };
        let mut z: Vec<f64> = self.priced(&y).iter().enumerate().map(|(k, a)| cost(k) - a).collect();
        if z.iter().any(|z| *z <= 0.0) {
            return None;
        }
        let length = at.len() as f64;
        let largest = |x: &[f64]| x.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let mut best: Option<Iterate> = None;
        for _ in 0..MOST_ITERATIONS {
            patience.check_now().ok()?;
            let primal: Vec<f64> = right.iter().zip(self.rows(&v)).map(|(b, a)| b - a).collect();
            let dual = rest(&y, &z);
            let gap = v.iter().zip(&z).map(|(v, z)| v * z).sum::<f64>();
            let error = (gap / v[at.level()]).max(largest(&primal)).max(largest(&dual));
            // A maximum passes over what is not a number, and a sum does not.
            if !(error + gap + primal.iter().chain(&dual).sum::<f64>()).is_finite() {
                break;
            }
            if best.as_ref().is_none_or(|(least, ..)| error < *least) {
                best = Some((error, v.clone(), y.clone(), z.clone()));
            }
            if error < NEAR || best.as_ref().is_some_and(|(least, ..)| error > least * 1e4) {
                break;
            }
            let d: Vec<f64> = v.iter().zip(&z).map(|(v, z)| v / z).collect();
            let normal = self.normal(&d, patience)?;
            let direction = |wanted: &[f64]| {
                // wanted: the change of each product of a variable and its reduced cost.
                let w: Vec<f64> = (0..at.len()).map(|k| d[k] * dual[k] - wanted[k] / z[k]).collect();
                let b: Vec<f64> = primal.iter().zip(self.rows(&w)).map(|(p, a)| p + a).collect();
                let mut dy = self.solve(&normal, &b);
                for _ in 0..2 {
                    let scaled: Vec<f64> = self.priced(&dy).iter().zip(&d).map(|(a, d)| a * d).collect();
                    let off: Vec<f64> = b.iter().zip(self.rows(&scaled)).map(|(b, a)| b - a).collect();
                    dy.iter_mut().zip(self.solve(&normal, &off)).for_each(|(y, more)| *y += more);
                }
                let dz: Vec<f64> = dual.iter().zip(self.priced(&dy)).map(|(r, a)| r - a).collect();
                let dv: Vec<f64> = (0..at.len()).map(|k| (wanted[k] - v[k] * dz[k]) / z[k]).collect();
                (dv, dy, dz)
            };
            let longest = |x: &[f64], dx: &[f64]| {
                let limits = x.iter().zip(dx).filter(|(_, dx)| **dx < 0.0).map(|(x, dx)| -x / dx);
                limits.fold(1.0 / STEP, f64::min)
            };
            let mu = gap / length;
            let wanted: Vec<f64> = v.iter().zip(&z).map(|(v, z)| -v * z).collect();
            let (dv, _, dz) = direction(&wanted);
            let (a, b) = (longest(&v, &dv).min(1.0), longest(&z, &dz).min(1.0));
            let after: f64 = (0..at.len()).map(|k| (v[k] + a * dv[k]) * (z[k] + b * dz[k])).sum();
            let centred = (after / gap).powi(3) * mu;
            let wanted: Vec<f64> = (0..at.len()).map(|k| centred - v[k] * z[k] - dv[k] * dz[k]).collect();
            let (dv, dy, dz) = direction(&wanted);
            let (a, b) = (STEP * longest(&v, &dv), STEP * longest(&z, &dz));
            v.iter_mut().zip(&dv).for_each(|(x, dx)| *x += a * dx);
            y.iter_mut().zip(&dy).for_each(|(x, dx)| *x += b * dx);
            z.iter_mut().zip(&dz).for_each(|(x, dx)| *x += b * dx);
        }
        let (_, v, _, z) = best?;
        let price = z[at.slack()..at.excess()].to_vec();
        let weight = z[at.excess()..at.level()].to_vec();
        let excess = v[at.excess()..at.level()].to_vec();
        Some(Proposed { level: v[at.level()], load: v[..at.pairs].to_vec(), price, weight, excess })
    }

    /// A point strictly within the bounds, and prices that cover every column strictly.
    fn start(&self, raised: usize) -> Option<(Vec<f64>, Vec<f64>)> {
        let (at, m) = (self.layout(), self.resources);
        let (mut v, mut y) = (vec![0.0; at.len()], vec![0.0; at.rows()]);
        let mut total = vec![0.0; at.users];
        for u in 0..at.users {
            y[at.slacks + u] = if self.held[u].is_none() { 2.0 } else { 0.01 } / raised as f64;
        }
        y[at.rows() - 1] = -0.5;
        for (i, pairs) in self.servers() {
            let share = 0.5 / pairs.len().max(1) as f64;
            let mut price: f64 = 1e-3 / self.first.len() as f64;
            for p in pairs.clone() {
                let usage = &self.usage[p * m..(p + 1) * m];
                let fits =
                    usage.iter().zip(&self.room[i * m..]).filter(|(a, _)| **a > 0.0).map(|(a, b)| b / a);
                v[p] = share * fits.fold(f64::INFINITY, f64::min);
                total[self.user[p]] += v[p];
                price = price.max(2.0 * y[at.slacks + self.user[p]] / usage.iter().sum::<f64>());
            }
            for r in 0..m {
                let used: f64 = pairs.clone().map(|p| self.usage[p * m + r] * v[p]).sum();
                v[at.slack() + i * m + r] = self.room[i * m + r] - used;
                y[i * m + r] = -price;
            }
        }
        let least =
            (0..at.users).filter(|&u| self.held[u].is_none()).map(|u| total[u]).fold(self.most, f64::min);
        v[at.level()] = least / 2.0;
        v[at.level() + 1] = self.most - least / 2.0;
        for u in 0..at.users {
            let over = total[u] - self.held[u].unwrap_or(least / 2.0);
            v[at.excess() + u] = over.max(least * 1e-2);
        }
        v.iter().all(|x| x.is_finite() && *x > 0.0).then_some((v, y))
    }
}
