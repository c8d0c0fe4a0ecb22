//! Cases for Coq: instances, the engine's outcomes for them, and neighbouring allocations that are no
//! outcomes.
//!
//! `cargo run --example coq_audit -- DIR COUNT SEED` writes a file for each mechanism into DIR: the papers'
//! examples and COUNT random instances. Each case is a closed theorem: the specification in `proofs/` holds
//! for the allocations that the engine certifies, and fails for the rest. `sh proofs/audit.sh` runs the
//! example and compiles the theorems.

#![allow(clippy::print_stdout)]

use std::fmt::Write as _;
use std::path::Path;

use fairwitness::document::{Document, Node, Value};
use fairwitness::instances::{self, Scope, draw_number};
use fairwitness::linear::Patience;
use fairwitness::mechanism::{self, Mechanism, certified};
use fairwitness::model::Model;
use fairwitness::model::arrivals::{Arrivals, History, Sequence};
use fairwitness::model::cluster::{Certificate, Cluster, Placement, Pool, Weight};
use fairwitness::model::covering::{self, Allotment, Covering, Stock};
use fairwitness::property::evidence::{Run, Verdict};
use fairwitness::property::{self, Examine, Hearing};
use fairwitness::scalar::{Rational, Scalar, greatest, least, sum};
use rand::RngExt as _;

/// An instance with the engine's outcome and its neighbours, each marked as an outcome or not, and the hint
/// that Coq needs for the proof.
struct Case {
    instance: String,
    hint: String,
    outcomes: Vec<(String, bool)>,
}

/// A file: the module of `proofs/Audit`, and the names in it.
struct Kind {
    id: &'static str,
    module: &'static str,
    cases: &'static str,
    fine: &'static str,
    meets: &'static str,
    theorem: &'static str,
}

fn kind(id: &'static str, module: &'static str, cases: &'static str, meets: &'static str) -> Kind {
    let fine = if module.starts_with("Cluster") { "well_formed" } else { "orderly" };
    Kind { id, module, cases, fine, meets, theorem: "" }
}

fn q(x: &Rational) -> String {
    if x.is_integer() { x.to_string() } else { format!("({} # {})", x.numerator(), x.denominator()) }
}

fn nat(x: &Rational) -> String {
    format!("{x}%nat")
}

fn list<T>(items: impl IntoIterator<Item = T>, show: impl Fn(T) -> String) -> String {
    format!("[{}]", items.into_iter().map(show).collect::<Vec<_>>().join("; "))
}

fn row(items: &[Rational]) -> String {
    list(items, q)
}

fn table(rows: &[Vec<Rational>]) -> String {
    list(rows, |r| row(r))
}

fn option(x: Option<String>) -> String {
    x.map_or_else(|| "None".to_string(), |x| format!("Some {x}"))
}

/// The largest number of neighbours in a case.
const MOST_NEAR: usize = 16;

/// Returns the outcome and its neighbours, each with the answer of the engine.
fn answered<M: Model>(
    mechanism: &dyn Mechanism<M>,
    instance: &M::Instance<Rational>,
    outcome: &M::Outcome<Rational>,
    near: Vec<M::Outcome<Rational>>,
    show: impl Fn(&M::Outcome<Rational>) -> String,
) -> Vec<(String, bool)> {
    let mut all = vec![(show(outcome), true)];
    // If there are many neighbours, they are taken at regular intervals.
    let step = near.len().div_ceil(MOST_NEAR).max(1);
    for other in near.into_iter().step_by(step) {
        let text = show(&other);
        if all.iter().all(|(seen, _)| *seen != text) {
            all.push((text, certified(mechanism, instance, &other, &Patience::unlimited()).is_ok()));
        }
    }
    all
}

fn half(x: &Rational) -> Rational {
    x / Rational::int(2)
}

