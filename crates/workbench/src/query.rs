//! Queries for mechanisms that keep some properties and violate others.
//!
//! The query `si & ef & !po` asks for mechanisms that keep `si` and `ef` and violate `po`. `!` binds
//! tightest, then `&`, then `|`; `not`, `and`, `but` and `or` are synonyms, `a without b` is `a & !b`, `neither a nor b` is
//! `!a & !b`, and parentheses group. A property may be named by words, as in `envy-free and not Pareto optimal`. A property with
//! an open question may be kept or violated, so the answer to a query is open unless it is one and the same either way.

use std::fmt;

use crate::Entry;

/// Synonyms from the literature, in lower case with spaces, and the ids that each may mean, the usual one first: `synonym,
/// synonym: id id` on each line.
pub const SYNONYMS: &str = include_str!("synonyms.txt");

/// Returns a name without its additions, case, blanks, signs and the endings of nouns: `Envy-freeness` and `envy free` become
/// `envyfree`, and `efficiency` becomes `efficient`.
fn bare(name: &str) -> String {
    let name = name.split([',', '(']).next().unwrap_or(name);
    let word = |word: &str| {
        let letters = word.chars().filter(char::is_ascii_alphanumeric);
        let letters: String = letters.map(|c| c.to_ascii_lowercase()).collect();
        let stem = letters.strip_suffix("ness").or_else(|| letters.strip_suffix("ity"));
        let adjective = || letters.strip_suffix("cy").map(|stem| format!("{stem}t"));
        stem.map(str::to_string).or_else(adjective).unwrap_or(letters)
    };
    name.split_ascii_whitespace().map(word).collect()
}

/// Returns the property that words mean: by its id, its name, or a synonym.
pub fn meant(words: &str, properties: &[Entry<'_>]) -> Option<&'static str> {
    let asked = bare(words);
    let known = |id: &str| properties.iter().find(|entry| entry.id == id).map(|entry| entry.id);
    let by = |of: fn(&Entry<'_>) -> String| {
        properties.iter().find(|entry| bare(&of(entry)) == asked).map(|entry| entry.id)
    };
    let lines = || SYNONYMS.lines().filter_map(|line| line.split_once(": "));
    let synonym = || {
        let mut ids = lines()
            .filter(|(names, _)| names.split(", ").any(|name| bare(name) == asked))
            .flat_map(|(_, ids)| ids.split(' '));
        ids.find_map(known)
    };
    by(|entry| entry.id.to_string()).or_else(|| by(|entry| entry.name())).or_else(synonym)
}

/// The truth value of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// The query is true.
    Yes,
    /// The query is false.
    No,
    /// The evidence leaves the query open.
    Open,
}

impl Truth {
    /// The word for the truth value.
    pub fn word(self) -> &'static str {
        match self {
            Truth::Yes => "yes",
            Truth::No => "no",
            Truth::Open => "open",
        }
    }

    /// Reads `word`, a state or a verdict of a property, as a truth value; `None` if `word` is neither.
    pub fn of(word: &str) -> Option<Truth> {
        match word {
            "proved" | "proved-on-paper" | "holds" => Some(Truth::Yes),
            "violated" => Some(Truth::No),
            "unrefuted" | "undecided" | "out-of-scope" => Some(Truth::Open),
            _ => None,
        }
    }

    fn denied(self) -> Truth {
        match self {
            Truth::Yes => Truth::No,
            Truth::No => Truth::Yes,
            Truth::Open => Truth::Open,
        }
    }

    fn and(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::No, _) | (_, Truth::No) => Truth::No,
            (Truth::Yes, Truth::Yes) => Truth::Yes,
            _ => Truth::Open,
        }
    }
}

/// A query about a mechanism.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// The mechanism keeps the property with this id.
    Keeps(String),
    /// The inner query is false.
    Not(Box<Query>),
    /// Both queries are true.
    Both(Box<Query>, Box<Query>),
    /// At least one of the queries is true.
    Either(Box<Query>, Box<Query>),
}

/// The reason why a text is no query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoQuery {
    /// The position, counted from 1, at which the text stops being a query.
    pub at: usize,
    /// The reason: the symbol expected at `at`.
    pub reason: String,
}

impl fmt::Display for NoQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at character {}: {}", self.at, self.reason)
    }
}

/// The largest number of characters of a query, which also bounds its depth.
const MOST: usize = 1000;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Sign {
    Id(String),
    Not,
    And,
    Or,
    Without,
    Neither,
    Nor,
    Open,
    Close,
}

