//! The forks of the Ethereum main network that changed its execution, in order.

use core::fmt;
use core::str::FromStr;

/// The text names no fork.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("fork: unknown")]
pub struct UnknownFork;

macro_rules! forks {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        /// A fork; a later one is greater.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Fork {
            $($(#[$doc])* $name,)*
        }

        impl Fork {
            /// All of them, in order.
            pub const ALL: &'static [Fork] = &[$(Fork::$name),*];

            /// The name in lower case, words joined by `_`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Fork::$name => $text,)*
                }
            }
        }
    };
}

forks! {
    /// 2015.
    Frontier = "frontier";
    /// 2016, EIP-606.
    Homestead = "homestead";
    /// 2016, EIP-608.
    TangerineWhistle = "tangerine_whistle";
    /// 2016, EIP-607.
    SpuriousDragon = "spurious_dragon";
    /// 2017, EIP-609.
    Byzantium = "byzantium";
    /// 2019, EIP-1013.
    Constantinople = "constantinople";
    /// 2019, EIP-1716.
    Petersburg = "petersburg";
    /// 2019, EIP-1679.
    Istanbul = "istanbul";
    /// 2020, EIP-2387.
    MuirGlacier = "muir_glacier";
    /// 2021, EIP-2070.
    Berlin = "berlin";
    /// 2021.
    London = "london";
    /// 2021, EIP-4345.
    ArrowGlacier = "arrow_glacier";
    /// 2022, EIP-5133.
    GrayGlacier = "gray_glacier";
    /// 2022, proof of stake.
    Paris = "paris";
    /// 2023.
    Shanghai = "shanghai";
    /// 2024, EIP-7569.
    Cancun = "cancun";
    /// 2025, EIP-7600.
    Prague = "prague";
    /// 2025, EIP-7607.
    Osaka = "osaka";
}

impl fmt::Display for Fork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Fork {
    type Err = UnknownFork;
    fn from_str(text: &str) -> Result<Self, UnknownFork> {
        let named = Fork::ALL.iter().find(|fork| fork.name() == text);
        named.copied().ok_or(UnknownFork)
    }
}
