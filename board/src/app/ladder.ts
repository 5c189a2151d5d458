/** The user's rating, from games against levels whose ratings were measured. It stays on the device. */

import { type Rating, played } from "../core/rating";
import { storage } from "./storage";

/** The points that the user makes in a game. */
export type Points = 0 | 0.5 | 1;
/** The ratings of the levels, the weakest first; null where there is none. */
export type Ratings = readonly (number | null)[];

/** What is known of the user after so many games. */
interface Standing {
  readonly rating: Rating;
  readonly games: number;
}

const NAME = "fukumi-ladder";
/** What is believed of a user without a game. */
const NEW: Standing = { rating: { value: 400, deviation: 350 }, games: 0 };
/** How uncertain the measured rating of a level is. */
const LEVEL_DEVIATION = 75;

/** Reads what is known of the user from a text that may be anything. */
export function parseStanding(text: string | null): Standing {
  try {
    const { rating, games } = JSON.parse(text ?? "null") as Standing;
    const isKnown = Number.isFinite(rating.value) && rating.deviation > 0 && Number.isInteger(games) && games >= 0;
    return isKnown ? { rating, games } : NEW;
  } catch {
    return NEW;
  }
}

export class Ladder {
  private standing = parseStanding(storage.get(NAME));

  /** `changed` is called when another window has counted a game, or has forgotten them. */
  constructor(changed: () => void = () => undefined) {
    storage.follow(NAME, (text) => {
      this.standing = parseStanding(text);
      changed();
    });
  }

  get games(): number {
    return this.standing.games;
  }

  get rating(): Rating {
    return this.standing.rating;
  }

  /** Counts a game against a level of that rating. */
  add(level: number, points: Points): void {
    const { rating, games } = this.standing;
    const opponent = { value: level, deviation: LEVEL_DEVIATION };
    this.keep({ rating: played(rating, opponent, points), games: games + 1 });
  }

  forget(): void {
    this.keep(NEW);
  }

  private keep(standing: Standing): void {
    this.standing = standing;
    storage.set(NAME, JSON.stringify(standing));
  }

  /** The level whose rating is nearest to the user's. */
  suggestion(ratings: Ratings): number {
    const distance = (level: number) => {
      const opponent = ratings[level - 1] ?? null;
      return opponent === null ? Infinity : Math.abs(opponent - this.rating.value);
    };
    return ratings.reduce<number>((best, _, index) => (distance(index + 1) < distance(best) ? index + 1 : best), 1);
  }
}
