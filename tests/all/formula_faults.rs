//! One text for each property: a fault planted in a formula changes the check of witnesses, the screen in machine words,
//! the number that steers a search, and the displayed arithmetic alike.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fairwitness::instances::{self, Scope};
use fairwitness::linear::Patience;
use fairwitness::mechanism::InWords;
use fairwitness::model::cluster::{Cluster, Placement, Pool, Setting, Weight};
use fairwitness::property::evidence::{Run, Witness};
use fairwitness::property::{self, Examine as _, Look, Property as _};
use fairwitness::scalar::{Of, Quick, Rational, Scalar};
use fairwitness_kernel::property::cluster::amounts::InPool;
use fairwitness_kernel::property::cluster::{
    bbf, bmf, ef, ef_aggregate, ef1, hier_share, non_wasteful, si, si_contributed, within_max_task,
};
use fairwitness_kernel::property::formula::{Case, Claim, Formula, Sides, Stated, Yard};
use fairwitness_kernel::specification::Settles;

use super::support::{mech, text};

/// A fault in a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// The formula as it is.
    None,
    /// Equality is a violation: `>` in place of `>=`.
    Strict,
    /// Every weight is 1.
    Weightless,
    /// Each user gets what the next user gets.
    Exchanged,
}

/// A formula with a fault.
#[derive(Debug)]
struct Planted<F>(F, Fault);

impl<F> Planted<F> {
    /// The result of `then` on the case as the fault sees it.
    fn with<N: Scalar, S: Scalar, T>(
        &self,
        case: &InPool<'_, S, N>,
        then: impl FnOnce(&InPool<'_, S, N>) -> T,
    ) -> T {
        let (mut gets, mut outcome, mut pool) =
            (case.gets.to_vec(), case.outcome.cloned(), case.instance.clone());
        match self.1 {
            Fault::Weightless => pool.weight = Weight::User(vec![N::one(); pool.users()]),
            Fault::Exchanged => {
                gets.rotate_left(1);
                outcome.iter_mut().for_each(|outcome| outcome.tasks.rotate_left(1));
            }
            Fault::None | Fault::Strict => {}
        }
        then(&Case { setting: case.setting, instance: &pool, gets: &gets, outcome: outcome.as_ref() })
    }
}

impl<F: Formula<Cluster>> Formula<Cluster> for Planted<F> {
    type At = F::At;
    type Basis<S: Scalar> = F::Basis<S>;
    const ID: &'static str = F::ID;
    const YARD: Yard = F::YARD;

    fn never(&self, setting: Setting) -> Option<&'static str> {
        self.0.never(setting)
    }

    fn scope<N: Scalar>(&self, pool: &Pool<N>) -> Result<(), &'static str> {
        self.0.scope(pool)
    }

    fn basis<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>) -> F::Basis<S> {
        self.with(case, |case| self.0.basis(case))
    }

    fn places<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>) -> impl Iterator<Item = F::At> {
        self.with(case, |case| self.0.places(case).collect::<Vec<_>>()).into_iter()
    }

    fn names<S: Scalar>(&self, basis: &F::Basis<S>, at: F::At, witness: &Witness<Cluster>) -> bool {
        self.0.names(basis, at, witness)
    }

    fn claim<N: Scalar, S: Of<N>>(
        &self,
        case: &InPool<'_, S, N>,
        basis: &F::Basis<S>,
        at: F::At,
    ) -> Claim<S> {
        match self.with(case, |case| self.0.claim(case, basis, at)) {
            Claim::Owes(Sides { due, has }) if self.1 == Fault::Strict && due == has => {
                Claim::owes(due + S::one(), has)
            }
            claim => claim,
        }
    }

    fn reads(&self, setting: Setting, pool: &Pool, at: F::At) -> Settles {
        self.0.reads(setting, pool, at)
    }

    fn tell(
        &self,
        case: &InPool<'_, Rational>,
        basis: &F::Basis<Rational>,
        at: F::At,
        sides: &Sides,
    ) -> String {
        self.0.tell(case, basis, at, sides)
    }
}

/// An outcome in machine words.
#[derive(Debug)]
struct Known(Placement<Quick>);

impl InWords<Cluster> for Known {
    fn gets(&self, _pool: &Pool<Quick>, gets: &mut Vec<Quick>) -> bool {
        gets.clear();
        gets.extend(self.0.totals());
        true
    }

    fn outcome(&self, _pool: &Pool<Quick>) -> Option<Placement<Quick>> {
        Some(self.0.clone())
    }
}

/// The forms of a formula on a run: margins of witnesses, screen, lean, and displayed lines.
type Forms = (Vec<Option<Rational>>, bool, Option<f64>, Vec<String>);

fn forms<F: Formula<Cluster>>(formula: F, run: &Run<'_, Cluster>, of: &'static str) -> Forms {
    let (stated, pool, outcome) = (Stated(formula), run.instance, &run.outcome);
    let gets = outcome.totals();
    let case: InPool<'_, Rational> =
        Case { setting: run.mechanism.setting(), instance: pool, gets: &gets, outcome: Some(outcome) };
    let witnesses: Vec<Witness<Cluster>> = stated.0.places(&case).map(Into::into).collect();
    let margins = witnesses.iter().map(|witness| stated.confirm(run, witness, None).ok()).collect();
    let lines = witnesses.iter().flat_map(|witness| stated.lines(run, witness, None));
    let lines = lines.map(|line| line.formula).collect();
    let tasks = outcome.tasks.iter().map(|row| row.iter().map(Quick::from).collect()).collect();
    let (known, words, mut room) = (Known(Placement { tasks }), pool.map(|x| Quick::from(x)), Vec::new());
    let patience = &Patience::unlimited();
    let mut look = Look { mechanism: mech(of), words: &known, instance: &words, room: &mut room, patience };
    (margins, stated.clears(&mut look).is_some(), stated.lean(run), lines)
}

