/** The page's side: calls become requests to the Worker, one after the other. */

import { type Connection, prepare, unwrap } from "./connection.js";
import { EngineError } from "./error.js";
import type { FromWorker, Need, Part } from "./messages.js";
import type { Platform } from "./platform.js";
import type * as api from "./types.js";

/** The requests that have no fields. */
const WITHOUT_FIELDS: readonly string[] = ["state", "pass", "undo", "evaluate", "policy", "rows", "clearGames", "forget"];

/** The requests about files of games, which the program for files answers. */
const ABOUT_FILES: readonly string[] = [
  "readGames",
  "writeGame",
  "readTrees",
  "writeTree",
  "addGames",
  "listGames",
  "clearGames",
  "explore",
];

/** The most bytes of a file. The program for files has the same limit. */
const MAX_FILE_BYTES = 16 << 20;

/** What calls about files answer that are stopped before they begin. */
const NO_GAMES_LISTED: api.ListedGames = { games: 0, unreadable: 0, problem: null, stopped: true, notices: [] };
const NO_GAMES_ADDED: api.AddedGames = { ...NO_GAMES_LISTED, positions: 0, isFull: false };

/** A call that has not been answered. */
interface Call {
  readonly id: number;
  readonly part: Part;
  readonly request: string;
  readonly isStoppable: boolean;
  /** What it answers if it is stopped before it has all that it needs; `undefined` if that is an error. */
  readonly nothing: unknown;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
  /** Whether the next call ends it. */
  readonly yields: boolean;
  onReport: ((report: never) => void) | undefined;
  stopped: boolean;
  /** Whether a file that it needs is being loaded. */
  isLoading: boolean;
  /** The address of its stop signal, if it runs and has one. */
  address: string | null;
}

/** Makes an engine on a platform. */
export async function open(platform: Platform, options: api.EngineOptions): Promise<Fukumi> {
  checkObject("the options", options);
  const start = await prepare(platform, options);
  return new Fukumi(await start(), start);
}

/** The engine of a page. */
export class Fukumi implements api.Engine {
  readonly version: string;
  readonly levels: readonly api.Level[];
  readonly #start: () => Promise<Connection>;
  /** `null` while the Worker is started anew, and after that has failed. */
  #connection: Connection | null;
  #isStarting = false;
  #board: api.PositionSetup = { stones: [] };
  readonly #waiting: Call[] = [];
  #running: Call | null = null;
  #nextId = 1;
  #isClosed = false;

  constructor(connection: Connection, start: () => Promise<Connection>) {
    this.version = connection.hello.version;
    this.levels = connection.hello.levels;
    this.#start = start;
    this.#connection = connection;
    this.#listen(connection);
  }

  get threads(): number {
    return this.#connection?.threads ?? 1;
  }

  prepare(request: api.PrepareRequest = {}): Promise<void> {
    return this.#ask<null>("prepare", request).then(() => {});
  }

  newGame(setup: api.GameSetup = {}): Promise<api.GameState> {
    return this.#change("newGame", setup);
  }

  setPosition(position: api.PositionSetup): Promise<api.GameState> {
    return this.#change("setPosition", position);
  }

  state(): Promise<api.GameState> {
    return this.#change("state");
  }

  play(point: api.Point): Promise<api.GameState> {
    return this.#change("play", point);
  }

  pass(): Promise<api.GameState> {
    return this.#change("pass");
  }

  undo(count = 1): Promise<api.GameState> {
    return this.#change("undo", count);
  }

  think(request: api.ThinkRequest = {}, onReport?: api.OnReport): Promise<api.ThinkResult> {
    return this.#askStoppable("think", request, onReport);
  }

  async *reports(request: api.ThinkRequest = {}): AsyncGenerator<api.SearchReport, api.ThinkResult, void> {
    checkObject("reports", request);
    checkSignal(request.signal);
    const end = new AbortController();
    const stop = () => end.abort();
    request.signal?.addEventListener("abort", stop);
    if (request.signal?.aborted === true) {
      stop();
    }
    const queue: api.SearchReport[] = [];
    let wake = () => {};
    let result: api.ThinkResult | null = null;
    const thinking = this.think({ ...request, signal: end.signal }, (report) => {
      queue.push(report);
      wake();
    });
    const done = thinking.then((answer) => {
      result = answer;
    });
    try {
      for (;;) {
        const report = queue.shift();
        if (report !== undefined) {
          yield report;
        } else if (result !== null) {
          return result;
        } else {
          await Promise.race([done, new Promise<void>((resolve) => (wake = resolve))]);
        }
      }
    } finally {
      request.signal?.removeEventListener("abort", stop);
      stop();
      // Whoever leaves the loop does not wait for the answer, so an error would go unnoticed.
      done.catch(() => {});
    }
  }

