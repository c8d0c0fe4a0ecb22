//! Certificates of coverings by hand: prices, trees and bisection, each at its border and just beyond it.

use fairwitness::document::{Document, Node, Value};
use fairwitness::mechanism::{self, Mechanism};
use fairwitness::model::Model as _;
use fairwitness::model::covering::{
    Allotment, Branch, Certificate, Covering, Multipliers, Stock, Uncoverable, cheapest_cover,
};
use fairwitness::scalar::{Rational, Scalar};

use super::support::{r, rows};

fn numbers(texts: &[&str]) -> Vec<Rational> {
    texts.iter().map(|x| r(x)).collect()
}

fn stock(cost: &[&str], demand: &[&str]) -> Stock {
    Stock::new(numbers(cost), vec![Rational::one(); cost.len()], numbers(demand)).unwrap()
}

fn multipliers(resource: &[&str], cover: &[&str], pay: &[&str]) -> Multipliers {
    Multipliers { resource: numbers(resource), cover: numbers(cover), pay: numbers(pay) }
}

fn mech(id: &str) -> &'static dyn Mechanism<Covering> {
    *mechanism::COVERING.iter().find(|m| m.id() == id).unwrap()
}

#[test]
fn multipliers_are_one_a_row_and_none_below_zero() {
    let stock = stock(&["1", "2", "3"], &["1", "1"]);
    let fit = |resource, cover, pay| multipliers(resource, cover, pay).fit(&stock);
    assert!(fit(&["0", "1", "2"], &["1", "0"], &["0", "1"]));
    assert!(Multipliers::zero(&stock).fit(&stock));
    for resource in [&["0", "1"][..], &["0", "1", "2", "3"], &["0", "-1", "2"]] {
        assert!(!fit(resource, &["1", "0"], &["0", "1"]), "{resource:?}");
    }
    for other in [&["0"][..], &["0", "1", "2"], &["0", "-1"]] {
        assert!(!fit(&["0", "1", "2"], other, &["0", "1"]), "{other:?}");
        assert!(!fit(&["0", "1", "2"], &["0", "1"], other), "{other:?}");
    }
}

/// One resource of size 3 and cost 2, one task: a unit of demand has the price 5, so the resource is worth 15, and
/// the task pays 2 times 4; the remaining 7 are the price of the resource. Also a hundred trillion times larger and
/// smaller, and with sizes and costs that are fractions.
#[test]
fn a_price_is_paid_by_the_task_and_the_resource() {
    for scale in ["1", "1/3", "100000000000000000000", "1/100000000000000000000"] {
        for (size, cost) in [("3", "2"), ("3/7", "2/5")] {
            let stock = Stock::new(numbers(&[cost]), numbers(&[size]), numbers(&["1/10"])).unwrap();
            let times = |x: Rational| x * r(scale);
            // 15 is size times cover, and 8 is cost times pay, in any units.
            let (cover, pay) = (r("15") / r(size), r("8") / r(cost));
            let price = |resource: &str, cover: &Rational, pay: &Rational, allowed: bool| {
                let multipliers = Multipliers {
                    resource: vec![times(r(resource))],
                    cover: vec![times(cover.clone())],
                    pay: vec![times(pay.clone())],
                };
                multipliers.price(&stock, |_, _| allowed)
            };
            assert!(price("7", &cover, &pay, true), "{scale} {size}");
            assert!(price("71/10", &cover, &pay, true), "{scale} {size}");
            assert!(!price("69/10", &cover, &pay, true), "{scale} {size}");
            assert!(!price("7", &(&cover + r("1/100")), &pay, true), "{scale} {size}");
            assert!(price("7", &(&cover - r("1/100")), &pay, true), "{scale} {size}");
            assert!(!price("7", &cover, &(&pay - r("1/100")), true), "{scale} {size}");
            assert!(price("7", &cover, &(&pay + r("1/100")), true), "{scale} {size}");
            // A pair that is not allowed needs no price.
            assert!(price("0", &cover, &pay, false), "{scale} {size}");
            assert!(price("15", &cover, &Rational::zero(), true), "{scale} {size}");
            assert!(!price("149/10", &cover, &Rational::zero(), true), "{scale} {size}");
        }
    }
}

