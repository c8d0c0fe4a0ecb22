//! Bodies of the fuzz targets. A panic, an abort and a failed assertion are findings.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use fairwitness::archive::record::{Record, read_witness};
use fairwitness::document::{Document, Fields, InputError, Node, Value, files};
use fairwitness::library::campaign::{Campaign, PROGRAM, sealed};
use fairwitness::linear::{Halt, Patience, Stop};
use fairwitness::mechanism::outside::{Answer, Failure, Greeting, Spoken, answer, question};
use fairwitness::model::arrivals::Arrivals;
use fairwitness::model::cluster::Cluster;
use fairwitness::model::cohort::Cohort;
use fairwitness::model::covering::Covering;
use fairwitness::model::{Model, Presented};
use fairwitness::simulator::drawn::Draw;
use fairwitness::simulator::{scenario, trace};
use fairwitness::workbench;

/// The text as a file: JSON when it begins with a brace, otherwise TOML.
fn parsed(data: &[u8]) -> Option<Document> {
    let text = std::str::from_utf8(data).ok()?;
    let file = if text.starts_with('{') { "f.json" } else { "f.toml" };
    match Document::parse(file, text) {
        Ok(document) => Some(document),
        Err(error) => {
            refused(file, &error);
            None
        }
    }
}

/// An error names its file and contains no control characters for a terminal.
fn refused(file: &str, error: &InputError) {
    let said = error.to_string();
    assert!(said.starts_with(file), "{said}");
    assert!(!said.chars().any(|c| c.is_control() && c != '\n'), "{said:?}");
}

/// A written document can be read, and is written again with equal bytes.
pub fn document(data: &[u8]) {
    let Some(document) = parsed(data) else { return };
    let written = document.root.to_toml();
    let again = Document::parse("again.toml", &written).unwrap_or_else(|e| panic!("{e}\n{written}"));
    assert_eq!(again.root.to_toml(), written);
    let _ = document.root.to_json().to_string();
}

/// An instance that was read is written as fields that read as an equal instance.
fn round_trip<M: Model>(file: &str, fields: &Value) -> Option<M::Instance<fairwitness::scalar::Rational>> {
    let instance = match M::read(&Node::new(file, fields)) {
        Ok(instance) => instance,
        Err(error) => {
            refused(file, &error);
            return None;
        }
    };
    let written = M::write(&instance).to_toml();
    let again = Document::parse("again.toml", &written).unwrap_or_else(|e| panic!("{e}\n{written}"));
    let again = M::read(&Node::new("again.toml", &again.root)).unwrap_or_else(|e| panic!("{e}\n{written}"));
    assert_eq!(again, instance, "{written}");
    Some(instance)
}

/// The fields of a file without the name of its model.
pub fn instance<M: Presented>(data: &[u8]) {
    let Some(document) = parsed(data) else { return };
    let fields = document.root.fields().iter().filter(|(name, _)| name != "model").cloned().collect();
    if let Some(instance) = round_trip::<M>(&document.file, &Value::Table(fields)) {
        let _ = M::size_label(&instance);
        let _ = M::tables(&instance, None);
        if let Some(smaller) = M::shrink(&instance).next() {
            assert_ne!(smaller, instance);
        }
    }
}

/// The parts of a record as its model reads them.
fn parts<M: Model>(record: &Record) {
    let Some(instance) = round_trip::<M>("record", &record.instance) else { return };
    if let Ok(outcome) = M::read_outcome(&instance, &Node::new("outcome", &record.outcome)) {
        let written = M::write_outcome(&instance, &outcome);
        let again = M::read_outcome(&instance, &Node::new("again", &written));
        assert_eq!(again.as_ref(), Ok(&outcome), "{written:?}");
    }
    let _ = read_witness::<M>(&instance, &Node::new("witness", &record.witness));
    if let Some(certificate) = &record.certificate
        && let Ok(read) = M::read_certificate(&instance, &Node::new("certificate", certificate))
    {
        let written = M::write_certificate(&instance, &read);
        let again = M::read_certificate(&instance, &Node::new("again", &written));
        assert_eq!(again.as_ref(), Ok(&read), "{written:?}");
    }
}

/// A file of a record, whole and in its parts.
pub fn record(data: &[u8]) {
    let Some(document) = parsed(data) else { return };
    let record = match Record::read(&document) {
        Ok(record) => record,
        Err(error) => return refused(&document.file, &error),
    };
    let written = record.to_toml();
    let again = Document::parse("again.toml", &written).unwrap_or_else(|e| panic!("{e}\n{written}"));
    let again = Record::read(&again).unwrap_or_else(|e| panic!("{e}\n{written}"));
    assert_eq!(again.to_toml(), written);
    match record.model.as_str() {
        "cluster" => parts::<Cluster>(&record),
        "arrivals" => parts::<Arrivals>(&record),
        "cohort" => parts::<Cohort>(&record),
        "covering" => parts::<Covering>(&record),
        _ => {}
    }
}

