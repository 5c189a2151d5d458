/** What the board shows: the position, with what the parts of the page say of it. */

import type { Analysis } from "../app/analysis";
import type { App } from "../app/app";
import type { Editor } from "../app/editor";
import type { Explorer } from "../app/explorer";
import { Match } from "../app/match";
import type { Overlay } from "../app/overlay";
import { numberedMoves } from "../app/settings";
import { namesAround } from "../core/coordinates";
import { positionAt } from "../core/drawing";
import { other } from "../core/geometry";
import { marksOf } from "../core/marks";
import type { Board } from "./board";
import type { BoardMark } from "./board-picture";

/** The most moves of the explorer that the board shows. */
const MARKED_MOVES = 8;

/** The parts of the page that have something to show on the board. */
export interface Parts {
  readonly app: App;
  readonly editor: Editor;
  readonly overlay: Overlay;
  readonly explorer: Explorer;
  readonly analysis: Analysis;
}

export function boardContent({ app, editor, overlay, explorer, analysis }: Parts): Parameters<Board["show"]>[0] {
  const { settings } = app;
  const match = app.activity instanceof Match ? app.activity : null;
  const { game, node } = app;
  const position = positionAt(game, node, numberedMoves(settings));
  const { stones } = position;
  const { showsThreats } = app;
  const forbidden = showsThreats ? app.fouls.map(({ point }) => point) : app.forbidden;
  const marks: BoardMark[] = forbidden.map((point) => ({ point, kind: "forbidden" }));
  const notes = marksOf(node, game.size);
  if (editor.from !== null) notes.push({ kind: "circle", point: editor.from });
  const add = (mark: BoardMark) => {
    if (mark.kind === "variation" && notes.some(({ point }) => point === mark.point)) return;
    if (stones[mark.point] === null && !marks.some(({ point }) => point === mark.point)) marks.push(mark);
  };
  const opening = match?.shown ?? null;
  if (opening?.onBoard?.kind === "offer") {
    opening.picks.forEach((point, index) => add({ point, kind: "offer", text: String(index + 1) }));
    opening.ruledOut.forEach((point) => add({ point, kind: "same", text: "=" }));
  }
  opening?.offers.forEach((point) => add({ point, kind: "offer" }));
  if (app.verdictMark) add(app.verdictMark);
  if (app.foul) add({ point: app.foul.point, kind: "forbidden" });
  if (app.hint !== null) add({ point: app.hint, kind: "hint" });
  for (const { point, text, kind, shade } of overlay.marks)
    add({ point, text, kind: kind === "heat" ? `heat shade-${shade!}` : kind });
  if (explorer.isShown && !analysis.isOn) {
    const { moves, visits } = explorer.found ?? { moves: [], visits: 0 };
    const all = Math.max(visits, 1);
    moves.slice(0, MARKED_MOVES).forEach((move) => {
      const text = String(Math.round((100 * move.visits) / all));
      move.points.forEach((point) => add({ point, kind: "played", text }));
    });
  }
  if (node.children.length > 1 || (analysis.isOn && node.children.length > 0)) {
    node.children.forEach(({ move }, index) => {
      if (move!.point !== null)
        add({ point: move!.point, kind: "variation", text: String.fromCharCode(97 + (index % 26)) });
    });
  }
  let color = game.turn(node);
  const line = app.line.map((point) => {
    const stone = { point, color };
    color = other(color);
    return stone;
  });
  return {
    ...position,
    names: namesAround(settings.coordinates),
    marks,
    notes,
    line,
    rows: showsThreats ? app.rows : [],
    fouls: app.fouls,
    foul: app.foul,
    area: opening?.area ?? null,
    turn:
      editor.tool !== "play"
        ? editor.stone
        : game.end(node) || match?.isThinking
          ? null
          : match?.current
            ? (opening?.color ?? null)
            : game.turn(node),
  };
}
