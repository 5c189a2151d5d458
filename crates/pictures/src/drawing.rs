//! How a position is drawn: the shapes of the board, its stones and its marks.

use fukumi_core::board::{Cell, Stone};
use fukumi_core::geometry::{BoardSize, Color, Point, PointSet};
use fukumi_core::position::Position;
use fukumi_core::position::ending::End;
use fukumi_records::sgf::marks::{Mark, Sign};

use crate::shape::{Drawing, Paint, Polyline, Shape, Spot, spot};
use crate::theme::{self, Theme};

/// The distance of two lines.
pub(crate) const CELL: f32 = 40.0;
/// The room around the lines, with the names of columns and rows or without.
const EDGE: f32 = 46.0;
const PLAIN_EDGE: f32 = 26.0;
/// The sizes of texts.
const NAME_SIZE: f32 = 16.0;
const TEXT_SIZE: f32 = 15.0;
const SMALL_SIZE: f32 = 12.0;
/// The most signs of a text on a point; more would lie on its neighbours.
const MAX_SIGNS: usize = 4;

/// A position, and what is shown of it.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The position.
    pub position: &'a Position,
    /// The numbers on the stones in their order of play, 0 for none. Stones without a number here
    /// have none.
    pub numbers: &'a [usize],
    /// The stone that is marked as the last move.
    pub last: Option<Point>,
    /// Marks on points.
    pub marks: &'a [Mark],
    /// Whether forbidden points have a cross.
    pub has_forbidden: bool,
    /// How it looks.
    pub look: Look,
}

/// How pictures look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whether the names of columns and rows are around the board.
    pub has_coordinates: bool,
    /// The colours.
    pub theme: Theme,
}

impl Default for Look {
    fn default() -> Self {
        Self { has_coordinates: true, theme: Theme::Wood }
    }
}

/// Whether all signs of a text on a point can be drawn as pixels. Those that cannot become a box.
pub fn can_draw(text: &str) -> bool {
    crate::glyphs::have(&shown(text))
}

/// What is shown of a text on a point: signs that XML may contain.
fn shown(text: &str) -> String {
    let is_shown = |sign: &char| !sign.is_control() && !matches!(sign, '\u{fffe}' | '\u{ffff}');
    text.trim().chars().filter(is_shown).take(MAX_SIGNS).collect()
}

