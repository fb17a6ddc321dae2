//! What each kernel promises, stated by itself: from the name of the kernel and the facts of the field, and from nothing
//! that builds, prints or proves kernels.
//!
//! [`crate::kernels`] states the same next to each kernel (a test compares the two); text that is lifted back
//! ([`crate::lift`]) is proven against these. Who reviews one file to know what a certificate says reads this one.

use crate::limb_ir::{Contract, Equation, Function, Modulo, Param, Range, Results, Term, Word};
use num_bigint::{BigInt, BigUint};
use num_traits::One;

/// The field of which a kernel is claimed to compute something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The modulus `p`.
    pub modulus: BigUint,
    /// The machine word; `W = 2^radix`.
    pub word: Word,
    /// Limbs `n` of an element.
    pub limbs: usize,
    /// The factor of the internal form: `W^n` (Montgomery) or 1 (canonical).
    pub radius: BigUint,
}

impl Field {
    /// The field of a Plan.
    pub fn of(plan: &crate::plan::Plan) -> Field {
        Field {
            modulus: plan.modulus.clone(),
            word: plan.word,
            limbs: plan.limbs,
            radius: plan.radius.clone(),
        }
    }

    fn capacity(&self) -> BigUint {
        BigUint::one() << (self.word.radix as usize * self.limbs)
    }
}

/// The shape of a kernel and what it promises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Name, limbs and largest value of each parameter.
    pub params: Vec<(String, usize, BigUint)>,
    /// Name and limbs of each result.
    pub results: Vec<(String, usize)>,
    /// Equations and ranges.
    pub contract: Contract,
}

impl Claim {
    /// Whether a function has this shape: the same parameters with the same bounds, the same results.
    pub fn fits(&self, f: &Function) -> bool {
        let param = |p: &Param| (p.name.clone(), p.limbs.len(), p.max.clone());
        let result = |r: &Results| (r.name.clone(), r.limbs.len());
        f.params.iter().map(param).eq(self.params.iter().cloned())
            && f.results
                .iter()
                .map(result)
                .eq(self.results.iter().cloned())
    }

    /// Parameters that form one array argument: consecutive ones whose names differ only in a trailing number. The name of
    /// the argument, and its parameters.
    pub fn groups(&self) -> Vec<(String, Vec<usize>)> {
        let mut out: Vec<(String, Vec<usize>)> = vec![];
        for (i, (name, ..)) in self.params.iter().enumerate() {
            let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
            match out.last_mut() {
                Some((s, v)) if s == stem && stem != name => v.push(i),
                _ => out.push((stem.to_string(), vec![i])),
            }
        }
        out
    }
}

/// Whether the result of a native kernel has to lie apart from its operands: those that move more words than there are registers. That of
/// every other kernel may lie anywhere over them. Takes names with or without the field in front and `_call` behind.
pub fn apart(name: &str) -> bool {
    let name = name.strip_suffix("_call").unwrap_or(name);
    name.ends_with("_wide") && name.contains("fp2_")
}

