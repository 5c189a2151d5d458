//! Declares the numbers of the search that matches may tune. They are constants, except in a
//! program built for tuning.
//!
//! With the feature `tune` each number is a variable that `INFO tune.NAME VALUE` sets, and `fukumi
//! params` lists them all. Only a tuning run needs that, and it costs some speed.

/// What a tuning run has to know about a number.
#[cfg(feature = "tune")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Tunable {
    /// The name, in lower case.
    pub name: &'static str,
    /// The value in a build without the feature.
    pub default: i64,
    /// The smallest value that makes sense.
    pub min: i64,
    /// The largest value that makes sense.
    pub max: i64,
    /// The smallest change whose effect a match may show.
    pub step: i64,
    /// The meaning and the unit.
    pub about: &'static str,
}

/// Declares tunable numbers.
///
/// Each has its meaning and unit, name, type, default, smallest and largest value, and the smallest
/// change whose effect a match may show. It becomes a function of its name without arguments.
macro_rules! tunables {
    ($(
        $(#[doc = $about:literal])+
        $name:ident: $type:ty = $default:expr, $min:expr => $max:expr, step $step:expr;
    )+) => {
        $(
            const _: () = {
                // The bounds have the number's type too, so they cannot be negative where the type
                // is unsigned.
                let (default, min, max): ($type, $type, $type) = ($default, $min, $max);
                assert!(min <= default && default <= max && $step > 0 && $step <= max - min);
            };

            $(#[doc = $about])+
            #[cfg(not(feature = "tune"))]
            #[inline]
            pub(crate) const fn $name() -> $type {
                $default
            }

            $(#[doc = $about])+
            #[cfg(feature = "tune")]
            #[inline]
            pub(crate) fn $name() -> $type {
                VALUES.$name.load(std::sync::atomic::Ordering::Relaxed) as $type
            }
        )+

        #[cfg(feature = "tune")]
        struct Values {
            $($name: std::sync::atomic::AtomicI64,)+
        }

        #[cfg(feature = "tune")]
        static VALUES: Values = Values {
            $($name: std::sync::atomic::AtomicI64::new($default as i64),)+
        };

        /// All tunable numbers.
        #[cfg(feature = "tune")]
        pub const TUNABLES: &[$crate::search::tunable::Tunable] = &[
            $($crate::search::tunable::Tunable {
                name: stringify!($name),
                default: $default as i64,
                min: $min as i64,
                max: $max as i64,
                step: $step as i64,
                about: concat!($($about),+).trim_ascii(),
            },)+
        ];

        /// Sets the number called `name`, in any case, to `value`, clamped to its range. Returns
        /// whether there is such a number. Takes effect at the next search.
        #[cfg(feature = "tune")]
        pub fn set(name: &str, value: i64) -> bool {
            $(
                if name.eq_ignore_ascii_case(stringify!($name)) {
                    let value = value.clamp($min as i64, $max as i64);
                    VALUES.$name.store(value, std::sync::atomic::Ordering::Relaxed);
                    return true;
                }
            )+
            false
        }
    };
}

pub(super) use tunables;

#[cfg(test)]
#[cfg_attr(
    feature = "tune",
    expect(
        unreachable_pub,
        reason = "a tuning run sets numbers of the search, not those of a test"
    )
)]
mod tests {
    tunables! {
        /// How wide it is,
        /// in points.
        width: i32 = 2 * 8, -8 => 100, step 4;
        /// How often it is done.
        count: usize = 3, 0 => 10, step 1;
    }

    #[cfg(not(feature = "tune"))]
    #[test]
    fn each_number_is_a_constant() {
        const WIDTH: i32 = width();
        assert_eq!((WIDTH, count()), (16, 3));
    }

    #[cfg(feature = "tune")]
    #[test]
    fn what_is_set_stays_in_its_range_and_touches_nothing_else() {
        assert_eq!((width(), count()), (16, 3));
        for (value, expected) in [(20, 20), (-9, -8), (101, 100), (i64::MIN, -8)] {
            assert!(set("Width", value));
            assert_eq!((width(), count()), (expected, 3));
        }
        assert!(!set("depth", 1));
    }

    #[cfg(feature = "tune")]
    #[test]
    fn the_list_says_what_was_declared() {
        let [first, second] = TUNABLES else { panic!("two numbers") };
        assert_eq!((first.name, first.default, first.min), ("width", 16, -8));
        assert_eq!((first.max, first.step, first.about), (100, 4, "How wide it is, in points."));
        assert_eq!(second.name, "count");
    }
}
