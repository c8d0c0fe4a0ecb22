//! The judgement of a cell, with a mechanism and a property whose answers the test prescribes.

use std::sync::Arc;

use fairwitness::linear::{Cut, Halt, Patience};
use fairwitness::mechanism::outside::{Greeting, Kind, Numbers, Outside, Program};
use fairwitness::mechanism::{
    Abilities, Allocated, Asked, Certified, Facts, Mechanism, Settles, Specification, evidence,
};
use fairwitness::model::Model as _;
use fairwitness::model::cluster::{Certificate, Cluster, Division, Placement, Pool, Report, Setting};
use fairwitness::model::refusal::{Refusal, Rejected};
use fairwitness::property::evidence::{Cleared, Confirmed, Run, Verdict, Witness, positive, run_of};
use fairwitness::property::judge::{Cell, Conviction, Judgement, Ruled};
use fairwitness::property::{self, Examine, Hearing, Property};
use fairwitness::scalar::{Rational, Scalar};

use super::support::{pool_of, r, rows};

/// A mechanism for tests: user 0 gets `tasks` on every instance.
#[derive(Debug)]
pub struct Says {
    pub tasks: Option<&'static str>,
    pub as_printed: bool,
    pub command: Option<&'static str>,
    pub slack: Option<Rational>,
    pub certifies: bool,
    pub checks: bool,
    /// Whether an outcome meets the specification, where that is seen without a certificate.
    pub meets: Option<bool>,
    /// Whether it finds a certificate while it allocates.
    pub certifies_on_the_way: bool,
    /// Whether it says the same again of an instance of one user, and of another.
    pub repeats: [bool; 2],
    /// The part that it settles of an instance of one user, and of another number of users.
    pub settles: [Settles; 2],
}

impl Default for Says {
    fn default() -> Self {
        Says {
            tasks: Some("1"),
            as_printed: false,
            command: None,
            slack: None,
            certifies: true,
            checks: true,
            meets: None,
            certifies_on_the_way: false,
            repeats: [true; 2],
            settles: [Settles::Outcome; 2],
        }
    }
}

impl Specification<Cluster> for Says {
    fn facts(&self) -> Facts<Setting> {
        Facts::of("says", Setting::divisible(Division::Resource))
    }

    fn as_printed(&self) -> bool {
        self.as_printed
    }

    fn slack(&self) -> Option<&Rational> {
        self.slack.as_ref()
    }

    fn settles(&self, pool: &Pool) -> Settles {
        self.settles[usize::from(pool.users() > 1)]
    }

    fn meets(&self, _pool: &Pool, _outcome: &Placement) -> Option<Result<(), Rejected>> {
        self.meets.map(|met| if met { Ok(()) } else { Err(Rejected::Certificate("not met".to_string())) })
    }

    fn check(&self, _pool: &Pool, _outcome: &Placement, _: &Certificate) -> Result<(), Rejected> {
        if self.checks { Ok(()) } else { Err(Rejected::Certificate("no".to_string())) }
    }
}

impl Mechanism<Cluster> for Says {
    fn allocate(&self, pool: &Pool, _patience: &Patience) -> Allocated<Cluster> {
        let Some(tasks) = self.tasks else { return Err(Refusal::OutOfDomain("never".to_string()).into()) };
        let mut placement = Placement::empty(pool.users(), pool.servers());
        placement.tasks[0][0] = r(tasks);
        Ok(placement)
    }

    fn certify(&self, _: &Pool, _: &Placement, _: &Patience) -> Certified<Cluster> {
        if self.certifies {
            Ok(Certificate::Rule)
        } else {
            Err(Rejected::Certificate("no".to_string()).into())
        }
    }

    fn allocate_with_certificate(
        &self,
        pool: &Pool,
        patience: &Patience,
    ) -> Result<(Placement, Option<Certificate>), Halt<Refusal>> {
        Ok((self.allocate(pool, patience)?, self.certifies_on_the_way.then_some(Certificate::Rule)))
    }

    fn abilities(&self) -> Abilities<'_, Cluster> {
        let outside = self.command.map(|_| self as &dyn Asked<Cluster>);
        Abilities { outside, ..Abilities::none() }
    }
}

