//! Figure 6 of khamse2017: 120 servers of four classes and four users, the last of which is absent from 100 s
//! to 250 s. PS-DSF by servers that act every second; TSF and C-DRFH solved again at each change; Tables III
//! and IV as the final state of the run.

use super::drawn::{Draw, Drawn, Series};
use super::fluid::{self, Presence, Stretch};
use super::servers::{self, Act, Moment, Timeline, Timing};
use super::workload::SECOND;
use crate::document::{Document, InputError};
use crate::mechanism::CLUSTER;
use crate::model::Model as _;
use crate::model::cluster::{Cluster, Pool};
use crate::scalar::{Rational, Scalar as _, sum};

/// Section V of khamse2017, as far as its tables determine it.
#[derive(Clone, Debug)]
pub struct Section {
    /// One server of each class.
    pub one: Pool,
    /// Number of servers of each class.
    pub count: Vec<i64>,
    /// Table III of the paper.
    pub alone: Vec<Vec<Rational>>,
    /// Table IV of the paper under PS-DSF.
    pub ps_dsf: Vec<Vec<Rational>>,
    /// Table IV of the paper under TSF.
    pub tsf: Vec<Vec<Rational>>,
}

const DATA: &str = include_str!("data/khamse2017-section5.toml");

fn read() -> Result<Section, InputError> {
    let document = Document::parse("khamse2017-section5.toml", DATA)?;
    let mut fields = document.node().fields()?;
    fields.optional("source");
    let counts = fields.required("count")?.list()?;
    let count = counts.iter().map(|n| n.count().map(|n| n as i64)).collect::<Result<_, _>>()?;
    let mut table = |name: &'static str| -> Result<Vec<Vec<Rational>>, InputError> {
        fields.required(name)?.list()?.iter().map(|row| row.row(4, "class")).collect()
    };
    let (alone, ps_dsf, tsf) = (table("table3")?, table("table4-ps-dsf")?, table("table4-tsf")?);
    let one = Cluster::read(&fields.required("server")?)?;
    fields.finish()?;
    Ok(Section { one, count, alone, ps_dsf, tsf })
}

impl Section {
    /// The section from the data file.
    pub fn of_the_paper() -> Section {
        read().expect("a test reads the file")
    }

    /// The instance with each class as one server.
    pub fn classes(&self) -> Pool {
        let mut pool = self.one.clone();
        for (capacity, n) in pool.capacity.iter_mut().zip(&self.count) {
            capacity.iter_mut().for_each(|c| *c = &*c * Rational::int(*n));
        }
        pool
    }

    /// The instance with every server as its own.
    pub fn servers(&self) -> Pool {
        let of = |k: usize| (0..self.count[k]).map(move |_| k);
        let kinds: Vec<usize> = (0..self.count.len()).flat_map(of).collect();
        let mut pool = self.one.clone();
        pool.capacity = kinds.iter().map(|&k| self.one.capacity[k].clone()).collect();
        pool.eligible = self.one.eligible.iter().map(|row| kinds.iter().map(|&k| row[k]).collect()).collect();
        let mut seen = vec![0; self.count.len()];
        let name = |k: usize, seen: &mut Vec<i32>| {
            seen[k] += 1;
            format!("{} server {}", self.one.labels.servers[k], seen[k])
        };
        pool.labels.servers = kinds.iter().map(|&k| name(k, &mut seen)).collect();
        pool
    }

    /// Adds the printed and the simulated entries of a table with a row for each user and a column for each class.
    fn entries(&self, title: &str, what: &str, both: (&[Vec<Rational>], &[Vec<Rational>]), out: &mut Drawn) {
        for (u, (printed, simulated)) in both.0.iter().zip(both.1).enumerate() {
            for ((class, printed), simulated) in self.one.labels.servers.iter().zip(printed).zip(simulated) {
                let label = format!("{title} {}, {class}", u + 1);
                out.value(label, what, Some(printed.to_f64()), simulated.to_f64());
            }
        }
    }

