/** What the standard library of an engine with threads asks of its host: a clock, and little else. */

/** The number of a call that went well. */
const SUCCESS = 0;

/** The functions, by their names in the interface "WASI preview 1". */
export function wasi(memory: WebAssembly.Memory): Record<string, (...values: never[]) => number> {
  const view = () => new DataView(memory.buffer);
  return {
    // The clocks of all Workers begin at the same moment.
    clock_time_get(_clock: number, _precision: bigint, at: number): number {
      const nanoseconds = Math.round((performance.timeOrigin + performance.now()) * 1e6);
      view().setBigUint64(at >>> 0, BigInt(nanoseconds), true);
      return SUCCESS;
    },
    // There are no environment variables.
    environ_get: () => SUCCESS,
    environ_sizes_get(count: number, bytes: number): number {
      view().setUint32(count >>> 0, 0, true);
      view().setUint32(bytes >>> 0, 0, true);
      return SUCCESS;
    },
    // Texts go nowhere. The engine writes none.
    fd_write(_file: number, parts: number, count: number, written: number): number {
      let bytes = 0;
      for (let part = 0; part < count; part += 1) bytes += view().getUint32((parts >>> 0) + 8 * part + 4, true);
      view().setUint32(written >>> 0, bytes, true);
      return SUCCESS;
    },
    sched_yield: () => SUCCESS,
    proc_exit(status: number): never {
      throw new Error(`the engine has ended with status ${status}`);
    },
  };
}
