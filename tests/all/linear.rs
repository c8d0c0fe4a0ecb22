//! The exact linear solver: every answer is checked by its certificate, and small programmes by brute force.

use chacha20::ChaCha8Rng;
use fairwitness::linear::basis::{Basis, prove};
use fairwitness::linear::dixon::solve_square;
use fairwitness::linear::{
    Cut, Leximin, Patience, Program, Relation, Solution, certificate, leximin, leximin_by_floats,
    leximin_by_rounds, solve, solve_by_floats, solve_by_pivots,
};
use fairwitness::scalar::{Rational, Scalar, Total, sum};
use rand::{RngExt, SeedableRng};

use super::support::r;

fn random_program(rng: &mut ChaCha8Rng, most: usize, top: i64) -> Program {
    let variables = rng.random_range(1..=most);
    let rows = rng.random_range(1..=most + 1);
    let mut program = Program::new(variables);
    let number = |rng: &mut ChaCha8Rng| {
        if rng.random_range(0..3) == 0 {
            Rational::zero()
        } else {
            Rational::new(rng.random_range(-top..=top), rng.random_range(1..=3))
        }
    };
    program.objective = (0..variables).map(|_| number(rng)).collect();
    for _ in 0..rows {
        let terms = (0..variables).map(|v| (v, number(rng))).filter(|(_, c)| !c.is_zero()).collect();
        let relation =
            [Relation::AtMost, Relation::AtMost, Relation::AtLeast, Relation::Equal][rng.random_range(0..4)];
        program.row(terms, relation, number(rng));
    }
    program
}

/// Solves a square system by elimination; `None` if it is singular.
fn solve_square_by_elimination(mut a: Vec<Vec<Rational>>, mut b: Vec<Rational>) -> Option<Vec<Rational>> {
    let n = b.len();
    for k in 0..n {
        let p = (k..n).find(|&i| !a[i][k].is_zero())?;
        a.swap(k, p);
        b.swap(k, p);
        for i in (0..n).filter(|&i| i != k) {
            let f = &a[i][k] / &a[k][k];
            for j in k..n {
                a[i][j] = &a[i][j] - &f * &a[k][j];
            }
            b[i] = &b[i] - &f * &b[k];
        }
    }
    Some((0..n).map(|k| &b[k] / &a[k][k]).collect())
}

/// The value of the best vertex, by trying every choice of tight constraints; `None` without a feasible vertex.
fn best_vertex(program: &Program) -> Option<Rational> {
    let n = program.variables();
    let mut planes: Vec<(Vec<Rational>, Rational)> = program
        .rows
        .iter()
        .map(|row| {
            let mut dense = vec![Rational::zero(); n];
            row.terms.iter().for_each(|(v, c)| dense[*v] = c.clone());
            (dense, row.bound.clone())
        })
        .collect();
    for v in 0..n {
        let mut unit = vec![Rational::zero(); n];
        unit[v] = Rational::one();
        planes.push((unit, Rational::zero()));
    }
    let mut best: Option<Rational> = None;
    for bits in 0u32..1 << planes.len() {
        if bits.count_ones() as usize != n {
            continue;
        }
        let chosen: Vec<_> = (0..planes.len()).filter(|i| bits >> i & 1 == 1).collect();
        let a = chosen.iter().map(|&i| planes[i].0.clone()).collect();
        let b = chosen.iter().map(|&i| planes[i].1.clone()).collect();
        let Some(point) = solve_square_by_elimination(a, b) else { continue };
        if certificate::feasible(&program.rows, &point).is_ok() {
            let value = program.objective.iter().zip(&point).fold(Rational::zero(), |s, (c, x)| s + c * x);
            best = Some(best.map_or(value.clone(), |b| if value > b { value } else { b }));
        }
    }
    best
}

#[test]
fn small_programmes_agree_with_every_vertex() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut optimal, mut infeasible, mut unbounded) = (0, 0, 0);
    for _ in 0..4000 {
        let program = random_program(&mut rng, 4, 4);
        let (solution, _) = solve_by_pivots(&program, &Patience::unlimited()).unwrap();
        certificate::check(&program, &solution).unwrap_or_else(|e| panic!("{e}: {program:?}\n{solution:?}"));
        match (&solution, best_vertex(&program)) {
            (Solution::Optimal { value, .. }, best) => {
                assert_eq!(best.as_ref(), Some(value), "{program:?}");
                optimal += 1;
            }
            (Solution::Infeasible { .. }, best) => {
                assert_eq!(best, None);
                infeasible += 1;
            }
            (Solution::Unbounded { .. }, best) => {
                assert!(best.is_some());
                unbounded += 1;
            }
        }
    }
    assert!(optimal > 500 && infeasible > 500 && unbounded > 200, "{optimal} {infeasible} {unbounded}");
}

