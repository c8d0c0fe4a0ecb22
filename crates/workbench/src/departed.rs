//! The steps of a run without one user, with the numbers that the users had before the user left.

use crate::trace::Step;

/// The variables whose first index is the number of a user.
const OF_USERS: &str = "xdhlmyw";

/// The steps with the numbers of all users from `left` on, counted from 0, raised by one. Variables of `x` have two
/// digits where there are several servers, the first of which is the user.
pub(super) fn renumbered(mut steps: Vec<Step>, left: usize, servers: usize) -> Vec<Step> {
    let number = |text: &str| match text.parse::<usize>() {
        Ok(n) if n > left => (n + 1).to_string(),
        _ => text.to_string(),
    };
    for step in &mut steps {
        step.says = in_words(&step.says, &number);
        for line in &mut step.lines {
            line.formula = in_formulas(&in_words(&line.formula, &number), servers, &number);
            line.because = in_formulas(&in_words(&line.because, &number), servers, &number);
        }
    }
    steps
}

/// The text with the numbers behind `user` and `users` changed, including lists such as `users 1, 2 and 3`.
fn in_words(text: &str, number: &dyn Fn(&str) -> String) -> String {
    let mut made = String::new();
    let mut rest = text;
    while let Some(at) = rest.to_ascii_lowercase().find("user") {
        let (before, from) = rest.split_at(at);
        let many = from[4..].starts_with("s ");
        let word = if many { 6 } else { 5 };
        made += before;
        if !many && !from[4..].starts_with(' ') {
            made += &from[..4];
            rest = &from[4..];
            continue;
        }
        made += &from[..word];
        rest = &from[word..];
        loop {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            made += &number(&rest[..digits]);
            rest = &rest[digits..];
            let between = [", ", " and "].into_iter().find(|between| {
                many && digits > 0
                    && rest
                        .strip_prefix(between)
                        .is_some_and(|next| next.starts_with(|c: char| c.is_ascii_digit()))
            });
            let Some(between) = between else { break };
            made += between;
            rest = &rest[between.len()..];
        }
    }
    made + rest
}

/// The text with the first indexes of the variables of users changed.
fn in_formulas(text: &str, servers: usize, number: &dyn Fn(&str) -> String) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut made = String::new();
    let mut at = 0;
    while at < letters.len() {
        let c = letters[at];
        made.push(c);
        at += 1;
        let begins = at < 2 || !letters[at - 2].is_alphanumeric();
        let digits: String = letters[at..].iter().take_while(|d| d.is_ascii_digit()).collect();
        if !begins || digits.is_empty() || !OF_USERS.contains(c) {
            continue;
        }
        // `x21` is of user 2 and server 1, and `x10,1` of user 10 and server 1.
        let behind = |k: usize| letters.get(at + digits.len() + k);
        let apart = behind(0) == Some(&',') && behind(1).is_some_and(char::is_ascii_digit);
        let both = c == 'x' && servers > 1 && digits.len() == 2 && !apart;
        let own = if both { 1 } else { digits.len() };
        let user = number(&digits[..own]);
        made += &user;
        if both && user.len() > 1 {
            made.push(',');
        }
        made += &digits[own..];
        at += digits.len();
    }
    made
}
