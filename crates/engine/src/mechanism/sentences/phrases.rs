//! Phrases and formulas of traces.

use crate::arithmetic::held;
use crate::scalar::{Rational, Scalar};

/// The texts as a list in a sentence: `a, b and c`.
pub fn listed<T: AsRef<str>>(texts: &[T]) -> String {
    match texts {
        [] => String::new(),
        [one] => one.as_ref().to_string(),
        [head @ .., last] => {
            let head: Vec<&str> = head.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", head.join(", "), last.as_ref())
        }
    }
}

/// Users, agents or tasks by their numbers from 0: `users 1, 2 and 5`, or `user 1`.
pub fn agents(noun: &str, numbers: &[usize]) -> String {
    let all: Vec<String> = numbers.iter().map(|u| (u + 1).to_string()).collect();
    let plural = if numbers.len() == 1 { "" } else { "s" };
    format!("{noun}{plural} {}", listed(&all))
}

/// Lines that agents share: each formula once, with all agents to which it applies, in the order of the first
/// of them.
pub fn shared(lines: impl IntoIterator<Item = (String, usize)>) -> Vec<(String, Vec<usize>)> {
    let mut all: Vec<(String, Vec<usize>)> = Vec::new();
    for (formula, agent) in lines {
        match all.iter_mut().find(|(known, _)| *known == formula) {
            Some((_, agents)) => agents.push(agent),
            None => all.push((formula, vec![agent])),
        }
    }
    all
}

/// `, as user 2 does` and then `rest`, for the users `tied` that are equal; empty if there are none.
pub fn as_others(tied: &[usize], rest: &str) -> String {
    match tied.len() {
        0 => String::new(),
        1 => format!(", as {} does{rest}", agents("user", tied)),
        _ => format!(", as {} do{rest}", agents("user", tied)),
    }
}

/// The largest of terms that are not evaluated: `max(1 / 4, 2 / 6)`, or the only one.
pub fn largest(terms: &[String]) -> String {
    if terms.len() == 1 { terms.concat() } else { format!("max({})", terms.join(", ")) }
}

/// The smallest of terms that are not evaluated: `min(1 / 4, 2 / 6)`, or the only one.
pub fn smallest(terms: &[String]) -> String {
    if terms.len() == 1 { terms.concat() } else { format!("min({})", terms.join(", ")) }
}

/// The verb in the form that fits `count` subjects: `stop` or `stops`.
pub fn verb(count: usize, verb: &str) -> String {
    if count == 1 { format!("{verb}s") } else { verb.to_string() }
}

/// An amount with its noun: `1 task`, `2/3 of a task`, `5/3 tasks`.
pub fn tasks(amount: &Rational) -> String {
    let one = Rational::one();
    if *amount == one {
        "1 task".to_string()
    } else if amount.is_positive() && *amount < one {
        format!("{amount} of a task")
    } else {
        format!("{amount} tasks")
    }
}

/// A factor before a variable; empty for one.
fn factor(x: &Rational) -> String {
    if *x == Rational::one() { String::new() } else { format!("{x} ") }
}

/// A sum of multiples of variables; a term whose variable is empty is a plain number: `x1 + 2 x2 + 1/3`.
/// Terms of zero are omitted; a sum without terms is `0`.
pub fn sum_of(terms: &[(Rational, String)]) -> String {
    let mut text = String::new();
    for (x, name) in terms.iter().filter(|(x, _)| !x.is_zero()) {
        let size = x.abs();
        let term = if name.is_empty() { size.to_string() } else { format!("{}{name}", factor(&size)) };
        text += match (text.is_empty(), x.is_negative()) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        text += &term;
    }
    if text.is_empty() { "0".to_string() } else { text }
}

/// The variables with their values: `(x1, x2) = (2/3, 4/3)`, or `x1 = 2/3`.
pub fn assigned(names: &[String], values: &[Rational]) -> String {
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    match names {
        [one] => format!("{one} = {}", values.join(", ")),
        _ => format!("({}) = ({})", names.join(", "), values.join(", ")),
    }
}

/// A quotient that is not evaluated: `3 / (1/2)`.
pub fn over(a: &Rational, b: &Rational) -> String {
    format!("{} / {}", held(a), held(b))
}

/// The variable of the total tasks of `user`.
pub fn of_user(user: usize) -> String {
    format!("x{}", user + 1)
}

/// The variable of the tasks of `user` on `server`; that of the total if there is one server.
pub fn on_server(user: usize, server: usize, servers: usize) -> String {
    match servers {
        0 | 1 => of_user(user),
        2..=9 if user < 9 => format!("x{}{}", user + 1, server + 1),
        _ => format!("x{},{}", user + 1, server + 1),
    }
}

/// The text with its first letter in upper case.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
