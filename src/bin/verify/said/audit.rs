//! The document of the audit of one moment.

use fairwitness::desk::report::AuditReport;
use schemars::JsonSchema;
use serde::Serialize;

use crate::audit::Column;

/// Audit of a cluster at one moment, with the outcomes of rules in comparison.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Audited<'a> {
    #[serde(flatten)]
    pub report: &'a AuditReport,
    pub rules: &'a [Column],
}
