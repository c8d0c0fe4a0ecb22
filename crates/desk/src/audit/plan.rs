//! Plans after which no user is below its share: the fewest stops, then the fewest moves, then the fewest starts.
//!
//! Branch and bound on exact linear relaxations goes through the programme of the kernel three times, once for each
//! number. The tree of the first pass is the proof of the fewest stops; the kernel checks it and the state after the plan.
//! Large clusters have a plan by steps (`greedy`), and a bound by the cluster with all servers as one.

use fairwitness_kernel::audit::bound::Tree;
use fairwitness_kernel::audit::limits::size;
use fairwitness_kernel::audit::plan::{After, Changes, Count};
use fairwitness_kernel::audit::programme::{Due, Duty, Problem, Programme, Variable};
use fairwitness_kernel::linear::{Relation, Row};

use super::Standing;
use super::greedy::greedy;
use super::state::State;
use crate::linear::{Patience, Program, Solution, solve};
use crate::model::cluster::{Pool, Running, Team};
use crate::scalar::{Rational, Scalar, max};

/// The answer to the question for a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No team is below its share.
    NotNeeded,
    /// A plan was found and accepted.
    Plan,
    /// There is no plan, which is proved.
    None,
    /// No plan was found in the time that there was, and none was excluded.
    Undecided,
}

/// A plan, as far as it was found.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The answer.
    pub verdict: Verdict,
    /// The changes; empty without a plan.
    pub changes: Changes,
    /// The number of tasks that every plan stops at least; `None` if there is no plan.
    pub bound: Option<Rational>,
    /// The state after the plan; empty without a plan.
    pub after: After,
}

/// The plan for all teams, and, where there is none or none was found, a plan for each team that is below its share.
#[derive(Clone, Debug)]
pub struct Plans {
    /// The plan after which no team is below its share.
    pub all: Plan,
    /// Teams and plans after which that team is not below its share, and no team lacks more than before.
    pub each: Vec<(usize, Plan)>,
}

/// The plans of an audit. The team that lacks the largest part of its share comes first.
pub fn plans(
    state: &State<'_>,
    teams: &[Team],
    due: Due<'_>,
    users: &[Standing],
    patience: &Patience,
) -> Plans {
    let mut short: Vec<usize> = (0..users.len()).filter(|&t| users[t].short.is_positive()).collect();
    let several = short.len() > 1;
    let problem = Problem {
        pool: state.pool,
        running: &state.tasks,
        whole: state.setting.whole,
        limits: state.limits,
        teams,
        due,
        duty: Vec::new(),
    };
    let one = problem.pooled();
    let plan = |wanted: &dyn Fn(usize) -> bool, patience: &Patience| {
        plan(problem.clone(), &one, state, wanted, patience)
    };
    let all = plan(&|_| true, &if several { patience.part(0.5) } else { patience.clone() });
    if !several || all.verdict == Verdict::Plan {
        return Plans { all, each: Vec::new() };
    }
    short.sort_by_key(|&t| std::cmp::Reverse(&users[t].short / &users[t].entitled));
    // The states after the plans for single teams are large, and no report has them.
    let of = |t: usize| (t, Plan { after: After::default(), ..plan(&|other| other == t, patience) });
    Plans { all, each: short.into_iter().map(of).collect() }
}

/// The largest number of relaxations in one pass.
const MOST_NODES: usize = 20_000;
/// The largest number of variables of a programme that is searched.
const MOST_VARIABLES: usize = 4_000;
/// The largest number of multipliers in the tree of a pass, which are all kept.
const MOST_MULTIPLIERS: usize = 10_000_000;
/// The largest depth of a tree.
const MOST_DEPTH: usize = 400;

