//! The standard fields: data only. Nothing else in the compiler looks at a field's name.

use super::{Place, Spec, SpecError, expr};
use num_bigint::BigUint;

/// A standard field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standard {
    /// The canonical name: `bn254:fp`.
    pub name: &'static str,
    /// The name of its kernel module: `bn254_fp`.
    pub module: &'static str,
    /// The name in `fieldc eval`: `bn254.fp`.
    pub eval: &'static str,
    /// The cargo feature that builds it into the library, with the other fields of its family: `bn254`.
    pub feature: &'static str,
    /// The modulus, an expression.
    pub modulus: &'static str,
    /// The generator in common use, a non-residue; an expression.
    pub generator: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
}

macro_rules! field {
    ($feature:literal $name:literal $module:literal $eval:literal = $modulus:literal, generator $generator:literal $(, alias $alias:literal)*) => {
        Standard { name: $name, module: $module, eval: $eval, feature: $feature, modulus: $modulus, generator: $generator, aliases: &[$($alias),*] }
    };
}

/// Every standard field.
pub const STANDARD: &[Standard] = &[
    field!("bn254" "bn254:fp" "bn254_fp" "bn254.fp" = "0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47", generator "3", alias "bn256:fp", alias "grumpkin:fr"),
    field!("bn254" "bn254:fr" "bn254_fr" "bn254.fr" = "0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001", generator "5", alias "bn256:fr", alias "grumpkin:fp"),
    field!("bls12-381" "bls12-381:fp" "bls12_381_fp" "bls12_381.fp" = "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab", generator "2"),
    field!("bls12-381" "bls12-381:fr" "bls12_381_fr" "bls12_381.fr" = "0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001", generator "7", alias "bandersnatch:fp", alias "jubjub:fp"),
    field!("bls12-377" "bls12-377:fp" "bls12_377_fp" "bls12_377.fp" = "0x1ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001", generator "15"),
    field!("bls12-377" "bls12-377:fr" "bls12_377_fr" "bls12_377.fr" = "0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001", generator "22"),
    field!("secp256k1" "secp256k1:fp" "secp256k1_fp" "secp256k1.fp" = "2^256 - 2^32 - 977", generator "3"),
    field!("secp256k1" "secp256k1:fr" "secp256k1_fr" "secp256k1.fr" = "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", generator "7", alias "secp256k1:fn"),
    field!("p256" "p256:fp" "p256_fp" "p256.fp" = "2^256 - 2^224 + 2^192 + 2^96 - 1", generator "6", alias "p-256:fp"),
    field!("p256" "p256:fr" "p256_fr" "p256.fr" = "0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", generator "7", alias "p256:fn", alias "p-256:fr"),
    field!("pasta" "pallas:fp" "pallas_fp" "pallas.fp" = "0x40000000000000000000000000000000224698fc094cf91b992d30ed00000001", generator "5", alias "vesta:fr"),
    field!("pasta" "vesta:fp" "vesta_fp" "vesta.fp" = "0x40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001", generator "5", alias "pallas:fr"),
    field!("bandersnatch" "bandersnatch:fr" "bandersnatch_fr" "bandersnatch.fr" = "0x1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1", generator "7", alias "banderwagon:fr"),
    field!("curve25519" "curve25519:fp" "curve25519_fp" "curve25519.fp" = "2^255 - 19", generator "2", alias "ed25519:fp"),
    field!("small" "goldilocks" "goldilocks" "goldilocks" = "2^64 - 2^32 + 1", generator "7"),
    field!("small" "mersenne31" "mersenne31" "mersenne31" = "2^31 - 1", generator "7", alias "m31"),
    field!("small" "babybear" "babybear" "babybear" = "15 * 2^27 + 1", generator "31", alias "baby-bear"),
    field!("small" "koalabear" "koalabear" "koalabear" = "127 * 2^24 + 1", generator "3", alias "koala-bear"),
];

/// The standard field of a name or an alias; case and the choice among `:`, `.`, `-` and `_` do not matter.
pub fn find(name: &str) -> Option<&'static Standard> {
    let wanted = normal(name.trim());
    STANDARD
        .iter()
        .find(|s| normal(s.name) == wanted || s.aliases.iter().any(|alias| normal(alias) == wanted))
}

fn normal(name: &str) -> String {
    name.chars()
        .map(|c| {
            if matches!(c, ':' | '.' | '-') {
                '_'
            } else {
                c.to_ascii_lowercase()
            }
        })
        .collect()
}

impl Standard {
    /// The modulus as an integer. Errors: none for the table's rows, which the tests parse.
    pub fn modulus(&self) -> Result<BigUint, SpecError> {
        expr::parse_at(self.modulus, Place::Modulus)
    }

    /// The Spec, named by the module.
    pub fn spec(&self) -> Result<Spec, SpecError> {
        let mut spec = Spec::new(self.module, self.modulus()?);
        spec.generator = Some(expr::parse_at(self.generator, Place::Generator)?);
        Ok(spec)
    }
}
