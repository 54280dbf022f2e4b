//! Functions that programs use without declaring them: those of CBMC and of GCC. They are added to the program when they are used.
//!
//! A signature is written with one letter for each type, the result first. `.` at the end means any further arguments.

use std::sync::LazyLock;

use assay_source::Span;
use rustc_hash::FxHashMap;

use super::Elaborator;
use super::ty::Ty;
use crate::program::FunctionId;

/// Functions of CBMC, and those of GCC that have no counterpart in the library.
const BUILTINS: &[(&str, &str)] = &[
    ("__CPROVER_input", "v."),
    ("__CPROVER_output", "v."),
    ("__CPROVER_r_ok", "b."),
    ("__CPROVER_w_ok", "b."),
    ("__CPROVER_rw_ok", "b."),
    ("__CPROVER_is_fresh", "bpz"),
    ("__CPROVER_DYNAMIC_OBJECT", "bp"),
    ("__CPROVER_LIVE_OBJECT", "bp"),
    ("__CPROVER_WRITEABLE_OBJECT", "bp"),
    ("__CPROVER_OBJECT_SIZE", "zp"),
    ("__CPROVER_POINTER_OBJECT", "zp"),
    ("__CPROVER_POINTER_OFFSET", "tp"),
    ("__CPROVER_same_object", "bpp"),
    ("__CPROVER_is_invalid_pointer", "bp"),
    ("__CPROVER_is_zero_string", "bp"),
    ("__CPROVER_zero_string_length", "zp"),
    ("__CPROVER_buffer_size", "zp"),
    ("__CPROVER_havoc_object", "vp"),
    ("__CPROVER_havoc_slice", "vpz"),
    ("__CPROVER_allocate", "pzi"),
    ("__CPROVER_deallocate", "vp"),
    ("__CPROVER_atomic_begin", "v"),
    ("__CPROVER_atomic_end", "v"),
    ("__CPROVER_fence", "v."),
    ("__CPROVER_printf", "i."),
    ("__CPROVER_array_copy", "vpp"),
    ("__CPROVER_array_replace", "vpp"),
    ("__CPROVER_array_equal", "bpp"),
    ("__CPROVER_array_set", "v."),
    ("__CPROVER_abs", "ii"),
    ("__CPROVER_labs", "ll"),
    ("__CPROVER_llabs", "xx"),
    ("__CPROVER_fabs", "dd"),
    ("__CPROVER_fabsf", "ff"),
    ("__CPROVER_fabsl", "DD"),
    ("__CPROVER_isnanf", "if"),
    ("__CPROVER_isnand", "id"),
    ("__CPROVER_isnanld", "iD"),
    ("__CPROVER_isinff", "if"),
    ("__CPROVER_isinfd", "id"),
    ("__CPROVER_isinfld", "iD"),
    ("__CPROVER_isfinitef", "if"),
    ("__CPROVER_isfinited", "id"),
    ("__CPROVER_isfiniteld", "iD"),
    ("__CPROVER_isnormalf", "if"),
    ("__CPROVER_isnormald", "id"),
    ("__CPROVER_isnormalld", "iD"),
    ("__CPROVER_signf", "if"),
    ("__CPROVER_signd", "id"),
    ("__CPROVER_signld", "iD"),
    ("__CPROVER_equal", "b.."),
    ("__CPROVER_overflow_plus", "b."),
    ("__CPROVER_overflow_minus", "b."),
    ("__CPROVER_overflow_mult", "b."),
    ("__CPROVER_overflow_shl", "b."),
    ("__CPROVER_overflow_unary_minus", "b."),
    ("__builtin_expect", "lll"),
    ("__builtin_expect_with_probability", "llld"),
    ("__builtin_unreachable", "v"),
    ("__builtin_trap", "v"),
    ("__builtin_assume", "vb"),
    ("__builtin_assume_aligned", "pp."),
    ("__builtin_prefetch", "vp."),
    ("__builtin_clz", "iu"),
    ("__builtin_clzl", "ik"),
    ("__builtin_clzll", "iy"),
    ("__builtin_ctz", "iu"),
    ("__builtin_ctzl", "ik"),
    ("__builtin_ctzll", "iy"),
    ("__builtin_ffs", "ii"),
    ("__builtin_ffsl", "il"),
    ("__builtin_ffsll", "ix"),
    ("__builtin_popcount", "iu"),
    ("__builtin_popcountl", "ik"),
    ("__builtin_popcountll", "iy"),
    ("__builtin_parity", "iu"),
    ("__builtin_parityl", "ik"),
    ("__builtin_parityll", "iy"),
    ("__builtin_clrsb", "ii"),
    ("__builtin_bswap16", "ww"),
    ("__builtin_bswap32", "uu"),
    ("__builtin_bswap64", "yy"),
    ("__builtin_add_overflow", "b."),
    ("__builtin_sub_overflow", "b."),
    ("__builtin_mul_overflow", "b."),
    ("__builtin_add_overflow_p", "b."),
    ("__builtin_sub_overflow_p", "b."),
    ("__builtin_mul_overflow_p", "b."),
    ("__builtin_sadd_overflow", "bii1"),
    ("__builtin_saddl_overflow", "bll2"),
    ("__builtin_saddll_overflow", "bxx3"),
    ("__builtin_uadd_overflow", "buu4"),
    ("__builtin_uaddl_overflow", "bkk5"),
    ("__builtin_uaddll_overflow", "byy6"),
    ("__builtin_ssub_overflow", "bii1"),
    ("__builtin_ssubl_overflow", "bll2"),
    ("__builtin_ssubll_overflow", "bxx3"),
    ("__builtin_usub_overflow", "buu4"),
    ("__builtin_usubl_overflow", "bkk5"),
    ("__builtin_usubll_overflow", "byy6"),
    ("__builtin_smul_overflow", "bii1"),
    ("__builtin_smull_overflow", "bll2"),
    ("__builtin_smulll_overflow", "bxx3"),
    ("__builtin_umul_overflow", "buu4"),
    ("__builtin_umull_overflow", "bkk5"),
    ("__builtin_umulll_overflow", "byy6"),
    ("__builtin_object_size", "zpi"),
    ("__builtin_dynamic_object_size", "zpi"),
    ("__builtin_return_address", "pu"),
    ("__builtin_frame_address", "pu"),
    ("__builtin_va_start", "va"),
    ("__builtin_va_end", "va"),
    ("__builtin_va_copy", "vaa"),
    ("__builtin_isnan", "i."),
    ("__builtin_isinf", "i."),
    ("__builtin_isinf_sign", "i."),
    ("__builtin_isfinite", "i."),
    ("__builtin_isnormal", "i."),
    ("__builtin_signbit", "i."),
    ("__builtin_fpclassify", "i."),
    ("__builtin_isgreater", "i."),
    ("__builtin_isgreaterequal", "i."),
    ("__builtin_isless", "i."),
    ("__builtin_islessequal", "i."),
    ("__builtin_islessgreater", "i."),
    ("__builtin_isunordered", "i."),
    ("__builtin___memcpy_chk", "pppzz"),
    ("__builtin___memmove_chk", "pppzz"),
    ("__builtin___memset_chk", "ppizz"),
    ("__builtin___strcpy_chk", "sssz"),
    ("__builtin___strncpy_chk", "ssszz"),
    ("__builtin___strcat_chk", "sssz"),
    ("__builtin___strncat_chk", "ssszz"),
    ("__builtin___sprintf_chk", "isizs."),
    ("__builtin___snprintf_chk", "iszizs."),
];

