//! Workloads of field operations, one pair of loops for every library.
//!
//! Operands never repeat: results become operands, in a Fibonacci-like sequence. With fixed operands a branch predictor learns every
//! conditional subtraction, and code with branches looks several times faster than it is on values it has not seen.

use super::{Suite, Workload};
use crate::ids::{self, Form, Op};
use crate::reference::{Field, Samples};
use num_bigint::BigUint;
use std::hint::black_box;
use std::rc::Rc;

/// Elements of an array: operands and result of six limbs fill 9 KiB, well inside the first-level cache.
const ELEMENTS: usize = 64;
/// Steps of a chain in one pass (a multiple of three: they go in threes).
const STEPS: usize = 63;

/// How a library's element is made from an integer below the modulus, and read back as the canonical integer.
struct Codec<T> {
    from: Box<dyn Fn(&BigUint) -> T>,
    to: Box<dyn Fn(&T) -> BigUint>,
}

/// One library over one field; each method registers the rows of one operation.
///
/// Operations write through `&mut T`, so that foreign functions with an out pointer and functions that return a value both run at
/// their own best: neither is charged for a copy.
pub struct Peer<'a, T> {
    suite: &'a mut Suite,
    field: &'static Field,
    who: &'static str,
    codec: Rc<Codec<T>>,
    lanes: Option<usize>,
}

impl<'a, T: Copy + 'static> Peer<'a, T> {
    pub fn new(
        suite: &'a mut Suite,
        field: &'static Field,
        who: &'static str,
        from: impl Fn(&BigUint) -> T + 'static,
        to: impl Fn(&T) -> BigUint + 'static,
    ) -> Self {
        let codec = Rc::new(Codec {
            from: Box::new(from),
            to: Box::new(to),
        });
        Peer {
            suite,
            field,
            who,
            codec,
            lanes: None,
        }
    }

    /// Says that a `T` is a vector of `width` independent elements, all equal to the integer it is made from. Its rows are `lanes` rows:
    /// time of independent operations, per element.
    pub fn lanes(mut self, width: usize) -> Self {
        self.lanes = Some(width);
        self
    }

    /// `add`, `sub` or `mul`. Latency: `x[n+1] = x[n-1] op x[n]`.
    pub fn binary(self, op: Op, f: impl Fn(&mut T, &T, &T) + Copy + 'static) -> Self {
        self.rows(op, f, f, true)
    }

    /// `sqr`. Latency: `x[n+1] = x[n]^2`.
    pub fn sqr(self, f: impl Fn(&mut T, &T) + Copy + 'static) -> Self {
        self.rows(
            Op::Sqr,
            move |out, a, _| f(out, a),
            move |out, _, newer| f(out, newer),
            true,
        )
    }

    /// `neg`: throughput only. A chain of negations is one that a compiler may fold away.
    pub fn neg(self, f: impl Fn(&mut T, &T) + Copy + 'static) -> Self {
        let negate = move |out: &mut T, a: &T, _: &T| f(out, a);
        self.rows(Op::Neg, negate, negate, false)
    }

    /// `inv` or `inv_vartime`. Latency: `x[n+1] = 1 / (x[n-1] + x[n])`; the addition is part of the time.
    pub fn inversion(
        self,
        op: Op,
        add: impl Fn(&mut T, &T, &T) + Copy + 'static,
        f: impl Fn(&mut T, &T) + Copy + 'static,
    ) -> Self {
        let step = move |out: &mut T, x: &T, y: &T| {
            let mut t = *x;
            add(&mut t, x, y);
            f(out, &t);
        };
        self.rows(op, move |out, a, _| f(out, a), step, true)
    }

    /// `sqrt` of squares. Latency: `x[n+1] = sqrt((x[n-1] x[n])^2)`; both products are part of the time.
    pub fn sqrt(
        self,
        mul: impl Fn(&mut T, &T, &T) + Copy + 'static,
        f: impl Fn(&mut T, &T) + Copy + 'static,
    ) -> Self {
        let step = move |out: &mut T, x: &T, y: &T| {
            let (mut t, mut square) = (*x, *x);
            mul(&mut t, x, y);
            mul(&mut square, &t, &t);
            f(out, &square);
        };
        self.rows(Op::Sqrt, move |out, a, _| f(out, a), step, true)
    }

    fn rows(
        self,
        op: Op,
        f: impl Fn(&mut T, &T, &T) + 'static,
        step: impl Fn(&mut T, &T, &T) + 'static,
        latency: bool,
    ) -> Self {
        let (field, codec) = (self.field, self.codec.clone());
        let form = if self.lanes.is_some() {
            Form::Lanes
        } else {
            Form::Throughput
        };
        let width = self.lanes.unwrap_or(1);
        self.suite.add(
            ids::field(field.name, op, form),
            self.who,
            None,
            move || Box::new(Stream::new(field, op, codec, width, f)),
        );
        if latency && self.lanes.is_none() {
            let codec = self.codec.clone();
            self.suite.add(
                ids::field(field.name, op, Form::Latency),
                self.who,
                None,
                move || Box::new(Chain::new(field, op, codec, step)),
            );
        }
        self
    }
}

