//! A peer for the enumeration: Stateright visits the instances of the workbench's enumeration, one user after
//! another, up to symmetry.
//!
//! A state is the capacity of one server and the demands so far. Arguments: users, resources, largest number. The
//! output is the time in seconds and the number of complete instances, one per equivalence class.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use stateright::{Checker, Model, Property, Representative};

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Instance {
    capacity: Option<Vec<u8>>,
    demand: Vec<Vec<u8>>,
}

struct Draw {
    users: usize,
    resources: usize,
    max: u8,
    complete: Arc<AtomicUsize>,
}

impl Draw {
    fn rows(&self, least: u8) -> Vec<Vec<u8>> {
        let mut rows = vec![Vec::new()];
        for _ in 0..self.resources {
            rows = rows
                .iter()
                .flat_map(|row| (least..=self.max).map(move |x| [row.clone(), vec![x]].concat()))
                .collect();
        }
        rows
    }
}

impl Model for Draw {
    type State = Instance;
    type Action = Vec<u8>;

    fn init_states(&self) -> Vec<Instance> {
        vec![Instance::default()]
    }

    fn actions(&self, state: &Instance, actions: &mut Vec<Vec<u8>>) {
        if state.capacity.is_none() {
            actions.extend(self.rows(0));
        } else if state.demand.len() < self.users {
            actions.extend(self.rows(1));
        }
    }

    fn next_state(&self, state: &Instance, row: Vec<u8>) -> Option<Instance> {
        let mut next = state.clone();
        match next.capacity {
            None => next.capacity = Some(row),
            Some(_) => next.demand.push(row),
        }
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("counted", |model: &Draw, state: &Instance| {
            if state.demand.len() == model.users {
                model.complete.fetch_add(1, Ordering::Relaxed);
            }
            true
        })]
    }
}

impl Representative for Instance {
    fn representative(&self) -> Instance {
        let Some(capacity) = &self.capacity else { return self.clone() };
        let mut best: Option<Instance> = None;
        permutations(capacity.len(), &mut |order| {
            let pick = |row: &Vec<u8>| order.iter().map(|&r| row[r]).collect::<Vec<u8>>();
            let mut demand: Vec<Vec<u8>> = self.demand.iter().map(pick).collect();
            demand.sort_unstable();
            let renamed = Instance { capacity: Some(pick(capacity)), demand };
            if best.as_ref().is_none_or(|b| renamed < *b) {
                best = Some(renamed);
            }
        });
        best.unwrap_or_else(|| self.clone())
    }
}

/// Calls `call` with every order of `0..n`.
fn permutations(n: usize, call: &mut impl FnMut(&[usize])) {
    fn extend(order: &mut Vec<usize>, n: usize, call: &mut impl FnMut(&[usize])) {
        if order.len() == n {
            return call(order);
        }
        for k in 0..n {
            if !order.contains(&k) {
                order.push(k);
                extend(order, n, call);
                order.pop();
            }
        }
    }
    extend(&mut Vec::new(), n, call);
}

fn main() {
    let argument = |at: usize| std::env::args().nth(at).and_then(|text| text.parse().ok()).expect("three numbers");
    let complete = Arc::new(AtomicUsize::new(0));
    let model = Draw {
        users: argument(1),
        resources: argument(2),
        max: argument(3) as u8,
        complete: Arc::clone(&complete),
    };
    let started = Instant::now();
    model.checker().threads(1).symmetry().spawn_dfs().join();
    println!("{:.9} {}", started.elapsed().as_secs_f64(), complete.load(Ordering::Relaxed));
}
