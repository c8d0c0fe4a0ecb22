//! Rules and properties of the caller's own as functions, and searches in one line.

use std::fmt;

use super::{CellReport, Plan, Read, Searching as _, Workbench, WorstReport};
use crate::document::InputError;
use crate::linear::{Cut, Patience, Stop};
use crate::mechanism::{Allocated, Anonymous, Certified, Facts, Mechanism, Settles, Specification};
use crate::model::refusal::{Refusal, Rejected};
use crate::model::{Model, Presented};
use crate::property::evidence::{Confirmed, Run, Verdict, Witness, positive};
use crate::property::{self, Examine, Hearing, Property, Unit};
use crate::scalar::{Rational, Scalar as _};
use crate::search::{Budget, Limits};

/// The page of an id of the caller's own.
fn page<M: Model>(id: &str) -> String {
    format!("# {id}\n\n```toml\nid     = \"{id}\"\nname   = \"{id}\"\nmodel  = \"{}\"\n```\n", M::ID)
}

/// The reason why an outcome of a function has no certificate.
fn uncertified() -> Rejected {
    Rejected::Certificate("what a function returns has none".to_string())
}

/// A function with its id, its page, and what is known of it in advance: the setting of a rule.
struct Own<F, S> {
    id: &'static str,
    page: String,
    setting: S,
    function: F,
}

impl<F, S> fmt::Debug for Own<F, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Own").field(&self.id).finish()
    }
}

/// The specification of a rule is the rule: it promises the outcome that it allocates, and needs no certificate.
impl<M, F> Specification<M> for Own<F, M::Setting>
where
    M: Model,
    F: Fn(&M::Instance<Rational>) -> Result<M::Outcome<Rational>, String> + Send + Sync,
{
    fn facts(&self) -> Facts<M::Setting> {
        Facts { settles: Settles::Outcome, anonymous: Anonymous::NONE, ..Facts::of(self.id, self.setting) }
    }

    fn as_printed(&self) -> bool {
        true
    }

    fn check(
        &self,
        _instance: &M::Instance<Rational>,
        _outcome: &M::Outcome<Rational>,
        _certificate: &M::Certificate,
    ) -> Result<(), Rejected> {
        Err(uncertified())
    }
}

impl<M, F> Mechanism<M> for Own<F, M::Setting>
where
    M: Model,
    F: Fn(&M::Instance<Rational>) -> Result<M::Outcome<Rational>, String> + Send + Sync,
{
    fn page(&self) -> &str {
        &self.page
    }

    fn allocate(&self, instance: &M::Instance<Rational>, _patience: &Patience) -> Allocated<M> {
        Ok((self.function)(instance).map_err(Refusal::OutOfDomain)?)
    }

    fn certify(&self, _: &M::Instance<Rational>, _: &M::Outcome<Rational>, _: &Patience) -> Certified<M> {
        Err(uncertified().into())
    }
}

impl<M, F> Property<M> for Own<F, ()>
where
    M: Model,
    F: Fn(&M::Instance<Rational>, &M::Outcome<Rational>) -> Option<Rational> + Send + Sync,
{
    fn id(&self) -> &'static str {
        self.id
    }

    /// What the function reads is not known.
    fn facts(&self) -> property::Facts {
        property::Facts { reads: None, ..property::Facts::NONE }
    }

    fn confirm(&self, run: &Run<'_, M>, witness: &Witness<M>, _: Option<&M::Outcome<Rational>>) -> Confirmed {
        match (witness, (self.function)(run.instance, &run.outcome)) {
            (Witness::Outcome, Some(gap)) => positive(gap),
            _ => Err(Rejected::Kind),
        }
    }

    fn tell(&self, run: &Run<'_, M>, _: &Witness<M>, _: Option<&M::Outcome<Rational>>) -> String {
        let gap = (self.function)(run.instance, &run.outcome);
        gap.map_or_else(String::new, |gap| format!("The outcome misses `{}` by {gap}.", self.id))
    }
}