/// Functions of the library: GCC knows them with `__builtin_` before their names, and their types where a declaration is missing.
const LIBRARY: &[(&str, &str)] = &[
    ("abort", "v"),
    ("exit", "vi"),
    ("_exit", "vi"),
    ("malloc", "pz"),
    ("calloc", "pzz"),
    ("realloc", "ppz"),
    ("free", "vp"),
    ("alloca", "pz"),
    ("memcpy", "pppz"),
    ("memmove", "pppz"),
    ("mempcpy", "pppz"),
    ("memset", "ppiz"),
    ("memcmp", "ippz"),
    ("memchr", "ppiz"),
    ("bzero", "vpz"),
    ("strlen", "zs"),
    ("strnlen", "zsz"),
    ("strcmp", "iss"),
    ("strncmp", "issz"),
    ("strcpy", "sss"),
    ("stpcpy", "sss"),
    ("strncpy", "sssz"),
    ("strcat", "sss"),
    ("strncat", "sssz"),
    ("strchr", "ssi"),
    ("strrchr", "ssi"),
    ("strstr", "sss"),
    ("strspn", "zss"),
    ("strcspn", "zss"),
    ("strpbrk", "sss"),
    ("strdup", "ss"),
    ("printf", "is."),
    ("sprintf", "iss."),
    ("snprintf", "iszs."),
    ("puts", "is"),
    ("putchar", "ii"),
    ("abs", "ii"),
    ("labs", "ll"),
    ("llabs", "xx"),
    ("fabs", "dd"),
    ("fabsf", "ff"),
    ("fabsl", "DD"),
    ("sqrt", "dd"),
    ("sqrtf", "ff"),
    ("sqrtl", "DD"),
    ("copysign", "ddd"),
    ("copysignf", "fff"),
    ("copysignl", "DDD"),
    ("fmod", "ddd"),
    ("fmodf", "fff"),
    ("pow", "ddd"),
    ("powf", "fff"),
    ("exp", "dd"),
    ("log", "dd"),
    ("sin", "dd"),
    ("cos", "dd"),
    ("tan", "dd"),
    ("floor", "dd"),
    ("floorf", "ff"),
    ("ceil", "dd"),
    ("ceilf", "ff"),
    ("trunc", "dd"),
    ("truncf", "ff"),
    ("round", "dd"),
    ("roundf", "ff"),
    ("rint", "dd"),
    ("nearbyint", "dd"),
    ("fmax", "ddd"),
    ("fmin", "ddd"),
    ("fmaxf", "fff"),
    ("fminf", "fff"),
    ("isalpha", "ii"),
    ("isdigit", "ii"),
    ("isspace", "ii"),
    ("isupper", "ii"),
    ("islower", "ii"),
    ("isalnum", "ii"),
    ("toupper", "ii"),
    ("tolower", "ii"),
];

