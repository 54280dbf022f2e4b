//! Variables by activity: a binary heap that knows where each member stands.

#[derive(Clone, Default)]
pub(super) struct Heap {
    heap: Vec<u32>,
    /// By variable: its place, or NONE.
    place: Vec<u32>,
    pub activity: Vec<f64>,
    bump: f64,
}

const NONE: u32 = u32::MAX;
const DECAY: f64 = 1.0 / 0.95;

impl Heap {
    pub fn add_var(&mut self) {
        self.place.push(NONE);
        self.activity.push(0.0);
        if self.bump == 0.0 {
            self.bump = 1.0;
        }
    }

    /// Has exactly these members afterwards.
    pub fn refill(&mut self, vars: impl Iterator<Item = u32>) {
        for &v in &self.heap {
            self.place[v as usize] = NONE;
        }
        self.heap.clear();
        for v in vars {
            self.place[v as usize] = self.heap.len() as u32;
            self.heap.push(v);
        }
        for at in (0..self.heap.len() / 2).rev() {
            self.sift_down(at);
        }
    }

    pub fn insert(&mut self, var: usize) {
        if self.place[var] == NONE {
            self.place[var] = self.heap.len() as u32;
            self.heap.push(var as u32);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Takes the most active member out.
    pub fn pop(&mut self) -> Option<usize> {
        let top = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.place[top as usize] = NONE;
        if last != top {
            self.heap[0] = last;
            self.place[last as usize] = 0;
            self.sift_down(0);
        }
        Some(top as usize)
    }

    pub fn bump(&mut self, var: usize) {
        self.activity[var] += self.bump;
        if self.activity[var] > 1e100 {
            for a in &mut self.activity {
                *a *= 1e-100;
            }
            self.bump *= 1e-100;
        }
        if self.place[var] != NONE {
            self.sift_up(self.place[var] as usize);
        }
    }

    pub fn decay(&mut self) {
        self.bump *= DECAY;
    }

    fn before(&self, a: u32, b: u32) -> bool {
        self.activity[a as usize] > self.activity[b as usize]
    }

    fn sift_up(&mut self, mut at: usize) {
        let var = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(var, self.heap[parent]) {
                break;
            }
            self.heap[at] = self.heap[parent];
            self.place[self.heap[at] as usize] = at as u32;
            at = parent;
        }
        self.heap[at] = var;
        self.place[var as usize] = at as u32;
    }

    fn sift_down(&mut self, mut at: usize) {
        let var = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.before(self.heap[child], var) {
                break;
            }
            self.heap[at] = self.heap[child];
            self.place[self.heap[at] as usize] = at as u32;
            at = child;
        }
        self.heap[at] = var;
        self.place[var as usize] = at as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_active_comes_first() {
        let mut heap = Heap::default();
        for _ in 0..20 {
            heap.add_var();
        }
        heap.refill((0..20).filter(|v| v % 3 != 0));
        for (times, var) in [(3, 7), (2, 11), (1, 5), (4, 9)] {
            for _ in 0..times {
                heap.bump(var);
            }
        }
        heap.insert(9);
        heap.insert(9);
        let first: Vec<_> = (0..4).map_while(|_| heap.pop()).collect();
        assert_eq!(first, [9, 7, 11, 5]);
        assert_eq!(std::iter::from_fn(|| heap.pop()).count(), 10);
    }
}
