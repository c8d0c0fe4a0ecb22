//! Preemption decisions: the admitted workloads that are preempted for the asking one, and the rule for each.

use super::Queues;
use crate::document::suggest::hint;
use crate::document::{Node, Read, Value};
use crate::model::{Checked, Rejected};

/// The rule by which a workload is a preemption target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// Rule S2-a: the preemptor's share is at most the share of the target's queue without the target.
    Final,
    /// Rule S2-b: the preemptor's share is below the share of the target's queue with the target.
    Initial,
    /// The target is in the preemptor's own queue and has a lower priority.
    Own,
    /// The preemptor's queue stays within its nominal quota of the resources in short supply, so no rule is
    /// needed.
    Nominal,
}

impl Rule {
    /// The four rules, in the order of their declaration.
    pub const ALL: [Rule; 4] = [Rule::Final, Rule::Initial, Rule::Own, Rule::Nominal];

    /// The word for the rule in files.
    pub fn word(self) -> &'static str {
        match self {
            Rule::Final => "a",
            Rule::Initial => "b",
            Rule::Own => "own",
            Rule::Nominal => "nominal",
        }
    }
}

/// An admitted workload that is preempted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Index of the workload in the instance.
    pub workload: usize,
    /// The rule by which it may be preempted.
    pub rule: Rule,
}

/// The decision on the workload that asks for admission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The workloads preempted, in the order in which they were chosen; empty if the asking workload fits
    /// without preemption. `None` if it is rejected.
    pub targets: Option<Vec<Target>>,
}

impl Decision {
    /// The decision that rejects the asking workload.
    pub const DOWN: Decision = Decision { targets: None };

    /// The targets; empty if the asking workload is rejected.
    pub fn targets(&self) -> &[Target] {
        self.targets.as_deref().unwrap_or_default()
    }

    /// The target with the index `workload`, if it is one.
    pub fn target(&self, workload: usize) -> Option<Target> {
        self.targets().iter().copied().find(|target| target.workload == workload)
    }
}

/// Checks that every target is admitted and named once, and that the asking workload fits once the targets
/// are gone.
pub(super) fn feasible(queues: &Queues, decision: &Decision) -> Checked {
    let Some(targets) = &decision.targets else { return Ok(()) };
    let misfit = |what: String| Err(Rejected::Misfit(what));
    let Some(asking) = queues.asks() else { return misfit("no workload asks".to_string()) };
    for (k, target) in targets.iter().enumerate() {
        let name = target.workload + 1;
        if !queues.admitted.contains(&target.workload) {
            return misfit(format!("workload {name} is a target and is not admitted"));
        }
        if targets[..k].iter().any(|other| other.workload == target.workload) {
            return misfit(format!("workload {name} is a target twice"));
        }
    }
    let stays = queues.after(asking, decision).admitted;
    let stays: Vec<usize> = stays.into_iter().filter(|w| *w != asking).collect();
    match queues.lacking(&stays, asking).into_iter().next() {
        None => Ok(()),
        Some((r, by)) => {
            let what = format!("the asking workload needs more of resource {} than is left", r + 1);
            Err(Rejected::Infeasible { what, by })
        }
    }
}

/// Writes a decision as a list of pairs of a workload and a rule, or null for a rejection. TOML has no null
/// and omits the field.
pub(super) fn write(decision: &Decision) -> Value {
    let pair =
        |target: &Target| Value::List(vec![Value::index(target.workload), Value::text(target.rule.word())]);
    let targets = match &decision.targets {
        None => Value::Null,
        Some(targets) => Value::List(targets.iter().map(pair).collect()),
    };
    Value::table([("targets", targets)])
}

/// Reads the targets of a decision: a list of pairs, or null.
///
/// # Errors
/// An entry that is no pair of a workload and a rule, with its position.
pub fn targets(queues: &Queues, node: &Node<'_>) -> Read<Decision> {
    if *node.value() == Value::Null {
        return Ok(Decision::DOWN);
    }
    let target = |node: &Node<'_>| {
        let pair = node.list()?;
        let [workload, rule] = pair.as_slice() else {
            return Err(node.error(format!("expected a workload and a rule, found {} entries", pair.len())));
        };
        let word = rule.text()?;
        let known = Rule::ALL.into_iter().find(|known| known.word() == word);
        let known = known.ok_or_else(|| {
            let hint = hint(word, Rule::ALL.map(Rule::word));
            rule.error(format!("`{word}` is none of a, b, own and nominal{hint}"))
        })?;
        Ok(Target { workload: workload.index(queues.workload.len(), "workload")?, rule: known })
    };
    Ok(Decision { targets: Some(node.each(target)?) })
}

/// Reads a decision written by [`write()`].
pub(super) fn read(queues: &Queues, node: &Node<'_>) -> Read<Decision> {
    let decision = node.table(|fields| fields.maybe("targets", |node| targets(queues, node)))?;
    Ok(decision.unwrap_or(Decision::DOWN))
}
