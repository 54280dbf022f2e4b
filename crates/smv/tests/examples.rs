//! The examples are models whose random executions are those of their texts.

use assay_language::{Inputs, Model};
use assay_smv::SmvModel;
use assay_source::{Color, Renderer, SourceMap};

#[test]
fn the_examples_are_read_and_run() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/smv");
    let mut count = 0;
    for path in assay_testkit::corpus::files(&folder, &["smv"]) {
        count += 1;
        let mut map = SourceMap::new();
        let id = map.add_bytes(&path.display().to_string(), &std::fs::read(&path).unwrap());
        let read = SmvModel::read(map.file(id.unwrap()).clone());
        let (model, _) = read.unwrap_or_else(|faults| {
            panic!("{}", Renderer::new(Color::Plain).render_all(&map, &faults))
        });
        let problem = model.problem(0).unwrap();
        for seed in 0..20 {
            let Ok(run) = problem.simulate(&Inputs::default(), seed, 20) else {
                panic!("{} cannot be run", path.display());
            };
            assert!(run.trace.len() > 1, "{}", path.display());
            let followed = problem.replayer().follows(&run.trace, true);
            assert_eq!(followed, Some(Ok(())), "{}", path.display());
        }
    }
    assert!(count >= 5);
}
