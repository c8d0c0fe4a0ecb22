//! Cohorts and decisions as tables and bars for a reader.

use super::{Bar, Bars, Presented, Table};
use fairwitness_kernel::document::Value;
use fairwitness_kernel::model::cohort::{Cohort, Decision, Queues, Rule};
use fairwitness_kernel::scalar::{Rational, Scalar};

impl Presented for Cohort {
    fn tables(queues: &Queues, decision: Option<&Decision>) -> Vec<Table> {
        vec![of_queues(queues, decision), of_workloads(queues, decision)]
    }

    fn bars(queues: &Queues, decision: &Decision) -> Bars {
        bars(queues, decision)
    }

    /// The names of the targets, and the share of each queue after the decision, also in thousandths, rounded up.
    fn beside(queues: &Queues, decision: &Decision) -> Vec<(String, Value)> {
        if queues.terms.queues.is_empty() {
            return Vec::new();
        }
        let field = |name: &str, value: Value| (name.to_string(), value);
        let after = after(queues, decision);
        let names = decision.targets().iter().map(|target| queues.terms.workload_name(target.workload));
        let share = |q: usize| {
            let exact = queues.share_with(q, &after);
            let thousandths = -((-(&exact * Rational::int(1000))).floor());
            Value::Table(vec![
                field("queue", Value::text(queues.terms.queue_name(q))),
                field("exact", Value::Number(exact)),
                field("per-mille", Value::Number(thousandths)),
            ])
        };
        vec![
            field("names", Value::texts(&names.collect::<Vec<_>>())),
            field("share", Value::List((0..queues.queues()).map(share).collect())),
        ]
    }

    fn agent_name(queues: &Queues, workload: usize) -> String {
        queues.terms.workload_name(workload)
    }
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

fn of_queues(queues: &Queues, decision: Option<&Decision>) -> Table {
    let weighted = queues.weight.iter().any(|w| *w != Rational::one());
    let mut head = vec!["queue".to_string()];
    head.extend(each(queues, "quota of resource"));
    head.extend(weighted.then(|| "weight".to_string()));
    head.push("share".to_string());
    head.extend(decision.map(|_| "share afterwards".to_string()));
    let row = |q: usize| {
        let mut row = vec![queues.terms.queue_name(q)];
        row.extend(queues.quota[q].iter().map(ToString::to_string));
        row.extend(weighted.then(|| queues.weight[q].to_string()));
        row.push(queues.share_with(q, &queues.admitted).to_string());
        row.extend(decision.map(|d| queues.share_with(q, &after(queues, d)).to_string()));
        row
    };
    Table { title: "queues".to_string(), head, rows: (0..queues.queues()).map(row).collect() }
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