    /// The part of a class's resource that is in use.
    fn used(&self, tasks: &[Vec<Rational>], class: usize, resource: usize) -> f64 {
        let used = sum((0..tasks.len()).map(|u| &tasks[u][class] * &self.one.demand[u][resource]));
        (used / (&self.one.capacity[class][resource] * Rational::int(self.count[class]))).to_f64()
    }
}

/// The presence of each user: all are present throughout, except user 4, who is absent from 100 s to 250 s.
pub fn presence() -> Vec<Presence> {
    let mut all = vec![Presence::always(); 4];
    all[3].intervals = vec![(Rational::zero(), Some(Rational::int(100))), (Rational::int(250), None)];
    all
}

/// The phases, each with its first and last second.
const PHASES: [(&str, u64, u64); 3] =
    [("0 s to 100 s", 0, 100), ("100 s to 250 s, user 4 away", 100, 250), ("250 s to 300 s", 250, 300)];

fn at(stretches: &[Stretch], second: u64) -> Option<&Stretch> {
    let time = Rational::int(second as i64);
    stretches.iter().find(|s| s.from <= time && time < s.to)
}

/// Adds the remarks about a run of acting servers: the time until it is certified after each change, and any
/// failures.
pub fn told(timeline: &Timeline, label: &str, out: &mut Drawn) {
    for (phase, from, to) in PHASES {
        let moments: Vec<&Moment> =
            timeline.moments.iter().filter(|m| m.period >= from && m.period < to).collect();
        let settled = moments.iter().rposition(|m| !m.certified).map_or(0, |last| last + 1);
        let quiet = moments.iter().rposition(|m| m.changed).map_or(0, |last| last + 1);
        let seconds = |n: usize| if n < moments.len() { n as f64 + 1.0 } else { f64::NAN };
        out.found(format!("{label}, {phase}"), "seconds until certified for good", seconds(settled));
        out.found(format!("{label}, {phase}"), "seconds until nothing changes", quiet as f64);
        let over = moments.iter().filter(|m| m.overload.is_some()).count();
        out.found(format!("{label}, {phase}"), "seconds with an overload", over as f64);
        if settled >= moments.len() {
            out.notes.push(format!("{label}, {phase}: not certified at the end of the phase"));
        }
    }
    if let Some((m, what, by)) = timeline.overload() {
        let near = if by.bits() > 64 { format!(" (nearly {:.6})", by.to_f64()) } else { String::new() };
        let by = if by.bits() > 64 { "an amount of many digits".to_string() } else { by.to_string() };
        out.notes.push(format!("{label}: first overload in second {}: {what} by {by}{near}", m.period));
    }
    if let Some((m, before)) = timeline.cycle() {
        let cycle = format!("a cycle of {} seconds", m.period - before);
        let state = format!("the state after second {} is that after second {before}", m.period);
        out.notes.push(format!("{label}: {cycle}: {state}"));
    }
    if let Some(reason) = &timeline.stopped {
        out.notes.push(format!("{label}: stopped: {reason}"));
    }
}

/// Adds the means of each phase: rows have the second, then class C and class D under PS-DSF, TSF and C-DRFH.
fn means(rows: &[Vec<f64>], out: &mut Drawn) {
    for (phase, from, to) in PHASES {
        let inside = || rows.iter().filter(|r| r[0] >= from as f64 && r[0] < to as f64);
        for (k, name) in ["PS-DSF", "TSF", "C-DRFH"].iter().enumerate() {
            for (class, letter) in ["C", "D"].iter().enumerate() {
                let sum = inside().map(|r| r[1 + 3 * class + k]).sum::<f64>();
                let what = format!("CPU of class {letter} in use, per cent");
                out.found(format!("{name}, {phase}"), what, sum / inside().count() as f64);
            }
        }
    }
}

