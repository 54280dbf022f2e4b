//! One bug for each stage of the front end, in force with the feature `seeded-bug` and absent without it. They stand
//! here and not in the front end: each is put on its result, where it looks the same to the targets.

use assay_lustre::ast::{BinaryOp, Decl, Expr, ExprKind, Item, Program};
use assay_lustre::lower::Lowered;
use assay_lustre::syntax::lexer::Lexed;
use assay_lustre::syntax::printer::print_program;
use assay_lustre::syntax::token::TokenKind;
use assay_netlist::aiger::{Aiger, Reset, write_ascii};
use assay_netlist::btor2;
use assay_system::VarKind;
use assay_term::{Op, Term};

const SEEDED: bool = cfg!(feature = "seeded-bug");

/// A lexer that loses the digits of an exponent: `1.5e+3` is lexed as `1.5e+`.
pub fn lexed(text: &str, mut lexed: Lexed) -> Lexed {
    if SEEDED {
        for token in lexed
            .tokens
            .iter_mut()
            .filter(|t| t.kind == TokenKind::Real)
        {
            let piece = &text[token.start as usize..token.end as usize];
            if let Some(sign) = piece.find(['+', '-']) {
                token.end = token.start + sign as u32 + 1;
            }
        }
    }
    lexed
}

/// A printer that forgets the parentheses of `x = a - (b - c)`, and the same for any other operator that groups to the left.
pub fn print(program: &Program) -> String {
    let mut program = program.clone();
    if SEEDED {
        for decl in &mut program.decls {
            let Decl::Node(node) = decl else { continue };
            for item in &mut node.items {
                if let Item::Equation(equation) = item {
                    drop_parentheses(&mut equation.rhs);
                }
            }
        }
    }
    print_program(&program)
}

/// `a - (b - c)` without its parentheses is `(a - b) - c`.
fn drop_parentheses(expr: &mut Expr) {
    let ExprKind::Binary(op, a, right) = &expr.kind else {
        return;
    };
    let ExprKind::Binary(inner, b, c) = &right.kind else {
        return;
    };
    let right_associative = matches!(op, BinaryOp::Arrow | BinaryOp::Fby | BinaryOp::Implies);
    if op != inner || right_associative {
        return;
    }
    let left = Expr {
        kind: ExprKind::Binary(*op, a.clone(), b.clone()),
        ..(**right).clone()
    };
    expr.kind = ExprKind::Binary(*op, Box::new(left), c.clone());
}

/// A lowering that rounds towards zero, in equations `x = a div 2` with a constant divisor.
pub fn lowered(lowered: &mut Lowered) {
    if !SEEDED {
        return;
    }
    let system = &mut lowered.system;
    let pool = &mut system.pool;
    for variable in &mut system.vars {
        let VarKind::Wire { def } = &mut variable.kind else {
            continue;
        };
        if let Term::App(Op::IntDiv, args) = pool.get(*def).clone() {
            let (dividend, divisor) = (args[0], args[1]);
            let zero = pool.int(0);
            let negative = pool.lt(dividend, zero);
            let magnitude = pool.neg(dividend);
            let quotient = pool.int_div(magnitude, divisor);
            let mirrored = pool.neg(quotient);
            *def = pool.ite(negative, mirrored, *def);
        }
    }
}

/// A writer of circuits that gives every latch a reset.
pub fn write_circuit(aiger: &Aiger) -> Vec<u8> {
    let mut aiger = aiger.clone();
    if SEEDED {
        for latch in aiger.latches.iter_mut().filter(|l| l.reset == Reset::Any) {
            latch.reset = Reset::Zero;
        }
    }
    write_ascii(&aiger)
}

/// A writer that drops the minus sign of the second of two arguments.
pub fn write_words(model: &btor2::Model) -> String {
    let mut model = model.clone();
    if SEEDED {
        for line in &mut model.lines {
            if let btor2::Kind::Op(_, args) = &mut line.kind
                && let [_, second] = args.as_mut_slice()
            {
                second.inverted = false;
            }
        }
    }
    btor2::print(&model)
}
