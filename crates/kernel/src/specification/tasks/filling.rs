//! Progressive filling with whole tasks: pick by pick, or by a leap to a level that filling provably passes.
//!
//! The `t`-th task of a user is picked at the level of its earlier tasks (or at the level after it). The
//! picks of all users in order of level form one sequence, which does not depend on capacities. Filling walks
//! along this sequence while tasks fit. Usage only grows, so if all picks below a level fit together, each of
//! them fits in its turn: filling passes such a level and may start there.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{OnePool, placed};
use crate::model::cluster::Placement;
use crate::model::{Checked, uncertified};
use crate::observer::Observer;
use crate::scalar::{Rational, Scalar, max, min, simplest_between, sum};

/// The order in which users get the next task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The smallest dominant share so far; among equals, the user with the larger share per task.
    HigherShare,
    /// The smallest dominant share so far; among equals, the user with the smaller share per task.
    LowerShare,
    /// The smallest dominant share so far; among equals, the lowest index.
    Index,
    /// The smallest dominant share after the task; among equals, the lowest index.
    ShareAfter,
}

/// Progressive filling of one pool.
#[derive(Debug)]
pub struct Filling<'a> {
    one: &'a OnePool<'a>,
    /// The order of the picks.
    pub order: Order,
    /// `true` if a user whose task does not fit is skipped, `false` if filling stops there.
    pub leave_out: bool,
    /// The rank of each user among equals.
    rank: Vec<usize>,
}

/// An event of filling: a user is picked for a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Picked {
    /// The user with the smallest level, first by rank among equals.
    pub user: usize,
    /// The level of the user.
    pub level: Rational,
    /// `true` if the task fits and is given, `false` if the user is skipped or filling stops.
    pub fits: bool,
}

/// A task to be given: the level at which it is picked, then rank and index of its user.
type Pick = (Rational, usize, usize);

/// The state of filling after some picks: `given` is the number of tasks of each user.
struct Stand {
    given: Vec<Rational>,
    left: Vec<Rational>,
    /// The users that may be picked next.
    open: Vec<usize>,
}

impl<'a> Filling<'a> {
    /// Filling in the order `order`; with `leave_out`, a user whose task does not fit is skipped, otherwise
    /// filling stops there.
    pub fn of(one: &'a OnePool<'a>, order: Order, leave_out: bool) -> Self {
        let mut by_rank = one.running();
        match order {
            Order::HigherShare => by_rank.sort_by_key(|&u| Reverse(one.unit(u))),
            Order::LowerShare => by_rank.sort_by_key(|&u| one.unit(u)),
            Order::Index | Order::ShareAfter => {}
        }
        let mut rank = vec![0; one.share.len()];
        by_rank.iter().enumerate().for_each(|(place, &u)| rank[u] = place);
        Filling { one, order, leave_out, rank }
    }

    /// The offset of a user's first task in the levels: one for [`Order::ShareAfter`], otherwise zero.
    fn ahead(&self) -> Rational {
        Rational::int(i64::from(self.order == Order::ShareAfter))
    }

    /// The next pick of a user that has `given` tasks.
    fn pick(&self, user: usize, given: &Rational) -> Pick {
        ((given + self.ahead()) * self.one.unit(user), self.rank[user], user)
    }

    fn start(&self) -> Stand {
        let given = vec![Rational::zero(); self.one.share.len()];
        let open = self.one.running().into_iter().filter(|&u| self.one.has_more(u, &given[u])).collect();
        Stand { left: self.one.pool.capacity[0].clone(), given, open }
    }

    /// The level at which a user that has `given` tasks is picked.
    pub fn level(&self, user: usize, given: &Rational) -> Rational {
        self.pick(user, given).0
    }

    /// The picks until filling ends, and the tasks of each user then; `None` if there are more than `most`.
    pub fn seen(&self, most: usize) -> Option<(Vec<Picked>, Vec<Rational>)> {
        let (mut stand, mut picks) = (self.start(), Vec::new());
        self.walk(&mut stand, most, &mut picks);
        stand.open.is_empty().then_some((picks, stand.given))
    }

    /// The users in the order of the tasks that they get, until filling ends.
    pub fn picks(&self) -> Vec<usize> {
        let picks = self.seen(usize::MAX).map(|(picks, _)| picks).unwrap_or_default();
        picks.into_iter().filter(|pick| pick.fits).map(|pick| pick.user).collect()
    }

