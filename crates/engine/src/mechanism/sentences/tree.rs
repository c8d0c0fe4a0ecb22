//! Queues in trees in words: whole tasks pick by pick, from the root down to a user.

use fairwitness_kernel::specification::tasks::{left, placed as on_one_server};
use fairwitness_kernel::specification::tree::{Pick, Picks, Rule, Stand};

use super::picks::{lack, left_over};
use super::{capital, ended, largest, listed, over};
use crate::arithmetic::held;
use crate::document::Value;
use crate::model::Refusal;
use crate::model::cluster::Cluster;
use crate::model::cluster::hierarchy::NodeKind;
use crate::scalar::{Rational, Scalar, max};
use crate::trace::{BOUND, Line, MOST_STEPS, Step, Trace, too_many};

/// The rule by which the next task is given.
fn rule(rule: Rule) -> String {
    let down = "Each pick starts at the root and goes down, each time to the child with the smallest share divided by its weight \
                (of equals, the first), until it reaches a user, who gets one task. A user without a task that fits is skipped, \
                and so is a queue of such users.";
    match rule {
        Rule::Collapsed => "Each pick gives one task to the user with the smallest dominant share divided by its hierarchical share \
                            (of equals, the one with the lower number). A user without a task that fits is skipped."
            .to_string(),
        Rule::Naive => {
            format!("{down} The share of a queue is the largest part of a resource that its children use together.")
        }
        Rule::Rescaling => format!(
            "{down} For the share of a queue, what its children use is added up; before that, the children that can still get a task \
             are scaled down to the smallest of their shares for their weights. The largest part of a resource of which something \
             is left is the share."
        ),
        Rule::RescalingAll => format!(
            "{down} For the share of a queue, what its children use is added up; before that, all children are scaled down to the \
             smallest of their shares for their weights. The largest part of a resource of which something is left is the share."
        ),
        Rule::Volcano => "Each pick compares queues along their paths from the root, level by level. Of two queues, the one that is \
                          not saturated comes first, and otherwise the one with the smaller share divided by its weight; where \
                          both agree, the next level of their paths decides, and at last the order of the queues. In the queue \
                          that is picked, the user with the smallest dominant share gets one task. A queue is saturated if each \
                          user in it has all its tasks, or needs a resource of which nothing is left. The share of a queue adds \
                          up what its children use, after the children that use something and are not saturated were scaled \
                          down to the smallest of their shares, or to 1 if that is less."
            .to_string(),
    }
}

struct Run<'a> {
    picks: &'a Picks<'a>,
}

