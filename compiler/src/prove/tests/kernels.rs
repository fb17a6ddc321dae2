//! Kernels written for these tests alone.

use crate::limb_ir::{
    Builder, Contract, Equation, Function, Limbs, Modulo, Range, Term, Value, Word,
};
use num_bigint::BigUint;
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

/// `a^2` or `a b` exactly.
pub(super) fn wide(f: &Field, style: Style, square: bool) -> Kernel {
    let mut b = Builder::new(if square { "sqr_wide" } else { "mul_wide" }, f.word);
    let n = f.n;
    let x = b.param("a", n, f.top());
    let (t, terms) = if square {
        (
            square_words(&mut b, style, &x),
            vec![Term::new(1, &["a", "a"])],
        )
    } else {
        let y = b.param("b", n, f.top());
        let z = b.constant(0);
        let mut t = vec![z; 2 * n];
        for i in 0..n {
            let mut window = t[i..=i + n].to_vec();
            row(&mut b, style, &mut window, x[i], &y);
            t[i..=i + n].copy_from_slice(&window);
        }
        (t, vec![Term::new(1, &["a", "b"])])
    };
    let max = f.top() * f.top();
    let contract = Contract::new(vec![Equation {
        result: "r".into(),
        scale: one(),
        terms,
        modulo: Modulo::Exact,
        range: Range::AtMost(max),
    }]);
    finish(b, t, contract)
}

/// Cross products once, doubled by shifts (`Mac`) or by additions (`Chains`), then the squares.
fn square_words(b: &mut Builder, style: Style, x: &[Value]) -> Limbs {
    let n = x.len();
    let z = b.constant(0);
    let mut t = vec![z; 2 * n];
    for i in 0..n - 1 {
        let mut window = t[2 * i + 1..=i + n].to_vec();
        row(b, style, &mut window, x[i], &x[i + 1..]);
        t[2 * i + 1..=i + n].copy_from_slice(&window);
    }
    let doubled: Limbs = match style {
        Style::Mac => (0..2 * n)
            .map(|j| {
                if j == 0 {
                    b.shl(t[0], 1)
                } else {
                    b.funnel(t[j], t[j - 1], 63)
                }
            })
            .collect(),
        Style::Chains => add_n(b, &t.clone(), &t.clone()).0,
    };
    let mut squares = vec![];
    for v in x {
        let (lo, hi) = b.mul_wide(*v, *v);
        squares.extend([lo, hi]);
    }
    add_n(b, &doubled, &squares).0
}

/// Montgomery reduction of `2n` limbs below `p R`, or of `n` limbs.
pub(super) fn redc(f: &Field, style: Style, words: usize) -> Kernel {
    let mut b = Builder::new("redc", f.word);
    let n = f.n;
    let max = if words == n {
        &f.r - 1u8
    } else {
        &f.p * &f.r - 1u8
    };
    let x = b.param("a", words, max);
    let p = b.constants(&f.p, n);
    let z = b.constant(0);
    let mut t = x.clone();
    t.resize(2 * n, z);
    let mut carry: Option<Value> = None;
    for i in 0..n {
        let kk = b.constant(f.k);
        let m = b.mul_lo(t[i], kk);
        let mut window: Limbs = t[i..i + n].to_vec();
        window.push(z);
        row(&mut b, style, &mut window, m, &p);
        t[i..i + n].copy_from_slice(&window[..n]);
        let (s, c) = b.add(t[i + n], window[n], carry);
        t[i + n] = s;
        carry = Some(c);
    }
    let mut u = t[n..].to_vec();
    if (&f.p << 1usize) > f.r {
        let w = b.bit_word(carry.unwrap());
        u.push(w);
    }
    let r = subtract_once(&mut b, f, &u);
    finish(b, r, f.canonical(&f.r, vec![Term::new(1, &["a"])]))
}

/// Any `n` limbs to the canonical value by `k` conditional subtractions.
pub(super) fn canonicalise(f: &Field, max: BigUint, k: usize) -> Kernel {
    let mut b = Builder::new("canonicalise", f.word);
    let mut x = b.param("a", f.n, max);
    for _ in 0..k {
        x = subtract_once(&mut b, f, &x);
    }
    finish(b, x, f.canonical(&one(), vec![Term::new(1, &["a"])]))
}

