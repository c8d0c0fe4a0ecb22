//! What a reader with a pencil does: every line of arithmetic that the steps of runs and the margins of records display is
//! computed again, from the text alone.

use fairwitness::archive::record::Record;
use fairwitness::scalar::{Rational, Scalar};
use fairwitness::trace::{Line, Step};
use fairwitness::workbench::model;

use super::support::{load, records};

/// A reader of `1 - (2/3) * 4`, `min(1, 2/3)`, `floor(5/2)` and `|1 - 3|`.
struct Pencil<'a> {
    text: &'a [u8],
    at: usize,
}

impl Pencil<'_> {
    fn next(&mut self) -> Option<u8> {
        while self.text.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn takes(&mut self, c: u8) -> bool {
        let there = self.next() == Some(c);
        self.at += usize::from(there);
        there
    }

    fn sum(&mut self) -> Option<Rational> {
        let negative = self.takes(b'-');
        let first = self.product()?;
        let mut all = if negative { -first } else { first };
        loop {
            if self.takes(b'+') {
                all = all + self.product()?;
            } else if self.takes(b'-') {
                all = all - self.product()?;
            } else {
                return Some(all);
            }
        }
    }

    fn product(&mut self) -> Option<Rational> {
        let mut all = self.factor()?;
        loop {
            if self.takes(b'*') {
                all = all * self.factor()?;
            } else if self.takes(b'/') {
                let by = self.factor()?;
                if by.is_zero() {
                    return None;
                }
                all = all / by;
            } else {
                return Some(all);
            }
        }
    }

    fn factor(&mut self) -> Option<Rational> {
        for (name, of) in [
            ("min(", (|all| all.into_iter().min()) as fn(Vec<Rational>) -> Option<Rational>),
            ("max(", |all| all.into_iter().max()),
            ("floor(", |all| all.first().map(Rational::floor)),
        ] {
            self.next()?;
            if self.text[self.at..].starts_with(name.as_bytes()) {
                self.at += name.len();
                let mut all = vec![self.sum()?];
                while self.takes(b',') {
                    all.push(self.sum()?);
                }
                return if self.takes(b')') { of(all) } else { None };
            }
        }
        if self.takes(b'(') {
            let inside = self.sum()?;
            return self.takes(b')').then_some(inside);
        }
        if self.takes(b'|') {
            let inside = self.sum()?;
            return self.takes(b'|').then(|| inside.abs());
        }
        self.next()?;
        let digits = self.text[self.at..].iter().take_while(|c| c.is_ascii_digit()).count();
        let number = std::str::from_utf8(&self.text[self.at..self.at + digits]).ok()?;
        self.at += digits;
        number.parse::<i64>().ok().map(Rational::int)
    }
}

/// The value of a text without variables.
fn value(text: &str) -> Option<Rational> {
    let mut pencil = Pencil { text: text.as_bytes(), at: 0 };
    let all = pencil.sum()?;
    (pencil.next().is_none()).then_some(all)
}

/// The parts of a line that are separated by commas outside brackets.
fn parts(line: &str) -> Vec<&str> {
    let (mut depth, mut from, mut all) = (0, 0, Vec::new());
    for (at, c) in line.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                all.push(&line[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    all.push(&line[from..]);
    all
}

/// Counts the relations between numbers in a line, or returns the first that is false.
fn checked(line: &str) -> Result<usize, String> {
    let mut count = 0;
    let mut before: Option<Rational> = None;
    for part in parts(line) {
        if let (Some(floor), Some(exact)) = (part.trim().strip_prefix("rounded down to "), &before)
            && let Some(floor) = value(floor)
        {
            count += 1;
            if exact.floor() != floor {
                return Err(part.to_string());
            }
        }
        before = None;
        let mut relation = "";
        let mut rest = part;
        loop {
            let found = [" <= ", " >= ", " = ", " < ", " > "]
                .into_iter()
                .filter_map(|sign| rest.find(sign).map(|at| (at, sign)))
                .min();
            let side = found.map_or(rest, |(at, _)| &rest[..at]);
            let now = value(side);
            if let (Some(a), Some(b)) = (&before, &now) {
                count += 1;
                let holds = match relation {
                    " <= " => a <= b,
                    " >= " => a >= b,
                    " < " => a < b,
                    " > " => a > b,
                    _ => a == b,
                };
                if !holds {
                    return Err(part.to_string());
                }
            }
            before = now;
            let Some((at, sign)) = found else { break };
            (relation, rest) = (sign, &rest[at + sign.len()..]);
        }
    }
    Ok(count)
}

#[test]
fn every_line_of_arithmetic_comes_out() {
    // The pencil sees what is right and what is wrong.
    for (line, count) in [
        ("1 - 2/3 = 1/3", 1),
        ("x1 = (1/3) / (1/2) = 2/3, x2 = 1", 1),
        ("min(1 / 2, 2 * (3/4)) = 1/2", 1),
        ("3 * (1/2) = 3/2, rounded down to 1", 2),
        ("|1/2 - 2| + 1 = 5/2", 1),
        ("(2 + 0 / 12) / 3 = 2/3 <= 1", 2),
        ("2 x1 + x2 <= 1", 0),
        ("(x1, x2) = (1, 2)", 0),
    ] {
        assert_eq!(checked(line), Ok(count), "{line}");
    }
    for line in ["1 - 1/3 = 1/3", "7/6 <= 1", "3/2 = 3/2, rounded down to 2", "max(1, 2) = 1"] {
        assert!(checked(line).is_err(), "{line}");
    }
    let (mut seen, mut faults) = (0, Vec::new());
    for file in records() {
        let record = Record::read(&load(&file)).unwrap();
        let explained = model(&record.model).unwrap().explained(&record, false).unwrap();
        let steps = explained.steps.iter().chain(explained.other.iter().flat_map(|(_, steps)| steps));
        // An argument by contradiction ends at a line that says of itself that it is false.
        let meant = |step: &&Step| step.lines.iter().all(|line| !line.because.contains("which is false"));
        let lines: Vec<&Line> =
            steps.flatten().filter(meant).flat_map(|step| &step.lines).chain(&explained.arithmetic).collect();
        for line in lines {
            match checked(&line.formula) {
                Ok(count) => seen += count,
                Err(part) => faults.push(format!("{}: {part} in {}", file.display(), line.formula)),
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(seen > 4_000, "{seen}");
}
