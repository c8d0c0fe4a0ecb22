//! The violation of a witness, as a statement of Coq about any placement.

use super::module::{Module, added, extreme, number};
use crate::model::cluster::{Cluster, Placement};
use crate::property::evidence::Witness;
use crate::scalar::{Rational, Scalar, sum};

/// Ids of the properties whose violations can be written.
pub const PROPERTIES: [&str; 15] = [
    "bf",
    "bf-global",
    "ef",
    "ef-aggregate",
    "group-sp",
    "po",
    "population-monotone",
    "resource-monotone",
    "si",
    "single-server",
    "sp",
    "sp-demand",
    "sp-eligibility",
    "sp-time-slice",
    "srf",
];

/// A violation by placements `x` and, if two runs are compared, `y`.
#[derive(Debug)]
pub struct Claim {
    /// The violation in words, for a comment.
    about: String,
    /// The definitions that the statement needs, with the lemmas that compute them.
    before: String,
    /// The names of the lemmas.
    lemmas: Vec<String>,
    /// The statement of the violation.
    says: String,
    /// `true` if the statement begins with `exists y` for the alternative of the module.
    instead: bool,
}

/// The statement of a witness.
///
/// # Errors
/// The kind of witness that has no form in Coq.
pub fn claim(
    property: &str,
    witness: &Witness<Cluster>,
    given: &Module<'_>,
    other: Option<&Module<'_>>,
) -> Result<Claim, String> {
    let plain = |about: String, says: String| Claim {
        about,
        before: String::new(),
        lemmas: vec![],
        says,
        instead: false,
    };
    match (witness, other) {
        (Witness::Agent(n), _) => Ok(plain(
            format!("User {} runs fewer tasks than its part of every server.", n + 1),
            short(given, *n),
        )),
        (Witness::Envy { envious, envied }, _) => Ok(envy(property, given, *envious, *envied)),
        (Witness::Better(_), _) => Ok(Claim {
            instead: true,
            ..plain("No user would have less, and all together more.".to_string(), better(given))
        }),
        (Witness::Complaint { by, instead }, _) => complaint(property, given, *by, instead),
        (Witness::Misreport { by, .. }, Some(other)) => Ok(lies(property, given, other, &[*by])),
        (Witness::Collusion(all), Some(other)) => {
            Ok(lies(property, given, other, &all.iter().map(|(by, _)| *by).collect::<Vec<_>>()))
        }
        (Witness::Departure { leaves, loses }, Some(_)) => {
            let after = if loses > leaves { loses - 1 } else { *loses };
            let says = format!("Other.total_{} y < Given.total_{} x", after + 1, loses + 1);
            Ok(plain(format!("When user {} leaves, user {} runs fewer tasks.", leaves + 1, loses + 1), says))
        }
        (Witness::Sibling { loses, .. }, Some(_)) => Ok(plain(
            format!("With more resources, user {} runs fewer tasks.", loses + 1),
            format!("Other.total_{0} y < Given.total_{0} x", loses + 1),
        )),
        _ => Err(format!("this kind of witness of `{property}`")),
    }
}

fn capped(module: &Module<'_>, u: usize, amount: String) -> String {
    match &module.pool.tasks[u] {
        Some(has) => format!("Rmin {} ({amount})", number(has)),
        None => amount,
    }
}

fn short(given: &Module<'_>, n: usize) -> String {
    let pool = given.pool;
    let total = number(&sum((0..pool.users()).map(|u| given.weight(u))));
    let on = (0..pool.servers()).filter(|&i| pool.eligible[n][i]);
    let fits = on.map(|i| format!("Given.fit_{}_{}", n + 1, i + 1));
    let slice = format!("{} / {total} * ({})", number(&given.weight(n)), added(fits));
    format!("Given.total_{} x < {}", n + 1, capped(given, n, slice))
}

/// The number `kappa` of tasks of one demand in a task of another, with the lemma that computes it.
fn kappa(name: &str, demand: &[Rational], other: &[Rational]) -> (String, Rational) {
    let on: Vec<usize> = (0..demand.len()).filter(|&r| demand[r].is_positive()).collect();
    let quotients: Vec<String> =
        on.iter().map(|&r| format!("({} / {})", number(&other[r]), number(&demand[r]))).collect();
    let value = on.iter().map(|&r| &other[r] / &demand[r]).min().unwrap_or_else(Rational::zero);
    (defined(name, &extreme("Rmin", &quotients), &value), value)
}