#[test]
fn every_tier_of_numbers_is_reached_and_certified() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut seen = [0; 3];
    for round in 0..400 {
        let top = [5, 10_000, 1_000_000_000, i64::MAX / 4][round % 4];
        let program = random_program(&mut rng, 9, top);
        let (solution, statistics) = solve_by_pivots(&program, &Patience::unlimited()).unwrap();
        certificate::check(&program, &solution).unwrap_or_else(|e| panic!("{e}"));
        seen[statistics.words as usize] += 1;
    }
    assert!(seen.iter().all(|n| *n > 20), "words 0, 1, 2: {seen:?}");
}

/// Pivots of numbers just below and just above the bound of each way of pivoting, of both signs.
#[test]
fn pivots_at_the_bounds_of_words() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    let (half, word) = (1i64 << 30, 1i64 << 62);
    for bound in [half, word] {
        for off in -2..=2 {
            let edge = bound + off;
            for _ in 0..300 {
                let number = |rng: &mut ChaCha8Rng| {
                    let size = [1, 2, 3, edge - 1, edge, edge][rng.random_range(0..6)];
                    Rational::int(if rng.random_range(0..3) == 0 { -size } else { size })
                };
                let mut program = Program::new(3);
                program.objective = (0..3).map(|_| number(&mut rng)).collect();
                for _ in 0..3 {
                    let terms = (0..3).map(|v| (v, number(&mut rng))).collect();
                    let relation = [Relation::AtMost, Relation::AtMost, Relation::AtLeast, Relation::Equal];
                    program.row(terms, relation[rng.random_range(0..4)], number(&mut rng));
                }
                let (solution, _) = solve_by_pivots(&program, &Patience::unlimited()).unwrap();
                certificate::check(&program, &solution).unwrap_or_else(|e| panic!("{e}: {program:?}"));
                if let Solution::Optimal { value, .. } = &solution {
                    assert_eq!(best_vertex(&program).as_ref(), Some(value), "{program:?}");
                }
            }
        }
    }
}

/// The bounds between ways of pivoting: the largest numbers for the narrow way, and one more; then the bound of a
/// word.
#[test]
fn the_bounds_of_words_are_where_they_are_said_to_be() {
    let how = |most: i64| {
        // Maximise x and y; `most x + y <= most` and `x + most y <= most`: two pivots.
        let mut program = Program::new(2);
        program.objective = vec![Rational::one(), Rational::one()];
        let (one, most) = (Rational::one(), Rational::int(most));
        program.at_most(vec![(0, most.clone()), (1, one.clone())], most.clone());
        program.at_most(vec![(0, one.clone()), (1, most.clone())], most.clone());
        let (solution, statistics) = solve_by_pivots(&program, &Patience::unlimited()).unwrap();
        certificate::check(&program, &solution).unwrap();
        let each = &most / &(&most + &one);
        let expected = Solution::Optimal {
            point: vec![each.clone(), each.clone()],
            multipliers: vec![Rational::one() / (&most + &one); 2],
            value: &each + &each,
        };
        assert_eq!(solution, expected);
        assert_eq!(statistics.pivots, 2);
        (statistics.narrow, statistics.words)
    };
    // The second pivot meets `most^2 - 1`, below 2^30 up to 2^15, and leads to `2 most (most - 1)`, which is the largest.
    assert_eq!(how(1 << 15), (2, 1));
    assert_eq!(how((1 << 15) + 1), (1, 1));
    assert_eq!(how((1 << 30) - 1), (1, 1));
    assert_eq!(how(1 << 30), (0, 1));
    assert_eq!(how(1_518_500_250), (0, 1));
    assert_eq!(how(1_518_500_251), (0, 2));
    assert_eq!(how((1 << 62) - 1), (0, 2));
    assert_eq!(how(1 << 62), (0, 2));
}

