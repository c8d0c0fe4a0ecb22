//! Certificates of random instances: the outcome that a mechanism finds is accepted, also after a round trip through
//! a file, and no outcome is accepted except the one that the specification determines.

use std::collections::BTreeMap;

use fairwitness::document::Node;
use fairwitness::instances::{self, Extras, Scope};
use fairwitness::linear::Patience;
use fairwitness::mechanism::{self, Mechanism, Settles, check_levels, tight_resources};
use fairwitness::model::Model;
use fairwitness::model::arrivals::{Arrivals, Certificate as OfArrivals};
use fairwitness::model::cluster::{Certificate, Cluster, Cycle, Placement, Pool};
use fairwitness::model::covering::{Allotment, Certificate as OfCovering, Covering, Multipliers};
use fairwitness::model::refusal::Rejected;
use fairwitness::scalar::{Rational, Scalar};

use super::support::{self, r};

/// The result of the checks of feasibility and certificate.
fn said<M: Model>(
    mechanism: &dyn Mechanism<M>,
    instance: &M::Instance<Rational>,
    outcome: &M::Outcome<Rational>,
    certificate: &M::Certificate,
) -> Result<(), Rejected> {
    M::feasible(mechanism.setting(), instance, outcome)
        .and_then(|()| mechanism.check(instance, outcome, certificate))
}

/// The outcome of a mechanism with its certificate, which is accepted also after it was written and read.
fn certified<M: Model>(
    mechanism: &dyn Mechanism<M>,
    instance: &M::Instance<Rational>,
) -> Option<(M::Outcome<Rational>, M::Certificate)> {
    let outcome = mechanism.allocate(instance, &Patience::unlimited()).ok()?;
    if mechanism.as_printed() {
        // The outcome of a printed algorithm may miss the specification; if it meets it, a certificate exists.
        let certificate = mechanism.certify(instance, &outcome, &Patience::unlimited()).ok()?;
        return said(mechanism, instance, &outcome, &certificate).ok().map(|()| (outcome, certificate));
    }
    let certificate = mechanism
        .certify(instance, &outcome, &Patience::unlimited())
        .unwrap_or_else(|e| panic!("{}: {e}", mechanism.id()));
    let accepted = said(mechanism, instance, &outcome, &certificate);
    assert_eq!(accepted, Ok(()), "{}: {instance:?} {outcome:?} {certificate:?}", mechanism.id());
    let met = mechanism.specification().meets(instance, &outcome);
    assert!(met.is_none_or(|met| met.is_ok()), "{}: {instance:?} {outcome:?}", mechanism.id());
    let written = M::write_certificate(instance, &certificate);
    let read = M::read_certificate(instance, &Node::new("certificate", &written));
    assert_eq!(read, Ok(certificate.clone()), "{}", mechanism.id());
    Some((outcome, certificate))
}

fn scopes() -> Vec<Scope> {
    let plain = Scope { users: 3, servers: 2, resources: 2, max: 4, ..Scope::default() };
    let extras = |extras: Extras| Scope { extras, ..plain };
    vec![
        plain,
        Scope { users: 4, servers: 1, max: 6, ..plain },
        extras(Extras { weights: Some(3), ..Extras::default() }),
        extras(Extras { limits: Some(3), ..Extras::default() }),
        extras(Extras { rates: Some(3), ..Extras::default() }),
        Scope { servers: 1, ..extras(Extras { resource_weights: Some(3), ..Extras::default() }) },
        Scope { servers: 1, capacity: Some(20), ..extras(Extras { limits: Some(4), ..Extras::default() }) },
    ]
}

/// Small pools of every kind, equal at each call.
fn pools() -> Vec<Pool> {
    let of = |(k, scope): (usize, Scope)| {
        let mut rng = instances::draw_number(4, k as u64);
        (0..12).map(move |_| instances::cluster::draw(&mut rng, scope)).collect::<Vec<Pool>>()
    };
    scopes().into_iter().enumerate().flat_map(of).collect()
}

fn certifying() -> impl Iterator<Item = &'static dyn Mechanism<Cluster>> {
    mechanism::CLUSTER.iter().copied().filter(|m| !m.as_printed())
}