/// The definition of a number, with the lemma that computes it.
fn defined(name: &str, formula: &str, value: &Rational) -> String {
    format!(
        "Definition {name} := {formula}.\nLemma {name}_is : {name} = {}. Proof. unfold {name}; smallest. Qed.\n",
        number(value)
    )
}

fn envy(property: &str, given: &Module<'_>, n: usize, m: usize) -> Claim {
    let pool = given.pool;
    let weights = format!("{} / {}", number(&given.weight(n)), number(&given.weight(m)));
    let about = format!("User {} could run more tasks with what user {} holds.", n + 1, m + 1);
    if pool.rate.is_some() {
        let on = (0..pool.servers()).filter(|&i| pool.runs_on(m, i) && pool.eligible[n][i]);
        let (m1, n1) = (m + 1, n + 1);
        let fits = |i: usize| format!("Given.fit_{m1}_{i} * Given.fit_{n1}_{i}");
        let worth = on.map(|i| format!("{} / {}", given.at(m, i, "x"), fits(i + 1)));
        let worth = capped(given, n, format!("{weights} * ({})", added(worth)));
        let says = format!("Given.total_{} x < {worth}", n + 1);
        return Claim { about, before: String::new(), lemmas: vec![], says, instead: false };
    }
    let (before, _) = kappa("kappa", &pool.demand[n], &pool.demand[m]);
    let usable = (0..pool.servers()).filter(|&i| property == "ef-aggregate" || pool.eligible[n][i]);
    let worth = format!("{weights} * kappa * ({})", added(usable.map(|i| given.at(m, i, "x"))));
    let says = format!("Given.total_{} x < {}", n + 1, capped(given, n, worth));
    Claim { about, before, lemmas: vec!["kappa".to_string()], says, instead: false }
}

fn better(given: &Module<'_>) -> String {
    let totals = given.totals();
    let kept: Vec<String> = totals.iter().map(|t| format!("{t} x <= {t} z")).collect();
    let all = |of: &str| totals.iter().map(|t| format!("{t} {of}")).collect::<Vec<_>>().join(" + ");
    format!("exists z, Given.feasible z /\\ {} /\\ {} < {}", kept.join(" /\\ "), all("x"), all("z"))
}

/// A resource about which a user complains, and the users that can run.
struct Resource<'a> {
    property: &'a str,
    given: &'a Module<'a>,
    runners: &'a [usize],
    r: usize,
}

