import { describe, expect, it } from "vitest";
import { label } from "../src/core/geometry";
import { writeMoves } from "../src/core/moves";
import { readGame, textsOf } from "../src/core/open";
import { readPsq, writePsq } from "../src/core/psq";
import { MAX_TEXT, type Problem, ReadError } from "../src/core/reading";
import { RULES } from "../src/core/rules";
import { readSgf, writeSgf } from "../src/core/sgf";
import { GameTree, type Node } from "../src/core/tree";

const names = (game: GameTree, from: Node = game.root): string => {
  const list: string[] = [];
  for (let node = from.children[0]; node; node = node.children[0]) {
    list.push(node.move!.point === null ? "pass" : label(node.move!.point, game.size));
  }
  return list.join(" ");
};

function problem(read: () => unknown): [Problem, number | null] {
  try {
    read();
  } catch (error) {
    if (error instanceof ReadError) return [error.problem, error.line];
    throw error;
  }
  throw new Error("this was read");
}

describe("SGF", () => {
  it("is read with variations, comments, names and set-up stones", () => {
    const text =
      "(;GM[4]FF[4]SZ[15]RU[renju]PB[A \\[x\\]]PW[B]C[The\\]start]AB[aa][bb:cc]AW[oo]\n;B[hh]C[one](;W[ig]C[two];B[gg])(;W[hi](;B[gh])(;B[ii])))";
    const game = readSgf(text);
    expect([game.rule, game.players, game.root.comment]).toEqual([
      "renju",
      { black: "A [x]", white: "B" },
      "The]start",
    ]);
    expect(game.setup.map(({ point }) => label(point, game.size))).toEqual(["a15", "b14", "c14", "b13", "c13", "o1"]);
    expect(names(game)).toBe("h8 i9 g9");
    const [main, other] = game.root.children[0]!.children;
    expect([main!.comment, other!.children.length]).toEqual(["two", 2]);
    expect(names(game, other!)).toBe("g8");
  });

  it("is written as it was read, for every rule and many sizes", () => {
    for (const rule of RULES) {
      for (const [width, height] of [
        [5, 5],
        [15, 15],
        [22, 22],
        [20, 6],
      ] as const) {
        const game = new GameTree({ size: { width, height }, rule });
        const first = game.play(game.root, 0);
        first.comment = "a]b\\c\nnext (;x)";
        const second = game.play(first, 1);
        game.play(game.play(second, null), 3);
        game.play(game.play(first, width * height - 1), 2).comment = "end";
        game.play(game.root, 7);
        game.players = { black: "X]Y", white: "\\" };
        const text = writeSgf(game);
        const again = readSgf(text);
        expect(writeSgf(again)).toBe(text);
        expect([again.rule, again.size, again.players, again.count]).toEqual([
          rule,
          { width, height },
          game.players,
          game.count,
        ]);
        expect(again.root.children[0]!.comment).toBe(first.comment);
      }
    }
  });

  it("keeps what it does not understand, and results, for the next file", () => {
    const text =
      "(;FF[4]GM[4]SZ[15]RU[renju]RE[W+R]KM[0]N[a\\]b]LB[hh:A][ii:b]\n;B[hh]HO[1]TR[aa](;W[ig]N[x]C[y];B[gg]MN[3])(;W[hi]LB[aa:1]))";
    const written = writeSgf(readSgf(text));
    for (const part of [
      "RE[W+R]",
      "KM[0]",
      "N[a\\]b]LB[hh:A][ii:b]\n;B[hh]HO[1]TR[aa](;W[ig]C[y]N[x];B[gg]MN[3])",
      "(;W[hi]LB[aa:1])",
    ])
      expect(written).toContain(part);
    expect(writeSgf(readSgf(written))).toBe(written);
    // What the board shows is more certain than what a file says.
    const won = "(;SZ[15]RE[W+T];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])";
    expect(writeSgf(readSgf(won))).toContain("RE[B+]");
    expect(writeSgf(readSgf("(;SZ[15];B[hh])"))).toContain("RE[?]");
  });

  it("removes stones that are set up and cleared again", () => {
    const game = readSgf("(;SZ[15]AB[aa:cc]AE[bb]AW[cc];B[bb])");
    const stones = game.setup.map(({ color, point }) => `${label(point, game.size)}${color[0]}`);
    expect(stones.sort()).toEqual(["a13b", "a14b", "a15b", "b13b", "b15b", "c13w", "c14b", "c15b"].sort());
    expect(readSgf("(;SZ[15]AE[aa]AB[aa])").setup).toHaveLength(1);
  });

  it("of other games is refused", () => {
    expect(problem(() => readSgf("(;GM[1]SZ[19];B[pd])"))).toEqual(["game", 1]);
    expect(readSgf("(;GM[4]SZ[19];B[pd])").count).toBe(2);
  });

  it("is told apart into its games", () => {
    const games = ["(;SZ[15]C[a)(;b\\]];B[hh](;W[ig])(;W[gg]))", "(;SZ[9];B[ee])"];
    expect(textsOf(`text [ ${games[0]}\n(see ${games[1]}`)).toHaveLength(2);
    expect(textsOf(games.join("\n"))).toEqual(games);
    expect(textsOf("# a\na moves=h8\nb size=9 moves=e5\n")).toEqual(["a moves=h8", "b size=9 moves=e5"]);
    for (const one of ["h8 i9", "x moves=h8", "Piskvorky 15x15, 11:11, 0\n1,1,0\n", games[0]!, ""])
      expect(textsOf(one)).toEqual([one]);
  });

  it("holds long lines and deep variations", () => {
    const size = { width: 22, height: 22 };
    const game = new GameTree({ size, rule: "renju" });
    let node = game.root;
    for (let count = 0; count < 1000; count++) {
      game.play(node, count % 400);
      node = game.play(node, null);
    }
    expect(readSgf(writeSgf(game)).count).toBe(2001);
  });

  it("tells what is wrong, and where", () => {
    for (const [text, ...expected] of [
      ["(;SZ[15];B[hh];W[hh])", "taken", 1],
      ["(;SZ[15];B[hh]\n;W[zz])", "point", 2],
      ["(;SZ[4])", "size", 1],
      ["(;SZ[15:40])", "size", 1],
      ["(;SZ[15];B[hh]", "bracket", 1],
      ["(;SZ[15];B[hh", "property", 1],
      ["(;SZ[15]\n\n;B[hh]AB[aa])", "middle", 3],
      ["(;SZ[15];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea];W[eb])", "over", 1],
      ["(;PL[x])", "turn", 1],
      ["(; 5)", "property", 1],
    ] as const) {
      expect(
        problem(() => readSgf(text)),
        text,
      ).toEqual(expected);
    }
  });
});

