//! Encoding of a question as clauses, with a literal that switches on each profile and each property.

use crate::allocation::Allocation;
use crate::profile::{Profile, permutations};
use crate::property::Need;
use crate::question::Question;
use crate::solver::{Answer, Batsat, Lit, Solver};
use crate::stop::{Stop, Stopped};

/// The clauses of a question in a solver.
///
/// There is one variable per profile and allocation: the allocation is chosen there. A profile that is
/// switched on has exactly one chosen allocation, and no profile has two. The variable "user `u` runs at
/// least `k` tasks at `p`" is false if an allocation with fewer is chosen.
pub struct Encoded<'a> {
    /// The question that is encoded.
    pub question: &'a Question,
    solver: Batsat<'a>,
    chosen: Vec<Vec<Lit>>,
    profiles: Vec<Lit>,
    properties: Vec<Lit>,
    symmetry: Lit,
}

impl std::fmt::Debug for Encoded<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Encoded({:?})", self.solver)
    }
}

/// The part of a question that one call of the solver decides.
#[derive(Debug, Clone, Default)]
pub struct Ask {
    /// Indices of the profiles at which an allocation is to be chosen.
    pub profiles: Vec<usize>,
    /// Indices of the properties that are to hold.
    pub properties: Vec<usize>,
    /// Allocations that are fixed beforehand: (index of the profile, index of the allocation).
    pub given: Vec<(usize, usize)>,
    /// Upper bounds of totals that are assumed, by the literals of [`Encoded::total`].
    pub bounds: Vec<Lit>,
    /// `true` if symmetry is broken: of rules that differ only in the names of users and resources, one is
    /// enough. This is sound only with all profiles and nothing in `given`.
    pub symmetry: bool,
}

/// The answer of the solver.
#[derive(Debug, Clone)]
pub enum Said {
    /// The index of the allocation at each profile, or `None` if none was chosen.
    Rule(Vec<Option<usize>>),
    /// No rule exists; these profiles and properties suffice for the conflict.
    None {
        /// Indices of the profiles in the conflict.
        profiles: Vec<usize>,
        /// Indices of the properties in the conflict.
        properties: Vec<usize>,
    },
}

impl<'a> Encoded<'a> {
    /// Encodes `question`.
    ///
    /// # Errors
    /// [`Stopped`] if `stop` ended the work.
    pub fn new(question: &'a Question, stop: &'a dyn Stop) -> Result<Self, Stopped> {
        let mut solver = Batsat::new(stop);
        let symmetry = solver.fresh();
        let properties: Vec<Lit> = question.properties.iter().map(|_| solver.fresh()).collect();
        // In a model, the solver switches on as many profiles as it can of its own accord.
        let profiles: Vec<Lit> = question.profiles.iter().map(|_| solver.wanted()).collect();
        let mut chosen = vec![];
        let mut ladders = vec![];
        let mut at_least = vec![];
        for (p, values) in question.values.iter().enumerate() {
            let vars: Vec<Lit> = values.iter().map(|_| solver.fresh()).collect();
            let clause: Vec<Lit> = [!profiles[p]].into_iter().chain(vars.iter().copied()).collect();
            solver.add(&clause);
            ladders.push(ladder(&mut solver, &vars));
            at_least.push(levels(&mut solver, &question.profiles[p], values, &vars));
            chosen.push(vars);
            if stop.stop() {
                return Err(Stopped);
            }
        }
        let mut encoded = Encoded { question, solver, chosen, profiles, properties, symmetry };
        for k in 0..question.properties.len() {
            encoded.one_run(k);
            encoded.two_runs(k, &at_least, stop)?;
        }
        encoded.users_in_order();
        encoded.resources_in_order(&ladders);
        Ok(encoded)
    }

    fn one_run(&mut self, k: usize) {
        let question = self.question;
        for (p, values) in question.values.iter().enumerate() {
            for (v, value) in values.iter().enumerate() {
                if question.properties[k].broken(&question.profiles[p], value).is_some() {
                    self.solver.add(&[!self.properties[k], !self.chosen[p][v]]);
                }
            }
        }
    }

