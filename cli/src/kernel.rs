//! A kernel with its certificate, and the two ways to run it.

use crate::error::CliError;
use fieldc_compiler::kernels::{Kernel, Name, Style, build_certified};
use fieldc_compiler::limb_ir::{Word, eval};
use fieldc_compiler::plan::Plan;
use fieldc_compiler::prove::Certificate;
use fieldc_compiler::target::{groups, x86_64};
use fieldc_native::NativeKernel;

/// What kernels are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Portable Rust.
    Portable,
    /// x86-64 with BMI2 and ADX.
    Adx,
}

impl Target {
    /// Every target that is built.
    pub const ALL: [Target; 2] = [Target::Portable, Target::Adx];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Target::Portable => "portable",
            Target::Adx => "x86_64-adx",
        }
    }

    /// All names.
    pub fn names() -> String {
        Target::ALL.map(Target::name).join(" ")
    }

    /// The target of that name.
    pub fn parse(name: &str) -> Option<Target> {
        Target::ALL.into_iter().find(|t| t.name() == name)
    }

    /// The order of instructions that suits it.
    pub fn style(self) -> Style {
        match self {
            Target::Portable => Style::Mac,
            Target::Adx => Style::DualChain,
        }
    }
}

/// Whether this processor runs [`Target::Adx`].
pub fn native_here() -> bool {
    #[cfg(all(unix, target_arch = "x86_64"))]
    return std::is_x86_feature_detected!("bmi2") && std::is_x86_feature_detected!("adx");
    #[cfg(not(all(unix, target_arch = "x86_64")))]
    false
}

/// A kernel whose certificate has been checked.
pub struct Proven {
    /// Which one.
    pub name: Name,
    /// The function and its contract.
    pub kernel: Kernel,
    /// The proof.
    pub certificate: Certificate,
    native: Option<NativeKernel>,
}

impl Proven {
    /// Builds and proves a kernel of the plan.
    ///
    /// # Errors
    /// What the prover could not show.
    pub fn new(plan: &Plan, target: Target, name: Name) -> Result<Proven, CliError> {
        let (kernel, certificate) = build_certified(plan, target.style(), name).map_err(|e| {
            CliError::Prove(format!("{} {}", target.name(), name.as_str()), Box::new(e))
        })?;
        let native = match target {
            Target::Adx if native_here() => Some(native(&kernel)?),
            _ => None,
        };
        Ok(Proven {
            name,
            kernel,
            certificate,
            native,
        })
    }

    /// Runs the kernel on one list of limbs a parameter: its result limbs, one result after the other.
    ///
    /// Natively where `native` and there is machine code for this processor, else by the interpreter.
    ///
    /// # Errors
    /// Limbs that do not fit the parameters.
    pub fn run(&self, args: &[&[u64]], native: bool) -> Result<Vec<u64>, CliError> {
        match &self.native {
            Some(code) if native => {
                let inputs = self.grouped(args);
                let mut out = vec![0; self.result_limbs()];
                self.call(code, &mut out, &inputs, 1)?;
                Ok(out)
            }
            _ => {
                let args: Vec<Vec<u64>> = args.iter().map(|a| a.to_vec()).collect();
                let out = eval(&self.kernel.function, &args).map_err(|e| self.failed(e))?;
                Ok(out.concat())
            }
        }
    }

    /// Runs the machine code many times on the same operands. `false` where there is none.
    ///
    /// # Errors
    /// Limbs that do not fit the parameters.
    pub fn repeat(&self, args: &[&[u64]], times: u64) -> Result<bool, CliError> {
        let Some(code) = &self.native else {
            return Ok(false);
        };
        let inputs = self.grouped(args);
        let mut out = vec![0; self.result_limbs()];
        self.call(code, &mut out, &inputs, times)?;
        std::hint::black_box(out);
        Ok(true)
    }

    fn call(
        &self,
        code: &NativeKernel,
        out: &mut [u64],
        inputs: &[Vec<u64>],
        times: u64,
    ) -> Result<(), CliError> {
        let inputs: Vec<&[u64]> = inputs.iter().map(Vec::as_slice).collect();
        code.call(out, &inputs, times).map_err(|e| self.failed(e))
    }

    /// One array a parameter group, as the machine code takes them.
    fn grouped(&self, args: &[&[u64]]) -> Vec<Vec<u64>> {
        let limbs = |p: &usize| args.get(*p).copied().unwrap_or(&[]);
        groups(&self.kernel.function)
            .iter()
            .map(|(_, params)| params.iter().flat_map(limbs).copied().collect())
            .collect()
    }

    fn result_limbs(&self) -> usize {
        let results = &self.kernel.function.results;
        results.iter().map(|r| r.limbs.len()).sum()
    }

    fn failed(&self, e: impl std::fmt::Display) -> CliError {
        CliError::Run(self.name.as_str().into(), e.to_string())
    }
}

/// The machine code of a kernel.
#[allow(unsafe_code)]
fn native(kernel: &Kernel) -> Result<NativeKernel, CliError> {
    let f = &kernel.function;
    let code = x86_64::compile(f)?;
    let outputs = f.results.iter().map(|r| r.limbs.len()).sum();
    let inputs = groups(f)
        .iter()
        .map(|(_, params)| params.iter().map(|p| f.params[*p].limbs.len()).sum())
        .collect();
    // SAFETY: the code is the compiler's out-of-line form, `fn(out, group…)`: it writes the limbs of the results, reads
    // the limbs of each group, and needs BMI2 and ADX, which the caller has found here.
    unsafe { NativeKernel::new(&code.bytes, outputs, inputs) }
        .map_err(|e| CliError::Run(f.name.clone(), e.to_string()))
}

/// The word of a target for a modulus of so many bits: as fields have it, but machine code is in 64-bit words always.
pub fn word(target: Target, bits: u64) -> Word {
    match target {
        Target::Portable if bits <= 32 => Word::W32,
        _ => Word::W64,
    }
}
