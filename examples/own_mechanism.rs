//! A rule of one's own: asset fairness (Ghodsi et al., NSDI 2011, 4.1), registered, searched, shrunk and
//! recorded.
//!
//! `cargo run --example own_mechanism`

#![allow(clippy::print_stdout)]

use fairwitness::linear::{Halt, Patience, Stop};
use fairwitness::mechanism::{Mechanism, Settles, Specification};
use fairwitness::model::cluster::{Certificate, Cluster, Division, Placement, Pool, Setting};
use fairwitness::model::refusal::{Refusal, Rejected};
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::search::{Budget, Limits};
use fairwitness::workbench::{Keeping as _, Plan, Searching as _, Workbench};

/// Asset fairness on one server: the sums of each user's shares of all resources, divided by weight, are
/// equal.
#[derive(Debug)]
struct AssetFairness;

fn placement(pool: &Pool) -> Result<Placement, Refusal> {
    let refuse = |why: &str| Err(Refusal::OutOfDomain(why.to_string()));
    let weights = match pool.user_weights() {
        Some(weights) if pool.servers() == 1 && pool.rate.is_none() => weights,
        _ => return refuse("needs one server, no rates, and one weight a user"),
    };
    if pool.tasks.iter().any(Option::is_some) {
        return refuse("knows no finite tasks");
    }
    let capacity = &pool.capacity[0];
    // Tasks per unit of summed shares.
    let speed = |u: usize| {
        let shares = pool.demand[u].iter().zip(capacity).filter(|(d, _)| d.is_positive()).map(|(d, c)| d / c);
        &weights[u] / shares.fold(Rational::zero(), |sum, share| sum + share)
    };
    let speeds: Vec<Rational> =
        (0..pool.users()).map(|u| if pool.runs_on(u, 0) { speed(u) } else { Rational::zero() }).collect();
    let load = |r: usize| {
        speeds
            .iter()
            .zip(&pool.demand)
            .fold(Rational::zero(), |load, (speed, demand)| load + speed * &demand[r])
    };
    let loads = (0..pool.resources()).map(|r| (load(r), &capacity[r])).filter(|(load, _)| load.is_positive());
    let level = loads.map(|(load, capacity)| capacity / load).min().unwrap_or_else(Rational::zero);
    Ok(Placement { tasks: speeds.into_iter().map(|speed| vec![speed * &level]).collect() })
}

impl Specification<Cluster> for AssetFairness {
    fn id(&self) -> &'static str {
        "asset-fairness"
    }

    fn setting(&self) -> Setting {
        Setting::divisible(Division::Resource)
    }

    fn settles(&self, _pool: &Pool) -> Settles {
        Settles::Outcome
    }

    /// The rule is its own specification: the check follows the rule again.
    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Result<(), Rejected> {
        if *certificate == Certificate::Rule && placement(pool)? == *outcome {
            Ok(())
        } else {
            Err(Rejected::Certificate("the rule gives something else".to_string()))
        }
    }
}

impl Mechanism<Cluster> for AssetFairness {
    fn specification(&self) -> &dyn Specification<Cluster> {
        self
    }

    fn page(&self) -> &'static str {
        "# asset-fairness\n\n```toml\nid = \"asset-fairness\"\nname = \"asset fairness\"\n```\n"
    }

    // This rule needs little time; a longer computation checks the patience between its steps.
    fn allocate(&self, pool: &Pool, _patience: &Patience) -> Result<Placement, Halt<Refusal>> {
        Ok(placement(pool)?)
    }

    fn certify(
        &self,
        _pool: &Pool,
        _outcome: &Placement,
        _patience: &Patience,
    ) -> Result<Certificate, Halt<Rejected>> {
        Ok(Certificate::Rule)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bench = Workbench::<Cluster>::standard().with_mechanism(AssetFairness)?;
    let plan = Plan {
        strategy: "auto",
        scope: "users=3,servers=2,resources=2,max=4".parse()?,
        seed: 0,
        archive: Vec::new(),
    };
    let (stop, progress) = (Stop::new(), |_| {});
    let limits = Limits { budget: Budget::instances(20_000), threads: 1, stop: &stop, progress: &progress };

    let report = bench.search("asset-fairness", "si", &plan, &limits)?;
    println!("{}\n", report.story.as_deref().unwrap_or("nothing was found"));
    println!("{}", bench.record(&report, "A user is better off with its slice.")?.to_toml());

    let report = bench.search("asset-fairness", "ef", &plan, &limits)?;
    println!("# ef: {} after {} instances", report.answer.word(), report.searched.instances);
    Ok(())
}
