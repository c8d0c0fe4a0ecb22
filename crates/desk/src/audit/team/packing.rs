//! The value of a bundle to a team: the best packing of whole tasks of the team's shapes into it.
//!
//! The value of a task is its dominant share of the whole cluster; the value of a packing is the sum over its tasks.
//! Branch and bound searches for the best packing and returns two bounds: the value of the best packing found, and
//! an upper bound over all packings. The two are equal if the search was completed.

use std::cell::RefCell;
use std::collections::HashMap;

use fairwitness_kernel::audit::rights::fit;

use crate::linear::Patience;
use crate::scalar::{Rational, Scalar, common_denominator, compare_quotients, least, min, sum};

/// A shape of tasks to pack.
#[derive(Clone, Copy, Debug)]
pub struct Shape<'a> {
    /// Demand of one task, one amount per resource.
    pub demand: &'a [Rational],
    /// Value of one task, above zero.
    pub value: &'a Rational,
    /// Number of tasks to pack; `None` without limit.
    pub has: Option<&'a Rational>,
}

/// Identical boxes, each of which is packed separately.
#[derive(Clone, Debug)]
pub struct Room {
    /// Capacity of one box, one amount per resource.
    pub amounts: Vec<Rational>,
    /// Number of boxes, whole.
    pub alike: Rational,
    /// One flag per shape: `true` if its tasks may be packed here.
    pub open: Vec<bool>,
}

/// Result of a search for the best packing.
#[derive(Clone, Debug, PartialEq)]
pub struct Packed {
    /// Value of the best packing found.
    pub least: Rational,
    /// Number of tasks of each shape in the best packing found.
    pub tasks: Vec<Rational>,
    /// Upper bound on the value of every packing.
    pub most: Rational,
}

/// The demand, value and number of each shape, the amounts, number and openness of each box, and what is worth no search.
type Question =
    (Vec<(Vec<Rational>, Rational, Option<Rational>)>, Vec<(Vec<Rational>, Rational, Vec<bool>)>, Rational);

/// The largest number of packings that are kept.
const MOST_KEPT: usize = 20_000;

/// Packings that were searched to the end, because states that follow one another ask for the packings of most teams again.
#[derive(Debug, Default)]
pub struct Packings(RefCell<HashMap<Question, Packed>>);

