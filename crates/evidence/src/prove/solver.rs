//! Solvers as processes: found on the path and run side by side; the first answer counts, and all other
//! solvers are ended.

use std::fmt;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde::{Serialize, Serializer};

use super::query::Query;
use super::value::{Values, values};
use crate::linear::Stop;

/// The interval between checks of the processes.
const PAUSE: Duration = Duration::from_millis(4);

/// The time for a solver to print its version.
const GREETING: Duration = Duration::from_secs(5);

/// The seconds after its time limit within which a solver ends by itself.
const SPARE: u64 = 5;

/// The length of the longest answer that is read, in bytes.
const LONGEST: u64 = 16 << 20;

/// A solver whose program is on the path.
#[derive(Clone, Debug)]
pub struct Solver {
    /// Name of the solver: `z3` or `cvc5`.
    pub name: &'static str,
    /// Path of the program.
    pub program: PathBuf,
    /// Version that the program reports.
    pub version: String,
}

/// The known solvers: name, options before the file, and advice on installation.
pub const KNOWN: [(&str, &[&str], &str); 2] = [
    ("z3", &["-smt2", "-memory:4096"], "`pip install z3-solver` or the package `z3` of a distribution"),
    (
        "cvc5",
        &["--lang=smt2", "--produce-models"],
        "the package `cvc5` of a distribution (its PyPI wheel has no program)",
    ),
];

/// The solver called `name`, if its program is on the path.
pub fn find(name: &str) -> Option<Solver> {
    let (name, ..) = *KNOWN.iter().find(|(known, ..)| *known == name)?;
    let folders = std::env::var_os("PATH")?;
    let program = std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|p| p.is_file())?;
    let mut asked = Running::start(Command::new(&program).arg("--version"), 0).ok()?;
    let until = Instant::now() + GREETING;
    while !asked.ended().ok()? && Instant::now() < until {
        std::thread::sleep(PAUSE);
    }
    let text = String::from_utf8_lossy(&asked.heard);
    let numbers = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    let version = text.split_whitespace().find(numbers).unwrap_or("unknown").to_string();
    Some(Solver { name, program, version })
}

/// The answer of a solver.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// No values satisfy the query.
    Unsat,
    /// The values satisfy the query.
    Sat(Values),
    /// The solver does not know, or its time was up.
    Unknown,
}

impl Answer {
    /// The word for the answer in SMT-LIB 2.
    pub fn word(&self) -> &'static str {
        match self {
            Answer::Unsat => "unsat",
            Answer::Sat(_) => "sat",
            Answer::Unknown => "unknown",
        }
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// A query to a solver and its answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Asked {
    /// Name of the query.
    pub name: String,
    /// Name of the solver that answered; the names of all solvers if none did.
    pub solver: String,
    /// Version of the solver.
    pub version: String,
    /// The answer to the query.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub answer: Answer,
    /// Duration in seconds.
    #[serde(serialize_with = "to_milliseconds")]
    pub seconds: f64,
}

fn to_milliseconds<S: Serializer>(seconds: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((seconds * 1000.0).round() / 1000.0)
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Asked { name, solver, version, answer, seconds } = self;
        write!(f, "{:<8} {seconds:>7.2} s  {name} ({solver} {version})", answer.word())
    }
}

/// A solver at work, on a Unix system in its own process group, so that it is ended with all processes that it started.
struct Running {
    solver: usize,
    child: Child,
    reader: Option<JoinHandle<Vec<u8>>>,
    heard: Vec<u8>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
        let _ = self.child.wait();
    }
}

impl Running {
    fn start(command: &mut Command, solver: usize) -> std::io::Result<Running> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let reader = child.stdout.take().map(|stdout| {
            std::thread::spawn(move || {
                let mut heard = Vec::new();
                let _ = stdout.take(LONGEST).read_to_end(&mut heard);
                heard
            })
        });
        Ok(Running { solver, child, reader, heard: Vec::new() })
    }

    /// Ends the solver and what it started, which closes its output.
    fn end(&mut self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
    }

    /// Returns `true` if the solver itself has ended, even if processes that it started had not; its output is then
    /// read completely.
    fn ended(&mut self) -> std::io::Result<bool> {
        let ended = self.child.try_wait()?.is_some();
        if ended && let Some(reader) = self.reader.take() {
            self.end();
            self.heard = reader.join().unwrap_or_default();
        }
        Ok(ended)
    }

    fn answer(&self) -> Answer {
        let text = String::from_utf8_lossy(&self.heard);
        match text.lines().next().map(str::trim) {
            Some("unsat") => Answer::Unsat,
            Some("sat") => Answer::Sat(values(text.split_once('\n').map_or("", |(_, rest)| rest))),
            _ => Answer::Unknown,
        }
    }
}

fn command(solver: &Solver, script: &Path, time: Duration) -> Command {
    let before = KNOWN.iter().find(|(name, ..)| *name == solver.name).map_or(&[][..], |(_, args, _)| args);
    let mut command = Command::new(&solver.program);
    command.args(before);
    // If this process is killed, the solver ends by itself soon after its time.
    match solver.name {
        "z3" => command.arg(format!("-T:{}", time.as_secs() + SPARE)),
        _ => command.arg(format!("--tlimit={}", (time.as_secs() + SPARE) * 1000)),
    };
    command.arg(script);
    command
}

/// Asks all solvers at once and takes the first answer, until the deadline or an interruption. The query is
/// written to the file `script`.
///
/// # Errors
/// A script that cannot be written, or a solver that cannot be started.
pub fn ask(
    query: &Query,
    solvers: &[Solver],
    script: &Path,
    deadline: Instant,
    stop: &Stop,
) -> std::io::Result<Asked> {
    std::fs::write(script, query.script())?;
    let started = Instant::now();
    let asked = |who: &[&Solver], answer| Asked {
        name: query.name.clone(),
        solver: who.iter().map(|s| s.name).collect::<Vec<_>>().join(","),
        version: who.iter().map(|s| s.version.as_str()).collect::<Vec<_>>().join(","),
        answer,
        seconds: started.elapsed().as_secs_f64(),
    };
    let all: Vec<&Solver> = solvers.iter().collect();
    let time = deadline.saturating_duration_since(started);
    if time.is_zero() {
        return Ok(asked(&all, Answer::Unknown));
    }
    let mut running = Vec::new();
    for (k, solver) in solvers.iter().enumerate() {
        running.push(Running::start(&mut command(solver, script, time), k)?);
    }
    while !running.is_empty() && Instant::now() < deadline && !stop.is_thrown() {
        let mut ended = None;
        for (at, process) in running.iter_mut().enumerate() {
            if process.ended()? {
                ended = Some(at);
                break;
            }
        }
        let Some(at) = ended else {
            std::thread::sleep(PAUSE);
            continue;
        };
        let process = running.remove(at);
        match process.answer() {
            Answer::Unknown => {}
            answer => return Ok(asked(&[&solvers[process.solver]], answer)),
        }
    }
    Ok(asked(&all, Answer::Unknown))
}