  ponder(request: api.PonderRequest = {}): Promise<void> {
    return this.#askStoppable<null>("ponder", request, undefined, null).then(() => {});
  }

  decide(request: api.OpeningRequest): Promise<api.OpeningAnswer> {
    return this.#askStoppable("decide", request);
  }

  opening(setup: api.OpeningSetup): Promise<api.OpeningState> {
    return this.#ask("opening", setup);
  }

  decideStep(request: api.StepRequest): Promise<api.OpeningStep> {
    return this.#askStoppable("decideStep", request);
  }

  solve(request: api.SolveRequest = {}): Promise<api.Solution> {
    return this.#askStoppable("solve", request);
  }

  winningMoves(request: api.SolveRequest = {}): Promise<api.WinningMoves> {
    return this.#askStoppable("winningMoves", request);
  }

  defences(request: api.SolveRequest = {}): Promise<api.Defences> {
    return this.#askStoppable("defences", request);
  }

  evaluate(): Promise<api.Value> {
    return this.#ask("evaluate");
  }

  policy(): Promise<api.Policy> {
    return this.#ask("policy");
  }

  rows(): Promise<api.Rows> {
    return this.#ask("rows");
  }

  analyzeGame(
    request: api.AnalysisRequest = {},
    onProgress?: api.OnAnalysisProgress,
  ): Promise<api.GameAnalysis> {
    return this.#askStoppable("analyzeGame", request, onProgress);
  }

  findPuzzles(request: api.PuzzleRequest = {}, onProgress?: api.OnProgress): Promise<api.Puzzles> {
    return this.#askStoppable("findPuzzles", request, onProgress);
  }

  async readGames(
    file: string | Uint8Array,
    hints: api.ReadHints = {},
  ): Promise<api.ReadGames> {
    checkObject("hints", hints);
    return this.#ask("readGames", { ...hints, ...contentOf(file) });
  }

  async addGames(request: api.GamesRequest, onProgress?: api.OnProgress): Promise<api.AddedGames> {
    checkObject("addGames", request);
    const { file, ...rest } = request;
    return this.#askStoppable("addGames", { ...rest, ...contentOf(file) }, onProgress, NO_GAMES_ADDED);
  }

  async listGames(request: api.GamesRequest, onGames: api.OnGames): Promise<api.ListedGames> {
    checkObject("listGames", request);
    const { file, ...rest } = request;
    return this.#askStoppable("listGames", { ...rest, ...contentOf(file) }, onGames, NO_GAMES_LISTED);
  }

  clearGames(): Promise<void> {
    return this.#ask<null>("clearGames").then(() => {});
  }

  explore(position: api.PositionSetup): Promise<api.Explored> {
    return this.#ask("explore", position);
  }

  async readTrees(
    file: string | Uint8Array,
    hints: api.ReadHints = {},
  ): Promise<api.ReadTrees> {
    checkObject("hints", hints);
    return this.#ask("readTrees", { ...hints, ...contentOf(file) });
  }

  async writeTree(tree: api.GameTree, format: api.WriteFormat = "sgf"): Promise<string> {
    checkObject("tree", tree);
    return this.#ask("writeTree", { ...tree, format });
  }

  async writeGame(game: api.GameToWrite, format: api.WriteFormat): Promise<string> {
    checkObject("game", game);
    return this.#ask("writeGame", { ...game, format });
  }

  async stop(): Promise<void> {
    const calls = this.#calls();
    calls.forEach((call) => this.#stop(call));
    if (calls.length > 0) {
      // After all of them.
      await this.state().catch(() => {});
    }
  }

  forget(): Promise<void> {
    return this.#ask<null>("forget").then(() => {});
  }

  bench(depth?: number): Promise<api.BenchResult> {
    return this.#ask("bench", depth === undefined ? {} : { depth });
  }

  close(): void {
    this.#isClosed = true;
    this.#connection?.close();
    this.#connection = null;
    const calls = this.#calls();
    this.#waiting.length = 0;
    this.#running = null;
    calls.forEach((call) => call.reject(closed()));
  }

  /** The calls that have not been answered. */
  #calls(): Call[] {
    return this.#running === null ? [...this.#waiting] : [this.#running, ...this.#waiting];
  }

