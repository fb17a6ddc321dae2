//! The library's types of the standard fields, for what is written once over all of them.

use fieldc::field::{FieldType, Kernels};
use fieldc::tier::{self, Tier};
use fieldc_compiler::kernels::Name;
use std::hint::black_box;

/// Calls a macro with a row a field: the name of its kernel module, and its type in `fieldc::fields`.
macro_rules! each_standard_field {
    ($callback:ident) => {
        $callback! {
            "bn254_fp" Bn254Fp,
            "bn254_fr" Bn254Fr,
            "bls12_381_fp" Bls12381Fp,
            "bls12_381_fr" Bls12381Fr,
            "bls12_377_fp" Bls12377Fp,
            "bls12_377_fr" Bls12377Fr,
            "secp256k1_fp" Secp256k1Fp,
            "secp256k1_fr" Secp256k1Fr,
            "p256_fp" P256Fp,
            "p256_fr" P256Fr,
            "pallas_fp" PallasFp,
            "vesta_fp" VestaFp,
            "bandersnatch_fr" BandersnatchFr,
            "curve25519_fp" Curve25519Fp,
            "goldilocks" Goldilocks,
            "mersenne31" Mersenne31,
            "babybear" BabyBear,
            "koalabear" KoalaBear,
        }
    };
}
pub(crate) use each_standard_field;

/// The portable code of one kernel as it is in this program, called a number of times.
pub type Repeat = fn(u64);

macro_rules! table {
    ($($module:literal $name:ident,)*) => {
        const PORTABLE: &[(&str, fn(Name) -> Option<Repeat>)] =
            &[$(($module, portable_of::<fieldc::fields::$name>)),*];
    };
}

each_standard_field!(table);

/// The portable code of a kernel of the field with that kernel module: there for standard fields, and for the kernels
/// that their types use.
pub fn portable(module: &str, kernel: Name) -> Option<Repeat> {
    let (_, find) = PORTABLE.iter().find(|(name, _)| *name == module)?;
    find(kernel)
}

fn portable_of<F: FieldType>(kernel: Name) -> Option<Repeat> {
    Some(match kernel {
        Name::Add => |n| two::<F>(n, <F::Kernels as Kernels>::add),
        Name::Sub => |n| two::<F>(n, <F::Kernels as Kernels>::sub),
        Name::Mul => |n| two::<F>(n, <F::Kernels as Kernels>::mul),
        Name::Neg => |n| one::<F>(n, <F::Kernels as Kernels>::neg),
        Name::Double => |n| one::<F>(n, <F::Kernels as Kernels>::double),
        Name::Half => |n| one::<F>(n, <F::Kernels as Kernels>::half),
        Name::Sqr => |n| one::<F>(n, <F::Kernels as Kernels>::sqr),
        Name::FromInternal => |n| one::<F>(n, <F::Kernels as Kernels>::from_internal),
        _ => return None,
    })
}

type Limbs<F> = <<F as FieldType>::Kernels as Kernels>::Limbs;

/// An element of full length.
fn operand<F: FieldType>() -> Limbs<F> {
    <F::Kernels as Kernels>::sqr_n(&<F::Kernels as Kernels>::GENERATOR, 300)
}

fn two<F: FieldType>(times: u64, f: impl Fn(&Limbs<F>, &Limbs<F>) -> Limbs<F>) {
    let (a, b) = (operand::<F>(), <F::Kernels as Kernels>::DELTA);
    for _ in 0..times {
        let (a, b) = (black_box(&a), black_box(&b));
        black_box(f(a, b));
    }
}

fn one<F: FieldType>(times: u64, f: impl Fn(&Limbs<F>) -> Limbs<F>) {
    let a = operand::<F>();
    for _ in 0..times {
        let a = black_box(&a);
        black_box(f(a));
    }
}

/// Runs something with the portable code of the library; none where this build has no choice.
pub fn in_portable_code<T>(run: impl FnOnce() -> T) -> Option<T> {
    let before = tier::current();
    tier::force(Tier::Portable).ok()?;
    let result = run();
    // It was in force a moment ago, so that it cannot be refused.
    let _ = tier::force(before);
    Some(result)
}
