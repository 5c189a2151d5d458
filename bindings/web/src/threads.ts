/**
 * The threads of an engine: Workers that wait for work in shared memory.
 *
 * The page starts them beside the engine's own Worker. The engine starts a thread in the middle of a search, when its
 * Worker receives no messages, so it writes into a word of shared memory, on which the other Worker waits. A Worker
 * that could not be loaded never gets ready, and the engine goes on with fewer threads.
 */

/** What an engine shares with its helpers. It exists only where pages may share memory. */
export interface Shared {
  /** The memory of the engine. */
  readonly memory: WebAssembly.Memory;
  /** A word for each Worker, the engine's own first: whether it is ready, or the thread that a helper runs. */
  readonly seats: SharedArrayBuffer;
}

/** The word of a Worker that is not ready yet, and of one that is. Others are the address of a thread. */
const ABSENT = 0;
const READY = 1;

/** Milliseconds to wait for a helper whose thread has ended, which takes far less until it is ready again. */
const PATIENCE = 200;

const PAGE_BYTES = 64 << 10;
/** Pages of memory at the start, as `build-wasm` states them. */
const FIRST_PAGES = 512;
const MOST_PAGES = 65_536;
/** Bytes for everything but tables and threads: code, files that are read, collections of games. */
const OTHER_BYTES = 512 << 20;
/** Bytes for a thread: its stack and what it learns. */
const THREAD_BYTES = 20 << 20;

/** Takes what an engine with these threads shares; throws where that is impossible. */
export function share(threads: number, memoryBytes: number): Shared {
  const pages = Math.ceil((memoryBytes + threads * THREAD_BYTES + OTHER_BYTES) / PAGE_BYTES);
  return {
    memory: new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: Math.min(pages, MOST_PAGES), shared: true }),
    seats: new SharedArrayBuffer(4 * threads),
  };
}

/** Says that a Worker is ready. */
export function ready(seats: Int32Array, seat: number): void {
  Atomics.store(seats, seat, READY);
  Atomics.notify(seats, seat);
}

/** Waits until the engine's own Worker is ready. */
export function waitForEngine(seats: Int32Array): void {
  Atomics.wait(seats, 0, ABSENT);
}

/**
 * Starts a thread of the engine in a helper that is ready. Returns the number of the thread, which is its seat, or a
 * negative number if there is no such helper.
 */
export function start(seats: Int32Array, thread: number): number {
  for (const isLast of [false, true]) {
    for (let seat = 1; seat < seats.length; seat += 1) {
      if (isLast) waitUntilReady(seats, seat);
      if (Atomics.compareExchange(seats, seat, READY, thread) === READY) {
        Atomics.notify(seats, seat);
        return seat;
      }
    }
  }
  return -1;
}

function waitUntilReady(seats: Int32Array, seat: number): void {
  const word = Atomics.load(seats, seat);
  if (word !== ABSENT && word !== READY) Atomics.wait(seats, seat, word, PATIENCE);
}

/** Runs the threads that the engine starts in a seat. Does not return, unless `run` throws. */
export function help(seats: Int32Array, seat: number, run: (seat: number, thread: number) => void): never {
  for (;;) {
    ready(seats, seat);
    Atomics.wait(seats, seat, READY);
    const thread = Atomics.load(seats, seat);
    if (thread !== READY) run(seat, thread);
  }
}
