/**
 * The games of a match, the page of `fukumi-tools match show --html`: each can be played through on the board of the
 * page, with the times, evaluations and lines of the engines. It speaks English, as the program does.
 */

import type { Color, Point } from "./core/geometry";
import { winningRow } from "./core/rules";
import { speak } from "./i18n";
import texts from "./i18n/en.json";
import { type MatchGame, type MatchRecord, type PlayedGame, read } from "./match/read";
import { StepButtons, inTurn, listenForKeys, play } from "./report/stepping";
import "./shared.css";
import "./report/report.css";
import "./match/match.css";
import { BoardPicture } from "./ui/board-picture";
import { h } from "./ui/dom";
import { Graph } from "./ui/graph";
import { lineItem } from "./ui/line-item";
import { TreeView } from "./ui/tree-view";
import { colorName, moveText, movesText } from "./ui/words";

speak("en", texts);

const find = (id: string) => document.getElementById(id)!;
const match = JSON.parse(find("game").textContent) as MatchRecord;
const NO_FAULTS = () => null;

/** The games that may be chosen, and the one that is shown. */
let listed: readonly MatchGame[] = match.games;
let game: PlayedGame | null = null;
/** How many moves are played. */
let at = 0;
let isLineShown = false;

// --- What the page consists of -------------------------------------------------------------------

const board = new BoardPicture();
board.element.setAttribute("role", "img");
const steps = new StepButtons((to) => show(to));
const graph = new Graph((node) => show(node.number));
const seconds = (time: number) => `${time.toFixed(time < 10 ? 2 : 1)} s`;
const tree = new TreeView(
  (node) => show(node.number),
  (node) => {
    const thought = game!.thoughts.get(node);
    if (!thought || thought.seconds === null) return [];
    const words = [thought.evaluation, seconds(thought.seconds)].filter((word) => word !== null);
    return [h("span", { class: "quiet" }, words.join(" · "))];
  },
);
find("board").append(board.element);
find("steps").append(...steps.elements);
find("graph").prepend(graph.element);
find("graph").append(
  h("p", { class: "quiet" }, "By the last evaluation of an engine, where 200 points are a chance of 73 %."),
);
find("moves").append(tree.element);

// --- The choice of a game ------------------------------------------------------------------------

const names = Object.keys(match.engines);
const RESULTS = { black: "1–0", white: "0–1", draw: "½–½" } as const;
const games = h("select", { id: "game-choice", onchange: () => open(listed[games.selectedIndex]!) });

function select(id: string, all: string, options: readonly string[]): HTMLSelectElement {
  const element = h("select", { id, onchange: () => choose() });
  element.append(...[all, ...options].map((text, value) => h("option", { value }, text)));
  return element;
}

const choices = {
  first: select("first", "all engines", names),
  second: select("second", "all engines", names),
  venue: select(
    "venue",
    "all",
    match.venues.map(({ rule, width, height }) => `${rule} ${width}x${height}`),
  ),
  end: select("end", "all", [...new Set(match.games.map(({ reason }) => reason))].sort()),
};

const field = (text: string, element: HTMLElement) =>
  h("div", { class: "field" }, h("label", { for: element.id }, text), element);
find("choices").append(
  field("Engine", choices.first),
  field("Opponent", choices.second),
  ...(match.venues.length > 1 ? [field("Rule and board", choices.venue)] : []),
  field("Ending", choices.end),
  field("Game", games),
);

/** Lists the games that fit the choices, and shows the first one if that which is shown does not. */
function choose(): void {
  const [first, second] = [names[choices.first.selectedIndex - 1], names[choices.second.selectedIndex - 1]];
  const venue = choices.venue.selectedIndex - 1;
  const end = choices.end.selectedIndex ? choices.end.selectedOptions[0]!.textContent : null;
  listed = match.games.filter(
    ({ black, white, venue: own, reason }) =>
      [first, second].every((name) => name === undefined || name === black || name === white) &&
      (venue < 0 || venue === own) &&
      (end === null || end === reason),
  );
  games.replaceChildren(
    ...listed.map(({ game: number, black, white, result }) =>
      h("option", { value: number }, `${number}: ${black} – ${white} ${RESULTS[result]}`),
    ),
  );
  find("note").textContent = listed.length ? "" : "No game is like that.";
  const shown = listed.indexOf(game?.record as MatchGame);
  if (shown >= 0) games.selectedIndex = shown;
  else if (listed[0]) open(listed[0]);
}

/** Shows a game at a position. */
function open(record: MatchGame, to = 0): void {
  game = read(match, record);
  const shown = listed.indexOf(record);
  if (shown >= 0) games.selectedIndex = shown;
  tree.draw(game, NO_FAULTS);
  show(to);
}

/** Shows the next game of the list, or the one before. */
function turn(by: number): void {
  const next = listed[games.selectedIndex + by];
  if (next) open(next);
}

// --- A position ----------------------------------------------------------------------------------

