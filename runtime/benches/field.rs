//! Fields and precompiles: `cargo bench -p fieldc [FILTER]`.
//!
//! Ids are `field/<name>/<operation>/<throughput|latency>` and `precompile/<name>`. Throughput is a loop over independent elements in
//! the first-level cache, latency a chain in which each operation waits for the one before; both are times of one operation.

// The items that criterion's macros make have no documentation.
#![allow(missing_docs)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use fieldc::bn254::{G1Affine, G1Jacobian};
use fieldc::fields::*;
use fieldc::precompile::{Fork, bn254_add, bn254_mul};

/// Elements of a throughput loop.
const ELEMENTS: usize = 64;

/// `iterations` operations in whole passes over `ELEMENTS`, as time for `iterations`.
fn passes(iterations: u64, mut pass: impl FnMut()) -> Duration {
    let passes = iterations.div_ceil(ELEMENTS as u64);
    let start = Instant::now();
    for _ in 0..passes {
        pass();
    }
    let per_operation = start.elapsed().as_secs_f64() / (passes * ELEMENTS as u64) as f64;
    Duration::from_secs_f64(per_operation * iterations as f64)
}

/// Both rows of one operation: `out[i] = f(x[i], y[i])`, and `x = f(x, y); y = f(y, x)`.
fn rows<T: Copy>(
    c: &mut Criterion,
    field: &str,
    operation: &str,
    x: &[T; ELEMENTS],
    y: &[T; ELEMENTS],
    f: impl Fn(&T, &T) -> T,
) {
    let mut group = c.benchmark_group(format!("field/{field}/{operation}"));
    group.bench_function(BenchmarkId::from_parameter("throughput"), |b| {
        let mut out = *x;
        b.iter_custom(|n| {
            passes(n, || {
                let (x, y) = (black_box(x), black_box(y));
                for ((out, x), y) in out.iter_mut().zip(x).zip(y) {
                    *out = f(x, y);
                }
                black_box(&mut out);
            })
        });
    });
    group.bench_function(BenchmarkId::from_parameter("latency"), |b| {
        let (mut x, mut y) = (x[0], y[0]);
        b.iter_custom(|n| {
            passes(n, || {
                for _ in 0..ELEMENTS / 2 {
                    x = f(&x, &y);
                    y = f(&y, &x);
                }
                (x, y) = black_box((x, y));
            })
        });
    });
    group.finish();
}

/// Every row of each field, on the elements of `x -> x^2 + 3`.
macro_rules! field_rows {
    ($c:expr, $($name:literal $field:ty;)*) => {$(
        let c: &mut Criterion = $c;
        let mut last = <$field>::from(0x0123_4567_89ab_cdefu64);
        let mut next = || {
            last = last.square() + <$field>::from(3u64);
            last
        };
        let x: [$field; ELEMENTS] = std::array::from_fn(|_| next());
        let y: [$field; ELEMENTS] = std::array::from_fn(|_| next());
        // The chain of inversions steps by an addition, the chain of roots by a product and a square: part of the time.
        let squares = x.map(|x| x.square());
        let (one, zero) = (<$field>::from(1u64), <$field>::from(0u64));
        rows(c, $name, "add", &x, &y, |x, y| *x + *y);
        rows(c, $name, "sub", &x, &y, |x, y| *x - *y);
        rows(c, $name, "mul", &x, &y, |x, y| *x * *y);
        rows(c, $name, "sqr", &x, &y, |x, _| x.square());
        rows(c, $name, "inv", &x, &[zero; ELEMENTS], |x, y| (*x + *y).invert().unwrap_or(one));
        rows(c, $name, "inv_vartime", &x, &[zero; ELEMENTS], |x, y| (*x + *y).invert_vartime().unwrap_or(one));
        rows(c, $name, "sqrt", &squares, &[one; ELEMENTS], |x, y| {
            (*x * *y).square().sqrt().unwrap_or(one)
        });
    )*};
}

fn fields(c: &mut Criterion) {
    field_rows! { c,
        "bn254:fp" Bn254Fp;
        "bn254:fr" Bn254Fr;
        "bls12-381:fp" Bls12381Fp;
        "bls12-381:fr" Bls12381Fr;
        "bls12-377:fp" Bls12377Fp;
        "bls12-377:fr" Bls12377Fr;
        "secp256k1:fp" Secp256k1Fp;
        "secp256k1:fr" Secp256k1Fr;
        "p256:fp" P256Fp;
        "p256:fr" P256Fr;
        "pallas:fp" PallasFp;
        "vesta:fp" VestaFp;
        "bandersnatch:fr" BandersnatchFr;
        "curve25519:fp" Curve25519Fp;
        "goldilocks" Goldilocks;
        "mersenne31" Mersenne31;
        "babybear" BabyBear;
        "koalabear" KoalaBear;
    }
}

fn precompiles(c: &mut Criterion) {
    let k = -Bn254Fr::from(0x0123_4567_89ab_cdefu64).square().square();
    let p = G1Jacobian::from(G1Affine::GENERATOR).mul_vartime(&k);
    let q = p.double_vartime();
    let encode = |p: &G1Jacobian| {
        let (x, y) = p.to_affine_vartime().coordinates().expect("not infinity");
        [x.to_bytes_be(), y.to_bytes_be()].concat()
    };
    let add = [encode(&p), encode(&q)].concat();
    let mul = [encode(&p), k.to_bytes_be().to_vec()].concat();
    let mut group = c.benchmark_group("precompile");
    group.bench_function("ecadd", |b| {
        b.iter(|| bn254_add::run(black_box(&add), Fork::Osaka))
    });
    group.bench_function("ecmul", |b| {
        b.iter(|| bn254_mul::run(black_box(&mul), Fork::Osaka))
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(300))
        .sample_size(20)
        .without_plots();
    targets = fields, precompiles
}
criterion_main!(benches);
