//! Separating examples: an instance on which two mechanisms give agents different amounts, or which violates
//! one property and satisfies another.

use super::{Limits, Progress, Searched, Watch};
use crate::instances::{Candidates, Instances, Scope};
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

/// The comparison of two sides on one instance.
enum Compared {
    /// The sides differ.
    Apart(How),
    /// The sides agree.
    Alike,
    /// A mechanism refuses the instance, for this reason.
    Refused(String),
    /// No outcome separates the sides, and no outcome was decided.
    Open(&'static str),
}

/// Candidates, and the set of instances to which they belong.
#[derive(Debug)]
pub struct Field<'a, M: Model> {
    /// The source of instances.
    pub instances: &'a Instances<M>,
    /// The instances in question.
    pub scope: Scope,
}

/// The first candidate in the scope that passes the test, shrunk within the scope while it passes.
fn first<M: Model>(
    mut candidates: Candidates<M>,
    field: &Field<'_, M>,
    limits: &Limits<'_>,
    test: impl Fn(&M::Instance<Rational>, &Patience) -> Result<Compared, Cut> + Sync,
) -> (Option<Separation<M>>, Searched) {
    let (watch, scope) = (Watch::start(limits), field.scope);
    let inside = |instance: &M::Instance<Rational>| field.instances.contains(scope, instance);
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
        batch.retain(inside);
        let found = watch.each(&batch, &test);
        let mut apart = None;
        for (instance, compared) in batch.into_iter().zip(found) {
            match compared {
                Some(Compared::Apart(how)) => {
                    searched.judge(1);
                    apart.get_or_insert(Separation { instance, how });
                }
                Some(Compared::Alike) => searched.judge(1),
                Some(Compared::Refused(reason)) => searched.refuse(&reason),
                Some(Compared::Open(reason)) => searched.leave_open(reason),
                None => {}
            }
        }
        if let Some(mut smallest) = apart {
            let patience = watch.patience();
            loop {
                let smaller = M::shrink(&smallest.instance)
                    .take_while(|_| !watch.interrupted())
                    .filter(inside)
                    .find_map(|instance| match test(&instance, &patience) {
                        Ok(Compared::Apart(how)) => Some(Separation { instance, how }),
                        _ => None,
                    });
                match smaller {
                    Some(smaller) => smallest = smaller,
                    None => return (Some(smallest), searched),
                }
            }
        }
        let instances = searched.instances;
        (limits.progress)(Progress { strategy: "separate", instances, nearest: None });
    }
}

/// Searches for an instance on which the certified outcomes of two mechanisms give some agent different
/// amounts.
pub fn mechanisms<M: Model>(
    a: &dyn Mechanism<M>,
    b: &dyn Mechanism<M>,
    candidates: Candidates<M>,
    field: &Field<'_, M>,
    limits: &Limits<'_>,
) -> (Option<Separation<M>>, Searched) {
    // Rounded numbers differ if they differ by more than the slack of both.
    let slack = sum([a, b].into_iter().filter_map(|mechanism| mechanism.slack()).cloned());
    let apart = |a: &[Rational], b: &[Rational], instance: &M::Instance<Rational>| {
        let within = &slack * M::scale(instance);
        a.len() != b.len() || a.iter().zip(b).any(|(a, b)| (a - b).abs() > within)
    };
    first(candidates, field, limits, |instance, patience| {
        let gets = |m: &dyn Mechanism<M>| -> Result<Result<Vec<Rational>, String>, Cut> {
            let outcome = evidence(m, instance, patience).uncut()?;
            Ok(outcome.map(|o| M::gets(instance, &o)).map_err(|why| format!("{}: {why}", m.id())))
        };
        Ok(match (gets(a)?, gets(b)?) {
            (Ok(a), Ok(b)) if a != b && apart(&a, &b, instance) => Compared::Apart(How::Amounts(a, b)),
            (Ok(_), Ok(_)) => Compared::Alike,
            (Err(why), _) | (_, Err(why)) => Compared::Refused(why),
        })
    })
}

/// Searches for an instance and a mechanism whose outcome there violates `violated` and satisfies `held`.
pub fn properties<M: Model>(
    violated: &dyn Examine<M>,
    held: &dyn Examine<M>,
    mechanisms: &[&dyn Mechanism<M>],
    candidates: Candidates<M>,
    field: &Field<'_, M>,
    limits: &Limits<'_>,
) -> (Option<Separation<M>>, Searched) {
    first(candidates, field, limits, |instance, patience| {
        let mut compared =
            Compared::Open("no mechanism has an outcome that one of the properties is decided for");
        for mechanism in mechanisms {
            let Ok(ruled) = Ruled::of(*mechanism, instance, patience).uncut()? else { continue };
            let one = ruled.judge(violated, patience)?;
            match (&one, ruled.judge(held, patience)?) {
                (Finding::Violated(..), Finding::Holds) if ruled.unproved(patience)?.is_none() => {
                    return Ok(Compared::Apart(How::Violates(mechanism.id())));
                }
                (Finding::Violated(..) | Finding::Holds, Finding::Violated(..) | Finding::Holds) => {
                    compared = Compared::Alike;
                }
                _ => {}
            }
        }
        Ok(compared)
    })
}
