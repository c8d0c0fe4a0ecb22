//! `--mech-command`, `--property-command`, `--measure-command` and `verify mech-check`: programs in the place of ids.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use fairwitness::library::campaign::job::quoted;
use fairwitness::linear::{Halt, Patience};
use fairwitness::mechanism::outside::{Allowance, Failure, Finding, Kind, Program, Tally, end_all, examine};
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::search::Budget;
use fairwitness::workbench::{self, Behaviour, Bench, Foreign};

use super::args::{Format, Own};
use super::limits::interruption;
use super::said::Checked;
use super::{FOUND, UNDECIDED, WRONG, complain, render};

/// The place of an id that a program takes: the name of its options, and what the program must greet as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Mech,
    Property,
    Measure,
}

impl Place {
    /// Returns the name of the option for an id; that for a program ends in `-command`.
    pub fn option(self) -> &'static str {
        match self {
            Place::Mech => "--mech",
            Place::Property => "--property",
            Place::Measure => "--measure",
        }
    }

    /// Returns the place of a program of this kind.
    fn of(kind: Kind) -> Place {
        match kind {
            Kind::Mechanism => Place::Mech,
            Kind::Property => Place::Property,
            Kind::Measure { .. } => Place::Measure,
        }
    }

    /// Returns the command that is given for this place.
    fn command(self, own: &Own) -> Option<&String> {
        match self {
            Place::Mech => own.mech_command.as_ref(),
            Place::Property => own.property_command.as_ref(),
            Place::Measure => own.measure_command.as_ref(),
        }
    }
}

/// The programs, and the bench that includes them.
struct Chosen {
    programs: Vec<(Place, Arc<Program>)>,
    bench: Box<dyn Bench>,
    /// The options about the programs besides their commands.
    own: Own,
}

impl Chosen {
    fn program(&self, place: Place) -> Option<&Arc<Program>> {
        self.programs.iter().find(|(at, _)| *at == place).map(|(_, program)| program)
    }
}

static CHOSEN: OnceLock<Chosen> = OnceLock::new();

/// Reads a time such as 5s.
pub fn time(text: &str) -> Result<Duration, String> {
    let budget: Option<Budget> = text.parse().ok();
    match budget {
        Some(Budget { instances: None, time: Some(time) }) => Ok(time),
        _ => Err(format!("`{text}` is no time above zero such as 5s, 500ms or 2m")),
    }
}

/// Reads a number of bytes such as 512M.
pub fn memory(text: &str) -> Result<u64, String> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = text.split_at(digits);
    let factor: Option<u64> = match unit {
        "K" => Some(1 << 10),
        "M" => Some(1 << 20),
        "G" => Some(1 << 30),
        _ => None,
    };
    let bytes =
        number.parse::<u64>().ok().zip(factor).and_then(|(number, factor)| number.checked_mul(factor));
    bytes.filter(|bytes| *bytes > 0).ok_or_else(|| format!("`{text}` is no size such as 512M or 2G"))
}