impl Resource<'_> {
    /// The products of which the first may not be larger, so that the resource is dominant for every user.
    fn rows(&self) -> Vec<(Rational, Rational)> {
        let (pool, r) = (self.given.pool, self.r);
        let dominant = |u: usize, capacity: &[Rational]| -> Vec<(Rational, Rational)> {
            let of = |q| (&pool.demand[u][q] * &capacity[r], &pool.demand[u][r] * &capacity[q]);
            (0..pool.resources()).map(of).collect()
        };
        let on = |u: usize| (0..pool.servers()).filter(move |&i| pool.runs_on(u, i));
        let runners = self.runners.iter();
        match self.property {
            "bf" => runners.flat_map(|&u| on(u).flat_map(move |i| dominant(u, &pool.capacity[i]))).collect(),
            "bf-global" => runners.flat_map(|&u| dominant(u, &pool.pooled())).collect(),
            _ => vec![],
        }
    }

    /// `true` for the dominant share on one server.
    fn single(&self) -> bool {
        self.property == "single-server"
    }

    fn demanded(&self, u: usize) -> impl Iterator<Item = (&Rational, &Rational)> {
        let pool = self.given.pool;
        pool.demand[u].iter().zip(&pool.capacity[0]).filter(|(d, _)| d.is_positive())
    }

    /// Level per task: the share of the resource, or on one server the dominant share.
    fn per_task(&self, u: usize) -> Rational {
        if self.single() {
            let most = self.demanded(u).map(|(d, c)| d / c).max();
            return most.unwrap_or_else(Rational::zero) / self.given.weight(u);
        }
        let pool = self.given.pool;
        &pool.demand[u][self.r] / (self.given.weight(u) * &pool.pooled()[self.r])
    }

    /// Returns `true` if the complaint of user `by` is about this resource.
    fn stands(&self, by: usize, instead: &Placement) -> bool {
        let (pool, outcome) = (self.given.pool, self.given.outcome());
        let level =
            |u: usize| if pool.can_run(u) { self.per_task(u) * outcome.total(u) } else { Rational::zero() };
        let positive = self.single() || self.runners.iter().all(|&u| pool.demand[u][self.r].is_positive());
        positive
            && self.rows().iter().all(|(a, b)| a <= b)
            && (0..pool.users()).all(|m| instead.total(m) >= outcome.total(m) || level(m) > level(by))
    }

    /// The level of a user as a formula; `lemmas` and `before` receive the share that it needs, once.
    fn level(&self, u: usize, lemmas: &mut Vec<String>, before: &mut String) -> String {
        let weight = number(&self.given.weight(u));
        if self.single() {
            let name = format!("share_{}", u + 1);
            if !lemmas.contains(&name) {
                let share = |(d, c)| format!("({} / {})", number(d), number(c));
                let shares: Vec<String> = self.demanded(u).map(share).collect();
                let value = self.per_task(u) * self.given.weight(u);
                *before += &defined(&name, &extreme("Rmax", &shares), &value);
                lemmas.push(name.clone());
            }
            return format!("Given.total_{} x * {name} / {weight}", u + 1);
        }
        let pool = self.given.pool;
        let (d, c) = (number(&pool.demand[u][self.r]), number(&pool.pooled()[self.r]));
        format!("Given.total_{} x * {d} / ({weight} * {c})", u + 1)
    }
}

fn complaint(property: &str, given: &Module<'_>, by: usize, instead: &Placement) -> Result<Claim, String> {
    let pool = given.pool;
    let runners: Vec<usize> = (0..pool.users()).filter(|&u| pool.can_run(u)).collect();
    let mut all = (0..pool.resources()).map(|r| Resource { property, given, runners: &runners, r });
    let about = all.find(|about| about.stands(by, instead));
    let about = about.ok_or("a complaint of which the resource is not found")?;
    let feasible = if given.whole { "Given.feasible_by_resource" } else { "Given.feasible" };
    let mut parts = vec![format!("{feasible} z"), format!("Given.total_{0} x < Given.total_{0} z", by + 1)];
    let (mut before, mut lemmas) = (String::new(), Vec::new());
    for m in runners.iter().copied().filter(|m| *m != by) {
        let [own, other] = [by, m].map(|u| about.level(u, &mut lemmas, &mut before));
        parts.push(format!("(Given.total_{0} z < Given.total_{0} x -> {own} < {other})", m + 1));
    }
    let rows = about.rows();
    let rows = rows.iter().filter(|(a, b)| a != b);
    let rows: Vec<String> = rows.map(|(a, b)| format!("{} <= {}", number(a), number(b))).collect();
    let dominant = format!("Resource {} is dominant for every user", about.r + 1);
    let dominance = match property {
        "bf" => format!("{dominant}, server by server (d_q c_r <= d_r c_q).\n   "),
        "bf-global" => format!("{dominant} in the pool (d_q C_r <= d_r C_q).\n   "),
        _ => String::new(),
    };
    let rows = if rows.is_empty() { String::new() } else { format!("({}) /\\ ", rows.join(" /\\ ")) };
    let says = format!("{rows}exists z, {}", parts.join(" /\\\n    "));
    let about =
        format!("{dominance}User {} could have more, taken only from users that stand higher.", by + 1);
    Ok(Claim { about, before, lemmas, says, instead: true })
}

