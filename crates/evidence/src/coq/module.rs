//! An instance as a Coq module: feasibility, the specification, and the proof that the recorded outcome meets
//! both.

mod specification;

use crate::model::cluster::{Placement, Pool, Weight};
use crate::scalar::{Rational, Scalar, sum};

/// Ids of the mechanisms whose specifications are available here.
pub const MECHANISMS: [&str; 9] =
    ["c-drfh", "cdrf", "drf", "drf-per-server", "drfh", "ps-dsf", "ps-dsf-tdm", "tsf", "uniform"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    PoolShare,
    TaskShare,
    Bottlenecks,
    Here,
    Time,
    Slices,
}

/// An instance with an outcome, and the form of its specification.
#[derive(Debug)]
pub struct Module<'a> {
    /// Name of the Coq module.
    pub name: &'static str,
    /// The instance in the module.
    pub pool: &'a Pool,
    outcome: &'a Placement,
    form: Form,
    /// `true` if alternatives divide resources although the outcome divides time.
    pub whole: bool,
}

/// Returns a non-negative fraction in Coq syntax.
pub fn number(value: &Rational) -> String {
    if value.is_integer() {
        value.numerator().to_string()
    } else {
        format!("({} / {})", value.numerator(), value.denominator())
    }
}

/// Returns the minimum, or with `Rmax` the maximum, of the terms.
pub fn extreme(which: &str, terms: &[String]) -> String {
    match terms {
        [] => "0".to_string(),
        [only] => only.clone(),
        [first, rest @ ..] => format!("{which} {first} ({})", extreme(which, rest)),
    }
}

/// Returns the sum of the terms, or `0` if there are none.
pub fn added(terms: impl IntoIterator<Item = String>) -> String {
    let terms: Vec<String> = terms.into_iter().collect();
    if terms.is_empty() { "0".to_string() } else { terms.join(" + ") }
}

