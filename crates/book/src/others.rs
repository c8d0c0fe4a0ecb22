//! The other mechanisms on the instance of a record: who violates the property too, and who satisfies it.

use super::inert::inert;
use crate::workbench::{Answer, Bench, Elsewhere, Explained};

/// Who else violates the property on this instance, and who satisfies it; `violates` says which mechanisms violate it there by
/// another report than that of the record.
pub(super) fn elsewhere(bench: &dyn Bench, explained: &Explained, violates: impl Fn(&str) -> bool) -> String {
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
    let satisfy = of(Answer::Holds);
    if !satisfy.is_empty() {
        text += &format!("- The property is satisfied here under {}.\n", names(&satisfy));
    }
    if explained.same_lie {
        let (other, none): (Vec<&Elsewhere>, Vec<&Elsewhere>) =
            of(Answer::Undecided).into_iter().partition(|e| violates(e.mechanism));
        if !other.is_empty() {
            text += &format!("- Another false report pays under {}.\n", names(&other));
        }
        if !none.is_empty() {
            text += &format!("- No false report was found that pays under {}.\n", names(&none));
        }
    } else {
        let open = of(Answer::Undecided);
        if !open.is_empty() {
            text += &format!("- It is undecided under {}.\n", names(&open));
        }
    }
    let silent = of(Answer::OutOfScope).len();
    if silent > 0 {
        let (other, verb) =
            if silent == 1 { ("other mechanism", "takes") } else { ("other mechanisms", "take") };
        text += &format!(
            "- {silent} {other} of the model {verb} no such instance, or the property says nothing of {} here.\n",
            if silent == 1 { "it" } else { "them" }
        );
    }
    if text.is_empty() { text } else { format!("## Who else, on this instance\n\n{text}\n") }
}

/// The name of a mechanism for a list: its first part, where no other mechanism of the model shares it.
pub(super) fn short(bench: &dyn Bench, id: &str) -> String {
    let head = |name: &str| name.split([',', '(']).next().unwrap_or_default().trim().to_string();
    let called = super::name(id);
    let own = head(&called);
    let same = bench.mechanisms().iter().filter(|entry| head(&entry.name()) == own).count();
    if same > 1 { called } else { own }
}
