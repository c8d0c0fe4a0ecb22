//! The programmes of mukherjee III and their smallest feasible ratio, exactly: naive, pruned, pruned with
//! sizes.
//!
//! The set of allowed pairs of a resource and a task changes only at the numbers `c_i / I_j`; between two of
//! these numbers the ratio is the optimum of one programme.

use super::mixture::{Game, Mixture};
use super::{Allocated, Certified, Followed, Formulation, Mechanism, Programme, enough, refuse};
use crate::linear::{Patience, Program, Solution, Timely, Uncut as _, solve};
use crate::mechanism::sentences;
use crate::model::Refusal;
use crate::model::covering::{Allotment, Certificate, Covering, Multipliers, Stock};
use crate::scalar::{Int, Rational, Scalar, max};

/// The limit on the ratio of cost to isolation cost up to which a task may have a resource.
#[derive(Clone, Copy, Debug)]
enum Limit<'a> {
    None,
    UpTo(&'a Rational),
    Below(&'a Rational),
}

impl Limit<'_> {
    fn allows(self, stock: &Stock, i: usize, j: usize) -> bool {
        match self {
            Limit::None => true,
            Limit::UpTo(limit) => stock.cost[i] <= limit * &stock.isolation()[j],
            Limit::Below(limit) => stock.cost[i] < limit * &stock.isolation()[j],
        }
    }
}

/// The solution of one programme: the least ratio with its fractions, if feasible, and the multipliers in
/// either case.
struct Solved {
    least: Option<(Rational, Vec<Vec<Rational>>)>,
    proof: Multipliers,
}

/// The solution that attains the least ratio.
enum Reached {
    Mixture(Mixture),
    Fraction(Vec<Vec<Rational>>),
}

impl Reached {
    fn fraction(self, stock: &Stock) -> Vec<Vec<Rational>> {
        match self {
            Reached::Mixture(mixture) => mixture.fraction(stock),
            Reached::Fraction(fraction) => fraction,
        }
    }
}

/// The least ratio over fractions on the allowed pairs: as a mixture of assignments if sizes are 1 and
/// demands whole, otherwise by one linear programme.
fn within(
    kind: Formulation,
    stock: &Stock,
    limit: Limit<'_>,
    patience: &Patience,
) -> Timely<Option<(Rational, Reached)>> {
    if !stock.unit() {
        let least = solve_programme(kind, stock, limit, patience)?.least;
        return Ok(least.map(|(ratio, x)| (ratio, Reached::Fraction(x))));
    }
    let mixture = Game::new(stock, |i, j| limit.allows(stock, i, j)).solve(patience).uncut()?.ok();
    Ok(mixture.map(|mixture| (mixture.ratio.clone(), Reached::Mixture(mixture))))
}

/// Multipliers that prove the least ratio, or infeasibility.
fn multipliers(
    kind: Formulation,
    stock: &Stock,
    limit: Limit<'_>,
    patience: &Patience,
) -> Timely<Multipliers> {
    if !stock.unit() {
        return Ok(solve_programme(kind, stock, limit, patience)?.proof);
    }
    let game = Game::new(stock, |i, j| limit.allows(stock, i, j));
    game.solve(patience).uncut()?.map_or_else(Ok, |mixture| game.proof(&mixture, patience))
}

