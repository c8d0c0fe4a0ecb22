//! A running program: started in its own process group, asked line by line, and ended with all processes that it
//! started, also those in groups of their own.

use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::{Failure, Replied, excerpt};
use crate::linear::Patience;

/// The longest line of a program that is read, in bytes.
const LONGEST_LINE: usize = 4 << 20;
/// The number of bytes of standard error that are kept.
const LONGEST_COMPLAINT: usize = 2000;
/// The interval at which a wait checks for the end.
const GLANCE: Duration = Duration::from_millis(10);
/// The time that a program has to end by itself after the last question.
const FAREWELL: Duration = Duration::from_millis(300);

/// The process groups of running programs, which are ended with this process.
static GROUPS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// The environment variable by which the descendants of a program are known, also those in sessions of their own: the ids of
/// the processes above them that started programs, each after a colon.
const MARK: &str = "FAIRWITNESS_PROGRAM";
/// Number of looks for descendants, which may start others meanwhile.
const LOOKS: usize = 4;

/// Ends every running program at once, with all processes that it started.
pub fn end_all() {
    if let Ok(groups) = GROUPS.lock() {
        for group in groups.iter() {
            let _ = kill_process_group(*group, Signal::KILL);
        }
    }
    for _ in 0..LOOKS {
        let marked = descendants();
        if marked.is_empty() {
            return;
        }
        for process in marked {
            let _ = kill_process(process, Signal::KILL);
        }
    }
}

/// The living processes that a program of this process started, as far as the system lists environments.
fn descendants() -> Vec<Pid> {
    let own = std::process::id().to_string();
    let ours = |environment: &[u8]| {
        let fields = environment.split(|b| *b == 0).filter_map(|field| std::str::from_utf8(field).ok());
        let mark = fields.filter_map(|field| field.strip_prefix(MARK)?.strip_prefix('='));
        mark.flat_map(|ids| ids.split(':')).any(|id| id == own)
    };
    let known = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = known.filter_map(|entry| {
        let id: i32 = entry.file_name().to_str()?.parse().ok()?;
        let environment = std::fs::read(entry.path().join("environ")).ok()?;
        Pid::from_raw(id).filter(|_| ours(&environment))
    });
    processes.collect()
}

/// One process of a program.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    group: Option<Pid>,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: Option<ChildStderr>,
    dismissed: Option<Instant>,
    unsent: Vec<u8>,
    heard: Vec<u8>,
    complaint: Vec<u8>,
}

fn without_waiting(fd: impl AsFd) -> Result<(), Failure> {
    fcntl_getfl(&fd)
        .and_then(|flags| fcntl_setfl(&fd, flags | OFlags::NONBLOCK))
        .map_err(|error| Failure::Start(error.to_string()))
}

/// The prefix that makes a simple command replace the shell, so that the child process is the program itself.
fn instead_of_shell(command: &str) -> &'static str {
    let first = command.split_whitespace().next().unwrap_or_default();
    let compound = command.contains([';', '|', '&', '<', '>', '(', ')', '{', '}', '\n', '#']);
    let builtin = ["cd", "exec", "export", "if", "while", "for", "case", "until", "!", "."].contains(&first);
    if compound || builtin || first.contains('=') { "" } else { "exec " }
}

impl Process {
    /// Starts `command` in a shell, limited to `memory` bytes if given.
    pub(super) fn start(command: &str, memory: Option<u64>) -> Result<Process, Failure> {
        let limit = memory.map(|bytes| format!("ulimit -v {} || exit 126\n", bytes.div_ceil(1024)));
        let script = format!("{}{}{command}", limit.unwrap_or_default(), instead_of_shell(command));
        let failed = |error: std::io::Error| Failure::Start(error.to_string());
        let mut child = Command::new("sh")
            .args(["-c", &script])
            .env(MARK, format!("{}:{}", std::env::var(MARK).unwrap_or_default(), std::process::id()))
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        if let (Ok(mut groups), Some(group)) = (GROUPS.lock(), group) {
            groups.push(group);
        }
        let missing = || Failure::Start("there is no pipe to it".to_string());
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;
        without_waiting(&stdin)?;
        without_waiting(&stdout)?;
        without_waiting(&stderr)?;
        Ok(Process {
            child,
            group,
            stdin: Some(stdin),
            stdout,
            stderr: Some(stderr),
            dismissed: None,
            unsent: Vec::new(),
            heard: Vec::new(),
            complaint: Vec::new(),
        })
    }

    /// Sends a question, which ends with an end of line, and returns the next line of the program.
    pub(super) fn ask(&mut self, question: &str, time: Duration, patience: &Patience) -> Replied<String> {
        self.quiet()?;
        self.put(question)?;
        let said = self.next(time, patience)?;
        if self.heard.is_empty() { Ok(said) } else { Err(Failure::Unasked(self.said()).into()) }
    }

    /// Sends lines as far as the pipe takes them now; the rest is sent while waiting for an answer.
    pub(super) fn put(&mut self, questions: &str) -> Result<(), Failure> {
        self.unsent.extend_from_slice(questions.as_bytes());
        self.send()
    }

