//! Solvers as processes: found on the path, run side by side, the first answer counts, the rest is ended.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::query::Query;
use super::value::{Values, values};

/// How long to wait between looks at the processes.
const PAUSE: Duration = Duration::from_millis(4);

/// A solver that is there.
#[derive(Clone, Debug)]
pub struct Solver {
    /// Its name: `z3` or `cvc5`.
    pub name: &'static str,
    /// The program.
    pub program: PathBuf,
    /// What it says its version is.
    pub version: String,
}

/// The solvers that can be asked: name, what it is called with before the file, how to install it.
pub const KNOWN: [(&str, &[&str], &str); 2] = [
    ("z3", &["-smt2", "-memory:4096"], "`pip install z3-solver` or the package `z3` of a distribution"),
    (
        "cvc5",
        &["--lang=smt2", "--produce-models"],
        "the package `cvc5` of a distribution (its PyPI wheel has no program)",
    ),
];

/// The solver of that name, if its program is on the path.
pub fn find(name: &str) -> Option<Solver> {
    let (name, ..) = *KNOWN.iter().find(|(known, ..)| *known == name)?;
    let folders = std::env::var_os("PATH")?;
    let program = std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|p| p.is_file())?;
    let said = Command::new(&program).arg("--version").stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&said.stdout);
    let numbers = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    let version = text.split_whitespace().find(numbers).unwrap_or("unknown").to_string();
    Some(Solver { name, program, version })
}

/// What a solver answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Nothing satisfies the query.
    Unsat,
    /// This does.
    Sat(Values),
    /// It does not know, or time was up.
    Unknown,
}

impl Answer {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Answer::Unsat => "unsat",
            Answer::Sat(_) => "sat",
            Answer::Unknown => "unknown",
        }
    }
}

/// A query that was asked.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Its name.
    pub name: String,
    /// Who answered; the solvers together where nobody did.
    pub solver: String,
    /// Its version.
    pub version: String,
    /// The answer.
    pub answer: Answer,
    /// How long it took.
    pub seconds: f64,
}

/// Processes that do not outlive their owner.
struct Running(Vec<(usize, Child)>);

impl Drop for Running {
    fn drop(&mut self) {
        for (_, child) in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn start(solver: &Solver, script: &Path) -> std::io::Result<Child> {
    let before = KNOWN.iter().find(|(name, ..)| *name == solver.name).map_or(&[][..], |(_, args, _)| args);
    Command::new(&solver.program)
        .args(before)
        .arg(script)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
}

fn read(child: &mut Child) -> Answer {
    let mut text = String::new();
    if let Some(out) = &mut child.stdout {
        let _ = out.read_to_string(&mut text);
    }
    match text.lines().next().map(str::trim) {
        Some("unsat") => Answer::Unsat,
        Some("sat") => Answer::Sat(values(text.split_once('\n').map_or("", |(_, rest)| rest))),
        _ => Answer::Unknown,
    }
}

/// Asks all solvers at once and takes the first answer, until the deadline. `script` is where the query is written for them.
pub fn ask(query: &Query, solvers: &[Solver], script: &Path, deadline: Instant) -> std::io::Result<Asked> {
    std::fs::write(script, query.script())?;
    let started = Instant::now();
    let asked = |who: &[&Solver], answer| Asked {
        name: query.name.clone(),
        solver: who.iter().map(|s| s.name).collect::<Vec<_>>().join(","),
        version: who.iter().map(|s| s.version.as_str()).collect::<Vec<_>>().join(","),
        answer,
        seconds: started.elapsed().as_secs_f64(),
    };
    let everybody: Vec<&Solver> = solvers.iter().collect();
    if started >= deadline {
        return Ok(asked(&everybody, Answer::Unknown));
    }
    let mut running = Running(Vec::new());
    for (k, solver) in solvers.iter().enumerate() {
        running.0.push((k, start(solver, script)?));
    }
    while !running.0.is_empty() && Instant::now() < deadline {
        let mut ended = None;
        for (at, (_, child)) in running.0.iter_mut().enumerate() {
            if child.try_wait()?.is_some() {
                ended = Some(at);
                break;
            }
        }
        let Some(at) = ended else {
            std::thread::sleep(PAUSE);
            continue;
        };
        let (k, mut child) = running.0.remove(at);
        match read(&mut child) {
            Answer::Unknown => {}
            answer => return Ok(asked(&[&solvers[k]], answer)),
        }
    }
    Ok(asked(&everybody, Answer::Unknown))
}