    fn two_runs(&mut self, k: usize, at_least: &[Vec<Vec<Lit>>], stop: &dyn Stop) -> Result<(), Stopped> {
        let question = self.question;
        for &(p, q) in &question.pairs[k] {
            if stop.stop() {
                return Err(Stopped);
            }
            for (w, value) in question.values[q].iter().enumerate() {
                for any in question.properties[k].needs(&question.profiles[p], &question.profiles[q], value) {
                    let mut clause = vec![!self.properties[k], !self.chosen[q][w], !self.profiles[p]];
                    let mut always = false;
                    for need in &any {
                        match need {
                            Need::AtLeast(_, 0) => always = true,
                            Need::AtLeast(u, least) => {
                                clause.extend(at_least[p][*u].get(*least as usize - 1));
                            }
                            Need::Is(other) => {
                                let found = question.values[p].binary_search(other).ok();
                                clause.extend(found.map(|v| self.chosen[p][v]));
                            }
                        }
                    }
                    if !always {
                        self.solver.add(&clause);
                    }
                }
            }
        }
        Ok(())
    }

    /// At one profile that no renaming changes, the users have their tasks in descending order.
    ///
    /// This is sound: a rule with its users renamed has all properties too, and some renaming puts the
    /// allocation there into this order.
    fn users_in_order(&mut self) {
        let Some(p) = even(self.question) else { return };
        for (v, value) in self.question.values[p].iter().enumerate() {
            if value.0.windows(2).any(|pair| pair[0] < pair[1]) {
                self.solver.add(&[!self.symmetry, !self.chosen[p][v]]);
            }
        }
    }

    /// At one profile whose resources all differ, the index of the allocation is at most the index at every
    /// reordered profile.
    ///
    /// This is sound: a rule with its resources reordered has all properties too. Reordering keeps the
    /// allocation at [`even`], so the order of the users there stays.
    fn resources_in_order(&mut self, ladders: &[Vec<Lit>]) {
        let question = self.question;
        let scope = &question.scope;
        let alike = |row: &Vec<u32>| row.iter().all(|c| *c == row[0]);
        if even(question).is_none() || !alike(&scope.max) || !scope.capacity.iter().all(alike) {
            return;
        }
        let turns = permutations(scope.resources());
        let first = question
            .profiles
            .iter()
            .position(|p| p.capacity == scope.capacity && turns.iter().all(|by| p.reordered(by) != *p));
        let Some(p) = first else { return };
        for by in &turns {
            let turned = question.profiles[p].reordered(by);
            let Some(q) = question.profiles.iter().position(|other| *other == turned) else { continue };
            for (here, there) in ladders[p].iter().zip(&ladders[q]) {
                self.solver.add(&[!self.symmetry, !*there, *here]);
            }
        }
    }

    /// Returns literals "the total cost of the chosen allocations is more than `i`" for `i` from 0 to `most`,
    /// each implied by such a choice. `costs` is profiles x allocations of the profile. Returns `None` if the
    /// counter needs more than `limit` clauses.
    ///
    /// # Errors
    /// [`Stopped`] if `stop` ended the work.
    pub fn total(
        &mut self,
        costs: &[Vec<u32>],
        most: usize,
        limit: usize,
        stop: &dyn Stop,
    ) -> Result<Option<Vec<Lit>>, Stopped> {
        let mut written = 0;
        let mut counters: Vec<Vec<Lit>> = vec![];
        for (vars, row) in self.chosen.iter().zip(costs) {
            let high = row.iter().copied().max().unwrap_or(0) as usize;
            let units: Vec<Lit> = (0..high.min(most + 1)).map(|_| self.solver.fresh()).collect();
            for (&var, &cost) in vars.iter().zip(row) {
                for &unit in units.iter().take(cost as usize) {
                    self.solver.add(&[!var, unit]);
                }
            }
            counters.push(units);
        }
        while counters.len() > 1 {
            let mut merged = vec![];
            for pair in counters.chunks(2) {
                let [a, b] = pair else {
                    merged.extend(pair.first().cloned());
                    continue;
                };
                written += (a.len() + 1) * (b.len() + 1);
                if written > limit {
                    return Ok(None);
                }
                if stop.stop() {
                    return Err(Stopped);
                }
                merged.push(sum(&mut self.solver, a, b, most + 1));
            }
            counters = merged;
        }
        Ok(Some(counters.pop().unwrap_or_default()))
    }
    /// Decides `ask`.
    ///
    /// # Errors
    /// [`Stopped`] if `stop` ended the work before an answer.
    pub fn ask(&mut self, ask: &Ask) -> Result<Said, Stopped> {
        let mut assumed: Vec<Lit> = ask.properties.iter().map(|&k| self.properties[k]).collect();
        assumed.extend(ask.symmetry.then_some(self.symmetry));
        assumed.extend(&ask.bounds);
        assumed.extend(ask.given.iter().map(|&(p, v)| self.chosen[p][v]));
        assumed.extend(ask.profiles.iter().map(|&p| self.profiles[p]));
        match self.solver.solve(&assumed)? {
            Answer::Model(model) => {
                let is = |lit: &Lit| model[lit.var as usize];
                // At a profile that is switched off, a variable may be true whose allocation breaks a
                // property.
                let at = |(on, vars): (&Lit, &Vec<Lit>)| vars.iter().position(is).filter(|_| is(on));
                Ok(Said::Rule(self.profiles.iter().zip(&self.chosen).map(at).collect()))
            }
            Answer::Conflict(vars) => {
                let among = |lits: &[Lit]| {
                    (0..lits.len()).filter(|&i| vars.contains(&lits[i].var)).collect::<Vec<_>>()
                };
                Ok(Said::None { profiles: among(&self.profiles), properties: among(&self.properties) })
            }
        }
    }
}

