//! One signal ends the program and all programs that it runs.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::outside::{PATIENCE, left_behind, program, python};
use rustix::process::Signal;

use super::support::{Running, folder, kill, root};

/// Sends a signal to a running program, and returns the exit code with which it ends within `most` seconds.
#[cfg(unix)]
fn ended(child: &mut Child, signal: Signal, most: u64) -> Option<i32> {
    kill(child, signal);
    let sent = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if sent.elapsed() > Duration::from_secs(most) {
            child.kill().unwrap();
            panic!("{signal:?} does not end it in {most} s");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// One signal ends the program: while it waits for input, and during work that does not react.
#[cfg(unix)]
#[test]
fn one_signal_ends_it() {
    let folder = folder("hostile-signals");
    let huge = folder.join("huge.toml");
    // More picks than can be made in the time.
    let text = format!(
        "model = \"cluster\"\ncapacity = [[\"1{}\"]]\ndemand = [[\"1/1{0}\"], [3]]\n",
        "0".repeat(3000)
    );
    std::fs::write(&huge, text).unwrap();
    let waiting = ["judge", "--mech", "drf", "--property", "si", "--instances", "-"];
    let busy = ["run", "--mech", "drf-tasks", "--instance", huge.to_str().unwrap()];
    for (arguments, most) in [(&waiting[..], 2), (&busy[..], 20)] {
        let child = Command::new(env!("CARGO_BIN_EXE_verify"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let Running(child) = &mut Running(child);
        // By then the program handles signals.
        std::thread::sleep(Duration::from_secs(2));
        assert!(child.try_wait().unwrap().is_none(), "{arguments:?}");
        let code = ended(child, Signal::TERM, most);
        let mut said = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
        assert!(code == Some(3) && said.contains("interrupted"), "{arguments:?} {code:?} {said}");
    }
}

#[cfg(unix)]
#[test]
fn an_interruption_leaves_nothing_running() {
    if !python() || !Path::new("/proc").exists() {
        return;
    }
    let (folder, command) = program(
        "interrupted",
        "cluster",
        "exact",
        "open(os.path.dirname(os.path.abspath(__file__)) + '/asked', 'w').close()\ntime.sleep(1000)",
    );
    let asked = folder.join("asked");
    for signal in [Signal::INT, Signal::TERM] {
        let child = Command::new(env!("CARGO_BIN_EXE_verify"))
            .args(["--mech-command", &command, "--property", "si", "--mech-timeout", "5m"])
            .current_dir(root())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let Running(child) = &mut Running(child);
        let until = Instant::now() + PATIENCE;
        while !asked.exists() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(20));
        }
        std::fs::remove_file(&asked).unwrap();
        assert_eq!(ended(child, signal, 30), Some(3));
        assert_eq!(left_behind(&folder), 0, "{signal:?}");
    }
}
