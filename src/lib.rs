//! Exact verification and adversarial instances for fair multi-resource allocation.
//!
//! Data flows one way, down this page; a module uses only those above it.
//!
//! An **instance** of a [`model`] goes into a [`mechanism`], which allocates an **outcome** or refuses. The
//! mechanism's specification is a predicate on both, and a **certificate** shows that it is met. A
//! [`property`] examines the run and reaches a **verdict**; a violation comes with a **witness**, a value
//! that a second, simpler piece of code confirms as one exact inequality. [`property::judge`] reports a
//! violation only with a certificate and a confirmed witness. A [`search`] proposes instances until one is
//! violated, [`archive::shrink`] makes it small, an [`archive::record`] stores it, and [`archive::replay`]
//! judges it again from its file alone.
//!
//! Seven crates provide the modules below, and each depends only on those before it: [`fairwitness_kernel`]
//! checks, `fairwitness_linear` solves, [`fairwitness_engine`] searches, [`fairwitness_desk`] imports and audits
//! real clusters, [`fairwitness_evidence`] stores the state of knowledge, [`fairwitness_simulator`] simulates
//! time, [`fairwitness_book`] writes the book.
//!
//! Numbers that decide are [`scalar::Rational`]; floats may suggest where to look ([`scalar::Exact`] keeps
//! them out of everything else). The exact simplex method of [`linear`] finds optima, and
//! [`linear::certificate`] proves them by their dual multipliers, by summing rows.
//!
//! No answer says that a claim is true. For one instance, a property *holds* or is *violated*; for all
//! instances, a claim is *unrefuted*, together with the scope that was searched.
//!
//! ```
//! use fairwitness::workbench;
//! use fairwitness::document::Document;
//! use fairwitness::linear::Patience;
//!
//! // khamse2017, Figure 1: every user's bottleneck is the second resource, and TSF does not share it evenly.
//! let file = r#"
//!     model    = "cluster"
//!     capacity = [[9, 12, 100], [12, 12, 0]]
//!     demand   = [[1, 2, 10], [1, 2, 1], [1, 2, 0]]
//!     weight   = [1, 1, 2]
//! "#;
//! let instance = Document::parse("fig1.toml", file)?;
//! let cluster = workbench::model("cluster").expect("a model");
//! let report = cluster.judge("tsf", "bf", &instance, &Patience::unlimited()).expect("no deadline");
//! assert_eq!(report.answer, workbench::Answer::Violated);
//! let margin = report.witness.and_then(|w| w.get("margin").map(|m| m.to_json()));
//! assert_eq!(margin, Some("1/12".into()));
//! # Ok::<(), fairwitness::document::InputError>(())
//! ```
//!
//! # A rule of one's own
//!
//! It is registered in a value, [`workbench::Workbench`], beside the built-in mechanisms, and is then judged,
//! searched, shrunk and recorded like any other. A program in any language can be a mechanism, too:
//! [`mechanism::outside`]. The following code is `examples/own_mechanism.rs`; a package that depends on the
//! library alone uses it with `default-features = false`, and so without the command line:
//!
#![doc = concat!("```no_run\n", include_str!("../examples/own_mechanism.rs"), "```")]

pub use fairwitness_book as book;
pub use fairwitness_desk as desk;
pub use fairwitness_engine::{
    archive, inert, instances, linear, mechanism, model, property, scalar, search, trace, workbench,
};
pub use fairwitness_evidence as library;
pub use fairwitness_evidence::document;
pub use fairwitness_kernel::specification;
pub use fairwitness_picture as picture;
pub use fairwitness_simulator as simulator;
