//! The tests, one program: each module is one question asked of the library or the command line.

#![allow(clippy::unwrap_used, clippy::panic)]

mod archive;
mod arrival_statements;
mod arrivals;
mod book;
mod browser;
mod campaign;
mod certificates;
mod claims;
mod cli;
mod covering;
mod desk;
mod deviation;
mod embedded;
mod examples;
mod faults;
mod first_user;
mod fuzz;

mod hostile;
mod judgements;
mod laws;
mod ledger;
mod lemmas;
mod layering;
mod linear;
mod matrix;
mod oracle;
mod outside;
#[path = "../faults/mod.rs"]
mod planted;
mod prove;
mod reach;
mod readme;
mod registry;
mod rejected;
mod rescaling;
mod scalar;
mod search;
mod simulation;
mod simulator;
mod slices;
mod statements;
mod support;
mod tasks;
mod tutorial;
mod two_ways;
mod words;
mod worked;