type Table = FxHashMap<&'static str, &'static str>;

static BUILTIN_TABLE: LazyLock<Table> = LazyLock::new(|| BUILTINS.iter().copied().collect());
static LIBRARY_TABLE: LazyLock<Table> = LazyLock::new(|| LIBRARY.iter().copied().collect());

/// Functions whose first argument is a condition: any scalar, which keeps its type.
const CONDITIONS: [&str; 5] = [
    "__CPROVER_assert",
    "__CPROVER_assume",
    "__CPROVER_precondition",
    "__CPROVER_postcondition",
    "__CPROVER_cover",
];

pub(super) fn condition(name: &str) -> bool {
    CONDITIONS.contains(&name)
}

/// The signature of a library function.
pub(super) fn library(name: &str) -> Option<&'static str> {
    LIBRARY_TABLE.get(name).copied()
}

impl<'u> Elaborator<'u> {
    /// A function that is known without a declaration.
    pub fn builtin(&mut self, name: &str) -> Option<FunctionId> {
        if !name.starts_with("__") && name != "alloca" {
            return None;
        }
        if let Some(&id) = self.builtins.get(name) {
            return Some(id);
        }
        let (key, ty) = if let Some(name) = CONDITIONS.iter().find(|known| **known == name) {
            (*name, self.condition_type())
        } else if let Some((key, signature)) = BUILTIN_TABLE.get_key_value(name) {
            (*key, self.signature_type(signature))
        } else {
            let short = name.strip_prefix("__builtin_").unwrap_or(name);
            let (key, signature) = LIBRARY_TABLE.get_key_value(short)?;
            if *key == name && name != "alloca" {
                return None;
            }
            let ty = self.signature_type(signature);
            // Cached by the short name, which no other built-in function has.
            if let Some(&id) = self.builtins.get(key) {
                return Some(id);
            }
            (*key, ty)
        };
        // A unit may have declared it itself.
        if let Some(super::link::Linked::Function(id)) = self.linked.get(name) {
            return Some(*id);
        }
        let linked = self.unique(name);
        let id = self.new_function(linked, ty, Span::default());
        self.builtins.insert(key, id);
        Some(id)
    }

    /// `void f(condition, ...)`.
    pub fn condition_type(&mut self) -> Ty {
        self.tys.function(self.tys.basic.void, &[], true, true)
    }

    pub fn signature_type(&mut self, signature: &str) -> Ty {
        let mut list = Vec::new();
        let mut variadic = false;
        for letter in signature.chars() {
            match letter {
                '.' => variadic = true,
                _ => list.push(self.letter(letter)),
            }
        }
        let result = list.first().copied().unwrap_or(self.tys.basic.void);
        self.tys
            .function(result, list.get(1..).unwrap_or(&[]), variadic, true)
    }

    fn letter(&mut self, letter: char) -> Ty {
        let b = self.tys.basic;
        let to = match letter {
            'b' => return b.bool,
            'i' => return b.int,
            'u' => return b.uint,
            'l' => return b.long,
            'k' => return b.ulong,
            'x' => return b.llong,
            'y' => return b.ullong,
            'w' => return b.ushort,
            'z' => return b.size,
            't' => return b.ptrdiff,
            'f' => return b.float,
            'd' => return b.double,
            'D' => return b.ldouble,
            'p' => return b.void_pointer,
            's' => return b.char_pointer,
            '1' => b.int,
            '2' => b.long,
            '3' => b.llong,
            '4' => b.uint,
            '5' => b.ulong,
            '6' => b.ullong,
            'a' => b.va_list,
            _ => return b.void,
        };
        self.tys.pointer(to)
    }
}