/// Small records of every model, of every kind of witness and certificate among them.
static RECORDS: LazyLock<Vec<(PathBuf, Value)>> = LazyLock::new(|| {
    let archive = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../counterexamples");
    let all = files::records(&archive).expect("the records");
    let small = all.into_iter().filter(|filed| filed.record.to_toml().len() < 800);
    small.map(|filed| (archive.join(filed.name), filed.record.to_value())).collect()
});

/// Calls `change` with leaf number `left` in a walk through the tree.
fn at_leaf(value: &mut Value, left: &mut usize, change: &dyn Fn(&mut Value)) -> bool {
    match value {
        Value::List(items) if !items.is_empty() => items.iter_mut().any(|item| at_leaf(item, left, change)),
        Value::Table(fields) => fields.iter_mut().any(|(_, field)| at_leaf(field, left, change)),
        found if *left == 0 => {
            change(found);
            true
        }
        _ => {
            *left -= 1;
            false
        }
    }
}

/// Two bytes choose a record; then three bytes choose each change: the leaf, the kind of the replacement, and its
/// value.
pub fn replayed(data: &[u8]) {
    let [a, b, changes @ ..] = data else { return };
    let (path, original) = &RECORDS[usize::from(u16::from_le_bytes([*a, *b])) % RECORDS.len()];
    let mut root = original.clone();
    for change in changes.chunks_exact(3).take(6) {
        let mut at = usize::from(change[0]);
        let n = i64::from(change[2]);
        let other = |place: &Value| match change[1] % 9 {
            0 => Value::Integer(n),
            1 => Value::Integer(-n),
            2 => Value::text(format!("{n}/7")),
            3 => Value::text("none"),
            4 => Value::List(Vec::new()),
            5 => Value::text("9".repeat(usize::from(change[2]) + 1)),
            6 => Value::Table(Vec::new()),
            7 => Value::List(vec![place.clone(), place.clone()]),
            _ => {
                Value::text(["every", "chosen", "given", "local", "inf", "tsf", "po"][change[2] as usize % 7])
            }
        };
        at_leaf(&mut root, &mut at, &|place| *place = other(place));
    }
    let text = root.to_toml();
    let Ok(document) = Document::parse(&path.display().to_string(), &text) else { return };
    let Ok(record) = Record::read(&document) else { return };
    let Some(bench) = workbench::model(&record.model) else { return };
    let patience = Patience::unlimited().until(Instant::now() + Duration::from_millis(50));
    if bench.replay(&document, &text, &patience) == Ok(()) {
        // An instance has one outcome, and a witness has one margin and stands for one set of outcomes.
        let part = |root: &Value, path: [&str; 2]| {
            let found =
                root.get(path[0]).and_then(|v| if path[1].is_empty() { Some(v) } else { v.get(path[1]) });
            found.map(|v| Value::Table(vec![("v".to_string(), v.clone())]).to_toml())
        };
        let same = |path: [&str; 2]| part(&root, path) == part(original, path);
        let fields = |root: &Value| {
            let witness = root.get("witness").map(Value::fields).unwrap_or_default().iter();
            let kept = witness.filter(|(name, _)| name != "margin" && name != "stands").cloned().collect();
            Value::Table(kept).to_toml()
        };
        let ids = same(["mechanism", ""]) && same(["property", ""]);
        if ids && same(["instance", ""]) && fields(&root) == fields(original) {
            for path in [["outcome", ""], ["witness", "margin"], ["witness", "stands"], ["other", "outcome"]]
            {
                assert!(same(path), "accepted:\n{text}");
            }
        }
    }
}

/// A scenario file and, if it names no trace, the beginning of its run.
pub fn scenario(data: &[u8]) {
    let Some(document) = parsed(data) else { return };
    let scenario = match scenario::read(Path::new(&document.file), &document) {
        Ok(scenario) => scenario,
        Err(error) => return refused(&document.file, &error),
    };
    let trace = |root: &Value| root.get("trace").is_some();
    if trace(&document.root) || document.root.get("servers").is_none_or(trace) {
        return;
    }
    // The run is stopped before it begins, so any scenario ends soon.
    let stop = Stop::new();
    stop.throw();
    let patience = &Patience::unlimited().until(Instant::now() + Duration::from_millis(50));
    let _ = scenario.run(&Draw { id: "fuzz", seed: 1, run: 0, size: 1, judge: None, stop: &stop, patience });
}

/// Rows of the tables that traces are read from.
pub fn rows(data: &[u8]) {
    match trace::read_text(data, 1_000_000, &Patience::unlimited()) {
        Ok((rows, found)) => assert!(found <= 3 * rows.max(1), "{found} of {rows} rows"),
        Err(Halt::Failed((line, reason))) => assert!(line > 0 && !reason.is_empty()),
        Err(Halt::Cut) => panic!("nothing cuts it short"),
    }
}

