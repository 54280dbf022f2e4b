//! Validity cores: the examples of the literature, and random systems against enumeration of all
//! subsets of elements.

use std::collections::BTreeSet;
use std::sync::Arc;

use assay_engine::backend::Backend;
use assay_engine::core::{Core, CoreOptions, CoreReport, Cores, Item, cores, used_parts};
use assay_engine::director::{self, Options};
use assay_engine::unroll::{Start, Unroller};
use assay_solver::sat::SatOracle;
use assay_solver::{Answer, Lit, Oracle, Step, StopFlag};
use assay_system::{
    Certificate, Claim, Cone, Element, Part, Property, Provers, System, VarKind, Verdict, replay,
    without,
};
use assay_term::{Sort, TermId, VarId};
use assay_testkit::{Build, Random, Shape, brute_force};

/// The wire is a property.
fn claim_wire(system: &mut System, wire: &str) {
    let term = system.named(wire);
    let property = Property::invariant(wire, term);
    system.properties.push(Property {
        var: system.find(wire),
        ..property
    });
}

fn engines() -> Options {
    Options {
        deterministic: true,
        ..Options::default()
    }
}

fn options() -> CoreOptions {
    CoreOptions {
        all: true,
        director: engines(),
        ..CoreOptions::default()
    }
}

/// The properties that hold, each with its certificate.
fn prove(system: &System) -> Vec<(usize, Arc<Certificate>)> {
    let system = Arc::new(system.clone());
    let properties: Vec<usize> = (0..system.properties.len()).collect();
    let backend = Backend::choose(&system, &properties, &[]).expect("a finite system");
    let outcome = director::decide(
        &system,
        &properties,
        &system.pool.export(&[]),
        &backend,
        &engines(),
        &StopFlag::new(),
        &mut |_, _| {},
    )
    .expect("engines agree");
    let verdicts = outcome.verdicts.into_iter();
    verdicts
        .filter_map(|(p, verdict, _)| match verdict {
            Verdict::Proved { certificate, .. } => Some((p, certificate)),
            _ => None,
        })
        .collect()
}

fn report(system: &System, options: &CoreOptions) -> CoreReport {
    let proved = prove(system);
    cores(system, &proved, &[], options, &StopFlag::new()).expect("no contradiction")
}

fn names(items: &[Item], of: &[usize]) -> Vec<String> {
    of.iter().map(|&i| items[i].name.clone()).collect()
}

fn all_names(items: &[Item], cores: &Cores) -> BTreeSet<Vec<String>> {
    let cores = cores.all.iter();
    cores.map(|c| names(items, &c.items)).collect()
}

fn sets(of: &[&[&str]]) -> BTreeSet<Vec<String>> {
    let owned = |names: &&[&str]| names.iter().map(|n| n.to_string()).collect();
    of.iter().map(owned).collect()
}

/// Todorov, Taha, Boulanger 2020, after definition 1: a and b are always true, P = a or b.
#[test]
fn either_of_two_is_enough() {
    let mut system = System::new();
    let yes = system.pool.bool(true);
    let a = system.equation("a", yes);
    let b = system.equation("b", yes);
    let a_or_b = system.pool.or2(a, b);
    system.equation("P", a_or_b);
    claim_wire(&mut system, "P");
    let report = report(&system, &options());
    let cores = &report.properties[0].by_element;
    let items = &report.elements;
    assert!(cores.complete && cores.unknown.is_empty());
    assert_eq!(all_names(items, cores), sets(&[&["a", "P"], &["b", "P"]]));
    assert_eq!(names(items, &cores.may), ["a", "b", "P"]);
    // Nothing but the property's own equation is indispensable.
    let must: Vec<&Item> = cores.must.iter().map(|&i| &items[i]).collect();
    assert_eq!(must.len(), 1);
    assert_eq!((must[0].name.as_str(), &must[0].own_of), ("P", &vec![0]));
    assert!(items[cores.may[0]].own_of.is_empty());
}

/// Figure 3 of the same paper.
fn figure_3() -> System {
    let mut system = System::new();
    let yes = system.pool.bool(true);
    let l2 = system.equation("L2", yes);
    let not_l2 = system.pool.not(l2);
    let l3 = system.equation("L3", not_l2);
    let l1 = system.pool.or2(l2, l3);
    let l1 = system.equation("L1", l1);
    let not_l1 = system.pool.not(l1);
    let l4 = system.equation("L4", not_l1);
    system.equation("Prop1", l1);
    system.equation("d", l4);
    claim_wire(&mut system, "Prop1");
    system
}