describe("other notations", () => {
  it("are games of Piskvork", () => {
    const text =
      "Piskvorky 20x20, 11:11, 0\r\n10,10,1234\r\n11,11,5\r\n12,10,0\r\nC:\\ai\\pbrain-one.exe\r\npbrain-two\r\n1\r\n4,Renju\r\n";
    const game = readPsq(text);
    expect([names(game), game.rule, game.players]).toEqual([
      "j11 k10 l11",
      "renju",
      { black: "pbrain-one.exe", white: "pbrain-two" },
    ]);
    const again = readPsq(writePsq(game)!);
    expect([names(again), again.rule, again.size]).toEqual([names(game), "renju", { width: 20, height: 20 }]);
    expect(problem(() => readPsq("Piskvorky 20x20, 11:11, 0\n10,10,0\n21,1,0\n"))).toEqual(["point", 3]);
    expect(problem(() => readPsq("Piskvorky 99x20, 11:11, 0\n"))).toEqual(["size", 1]);
  });

  it("are moves in many forms", () => {
    for (const text of [
      "h8i9h10",
      "1. h8 i9 2. h10",
      "H8, I9; H10",
      "h8-i9-h10",
      "\uFEFF1) h8\r\n2) i9\r\n3) h10",
      "x size=15 rule=renju moves=h8,i9,h10",
    ]) {
      expect(names(readGame(text)), text).toBe("h8 i9 h10");
    }
    expect(readGame("t20 a1", { size: { width: 20, height: 20 } }).size.width).toBe(20);
    expect(names(readGame("h8 pass i9"))).toBe("h8 pass i9");
    expect(readGame("h8,h10/i9").setup).toHaveLength(3);
    expect(readGame("size=15x12 rule=caro black=h8 white=i9,j9 turn=black").first).toBe("black");
    expect(writeMoves(readGame("h8i9h10"))).toBe("h8 i9 h10");
    expect(writeMoves(readGame("h8,h10/i9"))).toBe("h8,h10/i9");
  });

  it("are refused with a reason if they make no sense", () => {
    for (const [text, ...expected] of [
      ["", "empty", null],
      ["hello there", "unknown", 1],
      ["h8 i9 h8", "taken", 1],
      ["h8\ni9\nh16", "point", 3],
      ["h8 ?? i9", "unknown", 1],
      ["h8,i9/h8", "taken", 1],
      ["size=99 moves=h8", "size", null],
      ["rule=chess moves=h8", "rule", null],
      ["x".repeat(MAX_TEXT + 1), "long", null],
    ] as const) {
      expect(
        problem(() => readGame(text)),
        text.slice(0, 40),
      ).toEqual(expected);
    }
  });

  it("that lack set-up stones say so by writing nothing", () => {
    const game = readSgf("(;SZ[15]AB[hh];W[ii])");
    expect([writePsq(game), writeMoves(game)]).toEqual([null, null]);
  });
});

describe("random bytes", () => {
  it("are never anything but a game or a ReadError", () => {
    let seed = 1;
    const random = (most: number) => (seed = (seed * 48271) % 2147483647) % most;
    const parts = [
      "(",
      ")",
      ";",
      "B",
      "W",
      "[",
      "]",
      "hh",
      "SZ",
      "15",
      "AB",
      "\\",
      "h8",
      "/",
      "Piskvorky ",
      "15x15",
      "\n",
      "1,1,0",
      "moves=",
      "pass",
      ":",
      "C[x]",
      " ",
      "é",
      "\u0000",
    ];
    for (let round = 0; round < 3000; round++) {
      const text = Array.from({ length: random(30) }, () => parts[random(parts.length)]).join("");
      try {
        readGame(text);
      } catch (error) {
        expect(error, JSON.stringify(text)).toBeInstanceOf(ReadError);
      }
    }
  });
});
