//! Water-filling of one server in floats. Users join in the order of their levels elsewhere, and sums over users
//! are kept, so that a join takes constant time.

use super::Server;

/// The tasks of each user, as by `fill` in the kernel, and the resource that stops each user; `None` for a user that
/// never runs or has all its tasks.
pub fn fill_near(
    server: &Server<'_, f64>,
    elsewhere: &[f64],
    tasks: &[Option<f64>],
) -> (Vec<f64>, Vec<Option<usize>>) {
    let (users, resources) = (server.unit.len(), server.capacity.len());
    let (mut placed, mut stopped) = (vec![0.0; users], vec![None; users]);
    let mut level: f64 = 0.0;
    let may = |u: &usize| server.unit[*u] > 0.0 && tasks[*u].is_none_or(|has| has > elsewhere[*u]);
    let starts = |u: usize| elsewhere[u] / server.unit[u];
    let mut waiting: Vec<usize> = (0..users).filter(may).collect();
    waiting.sort_by(|&a, &b| starts(b).total_cmp(&starts(a)));
    let (mut rising, mut done): (Vec<usize>, f64) = (Vec::new(), f64::INFINITY);
    // Use of a resource at level L is fixed + L rate.
    let (mut fixed, mut rate) = (vec![0.0; resources], vec![0.0; resources]);
    // The level at which the first rising user has all its tasks.
    let ends = |u: usize| tasks[u].map_or(f64::INFINITY, |has| has / server.unit[u]);
    loop {
        let fills = |r| ((server.capacity[r] - fixed[r]) / rate[r], r);
        let full = (0..resources).filter(|&r| rate[r] > 0.0).map(fills);
        let full = full.reduce(|a, b| if b.0 < a.0 { b } else { a });
        let start = waiting.last().map_or(f64::INFINITY, |&u| starts(u));
        let at = full.map_or(f64::INFINITY, |(at, _)| at);
        if at.min(done).min(start) == f64::INFINITY {
            return (placed, stopped);
        }
        level = level.max(at.min(done).min(start));
        if start < at.min(done)
            && let Some(u) = waiting.pop()
        {
            for r in 0..resources {
                rate[r] += server.unit[u] * server.load[u][r];
                fixed[r] -= elsewhere[u] * server.load[u][r];
            }
            done = done.min(ends(u));
            rising.push(u);
            continue;
        }
        let stops = |u: usize| match full {
            Some((at, r)) if at <= done => server.load[u][r] > 0.0,
            _ => ends(u) <= level,
        };
        for &u in rising.iter().filter(|&&u| stops(u)) {
            placed[u] = (level * server.unit[u] - elsewhere[u]).max(0.0);
            stopped[u] = full.filter(|(at, _)| *at <= done).map(|(_, r)| r);
        }
        rising.retain(|&u| !stops(u));
        if at <= done {
            waiting.retain(|&u| !stops(u));
        }
        done = rising.iter().map(|&u| ends(u)).fold(f64::INFINITY, f64::min);
        // The sums are computed again, so that what rounding leaves of a stopped user does not count.
        for r in 0..resources {
            let used = |u: usize| server.load[u][r] * placed[u];
            rate[r] = rising.iter().map(|&u| server.unit[u] * server.load[u][r]).sum();
            let joined: f64 = rising.iter().map(|&u| elsewhere[u] * server.load[u][r]).sum();
            fixed[r] = (0..users).map(used).sum::<f64>() - joined;
        }
    }
}
