//! The server for a task, found without examining every server.
//!
//! The result is that of the rules of [`crate::mechanism::decision`]: the first server where the task fits,
//! or the one with the smallest mismatch. [`scan`] applies the rules to every server; the indexes are tested
//! against it.

use std::collections::{BTreeMap, BTreeSet};

use crate::mechanism::decision::{Misfit, fits};

/// The free amounts of every server, in units, one row per server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stock {
    resources: usize,
    left: Vec<i64>,
}

impl Stock {
    /// The free amounts given by rows.
    pub fn of(rows: &[Vec<i64>]) -> Self {
        Stock { resources: rows.first().map_or(0, Vec::len), left: rows.concat() }
    }

    /// The number of servers.
    pub fn servers(&self) -> usize {
        self.left.len().checked_div(self.resources).unwrap_or(0)
    }

    /// The free amounts of `server`.
    pub fn row(&self, server: usize) -> &[i64] {
        &self.left[server * self.resources..(server + 1) * self.resources]
    }

    fn add(&mut self, server: usize, amounts: &[i64], sign: i64) {
        let row = &mut self.left[server * self.resources..(server + 1) * self.resources];
        row.iter_mut().zip(amounts).for_each(|(l, a)| *l += sign * a);
    }
}

/// The rule that selects the server for a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The first server, by index, where the task fits.
    First,
    /// The server with the smallest mismatch; among equals the first.
    Best,
}

fn wide(row: &[i64]) -> Vec<i128> {
    row.iter().map(|&x| i128::from(x)).collect()
}

/// The server that the rule selects, by examining every server.
pub fn scan(
    choice: Choice,
    stock: &Stock,
    demand: &[i64],
    parts: &[i128],
    may: &dyn Fn(usize) -> bool,
) -> Option<usize> {
    let mut fitting = (0..stock.servers()).filter(|&i| may(i) && fits(demand, stock.row(i)));
    match choice {
        Choice::First => fitting.next(),
        Choice::Best => {
            let demand = wide(demand);
            fitting.min_by_key(|&i| (Misfit::of(&demand, &wide(stock.row(i)), parts), i))
        }
    }
}

/// The servers with their free amounts, and an index for the rule.
#[derive(Debug)]
pub struct Places {
    stock: Stock,
    choice: Choice,
    index: Index,
}

#[derive(Debug)]
enum Index {
    First(Tree),
    Best(Ratios),
    None,
}

impl Places {
    /// The servers with the index that the rule `choice` needs.
    pub fn of(stock: Stock, choice: Choice) -> Self {
        let index = match choice {
            Choice::First => Index::First(Tree::of(&stock)),
            Choice::Best if stock.resources == 2 => Index::Best(Ratios::of(&stock)),
            Choice::Best => Index::None,
        };
        Places { stock, choice, index }
    }

    /// The servers without an index: every server is examined.
    pub fn scanning(stock: Stock, choice: Choice) -> Self {
        Places { stock, choice, index: Index::None }
    }

    /// The free amounts of the servers.
    pub fn stock(&self) -> &Stock {
        &self.stock
    }

    /// The server that the rule selects for a task, among the eligible ones.
    pub fn find(&mut self, demand: &[i64], parts: &[i128], eligible: Option<&[bool]>) -> Option<usize> {
        let may = |i: usize| eligible.is_none_or(|e| e[i]);
        match &mut self.index {
            Index::First(tree) => tree.first(&self.stock, demand, &may),
            Index::Best(ratios) => ratios.best(demand, parts, &may),
            Index::None => scan(self.choice, &self.stock, demand, parts, &may),
        }
    }

    /// Subtracts a task's amounts from a server.
    pub fn take(&mut self, server: usize, amounts: &[i64]) {
        self.change(server, amounts, -1);
    }

    /// Adds a task's amounts to a server.
    pub fn give(&mut self, server: usize, amounts: &[i64]) {
        self.change(server, amounts, 1);
    }

    fn change(&mut self, server: usize, amounts: &[i64], sign: i64) {
        if let Index::Best(ratios) = &mut self.index {
            ratios.remove(server, self.stock.row(server));
        }
        self.stock.add(server, amounts, sign);
        match &mut self.index {
            Index::First(tree) => tree.update(&self.stock, server),
            Index::Best(ratios) => ratios.insert(server, self.stock.row(server)),
            Index::None => {}
        }
    }
}

/// A binary tree over the servers in order: each node holds the largest free amount of each resource below
/// it.
#[derive(Debug)]
struct Tree {
    leaves: usize,
    resources: usize,
    most: Vec<i64>,
}

impl Tree {
    fn of(stock: &Stock) -> Self {
        let leaves = stock.servers().next_power_of_two().max(1);
        let resources = stock.resources;
        let mut tree = Tree { leaves, resources, most: vec![-1; 2 * leaves * resources] };
        for i in 0..stock.servers() {
            let at = (leaves + i) * resources;
            tree.most[at..at + resources].copy_from_slice(stock.row(i));
        }
        for node in (1..leaves).rev() {
            tree.raise(node);
        }
        tree
    }