/// The modulus as an operand; the result is below `R`.
pub(super) fn operand(n: usize, style: Style) -> Kernel {
    let word = Word::W64;
    let top = (BigUint::one() << (64 * n)) - 1u8;
    let mut b = Builder::new("operand", word);
    let x = b.param("a", n, top.clone());
    let y = b.param("b", n, top.clone());
    let p = b.param("p", n, top.clone());
    let k = b.param("k", 1, BigUint::from(u64::MAX))[0];
    let z = b.constant(0);
    let mut t = vec![z; n + 2];
    for v in x.iter() {
        row(&mut b, style, &mut t, *v, &y);
        let m = b.mul_lo(t[0], k);
        row(&mut b, style, &mut t, m, &p);
        t.remove(0);
        t.push(z);
    }
    // a, b < R, so u < R + p: subtract p on the carry word only.
    let (d, _) = sub_n(&mut b, &t[..n], &p);
    let over = b.sub(z, t[n], None).1;
    let r = (0..n).map(|j| b.select(over, d[j], t[j])).collect();
    let mut contract = Contract::new(vec![Equation {
        result: "r".into(),
        scale: BigUint::one() << (64 * n),
        terms: vec![Term::new(1, &["a", "b"])],
        modulo: Modulo::Param("p".into()),
        range: Range::AtMost(top),
    }]);
    contract.negated_inverse = Some(("p".into(), "k".into()));
    finish(b, r, contract)
}

/// `p = W^n - c`: the product, its high half folded with `c`, the carry word folded again.
pub(super) fn crandall(f: &Field, style: Style) -> Kernel {
    let n = f.n;
    let mut b = Builder::new("crandall", f.word);
    let x = b.param("a", n, f.top());
    let y = b.param("b", n, f.top());
    let z = b.constant(0);
    let c = (&f.r - &f.p).to_u64().unwrap();
    let cw = b.constant(c);
    let mut t = vec![z; 2 * n];
    for i in 0..n {
        let mut window = t[i..=i + n].to_vec();
        row(&mut b, style, &mut window, x[i], &y);
        t[i..=i + n].copy_from_slice(&window);
    }
    let mut u = t[..n].to_vec();
    u.push(z);
    let high = t[n..].to_vec();
    // lo + c hi, one row.
    let mut carry = z;
    for j in 0..n {
        let (lo, hi) = b.mac(high[j], cw, u[j], carry);
        u[j] = lo;
        carry = hi;
    }
    let (lo, hi) = b.mul_wide(carry, cw);
    let mut fold = vec![lo, hi];
    fold.resize(n, z);
    let (v, over) = add_n(&mut b, &u[..n], &fold);
    // A last carry is worth c again, and then there is none.
    let again = b.select(over, cw, z);
    let mut fold = vec![again];
    fold.resize(n, z);
    let (v, _) = add_n(&mut b, &v, &fold);
    let r = subtract_once(&mut b, f, &v);
    finish(b, r, f.canonical(&one(), vec![Term::new(1, &["a", "b"])]))
}

/// `p = 2^64 - 2^32 + 1`.
pub(super) fn goldilocks() -> Kernel {
    let f = Field::new(hex("ffffffff00000001"), Word::W64);
    let mut b = Builder::new("goldilocks", f.word);
    let x = b.param("a", 1, f.top())[0];
    let y = b.param("b", 1, f.top())[0];
    let z = b.constant(0);
    let e = b.constant(0xffff_ffff);
    let (l, h) = b.mul_wide(x, y);
    let h1 = b.shr(h, 32);
    let h0 = b.and(h, e);
    let (t, borrow) = b.sub(l, h1, None);
    let fix = b.select(borrow, e, z);
    let t = b.sub(t, fix, None).0;
    let m = b.mul_wide(h0, e).0;
    let (t, carry) = b.add(t, m, None);
    let fix = b.select(carry, e, z);
    let t = b.add(t, fix, None).0;
    let r = subtract_once(&mut b, &f, &[t]);
    finish(b, r, f.canonical(&one(), vec![Term::new(1, &["a", "b"])]))
}

/// `p = 2^31 - 1`.
pub(super) fn mersenne() -> Kernel {
    let f = Field::new(hex("7fffffff"), Word::W32);
    let mut b = Builder::new("mersenne", f.word);
    let x = b.param("a", 1, f.top())[0];
    let y = b.param("b", 1, f.top())[0];
    let p = b.constant(0x7fff_ffff);
    let (l, h) = b.mul_wide(x, y);
    let high = b.funnel(h, l, 31);
    let low = b.and(l, p);
    let s = b.add(low, high, None).0;
    let r = subtract_once(&mut b, &f, &[s]);
    finish(b, r, f.canonical(&one(), vec![Term::new(1, &["a", "b"])]))
}

