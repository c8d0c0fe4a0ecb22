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
    let reason = "run in Q(eps); certificates are for rational instances".to_string();
    let report = |outcome, tables| {
        let reason = Some(reason.clone());
        RunReport { reason, tables, ..RunReport::of(mechanism.id(), Arrivals::ID, outcome) }
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
        let cell = |k: usize, i: usize| rows[k].get(i).cloned().unwrap_or_default();
        Table::new(title, rows.len())
            .column("step", |k| format!("step {}", k + 1))
            .columns((1..=rows.len()).map(|i| format!("agent {i}")), cell)
    };
    let tables = vec![
        table("dominant shares after each step", &exact),
        table("their limits as eps goes to 0", &limits),
    ];
    let outcome = Value::table([("shares", rows(&exact)), ("limits", rows(&limits))]);
    Ok(report(Ok(outcome), tables))
}