impl Run<'_> {
    fn name(&self, node: usize) -> String {
        self.picks.tree.name(self.picks.pool, node)
    }

    /// The dominant share of one task of each user, before weights.
    fn shares(&self) -> Step {
        let pool = self.picks.pool;
        let mut step =
            Step::new("share", "The dominant share of one task is its largest part of a resource.");
        for u in 0..pool.users() {
            let (demand, capacity) = (&pool.demand[u], &pool.capacity[0]);
            let counts = |r: &usize| demand[*r].is_positive() && capacity[*r].is_positive();
            let counted: Vec<usize> = (0..pool.resources()).filter(counts).collect();
            let parts: Vec<String> = counted.iter().map(|&r| over(&demand[r], &capacity[r])).collect();
            let Some(most) = counted.iter().map(|&r| &demand[r] / &capacity[r]).reduce(max) else { continue };
            step = step.line(format!("d{} = {} = {most}", u + 1, largest(&parts)), pool.user_name(u));
        }
        step
    }

    /// The hierarchical shares of all nodes, where the rule divides by them.
    fn entitlements(&self) -> Option<Step> {
        let (pool, tree) = (self.picks.pool, &self.picks.tree);
        if self.picks.rule() != Rule::Collapsed {
            return None;
        }
        let shares = tree.shares(pool, 0);
        let mut step = Step::new(
            "hierarchical-share",
            "The hierarchical share of a queue or user is the one above it, times its part of the weights of all children there.",
        );
        for node in 1..tree.nodes.len() {
            let Some(above) = tree.nodes[node].above.filter(|_| shares[node].is_positive()) else { continue };
            let weights: Vec<String> =
                tree.demanding(above).map(|k| tree.weight(pool, k, 0).to_string()).collect();
            let (of, weight) = (held(&shares[above]), held(&tree.weight(pool, node, 0)));
            let formula = match weights.len() {
                1 => shares[node].to_string(),
                _ => format!("{of} * {weight} / ({}) = {}", weights.join(" + "), shares[node]),
            };
            step = step.line(formula, self.name(node));
        }
        Some(step)
    }

    /// How the share of a queue comes about, where its children use something.
    fn counted(&self, stand: &[Stand], node: usize) -> Option<Line> {
        let tree = &self.picks.tree;
        if !matches!(tree.nodes[node].kind, NodeKind::Inner(_)) {
            return None;
        }
        let below: Vec<usize> = tree.demanding(node).collect();
        let factors = self.picks.factors(stand, &below);
        let most = |r: &usize| stand[node].uses[*r] == stand[node].share;
        // A share of zero is told by a resource that some child uses, if there is one.
        let uses = |r: &usize| below.iter().any(|&k| stand[k].uses[*r].is_positive());
        let resources = 0..stand[node].uses.len();
        let r = resources.clone().filter(most).find(uses).or_else(|| resources.clone().find(most))?;
        let used: Vec<(usize, &Rational)> = below
            .iter()
            .zip(&factors)
            .filter(|(k, _)| stand[**k].uses[r].is_positive())
            .map(|(k, factor)| (*k, factor))
            .collect();
        let scaled = used.iter().any(|(_, factor)| **factor != Rational::one());
        if used.is_empty() || used.len() < 2 && !scaled {
            return None;
        }
        let terms: Vec<String> = used
            .iter()
            .map(|(k, factor)| {
                let part = &stand[*k].uses[r];
                if **factor == Rational::one() {
                    part.to_string()
                } else {
                    format!("{} * {}", held(factor), held(part))
                }
            })
            .collect();
        let names: Vec<String> = used.iter().map(|(k, _)| self.name(*k)).collect();
        let how = if scaled {
            let shares: Vec<String> =
                below.iter().map(|&k| format!("{} for {}", stand[k].share, self.name(k))).collect();
            format!(", scaled down by the rule; the children's shares are {}", listed(&shares))
        } else {
            String::new()
        };
        let uses = format!("{} {}", listed(&names), if names.len() == 1 { "uses" } else { "use" });
        let resource = self.picks.pool.resource_name(r);
        Some(Line {
            formula: format!("{} = {}", terms.join(" + "), stand[node].share),
            because: format!("the share of {}, by {resource}: what {uses} of it{how}", self.name(node)),
        })
    }

    /// A line that compares a node: its share over its weight.
    fn level(&self, stand: &[Stand], node: usize) -> Line {
        let volcano = self.picks.rule() == Rule::Volcano;
        let weight = if volcano && !matches!(self.picks.tree.nodes[node].kind, NodeKind::User(_)) {
            max(self.picks.weight(node).clone(), Rational::one())
        } else if volcano {
            Rational::one()
        } else {
            self.picks.weight(node).clone()
        };
        let share = &stand[node].share;
        let kind = if self.picks.rule() == Rule::Collapsed { "hierarchical share" } else { "weight" };
        let saturated = if volcano && stand[node].saturated { ", saturated" } else { "" };
        let (formula, of) = if weight == Rational::one() {
            (share.to_string(), "share".to_string())
        } else {
            (format!("{} = {}", over(share, &weight), share / &weight), format!("share over {kind}"))
        };
        Line { formula, because: format!("{}: {of}{saturated}", self.name(node)) }
    }

    /// The comparisons of a pick that ends at the user: the nodes compared, and those on the way down.
    fn compared(&self, stand: &[Stand], user: usize) -> (Vec<Line>, Vec<usize>) {
        let tree = &self.picks.tree;
        let open = |k: &usize| !stand[*k].blocked;
        let mut way: Vec<usize> = tree.up(tree.leaf[user]).collect();
        way.reverse();
        if self.picks.rule() == Rule::Volcano {
            return (self.compared_by_paths(stand, user), way);
        }
        let mut lines = Vec::new();
        let mut add = |nodes: Vec<usize>| {
            if nodes.len() < 2 {
                return;
            }
            for node in nodes {
                lines.extend(self.counted(stand, node));
                lines.push(self.level(stand, node));
            }
        };
        if self.picks.rule() == Rule::Collapsed {
            add(tree.leaf.iter().copied().filter(open).collect());
            return (lines, vec![tree.leaf[user]]);
        }
        let mut node = 0;
        for &next in &way {
            add(tree.demanding(node).filter(open).collect());
            node = next;
        }
        (lines, way)
    }
}