/// The largest number of open properties that are taken as kept and as violated in turn.
const MOST_OPEN: usize = 10;

/// The largest number of words that name a property.
const MOST_OF_NAME: usize = 6;

/// Reads the id or the name of a property that begins at `begins`, the longest that `named` knows, or else one word. Returns the
/// id or the word, and its end.
fn name(letters: &[char], begins: usize, named: &impl Fn(&str) -> Option<&'static str>) -> (String, usize) {
    let mut ends: Vec<usize> = Vec::new();
    let mut from = begins;
    while ends.len() < MOST_OF_NAME {
        let end = from + letters[from..].iter().take_while(|&&c| is_of_id(c)).count();
        let word: String = letters[from..end].iter().collect();
        if end == from || (!ends.is_empty() && sign(&word).is_some()) {
            break;
        }
        ends.push(end);
        from = end + letters[end..].iter().take_while(|c| c.is_ascii_whitespace()).count();
    }
    let words = |end: usize| letters[begins..end].iter().collect::<String>();
    let known = ends.iter().rev().find_map(|&end| Some((named(&words(end))?.to_string(), end)));
    known.unwrap_or_else(|| (words(ends[0]), ends[0]))
}

fn is_of_id(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// Returns the sign that a word stands for.
fn sign(word: &str) -> Option<Sign> {
    match word.to_ascii_lowercase().as_str() {
        "not" => Some(Sign::Not),
        "and" | "but" => Some(Sign::And),
        "or" => Some(Sign::Or),
        "without" => Some(Sign::Without),
        "neither" => Some(Sign::Neither),
        "nor" => Some(Sign::Nor),
        _ => None,
    }
}

fn signs(text: &str, named: &impl Fn(&str) -> Option<&'static str>) -> Result<Vec<(usize, Sign)>, NoQuery> {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() > MOST {
        return Err(NoQuery { at: MOST + 1, reason: format!("a query has at most {MOST} characters") });
    }
    let (mut signs, mut at) = (Vec::new(), 0);
    while at < letters.len() {
        let begins = at;
        at += 1;
        let sign = match letters[begins] {
            c if c.is_whitespace() => continue,
            '!' | '¬' => Sign::Not,
            '&' | '∧' => Sign::And,
            '|' | '∨' => Sign::Or,
            '(' => Sign::Open,
            ')' => Sign::Close,
            c if is_of_id(c) => {
                at += letters[at..].iter().take_while(|&&c| is_of_id(c)).count();
                sign(&letters[begins..at].iter().collect::<String>()).unwrap_or_else(|| {
                    let (word, end) = name(&letters, begins, named);
                    at = end;
                    Sign::Id(word)
                })
            }
            _ => {
                let reason = "expected the id of a property, `!`, `&`, `|` or a parenthesis".to_string();
                return Err(NoQuery { at: begins + 1, reason });
            }
        };
        // Doubled signs are accepted, because many languages use them.
        let doubled = matches!(sign, Sign::And | Sign::Or) && letters.get(at) == letters.get(begins);
        at += usize::from(doubled && matches!(letters[begins], '&' | '|'));
        signs.push((begins + 1, sign));
    }
    Ok(signs)
}

struct Reader {
    signs: Vec<(usize, Sign)>,
    next: usize,
    end: usize,
}

impl Reader {
    fn takes(&mut self, sign: &Sign) -> bool {
        let found = self.signs.get(self.next).is_some_and(|(_, next)| next == sign);
        self.next += usize::from(found);
        found
    }

    fn stuck(&self, reason: &str) -> NoQuery {
        let at = self.signs.get(self.next).map_or(self.end, |(at, _)| *at);
        NoQuery { at, reason: reason.to_string() }
    }

    fn either(&mut self) -> Result<Query, NoQuery> {
        let mut query = self.both()?;
        while self.takes(&Sign::Or) {
            query = Query::Either(Box::new(query), Box::new(self.both()?));
        }
        Ok(query)
    }

    fn both(&mut self) -> Result<Query, NoQuery> {
        let mut query = self.one()?;
        loop {
            let next = if self.takes(&Sign::And) {
                self.one()?
            } else if self.takes(&Sign::Without) {
                Query::Not(Box::new(self.one()?))
            } else {
                return Ok(query);
            };
            query = Query::Both(Box::new(query), Box::new(next));
        }
    }

