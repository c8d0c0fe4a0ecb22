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
            Ok(plain(
                format!("When user {} leaves, user {} runs fewer tasks.", leaves + 1, loses + 1),
                format!("Other.total_{} y < Given.total_{} x", after + 1, loses + 1),
            ))
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
    let fits = (0..pool.servers())
        .filter(|&i| pool.eligible[n][i])
        .map(|i| format!("Given.fit_{}_{}", n + 1, i + 1));
    let slice = format!("{} / {total} * ({})", number(&given.weight(n)), added(fits));
    format!("Given.total_{} x < {}", n + 1, capped(given, n, slice))
}

/// The number `kappa` of tasks of one demand in a task of another, with the lemma that computes it.
fn kappa(name: &str, demand: &[Rational], other: &[Rational]) -> (String, Rational) {
    let on: Vec<usize> = (0..demand.len()).filter(|&r| demand[r].is_positive()).collect();
    let quotients: Vec<String> =
        on.iter().map(|&r| format!("({} / {})", number(&other[r]), number(&demand[r]))).collect();
    let value = on.iter().map(|&r| &other[r] / &demand[r]).min().unwrap_or_else(Rational::zero);
    let text = format!(
        "Definition {name} := {}.\nLemma {name}_is : {name} = {}. Proof. unfold {name}; smallest. Qed.\n",
        extreme("Rmin", &quotients),
        number(&value)
    );
    (text, value)
}

