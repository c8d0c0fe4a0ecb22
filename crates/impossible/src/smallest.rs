//! Search for the smallest core: the fewest profiles over which no rule exists, and among those the smallest
//! numbers.
//!
//! The method is implicit hitting sets (Ignatiev, Previti, Liffiton, Marques-Silva, CP 2015): a core meets
//! the complement of every maximal set of profiles that has a rule. A smallest set that meets all complements
//! found so far is a core, or gives one more complement. A smallest core is also connected by clashes of two
//! profiles, because otherwise one of its components would be a core.

use crate::allocation::Allocation;
use crate::encode::{Ask, Encoded, Said};
use crate::profile::{Profile, permutations};
use crate::property::Need;
use crate::question::Question;
use crate::solver::{Answer, Batsat, Lit, Solver};
use crate::stop::{Stop, Stopped};
use std::collections::{BTreeSet, HashMap};

/// The size up to which connected sets of profiles are enumerated; the solver finds larger ones.
const LISTED: usize = 3;

/// Profiles over which no rule exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Core {
    /// Indices of profiles, ascending.
    pub profiles: Vec<usize>,
    /// `true` if no core has fewer profiles, and none of equal size is smaller in the order that compares the
    /// largest index first; `false` if the search was stopped.
    pub smallest: bool,
}

/// Returns the smallest core for the properties of `base`, starting from the profiles `conflict` of a first
/// conflict; `base.profiles` is ignored.
///
/// If stopped, the core is the smallest found by then.
pub fn smallest(encoded: &mut Encoded<'_>, base: &Ask, conflict: Vec<usize>, stop: &dyn Stop) -> Core {
    let mut best = conflict;
    best.sort_unstable();
    let smallest = search(encoded, base, &mut best, stop).is_ok();
    Core { profiles: best, smallest }
}

fn search(
    encoded: &mut Encoded<'_>,
    base: &Ask,
    best: &mut Vec<usize>,
    stop: &dyn Stop,
) -> Result<(), Stopped> {
    thin(encoded, base, best)?;
    let images = if base.given.is_empty() { images(encoded.question) } else { vec![] };
    let n = encoded.question.profiles.len();
    let clashes = clashes(encoded.question, base, stop)?;
    let mut hunt = Hunt { base, images, clashes, sets: Sets::new(n, best.len(), stop) };
    // Sizes below the size of the first core, in ascending order.
    let first = best.len();
    for size in 0..first {
        if let Some(found) = hunt.find(encoded, size, n, &[])? {
            *best = found;
            break;
        }
    }
    // The largest index is made as small as possible, then the second largest, and so on.
    for place in (0..best.len()).rev() {
        loop {
            let tail = best[place + 1..].to_vec();
            match hunt.find(encoded, best.len(), best[place], &tail)? {
                Some(found) => *best = found,
                None => break,
            }
        }
    }
    Ok(())
}

/// Drops profiles from `best` while a conflict remains.
fn thin(encoded: &mut Encoded<'_>, base: &Ask, best: &mut Vec<usize>) -> Result<(), Stopped> {
    let mut at = best.len();
    while at > 0 {
        at -= 1;
        let mut fewer = best.clone();
        fewer.remove(at);
        if let Said::None { profiles, .. } = encoded.ask(&Ask { profiles: fewer, ..base.clone() })? {
            *best = profiles;
            best.sort_unstable();
            at = at.min(best.len());
        }
    }
    Ok(())
}

struct Hunt<'b, 's> {
    base: &'b Ask,
    images: Vec<Vec<usize>>,
    /// The profiles with which each profile can clash.
    clashes: Vec<Vec<usize>>,
    sets: Sets<'s>,
}

impl Hunt<'_, '_> {
    /// Returns a core of at most `size` profiles that contains all of `tail` and otherwise only profiles
    /// below `below`.
    fn find(
        &mut self,
        encoded: &mut Encoded<'_>,
        size: usize,
        below: usize,
        tail: &[usize],
    ) -> Result<Option<Vec<usize>>, Stopped> {
        loop {
            let tried = if (1..=LISTED).contains(&size) && self.base.given.is_empty() {
                self.listed(size, below, tail)
            } else {
                self.sets.hit(size, below, tail)?
            };
            let Some(tried) = tried else { return Ok(None) };
            if self.apart(&tried) {
                continue;
            }
            let ask = Ask { profiles: tried.clone(), ..self.base.clone() };
            match encoded.ask(&ask)? {
                Said::None { .. } => return Ok(Some(tried)),
                Said::Rule(chosen) => self.grow(encoded, tried, &chosen)?,
            }
        }
    }