#[test]
fn every_cluster_mechanism_is_certified() {
    let mut idle = Vec::new();
    for mechanism in certifying() {
        let done = pools().iter().filter_map(|pool| certified(mechanism, pool)).count();
        if done < 8 {
            idle.push((mechanism.id(), done));
        }
    }
    assert_eq!(idle, []);
}

/// If totals are settled, one task more or fewer, half the tasks, none, or the tasks of another user are not the
/// settled total.
#[test]
fn no_other_totals_are_certified() {
    let mut tried = 0;
    for mechanism in certifying() {
        for pool in pools().iter().filter(|pool| mechanism.settles(pool) >= Settles::Utilities) {
            let Some((outcome, certificate)) = certified(mechanism, pool) else { continue };
            let mut others: Vec<Placement> = Vec::new();
            for u in 0..pool.users() {
                for i in 0..pool.servers() {
                    let mut change = |to: Rational| {
                        let mut other = outcome.clone();
                        other.tasks[u][i] = to;
                        others.push(other);
                    };
                    let own = &outcome.tasks[u][i];
                    for by in ["1", "-1", "1/2", "-1/2", "1/1000", "-1/1000"] {
                        change(own + r(by));
                    }
                    change(Rational::zero());
                    change(own * r("2"));
                }
                let mut swapped = outcome.clone();
                swapped.tasks.swap(u, 0);
                others.push(swapped);
            }
            for other in others.iter().filter(|other| other.totals() != outcome.totals()) {
                tried += 1;
                let own = mechanism.certify(pool, other, &Patience::unlimited());
                for certificate in own.iter().chain([&certificate]) {
                    let said = said(mechanism, pool, other, certificate);
                    assert!(said.is_err(), "{}: {pool:?} {other:?} {certificate:?}", mechanism.id());
                }
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

/// A specification that is checked without a certificate accepts the outcomes that have one, and no others.
#[test]
fn what_is_met_has_a_certificate() {
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    // With numbers of ten digits some products do not fit a machine word, and with numbers of forty none do.
    let long = |pool: &Pool| pool.map(|x| x * &r("1000000007/998244353"));
    let longer = |pool: &Pool| pool.map(|x| x * &r("1000000000000000000000000000000000000003/7"));
    let all: Vec<Pool> = pools().iter().flat_map(|pool| [pool.clone(), long(pool), longer(pool)]).collect();
    let without = ["c-drfh", "cdrf", "drf", "drf-per-server", "drfh", "ps-dsf", "ps-dsf-tdm", "tsf"];
    for mechanism in without.map(support::mech) {
        for pool in &all {
            let Ok(own) = mechanism.allocate(pool, &Patience::unlimited()) else { continue };
            let mut outcomes = vec![own.clone()];
            let others = ["drf", "tsf", "drf-per-server", "uniform"].map(support::mech);
            outcomes.extend(others.iter().filter_map(|m| m.allocate(pool, &Patience::unlimited()).ok()));
            for (u, by) in (0..pool.users()).flat_map(|u| ["-1/2", "1/1000"].map(|by| (u, r(by)))) {
                let mut other = own.clone();
                other.tasks[u][0] = &own.tasks[u][0] + by;
                outcomes.push(other);
            }
            outcomes.retain(|outcome| Cluster::feasible(mechanism.setting(), pool, outcome).is_ok());
            for outcome in outcomes {
                let Some(said) = mechanism.specification().meets(pool, &outcome) else { continue };
                let certificate = mechanism.certify(pool, &outcome, &Patience::unlimited());
                let certified = certificate.is_ok_and(|c| mechanism.check(pool, &outcome, &c).is_ok());
                assert_eq!(said.is_ok(), certified, "{}: {pool:?} {outcome:?}", mechanism.id());
                counts.entry(mechanism.id()).or_default()[usize::from(certified)] += 1;
            }
        }
    }
    assert!(counts.len() == without.len() && counts.values().flatten().all(|n| *n > 30), "{counts:?}");
}

/// The list with each entry gone, twice, and in the first place.
fn misplaced<T: Clone>(list: &[T]) -> Vec<Vec<T>> {
    let of = |k: usize| {
        let (mut gone, mut twice, mut moved) = (list.to_vec(), list.to_vec(), list.to_vec());
        gone.remove(k);
        twice.insert(k, list[k].clone());
        moved.swap(k, 0);
        [gone, twice, moved]
    };
    (0..list.len()).flat_map(of).collect()
}

/// Every certificate near this one: an entry gone, twice, in another place, or another number. None of them is true: orders,
/// levels and cycles are those of one run of the rule.
fn near(certificate: &Certificate) -> Vec<Certificate> {
    let mut found = Vec::new();
    match certificate {
        Certificate::Placements(order) => {
            let longer = [(0, 0), (0, 1), (1, 0)].map(|extra| [&order[..], &[extra]].concat());
            found.extend(misplaced(order).into_iter().chain(longer).map(Certificate::Placements));
        }
        Certificate::Level(level) => {
            let others = match level {
                Some(level) => {
                    vec![None, Some(level * r("2")), Some(level * r("99/100")), Some(level + r("1/1000"))]
                }
                None => vec![Some(Rational::zero()), Some(Rational::one())],
            };
            found.extend(others.into_iter().map(Certificate::Level));
        }
        Certificate::Cycles(cycles) => {
            let mut others = misplaced(cycles);
            let mut change = |k: usize, change: &dyn Fn(&mut Cycle)| {
                let mut other = cycles.clone();
                change(&mut other[k]);
                others.push(other);
            };
            for k in 0..cycles.len() {
                for by in ["1/1000", "-1/1000"] {
                    change(k, &|cycle| cycle.level = &cycle.level + r(by));
                }
                for (u, by) in (0..cycles[k].tasks.len()).flat_map(|u| ["1", "-1"].map(|by| (u, by))) {
                    change(k, &|cycle| cycle.tasks[u] = &cycle.tasks[u] + r(by));
                }
                change(k, &|cycle| _ = cycle.tasks.pop());
                change(k, &|cycle| cycle.tasks.push(Rational::zero()));
            }
            found.extend(others.into_iter().map(Certificate::Cycles));
        }
        Certificate::Bottlenecks(rows) => {
            let mut push = |rows| found.push(Certificate::Bottlenecks(rows));
            for u in 0..rows.len() {
                let (mut gone, mut wide, mut narrow) = (rows.clone(), rows.clone(), rows.clone());
                gone.remove(u);
                wide[u].push(None);
                narrow[u].pop();
                push(gone);
                push(wide);
                push(narrow);
                // `None` where a bottleneck is owed, a bottleneck where none is, and an index beyond the resources.
                for i in 0..rows[u].len() {
                    let mut other = rows.clone();
                    other[u][i] = if rows[u][i].is_some() { None } else { Some(0) };
                    push(other);
                    let mut beyond = rows.clone();
                    beyond[u][i] = Some(9);
                    push(beyond);
                }
            }
            let mut more = rows.clone();
            more.push(rows[0].clone());
            push(more);
        }
        Certificate::Leximin(rounds) => {
            for k in 0..rounds.len() {
                let (mut gone, mut twice, mut level) = (rounds.clone(), rounds.clone(), rounds.clone());
                gone.remove(k);
                twice.insert(k, rounds[k].clone());
                level[k].level = &level[k].level + r("1/1000");
                found.extend([gone, twice, level].map(Certificate::Leximin));
            }
        }
        Certificate::Prices(prices) => {
            let mut push = |prices| found.push(Certificate::Prices(prices));
            for r in 0..prices.len() {
                for by in ["1/1000", "-1/1000"] {
                    let mut other = prices.clone();
                    other[r] = &other[r] + self::r(by);
                    push(other);
                }
            }
            push(prices[1..].to_vec());
            push(prices.iter().chain(&prices[..1]).cloned().collect());
        }
        Certificate::Rule | Certificate::Alike(_) => {}
    }
    let kinds = [
        Certificate::Rule,
        Certificate::Bottlenecks(vec![vec![Some(0); 2]; 3]),
        Certificate::Leximin(Vec::new()),
        Certificate::Placements(Vec::new()),
        Certificate::Level(None),
        Certificate::Cycles(Vec::new()),
        Certificate::Prices(Vec::new()),
    ];
    let kind = std::mem::discriminant(certificate);
    found.extend(kinds.into_iter().filter(|other| std::mem::discriminant(other) != kind));
    found.retain(|other| other != certificate);
    found
}

#[test]
fn no_certificate_near_the_right_one_is_accepted() {
    let mut tried = 0;
    for mechanism in mechanism::CLUSTER.iter().copied() {
        for pool in &pools() {
            let Some((outcome, certificate)) = certified(mechanism, pool) else { continue };
            for other in near(&certificate) {
                tried += 1;
                let said = mechanism.check(pool, &outcome, &other);
                assert!(said.is_err(), "{}: {pool:?} {outcome:?} {other:?}", mechanism.id());
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

fn sequences() -> Vec<<Arrivals as Model>::Instance<Rational>> {
    let scope = |users, resources, max| Scope { users, resources, max, ..Scope::default() };
    [scope(4, 2, 3), scope(5, 3, 4), scope(3, 1, 2)]
        .into_iter()
        .enumerate()
        .flat_map(|(k, scope)| instances::arrivals::stream(scope, 30 + k as u64).take(15))
        .collect()
}

/// A history is settled in every share at every step, and so are the resources that stop it.
#[test]
fn histories_are_certified_and_no_others() {
    let mut tried = 0;
    for mechanism in mechanism::ARRIVALS.iter().copied() {
        for sequence in &sequences() {
            let Some((history, certificate)) = certified(mechanism, sequence) else { continue };
            for k in 0..sequence.steps() {
                for i in 0..=k {
                    for by in ["1/1000", "-1/1000", "1/10"] {
                        let mut other = history.clone();
                        other.shares[k][i] = &other.shares[k][i] + r(by);
                        let mut from_then_on = history.clone();
                        for row in &mut from_then_on.shares[k..] {
                            row[i] = &row[i] + r(by);
                        }
                        for other in [other, from_then_on] {
                            tried += 1;
                            let said = said(mechanism, sequence, &other, &certificate);
                            assert!(said.is_err(), "{}: {sequence:?} {other:?}", mechanism.id());
                        }
                    }
                }
            }
            let mut wrong = Vec::new();
            match &certificate {
                OfArrivals::Tight(resources) => {
                    wrong.push(OfArrivals::Bottlenecks(vec![Vec::new(); sequence.steps()]));
                    wrong.push(OfArrivals::Tight(resources[1..].to_vec()));
                    wrong.push(OfArrivals::Tight(resources.iter().chain(&resources[..1]).copied().collect()));
                    for k in 0..resources.len() {
                        let mut beyond = resources.clone();
                        beyond[k] = sequence.resources();
                        wrong.push(OfArrivals::Tight(beyond));
                    }
                }
                OfArrivals::Bottlenecks(steps) => {
                    wrong.push(OfArrivals::Tight(vec![0; sequence.steps()]));
                    wrong.push(OfArrivals::Bottlenecks(steps[1..].to_vec()));
                    wrong.push(OfArrivals::Bottlenecks(steps.iter().chain(&steps[..1]).cloned().collect()));
                }
            }
            for other in wrong {
                assert!(
                    mechanism.check(sequence, &history, &other).is_err(),
                    "{}: {other:?}",
                    mechanism.id()
                );
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

/// A resource stops agents only if it is used up and some agent of smallest share demands it.
#[test]
fn only_a_resource_that_is_used_up_stops_anybody() {
    let mut tried = 0;
    for mechanism in mechanism::ARRIVALS.iter().copied().filter(|m| !m.as_printed()) {
        for sequence in &sequences() {
            let Some((history, OfArrivals::Tight(tight))) = certified(mechanism, sequence) else { continue };
            let demand = sequence.normalised();
            for k in 0..sequence.steps() {
                for other in 0..sequence.resources() {
                    let used = demand[..=k]
                        .iter()
                        .zip(&history.shares[k])
                        .fold(Rational::zero(), |sum, (d, x)| sum + &d[other] * x);
                    let least = history.shares[k].iter().min().unwrap();
                    let wanted =
                        (0..=k).any(|i| history.shares[k][i] == *least && demand[i][other].is_positive());
                    let stops = used == sequence.released(k) && wanted;
                    let mut named = tight.clone();
                    named[k] = other;
                    let said = mechanism.check(sequence, &history, &OfArrivals::Tight(named.clone()));
                    assert_eq!(said.is_ok(), stops, "{}: {sequence:?} {named:?}", mechanism.id());
                    if let Some(levels) = mechanism.levels(sequence) {
                        let said = check_levels(sequence, &levels, &named);
                        assert_eq!(said.is_ok(), stops, "{}: {sequence:?} {named:?}", mechanism.id());
                    }
                    tried += usize::from(!stops);
                }
            }
        }
    }
    assert!(tried > 50, "{tried}");
}

#[test]
fn levels_in_short_are_certified_and_no_others() {
    let mut tried = 0;
    for mechanism in mechanism::ARRIVALS {
        for sequence in &sequences() {
            let Some(levels) = mechanism.levels(sequence) else { continue };
            let tight = tight_resources(sequence, &levels).unwrap();
            assert_eq!(check_levels(sequence, &levels, &tight), Ok(()));
            assert!(check_levels(sequence, &levels, &tight[1..]).is_err());
            let longer: Vec<usize> = tight.iter().chain(&tight[..1]).copied().collect();
            assert!(check_levels(sequence, &levels, &longer).is_err());
            for k in 0..tight.len() {
                let mut beyond = tight.clone();
                beyond[k] = sequence.resources();
                assert!(check_levels(sequence, &levels, &beyond).is_err());
                for by in ["1/1000", "-1/1000"] {
                    let mut other = levels.clone();
                    other.level[k] = &other.level[k] + r(by);
                    assert!(check_levels(sequence, &other, &tight).is_err(), "{sequence:?} {other:?}");
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 100, "{tried}");
}

fn stocks() -> Vec<<Covering as Model>::Instance<Rational>> {
    let scope = |users, resources, max| Scope { users, resources, max, ..Scope::default() };
    [scope(2, 4, 4), scope(3, 5, 6)]
        .into_iter()
        .enumerate()
        .flat_map(|(k, scope)| instances::covering::stream(scope, 50 + k as u64).take(20))
        .collect()
}

/// The certificate with each of its multipliers below zero, each row one number short, and of each other kind.
fn near_multipliers(certificate: &OfCovering) -> Vec<OfCovering> {
    let (multipliers, wrap): (&Multipliers, &dyn Fn(Multipliers) -> OfCovering) = match certificate {
        OfCovering::Multipliers(m) => (m, &OfCovering::Multipliers),
        OfCovering::Bound(m) => (m, &OfCovering::Bound),
        OfCovering::AtLeast(ratio, m) => (m, &|m| OfCovering::AtLeast(ratio.clone(), m)),
        OfCovering::Start(parts, ratio, m) => (m, &|m| OfCovering::Start(parts.clone(), ratio.clone(), m)),
        OfCovering::Rule | OfCovering::Tree(_) => return Vec::new(),
    };
    let mut found = Vec::new();
    let rows: [fn(&mut Multipliers) -> &mut Vec<Rational>; 3] =
        [|m| &mut m.resource, |m| &mut m.cover, |m| &mut m.pay];
    for row in rows {
        let mut own = multipliers.clone();
        for k in 0..row(&mut own).len() {
            let mut negative = multipliers.clone();
            row(&mut negative)[k] = r("-1/1000");
            found.push(negative);
        }
        let (mut short, mut long) = (multipliers.clone(), multipliers.clone());
        row(&mut short).pop();
        row(&mut long).push(Rational::zero());
        found.extend([short, long]);
    }
    let mut nothing = multipliers.clone();
    nothing.cover.iter_mut().for_each(|y| *y = Rational::zero());
    found.push(nothing);
    found.into_iter().map(wrap).collect()
}

#[test]
fn coverings_are_certified_and_no_better_ones() {
    let mut tried = 0;
    for mechanism in mechanism::COVERING.iter().copied() {
        let mut done = 0;
        for stock in &stocks() {
            let Some((outcome, certificate)) = certified(mechanism, stock) else { continue };
            done += 1;
            let mut wrong = near_multipliers(&certificate);
            if certificate != OfCovering::Rule {
                wrong.push(OfCovering::Rule);
            }
            wrong.push(OfCovering::Tree(fairwitness::model::covering::Branch::Spare));
            for other in wrong {
                tried += 1;
                let said = mechanism.check(stock, &outcome, &other);
                assert!(said.is_err(), "{}: {stock:?} {other:?}", mechanism.id());
            }
            // A number slightly above or below a programme's value is not its value.
            if let Allotment::Parts { fraction, ratio } = &outcome {
                for by in ["1/1000", "-1/1000"] {
                    let other = Allotment::Parts { fraction: fraction.clone(), ratio: ratio + r(by) };
                    tried += 1;
                    let said = mechanism.check(stock, &other, &certificate);
                    assert!(said.is_err(), "{}: {stock:?} {other:?}", mechanism.id());
                }
            }
            // All resources to one task: feasible only if there is one task, and never fairer.
            if let (Allotment::Whole(_), true) = (&outcome, stock.tasks() > 1) {
                let all = Allotment::Whole(vec![Some(0); stock.resources()]);
                assert!(said(mechanism, stock, &all, &certificate).is_err());
            }
        }
        assert!(done > 4, "{}: {done}", mechanism.id());
    }
    assert!(tried > 300, "{tried}");
}

/// The starting point of a printed run has the programme's value, with proof, and leads to the outcome.
#[test]
fn starts_are_checked() {
    let mut tried = 0;
    for mechanism in mechanism::COVERING {
        let Some(printed) = mechanism.specification().printed() else { continue };
        for stock in &stocks() {
            let (Ok(outcome), Some(start)) = (
                mechanism.allocate(stock, &Patience::unlimited()),
                mechanism.start(stock, &Patience::unlimited()).unwrap(),
            ) else {
                continue;
            };
            assert_eq!(
                printed.run(stock, Some(&start)),
                Ok(outcome.clone()),
                "{}: {stock:?}",
                mechanism.id()
            );
            let OfCovering::Start(parts, ratio, proof) = &start else { panic!("{start:?}") };
            let mut wrong = near_multipliers(&start);
            wrong.push(OfCovering::AtLeast(ratio.clone(), proof.clone()));
            for by in ["1/1000", "-1/1000"] {
                wrong.push(OfCovering::Start(parts.clone(), ratio + r(by), proof.clone()));
            }
            let mut short = parts.clone();
            short[0].iter_mut().for_each(|part| *part = Rational::zero());
            let mut less = parts.clone();
            less.pop();
            wrong.push(OfCovering::Start(less, ratio.clone(), proof.clone()));
            if short != *parts {
                let said = printed.run(stock, Some(&OfCovering::Start(short, ratio.clone(), proof.clone())));
                // Without the first resource the tasks are covered only if the total size exceeded their demand.
                let needed = stock.demand.iter().fold(Rational::zero(), |sum, d| sum + d);
                let there = stock.size.iter().skip(1).fold(Rational::zero(), |sum, s| sum + s);
                assert!(said != Ok(outcome.clone()) || there >= needed, "{}: {stock:?}", mechanism.id());
            }
            for other in wrong {
                tried += 1;
                let said = printed.run(stock, Some(&other));
                assert_ne!(said, Ok(outcome.clone()), "{}: {stock:?} {other:?}", mechanism.id());
            }
        }
    }
    assert!(tried > 100, "{tried}");
}

/// Dynamic DRF is computed by levels, and its linear programme resource by resource: the two agree.
#[test]
fn dynamic_drf_solves_its_programme() {
    use fairwitness::property::evidence::{Run, Witness};
    let ddrf = *mechanism::ARRIVALS.iter().find(|m| m.id() == "ddrf").unwrap();
    let property = *fairwitness::property::ARRIVALS.iter().find(|p| p.id() == "agrees-with-lp").unwrap();
    let scope = Scope { users: 6, resources: 3, max: 5, ..Scope::default() };
    for sequence in instances::arrivals::stream(scope, 77).take(60).chain(sequences()) {
        let Some((outcome, _)) = certified(ddrf, &sequence) else { continue };
        let run = Run { mechanism: ddrf.specification(), instance: &sequence, outcome };
        for agent in 0..sequence.steps() {
            let said = support::confirm(ddrf, property, &run, &Witness::Agent(agent));
            assert_eq!(said, Err(Rejected::NoViolation(Rational::zero())), "{sequence:?} {agent}");
        }
    }
}
