//! From floats to an exact placement without a linear programme: supports and bottlenecks are taken as true,
//! and the resulting equations are solved.
//!
//! The unknowns are the tasks of every running pair, and the level at which each resource of a server stops
//! its rising users. The equation of a pair says that the user has the level of the resource that stops it;
//! the equation of a resource says that the resource is used up. Unknowns that the equations leave free keep
//! their float values.

use std::collections::BTreeMap;

use super::standstill::Standstill;
use super::{PerServer, bottlenecks};
use crate::linear::{Patience, Timely};
use crate::model::cluster::Placement;
use crate::scalar::{Rational, Scalar, dot, simplest_between};

/// The largest number of terms in the equations of pairs, each of which has a term for every pair of its user.
const MOST_TERMS: usize = 2_000_000;

/// A linear equation: coefficients by unknown, and the right side.
struct Equation {
    terms: BTreeMap<usize, Rational>,
    equals: Rational,
}

impl Equation {
    /// Eliminates `unknown` by means of the solved equation.
    fn without(&mut self, unknown: usize, solved: &Equation) {
        let Some(factor) = self.terms.remove(&unknown) else { return };
        for (k, term) in &solved.terms {
            let old = self.terms.remove(k).unwrap_or_else(Rational::zero);
            let new = old - &factor * term;
            if !new.is_zero() {
                self.terms.insert(*k, new);
            }
        }
        self.equals = &self.equals - &factor * &solved.equals;
    }

    /// Divides by the coefficient of `unknown` and removes it: it equals the right side less the remaining
    /// terms.
    fn solved_for(mut self, unknown: usize) -> Equation {
        if let Some(factor) = self.terms.remove(&unknown) {
            self.terms.values_mut().for_each(|term| *term = &*term / &factor);
            self.equals = &self.equals / &factor;
        }
        self
    }
}

/// Values that satisfy all equations, free ones taken from `near`; `None` if there are none, or the work was
/// cut short.
fn solve(mut left: Vec<Equation>, near: &[f64], patience: &Patience) -> Option<Vec<Rational>> {
    let mut solved: Vec<(usize, Equation)> = Vec::new();
    let mut met = vec![0usize; near.len()];
    for k in left.iter().flat_map(|equation| equation.terms.keys()) {
        met[*k] += 1;
    }
    // The shortest equation is next, and in it the unknown that occurs in the fewest equations, which limits
    // fill-in.
    while let Some(next) = (0..left.len()).min_by_key(|&k| left[k].terms.len()) {
        patience.check().ok()?;
        let equation = left.swap_remove(next);
        let Some(unknown) = equation.terms.keys().copied().min_by_key(|&k| met[k]) else {
            if equation.equals.is_zero() {
                continue;
            }
            return None;
        };
        let equation = equation.solved_for(unknown);
        for other in &mut left {
            other.without(unknown, &equation);
        }
        met.iter_mut().for_each(|count| *count = 0);
        for k in left.iter().flat_map(|equation| equation.terms.keys()) {
            met[*k] += 1;
        }
        solved.push((unknown, equation));
    }
    let mut value: Vec<Option<Rational>> = vec![None; near.len()];
    let bound: Vec<usize> = solved.iter().map(|(unknown, _)| *unknown).collect();
    for k in (0..near.len()).filter(|k| !bound.contains(k)) {
        value[k] = Some(close_to(near[k])?);
    }
    for (unknown, equation) in solved.iter().rev() {
        let mut sum = equation.equals.clone();
        for (k, term) in &equation.terms {
            sum = sum - term * value[*k].as_ref()?;
        }
        value[*unknown] = Some(sum);
    }
    value.into_iter().collect()
}

/// A simple number close to a float.
fn close_to(x: f64) -> Option<Rational> {
    let (exact, slack) = (Rational::of_float(x)?, Rational::of_float(x.abs() * 1e-12)?);
    Some(if slack.is_zero() { exact } else { simplest_between(&(&exact - &slack), &(exact + slack)) })
}

/// The exact placement with the supports of the floats (tasks above `slack`, in parts of a level) and their
/// bottlenecks; `None` unless it is feasible and has every bottleneck that is owed.
pub(super) fn snap(
    view: &PerServer<'_>,
    near: &Standstill,
    slack: f64,
    patience: &Patience,
) -> Timely<Option<Placement>> {
    patience.unless_cut(snapped(view, near, slack, patience))
}

/// The placement of [`snap`]; `None` also if the work was cut short.
fn snapped(view: &PerServer<'_>, near: &Standstill, slack: f64, patience: &Patience) -> Option<Placement> {
    let pairs = near.running(slack);
    let mut stops: Vec<(usize, usize)> = pairs.iter().map(|&(_, i, r)| (i, r)).collect();
    stops.sort_unstable();
    stops.dedup();
    let level = |i: usize, r: usize| stops.binary_search(&(i, r)).ok().map(|k| pairs.len() + k);
    let mut floats: Vec<f64> = pairs.iter().map(|&(u, i, _)| near.placed[u][i]).collect();
    floats.resize(pairs.len() + stops.len(), 0.0);
    let mut of_user: Vec<Vec<usize>> = vec![Vec::new(); view.users()];
    let mut of_server: Vec<Vec<usize>> = vec![Vec::new(); view.servers.len()];
    for (k, &(u, i, _)) in pairs.iter().enumerate() {
        of_user[u].push(k);
        of_server[i].push(k);
    }
    if of_user.iter().map(|pairs| pairs.len() * pairs.len()).sum::<usize>() > MOST_TERMS {
        return None;
    }
    let mut equations = Vec::with_capacity(floats.len());
    for &(u, i, r) in &pairs {
        let (server, level) = (&view.servers[i], level(i, r)?);
        floats[level] = near.placed[u].iter().sum::<f64>() / server.unit[u].to_f64();
        let mut terms: BTreeMap<usize, Rational> = of_user[u].iter().map(|&k| (k, Rational::one())).collect();
        terms.insert(level, -server.unit[u].clone());
        equations.push(Equation { terms, equals: Rational::zero() });
    }
    for &(i, r) in &stops {
        let server = &view.servers[i];
        let loads = of_server[i].iter().map(|&k| (k, server.load[pairs[k].0][r].clone()));
        let terms = loads.filter(|(_, load)| load.is_positive()).collect();
        equations.push(Equation { terms, equals: server.capacity[r].clone() });
    }
    let values = solve(equations, &floats, patience)?;
    let mut placement = Placement::empty(view.users(), view.servers.len());
    for (&(u, i, _), tasks) in pairs.iter().zip(values) {
        if tasks.is_negative() {
            return None;
        }
        placement.tasks[u][i] = tasks;
    }
    let fits = view.servers.iter().enumerate().all(|(i, server)| {
        (0..server.capacity.len()).all(|r| {
            let loads = server.load.iter().map(|load| &load[r]);
            dot(placement.tasks.iter().map(|row| &row[i]).zip(loads)) <= server.capacity[r]
        })
    });
    (fits && bottlenecks(view, &placement).is_ok()).then_some(placement)
}