/// Montgomery with `+1/p`: `hi(a b) - hi(q p)`, `+ p` on a borrow.
pub(super) fn montgomery31(p: u64) -> Kernel {
    let f = Field::new(BigUint::from(p), Word::W32);
    let mut b = Builder::new("montgomery31", f.word);
    let x = b.param("a", 1, f.top())[0];
    let y = b.param("b", 1, f.top())[0];
    let (pw, z) = (b.constant(p), b.constant(0));
    let mu = b.constant(f.k.wrapping_neg() & 0xffff_ffff);
    let (l, h) = b.mul_wide(x, y);
    let q = b.mul_lo(l, mu);
    let g = b.mul_wide(q, pw).1;
    let (d, borrow) = b.sub(h, g, None);
    let fix = b.select(borrow, pw, z);
    let r = b.add(d, fix, None).0;
    finish(
        b,
        vec![r],
        f.canonical(&f.r, vec![Term::new(1, &["a", "b"])]),
    )
}

/// Rows that never form `lo(m p_0)`: its carry is `t_0 != 0`.
pub(super) fn nonzero_carry(f: &Field) -> Kernel {
    let mut b = Builder::new("nonzero_carry", f.word);
    let n = f.n;
    let x = b.param("a", n, f.top());
    let y = b.param("b", n, f.top());
    let p = b.constants(&f.p, n);
    let z = b.constant(0);
    let mut t = vec![z; n + 1];
    for v in x.iter() {
        row(&mut b, Style::Mac, &mut t, *v, &y);
        let kk = b.constant(f.k);
        let m = b.mul_lo(t[0], kk);
        let mut carry = b.sub(z, t[0], None).1;
        let mut next = vec![];
        let mut high = b.mul_wide(m, p[0]).1;
        for j in 1..n {
            let (lo, hi) = b.mac(m, p[j], high, t[j]);
            let (s, c) = b.add(lo, z, Some(carry));
            next.push(s);
            (high, carry) = (hi, c);
        }
        next.push(b.add(high, t[n], Some(carry)).0);
        next.push(z);
        t = next;
    }
    let r = subtract_once(&mut b, f, &t[..n]);
    finish(b, r, f.canonical(&f.r, vec![Term::new(1, &["a", "b"])]))
}

/// The digit by shifts, `p_0 = 2^64 - 2^32 + 1`, and `m p_0` by shifts too.
pub(super) fn sparse(f: &Field) -> Kernel {
    let mut b = Builder::new("sparse", f.word);
    let n = f.n;
    let x = b.param("a", n, f.top());
    let y = b.param("b", n, f.top());
    let p = b.constants(&f.p, n);
    let z = b.constant(0);
    let mut t = vec![z; n + 1];
    for v in x.iter() {
        row(&mut b, Style::Chains, &mut t, *v, &y);
        let s = b.shl(t[0], 32);
        let s = b.add(t[0], s, None).0;
        let m = b.sub(z, s, None).0;
        row(&mut b, Style::Mac, &mut t, m, &p);
        t.remove(0);
        t.push(z);
    }
    let r = subtract_once(&mut b, f, &t[..n]);
    finish(b, r, f.canonical(&f.r, vec![Term::new(1, &["a", "b"])]))
}

/// A sum of `k` products where there is no spare bit: one word more, and `p 2^j` subtracted for j down to 0.
pub(super) fn dot_full(f: &Field, style: Style, k: usize) -> Kernel {
    let mut b = Builder::new("dot_full", f.word);
    let n = f.n;
    let names = [
        "a", "b", "c", "d", "e", "g", "h", "i", "j", "k", "l", "m", "n", "o", "q", "s",
    ];
    let mut pairs = vec![];
    let mut terms = vec![];
    for i in 0..k {
        let x = b.param(names[2 * i], n, f.top());
        let y = b.param(names[2 * i + 1], n, f.top());
        pairs.push((x, y));
        terms.push(Term::new(1, &[names[2 * i], names[2 * i + 1]]));
    }
    let p = b.constants(&f.p, n);
    let z = b.constant(0);
    let mut t = vec![z; n + 2];
    for i in 0..n {
        for (x, y) in &pairs {
            row(&mut b, style, &mut t, x[i], y);
        }
        let kk = b.constant(f.k);
        let m = b.mul_lo(t[0], kk);
        row(&mut b, style, &mut t, m, &p);
        t.remove(0);
        t.push(z);
    }
    let mut u = t[..=n].to_vec();
    let steps = (k + 1).next_power_of_two().trailing_zeros();
    for j in (0..steps).rev() {
        let q = b.constants(&(&f.p << j), n + 1);
        let (d, borrow) = sub_n(&mut b, &u, &q);
        u = (0..=n).map(|i| b.select(borrow, u[i], d[i])).collect();
    }
    finish(b, u[..n].to_vec(), f.canonical(&f.r, terms))
}

