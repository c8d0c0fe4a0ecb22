//! A number that records how it comes about: the displayed arithmetic of a formula, one operation and one reason a
//! line.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::sync::Arc;

use fairwitness_kernel::property::formula::Sides;

use crate::arithmetic::{held, line, taken};
use crate::scalar::{Of, Rational, Scalar};
use crate::trace::Line;

/// An exact number with the operations that lead to it.
#[derive(Clone, Debug)]
pub struct Recorded(Arc<Node>);

#[derive(Clone, Debug)]
struct Node {
    value: Rational,
    made: Made,
    /// The reason of the line that ends here.
    said: Option<String>,
}

/// The operation that leads to a number.
#[derive(Clone, Debug)]
enum Made {
    /// A stored number.
    Number,
    /// An operation of which the value alone is shown.
    Plain(Recorded),
    Many(Many, Vec<Recorded>),
    Less([Recorded; 2]),
    Times([Recorded; 2]),
    Over([Recorded; 2]),
    Apart([Recorded; 2]),
    Floor([Recorded; 1]),
}

/// An operation on any number of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Many {
    Sum,
    Least,
    Most,
}

/// The lines of an inequality that is violated: both sides, and the gap, for the reason `because`.
pub fn lines(Sides { due, has }: Sides<Recorded>, because: String) -> Vec<Line> {
    let gap = (due - has).said(|_| because);
    let (mut seen, mut lines) = (HashSet::new(), Vec::new());
    gap.gather(&mut seen, &mut lines);
    lines
}

impl Recorded {
    /// A stored number that is shown even where it is zero or one.
    pub fn shown(x: &Rational) -> Self {
        Recorded::made(x.clone(), Made::Plain(Recorded::of(x)))
    }

    fn made(value: Rational, made: Made) -> Self {
        Recorded(Arc::new(Node { value, made, said: None }))
    }

    /// Returns `true` if the value stands for the number in the lines after this one.
    fn is_shown(&self) -> bool {
        self.0.said.is_some() || matches!(self.0.made, Made::Number | Made::Plain(_))
    }

    /// Returns `true` for a stored number equal to `n`, which a formula omits.
    fn is_number(&self, n: i64) -> bool {
        self.0.said.is_none() && matches!(self.0.made, Made::Number) && self.0.value == Rational::int(n)
    }

    fn is_sum(&self) -> bool {
        !self.is_shown() && matches!(self.0.made, Made::Many(Many::Sum, _) | Made::Less(_))
    }

    fn parts(&self) -> &[Recorded] {
        match &self.0.made {
            Made::Number => &[],
            Made::Plain(one) => std::slice::from_ref(one),
            Made::Floor(one) => one,
            Made::Less(two) | Made::Times(two) | Made::Over(two) | Made::Apart(two) => two,
            Made::Many(_, all) => all,
        }
    }

    /// The number in a sum.
    fn term(&self) -> String {
        if self.is_shown() { self.0.value.to_string() } else { self.formula() }
    }

    /// The number as a factor, with a sum in brackets.
    fn factor(&self) -> String {
        match self.is_shown() {
            true => held(&self.0.value),
            false if self.is_sum() => format!("({})", self.formula()),
            false => self.formula(),
        }
    }

    /// The number as a divisor.
    fn divisor(&self) -> String {
        if self.is_shown() { held(&self.0.value) } else { format!("({})", self.formula()) }
    }

    /// The operation in plain characters.
    fn formula(&self) -> String {
        let listed = |all: &[Recorded]| all.iter().map(Recorded::term).collect::<Vec<_>>().join(", ");
        match &self.0.made {
            Made::Number | Made::Plain(_) => self.0.value.to_string(),
            Made::Many(Many::Sum, all) => all.iter().map(Recorded::term).collect::<Vec<_>>().join(" + "),
            Made::Less([a, b]) if b.is_sum() => format!("{} - ({})", a.term(), b.formula()),
            Made::Less([a, b]) if b.is_shown() => format!("{} - {}", a.term(), taken(&b.0.value)),
            Made::Less([a, b]) => format!("{} - {}", a.term(), b.formula()),
            Made::Times([a, b]) => format!("{} * {}", a.factor(), b.factor()),
            Made::Over([a, b]) => format!("{} / {}", a.factor(), b.divisor()),
            Made::Many(Many::Least, all) => format!("min({})", listed(all)),
            Made::Many(Many::Most, all) => format!("max({})", listed(all)),
            Made::Apart([a, b]) if a.is_shown() && b.is_shown() => {
                let (a, b) = if a < b { (b, a) } else { (a, b) };
                format!("{} - {}", a.term(), taken(&b.0.value))
            }
            Made::Apart([a, b]) => format!("|{} - {}|", a.term(), b.factor()),
            Made::Floor([a]) => format!("floor({})", a.term()),
        }
    }