impl Picture<'_> {
    /// The shapes of the picture.
    pub fn draw(&self) -> Drawing {
        let (size, look) = (self.position.size(), self.look);
        let plan = Plan { size, edge: if look.has_coordinates { EDGE } else { PLAIN_EDGE } };
        let far = plan.place(size.width() - 1, size.height() - 1);
        let (width, height) = (far.x + plan.edge, far.y + plan.edge);
        let mut shapes = vec![Shape::Path {
            lines: vec![Polyline::rectangle(spot(0.0, 0.0), spot(width, height))],
            paint: Paint::fill(look.theme.board()),
        }];
        plan.grid(look, &mut shapes);
        self.dead_cells(plan, &mut shapes);
        self.stones(plan, &mut shapes);
        if self.has_forbidden && End::of(self.position).is_none() {
            let paint = Paint::stroke(look.theme.forbidden(), 2.5);
            for point in self.position.forbidden_points().iter() {
                shapes.push(cross(plan.at(point), 7.0, paint));
            }
        }
        self.marks.iter().for_each(|mark| self.mark(plan, mark, &mut shapes));
        Drawing { title: self.title(), width, height, shapes }
    }

    fn title(&self) -> String {
        let position = self.position;
        let stones = position.board().stones().len();
        let noun = if stones == 1 { "stone" } else { "stones" };
        let (rule, size, side) = (position.rule(), position.size(), position.to_move().name());
        let (width, height) = (size.width(), size.height());
        format!("{rule}, {width}x{height}, {stones} {noun}, {side} to move")
    }

    fn dead_cells(&self, plan: Plan, shapes: &mut Vec<Shape>) {
        let board = self.position.board();
        let dead = plan.size.points().filter(|&point| board.cell(point) == Cell::Wall);
        let half = CELL / 2.0;
        let square =
            |Spot { x, y }| Polyline::rectangle(spot(x - half, y - half), spot(x + half, y + half));
        let lines: Vec<Polyline> = dead.map(|point| square(plan.at(point))).collect();
        if !lines.is_empty() {
            shapes.push(Shape::Path { lines, paint: Paint::fill(self.look.theme.lines()) });
        }
    }

    fn stones(&self, plan: Plan, shapes: &mut Vec<Shape>) {
        let row = End::of(self.position).map_or(PointSet::EMPTY, |end| end.row(self.position));
        // A mark takes the place of a number.
        let marked = self.marks.iter().filter_map(|mark| match mark {
            Mark::Sign(point, _) | Mark::Text(point, _) => Some(*point),
            Mark::Arrow(..) => None,
        });
        let mut has_mark = PointSet::EMPTY;
        marked.for_each(|point| has_mark.insert(point));
        for (index, &Stone { color, point }) in self.position.board().stones().iter().enumerate() {
            let center = plan.at(point);
            let number = self.numbers.get(index).copied().filter(|&number| number > 0);
            let colors = if color == Color::Black { theme::BLACK } else { theme::WHITE };
            let (is_last, is_marked) = (self.last == Some(point), has_mark.contains(point));
            let (shadow, opacity) = theme::SHADOW;
            let shadow = Paint { opacity, ..Paint::fill(shadow) };
            let body = Paint { stroke: Some((colors.stroke, 1.0)), ..Paint::fill(colors.fill) };
            let mut circle = |center, radius, paint| {
                shapes.push(Shape::Circle { center, radius, paint });
            };
            circle(spot(center.x, center.y + 1.5), 18.0, shadow);
            circle(center, 18.0, body);
            if row.contains(point) {
                circle(center, 14.5, Paint::stroke(theme::ROW, 3.5));
            } else if is_last && (number.is_some() || is_marked) {
                circle(center, 16.0, Paint::stroke(theme::LAST, 2.5));
            } else if is_last {
                circle(center, 5.0, Paint::fill(colors.dot));
            }
            if let Some(number) = number.filter(|_| !is_marked) {
                let size = if number > 99 { SMALL_SIZE } else { TEXT_SIZE };
                let text = number.to_string();
                shapes.push(Shape::Text { center, text, size, color: colors.text });
            }
        }
    }

    fn mark(&self, plan: Plan, mark: &Mark, shapes: &mut Vec<Shape>) {
        let (point, theme) = match mark {
            Mark::Arrow(from, to) => {
                let paint = Paint::stroke(self.look.theme.arrows(), 4.0);
                return shapes.push(arrow(plan.at(*from), plan.at(*to), paint));
            }
            Mark::Sign(point, _) | Mark::Text(point, _) => (*point, self.look.theme),
        };
        let center = plan.at(point);
        let color = match self.position.board().cell(point).color() {
            Some(Color::Black) => theme::BLACK.text,
            Some(Color::White) => theme::WHITE.text,
            None => theme.marks(),
        };
        if self.position.board().is_empty(point) {
            let paint = Paint::fill(theme.board());
            shapes.push(Shape::Circle { center, radius: 13.0, paint });
        }
        let paint = Paint::stroke(color, 2.5);
        let Spot { x, y } = center;
        shapes.push(match mark {
            Mark::Text(_, text) => {
                let text = shown(text);
                let size = if text.chars().count() > 2 { SMALL_SIZE } else { TEXT_SIZE };
                Shape::Text { center, text, size, color }
            }
            Mark::Sign(_, Sign::Circle) => Shape::Circle { center, radius: 9.0, paint },
            Mark::Sign(_, Sign::Cross) => cross(center, 8.0, paint),
            Mark::Sign(_, Sign::Square) => {
                let square = Polyline::rectangle(spot(x - 8.0, y - 8.0), spot(x + 8.0, y + 8.0));
                Shape::Path { lines: vec![square], paint }
            }
            Mark::Sign(_, Sign::Triangle) | Mark::Arrow(..) => {
                let corners = [spot(x, y - 10.0), spot(x + 9.0, y + 6.0), spot(x - 9.0, y + 6.0)];
                Shape::Path { lines: vec![Polyline::closed(&corners)], paint }
            }
        });
    }
}

