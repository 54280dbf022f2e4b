//! Rounds: the schedule whose outcome does not depend on the clock or on how many threads there are.
//!
//! Each engine works at a *desk*: a board of its own. In a round every engine has a turn of fixed effort. The turns of one
//! *wave* run in parallel, and no engine sees what the others found before the wave is over. Then the news of all desks are exchanged, in the
//! order of the engines. So what an engine knows in its turn is a function of the rounds before, and the winner is the first
//! by (round, wave, engine order). News of engines behind the winner are dropped, because they may have been cut short.
//!
//! Each desk keeps the invariant of the board: what an engine posted relies on what its desk had before, and every other desk has all of
//! that, too, when it hears of it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use assay_solver::{Effort, OracleError};
use assay_system::EngineName;

use crate::board::Board;
use crate::director::{Kind, Run, round};
use crate::engine::{Engine, Progress};

/// In the first rounds BMC and k-induction go before the others, one after the other: most properties of most models need no
/// more than that.
const EASY_ROUNDS: u32 = 2;

/// An engine with a board of its own.
pub(crate) struct Desk {
    pub engine: Box<dyn Engine>,
    board: Arc<Board>,
    /// The lemmas up to here are known to all.
    told: usize,
    /// As of the last wave that counted.
    spent: Effort,
    /// It only checks what the caller offers, which the others wait for.
    is_advice: bool,
}

impl Desk {
    pub fn new(engine: Box<dyn Engine>, board: Arc<Board>, is_advice: bool) -> Desk {
        Desk {
            engine,
            board,
            told: 0,
            spent: 0,
            is_advice,
        }
    }

    fn name(&self) -> EngineName {
        self.engine.name()
    }

    /// The round in which this engine has its first turn, and its place among the waves of a round.
    fn wave(&self, round: u32, kind: Kind) -> Option<u8> {
        if round < share(self.name(), kind).0 {
            return None;
        }
        Some(match self.name() {
            _ if self.is_advice => 0,
            EngineName::Bmc if round < EASY_ROUNDS => 1,
            EngineName::KInduction if round < EASY_ROUNDS => 2,
            _ => 3,
        })
    }

    fn turn(&mut self, round: u32, kind: Kind) -> Result<Progress, OracleError> {
        let (_, weight) = share(self.name(), kind);
        let effort = weight * round_effort(round);
        let rounds = rounds_in_a_turn(self.name(), kind, round);
        turn(&mut *self.engine, &self.board, effort, rounds)
    }
}

/// Effort of one engine in round r: doubles every second round.
fn round_effort(round: u32) -> Effort {
    2_000u64 << (round / 2).min(30)
}

/// The round in which an engine has its first turn, and how much more effort than others it gets. On
/// circuits a conflict of an unrolling costs about as much as six of IC3's questions.
fn share(engine: EngineName, kind: Kind) -> (u32, Effort) {
    match (engine, kind) {
        (EngineName::Ic3, Kind::Circuit) => (0, 12),
        (EngineName::Interpolation | EngineName::Bdd, Kind::Circuit) => (4, 1),
        (EngineName::Invariants, Kind::Circuit) => (6, 1),
        // Each round is a process and starts from nothing.
        (EngineName::Spacer, _) => (1, 24),
        _ => (0, 1),
    }
}

/// Most rounds of an engine in one turn. A deep search that costs little had better go on, though not before the others had a turn:
/// on bits its steps cost time where they cost no conflicts.
fn rounds_in_a_turn(engine: EngineName, kind: Kind, round: u32) -> usize {
    match (engine, kind) {
        (EngineName::Bmc, _) | (EngineName::KInduction, Kind::Infinite) => 4 << round.min(4),
        _ => 4,
    }
}

/// Lets an engine work for about this effort: an engine whose rounds are cheap has several.
fn turn(
    engine: &mut dyn Engine,
    board: &Board,
    effort: Effort,
    rounds: usize,
) -> Result<Progress, OracleError> {
    let before = engine.spent();
    for _ in 1..rounds {
        let progress = round(engine, board, Some(effort))?;
        let spent = engine.spent().saturating_sub(before) >= effort;
        if progress != Progress::Working || spent || board.stop().is_raised() {
            return Ok(progress);
        }
    }
    round(engine, board, Some(effort))
}