/// Beale's programme, on which the largest-coefficient rule cycles.
#[test]
fn degenerate_programmes_end() {
    let mut program = Program::new(4);
    program.objective = ["3/4", "-150", "1/50", "-6"].map(r).to_vec();
    let row = |c: [&str; 4]| c.iter().map(|c| r(c)).enumerate().collect::<Vec<_>>();
    program.at_most(row(["1/4", "-60", "-1/25", "9"]), r("0"));
    program.at_most(row(["1/2", "-90", "-1/50", "3"]), r("0"));
    program.at_most(vec![(2, r("1"))], r("1"));
    let solution = solve(&program, &Patience::unlimited()).unwrap();
    certificate::check(&program, &solution).unwrap();
    assert!(matches!(solution, Solution::Optimal { value, .. } if value == r("1/20")));
}

#[test]
fn the_checker_says_no() {
    let mut program = Program::new(2);
    program.objective = vec![r("1"), r("1")];
    program.at_most(vec![(0, r("1")), (1, r("2"))], r("4"));
    program.at_most(vec![(0, r("3")), (1, r("1"))], r("6"));
    let Solution::Optimal { point, multipliers, value } = solve(&program, &Patience::unlimited()).unwrap()
    else {
        panic!("has an optimum")
    };
    assert_eq!(value, r("14/5"));
    let claim = |point: &[Rational], multipliers: &[Rational], value: &Rational| {
        let (point, multipliers) = (point.to_vec(), multipliers.to_vec());
        certificate::check(&program, &Solution::Optimal { point, multipliers, value: value.clone() })
    };
    assert!(claim(&point, &multipliers, &value).is_ok());
    assert!(claim(&point, &multipliers, &r("3")).is_err(), "another value");
    assert!(claim(&[r("0"), r("2")], &multipliers, &r("2")).is_err(), "a worse point");
    assert!(claim(&[r("9"), r("9")], &multipliers, &r("18")).is_err(), "an infeasible point");
    assert!(claim(&point, &[r("1"), r("0")], &value).is_err(), "multipliers that prove less");
    assert!(claim(&point, &[r("-1"), r("2")], &value).is_err(), "a multiplier of the wrong sign");
    assert!(claim(&point, &[r("1")], &value).is_err(), "too few multipliers");
    let infeasible = Solution::Infeasible { multipliers };
    assert!(certificate::check(&program, &infeasible).is_err(), "it is feasible");
    let ray = Solution::Unbounded { point, ray: vec![r("1"), r("0")] };
    assert!(certificate::check(&program, &ray).is_err(), "it is bounded");
}

#[test]
fn the_leximin_checker_says_no() {
    // Two levels share 3 units; the first can use at most 1.
    let mut polytope = Program::new(2);
    polytope.at_most(vec![(0, r("1")), (1, r("1"))], r("3"));
    polytope.at_most(vec![(0, r("1"))], r("1"));
    let levels = vec![vec![(0, r("1"))], vec![(1, r("1"))]];
    let found = leximin(&polytope, &levels, &Patience::unlimited()).unwrap();
    assert_eq!(found.point, vec![r("1"), r("2")]);
    let check = |point: &[Rational], rounds: &[fairwitness::linear::Round]| {
        certificate::leximin(2, &polytope.rows, &levels, point, rounds)
    };
    assert!(check(&found.point, &found.rounds).is_ok());
    assert!(check(&[r("1"), r("1")], &found.rounds).is_err(), "a lower second level");
    assert!(check(&[r("3/2"), r("3/2")], &found.rounds).is_err(), "an infeasible point");
    assert!(check(&found.point, &found.rounds[..1]).is_err(), "a round left out");
    let mut tampered = found.rounds.clone();
    tampered[0].level = r("1/2");
    assert!(check(&[r("1/2"), r("5/2")], &tampered).is_err(), "a level set too low");
}

/// p-adic lifting compared with elimination, for entries of all sizes.
#[test]
fn lifting_solves_square_systems() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (mut solved, mut singular) = (0, 0);
    for round in 0..300 {
        let n = rng.random_range(1..=8);
        let top = [2, 50, 1_000_000, i64::MAX / 16][round % 4];
        let mut entry =
            |zeros: u32| if rng.random_range(0..100) < zeros { 0 } else { rng.random_range(-top..=top) };
        let dense: Vec<Vec<i64>> = (0..n).map(|_| (0..n).map(|_| entry(40)).collect()).collect();
        let right: Vec<i64> = (0..n).map(|_| entry(10)).collect();
        let sparse: Vec<Vec<(usize, i64)>> = dense
            .iter()
            .map(|row| row.iter().copied().enumerate().filter(|(_, x)| *x != 0).collect())
            .collect();
        let exact = |row: &Vec<i64>| row.iter().copied().map(Rational::int).collect::<Vec<_>>();
        let expected = solve_square_by_elimination(dense.iter().map(exact).collect(), exact(&right));
        let found = solve_square(&sparse, &right);
        assert_eq!(found, expected, "{dense:?} {right:?}");
        if found.is_some() { solved += 1 } else { singular += 1 }
    }
    assert!(solved > 150 && singular > 20, "{solved} solved, {singular} singular");
}