/// Each pair counts alone: only the second resource is too dear for the second task.
#[test]
fn every_pair_that_is_allowed_has_its_price() {
    let stock = stock(&["1", "1"], &["1", "1"]);
    for scale in ["1", "100000000000000000000"] {
        let times = |texts: &[&str]| numbers(texts).into_iter().map(|x| x * r(scale)).collect::<Vec<_>>();
        let own =
            Multipliers { resource: times(&["1", "0"]), cover: times(&["0", "1"]), pay: times(&["0", "0"]) };
        assert!(!own.price(&stock, |_, _| true));
        assert!(own.price(&stock, |i, j| (i, j) != (1, 1)));
        assert!(!own.price(&stock, |i, j| (i, j) == (1, 1)));
        assert!(own.price(&stock, |i, _| i == 0));
    }
}

fn leaf(cover: [&str; 2]) -> Branch {
    Branch::Leaf(multipliers(&["0", "0"], &cover, &["0", "0"]))
}

/// Costs 1 and 2, two tasks of one resource, each paying 1 alone: the fairest ratio is 2. Below it, no task may have
/// the second resource; so the task without the first resource has none.
#[test]
fn a_tree_goes_through_all_assignments() {
    let stock = stock(&["1", "2"], &["1", "1"]);
    let fair = Allotment::Whole(vec![Some(0), Some(1)]);
    let said = |root: Branch| mech("optimum").check(&stock, &fair, &Certificate::Tree(root)).is_ok();
    let (first, second) = (|| leaf(["1", "0"]), || leaf(["0", "1"]));
    let split = Branch::Split;
    let (spare, dear, like) = (|| Branch::Spare, || Branch::Dear, Branch::Like);
    // The first resource to the first task, to the second, to no task.
    assert!(said(split(0, vec![second(), first(), first()])));
    assert!(said(split(0, vec![second(), first(), second()])));
    assert!(said(split(0, vec![second(), like(0), first()])));
    // The second resource is too dear for both tasks, and one resource is too few for two tasks.
    let few = || Branch::Leaf(multipliers(&["1", "0"], &["1", "1"], &["0", "0"]));
    assert!(said(split(1, vec![dear(), dear(), few()])));
    assert!(said(split(1, vec![dear(), dear(), split(0, vec![second(), first(), first()])])));
    assert!(said(few()));
    // If a task is covered already, the sibling case counts.
    let then = |branches| split(0, vec![split(1, branches), like(0), first()]);
    assert!(said(then(vec![spare(), dear(), second()])));

    // A leaf that does not close, or that closes another case.
    assert!(!said(first()));
    assert!(!said(Branch::Leaf(multipliers(&["2", "0"], &["1", "1"], &["0", "0"]))));
    assert!(!said(Branch::Leaf(multipliers(&["1"], &["1", "1"], &["0", "0"]))));
    for alone in [spare(), dear(), like(0), like(1)] {
        assert!(!said(alone));
    }
    assert!(!said(split(0, vec![first(), first(), first()])));
    assert!(!said(split(0, vec![second(), second(), first()])));
    // One branch too few, one too many, and none.
    assert!(!said(split(0, vec![second(), first()])));
    assert!(!said(split(0, vec![second(), first(), first(), first()])));
    assert!(!said(split(0, vec![])));
    // An index beyond the resources, and a resource that is assigned already.
    assert!(!said(split(2, vec![second(), first(), first()])));
    assert!(!said(split(3, vec![second(), first(), first()])));
    assert!(!said(split(2, vec![dear(), dear(), few()])));
    assert!(!said(split(0, vec![split(0, vec![spare(), second(), second()]), like(0), first()])));
    assert!(!said(split(1, vec![dear(), dear(), split(1, vec![dear(), dear(), few()])])));
    // A task that lacks something is not covered already, and a task with budget finds no resource too dear.
    assert!(!said(split(0, vec![second(), spare(), first()])));
    assert!(!said(split(0, vec![spare(), first(), first()])));
    assert!(!said(split(0, vec![second(), dear(), first()])));
    assert!(!said(split(0, vec![dear(), first(), first()])));
    assert!(!said(then(vec![spare(), spare(), second()])));
    // Only an earlier task can be like this one, and only a task.
    assert!(!said(split(0, vec![like(0), first(), first()])));
    assert!(!said(split(0, vec![like(1), first(), first()])));
    assert!(!said(split(0, vec![second(), like(1), first()])));
    assert!(!said(split(0, vec![second(), like(2), first()])));
    assert!(!said(split(0, vec![second(), first(), like(0)])));
    assert!(!said(split(0, vec![second(), first(), like(1)])));
    // The case without a task cannot refer to a sibling.
    assert!(!said(split(0, vec![second(), first(), spare()])));
    assert!(!said(split(0, vec![second(), first(), dear()])));
    assert!(!said(split(1, vec![dear(), dear(), dear()])));
    assert!(!said(then(vec![spare(), dear(), spare()])));
    assert!(!said(then(vec![spare(), dear(), dear()])));
}

