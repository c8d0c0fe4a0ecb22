//! A snapshot of a cluster of any product: machines, and the kinds of tasks that teams run and request.
//!
//! A kind is a set of tasks of one team with equal requests and equal eligible machines. A team with one kind is a
//! user. A team with several kinds has one row per kind (`team/shape-1`, `team/shape-2`, ..) and the name of the
//! team in the field `team`, because rules need one demand vector per user. The rows share the weight of the team in
//! proportion to the requests of their tasks, running and waiting, each counted by its dominant share of all
//! machines.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::alike::{Alike, Budget, Machine, youngest_first};
use super::amounts::{Amounts, add, fits, measured, row, sort};
use super::assume::permitted;
use super::division::{Places, Queues};
use super::omitted::Omitted;
use super::parts::{Parts, User};
use super::places::listed;
use super::unread::Unread;
use super::weights::weights;
use super::{Imported, Options};
use crate::document::{InputError, Read, Value};
use crate::model::cluster::{MOST_AUDITED, MOST_PAIRS, Pool};
use crate::scalar::{Rational, Scalar, sum};
use crate::workbench::Assumption;

/// The largest number of similar notes that are kept.
const MOST_NOTES: usize = 20;

/// The largest number of pairs of a machine and a condition.
const MOST_ASKED: usize = 20_000_000;

/// The state of a cluster at one moment.
#[derive(Debug, Default)]
pub(super) struct Snapshot {
    /// The word for a machine in sentences: node, machine.
    pub(super) machine: &'static str,
    /// The word for a task in sentences: pod, task.
    pub(super) task: &'static str,
    /// How teams become larger, after the sentence that there are too many; empty if they cannot.
    pub(super) larger: &'static str,
    /// The omissions and assumptions, one sentence each.
    pub(super) notes: Vec<String>,
    /// The queues of the product, which divide the cluster among teams, if known.
    pub(super) queues: Option<Queues>,
    /// The assumptions made in place of fields that were not read.
    pub(super) assumed: Vec<Assumption>,
    /// The fields that were not read.
    pub(super) unread: Unread,
    /// The times at which tasks began, by name, as texts in order of time.
    pub(super) began: BTreeMap<String, String>,
    /// What machines themselves say is in use, by name of the machine.
    pub(super) stated: BTreeMap<String, Amounts>,
    /// `true` if tasks run on machines that are not known.
    pub(super) unplaced: bool,
    /// Tasks that are left out.
    pub(super) omitted: Omitted,
    /// The gang of each task that is in one, by name of the task.
    pub(super) gangs: BTreeMap<String, String>,
    /// The number of tasks that each gang needs, by its name; all of them where there is none.
    pub(super) needs: BTreeMap<String, usize>,
    /// The name of the cluster and the date of the state, if known.
    pub(super) place: (Option<String>, Option<String>),
    machines: Vec<Machine>,
    by_name: HashMap<String, usize>,
    /// Distinct sets of eligible machines, each with one flag per machine.
    rows: Vec<Vec<bool>>,
    row_of: BTreeMap<Vec<bool>, usize>,
    kinds: Vec<Alike>,
    kind_of: HashMap<(String, Amounts, usize, i64, Option<Budget>), usize>,
    /// Number of times that a machine was tested for a condition.
    asked: usize,
    /// Tasks that run on machines that their rules exclude, by machine.
    astray: Vec<String>,
}

impl Snapshot {
    /// The empty snapshot, with the words for a machine and a task.
    pub(super) fn new(machine: &'static str, task: &'static str) -> Self {
        Snapshot { machine, task, ..Snapshot::default() }
    }

    /// Adds a machine; returns `false` if one of that name exists.
    pub(super) fn machine(&mut self, name: &str, has: Amounts) -> bool {
        let new = self.by_name.insert(name.to_string(), self.machines.len()).is_none();
        self.machines.push(Machine { name: name.to_string(), has });
        new
    }