    fn one(&mut self) -> Result<Query, NoQuery> {
        if self.takes(&Sign::Not) {
            return Ok(Query::Not(Box::new(self.one()?)));
        }
        if self.takes(&Sign::Neither) {
            let mut query = Query::Not(Box::new(self.one()?));
            while self.takes(&Sign::Nor) {
                query = Query::Both(Box::new(query), Box::new(Query::Not(Box::new(self.one()?))));
            }
            return Ok(query);
        }
        if self.takes(&Sign::Open) {
            let query = self.either()?;
            return if self.takes(&Sign::Close) { Ok(query) } else { Err(self.stuck("expected `)`")) };
        }
        match self.signs.get(self.next) {
            Some((_, Sign::Id(id))) => {
                let id = id.clone();
                self.next += 1;
                Ok(Query::Keeps(id))
            }
            _ => Err(self.stuck("expected the id of a property, `!` or `(`")),
        }
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Query::Keeps(id) => f.write_str(id),
            Query::Not(query) => match **query {
                Query::Both(..) | Query::Either(..) => write!(f, "!({query})"),
                _ => write!(f, "!{query}"),
            },
            Query::Both(a, b) => {
                let part = |query: &Query| match query {
                    Query::Either(..) => format!("({query})"),
                    _ => query.to_string(),
                };
                write!(f, "{} & {}", part(a), part(b))
            }
            Query::Either(a, b) => write!(f, "{a} | {b}"),
        }
    }
}

impl Query {
    /// Reads a query in the notation of this module, with properties by their ids.
    ///
    /// # Errors
    /// The position at which the text stops being a query, and the symbol expected there.
    pub fn parse(text: &str) -> Result<Query, NoQuery> {
        Query::read(text, |_| None)
    }

    /// Reads a query in which properties may be named by words; `named` returns the id of words that name a property.
    ///
    /// # Errors
    /// The position at which the text stops being a query, and the symbol expected there.
    pub fn read(text: &str, named: impl Fn(&str) -> Option<&'static str>) -> Result<Query, NoQuery> {
        let mut reader = Reader { signs: signs(text, &named)?, next: 0, end: text.chars().count() + 1 };
        let query = reader.either()?;
        match &reader.signs[reader.next.saturating_sub(1)..] {
            [(_, Sign::Id(one)), (at, Sign::Id(other)), ..] => Err(NoQuery {
                at: *at,
                reason: format!("expected `&`, `|` or the end; `{one} {other}` names no property"),
            }),
            [_] => Ok(query),
            _ => Err(reader.stuck("expected `&`, `|` or the end")),
        }
    }

    /// The properties that the query names, in order, each once.
    pub fn properties(&self) -> Vec<&str> {
        match self {
            Query::Keeps(id) => vec![id],
            Query::Not(query) => query.properties(),
            Query::Both(a, b) | Query::Either(a, b) => {
                let mut all = a.properties();
                let new: Vec<&str> = b.properties().into_iter().filter(|id| !all.contains(id)).collect();
                all.extend(new);
                all
            }
        }
    }

    /// The truth value of the query, given by `keeps` for each property: the value that it has whether open properties are kept
    /// or violated. Of more than ten of them, Kleene's three values decide.
    pub fn answer(&self, keeps: &impl Fn(&str) -> Truth) -> Truth {
        let open: Vec<&str> = self.properties().into_iter().filter(|id| keeps(id) == Truth::Open).collect();
        if open.len() > MOST_OPEN {
            return self.by_parts(keeps);
        }
        let value = |choice: u32| {
            self.by_parts(&|id| match open.iter().position(|one| *one == id) {
                Some(k) if choice >> k & 1 == 1 => Truth::Yes,
                Some(_) => Truth::No,
                None => keeps(id),
            })
        };
        let first = value(0);
        if (1..1 << open.len()).all(|choice| value(choice) == first) { first } else { Truth::Open }
    }

    /// The truth value by Kleene's three values of the parts.
    fn by_parts(&self, keeps: &dyn Fn(&str) -> Truth) -> Truth {
        match self {
            Query::Keeps(id) => keeps(id),
            Query::Not(query) => query.by_parts(keeps).denied(),
            Query::Both(a, b) => a.by_parts(keeps).and(b.by_parts(keeps)),
            Query::Either(a, b) => a.by_parts(keeps).denied().and(b.by_parts(keeps).denied()).denied(),
        }
    }
}