/// The claim for the kernel of that name; `None` for a name that is no kernel's.
///
/// Every value is in internal form (`a * radius mod p` stands for `a`), and canonical (below `p`) unless said otherwise:
///
/// | kernel | promise |
/// |---|---|
/// | `add`, `sub`, `neg`, `double`, `half` | `a + b`, `a - b`, `-a`, `2 a`, `a / 2` |
/// | `mul`, `sqr` | `a b / radius`, `a^2 / radius` |
/// | `mul_lazy`, `sqr_lazy` | the same for values below `2p`, the result below `2p` |
/// | `reduce` | a value below `2p`, made canonical |
/// | `mul_wide` | `a b` over the integers |
/// | `redc` | `(lo + hi W^n) / radius` for a value below `p W^n` |
/// | `from_internal` | `a / radius` |
/// | `select` | `choice ? a : b`, `choice` 0 or 1, over the integers |
/// | `dot2` … `dot8` | `Σ a_i b_i / radius` |
/// | `fp2_mul`, `fp2_sqr` | product and square in `F_p[u]/(u^2 + 1)`, divided by radius |
/// | `fp2_add`, `fp2_sub`, `fp2_rotate` | `a + b`, `a - b`, `(1 + u) a` in `F_p[u]/(u^2 + 1)` |
/// | `fp2_add_lazy` | `a + b`, not reduced |
/// | `fp2_mul_wide` | product, wide: coordinates of `2n` limbs, congruent modulo `W^2n`; factors below `2p` where `8p <= W^n` |
/// | `fp2_sqr_wide` | square and `p (a0 + a1)`, wide |
/// | `fp2_add_wide`, `fp2_sub_wide`, `fp2_rotate_wide` | the linear ones for wide values |
/// | `fp2_sub2_wide`, `fp2_add_rotate_wide` | `a - b - d`, `a + (1 + u) b` for wide values |
/// | `fp2_offset_wide` | `a + k p W^n (1 + u)` for a wide value; k = 3 where `8p <= W^n`, else 2 |
/// | `fp2_redc` | a wide value of coordinates below `2 k p W^n` divided by radius |
/// | `mul_operand`, `sqr_operand`, `redc_operand` | as `mul`, `sqr`, `redc` for any odd modulus `p` given as an operand with `k = -1/p mod W`, any values below `W^n`, and the result below `W^n` |
pub fn claim(name: &str, field: &Field) -> Option<Claim> {
    let n = field.limbs;
    let p = &field.modulus;
    let canonical = p - 1u8;
    let lazy = p * 2u8 - 1u8;
    let any = field.capacity() - 1u8;
    let r = field.radius.clone();
    let one = BigUint::one();
    let term = |c: i32, f: &[&str]| Term::new(c, f);
    let shift = |f: &[&str]| Term::new(BigInt::from(field.capacity()), f);
    let modulo = |scale: &BigUint, terms: Vec<Term>, max: &BigUint| {
        promise(
            "out",
            scale,
            terms,
            Modulo::Constant(p.clone()),
            max.clone(),
        )
    };
    let params = |names: &[&str], max: &BigUint| -> Vec<(String, usize, BigUint)> {
        names
            .iter()
            .map(|s| (s.to_string(), n, max.clone()))
            .collect()
    };
    let out = vec![("out".to_string(), n)];
    let one_result = |params, equation| {
        Some(Claim {
            params,
            results: out.clone(),
            contract: Contract::new(vec![equation]),
        })
    };
    let c = &canonical;
    match name {
        "add" => one_result(
            params(&["a", "b"], c),
            modulo(&one, vec![term(1, &["a"]), term(1, &["b"])], c),
        ),
        "sub" => one_result(
            params(&["a", "b"], c),
            modulo(&one, vec![term(1, &["a"]), term(-1, &["b"])], c),
        ),
        "neg" => one_result(params(&["a"], c), modulo(&one, vec![term(-1, &["a"])], c)),
        "double" => one_result(params(&["a"], c), modulo(&one, vec![term(2, &["a"])], c)),
        "half" => one_result(
            params(&["a"], c),
            modulo(&BigUint::from(2u8), vec![term(1, &["a"])], c),
        ),
        "mul" => one_result(
            params(&["a", "b"], c),
            modulo(&r, vec![term(1, &["a", "b"])], c),
        ),
        "sqr" => one_result(params(&["a"], c), modulo(&r, vec![term(1, &["a", "a"])], c)),
        "mul_lazy" => one_result(
            params(&["a", "b"], &lazy),
            modulo(&r, vec![term(1, &["a", "b"])], &lazy),
        ),
        "sqr_lazy" => one_result(
            params(&["a"], &lazy),
            modulo(&r, vec![term(1, &["a", "a"])], &lazy),
        ),
        "reduce" => one_result(
            params(&["a"], &lazy),
            modulo(&one, vec![term(1, &["a"])], c),
        ),
        "mul_wide" => Some(Claim {
            params: params(&["a", "b"], c),
            results: vec![("out".to_string(), 2 * n)],
            contract: Contract::new(vec![promise(
                "out",
                &one,
                vec![term(1, &["a", "b"])],
                Modulo::Exact,
                c * c,
            )]),
        }),
        "redc" => {
            let mut operands = params(&["lo"], &any);
            operands.extend(params(&["hi"], c));
            one_result(
                operands,
                modulo(&r, vec![term(1, &["lo"]), shift(&["hi"])], c),
            )
        }
        "from_internal" => one_result(params(&["a"], c), modulo(&r, vec![term(1, &["a"])], c)),
        "select" => {
            let mut operands = params(&["a", "b"], c);
            operands.push(("choice".to_string(), 1, one.clone()));
            let terms = vec![
                term(1, &["choice", "a"]),
                term(1, &["b"]),
                term(-1, &["choice", "b"]),
            ];
            one_result(
                operands,
                promise("out", &one, terms, Modulo::Exact, canonical.clone()),
            )
        }
        "fp2_mul" => fp2(
            params(&["a0", "a1", "b0", "b1"], c),
            field,
            vec![term(1, &["a0", "b0"]), term(-1, &["a1", "b1"])],
            vec![term(1, &["a0", "b1"]), term(1, &["a1", "b0"])],
        ),
        "fp2_sqr" => fp2(
            params(&["a0", "a1"], c),
            field,
            vec![term(1, &["a0", "a0"]), term(-1, &["a1", "a1"])],
            vec![term(2, &["a0", "a1"])],
        ),
        "fp2_mul_wide"
        | "fp2_sqr_wide"
        | "fp2_redc"
        | "fp2_offset_wide"
        | "fp2_add_wide"
        | "fp2_sub_wide"
        | "fp2_rotate_wide"
        | "fp2_sub2_wide"
        | "fp2_add_rotate_wide"
        | "fp2_add"
        | "fp2_sub"
        | "fp2_rotate"
        | "fp2_add_lazy" => fp2_late(name, field),
        "mul_operand" => operand(field, &["a", "b"], vec![term(1, &["a", "b"])]),
        "sqr_operand" => operand(field, &["a"], vec![term(1, &["a", "a"])]),
        "redc_operand" => operand(field, &["lo", "hi"], vec![term(1, &["lo"]), shift(&["hi"])]),
        _ => {
            let k: usize = name.strip_prefix("dot")?.parse().ok()?;
            if !(2..=8).contains(&k) || name.len() != 4 {
                return None;
            }
            let list = |s: &str| (0..k).map(|i| format!("{s}{i}")).collect::<Vec<_>>();
            let (xs, ys) = (list("a"), list("b"));
            let all: Vec<&str> = xs.iter().chain(&ys).map(String::as_str).collect();
            let terms = xs.iter().zip(&ys).map(|(x, y)| term(1, &[x, y])).collect();
            one_result(params(&all, c), modulo(&r, terms, c))
        }
    }
}