#[test]
fn figure_3_has_two_minimal_cores() {
    let system = figure_3();
    let report = report(&system, &options());
    let cores = &report.properties[0].by_element;
    let items = &report.elements;
    assert_eq!(names(items, &cores.slice), ["L2", "L3", "L1", "Prop1"]);
    assert!(cores.complete && cores.minimal.minimal);
    assert_eq!(
        all_names(items, cores),
        sets(&[&["L2", "L1", "Prop1"], &["L3", "L1", "Prop1"]])
    );
    assert_eq!(names(items, &cores.must), ["L1", "Prop1"]);
    assert_eq!(cores.witnesses.len(), 2);
    let together = report.together.as_ref().expect("one property is proved");
    assert_eq!(together.by_element.must, cores.must);
}

#[test]
fn without_enumeration_the_rest_is_honest() {
    let one = CoreOptions {
        all: false,
        ..options()
    };
    let report = report(&figure_3(), &one);
    let cores = &report.properties[0].by_element;
    assert!(cores.minimal.minimal && !cores.complete);
    assert_eq!(cores.all, std::slice::from_ref(&cores.minimal));
    assert_eq!(names(&report.elements, &cores.must), ["L1", "Prop1"]);
    let limited = CoreOptions {
        limit: 1,
        ..options()
    };
    let report = self::report(&figure_3(), &limited);
    let cores = &report.properties[0].by_element;
    assert!(!cores.complete && cores.all.len() == 1);
}

#[test]
fn unlisted_elements_are_always_in_force() {
    let mut system = figure_3();
    for element in &mut system.elements {
        element.listed = ["L2", "L3"].contains(&element.name.as_str());
    }
    let report = report(&system, &options());
    let cores = &report.properties[0].by_element;
    assert_eq!(
        all_names(&report.elements, cores),
        sets(&[&["L2"], &["L3"]])
    );
    assert!(cores.must.is_empty() && cores.complete);
}

#[test]
fn assumptions_can_be_items_too() {
    let mut system = System::new();
    let x = system.input("x", Sort::Bool);
    system.assume(x);
    let yes = system.pool.bool(true);
    let y = system.equation("y", yes);
    let either = system.pool.or2(x, y);
    system.equation("P", either);
    claim_wire(&mut system, "P");
    let fixed = report(&system, &options());
    let cores = &fixed.properties[0].by_element;
    assert_eq!(all_names(&fixed.elements, cores), sets(&[&["P"]]));
    let free = CoreOptions {
        constraints: true,
        ..options()
    };
    let free = report(&system, &free);
    let cores = &free.properties[0].by_element;
    assert_eq!(
        all_names(&free.elements, cores),
        sets(&[&["y", "P"], &["P", "c0"]])
    );
}

/// A node that is called twice; the property needs one of the calls.
#[test]
fn instances_are_told_apart() {
    let mut system = System::new();
    let yes = system.pool.bool(true);
    let (x, y) = (system.wire("n~0.o", yes), system.wire("n~1.o", yes));
    system.element("n.o", &[x, y].map(|wire| system.var_of(wire)));
    system.equation("P", x);
    let either = system.pool.or2(x, y);
    system.equation("Q", either);
    claim_wire(&mut system, "P");
    claim_wire(&mut system, "Q");
    let report = report(&system, &options());
    let [p, q] = report.properties.as_slice() else {
        panic!("two properties are proved");
    };
    let (elements, instances) = (&report.elements, &report.instances);
    assert_eq!(names(elements, &p.by_element.must), ["n.o", "P"]);
    assert_eq!(names(elements, &q.by_element.must), ["n.o", "Q"]);
    assert_eq!(names(instances, &p.by_instance.must), ["n~0.o", "P"]);
    assert_eq!(names(instances, &q.by_instance.must), ["Q"]);
    assert_eq!(
        names(instances, &q.by_instance.may),
        ["n~0.o", "n~1.o", "Q"]
    );
    let together = report.together.as_ref().expect("both are proved");
    assert_eq!(together.properties, [0, 1]);
    assert_eq!(
        names(instances, &together.by_instance.must),
        ["n~0.o", "P", "Q"]
    );
}

