//! A program: one process for each asking thread, restarted when it fails, and counted; or a function of the
//! language that the engine is embedded in.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::thread::{self, ThreadId};
use std::time::Duration;

use super::memory::Memory;
use super::queue::Queue;
use super::{Failure, Greeting, HELLO, Process, Replied};
use crate::clock::Stopwatch;
use crate::linear::{Halt, Patience, Timely, Uncut as _};

/// Limits on an external program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Time limit for one answer.
    pub time: Duration,
    /// Memory of each process in bytes; `None` without a limit.
    pub memory: Option<u64>,
}

impl Default for Allowance {
    fn default() -> Self {
        Allowance { time: Duration::from_secs(10), memory: None }
    }
}

/// Time to start, if the limit for an answer is shorter.
const START: Duration = Duration::from_secs(10);
/// Number of questions sent before their answers arrive, if answers repeat numbers.
const AHEAD: usize = 16;
/// Number of failures in a row after which the program is not asked again.
const MOST_IN_A_ROW: u32 = 8;

/// A function that receives a question as a line of the protocol and returns the line of its answer.
type Function = Box<dyn Fn(&str) -> Replied<String> + Send + Sync>;

/// The way in which questions reach a program.
pub(super) enum Way {
    /// Processes of a command, with their pipes: `idle` processes wait for a question, and `queues` holds, by asking
    /// thread, the processes with questions that are not answered yet.
    Command { allowance: Allowance, idle: Mutex<Vec<Process>>, queues: Mutex<HashMap<ThreadId, Queue>> },
    /// An embedded function and its call.
    Function(Function),
}

impl std::fmt::Debug for Way {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Way::Command { allowance, .. } => f.debug_tuple("Command").field(allowance).finish(),
            Way::Function(_) => f.write_str("Function"),
        }
    }
}

/// A command that speaks the protocol, or a function that is asked in its words.
#[derive(Debug)]
pub struct Program {
    command: String,
    pub(super) way: Way,
    /// `true` if by its construction no answer depends on an earlier question, so that none is asked for twice.
    pub(super) pure: bool,
    greeting: Greeting,
    /// The last questions and answers, from which a violation's questions are put in another order.
    pub(super) memory: Memory,
    /// Number of violations whose questions were asked again.
    pub(super) accused: AtomicU64,
    /// Two answers to one question, after which the program is not asked again.
    differs: Mutex<Option<Failure>>,
    asked: AtomicU64,
    /// The time of waits without an answer since the last answer, in milliseconds.
    silence: AtomicU64,
    numbers: AtomicU64,
    in_a_row: AtomicU32,
    failures: Mutex<BTreeMap<Cow<'static, str>, (u64, String)>>,
}

/// Counts of questions and failures of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Number of questions sent so far.
    pub asked: u64,
    /// For each kind of failure, its number and the text of the first one.
    pub failures: Vec<(Cow<'static, str>, u64, String)>,
    /// `true` if the program is not asked again.
    pub given_up: bool,
}

impl Program {
    /// Starts the command and greets it.
    ///
    /// # Errors
    /// The command does not start or does not greet properly, or the work was cut short.
    pub fn start(command: &str, allowance: Allowance, patience: &Patience) -> Replied<Program> {
        let mut process = Process::start(command, allowance.memory)?;
        let greeting = Greeting::parse(&process.ask(HELLO, allowance.time.max(START), patience)?)?;
        let way = Way::Command { allowance, idle: Mutex::new(vec![process]), queues: Mutex::default() };
        Ok(Program::of(command, greeting, way))
    }

    /// A function as a program: its name in errors, the greeting that it would give, and the call. The
    /// function is called on the threads of a search, possibly on several at once, without a limit on time;
    /// it may cut itself short.
    pub fn function(
        name: &str,
        greeting: Greeting,
        call: impl Fn(&str) -> Replied<String> + Send + Sync + 'static,
    ) -> Program {
        Program::of(name, greeting, Way::Function(Box::new(call)))
    }

    /// A WebAssembly module as a program: its name in errors and its bytes. It is greeted like a command.
    ///
    /// # Errors
    /// The bytes are no module that keeps to the protocol.
    #[cfg(feature = "wasm")]
    pub fn module(name: &str, bytes: &[u8], allowance: Allowance) -> Result<Program, Failure> {
        let sandbox = super::sandbox::Sandbox::read(bytes, allowance)?;
        let greeting = Greeting::parse(&sandbox.answer(HELLO)?)?;
        let program = Program::function(name, greeting, move |question| Ok(sandbox.answer(question)?));
        Ok(Program { pure: true, ..program })
    }