/// `a^2 / R`: the square first, then rows of reduction over its words.
pub(super) fn sqr_sos(f: &Field, style: Style) -> Kernel {
    let mut b = Builder::new("sqr_sos", f.word);
    let n = f.n;
    let x = b.param("a", n, f.top());
    let p = b.constants(&f.p, n);
    let z = b.constant(0);
    let mut t = square_words(&mut b, style, &x);
    let mut carry: Option<Value> = None;
    for i in 0..n {
        let kk = b.constant(f.k);
        let m = b.mul_lo(t[i], kk);
        let mut window: Limbs = t[i..i + n].to_vec();
        window.push(z);
        row(&mut b, style, &mut window, m, &p);
        t[i..i + n].copy_from_slice(&window[..n]);
        let (s, c) = b.add(t[i + n], window[n], carry);
        t[i + n] = s;
        carry = Some(c);
    }
    let mut u = t[n..].to_vec();
    if (&f.p << 1usize) > f.r {
        let w = b.bit_word(carry.unwrap());
        u.push(w);
    }
    let r = subtract_once(&mut b, f, &u);
    finish(b, r, f.canonical(&f.r, vec![Term::new(1, &["a", "a"])]))
}

/// As [`sparse`], and `m p_0` from shifts and subtractions.
pub(super) fn shifted(f: &Field) -> Kernel {
    let mut b = Builder::new("shifted", f.word);
    let n = f.n;
    let x = b.param("a", n, f.top());
    let y = b.param("b", n, f.top());
    let p = b.constants(&f.p, n);
    let z = b.constant(0);
    let mut t = vec![z; n + 1];
    for v in &x {
        row(&mut b, Style::Mac, &mut t, *v, &y);
        let s = b.shl(t[0], 32);
        let s = b.add(t[0], s, None).0;
        let m = b.sub(z, s, None).0;
        let (up, down) = (b.shl(m, 32), b.shr(m, 32));
        let (lo, borrow) = b.sub(m, up, None);
        let hi = b.sub(m, down, Some(borrow)).0;
        let mut carry = b.add(t[0], lo, None).1;
        let mut high = hi;
        let mut next = vec![];
        for j in 1..n {
            let (lo, hi) = b.mac(m, p[j], high, t[j]);
            let (s, c) = b.add(lo, z, Some(carry));
            next.push(s);
            (high, carry) = (hi, c);
        }
        next.push(b.add(high, t[n], Some(carry)).0);
        next.push(z);
        t = next;
    }
    let r = subtract_once(&mut b, f, &t[..n]);
    finish(b, r, f.canonical(&f.r, vec![Term::new(1, &["a", "b"])]))
}

/// Out of Montgomery form with the modulus as an operand: the result is below it.
pub(super) fn operand_redc(n: usize, style: Style) -> Kernel {
    let top = (BigUint::one() << (64 * n)) - 1u8;
    let mut b = Builder::new("operand_redc", Word::W64);
    let x = b.param("a", n, top.clone());
    let p = b.param("p", n, top);
    let k = b.param("k", 1, BigUint::from(u64::MAX))[0];
    let z = b.constant(0);
    let mut t = x;
    t.push(z);
    for _ in 0..n {
        let m = b.mul_lo(t[0], k);
        row(&mut b, style, &mut t, m, &p);
        t.remove(0);
        t.push(z);
    }
    let (d, borrow) = sub_n(&mut b, &t[..n], &p);
    let r = (0..n).map(|j| b.select(borrow, t[j], d[j])).collect();
    let mut contract = Contract::new(vec![Equation {
        result: "r".into(),
        scale: BigUint::one() << (64 * n),
        terms: vec![Term::new(1, &["a"])],
        modulo: Modulo::Param("p".into()),
        range: Range::BelowParam("p".into()),
    }]);
    contract.negated_inverse = Some(("p".into(), "k".into()));
    finish(b, r, contract)
}
