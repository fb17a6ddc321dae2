//! Linear forms modulo the machine word: which words are equal, and which are multiples of a power of two.
//!
//! Two words whose forms agree modulo `W` are the same number, because both lie in `[0, W)`. That is how the cleared
//! word of a Montgomery row, `t_0 + lo(m p_0)`, is seen to be zero, however `m` was computed.

use super::poly::{Mono, lanes, times};
use std::collections::HashMap;

/// Longer forms are cut: the value stands for itself.
const MAX_TERMS: usize = 10;

/// `Σ coefficient * monomial` modulo `2^bits`, sorted by monomial, no zero coefficient.
pub(super) type Form = Vec<(Mono, u64)>;

/// Arithmetic of forms for one word size.
pub(super) struct Forms {
    mask: u64,
    /// Symbols `k`, `p_0` with `k p_0 = -1`.
    inverse: Option<(u32, u32)>,
    seen: HashMap<Form, u32>,
}

impl Forms {
    pub(super) fn new(mask: u64, inverse: Option<(u32, u32)>) -> Self {
        Forms {
            mask,
            inverse,
            seen: HashMap::new(),
        }
    }

    pub(super) fn constant(&self, c: u64) -> Form {
        if c & self.mask == 0 {
            vec![]
        } else {
            vec![(0, c & self.mask)]
        }
    }

    pub(super) fn symbol(&self, s: u32) -> Form {
        times(0, s, false).map_or_else(Vec::new, |m| vec![(m, 1)])
    }

    pub(super) fn scale(&self, a: &Form, c: u64) -> Form {
        a.iter()
            .map(|(m, x)| (*m, x.wrapping_mul(c) & self.mask))
            .filter(|t| t.1 != 0)
            .collect()
    }

    /// `a + b`, or `None` where it is too long.
    pub(super) fn add(&self, a: &Form, b: &Form) -> Option<Form> {
        let mut out = Form::with_capacity(a.len() + b.len());
        let (mut i, mut j) = (0, 0);
        while i < a.len() || j < b.len() {
            if j == b.len() || (i < a.len() && a[i].0 < b[j].0) {
                out.push(a[i]);
                i += 1;
            } else if i == a.len() || b[j].0 < a[i].0 {
                out.push(b[j]);
                j += 1;
            } else {
                let c = a[i].1.wrapping_add(b[j].1) & self.mask;
                if c != 0 {
                    out.push((a[i].0, c));
                }
                i += 1;
                j += 1;
            }
        }
        (out.len() <= MAX_TERMS).then_some(out)
    }

    /// `a b`, or `None` where it is too long or of too high a degree.
    pub(super) fn mul(&self, a: &Form, b: &Form) -> Option<Form> {
        if a.len() * b.len() > MAX_TERMS {
            return None;
        }
        let mut out = Form::new();
        for (ma, ca) in a {
            for (mb, cb) in b {
                let mut m = *ma;
                for s in lanes(*mb).into_iter().filter(|s| *s != 0) {
                    m = times(m, s, false)?;
                }
                let (m, negate) = self.reduce(m);
                let c = ca.wrapping_mul(*cb);
                let c = if negate { c.wrapping_neg() } else { c } & self.mask;
                if c != 0 {
                    out = self.add(&out, &vec![(m, c)])?;
                }
            }
        }
        Some(out)
    }

    /// `k p_0 -> -1` in a monomial.
    fn reduce(&self, m: Mono) -> (Mono, bool) {
        let Some((k, p0)) = self.inverse else {
            return (m, false);
        };
        let l = lanes(m);
        if !l.contains(&k) || !l.contains(&p0) {
            return (m, false);
        }
        let (mut k_left, mut p_left) = (true, true);
        let mut out = 0;
        for s in l.into_iter().filter(|s| *s != 0) {
            if s == k && k_left {
                k_left = false;
            } else if s == p0 && p_left {
                p_left = false;
            } else {
                out = times(out, s, false).unwrap_or(out);
            }
        }
        (out, true)
    }

    /// The largest power of two that divides every coefficient.
    pub(super) fn trailing_zeros(&self, a: &Form) -> u32 {
        a.iter().map(|t| t.1.trailing_zeros()).min().unwrap_or(64)
    }

    /// The first value with this form; `v` itself where it is the first.
    pub(super) fn first(&mut self, a: &Form, v: u32) -> u32 {
        *self.seen.entry(a.clone()).or_insert(v)
    }
}
