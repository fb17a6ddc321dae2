//! BN254 group operations and the EVM's precompiles.

use crate::bench::Suite;
use crate::peers::{curves::Group, precompiles};
use fieldc::bn254::{G1Affine, G1Jacobian, G1Projective};
use fieldc::fields::{Bn254Fp, Bn254Fr};
use fieldc::precompile::{Fork, Precompiles};
use num_bigint::BigUint;

fn element(x: &BigUint) -> Bn254Fp {
    Bn254Fp::from_bytes_reduced_le(&x.to_bytes_le())
}

fn affine(p: &G1Affine) -> Option<(BigUint, BigUint)> {
    let integer = |x: Bn254Fp| BigUint::from_bytes_le(&x.to_bytes_le());
    p.coordinates().map(|(x, y)| (integer(x), integer(y)))
}

fn point(x: &BigUint, y: &BigUint) -> G1Affine {
    G1Affine::new(element(x), element(y)).expect("on the curve")
}

/// Registers the rows of `curve/bn254/g1` and of the precompiles. `who` computes in variable time, as the peers do;
/// the complete formulas stand in rows of their own name, `fieldc:constant-time`.
pub fn register(suite: &mut Suite, who: &'static str) {
    let scalar = |k: &BigUint| Bn254Fr::from_bytes_reduced_le(&k.to_bytes_le());
    Group {
        who,
        point: |x, y| G1Jacobian::from(point(x, y)),
        affine: |p: &G1Jacobian| affine(&p.to_affine_vartime()),
        scalar,
        add: |p, q| p.add_vartime(q),
    }
    .register(
        suite,
        |p, q| p.add_vartime(q),
        |p| p.double_vartime(),
        |p, k| p.mul_vartime(k),
    );
    Group {
        who: "fieldc:constant-time",
        point: |x, y| G1Projective::from(point(x, y)),
        affine: |p: &G1Projective| affine(&p.to_affine()),
        scalar,
        add: |p, q| p.add(q),
    }
    .register(
        suite,
        |p, q| p.add(q),
        |p| p.double(),
        |p, k| G1Projective::mul(p, k),
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