impl<M, F> Examine<M> for Own<F, ()>
where
    M: Model,
    F: Fn(&M::Instance<Rational>, &M::Outcome<Rational>) -> Option<Rational> + Send + Sync,
{
    fn page(&self) -> &str {
        &self.page
    }

    fn unit(&self, _run: &Run<'_, M>, _witness: &Witness<M>) -> Unit {
        Unit::of("")
    }

    fn lean(&self, run: &Run<'_, M>) -> Option<f64> {
        (self.function)(run.instance, &run.outcome).map(|gap| gap.to_f64())
    }

    fn examine(&self, &Hearing { run, .. }: &Hearing<'_, M>) -> Result<Verdict<M>, Cut> {
        Ok(match (self.function)(run.instance, &run.outcome) {
            None => Verdict::OutOfScope("the property does not apply to this instance".into()),
            Some(gap) if gap.is_positive() => Verdict::Violated(Witness::Outcome),
            Some(_) => Verdict::Holds,
        })
    }
}

impl<M: Presented> Workbench<M> {
    /// Adds a rule: a function from an instance to an outcome, or to the reason why it allocates none. It must return one
    /// outcome for one instance, and is judged by all properties of its `setting`.
    ///
    /// # Errors
    /// The id is in use.
    pub fn with_rule(
        self,
        id: &'static str,
        setting: M::Setting,
        rule: impl Fn(&M::Instance<Rational>) -> Result<M::Outcome<Rational>, String> + Send + Sync + 'static,
    ) -> Read<Self> {
        self.with_mechanism(Own { id, page: page::<M>(id), setting, function: rule })
    }

    /// Adds a property: a function from an instance and a feasible outcome to a gap, which is a violation if it is above 0;
    /// `None` where the property says nothing.
    ///
    /// # Errors
    /// The id is in use.
    pub fn with_gap(
        self,
        id: &'static str,
        gap: impl Fn(&M::Instance<Rational>, &M::Outcome<Rational>) -> Option<Rational> + Send + Sync + 'static,
    ) -> Read<Self> {
        self.with_property(Own { id, page: page::<M>(id), setting: (), function: gap })
    }

    /// Searches for a violation among the instances of a scope, such as `users=3,servers=1,resources=2,max=4`, with up to
    /// `instances` proposals, and makes what it finds small.
    ///
    /// # Errors
    /// An unknown id, or a text that is no scope.
    pub fn search_in(
        &self,
        mechanism: &str,
        property: &str,
        scope: &str,
        instances: u64,
    ) -> Read<CellReport> {
        asked(scope, instances, |plan, limits| self.search(mechanism, property, plan, limits))
    }

    /// Searches for the worst value of a measure in the same way. `searched.exhausted` tells that every instance of the
    /// scope was measured, and the value is then the worst one of the scope.
    ///
    /// # Errors
    /// Those of [`Workbench::search_in`].
    pub fn worst_in(&self, mechanism: &str, measure: &str, scope: &str, instances: u64) -> Read<WorstReport> {
        asked(scope, instances, |plan, limits| self.worst(mechanism, measure, plan, limits))
    }
}

/// Asks with the plan and the limits of a scope and a number of instances: every strategy, seed 0, one thread.
fn asked<T>(scope: &str, instances: u64, ask: impl FnOnce(&Plan, &Limits<'_>) -> Read<T>) -> Read<T> {
    let unread = |e: crate::instances::ScopeError| InputError::of("scope", scope, e.to_string());
    let scope = scope.parse().map_err(unread)?;
    let plan = Plan { strategy: "auto", scope, seed: 0, archive: Vec::new() };
    let (stop, progress) = (Stop::new(), |_| {});
    ask(&plan, &Limits { budget: Budget::instances(instances), threads: 1, stop: &stop, progress: &progress })
}
