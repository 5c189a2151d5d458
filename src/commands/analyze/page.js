"use strict";

// The page of one game: draws the board after so many moves, and tells what is known of it.
(() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  const CELL = 40;
  const EDGE = 42;
  const count = game.moves.length;
  const find = (selector) => document.querySelector(selector);

  // How many moves are played, and which of the lines is shown on the board, if any.
  let at = 0;
  let line = null;

  // --- Small helpers -----------------------------------------------------------------------------

  function svg(name, attributes, parent) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent?.append(element);
    return element;
  }

  function html(name, parent, text = "", attributes = {}) {
    const element = document.createElement(name);
    element.textContent = text;
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
    return element;
  }

  // The place of a label such as h8: a column letter, then the row counted from the bottom.
  function place(label) {
    const column = label.charCodeAt(0) - "a".charCodeAt(0);
    return { x: EDGE + column * CELL, y: EDGE + (game.height - Number(label.slice(1))) * CELL };
  }

  // The point nearest to a place on the board, as a label; null off the board.
  function pointAt(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
    const column = Math.round((x - EDGE) / CELL);
    const row = game.height - Math.round((y - EDGE) / CELL);
    if (column < 0 || column >= game.width || row < 1 || row > game.height) return null;
    return String.fromCharCode("a".charCodeAt(0) + column) + row;
  }

  // Whether the game is over at the position that is shown.
  const isOver = () => at === count && game.end !== null;
  const other = (color) => (color === "black" ? "white" : "black");
  const named = (color) => (color === "black" ? "Black" : "White");
  const percent = (rate) => `${(rate * 100).toFixed(1)} %`;
  const moves = (plies) => {
    const number = Math.ceil(Math.abs(plies) / 2);
    return number === 1 ? "1 move" : `${number} moves`;
  };

  // What a line is worth to the side to move.
  function worth(value) {
    if (value.plies === undefined) return percent(value.win_rate);
    return `${value.plies >= 0 ? "win" : "loss"} in ${moves(value.plies)}`;
  }

  // --- The board ---------------------------------------------------------------------------------

  const right = EDGE + (game.width - 1) * CELL;
  const bottom = EDGE + (game.height - 1) * CELL;
  const board = svg("svg", { viewBox: `0 0 ${right + EDGE} ${bottom + EDGE}`, role: "img" }, find("#board"));

  function drawGrid() {
    let path = "";
    for (let x = EDGE; x <= right; x += CELL) path += `M${x} ${EDGE}V${bottom}`;
    for (let y = EDGE; y <= bottom; y += CELL) path += `M${EDGE} ${y}H${right}`;
    svg("path", { class: "board-grid", d: path }, board);
    for (let column = 0; column < game.width; column++) {
      const text = String.fromCharCode("a".charCodeAt(0) + column);
      const x = EDGE + column * CELL;
      svg("text", { class: "label", x, y: bottom + EDGE - 8 }, board).textContent = text;
      svg("text", { class: "label", x, y: 16 }, board).textContent = text;
    }
    for (let row = 1; row <= game.height; row++) {
      const y = place(`a${row}`).y + 5;
      svg("text", { class: "label", x: 12, y }, board).textContent = row;
      svg("text", { class: "label", x: right + EDGE - 12, y }, board).textContent = row;
    }
    const stars = (size) => (size % 2 && size >= 13 ? [3, (size - 1) / 2, size - 4] : []);
    for (const x of stars(game.width)) {
      for (const y of stars(game.height)) {
        // Not between the corners and the centre.
        if ((x === (game.width - 1) / 2) !== (y === (game.height - 1) / 2)) continue;
        svg("circle", { class: "star", cx: EDGE + x * CELL, cy: EDGE + y * CELL, r: 4 }, board);
      }
    }
    for (const label of game.dead) {
      const { x, y } = place(label);
      svg("rect", { class: "dead", x: x - 16, y: y - 16, width: 32, height: 32 }, board);
    }
  }

  const stones = svg("g", { id: "stones" });
  const hints = svg("g", { id: "hints" });

  function drawStone(label, color, text, extra = "", attributes = {}) {
    const { x, y } = place(label);
    if (isOver() && game.end.row.includes(label)) extra += " row";
    const stone = svg("g", { class: `stone ${color} ${extra}`, "data-point": label, ...attributes }, stones);
    svg("circle", { cx: x, cy: y, r: 18 }, stone);
    if (extra.includes("row")) svg("circle", { class: "ring", cx: x, cy: y, r: 14 }, stone);
    if (text) svg("text", { x, y }, stone).textContent = text;
  }

  function drawPosition(position) {
    stones.setAttribute("class", line === null ? "" : "lined");
    stones.replaceChildren();
    hints.replaceChildren();
    for (const color of ["black", "white"]) {
      for (const label of game.stones[color]) drawStone(label, color, "");
    }
    game.moves.slice(0, at).forEach((move, index) => {
      const extra = index === at - 1 ? "last" : "";
      drawStone(move.move, move.color, move.number, extra, { "data-number": move.number });
    });
    if (line !== null) {
      let color = position.to_move;
      position.lines[line].line.forEach((label, index) => {
        drawStone(label, color, index + 1, "expected");
        color = other(color);
      });
    } else {
      position.lines.forEach((best, index) => {
        const { x, y } = place(best.line[0]);
        const hint = svg("g", { class: "hint", "data-point": best.line[0] }, hints);
        svg("circle", { cx: x, cy: y, r: 13 }, hint);
        svg("text", { x, y }, hint).textContent = index + 1;
      });
    }
  }

  // --- What is told of a position ----------------------------------------------------------------

  function describeMove(state, move) {
    const heading = html("h2", state, `${move.number}. ${move.move} `);
    if (move.mark) html("span", heading, move.mark, { class: move.mark === "??" ? "blunder" : "mistake" });
    if (move.win_rate_before === undefined) return;
    for (const remark of move.remarks) {
      const kind = remark.startsWith("misses") ? "missed" : "blunder";
      html("p", state, `${named(move.color)} ${remark}.`, { class: kind });
    }
    if (move.loss >= 0.0005) {
      const text = `${named(move.color)} gave away ${percent(move.loss)}: `;
      const better = html("p", state, text + `${percent(move.win_rate_before)} became ${percent(move.win_rate_after)}. `);
      if (move.best && move.best !== move.move) {
        html("button", better, `Better: ${move.best}`, { type: "button", id: "better" })
          .addEventListener("click", () => show(move.number - 1, 0));
      }
    }
  }

  function describePosition(state, position) {
    if (isOver()) {
      const row = game.end.row.length > 0 ? `: ${game.end.row.join(" ")}` : "";
      html("p", state, `${game.end.text}${row}.`.replace(/^./, (letter) => letter.toUpperCase()));
    }
    if (position.black_win_rate === null) {
      html("p", state, "Not analysed.");
      return;
    }
    const rate = percent(position.black_win_rate);
    const bar = html("div", state, "", { class: "bar", role: "img", "aria-label": `Black's chance of winning: ${rate}` });
    html("span", bar).style.width = rate.replace(" ", "");
    const side = isOver() ? "" : ` ${named(position.to_move)} is to move.`;
    html("p", state, `Black's chance of winning: ${rate}.${side}`);
    if (position.win) {
      const threats = position.win.threats.replaceAll("_", " ");
      html("p", state, `${named(position.to_move)} has a win by ${threats} in ${moves(position.win.plies)}.`);
    }
  }

  function describeLines(position) {
    const lines = find("#lines");
    lines.replaceChildren();
    position.lines.forEach((best, index) => {
      const button = html("button", lines, "", { type: "button", class: "line", "aria-pressed": line === index });
      html("b", button, `${index + 1}: ${worth(best)}`);
      html("span", button, best.line.join(" "));
      button.title = "Show this line on the board";
      button.addEventListener("click", () => {
        show(at, line === index ? null : index);
        find("#lines").children[index].focus();
      });
    });
  }

  // --- Steps -------------------------------------------------------------------------------------

  const graph = find(".graph");
  const ground = graph.querySelector(".ground");
  const top = Number(ground.getAttribute("y"));
  const foot = top + Number(ground.getAttribute("height"));
  const cursor = svg("line", { class: "cursor", y1: top, y2: foot }, graph);
  const faults = game.moves.filter((move) => move.mark || move.missed_win).map((move) => move.number);

  function show(to, shown = null) {
    at = Math.max(0, Math.min(count, to));
    const position = game.positions[at];
    line = shown !== null && shown < position.lines.length ? shown : null;
    drawPosition(position);

    const state = find("#state");
    state.replaceChildren();
    if (at > 0) describeMove(state, game.moves[at - 1]);
    else html("h2", state, count > 0 ? "Before the first move" : "Position");
    describePosition(state, position);
    describeLines(position);

    board.setAttribute("aria-label", at > 0 ? `Board after move ${at}, ${game.moves[at - 1].move}` : "Board");
    find("#at").textContent = `${at} / ${count}`;
    find("#note").textContent = "";
    const x = Number(graph.dataset.left) + at * Number(graph.dataset.step);
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    for (const [step, isIdle] of [["first", at === 0], ["back", at === 0], ["forward", at === count],
      ["last", at === count], ["fault", faults.length === 0]]) {
      find(`.steps [data-step="${step}"]`).disabled = isIdle;
    }
    find("#moves [aria-current]")?.removeAttribute("aria-current");
    const item = find(`#moves [data-at="${at}"]`);
    if (item) {
      item.setAttribute("aria-current", "step");
      // Only the list scrolls, not the page.
      const list = find("#moves");
      const offset = item.parentElement.offsetTop;
      if (offset < list.scrollTop || offset + item.offsetHeight > list.scrollTop + list.clientHeight) {
        list.scrollTop = offset - list.clientHeight / 2;
      }
    } else {
      find("#moves").scrollTop = 0;
    }
    history.replaceState(null, "", `#${at}`);
  }

  // The marked move behind the present one, or before it; from the end on from the beginning again.
  function fault(isBack) {
    if (faults.length === 0) return;
    const next = isBack ? faults.findLast((number) => number < at) : faults.find((number) => number > at);
    show(next ?? faults.at(isBack ? -1 : 0));
  }

  const steps = {
    first: () => show(0),
    back: () => show(at - 1),
    forward: () => show(at + 1),
    last: () => show(count),
    fault: (event) => fault(event.shiftKey),
  };

  const keys = {
    Home: steps.first,
    ArrowLeft: steps.back,
    ArrowRight: steps.forward,
    End: steps.last,
    n: () => fault(false),
    N: () => fault(true),
    l: () => show(at, line === null ? 0 : null),
  };

  for (const button of document.querySelectorAll(".steps button")) {
    button.addEventListener("click", (event) => steps[button.dataset.step](event));
  }
  find("#moves").addEventListener("click", (event) => {
    const button = event.target.closest("[data-at]");
    if (button) show(Number(button.dataset.at));
  });
  // A click on a point leads to the best line that begins there, or else to the move that was played there,
  // before or after the position that is shown.
  board.addEventListener("click", (event) => {
    const label = pointAt(event);
    if (label === null) return;
    const best = line === null ? game.positions[at].lines.findIndex((known) => known.line[0] === label) : -1;
    const move = game.moves.find((known) => known.move === label);
    const isTaken = [game.stones.black, game.stones.white, game.dead].some((taken) => taken.includes(label));
    if (best >= 0) show(at, best);
    else if (move) show(move.number);
    else if (!isTaken) find("#note").textContent = `Nobody plays at ${label} in this game.`;
  });
  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    const x = (event.clientX - box.left) * (graph.viewBox.baseVal.width / box.width);
    show(Math.round((x - Number(graph.dataset.left)) / Number(graph.dataset.step)));
  });
  document.addEventListener("keydown", (event) => {
    const key = keys[event.key];
    if (!key || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    key(event);
  });

  document.body.classList.toggle("single", count === 0);
  drawGrid();
  board.append(stones, hints);
  const asked = /^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : 0;
  show(asked);
})();
