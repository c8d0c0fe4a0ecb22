//! Numbers of the engine: those of the kernel, fractions of two machine words for screens, intervals, and Q(eps).

/// The four operations of a number type, with a second number that is owned or borrowed, from references to both.
macro_rules! operators {
    ($number:ty: $($trait:ident $method:ident |$x:ident, $y:ident| $body:expr;)*) => {$(
        impl $trait<&$number> for $number {
            type Output = $number;
            #[inline]
            fn $method(self, other: &$number) -> $number { let ($x, $y) = (&self, other); $body }
        }
        impl $trait<$number> for $number {
            type Output = $number;
            #[inline]
            fn $method(self, other: $number) -> $number { let ($x, $y) = (&self, &other); $body }
        }
    )*};
}

mod eps;
mod interval;
mod quick;

pub use eps::Eps;
pub use interval::Interval;
pub use quick::{Quick, Word};

pub use fairwitness_kernel::scalar::*;
