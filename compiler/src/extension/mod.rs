//! Towers of quadratic and cubic extensions as data: what is claimed of one is checked, what follows from it is computed.
//!
//! - [`Spec`]: the claims, a prime and a text such as `u^2 = -5, v^3 = u, w^2 = v`
//! - [`Extension`]: the checked tower; its formulas in field IR ([`crate::formulas::tower`]) and its constants
//! - `text`: the parser
//! - `arithmetic`: elements over big integers, by the school method

mod arithmetic;
mod text;

#[cfg(test)]
mod tests;

use crate::field_ir::{Builder, Function};
use crate::formulas::tower::{self, NonResidue, Tower};
use crate::passes::signs;
use crate::spec;
use arithmetic::{Element, Fields};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use std::ops::Range;

/// The largest degree over the prime field.
pub const MAX_DEGREE: usize = 24;

/// The largest magnitude of a coefficient.
pub const MAX_COEFFICIENT: i64 = 64;

/// What somebody says of a tower.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// A prime.
    pub modulus: BigUint,
    /// The levels, from the bottom: each a root, its degree, and what that power of it is.
    pub tower: String,
}

/// The part of a [`Spec`] that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The prime.
    Modulus,
    /// The levels.
    Tower,
}

/// What is wrong with a tower.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct ExtensionError {
    /// Where.
    pub place: Place,
    /// The bytes of the text that are wrong; none for all of it.
    pub span: Option<Range<usize>>,
    /// What, and what to do.
    pub reason: String,
}

/// A tower whose claims hold.
#[derive(Clone, Debug)]
pub struct Extension {
    /// From the bottom.
    pub levels: Vec<Level>,
    tower: Tower,
    fields: Fields,
}

/// A level of a checked tower.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The name of the root.
    pub root: String,
    /// Its degree over the level below.
    pub degree: usize,
    /// Coordinates of an element below.
    pub below: usize,
    /// The basis: products of powers of roots.
    pub basis: Vec<String>,
    /// An element that is no square.
    pub non_square: Element,
}

/// A function that also takes constants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// The function, of an element and, unless there are none, of constants.
    pub function: Function,
    /// The constants.
    pub constants: Vec<BigUint>,
}

impl Spec {
    /// Checks every claim.
    ///
    /// # Errors
    /// The first claim that does not hold: a modulus that is no odd prime of at most [`spec::MAX_FIELD_BITS`] bits; a text that is no tower, with its bytes;
    /// a degree that does not divide q - 1 for the q elements of the level below; a right side that is 0 or a power of the degree in the level below.
    pub fn check(&self) -> Result<Extension, ExtensionError> {
        let p = &self.modulus;
        let modulus = |reason: String| ExtensionError {
            place: Place::Modulus,
            span: None,
            reason,
        };
        spec::check_modulus(p, spec::MAX_FIELD_BITS).map_err(|e| modulus(e.problem.to_string()))?;
        if !spec::is_prime(p) {
            return Err(modulus("must be prime".into()));
        }
        let lines = text::parse(&self.tower)?;
        let mut fields = Fields {
            p: p.clone(),
            levels: vec![],
        };
        let mut tower = Tower { levels: vec![] };
        let mut levels = vec![];
        let mut basis = vec![String::new()];
        for (below, line) in lines.iter().enumerate() {
            let degree = line.degree;
            let root = &line.root;
            let right = &self.tower[line.right.clone()];
            let wrong = |reason: String| ExtensionError {
                place: Place::Tower,
                span: Some(line.right.clone()),
                reason: format!("`{root}^{degree} = {}`: {reason}", right.trim()),
            };
            let residue = |k: &i32| {
                let magnitude = BigUint::from(k.unsigned_abs()) % p;
                if *k < 0 {
                    (p - magnitude) % p
                } else {
                    magnitude
                }
            };
            let beta: Element = line.non_residue.iter().map(residue).collect();
            let kind = if degree == 2 { "square" } else { "cube" };
            if arithmetic::is_zero(&beta) {
                return Err(wrong(format!("0 is a {kind}")));
            }
            if !fields.divides(below, degree as u32) {
                return Err(wrong(format!(
                    "every element of the level below is a {kind}, as {degree} does not divide q - 1 for its q = p^{} elements; choose another degree, or a quadratic level first",
                    fields.degree(below)
                )));
            }
            if fields.is_power(below, &beta, degree as u32) {
                let suggestion = suggestion(&fields, below, degree, &lines)
                    .map_or(String::new(), |s| format!(", such as {s}"));
                return Err(wrong(format!(
                    "a {kind} in the level below, so this defines no field; choose an element that is none{suggestion}"
                )));
            }
            tower.levels.push(tower::Level {
                degree,
                non_residue: non_residue(&line.non_residue, lines[..below].last()),
            });
            fields.levels.push((degree, beta));
            let power = |i: usize| match i {
                0 => String::new(),
                1 => line.root.clone(),
                _ => format!("{}^{i}", line.root),
            };
            basis = (0..degree)
                .flat_map(|i| basis.iter().map(move |b| (i, b)))
                .map(|(i, b)| format!("{b} {}", power(i)).trim().to_string())
                .collect();
            levels.push(Level {
                root: line.root.clone(),
                degree,
                below: fields.degree(below),
                basis: basis.clone(),
                non_square: fields.non_square(below + 1),
            });
        }
        Ok(Extension {
            levels,
            tower,
            fields,
        })
    }
}

