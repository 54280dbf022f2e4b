//! Random programs: the lowered system and the interpreter, which share nothing, agree on every variable of every
//! instance at every step.

mod runs;

use assay_lustre::interp::Random;
use assay_lustre::lower::lower;
use assay_lustre::testgen::{Shape, program};
use assay_lustre::{Dialect, Loaded, load};
use assay_source::{Color, Renderer, SourceMap};

fn check(text: &str) -> Loaded {
    let mut map = SourceMap::new();
    let id = map.add_text("random.lus", text);
    match load(map.file(id), Some(Dialect::JKind)) {
        Ok(loaded) => loaded,
        Err(errors) => panic!(
            "{text}\n{}",
            Renderer::new(Color::Plain).render_all(&map, &errors)
        ),
    }
}

fn compare(shape: Shape, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut random = Random::new(seed);
        let text = program(&mut random, shape);
        let model = check(&text).model;
        let main = model.mains[0];
        let lowered = lower(&model, main).expect("small programs are not too large");
        for _ in 0..3 {
            if let Err(error) = runs::agree(&model, main, &lowered, 6, &mut random) {
                panic!("seed {seed}: {error}\n{text}");
            }
        }
    }
}

#[test]
fn full_programs_agree() {
    compare(Shape::FULL, 0..250);
}

#[test]
fn tiny_programs_agree() {
    compare(Shape::TINY, 0..250);
}

/// The comparison can fail: a value of the trace that is changed is noticed.
#[test]
fn a_changed_trace_is_noticed() {
    let mut noticed = 0;
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let model = check(&program(&mut random, Shape::TINY)).model;
        let main = model.mains[0];
        let lowered = lower(&model, main).expect("small programs are not too large");
        let mut trace = runs::random_trace(&lowered, 3, &mut random);
        let ok = lowered.system.find("ok").expect("the main node has it");
        let value = &mut trace.steps[2][ok.index()];
        *value = assay_term::Value::Bool(value.as_bool() == Some(false));
        let error = assay_lustre::interp::replay(&model, main, &lowered, &trace)
            .expect_err("the value was changed");
        assert!(error.to_string().contains("`ok`"), "{error}");
        noticed += 1;
    }
    assert_eq!(noticed, 20);
}