/// The best plan for the teams in `wanted`: they are not below their share afterwards, no team that is not short becomes
/// short, and no user of another short team runs fewer tasks. `one` is the cluster with all servers as one.
fn plan(
    mut problem: Problem<'_>,
    (one, running): &(Pool, Running),
    state: &State<'_>,
    wanted: &dyn Fn(usize) -> bool,
    patience: &Patience,
) -> Plan {
    let short: Vec<bool> = (0..problem.teams.len()).map(|t| problem.is_short(t, &state.totals)).collect();
    let duty = |(t, short): (usize, &bool)| if *short && !wanted(t) { Duty::Keep } else { Duty::Share };
    problem.duty = short.iter().enumerate().map(duty).collect();
    let none = |verdict, bound| Plan { verdict, changes: Changes::default(), bound, after: After::default() };
    if !short.iter().enumerate().any(|(t, short)| *short && wanted(t)) {
        return none(Verdict::NotNeeded, Some(Rational::zero()));
    }
    if patience.over() {
        return none(Verdict::Undecided, Some(Rational::zero()));
    }
    // First with all servers as one, which is a smaller programme and bounds the stops from below.
    let limits = &problem.limits.pooled();
    let pooled = Problem { pool: one, running, limits, ..problem.clone() };
    let mut bound = Rational::zero();
    if !pooled.exceeds(MOST_VARIABLES) {
        let pooled = pooled.programme();
        let (_, tree) = Pass::run(&pooled, &mut pooled.program.clone(), None, &patience.part(0.25));
        match pooled.bound(&tree) {
            Ok(Some(least)) => bound = least,
            Ok(None) => return none(Verdict::None, None),
            // A tree that is not accepted proves nothing, also not that there is no plan.
            Err(_) => {}
        }
    }
    let accepted = |after: After| Some((problem.accept(&after).ok()?, after));
    let known = greedy(&problem, state, &patience.part(0.5)).and_then(accepted);
    let reached = known.as_ref().is_some_and(|(changes, _)| changes.count()[0] <= bound);
    let mut found = None;
    if !problem.exceeds(MOST_VARIABLES) {
        let programme = problem.clone().programme();
        found = known.clone().map(|(_, after)| after);
        if !reached {
            let point = known
                .as_ref()
                .and_then(|(changes, after)| Some((-changes.count()[0].clone(), programme.point(after)?)));
            let (better, tree) = Pass::run(&programme, &mut programme.program.clone(), point, patience);
            match programme.bound(&tree) {
                Ok(None) if better.is_none() => return none(Verdict::None, None),
                Ok(least) => bound = max(bound, least.unwrap_or_else(Rational::zero)),
                Err(_) => {}
            }
            found = better.or(found);
        }
        found = found.map(|after| polished(&programme, after, patience));
    }
    let accepted = found.and_then(accepted).or(known);
    match accepted {
        Some((changes, after)) => Plan { verdict: Verdict::Plan, changes, bound: Some(bound), after },
        None => none(Verdict::Undecided, Some(bound)),
    }
}

impl Plan {
    /// The numbers of tasks that stop, move and start.
    pub fn count(&self) -> Count {
        self.changes.count()
    }
}

/// The running tasks after a plan with no more stops than `after`, and with the fewest moves and then starts found.
fn polished(programme: &Programme<'_>, after: After, patience: &Patience) -> After {
    let is_stop = |v: &usize| matches!(programme.variables[*v], Variable::Stop(_));
    let is_start = |v: &usize| matches!(programme.variables[*v], Variable::Start(_));
    let is_out = |v: &usize| matches!(programme.variables[*v], Variable::Out(..));
    let all = 0..programme.variables.len();
    let mut stops: Vec<(usize, Rational)> =
        all.clone().filter(is_stop).map(|v| (v, Rational::one())).collect();
    let mut moves: Vec<(usize, Rational)> =
        all.clone().filter(is_out).map(|v| (v, Rational::one())).collect();
    moves.extend(stops.iter().map(|(v, one)| (*v, -one.clone())));
    let gangs = programme.problem.limits.gangs.iter().map(size);
    stops.extend((programme.variables.len() - gangs.len()..).zip(gangs));
    let starts: Vec<(usize, Rational)> = all.filter(is_start).map(|v| (v, Rational::one())).collect();
    let (mut program, mut after) = (programme.program.clone(), after);
    // Each pass keeps what was reached before it.
    for (kept, lowered) in [(&stops, &moves), (&moves, &starts)] {
        let Some(point) = programme.point(&after) else { break };
        let at = |terms: &[(usize, Rational)]| {
            terms.iter().fold(Rational::zero(), |sum, (v, c)| sum + c * &point[*v])
        };
        program.at_most(kept.clone(), at(kept));
        program.objective.fill(Rational::zero());
        lowered.iter().for_each(|(v, c)| program.objective[*v] = -c.clone());
        let known = (-at(lowered), point.clone());
        after = Pass::run(programme, &mut program, Some(known), patience).0.unwrap_or(after);
    }
    after
}

