//! A request to the system for large pages of memory.
//!
//! The transposition table is read at random places. With pages of 4 KB, hardly any page is in the
//! processor's list of pages, and a new table costs an exception for each page when it is first
//! used: 90,000 of them for 350 MB, by all threads at once. Pages of 2 MB are 175.

#![cfg_attr(
    target_os = "linux",
    expect(unsafe_code, reason = "a call of the system: madvise(2) has no safe interface")
)]

/// Asks for large pages for this memory. The system may ignore the request, and does so for small
/// areas.
pub(super) fn ask_for_huge_pages<T>(area: &[T]) {
    #[cfg(target_os = "linux")]
    {
        /// The size of a page on every system but few. A start that is no page's is refused.
        const PAGE: usize = 4_096;
        let start = area.as_ptr().cast::<u8>();
        let skipped = start.align_offset(PAGE).min(size_of_val(area));
        // SAFETY: the range lies within `area`, and the advice changes no contents.
        unsafe {
            let start = start.add(skipped).cast_mut().cast();
            libc::madvise(start, size_of_val(area) - skipped, libc::MADV_HUGEPAGE);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = area;
}
