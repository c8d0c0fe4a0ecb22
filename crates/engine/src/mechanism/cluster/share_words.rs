//! Share fairness in machine words: the total of every user, by one integer tableau that continues from round
//! to round.
//!
//! At the optimum of a round every column of positive reduced cost is zero on the whole optimal face, so the
//! column is dropped from then on; a user whose slack is among the dropped columns has its final level. The
//! next round raises the remaining users by a new variable, whose column is the sum of the columns of their
//! slacks. No round starts from scratch, and memory is allocated once per thread.

use std::cell::RefCell;
use std::cmp::Ordering;

use crate::linear::Cell;
use crate::mechanism::per_server::{ROOM, fill_by_words};
use crate::model::cluster::Pool;
use crate::scalar::{Quick, Scalar};

/// The largest number of users, and of cells of a tableau, for which machine words are tried.
const MOST_USERS: usize = 16;
const MOST_CELLS: usize = 4096;

/// Row `i` reads `d x[basis[i]] + sum_j cell(i, j) x[label[j]] = bound(i)`; the last row is the objective.
#[derive(Default)]
struct Tableau {
    /// Rows of `stride` numbers each, the bound first.
    cells: Vec<i64>,
    stride: usize,
    rows: usize,
    d: i64,
    basis: Vec<usize>,
    label: Vec<usize>,
    /// The columns in use, without that of the bound.
    open: Vec<usize>,
    spare: Vec<i64>,
    /// The column of each pair of a user and a server; `NONE` where the user cannot run there.
    pair: Vec<usize>,
}

thread_local! {
    static SPARE: RefCell<Tableau> = RefCell::new(Tableau::default());
}

const NONE: usize = usize::MAX;

/// The least common multiple of two positive numbers; `None` if it does not fit.
fn common(d: i64, other: i64) -> Option<i64> {
    if d % other == 0 {
        return Some(d);
    }
    let (mut a, mut b) = (d, other);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    d.checked_mul(other / a)
}

impl Tableau {
    fn at(&self, row: usize, column: usize) -> i64 {
        self.cells[row * self.stride + column]
    }

    /// Exchanges the basic variable of `row` with the variable of `column`, where the cell is above zero.
    fn pivot(&mut self, row: usize, column: usize) -> Option<()> {
        let stride = self.stride;
        let p = self.at(row, column);
        let divisor = <i64 as Cell>::divisor(&self.d);
        self.spare.clear();
        self.spare.extend_from_slice(&self.cells[row * stride..(row + 1) * stride]);
        for i in (0..=self.rows).filter(|&i| i != row) {
            let line = &mut self.cells[i * stride..(i + 1) * stride];
            let factor = line[column];
            if factor == 0 && p == self.d {
                continue;
            }
            line[0] = <i64 as Cell>::pivoted(&line[0], &p, &factor, &self.spare[0], &divisor)?;
            for &j in &self.open {
                line[j] = <i64 as Cell>::pivoted(&line[j], &p, &factor, &self.spare[j], &divisor)?;
            }
            line[column] = -factor;
        }
        self.cells[row * stride + column] = self.d;
        std::mem::swap(&mut self.basis[row], &mut self.label[column]);
        self.d = p;
        Some(())
    }

    /// Raises the objective to its maximum; `None` if a number does not fit, or after too many pivots.
    fn maximise(&mut self) -> Option<()> {
        let mut patience = 4 * (self.rows + self.open.len());
        loop {
            let objective = &self.cells[self.rows * self.stride..];
            let entering = self.open.iter().copied().filter(|&j| objective[j] < 0);
            let Some(column) = entering.min_by(|&a, &b| objective[a].cmp(&objective[b]).then(a.cmp(&b)))
            else {
                return Some(());
            };
            let rising = (0..self.rows).filter(|&i| self.at(i, column) > 0);
            let row = rising.min_by(|&a, &b| {
                let order = <i64 as Cell>::compare(
                    &self.at(a, 0),
                    &self.at(b, column),
                    &self.at(b, 0),
                    &self.at(a, column),
                );
                if order == Ordering::Equal { self.basis[a].cmp(&self.basis[b]) } else { order }
            })?;
            patience = patience.checked_sub(1)?;
            self.pivot(row, column)?;
        }
    }

