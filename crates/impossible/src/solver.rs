//! A satisfiability solver behind a small trait; no other file names the solver.

use crate::stop::{Stop, Stopped};
use batsat::{Callbacks, Lit as BatLit, SolverInterface, lbool};

/// A variable or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lit {
    /// The number of the variable, from 0.
    pub var: u32,
    /// `true` for the variable itself, `false` for its negation.
    pub positive: bool,
}

impl std::ops::Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit { positive: !self.positive, ..self }
    }
}

/// The answer of a solver under assumptions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A model: the value of every variable.
    Model(Vec<bool>),
    /// Unsatisfiable: the variables of assumptions that suffice for the conflict.
    Conflict(Vec<u32>),
}

/// An incremental solver of clauses under assumptions.
pub trait Solver {
    /// Returns a new variable, as a positive literal.
    fn fresh(&mut self) -> Lit;
    /// Returns a new variable for which the solver tries `true` first.
    fn wanted(&mut self) -> Lit;
    /// Adds the clause (disjunction of the literals).
    fn add(&mut self, clause: &[Lit]);
    /// Solves under `assumptions`.
    ///
    /// # Errors
    /// [`Stopped`] if the work was ended before an answer.
    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, Stopped>;
}

struct Asked<'a>(&'a dyn Stop);

impl Callbacks for Asked<'_> {
    fn stop(&self) -> bool {
        self.0.stop()
    }
}

/// The solver `batsat`, a port of MiniSat to Rust.
pub struct Batsat<'a> {
    inner: batsat::Solver<Asked<'a>>,
    stop: &'a dyn Stop,
    vars: u32,
}

impl std::fmt::Debug for Batsat<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Batsat({} variables)", self.vars)
    }
}

impl<'a> Batsat<'a> {
    /// Returns an empty solver that asks `stop` while it works.
    pub fn new(stop: &'a dyn Stop) -> Self {
        Batsat { inner: batsat::Solver::new(batsat::SolverOpts::default(), Asked(stop)), stop, vars: 0 }
    }

    fn lit(&mut self, lit: Lit) -> BatLit {
        BatLit::new(self.inner.var_of_int(lit.var), lit.positive)
    }
}

impl Solver for Batsat<'_> {
    fn fresh(&mut self) -> Lit {
        let var = self.vars;
        self.vars += 1;
        self.inner.var_of_int(var);
        Lit { var, positive: true }
    }

    fn wanted(&mut self) -> Lit {
        let var = self.inner.new_var(lbool::TRUE, true).idx();
        self.vars = var + 1;
        Lit { var, positive: true }
    }

    fn add(&mut self, clause: &[Lit]) {
        let mut clause: Vec<BatLit> = clause.iter().map(|&l| self.lit(l)).collect();
        self.inner.add_clause_reuse(&mut clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, Stopped> {
        if self.stop.stop() {
            return Err(Stopped);
        }
        if !self.inner.is_ok() {
            return Ok(Answer::Conflict(vec![]));
        }
        let assumptions: Vec<BatLit> = assumptions.iter().map(|&l| self.lit(l)).collect();
        let said = self.inner.solve_limited(&assumptions);
        if said == lbool::TRUE {
            let model = self.inner.get_model();
            let value = |v: u32| model.get(v as usize).is_some_and(|x| *x == lbool::TRUE);
            Ok(Answer::Model((0..self.vars).map(value).collect()))
        } else if said == lbool::FALSE {
            Ok(Answer::Conflict(self.inner.unsat_core().iter().map(|l| l.var().idx()).collect()))
        } else {
            Err(Stopped)
        }
    }
}