/// An instance of each model, about which programs are asked.
static ASKED: LazyLock<(
    InstanceOf<Cluster>,
    InstanceOf<Arrivals>,
    InstanceOf<Cohort>,
    InstanceOf<Covering>,
)> = LazyLock::new(|| {
    (
        asked::<Cluster>(
            "capacity = [[9, 12], [12, 0]]\ndemand = [[1, 2], ['1/2', 0]]\ntasks = ['inf', 5]\n",
        ),
        asked::<Arrivals>("agents = 2\ndemand = [['1/2', 1], [1, '1/3']]\n"),
        asked::<Cohort>(
            "quota = [[3], [0]]\nworkload = [{ queue = 0, request = [2] }, { queue = 1, request = [1] }]\nadmitted = [1]\nincoming = 0\n",
        ),
        asked::<Covering>("cost = [1, 1, 4]\nsize = [1, '3/2', 1]\ndemand = [1, 2]\n"),
    )
});

type InstanceOf<M> = <M as Model>::Instance<fairwitness::scalar::Rational>;

fn asked<M: Model>(text: &str) -> InstanceOf<M> {
    let document = Document::parse("asked.toml", text).unwrap_or_else(|e| panic!("{e}"));
    M::read(&document.node()).unwrap_or_else(|e| panic!("{e}"))
}

/// The answer of a program to a question: an outcome of the shape of the instance that reads again as itself, a
/// refusal in one line, or a failure without control characters for a terminal.
fn answered<M: Spoken>(instance: &InstanceOf<M>, greeting: &Greeting, line: &str) {
    let _ = M::setting(greeting);
    let _ = question::<M>(instance, greeting);
    let read = |fields: &mut Fields<'_>| M::read_answer(instance, fields, greeting.numbers);
    match answer(line, greeting.numbered.then_some(1), read) {
        Ok(Answer::Says(outcome)) => {
            let written = M::write_outcome(instance, &outcome);
            let again = M::read_outcome(instance, &Node::new("again", &written));
            assert_eq!(again.as_ref(), Ok(&outcome), "{written:?}");
        }
        Ok(Answer::Refuses(why)) => assert!(!why.chars().any(char::is_control), "{why:?}"),
        Err(failure) => inert(&failure),
    }
}

fn inert(failure: &Failure) {
    let said = failure.to_string();
    assert!(!said.chars().any(|c| c.is_control() && c != '\n'), "{said:?}");
}

/// Two lines of a program: its greeting, and its answer to an instance of the greeting's model.
pub fn protocol(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (hello, line) = text.split_once('\n').unwrap_or((text, ""));
    let greeting = match Greeting::parse(hello) {
        Ok(greeting) => greeting,
        Err(failure) => return inert(&failure),
    };
    let (cluster, arrivals, cohort, covering) = &*ASKED;
    match greeting.model.as_str() {
        "cluster" => answered::<Cluster>(cluster, &greeting, line),
        "arrivals" => answered::<Arrivals>(arrivals, &greeting, line),
        "cohort" => answered::<Cohort>(cohort, &greeting, line),
        "covering" => answered::<Covering>(covering, &greeting, line),
        _ => {}
    }
}

/// The folder for campaigns of this process.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = Path::new("/dev/shm");
    let all = if memory.is_dir() { memory.to_path_buf() } else { std::env::temp_dir() };
    let folder = all.join(format!("fairwitness-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("blocks")).expect("a folder to write to");
    folder
});

/// A campaign without its first line, and its first block, separated by a byte that occurs in no text.
pub fn campaign(data: &[u8]) {
    let mut halves = data.splitn(2, |byte| *byte == 0xff);
    let asked = halves.next().unwrap_or_default();
    let folder = &*FOLDER;
    let whole = [format!("program = \"{PROGRAM}\"\n").as_bytes(), asked].concat();
    std::fs::write(folder.join("campaign.toml"), whole).expect("a campaign");
    let Ok(campaign) = Campaign::of(folder) else { return };
    let written = Document::parse("again.toml", &campaign.text());
    assert!(written.is_ok(), "{written:?}");
    let Some(bench) = fairwitness::workbench::model(&campaign.model) else { return };
    if campaign.units() > 8 {
        return;
    }
    let Some(Ok(block)) = halves.next().map(std::str::from_utf8) else { return };
    // The text is sealed again, because a damaged block is refused by its seal before it is read.
    let file = folder.join("blocks/0.toml");
    std::fs::write(&file, sealed(block)).expect("a block");
    let _ = (campaign.status(folder), campaign.results(bench, folder));
    let _ = std::fs::remove_file(&file);
}
