use fieldc_compiler::addchain::*;
use num_bigint::BigUint;
fn main() {
    let units: u64 = std::env::args()
        .nth(1)
        .map(|s| s.parse().unwrap())
        .unwrap_or(FULL_UNITS);
    for (name, t, bar) in [
        (
            "bn fp p-2",
            "0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd45",
            304,
        ),
        (
            "bls fp p-2",
            "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaa9",
            452,
        ),
    ] {
        let n = BigUint::parse_bytes(&t.as_bytes()[2..], 16).unwrap();
        for (x, b) in [("", 0u32), ("e", 2)] {
            let n = &n >> b;
            let t0 = std::time::Instant::now();
            let c = search(&n, Budget::Macro).unwrap();
            println!(
                "{name}{x} macro {}+{}={} {:?}",
                c.squarings(),
                c.multiplications(),
                c.len(),
                t0.elapsed()
            );
            let t0 = std::time::Instant::now();
            let c = search(&n, Budget::Units(0)).unwrap();
            println!(
                "{name}{x} ensemble {}+{}={} {:?}",
                c.squarings(),
                c.multiplications(),
                c.len(),
                t0.elapsed()
            );
            let t0 = std::time::Instant::now();
            let c = search(&n, Budget::Units(units)).unwrap();
            let p = Program::from_chain(&c);
            println!(
                "{name}{x} full {}+{}={} (bar {bar}) {:?} temps {} ops {} ok {}",
                c.squarings(),
                c.multiplications(),
                c.len(),
                t0.elapsed(),
                p.temporaries,
                p.ops.len(),
                p.exponent().unwrap() == n
            );
        }
    }
}
