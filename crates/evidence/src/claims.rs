//! The claims of the papers, with the states that the evidence gives them.
//!
//! Claims are data in `properties/claims/<citekey>.toml`: the place in the paper, the statement in the
//! project's words, and the evidence. The files contain no verdicts. A standing is computed on each request
//! from runs, judgements, measures and records.

mod claim;
mod reading;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub use claim::{Bearing, Claim, Evidence, Found, KINDS, Kind, Open, Standing, Voice, Weighed};
use reading::{claim, in_voice};

use crate::archive::record::{Cells, Record};
use crate::document::files::{self, ARCHIVE, Filed};
use crate::document::{Document, InputError, Value};
use crate::existence::Existence;
use crate::linear::{Halt, Patience};
use crate::model::Hypothesis;
use crate::on_paper::OnPaper;
use crate::searches::Searches;
use crate::sources::kinds;
use crate::theorems::{Theorem, theorems};
use crate::threads;
use crate::workbench::{Answer, Shown, bench_of, model};

/// A folder with `properties/claims/`, the instances that claims name, and the records.
#[derive(Debug)]
pub struct Library {
    root: PathBuf,
    records: Vec<(String, Record)>,
    /// The file of each record, by the record's name.
    files: BTreeMap<String, PathBuf>,
    /// Further cells that the instances violate, by the record's name.
    further: BTreeMap<String, Cells>,
    /// The searches of every cell.
    pub searched: Searches,
    theorems: Vec<Theorem>,
    /// The proofs on paper.
    pub on_paper: OnPaper,
    /// The ids of all claims, computed on first use.
    ids: OnceLock<BTreeSet<String>>,
}

impl Library {
    /// Opens the library of a folder, with its records.
    ///
    /// # Errors
    /// The file that cannot be read, with the reason.
    pub fn open(root: &Path) -> Result<Library, InputError> {
        let (mut records, mut further, mut own) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        for Filed { name, record, also, file } in files::records(&root.join(ARCHIVE))? {
            own.insert(name.clone(), file);
            further.insert(name.clone(), also);
            records.push((name, record));
        }
        Ok(Library {
            root: root.to_path_buf(),
            records,
            files: own,
            further,
            searched: Searches::load(root)?,
            theorems: theorems(root)?,
            on_paper: OnPaper::load(root)?,
            ids: OnceLock::new(),
        })
    }

    /// Returns the folder of the library.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the records, with their file names.
    pub fn records(&self) -> &[(String, Record)] {
        &self.records
    }

    /// Returns the file of the record `name`, which holds all records of its instance.
    pub fn file_of(&self, name: &str) -> Option<&Path> {
        self.files.get(name).map(PathBuf::as_path)
    }

    /// Replays every record.
    ///
    /// # Errors
    /// The first record that is refused.
    pub fn replayed(&self) -> Result<(), InputError> {
        let known: Result<Vec<()>, _> = self.records.iter().map(|(_, record)| self.knows(record)).collect();
        known?;
        let replayed = |path: &PathBuf| {
            let refused = |reason: String| {
                InputError::of(path.display().to_string(), "", format!("replay refuses it: {reason}"))
            };
            let document = files::load(path)?;
            let text = files::text(path).map_err(|e| refused(e.to_string()))?;
            let id = document
                .root
                .get("model")
                .and_then(|id| if let Value::Text(id) = id { model(id) } else { None });
            let bench = id.ok_or_else(|| refused("unknown model".to_string()))?;
            bench.replay(&document, &text, &Patience::unlimited()).map_err(|e| refused(e.to_string()))
        };
        let files = files::record_files(&self.root.join(ARCHIVE)).unwrap_or_default();
        threads::each(&files, replayed).into_iter().collect()
    }

    /// Returns `true` if the file of the record lists the cell as a further one that the instance violates.
    pub fn lists(&self, name: &str, mechanism: &str, property: &str) -> bool {
        let lists = |(m, ids): &(String, Vec<String>)| m == mechanism && ids.iter().any(|id| id == property);
        self.further.get(name).is_some_and(|cells| cells.iter().any(lists))
    }