/// Returns neighbours of an allocation: one entry halved; half of one moved to the next user or the next
/// column; two neighbouring rows exchanged; one entry raised.
fn near(rows: &[Vec<Rational>]) -> Vec<Vec<Vec<Rational>>> {
    let mut all = Vec::new();
    for (u, row) in rows.iter().enumerate() {
        for (i, x) in row.iter().enumerate().filter(|(_, x)| x.is_positive()) {
            let part = half(x);
            let mut less = rows.to_vec();
            less[u][i] = part.clone();
            let (v, j) = ((u + 1) % rows.len(), (i + 1) % row.len());
            if v != u && i < rows[v].len() {
                let mut moved = less.clone();
                moved[v][i] = &moved[v][i] + &part;
                all.push(moved);
            }
            if j != i {
                let mut moved = less.clone();
                moved[u][j] = &moved[u][j] + &part;
                all.push(moved);
            }
            all.push(less);
        }
        if let Some(x) = row.last() {
            let mut more = rows.to_vec();
            let last = row.len() - 1;
            more[u][last] = x + Rational::new(1, 2);
            all.push(more);
        }
        if u > 0 && rows[u - 1].len() == row.len() {
            let mut swapped = rows.to_vec();
            swapped.swap(u - 1, u);
            all.push(swapped);
        }
    }
    all
}

fn mechanism_of<M: Model>(
    all: &'static [&'static dyn Mechanism<M>],
    id: &str,
) -> Option<&'static dyn Mechanism<M>> {
    all.iter().copied().find(|m| m.id() == id)
}

// Cluster, divisible tasks.

fn weights(pool: &Pool) -> String {
    match &pool.weight {
        Weight::User(w) => list(w, |w| format!("[{}]", q(w))),
        Weight::Resource(w) => table(w),
    }
}

fn pool_text(pool: &Pool) -> String {
    let rate: Vec<Vec<Rational>> = if pool.rate.is_some() { pool.gammas() } else { Vec::new() };
    format!(
        "Pool {} {} {} {} {} {}",
        table(&pool.capacity),
        table(&pool.demand),
        weights(pool),
        list(pool.eligible.iter(), |row| list(row, bool::to_string)),
        list(&pool.tasks, |has| option(has.as_ref().map(q))),
        table(&rate)
    )
}

/// Returns the increase of a user's level by one task, from the definition of the page.
fn slope(id: &str, pool: &Pool, u: usize) -> Rational {
    let weight = pool.weight(u, 0);
    if id == "tsf" || id == "cdrf" {
        return Rational::one() / (weight * sum((0..pool.servers()).map(|i| pool.whole_server(u, i))));
    }
    let pooled = pool.pooled();
    let shares =
        (0..pool.resources()).filter(|&r| pooled[r].is_positive()).map(|r| &pool.demand[u][r] / &pooled[r]);
    greatest(shares).unwrap_or_else(Rational::zero) / weight
}

/// Returns the rounds of a record in the form for Coq: weights of levels become multipliers of totals.
fn rounds(id: &str, pool: &Pool, certificate: &Certificate) -> Option<String> {
    let written = Cluster::write_certificate(pool, certificate);
    let Some(Value::List(rounds)) = written.get("rounds") else { return Some("[]".to_string()) };
    let numbers = |value: &Value| {
        Node::new("", value).list().ok()?.iter().map(|n| n.number().ok()).collect::<Option<Vec<_>>>()
    };
    let round = |round: &Value| {
        let weights = numbers(round.get("weights")?)?;
        let total =
            |(u, w): (usize, &Rational)| if w.is_zero() { Rational::zero() } else { w * slope(id, pool, u) };
        let totals: Vec<Rational> = weights.iter().enumerate().map(total).collect();
        let Value::List(capacity) = round.get("capacity")? else { return None };
        let capacity: Vec<Vec<Rational>> = capacity.iter().map(numbers).collect::<Option<_>>()?;
        Some(format!("Round {} {} {}", row(&totals), table(&capacity), row(&numbers(round.get("tasks")?)?)))
    };
    let rounds: Vec<String> = rounds.iter().map(round).collect::<Option<_>>()?;
    Some(format!("[{}]", rounds.join("; ")))
}

fn divisible(mechanism: &dyn Mechanism<Cluster>, pool: &Pool) -> Option<Case> {
    let outcome = mechanism.allocate(pool, &Patience::unlimited()).ok()?;
    let certificate = certified(mechanism, pool, &outcome, &Patience::unlimited()).ok()?;
    let show = |x: &Placement| table(&x.tasks);
    let near = near(&outcome.tasks).into_iter().map(|tasks| Placement { tasks }).collect();
    Some(Case {
        instance: pool_text(pool),
        hint: format!("({}, {})", rounds(mechanism.id(), pool, &certificate)?, show(&outcome)),
        outcomes: answered(mechanism, pool, &outcome, near, show),
    })
}

// Properties of the model cluster.

