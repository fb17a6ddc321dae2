//! The words, rows and conditional subtractions that all kernels are made of.

use crate::limb_ir::{Builder, Limbs, Value};
use crate::plan::Plan;
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

/// In which shape a machine wants its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Two carry chains a row, low halves in one and high halves in the other: MULX with ADCX and ADOX.
    DualChain,
    /// One multiply-accumulate a product, `(lo, hi) = a b + c + d`: what compilers make of 128-bit arithmetic.
    Mac,
}

/// A word that may be known to be zero (`None`).
pub(super) type W = Option<Value>;

/// A constant factor that a row multiplies by.
#[derive(Clone, Copy, Debug)]
pub(super) enum Factor {
    /// A value.
    Word(Value),
    /// A constant: zero and powers of two need no multiplication.
    Const(u64),
}

/// A builder that knows the plan and the style.
pub(super) struct Arith<'a> {
    pub b: Builder,
    pub plan: &'a Plan,
    pub style: Style,
    /// Products with powers of two are shifts.
    pub shifts: bool,
    /// Digit rows subtract `m (W^n - p)` and add `m W^n`.
    pub complement: bool,
}

impl<'a> Arith<'a> {
    /// An empty kernel of the plan.
    pub fn new(plan: &'a Plan, style: Style, name: &str) -> Self {
        Arith {
            b: Builder::new(format!("{}_{name}", plan.name), plan.word),
            plan,
            style,
            shifts: plan.shifts,
            complement: plan.complement,
        }
    }

    /// `2^radix`.
    pub fn base(&self) -> BigUint {
        BigUint::one() << self.plan.word.radix
    }

    /// `W^n`.
    pub fn capacity(&self) -> BigUint {
        BigUint::one() << (self.plan.word.radix as usize * self.plan.limbs)
    }

    /// A parameter of the field's size with values at most `max`.
    pub fn operand(&mut self, name: &str, max: &BigUint) -> Limbs {
        self.b.param(name, self.plan.limbs, max.clone())
    }

    /// A canonical parameter.
    pub fn element(&mut self, name: &str) -> Limbs {
        let max = &self.plan.modulus - 1u8;
        self.operand(name, &max)
    }

    fn zero(&mut self) -> Value {
        self.b.constant(0)
    }

    /// The word as a value.
    pub fn value(&mut self, w: W) -> Value {
        match w {
            Some(v) => v,
            None => self.zero(),
        }
    }

    /// Words as values.
    pub fn values(&mut self, ws: &[W]) -> Limbs {
        ws.iter().map(|w| self.value(*w)).collect()
    }

    /// `x + y + cin`, skipping what is known to be zero.
    pub fn add3(&mut self, x: W, y: W, cin: Option<Value>) -> (W, Option<Value>) {
        match (x, y, cin) {
            (None, None, None) => (None, None),
            (Some(v), None, None) | (None, Some(v), None) => (Some(v), None),
            (Some(x), Some(y), c) => {
                let (s, c) = self.b.add(x, y, c);
                (Some(s), Some(c))
            }
            (Some(v), None, c) | (None, Some(v), c) => {
                let z = self.zero();
                let (s, c) = self.b.add(v, z, c);
                (Some(s), Some(c))
            }
            // A carry alone becomes a word and cannot carry again.
            (None, None, Some(c)) => (Some(self.b.bit_word(c)), None),
        }
    }

    /// `x y` as `(lo, hi)`.
    fn product(&mut self, x: Value, y: Factor) -> (W, W) {
        let bits = self.b.word().container;
        match y {
            Factor::Const(0) => (None, None),
            Factor::Const(1) => (Some(x), None),
            Factor::Const(c) if c.is_power_of_two() && self.shifts => {
                let k = c.trailing_zeros();
                (Some(self.b.shl(x, k)), Some(self.b.shr(x, bits - k)))
            }
            Factor::Const(c) => {
                let c = self.b.constant(c);
                let (lo, hi) = self.b.mul_wide(x, c);
                (Some(lo), Some(hi))
            }
            Factor::Word(y) => {
                let (lo, hi) = self.b.mul_wide(x, y);
                (Some(lo), Some(hi))
            }
        }
    }

    /// `t[at..] += x * ys`. `keep`: the sum may need the word after the row's last one; otherwise the carries out of
    /// word `at + ys.len()` are known to be zero and dropped.
    pub fn row(&mut self, t: &mut Vec<W>, at: usize, x: Value, ys: &[Factor], keep: bool) {
        let end = at + ys.len();
        if t.len() < end + 2 {
            t.resize(end + 2, None);
        }
        match self.style {
            Style::DualChain => self.row_dual(t, at, x, ys, keep),
            Style::Mac => self.row_mac(t, at, x, ys, keep),
        }
    }