/// `scale * result = Σ terms`, at most `max`.
fn promise(
    result: &str,
    scale: &BigUint,
    terms: Vec<Term>,
    modulo: Modulo,
    max: BigUint,
) -> Equation {
    Equation {
        result: result.to_string(),
        scale: scale.clone(),
        terms,
        modulo,
        range: Range::AtMost(max),
    }
}

fn fp2(
    params: Vec<(String, usize, BigUint)>,
    field: &Field,
    real: Vec<Term>,
    imaginary: Vec<Term>,
) -> Option<Claim> {
    let equation = |name: &str, terms| {
        let modulo = Modulo::Constant(field.modulus.clone());
        promise(name, &field.radius, terms, modulo, &field.modulus - 1u8)
    };
    Some(Claim {
        params,
        results: vec![
            ("c0".to_string(), field.limbs),
            ("c1".to_string(), field.limbs),
        ],
        contract: Contract::new(vec![equation("c0", real), equation("c1", imaginary)]),
    })
}

/// Quadratic extension, late reductions.
fn fp2_late(name: &str, field: &Field) -> Option<Claim> {
    let n = field.limbs;
    let p = &field.modulus;
    let canonical = p - 1u8;
    let square = field.capacity() * field.capacity();
    let wide = &square - 1u8;
    let (factor, multiple) = if p * 8u8 <= field.capacity() {
        (p * 2u8 - 1u8, 3u8)
    } else {
        (canonical.clone(), 2)
    };
    let offset = p * field.capacity() * multiple;
    let t = |c: i32, f: &[&str]| Term::new(c, f);
    let sum = || {
        [
            vec![t(1, &["a0"]), t(1, &["b0"])],
            vec![t(1, &["a1"]), t(1, &["b1"])],
        ]
    };
    let difference = || {
        [
            vec![t(1, &["a0"]), t(-1, &["b0"])],
            vec![t(1, &["a1"]), t(-1, &["b1"])],
        ]
    };
    let rotated = || {
        [
            vec![t(1, &["a0"]), t(-1, &["a1"])],
            vec![t(1, &["a0"]), t(1, &["a1"])],
        ]
    };
    let (pair, single) = (["a0", "a1", "b0", "b1"].as_slice(), ["a0", "a1"].as_slice());
    // Parameters, their limbs and bound; the terms; the limbs of a result and its bound.
    let (names, input, terms, output) = match name {
        "fp2_mul_wide" => (
            pair,
            (n, factor),
            [
                vec![t(1, &["a0", "b0"]), t(-1, &["a1", "b1"])],
                vec![t(1, &["a0", "b1"]), t(1, &["a1", "b0"])],
            ],
            (2 * n, wide),
        ),
        "fp2_sqr_wide" => (
            single,
            (n, canonical),
            [
                vec![
                    t(1, &["a0", "a0"]),
                    t(-1, &["a1", "a1"]),
                    Term::new(BigInt::from(p.clone()), &["a0"]),
                    Term::new(BigInt::from(p.clone()), &["a1"]),
                ],
                vec![t(2, &["a0", "a1"])],
            ],
            (2 * n, wide),
        ),
        "fp2_offset_wide" => {
            let terms = |x| vec![t(1, &[x]), Term::new(BigInt::from(offset.clone()), &[])];
            (
                single,
                (2 * n, wide.clone()),
                [terms("a0"), terms("a1")],
                (2 * n, wide),
            )
        }
        "fp2_redc" => (
            single,
            (2 * n, offset * 2u8 - 1u8),
            [vec![t(1, &["a0"])], vec![t(1, &["a1"])]],
            (n, canonical),
        ),
        "fp2_add_wide" => (pair, (2 * n, wide.clone()), sum(), (2 * n, wide)),
        "fp2_sub_wide" => (pair, (2 * n, wide.clone()), difference(), (2 * n, wide)),
        "fp2_rotate_wide" => (single, (2 * n, wide.clone()), rotated(), (2 * n, wide)),
        "fp2_sub2_wide" => (
            ["a0", "a1", "b0", "b1", "d0", "d1"].as_slice(),
            (2 * n, wide.clone()),
            [
                vec![t(1, &["a0"]), t(-1, &["b0"]), t(-1, &["d0"])],
                vec![t(1, &["a1"]), t(-1, &["b1"]), t(-1, &["d1"])],
            ],
            (2 * n, wide),
        ),
        "fp2_add_rotate_wide" => (
            pair,
            (2 * n, wide.clone()),
            [
                vec![t(1, &["a0"]), t(1, &["b0"]), t(-1, &["b1"])],
                vec![t(1, &["a1"]), t(1, &["b0"]), t(1, &["b1"])],
            ],
            (2 * n, wide),
        ),
        "fp2_add" => (pair, (n, canonical.clone()), sum(), (n, canonical)),
        "fp2_sub" => (pair, (n, canonical.clone()), difference(), (n, canonical)),
        "fp2_rotate" => (single, (n, canonical.clone()), rotated(), (n, canonical)),
        "fp2_add_lazy" => {
            let twice = &canonical * 2u8;
            (pair, (n, canonical), sum(), (n, twice))
        }
        _ => return None,
    };
    let scale = match name {
        "fp2_redc" => field.radius.clone(),
        _ => BigUint::one(),
    };
    let [real, imaginary] = terms;
    let modulus = if name.ends_with("_wide") { &square } else { p };
    let equation = |name: &str, terms| {
        let modulo = Modulo::Constant(modulus.clone());
        promise(name, &scale, terms, modulo, output.1.clone())
    };
    Some(Claim {
        params: names
            .iter()
            .map(|s| (s.to_string(), input.0, input.1.clone()))
            .collect(),
        results: vec![("c0".to_string(), output.0), ("c1".to_string(), output.0)],
        contract: Contract::new(vec![equation("c0", real), equation("c1", imaginary)]),
    })
}

