//! Which instructions the kernels use.

use std::sync::LazyLock;

#[cfg(target_arch = "aarch64")]
use super::neon::Neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::simd128::Simd128;
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};

/// Environment variable that names the kernels to use. It serves measurements and tests: with it a
/// processor runs the kernels of a lesser one. All kernels compute the same.
const VARIABLE: &str = "FUKUMI_KERNELS";

/// The set of instructions that the kernels use.
#[derive(Clone, Copy)]
pub(in super::super) enum Processor {
    General,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Simd128),
}

impl Processor {
    /// The sets that this processor has, the best one first. The last one is the general set.
    pub(in super::super) fn all() -> Vec<Self> {
        let mut all = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            all.extend(Avx512::detect().map(Self::Avx512));
            all.extend(Avx2::detect().map(Self::Avx2));
        }
        #[cfg(target_arch = "aarch64")]
        all.push(Self::Neon(Neon));
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        all.push(Self::Simd128(Simd128));
        all.push(Self::General);
        all
    }

    /// The set to use: the best one, or the one that [`VARIABLE`] names. The first call asks the
    /// processor.
    pub(in super::super) fn get() -> Self {
        static CHOSEN: LazyLock<Processor> = LazyLock::new(|| {
            let all = Processor::all();
            let Some(name) = std::env::var_os(VARIABLE) else { return all[0] };
            let chosen = all.iter().find(|processor| name == processor.name());
            *chosen.unwrap_or_else(|| {
                log::warn!("{VARIABLE} names no kernels that this processor can run");
                &all[0]
            })
        });
        *CHOSEN
    }

    /// Name of the set, for [`VARIABLE`].
    const fn name(self) -> &'static str {
        match self {
            Self::General => "general",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "avx512",
            #[cfg(target_arch = "aarch64")]
            Self::Neon(_) => "neon",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128(_) => "simd128",
        }
    }
}
