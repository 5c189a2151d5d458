//! The gradient by whole rows, passed on to the parts that rows share.

use fukumi_core::eval::layout::CHANNELS;

use crate::model::{Array, Params, Stored};
use crate::parallel;
use crate::windows::Rows;

/// Passes the gradient by whole rows of one colour, which lies in the place of [`Stored::Rows`], on
/// to the rows' parts.
pub(super) fn share(params: &Params, color: usize, gradient: &mut [f32], threads: usize) {
    clip(params, color, &mut gradient[params.layout.range(Stored::Rows, color)], threads);
    let (own, shared) = gradient.split_at_mut(params.layout.range(Array::Rows3, color).start);
    let own = own[params.layout.range(Stored::Rows, color)].as_chunks::<CHANNELS>().0;
    let rows = Rows::get();
    add_by_middle_3(rows, own, &mut shared[..rows.count_3 * CHANNELS], threads);
    let (shared_3, shared_2) =
        gradient.split_at_mut(params.layout.range(Array::Rows2, color).start);
    let shared_3 = shared_3[params.layout.range(Array::Rows3, color)].as_chunks::<CHANNELS>().0;
    add_by_middle_2(rows, shared_3, &mut shared_2[..rows.count_2 * CHANNELS]);
}

/// Removes the gradient where a row is clipped, for then it does not learn.
fn clip(params: &Params, color: usize, own: &mut [f32], threads: usize) {
    let part = Rows::get().count.div_ceil(threads);
    parallel::each(own.chunks_mut(part * CHANNELS), |index, slopes| {
        let slopes = slopes.as_chunks_mut::<CHANNELS>().0.iter_mut();
        for (slopes, sums) in slopes.zip(params.row_sums(color, index * part)) {
            for (slope, sum) in slopes.iter_mut().zip(sums) {
                *slope = if (-1.0..=1.0).contains(&sum) { *slope } else { 0.0 };
            }
        }
    });
}

/// Adds up the gradient of the rows with the same seven middle cells.
fn add_by_middle_3(rows: &Rows, own: &[[f32; CHANNELS]], shared: &mut [f32], threads: usize) {
    let part = rows.count_3.div_ceil(threads);
    parallel::each(shared.chunks_mut(part * CHANNELS), |index, sums| {
        for (number, sums) in sums.as_chunks_mut::<CHANNELS>().0.iter_mut().enumerate() {
            let middle = index * part + number;
            let group = rows.starts_3[middle] as usize..rows.starts_3[middle + 1] as usize;
            *sums = [0.0; CHANNELS];
            for &row in &rows.by_middle_3[group] {
                let slopes = &own[usize::from(row)];
                sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
            }
        }
    });
}

/// Adds up the gradient of the parts with the same five middle cells.
fn add_by_middle_2(rows: &Rows, shared_3: &[[f32; CHANNELS]], shared: &mut [f32]) {
    shared.fill(0.0);
    let shared = shared.as_chunks_mut::<CHANNELS>().0;
    for (slopes, &middle) in shared_3.iter().zip(&rows.middle_2_of_3) {
        let sums = &mut shared[usize::from(middle)];
        sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
    }
}