fn operand(field: &Field, names: &[&str], terms: Vec<Term>) -> Option<Claim> {
    let any = field.capacity() - 1u8;
    let mut params: Vec<_> = names
        .iter()
        .map(|s| (s.to_string(), field.limbs, any.clone()))
        .collect();
    params.push(("p".to_string(), field.limbs, any.clone()));
    let word = (BigUint::one() << field.word.radix) - 1u8;
    params.push(("k".to_string(), 1, word));
    let equation = promise(
        "out",
        &field.capacity(),
        terms,
        Modulo::Param("p".to_string()),
        any,
    );
    Some(Claim {
        params,
        results: vec![("out".to_string(), field.limbs)],
        contract: Contract {
            equations: vec![equation],
            negated_inverse: Some(("p".to_string(), "k".to_string())),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::{Name, Style, build};
    use crate::plan::Plan;

    #[test]
    fn kernels_state_the_same() {
        let moduli = [
            ("2^31-1", Word::W32),
            ("2^64-2^32+1", Word::W64),
            ("2^255-19", Word::W64),
            ("2^256-2^32-977", Word::W64),
            (
                "0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47",
                Word::W64,
            ),
            (
                "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
                Word::W64,
            ),
            ("2^521-1", Word::W64),
        ];
        let mut compared = 0;
        for (text, word) in moduli {
            let modulus = crate::spec::expr::parse(text).unwrap();
            let plan = Plan::new("m", &modulus, word).unwrap();
            let field = Field::of(&plan);
            for style in [Style::Mac, Style::DualChain] {
                for name in Name::standard(&plan).into_iter().chain(Name::extra(&plan)) {
                    let kernel = build(&plan, style, name);
                    let claim = claim(name.as_str(), &field).unwrap();
                    assert_eq!(claim.contract, kernel.contract, "{text} {name:?}");
                    assert!(claim.fits(&kernel.function), "{text} {name:?}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 200);
    }

    #[test]
    fn other_names_claim_nothing() {
        let plan = Plan::new("m", &BigUint::from(101u8), Word::W64).unwrap();
        for name in ["", "dot", "dot1", "dot9", "dot02", "dot10", "mul2", "Mul"] {
            assert!(claim(name, &Field::of(&plan)).is_none(), "{name}");
        }
    }
}