/// Whether `clause`'s negation is impossible: every one of `terms` holds at `last`.
fn all_hold(oracle: &mut SatOracle, system: &System, terms: &[TermId], last: Step) -> bool {
    let mut clause: Vec<Lit> = vec![oracle.fresh().unwrap()];
    let some_fails = clause[0];
    clause[0] = !some_fails;
    for &t in terms {
        clause.push(!oracle.literal(&system.pool, t, last).unwrap());
    }
    oracle.clause(&clause).unwrap();
    oracle.solve(&[some_fails], None).unwrap() == Answer::Unsat
}

/// Base and step of a certificate on the system it is claimed for.
fn certifies(system: System, certificate: &Certificate) -> bool {
    let mut system = system;
    let mut terms = system.pool.import(&certificate.lemmas);
    let properties = certificate.properties.iter();
    terms.extend(properties.map(|&p| system.properties[p].term));
    let system = Arc::new(system);
    let cone = Cone::of(&system, &terms);
    let mut oracle = SatOracle::new(StopFlag::new());
    let mut unroller = Unroller::new(system.clone(), cone.clone(), Start::Initial);
    for _ in 0..certificate.k {
        let step = unroller.add_step(&system.pool, &mut oracle).unwrap();
        if !all_hold(&mut oracle, &system, &terms, step) {
            return false;
        }
    }
    let mut oracle = SatOracle::new(StopFlag::new());
    let mut unroller = Unroller::new(system.clone(), cone, Start::Anywhere);
    for _ in 0..certificate.k {
        let step = unroller.add_step(&system.pool, &mut oracle).unwrap();
        for &t in &terms {
            let holds = oracle.literal(&system.pool, t, step).unwrap();
            oracle.clause(&[holds]).unwrap();
        }
    }
    let last = unroller.add_step(&system.pool, &mut oracle).unwrap();
    all_hold(&mut oracle, &system, &terms, last)
}

/// A random system in which some wires are elements, some of them with two instances. What the
/// states become is a wire too, so that there are elements on every path.
fn random_elements(seed: u64) -> System {
    let mut system = Shape::TYPED.system(seed);
    let mut c = Random::new(seed + 1);
    let states: Vec<VarId> = system
        .var_ids()
        .filter(|&v| matches!(system.var(v).kind, VarKind::State { .. }))
        .collect();
    for state in states {
        if let VarKind::State { init, next } = system.var(state).kind {
            let name = format!("next {}", system.var(state).name);
            let next = system.wire(&name, next);
            let wire = system.var_of(next);
            system.vars[wire.index()].range = system.var(state).range.clone();
            system.set_state(state, init, next);
        }
    }
    for p in 0..system.properties.len() {
        let term = system.properties[p].term;
        let wire = system.wire(&format!("P{p}"), term);
        system.properties[p].term = wire;
        system.properties[p].var = Some(system.var_of(wire));
    }
    // Only what stays finite when it is removed.
    let mut wires: Vec<VarId> = system
        .var_ids()
        .filter(|&v| matches!(system.var(v).kind, VarKind::Wire { .. }))
        .filter(|&v| system.sort(v) == Sort::Bool || system.var(v).range.is_some())
        .collect();
    while wires.len() > 6 {
        wires.remove(c.below(wires.len()));
    }
    while !wires.is_empty() {
        let n = if wires.len() > 1 && c.below(4) == 0 {
            2
        } else {
            1
        };
        let taken: Vec<VarId> = wires.drain(..n).collect();
        let name = format!("e{}", system.elements.len());
        system.element(&name, &taken);
    }
    system
}

/// How many valuations enumeration has to look at when every element is removed.
fn size(system: &System) -> u64 {
    let wires = system.elements.iter().flat_map(|e| &e.instances);
    let wires: Vec<VarId> = wires.map(|i| i.var).collect();
    let mut size = 1u64;
    for v in system.var_ids() {
        let open = !matches!(system.var(v).kind, VarKind::Wire { .. }) || wires.contains(&v);
        if open {
            size *= match &system.var(v).range {
                Some((lo, hi)) => u64::try_from(hi - lo + 1i64).unwrap(),
                None => 2,
            };
        }
    }
    size
}

/// For each subset of the parts, as a bit mask, which properties hold with only these in force.
fn truth(system: &System, parts: &[Part]) -> Vec<Vec<bool>> {
    let subsets = 0..1usize << parts.len();
    subsets
        .map(|on| {
            let off = (0..parts.len()).filter(|i| on >> i & 1 == 0);
            let reduced = without(system, off.map(|i| &parts[i]));
            let shortest = brute_force(&reduced);
            shortest.iter().map(Option::is_none).collect()
        })
        .collect()
}

