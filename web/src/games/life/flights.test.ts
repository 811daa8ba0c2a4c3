import { describe, expect, it } from "vitest";
import { flights } from "./flights";
import { table } from "./table.example";

const routes = (before: ReturnType<typeof table> | null, view: ReturnType<typeof table>): string[] => flights(before, view).map(({ from, to }) => `${from} > ${to}`).sort();

describe("cards fly", () => {
  it("from our hand to the row and from the row to our hand, each to its place", () => {
    const before = table({ hand: ["bear", "bear", "cat"] });
    const view = table({ hand: ["bear", "goat", "sheep"], rows: [["mouse"], ["bear", "cat"], ["bear", "bear", "mole"]], active: 1 });
    expect(routes(before, view)).toEqual([
      "hand/bear-1 > row-1/bear-0",
      "hand/cat-0 > row-1/cat-0",
      "row-1/goat-0 > hand/goat-0",
      "row-1/sheep-0 > hand/sheep-0",
    ]);
  });

  it("from a rival to the gift, card by card, and then into the row, while the row goes to the rival", () => {
    const wants = table({ active: 2, doing: "give", taking: 1, given: [], to_give: 2 });
    const gives = table({ active: 2, doing: "give", taking: 1, given: ["dog"], to_give: 1 });
    const done = table({ active: 0, rows: [["mouse"], ["dog", "cat"], ["bear", "bear", "mole"]] });
    expect(routes(wants, gives)).toEqual(["seat-2 > given/dog-0"]);
    expect(routes(gives, done)).toEqual(["given/dog-0 > row-1/dog-0", "row-1/goat-0 > seat-2", "row-1/sheep-0 > seat-2", "seat-2 > row-1/cat-0"]);
  });

  it("not where a card of the row is given back", () => {
    const view = table({ active: 1, hand: ["giraffe", "bear", "cat", "sheep"], rows: [["mouse"], ["goat", "dog"], ["bear", "bear", "mole"]] });
    expect(routes(table(), view)).toEqual(["hand/dog-0 > row-1/dog-0", "row-1/sheep-0 > hand/sheep-0"]);
  });

  it("from the deck when a phase begins, to what we see", () => {
    const view = table({ phase: 3, hand: ["cat", "cat"], rows: [["pig"]] });
    expect(routes(table(), view)).toEqual(["deck > hand/cat-0", "deck > hand/cat-1", "deck > row-0/pig-0"]);
    expect(routes(table(), table({ phase: 3, seat: null, hand: null, rows: [["pig"]] }))).toEqual(["deck > row-0/pig-0"]);
  });

  it("not at all when there was nothing before, or nothing moved", () => {
    expect(routes(null, table())).toEqual([]);
    expect(routes(table(), table({ knocker: 0, active: 1 }))).toEqual([]);
  });
});
