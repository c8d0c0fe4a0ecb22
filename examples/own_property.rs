//! A property of one's own: proportionality up to one task, registered and applied to a rule for whole tasks.
//!
//! `cargo run --example own_property`

#![allow(clippy::print_stdout)]

use fairwitness::linear::{Cut, Patience, Stop};
use fairwitness::mechanism::{Mechanism, Settles};
use fairwitness::model::cluster::{Cluster, Placement, Pool};
use fairwitness::model::refusal::Rejected;
use fairwitness::property::evidence::{Margin, Run, Verdict, Witness, positive};
use fairwitness::property::{Examine, Property};
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::search::{Budget, Limits};
use fairwitness::workbench::{Plan, Searching as _, Workbench};

/// Proportionality up to one task, on one server: each user runs at least one n-th of the tasks that it could
/// run alone, less one task.
#[derive(Debug)]
struct ProportionalUpToOne;

/// Returns the number of tasks that the user lacks for its part less one task.
fn short(pool: &Pool, tasks: &Rational, user: usize) -> Rational {
    let users = Rational::int(i64::try_from(pool.users()).unwrap_or(i64::MAX));
    pool.gamma(user, 0) / users - Rational::one() - tasks
}

impl Property<Cluster> for ProportionalUpToOne {
    fn id(&self) -> &'static str {
        "prop1"
    }

    fn confirm(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Result<Margin, Rejected> {
        match witness {
            Witness::Agent(user) => positive(short(run.instance, &run.outcome.total(*user), *user)),
            _ => Err(Rejected::Kind),
        }
    }

    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Utilities
    }

    fn tell(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> String {
        match witness {
            Witness::Agent(user) => format!(
                "{} runs {} tasks; alone it would run {}.",
                run.instance.user_name(*user),
                run.outcome.total(*user),
                run.instance.gamma(*user, 0)
            ),
            _ => String::new(),
        }
    }
}

impl Examine<Cluster> for ProportionalUpToOne {
    fn page(&self) -> &'static str {
        "# prop1\n\n```toml\nid = \"prop1\"\nname = \"Proportionality up to one task\"\n```\n"
    }

    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Cluster>,
        run: &Run<'_, Cluster>,
        _patience: &Patience,
    ) -> Result<Verdict<Cluster>, Cut> {
        let pool = run.instance;
        if pool.servers() != 1 || !run.mechanism.setting().whole {
            return Ok(Verdict::OutOfScope("it is about whole tasks on one server"));
        }
        if pool.tasks.iter().any(Option::is_some) {
            return Ok(Verdict::OutOfScope("it knows no finite tasks"));
        }
        let totals = run.outcome.totals();
        Ok(match (0..pool.users()).find(|&u| short(pool, &totals[u], u).is_positive()) {
            Some(user) => Verdict::Violated(Witness::Agent(user)),
            None => Verdict::Holds,
        })
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bench = Workbench::<Cluster>::standard().with_property(ProportionalUpToOne)?;
    let scope = "users=3,servers=1,resources=2,max=3,capacity=8".parse()?;
    let plan = Plan { strategy: "auto", scope, seed: 0, archive: Vec::new() };
    let (stop, progress) = (Stop::new(), |_| {});
    let limits = Limits { budget: Budget::instances(5_000), threads: 1, stop: &stop, progress: &progress };
    for mechanism in ["drf-tasks", "drf-tasks-skip"] {
        let report = bench.search(mechanism, "prop1", &plan, &limits)?;
        println!("{mechanism}: {} after {} instances", report.answer.word(), report.searched.instances);
        if let (Some(story), Some(instance)) = (&report.story, &report.instance) {
            println!("{story}\n{}", instance.to_toml());
        }
    }
    Ok(())
}
