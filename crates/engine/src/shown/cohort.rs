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

    fn bars(queues: &Queues, decision: &Decision) -> Bars {
        bars(queues, decision)
    }

    /// The names of the targets, and the share of each queue and cohort after the decision, also in thousandths, rounded up
    /// as the product prints them; the product prints the largest number of 64 bits for an endless share.
    fn beside(queues: &Queues, decision: &Decision) -> Vec<(String, Value)> {
        if queues.terms.queues.is_empty() {
            return Vec::new();
        }
        let field = |name: &str, value: Value| (name.to_string(), value);
        let names = decision.targets().iter().map(|target| queues.terms.workload_name(target.workload));
        let tree = queues.tree();
        let (now, after) =
            (tree.usage(queues.usage(&queues.admitted)), tree.usage(queues.usage(&after(queues, decision))));
        let share = |node: usize| {
            let exact = tree.share(&after, node);
            let thousandths = exact.finite().map(|exact| -((-(exact * Rational::int(1000))).floor()));
            let mut fields = vec![
                field("queue", Value::text(name(queues, node))),
                field("exact", number(&exact)),
                field("per-mille", Value::Number(thousandths.unwrap_or_else(|| Rational::int(i64::MAX)))),
                field("now", number(&tree.share(&now, node))),
            ];
            if node >= queues.queues() {
                fields.push(field("cohort", Value::Bool(true)));
            }
            Value::Table(fields)
        };
        let named = queues.queues() + queues.terms.cohorts.len();
        vec![
            field("names", Value::texts(&names.collect::<Vec<_>>())),
            field("share", Value::List((0..named).map(share).collect())),
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

/// The reason why a workload is preempted, for a table cell.
fn why(rule: Rule) -> &'static str {
    match rule {
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
    let mut head = vec![what.to_string()];
    head.extend(each(queues, "quota of resource"));
    head.extend(weighted.then(|| "weight".to_string()));
    head.push("share".to_string());
    head.extend(decision.map(|_| "share afterwards".to_string()));
    let row = |node: usize| {
        let (quota, weight) = own(node);
        let mut row = vec![name(queues, node)];
        row.extend(quota.iter().map(ToString::to_string));
        row.extend(weighted.then(|| weight.to_string()));
        row.push(queues.share_with(node, &queues.admitted).to_string());
        row.extend(decision.map(|d| queues.share_with(node, &after(queues, d)).to_string()));
        row
    };
    Table { title: format!("{what}s"), head, rows: nodes.map(row).collect() }
}

fn of_workloads(queues: &Queues, decision: Option<&Decision>) -> Table {
    let ranked = queues.workload.iter().any(|w| w.priority != 0);
    let mut head = vec!["workload".to_string(), "queue".to_string()];
    head.extend(each(queues, "resource"));
    head.extend(ranked.then(|| "priority".to_string()));
    head.push("now".to_string());
    head.extend(decision.map(|_| "afterwards".to_string()));
    let row = |w: usize| {
        let workload = &queues.workload[w];
        let mut row = vec![queues.terms.workload_name(w), queues.terms.queue_name(workload.queue)];
        row.extend(workload.request.iter().map(ToString::to_string));
        row.extend(ranked.then(|| workload.priority.to_string()));
        let age = queues.admitted.iter().position(|admitted| *admitted == w);
        let now = age.map(|k| format!("admitted, number {}", k + 1));
        let asks = queues.asks() == Some(w);
        row.push(now.unwrap_or_else(|| (if asks { "asks" } else { "pending" }).to_string()));
        row.extend(decision.map(|decision| {
            let target = decision.target(w).map(|target| why(target.rule));
            let stays = if after(queues, decision).contains(&w) { "admitted" } else { "pending" };
            target.unwrap_or(stays).to_string()
        }));
        row
    };
    Table { title: "workloads".to_string(), head, rows: (0..queues.workload.len()).map(row).collect() }
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
