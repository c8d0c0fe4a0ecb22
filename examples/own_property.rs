//! A property of one's own: proportionality up to one task, for whole tasks on one server. `cargo run --example own_property`
#![allow(clippy::print_stdout)]
use fairwitness::model::cluster::{Cluster, Placement, Pool};
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::workbench::Workbench;

/// The most tasks that a user lacks for one n-th of the tasks that it could run alone, less one task.
fn short(pool: &Pool, placement: &Placement) -> Option<Rational> {
    let users = Rational::int(i64::try_from(pool.users()).ok()?);
    let lack = |u: usize| pool.gamma(u, 0) / &users - Rational::one() - placement.total(u);
    (0..pool.users()).filter(|_| pool.servers() == 1).map(lack).max()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bench = Workbench::<Cluster>::standard().with_gap("prop1", short)?;
    for mechanism in ["drf-tasks", "drf-tasks-skip"] {
        let found =
            bench.search_in(mechanism, "prop1", "users=3,servers=1,resources=2,max=3,capacity=8", 5_000)?;
        println!("{mechanism}: {} after {} instances", found.answer.word(), found.searched.instances);
        println!("{}", found.story.unwrap_or_default());
    }
    Ok(())
}
