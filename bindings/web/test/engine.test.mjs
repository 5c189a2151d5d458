// The package in Node: what a page can ask, and what it is told.
//
// Needs dist/, which `npm run build` makes.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";

import { EngineError, createEngine, label, parseLabel } from "fukumi";

const SIZE = { width: 15, height: 15 };

let engine;

before(async () => {
  engine = await createEngine({ memoryBytes: 16 << 20 });
});

after(() => engine.close());

const points = (labels) => labels.split(" ").map((text) => parseLabel(text, SIZE));
const stones = (labels) =>
  points(labels).map((point, index) => ({ ...point, side: index % 2 === 0 ? "black" : "white" }));
const code = (expected) => (error) => error instanceof EngineError && error.code === expected;

test("labels and points are the same places", () => {
  assert.deepEqual(parseLabel("h8", SIZE), { x: 7, y: 7 });
  assert.equal(label({ x: 0, y: 14 }, SIZE), "a1");
  for (const bad of ["", "h", "8", "h0", "h16", "p1", "h8x", "-1"]) {
    assert.equal(parseLabel(bad, SIZE), null, bad);
  }
});

test("the engine tells its version and levels", async () => {
  const manifest = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  assert.equal(engine.version, manifest.version);
  assert.deepEqual(engine.levels.map(({ number }) => number), [...engine.levels.keys()].map((index) => index + 1));
  assert.equal(engine.levels.at(-1).elo, null);
});

test("a level plays a whole game against itself", async () => {
  let state = await engine.newGame({ rule: "renju" });
  while (state.ending === null) {
    const { move, source } = await engine.think({ level: 3, seed: state.stones.length });
    assert.ok(["level", "opening"].includes(source), source);
    assert.ok(!state.forbidden.some(({ x, y }) => x === move.x && y === move.y));
    state = await engine.play(move);
  }
  assert.ok(state.stones.length >= 9);
  await assert.rejects(engine.think(), code("game-over"));
  state = await engine.undo(2);
  assert.equal(state.ending, null);
});

test("policy, rows, efforts and a balanced move say what there is to see", async () => {
  await engine.setPosition({ rule: "renju", stones: stones("h10 a1 h9 a3 f8 a5 g8"), toMove: "black" });
  const { forbidden, rows } = await engine.rows();
  assert.deepEqual(forbidden.map(({ move, reason }) => [label(move, SIZE), reason]), [["h8", "double-three"]]);
  assert.deepEqual(forbidden[0].rows.map(({ kind, stones }) => [kind, stones.length]), [["three", 3], ["three", 3]]);
  assert.deepEqual(rows, []);
  const policy = await engine.policy();
  assert.ok(policy.every(({ move, share }) => label(move, SIZE) !== "h8" && share >= 0 && share <= 1));
  const { efforts, move } = await engine.think({ nodes: 2000 });
  assert.ok(efforts.some((effort) => effort.move.x === move.x && effort.move.y === move.y && effort.nodes > 0));
  await engine.setPosition({ stones: stones("h8") });
  const { kind, moves, line } = await engine.decide({ step: "balance-one", nodes: 60_000 });
  assert.deepEqual([kind, moves.length, line.moves[0]], ["moves", 1, moves[0]]);
});

test("errors leave the board as it was", async () => {
  const before = await engine.setPosition({ stones: stones("h8 i9") });
  await assert.rejects(engine.play({ x: 7, y: 7 }), code("occupied"));
  await assert.rejects(engine.play({ x: 15, y: 7 }), code("off-board"));
  await assert.rejects(engine.undo(3), code("no-stone"));
  await assert.rejects(engine.newGame({ width: 23 }), code("bad-argument"));
  await assert.rejects(engine.readGames("nothing"), code("bad-text"));
  assert.deepEqual(await engine.state(), before);
});