    /// The tasks of each user when filling ends.
    pub fn run(&self) -> Vec<Rational> {
        let mut stand = self.start();
        while !stand.open.is_empty() {
            self.leap(&mut stand);
            let few = 4 * stand.open.len() + 16;
            self.walk(&mut stand, few, &mut ());
        }
        stand.given
    }

    /// Gives tasks one by one until no user is open or `most` picks have been examined.
    fn walk(&self, stand: &mut Stand, most: usize, observer: &mut impl Observer<Picked>) {
        let next = |u: usize, given: &[Rational]| Reverse(self.pick(u, &given[u]));
        let mut heap: BinaryHeap<Reverse<Pick>> = stand.open.iter().map(|&u| next(u, &stand.given)).collect();
        for _ in 0..most {
            let Some(Reverse((level, _, user))) = heap.pop() else { break };
            let (u, fits) = (user, self.one.fits(user, &stand.left));
            observer.see(|| Picked { user, level, fits });
            if fits {
                self.one.take(u, &mut stand.left);
                stand.given[u] = &stand.given[u] + Rational::one();
                if self.one.has_more(u, &stand.given[u]) {
                    heap.push(next(u, &stand.given));
                }
            } else if !self.leave_out {
                heap.clear();
            }
        }
        stand.open = heap.into_iter().map(|Reverse((_, _, u))| u).collect();
        stand.open.sort_unstable();
    }

    /// The tasks of each user when all picks of open users below `level` have been made, if they all fit.
    fn below(&self, stand: &Stand, level: &Rational) -> Vec<Rational> {
        let mut given = stand.given.clone();
        for &u in &stand.open {
            let picks = -(-(level / self.one.unit(u))).floor() - self.ahead();
            let picks = self.one.limit(u).map_or(picks.clone(), |has| min(picks, has));
            if picks > given[u] {
                given[u] = picks;
            }
        }
        given
    }

    fn possible(&self, given: &[Rational]) -> bool {
        self.one.left(given).iter().all(|left| !left.is_negative())
    }

    /// Leaps to a level just below the end of filling, so that few picks are left until some task does not
    /// fit.
    fn leap(&self, stand: &mut Stand) {
        let few = Rational::int(2 * stand.open.len() as i64 + 8);
        let total = |given: &[Rational]| sum(stand.open.iter().map(|&u| given[u].clone()));
        let Some((mut low, ..)) = stand.open.iter().map(|&u| self.pick(u, &stand.given[u])).min() else {
            return;
        };
        let mut high = self
            .guess(stand)
            .filter(|guess| *guess > low)
            .unwrap_or_else(|| &low + self.one.unit(stand.open[0]));
        let (mut here, mut there) = (stand.given.clone(), self.below(stand, &high));
        while self.possible(&there) {
            let everything = stand.open.iter().all(|&u| !self.one.has_more(u, &there[u]));
            (low, here) = (high.clone(), there);
            if everything {
                break;
            }
            high = high * Rational::int(2);
            there = self.below(stand, &high);
        }
        loop {
            let picks = total(&self.below(stand, &high)) - total(&here);
            if picks <= few {
                break;
            }
            let quarter = (&high - &low) / Rational::int(4);
            let middle = simplest_between(&(&low + &quarter), &(&high - &quarter));
            let given = self.below(stand, &middle);
            if self.possible(&given) {
                (low, here) = (middle, given);
            } else {
                high = middle;
            }
        }
        stand.left = self.one.left(&here);
        stand.given = here;
        stand.open.retain(|&u| self.one.has_more(u, &stand.given[u]));
    }

    /// A level near the end, computed in floats for divisible tasks. A guess: exact code checks if its picks
    /// fit.
    fn guess(&self, stand: &Stand) -> Option<Rational> {
        let closed: Vec<Rational> = (0..stand.given.len())
            .map(|u| if stand.open.contains(&u) { Rational::zero() } else { stand.given[u].clone() })
            .collect();
        let free = self.one.left(&closed);
        let rise = |r: usize| {
            let parts =
                stand.open.iter().map(|&u| self.one.pool.demand[u][r].to_f64() / self.one.unit(u).to_f64());
            parts.sum::<f64>()
        };
        let ends = (0..free.len()).filter(|&r| rise(r) > 0.0).map(|r| free[r].to_f64() / rise(r));
        dyadic(ends.fold(f64::INFINITY, f64::min))
    }

