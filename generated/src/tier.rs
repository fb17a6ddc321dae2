//! Which instructions the machine has, and which tier of the code runs.
//!
//! The machine is asked once. [`adx`] is what a single field operation reads: one relaxed byte load
//! and a predicted branch, or nothing at all where the build enables BMI2 and ADX statically.
//! CPUID alone does not permit AVX-512: the operating system must save the registers (XGETBV).
//!
//! A tier that the machine lacks can never be chosen: [`force`] refuses it, and the environment
//! variable `FIELDC_TIER` (feature `std`, read at first use) is lowered to the best tier that the
//! machine has and that is not above the one asked for (never below what the build enables statically). A value that names no tier is ignored.

use core::fmt;
use core::str::FromStr;
use core::sync::atomic::{AtomicU8, Ordering};

/// A set of instructions that kernels may use; each contains the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Tier {
    /// Rust only.
    Portable = 1,
    /// x86-64 with BMI2 (`mulx`) and ADX (`adcx`, `adox`).
    Adx = 2,
    /// [`Tier::Adx`] and AVX-512 F, VL, DQ, VBMI2 and IFMA, with the operating system saving `zmm` registers.
    Ifma = 3,
}

impl Tier {
    /// Every tier, lowest first.
    pub const ALL: [Tier; 3] = [Tier::Portable, Tier::Adx, Tier::Ifma];

    /// The name that `FIELDC_TIER` and [`FromStr`] read: `portable`, `adx` or `ifma`.
    pub const fn name(self) -> &'static str {
        match self {
            Tier::Portable => "portable",
            Tier::Adx => "adx",
            Tier::Ifma => "ifma",
        }
    }

    const fn from_u8(value: u8) -> Option<Tier> {
        match value {
            1 => Some(Tier::Portable),
            2 => Some(Tier::Adx),
            3 => Some(Tier::Ifma),
            _ => None,
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a tier was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TierError {
    /// The machine (or the build) does not have this tier.
    Unavailable {
        /// The tier asked for.
        asked: Tier,
        /// The best tier that is there.
        best: Tier,
    },
    /// The build enables BMI2 and ADX statically, so scalar kernels cannot be made portable at run time.
    Static {
        /// The tier asked for.
        asked: Tier,
    },
    /// The text is not one of `portable`, `adx`, `ifma`.
    Unknown,
}

impl fmt::Display for TierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TierError::Unavailable { asked, best } => {
                write!(f, "tier {asked} is not available here, the best is {best}")
            }
            TierError::Static { asked } => {
                write!(
                    f,
                    "tier {asked} cannot be forced: bmi2 and adx are enabled statically"
                )
            }
            TierError::Unknown => {
                f.write_str("unknown tier: expected \"portable\", \"adx\" or \"ifma\"")
            }
        }
    }
}

impl core::error::Error for TierError {}

impl FromStr for Tier {
    type Err = TierError;

    fn from_str(text: &str) -> Result<Tier, TierError> {
        Tier::ALL
            .into_iter()
            .find(|tier| tier.name() == text)
            .ok_or(TierError::Unknown)
    }
}

/// BMI2 and ADX are part of the build's target: the branch in [`adx`] is gone.
const STATIC_ADX: bool = cfg!(all(
    target_arch = "x86_64",
    target_feature = "bmi2",
    target_feature = "adx"
));

/// The tier in force; 0 until the first question. Public for [`entry`].
#[doc(hidden)]
pub static CURRENT: AtomicU8 = AtomicU8::new(0);

/// Whether scalar kernels may use BMI2 and ADX.
///
/// One comparison of a byte in memory where the answer is yes; a constant where the build enables both statically.
#[inline(always)]
pub fn adx() -> bool {
    if STATIC_ADX || CURRENT.load(Ordering::Relaxed) >= Tier::Adx as u8 {
        return true;
    }
    unlikely();
    current_raw() >= Tier::Adx as u8
}

/// Where the branch to this goes is not expected.
#[cold]
fn unlikely() {}

/// Whether eight-lane kernels may use AVX-512 IFMA. One relaxed byte load.
#[inline(always)]
pub fn ifma() -> bool {
    cfg!(target_arch = "x86_64") && current_raw() >= Tier::Ifma as u8
}

