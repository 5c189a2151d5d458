//! What the losses of single samples count.

/// Factors for the losses of single samples, so that a batch gives the weighted mean.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    pub(super) value: f32,
    pub(super) policy: f32,
    pub(super) outcome: f32,
    pub(super) score_share: f32,
}
