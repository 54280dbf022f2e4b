//! What a set of samples allows. The order on members: a below b if a's value was at most b's in
//! every sample (false below true). Members with equal values throughout form a class. The edges
//! given out are those of the order's diagram between class leaders, and a cycle through each class:
//! they imply all the others. For numbers once more over the samples in which a guard held, and the affine
//! spaces of these.

use std::cmp::Ordering;

use assay_term::Value;

use super::affine::Hull;
use super::members::{Sample, Sizes};

/// The samples so far, with what they say about each pair of numeric members.
#[derive(Clone, Debug)]
pub struct Samples {
    /// For each Boolean member a bit a sample.
    bools: Vec<Vec<u64>>,
    count: usize,
    /// For each guard what the samples say in which it holds; the first guard is true.
    guarded: Vec<[Numeric; 2]>,
}

/// About the members of one numeric sort.
#[derive(Clone, Debug)]
struct Numeric {
    /// `le[a][b]`, bit b of row a: a was at most b in every sample.
    le: Vec<Vec<u64>>,
    space: Hull,
}

impl Samples {
    pub fn new(sizes: Sizes) -> Self {
        let Sizes {
            bools,
            numerics,
            guards,
            free,
        } = sizes;
        let about = |sort: usize| Numeric {
            le: vec![vec![u64::MAX; numerics[sort].div_ceil(64)]; numerics[sort]],
            space: Hull::new(free[sort]),
        };
        Samples {
            bools: vec![Vec::new(); bools],
            count: 0,
            guarded: vec![[about(0), about(1)]; guards],
        }
    }

    pub fn add(&mut self, sample: &Sample) {
        let (word, bit) = (self.count / 64, self.count % 64);
        for (row, &value) in self.bools.iter_mut().zip(&sample.bools) {
            if bit == 0 {
                row.push(0);
            }
            row[word] |= u64::from(value) << bit;
        }
        self.count += 1;
        let ranks = [ranks(&sample.numerics[0]), ranks(&sample.numerics[1])];
        for (numeric, &holds) in self.guarded.iter_mut().zip(&sample.guards) {
            if holds {
                for (sort, numeric) in numeric.iter_mut().enumerate() {
                    numeric.order(&ranks[sort]);
                    numeric.space.add(&sample.free[sort]);
                }
            }
        }
    }

    /// Pairs (a, b): whenever a was true, so was b.
    pub fn bool_edges(&self) -> Vec<(usize, usize)> {
        let n = self.bools.len();
        let mut below = vec![vec![0u64; n.div_ceil(64)]; n];
        for (a, row) in below.iter_mut().enumerate() {
            for b in 0..n {
                let mut words = self.bools[a].iter().zip(&self.bools[b]);
                if words.all(|(x, y)| x & !y == 0) {
                    row[b / 64] |= 1 << (b % 64);
                }
            }
        }
        diagram(&below)
    }

    /// Pairs (a, b) of members of numeric sort 0 (Int) or 1 (Real): a was at most b whenever the guard
    /// held, and not always.
    pub fn numeric_edges(&self, guard: usize, sort: usize) -> Vec<(usize, usize)> {
        let mut edges = diagram(&self.guarded[guard][sort].le);
        if guard > 0 {
            let always = &self.guarded[0][sort].le;
            edges.retain(|&(a, b)| always[a][b / 64] >> (b % 64) & 1 == 0);
        }
        edges
    }

    /// The linear equations that hold whenever the guard does.
    pub fn space(&self, guard: usize, sort: usize) -> &Hull {
        &self.guarded[guard][sort].space
    }
}

impl Numeric {
    fn order(&mut self, ranks: &[u32]) {
        for (a, row) in self.le.iter_mut().enumerate() {
            for (b, &rank) in ranks.iter().enumerate() {
                if ranks[a] > rank {
                    row[b / 64] &= !(1 << (b % 64));
                }
            }
        }
    }
}

/// Each value's place in the order of values, equal values equal places.
fn ranks(values: &[Value]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].cmp(&values[b]));
    let mut ranks = vec![0; values.len()];
    let mut rank = 0;
    for pair in order.windows(2) {
        if values[pair[0]].cmp(&values[pair[1]]) != Ordering::Equal {
            rank += 1;
        }
        ranks[pair[1]] = rank;
    }
    ranks
}

/// The covering edges of a preorder given as bit rows, plus a cycle through each class.
fn diagram(le: &[Vec<u64>]) -> Vec<(usize, usize)> {
    let n = le.len();
    let has = |a: usize, b: usize| le[a][b / 64] >> (b % 64) & 1 == 1;
    let mut leader: Vec<usize> = (0..n).collect();
    let mut edges = Vec::new();
    for a in 0..n {
        if leader[a] != a {
            continue;
        }
        let class: Vec<usize> = (a..n).filter(|&b| has(a, b) && has(b, a)).collect();
        for pair in class.windows(2) {
            edges.push((pair[0], pair[1]));
            leader[pair[1]] = a;
        }
        if class.len() > 1 {
            edges.push((class[class.len() - 1], a));
        }
    }
    // Only leaders count from here on; `up[a]` are those above a, `down[b]` those below b.
    let words = n.div_ceil(64);
    let mut up = vec![vec![0u64; words]; n];
    let mut down = vec![vec![0u64; words]; n];
    let leaders: Vec<usize> = (0..n).filter(|&a| leader[a] == a).collect();
    for &a in &leaders {
        for &b in &leaders {
            if a != b && has(a, b) {
                up[a][b / 64] |= 1 << (b % 64);
                down[b][a / 64] |= 1 << (a % 64);
            }
        }
    }
    for &a in &leaders {
        for &b in &leaders {
            let above = up[a][b / 64] >> (b % 64) & 1 == 1;
            if above && up[a].iter().zip(&down[b]).all(|(x, y)| x & y == 0) {
                edges.push((a, b));
            }
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(bools: &[bool], ints: &[i64]) -> Sample {
        let ints = ints.iter().map(|&n| Value::int(n)).collect();
        Sample {
            bools: bools.to_vec(),
            numerics: [ints, vec![]],
            guards: vec![true],
            free: [vec![], vec![]],
        }
    }

    fn samples(bools: usize, ints: usize) -> Samples {
        Samples::new(Sizes {
            bools,
            numerics: [ints, 0],
            guards: 1,
            free: [0, 0],
        })
    }

    #[test]
    fn edges_are_exactly_the_covering_relations() {
        let mut s = samples(3, 3);
        s.add(&sample(&[false, true, true], &[0, 1, 5]));
        s.add(&sample(&[false, false, true], &[2, 2, 3]));
        assert_eq!(s.bool_edges(), vec![(0, 1), (1, 2)]);
        assert_eq!(s.numeric_edges(0, 0), vec![(0, 1), (1, 2)]);
    }

    #[test]
    fn equal_members_form_a_cycle_and_split_when_a_sample_tells_them_apart() {
        let mut s = samples(2, 2);
        s.add(&sample(&[true, true], &[4, 4]));
        assert_eq!(s.bool_edges(), vec![(0, 1), (1, 0)]);
        assert_eq!(s.numeric_edges(0, 0), vec![(0, 1), (1, 0)]);
        s.add(&sample(&[false, true], &[4, 3]));
        assert_eq!(s.bool_edges(), vec![(0, 1)]);
        assert_eq!(s.numeric_edges(0, 0), vec![(1, 0)]);
    }
}
