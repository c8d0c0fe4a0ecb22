//! Work: who submits which tasks when, and how long they run.

/// Milliseconds.
pub type Time = u64;

/// Milliseconds in a second.
pub const SECOND: Time = 1000;

/// A user of the simulated cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its weight, a whole number.
    pub weight: i64,
    /// The servers where its tasks may run; `None` of a user that may use all.
    pub eligible: Option<Vec<bool>>,
    /// When it takes back the tasks that it has not started; those that run go on to their end.
    pub leaves: Option<Time>,
}

impl Member {
    /// A user of weight one that may run everywhere and stays.
    pub fn named(name: impl Into<String>) -> Self {
        Member { name: name.into(), weight: 1, eligible: None, leaves: None }
    }
}

/// How long the tasks of a batch run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Durations {
    /// All alike.
    Each(Time),
    /// Each drawn evenly from an interval, ends included; the draw depends on the seed and the task's number alone.
    Between {
        /// The shortest.
        low: Time,
        /// The longest.
        high: Time,
        /// The seed.
        seed: u64,
    },
    /// One by one.
    Listed(Vec<Time>),
}

/// A well mixed number of two (the finaliser of SplitMix64).
fn mixed(seed: u64, number: u64) -> u64 {
    let mut z = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Durations {
    /// How long the task of that number runs.
    pub fn of(&self, task: u32) -> Time {
        match self {
            Durations::Each(time) => *time,
            Durations::Between { low, high, seed } => {
                low + mixed(*seed, u64::from(task)) % (high.saturating_sub(*low) + 1)
            }
            Durations::Listed(times) => times.get(task as usize).copied().unwrap_or_default(),
        }
    }
}

/// Tasks of one job that are alike in what they demand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The job: batches of one job are done when all of them are.
    pub job: u32,
    /// Whose.
    pub user: u32,
    /// When it is submitted.
    pub at: Time,
    /// How many tasks.
    pub tasks: u32,
    /// What each takes, in whole units.
    pub demand: Vec<i64>,
    /// How long each runs.
    pub durations: Durations,
}

/// Users and what they submit, in order of time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Workload {
    /// The users.
    pub members: Vec<Member>,
    /// The batches, in order of submission.
    pub batches: Vec<Batch>,
}

impl Workload {
    /// Puts the batches in order of time; of equals the order given.
    pub fn sorted(members: Vec<Member>, mut batches: Vec<Batch>) -> Self {
        batches.sort_by_key(|batch| batch.at);
        Workload { members, batches }
    }

    /// The number of jobs: one more than the largest number.
    pub fn jobs(&self) -> usize {
        self.batches.iter().map(|b| b.job as usize + 1).max().unwrap_or(0)
    }

    /// The number of tasks.
    pub fn tasks(&self) -> u64 {
        self.batches.iter().map(|b| u64::from(b.tasks)).sum()
    }
}