    /// The index of the machine called `name`.
    pub(super) fn named(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The usable resources of a machine.
    pub(super) fn has(&mut self, machine: usize) -> &mut Amounts {
        &mut self.machines[machine].has
    }

    /// The index of the set of machines that meet a condition.
    ///
    /// # Errors
    /// Too many tests of machines.
    pub(super) fn row_where(&mut self, meets: impl Fn(usize) -> bool) -> Result<usize, String> {
        self.asked = self.asked.saturating_add(self.machines.len());
        if self.asked > MOST_ASKED {
            let (machine, task) = (self.machine, self.task);
            return Err(format!("too many {task}s have rules of their own for too many {machine}s"));
        }
        Ok(self.row((0..self.machines.len()).map(meets).collect()))
    }

    fn row(&mut self, row: Vec<bool>) -> usize {
        if let Some(known) = self.row_of.get(&row) {
            return *known;
        }
        self.rows.push(row.clone());
        self.row_of.insert(row, self.rows.len() - 1);
        self.rows.len() - 1
    }

    /// Adds tasks of a team that run on a machine, or wait if `machine` is `None`. `name` is the name of the first
    /// of them.
    ///
    /// A task that runs outside its set of eligible machines is eligible on its machine in addition.
    pub(super) fn task(
        &mut self,
        (team, name): (&str, &str),
        asks: Amounts,
        row: usize,
        on: Option<usize>,
        count: usize,
    ) {
        self.ranked((team, name, 0), None, asks, row, on, count);
    }

    /// Adds tasks of a team as [`Snapshot::task`] does, with their priority and their budget of disruptions.
    pub(super) fn ranked(
        &mut self,
        (team, name, priority): (&str, &str, i64),
        budget: Option<Budget>,
        asks: Amounts,
        mut row: usize,
        on: Option<usize>,
        count: usize,
    ) {
        if let Some(machine) = on
            && !self.rows[row][machine]
        {
            self.astray.push(format!("{name} on {}", self.machines[machine].name));
            let mut wider = self.rows[row].clone();
            wider[machine] = true;
            row = self.row(wider);
        }
        let next = self.kinds.len();
        let key = (team.to_string(), asks.clone(), row, priority, budget.clone());
        let at = *self.kind_of.entry(key).or_insert(next);
        if at == next {
            let (team, first) = (team.to_string(), name.to_string());
            self.kinds.push(Alike { team, asks, priority, budget, row, first, ..Alike::default() });
        }
        if let (Some(machine), 1) = (on, count) {
            let began = self.began.remove(name).unwrap_or_default();
            self.kinds[at].names.entry(machine).or_default().push((began, name.to_string()));
        }
        if let (None, Some(gang)) = (on, self.gangs.get(name)) {
            *self.kinds[at].groups.entry(gang.clone()).or_default() += count;
        }
        let counted = match on {
            Some(machine) => self.kinds[at].runs.entry(machine).or_default(),
            None => &mut self.kinds[at].waits,
        };
        *counted = counted.saturating_add(count);
    }

    /// Keeps the number of tasks that a machine may run as a resource, called `slots`, if some machine could run out of
    /// it. A machine without that resource may run all. Otherwise tasks that ask for nothing else are left out.
    pub(super) fn keep_slots_if_short(&mut self, slots: &str) {
        let count = |kind: &Alike| Rational::int(i64::try_from(kind.tasks()).unwrap_or(i64::MAX));
        let all = sum(self.kinds.iter().map(count));
        let capped = self.queues.as_ref().is_some_and(|queues| queues.cap(slots));
        let suffice = |machine: &Machine| machine.has.get(slots).is_none_or(|has| *has >= all);
        if !capped && self.machines.iter().all(suffice) {
            self.kinds.iter_mut().for_each(|kind| drop(kind.asks.remove(slots)));
            for idle in self.kinds.extract_if(.., |kind| kind.asks.is_empty()) {
                self.omitted.add("because they request nothing", &idle.team, idle.tasks(), &Amounts::new());
            }
        } else {
            for machine in &mut self.machines {
                machine.has.entry(slots.to_string()).or_insert_with(|| all.clone());
            }
        }
    }

    /// What all machines have.
    pub(super) fn all(&self) -> Amounts {
        let mut all = Amounts::new();
        self.machines.iter().for_each(|machine| add(&mut all, &machine.has));
        all
    }

    /// The teams that have tasks.
    pub(super) fn teams(&self) -> BTreeSet<String> {
        self.kinds.iter().map(|kind| kind.team.clone()).collect()
    }

    /// Returns `true` if a task of the kind fits on some machine of its set when that machine is empty.
    fn fits(&self, kind: &Alike) -> bool {
        let mut machines = self.machines.iter().zip(&self.rows[kind.row]);
        machines.any(|(machine, on)| *on && fits(&kind.asks, &machine.has))
    }

    /// The reason why a task that fits on no machine is left out.
    pub(super) fn no_room(&self) -> String {
        format!("because no {} that may run one has room for it even when empty", self.machine)
    }

    /// Removes waiting tasks that fit on no machine.
    fn drop_misfits(&mut self) {
        let kinds = std::mem::take(&mut self.kinds);
        for mut kind in kinds {
            if kind.waits > 0 && !self.fits(&kind) {
                self.omitted.add(&self.no_room(), &kind.team, kind.waits, &kind.asks);
                kind.waits = 0;
                kind.groups.clear();
            }
            if kind.tasks() > 0 {
                self.kinds.push(kind);
            }
        }
    }

    /// Notes the machines on which running tasks exceed the capacity, or use other amounts than the machine says.
    fn note_overloads(&mut self) {
        let mut used: Vec<Amounts> = self.machines.iter().map(|_| Amounts::new()).collect();
        for kind in &self.kinds {
            for (machine, tasks) in &kind.runs {
                let tasks = Rational::int(i64::try_from(*tasks).unwrap_or(i64::MAX));
                let taken = kind.asks.iter().map(|(r, amount)| (r.clone(), amount * &tasks)).collect();
                add(&mut used[*machine], &taken);
            }
        }
        let (mut notes, mut unlike) = (Vec::new(), Vec::new());
        for (machine, used) in self.machines.iter().zip(&used) {
            for (resource, stated) in self.stated.get(&machine.name).into_iter().flatten() {
                let used = used.get(resource).cloned().unwrap_or_else(Rational::zero);
                if used != *stated {
                    let (at, stated) = (&machine.name, measured(stated, resource));
                    let counts = format!("{} {at} counts {stated} in use", self.machine);
                    unlike.push(format!("{counts}, and what runs there takes {used}"));
                }
            }
            for (resource, used) in used {
                let has = machine.has.get(resource).cloned().unwrap_or_else(Rational::zero);
                if *used > has {
                    let (at, used) = (&machine.name, measured(used, resource));
                    let takes = format!("what runs there takes {used}, and there is {has}");
                    notes.push(format!("{} {at} is overloaded: {takes}", self.machine));
                }
            }
        }
        self.note_first(&notes, notes.len(), "more such overloads");
        self.note_first(&unlike, unlike.len(), "more such differences");
    }

    /// Keeps the first of `all` similar notes, and notes the number of the rest.
    fn note_first(&mut self, notes: &[String], all: usize, of_the_others: &str) {
        let more = all.saturating_sub(MOST_NOTES);
        self.notes.extend(notes.iter().take(MOST_NOTES).cloned());
        if more > 0 {
            self.notes.push(format!("{more} {of_the_others}"));
        }
    }

    /// The requested resources; notes resources of machines that no task requests.
    fn resources(&mut self) -> Vec<String> {
        let asked: BTreeSet<&String> = self.kinds.iter().flat_map(|kind| kind.asks.keys()).collect();
        let there: BTreeSet<&String> = self.machines.iter().flat_map(|machine| machine.has.keys()).collect();
        let idle: Vec<&&String> = there.difference(&asked).collect();
        let note = format!("resources left out because no {} asks for them: {}", self.task, listed(&idle));
        let note = (!idle.is_empty()).then_some(note);
        let mut resources: Vec<String> = asked.into_iter().cloned().collect();
        self.notes.extend(note);
        sort(&mut resources);
        resources
    }

    /// The kinds of every team as users.
    fn users(&mut self, resources: &[String], places: &Places) -> Vec<User> {
        let all = self.all();
        let mut teams: BTreeMap<&str, Vec<&Alike>> = BTreeMap::new();
        for kind in &self.kinds {
            teams.entry(&kind.team).or_default().push(kind);
        }
        let (mut users, mut notes, mut shapes, mut taken) = (Vec::new(), Vec::new(), 0, BTreeSet::new());
        for (team, kinds) in teams {
            let asks: Vec<Rational> = kinds.iter().map(|kind| kind.asked_of(&all)).collect();
            let (path, weight) =
                places.users.get(team).cloned().unwrap_or_else(|| (String::new(), Rational::one()));
            let each = (kinds.len() > 1).then(|| &weight / sum(asks.iter().cloned()));
            for (k, (kind, part)) in kinds.iter().zip(&asks).enumerate() {
                let mut name = team.to_string();
                if kinds.len() > 1 {
                    name = format!("{team}/shape-{}", k + 1);
                    shapes += 1;
                    notes.extend((shapes <= MOST_NOTES).then(|| kind.told(&name, self.task)));
                }
                while !taken.insert(name.clone()) {
                    name.push('\'');
                }
                users.push(User {
                    name,
                    team: if team.is_empty() { "(no name)".to_string() } else { team.to_string() },
                    path: path.clone(),
                    priority: kind.priority,
                    budget: kind.budget.clone(),
                    demand: row(&kind.asks, resources),
                    tasks: Some(Value::index(kind.tasks())),
                    weight: each.as_ref().map_or(weight.clone(), |each| part * each),
                    row: kind.row,
                    running: kind.runs.clone(),
                    groups: kind.groups.clone(),
                    names: kind.names.iter().map(|(i, names)| (*i, youngest_first(names))).collect(),
                });
            }
        }
        if !notes.is_empty() {
            let about = "teams with unlike tasks have a row for each shape of task, and `team` says whose it is; an audit judges teams, and rules allocate to rows, \
                         which share the weight of their team by what they ask for";
            self.notes.push(about.to_string());
        }
        self.note_first(&notes, shapes, "more such users");
        users
    }

    /// The servers and users of an instance. `file` is the name of the file of tasks in errors.
    fn parts(&mut self, options: &Options<'_>, file: &str) -> Read<Parts> {
        self.drop_misfits();
        let omissions = self.omitted.told(self.task);
        if self.kinds.is_empty() {
            let left_out: Vec<String> = omissions.into_iter().chain(self.notes.drain(..)).collect();
            let reason = match left_out.is_empty() {
                true => format!("the list has no {}", self.task),
                false => format!("every {} is left out: {}", self.task, left_out.join("; ")),
            };
            return Err(InputError { file: file.to_string(), field: String::new(), reason });
        }
        self.notes.splice(0..0, omissions);
        self.note_overloads();
        if !self.astray.is_empty() {
            let astray = listed(&self.astray);
            self.notes.push(format!(
                "counted where they run, although their rules would not place them there: {astray}"
            ));
        }
        let (teams, kinds, machines) = (self.teams(), self.kinds.len(), self.machines.len());
        if kinds.saturating_mul(machines) > MOST_AUDITED || teams.len() * machines > MOST_PAIRS {
            let Snapshot { task, machine, larger, .. } = self;
            let reason = format!("{kinds} kinds of {task}s on {machines} {machine}s are too many{larger}");
            return Err(InputError::of(file, "", reason));
        }
        let resources = self.resources();
        let places = weights(&teams, self.queues.as_ref(), options, (self.task, &mut self.notes))?;
        let users = self.users(&resources, &places);
        let servers = self.machines.iter().map(|m| (m.name.clone(), row(&m.has, &resources), 1)).collect();
        let mut parts = Parts {
            resources,
            servers,
            rows: std::mem::take(&mut self.rows),
            users,
            nodes: places.nodes,
            placed: !self.unplaced,
            gangs: std::mem::take(&mut self.gangs),
            needs: std::mem::take(&mut self.needs),
            place: std::mem::take(&mut self.place),
        };
        parts.weigh_in_whole_numbers();
        if options.classes {
            parts.merge_like_servers();
        }
        Ok(parts)
    }

    /// The snapshot as a cluster; `file` is the name of the files in errors.
    pub(super) fn pool(mut self, file: &str) -> Read<Pool> {
        self.parts(&Options::default(), file)?.pool(false, file, file)
    }

    /// The snapshot as an instance file. `stock` and `file` name the files of machines and tasks in errors.
    pub(super) fn instance(mut self, options: &Options<'_>, stock: &str, file: &str) -> Read<Imported> {
        let parts = self.parts(options, file)?;
        self.assumed.extend(self.unread.told());
        permitted(options.assume, &self.assumed).map_err(|reason| InputError::of(file, "", reason))?;
        let instance = parts.instance(options.endless, &self.assumed, stock, file)?;
        Ok(Imported { instance, notes: self.notes })
    }
}