/// Returns the index of the first profile that has the capacities of the scope and that no renaming of users
/// or reordering of demands changes.
fn even(question: &Question) -> Option<usize> {
    question.profiles.iter().position(|p| {
        p.users() == question.scope.users
            && p.capacity == question.scope.capacity
            && p.demand.iter().flatten().all(|d| *d == p.demand[0][0])
    })
}

/// Adds variables "one of the first i + 1 of `vars` is true", and clauses by which at most one of `vars` is
/// true.
fn ladder(solver: &mut Batsat<'_>, vars: &[Lit]) -> Vec<Lit> {
    let steps: Vec<Lit> = vars.iter().map(|_| solver.fresh()).collect();
    for i in 0..vars.len() {
        solver.add(&[!vars[i], steps[i]]);
        if i > 0 {
            solver.add(&[!steps[i - 1], steps[i]]);
            solver.add(&[!vars[i], !steps[i - 1]]);
            solver.add(&[!steps[i], steps[i - 1], vars[i]]);
        } else {
            solver.add(&[!steps[0], vars[0]]);
        }
    }
    steps
}

/// Returns, for each user, the variables "at least 1 task", "at least 2 tasks", and so on up to the largest number
/// in `values`.
fn levels(solver: &mut Batsat<'_>, p: &Profile, values: &[Allocation], vars: &[Lit]) -> Vec<Vec<Lit>> {
    let of = |u: usize| {
        let most = values.iter().map(|v| v.total(u)).max().unwrap_or(0);
        let steps: Vec<Lit> = (0..most).map(|_| solver.fresh()).collect();
        for pair in steps.windows(2) {
            solver.add(&[!pair[1], pair[0]]);
        }
        for (value, &var) in values.iter().zip(vars) {
            if let Some(&beyond) = steps.get(value.total(u) as usize) {
                solver.add(&[!var, !beyond]);
            }
        }
        steps
    };
    (0..p.users()).map(of).collect()
}

/// Merges two unary counters into one with up to `most` units: if `i` units of `a` and `j` units of `b` are
/// on, then `i + j` units of the result are on.
fn sum(solver: &mut Batsat<'_>, a: &[Lit], b: &[Lit], most: usize) -> Vec<Lit> {
    let out: Vec<Lit> = (0..(a.len() + b.len()).min(most)).map(|_| solver.fresh()).collect();
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            let Some(&on) = (i + j).min(out.len()).checked_sub(1).and_then(|at| out.get(at)) else {
                continue;
            };
            let off = [(a, i), (b, j)].into_iter().filter(|(_, k)| *k > 0).map(|(units, k)| !units[k - 1]);
            let clause: Vec<Lit> = off.chain([on]).collect();
            solver.add(&clause);
        }
    }
    out
}
