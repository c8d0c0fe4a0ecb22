//! Numbers of the engine: those of the kernel, fractions of two machine words for screens, intervals, and Q(eps).

mod eps;
mod interval;
mod quick;

pub use eps::Eps;
pub use interval::Interval;
pub use quick::{Quick, Word};

pub use fairwitness_kernel::scalar::*;
