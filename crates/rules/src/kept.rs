//! Replay of stored files of every kind, each from its text alone.

use crate::divisible;
use crate::file::{Refused, refuse};
use crate::justification::Justification;
use crate::record;
use crate::table::RuleFile;
use serde::Deserialize;

/// The kinds of files, which are the values of the field `kind`.
pub const KINDS: [&str; 5] = ["divisible-impossible", "divisible-rule", "forced", "impossible", "rule"];

#[derive(Deserialize)]
struct Head {
    kind: Option<String>,
}

/// Returns the kind of a file, or `None` if the text has no field `kind` with one of [`KINDS`].
pub fn kind(text: &str) -> Option<&'static str> {
    let said = toml::from_str::<Head>(text).ok()?.kind?;
    KINDS.into_iter().find(|kind| *kind == said)
}

/// Reads a file of any kind, compares a record with its canonical print, checks its claim, and returns the
/// statement proved.
///
/// # Errors
/// The field that cannot be read, the first line that differs from the canonical print, or the part that does
/// not follow.
pub fn replay(text: &str) -> Result<String, Refused> {
    match kind(text) {
        Some("divisible-impossible") => {
            let kept = divisible::record::Record::read(text)?;
            as_printed(&kept.write(), text)?;
            let counted = kept.replay()?;
            let (profiles, splits, sums) = (kept.profiles.len(), counted.splits, counted.sums);
            Ok(format!(
                "impossible for divisible tasks, on {profiles} profiles, {splits} of them split, by {sums} sums of {} conditions in all",
                counted.conditions
            ))
        }
        Some("divisible-rule") => {
            divisible::record::RuleFile::read(text)?.replay()?;
            Ok("the rule has its properties".to_string())
        }
        Some("forced") => {
            let kept = Justification::read(text)?;
            as_printed(&kept.write(), text)?;
            kept.replay()?;
            Ok(kept.says())
        }
        Some("rule") => {
            RuleFile::read(text)?.replay()?;
            Ok("the rule has its properties".to_string())
        }
        _ => {
            let counted = record::replay(text)?;
            let (splits, one, two) = (counted.splits, counted.one_run, counted.two_runs);
            Ok(format!(
                "impossible, by {splits} splits, {one} allocations excluded by one run and {two} by two"
            ))
        }
    }
}

/// Checks that `text` equals `printed`, its canonical print.
fn as_printed(printed: &str, text: &str) -> Result<(), Refused> {
    if printed == text {
        return Ok(());
    }
    let differs = printed.lines().zip(text.lines()).take_while(|(a, b)| a == b).count() + 1;
    refuse(format!("line {differs}"), "is not as it would be printed")
}

/// Returns the impossibility of a record as a closed Coq theorem.
///
/// # Errors
/// The field that cannot be read, or a kind of file that has no core.
pub fn theorem(text: &str) -> Result<String, Refused> {
    match kind(text) {
        Some("impossible") => {
            let kept = record::Record::read(text)?;
            Ok(crate::coq::export(&kept.properties, &kept.profiles, &kept.walk))
        }
        Some("divisible-impossible") => {
            let kept = divisible::record::Record::read(text)?;
            divisible::coq::export(&kept.head.properties, &kept.profiles, &kept.refutation)
                .or_else(|why| refuse("node", why))
        }
        _ => refuse("kind", "is not \"impossible\" or \"divisible-impossible\""),
    }
}