  /** Asks what answers with the game, and remembers it for a Worker that has to be started anew. */
  async #change(ask: string, content?: unknown): Promise<api.GameState> {
    const state = await this.#ask<api.GameState>(ask, content);
    const { rule, width, height, stones, dead, toMove } = state;
    this.#board = { rule, width, height, stones, dead, toMove };
    return state;
  }

  /** Asks what a signal can end. `nothing` is the answer if it ends before the call has what it needs. */
  async #askStoppable<T>(
    ask: string,
    asked: api.Stoppable,
    onReport?: (report: never) => void,
    nothing?: T,
  ): Promise<T> {
    checkObject(ask, asked);
    const { signal, ...request } = asked;
    checkSignal(signal);
    if (onReport !== undefined && typeof onReport !== "function") {
      throw new EngineError("bad-argument", `${ask}: what is called with reports is no function`);
    }
    return this.#ask(ask, request, { signal, onReport, nothing });
  }

  async #ask<T>(
    ask: string,
    content?: unknown,
    stoppable?: { signal: AbortSignal | undefined; onReport: Call["onReport"]; nothing: T | undefined },
  ): Promise<T> {
    if (this.#isClosed) {
      throw closed();
    }
    const request = write(ask, content);
    const { signal, onReport, nothing } = stoppable ?? {};
    return new Promise<T>((resolve, reject) => {
      const id = this.#nextId++;
      const onAbort = () => this.#stop(call);
      const end = <A>(act: (answer: A) => void) => (answer: A) => {
        signal?.removeEventListener("abort", onAbort);
        act(answer);
      };
      const call: Call = {
        id,
        part: ABOUT_FILES.includes(ask) ? "files" : "engine",
        request,
        isStoppable: stoppable !== undefined,
        nothing,
        resolve: end(resolve),
        reject: end(reject),
        yields: ask === "ponder",
        onReport,
        stopped: signal?.aborted === true,
        isLoading: false,
        address: null,
      };
      signal?.addEventListener("abort", onAbort);
      this.#calls().filter((call) => call.yields).forEach((call) => this.#stop(call));
      this.#waiting.push(call);
      this.#next();
    });
  }

  /** Sends the next request, if the Worker is idle. If there is no Worker, it is started. */
  #next(): void {
    if (this.#running !== null || this.#waiting.length === 0) {
      return;
    }
    if (this.#connection === null) {
      if (!this.#isStarting) void this.#restart();
      return;
    }
    const call = this.#waiting.shift();
    if (call !== undefined) {
      this.#running = call;
      call.address = this.#connection.stopper.begin();
      this.#send(this.#connection, call, null);
    }
  }

  #send(connection: Connection, call: Call, needed: Uint8Array | WebAssembly.Module | null): void {
    const { id, part, request, address, stopped } = call;
    connection.post({ type: "ask", id, part, request, address, stopped, needed });
  }

  /** Sends the running call again, with what it needs. Without it the call ends, and the others go on. */
  async #provide(connection: Connection, call: Call, need: Need): Promise<void> {
    if (call.stopped) {
      this.#giveUp(connection, call);
      return;
    }
    call.isLoading = true;
    const isRunning = () => call === this.#running && connection === this.#connection;
    try {
      const needed = await connection.load(need);
      if (!isRunning()) return;
      call.isLoading = false;
      this.#send(connection, call, needed);
    } catch (error) {
      if (!isRunning()) return;
      this.#end(connection);
      call.reject(error);
      this.#next();
    }
  }

  /** Ends the running call, which was stopped before it had what it needs. */
  #giveUp(connection: Connection, call: Call): void {
    this.#end(connection);
    if (call.nothing === undefined) {
      call.reject(new EngineError("stopped", "the call was stopped while a file that it needs was being loaded"));
    } else {
      call.resolve(call.nothing as never);
    }
    this.#next();
  }

  /** Leaves the running call. */
  #end(connection: Connection): void {
    connection.stopper.done();
    this.#running = null;
  }

  #stop(call: Call): void {
    if (!call.isStoppable) {
      return;
    }
    call.stopped = true;
    if (call !== this.#running || this.#connection === null) {
      return;
    }
    if (call.isLoading) {
      this.#giveUp(this.#connection, call);
    } else {
      this.#connection.stopper.stop(call.id);
    }
  }

  /** Passes a report on. If its receiver throws, the call ends with what it has thrown. */
  async #report(call: Call, text: string): Promise<void> {
    try {
      await call.onReport?.(JSON.parse(text) as never);
    } catch (error) {
      // Nobody waits for a call that has ended.
      if (call !== this.#running) throw error;
      call.onReport = undefined;
      call.reject(error);
      this.#stop(call);
    }
  }

  #listen(connection: Connection): void {
    connection.onMessage = (message) => this.#receive(connection, message);
    connection.onError = (message) => void this.#recover(message);
  }

  #receive(connection: Connection, message: FromWorker): void {
    const call = this.#running;
    switch (message.type) {
      case "report":
        if (call?.id === message.id) {
          void this.#report(call, message.text);
        }
        break;
      case "answer":
        if (call?.id === message.id) {
          this.#end(connection);
          settle(call, message.text);
          this.#next();
        }
        break;
      case "needs":
        if (call?.id === message.id) {
          void this.#provide(connection, call, message.need);
        }
        break;
      case "fault":
      case "unavailable":
        void this.#recover(message.message);
        break;
      case "open":
        break;
    }
  }

  /** Starts a new Worker after the engine in the old one has failed. */
  async #recover(reason: string): Promise<void> {
    if (this.#connection === null) {
      // It is closed or being started already.
      return;
    }
    const failed = this.#running;
    this.#connection.close();
    this.#connection = null;
    this.#running = null;
    failed?.reject(new EngineError("internal", reason));
    await this.#restart();
  }

  /** Starts a new Worker with the same game. If that fails, so do the calls that wait, and the next one tries again. */
  async #restart(): Promise<void> {
    this.#isStarting = true;
    try {
      const connection = await this.#start();
      if (this.#isClosed) {
        connection.close();
        return;
      }
      this.#connection = connection;
      this.#listen(connection);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#waiting.splice(0).forEach((call) => call.reject(new EngineError("unavailable", message)));
      return;
    } finally {
      this.#isStarting = false;
    }
    const others = this.#waiting.splice(0);
    this.setPosition(this.#board).catch(() => {});
    this.#waiting.push(...others);
    this.#next();
  }
}

