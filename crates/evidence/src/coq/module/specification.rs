//! The specification of a mechanism on an instance: its definition, the proof that the recorded outcome meets
//! it, and the proof that no other outcome does.

use super::{Form, Module, added, extreme, number};
use crate::scalar::{Rational, Scalar, sum};

impl Module<'_> {
    /// Returns the specification of the mechanism as a Coq definition.
    pub fn specification(&self) -> String {
        match self.form {
            Form::PoolShare | Form::TaskShare => self.leximin(),
            Form::Slices => {
                let total = number(&sum(self.users().map(|u| self.weight(u))));
                let slice = |u: usize, i: usize| {
                    let fits =
                        if self.runs(u, i) { format!("fit_{}_{}", u + 1, i + 1) } else { "0".to_string() };
                    format!("{} / {total} * {fits}", number(&self.weight(u)))
                };
                let of = |u: usize| -> Vec<String> {
                    let relation = if self.pool.tasks[u].is_some() { "<=" } else { "=" };
                    let each = self
                        .servers()
                        .map(|i| format!("{} {relation} {}", Self::field(u, i, "x"), slice(u, i)));
                    let has = self.pool.tasks[u].iter().map(|has| {
                        let slices = added(self.servers().map(|i| slice(u, i)));
                        format!("total_{} x = Rmin {} ({slices})", u + 1, number(has))
                    });
                    each.chain(has).collect()
                };
                let rows: Vec<String> = self.users().flat_map(of).collect();
                format!(
                    "\n(* Each user has its part of every server. *)\nDefinition specification x := feasible x /\\\n  {}.\n",
                    rows.join(" /\\\n  ")
                )
            }
            _ => self.bottlenecks(),
        }
    }

    fn leximin(&self) -> String {
        let pool = self.pool;
        let mut text =
            "\n(* Levels, of those who can run somewhere, and the leximin optimum. *)\n".to_string();
        for u in self.runners() {
            let meant = match self.form {
                Form::TaskShare => {
                    let (n, weight) = (u + 1, number(&self.weight(u)));
                    let fits = added(self.servers().map(|i| format!("fit_{n}_{}", i + 1)));
                    format!("total_{n} x / ({weight} * ({fits}))")
                }
                _ => {
                    let pooled = pool.pooled();
                    let shares: Vec<String> = (0..pool.resources())
                        .filter(|&r| pooled[r].is_positive())
                        .map(|r| format!("({} / {})", number(&pool.demand[u][r]), number(&pooled[r])))
                        .collect();
                    let (weight, share) = (number(&self.weight(u)), extreme("Rmax", &shares));
                    format!("total_{} x / {weight} * ({share})", u + 1)
                }
            };
            let (n, slope) = (u + 1, number(&self.slope(u)));
            text += &format!("Definition level_{n} x := {meant}.\n");
            text += &format!("Lemma level_{n}_is x : level_{n} x = {slope} * total_{n} x.\n");
            text += &match self.form {
                Form::TaskShare => {
                    format!("Proof. unfold level_{}; rewrite {}; lra. Qed.\n", u + 1, self.own_fits())
                }
                _ => format!("Proof. unfold level_{}; smallest. Qed.\n", u + 1),
            };
        }
        let levels: Vec<String> = self.runners().iter().map(|u| format!("level_{} x", u + 1)).collect();
        text + &format!(
            "Definition levels x := [{}].\nDefinition specification x :=\n  \
             feasible x /\\ forall y, feasible y -> ~ below (sort (levels x)) (sort (levels y)).\n",
            levels.join("; ")
        )
    }

    fn bottlenecks(&self) -> String {
        let pool = self.pool;
        let about = match self.form {
            Form::Time => {
                "Every server is sold out, and used only by the users with the smallest level on it."
            }
            _ => {
                "Each user has a bottleneck on every server where it can run: full, and held by no user with a larger level."
            }
        };
        let mut text = format!("\n(* {about} *)\n");
        let held = |u: usize, i: usize| match self.form {
            Form::Here => Self::field(u, i, "x"),
            _ => format!("total_{} x", u + 1),
        };
        for (u, i) in self.pairs() {
            let name = format!("level_{}_{}", u + 1, i + 1);
            let slope = Rational::one() / (self.weight(u) * pool.gamma(u, i));
            text += &format!(
                "Definition {name} x := {} / ({} * fit_{}_{}).\nLemma {name}_is x : {name} x = {} * {}.\n\
                 Proof. unfold {name}; rewrite {}; lra. Qed.\n",
                held(u, i),
                number(&self.weight(u)),
                u + 1,
                i + 1,
                number(&slope),
                if self.form == Form::Here { format!("({})", held(u, i)) } else { held(u, i) },
                self.own_fits()
            );
        }
        let mut rows = Vec::new();
        for (n, i) in self.pairs() {
            let low = |m: usize| {
                let (has, server) = (Self::field(m, i, "x"), i + 1);
                format!("(0 < {has} -> level_{}_{server} x <= level_{}_{server} x)", m + 1, n + 1)
            };
            let others = |r: Option<usize>| {
                let holds = move |m: &usize| r.is_none_or(|r| pool.demand[*m][r].is_positive());
                let lows = self.users().filter(|&m| m != n && self.runs(m, i)).filter(holds).map(low);
                lows.map(|low| format!(" /\\ {low}")).collect::<String>()
            };
            let mut ways: Vec<String> = if self.form == Form::Time {
                vec![format!("(time_{} x = 1{})", i + 1, others(None))]
            } else {
                let demanded = (0..pool.resources()).filter(|&r| pool.demand[n][r].is_positive());
                let full = |r| {
                    format!("({} = {}{})", self.used(i, r), number(&pool.capacity[i][r]), others(Some(r)))
                };
                demanded.map(full).collect()
            };
            ways.extend(pool.tasks[n].iter().map(|has| format!("(total_{} x = {})", n + 1, number(has))));
            rows.push(format!("({})", ways.join(" \\/\n   ")));
        }
        let rows = if rows.is_empty() { "True".to_string() } else { rows.join(" /\\\n  ") };
        text + &format!("Definition specification x := feasible x /\\\n  {rows}.\n")
    }

    /// Returns the lemmas that the recorded outcome meets the specification.
    pub fn met(&self) -> String {
        let feasible =
            format!("Lemma chosen_feasible : feasible chosen.\nProof. {} Qed.\n", self.feasibility("chosen"));
        if !matches!(self.form, Form::PoolShare | Form::TaskShare) {
            return format!(
                "{feasible}Lemma chosen_meets : specification chosen.\nProof.\n  split; [exact chosen_feasible|].\n  \
                 {}; unfold {}, chosen; cbn; unfold Rmin; repeat destruct Rle_dec; repeat split; choose.\nQed.\n",
                self.plain(""),
                self.names("total")
            );
        }
        let mut levels: Vec<Rational> =
            self.runners().into_iter().map(|u| self.slope(u) * self.outcome.total(u)).collect();
        levels.sort();
        let sorted: Vec<String> = levels.iter().map(number).collect();
        format!(
            "{feasible}Lemma chosen_levels : sort (levels chosen) = [{}].\nProof.\n  unfold levels; {}; unfold {}, chosen; cbn [{}].\n  ordered.\nQed.\n\
             Lemma chosen_meets : specification chosen.\nProof.\n  split; [exact chosen_feasible|]. intros y F B. rewrite chosen_levels in B.\n  \
             unfold levels in B; {} in B. unfold feasible in F. unfold {} in *.\n  \
             orders B; repeat (destruct B as [B|[? B]]; [lra|]); exact B.\nQed.\n",
            sorted.join("; "),
            self.plain(""),
            self.names("total"),
            self.all_fields("").concat().trim_end(),
            self.plain(""),
            self.names("total")
        )
    }

    /// Returns the lemma that every outcome that meets the specification has the totals of the recorded one.
    pub fn settled(&self) -> String {
        let mut claims: Vec<String> =
            self.users().map(|u| format!("total_{} x = {}", u + 1, number(&self.outcome.total(u)))).collect();
        let endless = self.pool.tasks.iter().all(Option::is_none);
        if self.form == Form::Here || (self.form == Form::Slices && endless) {
            claims.extend(self.users().flat_map(|u| {
                self.servers().map(move |i| {
                    format!("{} = {}", Self::field(u, i, "x"), number(&self.outcome.tasks[u][i]))
                })
            }));
        }
        let claim = claims.join(" /\\ ");
        let totals = self.names("total");
        let proof = match self.form {
            Form::PoolShare | Form::TaskShare => {
                let orders: String = self
                    .runners()
                    .into_iter()
                    .map(|u| {
                        let sum = added(self.servers().map(|i| Self::field(u, i, "x")));
                        let is = number(&self.outcome.total(u));
                        format!("  destruct (Rtotal_order ({sum}) {is}) as [?|[?|?]];\n")
                    })
                    .collect();
                format!(
                    "  intros [F L]. specialize (L chosen chosen_feasible). rewrite chosen_levels in L.\n  \
                     unfold levels in L; {} in L. unfold feasible in F. unfold {totals} in *.\n{orders}  \
                     first [lra | orders L; first [lra | exfalso; apply L; above | repeat split; lra]].\n",
                    self.plain("")
                )
            }
            Form::Slices => format!(
                "  intros [F S]. {} in S. unfold feasible in F. unfold {totals}, Rmin in *.\n  repeat match type of S with context [Rle_dec ?a ?b] => destruct (Rle_dec a b) end; repeat split; lra.\n",
                self.plain("")
            ),
            Form::Here => self.server_by_server(&totals),
            _ => {
                let signs = self.signs(&self.pairs());
                format!(
                    "  intros [F B]. {} in B. unfold feasible in F; {} in F. unfold {totals} in *.\n{signs}  \
                     apart; repeat split; lra.\n",
                    self.plain(""),
                    self.plain("")
                )
            }
        };
        format!(
            "(* There is no other. *)\nLemma settled x : specification x ->\n  {claim}.\nProof.\n{proof}Qed.\n"
        )
    }

    fn signs(&self, pairs: &[(usize, usize)]) -> String {
        let sign =
            |(u, i): &(usize, usize)| format!("  destruct (Rlt_dec 0 ({}));\n", Self::field(*u, *i, "x"));
        pairs.iter().map(sign).collect()
    }

    /// Returns the proof for a specification that concerns each server separately; each server's tasks are
    /// then determined separately.
    fn server_by_server(&self, totals: &str) -> String {
        let pairs = self.pairs();
        let plain = self.plain("");
        let unfolded = format!("{plain} in B. unfold feasible in F; {plain} in F. unfold {totals} in *.");
        let mut proof = format!("  intros [F B]. {unfolded}\n");
        let names: Vec<String> = (1..=pairs.len()).map(|k| format!("B{k}")).collect();
        match &names[..] {
            [] => {}
            [_] => proof += "  rename B into B1.\n",
            _ => proof += &format!("  destruct B as ({}).\n", names.join(" & ")),
        }
        for i in self.servers() {
            let claims: Vec<String> = self
                .users()
                .map(|u| format!("{} = {}", Self::field(u, i, "x"), number(&self.outcome.tasks[u][i])))
                .collect();
            let (own, others): (Vec<_>, Vec<_>) =
                pairs.iter().copied().zip(&names).partition(|((_, j), _)| *j == i);
            let clear: String = others.iter().map(|(_, name)| format!("clear {name}. ")).collect();
            let own: Vec<(usize, usize)> = own.into_iter().map(|(pair, _)| pair).collect();
            let (n, claims, signs) = (i + 1, claims.join(" /\\ "), self.signs(&own));
            let shown = format!("{{ {clear}idtac;\n{signs}  apart; repeat split; lra. }}");
            proof += &format!("  assert (S{n} : {claims}).\n  {shown}\n");
        }
        proof + "  repeat split; lra.\n"
    }
}