    /// Returns the claims of all sources, or of one.
    ///
    /// # Errors
    /// The file that is missing or invalid.
    pub fn claims(&self, source: Option<&str>) -> Result<Vec<Claim>, InputError> {
        let folder = self.root.join("properties").join("claims");
        let missing = || {
            InputError::of(
                folder.display().to_string(),
                "",
                "there is no such folder; run this in the project's folder, or name it with --root"
                    .to_string(),
            )
        };
        let files = files::toml_files(&folder).map_err(|_| missing())?;
        // The project's own questions about a paper are in a file beside its claims, with an equal key.
        let key = |f: &PathBuf| {
            let stem = f.file_stem().map(|n| n.to_string_lossy().to_string()).unwrap_or_default();
            stem.strip_suffix("-questions").map_or(stem.clone(), String::from)
        };
        if let Some(source) = source
            && !files.iter().any(|f| key(f) == source)
        {
            let mut known: Vec<String> = files.iter().map(key).collect();
            known.dedup();
            let reason = format!("`{source}` is none of {}", known.join(", "));
            return Err(InputError::of("the list of claims", "source", reason));
        }
        let (kinds, mut claims) = (kinds(&self.root)?, Vec::new());
        for file in files.iter().filter(|f| source.is_none_or(|s| key(f) == s)) {
            let document = files::load(file)?;
            let mut fields = document.node().fields()?;
            let key = key(file);
            let kind = kinds.get(&key).copied();
            let kind = kind.ok_or_else(|| {
                document.node().error(format!("`{key}` is no source; properties/sources.toml lists them"))
            })?;
            for node in fields.required("claim")?.list()? {
                let read = claim(&key, &node)?;
                in_voice(&read, kind, &node)?;
                claims.push(read);
            }
            fields.finish()?;
        }
        Ok(claims)
    }

    /// Checks that the library has the claims that a record names.
    ///
    /// # Errors
    /// The unknown claim.
    pub fn knows(&self, record: &Record) -> Result<(), InputError> {
        if record.claims.is_empty() {
            return Ok(());
        }
        let known = match self.ids.get() {
            Some(known) => known,
            None => {
                let ids = self.claims(None)?.into_iter().map(|claim| claim.id).collect();
                self.ids.get_or_init(|| ids)
            }
        };
        match record.claims.iter().position(|id| !known.contains(id)) {
            None => Ok(()),
            Some(at) => {
                let reason = format!("`{}` is no claim; `verify claims` lists them", record.claims[at]);
                Err(InputError::of("record", format!("claims[{at}]"), reason))
            }
        }
    }

    /// Weighs claims, in their order.
    ///
    /// # Errors
    /// The evidence that cannot be computed.
    pub fn weigh_all(&self, claims: Vec<Claim>) -> Result<Vec<Weighed>, InputError> {
        threads::each(&claims, |claim| self.weigh(claim.clone())).into_iter().collect()
    }

    /// Weighs a claim: computes all of its evidence and the standing.
    ///
    /// # Errors
    /// The evidence that cannot be computed.
    pub fn weigh(&self, claim: Claim) -> Result<Weighed, InputError> {
        let mut found =
            claim.evidence.iter().map(|e| self.bears(&claim, e)).collect::<Result<Vec<_>, _>>()?;
        let settled = self.settled(&claim).unwrap_or_default();
        for theorem in &self.theorems {
            let named = |bearing| Found { kind: Kind::Theorem, bearing, what: named(theorem), extent: None };
            if theorem.refutes.contains(&claim.id) {
                found.push(named(Bearing::Contradicts));
            } else if theorem.proves(&claim.id) && !settled.iter().any(|t| t.name == theorem.name) {
                found.push(named(Bearing::Proves));
            }
        }
        let standings = [
            (Bearing::Contradicts, Standing::Contradicted),
            (Bearing::Proves, Standing::Proved),
            (Bearing::ProvesOnPaper, Standing::ProvedOnPaper),
            (Bearing::Argues, Standing::Argued),
            (Bearing::Unrefuted, Standing::Unrefuted),
            (Bearing::Reproduces, Standing::Reproduced),
        ];
        let standing = standings.into_iter().find(|(bearing, _)| found.iter().any(|f| f.bearing == *bearing));
        let mut extents: Vec<&str> = found.iter().filter_map(|f| f.extent.as_deref()).collect();
        extents.dedup();
        let extent = (!extents.is_empty()).then(|| extents.join("; "));
        let standing = standing.map_or(Standing::Open, |(_, standing)| standing);
        if claim.open.is_some() != (standing == Standing::Open) {
            let reason = match claim.open {
                Some(_) => format!("the claim is {}, so nothing is open", standing.word()),
                None => "the claim is open, and the field does not say why".to_string(),
            };
            return Err(InputError { file: claim.id, field: "open".to_string(), reason });
        }
        Ok(Weighed { claim, standing, found, extent })
    }