    fn of(command: &str, greeting: Greeting, way: Way) -> Program {
        Program {
            command: command.to_string(),
            way,
            pure: false,
            greeting,
            memory: Memory::default(),
            accused: AtomicU64::new(0),
            differs: Mutex::new(None),
            asked: AtomicU64::new(0),
            silence: AtomicU64::new(0),
            numbers: AtomicU64::new(0),
            in_a_row: AtomicU32::new(0),
            failures: Mutex::new(BTreeMap::new()),
        }
    }

    /// The command, or the name of the function.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The greeting of the program.
    pub fn greeting(&self) -> &Greeting {
        &self.greeting
    }

    /// The counts of questions and failures so far.
    pub fn tally(&self) -> Tally {
        let failures = self.failures.lock().map(|failures| {
            failures.iter().map(|(kind, (count, first))| (kind.clone(), *count, first.clone())).collect()
        });
        Tally {
            asked: self.asked.load(Ordering::Relaxed),
            failures: failures.unwrap_or_default(),
            given_up: self.given_up(),
        }
    }

    /// Resets the counts for another search.
    pub fn begin(&self) {
        self.asked.store(0, Ordering::Relaxed);
        self.silence.store(0, Ordering::Relaxed);
        self.in_a_row.store(0, Ordering::Relaxed);
        self.accused.store(0, Ordering::Relaxed);
        if let Ok(mut differs) = self.differs.lock() {
            *differs = None;
        }
        if let Ok(mut failures) = self.failures.lock() {
            failures.clear();
        }
    }

    /// The time of waits without an answer since the last answer.
    pub fn silence(&self) -> Duration {
        Duration::from_millis(self.silence.load(Ordering::Relaxed))
    }

    /// Waits for the program in `work`; a wait without an answer counts as its silence.
    pub(super) fn waiting<T>(
        &self,
        work: impl FnOnce() -> Result<T, Halt<Failure>>,
    ) -> Result<T, Halt<Failure>> {
        let began = Stopwatch::start();
        let found = work();
        match found {
            Ok(_) => self.silence.store(0, Ordering::Relaxed),
            Err(_) => {
                let waited = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
                self.silence.fetch_add(waited, Ordering::Relaxed);
            }
        }
        found
    }

    /// Ends all processes of the program.
    pub fn end(&self) {
        if let Way::Command { idle, queues, .. } = &self.way
            && let (Ok(mut idle), Ok(mut queues)) = (idle.lock(), queues.lock())
        {
            idle.extend(queues.drain().map(|(_, queue)| queue.process));
            idle.iter_mut().for_each(Process::dismiss);
            idle.clear();
        }
    }

    fn another(&self, allowance: &Allowance, patience: &Patience) -> Replied<Process> {
        self.greeted(Process::start(&self.command, allowance.memory)?, allowance, patience)
    }

    /// A process after its greeting, which must be the known one.
    pub(super) fn greeted(
        &self,
        mut process: Process,
        allowance: &Allowance,
        patience: &Patience,
    ) -> Replied<Process> {
        let greeting = Greeting::parse(&process.ask(HELLO, allowance.time.max(START), patience)?)?;
        if greeting == self.greeting {
            Ok(process)
        } else {
            Err(Failure::Malformed("it greets differently than before".to_string()).into())
        }
    }

    /// The number of questions that are sent before the first is answered.
    pub fn ahead(&self) -> usize {
        match self.way {
            Way::Command { .. } if self.greeting.numbered => AHEAD,
            _ => 1,
        }
    }

