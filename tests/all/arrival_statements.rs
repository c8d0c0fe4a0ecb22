//! Statements of li2019 that are no cells, computed: its search, its programme, its second theorem, its sum of shares.

use fairwitness::instances::{self, Scope};
use fairwitness::linear::{Patience, Program, Solution, solve};
use fairwitness::mechanism::closed_form;
use fairwitness::model::Hypothesis;
use fairwitness::model::arrivals::{History, Sequence, used};
use fairwitness::property::Hearing;
use fairwitness::property::evidence::{Run, Verdict};
use fairwitness::scalar::{Eps, Rational, Scalar, greatest, least, max, sum};

use super::arrivals::{mech, sequence};
use super::support::{r, rows};

fn sequences(hypothesis: Hypothesis, top: i64, seed: u64) -> impl Iterator<Item = Sequence> {
    let scope = Scope { users: 9, resources: 3, max: top, hypothesis, ..Scope::default() };
    instances::arrivals::stream(scope, seed)
}

/// Returns `true` if all agents from `l` on (counted from 0) can rise to the old share of `l` at step `k`.
fn fits(sequence: &Sequence, before: &[Rational], l: usize) -> bool {
    let k = before.len();
    let raised: Vec<Rational> = (0..=k).map(|i| before[i.min(l)].clone()).collect();
    used(&sequence.normalised()[..=k], &raised).iter().all(|u| *u <= sequence.released(k))
}

/// The number of old shares above the new level, which is tau - 1.
fn above(before: &[Rational], level: &Rational) -> usize {
    before.iter().take_while(|x| *x > level).count()
}

#[test]
fn the_test_of_the_search_tells_the_sides() {
    let mut sides = [0, 0];
    for sequence in sequences(Hypothesis::PositiveDemands, 9, 31).take(2000) {
        let shares = closed_form(&sequence).shares;
        for (before, now) in shares.iter().zip(&shares[1..]) {
            let level = now.last().unwrap();
            for l in 0..before.len() {
                let fits = fits(&sequence, before, l);
                assert_eq!(fits, *level >= before[l], "{sequence:?}");
                assert_eq!(fits, above(before, level) <= l, "{sequence:?}");
                sides[usize::from(fits)] += 1;
            }
        }
    }
    assert!(sides[0] > 1000 && sides[1] > 1000, "{sides:?}");
}

/// The search of the prose at step 3, where every agent rises from 1/3 to 2/5. All agents from agent 2 on can rise;
/// then comes the middle of 1 and 2, which is agent 2 again. Agent 1 is never tried, and could not be excluded.
#[test]
fn the_prose_search_never_asks_for_the_first_agent() {
    let sequence = sequence(&[&[2, 1], &[2, 1], &[1, 2]]);
    let shares = closed_form(&sequence).shares;
    let before = vec![r("1/3"), r("1/3")];
    assert_eq!(shares[1], before);
    assert_eq!(shares[2], vec![r("2/5"); 3]);
    let (k, mut asked) = (3usize, vec![(1 + 3usize).div_ceil(2)]);
    while asked.len() < 20 {
        let l = asked[asked.len() - 1];
        asked.push(if fits(&sequence, &before, l - 1) { (l + 1).div_ceil(2) } else { (l + k).div_ceil(2) });
    }
    assert_eq!(asked, [2; 20]);
    // With tau = 2 the level would be 4/9, above the old share of agent 1, against (2).
    let demand = sequence.normalised();
    let level = |j: usize| (Rational::one() - &demand[0][j] * &before[0]) / (&demand[1][j] + &demand[2][j]);
    assert_eq!(least((0..2).map(level)), Some(r("4/9")));
    assert!(fits(&sequence, &before, 0));
}

/// Lines 9 to 19 of Algorithm 1, for every number of agents up to 80 and every tau: each round halves the agents
/// between the ends, and corrects the sums by at most as many terms as there were agents.
#[test]
fn each_round_halves_the_unsettled() {
    for k in 2..=80usize {
        for tau in 2..=k {
            let (mut low, mut high, mut terms) = (1, k, 0);
            let mut middle = (low + high).div_ceil(2);
            while high - low > 1 {
                let unsettled = high - low - 1;
                let was = middle;
                if tau <= middle {
                    high = middle;
                } else {
                    low = middle;
                }
                middle = (low + high).div_ceil(2);
                assert!(high - low - 1 <= unsettled / 2);
                assert!(was.abs_diff(middle) <= unsettled);
                terms += was.abs_diff(middle);
            }
            assert_eq!(middle, tau);
            assert!(terms <= k, "{terms} for {k} and {tau}");
        }
    }
}

