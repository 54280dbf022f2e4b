//! The table, the summary and the CSV of `xtask bench cover`. A ratio counts only where both of its
//! runs decided everything; how many files that are is said.

use std::collections::BTreeMap;
use std::path::Path;

use crate::bench::{ALL, CHECKED, EXACT, EXPLAIN, PROOF, Row, STEPS};

impl Row {
    /// How many times as much the later step costs, if both are whole.
    fn ratio(&self, later: usize, earlier: usize) -> Option<f64> {
        let (later, earlier) = (self.costs[later]?, self.costs[earlier]?);
        (later.whole && earlier.whole && earlier.cpu > 0.0).then(|| later.cpu / earlier.cpu)
    }

    /// How many times as much deciding every mutant from nothing costs. With undecided mutants it is
    /// a lower bound.
    fn saved(&self) -> Option<f64> {
        let all = self.costs[ALL]?;
        let naive = self.naive?;
        (all.whole && all.cpu > 0.0).then(|| naive.cpu / all.cpu)
    }

    /// How many times as long as the proof it took until this share of the mutants was decided.
    fn overhead(&self, share: f64) -> Option<f64> {
        let enough = |&&(_, decided): &&(f64, u64)| decided as f64 >= share * self.mutants as f64;
        let (seconds, _) = self.course.iter().find(enough)?;
        Some(seconds / self.proof_seconds.max(1e-6))
    }
}

pub fn print(rows: &[Row], left_out: &[(String, String)]) {
    println!(
        "\nCPU seconds; > is a run that was stopped by the time limit or left something undecided."
    );
    println!(
        "naive: every mutant from nothing, scaled up from the mutants run (n); u of these undecided.\n"
    );
    print!("| file | mutants | decided % |");
    STEPS.iter().for_each(|(name, _)| print!(" {name} |"));
    println!(" naive (n, u) | all/proof | naive/all |");
    println!("|---|{}", "---:|".repeat(STEPS.len() + 5));
    for row in rows {
        print!(
            "| {} | {} | {:.1} |",
            row.file,
            row.mutants,
            percent(row.decided, row.mutants)
        );
        for cost in &row.costs {
            match cost {
                Some(cost) => print!(" {}{:.2} |", if cost.whole { "" } else { ">" }, cost.cpu),
                None => print!(" |"),
            }
        }
        match row.naive {
            Some(n) => print!(" {:.1} ({}, {}) |", n.cpu, n.run, n.undecided),
            None => print!(" |"),
        }
        println!(
            " {} | {} |",
            shown(row.ratio(ALL, PROOF)),
            shown(row.saved())
        );
    }
    for (file, why) in left_out {
        println!("left out: {file}: {why}");
    }
    by_stage(rows);
    stages(rows);
    summary(rows);
}

/// Where the mutants of each file are decided, what that took before and with the full proofs, and how much of the proof's
/// time went by until nine tenths and all of them were.
fn by_stage(rows: &[Row]) {
    let Some(first) = rows.first() else {
        return;
    };
    print!("\n| file |");
    first.stages.iter().for_each(|s| print!(" {} |", s.stage));
    println!(" before prove s | with it s | proof s | 90 % at | 100 % at |");
    println!("|---|{}", "---:|".repeat(first.stages.len() + 5));
    for row in rows {
        print!("| {} |", row.file);
        row.stages.iter().for_each(|s| print!(" {} |", s.decided));
        let of = |wanted: fn(&str) -> bool| -> f64 {
            let stages = row.stages.iter().filter(|s| wanted(&s.stage));
            stages.map(|s| s.seconds).sum()
        };
        println!(
            " {:.2} | {:.2} | {:.2} | {} | {} |",
            of(|s| s != "prove"),
            of(|_| true),
            row.proof_seconds,
            shown(row.overhead(0.9)),
            shown(row.overhead(1.0))
        );
    }
}

fn stages(rows: &[Row]) {
    let mut order: Vec<&str> = Vec::new();
    let mut sums: BTreeMap<&str, (u64, f64)> = BTreeMap::new();
    for share in rows.iter().flat_map(|r| &r.stages) {
        if !order.contains(&share.stage.as_str()) {
            order.push(&share.stage);
        }
        let sum = sums.entry(&share.stage).or_default();
        sum.0 += share.decided;
        sum.1 += share.seconds;
    }
    let decided: u64 = sums.values().map(|s| s.0).sum();
    let seconds: f64 = sums.values().map(|s| s.1).sum();
    println!("\n| stage | decided | % | wall s | % |\n|---|---:|---:|---:|---:|");
    for stage in order {
        let (n, s) = sums[stage];
        println!(
            "| {stage} | {n} | {:.1} | {s:.2} | {:.1} |",
            percent(n, decided),
            100.0 * s / seconds.max(1e-9)
        );
    }
}

