//! Specifications for divisible tasks on clusters and pools.

pub mod as_it_stands;
pub mod asset_fair;
pub mod bmf;
pub mod ceei;
pub mod drf;
pub mod drf_per_server;
pub mod ps_dsf;
pub mod ps_dsf_printed;
pub mod share;
pub mod share_bounds;
pub mod uniform;
