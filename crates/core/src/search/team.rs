//! What the threads of one search know about each other: their nodes, their depths, and whether the
//! search is over.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// The seat number of the main thread.
pub(super) const MAIN: usize = 0;

/// The state that the threads of one search share.
pub(super) struct Team {
    seats: Vec<Seat>,
    is_over: AtomicBool,
}

/// What the other threads may know about one thread. It has a cache line of its own.
#[derive(Default)]
#[repr(align(64))]
struct Seat {
    /// Nodes so far, as of the thread's last look at the clock.
    nodes: AtomicU64,
    /// Depth of the thread's current iteration, in plies.
    depth: AtomicU32,
}

impl Team {
    /// Creates a team of `threads` threads, at least one.
    pub(super) fn new(threads: usize) -> Self {
        let seats = (0..threads.max(1)).map(|_| Seat::default()).collect();
        Self { seats, is_over: AtomicBool::new(false) }
    }

    /// Returns the number of threads.
    pub(super) fn len(&self) -> usize {
        self.seats.len()
    }

    /// Ends the search of all threads.
    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Whether the search of all threads is over.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Publishes the nodes of the thread in `seat` and returns the sum over all threads, as far as
    /// it is known.
    pub(super) fn publish_nodes(&self, seat: usize, nodes: u64) -> u64 {
        self.seats[seat].nodes.store(nodes, Ordering::Relaxed);
        self.seats.iter().map(|seat| seat.nodes.load(Ordering::Relaxed)).sum()
    }

    /// Returns the depth that the thread in `seat` searches after `depth`, and publishes it.
    ///
    /// The main thread takes the next depth. A helper takes the next depth that is not crowded.
    pub(super) fn next_depth(&self, seat: usize, depth: u32) -> u32 {
        let mut next = depth + 1;
        while seat != MAIN && self.is_crowded(seat, next) {
            next += 1;
        }
        self.seats[seat].depth.store(next, Ordering::Relaxed);
        next
    }

    /// Whether at least half as many threads as the team has, not counting the thread in `seat`,
    /// have reached this depth.
    fn is_crowded(&self, seat: usize, depth: u32) -> bool {
        let is_there = |other: &Seat| other.depth.load(Ordering::Relaxed) >= depth;
        let others = self.seats.iter().enumerate().filter(|&(index, _)| index != seat);
        2 * others.filter(|(_, other)| is_there(other)).count() >= self.len()
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;
    use crate::random::Generator;

    #[test]
    fn nodes_of_all_threads_are_summed() {
        let team = Team::new(3);
        assert_eq!(team.publish_nodes(0, 100), 100);
        assert_eq!(team.publish_nodes(2, 10), 110);
        assert_eq!(team.publish_nodes(0, 150), 160);
    }

    #[test]
    fn a_helper_leaves_out_what_half_of_the_team_is_busy_with() {
        let team = Team::new(4);
        assert_eq!([0, 1].map(|seat| team.next_depth(seat, 0)), [1, 1]);
        assert_eq!([2, 3].map(|seat| team.next_depth(seat, 0)), [2, 2]);
        assert_eq!(team.next_depth(1, 1), 3);
        assert_eq!([1, 2, 3].map(|depth| team.next_depth(MAIN, depth)), [2, 3, 4]);
        let pair = Team::new(2);
        assert_eq!([0, 1].map(|seat| pair.next_depth(seat, 0)), [1, 2]);
        assert_eq!(pair.next_depth(1, 2), 3);
    }

    /// Simulates searches by `threads` threads, in which each depth takes 1.6 times as long as the
    /// one before, give or take a tenth. Returns the share of the helpers' time by the number of
    /// plies that they are ahead of the main thread; the last share is that of all larger numbers.
    fn shares_ahead(threads: usize) -> [f64; 4] {
        let team = Team::new(threads);
        let mut random = Generator::new(1);
        let mut duration = |depth: u32| 1.6_f64.powi(depth as i32) * random.random_range(0.9..1.1);
        let mut depths: Vec<u32> = (0..threads).map(|seat| team.next_depth(seat, 0)).collect();
        let mut ends: Vec<f64> = depths.iter().map(|&depth| duration(depth)).collect();
        let (mut now, mut times) = (0.0, [0.0; 4]);
        while depths[MAIN] < 20 {
            let first = (0..threads).min_by(|&a, &b| ends[a].total_cmp(&ends[b])).unwrap();
            for &depth in &depths[1..] {
                let ahead = (depth.saturating_sub(depths[MAIN]) as usize).min(3);
                times[ahead] += ends[first] - now;
            }
            now = ends[first];
            depths[first] = team.next_depth(first, depths[first]);
            ends[first] = now + duration(depths[first]);
        }
        let total: f64 = times.iter().sum();
        times.map(|time| time / total)
    }

    #[test]
    fn helpers_spread_over_the_next_depths() {
        for threads in [2, 4, 8, 16] {
            let shares = shares_ahead(threads);
            println!("{threads} threads: {shares:.2?}");
            // Half of the helpers at least are at the depth of the main thread or one further.
            assert!(shares[0] + shares[1] > 0.5, "{threads} threads: {shares:?}");
            assert!(shares[3] < 0.1, "{threads} threads: {shares:?}");
        }
    }
}
