//! The values that a solver gives to variables, as fractions: exact where it prints fractions, approximate
//! where it prints decimals.

use std::collections::BTreeMap;

use crate::scalar::{Rational, Scalar, simplest_between};

/// The value of a variable.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An exact fraction.
    Exact(Rational),
    /// An irrational number, truncated after many digits.
    Near(Rational),
    /// A truth value.
    Truth(bool),
}

/// The values of variables, by name.
pub type Values = BTreeMap<String, Value>;

#[derive(Debug)]
enum Tree {
    Word(String),
    List(Vec<Tree>),
}

fn trees(text: &str) -> Vec<Tree> {
    let mut open: Vec<Vec<Tree>> = vec![Vec::new()];
    let mut word = String::new();
    let end = |word: &mut String, open: &mut Vec<Vec<Tree>>| {
        if let (false, Some(list)) = (word.is_empty(), open.last_mut()) {
            list.push(Tree::Word(std::mem::take(word)));
        }
    };
    for c in text.chars() {
        match c {
            '(' => {
                end(&mut word, &mut open);
                open.push(Vec::new());
            }
            ')' => {
                end(&mut word, &mut open);
                if let Some(list) = open.pop() {
                    match open.last_mut() {
                        Some(outer) => outer.push(Tree::List(list)),
                        None => open.push(list),
                    }
                }
            }
            c if c.is_whitespace() => end(&mut word, &mut open),
            c => word.push(c),
        }
    }
    end(&mut word, &mut open);
    open.into_iter().next().unwrap_or_default()
}

/// Reads a number; `None` if it is written as the root of a polynomial.
fn number(tree: &Tree) -> Option<Value> {
    match tree {
        Tree::Word(word) if word == "true" || word == "false" => Some(Value::Truth(word == "true")),
        Tree::Word(word) => match word.strip_suffix('?') {
            Some(digits) => Some(Value::Near(digits.parse().ok()?)),
            None => Some(Value::Exact(word.parse().ok()?)),
        },
        Tree::List(parts) => match &parts[..] {
            [Tree::Word(minus), a] if minus == "-" => Some(match number(a)? {
                Value::Exact(a) => Value::Exact(-a),
                Value::Near(a) => Value::Near(-a),
                Value::Truth(_) => return None,
            }),
            [Tree::Word(over), a, b] if over == "/" => match (number(a)?, number(b)?) {
                (Value::Exact(a), Value::Exact(b)) if !b.is_zero() => Some(Value::Exact(a / b)),
                _ => None,
            },
            _ => None,
        },
    }
}

/// Reads the answers to `(get-value ..)`: exact values from the first, and the remaining ones from the
/// second.
pub fn values(text: &str) -> Values {
    let mut found = Values::new();
    for answer in trees(text) {
        let Tree::List(pairs) = answer else { continue };
        for pair in pairs {
            if let Tree::List(pair) = pair
                && let [Tree::Word(name), value] = &pair[..]
                && !found.contains_key(name)
                && let Some(value) = number(value)
            {
                found.insert(name.clone(), value);
            }
        }
    }
    found
}

/// The value as a fraction: itself, or the simplest fraction within `slack`.
pub fn rounded(value: &Value, slack: &Rational) -> Option<Rational> {
    match value {
        Value::Exact(value) => Some(value.clone()),
        Value::Near(value) if value.is_negative() => Some(-simplest(&-value.clone(), slack)),
        Value::Near(value) => Some(simplest(value, slack)),
        Value::Truth(_) => None,
    }
}

fn simplest(value: &Rational, slack: &Rational) -> Rational {
    let low = value - slack;
    simplest_between(&if low.is_negative() { Rational::zero() } else { low }, &(value + slack))
}
