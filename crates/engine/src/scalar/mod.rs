//! Numbers of the engine: those of the kernel, fractions of two machine words for screens, and Q(eps).

mod eps;
mod quick;

pub use eps::Eps;
pub use quick::{Quick, Word};

pub use fairwitness_kernel::scalar::*;