/// Judges the property on the outcome of TSF and its neighbours; infeasible neighbours are omitted unless
/// feasibility is the question. In Coq an instance has one weight per user.
fn judged(property: &dyn Examine<Cluster>, pool: &Pool) -> Option<Case> {
    if pool.rate.is_some() || pool.user_weights().is_none() {
        return None;
    }
    let mechanism = mechanism_of(mechanism::CLUSTER, "tsf")?;
    let outcome = mechanism.allocate(pool, &Patience::unlimited()).ok()?;
    let near = near(&outcome.tasks);
    let step = near.len().div_ceil(MOST_NEAR).max(1);
    let mut outcomes: Vec<(String, bool)> = Vec::new();
    for tasks in std::iter::once(outcome.tasks).chain(near.into_iter().step_by(step)) {
        let run = Run { mechanism: mechanism.specification(), instance: pool, outcome: Placement { tasks } };
        let possible = Cluster::feasible(mechanism.setting(), pool, &run.outcome).is_ok();
        let answer = match property
            .examine(&Hearing::of(mechanism, &run, &Patience::unlimited()))
            .expect("nothing cuts it short")
        {
            Verdict::Holds => true,
            Verdict::Violated(_) => false,
            Verdict::OutOfScope(_) | Verdict::Undecided(_) => continue,
        };
        let text = table(&run.outcome.tasks);
        if (possible || property.facts().judges_infeasible) && outcomes.iter().all(|(seen, _)| *seen != text)
        {
            outcomes.push((text, answer));
        }
    }
    Some(Case { instance: pool_text(pool), hint: "tt".to_string(), outcomes })
}

// Cluster, whole tasks.

fn whole_instance(pool: &Pool) -> Option<String> {
    let whole = |has: &Option<Rational>| option(has.as_ref().map(|has| nat(&has.floor())));
    Some(format!(
        "Machine {} {} {} {} {}",
        row(pool.capacity.first()?),
        table(&pool.demand),
        weights(pool),
        list(pool.eligible.iter(), |row| row[0].to_string()),
        list(&pool.tasks, whole)
    ))
}

/// Returns neighbours in whole tasks: one task less, one more, one moved, two users exchanged.
fn whole_near(given: &[Rational]) -> Vec<Vec<Rational>> {
    let one = Rational::one();
    let mut all = Vec::new();
    for u in 0..given.len() {
        let mut more = given.to_vec();
        more[u] = &more[u] + &one;
        all.push(more);
        if given[u].is_positive() {
            let mut less = given.to_vec();
            less[u] = &less[u] - &one;
            let mut moved = less.clone();
            let v = (u + 1) % given.len();
            moved[v] = &moved[v] + &one;
            all.extend([less, moved]);
        }
        if u > 0 {
            let mut swapped = given.to_vec();
            swapped.swap(u - 1, u);
            all.push(swapped);
        }
    }
    all
}

/// Returns the weighted dominant share of one task, for the users who can run a task.
fn units(pool: &Pool) -> Vec<Option<Rational>> {
    let unit = |u: usize| {
        let demanded = (0..pool.resources()).filter(|&r| pool.demand[u][r].is_positive());
        greatest(demanded.map(|r| &pool.demand[u][r] / (&pool.capacity[0][r] * pool.weight(u, r))))
    };
    (0..pool.users()).map(|u| if pool.runs_on(u, 0) { unit(u) } else { None }).collect()
}

/// Returns, for each user and each other user, the number of the other user's tasks that precede the user's
/// next task in the order of filling.
fn before(pool: &Pool, given: &[Rational], tie: &str) -> String {
    let units = units(pool);
    let first = |i: usize, j: usize| match (tie, &units[i], &units[j]) {
        ("larger", Some(a), Some(b)) if a != b => a > b,
        ("smaller", Some(a), Some(b)) if a != b => a < b,
        _ => i < j,
    };
    let earlier = |n: usize, j: usize| -> String {
        let (Some(own), Some(other)) = (&units[n], &units[j]) else { return "0%nat".to_string() };
        let key = &given[n] * own;
        let mut count = Rational::zero();
        while count < given[j] {
            let place = &count * other;
            if place > key || (place == key && !first(j, n)) {
                break;
            }
            count = &count + Rational::one();
        }
        nat(&count)
    };
    list(0..given.len(), |n| list(0..given.len(), |j| earlier(n, j)))
}