/// Right sides much longer than the entries, such as levels that earlier rounds settled.
#[test]
fn lifting_bears_long_right_sides() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    for _ in 0..200 {
        let n = rng.random_range(1..=4);
        let dense: Vec<Vec<i64>> = (0..n)
            .map(|i| (0..n).map(|j| if i == j { 3 } else { rng.random_range(-1..=1) }).collect())
            .collect();
        let right: Vec<i64> = (0..n).map(|_| rng.random_range(i64::MAX / 2..=i64::MAX)).collect();
        let sparse: Vec<Vec<(usize, i64)>> = dense
            .iter()
            .map(|row| row.iter().copied().enumerate().filter(|(_, x)| *x != 0).collect())
            .collect();
        let exact = |row: &Vec<i64>| row.iter().copied().map(Rational::int).collect::<Vec<_>>();
        let expected = solve_square_by_elimination(dense.iter().map(exact).collect(), exact(&right));
        assert_eq!(solve_square(&sparse, &right), expected, "{dense:?} {right:?}");
    }
}

/// The flags of a basis at an optimum: variables above zero and loose rows. For degenerate optima these are no
/// basis.
fn basis_of(program: &Program, point: &[Rational]) -> Basis {
    let variables = point.iter().map(Scalar::is_positive).collect();
    let rows = program.rows.iter();
    let slacks = rows.map(|row| row.relation != Relation::Equal && row.at(point) != row.bound).collect();
    Basis { variables, slacks }
}

#[test]
fn a_basis_proves_its_optimum_or_nothing() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let (mut proved, mut declined) = (0, 0);
    for _ in 0..1500 {
        let program = random_program(&mut rng, 7, 9);
        let (Solution::Optimal { point, value, .. }, _) =
            solve_by_pivots(&program, &Patience::unlimited()).unwrap()
        else {
            continue;
        };
        match prove(&program, &basis_of(&program, &point), &Patience::unlimited()).unwrap() {
            Some(Solution::Optimal { value: same, .. }) => {
                assert_eq!(same, value);
                proved += 1;
            }
            Some(other) => panic!("{other:?}"),
            None => declined += 1, // Degenerate: variables at zero belong to the basis.
        }
        let all_loose =
            Basis { variables: vec![false; program.variables()], slacks: vec![true; program.rows.len()] };
        if let Some(Solution::Optimal { value: other, .. }) =
            prove(&program, &all_loose, &Patience::unlimited()).unwrap()
        {
            assert_eq!(other, value, "the origin is proved only where it is optimal");
        }
    }
    assert!(proved > 100, "{proved} proved, {declined} declined");
}

/// Beyond the size where pivots are cheap, every route ends certified and with one value.
#[test]
fn large_programmes_are_certified_on_every_route() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..3 {
        let rows = 60;
        let mut program = Program::new(2 * rows);
        program.objective = (0..2 * rows).map(|_| Rational::int(rng.random_range(1..=9))).collect();
        for _ in 0..rows {
            let picked = (0..2 * rows).filter(|_| rng.random_range(0..rows) < 4).collect::<Vec<_>>();
            let terms = picked
                .into_iter()
                .map(|v| (v, Rational::new(rng.random_range(1..=9), rng.random_range(1..=3))))
                .collect();
            program.at_most(terms, Rational::int(rng.random_range(10..=99)));
        }
        program.at_most((0..2 * rows).map(|v| (v, Rational::one())).collect(), Rational::int(500));
        let (by_pivots, chosen) = (
            solve_by_pivots(&program, &Patience::unlimited()).unwrap().0,
            solve(&program, &Patience::unlimited()).unwrap(),
        );
        certificate::check(&program, &by_pivots).unwrap();
        certificate::check(&program, &chosen).unwrap();
        let value = |s: &Solution| match s {
            Solution::Optimal { value, .. } => value.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(value(&by_pivots), value(&chosen));
    }
}

