//! Cohorts and decisions as tables and bars for a reader.

use std::ops::Range;

use super::{Bar, Bars, Presented, Table};
use fairwitness_kernel::document::Value;
use fairwitness_kernel::model::cohort::{Cohort, Decision, Queues, Rule, Share};
use fairwitness_kernel::scalar::{Rational, Scalar};

impl Presented for Cohort {
    fn tables(queues: &Queues, decision: Option<&Decision>) -> Vec<Table> {
        let (count, cohorts) = (queues.queues(), queues.terms.cohorts.len());
        let mut tables = vec![of_nodes(queues, decision, "queue", 0..count)];
        tables.extend((cohorts > 0).then(|| of_nodes(queues, decision, "cohort", count..count + cohorts)));
        tables.push(of_workloads(queues, decision));
        tables
    }

    /// The requests of the workloads admitted after the decision, as parts of the total quota of each resource.
    fn bars(queues: &Queues, decision: &Decision) -> Bars {
        let (after, total) = (after(queues, decision), queues.total());
        let shown = |w: &usize, q: usize, r: usize| {
            let workload = &queues.workload[*w];
            workload.queue == q && workload.request[r].is_positive() && total[r].is_positive()
        };
        let part = |w: usize, r: usize| &queues.workload[w].request[r] / &total[r];
        let bar = |q: usize, r: usize| Bar {
            name: (r + 1).to_string(),
            parts: after.iter().filter(|w| shown(w, q, r)).map(|&w| (w, part(w, r))).collect(),
        };
        Bars {
            title: "What each queue uses of each resource afterwards, as a part of all quotas".to_string(),
            whole: Some("all"),
            agents: (0..queues.workload.len()).map(|w| queues.terms.workload_name(w)).collect(),
            groups: (0..queues.queues())
                .map(|q| (queues.terms.queue_name(q), (0..queues.resources()).map(|r| bar(q, r)).collect()))
                .collect(),
        }
    }

    /// The names of the targets, and the share of each queue and cohort after the decision, also in thousandths, rounded up
    /// as the product prints them; the product prints the largest number of 64 bits for an endless share.
    fn beside(queues: &Queues, decision: &Decision) -> Vec<(String, Value)> {
        if queues.terms.queues.is_empty() {
            return Vec::new();
        }
        let names = decision.targets().iter().map(|target| queues.terms.workload_name(target.workload));
        let tree = queues.tree();
        let (now, after) =
            (tree.usage(queues.usage(&queues.admitted)), tree.usage(queues.usage(&after(queues, decision))));
        let share = |node: usize| {
            let exact = tree.share(&after, node);
            let thousandths = exact.finite().map(|exact| -((-(exact * Rational::int(1000))).floor()));
            Value::table([
                ("queue", Some(Value::text(name(queues, node)))),
                ("exact", Some(number(&exact))),
                ("per-mille", Some(Value::Number(thousandths.unwrap_or_else(|| Rational::int(i64::MAX))))),
                ("now", Some(number(&tree.share(&now, node)))),
                ("cohort", (node >= queues.queues()).then_some(Value::Bool(true))),
            ])
        };
        let named = queues.queues() + queues.terms.cohorts.len();
        vec![
            ("names".to_string(), Value::texts(&names.collect::<Vec<_>>())),
            ("share".to_string(), Value::List((0..named).map(share).collect())),
        ]
    }

    fn agent_name(queues: &Queues, workload: usize) -> String {
        queues.terms.workload_name(workload)
    }
}

/// The name of a node of the tree.
fn name(queues: &Queues, node: usize) -> String {
    match node.checked_sub(queues.queues()) {
        None => queues.terms.queue_name(node),
        Some(cohort) => queues.terms.cohorts[cohort].name.clone(),
    }
}

fn number(share: &Share) -> Value {
    share.finite().map_or_else(|| Value::text("inf"), |share| Value::Number(share.clone()))
}

/// The reason why a workload is preempted, for a table cell; `newer` is `true` if it has the priority of the one that asks.
fn why(rule: Rule, newer: bool) -> &'static str {
    match rule {
        Rule::Own if newer => "goes, newer in the same queue",
        Rule::Final => "goes by rule S2-a",
        Rule::Initial => "goes by rule S2-b",
        Rule::Own => "goes, lower priority in the same queue",
        Rule::Nominal => "goes, the preemptor is within quota",
    }
}

fn each(queues: &Queues, what: &str) -> Vec<String> {
    (1..=queues.resources()).map(|r| format!("{what} {r}")).collect()
}

/// The workloads admitted after the decision.
fn after(queues: &Queues, decision: &Decision) -> Vec<usize> {
    queues.asks().map_or_else(|| queues.admitted.clone(), |asking| queues.after(asking, decision).admitted)
}

/// Quota of the node itself, its weight and its share, for some nodes of the tree.
fn of_nodes(queues: &Queues, decision: Option<&Decision>, what: &str, nodes: Range<usize>) -> Table {
    let own = |node: usize| match node.checked_sub(queues.queues()) {
        None => (&queues.quota[node], &queues.weight[node]),
        Some(cohort) => (&queues.terms.cohorts[cohort].quota, &queues.terms.cohorts[cohort].weight),
    };
    let weighted = nodes.clone().any(|node| *own(node).1 != Rational::one());
    let of = |k: usize| own(nodes.start + k);
    let share = |k: usize, admitted: &[usize]| queues.share_with(nodes.start + k, admitted);
    Table::new(format!("{what}s"), nodes.len())
        .column(what, |k| name(queues, nodes.start + k))
        .columns(each(queues, "quota of resource"), |k, r| &of(k).0[r])
        .columns(weighted.then_some("weight"), |k, _| of(k).1)
        .column("share", |k| share(k, &queues.admitted))
        .columns(decision.map(|_| "share afterwards"), |k, _| {
            decision.map_or_else(String::new, |decision| share(k, &after(queues, decision)).to_string())
        })
}

fn of_workloads(queues: &Queues, decision: Option<&Decision>) -> Table {
    let ranked = queues.workload.iter().any(|w| w.priority != 0);
    let now = |w: usize| match queues.admitted.iter().position(|admitted| *admitted == w) {
        Some(k) => format!("admitted, number {}", k + 1),
        None => (if queues.asks() == Some(w) { "asks" } else { "pending" }).to_string(),
    };
    let alike =
        |w: usize| queues.asks().is_some_and(|a| queues.workload[a].priority == queues.workload[w].priority);
    let then = |w: usize| {
        decision.map_or("", |decision| match decision.target(w) {
            Some(target) => why(target.rule, alike(w)),
            None if after(queues, decision).contains(&w) => "admitted",
            None => "pending",
        })
    };
    Table::new("workloads", queues.workload.len())
        .column("workload", |w| queues.terms.workload_name(w))
        .column("queue", |w| queues.terms.queue_name(queues.workload[w].queue))
        .columns(each(queues, "resource"), |w, r| &queues.workload[w].request[r])
        .columns(ranked.then_some("priority"), |w, _| queues.workload[w].priority)
        .column("now", now)
        .columns(decision.map(|_| "afterwards"), |w, _| then(w))
}
