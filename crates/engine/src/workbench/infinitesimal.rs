//! Runs in Q(eps): shares as exact functions of the infinitesimal, and their limits.

use super::{Read, RunReport, instance_fields};
use crate::document::{Document, Value};
use crate::mechanism::Mechanism;
use crate::model::arrivals::{self, Arrivals};
use crate::model::refusal::Refusal;
use crate::model::{Model, Table};
use crate::scalar::Eps;

/// Returns `true` if some text in the document contains the infinitesimal.
pub(super) fn speaks_of_eps(value: &Value) -> bool {
    match value {
        Value::Text(text) => text.contains("eps"),
        Value::List(items) => items.iter().any(speaks_of_eps),
        Value::Table(fields) => fields.iter().any(|(_, value)| speaks_of_eps(value)),
        _ => false,
    }
}

/// The shares as exact functions of eps, and their limits as eps goes to zero.
///
/// # Errors
/// A file that cannot be read.
pub(super) fn arrivals(mechanism: &dyn Mechanism<Arrivals>, document: &Document) -> Read<RunReport> {
    let fields = instance_fields::<Arrivals>(document)?;
    let sequence = arrivals::read::<Eps>(&fields)?;
    let report = |outcome, tables| RunReport {
        mechanism: mechanism.id(),
        model: Arrivals::ID,
        outcome,
        certified: None,
        reason: Some("run in Q(eps); certificates are for rational instances".to_string()),
        tables,
        bars: None,
        assumed: Vec::new(),
        beside: Vec::new(),
    };
    let Some(history) = mechanism.infinitesimal(&sequence) else {
        let refusal = "does not run in Q(eps); ddrf, ddrf-linear, ddrf-water and drf-offline do";
        return Ok(report(Err(Refusal::OutOfDomain(refusal.to_string())), Vec::new()));
    };
    let limit = |x: &Eps| x.limit().map_or_else(|| "inf".to_string(), |x| x.to_string());
    let texts = |of: &dyn Fn(&Eps) -> String| -> Vec<Vec<String>> {
        history.shares.iter().map(|row| row.iter().map(of).collect()).collect()
    };
    let (exact, limits) = (texts(&|x| x.to_string()), texts(&limit));
    let rows = |rows: &[Vec<String>]| Value::List(rows.iter().map(|row| Value::texts(row)).collect());
    let table = |title: &str, rows: &[Vec<String>]| {
        let count = rows.len();
        let row = |(k, cells): (usize, &Vec<String>)| {
            let mut row = vec![format!("step {}", k + 1)];
            row.extend(cells.iter().cloned());
            row.resize(count + 1, String::new());
            row
        };
        Table {
            title: title.to_string(),
            head: std::iter::once("step".to_string())
                .chain((1..=count).map(|i| format!("agent {i}")))
                .collect(),
            rows: rows.iter().enumerate().map(row).collect(),
        }
    };
    let tables = vec![
        table("dominant shares after each step", &exact),
        table("their limits as eps goes to 0", &limits),
    ];
    let outcome = Value::table([("shares", rows(&exact)), ("limits", rows(&limits))]);
    Ok(report(Ok(outcome), tables))
}