/// Returns the level that the users `inn` reach with the resources `left`.
fn level(pool: &Pool, units: &[Option<Rational>], inn: &[usize], left: &[Rational]) -> Option<Rational> {
    let load = |r: usize| sum(inn.iter().filter_map(|&u| Some(&pool.demand[u][r] / units[u].as_ref()?)));
    least((0..left.len()).filter(|&r| load(r).is_positive()).map(|r| &left[r] / load(r)))
}

fn cycles(pool: &Pool) -> String {
    let units = units(pool);
    let mut inn: Vec<usize> = (0..pool.users()).filter(|&u| units[u].is_some()).collect();
    let mut left = pool.capacity[0].clone();
    let mut steps = Vec::new();
    while let Some(most) = greatest(inn.iter().filter_map(|&u| units[u].clone())) {
        let Some(level) = level(pool, &units, &inn, &left) else { break };
        let mut gets = vec![Rational::zero(); pool.users()];
        if level >= most {
            for &u in &inn {
                if let Some(unit) = &units[u] {
                    gets[u] = (&level / unit).floor();
                    left.iter_mut().zip(&pool.demand[u]).for_each(|(l, d)| *l = &*l - &gets[u] * d);
                }
            }
        }
        steps.push(format!("({}, {}, {})", q(&most), q(&level), list(&gets, nat)));
        inn.retain(|&u| units[u].as_ref().is_some_and(|unit| *unit < most));
    }
    format!("[{}]", steps.join("; "))
}

fn whole(mechanism: &dyn Mechanism<Cluster>, pool: &Pool) -> Option<Case> {
    if pool.servers() != 1 {
        return None;
    }
    let outcome = mechanism.allocate(pool, &Patience::unlimited()).ok()?;
    certified(mechanism, pool, &outcome, &Patience::unlimited()).ok()?;
    let given = outcome.totals();
    let show = |x: &Placement| list(&x.totals(), nat);
    let placed = |given: Vec<Rational>| Placement { tasks: given.into_iter().map(|x| vec![x]).collect() };
    let instance = whole_instance(pool)?;
    let all = || (0..pool.users()).filter(|&u| pool.runs_on(u, 0)).collect::<Vec<_>>();
    let stop = || q(&level(pool, &units(pool), &all(), &pool.capacity[0]).unwrap_or_else(Rational::zero));
    let id = mechanism.id();
    if id == "pdrf-final" {
        // The specification in Coq is looser than the page: precomputed DRF and at most one more task per
        // user.
        let plain =
            mechanism_of(mechanism::CLUSTER, "pdrf")?.allocate(pool, &Patience::unlimited()).ok()?.totals();
        let mut outcomes = vec![(list(&given, nat), true)];
        for u in 0..given.len() {
            let mut more = given.clone();
            more[u] = &plain[u] + Rational::int(2);
            outcomes.push((list(&more, nat), false));
            if plain[u].is_positive() {
                let mut less = given.clone();
                less[u] = &plain[u] - Rational::one();
                outcomes.push((list(&less, nat), false));
            }
        }
        return Some(Case { instance, hint: format!("({}, {})", list(&plain, nat), stop()), outcomes });
    }
    let hint = match id {
        "drf-tasks" | "drf-tasks-lower" | "drf-tasks-index" => "tt".to_string(),
        "drf-tasks-skip" => format!("({}, {})", list(&given, nat), before(pool, &given, "larger")),
        "drf-tasks-skip-lower" => format!("({}, {})", list(&given, nat), before(pool, &given, "smaller")),
        "drf-tasks-skip-index" => format!("({}, {})", list(&given, nat), before(pool, &given, "index")),
        "pdrf-cycles" => format!("({}, {})", list(&given, nat), cycles(pool)),
        _ => format!("({}, {})", list(&given, nat), stop()),
    };
    let near = whole_near(&given).into_iter().map(placed).collect();
    Some(Case { instance, hint, outcomes: answered(mechanism, pool, &outcome, near, show) })
}

// Arrivals.