/// The value and the kind of an answer.
fn kind(solution: &Solution) -> (usize, Option<Rational>) {
    match solution {
        Solution::Optimal { value, .. } => (0, Some(value.clone())),
        Solution::Infeasible { .. } => (1, None),
        Solution::Unbounded { .. } => (2, None),
    }
}

#[test]
fn what_floats_propose_is_proved_and_agrees_with_exact_pivots() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let (mut seen, mut lost) = ([0; 3], 0);
    for round in 0..3000 {
        let top = [2, 9, 1_000, 10_000_000][round % 4];
        let program = random_program(&mut rng, 3 + round % 12, top);
        let expected = solve_by_pivots(&program, &Patience::unlimited()).unwrap().0;
        let Some(found) = solve_by_floats(&program, &Patience::unlimited()).unwrap() else {
            lost += 1;
            continue;
        };
        certificate::check(&program, &found).unwrap_or_else(|e| panic!("{e}: {program:?}"));
        assert_eq!(kind(&found), kind(&expected), "{program:?}");
        seen[kind(&found).0] += 1;
    }
    assert!(seen.iter().all(|n| *n > 300) && lost < 60, "kinds {seen:?}, lost {lost}");
}

/// Many rows that meet in one point, and duplicate rows.
#[test]
fn degenerate_programmes_are_proved_too() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (mut proved, rounds) = (0, 200);
    for _ in 0..rounds {
        let n = rng.random_range(4..=12);
        let mut program = Program::new(n);
        program.objective = (0..n).map(|_| Rational::int(rng.random_range(0..=4))).collect();
        for _ in 0..2 * n {
            let terms: Vec<_> = (0..n)
                .filter_map(|v| Some((v, rng.random_range(-2..=3))).filter(|(_, c)| *c != 0))
                .map(|(v, c)| (v, Rational::int(c)))
                .collect();
            program.at_most(terms.clone(), Rational::zero());
            if rng.random_range(0..3) == 0 {
                program.equal(terms.iter().map(|(v, c)| (*v, c + c)).collect(), Rational::zero());
            }
        }
        program.at_most((0..n).map(|v| (v, Rational::one())).collect(), Rational::int(10));
        let expected = solve_by_pivots(&program, &Patience::unlimited()).unwrap().0;
        if let Some(found) = solve_by_floats(&program, &Patience::unlimited()).unwrap() {
            assert_eq!(kind(&found), kind(&expected), "{program:?}");
            proved += 1;
        }
    }
    assert!(proved * 20 > rounds * 19, "{proved} of {rounds}");
}

/// Users with some servers each: rows of capacities, and levels with different units.
fn random_levels(rng: &mut ChaCha8Rng, top: i64) -> (Program, Vec<Vec<(usize, Rational)>>) {
    let (users, servers) = (rng.random_range(2..=7), rng.random_range(1..=5));
    let pairs: Vec<(usize, usize)> = (0..users)
        .flat_map(|u| (0..servers).map(move |i| (u, i)))
        .filter(|&(u, i)| u % servers == i || rng.random_range(0..3) == 0)
        .collect();
    let mut polytope = Program::new(pairs.len());
    for i in 0..servers {
        for _ in 0..2 {
            let own = pairs.iter().enumerate().filter(|(_, pair)| pair.1 == i);
            let terms = own.map(|(v, _)| (v, Rational::int(rng.random_range(1..=top)))).collect();
            // A server may have none of a resource.
            polytope.at_most(terms, Rational::int(rng.random_range(0..=3) * rng.random_range(1..=top)));
        }
    }
    let levels = (0..users)
        .map(|u| {
            let unit = Rational::new(rng.random_range(1..=top), rng.random_range(1..=5));
            let own = pairs.iter().enumerate().filter(|(_, pair)| pair.0 == u);
            own.map(|(v, _)| (v, unit.clone())).collect()
        })
        .collect();
    (polytope, levels)
}

