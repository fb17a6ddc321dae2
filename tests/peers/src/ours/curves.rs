//! Group operations and the EVM's precompiles.

use crate::bench::Suite;
use crate::peers::curves::{Group, Sums};
use crate::peers::group::{BLS12_381_G1, BLS12_381_G2, BN254_G1, BN254_G2, Element};
use crate::peers::precompiles;
use fieldc::curve::{Affine, Jacobian, Projective};
use fieldc::fields::{Bls12381Fp, Bls12381Fp2, Bls12381Fr, Bn254Fp, Bn254Fp2, Bn254Fr};
use fieldc::precompile::{Fork, Precompiles};
use fieldc::{bls12_381, bn254};
use num_bigint::BigUint;

/// The rows of one group. `who` computes in variable time, as the peers do; the complete formulas stand in rows of their own
/// name, `fieldc:constant-time`.
macro_rules! group {
    ($suite:ident, $who:ident, $Curve:path, $reference:ident, $Base:ident, $Scalar:ident, |$a:ident| $element:expr, |$x:ident| $integers:expr, $encoding:expr) => {{
        fn point(x: &Element, y: &Element) -> Affine<$Curve> {
            let element = |$a: &Element| $element;
            Affine::new(element(x), element(y)).expect("on the curve")
        }
        fn affine(p: &Affine<$Curve>) -> Option<(Element, Element)> {
            let integers = |$x: $Base| $integers;
            p.coordinates().map(|(x, y)| (integers(x), integers(y)))
        }
        let scalar = |k: &BigUint| $Scalar::from_bytes_reduced_le(&k.to_bytes_le());
        Group {
            who: $who,
            group: &$reference,
            point: |x, y| Jacobian::from(point(x, y)),
            affine: |p| affine(&p.to_affine_vartime()),
            scalar,
            add: |p, q| p.add_vartime(q),
            double: |p| p.double_vartime(),
            mul: |p, k| p.mul_vartime(k),
            in_subgroup: Some(|p| p.is_in_subgroup_vartime()),
            encoding: $encoding,
        }
        .register($suite);
        Sums {
            who: $who,
            group: &$reference,
            point,
            scalar: |k| {
                let mut digits = k.iter_u64_digits();
                std::array::from_fn(|_| digits.next().unwrap_or(0))
            },
            affine: |p: &Jacobian<$Curve>| affine(&p.to_affine_vartime()),
            sum: |points, scalars: &[[u64; 4]]| {
                Jacobian::msm_vartime(points, scalars).expect("equal lengths")
            },
        }
        .register($suite);
        Group {
            who: "fieldc:constant-time",
            group: &$reference,
            point: |x, y| Projective::from(point(x, y)),
            affine: |p| affine(&p.to_affine()),
            scalar,
            add: |p, q| p.add(q),
            double: |p| p.double(),
            mul: |p, k| p.mul(k),
            in_subgroup: Some(|p| p.is_in_subgroup().into()),
            encoding: None,
        }
        .register($suite);
    }};
}

fn integer(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_le(bytes)
}

/// Registers the rows of groups and of the precompiles.
pub fn register(suite: &mut Suite, who: &'static str) {
    fn fp(x: &BigUint) -> Bn254Fp {
        Bn254Fp::from_bytes_reduced_le(&x.to_bytes_le())
    }
    fn bls_fp(x: &BigUint) -> Bls12381Fp {
        Bls12381Fp::from_bytes_reduced_le(&x.to_bytes_le())
    }
    group!(
        suite,
        who,
        bn254::G1,
        BN254_G1,
        Bn254Fp,
        Bn254Fr,
        |a| fp(&a[0]),
        |x| [integer(&x.to_bytes_le()), BigUint::ZERO],
        None
    );
    group!(
        suite,
        who,
        bn254::G2,
        BN254_G2,
        Bn254Fp2,
        Bn254Fr,
        |a| Bn254Fp2::new(fp(&a[0]), fp(&a[1])),
        |x| [
            integer(&x.c0().to_bytes_le()),
            integer(&x.c1().to_bytes_le())
        ],
        None
    );
    group!(
        suite,
        who,
        bls12_381::G1,
        BLS12_381_G1,
        Bls12381Fp,
        Bls12381Fr,
        |a| bls_fp(&a[0]),
        |x| [integer(&x.to_bytes_le()), BigUint::ZERO],
        Some((
            |p| p.to_affine_vartime().to_compressed().to_vec(),
            |bytes| bls12_381::G1Affine::from_compressed(bytes)
                .expect("a point")
                .into(),
        ))
    );
    group!(
        suite,
        who,
        bls12_381::G2,
        BLS12_381_G2,
        Bls12381Fp2,
        Bls12381Fr,
        |a| Bls12381Fp2::new(bls_fp(&a[0]), bls_fp(&a[1])),
        |x| [
            integer(&x.c0().to_bytes_le()),
            integer(&x.c1().to_bytes_le())
        ],
        Some((
            |p| p.to_affine_vartime().to_compressed().to_vec(),
            |bytes| bls12_381::G2Affine::from_compressed(bytes)
                .expect("a point")
                .into(),
        ))
    );

    for case in precompiles::cases() {
        let contract = Precompiles::for_fork(Fork::Osaka).get(case.address);
        // A contract that is not there yet is no row.
        let Ok(contract) = contract else { continue };
        case.register(suite, who, move |input| {
            contract.run(input).expect("a valid input").bytes.to_vec()
        });
    }
}