/// Tasks that lack different amounts, or have different budgets, are not alike. Costs 1, 1, 4 and demands 1 and 2:
/// the second and third resource for the second task cost it 5 of 2, which is 5/2.
#[test]
fn only_tasks_that_are_alike_are() {
    let stock = stock(&["1", "1", "4"], &["1", "2"]);
    let fair = Allotment::Whole(vec![Some(0), Some(1), Some(1)]);
    let said = |root: Branch| mech("optimum").check(&stock, &fair, &Certificate::Tree(root)).is_ok();
    let leaf = |resource: &[&str], cover: &[&str]| Branch::Leaf(multipliers(resource, cover, &["0", "0"]));
    // The dear resource to the second task: its remaining budget, 1, pays for no further resource. To no task: two
    // resources are too few.
    let to_second = || leaf(&["0", "0", "0"], &["0", "1"]);
    let to_nobody = || leaf(&["1", "1", "0"], &["1", "1"]);
    let split = |branches| Branch::Split(2, branches);
    assert!(said(split(vec![Branch::Dear, to_second(), to_nobody()])));
    assert!(!said(split(vec![Branch::Dear, Branch::Like(0), to_nobody()])));
    assert!(!said(split(vec![Branch::Dear, Branch::Dear, to_nobody()])));
    assert!(!said(split(vec![to_second(), to_second(), to_nobody()])));
    assert!(!said(split(vec![Branch::Dear, to_second(), to_second()])));
    // A worse assignment is not the fairest: the tree would have to close at its ratio of 4.
    let worse = Allotment::Whole(vec![Some(1), Some(1), Some(0)]);
    let tree = Certificate::Tree(split(vec![Branch::Dear, to_second(), to_nobody()]));
    assert!(mech("optimum").check(&stock, &worse, &tree).is_err());
}

/// The optimum above by one sum of rows: below 2 no task may have the second resource, and one resource is too few
/// for two tasks.
#[test]
fn an_optimum_may_be_proved_by_one_bound() {
    let stock = stock(&["1", "2"], &["1", "1"]);
    let fair = Allotment::Whole(vec![Some(0), Some(1)]);
    let said = |certificate: Certificate| mech("optimum").check(&stock, &fair, &certificate).is_ok();
    let proof = || multipliers(&["1", "0"], &["1", "1"], &["0", "0"]);
    assert!(said(Certificate::Bound(proof())));
    assert!(!said(Certificate::Bound(multipliers(&["1", "0"], &["1", "0"], &["0", "0"]))));
    assert!(!said(Certificate::Bound(multipliers(&["2", "0"], &["1", "1"], &["0", "0"]))));
    assert!(!said(Certificate::Multipliers(proof())));
    assert!(!said(Certificate::AtLeast(r("2"), proof())));
    assert!(!said(Certificate::Rule));
}

