//! The scope of a question about mechanisms: open bounds are replaced by defaults, and random instances are kept in the
//! domain of the mechanisms.

use fairwitness_kernel::specification::{Anonymous, Settles};

use super::{Read, Workbench};
use crate::clock::Stopwatch;
use crate::instances::{Candidates, Instances, Owners, Scope, draw_number};
use crate::linear::{Patience, Uncut as _};
use crate::mechanism::Mechanism;
use crate::model::{Hypothesis, Model, Presented};
use crate::scalar::Rational;
use crate::search::Limits;

/// The default of the largest number of queues above a user, for mechanisms that read trees.
const TREES: i64 = 2;

/// The parts of instances that not every model has.
const PARTS: [&str; 8] =
    ["weights", "resource-weights", "limits", "rates", "owners", "trees", "quotas", "priorities"];

/// The instances of a question about some mechanisms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fitted {
    /// The scope without open bounds.
    pub scope: Scope,
    /// The part of the scope with only what all mechanisms take, for random instances.
    pub drawn: Scope,
    /// The renamings that change no amounts of any mechanism, for instances that are tried among others.
    pub renamed: Anonymous,
    /// The renamings that turn no question into another one: what is listed up to them is listed whole.
    pub ignored: Anonymous,
}

impl<M: Presented> Workbench<M> {
    /// The instances of a question about `mechanisms` by judges who read at most `reads` of an outcome
    /// ([`Facts::ignores`](crate::mechanism::Facts::ignores)); questions to programs end with the search.
    ///
    /// # Errors
    /// A word of the scope that the model does not read.
    pub(super) fn fitted(
        &self,
        scope: Scope,
        mechanisms: &[&dyn Mechanism<M>],
        judge_takes: impl Fn(&str) -> bool,
        reads: impl IntoIterator<Item = Option<Settles>>,
        limits: &Limits<'_>,
    ) -> Read<Fitted> {
        self.instances.reads_all(scope)?;
        let deadline = limits.budget.time.and_then(|time| Stopwatch::start().at(time));
        let patience = Patience::with(limits.stop).until(deadline);
        let fitted = fitted(&self.instances, scope, mechanisms, judge_takes, &patience);
        let most = reads.into_iter().try_fold(Settles::Nothing, |most, one| Some(most.max(one?)));
        Ok(Fitted { ignored: self.ignored(fitted.scope, mechanisms, most), ..fitted })
    }

    /// The renamings that turn no question about `mechanisms` that reads `reads` into another one. Where amounts determine
    /// the outcome, a question reads no more than amounts.
    pub(super) fn ignored(
        &self,
        scope: Scope,
        mechanisms: &[&dyn Mechanism<M>],
        reads: Option<Settles>,
    ) -> Anonymous {
        let placed = (self.instances.placed)(scope);
        let reads = reads.map(|reads| if placed { reads.min(Settles::Utilities) } else { reads });
        let ignored = mechanisms.iter().map(|mechanism| mechanism.facts().ignores(reads));
        ignored.fold(Anonymous::ALL, Anonymous::and)
    }

    /// Exhaustive instances without further parts and random instances, alternating; none of a scope that is too large.
    pub(super) fn interleaved(
        &self,
        Fitted { scope, drawn, renamed, .. }: Fitted,
        seed: u64,
    ) -> Candidates<M> {
        if scope.too_large().is_some() {
            return Box::new(std::iter::empty());
        }
        let mut small = (self.instances.enumerate)(drawn.plain(), renamed).fuse();
        let random = self.instances.draw;
        let mut large = (0..).map(move |k| random(&mut draw_number(seed, k), drawn)).fuse();
        Box::new((0..).map_while(move |k| {
            if k % 2 == 0 {
                small.next().or_else(|| large.next())
            } else {
                large.next().or_else(|| small.next())
            }
        }))
    }
}

/// The instances of `scope` for a question about `mechanisms`. The default scope has what all of them and the judge take; any
/// other scope is what its text says.
fn fitted<M: Model>(
    instances: &Instances<M>,
    scope: Scope,
    mechanisms: &[&dyn Mechanism<M>],
    judge_takes: impl Fn(&str) -> bool,
    patience: &Patience,
) -> Fitted {
    let spelled = (instances.spelled)(scope);
    let takes = |word: &str, probe: &M::Instance<Rational>| {
        let inside = instances.contains(spelled, probe);
        mechanisms.iter().all(|mechanism| is_taken(*mechanism, word, probe, inside, patience))
    };
    let missing: Vec<&str> = (instances.probes)()
        .into_iter()
        .filter(|(word, probe)| !judge_takes(word) || !takes(word, probe))
        .map(|(word, _)| word)
        .chain(PARTS.into_iter().filter(|word| !instances.reads.contains(word)))
        .collect();
    let trees = !mechanisms.is_empty() && mechanisms.iter().all(|mechanism| mechanism.facts().takes_trees);
    let open = scope.is_open();
    let mut whole = if open { missing.iter().fold(scope, |scope, word| without(scope, word)) } else { scope };
    if open && trees {
        whole.extras.trees = whole.extras.trees.or(Some(TREES));
    }
    let whole = (instances.spelled)(whole);
    let renamed =
        mechanisms.iter().fold(Anonymous::ALL, |all, mechanism| all.and(mechanism.facts().anonymous));
    let drawn = missing.iter().fold(whole, |scope, word| without(scope, word));
    Fitted { scope: whole, drawn, renamed, ignored: renamed }
}

/// Returns `true` if the mechanism is defined for the probe of the part `word`. The domain of a program does not tell sizes,
/// so the program is asked, if the probe is inside the scope.
fn is_taken<M: Model>(
    mechanism: &dyn Mechanism<M>,
    word: &str,
    probe: &M::Instance<Rational>,
    inside: bool,
    patience: &Patience,
) -> bool {
    let asked = || match mechanism.allocate(probe, patience).uncut() {
        Ok(outcome) => outcome.is_ok(),
        Err(_) => true,
    };
    let size = matches!(word, "servers" | "resources");
    let says = || mechanism.outside().is_none_or(|outside| outside.takes(word));
    mechanism.specification().domain(probe).is_ok()
        && says()
        && (!size || !inside || mechanism.outside().is_none() || asked())
}

/// The scope without the part `word`.
fn without(mut scope: Scope, word: &str) -> Scope {
    let extras = &mut scope.extras;
    match word {
        "weights" => extras.weights = Some(1),
        "resource-weights" => extras.resource_weights = Some(0),
        "limits" => extras.limits = Some(0),
        "rates" => extras.rates = Some(0),
        "priorities" => extras.priorities = Some(0),
        "trees" => extras.trees = Some(0),
        "quotas" => extras.quotas = Some(0),
        "owners" if extras.owners == Owners::Some => extras.owners = Owners::None,
        "eligible" => extras.unconstrained = true,
        "servers" => scope.servers = 1,
        "resources" => scope.resources = 1,
        "sizes" if scope.hypothesis == Hypothesis::None => scope.hypothesis = Hypothesis::UnitSizes,
        _ => {}
    }
    scope
}