/// What to tell the reader about a wrong `result` of `op` on `(a, b)`.
fn describe(op: Op, a: &BigUint, b: &BigUint, result: &BigUint) -> String {
    match op {
        Op::Add | Op::Sub | Op::Mul => format!("{op}({a:#x}, {b:#x}) gave {result:#x}"),
        _ => format!("{op}({a:#x}) gave {result:#x}"),
    }
}

/// Independent operations: `f(&mut out[i], a[i], b[i])`, then `(a, b, out)` become `(b, out, a)`.
struct Stream<T, F> {
    field: &'static Field,
    op: Op,
    codec: Rc<Codec<T>>,
    width: usize,
    f: F,
    values: Vec<(BigUint, BigUint)>,
    a: Box<[T; ELEMENTS]>,
    b: Box<[T; ELEMENTS]>,
    out: Box<[T; ELEMENTS]>,
}

impl<T: Copy, F: Fn(&mut T, &T, &T)> Stream<T, F> {
    fn new(field: &'static Field, op: Op, codec: Rc<Codec<T>>, width: usize, f: F) -> Self {
        let mut samples = Samples::new(1);
        let values: Vec<_> = (0..ELEMENTS)
            .map(|_| {
                let (a, b) = (samples.element(field), samples.element(field));
                if op == Op::Sqrt {
                    (&a * &a % &field.modulus, b)
                } else {
                    (a, b)
                }
            })
            .collect();
        let a: Box<[T; ELEMENTS]> = Box::new(std::array::from_fn(|i| (codec.from)(&values[i].0)));
        let b = Box::new(std::array::from_fn(|i| (codec.from)(&values[i].1)));
        let out = a.clone();
        Stream {
            field,
            op,
            codec,
            width,
            f,
            values,
            a,
            b,
            out,
        }
    }

    fn verify(&self, a: &BigUint, b: &BigUint, result: &T) -> Result<(), String> {
        let result = (self.codec.to)(result);
        if self.field.holds(self.op, a, b, &result) {
            Ok(())
        } else {
            Err(describe(self.op, a, b, &result))
        }
    }

    /// The function itself on the edges of its domain.
    fn check_edges(&self) -> Result<(), String> {
        let edges = self.field.edges();
        let p = &self.field.modulus;
        let binary = matches!(self.op, Op::Add | Op::Sub | Op::Mul);
        let seconds = if binary { edges.len() } else { 1 };
        for a in &edges {
            let a = match self.op {
                Op::Sqrt => a * a % p,
                _ => a.clone(),
            };
            // Zero has no inverse; its root is an error in some libraries.
            if matches!(self.op, Op::Inv | Op::InvVartime | Op::Sqrt) && a == BigUint::ZERO {
                continue;
            }
            for b in edges.iter().take(seconds) {
                let (x, y) = ((self.codec.from)(&a), (self.codec.from)(b));
                let mut result = x;
                (self.f)(&mut result, &x, &y);
                self.verify(&a, b, &result)?;
            }
        }
        Ok(())
    }
}

