//! Reading of computations: definitions, each ended by a semicolon, and the expression that they lead to.

use crate::scalar::Rational;

/// Deepest nesting of an expression, so that reading a file cannot exhaust the stack.
const MOST_NESTED: usize = 100;

/// An operator between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub(super) enum Op {
    Or,
    And,
    Equal,
    Unequal,
    AtMost,
    AtLeast,
    Below,
    Above,
    Plus,
    Minus,
    Times,
    Over,
}

impl Op {
    /// Operators by how weakly they bind; those of the third line compare.
    const LEVELS: [&'static [(&'static str, Op)]; 5] = [
        &[("or", Op::Or)],
        &[("and", Op::And)],
        &[
            ("==", Op::Equal),
            ("!=", Op::Unequal),
            ("<=", Op::AtMost),
            (">=", Op::AtLeast),
            ("<", Op::Below),
            (">", Op::Above),
        ],
        &[("+", Op::Plus), ("-", Op::Minus)],
        &[("*", Op::Times), ("/", Op::Over)],
    ];
}

/// A part `for name in list if condition` of a list.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    pub name: String,
    pub list: Expr,
    pub only: Option<Expr>,
}

/// An expression.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub(super) enum Expr {
    Number(Rational),
    Text(String),
    Name(String),
    List(Vec<Expr>),
    Each(Box<Expr>, Vec<Clause>),
    Record(Vec<(String, Expr)>),
    Block(Vec<Definition>, Box<Expr>),
    Call(String, Vec<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Field(Box<Expr>, String),
    If(Box<[Expr; 3]>),
    Binary(Op, Box<[Expr; 2]>),
    Not(Box<Expr>),
    Minus(Box<Expr>),
}

/// A definition of a name, of a function if it has parameters.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub name: String,
    pub parameters: Option<Vec<String>>,
    pub body: Expr,
}

/// Definitions, in order, and the expression that uses them.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub definitions: Vec<Definition>,
    pub result: Expr,
}

/// Reads a computation.
///
/// # Errors
/// The place at which the text is no expression.
pub(super) fn parse(text: &str) -> Result<Program, String> {
    let words = words(text)?;
    let mut reader = Reader { words: &words, at: 0, nested: 0 };
    let definitions = reader.definitions()?;
    let result = reader.expr()?;
    match reader.peek() {
        "" => Ok(Program { definitions, result }),
        word => Err(format!("`{word}` is too much")),
    }
}

/// Reads definitions alone.
///
/// # Errors
/// The place at which the text is no definition.
pub(super) fn definitions(text: &str) -> Result<Vec<Definition>, String> {
    let words = words(text)?;
    let mut reader = Reader { words: &words, at: 0, nested: 0 };
    let found = reader.definitions()?;
    match reader.peek() {
        "" => Ok(found),
        word => Err(format!("`{word}` is too much")),
    }
}

/// The words of a text: names, numbers, texts with their opening quotation mark, and signs.
fn words(text: &str) -> Result<Vec<String>, String> {
    const PAIRS: [&str; 4] = ["==", "!=", "<=", ">="];
    let (mut found, mut rest) = (Vec::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        let named = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = if first == '\'' {
            let end = rest[1..].find('\'').ok_or("a quotation mark is never closed")?;
            found.push(rest[..=end].to_string());
            rest = rest[end + 2..].trim_start();
            continue;
        } else if first.is_ascii_digit() {
            rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len())
        } else if named(first) {
            rest.find(|c| !named(c)).unwrap_or(rest.len())
        } else if PAIRS.iter().any(|pair| rest.starts_with(pair)) {
            2
        } else {
            first.len_utf8()
        };
        found.push(rest[..length].to_string());
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

struct Reader<'a> {
    words: &'a [String],
    at: usize,
    nested: usize,
}

