//! Fields of objects that are not read: each that says something is an assumption of the import.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::OnceLock;

use super::places::{at, listed};
use crate::document::{Node, Value};
use crate::scalar::Scalar as _;
use crate::workbench::Assumption;

/// Words that say nothing, beside the empty one.
const NOTHING: [&str; 6] = ["none", "(null)", "null", "no", "false", "n/a"];

/// The numbers by which Slurm says that there is none: of 16 and of 32 bits, not set and infinite.
const NO_NUMBER: [i64; 4] = [0xfffe, 0xffff, 0xffff_fffe, 0xffff_ffff];

/// Returns `true` unless the value is missing, empty, false, a word or a number for nothing, or not above zero.
pub(super) fn says(node: &Node<'_>, path: &[&str]) -> bool {
    at(node, path).is_some_and(|found| said(&found))
}

fn said(node: &Node<'_>) -> bool {
    match node.value() {
        Value::Bool(flag) => *flag,
        Value::Integer(number) => *number > 0 && !NO_NUMBER.contains(number),
        Value::Number(number) => number.is_positive(),
        Value::Float(text) => text.bytes().any(|b| (b'1'..=b'9').contains(&b)) && !text.starts_with('-'),
        Value::Text(text) => text
            .split(',')
            .any(|word| !matches!(word, "" | "0") && !NOTHING.contains(&word.to_ascii_lowercase().as_str())),
        Value::List(_) => node.list().is_ok_and(|list| list.iter().any(said)),
        // Slurm writes numbers as objects.
        Value::Table(fields) if fields.iter().any(|(name, _)| name == "set") => {
            says(node, &["set"]) && says(node, &["number"])
        }
        Value::Table(fields) => fields.iter().any(|(name, _)| says(node, &[name])),
        Value::Null => false,
    }
}

/// The fields of every kind of object that are read, or by which nothing is decided.
const FIELDS: &str = include_str!("fields.txt");

/// Such fields of one kind of object.
pub(super) struct Known(&'static str, OnceLock<HashSet<&'static str>>);

impl Known {
    /// The fields in the section `kind`; none if there is no such section.
    pub(super) const fn new(kind: &'static str) -> Known {
        Known(kind, OnceLock::new())
    }

    fn has(&self, name: &str) -> bool {
        let read = || {
            let sections = FIELDS.split("\n[").filter_map(|section| section.split_once("]\n"));
            let own = sections.filter(|(kind, _)| *kind == self.0);
            own.flat_map(|(_, names)| names.split_ascii_whitespace()).collect()
        };
        self.1.get_or_init(read).contains(name)
    }
}

/// No names.
pub(super) static NONE: Known = Known::new("");

/// The fields of `node` that say something and are not among `known`.
pub(super) fn others<'a>(node: &Node<'a>, known: &Known) -> impl Iterator<Item = &'a str> {
    let unknown = |name: &&str| !known.has(name) && says(node, &[name]);
    let names = node.value().fields().iter().map(|(name, _)| name.as_str());
    names.filter(unknown).collect::<Vec<_>>().into_iter()
}

/// Domains of labels and annotations by which schedulers decide.
const DOMAINS: [&str; 9] = [
    "volcano.sh",
    "kai.scheduler",
    "runai",
    "koordinator.sh",
    "kueue.x-k8s.io",
    "scheduling.x-k8s.io",
    "scheduling.k8s.io",
    "scheduler.alpha.kubernetes.io",
    "yunikorn.apache.org",
];

/// The labels and annotations of an object by which schedulers decide and that are not among `known`.
pub(super) fn signs<'a>(node: &Node<'a>, known: &Known) -> impl Iterator<Item = &'a str> {
    let decides = |name: &&str| {
        let domain = name.split('/').next().unwrap_or_default();
        let within = |of: &&str| {
            domain.strip_suffix(*of).is_some_and(|rest| matches!(rest.bytes().last(), None | Some(b'.')))
        };
        name.contains('/') && DOMAINS.iter().any(within)
    };
    let all = ["labels", "annotations"].into_iter().filter_map(|place| at(node, &["metadata", place]));
    all.flat_map(move |marks| others(&marks, known).filter(decides).collect::<Vec<_>>())
}

/// What is not read, by field and what it is of which objects: the owners of the objects and their number.
#[derive(Debug, Default)]
pub(super) struct Unread(BTreeMap<(String, String), (BTreeSet<String>, usize)>);

impl Unread {
    /// Counts one of the `objects` of `owner` in whose `field` stands `what`.
    pub(super) fn add(&mut self, field: &str, what: &str, (objects, owner): (&str, &str)) {
        let key = (field.to_string(), format!("{what}, of {objects}"));
        let (owners, count) = self.0.entry(key).or_default();
        owners.insert(owner.to_string());
        *count += 1;
    }

    /// Counts the fields of `node`, one of the `objects` of `owner`, that say something and are not among `known`.
    pub(super) fn others(&mut self, node: &Node<'_>, known: &Known, of: (&str, &str)) {
        others(node, known).for_each(|field| self.add(field, "a field", of));
    }

    /// The assumptions.
    pub(super) fn told(&mut self) -> impl Iterator<Item = Assumption> + use<> {
        std::mem::take(&mut self.0).into_iter().map(|((field, what), (owners, count))| {
            let words = format!("As if there were none, not read: {what} {}.", listed(&owners));
            Assumption { field, count, words }
        })
    }
}
