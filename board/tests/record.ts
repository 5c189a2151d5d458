/** The analysis of a short game, with all that a report can tell of a move. */

import type { GameRecord } from "../src/report/read";

const judged = {
  best: "h9",
  win_rate_before: 0.6,
  win_rate_after: 0.6,
  loss: 0,
  mark: null,
  missed_win: false,
  allows_win: false,
  remarks: [],
};
const side = { moves: 2, best: 1, mistakes: 1, blunders: 0, missed_wins: 1, mean_loss: 0.25 };

export const RECORD: GameRecord = {
  width: 15,
  height: 11,
  players: { black: "Ada", white: null },
  stones: { black: ["c3"], white: ["d4", "e5"] },
  dead: ["a1"],
  ending: null,
  positions: [
    {
      to_move: "black",
      black_win_rate: 1,
      plies: 3,
      lines: [
        { win_rate: 1, plies: 3, moves: ["h8", "i9", "h9"] },
        { win_rate: 0.55, plies: null, moves: ["h7"] },
      ],
      win: { threats: "fours-and-threes", moves: 2 },
    },
    {
      to_move: "white",
      black_win_rate: 0.4,
      plies: null,
      lines: [{ win_rate: 0.6, plies: null, moves: ["g7"] }],
      win: null,
    },
    {
      to_move: "black",
      black_win_rate: 0,
      plies: -4,
      lines: [{ win_rate: 0, plies: -4, moves: ["h9", "g6"] }],
      win: null,
    },
    { to_move: "white", black_win_rate: null, plies: null, lines: [], win: null },
  ],
  moves: [
    {
      ...judged,
      color: "black",
      move: "i7",
      best: "h8",
      win_rate_before: 1,
      win_rate_after: 0.4,
      loss: 0.6,
      mark: "blunder",
      missed_win: true,
      remarks: ["misses a win by fours and threes in 2 moves"],
    },
    { ...judged, color: "white", move: "g7", win_rate_after: 1, best: "g7", mark: "inaccuracy" },
    { color: "black", move: "h9", best: "h9" } as GameRecord["moves"][number],
  ],
  summary: { black: side, white: { ...side, mean_loss: null } },
};
