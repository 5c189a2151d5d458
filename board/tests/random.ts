/** Numbers that look random, and are the same ones each time. */

export class Random {
  constructor(private state: number) {}

  /** A whole number from 0 up to, but not including, a limit. */
  below(limit: number): number {
    // Xorshift, 32 bits.
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % limit;
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}
