//! Sparse polynomials over symbols, made for eliminating the newest symbol again and again.
//!
//! A monomial is at most four symbol numbers packed into a `u128`, largest first. Symbols that may still be substituted
//! ("live") have the top bit set, so a monomial always leads with the newest live symbol, and the terms to rewrite at
//! one instruction are one bucket.

use super::num::Num;

/// Marks a symbol that its instruction will substitute later in the walk.
pub(super) const LIVE: u32 = 1 << 31;

/// Up to four symbols, largest first, missing ones 0.
pub(super) type Mono = u128;

/// The four symbols.
pub(super) fn lanes(m: Mono) -> [u32; 4] {
    [
        (m >> 96) as u32,
        (m >> 64) as u32,
        (m >> 32) as u32,
        m as u32,
    ]
}

fn pack(l: [u32; 4]) -> Mono {
    l.iter().fold(0, |m, s| (m << 32) | u128::from(*s))
}

/// `m * sym`; `None` when a fifth symbol would be needed. `idempotent`: `sym * sym = sym`.
pub(super) fn times(m: Mono, sym: u32, idempotent: bool) -> Option<Mono> {
    let mut l = lanes(m);
    if idempotent && l.contains(&sym) {
        return Some(m);
    }
    if l[3] != 0 {
        return None;
    }
    let mut i = 3;
    while i > 0 && l[i - 1] < sym {
        l[i] = l[i - 1];
        i -= 1;
    }
    l[i] = sym;
    Some(pack(l))
}

/// Without its leading symbol.
pub(super) fn rest(m: Mono) -> Mono {
    m << 32
}

/// One term.
pub(super) type Term = (Mono, Num);

/// A sum of terms, by leading symbol.
#[derive(Clone, Default)]
pub(super) struct Poly {
    live: Vec<Vec<Term>>,
    atoms: Vec<Vec<Term>>,
    /// Additions made: the certificate's step count.
    pub(super) steps: usize,
}

impl Poly {
    fn bucket(&mut self, lead: u32) -> &mut Vec<Term> {
        let (side, i) = if lead & LIVE != 0 {
            (&mut self.live, lead & !LIVE)
        } else {
            (&mut self.atoms, lead)
        };
        let i = i as usize;
        if side.len() <= i {
            side.resize_with(i + 1, Vec::new);
        }
        &mut side[i]
    }

    /// Adds `c m`.
    pub(super) fn add(&mut self, m: Mono, c: Num) {
        if c.is_zero() {
            return;
        }
        self.steps += 1;
        let b = self.bucket((m >> 96) as u32);
        match b.iter().position(|t| t.0 == m) {
            None => b.push((m, c)),
            Some(i) => {
                let s = b[i].1.add(&c);
                if s.is_zero() {
                    b.swap_remove(i);
                } else {
                    b[i].1 = s;
                }
            }
        }
    }

    /// The coefficient of `m`.
    pub(super) fn coefficient(&self, m: Mono) -> Num {
        let lead = (m >> 96) as u32;
        let (side, i) = if lead & LIVE != 0 {
            (&self.live, lead & !LIVE)
        } else {
            (&self.atoms, lead)
        };
        side.get(i as usize)
            .and_then(|b| b.iter().find(|t| t.0 == m))
            .map_or(Num::ZERO, |t| t.1.clone())
    }

    /// Takes the terms that lead with `lead`.
    pub(super) fn take(&mut self, lead: u32) -> Vec<Term> {
        let (side, i) = if lead & LIVE != 0 {
            (&mut self.live, lead & !LIVE)
        } else {
            (&mut self.atoms, lead)
        };
        side.get_mut(i as usize)
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// Does a term lead with `lead`?
    pub(super) fn leads(&self, lead: u32) -> bool {
        let (side, i) = if lead & LIVE != 0 {
            (&self.live, lead & !LIVE)
        } else {
            (&self.atoms, lead)
        };
        side.get(i as usize).is_some_and(|b| !b.is_empty())
    }

    /// One past the largest live symbol that leads a bucket.
    pub(super) fn live_end(&self) -> usize {
        self.live.len()
    }

    /// All terms.
    pub(super) fn terms(&self) -> impl Iterator<Item = &Term> {
        self.atoms.iter().chain(self.live.iter()).flatten()
    }
}
