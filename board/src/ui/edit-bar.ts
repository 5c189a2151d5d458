/** The bar of tools that change the game. */

import { type Editor, TOOLS, type Tool } from "../app/editor";
import type { App } from "../app/app";
import type { Key } from "../i18n";
import { h, iconButton } from "./dom";
import * as icons from "./edit-icons";

const TOOL_ICONS: Record<Tool, icons.Icon> = {
  play: icons.PLAY,
  triangle: icons.TRIANGLE,
  circle: icons.CIRCLE,
  square: icons.SQUARE,
  cross: icons.CROSS,
  letter: icons.LETTER,
  arrow: icons.ARROW,
  black: icons.STONE,
  white: icons.STONE,
  clear: icons.CLEAR,
};

const MARKS: readonly Tool[] = ["triangle", "circle", "square", "cross", "letter", "arrow"];

/** The bar, and the button that opens it. */
export function editBar(app: App, editor: Editor): { bar: HTMLElement; opener: HTMLElement } {
  const tools = TOOLS.map((tool) =>
    iconButton(TOOL_ICONS[tool], `tool.${tool}` satisfies Key, () => editor.choose(tool), {
      class: `icon tool-${tool}`,
      "aria-pressed": "false",
    }),
  );
  const undo = iconButton(icons.UNDO, "edit.undo", () => editor.undo());
  const redo = iconButton(icons.REDO, "edit.redo", () => editor.redo());
  const first = iconButton(icons.FIRST, "edit.first", () => editor.otherFirst());
  const begin = iconButton(icons.BEGIN, "edit.begin", () => editor.begin());
  const group = (...all: HTMLElement[]) => h("div", {}, ...all);
  const isMark = (_: HTMLElement, index: number) => MARKS.includes(TOOLS[index]!);
  const marks = tools.filter(isMark);
  const stones = tools.filter((tool) => !marks.includes(tool));
  const bar = h(
    "div",
    { class: "edit", role: "toolbar", label: "edit.label", hidden: true },
    group(undo, redo),
    group(...stones),
    group(...marks),
    group(
      iconButton(icons.TURN, "edit.turn", () => editor.turn()),
      iconButton(icons.MIRROR, "edit.mirror", () => editor.mirror()),
      iconButton(icons.LEFT, "edit.left", () => editor.shift(-1, 0)),
      iconButton(icons.RIGHT, "edit.right", () => editor.shift(1, 0)),
      iconButton(icons.UP, "edit.up", () => editor.shift(0, -1)),
      iconButton(icons.DOWN, "edit.down", () => editor.shift(0, 1)),
    ),
    group(begin, first),
  );
  const opener = iconButton(icons.EDIT, "edit.open", () => editor.open(!editor.isOpen), { "aria-expanded": "false" });
  const draw = () => {
    bar.hidden = !editor.isOpen;
    opener.setAttribute("aria-expanded", String(editor.isOpen));
    tools.forEach((one, index) => one.setAttribute("aria-pressed", String(TOOLS[index] === editor.tool)));
    undo.disabled = !app.history.canUndo;
    redo.disabled = !app.history.canRedo;
    begin.disabled = !app.node.parent;
    first.disabled = app.game.count > 1;
  };
  app.on(["position", "tree", "editor"], draw);
  // The keys for what was done last are those of every editor; in a field they are the field's.
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select")) return;
    const key = event.key.toLowerCase();
    if (key === "y" || (key === "z" && event.shiftKey)) editor.redo();
    else if (key === "z") editor.undo();
    else return;
    event.preventDefault();
  });
  draw();
  return { bar, opener };
}