    /// The next line of the program.
    pub(super) fn next(&mut self, time: Duration, patience: &Patience) -> Replied<String> {
        let ends = Instant::now() + time;
        loop {
            if let Some(line) = self.line()? {
                return Ok(line);
            }
            let now = Instant::now();
            if now >= ends {
                return Err(Failure::Late(time).into());
            }
            patience.check_now()?;
            self.wait(GLANCE.min(ends - now))?;
            self.send()?;
            self.listen()?;
        }
    }

    /// Checks that the program has written no line without a question.
    fn quiet(&mut self) -> Result<(), Failure> {
        let mut fds = [PollFd::new(&self.stdout, PollFlags::IN)];
        if poll(&mut fds, Some(&Timespec::default())).unwrap_or(0) > 0 {
            self.listen()?;
        }
        if self.heard.is_empty() { Ok(()) } else { Err(Failure::Unasked(self.said())) }
    }

    fn said(&self) -> String {
        excerpt(&String::from_utf8_lossy(&self.heard[..self.heard.len().min(1000)]))
    }

    fn wait(&self, time: Duration) -> Result<(), Failure> {
        let mut fds = vec![PollFd::new(&self.stdout, PollFlags::IN)];
        fds.extend(self.stderr.as_ref().map(|stderr| PollFd::new(stderr, PollFlags::IN)));
        if let (false, Some(stdin)) = (self.unsent.is_empty(), &self.stdin) {
            fds.push(PollFd::new(stdin, PollFlags::OUT));
        }
        let time = Timespec::try_from(time).unwrap_or_default();
        match poll(&mut fds, Some(&time)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(Failure::Ended(error.to_string())),
        }
    }

    /// Sends as much as the pipe takes.
    fn send(&mut self) -> Result<(), Failure> {
        while !self.unsent.is_empty() {
            let Some(stdin) = &mut self.stdin else { return Err(self.ended()) };
            match stdin.write(&self.unsent) {
                Ok(count) => drop(self.unsent.drain(..count)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(self.ended()),
            }
        }
        Ok(())
    }

    /// Reads the available output; the program has ended when the pipe is closed.
    fn listen(&mut self) -> Result<(), Failure> {
        self.overhear();
        let mut piece = [0; 1 << 14];
        loop {
            match self.stdout.read(&mut piece) {
                Ok(0) => return Err(self.ended()),
                Ok(count) => self.heard.extend_from_slice(&piece[..count]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(_) => return Err(self.ended()),
            }
            if self.heard.len() > LONGEST_LINE {
                return Err(Failure::Flood(LONGEST_LINE));
            }
        }
    }

    /// Reads the available standard error, and keeps its end.
    fn overhear(&mut self) {
        let Some(stderr) = &mut self.stderr else { return };
        let mut piece = [0; 1 << 14];
        loop {
            match stderr.read(&mut piece) {
                Ok(0) => {
                    self.stderr = None;
                    return;
                }
                Ok(count) => {
                    self.complaint.extend_from_slice(&piece[..count]);
                    let beyond = self.complaint.len().saturating_sub(LONGEST_COMPLAINT);
                    self.complaint.drain(..beyond);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }

    /// The first line of the output, if it is complete.
    fn line(&mut self) -> Result<Option<String>, Failure> {
        let Some(end) = self.heard.iter().position(|b| *b == b'\n') else { return Ok(None) };
        let rest = self.heard.split_off(end + 1);
        let line = std::mem::replace(&mut self.heard, rest);
        let text = String::from_utf8(line);
        text.map(Some).map_err(|_| Failure::Malformed("it is not UTF-8 text".to_string()))
    }

    /// The failure of a program that ended, with its exit status.
    fn ended(&mut self) -> Failure {
        self.stdin = None;
        let until = Instant::now() + FAREWELL;
        let status = loop {
            self.overhear();
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(2)),
                Ok(status) => break status,
                Err(_) => break None,
            }
        };
        self.overhear();
        let status = status.map_or_else(|| "it closed its output".to_string(), |status| status.to_string());
        let complaint = String::from_utf8_lossy(&self.complaint);
        match complaint.lines().rev().find(|line| !line.trim().is_empty()) {
            Some(last) => Failure::Ended(format!("{status}; {}", excerpt(last))),
            None => Failure::Ended(status),
        }
    }

    /// Closes the standard input of the program: there are no more questions.
    pub(super) fn dismiss(&mut self) {
        self.stdin = None;
        self.dismissed = Some(Instant::now());
    }
}

impl Drop for Process {
    /// Ends the program with all processes that it started, and leaves no zombie.
    fn drop(&mut self) {
        let waits = |since: &Instant| since.elapsed() < FAREWELL;
        while self.dismissed.as_ref().is_some_and(waits) && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(2));
        }
        if let Some(group) = self.group {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Ok(mut groups) = GROUPS.lock() {
            groups.retain(|group| Some(*group) != self.group);
        }
    }
}