    fn raise(&mut self, node: usize) -> bool {
        let (mut changed, n) = (false, self.resources);
        for r in 0..n {
            let most = self.most[2 * node * n + r].max(self.most[(2 * node + 1) * n + r]);
            changed |= self.most[node * n + r] != most;
            self.most[node * n + r] = most;
        }
        changed
    }

    fn update(&mut self, stock: &Stock, server: usize) {
        let mut node = self.leaves + server;
        self.most[node * self.resources..(node + 1) * self.resources].copy_from_slice(stock.row(server));
        while node > 1 {
            node /= 2;
            if !self.raise(node) {
                break;
            }
        }
    }

    fn first(&self, stock: &Stock, demand: &[i64], may: &dyn Fn(usize) -> bool) -> Option<usize> {
        let mut stack = vec![1];
        while let Some(node) = stack.pop() {
            if !fits(demand, &self.most[node * self.resources..(node + 1) * self.resources]) {
                continue;
            }
            if node < self.leaves {
                stack.extend([2 * node + 1, 2 * node]);
            } else if node - self.leaves < stock.servers() && may(node - self.leaves) {
                return Some(node - self.leaves);
            }
        }
        None
    }
}

/// Classes of servers by the ratio of the free amounts of two resources, in steps of the ratio; within a
/// class by free amount. The mismatch grows with the distance of a class from the task's own ratio.
#[derive(Debug)]
struct Ratios {
    classes: Vec<Class>,
}

#[derive(Debug, Default)]
struct Class {
    alike: BTreeMap<(i64, i64), BTreeSet<u32>>,
    /// At least the free amounts of either resource on each of its servers.
    most: (i64, i64),
}

/// The number of classes of ratios.
const CLASSES: i128 = 512;

fn class(left: (i64, i64)) -> usize {
    let (first, second) = (i128::from(left.0), i128::from(left.1));
    ((CLASSES - 1) * second / (first + second).max(1)) as usize
}

impl Ratios {
    fn of(stock: &Stock) -> Self {
        let mut ratios = Ratios { classes: (0..CLASSES).map(|_| Class::default()).collect() };
        (0..stock.servers()).for_each(|i| ratios.insert(i, stock.row(i)));
        ratios
    }

    fn insert(&mut self, server: usize, row: &[i64]) {
        let left = (row[0], row[1]);
        let class = &mut self.classes[class(left)];
        class.most = (class.most.0.max(left.0), class.most.1.max(left.1));
        class.alike.entry(left).or_default().insert(server as u32);
    }

    fn remove(&mut self, server: usize, row: &[i64]) {
        let left = (row[0], row[1]);
        let class = &mut self.classes[class(left)];
        if let Some(alike) = class.alike.get_mut(&left) {
            alike.remove(&(server as u32));
            if alike.is_empty() {
                class.alike.remove(&left);
            }
        }
        if class.alike.is_empty() {
            class.most = (0, 0);
        }
    }

    /// The best server for a task, which demands the first resource.
    fn best(&mut self, demand: &[i64], parts: &[i128], may: &dyn Fn(usize) -> bool) -> Option<usize> {
        let own = class((demand[0], demand[1]));
        let mut found = self.classes[own].best(demand, parts, may);
        // On either side the ratio only moves away, so the first class with a server settles that side.
        let up = (own + 1..self.classes.len()).find_map(|k| self.classes[k].best(demand, parts, may));
        let down = (0..own).rev().find_map(|k| self.classes[k].best(demand, parts, may));
        for other in [up, down].into_iter().flatten() {
            if found.as_ref().is_none_or(|found| other < *found) {
                found = Some(other);
            }
        }
        found.map(|(_, server)| server)
    }
}

impl Class {
    fn best(
        &mut self,
        demand: &[i64],
        parts: &[i128],
        may: &dyn Fn(usize) -> bool,
    ) -> Option<(Misfit<i128>, usize)> {
        if !fits(demand, &[self.most.0, self.most.1]) {
            return None;
        }
        let asked = wide(demand);
        let mut found: Option<(Misfit<i128>, usize)> = None;
        let mut any = false;
        for (&(first, second), alike) in self.alike.range((demand[0], i64::MIN)..) {
            if demand[1] > second {
                continue;
            }
            any = true;
            let misfit = Misfit::of(&asked, &[i128::from(first), i128::from(second)], parts);
            if found.as_ref().is_some_and(|(least, _)| misfit > *least) {
                continue;
            }
            if let Some(server) = alike.iter().map(|&i| i as usize).find(|&i| may(i))
                && found.as_ref().is_none_or(|least| (&misfit, server) < (&least.0, least.1))
            {
                found = Some((misfit, server));
            }
        }
        if !any {
            let keys = || self.alike.keys();
            self.most = (keys().map(|k| k.0).max().unwrap_or(0), keys().map(|k| k.1).max().unwrap_or(0));
        }
        found
    }
}