impl Run<'_> {
    pub(crate) fn take_turns(
        mut self,
        mut desks: Vec<Desk>,
        budget: Option<Effort>,
        jobs: usize,
        kind: Kind,
    ) -> (Self, Vec<(EngineName, Effort)>) {
        let boards: Vec<Arc<Board>> = desks.iter().map(|d| d.board.clone()).collect();
        let mut gone: Vec<(EngineName, Effort)> = Vec::new();
        std::thread::scope(|scope| {
            // The clock and Ctrl-C must be able to end a turn that is under way.
            let (deadline, outer, board) =
                (self.watch.deadline, self.watch.outer.clone(), self.board);
            let boards = &boards;
            scope.spawn(move || {
                while !board.stop().is_raised() {
                    if outer.is_raised() || deadline.is_some_and(|d| Instant::now() >= d) {
                        board.raise();
                    } else {
                        board.wait(Duration::from_millis(20));
                    }
                }
                for board in boards {
                    board.raise();
                }
            });
            let mut round = 0;
            'rounds: while !desks.is_empty() {
                // An engine that is alone need not wait for the others.
                let alone = desks.len() == 1;
                for wave in 0..4 {
                    let member = |d: &Desk| match d.wave(round, kind) {
                        Some(place) => place == wave,
                        None => alone && wave == 3,
                    };
                    let mut taking: Vec<&mut Desk> =
                        desks.iter_mut().filter(|d| member(d)).collect();
                    if taking.is_empty() {
                        continue;
                    }
                    let ends = wave_of_turns(&mut taking, &self.watch.open, jobs, |desk| {
                        desk.turn(round, kind)
                    });
                    let mut elsewhere: Effort = gone.iter().map(|s| s.1).sum();
                    elsewhere += desks.iter().map(|d| d.spent).sum::<Effort>();
                    if self.count(&mut desks, &ends, member, budget, elsewhere) {
                        break 'rounds;
                    }
                    exchange(&mut desks);
                    self.dismiss(&mut desks, ends, member, &mut gone);
                }
                round += 1;
            }
            self.board.raise();
        });
        self.reasons.extend(self.watch.over().map(String::from));
        gone.extend(desks.iter().map(|d| (d.name(), d.spent)));
        (self, gone)
    }

    /// Tells the run's own board what came of a wave, in the order of the engines. True if the run is over; what engines behind the
    /// one that ended it found does not count.
    fn count(
        &mut self,
        desks: &mut [Desk],
        ends: &[End],
        member: impl Fn(&Desk) -> bool,
        budget: Option<Effort>,
        mut spent: Effort,
    ) -> bool {
        let taking = desks.iter_mut().filter(|d| member(d));
        for (desk, end) in taking.zip(ends) {
            if let Some(text) = desk.board.contradiction() {
                self.board.contradict(text);
            }
            if end.is_none() {
                // It was not asked because nothing was open any more.
                continue;
            }
            self.board.hear(&desk.board.news(desk.told));
            let now = desk.engine.spent();
            spent += now.saturating_sub(desk.spent);
            desk.spent = now;
            let done = self.announce();
            if done || self.board.stop().is_raised() {
                return true;
            }
            if budget.is_some_and(|b| spent >= b) {
                self.reasons.push("effort budget spent".into());
                return true;
            }
        }
        self.board.stop().is_raised()
    }

    /// Lets engines go that have nothing more to do or broke.
    fn dismiss(
        &mut self,
        desks: &mut Vec<Desk>,
        ends: Vec<End>,
        member: impl Fn(&Desk) -> bool,
        gone: &mut Vec<(EngineName, Effort)>,
    ) {
        let mut ends = ends.into_iter();
        desks.retain(|desk| {
            if !member(desk) {
                return true;
            }
            let name = desk.name();
            match ends.next().flatten() {
                None | Some(Ok(Progress::Working | Progress::Waiting)) => return true,
                Some(Ok(Progress::Finished(reason))) if reason.is_empty() => {}
                Some(Ok(Progress::Finished(reason))) => {
                    self.reasons.push(format!("{name}: {reason}"))
                }
                Some(Err(error)) => self.failures.push((name, error.to_string())),
            }
            gone.push((name, desk.spent));
            false
        });
    }
}

/// How a turn ended; None if it was not taken because nothing was open any more.
type End = Option<Result<Progress, OracleError>>;

/// One turn of each desk, at most `jobs` at a time. As soon as the turns up to one have decided all that was open, the ones behind it are
/// cut short: they cannot win.
fn wave_of_turns(
    desks: &mut [&mut Desk],
    open: &[usize],
    jobs: usize,
    work: impl Fn(&mut Desk) -> Result<Progress, OracleError> + Sync,
) -> Vec<End> {
    let boards: Vec<Arc<Board>> = desks.iter().map(|d| d.board.clone()).collect();
    let decided = |at: usize| open.iter().all(|&p| !boards[at].is_open(p));
    let ended: Mutex<Vec<bool>> = Mutex::new(vec![false; desks.len()]);
    let over = |at: usize| {
        let mut ended = ended.lock().unwrap_or_else(|e| e.into_inner());
        ended[at] = true;
        let winner = (0..ended.len()).find(|&i| ended[i] && decided(i));
        let prefix = ended.iter().take_while(|e| **e).count();
        let together = (1..=prefix).find(|&n| {
            let by_some = |p: &usize| boards[..n].iter().any(|b| !b.is_open(*p));
            open.iter().all(by_some)
        });
        let last = [winner, together.map(|n| n - 1)]
            .into_iter()
            .flatten()
            .min();
        if let Some(last) = last {
            for board in &boards[last + 1..] {
                board.raise();
            }
        }
    };
    let next = AtomicUsize::new(0);
    let threads = jobs.clamp(1, desks.len());
    let slots: Vec<Mutex<(&mut Desk, End)>> = desks
        .iter_mut()
        .map(|desk| Mutex::new((&mut **desk, None)))
        .collect();
    let take_turns = || {
        loop {
            let at = next.fetch_add(1, Ordering::SeqCst);
            let Some(slot) = slots.get(at) else { break };
            if boards[at].stop().is_raised() {
                continue;
            }
            let mut slot = slot.lock().unwrap_or_else(|e| e.into_inner());
            slot.1 = Some(work(slot.0));
            over(at);
        }
    };
    if threads == 1 {
        take_turns();
    } else {
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(take_turns);
            }
        });
    }
    slots
        .into_iter()
        .map(|slot| slot.into_inner().unwrap_or_else(|e| e.into_inner()).1)
        .collect()
}

/// Every desk hears what is new at the others, in the order of the engines.
fn exchange(desks: &mut [Desk]) {
    let news: Vec<_> = desks.iter().map(|d| d.board.news(d.told)).collect();
    for (at, desk) in desks.iter_mut().enumerate() {
        for (from, news) in news.iter().enumerate() {
            if from != at {
                desk.board.hear(news);
            }
        }
        desk.told = desk.board.lemmas();
    }
}
