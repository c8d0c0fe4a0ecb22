//! What the blocks of a campaign find about a cell, and how the findings of two blocks become one.

use serde::{Deserialize, Serialize};

use crate::archive::record::Record;
use crate::archive::replay::ReplayError;
use crate::document::{Document, InputError, Node, Value, shown, typed};
use crate::linear::{Halt, Patience};
use crate::scalar::Rational;
use crate::search::Searched;
use crate::workbench::{Answer, Bench, Entry};

/// The counts of a search, as a field of blocks and results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    instances: u64,
    screened: u64,
    refused: u64,
    undecided: u64,
    out_of_scope: u64,
}

impl From<&Searched> for Counts {
    fn from(searched: &Searched) -> Self {
        let Searched { instances, screened, refused, undecided, out_of_scope, .. } = *searched;
        Counts { instances, screened, refused, undecided, out_of_scope }
    }
}

impl From<Counts> for Searched {
    fn from(counts: Counts) -> Self {
        let Counts { instances, screened, refused, undecided, out_of_scope } = counts;
        // In earlier files an instance may be screened and undecided.
        let open = [refused, undecided, out_of_scope].into_iter().fold(0, u64::saturating_add);
        let decided = instances.saturating_sub(open);
        let screened = screened.min(decided);
        let (judged, trials) = (decided - screened, decided);
        let others = Searched::default();
        Searched { instances, trials, refused, out_of_scope, screened, judged, undecided, ..others }
    }
}

impl Counts {
    /// Reads the counts of a campaign's results.
    pub fn read(node: &Node<'_>) -> Result<Counts, InputError> {
        typed(node)
    }
}

/// The verdicts that are counted, in a batch the first four, in a census all.
pub(super) const VERDICTS: [&str; 6] =
    ["violated", "holds", "undecided", "out_of_scope", "refused", "without_outcome"];

/// What a block, or all blocks up to one, found about a cell.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Found {
    pub(super) searched: Counts,
    /// Search: the text of the record of a violation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) record: Option<String>,
    /// Worst: the worst value, with an instance that has the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) worst: Option<(Value, Value)>,
    /// Worst: the worst value for each number of agents.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) sizes: Vec<(usize, Value)>,
    /// Census: `true` if every instance of the scope was judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) exhausted: Option<bool>,
    /// Census and batch: the number of instances for each of [`VERDICTS`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) counts: Vec<u64>,
    /// Census: the first instance that violates the property, after its index in the enumeration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) first: Option<(u64, Value)>,
}

/// A cell of a campaign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell<'a> {
    pub bench: &'a dyn Bench,
    pub mechanism: &'a str,
    pub asked: &'a str,
    /// The largest number of instances of a block.
    pub most: u64,
}

fn number(value: &Value) -> Result<Rational, InputError> {
    Node::new("value", value).number()
}

impl Found {
    /// Returns `true` if a violation was found.
    pub fn is_violated(&self) -> bool {
        self.record.is_some() || self.counts.first().is_some_and(|violated| *violated > 0)
    }

    /// Adds the findings of the next block, after judging again whatever they claim: a violation, a worst value,
    /// the first violation of a census.
    pub(super) fn add(&mut self, next: Found, cell: Cell<'_>) -> Result<(), String> {
        let Counts { instances, screened, refused, undecided, out_of_scope } = next.searched;
        let parts = [refused, undecided, out_of_scope].into_iter().fold(0, u64::saturating_add);
        if instances > cell.most {
            return Err(format!("searched: {instances} instances, and a block has at most {}", cell.most));
        }
        if screened > instances || parts > instances {
            return Err("searched: its parts are more than its instances".to_string());
        }
        self.searched = Counts::from(&Searched::from(self.searched).and(&next.searched.into()));
        if let Some(text) = next.record {
            cell.replay(&text).map_err(|reason| format!("record: {reason}"))?;
            self.record.get_or_insert(text);
        }
        self.add_worst(next.worst, next.sizes, cell).map_err(|error| format!("worst: {}", error.reason))?;
        if next.counts.is_empty() && self.counts.is_empty() {
            return Ok(());
        }
        let all = next.counts.iter().copied().fold(0, u64::saturating_add);
        if all != instances || ![4, VERDICTS.len()].contains(&next.counts.len()) {
            return Err(format!("counts: they add up to {all} instances, and the block has {instances}"));
        }
        self.counts.resize(next.counts.len(), 0);
        self.counts.iter_mut().zip(&next.counts).for_each(|(sum, n)| *sum += n);
        self.exhausted = next.exhausted.map(|all| all && self.exhausted.unwrap_or(true));
        if let Some((at, found)) = next.first
            && self.first.as_ref().is_none_or(|(known, _)| at < *known)
        {
            let found = cell.instance(&found).map_err(|error| format!("first: {error}"))?;
            let again = cell.bench.judge(cell.mechanism, cell.asked, &found, &Patience::unlimited());
            if again.map_err(|error| format!("first: {error}"))?.answer != Answer::Violated {
                return Err("first: the instance does not violate the property".to_string());
            }
            self.first = Some((at, found.root));
        }
        Ok(())
    }