#[inline(always)]
fn current_raw() -> u8 {
    if !cfg!(target_arch = "x86_64") {
        return Tier::Portable as u8;
    }
    match CURRENT.load(Ordering::Relaxed) {
        0 => init(),
        tier => tier,
    }
}

/// A function for the tier in force that is an opaque call: the choice is its own first instruction. A branch where it is called would
/// split a formula into blocks, and the compiler keeps copies of operands across them.
///
/// `entry! { (a: &A, b: &B) -> R, adx::native_call, native, portable }` is a block with that call, for functions whose result is returned in memory.
#[doc(hidden)]
#[macro_export]
macro_rules! __entry {
    (($($argument:ident: $type:ty),*) -> $result:ty, $native:path, $wrapped:path, $portable:path) => {{
        #[allow(improper_ctypes_definitions)]
        #[unsafe(naked)]
        extern "sysv64" fn entry($($argument: $type),*) -> $result {
            ::core::arch::naked_asm!(
                $crate::__tier_address!(),
                "cmp byte ptr [rax], {adx}",
                "jae {native}",
                "jmp {other}",
                tier = sym $crate::tier::CURRENT,
                adx = const $crate::tier::Tier::Adx as u8,
                native = sym $native,
                other = sym other,
            )
        }
        // The first call of the process, too, comes here.
        #[allow(improper_ctypes_definitions)]
        #[cold]
        extern "sysv64" fn other($($argument: $type),*) -> $result {
            if $crate::tier::adx() {
                // SAFETY: the tier says that the processor has BMI2 and ADX.
                unsafe { $wrapped($($argument),*) }
            } else {
                $portable($($argument),*)
            }
        }
        entry($($argument),*)
    }};
}

/// The address of the tier into rax, which carries no argument. Shared objects may have it in another object.
#[doc(hidden)]
#[cfg(not(windows))]
#[macro_export]
macro_rules! __tier_address {
    () => {
        "mov rax, qword ptr [rip + {tier}@GOTPCREL]"
    };
}

#[doc(hidden)]
#[cfg(windows)]
#[macro_export]
macro_rules! __tier_address {
    () => {
        "lea rax, [rip + {tier}]"
    };
}

#[doc(hidden)]
pub use crate::__entry as entry;

/// The tier in force: what was forced, or asked for by `FIELDC_TIER`, or the best.
pub fn current() -> Tier {
    Tier::from_u8(current_raw()).unwrap_or(Tier::Portable)
}

/// Puts a tier in force for the whole process. Meant for tests and benchmarks.
///
/// # Errors
/// [`TierError::Unavailable`] if the machine lacks the tier; [`TierError::Static`] for
/// [`Tier::Portable`] in a build with BMI2 and ADX enabled statically.
pub fn force(tier: Tier) -> Result<(), TierError> {
    let best = detect();
    if tier > best {
        return Err(TierError::Unavailable { asked: tier, best });
    }
    if STATIC_ADX && tier < Tier::Adx {
        return Err(TierError::Static { asked: tier });
    }
    CURRENT.store(tier as u8, Ordering::Relaxed);
    Ok(())
}

/// What `FIELDC_TIER` asks for: `None` if it is not set, an error if it names no tier.
#[cfg(feature = "std")]
pub fn requested() -> Option<Result<Tier, TierError>> {
    extern crate std;
    let value = std::env::var_os("FIELDC_TIER")?;
    Some(
        value
            .to_str()
            .ok_or(TierError::Unknown)
            .and_then(Tier::from_str),
    )
}

/// What `FIELDC_TIER` asks for: nothing, as the environment is read with the feature `std` only.
#[cfg(not(feature = "std"))]
pub fn requested() -> Option<Result<Tier, TierError>> {
    None
}

#[cold]
#[inline(never)]
fn init() -> u8 {
    let best = detect();
    let tier = match requested() {
        Some(Ok(asked)) => best.min(asked),
        _ => best,
    };
    // What is enabled statically cannot be switched off.
    let tier = if STATIC_ADX {
        tier.max(Tier::Adx)
    } else {
        tier
    };
    // A tier forced by another thread in the meantime stays.
    match CURRENT.compare_exchange(0, tier as u8, Ordering::Relaxed, Ordering::Relaxed) {
        Ok(_) => tier as u8,
        Err(already) => already,
    }
}

