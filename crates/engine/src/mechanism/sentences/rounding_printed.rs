//! The paper's rounding as printed in words, move by move: Lemma 4, then section IV-A (mukherjee IV).

use fairwitness_kernel::specification::covering::rounding_printed::{Event, Why};

use super::covering::{alone, fractions, paid};
use crate::arithmetic::line;
use crate::document::Value;
use crate::model::covering::{Allotment, Covering, Stock};
use crate::scalar::Rational;
use crate::trace::{Line, Step, Trace};

/// The events of the rounding of the fractions of a programme with the value `ratio`; `end` is `None` if Lemma 4 has no
/// outcome.
pub fn rounding_printed(
    stock: &Stock,
    (fraction, ratio): (&[Vec<Rational>], &Rational),
    events: &[Event],
    end: Option<Vec<Option<usize>>>,
) -> Trace<Covering> {
    let says = "The pruned programme is solved: the fractions from which the rounding starts.";
    let mut steps = vec![alone(stock), fractions(stock, fraction, ratio, says)];
    let mut lines = Vec::new();
    for event in events {
        match event {
            Event::Lemma4(x) => {
                let lines = std::mem::take(&mut lines);
                let says = if lines.is_empty() {
                    "Lemma 4: no resource is used in part, so nothing moves."
                } else {
                    "Lemma 4: parts move from dearer to cheaper resources until no resource is used in part. Write x12 for the part of \
                     resource 1 that task 2 has."
                };
                let step = Step::new("lemma-4", says).with("fraction", Value::matrix(x));
                steps.push(Step { lines, ..step });
            }
            event => lines.extend(told(event)),
        }
    }
    if let Some(given) = &end {
        let says = "Section IV-A: the dearest resource that is not given away goes whole to a task that lacks one, which releases \
                    parts of its other resources to those that lose theirs.";
        steps.push(Step { lines, ..Step::new("assignment-by-parts", says) });
        steps.push(paid(stock, given));
    } else {
        steps.push(Step::new(
            "no-outcome",
            "Lowering a part by what its task has too much would make the part negative: the text has no outcome here.",
        ));
    }
    Trace { steps, end: end.map(Allotment::Whole) }
}

/// The line of an event; `None` for the end of Lemma 4.
fn told(event: &Event) -> Option<Line> {
    Some(match event {
        Event::Lemma4(_) => return None,
        Event::Whole(i, j) => line(format!("resource {} to task {}", i + 1, j + 1), "the task has all of it"),
        Event::Given(i, j, part) => line(
            format!("resource {} to task {}", i + 1, j + 1),
            format!("the dearest left of which the task has a part, {part}"),
        ),
        Event::Part { resource: i, task: j, was, becomes, why } => {
            line(format!("x{}{} = {becomes}", i + 1, j + 1), format!("it was {was}; {}", reason(*why)))
        }
    })
}

/// The reason for which a part changes.
fn reason(why: Why) -> String {
    let reason = match why {
        Why::Case2(dear, cheap) => {
            return format!("case 2, resource {} to resource {}", dear + 1, cheap + 1);
        }
        Why::TooMuch => "case 1: less what its task has too much",
        Why::FromFull => "case 1: moved to the resource that is used in part",
        Why::ToPartial => "case 1: moved from the dearest full resource",
        Why::Replaced => "case 1a: replaced by a part of another resource",
        Why::Taken => "case 1a: taken from a task that has too much",
        Why::Spared => "case 1a: it had too much",
        Why::Released => "released",
        Why::Regained => "for the part that the task loses",
    };
    reason.to_string()
}
