//! Every instance of a small scope in every order, written down by code that shares nothing with the enumeration of the
//! engine: each number is any number up to its bound, each part is there or not.

use std::collections::{BTreeMap, BTreeSet};

use fairwitness::scalar::{Rational, Scalar as _};
use rand::{Rng, RngExt as _};
use serde_json::{Map, Value as Json, json};

/// A model and the words of a scope with their bounds; words with values that are no numbers have a number for each value.
#[derive(Clone, Debug)]
pub struct Words {
    pub model: &'static str,
    pub words: Vec<(&'static str, u64)>,
}

/// The values of words that are no bounds.
const NAMED: [(&str, &[&str]); 4] = [
    ("demands", &["any", "positive"]),
    ("eligible", &["any", "all"]),
    ("owners", &["none", "some", "all"]),
    ("sizes", &["any", "unit"]),
];

/// For each model the words of its scopes, each with its plain value, its largest one here, and one draw in how many names
/// it.
type Range = (&'static str, u64, u64, u32);
const WORDS: [(&str, &[Range]); 4] = [
    (
        "arrivals",
        &[("agents", 3, 3, 1), ("resources", 2, 2, 1), ("max", 4, 3, 1), ("parts", 1, 2, 12), DEMANDS],
    ),
    (
        "cluster",
        &[
            ("users", 3, 3, 1),
            ("servers", 2, 2, 1),
            ("resources", 2, 2, 1),
            ("max", 4, 2, 1),
            ("capacity", 0, 2, 12),
            ("weights", 1, 2, 8),
            ("resource-weights", 0, 2, 12),
            ("limits", 0, 2, 8),
            ("rates", 0, 2, 10),
            ("owners", 0, 2, 10),
            ("trees", 0, 2, 8),
            ("node-weights", 1, 2, 8),
            ("quotas", 0, 1, 12),
            ("parts", 1, 2, 12),
            ("eligible", 0, 1, 5),
            DEMANDS,
        ],
    ),
    (
        "cohort",
        &[
            ("workloads", 3, 2, 1),
            ("queues", 2, 2, 1),
            ("resources", 2, 2, 1),
            ("max", 4, 2, 1),
            ("capacity", 0, 2, 5),
            ("weights", 1, 2, 8),
            ("priorities", 0, 1, 4),
            ("parts", 1, 2, 6),
            DEMANDS,
        ],
    ),
    (
        "covering",
        &[
            ("tasks", 3, 2, 1),
            ("resources", 2, 4, 1),
            ("max", 4, 3, 1),
            ("parts", 1, 2, 12),
            ("sizes", 0, 1, 3),
        ],
    ),
];
const DEMANDS: Range = ("demands", 0, 1, 3);

impl Words {
    /// Random words of a scope.
    pub fn drawn(rng: &mut impl Rng, model: &str) -> Words {
        let (model, ranges) = WORDS.into_iter().find(|(name, _)| *name == model).unwrap();
        let mut words = Vec::new();
        for &(word, plain, most, rarely) in ranges {
            if rng.random_range(0..rarely) == 0 {
                // A capacity has no bound of 0: without the word, it is that of demands. One user alone is no question of fairness.
                let least = match word {
                    "capacity" => 1,
                    "users" | "agents" => 2,
                    _ => plain.min(1),
                };
                words.push((word, rng.random_range(least..=most)));
            }
        }
        Words { model, words }
    }

    /// The bound that a word names, or the plain one.
    pub fn bound(&self, word: &str) -> u64 {
        let ranges = WORDS.iter().find(|(name, _)| *name == self.model).unwrap().1;
        let plain = ranges.iter().find(|(name, ..)| *name == word).map_or(0, |range| range.1);
        self.words.iter().find(|(name, _)| *name == word).map_or(plain, |(_, bound)| *bound)
    }

    pub fn text(&self) -> String {
        let word = |&(word, bound): &(&str, u64)| match NAMED.iter().find(|(name, _)| *name == word) {
            // A hypothesis about sizes has one word only.
            Some(("sizes", _)) if bound == 0 => String::new(),
            Some((_, values)) => format!("{word}={}", values[bound as usize]),
            None => format!("{word}={bound}"),
        };
        let words: Vec<String> = self.words.iter().map(word).filter(|word| !word.is_empty()).collect();
        words.join(",")
    }

    /// The numbers from `least` to `most` with denominators that the scope admits.
    fn numbers(&self, least: u64, most: u64) -> Vec<Json> {
        let mut all = BTreeSet::new();
        for parts in 1..=self.bound("parts").max(1) {
            // One unit is a sixtieth.
            all.extend((least * parts..=most * parts).map(|n| n * 60 / parts));
        }
        let text = |n: u64| if n.is_multiple_of(60) { json!(n / 60) } else { json!(format!("{n}/60")) };
        all.into_iter().map(text).collect()
    }

    /// The numbers above 0.
    fn positive(&self, most: u64) -> Vec<Json> {
        self.numbers(0, most).split_off(1)
    }

    /// The rows of demands: positive somewhere, or everywhere.
    fn demands(&self, resources: usize) -> Vec<Vec<Json>> {
        let max = self.bound("max");
        if self.bound("demands") == 1 {
            return lists(&self.positive(max), resources);
        }
        let zero = |row: &Vec<Json>| row.iter().all(|x| *x == json!(0));
        lists(&self.numbers(0, max), resources).into_iter().filter(|row| !zero(row)).collect()
    }

    /// The largest capacity.
    fn capacity(&self) -> u64 {
        match self.bound("capacity") {
            0 => self.bound("max"),
            named => named,
        }
    }
}

/// All lists of `n` of the items.
pub fn lists<T: Clone>(items: &[T], n: usize) -> Vec<Vec<T>> {
    let longer = |all: Vec<Vec<T>>, _| {
        all.iter()
            .flat_map(|list| items.iter().map(|item| [&list[..], std::slice::from_ref(item)].concat()))
            .collect()
    };
    (0..n).fold(vec![Vec::new()], longer)
}

/// All pairs.
fn pairs<A: Clone, B: Clone>(a: &[A], b: &[B]) -> Vec<(A, B)> {
    a.iter().flat_map(|a| b.iter().map(|b| (a.clone(), b.clone()))).collect()
}

/// Every instance of the scope, or `None` if there are more than `most`.
pub fn every(words: &Words, most: usize) -> Option<Vec<Json>> {
    let bound = |word: &str| 1..=words.bound(word) as usize;
    let (agents, servers) = match words.model {
        "arrivals" => ("agents", None),
        "cluster" => ("users", Some("servers")),
        "cohort" => ("workloads", Some("queues")),
        _ => ("tasks", None),
    };
    let mut all = Vec::new();
    for n in bound(agents) {
        for m in servers.map_or(1..=1, bound) {
            for r in bound("resources") {
                let room = most - all.len();
                all.extend(match words.model {
                    "arrivals" => arrivals(words, (n, r), room),
                    "cluster" => cluster(words, (n, m, r), room),
                    "cohort" => cohort(words, (n, m, r), room),
                    _ => covering(words, (n, r), room),
                }?);
            }
        }
    }
    Some(all)
}

/// Whether `base` to the `power` is at most `most`.
fn few(base: usize, power: usize, most: usize) -> bool {
    base.checked_pow(power as u32).is_some_and(|count| count <= most)
}

/// The sequences of `n` arrivals, with each number of declared agents.
fn arrivals(words: &Words, (n, resources): (usize, usize), most: usize) -> Option<Vec<Json>> {
    let rows = words.demands(resources);
    let declared: Vec<u64> = (n as u64..=words.bound("agents")).collect();
    few(rows.len(), n, most / declared.len()).then(|| {
        let all = pairs(&declared, &lists(&rows, n));
        let one = |(agents, demand)| json!({ "model": "arrivals", "agents": agents, "demand": demand });
        all.into_iter().map(one).collect()
    })
}

/// The value of a number in sixtieths.
fn sixtieths(number: &Json) -> u64 {
    match number {
        Json::String(text) => text.split('/').next().unwrap().parse().unwrap(),
        number => number.as_u64().unwrap() * 60,
    }
}

/// The stocks in which the resources together cover each task.
fn covering(words: &Words, (tasks, resources): (usize, usize), most: usize) -> Option<Vec<Json>> {
    let (unit, amounts) = (words.bound("sizes") == 1, words.positive(words.bound("max")));
    let whole = Words { words: Vec::new(), ..words.clone() }.positive(words.bound("max"));
    let sizes = if unit { vec![json!(1)] } else { amounts.clone() };
    let demands = if unit { whole } else { amounts.clone() };
    let kinds = pairs(&amounts, &sizes);
    if !few(kinds.len(), resources, most) || !few(demands.len(), tasks, most) {
        return None;
    }
    let mut all = Vec::new();
    for (stock, demand) in pairs(&lists(&kinds, resources), &lists(&demands, tasks)) {
        let total: u64 = stock.iter().map(|(_, size)| sixtieths(size)).sum();
        if demand.iter().all(|d| sixtieths(d) <= total) {
            let (cost, size): (Vec<Json>, Vec<Json>) = stock.into_iter().unzip();
            all.push(json!({ "model": "covering", "cost": cost, "size": size, "demand": demand }));
        }
    }
    (all.len() <= most).then_some(all)
}

/// The orders of some of `n` things, but not of all.
fn orders(n: usize) -> Vec<Vec<usize>> {
    let indexes: Vec<usize> = (0..n).collect();
    let distinct = |list: &Vec<usize>| list.iter().collect::<BTreeSet<_>>().len() == list.len();
    (0..n).flat_map(|k| lists(&indexes, k)).filter(distinct).collect()
}

/// The cohorts whose quotas together suffice for each workload and for all admitted ones.
fn cohort(words: &Words, (n, queues, resources): (usize, usize, usize), most: usize) -> Option<Vec<Json>> {
    let quotas = lists(&words.numbers(0, words.capacity()), resources);
    let heaviest = words.bound("weights");
    let least = if heaviest > 1 { 0 } else { 1 };
    let weights: Vec<Json> = words.numbers(least, heaviest).into_iter().filter(|w| *w != json!(0)).collect();
    let priorities: Vec<u64> = (0..=words.bound("priorities")).collect();
    let kinds = pairs(&pairs(&words.demands(resources), &priorities), &(0..queues).collect::<Vec<_>>());
    let cells = pairs(&quotas, &weights);
    if !few(cells.len(), queues, 10 * most) || !few(kinds.len(), n, 10 * most) {
        return None;
    }
    let mut all = Vec::new();
    for queue in lists(&cells, queues) {
        let total: Vec<u64> =
            (0..resources).map(|r| queue.iter().map(|(quota, _)| sixtieths(&quota[r])).sum()).collect();
        let asked = |some: &[&((Vec<Json>, u64), usize)]| {
            (0..resources).all(|r| some.iter().map(|w| sixtieths(&w.0.0[r])).sum::<u64>() <= total[r])
        };
        let fitting: Vec<_> = kinds.iter().filter(|kind| asked(&[kind])).cloned().collect();
        for workloads in lists(&fitting, n) {
            for admitted in orders(n) {
                if !asked(&admitted.iter().map(|&w| &workloads[w]).collect::<Vec<_>>()) {
                    continue;
                }
                let workload = workloads.iter().map(|((request, priority), queue)| {
                    json!({ "queue": queue, "request": request, "priority": priority })
                });
                all.push(json!({
                    "model": "cohort",
                    "quota": queue.iter().map(|q| &q.0).collect::<Vec<_>>(),
                    "weight": queue.iter().map(|q| &q.1).collect::<Vec<_>>(),
                    "workload": workload.collect::<Vec<_>>(),
                    "admitted": admitted,
                }));
            }
        }
        if all.len() > most {
            return None;
        }
    }
    Some(all)
}

/// Fields that a cluster has beside capacities and those of its users.
type Further = Vec<(&'static str, Json)>;

/// The clusters of a size.
fn cluster(words: &Words, (n, servers, resources): (usize, usize, usize), most: usize) -> Option<Vec<Json>> {
    let capacity = words.numbers(0, words.capacity());
    let sets: Vec<Vec<usize>> = (1..1usize << servers)
        .map(|set| (0..servers).filter(|i| set >> i & 1 == 1).collect())
        .filter(|set: &Vec<usize>| words.bound("eligible") == 0 || set.len() == servers)
        .collect();
    let limit = words.bound("limits");
    let mut limits = if limit > 0 { words.numbers(0, limit) } else { Vec::new() };
    limits.push(json!("inf"));
    let plain = pairs(&pairs(&words.demands(resources), &sets), &limits);
    let further: Vec<Further> = weights_and_rates(words, (n, servers, resources), most)?
        .into_iter()
        .flat_map(|further| {
            trees(words, n, resources).into_iter().map(move |tree| [&further[..], &tree].concat())
        })
        .collect();
    let room = most / further.len().max(1);
    if !few(capacity.len(), servers * resources, room) || !few(plain.len(), n, room) {
        return None;
    }
    let capacities = lists(&lists(&capacity, resources), servers);
    let users = lists(&plain, n);
    if capacities.len() * users.len() > room {
        return None;
    }
    let mut all = Vec::new();
    for (capacity, users) in pairs(&capacities, &users) {
        for further in &further {
            let mut pool = Map::new();
            pool.insert("model".to_string(), json!("cluster"));
            pool.insert("capacity".to_string(), json!(capacity));
            pool.insert("demand".to_string(), users.iter().map(|user| json!(user.0.0)).collect());
            pool.insert("eligible".to_string(), users.iter().map(|user| json!(user.0.1)).collect());
            pool.insert("tasks".to_string(), users.iter().map(|user| user.1.clone()).collect());
            pool.extend(further.iter().map(|(name, value)| (name.to_string(), value.clone())));
            all.extend(contributing(pool));
        }
    }
    Some(all)
}

/// The number that is written.
fn number(written: &Json) -> Rational {
    Rational::new(sixtieths(written) as i64, 60)
}

/// The cluster with the weights that follow from its owners, if it has owners: tasks on a user's own servers by tasks on
/// all servers, the least being 1. `None` if an owner could not run a task on what it owns.
fn contributing(mut pool: Map<String, Json>) -> Option<Json> {
    let Some(owner) = pool.get("owner") else { return Some(Json::Object(pool)) };
    let list = |value: &Json| value.as_array().unwrap().clone();
    let tasks = |u: usize, i: usize| match pool.get("rate") {
        Some(rate) => number(&rate[u][i]),
        None => {
            let needs = list(&pool["demand"][u]).into_iter().zip(list(&pool["capacity"][i]));
            let most = needs.filter(|(d, _)| *d != json!(0)).map(|(d, c)| number(&c) / number(&d));
            most.min().unwrap()
        }
    };
    let servers = 0..list(&pool["capacity"]).len();
    let zero = Rational::int(0);
    let mut weights = Vec::new();
    for u in 0..list(&pool["demand"]).len() {
        let own = |i: &usize| owner[*i] == json!(u) && list(&pool["eligible"][u]).contains(&json!(i));
        let part = servers.clone().filter(own).fold(zero.clone(), |sum, i| sum + tasks(u, i));
        let whole = servers.clone().fold(zero.clone(), |sum, i| sum + tasks(u, i));
        if part == zero {
            return None;
        }
        weights.push(part / whole);
    }
    let least = weights.iter().min().unwrap().clone();
    let weight = weights.into_iter().map(|w| json!((w / &least).to_string())).collect();
    pool.insert("weight".to_string(), weight);
    Some(Json::Object(pool))
}

/// The weights of either kind, or owners in their place, each with the rates of the scope.
fn weights_and_rates(
    words: &Words,
    (n, servers, resources): (usize, usize, usize),
    most: usize,
) -> Option<Vec<Further>> {
    let mut weights: Vec<Further> = Vec::new();
    if words.bound("owners") < 2 {
        let by_user = words.numbers(1, words.bound("weights"));
        weights.extend(lists(&by_user, n).into_iter().map(|row| vec![("weight", json!(row))]));
        if words.bound("resource-weights") > 0 {
            let by_resource = words.numbers(1, words.bound("resource-weights"));
            let rows = lists(&lists(&by_resource, resources), n);
            weights.extend(rows.into_iter().map(|rows| vec![("weight", json!(rows))]));
        }
    }
    if words.bound("owners") > 0 {
        let users: Vec<usize> = (0..n).collect();
        weights.extend(lists(&users, servers).into_iter().map(|owner| vec![("owner", json!(owner))]));
    }
    let mut rates: Vec<Further> = vec![Vec::new()];
    if words.bound("rates") > 0 {
        let zero = |row: &Vec<Json>| row.iter().all(|x| *x == json!(0));
        let rows = lists(&words.numbers(0, words.bound("rates")), servers);
        let rows: Vec<Vec<Json>> = rows.into_iter().filter(|row| !zero(row)).collect();
        if !few(rows.len(), n, most) {
            return None;
        }
        rates.extend(lists(&rows, n).into_iter().map(|rows| vec![("rate", json!(rows))]));
    }
    let both = pairs(&weights, &rates);
    (both.len() <= most).then(|| both.into_iter().map(|(weight, rate)| [weight, rate].concat()).collect())
}

/// No queues, and every tree of queues with every weight, floor and cap.
fn trees(words: &Words, n: usize, resources: usize) -> Vec<Further> {
    let mut paths: Vec<Vec<usize>> = vec![Vec::new()];
    for depth in 1..=words.bound("trees") as usize {
        paths.extend(lists(&(0..n).collect::<Vec<_>>(), depth));
    }
    let amounts = words.numbers(0, words.bound("quotas"));
    let floors = lists(&amounts, resources);
    let caps = lists(&[&amounts[..], &[json!("inf")]].concat(), resources);
    let kept = |(floor, cap): &(Vec<Json>, Vec<Json>)| {
        floor.iter().zip(cap).all(|(f, c)| *c == json!("inf") || sixtieths(f) <= sixtieths(c))
    };
    let weights = words.numbers(1, words.bound("node-weights"));
    let mut queue: Vec<Json> = pairs(&floors, &caps)
        .into_iter()
        .filter(kept)
        .flat_map(|(floor, cap)| {
            weights
                .iter()
                .map(move |w| json!({ "weight": w, "floor": floor, "cap": cap }))
                .collect::<Vec<_>>()
        })
        .collect();
    if words.bound("quotas") == 0 {
        queue = weights.iter().map(|w| json!({ "weight": w })).collect();
    }
    let text = |path: &[usize]| path.iter().map(|&k| ["a", "b", "c"][k]).collect::<Vec<_>>().join("/");
    let mut all = Vec::new();
    for of_user in lists(&paths, n).into_iter().filter(|of_user| in_order(of_user)) {
        let above = |path: &Vec<usize>| (1..=path.len()).map(|k| text(&path[..k])).collect::<Vec<_>>();
        let nodes: BTreeSet<String> = of_user.iter().flat_map(above).collect();
        if nodes.is_empty() {
            all.push(Vec::new());
            continue;
        }
        let path = ("path", of_user.iter().map(|path| json!(text(path))).collect::<Json>());
        for filled in lists(&queue, nodes.len()) {
            let table: Map<String, Json> = nodes.iter().cloned().zip(filled).collect();
            all.push(vec![path.clone(), ("queue", Json::Object(table))]);
        }
    }
    all
}

/// Whether the queues below each node are named in the order of their first user.
fn in_order(paths: &[Vec<usize>]) -> bool {
    let mut most: BTreeMap<&[usize], usize> = BTreeMap::new();
    for path in paths {
        for (k, &name) in path.iter().enumerate() {
            let next = most.entry(&path[..k]).or_default();
            if name > *next {
                return false;
            }
            *next = (*next).max(name + 1);
        }
    }
    true
}