    /// Takes over what is worse in the next block; among equal values, that of the first block counts.
    fn add_worst(
        &mut self,
        worst: Option<(Value, Value)>,
        sizes: Vec<(usize, Value)>,
        cell: Cell<'_>,
    ) -> Result<(), InputError> {
        let worse =
            |value: &Value, known: &Value| cell.bench.is_worse(cell.asked, &number(value)?, &number(known)?);
        if let Some((value, found)) = worst
            && self.worst.as_ref().map_or(Ok(true), |(known, _)| worse(&value, known))?
        {
            let (value, found) = (number(&value)?, cell.instance(&found)?);
            let again = cell.bench.measure(cell.mechanism, cell.asked, &found, &Patience::unlimited());
            if again.ok().flatten().as_ref() != Some(&value) {
                return Err(found.node().error("the instance does not have this value"));
            }
            self.worst = Some((Value::Number(value), found.root));
        }
        for (agents, value) in sizes {
            match self.sizes.binary_search_by_key(&agents, |(known, _)| *known) {
                Ok(at) if !worse(&value, &self.sizes[at].1)? => {}
                Ok(at) => self.sizes[at].1 = Value::Number(number(&value)?),
                Err(at) => self.sizes.insert(at, (agents, Value::Number(number(&value)?))),
            }
        }
        Ok(())
    }

    /// The further results of a cell, as fields.
    pub fn values(&self) -> Vec<(String, Value)> {
        let size = |(agents, value): &(usize, Value)| Value::List(vec![Value::index(*agents), value.clone()]);
        let mut fields = Vec::new();
        if let Some((value, instance)) = &self.worst {
            fields.extend([("value", value.clone()), ("instance", instance.clone())]);
        }
        if !self.sizes.is_empty() {
            fields.push(("sizes", Value::List(self.sizes.iter().map(size).collect())));
        }
        fields.extend(self.exhausted.map(|all| ("exhausted", Value::Bool(all))));
        let whole = |n: &u64| Value::Integer(i64::try_from(*n).unwrap_or(i64::MAX));
        fields.extend(VERDICTS.into_iter().zip(self.counts.iter().map(whole)));
        fields.extend(self.first.clone().map(|(_, instance)| ("first", instance)));
        fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
    }

    /// The counts of the search for which the findings stand.
    pub fn searched(&self) -> Searched {
        let mut searched = Searched::from(self.searched);
        let count = |at: usize| self.counts.get(at).copied().unwrap_or(0);
        if !self.counts.is_empty() {
            // One pass over the instances serves all cells.
            (searched.undecided, searched.out_of_scope, searched.refused) =
                (count(2) + count(5), count(3), count(4));
            searched = Searched::from(Counts::from(&searched));
        }
        Searched { exhausted: self.exhausted == Some(true), ..searched }
    }
}

impl Cell<'_> {
    /// Reads an instance of the model, with numbers as numbers.
    fn instance(&self, value: &Value) -> Result<Document, InputError> {
        let document = Document { file: "instance".to_string(), root: value.clone() };
        let root = self.bench.instance(&document)?;
        Ok(Document { root, ..document })
    }

    /// Judges a record in a block again, because the contents of a file are not trusted.
    fn replay(&self, text: &str) -> Result<(), String> {
        let said = |error: InputError| error.to_string();
        let document = Document::parse("record.toml", text).map_err(said)?;
        let record = Record::read(&document).map_err(said)?;
        if (record.mechanism.as_str(), record.property.as_str()) != (self.mechanism, self.asked) {
            return Err("is a violation of another cell".to_string());
        }
        let known = |entries: Vec<Entry>, id: &str| entries.iter().any(|entry| entry.id == id);
        for (program, known, option) in [
            (&record.program, known(self.bench.mechanisms(), &record.mechanism), "--mech-command"),
            (&record.judge, known(self.bench.properties(), &record.property), "--property-command"),
        ] {
            if let Some(program) = program.as_ref().filter(|_| !known) {
                let command = shown(&program.command);
                return Err(format!("is a violation of or by `{command}`: name the program with {option}"));
            }
        }
        match self.bench.replay(&document, text, &Patience::unlimited()) {
            // A record in a block has no file of its own.
            Ok(()) | Err(Halt::Failed(ReplayError::Name(_))) => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }
}
