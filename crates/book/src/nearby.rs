//! The instances near that of a record on its page: why no smaller instance works, and the margin as a
//! function of one number.

use super::inert::inert;
use super::markdown::folded;
use super::pieces::pieces;
use crate::picture::{self, Axes, Curve, Point, Scale};
use crate::scalar::Rational;
use crate::workbench::{Answer, Near, Turned};

/// The changes of an instance as a list in a sentence; a first word that several changes share is written
/// once.
fn row(texts: &[String]) -> String {
    let of = |text: &String| text.split(' ').next().unwrap_or_default().to_string();
    let group = |group: &[String]| {
        let word = format!("{} ", of(&group[0]));
        let rest: Vec<String> =
            group.iter().map(|text| text.strip_prefix(&word).unwrap_or(text).to_string()).collect();
        format!("{word}{}", either(&rest))
    };
    let groups: Vec<String> = texts.chunk_by(|a, b| of(a) == of(b)).map(group).collect();
    groups.join("; ")
}

/// Texts in a list with `or` before the last.
fn either(texts: &[String]) -> String {
    match texts {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} or {last}", head.join(", ")),
    }
}

/// The largest number of words of the changes that are not folded.
const SHORT: usize = 25;

/// The section on smaller instances: each single deletion, and its result.
///
/// Under a hypothesis of positive demands an instance with a demand of zero is no smaller record.
pub(super) fn nothing_smaller(mechanism: &str, all: &[Near], positive: bool) -> String {
    if all.is_empty() {
        return String::new();
    }
    let of = |answer: Answer| all.iter().filter(|near| near.answer == answer).collect::<Vec<&Near>>();
    let names = |near: &[&Near]| row(&near.iter().map(|n| n.what.clone()).collect::<Vec<_>>());
    let (holds, violated) = (of(Answer::Holds), of(Answer::Violated));
    let head = "## Why nothing smaller works\n\n";
    let each = format!("each of the {} changes that take out a part or change a rule or a number", all.len());
    if all.iter().all(|near| near.answer == Answer::Holds) && all.len() > 1 {
        return format!("{head}{} satisfies the property after {each}.\n\n", inert(mechanism));
    }
    if all.iter().all(|near| near.answer == Answer::Undecided) && all.len() > 1 {
        return format!("{head}No violation was found, although none was excluded, after {each}.\n\n");
    }
    let mut text = String::new();
    if !holds.is_empty() {
        text += &format!("- {} satisfies the property {}.\n", inert(mechanism), inert(&names(&holds)));
    }
    let silent: Vec<&Near> = all.iter().filter(|n| n.answer == Answer::OutOfScope).collect();
    let mut reasons: Vec<&str> = silent.iter().filter_map(|n| n.reason.as_deref()).collect();
    reasons.sort_unstable();
    reasons.dedup();
    for reason in reasons {
        let own: Vec<&Near> =
            silent.iter().copied().filter(|n| n.reason.as_deref() == Some(reason)).collect();
        text += &format!("- The property says nothing {}: {}.\n", inert(&names(&own)), inert(reason));
    }
    let open = of(Answer::Undecided);
    if !open.is_empty() {
        text += &format!("- No violation was found, although none was excluded, {}.\n", inert(&names(&open)));
    }
    if !violated.is_empty() {
        let with = |near: &&Near| {
            let margin = near.margin.as_ref().map_or_else(String::new, |m| format!(" (margin {m})"));
            format!("{}{margin}", near.what)
        };
        let list: Vec<String> = violated.iter().map(with).collect();
        let none = if positive
            && violated.iter().any(|near| near.what.contains(" no ") || near.what.contains(" none "))
        {
            " A demand of zero is outside the assumption of this record, so such an instance is no smaller record of its kind."
        } else {
            ""
        };
        text += &format!("- The violation remains {}.{none}\n", inert(&row(&list)));
    }
    let long = text.split_whitespace().count() > SHORT;
    let text = if long {
        folded("One change at a time", &text)
    } else {
        format!("One change at a time:\n\n{text}\n")
    };
    head.to_string() + &text
}