/// Counts, for margins, screen, lean and lines, the runs of the mechanism `of` in the scope on which the fault shows.
fn shows<F: Formula<Cluster>>(of: &'static str, scope: &str, formula: fn() -> F, fault: Fault) -> [usize; 4] {
    let scope: Scope = scope.parse().unwrap();
    let mut counts = [0; 4];
    for k in 0..300 {
        let mut pool = instances::cluster::draw(&mut instances::draw_number(71, k), scope);
        if pool.owner.is_none() {
            pool.weight = Weight::User((1..).take(pool.users()).map(Rational::int).collect());
        }
        let Ok(outcome) = mech(of).allocate(&pool, &Patience::unlimited()) else { continue };
        let run = Run { mechanism: mech(of).specification(), instance: &pool, outcome };
        let sound = forms(Planted(formula(), Fault::None), &run, of);
        assert_eq!(sound, forms(formula(), &run, of), "{pool:?}");
        let planted = forms(Planted(formula(), fault), &run, of);
        let differ = [sound.0 != planted.0, sound.1 != planted.1, sound.2 != planted.2, sound.3 != planted.3];
        counts.iter_mut().zip(differ).for_each(|(count, differs)| *count += usize::from(differs));
    }
    counts
}

#[test]
fn a_fault_in_a_formula_shows_in_every_form() {
    use Fault::{Exchanged, Strict, Weightless};
    const PLAIN: &str = "users=3,servers=2,resources=2,max=3,weights=user";
    const MANY: &str = "users=3,servers=1,resources=2,max=12,weights=user,demands=positive";
    const ONE: &str = "users=3,servers=1,resources=2,max=3,weights=user";
    let mut silent = Vec::new();
    macro_rules! plant {
        ($cell:expr, $formula:expr, $($fault:expr),*) => {$(
            let (of, scope) = $cell;
            let counts = shows(of, scope, || $formula, $fault);
            if counts.contains(&0) {
                silent.push((format!("{:?}", $formula), $fault, counts));
            }
        )*};
    }
    plant!(("uniform", PLAIN), si::Si, Strict, Weightless, Exchanged);
    plant!(("uniform", PLAIN), ef::Ef, Strict, Weightless, Exchanged);
    plant!(("uniform", PLAIN), ef_aggregate::EfAggregate, Strict, Weightless, Exchanged);
    plant!(("drf", ONE), bbf::Bbf, Strict, Exchanged);
    plant!(("drf", ONE), bmf::Bmf, Strict, Exchanged);
    plant!(("tsf", PLAIN), non_wasteful::NonWasteful, Strict, Exchanged);
    plant!(("drf-tasks", MANY), ef1::Ef1::<false>, Strict, Weightless, Exchanged);
    plant!(("drf-tasks", MANY), ef1::Ef1::<true>, Strict, Weightless, Exchanged);
    plant!(("drf-tasks", ONE), within_max_task::WithinMaxTask, Weightless, Exchanged);
    plant!(("hdrf", "users=3,servers=1,resources=2,max=3,trees=2"), hier_share::HierShare, Strict, Exchanged);
    plant!(
        ("uniform", "users=2,servers=2,resources=2,max=3,owners=all"),
        si_contributed::SiContributed,
        Strict,
        Exchanged
    );
    assert!(silent.is_empty(), "the fault shows in none of margins, screen, lean, lines: {silent:?}");
}

/// A file of the repository.
fn read(path: &str) -> String {
    text(&Path::new(env!("CARGO_MANIFEST_DIR")).join(path))
}

/// ARCHITECTURE names one file for each property of a model, and that file states a formula or, in the last row, a check
/// of its own.
#[test]
fn the_file_of_each_formula_is_named() {
    let page = read("ARCHITECTURE.md");
    let rows = page.split("## The one formula of a property").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut named: BTreeMap<String, (String, bool)> = BTreeMap::new();
    for row in rows.lines().filter(|row| row.starts_with("| `")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let (model, file) = cells[1].trim_matches('`').split_once('/').unwrap();
        for id in cells[0].split(", ").map(|id| id.trim().trim_matches('`')) {
            let path =
                format!("crates/kernel/src/property/{model}/{}", file.replace("ID", &id.replace('-', "_")));
            let code = read(&path);
            let states = ["> Formula<", " Formula<", " Comparison<"].iter().any(|s| code.contains(s));
            assert!(named.insert(format!("{model} {id}"), (path, states)).is_none(), "{model} {id} twice");
        }
    }
    let ids = property::CLUSTER.iter().map(|p| format!("cluster {}", p.id()));
    let ids = ids.chain(property::ARRIVALS.iter().map(|p| format!("arrivals {}", p.id())));
    let ids = ids.chain(property::COVERING.iter().map(|p| format!("covering {}", p.id())));
    let ids: BTreeSet<String> = ids.filter(|id| !id.ends_with(" feasible")).collect();
    let apart = ["cluster ends", "cluster no-starvation"];
    let stated: BTreeSet<String> =
        named.iter().filter(|(_, (_, states))| *states).map(|(id, _)| id.clone()).collect();
    let missing: Vec<&String> =
        ids.iter().filter(|id| !stated.contains(*id) && !apart.contains(&id.as_str())).collect();
    assert!(missing.is_empty(), "no row names a file with a formula: {missing:?}");
    assert!(
        stated.is_subset(&ids),
        "rows without a property: {:?}",
        stated.difference(&ids).collect::<Vec<_>>()
    );
}