fn bisected(stock: &Stock, at_least: &str, proof: Multipliers, fraction: &[&[&str]], end: &str) -> bool {
    let outcome = Allotment::Parts { fraction: rows(fraction), ratio: r(end) };
    mech("lp-bisection").check(stock, &outcome, &Certificate::AtLeast(r(at_least), proof)).is_ok()
}

/// Between 1 and 2, where only 2 is feasible, ten halvings lead to 2.
#[test]
fn bisection_ends_where_halving_leads() {
    let stock = stock(&["1", "2"], &["1", "1"]);
    let halves: &[&[&str]] = &[&["1/2", "1/2"], &["1/2", "1/2"]];
    let proof = || multipliers(&["1", "0"], &["1", "1"], &["0", "0"]);
    let said = |at_least: &str, end: &str| bisected(&stock, at_least, proof(), halves, end);
    assert!(said("2", "2"));
    // The last middle is 2 - 1/1024: a bound just above it settles the step, and a bound equal to it does not.
    assert!(said("4095/2048", "2"));
    assert!(!said("2047/1024", "2"));
    assert!(!said("3/2", "2"));
    assert!(!said("1", "2"));
    assert!(!said("1/2", "2"));
    // The fractions are feasible at 5/2 too, but bisection does not end there.
    assert!(!said("2", "5/2"));
    assert!(!said("2", "3/2"));
    let weak = multipliers(&["1", "0"], &["1", "0"], &["0", "0"]);
    assert!(!bisected(&stock, "2", weak, halves, "2"));
    let outcome = Allotment::Parts { fraction: rows(halves), ratio: r("2") };
    for other in [Certificate::Rule, Certificate::Bound(proof()), Certificate::Multipliers(proof())] {
        assert!(mech("lp-bisection").check(&stock, &outcome, &other).is_err());
    }
}

/// Equal costs leave no interval: the ratio is 1. A bound below 1 proves nothing.
#[test]
fn nothing_is_cheaper_than_alone() {
    let stock = stock(&["1", "1"], &["1", "1"]);
    let own: &[&[&str]] = &[&["1", "0"], &["0", "1"]];
    let proof = || multipliers(&["0", "0"], &["1", "1"], &["0", "0"]);
    assert!(bisected(&stock, "1", proof(), own, "1"));
    assert!(!bisected(&stock, "99/100", proof(), own, "1"));
}

/// Costs 1000 and 1001: the interval from 1 to 1001/1000 is as short as the resolution, and is not halved.
#[test]
fn an_interval_of_the_resolution_is_not_halved() {
    let stock = stock(&["1000", "1001"], &["1", "1"]);
    let halves: &[&[&str]] = &[&["1/2", "1/2"], &["1/2", "1/2"]];
    let proof = || multipliers(&["0", "0"], &["1", "1"], &["0", "0"]);
    assert!(bisected(&stock, "1", proof(), halves, "1001/1000"));
    // A slightly longer interval is halved.
    let wider = self::stock(&["1000", "1002"], &["1", "1"]);
    assert!(!bisected(&wider, "1", proof(), halves, "501/500"));
}

fn read(stock: &Stock, text: &str) -> Result<Certificate, String> {
    let document = Document::parse("test.toml", text).unwrap();
    Covering::read_certificate(stock, &document.node()).map_err(|e| e.to_string())
}