test("what is wrong with a call is told with its field, and leaves the board as it was", async () => {
  const before = await engine.setPosition({ stones: stones("h8 i9") });
  const circle = {};
  circle.rule = circle;
  for (const [call, message] of [
    [() => engine.newGame({ ruel: "renju" }), /^ruel: unknown field/],
    [() => engine.newGame({ width: "15" }), /^width: .*expected a whole number$/],
    [() => engine.newGame(circle), /^newGame: /],
    [() => engine.newGame(null), /^newGame: expected an object, found null/],
    [() => engine.newGame([15]), /^newGame: expected an object, found an array/],
    [() => engine.play(), /^play: /],
    [() => engine.play({ x: 1, z: 1 }), /missing field `y`/],
    [() => engine.undo(1.5), /expected a whole number of at least 0/],
    [() => engine.undo("1"), /expected a whole number of at least 0/],
    [() => engine.setPosition({ stones: [{ x: 1, y: 1, side: "red" }] }), /^stones\[0\]\.side: unknown variant `red`/],
    [() => engine.think({ timeMS: 5 }), /^timeMS: unknown field/],
    [() => engine.think({ timeMs: Number.NaN }), /^timeMs: NaN/],
    [() => engine.think({ nodes: Infinity }), /^nodes: Infinity/],
    [() => engine.think({ nodes: 10n }), /^nodes: a bigint/],
    [() => engine.think({ signal: new AbortController() }), /^signal: expected an AbortSignal/],
    [() => engine.think({ nodes: 10 }, "report"), /^think: .*no function/],
    [() => engine.think(null), /^think: expected an object/],
    [() => engine.reports({ dept: 3 }).next(), /^dept: unknown field/],
    [() => engine.reports(5).next(), /^reports: expected an object, found a number/],
    [() => engine.solve({ thraets: "fours" }), /^thraets: unknown field/],
    [() => engine.readGames(5), /^file: expected a string/],
    [() => engine.readGames("h8", { rule: "renju" }), /^rule: unknown field/],
    [() => engine.addGames({ file: 5 }), /^file: expected/],
    [() => engine.addGames({ file: "h8", width: 9 }), /^width: unknown field/],
    [() => engine.listGames({ file: "h8", width: 9 }, () => {}), /^width: unknown field/],
    [() => engine.readTrees(5), /^file: expected a string/],
    [() => engine.writeGame(null, "sgf"), /^game: expected an object/],
    [() => engine.writeTree(null), /^tree: expected an object/],
    [() => engine.writeTree({ width: 15, height: 15, nodes: [{ parent: 0 }] }), /^nodes\[0\]: parent: /],
    [() => engine.writeTree({ width: 15, height: 15, nodes: [{}, { parent: 1 }] }), /^nodes\[1\]: parent: /],
    [() => engine.writeTree({ width: 15, height: 15, nodes: [{ colour: 1 }] }), /^nodes\[0\]\.colour: unknown field/],
    [() => engine.writeTree({ width: 15, height: 15, nodes: [], result: "won" }), /^result: /],
    [() => engine.writeTree({ width: 15, height: 15, nodes: [{ others: [";B[hh]"] }] }), /^others: /],
    [() => engine.writeTree({ width: 15, height: 15, nodes: [{ others: ["C[a])(;B[hh]"] }] }), /^others: /],
    [() => engine.writeTree({ width: 15, height: 15, nodes: [{ others: ["C[a"] }] }), /^the tree cannot be written/],
    [() => engine.writeGame({ moves: [] }, "pdf"), /^format: unknown variant `pdf`/],
    [() => engine.bench("deep"), /^depth: .*expected a whole number/],
    [() => createEngine({ memoryBites: 1 << 20 }), /^memoryBites: unknown field/],
    [() => createEngine({ memoryBytes: "64" }), /^memoryBytes: .*expected a whole number/],
    [() => createEngine({ memoryBytes: 5 }), /^memoryBytes must be 1 MiB to 1 GiB/],
  ]) {
    const isRight = (error) => error instanceof EngineError && error.code === "bad-argument" && message.test(error.message);
    await assert.rejects(call, (error) => isRight(error) || assert.fail(`${call}: ${error.stack}`));
  }
  assert.deepEqual(await engine.state(), before);
  assert.deepEqual(await engine.setPosition(before), before);
});

test("thinking reports several lines and stops when it is told", async () => {
  await engine.setPosition({ stones: stones("h8 i9 g8 i7 i8") });
  let thinking;
  const report = await new Promise((resolve) => {
    thinking = engine.think({ lines: 2 }, resolve);
  });
  assert.equal(report.lines.length, 2);
  await engine.stop();
  const result = await thinking;
  assert.ok(result.stopped && result.depth > 0);
  assert.deepEqual(result.move, result.lines[0].moves[0]);
});