fn arrivals(mechanism: &dyn Mechanism<Arrivals>, sequence: &Sequence) -> Option<Case> {
    let outcome = mechanism.allocate(sequence, &Patience::unlimited()).ok()?;
    certified(mechanism, sequence, &outcome, &Patience::unlimited()).ok()?;
    let demand = sequence.normalised();
    let instance =
        format!("Sequence {}%nat {}%nat {}", sequence.agents, sequence.resources(), table(&demand));
    // Steps differ in length, so changes are made within one step, the last.
    let mut others = Vec::new();
    for k in 0..outcome.shares.len() {
        let column: Vec<Vec<Rational>> = outcome.shares[k].iter().map(|x| vec![x.clone()]).collect();
        for changed in near(&column) {
            let mut shares = outcome.shares.clone();
            shares[k] = changed.into_iter().flatten().collect();
            others.push(History { shares });
        }
    }
    let show = |x: &History| table(&x.shares);
    Some(Case {
        instance,
        hint: "tt".to_string(),
        outcomes: answered(mechanism, sequence, &outcome, others, show),
    })
}

// Covering.

fn stock_text(stock: &Stock) -> String {
    let parts = [&stock.cost, &stock.size, &stock.demand].map(|part| row(part));
    format!("Stock {} {}", parts.join(" "), row(stock.isolation()))
}

fn multipliers(m: &covering::Multipliers) -> String {
    format!("Multipliers {} {} {}", row(&m.resource), row(&m.cover), row(&m.pay))
}

fn parts(x: &Allotment) -> String {
    match x {
        Allotment::Parts { fraction, ratio } => format!("({}, {})", q(ratio), table(fraction)),
        Allotment::Whole(_) => String::new(),
    }
}

fn programme(mechanism: &dyn Mechanism<Covering>, stock: &Stock) -> Option<Case> {
    let outcome = mechanism.allocate(stock, &Patience::unlimited()).ok()?;
    let certificate = certified(mechanism, stock, &outcome, &Patience::unlimited()).ok()?;
    let covering::Certificate::Multipliers(proof) = &certificate else { return None };
    let Allotment::Parts { fraction, ratio } = &outcome else { return None };
    let with = |fraction: Vec<Vec<Rational>>, ratio: Rational| Allotment::Parts { fraction, ratio };
    let mut others: Vec<Allotment> = near(fraction).into_iter().map(|f| with(f, ratio.clone())).collect();
    for factor in [Rational::new(9, 10), Rational::new(11, 10)] {
        others.push(with(fraction.clone(), ratio * factor));
    }
    Some(Case {
        instance: stock_text(stock),
        hint: format!("({}, {})", multipliers(proof), parts(&outcome)),
        outcomes: answered(mechanism, stock, &outcome, others, parts),
    })
}

/// Returns neighbours of an assignment: one resource removed, one moved to the next task, two resources
/// exchanged.
fn reassigned(given: &[Option<usize>], tasks: usize) -> Vec<Vec<Option<usize>>> {
    let mut all = Vec::new();
    for i in 0..given.len() {
        let mut less = given.to_vec();
        less[i] = None;
        let mut moved = given.to_vec();
        moved[i] = Some(given[i].map_or(0, |j| (j + 1) % tasks));
        all.extend([less, moved]);
        if i > 0 {
            let mut swapped = given.to_vec();
            swapped.swap(i - 1, i);
            all.push(swapped);
        }
    }
    all
}

fn integral(mechanism: &dyn Mechanism<Covering>, stock: &Stock) -> Option<Case> {
    let outcome = mechanism.allocate(stock, &Patience::unlimited()).ok()?;
    certified(mechanism, stock, &outcome, &Patience::unlimited()).ok()?;
    let tasks = stock.tasks();
    // Coq enumerates all assignments.
    let many = (tasks + 1).checked_pow(u32::try_from(stock.resources()).ok()?)?;
    if mechanism.id() == "optimum" && many > 1100 {
        return None;
    }
    let given = outcome.assignment()?;
    let show =
        |x: &Allotment| list(x.assignment().unwrap_or_default(), |j| format!("{}%nat", j.unwrap_or(tasks)));
    let hint = if mechanism.id() == "optimum" {
        format!("({}, {})", q(&stock.ratio(given)), show(&outcome))
    } else {
        let pruned = mechanism_of(mechanism::COVERING, "lp-pruned")?;
        let relaxed = pruned.allocate(stock, &Patience::unlimited()).ok()?;
        let covering::Certificate::Multipliers(proof) =
            certified(pruned, stock, &relaxed, &Patience::unlimited()).ok()?
        else {
            return None;
        };
        format!("({}, {})", multipliers(&proof), parts(&relaxed))
    };
    let others = reassigned(given, tasks).into_iter().map(Allotment::Whole).collect();
    Some(Case {
        instance: stock_text(stock),
        hint,
        outcomes: answered(mechanism, stock, &outcome, others, show),
    })
}

