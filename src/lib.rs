//! Exact verification and adversarial instances for fair multi-resource allocation.
//!
//! An **instance** of a [`model`] goes into a [`mechanism`], which allocates an **outcome** or refuses; a **certificate**
//! shows that the outcome meets the mechanism's specification. A [`property`] examines the run and reaches a **verdict**,
//! and a violation comes with a **witness**, which [`property::judge`] confirms as one exact inequality. A [`search`]
//! proposes instances until one is violated, [`archive::shrink`] makes it small, an [`archive::record`] stores it, and
//! [`archive::replay`] judges it again from its file alone. Data flows one way, and a module uses only those above it.
//!
//! No answer says that a claim is true: a property *holds* or is *violated* on one instance, and a claim is *unrefuted*
//! in the scope that was searched. Numbers that decide are [`scalar::Rational`]; floats may suggest where to look.
//!
//! # Is this allocation fair?
//!
//! ```
//! use fairwitness::{document::Document, linear::Patience, workbench};
//!
//! // khamse2017, Figure 1: every user's bottleneck is the second resource, and TSF does not share it evenly.
//! let file = "model = \"cluster\"\nweight = [1, 1, 2]\ncapacity = [[9, 12, 100], [12, 12, 0]]\n\
//!             demand = [[1, 2, 10], [1, 2, 1], [1, 2, 0]]";
//! let (instance, patience) = (Document::parse("fig1.toml", file)?, Patience::unlimited());
//! let cluster = workbench::model("cluster").expect("a model");
//! let run = cluster.run("tsf", &instance, &patience).expect("no deadline");
//! println!("{:?}, certified: {:?}", run.outcome, run.certified);
//! let report = cluster.judge("tsf", "bf", &instance, &patience).expect("no deadline");
//! let margin = report.witness.and_then(|w| w.get("margin").map(|m| m.to_json()));
//! assert_eq!((report.answer.word(), margin), ("violated", Some("1/12".into())));
//! # Ok::<(), fairwitness::document::InputError>(())
//! ```
//!
//! # Which instance violates a property, and which is the worst?
//!
//! ```
//! use fairwitness::{model::cluster::Cluster, workbench::Workbench};
//!
//! let bench = Workbench::<Cluster>::standard();
//! let found = bench.search_in("tsf", "bf", "users=2,servers=2,resources=2,max=2", 2_000)?;
//! println!("{}\n{}", found.answer.word(), found.story.unwrap_or_default());
//! let worst = bench.worst_in("uniform", "si-ratio", "users=2,servers=1,resources=1,max=2", 2_000)?;
//! assert!(worst.searched.exhausted); // The value is the worst one of every instance in the scope.
//! # Ok::<(), fairwitness::document::InputError>(())
//! ```
//!
//! # A rule and a property of one's own
//!
//! A function is added to a [`workbench::Workbench`], an algorithm with certificates implements [`mechanism::Mechanism`],
//! a model [`model::Model`] (`examples/toy_model.rs`), and a program in any language is a mechanism by
//! [`mechanism::outside`]. With `default-features = false` the library is kernel and engine, and the feature `whole` adds all
//! other modules. The crate [`fairwitness_kernel`] alone judges records.
#![doc = concat!("```no_run\n", include_str!("../examples/own_mechanism.rs"), "```")]
#![doc = concat!("```no_run\n", include_str!("../examples/own_property.rs"), "```")]

pub use fairwitness_engine::{
    archive, inert, instances, linear, mechanism, model, property, scalar, search, trace,
};
#[cfg(not(feature = "whole"))]
pub use fairwitness_kernel::document;
pub use fairwitness_kernel::specification;
pub use fairwitness_workbench as workbench;
#[cfg(feature = "whole")]
pub use {
    fairwitness_book as book, fairwitness_desk as desk, fairwitness_evidence as library,
    fairwitness_evidence::document, fairwitness_picture as picture, fairwitness_simulator as simulator,
};
