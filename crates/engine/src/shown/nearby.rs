//! Instances near a given one, each named by the part removed or changed, for the question why no smaller
//! instance works.

use fairwitness_kernel::model::Model;
use fairwitness_kernel::model::arrivals::{Arrivals, Sequence};
use fairwitness_kernel::model::cluster::{Cluster, Pool, Weight};
use fairwitness_kernel::model::covering::{Covering, Stock};
use fairwitness_kernel::scalar::{Rational, Scalar};

/// The phrase for a change, as it follows "The property holds", and the changed instance.
pub type Nearby<I> = (String, I);

/// The largest number of zeros that are filled one by one.
const MOST_ZEROS: usize = 8;

/// The pools with one part less, a rule less, a zero more or a zero less.
pub fn of_pool(pool: &Pool) -> Vec<Nearby<Pool>> {
    let mut found: Vec<Nearby<Pool>> = Vec::new();
    let edit = |change: &dyn Fn(&mut Pool)| {
        let mut other = pool.clone();
        change(&mut other);
        other
    };
    for u in 0..pool.users() {
        found.extend(Cluster::without(pool, u).map(|rest| (format!("without {}", pool.user_name(u)), rest)));
    }
    if pool.servers() > 1 {
        for i in 0..pool.servers() {
            let rest = edit(&|p| p.drop_server(i));
            found.push((format!("without {}", pool.server_name(i)), rest));
        }
    }
    if pool.resources() > 1 {
        for r in 0..pool.resources() {
            let rest = edit(&|p| p.drop_resource(r));
            found.push((format!("without {}", pool.resource_name(r)), rest));
        }
    }
    rules(pool, &mut found);
    numbers(pool, &mut found);
    let sound = |(_, p): &Nearby<Pool>| {
        p.demand.iter().all(|row| row.iter().any(Scalar::is_positive))
            && p.eligible.iter().all(|row| row.iter().any(|e| *e))
    };
    found.into_iter().filter(sound).collect()
}

/// The pools with a constraint, a limit or the weights lifted.
fn rules(pool: &Pool, found: &mut Vec<Nearby<Pool>>) {
    let mut push = |what: String, change: &dyn Fn(&mut Pool)| {
        let mut other = pool.clone();
        change(&mut other);
        found.push((what, other));
    };
    for u in 0..pool.users() {
        let name = pool.user_name(u);
        if pool.eligible[u].iter().any(|e| !e) {
            push(format!("without the placement constraint of {name}"), &|p| p.eligible[u].fill(true));
        }
        if pool.tasks[u].is_some() {
            push(format!("if {name} has tasks without end"), &|p| p.tasks[u] = None);
        }
        let equal = (0..pool.resources()).all(|r| *pool.weight(u, r) == Rational::one());
        if !equal {
            push(format!("if {name} has the weight 1"), &|p| match &mut p.weight {
                Weight::User(w) => w[u] = Rational::one(),
                Weight::Resource(w) => w[u].fill(Rational::one()),
            });
        }
    }
    if pool.rate.is_some() {
        push("without the rates".to_string(), &|p| p.rate = None);
    }
}

/// The pools with a number set to zero, and with a zero set to one if there are few zeros.
fn numbers(pool: &Pool, found: &mut Vec<Nearby<Pool>>) {
    let zeros = pool.capacity.iter().chain(&pool.demand).flatten().filter(|x| x.is_zero()).count();
    let mut change = |what: String, of_server: bool, row: usize, r: usize, to: Rational| {
        let mut other = pool.clone();
        if of_server {
            other.capacity[row][r] = to;
        } else {
            other.demand[row][r] = to;
        }
        found.push((what, other));
    };
    for i in 0..pool.servers() {
        for r in 0..pool.resources() {
            let (name, on) = (pool.resource_name(r), pool.server_name(i));
            if pool.capacity[i][r].is_positive() {
                if pool.servers() > 1 && pool.resources() > 1 {
                    change(format!("without {name} on {on}"), true, i, r, Rational::zero());
                }
            } else if zeros <= MOST_ZEROS {
                change(format!("with 1 unit of {name} on {on}"), true, i, r, Rational::one());
            }
        }
    }
    for u in 0..pool.users() {
        for r in 0..pool.resources() {
            let (name, user) = (pool.resource_name(r), pool.user_name(u));
            if pool.demand[u][r].is_positive() {
                change(format!("if a task of {user} needs no {name}"), false, u, r, Rational::zero());
            } else if zeros <= MOST_ZEROS {
                change(format!("if a task of {user} needs 1 unit of {name}"), false, u, r, Rational::one());
            }
        }
    }
}