impl Packings {
    /// The packing that [`pack`] finds.
    pub(super) fn pack(
        &self,
        shapes: &[Shape<'_>],
        rooms: &[Room],
        own: &Rational,
        patience: &Patience,
    ) -> Packed {
        let shape = |s: &Shape<'_>| (s.demand.to_vec(), s.value.clone(), s.has.cloned());
        let room = |room: &Room| (room.amounts.clone(), room.alike.clone(), room.open.clone());
        let question: Question =
            (shapes.iter().map(shape).collect(), rooms.iter().map(room).collect(), own.clone());
        if let Some(known) = self.0.borrow().get(&question) {
            return known.clone();
        }
        let packed = pack(shapes, rooms, own, patience);
        let mut kept = self.0.borrow_mut();
        if kept.len() < MOST_KEPT && !patience.over() {
            kept.insert(question, packed.clone());
        }
        packed
    }
}

/// The largest number of branches in one search.
const MOST_BRANCHES: usize = 20_000;
/// The largest number of boxes that are packed jointly if the tasks do not suffice to pack each box separately.
const MOST_APART: i64 = 24;

impl Room {
    fn holds(&self, shape: &Shape<'_>, k: usize) -> Rational {
        if self.open[k] { fit(shape.demand, &self.amounts) } else { Rational::zero() }
    }
}

/// An upper bound on the value of a packing of the shapes from index `from` on into one box. It is the smallest of
/// one bound per resource (the whole amount at the highest value per unit) and of one bound by counts (`fits` tasks
/// of each shape).
fn bound(shapes: &[Shape<'_>], fits: &[Rational], amounts: &[Rational], from: usize) -> Rational {
    let fitting = || (from..shapes.len()).filter(|&k| fits[k].is_positive());
    let mut bound = sum(fitting().map(|k| &fits[k] * shapes[k].value));
    for (r, amount) in amounts.iter().enumerate() {
        // A shape that does not demand the resource has no value per unit; the resource then bounds nothing.
        if fitting().any(|k| shapes[k].demand[r].is_zero()) {
            continue;
        }
        let rates = fitting().map(|k| (shapes[k].value, &shapes[k].demand[r]));
        if let Some((value, demand)) = rates.max_by(|a, b| compare_quotients(*a, *b)) {
            bound = min(bound, value * amount / demand);
        }
    }
    bound
}

/// An upper bound on the value of every packing, computed without a search.
pub fn at_most(shapes: &[Shape<'_>], rooms: &[Room]) -> Rational {
    let of = |room: &Room| {
        let fits: Vec<Rational> = shapes.iter().enumerate().map(|(k, s)| room.holds(s, k)).collect();
        bound(shapes, &fits, &room.amounts, 0) * &room.alike
    };
    let all = sum(rooms.iter().map(of));
    worth_of_all(shapes).map_or(all.clone(), |has| min(all, has))
}

/// The value of all tasks of the shapes; `None` if some shape has no limit.
fn worth_of_all(shapes: &[Shape<'_>]) -> Option<Rational> {
    shapes
        .iter()
        .map(|shape| shape.has.map(|has| has.floor() * shape.value))
        .collect::<Option<Vec<_>>>()
        .map(sum)
}

/// Searches for the best packing of `shapes` into `rooms`, within `MOST_BRANCHES` branches and `patience`. A packing that is
/// worth at most `own` need not be found: without a better one the upper bound may be `own`, with no tasks.
pub fn pack(shapes: &[Shape<'_>], rooms: &[Room], own: &Rational, patience: &Patience) -> Packed {
    // Units in which all amounts and values are whole numbers, because fractions take several times as long.
    let unit = |r: usize| {
        let demands = shapes.iter().map(|shape| &shape.demand[r]);
        common_denominator(demands.chain(rooms.iter().map(|room| &room.amounts[r])))
    };
    let resources = shapes.first().map_or(0, |shape| shape.demand.len());
    let units: Vec<Rational> = (0..resources).map(|r| Rational::from_int(&unit(r))).collect();
    let worth = Rational::from_int(&common_denominator(shapes.iter().map(|shape| shape.value)));
    let whole = |row: &[Rational]| row.iter().zip(&units).map(|(x, unit)| x * unit).collect::<Vec<_>>();
    let scaled: Vec<_> = shapes.iter().map(|s| (whole(s.demand), s.value * &worth, s.has)).collect();
    let shapes: Vec<_> =
        scaled.iter().map(|(demand, value, has)| Shape { demand, value, has: *has }).collect();
    let rooms: Vec<_> =
        rooms.iter().map(|room| Room { amounts: whole(&room.amounts), ..room.clone() }).collect();
    let packed = pack_whole(&shapes, &rooms, &(own * &worth), patience);
    Packed { least: packed.least / &worth, most: packed.most / &worth, ..packed }
}

fn pack_whole(shapes: &[Shape<'_>], rooms: &[Room], own: &Rational, patience: &Patience) -> Packed {
    let mut left: Vec<Option<Rational>> = shapes.iter().map(|s| s.has.map(Rational::floor)).collect();
    // First each box is packed separately, as if there were enough tasks.
    let mut each: Vec<(Vec<Rational>, Rational)> = Vec::new();
    for room in rooms {
        let mut search = Search::new(shapes, std::slice::from_ref(room), vec![None; shapes.len()], patience);
        search.run();
        let most = search.most() * &room.alike;
        each.push((search.best, most));
    }
    let all = sum(each.iter().map(|(_, most)| most.clone()));
    let most = worth_of_all(shapes).map_or(all.clone(), |has| min(all, has));
    let total = |k: usize| sum(each.iter().zip(rooms).map(|((tasks, _), room)| &tasks[k] * &room.alike));
    let tasks: Vec<Rational> = (0..shapes.len()).map(total).collect();
    if tasks.iter().zip(&left).all(|(x, left)| left.as_ref().is_none_or(|left| x <= left)) {
        return Packed { least: worth(shapes, &tasks), tasks, most };
    }
    // The tasks do not suffice. Few boxes are packed jointly, many boxes one after another.
    let apart = sum(rooms.iter().map(|room| room.alike.clone()));
    if apart <= Rational::int(MOST_APART) {
        let copies = |room: &Room| room.alike.to_f64() as usize;
        let one = |room: &Room| Room { alike: Rational::one(), ..room.clone() };
        let apart: Vec<Room> =
            rooms.iter().flat_map(|room| std::iter::repeat_n(one(room), copies(room))).collect();
        let mut search = Search::new(shapes, &apart, left.clone(), patience);
        search.best_worth.clone_from(own);
        search.run();
        let most = min(most, search.most());
        return Packed { least: worth(shapes, &search.best), tasks: search.best, most };
    }
    let mut tasks = vec![Rational::zero(); shapes.len()];
    for room in rooms {
        let mut copies = room.alike.clone();
        while copies.is_positive() {
            let mut search = Search::new(shapes, std::slice::from_ref(room), left.clone(), patience);
            search.run();
            let used = (0..shapes.len()).filter(|&k| search.best[k].is_positive());
            let often = used.filter_map(|k| Some((left[k].as_ref()? / &search.best[k]).floor()));
            let often = least(often).map_or(copies.clone(), |often| min(often, copies.clone()));
            if search.best.iter().all(Scalar::is_zero) || !often.is_positive() {
                break;
            }
            for ((left, tasks), best) in left.iter_mut().zip(&mut tasks).zip(&search.best) {
                let more = best * &often;
                *left = left.as_ref().map(|left| left - &more);
                *tasks = &*tasks + more;
            }
            copies = copies - often;
        }
    }
    Packed { least: worth(shapes, &tasks), tasks, most }
}

fn worth(shapes: &[Shape<'_>], tasks: &[Rational]) -> Rational {
    sum(shapes.iter().zip(tasks).map(|(shape, tasks)| shape.value * tasks))
}

/// Branch and bound over boxes and, within a box, over shapes; larger numbers of tasks are tried first.
struct Search<'a, 'b> {
    shapes: &'a [Shape<'b>],
    rooms: &'a [Room],
    left: Vec<Option<Rational>>,
    /// Upper bound on the value of packings into the boxes from each index on.
    after: Vec<Rational>,
    /// The number of tasks of each shape that the boxes from each index on hold, and the sum of their amounts.
    later: Vec<(Vec<Rational>, Vec<Rational>)>,
    /// For each resource the shapes by value per unit, the largest first.
    order: Vec<Vec<usize>>,
    now: Vec<Rational>,
    now_worth: Rational,
    best: Vec<Rational>,
    best_worth: Rational,
    /// Number of branches so far; the largest number once the time is over.
    branches: usize,
    patience: &'a Patience,
}

impl<'a, 'b> Search<'a, 'b> {
    fn new(
        shapes: &'a [Shape<'b>],
        rooms: &'a [Room],
        left: Vec<Option<Rational>>,
        patience: &'a Patience,
    ) -> Self {
        let resources = shapes.first().map_or(0, |shape| shape.demand.len());
        let zeros = |count| vec![Rational::zero(); count];
        let mut after = zeros(rooms.len() + 1);
        let mut later = vec![(zeros(shapes.len()), zeros(resources)); rooms.len() + 1];
        for (at, room) in rooms.iter().enumerate().rev() {
            let fits: Vec<Rational> = shapes.iter().enumerate().map(|(k, s)| room.holds(s, k)).collect();
            after[at] = &after[at + 1] + bound(shapes, &fits, &room.amounts, 0);
            let more =
                |all: &[Rational], some: &[Rational]| all.iter().zip(some).map(|(a, b)| a + b).collect();
            later[at] = (more(&later[at + 1].0, &fits), more(&later[at + 1].1, &room.amounts));
        }
        let by_rate = |r: usize| {
            let free = |k: &usize| shapes[*k].demand[r].is_zero();
            let rate = |k: usize| (shapes[k].value, &shapes[k].demand[r]);
            let (mut order, mut rest): (Vec<usize>, Vec<usize>) = (0..shapes.len()).partition(free);
            rest.sort_by(|&j, &k| compare_quotients(rate(k), rate(j)));
            order.append(&mut rest);
            order
        };
        let none = vec![Rational::zero(); shapes.len()];
        Search {
            shapes,
            rooms,
            left,
            after,
            later,
            order: (0..resources).map(by_rate).collect(),
            now: none.clone(),
            now_worth: Rational::zero(),
            best: none,
            best_worth: Rational::zero(),
            branches: 0,
            patience,
        }
    }

    fn run(&mut self) {
        if let Some(first) = self.rooms.first() {
            self.branch(0, 0, &first.amounts.clone());
        }
    }

    /// The upper bound over all packings; the optimum if the search was completed.
    fn most(&self) -> Rational {
        if self.branches < MOST_BRANCHES { self.best_worth.clone() } else { self.after[0].clone() }
    }

    /// An upper bound on the value of packings of parts of tasks into `amounts` and the boxes from index `at` on together, of
    /// each shape as many as remain, and as `fits` and those boxes hold.
    fn shared(&self, at: usize, fits: &[Rational], amounts: &[Rational]) -> Rational {
        let (held, all) = &self.later[at];
        let most = |(j, fits): (usize, &Rational)| {
            let most = fits + &held[j];
            self.left[j].as_ref().map_or(most.clone(), |left| min(most, left.clone()))
        };
        let most: Vec<Rational> = fits.iter().enumerate().map(most).collect();
        let of = |r: usize| {
            let (mut room, mut worth) = (&amounts[r] + &all[r], Rational::zero());
            for &k in &self.order[r] {
                let Shape { demand, value, .. } = self.shapes[k];
                let needs = &demand[r] * &most[k];
                if needs > room {
                    return worth + room * value / &demand[r];
                }
                room = room - needs;
                worth = worth + value * &most[k];
            }
            worth
        };
        least((0..all.len()).map(of)).unwrap_or_else(Rational::zero)
    }

    fn branch(&mut self, at: usize, k: usize, amounts: &[Rational]) {
        if self.branches >= MOST_BRANCHES {
            return;
        }
        self.branches = if self.patience.check().is_ok() { self.branches + 1 } else { MOST_BRANCHES };
        if self.now_worth > self.best_worth {
            self.best_worth.clone_from(&self.now_worth);
            self.best.clone_from(&self.now);
        }
        let Some(room) = self.rooms.get(at) else { return };
        let holds = |j: usize| {
            let fits = if room.open[j] { fit(self.shapes[j].demand, amounts) } else { Rational::zero() };
            self.left[j].as_ref().map_or(fits.clone(), |left| min(fits, left.clone()))
        };
        let fits: Vec<Rational> =
            (0..self.shapes.len()).map(|j| if j < k { Rational::zero() } else { holds(j) }).collect();
        let Some(k) = (k..self.shapes.len()).find(|&k| fits[k].is_positive()) else {
            if let Some(next) = self.rooms.get(at + 1) {
                self.branch(at + 1, 0, &next.amounts);
            }
            return;
        };
        let most = bound(self.shapes, &fits, amounts, k) + &self.after[at + 1];
        let most = min(most, self.shared(at + 1, &fits, amounts));
        if &self.now_worth + most <= self.best_worth {
            return;
        }
        let shape = self.shapes[k];
        let mut tasks = fits[k].clone();
        loop {
            let rest: Vec<Rational> = amounts.iter().zip(shape.demand).map(|(a, d)| a - &tasks * d).collect();
            self.take(k, &tasks);
            self.branch(at, k + 1, &rest);
            self.take(k, &-tasks.clone());
            if !tasks.is_positive() || self.branches >= MOST_BRANCHES {
                return;
            }
            tasks = tasks - Rational::one();
        }
    }

    fn take(&mut self, k: usize, tasks: &Rational) {
        self.now[k] = &self.now[k] + tasks;
        self.now_worth = &self.now_worth + tasks * self.shapes[k].value;
        self.left[k] = self.left[k].as_ref().map(|left| left - tasks);
    }
}
