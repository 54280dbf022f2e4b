//! The order on members that a set of samples allows: a below b if a's value was at most b's in
//! every sample (false below true). Members with equal values throughout form a class. The edges
//! given out are those of the order's diagram between class leaders, and a cycle through each class:
//! they imply all the others.

use std::cmp::Ordering;

use assay_term::Value;

use super::members::Sample;

/// The samples so far, with what they say about each pair of numeric members.
#[derive(Clone, Debug)]
pub struct Samples {
    /// For each Boolean member a bit a sample.
    bools: Vec<Vec<u64>>,
    count: usize,
    /// For each numeric sort: `le[a][b]`, bit b of row a: a was at most b in every sample.
    le: [Vec<Vec<u64>>; 2],
}

impl Samples {
    pub fn new((bools, numerics): (usize, [usize; 2])) -> Self {
        let full = |n: usize| vec![vec![u64::MAX; n.div_ceil(64)]; n];
        Samples {
            bools: vec![Vec::new(); bools],
            count: 0,
            le: [full(numerics[0]), full(numerics[1])],
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
        for (le, values) in self.le.iter_mut().zip(&sample.numerics) {
            let ranks = ranks(values);
            for (a, row) in le.iter_mut().enumerate() {
                for (b, &rank) in ranks.iter().enumerate() {
                    if ranks[a] > rank {
                        row[b / 64] &= !(1 << (b % 64));
                    }
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

    /// Pairs (a, b) of members of numeric sort 0 (Int) or 1 (Real): a was at most b.
    pub fn numeric_edges(&self, sort: usize) -> Vec<(usize, usize)> {
        diagram(&self.le[sort])
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
        }
    }

    #[test]
    fn edges_are_exactly_the_covering_relations() {
        let mut s = Samples::new((3, [3, 0]));
        s.add(&sample(&[false, true, true], &[0, 1, 5]));
        s.add(&sample(&[false, false, true], &[2, 2, 3]));
        assert_eq!(s.bool_edges(), vec![(0, 1), (1, 2)]);
        assert_eq!(s.numeric_edges(0), vec![(0, 1), (1, 2)]);
    }

    #[test]
    fn equal_members_form_a_cycle_and_split_when_a_sample_tells_them_apart() {
        let mut s = Samples::new((2, [2, 0]));
        s.add(&sample(&[true, true], &[4, 4]));
        assert_eq!(s.bool_edges(), vec![(0, 1), (1, 0)]);
        assert_eq!(s.numeric_edges(0), vec![(0, 1), (1, 0)]);
        s.add(&sample(&[false, true], &[4, 3]));
        assert_eq!(s.bool_edges(), vec![(0, 1)]);
        assert_eq!(s.numeric_edges(0), vec![(1, 0)]);
    }
}