#[test]
fn certificates_on_file_are_spelled_in_one_way() {
    let stock = stock(&["1", "2"], &["1", "1"]);
    let tree = |branch: &str| read(&stock, &format!("kind = \"tree\"\nroot = {branch}"));
    let all = vec![
        Certificate::Rule,
        Certificate::Multipliers(multipliers(&["1", "0"], &["1/2", "1"], &["0", "2"])),
        Certificate::Bound(multipliers(&["1", "0"], &["1/2", "1"], &["0", "2"])),
        Certificate::AtLeast(r("3/2"), multipliers(&["1", "0"], &["1/2", "1"], &["0", "2"])),
        Certificate::Start(
            rows(&[&["1/2", "1/2"], &["0", "1"]]),
            r("3/2"),
            multipliers(&["1", "0"], &["1/2", "1"], &["0", "2"]),
        ),
        Certificate::Tree(Branch::Split(
            1,
            vec![
                Branch::Spare,
                Branch::Dear,
                Branch::Split(0, vec![Branch::Like(0), Branch::Like(12), leaf(["1", "0"])]),
            ],
        )),
    ];
    for certificate in all {
        let written = Covering::write_certificate(&stock, &certificate);
        assert_eq!(Covering::read_certificate(&stock, &Node::new("certificate", &written)), Ok(certificate));
    }
    assert_eq!(tree("\"like 1\""), Ok(Certificate::Tree(Branch::Like(1))));
    assert_eq!(tree("\"dear\""), Ok(Certificate::Tree(Branch::Dear)));
    for wrong in ["like 01", "like +1", "like", "like x", "like -1", "alike 1", "spares", ""] {
        assert!(tree(&format!("\"{wrong}\"")).is_err(), "{wrong}");
    }
    assert!(tree("{ split = 2, branches = [] }").is_err());
    assert!(tree("{ split = 0, branches = [], more = 1 }").is_err());
    for wrong in [
        "kind = \"rules\"",
        "kind = \"rule\"\nmore = 1",
        "kind = \"bound\"\nmultipliers = { resource = [1, 0], cover = [1, 1] }",
        "kind = \"bound\"\nmultipliers = { resource = [1, 0], cover = [1, 1], pay = [0, 0], more = [1] }",
        "kind = \"multipliers\"\nresource = [1, 0]\ncover = [1, 1]",
        "kind = \"at-least\"\nmultipliers = { resource = [1, 0], cover = [1, 1], pay = [0, 0] }",
        "resource = [1, 0]",
    ] {
        assert!(read(&stock, wrong).is_err(), "{wrong}");
    }
    let written = Covering::write_certificate(&stock, &Certificate::Tree(Branch::Like(7)));
    assert_eq!(written.get("root"), Some(&Value::text("like 7")));
}

/// Greedy gives the first resource to the first of equal tasks, and in its other form to the last of them.
#[test]
fn a_rule_has_one_outcome() {
    let stock = stock(&["1", "2"], &["1", "1"]);
    for (id, own, other) in [
        ("greedy", [Some(0), Some(1)], [Some(1), Some(0)]),
        ("greedy-last", [Some(1), Some(0)], [Some(0), Some(1)]),
    ] {
        let said = |given: [Option<usize>; 2]| {
            mech(id).check(&stock, &Allotment::Whole(given.to_vec()), &Certificate::Rule).is_ok()
        };
        assert!(said(own) && !said(other), "{id}");
        assert!(!said([Some(0), None]) && !said([None, None]), "{id}");
        let parts = Allotment::Parts { fraction: rows(&[&["1", "0"], &["0", "1"]]), ratio: r("2") };
        assert!(mech(id).check(&stock, &parts, &Certificate::Rule).is_err(), "{id}");
    }
}