pub(super) fn run(draw: &Draw<'_>) -> Result<Drawn, String> {
    let section = Section::of_the_paper();
    let classes = section.classes();
    let presence = presence();
    let mut out = Drawn::default();
    let both = (&section.alone[..], &classes.gammas()[..]);
    section.entries("Table III, user", "tasks alone on the class", both, &mut out);
    let mut docket = draw.docket("ps-dsf");
    let every = draw.judge.map_or(1, |(_, every)| (every / SECOND).max(1));
    let go_on = || !draw.stop.is_thrown();
    let act = Act { timing: Timing::InTurn, once: false, periods: 300 };
    let main = servers::run(&classes, &presence, act, &go_on).map_err(|e| e.to_string())?;
    if let Some(limit) = main.moments.iter().find(|m| m.period == 99) {
        let both = (&section.ps_dsf[..], &limit.placement.tasks[..]);
        section.entries("Table IV, PS-DSF, user", "tasks after 100 s", both, &mut out);
    }
    told(&main, "PS-DSF as printed, classes in turn", &mut out);
    if let Some(docket) = &mut docket {
        for m in main.moments.iter().filter(|m| m.period % every == 0) {
            docket.of_users(&classes, &m.users, &m.placement, m.period * SECOND);
        }
        out.judged("PS-DSF as printed, classes in turn", docket);
    }
    let solved = |id: &str| -> Result<Vec<Stretch>, String> {
        let mechanism = CLUSTER.iter().find(|m| m.id() == id).ok_or("no such mechanism")?;
        fluid::run(*mechanism, &classes, &presence, &Rational::int(300), draw.patience)
            .map_err(|e| e.to_string())
    };
    let (tsf, c_drfh) = (solved("tsf")?, solved("c-drfh")?);
    if let Some(first) = tsf.first() {
        for u in 0..4 {
            let printed = Some(sum(section.tsf[u].iter().cloned()).to_f64());
            let label = format!("Table IV, TSF, user {}", u + 1);
            out.value(label, "tasks in all", printed, first.outcome.total(u).to_f64());
        }
    }
    let mut rows = Vec::new();
    for second in 0..300 {
        let mut row = vec![second as f64];
        for class in [2, 3] {
            let moment = main.moments.iter().find(|m| m.period == second);
            row.push(moment.map_or(f64::NAN, |m| 100.0 * section.used(&m.placement.tasks, class, 0)));
            for stretches in [&tsf, &c_drfh] {
                let now = at(stretches, second);
                row.push(now.map_or(f64::NAN, |s| 100.0 * section.used(&s.outcome.tasks, class, 0)));
            }
        }
        rows.push(row);
    }
    means(&rows, &mut out);
    for (name, first) in [("c", 1), ("d", 4)] {
        let (name, head) = (format!("khamse2017-fig6-class-{name}"), ["seconds", "PS-DSF", "TSF", "C-DRFH"]);
        let rows = rows.iter().map(|r| vec![r[0], r[first], r[first + 1], r[first + 2]]).collect();
        out.series.push(Series::of(name, head, rows, Some("CPU in use, per cent")));
    }
    let all = section.servers();
    for (pool, what) in [(&classes, "classes"), (&all, "120 servers")] {
        for once in [false, true] {
            for timing in [Timing::InTurn, Timing::AtOnce, Timing::InAnyOrder(draw.own_seed())] {
                if !go_on() {
                    return Ok(out);
                }
                let how = if once { "released once" } else { "as printed" };
                if what == "classes" && !once && timing == Timing::InTurn {
                    continue;
                }
                let act = Act { timing, once, periods: 300 };
                let timeline = servers::run(pool, &presence, act, &go_on).map_err(|e| e.to_string())?;
                told(&timeline, &format!("PS-DSF {how}, {what} {}", timing.name()), &mut out);
            }
        }
    }
    Ok(out)
}