function show(to: number, withLine = false): void {
  if (!game) return;
  const { line } = game;
  const count = line.length - 1;
  at = Math.max(0, Math.min(count, to));
  isLineShown = withLine && expected().length > 0;
  drawBoard(game);
  describe(game);
  drawLine(game);
  graph.show({ game, line, shown: line[at]!, faultAt: NO_FAULTS });
  tree.mark(line[at]!);
  steps.mark(at, count);
  history.replaceState(null, "", `#${game.record.game}/${at}`);
}

/** The line that the engine to move expected from here. */
function expected(): readonly Point[] {
  const next = game?.line[at + 1];
  return next ? game!.thoughts.get(next)!.line : [];
}

const toMove = (): Color => (at % 2 ? "white" : "black");

function drawBoard({ record, rule, size, line }: PlayedGame): void {
  const stones = new Array<Color | null>(size.width * size.height).fill(null);
  const numbers = play(line.slice(1, at + 1), stones);
  const isOver = at > 0 && at === line.length - 1;
  board.show({
    size,
    stones,
    numbers,
    marks: [],
    last: line[at]!.move?.point ?? null,
    row: isOver && record.reason === "five" ? winningRow(stones, size, rule, line[at]!.move!.point!) : [],
    line: isLineShown ? inTurn(expected(), toMove()) : [],
  });
  board.element.setAttribute("aria-label", at ? `Board after move ${moveText(line[at]!, size)}` : "Board");
}

/** States what is known of the game, and of the move that led to the position. */
function describe({ record, rule, size, line, thoughts }: PlayedGame): void {
  const node = line[at]!;
  const parts: HTMLElement[] = [
    h("h2", {}, at ? moveText(node, size) : `Game ${record.game}`),
    h("p", { class: "quiet" }, `${record.black} – ${record.white}, ${rule}, opening ${record.opening}`),
  ];
  const thought = thoughts.get(node);
  if (thought) {
    const { color } = node.move!;
    const words = [`${colorName(color)} (${record[color]})`];
    if (thought.seconds === null) words.push("opening");
    else words.push(seconds(thought.seconds));
    if (thought.left !== null) words.push(`${seconds(thought.left)} left`);
    if (thought.evaluation !== null) words.push(`evaluation ${thought.evaluation}`);
    if (thought.depth !== null) words.push(`depth ${thought.depth}`);
    if (thought.nodes !== null) words.push(`${thought.nodes} nodes`);
    parts.push(h("p", {}, words.join(", ")));
  }
  if (at === line.length - 1) {
    const { result, reason, detail } = record;
    const winner = result === "draw" ? "Draw" : `${colorName(result)} (${record[result]}) won`;
    parts.push(h("p", {}, h("b", {}, `${winner}: ${reason}`), detail && `. ${detail}`));
  }
  find("state").replaceChildren(...parts);
}

function drawLine({ size, record }: PlayedGame): void {
  const moves = expected();
  const press = () => {
    show(at, !isLineShown);
    find("lines").querySelector("button")?.focus();
  };
  const item = () =>
    lineItem([`${record[toMove()]} expects`], movesText(size, moves), {
      title: "Show this line on the board",
      "aria-pressed": String(isLineShown),
      onclick: press,
    });
  find("lines").replaceChildren(...(moves.length ? [item()] : []));
}

// --- What the reader does ------------------------------------------------------------------------

// A click on a stone leads to the position after it.
board.element.addEventListener("click", (event) => {
  const point = board.pointOf(event);
  const played = game?.line.find(({ move }) => point !== null && move?.point === point);
  if (played) show(played.number);
});

listenForKeys({
  Home: () => show(0),
  ArrowLeft: () => show(at - 1),
  ArrowRight: () => show(at + 1),
  End: () => show(Infinity),
  ArrowUp: () => turn(-1),
  ArrowDown: () => turn(1),
  l: () => show(at, !isLineShown),
});

/** Lists the games of an engine against another; all games if none are named. */
function chooseBetween(first?: string, second?: string): void {
  for (const choice of Object.values(choices)) choice.selectedIndex = 0;
  if (first !== undefined) choices.first.selectedIndex = names.indexOf(first) + 1;
  if (second !== undefined) choices.second.selectedIndex = names.indexOf(second) + 1;
  choose();
}

/** Lists the games of two engines, and shows the first of them. */
function openBetween(first: string, second: string): void {
  chooseBetween(first, second);
  if (listed[0]) open(listed[0]);
  // In the crosstable, keys would scroll it.
  const element = find("choices");
  element.focus({ preventScroll: true });
  element.scrollIntoView();
}

/**
 * Shows the position of the address, `#7/13` being that after move 13 of game 7, or the games of two engines,
 * `#between/ada/bob`, to which the cells of the crosstable lead.
 */
function follow(): void {
  const two = /^#between\/([^/]+)\/([^/]+)$/.exec(location.hash)?.slice(1).map(decodeURIComponent);
  if (two) return openBetween(two[0]!, two[1]!);
  const place = /^#(\d+)(?:\/(\d+))?$/.exec(location.hash);
  const chosen = place && match.games.find((record) => record.game === Number(place[1]));
  if (!chosen) return;
  // The way back may lead to a game that is not listed any more.
  if (!listed.includes(chosen)) chooseBetween();
  open(chosen, Number(place[2] ?? 0));
}
addEventListener("hashchange", follow);
follow();
choose();
