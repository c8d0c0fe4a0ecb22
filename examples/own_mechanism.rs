//! A rule of one's own: a counterexample on record, and the exact worst case. `cargo run --example own_mechanism`; in a crate of
//! one's own, after `cargo add --path FOLDER --no-default-features fairwitness`, where FOLDER is the checkout.
#![allow(clippy::print_stdout)]
use fairwitness::model::cluster::{Cluster, Division, Placement, Pool, Setting};
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::workbench::{Keeping as _, Workbench};

/// Every user runs as many tasks as every other user of the one server.
fn equal_tasks(pool: &Pool) -> Result<Placement, String> {
    let needed = |r: usize| pool.demand.iter().fold(Rational::zero(), |sum, demand| sum + &demand[r]);
    let used = (0..pool.resources()).filter(|r| pool.servers() == 1 && needed(*r).is_positive());
    let tasks = used.map(|r| &pool.capacity[0][r] / needed(r)).min().ok_or("one server only")?;
    Ok(Placement { tasks: vec![vec![tasks]; pool.users()] })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let setting = Setting::divisible(Division::Resource);
    let bench = Workbench::<Cluster>::standard().with_rule("equal-tasks", setting, equal_tasks)?;
    let found = bench.search_in("equal-tasks", "si", "users=3,servers=1,resources=2,max=4", 20_000)?;
    println!("{}", bench.record(&found, "A user has less than its fair share.")?.to_toml());
    let worst = bench.worst_in("equal-tasks", "si-ratio", "users=2,servers=1,resources=1,max=3", 20_000)?;
    println!("worst: {:?}, of every instance: {}", worst.value, worst.searched.exhausted);
    Ok(())
}