impl Asked<Cluster> for Says {
    fn command(&self) -> &str {
        self.command.unwrap_or_default()
    }

    fn repeats(
        &self,
        pools: &[&Pool],
        _outcome: &Placement,
        _patience: &Patience,
    ) -> Result<Result<(), String>, Cut> {
        let steady = pools.iter().all(|pool| self.repeats[usize::from(pool.users() > 1)]);
        Ok(if steady { Ok(()) } else { Err(OTHERWISE.to_string()) })
    }

    fn differs(&self) -> Option<String> {
        None
    }

    fn ahead(&self) -> usize {
        1
    }

    fn foresee(&self, _instances: &[Pool], _patience: &Patience) {}
}

/// The reason of a program that changes its mind.
const OTHERWISE: &str = "another answer";

/// A property for tests.
#[derive(Debug)]
struct Finds {
    verdict: Verdict<Cluster>,
    margin: Option<&'static str>,
    judges_infeasible: bool,
    reads: Settles,
}

impl Default for Finds {
    fn default() -> Self {
        Finds {
            verdict: Verdict::Violated(Witness::Agent(0)),
            margin: Some("1/7"),
            judges_infeasible: false,
            reads: Settles::Utilities,
        }
    }
}

impl Property<Cluster> for Finds {
    fn id(&self) -> &'static str {
        "finds"
    }

    fn facts(&self) -> property::Facts {
        property::Facts { judges_infeasible: self.judges_infeasible, ..property::Facts::NONE }
    }

    /// Margins up to three times the slack may be rounding errors.
    fn scale(&self, _run: &Run<'_, Cluster>) -> Rational {
        Rational::int(3)
    }

    fn confirm(&self, _: &Run<'_, Cluster>, _: &Witness<Cluster>, _: Option<&Placement>) -> Confirmed {
        self.margin.map(r).ok_or(Rejected::Kind)
    }

    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        self.reads
    }

    fn tell(
        &self,
        _run: &Run<'_, Cluster>,
        _witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> String {
        String::new()
    }
}

impl Examine<Cluster> for Finds {
    fn examine(&self, _: &Hearing<'_, Cluster>) -> Result<Verdict<Cluster>, Cut> {
        Ok(self.verdict.clone())
    }
}

/// Two users and one server for three tasks.
fn pool() -> Pool {
    pool_of("capacity = [[3]]\ndemand = [[1], [1]]")
}

fn cell(says: Says, finds: Finds) -> Cell<'static, Cluster> {
    Cell { mechanism: Box::leak(Box::new(says)), property: Box::leak(Box::new(finds)) }
}

fn outcome(tasks: &str) -> Placement {
    Placement { tasks: rows(&[&[tasks], &["0"]]) }
}

fn convicted(tasks: &str, margin: &str) -> Judgement<Cluster> {
    Judgement::Violated(Conviction { outcome: outcome(tasks), witness: Witness::Agent(0), margin: r(margin) })
}