    /// Checks, by sums and comparisons, that `given` is the result of filling, from the tasks that stop it.
    ///
    /// # Errors
    /// The first user with another number of tasks.
    pub fn check(&self, given: &[Rational]) -> Checked {
        let name = |u: usize| self.one.pool.user_name(u);
        if let Some(u) = (0..given.len()).find(|&u| self.one.share[u].is_none() && !given[u].is_zero()) {
            return uncertified(format!("{} can run nothing", name(u)));
        }
        let open = self.one.running().into_iter().filter(|&u| self.one.has_more(u, &given[u]));
        let mut next: Vec<Pick> = open.map(|u| self.pick(u, &given[u])).collect();
        next.sort();
        if !self.leave_out {
            next.truncate(1);
            if let Some(end) = next.first() {
                let last = |u: usize| self.pick(u, &(&given[u] - Rational::one()));
                let given_some = (0..given.len()).filter(|&u| given[u].is_positive());
                if let Some(u) = given_some.into_iter().find(|&u| last(u) > *end) {
                    let (first, user) = (name(end.2), name(u));
                    return uncertified(format!("{first} was to be picked before {user} got its last task"));
                }
            }
        }
        let mut before = Before::of(self, given);
        for end in next {
            before.come_to(&end);
            if self.one.fits(end.2, &before.left) {
                return uncertified(format!("another task of {} fitted when its turn came", name(end.2)));
            }
        }
        Ok(())
    }

    /// The placement at which filling ends.
    pub fn placement(&self) -> Placement {
        placed(self.run())
    }
}

/// The part of the final tasks that is given before a certain pick; advanced pick by pick while picks are
/// few.
struct Before<'a> {
    filling: &'a Filling<'a>,
    given: &'a [Rational],
    then: Vec<Rational>,
    left: Vec<Rational>,
    /// The next picks of the users that get further tasks.
    heap: BinaryHeap<Reverse<Pick>>,
}

impl<'a> Before<'a> {
    fn of(filling: &'a Filling<'a>, given: &'a [Rational]) -> Self {
        let then = vec![Rational::zero(); given.len()];
        let mut before =
            Before { filling, given, left: filling.one.left(&then), then, heap: BinaryHeap::new() };
        before.look_ahead();
        before
    }

    fn next(&self, user: usize) -> Option<Reverse<Pick>> {
        let more = self.then[user] < self.given[user];
        more.then(|| Reverse(self.filling.pick(user, &self.then[user])))
    }

    fn look_ahead(&mut self) {
        self.heap = self.filling.one.running().into_iter().filter_map(|u| self.next(u)).collect();
    }

    /// Advances to the pick `end`, which comes no earlier than that of the preceding call.
    fn come_to(&mut self, end: &Pick) {
        for _ in 0..4 * self.given.len() + 16 {
            let Some(u) = self.heap.peek().filter(|Reverse(pick)| pick < end).map(|Reverse(pick)| pick.2)
            else {
                return;
            };
            self.heap.pop();
            self.filling.one.take(u, &mut self.left);
            self.then[u] = &self.then[u] + Rational::one();
            self.heap.extend(self.next(u));
        }
        // Many picks lie in between: they are counted.
        for u in self.filling.one.running() {
            let quotient = &end.0 / self.filling.one.unit(u);
            let at_level = quotient.is_integer() && self.filling.rank[u] < end.1;
            let picks = -(-quotient).floor() + Rational::int(i64::from(at_level)) - self.filling.ahead();
            self.then[u] = min(self.given[u].clone(), max(picks, Rational::zero()));
        }
        self.left = self.filling.one.left(&self.then);
        self.look_ahead();
    }
}

/// The float as a fraction with 24 binary digits; `None` outside the range from 1e-15 to 1e12.
fn dyadic(x: f64) -> Option<Rational> {
    if !(1e-15..1e12).contains(&x) {
        return None;
    }
    let exponent = 24 - x.log2().ceil() as i32;
    let digits = (x * 2f64.powi(exponent)).floor() as i64;
    let scale = |bits: i32| (0..bits).fold(Rational::one(), |x, _| x * Rational::int(2));
    Some(if exponent >= 0 {
        Rational::int(digits) / scale(exponent)
    } else {
        Rational::int(digits) * scale(-exponent)
    })
}
