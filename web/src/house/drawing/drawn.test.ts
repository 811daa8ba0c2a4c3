import { expect, describe as about, it, vi } from "vitest";

vi.hoisted(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  vi.stubGlobal("document", { documentElement: { lang: "" } });
});

import { language } from "@/house/language.svelte";
import { FLAWS, type FlawKey, type FlawResponse } from "@/wire";
import { words } from "@/words";
import { groups, joined, painted, pantryByLot, resized, typed } from "./drawn";
import { flawSays } from "./flaws";

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
  const shown = (key: string, squares: string[] = [], params: FlawResponse["params"] = {}): FlawResponse => ({ key, message: "From the service.", squares, params });
  /** The gaps of a sentence, without those that choose between singular and plural. */
  const gaps = (sentence: string): string[] => [...sentence.matchAll(/\{(\w+)/g)].map((found) => found[1] as string);

  it.each(Object.entries(FLAWS))("%s has a sentence in both languages, with the gaps that the service fills", (key, given) => {
    for (const { editor } of [words.en, words.de]) {
      const sentence = editor.flaws[key as FlawKey];
      expect(sentence).toBeTruthy();
      expect(given).toEqual(expect.arrayContaining(gaps(sentence)));
    }
  });
  it("are said in the guest's language, with squares as a list and foods by name", () => {
    const large = shown("large_item", ["a1", "b1", "c1"], { food: "bread", n: 9, most: 8 });
    const touch = shown("touch", ["b2", "c2", "d2"], { one: ["b2"], other: ["c2", "d2"] });
    language.current = "en";
    expect(flawSays(large)).toContain("bread on a1, b1 and c1 has 9 squares, at most 8");
    expect(flawSays(touch)).toContain("on b2 and on c2 and d2");
    language.current = "de";
    expect(flawSays(large)).toContain("Brot auf a1, b1 und c1 hat 9 Felder");
  });
  it("of other games are said as the service says them", () => {
    expect(flawSays(shown("no_hedge", ["a1"]))).toBe("From the service.");
  });
});
