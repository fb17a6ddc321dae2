//! Times of ECADD and ECMUL and of what they are made of: `cargo run --release --example bn254_precompiles`.
//!
//! The minimum over many short rounds, in nanoseconds a call.

use std::hint::black_box;
use std::time::Instant;

use fieldc::bn254::{G1Affine, G1Jacobian, G1Projective};
use fieldc::fields::{Bn254Fp, Bn254Fr};
use fieldc::precompile::{Fork, bn254_add, bn254_mul};

const ROUNDS: usize = 200;

fn time<T>(name: &str, calls: u32, mut call: impl FnMut() -> T) {
    let mut best = f64::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for _ in 0..calls {
            black_box(call());
        }
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(calls));
    }
    println!("{name:24} {best:10.1} ns");
}

fn main() {
    let k = -Bn254Fr::from(0x1234_5678_9abc_def1u64).square().square();
    let g = G1Jacobian::from(G1Affine::GENERATOR);
    let p = g.mul_vartime(&k);
    let q = p.double_vartime();
    let (pa, qa) = (p.to_affine_vartime(), q.to_affine_vartime());
    let (pp, qp) = (G1Projective::from(p), G1Projective::from(q));
    let encode = |p: &G1Affine| {
        let (x, y) = p.coordinates().expect("not infinity");
        [x.to_bytes_be(), y.to_bytes_be()].concat()
    };
    let add_input = [encode(&pa), encode(&qa)].concat();
    let mul_input = [encode(&pa), k.to_bytes_be().to_vec()].concat();

    let (x, y) = pa.coordinates().expect("not infinity");
    let mut a = x;
    time("fp mul, latency", 1000, || {
        a *= y;
        a
    });
    time("fp mul", 1000, || black_box(x) * black_box(y));
    time("fp add", 1000, || black_box(x) + black_box(y));
    time("fp invert vartime", 20, || {
        a += y;
        Bn254Fp::invert_vartime(&a)
    });
    let mut d = p;
    time("double vartime", 200, || {
        d = d.double_vartime();
        d
    });
    time("add affine vartime", 200, || {
        d = d.add_affine_vartime(&qa);
        d
    });
    time("add vartime", 200, || black_box(p).add_vartime(&q));
    time("double complete", 200, || black_box(pp).double());
    time("add complete", 200, || black_box(pp) + qp);
    time("mul constant time", 4, || black_box(pp) * k);
    time("mul vartime", 4, || black_box(p).mul_vartime(&k));
    time("to affine vartime", 20, || black_box(p).to_affine_vartime());
    time("ecadd", 20, || {
        bn254_add::run(black_box(&add_input), Fork::Osaka)
    });
    time("ecmul", 4, || {
        bn254_mul::run(black_box(&mul_input), Fork::Osaka)
    });
}