/// Algorithm 1 in which line 6 asks if all agents can rise to the old share of agent 1; the sums are corrected as in
/// lines 14 and 17. Returns the shares after a check that the search ends at tau.
fn mended(sequence: &Sequence) -> Vec<Vec<Rational>> {
    let (demand, resources) = (sequence.normalised(), 0..sequence.resources());
    let mut shares = vec![vec![sequence.released(0)]];
    for k in 2..=sequence.steps() {
        let (mut x, released) = (shares[k - 2].clone(), sequence.released(k - 1));
        let taken = |j: usize, from: usize, to: usize| sum((from..to).map(|i| &demand[i - 1][j] * &x[i - 1]));
        let wanted = |j: usize, from: usize, to: usize| sum((from..to).map(|i| demand[i - 1][j].clone()));
        let mut alpha = vec![Rational::zero(); resources.len()];
        let mut beta: Vec<Rational> = resources.clone().map(|j| wanted(j, 1, k + 1)).collect();
        let mut tau = 1;
        if !fits(sequence, &x, 0) {
            let (mut low, mut high) = (1, k);
            tau = (low + high).div_ceil(2);
            alpha = resources.clone().map(|j| taken(j, 1, tau)).collect();
            beta = resources.clone().map(|j| wanted(j, tau, k + 1)).collect();
            while high - low > 1 {
                let rise = resources.clone().all(|j| &alpha[j] + &beta[j] * &x[tau - 1] <= released);
                if rise {
                    high = tau;
                } else {
                    low = tau;
                }
                tau = (low + high).div_ceil(2);
                for j in resources.clone() {
                    let (from, to) = if rise { (tau, high) } else { (low, tau) };
                    let sign = if rise { -Rational::one() } else { Rational::one() };
                    alpha[j] = &alpha[j] + &sign * taken(j, from, to);
                    beta[j] = &beta[j] - &sign * wanted(j, from, to);
                }
            }
        }
        let level = least(resources.clone().map(|j| (&released - &alpha[j]) / &beta[j])).unwrap();
        assert_eq!(tau - 1, above(&x, &level), "{sequence:?}");
        x = x.into_iter().map(|x| max(x, level.clone())).chain([level.clone()]).collect();
        shares.push(x);
    }
    shares
}

#[test]
fn algorithm_one_with_line_six_mended() {
    let mut differ = 0;
    for sequence in sequences(Hypothesis::PositiveDemands, 9, 32).take(2000) {
        let right = closed_form(&sequence);
        assert_eq!(mended(&sequence), right.shares, "{sequence:?}");
        differ +=
            usize::from(mech("ddrf-printed").allocate(&sequence, &Patience::unlimited()).unwrap() != right);
    }
    assert!(differ > 100, "as printed it is right but for {differ}");
}

/// An event is that the water level reaches the share of an agent, or stops. For numbers of any size there are on
/// average at most two events per arrival.
#[test]
fn water_filling_has_few_events() {
    for top in [3, 1000, 1_000_000] {
        for sequence in sequences(Hypothesis::None, top, 33).take(500) {
            let shares = closed_form(&sequence).shares;
            let mut events = 1;
            for (before, now) in shares.iter().zip(&shares[1..]) {
                let mut reached: Vec<_> = before.iter().filter(|x| *x <= &now[now.len() - 1]).collect();
                reached.dedup();
                assert!(reached.len() <= before.len());
                events += reached.len() + 1;
            }
            assert!(events <= 2 * sequence.steps(), "{events}: {sequence:?}");
        }
    }
}

#[test]
fn some_resource_dominates_for_many() {
    for sequence in sequences(Hypothesis::PositiveDemands, 9, 34).take(1000) {
        let (demand, m) = (sequence.normalised(), sequence.resources());
        let shares = mech("drf-offline").allocate(&sequence, &Patience::unlimited()).unwrap().shares;
        for (k, now) in shares.iter().enumerate() {
            let dominated = |j: usize| demand[..=k].iter().filter(|d| d[j] == Rational::one()).count();
            let most = (0..m).map(dominated).max().unwrap();
            assert!(most >= (k + 1).div_ceil(m));
            assert!(now[k] <= sequence.released(k) / Rational::int(most as i64), "{sequence:?}");
        }
    }
}

