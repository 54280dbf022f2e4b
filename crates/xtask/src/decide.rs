//! `xtask decide FILE`: one property of a circuit, decided by the chosen engines taking turns on one
//! core, and its evidence checked. Prints one line of JSON. A process of its own, so that its processor
//! time can be limited and measured like that of another tool.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use assay_check::{CheckOutcome, Checker, check_certificate, check_trace};
use assay_engine::backend::Backend;
use assay_engine::director::{Options, decide as run};
use assay_solver::StopFlag;
use assay_system::{EngineName, System, Verdict};
use serde_json::json;

use crate::circuit::Circuit;

#[derive(clap::Args)]
pub struct DecideArgs {
    file: PathBuf,
    /// An engine to use; may be given several times. Default: all.
    #[arg(long = "engine")]
    engines: Vec<String>,
    /// Processor seconds after which the system ends the process.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Which property, from 0.
    #[arg(long, default_value_t = 0)]
    property: usize,
    /// Leaves the evidence unchecked.
    #[arg(long)]
    no_certify: bool,
}

pub fn decide(args: &DecideArgs) -> Result<bool, String> {
    limit_processor_time(args.seconds);
    let system = Arc::new(Circuit::load(&args.file)?.system);
    let engines = if args.engines.is_empty() {
        EngineName::ALL.to_vec()
    } else {
        engines(&args.engines)?
    };
    let options = Options {
        engines,
        jobs: 1,
        deterministic: true,
        max_k: u32::MAX - 1,
        ..Options::default()
    };
    let properties = [args.property];
    let backend = Backend::choose(&system, &properties, &[]).map_err(|e| e.to_string())?;
    let loaded = processor_seconds();
    let nothing = system.pool.export(&[]);
    let stop = StopFlag::new();
    let outcome = run(
        &system,
        &properties,
        &nothing,
        &backend,
        &options,
        &stop,
        &mut |_, _| {},
    )
    .map_err(|clash| clash.0)?;
    let solved = processor_seconds();
    let (verdict, engine, size) = match &outcome.verdicts[0].1 {
        Verdict::Proved {
            certificate,
            engine,
        } => ("safe", Some(*engine), certificate.lemmas.len()),
        Verdict::Violated { trace, engine } => ("unsafe", Some(*engine), trace.len()),
        Verdict::Unknown { .. } => ("unknown", None, 0),
    };
    let checked = if args.no_certify {
        false
    } else {
        check(&system, args.property, &outcome.verdicts[0].1)?
    };
    let line = json!({
        "verdict": verdict,
        "engine": engine.map(EngineName::as_str),
        "size": size,
        "checked": checked,
        "load": loaded,
        "solve": solved - loaded,
        "check": processor_seconds() - solved,
        "spent": outcome.spent.iter().map(|(n, e)| json!([n.as_str(), e])).collect::<Vec<_>>(),
        "failures": outcome.failures.iter().map(|f| &f.1).collect::<Vec<_>>(),
    });
    println!("{line}");
    Ok(true)
}

fn engines(names: &[String]) -> Result<Vec<EngineName>, String> {
    let named = |name: &String| {
        let found = EngineName::ALL.into_iter().find(|e| e.as_str() == name);
        found.ok_or_else(|| format!("no engine is called {name}"))
    };
    names.iter().map(named).collect()
}

/// Whether the evidence was accepted. Refused evidence is an error: a bug.
fn check(system: &System, property: usize, verdict: &Verdict) -> Result<bool, String> {
    match verdict {
        Verdict::Proved { certificate, .. } => {
            let timeout = Duration::from_secs(3600);
            match check_certificate(system, certificate, &Checker::Lrat { timeout }) {
                CheckOutcome::Accepted { .. } => Ok(true),
                CheckOutcome::Rejected { obligation, detail } => {
                    Err(format!("the certificate fails at {obligation}: {detail}"))
                }
                CheckOutcome::Inconclusive { .. } => Ok(false),
            }
        }
        Verdict::Violated { trace, .. } => check_trace(system, trace, property)
            .map(|()| true)
            .map_err(|failure| format!("the trace fails: {failure:?}")),
        Verdict::Unknown { .. } => Ok(false),
    }
}

fn limit_processor_time(seconds: u64) {
    let limit = libc::rlimit {
        rlim_cur: seconds,
        rlim_max: seconds + 1,
    };
    // SAFETY: the limit is a valid value of its type.
    unsafe { libc::setrlimit(libc::RLIMIT_CPU, &limit) };
}

fn processor_seconds() -> f64 {
    crate::naive::processor_time().as_secs_f64()
}