    /// Enumerates the connected sets of `size` profiles, for sizes up to [`LISTED`], and returns the first
    /// that meets every known set.
    fn listed(&self, size: usize, below: usize, tail: &[usize]) -> Option<Vec<usize>> {
        let open = |p: usize| p < below || tail.contains(&p);
        let fits = |set: &[usize]| tail.iter().all(|p| set.contains(p)) && self.sets.met(set);
        for p in (0..self.clashes.len()).filter(|&p| open(p)) {
            if size == 1 && fits(&[p]) {
                return Some(vec![p]);
            }
            let near: Vec<usize> = self.clashes[p].iter().copied().filter(|&q| q != p && open(q)).collect();
            for (i, &q) in near.iter().enumerate() {
                if size == 2 && fits(&[p, q]) {
                    return Some(vec![p.min(q), p.max(q)]);
                }
                if size == 3
                    && let Some(&r) = near[i + 1..].iter().find(|&&r| fits(&[p, q, r]))
                {
                    let mut set = vec![p, q, r];
                    set.sort_unstable();
                    return Some(set);
                }
            }
        }
        None
    }

    /// If the set `tried` is not connected, adds for each component the clause that it needs a neighbour, and
    /// returns `true`.
    fn apart(&mut self, tried: &[usize]) -> bool {
        let mut open: BTreeSet<usize> = tried.iter().copied().collect();
        open.extend(self.base.given.iter().map(|&(p, _)| p));
        let whole = open.len();
        let mut found = false;
        while let Some(first) = open.pop_first() {
            let mut part = vec![first];
            let mut at = 0;
            while at < part.len() {
                let near =
                    self.clashes[part[at]].iter().filter(|q| open.remove(q)).copied().collect::<Vec<_>>();
                part.extend(near);
                at += 1;
            }
            let given = self.base.given.iter().any(|(p, _)| part.contains(p));
            if part.len() < whole && !given {
                let near: BTreeSet<usize> = part.iter().flat_map(|&p| &self.clashes[p]).copied().collect();
                let outside = near.into_iter().filter(|q| !part.contains(q)).collect();
                self.sets.needs(&part, outside);
                found = true;
            }
        }
        found
    }

    /// Extends a set of profiles with a rule to a maximal one, and adds its complement to the known sets.
    fn grow(
        &mut self,
        encoded: &mut Encoded<'_>,
        tried: Vec<usize>,
        chosen: &[Option<usize>],
    ) -> Result<(), Stopped> {
        let n = chosen.len();
        let mut inside = vec![false; n];
        tried.iter().for_each(|&p| inside[p] = true);
        chosen.iter().enumerate().for_each(|(p, v)| inside[p] |= v.is_some());
        let mut left_out = vec![];
        for p in 0..n {
            if inside[p] {
                continue;
            }
            inside[p] = true;
            let profiles = (0..n).filter(|&q| inside[q]).collect();
            match encoded.ask(&Ask { profiles, ..self.base.clone() })? {
                Said::Rule(more) => more.iter().enumerate().for_each(|(q, v)| inside[q] |= v.is_some()),
                Said::None { .. } => {
                    inside[p] = false;
                    left_out.push(p);
                }
            }
        }
        for image in &self.images {
            self.sets.add(left_out.iter().map(|&p| image[p]).collect());
        }
        self.sets.add(left_out);
        Ok(())
    }
}

/// The sets that a core must meet, with a counter of the profiles taken.
struct Sets<'s> {
    solver: Batsat<'s>,
    taken: Vec<Lit>,
    /// Literals "more than `i` profiles are taken", for `i` from 0.
    more_than: Vec<Lit>,
    known: BTreeSet<Vec<usize>>,
    /// The known sets as one truth value for each profile.
    marks: Vec<Vec<bool>>,
}

impl<'s> Sets<'s> {
    /// Returns the empty collection, with a counter up to `most` of `n` profiles.
    fn new(n: usize, most: usize, stop: &'s dyn Stop) -> Self {
        let mut solver = Batsat::new(stop);
        let taken: Vec<Lit> = (0..n).map(|_| solver.fresh()).collect();
        // Sinz's sequential counter: after each profile, "more than i so far".
        let mut more_than: Vec<Lit> = (0..=most).map(|_| solver.fresh()).collect();
        more_than.iter().for_each(|&l| solver.add(&[!l]));
        for &x in &taken {
            let next: Vec<Lit> = (0..=most).map(|_| solver.fresh()).collect();
            for i in 0..=most {
                solver.add(&[!more_than[i], next[i]]);
                if i == 0 {
                    solver.add(&[!x, next[0]]);
                } else {
                    solver.add(&[!x, !more_than[i - 1], next[i]]);
                }
            }
            more_than = next;
        }
        Sets { solver, taken, more_than, known: BTreeSet::new(), marks: vec![] }
    }

