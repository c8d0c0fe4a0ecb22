//! Workloads: users, the tasks that they submit, and the times and durations of tasks.

/// A duration, or a time since the beginning, in milliseconds.
pub type Time = u64;

/// Number of milliseconds in a second.
pub const SECOND: Time = 1000;

/// A user of the simulated cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Name of the user.
    pub name: String,
    /// Weight of the user, a whole number.
    pub weight: i64,
    /// Eligible servers; `None` for all servers.
    pub eligible: Option<Vec<bool>>,
    /// Time at which the user withdraws tasks that have not started; running tasks continue to their end.
    pub leaves: Option<Time>,
}

impl Member {
    /// A user of weight one that is eligible everywhere and stays.
    pub fn named(name: impl Into<String>) -> Self {
        Member { name: name.into(), weight: 1, eligible: None, leaves: None }
    }
}

/// Durations of the tasks of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Durations {
    /// One duration for all tasks.
    Each(Time),
    /// Each duration is uniform on an interval, ends included, and depends on the seed and the task's index
    /// alone.
    Between {
        /// The shortest duration.
        low: Time,
        /// The longest duration.
        high: Time,
        /// The seed of random choices.
        seed: u64,
    },
    /// One duration for each task.
    Listed(Vec<Time>),
}

/// A hash of two numbers (the finaliser of SplitMix64).
fn mixed(seed: u64, number: u64) -> u64 {
    let mut z = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Durations {
    /// The duration of the task with index `task`.
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

/// Tasks of one job with equal demands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// Index of the job: it is done when all its batches are.
    pub job: u32,
    /// Index of the user.
    pub user: u32,
    /// Time of submission, since the beginning.
    pub at: Time,
    /// Number of tasks.
    pub tasks: u32,
    /// Demand of each task, in units.
    pub demand: Vec<i64>,
    /// Durations of the tasks.
    pub durations: Durations,
}

/// Users and their batches, in order of time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Workload {
    /// The users, by index.
    pub members: Vec<Member>,
    /// The batches, in order of submission.
    pub batches: Vec<Batch>,
}

impl Workload {
    /// Sorts the batches by time; batches of equal time keep their order.
    pub fn sorted(members: Vec<Member>, mut batches: Vec<Batch>) -> Self {
        batches.sort_by_key(|batch| batch.at);
        Workload { members, batches }
    }

    /// The number of jobs: one more than the largest index.
    pub fn jobs(&self) -> usize {
        self.batches.iter().map(|b| b.job as usize + 1).max().unwrap_or(0)
    }

    /// The number of tasks.
    pub fn tasks(&self) -> u64 {
        self.batches.iter().map(|b| u64::from(b.tasks)).sum()
    }
}