/// The minimal adequate sets, as sets of item indices.
fn minimal_sets(
    items: &[Item],
    parts: &[Part],
    truth: &[Vec<bool>],
    properties: &[usize],
) -> BTreeSet<Vec<usize>> {
    let adequate = |set: usize| {
        let on: usize = (0..parts.len())
            .filter(|&i| {
                (0..items.len()).any(|e| {
                    let here = &items[e].part;
                    set >> e & 1 == 1
                        && parts[i].wires.iter().all(|w| here.wires.contains(w))
                        && parts[i]
                            .constraints
                            .iter()
                            .all(|c| here.constraints.contains(c))
                })
            })
            .map(|i| 1 << i)
            .sum();
        properties.iter().all(|&p| truth[on][p])
    };
    (0..1usize << items.len())
        .filter(|&set| {
            let smaller = (0..items.len()).filter(|e| set >> e & 1 == 1);
            let mut smaller = smaller.map(|e| set & !(1 << e));
            adequate(set) && smaller.all(|s| !adequate(s))
        })
        .map(|set| (0..items.len()).filter(|e| set >> e & 1 == 1).collect())
        .collect()
}

fn check_against(
    seed: u64,
    system: &System,
    (items, cores): (&[Item], &Cores),
    properties: &[usize],
    expected: &BTreeSet<Vec<usize>>,
) {
    let found: BTreeSet<Vec<usize>> = cores.all.iter().map(|c| c.items.clone()).collect();
    assert_eq!(&found, expected, "seed {seed}, properties {properties:?}");
    assert!(cores.complete && cores.unknown.is_empty(), "seed {seed}");
    let may: BTreeSet<usize> = expected.iter().flatten().copied().collect();
    let must: Vec<usize> = may.iter().copied().collect();
    let must = must
        .into_iter()
        .filter(|i| expected.iter().all(|c| c.contains(i)));
    assert!(cores.may.iter().eq(may.iter()), "seed {seed}");
    assert!(cores.must.iter().copied().eq(must), "seed {seed}");
    assert!(may.iter().all(|i| cores.slice.contains(i)), "seed {seed}");
    for (item, trace) in cores.must.iter().zip(&cores.witnesses) {
        let outcome = replay(&without(system, [&items[*item].part]), trace).expect("an execution");
        assert!(
            properties.iter().any(|&p| outcome.violates(p)),
            "seed {seed}"
        );
    }
    let reduced = |core: &Core| {
        let removed = cores.slice.iter().filter(|i| !core.items.contains(i));
        without(system, removed.map(|&i| &items[i].part))
    };
    for core in cores.all.iter().chain([&cores.minimal]) {
        assert!(core.minimal, "seed {seed}");
        let certificate = core.certificate.as_ref().expect("cores carry certificates");
        assert_eq!(certificate.properties, properties, "seed {seed}");
        assert!(certifies(reduced(core), certificate), "seed {seed}");
    }
}

fn compare(seed: u64, system: &System, options: &CoreOptions) -> usize {
    let proved = prove(system);
    let report = cores(system, &proved, &[], options, &StopFlag::new()).expect("no contradiction");
    let parts: Vec<Part> = report.instances.iter().map(|i| i.part.clone()).collect();
    let truth = truth(system, &parts);
    for found in report.properties.iter().chain(&report.together) {
        for (items, cores) in [
            (&report.elements, &found.by_element),
            (&report.instances, &found.by_instance),
        ] {
            let expected = minimal_sets(items, &parts, &truth, &found.properties);
            check_against(seed, system, (items, cores), &found.properties, &expected);
        }
    }
    report.properties.len()
}

#[test]
fn random_systems_agree_with_enumeration() {
    let mut proved = 0;
    for seed in 0..400 {
        let system = random_elements(seed);
        if size(&system) <= 2048 {
            proved += compare(seed, &system, &options());
        }
    }
    assert!(proved >= 50, "only {proved} properties were proved");
}

#[test]
fn random_systems_agree_when_assumptions_can_be_removed() {
    let options = CoreOptions {
        constraints: true,
        // Without any quick refutation beyond the first steps, so that the engines have work too.
        depth: 1,
        ..options()
    };
    let mut proved = 0;
    for seed in 1000..1400 {
        let system = random_elements(seed);
        if !system.constraints.is_empty() && size(&system) <= 1024 {
            proved += compare(seed, &system, &options);
        }
    }
    assert!(proved >= 20, "only {proved} properties were proved");
}