impl<'a> Module<'a> {
    /// Returns the module of an instance and its outcome under a mechanism.
    pub fn of(name: &'static str, mechanism: &str, pool: &'a Pool, outcome: &'a Placement) -> Module<'a> {
        let form = match mechanism {
            "drfh" | "c-drfh" => Form::PoolShare,
            "cdrf" | "tsf" => Form::TaskShare,
            "ps-dsf" => Form::Bottlenecks,
            "ps-dsf-tdm" => Form::Time,
            "uniform" => Form::Slices,
            _ => Form::Here,
        };
        Module { name, pool, outcome, form, whole: false }
    }

    /// Returns the qualified name of a field of a placement, for use outside the module.
    pub fn at(&self, u: usize, i: usize, of: &str) -> String {
        format!("{}.{}", self.name, Self::field(u, i, of))
    }

    fn field(u: usize, i: usize, of: &str) -> String {
        format!("x{}_{} {of}", u + 1, i + 1)
    }

    fn users(&self) -> std::ops::Range<usize> {
        0..self.pool.users()
    }

    fn servers(&self) -> std::ops::Range<usize> {
        0..self.pool.servers()
    }

    /// Returns the weight of user `u`.
    pub fn weight(&self, u: usize) -> Rational {
        match &self.pool.weight {
            Weight::User(w) => w[u].clone(),
            Weight::Resource(w) => w[u][0].clone(),
        }
    }

    /// Returns the recorded outcome.
    pub fn outcome(&self) -> &Placement {
        self.outcome
    }

    /// Returns the qualified names of the totals of the users.
    pub fn totals(&self) -> Vec<String> {
        self.users().map(|u| format!("{}.total_{}", self.name, u + 1)).collect()
    }

    /// Returns the qualified names of the lemmas about the number of tasks that fit.
    pub fn fits(&self) -> String {
        let all = self
            .users()
            .flat_map(|u| self.servers().map(move |i| format!("?{}.fit_{}_{}_is", self.name, u + 1, i + 1)));
        all.collect::<Vec<_>>().join(", ")
    }

    fn runs(&self, u: usize, i: usize) -> bool {
        self.pool.runs_on(u, i)
    }

    fn placed(placement: &Placement) -> String {
        let all: Vec<String> = placement.tasks.iter().flatten().map(number).collect();
        format!("placed {}", all.join(" "))
    }

    fn all_fields(&self, of: &str) -> Vec<String> {
        self.users().flat_map(|u| self.servers().map(move |i| Self::field(u, i, of))).collect()
    }

    fn names(&self, what: &str) -> String {
        self.users().map(|u| format!("{what}_{}", u + 1)).collect::<Vec<_>>().join(", ")
    }

    /// Returns the definitions and lemmas of the module.
    pub fn text(&self, every: bool, instead: Option<&Placement>) -> String {
        let mut text = format!("\nModule {}.\n", self.name);
        text += &self.placements();
        text += &self.fit_lemmas();
        text += &self.feasible();
        text += &self.specification();
        text += &format!("\n(* The allocation. *)\nDefinition chosen := {}.\n", Self::placed(self.outcome));
        text += &self.met();
        if every {
            text += &self.settled();
        }
        if let Some(instead) = instead {
            let meant = if self.whole { "feasible_by_resource" } else { "feasible" };
            if self.whole {
                let rows = self.rows_by_resource();
                text += &format!(
                    "\n(* Resources divided, and not time. *)\nDefinition {meant} x :=\n  {rows}.\n"
                );
            }
            text += &format!(
                "\nDefinition instead := {}.\nLemma instead_feasible : {meant} instead.\nProof. unfold {meant}; {} Qed.\n",
                Self::placed(instead),
                self.feasibility("instead")
            );
        }
        text + &format!("End {}.\n", self.name)
    }

    fn placements(&self) -> String {
        let fields: Vec<String> = self.all_fields("").iter().map(|f| format!("{f}: R")).collect();
        let fields = fields.join("; ");
        let mut text =
            format!("(* Tasks of user u on server i. *)\nRecord placement := placed {{ {fields} }}.\n");
        for u in self.users() {
            let sum = added(self.servers().map(|i| Self::field(u, i, "x")));
            text += &format!("Definition total_{} (x : placement) := {sum}.\n", u + 1);
        }
        text
    }

    /// Returns the lemmas about the number of tasks that fit on a whole server, by demand and capacity or by
    /// the given rate.
    fn fit_lemmas(&self) -> String {
        let pool = self.pool;
        let mut text =
            "\n(* Tasks that a user runs with a whole server, wherever it may run. *)\n".to_string();
        for u in self.users() {
            for i in self.servers() {
                let (name, value) = (format!("fit_{}_{}", u + 1, i + 1), number(&pool.whole_server(u, i)));
                let meant = match &pool.rate {
                    Some(rate) => number(&rate[u][i]),
                    None => {
                        let demanded = (0..pool.resources()).filter(|&r| pool.demand[u][r].is_positive());
                        let sides =
                            demanded.map(|r| (number(&pool.capacity[i][r]), number(&pool.demand[u][r])));
                        extreme("Rmin", &sides.map(|(c, d)| format!("({c} / {d})")).collect::<Vec<_>>())
                    }
                };
                text += &format!(
                    "Definition {name} := {meant}.\nLemma {name}_is : {name} = {value}. Proof. unfold {name}; smallest. Qed.\n"
                );
            }
        }
        text
    }

    fn used(&self, i: usize, r: usize) -> String {
        added(
            self.users().map(|u| format!("{} * {}", Self::field(u, i, "x"), number(&self.pool.demand[u][r]))),
        )
    }

    fn rows(&self) -> Vec<String> {
        let mut rows: Vec<String> = self.all_fields("x").iter().map(|f| format!("0 <= {f}")).collect();
        for u in self.users() {
            let idle = self.servers().filter(|&i| !self.runs(u, i));
            rows.extend(idle.map(|i| format!("{} = 0", Self::field(u, i, "x"))));
            rows.extend(self.pool.tasks[u].iter().map(|has| format!("total_{} x <= {}", u + 1, number(has))));
        }
        rows
    }

    fn rows_by_resource(&self) -> String {
        let of = |i: usize| {
            (0..self.pool.resources())
                .map(move |r| format!("{} <= {}", self.used(i, r), number(&self.pool.capacity[i][r])))
        };
        self.rows().into_iter().chain(self.servers().flat_map(of)).collect::<Vec<_>>().join(" /\\\n  ")
    }

    fn feasible(&self) -> String {
        let pool = self.pool;
        let mut rows = self.rows();
        let mut text = String::new();
        for i in self.servers() {
            if self.form == Form::Time {
                let on = || self.users().filter(move |&u| self.runs(u, i));
                let parts =
                    added(on().map(|u| format!("{} / fit_{}_{}", Self::field(u, i, "x"), u + 1, i + 1)));
                let values = added(on().map(|u| {
                    let part = Rational::one() / pool.gamma(u, i);
                    format!("{} * {}", number(&part), Self::field(u, i, "x"))
                }));
                text += &format!(
                    "Definition time_{0} (x : placement) := {parts}.\nLemma time_{0}_is x : time_{0} x = {values}.\n\
                     Proof. unfold time_{0}; rewrite {1}; lra. Qed.\n",
                    i + 1,
                    self.own_fits()
                );
                rows.push(format!("time_{} x <= 1", i + 1));
            } else {
                rows.extend(
                    (0..pool.resources())
                        .map(|r| format!("{} <= {}", self.used(i, r), number(&pool.capacity[i][r]))),
                );
            }
        }
        text + &format!("\nDefinition feasible x :=\n  {}.\n", rows.join(" /\\\n  "))
    }

    fn own_fits(&self) -> String {
        let all =
            self.users().flat_map(|u| self.servers().map(move |i| format!("?fit_{}_{}_is", u + 1, i + 1)));
        all.collect::<Vec<_>>().join(", ")
    }

    fn times(&self) -> String {
        if self.form != Form::Time {
            return String::new();
        }
        self.servers().map(|i| format!(", ?time_{}_is", i + 1)).collect()
    }

    /// Returns tactics that unfold all definitions with the numbers of the instance.
    fn plain(&self, place: &str) -> String {
        let levels = match self.form {
            Form::PoolShare | Form::TaskShare => {
                self.runners().into_iter().map(|u| format!("?level_{}_is", u + 1)).collect::<Vec<_>>()
            }
            Form::Slices => vec![],
            _ => self.pairs().into_iter().map(|(u, i)| format!("?level_{}_{}_is", u + 1, i + 1)).collect(),
        };
        let levels = if levels.is_empty() { String::new() } else { format!("{}, ", levels.join(", ")) };
        format!("rewrite {levels}{}{}{place}", self.own_fits(), self.times())
    }

    fn feasibility(&self, name: &str) -> String {
        let (plain, totals) = (self.plain(""), self.names("total"));
        format!("try unfold feasible; {plain}; unfold {totals}, {name}; cbn; repeat split; lra.")
    }

    fn runners(&self) -> Vec<usize> {
        self.users().filter(|&u| self.pool.can_run(u)).collect()
    }

    fn pairs(&self) -> Vec<(usize, usize)> {
        let all = self.users().flat_map(|u| self.servers().map(move |i| (u, i)));
        all.filter(|&(u, i)| self.runs(u, i)).collect()
    }

    /// Returns the increase of a user's level by one task.
    fn slope(&self, u: usize) -> Rational {
        let pool = self.pool;
        let yard = match self.form {
            Form::TaskShare => sum(self.servers().map(|i| pool.whole_server(u, i))),
            _ => crate::model::cluster::fitting(&pool.demand[u], &pool.pooled()),
        };
        Rational::one() / (self.weight(u) * yard)
    }
}
