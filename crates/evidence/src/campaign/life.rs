//! Liveness of the process that keeps a diary, as far as this machine can decide.
//!
//! A process is named by the machine since its boot, by its process id namespace (a container has one of its
//! own), by its id, and by its start time. So an id that was reused is recognised as another process.

#[cfg(target_os = "linux")]
mod linux {
    use std::sync::OnceLock;

    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};

    /// This machine since its boot, and the process id namespace of this process.
    fn machine() -> Option<&'static str> {
        static MACHINE: OnceLock<Option<String>> = OnceLock::new();
        let read = || {
            let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
            let numbering = std::fs::read_link("/proc/self/ns/pid").ok()?;
            let plain = |text: &str| text.chars().filter(|c| c.is_ascii_alphanumeric()).collect::<String>();
            Some(format!("{}.{}", plain(boot.trim()), plain(&numbering.to_string_lossy())))
        };
        MACHINE.get_or_init(read).as_deref()
    }

    /// The state of a process and its start time, in ticks since the boot of the machine.
    fn stat(process: u32) -> Option<(char, u64)> {
        let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name of the program is in parentheses and may contain any character.
        let mut fields = text.rsplit_once(')')?.1.split_whitespace();
        let state = fields.next()?.chars().next()?;
        Some((state, fields.nth(18)?.parse().ok()?))
    }

    pub fn own() -> Option<String> {
        let process = std::process::id();
        let (_, began) = stat(process)?;
        Some(format!("{}.{process}.{began}", machine()?))
    }

    pub fn is_dead(name: &str) -> bool {
        let parts = || {
            let rest = name.strip_prefix(machine()?)?.strip_prefix('.')?;
            let (process, began) = rest.split_once('.')?;
            Some((process.parse::<u32>().ok()?, began.parse::<u64>().ok()?))
        };
        // Processes of other machines are unknown.
        let Some((process, began)) = parts() else { return false };
        let number = i32::try_from(process).ok().and_then(Pid::from_raw);
        let Some(number) = number else { return false };
        if test_kill_process(number) == Err(Errno::SRCH) {
            return true;
        }
        stat(process).is_some_and(|(state, since)| since != began || "ZX".contains(state))
    }
}

/// The name of this process, without spaces; `None` if the machine provides none.
pub(super) fn own() -> Option<String> {
    #[cfg(target_os = "linux")]
    return linux::own();
    #[cfg(not(target_os = "linux"))]
    None
}

/// Returns `true` if `name` is that of a process of this machine that has ended; `false` if that cannot be
/// known.
pub(super) fn is_dead(name: &str) -> bool {
    #[cfg(target_os = "linux")]
    return linux::is_dead(name);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = name;
        false
    }
}