#[test]
fn a_raised_flag_leaves_everything_open() {
    let system = figure_3();
    let proved = prove(&system);
    let stop = StopFlag::new();
    stop.raise();
    let report = cores(&system, &proved, &[], &options(), &stop).expect("no contradiction");
    let cores = &report.properties[0].by_element;
    assert!(!cores.complete && !cores.minimal.minimal);
    assert_eq!(cores.minimal.items, cores.slice);
    assert_eq!(cores.unknown.len(), cores.slice.len());
}

fn parts_of(system: &System) -> Vec<Part> {
    let part = |element: &Element| Part {
        name: element.name.clone(),
        wires: element.instances.iter().map(|i| i.var).collect(),
        constraints: vec![],
    };
    system.elements.iter().map(part).collect()
}

/// Two properties with separate cones, proved together: each proof uses its own half.
#[test]
fn one_certificate_is_attributed_to_each_property() {
    let mut system = System::new();
    let yes = system.pool.bool(true);
    let a = system.equation("a", yes);
    let b = system.equation("b", yes);
    let c = system.equation("c", yes);
    let either = system.pool.or2(a, c);
    system.equation("P", either);
    system.equation("Q", b);
    claim_wire(&mut system, "P");
    claim_wire(&mut system, "Q");
    let certificate = Arc::new(Certificate {
        k: 1,
        lemmas: system.pool.export(&[a, b]),
        properties: vec![0, 1],
        simple_path: false,
        provers: Provers::none(),
    });
    let proved = [(0, certificate.clone()), (1, certificate)];
    let parts = parts_of(&system);
    let names_of = |stop: &StopFlag| -> Vec<Option<Vec<&str>>> {
        let uses = used_parts(&system, &parts, &proved, &[], stop);
        let names = |used: &Vec<usize>| used.iter().map(|&i| &*parts[i].name).collect();
        uses.iter()
            .map(|u| u.as_ref().map(|u| names(&u.parts)))
            .collect()
    };
    let uses = names_of(&StopFlag::new());
    let p = uses[0].as_ref().expect("attributed");
    assert!(*p == ["a", "P"] || *p == ["c", "P"], "{p:?}");
    assert_eq!(uses[1], Some(vec!["b", "Q"]));
    let raised = StopFlag::new();
    raised.raise();
    assert_eq!(names_of(&raised), [None, None]);
}

#[test]
fn claims_that_are_not_universal_are_left_out_by_name() {
    let mut found = 0;
    for seed in 0..60 {
        let mut system = random_elements(seed);
        let proved = prove(&system);
        let [(first, _), others @ ..] = proved.as_slice() else {
            continue;
        };
        system.properties[*first].claim = Claim::Reachable;
        let parts = parts_of(&system);
        let uses = used_parts(&system, &parts, &proved, &[], &StopFlag::new());
        assert!(uses[0].is_none() && uses[1..].iter().all(Option::is_some));
        let report =
            cores(&system, &proved, &[], &options(), &StopFlag::new()).expect("no contradiction");
        assert_eq!(report.properties.len(), others.len());
        let mut about = report.properties.iter().chain(&report.together);
        assert!(about.all(|cores| !cores.properties.contains(first)));
        let [(property, why)] = report.left_out.as_slice() else {
            panic!("{:?}", report.left_out);
        };
        let name = &system.properties[*first].name;
        assert_eq!(property, first);
        assert!(why.contains(name) && why.contains("reachable"), "{why}");
        found += 1;
    }
    assert!(found > 10, "{found}");
}

#[test]
fn what_a_proof_does_not_use_can_be_removed() {
    let (mut attributed, mut removed) = (0, 0);
    for seed in 0..300 {
        let system = random_elements(seed);
        let (parts, proved) = (parts_of(&system), prove(&system));
        let uses = used_parts(&system, &parts, &proved, &[], &StopFlag::new());
        assert_eq!(uses.len(), proved.len());
        for ((p, _), used) in proved.iter().zip(uses) {
            let used = used.expect("small systems are attributed");
            let off = (0..parts.len()).filter(|i| !used.parts.contains(i));
            removed += off.clone().count();
            let reduced = without(&system, off.map(|i| &parts[i]));
            assert_eq!(used.certificate.properties, [*p], "seed {seed}");
            assert!(certifies(reduced, &used.certificate), "seed {seed}");
            attributed += 1;
        }
    }
    assert!(attributed >= 50 && removed >= 50, "{attributed}, {removed}");
}