test("the first search of an engine has what it needs before its clock runs", async (context) => {
  const fresh = await createEngine();
  await fresh.setPosition({ rule: "renju", stones: stones("h8 i9 g8 i7 i8") });
  const found = [];
  for (let round = 0; round < 3; round++) {
    await fresh.forget();
    const { nodes, depth } = await fresh.think({ timeMs: 500 });
    found.push(`${nodes} nodes, depth ${depth}`);
  }
  fresh.close();
  context.diagnostic(`500 ms each: ${found.join("; ")}`);
});

test("a signal ends one call, even one that has not begun", async () => {
  const end = new AbortController();
  const first = engine.think({ nodes: 3000 });
  const second = engine.think({ signal: end.signal });
  end.abort();
  assert.equal((await first).stopped, false);
  assert.equal((await second).stopped, true);
});

test("what a callback throws ends its call with the same, and the engine goes on", async () => {
  const state = await engine.setPosition({ stones: stones("h8 i9 g8 i7 i8") });
  const thrown = new Error("from a callback");
  const fail = () => {
    throw thrown;
  };
  for (const call of [
    () => engine.think({}, fail),
    () => engine.think({}, async () => fail()),
    () => engine.analyzeGame({}, fail),
    () => engine.findPuzzles({ nodes: 1000 }, fail),
    () => engine.listGames({ file: "size=15 moves=h8,i9\n".repeat(3) }, fail),
  ]) {
    await assert.rejects(call, (error) => error === thrown, String(call));
  }
  assert.deepEqual(await engine.state(), state);
  assert.equal((await engine.think({ nodes: 1000 })).stopped, false);
});

test("reports can be iterated, and leaving the loop ends the search", async () => {
  for await (const report of engine.reports({ lines: 2 })) {
    if (report.depth >= 3) {
      break;
    }
  }
  const reports = engine.reports({ nodes: 2000 });
  let step = await reports.next();
  while (!step.done) {
    step = await reports.next();
  }
  assert.equal(step.value.stopped, false);
});

test("the solver proves a win", async () => {
  await engine.setPosition({ stones: stones("h8 g9 i9 g7 g8 i7 j10 k11 f7 e6") });
  const solution = await engine.solve({ nodes: 100_000 });
  assert.equal(solution.verdict, "win");
  assert.equal((await engine.solve({ threats: "fours", nodes: 100_000 })).verdict, "no-win");
  assert.ok(solution.plies > 5 && solution.line.length > 3);
});

