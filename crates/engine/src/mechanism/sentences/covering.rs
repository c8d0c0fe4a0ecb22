//! Covering in words: the rounds of greedy, fractions to slots to a matching, bisection, and lower bounds
//! as inequalities.

use fairwitness_kernel::specification::covering::{Formulation, Round, interval, resolution};

use super::{agents, listed, over, shared, verb};
use crate::arithmetic::{added, held};
use crate::document::Value;
use crate::mechanism::covering::{Halving, Rounded};
use crate::model::Refusal;
use crate::model::covering::{Allotment, Covering, Multipliers, Stock};
use crate::scalar::{Int, Rational, Scalar, dot, sum};
use crate::trace::{BOUND, CERTIFICATE, MOST_STEPS, Step, Trace, too_many};

/// Refuses a stock with too many pairs of a resource and a task.
///
/// # Errors
/// The refusal.
pub fn few_resources(stock: &Stock) -> Result<(), Refusal> {
    if stock.resources().saturating_mul(stock.tasks()) > MOST_STEPS { Err(too_many()) } else { Ok(()) }
}

/// The first step: the isolation cost of each task.
pub(super) fn alone(stock: &Stock) -> Step {
    let mut step = Step::new("alone", "What each task would pay alone, I: the cheapest cover of its demand.")
        .with("isolation", Value::numbers(stock.isolation()));
    let prices = stock.isolation().iter().zip(&stock.demand).enumerate();
    for (formula, tasks) in shared(prices.map(|(j, (price, demand))| (cheapest(stock, price, demand), j))) {
        step = step.line(formula, agents("task", &tasks));
    }
    step
}

/// The cheapest cover of a demand; written out where resources have the size 1, so that the cheapest resources are one.
fn cheapest(stock: &Stock, price: &Rational, demand: &Rational) -> String {
    let mut costs = stock.cost.clone();
    costs.sort();
    let own: Vec<Rational> = (1..=costs.len())
        .take_while(|k| Rational::int(*k as i64) < demand + Rational::one())
        .map(|k| costs[k - 1].clone())
        .collect();
    if stock.unit() && own.len() > 1 && own.len() <= MOST_TERMS && sum(own.iter().cloned()) == *price {
        format!("I = {} = {price} at the demand {demand}", added(&own))
    } else {
        format!("I = {price} at the demand {demand}")
    }
}

/// Costs of one task beyond which their sum is not written out.
const MOST_TERMS: usize = 9;

/// The last step: the cost that each task pays, and its ratio.
pub(super) fn paid(stock: &Stock, given: &[Option<usize>]) -> Step {
    let name = |j: &Option<usize>| j.map_or_else(|| Value::text("none"), Value::index);
    let says = "The outcome: what each task pays, and the ratio to what it would pay alone.";
    let mut step =
        Step::new("assignment", says).with("assignment", Value::List(given.iter().map(name).collect()));
    for (j, (paid, alone)) in stock.paid(given).iter().zip(stock.isolation()).enumerate() {
        let own: Vec<usize> = (0..given.len()).filter(|&i| given[i] == Some(j)).collect();
        let has = if own.is_empty() { "no resource".to_string() } else { agents("resource", &own) };
        let costs: Vec<Rational> = own.iter().map(|&i| stock.cost[i].clone()).collect();
        let pays = if costs.len() > 1 && costs.len() <= MOST_TERMS {
            format!("({})", added(&costs))
        } else {
            held(paid)
        };
        let line = format!("{pays} / {} = {}", held(alone), paid / alone);
        step = step.line(line, format!("task {} has {has}", j + 1));
    }
    step.line(format!("ratio = {}", stock.ratio(given)), "the largest of them")
}