/// One pass of branch and bound.
struct Pass<'a, 'b> {
    programme: &'a Programme<'b>,
    /// The largest objective at a point that is a plan, and the point.
    best: Option<(Rational, Vec<Rational>)>,
    /// The inequalities of each choice.
    choices: &'a [Vec<Row>],
    nodes: usize,
    patience: &'a Patience,
}

impl Pass<'_, '_> {
    fn run(
        programme: &Programme<'_>,
        program: &mut Program,
        known: Option<(Rational, Vec<Rational>)>,
        patience: &Patience,
    ) -> (Option<After>, Tree) {
        let choices: Vec<Vec<Row>> = (0..programme.choices.len()).map(|k| programme.choice(k)).collect();
        let mut pass = Pass { programme, best: known, choices: &choices, nodes: 0, patience };
        let tree = pass.branch(program, &Tree::Least(Vec::new()), 0);
        (pass.best.map(|(_, point)| programme.after(&point)), tree)
    }

    /// The tree below a node. A node that is not examined keeps the proof of the node above it.
    fn branch(&mut self, program: &mut Program, above: &Tree, depth: usize) -> Tree {
        let kept = || match above {
            Tree::Never(multipliers) | Tree::Least(multipliers) => {
                let mut padded = multipliers.clone();
                padded.resize(program.rows.len(), Rational::zero());
                Tree::Least(padded)
            }
            other => other.clone(),
        };
        self.nodes += 1;
        let multipliers = self.nodes.saturating_mul(program.rows.len());
        let many = self.nodes > MOST_NODES || multipliers > MOST_MULTIPLIERS;
        if many || depth > MOST_DEPTH || self.patience.over() {
            return kept();
        }
        let (point, value, leaf) = match solve(program, self.patience) {
            Ok(Solution::Optimal { point, multipliers, value }) => (point, value, Tree::Least(multipliers)),
            Ok(Solution::Infeasible { multipliers }) => return Tree::Never(multipliers),
            Ok(Solution::Unbounded { .. }) | Err(_) => return kept(),
        };
        let most = if self.programme.problem.whole { value.floor() } else { value.clone() };
        if self.best.as_ref().is_some_and(|(best, _)| most <= *best) {
            return leaf;
        }
        let holds = |row: &Row| row.at(&point) >= row.bound;
        let choices = self.choices;
        if let Some(k) = choices.iter().position(|rows| !rows.iter().any(holds)) {
            let parts =
                choices[k].iter().cloned().map(|row| self.below(program, row, &leaf, depth)).collect();
            return Tree::Choice(k, parts);
        }
        let part = |v: &usize| self.programme.is_whole(*v) && !point[*v].is_integer();
        let Some(v) = (0..point.len()).find(part) else {
            self.best = Some((value, point));
            return leaf;
        };
        let floor = point[v].floor();
        let one = |relation, bound| Row { terms: vec![(v, Rational::one())], relation, bound };
        let rows = [one(Relation::AtMost, floor.clone()), one(Relation::AtLeast, &floor + Rational::one())];
        Tree::Whole(v, floor, Box::new(rows.map(|row| self.below(program, row, &leaf, depth))))
    }

    fn below(&mut self, program: &mut Program, row: Row, leaf: &Tree, depth: usize) -> Tree {
        program.rows.push(row);
        let tree = self.branch(program, leaf, depth + 1);
        program.rows.pop();
        tree
    }
}
