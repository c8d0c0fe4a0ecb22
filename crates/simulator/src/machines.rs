//! Servers: those of the papers, as data, and random draws from them.

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::document::{Document, Fields, InputError, Node};
use crate::scalar::{Rational, Scalar};

/// The number of units in the largest server: Table I prints two decimals, and demands have up to four.
pub const UNIT: i64 = 10_000;

/// A class of identical servers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Number of servers in the class.
    pub count: i64,
    /// Capacity of each server, in units of the largest.
    pub capacity: Vec<i64>,
}

const TABLE_I: &str = include_str!("data/wang2013-table1.toml");

/// A decimal as a number of parts of `unit`; `None` if it is not a whole number of them.
pub fn whole(value: &Rational, unit: i64) -> Option<i64> {
    (value * Rational::int(unit)).small().filter(|(_, d)| *d == 1).map(|(n, _)| n)
}

/// Reads the classes of a document: `[[class]]` with `count` and `capacity`.
///
/// # Errors
/// A field that is missing or malformed.
pub fn classes(document: &Document) -> Result<Vec<Class>, InputError> {
    let amount = |node: &Node<'_>| {
        let value = node.non_negative::<Rational>()?;
        whole(&value, UNIT).ok_or_else(|| node.error(format!("not a whole number of 1/{UNIT}")))
    };
    let class = |fields: &mut Fields<'_>| {
        let count = fields.required("count")?.count()? as i64;
        Ok(Class { count, capacity: fields.required("capacity")?.each(amount)? })
    };
    document.node().table(|fields| {
        fields.optional("source");
        fields.required("class")?.each(|node| node.table(class))
    })
}

/// Table I of wang2013: the servers of one of Google's clusters.
pub fn table_one() -> Vec<Class> {
    Document::parse("wang2013-table1.toml", TABLE_I)
        .and_then(|document| classes(&document))
        .expect("a test reads the table")
}

/// The generator of a draw, which depends on `seed` and `stream` alone.
pub fn generator(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(stream);
    rng
}

/// Draws `servers` servers at random from the classes, weighted by their counts.
pub fn drawn(classes: &[Class], servers: usize, rng: &mut ChaCha8Rng) -> Vec<Vec<i64>> {
    draw(classes, servers, rng).into_iter().map(|k| classes[k].capacity.clone()).collect()
}

/// Draws the classes of `servers` servers at random, weighted by their counts.
fn draw(classes: &[Class], servers: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let total: i64 = classes.iter().map(|c| c.count).sum();
    let one = |rng: &mut ChaCha8Rng| {
        let mut at = rng.random_range(0..total.max(1));
        let class = classes.iter().position(|class| {
            at -= class.count;
            at < 0
        });
        class.unwrap_or_default()
    };
    (0..servers).map(|_| one(rng)).collect()
}

/// The first of at most `draws` random draws whose pool satisfies `wanted`.
pub fn first_drawn(
    classes: &[Class],
    servers: usize,
    draws: usize,
    rng: &mut ChaCha8Rng,
    wanted: impl Fn(&[i64]) -> bool,
) -> Option<Vec<Vec<i64>>> {
    let resources = classes.first().map_or(0, |c| c.capacity.len());
    for _ in 0..draws {
        let drawn = draw(classes, servers, rng);
        let mut sums = vec![0; resources];
        for &k in &drawn {
            sums.iter_mut().zip(&classes[k].capacity).for_each(|(s, c)| *s += c);
        }
        if wanted(&sums) {
            return Some(drawn.into_iter().map(|k| classes[k].capacity.clone()).collect());
        }
    }
    None
}

/// The servers in random order.
pub fn shuffled(mut servers: Vec<Vec<i64>>, rng: &mut ChaCha8Rng) -> Vec<Vec<i64>> {
    for last in (1..servers.len()).rev() {
        servers.swap(last, rng.random_range(0..=last));
    }
    servers
}

