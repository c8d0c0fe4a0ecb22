//! Bounds on a simulation that comes from a file: how much of everything a scenario or a trace may ask for.
//!
//! A text of a few bytes can ask for a billion servers. What lies beyond a bound is refused where it is written, before
//! anything is laid out in memory; so a file within the bounds fits into 1 GiB, and its sums fit into their numbers.

use super::workload::Time;

/// Servers of a scenario.
pub const SERVERS: usize = 100_000;

/// Amounts of all servers: servers times resources.
pub const AMOUNTS: usize = 1_000_000;

/// Users of a scenario or of a trace.
pub const USERS: usize = 10_000;

/// Users times servers of a run of whole tasks, where it is kept which user may run where or runs what where.
pub const PAIRS: usize = 50_000_000;

/// Users times servers of a run of divisible tasks, as in an instance file.
pub const DIVISIBLE_PAIRS: usize = 1_000_000;

/// Placements of a run of divisible tasks that are kept, times users, times servers.
pub const PLACED: usize = 10_000_000;

/// Tasks that a scenario names, a day draws or a trace holds.
pub const TASKS: u64 = 50_000_000;

/// Groups of tasks that are alike and are submitted together; also the tasks of a trace that are open at one time.
pub const BATCHES: usize = 2_000_000;

/// Tasks that run at one time.
pub const RUNNING: usize = 8_000_000;

/// Instants at which a run is looked at.
pub const MOMENTS: u64 = 1_000_000;

/// Numbers that are kept of all instants.
pub const SAMPLES: u64 = 10_000_000;

/// Periods of servers that act.
pub const PERIODS: u64 = 100_000;

/// The largest time in a file, in milliseconds: 100 years of 365 days.
pub const TIME: Time = 100 * 365 * 24 * 3600 * 1000;

/// The instant at which every run has ended, in milliseconds.
pub const END: Time = 1 << 62;

/// The largest weight of a user.
pub const WEIGHT: usize = 1_000_000;

/// Slots in the largest server.
pub const SLOTS: i64 = 1_000_000;

/// Bytes of a record of a table.
pub const RECORD: u64 = 1 << 20;

/// Bytes of a name in a table.
pub const NAME: usize = 200;

/// Reasons that are told apart when rows are left out; all further ones are counted together.
pub const REASONS: usize = 50;

/// Bytes of a compressed table that are unpacked whatever its size.
pub const UNPACKED: u64 = 16 << 20;

/// Bytes that are unpacked for each compressed byte beyond [`UNPACKED`].
pub const RATIO: u64 = 50;
