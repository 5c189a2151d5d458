//! Plots of a run: losses by step, and the calibration of the value.

use anyhow::anyhow;
use plotters::coord::Shift;
use plotters::prelude::*;

use crate::learner::Bin;
use crate::plan::Check;

/// Colours of the curves, one for each board size.
const COLORS: [RGBColor; 5] = [
    RGBColor(31, 119, 180),
    RGBColor(255, 127, 14),
    RGBColor(44, 160, 44),
    RGBColor(214, 39, 40),
    RGBColor(148, 103, 189),
];
const FONT: &str = "sans-serif";

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Curve = (String, Vec<(f64, f64)>);

/// Draws curves with a legend.
fn draw(
    area: &Area<'_>,
    axes: [&str; 2],
    ranges: [std::ops::Range<f64>; 2],
    curves: &[Curve],
    has_marks: bool,
) -> anyhow::Result<()> {
    let failed = |error: &dyn std::fmt::Display| anyhow!("cannot draw: {error}");
    let [x, y] = ranges;
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(x, y)
        .map_err(|error| failed(&error))?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc(axes[0])
        .y_desc(axes[1])
        .axis_desc_style((FONT, 15))
        .label_style((FONT, 13))
        .draw()
        .map_err(|error| failed(&error))?;
    for ((name, points), color) in curves.iter().zip(COLORS.iter().cycle()) {
        let line = LineSeries::new(points.iter().copied(), color.stroke_width(2));
        let drawn = chart.draw_series(line).map_err(|error| failed(&error))?;
        drawn
            .label(name)
            .legend(|(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
        if has_marks {
            let marks = points.iter().map(|&point| Circle::new(point, 3, color.filled()));
            chart.draw_series(marks).map_err(|error| failed(&error))?;
        }
    }
    chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.2))
        .label_font((FONT, 13))
        .draw()
        .map_err(|error| failed(&error))
}

/// The range of these numbers, with a margin.
fn range(numbers: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    for number in numbers.filter(|number| number.is_finite()) {
        (least, most) = (least.min(number), most.max(number));
    }
    if least > most {
        (least, most) = (0.0, 1.0);
    }
    let margin = (0.05 * (most - least)).max(1e-3);
    least - margin..most + margin
}

/// Plots the losses of value and policy on the samples held out, by step, as SVG.
///
/// # Errors
/// If it cannot be drawn.
pub fn losses(history: &[Check]) -> anyhow::Result<String> {
    let mut picture = String::new();
    {
        let area = SVGBackend::with_string(&mut picture, (1_000, 400)).into_drawing_area();
        area.fill(&WHITE).map_err(|error| anyhow!("cannot draw: {error}"))?;
        let mut boards: Vec<&str> = history.iter().map(|check| &*check.board).collect();
        boards.sort_unstable();
        boards.dedup();
        let part = |loss: fn(&Check) -> f64| -> Vec<Curve> {
            let of = |board: &str| {
                let checks = history.iter().filter(|check| check.board == board);
                checks.map(|check| (check.step as f64, loss(check))).collect()
            };
            boards.iter().map(|&board| (board.to_owned(), of(board))).collect()
        };
        let parts = [
            ("value", part(|check| check.losses.value)),
            ("policy", part(|check| check.losses.policy)),
        ];
        for (area, (name, curves)) in area.split_evenly((1, 2)).iter().zip(parts) {
            let points = || curves.iter().flat_map(|(_, points)| points);
            let ranges =
                [range(points().map(|point| point.0)), range(points().map(|point| point.1))];
            let label = format!("cross-entropy of the {name}, games held out");
            draw(area, ["step", &label], ranges, &curves, false)?;
        }
        area.present().map_err(|error| anyhow!("cannot draw: {error}"))?;
    }
    Ok(picture)
}

/// Plots the expected results of samples held out, in bins, against their outcomes, as SVG.
///
/// # Errors
/// If it cannot be drawn.
pub fn calibration(curves: &[(String, Vec<Bin>)]) -> anyhow::Result<String> {
    let mut picture = String::new();
    {
        let area = SVGBackend::with_string(&mut picture, (480, 480)).into_drawing_area();
        area.fill(&WHITE).map_err(|error| anyhow!("cannot draw: {error}"))?;
        let points = |bins: &[Bin]| bins.iter().map(|bin| (bin.expected, bin.happened)).collect();
        let mut all: Vec<Curve> =
            curves.iter().map(|(name, bins)| (name.clone(), points(bins))).collect();
        all.push(("as expected".to_owned(), vec![(0.0, 0.0), (1.0, 1.0)]));
        let axes = ["expected result", "mean outcome of the games"];
        draw(&area, axes, [0.0..1.0, 0.0..1.0], &all, true)?;
        area.present().map_err(|error| anyhow!("cannot draw: {error}"))?;
    }
    Ok(picture)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::losses::Losses;

    #[test]
    fn pictures_name_what_they_show() {
        let check = |step, board: &str| Check {
            step,
            board: board.to_owned(),
            losses: Losses { value: 0.6, policy: 2.0, outcome: 0.7, hits: 0.4 },
            learned: Losses::default(),
        };
        let history = [check(10, "15x15"), check(10, "20x20"), check(20, "15x15")];
        let picture = losses(&history).unwrap();
        for text in ["<svg", "15x15", "20x20", "cross-entropy of the policy", "</svg>"] {
            assert!(picture.contains(text), "{text}");
        }
        assert!(losses(&[]).unwrap().contains("</svg>"));
        let bins = vec![Bin { expected: 0.2, happened: 0.3 }, Bin { expected: 0.8, happened: 0.7 }];
        let picture = calibration(&[("9x9".to_owned(), bins)]).unwrap();
        assert!(picture.contains("9x9") && picture.contains("mean outcome of the games"));
        assert_eq!(picture.matches("<circle").count(), 4);
    }
}
