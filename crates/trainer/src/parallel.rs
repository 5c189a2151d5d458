//! Runs work on several threads at once.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Calls `work` with the index and the value of each item. Each item has a thread of its own; the
/// first runs on the calling thread.
pub fn each<T: Send>(items: impl IntoIterator<Item = T>, work: impl Fn(usize, T) + Sync) {
    let mut items = items.into_iter().enumerate();
    let first = items.next();
    let work = &work;
    thread::scope(|scope| {
        for (index, item) in items {
            scope.spawn(move || work(index, item));
        }
        if let Some((index, item)) = first {
            work(index, item);
        }
    });
}

/// Calls `work` with each number below `count` on the given number of threads, and returns the
/// results in order. Each thread has a state of its own from `state`. A free thread takes the next
/// number.
pub fn map<S, T: Send>(
    threads: usize,
    count: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(count));
    each(0..threads.clamp(1, count.max(1)), |_, _| {
        let mut state = state();
        let mut own = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            own.push((number, work(&mut state, number)));
        }
        done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(own);
    });
    let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_unstable_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, item)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whatever_the_threads() {
        for threads in [1, 2, 5] {
            let squares = map(threads, 100, || 0, |_, number| number * number);
            assert!(squares.iter().enumerate().all(|(number, &square)| square == number * number));
        }
        assert!(map(3, 0, || (), |(), number| number).is_empty());
    }

    #[test]
    fn each_item_is_worked_on_once() {
        let mut items = [1, 2, 3];
        each(items.iter_mut(), |index, item| *item += 10 * index);
        assert_eq!(items, [1, 12, 23]);
    }
}