test("games are read, analysed and written", async () => {
  const moves = points("f8 f9 g8 g7 h8 a1 e8 i8 d8");
  for (const format of ["sgf", "psq", "record", "moves"]) {
    const text = await engine.writeGame({ moves }, format);
    const { games: [read] } = await engine.readGames(text);
    assert.equal(read.format, format);
    assert.deepEqual(read.game.moves.map(({ x, y }) => ({ x, y })), moves);
  }
  const { game } = (await engine.readGames("f8f9g8g7h8a1e8i8d8")).games[0];
  const seen = [];
  const analysis = await engine.analyzeGame({ game, nodes: 2000 }, ({ done }) => seen.push(done));
  assert.deepEqual(seen, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.ok(["mistake", "blunder"].includes(analysis.moves[5].mark), "a1 allows a win by fours");
  assert.equal(analysis.ending.winner, "black");
});

test("a tree is written as it was read, with what is not understood", async () => {
  const sgf =
    "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju]PB[A\\]]PW[B]EV[Cup]DT[2020]RE[W+R]AB[aa]AW[oo]PL[B]C[The\nstart]KM[0]\n" +
    ";B[hh]N[one]LB[aa:A]HO[1]TR[aa][bb](;W[ig]C[two];B[];W[gg])\n(;W[hi](;B[gh])\n(;B[ii]XY[a\\]b])\n)\n)\n";
  const { games, notices } = await engine.readTrees(sgf);
  assert.deepEqual(notices, []);
  const [{ id, tree, error }] = games;
  assert.deepEqual([id, error, games.length, tree.nodes.length], [null, null, 1, 8]);
  assert.deepEqual([tree.black, tree.result, tree.toMove, tree.rule], ["A]", "W+R", "black", "renju"]);
  assert.deepEqual(tree.setup, [{ x: 0, y: 0, side: "black" }, { x: 14, y: 14, side: "white" }]);
  assert.deepEqual(tree.nodes[0], { comment: "The\nstart", others: ["KM[0]"] });
  assert.deepEqual(tree.nodes[1], {
    parent: 0,
    move: { x: 7, y: 7, side: "black" },
    title: "one",
    labels: [{ x: 0, y: 0, text: "A" }],
    isMarked: true,
    others: ["TR[aa][bb]"],
  });
  assert.deepEqual(tree.nodes[3], { parent: 2, move: { side: "black" } });
  assert.deepEqual(tree.nodes.map(({ parent }) => parent), [undefined, 0, 1, 2, 3, 1, 5, 5]);
  assert.equal(await engine.writeTree(tree), sgf);
});

test("trees are read from files of other programs, and damaged games leave the others whole", async () => {
  const library = new Uint8Array([255, ..."RenLib".split("").map((c) => c.charCodeAt(0)), 255, 3, 4]);
  const nodes = [0x00, 0x00, 0x78, 0x80, 0x79, 0x40, 0x88, 0x40];
  const { games } = await engine.readTrees(Uint8Array.from([...library, ...Array(10).fill(255), ...nodes]));
  const moves = games[0].tree.nodes.map(({ parent, move }) => [parent, move?.x, move?.y]);
  assert.deepEqual(moves, [[undefined, undefined, undefined], [0, 7, 7], [1, 8, 7], [0, 7, 8]]);
  const several = await engine.readTrees("(;SZ[15];B[hh];W[hh])(;SZ[15];B[hh];AB[aa])");
  assert.deepEqual(several.games.map(({ id, tree }) => [id, tree?.nodes.length]), [["1", undefined], ["2", 2]]);
  assert.match(several.games[0].error.message, /h8/);
  assert.match(several.notices.join(), /sets up stones after moves/);
  // A stone on another one is not written.
  const [{ tree }] = (await engine.readTrees("h8 i9")).games;
  const taken = { parent: 2, move: { x: 7, y: 7, side: "black" } };
  await assert.rejects(engine.writeTree({ ...tree, nodes: [...tree.nodes, taken] }), code("bad-argument"));
});

test("a game of several is chosen, and what was guessed is said", async () => {
  const two = "(;SZ[15];B[hh];W[hh])(;SZ[15];B[hh];W[ii];B[jj])";
  for (const game of [2, "2"]) {
    assert.equal((await engine.readGames(two, { game })).games[0].game.moves.length, 3);
    assert.deepEqual((await engine.readTrees(two, { game })).games.map(({ id }) => id), ["2"]);
  }
  await assert.rejects(engine.readTrees(two, { game: 1 }), code("bad-text"));
  await assert.rejects(engine.readGames(two, { game: 3 }), /only: 1, 2/);
  await assert.rejects(engine.readGames(two, { game: true }), code("bad-argument"));
  const go = "(;GM[1]SZ[19];B[pd];W[dp])";
  await assert.rejects(engine.readGames(go), ({ problem }) => problem === "other-game");
  assert.equal((await engine.readGames(go, { game: "gomoku" })).games[0].game.height, 19);
  // A name in GB18030, which nothing states.
  const named = [..."(;GM[4]PB["].map((c) => c.charCodeAt(0)).concat([0xcd, 0xf5, 0xd0, 0xa1, 0xc3, 0xf7]);
  const file = Uint8Array.from([...named, ...[..."];B[hh];W[ii])"].map((c) => c.charCodeAt(0))]);
  const read = await engine.readGames(file);
  assert.equal(read.games[0].game.black, "王小明");
  assert.match(read.notices.join(), /gb18030/);
  assert.match((await engine.addGames({ file })).notices.join(), /gb18030/);
  assert.match((await engine.listGames({ file }, () => {})).notices.join(), /gb18030/);
  await engine.clearGames();
});

test("a file that is too long is refused with the limit", async () => {
  const [file, text] = [16 << 20, 1 << 20];
  for (const [call, limit] of [
    [() => engine.readGames("?".repeat(text + 1)), text],
    [() => engine.readTrees("?".repeat(text + 1)), text],
    [() => engine.readGames(new Uint8Array(file + 1)), file],
    [() => engine.readTrees(new Uint8Array(file + 1)), file],
    [() => engine.addGames({ file: "?".repeat(file + 1) }), file],
    [() => engine.addGames({ file: new Uint8Array(file + 1) }), file],
    [() => engine.listGames({ file: "?".repeat(file + 1) }, () => {}), file],
    // Two bytes each, which the program for files counts.
    [() => engine.readGames("é".repeat(text / 2 + 1)), text],
    [() => engine.addGames({ file: "é".repeat(file / 2 + 1) }), file],
  ]) {
    const expected = { code: "bad-text", problem: "too-long", message: `expected at most ${limit} bytes, found more` };
    await assert.rejects(call, expected, String(call));
  }
});

test("a tree is written in other formats as far as they go", async () => {
  const tree = async (text) => (await engine.readTrees(text)).games[0].tree;
  const game = await tree("(;SZ[15]RU[renju]PB[A]RE[B+];B[hh];W[ig]C[x](;B[gg])(;B[aa]))");
  assert.equal(await engine.writeTree(game, "moves"), "h8 i9 g9\n");
  assert.equal(await engine.writeTree(game, "record"), "size=15 rule=renju moves=h8,i9,g9\n");
  assert.match(await engine.writeTree(game, "psq"), /^Piskvorky 15x15, .*\n8,8,0\n9,7,0\n7,7,0\nA\nWhite\n-1\n4,renju\n$/);
  const pass = await tree("h8 pass i9");
  assert.equal(await engine.writeTree(pass, "moves"), "h8 pass i9\n");
  await assert.rejects(engine.writeTree(pass, "psq"), code("bad-argument"));
  const setUp = await tree("(;SZ[15]AB[hh][hf]AW[ig]PL[W])");
  assert.equal(await engine.writeTree(setUp, "record"), "size=15 black=h8,h10 white=i9 turn=w\n");
});

test("what is wrong with a text has a name, and a size is that of texts without one", async () => {
  for (const [text, problem] of [
    ["(;GM[1]SZ[19];B[pd])", "other-game"],
    ["(;SZ[15];B[hh];W[hh])", "occupied"],
    ["h8 i9 h8", "occupied"],
    ["h8 z9", "off-board"],
    ["(;SZ[4])", "size"],
    ["size=99 moves=h8", "size"],
    ["(;SZ[15];B[hh", "damaged"],
    ["(;PL[x])", "damaged"],
    ["hello there", "unknown-format"],
    ["PK\x03\x04", "unknown-format"],
    ["x".repeat((1 << 20) + 1), "too-long"],
  ]) {
    const error = await engine.readTrees(text).then(
      ({ games }) => games[0].error,
      (error) => error,
    );
    assert.equal(error?.problem, problem, text.slice(0, 40));
    await assert.rejects(engine.readGames(text), (error) => error.problem === problem);
  }
  const size = { width: 20, height: 20 };
  const { games } = await engine.readTrees("(;GM[4];B[tt])(;SZ[9];B[aa])", { size });
  assert.deepEqual(games.map(({ tree }) => tree.width), [20, 9]);
  assert.equal((await engine.readGames("t20 a1", { size })).games[0].game.height, 20);
});

test("a game yields puzzles with one solution", async () => {
  const { games: [{ game }] } = await engine.readGames(
    "h8g9g7f6f9h6i6e7g8h7d8g5f4j8e6k7f7h9f8e8i9h4i3i5d5c4f11f10j10k11g3h5h3f5e5j5",
  );
  const { puzzles } = await engine.findPuzzles({ game, nodes: 2000 });
  assert.ok(puzzles.length > 0);
  for (const { position, solution, plies } of puzzles) {
    assert.ok(plies >= 7);
    await engine.setPosition(position);
    const { firstMoves } = await engine.winningMoves({ nodes: 1_000_000 });
    assert.deepEqual(firstMoves.map(({ move }) => move), [solution[0]]);
  }
});

test("two engines are two games", async () => {
  const other = await createEngine({ memoryBytes: 1 << 20 });
  await other.newGame({ rule: "caro", width: 20 });
  await engine.newGame({ rule: "standard" });
  assert.equal((await other.state()).rule, "caro");
  other.close();
  await assert.rejects(other.state(), code("closed"));
});

test("the bench counts what the program counts", async () => {
  const { nodes } = await engine.bench();
  const expected = process.env.FUKUMI_BENCH_NODES;
  if (expected === undefined) {
    console.log("FUKUMI_BENCH_NODES, what `fukumi bench` counts, is not given: not compared");
  }
  assert.equal(nodes, Number(expected ?? nodes));
});

test("openings are played step by step, by nine rules", async () => {
  for (const [rule, opening] of [
    ["freestyle", "swap1"],
    ["freestyle", "swap"],
    ["freestyle", "swap2"],
    ["freestyle", "pro"],
    ["freestyle", "long-pro"],
    ["renju", "rif"],
    ["renju", "yamaguchi"],
    ["renju", "taraguchi-10"],
    ["renju", "soosorv-8"],
  ]) {
    const steps = [];
    let state;
    while ((state = await engine.opening({ rule, opening, steps })).turn !== null) {
      assert.ok(["first", "second"].includes(state.turn.player));
      steps.push(await engine.decideStep({ rule, opening, steps, level: 2, nodes: 200 }));
    }
    assert.notEqual(state.holders.black, state.holders.white);
    await assert.rejects(engine.opening({ rule, opening, steps: [...steps, { kind: "swap" }] }), code("illegal-step"));
  }
  const off = { opening: "pro", steps: [{ kind: "stones", points: points("a1") }] };
  await assert.rejects(engine.opening(off), /a1 is not in the centre/);
  await assert.rejects(engine.opening({ opening: "rif", width: 8, steps: [] }), code("bad-argument"));
  const named = await engine.setPosition({ rule: "renju", stones: stones("h8 i9 j10") });
  assert.deepEqual(named.opening, { code: "I1", name: "Chosei", kanji: "長星" });
});

test("the explorer holds a collection of 10,000 games", async (context) => {
  // Moves near the centre, drawn by lot, of which many games share the first ones.
  let seed = 7;
  const random = (most) => (seed = (seed * 48271) % 2147483647) % most;
  const games = Array.from({ length: 10_000 }, () => {
    const taken = new Set();
    for (let reach = 1; taken.size < 40; reach += 0.15) {
      const side = 2 * Math.floor(Math.min(reach, 7)) + 1;
      const at = () => 7 - (side - 1) / 2 + random(side);
      taken.add(String.fromCodePoint(97 + at(), 97 + at()));
    }
    const moves = [...taken].map((point, index) => `;${index % 2 === 0 ? "B" : "W"}[${point}]`);
    return `(;GM[4]SZ[15]RE[${random(2) === 0 ? "B" : "W"}+]${moves.join("")})`;
  });
  const file = games.join("\n");
  const begun = performance.now();
  let reports = 0;
  const added = await engine.addGames({ file }, () => reports++);
  const read = performance.now() - begun;
  assert.deepEqual([added.games, added.unreadable, added.isFull, added.stopped], [10_000, 0, false, false]);
  assert.equal(added.positions, 410_000);
  const asked = performance.now();
  const found = await engine.explore({ stones: [] });
  const answered = performance.now() - asked;
  assert.deepEqual([found.visits, found.games], [10_000, 10_000]);
  assert.equal(found.moves.reduce((sum, move) => sum + move.visits, 0), 10_000);
  context.diagnostic(`${file.length} bytes read in ${read.toFixed(0)} ms, a position in ${answered.toFixed(1)} ms`);

  const stop = new AbortController();
  stop.abort();
  const stopped = await engine.addGames({ file, signal: stop.signal });
  assert.deepEqual([stopped.games, stopped.positions, stopped.stopped], [0, 0, true]);
  assert.equal((await engine.explore({ stones: [] })).allGames, 10_000);
  const listed = await engine.listGames({ file, signal: stop.signal }, () => assert.fail("a report"));
  assert.deepEqual([listed.games, listed.stopped], [0, true]);
  await engine.clearGames();
  assert.equal((await engine.explore({ stones: [] })).allGames, 0);
  await assert.rejects(engine.addGames({ file: "(;SZ[15];B[" }), code("bad-text"));
  await assert.rejects(engine.addGames({ file: new Uint8Array([255, 82, 101, 110]) }), code("bad-text"));
  // A library of RenLib with one move.
  const head = [255, 82, 101, 110, 76, 105, 98, 255, 3, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255];
  const library = new Uint8Array([...head, 0x78, 0x40]);
  assert.equal((await engine.addGames({ file: library })).games, 1);
  assert.deepEqual((await engine.explore({ stones: [] })).moves[0].move, { x: 7, y: 7 });
  await engine.clearGames();
});

test("a file of games is listed, several at a time", async () => {
  const games = Array.from({ length: 3000 }, (_, index) => `(;GM[4]SZ[15]PB[${index}];B[hh];W[hi];B[ii])`);
  const listed = [];
  let done = 0;
  const answer = await engine.listGames({ file: games.join("\n"), rule: "renju" }, (report) => {
    listed.push(...report.games);
    assert.ok(report.done > done && report.total === 3000);
    done = report.done;
  });
  assert.deepEqual(answer, { games: 3000, unreadable: 0, problem: null, notices: [], stopped: false });
  assert.deepEqual(listed.map(({ black }) => black), games.map((_, index) => String(index)));
  assert.equal(new Set(listed.map(({ key }) => key)).size, 3000);
  const { sgf, key, ...shown } = listed[7];
  assert.deepEqual(shown, {
    title: null,
    rule: "renju",
    width: 15,
    height: 15,
    black: "7",
    white: null,
    event: null,
    date: null,
    result: null,
    moves: 3,
    nodes: 4,
    opening: { code: "D4", name: "Kagetsu", kanji: "花月" },
  });
  const again = [];
  await engine.listGames({ file: sgf }, (report) => again.push(...report.games));
  assert.deepEqual(again, [listed[7]]);
  const mirrored = [];
  const turned = "(;GM[4]SZ[15]PB[7];B[hh];W[gh];B[gg])";
  await engine.listGames({ file: turned, rule: "renju" }, (report) => mirrored.push(...report.games));
  assert.equal(mirrored[0].key, key, "a mirror image is the same game");
  await assert.rejects(engine.listGames({ file: "no game" }, () => {}), code("bad-text"));
});

test("symmetric positions, and those reached by other move orders, share a key", async () => {
  const key = async (labels, setup = {}) => (await engine.setPosition({ ...setup, stones: stones(labels) })).key;
  const known = await key("h8 i9 g10");
  assert.match(known, /^[0-9a-f]{16}$/);
  // Turned, mirrored, and by another move order.
  for (const same of ["h8 g9 i10", "h8 i7 g6", "g10 i9 h8"]) assert.equal(await key(same), known, same);
  for (const other of ["h8 i9 g11", "h8 i9", "h8 i9 g10 a1"]) assert.notEqual(await key(other), known, other);
  assert.notEqual(await key("h8 i9 g10", { rule: "renju" }), known);
  // The state of a game is a position.
  const state = await engine.setPosition({ stones: stones("h8 i9 g10") });
  assert.deepEqual(await engine.setPosition(state), state);
});

test("the same seeds give the same games on 32 and 64 bits", async (context) => {
  const native = process.env.FUKUMI_NATIVE;
  if (native === undefined) {
    context.skip("FUKUMI_NATIVE, the program of `cargo build --release -p fukumi-web --example ask`, is not given");
    return;
  }
  const requests = [{ ask: "hello", with: { memoryBytes: 16 << 20 } }];
  const moves = [null];
  const tell = (ask, content, move = null) => {
    requests.push({ ask, with: content });
    moves.push(move);
  };
  for (const [rule, level, seed] of [
    ["freestyle", 3, 11],
    ["renju", 3, 12],
    ["freestyle", 8, 13],
    ["renju", 8, 14],
  ]) {
    let game = await engine.newGame({ rule });
    tell("newGame", { rule });
    while (game.ending === null) {
      const think = { level, seed: seed + game.stones.length, nodes: 3000 };
      const { move } = await engine.think(think);
      tell("think", think, move);
      game = await engine.play(move);
      tell("play", move);
    }
    context.diagnostic(`${rule}, level ${level}: ${game.stones.length} moves`);
  }
  const input = requests.map((request) => JSON.stringify(request)).join("\n");
  const { stdout, status, error } = spawnSync(native, { input, encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(status, 0, String(error));
  const answers = stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(answers.length, requests.length);
  answers.forEach((answer, index) => {
    assert.equal(answer.error, undefined);
    if (moves[index] !== null) {
      assert.deepEqual(answer.ok.move, moves[index], `request ${index}`);
    }
  });
});