impl Run<'_> {
    /// The comparisons of a pick in Volcano: queues level by level along their paths, then the users of the queue.
    fn compared_by_paths(&self, stand: &[Stand], user: usize) -> Vec<Line> {
        let tree = &self.picks.tree;
        let path = |user: usize| {
            let mut path: Vec<usize> = tree.up(tree.leaf[user]).skip(1).collect();
            path.reverse();
            path
        };
        let open: Vec<usize> = (0..tree.leaf.len()).filter(|u| !stand[tree.leaf[*u]].blocked).collect();
        let mut queues: Vec<Vec<usize>> = Vec::new();
        for &u in &open {
            if !queues.contains(&path(u)) {
                queues.push(path(u));
            }
        }
        let mut lines = Vec::new();
        let key = |node: usize| {
            let weight = max(self.picks.weight(node).clone(), Rational::one());
            (stand[node].saturated, &stand[node].share / weight)
        };
        let mut depth = 0;
        while queues.len() > 1 && queues.iter().all(|path| path.len() > depth) {
            let mut nodes: Vec<usize> = Vec::new();
            for path in &queues {
                if !nodes.contains(&path[depth]) {
                    nodes.push(path[depth]);
                }
            }
            for &node in nodes.iter().filter(|_| nodes.len() > 1) {
                lines.extend(self.counted(stand, node));
                lines.push(self.level(stand, node));
            }
            let Some(least) = nodes.iter().map(|node| key(*node)).min() else { break };
            queues.retain(|path| key(path[depth]) == least);
            depth += 1;
        }
        let own = path(user);
        let users: Vec<usize> = open.into_iter().filter(|u| path(*u) == own).collect();
        if users.len() > 1 {
            lines.extend(users.into_iter().map(|u| self.level(stand, tree.leaf[u])));
        }
        lines
    }
}

impl Run<'_> {
    /// The users that are newly blocked in the state `stand` of the nodes, as a step; the users in `passed` are known.
    /// A task that does not fit is a line of `bound` too.
    fn passed_over(
        &self,
        stand: &[Stand],
        left: &[Rational],
        passed: &mut [bool],
        bound: &mut Step,
    ) -> Option<Step> {
        let (pool, tree) = (self.picks.pool, &self.picks.tree);
        let mut out = Vec::new();
        for u in 0..pool.users() {
            if passed[u] || !tree.nodes[tree.leaf[u]].demands || !stand[tree.leaf[u]].blocked {
                continue;
            }
            passed[u] = true;
            let name = pool.user_name(u);
            out.push(match lack(pool, u, left) {
                Some((r, needs)) => {
                    let (left, called) = (&left[r], capital(&name));
                    let because = format!("{name}: {needs}, and {left} is left");
                    bound.put(format!("{} > {left}", pool.demand[u][r]), because);
                    format!("{called} is skipped from here on, because {needs} and {left} is left.")
                }
                None => format!("{} has all its tasks.", capital(&name)),
            });
        }
        (!out.is_empty()).then(|| Step::new("passed-over", out.join(" ")).with("left", Value::numbers(left)))
    }
}

/// The run of the rule.
///
/// # Errors
/// There may be too many picks to list.
pub fn tree(picks: &Picks<'_>) -> Result<Trace<Cluster>, Refusal> {
    if picks.most() > Rational::int(MOST_STEPS as i64) {
        return Err(too_many());
    }
    let (run, pool) = (Run { picks }, picks.pool);
    let mut events = Vec::new();
    let end = on_one_server(picks.run(&mut events));
    let mut given = vec![Rational::zero(); pool.users()];
    let mut steps = vec![Step::new("rule", rule(picks.rule())), run.shares()];
    steps.extend(run.entitlements());
    let mut passed = vec![false; pool.users()];
    let mut bound =
        Step::new(BOUND, "The rule leaves no choice: each pick is forced, and so is each answer to a tie.");
    for (k, Pick { user, stand }) in events.iter().enumerate() {
        steps.extend(run.passed_over(stand, &left(picks.pool, &given), &mut passed, &mut bound));
        let Some(user) = *user else { break };
        let (lines, way) = run.compared(stand, user);
        given[user] = &given[user] + Rational::one();
        let names: Vec<String> = way.iter().map(|node| run.name(*node)).collect();
        let to = match names.split_last() {
            Some((user, [])) => format!("{user} gets one task"),
            Some((user, queues)) => {
                format!("the way goes to {} and there to {user}, who gets one task", listed(queues))
            }
            None => String::new(),
        };
        let left = left(picks.pool, &given);
        let alone =
            if lines.is_empty() && pool.users() > 1 { ", because no other can get a task" } else { "" };
        let says = format!("Pick {}: {to}{alone}; what is left: {}.", k + 1, left_over(pool, &left));
        let step = Step::new("pick", says).with("user", Value::index(user));
        steps.push(Step { lines, ..step.with("left", Value::numbers(&left)) });
    }
    Ok(ended(pool, steps, end, [bound]))
}