/// Returns `true` if every resource goes to a task with the largest claim, under any tie rule (mukherjee VI).
fn greedily(stock: &Stock, given: &[usize]) -> bool {
    let total = sum(stock.cost.iter().cloned());
    let mut needs = stock.demand.clone();
    let mut paid = vec![Rational::zero(); stock.tasks()];
    given.iter().enumerate().all(|(i, &j)| {
        let claim = |j: usize| (&needs[j] + &paid[j] / &total) / &stock.demand[j];
        let open = (0..stock.tasks()).filter(|&k| needs[k].is_positive());
        let right = needs[j].is_positive() && open.map(claim).all(|other| other <= claim(j));
        needs[j] = &needs[j] - Rational::one();
        paid[j] = &paid[j] + &stock.cost[i];
        right
    })
}

fn greedy(mechanism: &dyn Mechanism<Covering>, stock: &Stock) -> Option<Case> {
    let equal = stock.demand.iter().all(|d| *d == stock.demand[0]);
    let mut cost = stock.cost.clone();
    cost.sort();
    let stock = Stock::new(cost, stock.size.clone(), stock.demand.clone()).ok()?;
    if !equal || !stock.unit() {
        return None;
    }
    let outcome = mechanism.allocate(&stock, &Patience::unlimited()).ok()?;
    certified(mechanism, &stock, &outcome, &Patience::unlimited()).ok()?;
    let given: Vec<usize> = outcome.assignment()?.iter().filter_map(|j| *j).collect();
    let show = |given: &[usize]| list(given, |j| format!("{j}%nat"));
    let mut outcomes = vec![(show(&given), true)];
    for i in 0..given.len() {
        let mut moved = given.clone();
        moved[i] = (given[i] + 1) % stock.tasks();
        let mut swapped = given.clone();
        swapped.swap(i, i.saturating_sub(1));
        for other in [moved, swapped] {
            let text = show(&other);
            if outcomes.iter().all(|(seen, _)| *seen != text) {
                outcomes.push((text, greedily(&stock, &other)));
            }
        }
    }
    Some(Case { instance: stock_text(&stock), hint: "tt".to_string(), outcomes })
}

// Files.

fn write(folder: &Path, kind: &Kind, cases: &[Case]) -> std::io::Result<()> {
    let Kind { id, module, cases: of, fine, meets, theorem } = kind;
    let theorem =
        if theorem.is_empty() { meets.replacen("meets_", "audit_", 1) } else { (*theorem).to_string() };
    let (accepted, refused): (Vec<_>, Vec<_>) =
        cases.iter().flat_map(|c| &c.outcomes).partition(|(_, yes)| *yes);
    let mut text = format!(
        "(* {id}: {} instances, {} outcomes, {} that are none. Written by examples/coq_audit.rs. *)\n\
         From Coq Require Import QArith List.\nFrom Fair.Tasks Require Import Filling.\nFrom Fair.Audit Require Import Decide {module}.\n\
         Import ListNotations.\nOpen Scope Q_scope.\n\nDefinition cases : list {of} := [\n",
        cases.len(),
        accepted.len(),
        refused.len()
    );
    for (k, Case { instance, hint, outcomes }) in cases.iter().enumerate() {
        let outcomes =
            outcomes.iter().map(|(x, yes)| format!("({x}, {yes})")).collect::<Vec<_>>().join(";\n    ");
        let end = if k + 1 < cases.len() { ";" } else { "" };
        let _ = writeln!(text, "  Case ({instance})\n   ({hint})\n   [{outcomes}]{end}");
    }
    let _ = write!(
        text,
        "].\n\nTheorem audit : Forall (agrees {fine} ({meets})) cases.\nProof. apply {theorem}. vm_cast_no_check (eq_refl true). Qed.\n\
         Definition accepted := Eval vm_compute in answered true cases.\n\
         Definition refused := Eval vm_compute in answered false cases.\n\
         Definition instances := Eval vm_compute in length cases.\n"
    );
    let name = id.split('-').map(|part| part[..1].to_uppercase() + &part[1..]).collect::<String>();
    std::fs::write(folder.join(format!("{name}.v")), text)?;
    println!("{id}: {} instances, {} accepted, {} refused", cases.len(), accepted.len(), refused.len());
    Ok(())
}

