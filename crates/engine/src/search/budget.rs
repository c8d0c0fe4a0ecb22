//! Budgets: the length of a search in instances, in time, or both.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A text that is neither a time nor a count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no budget: write a time above zero such as 10s, 500ms or 2m, or a count of instances such as 100000"
)]
pub struct BudgetError(pub String);

/// The length of a search: a number of instances, a time, or both, in which case the search ends with the first of
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The largest number of instances; `None` without a limit.
    pub instances: Option<u64>,
    /// The longest wall-clock time; `None` without a limit.
    pub time: Option<Duration>,
}

impl Budget {
    /// A budget of `count` instances, without a limit on time.
    pub fn instances(count: u64) -> Self {
        Budget { instances: Some(count), time: None }
    }

    /// The number of instances left when `judged` have been judged.
    pub(crate) fn left(self, judged: u64) -> u64 {
        self.instances.map_or(u64::MAX, |most| most.saturating_sub(judged))
    }

    /// The budget left when `judged` instances have been judged.
    pub fn after(self, judged: u64) -> Budget {
        Budget { instances: self.instances.map(|_| self.left(judged)), ..self }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget { instances: Some(20_000), time: Some(Duration::from_secs(60)) }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.instances.map(|count| count.to_string()),
            self.time.map(|time| match time.subsec_millis() {
                0 => format!("{}s", time.as_secs()),
                _ => format!("{}ms", time.as_millis()),
            }),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(","))
    }
}

impl FromStr for Budget {
    type Err = BudgetError;

    fn from_str(text: &str) -> Result<Self, BudgetError> {
        let wrong = || BudgetError(text.to_string());
        let mut budget = Budget { instances: None, time: None };
        for part in text.split(',').map(str::trim) {
            let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (number, unit) = part.split_at(digits);
            let number: u64 = number.parse().map_err(|_| wrong())?;
            if number == 0 {
                return Err(wrong());
            }
            let milliseconds = match unit {
                "" => {
                    budget.instances = Some(number);
                    continue;
                }
                "ms" => 1,
                "s" => 1_000,
                "m" => 60_000,
                "h" => 3_600_000,
                _ => return Err(wrong()),
            };
            let time = number.checked_mul(milliseconds).ok_or_else(wrong)?;
            budget.time = Some(Duration::from_millis(time));
        }
        Ok(budget)
    }
}
