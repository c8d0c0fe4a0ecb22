//! Witnesses: those on file, lies, and those that no table of cases holds ([`super::confirmed`] has the tables).

use fairwitness::archive::record::{Record, read_witness};
use fairwitness::document::{Document, Node};
use fairwitness::linear::Patience;
use fairwitness::mechanism::{self, Mechanism, Settles};
use fairwitness::model::Model;
use fairwitness::model::arrivals::{Arrivals, History};
use fairwitness::model::cluster::{Cluster, Placement, Pool, Report};
use fairwitness::model::covering::{Allotment, Covering, Stock};
use fairwitness::model::refusal::Rejected;
use fairwitness::property::evidence::{Margin, Run, Witness};
use fairwitness::property::judge::Judgement;
use fairwitness::property::{self, Examine};
use fairwitness::scalar::{Rational, Scalar};

use super::cells::Says;
use super::support::{cell, confirm, mech, pool_of, prop, r, records, rows, text};

type Said = Result<Margin, Rejected>;

fn placed(tasks: &[&[&str]]) -> Placement {
    Placement { tasks: rows(tasks) }
}

/// The result of a property's `confirm` for a witness on an outcome.
fn said(mechanism: &str, property: &str, pool: &Pool, tasks: &[&[&str]], witness: &Witness<Cluster>) -> Said {
    let run = Run { mechanism: mech(mechanism).specification(), instance: pool, outcome: placed(tasks) };
    confirm(mech(mechanism), prop(property), &run, witness)
}

fn none(margin: &str) -> Said {
    Err(Rejected::NoViolation(r(margin)))
}

fn misfit(said: &Said) -> bool {
    matches!(said, Err(Rejected::Misfit(_)))
}

fn out_of_scope(said: &Said) -> bool {
    matches!(said, Err(Rejected::OutOfScope(_)))
}

fn envy(envious: usize, envied: usize) -> Witness<Cluster> {
    Witness::Envy { envious, envied }
}