    /// Adds the lines that lead to the number, each once, in the order of the operations.
    fn gather(&self, seen: &mut HashSet<*const Node>, lines: &mut Vec<Line>) {
        if !seen.insert(Arc::as_ptr(&self.0)) {
            return;
        }
        self.parts().iter().for_each(|part| part.gather(seen, lines));
        let Some(because) = &self.0.said else { return };
        let value = &self.0.value;
        let formula = match &self.0.made {
            Made::Floor([a]) if a.is_shown() => format!("{}, rounded down to {value}", a.0.value),
            Made::Floor([a]) => format!("{} = {}, rounded down to {value}", a.formula(), a.0.value),
            _ => self.formula(),
        };
        let floor = matches!(self.0.made, Made::Floor(_));
        let done = floor || formula == value.to_string();
        lines.push(line(if done { formula } else { format!("{formula} = {value}") }, because));
    }

    /// One operation on `a` and `b`, joined to that of a number that has no line of its own.
    fn many(value: Rational, many: Many, a: Self, b: Self) -> Self {
        let operands = |x: Recorded| match Arc::try_unwrap(x.0) {
            Ok(Node { made: Made::Many(made, all), said: None, .. }) if made == many => all,
            Ok(node) => vec![Recorded(Arc::new(node))],
            Err(shared) => vec![Recorded(shared)],
        };
        let mut all = operands(a);
        all.extend(operands(b));
        Recorded::made(value, Made::Many(many, all))
    }
}

impl Of<Rational> for Recorded {
    fn of(x: &Rational) -> Self {
        Recorded::made(x.clone(), Made::Number)
    }
}

impl Scalar for Recorded {
    fn int(n: i64) -> Self {
        Recorded::of(&Rational::int(n))
    }

    fn floored(self) -> Self {
        if self.0.value.is_integer() {
            return self;
        }
        Recorded::made(self.0.value.floor(), Made::Floor([self]))
    }

    fn lesser(self, other: Self) -> Self {
        let value = self.0.value.clone().lesser(other.0.value.clone());
        Recorded::many(value, Many::Least, self, other)
    }

    fn larger(self, other: Self) -> Self {
        let value = self.0.value.clone().larger(other.0.value.clone());
        Recorded::many(value, Many::Most, self, other)
    }

    fn apart(self, other: Self) -> Self {
        Recorded::made(self.0.value.clone().apart(other.0.value.clone()), Made::Apart([self, other]))
    }

    /// Ends a line. A number that is the end of a line already, or a stored number, starts no second one.
    fn said(self, because: impl FnOnce(&Rational) -> String) -> Self {
        if self.0.said.is_some() {
            return self;
        }
        let said = Some(because(&self.0.value));
        Recorded(Arc::new(Node { value: self.0.value.clone(), made: self.0.made.clone(), said }))
    }

    fn plain(self) -> Self {
        if self.is_shown() { self } else { Recorded::made(self.0.value.clone(), Made::Plain(self)) }
    }
}

impl Neg for Recorded {
    type Output = Recorded;
    fn neg(self) -> Recorded {
        Recorded::made(-self.0.value.clone(), Made::Less([Recorded::zero(), self]))
    }
}

fn plus(a: Recorded, b: Recorded) -> Recorded {
    if a.is_number(0) || b.is_number(0) {
        return if a.is_number(0) { b } else { a };
    }
    Recorded::many(&a.0.value + &b.0.value, Many::Sum, a, b)
}

fn minus(a: Recorded, b: Recorded) -> Recorded {
    if b.is_number(0) {
        return a;
    }
    Recorded::made(&a.0.value - &b.0.value, Made::Less([a, b]))
}

fn times(a: Recorded, b: Recorded) -> Recorded {
    if a.is_number(1) || b.is_number(1) {
        return if a.is_number(1) { b } else { a };
    }
    Recorded::made(&a.0.value * &b.0.value, Made::Times([a, b]))
}

fn over(a: Recorded, b: Recorded) -> Recorded {
    Recorded::made(&a.0.value / &b.0.value, Made::Over([a, b]))
}

macro_rules! operators {
    ($($trait:ident $method:ident $made:ident;)*) => {$(
        impl $trait<Recorded> for Recorded {
            type Output = Recorded;
            fn $method(self, other: Recorded) -> Recorded { $made(self, other) }
        }
        impl $trait<&Recorded> for Recorded {
            type Output = Recorded;
            fn $method(self, other: &Recorded) -> Recorded { $made(self, other.clone()) }
        }
    )*};
}

operators! { Add add plus; Sub sub minus; Mul mul times; Div div over; }

impl PartialEq for Recorded {
    fn eq(&self, other: &Self) -> bool {
        self.0.value == other.0.value
    }
}

impl PartialOrd for Recorded {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.0.value.cmp(&other.0.value))
    }
}