    /// The question with a number, if the program repeats numbers.
    pub(super) fn numbered<'a>(&self, question: &'a str) -> (Cow<'a, str>, Option<u64>) {
        if !self.greeting.numbered {
            return (Cow::Borrowed(question), None);
        }
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        (Cow::Owned(question.replacen('{', &format!("{{\"number\": {number}, "), 1)), Some(number))
    }

    /// Sends later questions of the present thread without waiting for answers. A failure is not counted, because
    /// the question will be asked again.
    pub fn foresee(&self, questions: &[String], patience: &Patience) {
        let Way::Command { allowance, idle, queues } = &self.way else { return };
        if questions.is_empty() || !self.greeting.numbered || self.given_up() {
            return;
        }
        let begun = queues.lock().ok().and_then(|mut queues| queues.remove(&thread::current().id()));
        let queue = begun.map_or_else(|| self.idle(allowance, idle, patience).map(Queue::new), Ok);
        if let Ok(mut queue) = queue
            && questions.iter().try_for_each(|question| self.put(&mut queue, question)).is_ok()
            && let Ok(mut queues) = queues.lock()
        {
            queues.insert(thread::current().id(), queue);
        }
    }

    fn put(&self, queue: &mut Queue, question: &str) -> Result<(), Failure> {
        let (line, number) = self.numbered(question);
        queue.put(question, &line, number)
    }

    /// The answer to `question`, if the present thread sent it before.
    fn foreseen<T>(
        &self,
        question: &str,
        patience: &Patience,
        read: &impl Fn(&str, Option<u64>) -> Result<T, Failure>,
    ) -> Timely<Option<T>> {
        let Way::Command { allowance, idle, queues } = &self.way else { return Ok(None) };
        let begun = queues.lock().ok().and_then(|mut queues| queues.remove(&thread::current().id()));
        let Some(mut queue) = begun else { return Ok(None) };
        let put = if queue.has(question) { Ok(()) } else { self.put(&mut queue, question) };
        let found = put.map_err(Halt::from).and_then(|()| queue.answer(question, allowance.time, patience));
        match found.uncut()?.and_then(|(said, number)| read(&said, number)) {
            Ok(answer) => {
                if !queue.is_empty() {
                    if let Ok(mut queues) = queues.lock() {
                        queues.insert(thread::current().id(), queue);
                    }
                } else if let Ok(mut idle) = idle.lock() {
                    idle.push(queue.process);
                }
                Ok(Some(answer))
            }
            // The question at fault is unknown, so this question is asked again, alone.
            Err(_) => Ok(None),
        }
    }

    /// A process that waits for a question.
    fn idle(
        &self,
        allowance: &Allowance,
        idle: &Mutex<Vec<Process>>,
        patience: &Patience,
    ) -> Replied<Process> {
        let waiting = idle.lock().ok().and_then(|mut idle| idle.pop());
        waiting.map_or_else(|| self.another(allowance, patience), Ok)
    }

    fn given_up(&self) -> bool {
        self.in_a_row.load(Ordering::Relaxed) >= MOST_IN_A_ROW
    }

    /// Asks a question, a line that ends with an end of line, and reads the answer with `read`, which checks
    /// the number if there is one. A process that fails is ended; the next question goes to another process.
    ///
    /// # Errors
    /// The reason why there is no answer, or that the wait was cut short.
    pub fn ask<T>(
        &self,
        question: &str,
        patience: &Patience,
        read: impl Fn(&str, Option<u64>) -> Result<T, Failure>,
    ) -> Replied<T> {
        if let Some(failure) = self.difference() {
            return Err(failure.into());
        }
        if self.given_up() {
            return Err(Failure::GivenUp(self.in_a_row.load(Ordering::Relaxed)).into());
        }
        let read = |said: &str, number| {
            let answer = read(said, number)?;
            if !self.pure {
                self.memory.keep(question, said);
            }
            Ok(answer)
        };
        self.asked.fetch_add(1, Ordering::Relaxed);
        let alone = || -> Replied<T> {
            let (question, number) = self.numbered(question);
            match &self.way {
                Way::Function(call) => Ok(read(&call(&question)?, number)?),
                Way::Command { allowance, idle, .. } => {
                    let mut process = self.idle(allowance, idle, patience)?;
                    let answer = read(&process.ask(&question, allowance.time, patience)?, number)?;
                    if let Ok(mut idle) = idle.lock() {
                        idle.push(process);
                    }
                    Ok(answer)
                }
            }
        };
        let found = self.waiting(|| self.foreseen(question, patience, &read)?.map_or_else(alone, Ok));
        match found.uncut()? {
            Ok(answer) => {
                self.in_a_row.store(0, Ordering::Relaxed);
                Ok(answer)
            }
            // An exception leaves the program intact and implies nothing for the next instance.
            Err(failure @ Failure::Raised { .. }) => Err(self.count(failure).into()),
            Err(failure) => {
                self.in_a_row.fetch_add(1, Ordering::Relaxed);
                Err(self.count(failure).into())
            }
        }
    }

    /// Two answers of the program to one question, if it gave them.
    pub fn difference(&self) -> Option<Failure> {
        self.differs.lock().ok().and_then(|differs| differs.clone())
    }

    /// Counts a failure, and returns it.
    pub fn count(&self, failure: Failure) -> Failure {
        if matches!(failure, Failure::Differs { .. })
            && let Ok(mut differs) = self.differs.lock()
        {
            return differs.get_or_insert_with(|| self.listed(failure)).clone();
        }
        self.listed(failure)
    }

    fn listed(&self, failure: Failure) -> Failure {
        if let Ok(mut failures) = self.failures.lock() {
            failures.entry(failure.kind()).or_insert_with(|| (0, failure.to_string())).0 += 1;
        }
        failure
    }
}
