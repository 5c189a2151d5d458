/** The panel with the tree of moves and the comment of the position. */

import type { App } from "../app/app";
import type { Review } from "../app/review";
import { button, h } from "./dom";
import { TreeView } from "./tree-view";

/** The longest comment. */
const MAX_COMMENT = 4000;

export function movesPanel(app: App, review: Review): HTMLElement {
  const tree = new TreeView((node) => {
    app.go(node);
    app.tellMove();
  });
  const comment = h("textarea", {
    rows: 3,
    maxlength: MAX_COMMENT,
    oninput: () => {
      app.node.comment = comment.value;
      app.save();
    },
    onchange: () => app.changed("tree"),
  });
  const draw = () => {
    tree.draw(app.game, review.judgements);
    mark();
  };
  const mark = () => {
    tree.mark(app.node);
    if (comment.value !== app.node.comment) comment.value = app.node.comment;
    remove.disabled = promote.disabled = !app.node.parent;
  };
  const remove = button("moves.delete", () => {
    const node = app.game.remove(app.node);
    app.changed("tree");
    app.go(node);
  });
  const promote = button("moves.promote", () => {
    app.game.promote(app.node);
    app.save();
    app.changed("tree");
  });
  app.on(["tree", "language", "review"], draw);
  app.on(["position"], mark);
  draw();
  return h(
    "div",
    { class: "moves-panel" },
    tree.element,
    h("label", { class: "field tall" }, h("span", { text: "moves.comment" }), comment),
    h("div", { class: "actions" }, promote, remove),
  );
}
