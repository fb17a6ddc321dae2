//! Prime fields.

use super::inputs::element;
use super::row::{Rows, Work};
use crate::standard::each_standard_field;
use ff::PrimeField;
use fieldc_compiler::spec::names::STANDARD;
use std::hint::black_box;

/// Elements of an array of the throughput rows.
const BATCH: usize = 64;

macro_rules! rows {
    ($($module:literal $name:ident,)*) => {
        /// `fields/<field>/<operation>/<throughput or latency>`
        pub fn rows(rows: &mut Rows) {
            $(
                field::<fieldc::fields::$name>(
                    rows,
                    $module,
                    |a| a.invert_vartime().unwrap_or_default(),
                    |a| a.sqrt_vartime().unwrap_or_default(),
                );
            )*
        }
    };
}

each_standard_field!(rows);

fn field<F: PrimeField>(
    rows: &mut Rows,
    module: &'static str,
    invert_vartime: fn(&F) -> F,
    sqrt_vartime: fn(&F) -> F,
) {
    let name = STANDARD
        .iter()
        .find(|s| s.module == module)
        .map_or(module, |s| s.name);
    let id = |op: &str, form: &str| format!("fields/{name}/{op}/{form}");
    macro_rules! both {
        ($op:literal, $f:expr) => {
            rows.add(id($op, "throughput"), || throughput::<F>($f));
            rows.add(id($op, "latency"), || latency::<F>($f));
        };
    }
    both!("add", |a, b| *a + b);
    both!("sub", |a, b| *a - b);
    both!("mul", |a, b| *a * b);
    both!("sqr", |a, _| a.square());
    // An addition makes the next operand another one; it is small against the rest.
    rows.add(id("inv", "latency"), || {
        latency::<F>(|a, b| (*a + b).invert().unwrap_or(F::ONE))
    });
    rows.add(id("inv_vartime", "latency"), move || {
        latency::<F>(move |a, b| invert_vartime(&(*a + b)))
    });
    let squares = || -> Vec<F> { (0..16).map(|i| element::<F>(i).square()).collect() };
    rows.add(id("sqrt", "latency"), move || {
        Work::each(squares(), |a: &F| a.sqrt().unwrap_or(F::ONE))
    });
    rows.add(id("sqrt_vartime", "latency"), move || {
        Work::each(squares(), sqrt_vartime)
    });
}

/// `out[i] = f(a[i], b[i])` over arrays in the first-level cache; the operations of a pass are independent.
fn throughput<F: PrimeField>(f: impl Fn(&F, &F) -> F + 'static) -> Work {
    let a: Vec<F> = (0..BATCH as u64).map(element).collect();
    let b: Vec<F> = (0..BATCH as u64).map(|i| element(i + 100)).collect();
    let mut out = a.clone();
    Work::new(Box::new(move |times| {
        let mut left = times as usize;
        while left > 0 {
            let count = left.min(BATCH);
            let (a, b) = (black_box(&a[..count]), black_box(&b[..count]));
            for ((out, a), b) in out[..count].iter_mut().zip(a).zip(b) {
                *out = f(a, b);
            }
            black_box(&mut out);
            left -= count;
        }
    }))
}

/// `a = f(a, b)`, each waits for the one before it.
fn latency<F: PrimeField>(f: impl Fn(&F, &F) -> F + 'static) -> Work {
    let b = element::<F>(7);
    Work::chain(element::<F>(6), move |a| f(a, &b))
}