    /// The standings on file, by the ids of claims: a snapshot, so that a change is noticed.
    ///
    /// # Errors
    /// The file that cannot be read.
    pub fn filed(&self) -> Result<BTreeMap<String, String>, InputError> {
        let path = self.root.join("properties").join("claims").join("standings.txt");
        let text =
            files::text(&path).map_err(|e| InputError::of(path.display().to_string(), "", e.to_string()))?;
        let pair = |line: &str| line.split_once(' ').map(|(id, word)| (id.to_string(), word.to_string()));
        Ok(text.lines().filter_map(pair).collect())
    }

    /// Returns the state of the statement that the mechanism has an outcome on every instance of its domain.
    pub fn existence(&self, mechanism: &str) -> Existence {
        let endless = self.on_paper.endless.contains_key(mechanism);
        if endless || self.violation(mechanism, "ends", Hypothesis::None).is_some() {
            Existence::MayNotEnd
        } else if self.theorems.iter().any(|t| t.exists.iter().any(|id| id == mechanism)) {
            Existence::Proved
        } else if self.on_paper.existence.contains_key(mechanism) {
            Existence::OnPaper
        } else {
            Existence::Unknown
        }
    }

    /// Returns the theorems that a proof kernel accepts.
    pub fn theorems(&self) -> &[Theorem] {
        &self.theorems
    }

    /// Reads the instance in a file of the folder: an instance, a worked example or a record.
    ///
    /// # Errors
    /// The file that cannot be read, with the reason.
    pub fn instance(&self, file: &str) -> Result<Document, InputError> {
        Ok(files::load(&self.root.join(file))?.instance())
    }