/// Reads a small number such as 1e-9.
pub fn slack(text: &str) -> Result<Rational, String> {
    let (digits, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let parts = digits.parse::<Rational>().ok().zip(power.parse::<i32>().ok());
    let small = parts
        .filter(|(_, power)| (-300..=0).contains(power))
        .map(|(digits, power)| (0..power.unsigned_abs()).fold(digits, |x, _| x / Rational::int(10)));
    small
        .filter(|x| !x.is_negative() && *x < Rational::one())
        .ok_or_else(|| format!("`{text}` is no number from 0 and below 1 such as 1e-9, 0.001 or 1/1000"))
}

fn allowance(own: &Own) -> Allowance {
    Allowance { time: own.mech_timeout, memory: own.mech_memory }
}

/// Returns the failure of a program to greet, in words that follow its name.
fn said(halt: &Halt<Failure>) -> String {
    match halt {
        Halt::Failed(failure) => failure.to_string(),
        Halt::Cut => "was interrupted".to_string(),
    }
}

/// The largest file of a WebAssembly module in bytes.
const LARGEST: u64 = 64 << 20;

/// Starts a program: a command, or the file of a WebAssembly module.
fn begin(command: &str, own: &Own, patience: &Patience) -> Result<Program, Halt<Failure>> {
    let file = Path::new(command);
    let module = file.extension().is_some_and(|end| end == "wasm" || end == "wat");
    let size = file.metadata().ok().filter(|about| module && about.is_file()).map(|about| about.len());
    match size {
        None => Program::start(command, allowance(own), patience),
        Some(LARGEST..) => Err(Failure::Start(format!("the module has more than {LARGEST} bytes")).into()),
        Some(_) => Ok(sandboxed(command, own)?),
    }
}

/// Reads the file of a WebAssembly module.
#[cfg(feature = "wasm")]
fn sandboxed(file: &str, own: &Own) -> Result<Program, Failure> {
    let bytes = std::fs::read(file).map_err(|error| Failure::Start(error.to_string()))?;
    Program::module(file, &bytes, allowance(own))
}

#[cfg(not(feature = "wasm"))]
fn sandboxed(_: &str, _: &Own) -> Result<Program, Failure> {
    Err(Failure::Start("modules are run by a `verify` that was built with `--features wasm`".to_string()))
}

/// The part of the budget that the programs took to start, in nanoseconds, until a search takes it off.
static SPENT: AtomicU64 = AtomicU64::new(0);

/// Returns what is left of a budget's time after the start of the programs, which counts once.
pub fn left(time: Duration) -> Duration {
    time.saturating_sub(Duration::from_nanos(SPENT.swap(0, Ordering::Relaxed)))
}

/// Returns the longest time for which a program has been silent since its last answer.
pub fn silence() -> Duration {
    let programs = CHOSEN.get().into_iter().flat_map(|chosen| &chosen.programs);
    programs.map(|(_, program)| program.silence()).max().unwrap_or_default()
}

/// Starts the programs that are given; `false` if the `budget` of the command ends before they greet.
pub fn start(own: &Own, budget: Option<Duration>, format: Format) -> Result<bool> {
    let began = Instant::now();
    let patience = Patience::with(&interruption()).until(budget.and_then(|time| began.checked_add(time)));
    let mut programs = Vec::new();
    for place in [Place::Mech, Place::Property, Place::Measure] {
        let Some(command) = place.command(own) else { continue };
        let option = format!("{}-command", place.option());
        let program = match begin(command, own, &patience) {
            Ok(program) => Arc::new(program),
            Err(Halt::Cut) if !interruption().is_thrown() => {
                let message = format!("{option} `{command}`: the program did not greet within the budget");
                super::mistakes::given_up(&message, format);
                return Ok(false);
            }
            Err(halt) => bail!("{option} `{command}`: the program {}", said(&halt)),
        };
        let other = Place::of(program.greeting().kind);
        if other != place {
            bail!("{option} `{command}`: the greeting: it is for {}-command", other.option());
        }
        programs.push((place, program));
    }
    let all: Vec<Foreign<'_>> = programs.iter().map(|(_, program)| (program, &own.slack)).collect();
    let Some((first, more)) = all.split_first() else { return Ok(true) };
    let bench = match workbench::with_programs(*first, more) {
        Ok(bench) => bench,
        Err(error) => bail!("a program: {error}"),
    };
    let _ = CHOSEN.set(Chosen { programs, bench, own: own.clone() });
    if budget.is_some() {
        SPENT.store(u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
    Ok(true)
}

/// Returns the bench that includes the programs.
pub fn bench() -> Option<&'static dyn Bench> {
    CHOSEN.get().map(|chosen| &*chosen.bench)
}

/// Returns the id of the program that is the mechanism.
pub fn id() -> Option<&'static str> {
    id_of(Place::Mech)
}

/// The default of `--slack`.
pub const SLACK: &str = "1e-9";

/// Returns the id of the program that takes this place.
pub fn id_of(place: Place) -> Option<&'static str> {
    CHOSEN.get()?.program(place).map(|program| program.greeting().id.as_str())
}

/// Returns the ids that were named for this place, or else that of the program.
pub fn named(place: Place, ids: &[String]) -> Vec<String> {
    let own = || id_of(place).map(String::from).into_iter().collect();
    if ids.is_empty() { own() } else { ids.to_vec() }
}

