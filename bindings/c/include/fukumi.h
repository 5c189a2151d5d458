/* Fukumi, a Gomoku and Renju engine, inside other programs. Made from bindings/c/src; see docs/embedding.md.
 *
 * An engine is one board, with what was learnt about the positions on it. A program can have any number
 * of engines.
 *
 * Points: x is the column from the left, y the row from the top, both from 0. Texts are UTF-8 and end
 * with a zero byte.
 *
 * Status: a function that can fail returns a FukumiStatus. After any status but FUKUMI_STATUS_OK, nothing
 * has changed and no result is written, unless the function says otherwise. No panic leaves the library.
 *
 * Pointers: each one must be valid for what it points to, or null where that is allowed. The library keeps
 * none of them. Arrays in results belong to the engine. They stay valid and unchanged until the next call
 * with it, except fukumi_stop.
 *
 * Threads: an engine may be used by one thread after another, and different engines at the same time.
 * A call during another call with the same engine returns FUKUMI_STATUS_BUSY; only fukumi_stop works then.
 * Calls return when their work is done. The library starts threads of its own for searches, which end
 * before the call returns. It needs little of the caller's stack.
 */

#ifndef FUKUMI_H
#define FUKUMI_H

#include <stddef.h>
#include <stdint.h>

// Version of this interface. It grows with every change that requires programs to change.
#define FUKUMI_ABI 1

// Result of a call.
enum FukumiStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // The call succeeded.
    FUKUMI_STATUS_OK = 0,
    // A pointer that must not be null is null.
    FUKUMI_STATUS_NULL_POINTER = 1,
    // A number stands for nothing, or is out of its range.
    FUKUMI_STATUS_BAD_ARGUMENT = 2,
    // The point is not on the board.
    FUKUMI_STATUS_OFF_BOARD = 3,
    // The point is not empty.
    FUKUMI_STATUS_OCCUPIED = 4,
    // There is no stone to take back.
    FUKUMI_STATUS_NO_STONE = 5,
    // The game has ended, so there is nothing to look for.
    FUKUMI_STATUS_GAME_OVER = 6,
    // Another call with this engine has not returned yet.
    FUKUMI_STATUS_BUSY = 7,
    // The system cannot start a thread.
    FUKUMI_STATUS_NO_THREAD = 8,
    // A fault in the library, or not enough memory. If every call returns it, the engine can only
    // be freed.
    FUKUMI_STATUS_INTERNAL = 9,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum FukumiStatus FukumiStatus;
#else
typedef int32_t FukumiStatus;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// What is on a point. A side is named by its stones.
enum FukumiCell
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Empty.
    FUKUMI_CELL_EMPTY = 0,
    // A stone of the first player.
    FUKUMI_CELL_BLACK = 1,
    // A stone of the second player.
    FUKUMI_CELL_WHITE = 2,
    // Empty, but no one may play here, and no row goes through.
    FUKUMI_CELL_DEAD = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum FukumiCell FukumiCell;
#else
typedef int32_t FukumiCell;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Whether and why the game is over.
enum FukumiEnding
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // The game is not over.
    FUKUMI_ENDING_NONE = 0,
    // Black has a winning row.
    FUKUMI_ENDING_BLACK_WINS = 1,
    // White has a winning row.
    FUKUMI_ENDING_WHITE_WINS = 2,
    // Black's last stone makes six or more in a row, which is forbidden.
    FUKUMI_ENDING_OVERLINE = 3,
    // Black's last stone makes two fours, which is forbidden.
    FUKUMI_ENDING_DOUBLE_FOUR = 4,
    // Black's last stone makes two open threes, which is forbidden.
    FUKUMI_ENDING_DOUBLE_THREE = 5,
    // There is no empty point left.
    FUKUMI_ENDING_BOARD_FULL = 6,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum FukumiEnding FukumiEnding;
#else
typedef int32_t FukumiEnding;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// What the solver found out. The first two answers are proven.
enum FukumiVerdict
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // There is no such win. "No win" is about wins by fours and threes, or by fours alone if
    // asked; other wins may exist.
    FUKUMI_VERDICT_NO_WIN = 0,
    // There is a win.
    FUKUMI_VERDICT_WIN = 1,
    // A limit was reached before the answer was found.
    FUKUMI_VERDICT_UNKNOWN = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum FukumiVerdict FukumiVerdict;
#else
typedef int32_t FukumiVerdict;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The rule of the game.
enum FukumiRule
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Five or more in a row win.
    FUKUMI_RULE_FREESTYLE = 0,
    // Exactly five in a row win; longer rows do not count.
    FUKUMI_RULE_STANDARD = 1,
    // Black wins with exactly five and has forbidden points; White wins with five or more.
    FUKUMI_RULE_RENJU = 4,
    // Six or more win. Five win unless opponent's stones hold both ends.
    FUKUMI_RULE_CARO_OVERLINE = 8,
    // Exactly five win, unless opponent's stones hold both ends.
    FUKUMI_RULE_CARO = 9,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum FukumiRule FukumiRule;
