use super::*;
use crate::kernels::{Name, Style, build};
use crate::limb_ir::{Builder, Word};
use crate::plan::Plan;
use crate::spec::Spec;

fn kernel(field: &str, name: Name) -> Function {
    let plan = Plan::for_spec(&Spec::resolve(field).unwrap()).unwrap();
    build(&plan, Style::DualChain, name).function
}

/// `n` products in a chain or side by side.
fn products(n: usize, chain: bool) -> Function {
    let mut b = Builder::new("products", Word::W64);
    let x = b.param("a", 1, u64::MAX.into())[0];
    let mut last = x;
    let mut out = vec![];
    for _ in 0..n {
        let (_, hi) = b.mul_wide(if chain { last } else { x }, x);
        last = hi;
        out.push(hi);
    }
    b.result("out", out);
    b.finish()
}

#[test]
fn products_bound_by_the_multiplier() {
    for m in Machine::ALL {
        let parallel = Cost::of(&products(12, false), &m);
        assert_eq!(parallel.multiplier, 12.0, "{}", m.name);
        assert_eq!(parallel.bound(), 12.0);
        assert_eq!(parallel.critical_path, m.high_latency);
        let chain = Cost::of(&products(12, true), &m);
        assert_eq!(chain.critical_path, 12 * m.high_latency);
        assert_eq!(chain.bound(), parallel.bound());
    }
}

#[test]
fn additions_bound_by_their_ports() {
    let mut b = Builder::new("chain", Word::W64);
    let x = b.param("a", 8, (num_bigint::BigUint::from(1u8) << 512u32) - 1u8);
    let mut carry = None;
    let mut out = vec![];
    for v in &x {
        let (s, c) = b.add(*v, *v, carry);
        out.push(s);
        carry = Some(c);
    }
    b.result("out", out);
    let f = b.finish();
    let cost = Cost::of(&f, &GOLDEN_COVE);
    assert_eq!((cost.counts.sums, cost.counts.carries), (8, 7));
    assert_eq!(cost.carry, 3.5);
    assert_eq!(cost.critical_path, 8);
    assert_eq!(cost.multiplier, 0.0);
    assert_eq!(cost.bound(), 3.5);
}

/// The limits that the literature gives for Montgomery products: `2 n^2 + n` and, for squares, `n (n + 1) / 2 + n^2 + n`, less what
/// the folding of rows and the shape of the modulus save; never more.
#[test]
fn multiplier_limits_of_montgomery_kernels() {
    for (field, n) in [("bn254:fp", 4u32), ("bls12-381:fp", 6)] {
        let mul = Cost::of(&kernel(field, Name::Mul), &GOLDEN_COVE);
        let most = 2 * n * n + n;
        let products = mul.counts.multiplications();
        assert!(
            (most - n..=most).contains(&products),
            "{field}: {products} products"
        );
        let sqr = Cost::of(&kernel(field, Name::Sqr), &GOLDEN_COVE);
        assert_eq!(
            products - sqr.counts.multiplications(),
            n * (n - 1) / 2,
            "{field}"
        );
        assert!(sqr.uops > 0 && mul.uops > sqr.uops - 4 * n);
        assert!(mul.bound() >= mul.multiplier);
        assert!(f64::from(mul.critical_path) > f64::from(n) * 5.0);
    }
}

#[test]
fn a_multiply_accumulate_costs_its_parts() {
    let plan = Plan::for_spec(&Spec::resolve("bn254:fp").unwrap()).unwrap();
    let mac = Counts::of(&build(&plan, Style::Mac, Name::MulWide).function);
    let dual = Counts::of(&build(&plan, Style::DualChain, Name::MulWide).function);
    assert_eq!(mac.products, 16);
    assert_eq!(dual.products, 16);
    assert!(mac.sums > dual.sums);
}
