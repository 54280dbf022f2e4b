//! Programs as text, so that a snapshot shows what elaboration made.

use assay_sum::core::{
    Bound, ConjunctRole, Definition, Expr, ExprKind, Pred, PredKind, Program, Scope, VarId,
};

pub fn program(p: &Program) -> String {
    let mut out = String::new();
    for given in &p.givens {
        out += &format!("given {}\n", given.name);
    }
    for free in &p.frees {
        let branches: Vec<&str> = free.branches.iter().map(|b| b.name.as_str()).collect();
        out += &format!("free {} = {}\n", free.name, branches.join(" | "));
    }
    for global in &p.globals {
        let (sign, value) = match &global.definition {
            Definition::Is(value) => ("==", value),
            Definition::In(set) => (":", set),
        };
        out += &format!("{} {sign} {}\n", global.name, expr(p, value));
    }
    let Some(machine) = &p.machine else {
        return out + "no machine\n";
    };
    out += &format!("machine {}\n", machine.name);
    for v in &machine.state {
        out += &format!("  {} : {}\n", v.name, expr(p, &v.set));
    }
    lines(p, "invariant", &machine.invariant, &mut out);
    lines(p, "invariant'", &machine.invariant_after, &mut out);
    lines(p, "init", &machine.init.predicates, &mut out);
    for operation in &machine.operations {
        out += &format!("  op {}\n", operation.name);
        for b in operation.inputs.iter().chain(&operation.outputs) {
            out += &format!("    {} : {}\n", name(p, b.var), expr(p, &b.set));
        }
        match &operation.precondition {
            Some(preds) => lines(p, "  pre", preds, &mut out),
            None => out += "    no pre\n",
        }
        for conjunct in &operation.postcondition {
            let role = match conjunct.role {
                ConjunctRole::Post => "post",
                ConjunctRole::Frame => "frame",
            };
            out += &format!("    {role} {}\n", pred(p, &conjunct.predicate));
        }
    }
    out
}

fn lines(p: &Program, what: &str, preds: &[Pred], out: &mut String) {
    for line in preds {
        *out += &format!("  {what} {}\n", pred(p, line));
    }
}

fn name(p: &Program, var: VarId) -> String {
    p.vars[var.0 as usize].name.to_string()
}

fn bound(p: &Program, bound: &[Bound]) -> String {
    let parts = bound
        .iter()
        .map(|b| format!("{} : {}", name(p, b.var), expr(p, &b.set)));
    parts.collect::<Vec<_>>().join("; ")
}

fn scope(p: &Program, scope: &Scope) -> String {
    let such_that = all(p, &scope.such_that, " and ");
    let such_that = if such_that.is_empty() {
        "true"
    } else {
        &such_that
    };
    format!("{} | {such_that}", bound(p, &scope.bound))
}

fn all(p: &Program, preds: &[Pred], between: &str) -> String {
    let parts = preds.iter().map(|x| pred(p, x));
    parts.collect::<Vec<_>>().join(between)
}

fn exprs(p: &Program, parts: &[Expr]) -> String {
    let parts = parts.iter().map(|e| expr(p, e));
    parts.collect::<Vec<_>>().join(", ")
}

pub fn expr(p: &Program, e: &Expr) -> String {
    match &*e.kind {
        ExprKind::Int(n) => n.to_string(),
        ExprKind::Bool(b) => b.to_string(),
        ExprKind::Var(var) => name(p, *var),
        ExprKind::Global { id, generics } => {
            let generics = if generics.is_empty() {
                String::new()
            } else {
                format!("[{}]", exprs(p, generics))
            };
            format!("{}{generics}", p.globals[id.0 as usize].name)
        }
        ExprKind::Branch { free, branch } => p.frees[free.0 as usize].branches[*branch as usize]
            .name
            .to_string(),
        ExprKind::Integers => "INT".into(),
        ExprKind::Booleans => "BOOL".into(),
        ExprKind::Given(id) => p.givens[id.0 as usize].name.to_string(),
        ExprKind::Free(id) => p.frees[id.0 as usize].name.to_string(),
        ExprKind::Tuple(parts) => format!("({})", exprs(p, parts)),
        ExprKind::Set(parts) => format!("{{{}}}", exprs(p, parts)),
        ExprKind::Power(of) => format!("power {}", expr(p, of)),
        ExprKind::Product(parts) => format!("product({})", exprs(p, parts)),
        ExprKind::Apply { function, argument } => {
            format!("{}({})", expr(p, function), expr(p, argument))
        }
        ExprKind::Call {
            function,
            arguments,
        } => {
            if arguments.is_empty() {
                format!("{function:?}")
            } else {
                format!("{function:?}({})", exprs(p, arguments))
            }
        }
        ExprKind::Comprehension { scope: s, result } => {
            format!("{{{} @ {}}}", scope(p, s), expr(p, result))
        }
        other => panic!("no dump of {other:?}"),
    }
}

pub fn pred(p: &Program, x: &Pred) -> String {
    match &*x.kind {
        PredKind::True => "true".into(),
        PredKind::False => "false".into(),
        PredKind::Relation {
            relation,
            left,
            right,
        } => format!("{} {relation:?} {}", expr(p, left), expr(p, right)),
        PredKind::Holds(e) => expr(p, e),
        PredKind::Not(a) => format!("not ({})", pred(p, a)),
        PredKind::And(parts) => format!("({})", all(p, parts, " and ")),
        PredKind::Or(parts) => format!("({})", all(p, parts, " or ")),
        PredKind::Implies(a, b) => format!("({} => {})", pred(p, a), pred(p, b)),
        PredKind::Iff(a, b) => format!("({} <=> {})", pred(p, a), pred(p, b)),
        PredKind::Quantified {
            quantifier,
            scope: s,
            body,
        } => format!("{quantifier:?} {} @ {}", scope(p, s), pred(p, body)),
        PredKind::If {
            condition,
            then,
            otherwise,
        } => format!(
            "if {} then {} else {}",
            pred(p, condition),
            pred(p, then),
            pred(p, otherwise)
        ),
        PredKind::Let { .. } => panic!("no dump of let"),
    }
}