    /// Starts a tableau with the rows of capacities and task limits, and with one row per user that bounds
    /// the sum of the rounds by the user's level. Returns the coefficient of the rounds in the row of each
    /// user, and the first of these rows.
    fn begin(&mut self, pool: &Pool<Quick>, unit: &[Option<Quick>]) -> Option<([i64; MOST_USERS], usize)> {
        let (users, servers, resources) = (pool.users(), pool.servers(), pool.resources());
        self.pair.clear();
        self.pair.resize(users * servers, NONE);
        let mut pairs = 0;
        for u in (0..users).filter(|&u| unit[u].is_some()) {
            for i in (0..servers).filter(|&i| pool.runs_on(u, i)) {
                pairs += 1;
                self.pair[u * servers + i] = pairs;
            }
        }
        let most_rows = servers * resources + 2 * users;
        self.stride = pairs + 1 + users;
        if (most_rows + 1) * self.stride > MOST_CELLS {
            return None;
        }
        self.cells.clear();
        self.cells.resize((most_rows + 1) * self.stride, 0);
        self.rows = 0;
        self.d = 1;
        for i in 0..servers {
            for r in 0..resources {
                let here = || (0..users).filter(|u| pool.demand[*u][r].is_positive());
                let (n, scale) = pool.capacity[i][r].lowest()?;
                let mut scale = scale;
                let mut any = false;
                for u in here().filter(|u| self.pair[u * servers + i] != NONE) {
                    any = true;
                    if pool.demand[u][r].whole().is_none() {
                        scale = common(scale, pool.demand[u][r].lowest()?.1)?;
                    }
                }
                if !any {
                    continue;
                }
                let line = self.rows * self.stride;
                self.cells[line] = n.checked_mul(scale / pool.capacity[i][r].lowest()?.1)?;
                for u in here() {
                    let at = self.pair[u * servers + i];
                    if at != NONE {
                        let (n, d) = pool.demand[u][r].lowest()?;
                        self.cells[line + at] = n.checked_mul(scale / d)?;
                    }
                }
                self.rows += 1;
            }
        }
        for u in (0..users).filter(|&u| unit[u].is_some()) {
            if let Some(has) = &pool.tasks[u] {
                let (n, d) = has.lowest()?;
                let line = self.rows * self.stride;
                self.cells[line] = n;
                for at in self.pair[u * servers..(u + 1) * servers].iter().filter(|at| **at != NONE) {
                    self.cells[line + at] = d;
                }
                self.rows += 1;
            }
        }
        let first = self.rows;
        let mut rise = [0; MOST_USERS];
        for u in 0..users {
            let Some(unit) = unit[u] else { continue };
            // Row: the sum of the rounds times n, less d times the tasks, is at most zero, where n / d tasks
            // make a level of one.
            let (n, d) = unit.lowest()?;
            rise[u] = n;
            let line = self.rows * self.stride;
            for at in self.pair[u * servers..(u + 1) * servers].iter().filter(|at| **at != NONE) {
                self.cells[line + at] = -d;
            }
            self.rows += 1;
        }
        let fits = self.cells.iter().all(|x| x.unsigned_abs() < 1 << 62) && rise.iter().all(|x| *x < 1 << 62);
        self.open.clear();
        self.open.extend(1..=pairs);
        self.label.clear();
        self.label.extend(0..self.stride);
        self.basis.clear();
        // The labels of slacks follow those of the columns.
        self.basis.extend(self.stride..self.stride + self.rows);
        fits.then_some((rise, first))
    }
}

