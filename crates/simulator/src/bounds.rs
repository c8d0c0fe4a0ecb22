//! Bounds on a simulation from a file: the largest sizes that a scenario or a trace may ask for.
//!
//! A text of a few bytes can ask for a billion servers. A number beyond its bound is refused where it is
//! written, before any memory is allocated; so a file within the bounds fits into 1 GiB, and its sums fit
//! into their number types.

use super::workload::Time;

/// The largest number of servers of a scenario.
pub const SERVERS: usize = 100_000;

/// The largest number of amounts of all servers: servers times resources.
pub const AMOUNTS: usize = 1_000_000;

/// The largest number of users of a scenario or of a trace.
pub const USERS: usize = 10_000;

/// The largest product of users and servers of a run of whole tasks that keeps eligibility or tasks by user
/// and server.
pub const PAIRS: usize = 50_000_000;

/// The largest product of users and servers of a run of divisible tasks, as for an instance file.
pub const DIVISIBLE_PAIRS: usize = 1_000_000;

/// The largest product of placements kept, users and servers in a run of divisible tasks.
pub const PLACED: usize = 10_000_000;

/// The largest number of tasks of a scenario, a synthetic day or a trace.
pub const TASKS: u64 = 50_000_000;

/// The largest number of groups of equal tasks that are submitted together; also of tasks of a trace that are
/// open at one time.
pub const BATCHES: usize = 2_000_000;

/// The largest number of tasks that run at one time.
pub const RUNNING: usize = 8_000_000;

/// The largest number of instants at which a run is sampled.
pub const MOMENTS: u64 = 1_000_000;

/// The largest number of samples kept over all instants.
pub const SAMPLES: u64 = 10_000_000;

/// The largest number of periods of acting servers.
pub const PERIODS: u64 = 100_000;

/// The largest time in a file, in milliseconds: 100 years of 365 days.
pub const TIME: Time = 100 * 365 * 24 * 3600 * 1000;

/// The instant at which every run has ended, in milliseconds.
pub const END: Time = 1 << 62;

/// The largest weight of a user.
pub const WEIGHT: usize = 1_000_000;

/// The largest number of slots in the largest server.
pub const SLOTS: i64 = 1_000_000;

/// The largest size of a record of a table, in bytes.
pub const RECORD: u64 = 1 << 20;

/// The largest length of a name in a table, in bytes.
pub const NAME: usize = 200;

/// The largest number of distinct reasons for omitted rows; further ones are counted together.
pub const REASONS: usize = 50;

/// The number of bytes of a compressed table that are always unpacked.
pub const UNPACKED: u64 = 16 << 20;

/// The number of bytes unpacked for each compressed byte beyond [`UNPACKED`].
pub const RATIO: u64 = 50;
