//! Kernels written for these tests alone.

use crate::limb_ir::{
    Builder, Contract, Equation, Function, Limbs, Modulo, Range, Term, Value, Word,
};
use num_bigint::{BigInt, BigUint};
use num_traits::{Num, One, ToPrimitive};

pub(super) struct Kernel {
    pub(super) function: Function,
    pub(super) contract: Contract,
}

pub(super) fn hex(s: &str) -> BigUint {
    BigUint::from_str_radix(s, 16).unwrap()
}

/// A modulus with its Montgomery constants.
pub(super) struct Field {
    pub(super) p: BigUint,
    pub(super) n: usize,
    pub(super) word: Word,
    /// `-1/p mod W`.
    pub(super) k: u64,
    /// `2^-w mod p`.
    pub(super) rho: BigUint,
    /// `W^n`.
    pub(super) r: BigUint,
}

impl Field {
    pub(super) fn new(p: BigUint, word: Word) -> Field {
        let n = word.limbs(p.bits());
        let w = BigUint::one() << word.container;
        let inv = p.modinv(&w).unwrap();
        let k = (&w - inv).to_u64().unwrap();
        let rho = w.modinv(&p).unwrap();
        let r = BigUint::one() << (word.container as usize * n);
        Field {
            p,
            n,
            word,
            k,
            rho,
            r,
        }
    }
    fn top(&self) -> BigUint {
        &self.p - 1u8
    }
    fn eq(&self, scale: &BigUint, terms: Vec<Term>, max: BigUint) -> Contract {
        Contract::new(vec![Equation {
            result: "r".into(),
            scale: scale.clone(),
            terms,
            modulo: Modulo::Constant(self.p.clone()),
            range: Range::AtMost(max),
        }])
    }
    fn canonical(&self, scale: &BigUint, terms: Vec<Term>) -> Contract {
        self.eq(scale, terms, self.top())
    }
}

fn add_n(b: &mut Builder, x: &[Value], y: &[Value]) -> (Limbs, Value) {
    let mut c = None;
    let mut out = vec![];
    for (x, y) in x.iter().zip(y) {
        let (s, k) = b.add(*x, *y, c);
        out.push(s);
        c = Some(k);
    }
    (out, c.unwrap())
}

fn sub_n(b: &mut Builder, x: &[Value], y: &[Value]) -> (Limbs, Value) {
    let mut c = None;
    let mut out = vec![];
    for (x, y) in x.iter().zip(y) {
        let (s, k) = b.sub(*x, *y, c);
        out.push(s);
        c = Some(k);
    }
    (out, c.unwrap())
}

/// `u mod p` for `u < 2p` of n limbs, or n + 1 with a carry word.
fn subtract_once(b: &mut Builder, f: &Field, u: &[Value]) -> Limbs {
    let p = b.constants(&f.p, u.len());
    let (d, borrow) = sub_n(b, u, &p);
    (0..f.n).map(|j| b.select(borrow, u[j], d[j])).collect()
}

fn finish(mut b: Builder, r: Limbs, contract: Contract) -> Kernel {
    b.result("r", r);
    Kernel {
        function: b.finish(),
        contract,
    }
}

fn one() -> BigUint {
    BigUint::one()
}

pub(super) fn add(f: &Field) -> Kernel {
    let mut b = Builder::new("add", f.word);
    let x = b.param("a", f.n, f.top());
    let y = b.param("b", f.n, f.top());
    let (mut s, c) = add_n(&mut b, &x, &y);
    if (&f.p << 1usize) > f.r {
        let w = b.bit_word(c);
        s.push(w);
    }
    let r = subtract_once(&mut b, f, &s);
    finish(
        b,
        r,
        f.canonical(&one(), vec![Term::new(1, &["a"]), Term::new(1, &["b"])]),
    )
}

pub(super) fn double(f: &Field) -> Kernel {
    let mut b = Builder::new("double", f.word);
    let x = b.param("a", f.n, f.top());
    let (mut s, c) = add_n(&mut b, &x, &x);
    if (&f.p << 1usize) > f.r {
        let w = b.bit_word(c);
        s.push(w);
    }
    let r = subtract_once(&mut b, f, &s);
    finish(b, r, f.canonical(&one(), vec![Term::new(2, &["a"])]))
}

/// With a mask or with selects.
pub(super) fn sub(f: &Field, mask: bool) -> Kernel {
    let mut b = Builder::new("sub", f.word);
    let x = b.param("a", f.n, f.top());
    let y = b.param("b", f.n, f.top());
    let (d, borrow) = sub_n(&mut b, &x, &y);
    let p = b.constants(&f.p, f.n);
    let z = b.constant(0);
    let q: Limbs = if mask {
        let m = b.sub(z, z, Some(borrow)).0;
        p.iter().map(|p| b.and(m, *p)).collect()
    } else {
        p.iter().map(|p| b.select(borrow, *p, z)).collect()
    };
    let (r, _) = add_n(&mut b, &d, &q);
    finish(
        b,
        r,
        f.canonical(&one(), vec![Term::new(1, &["a"]), Term::new(-1, &["b"])]),
    )
}

