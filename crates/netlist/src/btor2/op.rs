//! The operators of BTOR2 that take nodes and nothing else: their names, how many arguments they have and the sort
//! of their result.
//!
//! References: [1] Niemetz, Preiner, Wolf, Biere: Btor2, BtorMC and Boolector 3.0, CAV 2018, Table 1.
//!
//! Extensions and slices also take numbers and stand in [`Kind`](super::Kind).

use super::Sort;

macro_rules! operators {
    ($($variant:ident $name:literal $arity:literal),* $(,)?) => {
        /// An operator over nodes, by its name in the format.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Op { $($variant),* }

        impl Op {
            pub const ALL: &'static [Op] = &[$(Op::$variant),*];

            pub fn name(self) -> &'static str {
                match self { $(Op::$variant => $name),* }
            }

            pub fn arity(self) -> usize {
                match self { $(Op::$variant => $arity),* }
            }

            pub fn of_name(name: &str) -> Option<Op> {
                match name { $($name => Some(Op::$variant),)* _ => None }
            }
        }
    };
}

operators! {
    Not "not" 1, Inc "inc" 1, Dec "dec" 1, Neg "neg" 1,
    RedAnd "redand" 1, RedOr "redor" 1, RedXor "redxor" 1,
    Iff "iff" 2, Implies "implies" 2, Eq "eq" 2, Neq "neq" 2,
    Ugt "ugt" 2, Ugte "ugte" 2, Ult "ult" 2, Ulte "ulte" 2,
    Sgt "sgt" 2, Sgte "sgte" 2, Slt "slt" 2, Slte "slte" 2,
    And "and" 2, Nand "nand" 2, Nor "nor" 2, Or "or" 2, Xnor "xnor" 2, Xor "xor" 2,
    Rol "rol" 2, Ror "ror" 2, Sll "sll" 2, Sra "sra" 2, Srl "srl" 2,
    Add "add" 2, Mul "mul" 2, Udiv "udiv" 2, Sdiv "sdiv" 2, Smod "smod" 2, Urem "urem" 2,
    Srem "srem" 2, Sub "sub" 2,
    Uaddo "uaddo" 2, Saddo "saddo" 2, Sdivo "sdivo" 2, Umulo "umulo" 2, Smulo "smulo" 2,
    Usubo "usubo" 2, Ssubo "ssubo" 2,
    Concat "concat" 2, Read "read" 2,
    Ite "ite" 3, Write "write" 3,
}

/// Why arguments do not fit an operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Which argument, from 0.
    pub argument: usize,
    pub expected: String,
}

impl Op {
    /// The sort of the result for arguments of these sorts; their number is right.
    pub fn result(self, args: &[Sort]) -> Result<Sort, Mismatch> {
        use Op::*;
        let bit = Sort::Bits(1);
        match self {
            Not | Inc | Dec | Neg => bits(args, 0).map(Sort::Bits),
            RedAnd | RedOr | RedXor => bits(args, 0).map(|_| bit),
            Iff | Implies => {
                is(args, 0, bit)?;
                is(args, 1, bit)
            }
            Eq | Neq => is(args, 1, args[0]).map(|_| bit),
            Ugt | Ugte | Ult | Ulte | Sgt | Sgte | Slt | Slte | Uaddo | Saddo | Sdivo | Umulo
            | Smulo | Usubo | Ssubo => {
                bits(args, 0)?;
                is(args, 1, args[0]).map(|_| bit)
            }
            And | Nand | Nor | Or | Xnor | Xor | Rol | Ror | Sll | Sra | Srl | Add | Mul | Udiv
            | Sdiv | Smod | Urem | Srem | Sub => {
                bits(args, 0)?;
                is(args, 1, args[0])
            }
            Concat => {
                let (high, low) = (bits(args, 0)?, bits(args, 1)?);
                Ok(Sort::Bits(high.saturating_add(low)))
            }
            Read => {
                let (index, element) = array(args, 0)?;
                is(args, 1, Sort::Bits(index))?;
                Ok(Sort::Bits(element))
            }
            Ite => {
                is(args, 0, bit)?;
                is(args, 2, args[1])
            }
            Write => {
                let (index, element) = array(args, 0)?;
                is(args, 1, Sort::Bits(index))?;
                is(args, 2, Sort::Bits(element))?;
                Ok(args[0])
            }
        }
    }
}

fn bits(args: &[Sort], argument: usize) -> Result<u32, Mismatch> {
    match args[argument] {
        Sort::Bits(width) => Ok(width),
        Sort::Array { .. } => Err(Mismatch {
            argument,
            expected: "a bit-vector".into(),
        }),
    }
}

fn array(args: &[Sort], argument: usize) -> Result<(u32, u32), Mismatch> {
    match args[argument] {
        Sort::Array { index, element } => Ok((index, element)),
        Sort::Bits(_) => Err(Mismatch {
            argument,
            expected: "an array".into(),
        }),
    }
}

fn is(args: &[Sort], argument: usize, sort: Sort) -> Result<Sort, Mismatch> {
    if args[argument] == sort {
        return Ok(sort);
    }
    Err(Mismatch {
        argument,
        expected: sort.to_string(),
    })
}