    fn row_dual(&mut self, t: &mut [W], at: usize, x: Value, ys: &[Factor], keep: bool) {
        let (mut low, mut high) = (None, None);
        for (j, y) in ys.iter().enumerate() {
            let (lo, hi) = self.product(x, *y);
            (t[at + j], low) = self.add3(t[at + j], lo, low);
            (t[at + j + 1], high) = self.add3(t[at + j + 1], hi, high);
        }
        let end = at + ys.len();
        let carry;
        (t[end], carry) = self.add3(t[end], None, low);
        if keep {
            (t[end + 1], _) = self.add3(t[end + 1], None, high);
            (t[end + 1], _) = self.add3(t[end + 1], None, carry);
        }
    }

    fn row_mac(&mut self, t: &mut [W], at: usize, x: Value, ys: &[Factor], keep: bool) {
        // The running high word, and the carry bit that belongs to it.
        let mut high: W = None;
        for (j, y) in ys.iter().enumerate() {
            let factor = match *y {
                Factor::Word(y) => Some(y),
                // Compilers see for themselves that a factor is a power of two.
                Factor::Const(c) if c > 0 => Some(self.b.constant(c)),
                Factor::Const(_) => None,
            };
            let word = t[at + j];
            match (factor, word, high) {
                (Some(y), None, None) => {
                    let (lo, hi) = self.b.mul_wide(x, y);
                    (t[at + j], high) = (Some(lo), Some(hi));
                }
                (Some(y), u, v) => {
                    let (u, v) = (self.value(u), self.value(v));
                    let (lo, hi) = self.b.mac(x, y, u, v);
                    (t[at + j], high) = (Some(lo), Some(hi));
                }
                (None, u, v) => {
                    // A zero limb: only the running high word.
                    let (s, carry) = self.add3(u, v, None);
                    (t[at + j], high) = (s, self.add3(None, None, carry).0);
                }
            }
        }
        let end = at + ys.len();
        let carry;
        (t[end], carry) = self.add3(t[end], high, None);
        if keep {
            (t[end + 1], _) = self.add3(t[end + 1], None, carry);
        }
    }

    /// `t[at..] += m (W^n - c)` for the `m` with `m c_0 = t[at] (mod W)`, `cs` the n limbs of c: `m c` is subtracted and `m W^n` added. The
    /// lowest word cancels without a borrow, and nothing is computed for it. `words`: how many words of t the sum may need.
    pub fn row_complement(
        &mut self,
        t: &mut Vec<W>,
        at: usize,
        m: Value,
        cs: &[Factor],
        words: usize,
    ) {
        let end = at + cs.len();
        if t.len() < end + 2 {
            t.resize(end + 2, None);
        }
        let mut products = vec![];
        for c in cs {
            products.push(self.product(m, *c));
        }
        t[at] = None;
        // All low halves before the high ones: the high half of the first product is the last to come. m W^n is above m c, whatever the
        // words of t, so that neither chain borrows from it.
        let mut borrow = None;
        for (word, (low, _)) in t[at + 1..end].iter_mut().zip(&products[1..]) {
            (*word, borrow) = self.sub3(*word, *low, borrow);
        }
        let (below, _) = self.add3(products[cs.len() - 1].1, None, borrow);
        borrow = None;
        for (word, (_, high)) in t[at + 1..end].iter_mut().zip(&products) {
            (*word, borrow) = self.sub3(*word, *high, borrow);
        }
        let (top, _) = self.sub3(Some(m), below, borrow);
        let mut carry;
        (t[end], carry) = self.add3(t[end], top, None);
        for word in t[end + 1..].iter_mut().take(words - end - 1) {
            (*word, carry) = self.add3(*word, None, carry);
        }
    }

    /// `x - y - bin`, skipping what is known to be zero.
    fn sub3(&mut self, x: W, y: W, bin: Option<Value>) -> (W, Option<Value>) {
        if y.is_none() && bin.is_none() {
            return (x, None);
        }
        let (x, y) = (self.value(x), self.value(y));
        let (d, b) = self.b.sub(x, y, bin);
        (Some(d), Some(b))
    }

    /// `x + y`, one chain; the carry out.
    pub fn add_words(&mut self, x: &[W], y: &[W]) -> (Vec<W>, Option<Value>) {
        let mut carry = None;
        let mut out = vec![];
        for (x, y) in x.iter().zip(y) {
            let (s, c) = self.add3(*x, *y, carry);
            out.push(s);
            carry = c;
        }
        (out, carry)
    }

    /// `x + (bit ? p : 0)` and the carry out.
    pub fn add_modulus_if(&mut self, bit: Value, x: &[W]) -> (Vec<W>, Option<Value>) {
        let p = self.plan.modulus.clone();
        self.add_constant_if(bit, x, &p)
    }

