import { expect, describe as about, it, vi } from "vitest";

vi.hoisted(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  vi.stubGlobal("document", { documentElement: { lang: "" } });
});

import { language } from "@/house/language.svelte";
import { readFileSync } from "node:fs";
import { groups, joined, painted, pantryByLot, resized, typed } from "./drawn";
import { FLAWS, flawSays, squaresIn } from "./flaws";

const room = (path: string): string => readFileSync(new URL(`../../../../src/paddock/${path}`, import.meta.url), "utf8");

about("a drawing", () => {
  it("is typed with any blanks", () => {
    expect(typed(" b b f\n\nu u f ")).toEqual(["bbf", "uuf"]);
    expect(typed("bb/ff")).toEqual(["bb", "ff"]);
    expect(joined(["bb", "ff"])).toBe("bb/ff");
  });
  it("is painted square by square", () => {
    expect(painted(["bbb", "fff"], { row: 1, column: 2 }, "h")).toEqual(["bbb", "ffh"]);
  });
  it("grows with blanks and shrinks by what is cut off", () => {
    expect(resized(["bb", "ff"], 3, 3, ".")).toEqual(["bb.", "ff.", "..."]);
    expect(resized(["bbb", "fff"], 2, 1, ".")).toEqual(["bb"]);
  });
  it("has groups of one letter that touch, capitals apart", () => {
    expect(groups(["bbB", "f.B"], ".").map(({ squares }) => squares)).toEqual([["a1", "b1"], ["c1", "c2"], ["a2"]]);
    expect(groups(["bf", "fb"], ".")).toHaveLength(4);
  });
});

about("a pantry by lot", () => {
  it("is full of items of one to four squares, whatever the lots", () => {
    for (let seed = 1; seed < 60; seed += 1) {
      let state = seed;
      const lot = (many: number): number => (state = (state * 48271) % 2147483647) % many;
      const rows = pantryByLot(2 + (seed % 7), 2 + (seed % 5), lot);
      expect(rows.join("")).toMatch(/^[bfuhaBFUHA]+$/);
      for (const { squares } of groups(rows, "")) expect(squares.length).toBeLessThanOrEqual(4);
    }
  });
});

about("flaws", () => {
  const source = room("games/mmm/board.py") + room("games/kuhlorado/sheet.py") + room("engine/boards/grid.py");
  const told: Record<string, string> = {
    noFood: "There is no food on the board: nothing could be gathered.",
    tooLarge: "The bread at a1, b1 and c1 has 9 squares: at most 8 are possible (where two items of one food touch, draw one of them in capitals).",
    tooMany: "The board has 33 items: at most 32 are possible, and the one at a8 is one too many.",
    border: "The trough cell at a2 lies on the border: troughs are only possible inside.",
    smallTouch: "The small troughs at b2 and c2 touch: draw a large trough as OO.",
    largeCells: "The large trough at b2 has 1 cell: it must have two side by side, and two troughs must not touch.",
    touch: "The troughs at b2 and at c2 and d2 touch.",
    manyTroughs: "The sheet has 5 troughs: at most 4 are possible, and the one at f6 is one too many.",
    noCow: "There is no cow on the sheet: the game would be over before it starts.",
    noNumber: "There is no number on the sheet: the game would be over before it starts.",
    small: "The grid has 2 rows of 2 squares: at least 3 by 3 are needed.",
    large: "The grid has 9 rows of 9 squares: at most 8 by 8 are possible.",
    uneven: "Row 2 has 1 square, but row 1 has 2: all rows must be equally long.",
    unknown: '"x" at b1 and a2 means nothing: use a or b.',
  };
  it.each(FLAWS.map(([key]) => key))("%s is said in German", (key) => {
    const sentence = told[key] as string;
    expect(FLAWS.find(([, pattern]) => pattern.test(sentence))?.[0]).toBe(key);
    language.current = "de";
    expect(flawSays(sentence)).not.toBe(sentence);
    expect(flawSays(sentence)).not.toMatch(/\{|undefined/);
  });
  it("are said by the service in these words", () => {
    for (const part of [
      "There is no food on the board", "squares: at most", "'item')}: at most", "lies on the border", "The small troughs at", "The large trough at",
      "The troughs at", "troughs: at most", "There is no cow on the sheet", "There is no number on the sheet", ": at least", ": at most", ", but row 1 has", "means nothing",
    ]) expect(source).toContain(part);
  });
  it("name the squares to be marked", () => {
    expect(squaresIn(told["touch"] as string)).toEqual(["b2", "c2", "d2"]);
    language.current = "en";
    expect(flawSays(told["tooLarge"] as string)).toContain("a1, b1 and c1");
    expect(flawSays("Something new.")).toBe("Something new.");
  });
});