/// Writes the total of every user into `gets`, zero for users that can run nothing; `unit` is the number of
/// tasks that make a level of one.
fn totals(
    tableau: &mut Tableau,
    pool: &Pool<Quick>,
    unit: &[Option<Quick>],
    gets: &mut Vec<Quick>,
) -> Option<()> {
    let users = pool.users();
    let (rise, first) = tableau.begin(pool, unit)?;
    let stride = tableau.stride;
    let mut slack = [NONE; MOST_USERS];
    let mut unsettled = 0u32;
    for (row, u) in (first..).zip((0..users).filter(|&u| unit[u].is_some())) {
        slack[u] = stride + row;
        unsettled |= 1 << u;
    }
    gets.clear();
    gets.resize(users, Quick::int(0));
    let mut level = Quick::int(0);
    let mut column = stride - 1 - users;
    while unsettled != 0 {
        column += 1;
        // The column of the new variable: its coefficients in the users' rows, in the present basis.
        for u in (0..users).filter(|u| unsettled >> u & 1 == 1) {
            if let Some(i) = tableau.basis.iter().position(|label| *label == slack[u]) {
                let cell = &mut tableau.cells[i * stride + column];
                *cell = rise[u].checked_mul(tableau.d)?.checked_add(*cell)?;
            } else {
                let from = tableau.open.iter().copied().find(|&j| tableau.label[j] == slack[u])?;
                for i in 0..tableau.rows {
                    let more = rise[u].checked_mul(tableau.at(i, from))?;
                    let cell = &mut tableau.cells[i * stride + column];
                    *cell = cell.checked_add(more)?;
                }
            }
        }
        if (0..tableau.rows).any(|i| tableau.at(i, column).unsigned_abs() >= 1 << 62) {
            return None;
        }
        let objective = tableau.rows * stride;
        tableau.cells[objective..objective + stride].fill(0);
        tableau.cells[objective + column] = -tableau.d;
        tableau.open.push(column);
        tableau.maximise()?;
        level = level + Quick::int(tableau.at(tableau.rows, 0)) / Quick::int(tableau.d);
        let before = unsettled;
        let (cells, label) = (&tableau.cells, &tableau.label);
        tableau.open.retain(|&j| {
            if cells[objective + j] == 0 {
                return true;
            }
            if let Some(u) = (0..users).find(|&u| slack[u] == label[j]) {
                unsettled &= !(1 << u);
            }
            false
        });
        if unsettled == before {
            return None;
        }
        for u in (0..users).filter(|u| (before & !unsettled) >> u & 1 == 1) {
            gets[u] = level * unit[u]?;
        }
    }
    Some(())
}

/// The totals on a single server, by progressive filling.
fn alone(
    pool: &Pool<Quick>,
    yardstick: fn(&Pool<Quick>, usize) -> Quick,
    gets: &mut Vec<Quick>,
) -> Option<()> {
    let users = pool.users();
    let (mut unit, mut filled) = (ROOM, ROOM);
    for u in (0..users).filter(|&u| pool.can_run(u)) {
        unit[u] = yardstick(pool, u) * pool.weight(u, 0);
        if !unit[u].is_positive() {
            return None;
        }
    }
    fill_by_words(pool, 0, &unit, &mut filled)?;
    gets.clear();
    gets.extend_from_slice(&filled[..users]);
    Some(())
}

/// Writes the total of every user into `gets`, under max-min fairness of tasks divided by `yardstick` and
/// weight. `None` if a number does not fit or the tableau is large; besides, numbers may be poisoned.
pub(super) fn share_words(
    pool: &Pool<Quick>,
    yardstick: fn(&Pool<Quick>, usize) -> Quick,
    gets: &mut Vec<Quick>,
) -> Option<()> {
    let users = pool.users();
    if users > MOST_USERS {
        return None;
    }
    // If the filling has no space for the instance, the tableau is used.
    if pool.servers() == 1 && users <= ROOM.len() && alone(pool, yardstick, gets).is_some() {
        return Some(());
    }
    let mut unit = [None; MOST_USERS];
    for u in (0..users).filter(|&u| pool.can_run(u)) {
        let tasks = yardstick(pool, u) * pool.weight(u, 0);
        if !tasks.is_positive() {
            return None;
        }
        let (n, d) = tasks.lowest()?;
        unit[u] = Some(Quick::int(n) / Quick::int(d));
    }
    SPARE.with(|spare| totals(&mut *spare.try_borrow_mut().ok()?, pool, &unit, gets))
}
