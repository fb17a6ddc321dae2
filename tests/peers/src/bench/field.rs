//! Workloads of field operations, one pair of loops for every library.

use super::{Suite, Workload};
use crate::ids::{self, Form, Op};
use crate::reference::{Field, Samples};
use num_bigint::BigUint;
use std::hint::black_box;
use std::rc::Rc;

/// Elements of an array: operands and result of six limbs fill 9 KiB, well inside the first-level cache.
const ELEMENTS: usize = 64;
/// Steps of a chain in one pass (even: they go in pairs).
const STEPS: usize = 64;

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

    /// `add`, `sub` or `mul`. Latency: `x = x op y`.
    pub fn binary(self, op: Op, f: impl Fn(&mut T, &T, &T) + Copy + 'static) -> Self {
        self.rows(op, f, f, true)
    }

    /// `sqr`. Latency: `x = x^2`.
    pub fn sqr(self, f: impl Fn(&mut T, &T) + Copy + 'static) -> Self {
        let step = move |out: &mut T, a: &T, _: &T| f(out, a);
        self.rows(Op::Sqr, step, step, true)
    }

    /// `neg`: throughput only. A chain of negations is one that a compiler may fold away.
    pub fn neg(self, f: impl Fn(&mut T, &T) + Copy + 'static) -> Self {
        let step = move |out: &mut T, a: &T, _: &T| f(out, a);
        self.rows(Op::Neg, step, step, false)
    }

    /// `inv` or `inv_vartime`. Latency: `x = 1 / (x + y)`, whose values do not repeat; the addition is part of the time.
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

    /// `sqrt` of squares. Latency: `x = sqrt((x y)^2)`; both products are part of the time.
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

/// Independent operations: `f(&mut out[i], a[i], b[i])`.
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
        self.run(1);
        for ((a, b), result) in self.values.iter().zip(self.out.iter()) {
            self.verify(a, b, result)?;
        }
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
        }
    }

    fn operations(&self) -> u64 {
        (ELEMENTS * self.width) as u64
    }
}

/// Dependent operations: `f(&mut x, x, y)`.
struct Chain<T, F> {
    field: &'static Field,
    op: Op,
    codec: Rc<Codec<T>>,
    f: F,
    x: T,
    y: T,
}

impl<T: Copy, F: Fn(&mut T, &T, &T)> Chain<T, F> {
    fn new(field: &'static Field, op: Op, codec: Rc<Codec<T>>, f: F) -> Self {
        let mut samples = Samples::new(2);
        let x = (codec.from)(&samples.element(field));
        let y = (codec.from)(&samples.element(field));
        Chain {
            field,
            op,
            codec,
            f,
            x,
            y,
        }
    }

    /// What one step of the chain hands to the operation.
    fn operand(&self, x: BigUint, y: &BigUint) -> BigUint {
        let p = &self.field.modulus;
        match self.op {
            Op::Inv | Op::InvVartime => (x + y) % p,
            Op::Sqrt => {
                let t = x * y % p;
                &t * &t % p
            }
            _ => x,
        }
    }
}

impl<T: Copy, F: Fn(&mut T, &T, &T)> Workload for Chain<T, F> {
    fn check(&mut self) -> Result<(), String> {
        let start = self.x;
        let y = (self.codec.to)(&self.y);
        for _ in 0..STEPS {
            let a = self.operand((self.codec.to)(&self.x), &y);
            let x = self.x;
            (self.f)(&mut self.x, &x, &self.y);
            let result = (self.codec.to)(&self.x);
            if !self.field.holds(self.op, &a, &y, &result) {
                return Err(describe(self.op, &a, &y, &result));
            }
        }
        // The timed loop must do those same steps.
        let stepped = (self.codec.to)(&self.x);
        self.x = start;
        self.run(1);
        let looped = (self.codec.to)(&self.x);
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
        let y = black_box(self.y);
        let mut x = black_box(self.x);
        let mut t = x;
        for _ in 0..passes {
            // Two buffers in turn, so that nobody pays for a copy of the result.
            for _ in 0..STEPS / 2 {
                (self.f)(&mut t, &x, &y);
                (self.f)(&mut x, &t, &y);
            }
        }
        self.x = black_box(x);
    }

    fn operations(&self) -> u64 {
        STEPS as u64
    }
}
