/**
 * The report of an analysed game, the page of `fukumi analyze --html`: its board and its panels are those of the page,
 * without an engine. It speaks English, as the program does.
 */

import { type Color, label } from "./core/geometry";
import { chancePercent, percent, speak, t } from "./i18n";
import texts from "./i18n/en.json";
import { type GameRecord, read } from "./report/read";
import { StepButtons, inTurn, listenForKeys, play } from "./report/stepping";
import "./shared.css";
import "./report/report.css";
import { type BoardMark, BoardPicture } from "./ui/board-picture";
import { ChanceBar } from "./ui/chance-bar";
import { h } from "./ui/dom";
import { Graph } from "./ui/graph";
import { lineItem } from "./ui/line-item";
import { summaryTable } from "./ui/summary";
import { TreeView } from "./ui/tree-view";
import { type FaultsOf, SIGNS, colorName, faultOf, moveText, movesText, worthText } from "./ui/words";

speak("en", texts);

const find = (id: string) => document.getElementById(id)!;
const game = read(JSON.parse(find("game").textContent) as GameRecord);
const { size, positions, judgements, end } = game;
const count = positions.length - 1;
const line = positions.map(({ node }) => node);
const faultAt: FaultsOf = (node) => faultOf(judgements.get(node));
const faults = line.filter(faultAt);

/** How many moves are played. */
let at = 0;
/** The line that is shown on the board, by its number. */
let shown: number | null = null;

// --- What the report consists of -----------------------------------------------------------------

const board = new BoardPicture();
board.element.setAttribute("role", "img");
const note = find("note");
const steps = new StepButtons((to) => show(to));
const nextFault = h(
  "button",
  { type: "button", title: "N; the one before: Shift+N", onclick: (event: MouseEvent) => showFault(event.shiftKey) },
  "Next mistake",
);
const chance = new ChanceBar();
const graph = new Graph((node) => show(node.number));
const tree = new TreeView(
  (node) => show(node.number),
  (node) => [
    ...(judgements.get(node)?.missedWin ? [h("b", { class: "missed" }, "missed win")] : []),
    ...(node.move && node.worth ? [h("span", { class: "quiet" }, chancePercent(node.worth.black))] : []),
  ],
);
const name = (color: Color) => colorName(color) + (game.players[color] ? ` (${game.players[color]})` : "");

find("board").append(board.element);
find("steps").append(...steps.elements, nextFault);
find("graph").prepend(graph.element);
find("moves").append(tree.element);
find("summary").append(summaryTable(game.summaries, { black: name("black"), white: name("white") }));
document.body.classList.toggle("single", count === 0);
tree.draw(game, faultAt);

// --- A position ----------------------------------------------------------------------------------

function show(to: number, chosen: number | null = null): void {
  at = Math.max(0, Math.min(count, to));
  const { node, lines } = positions[at]!;
  shown = chosen !== null && chosen < lines.length ? chosen : null;
  drawBoard();
  describe();
  drawLines();
  graph.show({ game, line, shown: node, faultAt });
  tree.mark(node);
  steps.mark(at, count);
  note.textContent = "";
  nextFault.disabled = faults.length === 0;
  history.replaceState(null, "", `#${at}`);
}

/** Whether the game is over at the position that is shown. */
const isOver = () => end !== null && at === count;

function drawBoard(): void {
  const { node, lines, turn } = positions[at]!;
  const stones = new Array<Color | null>(size.width * size.height).fill(null);
  for (const { color, point } of game.setup) stones[point] = color;
  const numbers = play(line.slice(1, at + 1), stones);
  const marks = lines.map<BoardMark>(({ moves }, index) => ({
    point: moves[0]!,
    kind: index ? "option" : "best",
    text: String(index + 1),
  }));
  board.show({
    size,
    stones,
    numbers,
    marks,
    dead: game.dead,
    last: node.move?.point ?? null,
    row: isOver() ? end!.row : [],
    line: shown === null ? [] : inTurn(lines[shown]!.moves, turn),
  });
  board.element.setAttribute("aria-label", at ? `Board after move ${moveText(node, size)}` : "Board");
}

