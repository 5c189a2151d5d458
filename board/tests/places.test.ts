import { describe, expect, it } from "vitest";
import { PLACES, placeOf, readAddress } from "../src/core/places";

describe("the places of the page", () => {
  it("are four, and each view is in one of them", () => {
    expect(Object.keys(PLACES)).toEqual(["play", "analyse", "learn", "games"]);
    const views = Object.values(PLACES).flat();
    expect(new Set(views).size).toBe(views.length);
    expect([placeOf("review"), placeOf("repeat"), placeOf("files"), placeOf("play")]).toEqual([
      "analyse",
      "learn",
      "games",
      "play",
    ]);
  });
});

describe("an address", () => {
  it("names a place or a view", () => {
    for (const name of ["play", "analyse", "learn", "games", "review", "explorer", "library", "files"])
      expect(readAddress(`#${name}`)).toEqual({ target: name, position: "" });
  });

  it("may have the name of one of the eight former tabs", () => {
    const former = { play: "play", analysis: "analysis", moves: "moves", library: "library" } as const;
    const renamed = { games: "explorer", review: "review", puzzles: "puzzles", file: "files" } as const;
    for (const [tab, target] of Object.entries({ ...former, ...renamed }))
      for (const prefix of ["tab", "panel"]) expect(readAddress(`#${prefix}-${tab}`).target, tab).toBe(target);
    expect(readAddress("#file").target).toBe("files");
  });

  it("may have a position besides, in any order", () => {
    const position = "#rule=renju&moves=h8i9";
    expect(readAddress(`${position}&view=review`)).toEqual({ target: "review", position });
    expect(readAddress("#view=games&rule=renju&moves=h8i9")).toEqual({ target: "games", position });
    expect(readAddress(position)).toEqual({ target: null, position });
    expect(readAddress(`${position}&view=__proto__`)).toEqual({ target: null, position });
  });

  it("that names nothing is a position, which may be wrong", () => {
    expect(readAddress("")).toEqual({ target: null, position: "" });
    for (const hash of ["#nothing", "#constructor", "#<script>", "#tab-", "#moves=h8"])
      expect(readAddress(hash)).toEqual({ target: null, position: hash });
  });
});
