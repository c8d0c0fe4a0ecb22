//! Separating examples: an instance on which two mechanisms give agents different amounts, or which violates
//! one property and satisfies another.

use super::{Limits, Progress, Searched, Watch};
use crate::instances::{Candidates, Scope};
use crate::linear::{Cut, Patience, Uncut as _};
use crate::mechanism::{Mechanism, evidence};
use crate::model::Model;
use crate::property::Examine;
use crate::property::judge::{Finding, Ruled};
use crate::scalar::{Rational, sum};

/// An instance that separates two mechanisms or two properties.
#[derive(Clone, Debug)]
pub struct Separation<M: Model> {
    /// The instance, after shrinking.
    pub instance: M::Instance<Rational>,
    /// The difference: the amounts under both mechanisms, or the mechanism whose outcome separates the
    /// properties.
    pub how: How,
}

/// The difference between two mechanisms or two properties on an instance.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// Amounts of each agent under the first mechanism and under the second.
    Amounts(
        #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))] Vec<Rational>,
        #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))] Vec<Rational>,
    ),
    /// The mechanism whose outcome violates the one property and has the other.
    #[serde(rename = "mechanism")]
    Violates(&'static str),
}

const BATCH: usize = 64;

/// The first candidate that passes the test, shrunk while it passes.
fn first<M: Model>(
    mut candidates: Candidates<M>,
    scope: Scope,
    limits: &Limits<'_>,
    test: impl Fn(&M::Instance<Rational>, &Patience) -> Result<Option<How>, Cut> + Sync,
) -> (Option<Separation<M>>, Searched) {
    let watch = Watch::start(limits);
    let mut searched = Searched { scope: Some(scope), ..Searched::default() };
    loop {
        let left = usize::try_from(limits.budget.left(searched.instances)).unwrap_or(usize::MAX);
        if let Some(ended) = watch.ends(left) {
            return (None, Searched { ended, ..searched });
        }
        let mut batch: Vec<_> = candidates.by_ref().take(left.min(BATCH)).collect();
        if batch.is_empty() {
            return (None, Searched { exhausted: true, ..searched });
        }
        batch.retain(|instance| scope.hypothesis.admits::<M>(instance));
        let found = watch.each(&batch, &test);
        searched.instances += found.iter().flatten().count() as u64;
        if let Some((instance, how)) = batch.into_iter().zip(found).find_map(|(i, how)| Some((i, how??))) {
            let mut smallest = Separation { instance, how };
            let patience = watch.patience();
            loop {
                let smaller = M::shrink(&smallest.instance)
                    .take_while(|_| !watch.interrupted())
                    .filter(|instance| scope.hypothesis.admits::<M>(instance))
                    .find_map(|instance| {
                        let how = test(&instance, &patience).ok().flatten()?;
                        Some(Separation { instance, how })
                    });
                match smaller {
                    Some(smaller) => smallest = smaller,
                    None => return (Some(smallest), searched),
                }
            }
        }
        (limits.progress)(Progress { strategy: "separate", searched, nearest: None });
    }
}

/// Searches for an instance on which the certified outcomes of two mechanisms give some agent different
/// amounts.
pub fn mechanisms<M: Model>(
    a: &dyn Mechanism<M>,
    b: &dyn Mechanism<M>,
    candidates: Candidates<M>,
    scope: Scope,
    limits: &Limits<'_>,
) -> (Option<Separation<M>>, Searched) {
    // Rounded numbers differ if they differ by more than the slack of both.
    let slack = sum([a, b].into_iter().filter_map(|mechanism| mechanism.slack()).cloned());
    let apart = |a: &[Rational], b: &[Rational], instance: &M::Instance<Rational>| {
        let within = &slack * M::scale(instance);
        a.len() != b.len() || a.iter().zip(b).any(|(a, b)| (a - b).abs() > within)
    };
    first(candidates, scope, limits, |instance, patience| {
        let gets = |m: &dyn Mechanism<M>| -> Result<Option<Vec<Rational>>, Cut> {
            Ok(evidence(m, instance, patience).uncut()?.ok().map(|o| M::gets(instance, &o)))
        };
        let Some(a) = gets(a)? else { return Ok(None) };
        let Some(b) = gets(b)? else { return Ok(None) };
        Ok((a != b && apart(&a, &b, instance)).then_some(How::Amounts(a, b)))
    })
}

/// Searches for an instance and a mechanism whose outcome there violates `violated` and satisfies `held`.
pub fn properties<M: Model>(
    violated: &'static dyn Examine<M>,
    held: &'static dyn Examine<M>,
    mechanisms: &[&'static dyn Mechanism<M>],
    candidates: Candidates<M>,
    scope: Scope,
    limits: &Limits<'_>,
) -> (Option<Separation<M>>, Searched) {
    first(candidates, scope, limits, |instance, patience| {
        for mechanism in mechanisms {
            let Ok(ruled) = Ruled::of(*mechanism, instance, patience).uncut()? else { continue };
            if matches!(ruled.judge(violated, patience)?, Finding::Violated(..))
                && matches!(ruled.judge(held, patience)?, Finding::Holds)
                && ruled.unproved(patience)?.is_none()
            {
                return Ok(Some(How::Violates(mechanism.id())));
            }
        }
        Ok(None)
    })
}