/// Records of all models: each certificate is accepted, and each witness confirmed with the margin on file. The
/// independent checker agrees.
#[test]
fn every_witness_on_file_is_confirmed_with_its_margin() {
    fn confirmed<M: Model>(
        record: &Record,
        mechanisms: &[&'static dyn Mechanism<M>],
        properties: &[&'static dyn Examine<M>],
    ) -> Result<(), String> {
        let mechanism = mechanisms.iter().find(|m| m.id() == record.mechanism).unwrap();
        let property = properties.iter().find(|p| p.id() == record.property).unwrap();
        let instance = M::read(&Node::new("instance", &record.instance)).unwrap();
        let outcome = M::read_outcome(&instance, &Node::new("outcome", &record.outcome)).unwrap();
        let (witness, margin, _) =
            read_witness::<M>(&instance, &Node::new("witness", &record.witness)).unwrap();
        let run = Run { mechanism: mechanism.specification(), instance: &instance, outcome };
        if let Some(value) =
            record.certificate.as_ref().filter(|_| mechanism.specification().printed().is_none())
        {
            let certificate = M::read_certificate(&instance, &Node::new("certificate", value)).unwrap();
            mechanism.check(&instance, &run.outcome, &certificate).map_err(|e| e.to_string())?;
        }
        let found = confirm(*mechanism, *property, &run, &witness);
        if found == Ok(margin) { Ok(()) } else { Err(format!("{found:?}")) }
    }
    for file in records() {
        let text = text(&file);
        let record = Record::read(&Document::parse("record.toml", &text).unwrap()).unwrap();
        let said = match record.model.as_str() {
            "cluster" => confirmed(&record, mechanism::CLUSTER, property::CLUSTER),
            "arrivals" => confirmed(&record, mechanism::ARRIVALS, property::ARRIVALS),
            "cohort" => confirmed(&record, mechanism::COHORT, property::COHORT),
            _ => confirmed(&record, mechanism::COVERING, property::COVERING),
        };
        assert_eq!(said, Ok(()), "{}", file.display());
    }
}

/// With a slack of 1/10, a user of equal level may lose 1/10 of the resource, and no more.
#[test]
fn a_loss_within_the_slack_is_none() {
    let pool = pool_of("capacity = [[4]]\ndemand = [[1], [1]]");
    let says = Says { slack: Some(r("1/10")), ..Says::default() };
    let of = |wanted: &str| {
        let run = Run { mechanism: &says, instance: &pool, outcome: placed(&[&["1"], &["1"]]) };
        let instead = placed(&[&["2"], &[wanted]]);
        confirm(&says, prop("bf"), &run, &Witness::Complaint { by: 0, instead })
    };
    for within in ["4/5", "3/5", "1", "2"] {
        assert_eq!(of(within), Ok(r("1/4")), "{within}");
    }
    for beyond in ["2/5", "0", "59/100"] {
        assert!(misfit(&of(beyond)), "{beyond}");
    }
}

/// A lie changes the fields that the property is about, and is a possible report.
#[test]
fn a_lie_is_of_its_kind() {
    let pool = pool_of("capacity = [[2, 2], [2, 2]]\ndemand = [[1, 2], [2, 1]]\neligible = [[0], [0, 1]]");
    let truth = pool.truth(0);
    let demand = |demand: &[&str]| Report { demand: demand.iter().map(|x| r(x)).collect(), ..truth.clone() };
    let eligible = Report { eligible: vec![true, true], ..truth.clone() };
    let tasks = mech("tsf").allocate(&pool, &Patience::unlimited()).unwrap();
    let of = |property: &str, report: &Report| {
        let run = Run { mechanism: mech("tsf").specification(), instance: &pool, outcome: tasks.clone() };
        confirm(mech("tsf"), prop(property), &run, &Witness::Misreport { by: 0, report: report.clone() })
    };
    let kind = |said: Said| {
        said == Err(Rejected::Misfit("a lie of another kind than the property speaks of".to_string()))
    };
    // Lies, each with the properties that admit its kind.
    let lies: [(Report, &[&str]); 6] = [
        (truth.clone(), &["sp", "sp-demand", "sp-eligibility"]),
        (demand(&["2", "2"]), &["sp", "sp-demand"]),
        (demand(&["0", "1"]), &["sp", "sp-demand"]),
        (eligible.clone(), &["sp", "sp-eligibility"]),
        (Report { eligible: vec![true, true], ..demand(&["1", "1"]) }, &["sp"]),
        (demand(&["0", "0"]), &[]),
    ];
    for (lie, speak) in &lies {
        for property in ["sp", "sp-demand", "sp-eligibility"] {
            assert_eq!(kind(of(property, lie)), !speak.contains(&property), "{property} {lie:?}");
        }
    }
    for negative in [["-1", "2"], ["1", "-2"], ["-1", "-2"]] {
        assert!(kind(of("sp", &demand(&negative))), "{negative:?}");
        assert!(kind(of("sp-demand", &demand(&negative))), "{negative:?}");
    }
    assert_eq!(of("sp", &truth), none("0"));
}

/// An outcome for another number of users or steps, and an enlargement by a server that the lists of eligible servers lack.
#[test]
fn outcomes_of_another_shape_are_misfits() {
    let pool = pool_of("capacity = [[1]]\ndemand = [[1]]");
    assert!(misfit(&said("drf", "feasible", &pool, &[&["1"], &["1"]], &Witness::Outcome)));
    let pool = pool_of("capacity = [[1, 1]]\ndemand = [[1, 2], [2, 1]]");
    let mut wider = pool_of("capacity = [[2, 1]]\ndemand = [[1, 2], [2, 1]]");
    wider.capacity.push(vec![r("1"), r("1")]);
    let witness = Witness::Sibling { instance: wider, loses: 0 };
    assert!(misfit(&said("drf", "resource-monotone", &pool, &[&["1/3"], &["1/3"]], &witness)));
    let sequence = sequence("agents = 2\ndemand = [[1], [1]]");
    let (mechanism, outcome) = (ddrf().specification(), History { shares: rows(&[&["1/2"]]) });
    let run = Run { mechanism, instance: &sequence, outcome };
    let feasible = *property::ARRIVALS.iter().find(|p| p.id() == "feasible").unwrap();
    let wide = confirm(ddrf(), feasible, &run, &Witness::Outcome);
    assert!(wide.is_err() && wide != Err(Rejected::Kind), "{wide:?}");
}

fn ddrf() -> &'static dyn Mechanism<Arrivals> {
    *mechanism::ARRIVALS.iter().find(|m| m.id() == "ddrf").unwrap()
}

fn sequence(text: &str) -> <Arrivals as Model>::Instance<Rational> {
    let document = Document::parse("test.toml", text).unwrap();
    Arrivals::read(&document.node()).unwrap()
}

fn stock(cost: &[&str], demand: &[&str]) -> Stock {
    let numbers = |texts: &[&str]| texts.iter().map(|x| r(x)).collect::<Vec<_>>();
    Stock::new(numbers(cost), vec![Rational::one(); cost.len()], numbers(demand)).unwrap()
}

fn covered(
    mechanism: &str,
    property: &str,
    stock: &Stock,
    outcome: Allotment,
    witness: Witness<Covering>,
) -> Said {
    let mechanism = *mechanism::COVERING.iter().find(|m| m.id() == mechanism).unwrap();
    let property = *property::COVERING.iter().find(|p| p.id() == property).unwrap();
    confirm(
        mechanism,
        property,
        &Run { mechanism: mechanism.specification(), instance: stock, outcome },
        &witness,
    )
}

/// Costs 1, 2, 2, 2 and two tasks of one resource: alone each pays 1, the largest step is 1, and the fairest ratio
/// is 2. So 4 is allowed, and a task that pays 6 exceeds it by 2.
#[test]
fn the_bound_of_greedy_is_a_multiple_of_another_ratio() {
    let stock = stock(&["1", "2", "2", "2"], &["1", "1"]);
    let of = |given: &[Option<usize>], instead: &[Option<usize>]| {
        let better = Witness::Better(Allotment::Whole(instead.to_vec()));
        covered("greedy", "greedy-bound", &stock, Allotment::Whole(given.to_vec()), better)
    };
    let (dear, fair) = ([Some(0), Some(1), Some(1), Some(1)], [Some(0), Some(1), None, None]);
    assert_eq!(of(&dear, &fair), Ok(r("2")));
    assert_eq!(of(&[Some(0), Some(1), Some(1), None], &fair), none("0"));
    assert_eq!(of(&fair, &fair), none("-2"));
    assert!(misfit(&of(&dear, &[Some(0), None, None, None])));
    assert!(misfit(&of(&dear, &[Some(0), Some(1)])));
}

#[test]
fn a_programme_is_above_an_assignment_by_the_difference() {
    let stock = stock(&["1", "2"], &["1", "1"]);
    let of = |ratio: &str| {
        let fraction = rows(&[&["1", "0"], &["0", "1"]]);
        let better = Witness::Better(Allotment::Whole(vec![Some(0), Some(1)]));
        covered("lp-pruned", "relaxation", &stock, Allotment::Parts { fraction, ratio: r(ratio) }, better)
    };
    assert_eq!(of("5"), Ok(r("3")));
    assert_eq!(of("2"), none("0"));
    assert_eq!(of("1"), none("-1"));
}

#[test]
fn an_assignment_is_feasible_when_it_covers() {
    let stock = stock(&["1", "2"], &["1", "1"]);
    let of = |given: &[Option<usize>], witness| {
        covered("greedy", "feasible", &stock, Allotment::Whole(given.to_vec()), witness)
    };
    assert_eq!(of(&[Some(0), None], Witness::Outcome), Ok(r("1")));
    assert_eq!(of(&[Some(0), Some(1)], Witness::Outcome), none("0"));
    assert!(misfit(&of(&[Some(0)], Witness::Outcome)));
    assert_eq!(of(&[Some(0), None], Witness::Agent(0)), Err(Rejected::Kind));
}

/// Costs 1 and 2, two tasks of one resource, each paying 1 alone. The programme has fractions at ratio 3/2: halves of both.
#[test]
fn a_rounding_pays_twice_what_the_fractions_allow() {
    let stock = stock(&["1", "2", "3"], &["1", "1"]);
    let of = |given: &[Option<usize>], fraction: &[&[&str]], ratio: &str| {
        let better = Witness::Better(Allotment::Parts { fraction: rows(fraction), ratio: r(ratio) });
        covered("greedy", "rounding-bound", &stock, Allotment::Whole(given.to_vec()), better)
    };
    let halves: &[&[&str]] = &[&["1/2", "1/2"], &["1/2", "1/2"], &["0", "0"]];
    // The pruned programme admits the resource of cost 2 at ratio 2 and not below.
    assert_eq!(of(&[Some(0), Some(1), Some(1)], halves, "2"), Ok(r("1")));
    assert_eq!(of(&[Some(0), None, Some(1)], halves, "2"), none("-1"));
    assert!(of(&[Some(0), Some(1), Some(1)], halves, "3/2").is_err());
    let less: &[&[&str]] = &[&["1/2", "1/2"], &["1/4", "1/2"], &["0", "0"]];
    assert!(of(&[Some(0), Some(1), Some(1)], less, "2").is_err());
}

/// The search finds the lies on file again, complete with another demand, other servers, or other rates.
#[test]
fn lies_on_file_are_found_again() {
    let mut tried = 0;
    for file in records() {
        let text = text(&file);
        let record = Record::read(&Document::parse("record.toml", &text).unwrap()).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().to_string();
        if record.model == "cluster" && record.property.starts_with("sp") && name.contains("-2u") {
            let pool = Cluster::read(&Node::new("instance", &record.instance)).unwrap();
            let judged =
                cell(&record.mechanism, &record.property).judge(&pool, &Patience::unlimited()).unwrap();
            assert!(matches!(judged, Judgement::Violated(_)), "{name}: {judged:?}");
            tried += 1;
        }
    }
    assert!(tried > 5, "{tried}");
}

/// Two identical servers, two identical users: for every report of servers, fairness gives a user at most two tasks.
/// Two other sets of servers are tried for each user, and one server has no other set.
#[test]
fn lies_that_do_not_pay_are_counted() {
    let alike = pool_of("capacity = [[2], [2]]\ndemand = [[1], [1]]");
    for mechanism in ["tsf", "c-drfh"] {
        let judged = cell(mechanism, "sp-eligibility").judge(&alike, &Patience::unlimited()).unwrap();
        assert!(matches!(judged, Judgement::Holds(_)), "{mechanism}: {judged:?}");
        let alone = pool_of("capacity = [[2]]\ndemand = [[1], [1]]");
        let judged = cell(mechanism, "sp-eligibility").judge(&alone, &Patience::unlimited()).unwrap();
        assert!(matches!(judged, Judgement::OutOfScope(..)), "{mechanism}: {judged:?}");
    }
}

/// The part of an outcome that a witness reads decides whether the violation stands for every outcome.
#[test]
fn a_witness_reads_places_only_where_they_matter() {
    let reads = |mechanism: &str, property: &str, text: &str, witness: &Witness<Cluster>| {
        let pool = pool_of(text);
        let outcome = Placement::empty(pool.users(), pool.servers());
        let run = Run { mechanism: mech(mechanism).specification(), instance: &pool, outcome };
        prop(property).reads(&run, witness)
    };
    let (everywhere, apart) = (
        "capacity = [[4], [4]]\ndemand = [[1], [1]]\n",
        "capacity = [[4], [4]]\ndemand = [[1], [1]]\neligible = [[0], [0, 1]]\n",
    );
    let rates = format!("{everywhere}rate = [[4, 2], [1, 6]]");
    assert_eq!(reads("tsf", "ef", everywhere, &envy(0, 1)), Settles::Utilities);
    assert_eq!(reads("tsf", "ef", apart, &envy(1, 0)), Settles::Utilities);
    assert_eq!(reads("tsf", "ef", apart, &envy(0, 1)), Settles::Outcome);
    assert_eq!(reads("first-fit-drfh", "ef", everywhere, &envy(0, 1)), Settles::Outcome);
    assert_eq!(reads("ps-dsf-tdm", "ef", &rates, &envy(0, 1)), Settles::Outcome);
    let lie = |eligible: [bool; 2]| Witness::Misreport {
        by: 0,
        report: Report { demand: vec![r("2")], eligible: eligible.to_vec(), rate: None },
    };
    assert_eq!(reads("tsf", "sp", apart, &lie([true, false])), Settles::Utilities);
    assert_eq!(reads("tsf", "sp", apart, &lie([false, false])), Settles::Utilities);
    assert_eq!(
        reads("tsf", "sp", apart, &lie([true, true])),
        Settles::Outcome,
        "it may run where it truly cannot"
    );
    assert_eq!(reads("tsf", "sp", everywhere, &lie([true, true])), Settles::Utilities);
    assert_eq!(reads("ps-dsf-tdm", "sp-time-slice", everywhere, &lie([true, true])), Settles::Outcome);
    assert_eq!(reads("tsf", "sp", everywhere, &Witness::Outcome), Settles::Outcome);
    // A lie is judged by bundles without rates, and by parts of time where time is divided.
    assert!(out_of_scope(&said(
        "ps-dsf-tdm",
        "sp",
        &pool_of(&rates),
        &[&["1", "1"], &["0", "0"]],
        &lie([true, true])
    )));
    assert!(out_of_scope(&said(
        "tsf",
        "sp-time-slice",
        &pool_of(everywhere),
        &[&["1", "1"], &["0", "0"]],
        &lie([true, true])
    )));
}

/// The properties that are defined for outcomes beyond capacity too: feasibility, distances from another mechanism's tasks, waste,
/// iterations, states, comparisons of shares in time, and the factor of the rounding.
#[test]
fn few_properties_judge_what_cannot_be_carried_out() {
    fn ids<M: Model>(all: &[&'static dyn Examine<M>]) -> Vec<&'static str> {
        all.iter().filter(|p| p.facts().judges_infeasible).map(|p| p.id()).collect()
    }
    let deviations = ["agrees-with-", "over-by", "under-by"];
    let mut cluster = ids(property::CLUSTER);
    cluster.retain(|id| !deviations.iter().any(|name| id.starts_with(name)));
    cluster.sort_unstable();
    assert_eq!(cluster, ["ends", "feasible", "no-starvation", "non-wasteful"]);
    let judged = |p: &&&'static dyn Examine<Cluster>| deviations.iter().any(|name| p.id().starts_with(name));
    assert!(property::CLUSTER.iter().filter(judged).all(|p| p.facts().judges_infeasible));
    let mut arrivals = ids(property::ARRIVALS);
    arrivals.sort_unstable();
    assert_eq!(
        arrivals,
        ["agrees-with-lp", "dpo", "dynamic-si", "feasible", "irrevocable", "lemma-1", "lemma-2", "lemma-3"]
    );
    assert_eq!(ids(property::COVERING), ["feasible", "rounding-bound"]);
    assert_eq!(ids(property::COHORT), ["feasible"]);
}

/// Agents 1 and 2 lead one another by 1/4: agent 1 from step 2 on, before any other pair.
#[test]
fn the_first_of_equal_shortfalls_is_told() {
    use fairwitness_kernel::property::arrivals::{ef, sp};
    use fairwitness_kernel::property::comparison::Both;
    use fairwitness_kernel::property::formula::{Case, Formula, Stated};
    let sequence = sequence("agents = 3\ndemand = [[1], [1], [1]]");
    let of = |shares: &[&[&str]]| {
        let run = Run {
            mechanism: ddrf().specification(),
            instance: &sequence,
            outcome: History { shares: rows(shares) },
        };
        let case: Case<'_, _, Rational> = Case::of_run(&run, &[]);
        let worst = Stated(ef::Ef).worst(&case, &ef::Ef.basis(&case), &Rational::zero());
        worst.map(|(at, sides)| (at.step, at.agent, at.other, sides.gap()))
    };
    assert_eq!(of(&[&["0"], &["1/4", "0"], &["0", "1/4", "0"]]), Some((1, 1, 0, r("1/4"))));
    assert_eq!(of(&[&["0"], &["1/4", "0"], &["1/4", "0", "1/4"]]), Some((1, 1, 0, r("1/4"))));
    assert_eq!(of(&[&["0"], &["1/4", "0"], &["0", "1/3", "0"]]), Some((2, 0, 1, r("1/3"))));
    // Agent 2 reports (1, 2) instead of (2, 1): half of its share there is its share. It gains 1/12 and then 1/8.
    let unlike = "agents = 3\ndemand = [[1, 1], [2, 1], [1, 1]]";
    let unlike = self::sequence(unlike);
    let run = |own: &[&[&str]]| Run {
        mechanism: ddrf().specification(),
        instance: &unlike,
        outcome: History { shares: rows(own) },
    };
    let report = fairwitness::model::arrivals::Report { demand: vec![r("1"), r("2")] };
    let own = run(&[&["1/3"], &["1/3", "1/4"], &["1/3", "1/4", "1/4"]]);
    let gain = |said: &[&[&str]]| {
        let (lied, said) = (History { shares: rows(said) }, Arrivals::misreported(&unlike, 1, &report));
        let first: Case<'_, Arrivals, Rational> = Case::of_run(&own, &[]);
        let second = Case { instance: &said, outcome: Some(&lied), ..first };
        sp::most(&Both { first: &first, second: &second }, 1).map(|(k, sides)| (sides.gap(), k))
    };
    assert_eq!(gain(&[&["0"], &["0", "2/3"], &["0", "3/4", "0"]]), Some((r("1/8"), 2)));
    assert_eq!(gain(&[&["0"], &["0", "3/4"], &["0", "3/4", "0"]]), Some((r("1/8"), 1)));
    let agree = property::ARRIVALS.iter().find(|p| p.id() == "sp").unwrap();
    let witness = Witness::Misreport { by: 1, report: report.clone() };
    let second = History { shares: rows(&[&["0"], &["0", "2/3"], &["0", "3/4", "0"]]) };
    assert_eq!(agree.confirm(&own, &witness, Some(&second)), Ok(r("1/8")));
}

/// Weights count in the scale of margins.
#[test]
fn margins_are_scaled_per_weight() {
    let pool = pool_of("capacity = [[4]]\ndemand = [[1], [1]]\nweight = [2, \"1/3\"]");
    let run =
        Run { mechanism: mech("drf").specification(), instance: &pool, outcome: placed(&[&["1"], &["3"]]) };
    for property in ["bf", "within-max-task"] {
        assert_eq!(prop(property).scale(&run), r("3"), "{property}");
    }
}
