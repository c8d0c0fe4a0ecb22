//! Queues below cohorts of cohorts, weights of zero, limits and stopped queues, decided by hand.

use fairwitness::document::{Document, Node};
use fairwitness::linear::Patience;
use fairwitness::mechanism;
use fairwitness::model::Model;
use fairwitness::model::cohort::{Cohort, Queues, Rule};

use super::support::r;

fn queues(text: &str) -> Queues {
    let document = Document::parse("test.toml", text).unwrap_or_else(|e| panic!("{e}"));
    let read = Cohort::read(&document.node()).unwrap_or_else(|e| panic!("{e}"));
    let written = Cohort::write(&read);
    assert_eq!(Cohort::read(&Node::new("back", &written)), Ok(read.clone()), "{text}");
    read
}

/// The targets in their order, each with its rule; `None` if the workload is turned down.
fn decided(queues: &Queues) -> Option<Vec<(usize, Rule)>> {
    let rule = mechanism::COHORT.iter().find(|rule| rule.id() == "kueue-preempt").unwrap();
    let decision = rule.allocate(queues, &Patience::unlimited()).unwrap();
    Cohort::feasible(rule.setting(), queues, &decision).unwrap();
    decision.targets.map(|targets| targets.iter().map(|t| (t.workload, t.rule)).collect())
}

fn goes(targets: &[(usize, Rule)]) -> Option<Vec<(usize, Rule)>> {
    Some(targets.to_vec())
}

/// Queue c borrows from queue b of its own cohort, which borrows nothing: no queue of another cohort takes from it.
#[test]
fn a_cohort_within_its_quota_loses_nothing_to_another() {
    let flat = "quota = [[2], [2], [0]]\nworkload = [{ queue = 0, request = [3] }, { queue = 2, request = [2] }]\nadmitted = [1]\n";
    // Share 1/4 against 2/4 with the workload, 0 without it.
    assert_eq!(decided(&queues(flat)), goes(&[(1, Rule::Initial)]));
    let tree = format!(
        "{flat}cohort = [\"left\", \"right\", \"right\"]\ncohorts = [{{ name = \"left\", parent = \"top\" }}, {{ name = \"right\", parent = \"top\" }}]\n"
    );
    assert_eq!(decided(&queues(&tree)), None);
}

/// Two units of the topmost cohort, used by queue 2 of one cohort; queue 1 of another asks for one. Both cohorts then
/// have 1/2; with the weight 1/2 the asking one has 1. Weights of the queues do not matter.
#[test]
fn shares_are_those_below_the_lowest_common_cohort() {
    let tree = |left: &str, own: &str| {
        queues(&format!(
            "quota = [[0], [0]]\nweight = [\"{own}\", 1]\ncohort = [\"left\", \"right\"]\ncohorts = [{{ name = \"left\", parent = \"top\", weight = \"{left}\" }}, {{ name = \"right\", parent = \"top\" }}, {{ name = \"top\", quota = [2] }}]\nworkload = [{{ queue = 0, request = [1] }}, {{ queue = 1, request = [1] }}, {{ queue = 1, request = [1] }}]\nadmitted = [1, 2]\n"
        ))
    };
    assert_eq!(decided(&tree("1", "1")), goes(&[(2, Rule::Final)]));
    assert_eq!(decided(&tree("1/2", "1")), None);
    assert_eq!(decided(&tree("1", "1/2")), goes(&[(2, Rule::Final)]));
    let start = tree("1/2", "1");
    assert_eq!(start.share_with(0, &[0]).finite(), Some(&r("1/2")));
    assert_eq!(start.share_with(2, &[0]).finite(), Some(&r("1")));
    assert_eq!(start.share_with(4, &[0]).finite(), Some(&r("0")));
}

/// A queue of weight 0 that borrows has an endless share: it loses everything borrowed, and takes nothing.
#[test]
fn a_queue_of_weight_zero_borrows_until_another_asks() {
    let state = |own: usize, other: usize, asks: i64| {
        let one = format!("{{ queue = {other}, request = [1] }}");
        queues(&format!(
            "quota = [[1], [0], [3]]\nweight = [1, 0, 1]\nworkload = [{{ queue = {own}, request = [{asks}] }}, {one}, {one}, {one}, {one}]\nadmitted = [1, 2, 3, 4]\n"
        ))
    };
    let start = state(0, 1, 2);
    assert_eq!(start.share_with(1, &start.admitted).to_string(), "inf");
    assert_eq!(decided(&start), goes(&[(4, Rule::Final), (3, Rule::Final)]));
    assert_eq!(decided(&state(1, 0, 1)), None);
    // Against a queue of weight 0 that borrows more, the borrowed parts count: 1/4 against 3/4 and 2/4.
    let mut both = state(1, 0, 1);
    both.weight[0] = r("0");
    assert_eq!(decided(&both), goes(&[(4, Rule::Final)]));
}