fn envy(property: &str, given: &Module<'_>, n: usize, m: usize) -> Claim {
    let pool = given.pool;
    let weights = format!("{} / {}", number(&given.weight(n)), number(&given.weight(m)));
    let about = format!("User {} could run more tasks with what user {} holds.", n + 1, m + 1);
    if pool.rate.is_some() {
        let on = (0..pool.servers()).filter(|&i| pool.runs_on(m, i) && pool.eligible[n][i]);
        let worth = on.map(|i| {
            format!(
                "{} / Given.fit_{}_{i1} * Given.fit_{}_{i1}",
                given.at(m, i, "x"),
                m + 1,
                n + 1,
                i1 = i + 1
            )
        });
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

fn complaint(property: &str, given: &Module<'_>, by: usize, instead: &Placement) -> Result<Claim, String> {
    let pool = given.pool;
    let pooled = pool.pooled();
    let runners: Vec<usize> = (0..pool.users()).filter(|&u| pool.can_run(u)).collect();
    let dominant = |u: usize, capacity: &[Rational], r: usize| -> Vec<(Rational, Rational)> {
        (0..pool.resources())
            .map(|q| (&pool.demand[u][q] * &capacity[r], &pool.demand[u][r] * &capacity[q]))
            .collect()
    };
    let rows_of = |r: usize| -> Vec<(Rational, Rational)> {
        match property {
            "bf" => runners
                .iter()
                .flat_map(|&u| (0..pool.servers()).filter(move |&i| pool.runs_on(u, i)).map(move |i| (u, i)))
                .flat_map(|(u, i)| dominant(u, &pool.capacity[i], r))
                .collect(),
            "bf-global" => runners.iter().flat_map(|&u| dominant(u, &pooled, r)).collect(),
            _ => vec![],
        }
    };
    let outcome = given.outcome();
    // Level per task: the share of the resource, or on one server the dominant share.
    let per_task = |u: usize, r: usize| -> Rational {
        if property == "single-server" {
            let shares = (0..pool.resources()).filter(|&q| pool.demand[u][q].is_positive());
            let most = shares.map(|q| &pool.demand[u][q] / &pool.capacity[0][q]).max();
            return most.unwrap_or_else(Rational::zero) / given.weight(u);
        }
        &pool.demand[u][r] / (given.weight(u) * &pooled[r])
    };
    let stands = |r: usize| {
        let level =
            |u: usize| if pool.can_run(u) { per_task(u, r) * outcome.total(u) } else { Rational::zero() };
        let positive =
            runners.iter().all(|&u| pool.demand[u][r].is_positive()) || property == "single-server";
        positive
            && rows_of(r).iter().all(|(a, b)| a <= b)
            && (0..pool.users()).all(|m| instead.total(m) >= outcome.total(m) || level(m) > level(by))
    };
    let r =
        (0..pool.resources()).find(|&r| stands(r)).ok_or("a complaint of which the resource is not found")?;
    let feasible = if given.whole { "Given.feasible_by_resource" } else { "Given.feasible" };
    let mut parts = vec![format!("{feasible} z"), format!("Given.total_{0} x < Given.total_{0} z", by + 1)];
    let mut before = String::new();
    let mut lemmas = Vec::new();
    let mut level = |u: usize| {
        let weight = number(&given.weight(u));
        if property == "single-server" {
            let name = format!("share_{}", u + 1);
            let shares: Vec<String> = (0..pool.resources())
                .filter(|&q| pool.demand[u][q].is_positive())
                .map(|q| format!("({} / {})", number(&pool.demand[u][q]), number(&pool.capacity[0][q])))
                .collect();
            let value = per_task(u, r) * given.weight(u);
            if !lemmas.contains(&name) {
                before += &format!(
                    "Definition {name} := {}.\nLemma {name}_is : {name} = {}. Proof. unfold {name}; smallest. Qed.\n",
                    extreme("Rmax", &shares),
                    number(&value)
                );
                lemmas.push(name.clone());
            }
            return format!("Given.total_{} x * {name} / {weight}", u + 1);
        }
        let (d, c) = (number(&pool.demand[u][r]), number(&pooled[r]));
        format!("Given.total_{} x * {d} / ({weight} * {c})", u + 1)
    };
    for m in runners.iter().copied().filter(|m| *m != by) {
        let (own, other) = (level(by), level(m));
        parts.push(format!("(Given.total_{0} z < Given.total_{0} x -> {own} < {other})", m + 1));
    }
    let rows: Vec<String> = rows_of(r)
        .iter()
        .filter(|(a, b)| a != b)
        .map(|(a, b)| format!("{} <= {}", number(a), number(b)))
        .collect();
    let dominance = match property {
        "bf" => format!(
            "Resource {} is dominant for every user, server by server (d_q c_r <= d_r c_q).\n   ",
            r + 1
        ),
        "bf-global" => {
            format!("Resource {} is dominant for every user in the pool (d_q C_r <= d_r C_q).\n   ", r + 1)
        }
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
            let slice = on.map(|i| {
                format!(
                    "{} / Other.fit_{n1}_{i1} * Given.fit_{n1}_{i1}",
                    other.at(n, i, "y"),
                    n1 = n + 1,
                    i1 = i + 1
                )
            });
            added(slice)
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
        let binders = if other.is_some() {
            "(x : Given.placement) (y : Other.placement)"
        } else {
            "(x : Given.placement)"
        };
        let applied = if other.is_some() { "violated x y" } else { "violated x" };
        let mut text = format!(
            "\n(* {} *)\n{}Definition violated {binders} : Prop :=\n  {}.\n",
            self.about, self.before, self.says
        );
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
        match (every, other) {
            (true, None) => {
                text += &format!(
                    "\nTheorem stands : (exists x, Given.specification x) /\\ forall x, Given.specification x -> {applied}.\nProof.\n  \
                     split; [exists Given.chosen; exact Given.chosen_meets|].\n  intros x S. pose proof (Given.settled x S) as T. destruct S as [F _].\n  \
                     unfold violated; {rewrite}. unfold Given.feasible in F.\n  {body}\nQed.\n"
                );
            }
            (true, Some(_)) => {
                text += &format!(
                    "\nTheorem stands : (exists x, Given.specification x) /\\ (exists y, Other.specification y) /\\\n  \
                     forall x y, Given.specification x -> Other.specification y -> {applied}.\nProof.\n  \
                     split; [exists Given.chosen; exact Given.chosen_meets|].\n  split; [exists Other.chosen; exact Other.chosen_meets|].\n  \
                     intros x y S S'. pose proof (Given.settled x S) as T. pose proof (Other.settled y S') as T'.\n  \
                     destruct S as [F _]. destruct S' as [F' _].\n  unfold violated; {rewrite}. unfold Given.feasible in F. unfold Other.feasible in F'.\n  {body}\nQed.\n"
                );
            }
            (false, None) => {
                text += &format!(
                    "\nTheorem stands : exists x, Given.specification x /\\ {applied}.\nProof.\n  \
                     exists Given.chosen. split; [exact Given.chosen_meets|].\n  unfold violated; {rewrite}.\n  {body}\nQed.\n"
                );
            }
            (false, Some(_)) => {
                text += &format!(
                    "\nTheorem stands : exists x y, Given.specification x /\\ Other.specification y /\\ {applied}.\nProof.\n  \
                     exists Given.chosen, Other.chosen. split; [exact Given.chosen_meets|]. split; [exact Other.chosen_meets|].\n  \
                     unfold violated; {rewrite}.\n  {body}\nQed.\n"
                );
            }
        }
        text + "Print Assumptions stands.\n"
    }
}