/// The number of a pool that is varied: the last capacity above zero, with its name and value.
pub fn dial_of_pool(pool: &Pool) -> Option<(String, Rational)> {
    let (i, r) = last_capacity(pool)?;
    let on = if pool.servers() == 1 { String::new() } else { format!(" on {}", pool.server_name(i)) };
    Some((format!("the amount of {}{on}", pool.resource_name(r)), pool.capacity[i][r].clone()))
}

fn last_capacity(pool: &Pool) -> Option<(usize, usize)> {
    let all = (0..pool.servers()).flat_map(|i| (0..pool.resources()).map(move |r| (i, r)));
    all.rev().find(|&(i, r)| pool.capacity[i][r].is_positive())
}

/// The pool with its varied number set to `value`.
pub fn turned_pool(pool: &Pool, value: &Rational) -> Option<Pool> {
    let (i, r) = last_capacity(pool)?;
    let mut other = pool.clone();
    other.capacity[i][r].clone_from(value);
    Some(other)
}

/// The sequences with an agent or a resource less, or a demand set to zero.
pub fn of_sequence(sequence: &Sequence) -> Vec<Nearby<Sequence>> {
    let mut found: Vec<Nearby<Sequence>> = Vec::new();
    for i in 0..sequence.steps() {
        if let Some(mut rest) = Arrivals::without(sequence, i) {
            rest.agents -= 1;
            found.push((format!("without agent {}", i + 1), rest));
        }
    }
    if sequence.resources() > 1 {
        for r in 0..sequence.resources() {
            let mut rest = sequence.clone();
            rest.demand.iter_mut().for_each(|row| drop(row.remove(r)));
            found.push((format!("without resource {}", r + 1), rest));
        }
    }
    for i in 0..sequence.steps() {
        for r in 0..sequence.resources() {
            if sequence.demand[i][r].is_positive() {
                let mut other = sequence.clone();
                other.demand[i][r] = Rational::zero();
                found.push((format!("if agent {} needs none of resource {}", i + 1, r + 1), other));
            }
        }
    }
    found.retain(|(_, s)| s.demand.iter().all(|row| row.iter().any(Scalar::is_positive)));
    found
}

/// The stocks with a task or a resource less.
pub fn of_stock(stock: &Stock) -> Vec<Nearby<Stock>> {
    let mut found: Vec<Nearby<Stock>> = Vec::new();
    for j in 0..stock.tasks() {
        found.extend(Covering::without(stock, j).map(|rest| (format!("without task {}", j + 1), rest)));
    }
    for i in 0..stock.resources() {
        let (mut cost, mut size) = (stock.cost.clone(), stock.size.clone());
        cost.remove(i);
        size.remove(i);
        let rest = Stock::new(cost, size, stock.demand.clone());
        found.extend(rest.ok().map(|rest| (format!("without resource {}", i + 1), rest)));
    }
    found
}

/// The number of a stock that is varied: the last cost.
pub fn dial_of_stock(stock: &Stock) -> Option<(String, Rational)> {
    stock.cost.last().map(|cost| (format!("the cost of resource {}", stock.resources()), cost.clone()))
}

/// The stock with its varied number set to `value`.
pub fn turned_stock(stock: &Stock, value: &Rational) -> Option<Stock> {
    let mut cost = stock.cost.clone();
    *cost.last_mut()? = value.clone();
    if !value.is_positive() {
        return None;
    }
    Stock::new(cost, stock.size.clone(), stock.demand.clone()).ok()
}
