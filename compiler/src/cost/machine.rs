//! Named machines: what the model knows of each, and where it is from.

/// Numbers of one core. A figure that no public source states is named in [`Machine::assumptions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The name on the command line.
    pub name: &'static str,
    /// Micro-ops that the front end renames in a cycle.
    pub width: u32,
    /// Pipes for additions, logic and shifts.
    pub alu_pipes: u32,
    /// Pipes that take an addition with carry or a conditional move.
    pub carry_pipes: u32,
    /// 64-bit products with both halves (`mulx`) in a cycle.
    pub products: u32,
    /// Micro-ops of a `mulx`.
    pub product_uops: u32,
    /// Micro-ops of a `mulx` that share the pipes of additions without being the multiplier.
    pub product_alu_uops: u32,
    /// Cycles to the low word of `mulx`, and of `imul`.
    pub low_latency: u32,
    /// Cycles to the high word of `mulx`.
    pub high_latency: u32,
    /// Cycles of a double shift (`shrd`).
    pub funnel_latency: u32,
    /// Micro-ops of a double shift.
    pub funnel_uops: u32,
    /// Where the numbers are from.
    pub source: &'static str,
    /// Which of them are assumed.
    pub assumptions: &'static str,
}

/// Golden Cove: Sapphire Rapids, Emerald Rapids, and Alder Lake's large cores.
pub const GOLDEN_COVE: Machine = Machine {
    name: "golden-cove",
    width: 6,
    alu_pipes: 5,
    carry_pipes: 2,
    products: 1,
    product_uops: 2,
    product_alu_uops: 1,
    low_latency: 3,
    high_latency: 4,
    funnel_latency: 3,
    funnel_uops: 1,
    source: "Intel Optimization Reference Manual, uops.info: mulx on p1 and p5, adc adcx adox cmov on p0 and p6, 6-wide",
    assumptions: "",
};

/// Zen 4: Genoa, Ryzen 7000.
pub const ZEN4: Machine = Machine {
    name: "zen4",
    width: 6,
    alu_pipes: 4,
    carry_pipes: 4,
    products: 1,
    product_uops: 2,
    product_alu_uops: 0,
    low_latency: 3,
    high_latency: 4,
    funnel_latency: 3,
    funnel_uops: 6,
    source: "AMD Software Optimization Guide for Zen 4 (57647): four ALUs, one multiplier, 6-wide dispatch; uops.info",
    assumptions: "the second micro-op of mulx takes no ALU pipe; adc, adcx, adox and cmov go to every ALU",
};

/// Zen 5: Turin, Ryzen 9000.
pub const ZEN5: Machine = Machine {
    name: "zen5",
    width: 8,
    alu_pipes: 6,
    carry_pipes: 6,
    products: 1,
    product_uops: 2,
    product_alu_uops: 0,
    low_latency: 3,
    high_latency: 4,
    funnel_latency: 3,
    funnel_uops: 6,
    source: "AMD Software Optimization Guide for Zen 5 (58455): six ALUs, 8-wide dispatch",
    assumptions: "one mulx a cycle with the latencies of Zen 4; its second micro-op takes no ALU pipe; adc, adcx, adox and cmov go to every ALU",
};

impl Machine {
    /// Every machine.
    pub const ALL: [Machine; 3] = [GOLDEN_COVE, ZEN4, ZEN5];

    /// The machine of that name.
    pub fn parse(name: &str) -> Option<Machine> {
        Machine::ALL.into_iter().find(|m| m.name == name)
    }

    /// The machine that this program runs on, where it is one of [`Machine::ALL`].
    pub fn detect() -> Option<Machine> {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::__cpuid;
            let vendor = __cpuid(0);
            let signature = __cpuid(1).eax;
            let mut name = [0; 12];
            for (bytes, word) in name.chunks_mut(4).zip([vendor.ebx, vendor.edx, vendor.ecx]) {
                bytes.copy_from_slice(&word.to_le_bytes());
            }
            from_cpuid(&name, signature)
        }
        #[cfg(not(target_arch = "x86_64"))]
        None
    }
}

/// From the vendor string and the signature (leaf 1, EAX): family and model with their extensions.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
fn from_cpuid(vendor: &[u8; 12], signature: u32) -> Option<Machine> {
    let base = signature >> 8 & 15;
    let family = base + if base == 15 { signature >> 20 & 255 } else { 0 };
    let model = (signature >> 4 & 15) | (signature >> 12 & 0xf0);
    match (vendor, family, model) {
        // Sapphire Rapids, Emerald Rapids, Alder Lake S and P, Raptor Lake.
        (b"GenuineIntel", 6, 0x8f | 0xcf | 0x97 | 0x9a | 0xb7 | 0xba | 0xbf) => Some(GOLDEN_COVE),
        (b"AuthenticAMD", 0x19, 0x10..=0x1f | 0x60..=0x7f | 0xa0..=0xaf) => Some(ZEN4),
        (b"AuthenticAMD", 0x1a, _) => Some(ZEN5),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures() {
        let named = |v, s| from_cpuid(v, s).map(|m| m.name);
        // Sapphire Rapids, Genoa, Turin; Milan and Skylake have no model.
        assert_eq!(named(b"GenuineIntel", 0x000806f8), Some("golden-cove"));
        assert_eq!(named(b"AuthenticAMD", 0x00a10f11), Some("zen4"));
        assert_eq!(named(b"AuthenticAMD", 0x00b00f21), Some("zen5"));
        assert_eq!(named(b"AuthenticAMD", 0x00a00f11), None);
        assert_eq!(named(b"GenuineIntel", 0x00050654), None);
    }

    #[test]
    fn names_are_read_back() {
        for m in Machine::ALL {
            assert_eq!(Machine::parse(m.name), Some(m));
        }
        assert_eq!(Machine::parse("zen"), None);
    }
}