/// The reason of an undecided judgement.
fn undecided(judgement: Judgement<Cluster>) -> String {
    match judgement {
        Judgement::Undecided(Some(_), open) => open.reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_refusal_is_a_refusal() {
    let never = || Says { tasks: None, ..Says::default() };
    let expected = Judgement::Refused(Refusal::OutOfDomain("never".to_string()));
    assert_eq!(cell(never(), Finds::default()).judge(&pool(), &Patience::unlimited()).unwrap(), expected);
    assert_eq!(cell(never(), Finds::default()).violated(&pool(), &Patience::unlimited()).unwrap(), None);
}

#[test]
fn only_properties_that_ask_for_it_judge_what_cannot_be_carried_out() {
    for (tasks, judges_infeasible, judged) in
        [("3", false, true), ("3", true, true), ("4", true, true), ("4", false, false)]
    {
        let says = Says { tasks: Some(tasks), ..Says::default() };
        let finds = Finds { verdict: Verdict::Holds, judges_infeasible, ..Finds::default() };
        match cell(says, finds).judge(&pool(), &Patience::unlimited()).unwrap() {
            Judgement::Holds(given) => assert!(judged && given == outcome(tasks), "{tasks}"),
            Judgement::OutOfScope(given, reason) => {
                assert!(!judged && given == outcome(tasks), "{tasks}");
                assert!(reason.starts_with("the outcome cannot be carried out: "), "{reason}");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn what_is_found_is_passed_on() {
    let judged = |verdict| {
        cell(Says::default(), Finds { verdict, ..Finds::default() })
            .judge(&pool(), &Patience::unlimited())
            .unwrap()
    };
    assert_eq!(judged(Verdict::Holds), Judgement::Holds(outcome("1")));
    let reason = "no such thing".to_string();
    assert_eq!(
        judged(Verdict::OutOfScope("no such thing".into())),
        Judgement::OutOfScope(outcome("1"), reason.clone())
    );
    assert_eq!(
        judged(Verdict::undecided(reason.clone())),
        Judgement::Undecided(Some(outcome("1")), reason.into())
    );
}

#[test]
fn a_violation_is_certified_and_confirmed() {
    let judged = |says, finds| cell(says, finds).judge(&pool(), &Patience::unlimited()).unwrap();
    assert_eq!(judged(Says::default(), Finds::default()), convicted("1", "1/7"));
    let says = |as_printed, certifies, checks| Says { as_printed, certifies, checks, ..Says::default() };
    for uncertified in [says(false, false, true), says(false, true, false), says(false, false, false)] {
        let reason = undecided(judged(uncertified, Finds::default()));
        assert!(reason.starts_with("the outcome is not certified: "), "{reason}");
    }
    // The outcome of a printed algorithm needs no certificate.
    assert_eq!(judged(says(true, false, false), Finds::default()), convicted("1", "1/7"));
    assert_eq!(judged(says(true, true, true), Finds::default()), convicted("1", "1/7"));
    for as_printed in [false, true] {
        let finds = Finds { margin: None, ..Finds::default() };
        let reason = undecided(judged(says(as_printed, true, true), finds));
        assert!(reason.starts_with("the violation was not confirmed: "), "{reason}");
    }
    // An infeasible outcome is not certified either.
    let (says, finds) =
        (Says { tasks: Some("4"), ..Says::default() }, Finds { judges_infeasible: true, ..Finds::default() });
    assert!(undecided(judged(says, finds)).starts_with("the outcome is not certified: "));
}

#[test]
fn only_what_is_violated_is_convicted() {
    let conviction = Conviction { outcome: outcome("1"), witness: Witness::Agent(0), margin: r("1/7") };
    assert_eq!(
        cell(Says::default(), Finds::default()).violated(&pool(), &Patience::unlimited()).unwrap(),
        Some(conviction)
    );
    for verdict in [Verdict::Holds, Verdict::OutOfScope("no".into()), Verdict::undecided("no")] {
        let finds = Finds { verdict, ..Finds::default() };
        assert_eq!(cell(Says::default(), finds).violated(&pool(), &Patience::unlimited()).unwrap(), None);
    }
}

/// A slack of 1/10, three times, is 3/10: a margin up to that number is no evidence.
#[test]
fn a_margin_within_the_slack_counts_for_nothing() {
    for (slack, margin, violated) in [
        (None, "0", false),
        (None, "1/1000000", true),
        (Some("1/10"), "1/1000000", false),
        (Some("1/10"), "1/30", false),
        (Some("1/10"), "29/100", false),
        (Some("1/10"), "3/10", false),
        (Some("1/10"), "31/100", true),
        (Some("1/10"), "31/10", true),
    ] {
        let says = Says { slack: slack.map(r), ..Says::default() };
        let finds = Finds { margin: Some(margin), ..Finds::default() };
        let expected = if violated { convicted("1", margin) } else { Judgement::Holds(outcome("1")) };
        assert_eq!(
            cell(says, finds).judge(&pool(), &Patience::unlimited()).unwrap(),
            expected,
            "{slack:?} {margin}"
        );
    }
}

#[test]
fn amounts_are_held_against_the_scale_of_the_instance() {
    let pool = pool();
    let scale = Cluster::scale(&pool);
    assert!(scale.is_positive());
    let within = |slack: Option<&str>| {
        let says = Says { slack: slack.map(r), ..Says::default() };
        let run = Run { mechanism: &says, instance: &pool, outcome: outcome("1") };
        run.amounts_within()
    };
    assert_eq!(within(None), Rational::zero());
    assert_eq!(within(Some("1/10")), scale / Rational::int(10));
}

/// A program outside is asked again about each instance that the witness names; a built-in mechanism is not.
#[test]
fn a_program_that_changes_its_mind_proves_nothing() {
    let leaves = || Finds {
        verdict: Verdict::Violated(Witness::Departure { leaves: 1, loses: 0 }),
        ..Finds::default()
    };
    let judged = |command, repeats, finds| {
        cell(Says { command, repeats, ..Says::default() }, finds)
            .judge(&pool(), &Patience::unlimited())
            .unwrap()
    };
    let violated = |judgement| matches!(judgement, Judgement::Violated(_));
    for repeats in [[true, true], [true, false], [false, true], [false, false]] {
        let [alone, both] = repeats;
        assert!(violated(judged(None, repeats, leaves())), "{repeats:?}");
        for (finds, sure) in [(Finds::default(), both), (leaves(), both && alone)] {
            let judgement = judged(Some("program"), repeats, finds);
            if sure {
                assert!(violated(judgement), "{repeats:?}");
            } else {
                assert_eq!(undecided(judgement), OTHERWISE, "{repeats:?}");
            }
        }
    }
}

#[test]
fn what_holds_is_of_a_certified_outcome() {
    let pool = pool();
    let why = |as_printed, certifies, checks, tasks: &str| {
        let says = Says { as_printed, certifies, checks, ..Says::default() };
        let mechanism: &'static Says = Box::leak(Box::new(says));
        let run = Run { mechanism, instance: &pool, outcome: outcome(tasks) };
        let ruled = Ruled::new(mechanism, run);
        let first = ruled.unproved(&Patience::unlimited()).unwrap().map(str::to_string);
        // A second question gets the stored answer.
        assert_eq!(ruled.unproved(&Patience::unlimited()).unwrap(), first.as_deref());
        first
    };
    assert_eq!(why(false, true, true, "1"), None);
    for (certifies, checks, tasks) in [(false, true, "1"), (true, false, "1"), (true, true, "4")] {
        let reason = why(false, certifies, checks, tasks).unwrap();
        assert!(reason.starts_with("the outcome is not certified: "), "{reason}");
        assert!(reason.len() > "the outcome is not certified: ".len());
        assert_eq!(why(true, certifies, checks, tasks), None);
    }
}

/// What is seen without a certificate decides, one way and the other; a certificate that is found on the way is checked, and takes
/// the place of one that is sought.
#[test]
fn an_outcome_is_proved_once_and_not_by_its_author() {
    let pool = pool();
    let proved = |says: Says| {
        let mechanism: &'static Says = Box::leak(Box::new(says));
        let ruled = Ruled::of(mechanism, &pool, &Patience::unlimited()).unwrap();
        ruled.unproved(&Patience::unlimited()).unwrap().is_none()
    };
    let meets = |met, sound| Says { meets: Some(met), certifies: sound, checks: sound, ..Says::default() };
    assert!(proved(meets(true, false)) && proved(meets(true, true)));
    assert!(!proved(meets(false, false)) && !proved(meets(false, true)));
    assert!(!proved(Says { tasks: Some("4"), ..meets(true, true) }), "it cannot be carried out");
    let found = |certifies, checks| Says { certifies_on_the_way: true, certifies, checks, ..Says::default() };
    assert!(proved(found(false, true)) && proved(found(true, true)));
    assert!(!proved(found(true, false)) && !proved(found(false, false)));
    // The second run of a witness is proved likewise.
    let second = |says: Says| evidence(&says, &pool, &Patience::unlimited()).is_ok();
    assert!(second(meets(true, false)) && !second(meets(false, true)));
    assert!(second(found(false, true)) && !second(found(true, false)));
    assert!(!second(Says { tasks: Some("4"), ..meets(true, true) }));
    assert!(!second(Says { tasks: Some("4"), as_printed: true, ..Says::default() }));
}

/// It stands for every outcome where what the witness reads is settled, on each instance that it speaks of.
#[test]
fn a_violation_stands_for_what_is_settled() {
    let pool = pool();
    let all = [Settles::Nothing, Settles::Utilities, Settles::Outcome];
    for reads in all {
        for alone in all {
            for both in all {
                let cell = cell(
                    Says { settles: [alone, both], ..Says::default() },
                    Finds { reads, ..Finds::default() },
                );
                let run =
                    Run { mechanism: cell.mechanism.specification(), instance: &pool, outcome: outcome("1") };
                assert_eq!(cell.stands_for_every(&run, &Witness::Agent(0)), both >= reads);
                let departure = Witness::Departure { leaves: 1, loses: 0 };
                assert_eq!(cell.stands_for_every(&run, &departure), both >= reads && alone >= reads);
            }
        }
    }
}

#[test]
fn a_margin_is_above_zero() {
    assert_eq!(positive(r("1/1000000")), Ok(r("1/1000000")));
    for none in ["0", "-1/1000000"] {
        assert_eq!(positive(r(none)), Err(Rejected::NoViolation(r(none))));
    }
    assert_eq!(Cleared::holds(true), Some(Cleared::Holds));
    assert_eq!(Cleared::holds(false), None);
}

#[test]
fn a_run_is_of_the_outcome() {
    let (pool, says) = (pool(), Says::default());
    let run = run_of(&says, &pool, &Patience::unlimited()).unwrap();
    assert_eq!((run.outcome, run.instance), (outcome("1"), &pool));
    let never = Says { tasks: None, ..Says::default() };
    assert!(run_of(&never, &pool, &Patience::unlimited()).is_err());
}

/// The instance that a witness compares with: with a false report, without a user, or another instance.
#[test]
fn a_witness_leads_to_its_other_instance() {
    let pool = pool_of("capacity = [[3, 2]]\ndemand = [[1, 1], [1, 2]]");
    let report = |demand: &[&str]| Report { demand: demand.iter().map(|x| r(x)).collect(), ..pool.truth(0) };
    let with = |demand: &str| pool_of(&format!("capacity = [[3, 2]]\ndemand = {demand}"));
    let lie = Witness::<Cluster>::Misreport { by: 1, report: report(&["2", "1"]) };
    assert_eq!(lie.other(&pool), Some(with("[[1, 1], [2, 1]]")));
    let lies = vec![(0, report(&["3", "1"])), (1, report(&["2", "1"]))];
    assert_eq!(Witness::<Cluster>::Collusion(lies).other(&pool), Some(with("[[3, 1], [2, 1]]")));
    let departure = Witness::<Cluster>::Departure { leaves: 0, loses: 1 };
    assert_eq!(departure.other(&pool), Some(with("[[1, 2]]")));
    let larger = pool_of("capacity = [[4, 2]]\ndemand = [[1, 1], [1, 2]]");
    let sibling = Witness::<Cluster>::Sibling { instance: larger.clone(), loses: 0 };
    assert_eq!(sibling.other(&pool), Some(larger));
    let none: [Witness<Cluster>; 5] = [
        Witness::Outcome,
        Witness::Agent(0),
        Witness::Envy { envious: 0, envied: 1 },
        Witness::Better(outcome("1")),
        Witness::Complaint { by: 0, instead: outcome("1") },
    ];
    for witness in none {
        assert_eq!(witness.other(&pool), None);
    }
}

/// A program outside has no certificate, so none is asked for.
#[test]
fn a_program_has_no_certificate() {
    let greeting = Greeting {
        id: "mine".to_string(),
        model: "cluster".to_string(),
        kind: Kind::Mechanism,
        time: false,
        whole: false,
        numbers: Numbers::Exact,
        numbered: false,
        takes: Vec::new(),
    };
    let program = Program::function("mine", greeting, |_| Ok(r#"{"placement": [[1], [0]]}"#.to_string()));
    let outside = Outside::<Cluster>::new(Arc::new(program), r("1/10")).unwrap();
    let (pool, given) = (pool(), outcome("1"));
    assert_eq!(outside.allocate(&pool, &Patience::unlimited()), Ok(given.clone()));
    let none = Rejected::Certificate("what a program returns has none".to_string());
    assert_eq!(outside.certify(&pool, &given, &Patience::unlimited()), Err(none.clone().into()));
    assert_eq!(outside.check(&pool, &given, &Certificate::Rule), Err(none));
    // There is no slack for answers in exact numbers.
    assert_eq!(outside.slack(), None);
}
