import type { life } from "@/wire";
import { describe, expect, it } from "vitest";
import { handAfter, mayGive, openRows, step, tapped, tokens, wanted } from "./trade";
import { table } from "./table.example";

const LEGAL = ["take:1", "take:2", "take:3"];

describe("a trade", () => {
  it("goes out whole: the row, then the gifts in the order of the animals", () => {
    expect(tokens(table(), 2, ["cat", "bear", "dog"])).toEqual(["take:3", "give:bear", "give:dog", "give:cat"]);
  });

  it("that has begun goes on with what is missing", () => {
    const begun = table({ doing: "give", taking: 2, given: ["bear"], to_give: 2 });
    expect(tokens(begun, 2, ["cat", "dog"])).toEqual(["give:dog", "give:cat"]);
    expect(wanted(begun, 2)).toBe(2);
  });

  it("shows the hand that it leads to", () => {
    expect(handAfter(table({ hand: ["bear", "cat", "cat", "dog"] }), 1, ["cat", "dog"])).toEqual(["bear", "goat", "sheep", "cat"]);
  });

  it("may choose the rows that the service lists", () => {
    expect(openRows(["take:1", "take:4", "knock"])).toEqual([0, 3]);
  });
});

describe("the cards that may be given", () => {
  it("are all before a row is settled, and none when only a knock is left", () => {
    expect(mayGive("mouse", LEGAL)).toBe(true);
    expect(mayGive("mouse", ["knock"])).toBe(false);
  });

  it("come in order once giving has begun", () => {
    expect(mayGive("giraffe", ["give:dog", "give:cat"])).toBe(false);
    expect(mayGive("dog", ["give:dog", "give:cat"])).toBe(true);
    expect(mayGive("mouse", ["give:dog", "give:cat"])).toBe(true);
  });
});

describe("what is asked of us", () => {
  const view = table({ hand: ["giraffe", "goat", "sheep", "cat"] });
  const asked = (row: number | null, gift: string[], of: life.View = view, legal = LEGAL): string => step(of, legal, row, gift);

  it("is a row, then as many cards as lie in it, then the trade", () => {
    expect(asked(null, [])).toBe("row");
    expect(asked(1, [])).toBe("cards");
    expect(asked(1, ["giraffe"])).toBe("cards");
    expect(asked(1, ["giraffe", "cat"])).toBe("ready");
  });

  it("is something else when the gift is exactly the row", () => {
    expect(asked(1, ["sheep", "goat"])).toBe("different");
    expect(asked(1, ["sheep", "cat"])).toBe("ready");
    expect(asked(1, ["sheep"], table({ doing: "give", taking: 1, given: ["goat"], to_give: 1 }), ["give:cat", "give:sheep"])).toBe("different");
  });

  it("is nothing while others play, a knock at the limit, a word after an optional combination", () => {
    expect(asked(null, [], view, [])).toBe("rest");
    expect(asked(null, [], view, ["knock"])).toBe("knock");
    expect(asked(null, [], table({ doing: "declare" }), ["silent"])).toBe("declare");
  });
});

describe("a tap", () => {
  it("raises and lowers a card", () => {
    expect(tapped([], "bear-0", 2)).toEqual(["bear-0"]);
    expect(tapped(["bear-0", "cat-1"], "bear-0", 2)).toEqual(["cat-1"]);
  });

  it("beyond what the row wants lets the oldest go", () => {
    expect(tapped(["bear-0", "cat-1"], "dog-0", 2)).toEqual(["cat-1", "dog-0"]);
  });

  it("before a row is chosen keeps them all", () => {
    expect(tapped(["bear-0", "cat-1"], "dog-0", 0)).toEqual(["bear-0", "cat-1", "dog-0"]);
  });
});