/** A request as text. Throws if it holds what JSON has no place for. */
function write(ask: string, content: unknown): string {
  if (!WITHOUT_FIELDS.includes(ask)) {
    checkObject(ask, content);
  }
  const check = (key: string, value: unknown): unknown => {
    const isNumber = typeof value === "number";
    if ((isNumber && !Number.isFinite(value)) || ["bigint", "function", "symbol"].includes(typeof value)) {
      const kind = isNumber ? String(value) : `a ${typeof value}`;
      throw new EngineError("bad-argument", `${key === "with" ? ask : key}: ${kind} cannot be passed on`);
    }
    return value;
  };
  try {
    return JSON.stringify(content === undefined ? { ask } : { ask, with: content }, check);
  } catch (error) {
    // A circle of objects.
    throw error instanceof EngineError ? error : new EngineError("bad-argument", `${ask}: ${String(error)}`);
  }
}

/** What has fields must be an object. */
function checkObject(what: string, value: unknown): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const kind = value === null ? "null" : Array.isArray(value) ? "an array" : value === undefined ? "nothing" : `a ${typeof value}`;
    throw new EngineError("bad-argument", `${what}: expected an object, found ${kind}`);
  }
}

function checkSignal(signal: unknown): void {
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new EngineError("bad-argument", "signal: expected an AbortSignal");
  }
}

function settle(call: Call, text: string): void {
  try {
    call.resolve(unwrap<never>(text));
  } catch (error) {
    call.reject(error);
  }
}

/** A file as a request has it. A text that has as many characters as it may have bytes may still have more bytes. */
function contentOf(file: string | Uint8Array): { text: string } | { bytes: string } {
  if (typeof file !== "string" && !(file instanceof Uint8Array)) {
    throw new EngineError("bad-argument", "file: expected a string or a Uint8Array");
  }
  if (file.length > MAX_FILE_BYTES) {
    throw new EngineError("bad-text", `expected at most ${MAX_FILE_BYTES} bytes, found more`, null, "too-long");
  }
  return typeof file === "string" ? { text: file } : { bytes: characters(file) };
}

/** Bytes as the characters of their numbers. */
function characters(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join("");
}

function closed(): EngineError {
  return new EngineError("closed", "the engine was closed");
}