    /// `x + (bit ? c : 0)` and the carry out; `c` has as many limbs as an element.
    pub fn add_constant_if(&mut self, bit: Value, x: &[W], c: &BigUint) -> (Vec<W>, Option<Value>) {
        let constants = self.b.constants(c, self.plan.limbs);
        let zero = self.b.constant(0);
        let masked: Vec<W> = constants
            .iter()
            .map(|c| (*c != zero).then(|| self.b.select(bit, *c, zero)))
            .collect();
        self.add_words(x, &masked)
    }

    /// `x - y` for values; the borrow out.
    pub fn sub_words(&mut self, x: &[Value], y: &[Value]) -> (Limbs, Value) {
        let mut borrow = None;
        let mut out = vec![];
        for (x, y) in x.iter().zip(y) {
            let (d, b) = self.b.sub(*x, *y, borrow);
            out.push(d);
            borrow = Some(b);
        }
        let borrow = match borrow {
            Some(b) => b,
            None => unreachable!("numbers have at least one limb"),
        };
        (out, borrow)
    }

    /// `x >= q ? x - q : x`. The result must be known to fit `keep` words.
    fn subtract_if_possible(&mut self, x: &[W], q: &BigUint, keep: usize) -> Vec<W> {
        let x: Vec<W> = x.to_vec();
        let values = self.values(&x);
        let constants = self.b.constants(q, values.len());
        let (d, borrow) = self.sub_words(&values, &constants);
        (0..keep)
            .map(|i| Some(self.b.select(borrow, values[i], d[i])))
            .collect()
    }

    /// From a value of at most `max` to its canonical residue, by conditional subtractions of `2^s p`.
    pub fn canonical(&mut self, x: &[W], max: &BigUint) -> Limbs {
        let n = self.plan.limbs;
        let p = self.plan.modulus.clone();
        let radix = self.plan.word.radix as usize;
        let mut x = x.to_vec();
        let mut max = max.clone();
        while x.len() > n
            && (x.last().is_some_and(|w| w.is_none())
                || max < BigUint::one() << (radix * (x.len() - 1)))
        {
            x.pop();
        }
        x.resize(x.len().max(n), None);
        let mut multiple = p.clone();
        while &multiple * 2u8 <= max {
            multiple <<= 1;
        }
        while max >= p {
            if max >= multiple {
                let after = (&multiple - 1u8).max(&max - &multiple);
                let words = if after < self.capacity() { n } else { x.len() };
                x = self.subtract_if_possible(&x, &multiple, words);
                max = after;
            }
            multiple >>= 1;
            if multiple < p {
                multiple = p.clone();
            }
        }
        x.truncate(n);
        self.values(&x)
    }

    /// `x - y mod p` for one word each, where `-p <= x - y < p`. If `p` leaves a bit free, both differences are computed and one is
    /// chosen: only the choice waits for the borrow.
    pub fn sub_word(&mut self, x: Value, y: Value) -> Value {
        if &self.plan.modulus * 2u8 >= self.capacity() {
            return self.sub_word_corrected(x, y);
        }
        let p = self.b.constants(&self.plan.modulus, 1)[0];
        let (d, borrow) = self.b.sub(x, y, None);
        let (above, _) = self.b.add(x, p, None);
        let (above, _) = self.b.sub(above, y, None);
        self.b.select(borrow, above, d)
    }

    /// The same, as the difference plus `p` where it borrows.
    pub fn sub_word_corrected(&mut self, x: Value, y: Value) -> Value {
        let p = self.b.constants(&self.plan.modulus, 1)[0];
        let zero = self.zero();
        let (d, borrow) = self.b.sub(x, y, None);
        let correction = self.b.select(borrow, p, zero);
        self.b.add(d, correction, None).0
    }

    /// The limbs of a constant as row factors.
    pub fn factors(&self, c: &BigUint) -> Vec<Factor> {
        let mask = self.base() - 1u8;
        (0..self.plan.limbs)
            .map(|i| {
                let limb = (c >> (self.plan.word.radix as usize * i)) & &mask;
                Factor::Const(limb.to_u64().unwrap_or(0))
            })
            .collect()
    }
}

/// Values as row factors.
pub(super) fn words(v: &[Value]) -> Vec<Factor> {
    v.iter().map(|v| Factor::Word(*v)).collect()
}

/// Values as words.
pub(super) fn some(v: &[Value]) -> Vec<W> {
    v.iter().map(|v| Some(*v)).collect()
}

/// The number with all `k` low words at their largest: `W^k - 1`, or 0.
pub(super) fn all_ones(radix: u32, k: usize) -> BigUint {
    if k == 0 {
        BigUint::zero()
    } else {
        (BigUint::one() << (radix as usize * k)) - 1u8
    }
}
