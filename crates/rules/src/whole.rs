//! Whole tasks: a rule chooses allocations, and a case split proves that none has the properties.

use crate::allocation::Allocation;
use crate::file::{rows, tables};
use crate::flaw::{Failure, Gap};
use crate::profile::Profile;
use crate::property::Property;
use crate::rule::{Division, Rule};
use crate::walk::{Case, Counted, End, Split, accept};
use fairwitness_kernel::document::{Fields, Node, Read, Value};

/// The division of tasks into whole ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whole;

impl Division for Whole {
    type Choice = Allocation;
    type Proof = Split;
    const IMPOSSIBLE: &'static str = "impossible";
    const RULE: &'static str = "rule";
    const PROOF: &'static str = "split";
    // In TOML, an empty list of tables must precede the first table.
    const NO_RULES: &'static str = "without = []\n";
    const ONE: &'static str = "placement";
    const SEVERAL: &'static str = "placements";

    fn judge(rule: &Rule<Whole>, properties: &[&dyn Property]) -> Result<(), Failure> {
        if rule.profiles.len() != rule.choices.len() {
            return Err(Failure::Shape);
        }
        for (i, (p, v)) in rule.rows().enumerate() {
            if !v.feasible(p) {
                return Err(Failure::Infeasible(i, v.clone()));
            }
            if let Some(property) = properties.iter().find(|property| property.broken(p, v).is_some()) {
                return Err(Failure::One(i, property.id()));
            }
        }
        for property in properties {
            for (i, (p, v)) in rule.rows().enumerate() {
                for (j, (q, w)) in rule.rows().enumerate() {
                    if property.compares(p, q) && property.breaks(p, v, q, w).is_some() {
                        return Err(Failure::Two(i, j, property.id()));
                    }
                }
            }
        }
        Ok(())
    }

    fn accept(properties: &[&dyn Property], profiles: &[Profile], walk: &Split) -> Result<String, Gap> {
        let Counted { splits, one_run, two_runs } = accept(properties, profiles, None, walk)?;
        Ok(format!(
            "impossible, by {splits} splits, {one_run} allocations excluded by one run and {two_runs} by two"
        ))
    }

    fn read_choice(node: &Node<'_>) -> Read<Allocation> {
        rows(node).map(Allocation)
    }

    fn write_choice(v: &Allocation) -> String {
        format!("{:?}", v.0)
    }

    fn read_proof(fields: &mut Fields<'_>, profiles: usize) -> Read<Split> {
        let missing = fields.required(Whole::PROOF)?;
        let nodes = missing.list()?;
        let mut splits = Splits { nodes: &nodes, used: 0 };
        let walk = splits.next(&missing, profiles)?;
        match nodes.get(splits.used) {
            Some(node) => Err(node.error("is reached by no case")),
            None => Ok(walk),
        }
    }

    fn write_proof(walk: &Split) -> String {
        written(walk, Whole::PROOF)
    }
}

/// Reads the case split of a denied allocation, which may have no table at all.
pub(crate) fn read_walk(fields: &mut Fields<'_>, at: &Node<'_>, profiles: usize) -> Read<Split> {
    if tables(fields, "split")?.is_empty() {
        return Err(at.error("needs `breaks`, or `profile` and `split`"));
    }
    Whole::read_proof(fields, profiles)
}

/// The tables of splits in preorder, with the number of those that are read.
struct Splits<'n, 'a> {
    nodes: &'n [Node<'a>],
    used: usize,
}

impl Splits<'_, '_> {
    /// Reads the next split with the splits below it; `depth` bounds its depth, and errors about a missing one are at
    /// `from`.
    fn next(&mut self, from: &Node<'_>, depth: usize) -> Read<Split> {
        let Some(node) = self.nodes.get(self.used) else {
            return Err(from.error(format!("has no split {}", self.used)));
        };
        if depth == 0 {
            return Err(node.error("goes deeper than there are profiles"));
        }
        self.used += 1;
        let (profile, cases) = node.table(|fields| {
            let profile = fields.required("profile")?.count()?;
            Ok((profile, fields.required("cases")?.list()?))
        })?;
        let cases = cases.iter().map(|case| self.case(case, depth)).collect::<Result<_, _>>()?;
        Ok(Split { profile, cases })
    }

    fn case(&mut self, node: &Node<'_>, depth: usize) -> Read<Case> {
        let mut fields = node.fields()?;
        let placement = Whole::read_choice(&fields.required("placement")?)?;
        let mut optional = |name| fields.optional(name);
        let end = match (optional("next"), optional("breaks"), optional("from"), optional("to")) {
            (Some(next), None, None, None) => {
                if next.count()? != self.used {
                    return Err(node.error("does not go on to the next split in order"));
                }
                End::Next(Box::new(self.next(node, depth - 1)?))
            }
            (None, Some(property), Some(from), Some(to)) => {
                End::Against { property: property.text()?.to_string(), from: from.count()?, to: to.count()? }
            }
            _ => return Err(node.error("needs either `next`, or `breaks`, `from` and `to`")),
        };
        fields.finish()?;
        Ok(Case { placement, end })
    }
}

/// Writes the case split as tables `[[name]]` in preorder.
pub(crate) fn written(walk: &Split, name: &str) -> String {
    let mut parts = vec![];
    write(walk, name, &mut parts);
    parts.concat()
}

/// Adds the tables of a split and of those below it.
fn write(split: &Split, name: &str, parts: &mut Vec<String>) {
    let own = parts.len();
    parts.push(String::new());
    let mut cases = String::new();
    for case in &split.cases {
        let end = match &case.end {
            End::Next(below) => {
                let next = parts.len();
                write(below, name, parts);
                format!("next = {next}")
            }
            End::Against { property, from, to } => {
                format!("breaks = {}, from = {from}, to = {to}", Value::text(property).inline())
            }
        };
        cases += &format!("\n  {{ placement = {}, {end} }},", Whole::write_choice(&case.placement));
    }
    let close = if cases.is_empty() { "" } else { "\n" };
    parts[own] = format!("\n[[{name}]]\nprofile = {}\ncases = [{cases}{close}]\n", split.profile);
}