#[test]
fn leximin_by_floats_is_leximin() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let (mut rounds, mut lost) = ([0; 8], 0);
    for case in 0..800 {
        let (polytope, levels) = random_levels(&mut rng, [3, 20, 100_000][case % 3]);
        let reached = |found: &Leximin| -> Vec<Rational> {
            let level = |level: &Vec<(usize, Rational)>| sum(level.iter().map(|(v, c)| c * &found.point[*v]));
            levels.iter().map(level).collect()
        };
        let expected = leximin_by_rounds(&polytope, &levels, &Patience::unlimited()).unwrap();
        let Some(found) = leximin_by_floats(&polytope, &levels, &Patience::unlimited()).unwrap() else {
            lost += 1;
            continue;
        };
        assert_eq!(reached(&found), reached(&expected), "{polytope:?} {levels:?}");
        let check = |rounds| {
            certificate::leximin(polytope.variables(), &polytope.rows, &levels, &found.point, rounds)
        };
        check(&found.rounds).unwrap();
        assert!(check(&found.rounds[1..]).is_err(), "a round left out");
        rounds[found.rounds.len()] += 1;
    }
    assert!(rounds[1] > 20 && rounds[2] > 50 && rounds[3] > 20 && lost < 40, "{rounds:?}, lost {lost}");
}

/// The checker at numbers beyond words: sums over one denominator are exact, and a unit in the last place is
/// detected.
#[test]
fn the_checker_says_no_to_long_numbers_too() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let mut program = Program::new(40);
    program.objective = (0..40).map(|_| Rational::int(rng.random_range(1..=9))).collect();
    for _ in 0..40 {
        let terms = (0..40).map(|v| (v, Rational::new(rng.random_range(1..=99), rng.random_range(1..=7))));
        program.at_most(terms.collect(), Rational::int(rng.random_range(10..=99)));
    }
    let Solution::Optimal { point, multipliers, value } =
        solve_by_floats(&program, &Patience::unlimited()).unwrap().unwrap()
    else {
        panic!()
    };
    assert!(value.small().is_none(), "the value has many digits");
    let claim = |point: &[Rational], multipliers: &[Rational], value: &Rational| {
        let (point, multipliers) = (point.to_vec(), multipliers.to_vec());
        certificate::check(&program, &Solution::Optimal { point, multipliers, value: value.clone() })
    };
    assert!(claim(&point, &multipliers, &value).is_ok());
    let little = Rational::one() / (&value * &value * &value);
    for (k, y) in multipliers.iter().enumerate().filter(|(_, y)| y.is_positive()) {
        let mut less = multipliers.clone();
        less[k] = y - &little;
        assert!(claim(&point, &less, &value).is_err(), "less of row {k} covers a variable no more");
        less[k] = y + &little;
        assert!(claim(&point, &less, &value).is_err(), "more of row {k} proves less");
    }
    for (v, x) in point.iter().enumerate() {
        let mut more = point.clone();
        more[v] = x + &little;
        let paid = Total::of(program.objective.iter().zip(&more)).rational();
        assert!(claim(&more, &multipliers, &paid).is_err(), "more of variable {v}");
    }
}

#[test]
fn totals_are_sums() {
    let mut rng = ChaCha8Rng::seed_from_u64(10);
    let number = |rng: &mut ChaCha8Rng| {
        let part = |rng: &mut ChaCha8Rng| {
            let most = i64::MAX >> rng.random_range(0..62);
            Rational::int(rng.random_range(1..=most))
        };
        let sign = Rational::int(rng.random_range(-1..=1));
        let short = sign * part(rng) / part(rng);
        if rng.random() { short } else { short * part(rng) }
    };
    for _ in 0..500 {
        let pairs: Vec<(Rational, Rational)> =
            (0..rng.random_range(0..6)).map(|_| (number(&mut rng), number(&mut rng))).collect();
        let expected = pairs.iter().fold(Rational::zero(), |sum, (a, b)| sum + a * b);
        let total = Total::of(pairs.iter().map(|(a, b)| (a, b)));
        assert_eq!(total.rational(), expected);
        for other in [expected.clone(), Rational::zero(), number(&mut rng)] {
            assert_eq!(total.compare(&other), expected.cmp(&other));
        }
    }
}

#[test]
fn floats_and_lifting_can_be_cut_short() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut program = Program::new(300);
    program.objective.fill(Rational::one());
    for _ in 0..150 {
        let terms = (0..300).map(|v| (v, Rational::int(rng.random_range(1..=1_000_000_000))));
        program.at_most(terms.collect(), Rational::int(rng.random_range(10..=99)));
    }
    assert_eq!(solve(&program, &Patience::unlimited().until(std::time::Instant::now())), Err(Cut));
}