/// Collects the cases of the papers' examples and then of `count` random instances.
fn gather<M: Model>(
    of: &instances::Instances<M>,
    worked: &[M::Instance<Rational>],
    scope: Scope,
    seed: u64,
    count: usize,
    shape: impl Fn(&mut M::Instance<Rational>, u64),
    case: impl Fn(&M::Instance<Rational>) -> Option<Case>,
) -> Vec<Case> {
    let mut cases: Vec<Case> = worked.iter().chain(&(of.examples)()).filter_map(&case).collect();
    let random = (0..100 * count as u64).filter_map(|k| {
        let mut instance = (of.draw)(&mut draw_number(seed, k), scope);
        shape(&mut instance, k);
        case(&instance)
    });
    cases.extend(random.take(count));
    cases
}

/// Gives some instances weights per resource, or rates, if the mechanism accepts them. Of four instances one
/// has users with finite tasks, one has for each user an ineligible server, and one has for each user a
/// resource that the user does not demand.
fn shaped(id: &str, seed: u64, pool: &mut Pool, k: u64) {
    let mut rng = draw_number(!seed, k);
    match k % 4 {
        1 => {
            let few = |has: &mut Option<Rational>| *has = Some(Rational::new(rng.random_range(1..=6), 4));
            pool.tasks.iter_mut().step_by(2).for_each(few);
        }
        2 => pool.eligible.iter_mut().for_each(|row| {
            let closed = rng.random_range(0..row.len());
            row[closed] = false;
        }),
        3 => pool.demand.iter_mut().for_each(|row| {
            let none = rng.random_range(0..row.len());
            if (0..row.len()).any(|r| r != none && row[r].is_positive()) {
                row[none] = Rational::zero();
            }
        }),
        _ => {}
    }
    if k.is_multiple_of(3) && (id == "drf" || id.contains("tasks") || id.contains("pdrf")) {
        let mut weight = || (0..pool.resources()).map(|_| Rational::int(rng.random_range(1..=3))).collect();
        pool.weight = Weight::Resource((0..pool.users()).map(|_| weight()).collect());
    }
    if k.is_multiple_of(3) && id == "ps-dsf-tdm" {
        let mut rate = || (0..pool.servers()).map(|_| Rational::int(rng.random_range(0..=3))).collect();
        pool.rate = Some((0..pool.users()).map(|_| rate()).collect());
    }
}

