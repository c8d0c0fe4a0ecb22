//! Share fairness in machine words: the total of every user, by one integer tableau that continues from round
//! to round.
//!
//! Each round raises the remaining users by a new variable, whose column is the sum of the columns of their
//! slacks. A user whose slack the round settles has its final level.

use std::cell::RefCell;

use fairwitness_kernel::specification::cluster::share::Yardstick;

use crate::linear::Rounds;
use crate::mechanism::{ROOM, fill_by_words};
use crate::model::cluster::Pool;
use crate::scalar::{Quick, Scalar};

/// The largest number of users, and of cells of a tableau, for which machine words are tried.
const MOST_USERS: usize = 16;
const MOST_CELLS: usize = 4096;

/// The memory of a thread.
#[derive(Default)]
struct Spare {
    rounds: Rounds,
    /// The variable of each pair of a user and a server; `NONE` where the user cannot run there.
    pair: Vec<usize>,
}

thread_local! {
    static SPARE: RefCell<Spare> = RefCell::new(Spare::default());
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

impl Spare {
    /// The variables of a user, each the tasks on one server.
    fn pairs(pair: &[usize], u: usize, servers: usize) -> impl Iterator<Item = usize> {
        pair[u * servers..(u + 1) * servers].iter().copied().filter(|v| *v != NONE)
    }

    /// Numbers the pairs, and starts the rounds with a variable for each pair and one for each user. Returns the
    /// number of pairs; `None` if the tableau is large.
    fn begin(&mut self, pool: &Pool<Quick>, unit: &[Option<Quick>]) -> Option<usize> {
        let (users, servers, resources) = (pool.users(), pool.servers(), pool.resources());
        self.pair.clear();
        self.pair.resize(users * servers, NONE);
        let mut pairs = 0;
        for u in (0..users).filter(|&u| unit[u].is_some()) {
            for i in (0..servers).filter(|&i| pool.runs_on(u, i)) {
                self.pair[u * servers + i] = pairs;
                pairs += 1;
            }
        }
        let most_rows = servers * resources + 2 * users;
        self.rounds.clear(pairs + users);
        ((most_rows + 1) * (pairs + 1 + users) <= MOST_CELLS).then_some(pairs)
    }

    /// Adds the rows of capacities; returns their number.
    fn capacities(&mut self, pool: &Pool<Quick>) -> Option<usize> {
        let (users, servers) = (pool.users(), pool.servers());
        let mut rows = 0;
        for i in 0..servers {
            for r in 0..pool.resources() {
                let at = |u: usize| self.pair[u * servers + i];
                let here = || (0..users).filter(|&u| pool.demand[u][r].is_positive() && at(u) != NONE);
                if here().next().is_none() {
                    continue;
                }
                let (n, d) = pool.capacity[i][r].lowest()?;
                let mut scale = d;
                for u in here().filter(|&u| pool.demand[u][r].whole().is_none()) {
                    scale = common(scale, pool.demand[u][r].lowest()?.1)?;
                }
                let line = self.rounds.row();
                *line.last_mut()? = n.checked_mul(scale / d)?;
                for u in here() {
                    let (n, d) = pool.demand[u][r].lowest()?;
                    line[at(u)] = n.checked_mul(scale / d)?;
                }
                rows += 1;
            }
        }
        Some(rows)
    }

    /// Adds the rows of limits on tasks, then one row per user that bounds the sum of the rounds by the user's
    /// level. Writes the latter row of each user, and the coefficient of the rounds in it.
    fn levels(
        &mut self,
        pool: &Pool<Quick>,
        unit: &[Option<Quick>],
        mut rows: usize,
        raised: &mut [(usize, i64); MOST_USERS],
    ) -> Option<()> {
        let (users, servers) = (pool.users(), pool.servers());
        let (rounds, pair) = (&mut self.rounds, &self.pair);
        for u in (0..users).filter(|&u| unit[u].is_some()) {
            if let Some(has) = &pool.tasks[u] {
                let (n, d) = has.lowest()?;
                let line = rounds.row();
                *line.last_mut()? = n;
                Self::pairs(pair, u, servers).for_each(|v| line[v] = d);
                rows += 1;
            }
        }
        for u in 0..users {
            let Some(unit) = unit[u] else { continue };
            // Row: the sum of the rounds times n, less d times the tasks, is at most zero, where n / d tasks
            // make a level of one.
            let (n, d) = unit.lowest()?;
            let line = rounds.row();
            Self::pairs(pair, u, servers).for_each(|v| line[v] = -d);
            raised[u] = (rows, n);
            rows += 1;
        }
        rounds.close()?;
        raised.iter().all(|(_, n)| *n < 1 << 62).then_some(())
    }
}

/// Writes the total of every user into `gets`, zero for users that can run nothing; `unit` is the number of
/// tasks that make a level of one.
fn totals(
    spare: &mut Spare,
    pool: &Pool<Quick>,
    unit: &[Option<Quick>],
    gets: &mut Vec<Quick>,
) -> Option<()> {
    let users = pool.users();
    let mut raised = [(NONE, 0); MOST_USERS];
    let mut variable = spare.begin(pool, unit)?;
    let rows = spare.capacities(pool)?;
    spare.levels(pool, unit, rows, &mut raised)?;
    gets.clear();
    gets.resize(users, Quick::int(0));
    let mut level = Quick::int(0);
    let mut open: u32 = (0..users).filter(|&u| unit[u].is_some()).map(|u| 1 << u).sum();
    while open != 0 {
        let column = (0..users).filter(|u| open >> u & 1 == 1).map(|u| raised[u]);
        let (n, d) = spare.rounds.raise(variable, column)?;
        variable += 1;
        level = level + Quick::int(n) / Quick::int(d);
        let before = open;
        spare.rounds.settle(|row| {
            if let Some(u) = raised.iter().position(|(own, _)| *own == row) {
                open &= !(1 << u);
            }
        });
        if open == before {
            return None;
        }
        for u in (0..users).filter(|u| (before & !open) >> u & 1 == 1) {
            gets[u] = level * unit[u]?;
        }
    }
    Some(())
}

/// The totals on a single server, by progressive filling.
fn alone(pool: &Pool<Quick>, yardstick: Yardstick, gets: &mut Vec<Quick>) -> Option<()> {
    let users = pool.users();
    let (mut unit, mut filled) = (ROOM, ROOM);
    for u in (0..users).filter(|&u| pool.can_run(u)) {
        unit[u] = yardstick.tasks(pool, u) * pool.weight(u, 0);
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
pub(super) fn share_words(pool: &Pool<Quick>, yardstick: Yardstick, gets: &mut Vec<Quick>) -> Option<()> {
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
        let tasks = yardstick.tasks(pool, u) * pool.weight(u, 0);
        if !tasks.is_positive() {
            return None;
        }
        let (n, d) = tasks.lowest()?;
        unit[u] = Some(Quick::int(n) / Quick::int(d));
    }
    SPARE.with(|spare| totals(&mut *spare.try_borrow_mut().ok()?, pool, &unit, gets))
}