/// The `rounds` of the greedy rule, which serves `first` of equal tasks first, and its end `given`.
pub fn greedy(stock: &Stock, first: &str, rounds: &[Round], given: Vec<Option<usize>>) -> Trace<Covering> {
    let total = sum(stock.cost.iter().cloned());
    let says = format!(
        "Resources go in the order of their costs, of equals the lower number, each to the task with the largest \
         (lacks + paid / C) / demand, of equals {first}; C is the cost of all resources together."
    );
    let rule = Step::new("rule", says).line(format!("C = {total}"), "all costs added up");
    let mut steps = vec![rule, alone(stock)];
    for (k, Round { resource, claims, task, before }) in rounds.iter().enumerate() {
        let Some(task) = task else {
            let says = "All demands are covered; the resources that are left go to no task.";
            steps.push(Step::new("end", says));
            continue;
        };
        let (round, name, cost) = (k + 1, task + 1, &stock.cost[*resource]);
        let says =
            format!("Round {round}: resource {}, at the cost {cost}, goes to task {name}.", resource + 1);
        let mut step = Step::new("round", says)
            .with("resource", Value::index(*resource))
            .with("task", Value::index(*task));
        let claims = claims.iter().map(|(j, claim)| {
            let (lacks, paid) = &before[*j];
            (format!("({lacks} + {}) / {} = {claim}", over(paid, &total), stock.demand[*j]), *j)
        });
        for (formula, tasks) in shared(claims) {
            step.put(formula, agents("task", &tasks));
        }
        steps.push(step);
    }
    steps.push(paid(stock, &given));
    steps.push(Step::new(BOUND, "The rule leaves no choice: each round has one winner, ties included."));
    Trace { steps, end: Some(Allotment::Whole(given)) }
}

/// The fractions as a step.
pub(super) fn fractions(stock: &Stock, fraction: &[Vec<Rational>], ratio: &Rational, says: &str) -> Step {
    let mut step = Step::new("fractions", says.to_string())
        .with("fraction", Value::matrix(fraction))
        .with("ratio", Value::Number(ratio.clone()));
    let pays = |j: usize| {
        let own: Vec<usize> = (0..stock.resources()).filter(|&i| fraction[i][j].is_positive()).collect();
        let parts = shared(own.iter().map(|&i| (fraction[i][j].to_string(), i)));
        let parts: Vec<String> = parts
            .iter()
            .map(|(part, resources)| format!("{part} of {}", agents("resource", resources)))
            .collect();
        let paid = sum(own.iter().map(|&i| &fraction[i][j] * &stock.cost[i]));
        format!("{paid} for {}", listed(&parts))
    };
    for (what, tasks) in shared((0..stock.tasks()).map(|j| (pays(j), j))) {
        step = step.line(what, format!("what {} {}", agents("task", &tasks), verb(tasks.len(), "pay")));
    }
    step.line(format!("rho = {ratio}"), "the smallest ratio for which the programme has fractions")
}

/// The rounding: fractions, slots that hold as much as a resource, and a resource for each slot.
pub fn rounding(stock: &Stock, rounded: &Rounded) -> Trace<Covering> {
    let Rounded { ratio, amounts, whole, slots, holder } = rounded;
    let part = |amount: &Int| Rational::from_int(amount) / Rational::from_int(whole);
    let fraction: Vec<Vec<Rational>> = amounts.iter().map(|row| row.iter().map(part).collect()).collect();
    let says = "The pruned programme is solved: parts of resources, at the smallest ratio.";
    let pours =
        "The parts of each task, the dearest first, are poured into slots that hold as much as one resource.";
    let mut poured = Step::new("slots", pours);
    for (k, (j, held)) in slots.iter().enumerate() {
        let held: Vec<String> = held.iter().map(|i| (i + 1).to_string()).collect();
        poured
            .put(format!("slot {}: task {}", k + 1, j + 1), format!("parts of resources {}", listed(&held)));
    }
    let takes = "Each slot takes one of its resources whole, and no resource goes to two slots.";
    let mut matching = Step::new("matching", takes);
    for (i, slot) in holder.iter().enumerate() {
        if let Some(slot) = slot {
            let formula = format!("resource {} to slot {}", i + 1, slot + 1);
            matching.put(formula, format!("task {}", slots[*slot].0 + 1));
        }
    }
    let given = rounded.assignment();
    let steps =
        vec![alone(stock), fractions(stock, &fraction, ratio, says), poured, matching, paid(stock, &given)];
    Trace { steps, end: Some(Allotment::Whole(given)) }
}

