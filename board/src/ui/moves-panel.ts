/** The panel with the tree of moves and the comment of the position. */

import type { App } from "../app/app";
import type { Review } from "../app/review";
import { annotation, deletion, promotion, shift } from "../core/edit";
import { neighbourhood } from "../core/neighbourhood";
import type { Node } from "../core/tree";
import { button, h } from "./dom";
import { faultsOf } from "./faults";
import { TreeView } from "./tree-view";

/** The longest comment. */
const MAX_COMMENT = 4000;

export function movesPanel(app: App, review: Review): HTMLElement {
  let shown: ReadonlySet<Node> | null = null;
  const childrenOf = ({ children }: Node) => (shown ? children.filter((child) => shown!.has(child)) : children);
  const tree = new TreeView(
    (node) => {
      app.go(node);
      app.sayMove();
    },
    (node) => (childrenOf(node).length < node.children.length ? [h("span", {}, " …")] : []),
  );
  const comment = h("textarea", {
    rows: 3,
    maxlength: MAX_COMMENT,
    oninput: () => {
      app.edit(annotation(app.game, app.node, { comment: comment.value }));
    },
    onchange: () => app.changed("tree"),
  });
  const draw = () => {
    shown = neighbourhood(app.game, app.node);
    tree.draw(app.game, faultsOf(review), childrenOf);
    mark();
  };
  /** Another position is shown, of which a large tree shows what is around. */
  const follow = () => {
    if (shown || neighbourhood(app.game, app.node)) draw();
    else mark();
  };
  const mark = () => {
    tree.mark(app.node);
    if (comment.value !== app.node.comment) comment.value = app.node.comment;
    remove.disabled = !app.node.parent;
    promote.disabled = !promotion(app.game, app.node);
    earlier.disabled = !shift(app.game, app.node, -1);
    later.disabled = !shift(app.game, app.node, 1);
  };
  const promote = button("moves.promote", () => app.edit(promotion(app.game, app.node)));
  const earlier = button("moves.earlier", () => app.edit(shift(app.game, app.node, -1)));
  const later = button("moves.later", () => app.edit(shift(app.game, app.node, 1)));
  const remove = button("moves.delete", () => app.edit(deletion(app.game, app.node)));
  app.on(["tree", "language", "review"], draw);
  app.on(["position"], follow);
  draw();
  return h(
    "div",
    { class: "moves-panel" },
    tree.element,
    h("label", { class: "field tall" }, h("span", { text: "moves.comment" }), comment),
    h("div", { class: "actions" }, promote, earlier, later, remove),
  );
}