/// m specialists of each resource in turn, and one more of resource `last`; each demands `eps` of the other
/// resources.
fn specialists<S: Scalar>(m: usize, last: usize, eps: &S) -> Sequence<S> {
    let row = |own: usize| (0..m).map(|j| if j == own { S::one() } else { eps.clone() }).collect();
    Sequence { agents: m * m + 1, demand: (0..m * m).map(|i| i % m).chain([last]).map(row).collect() }
}

/// Every agent gets 1/n, and the second agent also gets the rest of resource 2, until a specialist of resource 1
/// comes last.
fn favouring_the_second<S: Scalar>(sequence: &Sequence<S>) -> Vec<Vec<S>> {
    let (demand, n) = (sequence.normalised(), sequence.agents);
    let share = sequence.released(0);
    let mut shares = vec![vec![share.clone()]];
    for k in 1..n {
        let mut now = shares[k - 1].clone();
        now.push(if k == 1 || k == n - 1 { S::zero() } else { share.clone() });
        let (who, what) = if k == n - 1 { (k, 0) } else { (1, 1) };
        now[who] = S::zero();
        now[who] = sequence.released(k) - &used(&demand[..=k], &now)[what];
        shares.push(now);
    }
    shares
}

/// Dynamic Pareto optimality does not spread allocations: as eps tends to 0, the usage of all resources but the
/// second tends to m/n before the last agent arrives, and the last agent can have the rest.
#[test]
fn pareto_optimality_may_keep_resources_for_the_last() {
    for m in 2..=5usize {
        let sequence = specialists(m, 0, &Eps::infinitesimal());
        let (demand, n) = (sequence.normalised(), sequence.agents);
        let shares = favouring_the_second(&sequence);
        for (k, now) in shares.iter().enumerate() {
            let used = used(&demand[..=k], now);
            assert!(used.iter().all(|u| *u <= sequence.released(k)) && used.contains(&sequence.released(k)));
            assert!(now.iter().all(|x| *x >= sequence.released(0)));
            assert!(k == 0 || now.iter().zip(&shares[k - 1]).all(|(x, before)| x >= before));
        }
        let part = |a: usize| Some(Rational::new(a as i64, n as i64));
        let before = used(&demand[..n - 1], &shares[n - 2]);
        let limits: Vec<_> = before.iter().map(Eps::limit).collect();
        let expected: Vec<_> = (0..m).map(|j| if j == 1 { part(m * m) } else { part(m) }).collect();
        assert_eq!(limits, expected);
        assert_eq!(shares[n - 1][n - 1].limit(), part(n - m));
    }
}

/// The construction with eps = 1/10, judged by the properties themselves.
#[test]
fn the_kept_resources_pass_the_properties() {
    let sequence = specialists(2, 0, &r("1/10"));
    let shares = favouring_the_second(&sequence);
    let expected = rows(&[
        &["1/5"],
        &["1/5", "19/50"],
        &["1/5", "14/25", "1/5"],
        &["1/5", "14/25", "1/5", "1/5"],
        &["1/5", "14/25", "1/5", "1/5", "131/250"],
    ]);
    assert_eq!(shares, expected);
    let run =
        Run { mechanism: mech("ddrf").specification(), instance: &sequence, outcome: History { shares } };
    for id in ["feasible", "irrevocable", "dynamic-si", "dpo"] {
        let property = fairwitness::property::ARRIVALS.iter().find(|p| p.id() == id).unwrap();
        assert!(
            matches!(
                property.examine(&Hearing::of(mech("ddrf"), &run, &Patience::unlimited())).unwrap(),
                Verdict::Holds
            ),
            "{id}"
        );
    }
}

/// The most that the last agent can have, for any earlier shares, if resource `full` is used to m*m/n without it.
fn most_for_the_last(sequence: &Sequence, full: usize) -> Rational {
    let (demand, last) = (sequence.normalised(), sequence.agents - 1);
    let mut program = Program::new(sequence.agents);
    program.objective[last] = Rational::one();
    for j in 0..sequence.resources() {
        let terms = |to: usize| demand[..to].iter().enumerate().map(|(i, d)| (i, d[j].clone())).collect();
        let released = sequence.released(last - 1);
        if j == full {
            program.equal(terms(last), released);
        } else {
            program.at_most(terms(last), released);
        }
        program.at_most(terms(last + 1), Rational::one());
    }
    match solve(&program, &Patience::unlimited()).unwrap() {
        Solution::Optimal { value, .. } => value,
        _ => panic!("feasible and bounded"),
    }
}