fn lies(property: &str, given: &Module<'_>, other: &Module<'_>, liars: &[usize]) -> Claim {
    let pool = given.pool;
    let (mut before, mut lemmas, mut parts) = (String::new(), Vec::new(), Vec::new());
    for &n in liars {
        let on = (0..pool.servers()).filter(|&i| pool.eligible[n][i] && other.pool.runs_on(n, i));
        let worth = if property == "sp-time-slice" {
            let fits = |n: usize, i: usize| format!("Other.fit_{n}_{i} * Given.fit_{n}_{i}");
            added(on.map(|i| format!("{} / {}", other.at(n, i, "y"), fits(n + 1, i + 1))))
        } else {
            let name = format!("kappa_{}", n + 1);
            let (text, _) = kappa(&name, &pool.demand[n], &other.pool.demand[n]);
            before += &text;
            lemmas.push(name.clone());
            format!("{name} * ({})", added(on.map(|i| other.at(n, i, "y"))))
        };
        parts.push(format!("Given.total_{} x < {}", n + 1, capped(given, n, worth)));
    }
    let who: Vec<String> = liars.iter().map(|n| (n + 1).to_string()).collect();
    let about = format!("User {} runs more of its true tasks after the lie.", who.join(" and user "));
    Claim { about, before, lemmas, says: parts.join(" /\\ "), instead: false }
}

impl Claim {
    /// The end of the file: the violation and the theorem.
    pub fn text(&self, every: bool, given: &Module<'_>, other: Option<&Module<'_>>) -> String {
        let mut names = given.totals();
        names.push("Given.chosen".to_string());
        let mut rewrites = self.lemmas.iter().map(|name| format!("?{name}_is")).collect::<Vec<_>>();
        rewrites.push(given.fits());
        if let Some(other) = other {
            names.extend(other.totals());
            names.push("Other.chosen".to_string());
            rewrites.push(other.fits());
        }
        if self.instead {
            names.push("Given.instead".to_string());
        }
        let (binders, applied) = match other {
            Some(_) => ("(x : Given.placement) (y : Other.placement)", "violated x y"),
            None => ("(x : Given.placement)", "violated x"),
        };
        let Claim { about, before, says, .. } = self;
        let head = format!("\n(* {about} *)\n{before}Definition violated {binders} : Prop :=\n  {says}.\n");
        let end = "unfold Rmin; repeat destruct Rle_dec; repeat split; intros; lra";
        let shown = format!("unfold {} in *; cbn in *", names.join(", "));
        let body = if self.instead {
            format!(
                "repeat split; try lra. exists Given.instead. split; [exact Given.instead_feasible|].\n  {shown}; {end}."
            )
        } else {
            format!("{shown}; {end}.")
        };
        let rewrite = format!("rewrite {}", rewrites.join(", "));
        let theorem = match (every, other) {
            (true, None) => format!(
                "\nTheorem stands : (exists x, Given.specification x) /\\ forall x, Given.specification x -> {applied}.\nProof.\n  \
                     split; [exists Given.chosen; exact Given.chosen_meets|].\n  intros x S. pose proof (Given.settled x S) as T. destruct S as [F _].\n  \
                     unfold violated; {rewrite}. unfold Given.feasible in F.\n  {body}\nQed.\n"
            ),
            (true, Some(_)) => format!(
                "\nTheorem stands : (exists x, Given.specification x) /\\ (exists y, Other.specification y) /\\\n  \
                     forall x y, Given.specification x -> Other.specification y -> {applied}.\nProof.\n  \
                     split; [exists Given.chosen; exact Given.chosen_meets|].\n  split; [exists Other.chosen; exact Other.chosen_meets|].\n  \
                     intros x y S S'. pose proof (Given.settled x S) as T. pose proof (Other.settled y S') as T'.\n  \
                     destruct S as [F _]. destruct S' as [F' _].\n  unfold violated; {rewrite}. unfold Given.feasible in F. unfold Other.feasible in F'.\n  {body}\nQed.\n"
            ),
            (false, None) => format!(
                "\nTheorem stands : exists x, Given.specification x /\\ {applied}.\nProof.\n  \
                     exists Given.chosen. split; [exact Given.chosen_meets|].\n  unfold violated; {rewrite}.\n  {body}\nQed.\n"
            ),
            (false, Some(_)) => format!(
                "\nTheorem stands : exists x y, Given.specification x /\\ Other.specification y /\\ {applied}.\nProof.\n  \
                     exists Given.chosen, Other.chosen. split; [exact Given.chosen_meets|]. split; [exact Other.chosen_meets|].\n  \
                     unfold violated; {rewrite}.\n  {body}\nQed.\n"
            ),
        };
        head + &theorem + "Print Assumptions stands.\n"
    }
}