    fn bears(&self, claim: &Claim, evidence: &Evidence) -> Result<Found, InputError> {
        let patience = Patience::unlimited();
        let agrees = |yes: bool| if yes { Bearing::Reproduces } else { Bearing::Contradicts };
        let refused = |reason| InputError { file: claim.id.clone(), field: "evidence".to_string(), reason };
        let known = |id: &str| bench_of(id).ok_or_else(|| refused(format!("`{id}` is no mechanism")));
        let found = |kind, bearing, what, extent| Ok(Found { kind, bearing, what, extent });
        let on = |instance: &str| Some(format!("the instance {instance}"));
        match evidence {
            Evidence::Cell { mechanism, property, violated } => {
                let cell = format!("{mechanism} x {property}");
                let bench = known(mechanism)?;
                let searched = self.searched.of(bench.model(), mechanism, property, claim.hypothesis);
                let extent = (searched.instances > 0).then(|| format!("{cell}: {searched}"));
                let Some(file) = self.violation(mechanism, property, claim.hypothesis) else {
                    // A claim about several cells is proved where all of them are.
                    if let (Some(_), Some(theorem)) =
                        (self.settled(claim), self.proof(evidence, claim.hypothesis))
                    {
                        let what = format!("{cell}: {}", named(theorem));
                        return found(Kind::Theorem, Bearing::Proves, what, extent);
                    }
                    let says = if *violated { "the violation claimed is not" } else { "no violation is" };
                    let what = format!("{cell}: {says} on record");
                    return found(Kind::Search, Bearing::Unrefuted, what, extent);
                };
                // A record proves that a violation exists.
                let bearing = if *violated { Bearing::Proves } else { Bearing::Contradicts };
                let mut own = self.records.iter().filter(|(name, _)| name == file);
                let what = match own.any(|(_, r)| r.mechanism == *mechanism && r.property == *property) {
                    true => format!("{cell}: violated by counterexamples/{file}"),
                    false => format!(
                        "{cell}: violated on the instance of counterexamples/{file} (`verify {mechanism} {property} -i \
                         counterexamples/{file}` shows how)"
                    ),
                };
                found(Kind::Record, bearing, what, extent)
            }
            Evidence::Run { mechanism, instance, tasks } => {
                let report = known(mechanism)?
                    .run_shown(mechanism, &self.instance(instance)?, Shown::Outcome, &patience)
                    .map_err(Halt::error)?;
                let got = report.outcome.as_ref().ok().and_then(|o| o.get("tasks").cloned());
                let expected = Value::numbers(tasks).to_json();
                let got = got.map(|v| v.to_json());
                let shown = got.as_ref().map_or_else(|| "nothing".to_string(), ToString::to_string);
                let what = format!("{mechanism} on {instance}: {shown}; expected {expected}");
                found(Kind::Run, agrees(got.as_ref() == Some(&expected)), what, on(instance))
            }
            Evidence::Judge { mechanism, property, instance, violated } => {
                let report = known(mechanism)?
                    .judge(mechanism, property, &self.instance(instance)?, &patience)
                    .map_err(Halt::error)?;
                let what = format!("{mechanism} x {property} on {instance}: {}", report.answer.word());
                let bearing = match report.answer {
                    Answer::Violated => agrees(*violated),
                    Answer::Holds => agrees(!violated),
                    _ => Bearing::Unrefuted,
                };
                found(Kind::Judgement, bearing, what, on(instance))
            }
            Evidence::Measure { mechanism, measure, instance, value } => {
                let got = known(mechanism)?
                    .measure(mechanism, measure, &self.instance(instance)?, &patience)
                    .map_err(Halt::error)?;
                let shown = got.as_ref().map_or_else(|| "no value".to_string(), ToString::to_string);
                let what = format!("{measure} of {mechanism} on {instance}: {shown}; claimed {value}");
                found(Kind::Measure, agrees(got.as_ref() == Some(value)), what, on(instance))
            }
            Evidence::Record { file, bearing } => {
                if !self.records.iter().any(|(name, _)| name == file) {
                    return Err(refused(format!("there is no record {file}")));
                }
                let what = format!("record counterexamples/{file}");
                found(Kind::Record, *bearing, what, Some("one instance on record".to_string()))
            }
            Evidence::Value(computation) => {
                let got = computation.compute(&self.root).map_err(refused)?;
                let bearing = match got.agrees {
                    true if computation.general => Bearing::Unrefuted,
                    agreed => agrees(agreed),
                };
                let extent = got.instances.map(|count| format!("{count} random instances"));
                found(if extent.is_some() { Kind::Search } else { Kind::Value }, bearing, got.what, extent)
            }
            Evidence::Argument { text, referee } => {
                let (bearing, what) = match referee {
                    None => (Bearing::Argues, text.clone()),
                    Some(notes) => (Bearing::ProvesOnPaper, format!("{text} The referee notes: {notes}")),
                };
                found(Kind::Argument, bearing, what, None)
            }
        }
    }

    /// Returns the theorems that settle the cells of the claim, if all its evidence is such cells.
    fn settled(&self, claim: &Claim) -> Option<Vec<&Theorem>> {
        claim.evidence.iter().map(|evidence| self.proof(evidence, claim.hypothesis)).collect()
    }

    /// Returns the theorem that settles the cell of the evidence, if the evidence expects that the property holds there.
    fn proof(&self, evidence: &Evidence, hypothesis: Hypothesis) -> Option<&Theorem> {
        let Evidence::Cell { mechanism, property, violated: false } = evidence else { return None };
        self.theorems.iter().find(|theorem| theorem.covers(mechanism, property, hypothesis).is_some())
    }

    /// Returns the file name of a record that violates the cell under the hypothesis: a record of the cell
    /// itself first, then one whose instance also violates it.
    pub fn violation(&self, mechanism: &str, property: &str, hypothesis: Hypothesis) -> Option<&str> {
        let own = |r: &Record| r.mechanism == mechanism && r.property == property;
        let also = |name: &str| self.lists(name, mechanism, property);
        let admitted =
            |r: &Record| model(&r.model).is_some_and(|bench| bench.admits(hypothesis, &r.instance));
        let of_mechanism = |r: &Record| bench_of(mechanism).is_some_and(|bench| bench.model() == r.model);
        // The check of the hypothesis reads the instance, so it comes last.
        let all = || self.records.iter();
        let named = all().filter(|(_, r)| own(r)).chain(all().filter(|(name, _)| also(name)));
        let mut found = named.filter(|(_, r)| of_mechanism(r) && admitted(r));
        found.next().map(|(name, _)| name.as_str())
    }
}

/// Returns a theorem in words.
fn named(theorem: &Theorem) -> String {
    format!("theorem {} ({})", theorem.name, theorem.file)
}