#else
typedef int32_t FukumiRule;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Source of static scores.
enum FukumiEvaluation
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // The classical evaluation alone.
    FUKUMI_EVALUATION_CLASSICAL = 0,
    // The classical evaluation, corrected by a network. A new engine uses this.
    FUKUMI_EVALUATION_NETWORK = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum FukumiEvaluation FukumiEvaluation;
#else
typedef int32_t FukumiEvaluation;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Which threats an attack may use.
enum FukumiThreats
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Fours only (VCF).
    FUKUMI_THREATS_FOURS = 0,
    // Fours, open threes, and quiet moves that threaten a win by fours (VCT).
    FUKUMI_THREATS_FOURS_AND_THREES = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum FukumiThreats FukumiThreats;
#else
typedef int32_t FukumiThreats;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// One board, with what the engine has learnt about the positions on it.
typedef struct FukumiEngine FukumiEngine;

// A stone, or a dead cell.
typedef struct {
    // Column from the left, from 0.
    int32_t x;
    // Row from the top, from 0.
    int32_t y;
    // Black, white or dead: a `FukumiCell`.
    int32_t cell;
} FukumiStone;

// An intersection of the board.
typedef struct {
    // Column from the left, from 0.
    int32_t x;
    // Row from the top, from 0.
    int32_t y;
} FukumiPoint;

// The value of a position without a search, for the side to move.
typedef struct {
    // The score in points, as that of a line.
    int32_t score;
    // Chances of a win, a draw and a loss; their sum is 1.
    double win;
    // See `win`. 0 if nothing is known about draws.
    double draw;
    // See `win`.
    double loss;
} FukumiValue;

// Limits of a search; the first one that is reached ends it. 0 is no limit.
typedef struct {
    // Milliseconds. The call returns at most a few milliseconds later.
    uint64_t time_ms;
    // Positions (nodes) to search, for all threads together. With several threads, each may exceed
    // it by some hundred.
    uint64_t nodes;
    // Plies of the deepest iteration. The solver ignores it.
    uint32_t depth;
} FukumiLimits;

// A line of play that a search found, and its value for the side to move.
typedef struct {
    // Depth in plies of the iteration that found the line. 0 if the search was stopped before it
    // had searched a move; then the value is that of the position without a search.
    uint32_t depth;
    // Largest number of plies searched.
    uint32_t selective_depth;
    // Place of the line among the best lines, from 0.
    uint32_t index;
    // Number of best lines.
    uint32_t count;
    // The score in points: 0 is even, 200 are a 73 % chance of winning. Beyond 20000 in either
    // direction the game is decided as far as the search has looked.
    int32_t score;
    // Plies to the last stone if the result is proven: positive for a win, negative for a loss,
    // else 0.
    int32_t plies_to_end;
    // Chances of a win, a draw and a loss; their sum is 1.
    double win;
    // See `win`. 0 if nothing is known about draws.
    double draw;
    // See `win`.
    double loss;
    // Positions searched so far by the whole search.
    uint64_t nodes;
    // Microseconds since the search began.
    uint64_t time_us;
    // The moves that both sides prefer; at least one.
    const FukumiPoint *moves;
    // Number of moves.
    size_t move_count;
} FukumiLine;

// Function that is called for every line of every finished iteration of a search, on the thread
// that began the search. The line is valid until the function returns. Return 0 to continue; any
// other value ends the search. Of the functions for this engine, only `fukumi_stop` may be called
// in here; the others return `FUKUMI_STATUS_BUSY`. No exception may leave the function.
typedef int32_t (*FukumiReport)(const FukumiLine *line, void *context);

// What the solver says about a position.
typedef struct {
    // Whether there is a win.
    FukumiVerdict verdict;
    // For a win, the plies to the last stone against the longest defence; else 0.
    uint32_t plies;
    // Positions searched.
    uint64_t nodes;
    // Microseconds that the solver took.
    uint64_t time_us;
    // For a win, the moves of both sides against the longest defence, up to the one after which
    // the five cannot be stopped.
    const FukumiPoint *moves;
    // Number of moves.
    size_t move_count;
} FukumiSolution;

// A move, and what the solver says about it.
typedef struct {
    // The move.
    FukumiPoint point;
    // Whether there is a win after the move; the question decides whose win.
    FukumiVerdict verdict;
    // For a win, the plies to the last stone against the longest defence; else 0.
    uint32_t plies;
} FukumiJudgement;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The value of `FUKUMI_ABI` with which the library was built. Never fails.
uint32_t fukumi_abi(void);

// The version of the engine, such as `0.1.0`. Never fails; the text stays valid for ever.
const char *fukumi_version(void);

// The meaning of a status, in English. Never fails; the text stays valid for ever.
const char *fukumi_status_text(int32_t status);

// Makes an engine with an empty board, Black to move. `rule` is a `FukumiRule`; width and height
// are 5 to 22 each. Writes the engine to `*engine`, or null after an error.
FukumiStatus fukumi_engine_new(int32_t rule, int32_t width, int32_t height, FukumiEngine **engine);