/// The total capacity of all servers.
pub fn pool(servers: &[Vec<i64>]) -> Vec<i64> {
    let resources = servers.first().map_or(0, Vec::len);
    (0..resources).map(|r| servers.iter().map(|c| c[r]).sum()).collect()
}

/// The most probable draw of `servers` servers whose pool is exactly `pool`, as the number of servers of each
/// class; among equally probable draws the first in the order of classes. `None` if no draw has that pool.
///
/// Classes are processed one by one; among partial draws with equal numbers of servers and equal pools only
/// the most probable is kept, so the result maximises the multinomial probability over all draws.
pub fn most_probable(classes: &[Class], servers: i64, pool: &[i64]) -> Option<Vec<i64>> {
    use std::collections::BTreeMap;
    let total: i64 = classes.iter().map(|c| c.count).sum();
    // Log of count^n / n!, without the terms that all draws share.
    let weight = |class: &Class, n: i64| {
        let share = (class.count as f64 / total as f64).ln();
        n as f64 * share - (1..=n).map(|k| (k as f64).ln()).sum::<f64>()
    };
    type Beginning = (f64, Vec<i64>);
    let mut beginnings: BTreeMap<(i64, Vec<i64>), Beginning> = BTreeMap::new();
    beginnings.insert((0, vec![0; pool.len()]), (0.0, Vec::new()));
    // Rare classes come last, so that few partial draws are kept at once.
    let mut order: Vec<usize> = (0..classes.len()).collect();
    order.sort_by_key(|&k| classes[k].count);
    for (step, &k) in order.iter().enumerate() {
        let class = &classes[k];
        let rest: Vec<&Vec<i64>> = order[step + 1..].iter().map(|&k| &classes[k].capacity).collect();
        // Returns `true` if the remaining classes can make up the rest: neither too little nor too much, and
        // a multiple of their common divisor.
        let open = |servers: i64, sums: &[i64]| {
            (0..pool.len()).all(|r| {
                let missing = pool[r] - sums[r];
                let (mut least, mut most, mut divides) = (i64::MAX, 0, 0);
                for capacity in &rest {
                    (least, most) = (least.min(capacity[r]), most.max(capacity[r]));
                    divides = num_integer::gcd(divides, capacity[r]);
                }
                match rest.is_empty() {
                    true => missing == 0 && servers == 0,
                    false => {
                        servers * least <= missing
                            && missing <= servers * most
                            && (if divides == 0 { missing == 0 } else { missing % divides == 0 })
                    }
                }
            })
        };
        // A larger number of a rare class is less probable than any draw near the mean.
        let mean = servers as f64 * class.count as f64 / total as f64;
        let most = ((mean + 8.0 * mean.sqrt()).ceil() as i64 + 6).min(servers);
        let mut next: BTreeMap<(i64, Vec<i64>), Beginning> = BTreeMap::new();
        for ((drawn, sums), (log, counts)) in &beginnings {
            for n in 0..=most.min(servers - drawn) {
                let sums: Vec<i64> = sums.iter().zip(&class.capacity).map(|(s, c)| s + n * c).collect();
                if sums.iter().zip(pool).any(|(s, p)| s > p) {
                    break;
                }
                if !open(servers - drawn - n, &sums) {
                    continue;
                }
                let log = log + weight(class, n);
                let mut counts = counts.clone();
                counts.push(n);
                let place = next.entry((drawn + n, sums));
                place
                    .and_modify(|best| {
                        if log > best.0 {
                            *best = (log, counts.clone());
                        }
                    })
                    .or_insert((log, counts));
            }
        }
        beginnings = next;
    }
    let (_, found) = beginnings.remove(&(servers, pool.to_vec()))?;
    let mut counts = vec![0; classes.len()];
    order.iter().zip(found).for_each(|(&k, n)| counts[k] = n);
    Some(counts)
}
