//! The other mechanisms on the instance of a record: those that violate the property as well, and those that satisfy
//! it.

use super::inert::inert;
use crate::workbench::{Answer, Bench, Elsewhere, Explained};

/// The largest number of mechanisms that a sentence names; of more, it gives the number.
const MOST_NAMED: usize = 6;

/// Which other mechanisms violate the property on this instance, and which satisfy it.
pub(super) fn elsewhere(bench: &dyn Bench, explained: &Explained) -> String {
    let others = &explained.others;
    let link = |id: &str| format!("[{}](../mechanisms/{id}.md)", short(bench, id));
    let names = |all: &[&Elsewhere]| all.iter().map(|e| link(e.mechanism)).collect::<Vec<_>>().join(", ");
    let of = |answer: Answer| others.iter().filter(|e| e.answer == answer).collect::<Vec<_>>();
    let violate = of(Answer::Violated);
    let mut text = String::new();
    let (same, own): (Vec<&Elsewhere>, Vec<&Elsewhere>) = violate.iter().copied().partition(|e| e.same);
    let what = if explained.same_lie {
        "The same false report also pays"
    } else {
        "The property is also violated here"
    };
    let by_margin = |all: &[&Elsewhere]| {
        let mut told: Vec<(String, Vec<&Elsewhere>)> = Vec::new();
        for e in all {
            let margin = e.margin.as_ref().map_or_else(String::new, ToString::to_string);
            match told.iter_mut().find(|(known, _)| *known == margin) {
                Some((_, own)) => own.push(e),
                None => told.push((margin, vec![e])),
            }
        }
        let group =
            |(margin, own): &(String, Vec<&Elsewhere>)| format!("by {} under {}", inert(margin), names(own));
        told.iter().map(group).collect::<Vec<_>>().join("; ")
    };
    if !same.is_empty() {
        text += &format!("- {what} with the allocation above: {}.\n", by_margin(&same));
    }
    if !own.is_empty() {
        text += &format!("- {what} with other allocations: {}.\n", by_margin(&own));
    }
    let mut listed = |says: &str, all: &[&Elsewhere]| {
        if all.len() > MOST_NAMED {
            text += &format!("- {says} {} other mechanisms.\n", all.len());
        } else if !all.is_empty() {
            text += &format!("- {says} {}.\n", names(all));
        }
    };
    listed("The property is satisfied here under", &of(Answer::Holds));
    if !explained.same_lie {
        listed("No violation was found, although none was excluded, under", &of(Answer::Undecided));
    }
    if text.is_empty() { text } else { format!("## Other mechanisms on this instance\n\n{text}\n") }
}

/// The name of a mechanism for a list: its first part, unless another mechanism of the model shares it.
pub(super) fn short(bench: &dyn Bench, id: &str) -> String {
    let head = |name: &str| name.split([',', '(']).next().unwrap_or_default().trim().to_string();
    let called = super::name(id);
    let own = head(&called);
    let same = bench.mechanisms().iter().filter(|entry| head(&entry.name()) == own).count();
    if same > 1 { called } else { own }
}