    fn add(&mut self, mut set: Vec<usize>) {
        set.sort_unstable();
        if self.known.insert(set.clone()) {
            let mut marks = vec![false; self.taken.len()];
            set.iter().for_each(|&p| marks[p] = true);
            self.marks.push(marks);
            let clause: Vec<Lit> = set.iter().map(|&p| self.taken[p]).collect();
            self.solver.add(&clause);
        }
    }

    /// Returns `true` if `profiles` meets every known set.
    fn met(&self, profiles: &[usize]) -> bool {
        self.marks.iter().all(|marks| profiles.iter().any(|&p| marks[p]))
    }

    /// Adds the clause that if all of `part` are taken, one of `outside` is taken.
    fn needs(&mut self, part: &[usize], outside: Vec<usize>) {
        let taken = outside.into_iter().map(|q| self.taken[q]);
        let clause: Vec<Lit> = part.iter().map(|&p| !self.taken[p]).chain(taken).collect();
        self.solver.add(&clause);
    }

    fn hit(&mut self, size: usize, below: usize, tail: &[usize]) -> Result<Option<Vec<usize>>, Stopped> {
        let mut assumed = vec![!self.more_than[size]];
        assumed.extend(tail.iter().map(|&p| self.taken[p]));
        assumed.extend((below..self.taken.len()).filter(|p| !tail.contains(p)).map(|p| !self.taken[p]));
        Ok(match self.solver.solve(&assumed)? {
            Answer::Conflict(_) => None,
            Answer::Model(model) => {
                Some((0..self.taken.len()).filter(|&p| model[self.taken[p].var as usize]).collect())
            }
        })
    }
}

/// Returns, for each profile, the profiles with which a clash is possible by allocations that break no property of
/// one run.
fn clashes(question: &Question, base: &Ask, stop: &dyn Stop) -> Result<Vec<Vec<usize>>, Stopped> {
    let asked: Vec<_> = base.properties.iter().map(|&k| question.properties[k]).collect();
    let keeps = |p: usize| {
        let fine = |v: &&Allocation| asked.iter().all(|k| k.broken(&question.profiles[p], v).is_none());
        question.values[p].iter().filter(fine).collect::<Vec<_>>()
    };
    let kept: Vec<Vec<&Allocation>> = (0..question.profiles.len()).map(keeps).collect();
    let mut near: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); kept.len()];
    for (&k, property) in base.properties.iter().zip(&asked) {
        for &(p, q) in &question.pairs[k] {
            if stop.stop() {
                return Err(Stopped);
            }
            let (a, b) = (&question.profiles[p], &question.profiles[q]);
            let fails = |any: &Vec<Need>| kept[p].iter().any(|v| !any.iter().any(|need| need.met(v)));
            if kept[q].iter().any(|w| property.needs(a, b, w).iter().any(fails)) {
                near[p].insert(q);
                near[q].insert(p);
            }
        }
    }
    Ok(near.into_iter().map(|set| set.into_iter().collect()).collect())
}

/// Returns maps of the profiles to themselves: renamings of the users, and of the resources if their
/// capacities and largest demands are equal. Only up to three users and three resources are renamed, and
/// there is no map if a profile has fewer users than the scope.
fn images(question: &Question) -> Vec<Vec<usize>> {
    let scope = &question.scope;
    let number: HashMap<&Profile, usize> =
        question.profiles.iter().enumerate().map(|(i, p)| (p, i)).collect();
    let alike = |row: &Vec<u32>| row.iter().all(|c| *c == row[0]);
    if question.profiles.iter().any(|p| p.users() != scope.users) {
        return vec![];
    }
    let mut names = vec![(0..scope.users).collect::<Vec<_>>()];
    let mut orders = vec![(0..scope.resources()).collect::<Vec<_>>()];
    if scope.users <= 3 {
        names.extend(permutations(scope.users));
    }
    if scope.resources() <= 3 && alike(&scope.max) && scope.capacity.iter().all(alike) {
        orders.extend(permutations(scope.resources()));
    }
    let turns = names.iter().flat_map(|by| orders.iter().map(move |order| (by, order))).skip(1);
    let image = |(by, order): (&Vec<usize>, &Vec<usize>)| {
        let turned = |p: &Profile| number.get(&p.renamed(by).reordered(order)).copied();
        question.profiles.iter().map(turned).collect::<Option<Vec<_>>>()
    };
    turns.filter_map(image).collect()
}