/// Reads the instances of the worked examples, which the tests compare with the papers.
fn worked() -> Result<Vec<Pool>, Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/worked");
    let mut files =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    files.sort();
    let read = |file: &std::path::PathBuf| -> Result<Pool, Box<dyn std::error::Error>> {
        let document = Document::load(file)?;
        let instance = document.root.get("instance").ok_or("no instance")?;
        Ok(Cluster::read(&Node::new("instance", instance))?)
    };
    files.iter().map(read).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, count, seed] = &arguments[..] else { return Err("usage: coq_audit DIR COUNT SEED".into()) };
    let (folder, count, seed): (&Path, usize, u64) = (Path::new(folder), count.parse()?, seed.parse()?);
    std::fs::create_dir_all(folder)?;
    let missing = |id: &str| format!("no `{id}`");

    let worked = worked()?;
    let many = Scope { resources: 3, ..Scope::default() };
    for (id, meets) in [
        ("drf", "meets_drf"),
        ("drf-per-server", "meets_drf_per_server"),
        ("drfh", "meets_drfh"),
        ("c-drfh", "meets_c_drfh"),
        ("cdrf", "meets_cdrf"),
        ("tsf", "meets_tsf"),
        ("ps-dsf", "meets_ps_dsf"),
        ("ps-dsf-tdm", "meets_ps_dsf_tdm"),
        ("uniform", "meets_uniform"),
    ] {
        let mechanism = mechanism_of(mechanism::CLUSTER, id).ok_or_else(|| missing(id))?;
        let case = |pool: &Pool| divisible(mechanism, pool);
        let cases = gather(
            &instances::CLUSTER,
            &worked,
            many,
            seed,
            count,
            |pool, k| shaped(id, seed, pool, k),
            case,
        );
        write(folder, &kind(id, "Cluster", "cluster_case", meets), &cases)?;
    }

    for (id, meets, theorem) in [
        ("feasible", "has_feasible", "audit_feasible"),
        ("si", "has_si", "audit_si"),
        ("ef", "has_ef", "audit_ef"),
        ("ef-aggregate", "has_ef_aggregate", "audit_ef_aggregate"),
    ] {
        let property = property::CLUSTER.iter().copied().find(|p| p.id() == id).ok_or_else(|| missing(id))?;
        let case = |pool: &Pool| judged(property, pool);
        let found = gather(
            &instances::CLUSTER,
            &worked,
            many,
            seed,
            count,
            |pool, k| shaped(id, seed, pool, k),
            case,
        );
        let of = kind(id, "Cluster Properties", "property_case", meets);
        write(folder, &Kind { theorem, ..of }, &found)?;
    }

    let one = Scope { servers: 1, resources: 3, max: 9, ..Scope::default() };
    for (id, cases, meets, theorem) in [
        ("drf-tasks", "halted_case", "meets_halted larger_share", "audit_halted_larger"),
        ("drf-tasks-lower", "halted_case", "meets_halted smaller_share", "audit_halted_smaller"),
        ("drf-tasks-index", "halted_case", "meets_halted any_index", "audit_halted_index"),
        ("drf-tasks-skip", "skipped_case", "meets_skipped larger_share", "audit_skipped_larger"),
        ("drf-tasks-skip-lower", "skipped_case", "meets_skipped smaller_share", "audit_skipped_smaller"),
        ("drf-tasks-skip-index", "skipped_case", "meets_skipped any_index", "audit_skipped_index"),
        ("pdrf", "pdrf_case", "meets_pdrf", "audit_pdrf"),
        ("pdrf-simplified", "pdrf_case", "meets_pdrf", "audit_pdrf"),
        ("pdrf-final", "pdrf_case", "meets_final", "audit_final"),
        ("pdrf-cycles", "cycles_case", "meets_cycles", "audit_cycles"),
    ] {
        let mechanism = mechanism_of(mechanism::CLUSTER, id).ok_or_else(|| missing(id))?;
        let case = |pool: &Pool| whole(mechanism, pool);
        let found =
            gather(&instances::CLUSTER, &worked, one, seed, count, |pool, k| shaped(id, seed, pool, k), case);
        write(folder, &Kind { theorem, ..kind(id, "Tasks", cases, meets) }, &found)?;
    }

    let steps = Scope { users: 4, resources: 3, ..Scope::default() };
    for (id, meets) in [
        ("ddrf", "meets_ddrf"),
        ("ddrf-water", "meets_ddrf"),
        ("ddrf-lp", "meets_ddrf"),
        ("ddrf-linear", "meets_ddrf"),
        ("drf-offline", "meets_drf_offline"),
    ] {
        let mechanism = mechanism_of(mechanism::ARRIVALS, id).ok_or_else(|| missing(id))?;
        let case = |sequence: &Sequence| arrivals(mechanism, sequence);
        let cases = gather(&instances::ARRIVALS, &[], steps, seed, count, |_, _| {}, case);
        write(folder, &kind(id, "Arrivals", "arrivals_case", meets), &cases)?;
    }

    let goods = Scope { users: 3, resources: 6, max: 9, ..Scope::default() };
    type Build = fn(&dyn Mechanism<Covering>, &Stock) -> Option<Case>;
    let covering: [(_, _, _, _, Build); 6] = [
        ("lp-naive", "programme_case", "meets_naive", goods, programme),
        ("lp-pruned", "programme_case", "meets_pruned", goods, programme),
        ("lp-sized", "programme_case", "meets_sized", goods, programme),
        ("optimum", "optimum_case", "meets_optimum", Scope { resources: 5, ..goods }, integral),
        ("rounding", "rounding_case", "meets_rounding", goods, integral),
        ("greedy", "greedy_case", "meets_greedy", Scope { resources: 8, ..goods }, greedy),
    ];
    for (id, cases, meets, scope, build) in covering {
        let mechanism = mechanism_of(mechanism::COVERING, id).ok_or_else(|| missing(id))?;
        // Coq enumerates all choices of resources for the isolation costs.
        let case = |stock: &Stock| if stock.resources() > 9 { None } else { build(mechanism, stock) };
        let found = gather(&instances::COVERING, &[], scope, seed, count, |_, _| {}, case);
        write(folder, &kind(id, "Covering", cases, meets), &found)?;
    }
    Ok(())
}
