//! Path conditions as chains of conjuncts, so that paths that part and meet again have the condition that they had before.

use std::rc::Rc;

use assay_term::{Pool, TermId};

/// The condition under which a path is taken.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The whole conjunction.
    pub term: TermId,
    link: Option<Rc<Link>>,
    depth: usize,
}

#[derive(Debug)]
struct Link {
    before: Guard,
    conjunct: TermId,
}

impl Guard {
    pub fn always(pool: &mut Pool) -> Guard {
        Guard {
            term: pool.bool(true),
            link: None,
            depth: 0,
        }
    }

    pub fn and(&self, pool: &mut Pool, conjunct: TermId) -> Guard {
        if pool.as_bool(conjunct) == Some(true) {
            return self.clone();
        }
        Guard {
            term: pool.gate(self.term, conjunct),
            link: Some(Rc::new(Link {
                before: self.clone(),
                conjunct,
            })),
            depth: self.depth + 1,
        }
    }

    pub fn is_dead(&self, pool: &Pool) -> bool {
        pool.as_bool(self.term) == Some(false)
    }

    /// The condition of being on either path, and a term that is true on the first and false on the second.
    pub fn join(&self, other: &Guard, pool: &mut Pool) -> (Guard, TermId) {
        let (common, mine, theirs) = self.parted(other);
        if let (Some(&x), Some(&y)) = (mine.first(), theirs.first())
            && pool.not(x) == y
        {
            if mine.len() == 1 && theirs.len() == 1 {
                return (common, x);
            }
            let (a, b) = (conjunction(pool, &mine), conjunction(pool, &theirs));
            let either = either(pool, a, b);
            return (common.and(pool, either), x);
        }
        let (a, b) = (conjunction(pool, &mine), conjunction(pool, &theirs));
        let either = either(pool, a, b);
        (common.and(pool, either), a)
    }

    /// The longest common start, and what each has beyond it.
    fn parted(&self, other: &Guard) -> (Guard, Vec<TermId>, Vec<TermId>) {
        let (mut a, mut b) = (self.clone(), other.clone());
        let (mut mine, mut theirs) = (Vec::new(), Vec::new());
        while a.depth > b.depth {
            a = a.step_back(&mut mine);
        }
        while b.depth > a.depth {
            b = b.step_back(&mut theirs);
        }
        while !a.is(&b) {
            a = a.step_back(&mut mine);
            b = b.step_back(&mut theirs);
        }
        mine.reverse();
        theirs.reverse();
        (a, mine, theirs)
    }

    fn step_back(&self, left: &mut Vec<TermId>) -> Guard {
        match &self.link {
            Some(link) => {
                left.push(link.conjunct);
                link.before.clone()
            }
            None => self.clone(),
        }
    }

    fn is(&self, other: &Guard) -> bool {
        match (&self.link, &other.link) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b) || (self.term == other.term),
            (None, None) => true,
            _ => false,
        }
    }
}

fn conjunction(pool: &mut Pool, conjuncts: &[TermId]) -> TermId {
    let mut all = pool.bool(true);
    for &c in conjuncts {
        all = pool.gate(all, c);
    }
    all
}

/// A disjunction of two that is not flattened: long chains stay as large as what they are built from.
pub fn either(pool: &mut Pool, a: TermId, b: TermId) -> TermId {
    let (a, b) = (pool.not(a), pool.not(b));
    let neither = pool.gate(a, b);
    pool.not(neither)
}
