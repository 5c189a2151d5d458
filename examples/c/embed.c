/* The engine inside a C program: rules, evaluation, solver, a search with reports, and a search that another
 * thread ends. docs/embedding.md explains how to build it. */

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "fukumi.h"

/* Ends the program if a call has failed. */
static void check(FukumiStatus status, const char *call) {
    if (status != FUKUMI_STATUS_OK) {
        fprintf(stderr, "%s: %s\n", call, fukumi_status_text(status));
        exit(EXIT_FAILURE);
    }
}

#define CHECK(call) check((call), #call)

static FukumiEngine *new_engine(FukumiRule rule) {
    FukumiEngine *engine = NULL;
    CHECK(fukumi_engine_new(rule, 15, 15, &engine));
    CHECK(fukumi_set_memory(engine, 32u << 20));
    return engine;
}

static void play(FukumiEngine *engine, const FukumiPoint *moves, size_t count) {
    for (size_t i = 0; i < count; i++) {
        CHECK(fukumi_play(engine, moves[i].x, moves[i].y));
    }
}

static void print_points(const FukumiPoint *points, size_t count) {
    for (size_t i = 0; i < count; i++) {
        printf(" %d,%d", points[i].x, points[i].y);
    }
    printf("\n");
}

/* Black has two rows of two that cross at 7,7. */
static const FukumiPoint TWO_ROWS[] = {{7, 5}, {0, 0}, {7, 6}, {14, 0}, {5, 7}, {0, 14}, {6, 7}, {14, 14}};
/* Black wins by threats, but not by fours alone. */
static const FukumiPoint ATTACK[] = {{7, 7}, {6, 6}, {8, 6}, {6, 8}, {6, 7},
                                     {8, 8}, {9, 5}, {10, 4}, {5, 8}, {4, 9}};
/* White has to answer an open three. */
static const FukumiPoint THREE[] = {{6, 7}, {0, 0}, {7, 7}, {14, 0}, {8, 7}};
static const FukumiPoint OPENING[] = {{7, 7}, {8, 8}, {9, 6}};

static const char *const VERDICTS[] = {"no win", "win", "unknown"};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void show_rules(void) {
    FukumiEngine *engine = new_engine(FUKUMI_RULE_RENJU);
    play(engine, TWO_ROWS, COUNT(TWO_ROWS));
    const FukumiPoint *points;
    size_t count;
    CHECK(fukumi_forbidden_points(engine, &points, &count));
    printf("forbidden:");
    print_points(points, count);
    CHECK(fukumi_play(engine, 7, 7));
    FukumiEnding ending;
    CHECK(fukumi_ending(engine, &ending));
    printf("double three: %s\n", ending == FUKUMI_ENDING_DOUBLE_THREE ? "yes" : "no");
    CHECK(fukumi_engine_free(engine));
}

static void show_solver(void) {
    FukumiEngine *engine = new_engine(FUKUMI_RULE_FREESTYLE);
    play(engine, ATTACK, COUNT(ATTACK));
    const FukumiLimits limits = {.nodes = 1000000};
    FukumiSolution solution;
    CHECK(fukumi_solve(engine, FUKUMI_THREATS_FOURS, &limits, &solution));
    printf("by fours: %s\n", VERDICTS[solution.verdict]);
    CHECK(fukumi_solve(engine, FUKUMI_THREATS_FOURS_AND_THREES, &limits, &solution));
    printf("by fours and threes: %s in %u plies:", VERDICTS[solution.verdict], solution.plies);
    print_points(solution.moves, solution.move_count);

    CHECK(fukumi_engine_free(engine));
}

static void show_defences(void) {
    FukumiEngine *engine = new_engine(FUKUMI_RULE_FREESTYLE);
    play(engine, THREE, COUNT(THREE));
    FukumiVerdict threat;
    const FukumiJudgement *moves;
    size_t count;
    CHECK(fukumi_defences(engine, FUKUMI_THREATS_FOURS, NULL, &threat, &moves, &count));
    printf("threat by fours: %s, of %zu moves hold", VERDICTS[threat], count);
    for (size_t i = 0; i < count; i++) {
        if (moves[i].verdict == FUKUMI_VERDICT_NO_WIN) {
            printf(" %d,%d", moves[i].point.x, moves[i].point.y);
        }
    }
    printf("\n");
    CHECK(fukumi_engine_free(engine));
}

/* Prints a line. Returns 0, so the search goes on. */
static int32_t print_line(const FukumiLine *line, void *context) {
    (void)context;
    printf("depth %u-%u, score %d, win %.3f draw %.3f loss %.3f, %llu nodes:", line->depth,
           line->selective_depth, line->score, line->win, line->draw, line->loss,
           (unsigned long long)line->nodes);
    print_points(line->moves, line->move_count);
    return 0;
}

static void show_search(void) {
    FukumiEngine *engine = new_engine(FUKUMI_RULE_FREESTYLE);
    play(engine, OPENING, COUNT(OPENING));
    FukumiValue value;
    CHECK(fukumi_evaluate(engine, &value));
    printf("evaluation: %d, win %.3f draw %.3f loss %.3f\n", value.score, value.win, value.draw, value.loss);
    const FukumiLimits limits = {.depth = 8, .time_ms = 600000};
    FukumiLine best;
    CHECK(fukumi_think(engine, &limits, print_line, NULL, &best));
    printf("move: %d,%d\n", best.moves[0].x, best.moves[0].y);
    CHECK(fukumi_engine_free(engine));
}

struct search {
    FukumiEngine *engine;
    atomic_bool has_reported;
    FukumiLine best;
};

static int32_t note_report(const FukumiLine *line, void *context) {
    (void)line;
    atomic_store(&((struct search *)context)->has_reported, 1);
    return 0;
}

static void *think_without_limits(void *context) {
    struct search *search = context;
    CHECK(fukumi_think(search->engine, NULL, note_report, search, &search->best));
    return NULL;
}

static void show_stop(void) {
    struct search search = {.engine = new_engine(FUKUMI_RULE_FREESTYLE)};
    play(search.engine, OPENING, COUNT(OPENING));
    pthread_t thread;
    if (pthread_create(&thread, NULL, think_without_limits, &search) != 0) {
        fprintf(stderr, "no thread\n");
        exit(EXIT_FAILURE);
    }
    /* A program with a window would do something better than busy waiting. */
    while (!atomic_load(&search.has_reported)) {
    }
    CHECK(fukumi_stop(search.engine));
    pthread_join(thread, NULL);
    printf("stopped with a move: %s\n", search.best.move_count > 0 ? "yes" : "no");
    CHECK(fukumi_engine_free(search.engine));
}

int main(void) {
    if (fukumi_abi() != FUKUMI_ABI) {
        fprintf(stderr, "the library is of another version than the header\n");
        return EXIT_FAILURE;
    }
    printf("Fukumi %s\n", fukumi_version());
    show_rules();
    show_solver();
    show_defences();
    show_search();
    show_stop();
    return EXIT_SUCCESS;
}
