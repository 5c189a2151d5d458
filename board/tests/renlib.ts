/** Makes libraries of RenLib: crates/records/src/formats/renlib.rs describes the bytes. */

import { Random } from "./random";

const SIDE = 15;
const [SIBLING, LEAF, COMMENT] = [0x80, 0x40, 0x08];
const HEAD = [0xff, ...Buffer.from("RenLib"), 0xff, 3, 4, ...Array<number>(10).fill(0xff)];

/** A library with so many nodes, the root included, that branches as those of openings do; one node in twenty has a comment. */
export function library(nodes: number, seed = 1): Uint8Array {
  const random = new Random(seed);
  const bytes = [...HEAD];
  const path: number[] = [];
  /** Writes a node with so many nodes below it. */
  const write = (point: number | null, below: number, hasSibling: boolean) => {
    const comment = point !== null && random.below(20) === 0;
    bytes.push(
      point === null ? 0 : ((point / SIDE) << 4) | ((point % SIDE) + 1),
      (hasSibling ? SIBLING : 0) | (below === 0 ? LEAF : 0) | (comment ? COMMENT : 0),
    );
    if (comment) bytes.push(...Buffer.from(`after ${path.length} moves`.padEnd(15)), 0);
    if (point !== null) path.push(point);
    const count = Math.min(below, below > 50 ? 2 + random.below(8) : 1 + random.below(3));
    const points = new Set<number>();
    while (points.size < count) {
      const free = random.below(SIDE * SIDE);
      if (!path.includes(free)) points.add(free);
    }
    let left = below - count;
    [...points].forEach((next, index) => {
      const share = index === count - 1 ? left : random.below(Math.floor((2 * left) / (count - index)) + 1);
      left -= share;
      write(next, share, index < count - 1);
    });
    path.pop();
  };
  write(null, nodes - 1, false);
  return Uint8Array.from(bytes);
}