/// Costs 1 and 2, two tasks of one resource: the least ratio is 2. A start in whole resources is its own rounding.
#[test]
fn a_start_leads_to_its_own_outcome() {
    let stock = stock(&["1", "2"], &["1", "1"]);
    let selects = mech("rounding-printed").specification().printed().unwrap();
    let proof = || multipliers(&["1", "0"], &["1", "1"], &["0", "0"]);
    let (straight, crossed): (&[&[&str]], &[&[&str]]) =
        (&[&["1", "0"], &["0", "1"]], &[&["0", "1"], &["1", "0"]]);
    let said = |given: [usize; 2], parts: &[&[&str]], ratio: &str, proof: Multipliers| {
        let outcome = Allotment::Whole(given.iter().map(|j| Some(*j)).collect());
        selects.run(&stock, Some(&Certificate::Start(rows(parts), r(ratio), proof))) == Ok(outcome)
    };
    assert!(said([0, 1], straight, "2", proof()));
    assert!(said([1, 0], crossed, "2", proof()));
    assert!(!said([0, 1], crossed, "2", proof()));
    assert!(!said([1, 0], straight, "2", proof()));
    // A ratio that is not the smallest, one that the fractions do not meet, one that is not proved.
    assert!(!said([0, 1], straight, "5/2", proof()));
    assert!(!said([0, 1], straight, "3/2", proof()));
    assert!(!said([0, 1], straight, "2", multipliers(&["1", "0"], &["1", "0"], &["0", "0"])));
    // Numbers that are no fractions of the resources.
    assert!(!said([0, 1], &[&["1", "0"], &["1", "1"]], "2", proof()));
    assert!(!said([0, 1], &[&["1", "0"], &["0", "1/2"]], "2", proof()));
    assert!(!said([0, 1], &[&["1", "0"]], "2", proof()));
    for other in [Certificate::Rule, Certificate::AtLeast(r("2"), proof()), Certificate::Multipliers(proof())]
    {
        assert!(selects.run(&stock, Some(&other)).is_err());
    }
}

/// Isolation costs by trial of every set of resources, on stocks of up to seven resources of unlike sizes and costs.
#[test]
fn the_cheapest_cover_alone_is_the_cheapest_of_all() {
    let mut tried = 0;
    for seed in 1..60i64 {
        let count = 2 + seed % 6;
        let size: Vec<Rational> =
            (0..count).map(|i| Rational::new(1 + (seed * 7 + i * i * 5) % 9, 1 + seed % 3)).collect();
        let cost: Vec<Rational> =
            (0..count).map(|i| Rational::new(1 + (seed * 11 + i * 13) % 10, 1 + (seed + 1) % 4)).collect();
        let sums = |of: &[Rational], set: usize| {
            (0..of.len()).filter(|i| set >> i & 1 == 1).fold(Rational::zero(), |sum, i| sum + &of[i])
        };
        for part in 1..=6 {
            let demand = sums(&size, usize::MAX) * Rational::new(part, 6);
            let sets = (0..1usize << count).filter(|set| sums(&size, *set) >= demand);
            let cheapest = sets.map(|set| sums(&cost, set)).min().unwrap();
            let stock = Stock::new(cost.clone(), size.clone(), vec![demand.clone()]).unwrap();
            assert_eq!(stock.isolation(), [cheapest], "{size:?} {cost:?} {demand}");
            tried += 1;
        }
        let beyond = sums(&size, usize::MAX) + r("1/1000");
        assert_eq!(
            Stock::new(cost, size, vec![Rational::zero() + r("1/9"), beyond]),
            Err(Uncoverable::Small(1))
        );
    }
    assert!(tried > 300, "{tried}");
}

/// Sizes 1 and costs 1, 2, 2, demand 2: the first two cost 3. Of the rest, the second and third cost at least 4, and after the
/// first alone the third completes 3 at best, so two branches suffice.
#[test]
fn branches_that_cannot_be_cheaper_are_not_searched() {
    let ones = || numbers(&["1", "1", "1"]);
    let cover = |most| cheapest_cover(&numbers(&["1", "2", "2"]), &ones(), &r("2"), most);
    assert_eq!(cover(2), Some(vec![0, 1]));
    assert_eq!(cover(1), None);
    // Costs 2 and 3 for sizes 2 and 2, demand 2: without the first the bound is 3, so one branch suffices.
    let cover = |most| cheapest_cover(&numbers(&["2", "3"]), &numbers(&["2", "2"]), &r("2"), most);
    assert_eq!(cover(1), Some(vec![0]));
    assert_eq!(cover(0), None);
    // Demand 3/2 of sizes 1 and 1: without the first the rest does not suffice.
    let cover = |most| cheapest_cover(&numbers(&["1", "2"]), &numbers(&["1", "1"]), &r("3/2"), most);
    assert_eq!(cover(2), Some(vec![0, 1]));
    // Resources 1 and 2 cost 4 together, as resource 3 does alone: the first cover that is found remains.
    let cover = cheapest_cover(&numbers(&["2", "2", "4"]), &numbers(&["2", "2", "3"]), &r("5/2"), 100);
    assert_eq!(cover, Some(vec![0, 1]));
}