/// The topmost cohort has four units. The cohort below may borrow one of them and lends one of its own two.
#[test]
fn cohorts_borrow_and_lend_within_limits() {
    let state = |asks: i64, own: &str| {
        queues(&format!(
            "quota = [[0], [0]]\ncohort = [\"low\", \"top\"]\ncohorts = [{{ name = \"low\", parent = \"top\", {own} }}, {{ name = \"top\", quota = [4] }}]\nworkload = [{{ queue = {}, request = [{}] }}]\nadmitted = []\n",
            usize::from(asks < 0),
            asks.abs()
        ))
    };
    assert_eq!(decided(&state(1, "borrow = [1]")), goes(&[]));
    assert_eq!(decided(&state(2, "borrow = [1]")), None);
    assert_eq!(decided(&state(-5, "quota = [2], lend = [1]")), goes(&[]));
    assert_eq!(decided(&state(-6, "quota = [2], lend = [1]")), None);
    assert_eq!(decided(&state(6, "quota = [2], lend = [1]")), goes(&[]));
}

/// A stopped queue admits nothing and loses nothing, while its quota is lent on.
#[test]
fn a_stopped_queue_lends_its_quota() {
    let state = |stop: &str, asks: &str, admitted: &str| {
        queues(&format!(
            "quota = [[1], [2]]\nstop = {stop}\nworkload = [{{ queue = 0, request = [{asks}] }}, {{ queue = 1, request = [3] }}]\nadmitted = {admitted}\n"
        ))
    };
    assert_eq!(decided(&state("[\"none\", \"hold\"]", "3", "[]")), goes(&[]));
    assert_eq!(decided(&state("[\"hold\", \"none\"]", "1", "[]")), None);
    assert_eq!(decided(&state("[\"none\", \"none\"]", "1", "[1]")), goes(&[(1, Rule::Nominal)]));
    assert_eq!(decided(&state("[\"none\", \"hold-and-drain\"]", "1", "[1]")), None);
}

/// A workload in eviction goes first, then the one reserved last, then the smaller identifier, whatever the list says.
#[test]
fn candidates_have_the_products_order() {
    let state = |first: &str, second: &str| {
        queues(&format!(
            "quota = [[2], [0]]\nworkload = [{{ queue = 0, request = [1] }}, {{ queue = 1, request = [1], {first} }}, {{ queue = 1, request = [1], {second} }}]\nadmitted = [2, 1]\n"
        ))
    };
    let at = |time: u8, uid: &str| format!("reserved = \"2026-01-01T00:00:0{time}Z\", uid = \"{uid}\"");
    assert_eq!(decided(&state(&at(1, "b"), &at(2, "a"))), goes(&[(2, Rule::Nominal)]));
    assert_eq!(decided(&state(&at(1, "b"), &at(1, "a"))), goes(&[(2, Rule::Nominal)]));
    assert_eq!(decided(&state(&at(1, "a"), &at(1, "b"))), goes(&[(1, Rule::Nominal)]));
    assert_eq!(
        decided(&state(&format!("{}, evicted = true", at(1, "b")), &at(2, "a"))),
        goes(&[(1, Rule::Nominal)])
    );
}

/// Without reclaiming, a request beyond the quota of its queue is not served by preemption, even of its own queue.
#[test]
fn a_queue_that_reclaims_nothing_preempts_within_its_quota() {
    let state = |asks: i64| {
        queues(&format!(
            "quota = [[1], [1]]\nown = [\"lower\", \"lower\"]\nreclaim = [\"never\", \"never\"]\nworkload = [{{ queue = 0, request = [{asks}], priority = 1 }}, {{ queue = 0, request = [2] }}]\nadmitted = [1]\n"
        ))
    };
    assert_eq!(decided(&state(1)), goes(&[(1, Rule::Own)]));
    assert_eq!(decided(&state(2)), None);
}
