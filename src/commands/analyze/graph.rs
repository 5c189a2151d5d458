//! The win rate over the moves, as an SVG picture.
//!
//! The curve shows Black's chance of winning, from the bottom, where White has won, to the top,
//! where Black has won. The horizontal position of a move is proportional to its number.

use std::fmt::Write;

use super::report::{Document, LabelledMove, in_words, kind};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 240.0;
/// Room for labels around the curve.
const LEFT: f64 = 56.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 32.0;
/// Maximum number of labels below the curve, and the possible intervals between them in moves.
const MAX_TICKS: usize = 12;
const INTERVALS: [usize; 7] = [1, 2, 5, 10, 20, 50, 100];

const STYLE: &str = include_str!("graph.css");

/// Maps moves and win rates to points of the picture.
struct Plot {
    /// Number of moves of the game.
    moves: usize,
}

/// The graph as a file of its own.
pub(super) fn picture(document: &Document) -> String {
    let plot = Plot { moves: document.moves.len() };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\" viewBox=\"0 0 {WIDTH} \
         {HEIGHT}\" \
         role=\"img\" aria-label=\"Win rate of Black over the moves\">\n<title>{}</title>\n\
         <style>\n{STYLE}</style>\n",
        escaped(&document.title()),
    );
    let rates: Vec<Option<f64>> =
        document.positions.iter().map(|position| position.black_win_rate).collect();
    let runs = plot.runs(&rates);
    plot.ground(&mut svg, &runs);
    plot.scales(&mut svg);
    runs.iter().for_each(|points| plot.curve(&mut svg, points));
    for (played, rate) in document.moves.iter().zip(rates.iter().skip(1)) {
        if let Some(rate) = rate {
            plot.mark(&mut svg, played, *rate);
        }
    }
    svg + "</svg>\n"
}

impl Plot {
    /// Horizontal distance between two moves.
    fn step(&self) -> f64 {
        (WIDTH - LEFT - RIGHT) / self.moves.max(1) as f64
    }

    /// The point for Black's win rate after `played` moves.
    fn point(&self, played: usize, rate: f64) -> (f64, f64) {
        (LEFT + played as f64 * self.step(), TOP + (1.0 - rate) * (HEIGHT - TOP - BOTTOM))
    }

    /// The points of the curve, in several pieces if some positions were not analysed.
    fn runs(&self, rates: &[Option<f64>]) -> Vec<Vec<(f64, f64)>> {
        let mut runs = vec![Vec::new()];
        for (played, rate) in rates.iter().enumerate() {
            match (rate, runs.last_mut()) {
                (Some(rate), Some(run)) => run.push(self.point(played, *rate)),
                _ => runs.push(Vec::new()),
            }
        }
        runs.retain(|run| !run.is_empty());
        runs
    }

    /// Draws the background; the area below the curve is Black's.
    fn ground(&self, svg: &mut String, runs: &[Vec<(f64, f64)>]) {
        let (left, top) = self.point(0, 1.0);
        let (width, height) = (WIDTH - RIGHT - left, HEIGHT - BOTTOM - top);
        tag(
            svg,
            format_args!(
                "<rect class=\"ground\" x=\"{left}\" y=\"{top}\" width=\"{width}\" \
                 height=\"{height}\"/>"
            ),
        );
        let bottom = HEIGHT - BOTTOM;
        for points in runs {
            let (first, last) = (points[0].0, points[points.len() - 1].0);
            let points = joined(points);
            tag(
                svg,
                format_args!(
                    "<polygon class=\"area\" points=\"{first:.2},{bottom} {points} \
                     {last:.2},{bottom}\"/>"
                ),
            );
        }
    }