fn summary(rows: &[Row]) {
    let mutants: u64 = rows.iter().map(|r| r.mutants).sum();
    let decided: u64 = rows.iter().map(|r| r.decided).sum();
    println!(
        "\n| over {} files | | files counted |\n|---|---:|---:|",
        rows.len()
    );
    println!("| mutants | {mutants} | {} |", rows.len());
    println!(
        "| decided % | {:.2} | {} |",
        percent(decided, mutants),
        rows.len()
    );
    let line = |name: &str, values: Vec<f64>, of: fn(Vec<f64>) -> Option<f64>| {
        let n = values.len();
        println!("| {name} | {} | {n} |", shown(of(values)));
    };
    let ratios = |later, earlier| -> Vec<f64> {
        rows.iter()
            .filter_map(|r| r.ratio(later, earlier))
            .collect()
    };
    let saved: Vec<f64> = rows.iter().filter_map(Row::saved).collect();
    line("naive/all, geometric mean", saved.clone(), geometric_mean);
    line("naive/all, median", saved, median);
    line("all/proof, median", ratios(ALL, PROOF), median);
    let strict = |r: &Row| r.ratio(ALL, PROOF).unwrap_or(f64::INFINITY);
    line(
        "all/proof, median, a run that is not whole taken as infinite",
        rows.iter().map(strict).collect(),
        median,
    );
    for (share, times) in [(0.9, 1.0), (0.9, 5.0), (1.0, 1.0), (1.0, 5.0)] {
        let within = rows
            .iter()
            .filter(|r| r.overhead(share).is_some_and(|o| o <= times));
        println!(
            "| {:.0} % decided at {times:.0} x the proof or less, files | {} | {} |",
            100.0 * share,
            within.count(),
            rows.len()
        );
    }
    line(
        "exact killers: exact/all, median",
        ratios(EXACT, ALL),
        median,
    );
    line(
        "EXPLAIN: explain/exact, median",
        ratios(EXPLAIN, EXACT),
        median,
    );
    line(
        "checking: checked/explain, median",
        ratios(CHECKED, EXPLAIN),
        median,
    );
}

pub fn write_csv(path: &Path, rows: &[Row]) -> Result<(), String> {
    let text = |e: csv::Error| e.to_string();
    let mut writer = csv::Writer::from_path(path).map_err(text)?;
    let names: Vec<&str> = rows.first().map_or(vec![], |r| {
        r.stages.iter().map(|s| s.stage.as_str()).collect()
    });
    let mut head: Vec<String> = ["file", "mutants", "decided"].map(String::from).into();
    for (name, _) in STEPS {
        head.extend([format!("{name}_cpu_s"), format!("{name}_whole")]);
    }
    head.extend(["naive_cpu_s", "naive_run", "naive_undecided"].map(String::from));
    for name in &names {
        head.extend([format!("{name}_decided"), format!("{name}_wall_s")]);
    }
    writer.write_record(&head).map_err(text)?;
    for row in rows {
        let mut cells = vec![
            row.file.clone(),
            row.mutants.to_string(),
            row.decided.to_string(),
        ];
        for cost in &row.costs {
            cells.extend(match cost {
                Some(cost) => [format!("{:.3}", cost.cpu), cost.whole.to_string()],
                None => Default::default(),
            });
        }
        cells.extend(match row.naive {
            Some(n) => [
                format!("{:.3}", n.cpu),
                n.run.to_string(),
                n.undecided.to_string(),
            ],
            None => Default::default(),
        });
        for name in &names {
            let share = row.stages.iter().find(|s| s.stage == *name);
            cells.extend(match share {
                Some(s) => [s.decided.to_string(), format!("{:.4}", s.seconds)],
                None => Default::default(),
            });
        }
        writer.write_record(&cells).map_err(text)?;
    }
    writer.flush().map_err(|e| e.to_string())
}

fn shown(value: Option<f64>) -> String {
    value.map_or("-".into(), |v| format!("{v:.2}"))
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// The middle one, or the mean of the two in the middle.
fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let n = values.len();
    match n {
        0 => None,
        n if n % 2 == 1 => Some(values[n / 2]),
        _ => Some((values[n / 2 - 1] + values[n / 2]) / 2.0),
    }
}

fn geometric_mean(values: Vec<f64>) -> Option<f64> {
    let logs: f64 = values.iter().map(|v| v.ln()).sum();
    (!values.is_empty()).then(|| (logs / values.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{Cost, Naive, StageShare};

    fn row(all_whole: bool) -> Row {
        let cost = |cpu, whole| Some(Cost { cpu, whole });
        let mut costs = vec![cost(2.0, true); STEPS.len()];
        costs[ALL] = cost(6.0, all_whole);
        Row {
            file: "x.lus".into(),
            mutants: 10,
            decided: 10,
            costs,
            naive: Some(Naive {
                cpu: 30.0,
                run: 5,
                undecided: 0,
            }),
            stages: vec![share("core", 9, 1.0), share("prove", 1, 7.0)],
            course: vec![(1.0, 9), (8.0, 10)],
            proof_seconds: 2.0,
        }
    }

    fn share(stage: &str, decided: u64, seconds: f64) -> StageShare {
        StageShare {
            stage: stage.into(),
            decided,
            seconds,
        }
    }

    #[test]
    fn accuracy_is_held_against_overhead() {
        assert_eq!(row(true).overhead(0.9), Some(0.5));
        assert_eq!(row(true).overhead(1.0), Some(4.0));
        let mut open = row(false);
        open.course.pop();
        assert_eq!(open.overhead(1.0), None);
    }

    #[test]
    fn ratios_count_only_where_both_runs_are_whole() {
        assert_eq!(row(true).ratio(ALL, PROOF), Some(3.0));
        assert_eq!(row(true).saved(), Some(5.0));
        assert_eq!(row(false).ratio(ALL, PROOF), None);
        assert_eq!(row(false).saved(), None);
    }

    #[test]
    fn means_of_nothing_are_nothing() {
        assert_eq!(median(vec![]), None);
        assert_eq!(geometric_mean(vec![]), None);
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![4.0, 1.0]), Some(2.5));
        let mean = geometric_mean(vec![1.0, 4.0]).expect("two values");
        assert!((mean - 2.0).abs() < 1e-9);
    }
}