/// Solves one linear programme, for any sizes.
fn solve_programme(
    kind: Formulation,
    stock: &Stock,
    limit: Limit<'_>,
    patience: &Patience,
) -> Timely<Solved> {
    let (resources, tasks) = (stock.resources(), stock.tasks());
    let pairs: Vec<(usize, usize)> = (0..resources)
        .flat_map(|i| (0..tasks).map(move |j| (i, j)))
        .filter(|&(i, j)| kind.fits(stock, i, j) && limit.allows(stock, i, j))
        .collect();
    let ratio = pairs.len();
    let mut program = Program::new(ratio + 1);
    program.objective[ratio] = -Rational::one();
    let (mut of_task, mut of_resource) = (vec![Vec::new(); tasks], vec![Vec::new(); resources]);
    for (v, &(i, j)) in pairs.iter().enumerate() {
        of_task[j].push((v, i));
        of_resource[i].push((v, Rational::one()));
    }
    for row in of_resource {
        program.at_most(row, Rational::one());
    }
    for (j, row) in of_task.iter().enumerate() {
        let terms = row.iter().map(|&(v, i)| (v, stock.size[i].clone())).collect();
        program.at_least(terms, stock.demand[j].clone());
    }
    for (j, row) in of_task.iter().enumerate() {
        let mut terms: Vec<_> = row.iter().map(|&(v, i)| (v, stock.cost[i].clone())).collect();
        terms.push((ratio, -stock.isolation()[j].clone()));
        program.at_most(terms, Rational::zero());
    }
    let (point, multipliers) = match solve(&program, patience)? {
        Solution::Optimal { point, multipliers, .. } => (Some(point), multipliers),
        Solution::Infeasible { multipliers } => (None, multipliers),
        Solution::Unbounded { .. } => unreachable!("the ratio is bounded by zero"),
    };
    let proof = Multipliers {
        resource: multipliers[..resources].to_vec(),
        cover: multipliers[resources..resources + tasks].iter().map(|m| -m.clone()).collect(),
        pay: multipliers[resources + tasks..].to_vec(),
    };
    let least = point.map(|point| {
        let mut fraction = vec![vec![Rational::zero(); tasks]; resources];
        for (&(i, j), x) in pairs.iter().zip(&point) {
            fraction[i][j] = x.clone();
        }
        (point[ratio].clone(), fraction)
    });
    Ok(Solved { least, proof })
}

/// The least ratio with its fractions; `None` if no ratio is feasible.
pub(super) fn optimal(kind: Formulation, stock: &Stock, patience: &Patience) -> Timely<Option<Allotment>> {
    let parts =
        |(ratio, reached): (_, Reached)| Allotment::Parts { fraction: reached.fraction(stock), ratio };
    Ok(reach(kind, stock, patience)?.map(parts))
}

fn reach(kind: Formulation, stock: &Stock, patience: &Patience) -> Timely<Option<(Rational, Reached)>> {
    if kind == Formulation::Naive {
        return within(kind, stock, Limit::None, patience);
    }
    let mut steps: Vec<Rational> = (0..stock.resources())
        .flat_map(|i| (0..stock.tasks()).map(move |j| (i, j)))
        .filter(|&(i, j)| kind.fits(stock, i, j))
        .map(|(i, j)| &stock.cost[i] / &stock.isolation()[j])
        .collect();
    steps.sort();
    steps.dedup();
    // The first interval between two steps that is feasible: located by floats, then exactly.
    let (mut low, mut high) = (0, steps.len());
    let mut probe = if stock.unit() { glance(stock, &steps) } else { 0 };
    let mut found = None;
    while low < high {
        let solved = within(kind, stock, Limit::UpTo(&steps[probe]), patience)?;
        let next = steps.get(probe + 1);
        match solved.filter(|(ratio, _)| next.is_none_or(|next| ratio < next)) {
            Some((ratio, reached)) => {
                high = probe;
                let inside = ratio >= steps[probe];
                found = Some((max(steps[probe].clone(), ratio), reached));
                if inside {
                    break;
                }
                probe = if probe > low { probe - 1 } else { low };
            }
            None => {
                low = probe + 1;
                probe = usize::midpoint(low, high);
            }
        }
    }
    Ok(found)
}

/// Multipliers that prove that no ratio is smaller than `ratio`, if so.
pub(super) fn proof(
    kind: Formulation,
    stock: &Stock,
    ratio: &Rational,
    patience: &Patience,
) -> Timely<Multipliers> {
    let limit = if kind == Formulation::Naive { Limit::None } else { Limit::Below(ratio) };
    multipliers(kind, stock, limit, patience)
}

