//! What a network has computed for a position, updated from one position to the next.

use crate::board::{Board, Cell, Stone};
use crate::geometry::{Color, Point};
use crate::zobrist;

use super::kernel::{self, Processor, SENDERS};
use super::layout::BOTH;
use super::model::{Features, Network, Sent};
use super::state::{State, Step};
use super::windows::{self, SLOTS, Views};

/// What a network has computed for a position, updated from one position to the next.
#[derive(Clone)]
pub(in super::super) struct Accumulator {
    /// The instructions that the kernels use.
    pub(super) processor: Processor,
    views: Views,
    /// Key of the stones that the state includes, and of the dead cells.
    key: u64,
    /// Number of stones that the state includes.
    height: usize,
    /// One step for each stone that the state includes. After them come steps that may serve
    /// again: a stone that was tried without being added, and stones that were removed.
    steps: Vec<Step>,
    pub(super) state: State,
    /// What is sent, by cell. All is zero except while appeals are computed.
    pub(super) sent: Box<[Sent; SENDERS]>,
    /// Buffer for the cells that send messages.
    pub(super) senders: Vec<Point>,
}

impl Accumulator {
    /// The state for a board without stones, with the same size and dead cells as `board`.
    pub(in super::super) fn new(network: &Network, board: &Board) -> Self {
        let mut empty = Board::new(board.size());
        let is_dead = |&point: &_| board.cell(point) == Cell::Wall;
        board.size().points().filter(is_dead).for_each(|point| empty.kill(point));
        let (views, numbers) = windows::of(&empty);
        let mut cells = vec![network.bias; SLOTS];
        for point in empty.empty_points() {
            let cell = &mut cells[windows::slot(point.index())].0;
            for &number in numbers.iter().skip(4 * point.index()).take(4) {
                let row = &network.rows[usize::from(number)];
                cell.iter_mut().enumerate().for_each(|(index, sum)| *sum += row.value(index));
            }
        }
        Self {
            processor: Processor::get(),
            views,
            key: empty.key(),
            height: 0,
            steps: Vec::new(),
            state: State { numbers, cells: cells.into(), sums: Features([0; BOTH]) },
            sent: Box::new([Sent::NOTHING; SENDERS]),
            senders: Vec::with_capacity(board.size().area()),
        }
    }

    /// The sums of features of a board.
    ///
    /// The last stone is only tried, not added. In a search the next position is mostly the same
    /// board with a different last stone.
    pub(super) fn sums_of(&mut self, network: &Network, board: &Board) -> &Features<i32> {
        let stones = board.stones();
        let common = self.common(board);
        match stones {
            [below @ .., last] if common < stones.len() => {
                self.go_to(network, below, common);
                &self.step(network, *last).sums
            }
            _ => {
                self.go_to(network, stones, common);
                &self.state.sums
            }
        }
    }

    /// Brings the state to a board.
    pub(super) fn follow(&mut self, network: &Network, board: &Board) {
        let common = self.common(board);
        self.go_to(network, board.stones(), common);
    }

    /// The largest number of stones for which the first stones of the state are those of the board,
    /// in any order.
    ///
    /// Keys are compared, not stones. The search begins with all stones, since most often only the
    /// last ones differ.
    fn common(&self, board: &Board) -> usize {
        let side = if board.to_move() == Color::White { zobrist::SIDE } else { 0 };
        let mut key = board.key() ^ side;
        let mut count = board.stones().len();
        while let Some(last) = count.checked_sub(1)
            && self.key_of(count) != Some(key)
        {
            let Stone { color, point } = board.stones()[last];
            key ^= zobrist::stone(color, point);
            count = last;
        }
        count
    }

    /// The key of the first `count` stones of the state, if it has as many.
    fn key_of(&self, count: usize) -> Option<u64> {
        if count < self.height {
            self.steps[count].stone.map(|(_, key)| key)
        } else {
            (count == self.height).then_some(self.key)
        }
    }

    /// Brings the state to these stones, given how many of the first ones it shares with them.
    fn go_to(&mut self, network: &Network, stones: &[Stone], common: usize) {
        while self.height > common {
            self.height -= 1;
            self.exchange(true);
        }
        while let Some(&stone) = stones.get(self.height) {
            self.step(network, stone);
            self.exchange(false);
            self.height += 1;
        }
    }

    /// The step that adds a stone to the state.
    fn step(&mut self, network: &Network, stone: Stone) -> &Step {
        let Self { processor, views, key, height, steps, state, .. } = self;
        if steps.len() == *height {
            steps.push(Step::EMPTY);
        }
        let step = &mut steps[*height];
        let wanted = Some((stone, *key));
        if step.stone != wanted {
            let views = views.of(stone.point.index());
            kernel::try_stone(*processor, network, views, stone.color, state, step);
            step.stone = wanted;
        }
        step
    }

    /// Adds the stone of the step at the present height, or removes it if it `is_there`.
    fn exchange(&mut self, is_there: bool) {
        let Self { processor, views, steps, state, .. } = self;
        let step = &mut steps[self.height];
        let Some((Stone { color, point }, _)) = step.stone else { return };
        let views = views.of(point.index());
        kernel::exchange(*processor, views, state, step, is_there);
        self.key ^= zobrist::stone(color, point);
    }
}