// Frees an engine. No other call with it may be running, and none may follow. Passing null does
// nothing.
FukumiStatus fukumi_engine_free(FukumiEngine *engine);

// Sets how many threads a search uses, 1 to 256. A new engine uses one. With one thread and no
// time limit, the same calls in the same order give the same answers.
FukumiStatus fukumi_set_threads(const FukumiEngine *engine, uint32_t threads);

// Sets the memory for the tables of an engine in bytes, 1 MiB to 4 GiB. A new engine uses 128 MiB.
// The rest of an engine takes a few MiB, and 2 MiB for each further thread.
FukumiStatus fukumi_set_memory(const FukumiEngine *engine, uint64_t bytes);

// Sets the source of static scores, a `FukumiEvaluation`.
FukumiStatus fukumi_set_evaluation(const FukumiEngine *engine, int32_t evaluation);

// Sets how many best lines a search looks for, at least 1. A new engine looks for one. More lines
// take more time for the same depth.
FukumiStatus fukumi_set_lines(const FukumiEngine *engine, uint32_t lines);

// Forgets what searches have learnt, for a new game that shall not depend on the last one.
FukumiStatus fukumi_forget(const FukumiEngine *engine);

// Plays a stone of the side to move; then it is the other side's turn. A forbidden point can be
// played; `fukumi_ending` reports it.
FukumiStatus fukumi_play(const FukumiEngine *engine, int32_t x, int32_t y);

// Takes back the last stone; then it is the turn of that stone's owner.
FukumiStatus fukumi_undo(const FukumiEngine *engine);

// Replaces everything on the board by these stones and dead cells, and sets the side to move,
// `FUKUMI_CELL_BLACK` or `FUKUMI_CELL_WHITE`. `fukumi_undo` takes the stones back, beginning with
// the last one. After an error the board is as it was. `stones` may be null if `count` is 0.
FukumiStatus fukumi_set_stones(const FukumiEngine *engine,
                               const FukumiStone *stones,
                               size_t count,
                               int32_t to_move);

// Writes what is on a point to `*cell`.
FukumiStatus fukumi_cell(const FukumiEngine *engine, int32_t x, int32_t y, FukumiCell *cell);

// Writes the side to move to `*side`: `FUKUMI_CELL_BLACK` or `FUKUMI_CELL_WHITE`.
FukumiStatus fukumi_to_move(const FukumiEngine *engine, FukumiCell *side);

// Writes to `*ending` whether the game is over, and why. Stones can still be played and taken
// back.
FukumiStatus fukumi_ending(const FukumiEngine *engine, FukumiEnding *ending);

// Finds the points that the side to move may not take; none after the end of the game. Writes
// their array to `*points` and its length to `*count`.
FukumiStatus fukumi_forbidden_points(const FukumiEngine *engine,
                                     const FukumiPoint **points,
                                     size_t *count);

// Writes the value of the position without a search to `*value`. Fails if the game is over.
FukumiStatus fukumi_evaluate(const FukumiEngine *engine, FukumiValue *value);

// Searches for the best move until a limit is reached, `fukumi_stop` is called, `report` ends the
// search, or there is nothing left to find out. Writes the best line to `*best`. Its first move is
// the move to play, which is forbidden only if there is no other. The board stays as it is.
// `limits` may be null for no limits, and `report` null for no reports; `context` is passed to
// `report`.
FukumiStatus fukumi_think(const FukumiEngine *engine,
                          const FukumiLimits *limits,
                          FukumiReport report,
                          void *context,
                          FukumiLine *best);

// Ends the running search or solver call of this engine, if there is one: that call returns soon
// with what it has found. This is the one function that may be called while another call with the
// same engine is running, from any thread. It does not end a search that has not begun yet.
FukumiStatus fukumi_stop(const FukumiEngine *engine);

// Finds out whether the side to move wins by such threats (a `FukumiThreats`), and writes the
// result to `*solution`. A win is proven: it holds against every defence. `limits` may be null for
// no limits.
FukumiStatus fukumi_solve(const FukumiEngine *engine,
                          int32_t threats,
                          const FukumiLimits *limits,
                          FukumiSolution *solution);

// Finds the first moves of the side to move that win by such threats, and those that may win.
// Writes their array to `*moves` and its length to `*count`.
FukumiStatus fukumi_winning_moves(const FukumiEngine *engine,
                                  int32_t threats,
                                  const FukumiLimits *limits,
                                  const FukumiJudgement **moves,
                                  size_t *count);

// Finds out whether the opponent would win by such threats if the side to move passed, and writes
// the answer to `*threat`. If so, judges every legal move by the win of the opponent after it;
// otherwise there are no moves. Writes the array of moves to `*moves` and its length to `*count`.
// Moves with `FUKUMI_VERDICT_NO_WIN` hold.
FukumiStatus fukumi_defences(const FukumiEngine *engine,
                             int32_t threats,
                             const FukumiLimits *limits,
                             FukumiVerdict *threat,
                             const FukumiJudgement **moves,
                             size_t *count);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* FUKUMI_H */
