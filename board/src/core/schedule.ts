/** When what was missed comes back: the boxes of S. Leitner. */

/** Days until something in each box comes back. What is right in the last box does not. */
export const BOX_DAYS = [1, 3, 7, 16, 35, 90] as const;

export interface Slot {
  readonly box: number;
  /** The day on which it comes back. */
  readonly due: number;
}

/** The number of a day by the clock of the user. */
export function dayOf(time: Date): number {
  return Math.floor((time.getTime() / 60_000 - time.getTimezoneOffset()) / (24 * 60));
}

/** Something that was missed comes back tomorrow. */
export const missed = (today: number): Slot => ({ box: 0, due: today + BOX_DAYS[0] });

/** The next box of something that came back; null if it has been learnt. */
export function repeated({ box }: Slot, isRight: boolean, today: number): Slot | null {
  if (!isRight) return missed(today);
  const days = BOX_DAYS[box + 1];
  return days === undefined ? null : { box: box + 1, due: today + days };
}