impl<T: Copy, F: Fn(&mut T, &T, &T)> Workload for Stream<T, F> {
    fn check(&mut self) -> Result<(), String> {
        self.check_edges()?;
        let (a, b) = (self.a.clone(), self.b.clone());
        self.run(1);
        // Roots stay where they are, other results have moved on to be the next second operand.
        let results = if self.op == Op::Sqrt {
            &self.out
        } else {
            &self.b
        };
        for ((a, b), result) in self.values.iter().zip(results.iter()) {
            self.verify(a, b, result)?;
        }
        (self.a, self.b) = (a, b);
        Ok(())
    }

    #[inline(never)]
    fn run(&mut self, passes: u64) {
        for _ in 0..passes {
            let (a, b) = black_box((&*self.a, &*self.b));
            for i in 0..ELEMENTS {
                (self.f)(&mut self.out[i], &a[i], &b[i]);
            }
            black_box(&mut *self.out);
            // The root of a square need not be a square.
            if self.op != Op::Sqrt {
                std::mem::swap(&mut self.a, &mut self.b);
                std::mem::swap(&mut self.b, &mut self.out);
            }
        }
    }

    fn operations(&self) -> u64 {
        (ELEMENTS * self.width) as u64
    }
}

/// Dependent operations: `f(&mut x[n+1], x[n-1], x[n])`.
struct Chain<T, F> {
    field: &'static Field,
    op: Op,
    codec: Rc<Codec<T>>,
    f: F,
    older: T,
    newer: T,
}

impl<T: Copy, F: Fn(&mut T, &T, &T)> Chain<T, F> {
    fn new(field: &'static Field, op: Op, codec: Rc<Codec<T>>, f: F) -> Self {
        let mut samples = Samples::new(2);
        let older = (codec.from)(&samples.element(field));
        let newer = (codec.from)(&samples.element(field));
        Chain {
            field,
            op,
            codec,
            f,
            older,
            newer,
        }
    }

    /// What one step of the chain hands to the operation.
    fn operand(&self, older: &BigUint, newer: &BigUint) -> BigUint {
        let p = &self.field.modulus;
        match self.op {
            Op::Add | Op::Sub | Op::Mul => older.clone(),
            Op::Sqr | Op::Neg => newer.clone(),
            Op::Inv | Op::InvVartime => (older + newer) % p,
            Op::Sqrt => {
                let t = older * newer % p;
                &t * &t % p
            }
        }
    }
}

impl<T: Copy, F: Fn(&mut T, &T, &T)> Workload for Chain<T, F> {
    fn check(&mut self) -> Result<(), String> {
        let start = (self.older, self.newer);
        for _ in 0..STEPS {
            let (older, newer) = ((self.codec.to)(&self.older), (self.codec.to)(&self.newer));
            let a = self.operand(&older, &newer);
            let mut next = self.newer;
            (self.f)(&mut next, &self.older, &self.newer);
            (self.older, self.newer) = (self.newer, next);
            let result = (self.codec.to)(&next);
            if !self.field.holds(self.op, &a, &newer, &result) {
                return Err(describe(self.op, &a, &newer, &result));
            }
        }
        // The timed loop must do those same steps.
        let stepped = (self.codec.to)(&self.newer);
        (self.older, self.newer) = start;
        self.run(1);
        let looped = (self.codec.to)(&self.newer);
        if looped == stepped {
            Ok(())
        } else {
            Err(format!(
                "{} chain of {STEPS} gave {looped:#x}, step by step {stepped:#x}",
                self.op
            ))
        }
    }

    #[inline(never)]
    fn run(&mut self, passes: u64) {
        let (mut x, mut y) = black_box((self.older, self.newer));
        let mut z = y;
        for _ in 0..passes {
            // Three places in turn, so that nobody pays for a copy of the result.
            for _ in 0..STEPS / 3 {
                (self.f)(&mut z, &x, &y);
                (self.f)(&mut x, &y, &z);
                (self.f)(&mut y, &z, &x);
            }
        }
        (self.older, self.newer) = black_box((x, y));
    }

    fn operations(&self) -> u64 {
        STEPS as u64
    }
}