/// The `halvings` of bisection, and its end.
pub fn bisection(stock: &Stock, end: Allotment, halvings: &[Halving]) -> Trace<Covering> {
    let mut steps = vec![alone(stock)];
    let mut last = Rational::one();
    if let Some((low, high)) = interval(stock) {
        steps.push(
            Step::new("interval", "The search begins between 1 and the largest cost over the smallest.")
                .line(format!("{low} <= rho <= {high}"), "the interval at the beginning"),
        );
        last = high;
    }
    let mut step =
        Step::new("halving", format!("The interval is halved until it is no longer than {}.", resolution()));
    for Halving { low, high, fits } in halvings {
        let why =
            if *fits { "the programme has fractions at the middle" } else { "it has none at the middle" };
        step.put(format!("{low} <= rho <= {high}"), why);
        last.clone_from(high);
    }
    steps.push(step.with("ratio", Value::Number(last)));
    Trace { steps, end: Some(end) }
}

/// The trace of a mechanism that has only a certificate: its outcome, and the sentence `what`.
pub fn certificate_alone(stock: &Stock, end: &Allotment, what: &str) -> Trace<Covering> {
    let mut steps = vec![alone(stock)];
    steps.push(Step::new(
        CERTIFICATE,
        format!(
            "{what} is found by a search that has no steps to follow; what counts is the certificate below."
        ),
    ));
    match end {
        Allotment::Whole(given) => steps.push(paid(stock, given)),
        Allotment::Parts { fraction, ratio } => {
            let says = "The outcome: parts of resources, and what each task pays for them.";
            steps.push(fractions(stock, fraction, ratio, says));
        }
    }
    Trace { steps, end: Some(end.clone()) }
}

/// The multipliers as an inequality: no ratio is below `ratio`.
pub fn lower_bound(stock: &Stock, ratio: &Rational, kind: Formulation, proof: &Multipliers) -> Step {
    let some = |name: &str, x: &[Rational]| {
        let above = x.iter().enumerate().filter(|(_, x)| x.is_positive());
        let all: Vec<String> = above.map(|(k, x)| format!("{name}{} = {x}", k + 1)).collect();
        if all.is_empty() { format!("all {name} = 0") } else { all.join(", ") }
    };
    let products = |x: &[Rational], y: &[Rational]| -> Vec<String> {
        let weighed = x.iter().zip(y).filter(|(_, y)| y.is_positive());
        weighed.map(|(x, y)| format!("{} * {}", held(x), held(y))).collect()
    };
    let gains = products(&stock.demand, &proof.cover);
    let costs = products(stock.isolation(), &proof.pay);
    let prices: Vec<String> =
        proof.resource.iter().filter(|y| y.is_positive()).map(ToString::to_string).collect();
    let gain = dot(stock.demand.iter().zip(&proof.cover)) - sum(proof.resource.iter().cloned());
    let cost = dot(stock.isolation().iter().zip(&proof.pay));
    let allowed = match kind {
        Formulation::Naive => "each resource i and task j",
        Formulation::Pruned => {
            "each resource i and each task j that could pay c_i alone at a ratio below that"
        }
        Formulation::Sized => {
            "each resource i and each task j that could pay c_i alone at a ratio below that and whose demand is not smaller than the resource"
        }
    };
    let valued = if stock.unit() { "v_j" } else { "v_j times the size of resource i" };
    let paid = (!costs.is_empty()).then(|| format!("rho * ({})", costs.join(" + ")));
    let right: Vec<String> = paid.into_iter().chain(prices).collect();
    let right = if right.is_empty() { "0".to_string() } else { right.join(" + ") };
    let step = Step::new(
        BOUND,
        format!(
            "No ratio below {ratio} is possible. Suppose that fractions x have a smaller ratio rho: each task j is covered, no resource i \
             is given away more than once, and task j pays at most rho times I_j, what it would pay alone. Weigh these three kinds of \
             inequalities with v for tasks, y for resources and f for payments. For {allowed}, {valued} is at most f_j c_i + y_i, so each \
             fraction is worth no more on the left than on the right, and the sum is a contradiction."
        ),
    )
    .line(some("v", &proof.cover), "the weights of the tasks' demands")
    .line(some("y", &proof.resource), "the weights of the resources")
    .line(some("f", &proof.pay), "the weights of the payments; all other weights are 0")
    .line(
        format!("{} <= {right}", gains.join(" + ")),
        "demands times v; payments alone times f and rho, and the weights y",
    );
    if cost.is_positive() {
        let line = format!("rho >= {} = {}", over(&gain, &cost), &gain / &cost);
        step.line(line, "what the sum says of the ratio, so no smaller ratio fulfils it")
    } else {
        step.line(format!("{gain} <= 0"), "what the sum says, which is false")
    }
}
