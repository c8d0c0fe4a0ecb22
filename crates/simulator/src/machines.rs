//! Servers: those of the papers, as data, and draws from them.

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::document::{Document, InputError};
use crate::scalar::{Rational, Scalar};

/// Parts of the largest server that amounts are counted in: Table I prints two decimals, and demands have up to four.
pub const UNIT: i64 = 10_000;

/// Servers that are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// How many there are.
    pub count: i64,
    /// What each has, in parts of the largest.
    pub capacity: Vec<i64>,
}

const TABLE_I: &str = include_str!("data/wang2013-table1.toml");

/// A quoted decimal as a whole number of parts of `unit`; `None` where it is not one.
pub fn whole(value: &Rational, unit: i64) -> Option<i64> {
    (value * Rational::int(unit)).small().filter(|(_, d)| *d == 1).map(|(n, _)| n)
}

/// The classes of a document: `[[class]]` with `count` and `capacity`.
pub fn classes(document: &Document) -> Result<Vec<Class>, InputError> {
    let mut fields = document.node().fields()?;
    fields.optional("source");
    let mut found = Vec::new();
    for node in fields.required("class")?.list()? {
        let mut fields = node.fields()?;
        let count = fields.required("count")?.count()? as i64;
        let capacity = fields.required("capacity")?;
        let mut row = Vec::new();
        for amount in capacity.list()? {
            let value = amount.non_negative::<Rational>()?;
            row.push(
                whole(&value, UNIT).ok_or_else(|| amount.error(format!("not a whole number of 1/{UNIT}")))?,
            );
        }
        fields.finish()?;
        found.push(Class { count, capacity: row });
    }
    fields.finish()?;
    Ok(found)
}

/// Table I of wang2013: the servers of one of Google's clusters.
pub fn table_one() -> Vec<Class> {
    Document::parse("wang2013-table1.toml", TABLE_I)
        .and_then(|document| classes(&document))
        .expect("a test reads the table")
}

/// Every server of the classes, in order.
pub fn all(classes: &[Class]) -> Vec<Vec<i64>> {
    classes.iter().flat_map(|c| (0..c.count).map(|_| c.capacity.clone())).collect()
}

/// The generator of a draw: it depends on the seed and on what is drawn alone.
pub fn generator(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(stream);
    rng
}

/// So many servers, each drawn from the classes by their counts.
pub fn drawn(classes: &[Class], servers: usize, rng: &mut ChaCha8Rng) -> Vec<Vec<i64>> {
    draw(classes, servers, rng).into_iter().map(|k| classes[k].capacity.clone()).collect()
}

/// The classes of so many servers, each drawn by the counts.
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

/// The first of so many draws whose pool will do.
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

/// The same servers in another order.
pub fn shuffled(mut servers: Vec<Vec<i64>>, rng: &mut ChaCha8Rng) -> Vec<Vec<i64>> {
    for last in (1..servers.len()).rev() {
        servers.swap(last, rng.random_range(0..=last));
    }
    servers
}

/// What all servers have.
pub fn pool(servers: &[Vec<i64>]) -> Vec<i64> {
    let resources = servers.first().map_or(0, Vec::len);
    (0..resources).map(|r| servers.iter().map(|c| c[r]).sum()).collect()
}

/// The most probable draw of so many servers whose pool is exactly the one given: how many of each class. Of equally
/// probable ones the first in the order of classes. `None` where no draw has that pool.
///
/// Classes are gone through one by one; of all beginnings with the same number of servers and the same pool only the most
/// probable is kept, so what is found is the maximum of the multinomial probability over all draws.
pub fn most_probable(classes: &[Class], servers: i64, pool: &[i64]) -> Option<Vec<i64>> {
    use std::collections::BTreeMap;
    let total: i64 = classes.iter().map(|c| c.count).sum();
    // Log of count^n / n!, up to what all draws share.
    let weight = |class: &Class, n: i64| {
        let share = (class.count as f64 / total as f64).ln();
        n as f64 * share - (1..=n).map(|k| (k as f64).ln()).sum::<f64>()
    };
    type Beginning = (f64, Vec<i64>);
    let mut beginnings: BTreeMap<(i64, Vec<i64>), Beginning> = BTreeMap::new();
    beginnings.insert((0, vec![0; pool.len()]), (0.0, Vec::new()));
    // The rare classes come last, so that few beginnings are kept at once.
    let mut order: Vec<usize> = (0..classes.len()).collect();
    order.sort_by_key(|&k| classes[k].count);
    for (step, &k) in order.iter().enumerate() {
        let class = &classes[k];
        let rest: Vec<&Vec<i64>> = order[step + 1..].iter().map(|&k| &classes[k].capacity).collect();
        // Whether the classes to come can make up the rest: neither too little nor too much, and a multiple of what divides
        // them all.
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
        // More of a rare class than this has a probability below that of any draw near the mean.
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
