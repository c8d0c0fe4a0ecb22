//! Evaluation of computations in exact arithmetic.

use std::borrow::Cow;
use std::cell::Cell;

use super::functions;
use super::instances::{self, Load};
use super::parse::{Clause, Definition, Expr, Op, Program};
use crate::document::Value;
use crate::scalar::{Rational, Scalar};

/// Most steps of one computation: a computation on file ends.
const MOST_STEPS: u64 = 20_000_000;
/// Most expressions that are evaluated inside one another, calls included: the stack of a thread is large enough.
const MOST_NESTED: u32 = 200;

/// The value of an expression, or the reason why it has none.
pub(super) type Found<'s> = Result<Cow<'s, Value>, String>;

/// A name in scope, with those that were bound before it.
pub(super) struct Scope<'s> {
    name: &'s str,
    bound: Bound<'s>,
    up: Option<&'s Scope<'s>>,
}

enum Bound<'s> {
    Value(Cow<'s, Value>),
    Function(&'s [String], &'s Expr),
}

/// Evaluates one computation.
pub(super) struct Evaluator<'a> {
    pub load: &'a Load<'a>,
    pub steps: Cell<u64>,
    pub nested: Cell<u32>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator that reads instances by `load`.
    pub fn new(load: &'a Load<'a>) -> Evaluator<'a> {
        Evaluator { load, steps: Cell::new(0), nested: Cell::new(0) }
    }

    /// The value of a computation in which the fields of an instance, `instance` itself, and its `number` among
    /// random ones are names.
    pub fn program(&self, program: &Program, instance: Option<&Value>, number: u64) -> Result<Value, String> {
        let number = Value::Number(Rational::int(number as i64));
        let scope = Scope { name: "number", bound: Bound::Value(Cow::Owned(number)), up: None };
        let Some(instance) = instance else {
            return self.defined(&program.definitions, &program.result, &scope);
        };
        let scope =
            Scope { name: "instance", bound: Bound::Value(Cow::Borrowed(instance)), up: Some(&scope) };
        self.with_fields(program, instance.fields(), &scope)
    }

    fn with_fields(
        &self,
        program: &Program,
        fields: &[(String, Value)],
        scope: &Scope<'_>,
    ) -> Result<Value, String> {
        let Some(((name, value), rest)) = fields.split_first() else {
            return self.defined(&program.definitions, &program.result, scope);
        };
        let scope = Scope { name, bound: Bound::Value(Cow::Borrowed(value)), up: Some(scope) };
        self.with_fields(program, rest, &scope)
    }

    fn defined(&self, definitions: &[Definition], result: &Expr, scope: &Scope<'_>) -> Result<Value, String> {
        let Some((first, rest)) = definitions.split_first() else {
            return Ok(self.value(result, scope)?.into_owned());
        };
        let bound = match &first.parameters {
            Some(parameters) => Bound::Function(parameters, &first.body),
            None => Bound::Value(self.value(&first.body, scope)?),
        };
        self.defined(rest, result, &Scope { name: &first.name, bound, up: Some(scope) })
    }

    /// The value of an expression in a scope.
    pub fn value<'s>(&self, expr: &'s Expr, scope: &'s Scope<'s>) -> Found<'s> {
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() > MOST_STEPS {
            return Err(format!("takes more than {MOST_STEPS} steps"));
        }
        self.nested.set(self.nested.get() + 1);
        if self.nested.get() > MOST_NESTED {
            return Err(format!("calls itself, or is nested, more than {MOST_NESTED} times"));
        }
        let found = self.evaluated(expr, scope);
        self.nested.set(self.nested.get() - 1);
        found
    }

    fn evaluated<'s>(&self, expr: &'s Expr, scope: &'s Scope<'s>) -> Found<'s> {
        let owned = |value| Ok(Cow::Owned(value));
        match expr {
            Expr::Number(x) => owned(Value::Number(x.clone())),
            Expr::Text(text) => owned(Value::Text(text.clone())),
            Expr::Name(name) => named(name, scope),
            Expr::List(items) => owned(Value::List(self.all(items, scope)?)),
            Expr::Each(item, clauses) => {
                let mut found = Vec::new();
                self.each(item, clauses, scope, &mut found)?;
                owned(Value::List(found))
            }
            Expr::Record(fields) => {
                let field =
                    |(name, e): &'s (String, Expr)| Ok((name.clone(), self.value(e, scope)?.into_owned()));
                owned(Value::Table(fields.iter().map(field).collect::<Result<_, String>>()?))
            }
            Expr::Block(definitions, result) => owned(self.defined(definitions, result, scope)?),
            Expr::Call(name, arguments) => self.call(name, arguments, scope),
            Expr::Index(list, at) => {
                let at = functions::index(&*self.value(at, scope)?)?;
                match self.value(list, scope)? {
                    Cow::Borrowed(Value::List(items)) => items.get(at).map(Cow::Borrowed),
                    Cow::Owned(Value::List(mut items)) => {
                        (at < items.len()).then(|| Cow::Owned(items.swap_remove(at)))
                    }
                    other => return Err(format!("{} is no list", other.inline())),
                }
                .ok_or_else(|| format!("there is no item {at}"))
            }
            Expr::Field(of, name) => match self.value(of, scope)? {
                Cow::Borrowed(table) => table.get(name).map(Cow::Borrowed),
                Cow::Owned(table) => table.get(name).cloned().map(Cow::Owned),
            }
            .ok_or_else(|| format!("there is no field `{name}`")),
            Expr::If(parts) => {
                let [condition, then, otherwise] = &**parts;
                self.value(if self.truth(condition, scope)? { then } else { otherwise }, scope)
            }
            Expr::Binary(op, sides) => owned(self.binary(*op, &sides[0], &sides[1], scope)?),
            Expr::Not(inner) => owned(Value::Bool(!self.truth(inner, scope)?)),
            Expr::Minus(inner) => {
                owned(Value::Number(Rational::zero() - functions::number(&*self.value(inner, scope)?)?))
            }
        }
    }

    fn all<'s>(&self, items: &'s [Expr], scope: &'s Scope<'s>) -> Result<Vec<Value>, String> {
        items.iter().map(|item| Ok(self.value(item, scope)?.into_owned())).collect()
    }

    fn truth<'s>(&self, expr: &'s Expr, scope: &'s Scope<'s>) -> Result<bool, String> {
        match &*self.value(expr, scope)? {
            Value::Bool(truth) => Ok(*truth),
            other => Err(format!("{} is neither true nor false", other.inline())),
        }
    }

    fn binary<'s>(
        &self,
        op: Op,
        left: &'s Expr,
        right: &'s Expr,
        scope: &'s Scope<'s>,
    ) -> Result<Value, String> {
        if matches!(op, Op::Or | Op::And) {
            let left = self.truth(left, scope)?;
            let settled = left == (op == Op::Or);
            return Ok(Value::Bool(if settled { left } else { self.truth(right, scope)? }));
        }
        let (left, right) = (self.value(left, scope)?, self.value(right, scope)?);
        match op {
            Op::Equal => return Ok(Value::Bool(left == right)),
            Op::Unequal => return Ok(Value::Bool(left != right)),
            _ => {}
        }
        let (a, b) = (functions::number(&left)?, functions::number(&right)?);
        Ok(match op {
            Op::Plus => Value::Number(a + b),
            Op::Minus => Value::Number(a - b),
            Op::Times => Value::Number(a * b),
            Op::Over if b.is_zero() => return Err("divides by zero".to_string()),
            Op::Over => Value::Number(a / b),
            Op::AtMost => Value::Bool(a <= b),
            Op::AtLeast => Value::Bool(a >= b),
            Op::Below => Value::Bool(a < b),
            _ => Value::Bool(a > b),
        })
    }

    fn each<'s>(
        &self,
        item: &'s Expr,
        clauses: &'s [Clause],
        scope: &'s Scope<'s>,
        found: &mut Vec<Value>,
    ) -> Result<(), String> {
        let Some((Clause { name, list, only }, rest)) = clauses.split_first() else {
            found.push(self.value(item, scope)?.into_owned());
            return Ok(());
        };
        let list = self.value(list, scope)?;
        for element in functions::list(&list)? {
            let scope = Scope { name, bound: Bound::Value(Cow::Borrowed(element)), up: Some(scope) };
            if only.as_ref().map_or(Ok(true), |only| self.truth(only, &scope))? {
                self.each(item, rest, &scope, found)?;
            }
        }
        Ok(())
    }

    fn call<'s>(&self, name: &'s str, arguments: &'s [Expr], scope: &'s Scope<'s>) -> Found<'s> {
        let mut values = self.all(arguments, scope)?;
        let mut at = Some(scope);
        while let Some(here) = at {
            if let Bound::Function(parameters, body) = &here.bound
                && here.name == name
            {
                if parameters.len() != values.len() {
                    return Err(format!("`{name}` takes {} values", parameters.len()));
                }
                return Ok(Cow::Owned(self.applied(parameters, &mut values, body, here)?));
            }
            at = here.up;
        }
        match functions::apply(name, &values).or_else(|| instances::apply(self.load, name, &values)) {
            Some(found) => found.map(Cow::Owned),
            None => Err(format!("`{name}` is no function")),
        }
    }

    fn applied(
        &self,
        parameters: &[String],
        values: &mut Vec<Value>,
        body: &Expr,
        scope: &Scope<'_>,
    ) -> Result<Value, String> {
        let Some((last, rest)) = parameters.split_last() else {
            return Ok(self.value(body, scope)?.into_owned());
        };
        let value = Cow::Owned(values.pop().unwrap_or(Value::Null));
        self.applied(rest, values, body, &Scope { name: last, bound: Bound::Value(value), up: Some(scope) })
    }
}

fn named<'s>(name: &str, scope: &'s Scope<'s>) -> Found<'s> {
    let mut at = Some(scope);
    while let Some(here) = at {
        if let Bound::Value(value) = &here.bound
            && here.name == name
        {
            return Ok(Cow::Borrowed(&**value));
        }
        at = here.up;
    }
    match name {
        "true" => Ok(Cow::Owned(Value::Bool(true))),
        "false" => Ok(Cow::Owned(Value::Bool(false))),
        "null" => Ok(Cow::Owned(Value::Null)),
        _ => Err(format!("`{name}` has no value")),
    }
}