/// Theorem 2 for all mechanisms at once: at step m*m some resource is used to m*m/n, and the specialist of this
/// resource who comes last gets at most 1/n and, for small eps, a little more: a (m+1)/(m*m+1)th of its share under
/// DRF. A last specialist of another resource may get more.
#[test]
fn no_mechanism_beats_the_bound_of_theorem_two() {
    for m in 2..=3usize {
        let n = Rational::int((m * m + 1) as i64);
        for eps in [r("1/10"), r("1/1000")] {
            for (full, last) in (0..m).flat_map(|full| (0..m).map(move |last| (full, last))) {
                let sequence = specialists(m, last, &eps);
                let most = most_for_the_last(&sequence, full);
                if full != last {
                    assert!(most > Rational::one() / &n);
                    continue;
                }
                assert_eq!(most, Rational::one() / &n);
                let known = mech("drf-offline")
                    .allocate(&sequence, &Patience::unlimited())
                    .unwrap()
                    .shares
                    .pop()
                    .unwrap();
                let (m, little) = (Rational::int(m as i64), Rational::int((m * (m - 1)) as i64) * &eps);
                assert_eq!(most / &known[0], (m + Rational::one() + little) / &n);
            }
        }
    }
}

/// Demands (1, 0), (1, 0), (0, 1): agents 1 and 2 fill resource 1 at 1/2, and the third may have any share from 1/2
/// on.
#[test]
fn with_zeros_the_programme_has_several_solutions() {
    let sequence = sequence(&[&[1, 0], &[1, 0], &[0, 1]]);
    let shares = closed_form(&sequence).shares;
    assert_eq!(shares[1..], rows(&[&["1/3", "1/3"], &["1/2", "1/2", "1/2"]]));
    let (demand, level) = (sequence.normalised(), r("1/2"));
    let solves = |x: &[Rational]| {
        let kept = x.iter().zip(&shares[1]).all(|(x, before)| x >= before);
        kept && x.iter().all(|x| *x >= level) && used(&demand, x).iter().all(|u| *u <= Rational::one())
    };
    let third = |x: &str| solves(&[r("1/2"), r("1/2"), r(x)]);
    assert!(third("1/2") && third("3/4") && third("1"));
    assert!(!third("1/3") && !third("5/4"));
    // Twice a larger level would not fit resource 1.
    assert_eq!(used(&demand, &[level.clone(), level.clone(), level])[0], Rational::one());
}

/// li2019 4: m specialists, then m agents that demand all resources equally. With s = (m - 1) epsilon the
/// specialists keep 1/(2 (1 + s)), the others get 1/(2m), and DRF gives every agent 1/(m + 1 + s).
#[test]
fn the_sum_of_shares_exceeds_drf_by_more_than_twice() {
    let mut largest = Rational::one();
    for (m, eps) in (2..=8).flat_map(|m| [(m, r("1/10")), (m, r("1/100000"))]) {
        let int = Rational::int;
        let row = |own: i64| (0..m).map(|k| if k == own { int(1) } else { eps.clone() }).collect();
        let mut demand: Vec<Vec<Rational>> = (0..m).map(row).collect();
        demand.extend((0..m).map(|_| vec![int(1); m as usize]));
        let sequence = Sequence { agents: demand.len(), demand };
        let total = |id: &str| {
            let history = mech(id).allocate(&sequence, &Patience::unlimited()).unwrap();
            sum(history.shares.last().unwrap().iter().cloned())
        };
        let one = int(1) + int(m - 1) * &eps;
        let quotient = total("ddrf") / total("drf-offline");
        assert_eq!(total("drf-offline"), int(2 * m) / (int(m) + &one));
        assert_eq!(quotient, (int(m) / (int(2) * &one) + r("1/2")) * (int(m) + &one) / int(2 * m));
        let limit = Rational::new((m + 1) * (m + 1), 4 * m);
        assert!(quotient < int(m) && quotient < limit && quotient > int(1));
        if eps < r("1/1000") {
            assert!(limit - &quotient < r("1/100"), "m = {m}");
        }
        largest = greatest([largest, quotient]).unwrap();
    }
    assert!(largest > Rational::int(2));
}
