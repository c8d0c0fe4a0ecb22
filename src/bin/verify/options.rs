//! Settings of mechanisms: the lists of strategies, and the versions, of Kueue's preemption.

use anyhow::{Result, bail};

/// The mechanism whose settings are read.
const PREEMPTION: &str = "kueue-preempt";
/// The versions of the product that decide as the mechanism does: preemption within nominal quota is on since 0.17.
const VERSIONS: [&str; 4] = ["0.17", "0.18", "0.19", "0.20"];

/// The mechanisms that `mechs` are with these settings, each `NAME=VALUE`.
///
/// # Errors
/// A setting that no mechanism has, with what there is.
pub fn chosen(mut mechs: Vec<String>, settings: &[String]) -> Result<Vec<String>> {
    for setting in settings {
        let Some((name, value)) = setting.split_once('=') else {
            bail!("--option {setting}: give NAME=VALUE, as in strategies=a,b");
        };
        if let Some(other) = mechs.iter().find(|mech| !mech.starts_with(PREEMPTION)) {
            bail!("--option {setting}: {other} has no settings; {PREEMPTION} has strategies and version");
        }
        match (name, value) {
            ("strategies", "a,b") => mechs.fill(PREEMPTION.to_string()),
            ("strategies", "a" | "b") => mechs.fill(format!("{PREEMPTION}-{value}")),
            ("strategies", _) => bail!(
                "--option {setting}: there are a (LessThanOrEqualToFinalShare), b (LessThanInitialShare) and a,b; the product takes no \
                 other list"
            ),
            ("version", version) if VERSIONS.contains(&version) => {}
            ("version", _) => bail!(
                "--option {setting}: the mechanism decides as versions {} do; earlier ones compare shares also for a queue within its \
                 nominal quota",
                VERSIONS.join(", ")
            ),
            _ => bail!("--option {setting}: there is no setting {name}; there are strategies and version"),
        }
    }
    Ok(mechs)
}
