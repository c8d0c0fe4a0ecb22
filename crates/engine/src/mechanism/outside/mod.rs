//! Programs as mechanisms: a command outside is greeted and asked about one instance after another, and none
//! of its answers is trusted. A function of a language that the engine is embedded in is asked in the words
//! of the protocol.
//!
//! The protocol is one JSON document per line, specified in `book/text/programs.md`. The outcome of a program
//! has no certificate; it is judged as it is. A program that fails to answer counts as a refusal, never as a
//! verdict.

mod answer;
mod conformance;
mod failure;
mod greeting;
mod memory;
#[cfg_attr(not(unix), path = "nowhere.rs")]
mod process;
mod program;
mod queue;
#[cfg(feature = "wasm")]
mod sandbox;
mod slack;
mod steady;
mod taken;

pub use answer::{Answer, Spoken, answer, question, question_on};
pub use conformance::{Finding, examine};
pub use failure::{Failure, Replied};
pub use greeting::{Greeting, Kind, Numbers, VERSION};
pub use process::end_all;
pub use program::{Allowance, Program, Tally};
pub use taken::{Feature, accepts, beyond, known};

use std::sync::Arc;

use self::failure::excerpt;
use self::greeting::HELLO;
use self::process::Process;
use self::program::Way;
use super::{Abilities, Allocated, Anonymous, Asked, Certified, Facts, Mechanism, Specification};
use crate::interned::interned;
use crate::linear::{Patience, Timely, Uncut as _};
use crate::model::{Instance, Outcome, Refusal, Rejected};
use crate::scalar::Rational;

/// A program as a mechanism of the model `M`.
#[derive(Debug)]
pub struct Outside<M: Spoken> {
    program: Arc<Program>,
    facts: Facts<M::Setting>,
    page: String,
    /// The slack of a program that computes in floats.
    slack: Option<Rational>,
}

impl<M: Spoken> Outside<M> {
    /// The program as a mechanism, if it greets as one of this model. `slack` applies to floats and has no effect on exact numbers.
    ///
    /// # Errors
    /// A greeting of another model, or one that the model does not accept.
    pub fn new(program: Arc<Program>, slack: Rational) -> Result<Self, Failure> {
        let greeting = program.greeting().clone();
        if greeting.model != M::ID {
            let reason = format!("the greeting: `{}` is not the model `{}`", greeting.model, M::ID);
            return Err(Failure::Malformed(reason));
        }
        taken::known(M::FEATURES, &greeting.takes)?;
        let setting =
            M::setting(&greeting).map_err(|reason| Failure::Malformed(format!("the greeting: {reason}")))?;
        let page = format!(
            "# {id}\n\n```toml\nid     = \"{id}\"\nname   = \"{id}, a program outside\"\nmodel  = \"{}\"\nsource = \"outside\"\n```\n",
            M::ID,
            id = greeting.id,
        );
        let slack = (greeting.numbers == Numbers::Float).then_some(slack);
        let takes = |word: &str| greeting.takes.iter().any(|known| known == word);
        let facts = Facts {
            // A program may break ties as it likes.
            anonymous: Anonymous::NONE,
            takes_trees: takes("trees"),
            takes_classes: takes("counts"),
            ..Facts::of(interned(&greeting.id), setting)
        };
        Ok(Outside { program, facts, page, slack })
    }

    fn ask(&self, instance: &Instance<M>, patience: &Patience) -> Replied<Answer<Outcome<M>>> {
        let numbers = self.program.greeting().numbers;
        let line = question::<M>(instance, self.program.greeting()).ok_or_else(|| {
            self.program.count(Failure::Unaskable("a number is beyond the range of floats".to_string()))
        })?;
        self.program.ask_steadily(&line, patience, |fields| M::read_answer(instance, fields, numbers))
    }
}

/// The specification of a program, which promises nothing beyond its answers.
impl<M: Spoken> Specification<M> for Outside<M> {
    fn facts(&self) -> Facts<M::Setting> {
        self.facts
    }

    /// Refuses instances with features that the greeting excludes, so that the program is not asked about
    /// them.
    fn domain(&self, instance: &Instance<M>) -> Result<(), Refusal> {
        let mut beyond = taken::beyond(M::FEATURES, &self.program.greeting().takes, instance);
        match beyond.find(|feature| feature.word != taken::STATE) {
            Some(feature) => Err(Refusal::OutOfDomain(format!("the program takes no {}", feature.said))),
            None => Ok(()),
        }
    }

    fn as_printed(&self) -> bool {
        true
    }

    fn slack(&self) -> Option<&Rational> {
        self.slack.as_ref()
    }

    fn check(
        &self,
        _instance: &Instance<M>,
        _outcome: &Outcome<M>,
        _certificate: &M::Certificate,
    ) -> Result<(), Rejected> {
        Err(Rejected::Certificate("what a program returns has none".to_string()))
    }
}

impl<M: Spoken> Asked<M> for Outside<M> {
    fn command(&self) -> &str {
        self.program.command()
    }

    fn takes(&self, word: &str) -> bool {
        taken::accepts(M::FEATURES, &self.program.greeting().takes, word)
    }

    fn ahead(&self) -> usize {
        self.program.ahead()
    }

    fn foresee(&self, instances: &[Instance<M>], patience: &Patience) {
        let taken = instances.iter().filter(|one| self.domain(one).is_ok());
        let questions = taken.filter_map(|one| question::<M>(one, self.program.greeting()));
        self.program.foresee(&questions.collect::<Vec<_>>(), patience);
    }

    fn repeats(
        &self,
        instances: &[&Instance<M>],
        outcome: &Outcome<M>,
        patience: &Patience,
    ) -> Timely<Result<(), String>> {
        if self.program.pure {
            return Ok(Ok(()));
        }
        let questions: Vec<String> =
            instances.iter().filter_map(|one| question::<M>(one, self.program.greeting())).collect();
        let steady = self.program.steady(&questions, patience).uncut()?;
        if let Err(failure) = steady {
            return Ok(Err(failure.reason()));
        }
        let Some(first) = instances.first() else { return Ok(Ok(())) };
        Ok(match self.allocate(first, patience).uncut()? {
            Ok(again) if again == *outcome => Ok(()),
            Ok(again) => {
                let said = |outcome| excerpt(&M::write_outcome(first, outcome).to_json().to_string());
                let (one, other) = (said(outcome), said(&again));
                Err(self.program.count(Failure::Differs { one, other }).reason())
            }
            Err(refusal) => Err(refusal.to_string()),
        })
    }

    fn differs(&self) -> Option<String> {
        self.program.difference().map(|failure| failure.reason())
    }
}

impl<M: Spoken> Mechanism<M> for Outside<M> {
    fn page(&self) -> &str {
        &self.page
    }

    fn allocate(&self, instance: &Instance<M>, patience: &Patience) -> Allocated<M> {
        self.domain(instance)?;
        match self.ask(instance, patience).uncut()? {
            Ok(Answer::Says(outcome)) => Ok(match &self.slack {
                Some(slack) => M::meant(self.facts.setting, instance, outcome, slack),
                None => outcome,
            }),
            Ok(Answer::Refuses(why)) => Err(Refusal::OutOfDomain(why).into()),
            Err(failure) => Err(Refusal::Failed(failure.reason()).into()),
        }
    }

    fn certify(&self, _: &Instance<M>, _: &Outcome<M>, _: &Patience) -> Certified<M> {
        Err(Rejected::Certificate("what a program returns has none".to_string()).into())
    }

    fn abilities(&self) -> Abilities<'_, M> {
        Abilities { outside: Some(self), ..Abilities::none() }
    }
}