pub(super) fn neg(f: &Field, mask: bool) -> Kernel {
    let mut b = Builder::new("neg", f.word);
    let x = b.param("a", f.n, f.top());
    let p = b.constants(&f.p, f.n);
    let (d, _) = sub_n(&mut b, &p, &x);
    let z = b.constant(0);
    let any = x[1..].iter().fold(x[0], |s, v| b.or(s, *v));
    let nonzero = b.sub(z, any, None).1;
    let r: Limbs = if mask {
        let m = b.sub(z, z, Some(nonzero)).0;
        d.iter().map(|d| b.and(*d, m)).collect()
    } else {
        d.iter().map(|d| b.select(nonzero, *d, z)).collect()
    };
    finish(b, r, f.canonical(&one(), vec![Term::new(-1, &["a"])]))
}

pub(super) fn half(f: &Field) -> Kernel {
    let mut b = Builder::new("half", f.word);
    let x = b.param("a", f.n, f.top());
    let p = b.constants(&f.p, f.n);
    let (z, o) = (b.constant(0), b.constant(1));
    let odd = b.and(x[0], o);
    let m = b.sub(z, odd, None).0;
    let q: Limbs = p.iter().map(|p| b.and(*p, m)).collect();
    let (mut s, c) = add_n(&mut b, &x, &q);
    let w = b.bit_word(c);
    s.push(w);
    let r: Limbs = (0..f.n).map(|j| b.funnel(s[j + 1], s[j], 1)).collect();
    finish(
        b,
        r,
        f.canonical(&BigUint::from(2u8), vec![Term::new(1, &["a"])]),
    )
}

/// How rows accumulate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// A low and a high chain, interleaved, as for ADCX and ADOX.
    Chains,
    /// `mac` with a carry word.
    Mac,
}

/// `t += x y`, with `len(y) + 1` words of `t` or one more.
fn row(b: &mut Builder, style: Style, t: &mut Limbs, x: Value, y: &[Value]) {
    let z = b.constant(0);
    let n = y.len();
    match style {
        Style::Chains => {
            let (mut lo_c, mut hi_c) = (None, None);
            for j in 0..n {
                let (lo, hi) = b.mul_wide(x, y[j]);
                let (s, c) = b.add(t[j], lo, lo_c);
                t[j] = s;
                lo_c = Some(c);
                let (s, c) = b.add(t[j + 1], hi, hi_c);
                t[j + 1] = s;
                hi_c = Some(c);
            }
            let (s, c) = b.add(t[n], z, lo_c);
            t[n] = s;
            if t.len() > n + 1 {
                let w1 = b.add(t[n + 1], z, hi_c).0;
                t[n + 1] = b.add(w1, z, Some(c)).0;
            }
        }
        Style::Mac => {
            let mut c = z;
            for j in 0..n {
                let (lo, hi) = b.mac(x, y[j], t[j], c);
                t[j] = lo;
                c = hi;
            }
            let (s, k) = b.add(t[n], c, None);
            t[n] = s;
            if t.len() > n + 1 {
                t[n + 1] = b.add(t[n + 1], z, Some(k)).0;
            }
        }
    }
}

/// A dot product of `k` pairs with one reduction; `carry`: the accumulator has a word more; `rho`: fold all rows but the last.
pub(super) fn dot(
    f: &Field,
    style: Style,
    k: usize,
    same: bool,
    carry: bool,
    rho: bool,
    lazy: bool,
) -> Kernel {
    let mut b = Builder::new("dot", f.word);
    let top = if lazy {
        (&f.p << 1usize) - 1u8
    } else {
        f.top()
    };
    let names = [
        "a", "b", "c", "d", "e", "g", "h", "i", "j", "k", "l", "m", "n", "o", "q", "s",
    ];
    let mut pairs = vec![];
    let mut terms = vec![];
    for i in 0..k {
        let x = b.param(names[2 * i], f.n, top.clone());
        let y = if same {
            x.clone()
        } else {
            b.param(names[2 * i + 1], f.n, top.clone())
        };
        pairs.push((x, y));
        terms.push(Term::new(
            1,
            &[names[2 * i], names[if same { 2 * i } else { 2 * i + 1 }]],
        ));
    }
    let p = b.constants(&f.p, f.n);
    let rho_n = b.constants(&f.rho, f.n);
    let z = b.constant(0);
    let n = f.n;
    let mut t = vec![z; n + if carry { 2 } else { 1 }];
    for i in 0..n {
        for (x, y) in &pairs {
            row(&mut b, style, &mut t, x[i], y);
        }
        if rho && i + 1 < n {
            let t0 = t.remove(0);
            t.push(z);
            row(&mut b, style, &mut t, t0, &rho_n);
        } else {
            let kk = b.constant(f.k);
            let m = b.mul_lo(t[0], kk);
            row(&mut b, style, &mut t, m, &p);
            t.remove(0);
            t.push(z);
        }
    }
    t.truncate(if carry && (f.p.bits() == f.r.bits() - 1) {
        n + 1
    } else {
        n
    });
    if lazy {
        return finish(b, t, f.eq(&f.r, terms, top));
    }
    let r = subtract_once(&mut b, f, &t);
    finish(b, r, f.canonical(&f.r, terms))
}

pub(super) fn mul(f: &Field, style: Style) -> Kernel {
    let spare = f.r.bits() - 1 - f.p.bits();
    dot(f, style, 1, false, spare == 0, false, false)
}