    /// Draws lines for the win rates, and the numbers of moves.
    fn scales(&self, svg: &mut String) {
        let (left, right, bottom) = (LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM);
        for percent in [0, 25, 50, 75, 100] {
            let (_, y) = self.point(0, f64::from(percent) / 100.0);
            let class = if percent == 50 { "grid even" } else { "grid" };
            tag(svg, format_args!("<path class=\"{class}\" d=\"M{left} {y}H{right}\"/>"));
            if percent % 50 == 0 {
                let (x, y) = (left - 7.0, y + 5.0);
                tag(
                    svg,
                    format_args!("<text class=\"rate\" x=\"{x}\" y=\"{y}\">{percent} %</text>"),
                );
            }
        }
        let is_enough = |interval: &&usize| self.moves / **interval <= MAX_TICKS;
        let interval = INTERVALS.iter().find(is_enough).copied().unwrap_or(self.moves.max(1));
        for played in (0..=self.moves).step_by(interval) {
            let (x, y) = (self.point(played, 0.0).0, bottom + 20.0);
            tag(svg, format_args!("<text class=\"number\" x=\"{x:.2}\" y=\"{y}\">{played}</text>"));
        }
    }

    /// Draws a piece of the curve.
    fn curve(&self, svg: &mut String, points: &[(f64, f64)]) {
        tag(svg, format_args!("<polyline class=\"curve\" points=\"{}\"/>", joined(points)));
        if let [(x, y)] = points {
            tag(svg, format_args!("<circle class=\"curve\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"3\"/>"));
        }
    }

    /// Draws a dot for a bad move, with words that appear when the pointer is over it.
    fn mark(&self, svg: &mut String, played: &LabelledMove, rate: f64) {
        let Some(kind) = kind(played) else { return };
        let (x, y) = self.point(played.number, rate);
        tag(
            svg,
            format_args!(
                "<circle class=\"mark {kind}\" cx=\"{x:.2}\" cy=\"{y:.2}\" \
                 r=\"4.5\"><title>{}</title></circle>",
                escaped(&in_words(played)),
            ),
        );
    }
}

fn joined(points: &[(f64, f64)]) -> String {
    points.iter().map(|(x, y)| format!("{x:.2},{y:.2}")).collect::<Vec<_>>().join(" ")
}

fn tag(svg: &mut String, tag: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = writeln!(svg, "{tag}");
}

/// Escapes text for XML and HTML, including attributes.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            // XML does not allow this character.
            c if c.is_control() && !c.is_whitespace() => escaped.push('?'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_as_high_as_its_win_rate() {
        let plot = Plot { moves: 4 };
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        assert_eq!(plot.point(0, 0.0), (LEFT, bottom));
        assert_eq!(plot.point(4, 1.0), (right, TOP));
        assert_eq!(plot.point(2, 0.5), ((LEFT + right) / 2.0, (TOP + bottom) / 2.0));
        // A single position is drawn at the left.
        assert_eq!(Plot { moves: 0 }.point(0, 1.0), (LEFT, TOP));
    }

    #[test]
    fn the_curve_has_gaps_where_nothing_is_known() {
        let plot = Plot { moves: 5 };
        let rates = [None, Some(0.5), Some(1.0), None, None, Some(0.0)];
        let point = |played, rate| plot.point(played, rate);
        let runs = [vec![point(1, 0.5), point(2, 1.0)], vec![point(5, 0.0)]];
        assert_eq!(plot.runs(&rates), runs);
        assert!(plot.runs(&[None, None]).is_empty());
    }

    #[test]
    fn numbers_of_moves_do_not_crowd() {
        for moves in [0, 1, 12, 13, 50, 361, 484] {
            let mut svg = String::new();
            Plot { moves }.scales(&mut svg);
            let labels = svg.matches("class=\"number\"").count();
            assert!((1..=MAX_TICKS + 1).contains(&labels), "{moves}: {labels}");
        }
    }

    #[test]
    fn no_character_means_anything() {
        assert_eq!(escaped("<a b='\"'>&\u{1b}\n"), "&lt;a b=&#39;&quot;&#39;&gt;&amp;?\n");
    }
}
