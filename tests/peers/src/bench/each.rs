//! Workloads of whole calls: `out[i] = f(input[i])` over a list of independent inputs.

use super::Workload;
use std::hint::black_box;

/// See [`each`].
struct Each<I, T, F, V> {
    inputs: Vec<I>,
    out: Vec<T>,
    f: F,
    verify: V,
}

/// A workload of `f` on `inputs`; `verify(i, result)` says whether the result of the `i`-th is right.
pub fn each<I: 'static, T: 'static>(
    inputs: Vec<I>,
    f: impl Fn(&I) -> T + 'static,
    verify: impl Fn(usize, &T) -> bool + 'static,
) -> Box<dyn Workload> {
    let out = inputs.iter().map(&f).collect();
    Box::new(Each {
        inputs,
        out,
        f,
        verify,
    })
}

impl<I, T, F: Fn(&I) -> T, V: Fn(usize, &T) -> bool> Workload for Each<I, T, F, V> {
    fn check(&mut self) -> Result<(), String> {
        self.run(1);
        match self
            .out
            .iter()
            .enumerate()
            .find(|(i, result)| !(self.verify)(*i, result))
        {
            None => Ok(()),
            Some((i, _)) => Err(format!("the result of input {i}")),
        }
    }

    #[inline(never)]
    fn run(&mut self, passes: u64) {
        for _ in 0..passes {
            let inputs = black_box(&self.inputs);
            for (out, input) in self.out.iter_mut().zip(inputs) {
                *out = (self.f)(input);
            }
            black_box(&mut self.out);
        }
    }

    fn operations(&self) -> u64 {
        self.inputs.len() as u64
    }
}