/// One task of demand 2 pays 4 alone, for resources of cost 1 and 3: below 4 it would pay at least 4. Twice the second cost is
/// covered by three times the demand, less 2 for the first resource.
#[test]
fn a_leaf_may_count_what_tasks_pay() {
    let stock = stock(&["1", "3"], &["2"]);
    let both = Allotment::Whole(vec![Some(0), Some(0)]);
    let said = |resource: &[&str], cover: &str, pay: &str| {
        let leaf = Branch::Leaf(multipliers(resource, &[cover], &[pay]));
        mech("optimum").check(&stock, &both, &Certificate::Tree(leaf)).is_ok()
    };
    assert!(said(&["2", "0"], "3", "1") && said(&["1", "0"], "3/2", "1/2"));
    assert!(!said(&["2", "0"], "29/10", "1") && !said(&["2", "0"], "3", "11/10"));
    assert!(!said(&["19/10", "0"], "3", "1") && !said(&["2", "0"], "31/10", "1"));
}

/// Demands of 1 and 1/2 cost the same alone, and are not alike.
#[test]
fn tasks_of_one_budget_and_unlike_demands_are_not_alike() {
    let stock = stock(&["1", "2"], &["1", "1/2"]);
    let fair = Allotment::Whole(vec![Some(0), Some(1)]);
    let said = |branches| {
        mech("optimum").check(&stock, &fair, &Certificate::Tree(Branch::Split(0, branches))).is_ok()
    };
    let (first, second) = (|| leaf(["1", "0"]), || leaf(["0", "1"]));
    assert!(said(vec![second(), first(), first()]));
    assert!(!said(vec![second(), Branch::Like(0), first()]));
}

/// Figure 3 gives no task a part of a resource that is larger than its demand.
#[test]
fn parts_are_of_resources_that_a_task_may_have() {
    use fairwitness::specification::covering::programme::{Formulation, meets};
    let stock = Stock::new(numbers(&["1", "1"]), numbers(&["1", "2"]), numbers(&["1", "1"])).unwrap();
    let half = rows(&[&["1", "0"], &["0", "1/2"]]);
    assert!(meets(Formulation::Pruned, &stock, &half, &r("1")).is_ok());
    assert!(meets(Formulation::Sized, &stock, &half, &r("1")).is_err());
    assert!(meets(Formulation::Sized, &stock, &rows(&[&["1", "0"], &["0", "0"]]), &r("1")).is_ok());
}

/// Costs 1 and 2, two tasks of one resource: fractions have the ratio 2 at least, because no task may have the second resource
/// below. Rounding pays less than 4.
#[test]
fn a_rounding_pays_less_than_twice_a_proven_bound() {
    let stock = stock(&["1", "2", "2"], &["1", "1"]);
    let said = |given: &[usize], ratio: &str, proof: Multipliers| {
        let outcome = Allotment::Whole(given.iter().map(|j| Some(*j)).collect());
        mech("rounding").check(&stock, &outcome, &Certificate::AtLeast(r(ratio), proof)).is_ok()
    };
    let proof = || multipliers(&["1", "0", "0"], &["1", "1"], &["0", "0"]);
    assert!(said(&[0, 0, 1], "2", proof()) && !said(&[0, 1, 1], "2", proof()));
    assert!(!said(&[0, 0, 1], "3/2", proof()), "a task pays exactly twice the bound");
    assert!(!said(&[0, 0, 1], "5/2", proof()), "the bound is not proved");
    assert!(
        mech("rounding")
            .check(&stock, &Allotment::Whole(vec![Some(0), Some(1), None]), &Certificate::Rule)
            .is_err()
    );
}