/// Returns the option that names an id on the command line, or its program, with the tolerance of a mechanism if that is not
/// the default.
pub fn option(place: Place, id: &str) -> String {
    let program = |chosen: &'static Chosen| Some((chosen, chosen.program(place)?));
    match CHOSEN.get().and_then(program) {
        Some((chosen, program)) if program.greeting().id == id => {
            let slack = &chosen.own.slack;
            let usual = place != Place::Mech || self::slack(SLACK).is_ok_and(|usual| usual == *slack);
            let slack = if usual { String::new() } else { format!(" --slack {slack}") };
            format!("{}-command {}{slack}", place.option(), quoted(program.command()))
        }
        _ => format!("{} {id}", place.option()),
    }
}

/// Returns the statistics of the questions to the program that is the mechanism.
pub fn behaviour() -> Option<Behaviour> {
    CHOSEN.get()?.program(Place::Mech).map(|program| Behaviour::of(program))
}

fn told(tally: &Tally) {
    for (kind, count, first) in &tally.failures {
        complain(&format!("program: {count} x {kind}; the first: it {first}"));
    }
    if tally.given_up {
        complain(
            "program: it failed too often in a row and was not asked any more; what is said rests on what came before",
        );
    }
}

/// Ends the programs, reports their failures, and returns the exit status; a failed program decides nothing.
pub fn end(code: u8) -> u8 {
    let Some(chosen) = CHOSEN.get() else { return code };
    chosen.programs.iter().for_each(|(_, program)| program.end());
    end_all();
    let tallies: Vec<Tally> = chosen.programs.iter().map(|(_, program)| program.tally()).collect();
    tallies.iter().for_each(told);
    let differs = chosen.programs.iter().any(|(_, program)| program.difference().is_some());
    let given_up = tallies.iter().any(|tally| tally.given_up);
    if code != WRONG && differs || code == 0 && given_up { UNDECIDED } else { code }
}

/// Runs `verify mech-check`.
pub fn check(command: &str, own: &Own, format: Format) -> Result<u8> {
    let patience = Patience::with(&interruption());
    let program = match begin(command, own, &patience) {
        Ok(program) => Arc::new(program),
        Err(halt) => {
            let (case, what) = ("the greeting", said(&halt));
            let text = format!("WRONG  {case}: the program {what}\n");
            let findings = vec![Finding { case, well: false, what }];
            render::show(format, &Checked { command: command.to_string(), well: false, findings }, || text);
            end_all();
            return Ok(FOUND);
        }
    };
    let findings = examine(&program, &own.slack, &patience);
    program.end();
    end_all();
    let wrong = findings.iter().filter(|finding| !finding.well).count();
    let checked = Checked { command: command.to_string(), well: wrong == 0, findings };
    render::show(format, &checked, || {
        let line =
            |f: &Finding| format!("{}  {}: {}\n", if f.well { "well " } else { "WRONG" }, f.case, f.what);
        let kept = match wrong {
            0 => "the program keeps to the protocol\n".to_string(),
            n => format!("{n} of {} are wrong\n", checked.findings.len()),
        };
        checked.findings.iter().map(line).collect::<String>() + &kept
    });
    Ok(if wrong == 0 { 0 } else { FOUND })
}

/// Ends this program at once, with all processes of mechanisms.
pub fn abort() -> ! {
    leave(130)
}

/// Ends all mechanism programs, and this program with status `code`.
pub fn leave(code: u8) -> ! {
    end_all();
    std::process::exit(i32::from(code))
}

/// Returns the options that pass the programs on to another run of `verify`: the commands and their limits.
pub fn arguments() -> Vec<String> {
    let Some(Chosen { programs, own, .. }) = CHOSEN.get() else { return Vec::new() };
    let command = |(place, program): &(Place, Arc<Program>)| {
        [format!("{}-command", place.option()), program.command().to_string()]
    };
    let mut arguments: Vec<String> = programs.iter().flat_map(command).collect();
    arguments.extend(["--mech-timeout".to_string(), format!("{}ms", own.mech_timeout.as_millis())]);
    // Sizes are read in units of 1024 bytes.
    let memory = |bytes: u64| ["--mech-memory".to_string(), format!("{}K", bytes / 1024)];
    arguments.extend(own.mech_memory.into_iter().flat_map(memory));
    arguments.extend(["--slack".to_string(), own.slack.to_string()]);
    arguments
}