/// The first interval that is feasible according to floats: from the naive value on in growing leaps, then by
/// bisection of the last leap.
fn glance(stock: &Stock, steps: &[Rational]) -> usize {
    let naive = Game::new(stock, |_, _| true).glance(None);
    let feasible = |k: usize| {
        let limit = Limit::UpTo(&steps[k]);
        let next = steps.get(k + 1).map(Rational::to_f64);
        let ratio = Game::new(stock, |i, j| limit.allows(stock, i, j)).glance(next);
        next.is_none_or(|next| ratio < next)
    };
    let last = steps.len() - 1;
    let mut low = steps.partition_point(|step| step.to_f64() <= naive).saturating_sub(1).min(last);
    let (mut high, mut leap) = (low, 1);
    while high < last && !feasible(high) {
        low = high + 1;
        high = (high + leap).min(last);
        leap *= 2;
    }
    while low < high {
        let middle = usize::midpoint(low, high);
        if feasible(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

/// A ratio, amounts that attain it (resources x tasks), and the number of units that make a whole resource.
pub(super) type InUnits = (Rational, Vec<Vec<Int>>, Int);

/// The value of the pruned programme for sizes 1 and whole demands, with amounts that attain it.
pub(super) fn pruned_amounts(stock: &Stock, patience: &Patience) -> Timely<Option<InUnits>> {
    Ok(match reach(Formulation::Pruned, stock, patience)? {
        Some((ratio, Reached::Mixture(mixture))) => {
            let (amounts, whole) = mixture.amounts(stock);
            Some((ratio, amounts, whole))
        }
        _ => None,
    })
}

/// The value of the pruned programme, with its proof.
pub(super) fn pruned(stock: &Stock, patience: &Patience) -> Timely<Option<(Rational, Multipliers)>> {
    let Some((ratio, _)) = reach(Formulation::Pruned, stock, patience)? else { return Ok(None) };
    let proof = proof(Formulation::Pruned, stock, &ratio, patience)?;
    Ok(Some((ratio, proof)))
}

/// Fractions of the pruned programme at the ratio `ratio`, if it is feasible.
pub(super) fn pruned_at(
    stock: &Stock,
    ratio: &Rational,
    patience: &Patience,
) -> Timely<Option<Vec<Vec<Rational>>>> {
    let found = within(Formulation::Pruned, stock, Limit::UpTo(ratio), patience)?;
    Ok(found.filter(|(least, _)| least <= ratio).map(|(_, reached)| reached.fraction(stock)))
}

/// Fractions of the pruned programme at its value, if it is feasible.
///
/// # Errors
/// The work was cut short.
pub fn pruned_fractions(stock: &Stock, patience: &Patience) -> Timely<Option<Allotment>> {
    if enough(stock).is_err() || too_large(stock) {
        return Ok(None);
    }
    optimal(Formulation::Pruned, stock, patience)
}

fn too_large(stock: &Stock) -> bool {
    let (resources, tasks) = (stock.resources(), stock.tasks());
    !stock.unit() && resources.saturating_mul(tasks).saturating_mul(resources + 2 * tasks) > MOST_CELLS
}

/// The largest number of cells of a programme that is set up.
const MOST_CELLS: usize = 40_000_000;

impl Mechanism<Covering> for Programme {
    fn allocate(&self, stock: &Stock, patience: &Patience) -> Allocated<Covering> {
        enough(stock)?;
        if too_large(stock) {
            let size = format!("{} resources and {} tasks", stock.resources(), stock.tasks());
            return Err(Refusal::Undecided(format!("an exact programme of {size} is too large")).into());
        }
        match optimal(self.kind, stock, patience)? {
            Some(outcome) => Ok(outcome),
            None => Ok(refuse("finds no ratio at which the programme is feasible")?),
        }
    }

    fn certify(&self, stock: &Stock, outcome: &Allotment, patience: &Patience) -> Certified<Covering> {
        Ok(Certificate::Multipliers(proof(self.kind, stock, &outcome.ratio(stock), patience)?))
    }

    fn trace(&self, stock: &Stock, patience: &Patience) -> Followed<Covering> {
        let end = self.allocate(stock, patience)?;
        let mut trace = sentences::certificate_alone(stock, &end, "The solution of the programme");
        let ratio = end.ratio(stock);
        let proof = proof(self.kind, stock, &ratio, patience)?;
        trace.steps.push(sentences::lower_bound(stock, &ratio, self.kind, &proof));
        Ok(trace)
    }
}