/// The largest number of formulas of one curve that a page lists.
const MOST_PIECES: usize = 6;

/// The section on the margin as a function of one number, with the formulas that meet the exact values.
pub(super) fn accident(curve: Option<&Turned>) -> String {
    let Some(Turned { what, at, points }) = curve else { return String::new() };
    let zero = Rational::from(0);
    let known: Vec<(Rational, Rational)> =
        points.iter().filter_map(|(x, m)| Some((x.clone(), m.clone()?))).collect();
    let positive: Vec<&(Rational, Rational)> = known.iter().filter(|(_, m)| *m > zero).collect();
    let most = points.last().map_or_else(|| zero.clone(), |p| p.0.clone());
    let mut text = "## Is it an accident?\n\n".to_string();
    let computed = format!("The margin was computed for {} values from 0 to {most}", points.len());
    let head = format!("One number is changed: {what}, {at} in the record. {computed}");
    let [first, .., last] = &positive[..] else {
        text += &inert_lines(&format!("{head}. Only {at} violates the property.\n\n"));
        return text;
    };
    let largest = positive.iter().max_by_key(|(_, m)| m.clone()).unwrap_or(first);
    let of_them = format!("{} of them, from {} to {}", positive.len(), first.0, last.0);
    let most = format!("with the largest margin, {}, at {}", largest.1, largest.0);
    text += &inert_lines(&format!("{head}: {of_them}, violate the property, {most}.\n\n"));
    text += &formulas(what, &known, points.len());
    let curve = |name: &str, of: &[(Rational, Rational)]| Curve {
        name: name.to_string(),
        points: of.iter().map(|(x, m)| Point::from((x.to_f64(), m.to_f64()))).collect(),
    };
    let here = known.iter().filter(|(x, _)| x == at);
    // A point with an error bar is displayed as a point.
    let here = here.map(|(x, m)| Point { x: x.to_f64(), y: m.to_f64(), error: Some(0.0) }).collect();
    let label = inert(what);
    let axes = Axes { x: &label, y: "margin", scale: Scale::Linear };
    let curves = [curve("margin", &known), Curve { name: "the record".to_string(), points: here }];
    if let Ok(drawing) = picture::curves(&axes, &curves) {
        text += &format!("{drawing}\n*The dot is the record.*\n\n");
    }
    text
}

/// The margin as formulas, one line for each part of the curve; empty if there are too many.
fn formulas(what: &str, known: &[(Rational, Rational)], all: usize) -> String {
    let found = pieces(known, "C");
    let met: usize = found.iter().map(|piece| piece.points).sum();
    let zero = Rational::from(0);
    let told = |x: &Rational| found.iter().any(|piece| piece.from <= *x && *x <= piece.to);
    // Formulas that give nothing but zeros tell nothing of the margin.
    let tells = known.iter().any(|(x, m)| *m > zero && told(x));
    if found.is_empty() || found.len() > MOST_PIECES || met * 4 < all * 3 || !tells {
        return String::new();
    }
    let fits = "each formula fits all computed points of its interval; it is not proved between them";
    let mut text = format!("With C for {}, {fits}.\n\n", inert(what));
    for piece in &found {
        let range = if piece.from == piece.to {
            format!("at C = {}", piece.from)
        } else {
            format!("for C from {} to {} ({} values)", piece.from, piece.to, piece.points)
        };
        text += &format!("- {} {range}\n", inert(&piece.formula));
    }
    if known.iter().any(|(x, _)| !told(x)) {
        text += "- For the other values no such formula was found.\n";
    }
    folded("Formulas", &text)
}

fn inert_lines(text: &str) -> String {
    text.lines()
        .map(|line| format!("{}\n", if line.starts_with('#') { line.to_string() } else { inert(line) }))
        .collect()
}
