import { expect, test } from "vitest";
import { choose, keepToken, pairOf, partners, thrownNow, tokensOf } from "./choice";
import { viewOf } from "./example";

const sheet = ["c24c", "1oc5", "34c3", "c215"];
const pair = viewOf(sheet, {
  dice: ["4", "c"],
  marks: [
    { square: "a1", partners: ["c1"] },
    { square: "c1", partners: ["a1"] },
    { square: "d1", partners: ["b3"] },
    { square: "b3", partners: ["d1"] },
    { square: "a4", partners: [] },
  ],
});
const legal = pair.marks.map((mark) => `mark:${mark.square}`);

test("a square that is not legal cannot be chosen", () => {
  expect(choose(pair, legal, ["a1"], "b1")).toEqual(["a1"]);
});

test("a tap chooses, the next tap on a partner makes a pair, a tap on a chosen one takes it back", () => {
  expect(choose(pair, legal, [], "a1")).toEqual(["a1"]);
  expect(choose(pair, legal, ["a1"], "c1")).toEqual(["a1", "c1"]);
  expect(choose(pair, legal, ["a1", "c1"], "a1")).toEqual(["c1"]);
});

test("a square that fits to no chosen one begins anew", () => {
  expect(choose(pair, legal, ["a1"], "d1")).toEqual(["d1"]);
  expect(choose(pair, legal, ["a1", "c1"], "b3")).toEqual(["b3"]);
});

test("one square of a possible pair says that it is the only one; one without partners needs no word", () => {
  expect(tokensOf(pair, ["d1"])).toEqual(["mark:d1", "done"]);
  expect(tokensOf(pair, ["a4"])).toEqual(["mark:a4"]);
  expect(tokensOf(pair, ["d1", "b3"])).toEqual(["mark:b3", "mark:d1"]);
  expect(tokensOf(pair, [])).toEqual([]);
});

test("the partners of the first choice are lit", () => {
  expect([...partners(pair, legal, ["d1", "b3"])]).toEqual(["b3"]);
  expect([...partners(pair, legal, [])]).toEqual([]);
  const begun = viewOf(sheet, { dice: ["4", "c"], chosen: "a1", may_stop: true, marks: [{ square: "c1", partners: [] }] });
  expect([...partners(begun, ["mark:c1", "done"], [])]).toEqual(["c1"]);
});

test("two cows want two squares, and a third tap lets the older one go", () => {
  const cows = viewOf(sheet, { dice: ["c", "c"], marks: ["a1", "d1", "c2"].map((one) => ({ square: one, partners: [] })) });
  const may = cows.marks.map((mark) => `mark:${mark.square}`);
  expect(tokensOf(cows, ["a1"])).toEqual([]);
  expect(choose(cows, may, ["a1"], "d1")).toEqual(["a1", "d1"]);
  expect(choose(cows, may, ["a1", "d1"], "c2")).toEqual(["d1", "c2"]);
  expect(tokensOf(cows, ["d1", "c2"])).toEqual(["mark:c2", "mark:d1"]);
});

test("the last cow, and the second mark of a pair begun elsewhere, are sent alone", () => {
  const last = viewOf(sheet, { dice: ["c", "c"], marks: [{ square: "a1", partners: [] }] });
  expect(tokensOf(last, ["a1"])).toEqual(["mark:a1"]);
  const second = viewOf(sheet, { dice: ["4", "c"], chosen: "a1", marks: [{ square: "c1", partners: [] }] });
  expect(tokensOf(second, ["c1"])).toEqual(["mark:c1"]);
});

test("a pair that was made is shown as a jump, whether its marks came together or one by one", () => {
  expect(pairOf(pair, ["a1", "c1"])).toEqual(["a1", "c1"]);
  expect(pairOf({ ...pair, chosen: "d1" }, ["b3"])).toEqual(["d1", "b3"]);
  expect(pairOf(pair, ["a1"])).toBeNull();
  expect(pairOf(viewOf(sheet, { dice: ["c", "c"], chosen: "a1" }), ["d1"])).toBeNull();
  expect(pairOf(viewOf(sheet, { dice: ["2", "4"] }), ["b1"])).toBeNull();
});

test("dice held are written as they lie", () => {
  expect(keepToken(["4", "c"], [true, true])).toBe("keep:4c");
  expect(keepToken(["4", "c"], [false, true])).toBe("keep:c");
  expect(keepToken(["4", "c"], [false, false])).toBe("keep:-");
  expect(keepToken(["3", "3"], [false, true])).toBe("keep:3");
});

test("only the dice that were thrown tumble", () => {
  expect(thrownNow(["mark:a1", "throw:4c"], ["4", "c"])).toEqual([true, true]);
  expect(thrownNow(["keep:c", "throw:4"], ["4", "c"])).toEqual([true, false]);
  expect(thrownNow(["keep:c", "throw:c"], ["c", "c"])).toEqual([true, false]);
  expect(thrownNow(["keep:4c"], ["4", "c"])).toEqual([false, false]);
});
