//! A rule as a table: one allocation for each of finitely many instances of the model `cluster`, and a
//! refusal for every other instance.
//!
//! The rule is its own specification: an outcome meets the specification if it is the outcome in the table.

use super::{Allocated, Facts, Mechanism, Settles, Specification};
use crate::interned::interned;
use crate::linear::Patience;
use crate::model::cluster::{Certificate, Cluster, Labels, Placement, Pool, Setting};
use crate::model::{Refusal, Rejected};
use crate::scalar::Rational;

/// Capacities (servers x resources) and demands (users x resources), which identify an instance of a table.
type Key = (Vec<Vec<Rational>>, Vec<Vec<Rational>>);

/// A table of allocations as a mechanism.
#[derive(Debug)]
pub struct Tabled {
    id: &'static str,
    page: String,
    setting: Setting,
    /// The instances of the table, in words.
    scope: String,
    /// The instances and their allocations, in ascending order of the keys.
    rows: Vec<(Key, Placement)>,
}

impl Tabled {
    /// Returns the table as a mechanism; `scope` describes its instances in words. Its id and its page live
    /// as long as the program.
    ///
    /// # Errors
    /// Two rows have equal capacities and demands, or the allocation of a row is infeasible.
    pub fn new(
        id: &str,
        scope: &str,
        setting: Setting,
        rows: impl IntoIterator<Item = (Pool, Placement)>,
    ) -> Result<Self, String> {
        use crate::model::Model as _;
        let mut kept: Vec<(Key, Placement)> = Vec::new();
        for (pool, placement) in rows {
            if let Err(why) = Cluster::feasible(setting, &pool, &placement) {
                return Err(format!("the allocation for {} cannot be carried out: {why}", named(&pool)));
            }
            kept.push(((pool.capacity, pool.demand), placement));
        }
        kept.sort_by(|a, b| a.0.cmp(&b.0));
        if let Some(twice) = kept.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let (capacity, demand) = twice[0].0.clone();
            return Err(format!("{} has two rows", named(&Pool::new(capacity, demand))));
        }
        let page = format!(
            "# {id}\n\n```toml\nid     = \"{id}\"\nname   = \"the rule of the table {id}\"\nmodel  = \"cluster\"\nsource = \"outside\"\n```\n"
        );
        Ok(Tabled { id: interned(id), page, setting, scope: scope.to_string(), rows: kept })
    }

    /// Returns the instances of the table, in ascending order of their numbers.
    pub fn instances(&self) -> impl Iterator<Item = Pool> {
        self.rows.iter().map(|((capacity, demand), _)| Pool::new(capacity.clone(), demand.clone()))
    }

    /// Returns the allocation in the row of the instance.
    fn row(&self, pool: &Pool) -> Result<&Placement, Refusal> {
        let plain = Pool {
            labels: Labels::default(),
            running: None,
            ..Pool::new(pool.capacity.clone(), pool.demand.clone())
        };
        let own = Pool { labels: Labels::default(), running: None, ..pool.clone() };
        if own != plain {
            return Err(Refusal::OutOfDomain(
                "has rows for capacities and demands alone: equal weights, every server open to every user, tasks without end"
                    .to_string(),
            ));
        }
        let key = (&pool.capacity, &pool.demand);
        match self.rows.binary_search_by(|((capacity, demand), _)| (capacity, demand).cmp(&key)) {
            Ok(at) => Ok(&self.rows[at].1),
            Err(_) => {
                let (rows, named) = (self.rows.len(), named(pool));
                let why = format!("has no row for {named}; its {rows} rows are for {}", self.scope);
                Err(Refusal::OutOfDomain(why))
            }
        }
    }
}

/// Returns the capacities and demands in words.
fn named(pool: &Pool) -> String {
    let row = |row: &Vec<Rational>| {
        format!("({})", row.iter().map(Rational::to_string).collect::<Vec<_>>().join(", "))
    };
    let rows = |all: &[Vec<Rational>]| all.iter().map(row).collect::<Vec<_>>().join(", ");
    format!("capacities {} with demands {}", rows(&pool.capacity), rows(&pool.demand))
}

impl Specification<Cluster> for Tabled {
    fn facts(&self) -> Facts<Setting> {
        Facts { settles: Settles::Outcome, ..Facts::of(self.id, self.setting) }
    }

    fn domain(&self, pool: &Pool) -> Result<(), Refusal> {
        self.row(pool).map(|_| ())
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Result<(), Rejected> {
        if *certificate == Certificate::Rule && self.row(pool)? == outcome {
            Ok(())
        } else {
            Err(Rejected::Certificate("the table has another allocation".to_string()))
        }
    }
}

impl Mechanism<Cluster> for Tabled {
    fn page(&self) -> &str {
        &self.page
    }

    fn allocate(&self, pool: &Pool, _patience: &Patience) -> Allocated<Cluster> {
        Ok(self.row(pool)?.clone())
    }
}
