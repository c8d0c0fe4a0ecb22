//! `--mech-command` and `verify mech-check`: a program as the mechanism.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::{Result, bail};
use fairwitness::linear::{Halt, Patience};
use fairwitness::mechanism::outside::{Allowance, Failure, Finding, Program, Tally, end_all, examine};
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::search::Budget;
use fairwitness::workbench::{self, Behaviour, Bench};

use super::args::{Format, Own};
use super::limits::interruption;
use super::said::{Checked, CheckedCase};
use super::{FOUND, UNDECIDED, complain, render};

/// The program that is the mechanism, and its bench.
struct Chosen {
    program: Arc<Program>,
    bench: &'static dyn Bench,
    /// The options about the program besides its command.
    own: Own,
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

/// Starts the program, if one is given.
pub fn start(own: &Own) -> Result<()> {
    let Some(command) = &own.mech_command else { return Ok(()) };
    let patience = Patience::with(&interruption());
    let program = match Program::start(command, allowance(own), &patience) {
        Ok(program) => Arc::new(program),
        Err(halt) => bail!("--mech-command `{command}`: the program {}", said(&halt)),
    };
    let bench = match workbench::with_program(&program, &own.slack) {
        Ok(bench) => Box::leak(bench),
        Err(error) => bail!("--mech-command: {error}"),
    };
    let _ = CHOSEN.set(Chosen { program, bench, own: own.clone() });
    Ok(())
}

/// Returns the bench that includes the program.
pub fn bench() -> Option<&'static dyn Bench> {
    CHOSEN.get().map(|chosen| chosen.bench)
}

/// Returns the id of the program.
pub fn id() -> Option<&'static str> {
    CHOSEN.get().map(|chosen| chosen.program.greeting().id.as_str())
}

/// The default of `--slack`.
pub const SLACK: &str = "1e-9";

/// Returns the options that name the mechanism on the command line, with its tolerance if that is not the default.
pub fn option(mechanism: &str) -> String {
    match CHOSEN.get() {
        Some(chosen) if id() == Some(mechanism) => {
            let slack = &chosen.own.slack;
            let usual = self::slack(SLACK).is_ok_and(|usual| usual == *slack);
            let slack = if usual { String::new() } else { format!(" --slack {slack}") };
            format!("--mech-command '{}'{slack}", chosen.program.command().replace('\'', "'\\''"))
        }
        _ => format!("--mech {mechanism}"),
    }
}

/// Returns the statistics of the questions to the program.
pub fn behaviour() -> Option<Behaviour> {
    CHOSEN.get().map(|chosen| Behaviour::of(&chosen.program))
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

/// Ends the program, reports its failures, and returns the exit status; a failed program decides nothing.
pub fn end(code: u8) -> u8 {
    let Some(chosen) = CHOSEN.get() else { return code };
    chosen.program.end();
    end_all();
    let tally = chosen.program.tally();
    told(&tally);
    let differs = tally.failures.iter().any(|(kind, ..)| kind == "another answer to the same question");
    if code == 0 && (tally.given_up || differs) { UNDECIDED } else { code }
}

/// Runs `verify mech-check`.
pub fn check(command: &str, own: &Own, format: Format) -> Result<u8> {
    let patience = Patience::with(&interruption());
    let program = match Program::start(command, allowance(own), &patience) {
        Ok(program) => Arc::new(program),
        Err(halt) => {
            let failure = said(&halt);
            match format {
                Format::Json => {
                    let (case, what) = ("the greeting".to_string(), failure.clone());
                    let findings = vec![CheckedCase { case, well: false, what }];
                    render::print_json(&Checked { command: command.to_string(), well: false, findings });
                }
                Format::Text => render::print(&format!("WRONG  the greeting: the program {failure}\n")),
            }
            end_all();
            return Ok(FOUND);
        }
    };
    let findings = examine(&program, &own.slack, &patience);
    program.end();
    end_all();
    let wrong = findings.iter().filter(|finding| !finding.well).count();
    match format {
        Format::Json => {
            let case = |f: &Finding| CheckedCase {
                case: f.case.to_string(),
                well: f.well,
                what: f.what.to_string(),
            };
            let findings = findings.iter().map(case).collect();
            render::print_json(&Checked { command: command.to_string(), well: wrong == 0, findings });
        }
        Format::Text => {
            let line =
                |f: &Finding| format!("{}  {}: {}\n", if f.well { "well " } else { "WRONG" }, f.case, f.what);
            let mut text: String = findings.iter().map(line).collect();
            text += &match wrong {
                0 => "the program keeps to the protocol\n".to_string(),
                n => format!("{n} of {} are wrong\n", findings.len()),
            };
            render::print(&text);
        }
    }
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

/// Returns the options that pass the program on to another run of `verify`: the command and its limits.
pub fn arguments() -> Vec<String> {
    let Some(Chosen { program, own, .. }) = CHOSEN.get() else { return Vec::new() };
    let mut arguments = vec!["--mech-command".to_string(), program.command().to_string()];
    arguments.extend(["--mech-timeout".to_string(), format!("{}ms", own.mech_timeout.as_millis())]);
    // Sizes are read in units of 1024 bytes.
    let memory = |bytes: u64| ["--mech-memory".to_string(), format!("{}K", bytes / 1024)];
    arguments.extend(own.mech_memory.into_iter().flat_map(memory));
    arguments.extend(["--slack".to_string(), own.slack.to_string()]);
    arguments
}