const upper = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());

/** Shows what is known of the position, and of the move before it. */
function describe(): void {
  const { node, turn, chance: black, win, remarks } = positions[at]!;
  const parts: HTMLElement[] = [];
  const say = (text: string, kind = "") => parts.push(h("p", { class: kind }, text));
  const judgement = judgements.get(node);
  const fault = faultOf(judgement);
  const title = count ? (at ? `${moveText(node, size)} ` : "Before the first move") : "Position";
  parts.push(h("h2", {}, title, fault && h("span", { class: fault }, SIGNS[fault])));
  if (judgement) {
    const color = node.move!.color;
    for (const remark of remarks)
      say(`${colorName(color)} ${remark}.`, remark.startsWith("misses") ? "missed" : "blunder");
    const { loss, before, after, best } = judgement;
    if (loss >= 0.0005) {
      const change = `${chancePercent(before, 1)} became ${chancePercent(after, 1)}`;
      say(`${colorName(color)} gave away ${percent(loss, 1)}: ${change}. `);
      if (best !== null && best !== node.move!.point)
        parts[parts.length - 1]!.append(
          h("button", { type: "button", onclick: () => show(at - 1, 0) }, `Better: ${label(best, size)}`),
        );
    }
  }
  if (isOver()) say(`${upper(end!.text)}${end!.row.length ? `: ${movesText(size, end!.row)}` : ""}.`);
  if (black === null) say("Not analysed.");
  else {
    const words = `${t("chance.label")}: ${chancePercent(black, 1)}.`;
    chance.show(black, words);
    parts.push(chance.element);
    say(isOver() ? words : `${words} ${t("say.turn", { color: colorName(turn) })}.`);
    if (win) {
      const worth = t("worth.win", { n: win.moves });
      say(`${colorName(turn)} ${worth}, by ${win.threats.replaceAll("_", " ")}.`);
    }
  }
  find("state").replaceChildren(...parts);
}

function drawLines(): void {
  const { lines, turn } = positions[at]!;
  find("lines").replaceChildren(
    ...lines.map(({ worth, moves }, index) =>
      lineItem([`${index + 1}: ${worthText(worth, turn, 1)}`], movesText(size, moves), {
        title: "Show this line on the board",
        "aria-pressed": String(shown === index),
        onclick: () => {
          show(at, shown === index ? null : index);
          find("lines").querySelectorAll("button")[index]?.focus();
        },
      }),
    ),
  );
}

// --- What the reader does ------------------------------------------------------------------------

/** Shows the next move that was marked, or the one before; after the last one comes the first. */
function showFault(isBack: boolean): void {
  const next = isBack ? faults.findLast((node) => node.number < at) : faults.find((node) => node.number > at);
  const fault = next ?? faults.at(isBack ? -1 : 0);
  if (fault) show(fault.number);
}

// A click on a point leads to the best line that begins there, or else to the move that was played there, before or
// after the position that is shown.
board.element.addEventListener("click", (event) => {
  const point = board.pointOf(event);
  if (point === null) return;
  const best = shown === null ? positions[at]!.lines.findIndex(({ moves }) => moves[0] === point) : -1;
  const played = line.find(({ move }) => move?.point === point);
  if (best >= 0) show(at, best);
  else if (played) show(played.number);
  else if (!game.dead.includes(point) && !game.setup.some((stone) => stone.point === point))
    note.textContent = `No move of this game is at ${label(point, size)}.`;
});

listenForKeys({
  Home: () => show(0),
  ArrowLeft: () => show(at - 1),
  ArrowRight: () => show(at + 1),
  End: () => show(count),
  n: () => showFault(false),
  N: () => showFault(true),
  l: () => show(at, shown === null ? 0 : null),
});

/** Shows the position of the address, `#13` being that after move 13. */
const follow = () => show(/^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : 0);
addEventListener("hashchange", follow);
follow();
