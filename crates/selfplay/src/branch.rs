//! Branches: positions that differ from those of a game by another move than the one played. They
//! show an evaluation what games between good players avoid.

use fukumi_core::eval::Scorer;
use fukumi_core::geometry::Point;
use fukumi_core::position::Position;
use fukumi_core::random::Generator;
use rand::seq::IndexedRandom;

/// Number of best moves from which a branch may begin.
const MOVES: usize = 15;

/// Draws a random one of the best moves by the policy, all equally likely, except the move
/// `played`.
///
/// `position` is the one before that move, and the scorer must fit it. `None` if there is no other
/// legal move near the stones.
pub(crate) fn choose(
    position: &Position,
    played: Point,
    scorer: &mut Scorer,
    rng: &mut Generator,
) -> Option<Point> {
    let mut moves = scorer.appeals(position, None).to_vec();
    moves.retain(|&(point, _)| !position.is_forbidden(point));
    moves.sort_by_key(|&(point, appeal)| (std::cmp::Reverse(appeal), point));
    moves.truncate(MOVES);
    moves.retain(|&(point, _)| point != played);
    moves.choose(rng).map(|&(point, _)| point)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fukumi_core::eval::{Evaluation, Kind};
    use fukumi_core::geometry::{BoardSize, Color};
    use fukumi_core::rule::Rule;
    use rand::SeedableRng;

    use super::*;

    /// The points that occur in many draws.
    fn chosen(position: &Position, played: Point) -> BTreeSet<Point> {
        let mut scorer = Scorer::new(position, &Kind::Network);
        let mut rng = Generator::seed_from_u64(1);
        let mut draw = || choose(position, played, &mut scorer, &mut rng);
        (0..500).filter_map(|_| draw()).collect()
    }

    fn empty(rule: Rule) -> Position {
        let size = BoardSize::square(15).unwrap();
        Position::with_tables(size, Evaluation::of(rule, size).tables())
    }

    #[test]
    fn all_of_the_best_moves_come_up_but_the_one_played() {
        let mut position = empty(Rule::Freestyle);
        [(7, 7), (8, 8), (7, 9)].into_iter().for_each(|(x, y)| position.play(Point::new(x, y)));
        let best = chosen(&position, Point::new(0, 0));
        assert_eq!(best.len(), MOVES);
        let played = *best.iter().next().unwrap();
        let others = chosen(&position, played);
        assert_eq!(others.len(), MOVES - 1);
        assert!(!others.contains(&played) && others.is_subset(&best));
    }

    #[test]
    fn no_branch_is_a_foul() {
        // Two pairs of black stones cross at (7, 7), which is a double three.
        let mut position = empty(Rule::Renju);
        for (x, y) in [(5, 7), (6, 7), (7, 5), (7, 6)] {
            position.place(Color::Black, Point::new(x, y));
        }
        for (x, y) in [(0, 0), (14, 0), (0, 14), (14, 14)] {
            position.place(Color::White, Point::new(x, y));
        }
        position.set_to_move(Color::Black);
        assert!(position.is_forbidden(Point::new(7, 7)));
        let moves = chosen(&position, Point::new(0, 7));
        assert!(!moves.is_empty() && !moves.contains(&Point::new(7, 7)));
    }

    #[test]
    fn a_lone_move_has_no_branch() {
        let size = BoardSize::square(5).unwrap();
        let tables = Evaluation::of(Rule::Freestyle, size).tables();
        let mut position = Position::with_tables(size, tables);
        let last = Point::new(4, 4);
        for point in size.points().filter(|&point| point != last) {
            let is_black = (point.x() / 2 + point.y()).is_multiple_of(2);
            position.place(if is_black { Color::Black } else { Color::White }, point);
        }
        assert!(position.ending().is_none());
        assert_eq!(chosen(&position, last), BTreeSet::new());
    }
}