impl Reader<'_> {
    fn ahead(&self, by: usize) -> &str {
        self.words.get(self.at + by).map_or("", String::as_str)
    }

    fn peek(&self) -> &str {
        self.ahead(0)
    }

    fn takes(&mut self, word: &str) -> bool {
        let there = self.peek() == word;
        self.at += usize::from(there);
        there
    }

    fn expect(&mut self, word: &str) -> Result<(), String> {
        match self.takes(word) {
            true => Ok(()),
            false => Err(format!("`{word}` is expected where `{}` stands", self.peek())),
        }
    }

    fn name(&mut self) -> Result<String, String> {
        let word = self.peek().to_string();
        if !word.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(format!("a name is expected where `{word}` stands"));
        }
        self.at += 1;
        Ok(word)
    }

    fn definitions(&mut self) -> Result<Vec<Definition>, String> {
        let mut found = Vec::new();
        while let Some(definition) = self.definition()? {
            found.push(definition);
        }
        Ok(found)
    }

    /// A definition, if the words from here on up to `=` are a name and perhaps parameters.
    fn definition(&mut self) -> Result<Option<Definition>, String> {
        let start = self.at;
        let Ok(name) = self.name() else { return Ok(None) };
        let mut parameters = None;
        if self.takes("(") {
            let mut names = Vec::new();
            while let Ok(name) = self.name() {
                names.push(name);
                self.takes(",");
            }
            if !self.takes(")") {
                self.at = start;
                return Ok(None);
            }
            parameters = Some(names);
        }
        if !self.takes("=") {
            self.at = start;
            return Ok(None);
        }
        let body = self.expr()?;
        self.expect(";")?;
        Ok(Some(Definition { name, parameters, body }))
    }

    fn expr(&mut self) -> Result<Expr, String> {
        self.nested += 1;
        if self.nested > MOST_NESTED {
            return Err(format!("is nested more than {MOST_NESTED} times"));
        }
        let found = if self.takes("if") {
            let condition = self.expr()?;
            self.expect("then")?;
            let then = self.expr()?;
            self.expect("else")?;
            Expr::If(Box::new([condition, then, self.expr()?]))
        } else {
            self.level(0)?
        };
        self.nested -= 1;
        Ok(found)
    }

    fn level(&mut self, level: usize) -> Result<Expr, String> {
        let Some(known) = Op::LEVELS.get(level) else { return self.unary() };
        let mut left = self.level(level + 1)?;
        while let Some((_, op)) = known.iter().find(|(word, _)| *word == self.peek()) {
            self.at += 1;
            left = Expr::Binary(*op, Box::new([left, self.level(level + 1)?]));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr, String> {
        let sign = [("-", Expr::Minus as fn(Box<Expr>) -> Expr), ("not", Expr::Not)];
        if let Some((_, of)) = sign.iter().find(|(word, _)| *word == self.peek()) {
            self.at += 1;
            self.nested += 1;
            if self.nested > MOST_NESTED {
                return Err(format!("is nested more than {MOST_NESTED} times"));
            }
            let inner = self.unary()?;
            self.nested -= 1;
            return Ok(of(Box::new(inner)));
        }
        let mut found = self.atom()?;
        loop {
            found = if self.takes("[") {
                let index = self.expr()?;
                self.expect("]")?;
                Expr::Index(Box::new(found), Box::new(index))
            } else if self.takes(".") {
                Expr::Field(Box::new(found), self.name()?)
            } else {
                return Ok(found);
            };
        }
    }

    fn atom(&mut self) -> Result<Expr, String> {
        let word = self.peek().to_string();
        if let Some(text) = word.strip_prefix('\'') {
            self.at += 1;
            return Ok(Expr::Text(text.to_string()));
        }
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            self.at += 1;
            return word.parse().map(Expr::Number).map_err(|_| format!("`{word}` is no number"));
        }
        if self.takes("(") {
            let definitions = self.definitions()?;
            let inner = self.expr()?;
            self.expect(")")?;
            let plain = definitions.is_empty();
            return Ok(if plain { inner } else { Expr::Block(definitions, Box::new(inner)) });
        }
        if self.takes("[") {
            let (mut items, generated) = self.items("]")?;
            return Ok(if generated && items.len() == 1 { items.remove(0) } else { Expr::List(items) });
        }
        if self.takes("{") {
            let mut fields = Vec::new();
            while !self.takes("}") {
                let name = self.name()?;
                self.expect("=")?;
                fields.push((name, self.expr()?));
                self.takes(",");
            }
            return Ok(Expr::Record(fields));
        }
        let name = self.name()?;
        Ok(if self.takes("(") { Expr::Call(name, self.items(")")?.0) } else { Expr::Name(name) })
    }

    /// The items up to the closing sign; `true` if one of them is made for each element of lists.
    fn items(&mut self, end: &str) -> Result<(Vec<Expr>, bool), String> {
        let (mut items, mut generated) = (Vec::new(), false);
        while !self.takes(end) {
            let item = self.expr()?;
            let mut clauses = Vec::new();
            while self.takes("for") {
                let name = self.name()?;
                self.expect("in")?;
                let list = self.level(0)?;
                let only = if self.takes("if") { Some(self.level(0)?) } else { None };
                clauses.push(Clause { name, list, only });
            }
            generated |= !clauses.is_empty();
            items.push(if clauses.is_empty() { item } else { Expr::Each(Box::new(item), clauses) });
            if self.peek() != end {
                self.expect(",")?;
            }
        }
        Ok((items, generated))
    }
}