/// The best tier of this machine, whatever was forced. Asks CPUID each time.
#[cfg(target_arch = "x86_64")]
pub fn detect() -> Tier {
    use core::arch::x86_64::{__cpuid, __cpuid_count};

    const OSXSAVE: u32 = 1 << 27; // leaf 1, ecx
    const BMI2: u32 = 1 << 8; // leaf 7, ebx
    const ADX: u32 = 1 << 19;
    const AVX512F: u32 = 1 << 16;
    const AVX512DQ: u32 = 1 << 17;
    const AVX512IFMA: u32 = 1 << 21;
    const AVX512VL: u32 = 1 << 31;
    const AVX512VBMI2: u32 = 1 << 6; // leaf 7, ecx
    // xmm, ymm, mask registers, low zmm halves, high zmm registers
    const ZMM_STATE: u64 = 0b1110_0110;

    if __cpuid(0).eax < 7 {
        return Tier::Portable;
    }
    let leaf1 = __cpuid(1);
    let leaf7 = __cpuid_count(7, 0);
    if leaf7.ebx & (BMI2 | ADX) != BMI2 | ADX {
        return Tier::Portable;
    }
    let wide = AVX512F | AVX512DQ | AVX512IFMA | AVX512VL;
    let has_wide = leaf7.ebx & wide == wide && leaf7.ecx & AVX512VBMI2 != 0;
    if has_wide && leaf1.ecx & OSXSAVE != 0 && xcr0() & ZMM_STATE == ZMM_STATE {
        Tier::Ifma
    } else {
        Tier::Adx
    }
}

/// The best tier of this machine: only x86-64 has any but [`Tier::Portable`].
#[cfg(not(target_arch = "x86_64"))]
pub fn detect() -> Tier {
    Tier::Portable
}

/// The register states that the operating system saves. Called only where CPUID reports OSXSAVE.
#[cfg(target_arch = "x86_64")]
fn xcr0() -> u64 {
    let (low, high): (u32, u32);
    // SAFETY: the caller saw OSXSAVE, so XGETBV exists and register 0 is readable at any privilege;
    // it touches nothing but eax and edx.
    unsafe {
        core::arch::asm!(
            "xgetbv",
            in("ecx") 0u32,
            out("eax") low,
            out("edx") high,
            options(nomem, nostack, preserves_flags)
        );
    }
    u64::from(high) << 32 | u64::from(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for tier in Tier::ALL {
            assert_eq!(tier.name().parse(), Ok(tier));
        }
        for text in ["", "ADX", "avx2", "adx "] {
            assert_eq!(text.parse::<Tier>(), Err(TierError::Unknown));
        }
    }

    // One test for what touches the process-wide state, as tests run in parallel.
    #[test]
    fn forcing_never_exceeds_the_machine() {
        let best = detect();
        for tier in Tier::ALL {
            match force(tier) {
                Ok(()) => {
                    assert!(tier <= best);
                    assert_eq!(current(), tier);
                    assert_eq!(adx(), tier >= Tier::Adx);
                    assert_eq!(ifma(), tier >= Tier::Ifma);
                }
                Err(TierError::Unavailable { asked, best: found }) => {
                    assert!(tier > best);
                    assert_eq!((asked, found), (tier, best));
                }
                Err(TierError::Static { asked }) => {
                    assert!(STATIC_ADX && asked == Tier::Portable);
                }
                Err(TierError::Unknown) => unreachable!("a tier is never unknown"),
            }
        }
    }

    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    #[test]
    fn detection_agrees_with_the_standard_library() {
        extern crate std;
        let adx = std::is_x86_feature_detected!("bmi2") && std::is_x86_feature_detected!("adx");
        let ifma = adx
            && std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512dq")
            && std::is_x86_feature_detected!("avx512vl")
            && std::is_x86_feature_detected!("avx512ifma")
            && std::is_x86_feature_detected!("avx512vbmi2");
        assert_eq!(detect() >= Tier::Adx, adx);
        assert_eq!(detect() >= Tier::Ifma, ifma);
    }
}
