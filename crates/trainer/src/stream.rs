//! Batches of samples from games, in random order.
//!
//! Each epoch shuffles the games. They are replayed a few at a time, and their samples go to a
//! buffer from which batches are drawn at random. What is drawn depends only on the seed, the games
//! and the sizes of batch and buffer.

use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};

use crate::games::Games;
use crate::replay::Sample;

/// Games that are replayed at a time.
const LOT: usize = 256;

/// The buffer of one epoch.
struct Mixer<T> {
    order: Vec<u32>,
    /// Number of games whose samples have entered the buffer.
    next: usize,
    buffer: Vec<T>,
    random: SmallRng,
}

impl<T> Mixer<T> {
    fn new(mut games: Vec<u32>, seed: u64, epoch: u64) -> Self {
        let mut random =
            SmallRng::seed_from_u64(seed ^ (epoch + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        games.shuffle(&mut random);
        Self { order: games, next: 0, buffer: Vec::new(), random }
    }

    /// Draws `count` items, or none if fewer are left. `load` gets the items of some games.
    fn draw(
        &mut self,
        count: usize,
        capacity: usize,
        mut load: impl FnMut(&[u32]) -> Vec<T>,
    ) -> Option<Vec<T>> {
        while self.buffer.len() < capacity.max(count) && self.next < self.order.len() {
            let end = (self.next + LOT).min(self.order.len());
            self.buffer.extend(load(&self.order[self.next..end]));
            self.next = end;
        }
        if self.buffer.len() < count {
            return None;
        }
        let (buffer, random) = (&mut self.buffer, &mut self.random);
        let drawn = (0..count).map(|_| buffer.swap_remove(random.random_range(0..buffer.len())));
        Some(drawn.collect())
    }
}

/// An endless stream of batches.
pub struct Stream<'a> {
    games: &'a Games,
    learned: Vec<u32>,
    batch: usize,
    /// Samples in the buffer.
    capacity: usize,
    seed: u64,
    threads: usize,
    epoch: u64,
    mixer: Mixer<Sample>,
}

impl<'a> Stream<'a> {
    /// Batches of samples from the games that are not held out, beginning at step `step`. `None` if
    /// these games have fewer samples than a batch.
    pub fn new(
        games: &'a Games,
        batch: usize,
        capacity: usize,
        seed: u64,
        threads: usize,
        step: u64,
    ) -> Option<Self> {
        let learned = games.numbers(false);
        let per_epoch = (games.samples_in(&learned) / batch.max(1)) as u64;
        if per_epoch == 0 {
            return None;
        }
        let epoch = step / per_epoch;
        // Repeats the draws of this epoch's earlier steps, but only with places, without replaying
        // games.
        let mut places = Mixer::<(u32, u16)>::new(learned.clone(), seed, epoch);
        for _ in 0..step % per_epoch {
            places.draw(batch, capacity, |numbers| {
                let samples =
                    |&number: &u32| (0..games.samples_of(number)).map(move |k| (number, k));
                numbers.iter().flat_map(samples).collect()
            });
        }
        let Mixer { order, next, buffer, random } = places;
        let buffer = Self::samples_at(games, &buffer, threads);
        let mixer = Mixer { order, next, buffer, random };
        Some(Self { games, learned, batch, capacity, seed, threads, epoch, mixer })
    }

    /// The samples at these places. A place is the number of a game and the number of a sample in
    /// it.
    fn samples_at(games: &Games, places: &[(u32, u16)], threads: usize) -> Vec<Sample> {
        let mut wanted: Vec<(u32, u16, usize)> =
            places.iter().enumerate().map(|(slot, &(game, number))| (game, number, slot)).collect();
        wanted.sort_unstable();
        let mut samples = Vec::with_capacity(wanted.len());
        for lot in wanted.chunk_by(|a, b| a.0 as usize / LOT == b.0 as usize / LOT) {
            let mut numbers: Vec<u32> = lot.iter().map(|&(game, ..)| game).collect();
            numbers.dedup();
            let replayed = games.replay(&numbers, threads);
            for (number, samples_of_game) in numbers.into_iter().zip(replayed) {
                let first = wanted.partition_point(|&(game, ..)| game < number);
                let places = wanted[first..].iter().take_while(|&&(game, ..)| game == number);
                let mut places = places.peekable();
                for (index, sample) in samples_of_game.into_iter().enumerate() {
                    if let Some(&(.., slot)) = places.next_if(|place| usize::from(place.1) == index)
                    {
                        samples.push((slot, sample));
                    }
                }
            }
        }
        samples.sort_unstable_by_key(|&(slot, _)| slot);
        samples.into_iter().map(|(_, sample)| sample).collect()
    }

    /// The next batch. An epoch's remainder that is too small for a batch is dropped.
    pub fn batch(&mut self) -> Vec<Sample> {
        loop {
            let (games, threads) = (self.games, self.threads);
            let load =
                |numbers: &[u32]| games.replay(numbers, threads).into_iter().flatten().collect();
            if let Some(batch) = self.mixer.draw(self.batch, self.capacity, load) {
                return batch;
            }
            self.epoch += 1;
            self.mixer = Mixer::new(self.learned.clone(), self.seed, self.epoch);
        }
    }
}
