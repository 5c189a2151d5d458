/** The moves of a game with all variations, which are indented after the move that they replace. */

import type { GameTree, Node } from "../core/tree";
import { h } from "./dom";
import { type FaultsOf, SIGNS, moveText } from "./words";

/** What has to be known of a game. */
type Game = Pick<GameTree, "root" | "size">;

/** How deep variations are indented. */
const MOST_INDENT = 4;

export class TreeView {
  readonly element = h("div", { class: "tree", role: "group", label: "moves.label" });
  private readonly buttons = new Map<Node, HTMLButtonElement>();

  constructor(
    private readonly chosen: (node: Node) => void,
    /** What else is said of a move. */
    private readonly details: (node: Node) => HTMLElement[] = () => [],
  ) {}

  /** Draws the tree anew, or those children of each node that are asked for. */
  draw(game: Game, faultAt: FaultsOf, childrenOf = ({ children }: Node): readonly Node[] => children): void {
    this.buttons.clear();
    const content: HTMLElement[] = [];
    // Lines that have to be drawn, the next one last. Without recursion: variations may be nested deeply.
    const waiting: { nodes: Node[]; depth: number }[] = [{ nodes: [game.root], depth: 0 }];
    for (let item = waiting.pop(); item; item = waiting.pop()) {
      const row = h("div", { class: `moves depth-${Math.min(item.depth, MOST_INDENT)}` });
      let node: Node | undefined = item.nodes[0];
      while (node) {
        row.append(this.button(game, node, faultAt(node)));
        if (node.comment) row.append(h("p", { class: "comment" }, node.comment));
        const [main, ...others]: readonly Node[] = node.parent ? childrenOf(node.parent) : [];
        const siblings = node === main ? others : [];
        node = childrenOf(node)[0];
        if (siblings.length > 0) {
          if (node) waiting.push({ nodes: [node], depth: item.depth });
          for (const sibling of siblings.reverse()) waiting.push({ nodes: [sibling], depth: item.depth + 1 });
          break;
        }
      }
      content.push(row);
    }
    this.element.replaceChildren(...content);
  }

  /** Marks the position that is shown, and brings it into view. */
  mark(node: Node): void {
    for (const button of this.element.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    const button = this.buttons.get(node);
    button?.setAttribute("aria-current", "true");
    if (!button || this.element.clientHeight === 0) return;
    // Only the list is scrolled, never the page.
    const { top, bottom } = button.getBoundingClientRect();
    const frame = this.element.getBoundingClientRect();
    if (top < frame.top) this.element.scrollTop -= frame.top - top + 8;
    else if (bottom > frame.bottom) this.element.scrollTop += bottom - frame.bottom + 8;
  }

  private button(game: Game, node: Node, fault: ReturnType<FaultsOf>): HTMLButtonElement {
    const button = h(
      "button",
      { type: "button", class: `move ${node.move?.color ?? ""}`, onclick: () => this.chosen(node) },
      node.move && h("span", { class: `disc ${node.move.color}` }),
      moveText(node, game.size),
      fault && h("b", { class: fault }, SIGNS[fault]),
      ...this.details(node),
    );
    this.buttons.set(node, button);
    return button;
  }
}