/// The root of the level below moves coordinates, and costs less than integers.
fn non_residue(k: &[i32], below: Option<&text::Line>) -> NonResidue {
    let root = below.is_some_and(|line| {
        let place = k.len() / line.degree;
        k.iter()
            .enumerate()
            .all(|(i, k)| *k == i32::from(i == place))
    });
    if root {
        NonResidue::Root
    } else {
        NonResidue::Integers(k.to_vec())
    }
}

/// A small integer, or a small integer plus the root below, that would do.
fn suggestion(
    fields: &Fields,
    below: usize,
    degree: usize,
    lines: &[text::Line],
) -> Option<String> {
    let root = below.checked_sub(1).map(|l| &lines[l].root);
    let candidates = [None, root]
        .into_iter()
        .take(1 + usize::from(root.is_some()));
    candidates
        .flat_map(|root| (0u8..12).map(move |k| (root, k)))
        .find_map(|(root, k)| {
            let x = fields.integer(below, k);
            let (x, text) = match root {
                None => (x, format!("{k}")),
                Some(root) if k == 0 => (fields.root(below), root.clone()),
                Some(root) => (fields.add(&x, &fields.root(below)), format!("{k} + {root}")),
            };
            (!fields.is_power(below, &x, degree as u32)).then(|| format!("`{text}`"))
        })
}

impl Level {
    /// Coordinates of an element.
    pub fn coordinates(&self) -> usize {
        self.degree * self.below
    }
}

impl Extension {
    /// The formulas of a level, counted from 1.
    ///
    /// `mul(a, b)`, `sqr(a)`; `adjugate(a) -> (out, norm)` with `a out = norm`, the norm to the level below; `non_residue(a)`: an element below times what
    /// the root is a root of.
    pub fn formulas(&self, level: usize) -> Vec<Function> {
        let t = &self.tower;
        let all = vec![true; t.degree(level)];
        [
            tower::product(t, &format!("mul_{level}"), level, &all),
            tower::square(t, &format!("sqr_{level}"), level),
            tower::adjugate(t, &format!("adjugate_{level}"), level),
            tower::times_non_residue(t, &format!("non_residue_{level}"), level),
        ]
        .iter()
        .map(signs)
        .collect()
    }

    /// `a^(p^k)` for k from 1 to below the degree over the prime field.
    pub fn frobenius(&self, level: usize) -> Vec<Linear> {
        let one = self.fields.frobenius(level);
        // `x^(p^k)`: coordinates are their own p-th powers.
        let apply = |x: &Element| {
            let mut out = self.fields.zero(level);
            for (c, image) in x.iter().zip(&one) {
                let scaled: Element = image.iter().map(|i| c * i).collect();
                out = self.fields.add(&out, &scaled);
            }
            out
        };
        let mut images = one.clone();
        let mut out = vec![];
        for k in 1..self.fields.degree(level) {
            out.push(linear(
                &format!("frobenius_{level}_{k}"),
                &images,
                &self.fields.p,
            ));
            images = images.iter().map(apply).collect();
        }
        out
    }
}

/// The linear map that sends basis element i to `images[i]`.
fn linear(name: &str, images: &[Element], p: &BigUint) -> Linear {
    let n = images.len();
    let minus_one = p - 1u8;
    let plain = |c: &BigUint| c.is_zero() || c.is_one() || *c == minus_one;
    let mut constants: Vec<BigUint> = images.concat().into_iter().filter(|c| !plain(c)).collect();
    constants.sort();
    constants.dedup();
    let mut b = Builder::new(name);
    let x = b.param("a", n);
    let c = match constants.len() {
        0 => vec![],
        count => b.param("c", count),
    };
    let mut out = vec![];
    for j in 0..n {
        let mut sum = vec![None];
        for (image, x) in images.iter().zip(&x) {
            let factor = &image[j];
            if factor.is_zero() {
                continue;
            }
            sum = if *factor == minus_one {
                tower::sub(&mut b, &sum, &[Some(*x)])
            } else if factor.is_one() {
                tower::add(&mut b, &sum, &[Some(*x)])
            } else {
                let c = constants.binary_search(factor).map_or(x, |at| &c[at]);
                let t = b.mul(*c, *x);
                tower::add(&mut b, &sum, &[Some(t)])
            };
        }
        out.extend(tower::values(&mut b, &sum));
    }
    b.result("out", out);
    Linear {
        function: signs(&b.finish()),
        constants,
    }
}