/// Where the lines of a board are.
#[derive(Clone, Copy)]
struct Plan {
    size: BoardSize,
    edge: f32,
}

impl Plan {
    fn place(self, x: u8, y: u8) -> Spot {
        spot(self.edge + f32::from(x) * CELL, self.edge + f32::from(y) * CELL)
    }

    fn at(self, point: Point) -> Spot {
        self.place(point.x(), point.y())
    }

    /// The lines, the dots on them, and the names of columns and rows.
    fn grid(self, look: Look, shapes: &mut Vec<Shape>) {
        let Self { size, edge } = self;
        let color = look.theme.lines();
        let near = self.place(0, 0);
        let far = self.place(size.width() - 1, size.height() - 1);
        let columns = (0..size.width()).map(|x| self.place(x, 0).x);
        let rows = (0..size.height()).map(|y| self.place(0, y).y);
        let down = columns.clone().map(|x| Polyline::open(&[spot(x, near.y), spot(x, far.y)]));
        let across = rows.clone().map(|y| Polyline::open(&[spot(near.x, y), spot(far.x, y)]));
        let lines = down.chain(across).collect();
        shapes.push(Shape::Path { lines, paint: Paint::stroke(color, 1.2) });
        let outline = vec![Polyline::rectangle(near, far)];
        shapes.push(Shape::Path { lines: outline, paint: Paint::stroke(color, 2.4) });
        if look.has_coordinates {
            let mut name = |x, y, text: &str| {
                let (center, text) = (spot(x, y), text.to_owned());
                shapes.push(Shape::Text { center, text, size: NAME_SIZE, color });
            };
            for (letter, x) in ('a'..).zip(columns) {
                name(x, 17.0, letter.encode_utf8(&mut [0; 4]));
                name(x, far.y + edge - 17.0, letter.encode_utf8(&mut [0; 4]));
            }
            for (row, y) in (1..=size.height()).rev().zip(rows) {
                name(16.0, y, &row.to_string());
                name(far.x + edge - 16.0, y, &row.to_string());
            }
        }
        for (x, y) in stars(size) {
            let center = self.place(x, y);
            shapes.push(Shape::Circle { center, radius: 4.5, paint: Paint::fill(color) });
        }
    }
}

/// The points with a dot: the corners of the inner square and the centre.
fn stars(size: BoardSize) -> Vec<(u8, u8)> {
    let (width, height) = (size.width(), size.height());
    let inset = match width.min(height) {
        13.. => Some(3),
        9.. => Some(2),
        _ => None,
    };
    let sides = |inset| [(inset, inset), (width - 1 - inset, inset)];
    let corners = inset.into_iter().flat_map(sides);
    let mut stars: Vec<_> = corners.flat_map(|(x, y)| [(x, y), (x, height - 1 - y)]).collect();
    if width % 2 == 1 && height % 2 == 1 {
        stars.push((width / 2, height / 2));
    }
    stars
}

fn cross(Spot { x, y }: Spot, arm: f32, paint: Paint) -> Shape {
    let line =
        |arm: f32, down: f32| Polyline::open(&[spot(x - arm, y - down), spot(x + arm, y + down)]);
    Shape::Path { lines: vec![line(arm, arm), line(arm, -arm)], paint }
}

/// An arrow that leaves the middles of both points free.
fn arrow(from: Spot, to: Spot, paint: Paint) -> Shape {
    let (right, down) = (to.x - from.x, to.y - from.y);
    let length = right.hypot(down).max(1.0);
    let (right, down) = (right / length, down / length);
    let tail = spot(from.x + 8.0 * right, from.y + 8.0 * down);
    let head = spot(to.x - 6.0 * right, to.y - 6.0 * down);
    let wing = |side: f32| {
        let back = spot(head.x - 11.0 * right, head.y - 11.0 * down);
        spot(back.x + side * 7.0 * down, back.y - side * 7.0 * right)
    };
    let lines = vec![Polyline::open(&[tail, head]), Polyline::open(&[wing(1.0), head, wing(-1.0)])];
    Shape::Path { lines, paint }
}
