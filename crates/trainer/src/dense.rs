//! The layers after the sums of features, for several samples at once. They are matrix products of
//! `ndarray`, which detects AVX2 by itself.
//!
//! Matrices are stored row by row, one row for each sample.

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2};

use crate::model::LEAK;

/// Views numbers as a matrix with this many columns.
fn matrix(numbers: &[f32], columns: usize) -> ArrayView2<'_, f32> {
    let shape = (numbers.len() / columns, columns);
    ArrayView2::from_shape(shape, numbers).expect("callers give whole rows")
}

/// Views numbers as a mutable matrix with this many columns.
fn matrix_mut(numbers: &mut [f32], columns: usize) -> ArrayViewMut2<'_, f32> {
    let shape = (numbers.len() / columns, columns);
    ArrayViewMut2::from_shape(shape, numbers).expect("callers give whole rows")
}

/// The weights and biases of a layer.
#[derive(Clone, Copy)]
pub struct Layer<'a> {
    /// Outputs x inputs.
    pub weights: &'a [f32],
    /// One for each output.
    pub biases: &'a [f32],
}

impl Layer<'_> {
    fn inputs(&self) -> usize {
        self.weights.len() / self.biases.len()
    }

    /// Computes the outputs of the layer for all samples, without an activation.
    pub fn forward(&self, inputs: &[f32], outputs: &mut [f32]) {
        let count = self.biases.len();
        outputs.chunks_exact_mut(count).for_each(|row| row.copy_from_slice(self.biases));
        let weights = matrix(self.weights, self.inputs());
        let inputs = matrix(inputs, self.inputs());
        general_mat_mul(1.0, &inputs, &weights.t(), 1.0, &mut matrix_mut(outputs, count));
    }

    /// Computes the gradient by the inputs from the gradient by the outputs. Adds it to
    /// `grad_inputs` if `is_added`, else overwrites `grad_inputs`.
    pub fn backward(&self, grad_outputs: &[f32], grad_inputs: &mut [f32], is_added: bool) {
        let weights = matrix(self.weights, self.inputs());
        let grad_outputs = matrix(grad_outputs, self.biases.len());
        let factor = if is_added { 1.0 } else { 0.0 };
        let mut grad_inputs = matrix_mut(grad_inputs, self.inputs());
        general_mat_mul(1.0, &grad_outputs, &weights, factor, &mut grad_inputs);
    }
}

/// Adds to the gradient by the weights and biases of a layer. `inputs` are the layer's inputs, and
/// `grad_outputs` is the gradient by its outputs.
pub fn add_gradient(
    grad_weights: &mut [f32],
    grad_biases: &mut [f32],
    inputs: &[f32],
    grad_outputs: &[f32],
) {
    let (outputs, width) = (grad_biases.len(), grad_weights.len() / grad_biases.len());
    for row in grad_outputs.chunks_exact(outputs) {
        grad_biases.iter_mut().zip(row).for_each(|(sum, slope)| *sum += slope);
    }
    let slopes = matrix(grad_outputs, outputs);
    let mut grad_weights = matrix_mut(grad_weights, width);
    general_mat_mul(1.0, &slopes.t(), &matrix(inputs, width), 1.0, &mut grad_weights);
}

/// Applies the activation of hidden units: negative sums are multiplied by [`LEAK`].
pub fn leak(sums: &mut [f32]) {
    sums.iter_mut().for_each(|sum| *sum = sum.max(LEAK * *sum));
}

/// Takes a gradient back through [`leak`]. `values` are what [`leak`] returned; `slopes` is the
/// gradient by them, and becomes the gradient by the sums.
pub fn leak_back(values: &[f32], slopes: &mut [f32]) {
    for (slope, &value) in slopes.iter_mut().zip(values) {
        *slope *= if value >= 0.0 { 1.0 } else { LEAK };
    }
}
